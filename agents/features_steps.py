"""The features of options in steps: shots, aim, dodges, places, facing (see `agents.features`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from agents.features import Feature, clip, dense, few, share
from agents.features_steps_ground import Ground
from agents.squares_fire import endangers
from engine.steps import actions, grid

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

    Square = tuple[int, int]

MOST = 4
"""So many of the nearest opponents in sight are weighed."""

_FINE = frozenset({"hand", "foot", "eye"})
"""Locations that are not worth a call."""

_LATE = 400.0
"""A battle that has lasted so many counts is a long one."""

FEATURES = (
    Feature("hold", "goes on with what is under way, or waits"),
    Feature("hold_late", "the same, by how long the battle has lasted", "counts", 400.0),
    Feature("fire", "a shot"),
    Feature("chance", "a shot: that it hits; one who guards against it is taken to dodge every other time", "chance", 1.0),
    Feature("harm", "a shot: that chance times the health a hit costs", "health", 10.0),
    Feature("rate", "a shot: the same for every count it takes", "health a count", 2.0),
    Feature("poor", "a shot: a chance below 15 %"),
    Feature("risk", "a shot that endangers a friend, or a blast that reaches one or itself"),
    Feature("finish", "a shot at one who is badly hurt"),
    Feature("on_nearest", "a shot or aim at the nearest opponent in sight"),
    Feature("on_armed", "a shot or aim at an opponent that has a weapon in hand"),
    Feature("aimed", "an aimed shot"),
    Feature("burst", "a burst or full auto"),
    Feature("called", "a shot at a called location"),
    Feature("blast", "in-direct fire: opponents its blast reaches", "opponents", 2.0),
    Feature("blind_fire", "in-direct fire at a square on which nobody is seen"),
    Feature("aim", "a spell of aim"),
    Feature("aim_gain", "a spell of aim: what it adds to the chance of a shot", "chance", 0.5),
    Feature("aim_on", "goes on aiming at whom it aims at already"),
    Feature("aim_full", "aims on, though more adds nothing"),
    Feature("reload", "reloads"),
    Feature("reload_empty", "reloads what is empty"),
    Feature("reload_low", "reloads what is less than half full, with nobody in sight"),
    Feature("reload_seen", "reloads in sight of opponents", "opponents", 2.0),
    Feature("bring", "changes weapons"),
    Feature("bring_better", "a change: what the best shot with it is worth a count beyond the one in hand", "health a count", 2.0),
    Feature("bring_loaded", "a change from an empty weapon, or none, to a loaded one"),
    Feature("face", "turns"),
    Feature("face_lead", "turns to where an opponent may come from: its lead, or the nearest one in sight, outside its front"),
    Feature("face_struck", "turns round, hit by somebody it does not see"),
    Feature("mode", "changes its Combat Mode"),
    Feature("mode_guards", "a Combat Mode: more of the opponents in sight it guards against", "opponents", 2.0),
    Feature("mode_flanks", "guards its flanks with nobody in sight"),
    Feature("mode_slower", "a Combat Mode that guards more but hinders more: full"),
    Feature("move", "sets off"),
    Feature("cover_gain", "a movement: by how much fewer hits it can expect at its end, over opponents in sight", "chance", 0.5),
    Feature("hit_gain", "a movement: what it adds to its best chance to hit", "chance", 0.5),
    Feature("exposed", "a movement: the chance to be hit as things stand at its end", "chance", 1.0),
    Feature("closer", "a movement: how much nearer it comes to the nearest opponent in sight", "squares", 8.0),
    Feature("closer_far", "the same where the best chance to hit is below 15 %", "squares", 8.0),
    Feature("to_lead", "a movement with nobody in sight: how much nearer it comes to its lead", "squares", 8.0),
    Feature("to_lead_late", "the same, by how long nobody was in sight, as its agent has it", "counts", 40.0),
    Feature("way", "a movement: its length", "squares", 8.0),
    Feature("pace", "a movement: how fast", "paces", 4.0),
    Feature("going", "a movement in place of one under way"),
    Feature("stop", "stops"),
    Feature("hide_empty", "a movement out of sight with an empty weapon"),
    Feature("dodge", "a dodge"),
    Feature("dodge_saves", "a dodge: the hits on itself it saves", "chance", 0.5),
    Feature("dodge_aim", "a dodge that loses an aim", "spells", 2.0),
    Feature("break_off", "drops what is under way"),
    Feature("drop_useless", "drops an aim at nobody in sight, or a shot that can't hit any more"),
    Feature("drop_risk", "drops a shot that endangers a friend"),
)
"""In the order of `agents.features.of`."""

Terms = dict[str, float]


class Situation:
    """One request of a combatant, with what several of its options ask for.

    Attributes:
        ground: what the features are worked out from; its ``lead`` may be set to where an opponent out of sight may be.

    Args:
        request: the question.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.ground = Ground(request)
        self._nearest = [foe.name for foe in self.ground.foes[:MOST]]

    def terms(self, option: Option) -> Mapping[str, float]:
        """Return the features of an option that are not 0, by name."""
        teller = _TELLERS.get(option.do)
        return {} if teller is None else dense(teller(self.ground, option))

    def is_worth_weighing(self, option: Option) -> bool:
        """Return whether a listed option is among those worth weighing."""
        if option.do == "wait" or getattr(option, "location", None) in _FINE or getattr(option, "pace", None) == "jogging":
            return False
        return few(option, self._nearest)

    def variations(self) -> Iterator[Option]:
        """Yield movements to the best place near to shoot from, out of sight, and to the lead."""
        ground = self.ground
        if not ground.me.may_move:
            return
        for square in (ground.better_place, ground.hideout if ground.is_empty else None):
            if square is not None:
                yield actions.Move(pace="walking", to=square)
                yield actions.Move(pace="running", to=square)
        if ground.lead is not None and ground.lead != ground.me.square:
            yield from (actions.Move(pace=pace, to=ground.lead) for pace in ("walking", "running"))
            yield actions.Face(facing=grid.FACINGS[grid.facing_toward(ground.me.square, ground.lead)])


