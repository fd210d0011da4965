"""The features of options in counts: blows, answers to blows, ground, weapons, wounds (see `agents.features`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from agents.features import Feature, clip, dense, few, share
from agents.features_counts_field import Field
from agents.tools import shields, usable
from engine.counts import actions

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

MOST = 4
"""So many of the nearest opponents are weighed."""

_LATE = 400.0
"""A battle that has lasted so many counts is a long one."""

FEATURES = (
    Feature("hold", "goes on with what is under way, or waits"),
    Feature("hold_late", "the same, by how long the battle has lasted", "counts", 400.0),
    Feature("strike", "a blow, from ready or from the couch"),
    Feature("hits", "a blow: its chance as things will stand when it lands", "chance", 1.0),
    Feature("harm", "a blow: that chance times the mean damage of a hit", "points", 20.0),
    Feature("slow", "a blow or shot: how long until it lands, its INIT at the mean", "counts", 30.0),
    Feature("air", "a blow that is likely to strike air: a chance below 10 %"),
    Feature("first", "a blow: how long before the noticed blow that comes it lands; below 0: after it", "counts", 8.0),
    Feature("helpless", "a blow, shot or grip on one who is stunned or lies"),
    Feature("release", "a blow from the couch"),
    Feature("far_target", "a blow or shot: how much farther off its target is than the nearest opponent", "feet", 20.0),
    Feature("crowd", "a blow: friends who are nearer to its target", "friends", 3.0),
    Feature("points", "speed points it spends", "points", 10.0),
    Feature("hurry", "done in haste before the weapon has recovered"),
    Feature("couch", "couches a weapon"),
    Feature("couch_meets", "a couch that is up before somebody who comes is in reach"),
    Feature("couch_fit", "a couch: the chance of its blow at the weapon's best distance", "chance", 1.0),
    Feature("parry", "a parry"),
    Feature("parry_in_time", "a parry that is up before the noticed blow lands"),
    Feature("parry_heavy", "a parry in time: how much longer the blow takes than an own one, so how heavy it is", "times", 2.0),
    Feature("parry_skill", "a parry in time: the skill with it", "percent", 100.0),
    Feature("parry_idle", "a parry with no noticed blow to come"),
    Feature("press", "contests ground inward"),
    Feature("press_gain", "a press: what it adds to its part of the damage done", "share", 0.5),
    Feature("press_stuck", "a press where no blow has a fair chance and nobody comes closer"),
    Feature("retreat", "contests ground outward"),
    Feature("retreat_gain", "a retreat: what it adds to its part of the damage done", "share", 0.5),
    Feature("cramped", "a retreat from nearer than the weapon's closest stage, where no blow has a fair chance"),
    Feature("contest_late", "a press or retreat, by how long the battle has lasted", "counts", 400.0),
    Feature("ground_won", "takes ground that was won in a contest somebody else began"),
    Feature("mode", "changes the background movement or its distance"),
    Feature("mode_in", "an offensive mode"),
    Feature("mode_static", "a static or locked mode"),
    Feature("mode_out", "a defensive mode"),
    Feature("mode_gain", "a mode: what its distance adds to its part of the damage done", "share", 0.5),
    Feature("mode_stuck", "an offensive mode where no blow reaches and nobody comes closer"),
    Feature("mode_late", "an offensive mode, by how long the battle has lasted", "counts", 400.0),
    Feature("mode_same", "a mode that moves a kept distance by less than a foot"),
    Feature("move", "an ordered movement"),
    Feature("run_in", "a movement toward somebody: how far beyond everyone's reach it is", "feet", 30.0),
    Feature("run_close", "a movement toward somebody who is within anyone's reach"),
    Feature("going", "a movement toward somebody one already moves to faster than a walk"),
    Feature("way_round", "a movement round what stands between it and whom it fights"),
    Feature("blocked", "a movement straight at somebody with something in between"),
    Feature("brink", "gives ground with an edge behind it"),
    Feature("flee", "a movement away from somebody"),
    Feature("flee_hurt", "a movement away: the HTK lost", "share", 1.0),
    Feature("get_off", "gets off what carries it away from whom it fights, out of reach"),
    Feature("bash", "a run right into somebody"),
    Feature("break_off", "drops what is under way"),
    Feature("drop_useless", "drops a parry with nothing to come, a blow that will strike air, a couch nobody comes to"),
    Feature("drop_late", "drops a blow that lands after the noticed one, where a parry would be up in time"),
    Feature("drop_committed", "drops a committed blow"),
    Feature("draw", "draws or changes a weapon"),
    Feature("unarmed", "draws or frees a weapon with nothing usable in hand"),
    Feature("better_arm", "a draw: what the weapon adds to the damage a count here", "points a count", 1.0),
    Feature("unlock", "frees a locked weapon"),
    Feature("lock", "locks a weapon"),
    Feature("rise", "gets up"),
    Feature("bind", "binds a wound"),
    Feature("bind_peace", "a binding with nobody near, coming, or able to shoot"),
    Feature("shoot", "looses a missile"),
    Feature("shoot_hits", "a shot: its chance now", "chance", 1.0),
    Feature("shoot_near", "a shot at somebody, with somebody within reach of a blow"),
    Feature("reload", "reloads"),
    Feature("reload_empty", "reloads what is empty"),
    Feature("aim", "follows a target"),
    Feature("aim_again", "follows whom it follows already"),
    Feature("grip", "an overbear or throw"),
    Feature("guard_on", "turns DEF on"),
    Feature("guard_off", "turns DEF off"),
)
"""In the order of `agents.features.of`."""


class Situation:
    """One request of a fighter, with what several of its options ask for.

    Args:
        request: the question.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.field = Field(request)
        self._nearest = [foe.name for foe in self.field.foes[:MOST]]

    def terms(self, option: Option) -> Mapping[str, float]:
        """Return the features of an option that are not 0, by name."""
        teller = _TELLERS.get(option.do)
        return {} if teller is None else dense(teller(self.field, option))

    def is_worth_weighing(self, option: Option) -> bool:
        """Return whether a listed option is among those worth weighing."""
        if option.do == "wait" or getattr(option, "location", None) is not None:
            return False
        return few(option, self._nearest)

    def variations(self) -> Iterator[Option]:
        """Yield distances worth keeping, runs that stop out of reach, and blows with the speed points that are left."""
        field = self.field
        tool = field.tool
        if tool is None or not field.foes:
            return
        yield actions.Mode(mode="offensive", set_distance=field.nearest(tool))
        yield actions.Mode(mode="static", set_distance=field.best(tool))
        foe = field.foes[0]
        yield actions.Move(toward=foe.name, distance=field.halt(foe))
        if field.me.mounted:
            yield actions.Move(speed=0.0)
        if field.way is not None:
            yield actions.Move(to=field.way)
        points = min(field.me.speed_points, 10)
        if points > 0 and field.me.action is None:
            for each in field.foes[:2]:
                yield actions.Attack(target=each.name, weapon=tool.name, speed_points=points)
            if field.threat is not None:
                yield from (actions.Parry(weapon=one.name, speed_points=points) for one in shields(field.me) if not one.locked)
        elif points > 0:
            yield actions.Release(target=foe.name, speed_points=points)


