"""A resolved scenario as plain data, everything spelled out, as a log's header carries it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from engine.scenario import AgentSpec
from scenarios.read import SCHEMA
from scenarios.structure import fields_of


def document(
    name: str,
    system: str,
    description: str | None,
    rules: Any,
    combatants: Sequence[Any],
    agents: Mapping[str, AgentSpec],
    field: Any = None,
) -> dict[str, Any]:
    """Return the document of a scenario: all rules, weapons and armor in full, no template and no ``extends``.

    All rules are written, not only those that differ from the default, so that a log replays when defaults change.
    """
    words = {} if description is None else {"description": description}
    fighters = [{**plain(spec), "agent": _agent(agents[spec.name])} for spec in combatants]
    head = {"schema": SCHEMA, "name": name, "system": system}
    ground = {} if field is None else {"field": plain(field)}
    return {**head, **words, "rules": plain(rules), **ground, "combatants": fighters}


def _agent(spec: AgentSpec) -> dict[str, Any]:
    return {"policy": spec.policy, **spec.params}


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""What is plain as it is: nearly all there is on a big map."""


def plain(value: Any) -> Any:
    """Return a value as plain data under the keys a file uses; what is None is left out."""
    if type(value) in _PLAIN:
        return value
    if attrs.has(type(value)):
        return _fields(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _fields(value: Any) -> dict[str, Any]:
    found = {key: getattr(value, field.name) for key, field in fields_of(type(value)).items()}
    return {key: plain(item) for key, item in found.items() if item is not None}
