"""Committed attacks as whom they threaten sees them (P-MOD-2, P-MOD-3)."""

from __future__ import annotations

from engine.steps import lookup, reckon, targets
from engine.steps.state import Action, Fight, Fighter
from engine.units import Count


class Threat:
    """A committed attack at the viewer, or at somebody it gives cover to (P-MOD-2, P-MOD-3)."""

    __slots__ = ("_action", "_fight", "_viewer")

    def __init__(self, fight: Fight, viewer: Fighter, action: Action) -> None:
        self._fight, self._viewer, self._action = fight, viewer, action

    @property
    def id(self) -> str:
        """The action's id, for `Dodge`."""
        return self._action.id

    @property
    def attacker(self) -> str:
        """Who attacks."""
        return self._action.fighter.name

    @property
    def weapon(self) -> str | None:
        """What with."""
        return self._action.weapon.name if self._action.weapon is not None else None

    @property
    def mode(self) -> str:
        """The fire mode (P-FIR-1)."""
        mode: str = self._action.option.mode  # type: ignore[attr-defined]
        return mode

    @property
    def impact(self) -> Count:
        """When it is shot, counts: the dodge check is made then."""
        return self._action.impact / self._fight.per_count

    @property
    def at_me(self) -> bool:
        """Whether it is rolled against the viewer; else it goes through its square."""
        return self._viewer in targets.of(self._fight, self._action)

    @property
    def target(self) -> str | None:
        """At whom it is aimed."""
        return self._action.target.name if self._action.target is not None else None

    @property
    def declared(self) -> bool:
        """Whether the viewer has declared a dodge against it."""
        return self._viewer in self._action.dodgers

    @property
    def answerable(self) -> bool:
        """Whether the viewer may declare a dodge against it now (P-MOD-1)."""
        told = self._action in self._viewer.threats
        return told and lookup.guards(self._fight, self._viewer, self._action.fighter.square)

    @property
    def dodge_chance(self) -> float:
        """The exact chance that the viewer's dodge succeeds (P-MOD-2)."""
        return reckon.dodge(self._fight, self._viewer)

    def chance(self, dodged: bool = False) -> float:
        """Return the exact chance that it hits its target as things stand (P-CHK-1).

        Args:
            dodged: as if its target dodged it.
        """
        return reckon.chance(self._fight, self._action, dodged)
