"""Advance, answer, result: the two calls that drive a battle, its ends and its guards (CLK-4, CLK-5, CLK-8)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import attrs
import msgspec
import pytest

from engine import Battle, IllegalOption, InputError, Request, Scenario, Standing
from engine.counts.actions import Attack, BreakOff, Hold, Mode, Parry, Wait
from engine.errors import ScenarioError, ScriptedRollError, UsageError
from engine.options import Option
from engine.shots import actions as shots
from scenarios import load
from studies import run
from tests.engine.strategies import EVERYTHING, HOLD, Document, chaotic, fight, fighter, lines, of_type, plain, play

ATTACK = Attack(target="Bo", weapon="broadsword")
BACK = Attack(target="Ana", weapon="broadsword")
HIT = {"Ana/to_hit": [[10]], "Ana/location": [[20]], "Ana/damage": [[4, 4]]}


@attrs.define
class Timed:
    """Gives its answers at given counts, each once, and holds otherwise; asks for everything and keeps all requests."""

    answers: Mapping[float, Option]
    standing: Standing = EVERYTHING
    asked: list[tuple[float, tuple[str, ...]]] = attrs.field(factory=list)
    given: set[float] = attrs.field(factory=set)

    def decide(self, request: Request) -> Option:
        """Answer what stands at this count, and be asked again at the next one."""
        self.asked.append((request.t, request.reasons))
        ahead = [t for t in self.answers if t > request.t]
        if ahead:
            request.wake = min(ahead)
        if request.t in self.answers and request.t not in self.given:
            self.given.add(request.t)
            return self.answers[request.t]
        return HOLD


def duel(ana: Mapping[str, Any] | None = None, bo: Mapping[str, Any] | None = None, **rules: Any) -> Scenario:
    """Return Ana against Bo at their best distance: X = W = 10, INIT 0."""
    return fight(fighter("Ana", "red", 0, **(ana or {})), fighter("Bo", "blue", 5, **(bo or {})), **rules)


def fought(fight_of: Scenario, ana: Mapping[float, Option], bo: Mapping[float, Option] | None = None, **more: Any) -> Battle:
    """Play a duel of two timed agents."""
    return play(fight_of, {"Ana": Timed(ana), "Bo": Timed(bo or {})}, **more)


def timeline(battle: Battle, *types: str) -> list[tuple[float, str | None, str]]:
    """Return moment, actor and type of the events of some types."""
    return [(event["t"], event.get("actor"), event["type"]) for event in of_type(battle, *types)]


# answering


def test_every_combatant_is_asked_once_at_the_start_before_any_answer_is_taken_up() -> None:
    battle = Battle(duel(max_counts=20))
    first = battle.advance()
    assert first is not None
    assert battle.advance() is first
    battle.answer(first, ATTACK)
    assert not of_type(battle, "decision", "declare")
    second = battle.advance()
    assert second is not None
    assert {(first.combatant, first.reasons), (second.combatant, second.reasons)} == {
        ("Ana", ("start",)), ("Bo", ("start",)),
    }  # fmt: skip
    assert second.view.seen("Ana").action is None
    battle.answer(second, HOLD)
    battle.advance()
    assert timeline(battle, "declare") == [(0.0, "Ana", "declare")]


def test_requests_of_one_pass_may_be_answered_in_any_order() -> None:
    one, other = Battle(duel(max_counts=20)), Battle(duel(max_counts=20))
    answers = {"Ana": ATTACK, "Bo": BACK}
    for battle, turn in ((one, 1), (other, -1)):
        first = battle.advance()
        assert first is not None
        for request in battle._open[::turn]:
            battle.answer(request, answers[request.combatant])
        while request := battle.advance():  # type: ignore[assignment]
            battle.answer(request, HOLD)
    assert lines(one) == lines(other)


def test_an_answer_nobody_waits_for_is_a_usage_error() -> None:
    battle, other = Battle(duel(max_counts=20)), Battle(duel(max_counts=20))
    request, foreign = battle.advance(), other.advance()
    assert request is not None
    assert foreign is not None
    battle.answer(request, HOLD)
    for stray in (request, foreign):
        with pytest.raises(UsageError, match="not open"):
            battle.answer(stray, HOLD)


def test_a_battle_that_is_over_takes_no_answer_and_asks_nothing() -> None:
    battle = Battle(duel(max_counts=20))
    request = battle.advance()
    assert request is not None
    battle.fail("stopped")
    with pytest.raises(UsageError):
        battle.answer(request, HOLD)
    assert battle.advance() is None
    assert battle.result is not None
    assert (battle.result.outcome, battle.result.winner, battle.result.reason) == ("error", None, "stopped")
    assert plain(battle)[-1]["outcome"] == "error"


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        (Attack(target="Cid", weapon="broadsword"), "CLK-5"),
        (Attack(target="Ana", weapon="broadsword"), "CLK-5"),
        (Attack(target="Bo", weapon="pike"), "C-CHR-1"),
        (Attack(target="Bo", weapon="broadsword", speed_points=1), "C-INI-2"),
        (Attack(target="Bo", weapon="broadsword", speed_points=-1), "C-INI-2"),
        (Attack(target="Bo", weapon="broadsword", location="tail"), "C-HIT-6"),
        (BreakOff(), "C-TIM-7"),
        (Mode(mode="sideways"), "C-MOD-1"),
        (Wait(until=0.0), "CLK-5"),
        (Wait(until=float("nan")), "CLK-5"),
        (Option(), "CLK-5"),
        ("hold", "CLK-5"),
        (None, "CLK-5"),
    ],
)
def test_an_illegal_option_names_its_rule_and_what_was_legal_and_leaves_the_request_open(option: Any, rule: str) -> None:
    battle = Battle(duel(max_counts=20))
    request = battle.advance()
    assert request is not None
    assert request.combatant == "Ana"
    with pytest.raises(IllegalOption) as caught:
        battle.answer(request, option)
    assert caught.value.rule == rule
    assert caught.value.combatant == "Ana"
    assert str(ATTACK) in caught.value.legal
    assert "hold" in caught.value.legal
    assert battle.advance() is request
    battle.answer(request, HOLD)


def test_every_option_of_the_list_is_legal_and_so_are_its_variations() -> None:
    seen = set()
    scenario = duel({"combat_maneuver_rank": 2}, max_counts=40)
    players = chaotic(scenario)
    battle = Battle(scenario, standing=dict.fromkeys(players, EVERYTHING))
    while request := battle.advance():
        assert request.options
        for option in request.options:
            assert request.legal(option) is None
            seen.add(option.do)
            if isinstance(option, Attack):
                assert request.legal(msgspec.structs.replace(option, location="head")) is None
        battle.answer(request, players[request.combatant].decide(request))
    assert {"attack", "couch", "parry", "hold", "wait", "mode", "break_off", "press", "retreat", "def"} <= seen


def test_an_agent_is_asked_only_for_the_reasons_it_named() -> None:
    """CLK-5: the engine holds on all others."""
    scenario = duel(max_counts=60)
    players = {"Ana": Timed({}, Standing(asks=frozenset({"start", "struck"}))), "Bo": Timed({})}
    standing = {name: player.standing for name, player in players.items()}
    battle = Battle(scenario, standing=standing)
    while request := battle.advance():
        listed = [option for option in request.options if isinstance(option, Attack)]
        players[request.combatant].asked.append((request.t, request.reasons))
        battle.answer(request, listed[0] if listed else HOLD)
    assert {reason for _, reasons in players["Ana"].asked for reason in reasons} <= {"start", "struck"}
    assert {reason for _, reasons in players["Bo"].asked for reason in reasons} >= {"start", "commit", "recovering", "ready"}
    assert plain(battle)[0]["asks"]["Ana"] == ["start", "struck"]


def test_commit_is_asked_only_of_those_who_name_it() -> None:
    asked = Timed({0.0: ATTACK}, Standing())
    play(duel(max_counts=20), {"Ana": asked, "Bo": Timed({})})
    assert "commit" not in {reason for _, reasons in asked.asked for reason in reasons}
    asked = Timed({0.0: ATTACK})
    play(duel(max_counts=20), {"Ana": asked, "Bo": Timed({})})
    assert (5.0, ("commit",)) in asked.asked


def test_a_wake_in_the_middle_of_an_action_asks_at_that_very_count() -> None:
    ana = Timed({0.0: ATTACK, 3.217: BreakOff()})
    battle = play(duel(max_counts=20), {"Ana": ana, "Bo": Timed({})})
    assert (3.217, ("hold_expired",)) in ana.asked
    assert timeline(battle, "break_off", "commit", "impact") == [(3.217, "Ana", "break_off")]


def test_a_later_wake_replaces_the_one_before() -> None:
    ana = Timed({})
    battle = Battle(duel(max_counts=20), standing={"Ana": EVERYTHING})
    while request := battle.advance():
        if request.combatant == "Ana":
            ana.asked.append((request.t, request.reasons))
            request.wake = {0.0: 4.0, 4.0: 9.5}.get(request.t)
        battle.answer(request, ATTACK if request.combatant == "Ana" and request.t == 0.0 else HOLD)
    assert [t for t, reasons in ana.asked if "hold_expired" in reasons] == [4.0, 9.5]


def test_notes_stand_in_the_log_with_their_answer() -> None:
    battle = Battle(duel(max_counts=5))
    for _ in range(2):
        request = battle.advance()
        assert request is not None
        request.note = "own words"
        battle.answer(request, HOLD, "better words" if request.combatant == "Bo" else None)
    while request := battle.advance():
        battle.answer(request, HOLD)
    assert {event["actor"]: event["note"] for event in of_type(battle, "decision")[:2]} == {
        "Ana": "own words", "Bo": "better words",
    }  # fmt: skip


def test_who_forfeits_is_out_and_the_other_side_wins() -> None:
    battle = Battle(duel(max_counts=20))
    request = battle.advance()
    assert request is not None
    battle.forfeit("Ana", "its agent raised")
    while request := battle.advance():
        battle.answer(request, HOLD)
    assert battle.result is not None
    assert (battle.result.outcome, battle.result.winner, battle.result.t) == ("win", "blue", 0.0)
    assert [(event["actor"], event["why"]) for event in of_type(battle, "down")] == [("Ana", "CLK-5: its agent raised")]


@pytest.mark.parametrize("name", ["duel", "shots_duel"])
def test_who_forfeits_when_nobody_else_is_asked_is_not_asked_again(name: str) -> None:
    """CLK-5: the pass in which only the forfeiter was asked is over."""
    battle = Battle(load(name), seed=1)
    gone, asked = None, 0
    while request := battle.advance():
        assert request.combatant != gone
        asked += 1
        if asked == 4:
            gone = request.combatant
            battle.forfeit(gone, "its agent raised")
        else:
            battle.answer(request, request.options[0])
    assert battle.result is not None
    assert battle.result.outcome == "win"


NONSENSE = (
    ("duel", Wait(until=10**5000)), ("duel", Wait(until=float("nan"))), ("duel", Wait(until="3")),  # type: ignore[arg-type]
    ("duel", Attack(target=object(), weapon="broadsword")), ("duel", Attack(target="Bo", weapon=["broadsword"])),  # type: ignore[arg-type]
    ("shots_duel", shots.Wait(shot=10**5000)), ("shots_duel", shots.Run(to=(10**400, 0))), ("shots_duel", shots.Attack(target=7, weapon=None)),  # type: ignore[arg-type]
)  # fmt: skip


@pytest.mark.parametrize(("name", "option"), NONSENSE, ids=range(len(NONSENSE)))
def test_an_option_with_nonsense_in_its_fields_is_not_legal_and_nothing_else(name: str, option: Option) -> None:
    """CLK-5: the engine's own error, with what was legal; the request stays open."""
    battle = Battle(load(name), seed=1)
    request = battle.advance()
    assert request is not None
    with pytest.raises(IllegalOption, match="legal now"):
        battle.answer(request, option)
    battle.answer(request, request.options[0])


