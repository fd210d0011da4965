"""Replaying a log: the recorded answers instead of agents, compared line by line with the record (CLK-5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from importlib import import_module
from operator import or_
from typing import Any, Literal

import attrs
import msgspec

import engine
from engine import Battle, IllegalOption, Scenario, Standing
from engine.errors import LogError
from engine.events import Branch, Event
from engine.options import Option
from engine.record import ReadLog
from studies.difference import Difference, first_difference
from studies.log_notes import digest_notes
from studies.run import default_option
from studies.scripted import check_rolls, json_text

Json = Mapping[str, Any]

_KINDS: Mapping[type, str] = {dict: "a table", int: "a whole number", float: "a number", str: "a text"}
"""What messages call the kinds of values a log holds."""

_FORFEIT = "CLK-5: "
"""How the reason of a ``down`` begins that is a forfeit."""


@attrs.frozen
class Replay:
    """What a replay found.

    Attributes:
        identical: whether every line compared is the same.
        compared: how many lines were compared.
        cut: where the log is cut, or None when it is whole.
        difference: the first event that differs (a the log, b the replay), or None.
        notes: what else is worth saying: another version, a digest that does not fit, an answer no longer legal.
        events: the replayed events as plain dicts.
    """

    identical: bool
    compared: int
    cut: str | None
    difference: Difference | None
    notes: Sequence[str]
    events: Sequence[Json]

    def data(self) -> dict[str, Any]:
        """Return it as plain data for ``--json``."""
        return {
            "identical": self.identical, "compared": self.compared, "cut": self.cut, "notes": list(self.notes),
            "difference": self.difference.data() if self.difference else None,
        }  # fmt: skip


def replay(log: ReadLog) -> Replay:
    """Run a recorded battle again and compare.

    Args:
        log: the log; one that is cut is compared up to the cut.

    Raises:
        InputError: the header or a recorded decision can't be read by this version.
    """
    sink = _Lines()
    battle = open_battle(log.header, name=_called(log), record=False, sinks=(sink,))
    notes = _feed(battle, log, sink.lines)
    replayed, length = sink.lines, len(log.lines)
    same = replayed[:length] == log.lines and (len(replayed) == length or log.cut is not None)
    # what is the same to the byte need not be read again
    events = (log.events if same else []) + [msgspec.json.decode(line) for line in replayed[length if same else 0 :]]
    wanted = events[: len(log.events)] if log.cut else events
    difference = None if same else first_difference(log.events, wanted, start=0)
    faults = notes + digest_notes(log) + ([] if same or difference else [_rewritten(log, replayed)])
    identical = difference is None and not faults
    return Replay(identical, len(log.events), log.cut, difference, faults + _version_notes(log), events)


class _Lines:
    """A sink that keeps a battle's lines as bytes."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def write(self, event: Event, line: bytes) -> None:
        """Keep one line."""
        self.lines.append(line)


def open_battle(header: Json, branches: Sequence[Branch] = (), name: str = "log", **sinks: Any) -> Battle:
    """Return the battle of a log's header, at its start: same scenario, seed, rolls and questions.

    Args:
        header: the log's first event.
        branches: where its dice branch beyond what the header says.
        name: what messages call the log.
        sinks: how it is recorded: ``record``, ``sinks``, as `engine.Battle` takes them.

    Raises:
        InputError: the header lacks something, or its scenario is not valid for this version.
    """
    scenario = _scenario(_header_value(header, "scenario", dict, name), f"{name}, scenario")
    rolls = header.get("rolls")
    asks, orders = header.get("asks"), header.get("orders")
    standing = _standing({} if asks is None else asks, {} if orders is None else orders, name)
    scripted = None if rolls is None else check_rolls(rolls, scenario, f"{name}, header, rolls")
    seed, index = (_header_value(header, key, int, name) for key in ("seed", "battle"))
    forks = [*branches_of(header, name), *branches]
    return Battle(scenario, seed, index, rolls=scripted, standing=standing, branches=forks, **sinks)


_KNOWN: dict[bytes, Scenario] = {}
"""The scenarios of the last logs, by their documents' bytes: many logs of one fight are often replayed together."""

_MOST_KNOWN = 16


def _scenario(document: Json, label: str) -> Scenario:
    """Return a header's scenario, read once for all logs of the same fight."""
    import scenarios

    key = msgspec.json.encode(document)
    if key not in _KNOWN:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = scenarios.from_document(document, policies={*scenarios.POLICIES, *_policies(document)}, label=label)
    return _KNOWN[key]


def branches_of(header: Json, name: str = "log") -> list[Branch]:
    """Return where the dice of a log's battle branch.

    Raises:
        LogError: the header says it in a way this version can't read.
    """
    found = header.get("branches")
    try:
        return [] if found is None else msgspec.convert(found, list[Branch])
    except msgspec.ValidationError as error:
        allowed = 'branches of the dice: [{"after": 17, "number": 1}]'
        raise LogError(f"{name}, header, branches", json_text(found), allowed) from error


def _standing(asks: Any, orders: Any, name: str) -> dict[str, Standing]:
    """Return what each agent asked to be asked for, from the header."""
    try:
        reasons = msgspec.convert(asks, dict[str, frozenset[str]])
        order = msgspec.convert(orders, dict[str, Literal["hold", "keep_attacking"]])
    except msgspec.ValidationError as error:
        found = f"asks {json_text(asks)}, orders {json_text(orders)}"
        raise LogError(f"{name}, header", found, "asks: lists of reasons, orders: standing orders, by combatant") from error
    default = Standing().asks
    return {
        name: Standing(asks=reasons.get(name, default), order=order.get(name, "hold")) for name in {*reasons, *order}
    }


