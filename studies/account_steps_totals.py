"""What every combatant of a steps battle did and where its counts went, added up from the events of a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from engine.steps.rules import StepsRules
from studies.account_closing import Closing, Column
from studies.cli_text import number

Json = Mapping[str, Any]

KINDS = ("levelling", "squeezing", "aiming", "reloading", "dodging", "other", "moving")
"""What counts are spent on; moving goes on beside the others, dodging puts them off (P-MOD-2)."""

_WORK = {"aim": "aiming", "reload": "reloading"}


@attrs.define
class Totals:
    """One combatant's totals.

    Attributes:
        side: its side.
        state: ``up``, ``down`` or ``dead``.
        health, most: its health points now and unhurt; None when the log does not say.
        shots, rounds: shots fired and the rounds they took.
        hits, misses: checks that hit and missed, target by target.
        instead: misses that hit something in the way (P-CVR-1).
        dodges, dodged: dodge checks made, and how many succeeded.
        dealt, taken: health points its shots cost, and those it lost.
        squares: squares it walked.
        counts: counts spent, by what for.
    """

    side: str = ""
    state: str = "up"
    health: int | None = None
    most: int | None = None
    shots: int = 0
    rounds: int = 0
    hits: int = 0
    misses: int = 0
    instead: int = 0
    dodges: int = 0
    dodged: int = 0
    dealt: int = 0
    taken: int = 0
    squares: int = 0
    counts: dict[str, float] = attrs.field(factory=lambda: dict.fromkeys(KINDS, 0.0))


class _Tally:
    """Adds up one log.

    Attributes:
        totals: of every combatant.
        open: what is under way: of whom, in which slot, since when.
        dodge_counts: counts that a dodge costs in this battle.
        busy: until when the dodges made by somebody take.
        put_off: counts of dodges made since its action under way began.
    """

    def __init__(self) -> None:
        self.totals: dict[str, Totals] = {}
        self.open: dict[tuple[str, str], tuple[str, float]] = {}
        self.dodge_counts = float(StepsRules().dodge_counts)
        self.busy: dict[str, float] = {}
        self.put_off: dict[str, float] = {}

    def of(self, name: Any) -> Totals:
        return self.totals.setdefault(str(name), Totals())

    def begin(self, event: Json, slot: str, kind: str, since: Any = None) -> None:
        """Open a stretch of time in a slot of its actor (``act``, ``walk``), closing what was open there."""
        self.finish(event, slot)
        self.open[str(event["actor"]), slot] = kind, float(event["t"] if since is None else since)

    def finish(self, event: Json, slot: str) -> None:
        """Close the stretch of a slot at the event's time."""
        self.close((str(event["actor"]), slot), float(event["t"]))

    def close(self, key: tuple[str, str], t: float) -> None:
        """Close a stretch; one that has not begun yet counts nothing, and what dodges put it off by is theirs."""
        kind, since = self.open.pop(key, ("", t))
        dodged = max(0.0, self.put_off.pop(key[0], 0.0) - self.left_of_dodges(key[0], t)) if key[1] == "act" else 0.0
        if kind:
            self.of(key[0]).counts[kind] += max(0.0, t - since - dodged)

    def left_of_dodges(self, name: str, t: float) -> float:
        """Return the counts that somebody's dodges still take at a time."""
        return max(0.0, self.busy.get(name, t) - t)

    def dodge(self, name: str, t: float) -> None:
        """Spend the counts of a dodge; those of several add up (P-MOD-2)."""
        self.busy[name] = max(t, self.busy.get(name, t)) + self.dodge_counts
        self.put_off[name] = self.put_off.get(name, 0.0) + self.dodge_counts
        self.of(name).counts["dodging"] += self.dodge_counts

    def stop(self, name: str, t: float) -> None:
        """Close everything of somebody: what it has not come to is not spent."""
        for slot in ("act", "walk"):
            self.close((name, slot), t)
        self.of(name).counts["dodging"] -= self.left_of_dodges(name, t)
        self.busy.pop(name, None)


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
        for name in list(tally.totals):
            tally.stop(name, float(events[-1].get("t", 0)))
    return tally.totals


