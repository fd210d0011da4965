"""The oracle's wounds: what the blows of one instant do to one fighter (C-WND-1 to C-WND-6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from oracle.figures import ARM, LEG, Loss
from oracle.readings import Readings
from oracle.rolls import Rolls
from oracle.state import Fighter


@dataclass
class Hit:
    """A blow that landed: whose, where (part, and place with its side or the head's detail), and its loss."""

    by: str
    key: str
    kind: str
    part: str
    place: str
    loss: Loss
    total: int = 0  # of its place, with this blow


@dataclass
class Aftermath:
    """What one instant's wounds bring a fighter: a stun in counts, hands emptied, a fall, a faint."""

    stun: int = 0
    hands: set[str] = field(default_factory=set)
    falls: bool = False
    faints: bool = False


def saves(roll: int, need: int) -> bool:
    """A save is made under or equal, and never from 96 on (C-KNB-2a for all saves)."""
    return roll <= need and roll < 96


class Surgeon:
    """Works out one fighter's wounds of one instant."""

    def __init__(self, fighter: Fighter, rolls: Rolls, readings: Readings) -> None:
        self.readings = readings
        self.fighter, self.rolls, self.after, self.stun = fighter, rolls, Aftermath(), 0
        self.known: dict[str, int] = {}  # the damage of parts that counts as injury so far

    def treat(self, hits: list[Hit], bled: int) -> Aftermath:
        """Sum the losses, then make one health save a blow and one shock save an instant (CLK-2)."""
        one = self.fighter
        self.known = before = dict(one.parts)
        drawn = one.shock
        for hit in hits:
            one.lost += hit.loss.lost
            one.shock += hit.loss.lost
            one.parts[hit.place] = hit.total = one.parts.get(hit.place, 0) + hit.loss.clean
        one.lost += bled
        one.shock += bled
        one.dead = one.lost >= 2 * one.htk
        was_out, one.out = one.out, one.out or one.lost >= one.htk
        if was_out or (one.out and not self.readings.saves_when_out):
            return self.after
        for hit in hits:
            self.stun = 0
            self.effects(hit)
            self.after.stun = max(self.after.stun, self.stun)
        self.known = one.parts
        for hit in hits:
            self.stun = 0
            self.cripple(hit, before)
            self.after.stun = max(self.after.stun, self.stun)
        self.system_shock(drawn, any(hit.loss.lost > 0 for hit in hits))
        return self.after

    def effects(self, hit: Hit) -> None:
        """C-WND-1: the minor effect above a quarter of HTK, the major above a half, each by a failed save."""
        one = self.fighter
        if 4 * hit.loss.clean <= one.htk or saves(self.rolls.percent(one.name, "health_save"), one.health):
            return
        if 2 * hit.loss.clean <= one.htk:
            self.minor(hit)
            return
        self.major(hit)
        if not saves(self.rolls.percent(one.name, "minor_save"), one.health // 2):
            self.minor(hit)

    def minor(self, hit: Hit) -> None:
        """C-WND-3, the minor effects."""
        if hit.kind == "slicing":
            self.fighter.bleeding += 1
        elif hit.kind in ("chopping", "crushing"):
            self.shock(hit)
            times = self.fighter.paralysed.get(hit.place, 0) + 1
            self.fighter.paralysed[hit.place] = times
            if times == 2:
                self.disable(hit)

    def major(self, hit: Hit) -> None:
        """C-WND-3, the major effects."""
        if hit.kind in ("chopping", "crushing"):
            self.disable(hit)
        else:
            self.fighter.bleeding += 2 if hit.kind == "slicing" else 1
            self.shock(hit)

    def shock(self, hit: Hit) -> None:
        """The part is useless; head and chest stun, abdomen and groin stun by half."""
        if hit.part in ("head", "chest"):
            self.daze(hit.loss.lost)
        elif hit.part in ("abdomen", "groin"):
            self.daze(-(-hit.loss.lost // 2))
            self.fighter.useless.add(hit.place)
        self.lose(hit)

    def disable(self, hit: Hit) -> None:
        """The part is lost for good."""
        if hit.place in self.fighter.disabled:
            return
        self.fighter.disabled.add(hit.place)
        if hit.part in ("head", "chest"):
            self.after.faints = True
        elif hit.part == "abdomen":
            self.daze(hit.loss.lost)
        elif hit.part == "groin":
            self.fighter.shock_75 = True
        else:
            self.daze(-(-hit.loss.lost // 2))
            self.lose(hit)

    def daze(self, counts: int) -> None:
        """Add a stun of this blow to its others (C-WND-3)."""
        self.stun = self.stun + counts if self.readings.stuns_add else max(self.stun, counts)

    def lose(self, hit: Hit) -> None:
        """A useless arm drops what it holds; a useless leg falls unless an AGL save is made (C-WND-4)."""
        one = self.fighter
        if hit.place in one.useless and not self.readings.falls_again:
            return
        one.useless.add(hit.place)
        if hit.part in ARM:
            self.after.hands.add(hit.place.split()[0])
        elif hit.part in LEG and (self.readings.prone_saves or not one.prone):
            self.stumble(one, hit.place)

    def stumble(self, one: Fighter, place: str) -> None:
        """The AGL save of a leg that gives way (C-WND-4)."""
        need = one.agl + one.lame(self.known.get(place, 0), place)
        if not saves(self.rolls.percent(one.name, "agl_save"), need):
            self.after.falls = self.after.falls or not one.prone
            one.prone = True

    def cripple(self, hit: Hit, before: dict[str, int]) -> None:
        """C-WND-2: all of HTK at one part cripples it, as a major chopping effect."""
        scale = self.fighter.scale(hit.place)
        if before.get(hit.place, 0) < scale <= self.fighter.parts[hit.place]:
            self.disable(hit)

    def system_shock(self, drawn: int, wounded: bool) -> None:
        """C-WND-5: from the threshold on every wound asks for a save, and so does reaching it."""
        one = self.fighter
        limit = Fraction(one.htk * 3, 4) if one.shock_75 else Fraction(one.htk * 9, 10)
        fainted = self.after.faints and not self.readings.shock_when_fainted
        if fainted or one.shock < limit or not (wounded or (drawn < limit and self.readings.bleeding_shocks)):
            return
        if not saves(self.rolls.percent(one.name, "shock_save"), one.health):
            self.after.faints = True
