"""Characters in an imagined fight: oneself as one is, others as they show, those who hide as they may be (CLK-5, S-DEF-3)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from engine.dice import Dice
from engine.shots import imagine_arms, imagine_draws, lookup
from engine.shots.imagine_draws import Unknown
from engine.shots.model import CombatantSpec
from engine.shots.seen import CONDITIONS, Seen
from engine.shots.setup import DEFAULT, fighter_of
from engine.shots.sight import in_sight
from engine.shots.state import NO_TICK, Action, Fight, Fighter, Motion, Tool, Totals
from engine.system import Standing


@attrs.define(eq=False)
class Scene:
    """What goes into imagining a fight.

    Attributes:
        real: the true state; ``me`` who imagines.
        fight: the imagined state that is made.
        responds: whether the character is asked for a response: then nobody has a turn.
        tools: the weapons that show, each with the imagined one.
        unknown: who draws what does not show of each other character, by name.
        shown: the names of the others that show: those in sight, and those out of the fight.
        attacking: the announced attacks, by the names of their attackers.
    """

    real: Fight
    me: Fighter
    fight: Fight
    dice: Dice
    standing: Mapping[str, Standing]
    responds: bool
    tools: dict[Tool, Tool] = attrs.field(factory=dict)
    unknown: dict[str, Unknown] = attrs.field(factory=dict)
    shown: set[str] = attrs.field(factory=set)
    attacking: dict[str, Action] = attrs.field(factory=dict)

    @property
    def shots(self) -> int:
        """Shots gone by since the battle began."""
        return self.fight.clock.now // self.fight.per_shot

    def standing_of(self, name: str) -> Standing:
        """Return what an agent of the imagined battle wants to be asked for."""
        return self.standing.get(name, DEFAULT)

    def draws_for(self, fighter: Fighter) -> Unknown:
        """Return who draws what does not show of a character of the imagined fight."""
        shots = self.shots
        unknown = Unknown(fighter.streams, shots // self.fight.rules.action_shots, shots > 0)
        self.unknown[fighter.name] = unknown
        return unknown


def enter(scene: Scene) -> None:
    """Put everybody into the imagined fight, in the order of their stream keys."""
    real, me, fight = scene.real, scene.me, scene.fight
    scene.attacking = {action.fighter.name: action for action in real.announced if not action.over}
    hiding = []
    for other in real.fighters:
        if other is me:
            its = _own(scene)
        elif other.out is not None or in_sight(real, me, other):
            its = _seen(scene, other)
            scene.shown.add(its.name)
        else:
            its = _hiding(scene, other.spec, other.rank)
            hiding.append(its)
        fight.fighters.append(its)
        fight.by_name[its.name] = its
    for its in hiding:
        _hide(scene, its)
    own = fight.by_name[me.name]
    own.closing = [fight.by_name[other.name] for other in me.closing]


# oneself


def _own(scene: Scene) -> Fighter:
    """Return who imagines, as it is."""
    me = scene.me
    order = scene.standing_of(me.name)
    its = attrs.evolve(
        me, streams=scene.dice.of(me.name, me.streams.key), asks=order.asks, keeps_attacking=order.order == "keep_attacking",
        tools={}, motion=None if me.motion is None else attrs.evolve(me.motion, meets=NO_TICK), defense=None, guards=[],
        engaged=None, responding=[], unaware=set(me.unaware), closing=[], riders=dict(me.riders), used=dict(me.used),
        fortune_for=set(me.fortune_for), reasons=list(me.reasons), totals=Totals(),
    )  # fmt: skip
    imagine_arms.own(me, its, scene.tools)
    return its


# who shows


def _seen(scene: Scene, other: Fighter) -> Fighter:
    """Return another as it shows, what does not show of it drawn."""
    shown, fight = Seen(scene.real, scene.me, other), scene.fight
    order = scene.standing_of(other.name)
    x, y = shown.position
    its = Fighter(
        other.spec, other.name, other.side, other.rank, scene.dice.of(other.name, other.streams.key), order.asks, x, y,
        keeps_attacking=order.order == "keep_attacking", schticks=other.schticks, armor=shown.armor, prone=shown.prone,
        counter=shown.shot, asked=True,
    )  # fmt: skip
    unknown = scene.draws_for(its)
    imagine_arms.seen(scene.real, other, its, unknown, scene.tools)
    if shown.moving:
        left = imagine_draws.way_left(unknown, fight.top, shown.shot, fight.rules)
        its.motion = Motion(x, y, *shown.velocity, fight.clock.now, fight.clock.now + left * fight.per_shot)
    if shown.able:
        its.wounds = imagine_draws.wounds(unknown, CONDITIONS.index(shown.condition), its.spec, fight.rules)
        _may_act(scene, its)
    else:
        _fallen(scene, other, shown, its, unknown)
    _history(scene, its, unknown)
    its.hidden = _is_hidden(scene, other, unknown)
    its.tended = other.tended and other.side == scene.me.side  # that a friend was tended shows by what is legal (S-CHR-1)
    return its


def _fallen(scene: Scene, other: Fighter, shown: Seen, its: Fighter, unknown: Unknown) -> None:
    """Have a character out of the fight as it shows; when it dies is drawn (S-WND-2)."""
    rules = scene.fight.rules
    condition = shown.condition
    its.out = other.out if in_sight(scene.real, scene.me, other) else condition
    its.dead = condition == "dead"
    if shown.hurt:
        its.wounds = 1 if its.spec.unnamed else rules.death_from + 1 + unknown.upto(its.spec.constitution)
    if condition == "dying":
        its.failed_by, its.dies_in = imagine_draws.dying(unknown, scene.fight.sequence, rules)


def _is_hidden(scene: Scene, other: Fighter, unknown: Unknown) -> bool:
    """Return whether a character that shows is hidden from its opponents: only a friend that has not attacked may be (S-DEF-3)."""
    if other.side != scene.me.side:
        return not in_sight(scene.real, scene.me, other)
    return other.spec.hidden and other.name not in scene.attacking and not unknown.perhaps()


def _may_act(scene: Scene, its: Fighter) -> None:
    """Let a character whose shot it is decide now; when responses are asked for it has held already (S-SEQ-2)."""
    if its.counter != scene.fight.top:
        return
    if scene.responds:
        its.holding = True
    else:
        its.turn = True
        its.reasons.append("ready")


def _history(scene: Scene, its: Fighter, unknown: Unknown) -> None:
    """Draw what a character did before: points spent, whether it acted in this sequence, whether it is surprised still."""
    attack, sequence = scene.attacking.get(its.name), scene.fight.sequence
    its.fortune = its.spec.fortune - unknown.spent(its.spec.fortune)
    its.fu = its.spec.fu - unknown.spent(its.spec.fu)
    if its.schticks and (attack is not None or unknown.perhaps()):
        its.acted, its.acted_in = 1, sequence
    its.surprised = its.spec.surprised and attack is None and not unknown.perhaps()


# who hides


def _hiding(scene: Scene, spec: CombatantSpec, rank: int) -> Fighter:
    """Return an opponent who hides: as the scenario has it begin, its counter drawn; it has not attacked yet (S-DEF-3)."""
    its = fighter_of(spec, scene.dice, scene.standing_of(spec.name))
    its.rank, its.asked = rank, True
    unknown = scene.draws_for(its)
    its.counter = imagine_draws.counter(unknown, scene.fight.top, spec, scene.fight.rules)
    _may_act(scene, its)
    _history(scene, its, unknown)
    return its


def _hide(scene: Scene, its: Fighter) -> None:
    """Put who hides where it may be: no farther from where it began than there was time to move since (S-DEF-3, S-MOV-1)."""
    fight, here = scene.fight, its.spec.position
    foes = [foe for foe in fight.fighters if foe.side != its.side and foe.able and not foe.hidden]
    if foes:
        there = min((lookup.apart(here, lookup.place(fight, foe)), foe.rank, lookup.place(fight, foe)) for foe in foes)[2]
        farthest = its.spec.move * scene.shots / fight.rules.action_shots
        its.x, its.y = imagine_draws.whereabouts(scene.unknown[its.name], here, there, farthest)