def _hold(ground: Ground, option: Any) -> Terms:
    return {"hold": 1.0, "hold_late": share(ground.view.t, _LATE)}


def _fire(ground: Ground, option: Any) -> Terms:
    """Return the features of a shot."""
    if option.indirect:
        return _lob(ground, option)
    foe = ground.foe(option.target)
    if foe is None:
        return {"fire": 1.0, "poor": 1.0}
    chance, loss = ground.likely(option, foe), ground.view.loss(option)
    found: Terms = {"fire": 1.0, "chance": chance, "harm": share(chance * loss, 10.0)}
    found["rate"] = share(chance * loss / ground.counts(option.mode), 2.0)
    kind = {"aimed": "aimed", "burst": "burst", "auto": "burst"}.get(option.mode)
    if kind is not None:
        found[kind] = 1.0
    if chance < 0.15:
        found["poor"] = 1.0
    if option.location is not None:
        found["called"] = 1.0
    if endangers(ground.view, option) or (option.sweep is None and ground.is_near_friends(option.weapon, foe.square)):
        found["risk"] = 1.0
    return _target(ground, found, foe)


def _target(ground: Ground, found: Terms, foe: Any) -> Terms:
    if foe.condition == "badly_hurt":
        found["finish"] = 1.0
    if foe.name == ground.foes[0].name:
        found["on_nearest"] = 1.0
    if foe.weapon is not None:
        found["on_armed"] = 1.0
    return found


def _lob(ground: Ground, option: Any) -> Terms:
    """Return the features of in-direct fire."""
    foe = ground.foe(option.target)
    square = option.at if option.at is not None else foe.square if foe is not None else None
    found: Terms = {"fire": 1.0}
    if square is None:
        return {**found, "poor": 1.0}
    chance, damage = ground.view.chance(option), ground.mean_damage(option.weapon)
    caught = ground.caught(option.weapon, square)
    found["chance"], found["blast"] = chance, share(caught, 2.0)
    found["harm"] = share(chance * damage * caught, 10.0)
    found["rate"] = share(chance * damage * caught / ground.counts("single"), 2.0)
    if not caught:
        found["blind_fire"] = 1.0
    if ground.is_near_friends(option.weapon, square):
        found["risk"] = 1.0
    return found


def _aim(ground: Ground, option: Any) -> Terms:
    found: Terms = {"aim": 1.0}
    foe = ground.foe(option.target)
    if foe is None:
        return found
    aim = ground.me.aim
    if aim is not None and (aim.target, aim.weapon) == (option.target, option.weapon):
        found["aim_on"] = 1.0
        if aim.spells >= ground.view.rules.aim_most:
            found["aim_full"] = 1.0
    found["aim_gain"] = clip(2.0 * ground.aim_gain(option, foe))
    return _target(ground, found, foe)


