"""What an option is worth looking at: bounded numbers that describe it in a fighter's view, the same for every learner.

A feature is one thing a fighter can tell of an option before it takes it: that it is a blow, how likely it hits, whether
it is there before the one that comes. Each stands in the table of its system (`described`) with what it says, the unit it
is measured in, and what 1.0 is; all lie in [-1, 1]. Nothing is drawn and nothing is remembered: the same view and option
give the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

import attrs

from engine.registry import SYSTEMS

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request


@attrs.frozen
class Feature:
    """One number that describes an option.

    Attributes:
        name: what weights call it.
        why: what it says, in plain words; for which options, where not for all.
        unit: what it is measured in before it is scaled; ``yes`` for what is so (1) or not (0).
        scale: how much of that unit is 1.0.
    """

    name: str
    why: str
    unit: str = "yes"
    scale: float = 1.0


class Situation(Protocol):
    """One request as the features of its options see it; what several options ask for is worked out once."""

    def terms(self, option: Option) -> Mapping[str, float]:
        """Return the features of an option that are not 0, by name."""

    def variations(self) -> Sequence[Option]:
        """Return options worth weighing that are not listed; not all are legal."""

    def is_worth_weighing(self, option: Option) -> bool:
        """Return whether a listed option is among those worth weighing."""


_last: tuple[Any, Situation] | None = None


def described(system: str) -> tuple[Feature, ...]:
    """Return the features of a rule system, in the order of `of`.

    Raises:
        KeyError: no such system is built in.
    """
    if system not in SYSTEMS:
        raise KeyError(system)
    return cast("tuple[Feature, ...]", import_module(f"agents.features_{system}").FEATURES)


@cache
def names(system: str) -> tuple[str, ...]:
    """Return the names of the features of a rule system, in the order of `of`.

    Raises:
        KeyError: no such system is built in.
    """
    return tuple([feature.name for feature in described(system)])


def of(request: Request, option: Option) -> tuple[float, ...]:
    """Return the features of an option, in the order of `names`; each lies in [-1, 1].

    Args:
        request: the question, not answered yet.
        option: one that is legal, or would be.
    """
    found = situation(request).terms(option)
    return tuple([found.get(name, 0.0) for name in names(system_of(request))])


def situation(request: Request) -> Situation:
    """Return what the features of a request's options are worked out from; that of the last request is kept."""
    global _last
    if _last is None or _last[0] is not request:
        maker: Callable[[Request], Situation] = import_module(f"agents.features_{system_of(request)}").Situation
        _last = request, maker(request)
    return _last[1]


def candidates(request: Request) -> tuple[Option, ...]:
    """Return the legal options worth weighing: the listed ones, hold among them, then sensible variations.

    Listed ones that differ in nothing but one of many far opponents are left out. The order is that of the listing, then
    that of the variations: the same view gives the same candidates.
    """
    here = situation(request)
    found = dict.fromkeys([option for option in request.options if here.is_worth_weighing(option)])
    for option in here.variations():
        if option not in found and request.legal(option) is None:
            found[option] = None
    return tuple(found)


@cache
def _system(module: str) -> str:
    for name in SYSTEMS:
        if module.startswith(f"engine.{name}."):
            return name
    raise KeyError(f"{module} is of no system that is built in: {', '.join(SYSTEMS)}")


def system_of(request: Request) -> str:
    """Return the rule system a request comes from.

    Raises:
        KeyError: its view is none of a system that is built in.
    """
    return _system(type(request.view).__module__)


def clip(value: float) -> float:
    """Return a number within [-1, 1]."""
    return -1.0 if value < -1.0 else 1.0 if value > 1.0 else value


def share(value: float, scale: float) -> float:
    """Return how much of a scale a number from 0 is, within [0, 1]."""
    return 0.0 if value <= 0.0 else 1.0 if value >= scale else value / scale


def dense(found: Mapping[str, float]) -> Mapping[str, float]:
    """Return the features that are not 0."""
    return {name: value for name, value in found.items() if value}


def few(one: Any, most: Sequence[str]) -> bool:
    """Return whether an option means one of the opponents that are looked at, or no opponent at all."""
    target = getattr(one, "target", None) or getattr(one, "toward", None) or getattr(one, "away", None)
    return target is None or target in most
