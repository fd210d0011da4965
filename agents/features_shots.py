"""The features of options in shots: attacks and what they cost, defenses, cover, weapons (see `agents.features`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from agents.cinema_ground import approach, shelter
from agents.features import Feature, clip, dense, few, share
from agents.features_shots_scene import Scene
from engine.shots import actions

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

MOST = 4
"""So many of the nearest opponents are weighed."""

_LATE = 200.0
"""A battle that has lasted so many counts is a long one."""

FEATURES = (
    Feature("hold", "lets what is announced pass; at its own shot, lets its shots run down"),
    Feature("hold_late", "the same, by how long the battle has lasted", "counts", 200.0),
    Feature("wait", "waits for a lower shot"),
    Feature("spend", "the shots it costs", "shots", 3.0),
    Feature("attack", "an attack: struck, shot, thrown, or on an area"),
    Feature("harm", "an attack: opponents it puts out of the fight, friends counted against it", "opponents", 0.25),
    Feature("rate", "an attack: the same for every three shots it costs", "opponents", 0.25),
    Feature("chance", "an attack: that it hits", "chance", 1.0),
    Feature("poor", "an attack: a chance below 15 %"),
    Feature("snapshot", "an attack in fewer shots than a whole action"),
    Feature("free", "a free shot at somebody who comes"),
    Feature("lucky", "puts a Fortune point into an attack"),
    Feature("finish", "an attack on somebody who is impaired"),
    Feature("on_unnamed", "an attack on an unnamed character"),
    Feature("on_nearest", "an attack on the nearest opponent"),
    Feature("on_structure", "an attack on a structure"),
    Feature("goes", "an attack that a movement goes with"),
    Feature("move", "a movement as an action"),
    Feature("run", "a run"),
    Feature("cover_gain", "a movement: the Dodge that cover gives at its end beside here, over those who shoot", "points", 6.0),
    Feature("closer", "a movement of one who fights hand to hand: how much nearer it comes to an opponent", "meters", 15.0),
    Feature("into_reach", "a movement of one who fights hand to hand that ends within reach of an opponent"),
    Feature("into_range", "a movement of a shooter: how much of the way into its weapon's base range it is", "share", 1.0),
    Feature("off_fists", "a movement of a shooter away from one who fights hand to hand and is near", "meters", 10.0),
    Feature("to_fists", "a movement of a shooter to within reach of one who fights hand to hand"),
    Feature("defend", "defends itself actively"),
    Feature("saves", "a defense: how much of itself it saves", "self", 0.25),
    Feature("saves_lot", "a defense: the same beside what three shots of attacks are worth", "times", 1.0),
    Feature("ward", "defends another, steps between, or volunteers"),
    Feature("ward_saves", "such a defense: what it saves of the other, less what it costs oneself", "friends", 0.25),
    Feature("reload", "reloads"),
    Feature("reload_empty", "reloads what is empty"),
    Feature("reload_lull", "reloads what is half empty, with nobody to attack"),
    Feature("draw", "draws a weapon"),
    Feature("draw_better", "a draw: what the best attack with it is worth beyond what is ready", "opponents", 0.25),
    Feature("draw_ready", "draws the weapon that reaches farthest, with nobody to attack"),
    Feature("pick_up", "picks up a weapon"),
    Feature("unarmed", "draws, loads or picks up a weapon with nothing but fists ready"),
    Feature("bind", "tends somebody"),
    Feature("bind_dying", "tends somebody who is dying"),
    Feature("drop", "lies down"),
    Feature("drop_shot_at", "lies down without cover: those who can shoot at it from afar", "foes", 3.0),
    Feature("rise", "gets up"),
    Feature("rise_near", "gets up with an opponent within 15 m"),
    Feature("schtick", "calls on a schtick"),
    Feature("fortune", "sets a Fortune point aside, or takes it back"),
    Feature("fortune_death", "sets one aside for a Death Test it may soon have to pass"),
)
"""In the order of `agents.features.of`."""

Terms = dict[str, float]


class Situation:
    """One request of a character, with what several of its options ask for.

    Args:
        request: the question.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.scene = Scene(request)
        self._nearest = [foe.name for foe in self.scene.foes[:MOST]]

    def terms(self, option: Option) -> Mapping[str, float]:
        """Return the features of an option that are not 0, by name."""
        teller = _TELLERS.get(option.do)
        found: Terms = {} if teller is None else teller(self.scene, option)
        if isinstance(option, actions.Mover):
            found.update(_moved(self.scene, option))
        if option.do not in ("hold", "wait") and (cost := self.scene.view.cost(option)):
            found["spend"] = share(cost, 3.0)
        return dense(found)

    def is_worth_weighing(self, option: Option) -> bool:
        """Return whether a listed option is among those worth weighing."""
        near = option.do not in _ON_OPPONENTS or few(option, self._nearest)
        return near or getattr(option, "target", None) in self.scene.structures

    def variations(self) -> Iterator[Option]:
        """Yield movements into cover and to where somebody will be, and attacks that such a movement, or Fortune, goes with."""
        scene = self.scene
        view = scene.view
        if not scene.me.turn or not scene.foes:
            return
        place = shelter(view, scene.shooters)
        if place is not None:
            yield actions.Move(to=place)
            yield actions.Run(to=place)
        yield approach(view, scene.foes[0])
        best = self._best()
        if best is None:
            return
        if scene.me.fortune > len(scene.me.fortune_for):
            yield msgspec.structs.replace(best, fortune=True)
        if place is not None:
            yield msgspec.structs.replace(best, to=place)
        yield msgspec.structs.replace(best, toward=best.target, distance=1.0)
        if scene.near_fists is not None:
            yield msgspec.structs.replace(best, away=scene.near_fists.name)

    def _best(self) -> Any | None:
        """Return the whole attack that is worth most standing still; the first listed of those alike."""
        most, found = 0.0, None
        for option in self.request.options:
            if isinstance(option, actions.Attack | actions.Throw) and option.shots == 3 and option.target in self._nearest:
                worth = self.scene.worth(option)
                if worth > most:
                    most, found = worth, option
        return found