WAKES = (float("nan"), float("inf"), -float("inf"), "abc", True, [3.0], 10**5000)


@pytest.mark.parametrize("wake", WAKES, ids=range(len(WAKES)))
def test_a_wake_that_is_no_count_is_refused(wake: Any) -> None:
    """CLK-5: nothing an agent sets beside its answer goes through unseen."""
    battle = Battle(load("duel"), seed=1)
    request = battle.advance()
    assert request is not None
    request.wake = wake
    with pytest.raises(IllegalOption, match="wake"):
        battle.answer(request, request.options[0])
    request.wake = None
    battle.answer(request, request.options[0])


@pytest.mark.parametrize("note", ["\ud800", 5, ["x"]], ids=range(3))
def test_a_note_that_is_no_text_is_refused(note: Any) -> None:
    battle = Battle(load("duel"), seed=1)
    request = battle.advance()
    assert request is not None
    request.note = note
    with pytest.raises(IllegalOption, match="note"):
        battle.answer(request, request.options[0])


@pytest.mark.parametrize(("policy", "outcome", "forfeits"), [("error", "error", ()), ("forfeit", "win", ("Ana",)), ("default_action", "win", ())])
def test_a_wake_that_is_no_count_is_the_agents_fault(policy: Any, outcome: str, forfeits: tuple[str, ...]) -> None:
    class Sleeper:
        def decide(self, request: Request) -> Option:
            request.wake = float("nan")
            return request.options[0]

    done = run("duel", seed=1, agents={"Ana": Sleeper()}, on_illegal=policy, record=False)
    assert (done.outcome, done.forfeits, done.winner) == (outcome, forfeits, None if outcome == "error" else "blue")


