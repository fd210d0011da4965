"""What a study plays: arms, each a resolved scenario with its agents, and the rows their battles come back as.

Ranges of battle indices travel to workers, never battles: an arm, the root seed and the indices say all (CLK-7).
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs
import msgspec

from engine import InputError, Result, Scenario

if TYPE_CHECKING:
    from studies.run import RunResult

OUTCOMES = ("win", "draw", "timeout", "stalemate", "error")
"""The classes of outcomes, never mixed (CLK-8)."""

ON_ILLEGAL: Final = "forfeit"
"""What an agent's failure does in a study: its combatant is out of the fight (CLK-5)."""

_FAULT, _FAULTS = 300, 1000
"""Characters that are kept of how an agent failed, and of how all of a battle did."""


@attrs.frozen
class Arm:
    """One configuration a study plays.

    Attributes:
        label: what tables call it; unique in its study.
        scenario: the fight, resolved, with the agents that play it.
        source: the shipped name or the file it came from, for commands.
        overrides: the ``path=value`` texts that make it from its source.
        agents: side to the policy that plays it, where not its source's own agents do (`with_agents`).
        tags: what it stands for: the values of its cell, its pairing, whether its sides are swapped, ...
        allowed: which commands of external agents may be run: all, none, or these.
    """

    label: str
    scenario: Scenario
    source: str
    overrides: tuple[str, ...] = ()
    agents: Mapping[str, str] = attrs.field(factory=dict)
    tags: Mapping[str, Any] = attrs.field(factory=dict)
    allowed: bool | tuple[tuple[str, ...], ...] = False

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the fight, sorted by name."""
        return tuple(sorted({spec.side for spec in self.scenario.combatants}))

    def command(self, seed: int, battle: int) -> str:
        """Return the command that plays one of its battles again, under the same policy for agents that fail."""
        parts = ["couched", "run", self.source, "--seed", str(seed), "--battle", str(battle)]
        for text in self.overrides:
            parts += ["--set", text]
        for side, policy in sorted(self.agents.items()):
            parts += ["--agents", f"{side}={policy}"]
        parts += ["--allow-external"] if self.allowed is True else []
        return shlex.join([*parts, "--on-illegal", ON_ILLEGAL])


class Row(NamedTuple):
    """One battle of a study.

    Attributes:
        arm: the arm's number.
        battle: the battle's index under the root seed.
        outcome: one of `OUTCOMES`.
        winner: the side that won, or None.
        t: when it ended, in counts.
        reason: why it ended, in words.
        rolls, clock_events: how much went on.
        able: who can still fight at the end, by side.
        measures: further figures, by name; the same names for every battle of an arm.
    """

    arm: int
    battle: int
    outcome: str
    winner: str | None
    t: float
    reason: str
    rolls: int
    clock_events: int
    able: Mapping[str, int]
    measures: Mapping[str, float]


Left = Callable[[int, int, int], Iterable[tuple[int, int]]]


class Task(NamedTuple):
    """A range of battles of one arm, as it travels to a worker; plain data only.

    Attributes:
        arm: the arm's number.
        document: the arm's resolved scenario as JSON.
        seed: the root seed.
        start, stop: the battles, ``start`` to ``stop - 1``.
        meter: which measures are taken: empty for none, else a name of `studies.meters.METERS`.
        allowed: which commands of external agents may be run.
    """

    arm: int
    document: bytes
    seed: int
    start: int
    stop: int
    meter: str = ""
    allowed: bool | tuple[tuple[str, ...], ...] = False


@lru_cache(maxsize=64)
def scenario_of(document: bytes) -> Scenario:
    """Return the scenario of a document; a worker keeps those it has met."""
    from scenarios import from_document

    return from_document(msgspec.json.decode(document))


def document_of(arm: Arm) -> bytes:
    """Return an arm's scenario as it travels."""
    return msgspec.json.encode(arm.scenario.document)


def play(task: Task) -> list[Row]:
    """Play a range of battles; a battle that fails comes back as a row with outcome ``error``."""
    scenario = scenario_of(task.document)
    return [_play(scenario, task, battle) for battle in range(task.start, task.stop)]


