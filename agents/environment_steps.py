"""What a learner is shown of a view of steps (see `agents.environment_views`)."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from agents.features import Feature, clip, share
from engine.steps.grid import FACINGS
from engine.steps.rules import PACES
from engine.steps.seen import CONDITIONS

if TYPE_CHECKING:
    from engine.system import Request

_WORST = CONDITIONS.index("badly_hurt")

_KINDS = ("fire", "aim", "reload", "bring", "face", "mode")

ME = (
    Feature("late", "how long the battle has lasted", "counts", 400.0),
    Feature("health_lost", "health lost", "share", 1.0),
    Feature("column", "its place across the map", "share", 1.0),
    Feature("row", "its place down the map", "share", 1.0),
    Feature("facing_x", "which way it faces: the part across the map"),
    Feature("facing_y", "which way it faces: the part down the map"),
    Feature("pace", "how fast it moves", "paces", 4.0),
    Feature("guarding", "it has a Combat Mode"),
    *[Feature(f"is_{kind}", f"`{kind}` is under way") for kind in _KINDS],
    Feature("committed", "what is under way can't be dropped for free any more"),
    Feature("ready", "how long until what is under way is over", "counts", 20.0),
    Feature("aim", "spells of its aim", "spells", 3.0),
    Feature("armed", "it has a weapon in hand that can fire"),
    Feature("loaded", "rounds in it", "share", 1.0),
    Feature("dodges", "dodges since its last own action", "dodges", 3.0),
    Feature("dodge_chance", "that its next dodge succeeds", "chance", 1.0),
    Feature("threats", "committed attacks at it", "attacks", 3.0),
    Feature("threat_chance", "the likeliest of them to hit", "chance", 1.0),
    Feature("foes", "opponents in sight", "opponents", 8.0),
    Feature("unseen", "opponents out of sight", "opponents", 8.0),
    Feature("friends", "friends", "friends", 8.0),
)
"""Of the combatant itself."""

FOE = (
    Feature("there", "there is such an opponent in sight"),
    Feature("far", "its distance", "squares", 30.0),
    Feature("across", "how far across the map it is", "squares", 30.0),
    Feature("down", "how far down the map it is", "squares", 30.0),
    Feature("condition", "how it fares: 0 unhurt, 1 badly hurt", "share", 1.0),
    Feature("armed", "it has a weapon in hand"),
    Feature("sees_me", "it sees the viewer"),
    Feature("guarded", "it guards against the viewer"),
    Feature("i_guard", "the viewer guards against it"),
    Feature("pace", "how fast it moves", "paces", 4.0),
    Feature("fires", "it fires"),
    Feature("aims", "it aims"),
    Feature("reloads", "it reloads"),
    Feature("cover", "what covers it from the viewer", "percent", 100.0),
)
"""Of each of the nearest opponents in sight."""

FRIEND = (
    Feature("there", "there is such a friend"),
    Feature("far", "its distance", "squares", 30.0),
    Feature("across", "how far across the map it is", "squares", 30.0),
    Feature("down", "how far down the map it is", "squares", 30.0),
    Feature("condition", "how it fares: 0 unhurt, 1 badly hurt", "share", 1.0),
)
"""Of each of the nearest friends."""


def me(request: Request) -> Mapping[str, float]:
    """Return what is told of the combatant itself."""
    view, own = request.view, request.view.me
    turn = FACINGS.index(own.facing) * 2.0 * pi / len(FACINGS)
    hand, action, threats = own.hand, own.action, [threat for threat in view.threats if threat.at_me]
    found = {
        "late": share(request.t, 400.0), "health_lost": share(own.health_max - own.health, own.health_max),
        "column": share(own.square[0], view.width), "row": share(own.square[1], view.height),
        "facing_x": sin(turn), "facing_y": -cos(turn), "pace": share(PACES.index(own.pace), 4.0),
        "guarding": own.mode != "none", "aim": share(own.aim.spells, 3.0) if own.aim is not None else 0.0,
        "dodges": share(own.dodges, 3.0), "dodge_chance": own.dodge_chance, "threats": share(len(threats), 3.0),
        "threat_chance": max([threat.chance() for threat in threats], default=0.0), "foes": share(len(view.foes), 8.0),
        "unseen": share(len(view.unseen), 8.0), "friends": share(len(view.friends), 8.0),
    }  # fmt: skip
    if hand is not None:
        found["armed"] = hand.ready()
        found["loaded"] = share(hand.loaded, hand.magazine) if hand.magazine else 1.0
    if action is not None:
        found |= {f"is_{action.kind}": 1.0, "committed": action.phase == "committed"}
        found["ready"] = share(action.ready - request.t, 20.0)
    return found


def foe(view: Any, one: Any) -> Mapping[str, float]:
    """Return what is told of an opponent in sight."""
    return {
        **friend(view, one), "armed": one.weapon is not None, "sees_me": one.sees_me, "guarded": one.guards(view.me.square),
        "i_guard": view.guards(one.square), "pace": share(PACES.index(one.pace), 4.0), "fires": one.doing == "fire",
        "aims": one.doing == "aim", "reloads": one.doing == "reload", "cover": share(view.line(one.name).cover, 100.0),
    }  # fmt: skip


def friend(view: Any, one: Any) -> Mapping[str, float]:
    """Return what is told of a friend."""
    (column, row), (own_column, own_row) = one.square, view.me.square
    return {
        "there": 1.0, "far": share(one.distance, 30.0), "across": clip((column - own_column) / 30.0),
        "down": clip((row - own_row) / 30.0), "condition": share(CONDITIONS.index(one.condition), _WORST),
    }  # fmt: skip


def told(view: Any) -> list[str]:
    """Return in words what the combatant knows."""
    own = view.me
    doing = f", {own.action.kind} {own.action.phase}" if own.action is not None else ""
    where = f"at {_at(own)} facing {own.facing}, {_held(own.hand)} in hand, {own.pace}{doing}"
    lines = [f"itself: health {own.health} of {own.health_max}, {where}"]
    for mark, shown in (("foe", view.foes), ("friend", view.friends)):
        for one in shown:
            does = f", {one.doing} {one.phase}" if one.doing else ""
            lines.append(f"{mark} {one.name}: at {_at(one)}, {one.distance:g} squares off, {one.condition.replace('_', ' ')}{does}")
    if view.unseen:
        lines.append(f"out of sight: {', '.join(one.name for one in view.unseen)}")
    lines += [f"{threat.attacker} fires, impact {threat.impact:.12g}" for threat in view.threats]
    return lines


def _held(hand: Any) -> str:
    if hand is None:
        return "nothing"
    return f"{hand.name} with {hand.loaded} of {hand.magazine} rounds" if hand.magazine else str(hand.name)


def _at(one: Any) -> str:
    return f"({one.square[0]}, {one.square[1]})"
