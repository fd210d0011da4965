"""What an external agent's lines mean: its greeting and its answers, checked; nothing in them is believed unseen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final

import attrs
import msgspec

from agents.base import orders
from agents.external_process import ProgramError, ascii_safe, shown
from engine.options import Option
from engine.system import REASONS, Request, Standing

PROTOCOL: Final = "couched.agent/1"
"""What both sides call the lines they exchange."""

MARKS: Final = ("id",)
"""Keys of an option in a request that are no fields of the option; in an answer they say nothing."""

HELLO_KEYS: Final = ("type", "protocol", "name", "systems", "asks", "order", "keep")
"""What a greeting may hold."""

ANSWER_KEYS: Final = ("type", "request", "option", "wake", "note")
"""What an answer may hold."""


@attrs.frozen
class Greeting:
    """What a program says of itself when it is greeted.

    Attributes:
        standing: the reasons it wants to be asked for, and its standing order.
        keep: whether it plays another battle after this one, and none of them differently for it.
        name: what it calls itself, or an empty text.
        systems: the rule systems it says it plays; None for no word of it.
    """

    standing: Standing
    keep: bool = False
    name: str = ""
    systems: tuple[str, ...] | None = None


@attrs.frozen
class Answer:
    """What a program answers: an option, when it wants to be asked again (count), and a note for the log."""

    option: Option
    wake: float | None
    note: str | None


def greeting(line: bytes, system: str) -> Greeting:
    """Return what a program's first line says.

    Args:
        line: the line.
        system: the rule system of the battle.

    Raises:
        ProgramError: it is no greeting, or says that it does not play the system.
    """
    data = _object(line, "greeted with")
    _is(data, "type", "hello", line)
    if data.get("protocol") != PROTOCOL:
        raise ProgramError(f"greeted with protocol {_word(data.get('protocol'))}; couched speaks {PROTOCOL!r}")
    systems = _names(data, "systems")
    if systems is not None and system not in systems:
        raise ProgramError(f"says that it plays {', '.join(systems) or 'nothing'}, not {system}")
    keep, name = data.get("keep", False), data.get("name", "")
    if not isinstance(keep, bool):
        raise ProgramError(f"greeted with keep {_word(keep)}; allowed: true or false")
    if not isinstance(name, str):
        raise ProgramError(f"greeted with name {_word(name)}; allowed: a text")
    return Greeting(_standing(data), keep, name, systems)


def _standing(data: Mapping[str, Any]) -> Standing:
    asks, order = _names(data, "asks"), data.get("order", "hold")
    strange = sorted({*(asks or ())} - {*REASONS})
    if strange:
        hint = _hint(strange[0], REASONS)
        raise ProgramError(f"asks for the reason {_word(strange[0])}; {hint}allowed: {', '.join(REASONS)}")
    if order not in ("hold", "keep_attacking"):
        raise ProgramError(f"greeted with order {_word(order)}; allowed: 'hold' or 'keep_attacking'")
    return Standing(order=order) if asks is None else Standing(frozenset(asks), order)


def _names(data: Mapping[str, Any], key: str) -> tuple[str, ...] | None:
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ProgramError(f"greeted with {key} {_word(value)}; allowed: an array of texts")
    return tuple(value)


def answer(line: bytes, request: Request, system: str, number: int) -> Answer:
    """Return what a program's answer to a request says; whether the option is legal is not looked at.

    Args:
        line: the line.
        request: what it was asked.
        system: the rule system of the battle.
        number: the request's number.

    Raises:
        ProgramError: it is no answer to that.
    """
    data = _object(line, "answered")
    _is(data, "type", "answer", line, needed=False)
    if data.get("request", number) != number or isinstance(data.get("request"), bool):
        raise ProgramError(f"answered request {_word(data['request'])} when it was asked request {number}: {shown(line)}")
    if "option" not in data:
        raise ProgramError(f"answered {shown(line)}, without an option")
    wake, note = data.get("wake"), data.get("note")
    if wake is not None and (isinstance(wake, bool) or not isinstance(wake, int | float)):
        raise ProgramError(f"answered with wake {_word(wake)}; allowed: a count, or null")
    if note is not None and not isinstance(note, str):
        raise ProgramError(f"answered with note {_word(note)}; allowed: a text, or null")
    return Answer(_option(data["option"], request, system), wake, note)


def _option(value: Any, request: Request, system: str) -> Option:
    """Return the option that an answer names by its id, or spells out."""
    if isinstance(value, dict):
        return _spelled(value, system)
    listed = request.options
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < len(listed):
        raise ProgramError(f"answered with option {_word(value)}; allowed: an id from 0 to {len(listed) - 1}, or an option")
    return listed[value]


def _spelled(value: Mapping[str, Any], system: str) -> Option:
    known = orders(system)
    kind = known.get(value["do"]) if isinstance(value.get("do"), str) else None
    if kind is None:
        found = value.get("do")
        hint = _hint(found, known)
        raise ProgramError(f"answered with an option that does {_word(found)}; {hint}allowed: {', '.join(sorted(known))}")
    fields = {key: item for key, item in value.items() if key not in MARKS}
    allowed = ("do", *kind.__struct_fields__)
    for key in fields:
        if key not in allowed:
            hint = _hint(key, allowed)
            raise ProgramError(f"answered with {value['do']} and the field {_word(key)}; {hint}allowed: {', '.join(allowed)}")
    try:
        return msgspec.convert(fields, kind)
    except (msgspec.ValidationError, OverflowError) as error:
        raise ProgramError(f"answered with {value['do']} and a wrong field: {error}") from None


def _object(line: bytes, said: str) -> Mapping[str, Any]:
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProgramError(f"{said} {shown(line)}, which is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise ProgramError(f"{said} {shown(line)}, which is no JSON object")
    return data


def _is(data: Mapping[str, Any], key: str, value: str, line: bytes, needed: bool = True) -> None:
    found = data.get(key, None if needed else value)
    if found != value:
        raise ProgramError(f"wrote {shown(line)}, whose {key} is {_word(found)}; a line of {key} {value!r} was due")


def _hint(found: Any, known: Iterable[str]) -> str:
    """Return a question for the name most like what was found; nothing where there is none."""
    near = get_close_matches(found[:60], list(known), 1) if isinstance(found, str) else []
    return f"did you mean {near[0]!r}? " if near else ""


def _word(value: Any) -> str:
    return ascii_safe(repr(value)[:80])
