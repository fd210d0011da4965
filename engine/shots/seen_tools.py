"""Weapons and places as a character sees them: what shows of others', everything of its own (CLK-5)."""

from __future__ import annotations

from engine.shots import lookup, ranges, reckon, sight
from engine.shots.state import Fight, Fighter, Structure, Tool

Place = tuple[float, float]


class SeenTool:
    """A weapon somebody holds, or that lies on the ground, as anyone sees it."""

    __slots__ = ("_fight", "_tool")

    def __init__(self, fight: Fight, tool: Tool) -> None:
        self._fight, self._tool = fight, tool

    @property
    def name(self) -> str:
        """What orders call it."""
        return self._tool.name

    @property
    def range(self) -> str:
        """Its class: melee, short, normal or long (S-RNG-1)."""
        return self._tool.spec.range

    @property
    def melee(self) -> bool:
        """Whether it strikes hand to hand."""
        return self._tool.melee

    @property
    def thrown(self) -> bool:
        """Whether it is used by throwing it (S-SEQ-3)."""
        return self._tool.spec.thrown

    @property
    def area(self) -> bool:
        """Whether it attacks everyone around a point (S-RNG-4)."""
        return self._tool.area

    @property
    def radius(self) -> float:
        """How far around that point, meters."""
        return self._tool.spec.radius

    @property
    def reach(self) -> float:
        """How far it reaches at most from where one stands still, meters (S-RNG-1)."""
        rules = self._fight.rules
        return rules.melee_reach if self._tool.melee else ranges.reach(self._tool.spec.range, rules)[1]

    @property
    def base(self) -> float:
        """The base range from where one stands still, meters: within it there is no penalty (S-RNG-1)."""
        rules = self._fight.rules
        return rules.melee_reach if self._tool.melee else ranges.reach(self._tool.spec.range, rules)[0]

    @property
    def hands(self) -> int:
        """Hands it takes; 0 for fists and feet."""
        return self._tool.spec.hands

    @property
    def position(self) -> Place | None:
        """Where it lies, meters; None while somebody has it."""
        return self._tool.place


class OwnTool(SeenTool):
    """A weapon of one's own: what it can do in these hands, and its load."""

    __slots__ = ("_fighter",)

    def __init__(self, fight: Fight, tool: Tool, fighter: Fighter) -> None:
        self._fight, self._tool, self._fighter = fight, tool, fighter

    @property
    def in_hand(self) -> bool:
        """Whether it is in hand, or needs none."""
        return lookup.holds(self._fighter, self._tool)

    @property
    def skill(self) -> str:
        """The skill it uses."""
        return self._tool.skill

    @property
    def value(self) -> int:
        """The attack value with it: skill and impairment; range, haste and schticks are in `View.chance` (S-ROL-2)."""
        return reckon.attack_value(self._fight, self._fighter, self._tool)

    @property
    def damage(self) -> int:
        """Its Damage Value, Strength counted where it counts (S-ROL-3)."""
        return lookup.damage_value(self._fighter, self._tool)

    @property
    def loaded(self) -> int:
        """Shots before it must be reloaded; 0 too for what needs no ammunition."""
        return self._tool.loaded

    @property
    def carried(self) -> int:
        """Shots carried beside the loaded ones."""
        return self._tool.carried

    @property
    def feed(self) -> str:
        """How it is reloaded: clip, rounds or none (S-SEQ-3)."""
        return self._tool.spec.feed

    @property
    def magazine(self) -> int:
        """Shots it holds; 0: it needs no ammunition."""
        return self._tool.spec.magazine

    @property
    def ready(self) -> bool:
        """Whether it needs no loading before it is used."""
        return not self._tool.spec.magazine or self._tool.loaded > 0

    @property
    def handheld(self) -> bool:
        """Whether a moving target is at least as hard to hit with it as its Move (S-RNG-3)."""
        return self._tool.spec.handheld


class SeenPlace:
    """A place with cover, concealment or something to destroy, as everyone sees it (S-RNG-2, S-WND-4)."""

    __slots__ = ("_fight", "_spot", "_viewer")

    def __init__(self, fight: Fight, viewer: Fighter, spot: Structure) -> None:
        self._fight, self._viewer, self._spot = fight, viewer, spot

    @property
    def name(self) -> str:
        """What people call it."""
        return self._spot.name

    @property
    def position(self) -> Place:
        """Where it is, meters."""
        return self._spot.x, self._spot.y

    @property
    def radius(self) -> float:
        """How far around it one is covered, meters."""
        return self._spot.spec.radius

    @property
    def distance(self) -> float:
        """How far it is from the viewer, meters."""
        return lookup.apart(lookup.place(self._fight, self._viewer), (self._spot.x, self._spot.y))

    @property
    def destroyed(self) -> bool:
        """Whether it was shot to pieces; then it covers nobody."""
        return self._spot.destroyed

    @property
    def toughness(self) -> int:
        """Above 0: a structure that can be destroyed, and what it has left (S-WND-4)."""
        return self._spot.toughness

    @property
    def cover(self) -> int:
        """Percent of cover."""
        return self._spot.cover

    @property
    def concealment(self) -> int:
        """Percent of concealment."""
        return self._spot.concealment

    @property
    def bonus(self) -> int:
        """The Dodge somebody at its middle gains there against the nearest opponent in sight; 0 when it is destroyed."""
        foe = next((one for _, _, one in sight.foes(self._fight, self._viewer)), None)
        return 0 if foe is None else self.bonus_against(lookup.place(self._fight, foe))

    def bonus_against(self, origin: Place) -> int:
        """Return the Dodge somebody at its middle gains there against a shot from a point (S-RNG-2)."""
        spot = self._spot
        if spot.destroyed or not lookup.faces(spot, (spot.x, spot.y), origin):
            return 0
        return ranges.cover_bonus(spot.cover, spot.concealment, self._fight.rules)
