"""The view of a request as an external agent gets it: the same in JSON, whole; how each system's is made stands beside.

What a view tells by properties goes over as it is. What it tells only when it is asked - the chance of an option, a stage against
somebody - is asked for everybody and every listed option here: `agents/external_view_<system>.py` has a table of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import attrs
import msgspec

from agents.external_plain import More, plain
from engine.registry import SYSTEMS
from engine.system import Request


@attrs.frozen
class Shape:
    """How a rule system's view is turned into JSON.

    Attributes:
        view: the class of the view.
        without: properties of the view that are not sent, or sent in another form.
        here: what is added to the view itself: made of the view and the names of all combatants.
        more: what is added to windows within it.
        outlook: what is told of each listed option, made of the view and the option; None is left out.
    """

    view: type
    without: frozenset[str]
    here: Mapping[str, Callable[[Any, Sequence[str]], Any]]
    more: More
    outlook: Mapping[str, Callable[[Any, Any], Any]]


@cache
def shape(system: str) -> Shape:
    """Return how the view of a built-in rule system is turned into JSON."""
    assert system in SYSTEMS
    found: Shape = import_module(f"agents.external_view_{system}").SHAPE
    return found


def view_of(request: Request, system: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the view of a request as plain data.

    Args:
        request: the request.
        system: the rule system.
        names: the names of all combatants, public by the scenario.
    """
    made, view = shape(system), request.view
    found: dict[str, Any] = plain(view, view, made.more, made.without)
    for name, call in made.here.items():
        found[name] = plain(call(view, names), view, made.more)
    found["outlook"] = [
        {"id": number, **told} for number, option in enumerate(request.options) if (told := _outlook(made, view, option))
    ]
    return found


def _outlook(made: Shape, view: Any, option: Any) -> dict[str, Any]:
    told = {name: call(view, option) for name, call in made.outlook.items()}
    return {name: plain(value, view, made.more) for name, value in told.items() if value is not None}


def options_of(request: Request) -> list[dict[str, Any]]:
    """Return the listed options as plain data, each with its id; fields at their defaults are left out."""
    return [{"id": number, **msgspec.to_builtins(option)} for number, option in enumerate(request.options)]


def public(scenario: Any) -> dict[str, Any]:
    """Return what everybody knows of a scenario: all of it but who plays whom, and the keys of random streams."""
    document = dict(scenario.document)
    document["combatants"] = [
        {key: value for key, value in combatant.items() if key not in ("agent", "stream")}
        for combatant in document["combatants"]
    ]
    found: dict[str, Any] = msgspec.to_builtins(document)
    return found
