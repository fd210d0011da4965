"""How steps battles end: win, draw, timeout, stalemate, and forfeits in the middle of a pass (CLK-8, CLK-5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from firefights import FIRE, Fought, Has, bomb, document, fight, one, rifle, totals

from engine import Battle
from engine.options import Hold
from engine.steps.actions import BreakOff, Dodge, Fire, Move
from engine.system import REASONS, Standing
from scenarios import from_document

ROW = ["A....B"]
BOW = [rifle(name="bow", modes=["single"], magazine=0, ammunition=0)]


def ended(fought: Fought) -> tuple[str, str | None, float]:
    """Return how a battle ended: outcome, winner, when."""
    return fought.result.outcome, fought.result.winner, fought.events[-1].t


# win and draw


def test_a_side_alone_that_can_fight_wins_at_once() -> None:
    """CLK-8: Bo is down at 4; nobody is asked any more."""
    fought = fight(ROW, one("Ana", "red", [FIRE]), one("Bo", "blue", health=1), rolls={"Ana/check": totals(20), "Ana/location": [20]})
    assert ended(fought) == ("win", "red", 4)
    assert fought.asked("Ana") == [(0, ("start",))]


def test_a_side_wins_only_when_all_of_the_other_are_out() -> None:
    """CLK-8: Bo down at 4, Cid at 8."""
    ana = one("Ana", "red", [FIRE | {"target": "Bo"}, FIRE | {"target": "Cid"}])
    rolls = {"Ana/check": totals(20, 20), "Ana/location": [20, 20]}
    fought = fight(["A....B", ".....C"], ana, one("Bo", "blue", health=1), one("Cid", "blue", health=1), rolls=rolls)
    assert fought.downs() == [(4, "Bo"), (8, "Cid")]
    assert ended(fought) == ("win", "red", 8)


def test_all_sides_out_at_one_instant_is_a_draw() -> None:
    """CLK-8, CLK-3: Ana and Bo shoot each other at 4."""
    ana, bo = one("Ana", "red", [FIRE], health=1), one("Bo", "blue", [FIRE], health=1)
    rolls = {"Ana/check": totals(20), "Bo/check": totals(20), "Ana/location": [20], "Bo/location": [20]}
    assert ended(fight(ROW, ana, bo, rolls=rolls)) == ("draw", None, 4)


def test_who_is_caught_by_its_own_blast_with_all_others_draws() -> None:
    """CLK-8, P-LOS-3."""
    ana = one("Ana", "red", [FIRE | {"indirect": True, "point": [1, 0]}], weapons=[bomb()], health=1)
    rolls = {"Ana/check": totals(28), "Ana/location": [20, 20]}
    assert ended(fight(["A.B"], ana, one("Bo", "blue", health=1), rolls=rolls)) == ("draw", None, 4)


def test_three_sides_fight_until_one_is_left() -> None:
    """CLK-8: Bo of blue down at 4, Cid of green goes on."""
    rolls = {"Ana/check": totals(20), "Ana/location": [20]}
    ana, bo = one("Ana", "red", [FIRE | {"target": "Bo"}]), one("Bo", "blue", health=1)
    assert ended(fight(["A....B", ".....C"], ana, bo, one("Cid", "green"), rolls=rolls)) == ("timeout", None, 20)


# timeout


@pytest.mark.parametrize(("cap", "end"), [(4, ("win", "red", 4)), (3.999, ("timeout", None, 3.999))])
def test_the_cap_is_a_timeout_and_a_shot_at_the_cap_still_counts(cap: float, end: tuple[str, str | None, float]) -> None:
    """CLK-8, CLK-2: the shot breaks at 4."""
    rolls = {"Ana/check": totals(20), "Ana/location": [20]} if cap == 4 else None
    fought = fight(ROW, one("Ana", "red", [FIRE]), one("Bo", "blue", health=1), rolls=rolls, rules={"max_counts": cap})
    assert ended(fought) == end


# stalemate


def idle(*orders: Has, rows: Sequence[str] = ROW, bo: Has | None = None, **more: Any) -> Fought:
    """Ana carries out orders; five counts without progress are a stalemate."""
    rules = {"max_counts": 40, "stalemate_counts": 5}
    ana = one("Ana", "red", list(orders), **more.pop("ana", {}))
    return fight(rows, ana, bo or one("Bo", "blue"), rules=rules, **more)


def test_nothing_at_all_is_a_stalemate_after_its_counts() -> None:
    """CLK-8."""
    assert ended(idle()) == ("stalemate", None, 5)


def test_rounds_fired_out_of_a_magazine_are_progress_even_on_a_miss() -> None:
    """CLK-8: ammunition spent at 4: 9."""
    assert ended(idle(FIRE, rolls={"Ana/check": totals(9)})) == ("stalemate", None, 9)


def test_misses_of_what_never_runs_out_are_no_progress() -> None:
    """CLK-8: a bow."""
    assert ended(idle(FIRE, FIRE, ana={"weapons": BOW}, rolls={"Ana/check": totals(9)})) == ("stalemate", None, 5)


@pytest.mark.parametrize(("stops", "end"), [(11, 9), (12, 5)])
def test_health_lost_is_progress_and_a_hit_that_armor_stops_is_not(stops: int, end: float) -> None:
    """CLK-8: 12 points of a bow at 4."""
    bo = one("Bo", "blue", armor=[{"name": "plate", "covers": ["chest"], "stops": stops}])
    rolls: Any = {"Ana/check": totals(20), "Ana/location": [20], "Ana/damage": [[6, 6]]}
    assert ended(idle(FIRE, ana={"weapons": BOW}, bo=bo, rolls=rolls)) == ("stalemate", None, end)


def test_points_taken_off_an_object_are_progress() -> None:
    """CLK-8 [R]: the desk is hit at 4."""
    fought = idle(FIRE, rows=["A..d.B"], ana={"weapons": BOW}, rolls={"Ana/check": totals(12)})
    assert [event.name for event in fought.of("object")] == ["desk"]
    assert ended(fought) == ("stalemate", None, 9)


def test_coming_nearer_than_ever_before_is_progress_and_going_to_and_fro_is_not() -> None:
    """CLK-8: one square nearer at 4: 9. Away at 1, back at 2, and so on: 5."""
    assert ended(idle({"do": "move", "pace": "walking", "to": [1, 0]})) == ("stalemate", None, 9)
    path = [[0, 1], [0, 0]] * 4
    assert ended(idle({"do": "move", "pace": "running", "path": path}, rows=["A....B", "......"])) == ("stalemate", None, 5)


def test_aiming_turning_and_changing_modes_are_no_progress() -> None:
    """CLK-8: four counts of aim and then a turn."""
    assert ended(idle({"do": "aim"}, {"do": "face", "facing": "ne"})) == ("stalemate", None, 5)


def test_the_counts_are_counted_from_the_last_progress() -> None:
    """CLK-8: shots at 4 and 8: 13."""
    assert ended(idle(FIRE, FIRE, rolls={"Ana/check": totals(9, 9)})) == ("stalemate", None, 13)


# forfeits


class Driven:
    """A battle driven by hand: each takes what ``choose`` says, or is made to forfeit."""

    def __init__(
        self, rows: Sequence[str], combatants: list[Has], choose: Callable[[Any], Any], rolls: Any = None, counts: float = 20
    ) -> None:
        scenario = from_document(document(rows, combatants, {"max_counts": counts}))
        standing = {spec.name: Standing(asks=frozenset(REASONS)) for spec in scenario.combatants}
        self.battle = Battle(scenario, 0, rolls=rolls, standing=standing)
        self.asked: list[tuple[float, str, tuple[str, ...]]] = []
        while request := self.battle.advance():
            self.asked.append((request.t, request.combatant, tuple(request.reasons)))
            assert len(self.asked) < 200
            chosen = choose(request)
            if chosen == "forfeit":
                self.battle.forfeit(request.combatant, "it does not answer")
            else:
                self.battle.answer(request, chosen or Hold())
        self.fought = Fought(self.battle)


THREE = ["A....B", "C....D"]


def four() -> list[Has]:
    """Ana and Cid, red, against Bo and Di, blue."""
    return [one("Ana", "red"), one("Bo", "blue"), one("Cid", "red"), one("Di", "blue")]


def at(target: str) -> Fire:
    """A shot at somebody."""
    return Fire(weapon="rifle", target=target)


def test_who_forfeits_is_out_and_the_battle_goes_on() -> None:
    """CLK-5."""
    driven = Driven(THREE, four(), lambda request: "forfeit" if request.combatant == "Ana" else None)
    assert [entry for entry in driven.asked if entry[1] == "Ana"] == [(0, "Ana", ("start",))]
    assert driven.fought.state("Ana")["state"] == "forfeit"
    assert ended(driven.fought) == ("timeout", None, 20)


def test_the_last_of_a_side_that_forfeits_loses_at_once() -> None:
    """CLK-5, CLK-8."""
    driven = Driven(ROW, four()[:2], lambda request: "forfeit" if request.combatant == "Ana" else None)
    assert ended(driven.fought) == ("win", "blue", 0)


def test_everybody_forfeiting_is_a_draw() -> None:
    """CLK-5, CLK-8."""
    assert ended(Driven(ROW, four()[:2], lambda request: "forfeit").fought) == ("draw", None, 0)


def test_a_shot_declared_in_the_same_pass_at_one_who_forfeits_is_asked_for_anew() -> None:
    """CLK-5, CLK-4: Ana answers before Bo gives up."""

    def choose(request: Any) -> Any:
        if request.combatant == "Bo":
            return "forfeit"
        if request.combatant == "Ana":
            return {("start",): at("Bo"), ("target_down",): at("Di")}.get(request.reasons)
        return None

    driven = Driven(THREE, four(), choose, {"Ana/check": totals(9)})
    assert (0, "Ana", ("target_down",)) in driven.asked
    assert driven.fought.impacts() == [(4, "Ana", "Di", "miss")]


def test_who_levels_at_one_who_forfeits_and_was_asked_in_the_same_pass_is_asked_anew() -> None:
    """CLK-5, CLK-4: Ana levels at Bo from 0; at 1 both are asked; she holds, he gives up: her shot is dropped, and she is asked."""
    driven = _at_one(Hold())
    assert (1, "Ana", ("target_down",)) in driven.asked
    assert driven.fought.impacts() == [(5, "Ana", "Di", "miss")]


def test_a_break_off_answered_before_the_target_forfeits_in_the_same_pass_does_no_harm() -> None:
    """CLK-5, CLK-4: the shot is dropped already; she is asked, and shoots at Di."""
    driven = _at_one(BreakOff())
    assert driven.fought.result.outcome == "timeout"
    assert driven.fought.impacts() == [(5, "Ana", "Di", "miss")]


def _at_one(answer: Any) -> Driven:
    """Play Ana levelling at Bo, who gives up at 1 after she has answered so."""

    def choose(request: Any) -> Any:
        if request.combatant == "Bo":
            request.wake = 1.0
            return "forfeit" if request.t == 1 else None
        if request.combatant != "Ana":
            return None
        if request.t == 0:
            request.wake = 1.0
            return at("Bo")
        if "target_down" in request.reasons:
            return at("Di")
        return answer if request.t == 1 else None

    return Driven(THREE, four(), choose, {"Ana/check": totals(9)})


def test_a_dodge_answered_before_the_shooter_forfeits_in_the_same_pass_does_no_harm() -> None:
    """CLK-5, P-MOD-2: at 2 Ana is to dodge Bo's and Di's shots; she begins with Di's, who gives up; Bo's is left to dodge."""

    def choose(request: Any) -> Any:
        if request.t == 0:
            return {"Bo": at("Ana"), "Cid": at("Di"), "Di": at("Ana")}.get(request.combatant)
        if request.combatant == "Ana" and "noticed" in request.reasons:
            dodge = Dodge(against="Di#1")
            return dodge if request.legal(dodge) is None else Dodge()
        return "forfeit" if request.combatant == "Di" and "noticed" in request.reasons else None

    driven = Driven(THREE, four(), choose, {"Bo/check": totals(9), "Ana/dodge": [[6]]})
    assert [entry for entry in driven.asked if entry[1] == "Ana"][1:3] == [(2, "Ana", ("noticed",)), (2, "Ana", ("noticed",))]
    assert driven.fought.impacts() == [(4, "Bo", "Ana", "miss"), (4, "Cid", "Di", "no_target")]
    assert driven.fought.steps("P-MOD-2") == [2]


def test_the_only_attack_to_dodge_may_be_gone_by_a_forfeit() -> None:
    """CLK-5, P-MOD-2: Ana means to dodge Di's shot, and he gives up in that pass: she is asked for it no more."""

    def choose(request: Any) -> Any:
        if request.t == 0:
            return {"Cid": at("Di"), "Di": at("Ana")}.get(request.combatant)
        if request.combatant == "Ana" and "noticed" in request.reasons:
            return Dodge()
        return "forfeit" if request.combatant == "Di" and "noticed" in request.reasons else None

    driven = Driven(THREE, four(), choose)
    assert [entry for entry in driven.asked if "noticed" in entry[2]] == [(2, "Ana", ("noticed",)), (2, "Di", ("noticed",))]
    assert driven.fought.of("dodge") == []


