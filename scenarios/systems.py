"""The rule systems a scenario may name: one entry each, loaded when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import Any, Final, Protocol

import attrs

from engine.ruleset import ClockRules
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node

SYSTEMS: Final = {"counts": "scenarios.counts.entry"}
"""System name to the module whose ``ENTRY`` describes it."""

PLANNED: Final = ("shots", "steps")
"""Systems the format names that are not built yet."""


class CombatantReader(Protocol):
    """Reads one combatant; None when something was wrong."""

    def __call__(self, node: Node, path: Path, gear: Any, mistakes: Mistakes, *, names: bool) -> Any: ...


@attrs.frozen(kw_only=True)
class SystemEntry:
    """What loading needs to know of a rule system.

    Attributes:
        rules: its rule set class.
        combatant: its combatant spec class.
        order: the class of one script order.
        check_order: notes what is wrong with one order of a combatant's script.
        load_gear: reads its shipped gear tables; the result has ``templates`` and whatever ``read`` wants.
        no_gear: empty gear tables, for documents that spell everything out.
        lift: rewrites a combatant's table to the one form that merging and overriding need.
        read: reads one combatant.
        items: keys of arrays in a combatant whose elements are addressed by name.
        kit_schema: the JSON Schema of such an array, from its key and the gear tables.
        field: the class of what stands on the field; its arrays hold tables with names.
        read_field: reads it; None when something was wrong.
        check_places: notes combatants that stand where the field lets nobody stand.
    """

    rules: type[ClockRules]
    combatant: type
    order: type
    check_order: Callable[..., None]
    load_gear: Callable[[], Any]
    no_gear: Any
    lift: Callable[..., Node]
    read: CombatantReader
    items: Collection[str]
    kit_schema: Callable[[str, Any], dict[str, Any]]
    field: type
    read_field: Callable[[Node, Path, Mistakes], Any]
    check_places: Callable[[Any, Sequence[tuple[Path, Node]], Sequence[Any], Any, Mistakes], None]


def entry(name: str) -> SystemEntry:
    """Return the entry of a built system."""
    found: SystemEntry = import_module(SYSTEMS[name]).ENTRY
    return found
