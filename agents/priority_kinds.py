"""What expressions of priority lists are made of: kinds of value, and names with their meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from agents.priority_scene import Scene

ENDLESS: Final = inf
"""What a time or distance is when there is none: larger than any number."""


@attrs.frozen
class Kind:
    """A kind of value.

    Attributes:
        name: what messages call it.
        words: all it may be, for words out of a list; the least first where they have an order.
        ordered: whether ``<`` and ``>`` compare the words; they are their places in the order then.
    """

    name: str
    words: tuple[str, ...] = ()
    ordered: bool = False

    def value(self, word: str) -> Any:
        """Return what a word stands for when expressions are worked out."""
        return float(self.words.index(word)) if self.ordered else word

    def shown(self, value: Any) -> str:
        """Return a value as people read it."""
        if self.ordered and isinstance(value, float) and 0 <= value < len(self.words):
            return self.words[int(value)]
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float):
            return "endless" if value == inf else f"{value:.4g}"
        return str(value) or '""'


NUMBER: Final = Kind("a number")
TRUTH: Final = Kind("true or false")
TEXT: Final = Kind("a text")


def words(*listed: str, ordered: bool = False) -> Kind:
    """Return the kind of some words."""
    return Kind(f"one of {', '.join(listed)}", listed, ordered)


@attrs.frozen
class Name:
    """A name that conditions may use.

    Attributes:
        name: what lists call it.
        kind: what it is.
        unit: counts, feet, percent, ...
        why: what it says, in one sentence.
        value: works it out, when a line that uses it is looked at.
        takes: for a function: the kinds of what it takes.
        many: for a function: whether it takes its last kind any number of times.
        shared: whether it is the same for every line of a decision: it asks no foe and no weapon.
    """

    name: str
    kind: Kind
    unit: str
    why: str
    value: Callable[..., Any]
    takes: tuple[Kind, ...] = ()
    many: bool = False
    shared: bool = False

    @property
    def form(self) -> str:
        """How it is written."""
        if not self.takes:
            return self.name
        return f"{self.name}({', '.join(_letter(kind) for kind in self.takes)}{', ...' if self.many else ''})"


def _letter(kind: Kind) -> str:
    return "number" if kind is NUMBER else "text" if kind is TEXT else "word"


Getter = Callable[["Scene"], Any]


def number(name: str, unit: str, why: str, value: Getter) -> Name:
    """Return a name that is a number."""
    return Name(name, NUMBER, unit, why, lambda scene: float(value(scene)))


def truth(name: str, why: str, value: Getter) -> Name:
    """Return a name that is true or false."""
    return Name(name, TRUTH, "", why, lambda scene: bool(value(scene)))


def text(name: str, why: str, value: Getter) -> Name:
    """Return a name that is any text."""
    return Name(name, TEXT, "", why, lambda scene: str(value(scene)))


def word(name: str, kind: Kind, why: str, value: Getter) -> Name:
    """Return a name that is a word out of a list."""
    return Name(name, kind, "", why, lambda scene: kind.value(value(scene)))


def of_foe(value: Callable[[Any], Any], otherwise: Any) -> Getter:
    """Return a getter that asks the line's foe, and knows what to say when there is none."""

    def get(scene: Scene) -> Any:
        return otherwise if scene.foe is None else value(scene.foe)

    return get


def of_tool(value: Callable[[Any], Any], otherwise: Any) -> Getter:
    """Return a getter that asks the line's weapon, and knows what to say when there is none."""

    def get(scene: Scene) -> Any:
        return otherwise if scene.tool is None else value(scene.tool)

    return get


def shared(*listed: Name) -> tuple[Name, ...]:
    """Return names that are the same for every line of a decision."""
    return tuple([attrs.evolve(entry, shared=True) for entry in listed])


def by_name(listed: Sequence[Name]) -> Mapping[str, Name]:
    """Return names by what they are called; each is there once."""
    found = {entry.name: entry for entry in listed}
    assert len(found) == len(listed), "two names are called the same"
    return found
