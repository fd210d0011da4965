"""A program outside couched decides: it is told in JSON lines what its fighter sees, and answers in JSON lines (docs/external.md).

A program that fails is ended, and every further request of its battle fails with it; what that means for the battle is the
runner's to say. The next battle starts it anew. Wall time reaches a decision only here, by the budget.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from agents import external_pool
from agents.base import Setup
from agents.external_answers import PROTOCOL, Answer, Greeting, answer, greeting
from agents.external_plain import plain
from agents.external_process import BATTLE_BYTES, LINE_BYTES, Program, ProgramError, ascii_safe
from agents.external_view import options_of, public, view_of
from agents.parameters import Parameter, numbers
from engine import __version__, registry
from engine.errors import AgentError, InputError
from engine.system import Standing

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

_DAY: Final = 86_400

PARAMETERS = (
    Parameter("answer_seconds", 5, "how long it may take for one answer", "seconds", 0.001, _DAY),
    Parameter("battle_seconds", 60, "how long it may take for all its answers of a battle together", "seconds", 0.001, _DAY),
    Parameter("start_seconds", 10, "how long it may take from its start to its greeting", "seconds", 0.001, _DAY),
)

Tap = Callable[[Literal[">", "<"], bytes, float], None]
"""Hears every line: where it goes (``>`` to the program), the line, and for an answer how long it took, seconds."""

_TAIL: Final = 240
_SEED: Final = 2**32


def checked(params: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return the parameters of an external agent, complete: its command and its budget.

    Raises:
        InputError: the command is no list of texts, or a number is none it takes.
    """
    rest = {name: value for name, value in params.items() if name != "command"}
    command = params.get("command")
    is_list = isinstance(command, Sequence) and not isinstance(command, str) and len(command) > 0
    if not is_list or not all(isinstance(word, str) for word in command or ()) or not (command or ("",))[0]:
        raise InputError(f"{place}.command", repr(command)[:80], "the program and its arguments: an array of texts, at least one")
    assert command is not None
    return {"command": list(command), **numbers(rest, PARAMETERS, place)}


def build(setup: Setup) -> External:
    """Build the agent; its program is started when the battle opens."""
    return External(setup)


