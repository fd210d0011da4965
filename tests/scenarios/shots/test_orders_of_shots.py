"""Orders of shots scripts: every option by its name, its fields and nobody's else, friends and foes told apart (section 8)."""

from __future__ import annotations

import pytest

from engine.errors import ScenarioError
from engine.registry import options
from scenarios import loads
from scenarios.shots.orders import DO_NAMES

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "shots"\n'
SHED = """[[field.places]]
name = "shed"
position = [9, 9]
toughness = 9
[[field.places]]
name = "wood"
position = [1, 1]
tags = ["woods"]
"""
ANA = """[[combatants]]
name = "Ana"
side = "red"
fortune = 1
weapons = ["pistol", "throwing_knife", "grenade", "fists", "bow"]
schticks = ["inner_focus", "stand_and_deliver"]
"""
OTHERS = """
[[combatants]]
name = "Cy"
side = "red"
weapons = ["knife"]
[[combatants]]
name = "Bo"
side = "blue"
weapons = ["rifle"]
"""


def with_order(order, ana=ANA):
    """Return a scenario with one order of Ana's on its line 19."""
    return f'{HEAD}{SHED}{ana}agent = {{ policy = "script", orders = [\n{order},\n] }}{OTHERS}'


def mistakes(order, ana=ANA):
    with pytest.raises(ScenarioError) as caught:
        loads(with_order(order, ana), label="f.toml")
    return caught.value.mistakes


GOOD = [
    '{ do = "attack" }',
    '{ do = "attack", target = "Bo", weapon = "pistol", shots = 3, to = [1, 2] }',
    '{ do = "attack", target = "shed", weapon = "pistol", fortune = true }',
    '{ do = "attack", target = "Bo", weapon = "rifle" }',
    '{ do = "throw", target = "Bo", weapon = "throwing_knife", away = "Bo" }',
    '{ do = "area", weapon = "grenade", point = [5, 5] }',
    '{ do = "area", weapon = "grenade", target = "Bo", shots = 1 }',
    '{ do = "area", weapon = "grenade" }',
    '{ do = "move", toward = "Cy", distance = 1.5 }',
    '{ do = "run", away = "Bo" }',
    '{ do = "draw", weapon = "bow" }',
    '{ do = "pick_up", weapon = "rifle" }',
    '{ do = "reload", weapon = "bow" }',
    '{ do = "bind" }',
    '{ do = "bind", target = "Ana" }',
    '{ do = "bind", target = "Cy", fortune = true }',
    '{ do = "drop" }',
    '{ do = "rise", at = 2.5 }',
    '{ do = "wait", shot = 3 }',
    '{ do = "defend", on = "announced", kind = "parry" }',
    '{ do = "defend_other", on = "announced", target = "Cy", kind = "alert" }',
    '{ do = "interpose", target = "Cy", against = "Bo#3" }',
    '{ do = "volunteer" }',
    '{ do = "fortune", roll = "perception" }',
    '{ do = "fortune", roll = "attack", active = false }',
    '{ do = "schtick", name = "inner_focus" }',
    '{ do = "attack", on = "closing", weapon = "pistol", shots = 0 }',
    '{ do = "hold", on = "closing" }',
]


@pytest.mark.parametrize("order", GOOD)
def test_a_script_may_order_what_a_character_can_do(order) -> None:
    [agent] = [agent for name, agent in loads(with_order(order)).agents.items() if name == "Ana"]
    assert len(agent.params["orders"]) == 1


def test_every_option_of_the_engine_can_be_ordered_and_is_ordered_above() -> None:
    tags = {str(option.__struct_config__.tag) for option in options("shots")}
    assert set(DO_NAMES) == tags
    assert {order.split('"')[1] for order in GOOD} == tags


