"""Battles whose characters do the same thing over and over, and exact distributions of the dice of shots, by enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from engine import Battle, Standing
from engine.options import Hold, Option
from scenarios import from_document
from tests.engine.chances import Keep

DEEP = 14
"""Sixes in a row beyond which a die's chain is not followed: 6 to the 14th is more than all rolls of these tests."""

Has = dict[str, Any]
Chances = dict[Any, Fraction]
OWN_SHOT = Standing(asks=frozenset({"start", "ready"}))
SILENT = Standing(asks=frozenset())


@cache
def open_rolls() -> Mapping[tuple[int, bool], Fraction]:
    """Return the chances of an open roll's value and of both first dice six (S-ROL-1), face by face."""
    chain = {(sixes, 6 * sixes + face): Fraction(1, 6 ** (sixes + 1)) for sixes in range(DEEP) for face in range(1, 6)}
    found: dict[tuple[int, bool], Fraction] = {}
    for ((ups, plus), p), ((downs, minus), m) in product(chain.items(), repeat=2):
        key = plus - minus, ups > 0 and downs > 0
        found[key] = found.get(key, Fraction(0)) + p * m
    return found


def distribution(what: Callable[[int, bool], Any], extra: Iterable[int] = (0,)) -> Chances:
    """Return the chances of what an open roll comes to, with one of some values added, all equally likely."""
    more = list(extra)
    found: Chances = {}
    for (value, wonder), chance in open_rolls().items():
        for add in more:
            came = what(value + add, wonder)
            found[came] = found.get(came, Fraction(0)) + chance / len(more)
    return found


def character(name: str, side: str, x: float, **more: Any) -> Has:
    """A character that nothing brings down, with a pistol of damage 10, skill 14, Dodge 13 and a first shot past 100."""
    pistol = {"name": "pistol", "range": "normal", "damage": 10}
    return {
        "name": name, "side": side, "position": [x, 0.0], "toughness": 6, "constitution": 1000, "speed": 100,
        "skills": {"guns": 14, "dodge": 13}, "weapons": [pistol], "agent": "hold", **more,
    }  # fmt: skip


def drill(
    rows: Sequence[Has], deeds: Mapping[str, Callable[[Any], Option]], keep: Iterable[str], counts: float, battles: int = 1,
    rolls: Mapping[str, list[list[int]]] | None = None, asks: Standing = OWN_SHOT, seed: int = 0, **rules: Any,
) -> list[list[Any]]:  # fmt: skip
    """Play battles of characters that repeat themselves; return the events kept of each.

    Args:
        deeds: what each that does anything does when it is asked; all others hold unasked.
        keep: the types of events kept.
        rules: changes to the rules; an attack takes one shot, and nobody is impaired or tested unless they say so.
    """
    settings = {
        "max_counts": counts, "stalemate_counts": 10_000_000, "max_events": 100_000_000, "action_shots": 1,
        "impaired_1": 10_000, "impaired_2": 10_000, "death_from": 10_000, **rules,
    }  # fmt: skip
    scenario = from_document({
        "schema": "couched.scenario/1", "name": "A drill", "system": "shots", "combatants": list(rows), "rules": settings,
    })  # fmt: skip
    standing = dict.fromkeys([row["name"] for row in rows], SILENT) | dict.fromkeys(deeds, asks)
    found = []
    for number in range(battles):
        kept = Keep(*keep)
        battle = Battle(scenario, seed, number, standing=standing, record=False, sinks=[kept], rolls=rolls)
        while request := battle.advance():
            option = deeds[request.combatant](request)
            battle.answer(request, option if request.legal(option) is None else Hold())
        assert battle.result is not None
        assert battle.result.outcome != "error", battle.result.reason
        found.append(kept.events)
    return found
