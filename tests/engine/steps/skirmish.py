"""A fight of the steps system stopped at a decision, to ask what is legal there, what is offered, what is seen.

Scenarios are built of the system's own specs, and the battle is driven by ``advance`` and ``answer``. Shots: levels 2
counts, commits, breaks after 2 more. Attribute 5 on both sides, d20: a trained shooter at point blank needs 7, so 2 on
the die.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Battle
from engine.options import Hold, Option
from engine.scenario import Scenario
from engine.steps.model import CombatantSpec, FieldSpec, PlacedSpec, WeaponSpec
from engine.steps.rules import StepsRules
from engine.steps.state import Fight, Fighter
from engine.system import REASONS, Request, Standing

Square = tuple[int, int]

RIFLE = WeaponSpec(name="rifle", damage="2d6", modes=("single", "aimed", "burst", "auto"), magazine=30, ammunition=60)
PISTOL = WeaponSpec(name="pistol", damage="1d8", point_blank=1, short=3, medium=6, long=9, extreme=12, magazine=6, ammunition=12)
GRENADE = WeaponSpec(
    name="grenade", damage="3d6", modes=("single",), magazine=1, ammunition=3, indirect=True, radius=2,
    point_blank=2, short=4, medium=8, long=12, extreme=15,
)  # fmt: skip
SKILLS = {"rifle": "trained", "pistol": "novice", "grenade": "expert"}

EVERYTHING = Standing(asks=frozenset(REASONS))


def one(name: str, side: str, square: Square, **has: Any) -> CombatantSpec:
    """A combatant with a rifle in hand and a pistol."""
    given: dict[str, Any] = {"weapons": (RIFLE, PISTOL), "skills": SKILLS}
    return CombatantSpec(name=name, side=side, position=square, **(given | has))


def thing(square: Square, **has: Any) -> PlacedSpec:
    """An object on a square."""
    return PlacedSpec(position=square, **has)


def wall(*squares: Square) -> tuple[PlacedSpec, ...]:
    """Walls: full cover, impassable, unbreakable."""
    return tuple([thing(square, name="wall", cover=100) for square in squares])


def scenario(
    combatants: Sequence[CombatantSpec], objects: Sequence[PlacedSpec] = (), size: Square = (20, 15), **rules: Any
) -> Scenario:
    """Return a scenario of these, on a map of 20 x 15 squares."""
    ground = FieldSpec(width=size[0], height=size[1], objects=tuple(objects))
    return Scenario(
        name="A skirmish", system="steps", rules=StepsRules(**rules), combatants=tuple(combatants), agents={},
        document={"name": "A skirmish"}, field=ground,
    )  # fmt: skip


class Skirmish:
    """A battle that stops where a test wants it to."""

    def __init__(
        self, *combatants: CombatantSpec, objects: Sequence[PlacedSpec] = (), size: Square = (20, 15),
        rolls: Mapping[str, Sequence[Sequence[int]]] | None = None, asks: Standing = EVERYTHING, **rules: Any,
    ) -> None:  # fmt: skip
        scripted = {name: [list(faces) for faces in row] for name, row in rolls.items()} if rolls else None
        standing = {spec.name: asks for spec in combatants}
        self.battle = Battle(scenario(combatants, objects, size, **rules), rolls=scripted, standing=standing)
        self.request: Request | None = None

    @property
    def fight(self) -> Fight:
        """The state, for what no battle of a few lines leads to."""
        state: Fight = self.battle._fight.state
        return state

    @property
    def view(self) -> Any:
        """What the combatant of the request it stands at sees."""
        assert self.request is not None
        return self.request.view

    def fighter(self, name: str) -> Fighter:
        """Return the state of a combatant."""
        return self.fight.by_name[name]

    def until(self, name: str, reason: str | None = None, **answers: Option) -> Request:
        """Go on to a request of a combatant, for a reason where one is given; others answer once as told when they can, else hold."""
        while (request := self.battle.advance()) is not None:
            if request.combatant == name and (reason is None or reason in request.reasons):
                self.request = request
                return request
            told = answers.get(request.combatant)
            if told is None or request.legal(told) is not None:
                self.battle.answer(request, Hold())
            else:
                self.battle.answer(request, answers.pop(request.combatant))
        raise AssertionError(f"{name} is not asked" + (f" for {reason}" if reason else ""))

    def does(self, option: Option, reason: str | None = None, **answers: Option) -> Request:
        """Answer the request it stands at, and go on to the next one of the same combatant."""
        assert self.request is not None
        self.battle.answer(self.request, option)
        return self.until(self.request.combatant, reason, **answers)

    def refused(self, option: Any) -> str | None:
        """Return the id of the rule that forbids an option at the request it stands at; None when it is legal."""
        assert self.request is not None
        why = self.request.legal(option)
        return None if why is None else why.split(":")[0]

    def of(self, kind: str, actor: str | None = None) -> list[Any]:
        """Return the events so far of one type, of one combatant or of all."""
        return [event for event in self.battle.events if event.type == kind and actor in (None, event.actor)]
