"""Missiles: flight, range, loading, shields in their way, and who stands in the line (C-MIS-1, C-HIT-2, C-HIT-5, C-HIT-6)."""

from __future__ import annotations

import pytest
from duels import CHEST, HIT, MISS, Player, fight, fighter, play, sword

from engine.counts.actions import Attack, Defence, Draw, Fire, Move, Reload
from engine.counts.hitting import range_modifier
from engine.counts.rules import CountsRules
from engine.errors import AgentError

RANGES = {"velocity": 10, "short": 20, "medium": 40, "long": 60}
FIRE = [{"do": "fire"}]
TOUGH = {"htk": 1000, "health": 100}


def bow(**changes):
    """A bow of W 8 that shoots at 10 ft/ct and does 7 + 2d4 crushing; six counts to reload, five arrows."""
    return sword(name="bow", wsd=8, hands=2, reload=6, ammunition=5) | RANGES | changes


def archer(**has):
    return {"weapons": [bow()], "def_on": False} | has


def shot(ana=FIRE, bo=None, distance=20.0, rolls=None, ana_has=None, bo_has=None, **more):
    """Ana shoots at Bo with skill 60, still and with her DEF off."""
    return fight(ana, bo, distance, rolls=rolls, ana_has=archer() | (ana_has or {}), bo_has=TOUGH | (bo_has or {}), **more)


def loosed(fought):
    return [(event.t, event.distance, event.arrives, event.left) for event in fought.of("loose", "Ana")]


# flight


def test_a_shot_winds_up_commits_and_is_loosed_at_its_impact_count_and_hits_on_arrival():
    """C-MIS-1, C-TIM-1, C-TIM-4: W 8: commit 4, loosed 8, over 20 ft at 10 ft/ct it arrives at 10; recovery 4."""
    fought = shot(rolls={"Ana/to_hit": [HIT]})
    assert fought.line("Ana", "windup", "commit", "loose", "impact", "recover", "ready") == [
        (0, "windup"), (4, "commit"), (8, "loose"), (8, "recover"), (10, "impact"), (12, "ready"),
    ]  # fmt: skip
    assert loosed(fought) == [(8, 20, 10, 4)]
    assert fought.blows() == [(10, "Ana", "hit")]
    assert fought.line("Bo", "wound") == [(10, "wound")]


@pytest.mark.parametrize(("distance", "velocity", "arrives"), [(15, 10, 9.5), (1, 100_000, 8.000125), (10, 3, 11.333375)])
def test_flight_takes_distance_over_velocity_rounded_up_to_a_tick(distance, velocity, arrives):
    """C-MIS-1, CLK-1: 10/3 counts are 26,666.7 ticks of 1/8000."""
    fought = shot(distance=distance, ana_has={"weapons": [bow(velocity=velocity)]}, rolls={"Ana/to_hit": [MISS]})
    assert fought.blows() == [(arrives, "Ana", "miss")]


def test_a_missile_that_would_arrive_after_the_cap_never_does():
    """CLK-8."""
    fought = shot(distance=60, rules={"max_counts": 13}, rolls={})
    assert loosed(fought) == [(8, 60, 14, 4)]
    assert (fought.blows(), fought.result.outcome) == ([], "timeout")


def test_a_missile_follows_its_target_and_where_it_strikes_is_rolled_on_arrival():
    """C-MIS-1: Bo walks away at 1 ft/ct from 1 on; the shot takes its time over 47 ft and lands on him."""
    fought = shot(
        bo=[{"do": "move", "away": "Ana", "speed": 1, "at": 1}], distance=40,
        rolls={"Ana/to_hit": [1], "Ana/location": [CHEST]},
    )  # fmt: skip
    assert loosed(fought) == [(8, 47, 12.7, 4)]
    assert [(event.t, event.purpose) for event in fought.of("roll", "Ana") if event.purpose in ("to_hit", "location")] == [
        (12.7, "to_hit"), (12.7, "location"),
    ]  # fmt: skip


def test_a_target_that_is_down_before_the_arrival_is_no_target():
    """C-MIS-1, CLK-4: Cy's sword fells Bo at 10, the arrow arrives at 11."""
    cy = fighter("Cy", "red", 35, [{"do": "attack"}], weapons=[sword(damage="1d1000")])
    rolls = {"Cy/to_hit": [HIT], "Cy/location": [CHEST], "Cy/damage": [[500]], "Bo/health_save": [1]}
    others = [cy, fighter("Di", "blue", 400)]
    fought = shot(distance=30, bo_has={"htk": 40}, others=others, rolls=rolls)
    assert fought.blows() == [(10, "Cy", "hit"), (11, "Ana", "no_target")]