def test_an_option_found_legal_before_a_forfeit_is_looked_at_again_after_it() -> None:
    """Its target has left meanwhile."""
    battle = Battle(fight(*three(), fighter("Dan", "blue", 400), max_counts=40))
    request = battle.advance()
    assert request is not None
    assert request.combatant == "Ana"
    assert request.legal(ATTACK) is None
    battle.forfeit("Bo", "its agent raised")
    with pytest.raises(IllegalOption, match="C-WND-6"):
        battle.answer(request, ATTACK)


def test_an_unknown_system_is_an_input_error() -> None:
    with pytest.raises(InputError, match="system"):
        Battle(attrs.evolve(duel(), system="dice_pool"))


# times


def test_times_in_the_log_are_exact_decimals_and_never_ticks() -> None:
    """CLK-1: W = 4.7 + 4 = 8.7 lands at 8.7 and is ready at 13.05."""
    odd = {"name": "odd", "wsd": 4.7, "damage": "3", "type": "chopping", "length": 3}
    scenario = duel({"weapons": [odd], "skills": {"odd": 70}}, max_counts=20)
    battle = fought(scenario, {0.0: Attack(target="Bo", weapon="odd")})
    declare = of_type(battle, "declare")[0]
    assert (declare["begin"], declare["commit"], declare["impact"], declare["ready"]) == (0.0, 4.35, 8.7, 13.05)
    assert timeline(battle, "commit", "impact", "ready") == [
        (4.35, "Ana", "commit"), (8.7, "Ana", "impact"), (13.05, "Ana", "ready"),
    ]  # fmt: skip
    for event in plain(battle):
        assert Decimal(repr(event["t"])) * 8000 == int(event["t"] * 8000 + 0.5)


