"""Schticks of weapons: Fast Draw, Signature Weapon, Stand and Deliver (S-CHR-3)."""

from __future__ import annotations

from typing import ClassVar

from engine.options import Option
from engine.shots import aims, lookup, sight
from engine.shots.rules import ShotsRules
from engine.shots.schticks_base import Refusal, Schtick
from engine.shots.state import Fight, Fighter, Tool

ACTIONS = frozenset({"attack", "throw", "area", "move", "run", "pick_up", "reload", "bind", "drop", "rise"})
"""What Fast Draw forbids as a first action; responses, waits and what costs no shot are no actions."""


class FastDraw(Schtick):
    """Quicker on the draw: initiative and shots, but every sequence begins with a draw or a shot."""

    name: ClassVar[str] = "fast_draw"
    why: ClassVar[str] = "Fast Draw"
    takes: ClassVar[tuple[str, ...]] = ("picks",)

    def initiative(self, rules: ShotsRules) -> int:
        """Add so much a pick."""
        return self.picks * rules.fast_draw_initiative

    def cost(self, fighter: Fighter, kind: str, tool: Tool | None, target: Fighter | None, rules: ShotsRules) -> int:
        """Draw for fewer shots a pick."""
        return -self.picks * rules.fast_draw_shots if kind == "draw" else 0

    def refusal(self, fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
        """Forbid a first action of a sequence that neither draws nor shoots, while it could do either."""
        if option.do not in ACTIONS or _acted(fight, fighter) or _shoots(fighter, option):
            return None
        if not _could_draw(fighter) and not _could_shoot(fight, fighter):
            return None
        return self.rule, f"{self.why}: the first action of a sequence must draw or shoot"


def _acted(fight: Fight, fighter: Fighter) -> bool:
    """Return whether the first action of this sequence is over; a draw for no shots is one, too."""
    return fighter.acted_in == fight.sequence and fighter.acted > 0


def _shoots(fighter: Fighter, option: Option) -> bool:
    if option.do not in ("attack", "area"):
        return False
    tool = fighter.tools.get(getattr(option, "weapon", ""))
    return tool is not None and _is_gun(tool)


def _is_gun(tool: Tool) -> bool:
    return not tool.melee and not tool.spec.thrown


def _could_draw(fighter: Fighter) -> bool:
    return any(tool.spec.hands and tool not in fighter.hands for tool in fighter.tools.values())


def _could_shoot(fight: Fight, fighter: Fighter) -> bool:
    """Return whether a loaded gun is in hand and an opponent in sight and in its range (S-DEF-3)."""
    guns = [tool for tool in lookup.held(fighter) if _is_gun(tool) and aims.is_loaded(tool)]
    if not guns:
        return False
    places = [lookup.place(fight, foe) for _, _, foe in sight.foes(fight, fighter)]
    return any(aims.in_range(fight, fighter, gun, place, False) for gun in guns for place in places)


class SignatureWeapon(Schtick):
    """More damage with one weapon of its own."""

    name: ClassVar[str] = "signature_weapon"
    why: ClassVar[str] = "Signature Weapon"
    takes: ClassVar[tuple[str, ...]] = ("weapon",)

    def damage(self, fighter: Fighter, tool: Tool, target: Fighter | None, rules: ShotsRules) -> int:
        """Add damage with the weapon it is about."""
        return rules.signature_damage if tool.spec.name == self.weapon else 0


class StandAndDeliver(Schtick):
    """A free shot at anyone closing, once a shot."""

    name: ClassVar[str] = "stand_and_deliver"
    why: ClassVar[str] = "Stand and Deliver"
    free_shots: ClassVar[bool] = True

    def free_shot_refusal(self, fight: Fight, fighter: Fighter) -> Refusal | None:
        """Refuse a second free shot before the clock leaves this shot."""
        if fighter.used.get(self.name) == lookup.next_shot_tick(fight):
            return self.rule, f"{self.why}: its free shot of this shot is taken"
        return None

    def free_shot_taken(self, fight: Fight, fighter: Fighter) -> None:
        """Note the shot its free shot was taken in, by the tick that ends it."""
        fighter.used[self.name] = lookup.next_shot_tick(fight)
