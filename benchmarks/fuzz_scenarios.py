"""Fuzzing what describes a battle: scenario files, overrides, scripted rolls and the orders of scripts."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from random import Random
from typing import Any

from benchmarks.fuzz_cases import MOST_CLOCK_EVENTS, Case, Find, Kind, fought, refused
from benchmarks.fuzz_shapes import made
from benchmarks.fuzz_texts import (
    NUMBERS,
    TEXTS,
    near,
    nested,
    odd,
    places,
    spoilt_bytes,
    spoilt_text,
    spoilt_tree,
    toml,
)


@cache
def _shipped() -> dict[str, str]:
    from scenarios import names, path_of

    return {name: path_of(name).read_text(encoding="utf-8") for name in names()}


@cache
def _shipped_tree(name: str) -> Any:
    return tomllib.loads(_shipped()[name])


def _text_case(rng: Random) -> Case:
    """Make a case of a shipped file with bytes, signs or lines changed."""
    text = _shipped()[rng.choice(sorted(_shipped()))]
    if rng.random() < 0.2:
        return Case("scenario", spoilt_bytes(rng, text.encode(), rng.randrange(1, 4)))
    return Case("scenario", spoilt_text(rng, text, rng.randrange(1, 4)).encode("utf-8", "surrogatepass"))


def _tree_case(rng: Random) -> Case:
    """Make a case of a shipped file with values, keys or kinds changed: one value is to show in what is fought."""
    tree = _shipped_tree(rng.choice(sorted(_shipped())))
    if rng.random() < 0.5:
        return Case("scenario", _encoded(spoilt_tree(rng, tree, rng.randrange(1, 5))))
    changed = spoilt_tree(rng, tree, 0)
    leaves = [place for place in places(changed) if not isinstance(place.value, dict | list)]
    numbers = [place for place in leaves if isinstance(place.value, int | float)]
    place = rng.choice(numbers if rng.random() < 0.7 and numbers else leaves)
    place.holder[place.key] = near(rng, place.value) if rng.random() < 0.8 else odd(rng)
    return Case("scenario", _encoded(changed), _encoded(tree))


def _encoded(tree: Any) -> bytes:
    return toml(tree).encode("utf-8", "surrogatepass")


def make_scenario(rng: Random) -> Case:
    """Make a spoilt scenario file, or one out of the JSON Schema."""
    roll = rng.random()
    if roll < 0.3:
        return _text_case(rng)
    if roll < 0.75:
        return _tree_case(rng)
    tree = made(rng)
    return Case("scenario", _encoded(spoilt_tree(rng, tree) if roll > 0.95 else tree))


def _loaded(text: bytes | str, overrides: tuple[str, ...] = ()) -> Any:
    """Return the scenario of a text, with its event budget kept small."""
    import agents
    from scenarios import loads

    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    scenario = loads(text, overrides=overrides, parameters=agents.parameters)
    if scenario.rules.max_events > MOST_CLOCK_EVENTS:
        return loads(text, overrides=(*overrides, f"rules.max_events={MOST_CLOCK_EVENTS}"), parameters=agents.parameters)
    return scenario


def check_scenario(case: Case) -> str:
    """Load a scenario and fight it; where it was made from a reference, its change must show."""
    from engine.errors import CouchedError

    try:
        scenario = _loaded(case.payload)
        _, result = fought(scenario)
    except CouchedError as error:
        return refused(error)
    if case.reference is not None:
        _shows(case, scenario)
    return "fought" if result is None else result.outcome


def _shows(case: Case, scenario: Any) -> None:
    """Find a value that was changed and is not in the resolved scenario, which has what it had before."""
    before, after = (tomllib.loads(text.decode()) for text in (case.reference or b"", case.payload))
    if before != after and scenario.document == _loaded(case.reference or b"").document:
        raise Find("a value that was changed is ignored")


def make_override(rng: Random) -> Case:
    """Make a ``--set`` of a shipped scenario: its place is there, is nearly there, or is nonsense."""
    name = rng.choice(sorted(_shipped()))
    path, value = _path(rng, name)
    text = spoilt_text(rng, path) if rng.random() < 0.2 else path
    return Case("override", json.dumps([name, f"{text}={value}"]).encode())


def _path(rng: Random, name: str) -> tuple[str, str]:
    """Return a dotted path into a resolved scenario and a value for it, as text."""
    document = _resolved(name).document
    parts: list[str] = []
    here: Any = document
    while isinstance(here, dict | list) and here and (not parts or rng.random() < 0.9):
        if isinstance(here, list):
            index = rng.randrange(len(here))
            named = isinstance(here[index], dict) and "name" in here[index]
            parts.append(_key(here[index]["name"]) if named else str(index))
            here = here[index]
        else:
            key = rng.choice(sorted(here))
            parts.append(_key(key))
            here = here[key]
    roll = rng.random()
    value = near(rng, here) if roll < 0.5 else odd(rng) if roll < 0.8 else rng.choice((*NUMBERS, *TEXTS, nested(rng, 40)))
    return ".".join(parts), json.dumps(value) if rng.random() < 0.7 else str(value)


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key)


@cache
def _resolved(name: str) -> Any:
    return _loaded(_shipped()[name])


def check_override(case: Case) -> str:
    """Load a shipped scenario with an override and fight it; the override must be one that can be repeated."""
    from engine.errors import CouchedError

    name, override = json.loads(case.payload)
    try:
        scenario = _loaded(_shipped()[name], (override,))
        _, result = fought(scenario)
    except CouchedError as error:
        return refused(error)
    return "fought" if result is None else result.outcome


_DRILLS = ("timing_drill", "shots_drill", "steps_drill", "duel", "shots_duel", "steps_duel")


@cache
def _asked(name: str) -> dict[str, list[list[int]]]:
    from studies.rolls_asked import RollsAsked
    from studies.run import run

    sink = RollsAsked()
    run(_resolved(name), 1, sink=sink, record=False)
    return sink.rolls


def make_rolls(rng: Random) -> Case:
    """Make scripted rolls: those that a battle asks for, spoilt."""
    name = rng.choice(_DRILLS)
    rolls: Any = spoilt_tree(rng, _asked(name), rng.randrange(3))
    text = json.dumps(rolls)
    return Case("rolls", f"{name}\n{spoilt_text(rng, text) if rng.random() < 0.2 else text}".encode("utf-8", "surrogatepass"))


def check_rolls(case: Case) -> str:
    """Read scripted rolls and fight with them: all are used, or the error says which are not."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from engine.errors import CouchedError
    from studies.scripted import read_rolls

    name, _, text = case.payload.partition(b"\n")
    scenario = _resolved(name.decode())
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rolls.json"
        path.write_bytes(text)
        try:
            rolls = read_rolls(str(path), scenario)
            _, result = fought(scenario, rolls)
        except CouchedError as error:
            return refused(error)
    return "fought" if result is None else result.outcome


@cache
def _scripted() -> list[tuple[str, int, list[Any]]]:
    """Return every scripted combatant of the shipped scenarios: scenario, index, orders."""
    found = []
    for name in sorted(_shipped()):
        for index, row in enumerate(_shipped_tree(name).get("combatants", ())):
            agent = row.get("agent")
            if isinstance(agent, dict) and isinstance(agent.get("orders"), list):
                found.append((name, index, agent["orders"]))
    return found


def make_orders(rng: Random) -> Case:
    """Make a script of spoilt orders: its own, and those of others of any system."""
    name, index, orders = rng.choice(_scripted())
    tree = spoilt_tree(rng, _shipped_tree(name), 0)
    given = orders if rng.random() < 0.7 else rng.choice(_scripted())[2]
    mixed = spoilt_tree(rng, given, rng.randrange(1, 4))
    tree["combatants"][index]["agent"]["orders"] = mixed
    return Case("orders", _encoded(tree))


SCENARIO_KINDS = (
    Kind("scenario", ".toml", make_scenario, check_scenario),
    Kind("override", ".json", make_override, check_override),
    Kind("rolls", ".txt", make_rolls, check_rolls),
    Kind("orders", ".toml", make_orders, check_scenario),
)
