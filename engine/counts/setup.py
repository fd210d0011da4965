"""Setting up a counts fight: from the scenario's combatants to fighters on the clock, and what happens at tick 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import cos, radians, sin
from typing import Any

import attrs

from engine.clock import Clock, Rung, Timeline
from engine.counts import (
    apply,
    barriers,
    body,
    crowd,
    grapple,
    imagine,
    legality,
    lookup,
    missiles,
    modes,
    motion,
    noticing,
    outcome,
    phases,
    requests,
    stance,
    strike,
    terrain,
)
from engine.counts import report as reports
from engine.counts.damage import cap as damage_cap
from engine.counts.damage import parse_damage
from engine.counts.model import ArmorSpec, CombatantSpec, WeaponSpec
from engine.counts.rules import CountsRules, DamageType
from engine.counts.stages import stage_table
from engine.counts.state import Fight, Fighter, Layer, Tool, Totals
from engine.counts.timing import weapon_speed
from engine.dice import Dice
from engine.options import Option
from engine.record import Log
from engine.scenario import Scenario
from engine.system import Request, Standing
from engine.units import TICKS_PER_COUNT

DEFAULT = Standing()


class CountsFight:
    """A counts fight as the battle sees it (engine.system.Fight)."""

    def __init__(
        self, scenario: Scenario, clock: Clock, dice: Dice, log: Log | None, standing: Mapping[str, Standing]
    ) -> None:
        rules = scenario.rules
        assert isinstance(rules, CountsRules)
        fighters = [_fighter(spec, clock, dice, rules, standing) for spec in scenario.combatants]
        fighters.sort(key=lambda fighter: fighter.streams.key)
        for rank, fighter in enumerate(fighters):
            fighter.rank = rank
            for tool in (*fighter.tools.values(), fighter.grip):
                tool.rank = rank
        by_name = {fighter.name: fighter for fighter in fighters}
        self.state = Fight(rules, clock, log, fighters, by_name, TICKS_PER_COUNT * rules.time_scale)
        self.state.terrain = terrain.build(scenario.field, rules.wall_gap)
        if len(fighters) >= crowd.CROWDED:
            self.state.crowd = crowd.Crowd(self.state)
        self.handlers = _handlers(self.state)
        _open(self.state)

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
        fighter = self.state.by_name[combatant]
        self.state.moment += 1
        body.put_out(self.state, fighter, "forfeit", f"CLK-5: {why}", fighter.decision_seq)
        body.part_from_the_fallen(self.state)

    def imagine(
        self, combatant: str, scenario: Scenario, clock: Clock, dice: Dice, standing: Mapping[str, Standing]
    ) -> CountsFight:
        """Return a fight that goes on from now as a combatant sees it; what is hidden from it is drawn (CLK-7)."""
        fight = CountsFight.__new__(CountsFight)
        fight.state = imagine.fight_of(self.state, combatant, clock, dice, standing)
        fight.handlers = _handlers(fight.state)
        return fight

    def summary(self) -> dict[str, dict[str, Any]]:
        """Return every combatant's final state and totals, by name."""
        return {fighter.name: _summary(self.state, fighter) for fighter in self.state.fighters}


def _handlers(fight: Fight) -> list[Any]:
    handlers: list[Any] = [None] * (len(Rung) + 1)
    for rung, handler in (
        (Rung.ARRIVE, motion.on_arrive),
        (Rung.STRIKE, strike.on_strike),
        (Rung.APPLY, apply.on_apply),
        (Rung.PHASE, phases.on_phase),
        (Rung.DECIDE, requests.on_decide),
        (Rung.COMMIT, phases.on_commit),
        (Rung.NOTICE, noticing.on_notice),
        (Rung.PLAN, motion.on_plan),
        (Rung.END, outcome.on_end),
    ):
        handlers[rung] = partial(handler, fight)
    return handlers


def _open(fight: Fight) -> None:
    """Enlist what happens at tick 0: first opponents, stages and modes, then everybody is asked; arm cap and guard."""
    rules, clock = fight.rules, fight.clock
    fight.cap = fight.ticks(rules.max_counts)
    fight.least = round(rules.least_distance * 100)
    for fighter in fight.fighters:
        for name in dict.fromkeys(fighter.spec.watch):
            if (watched := fight.by_name.get(name)) is not None:
                watched.watchers.append(fighter)
    foes = [lookup.nearest(fight, fighter) for fighter in fight.fighters]
    for fighter, foe in zip(fight.fighters, foes, strict=True):
        _face_first(fighter, foe)
    for fighter, foe in zip(fight.fighters, foes, strict=True):
        reports.mode(fight, fighter, modes.own_distance(fight, fighter), "start", None)
        barriers.ride(fight, fighter)
        stance.face(fight, fighter, foe, False, None)
        stance.ask(fight, fighter, "start", None)
    outcome.note_approach(fight)
    outcome.arm_stalemate(fight)
    clock.at(fight.cap, Rung.END, outcome.CAP)
    clock.enlist(Rung.END, None)