def test_a_duration_of_four_decimals_is_refused_with_its_path() -> None:
    """CLK-1."""
    with pytest.raises(ScenarioError, match=r"rules\.max_counts"):
        duel(max_counts=20.0001)


# actions


def test_actions_are_numbered_for_each_combatant_and_not_for_the_battle() -> None:
    """CLK-4."""
    battle = fought(duel(max_counts=40, level="design"), {0.0: ATTACK, 20.0: ATTACK}, {0.0: BACK, 20.0: BACK}, seed=3)
    found = {event["action"] for event in of_type(battle, "declare")}
    assert {"Ana#1", "Bo#1"} <= found <= {"Ana#1", "Ana#2", "Bo#1", "Bo#2"}


def test_a_break_off_at_the_commit_count_is_free_and_one_tick_later_is_a_miss() -> None:
    """C-TIM-7, CLK-2: the commit count itself is the last moment."""
    free = fought(duel(max_counts=20), {0.0: ATTACK, 5.0: BreakOff()})
    assert [(event["free"], event["phase"]) for event in of_type(free, "break_off")] == [(True, "windup")]
    assert timeline(free, "commit", "impact") == []
    late = fought(duel(max_counts=20), {0.0: ATTACK, 5.001: BreakOff()})
    assert [event["free"] for event in of_type(late, "break_off")] == [False]
    assert [(event["t"], event["result"]) for event in of_type(late, "impact")] == [(10.0, "broken_off")]
    assert (15.0, "Ana", "ready") in timeline(late, "ready")


def test_a_break_off_asked_for_at_the_impact_count_comes_too_late() -> None:
    """CLK-4: whoever set the timer first."""
    ana = Timed({0.0: ATTACK, 10.0: HOLD})
    battle = play(duel(max_counts=20), {"Ana": ana, "Bo": Timed({})}, rolls={"Ana/to_hit": [[99]]})
    assert [event["result"] for event in of_type(battle, "impact")] == ["critical_miss"]
    at = [reasons for t, reasons in ana.asked if t == 10.0]
    assert at
    battle = Battle(duel(max_counts=20), standing={"Ana": EVERYTHING})
    while request := battle.advance():
        if request.combatant == "Ana" and request.t == 0.0:
            request.wake = 10.0
        if request.combatant == "Ana" and request.t == 10.0:
            assert request.legal(BreakOff()) is not None
        battle.answer(request, ATTACK if request.combatant == "Ana" and request.t == 0.0 else HOLD)


