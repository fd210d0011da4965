"""What each name says in a fight whose facts stand in its scenario."""

from __future__ import annotations

import pytest
from priority_battles import fight, first, looked

from agents.priority_names import names
from benchmarks.fields import FIELDS
from benchmarks.stalls import played
from engine import Battle, Request
from engine.counts.actions import Attack, Hold, Move
from engine.registry import SYSTEMS
from scenarios import loads, path_of
from studies.run import run

DUEL = {
    # Ana, 30 HTK, a broadsword of 3 ft (best at 5), stands 9 ft from Bo, whose spear is at its best distance there
    "t": "0", "foes": "1", "friends": "0", "foe": "Bo", "distance": "9", "weapon": "broadsword", "weapons": "1", "idle": "true",
    "htk": "30", "health": "100", "bleeding": "0", "hurt": "false", "stunned": "false", "prone": "false", "moving": "false",
    "def_on": "true", "mode": "offensive", "doing": "nothing", "phase": "none", "stage": "out", "foe_stage": "optimal",
    "reach": "5", "foe_reach": "9", "set_distance": "5", "skill": "70", "chance": "-1000", "damage": "0", "recovery": "0",
    "locked": "false", "mounted": "false", "shoots": "false", "holds_bow": "false", "loaded": "0", "ammunition": "0", "in_sight": "true", "blocked": "false",
    "closing": "0", "foe_posture": "ready", "foe_doing": "nothing", "foe_phase": "none", "foe_armed": "true", "foe_hurt": "false",
    "foe_stunned": "false", "foe_prone": "false", "threats": "0", "time_to_threat": "endless", "time_to_impact": "endless",
    "time_to_foe_impact": "endless", "hurt_friends": "0", "friend_beside_foe": "false", "unseen_for": "0",
    'asked("start")': "true", 'asked("struck")': "false", 'has("broadsword")': "true", 'has("spear")': "false",
    'in_hand("broadsword")': "true", "foes_within(8)": "0", "foes_within(9)": "1",
    "min(3, distance, 4)": "3", "max(3, distance)": "9", "abs(3 - distance)": "6",
    "distance / 0": "endless", "0 / 0": "0", "1 / 4": "0.25", "-distance": "-9", 'stage < "optimal"': "true",
    'stage in ("out", "press_1")': "true", 'foe == "Bo"': "true", 'mode != "static"': "true", "3 < distance < 10": "true",
    "not prone and (hurt or distance == 9)": "true",
}  # fmt: skip

STREET = {
    # Ada, gunman: guns 14, martial arts 11, Dodge 13, Fortune 2, at 30 m from Bram; their guns are holstered
    "t": "0", "foes": "1", "friends": "0", "foe": "Bram", "distance": "30", "weapons": "0", "turn": "true", "idle": "true",
    "wounds": "0", "health": "100", "impairment": "0", "fortune": "2", "fu": "0", "condition": "unhurt", "prone": "false",
    "moving": "false", "surprised": "false", "hidden": "false", "guarded": "0", "cover": "0", "cover_near": "false",
    "shooters": "0", "threats": "0", "threat_chance": "0", "threat_points": "0", "saved": "0", "friends_threatened": "0",
    "closing": "0", "dying_friends": "0", "lying": "0", "sequence": "1", "foe_defense": "13", "foe_toughness": "7", "foe_cover": "0",
    "foe_condition": "unhurt", "foe_unnamed": "false", "foe_prone": "false", "foe_moving": "false", "foe_shoots": "false",
    "weapon": "fists", "chance": "0", "damage": "0", "harm": "0", "cost": "3", "reach": "2", "base_range": "2", "value": "11",
    "loaded": "0", "carried": "0", "magazine": "0", "ready": "true", "melee": "true", 'has("revolver")': "true",
    'in_hand("revolver")': "false", 'foe_condition < "impaired"': "true",
}  # fmt: skip

YARD = {
    # Ada, shooting 5, trained: medium range at 12 squares is difficulty 15 (P-CHK-3), so 10 or more of d20: 55 percent
    "foes": "1", "foe": "Ben", "distance": "12", "weapon": "pistol", "chance": "55", "health": "100", "condition": "unhurt",
    "mode": "forward", "pace": "still", "walking": "false", "may_move": "true", "facing": "e", "doing": "nothing", "phase": "none",
    "time_to_impact": "endless", "target_lost": "false", "unseen": "0", "lost": "0", "threats": "0", "threat_chance": "0",
    "dodge_saves": "0", "loaded": "15", "magazine": "15", "empty": "false", "armed": "true", "endangers": "false", "valid": "true",
    "aimed": "0", "cover": "0", "foe_cover": "0", "foe_condition": "unhurt", "foe_pace": "still", "foe_mode": "forward",
    "foe_doing": "nothing", "foe_phase": "none", "foe_sees_me": "true", "foe_armed": "true", "foe_guards": "true", "blast": "false",
    'pace < "running"': "true",
}  # fmt: skip


