"""The words several tellers share: names, options, rolls, moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from studies.cli_text import dice_text, number, sum_text, value_text

Json = Mapping[str, Any]

_AT = {
    "attack": "on", "press": "toward", "retreat": "from", "lock": "on", "release": "at", "fire": "at", "overbear": "on",
}  # fmt: skip


def stage_name(stage: Any) -> str:
    """Return a stage as people say it: ``press_2`` is Press 2."""
    return str(stage).replace("_", " ").capitalize()


def thing(name: Any) -> str:
    """Return the name of a weapon or part without underscores."""
    return str(name).replace("_", " ")


def deed(option: Json) -> str:
    """Return an option in words: ``attack on Bo with broadsword (location head)``."""
    fields = dict(option)
    do = str(fields.pop("do", "?"))
    text = do.replace("_", " ")
    if (target := fields.pop("target", None)) is not None:
        text += f" {_AT.get(do, 'against')} {target}"
    if (weapon := fields.pop("weapon", None)) is not None:
        text += f" with {thing(weapon)}"
    rest = ", ".join(f"{key.replace('_', ' ')} {value_text(value)}" for key, value in fields.items())
    return f"{text} ({rest})" if rest else text


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