def test_two_blows_of_one_instant_both_land_and_both_can_kill() -> None:
    """CLK-3, simultaneous: 1 HTK each, both hit, both are down: a draw."""
    rolls = {f"{name}/{purpose}": roll for name in ("Ana", "Bo") for purpose, roll in (
        ("to_hit", [[10]]), ("location", [[20]]), ("damage", [[4, 4]]))}  # fmt: skip
    weak = {"htk": 1, "pab": 0, "health": 0}
    battle = fought(duel(weak, weak, max_counts=20), {0.0: ATTACK}, {0.0: BACK}, rolls=rolls)
    assert battle.result is not None
    assert (battle.result.outcome, battle.result.winner, battle.result.t) == ("draw", None, 10.0)
    assert [(event["t"], event["result"]) for event in of_type(battle, "impact")] == [(10.0, "hit"), (10.0, "hit")]


def three(**more: Any) -> tuple[Document, Document, Document]:
    """Return Ana and Cid, who reach Bo from both sides; Dan of Bo's side stands far off."""
    return (
        fighter("Ana", "red", 0), fighter("Cid", "red", 12, weapon="greatsword"),
        fighter("Bo", "blue", 5, **{"htk": 1, "pab": 0, **more}),
    )  # fmt: skip


def test_a_target_down_before_the_commit_asks_the_actor_again_at_once() -> None:
    """CLK-4: Bo falls at 10 to Ana; Cid began at 9 and is dropped free, with reason target_down."""
    cid = Timed({9.0: Attack(target="Bo", weapon="greatsword")})
    scenario = fight(*three(), fighter("Dan", "blue", 400), max_counts=30)
    battle = play(scenario, {"Ana": Timed({0.0: ATTACK}), "Cid": cid, "Bo": Timed({}), "Dan": Timed({})}, rolls=HIT)
    assert [(event["t"], event["actor"]) for event in of_type(battle, "down")] == [(10.0, "Bo")]
    broken = [event for event in of_type(battle, "break_off") if event["actor"] == "Cid"]
    assert [(event["t"], event["free"], event["why"]) for event in broken] == [(10.0, True, "target down")]
    assert any(t == 10.0 and "target_down" in reasons for t, reasons in cid.asked)
    assert [event["actor"] for event in of_type(battle, "impact")] == ["Ana"]


def test_a_target_down_after_the_commit_leaves_the_blow_to_hit_nothing() -> None:
    """CLK-4: Cid, W 14, began at 1 and committed at 8; its impact at 15 finds nobody."""
    cid = Timed({1.0: Attack(target="Bo", weapon="greatsword")})
    scenario = fight(*three(), fighter("Dan", "blue", 400), max_counts=40)
    battle = play(scenario, {"Ana": Timed({0.0: ATTACK}), "Cid": cid, "Bo": Timed({}), "Dan": Timed({})}, rolls=HIT)
    impacts = [(event["t"], event["actor"], event["result"]) for event in of_type(battle, "impact")]
    assert impacts == [(10.0, "Ana", "hit"), (15.0, "Cid", "no_target")]
    assert (22.0, "Cid", "ready") in timeline(battle, "ready")


def test_a_target_that_forfeits_after_an_answer_named_it_asks_the_actor_again() -> None:
    """CLK-4, CLK-5: nobody strikes at who has left before the action could begin."""
    scenario = fight(*three(), fighter("Dan", "blue", 400), max_counts=40)
    battle = Battle(scenario, standing=dict.fromkeys(("Ana", "Bo", "Cid", "Dan"), EVERYTHING))
    request = battle.advance()
    assert request is not None
    assert request.combatant == "Ana"
    battle.answer(request, ATTACK)
    battle.forfeit("Bo", "its agent raised")
    asked = []
    while request := battle.advance():
        asked.append((request.t, request.combatant, request.reasons))
        battle.answer(request, HOLD)
    assert of_type(battle, "impact") == []
    assert any(name == "Ana" and "target_down" in reasons for _, name, reasons in asked)


# Bo is stunned: 18 slicing points of 30 HTK fail both saves: shock to the chest, stunned for what it cost (C-WND-3)


def struck_at_10(**bo: Any) -> tuple[Scenario, dict[str, Any]]:
    """Return a duel in which Ana's saber (W 10, 4+4+2d4) costs Bo 12 at 10, and Bo fails its health save."""
    ana = fighter("Ana", "red", 0, weapon="saber")
    other = fighter("Bo", "blue", 5, **{"htk": 23, "pab": 0, "health": 1, "weight": 100_000, **bo})
    return fight(ana, other, max_counts=60), {
        "Ana/to_hit": [[10]], "Ana/location": [[20]], "Ana/damage": [[2, 2]], "Bo/health_save": [[90]],
        "Bo/minor_save": [[90]],
    }  # fmt: skip