def test_a_shooter_that_is_out_has_loosed_all_the_same():
    """C-MIS-1: Ana is felled at 10, and her arrow strikes at 11."""
    cy = fighter("Cy", "blue", 5, [{"do": "attack", "target": "Ana"}], weapons=[sword(damage="1d1000")])
    rolls = {
        "Cy/to_hit": [HIT], "Cy/location": [CHEST], "Cy/damage": [[50]], "Ana/health_save": [1], "Ana/shock_save": [1],
        "Ana/to_hit": [1],
    }  # fmt: skip
    others = [cy, fighter("Di", "red", 400)]
    fought = shot(
        [{"do": "fire", "target": "Bo"}], distance=30, ana_has={"htk": 40}, others=others, rolls=rolls
    )
    assert fought.of("down", "Ana")[0].t == 10
    assert fought.blows() == [(10, "Cy", "hit"), (11, "Ana", "hit")]


@pytest.mark.parametrize("ties", ["simultaneous", "reach", "speed", "seeded"])
def test_a_missile_and_the_blow_it_meets_at_one_tick_both_count_under_every_tie_policy(ties):
    """CLK-3: a tie policy ranks blows; a missile was loosed before. Both land at 10 and put both out."""
    deadly = {"damage": "1d1000"}
    rolls = {
        "Ana/to_hit": [1], "Ana/location": [CHEST], "Ana/damage": [[500]], "Bo/to_hit": [HIT], "Bo/location": [CHEST],
        "Bo/damage": [[500]], "Ana/health_save": [1], "Bo/health_save": [1], "Ana/shock_save": [1], "Bo/shock_save": [1],
    }  # fmt: skip
    fought = fight(
        FIRE, [{"do": "attack"}], 5, {"ties": ties}, rolls,
        archer(weapons=[bow(**deadly, velocity=2.5)]), {"weapons": [sword(**deadly)]},
    )  # fmt: skip
    assert sorted(fought.blows()) == [(10, "Ana", "hit"), (10, "Bo", "hit")]
    assert fought.result.outcome == "draw"


# breaking off


def test_breaking_off_while_winding_up_keeps_the_missile_and_costs_no_init():
    """C-TIM-7: dropped at 3, and shot anew from there."""
    fought = shot([{"do": "fire"}, {"do": "break_off", "at": 3}, {"do": "fire"}], rolls={"Ana/to_hit": [MISS]})
    assert loosed(fought) == [(11, 20, 13, 4)]


def test_breaking_off_once_committed_looses_nothing_and_the_recovery_follows():
    """C-TIM-7: the motion runs to its impact count."""
    fought = shot([{"do": "fire"}, {"do": "break_off", "at": 5}], rolls={})
    assert fought.blows() == [(8, "Ana", "broken_off")]
    assert fought.of("loose") == []
    assert fought.line("Ana", "ready") == [(12, "ready")]


def test_a_shot_can_be_noticed_like_any_wind_up():
    """C-PER-1."""
    fought = shot(bo_has={"combat_perception": 60}, rolls={"Bo/perception": [60], "Ana/to_hit": [MISS]})
    assert [(event.t, event.of, event.what) for event in fought.of("notice", "Bo")] == [(0, "Ana", "windup")]


# the chance


@pytest.mark.parametrize(
    ("distance", "modifier"), [(19.99, 0), (20, 0), (20.01, -20), (40, -20), (40.01, -40), (60, -40)]
)
def test_range_bands_cost_0_20_and_40_and_a_border_belongs_to_the_nearer(distance, modifier):
    """C-MIS-1."""
    assert range_modifier(distance, 20, 40, CountsRules()) == modifier
    fought = shot(distance=distance, rolls={"Ana/to_hit": [MISS]})
    assert fought.mods("to_hit", "Ana").get("C-MIS-1", 0) == modifier


