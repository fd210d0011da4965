"""Announced attacks as a character sees them: who, with what, at whom, and how likely they are to hit (S-DEF-1)."""

from __future__ import annotations

from engine.shots import reckon
from engine.shots.sight import in_sight
from engine.shots.state import Action, Fight, Fighter


class Announced:
    """An attack that is announced and not rolled yet (S-DEF-1)."""

    __slots__ = ("_action", "_fight", "_viewer")

    def __init__(self, fight: Fight, viewer: Fighter, action: Action) -> None:
        self._fight, self._viewer, self._action = fight, viewer, action

    @property
    def id(self) -> str:
        """The action's id, for `Interpose` and `Volunteer`."""
        return self._action.id

    @property
    def attacker(self) -> str:
        """Who attacks."""
        return self._action.fighter.name

    @property
    def kind(self) -> str:
        """The option's name: attack, throw or area."""
        return self._action.kind

    @property
    def weapon(self) -> str | None:
        """What with."""
        return self._action.tool.name if self._action.tool else None

    @property
    def melee(self) -> bool:
        """Whether it comes hand to hand."""
        return self._action.tool is not None and self._action.tool.melee

    @property
    def thrown(self) -> bool:
        """Whether something thrown comes."""
        return self._action.tool is not None and self._action.tool.spec.thrown

    @property
    def shots(self) -> int:
        """The shots it takes; fewer than 3: a snapshot (S-SEQ-5)."""
        return self._action.shots

    @property
    def targets(self) -> tuple[str, ...]:
        """The characters in sight that it may hit, in the order of their stream keys for an area."""
        action = self._action
        if not action.area:
            return () if action.target is None else (action.target.name,)
        caught = [each for each in action.caught if in_sight(self._fight, self._viewer, each)]
        return tuple([each.name for each in sorted(caught, key=lambda each: each.rank)])

    @property
    def at_me(self) -> bool:
        """Whether it may hit the viewer."""
        action = self._action
        return self._viewer in action.caught if action.area else action.target is self._viewer

    @property
    def answerable(self) -> bool:
        """Whether the viewer may respond to it now (S-SEQ-4)."""
        return self._action in self._viewer.responding

    @property
    def redirectable(self) -> bool:
        """Whether somebody may interpose: an attack on one other character (S-DEF-4)."""
        action = self._action
        return action.target is not None and action.target is not self._viewer and not action.area

    def on(self, target: str | None = None, more: int = 0, between: bool = False) -> reckon.Expected:
        """Return what it may do to one of its targets as things stand, Fortune left out.

        Args:
            target: whom; the viewer when None.
            more: what a defense that is not up yet would add.
            between: as if it stepped between: no active defense, no cover (S-DEF-4).

        Raises:
            KeyError: nobody of that name is in sight: unknown, or hidden (S-DEF-3).
        """
        one = self._viewer if target is None else self._fight.by_name[target]
        if not in_sight(self._fight, self._viewer, one):
            raise KeyError(target)
        return reckon.on_announced(self._fight, self._action, one, more, between)

    @property
    def difficulty(self) -> int | None:
        """What it must reach for the viewer, or for its only target, as things stand (S-ROL-2)."""
        action, target = self._action, self._whom
        if action.tool is None or target is None:
            return None
        return reckon.difficulty(self._fight, action.fighter, target, action.tool)

    @property
    def chance(self) -> float:
        """Its chance to hit the viewer, or its only target, as things stand, Fortune left out."""
        target = self._whom
        return 0.0 if target is None else self.on(target.name).chance

    @property
    def _whom(self) -> Fighter | None:
        return self._viewer if self.at_me else self._action.target
