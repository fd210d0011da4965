"""The words of a steps log that several tellers share: options, squares, chains of difficulty, checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from studies.account_story import Story
from studies.account_words import thing
from studies.cli_text import dice_text, number, plural, sum_text, value_text

Json = Mapping[str, Any]

FACINGS = {
    "n": "north", "ne": "north-east", "e": "east", "se": "south-east", "s": "south", "sw": "south-west", "w": "west",
    "nw": "north-west",
}  # fmt: skip


def facing(name: Any) -> str:
    """Return a facing as people say it: ``ne`` is north-east."""
    return FACINGS.get(str(name), str(name))


def square(value: Any) -> str:
    """Return a square: ``(3, 4)``."""
    return f"({value_text(value)})"


def squares(distance: Any) -> str:
    """Return a distance: ``1 square``, ``6.71 squares``."""
    return plural(float(distance), "square")


# options


def deed(option: Json) -> str:
    """Return an option in words, third person: ``fires rifle at Bo, a burst, aimed at the head``."""
    do = str(option.get("do", "?"))
    return _DEEDS[do](option) if do in _DEEDS else do.replace("_", " ") + _rest(option)


_MODES = {"burst": ", a burst", "auto": ", full auto", "aimed": ", an aimed shot", "single": ""}
"""Fire modes as they follow what is fired at whom."""


def _fire(option: Json) -> str:
    at = option.get("target") or (square(option["at"]) if option.get("at") is not None else "nobody")
    mode = str(option.get("mode", "single"))
    parts = [f"fires {thing(option.get('weapon'))} at {at}{_MODES.get(mode, f', {thing(mode)}')}"]
    parts += [f"sweeping {facing(option['sweep'])}"] if option.get("sweep") else []
    parts += [f"at the {thing(option['location'])}"] if option.get("location") else []
    parts += ["in-direct"] if option.get("indirect") else []
    return ", ".join(parts)


PACES = {"walking": "walks", "jogging": "jogs", "running": "runs", "sprinting": "sprints", "still": "stops"}


def pace(name: Any) -> str:
    """Return a pace as a verb: ``runs``."""
    return PACES.get(str(name), f"moves {thing(name)}")


def _move(option: Json) -> str:
    goal = option.get("to")
    path = option.get("path")
    if goal is None and path:
        goal = path[-1]
    return pace(option.get("pace")) + (f" to {square(goal)}" if goal is not None else "")


def _cover(option: Json) -> str:
    threat = f" from {option['threat']}" if option.get("threat") else ""
    return f"{pace(option.get('pace'))} for cover{threat}"


def _dodge(option: Json) -> str:
    return f"dodges {option['against']}" if option.get("against") else "dodges"


def _rest(option: Json) -> str:
    """Return what an unknown option says beside its name."""
    said = [f"{thing(key)} {value_text(value)}" for key, value in option.items() if key != "do" and value is not None]
    return f": {', '.join(said)}" if said else ""


_DEEDS: Mapping[str, Callable[[Json], str]] = {
    "fire": _fire,
    "aim": lambda option: f"aims {thing(option.get('weapon'))} at {option.get('target')}",
    "reload": lambda option: f"reloads {thing(option.get('weapon'))}",
    "bring": lambda option: f"changes to {thing(option.get('weapon'))}",
    "face": lambda option: f"turns {facing(option.get('facing'))}",
    "mode": lambda option: f"goes over to {guards(option.get('mode'))}",
    "move": _move,
    "cover": _cover,
    "dodge": _dodge,
    "break_off": lambda _option: "breaks off",
    "wait": lambda option: f"waits until count {value_text(option.get('until'))}",
    "hold": lambda _option: "holds",
}
"""Every option of the steps system in words."""

_GUARDS = {
    "forward": "guarding its front", "guarded": "guarding front and flanks", "full": "guarding all round",
    "none": "guarding nothing",
}  # fmt: skip


def guards(mode: Any) -> str:
    """Return what a Combat Mode guards, in words (P-MOD-1)."""
    return _GUARDS.get(str(mode), f"the mode {thing(mode)}")


# difficulties and checks


def chain_text(chain: Json) -> str:
    """Return a chain of difficulty as a sum: ``step 4 = 3 range medium - 1 skill expert + 2 cover 50%`` (P-CHK-2)."""
    text = ""
    for link in chain.get("links") or []:
        steps = link.get("steps") or 0
        if steps:
            sign = (" - " if steps < 0 else " + ") if text else ("-" if steps < 0 else "")
            text += f"{sign}{number(abs(steps))} {_why(str(link.get('why')))}"
    step = value_text(chain.get("steps"))
    return f"step {step} = {text}" if text else f"step {step}"


def _why(why: str) -> str:
    """Return the reason of a link; of spells of aim, whose steps say how many, their name alone."""
    return "aim" if why.startswith("spells of aim") else why.replace("_", " ")


def chain_of(event: Json, story: Story) -> Json | None:
    """Return the chain of the difficulty that an impact met."""
    own = story.before(event, "chain")
    if own is not None and own.get("action") == event.get("action"):
        return own
    target = event.get("target")
    found = [one for one in story.of_action(event, "chain") if one["seq"] < event["seq"]]
    of_it = [one for one in found if target is None or one.get("target") == target]
    return of_it[-1] if of_it else None


def check_text(roll: Json, total: Any) -> str:
    """Return a check: ``rolled 12 + 5``; the rest of the total is the attribute (P-CHK-1)."""
    faces = roll.get("faces") or []
    if len(faces) != 1 or not isinstance(total, int | float):
        return f"rolled {dice_text(roll)}"
    added = total - faces[0]
    return f"rolled {number(faces[0])}" + (f" {'-' if added < 0 else '+'} {number(abs(added))}" if added else "")


def need_text(roll: Json) -> str:
    """Return a roll that needed something: ``needs 6 = 3 step 0 + 8 a dodge - 5 attribute dodge; rolled 18``."""
    parts = []
    if roll.get("need") is not None:
        terms = sum_text([{**mod, "why": _briefly(str(mod.get("why")))} for mod in roll.get("mods") or []])
        parts.append(f"needs {number(roll['need'])}" + (f" = {terms}" if terms else ""))
    return "; ".join([*parts, f"rolled {dice_text(roll)}"])


def _briefly(why: str) -> str:
    """Return the reason of a modifier without what its figure says already: ``step 0``, ``a dodge``."""
    return why.split(": ")[0].removeprefix("difficulty of ")


def names_of(values: Sequence[Any]) -> str:
    """Return values as people list them, without underscores."""
    return value_text([thing(value) for value in values])