def _face_first(fighter: Fighter, foe: Fighter | None) -> None:
    """Turn a fighter as the scenario says, or toward its nearest opponent."""
    if fighter.spec.facing is not None:
        angle = radians(fighter.spec.facing)
        fighter.fx, fighter.fy = round(cos(angle), 12), round(sin(angle), 12)
        return
    if foe is not None:
        fighter.fx, fighter.fy = foe.x - fighter.x, foe.y - fighter.y


def _fighter(
    spec: CombatantSpec, clock: Clock, dice: Dice, rules: CountsRules, standing: Mapping[str, Standing]
) -> Fighter:
    worn = [layer for layer in spec.armor if layer.suit != "none"]
    load = sum(layer.weight for layer in spec.armor)
    burden = max(0, int((load - rules.load_free) / rules.load_step + 1e-9))
    fighter = Fighter(
        spec, spec.name, spec.side, 0, dice.of(spec.name, spec.stream or spec.name),
        standing.get(spec.name, DEFAULT).asks, Timeline(clock), spec.position[0], spec.position[1], 1.0, 0.0,
        agl=spec.agl + sum(layer.agl for layer in worn),
        defence=spec.defence + sum(layer.defence for layer in worn),
        mvm=max(0.0, spec.mvm + sum(layer.mvm for layer in worn) - burden),
        maneuver=spec.skills.get("combat_maneuver", spec.pcf),
        pool=spec.combat_maneuver_rank,
        mode=spec.mode,
        set_distance=spec.set_distance,
        def_on=spec.def_on,
        level=spec.level,
    )  # fmt: skip
    fighter.keeps_attacking = standing.get(spec.name, DEFAULT).order == "keep_attacking"
    fighter.layers = [_layer(layer) for layer in spec.armor]
    for weapon in spec.weapons:
        tool = _tool(weapon, spec, rules)
        tool.owner = fighter
        missiles.supply(tool)
        fighter.tools[weapon.name] = tool
    fighter.grip = grapple.grip_of(spec, rules)
    fighter.grip.owner = fighter
    _fill_hands(fighter)
    return fighter


def _fill_hands(fighter: Fighter) -> None:
    """Put the first tools that two hands can hold into the hands, in the order they are listed."""
    hands: list[Tool | None] = [None, None]
    for tool in fighter.tools.values():
        free = [index for index in (0, 1) if hands[index] is None]
        if len(free) >= tool.spec.hands:
            for index in free[: tool.spec.hands]:
                hands[index] = tool
    fighter.hold(*hands)


def _layer(spec: ArmorSpec) -> Layer:
    return Layer(spec.name, frozenset(spec.covers), dict(spec.protection), spec.hits, spec.hits)


def _tool(spec: WeaponSpec, owner: CombatantSpec, rules: CountsRules) -> Tool:
    """Return a weapon with what the rules make of its figures (C-DMG-2, C-TIM-8, C-DMG-4)."""
    kind: DamageType = getattr(rules.types, spec.type)
    counted = DamageType() if spec.includes_type else kind
    dice = parse_damage(spec.damage)
    skill = owner.skills.get(spec.name, owner.skills.get(spec.skill or spec.name))
    return Tool(
        spec, spec.name, 0, kind,
        w=weapon_speed(spec.wsd, counted.wsd, spec.material.wsd + spec.magic.wsd, rules),
        hit_mod=counted.mod + spec.mod + spec.material.mod + spec.magic.mod,
        damage=dice,
        damage_add=counted.damage + spec.material.damage + spec.magic.damage,
        cap=damage_cap(dice, counted.damage, spec.material.damage, spec.magic.damage, rules),
        table=stage_table(spec.length, rules),
        skill=rules.unskilled if skill is None else skill,
        skilled=skill is not None,
        hits=spec.hits,
    )  # fmt: skip


_TOTALS = tuple(field.name for field in attrs.fields(Totals))


def _summary(fight: Fight, fighter: Fighter) -> dict[str, Any]:
    totals = {name: getattr(fighter.totals, name) for name in _TOTALS}
    state = fighter.out or ("stunned" if fighter.stunned else "lying" if fighter.prone else "standing")
    x, y = lookup.place(fight, fighter)
    return {
        "side": fighter.side, "state": state, "able": fighter.able, "htk": fighter.spec.htk,
        "htk_lost": fighter.htk_lost, "pow": fighter.spec.pow, "pow_lost": fighter.pow_lost,
        "position": [x, y], "in_hand": [tool.name for tool in fighter.held],
        "bleeding": fighter.bleed_rate, "parts": {part.name: part.damage for part in fighter.parts.values()},
        "totals": totals,
    }  # fmt: skip


class CountsSystem:
    """The counts system: melee and missiles by the count."""

    name = "counts"
    reasons = frozenset(requests.URGENCY)

    def open(
        self, scenario: Scenario, clock: Clock, dice: Dice, log: Log | None, standing: Mapping[str, Standing]
    ) -> CountsFight:
        """Set up a fight under the counts rules."""
        return CountsFight(scenario, clock, dice, log, standing)
