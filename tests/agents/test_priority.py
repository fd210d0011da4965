"""The policy `priority`: which line fires, what it fills in, what the log says of the others."""

from __future__ import annotations

from typing import Any

import pytest
from priority_battles import fight, first, player

import agents
from engine import Battle
from engine.registry import SYSTEMS
from engine.scenario import AgentSpec
from scenarios import load, path_of


def text_of(name: str) -> str:
    return path_of(name).read_text(encoding="utf-8")


def answered(scenario: str, who: str, lines: str) -> tuple[Any, Any, str]:
    """Return the request a combatant is first asked, what some lines answer, and their note."""
    battle = fight(text_of(scenario), seed=7)
    request = first(battle, who)
    option = player(battle.scenario, who, lines).decide(request)
    assert request.legal(option) is None
    assert callable(request.note)
    return request, option, request.note()


def test_the_first_line_that_holds_and_is_legal_fires() -> None:
    _, option, note = answered("duel", "Ana", "rise\nattack if chance >= 30\ncouch if distance > 5\nattack")
    assert str(option) == "couch weapon=broadsword target=Bo"
    assert note == "line 4; not 2: not legal: C-THR-1: it stands; 3: chance -1000 >= 30"


def test_when_no_line_fires_it_holds_and_looks_again() -> None:
    request, option, note = answered("duel", "Ana", "attack if t > 5")
    assert (option.do, request.wake) == ("hold", 3.0)
    assert note == "no line holds; not 2: t 0 > 5"


def test_of_several_conditions_the_first_false_one_is_told() -> None:
    _, _, note = answered("duel", "Ana", "let far = distance > 5\nattack if far and not prone and chance > 5 and t > 3")
    assert note == "no line holds; not 3: chance -1000 > 5"


def test_a_block_that_does_not_hold_is_told_once() -> None:
    _, option, note = answered("duel", "Ana", "when distance < 5:\n    attack\n    couch\nmode mode=static")
    assert (option.do, note) == ("mode", "line 5; not 2: distance 9 < 5")


def test_a_lines_own_note_and_wake_go_with_it() -> None:
    request, _, note = answered("duel", "Ana", 'couch note="waits for him" wake=(distance / 2)')
    assert (note, request.wake) == ("line 2 (waits for him)", 4.5)
    request, _, note = answered("duel", "Ana", 'couch if distance > 3  wake=2 note="waits"')
    assert (note, request.wake) == ("line 2 (waits)", 2.0)


def test_an_endless_wake_is_none() -> None:
    request, _, _ = answered("duel", "Ana", "couch wake=(time_to_threat)")
    assert request.wake is None


def test_expressions_set_fields_and_endless_ones_make_the_line_impossible() -> None:
    _, option, _ = answered("duel", "Ana", "mode mode=static set_distance=(distance / 3 + 0.001)")
    assert (option.mode, option.set_distance) == ("static", 3.0)
    _, option, note = answered("duel", "Ana", "mode mode=static set_distance=(time_to_threat)\nhold")
    assert (option.do, note) == ("hold", "line 3; not 2: nobody or nothing it could mean")


def test_the_first_line_that_holds_decides_about_a_mode_though_it_changes_nothing() -> None:
    _, option, note = answered("duel", "Ana", "mode mode=offensive\nmode mode=static\ncouch")
    assert option.do == "couch"
    assert note == "line 4; not 2: changes nothing; 3: line 2 has it so"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("attack", "attack target=Bo weapon=broadsword"),
        ("attack target=nearest weapon=in_hand", "attack target=Bo weapon=broadsword"),
        ('attack target="Bo" weapon="broadsword"', "attack target=Bo weapon=broadsword"),
        ("attack speed_points=99", "attack speed_points=1 target=Bo weapon=broadsword"),
        ("def active=false", "def active=False"),
        ("move", "move toward=Bo"),
        ("move away=nearest speed=2", "move away=Bo speed=2.0"),
        ("wait until=(t + 2)", "wait until=2.0"),
        ("parry", "parry weapon=broadsword"),
    ],
)  # fmt: skip
def test_what_a_line_of_counts_leaves_out_is_filled_in(line: str, told: str) -> None:
    _, option, _ = answered("duel", "Ana", line)
    assert sorted(str(option).split()) == sorted(told.split())