def test_the_range_is_that_of_the_moment_it_was_loosed():
    """C-MIS-1: Bo comes at 1 ft/ct from 29 ft: at 21 when it is loosed, medium; at 13, short, when it arrives at 29."""
    fought = shot(
        bo=[{"do": "move", "toward": "Ana", "speed": 1}], distance=29, ana_has={"weapons": [bow(velocity=1)]},
        rolls={"Ana/to_hit": [MISS]},
    )  # fmt: skip
    assert loosed(fought) == [(8, 21, 29, 4)]
    assert fought.mods("to_hit", "Ana")["C-MIS-1"] == -20


def test_beyond_long_range_a_shot_is_refused():
    """C-MIS-1."""
    with pytest.raises(AgentError, match=r"C-MIS-1: Bo is 60.01 ft away, bow reaches 60"):
        shot(distance=60.01, rolls={})


def test_a_target_that_has_run_out_of_range_when_it_is_loosed_is_not_reached():
    """C-MIS-1: at 58 ft at 0, away at 1 ft/ct, at 66 at 8: the missile is spent."""
    fought = shot(bo=[{"do": "move", "away": "Ana", "speed": 1}], distance=58, rolls={})
    assert loosed(fought) == [(8, 66, 14.6, 4)]
    assert fought.blows() == [(8, "Ana", "out_of_reach")]


def test_stages_neither_quicken_nor_help_nor_forbid_a_shot():
    """C-MIS-1: at 1 ft a 3 ft weapon is over-pressed, at 20 ft Out; X is W and the chance the skill."""
    for distance, arrives in ((1.5, 8.15), (20, 10)):
        fought = shot(distance=distance, rolls={"Ana/to_hit": [60]})
        assert fought.blows() == [(arrives, "Ana", "hit")]
        assert fought.of("impact", "Ana")[0].chance == 60


@pytest.mark.parametrize(("on", "changes", "modifier"), [
    (True, [], -30), (False, [], 0),
    (True, [(1, False)], 0), (True, [(3, False)], 0), (True, [(4, False)], 0), (True, [(5, False)], -30),
    (False, [(5, True), (6, False)], -30), (False, [(7, True)], -30), (False, [(8, True)], 0),
    (False, [(2, True), (3, False)], 0),
])  # fmt: skip
def test_firing_with_def_on_at_any_time_from_commit_to_impact_costs_thirty(on, changes, modifier):
    """C-HIT-5, C-HIT-9: committed at 4, loosed at 8; what is set at the very commit count holds, at the impact count not."""
    orders = FIRE + [{"do": "def", "active": active, "at": at} for at, active in changes]
    fought = shot(orders, ana_has={"def_on": on}, rolls={"Ana/to_hit": [MISS]})
    assert fought.mods("to_hit", "Ana").get("C-HIT-5", 0) == modifier


def test_the_targets_def_counts_when_it_is_on_and_it_is_aware():
    """C-HIT-1, C-HIT-9."""
    for facing, modifier in ((180, -25), (0, 0)):
        fought = shot(bo_has={"def": 25, "facing": facing}, rolls={"Ana/to_hit": [MISS]})
        assert fought.mods("to_hit", "Ana").get("C-HIT-1") == 60 + modifier


@pytest.mark.parametrize(("rank", "back"), [(0, 0), (4, 12), (13, 39), (14, 40)])
def test_a_shooter_on_the_move_pays_forty_and_gets_three_back_a_rank(rank, back):
    """C-HIT-2: she runs at 2 ft/ct across the line; relative velocity -20 at close to a right angle."""
    orders = [{"do": "move", "to": [0, 400], "speed": 2}, {"do": "fire"}]
    fought = shot(orders, distance=50, ana_has={"shoot_while_move": rank}, rolls={"Ana/to_hit": [MISS]})
    values = [mod.value for mod in fought.rolls("to_hit", "Ana")[0].mods if mod.rule == "C-HIT-2"]
    assert values == [value for value in (-40, back, -20) if value]


def test_a_called_location_costs_what_any_other_call_does_whatever_the_weapons_length():
    """C-HIT-6: a missile is no hand weapon: a leg costs 10, the head 20, however short the thrower's weapon."""
    for where, modifier in (("upper_leg", -10), ("lower_leg", -10), ("foot", -20), ("head", -20), ("eyes", -20), ("chest", -10)):
        weapon = bow(length=0.5)
        fought = shot(
            [{"do": "fire", "location": where}], ana_has={"weapons": [weapon]}, rolls={"Ana/to_hit": [MISS]}
        )
        assert fought.mods("to_hit", "Ana")["C-HIT-6"] == modifier