def _reload(ground: Ground, option: Any) -> Terms:
    found: Terms = {"reload": 1.0, "reload_seen": share(ground.watched, 2.0)}
    hand = ground.me.hand
    if hand is None or hand.name != option.weapon:
        return found
    if not hand.loaded:
        found["reload_empty"] = 1.0
    elif 2 * hand.loaded < hand.magazine and not ground.foes:
        found["reload_low"] = 1.0
    return found


def _bring(ground: Ground, option: Any) -> Terms:
    found: Terms = {"bring": 1.0, "bring_better": clip(ground.betters(option.weapon) / 2.0)}
    if ground.is_empty and ground.is_loaded(option.weapon):
        found["bring_loaded"] = 1.0
    return found


def _face(ground: Ground, option: Any) -> Terms:
    found: Terms = {"face": 1.0}
    square = ground.worry
    me = ground.me
    if square is not None and me.arc(square) != grid.FRONT and grid.facing_toward(me.square, square) == _facing(option):
        found["face_lead"] = 1.0
    behind = (grid.FACINGS.index(me.facing) + 4) % 8
    if "struck" in ground.reasons and not ground.foes and _facing(option) == behind:
        found["face_struck"] = 1.0
    return found


def _facing(option: Any) -> int:
    return grid.FACINGS.index(option.facing)


def _mode(ground: Ground, option: Any) -> Terms:
    found: Terms = {"mode": 1.0}
    change = ground.guards_in(option.mode) - ground.guards_in(ground.me.chosen_mode)
    found["mode_guards"] = clip(change / 2.0)
    if not ground.foes and option.mode == "guarded":
        found["mode_flanks"] = 1.0
    if option.mode == "full":
        found["mode_slower"] = 1.0
    return found


def _move(ground: Ground, option: Any) -> Terms:
    """Return the features of a movement."""
    if option.pace == "still":
        return {"stop": 1.0}
    end = ground.end_of(option)
    found: Terms = {"move": 1.0, "pace": ground.paces(option.pace) / 4.0}
    if ground.me.walking is not None:
        found["going"] = 1.0
    if end is None:
        return found
    found["way"] = share(ground.way(end), 8.0)
    if not ground.foes:
        if ground.lead is not None:
            found["to_lead"] = clip(ground.nearer(end, ground.lead) / 8.0)
            found["to_lead_late"] = found["to_lead"] * share(ground.waited, 40.0)
        return found
    danger = ground.danger(end)
    found["cover_gain"] = clip(2.0 * (ground.danger(ground.me.square) - danger))
    found["exposed"] = share(danger, 1.0)
    found["hit_gain"] = clip(2.0 * (ground.promise(end) - ground.promise(ground.me.square)))
    nearer = clip(ground.nearer(end, ground.foes[0].square) / 8.0)
    found["closer"] = nearer
    if ground.promise(ground.me.square) < 0.15:
        found["closer_far"] = nearer
    if ground.is_empty and end == ground.hideout:
        found["hide_empty"] = 1.0
    return found


def _dodge(ground: Ground, option: Any) -> Terms:
    found: Terms = {"dodge": 1.0, "dodge_saves": clip(2.0 * ground.saved_by(option.against))}
    aim = ground.me.aim
    if aim is not None:
        found["dodge_aim"] = share(aim.spells, 2.0)
    return found


def _break_off(ground: Ground, option: Any) -> Terms:
    found: Terms = {"break_off": 1.0}
    action = ground.me.action
    if action is None or action.target is None:
        return found
    if ground.foe(action.target) is None:
        found["drop_useless"] = 1.0
        return found
    if action.kind != "fire":
        return found
    if ground.view.invalid(action.weapon, action.target) is not None:
        found["drop_useless"] = 1.0
    shot = actions.Fire(weapon=action.weapon, target=action.target, mode=action.mode, location=action.location, sweep=action.sweep)
    if endangers(ground.view, shot):
        found["drop_risk"] = 1.0
    return found


_TELLERS: dict[str, Callable[[Ground, Any], Terms]] = {
    "hold": _hold, "wait": _hold, "fire": _fire, "aim": _aim, "reload": _reload, "bring": _bring, "face": _face,
    "mode": _mode, "move": _move, "cover": _move, "dodge": _dodge, "break_off": _break_off,
}  # fmt: skip
