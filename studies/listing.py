"""What `couched list` and `couched schema` show: everything that has a name, and the formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import attrs

from engine.errors import InputError
from studies.systems import PURPOSES, constants, event_types, options, rule_set, systems

Json = Mapping[str, Any]
Row = dict[str, Any]


def _rules(system: str) -> list[Row]:
    return [
        {"field": row.field, "rule": row.rule, "default": _listed(row.default), "unit": row.unit, "source": row.source,
         "why": row.why}
        for row in constants(system)
    ]  # fmt: skip


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def first_sentence(doc: str | None) -> str:
    """Return the first line of a docstring, without the marks of reStructuredText."""
    return (doc or "").strip().split("\n")[0].replace("``", "`")


def _options(system: str) -> list[Row]:
    return [
        {
            "do": kind.__struct_config__.tag, "fields": ", ".join(kind.__struct_fields__),
            "rules": ", ".join(kind.rules), "what": first_sentence(kind.__doc__),
        }
        for kind in options(system)
    ]  # fmt: skip


def _events(system: str | None) -> list[Row]:
    return [{"type": kind.__struct_config__.tag, "what": first_sentence(kind.__doc__)} for kind in event_types(system)]


def _names(values: Sequence[str]) -> list[Row]:
    return [{"name": value} for value in values]


def _systems(_system: str) -> list[Row]:
    return [{"name": name, "what": first_sentence(import_module(f"engine.{name}").__doc__)} for name in systems()]


def _reasons(system: str | None) -> list[Row]:
    from engine import registry
    from engine.system import REASONS

    asking = {name: registry.reasons(name) for name in systems()}
    rows = [{"name": reason, "systems": [name for name in systems() if reason in asking[name]]} for reason in REASONS]
    return [
        {**row, "systems": ", ".join(row["systems"])} for row in rows if row["systems"] and system in (None, *row["systems"])
    ]


def _purposes(system: str) -> list[Row]:
    return _names(PURPOSES[system])


def _words(constant: str) -> Callable[[str], list[Row]]:
    """Return a lister of words that the rules of a system use, where it has a table of them."""

    def rows(system: str) -> list[Row]:
        return _names(getattr(import_module(f"engine.{system}.rules"), constant, ()))

    return rows


def _damage_types(system: str) -> list[Row]:
    types = getattr(rule_set(system), "types", None)
    return [] if types is None else [{"name": name, **figures} for name, figures in attrs.asdict(types).items()]


def _scenarios(system: str | None) -> list[Row]:
    import scenarios

    return [_scenario(name) for name in scenarios.names(system)]


def _scenario(name: str) -> Row:
    import scenarios

    found = scenarios.load(name)
    sides = Counter(spec.side for spec in found.combatants)
    fighters = ", ".join(f"{number} {side}" for side, number in sorted(sides.items()))
    return {"name": name, "title": found.name, "system": found.system, "combatants": fighters}


def _agents(system: str | None) -> list[Row]:
    import agents

    return [
        {"name": name, "systems": ", ".join(agents.systems(name)), "what": agents.describe(name)}
        for name in agents.names(system)
    ]


def _parameters(system: str | None) -> list[Row]:
    import agents

    return [
        {"agent": name, "parameter": row.name, "default": row.default, **_bounds(row), "unit": row.unit, "why": row.why}
        for name in agents.names(system) for row in agents.parameters(name)
    ]  # fmt: skip


def _bounds(row: Any) -> Row:
    """Return between what a number may lie, or the names of a list."""
    return {"least": row.ge, "most": row.le} if hasattr(row, "ge") else {"names": row.span}


def _lists(system: str | None) -> list[Row]:
    from agents.priority_check import program
    from agents.priority_file import label_of, of_system, text_of

    return [
        {"list": name, "system": one, "lines": len(found.rules), "what": found.about}
        for one in systems() if system in (None, one)
        for name in of_system(one) for found in (program(text_of(name), label_of(name), one),)
    ]  # fmt: skip


def _conditions(system: str) -> list[Row]:
    from agents.priority_names import names

    return [{"name": row.form, "kind": row.kind.name, "unit": row.unit, "what": row.why} for row in names(system)]


def _calcs(system: str | None) -> list[Row]:
    from studies import calc
    from studies.calc_words import calc_row, system_of

    return [calc_row(name, calc.calc_of(name)) for name in calc.names() if system in (None, system_of(name))]


def _gear(table: str) -> Callable[[str], list[Row]]:
    """Return a lister of one gear table, where a system has it."""

    def rows(system: str) -> list[Row]:
        from scenarios.document import plain
        from scenarios.systems import entry

        found: Json = getattr(entry(system).load_gear(), table, {})
        cells = {name: plain(item.plain() if hasattr(item, "plain") else item) for name, item in found.items()}
        return [{**row, "name": name} if "name" in row else {"name": name, **row} for name, row in cells.items()]

    return rows


def usual(what: str, system: str | None = None) -> Row:
    """Return what entries of a list hold under their keys unless they say otherwise: the defaults of gear."""
    from scenarios.document import plain
    from scenarios.structure import fields_of
    from scenarios.systems import entry

    table: Json = getattr(entry(system or USUAL).load_gear(), what, {}) if what in GEAR_TABLES else {}
    kinds = {type(item) for item in table.values() if attrs.has(type(item))}
    found: Row = {}
    for kind in kinds:
        fields = attrs.fields_dict(kind)
        defaults = {key: fields[named.name].default for key, named in fields_of(kind).items()}
        found |= {key: plain(value) for key, value in defaults.items() if _is_said(value)}
    return found


def _is_said(default: Any) -> bool:
    return default is not attrs.NOTHING and default is not None and not isinstance(default, attrs.Factory)  # type: ignore[arg-type]


def _defenses(system: str) -> list[Row]:
    """Return the kinds of active defense: everybody's, then those of schticks (S-DEF-5)."""
    if find_spec(f"engine.{system}.defenses") is None:
        return []
    rules, schticks = rule_set(system), import_module(f"engine.{system}.schticks").REGISTRY
    found = [(kind, "everybody") for kind in import_module(f"engine.{system}.defenses").common(rules).values()]
    found += [(kind, name) for name, schtick in schticks.items() for kind in schtick().defenses(rules).values()]
    return [
        {"name": kind.name, "cost": kind.cost, "bonus": kind.bonus, "raises": kind.value, "rule": kind.rule, "of": owner,
         "condition": kind.condition, "what": kind.why}
        for kind, owner in found
    ]  # fmt: skip


