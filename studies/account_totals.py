"""What every fighter did and where its counts went, added up from the events of a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

Json = Mapping[str, Any]

PHASES = ("winding", "committed", "couched", "recovering", "stunned")
_STRUCK = frozenset({"hit", "miss", "critical_miss", "parried", "out_of_reach", "no_target"})
_MISSED = frozenset({"miss", "critical_miss"})


@attrs.define
class Totals:
    """One fighter's totals.

    Attributes:
        side: its side.
        state: ``up``, ``down`` or ``dead``.
        htk: its HTK, or None when the log does not say.
        htk_lost: HTK lost.
        blows: blows and shots that came to their impact count and were not broken off or lost.
        hits, misses, parried: how many of them hit, missed, were parried; the rest found nothing in reach.
        dealt: HTK its blows cost others.
        first_blow: the impact count of its first blow, or None.
        break_offs: actions it dropped by its own decision.
        counts: counts spent winding up, committed, couched, recovering and stunned.
    """

    side: str = ""
    state: str = "up"
    htk: int | None = None
    htk_lost: int = 0
    blows: int = 0
    hits: int = 0
    misses: int = 0
    parried: int = 0
    dealt: int = 0
    first_blow: float | None = None
    break_offs: int = 0
    counts: dict[str, float] = attrs.field(factory=lambda: dict.fromkeys(PHASES, 0.0))


@attrs.define
class _Open:
    """A phase under way: since when, and when it ends by itself (counts)."""

    phase: str
    since: float
    until: float | None = None


class _Tally:
    """Adds up one log."""

    def __init__(self) -> None:
        self.totals: dict[str, Totals] = {}
        self.chosen: list[Any] = []
        self.loosed: set[Any] = set()
        self._open: dict[tuple[str, str], _Open] = {}

    def of(self, name: str) -> Totals:
        return self.totals.setdefault(name, Totals())

    def begin(self, event: Json, slot: str, phase: str, until: Any = None) -> None:
        """Open a phase in a slot of its actor (``act``, ``tool/<weapon>``, ``stun``), closing what was open there."""
        self.finish(event, slot)
        end = float(until) if isinstance(until, int | float) else None
        self._open[str(event["actor"]), slot] = _Open(phase, float(event["t"]), end)

    def finish(self, event: Json, slot: str) -> None:
        """Close the phase of a slot at the event's time."""
        self._close((str(event["actor"]), slot), float(event["t"]))

    def finish_all(self, name: str | None, t: float) -> None:
        """Close everything of a fighter, or of all."""
        for key in [key for key in self._open if name is None or key[0] == name]:
            self._close(key, t)

    def _close(self, key: tuple[str, str], t: float) -> None:
        phase = self._open.pop(key, None)
        if phase is not None:
            end = t if phase.until is None else min(t, phase.until)
            self.of(key[0]).counts[phase.phase] += max(0.0, end - phase.since)


def totals_of(events: Sequence[Json]) -> dict[str, Totals]:
    """Return every combatant's totals, in the order of the scenario."""
    tally = _Tally()
    for event in events:
        kind = str(event.get("type"))
        if kind == "battle.start":
            _set_up(event, tally)
        elif kind in _COUNTERS and isinstance(event.get("actor"), str):
            _COUNTERS[kind](event, tally)
    if events:
        tally.finish_all(None, float(events[-1].get("t", 0)))
    return tally.totals


def _set_up(event: Json, tally: _Tally) -> None:
    scenario = event.get("scenario")
    rows = scenario.get("combatants") if isinstance(scenario, Mapping) else None
    for spec in rows if isinstance(rows, list) else []:
        if isinstance(spec, Mapping) and isinstance(spec.get("name"), str):
            fighter = tally.of(spec["name"])
            fighter.side = str(spec.get("side", ""))
            fighter.htk = spec["htk"] if type(spec.get("htk")) is int else None


def _windup(event: Json, tally: _Tally) -> None:
    tally.begin(event, "act", "winding")


def _couched(event: Json, tally: _Tally) -> None:
    tally.begin(event, "act", "couched")


def _commit(event: Json, tally: _Tally) -> None:
    tally.begin(event, "act", "committed")


def _recover(event: Json, tally: _Tally) -> None:
    tally.begin(event, f"tool/{event.get('weapon')}", "recovering", event.get("until"))


def _impact(event: Json, tally: _Tally) -> None:
    loosed, result = str(event.get("action")) in tally.loosed, str(event.get("result"))
    if not loosed:
        tally.finish(event, "act")
    astray = loosed and result == "hit" and event.get("rule") == "C-MIS-1"
    if result not in _STRUCK or astray:
        return  # whom a missile strikes in the line of fire: the blow is counted by its miss already
    totals = tally.of(str(event["actor"]))
    totals.blows += 1
    totals.hits += result == "hit"
    totals.misses += result in _MISSED
    totals.parried += result == "parried"
    if totals.first_blow is None:
        totals.first_blow = float(event["t"])


def _loose(event: Json, tally: _Tally) -> None:
    """Note a missile: its shooter is done with it, and its impact comes when it arrives (C-MIS-1)."""
    tally.finish(event, "act")
    tally.loosed.add(str(event.get("action")))


def _wound(event: Json, tally: _Tally) -> None:
    lost = event.get("lost")
    if isinstance(event.get("by"), str) and event["by"] != event["actor"] and isinstance(lost, int):
        tally.of(event["by"]).dealt += lost
    _lost(event, tally)


def _lost(event: Json, tally: _Tally) -> None:
    if isinstance(event.get("htk_lost"), int):
        tally.of(str(event["actor"])).htk_lost = event["htk_lost"]


def _break_off(event: Json, tally: _Tally) -> None:
    tally.of(str(event["actor"])).break_offs += event.get("cause") in tally.chosen
    if event.get("free"):
        tally.finish(event, "act")


def _decision(event: Json, tally: _Tally) -> None:
    option = event.get("option")
    if isinstance(option, Mapping) and option.get("do") == "break_off":
        tally.chosen.append(event["seq"])


def _stun(event: Json, tally: _Tally) -> None:
    tally.finish(event, "stun")
    if not event.get("over"):
        tally.finish(event, "act")
        tally.begin(event, "stun", "stunned", event.get("until"))


def _down(event: Json, tally: _Tally) -> None:
    totals = tally.of(str(event["actor"]))
    totals.state = "dead" if event["type"] == "death" or totals.state == "dead" else "down"
    tally.finish_all(str(event["actor"]), float(event["t"]))
    _lost(event, tally)


_COUNTERS = {
    "windup": _windup, "release": _windup, "couched": _couched, "commit": _commit, "impact": _impact, "loose": _loose,
    "recover": _recover, "wound": _wound, "bleed": _lost, "break_off": _break_off, "decision": _decision, "stun": _stun,
    "down": _down, "death": _down,
}  # fmt: skip
