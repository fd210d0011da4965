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
        assert target is not None
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
        for met in self.met(act):
            self._at(act, met)

    def met(self, act: Act) -> list[One]:
        """P-FIR-1: the target; full auto, whoever else stands on its square, or on three in a row."""
        target = act.target
        assert target is not None
        if act.deed["mode"] != "auto":
            return [target]
        dx, dy = figures.COMPASS[act.deed.get("sweep", "n")]
        squares = [(target.square[0] + dx * far, target.square[1] + dy * far) for far in range(3 if "sweep" in act.deed else 1)]
        rest = [one for square in squares for one in self.ground.standing(square) if one not in (target, act.by)]
        return [target, *rest]

    def _impact(self, act: Act, target: One, result: str, total: int | None = None, struck: str | None = None) -> None:
        self.tell("impact", act.by.name, target.name, result, total, struck)

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
        plain = figures.BAND[judge.band(ground, one, gun, target) or ""] + figures.SKILL[level]
        plain += min(ground.concealment(one.square, target.square) // 25, 4) + figures.MODE[deed["mode"]] + figures.PACE[one.pace]
        cover = ground.cover(one.square, target.square)
        hiding = 0 if call else figures.row(cover)
        steps = plain + hiding + (figures.CALLED[call] if call else 0) + (2 if dodged else 0)
        steps -= judge.spells(one, target, gun) if deed["mode"] == "aimed" else 0
        need = figures.ladder(steps)
        self.tell("chain", one.name, target.name, steps, need)
        face = self.roll(one, "check", 1, 20)[0]
        total = face + one.row["shooting"]
        if total >= need or face == 20:
            self._impact(act, target, "hit", total)
            self._hit(act, target, cover, call)
            return
        self._miss(act, target, plain, hiding, total, nimble)

    def _dodge(self, act: Act, one: One) -> bool:
        """P-MOD-2: one check an attack, harder for each dodge of earlier moments since the last own action."""
        if one in act.made:
            return act.made[one]
        if one not in act.dodgers or one.out or not self.ground.guards(one, act.by.square):
            return False
        success = self.roll(one, "dodge", 1, 20)[0] + one.row["dodge"] >= figures.ladder(2 + one.dodges)
        act.made[one] = success
        self.dodged[one] = self.dodged.get(one, 0) + 1
        self.tell("dodge", one.name, False, success)
        return success

    def _hit(self, act: Act, target: One, cover: int, call: str | None) -> None:
        """P-DMG-1, P-LOS-6: where, how much."""
        one = act.by
        if call:
            part, words = figures.STRUCK[call], call
        else:
            while True:
                part, side = figures.location(self.roll(one, "location", 1, 100)[0])
                if figures.member(part, side) not in figures.hidden(cover):
                    break
            words = f"{side} {part}"
            if part == "head":
                self.roll(one, "location", 1, 100)
                words = "head"
        armor = sum(piece["stops"] for piece in target.row.get("armor", ()) if part in piece["covers"])
        self.hurts.append((target, words, self._damage(act), armor))

    def _damage(self, act: Act) -> int:
        """P-DMG-1, P-FIR-1: a burst has one more die."""
        assert act.gun is not None
        found = re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", act.gun.row["damage"])
        assert found is not None
        number = int(found[1]) + (act.deed["mode"] == "burst")
        return max(0, sum(self.roll(act.by, "damage", number, int(found[2]))) + int(found[3] or 0))

    def _miss(self, act: Act, target: One, plain: int, hiding: int, total: int, nimble: list[One]) -> None:
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
                self.broken.append((act.by, thing, self._damage(act)))
            return
        self._impact(act, target, "miss", total)

    def _in_the_way(self, start: Square, end: Square) -> list[tuple[int, One | Thing]]:
        """Return what gives cover with its steps: the largest first, then the nearest; people by stream key, objects by name."""
        found: list[tuple[int, int, int, str, Any]] = []
        for place, square in enumerate(figures.between(start, end)):
            found += [(-2, place, one.rank, "", one) for one in self.ground.standing(square)]
            things = [thing for thing in self.ground.on(square) if thing.row.get("cover", 0)]
            found += [(-figures.row(thing.row["cover"]), place, 1000, thing.name, thing) for thing in things]
        return [(-penalty, thing) for penalty, _, _, _, thing in sorted(found, key=lambda row: row[:4])]
