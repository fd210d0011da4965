"""The oracle: scripted duels of the counts system played by a plain loop over ticks, apart from the engine.

``play`` takes a scenario's plain data and rolls, and returns the timeline that the rules call for. Nobody moves: the
fighters stand where the scenario puts them. Every step below is a rung of CLK-2, by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from oracle.figures import (
    HEAD,
    PARTS,
    TICKS,
    blow,
    called,
    effective,
    entry,
    exact,
    level,
    recovery,
    rolled,
    stage,
    ticks,
)
from oracle.maneuvers import STEP, OutOfScopeError, Walk, ground, lasts
from oracle.readings import Readings
from oracle.rolls import Faces, Rolls
from oracle.script import IllegalOrderError, choose, due, length, recoucher, target
from oracle.state import Act, Fighter, fighter
from oracle.wounds import Hit, Surgeon

DEFAULT = Readings()
OWN = {"eyes": "head eyes", "nose": "head nose", "mouth": "head mouth", "neck": "head neck", "throat": "head neck"}
TORSO = ("chest", "abdomen", "groin")


@dataclass(frozen=True)
class Line:
    """One event: when (counts), what, who, and what matters about it."""

    t: float
    type: str
    actor: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What a duel came to, its timeline, and the rolls it used."""

    outcome: str
    winner: str | None
    t: float
    lines: list[Line]
    htk_lost: dict[str, int]
    rolls_used: dict[str, list[list[int]]]
    rolls_unused: dict[str, list[list[int]]]
    reason: str = ""


def play(
    document: Mapping[str, Any],
    rolls: Mapping[str, list[list[int]]],
    seed_faces: Faces | None = None,
    readings: Readings = DEFAULT,
) -> Outcome:
    """Play a scripted duel to its end.

    Args:
        document: ``rules`` and ``combatants`` in the keys of a scenario file, weapons and armor as full tables.
        rolls: scripted streams, ``"combatant/purpose"`` to lists of faces.
        seed_faces: gives the faces of (stream, dice, sides) where a stream is not scripted.
        readings: how to read what the rules leave open.
    """
    return Duel(document, Rolls(rolls, seed_faces), readings).run()