class External:
    """An agent whose decisions a program makes.

    Args:
        setup: what it is built from; ``params`` as `checked` returns them.
        tap: hears every line.

    Attributes:
        note: what the program wants the log to say of its last answer.
        greeting: what it said of itself; None until it has.
        fault: what it did wrong, once it has.
        spent: how long its answers have taken in this battle, seconds.
        leftover: what it wrote without being asked, known once the battle is over.
        exit_code: its own exit code, known once it is closed; None when it was killed or is kept.
    """

    def __init__(self, setup: Setup, tap: Tap | None = None) -> None:
        self.note: str | None = None
        self.greeting: Greeting | None = None
        self.spent = 0.0
        self.leftover = b""
        self.exit_code: int | None = None
        self._setup, self._tap = setup, tap
        self._command: list[str] = list(setup.params["command"])
        self._names = [str(spec.name) for spec in setup.scenario.combatants]
        self._program: Program | None = None
        self.fault: str | None = None
        self._number = 0
        self._over = False

    @property
    def standing(self) -> Standing:
        """What the program asks to be asked for; the first look at it starts the program."""
        if self.greeting is None and self.fault is None:
            try:
                self.greeting = self._greeted()
            except ProgramError as fault:
                self._failed(str(fault))
        return Standing() if self.greeting is None else self.greeting.standing

    def decide(self, request: Request) -> Option:
        """Return what the program answers.

        Raises:
            AgentError: it failed, now or before.
        """
        _ = self.standing
        if self.fault is None:
            try:
                found = self._asked(request)
            except ProgramError as fault:
                self._failed(str(fault))
            else:
                request.wake, self.note = found.wake, found.note
                return found.option
        raise AgentError(self._setup.combatant, str(self.fault))

    def battle_ended(self, result: Any) -> None:
        """Tell the program how the battle ended."""
        self._over = True
        if self._program is None:
            return
        line = self._encoded({
            "type": "end", "outcome": result.outcome, "winner": result.winner, "reason": result.reason, "t": result.t,
            "won": result.winner is not None and result.winner == self._setup.spec.side,
        })  # fmt: skip
        if not self._program.keeps:
            self._program.finish(line)
            return
        try:
            self._program.tell(line)
        except ProgramError:
            self._program.keeps = False

    def close(self) -> None:
        """End the program, or keep it for another battle if it said it can play one and this one came to its end."""
        program, self._program = self._program, None
        if program is None:
            return
        if self._over and program.keeps:
            external_pool.put(self._command, program)
            return
        self.exit_code = program.close()
        self.leftover = program.rest()

    # the lines

    def _greeted(self) -> Greeting:
        """Start the program, or take one that waits, and return what it says; one that waited in vain is replaced."""
        kept = external_pool.take(self._command)
        if kept is not None:
            kept.begin()
            try:
                return self._hello(kept)
            except ProgramError:
                kept.close()
        return self._hello(Program(self._command))

    def _hello(self, program: Program) -> Greeting:
        self._program = program
        limit = self._setup.params["start_seconds"]
        try:
            line, _ = self._exchanged(program, self._first_line(), limit)
        except TimeoutError as late:
            raise ProgramError(_late(f"no greeting within {limit:g} seconds (start_seconds)", late)) from None
        found = greeting(line, self._setup.scenario.system)
        program.keeps = found.keep
        return found

    def _first_line(self) -> bytes:
        setup = self._setup
        params = setup.params
        return self._encoded({
            "type": "hello", "protocol": PROTOCOL, "version": __version__, "system": setup.scenario.system,
            "combatant": setup.combatant, "side": setup.spec.side,
            "seed": setup.stream("external").below(_SEED),
            "reasons": registry.reasons(setup.scenario.system),
            "budget": {
                **{parameter.name: params[parameter.name] for parameter in PARAMETERS},
                "line_bytes": LINE_BYTES, "battle_bytes": BATTLE_BYTES,
            },
            "scenario": public(setup.scenario), "rules": plain(setup.scenario.rules),
        })  # fmt: skip

    def _asked(self, request: Request) -> Answer:
        program, params, system = self._program, self._setup.params, self._setup.scenario.system
        assert program is not None
        self._number += 1
        line = self._encoded({
            "type": "request", "request": self._number, "combatant": request.combatant, "t": request.t,
            "reasons": request.reasons, "view": view_of(request, system, self._names), "options": options_of(request),
        })  # fmt: skip
        left = params["battle_seconds"] - self.spent
        limit = min(params["answer_seconds"], max(left, 0.0))
        try:
            found, took = self._exchanged(program, line, limit)
        except TimeoutError as late:
            which = "answer_seconds" if limit == params["answer_seconds"] else "battle_seconds"
            what = f"no answer to request {self._number} within {params[which]:g} seconds ({which})"
            raise ProgramError(_late(what, late)) from None
        self.spent += took
        return answer(found, request, system, self._number)

    def _exchanged(self, program: Program, line: bytes, seconds: float) -> tuple[bytes, float]:
        """Send a line and return the one that comes back, and how long that took."""
        before = time.monotonic()
        found = program.exchange(line, seconds)
        took = time.monotonic() - before
        if self._tap is not None:
            self._tap("<", found, took)
        return found.removesuffix(b"\r"), took

    def _encoded(self, data: Mapping[str, Any]) -> bytes:
        line = msgspec.json.encode(data)
        if self._tap is not None:
            self._tap(">", line, 0.0)
        return line + b"\n"

    def _failed(self, why: str) -> None:
        """End the program and keep what it did wrong, with the end of what it said on standard error."""
        program, self._program = self._program, None
        tail = ""
        if program is not None:
            self.exit_code = program.close()
            tail = program.tail()
        told = f"; its standard error ends: {_end(tail)}" if tail else ""
        self.fault = f"its program {ascii_safe(self._command[0])} {why}{told}"


def _late(what: str, detail: TimeoutError) -> str:
    return f"gave {what}" + (f": {detail}" if str(detail) else "")


def _end(tail: str) -> str:
    """Return the last line or so of what a program said."""
    text = ascii_safe(tail[-_TAIL:]).replace("\n", " | ")
    return ("..." if len(tail) > _TAIL else "") + text
