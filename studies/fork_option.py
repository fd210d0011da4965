"""Reading the option that is to be taken instead: ``do=attack,target=Bo``, ``break_off``, or a JSON object."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from agents import orders
from agents.base import orders as options_by_name
from agents.parameters import unknown
from engine.errors import InputError
from engine.options import Option
from engine.system import Request
from studies.cli_text import listed, number

PLACE = "--do"

_PAIR = re.compile(r'\s*([^=,\s]+)\s*=\s*("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^,]*)\s*(?:,|$)')
_NAMES = ("target", "toward", "away")
"""Fields that hold a combatant's name, or what else may be aimed at."""

Asked = Option | Mapping[str, Any] | str


def read_option(asked: Asked, system: str) -> orders.Order | Option:
    """Return what is to be done, every word of it checked.

    Args:
        asked: an option; a mapping of its fields, as logs hold it; or a text.
        system: the rule system whose options it names.

    Raises:
        InputError: an unknown option or field (the nearest is named), or a value of a wrong kind.
    """
    if isinstance(asked, Option):
        if type(asked) not in options_by_name(system).values():
            raise InputError(PLACE, str(asked), f"an option of the {system} system")
        return asked
    if isinstance(asked, Mapping):
        fields, typed = dict(asked), True
    else:
        fields, typed = _fields_of(asked)
    own = {field.name: field for field in msgspec.structs.fields(_kind(fields.get("do"), system))}
    for key in fields:
        if key != "do" and key not in own:
            raise unknown(f"{PLACE} {key}", key, own, f"keys of {fields['do']}")
    if not typed:
        fields = {key: _value(value, own.get(key)) for key, value in fields.items()}
    called = orders.dialect(system).called
    given = {called.get(key, key): value for key, value in fields.items()}
    return orders.read_one(given, 0, PLACE, system)


def _fields_of(text: Any) -> tuple[dict[str, Any], bool]:
    """Return the fields of a text, and whether their values have kinds (JSON) or are texts."""
    if not isinstance(text, str) or not text.strip():
        raise InputError(PLACE, repr(text), "an option: do=attack,target=Bo or break_off or a JSON object")
    if text.lstrip().startswith("{"):
        try:
            return dict(json.loads(text, object_pairs_hook=_unique)), True
        except (json.JSONDecodeError, RecursionError) as error:
            raise InputError(PLACE, f"{text} ({error})", 'a JSON object: {"do": "attack", "target": "Bo"}') from error
    if "=" not in text and "," not in text:
        return {"do": text.strip()}, False
    fields: list[tuple[str, Any]] = []
    at = 0
    while at < len(text):
        found = _PAIR.match(text, at)
        if found is None:
            if not fields and (head := re.match(r"\s*(\w+)\s*,", text)):
                fields.append(("do", head[1]))
                at = head.end()
                continue
            raise InputError(PLACE, repr(text[at:]), "key=value, key=value: do=attack,target=Bo")
        fields.append((found[1], found[2].strip()))
        at = found.end()
    return _unique(fields), False


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise InputError(f"{PLACE} {key}", "it is given twice", "every key once")
        data[key] = value
    return data


def _kind(name: Any, system: str) -> type[Option]:
    known = options_by_name(system)
    if name is None:
        raise InputError(PLACE, "no `do`", f"do=NAME, one of {', '.join(sorted(known))}")
    if not isinstance(name, str) or name not in known:
        raise unknown(f"{PLACE} do", str(name), known, "options")
    return known[name]


def _value(text: str, field: Any) -> Any:
    """Return a value of a text: of the kind its field has; what is of no such kind is left to be refused."""
    if text.startswith(('"', "[")):
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise InputError(PLACE, f"{text} ({error})", "a text in quotes, or a pair of numbers [3, 4]") from error
    if field is None or "str" in str(field.type):
        return text
    try:
        return msgspec.convert(text, field.type, strict=False)
    except msgspec.ValidationError:
        return text


def legal_option(asked: orders.Order | Option, request: Request, system: str, names: Sequence[str]) -> Option:
    """Return the option that is meant where it is to be taken; what it leaves out is filled in as a script does.

    Args:
        asked: what `read_option` read.
        request: the decision.
        system: the rule system.
        names: the combatants.

    Raises:
        InputError: it is not legal there; says what was, or which name is the nearest.
    """
    readings = [asked] if isinstance(asked, Option) else orders.dialect(system).readings(asked, request)
    refused: list[tuple[Option, str]] = []
    for option in readings:
        why = request.legal(option)
        if why is None:
            return option.settled()
        refused.append((option, why))
    for option, _ in refused:
        _check_names(option, request, names)
    found, why = (str(refused[0][0]), refused[0][1]) if refused else (_text(asked), "nothing is there that it could mean")
    moment = f"{PLACE} for {request.combatant} at count {number(request.t)}"
    legal = [str(option) for option in request.options]
    raise InputError(moment, f"{found} ({why})", f"{_near_tool(refused, request)}what was legal then: {'; '.join(legal)}")


def _check_names(option: Option, request: Request, names: Sequence[str]) -> None:
    """Refuse a name that nobody has and nothing that may be aimed at."""
    for key in _NAMES:
        known = {*names, *(str(getattr(listed, key)) for listed in request.options if getattr(listed, key, None) is not None)}
        name = getattr(option, key, None)
        if name is not None and name not in known:
            raise unknown(f"{PLACE} {key}", str(name), known, "there are")


def _text(asked: orders.Order | Option) -> str:
    return asked.text if isinstance(asked, orders.Order) else str(asked)


def _near_tool(refused: list[tuple[Option, str]], request: Request) -> str:
    """Return a hint when an option names a weapon that the combatant does not carry."""
    name = getattr(refused[0][0], "weapon", None) if refused else None
    carried = [str(tool.name) for tool in getattr(request.view.me, "kit", ())]
    carried += [str(tool) for option in request.options if (tool := getattr(option, "weapon", None)) is not None]
    if name is None or name in carried:
        return ""
    near = get_close_matches(name, carried, 1)
    tools = listed(dict.fromkeys(carried), "or")
    return f"did you mean {near[0]!r}? " if near else f"a weapon of its own ({tools}); " if carried else ""
