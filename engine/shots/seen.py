"""Characters as a character sees them: thin read-only windows on the state (CLK-5).

A cinematic fight is open: what somebody's defense, Toughness and armor are worth, and what its shot counter says,
anyone can tell. How many Wound Points it has shows only in steps; Fortune, Fu and what is not in hand are its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.shots import defenses, lookup, sight
from engine.shots.model import SKILL_DEFAULTS
from engine.shots.seen_tools import OwnTool, SeenTool
from engine.shots.state import Fight, Fighter

Place = tuple[float, float]

CONDITIONS = ("unhurt", "hurt", "impaired", "badly_impaired", "down", "dying", "dead")
"""How anyone sees that somebody fares, the best first (S-WND-1, S-WND-2)."""


class Seen:
    """Another character: where it is, how it fares, what it holds."""

    __slots__ = ("_distance", "_fight", "_fighter", "_token", "_viewer")

    def __init__(self, fight: Fight, viewer: Fighter, fighter: Fighter, distance: float | None = None) -> None:
        self._fight, self._viewer, self._fighter = fight, viewer, fighter
        self._distance = distance
        if distance is not None:
            moment = fight.moment
            self._token = None if moment is None else moment.token

    @property
    def name(self) -> str:
        """Its name."""
        return self._fighter.name

    @property
    def side(self) -> str:
        """Its side."""
        return self._fighter.side

    @property
    def able(self) -> bool:
        """Whether it can still fight."""
        return self._fighter.able

    @property
    def unnamed(self) -> bool:
        """Whether it is an unnamed character: out at any Wound Point (S-WND-3)."""
        return self._fighter.spec.unnamed

    @property
    def position(self) -> Place:
        """Where it is now, meters."""
        return lookup.place(self._fight, self._fighter)

    @property
    def distance(self) -> float:
        """Its distance from the viewer, meters, rounded to 0.01."""
        if self._distance is not None:
            moment = self._fight.moment
            if moment is not None and moment.token is self._token:
                return self._distance
        return lookup.distance(self._fight, self._viewer, self._fighter)

    @property
    def moving(self) -> bool:
        """Whether it is on the move at this instant (S-RNG-3)."""
        return lookup.moving(self._fight, self._fighter)

    @property
    def velocity(self) -> tuple[float, float]:
        """Its velocity, meters a count (S-MOV-1)."""
        motion = self._fighter.motion
        return (motion.vx, motion.vy) if motion is not None and self.moving else (0.0, 0.0)

    @property
    def move(self) -> int:
        """Its Move: meters with a 3-shot action (S-MOV-1)."""
        return self._fighter.spec.move

    @property
    def prone(self) -> bool:
        """Whether it lies."""
        return self._fighter.prone

    @property
    def condition(self) -> str:
        """How it fares, one of `CONDITIONS`: Wound Points show in steps (S-WND-1)."""
        fighter, rules = self._fighter, self._fight.rules
        if fighter.out is not None:
            return "dead" if fighter.dead else "dying" if self.dying else "down"
        steps = (fighter.wounds > 0) + (fighter.wounds >= rules.impaired_1) + (fighter.wounds >= rules.impaired_2)
        return CONDITIONS[steps]

    @property
    def hurt(self) -> bool:
        """Whether it has a wound that anyone can see."""
        return self._fighter.wounds > 0 or self.dying

    @property
    def dying(self) -> bool:
        """Whether it dies unless somebody tends it (S-WND-2)."""
        return self._fighter.dies_in > 0 and not self._fighter.dead

    @property
    def shot(self) -> int:
        """The shots it has left in this sequence; 0: nothing more (S-SEQ-3)."""
        return max(0, lookup.shot_of(self._fight, self._fighter))

    @property
    def defense(self) -> int:
        """What an attack hand to hand on it must reach now: its defense and an active one that is up (S-ROL-2, S-DEF-1)."""
        return lookup.skill(self._fighter, self._fighter.spec.defense) + lookup.guarded(self._fighter)

    @property
    def guarded(self) -> int:
        """What active defenses that are up add to its defense; a further one replaces its own (S-DEF-2)."""
        return lookup.guarded(self._fighter)

    @property
    def cover(self) -> int:
        """The Dodge it gains against a shot of the viewer's (S-RNG-2)."""
        return lookup.has_cover(self._fight, self._fighter, lookup.place(self._fight, self._viewer))

    def cover_from(self, origin: Place) -> int:
        """Return the Dodge it gains where it is against a shot from a place (S-RNG-2)."""
        return lookup.has_cover(self._fight, self._fighter, origin)

    @property
    def toughness(self) -> int:
        """Its Toughness (S-ROL-3)."""
        return self._fighter.spec.toughness

    @property
    def armor(self) -> int:
        """What its armor adds to Toughness (S-ROL-3)."""
        return self._fighter.armor

    @property
    def weapons(self) -> tuple[SeenTool, ...]:
        """What it can strike with: what it holds, then fists and feet."""
        moment = self._fight.moment
        known = {} if moment is None else moment.arms
        if self._fighter not in known:
            known[self._fighter] = tuple([SeenTool(self._fight, tool) for tool in lookup.held(self._fighter)])
        return known[self._fighter]


