"""A log prepared for telling: events by number, rolls by what they decided, who fights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]

_FAR = 8
"""How many causes back a roll that decided something may lie."""

_ANSWERED = frozenset({"declare", "defense", "interpose", "volunteer", "fortune", "schtick", "counter", "walk", "dodge"})
"""Types whose lines tell the decision that led to them, with its note."""


class Story:
    """Look-ups over the events of one log.

    Args:
        events: the log's events in order, dicts.

    Attributes:
        memo: what tellers keep of a moment; all its events are there before any of them is told.
    """

    def __init__(self, events: Sequence[Json]) -> None:
        self.events: list[Json] = []
        self.by_seq: dict[int, Json] = {}
        self.header: Json = {}
        self.scenario: Json = {}
        self.declared: set[int] = set()
        self.out: dict[str, float] = {}
        self._rolls: dict[tuple[Any, ...], Json] = {}
        self._moves: dict[str, list[Json]] = {}
        self._effects: dict[tuple[int, str], list[Json]] = {}
        self._acts: dict[tuple[str, str], list[Json]] = {}
        self._moments: dict[tuple[Any, str], list[Json]] = {}
        self._unnamed: frozenset[str] | None = None
        self.memo: dict[Any, Any] = {}
        for event in events:
            self.add(event)

    def add(self, event: Json) -> None:
        """Take the next event; an account that is told while the battle runs grows by it."""
        if not self.events and event.get("type") == "battle.start":
            self.header = event
            scenario = event.get("scenario")
            self.scenario = scenario if isinstance(scenario, Mapping) else {}
        self.events.append(event)
        self.by_seq[event["seq"]] = event
        self._keep_links(event)
        match event.get("type"):
            case "roll":
                self._keep_roll(event)
            case "move":
                self._moves.setdefault(str(event.get("actor")), []).append(event)
            case kind if kind in _ANSWERED:
                decision = self.decision(event)
                self.declared |= {decision["seq"]} if decision is not None else set()
            case "down" | "death":
                self.out.setdefault(str(event.get("actor")), float(event.get("t", 0)))

    def _keep_links(self, event: Json) -> None:
        kind, cause, action = str(event.get("type")), event.get("cause"), event.get("action")
        self._moments.setdefault((event.get("t"), kind), []).append(event)
        if type(cause) is int:
            self._effects.setdefault((cause, kind), []).append(event)
        if isinstance(action, str):
            self._acts.setdefault((action, kind), []).append(event)

    def _keep_roll(self, event: Json) -> None:
        purpose, t = event.get("purpose"), event.get("t")
        for key in ("action", "actor"):
            if isinstance(purpose, str) and isinstance(event.get(key), str):
                self._rolls[(key, purpose, t, event[key])] = event

    @property
    def system(self) -> str:
        """The rule system of the battle; empty when the log does not say."""
        return str(self.header.get("system") or "")

    @property
    def combatants(self) -> list[Json]:
        """The scenario's combatants as plain data."""
        rows = self.scenario.get("combatants")
        return [spec for spec in rows if isinstance(spec, Mapping)] if isinstance(rows, list) else []

    @property
    def unnamed(self) -> frozenset[str]:
        """The unnamed characters of a shots battle (S-WND-3)."""
        if self._unnamed is None:
            self._unnamed = frozenset(str(spec.get("name")) for spec in self.combatants if spec.get("unnamed") is True)
        return self._unnamed

    def cause(self, event: Json) -> Json | None:
        """Return the event that led to this one; only an earlier one can."""
        cause = event.get("cause")
        if type(cause) is not int or cause >= event["seq"]:
            return None
        return self.by_seq.get(cause)

    def chain(self, event: Json) -> list[Json]:
        """Return an event's causes from the first of the log to the event itself."""
        links = [event]
        while (event := self.cause(event) or {}) != {}:
            links.append(event)
        return links[::-1]

    def effects(self, event: Json, kind: str) -> list[Json]:
        """Return the events of a type that an event led to directly, at its own moment."""
        found = self._effects.get((event["seq"], kind), ())
        return [effect for effect in found if effect.get("t") == event.get("t")]

    def of_action(self, event: Json, kind: str) -> list[Json]:
        """Return the events of a type that belong to an event's action, at its moment."""
        found = self._acts.get((str(event.get("action")), kind), ())
        return [other for other in found if other.get("t") == event.get("t")]

    def at(self, event: Json, kind: str) -> list[Json]:
        """Return the events of a type at an event's moment."""
        return self._moments.get((event.get("t"), kind), [])

    def decision(self, event: Json) -> Json | None:
        """Return the actor's own decision that led to an event at the same moment."""
        link: Json | None = event
        for _ in range(_FAR):
            if link is None or link.get("t") != event.get("t") or link.get("actor") != event.get("actor"):
                return None
            if link.get("type") == "decision":
                return link
            link = self.cause(link)
        return None

    def place(self, name: Any, event: Json) -> tuple[float, float] | None:
        """Return where somebody is at an event, from its last movement before, else from the scenario."""
        last = None
        for move in self._moves.get(str(name), ()):
            if move["seq"] >= event["seq"]:
                break
            last = move
        if last is None:
            places = [spec.get("position") for spec in self.combatants if spec.get("name") == name]
            return (float(places[0][0]), float(places[0][1])) if places and places[0] else None
        elapsed = float(event["t"]) - float(last["t"])
        (x, y), (vx, vy) = last["position"], last["velocity"]
        return float(x + vx * elapsed), float(y + vy * elapsed)

    def roll_at(self, t: Any, purpose: str, name: Any) -> Json | None:
        """Return the last roll of a purpose that someone made at a moment."""
        return self._rolls.get(("actor", purpose, t, str(name)))

    def roll(self, event: Json, purpose: str, by: str = "actor") -> Json | None:
        """Return the roll of a purpose that decided an event: among its causes, else of its action or actor, then.

        Args:
            event: what was decided.
            purpose: the roll's purpose.
            by: the field of the event that names who rolled.
        """
        t, roller = event.get("t"), event.get(by)
        own = self._rolled_for(event, purpose, roller)
        if own is not None:
            return own
        link: Json | None = event
        for _ in range(_FAR):
            if link is None or link.get("t") != t:
                break
            found: Json | None = link
            if link.get("type") != "roll" or link.get("purpose") != purpose:
                found = self._rolls.get(("action", purpose, t, str(link.get("action"))))
            if found is not None and found.get("actor") == roller:
                return found
            link = self.cause(link)
        return self.roll_at(t, purpose, roller)

    def before(self, event: Json, kind: str) -> Json | None:
        """Return the last event of a type among an event's causes at its own moment."""
        link = self.cause(event)
        for _ in range(_FAR):
            if link is None or link.get("t") != event.get("t"):
                return None
            if link.get("type") == kind:
                return link
            link = self.cause(link)
        return None

    def _rolled_for(self, event: Json, purpose: str, roller: Any) -> Json | None:
        """Return the roll of a purpose among an event's causes: of several of one action at a moment the event's own."""
        link: Json | None = event
        while link is not None:
            link = self.before(link, "roll")
            if link is not None and link.get("purpose") == purpose and link.get("actor") == roller:
                return link if link.get("action") == event.get("action") else None
        return None
