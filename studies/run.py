"""Running one battle: agents are built, asked, and their answers handed to the engine (CLK-5).

Everything that plays a battle with agents - the command line, tournaments, sweeps - goes through `run`. The heavy
imports stand inside the functions: this module is imported with the package.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Battle, Request, Result, Scenario
    from engine.dice import Script
    from engine.events import Event
    from engine.options import Option
    from engine.record import Sink

_NOTE = 500
"""Characters of a note that tells of a fault."""

OnIllegal = Literal["error", "forfeit", "default_action", "raise"]

Allowed = bool | Collection[tuple[str, ...]]
"""Which commands of external agents may be run: all, none, or these."""

ON_ILLEGAL: tuple[OnIllegal, ...] = ("error", "forfeit", "default_action", "raise")


class RunResult:
    """One finished battle and how it was set up.

    Attributes:
        scenario: what was fought.
        seed: the root seed.
        battle: the battle's index under that seed.
        result: the engine's result (outcome, winner, reason, t in counts, combatants, events, rolls).
        events: the event records, empty when nothing was recorded.
        forfeits: the combatants whose agents failed and were taken out of the fight for it.
        faults: why, by combatant.
    """

    __slots__ = ("battle", "events", "faults", "forfeits", "result", "scenario", "seed")

    def __init__(
        self,
        scenario: Scenario,
        seed: int,
        battle: int,
        result: Result,
        events: Sequence[Event],
        faults: Mapping[str, str],
    ) -> None:
        self.scenario, self.seed, self.battle = scenario, seed, battle
        self.result, self.events, self.faults, self.forfeits = result, events, dict(faults), tuple(faults)

    def __repr__(self) -> str:
        winner = f" {self.winner!r}" if self.winner is not None else ""
        where = f"{self.scenario.name!r}, seed {self.seed}, battle {self.battle}"
        return f"<RunResult of {where}: {self.outcome}{winner} at count {self.t:.12g}>"

    @property
    def outcome(self) -> str:
        """``win``, ``draw``, ``timeout``, ``stalemate`` or ``error`` (CLK-8)."""
        return str(self.result.outcome)

    @property
    def winner(self) -> str | None:
        """The side that won, or None."""
        return self.result.winner

    @property
    def reason(self) -> str:
        """Why it ended, in words."""
        return str(self.result.reason)

    @property
    def t(self) -> float:
        """When it ended, in counts."""
        return float(self.result.t)

    def log(self) -> list[dict[str, Any]]:
        """Return the events as plain dicts, as a log file holds them."""
        import msgspec

        from engine.record import encode

        return [msgspec.json.decode(encode(event)) for event in self.events]

    def summary(self) -> dict[str, Any]:
        """Return what `couched run --json` prints: set-up, outcome, and every combatant's state and totals.

        ``events`` are those of the log: where nothing kept or heard one, there is no such key.
        """
        result = self.result
        counted = {"events": result.events} if result.events else {}
        return {
            "scenario": self.scenario.name, "system": self.scenario.system, "digest": self.scenario.digest,
            "seed": self.seed, "battle": self.battle,
            "outcome": result.outcome, "winner": result.winner, "reason": result.reason, "t": result.t,
            "forfeits": list(self.forfeits), "faults": self.faults, "combatants": result.combatants,
            **counted, "rolls": result.rolls,
        }  # fmt: skip


def run(
    scenario: Scenario | str | Path,
    seed: int = 0,
    battle: int = 0,
    *,
    rolls: Script | None = None,
    sink: Sink | None = None,
    record: bool = True,
    overrides: Sequence[str] = (),
    agents: Mapping[str, Any] | None = None,
    on_illegal: OnIllegal = "error",
    allow_external: Allowed = False,
) -> RunResult:
    """Run one battle to its end.

    Args:
        scenario: a scenario, or the file or shipped name to load one from.
        seed: the root seed.
        battle: the battle's index under that seed.
        rolls: scripted rolls, ``"combatant/purpose"`` to a list of rolls (contract 4).
        sink: where each event goes as it happens.
        record: keep the events in memory.
        overrides: ``path=value`` texts, as ``--set`` takes them; only with a scenario that is loaded here.
        agents: objects with ``decide(request)`` that replace the scenario's own, by combatant.
        on_illegal: what an agent's failure does: ``error`` ends the battle with outcome error, ``forfeit`` takes
            the combatant out of the fight, ``default_action`` holds instead, ``raise`` lets the error through.
        allow_external: run the commands of external agents: all, or these alone.

    Raises:
        InputError: the scenario, the rolls, an agent's specification or another argument is wrong.
        CouchedError: only with ``on_illegal="raise"``: the agent's fault itself.
    """
    from engine import Battle
    from studies.scripted import check_rolls

    if on_illegal not in ON_ILLEGAL:
        raise _wrong("on_illegal", on_illegal, f"one of {', '.join(ON_ILLEGAL)}")
    resolved = _resolved(scenario, overrides)
    _check_agents(agents, resolved)
    _check_numbers(seed, battle)
    if rolls is not None:
        rolls = check_rolls(rolls, resolved)
    players = build_agents(resolved, seed, battle, agents or {}, allow_external)
    try:
        standing = {name: player.standing for name, player in players.items() if hasattr(player, "standing")}
        fight = Battle(
            resolved, seed, battle, rolls=rolls, standing=standing, record=record, sinks=() if sink is None else (sink,)
        )
        faults = play(fight, players, on_illegal)
        assert fight.result is not None
        tell_end(players, fight.result)
    finally:
        close_agents(players)
    return RunResult(resolved, seed, battle, fight.result, fight.events, faults)


def _resolved(scenario: Scenario | str | Path, overrides: Sequence[str]) -> Scenario:
    import agents
    from engine import Scenario
    from scenarios import load

    if not isinstance(scenario, Scenario):
        return load(scenario, overrides=overrides, parameters=agents.parameters)
    if overrides:
        raise _wrong("overrides", overrides, "none with a scenario that is loaded already: load(..., overrides=...)")
    return scenario


def _wrong(place: str, found: Any, allowed: str) -> Exception:
    from engine import InputError

    return InputError(place, repr(found)[:80], allowed)


def _check_numbers(seed: Any, battle: Any) -> None:
    """Refuse a seed or an index that is no whole number, before agents are built from them."""
    if type(seed) is not int:
        raise _wrong("seed", seed, "a whole number")
    if type(battle) is not int or battle < 0:
        raise _wrong("battle", battle, "a whole number from 0")


def _check_agents(agents: Any, scenario: Scenario) -> None:
    """Refuse agents of combatants nobody has, and what is no agent."""
    if agents is None:
        return
    if not isinstance(agents, Mapping):
        raise _wrong("agents", agents, "a mapping of combatants' names to objects with decide(request)")
    for name, player in agents.items():
        if name not in scenario.agents:
            raise _wrong("agents", name, f"combatants: {', '.join(scenario.agents)}")
        if not callable(getattr(player, "decide", None)):
            raise _wrong(f"agents, {name!r}", player, "an object with decide(request)")


def build_agents(
    scenario: Scenario, seed: int, battle: int, given: Mapping[str, Any], allow_external: Allowed = False
) -> dict[str, Any]:
    """Return one agent for each combatant, by name: the given ones first, else what the scenario says.

    Raises:
        InputError: an external command that is not allowed, or a policy that can't be built.
    """
    import agents

    refuse_commands(scenario, allow_external, given)
    built: dict[str, Any] = {}
    try:
        for name, spec in scenario.agents.items():
            built[name] = given[name] if name in given else agents.make(spec, name, scenario, seed, battle)
    except BaseException:
        close_agents(built)
        raise
    return built


def refuse_commands(scenario: Scenario, allowed: Allowed, given: Collection[str] = ()) -> None:
    """Refuse a scenario whose agents are programs that may not be run.

    Args:
        scenario: the fight.
        allowed: all, none, or these commands.
        given: combatants that others play.

    Raises:
        InputError: naming the first such program.
    """
    from engine import InputError

    for name, spec in scenario.agents.items():
        if spec.policy == "external" and name not in given and not _is_allowed(spec.params.get("command"), allowed):
            found = f"the external command {spec.params.get('command')!r}"
            raise InputError(f"combatants.{name}.agent", found, "a command only with --allow-external, which runs it")


def _is_allowed(command: Any, allowed: Allowed) -> bool:
    """Return whether a command may be run."""
    if isinstance(allowed, bool):
        return allowed
    return isinstance(command, Sequence) and tuple(command) in allowed


def tell_end(players: Mapping[str, Any], result: Result) -> None:
    """Tell every agent that wants to know how the battle ended."""
    for player in players.values():
        if callable(hear := getattr(player, "battle_ended", None)):
            hear(result)


def close_agents(players: Mapping[str, Any]) -> None:
    """Have every agent that has something to close (a subprocess) close it, whatever becomes of the others."""
    with ExitStack() as stack:
        for player in players.values():
            if callable(close := getattr(player, "close", None)):
                stack.callback(close)


def play(fight: Battle, players: Mapping[str, Any], on_illegal: OnIllegal = "error") -> dict[str, str]:
    """Drive a battle with its agents to the end; return the combatants that forfeited, and why.

    Raises:
        AgentError, IllegalOption: with ``on_illegal="raise"``, the agent's fault.
    """
    from engine.errors import AgentError, IllegalOption
    from engine.options import Option

    forfeits: dict[str, str] = {}
    while (request := fight.advance()) is not None:
        player = players[request.combatant]
        try:
            option = _decided(player, request)
            if not isinstance(option, Option):
                raise AgentError(request.combatant, f"answered {option!r}, which is no option")
            fight.answer(request, option, _note_of(player))
        except (AgentError, IllegalOption) as fault:
            if on_illegal == "raise":
                raise
            _make_good(fight, request, _named(request, fault), on_illegal)
            if on_illegal == "forfeit":
                forfeits[request.combatant] = _named(request, fault)
    return forfeits


def _make_good(fight: Battle, request: Request, fault: str, on_illegal: OnIllegal) -> None:
    """Do what the runner's policy says about a fault."""
    match on_illegal:
        case "forfeit":
            fight.forfeit(request.combatant, fault)
        case "default_action":
            request.wake = None
            fight.answer(request, default_option(request), f"in place of a fault: {fault}"[:_NOTE])
        case _:
            fight.fail(fault)


def _decided(player: Any, request: Request) -> Any:
    """Return an agent's answer; whatever it raises becomes an AgentError."""
    try:
        return player.decide(request)
    except Exception as error:
        from engine.errors import AgentError, IllegalOption

        if isinstance(error, AgentError | IllegalOption):
            raise
        raise AgentError(request.combatant, f"raised {type(error).__name__}: {error}") from error


def _note_of(player: Any) -> str | None:
    """Return the note an agent keeps with its last answer; one that is no text is none of ours."""
    note = getattr(player, "note", None)
    return note if isinstance(note, str) else None


def _named(request: Request, fault: Exception) -> str:
    """Return a fault as the battle's reason; it names the combatant."""
    text = str(fault)
    return text if request.combatant in text else f"agent of {request.combatant}: {text}"


def default_option(request: Request) -> Option:
    """Return the legal option that changes least: hold where there is one."""
    for option in request.options:
        if option.do == "hold":
            return option
    return request.options[0]