class Duel:
    """The state of one duel and the rungs of one instant."""

    def __init__(self, document: Mapping[str, Any], rolls: Rolls, readings: Readings) -> None:
        self.readings = readings
        rules = document.get("rules", {})
        made = [fighter(table) for table in document["combatants"]]
        self.fighters = {one.name: one for one in sorted(made, key=lambda one: one.key)}
        self.level, self.ties = rules.get("level", "design"), rules.get("ties", "simultaneous")
        self.design = self.level == "design"
        self.cap = ticks(exact(rules.get("max_counts", 4800)))
        self.stale = ticks(exact(rules.get("stalemate_counts", 1200)))
        self.step_percent = rules.get("contest_step", STEP)
        self.floor = exact(rules.get("init_floor", 1))
        self.rolls, self.lines, self.now, self.progress = rolls, list[Line](), 0, 0
        self.asked: dict[str, set[str]] = {name: {"start"} for name in self.fighters}
        self.begun: list[Act] = []
        self.made: list[Act] = []

    # --- the loop -----------------------------------------------------------------------------------------------

    def run(self) -> Outcome:
        """Go from instant to instant until the battle is over."""
        try:
            while (ended := self.instant()) is None:
                self.now = self.next_tick()
        except IllegalOrderError as error:
            return self.outcome("error", None, str(error))
        return self.outcome(*ended)

    def outcome(self, kind: str, winner: str | None, reason: str = "") -> Outcome:
        """Return the outcome with everything that led to it."""
        lost = {name: one.lost for name, one in self.fighters.items()}
        t = float(Fraction(self.now, TICKS))
        return Outcome(kind, winner, t, self.lines, lost, self.rolls.used, self.rolls.unused, reason)

    def instant(self) -> tuple[str, str | None] | None:
        """Work off the ladder at this tick; return the outcome if it ends the battle."""
        self.strike()
        if self.readings.asks_at_the_end or len(self.able_sides()) > 1:
            while self.rung():
                pass
        return self.end()

    def rung(self) -> bool:
        """Work off the lowest rung from PHASE on that has work; return whether one had."""
        if self.phase():
            self.drain()
            return True
        if self.decide():
            return True
        if self.commit() or self.notice():
            self.drain()
            return True
        return self.drain()

    def drain(self) -> bool:
        """Let begin what a reading has put off, unless the battle is over."""
        late = [one.act for one in self.fighters.values() if one.act is not None and one.act.pending]
        if not late or self.end() is not None:
            return False
        for act in late:
            act.pending = False
        return True

    def next_tick(self) -> int:
        """Return the next tick at which anything is due."""
        found = [self.cap]
        if not any(self.bleeds(one) for one in self.fighters.values()):
            found.append(self.progress + self.stale)
        for one in self.fighters.values():
            moments = [one.wake, one.def_due, one.stunned, *(tool.recovers for tool in one.tools)]
            if one.act is not None:
                moments += [one.act.begin, one.act.until, one.act.impact]
            if self.bleeds(one):
                moments.append(self.next_drop(one))
            found += [moment for moment in moments if moment is not None]
        return min(moment for moment in found if moment > self.now)

    def end(self) -> tuple[str, str | None] | None:
        """END: at most one side can fight, the cap, or nothing has come of it for too long (CLK-8)."""
        sides = self.able_sides()
        if len(sides) < 2:
            return ("win", sides.pop()) if sides else ("draw", None)
        if self.now >= self.cap:
            return "timeout", None
        quiet = not any(self.bleeds(one) for one in self.fighters.values())
        if quiet and self.now >= self.progress + self.stale:
            return "stalemate", None
        return None

    # --- small things -------------------------------------------------------------------------------------------

    def log(self, kind: str, actor: str, **details: Any) -> None:
        """Write a line of the timeline."""
        self.lines.append(Line(float(Fraction(self.now, TICKS)), kind, actor, details))

    def able_sides(self) -> set[str]:
        """Return the sides that can still fight."""
        return {one.side for one in self.fighters.values() if not one.out}

    def able(self, one: Fighter) -> bool:
        """A fighter that can act: not out, not stunned."""
        return not one.out and not one.stunned

    def span(self, counts: Fraction) -> int:
        """Return counts in ticks."""
        return ticks(counts)

    def minute(self) -> int:
        """Return which 240 counts it is: the pool of speed points refills with each (C-INI-2)."""
        return self.now // (240 * TICKS)

    def distance(self, one: Fighter, other: Fighter) -> Fraction:
        """Return the distance in feet, rounded to 0.01 and never under 0.5 (C-MOD-6)."""
        squared = sum((a - b) ** 2 for a, b in zip(self.place(one), self.place(other), strict=True))
        return max(Fraction(round(float(squared) ** 0.5 * 100), 100), Fraction(1, 2))

    def place(self, one: Fighter) -> tuple[Fraction, Fraction]:
        """Return where a fighter is now."""
        return one.place if one.walk is None else one.walk.place(self.now)

    def ask(self, one: Fighter, reason: str) -> None:
        """Note a reason to ask a fighter in the next pass of DECIDE."""
        self.asked.setdefault(one.name, set()).add(reason)

    # --- STRIKE and APPLY ---------------------------------------------------------------------------------------

    def strike(self) -> None:
        """STRIKE: gather the blows and drops of this tick, resolve and apply them by the tie policy (CLK-3)."""
        acts = [one.act for one in self.fighters.values() if one.act and one.act.phase == "committed"]
        blows = [act for act in acts if act.impact == self.now]
        drops = {one.name: self.drop(one) for one in self.fighters.values()}
        for group in self.groups(blows) or [[]]:
            hits: dict[str, list[Hit]] = {}
            parried: set[str] = set()
            live = [act for act in group if act.live]
            landed = [(act, self.resolve(act, parried)) for act in live]
            for name in parried:
                self.met(self.fighters[name])
            for act, hit in landed:
                if hit is not None and act.target is not None:
                    hits.setdefault(act.target, []).append(hit)
                self.recover(act)
            self.apply(hits, drops)
            drops = {}

    def groups(self, blows: list[Act]) -> list[list[Act]]:
        """Order the blows of an instant into groups that resolve together (CLK-3)."""
        if self.ties == "simultaneous" or len(blows) < 2:
            return [blows]
        ranks = {act.actor: self.rank(act) for act in blows}
        return [[act for act in blows if ranks[act.actor] == rank] for rank in sorted(set(ranks.values()))]

    def speed(self, act: Act) -> Fraction:
        """Return what the tie policy ``speed`` compares: the whole action's counts, or the weapon's WSD."""
        return act.tool.weapon.wsd if self.readings.speed_by_weapon else act.total

    def rank(self, act: Act) -> Fraction:
        """Return what the tie policy sorts a blow by, the lowest first."""
        if self.ties == "reach":
            return -act.tool.weapon.length
        return self.speed(act) if self.ties == "speed" else Fraction(self.rolls.percent(act.actor, "tie"))

    def resolve(self, act: Act, parried: set[str]) -> Hit | None:
        """Resolve one blow against the state at the start of the rung; log its impact."""
        one, foe = self.fighters[act.actor], self.fighters[str(act.target)]
        act.rushed = act.rushed or (act.tool.recovers or 0) > self.now or (act.owed or 0) > self.now
        at = stage(act.tool.weapon.length, self.distance(one, foe))
        if act.broken or foe.out or at.closed:
            result = "broken_off" if act.broken else "no_target" if foe.out else "out_of_reach"
            self.log("impact", one.name, result=result)
            return None
        chance = self.chance(act, one, foe)
        roll = self.rolls.percent(one.name, "to_hit")
        number = chance - roll
        if roll >= 96 or (number < 0 and roll > 5):
            self.log("impact", one.name, result="critical_miss" if roll >= 96 else "miss", chance=chance, roll=roll)
            return None
        if foe.act is not None and foe.act.phase == "up" and foe.name not in parried:
            parried.add(foe.name)
            if self.parries(foe, foe.act, number):
                self.log("impact", one.name, result="parried", chance=chance, roll=roll)
                return None
        self.log("impact", one.name, result="hit", chance=chance, roll=roll, sl=level(number))
        part, place = self.location(act, one, roll)
        faces = self.rolls.roll(one.name, "damage", act.tool.weapon.dice, act.tool.weapon.sides)
        damage = rolled(act.tool.weapon, faces, at)
        kind = act.tool.weapon.type
        armor = sum(layer.stops(part, kind, self.level == "basic") for layer in foe.armor)
        loss = blow(damage, kind, level(number), armor, foe.pab, act.tool.weapon.cap)
        return Hit(one.name, one.key, kind, part, place, loss)

    def chance(self, act: Act, one: Fighter, foe: Fighter) -> int:
        """C-HIT-1, C-HIT-6, C-HIT-7 and the stages: the chance of one blow."""
        tool = act.tool.weapon
        at = stage(tool.length, self.distance(one, foe))
        total = one.skills.get(tool.skill, 0) + tool.mod + at.hit + one.injured(act.tool)
        total += (-50 if act.rushed else 0) + (-20 if one.prone else 0) + (20 if foe.prone else 0)
        total += called(act.called.split()[-1], tool.length) if act.called else 0
        if foe.stunned > self.now or (foe.stunned and self.readings.stun_ends_late):
            total += 20
        elif foe.def_on:
            total -= foe.defence
        return (total * at.factor) // 1

    def location(self, act: Act, one: Fighter, to_hit: int) -> tuple[str, str]:
        """C-LOC-1, C-LOC-2: the part struck, and the place that keeps the damage."""
        roll = to_hit
        if act.called is None:
            roll = self.rolls.percent(one.name, "location")
            part, side = entry(PARTS, roll), ""
        else:
            *sides, part = act.called.split()
            side = sides[0] if sides else ""
        if part == "head":
            detail = entry(HEAD, self.rolls.percent(one.name, "head_location"))
            return part, OWN.get(detail, "head")
        if part in TORSO:
            return part, part
        return part, f"{side or ('left' if roll % 2 else 'right')} {part}"

    def parries(self, one: Fighter, act: Act, number: int) -> bool:
        """C-ARM-6: a parry that is up contests a blow that would land."""
        need = one.skills.get(act.tool.weapon.skill, 0) + one.injured(act.tool) - (50 if act.rushed else 0)
        roll = self.rolls.percent(one.name, "parry")
        self.log("parry", one.name, what="met")
        return roll <= need and need - roll >= number

    def met(self, one: Fighter) -> None:
        """A parry has met its blow and recovers (C-ARM-6)."""
        assert one.act is not None
        self.settle(one, one.act, one.act.tool.weapon.wsd / (4 if one.act.tool.weapon.shield else 2))

    def recover(self, act: Act) -> None:
        """Recovery begins on the impact count (C-TIM-4)."""
        act.tool.impact, act.tool.x, act.tool.target = self.now, act.x, act.target
        self.settle(self.fighters[act.actor], act, recovery(act.tool.weapon, act.x))

    def settle(self, one: Fighter, act: Act, counts: Fraction) -> None:
        """End an action and let its tool recover, with what an earlier recovery is still owed (C-TIM-6)."""
        act.live, one.act = False, None
        owed = max(0, (act.owed or 0) - self.now)
        act.tool.recovers, act.tool.to_couch = self.now + ticks(counts) + owed, False
        self.ask(one, "recovering" if self.design else "ready")

    def apply(self, hits: dict[str, list[Hit]], drops: Mapping[str, int]) -> None:
        """APPLY: all wounds of this group take effect together."""
        marks = {one.name: one.out for one in self.fighters.values()}
        for one in self.fighters.values():
            struck, drop = hits.get(one.name, []), drops.get(one.name, 0)
            if struck or drop:
                self.wound(one, sorted(struck, key=lambda hit: hit.key), drop)
        for foe in self.fighters.values():
            if foe.out and not marks[foe.name]:
                self.bereave(foe)

    def wound(self, one: Fighter, struck: list[Hit], drop: int) -> None:
        """Put one fighter's wounds of this instant into effect."""
        was_out, was_dead, rate = one.out, one.dead, one.bleeding
        after = Surgeon(one, self.rolls, self.readings).treat(struck, drop)
        for hit in struck:
            self.wear(one, hit)
            self.log("wound", one.name, by=hit.by, lost=hit.loss.lost, place=hit.place, part=hit.total)
            self.ask(one, "struck")
        if drop or any(hit.loss.lost for hit in struck):
            self.progress = self.now
        if one.bleeding and not rate:
            one.bled, one.bled_at = 0, self.now
        elif one.bleeding != rate:
            one.bled, one.bled_at = one.bled + rate * (self.now - one.bled_at), self.now
        one.out = one.out or after.faints
        self.settle_after(one, after.hands, after.falls, after.stun)
        if one.dead and not was_dead:
            self.log("death", one.name)
        if one.out and not was_out:
            self.log("down", one.name)

    def settle_after(self, one: Fighter, emptied: set[str], falls: bool, stun: int) -> None:
        """Stuns, falls, emptied hands and going down end actions (CLK-4, C-WND-4)."""
        if stun and not one.out:
            one.stunned = max(one.stunned, self.now) + ticks(Fraction(stun))
            self.log("stun", one.name, until=float(Fraction(one.stunned, TICKS)))
        for tool in one.tools:
            if emptied & set(tool.sides):
                tool.sides = ()
                if tool.to_couch:
                    self.uncouch(one)
        if falls:
            self.ask(one, "fallen")
        if falls or stun or one.out:
            one.fresh = True
            self.kill(one)
        elif one.act is not None and not one.act.tool.sides:
            self.kill(one)

    def kill(self, one: Fighter) -> None:
        """An action under way is cancelled in its wind-up, lost if committed (CLK-4)."""
        act = one.act
        self.uncouch(one)
        if act is None:
            return
        if act.kind in ("press", "retreat"):
            raise OutOfScopeError("a maneuver cut short")
        one.act, act.live = None, False
        if act.phase == "committed":
            self.log("impact", one.name, result="lost")
        if act.owed is not None and act.owed > self.now:
            act.tool.recovers = act.owed

    def uncouch(self, one: Fighter) -> None:
        """A re-couch that is cut short becomes a recovery."""
        for tool in one.tools:
            if tool.to_couch:
                end = tool.impact + ticks(recovery(tool.weapon, tool.x))
                tool.recovers, tool.to_couch = end if end > self.now else None, False

    def bereave(self, foe: Fighter) -> None:
        """Whoever had not committed a blow at a fighter now down is asked again (CLK-4)."""
        for one in self.fighters.values():
            act = one.act
            if act is None or act.target != foe.name or act.kind in ("parry", "couch") or act.phase == "committed":
                continue
            self.kill(one)
            one.fresh = True
            self.ask(one, "target_down")

    def wear(self, one: Fighter, hit: Hit) -> None:
        """C-ARM-2: half a hit for each point stopped, two for each that goes through."""
        for layer in one.armor:
            if hit.part in layer.covers:
                layer.left = max(Fraction(0), layer.left - Fraction(hit.loss.stopped, 2) - 2 * hit.loss.through)

    # --- bleeding (C-WND-7) -------------------------------------------------------------------------------------

    def bleeds(self, one: Fighter) -> bool:
        """Return whether a fighter is losing blood now."""
        return one.bleeding > 0 and not one.dead and (self.readings.bleeds_when_down or not one.out)

    def next_drop(self, one: Fighter) -> int:
        """Return the tick of the next point lost to bleeding."""
        return one.bled_at - (-(240 * TICKS - one.bled) // one.bleeding)

    def drop(self, one: Fighter) -> int:
        """Return the point lost to bleeding at this tick, if one is due."""
        if not self.bleeds(one) or self.next_drop(one) != self.now:
            return 0
        one.bled, one.bled_at = one.bled + one.bleeding * (self.now - one.bled_at) - 240 * TICKS, self.now
        return 1

    # --- PHASE --------------------------------------------------------------------------------------------------

    def phase(self) -> bool:
        """PHASE: wind-ups begin and end, recoveries end, couches are reached, timers run out."""
        done = [self.step(one) for one in self.fighters.values()]
        return any(done)

    def step(self, one: Fighter) -> bool:
        """Work off what is due for one fighter; return whether anything was."""
        if one.out:
            return False
        done = (self.step_act(one), self.step_tools(one), self.step_timers(one))
        return any(done)

    def step_act(self, one: Fighter) -> bool:
        """The action under way begins, ends its wind-up, or comes up."""
        act = one.act
        if act is None:
            return False
        if act.phase == "init" and act.begin == self.now and not act.pending:
            self.begin(act)
        elif act.phase == "windup" and act.until == self.now:
            act.phase = "ended"
            if act.kind == "couch":
                self.couch(one, act)
        elif act.phase == "walking" and act.until == self.now:
            one.place, one.walk, one.act, act.live = self.place(one), None, None, False
            self.ask(one, "ready")
        elif act.phase == "raising" and act.until == self.now:
            act.phase = "up"
            act.rushed = (act.tool.recovers or 0) > self.now or (act.owed or 0) > self.now
        else:
            return False
        return True

    def begin(self, act: Act) -> None:
        """An INIT is over: the wind-up begins (C-TIM-1, C-TIM-2), or a parry is being brought up (C-ARM-6)."""
        if act.kind in ("press", "retreat"):
            self.contest(act)
            return
        if act.kind == "parry":
            act.phase = "raising"
            act.until = act.begin + ticks(act.x)
            return
        wind = act.x / 4 if act.kind == "release" else act.x / 2
        act.phase, act.until, act.impact = "windup", act.begin + ticks(wind), act.begin + ticks(act.total)
        if act.kind == "couch":
            act.impact = act.until
        self.log("release" if act.kind == "release" else "windup", act.actor)
        self.begun.append(act)

    def contest(self, act: Act) -> None:
        """C-STG-4, C-STG-5: the contest is rolled after the INIT, then the ground gained is walked."""
        one, foe = self.fighters[act.actor], self.fighters[str(act.target)]
        if foe.stunned or foe.prone or one.prone or one.lamed():
            raise OutOfScopeError("a contest of the prone, stunned or lame")
        ahead = [
            who.skills.get("combat_maneuver", who.pcf) + who.slowed() - self.rolls.percent(who.name, "maneuver")
            for who in (one, foe)
        ]
        if ahead[1] - ahead[0] >= self.step_percent:
            raise OutOfScopeError("the opponent is ahead")
        stages = max(0, ahead[0] - ahead[1]) // self.step_percent
        now = self.distance(one, foe)
        change = now - ground(act.tool.weapon, now, stages, act.kind == "press", self.readings.ground_by_units)
        if any(stage(tool.weapon.length, now - change).name == "over_3" for tool in (*one.tools, *foe.tools)):
            raise OutOfScopeError("a lock")
        start = self.place(one)
        toward = 1 if self.place(foe)[0] > start[0] else -1
        one.walk = Walk(self.now, start, (start[0] + toward * change, start[1]))
        act.phase, act.until = "walking", self.now + lasts(one.walk.feet)
        self.log(act.kind, one.name, stages=stages)

    def couch(self, one: Fighter, act: Act) -> None:
        """A couch is reached and held."""
        act.phase = "couched"
        self.log("couched", one.name)
        self.ask(one, "couched")

    def step_tools(self, one: Fighter) -> bool:
        """Recoveries end, in ready or in the couch (C-TIM-3, C-TIM-4)."""
        done = [tool for tool in one.tools if tool.recovers == self.now]
        for tool in done:
            tool.recovers = None
            if tool.to_couch and tool.sides and one.act is None and self.able(one):
                one.act = Act(one.name, "couch", tool, tool.target, tool.x, self.now)
                self.couch(one, one.act)
            elif self.design and tool.sides and self.able(one):
                self.log("ready", one.name)
                if one.act is None:
                    self.ask(one, "ready")
            tool.to_couch = False
        return bool(done)

    def step_timers(self, one: Fighter) -> bool:
        """A stun ends, a timer runs out, DEF changes."""
        done = False
        if one.stunned and one.stunned == self.now:
            one.stunned, done = 0, True
            if not (self.design and any(tool.recovers is not None for tool in one.tools if tool.sides)):
                self.log("ready", one.name)
                self.ask(one, "ready")
        if one.wake == self.now:
            one.wake, done = None, True
            self.ask(one, "hold_expired")
        if one.def_due == self.now:
            one.def_due, one.def_on, done = None, one.def_next, True
        return done

    # --- DECIDE -------------------------------------------------------------------------------------------------

    def decide(self) -> bool:
        """DECIDE: everyone with a reason answers, from the same state; all answers are taken up together."""
        asked, self.asked = self.asked, {}
        answers = []
        for name in sorted(asked, key=lambda name: self.fighters[name].key):
            one = self.fighters[name]
            if self.able(one):
                answers.append((one, choose(self, one, asked[name]), asked[name]))
        for one, order, reasons in answers:
            if order is not None:
                self.take(one, order, reasons)
            at = due(one.orders[0]) if one.orders else None
            one.wake = at if at is not None and at > self.now else None
        return bool(answers)

    def take(self, one: Fighter, order: dict[str, Any], reasons: set[str]) -> None:
        """Take up one order; it changes only the fighter's own state."""
        match order["do"]:
            case "break_off":
                self.break_off(one)
            case "recouch":
                self.recouch(one, order)
            case "def":
                one.def_at, one.def_next = self.now, order["active"]
                one.def_due = self.now + ticks(self.init(one, preset=True, points=order.get("speed_points", 0)))
                self.ask(one, "ready")
            case "attack" | "couch" | "release" | "parry" | "press" | "retreat":
                self.declare(one, order, reasons)

    def break_off(self, one: Fighter) -> None:
        """C-TIM-7: free in the wind-up and in the couch; once committed, as having missed."""
        act = one.act
        assert act is not None
        one.fresh = True
        if act.phase == "committed":
            act.broken = True
            self.log("break_off", one.name, free=False)
            return
        self.log("break_off", one.name, free=True)
        if act.phase == "up":
            self.met(one)
            return
        self.kill(one)
        self.ask(one, "ready")

    def recouch(self, one: Fighter, order: dict[str, Any]) -> None:
        """C-TIM-3, C-TIM-4: the recovery ends in the couch, max(X, WSD) after the impact."""
        tool = recoucher(one, order)
        assert tool is not None
        tool.recovers, tool.to_couch = tool.impact + ticks(max(tool.x, tool.weapon.wsd)), True

    def declare(self, one: Fighter, order: dict[str, Any], reasons: set[str]) -> None:
        """Declare an act: X is fixed now (C-TIM-8), INIT is rolled now (C-INI-1)."""
        kind, foe = order["do"], target(self, one, order)
        tool = one.act.tool if kind == "release" and one.act else one.held(order.get("weapon"))
        if tool is None:
            raise OutOfScopeError("a maneuver without a weapon")
        if kind == "parry":
            foe = None
        x = length(self, one, kind, tool, foe) if kind == "parry" or foe is None else effective(
            tool.weapon, self.distance(one, foe)
        )  # fmt: skip
        same = (kind, tool.weapon.name, foe.name if foe else None)
        reflex = kind in ("release", "parry", "press", "retreat")
        preset = not one.fresh and (reflex or "noticed" in reasons or one.last == same)
        counts = self.init(one, preset, order.get("speed_points", 0))
        if one.declared_at == self.now:
            counts = max(counts, self.floor)
        one.declared_at, one.last, one.fresh = self.now, same, False
        act = Act(one.name, kind, tool, same[2], x, self.now + ticks(counts), called=order.get("location"))
        act.pending = self.readings.zero_init_late and counts == 0
        if self.design and tool.recovers is not None and kind not in ("press", "retreat"):
            act.owed, tool.recovers = tool.recovers, None
        one.act = act

    def init(self, one: Fighter, preset: bool, points: int) -> Fraction:
        """C-INI-1, C-INI-2: the INIT in counts."""
        if one.spent_in != self.minute():
            one.spent, one.spent_in = 0, self.minute()
        one.spent += points
        base = Fraction(sum(self.rolls.roll(one.name, "init", 2, 6)) - one.spd)
        return max(Fraction(0), (base / 2 if preset else base) - points)

    # --- COMMIT and NOTICE --------------------------------------------------------------------------------------

    def commit(self) -> bool:
        """COMMIT: wind-ups that ended and were not dropped become committed."""
        done = [one.act for one in self.fighters.values() if one.act and one.act.phase == "ended"]
        for act in done:
            act.phase = "committed"
            self.log("commit", act.actor)
        self.made += done
        return bool(done)

    def notice(self) -> bool:
        """NOTICE: perception rolls for every wind-up begun and every commit made (C-PER-1)."""
        news = [(act, 0) for act in self.begun if act.live] + [(act, 30) for act in self.made if act.live]
        self.begun, self.made = [], []
        for act, bonus in sorted(news, key=lambda entry: self.fighters[entry[0].actor].key):
            for one in self.fighters.values():
                self.look(one, act, bonus)
        return bool(news)

    def look(self, one: Fighter, act: Act, bonus: int) -> None:
        """One perception roll, if this fighter is threatened and has not noticed yet."""
        actor = self.fighters[act.actor]
        threatened = one.side != actor.side and (act.target == one.name or actor.name in one.watch)
        if not threatened or not self.able(one) or one.name in act.noticed:
            return
        if self.rolls.percent(one.name, "perception") <= one.perception + bonus + one.dazed():
            act.noticed.add(one.name)
            self.log("notice", one.name, of=actor.name)
            self.ask(one, "noticed")
