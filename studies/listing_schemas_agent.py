"""What passes between couched and an external agent, as JSON Schema: greetings, requests with their views, answers, ends.

The parts of a view are described by the very classes that agents inside the program see: their properties, return types and
docstrings.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from inspect import getdoc
from typing import Any, Final

import attrs
import msgspec

from agents.external_answers import PROTOCOL
from agents.external_plain import added, shows
from agents.external_view import Shape, shape

Schema = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_REF: Final = "#/$defs/{name}"
_PLAIN: Final[Mapping[Any, str]] = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def agent_schema() -> Schema:
    """Return the JSON Schema of the lines between couched and an external agent.

    couched writes one ``Hello``, ``Request``s and one ``End`` a battle; the agent answers the first with one ``Greeting`` and each
    request with one ``Reply``. ``CountsView``, ``ShotsView`` and ``StepsView`` are what the view of a request holds.
    """
    from engine.system import REASONS
    from studies.systems import options, systems

    kinds = list(dict.fromkeys(kind for system in systems() for kind in options(system)))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    option = {"anyOf": list(schemas)}
    lines = {
        "Hello": _hello(),
        "Greeting": _greeting(REASONS),
        "Request": _request(REASONS, option),
        "Reply": _reply(option),
        "End": _end(),
    }
    views = {name: found for system in systems() for name, found in Views(system).defs().items()}
    return {
        "$schema": _DIALECT,
        "title": f"the lines between couched and an external agent ({PROTOCOL})",
        "anyOf": [{"$ref": _REF.format(name=name)} for name in lines],
        "$defs": {**lines, **components, **views},
    }


def part(name: str) -> Schema:
    """Return the schema of one kind of line, or of one system's view, by its name in `agent_schema`."""
    whole = agent_schema()
    return {"$schema": _DIALECT, "$ref": _REF.format(name=name), "$defs": whole["$defs"]}


def _object(title: str, required: Sequence[str], **properties: Any) -> Schema:
    return {"title": title, "type": "object", "required": list(required), "properties": properties}


def _hello() -> Schema:
    from agents.external import PARAMETERS

    seconds = {row.name: {"type": "number", "description": row.why} for row in PARAMETERS}
    sizes = {"line_bytes": "the longest line it may write", "battle_bytes": "the most it may write in a battle"}
    limits = {name: {"type": "integer", "description": why} for name, why in sizes.items()}
    return _object(
        "the first line of a battle, from couched",
        ["type", "protocol", "version", "system", "combatant", "side", "seed", "reasons", "budget", "scenario", "rules"],
        type={"const": "hello"},
        protocol={"const": PROTOCOL},
        version={"type": "string", "description": "couched's"},
        system={"enum": ["counts", "shots", "steps"]},
        combatant={"type": "string", "description": "whom it plays"},
        side={"type": "string"},
        seed={"type": "integer", "minimum": 0, "description": "for the agent's own dice; it tells nothing of the battle's"},
        reasons={"type": "array", "items": {"type": "string"}, "description": "all reasons of this rule system"},
        budget=_object("the agent's limits", [*seconds, *limits], **seconds, **limits),
        scenario={"type": "object", "description": "the whole fight as it was set up, without who plays whom"},
        rules={"type": "object", "description": "every constant of the rules in this battle (couched list rules)"},
    )


def _greeting(reasons: Sequence[str]) -> Schema:
    return _object(
        "the agent's answer to hello",
        ["type", "protocol"],
        type={"const": "hello"},
        protocol={"const": PROTOCOL},
        name={"type": "string", "description": "what it calls itself"},
        systems={"type": "array", "items": {"type": "string"}, "description": "what it plays; without it everything"},
        asks={
            "type": "array", "items": {"enum": list(reasons)},
            "description": "the reasons it wants to be asked for, here of all systems; without it all but commit",
        },
        order={"enum": ["hold", "keep_attacking"], "default": "hold", "description": "what it does when it is not asked"},
        keep={"type": "boolean", "default": False, "description": "another hello may follow: no battle changes the next"},
    )  # fmt: skip


def _request(reasons: Sequence[str], option: Schema) -> Schema:
    numbered = {
        **option, "type": "object", "properties": {"id": {"type": "integer", "minimum": 0, "description": "its place in the list"}},
    }  # fmt: skip
    return _object(
        "a request: who must decide, when, why, what it sees, and what it may do",
        ["combatant", "t", "reasons", "view", "options"],
        type={"const": "request"},
        request={"type": "integer", "minimum": 1, "description": "its number in this battle"},
        combatant={"type": "string"},
        t={"type": "number", "description": "counts"},
        reasons={"type": "array", "items": {"type": "string", "examples": list(reasons)}},
        view={"type": "object", "description": "what the combatant can see: CountsView, ShotsView or StepsView"},
        options={"type": "array", "items": numbered, "description": "the legal options"},
    )


