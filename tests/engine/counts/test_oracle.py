"""The oracle against the worked figures of the rules, and the engine against the oracle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from oracle.compare import disagreement
from oracle.duel import Outcome, play
from oracle.figures import blow, called, effective, notation, recovery, stage, weapon
from oracle.maneuvers import OutOfScopeError
from oracle.readings import ENGINE
from oracle.strategies import dice, duels, maneuvers, melees

SWORD = {
    "name": "sword", "wsd": 10, "damage": "7", "type": "chopping", "length": 3.0, "includes_type": True,
}  # fmt: skip
AT_OPTIMAL = 5.0


def fighter(name: str, side: str, x: float, orders: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A fighter that never has to wait (SPD 12 against an INIT of 2d6) and is never thrown back."""
    table: dict[str, Any] = {
        "name": name, "side": side, "position": [x, 0.0], "mode": "locked", "weight": 5000, "spd": 12, "pab": 0,
        "combat_perception": 0, "weapons": [SWORD], "skills": {"sword": 60}, "def": 0,
        "agent": {"policy": "script", "orders": orders},
    }  # fmt: skip
    return table | more


def low(stream: str, dice: int, sides: int) -> list[int]:
    """Dice that fall as a blow on the left chest that just misses a save would need: 50 on a d100, else 3."""
    return [50 if sides == 100 else min(3, sides)] * dice


def duel(
    ana: list[dict[str, Any]],
    bo: list[dict[str, Any]] | None = None,
    distance: float = AT_OPTIMAL,
    rules: dict[str, Any] | None = None,
    rolls: dict[str, list[list[int]]] | None = None,
    ana_has: dict[str, Any] | None = None,
    bo_has: dict[str, Any] | None = None,
) -> Outcome:
    """Ana on the left against Bo on the right."""
    combatants = [
        fighter("Ana", "red", 0.0, ana, **(ana_has or {})),
        fighter("Bo", "blue", distance, bo or [], **(bo_has or {})),
    ]
    document = {"rules": {"max_counts": 100} | (rules or {}), "combatants": combatants}
    return play(document, rolls or {}, low)


def times(outcome: Outcome, actor: str = "Ana") -> list[tuple[float, str]]:
    """The timeline of one fighter: when and what."""
    return [(line.t, line.type) for line in outcome.lines if line.actor == actor]


def results(outcome: Outcome) -> list[tuple[float, str, str]]:
    """Every impact: when, whose, what came of it."""
    return [(line.t, line.actor, line.details["result"]) for line in outcome.lines if line.type == "impact"]


def attack(**more: Any) -> dict[str, Any]:
    """An order to attack whoever is there."""
    return {"do": "attack", "weapon": "sword"} | more


MISS = {"Ana/to_hit": [[90]], "Bo/to_hit": [[90]]}


# --- the clock of an attack ---------------------------------------------------------------------------------------


def test_an_attack_of_ten_commits_at_five_lands_at_ten_and_is_over_at_fifteen_c_tim_1_c_tim_4() -> None:
    found = times(duel([attack()], rolls=MISS))
    assert found == [(0.0, "windup"), (5.0, "commit"), (10.0, "impact"), (15.0, "ready")]


def test_a_couch_is_reached_at_five_and_its_strike_lands_seven_and_a_half_later_c_tim_2() -> None:
    orders = [{"do": "couch", "weapon": "sword"}, {"do": "release", "on": "couched"}]
    found = times(duel(orders, rolls=MISS))
    assert found == [
        (0.0, "windup"), (5.0, "couched"), (5.0, "release"), (7.5, "commit"), (12.5, "impact"), (17.5, "ready"),
    ]  # fmt: skip


def test_a_recouch_reaches_the_couch_ten_after_the_impact_c_tim_3() -> None:
    orders = [attack(), {"do": "recouch", "on": "recovering"}]
    found = times(duel(orders, rolls=MISS))
    assert found == [(0.0, "windup"), (5.0, "commit"), (10.0, "impact"), (20.0, "couched")]


def test_on_the_basic_level_the_next_attack_begins_at_the_impact_c_tim_6() -> None:
    found = times(duel([attack(), attack()], rules={"level": "basic"}, rolls={"Ana/to_hit": [[90], [90]]}))
    assert found == [
        (0.0, "windup"), (5.0, "commit"), (10.0, "impact"), (10.0, "windup"), (15.0, "commit"), (20.0, "impact"),
    ]  # fmt: skip


