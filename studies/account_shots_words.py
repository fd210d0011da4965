"""The words of a shots log that several tellers share: options, shot counters, open rolls, many names at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from studies.account_story import Story
from studies.account_words import thing
from studies.cli_text import listed, number, plural, value_text

Json = Mapping[str, Any]

_NUMBERED = re.compile(r"(.*?)(0|[1-9][0-9]{0,5})")
_OPEN = re.compile(r"open d([0-9]{1,6})")

MOST_NAMED = 12
"""Names, and rows of numbered names, that a line tells before it only counts the rest."""


# many names


def names_text(names: Iterable[str]) -> str:
    """Return names as people list them, numbered ones put together: ``Gun 1 to 8, 10 and Ursula``."""
    parts = [f"{stem}{_ranges(numbers)}" if numbers else stem for stem, numbers in _stems(names)]
    if len(parts) > MOST_NAMED:
        parts = [*parts[:MOST_NAMED], f"{len(parts) - MOST_NAMED} more"]
    return listed(parts)


def _stems(names: Iterable[str]) -> list[tuple[str, list[int]]]:
    """Return names by what stands before their number, in the order of the first of each."""
    found: dict[tuple[str, bool], list[int]] = {}
    for name in names:
        match = _NUMBERED.fullmatch(name)
        if match is None:
            found.setdefault((name, False), [])
        else:
            found.setdefault((match[1], True), []).append(int(match[2]))
    return [(stem, sorted(numbers)) for (stem, _), numbers in found.items()]


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers with neighbours put together: ``1 to 4, 6``."""
    runs: list[list[int]] = []
    for value in numbers:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


# options


def deed(option: Json) -> str:
    """Return an option in words, third person: ``attacks Bo with pistol, a snapshot for 2, moving toward Bo``."""
    do = str(option.get("do", "?"))
    text = _DEEDS[do](option) if do in _DEEDS else do.replace("_", " ") + _rest(option)
    if do in _ATTACKS:
        text += _haste(option) + (", with a Fortune point" if option.get("fortune") else "")
    if do not in ("move", "run"):
        text += _moving(option)
    return text


_ATTACKS = frozenset({"attack", "throw", "area"})


@cache
def _whole() -> int:
    """Return the shots of an attack that is no snapshot; the system is imported only for its own logs."""
    from engine.shots.actions import Attack

    return Attack(target="", weapon="").shots


def _haste(option: Json) -> str:
    shots = option.get("shots")
    if shots == 0:
        return ", a free shot"
    return f", a snapshot for {value_text(shots)}" if type(shots) is int and shots < _whole() else ""


def _goal(option: Json) -> str:
    """Return where a movement goes, or nothing."""
    if option.get("to") is not None:
        return f"to ({value_text(option['to'])})"
    if option.get("away") is not None:
        return f"away from {option['away']}"
    if option.get("toward") is None:
        return ""
    keeps = f", to within {value_text(option['distance'])} m" if option.get("distance") else ""
    return f"toward {option['toward']}{keeps}"


def _moving(option: Json) -> str:
    goal = _goal(option)
    return f", moving {goal}" if goal else ""


def _area(option: Json) -> str:
    where = f"around {option['target']}" if option.get("target") else f"around ({value_text(option.get('at'))})"
    return f"attacks everyone {where} with {thing(option.get('weapon'))}"


def _fortune(option: Json) -> str:
    what = "sets a Fortune point aside for" if option.get("active", True) else "takes back the Fortune point for"
    return f"{what} {thing(option.get('roll'))}"


def _rest(option: Json) -> str:
    """Return what an unknown option says beside its name."""
    said = [f"{thing(key)} {value_text(value)}" for key, value in option.items() if key != "do" and value is not None]
    return f": {', '.join(said)}" if said else ""


_DEEDS: Mapping[str, Callable[[Json], str]] = {
    "attack": lambda option: f"attacks {option.get('target')} with {thing(option.get('weapon'))}",
    "throw": lambda option: f"throws {thing(option.get('weapon'))} at {option.get('target')}",
    "area": _area,
    "move": lambda option: f"moves {_goal(option)}",
    "run": lambda option: f"runs {_goal(option)}",
    "draw": lambda option: f"draws {thing(option.get('weapon'))}",
    "pick_up": lambda option: f"grasps at {thing(option.get('weapon'))}",
    "reload": lambda option: f"reloads {thing(option.get('weapon'))}",
    "bind": lambda option: f"tends {option.get('target')}" + (", with a Fortune point" if option.get("fortune") else ""),
    "drop": lambda _option: "drops prone",
    "rise": lambda _option: "gets up",
    "wait": lambda option: f"waits for shot {value_text(option.get('shot'))}",
    "defend": lambda option: f"defends: {thing(option.get('kind', 'dodge'))}",
    "defend_other": lambda option: f"defends {option.get('target')}: {thing(option.get('kind', 'dodge'))}",
    "interpose": lambda option: f"steps before {option.get('target')}",
    "volunteer": lambda _option: "takes the worst of it",
    "fortune": _fortune,
    "schtick": lambda option: f"uses {thing(option.get('name'))}",
    "hold": lambda _option: "holds",
}  # fmt: skip
"""Every option of the shots system in words."""