SABER = Attack(target="Bo", weapon="saber")


def test_an_actor_stunned_in_its_wind_up_is_cancelled() -> None:
    """CLK-4: Bo began at 6; its wind-up would end at 11."""
    scenario, rolls = struck_at_10()
    battle = fought(scenario, {0.0: SABER}, {6.0: BACK}, rolls=rolls)
    assert timeline(battle, "stun")[0] == (10.0, "Bo", "stun")
    assert [(e["t"], e["why"], e["free"]) for e in of_type(battle, "break_off")] == [(10.0, "stunned", True)]
    assert [event["actor"] for event in of_type(battle, "impact")] == ["Ana"]


def test_an_actor_stunned_after_its_commit_loses_its_blow() -> None:
    """CLK-4: Bo began at 1 and committed at 6."""
    scenario, rolls = struck_at_10()
    battle = fought(scenario, {0.0: SABER}, {1.0: BACK}, rolls=rolls)
    impacts = [(e["t"], e["actor"], e["result"]) for e in of_type(battle, "impact")]
    assert impacts == [(10.0, "Ana", "hit"), (10.0, "Bo", "lost")]


def test_an_actor_stunned_at_the_instant_of_its_own_blow_still_lands_it() -> None:
    """CLK-3: blows of one instant are resolved against the state at its start."""
    scenario, rolls = struck_at_10()
    rolls |= {"Bo/to_hit": [[99]]}
    battle = fought(scenario, {0.0: SABER}, {0.0: BACK}, rolls=rolls)
    impacts = {(e["t"], e["actor"], e["result"]) for e in of_type(battle, "impact")}
    assert impacts == {(10.0, "Ana", "hit"), (10.0, "Bo", "critical_miss")}


def test_an_actor_whose_tool_is_dropped_loses_a_committed_blow() -> None:
    """CLK-4, C-WND-4: the right lower arm (50) is useless, the hand lets go."""
    scenario, rolls = struck_at_10()
    rolls["Ana/location"] = [[50]]
    battle = fought(scenario, {0.0: SABER}, {1.0: BACK}, rolls=rolls)
    assert [(e["t"], e["what"]) for e in of_type(battle, "draw")] == [(10.0, "dropped")]
    impacts = [(e["t"], e["actor"], e["result"]) for e in of_type(battle, "impact")]
    assert impacts == [(10.0, "Ana", "hit"), (10.0, "Bo", "lost")]


# ends


def test_a_battle_ends_at_its_terminal_event_and_not_at_an_abandoned_timer() -> None:
    """CLK-8: Bo is down at 10; Ana's wake at 3000 and the cap at 4800 are nobody's business any more."""
    scenario = duel(bo={"htk": 1, "pab": 0, "health": 0})
    battle = fought(scenario, {0.0: ATTACK, 3000.0: HOLD}, rolls=HIT)
    assert battle.result is not None
    assert (battle.result.outcome, battle.result.winner, battle.result.t) == ("win", "red", 10.0)
    assert plain(battle)[-1]["t"] == battle.t == 10.0


def test_blows_at_the_cap_still_land() -> None:
    """CLK-8: then it is a timeout, never a win."""
    battle = fought(duel(bo={"htk": 1000}, max_counts=10), {0.0: ATTACK}, rolls=HIT)
    assert battle.result is not None
    assert [(e["t"], e["result"]) for e in of_type(battle, "impact")] == [(10.0, "hit")]
    assert (battle.result.outcome, battle.result.winner, battle.result.t) == ("timeout", None, 10.0)


def test_a_blow_at_the_cap_that_decides_is_a_win() -> None:
    """CLK-2: END asks first whether the battle is over."""
    battle = fought(duel(bo={"htk": 1, "pab": 0, "health": 0}, max_counts=10), {0.0: ATTACK}, rolls=HIT)
    assert battle.result is not None
    assert (battle.result.outcome, battle.result.winner, battle.result.t) == ("win", "red", 10.0)


def test_a_cap_before_the_blow_ends_the_battle_without_it() -> None:
    battle = fought(duel(max_counts=9.999), {0.0: ATTACK})
    assert battle.result is not None
    assert of_type(battle, "impact") == []
    assert (battle.result.outcome, battle.result.t) == ("timeout", 9.999)