def test_on_the_design_level_the_next_attack_waits_for_the_recovery_c_tim_6() -> None:
    found = times(duel([attack(), attack()], rolls={"Ana/to_hit": [[90], [90]]}))
    assert found[3:6] == [(15.0, "ready"), (15.0, "windup"), (20.0, "commit")]


@pytest.mark.parametrize(
    ("wsd", "distance", "closing", "x", "back"),
    [(7, 5, 0, 7, 3.5), (9, 5, 3, 5, 4.5), (10, 2, 0, 7, 5), (6, 2, 0, 3, 3), (10, 1, 0, 15, 7.5), (10, 9, 0, 13, 6.5)],
)
def test_effective_wsd_by_stage_and_charge_c_tim_8(
    wsd: int, distance: int, closing: int, x: int, back: float
) -> None:
    tool = weapon(SWORD | {"wsd": wsd})
    found = effective(tool, Fraction(distance), Fraction(closing))
    assert (found, recovery(tool, found)) == (x, Fraction(str(back)))


def test_a_break_off_at_the_commit_count_is_free_c_tim_7() -> None:
    found = times(duel([attack(), {"at": 5, "do": "break_off"}]))
    assert found == [(0.0, "windup"), (5.0, "break_off")]


def test_a_break_off_after_the_commit_runs_on_to_its_impact_and_recovers_c_tim_7() -> None:
    outcome = duel([attack(), {"at": 5.25, "do": "break_off"}])
    assert times(outcome) == [(0.0, "windup"), (5.0, "commit"), (5.25, "break_off"), (10.0, "impact"), (15.0, "ready")]
    assert results(outcome) == [(10.0, "Ana", "broken_off")]


def test_a_second_declaration_of_an_instant_waits_the_floor_clk_2() -> None:
    orders = [attack(at=3), {"on": "noticed", "do": "break_off"}, attack()]
    outcome = duel(orders, [attack(at=3)], rules={"init_floor": 2}, ana_has={"combat_perception": 60}, rolls=MISS)
    assert times(outcome)[:4] == [(3.0, "windup"), (3.0, "notice"), (3.0, "break_off"), (5.0, "windup")]


def test_a_declaration_at_the_instant_of_a_break_off_may_begin_at_once_clk_2() -> None:
    found = times(duel([attack(), {"at": 3, "do": "break_off"}, attack()], rolls=MISS))
    assert found[1:3] == [(3.0, "break_off"), (3.0, "windup")]


def test_a_fresh_init_is_two_dice_less_spd_and_a_preset_one_is_half_of_it_c_ini_1() -> None:
    rolls = {"Ana/init": [[4, 5], [3, 4]], "Ana/to_hit": [[90], [90]]}
    found = times(duel([attack(), attack()], ana_has={"spd": 2}, rolls=rolls))
    assert found[:5] == [(7.0, "windup"), (12.0, "commit"), (17.0, "impact"), (22.0, "ready"), (24.5, "windup")]


def test_a_speed_point_takes_a_count_off_c_ini_2() -> None:
    rolls = {"Ana/init": [[4, 5]], "Ana/to_hit": [[90]]}
    orders = [attack(speed_points=3)]
    found = times(duel(orders, ana_has={"spd": 2, "combat_maneuver_rank": 3}, rolls=rolls))
    assert found[0] == (4.0, "windup")


def test_more_speed_points_than_the_pool_holds_are_an_error_c_ini_2() -> None:
    assert duel([attack(speed_points=1)]).outcome == "error"


def test_dropping_a_declaration_during_its_init_is_free_c_ini_1a() -> None:
    rolls = {"Ana/init": [[4, 5]]}
    outcome = duel([attack(), {"at": 6, "do": "break_off"}], ana_has={"spd": 2}, rolls=rolls)
    assert times(outcome) == [(6.0, "break_off")]


# --- ties -----------------------------------------------------------------------------------------------------------

FRAIL = {"htk": 4}


@pytest.mark.parametrize(
    ("ties", "longer", "winner"),
    [("simultaneous", "Ana", None), ("reach", "Ana", "red"), ("reach", "Bo", "blue"), ("reach", "", None)],
)
def test_who_kills_whom_when_both_blows_land_at_once_clk_3(ties: str, longer: str, winner: str | None) -> None:
    has = {name: FRAIL | {"weapons": [SWORD | {"length": 3.4 if name == longer else 3.0}]} for name in ("Ana", "Bo")}
    outcome = duel([attack()], [attack()], rules={"ties": ties}, ana_has=has["Ana"], bo_has=has["Bo"])
    assert outcome.winner == winner
    lost = {"red": [(10.0, "Bo", "lost")], "blue": [(10.0, "Ana", "lost")], None: []}[winner]
    assert [entry for entry in results(outcome) if entry[2] == "lost"] == lost


