"""The words several tellers share: names, options, rolls, moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from studies.cli_text import dice_text, number, plural, sum_text, value_text

Json = Mapping[str, Any]

_AT = {
    "attack": "on", "press": "toward", "retreat": "from", "lock": "on", "release": "at", "fire": "at", "overbear": "on",
}  # fmt: skip


LEVELS = ("short", "normal", "full")
"""How much an account tells."""


class Told(NamedTuple):
    """An event in words: its kind (for colours), the words, and whom they are about when that is not its actor."""

    kind: str
    text: str
    who: str | None = None


def stage_name(stage: Any) -> str:
    """Return a stage as people say it: ``press_2`` is Press 2."""
    return str(stage).replace("_", " ").capitalize()


def thing(name: Any) -> str:
    """Return the name of a weapon or part without underscores."""
    return str(name).replace("_", " ")


def deed(option: Json) -> str:
    """Return an option in words: ``attack on Bo with broadsword at the head``, ``take the offensive mode, keeping 2 ft``."""
    fields = dict(option)
    do = str(fields.pop("do", "?"))
    text = _DEEDS[do](fields) if do in _DEEDS else do.replace("_", " ")
    if (target := fields.pop("target", None)) is not None:
        text += f" {_AT.get(do, 'against')} {target}"
    if (weapon := fields.pop("weapon", None)) is not None:
        text += f" {'' if do == 'draw' else 'with '}{thing(weapon)}"
    rest = [words for key, value in fields.items() if (words := _aside(key, value))]
    return ", ".join([text, *rest])


def _mode(fields: dict[str, Any]) -> str:
    keeps = fields.pop("set_distance", None)
    text = f"take the {fields.pop('mode', '?')} mode"
    return text if keeps is None else f"{text}, keeping {value_text(keeps)} ft"


def _move(fields: dict[str, Any]) -> str:
    ways = (("to", "to"), ("toward", "toward"), ("away", "away from"))
    goal = "".join(f" {words} {_goal(fields.pop(key))}" for key, words in ways if fields.get(key) is not None)
    speed, distance = fields.pop("speed", None), fields.pop("distance", None)
    if not goal and speed == 0:
        return "stop moving"
    pace = f" at {value_text(speed)} ft/ct" if speed is not None else ""
    return f"move{goal}{pace}" + (f", up to {value_text(distance)} ft" if distance is not None else "")


def _goal(value: Any) -> str:
    return value_text(value) if isinstance(value, str) else f"({value_text(value)})"


def _wait(fields: dict[str, Any]) -> str:
    return f"wait until count {value_text(fields.pop('until', '?'))}"


def _def(fields: dict[str, Any]) -> str:
    return f"turn DEF {'on' if fields.pop('active', True) else 'off'}"


_DEEDS: Mapping[str, Callable[[dict[str, Any]], str]] = {"mode": _mode, "move": _move, "wait": _wait, "def": _def}
"""Options whose own fields make the sentence: each takes its fields out and puts them into words."""


def _aside(key: str, value: Any) -> str:
    """Return in words what else an option says; nothing for what is as usual."""
    if value is None or value is False:
        return ""
    match key:
        case "location":
            return f"aimed at the {thing(value)}"
        case "speed_points":
            return plural(value, "speed point") if value else ""
        case "hurry":
            return "hurried"
        case "over":
            return "past Press 3"
        case _:
            return f"{thing(key)} {value_text(value)}"


def roll_text(roll: Json, sl: Any = None, result: str | None = None) -> str:
    """Return a roll against a chance in words."""
    total = needed(roll.get("mods") or [], roll.get("need"))
    words = result or thing(roll.get("result"))
    level = f", SL {sl}" if sl is not None else ""
    return f"{total + '; ' if total else ''}rolled {dice_text(roll)}: {words}{level}"


def needed(mods: Sequence[Json], need: float | None) -> str:
    """Return what a roll had to reach: ``65 = 70 broadsword - 5 DEF``, ``health 50`` where nothing is added."""
    if need is None:
        return sum_text(mods)
    if len(mods) == 1 and mods[0].get("value") == need:
        return f"{mods[0].get('why')} {number(need)}"
    return f"{number(need)} = {sum_text(mods)}" if mods else f"needs {number(need)}"


def time_of(event: Json, key: str) -> str:
    value = event.get(key)
    return number(value) if isinstance(value, int | float) else "?"


def rule_and_why(event: Json) -> tuple[str, str]:
    """Return the rule that put somebody out of the fight, and why, which may hold any signs; no rule where none is named."""
    rule, colon, why = str(event.get("why")).partition(": ")
    return (rule, why) if colon else ("", rule)
