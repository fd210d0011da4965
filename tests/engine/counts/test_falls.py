"""Falls: the floor under one that is thrown down, walls, and edges (C-FAL-1, C-KNB-4).

120 crushing points throw Bo (150 lb, MVM 8) 12 ft; the save against the distance is made, the second one fails: it falls
and meets the floor at 12 ft/ct, as after a fall of 9 ft: 6d4, 24 %.
"""

from __future__ import annotations

import pytest
from duels import ABDOMEN, CHEST, Player, fight, fighter, struck, sword

from engine.counts.actions import Move

LIGHT = {"weight": 150, "htk": 1000}
DOWN = [1, 100]
"""AGL saves that let Bo be thrown 12 ft and down."""
SIX = [[4, 4, 4, 4, 4, 4]]


def floored(save=100, rolls=None, **bo):
    """Bo is thrown down at 10 and meets the floor at 11."""
    dice = {
        "Bo/agl_save": [*DOWN, save], "Bo/fall_damage": SIX, "Bo/fall_critical": [25], "Bo/location": [CHEST],
    }  # fmt: skip
    return struck([120], ABDOMEN, "crushing", dice | (rolls or {}), bo_has=LIGHT | bo)


def last_wound(fought):
    return fought.of("wound", "Bo")[-1]


def test_the_floor_hurts_like_a_fall_at_that_velocity():
    """C-KNB-4, C-FAL-1: worked, v = 12, 6d4, 24 %; explosive, SL 0, at a random location of the faller's own rolls."""
    fought = floored()
    assert [(event.t, event.velocity) for event in fought.of("collision", "Bo")] == [(11, 12.0)]
    assert [event.dice for event in fought.rolls("fall_damage", "Bo")] == ["6d4"]
    assert [event.need for event in fought.rolls("fall_critical", "Bo")] == [24]
    wound = last_wound(fought)
    assert (wound.t, wound.by, wound.damage_type, wound.damage, wound.location, wound.lost) == (
        11, "Bo", "explosive", 24, "chest", 24,
    )  # fmt: skip


def test_an_agl_save_halves_it():
    """C-FAL-1: 24 to 12; no location, no speed: plain AGL 50."""
    fought = floored(save=50)
    assert fought.rolls("agl_save", "Bo")[-1].need == 50
    assert last_wound(fought).damage == 12


@pytest.mark.parametrize(
    ("save", "falling", "damage"), [(50, 30, 5), (50, 31, 11), (100, 30, 11), (100, 31, 23)]
)
def test_a_falling_roll_halves_it_again_rounded_down(save, falling, damage):
    """C-FAL-1: 23, 11, 5."""
    rolls = {"Bo/falling": [falling], "Bo/fall_damage": [[4, 4, 4, 4, 4, 3]]}
    assert last_wound(floored(save, rolls, skills={"falling": 30})).damage == damage


def test_the_unskilled_roll_no_falling():
    """C-FAL-1."""
    assert floored(rolls={"Bo/falling": []}).rolls("falling", "Bo") == []


@pytest.mark.parametrize(("roll", "damage"), [(24, 48), (25, 24)])
def test_a_critical_fall_counts_twice(roll, damage):
    """C-FAL-1: 2 v percent."""
    assert last_wound(floored(rolls={"Bo/fall_critical": [roll]})).damage == damage


def test_armor_and_a_quarter_of_pab_work_against_a_fall():
    """C-FAL-1, C-DMG-6: 24 against 4: 20; 4 concussive cost 2 of 10 PAB; of the 8 left a quarter stops 2: 14."""
    plate = {"name": "plate", "covers": ["chest"], "protection": {"explosive": 4}, "hits": 1000}
    wound = last_wound(floored(pab=10, armor=[plate]))
    assert (wound.armor, wound.concussive, wound.pab_left, wound.lost) == (4, 4, 8, 14)


def test_a_fall_throws_nobody_back():
    """C-FAL-1: 24 explosive points would be 6 ft."""
    assert len(floored().of("knockback", "Bo")) == 1


def test_a_fall_wounds_as_any_hit():
    """C-WND-3, C-WND-5: a child of 10 lb is thrown 5.5 ft, 11 by a critical miss: 5d4. 20 of 60 HTK is the minor effect of
    an explosive hit, which counts three times for system shock: 5 + 60 of 54.
    """
    fought = struck(
        [5], ABDOMEN, "crushing",
        {
            "Bo/agl_save": [96, 100], "Bo/fall_damage": [[4] * 5], "Bo/fall_critical": [100], "Bo/location": [CHEST],
            "Bo/health_save": [51], "Bo/shock_save": [50],
        },
        bo_has={"weight": 10, "htk": 60},
    )  # fmt: skip
    assert fought.effects("Bo") == [(11, "system shock counts more", "chest")]