GEAR_TABLES = frozenset({"weapons", "armor", "materials"})
"""Lists whose entries are values of a class, with defaults."""


def _skills(system: str) -> list[Row]:
    from scenarios.systems import entry

    found = entry(system)
    named = found.skills(found.load_gear()) if found.skills is not None else {}
    return [{"name": name, "what": what} for name, what in named.items()]


def _schticks(system: str) -> list[Row]:
    place = f"engine.{system}.schticks"
    if find_spec(place) is None:
        return []
    known: Json = import_module(place).REGISTRY
    told = import_module(f"engine.{system}.schtick_words").words
    return [
        {"name": name, "keys": ", ".join(kind.takes), "rule": kind.rule, "what": told(rule_set(system))[name]}
        for name, kind in known.items()
    ]


LISTS: dict[str, tuple[str, Callable[[Any], list[Row]]]] = {
    "scenarios": ("shipped scenarios", _scenarios),
    "weapons": ("shipped weapons", _gear("weapons")),
    "armor": ("shipped armor pieces", _gear("armor")),
    "materials": ("armor materials (counts)", _gear("materials")),
    "objects": ("things that stand on a map (steps)", _gear("objects")),
    "templates": ("combatants to start from", _gear("templates")),
    "skills": ("names of skills", _skills),
    "schticks": ("schticks and the keys each takes (shots)", _schticks),
    "defenses": ("kinds of active defense: shots they cost, points they add (shots)", _defenses),
    "agents": ("policies that can play a combatant; also called policies", _agents),
    "parameters": ("the numbers and names policies take", _parameters),
    "lists": ("priority lists that are shipped, for the policy `priority`", _lists),
    "conditions": ("names that conditions of priority lists may use", _conditions),
    "rules": ("every constant of a system's rule set", _rules),
    "systems": ("rule systems that run battles", _systems),
    "options": ("what an agent may answer", _options),
    "events": ("types of event a log may hold", _events),
    "reasons": ("why an agent is asked", _reasons),
    "purposes": ("what rolls are made for", _purposes),
    "modes": ("background movement (counts)", _words("MODES")),
    "levels": ("levels of play (counts)", _words("LEVELS")),
    "damage-types": ("damage types and their figures (counts)", _damage_types),
    "calcs": ("what `couched calc` answers, and what its keys mean", _calcs),
}
"""What can be listed: the name, what it is, and the function from a system's name to rows."""

ALSO = {"policies": "agents"}
"""Other names of lists."""

NEED_BATTLES = frozenset(
    {"scenarios", "weapons", "armor", "materials", "objects", "templates", "skills", "schticks", "defenses", "agents",
     "parameters", "lists", "conditions", "options", "events", "reasons", "modes", "levels", "damage-types"}
)  # fmt: skip
"""Lists there are only of a system that runs battles."""

ACROSS = frozenset({"scenarios", "agents", "parameters", "lists", "events", "reasons", "calcs"})
"""Lists of all systems unless one is named; of the others that of `USUAL` is shown then, if it has one."""

USUAL = "counts"
"""The system that is meant when none is named."""


def listing(what: str, system: str | None = None) -> list[Row]:
    """Return the rows of a list.

    Args:
        what: one of `LISTS`.
        system: the rule system, where the list depends on it.

    Raises:
        InputError: there is no such list, no such system, or no such list of that system.
    """
    name = ALSO.get(what, what)
    if name not in LISTS:
        raise InputError("list", repr(what), _hint(what, [*LISTS, *ALSO]) + ", ".join(LISTS))
    if system is not None and system not in PURPOSES:
        raise InputError("--system", repr(system), _hint(system, PURPOSES) + ", ".join(PURPOSES))
    if name in NEED_BATTLES and system is not None and system not in systems():
        raise InputError("--system", f"{system!r}, a system that is not built yet", f"one of {', '.join(systems())}")
    make = LISTS[name][1]
    if system is None and name not in ACROSS:
        return next(rows for other in (USUAL, *systems()) if (rows := make(other)))
    if rows := make(system):
        return rows
    having = [other for other in systems() if make(other)]
    raise InputError("--system", f"{system!r}, which has no {what}", " or ".join(having))


def _hint(name: str, known: Iterable[str]) -> str:
    """Return the question whether the nearest known name is meant, or nothing."""
    near = get_close_matches(name, known, 1)
    return f"did you mean {near[0]}? " if near else ""