def test_a_called_shot_that_hits_lands_where_it_was_called():
    """C-HIT-6: the side goes by the roll's parity."""
    fought = shot([{"do": "fire", "location": "upper_leg"}], rolls={"Ana/to_hit": [50]})
    assert fought.of("wound", "Bo")[0].location == "right upper_leg"
    assert fought.rolls("location", "Ana") == []


def test_a_prone_and_a_helpless_target_count_as_in_melee():
    """C-HIT-7: Bo has fallen before it is loosed: his leg was broken at 2."""
    cy = fighter("Cy", "red", 25, [{"do": "attack", "location": "upper_leg"}], weapons=[sword(wsd=2, damage="1d1000")])
    rolls = {
        "Cy/to_hit": [40], "Cy/damage": [[600]], "Bo/health_save": [90], "Bo/minor_save": [1], "Bo/agl_save": [95],
        "Ana/to_hit": [MISS],
    }  # fmt: skip
    fought = shot(bo_has={"htk": 1000, "health": 50}, others=[cy], rolls=rolls)
    assert fought.of("fall", "Bo")[0].t == 2
    assert fought.mods("to_hit", "Ana")["C-HIT-7"] == 40, "it lies, and the half stun of 300 counts makes it helpless"


def test_a_hurried_shot_while_the_bow_recovers_costs_fifty():
    """C-TIM-5, C-TIM-6: two shots loaded, W 8: loosed at 8, it recovers until 12; at a W of 2 a hurried one ends before."""
    weapon = bow(shots=2)
    orders = [{"do": "attack"}, {"do": "fire", "hurry": True, "at": 9}]
    quick = [{"do": "fire"}, {"do": "fire", "hurry": True, "at": 8}]
    with pytest.raises(AgentError, match="would not finish before bow has recovered at 12"):
        shot(orders, distance=5, ana_has={"weapons": [weapon]}, rolls={"Ana/to_hit": [MISS]})
    rules = {"recovery_share": 3}
    fought = shot(quick, ana_has={"weapons": [weapon]}, rules=rules, rolls={"Ana/to_hit": [MISS, MISS]})
    assert [time for time, *_ in loosed(fought)] == [8, 16]
    assert [fought.mods("to_hit", "Ana", number).get("C-TIM-5", 0) for number in (0, 1)] == [0, -50]


def test_a_locked_weapon_can_not_be_fired():
    """C-STG-6, C-MIS-1: a bow of 3 ft is locked at Over 3."""
    with pytest.raises(AgentError, match="C-STG-6: bow is locked"):
        shot(distance=0.5, rolls={})


# damage


def test_the_fighters_speed_and_not_the_missiles_adds_to_the_damage():
    """C-DMG-3: a still pair: 7 + 2 at 100 ft/ct of missile; a target at 10 ft/ct: half as much again."""
    weapon = bow(velocity=100)
    still = shot(distance=100, ana_has={"weapons": [weapon | {"long": 900}]}, rolls={"Ana/to_hit": [1], "Ana/damage": [[1, 1]]})
    assert still.of("wound", "Bo")[0].damage == 9
    moving = shot(
        bo=[{"do": "move", "away": "Ana", "speed": 10}], distance=100, bo_has={"mvm": 10},
        ana_has={"weapons": [weapon | {"long": 900}]}, rolls={"Ana/to_hit": [1], "Ana/damage": [[1, 1]]},
    )  # fmt: skip
    assert moving.of("wound", "Bo")[0].damage == 13


# loading


def test_a_bow_must_be_reloaded_and_reloading_takes_its_counts():
    """C-MIS-1: ready at 12, six counts to reload, and the next shot is loosed at 26."""
    fought = shot([{"do": "fire"}, {"do": "reload"}, {"do": "fire"}], rolls={"Ana/to_hit": [MISS, MISS]})
    assert [(event.t, event.loaded, event.left) for event in fought.of("reload", "Ana")] == [(18, 1, 4)]
    assert loosed(fought) == [(8, 20, 10, 4), (26, 20, 28, 3)]


def test_an_empty_bow_can_not_be_fired():
    """C-MIS-1."""
    with pytest.raises(AgentError, match=r"C-MIS-1: bow is not loaded, 4 left"):
        shot([{"do": "fire"}, {"do": "fire"}], rolls={"Ana/to_hit": [MISS]})