# shots


def price(event: Json, story: Story) -> str:
    """Return in brackets what the action of an event cost, and when the next comes; nothing where no counter changed."""
    declared = event if event.get("type") == "declare" else next(iter(story.of_action(event, "declare")), None)
    counter = next(iter(story.effects(declared, "counter")), None) if declared is not None else None
    if counter is None or type(counter.get("before")) is not int:
        return ""
    if counter.get("after") == counter["before"]:
        return f" (free{schticks_text(counter, 'mods')})"
    return f" (shot {counter['before']}, {next_at(counter)}{schticks_text(counter, 'mods')})"


def schticks_text(event: Json, key: str) -> str:
    """Return what schticks add to a figure of an event: ``; +3 Signature Weapon``, or nothing (S-CHR-3)."""
    mods = event.get(key)
    found = [mod for mod in mods if mod.get("rule") == "S-CHR-3"] if isinstance(mods, list) else []
    told = ", ".join(f"{mod.get('value'):+g} {thing(mod.get('why'))}" for mod in found)
    return f"; {told}" if told else ""


def next_at(counter: Json) -> str:
    """Return when the next action comes after a change of a counter."""
    after = counter.get("after")
    return f"next at {after}" if type(after) is int and after > 0 else "no more this sequence"


def reply_price(event: Json, story: Story) -> str:
    """Return in brackets what a response cost: the counter that led to it."""
    cause = story.cause(event)
    if cause is None or cause.get("type") != "counter":
        return ""
    return f" ({plural(cause['before'], 'shot')} left, {next_at(cause)})"


# rolls


def chains(roll: Json) -> tuple[list[int], list[int]] | None:
    """Return the faces of an open roll as its two chains, or None when they are no open roll."""
    match = _OPEN.fullmatch(str(roll.get("dice")))
    faces = roll.get("faces")
    if match is None or not isinstance(faces, list) or len(faces) < 2:
        return None
    sides, further = int(match[1]), list(faces[2:])
    plus, minus = [faces[0]], [faces[1]]
    for chain in (plus, minus):
        while chain[-1] == sides and further:
            chain.append(further.pop(0))
    return None if further else (plus, minus)


def dice_text(roll: Json) -> str:
    """Return what a roll of the shots system shows: ``5 - 2 = 3``, ``(6+6+1) - 4 = 9``; closed dice as they are."""
    pair = chains(roll)
    if pair is None:
        from studies.cli_text import dice_text as closed

        return closed(roll)
    plus, minus = pair
    return f"{_chain(plus)} - {_chain(minus)} = {sum(plus) - sum(minus)}"


def _chain(faces: Sequence[int]) -> str:
    return str(faces[0]) if len(faces) == 1 else f"({'+'.join(map(str, faces))})"


def is_wonder(roll: Json) -> bool:
    """Whether both first dice went on (S-ROL-1)."""
    pair = chains(roll)
    return pair is not None and all(len(chain) > 1 for chain in pair)


def terms_text(mods: Sequence[Json]) -> str:
    """Return modifiers as a sum: ``13 dodge + 3 parry - 14 guns``."""
    text = ""
    for mod in mods:
        value, why = mod.get("value", 0), thing(mod.get("why") or mod.get("rule") or "?")
        sign = (" - " if value < 0 else " + ") if text else ("-" if value < 0 else "")
        joint = " for " if why[:1].isdigit() else " "
        text += f"{sign}{number(abs(value))}{joint}{why}"
    return text


def roll_text(roll: Json) -> str:
    """Return how a roll came about: ``needs -1 = 13 dodge - 14 guns; rolled 5 - 2 = 3``."""
    terms, need = terms_text(roll.get("mods") or []), roll.get("need")
    parts = []
    if need is not None:
        parts.append(f"needs {number(need)}" + (f" = {terms}" if terms else ""))
    elif terms:
        parts.append(terms)
    parts.append(f"rolled {dice_text(roll)}" + (", both dice highest" if is_wonder(roll) else ""))
    return "; ".join(parts)
