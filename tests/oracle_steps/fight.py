"""A naive reading of the steps rules: moment by moment, everybody in turn by stream key. Knows nothing of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle_steps import figures, judge
from oracle_steps.blows import Volley
from oracle_steps.ground import Ground
from oracle_steps.plan import Deed, Plan
from oracle_steps.state import COUNT, Act, Entry, Gun, One, Thing, Told, Walk

Faces = Callable[[str, int, int], list[int]]
"""Dice of a stream: so many of so many sides."""

FREE = frozenset({"start", "ready", "target_down"})
LENGTH = {"single": (2, 2), "aimed": (2, 2), "burst": (2, 2), "auto": (2, 6)}
WORK = {"aim": 4, "reload": 12, "bring": 1, "face": 1, "mode": 1}


class Fight:
    """A fight of a document, by the plans of its combatants."""

    def __init__(self, document: dict[str, Any], plans: dict[str, Plan], faces: Faces) -> None:
        self.ties = document["rules"].get("ties", "simultaneous")
        self.cap = int(document["rules"]["max_counts"] * COUNT)
        self.faces, self.rolls = faces, dict[str, list[list[int]]]()
        rows = sorted(document["combatants"], key=lambda row: row.get("stream", row["name"]))
        self.everyone = [combatant(row, plans[row["name"]], rank) for rank, row in enumerate(rows)]
        self.by_name = {one.name: one for one in self.everyone}
        self.ground = Ground(document["field"], self.everyone)
        self.now = 0
        self.entries: list[Entry] = []
        self.ended: list[Act] = []
        self.levelled: list[Act] = []

    # what is asked again and again

    def tell(self, kind: str, actor: str, *details: Any) -> None:
        """Note what happens."""
        self.entries.append((self.now / COUNT, kind, actor, details))

    def roll(self, one: One, purpose: str, number: int, sides: int) -> list[int]:
        """Roll dice of a purpose."""
        faces = self.faces(f"{one.name}/{purpose}", number, sides)
        self.rolls.setdefault(f"{one.name}/{purpose}", []).append(faces)
        return faces

    def sides(self) -> list[str]:
        """Return the sides that can still fight."""
        return sorted({one.side for one in self.everyone if not one.out})

    def sights(self) -> dict[One, set[One]]:
        """Return who sees whom now."""
        able = [one for one in self.everyone if not one.out]
        return {one: {other for other in able if other.side != one.side and self.ground.sees(one, other)} for one in able}

    # the clock

    def play(self) -> Told:
        """Fight to the end."""
        for one, seen in self.sights().items():
            one.sees, one.reasons = seen, {"start"}
        while True:
            self.moment()
            if len(self.sides()) < 2 or self.now >= self.cap:
                break
            self.now = min([self.cap, *self.due()])
        sides = self.sides()
        outcome = "timeout" if len(sides) > 1 else "win" if sides else "draw"
        winner = sides[0] if outcome == "win" else None
        health = {one.name: one.health for one in self.everyone}
        return Told(self.entries, self.rolls, outcome, winner, self.now / COUNT, health)

    def due(self) -> list[int]:
        """Return the moments at which something is due."""
        found = [one.walk.due for one in self.everyone if one.walk is not None]
        found += [one.act.due for one in self.everyone if one.act is not None]
        return [tick for tick in [*found, *(one.rests for one in self.everyone)] if tick > self.now]

    def moment(self) -> None:
        """Do all that is due now, in the order of CLK-2."""
        for one in self.everyone:
            if one.walk is not None and one.walk.due == self.now:
                self.step(one, one.walk)
        self.strike()
        self.phases()
        while self.decide():
            self.phases()
        commits = [act for act in self.levelled if one_of(act)]
        self.levelled = []
        for act in commits:
            act.stage = "committed"
            self.tell("commit", act.by.name, act.end / COUNT)
        for act in commits:
            for one in self.may_dodge(act):
                one.threats.append(act)
                one.reasons.add("noticed")
        while self.decide():
            self.phases()
        for one, seen in self.sights().items():
            for other in one.sees ^ seen:
                self.tell("sight", one.name, other.name, other in seen)
            if one.aim is not None and one.aim[0] in one.sees - seen:
                self.lose_aim(one)
            one.sees = seen

    # moving

    def step(self, one: One, walk: Walk) -> None:
        """P-MOV-1: the next square is reached."""
        one.square = walk.path.pop(0)
        self.tell("step", one.name, one.square, one.facing)
        if walk.path:
            self.go_on(one, walk)
        else:
            one.walk = None

    def go_on(self, one: One, walk: Walk) -> None:
        """P-MOV-1, P-LOS-2: who runs looks where it goes."""
        if walk.pace in ("running", "sprinting"):
            self.turn(one, figures.looking(one.square, walk.path[0]))
        walk.due = self.now + int(figures.step_time(one.square, walk.path[0], figures.SPEED[walk.pace]) * COUNT)

    def turn(self, one: One, facing: str) -> None:
        """P-LOS-2."""
        if facing != one.facing:
            one.facing = facing
            self.tell("face", one.name, facing)

    def lose_aim(self, one: One) -> None:
        """P-FIR-1."""
        if one.aim is not None:
            self.tell("aim", one.name, one.aim[0].name, 0)
            one.aim = None

    # striking

    def strike(self) -> None:
        """CLK-3: the shots due, in the groups of the tie policy."""
        due = [one.act for one in self.everyone if one.act is not None and one.act.stage == "committed" and one.act.end == self.now]
        volley = Volley(self.ground, self.by_name, self.tell, self.roll)
        for group in self.groups(due):
            for act in group:
                volley.shoot(act)
            self.take_effect(volley)
        self.ended = [act for act in due if not act.by.out]
        for one, times in volley.dodged.items():
            self.pay(one, times)

    def groups(self, due: list[Act]) -> list[list[Act]]:
        """CLK-3."""
        if self.ties == "simultaneous" or len(due) < 2:
            return [due]
        keys = {act: self.key(act) for act in due}
        return [[act for act in due if keys[act] == place] for place in sorted(set(keys.values()))]

    def key(self, act: Act) -> int:
        """CLK-3: the longest reach first, or the shortest action, or the lowest draw."""
        assert act.gun is not None
        if self.ties == "reach":
            return -int(act.gun.row["extreme"])
        return act.end - act.begin if self.ties == "speed" else self.roll(act.by, "tie", 1, 100)[0]

    def pay(self, one: One, times: int) -> None:
        """P-MOD-2: a count a dodge; a shot that breaks at this moment is not put off."""
        one.dodges += times
        one.busy = max(self.now, one.busy) + times * COUNT
        self.lose_aim(one)
        act = one.act
        if act is not None and not (act.fires and act.end == self.now):
            act.push(times * COUNT)
        else:
            one.rests = one.busy

    def take_effect(self, volley: Volley) -> None:
        """P-DMG-1, CLK-2: losses of a moment are added up; then who is down; then what is broken."""
        hurts, volley.hurts = volley.hurts, []
        for one, words, damage, armor in hurts:
            lost = max(0, damage - armor)
            one.health -= lost
            self.tell("wound", one.name, words, damage, armor, lost)
        for one in {hurt[0]: None for hurt in hurts}:
            if one.health <= 0 and not one.out:
                self.fall(one)
        for one, thing, damage in volley.broken:
            self.break_thing(one, thing, damage)
        volley.broken = []

    def fall(self, one: One) -> None:
        """P-DMG-1, CLK-4: who was about to act against one who is out is asked anew."""
        if one.health <= -one.row["health"]:
            self.tell("death", one.name)
        self.lose_aim(one)
        self.tell("down", one.name)
        one.out, one.walk, one.act, one.reasons, one.threats = True, None, None, set(), []
        for other in self.everyone:
            other.sees.discard(one)
            if other.act is not None and other.act.target is one and other.act.stage != "committed":
                other.act.over, other.act = True, None
                self.tell("break_off", other.name)
                other.reasons.add("target_down")

    def break_thing(self, one: One, thing: Thing, damage: int) -> None:
        """P-DMG-1."""
        if thing.gone or not thing.row.get("health", 0):
            return
        thing.left -= damage
        thing.gone = thing.left <= 0
        self.tell("object", one.name, thing.name, thing.square, max(0, thing.left), thing.gone)

    # phases

    def phases(self) -> None:
        """P-FIR-2: what begins, is levelled, or is over now."""
        for shot in self.ended:
            if shot.by.act is shot:
                self.lose_aim(shot.by)
                self.over(shot)
        self.ended = []
        for one in self.everyone:
            if one.rests == self.now == one.busy:
                one.rests = -1
                if one.act is None and not one.out:
                    one.reasons.add("ready")
            act = one.act
            if act is None or act.due != self.now or act in self.levelled:
                continue
            if act.stage == "waiting":
                act.stage = "levelling" if act.fires else "working"
                if act.fires:
                    self.tell("level", one.name, act.commit / COUNT)
            elif act.stage == "levelling":
                self.levelled.append(act)
            elif act.stage == "working":
                self.work(one, act)

    def over(self, act: Act) -> None:
        """An action is over: its combatant is free."""
        act.over, act.by.act = True, None
        self.tell("ready", act.by.name)
        act.by.reasons.add("ready")

    def work(self, one: One, act: Act) -> None:
        """P-FIR-1, P-FIR-2, P-LOS-2, P-MOD-1: what an action without a shot comes to."""
        match act.deed["do"]:
            case "aim":
                assert act.target is not None
                assert act.gun is not None
                if self.ground.sees(one, act.target):
                    one.aim = act.target, act.gun, min(2, judge.spells(one, act.target, act.gun) + 1)
                    self.tell("aim", one.name, act.target.name, one.aim[2])
                else:
                    self.lose_aim(one)
            case "reload":
                assert act.gun is not None
                more = min(act.gun.row["magazine"] - act.gun.loaded, act.gun.carried)
                act.gun.loaded, act.gun.carried = act.gun.loaded + more, act.gun.carried - more
                self.tell("reload", one.name, act.gun.loaded, act.gun.carried)
            case "bring":
                assert act.gun is not None
                one.hand = act.gun
                self.lose_aim(one)
            case "face":
                self.turn(one, act.deed["facing"])
            case _:
                one.mode = act.deed["mode"]
                self.tell("mode", one.name, one.mode)
        self.over(act)

    def may_dodge(self, act: Act) -> list[One]:
        """P-MOD-1 to P-MOD-3: the targets and who stands in the line, if they guard that arc."""
        met = Volley(self.ground, self.by_name, self.tell, self.roll).met(act)
        found = set(met)
        for one in met:
            found.update(self.ground.people(act.by.square, one.square))
        return [one for one in self.everyone if one in found - {act.by} and not one.out and self.ground.guards(one, act.by.square)]

    # deciding

    def decide(self) -> bool:
        """CLK-5: everybody who must is asked on the same state, then all answers are taken up; False when nobody was."""
        asked = [one for one in self.everyone if one.reasons]
        chosen: list[tuple[One, Deed]] = []
        for one in asked if len(self.sides()) > 1 else ():
            def may(deed: Deed, one: One = one) -> bool:
                return judge.legal(self.ground, self.by_name, one, deed, self.now)

            deed = one.plan.answer(may) if "noticed" in one.reasons else {"do": "hold"}
            if deed["do"] == "hold" and one.reasons & FREE:
                deed = one.plan.act(may)
            chosen.append((one, deed))
        for one in asked:
            one.reasons = set()
        for one, deed in chosen:
            self.tell("decision", one.name, deed["do"])
            if deed["do"] != "dodge":
                one.threats = []
            self.take_up(one, deed)
        return bool(asked)

    def take_up(self, one: One, deed: Deed) -> None:
        """Do what was chosen."""
        match deed["do"]:
            case "hold":
                return
            case "dodge":
                act = min(one.threats, key=lambda act: act.by.rank)
                one.threats.remove(act)
                act.dodgers.append(one)
                self.tell("dodge", one.name, True, None)
                if one.threats:
                    one.reasons.add("noticed")
                elif one.act is None:
                    one.reasons.add("ready")
            case "break_off":
                self.break_off(one)
            case "move":
                one.moved_at = self.now
                self.move(one, deed)
                if one.act is None:
                    one.reasons.add("ready")
            case _:
                self.begin(one, deed)

    def break_off(self, one: One) -> None:
        """P-FIR-2: free while levelling or working; committed, the shot goes astray."""
        act = one.act
        assert act is not None
        self.tell("break_off", one.name)
        if act.stage == "committed":
            act.broken = True
        else:
            act.over, one.act = True, None
            one.reasons.add("ready")

    def move(self, one: One, deed: Deed) -> None:
        """P-MOV-1: a step under way toward the same square at the same pace goes on."""
        before = one.walk
        if deed["pace"] == "still":
            one.walk = None
            return
        self.lose_aim(one)
        one.walk = Walk(deed["pace"], judge.way(one.square, deed["steps"]), 0)
        if before is not None and before.pace == deed["pace"] and before.path[0] == one.walk.path[0]:
            one.walk.due = before.due
        else:
            self.go_on(one, one.walk)

    def begin(self, one: One, deed: Deed) -> None:
        """P-FIR-2, CLK-2: the first action of a moment begins at once, another a count later; a dodge has its count first."""
        one.dodges = 0
        one.declared = one.declared + 1 if one.declared_at == self.now else 1
        one.declared_at = self.now
        start = max(self.now + (COUNT if one.declared > 1 else 0), one.busy)
        gun = one.guns[deed["weapon"]] if "weapon" in deed else None
        target = self.by_name[deed["target"]] if "target" in deed else None
        if deed["do"] == "fire":
            level, squeeze = LENGTH[deed["mode"]]
            commit = start + level * COUNT
            one.act = Act(one, deed, "waiting", start, commit, commit + squeeze * COUNT, gun, target)
        else:
            one.act = Act(one, deed, "waiting", start, 0, start + WORK[deed["do"]] * COUNT, gun, target)


def one_of(act: Act) -> bool:
    """Return whether an action is still under way."""
    return act.by.act is act and not act.over


def combatant(row: dict[str, Any], plan: Plan, rank: int) -> One:
    """Return a combatant of a document."""
    guns = {gun["name"]: Gun(gun, gun["magazine"], gun["ammunition"]) for gun in row["weapons"]}
    square = row["position"][0], row["position"][1]
    return One(row, plan, rank, square, row["facing"], row["mode"], row["health"], guns, next(iter(guns.values())))
