"""Setting up a steps fight: from the scenario's combatants to fighters on their squares, and what happens at tick 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from engine.clock import Clock, Rung
from engine.dice import Dice
from engine.options import Option
from engine.record import Log
from engine.scenario import Scenario
from engine.steps import (
    apply,
    damage,
    grid,
    land,
    legality,
    lookup,
    movement,
    outcome,
    phases,
    requests,
    stance,
    strike,
)
from engine.steps.model import CombatantSpec, FieldSpec, WeaponSpec
from engine.steps.rules import StepsRules
from engine.steps.state import Fight, Fighter, Thing, Totals, Weapon
from engine.system import Request, Standing
from engine.units import TICKS_PER_COUNT

DEFAULT = Standing()


class StepsFight:
    """A steps fight as the battle sees it (engine.system.Fight)."""

    def __init__(
        self, scenario: Scenario, clock: Clock, dice: Dice, log: Log | None, standing: Mapping[str, Standing]
    ) -> None:
        rules = scenario.rules
        assert isinstance(rules, StepsRules)
        ground = scenario.field if scenario.field is not None else FieldSpec()
        fighters = muster(scenario, dice, standing)
        by_name = {fighter.name: fighter for fighter in fighters}
        per_count = TICKS_PER_COUNT * rules.time_scale
        arcs = grid.arcs(rules.front_degrees, rules.flank_degrees)
        objects = [Thing(placed, placed.name, placed.position, placed.health) for placed in ground.objects]
        self.state = fight = Fight(rules, clock, log, fighters, by_name, per_count, land.whole(ground, rules), arcs, objects)
        for thing in objects:
            fight.things.setdefault(thing.square, []).append(thing)
        for fighter in fighters:
            fight.occupants.setdefault(fighter.square, []).append(fighter)
            movement.recount(fight, fighter.square)
        self.handlers = _handlers(fight)
        _open(fight)

    @classmethod
    def going_on(cls, fight: Fight) -> StepsFight:
        """Return a fight that goes on from a state, wherever that comes from."""
        found = cls.__new__(cls)
        found.state, found.handlers = fight, _handlers(fight)
        return found

    @property
    def verdict(self) -> tuple[str, str | None, str] | None:
        """Outcome, winner and reason, once the battle is over."""
        return self.state.verdict

    @property
    def per_count(self) -> int:
        """Ticks in a count."""
        return self.state.per_count

    def open_requests(self) -> list[Request]:
        """Return the requests of this pass of DECIDE."""
        return self.state.requests

    def refusal(self, request: Request, option: Option) -> tuple[str, str] | None:
        """Return the rule that forbids an option and why, or None."""
        return legality.refusal(self.state, self.state.by_name[request.combatant], option)

    def take_up(self, answers: Sequence[tuple[Request, Option, str | None]]) -> None:
        """Take up all answers of this pass together."""
        requests.take_up(self.state, answers)

    def withdraw(self, combatant: str, why: str) -> None:
        """Put a combatant out of the fight because its agent forfeits."""
        fight = self.state
        fight.changes += 1
        fighter = fight.by_name[combatant]
        apply.put_out(fight, fighter, "forfeit", f"CLK-5: {why}", fighter.decision_seq)
        fight.decided = outcome.decided(fight)

    def imagine(
        self, combatant: str, scenario: Scenario, clock: Clock, dice: Dice, standing: Mapping[str, Standing]
    ) -> StepsFight:
        """Return a fight that goes on from now as a combatant sees it; what is hidden from it is drawn (CLK-5, CLK-7)."""
        from engine.steps import imagine

        fighters = muster(scenario, dice, standing)
        return StepsFight.going_on(imagine.fight(self.state, self.state.by_name[combatant], fighters, clock))

    def summary(self) -> dict[str, dict[str, Any]]:
        """Return every combatant's final state and totals, by name."""
        return {fighter.name: _summary(fighter) for fighter in self.state.fighters}


