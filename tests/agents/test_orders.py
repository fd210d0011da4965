"""Mistakes in a script's orders are refused when it is built, each with its place."""

from __future__ import annotations

from typing import Any

import pytest

from agents.orders import DIALECTS, dialect, read
from engine.errors import InputError
from engine.registry import SYSTEMS, options

PLACE = "combatants.Ana.agent.orders"


@pytest.mark.parametrize(
    ("order", "place", "says"),
    [
        ({"do": "atack"}, "[0].do", "did you mean 'attack'?"),
        ({}, "[0].do", "nothing"),
        ({"do": 3}, "[0].do", "one of"),
        ({"do": "attack", "wepon": "sword"}, "[0].wepon", "did you mean 'weapon'?"),
        ({"do": "couch", "location": "head"}, "[0].location", "keys of couch"),
        ({"do": "attack", "on": "notised"}, "[0].on", "did you mean 'noticed'?"),
        ({"do": "attack", "at": -1}, "[0].at", "0 or more"),
        ({"do": "attack", "at": 0.0005}, "[0].at", "at most 3 decimals"),
        ({"do": "attack", "at": True}, "[0].at", "true"),
        ({"do": "attack", "at": float("nan")}, "[0].at", "nan"),
        ({"do": "attack", "speed_points": "2"}, "[0].speed_points", "a whole number"),
        ({"do": "attack", "hurry": 1}, "[0].hurry", "true or false"),
        ({"do": "wait", "until": float("inf")}, "[0].until", "a finite number"),
        ({"do": "wait"}, "[0]", "wait without `until`"),
        ({"do": "mode"}, "[0]", "mode without `mode`"),
        ({"do": "move", "to": [0, 0], "away": "Bo"}, "[0]", "to and away"),
        ({"do": "move"}, "[0]", "no goal"),
        ("attack", "[0]", "a table with `do`"),
    ],
)
def test_a_mistake_is_refused_with_its_place(order: Any, place: str, says: str):
    with pytest.raises(InputError) as caught:
        read([order], PLACE, "counts")
    assert caught.value.place == PLACE + place
    assert says in str(caught.value)


@pytest.mark.parametrize("orders", [{"do": "attack"}, "attack", 7, None])
def test_orders_must_be_a_list(orders: Any):
    with pytest.raises(InputError, match="a list of orders"):
        read(orders, PLACE, "counts")


@pytest.mark.parametrize("name", ["fire", "reload", "aim", "overbear", "throw", "bind"])
def test_every_name_of_the_contract_is_an_order(name: str):
    (order,) = read([{"do": name}], PLACE, "counts")
    assert order.option.__struct_config__.tag == name


def test_a_move_with_speed_0_alone_stops_a_movement():
    (order,) = read([{"do": "move", "speed": 0}], PLACE, "counts")
    assert order.fields == {"speed": 0.0}


def test_a_whole_number_may_stand_for_any_number():
    (order,) = read([{"at": 5, "do": "wait", "until": 9}], PLACE, "counts")
    assert (order.at, order.fields["until"]) == (5.0, 9.0)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_script_speaks_every_system_that_is_built(system: str) -> None:
    assert set(DIALECTS) == set(SYSTEMS)
    fields = {field for kind in options(system) for field in kind.__struct_fields__}
    spoken = dialect(system)
    assert spoken.filled_in <= fields
    assert set(spoken.silent) <= fields
    assert set(spoken.called) <= fields
