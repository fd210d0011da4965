"""One battle: advance to the next request, answer it, until it is over. Knows no system by name (CLK-5, CLK-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from engine import events as ev
from engine.clock import Clock
from engine.dice import Dice, Script
from engine.errors import GuardTripped, IllegalOption, InputError, UsageError
from engine.options import Option
from engine.record import Log, Sink
from engine.registry import system
from engine.scenario import Scenario
from engine.system import Fight, Request, Standing
from engine.units import Count, Tick

REQUEST_GUARD = 1000
"""Passes of DECIDE at one tick beyond which the clock does not move (CLK-8)."""

LATEST = 1_000_000_000
"""The last count an agent may ask to be woken at."""

IDLE = frozenset({"hold", "wait"})
"""Options that a guard does not name as the last action."""


@attrs.frozen(kw_only=True)
class Result:
    """How a battle ended.

    Attributes:
        outcome: win, draw, timeout, stalemate or error (CLK-8).
        winner: the winning side, for a win.
        reason: why it ended, in words.
        t: when, in counts.
        combatants: every combatant's final state and totals, by name.
        events: events of the log (counted also when there is none: then 0).
        rolls: rolls of dice.
        clock_events: events the clock processed.
    """

    outcome: str
    winner: str | None
    reason: str
    t: Count
    combatants: Mapping[str, Mapping[str, Any]]
    events: int
    rolls: int
    clock_events: int


class Battle:
    """One fight on the clock, driven from outside by two calls.

    Attributes:
        result: how it ended, once it has.
        answered: how many requests have been answered.

    Args:
        scenario: the fight.
        seed: the root seed of all streams, any whole number.
        battle: the battle's index under that seed.
        rolls: scripted rolls, ``"combatant/purpose"`` to a list of rolls, each a list of faces.
        standing: what each agent told the engine: the reasons it wants to be asked for.
        branches: where its dice leave the streams of seed and battle for those of a numbered future (`Dice.branch`).
        record: keep the log in memory (``events``).
        sinks: where each event goes as it happens.

    Raises:
        InputError: the scenario's system is not built in, or an argument is of a wrong kind.
    """

    def __init__(
        self,
        scenario: Scenario,
        seed: int = 0,
        battle: int = 0,
        *,
        rolls: Script | None = None,
        standing: Mapping[str, Standing] | None = None,
        branches: Sequence[ev.Branch] = (),
        record: bool = True,
        sinks: Sequence[Sink] = (),
    ) -> None:
        _check_arguments(scenario, seed, battle, rolls)
        self.scenario, self.seed, self.battle = scenario, seed, battle
        log = Log(record, sinks) if record or sinks else None
        self._set_up(Dice(seed, battle, rolls), log, standing or {}, branches)
        if log is not None:
            log.add(self._header(rolls))
        self._take(system(scenario.system).open(scenario, self._clock, self._dice, log, self._standing))

    def _set_up(
        self, dice: Dice, log: Log | None, standing: Mapping[str, Standing], branches: Sequence[ev.Branch], now: Tick = 0
    ) -> None:
        """Take the dice and the log, and set the clock to a tick."""
        rules = self.scenario.rules
        scale = 1 + len(self.scenario.combatants) // 100
        self.result: Result | None = None
        self._clock = Clock(rules.guard_events * scale, rules.max_events, now)
        self._dice, self._log = dice, log
        self._standing = dict(standing)
        self._branches = list(branches)
        self.answered = 0
        self._open: list[Request] = []
        self._answers: list[tuple[Request, Option, str | None]] = []
        self._pass_at, self._passes = -1, 0
        self._last: tuple[str, Option | str] = ("", "")

    def _take(self, fight: Fight) -> None:
        """Have the clock work for a fight."""
        self._fight: Any = fight
        self._clock.handlers = fight.handlers

    def _header(self, rolls: Script | None) -> ev.BattleStart:
        from engine import __version__

        scripted = {name: [list(roll) for roll in row] for name, row in rolls.items()} if rolls else None
        known = system(self.scenario.system).reasons
        default, given = Standing().asks & known, sorted(self._standing.items())
        asks = {name: sorted(its.asks & known) for name, its in given if its.asks & known != default}
        orders = {name: its.order for name, its in given if its.order != "hold"}
        return ev.BattleStart(
            seq=0, t=0.0, schema=ev.SCHEMA, version=__version__, system=self.scenario.system,
            scenario=dict(self.scenario.document), digest=self.scenario.digest, seed=self.seed, battle=self.battle,
            rolls=scripted, asks=asks or None, orders=orders or None, branches=self._branches or None,
        )  # fmt: skip

    @property
    def t(self) -> Count:
        """The current moment, in counts."""
        return float(self._clock.now / self._fight.per_count)

    @property
    def waiting(self) -> int:
        """How many answers this pass of DECIDE still lacks."""
        return sum(request.asker is self for request in self._open)

    @property
    def events(self) -> list[ev.Event]:
        """The log so far, when it is kept in memory; its footer carries the digest of all lines before it."""
        return [] if self._log is None else self._log.events

    def summary(self) -> dict[str, dict[str, Any]]:
        """Return every combatant's state and totals by now, as `Result.combatants` gives them at the end."""
        summary: dict[str, dict[str, Any]] = self._fight.summary()
        return summary

    def advance(self) -> Request | None:
        """Run to the next decision and return the next unanswered request of it; None when the battle is over.

        Raises:
            ScriptedRollError: a scripted roll is short, impossible or left over.
        """
        while self.result is None:
            waiting = self._open
            while waiting:
                request = waiting[-1]
                if request.asker is self:
                    return request
                waiting.pop()
            self._run()
        return None

    def answer(self, request: Request, option: Option, note: str | None = None) -> None:
        """Answer a request; its ``wake`` and ``note`` count too.

        Raises:
            IllegalOption: the option is not legal, or the wake or note is none; the request stays open.
            UsageError: nobody is waiting for that answer.
        """
        if not isinstance(request, Request):
            raise UsageError("answer", f"{request!r} is no request; pass what advance() returned")
        if request.asker is not self:
            raise UsageError(f"answer for {request.combatant}", "that request is not open")
        if option is not None and option is request.checked:
            settled = option.settled()
        else:
            refused, settled = self._refusal(request, option)
            if refused is not None:
                legal = [str(listed) for listed in request.options]
                raise IllegalOption(request.combatant, str(option), refused[0], refused[1], legal)
        told: Any = note if note is not None else request.note
        if told is not None or request.wake is not None:
            told = self._worded(told)
            self._check_riders(request, told)
            if request.wake is not None:
                request.wake = float(request.wake)  # as a log read again has it
        request.asker = None
        if self._branches:
            self._branch()
        self.answered += 1
        self._answers.append((request, settled, told))

    def _worded(self, note: Any) -> Any:
        """Return a note; one that is a function is put into words only when there is a log to hold them.

        So whatever it does decides nothing: where it fails, or gives no text, the log says so in its place.
        """
        if not callable(note):
            return note
        if self._log is None:
            return None
        try:
            said = note()
        except Exception as error:
            return f"(its note failed: {type(error).__name__})"
        if said is None or (isinstance(said, str) and is_unicode(said)):
            return said
        return f"(its note was no text but {type(said).__name__})"

    def _check_riders(self, request: Request, note: Any) -> None:
        """Refuse a ``wake`` that is no count and a note that is no text; a count that is past already wakes nobody."""
        wake: Any = request.wake
        if wake is not None and (type(wake) not in (int, float) or not abs(wake) <= LATEST):
            raise IllegalOption(request.combatant, "its wake", "CLK-5", "it is no count", ("None", f"a count up to {LATEST}"))
        if note is not None and not (isinstance(note, str) and (note.isascii() or is_unicode(note))):
            raise IllegalOption(request.combatant, "its note", "CLK-5", "it is no text", ("None", "a text"))

    def _refusal(self, request: Request, option: Option) -> tuple[tuple[str, str] | None, Option]:
        """Return the rule that forbids an option and why, or None, and the option settled.

        One whose fields hold anything at all is refused, too.
        """
        try:
            refused: tuple[str, str] | None = self._fight.refusal(request, option)
            return refused, option if refused is not None else option.settled()
        except (TypeError, ValueError, OverflowError, AttributeError):
            if isinstance(option, Option) and option.is_sound():
                raise
            return ("CLK-5", "its fields are of a wrong kind"), option

    def _branch(self) -> None:
        """Let the dice branch with the answer that is given now, where the battle is to."""
        for branch in self._branches:
            if branch.after == self.answered:
                self._dice.branch(branch.number)

    def fail(self, reason: str) -> None:
        """End the battle with outcome ``error`` (an agent or the engine is at fault)."""
        self._finish("error", None, reason)

    def forfeit(self, combatant: str, why: str) -> None:
        """Put a combatant out of the fight in place of the answer it owes."""
        for waiting in self._open:
            waiting.checked = None
            if waiting.combatant == combatant:
                waiting.asker = None
        self._fight.withdraw(combatant, why)

    def _take_up(self) -> None:
        answers, self._answers = self._answers, []
        if len(answers) > 1:
            order = {request.combatant: place for place, request in enumerate(self._fight.open_requests())}
            answers.sort(key=lambda entry: order[entry[0].combatant])
        for request, option, _ in answers:
            if option.do not in IDLE:
                self._last = request.combatant, option
        self._fight.take_up(answers)

    def _run(self) -> None:
        """Take up what was answered and run to the next pass of DECIDE, or to the end; a guard that trips is an error."""
        try:
            if self._answers:
                self._take_up()
            self._clock.run()
        except GuardTripped as error:
            if error.combatant:
                self._last = error.combatant, error.action
            self._trip(error.rule, error.guard)
            return
        verdict = self._fight.verdict
        if verdict is not None:
            self._dice.check_spent()
            self._finish(*verdict)
            return
        self._open = self._fight.open_requests()[::-1]
        for request in self._open:
            request.asker = self
        self._count_pass()

    def _count_pass(self) -> None:
        """Trip when one instant asks and asks without end (CLK-8)."""
        if self._pass_at != self._clock.now:
            self._pass_at, self._passes = self._clock.now, 0
        self._passes += 1
        if self._passes > REQUEST_GUARD:
            self._trip("CLK-8", f"more than {REQUEST_GUARD} passes of DECIDE at one tick")

    def _trip(self, rule: str, guard: str) -> None:
        """End the battle because a guard tripped, naming who acted last (CLK-8)."""
        who, what = self._last
        last = f", last {who} with {what}" if who else ""
        self.fail(f"{rule}: {guard} at count {self.t:.12g}{last}")

    def _finish(self, outcome: str, winner: str | None, reason: str) -> None:
        if self.result is not None:
            return
        for request in self._open:
            request.asker = None
        self._open, self._answers = [], []
        combatants = self._fight.summary()
        log = self._log
        if log is not None:
            footer = ev.BattleEnd(
                seq=log.seq, t=self.t, cause=log.seq - 1, outcome=outcome, winner=winner, reason=reason,
                combatants=combatants, events=log.seq + 1, rolls=self._dice.rolls, digest=log.digest(),
            )  # fmt: skip
            log.add(footer)
        self.result = Result(
            outcome=outcome, winner=winner, reason=reason, t=self.t, combatants=combatants,
            events=log.seq if log is not None else 0, rolls=self._dice.rolls, clock_events=self._clock.events,
        )  # fmt: skip


def is_unicode(text: str) -> bool:
    """Return whether a text can be written: it holds no half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_arguments(scenario: Any, seed: Any, battle: Any, rolls: Any) -> None:
    """Refuse arguments of a wrong kind; what the scripted rolls hold is looked at when they are rolled.

    Raises:
        InputError: one of them is.
    """
    if not isinstance(scenario, Scenario):
        raise InputError("scenario", repr(scenario)[:80], "a scenario, as scenarios.load returns it")
    if type(seed) is not int:
        raise InputError("seed", repr(seed)[:80], "a whole number")
    if type(battle) is not int or battle < 0:
        raise InputError("battle", repr(battle)[:80], "a whole number from 0")
    if rolls is None:
        return
    if not isinstance(rolls, Mapping):
        raise InputError("rolls", repr(rolls)[:80], 'a mapping of streams to lists of rolls: {"Ana/to_hit": [[42]]}')
    for name, row in rolls.items():
        if not _is_row(row) or not all(_is_row(roll) and all(type(face) is int for face in roll) for roll in row):
            raise InputError(f"rolls, {name!r}", repr(row)[:80], "a list of rolls, each a list of faces: [[42], [7]]")


def _is_row(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)