def test_who_forfeits_while_it_walks_stops_where_it_is() -> None:
    """CLK-5, P-MOV-1: jogging, at 3 on its second square."""

    def choose(request: Any) -> Any:
        if request.combatant == "Bo":
            request.wake = 3.0
            return "forfeit" if request.t == 3 else Move(pace="jogging", to=(0, 0)) if request.t == 0 and request.view.me.may_move else None
        return None

    driven = Driven(THREE, four(), choose)
    assert driven.fought.state("Bo")["position"] == [4, 0]


def test_the_log_of_a_forfeit_has_no_gaps() -> None:
    """Contract 3: seq counts up by one, and causes lie before."""
    events = _at_one(Hold()).fought.events
    assert all(after.seq == before.seq + 1 for before, after in pairwise(events))
    assert all(event.cause is None or event.cause < event.seq for event in events)


def test_a_guard_ends_a_battle_of_too_many_actions_at_one_tick_as_an_error() -> None:
    """CLK-8: three declarations at count 0 where two are allowed; the error names who, what and the rule."""
    row = ["A....B", "C....D"]
    combatants = [one(name, side, [FIRE]) for name, side in (("Ana", "red"), ("Bo", "blue"), ("Cid", "red"), ("Di", "blue"))]
    fought = fight(row, *combatants, rules={"guard_actions": 2})
    assert ended(fought) == ("error", None, 0)
    assert fought.result.reason.startswith("CLK-8: more than 2 actions at one tick at count 0, last Cid with Cid#1")
