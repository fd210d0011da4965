"""Setting up a shots fight: from the scenario's characters to fighters on the clock, and what happens at tick 0."""

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
from engine.shots import apply, body, legality, lookup, motion, outcome, requests, schticks, sequence, strike
from engine.shots.model import CombatantSpec, PlaceSpec, WeaponSpec
from engine.shots.rules import ShotsRules
from engine.shots.state import Fight, Fighter, Structure, Tool, Totals
from engine.system import Request, Standing
from engine.units import TICKS_PER_COUNT

DEFAULT = Standing()


class ShotsFight:
    """A shots fight as the battle sees it (engine.system.Fight)."""

    def __init__(
        self, scenario: Scenario, clock: Clock, dice: Dice, log: Log | None, standing: Mapping[str, Standing]
    ) -> None:
        rules = scenario.rules
        assert isinstance(rules, ShotsRules)
        fighters = [fighter_of(spec, dice, standing.get(spec.name, DEFAULT)) for spec in scenario.combatants]
        fighters.sort(key=lambda fighter: fighter.streams.key)
        for rank, fighter in enumerate(fighters):
            fighter.rank = rank
        by_name = {fighter.name: fighter for fighter in fighters}
        self.state = fight = Fight(rules, clock, log, fighters, by_name, TICKS_PER_COUNT * rules.time_scale, 0)
        fight.per_shot = fight.ticks(rules.shot_counts)
        fight.field = scenario.field
        if scenario.field is not None:
            fight.places = {spec.name: _structure(spec, rules) for spec in scenario.field.places}
        self.handlers = _handlers(fight)
        _open(fight)

    @classmethod
    def going_on(cls, fight: Fight) -> ShotsFight:
        """Return a fight that is under way, as the battle sees it."""
        its = cls.__new__(cls)
        its.state, its.handlers = fight, _handlers(fight)
        return its

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

    def imagine(
        self, combatant: str, scenario: Scenario, clock: Clock, dice: Dice, standing: Mapping[str, Standing]
    ) -> ShotsFight:
        """Return a fight that goes on from now as a character sees it; what is hidden from it is drawn (CLK-7)."""
        from engine.shots.imagine import ask_first, imagined

        state = imagined(self.state, combatant, clock, dice, standing)
        its = ShotsFight.going_on(state)
        ask_first(its.handlers, state, combatant)
        return its

    def withdraw(self, combatant: str, why: str) -> None:
        """Put a character out of the fight because its agent forfeits; what others announced goes on."""
        fight = self.state
        fight.moment = None
        fighter = fight.by_name[combatant]
        body.put_out(fight, fighter, "forfeit", f"CLK-5: {why}", fighter.decision_seq)
        fighter.wound_seq = None
        fight.decided = outcome.decided(fight)
        fight.clock.enlist(Rung.DECIDE, fighter)

    def summary(self) -> dict[str, dict[str, Any]]:
        """Return every character's final state and totals, by name."""
        return {fighter.name: _summary(self.state, fighter) for fighter in self.state.fighters}


def _handlers(fight: Fight) -> list[Any]:
    handlers: list[Any] = [None] * (len(Rung) + 1)
    for rung, handler in (
        (Rung.ARRIVE, motion.on_arrive),
        (Rung.STRIKE, strike.on_strike),
        (Rung.APPLY, apply.on_apply),
        (Rung.PHASE, sequence.on_phase),
        (Rung.DECIDE, requests.on_decide),
        (Rung.PLAN, sequence.on_plan),
        (Rung.END, outcome.on_end),
    ):
        handlers[rung] = partial(handler, fight)
    return handlers


def _open(fight: Fight) -> None:
    """Enlist what happens at tick 0: the first sequence; arm cap and guard."""
    fight.cap = fight.ticks(fight.rules.max_counts)
    fight.sequence_seq = 0 if fight.log is not None else None
    motion.note_all(fight)
    outcome.arm_stalemate(fight)
    fight.decided = outcome.decided(fight)
    if not fight.decided:
        fight.clock.enlist(Rung.PHASE, (sequence.begin,))
    fight.clock.at(fight.cap, Rung.END, outcome.CAP)
    fight.clock.enlist(Rung.END, None)


def fighter_of(spec: CombatantSpec, dice: Dice, standing: Standing) -> Fighter:
    """Return a character as the scenario has it begin; its rank is not known yet."""
    streams = dice.of(spec.name, spec.stream or spec.name)
    fighter = Fighter(
        spec, spec.name, spec.side, 0, streams, standing.asks, spec.position[0], spec.position[1],
        keeps_attacking=standing.order == "keep_attacking",
        schticks=tuple(schticks.build(one) for one in spec.schticks),
        armor=sum(piece.armor for piece in spec.armor),
        prone="prone" in spec.tags, surprised=spec.surprised, hidden=spec.hidden, fortune=spec.fortune, fu=spec.fu,
    )  # fmt: skip
    for weapon in spec.weapons:
        fighter.tools[weapon.name] = weapon_of(weapon, fighter)
    if spec.in_hand:
        _fill_hands(fighter)
    return fighter


def _fill_hands(fighter: Fighter) -> None:
    """Put the first weapons that two hands can hold into the hands, in the order they are listed."""
    for tool in fighter.tools.values():
        free = [index for index in (0, 1) if fighter.hands[index] is None]
        if 0 < tool.spec.hands <= len(free):
            for index in free[: tool.spec.hands]:
                fighter.hands[index] = tool


def weapon_of(spec: WeaponSpec, owner: Fighter | None) -> Tool:
    """Return a weapon as its owner begins with it, not in hand: loaded, with all the ammunition the scenario gives."""
    skill = spec.skill or ("martial_arts" if spec.range == "melee" else "throwing" if spec.thrown else "guns")
    carried = spec.ammunition
    return Tool(spec, spec.name, owner, skill, loaded=spec.magazine, carried=carried)


def _structure(spec: PlaceSpec, rules: ShotsRules) -> Structure:
    cover = max((spec.cover, *(getattr(rules.cover_tags, tag, 0) for tag in spec.tags)))
    concealment = max((spec.concealment, *(getattr(rules.concealment_tags, tag, 0) for tag in spec.tags)))
    return Structure(spec, spec.name, spec.position[0], spec.position[1], cover, concealment, spec.toughness)


_TOTALS = tuple(field.name for field in attrs.fields(Totals))


def _summary(fight: Fight, fighter: Fighter) -> dict[str, Any]:
    totals = {name: getattr(fighter.totals, name) for name in _TOTALS}
    totals["meters"] = round(totals["meters"] + lookup.covered(fight, fighter), lookup.DECIMALS)
    x, y = lookup.place(fight, fighter)
    return {
        "side": fighter.side, "state": fighter.out or ("prone" if fighter.prone else "standing"), "able": fighter.able,
        "wounds": fighter.wounds, "dead": fighter.dead, "position": [x, y],
        "shots_left": max(0, lookup.shot_of(fight, fighter)) if fighter.able else 0,
        "in_hand": [tool.name for tool in lookup.held(fighter) if tool.spec.hands], "fortune": fighter.fortune,
        "totals": totals,
    }  # fmt: skip


class ShotsSystem:
    """The shots system: cinematic action on a shot counter."""

    name = "shots"
    reasons = frozenset(requests.URGENCY)

    def open(
        self, scenario: Scenario, clock: Clock, dice: Dice, log: Log | None, standing: Mapping[str, Standing]
    ) -> ShotsFight:
        """Set up a fight under the shots rules."""
        return ShotsFight(scenario, clock, dice, log, standing)
