"""The rule systems a scenario may name: one entry each, loaded when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias

import attrs

from engine.ruleset import ClockRules
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node

SYSTEMS: Final = {
    "counts": "scenarios.counts.entry",
    "shots": "scenarios.shots.entry",
    "steps": "scenarios.steps.entry",
}
"""System name to the module whose ``ENTRY`` describes it."""

NAMED: Final = ("counts", "shots", "steps")
"""Systems the format names."""

PLANNED: Final = tuple(name for name in NAMED if name not in SYSTEMS)
"""Those of them that are not built yet."""

Placed: TypeAlias = Sequence[tuple[Path, Node]]
"""Combatants' tables with their paths."""


class CombatantReader(Protocol):
    """Reads one combatant; None when something was wrong."""

    def __call__(self, node: Node, path: Path, gear: Any, mistakes: Mistakes, *, names: bool) -> Any: ...


def nothing(*_given: Any) -> None:
    """Do nothing: what a system has no rule for."""


def unchanged(
    _node: Node | None, field: Any, _gear: Any, _nodes: Placed, specs: Sequence[Any], _mistakes: Mistakes
) -> tuple[Any, Sequence[Any]]:
    """Return the field and the specs as they are: each was read for itself."""
    return field, specs


@attrs.frozen(kw_only=True)
class SystemEntry:
    """What loading needs to know of a rule system; what has a default a system may go without.

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
        finish_schema: changes the JSON Schema of a combatant where the file may say more than the class holds.
        skills: the names of skills with what each is, from the gear tables.
        field: the class of what stands on the field; its arrays hold tables with names.
        read_field: reads it; None when something was wrong.
        finish_field: changes the JSON Schema of the field, from the gear tables, where the file may say more than
            the class holds.
        settle: gives the field and the combatants their final form where one says what the other leaves open: the
            file's field (None without one), the field as it was read, the gear tables, the tables, the specs.
        check_company: notes what is wrong between combatants: their tables, specs (None where something is wrong)
            and rules (likewise).
        check_places: notes combatants that stand where the field lets nobody stand: the field, the tables, the
            specs, the rules.
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
    finish_schema: Callable[[dict[str, Any]], None] = nothing
    skills: Callable[[Any], Mapping[str, str]] | None = None
    field: type | None = None
    read_field: Callable[[Node, Path, Mistakes], Any] = nothing
    finish_field: Callable[[dict[str, Any], Any], None] = nothing
    settle: Callable[[Node | None, Any, Any, Placed, Sequence[Any], Mistakes], tuple[Any, Sequence[Any]]] = unchanged
    check_company: Callable[[Placed, Sequence[Any], Any, Mistakes], None] = nothing
    check_places: Callable[[Any, Placed, Sequence[Any], Any, Mistakes], None] = nothing


def entry(name: str) -> SystemEntry:
    """Return the entry of a built system."""
    found: SystemEntry = import_module(SYSTEMS[name]).ENTRY
    return found