Terms = dict[str, float]


def _hold(field: Field, option: Any) -> Terms:
    return {"hold": 1.0, "hold_late": share(field.t, _LATE)}


def _strike(field: Field, option: Any) -> Terms:
    """Return the features of a blow."""
    foe, tool = field.foe(option.target), field.weapon(option)
    found: Terms = {"strike": 1.0, **_riders(option)}
    if option.do == "release":
        found["release"] = 1.0
    lands = field.lands(option)
    if tool is None or lands is None:
        return {**found, "air": 1.0}
    chance = field.hits(foe, tool, lands)
    found["hits"], found["slow"] = chance, share(lands, 30.0)
    found["harm"] = share(chance * field.damage(foe, tool), 20.0)
    if chance < 0.1:
        found["air"] = 1.0
    if field.threat is not None:
        found["first"] = clip((field.threat.impact - field.t - lands) / 8.0)
    return _target(field, found, foe)


def _target(field: Field, found: Terms, foe: Any) -> Terms:
    if foe.stunned or foe.prone:
        found["helpless"] = 1.0
    found["far_target"] = share(field.distance(foe) - field.distance(field.foes[0]), 20.0) if field.foes else 0.0
    found["crowd"] = share(field.nearer_friends(foe), 3.0)
    return found


def _riders(option: Any) -> Terms:
    found: Terms = {}
    if option.speed_points:
        found["points"] = share(option.speed_points, 10.0)
    if getattr(option, "hurry", False):
        found["hurry"] = 1.0
    return found