BAD = [
    ('{ do = "atack" }', 'do: found "atack"', "(did you mean attack?)"),
    ("{ shots = 2 }", "do: found nothing", "one of area, attack"),
    ('{ do = "couch" }', 'do: found "couch"', "allowed: one of area"),
    ('{ do = "hold", at = -1 }', "at: found -1", "from 0"),
    ('{ do = "hold", at = 1.0001 }', "at: found 1.0001", "at most 3 decimals"),
    ('{ do = "hold", on = "anounced" }', 'on: found "anounced"', "(did you mean announced?)"),
    ('{ do = "hold", on = "stage_changed" }', 'on: found "stage_changed"', "one of announced"),
    ('{ do = "attack", target = "Cy" }', 'target: found "Cy"', "an opponent's name, or a structure's: Bo, shed"),
    ('{ do = "attack", target = "Ana" }', 'target: found "Ana"', "an opponent's name"),
    ('{ do = "attack", target = "shedd" }', 'target: found "shedd"', "(did you mean shed?)"),
    ('{ do = "attack", target = "wood" }', 'target: found "wood"', "a structure's: Bo, shed"),
    ('{ do = "attack", target = 3 }', "target: found 3", "a text"),
    ('{ do = "area", target = "shed" }', 'target: found "shed"', "an opponent's name: Bo"),
    ('{ do = "area", point = [1, 2], target = "Bo" }', "found an area with point and target", "one of point and target"),
    ('{ do = "area", point = [1] }', "point: found [1]", "an array of 2"),
    ('{ do = "bind", target = "Bo" }', 'target: found "Bo"', "its own name or a friend's: Ana, Cy"),
    ('{ do = "defend_other", target = "Bo" }', 'target: found "Bo"', "a friend's name: Cy"),
    ('{ do = "defend_other", target = "Ana" }', 'target: found "Ana"', "a friend's name: Cy"),
    ('{ do = "interpose", target = "Cyy" }', 'target: found "Cyy"', "(did you mean Cy?)"),
    ('{ do = "attack", weapon = "pistl" }', 'weapon: found "pistl"', "(did you mean pistol?)"),
    ('{ do = "attack", weapon = "throwing_knife" }', 'weapon: found "throwing_knife"', "not thrown and attacks one target"),
    ('{ do = "attack", weapon = "grenade" }', 'weapon: found "grenade"', "not thrown and attacks one target"),
    ('{ do = "throw", weapon = "pistol" }', 'weapon: found "pistol"', "thrown at one target"),
    ('{ do = "throw", weapon = "grenade" }', 'weapon: found "grenade"', "thrown at one target"),
    ('{ do = "area", weapon = "pistol" }', 'weapon: found "pistol"', "a weapon with a radius"),
    ('{ do = "reload", weapon = "fists" }', 'weapon: found "fists"', 'feed = "clip" or "rounds"'),
    ('{ do = "draw", weapon = "fists" }', 'weapon: found "fists"', "takes a hand"),
    ('{ do = "pick_up", weapon = "rife" }', 'weapon: found "rife"', "a weapon of the fight"),
    ('{ do = "attack", shots = 4 }', "shots: found 4", "from 0 up to 3"),
    ('{ do = "attack", shots = 1.5 }', "shots: found 1.5", "a whole number"),
    ('{ do = "move" }', "found a move with no goal", "one of to, toward and away"),
    ('{ do = "run", shots = 3 }', 'shots: found unknown key "shots"', "keys at, away, distance, do, on, to, toward"),
    ('{ do = "move", to = [1, 2], away = "Bo" }', "found a move with to and away", "one of to, toward and away"),
    ('{ do = "move", away = "Bo", distance = 2 }', "distance: found 2", "a distance beside toward"),
    ('{ do = "move", toward = "Boo" }', 'toward: found "Boo"', "another combatant's name: Bo, Cy (did you mean Bo?)"),
    ('{ do = "wait" }', "shot: found nothing", "a wait with shot"),
    ('{ do = "wait", shot = -1 }', "shot: found -1", "from 0"),
    ('{ do = "defend", kind = "dodg" }', 'kind: found "dodg"', "(did you mean dodge?)"),
    ('{ do = "defend", kind = "lightning_dodge" }', 'kind: found "lightning_dodge"', "a defense it knows: alert, catch, dodge, parry"),
    ('{ do = "defend", target = "Cy" }', 'target: found unknown key "target"', "keys at, do, kind, on"),
    ('{ do = "schtick", name = "guts" }', 'name: found "guts"', "one of its schticks: inner_focus, stand_and_deliver"),
    ('{ do = "schtick", name = "focus" }', 'name: found "focus"', "one of crowd_breaker"),
    ('{ do = "schtick" }', "name: found nothing", "a schtick with name"),
    ('{ do = "fortune" }', "roll: found nothing", "a fortune with roll"),
    ('{ do = "fortune", roll = "damage" }', 'roll: found "damage"', "one of attack, death_test, initiative"),
    ('{ do = "attack", fortune = 1 }', "fortune: found 1", "true or false"),
    ('"attack"', 'found "attack"', "a table"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "found", "part"), BAD)
def test_a_wrong_order_is_named_by_its_place_in_the_list(order, found, part) -> None:
    hits = [line for line in mistakes(order) if line.startswith("f.toml:19: combatants.Ana.agent.orders[0]")]
    assert [line for line in hits if line.removeprefix("f.toml:19: combatants.Ana.agent.orders[0]").lstrip(".: ").startswith(found)]
    assert part in hits[0]


def test_whoever_has_no_fortune_can_put_none_into_a_roll() -> None:
    """S-CHR-1."""
    [line] = mistakes('{ do = "attack", fortune = true }', ANA.replace("fortune = 1\n", "\n"))
    assert "orders[0]: found Fortune in an attack; allowed: no Fortune: it has none (S-CHR-1)" in line


