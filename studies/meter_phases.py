"""Where every fighter's counts go, who breaks off and who draws first blood, measured while a battle is played.

The phases are those of `studies.account_totals`, by the same rules; what a fighter spends in none of them, while it is in
the fight, is waiting: INIT, holding, walking. A stunned fighter's weapon goes on recovering, so phases may overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.events import (
    BreakOff,
    Commit,
    Couched,
    Death,
    Decision,
    Down,
    Impact,
    Loose,
    Recover,
    Release,
    Stun,
    Windup,
    Wound,
)
from engine.events_shots import ShotWound
from engine.events_steps import StepsWound

if TYPE_CHECKING:
    from engine import Result, Scenario
    from engine.events_base import Event

PHASES: Final = ("winding", "committed", "couched", "recovering", "stunned")
"""The phases events tell of."""

TIMES: Final = (*PHASES, "waiting")
"""Everything a fighter's counts can go to."""

TOLD: Final = (*TIMES, "in the fight", "break-offs", "free break-offs")
"""What is measured of every fighter: counts, and how often."""

MOST_FIGHTERS: Final = 12
"""Combatants up to which each is measured by itself; above, the mean of each side is."""

FIRST_BLOOD: Final = "first blood"
"""What the measures of the first wound begin with: whether a side dealt it (1 or 0), and when."""


class _Track:
    """One fighter's phases: what is open in which slot, and the stretches that are over."""

    __slots__ = ("broke", "ended", "free", "open", "stretches")

    def __init__(self) -> None:
        self.open: dict[str, tuple[str, float, float | None]] = {}
        self.stretches: list[tuple[float, float, str]] = []
        self.ended: float | None = None
        self.broke = self.free = 0

    def begin(self, t: float, slot: str, phase: str, until: float | None = None) -> None:
        """Open a phase in a slot (``act``, ``tool/<weapon>``, ``stun``), closing what was open there."""
        self.finish(t, slot)
        if self.ended is None:
            self.open[slot] = phase, t, until

    def finish(self, t: float, slot: str) -> None:
        """Close the phase of a slot, at its own end if that came before."""
        found = self.open.pop(slot, None)
        if found is not None:
            phase, since, until = found
            self.stretches.append((since, max(since, t if until is None else min(t, until)), phase))

    def end(self, t: float) -> None:
        """Close everything: the fighter is out of the fight, or the fight is over."""
        for slot in [*self.open]:
            self.finish(t, slot)
        if self.ended is None:
            self.ended = t

    def times(self) -> dict[str, float]:
        """Return the counts by phase, and those in none of them."""
        found = dict.fromkeys(TIMES, 0.0)
        busy, reached = 0.0, 0.0
        for since, until, phase in sorted(self.stretches):
            found[phase] += until - since
            busy += max(0.0, until - max(since, reached))
            reached = max(reached, until)
        found["waiting"] = max(0.0, (self.ended or 0.0) - busy)
        return found


class PhaseMeter:
    """Measures one battle; events of other systems than counts tell it of first blood alone."""

    def __init__(self, scenario: Scenario) -> None:
        self._sides = {str(spec.name): str(spec.side) for spec in scenario.combatants}
        self._tracks = {name: _Track() for name in self._sides} if scenario.system == "counts" else {}
        self._chosen: set[int] = set()
        self._loosed: set[str] = set()
        self._blood: tuple[float, set[str]] | None = None

    def write(self, event: Event, line: bytes) -> None:
        """Take one event into account."""
        take = _TAKES.get(type(event))
        if take is not None and event.actor is not None:
            take(self, event)

    def measures(self, result: Result) -> Mapping[str, float]:
        """Return counts and break-offs of every fighter or side, and who dealt the first wound."""
        found: dict[str, float] = {}
        groups: dict[str, list[dict[str, float]]] = {}
        for name, track in self._tracks.items():
            track.end(result.t)
            figures = {
                **track.times(), "in the fight": track.ended or 0.0,
                "break-offs": float(track.broke), "free break-offs": float(track.free),
            }  # fmt: skip
            groups.setdefault(self._unit(name), []).append(figures)
        for unit, rows in sorted(groups.items()):
            for what in TOLD:
                found[f"{unit}: {what}"] = sum(row[what] for row in rows) / len(rows)
        first = self._blood[1] if self._blood is not None else set()
        for side in sorted({*self._sides.values()}):
            found[f"{FIRST_BLOOD}: {side}"] = float(side in first)
        return found

    def _unit(self, name: str) -> str:
        return name if len(self._sides) <= MOST_FIGHTERS else f"side {self._sides[name]}"

    def track(self, event: Event) -> _Track:
        """Return the actor's phases."""
        return self._tracks.get(str(event.actor)) or _Track()

    def act(self, event: Any, phase: str) -> None:
        """Begin a phase of the actor's action."""
        self.track(event).begin(event.t, "act", phase)

    def recover(self, event: Recover) -> None:
        """Begin a tool's recovery."""
        self.track(event).begin(event.t, f"tool/{event.weapon}", "recovering", event.until)

    def impact(self, event: Impact) -> None:
        """End the action of a blow; a missile's was over when it was loosed."""
        if event.action not in self._loosed:
            self.track(event).finish(event.t, "act")

    def loose(self, event: Loose) -> None:
        """End the action of a shot."""
        self.track(event).finish(event.t, "act")
        self._loosed.add(str(event.action))

    def decision(self, event: Decision) -> None:
        """Note a decision to break off."""
        if event.option.get("do") == "break_off":
            self._chosen.add(event.seq)

    def break_off(self, event: BreakOff) -> None:
        """Count a break-off by own decision; a free one ends the action at once, another runs on to its impact count."""
        track = self.track(event)
        if event.cause in self._chosen:
            track.broke += 1
            track.free += event.free
        if event.free:
            track.finish(event.t, "act")

    def stun(self, event: Stun) -> None:
        """Begin or end a stun, which ends the action."""
        track = self.track(event)
        track.finish(event.t, "stun")
        if not event.over:
            track.finish(event.t, "act")
            track.begin(event.t, "stun", "stunned", event.until)

    def down(self, event: Event) -> None:
        """Take a fighter out of the fight."""
        self.track(event).end(event.t)

    def wound(self, event: Wound | ShotWound | StepsWound) -> None:
        """Note the sides that dealt the first wound: both, when they did at one instant."""
        cost = event.points if isinstance(event, ShotWound) else event.lost
        if isinstance(event, Wound):
            cost += event.pow or 0
        by, of = self._sides.get(event.by), self._sides.get(str(event.actor))
        if cost <= 0 or by is None or by == of:
            return
        if self._blood is None:
            self._blood = event.t, set()
        if event.t == self._blood[0]:
            self._blood[1].add(by)


_TAKES: dict[type, Callable[[PhaseMeter, Any], None]] = {
    Windup: lambda meter, event: meter.act(event, "winding"), Release: lambda meter, event: meter.act(event, "winding"),
    Couched: lambda meter, event: meter.act(event, "couched"), Commit: lambda meter, event: meter.act(event, "committed"),
    Recover: PhaseMeter.recover, Impact: PhaseMeter.impact, Loose: PhaseMeter.loose, Decision: PhaseMeter.decision,
    BreakOff: PhaseMeter.break_off, Stun: PhaseMeter.stun, Down: PhaseMeter.down, Death: PhaseMeter.down,
    Wound: PhaseMeter.wound, ShotWound: PhaseMeter.wound, StepsWound: PhaseMeter.wound,
}  # fmt: skip