def _couch(field: Field, option: Any) -> Terms:
    found: Terms = {"couch": 1.0, **_riders(option)}
    tool, lands = field.weapon(option), field.lands(option)
    foe = field.foe(option.target) if option.target is not None else field.main
    if tool is None or foe is None or lands is None:
        return found
    found["couch_fit"] = field.chance_at(tool, tool.optimal)
    speed = field.closing(foe)
    if speed > 0.0 and (field.distance(foe) - tool.optimal) / speed >= lands:
        found["couch_meets"] = 1.0
    return found


def _couch_again(field: Field, option: Any) -> Terms:
    """Return the features of a recovery that ends in the couch: there before anybody who is farther off."""
    tool, foe = field.weapon(option), field.main
    found: Terms = {"couch": 1.0}
    if tool is not None and foe is not None:
        found["couch_fit"] = field.chance_at(tool, tool.optimal)
    return found


def _parry(field: Field, option: Any) -> Terms:
    found: Terms = {"parry": 1.0, **_riders(option)}
    threat, tool, up = field.threat, field.weapon(option), field.lands(option)
    if threat is None or tool is None or up is None:
        return {**found, "parry_idle": 1.0}
    if field.t + up < threat.impact:
        own = field.tool.w if field.tool is not None else 1.0
        found["parry_in_time"], found["parry_skill"] = 1.0, share(tool.skill, 100.0)
        found["parry_heavy"] = clip(((threat.impact - threat.begin) / max(own, 1.0) - 1.0) / 2.0)
    return found


def _press(field: Field, option: Any) -> Terms:
    found: Terms = {"press": 1.0, "press_gain": field.ground(option.target, -1), **_riders(option)}
    if field.is_stuck:
        found["press_stuck"] = 1.0
    return _won(field, found)


def _retreat(field: Field, option: Any) -> Terms:
    found: Terms = {"retreat": 1.0, "retreat_gain": field.ground(option.target, 1), **_riders(option)}
    if field.is_cramped:
        found["cramped"] = 1.0
    found["brink"] = float(field.brink)
    return _won(field, found)


def _won(field: Field, found: Terms) -> Terms:
    if "contest_won" in field.reasons:
        found["ground_won"] = 1.0
    else:
        found["contest_late"] = share(field.t, _LATE)
    return found


def _mode(field: Field, option: Any) -> Terms:
    kind = {"offensive": "mode_in", "defensive": "mode_out"}.get(option.mode, "mode_static")
    found: Terms = {"mode": 1.0, kind: 1.0}
    keeps = option.set_distance if option.set_distance is not None else field.keeps
    found["mode_gain"] = field.gain(keeps)
    if option.mode == "defensive":
        found["brink"] = float(field.brink)
    if option.mode == "offensive":
        found["mode_stuck"], found["mode_late"] = float(field.is_stuck), share(field.t, _LATE)
    if option.mode == field.me.mode and abs(keeps - field.keeps) < 1.0:
        found["mode_same"] = 1.0
    return found


