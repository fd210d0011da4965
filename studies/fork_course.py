"""Playing a recorded battle up to a decision, taking an option there, and going on with the scenario's agents."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import msgspec

from engine import Battle, Request
from engine.errors import InputError
from engine.events import Branch
from engine.options import Option
from engine.record import ReadLog, Sink
from studies.cli_text import number
from studies.fork_spot import Spot
from studies.replay import branches_of, decisions_of, forfeits_of, open_battle, option_of
from studies.run import OnIllegal, RunResult, build_agents, close_agents, play

Json = Mapping[str, Any]

FAULT = "in place of a fault"
"""How the note of a decision begins that was taken for an agent that failed."""

INSTEAD = "what if, in place of "
"""How the note of a decision begins that a fork took."""


@attrs.define
class Strayed:
    """How often a fresh agent answered otherwise than the record before the fork, and when first (counts)."""

    times: int
    first: float


class Course:
    """One battle along its record up to a decision, its agents asked all that they were asked.

    Args:
        log: a whole log.
        spot: the decision.
        branches: where the dice branch beyond what the log says.
        sink: where each event goes.
        record: keep the events.

    Attributes:
        strayed: the combatants whose agents answered otherwise than the record.
    """

    def __init__(
        self, log: ReadLog, spot: Spot, branches: Sequence[Branch] = (), *, sink: Sink | None = None, record: bool = True
    ) -> None:
        self._spot = spot
        self.battle: Battle = open_battle(log.header, branches, record=record, sinks=() if sink is None else (sink,))
        scenario = self.battle.scenario
        _refuse_external(scenario)
        self._players = build_agents(scenario, self.battle.seed, self.battle.battle, {})
        self._queues: dict[str, deque[Json]] = decisions_of(log.events)
        self._forfeits = forfeits_of(log.events)
        self._taken = dict.fromkeys(self._players, 0)
        self._request: Request | None = None
        self.strayed: dict[str, Strayed] = {}

    def lead(self) -> Request:
        """Follow the record to the decision and return its request.

        Raises:
            InputError: a combatant is not asked there though its timer was set.
        """
        spot = self._spot
        while (request := self.battle.advance()) is not None:
            if request.combatant == spot.who and self._taken[spot.who] == spot.nth:
                if spot.wake and request.t != spot.t:
                    why = f"it is not asked before {number(request.t)}; it can't act, or its rules have no such moment"
                    raise _not_asked(spot, why)
                self._request = request
                return request
            self._follow(request)
        raise _not_asked(spot, "it is not asked any more")

    def take(self, option: Option, note: str | None) -> None:
        """Answer the decision; the others' answers of the same moment are those of the record.

        The timer that the agent set with its own answer runs on: it is a plan of the agent's, no part of the option.
        """
        request, spot = self._request, self._spot
        assert request is not None
        if not spot.wake:
            self._ask(request)
        request.wake = spot.timer if spot.recorded is None else spot.recorded.get("wake")
        request.note = None
        self.battle.answer(request, option, note)
        if spot.recorded is not None:
            self._queues[spot.who].popleft()
        for _ in range(self.battle.waiting):
            other = self.battle.advance()
            assert other is not None
            self._follow(other)

    def go_on(self, future: int, on_illegal: OnIllegal) -> RunResult:
        """Play on to the end with the agents; in a numbered future they draw anew too."""
        for player in self._players.values():
            if future and callable(branch := getattr(player, "branch", None)):
                branch(future)
        forfeits = play(self.battle, self._players, on_illegal)
        battle = self.battle
        assert battle.result is not None
        return RunResult(battle.scenario, battle.seed, battle.battle, battle.result, battle.events, forfeits)

    def close(self) -> None:
        """Tell the agents that it is over."""
        close_agents(self._players)

    def _follow(self, request: Request) -> None:
        """Answer as the record does, after asking the agent."""
        name = request.combatant
        option = self._ask(request)
        queue = self._queues.get(name)
        if not queue:
            self.battle.forfeit(name, self._forfeits[name])
            return
        decision = queue.popleft()
        self._taken[name] += 1
        recorded = option_of(self.battle.scenario.system, decision)
        note = decision.get("note")
        request.wake = decision.get("wake")
        if self._spot.wake and name == self._spot.who and self._taken[name] == self._spot.nth:
            request.wake = self._spot.t
        if option != recorded and not str(note).startswith((FAULT, INSTEAD)):
            self._stray(request)
        self.battle.answer(request, recorded, note)

    def _ask(self, request: Request) -> Option | None:
        """Return what an agent answers; one that fails answers nothing, as it did in the record."""
        try:
            option = self._players[request.combatant].decide(request)
        except Exception:
            return None
        return option.settled() if isinstance(option, Option) else None

    def _stray(self, request: Request) -> None:
        known = self.strayed.setdefault(request.combatant, Strayed(0, request.t))
        known.times += 1


def _not_asked(spot: Spot, why: str) -> InputError:
    place = f"--at {number(spot.t)} --wake" if spot.wake else f"--at {number(spot.t)}"
    return InputError(place, f"{spot.who} can't be asked then: {why}", "a count at which it can act")


def _refuse_external(scenario: Any) -> None:
    for name, spec in scenario.agents.items():
        if spec.policy == "external":
            found = "an agent outside the program, whose state at the fork can't be known"
            raise InputError(f"combatants.{name}.agent", found, "battles of built-in agents")


def past(log: ReadLog, answered: int) -> tuple[ReadLog, int]:
    """Return a log whose dice branch no later than an answer, and how many branches that leaves out."""
    branches = branches_of(log.header)
    kept = [branch for branch in branches if branch.after <= answered]
    if len(kept) == len(branches):
        return log, 0
    header = {**log.header, "branches": msgspec.to_builtins(kept) or None}
    return attrs.evolve(log, events=[header, *log.events[1:]]), len(branches) - len(kept)
