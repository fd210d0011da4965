"""Random shots fights and wayward agents for hypothesis: what tests/engine/strategies.py is for counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import msgspec
from hypothesis import strategies as st

from engine import Request, Scenario
from engine.options import Option
from engine.shots.actions import ATTACKS, Mover
from tests.engine.strategies import Chaos, Document

MELEE = ("knife", "machete", "staff", "great_sword", "chainsaw")
GUNS = ("pistol", "revolver", "shotgun", "derringer", "rifle", "machine_gun", "bow", "crossbow", "taser")
THROWN = ("throwing_knife", "shuriken", "throwing_axe")
AREAS = ("grenade", "molotov_cocktail", "flamethrower", "grenade_launcher")
ARMOR = ("leather_jacket", "vest", "riot_gear", "helmet")
SCHTICKS: tuple[Document, ...] = (
    {"name": "fast_draw", "picks": 1}, {"name": "fast_draw", "picks": 2}, {"name": "guts", "picks": 1},
    {"name": "guts", "picks": 2}, {"name": "stand_and_deliver"}, {"name": "lightning_dodge"}, {"name": "crowd_breaker"},
    {"name": "iron_skin", "picks": 1}, {"name": "inner_focus"},
)  # fmt: skip
POLICIES = ("random", "gunman", "martial_artist", "bodyguard", "mob")


@attrs.define
class Gambler(Chaos):
    """Takes any option or a variation of one: a movement with it, a Fortune point, another shot to wait for."""

    def is_attack(self, option: Option) -> bool:
        """Return whether an option may end a fight."""
        return isinstance(option, ATTACKS)

    def vary(self, request: Request, option: Option) -> Option:
        """Change an option where the change is legal; places go by where one stands, so that a mirror mirrors them."""
        changes: dict[str, Any] = {}
        if isinstance(option, Mover) and self.dice.random() < 0.4:
            changes |= self._goal(request, option)
        if hasattr(option, "fortune") and self.dice.random() < 0.2:
            changes["fortune"] = True
        if option.do == "wait":
            changes["shot"] = self.dice.randrange(1, 9)
        if option.do == "area" and self.dice.random() < 0.4:
            foes = [foe for foe in request.view.foes if foe.name not in self.blind]
            x, y = foes[0].position if foes else request.view.me.position
            changes |= {"target": None, "at": (x * 0.75, y * 0.75)}
        varied = msgspec.structs.replace(option, **changes)
        return varied if request.legal(varied) is None else option

    def _goal(self, request: Request, option: Mover) -> dict[str, Any]:
        """Go toward somebody, away, or to a place."""
        view = request.view
        names = [one.name for one in view.others if one.name not in self.blind]
        x, y = view.me.position
        goals: list[dict[str, Any]] = [{"to": (x * 0.5, y * 0.5)}, {"to": (x * 1.25 - y, y + x)}]
        if names:
            who = self.dice.choice(names)
            goals += [{"toward": who}, {"toward": who, "distance": self.dice.choice([1.0, 3.5])}, {"away": who}]
        return {"to": None, "toward": None, "away": None} | self.dice.choice(goals)


def chaotic(fought: Scenario, seed: int = 0, blind: frozenset[str] = frozenset()) -> dict[str, Gambler]:
    """Return a wayward agent for each character, by its stream key."""
    return {spec.name: Gambler(f"{seed}/{spec.stream}", blind) for spec in fought.combatants}


def document(combatants: Sequence[Document], field: Document | None = None, **rules: Any) -> Document:
    """Return the document of a shots fight."""
    found: Document = {
        "schema": "couched.scenario/1", "name": "A fight", "system": "shots", "rules": rules,
        "combatants": list(combatants),
    }  # fmt: skip
    return found | ({"field": field} if field else {})


# random fights

halves = st.integers(0, 24).map(lambda number: number / 2)


@st.composite
def combatants(draw: st.DrawFn, name: str, side: str, sign: int) -> Document:
    """A character with weapons and armor of the gear tables, somewhere on its side of the field."""
    kit = draw(st.lists(st.sampled_from(MELEE + GUNS * 2 + THROWN + AREAS), min_size=1, max_size=3, unique=True))
    skill = draw(st.sampled_from([8, 13, 17]))
    crowd = draw(st.sampled_from([None, None, None, "", "g"]))
    return {
        "name": name, "side": side, "position": [sign * (draw(halves) + 0.5), draw(halves)],
        "constitution": draw(st.sampled_from([0, 4, 9, 20])), "toughness": draw(st.sampled_from([2, 5, 9])),
        "strength": draw(st.sampled_from([5, 9])), "move": draw(st.sampled_from([0, 5, 8, 16])),
        "speed": draw(st.sampled_from([0, 5, 7, 9])),
        "skills": {"guns": skill, "martial_arts": skill, "throwing": skill, "dodge": draw(st.sampled_from([7, 11, 14])),
                   "medicine": 12, "detect": draw(st.sampled_from([5, 12])), "stealth": draw(st.sampled_from([5, 12]))},
        "weapons": [*kit, "fists"], "in_hand": draw(st.sampled_from([True, True, True, False])),
        "armor": draw(st.lists(st.sampled_from(ARMOR), max_size=2, unique=True)),
        "tags": draw(st.sampled_from([[], [], [], ["prone"], ["camouflage"]])),
        "surprised": draw(st.sampled_from([False, False, False, True])),
        "hidden": draw(st.sampled_from([False, False, False, True])), "wary": draw(st.booleans()),
        "agent": draw(st.sampled_from(POLICIES)),
        **(draw(heroes(kit[0])) if crowd is None else {"unnamed": True, "group": crowd}),
    }  # fmt: skip


@st.composite
def heroes(draw: st.DrawFn, weapon: str) -> Document:
    """What only a named character has: points and schticks."""
    schticks = draw(st.lists(st.sampled_from(SCHTICKS), max_size=2, unique_by=lambda one: one["name"]))
    if draw(st.integers(0, 4)) == 0:
        schticks = [*schticks, {"name": "signature_weapon", "weapon": weapon}]
    return {"fortune": draw(st.sampled_from([0, 0, 2])), "fu": draw(st.sampled_from([0, 2])), "schticks": schticks}


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    """Tie policies, caps, and how long a sequence takes for those who die in it."""
    return {
        "ties": draw(st.sampled_from(["simultaneous", "reach", "speed", "seeded"])),
        "max_counts": draw(st.sampled_from([30, 60, 120])), "stalemate_counts": draw(st.sampled_from([30, 1200])),
        "sequence_seconds": draw(st.sampled_from([3, 3, 900, 100_000])), "crossing_tests": draw(st.booleans()),
        "shot_counts": draw(st.sampled_from([1, 1, 1, 0.5, 2])),
    }  # fmt: skip


SPOTS = (
    {"name": "wall", "position": [-6.0, 4.0], "radius": 4.0, "tags": ["wall"], "facing": 0.0},
    {"name": "woods", "position": [5.0, 6.0], "radius": 6.0, "tags": ["woods"]},
    {"name": "shed", "position": [7.0, 2.0], "radius": 2.5, "cover": 75, "toughness": 9},
    {"name": "gate", "position": [-8.0, 0.0], "radius": 3.0, "tags": ["gun_port"], "facing": 20.0, "arc": 90.0, "toughness": 12},
)
fields = st.fixed_dictionaries({
    "places": st.lists(st.sampled_from(SPOTS), min_size=1, unique_by=lambda spot: str(spot["name"])), "dense": st.booleans(),
})  # fmt: skip


@st.composite
def documents(draw: st.DrawFn, least: int = 2, most: int = 5) -> Document:
    """A fight of two sides, mostly on ground with some cover."""
    number = draw(st.integers(least, most))
    rows = [
        draw(combatants(f"F{index}", "blue" if index % 2 else "red", 1 if index % 2 else -1)) for index in range(number)
    ]
    return document(rows, draw(st.one_of(st.none(), fields)), **draw(rules()))
