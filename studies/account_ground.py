"""Tellers of what happens on the ground: movement, contests, grips, throws, falls, missiles and bindings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from studies.account_story import Story
from studies.account_words import needed, roll_text, stage_name, thing, time_of
from studies.cli_text import dice_text, number, plural, value_text

Json = Mapping[str, Any]


def move(event: Json, story: Story) -> str:
    velocity = event.get("velocity") or [0, 0]
    speed = (velocity[0] ** 2 + velocity[1] ** 2) ** 0.5
    toward = f" {_direction(event, velocity, story)} {event['toward']}" if event.get("toward") and speed else ""
    distance = f" at {number(event['distance'])} ft" if event.get("distance") is not None else ""
    motion = f"moves{toward} at {number(speed)} ft/ct" if speed else "stands"
    return f"{motion}{distance}: {event.get('why')}"


def _direction(event: Json, velocity: Sequence[float], story: Story) -> str:
    """Return whether a mover goes toward or away from the one it reckons with."""
    other, own = story.place(event["toward"], event), event.get("position")
    if other is None or own is None:
        return "toward"
    gain = velocity[0] * (other[0] - own[0]) + velocity[1] * (other[1] - own[1])
    return "toward" if gain >= 0 else "away from"


def stage(event: Json, story: Story) -> str:
    before = f" from {stage_name(event['from'])}" if event.get("from") else ""
    to = stage_name(event.get("to"))
    return f"comes{before} to {to} against {event.get('target')} at {time_of(event, 'distance')} ft"


def contest(event: Json, story: Story) -> str:
    kind = "presses" if event.get("type") == "press" else "retreats from"
    opposed = event.get("opposed")
    score = value_text(event.get("success"))
    if opposed is None:  # a simple retreat is made or not (C-STG-7)
        score = "made" if event.get("success") else "failed"
    own = f"{score}{_maneuver(event, 'actor', story)}"
    other = f" against {value_text(opposed)}{_maneuver(event, 'target', story)}" if opposed is not None else ""
    return f"{kind} {event.get('target')}: {own}{other}; {_gain(event)}"


def _maneuver(event: Json, side: str, story: Story) -> str:
    """Return how one side of a contest came to its success number."""
    roll = story.roll_at(event.get("t"), "maneuver", event.get(side))
    return f" ({needed(roll.get('mods') or [], roll.get('need'))}, rolled {dice_text(roll)})" if roll else ""


def _gain(event: Json) -> str:
    if event.get("opposed") is None:
        return f"{value_text(event['ground'])} ft to walk" if event.get("ground") else "no ground to walk"
    if not event.get("winner"):
        return "nobody gains"
    stages = event.get("stages")
    number_of = abs(stages) if isinstance(stages, int | float) else 0
    ground = f", {value_text(event['ground'])} ft to walk" if event.get("ground") else ""
    return f"{event['winner']} gains {plural(number_of, 'stage')}{ground}"


def lock(event: Json, story: Story) -> str:
    tool = thing(event.get("weapon") or "weapon")
    state = "is locked" if event.get("locked") else "is free"
    who = f" against {event['target']}" if event.get("target") else ""
    return f"{thing(event.get('type'))}{who}: {tool} {state}, {event.get('why')}"


def parry(event: Json, story: Story) -> str:
    by = f" against {event['by']}" if event.get("by") else ""
    score = f": {value_text(event.get('success'))} against {value_text(event.get('opposed'))}"
    score = score if event.get("success") is not None else ""
    return f"parry with {thing(event.get('weapon'))}: {thing(event.get('what'))}{by}{score}"


def draw(event: Json, story: Story) -> str:
    hands = value_text(event.get("in_hand") or ["nothing"])
    return f"{thing(event.get('what'))} {thing(event.get('weapon'))}; in hand: {hands}"


def knockback(event: Json, story: Story) -> str:
    return f"is knocked back {value_text(event.get('feet'))} ft"


def fall(event: Json, story: Story) -> str:
    deep = f", {value_text(event['height'])} ft deep" if event.get("height") is not None else ""
    speed = f" at {value_text(event['velocity'])} ft/ct" if event.get("velocity") is not None else ""
    return f"falls: {event.get('why')}{deep}{speed}"


def bash(event: Json, story: Story) -> str:
    thrown = f"{event['thrown']} by {value_text(event.get('difference'))}" if event.get("thrown") else "neither"
    return (
        f"charges {event.get('target')}: bash {value_text(event.get('bash'))} against {value_text(event.get('blow'))}, "
        f"throws {thrown}"
    )


_GRAPPLES = {
    "down": ("throws", "down", "does not throw"), "throw": ("throws", "away", "does not throw"),
    "hold": ("takes hold of", "", "gets no hold of"),
}  # fmt: skip
"""What an overbear came for: the words around its target when it came off, and before it when it did not."""


def overbear(event: Json, story: Story) -> str:
    what, target = str(event.get("what")), f"{event.get('target')}"
    if what.startswith("let go"):
        return f"lets go of {target}{what.removeprefix('let go')}"
    before, after, failed = _GRAPPLES.get(what, (what, "", f"fails: {what}"))
    where = f" by the {thing(event['location'])}" if event.get("location") else ""
    words = (before, target, after) if event.get("success") else (failed, target, after)
    return " ".join(word for word in words if word) + where


def loose(event: Json, story: Story) -> str:
    return (
        f"looses {thing(event.get('weapon'))} at {event.get('target')} over {time_of(event, 'distance')} ft, "
        f"arrives at {time_of(event, 'arrives')}; {value_text(event.get('left'))} left"
    )


def reload(event: Json, story: Story) -> str:
    load, left = value_text(event.get("loaded")), value_text(event.get("left"))
    return f"has {thing(event.get('weapon'))} loaded: {load} to shoot, {left} left in all"


def aim(event: Json, story: Story) -> str:
    roll = story.roll(event, "targeting")
    how = f" ({roll_text(roll)})" if roll else ""
    if event.get("success"):
        return f"follows {event.get('target')} with its aim{how}"
    return f"fails to follow {event.get('target')}{how}" if roll else f"follows {event.get('target')} no more"


def bind(event: Json, story: Story) -> str:
    whom = "itself" if event.get("target") == event.get("actor") else event.get("target")
    done = "binds" if event.get("bound") else "leaves unbound"
    return f"{done} {whom}: {value_text(event.get('rate'))} HTK a minute bleed on"
