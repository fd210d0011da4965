"""The lanes of the timeline: what every fighter is doing when, from the events of a log.

A lane has two rows: what the fighter does (INIT, wind-up, committed, couched, at work, parry up) and what state it or
its tool is in meanwhile (recovering, on the way, lying, stunned). Out of the fight takes the whole lane.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from studies.viewer.reading import Json, number_in, table_in, text_in

PHASES: Final[dict[str, tuple[str, str]]] = {
    "waiting": ("waits for INIT", "act"),
    "winding": ("winding up", "act"),
    "committed": ("committed", "act"),
    "couched": ("couched", "act"),
    "working": ("at work: draws, reloads, aims, gets up, contests ground", "act"),
    "acting": ("spends shots", "act"),
    "parrying": ("parry up", "act"),
    "guarding": ("defends itself or another", "state"),
    "recovering": ("recovering", "state"),
    "walking": ("on the way", "state"),
    "lying": ("lying", "state"),
    "stunned": ("stunned", "state"),
    "out": ("out of the fight", "whole"),
}
"""Phase to: what it is in words, and the row of the lane it takes."""

_NEVER = float("inf")

_PLANLESS: Final = frozenset({"def", "fortune", "schtick"})
"""Options that declare no stretch of time of their own."""

_GUARDS: Final = frozenset({"defend", "defend_other", "interpose", "volunteer"})
"""Options that go on beside the action under way (S-DEF-1, S-DEF-4)."""


@attrs.frozen
class Span:
    """A stretch of a lane: from when to when (counts), which phase, the event that began it, what it is about.

    `lasting` is one that nothing has ended when the log ends, even if it began at that very moment.
    """

    start: float
    end: float
    phase: str
    seq: int
    about: str = ""
    lasting: bool = False


@attrs.define
class _Open:
    """A phase under way: since when, until when at the latest, and what follows it without an event of its own."""

    span: Span
    then: _Open | None = None


@attrs.define
class Lane:
    """One fighter's lane while its log is read."""

    spans: list[Span] = attrs.field(factory=list)
    _open: dict[str, _Open] = attrs.field(factory=dict)

    def begin(self, event: Json, slot: str, phase: str, until: float | None = None, about: str = "") -> None:
        """Open a phase in a slot, closing what was open there."""
        t = float(event["t"])
        self.finish(t, slot)
        end = _NEVER if until is None else max(t, until)
        self._open[slot] = _Open(Span(t, end, phase, int(event["seq"]), about))

    def plan(self, event: Json, slot: str, phases: list[tuple[str, float, float]], about: str) -> None:
        """Open phases that follow one another in a slot: each with its begin and its end."""
        phases = [phase for phase in phases if phase[2] > phase[1]]
        if not phases:
            return
        self.finish(float(event["t"]), slot)
        chain: _Open | None = None
        for phase, start, end in reversed(phases):
            chain = _Open(Span(start, end, phase, int(event["seq"]), about), chain)
        assert chain is not None
        self._open[slot] = chain

    def finish(self, t: float, slot: str) -> None:
        """Close the phases of a slot at a moment, each at its own end if that came before."""
        found = self._open.pop(slot, None)
        while found is not None:
            span = found.span
            end = min(span.end, t)
            if end > span.start:
                self.spans.append(attrs.evolve(span, end=end))
            found = found.then

    def finish_all(self, t: float) -> None:
        """Close everything."""
        for slot in [*self._open]:
            self.finish(t, slot)

    def all_until(self, t: float) -> list[Span]:
        """Return the spans of a log that ends at a moment; what is under way then lasts."""
        found = [*self.spans]
        for span in self.known()[len(found) :]:
            if span.start <= t < span.end:
                found.append(attrs.evolve(span, end=t, lasting=True))
            elif span.start < span.end <= t:
                found.append(span)
        return sorted(found, key=lambda span: (span.start, span.seq))

    def known(self) -> list[Span]:
        """Return the spans that are over and those under way, as they are planned; one without a plan ends never."""
        found = [*self.spans]
        for chain in self._open.values():
            link: _Open | None = chain
            while link is not None:
                found.append(link.span)
                link = link.then
        return found

    def is_open(self, slot: str) -> bool:
        """Return whether a slot has a phase under way."""
        return slot in self._open

    def phase(self, slot: str) -> str | None:
        """Return the phase of a slot that was opened last and not closed since."""
        found = self._open.get(slot)
        return found.span.phase if found is not None else None