def test_two_who_hold_are_a_stalemate_at_exactly_its_counts() -> None:
    battle = fought(duel(stalemate_counts=77.125), {})
    assert battle.result is not None
    assert (battle.result.outcome, battle.result.winner, battle.result.t) == ("stalemate", None, 77.125)
    assert plain(battle)[-1]["outcome"] == "stalemate"


def test_the_stalemate_counts_from_the_last_htk_lost() -> None:
    battle = fought(duel(bo={"htk": 1000, "weight": 100_000}, stalemate_counts=50), {20.0: ATTACK}, rolls=HIT)
    assert battle.result is not None
    assert (battle.result.outcome, battle.result.t) == ("stalemate", 80.0)


def test_who_comes_closer_is_not_in_a_stalemate_until_it_has_arrived() -> None:
    """CLK-8: 100 ft at 1 ft/ct in offensive mode with an INIT of 0: Ana stops at 5 ft, at count 95."""
    scenario = fight(fighter("Ana", "red", 0, mode="offensive"), fighter("Bo", "blue", 100), stalemate_counts=20)
    battle = play(scenario, {"Ana": Timed({}), "Bo": Timed({})})
    assert battle.result is not None
    assert battle.result.outcome == "stalemate"
    assert battle.result.t == 115.0


def test_who_bleeds_is_not_in_a_stalemate() -> None:
    """CLK-8: Bo bleeds 1 HTK in 240 counts, longer than the 100 of a stalemate: the cap ends it."""
    scenario, rolls = struck_at_10()
    long = attrs.evolve(scenario, rules=attrs.evolve(scenario.rules, stalemate_counts=100.0, max_counts=700.0))
    battle = fought(long, {0.0: SABER}, rolls=rolls)
    assert of_type(battle, "bleed")
    assert battle.result is not None
    assert battle.result.outcome == "timeout"


def test_scripted_rolls_that_do_not_fit_stop_the_battle_and_name_the_stream() -> None:
    """CLK-7: a shortage and an impossible face when they are rolled, a leftover at the end."""
    for rolls in ({"Ana/to_hit": [[101]]}, {"Ana/to_hit": []}, {"Ana/to_hit": [[10], [11]]}, {"Ana/parry": [[1]]}):
        with pytest.raises(ScriptedRollError, match=next(iter(rolls))):
            fought(duel(max_counts=20), {0.0: ATTACK}, rolls=rolls)


def test_a_script_for_a_combatant_that_is_not_there_names_it() -> None:
    with pytest.raises(ScriptedRollError, match="Cid/to_hit"):
        fought(duel(max_counts=20), {0.0: ATTACK}, rolls={"Cid/to_hit": [[1]]})


def test_every_roll_is_logged_with_its_faces() -> None:
    battle = fought(duel(max_counts=20), {0.0: ATTACK}, rolls={**HIT, "Ana/init": [[3, 5]]})
    faces = {(e["actor"], e["purpose"]): (e["dice"], e["faces"]) for e in of_type(battle, "roll")}
    assert faces["Ana", "init"] == ("2d6", [3, 5])
    assert faces["Ana", "to_hit"] == ("1d100", [10])
    assert faces["Ana", "location"] == ("1d100", [20])
    assert faces["Ana", "damage"] == ("2d4", [4, 4])
    assert battle.result is not None
    assert battle.result.rolls == len(of_type(battle, "roll"))


# guards


class Restless:
    """Declares and drops without end, all at one instant, whatever INIT floor there is."""

    standing = EVERYTHING

    def decide(self, request: Request) -> Option:
        """Break off what was just declared, or declare anew."""
        return BreakOff() if request.legal(BreakOff()) is None else ATTACK


class Insisting:
    """Declares, and asks to be woken at the very same moment: never moves the clock on its own."""

    standing = EVERYTHING

    def decide(self, request: Request) -> Option:
        """Parry with nothing to parry."""
        return Parry(weapon="broadsword") if request.legal(Parry(weapon="broadsword")) is None else BreakOff()


@pytest.mark.parametrize("level", ["design", "basic", "advanced"])
@pytest.mark.parametrize("player", [Restless, Insisting])
def test_no_agent_can_keep_the_clock_from_moving(player: type, level: str) -> None:
    """CLK-2, CLK-8: it ends in its own time, or as an error that names guard and rule; never in a hang."""
    scenario = duel(max_counts=20, level=level, max_events=20_000)
    battle = play(scenario, {"Ana": player(), "Bo": Timed({})})
    assert battle.result is not None
    assert battle.result.outcome in ("timeout", "win", "error")
    if battle.result.outcome == "error":
        assert "CLK-8" in battle.result.reason


