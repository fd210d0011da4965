"""What a schtick is: hooks into the rules, each neutral until a schtick says otherwise (S-CHR-3)."""

from __future__ import annotations

from typing import ClassVar

import attrs

from engine.options import Option
from engine.shots.defenses import Kind
from engine.shots.rules import ShotsRules
from engine.shots.state import HOOKS, Fight, Fighter, Tool

Refusal = tuple[str, str]
Seq = int | None


@attrs.frozen
class Schtick:
    """A schtick of a character; a subclass overrides the hooks it is about.

    Attributes:
        name: what scenarios and orders call it.
        why: what it is, in the words logs show.
        rule: the id of its rule.
        takes: the parameters a scenario may give: ``picks``, ``weapon``.
        most: the most picks.
        free_shots: it is asked about opponents that come closer, for a free shot.
        says: those of `HOOKS` that it is about.
        picks: how often it was taken.
        weapon: the weapon it is about.
    """

    name: ClassVar[str] = ""
    why: ClassVar[str] = ""
    rule: ClassVar[str] = "S-CHR-3"
    takes: ClassVar[tuple[str, ...]] = ()
    most: ClassVar[int | None] = None
    free_shots: ClassVar[bool] = False
    says: ClassVar[frozenset[str]] = frozenset()

    picks: int = 1
    weapon: str = ""

    def __init_subclass__(cls) -> None:
        """Note which hooks a schtick overrides."""
        cls.says = frozenset([hook for hook in HOOKS if getattr(cls, hook) is not getattr(Schtick, hook)])

    def initiative(self, rules: ShotsRules) -> int:
        """Return what it adds to initiative."""
        return 0

    def cost(self, fighter: Fighter, kind: str, tool: Tool | None, target: Fighter | None, rules: ShotsRules) -> int:
        """Return by how many shots it changes an action's cost: 0 or less; ``kind`` is the option's name."""
        return 0

    def attack(self, fight: Fight, fighter: Fighter, tool: Tool | None, target: Fighter | None) -> int:
        """Return what it adds to an attack roll."""
        return 0

    def damage(self, fighter: Fighter, tool: Tool, target: Fighter | None, rules: ShotsRules) -> int:
        """Return what it adds to the damage of a hit."""
        return 0

    def toughness(self, fighter: Fighter, tool: Tool, rules: ShotsRules) -> int:
        """Return what it adds to Toughness against a hit with a weapon."""
        return 0

    def impairment(self, steps: int, rules: ShotsRules) -> int | None:
        """Return what so many steps of impairment add to rolls; None leaves them as they are."""
        return None

    def refusal(self, fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
        """Return why it forbids an option, or None."""
        return None

    def defenses(self, rules: ShotsRules) -> dict[str, Kind]:
        """Return the kinds of active defense it gives, by name."""
        return {}

    def free_shot_refusal(self, fight: Fight, fighter: Fighter) -> Refusal | None:
        """Return why it gives no free shot at this instant, or None."""
        return self.rule, f"{self.name} gives no free shots"

    def free_shot_taken(self, fight: Fight, fighter: Fighter) -> None:
        """Note that its free shot was taken."""

    def use_refusal(self, fight: Fight, fighter: Fighter) -> Refusal | None:
        """Return why it can't be called on now, or None."""
        return self.rule, f"{self.name} is always on; it can't be called on"

    def use(self, fight: Fight, fighter: Fighter, cause: Seq) -> None:
        """Do what calling on it does."""