def test_a_fall_is_no_damage_dealt():
    """CLK-8: Ana's total is its blow's 120; the fall's 24 are nobody's."""
    fought = floored()
    assert fought.result.combatants["Ana"]["totals"]["damage_dealt"] == 120
    assert fought.result.combatants["Bo"]["totals"]["damage_dealt"] == 0
    assert fought.result.combatants["Bo"]["htk_lost"] == 144


def test_a_throw_that_ends_on_the_feet_hurts_nothing():
    """C-KNB-4."""
    fought = struck([120], ABDOMEN, "crushing", {"Bo/agl_save": [1, 1], "Bo/fall_damage": []}, bo_has=LIGHT)
    assert fought.of("collision", "Bo") == []


def test_less_than_2_ft_a_count_is_no_die():
    """C-FAL-1: floor(v / 2); thrown 1.5 ft and, by a critical miss doubled to 3, down: 1d4; 6 % critical."""
    fought = struck(
        [15], ABDOMEN, "crushing",
        {"Bo/agl_save": [96, 100], "Bo/fall_damage": [[4]], "Bo/fall_critical": [100], "Bo/location": [CHEST]}, bo_has=LIGHT,
    )  # fmt: skip
    assert [event.need for event in fought.rolls("fall_critical", "Bo")] == [6]
    assert last_wound(fought).damage == 4


# walls


def test_one_that_fell_meets_the_wall_instead_of_the_floor():
    """C-KNB-4: thrown 12 ft and down, stopped after 1.99 ft: one collision, at 12 ft/ct."""
    wall = {"name": "wall", "points": [[7, -5], [7, 5]]}
    fought = struck(
        [120], ABDOMEN, "crushing",
        {"Bo/agl_save": [*DOWN, 100], "Bo/fall_damage": SIX, "Bo/fall_critical": [100], "Bo/location": [CHEST]},
        bo_has=LIGHT, field={"walls": [wall]},
    )  # fmt: skip
    assert [(event.what, event.velocity) for event in fought.of("collision")] == [("wall", 12.0)]
    assert [event.damage for event in fought.of("wound", "Bo")] == [120, 24]


# edges: Ana runs west at 4 ft/ct and comes over one, 9 ft high, at count 5; the fall takes 1.5 counts


CLIFF = {"name": "cliff", "start": [-20, 5], "end": [-20, -5], "drop": 9}
OVER = {"do": "move", "to": [-40, 0], "speed": 4}
SOFT = {"fall_speed_step": 100}
"""A fall on something soft: no dice."""


def cliff(orders, rules=None, **more):
    return fight([OVER, *orders], field={"edges": [CLIFF]}, rules=SOFT | (rules or {}), **more)


def test_one_over_an_edge_is_asked_and_falls_when_it_holds():
    """C-FAL-1: root of 2 x 9 / 8 is 1.5 counts; v = 12; then it lies, 9 ft lower."""
    fought = cliff([])
    assert [asked for asked in fought.asked("Ana") if asked[0] >= 5] == [(5, ("edge",)), (6.5, ("ready", "fallen"))]
    assert [(event.t, event.why, event.height, event.velocity) for event in fought.of("fall")] == [
        (6.5, "landed", 9.0, 12.0)
    ]
    assert fought.moves("Ana") == [(0, 0, -4), (5, -20.01, 0), (5, -20.01, 0), (6.5, -20.01, 0)]
    assert fought.result.combatants["Ana"]["state"] == "lying"


def test_the_ground_hurts_by_the_height():
    """C-FAL-1: worked, 6d4, 24 %."""
    fought = fight(
        [OVER], field={"edges": [CLIFF]}, ana_has={"htk": 1000},
        rolls={"Ana/fall_damage": SIX, "Ana/agl_save": [51], "Ana/fall_critical": [24], "Ana/location": [CHEST]},
    )  # fmt: skip
    assert [(event.t, event.damage, event.lost) for event in fought.of("wound")] == [(6.5, 48, 48)]


def test_a_declaration_comes_before_the_fall():
    """C-FAL-1: Ana attacks at 5 (W 10, Out: X 13) and falls when its blow has hit nothing at 18."""
    fought = cliff([{"on": "edge", "do": "attack"}])
    assert fought.blows() == [(18, "Ana", "out_of_reach")]
    assert [event.t for event in fought.of("fall")] == [19.5]
    assert fought.moves("Ana")[1:] == [(5, -20.01, 0), (18, -20.01, 0), (19.5, -20.01, 0)]


