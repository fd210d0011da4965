"""Weapons, objects and actions as a combatant sees them: what shows of others', everything of its own (CLK-5)."""

from __future__ import annotations

from typing import NamedTuple

from engine.steps import lookup
from engine.steps.land import Cover, Line
from engine.steps.rules import StepsRules
from engine.steps.state import Action, Fight, Fighter, Square, Thing, Weapon
from engine.units import Count


class SeenWeapon:
    """A weapon in somebody's hand, as anyone sees it."""

    __slots__ = ("_fight", "_weapon")

    def __init__(self, fight: Fight, weapon: Weapon) -> None:
        self._fight, self._weapon = fight, weapon

    @property
    def name(self) -> str:
        """What orders call it."""
        return self._weapon.name

    @property
    def bands(self) -> dict[str, int]:
        """How far each range band reaches, squares, the nearest first (P-CHK-3)."""
        return dict(self._weapon.bands)

    @property
    def modes(self) -> tuple[str, ...]:
        """Its fire modes (P-FIR-1)."""
        return self._weapon.spec.modes

    @property
    def indirect(self) -> bool:
        """Whether it can be fired in-direct (P-LOS-3)."""
        return self._weapon.spec.indirect

    @property
    def radius(self) -> float:
        """How far its blast reaches, squares; 0: it has none (P-LOS-3)."""
        return self._weapon.spec.radius


class OwnWeapon(SeenWeapon):
    """A weapon of one's own: what it can do in these hands, and its load."""

    __slots__ = ("_fighter",)

    def __init__(self, fight: Fight, weapon: Weapon, fighter: Fighter) -> None:
        super().__init__(fight, weapon)
        self._fighter = fighter

    @property
    def in_hand(self) -> bool:
        """Whether it is in hand."""
        return self._fighter.hand is self._weapon

    @property
    def level(self) -> str:
        """One's skill with it: untrained, novice, trained, expert or master (P-CHK-3)."""
        return self._weapon.level

    @property
    def damage(self) -> str:
        """Its damage dice (P-DMG-1)."""
        return str(self._weapon.dice)

    @property
    def mean_damage(self) -> float:
        """The mean of its damage dice, without those a burst adds (P-DMG-1)."""
        dice = self._weapon.dice
        return dice.number * (dice.sides + 1) / 2 + dice.constant

    @property
    def magazine(self) -> int:
        """Rounds it holds; 0: it needs none."""
        return self._weapon.spec.magazine

    @property
    def loaded(self) -> int:
        """Rounds before it must be reloaded; 0 too for what needs none."""
        return self._weapon.loaded

    @property
    def carried(self) -> int:
        """Rounds carried beside the loaded ones."""
        return self._weapon.carried

    def ready(self, mode: str = "single") -> bool:
        """Return whether it has a fire mode, and the rounds for it (P-FIR-1)."""
        spec = self._weapon.spec
        return mode in spec.modes and (not spec.magazine or self._weapon.loaded >= lookup.rounds_of(mode, self._fight.rules))

    def band(self, square: Square) -> str | None:
        """Return the range band of a square from where one stands; None out of range (P-CHK-3)."""
        return lookup.band_of(self._weapon, self._fighter.square, square)


class SeenCover(NamedTuple):
    """Something or somebody that gives cover on a line (P-LOS-4).

    Attributes:
        name: what people call the object, or the bystander's name.
        side: the bystander's side; None for an object.
        percent: the cover it gives.
        place: its place on the line, from 0 at the shooter.
    """

    name: str
    side: str | None
    percent: int
    place: int


