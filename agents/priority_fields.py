"""What the fields of a priority list's lines are set to, checked against the option they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agents.priority_expr import Checker, Expression
from agents.priority_kinds import NUMBER
from agents.priority_scene import PEOPLE
from agents.priority_text import Mistake, Piece, Value, nearest, shown

if TYPE_CHECKING:
    from agents.priority_scene import Tongue
    from engine.options import Option

MOST_NOTE: Final = 100
"""Characters of a line's own note."""

WEAPONS: Final = ("best", "in_hand")
"""Words for a weapon; others are names."""

_KINDS: Final = {"str": "text", "bool": "truth", "float": "number", "int": "whole"}


class Fields:
    """Checks what fields are set to; what is wrong is gathered in ``mistakes``.

    Args:
        tongue: how lists speak about the rule system.
        checker: checks expressions.
        mistakes: where mistakes go.
    """

    def __init__(self, tongue: Tongue, checker: Checker, mistakes: list[Mistake]) -> None:
        self._tongue, self._checker, self._mistakes = tongue, checker, mistakes

    def _wrong(self, line: int, column: int, found: str, allowed: str, near: str = "") -> None:
        self._mistakes.append(Mistake(line, column, found, allowed, near))

    def _words_for(self, do: str, field: str) -> tuple[str, ...]:
        words = self._tongue.words
        return words.get(f"{do}.{field}", words.get(field, ()))

    def example(self, do: str, field: str) -> str:
        listed = self._words_for(do, field) or self._tongue.places.get(f"{do}.{field}", ())
        return " or ".join(listed) if listed else "NUMBER"

    def value(self, do: str, field: str, kind: str, value: Value, line: int) -> Any:
        """Return what a field is set to: a value, or an expression; anything when it is wrong, which is noted."""
        piece, column = value.piece, value.piece.column
        places = self._tongue.places.get(f"{do}.{field}", ())
        words = self._words_for(do, field)
        if field in self._tongue.people:
            return self._person(value, line)
        match kind:
            case "number" | "whole" if value.kind == "expression":
                found = self._checker.read(piece, line, NUMBER)
                return None if found is None else found[0]
            case "number" | "whole" if value.kind == "number":
                return self._number(piece, kind, line)
            case "truth" if value.kind == "word" and piece.text in ("true", "false"):
                return piece.text == "true"
            case "place" if value.kind == "word" and piece.text in places:
                return piece.text
            case "place" | "square" if value.kind == "expression":
                return self._place(piece, kind, line)
            case "text" if value.kind in ("word", "text") and (not words or piece.text in words):
                return piece.text
        if kind == "square" and value.kind == "word" and piece.text in places:
            return piece.text
        allowed = {
            "number": "a number, or an expression in brackets", "whole": "a whole number, or an expression in brackets",
            "truth": "true or false", "place": _either(places, "a place: (12, 4)"), "square": _either(places, "a square: (12, 4)"),
            "text": _either(words, "") or "a word or a text in quotes",
        }[kind]  # fmt: skip
        self._wrong(line, column, shown(piece.text), allowed, nearest(piece.text, words or places))
        return None

    def _number(self, piece: Piece, kind: str, line: int) -> Any:
        try:
            number = float(piece.text)
        except ValueError:
            number = float("nan")
        if abs(number) <= 1e9 and (kind == "number" or number == int(number)):
            return int(number) if kind == "whole" else number
        self._wrong(line, piece.column, shown(piece.text), "a number" if kind == "number" else "a whole number")
        return None

    def _place(self, piece: Piece, kind: str, line: int) -> Any:
        pair = self._checker.pair(piece, line)
        if pair is not None and kind == "square":
            return int(pair[0]), int(pair[1])
        return pair

    def _person(self, value: Value, line: int) -> Any:
        """Return a word for a foe, or a name as a pair."""
        piece = value.piece
        if value.kind == "text":
            return ("name", piece.text)
        if value.kind != "word" or piece.text not in PEOPLE:
            self._wrong(line, piece.column, shown(piece.text), f'{", ".join(PEOPLE)}, or a name in quotes', nearest(piece.text, PEOPLE))
        return ("word", piece.text)

    def target(self, do: str, given: tuple[Piece, Value] | None, line: int) -> tuple[str, bool]:
        if given is None:
            return ("", False) if do in self._tongue.friends else ("current", False)
        value = given[1]
        known = self._tongue.friends.get(do, PEOPLE)
        if value.kind == "text" and value.piece.text:
            return value.piece.text, True
        if value.kind == "word" and value.piece.text in known:
            return value.piece.text, False
        self._wrong(
            line, value.piece.column, shown(value.piece.text), f"{', '.join(known)}, or a name in quotes",
            nearest(value.piece.text, known),
        )  # fmt: skip
        return "current", False

    def weapon(self, given: tuple[Piece, Value] | None, line: int) -> str:
        if given is None:
            return ""
        value = given[1]
        if value.kind not in ("word", "text") or not value.piece.text:
            self._wrong(line, value.piece.column, shown(value.piece.text), f"{', '.join(WEAPONS)}, or a weapon's name")
        return f'"{value.piece.text}' if value.kind == "text" or value.piece.text not in WEAPONS else value.piece.text

    def wake(self, given: tuple[Piece, Value] | None, line: int) -> Expression | None:
        if given is None:
            return None
        value = given[1]
        if value.kind in ("number", "expression"):
            found = self._checker.read(value.piece, line, NUMBER)
            return None if found is None else found[0]
        self._wrong(line, value.piece.column, shown(value.piece.text), "counts from now: a number, or an expression in brackets")
        return None

    def note(self, given: tuple[Piece, Value] | None, line: int) -> str:
        if given is None:
            return ""
        value = given[1]
        if value.kind not in ("text", "word") or len(value.piece.text) > MOST_NOTE:
            self._wrong(line, value.piece.column, shown(value.piece.text), f"a text in quotes of at most {MOST_NOTE} characters")
        return value.piece.text


def _either(words: Sequence[str], more: str) -> str:
    return ", ".join([*words, *([f"or {more}" if words else more] if more else [])])


@cache
def fields_of(option: type[Option]) -> Mapping[str, str]:
    """Return an option's fields by name, each with what it holds."""
    return {field.name: _kind(str(field.type)) for field in msgspec.structs.fields(option)}


def _kind(told: str) -> str:
    if "tuple[tuple" in told:
        return "path"
    if "tuple[int" in told:
        return "square"
    if "tuple" in told:
        return "place"
    return next((kind for name, kind in _KINDS.items() if name in told), "text")
