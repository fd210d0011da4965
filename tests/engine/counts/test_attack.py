"""One attack from its declaration to ready again (C-TIM-1, C-TIM-3, C-TIM-4, C-TIM-8)."""

from __future__ import annotations

import pytest
from duels import MISS, Player, fight, sword

PHASES = ("windup", "commit", "impact", "recover", "ready")
ATTACK = [{"do": "attack"}]


def timeline(commit, impact, ready, begin=0):
    return [(begin, "windup"), (commit, "commit"), (impact, "impact"), (impact, "recover"), (ready, "ready")]


def attack(distance=5, **weapon):
    return fight(ATTACK, distance=distance, ana_has={"weapons": [sword(**weapon)]}, rolls={"Ana/to_hit": [MISS]})


def charged(speed, distance, at, wsd=9, rolls=None):
    """Ana attacks at a count while Bo runs at her."""
    return fight(
        [{"do": "attack", "at": at}], [{"do": "move", "toward": "Ana", "speed": speed}], distance,
        ana_has={"weapons": [sword(wsd=wsd)]}, rolls=rolls,
    )


def test_an_attack_of_ten_counts_commits_at_5_lands_at_10_and_is_ready_at_15_by_C_TIM_1_and_C_TIM_3():
    """C-TIM-1, C-TIM-3: W=10, ready at 0."""
    assert attack().line("Ana", *PHASES) == timeline(5, 10, 15)


def test_an_attack_of_seven_counts_commits_at_3_5_and_is_ready_at_10_5():
    """C-TIM-1: W=7."""
    assert attack(wsd=7).line("Ana", *PHASES) == timeline(3.5, 7, 10.5)


def test_an_attack_of_thousandths_of_a_count_is_exact():
    """C-TIM-1, CLK-1: W=7.001."""
    assert attack(wsd=7.001).line("Ana", *PHASES) == timeline(3.5005, 7.001, 10.5015)


def test_the_declaration_plans_the_same_times_as_happen():
    """C-TIM-1: declare carries begin, commit, impact and ready."""
    (declared,) = attack().of("declare")
    assert (declared.t, declared.begin, declared.commit, declared.impact, declared.ready) == (0, 0, 5, 10, 15)
    assert (declared.x, declared.w) == (10, 10)


@pytest.mark.parametrize(
    ("distance", "stage", "x"),
    [
        (8.5, "retreat_3", 13), (7, "retreat_2", 12), (6, "retreat_1", 11), (5, "optimal", 10), (4, "press_1", 9),
        (3, "press_2", 8), (2, "press_3", 7), (1.9, "over_1", 10), (1.4, "over_2", 15),
    ],
)  # fmt: skip
def test_the_stage_at_declaration_changes_how_long_the_attack_takes(distance, stage, x):
    """C-TIM-8, C-STG-3: X = W + the stage's modifier; full W at Over 1, one and a half W at Over 2."""
    fought = attack(distance)
    assert fought.stages("Ana") == [(0, stage)]
    assert fought.line("Ana", *PHASES) == timeline(x / 2, x, x + max(x, 10) / 2)


def test_recovery_at_press_3_is_half_the_weapon_speed_when_that_is_longer():
    """C-TIM-4: W=10 at Press 3: X=7, ready at 7+5=12."""
    assert attack(2).line("Ana", *PHASES) == timeline(3.5, 7, 12)


def test_no_stage_makes_an_attack_shorter_than_half_the_weapon_speed():
    """C-TIM-8: W=6 at Press 3: X=max(3,3)=3; recovery max(1.5, 3)."""
    assert attack(2, wsd=6).line("Ana", *PHASES) == timeline(1.5, 3, 6)
    assert attack(2, wsd=5).line("Ana", *PHASES) == timeline(1.25, 2.5, 5)


def test_an_attack_at_over_2_takes_half_as_long_again():
    """C-TIM-8: W=10 at Over 2: X=15, impact 15, ready 22.5."""
    assert attack(1.4).line("Ana", *PHASES) == timeline(7.5, 15, 22.5)


def test_a_blow_declared_while_out_is_as_slow_as_at_retreat_3():
    """C-TIM-8: WSD mod +3 while Out; nobody came closer, so it reaches nothing and rolls nothing."""
    fought = fight(ATTACK, distance=9, rolls={"Ana/to_hit": []})
    assert fought.line("Ana", *PHASES) == timeline(6.5, 13, 19.5)
    assert fought.blows() == [(13, "Ana", "out_of_reach")]