def test_a_loaded_bow_can_not_be_reloaded_nor_one_without_ammunition():
    """C-MIS-1."""
    with pytest.raises(AgentError, match="C-MIS-1: bow is loaded"):
        shot([{"do": "reload"}], rolls={})
    last = {"weapons": [bow(ammunition=1)]}
    with pytest.raises(AgentError, match="C-MIS-1: no ammunition is left for bow"):
        shot([{"do": "fire"}, {"do": "reload"}], ana_has=last, rolls={"Ana/to_hit": [MISS]})


def test_several_shots_are_loosed_before_a_reload_and_the_last_load_may_be_short():
    """C-MIS-1: two shots, three in all: loosed at 8 and 20, reloaded to one."""
    weapon = {"weapons": [bow(shots=2, ammunition=3)]}
    fought = shot([{"do": "fire"}, {"do": "fire"}, {"do": "reload"}, {"do": "fire"}], ana_has=weapon,
                  rolls={"Ana/to_hit": [MISS, MISS, MISS]})  # fmt: skip
    assert [(event.loaded, event.left) for event in fought.of("reload", "Ana")] == [(1, 1)]
    assert [left for *_, left in loosed(fought)] == [2, 1, 0]


def test_a_reload_that_is_broken_off_loads_nothing():
    """C-MIS-1, C-TIM-7."""
    orders = [{"do": "fire"}, {"do": "reload"}, {"do": "break_off", "at": 14}, {"do": "reload"}]
    fought = shot(orders, rolls={"Ana/to_hit": [MISS]})
    assert [event.t for event in fought.of("reload", "Ana")] == [20]


def test_a_sword_sends_no_missiles():
    """C-MIS-1."""
    with pytest.raises(AgentError, match="C-MIS-1: sword sends no missiles"):
        fight([{"do": "fire", "weapon": "sword"}])


def test_a_missile_weapon_strikes_in_melee_too():
    """C-MIS-1, C-TIM-1: at its own length, with its stage, and spends no ammunition."""
    fought = shot([{"do": "attack"}, {"do": "fire"}], distance=4, rolls={"Ana/to_hit": [70, MISS]})
    assert fought.blows()[0] == (7, "Ana", "hit")
    assert fought.mods("to_hit", "Ana")["C-STG-3"] == 10
    assert [left for *_, left in loosed(fought)] == [4]


JAVELIN = sword(name="javelin", wsd=8, reload=0, ammunition=2) | RANGES


def test_a_thrown_weapon_leaves_the_hand_and_the_next_one_is_drawn():
    """C-MIS-1, C-THR-1: thrown at 8, the next drawn from there to 16, thrown at 24, and none is left."""
    orders = [{"do": "fire"}, {"do": "draw"}, {"do": "fire"}]
    fought = shot(orders, ana_has={"weapons": [JAVELIN]}, rolls={"Ana/to_hit": [MISS, MISS]})
    assert loosed(fought) == [(8, 20, 10, 1), (24, 20, 26, 0)]
    assert [(event.t, event.what, event.in_hand) for event in fought.of("draw", "Ana")] == [
        (8, "thrown", []), (16, "drawn", ["javelin"]), (24, "thrown", []),
    ]  # fmt: skip
    assert fought.result.combatants["Ana"]["in_hand"] == []


def test_a_thrown_weapon_of_which_none_is_left_can_not_be_drawn():
    """C-MIS-1."""
    orders = [{"do": "fire"}, {"do": "draw", "weapon": "javelin"}]
    with pytest.raises(AgentError, match="C-MIS-1: no javelin is left"):
        shot(orders, ana_has={"weapons": [JAVELIN | {"ammunition": 1}]}, rolls={"Ana/to_hit": [MISS]})


def test_a_thrown_weapon_is_not_reloaded():
    """C-MIS-1."""
    with pytest.raises(AgentError, match="C-MIS-1: javelin is thrown; draw the next one"):
        shot([{"do": "reload"}], ana_has={"weapons": [JAVELIN]}, rolls={})


def test_spent_ammunition_is_progress_for_the_stalemate_guard():
    """CLK-8: loosed at 8 and not again: a stalemate 20 counts after it, not after the start."""
    fought = shot(rules={"stalemate_counts": 20}, rolls={"Ana/to_hit": [MISS]})
    assert (fought.result.outcome, fought.result.t) == ("stalemate", 28)


# shields