def _policies(document: Json) -> set[str]:
    """Return the policies a document names: a replay builds none, so any will do."""
    rows = document.get("combatants")
    agents = [row.get("agent") for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    return {agent["policy"] for agent in agents if isinstance(agent, Mapping) and isinstance(agent.get("policy"), str)}


def _called(log: ReadLog) -> str:
    """Return what messages call a log: its file as `read_log` says it."""
    return f"log {log.path!r}"


def _header_value(header: Json, key: str, kind: type, name: str) -> Any:
    value = header.get(key)
    if type(value) is not kind:
        raise LogError(f"{name}, header, {key}", json_text(value), _KINDS[kind])
    return value


def decisions_of(events: Sequence[Json]) -> dict[str, deque[Json]]:
    """Return the recorded decisions by combatant, in order."""
    queues: dict[str, deque[Json]] = {}
    for event in events:
        if event.get("type") == "decision":
            queues.setdefault(str(event.get("actor")), deque()).append(event)
    return queues


def forfeits_of(events: Sequence[Json]) -> dict[str, str]:
    """Return the combatants whose agents were taken out of the fight for a fault, and which (CLK-5)."""
    downs = [event for event in events if event.get("type") == "down" and str(event.get("why")).startswith(_FORFEIT)]
    return {str(event.get("actor")): str(event["why"]).removeprefix(_FORFEIT) for event in downs}


def _decided(decision: Json, key: str, kind: Any, name: str) -> Any:
    """Return a value a recorded decision may have."""
    try:
        return msgspec.convert(decision.get(key), kind | None)
    except msgspec.ValidationError as error:
        place = f"{name}, seq {decision.get('seq')}, {key}"
        raise LogError(place, json_text(decision.get(key)), f"{_KINDS[kind]} or nothing") from error


def option_of(system: str, decision: Json, name: str = "log") -> Option:
    """Return the option of a recorded decision; ``name`` is what messages call the log.

    Raises:
        LogError: this version has no such option.
    """
    try:
        option: Option = msgspec.convert(decision.get("option"), _options(system))
    except msgspec.ValidationError as error:
        place = f"{name}, seq {decision.get('seq')}, option"
        found = json_text(decision.get("option"), 200)
        raise LogError(place, found, f"an option of the {system} system ({error})") from error
    return option


@cache
def _options(system: str) -> Any:
    """Return the union of a system's options."""
    return reduce(or_, import_module(f"engine.{system}.actions").OPTIONS)


def _feed(battle: Battle, log: ReadLog, lines: Sequence[bytes]) -> list[str]:
    """Answer every request from the log until the battle is over or the record ends; return notes.

    Args:
        battle: at its start.
        log: the record.
        lines: those the battle has written so far; it adds to them.
    """
    queues, end, forfeits = decisions_of(log.events), log.end, forfeits_of(log.events)
    system, name = battle.scenario.system, _called(log)
    begun = False  # whether the log has an answer of this pass of DECIDE
    while (request := battle.advance()) is not None:
        queue = queues.get(request.combatant)
        if queue:
            begun = True
            decision = queue.popleft()
            request.wake = _decided(decision, "wake", float, name)
            try:
                battle.answer(request, option_of(system, decision, name), _decided(decision, "note", str, name))
            except IllegalOption as error:
                return [f"the recorded answer of seq {decision['seq']} is not legal in the replay: {error}"]
        elif request.combatant in forfeits:
            battle.forfeit(request.combatant, forfeits[request.combatant])
        elif end is not None and end.get("outcome") == "error" and not begun:
            battle.fail(str(end.get("reason")))
        elif (log.cut and len(lines) < len(log.events)) or (begun and end is not None and end.get("outcome") == "error"):
            # the log ends before this answer was taken up: it is cut, or a guard tripped
            battle.answer(request, default_option(request), None)
        else:
            break
        begun = begun and battle.waiting > 0
    return []


def _rewritten(log: ReadLog, replayed: Sequence[bytes]) -> str:
    """Return a note for a log whose events are the same, in other bytes: somebody wrote it again."""
    pairs = enumerate(zip(log.lines, replayed, strict=False), 1)
    line = next(number for number, (one, other) in pairs if one != other)
    return f"line {line}: the same events from here, but other bytes; the log was written again"


def _version_notes(log: ReadLog) -> list[str]:
    recorded = log.header.get("version")
    if recorded == engine.__version__:
        return []
    return [f"recorded with couched {recorded}, replayed with {engine.__version__}"]


def report(result: Replay, log: ReadLog) -> list[str]:
    """Return a replay in lines for people."""
    from studies.difference import report as difference_report

    lines = [f"note: {note}" for note in result.notes]
    if result.difference is not None:
        return lines + difference_report(result.difference, log.events, result.events, ("log", "replay"))
    if not result.identical:
        return [*lines, "not identical"]
    if result.cut:
        return [*lines, f"identical up to the cut: {result.compared} lines; the log is not complete ({result.cut})"]
    return [*lines, f"identical: {result.compared} lines, the same to the byte"]