def test_the_lowest_draw_lands_first_under_seeded_ties_clk_3() -> None:
    rolls = {"Ana/tie": [[60]], "Bo/tie": [[30]], "Bo/to_hit": [[20]]}
    outcome = duel([attack()], [attack()], rules={"ties": "seeded"}, rolls=rolls, ana_has=FRAIL, bo_has=FRAIL)
    assert outcome.winner == "blue"


def test_the_couched_strike_is_the_quicker_action_under_speed_ties_clk_3() -> None:
    couch = [{"do": "couch", "weapon": "sword"}, {"do": "release", "at": 6}]
    outcome = duel([attack(at=3.5)], couch, rules={"ties": "speed"}, ana_has=FRAIL, bo_has=FRAIL)
    assert (outcome.winner, outcome.t) == ("blue", 13.5)


# --- noticing -------------------------------------------------------------------------------------------------------


def test_a_wind_up_not_noticed_is_rolled_again_at_plus_thirty_at_the_commit_c_per_1() -> None:
    rolls = {"Bo/perception": [[41], [70]], "Ana/to_hit": [[90]]}
    outcome = duel([attack()], rolls=rolls, bo_has={"combat_perception": 40})
    assert times(outcome, "Bo") == [(5.0, "notice")]


def test_what_was_noticed_at_the_wind_up_is_not_rolled_again_c_per_1() -> None:
    rolls = {"Bo/perception": [[40], [70]], "Ana/to_hit": [[90]]}
    outcome = duel([attack()], rolls=rolls, bo_has={"combat_perception": 40})
    assert times(outcome, "Bo") == [(0.0, "notice")]
    assert outcome.rolls_unused == {"Bo/perception": [[70]]}


# --- hitting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "result", "sl"),
    [(42, "hit", 2), (5, "hit", 6), (65, "hit", 0), (66, "miss", None), (97, "critical_miss", None)],
)
def test_chance_sixty_five_of_skill_type_stage_and_def_c_hit_1(roll: int, result: str, sl: int | None) -> None:
    chopper = SWORD | {"mod": 10}
    outcome = duel([attack()], distance=3.0, rolls={"Ana/to_hit": [[roll]]},
                   ana_has={"weapons": [chopper], "skills": {"sword": 70}}, bo_has={"def": 35, "htk": 300})  # fmt: skip
    impact = next(line.details for line in outcome.lines if line.type == "impact")
    assert (impact["chance"], impact["result"], impact.get("sl")) == (65, result, sl)


@pytest.mark.parametrize(("roll", "result"), [(5, "hit"), (6, "miss")])
def test_the_first_five_hit_whatever_the_chance_c_hit_8(roll: int, result: str) -> None:
    outcome = duel([attack()], rolls={"Ana/to_hit": [[roll]]}, ana_has={"skills": {}}, bo_has={"htk": 300})
    assert results(outcome) == [(10.0, "Ana", result)]


def test_nothing_lands_while_out_and_no_roll_is_made_c_stg_3() -> None:
    outcome = duel([attack()], distance=9.0)
    assert results(outcome) == [(13.0, "Ana", "out_of_reach")]
    assert "Ana/to_hit" not in outcome.rolls_used


@pytest.mark.parametrize(
    ("part", "length", "value"),
    [("upper_leg", 2, -10), ("lower_leg", 2, -25), ("foot", 1, -25), ("head", 2, -20), ("upper_leg", 3, -10),
     ("foot", 3, -20), ("hand", 3, -20), ("chest", 1, -10)],
)  # fmt: skip
def test_called_locations_cost_c_hit_6(part: str, length: int, value: int) -> None:
    assert called(part, Fraction(length)) == value