def test_an_unnamed_character_takes_no_snapshots() -> None:
    """S-WND-3."""
    unnamed = ANA.replace("fortune = 1", "unnamed = true").replace('schticks = ["inner_focus", "stand_and_deliver"]\n', "")
    [line] = mistakes('{ do = "attack", shots = 2 }', unnamed)
    assert "orders[0].shots: found 2; allowed: no snapshot" in line


def test_what_a_schtick_teaches_can_be_ordered_by_who_has_it() -> None:
    """S-DEF-5."""
    learned = ANA.replace("inner_focus", "lightning_dodge")
    assert loads(with_order('{ do = "defend", kind = "lightning_dodge" }', learned))


NEVER = [
    ('{ do = "throw", shots = 0 }', "shots: found 0", "3, 2 or 1: only an attack can be a free shot (S-CHR-3)"),
    ('{ do = "area", weapon = "grenade", shots = 0 }', "shots: found 0", "only an attack can be a free shot"),
    ('{ do = "attack", shots = 0, on = "ready" }', "shots: found 0", "a free shot answers one who comes closer"),
    ('{ do = "attack", shots = 0, weapon = "fists" }', 'weapon: found "fists"', "a weapon that shoots"),
    ('{ do = "attack", shots = 0, toward = "Bo" }', "found a free shot with a movement", "no movement with a free shot (S-MOV-1)"),
    ('{ do = "attack", on = "closing", shots = 2 }', 'on: found "attack" on closing', "attack as a free shot (S-SEQ-2)"),
    ('{ do = "reload", weapon = "bow", on = "announced" }', 'on: found "reload" on announced', "an answer to others: defend"),
    ('{ do = "run", away = "Bo", on = "announced" }', 'on: found "run" on announced', "an answer to others"),
    ('{ do = "interpose", target = "Cy", on = "ready" }', 'on: found "interpose" on ready', "announced: it answers"),
    ('{ do = "volunteer", on = "start" }', 'on: found "volunteer" on start', "announced: it answers"),
    ('{ do = "wait", shot = 0 }', "shot: found 0", "1 or more"),
    ('{ do = "attack", shots = 2, to = [1, 2] }', "to: found a movement with a snapshot (2)", "3 shots or more (S-MOV-1)"),
    ('{ do = "draw", weapon = "bow", away = "Bo" }', "away: found a movement with a draw (1)", "3 shots or more (S-MOV-1)"),
    ('{ do = "schtick", name = "stand_and_deliver" }', 'name: found "stand_and_deliver"', "is always on (S-CHR-3)"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "found", "part"), NEVER)
def test_an_order_that_can_be_legal_at_no_time_is_a_mistake(order, found, part) -> None:
    """S-SEQ-2, S-SEQ-4, S-DEF-4, S-CHR-3, S-MOV-1."""
    [line] = mistakes(order)
    place, _, rest = line.partition("orders[0]")
    assert place == "f.toml:19: combatants.Ana.agent."
    assert rest.lstrip(".: ").startswith(found)
    assert part in rest


@pytest.mark.parametrize("order", ['{ do = "attack", shots = 0 }', '{ do = "defend", on = "closing" }', '{ do = "hold", on = "closing" }'])
def test_only_who_has_free_shots_is_asked_about_those_that_come_closer(order) -> None:
    """S-CHR-3: Stand and Deliver gives free shots; nobody else does."""
    plain = ANA.replace(', "stand_and_deliver"', "")
    assert loads(with_order(order))
    [line] = mistakes(order, plain)
    assert "stand_and_deliver" in line.partition("allowed: ")[2]


def test_an_unnamed_character_takes_no_free_shots() -> None:
    """S-WND-3."""
    unnamed = ANA.replace("fortune = 1", "unnamed = true").replace('schticks = ["inner_focus", "stand_and_deliver"]\n', "")
    [line] = mistakes('{ do = "attack", shots = 0 }', unnamed)
    assert "orders[0].shots: found 0; allowed: 3: an unnamed character takes whole actions only" in line


def test_whoever_has_no_move_can_be_ordered_nowhere() -> None:
    """S-MOV-1."""
    [line] = mistakes('{ do = "run", away = "Bo" }', ANA.replace("fortune = 1", "fortune = 1\nmove = 0").replace('side = "red"\n', 'side = "red" # ', 1))
    assert 'allowed: no movement: its move is 0 (S-MOV-1)' in line


def test_rules_of_quicker_actions_let_a_snapshot_move() -> None:
    """S-MOV-1: a movement goes with a whole action, of as many shots as the rules say."""
    order = '{ do = "attack", shots = 2, to = [1, 2] }'
    assert loads(with_order(order).replace("[[field.places]]", "[rules]\naction_shots = 2\n[[field.places]]", 1))
