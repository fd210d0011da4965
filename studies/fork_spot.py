"""Where a log forks: the decision that is taken another way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import attrs

from agents.parameters import unknown
from engine.errors import InputError
from engine.record import ReadLog
from studies.cli_text import listed, number

Json = Mapping[str, Any]


@attrs.frozen
class Spot:
    """The decision at which a log forks.

    Attributes:
        who: whose decision.
        nth: how many decisions of theirs stand before it.
        t: when, in counts.
        recorded: the decision as the log has it; None for one that the log does not have (``wake``).
        wake: whether it is asked only because the decision before names this count.
        timer: the count at which a woken combatant would have been asked by its own timer; None without one.
    """

    who: str
    nth: int
    t: float
    recorded: Json | None
    wake: bool = False
    timer: float | None = None


def find_spot(
    log: ReadLog, who: str, at: float | None = None, seq: int | None = None, wake: bool = False
) -> tuple[Spot, list[str]]:
    """Return where a log forks, and what is worth saying of it.

    Args:
        log: a whole log.
        who: whose decision.
        at: the first one at or after this count.
        seq: in its place: the decision of this number in the log.
        wake: when it is not asked at that count, ask it then, by the timer of its decision before.

    Raises:
        InputError: no such combatant, no decision of theirs there, or a count outside the battle.
    """
    decisions = _decisions(log, who)
    if seq is not None:
        return _of_seq(decisions, who, seq), []
    at = _count(at, log)
    later = [place for place, event in enumerate(decisions) if event["t"] >= at]
    if later and decisions[later[0]]["t"] == at:
        return Spot(who, later[0], at, decisions[later[0]]), _others(decisions, who, later[0])
    if wake:
        return _woken(decisions, who, at), []
    if not later:
        last = decisions[-1]["t"]
        allowed = f"a count up to {number(last)}, when {who} is asked for the last time"
        raise InputError(f"--at {number(at)}", f"no decision of {who} at or after it", f"{allowed}, or --wake")
    found = Spot(who, later[0], float(decisions[later[0]]["t"]), decisions[later[0]])
    before = f"at {number(decisions[later[0] - 1]['t'])} before and " if later[0] else "first "
    told = f"{who} is not asked at {number(at)}, but {before}at {number(found.t)}"
    how = f"forked at {number(found.t)} (--wake asks at {number(at)})" if later[0] else "forked there"
    return found, [f"{told}: {how}", *_others(decisions, who, later[0])]


def _decisions(log: ReadLog, who: str) -> list[Json]:
    names = [str(spec.get("name")) for spec in log.header["scenario"].get("combatants", ())]
    if who not in names:
        raise unknown("--who", who, names, "combatants")
    found: dict[str, list[Json]] = {}
    for event in log.events:
        if event.get("type") == "decision":
            found.setdefault(str(event.get("actor")), []).append(event)
    if who not in found:
        deciding = ", ".join(name for name in names if name in found) or "nobody"
        raise InputError("--who", f"{who!r}, who never decides anything in this log", f"those who do: {deciding}")
    return found[who]


def _others(decisions: Sequence[Json], who: str, place: int) -> list[str]:
    """Return a note when one is asked again at the moment of a decision."""
    first = decisions[place]
    others = [str(event["seq"]) for event in decisions[place + 1 :] if event["t"] == first["t"]]
    if not others:
        return []
    return [f"{who} decides more than once at {number(first['t'])}: this is seq {first['seq']}; --seq takes {listed(others, 'or')}"]


def _count(at: Any, log: ReadLog) -> float:
    """Return a count of the battle."""
    end = float(log.events[-1]["t"])
    if isinstance(at, bool) or not isinstance(at, int | float) or not isfinite(at) or at < 0:
        raise InputError("--at", repr(at), f"a count from 0 to {number(end)}, when the battle ends")
    if at > end:
        raise InputError("--at", f"{number(at)}, after the end", f"a count from 0 to {number(end)}, when the battle ends")
    return float(at)


def _of_seq(decisions: Sequence[Json], who: str, seq: int) -> Spot:
    for place, event in enumerate(decisions):
        if event["seq"] == seq:
            return Spot(who, place, float(event["t"]), event)
    near = sorted(sorted((event["seq"] for event in decisions), key=lambda other: abs(other - seq))[:4])
    raise InputError("--seq", f"{seq}, no decision of {who}", f"one of theirs, the nearest: {', '.join(map(str, near))}")


def _woken(decisions: Sequence[Json], who: str, at: float) -> Spot:
    """Return a decision that the log does not have: the one before it sets a timer for it."""
    before = [event for event in decisions if event["t"] < at]
    if not before:
        first = number(decisions[0]["t"])
        raise InputError(f"--wake --at {number(at)}", f"{who} has set no timer yet", f"a count after {first}, its first decision")
    return Spot(who, len(before), at, None, True, _pending(before, at))


def _pending(decisions: Sequence[Json], at: float) -> float | None:
    """Return the timer that runs after some decisions, when it ends after a count."""
    running = None
    for event in decisions:
        wake = event.get("wake")
        if running is not None and running <= event["t"]:
            running = None
        if isinstance(wake, int | float) and wake > event["t"]:
            running = float(wake)
    return running if running is not None and running > at else None
