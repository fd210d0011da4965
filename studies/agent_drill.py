"""A conformance drill for programs that play as external agents: short battles, what breaks programs, every line checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

import attrs

from agents import external_pool
from agents.base import Setup
from agents.external import External, checked
from agents.external_process import EXIT_SECONDS
from engine import Result
from studies.agent_battles import (
    STRANGE_NAMES,
    Battle,
    as_it_is,
    fight,
    one_option,
    scenario_for,
    shortened,
    woken,
)
from studies.cli_text import plural

SHORT: Final = {"counts": "duel", "shots": "shots_duel", "steps": "steps_duel"}
"""The shipped fights that are played from begin to end."""

CROWDED: Final = {"counts": "twenty_on_twenty", "shots": "hero_against_thirty", "steps": "six_on_six"}
"""Those with many options, cut short."""

_CAP: Final = ("rules.max_counts=600",)
_GLIMPSE: Final = ("rules.max_counts=6",)
_DRAW: Final = Result(
    outcome="draw", winner=None, reason="a drill", t=0.0, combatants={}, events=0, rolls=0, clock_events=0
)


@attrs.frozen
class Finding:
    """What one check found.

    Attributes:
        system: the rule system it was made in.
        check: what was checked, in words.
        ok: whether that is fine; None for a remark.
        told: what was found.
        line: the program's line that shows it, or None.
    """

    system: str
    check: str
    ok: bool | None
    told: str
    line: str | None = None


class Times(NamedTuple):
    """How long answers took, seconds: how many there were, their mean, the longest, and the longest start."""

    answers: int
    mean: float
    longest: float
    start: float


class Drill:
    """A drill of one program.

    Args:
        command: the program and its arguments.
        systems: the rule systems it is drilled in; one that it says it does not play is left out.
        budget: ``answer_seconds``, ``start_seconds``, ``battle_seconds``, where not the usual ones.
        tell: called with the rule system and the check that begins.

    Attributes:
        findings: what was found, in order.
        name: what the program calls itself.
    """

    def __init__(
        self,
        command: Sequence[str],
        systems: Sequence[str],
        budget: Mapping[str, float],
        tell: Callable[[str, str], None] = lambda _system, _check: None,
    ) -> None:
        self.findings: list[Finding] = []
        self.name = ""
        self._params = checked({"command": list(command), **budget}, "agent check")
        self._systems = systems
        self._tell = tell
        self._took: list[float] = []
        self._starts: list[float] = []

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong, and something was played."""
        played = any(found.ok and found.check == PLAYS for found in self.findings)
        return played and not any(found.ok is False for found in self.findings)

    @property
    def times(self) -> Times:
        """How long its answers took."""
        took = self._took or [0.0]
        return Times(len(self._took), sum(took) / len(took), max(took), max(self._starts, default=0.0))

    def run(self) -> None:
        """Make all checks; programs are ended whatever happens."""
        if find_spec("jsonschema") is None:
            self._note("all systems", "schema", "lines are not held against the schema as well: pip install jsonschema")
        try:
            for system in self._systems:
                self._system(system)
        finally:
            external_pool.end_all()

    def _system(self, system: str) -> None:
        for name, check in CHECKS:
            self._tell(system, name)
            battle = check(self, system)
            if battle is None or (battle.fault is not None and "_seconds)" in battle.fault):
                if name != CHECKS[-1][0] and battle is not None:
                    self._note(system, name, "it took too long: nothing more is tried in this system")
                return

    # what checks are made of

    def fight(self, scenario: Any, way: Any = as_it_is, *, seed: int = 0, kept: bool = False) -> Battle:
        """Play a battle and keep how long its answers took."""
        battle = fight(scenario, self._params, way, seed=seed, kept=kept)
        self._took += [line.took for line in battle.answers]
        self._starts += [line.took for line in battle.lines if line.way == "<"][:1]
        return battle

    def judge(self, system: str, check: str, battle: Battle, fine: str) -> bool:
        """Note what a battle shows; return whether nothing is wrong with it."""
        problems = list(battle.problems())
        for told, line in problems:
            self._add(system, check, False, told, line)
        if not problems:
            self._add(system, check, True, fine)
        return not problems

    def _add(self, system: str, check: str, ok: bool | None, told: str, line: str | None = None) -> None:
        self.findings.append(Finding(system, check, ok, told, line))

    def _note(self, system: str, check: str, told: str, line: str | None = None) -> None:
        if not any((found.system, found.check, found.told) == (system, check, told) for found in self.findings):
            self._add(system, check, None, told, line)

    # the checks, in order

    def starts(self, system: str) -> Battle | None:
        """Greeted, and told at once that it is over: the least a battle can be."""
        scenario = scenario_for(SHORT[system], _CAP)
        lines: list[tuple[str, bytes, float]] = []
        setup = Setup(str(scenario.combatants[0].name), scenario, self._params)
        agent = External(setup, lambda way, text, took: lines.append((way, text, took)))
        _ = agent.standing
        said = [text for way, text, _took in lines if way == "<"]
        self._starts += [took for way, _text, took in lines if way == "<"]
        if agent.greeting is None:
            fault = str(agent.fault)
            if "says that it plays" in fault:
                self._note(system, GREETS, fault.partition(" says ")[2].join(("it says ", "")))
            else:
                self._add(system, GREETS, False, fault, shortened(said[-1]) if said else None)
            return None
        agent.battle_ended(_DRAW)
        agent.close()
        external_pool.end_all()
        greeting = agent.greeting
        self.name = greeting.name or self.name
        battle = Battle(greeting=greeting, leftover=agent.leftover)
        asks = len(greeting.standing.asks)
        kept = "may be kept" if greeting.keep else "is started for each battle"
        words = f"{greeting.name or 'no name'}; asks for {plural(asks, 'reason')}; {kept}"
        return battle if self.judge(system, GREETS, battle, words) else None

    def plays(self, system: str) -> Battle:
        """Two battles, from begin to end."""
        scenario = scenario_for(SHORT[system], _CAP)
        for seed in (1, 2):
            battle = self.fight(scenario, seed=seed)
            fine = f"{SHORT[system]}, seed {seed}: {battle.outcome} after {plural(len(battle.answers), 'answer')}"
            if not self.judge(system, PLAYS, battle, fine):
                break
            for told, line in battle.notes():
                self._note(system, PLAYS, told, line)
        return battle

    def repeats(self, system: str) -> Battle:
        """The same battle again: the same answers."""
        scenario = scenario_for(SHORT[system], _CAP)
        one, other = self.fight(scenario, seed=1), self.fight(scenario, seed=1)
        return self._alike(system, REPEATS, one, other, "the same lines in the same battle")

    def keeps(self, system: str) -> Battle:
        """A battle, another one, and the first one again, all in one process."""
        scenario = scenario_for(SHORT[system], _CAP)
        one = self.fight(scenario, seed=1, kept=True)
        if one.greeting is None or not one.greeting.keep:
            self._note(system, KEEPS, "it does not say that it may be kept: it is started for each battle")
            return one
        self.fight(scenario, seed=2, kept=True)
        other = self.fight(scenario, seed=1, kept=True)
        external_pool.end_all()
        return self._alike(system, KEEPS, one, other, "no battle changes the next")

    def _alike(self, system: str, check: str, one: Battle, other: Battle, fine: str) -> Battle:
        if one.fault is None and other.fault is None and one.said != other.said:
            pairs = zip(one.said, other.said, strict=False)
            differs = next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one.said), len(other.said)))
            told = f"line {differs + 1} differs the second time; first it was {_nth(one, differs)}"
            self._add(system, check, False, told, _nth(other, differs))
        else:
            self.judge(system, check, other, fine)
        return other

    def names(self, system: str) -> Battle:
        """Fighters with names of any kind."""
        battle = self.fight(scenario_for(SHORT[system], _CAP, STRANGE_NAMES), seed=1)
        self.judge(system, NAMES, battle, "names with quotes, brackets and signs of all kinds")
        return battle

    def few(self, system: str) -> Battle:
        """Requests with one option alone."""
        battle = self.fight(scenario_for(SHORT[system], ("rules.max_counts=60",)), one_option)
        self.judge(system, FEW, battle, f"{plural(len(battle.answers), 'request')} with a single option")
        return battle

    def many(self, system: str) -> Battle:
        """Requests with many options, long lines."""
        battle = self.fight(scenario_for(CROWDED[system], _GLIMPSE))
        longest = max((len(line.text) for line in battle.lines if line.way == ">"), default=0)
        self.judge(system, MANY, battle, f"{CROWDED[system]}: lines of up to {longest} bytes")
        return battle

    def wakes(self, system: str) -> Battle:
        """Asked in the middle of everything."""
        battle = self.fight(scenario_for(SHORT[system], _CAP), woken, seed=3)
        self.judge(system, WAKES, battle, "asked again and again, in the middle of actions (hold_expired)")
        return battle

    def exits(self, system: str) -> Battle:
        """What it does when the battle is over and its input closed."""
        params = self._params
        battle = fight(scenario_for(SHORT[system], ("rules.max_counts=10",)), params, kept=False)
        if battle.fault is None and battle.greeting is not None and not battle.greeting.keep:
            self._exit(system, battle.exit_code)
        elif battle.fault is None:
            self._exit(system, closed(params["command"], battle.lines[0].text, params["start_seconds"]))
        return battle

    def _exit(self, system: str, code: int | None) -> None:
        if code is None:
            told = f"it did not exit within {EXIT_SECONDS:g} second of the end of its input, and was killed: slow, but no fault"
            self._note(system, EXITS, told)
        elif code:
            self._note(system, EXITS, f"it exits with code {code} when its input ends; 0 would say that all is well")
        else:
            self._add(system, EXITS, True, "exits with code 0 when its input ends")