class Lanes:
    """The lanes of all fighters, as the events come."""

    def __init__(self, names: list[str]) -> None:
        self._lanes = {name: Lane() for name in names}
        self._loosed: set[str] = set()
        self.t = 0.0

    def take(self, event: Json) -> None:
        """Take the next event."""
        self.t = max(self.t, float(event["t"]))
        lane = self._lanes.get(str(event.get("actor")))
        take = _TAKES.get(str(event["type"]))
        if lane is not None and take is not None:
            take(self, lane, event)

    def known(self, name: str) -> list[Span]:
        """Return a fighter's spans as they stand after the last event, those under way as they are planned."""
        return self._lanes[name].known()

    def spans(self) -> dict[str, list[Span]]:
        """Return every fighter's spans, by begin; what is under way ends with the log."""
        return {name: lane.all_until(self.t) for name, lane in self._lanes.items()}

    def declare(self, lane: Lane, event: Json) -> None:
        """Plan what an option declares: INIT first, then what it takes where no other event tells of it."""
        option, t = table_in(event, "option"), float(event["t"])
        do = str(option.get("do"))
        begin, ready = number_in(event, "begin"), number_in(event, "ready")
        if do in _PLANLESS or begin is None or (do == "release" and lane.phase("act") == "couched"):
            return
        phases = [("waiting", t, begin)]
        if do in _GUARDS:
            phases = [("guarding", begin, begin if ready is None else ready)]
        elif number_in(event, "commit") is None and number_in(event, "couched") is None:
            work = "acting" if number_in(event, "impact") is not None else "working"
            phases.append((work, begin, _NEVER if ready is None else ready))
        lane.plan(event, "guard" if do in _GUARDS else "act", phases, _about(option))

    def act(self, lane: Lane, event: Json, phase: str, until: str | None = None) -> None:
        """Begin a phase of the action, with its planned end."""
        lane.begin(event, "act", phase, number_in(event, until) if until else None, _about(event))

    def land(self, lane: Lane, event: Json) -> None:
        """End an action at its impact; a missile's was over when it was loosed."""
        if str(event.get("action")) not in self._loosed and event.get("difficulty") is None:
            lane.finish(float(event["t"]), "act")

    def loose(self, lane: Lane, event: Json) -> None:
        """End the action of a shot: the missile is on its own."""
        lane.finish(float(event["t"]), "act")
        self._loosed.add(str(event.get("action")))

    def break_off(self, lane: Lane, event: Json) -> None:
        """End an action that is broken off for free; another runs on."""
        if event.get("free"):
            lane.finish(float(event["t"]), "act")

    def stun(self, lane: Lane, event: Json) -> None:
        """Begin or end a stun; it ends the action."""
        t = float(event["t"])
        lane.finish(t, "stun")
        if not event.get("over"):
            lane.finish(t, "act")
            lane.begin(event, "stun", "stunned", number_in(event, "until"))

    def parry(self, lane: Lane, event: Json) -> None:
        """Hold a parry up until it is met or dropped."""
        if event.get("what") == "up":
            lane.begin(event, "act", "parrying", None, _about(event))
        elif lane.is_open("act"):
            lane.finish(float(event["t"]), "act")

    def walk(self, lane: Lane, event: Json) -> None:
        """Begin or end a way along squares."""
        lane.finish(float(event["t"]), "way")
        if event.get("path"):
            lane.begin(event, "way", "walking", None, str(event.get("pace") or ""))

    def move(self, lane: Lane, event: Json) -> None:
        """Begin or end a movement."""
        lane.finish(float(event["t"]), "way")
        if event.get("velocity") not in ([0.0, 0.0], [0, 0], None):
            lane.begin(event, "way", "walking", None, str(event.get("why") or ""))

    def out(self, lane: Lane, event: Json) -> None:
        """Take a fighter out of the fight for good."""
        if not lane.is_open("out"):
            lane.finish_all(float(event["t"]))
            lane.begin(event, "out", "out", None, str(event.get("why") or ""))


def _about(event: Json) -> str:
    """Return in a few words what an action is about: its option, its tool, its target."""
    words = [str(event["do"])] if isinstance(event.get("do"), str) else []
    words += [tool] if (tool := text_in(event, "weapon")) else []
    words += [f"against {target}"] if (target := text_in(event, "target")) else []
    return " ".join(words)


def _end_act(lanes: Lanes, lane: Lane, event: Json) -> None:
    lane.finish(float(event["t"]), "act")


def _ready(lanes: Lanes, lane: Lane, event: Json) -> None:
    """End what got ready: a tool that recovers beside the action under way (C-TIM-3), or the action."""
    slot = f"tool/{event.get('weapon')}"
    if event.get("why") != "recovered":
        lane.finish(float(event["t"]), "act")
    elif lane.is_open(slot):
        lane.finish(float(event["t"]), slot)


def _recover(lanes: Lanes, lane: Lane, event: Json) -> None:
    weapon = str(event.get("weapon"))
    lane.begin(event, f"tool/{weapon}", "recovering", number_in(event, "until"), weapon)


def _fall(lanes: Lanes, lane: Lane, event: Json) -> None:
    if not lane.is_open("prone"):
        lane.begin(event, "prone", "lying", None, str(event.get("why") or ""))


def _rise(lanes: Lanes, lane: Lane, event: Json) -> None:
    lane.finish(float(event["t"]), "prone")
    lane.finish(float(event["t"]), "act")


_TAKES: dict[str, Callable[[Lanes, Lane, Any], None]] = {
    "declare": Lanes.declare,
    "windup": lambda lanes, lane, event: lanes.act(lane, event, "winding", "until"),
    "release": lambda lanes, lane, event: lanes.act(lane, event, "winding", "until"),
    "level": lambda lanes, lane, event: lanes.act(lane, event, "winding", "until"),
    "couched": lambda lanes, lane, event: lanes.act(lane, event, "couched"),
    "commit": lambda lanes, lane, event: lanes.act(lane, event, "committed", "impact"),
    "impact": Lanes.land, "loose": Lanes.loose, "fired": _end_act, "ready": _ready, "break_off": Lanes.break_off,
    "recover": _recover, "stun": Lanes.stun, "parry": Lanes.parry, "walk": Lanes.walk, "move": Lanes.move,
    "fall": _fall, "rise": _rise, "down": Lanes.out, "death": Lanes.out,
}  # fmt: skip