@pytest.mark.parametrize("line", ['attack target="Cy"', "attack weapon=spear", "attack target=hurt", "move to=round", "rise"])
def test_a_line_that_can_mean_nothing_is_passed_over(line: str) -> None:
    _, option, note = answered("duel", "Ana", line)
    assert option.do == "hold"
    assert note.startswith("no line holds; not 2: n")


@pytest.mark.parametrize(
    ("scenario", "who", "line", "told"),
    [
        ("shots_duel", "Ada", "draw", "draw weapon=revolver"),
        ("shots_duel", "Bram", "run", "run toward=Ada distance=1.0"),
        ("shots_duel", "Ada", "wait", "wait shot=11"),
        ("shots_duel", "Ada", "fortune roll=attack", "fortune roll=attack"),
        ("steps_duel", "Ada", "fire", "fire weapon=pistol target=Ben"),
        ("steps_duel", "Ada", "aim", "aim target=Ben weapon=pistol"),
        ("steps_duel", "Ada", "fire mode=best", "fire weapon=pistol target=Ben mode=single"),
        ("steps_duel", "Ada", "move pace=walking to=(4, 2)", "move pace=walking to=(4, 2)"),
        ("steps_duel", "Ada", "mode mode=full", "mode mode=full"),
    ],
)
def test_what_a_line_of_shots_or_steps_leaves_out_is_filled_in(scenario: str, who: str, line: str, told: str) -> None:
    _, option, _ = answered(scenario, who, line)
    assert sorted(str(option).split()) == sorted(told.split())


def test_commit_is_asked_for_by_lists_that_speak_of_it() -> None:
    scenario = load("duel", parameters=agents.parameters)
    assert "commit" not in player(scenario, "Ana", "attack").standing.asks
    assert "commit" in player(scenario, "Ana", 'break_off if asked("commit")').standing.asks
    assert player(scenario, "Ana", "asks start, ready\nattack").standing.asks == {"start", "ready", "hold_expired"}


def test_a_list_that_would_answer_for_ever_at_one_moment_holds_in_the_end() -> None:
    """Setting Fortune aside and taking it back costs nothing: the two lines undo each other without end."""
    text = "fortune roll=attack\nfortune roll=attack active=false"
    battle = fight(text_of("shots_duel"), seed=1)
    one = player(battle.scenario, "Ada", text)
    number = 0
    while (request := battle.advance()) is not None and number < 200:
        number += 1
        battle.answer(request, one.decide(request) if request.combatant == "Ada" else request.options[-1])
    assert battle.result is None or battle.result.outcome != "error", battle.result


@pytest.mark.parametrize("scenario", ["duel", "shots_duel", "steps_duel"])
def test_the_log_changes_nothing_of_what_is_decided(scenario: str) -> None:
    def decided(record: bool) -> list[str]:
        battle = Battle(load(scenario, parameters=agents.parameters), seed=3, record=record)
        spec = AgentSpec("priority", {})
        players = {name: agents.make(spec, name, battle.scenario, 3, 0) for name in battle.scenario.agents}
        told: list[str] = []
        while (request := battle.advance()) is not None and len(told) < 400:
            option = players[request.combatant].decide(request)
            told.append(f"{request.t} {request.combatant} {option}")
            battle.answer(request, option)
        return told

    assert decided(True) == decided(False)


@pytest.mark.parametrize("system", SYSTEMS)
def test_lists_do_not_fit_another_rule_system(system: str) -> None:
    other = next(name for name in SYSTEMS if name != system)
    scenario = load({"counts": "duel", "shots": "shots_duel", "steps": "steps_duel"}[system])
    name = next(iter(scenario.agents))
    from agents.priority_file import USUAL_LISTS
    from engine.errors import ScenarioError

    with pytest.raises(ScenarioError, match=f"found a list for {other}; allowed: a list for {system}"):
        agents.make(AgentSpec("priority", {"list": USUAL_LISTS[other]}), name, scenario)