class SeenLine:
    """What stands on the line from one square to another, as whoever looks along it sees it (P-LOS-4, P-LOS-7)."""

    __slots__ = ("_line", "_rules", "concealment", "cover")

    def __init__(self, line: Line, rules: StepsRules) -> None:
        self._line, self._rules = line, rules
        self.cover: int = line.cover
        self.concealment: int = line.concealment

    @property
    def covers(self) -> tuple[SeenCover, ...]:
        """Everything that gives cover, the nearest to the shooter first."""
        return tuple([_seen_cover(cover) for cover in self._line.covers])

    @property
    def small_part(self) -> bool:
        """Whether objects leave only a small part exposed, so that a called shot replaces their cover (P-LOS-6)."""
        return lookup.leaves_small_part(self._line, self._rules)


def _seen_cover(cover: Cover) -> SeenCover:
    side = None if cover.fighter is None else cover.fighter.side
    return SeenCover(lookup.name_of(cover), side, cover.percent, cover.place)


class SeenObject:
    """An object on its square, as everyone sees it (P-LOS-4, P-LOS-7)."""

    __slots__ = ("_thing",)

    def __init__(self, thing: Thing) -> None:
        self._thing = thing

    @property
    def name(self) -> str:
        """What people call it."""
        return self._thing.name

    @property
    def square(self) -> Square:
        """Its column and row."""
        return self._thing.square

    @property
    def destroyed(self) -> bool:
        """Whether it was shot to pieces; then it covers, hides and stops nobody."""
        return self._thing.destroyed

    @property
    def cover(self) -> int:
        """Percent of cover it gives now."""
        return 0 if self._thing.destroyed else self._thing.spec.cover

    @property
    def concealment(self) -> int:
        """Percent by which it hides now."""
        return 0 if self._thing.destroyed else self._thing.spec.concealment

    @property
    def health(self) -> int:
        """Points of damage it stands still; 0: nothing breaks it, or it is broken."""
        return max(0, self._thing.health)

    @property
    def passable(self) -> bool:
        """Whether one can walk over its square."""
        return self._thing.destroyed or self._thing.spec.passable


class OwnAction:
    """An action of one's own under way (CLK-4)."""

    __slots__ = ("_action", "_fight")

    def __init__(self, fight: Fight, action: Action) -> None:
        self._fight, self._action = fight, action

    @property
    def id(self) -> str:
        """Its id."""
        return self._action.id

    @property
    def kind(self) -> str:
        """The option's name: fire, aim, reload, bring, face or mode."""
        return self._action.kind

    @property
    def phase(self) -> str:
        """Where it is: waiting, windup (levelling), committed or working (P-FIR-2)."""
        return self._action.phase.value

    @property
    def broken(self) -> bool:
        """Whether it was broken off once committed: nothing comes of it but its time."""
        return self._action.broken

    @property
    def weapon(self) -> str | None:
        """What with."""
        return self._action.weapon.name if self._action.weapon is not None else None

    @property
    def target(self) -> str | None:
        """At whom."""
        return self._action.target.name if self._action.target is not None else None

    @property
    def mode(self) -> str | None:
        """The fire mode of a shot (P-FIR-1), or the Combat Mode to take (P-MOD-1)."""
        mode: str | None = getattr(self._action.option, "mode", None)
        return mode

    @property
    def location(self) -> str | None:
        """The location a shot calls (P-LOS-6)."""
        location: str | None = getattr(self._action.option, "location", None)
        return location

    @property
    def sweep(self) -> str | None:
        """The facing along which full auto sweeps (P-FIR-1)."""
        sweep: str | None = getattr(self._action.option, "sweep", None)
        return sweep

    @property
    def begin(self) -> Count:
        """When it begins, counts."""
        return self._action.begin / self._fight.per_count

    @property
    def commit(self) -> Count | None:
        """Until when it can be dropped for free, counts; None for what is not committed to (P-FIR-2)."""
        return self._action.commit / self._fight.per_count if self._action.kind == "fire" else None

    @property
    def impact(self) -> Count | None:
        """When it is shot, counts; None for what is no shot (P-FIR-2)."""
        return self._action.impact / self._fight.per_count if self._action.kind == "fire" else None

    @property
    def ready(self) -> Count:
        """When it is over, counts."""
        return self._action.ready / self._fight.per_count
