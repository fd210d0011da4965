"""Schticks of the body and of the inner self: Guts, Iron Skin, Lightning Dodge, Crowd Breaker, Inner Focus (S-CHR-3)."""

from __future__ import annotations

from typing import ClassVar

from engine.events_shots import SchtickUsed
from engine.shots.defenses import DODGE, Kind
from engine.shots.rules import ShotsRules
from engine.shots.schticks_base import Refusal, Schtick, Seq
from engine.shots.state import Fight, Fighter, Tool


class Guts(Schtick):
    """Feels no impairment; taken twice, impairment spurs it on (S-WND-1)."""

    name: ClassVar[str] = "guts"
    why: ClassVar[str] = "Guts"
    rule: ClassVar[str] = "S-WND-1"
    takes: ClassVar[tuple[str, ...]] = ("picks",)
    most: ClassVar[int | None] = 2

    def impairment(self, steps: int, rules: ShotsRules) -> int | None:
        """Turn impairment into nothing, or into a gain."""
        return steps * rules.guts_points * (self.picks - 1)


class IronSkin(Schtick):
    """Tougher against hand to hand."""

    name: ClassVar[str] = "iron_skin"
    why: ClassVar[str] = "Iron Skin"
    takes: ClassVar[tuple[str, ...]] = ("picks",)

    def toughness(self, fighter: Fighter, tool: Tool, rules: ShotsRules) -> int:
        """Add Toughness a pick against what strikes hand to hand."""
        return self.picks * rules.iron_toughness if tool.melee else 0


class LightningDodge(Schtick):
    """A better active defense, once a sequence (S-DEF-5)."""

    name: ClassVar[str] = "lightning_dodge"
    why: ClassVar[str] = "Lightning Dodge"

    def defenses(self, rules: ShotsRules) -> dict[str, Kind]:
        """Give the Lightning Dodge."""
        kind = Kind(
            self.name, rules.lightning_shots, rules.lightning_bonus, DODGE, self.rule, "once a sequence", once=True,
            why="a dodge that is too fast to follow",
        )  # fmt: skip
        return {self.name: kind}


class CrowdBreaker(Schtick):
    """Makes short work of unnamed opponents."""

    name: ClassVar[str] = "crowd_breaker"
    why: ClassVar[str] = "Crowd Breaker"

    def cost(self, fighter: Fighter, kind: str, tool: Tool | None, target: Fighter | None, rules: ShotsRules) -> int:
        """Attack an unnamed one for fewer shots."""
        crowd = kind in ("attack", "throw") and target is not None and target.spec.unnamed
        return -rules.crowd_shots if crowd else 0


class InnerFocus(Schtick):
    """For a Fu point, better attacks for the rest of the sequence; once a sequence."""

    name: ClassVar[str] = "inner_focus"
    why: ClassVar[str] = "Inner Focus"

    def attack(self, fight: Fight, fighter: Fighter, tool: Tool | None, target: Fighter | None) -> int:
        """Add to attacks once it was called on in this sequence."""
        return fight.rules.focus_attack if fighter.used.get(self.name) == fight.sequence else 0

    def use_refusal(self, fight: Fight, fighter: Fighter) -> Refusal | None:
        """Refuse it twice a sequence, or without the Fu it costs."""
        if fighter.used.get(self.name) == fight.sequence:
            return self.rule, f"{self.why} was called on in this sequence already"
        price = fight.rules.focus_fu
        return (self.rule, f"{self.why} costs {price} Fu, {fighter.fu} left") if fighter.fu < price else None

    def use(self, fight: Fight, fighter: Fighter, cause: Seq) -> None:
        """Pay for it; it lasts to the end of the sequence."""
        fighter.fu -= fight.rules.focus_fu
        fighter.used[self.name] = fight.sequence
        log = fight.log
        if log is not None:
            what = f"+{fight.rules.focus_attack} to attacks for the rest of the sequence"
            log.add(
                SchtickUsed(seq=log.seq, t=fight.t, actor=fighter.name, cause=cause, name=self.name, what=what, left=fighter.fu)
            )