@pytest.mark.parametrize(
    ("length", "distance", "name"),
    [(3, 9, "out"), (3, 8.5, "retreat_3"), (3, 8, "retreat_3"), (3, 7, "retreat_2"), (3, 6, "retreat_1"),
     (3, 5.5, "optimal"), (3, 4.01, "optimal"), (3, 4, "press_1"), (3, 3, "press_2"), (3, 2, "press_3"),
     (3, 1.9, "over_1"), (3, 1.5, "over_1"), (3, 1.4, "over_2"), (3, 0.75, "over_2"), (3, 0.7, "over_3"),
     (8, 16, "out"), (8, 15.9, "retreat_3"), (8, 14.5, "retreat_3"), (8, 13, "retreat_2"), (8, 11.5, "retreat_1"),
     (8, 8.5, "press_1"), (8, 7, "press_2"), (8, 5.5, "press_3"), (8, 5.4, "over_1"), (8, 4, "over_1"),
     (8, 3.9, "over_2"), (8, 2, "over_2"), (8, 1.9, "over_3")],
)  # fmt: skip
def test_stages_of_a_short_and_a_long_weapon_c_stg_2(length: float, distance: float, name: str) -> None:
    assert stage(Fraction(str(length)), Fraction(str(distance))).name == name


# --- damage and wounds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "kind", "sl", "armor", "pab", "lost"),
    [(23, "crushing", 6, 10, 6, 8), (23, "piercing", 1, 4, 5, 14), (9, "slicing", 0, 12, 0, 0),
     (12, "projectile", 4, 3, 6, 12), (10, "chopping", 0, 0, 4, 6), (30, "crushing", 0, 10, 2, 16)],
)  # fmt: skip
def test_one_blow_against_armor_c_dmg_6(damage: int, kind: str, sl: int, armor: int, pab: int, lost: int) -> None:
    assert blow(damage, kind, sl, armor, pab).lost == lost


@pytest.mark.parametrize(
    ("text", "means"),
    [("7", (7, 2, 4)), ("7*", (7, 2, 6)), ("7^", (7, 2, 8)), ("3+2d10", (3, 2, 10)), ("2d6", (0, 2, 6))],
)
def test_damage_notation_c_dmg_1(text: str, means: tuple[int, int, int]) -> None:
    assert notation(text) == means


def wounded(kind: str, location: int, htk: int, saves: dict[str, list[list[int]]], **more: Any) -> Outcome:
    """Ana strikes Bo once for 13 (7 and two threes) at SL 0."""
    rolls = {"Ana/to_hit": [[60]], "Ana/location": [[location]], "Ana/damage": [[3, 3]]} | saves
    return duel([attack()], rolls=rolls, ana_has={"weapons": [SWORD | {"type": kind}]}, bo_has={"htk": htk}, **more)


def test_a_slicing_wound_over_a_quarter_bleeds_a_point_every_240_counts_c_wnd_3_c_wnd_7() -> None:
    outcome = wounded("slicing", 20, 40, {"Bo/health_save": [[51]]}, rules={"max_counts": 500})
    assert (outcome.htk_lost["Bo"], outcome.t) == (15, 500.0)


def test_a_quarter_exactly_asks_for_no_save_c_wnd_1() -> None:
    assert "Bo/health_save" not in wounded("slicing", 20, 52, {}).rolls_used


def test_a_major_slicing_wound_of_the_chest_stuns_for_the_htk_it_cost_c_wnd_4() -> None:
    outcome = wounded("slicing", 20, 24, {"Bo/health_save": [[96]], "Bo/minor_save": [[25]]})
    assert [line.details for line in outcome.lines if line.type == "stun"] == [{"until": 23.0}]


def test_a_major_chopping_wound_of_the_head_ends_the_fight_c_wnd_3() -> None:
    outcome = wounded("chopping", 2, 24, {"Bo/health_save": [[51]], "Bo/minor_save": [[25]]})
    assert (outcome.outcome, outcome.winner, outcome.t) == ("win", "red", 10.0)


def test_ninety_percent_of_htk_asks_for_a_shock_save_c_wnd_5() -> None:
    saves = {"Bo/health_save": [[50]], "Bo/shock_save": [[51]]}
    outcome = wounded("slicing", 20, 14, saves)
    assert (outcome.outcome, outcome.winner, outcome.htk_lost["Bo"]) == ("win", "red", 13)


@pytest.mark.parametrize(("htk", "last"), [(13, "down"), (6, "death")])
def test_all_of_htk_puts_down_and_twice_of_it_kills_c_wnd_6(htk: int, last: str) -> None:
    assert last in [kind for _, kind in times(wounded("slicing", 20, htk, {}), "Bo")]


