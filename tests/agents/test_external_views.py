"""What external agents see: all that agents inside see, in JSON that follows its schema, and nothing that is hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs
import jsonschema
import pytest

import agents
from agents.external_plain import plain, shows
from agents.external_view import options_of, public, shape, view_of
from engine import Battle, Request
from engine.registry import SYSTEMS
from scenarios import load
from studies.listing_schemas_agent import agent_schema, part
from studies.run import build_agents

SCENARIOS = [
    ("counts", "skirmish_in_ruins"), ("counts", "archers_against_shields"), ("counts", "duel"), ("shots", "gun_ports_and_walls"),
    ("shots", "grenade_in_a_crowd"), ("shots", "bodyguards"), ("steps", "firefight_in_the_office"), ("steps", "grenade_over_the_wall"),
    ("steps", "smoke"),
]  # fmt: skip


def requests(name: str, most: int) -> Iterator[tuple[Any, Request]]:
    """The first requests of a shipped battle, with its scenario."""
    scenario = load(name, parameters=agents.parameters)
    players = build_agents(scenario, 5, 0, {})
    standing = {who: player.standing for who, player in players.items() if hasattr(player, "standing")}
    battle = Battle(scenario, 5, standing=standing, record=False)
    for _ in range(most):
        request = battle.advance()
        if request is None:
            return
        yield scenario, request
        battle.answer(request, players[request.combatant].decide(request))


def names_of(scenario: Any) -> list[str]:
    return [spec.name for spec in scenario.combatants]


@pytest.mark.parametrize(("system", "name"), SCENARIOS)
def test_views_and_options_follow_the_schema(system: str, name: str) -> None:
    of_view = jsonschema.Draft202012Validator(part(f"{system.capitalize()}View"))
    of_request = jsonschema.Draft202012Validator(part("Request"))
    for number, (scenario, request) in enumerate(requests(name, 60)):
        view = json.loads(json.dumps(view_of(request, system, names_of(scenario)), allow_nan=False))
        of_view.validate(view)
        if number % 20 == 0:
            head = {"type": "request", "request": 1, "combatant": request.combatant, "t": request.t}
            line = {**head, "reasons": request.reasons, "view": view, "options": options_of(request)}
            of_request.validate(json.loads(json.dumps(line)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_property_of_a_view_goes_over_or_is_named_as_left_out(system: str) -> None:
    made = shape(system)
    name = next(name for of, name in SCENARIOS if of == system)
    scenario, request = next(requests(name, 1))
    view = view_of(request, system, names_of(scenario))
    assert view.keys() == ({*shows(made.view)} - made.without) | made.here.keys() | {"outlook"}
    assert made.without <= {"rules", "others", "closing"}
    assert view["me"].keys() >= {*shows(type(request.view.me))}


def test_the_view_says_what_the_properties_say() -> None:
    scenario, request = next(requests("duel", 1))
    view, seen = view_of(request, "counts", names_of(scenario)), request.view
    [foe] = view["foes"]
    assert view["me"]["name"] == request.combatant
    assert view["me"]["htk"] == seen.me.htk
    assert foe["distance"] == seen.foes[0].distance
    assert foe["posture"] == seen.foes[0].posture
    assert foe["stages"] == {tool.name: seen.stage(foe["name"], tool.name) for tool in seen.me.weapons}
    assert foe["chances"] == {tool.name: seen.chance(foe["name"], tool.name) for tool in seen.me.weapons}
    attack = next(option for option in options_of(request) if option["do"] == "attack")
    told = next(told for told in view["outlook"] if told["id"] == attack["id"])
    assert told["plan"]["earliest_impact"] == seen.plan(request.options[attack["id"]]).earliest_impact


def test_of_others_a_view_holds_no_more_than_their_windows_show() -> None:
    scenario, request = next(requests("duel", 1))
    [foe] = view_of(request, "counts", names_of(scenario))["foes"]
    own = {*shows(type(request.view.me))} - {*shows(type(request.view.foes[0]))}
    assert {"htk_lost", "speed_points", "mode", "bleeding"} <= own
    assert not own & foe.keys()
    assert "ammunition" not in json.dumps(foe)


def test_opponents_out_of_sight_are_names_alone() -> None:
    """P-LOS-2."""
    for scenario, request in requests("firefight_in_the_office", 80):
        view = view_of(request, "steps", names_of(scenario))
        unseen = {one["name"] for one in view["unseen"]}
        assert all(one.keys() == {"name", "side"} for one in view["unseen"])
        assert not unseen & {one["name"] for one in (*view["foes"], *view["fallen"])}
        covers = [cover["name"] for one in (*view["foes"], *view["friends"]) for cover in one["line"]["covers"]]
        assert not unseen & {*covers}


def test_the_engines_own_state_is_never_sent() -> None:
    _, request = next(requests("duel", 1))
    with pytest.raises(TypeError, match="the engine's own state"):
        plain(request.view._fighter)
    with pytest.raises(TypeError, match="the engine's own state"):
        plain({"spec": [request.view._fighter.spec]})


def test_the_scenario_goes_over_without_who_plays_whom() -> None:
    scenario = load("three_on_three", parameters=agents.parameters)
    found = public(scenario)
    assert [row["name"] for row in found["combatants"]] == names_of(scenario)
    assert all("agent" not in row and "stream" not in row for row in found["combatants"])
    assert all("agent" in row for row in scenario.document["combatants"])
    assert found["combatants"][0]["htk"] == scenario.document["combatants"][0]["htk"]


def test_numbers_without_end_are_null_and_sets_are_sorted() -> None:
    @attrs.frozen
    class Window:
        far: float
        names: frozenset[str]

    assert plain(Window(float("inf"), frozenset({"b", "a"}))) == {"far": None, "names": ["a", "b"]}


def test_every_part_of_a_view_is_described() -> None:
    for name, made in agent_schema()["$defs"].items():
        if name.startswith(("Counts", "Shots", "Steps")):
            assert made["title"], name
    view = agent_schema()["$defs"]["StepsView"]["properties"]
    assert view["threats"]["description"].startswith("The committed attacks")
    assert view["outlook"]["items"]["properties"]["chance"]["description"].startswith("The exact chance")


def test_every_kind_of_line_has_a_schema_that_tells_it_from_the_others() -> None:
    hello = {"type": "hello", "protocol": "couched.agent/1"}
    lines = {
        "Greeting": {**hello, "asks": ["start"], "keep": True},
        "Reply": {"option": 3, "request": 1, "wake": None},
        "End": {"type": "end", "outcome": "draw", "winner": None, "won": False, "reason": "r", "t": 1.5},
    }
    for name in ("Hello", "Greeting", "Request", "Reply", "End"):
        check = jsonschema.Draft202012Validator(part(name))
        assert [each for each, line in lines.items() if check.is_valid(line)] == [name] * (name in lines)