SHIELD = sword(name="shield", wsd=8, length=0, shield=True, damage="1", protection={"crushing": 4}, hits=20)
GUARDED = {"weapons": [sword(), SHIELD], "skills": {"sword": 60, "shield": 60}}


def test_a_shield_that_is_up_may_stop_a_missile_and_wears():
    """C-ARM-6, C-ARM-2: number 30 against 30; 7 + 3 points, 4 stopped (2 hits), 6 through (12 hits): 6 of 20 left."""
    fought = shot(
        bo=[{"do": "parry", "weapon": "shield"}], bo_has=GUARDED,
        rolls={"Ana/to_hit": [30], "Bo/parry": [30], "Ana/damage": [[1, 2]]},
    )  # fmt: skip
    assert fought.blows() == [(10, "Ana", "parried")]
    assert fought.of("parry", "Bo")[-1].shield_hits == 6
    assert fought.line("Bo", "recover", "ready") == [(10, "recover"), (12, "ready")]


def test_a_shield_that_is_beaten_lets_the_missile_through_and_recovers():
    """C-ARM-6."""
    fought = shot(
        bo=[{"do": "parry", "weapon": "shield"}], bo_has=GUARDED, rolls={"Ana/to_hit": [30], "Bo/parry": [31]}
    )
    assert fought.blows() == [(10, "Ana", "hit")]
    assert [event.what for event in fought.of("parry", "Bo")] == ["up", "beaten"]


def test_a_weapon_stops_no_missile_and_its_parry_stays_up():
    """C-ARM-6: missiles: shields only."""
    fought = shot(bo=[{"do": "parry", "weapon": "sword"}], rolls={"Ana/to_hit": [30]})
    assert fought.blows() == [(10, "Ana", "hit")]
    assert [event.what for event in fought.of("parry", "Bo")] == ["up"]


# the line of fire


def crossing(roll, *others, distance=30.0, rolls=None):
    """Bo runs past at 3 ft/ct at a right angle when it is loosed: -70; skill 60 and medium range: chance -30."""
    return fight(
        [{"do": "fire", "target": "Bo"}], [{"do": "move", "to": [distance, 400], "speed": 3}], distance,
        ana_has=archer(weapons=[bow(velocity=15)]), bo_has=TOUGH, others=list(others),
        rolls={"Ana/to_hit": [roll]} | (rolls or {}),
    )  # fmt: skip


def victims(fought):
    return [event.actor for event in fought.of("wound")]


def friend(name, x, y, side="red"):
    return fighter(name, side, x, position=[x, y], **TOUGH)


def test_the_first_friend_in_the_line_is_struck_by_what_only_the_targets_movement_made_miss():
    """C-MIS-1: 24 ft up at 8 and so off by -40 - 24 of -30; the nearest friend, past an enemy nearer still."""
    rolls = {"Ana/location": [CHEST], "Ana/damage": [[1, 1]]}
    fought = crossing(30, friend("Cy", 20, 17), friend("Di", 10, 9), friend("Ed", 8, 7, "blue"), rolls=rolls)
    assert victims(fought) == ["Di"]
    assert [(event.result, event.target, event.sl) for event in fought.of("impact", "Ana")] == [
        ("miss", "Bo", None), ("hit", "Di", 0),
    ]  # fmt: skip
    assert fought.of("wound", "Di")[0].lost == 9


def test_a_miss_that_would_have_missed_anyway_strikes_nobody():
    """C-MIS-1: skill 60, medium range: without his movement 40."""
    assert victims(crossing(40, friend("Cy", 10, 9), rolls={})) == ["Cy"]
    assert victims(crossing(41, friend("Cy", 10, 9), rolls={})) == []
    assert victims(crossing(96, friend("Cy", 10, 9), rolls={})) == []


def test_nobody_farther_than_three_feet_from_the_line_or_beside_the_shooter_is_struck():
    """C-MIS-1: the line runs from (0, 0) to where Bo is on arrival, up and to the right."""
    assert victims(crossing(30, friend("Cy", 12, 4))) == []
    assert victims(crossing(30, friend("Cy", -1, 0))) == []


# walls


WALL = {"walls": [{"name": "barn", "points": [[10, -5], [10, 5]]}]}


def test_a_target_behind_a_wall_can_not_be_shot_at():
    """C-MIS-1: over a low rail it can."""
    with pytest.raises(AgentError, match="C-MIS-1: Bo is out of sight"):
        shot(rolls={}, field=WALL)
    rail = {"walls": [WALL["walls"][0] | {"sight": False}]}
    assert shot(rolls={"Ana/to_hit": [60]}, field=rail).blows() == [(10, "Ana", "hit")]