def test_a_blow_declared_while_out_may_land_on_someone_who_has_come_closer():
    """C-TIM-8, CLK-4: X is fixed at declaration (13), the distance is taken at impact (5 ft, optimal)."""
    fought = fight(
        ATTACK, [{"do": "move", "toward": "Ana", "speed": 2}], 20, rolls={"Ana/to_hit": [MISS]},
    )  # fmt: skip
    assert fought.line("Ana", *PHASES) == timeline(6.5, 13, 19.5)
    (impact,) = fought.of("impact")
    assert (impact.result, impact.stage, impact.distance) == ("miss", "optimal", 5)


def test_at_over_3_no_blow_can_be_declared():
    """C-TIM-8, C-STG-3."""
    offered = []
    watch = Player(lambda request: offered.extend(option.do for option in request.options))
    fight(distance=0.6, players={"Ana": watch})
    assert "hold" in offered
    assert not {"attack", "couch"} & set(offered)


def test_a_charger_is_struck_in_half_the_weapon_speed_rounded_up():
    """C-TIM-8: W=9 against a charger at 3 ft/ct: X=5, commit 2.5, impact 5, recovery 4.5, ready 9.5."""
    fought = charged(3, 36, at=5, rolls={"Ana/to_hit": [MISS]})
    assert fought.line("Ana", *PHASES) == timeline(7.5, 10, 14.5, begin=5)
    (impact,) = fought.of("impact")
    assert (impact.distance, impact.stage) == (6, "retreat_1")


def test_a_target_that_closes_at_exactly_2_feet_is_no_charger():
    """C-TIM-8: more than 2 ft/ct; at 2 the stage counts (Out: W+3)."""
    fought = charged(2, 50, at=5)
    assert fought.line("Ana", *PHASES) == timeline(11, 17, 23, begin=5)


def test_a_target_that_runs_away_is_no_charger():
    """C-TIM-8: closing counts, not speed."""
    fought = fight(
        [{"do": "attack", "at": 5}], [{"do": "move", "away": "Ana", "speed": 4}], 20,
    )  # fmt: skip
    assert fought.line("Ana", *PHASES) == timeline(11.5, 18, 24.5, begin=5)


def test_the_attackers_own_run_does_not_make_the_target_a_charger():
    """C-TIM-8: closing by the target's own motion; here Ana runs at a Bo who stands."""
    fought = fight(
        [{"do": "move", "toward": "Bo", "speed": 4}, {"do": "attack", "at": 1}], distance=40, rolls={"Ana/to_hit": [MISS]},
    )  # fmt: skip
    assert fought.of("declare", "Ana")[0].x == 13


@pytest.mark.parametrize(
    ("weapon", "w"),
    [
        ({"wsd": 6, "type": "chopping"}, 10), ({"wsd": 8, "type": "slicing"}, 10), ({"wsd": 8, "type": "crushing"}, 10),
        ({"wsd": 14, "type": "piercing"}, 10), ({"wsd": 10, "type": "ripping"}, 10), ({"wsd": 15, "type": "energy"}, 10),
    ],
)  # fmt: skip
def test_the_damage_type_changes_the_weapon_speed_unless_the_figures_include_it(weapon, w):
    """C-TIM-8, C-DMG-2."""
    fought = attack(includes_type=False, **weapon)
    assert fought.of("declare")[0].w == w
    assert fought.line("Ana", *PHASES) == timeline(5, 10, 15)
    assert attack(**weapon).of("declare")[0].w == weapon["wsd"]


def test_material_and_magic_change_the_weapon_speed():
    """C-TIM-8: material and magic mods are part of W."""
    assert attack(wsd=10, material={"wsd": -1.5}, magic={"wsd": -0.5}).line("Ana", *PHASES) == timeline(4, 8, 12)


def test_the_weapon_speed_is_never_below_1():
    """C-TIM-8: W = 2 - 4 piercing = 1."""
    assert attack(wsd=2, type="piercing", includes_type=False).line("Ana", *PHASES) == timeline(0.5, 1, 1.5)
    assert attack(2, wsd=1).line("Ana", *PHASES) == timeline(0.5, 1, 1.5)


def test_one_is_asked_as_recovering_at_the_impact_and_as_ready_after_the_recovery():
    """C-TIM-3, CLK-5: the decisions of one attack and their reasons."""
    assert attack().asked("Ana") == [(0, ("start",)), (10, ("recovering",)), (15, ("ready",))]


def test_an_attack_every_15_counts_is_the_pace_of_a_weapon_of_10():
    """C-TIM-3, C-INI-3: recovery rolls no INIT, each declaration one."""
    fought = fight(ATTACK * 3, rolls={"Ana/to_hit": [MISS] * 3, "Ana/init": [[1, 1]] * 3})
    assert [t for t, _, _ in fought.blows()] == [10, 25, 40]
    assert fought.line("Ana", "ready") == [(15, "ready"), (30, "ready"), (45, "ready")]
