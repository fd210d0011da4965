"""Shots that break at one moment, as the oracle reads the rules: dodges, chain, check, hit or what a miss hits (P-CHK-2, P-CVR-1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from oracle_steps import figures, judge
from oracle_steps.figures import Square
from oracle_steps.ground import Ground
from oracle_steps.state import Act, One, Thing

Tell = Callable[..., None]
Roll = Callable[[One, str, int, int], list[int]]
Hurt = tuple[One, str, int, int]
"""Who is hit, where, the damage, the armor there."""


class Volley:
    """The shots of a moment: what they do is gathered, and takes effect together."""

    def __init__(self, ground: Ground, by_name: dict[str, One], tell: Tell, roll: Roll) -> None:
        self.ground, self.by_name, self.tell, self.roll = ground, by_name, tell, roll
        self.hurts: list[Hurt] = []
        self.broken: list[tuple[One, Thing, int]] = []
        self.dodged: dict[One, int] = {}

    def shoot(self, act: Act) -> None:
        """Resolve one shot."""
        one, gun, target = act.by, act.gun, act.target
        assert gun is not None
        if one.out:
            self._impact(act, target, "lost")
            return
        if act.broken:
            self._impact(act, target, "broken_off")
            return
        mode = act.deed["mode"]
        if gun.row["magazine"]:
            gun.loaded -= figures.ROUNDS[mode]
        self.tell("fired", one.name, mode, figures.ROUNDS[mode], gun.loaded)
        if act.deed.get("indirect"):
            self._lob(act)
            return
        for met in self.met(act):
            self._at(act, met)

    def met(self, act: Act) -> list[One]:
        """P-FIR-1: the target; full auto, whoever else stands on its square, or on three in a row."""
        target = act.target
        if target is None or act.deed.get("indirect"):
            return []
        if act.deed["mode"] != "auto":
            return [target]
        dx, dy = figures.COMPASS[act.deed.get("sweep", "n")]
        squares = [(target.square[0] + dx * far, target.square[1] + dy * far) for far in range(3 if "sweep" in act.deed else 1)]
        rest = [one for square in squares for one in self.ground.standing(square) if one not in (target, act.by)]
        return [target, *rest]

    def _impact(self, act: Act, target: One | None, result: str, total: int | None = None, struck: str | None = None) -> None:
        self.tell("impact", act.by.name, target.name if target is not None else None, result, total, struck)

    def _lob(self, act: Act) -> None:
        """P-LOS-3: in-direct fire at a square is 2 steps harder; it scatters a square for 4 points of failure or a part of them."""
        one, gun, deed = act.by, act.gun, act.deed
        assert gun is not None
        at = act.target.square if act.target is not None else (deed["at"][0], deed["at"][1])
        near = judge.band(one, gun, at)
        if near is None:
            self._impact(act, act.target, "out_of_reach")
            return
        level = one.row["skills"].get(gun.row.get("skill") or gun.name, "untrained")
        steps = figures.BAND[near] + figures.SKILL[level] + 2 + figures.PACE[one.pace]
        steps -= judge.spells(one, act.target, gun) if deed["mode"] == "aimed" else 0
        need = figures.ladder(steps)
        self.tell("chain", one.name, act.target.name if act.target is not None else f"{at[0]},{at[1]}", steps, need)
        face = self.roll(one, "check", 1, 20)[0]
        total = face + one.row["shooting"]
        good = total >= need or face == 20
        self._impact(act, act.target, "hit" if good else "miss", total)
        self._burst(act, at, 0 if good else need - total)

    def _burst(self, act: Act, at: Square, short: int) -> None:
        """P-LOS-3: what fails by so many points comes down a square off for 4 of them or a part, and bursts."""
        one, squares = act.by, -(-short // 4)
        if squares:
            turned = self.roll(one, "scatter", 1, 8)[0] - 1
            ahead = figures.NAMES.index(one.facing if at == one.square else figures.looking(one.square, at))
            dx, dy = figures.COMPASS[figures.NAMES[(ahead + turned) % 8]]
            at = at[0] + dx * squares, at[1] + dy * squares
        self.tell("landed", one.name, at, squares)
        self._blast(act, at, self._damage(act), None)

    def _blast(self, act: Act, centre: Square, damage: int, spared: One | Thing | None) -> None:
        """P-LOS-3 [R]: the same damage to all within the radius, people and things, that no full cover keeps it from."""
        assert act.gun is not None
        reach, ground = act.gun.row["radius"], self.ground

        def reached(square: Square) -> bool:
            near = (square[0] - centre[0]) ** 2 + (square[1] - centre[1]) ** 2 <= reach**2
            return near and ground.hard(centre, square) < 100

        for one in ground.everyone:
            if one is not spared and not one.out and reached(one.square):
                part, words = self._place(act, ground.hard(centre, one.square))
                self._hurt(one, part, words, damage)
        frail = [thing for thing in ground.things if thing is not spared and not thing.gone and thing.row.get("health")]
        self.broken += [(act.by, thing, damage) for thing in frail if reached(thing.square)]

    def _at(self, act: Act, target: One) -> None:
        """P-CHK-2: one check against one target."""
        one, gun, ground, deed = act.by, act.gun, self.ground, act.deed
        assert gun is not None
        call = deed.get("location")
        if target.out:
            self._impact(act, target, "no_target")
            return
        if not judge.valid(ground, one, gun, target, call):
            self._impact(act, target, "out_of_reach")
            return
        dodged = self._dodge(act, target)
        people = ground.people(one.square, target.square)
        nimble = [other for other in people if self._dodge(act, other)]
        level = one.row["skills"].get(gun.row.get("skill") or gun.name, "untrained")
        plain = figures.BAND[judge.band(one, gun, target.square) or ""] + figures.SKILL[level]
        plain += min(ground.concealment(one.square, target.square) // 25, 4) + figures.MODE[deed["mode"]] + figures.PACE[one.pace]
        cover = ground.cover(one.square, target.square)
        hiding = figures.row(cover)
        small = cover >= 75 and not people
        steps = plain + (0 if call and small else hiding) + (figures.CALLED[call] if call else 0) + (2 if dodged else 0)
        steps -= judge.spells(one, target, gun) if deed["mode"] == "aimed" else 0
        need = figures.ladder(steps)
        self.tell("chain", one.name, target.name, steps, need)
        face = self.roll(one, "check", 1, 20)[0]
        total = face + one.row["shooting"]
        if total >= need or face == 20:
            self._impact(act, target, "hit", total)
            self._hit(act, target, cover, call)
            return
        self._miss(act, target, plain, hiding, total, nimble, need - total)

    def _dodge(self, act: Act, one: One) -> bool:
        """P-MOD-2: one check an attack, harder for each dodge of earlier moments since the last own action."""
        if one in act.made:
            return act.made[one]
        if one not in act.dodgers or one.out or not self.ground.guards(one, act.by.square):
            return False
        success: bool = self.roll(one, "dodge", 1, 20)[0] + one.row["dodge"] >= figures.ladder(2 + one.dodges)
        act.made[one] = success
        self.dodged[one] = self.dodged.get(one, 0) + 1
        self.tell("dodge", one.name, False, success)
        return success

    def _hit(self, act: Act, target: One, cover: int, call: str | None) -> None:
        """P-DMG-1, P-LOS-6: where, how much."""
        part, words = (figures.STRUCK[call], call) if call else self._place(act, cover)
        damage = self._damage(act)
        self._hurt(target, part, words, damage)
        if act.gun is not None and act.gun.row.get("radius"):
            self._blast(act, target.square, damage, target)

    def _place(self, act: Act, cover: int) -> tuple[str, str]:
        """P-DMG-1: rolled again while cover hides it; the head once more, which is only told."""
        while True:
            part, side = figures.location(self.roll(act.by, "location", 1, 100)[0])
            if figures.member(part, side) not in figures.hidden(cover):
                break
        if part == "head":
            self.roll(act.by, "location", 1, 100)
            return part, part
        return part, f"{side} {part}"

    def _hurt(self, target: One, part: str, words: str, damage: int) -> None:
        armor = sum(piece["stops"] for piece in target.row.get("armor", ()) if part in piece["covers"])
        self.hurts.append((target, words, damage, armor))

    def _damage(self, act: Act) -> int:
        """P-DMG-1, P-FIR-1: a burst has one more die."""
        assert act.gun is not None
        found = re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", act.gun.row["damage"])
        assert found is not None
        number = int(found[1]) + (act.deed["mode"] == "burst")
        return max(0, sum(self.roll(act.by, "damage", number, int(found[2]))) + int(found[3] or 0))

    def _miss(self, act: Act, target: One, plain: int, hiding: int, total: int, nimble: list[One], short: int) -> None:
        """P-CVR-1: the largest penalty comes off first; what is hit is the first whose difficulty the same check exceeds."""
        left = hiding
        for penalty, thing in self._in_the_way(act.by.square, target.square) if hiding else ():
            left = max(0, left - penalty)
            if total <= figures.ladder(plain + left + (2 if thing in nimble else 0)):
                continue
            self._impact(act, target, "miss", total, thing.name)
            if isinstance(thing, One):
                self._hit(act, thing, min(99, self.ground.cover(act.by.square, thing.square)), None)
            else:
                damage = self._damage(act)
                self.broken.append((act.by, thing, damage))
                if act.gun is not None and act.gun.row.get("radius"):
                    self._blast(act, thing.square, damage, thing)
            return
        self._impact(act, target, "miss", total)
        if act.gun is not None and act.gun.row.get("radius"):
            self._burst(act, target.square, short)

    def _in_the_way(self, start: Square, end: Square) -> list[tuple[int, One | Thing]]:
        """Return what gives cover with its steps: the largest first, then the nearest; people by stream key, objects by name."""
        found: list[tuple[int, int, int, str, Any]] = []
        for place, square in enumerate(figures.between(start, end)):
            found += [(-2, place, one.rank, "", one) for one in self.ground.standing(square)]
            things = [thing for thing in self.ground.on(square) if thing.row.get("cover", 0)]
            found += [(-figures.row(thing.row["cover"]), place, 1000, thing.name, thing) for thing in things]
        return [(-penalty, thing) for penalty, _, _, _, thing in sorted(found, key=lambda row: row[:4])]
