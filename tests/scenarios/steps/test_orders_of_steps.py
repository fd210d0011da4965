"""What a script may order in the steps system, and what is wrong with what it may not (contract 4)."""

from __future__ import annotations

import pytest

from engine.errors import ScenarioError
from engine.registry import options
from scenarios import loads
from scenarios.steps.orders import DO_NAMES

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "steps"\nfield = { width = 12, height = 8 }\n'
ANA = """[[combatants]]
name = "Ana"
side = "red"
position = [0, 0]
weapons = ["assault_rifle", "grenade", { name = "bow", damage = "1d6", modes = ["single"], magazine = 0, ammunition = 0 }]
"""
OTHERS = """
[[combatants]]
name = "Cy"
side = "red"
position = [1, 0]
[[combatants]]
name = "Bo"
side = "blue"
position = [9, 0]
weapons = ["pistol"]
"""


def with_order(order):
    """Return a scenario with one order of Ana's on its line 11."""
    return f'{HEAD}{ANA}agent = {{ policy = "script", orders = [\n{order},\n] }}{OTHERS}'


def mistakes(order):
    with pytest.raises(ScenarioError) as caught:
        loads(with_order(order), label="f.toml")
    return caught.value.mistakes


GOOD = [
    '{ do = "fire" }',
    '{ do = "fire", target = "Bo", weapon = "assault_rifle", mode = "burst" }',
    '{ do = "fire", target = "Bo", mode = "aimed", location = "head" }',
    '{ do = "fire", target = "Bo", mode = "auto", sweep = "ne" }',
    '{ do = "fire", weapon = "grenade", indirect = true, point = [11, 7] }',
    '{ do = "fire", weapon = "grenade", indirect = true, target = "Bo" }',
    '{ do = "fire", indirect = false, weapon = "bow", target = "Bo" }',
    '{ do = "aim", target = "Bo", weapon = "assault_rifle" }',
    '{ do = "aim" }',
    '{ do = "reload", weapon = "grenade" }',
    '{ do = "bring", weapon = "bow" }',
    '{ do = "face", facing = "sw" }',
    '{ do = "mode", mode = "guarded", at = 2.5 }',
    '{ do = "move", pace = "running", to = [11, 0] }',
    '{ do = "move", pace = "walking", path = [[1, 1], [2, 1], [3, 0]] }',
    '{ do = "move", pace = "still", on = "sighted" }',
    '{ do = "cover", pace = "jogging" }',
    '{ do = "cover", pace = "sprinting", threat = "Bo" }',
    '{ do = "dodge", on = "noticed" }',
    '{ do = "dodge", against = "Bo#1" }',
    '{ do = "break_off", on = "commit" }',
    '{ do = "wait", until = 12.5 }',
    '{ do = "hold", on = "target_down" }',
]


@pytest.mark.parametrize("order", GOOD)
def test_a_script_may_order_what_a_combatant_can_do(order) -> None:
    assert len(loads(with_order(order)).agents["Ana"].params["orders"]) == 1


def test_every_option_of_the_engine_can_be_ordered_and_is_ordered_above() -> None:
    tags = {str(option.__struct_config__.tag) for option in options("steps")}
    assert set(DO_NAMES) == tags
    assert {order.split('"')[1] for order in GOOD} == tags


