"""Ways to fight the battles that are measured: without a sink, recorded, with a log, and replayed from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from agents import make
from engine import Battle, Result, Scenario
from engine.errors import InputError
from engine.record import LogFile, read_log

TICKS = 8000
"""Ticks of a count on the skeleton's clock, enough to hold every moment of every system apart."""

Way = Callable[[], Sequence[Result]]
"""Fights all battles once and returns how they ended."""


def fight(scenario: Scenario, seed: int, battle: int, record: bool, sinks: Sequence[Any] = ()) -> Battle:
    """Run one battle with the scenario's own agents, as bare as can be."""
    agents: dict[str, Any] = {
        one.name: make(scenario.agents[one.name], one.name, scenario, seed, battle) for one in scenario.combatants
    }
    standing = {name: agent.standing for name, agent in agents.items() if hasattr(agent, "standing")}
    fought = Battle(scenario, seed, battle, standing=standing, record=record, sinks=sinks)
    while request := fought.advance():
        fought.answer(request, agents[request.combatant].decide(request))
    return fought


def recorded(scenario: Scenario, battles: int, name: str) -> list[Battle]:
    """Fight the battles of seeds 0 and up once, recorded, as a user would run them.

    Raises:
        InputError: one ends in an error, or its agents are programs, which are not measured.
    """
    from studies.run import refuse_commands

    refuse_commands(scenario, allowed=False)
    return [_sound(scenario, seed, name) for seed in range(battles)]


def _sound(scenario: Scenario, seed: int, name: str) -> Battle:
    from studies.run import build_agents, play

    players = build_agents(scenario, seed, 0, {})
    standing = {who: player.standing for who, player in players.items() if hasattr(player, "standing")}
    battle = Battle(scenario, seed, 0, standing=standing)
    play(battle, players)
    if battle.result is None or battle.result.outcome == "error":
        reason = battle.result.reason if battle.result else "no end"
        raise InputError(f"{name}, seed {seed}", f"an error: {reason}", "a scenario whose battles end")
    return battle


def ways(scenario: Scenario, battles: int, folder: Path) -> dict[str, Way]:
    """Return the ways to fight the battles of seeds 0 and up, by name.

    Args:
        scenario: the fight.
        battles: how many.
        folder: where logs are written.
    """
    paths = [folder / f"{seed}.jsonl" for seed in range(battles)]

    def silent() -> list[Result]:
        return [_ended(fight(scenario, seed, 0, False)) for seed in range(battles)]

    def kept() -> list[Result]:
        return [_ended(fight(scenario, seed, 0, True)) for seed in range(battles)]

    def read() -> list[Result]:
        return [_ended(_looked_at(fight(scenario, seed, 0, True))) for seed in range(battles)]

    def written() -> list[Result]:
        return [_ended(_written(scenario, seed, path)) for seed, path in enumerate(paths)]

    return {"no sink": silent, "in memory": kept, "and read": read, "JSONL log": written}


def _looked_at(battle: Battle) -> Battle:
    """Look at a battle's events: their digest is worked out only then."""
    if not battle.events[-1].digest:  # type: ignore[attr-defined]
        raise RuntimeError("a log without a digest")
    return battle


def _written(scenario: Scenario, seed: int, path: Path) -> Battle:
    sink = LogFile(path)
    try:
        return fight(scenario, seed, 0, False, (sink,))
    finally:
        sink.close()


def replayed(folder: Path, battles: int) -> Callable[[], None]:
    """Return what replays the logs that the way ``JSONL log`` has left in a folder.

    It raises a RuntimeError when one is not identical: a faster replay that is wrong is none.
    """
    from studies.replay import replay

    def run() -> None:
        for seed in range(battles):
            if not replay(read_log(folder / f"{seed}.jsonl")).identical:
                raise RuntimeError(f"the replay of seed {seed} is not identical")

    return run


def _ended(battle: Battle) -> Result:
    assert battle.result is not None
    return battle.result


def waits_of(battle: Battle) -> list[list[int]]:
    """Return the waits of every declared action of a recorded battle, in ticks, by fighter."""
    waits: dict[str, list[int]] = {}
    for event in battle.events:
        if event.type != "declare":
            continue
        moments = [event.t, event.begin, event.commit, event.impact, event.ready]  # type: ignore[attr-defined]
        known = [moment for moment in moments if moment is not None]
        spans = [round((after - before) * TICKS) for before, after in pairwise(known)]
        waits.setdefault(str(event.actor), []).extend(spans)
    return list(waits.values())


def checksum(battles: Iterable[Battle]) -> str:
    """Return a digest of the logs of recorded battles, event by event."""
    whole = hashlib.sha256()
    for battle in battles:
        whole.update(str(battle.events[-1].digest).encode())  # type: ignore[attr-defined]
    return whole.hexdigest()[:16]


def outcomes(results: Iterable[Result]) -> str:
    """Return a digest of how battles ended; the same with and without a log."""
    whole = hashlib.sha256()
    for result in results:
        whole.update(repr((result.outcome, result.winner, result.t, result.rolls, result.clock_events)).encode())
    return whole.hexdigest()[:16]