_ON_OPPONENTS = frozenset({"attack", "throw", "area", "move", "run"})


def _hold(scene: Scene, option: Any) -> Terms:
    return {"hold": 1.0, "hold_late": share(scene.view.t, _LATE)}


def _wait(scene: Scene, option: Any) -> Terms:
    return {"wait": 1.0, "hold_late": share(scene.view.t, _LATE)}


def _attack(scene: Scene, option: Any) -> Terms:
    """Return the features of an attack."""
    found: Terms = {"attack": 1.0}
    if option.target in scene.structures:
        found["on_structure"] = 1.0
        return found
    harm, cost, chance = scene.worth(option), scene.view.cost(option), scene.view.chance(option)
    found["harm"], found["rate"], found["chance"] = clip(4.0 * harm), clip(12.0 * harm / max(cost, 1)), chance
    found["poor"] = 1.0 if chance < 0.15 else 0.0
    if option.shots == 0:
        found["free"] = 1.0
    elif option.shots < 3:
        found["snapshot"] = 1.0
    if option.fortune:
        found["lucky"] = 1.0
    foe = scene.foe(option.target)
    if foe is not None:
        found["finish"] = 1.0 if foe.condition in ("impaired", "badly_impaired") else 0.0
        found["on_unnamed"] = 1.0 if foe.unnamed else 0.0
        found["on_nearest"] = 1.0 if scene.foes and foe.name == scene.foes[0].name else 0.0
    return found


