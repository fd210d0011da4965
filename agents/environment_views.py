"""What a learner is shown of a view: bounded numbers on the fighter itself, its nearest opponents and friends.

They say where one stands; what each option is worth looking at for is said by `agents.features`. Each number stands in a
table of its system (`agents/environment_<system>.py`) like a feature of options: what it says, its unit, and what 1.0 is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

import attrs

from agents.features import Feature, clip, system_of

if TYPE_CHECKING:
    from engine.system import Request

FOES, FRIENDS = 3, 2
"""So many of the nearest opponents and friends are shown."""

Terms = Mapping[str, float]


class Looks(Protocol):
    """How views of a rule system are looked at.

    Attributes:
        ME, FOE, FRIEND: the tables of what is told of the fighter itself, of an opponent, of a friend.
    """

    ME: Sequence[Feature]
    FOE: Sequence[Feature]
    FRIEND: Sequence[Feature]
    me: Callable[[Request], Terms]
    foe: Callable[[Any, Any], Terms]
    friend: Callable[[Any, Any], Terms]
    told: Callable[[Any], Sequence[str]]


@cache
def looks(system: str) -> Looks:
    """Return how views of a built-in rule system are looked at."""
    return cast("Looks", import_module(f"agents.environment_{system}"))


@cache
def described(system: str) -> tuple[Feature, ...]:
    """Return what is told of a view, in the order of `of`: ``htk_lost``, ``foe1_near``, ``friend2_hurt``."""
    here = looks(system)
    ranks = [(f"foe{rank}_", here.FOE) for rank in range(1, FOES + 1)]
    ranks += [(f"friend{rank}_", here.FRIEND) for rank in range(1, FRIENDS + 1)]
    others = [attrs.evolve(feature, name=mark + feature.name) for mark, table in ranks for feature in table]
    return (*here.ME, *others)


@cache
def names(system: str) -> tuple[str, ...]:
    """Return the names of what is told of a view, in the order of `of`."""
    return tuple([feature.name for feature in described(system)])


def of(request: Request) -> list[float]:
    """Return what is told of a request's view, in the order of `names`; each lies in [-1, 1], 0 for who is not there."""
    here, view = looks(system_of(request)), request.view
    row = _row(here.ME, here.me(request))
    for table, look, shown, most in (
        (here.FOE, here.foe, view.foes, FOES),
        (here.FRIEND, here.friend, view.friends, FRIENDS),
    ):
        for one in shown[:most]:
            row += _row(table, look(view, one))
        row += [0.0] * (len(table) * (most - len(shown[:most])))
    return row


def _row(table: Sequence[Feature], terms: Terms) -> list[float]:
    """Return the terms in the order of a table; those that are missing are 0."""
    return [clip(float(terms.get(feature.name, 0.0))) for feature in table]


def told(request: Request) -> list[str]:
    """Return in words what a request's fighter knows of itself and sees of others, one line each."""
    return list(looks(system_of(request)).told(request.view))