BAD = [
    ('{ do = "fier" }', 'do: found "fier"', "(did you mean fire?)"),
    ('{ weapon = "bow" }', "do: found nothing", "one of aim, break_off"),
    ('{ do = "couch" }', 'do: found "couch"', "allowed: one of aim"),
    ('"fire"', 'found "fire"', "a table"),
    ('{ do = "hold", at = -1 }', "at: found -1", "from 0"),
    ('{ do = "hold", at = 1.0001 }', "at: found 1.0001", "at most 3 decimals"),
    ('{ do = "hold", on = "notised" }', 'on: found "notised"', "(did you mean noticed?)"),
    ('{ do = "hold", on = "announced" }', 'on: found "announced"', "one of arrived, commit"),
    ('{ do = "hold", weapon = "bow" }', 'weapon: found unknown key "weapon"', "keys at, do, on"),
    ('{ do = "fire", target = "Cy" }', 'target: found "Cy"', "an opponent's name: Bo"),
    ('{ do = "fire", target = "Ana" }', 'target: found "Ana"', "an opponent's name"),
    ('{ do = "fire", target = "Boo" }', 'target: found "Boo"', "(did you mean Bo?)"),
    ('{ do = "fire", target = 3 }', "target: found 3", "a text"),
    ('{ do = "fire", weapon = "grenad" }', 'weapon: found "grenad"', "(did you mean grenade?)"),
    ('{ do = "fire", weapon = "pistol" }', 'weapon: found "pistol"', "one of its weapons: assault_rifle, bow, grenade"),
    ('{ do = "fire", mode = "brust" }', 'mode: found "brust"', "(did you mean burst?)"),
    ('{ do = "fire", mode = "guarded" }', 'mode: found "guarded"', "one of aimed, auto, burst, single"),
    ('{ do = "mode", mode = "single" }', 'mode: found "single"', "one of forward, full, guarded, none"),
    ('{ do = "mode" }', "mode: found nothing", "a mode with mode"),
    ('{ do = "fire", weapon = "bow", mode = "aimed" }', 'mode: found "aimed"', "a fire mode of bow: single"),
    ('{ do = "fire", location = "haed" }', 'location: found "haed"', "(did you mean head?)"),
    ('{ do = "fire", mode = "burst", location = "head" }', "location: found location beside burst fire", "mode single or aimed (P-LOS-3, P-LOS-6)"),
    ('{ do = "fire", mode = "auto", indirect = true }', "indirect: found indirect beside auto fire", "mode single or aimed"),
    ('{ do = "fire", sweep = "n" }', "sweep: found sweep beside single fire", 'sweep beside mode = "auto" (P-FIR-1)'),
    ('{ do = "fire", mode = "auto", sweep = "north" }', 'sweep: found "north"', "one of e, n, ne"),
    ('{ do = "fire", point = [1, 1] }', "point: found [1, 1]", "point beside indirect = true"),
    ('{ do = "fire", weapon = "grenade", indirect = true, point = [1, 1], target = "Bo" }', "found a fire with point and target", "one of point and target"),
    ('{ do = "fire", weapon = "grenade", indirect = true, location = "head" }', 'location: found "head"', "in-direct fire calls none"),
    ('{ do = "fire", weapon = "bow", indirect = true }', 'weapon: found "bow"', "can be fired in-direct (P-LOS-3)"),
    ('{ do = "fire", weapon = "grenade", indirect = true, point = [12, 7] }', "point: found [12, 7]", "the map has 12 x 8 squares"),
    ('{ do = "fire", weapon = "grenade", indirect = true, point = [1.0, 1] }', "point[0]: found 1.0", "a whole number"),
    ('{ do = "fire", indirect = 1 }', "indirect: found 1", "true or false"),
    ('{ do = "aim", weapon = "bow" }', 'weapon: found "bow"', "a weapon with the fire mode aimed (P-FIR-1)"),
    ('{ do = "reload", weapon = "bow" }', 'weapon: found "bow"', "a weapon with a magazine (P-FIR-2)"),
    ('{ do = "face" }', "facing: found nothing", "a face with facing"),
    ('{ do = "face", facing = "up" }', 'facing: found "up"', "one of e, n, ne"),
    ('{ do = "move", pace = "runing", to = [1, 1] }', 'pace: found "runing"', "(did you mean running?)"),
    ('{ do = "move", to = [1, 1] }', "pace: found nothing", "a move with pace"),
    ('{ do = "move", pace = "running" }', "found a move with no goal", "one of to and path"),
    ('{ do = "move", pace = "running", to = [1, 1], path = [[1, 1]] }', "found a move with to and path", "one of to and path"),
    ('{ do = "move", pace = "still", to = [1, 1] }', "found a move with to", "who stops goes nowhere (P-MOV-1)"),
    ('{ do = "move", pace = "running", to = [3, 8] }', "to: found [3, 8]", "from [0, 0] to [11, 7]"),
    ('{ do = "move", pace = "running", to = [3] }', "to: found [3]", "an array of 2"),
    ('{ do = "move", pace = "running", path = [] }', "path: found []", "at least one square"),
    ('{ do = "move", pace = "running", path = [[1, 1], [3, 1]] }', "path[1]: found [3, 1]", "a square beside the one before, [1, 1] (P-MOV-1)"),
    ('{ do = "move", pace = "running", path = [[1, 1], [1, 1]] }', "path[1]: found [1, 1]", "a square beside"),
    ('{ do = "move", pace = "running", path = [[11, 0], [12, 0]] }', "path[1]: found [12, 0]", "the map has 12 x 8 squares"),
    ('{ do = "move", pace = "running", path = [[1, 1], 3] }', "path[1]: found 3", "an array of 2"),
    ('{ do = "cover", pace = "still" }', 'pace: found "still"', "a pace at which one gets there"),
    ('{ do = "cover", pace = "running", threat = "Cy" }', 'threat: found "Cy"', "an opponent's name: Bo"),
    ('{ do = "cover", pace = "running", to = [1, 1] }', 'to: found unknown key "to"', "keys at, do, on, pace, threat"),
    ('{ do = "wait" }', "until: found nothing", "a wait with until"),
    ('{ do = "wait", until = -1 }', "until: found -1", "from 0"),
    ('{ do = "bring" , weapon = "rifle" }', 'weapon: found "rifle"', "one of its weapons"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "found", "part"), BAD)
def test_a_wrong_order_is_named_by_its_place_in_the_list(order, found, part) -> None:
    start = "f.toml:11: combatants.Ana.agent.orders[0]"
    hits = [line for line in mistakes(order) if line.startswith(start) and line.removeprefix(start).lstrip(".: ").startswith(found)]
    assert len(hits) == 1
    assert part in hits[0]


def test_orders_are_measured_by_the_map_as_rows_draw_it() -> None:
    text = with_order('{ do = "move", pace = "running", to = [0, 2] }')
    rows = 'field = { rows = ["............", "............"] }'
    with pytest.raises(ScenarioError, match=r"to: found \[0, 2\]; allowed: .* the map has 12 x 2 squares"):
        loads(text.replace("field = { width = 12, height = 8 }", rows))