def _moved(scene: Scene, option: Any) -> Terms:
    """Return the features of the movement that an option is, or that goes with it."""
    end = scene.end_of(option)
    if end is None:
        return {}
    found: Terms = {} if option.do in ("move", "run") else {"goes": 1.0}
    found["cover_gain"] = clip((scene.cover_at(end) - scene.cover_at(scene.me.position)) / 6.0)
    if not scene.foes:
        return found
    foe, before, after = scene.approached(option, end)
    if scene.is_brawler:
        if found["cover_gain"] < 0.0:  # who has nothing to shoot back with only puts it off there
            found["cover_gain"] *= 1.0 - share(scene.view.t, _LATE)
        found["closer"] = clip((before - after) / 15.0)
        found["into_reach"] = 1.0 if after <= scene.reach < before else 0.0
        return found
    base = scene.base
    if before > base:
        found["into_range"] = clip((before - max(after, base)) / (before - base))
    fists = scene.near_fists
    if fists is not None:
        found["off_fists"] = clip((scene.gap(end, fists.position) - fists.distance) / 10.0)
    elif after <= scene.reach < before and scene.fights_by_hand(foe):
        found["to_fists"] = 1.0
    return found


def _move(scene: Scene, option: Any) -> Terms:
    return {option.do: 1.0}


def _defend(scene: Scene, option: Any) -> Terms:
    saved = scene.saved_by(option.kind)
    best = max(scene.best_worth, 0.05)
    return {"defend": 1.0, "saves": clip(4.0 * saved), "saves_lot": clip(saved / best)}


def _ward(scene: Scene, option: Any) -> Terms:
    return {"ward": 1.0, "ward_saves": clip(4.0 * scene.saved_for(option))}


def _reload(scene: Scene, option: Any) -> Terms:
    tool = scene.tool(option.weapon)
    found: Terms = {"reload": 1.0}
    if tool is not None and not tool.loaded:
        found["reload_empty"] = 1.0
        found["unarmed"] = 0.0 if scene.is_armed else 1.0
    elif tool is not None and 2 * tool.loaded <= tool.magazine and scene.best_worth <= 0.0:
        found["reload_lull"] = 1.0
    return found


def _draw(scene: Scene, option: Any) -> Terms:
    found: Terms = {"draw": 1.0, "draw_better": clip(4.0 * scene.betters(option.weapon))}
    if not scene.is_armed:
        found["unarmed"] = 1.0
    if scene.best_worth <= 0.0 and scene.is_farthest(option.weapon):
        found["draw_ready"] = 1.0
    return found


def _pick_up(scene: Scene, option: Any) -> Terms:
    return {"pick_up": 1.0, "unarmed": 0.0 if scene.is_armed else 1.0}


def _bind(scene: Scene, option: Any) -> Terms:
    one = scene.me if option.target == scene.me.name else scene.view.seen(option.target)
    return {"bind": 1.0, "bind_dying": 1.0 if one.dying else 0.0}


def _drop(scene: Scene, option: Any) -> Terms:
    bare = scene.cover_at(scene.me.position) <= 0.0 and bool(scene.foes) and scene.foes[0].distance >= 15.0
    return {"drop": 1.0, "drop_shot_at": share(len(scene.shooters), 3.0) if bare else 0.0}


def _rise(scene: Scene, option: Any) -> Terms:
    near = bool(scene.foes) and scene.foes[0].distance < 15.0
    return {"rise": 1.0, "rise_near": 1.0 if near else 0.0}


def _fortune(scene: Scene, option: Any) -> Terms:
    near = option.active and option.roll == "death_test" and scene.is_near_death
    return {"fortune": 1.0, "fortune_death": 1.0 if near else 0.0}


_TELLERS: dict[str, Callable[[Scene, Any], Terms]] = {
    "hold": _hold, "wait": _wait, "attack": _attack, "throw": _attack, "area": _attack,
    "move": _move, "run": _move, "defend": _defend, "defend_other": _ward, "interpose": _ward, "volunteer": _ward,
    "reload": _reload, "draw": _draw, "pick_up": _pick_up, "bind": _bind, "drop": _drop, "rise": _rise,
    "schtick": lambda scene, option: {"schtick": 1.0}, "fortune": _fortune,
}  # fmt: skip
