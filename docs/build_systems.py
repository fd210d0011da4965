"""The tables of the documentation that each rule system has of its own: fields, orders, options, events, gear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

import attrs
import msgspec

from docs.build_rules import MARKS, WORDS, table, value
from engine.errors import InputError
from engine.events_base import Event
from scenarios.structure import allowed, fields_of
from scenarios.systems import entry
from scenarios.unnamed import WORDS as WORDS_OF_FIELD
from studies.listing import first_sentence, listing
from studies.systems import constants, event_types, options, systems

FIELDS: Mapping[str, Mapping[str, str]] = {
    "counts": {
        "combatants": "CombatantSpec", "weapons": "WeaponSpec", "adjustments": "Adjustment", "armor": "ArmorSpec",
        "walls": "WallSpec", "edges": "EdgeSpec",
    },
    "shots": {
        "combatants": "CombatantSpec", "weapons": "WeaponSpec", "armor": "ArmorSpec", "schticks": "SchtickSpec",
        "field": "FieldSpec", "places": "PlaceSpec",
    },
    "steps": {
        "combatants": "CombatantSpec", "weapons": "WeaponSpec", "armor": "ArmorSpec", "objects": "PlacedSpec", "field": "FieldSpec",
    },
}  # fmt: skip
"""System to the tables of what its scenarios hold: the table's name and the class in the system's ``model``."""

GEAR = ("templates", "weapons", "armor", "materials", "objects", "schticks", "skills")
"""Lists of what scenarios name, as far as a system has them."""


UNNAMED = {f"{word.capitalize()}Spec": word for word in WORDS_OF_FIELD.values()}
"""Classes of what may stand on a field without a name, and what it is called then."""


def field_rows(cls: type[Any]) -> str:
    """Return the table of a class that a scenario file gives: key, what it may hold, default, meaning."""
    body = [
        (f"`{field.key}`", allowed(field), _default(cls, field.name), field.meta["unit"], field.meta["why"])
        for field in fields_of(cls).values()
    ]
    return table(("key", "may hold", "default", "unit", "what"), body)


def _default(cls: type[Any], name: str) -> str:
    default = getattr(attrs.fields(cls), name).default
    if name == "name" and cls.__name__ in UNNAMED:
        word = UNNAMED[cls.__name__]
        return f"by its order: `{word}`, `{word} 2`, ..."
    if default is attrs.NOTHING:
        return "required"
    if default is None or default in ((), ""):
        return ""
    return "empty" if isinstance(default, attrs.Factory) else f"`{value(default)}`"  # type: ignore[arg-type]


def _order_rows(system: str) -> str:
    return field_rows(entry(system).order)


def _option_rows(system: str) -> str:
    """Return the options an agent may take."""
    body = []
    for kind in options(system):
        fields = [_option_field(field) for field in msgspec.structs.fields(kind)]
        name = str(kind.__struct_config__.tag)
        body.append((f"`{name}`", kind.__name__, ", ".join(fields), ", ".join(kind.rules), first_sentence(kind.__doc__)))
    return table(("do", "class", "fields", "rules", "what"), body)


def _option_field(field: Any) -> str:
    return f"`{field.name}`" if field.required else f"[`{field.name}`]"


def _event_rows(system: str) -> str:
    """Return the types of event, each with its own fields beside the common ones."""
    body = []
    for kind in event_types(system):
        own = [field for field in msgspec.structs.fields(kind) if field.name not in Event.__struct_fields__]
        fields = ", ".join(f"`{field.encode_name}`" if field.required else f"[`{field.encode_name}`]" for field in own)
        words = first_sentence(kind.__doc__)
        body.append((f"`{kind.__struct_config__.tag}`", words, fields))
    return table(("type", "what", "fields of its own"), body)


def _scenario_rows(system: str) -> str:
    body = [(f"`{row['name']}`", row["title"], row["combatants"]) for row in listing("scenarios", system)]
    return table(("name", "title", "combatants"), body)


def _gear_rows(system: str) -> str:
    """Return the names that scenarios may use."""
    option = "" if system == "counts" else f" --system {system}"
    body = []
    for what in GEAR:
        with suppress(InputError):
            names = ", ".join(f"`{row['name']}`" for row in listing(what, system))
            body.append((f"`couched list {what}{option}`", names))
    return table(("list", "names"), body)


def _source_rows(system: str) -> str:
    """Return, for each section of the rules, how many of its constants come from where."""
    rows = constants(system)
    marks = [source for source in MARKS if any(row.source == source for row in _own(rows, system))]
    body = []
    for section in WORDS[system]:
        ids = [rule.id for rule in section.rules]
        found = [row.source for row in rows if row.rule in ids]
        if ids:
            body.append((section.title, ", ".join(ids), *(str(found.count(source)) for source in marks)))
    return table(("section", "rules", *(MARKS[source] for source in marks)), body)


def _own(rows: Sequence[Any], system: str) -> Iterator[Any]:
    ids = {rule.id for section in WORDS[system] for rule in section.rules}
    return (row for row in rows if row.rule in ids)


KINDS: Mapping[str, Callable[[str], str]] = {
    "orders": _order_rows,
    "options": _option_rows,
    "events": _event_rows,
    "scenarios": _scenario_rows,
    "gear": _gear_rows,
}


def tables() -> dict[str, Callable[[], str]]:
    """Return the tables of every system, by the names that pages call them: ``counts-weapons``."""
    found: dict[str, Callable[[], str]] = {}
    for system, classes in FIELDS.items():
        rows = {name: partial(_class_rows, name=cls) for name, cls in classes.items()} | dict(KINDS)
        found |= {f"{system}-{name}": partial(_built, system, of_system) for name, of_system in rows.items()}
    return found | {f"{system}-sources": partial(_source_rows, system) for system in systems()}


def _built(system: str, rows: Callable[[str], str]) -> str:
    return rows(system) if system in systems() else "Not built yet."


def _class_rows(system: str, name: str) -> str:
    return field_rows(getattr(import_module(f"engine.{system}.model"), name))
