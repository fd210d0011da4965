"""Who plays whom in an imagined future: fast policies for everyone, with dice that tell nothing of the real agents'."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs

from agents.base import Agent, Setup
from agents.parameters import numbers, unknown
from agents.registry import POLICIES
from engine.system import Standing

if TYPE_CHECKING:
    from engine.scenario import Scenario

USUAL = "usual"
"""What fits a fighter best by what it carries."""

SLOW = frozenset({"external", "lookahead", "script"})
"""Policies that can't play in an imagined future: they wait for a program, imagine themselves, or take orders."""


ADVISERS: Mapping[str, tuple[str, ...]] = {
    "counts": ("brawler", "fencer"),
    "shots": ("gunman", "martial_artist"),
    "steps": ("rifleman", "rusher"),
}
"""Whose advice is worth imagining, by rule system."""


def choices() -> tuple[str, ...]:
    """Return the names that may be given for a model: `USUAL`, then all policies that can play one, sorted."""
    return USUAL, *sorted(set(POLICIES) - SLOW)


def usual(system: str, spec: Any) -> str:
    """Return the policy that fits a fighter of a rule system by its specification."""
    return _USUAL[system](spec)


def _usual_counts(spec: Any) -> str:
    if any(weapon.velocity > 0.0 for weapon in spec.weapons):
        return "archer"
    return "rider" if spec.riding else "brawler"


def _usual_shots(spec: Any) -> str:
    if spec.unnamed:
        return "mob"
    return "gunman" if any(weapon.range != "melee" for weapon in spec.weapons) else "martial_artist"


def _usual_steps(spec: Any) -> str:
    return "rifleman"


_USUAL = {"counts": _usual_counts, "shots": _usual_shots, "steps": _usual_steps}


class Models:
    """The policies that play in the futures a fighter imagines.

    Attributes:
        standing: what each of them wants to be asked for, by combatant.
        base: the name of the policy that plays the imaginer itself.

    Args:
        setup: who imagines, in which fight.
        base: the policy that plays it itself.
        foes: the policy that plays everybody else.

    Raises:
        InputError: one of them can't play the system.
    """

    def __init__(self, setup: Setup, base: str, foes: str) -> None:
        self._scenario, self.base = setup.scenario, base
        self._builders: dict[str, tuple[Any, Mapping[str, Any]]] = {}
        self.standing: dict[str, Standing] = {}
        for spec in setup.scenario.combatants:
            own = spec.name == setup.combatant
            name = _fitting(base if own else foes, setup.scenario, spec, f"{setup.place}.{'base' if own else 'foes'}")
            if own:
                self.base = name
            module: Any = import_module(POLICIES[name].module)
            self._builders[spec.name] = (module.build, _defaults(module, setup.place))
            self.standing[spec.name] = getattr(self.make(spec.name, 0, 0), "standing", Standing())

    def advisers(self, setup: Setup) -> list[Any]:
        """Return the policies whose advice the imaginer takes beside its base's: those that want to be asked at all."""
        found = []
        for name in ADVISERS[self._scenario.system]:
            if name != self.base:
                module: Any = import_module(POLICIES[name].module)
                found.append(module.build(attrs.evolve(setup, params=_defaults(module, setup.place))))
        return found

    def make(self, combatant: str, seed: int, battle: int) -> Agent:
        """Return a fresh agent for a combatant, on random streams of an imagined seed and battle."""
        build, params = self._builders[combatant]
        agent: Agent = build(Setup(combatant, self._scenario, params, seed, battle))
        return agent


def _fitting(name: str, scenario: Scenario, spec: Any, place: str) -> str:
    """Return a policy's name, the usual one's where that is asked for."""
    if name == USUAL:
        return usual(scenario.system, spec)
    if scenario.system not in POLICIES[name].systems:
        playing = [known for known in choices()[1:] if scenario.system in POLICIES[known].systems]
        raise unknown(place, name, [USUAL, *playing], f"policies for {scenario.system}")
    return name


def _defaults(module: Any, place: str) -> Mapping[str, Any]:
    return numbers({}, module.PARAMETERS, place)
