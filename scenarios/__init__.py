"""Scenarios: TOML files that describe a fight, read strictly, every mistake reported at once.

``load("duel")`` or ``load("my.toml", overrides=["combatants.Ana.htk=40"])`` returns an ``engine.scenario.Scenario``.
What is heavy is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenarios.doors import from_document, load, loads, names, path_of
    from scenarios.json_schema import schema
    from scenarios.policy import POLICIES

__all__ = ["POLICIES", "from_document", "load", "loads", "names", "path_of", "schema"]

_HOMES = {
    "POLICIES": "policy", "from_document": "doors", "load": "doors", "loads": "doors", "names": "doors",
    "path_of": "doors", "schema": "json_schema",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Return a public name from its module, imported now (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
