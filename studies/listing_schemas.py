"""The formats as JSON Schema: scenario files and logs; external agents' lines are in `studies.listing_schemas_agent`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from studies.listing_schemas_agent import agent_schema

Schema = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REFS = "#/$defs/{name}"


def scenario_schema() -> Schema:
    """Return the JSON Schema of scenario files."""
    import scenarios

    schema: Schema = scenarios.schema()
    return schema


def log_schema() -> Schema:
    """Return the JSON Schema of one line of a log; types and fields it does not know are allowed."""
    from engine.events_base import SCHEMA
    from studies.systems import event_types

    types = event_types()
    schemas, components = _components(types)
    by_type: dict[str, list[Schema]] = {}
    for kind, schema in zip(types, schemas, strict=True):
        by_type.setdefault(str(kind.__struct_config__.tag), []).append(schema)
    return {
        "$schema": _DIALECT,
        "title": f"one line of a couched event log ({SCHEMA})",
        "type": "object",
        "required": ["seq", "t", "type"],
        "properties": {
            "seq": {"type": "integer", "minimum": 0, "description": "the line's number, from 0"},
            "t": {"type": "number", "minimum": 0, "description": "counts from the start of the battle"},
            "type": {"type": "string"},
            "actor": {"type": ["string", "null"], "description": "the combatant it is about"},
            "action": {"type": ["string", "null"], "description": "the id of the action it is about"},
            "cause": {"type": ["integer", "null"], "minimum": 0, "description": "the seq that led to this"},
        },
        "allOf": [_when(name, kinds) for name, kinds in by_type.items()],
        "$defs": components,
    }


def _when(name: str, kinds: Sequence[Schema]) -> Schema:
    """Return what holds of one type; systems may have the same type with figures of their own."""
    then = kinds[0] if len(kinds) == 1 else {"anyOf": list(kinds)}
    return {"if": {"properties": {"type": {"const": name}}, "required": ["type"]}, "then": then}


def _components(types: Sequence[type[Any]]) -> tuple[list[Schema], Schema]:
    """Return the schemas of struct types and their definitions."""
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFS)
    return list(schemas), dict(components)


SCHEMAS = {"scenario": scenario_schema, "log": log_schema, "agent": agent_schema}
"""What `couched schema` can print."""
