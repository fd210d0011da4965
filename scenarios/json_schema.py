"""The JSON Schema of scenario files, made from the same metadata the reader uses (draft 2020-12).

It checks shape, types, bounds and known names for an editor; what only the reader can know (unique names, targets,
decimals, what a template or an extended file adds) is left to it.
"""

from __future__ import annotations

from typing import Final

from scenarios.plainly import MOST_COMBATANTS, MOST_DESCRIPTION
from scenarios.policy import playing
from scenarios.read import SCHEMA
from scenarios.shapes import Json, table_of, text_of
from scenarios.systems import SYSTEMS, SystemEntry, entry

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema() -> Json:
    """Return the JSON Schema of scenario files, each system's rules and combatants under its own condition."""
    root = {
        "schema": {"const": SCHEMA},
        "name": text_of(1),
        "system": {"enum": sorted(SYSTEMS), "description": "the rule system"},
        "description": {"type": "string", "maxLength": MOST_DESCRIPTION},
        "extends": {"type": "string", "description": "a file beside this one, or a shipped scenario: laid under it"},
        "rules": {"type": "object"},
        "field": {"type": "object", "description": "what stands on the field"},
        "combatants": {"type": "array", "minItems": 1, "maxItems": MOST_COMBATANTS},
    }
    return {
        "$schema": DRAFT,
        "title": "couched scenario",
        "type": "object",
        "properties": root,
        "required": ["schema"],
        "additionalProperties": False,
        "allOf": [
            {"if": {"required": ["extends"]}, "else": {"required": ["name", "system", "combatants"]}},
            {"if": {"required": ["system"]}, "else": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in SYSTEMS]}},
            *({"if": _names(name), "then": {"$ref": f"#/$defs/{name}"}} for name in SYSTEMS),
        ],
        "$defs": {name: _system(name) for name in SYSTEMS},
    }


def _names(system: str) -> Json:
    return {"properties": {"system": {"const": system}}, "required": ["system"]}


def _system(name: str) -> Json:
    """Return what holds in files of one system."""
    found = entry(name)
    combatants = {"items": _combatant(found, name)}
    return {"properties": {"rules": table_of(found.rules, required=False), "field": _field(found), "combatants": combatants}}


def _field(found: SystemEntry) -> Json | bool:
    """Return what a system's field may hold: False where it has none."""
    if found.field is None:
        return False
    shape = table_of(found.field, required=False)
    found.finish_field(shape, found.load_gear())
    return shape


def _combatant(found: SystemEntry, system: str) -> Json:
    gear = found.load_gear()
    shape = table_of(found.combatant, required=False)
    shape["required"] = ["name"]
    shape["properties"] |= {
        "template": {"enum": sorted(gear.templates), "description": "start from this, then override"},
        "agent": _agent(found, system),
        **{key: found.kit_schema(key, gear) for key in found.items},
    }
    found.finish_schema(shape)
    return shape


def _agent(found: SystemEntry, system: str) -> Json:
    orders = {"type": "array", "items": table_of(found.order)}
    script = {"properties": {"policy": {"const": "script"}, "orders": orders}, "required": ["policy", "orders"]}
    command = {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}}
    external = {"properties": {"policy": {"const": "external"}, "command": command}, "required": ["policy", "command"]}
    simple = sorted({*playing(system)} - {"script", "external"})
    other = {"properties": {"policy": {"enum": simple}}, "required": ["policy"]}
    return {
        "description": "who plays it: a policy, or a policy with its parameters",
        "anyOf": [
            {"enum": simple},
            {"type": "object", **script, "additionalProperties": False},
            {"type": "object", **external},
            {"type": "object", **other},
        ],
    }