def test_an_action_dropped_on_the_brink_lets_it_fall_at_once():
    """C-FAL-1, C-TIM-7: broken off at 6."""
    fought = cliff([{"on": "edge", "do": "attack"}, {"at": 6, "do": "break_off"}])
    assert [event.t for event in fought.of("fall")] == [7.5]


def test_a_couch_on_the_brink_ends_when_it_is_reached():
    """C-FAL-1, C-TIM-2: half of X 13 at Out, couched at 11.5, and dropped by the fall."""
    fought = cliff([{"on": "edge", "do": "couch"}])
    assert fought.line("Ana", "couched", "break_off", "fall") == [(11.5, "couched"), (11.5, "break_off"), (13, "fall")]


def test_an_option_without_duration_is_no_act_before_the_fall():
    """C-FAL-1: turning DEF off."""
    fought = cliff([{"on": "edge", "do": "def", "active": False}])
    assert [event.t for event in fought.of("fall")] == [6.5]


def test_an_agent_that_does_not_ask_for_it_falls_at_once():
    """CLK-5."""
    walks = [Move(to=(-40.0, 0.0), speed=4.0)]
    silent = Player(lambda request: walks.pop() if walks else None, frozenset({"start"}))
    fought = fight(field={"edges": [CLIFF]}, rules=SOFT, players={"Ana": silent})
    assert [event.t for event in fought.of("fall")] == [6.5]


def test_no_ground_is_taken_on_the_brink():
    """C-FAL-1: a move is refused there."""
    found = []

    def answer(request):
        if "edge" in request.reasons:
            found.append(request.legal(Move(to=(0.0, 0.0), speed=1.0)))
        return Move(to=(-40.0, 0.0), speed=4.0) if request.t == 0 and request.reasons[0] == "start" else None

    fight(field={"edges": [CLIFF]}, rules=SOFT, players={"Ana": Player(answer)})
    assert found == ["C-FAL-1: it is over an edge"]


def test_one_stunned_at_the_edge_falls_unasked():
    """C-FAL-1, C-WND-4: Bo is thrown 1 ft by a blow that stuns it, over an edge half a foot behind it."""
    edge = {"name": "brink", "start": [5.5, -5], "end": [5.5, 5], "drop": 9}
    fought = struck(
        [30], CHEST, "slicing", {"Bo/health_save": [51], "Bo/minor_save": [1]}, rules=SOFT,
        bo_has={"weight": 150, "htk": 50}, field={"edges": [edge]},
    )  # fmt: skip
    assert [event.t for event in fought.of("fall", "Bo")] == [12]
    assert (10.5, ("edge",)) not in fought.asked("Bo")


def test_a_falling_target_is_moving_and_can_not_defend_itself():
    """C-HIT-3: Cid, in reach of the brink, strikes at 6: -40; no DEF while it falls."""
    cid = fighter(
        "Cid", "blue", -24, [{"at": 0, "do": "attack", "target": "Ana"}], weapons=[sword(wsd=3)], skills={"sword": 100}
    )
    fought = cliff([], ana_has={"def": 30}, others=[cid], rolls={"Cid/to_hit": [99]})
    assert [event.t for event in fought.of("impact", "Cid")] == [6]
    assert fought.mods("to_hit", "Cid")["C-HIT-2"] == -40


def test_others_see_one_in_the_air_move_and_it_is_asked_nothing_until_it_lands():
    """C-FAL-1: between 5 and 6.5; a timer of its own at 6 goes by."""
    seen = []
    walks = [Move(to=(-40.0, 0.0), speed=4.0)]

    def ana(request):
        request.wake = 6.0
        return walks.pop() if walks else None

    def bo(request):
        request.wake = 6.0
        if request.t == 6:
            seen.append(request.view.seen("Ana").posture)

    fought = fight(field={"edges": [CLIFF]}, rules=SOFT, players={"Ana": Player(ana), "Bo": Player(bo)})
    assert seen == ["moving"]
    assert [t for t, _ in fought.asked("Ana") if t > 5] == [6.5]


def test_a_mode_is_content_right_above_its_opponent():
    """C-MOD-5: 9 ft of height are more than the 5 ft it keeps; it stops at half a foot on the ground, once."""
    fought = fight(ana_has={"mode": "offensive", "level": 9})
    assert [event.why for event in fought.of("move", "Ana")] == ["offensive mode", "arrived"]
    assert fought.moves("Ana")[-1] == (4.5, 4.5, 0)