def test_too_many_actions_at_one_tick_end_the_battle_as_an_error_naming_who_and_which() -> None:
    """CLK-8: with a guard of one action, the second declaration of the first instant trips it."""
    battle = fought(duel(guard_actions=1), {0.0: ATTACK}, {0.0: BACK})
    assert battle.result is not None
    assert battle.result.outcome == "error"
    assert battle.result.winner is None
    assert re.search(r"CLK-8: more than 1 actions at one tick.*(Ana#1|Bo#1)", battle.result.reason)
    assert plain(battle)[-1]["type"] == "battle.end"
    assert battle.advance() is None


def test_too_many_events_at_one_tick_end_the_battle_as_an_error() -> None:
    battle = fought(duel(guard_events=1), {0.0: ATTACK}, {0.0: BACK})
    assert battle.result is not None
    assert battle.result.outcome == "error"
    assert "CLK-8: more than 1 events at one tick" in battle.result.reason


def test_a_spent_event_budget_ends_the_battle_as_an_error_that_names_it() -> None:
    battle = fought(duel(max_events=6), {0.0: ATTACK})
    assert battle.result is not None
    assert battle.result.outcome == "error"
    assert "CLK-8: the event budget of 6 is spent" in battle.result.reason


def test_an_event_guard_names_the_combatant_and_the_action() -> None:
    """CLK-8: each guard names the combatant, the action and the rule."""
    battle = fought(duel(max_events=6), {0.0: ATTACK})
    assert battle.result is not None
    assert "Ana" in battle.result.reason
    assert "attack" in battle.result.reason or "Ana#1" in battle.result.reason


def test_the_reason_of_a_guard_speaks_counts_so_that_no_time_scale_changes_it() -> None:
    """CLK-1, CLK-6 (4): ticks stand in no log."""
    reasons = set()
    for scale in (1, 2):
        result = fought(duel(max_events=6, time_scale=scale), {0.0: ATTACK}).result
        assert result is not None
        reasons.add(result.reason)
    assert len(reasons) == 1


def test_a_hold_is_no_action_and_trips_nothing() -> None:
    battle = fought(duel(guard_actions=1, max_counts=5), {0.0: Hold()})
    assert battle.result is not None
    assert battle.result.outcome == "timeout"


# names


@pytest.mark.parametrize("name", ["", "a\nb", "\x00", "x" * 201, "a\u2028b"])
def test_a_name_that_no_log_could_carry_is_refused(name: str) -> None:
    with pytest.raises(ScenarioError, match="name"):
        fight(fighter(name, "red", 0), fighter("Bo", "blue", 5))


@pytest.mark.parametrize("name", ["Ana/to_hit", "\u00c4n\u00e4", "<b>&\"'", "#", "Bo#1", " ", "\u202egnirts", "\U0001f600"])
def test_any_other_name_fights_and_keys_its_streams(name: str) -> None:
    """CLK-7: and a script finds it."""
    scenario = fight(fighter(name, "red", 0), fighter("Bo", "blue", 5), max_counts=20)
    battle = play(scenario, {name: Timed({0.0: ATTACK}), "Bo": Timed({})}, rolls={f"{name}/to_hit": [[99]]})
    assert [(e["actor"], e["result"]) for e in of_type(battle, "impact")] == [(name, "critical_miss")]
    assert {event["action"] for event in of_type(battle, "declare")} == {f"{name}#1"}


@pytest.mark.parametrize("request_", [None, 3, "Ana"])
def test_an_answer_to_no_request_is_a_usage_error(request_: Any) -> None:
    with pytest.raises(UsageError, match="is no request; pass what advance"):
        Battle(load("duel")).answer(request_, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"seed": 1.0}, "seed"), ({"seed": True}, "seed"), ({"battle": -1}, "battle"), ({"battle": False}, "battle"),
        ({"rolls": []}, "rolls"), ({"rolls": {"Ana/tie": "12"}}, "rolls, 'Ana/tie'"),
        ({"rolls": {"Ana/tie": [["1"]]}}, "rolls, 'Ana/tie'"), ({"rolls": {"Ana/tie": [[True]]}}, "rolls, 'Ana/tie'"),
    ],
)  # fmt: skip
def test_a_battle_refuses_arguments_of_a_wrong_kind(more: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError) as caught:
        Battle(load("duel"), **more)
    assert caught.value.place == place