class Own(Seen):
    """A character as it sees itself: everything."""

    __slots__ = ()

    @property
    def turn(self) -> bool:
        """Whether it may act at this instant (S-SEQ-2)."""
        return self._fighter.turn

    @property
    def holding(self) -> bool:
        """Whether it lets its shots run down with the clock."""
        return self._fighter.holding

    @property
    def surprised(self) -> bool:
        """Whether it can't defend actively yet (S-DEF-1)."""
        return self._fighter.surprised

    @property
    def hidden(self) -> bool:
        """Whether opponents have not seen it yet (S-DEF-3)."""
        return self._fighter.hidden

    @property
    def skills(self) -> Mapping[str, int]:
        """The value of every skill, an attribute standing in for those it does not have (S-CHR-1)."""
        return {name: lookup.skill(self._fighter, name) for name in {**SKILL_DEFAULTS, **self._fighter.spec.skills}}

    @property
    def wounds(self) -> int:
        """Its Wound Points (S-WND-1)."""
        return self._fighter.wounds

    @property
    def impairment(self) -> int:
        """What Wound Points add to every roll: 0 or less, but for Guts (S-WND-1)."""
        return lookup.impairment(self._fighter, self._fight.rules)

    @property
    def fortune(self) -> int:
        """Fortune points left (S-CHR-1)."""
        return self._fighter.fortune

    @property
    def fortune_for(self) -> frozenset[str]:
        """Purposes of rolls a Fortune point is set aside for (S-CHR-1)."""
        return frozenset(self._fighter.fortune_for)

    @property
    def fu(self) -> int:
        """Fu points left."""
        return self._fighter.fu

    @property
    def schticks(self) -> tuple[str, ...]:
        """The names of its schticks (S-CHR-3)."""
        return tuple([schtick.name for schtick in self._fighter.spec.schticks])

    @property
    def weapons(self) -> tuple[OwnTool, ...]:
        """What it can strike with: what it holds, then fists and feet."""
        return tuple([OwnTool(self._fight, tool, self._fighter) for tool in lookup.held(self._fighter)])

    @property
    def kit(self) -> tuple[OwnTool, ...]:
        """All its weapons, in hand or not."""
        look = sight.look_of(self._fight, self._fighter)
        if look.kit is None:
            look.kit = tuple([OwnTool(self._fight, tool, self._fighter) for tool in self._fighter.tools.values()])
        return look.kit

    @property
    def defenses(self) -> tuple[defenses.Defense, ...]:
        """The kinds of active defense it could declare for itself now, the best bonus first, then the cheapest."""
        fight, fighter = self._fight, self._fighter
        if defenses.ready(fight, fighter) is not None:
            return ()
        return tuple([
            window for kind, window in defenses.best_first(fight, fighter)
            if not (kind.once or kind.condition) or defenses.spent(fight, fighter, kind) is None
        ])  # fmt: skip

    @property
    def target(self) -> str | None:
        """The nearest opponent it can see, or None."""
        return next((foe.name for _, _, foe in sight.foes(self._fight, self._fighter)), None)

    @property
    def action(self) -> None:
        """None: an action's effect is immediate, none is under way between two shots (S-SEQ-3)."""
        return