def _handlers(fight: Fight) -> list[Any]:
    handlers: list[Any] = [None] * (len(Rung) + 1)
    for rung, handler in (
        (Rung.ARRIVE, movement.on_arrive),
        (Rung.STRIKE, strike.on_strike),
        (Rung.APPLY, apply.on_apply),
        (Rung.PHASE, phases.on_phase),
        (Rung.DECIDE, requests.on_decide),
        (Rung.COMMIT, phases.on_commit),
        (Rung.NOTICE, phases.on_notice),
        (Rung.PLAN, stance.on_plan),
        (Rung.END, outcome.on_end),
    ):
        handlers[rung] = partial(handler, fight)
    return handlers


def _open(fight: Fight) -> None:
    """Enlist what happens at tick 0: everybody faces the enemy and is asked; arm cap and guard."""
    fight.cap = fight.ticks(fight.rules.max_counts)
    for fighter in fight.fighters:
        foe = lookup.nearest(fight, fighter)
        if fighter.spec.facing is not None:
            fighter.facing = grid.FACINGS.index(fighter.spec.facing)
        elif foe is not None:
            fighter.facing = grid.facing_toward(fighter.square, foe.square)
    stance.first_sights(fight)
    start = 0 if fight.log is not None else None
    fight.decided = outcome.decided(fight)
    for fighter in fight.fighters:
        stance.ask(fight, fighter, "start", start)
    outcome.arm_stalemate(fight)
    fight.clock.at(fight.cap, Rung.END, outcome.CAP)
    fight.clock.enlist(Rung.END, None)


def muster(scenario: Scenario, dice: Dice, standing: Mapping[str, Standing]) -> list[Fighter]:
    """Return the combatants of a scenario as they begin, by stream key."""
    fighters = [_fighter(spec, dice, standing.get(spec.name, DEFAULT)) for spec in scenario.combatants]
    fighters.sort(key=lambda fighter: fighter.streams.key)
    for rank, fighter in enumerate(fighters):
        fighter.rank = rank
    return fighters


def _fighter(spec: CombatantSpec, dice: Dice, standing: Standing) -> Fighter:
    streams = dice.of(spec.name, spec.stream or spec.name)
    weapons = {weapon.name: _weapon(weapon, spec) for weapon in spec.weapons}
    armor: dict[str, int] = {}
    for piece in spec.armor:
        for part in piece.covers:
            armor[part] = armor.get(part, 0) + piece.stops
    return Fighter(
        spec, spec.name, spec.side, 0, streams, standing.asks, spec.position or (0, 0), 0, spec.mode, weapons,
        next(iter(weapons.values()), None), armor, spec.health, keeps_attacking=standing.order == "keep_attacking",
    )  # fmt: skip


def _weapon(spec: WeaponSpec, owner: CombatantSpec) -> Weapon:
    level = owner.skills.get(spec.skill or spec.name, owner.skills.get(spec.name, "untrained"))
    return Weapon(spec, spec.name, damage.parse(spec.damage), level, spec.magazine, spec.ammunition)


_TOTALS = tuple(field.name for field in attrs.fields(Totals))


def _summary(fighter: Fighter) -> dict[str, Any]:
    return {
        "side": fighter.side, "state": fighter.out or "standing", "able": fighter.able,
        "health": fighter.health, "health_max": fighter.spec.health, "dead": fighter.dead,
        "position": list(fighter.square), "facing": grid.FACINGS[fighter.facing], "mode": fighter.mode,
        "in_hand": [fighter.hand.name] if fighter.hand is not None else [],
        "loaded": {name: weapon.loaded for name, weapon in fighter.weapons.items()},
        "totals": {name: getattr(fighter.totals, name) for name in _TOTALS},
    }  # fmt: skip


class StepsSystem:
    """The steps system: ranged fire on a square grid, difficulty in steps."""

    name = "steps"
    reasons = frozenset(requests.URGENCY)

    def open(
        self, scenario: Scenario, clock: Clock, dice: Dice, log: Log | None, standing: Mapping[str, Standing]
    ) -> StepsFight:
        """Set up a fight under the steps rules."""
        return StepsFight(scenario, clock, dice, log, standing)