def _set_up(event: Json, tally: _Tally) -> None:
    scenario = event.get("scenario")
    rows = scenario.get("combatants") if isinstance(scenario, Mapping) else None
    rules = scenario.get("rules") if isinstance(scenario, Mapping) else None
    changed = rules.get("dodge_counts") if isinstance(rules, Mapping) else None
    if isinstance(changed, int | float) and changed >= 0:
        tally.dodge_counts = float(changed)
    for spec in rows if isinstance(rows, list) else []:
        if isinstance(spec, Mapping) and isinstance(spec.get("name"), str):
            its = tally.of(spec["name"])
            its.side = str(spec.get("side", ""))
            its.health = its.most = spec["health"] if type(spec.get("health")) is int else None


def _declare(event: Json, tally: _Tally) -> None:
    option = event.get("option")
    do = str(option.get("do")) if isinstance(option, Mapping) else ""
    begin = event.get("begin")
    if do != "fire":
        tally.begin(event, "act", _WORK.get(do, "other"), begin if isinstance(begin, int | float) else None)


def _level(event: Json, tally: _Tally) -> None:
    tally.begin(event, "act", "levelling")


def _commit(event: Json, tally: _Tally) -> None:
    tally.begin(event, "act", "squeezing")


def _done(event: Json, tally: _Tally) -> None:
    if event.get("type") != "break_off" or event.get("free"):
        tally.finish(event, "act")


def _fired(event: Json, tally: _Tally) -> None:
    its, rounds = tally.of(event["actor"]), event.get("rounds")
    its.shots += 1
    its.rounds += rounds if type(rounds) is int else 0
    tally.finish(event, "act")


def _impact(event: Json, tally: _Tally) -> None:
    its, result = tally.of(event["actor"]), event.get("result")
    its.hits += result == "hit"
    its.misses += result == "miss"
    its.instead += result == "miss" and event.get("struck") is not None


def _dodge(event: Json, tally: _Tally) -> None:
    its = tally.of(event["actor"])
    its.dodges += not event.get("declared")
    its.dodged += event.get("success") is True
    if not event.get("declared"):
        tally.dodge(str(event["actor"]), float(event["t"]))


def _wound(event: Json, tally: _Tally) -> None:
    its, lost = tally.of(event["actor"]), event.get("lost")
    if type(lost) is int:
        its.taken += lost
        if isinstance(event.get("by"), str):
            tally.of(event["by"]).dealt += lost
    if type(event.get("health")) is int:
        its.health = event["health"]


def _walk(event: Json, tally: _Tally) -> None:
    if event.get("path"):
        tally.begin(event, "walk", "moving")
    else:
        tally.finish(event, "walk")


def _step(event: Json, tally: _Tally) -> None:
    tally.of(event["actor"]).squares += 1


def _out(event: Json, tally: _Tally) -> None:
    its = tally.of(event["actor"])
    its.state = "dead" if event["type"] == "death" or its.state == "dead" else "down"
    tally.stop(str(event["actor"]), float(event["t"]))


_COUNTERS: dict[str, Callable[[Json, _Tally], None]] = {
    "declare": _declare, "level": _level, "commit": _commit, "ready": _done, "break_off": _done, "fired": _fired,
    "impact": _impact, "dodge": _dodge, "wound": _wound, "walk": _walk, "step": _step, "down": _out, "death": _out,
}  # fmt: skip


def _figure(key: str, head: str | None = None) -> Column:
    return head or key, lambda _name, totals: str(getattr(totals, key))


def _counts(kind: str) -> Column:
    return kind, lambda _name, totals: number(totals.counts[kind])


def _left(totals: Totals) -> str:
    return "?" if totals.most is None else f"{totals.health}/{totals.most}"


DID: tuple[Column, ...] = (
    ("fighter", lambda name, _totals: name),
    _figure("state"), ("health", lambda _name, totals: _left(totals)),
    *(_figure(key) for key in ("shots", "rounds", "hits", "misses", "instead")),
    ("dodged", lambda _name, totals: f"{totals.dodged}/{totals.dodges}"),
    *(_figure(key) for key in ("dealt", "taken", "squares")),
)  # fmt: skip
"""What each did: health left, shots and what became of them, dodges made of those tried, health dealt and taken, squares."""

SPENT: tuple[Column, ...] = (("counts spent", lambda name, _totals: name), *map(_counts, KINDS))
"""Where each one's counts went."""

CLOSING = Closing(
    (DID, SPENT),
    (("rounds", "instead", "squares", "misses", "dodged", "state", "shots"), ("other", "reloading", "dodging", "aiming")),
    ("fighter", "state", "counts spent"),
)  # fmt: skip
