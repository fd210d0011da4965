"""JSON Schema of classes and of arrays of gear, from the metadata their reader uses."""

from __future__ import annotations

import typing
from collections.abc import Collection, Iterable
from typing import Any, Final

import attrs

from scenarios.structure import NAME_LENGTH, Field, fields_of

Json = dict[str, Any]

_NO_CONTROLS: Final = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$"


def named_item(cls: type, names: Iterable[str], needed: Collection[str]) -> Json:
    """Return the schema of an array of names and tables: a known name with overrides, or all that is needed."""
    known = {"enum": sorted(names)}
    table = table_of(cls, required=False)
    table["anyOf"] = [{"properties": {"name": known}, "required": ["name"]}, {"required": ["name", *needed]}]
    return {"type": "array", "items": {"anyOf": [known, table]}}


def table_of(cls: type, *, required: bool = True) -> Json:
    """Return the schema of a class's table."""
    fields = fields_of(cls)
    shape: Json = {
        "type": "object",
        "properties": {key: _field(field) for key, field in fields.items()},
        "additionalProperties": False,
    }
    needed = [key for key, field in fields.items() if field.required]
    if required and needed:
        shape["required"] = needed
    return shape


def _field(field: Field) -> Json:
    shape = _value(field, field.hint)
    words = _words(field)
    return {"description": words, **shape} if words else shape


def _words(field: Field) -> str:
    """Return what an editor shows: meaning, unit, decimals, rule."""
    meta = field.meta
    decimals = f"at most {field.decimals} decimals" if field.decimals is not None else ""
    parts = [meta.get("why") or "", meta.get("unit") or "", decimals, meta.get("rule") or ""]
    return "; ".join(filter(None, parts))


def _value(field: Field, hint: Any) -> Json:
    if attrs.has(hint):
        return table_of(hint, required=False)
    arms = typing.get_args(hint)
    if typing.get_origin(hint) is tuple:
        size = {} if arms[-1] is Ellipsis else {"minItems": len(arms), "maxItems": len(arms)}
        return {"type": "array", "items": _value(field, arms[0]), **size}
    if arms:
        return {"type": "object", "additionalProperties": _value(field, arms[1])}
    return _scalar(field, hint)


def _scalar(field: Field, hint: type) -> Json:
    meta = field.meta
    if hint is bool:
        return {"type": "boolean"}
    if hint is str:
        return {"enum": list(meta["choices"])} if meta.get("choices") else text_of(int(field.required))
    keys = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum"}
    limits = {word: meta[key] for key, word in keys.items() if meta.get(key) is not None}
    return {"type": "integer" if hint is int else "number", **limits}


def text_of(least: int) -> Json:
    return {"type": "string", "minLength": least, "maxLength": NAME_LENGTH, "pattern": _NO_CONTROLS}
