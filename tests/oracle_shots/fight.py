"""A naive reading of the shots rules: sequence by sequence, shot by shot, everybody in turn. Knows nothing of the engine."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from oracle_shots import blows, judge, ways, wounds
from oracle_shots.arms import character, draw
from oracle_shots.figures import (
    CONCEALMENT_TAGS,
    COVER_TAGS,
    Place,
    cover_bonus,
    impairment,
    open_roll,
    shields,
)
from oracle_shots.plan import Deed, Plan
from oracle_shots.state import Blow, Entry, One, Told, Up

Faces = Callable[[str, int], list[int]]
"""Dice of a stream: so many faces, or an open roll for 0."""


class Fight:
    """A fight of a document, by the plans of its characters."""

    def __init__(self, document: dict[str, Any], plans: dict[str, Plan], faces: Faces) -> None:
        self.rules = {"sequence_seconds": 3.0, "shot_counts": 1.0, "crossing_tests": True, "ties": "simultaneous"} | document["rules"]
        self.faces, self.rolls = faces, dict[str, list[list[int]]]()
        rows = sorted(document["combatants"], key=lambda row: row.get("stream", row["name"]))
        self.everyone = [character(row, plans[row["name"]], rank) for rank, row in enumerate(rows)]
        self.by_name = {one.name: one for one in self.everyone}
        ground = document.get("field", {})
        self.places = {place["name"]: place for place in ground.get("places", ())}
        self.tough = {name: place.get("toughness", 0) for name, place in self.places.items()}
        self.dense = bool(ground.get("dense"))
        self.t, self.shot, self.number = 0.0, 0, 0
        self.entries: list[Entry] = []
        self.blows: list[Blow] = []
        self.tending: list[tuple[One, One]] = []

    # what is asked again and again

    def tell(self, kind: str, actor: str = "", *details: Any) -> None:
        """Note what happens."""
        self.entries.append((self.t, kind, actor, details))

    def roll(self, one: One, purpose: str, dice: int) -> list[int]:
        """Roll dice of a purpose; an open roll for 0."""
        faces = self.faces(f"{one.name}/{purpose}", dice)
        self.rolls.setdefault(f"{one.name}/{purpose}", []).append(faces)
        return faces

    def open(self, one: One, purpose: str, value: int) -> tuple[int, bool]:
        """Return value, impairment and an open roll, and whether both first dice are six."""
        faces = self.roll(one, purpose, 0)
        return value + self.impaired(one) + open_roll(faces), faces[0] == faces[1] == 6

    def impaired(self, one: One) -> int:
        """S-WND-1."""
        return impairment(one.wounds, one.picks("guts"))

    def left(self, one: One) -> int:
        """S-SEQ-4: the shots somebody has left; never more than the current shot."""
        return min(one.counter, self.shot)

    def pay(self, one: One, shots: int) -> None:
        """S-SEQ-3."""
        before = self.left(one)
        one.counter = before - shots
        if one.counter != before:
            self.tell("counter", one.name, before, one.counter)

    def at(self, one: One) -> Place:
        """S-MOV-1: where somebody is."""
        if one.course is None:
            return one.x, one.y
        x, y, vx, vy, begin, end, _ = one.course
        gone = min(self.t, end) - begin
        return round(x + vx * gone, 6), round(y + vy * gone, 6)

    def moving(self, one: One) -> bool:
        """Whether somebody is on the way."""
        return one.course is not None and self.t < one.course[5]

    def cover(self, one: One, origin: Place) -> int:
        """S-RNG-2: what cover or concealment adds against what comes from a point."""
        tags = [tag for tag in one.row.get("tags", ()) if tag != "prone"] + (["prone"] if one.prone else [])
        here = self.at(one)
        for name, place in self.places.items():
            stands = not place.get("toughness") or self.tough[name] > 0
            tags += place.get("tags", ()) if stands and shields(place, here, origin) else ()
        cover = max((COVER_TAGS.get(tag, 0) for tag in tags), default=0)
        return cover_bonus(cover, max((CONCEALMENT_TAGS.get(tag, 0) for tag in tags), default=0))

    # the clock

    def play(self) -> Told:
        """Fight to the end."""
        shot_length, cap = self.rules["shot_counts"], self.rules["max_counts"]
        began = 0.0
        while True:
            self.t = began
            top = self.shot = 1_000_000
            for shot in iter(lambda: self.shot - 1, -1):
                if self.shot == 1_000_000:
                    ways.arrive(self)
                    self.lapse()
                    top = self.shot = self.begin()
                else:
                    self.shot, self.t = shot, began + (top - shot) * shot_length
                    if self.t > cap or shot == 0:
                        break
                    ways.arrive(self)
                    self.lapse()
                if self.t <= cap:
                    self.instant()
                ended = self.over()
                if ended is not None:
                    return ended
                if self.t >= cap:
                    return self.ends("timeout", None)
            if began + top * shot_length > cap:
                self.t = float(cap)
                self.shot = top - int((cap - began) / shot_length)
                ways.arrive(self)
                return self.ends("timeout", None)
            began += top * shot_length

    def begin(self) -> int:
        """S-SEQ-1, S-WND-2, S-WND-3: a sequence begins; return its highest shot."""
        self.number += 1
        for one in self.everyone:
            if one.dies_in and self.number >= one.dies_in:
                one.dead, one.dies_in = True, 0
                self.tell("death", one.name)
        thrown: dict[tuple[str, str], int] = {}
        for one in self.everyone:
            if one.out:
                continue
            group = (one.side, one.row.get("group", "")) if one.unnamed else ("", one.name)
            if group not in thrown:
                thrown[group] = sum(self.roll(one, "initiative", 1))
            quick = one.row["speed"] + one.picks("fast_draw")
            one.counter, one.holding = thrown[group] + quick + self.impaired(one), False
        able = [one for one in self.everyone if not one.out]
        top = max([1, *(one.counter for one in able)])
        self.tell("sequence", "", self.number, top, tuple(sorted((one.name, one.counter) for one in able)))
        return top

    def lapse(self) -> None:
        """S-DEF-1: end the defenses whose count is over."""
        for one in self.everyone:
            one.ups = [up for up in one.ups if up.until is None or up.until > self.t]

    def over(self) -> Told | None:
        """CLK-8: whether at most one side can still fight."""
        sides = {one.side for one in self.everyone if not one.out}
        if len(sides) > 1:
            return None
        return self.ends("win", sides.pop()) if sides else self.ends("draw", None)

    def ends(self, outcome: str, winner: str | None) -> Told:
        """Return what was told."""
        return Told(self.entries, self.rolls, outcome, winner, self.t, {one.name: one.wounds for one in self.everyone})

    # one shot

    def instant(self) -> None:
        """S-SEQ-2: deeds of all whose counter is met, answers of those attacked, then all attacks together."""
        turn = [one for one in self.everyone if not one.out and not one.holding and one.counter == self.shot > 0]
        if turn:
            self.tell("shot", "", self.shot, tuple(sorted(one.name for one in turn)))
        for one in turn:
            one.turn = True
        while turn:
            chosen = [(one, one.plan.act(lambda deed, one=one: judge.legal(self, one, deed))) for one in turn]  # type: ignore[misc]
            for one, deed in chosen:
                self.tell("decision", one.name, deed["do"])
                self.do(one, deed)
            turn = [one for one in turn if one.turn]
        self.answers()
        wounds.tend(self)
        blows.resolve(self)

    def do(self, one: One, deed: Deed) -> None:
        """Take up a deed of one's own shot."""
        match deed["do"]:
            case "hold":
                one.turn, one.holding = False, True
            case "wait":
                one.turn = False
                self.pay(one, self.left(one) - deed["shot"])
            case "defend":
                self.defend(one, one, deed)
            case "schtick":
                one.fu -= 1
                one.used["inner_focus"] = self.number
            case _:
                self.act(one, deed)

    def act(self, one: One, deed: Deed) -> None:
        """S-SEQ-3, S-MOV-1: pay for an action, set off, do it."""
        one.number += 1
        shots = judge.cost(self, one, deed)
        one.surprised, one.turn, one.acted_in = False, shots == 0, self.number
        self.end_defense(one, lasting=True)
        self.pay(one, shots)
        if shots == 0 and deed["do"] == "draw":
            self.tell("counter", one.name, self.left(one), self.left(one))
        goal = self.goal(one, deed)
        if goal is not None:
            self.closes(one, goal)
            toward = deed.get("toward")
            self.set_off(one, goal, shots, self.by_name[toward] if toward else None, deed.get("distance", 0.0))
        match deed["do"]:
            case "attack" | "area":
                self.announce(one, deed, shots)
            case "drop" | "rise":
                one.prone = deed["do"] == "drop"
            case "draw":
                one.drew_at = self.t
                draw(one, one.weapons[deed["weapon"]])
                self.tell("draw", one.name, tuple(sorted({held.name for held in one.hands if held is not None})))
            case "reload":
                weapon = one.weapons[deed["weapon"]]
                more = min(weapon.row["magazine"] - weapon.loaded, weapon.carried)
                weapon.loaded, weapon.carried = weapon.loaded + more, weapon.carried - more
                self.tell("reload", one.name, weapon.loaded, weapon.carried)
            case "bind":
                self.tending.append((one, self.by_name[deed["target"]]))

    def goal(self, one: One, deed: Deed) -> Place | None:
        """S-MOV-1: where a movement of an action ends."""
        x, y = self.at(one)
        most = one.row["move"] * (2 if deed["do"] == "run" else 1)
        if deed.get("to") is not None:
            dx, dy = deed["to"][0] - x, deed["to"][1] - y
        elif deed.get("toward") is not None or deed.get("away") is not None:
            there = self.at(self.by_name[deed.get("toward") or deed["away"]])
            dx, dy = there[0] - x, there[1] - y
        else:
            return None
        gap = hypot(dx, dy)
        if deed.get("away") is not None:
            if gap == 0:
                raise OutOfScopeError
            dx, dy, way = -dx, -dy, float(most)
        else:
            way = min(most, max(0.0, gap - deed.get("distance", 0.0)) if deed.get("toward") is not None else gap)
        return None if gap == 0 or way <= 0 else (round(x + dx * way / gap, 6), round(y + dy * way / gap, 6))

    def set_off(self, one: One, goal: Place, shots: int, toward: One | None, near: float = 0.0) -> None:
        """S-MOV-1: spread evenly over the shots of the action."""
        (x, y), span = self.at(one), shots * self.rules["shot_counts"]
        one.course = (x, y, (goal[0] - x) / span, (goal[1] - y) / span, self.t, self.t + span, goal)
        one.toward, one.near, one.changed = toward, near, self.t
        self.told_move(one)

    def closes(self, one: One, goal: Place) -> None:
        """S-CHR-3: opponents that stand and deliver see who comes closer, unless it hides."""
        for other in self.everyone:
            there = self.at(other)
            nearer = blows.apart(goal, there) < blows.apart(self.at(one), there)
            if nearer and not one.hidden and other.side != one.side and not other.out and other.picks("stand_and_deliver"):
                other.closing.append(one)

    def told_move(self, one: One) -> None:
        x, y = self.at(one)
        vx, vy = one.course[2:4] if one.course is not None else (0.0, 0.0)
        self.tell("move", one.name, *(round(value, 2) + 0.0 for value in (x, y, vx, vy)))

    def announce(self, one: One, deed: Deed, shots: int) -> None:
        """S-DEF-1, S-RNG-4: an attack is announced."""
        weapon, name = one.weapons[deed["weapon"]], deed.get("target")
        blow = Blow(one, one.number, deed["do"], weapon, shots, deed.get("shots", 3), deed.get("fortune", False))
        blow.unseen, one.hidden = one.hidden, False
        blow.free = deed.get("shots") == 0
        if deed["do"] == "area":
            blow.at = tuple(deed["at"]) if deed.get("at") is not None else self.at(self.by_name[name])
            blow.caught = [other for other in self.everyone if not other.out and blows.within(self, other, blow)]
            names = [other.name for other in blow.caught]
        else:
            blow.target, blow.place = self.by_name.get(name), None if name in self.by_name else self.places[name]
            names = [name]
        self.tell("announce", one.name, tuple(sorted(names)), shots)
        self.blows.append(blow)

    # answers

    def answers(self) -> None:
        """S-DEF-1, S-DEF-4, S-SEQ-4: everybody who may answer is asked, again and again while something is left."""
        for blow in sorted((blow for blow in self.blows if not blow.free), key=lambda blow: blow.by.rank):
            for one in self.everyone:
                if self.may_answer(one, blow) and self.notices(one, blow):
                    one.heard.append(blow)
        asked = [one for one in self.everyone if one.heard or one.closing]
        while asked:
            chosen = [(one, one.plan.answer(lambda deed, one=one: judge.legal(self, one, deed))) for one in asked]  # type: ignore[misc]
            for one, deed in chosen:
                self.tell("decision", one.name, deed["do"])
                self.answer(one, deed)
            asked = [one for one in asked if one.heard or one.closing]

    def may_answer(self, one: One, blow: Blow) -> bool:
        """Whether somebody is asked about an attack."""
        if one.out or one is blow.by or one.surprised:
            return False
        if blow.on(one):
            return self.left(one) >= 1 or blow.at is not None
        targets = blow.caught if blow.at is not None else [blow.target] if blow.target is not None else []
        near = any(other.side == one.side and blows.gap(self, one, other) <= one.row["move"] for other in targets)
        return self.left(one) >= 1 and one.side != blow.by.side and near

    def notices(self, one: One, blow: Blow) -> bool:
        """S-DEF-3: who hid is detected, or not, by its opponents: detect, wary and an alert against stealth."""
        if not blow.unseen or one.side == blow.by.side:
            return True
        value = one.skill("detect") + (3 if one.row.get("wary") else 0) + one.bonus("detect")
        total, _ = self.open(one, "perception", value)
        self.tell("notice", one.name, blow.by.name, total >= blow.by.skill("stealth"))
        return total >= blow.by.skill("stealth")

    def answer(self, one: One, deed: Deed) -> None:
        """Take up an answer."""
        match deed["do"]:
            case "hold":
                one.heard, one.closing = [], []
            case "defend":
                self.defend(one, one, deed)
                rest = [blow for blow in one.heard if not blow.on(one)]
                if len(rest) == len(one.heard):
                    rest, one.closing = [], []
                one.heard = rest
            case "attack":
                one.number += 1
                one.freed_at, one.closing = self.t, []
                self.end_defense(one, lasting=True)
                self.announce(one, deed, 0)
            case "defend_other":
                other = self.by_name[deed["target"]]
                self.defend(one, other, deed)
                one.heard = [blow for blow in one.heard if not blow.on(other)]
            case "volunteer":
                blow = next(blow for blow in judge.attacks_on(one, one) if blow.at is not None)
                blow.first.append(one)
                one.heard.remove(blow)
                self.tell("volunteer", one.name)
            case "interpose":
                self.interpose(one, self.by_name[deed["target"]])
        if self.left(one) < 1:
            one.heard = [blow for blow in one.heard if blow.at is not None and one in blow.caught]

    def defend(self, one: One, other: One, deed: Deed) -> None:
        """S-DEF-1, S-DEF-2, S-DEF-4, S-WND-3: pay, end the defense that was up, put up the new one."""
        kind = deed.get("kind", "dodge")
        self.pay(one, judge.cost(self, one, deed))
        self.end_defense(one)
        one.used[kind] = self.number
        lasting = one.unnamed and other is one
        bonus = 5 if kind == "lightning_dodge" else 3
        value = "detect" if kind == "alert" else "dodge"
        up = Up(kind, bonus, one, other, None if lasting else self.t + self.rules["shot_counts"], value)
        other.ups.append(up)
        self.tell("defense", one.name, other.name, kind, bonus)

    def end_defense(self, one: One, lasting: bool = False) -> None:
        """S-DEF-2: end what somebody defends; with ``lasting`` only a defense that lasts until its next action."""
        for other in self.everyone:
            other.ups = [up for up in other.ups if up.giver is not one or (lasting and up.until is not None)]

    def interpose(self, one: One, other: One) -> None:
        """S-DEF-4: step between an attack and its target, in plain sight (S-DEF-3)."""
        one.hidden = False
        blow = next(blow for blow in judge.attacks_on(one, other) if blow.at is None)
        self.pay(one, 3)
        self.end_defense(one)
        blow.between.append(one)
        self.tell("interpose", one.name, other.name)
        if self.at(other) != self.at(one):
            self.set_off(one, self.at(other), 3, other)
        one.heard.remove(blow)


class OutOfScopeError(Exception):
    """The fight comes to what the oracle has no reading of."""
