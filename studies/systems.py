"""What each rule system has that studies speak of: its constants, options, types of event, and purposes of rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import attrs

from engine.errors import InputError

Json = Mapping[str, Any]

SOURCES = {"S": "source", "P": "published parent", "R": "ruling", "H": "house"}

PURPOSES: dict[str, tuple[str, ...]] = {
    "counts": (
        "init", "to_hit", "location", "head_location", "damage", "perception", "maneuver", "health_save", "minor_save",
        "agl_save", "shock_save", "tie", "parry", "overbear", "fall_damage", "fall_critical", "targeting", "unlock",
        "falling",
    ),
    "shots": ("initiative", "attack", "death_test", "medicine", "perception", "fortune", "tie"),
    "steps": ("check", "dodge", "location", "damage", "scatter", "tie"),
}  # fmt: skip
"""What rolls are made for, by system; a random stream is a combatant and one of these (CLK-7)."""

OF_ALL = frozenset({"engine.events", "engine.events_base", "engine.events_field"})
"""Modules of types of event that are no single system's."""

SHARED: dict[str, frozenset[str]] = {
    "shots": frozenset(
        {"battle.start", "battle.end", "decision", "roll", "declare", "move", "draw", "rise", "fall", "reload", "notice"}
    ),
    "steps": frozenset({"battle.start", "battle.end", "decision", "roll", "declare", "ready", "break_off", "reload"}),
}
"""System to those of these types that its logs hold; one that is not here has all of them."""


@attrs.frozen
class Constant:
    """One constant of a rule set.

    Attributes:
        field: its name, with dots into tables (``types.slicing.damage``); what a scenario's ``[rules]`` overrides.
        rule: the id of the rule.
        default: the value the rules give.
        value: the value in this battle, the default when nothing else is said.
        unit: counts, feet, percent, ...
        source: source, published parent, ruling or house.
        why: what it is, in plain words.
    """

    field: str
    rule: str
    default: Any
    value: Any
    unit: str
    source: str
    why: str


def systems() -> list[str]:
    """Return the names of the rule systems that can run battles."""
    from engine.registry import SYSTEMS

    return sorted(SYSTEMS)


def rule_sets() -> list[str]:
    """Return the names of the systems whose rule set is built in."""
    return [name for name in PURPOSES if find_spec(f"engine.{name}.rules") is not None]


def rule_set(system: str) -> Any:
    """Return a system's rule set with all defaults.

    Raises:
        InputError: no such system.
    """
    if system not in rule_sets():
        raise InputError("system", repr(system), ", ".join(rule_sets()))
    module = import_module(f"engine.{system}.rules")
    return getattr(module, f"{system.capitalize()}Rules")()


def constants(system: str, changed: Json | None = None) -> list[Constant]:
    """Return every constant of a system's rule set.

    Args:
        system: the system's name; one that is not built in has none.
        changed: the scenario's ``rules``: names (with tables nested) to values.
    """
    return list(_constants(rule_set(system), changed or {}, "")) if system in rule_sets() else []


def _constants(rules: Any, changed: Json, prefix: str) -> Iterator[Constant]:
    for field in attrs.fields(type(rules)):
        default, meta = getattr(rules, field.name), field.metadata
        value = changed.get(field.name, default)
        if attrs.has(type(default)):
            inner = value if isinstance(value, Mapping) else {}
            yield from _constants(default, inner, f"{prefix}{field.name}.")
        elif "rule" in meta:
            source = SOURCES.get(meta["source"], meta["source"])
            yield Constant(prefix + field.name, meta["rule"], default, value, meta["unit"], source, meta["why"])


def options(system: str) -> Sequence[type[Any]]:
    """Return the option classes of a system that runs battles."""
    from engine import registry

    return registry.options(system)


def event_types(system: str | None = None) -> Sequence[type[Any]]:
    """Return the types of event a log of a system may hold, or of any system that runs battles."""
    from engine.events import EVENT_TYPES

    if system is None:
        return [kind for kind in EVENT_TYPES if any(kind in event_types(name) for name in systems())]
    return [kind for kind in EVENT_TYPES if _may_hold(system, kind.__module__, str(kind.__struct_config__.tag))]


def _may_hold(system: str, module: str, tag: str) -> bool:
    """Return whether a log of a system may hold a type of event, by the module it is from and its tag."""
    return module == f"engine.events_{system}" or (module in OF_ALL and tag in SHARED.get(system, (tag,)))
