"""What a learner is shown of a view of shots (see `agents.environment_views`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from agents.base import closing_speed
from agents.features import Feature, clip, share
from engine.shots.seen import CONDITIONS

if TYPE_CHECKING:
    from engine.system import Request

_WORST = CONDITIONS.index("badly_impaired")

ME = (
    Feature("late", "sequences begun", "sequences", 10.0),
    Feature("now", "the shot of this instant", "shots", 20.0),
    Feature("shot", "shots left", "shots", 20.0),
    Feature("turn", "it may act now"),
    Feature("wounds", "Wound Points", "points", 35.0),
    Feature("impairment", "what they take off every roll", "points", 2.0),
    Feature("fortune", "Fortune points left", "points", 5.0),
    Feature("fu", "Fu points left", "points", 10.0),
    Feature("prone", "it lies"),
    Feature("hidden", "opponents have not seen it yet"),
    Feature("surprised", "it can't defend actively yet"),
    Feature("guarded", "what its active defense adds", "points", 6.0),
    Feature("defense", "what an attack hand to hand on it must reach", "points", 20.0),
    Feature("ready", "it has a weapon ready that shoots"),
    Feature("threats", "announced attacks at it", "attacks", 3.0),
    Feature("threat_chance", "the likeliest of them to hit", "chance", 1.0),
    Feature("threat_points", "the mean Wound Points of the worst of them", "points", 10.0),
    Feature("foes", "opponents in sight", "opponents", 8.0),
    Feature("friends", "friends", "friends", 8.0),
)
"""Of the character itself."""

FOE = (
    Feature("there", "there is such an opponent in sight"),
    Feature("far", "its distance", "meters", 50.0),
    Feature("close", "it is within an arm's length and a step", "yes"),
    Feature("comes", "how fast both come closer; below 0: part", "meters a count", 5.0),
    Feature("unnamed", "it is an unnamed character"),
    Feature("condition", "how it fares: 0 unhurt, 1 badly impaired", "share", 1.0),
    Feature("prone", "it lies"),
    Feature("shot", "the shots it has left", "shots", 20.0),
    Feature("defense", "what an attack hand to hand on it must reach", "points", 20.0),
    Feature("guarded", "what its active defense adds", "points", 6.0),
    Feature("cover", "the Dodge that cover gives it", "points", 6.0),
    Feature("shoots", "it holds a weapon that reaches far"),
)
"""Of each of the nearest opponents."""

FRIEND = (
    Feature("there", "there is such a friend"),
    Feature("far", "its distance", "meters", 50.0),
    Feature("condition", "how it fares: 0 unhurt, 1 badly impaired", "share", 1.0),
    Feature("unnamed", "it is an unnamed character"),
)
"""Of each of the nearest friends."""

_NEAR = 3.0
"""An arm's length and a step, meters."""


def me(request: Request) -> Mapping[str, float]:
    """Return what is told of the character itself."""
    view, own = request.view, request.view.me
    found = {
        "late": share(view.sequence, 10.0), "now": share(view.shot, 20.0), "shot": share(own.shot, 20.0), "turn": own.turn,
        "wounds": share(own.wounds, 35.0), "impairment": share(-own.impairment, 2.0), "fortune": share(own.fortune, 5.0),
        "fu": share(own.fu, 10.0), "prone": own.prone, "hidden": own.hidden, "surprised": own.surprised,
        "guarded": share(own.guarded, 6.0), "defense": share(own.defense, 20.0),
        "ready": any(tool.ready and not tool.melee for tool in own.weapons),
        "foes": share(len(view.foes), 8.0), "friends": share(len(view.friends), 8.0),
    }  # fmt: skip
    coming = [attack.on() for attack in view.announced if attack.at_me]
    if coming:
        found["threats"] = share(len(coming), 3.0)
        found["threat_chance"] = max(each.chance for each in coming)
        found["threat_points"] = share(max(each.points for each in coming), 10.0)
    return found


def foe(view: Any, one: Any) -> Mapping[str, float]:
    """Return what is told of an opponent in sight."""
    return {
        "there": 1.0, "far": share(one.distance, 50.0), "close": one.distance <= _NEAR,
        "comes": clip(closing_speed(view.me, one) / 5.0), "unnamed": one.unnamed, "condition": _condition(one),
        "prone": one.prone, "shot": share(one.shot, 20.0), "defense": share(one.defense, 20.0),
        "guarded": share(one.guarded, 6.0), "cover": share(one.cover, 6.0),
        "shoots": any(not tool.melee for tool in one.weapons),
    }  # fmt: skip


def friend(view: Any, one: Any) -> Mapping[str, float]:
    """Return what is told of a friend."""
    return {"there": 1.0, "far": share(one.distance, 50.0), "condition": _condition(one), "unnamed": one.unnamed}


def _condition(one: Any) -> float:
    return share(CONDITIONS.index(one.condition), _WORST)


def told(view: Any) -> list[str]:
    """Return in words what the character knows."""
    own = view.me
    held = " and ".join(tool.name for tool in own.weapons)
    lines = [
        f"sequence {view.sequence}, shot {view.shot}",
        f"itself: {own.wounds} Wound Points, {own.shot} shots left, {held}" + (", its turn" if own.turn else ""),
    ]
    for mark, shown in (("foe", view.foes), ("friend", view.friends)):
        for one in shown:
            fares = one.condition.replace("_", " ")
            lines.append(f"{mark} {one.name}: at {one.distance:g} m, {fares}, {one.shot} shots left")
    return [*lines, *[f"{each.attacker} announces {each.kind} at {', '.join(each.targets) or 'nobody'}" for each in view.announced]]