# --- parries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("parry", "result"), [([50], "parried"), ([51], "hit")])
def test_a_parry_stops_a_blow_whose_number_it_reaches_c_arm_6(parry: list[int], result: str) -> None:
    rolls = {"Ana/to_hit": [[50]], "Bo/parry": [parry]}
    outcome = duel([attack()], [{"do": "parry", "weapon": "sword"}], rolls=rolls, bo_has={"htk": 300})
    assert results(outcome) == [(10.0, "Ana", result)]
    assert (15.0, "ready") in times(outcome, "Bo")


def test_a_parry_that_comes_up_at_the_impact_is_too_late_c_arm_6() -> None:
    orders = [{"at": 5, "do": "parry", "weapon": "sword"}]
    outcome = duel([attack()], orders, rolls={"Ana/to_hit": [[50]]}, bo_has={"htk": 300})
    assert results(outcome) == [(10.0, "Ana", "hit")]


# --- scripts and ends -----------------------------------------------------------------------------------------------


def test_an_order_that_is_not_legal_when_its_turn_comes_ends_in_an_error() -> None:
    outcome = duel([{"at": 2, "do": "release"}])
    assert (outcome.outcome, outcome.t) == ("error", 2.0)


def test_nothing_lost_for_long_enough_is_a_stalemate_clk_8() -> None:
    outcome = duel([attack()], rules={"stalemate_counts": 60}, rolls=MISS)
    assert (outcome.outcome, outcome.t) == ("stalemate", 60.0)


def test_a_blow_at_the_cap_still_lands_clk_8() -> None:
    outcome = duel([attack()], rules={"max_counts": 10}, rolls={"Ana/to_hit": [[50]]}, bo_has={"htk": 300})
    assert results(outcome) == [(10.0, "Ana", "hit")]
    assert (outcome.outcome, outcome.t) == ("timeout", 10.0)


# --- press and retreat ------------------------------------------------------------------------------------------------


def test_a_press_of_two_stages_is_walked_at_one_foot_a_count_c_stg_4_c_stg_5() -> None:
    orders = [{"do": "press", "target": "Bo"}, attack()]
    has = {"skills": {"sword": 60, "combat_maneuver": 50}}
    rolls = {"Ana/maneuver": [[25]], "Bo/maneuver": [[45]], "Ana/to_hit": [[90]]}  # 25 against -15: two full 20
    found = times(duel(orders, ana_has=has, rolls=rolls, bo_has={"pcf": 30}))
    assert found[:4] == [(0.0, "press"), (2.0, "windup"), (6.0, "commit"), (10.0, "impact")]  # Press 2: X = 8


def test_a_press_stops_at_press_3_c_stg_5() -> None:
    orders = [{"do": "press", "target": "Bo"}, attack()]
    has = {"skills": {"sword": 60, "combat_maneuver": 150}}
    outcome = duel(orders, ana_has=has, rolls={"Ana/maneuver": [[10]], "Bo/maneuver": [[90]], "Ana/to_hit": [[95]]})
    assert times(outcome)[1:4] == [(3.0, "windup"), (6.5, "commit"), (10.0, "impact")]  # Press 3: X = 7


def test_a_press_that_gains_nothing_lasts_a_count_c_stg_5() -> None:
    orders = [{"do": "press", "target": "Bo"}, attack()]
    rolls = {"Ana/maneuver": [[30]], "Bo/maneuver": [[30]], "Ana/to_hit": [[90]]}
    assert times(duel(orders, rolls=rolls))[:2] == [(0.0, "press"), (1.0, "windup")]


# --- the engine against the oracle ------------------------------------------------------------------------------------

PLAYED = settings(
    max_examples=150, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)  # fmt: skip


def agree(document: dict[str, Any], seed: int) -> None:
    """The engine's log and the oracle's timeline tell the same, event by event and roll by roll."""
    try:
        found = disagreement(document, dice(seed), ENGINE)
    except OutOfScopeError:
        reject()
    assert found is None, found


@PLAYED
@given(duels(), st.integers(0, 10**6))
def test_a_scripted_duel_goes_as_the_oracle_says_clk_2_c_tim_1(document: dict[str, Any], seed: int) -> None:
    agree(document, seed)


@PLAYED
@given(melees(), st.integers(0, 10**6))
def test_two_against_one_goes_as_the_oracle_says_clk_2_clk_3(document: dict[str, Any], seed: int) -> None:
    agree(document, seed)


@PLAYED
@given(maneuvers(), st.integers(0, 10**6))
def test_a_press_against_a_standing_foe_goes_as_the_oracle_says_c_stg_5(document: dict[str, Any], seed: int) -> None:
    agree(document, seed)
