"""What every character of a shots battle did and where its shots went, added up from the events of a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from studies.account_closing import Closing, Column
from studies.account_shots_words import names_text

Json = Mapping[str, Any]

_STRUCK = frozenset({"hit", "miss", "critical_miss"})

SPENDING: Mapping[str, str] = {"S-SEQ-3": "actions", "S-SEQ-4": "waiting", "S-ROL-1": "fumbled"}
"""What shots are spent on, by the rule of the change; the rest goes to defending."""

RUN_DOWN = "S-SEQ-2"
"""The rule of a change that is nothing spent: shots that ran down with the clock."""

KINDS = ("attacks", "actions", "defending", "waiting", "fumbled")


@attrs.define
class Totals:
    """One character's totals, or those of several unnamed ones together.

    Attributes:
        side: its side.
        group: unnamed ones of one side and group are shown together; empty for a named one.
        members: how many they are.
        down, dead: how many of them are out, and how many of these are dead.
        attacks: attacks that were rolled; an area attack is one.
        hits, misses, fumbles: what became of them, target by target.
        defenses: active defenses and interpositions.
        dealt, taken: Wound Points.
        wounds: Wound Points it has now.
        shots: shots spent, by what for.
    """

    side: str = ""
    group: str = ""
    members: int = 1
    down: int = 0
    dead: int = 0
    attacks: int = 0
    hits: int = 0
    misses: int = 0
    fumbles: int = 0
    defenses: int = 0
    dealt: int = 0
    taken: int = 0
    wounds: int = 0
    shots: dict[str, int] = attrs.field(factory=lambda: dict.fromkeys(KINDS, 0))

    @property
    def state(self) -> str:
        """``up``, ``down`` or ``dead``; of several how many are up."""
        if self.members > 1:
            return f"{self.members - self.down} of {self.members} up"
        return "dead" if self.dead else "down" if self.down else "up"

    @property
    def spent(self) -> int:
        """All shots spent."""
        return sum(self.shots.values())


class _Tally:
    """Adds up one log."""

    def __init__(self) -> None:
        self.totals: dict[str, Totals] = {}
        self.rolled: set[Any] = set()
        self.announced: set[Any] = set()
        self.payments: list[tuple[str, str, Any, int]] = []

    def of(self, name: Any) -> Totals:
        return self.totals.setdefault(str(name), Totals())


def totals_of(events: Sequence[Json]) -> dict[str, Totals]:
    """Return every character's totals, in the order of the scenario."""
    tally = _Tally()
    for event in events:
        kind = str(event.get("type"))
        if kind == "battle.start":
            _set_up(event, tally)
        elif kind in _COUNTERS and isinstance(event.get("actor"), str):
            _COUNTERS[kind](event, tally)
    for name, rule, action, shots in tally.payments:
        kind = SPENDING.get(rule, "defending")
        attack = kind == "actions" and action in tally.announced
        tally.of(name).shots["attacks" if attack else kind] += shots
    return tally.totals


def together(totals: Mapping[str, Totals]) -> dict[str, Totals]:
    """Return the rows of the closing tables: unnamed ones of one side and group as one."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name, its in totals.items():
        groups.setdefault((its.side, its.group) if its.group else ("", name), []).append(name)
    return {names_text(names): _added([totals[name] for name in names]) for names in groups.values()}


def _added(rows: Sequence[Totals]) -> Totals:
    if len(rows) == 1:
        return rows[0]
    summed = Totals(rows[0].side, rows[0].group)
    for name in ("members", "down", "dead", "attacks", "hits", "misses", "fumbles", "defenses", "dealt", "taken", "wounds"):
        setattr(summed, name, sum(getattr(row, name) for row in rows))
    summed.shots = {kind: sum(row.shots[kind] for row in rows) for kind in KINDS}
    return summed


def _set_up(event: Json, tally: _Tally) -> None:
    scenario = event.get("scenario")
    rows = scenario.get("combatants") if isinstance(scenario, Mapping) else None
    for spec in rows if isinstance(rows, list) else []:
        if isinstance(spec, Mapping) and isinstance(spec.get("name"), str):
            its = tally.of(spec["name"])
            its.side = str(spec.get("side", ""))
            its.group = f"unnamed {spec.get('group') or ''}" if spec.get("unnamed") is True else ""


def _counter(event: Json, tally: _Tally) -> None:
    before, after = event.get("before"), event.get("after")
    if type(before) is int and type(after) is int and event.get("rule") != RUN_DOWN:
        tally.payments.append((str(event["actor"]), str(event.get("rule")), str(event.get("action")), before - after))


def _announce(event: Json, tally: _Tally) -> None:
    tally.announced.add(str(event.get("action")))


def _impact(event: Json, tally: _Tally) -> None:
    result, action = str(event.get("result")), str(event.get("action"))
    if result not in _STRUCK:
        return
    its = tally.of(event["actor"])
    its.attacks += action not in tally.rolled
    tally.rolled.add(action)
    its.hits += result == "hit"
    its.misses += result != "hit"
    its.fumbles += result == "critical_miss"


def _defense(event: Json, tally: _Tally) -> None:
    tally.of(event["actor"]).defenses += not event.get("over")


def _wound(event: Json, tally: _Tally) -> None:
    points = event.get("points")
    if type(points) is int:
        tally.of(event["actor"]).taken += points
        if isinstance(event.get("by"), str):
            tally.of(event["by"]).dealt += points
    if type(event.get("wounds")) is int:
        tally.of(event["actor"]).wounds = event["wounds"]


def _tended(event: Json, tally: _Tally) -> None:
    if type(event.get("wounds")) is int and isinstance(event.get("target"), str):
        tally.of(event["target"]).wounds = event["wounds"]


def _out(event: Json, tally: _Tally) -> None:
    its = tally.of(event["actor"])
    its.down = 1
    its.dead = max(its.dead, int(event["type"] == "death"))


_COUNTERS: dict[str, Callable[[Json, _Tally], None]] = {
    "counter": _counter, "announce": _announce, "impact": _impact, "defense": _defense, "interpose": _defense,
    "wound": _wound, "bind": _tended, "down": _out, "death": _out,
}  # fmt: skip


def _figure(key: str) -> Column:
    return key, lambda _name, totals: str(getattr(totals, key))


def _shots(kind: str) -> Column:
    return kind, lambda _name, totals: str(totals.shots[kind])


DID: tuple[Column, ...] = (
    ("fighter", lambda name, _totals: name),
    *map(_figure, ("state", "attacks", "hits", "misses", "fumbles", "defenses", "dealt", "taken", "wounds")),
)
"""What each did: its attacks and what became of them, its defenses, Wound Points dealt, taken, and there now."""

SPENT: tuple[Column, ...] = (
    ("shots spent", lambda name, _totals: name), *map(_shots, KINDS), ("all", lambda _name, totals: str(totals.spent)),
)  # fmt: skip
"""Where each one's shots went."""

CLOSING = Closing(
    (DID, SPENT),
    (("fumbles", "misses", "defenses", "taken", "attacks", "wounds", "hits", "state"), ("fumbled", "waiting", "actions", "all")),
    ("fighter", "state", "shots spent"),
)  # fmt: skip