def _move(field: Field, option: Any) -> Terms:
    found: Terms = {"move": 1.0}
    if option.speed == 0:
        return {**found, "get_off": float(field.is_carried_off)}
    if option.to is not None:
        return {**found, "way_round": float(option.to == field.way), "going": float(field.is_going(option.to))}
    name = option.toward or option.away
    if name is None or name == field.me.name:
        return found
    foe = field.seen(name)
    if option.away is not None:
        return {**found, "flee": 1.0, "flee_hurt": field.lost, "brink": float(field.brink)}
    beyond = field.distance(foe) - field.halt(foe)
    found["run_in" if beyond > 0.0 else "run_close"] = share(beyond, 30.0) if beyond > 0.0 else 1.0
    if field.way is not None:
        found["blocked"] = 1.0
    if field.is_going(foe.position):
        found["going"] = 1.0
    if option.bash:
        found["bash"] = 1.0
    return found


def _break_off(field: Field, option: Any) -> Terms:
    found: Terms = {"break_off": 1.0}
    action, threat = field.me.action, field.threat
    if action is None:
        return found
    if action.phase == "committed":
        found["drop_committed"] = 1.0
    if field.is_useless(action):
        found["drop_useless"] = 1.0
    late = threat is not None and action.kind in ("attack", "release") and action.impact > threat.impact
    if late and field.could_parry():
        found["drop_late"] = 1.0
    return found


def _draw(field: Field, option: Any) -> Terms:
    found: Terms = {"draw": 1.0, **_riders(option)}
    if not usable(field.me):
        found["unarmed"] = 1.0
    found["better_arm"] = field.betters(option.weapon)
    return found


def _unlock(field: Field, option: Any) -> Terms:
    return {"unlock": 1.0, **({} if usable(field.me) else {"unarmed": 1.0})}


def _bind(field: Field, option: Any) -> Terms:
    return {"bind": 1.0, **({"bind_peace": 1.0} if field.has_peace() else {})}


def _fire(field: Field, option: Any) -> Terms:
    foe = field.foe(option.target)
    found: Terms = {"shoot": 1.0, "shoot_hits": field.shot(foe, option.weapon), **_riders(option)}
    lands = field.lands(option)
    if lands is not None:
        found["slow"] = share(lands, 30.0)
    if field.is_reached:
        found["shoot_near"] = 1.0
    return _target(field, found, foe)


def _reload(field: Field, option: Any) -> Terms:
    tool = field.weapon(option)
    return {"reload": 1.0, **({"reload_empty": 1.0} if tool is not None and not tool.loaded else {})}


def _aim(field: Field, option: Any) -> Terms:
    return {"aim": 1.0, **({"aim_again": 1.0} if field.me.aimed_at == option.target else {})}


def _grip(field: Field, option: Any) -> Terms:
    return _target(field, {"grip": 1.0, **_riders(option)}, field.foe(option.target))


def _defence(field: Field, option: Any) -> Terms:
    return {"guard_on" if option.active else "guard_off": 1.0}


def _just(name: str) -> Callable[[Field, Any], Terms]:
    return lambda field, option: {name: 1.0, **_riders(option)}


_TELLERS: dict[str, Callable[[Field, Any], Terms]] = {
    "hold": _hold, "wait": _hold, "attack": _strike, "release": _strike, "couch": _couch, "recouch": _couch_again,
    "parry": _parry, "press": _press, "retreat": _retreat, "mode": _mode, "move": _move, "break_off": _break_off,
    "draw": _draw, "unlock": _unlock, "lock": _just("lock"), "rise": _just("rise"), "bind": _bind, "fire": _fire,
    "reload": _reload, "aim": _aim, "overbear": _grip, "throw": _grip, "def": _defence,
}  # fmt: skip
