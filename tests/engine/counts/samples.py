"""Tens of thousands of blows through the public doors, and what their distributions are held against.

A `Drill` is a battle with fixed seeds whose fighters do the same thing over and over by standing orders; what it keeps
of the log is compared with exact weights by the chi-square test (tests/engine/chances.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

from duels import fighter, sword

from engine import Battle, Standing
from engine.counts.actions import Attack, Hold
from scenarios import from_document
from tests.engine.chances import Keep, agrees, counted, p_value

__all__ = ["HOLD", "NUMBER", "STURDY", "Drill", "agrees", "blows", "by_weapon", "counted", "in_turn", "p_value", "repeat"]

NUMBER = 20_000
"""Blows of a sample."""

READY = Standing(asks=frozenset({"start", "ready"}))


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