def at(scenario: str, name: str) -> tuple[Battle, Request]:
    """Return a shipped fight at a combatant's first request."""
    battle = fight(path_of(scenario).read_text(encoding="utf-8"), seed=7)
    return battle, first(battle, name)


@pytest.mark.parametrize(("name", "value"), DUEL.items())
def test_names_of_counts_say_what_stands_in_the_scenario(name: str, value: str) -> None:
    assert looked(*at("duel", "Ana"), name, "attack") == value


@pytest.mark.parametrize(("name", "value"), STREET.items())
def test_names_of_shots_say_what_stands_in_the_scenario(name: str, value: str) -> None:
    assert looked(*at("shots_duel", "Ada"), name, "attack weapon=fists") == value


@pytest.mark.parametrize(("name", "value"), YARD.items())
def test_names_of_steps_say_what_stands_in_the_scenario(name: str, value: str) -> None:
    assert looked(*at("steps_duel", "Ada"), name, "fire") == value


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_name_has_a_kind_a_unit_where_it_is_a_number_and_one_sentence(system: str) -> None:
    for entry in names(system):
        assert entry.why
        assert not entry.why.endswith(".")
        assert entry.kind.name
        assert entry.unit or entry.kind.name != "a number" or entry.takes


@pytest.mark.parametrize(("scenario", "name", "line"), [("duel", "Ana", "attack"), ("shots_duel", "Ada", "attack"), ("steps_duel", "Ada", "fire")])
def test_every_name_says_something_without_any_foe(scenario: str, name: str, line: str) -> None:
    battle, request = at(scenario, name)
    for entry in names(battle.scenario.system):
        if not entry.takes:
            assert looked(battle, request, entry.name, f'{line} target="Nobody"')
    assert looked(battle, request, "distance", f'{line} target="Nobody"') == "endless"
    assert looked(battle, request, 'foe == ""', f'{line} target="Nobody"') == "true"


def test_a_blow_under_way_is_told_to_its_own_fighter_and_to_who_noticed_it() -> None:
    """Bo's spear: W 8 at Optimal; whoever notices its wind-up knows the count it lands."""
    battle = fight(path_of("duel").read_text(encoding="utf-8"), seed=7)
    told: dict[str, str] = {}
    landing = None
    while "Ana" not in told and (request := battle.advance()) is not None:
        me = request.view.me
        if request.combatant == "Bo" and me.action is None:
            battle.answer(request, Attack(target="Ana", weapon="spear"))
            continue
        if request.combatant == "Bo":
            landing = me.action.impact
            assert looked(battle, request, "doing") == "attack"
            assert looked(battle, request, "time_to_impact") == f"{landing - request.t:.4g}"
            assert looked(battle, request, "idle") == "false"
        if request.combatant == "Ana" and "noticed" in request.reasons and landing is None:
            landing = request.view.foes[0].action.impact
        if request.combatant == "Ana" and "noticed" in request.reasons:
            told["Ana"] = looked(battle, request, "time_to_threat")
            assert told["Ana"] == looked(battle, request, "time_to_foe_impact") == f"{landing - request.t:.4g}"
            assert looked(battle, request, "threats") == "1"
            assert looked(battle, request, "foe_doing") == "attack"
            assert looked(battle, request, "foe_phase") in ("windup", "committed")
            assert looked(battle, request, "foe", "attack target=threat") == "Bo"
        battle.answer(request, Hold())
    assert told


def test_who_is_carried_is_mounted_until_it_gets_off() -> None:
    """The lancer of this field rides from the start; a move at speed 0 is a dismount."""
    battle = fight(FIELDS["counts"]["a horse"], seed=7)
    request = first(battle, "Red 1")
    assert looked(battle, request, "mounted") == "true"
    assert looked(battle, request, "moving") == "true"
    battle.answer(request, Move(speed=0.0))
    while (request := battle.advance()) is not None and (request.combatant != "Red 1" or any(request.view.me.velocity)):
        battle.answer(request, Hold())
    assert request is not None
    assert looked(battle, request, "mounted") == "false"


def test_a_line_that_frees_a_weapon_means_one_that_is_locked() -> None:
    """Round this wall the two run into each other and lock their only weapons at Over 3 (C-STG-3): `unlock if locked`."""
    scenario = played(loads(FIELDS["counts"]["long wall"]), red="priority", blue="priority")
    log = run(scenario, 0).log()
    locked = {line["actor"] for line in log if line["type"] == "lock" and line["locked"]}
    assert locked
    assert locked <= {line["actor"] for line in log if line["type"] == "decision" and line["option"]["do"] == "unlock"}


def test_names_ask_nothing_that_no_line_asks() -> None:
    """A name is worked out when a line that uses it is looked at, once a decision."""
    battle, request = at("duel", "Ana")
    counted: list[str] = []
    view = request.view

    class Counting:
        def __getattr__(self, name: str) -> object:
            counted.append(name)
            return getattr(view, name)

    request.view = Counting()
    assert looked(battle, request, "distance > 20 and chance > 0", "attack") == "false"
    assert "chance" not in counted
    assert counted.count("foes") == 1