def _reply(option: Schema) -> Schema:
    by_id = {"type": "integer", "minimum": 0, "description": "the id of a listed option"}
    return _object(
        "a reply: one legal option",
        ["option"],
        type={"const": "answer"},
        request={"type": "integer", "description": "the request's number; checked when it is there"},
        option={"anyOf": [by_id, *option["anyOf"]]},
        wake={"type": ["number", "null"], "description": "the count at which it wants to be asked again (hold_expired)"},
        note={"type": ["string", "null"], "description": "kept in the log"},
    )


def _end() -> Schema:
    return _object(
        "the last line of a battle, from couched",
        ["type", "outcome", "winner", "won", "reason", "t"],
        type={"const": "end"},
        outcome={"enum": ["win", "draw", "timeout", "stalemate", "error"]},
        winner={"type": ["string", "null"], "description": "the side that won"},
        won={"type": "boolean", "description": "whether that is the agent's own"},
        reason={"type": "string"},
        t={"type": "number", "description": "counts"},
    )


class Views:
    """Makes the schema of a rule system's view.

    Args:
        system: the rule system.
    """

    def __init__(self, system: str) -> None:
        self._prefix, self._shape = system.capitalize(), shape(system)
        self._defs: dict[str, Schema] = {}

    def defs(self) -> dict[str, Schema]:
        """Return the definitions: the view, under ``<System>View``, and all it is made of."""
        self._window(self._shape.view, self._shape)
        return self._defs

    def of(self, hint: Any) -> Schema:
        """Return the schema of what a property gives, by its type hint."""
        hint = getattr(hint, "__supertype__", hint)
        origin, given = typing.get_origin(hint), typing.get_args(hint)
        if hint is Any:
            return {}
        if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        if origin in (types.UnionType, typing.Union):
            return {"anyOf": [self.of(each) for each in given]}
        if origin is tuple and not (len(given) == 2 and given[1] is Ellipsis):
            items = [self.of(each) for each in given]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if origin in (tuple, list, frozenset, set) or (origin is not None and issubclass(origin, Sequence)):
            return {"type": "array", "items": self.of(given[0])}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(given[1])}
        return self._window(hint)

    def _window(self, kind: Any, whole: Shape | None = None) -> Schema:
        """Return a reference to the definition of a class with fields or properties, after making it."""
        name = self._prefix + kind.__name__.lstrip("_")
        if name not in self._defs:
            self._defs[name] = {}
            self._defs[name] = self._described(kind, whole)
        return {"$ref": _REF.format(name=name)}

    def _described(self, kind: Any, whole: Shape | None) -> Schema:
        without = whole.without if whole is not None else frozenset()
        found = {name: self._property(kind, name) for name in shows(kind) if name not in without}
        calls = {**added(kind, self._shape.more), **(whole.here if whole is not None else {})}
        found |= {name: self._call(call) for name, call in calls.items()}
        if whole is not None:
            found["outlook"] = self._outlook(whole)
        return {
            "title": _first(kind), "type": "object", "required": sorted(found), "properties": found, "additionalProperties": False,
        }  # fmt: skip

    def _property(self, kind: Any, name: str) -> Schema:
        value = getattr(kind, name, None)
        if isinstance(value, property):
            assert value.fget is not None
            return self._call(value.fget)
        if not attrs.has(kind) and not hasattr(kind, "_fields"):
            return self.of(type_of_slot(kind, name))
        return self.of(typing.get_type_hints(kind)[name])

    def _call(self, call: Callable[..., Any]) -> Schema:
        hint = typing.get_type_hints(call).get("return", Any)
        return {**self.of(hint), "description": _first(call)}

    def _outlook(self, whole: Shape) -> Schema:
        told = {name: self._call(call) for name, call in whole.outlook.items()}
        number = {"type": "integer", "minimum": 0, "description": "the option's id"}
        items = _object("what is told of an option", ["id"], id=number, **told)
        items["additionalProperties"] = False
        return {"type": "array", "items": items, "description": "of listed options: what couched can tell of each"}


def type_of_slot(kind: Any, name: str) -> Any:
    """Return what a view keeps in a slot: of ``me`` the class that its module calls ``Own``."""
    import sys

    assert name == "me", f"{kind.__name__}.{name}"
    return vars(sys.modules[kind.__module__])["Own"]


def _first(thing: Any) -> str:
    """Return the first paragraph of a docstring, on one line."""
    return " ".join((getdoc(thing) or "").split("\n\n")[0].split())
