"""What tests of imagined counts fights ask: what shows in a view, how an imagined battle goes, what is hidden and changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine import Battle, Request
from engine.clock import Rung
from engine.counts import phases
from engine.counts.actions import Attack, Hold
from engine.counts.state import Action, Fight, Fighter, Part, Phase
from tests.engine.strategies import EVERYTHING, Chaos

OWN = (
    "htk_lost", "pow_lost", "mode", "def_on", "mvm", "speed_points", "wounds", "bleeding", "aimed_at", "target", "action",
    "posture", "position", "velocity", "prone", "hurt",
)  # fmt: skip
SHOWN = (
    "name", "side", "able", "position", "velocity", "distance", "in_sight", "prone", "hurt", "stunned", "posture", "reach",
    "armor", "action",
)  # fmt: skip
TOOL = ("name", "in_hand", "locked", "recovered_at", "loaded", "ammunition")


def shown(request: Request) -> dict[str, Any]:
    """Return everything a view tells: of the fighter, its kit, its chances, and everybody else."""
    view = request.view
    found: dict[str, Any] = {name: getattr(view.me, name) for name in OWN}
    found["kit"] = [tuple(getattr(tool, name) for name in TOOL) for tool in view.me.kit]
    for other in (*view.foes, *view.friends):
        held = [(tool.name, tool.recovered_at, tool.locked) for tool in other.weapons]
        found[other.name] = (*(getattr(other, name) for name in SHOWN), held, view.stage_of(other.name))
        for tool in view.me.weapons:
            chances = (view.chance(other.name, tool.name), view.shot_chance(other.name, tool.name), view.stage(other.name))
            found[f"{other.name}/{tool.name}"] = chances
    return found


def story(battle: Battle, key: str = "", longest: int = 300) -> list[Any]:
    """Return how an imagined battle goes, all that anyone is asked and sees, with wayward agents; at last how it ends."""
    told: list[Any] = []
    players: dict[str, Chaos] = {}
    while len(told) < longest and (request := battle.advance()) is not None:
        player = players.setdefault(request.combatant, Chaos(f"{key}/{request.combatant}"))
        option = player.decide(request)
        told.append((request.t, request.combatant, request.reasons, repr(shown(request)), str(option)))
        battle.answer(request, option)
    told.append(repr(battle._fight.summary()))
    return told


def everything(battle: Battle) -> dict[str, Any]:
    """Return a standing with all reasons for everybody."""
    return dict.fromkeys([spec.name for spec in battle.scenario.combatants], EVERYTHING)


def own_request(battle: Battle, combatant: str) -> Request:
    """Return the first request of the imaginer; others of that pass hold."""
    while (request := battle.advance()) is not None and request.combatant != combatant:
        battle.answer(request, Hold())
    assert request is not None
    return request


# what is hidden


HIDDEN = (
    "htk_lost", "pow_lost", "lost_by", "shock_share", "multiplied", "parts", "bleeding", "bleed_rate", "bleed_done", "mode",
    "set_distance", "mode_points", "mode_need", "pool", "pool_epoch", "fresh", "last", "number", "action", "aimed_at",
    "stun_until", "won", "ordered", "struck_with", "kept", "layers", "wake_at", "wait_token", "mvm_lost", "motion",
)  # fmt: skip


@contextmanager
def otherwise(fight: Fight, viewer: Fighter) -> Iterator[None]:
    """Have all that a fighter can't see of the others be different, for a while."""
    others = [one for one in fight.fighters if one is not viewer]
    before = [(one, {name: getattr(one, name) for name in HIDDEN}) for one in others]
    tools = [(tool, tool.loaded, tool.ammunition, tool.hits, tool.last_x) for one in others for tool in one.tools.values()]
    for one in others:
        if one.out is None:
            _change(fight, viewer, one)
    try:
        yield
    finally:
        for one, values in before:
            for name, value in values.items():
                setattr(one, name, value)
        for tool, loaded, ammunition, hits, last_x in tools:
            tool.loaded, tool.ammunition, tool.hits, tool.last_x = loaded, ammunition, hits, last_x


def _change(fight: Fight, viewer: Fighter, one: Fighter) -> None:
    """Change what is hidden of one that can fight; what shows of it stays."""
    one.htk_lost = 0 if one.htk_lost else one.spec.htk // 2
    one.pow_lost, one.lost_by, one.shock_share = one.pow_lost // 2 + 1, {"slicing": 3}, 0.5
    one.multiplied, one.mvm_lost = {"explosive"}, one.mvm_lost + 1.0
    one.parts = {**one.parts, "left hand": Part("left hand", 5, injured=True)}
    if one.bleeding:
        one.bleeding, one.bleed_rate, one.bleed_done = [*one.bleeding, 2], one.bleed_rate + 2, 17
    one.mode = "locked" if one.mode == "offensive" else "offensive"
    one.set_distance, one.mode_points = 9.0, 1
    one.pool, one.pool_epoch = one.pool + 3, one.pool_epoch + 1
    one.fresh, one.last, one.struck_with = not one.fresh, None, None
    one.aimed_at, one.stun_until = viewer, one.stun_until + 24000
    one.kept = {foe: kept for foe, kept in one.kept.items() if foe is viewer}
    one.layers = []  # replaced below: the names show, the wear does not
    for layer in _layers(fight, one):
        one.layers.append(layer)
    for tool in one.tools.values():
        tool.loaded, tool.ammunition, tool.hits, tool.last_x = 0, tool.ammunition + 1, tool.hits + 5.0, 3.5
    if one.action is None or viewer not in one.action.noticed_by:
        _change_action(fight, viewer, one)
    fight.clock.at(fight.clock.now + 8000, Rung.PHASE, (phases.timer, one, ("wake", -7)))


def _layers(fight: Fight, one: Fighter) -> list[Any]:
    from engine.counts.state import Layer

    return [Layer(spec.name, frozenset(spec.covers), dict(spec.protection), spec.hits, spec.hits / 3) for spec in one.spec.armor]


def _change_action(fight: Fight, viewer: Fighter, one: Fighter) -> None:
    """Have one do something else that was not noticed; a couch that is held shows, and one that walks won ground is busy."""
    action = one.action
    if action is not None and action.phase is Phase.COUCHED:
        return
    if action is not None:
        one.action = None
        return
    name = next(iter(one.tools), None)
    if name is None or one.stunned:
        return
    option = Attack(target=viewer.name, weapon=name)
    now = fight.clock.now
    secret = Action(f"{one.name}#99", one, "attack", option, one.rank, one.tools[name], viewer, Phase.WINDUP, 8.0)
    secret.begin, secret.commit, secret.impact, secret.ready = now - 8000, now + 8000, now + 16000, now + 40000
    one.action = secret