def closed(command: Sequence[str], hello: bytes, seconds: float) -> int | None:
    """Return with which code a program exits that is greeted and then left alone; None when it has to be killed."""
    from agents.external_process import Program, ProgramError

    try:
        program = Program(command)
    except ProgramError:
        return None
    try:
        program.exchange(hello + b"\n", seconds)
    except (ProgramError, TimeoutError):
        return program.close()
    program.finish(b"")
    return program.close()


def _nth(battle: Battle, number: int) -> str:
    return shortened(battle.said[number]) if number < len(battle.said) else "nothing: the battle was over"


GREETS, PLAYS, REPEATS, KEEPS = "greets", "plays", "repeats itself", "may be kept"
NAMES, FEW, MANY, WAKES, EXITS = "reads any name", "takes the only option", "reads long lines", "is woken", "exits"

CHECKS: Final[Sequence[tuple[str, Callable[[Drill, str], Battle | None]]]] = (
    (GREETS, Drill.starts), (PLAYS, Drill.plays), (REPEATS, Drill.repeats), (KEEPS, Drill.keeps), (NAMES, Drill.names),
    (FEW, Drill.few), (MANY, Drill.many), (WAKES, Drill.wakes), (EXITS, Drill.exits),
)  # fmt: skip
"""The checks by name, in order."""
