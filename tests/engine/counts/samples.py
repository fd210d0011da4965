"""Tens of thousands of blows through the public doors, and what their distributions are held against.

A `Drill` is a battle with fixed seeds whose fighters do the same thing over and over by standing orders; what it keeps
of the log is compared with exact weights by the chi-square test. Everything is deterministic, so a test that passes
once passes always; `P` is how unlikely a sample may look before its test fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import cycle
from typing import Any

from duels import fighter, sword
from scipy.stats import chisquare

from engine import Battle, Standing
from engine.counts.actions import Attack, Hold
from scenarios import from_document

P = 1e-4
"""The threshold of the p-value."""

LEAST = 5.0
"""Cells that expect fewer are pooled: the chi-square test is not made for them."""

NUMBER = 20_000
"""Blows of a sample."""

READY = Standing(asks=frozenset({"start", "ready"}))


def p_value(seen: Mapping[Any, int], weights: Mapping[Any, Any]) -> float:
    """Return how likely a sample is that differs at least so much from exact weights; 0 for what can't be.

    Args:
        seen: how often each value came.
        weights: each value's weight, whole numbers or fractions, adding up to anything.
    """
    number, total = sum(seen.values()), sum(weights.values())
    if any(not weights.get(value) for value, times in seen.items() if times):
        return 0.0
    observed, expected, rare_seen, rare = [], [], 0, 0.0
    for value in weights:
        most = float(Fraction(weights[value]) / Fraction(total) * number)
        if most < LEAST:
            rare, rare_seen = rare + most, rare_seen + seen.get(value, 0)
        else:
            observed.append(seen.get(value, 0))
            expected.append(most)
    if rare >= LEAST or not expected:
        observed.append(rare_seen)
        expected.append(rare)
    elif rare:
        smallest = expected.index(min(expected))
        observed[smallest] += rare_seen
        expected[smallest] += rare
    if len(expected) < 2:
        return 1.0
    return float(chisquare(observed, expected).pvalue)


def agrees(seen: Mapping[Any, int], weights: Mapping[Any, Any]) -> bool:
    """Return whether a sample looks like drawn by these weights."""
    return p_value(seen, weights) > P


class Keep:
    """A sink that keeps the events of some types."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = frozenset(kinds)
        self.events: list[Any] = []

    def write(self, event: Any, line: bytes) -> None:
        """Keep the event if it is wanted."""
        if event.type in self.kinds:
            self.events.append(event)


class Drill:
    """A battle, or several of one seed, of fighters that repeat themselves, and what was kept of it.

    Args:
        combatants: their tables.
        deeds: what each that does anything does when it is asked, from the request.
        keep: the types of events kept.
        counts: the cap.
        rules: changes to the rules; by default no recovery phase, no stalemate, no bash, no bonus to notice.
        asks: the reasons they are asked for.
        battles: how many battles; ``battles`` has the events of each.
    """

    def __init__(
        self,
        combatants: list[dict[str, Any]],
        deeds: Mapping[str, Callable[[Any], Any]],
        keep: Iterable[str],
        counts: float,
        rules: Mapping[str, Any] | None = None,
        asks: Standing = READY,
        field: Mapping[str, Any] | None = None,
        seed: int = 0,
        battles: int = 1,
    ) -> None:
        settings = {
            "max_counts": counts, "level": "basic", "notice_commit": 0, "bash_weight": 100_000,
            "stalemate_counts": 10_000_000, "max_events": 100_000_000, **(rules or {}),
        }  # fmt: skip
        document: dict[str, Any] = {
            "schema": "couched.scenario/1", "name": "A drill", "system": "counts", "combatants": combatants,
            "rules": settings,
        }  # fmt: skip
        if field is not None:
            document["field"] = dict(field)
        scenario = from_document(document)
        names = [spec.name for spec in scenario.combatants]
        standing = dict.fromkeys(names, Standing(asks=frozenset())) | dict.fromkeys(deeds, asks)
        self.battles = [_fought(scenario, seed, battle, standing, deeds, Keep(*keep)) for battle in range(battles)]
        self.events = [event for events in self.battles for event in events]

    def of(self, kind: str, actor: str | None = None) -> list[Any]:
        """Return what was kept of one type, of one fighter or of all."""
        return [event for event in self.events if event.type == kind and actor in (None, event.actor)]

    def rolls(self, purpose: str, actor: str | None = None) -> list[Any]:
        """Return the rolls of one purpose."""
        return [event for event in self.of("roll", actor) if event.purpose == purpose]


def _fought(
    scenario: Any, seed: int, number: int, standing: Any, deeds: Mapping[str, Callable[[Any], Any]], kept: Keep
) -> list[Any]:
    """Play one battle and return what was kept of it."""
    battle = Battle(scenario, seed, number, standing=standing, record=False, sinks=[kept])
    while request := battle.advance():
        deed = deeds.get(request.combatant)
        battle.answer(request, deed(request) if deed is not None else HOLD)
    assert battle.result is not None
    assert battle.result.outcome != "error", battle.result.reason
    return kept.events


HOLD = Hold()
STURDY = {"htk": 1_000_000, "health": 95}


def repeat(option: Any) -> Callable[[Any], Any]:
    """Return a deed that is always the same option."""
    return lambda request: option


def in_turn(*options: Any) -> Callable[[Any], Any]:
    """Return a deed that takes options in turn, over and over."""
    row = cycle(options)
    return lambda request: next(row)


def blows(
    weapons: Sequence[Mapping[str, Any]],
    keep: Iterable[str] = ("impact",),
    number: int = NUMBER,
    options: Sequence[Mapping[str, Any]] = ({}, {}),
    distance: float = 5,
    rules: Mapping[str, Any] | None = None,
    ana_has: Mapping[str, Any] | None = None,
    bo_has: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> Drill:
    """Ana strikes Bo so many times with each of her weapons in turn, a blow a count, without INIT or recovery.

    Args:
        weapons: one or two; W is 1 if they say nothing else.
        options: what is special about the attacks with each.
    """
    arms = [sword(**({"wsd": 1} | dict(weapon))) for weapon in weapons]
    ana = fighter("Ana", "red", 0, weapons=arms, **(ana_has or {}))
    bo = fighter("Bo", "blue", distance, **(STURDY | dict(bo_has or {})))
    strikes = [Attack(target="Bo", weapon=arm["name"], **more) for arm, more in zip(arms, options, strict=False)]
    return Drill([ana, bo], {"Ana": in_turn(*strikes)}, keep, number * len(arms), rules, seed=seed)


def by_weapon(drill: Drill, weapon: str) -> list[Any]:
    """Return the impacts of one weapon."""
    return [event for event in drill.of("impact") if event.weapon == weapon]


def counted(values: Iterable[Any]) -> Counter[Any]:
    """Return how often each value comes."""
    return Counter(values)