def test_a_wall_that_the_target_has_run_behind_stops_the_missile():
    """C-MIS-1: Bo goes down from (20, 14) at 1 ft/ct, and is behind the barn below (20, 10) as seen from Ana: from 4 on.

    Loosed at 11 it goes nowhere; loosed at 3, over 22.83 ft at 20 ft/ct, it is stopped at 4.1415; a faster one hits.
    """
    run = [{"do": "move", "to": [20, -14], "speed": 1}]
    cases = [
        (bow(), 3, (11, "Ana", "out_of_reach")), (bow(wsd=2, velocity=20), 1, (4.1415, "Ana", "out_of_reach")),
        (bow(wsd=2, velocity=22_830), 1, (3.001, "Ana", "hit")),
    ]  # fmt: skip
    for weapon, at, impact in cases:
        orders, hits = [{"do": "fire", "at": at}], impact[2] == "hit"
        fought = shot(
            orders, run, ana_has={"weapons": [weapon]}, bo_has={"position": [20, 14]}, field=WALL,
            rolls={"Ana/to_hit": [1]} if hits else {},
        )  # fmt: skip
        assert fought.blows() == [impact]


# fairness and what is seen


def test_what_an_archer_sees_of_its_bow_and_its_chances():
    """CLK-5: ranges, load, the chance as things stand, and when a shot would arrive."""
    seen = {}

    def ana(request):
        view, tool = request.view, request.view.me.weapons[0]
        if "start" in request.reasons:
            seen["tool"] = (tool.missile, tool.thrown, tool.ranges, tool.velocity, tool.loaded, tool.ammunition)
            seen["chance"] = view.shot_chance("Bo", "bow")
            plan = view.plan(Fire(target="Bo", weapon="bow"))
            seen["plan"] = (plan.x, plan.earliest_impact)
            seen["foe"] = [hasattr(one, "loaded") for one in view.foes[0].weapons]
            seen["listed"] = Fire(target="Bo", weapon="bow") in request.options
            return Fire(target="Bo", weapon="bow")
        seen["after"] = (tool.loaded, tool.ammunition, Reload(weapon="bow") in request.options)
        return None

    shot(distance=30, players={"Ana": Player(ana, frozenset({"start", "ready"}))}, rolls={"Ana/to_hit": [MISS]})
    assert seen == {
        "tool": (True, False, (20, 40, 60), 10, 1, 5), "chance": 40, "plan": (8, 11), "foe": [False], "listed": True,
        "after": (0, 4, True),
    }  # fmt: skip


def test_the_order_in_which_archers_are_listed_changes_nothing():
    """CLK-6: three archers shoot at one target at once, listed in two orders."""
    def row(order):
        archers = {
            name: fighter(name, "red", 0, [{"do": "fire"}, {"do": "reload"}, {"do": "fire"}], position=[0, y], **archer())
            for name, y in (("Ana", 0), ("Cy", 4), ("Di", -4))
        }
        bo = fighter("Bo", "blue", 30, [{"do": "parry", "weapon": "shield"}], **(TOUGH | GUARDED))
        fought = play([*[archers[name] for name in order], bo], seed=3)
        return [
            (event.t, event.type, event.actor) for event in fought.events if event.type not in ("battle.start", "battle.end")
        ]

    first, second = row(["Ana", "Cy", "Di"]), row(["Di", "Ana", "Cy"])
    assert sorted(first, key=str) == sorted(second, key=str)


def test_unused_options_are_refused_by_name():
    """CLK-5: what an archer without a target in range may do instead."""
    seen = {}

    def ana(request):
        seen["fire"] = request.legal(Fire(target="Bo", weapon="bow"))
        seen["attack"] = request.legal(Attack(target="Bo", weapon="bow"))
        seen["draw"] = request.legal(Draw(weapon="bow"))
        seen["riders"] = [request.legal(Defence(active=True)), request.legal(Move(toward="Bo"))]

    shot(distance=100, players={"Ana": Player(ana, frozenset({"start"}))}, rolls={})
    assert seen["fire"].startswith("C-MIS-1")
    assert seen["attack"] is None
    assert seen["draw"].startswith("C-THR-1")
    assert seen["riders"] == [None, None]