def _play(scenario: Scenario, task: Task, battle: int) -> Row:
    from studies.meters import METERS
    from studies.run import run

    try:
        meter = METERS[task.meter](scenario) if task.meter else None
        done = run(
            scenario, task.seed, battle, record=False, sink=meter, on_illegal=ON_ILLEGAL, allow_external=task.allowed
        )
        measures = meter.measures(done.result) if meter is not None else {}
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        return Row(task.arm, battle, "error", None, 0.0, reason[:500], 0, 0, {}, {})
    return row_of(task.arm, battle, done.result, measures)._replace(reason=_reason(done))


def row_of(arm: int, battle: int, result: Result, measures: Mapping[str, float]) -> Row:
    """Return the row of a battle that was played to its end."""
    able: dict[str, int] = {}
    for state in result.combatants.values():
        able[state["side"]] = able.get(state["side"], 0) + bool(state["able"])
    return Row(
        arm, battle, result.outcome, result.winner, result.t, result.reason, result.rolls, result.clock_events,
        able, measures,
    )  # fmt: skip


def _reason(done: RunResult) -> str:
    """Return why a battle ended, and whose agents failed, how."""
    faults = "".join(f"; {name} forfeited: {why}"[:_FAULT] for name, why in sorted(done.faults.items()))
    return done.reason + faults[:_FAULTS]


def tasks(
    arms: Sequence[Arm], seed: int, start: int, stop: int, chunk: int, meter: str = "", left: Left | None = None
) -> Iterator[Task]:
    """Yield the ranges that make up the battles ``start`` to ``stop - 1`` of every arm, all arms side by side.

    Args:
        arms: what is played.
        seed: the root seed.
        start, stop: the battles.
        chunk: the most battles of a range.
        meter: which measures are taken.
        left: gives, of an arm and a range, the ranges that are still to be played; all are without it.
    """
    documents = [document_of(arm) for arm in arms]
    for at in range(start, stop, chunk):
        for number, document in enumerate(documents):
            whole = at, min(at + chunk, stop)
            for first, last in (whole,) if left is None else left(number, *whole):
                yield Task(number, document, seed, first, last, meter, arms[number].allowed)


def load_typed(source: str, overrides: Sequence[str], typed: Mapping[str, str]) -> Scenario:
    """Load a scenario with values laid over it; what is wrong with one is told of the option it was typed for.

    Args:
        source: a shipped name or a file.
        overrides: ``path=value`` texts.
        typed: by such a text the option and what was typed, where that is not ``--set`` with the text.

    Raises:
        InputError: the scenario can't be loaded, or a value is refused.
    """
    import agents
    from engine.errors import ScenarioError
    from scenarios import load

    def told(line: str) -> str:
        for text, option in typed.items():
            for label in (f"--set {text}", f"--set {text.partition('=')[0]}"):
                if line == label or line.startswith(f"{label}:"):
                    return f"{option}{line[len(label):]}"
        return line

    try:
        return load(source, overrides=list(overrides), parameters=agents.parameters)
    except ScenarioError as error:
        raise ScenarioError(error.place, [told(line) for line in error.mistakes]) from error
    except InputError as error:
        raise InputError(told(error.place), error.found, error.allowed) from error


def with_agents(scenario: Scenario, policies: Mapping[str, str]) -> Scenario:
    """Return a scenario whose sides are played by other policies.

    Args:
        scenario: the fight.
        policies: side to policy, with parameters as `studies.players` reads them; sides not named keep their agents.

    Raises:
        InputError: a side, policy or parameter there is none of, or a policy that can't play the system or needs more
            than its name and numbers.
    """
    from scenarios import from_document
    from studies.players import check_plays, player_of

    sides = {str(spec.name): str(spec.side) for spec in scenario.combatants}
    specs = {}
    for side, policy in policies.items():
        place = f"--agents {side}={policy}"
        if side not in sides.values():
            raise InputError(place, f"no side {side!r}", f"sides: {', '.join(sorted({*sides.values()}))}")
        player = player_of(policy, place)
        check_plays(player, scenario.system, place)
        specs[side] = player.spec_for(scenario.system, place)
    document = msgspec.json.decode(msgspec.json.encode(scenario.document))
    for combatant in document["combatants"]:
        combatant["agent"] = specs.get(sides[combatant["name"]], combatant["agent"])
    return from_document(document)
