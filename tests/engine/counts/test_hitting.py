"""To hit (C-HIT-1 to C-HIT-8)."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.counts import hitting
from engine.counts.rules import CountsRules

RULES = CountsRules()


def movement(
    attacker: float, target: float, relative: float, angle: float,
    targeting: bool = False, rank: int = 0, unstable: bool = False,
) -> int:  # fmt: skip
    return sum(hitting.movement_terms(attacker, target, relative, angle, targeting, rank, unstable, RULES))


def test_skill_type_stage_and_def_add_up_to_the_chance() -> None:
    """C-HIT-1: worked, 70 chopping (+10) at Press 2 (+20) against DEF 35."""
    assert hitting.chance((70, 10, 20, -35)) == 65


@pytest.mark.parametrize(
    ("chance", "roll", "result"),
    [
        (65, 42, "hit"), (65, 65, "hit"), (65, 66, "miss"), (65, 5, "hit"), (120, 95, "hit"),
        (120, 96, "critical_miss"), (120, 97, "critical_miss"), (30, 100, "critical_miss"),
    ],
)  # fmt: skip
def test_a_roll_at_or_under_the_chance_hits_but_never_from_96_on(chance: int, roll: int, result: str) -> None:
    """C-HIT-1."""
    assert hitting.succeeds(chance, roll, RULES) == result


def test_the_success_level_is_a_tenth_of_the_success_number() -> None:
    """C-HIT-1: worked, chance 65: roll 42 is SL 2, roll 5 is SL 6."""
    assert hitting.success_level(65 - 42, RULES) == 2
    assert hitting.success_level(65 - 5, RULES) == 6
    assert hitting.success_level(-20 - 3, RULES) == 0


def test_rolls_up_to_5_hit_whatever_the_chance() -> None:
    """C-HIT-8: and a chance of 0 or below hits with no other roll."""
    for chance in (0, -40, 3):
        assert [hitting.succeeds(chance, roll, RULES) for roll in (1, 5, 6)] == ["hit", "hit", "miss"]


def test_the_floor_can_be_taken_away() -> None:
    """C-HIT-8: field hit_floor."""
    assert hitting.succeeds(0, 1, attrs.evolve(RULES, hit_floor=0)) == "miss"


@pytest.mark.parametrize(("angle", "modifier"), [(90, -70), (30, -58), (0, -40)])
def test_a_target_crossing_at_three_feet_a_count(angle: float, modifier: int) -> None:
    """C-HIT-2: worked, the shooter still."""
    assert movement(0.0, 3.0, 3.0, angle) == modifier


@pytest.mark.parametrize(("angle", "modifier"), [(90, -35), (30, -29), (0, -20)])
def test_targeting_perception_halves_the_target_based_modifiers(angle: float, modifier: int) -> None:
    """C-HIT-4: worked."""
    assert movement(0.0, 3.0, 3.0, angle, targeting=True) == modifier


def test_targeting_perception_does_not_halve_the_attackers_own_movement() -> None:
    """C-HIT-4."""
    assert movement(3.0, 0.0, 1.0, 57, targeting=True, rank=2) == -40 + 6 - 5


def test_up_to_45_degrees_two_percent_a_degree_count_and_above_all() -> None:
    """C-HIT-2: 90% at 45."""
    assert [hitting.velocity_term(10.0, angle, RULES) for angle in (45.0, 45.1, 90.0, 135.0, 180.0)] == [
        -90, -100, -100, -90, 0,
    ]  # fmt: skip


def test_the_angle_is_folded_whatever_its_sign_and_size() -> None:
    """C-HIT-2."""
    assert [hitting.folded(angle) for angle in (30, 150, -30, 210, 330, 180, 90, 390)] == [
        30,
        30,
        30,
        30,
        30,
        0,
        90,
        30,
    ]


def test_only_full_feet_a_count_of_relative_velocity_count_and_fractions_round_toward_zero() -> None:
    """C-HIT-2: 4.9 ft/ct at 7 degrees is 14% of -40, that is -5.6."""
    assert hitting.velocity_term(4.9, 90, RULES) == -40
    assert hitting.velocity_term(4.9, 7, RULES) == -5


def test_moving_is_faster_than_one_foot_a_count_or_a_maneuver() -> None:
    """C-HIT-3."""
    assert not hitting.is_moving(1.0, False, RULES)
    assert hitting.is_moving(1.01, False, RULES)
    assert hitting.is_moving(0.0, True, RULES)
    terms = hitting.movement_terms(
        0.5, 0.5, 0.0, 0, False, 0, False, RULES, attacker_maneuver=True, target_maneuver=True
    )
    assert terms == (-40, 0, -40, 0, 0)


def test_shoot_while_move_gives_back_at_most_what_moving_took() -> None:
    """C-HIT-2: 3 a rank, at most 40, and nothing to a shooter that stands."""
    assert [movement(3.0, 0.0, 0.0, 0, rank=rank) for rank in (0, 5, 13, 14)] == [-40, -25, -1, 0]
    assert movement(0.0, 0.0, 0.0, 0, rank=14) == 0


def test_an_unstable_platform_costs_forty() -> None:
    """C-HIT-4."""
    assert movement(0.0, 0.0, 0.0, 0, unstable=True) == -40


def test_every_term_has_its_rule_and_reason_beside_it() -> None:
    """C-HIT-2, C-HIT-4: so that a log can zip the two."""
    terms = hitting.movement_terms(3.0, 3.0, 2.0, 90, False, 1, True, RULES)
    assert dict(zip((why for _, why in hitting.MOVEMENT_WHY), terms, strict=True)) == {
        "the attacker moves": -40,
        "shoot-while-move gives back": 3,
        "the target moves": -40,
        "relative velocity": -20,
        "unstable platform": -40,
    }


def test_haste_and_posture() -> None:
    """C-TIM-5, C-HIT-7."""
    assert hitting.posture_terms(True, True, True, True, RULES) == (-50, -20, 20, 20)
    assert hitting.posture_terms(False, False, False, False, RULES) == (0, 0, 0, 0)
    assert [rule for rule, _ in hitting.POSTURE_WHY] == ["C-TIM-5", "C-HIT-7", "C-HIT-7", "C-HIT-7"]


@pytest.mark.parametrize(
    ("location", "length", "modifier"),
    [
        ("upper_leg", 0.0, -10), ("lower_leg", 2.0, -25), ("foot", 1.0, -25), ("head", 2.0, -20), ("hand", 2.0, -20),
        ("chest", 2.0, -10), ("lower_leg", 2.01, -10), ("foot", 3.0, -20), ("head", 3.0, -20), ("abdomen", 3.0, -10),
    ],
)  # fmt: skip
def test_calling_a_location_with_a_weapon_in_the_hand(location: str, length: float, modifier: int) -> None:
    """C-HIT-6: a fist or a short weapon strikes low badly."""
    assert hitting.called_modifier(location, length, RULES) == modifier


@pytest.mark.parametrize(("location", "modifier"), [("chest", -10), ("head", -25), ("foot", -20), ("upper_leg", -10)])
def test_a_foot_or_knee_strikes_high_badly(location: str, modifier: int) -> None:
    """C-HIT-6."""
    assert hitting.called_modifier(location, 0.0, RULES, foot=True) == modifier


def test_a_missile_calls_every_location_alike_whatever_its_length() -> None:
    """C-HIT-6."""
    assert hitting.called_modifier("lower_leg", 0.0, RULES, hand=False) == -10


@pytest.mark.parametrize(("total", "factor", "chance"), [(65, 0.5, 32), (65, 0.25, 16), (-15, 0.5, -8), (65, 1.0, 65)])
def test_the_over_press_halves_the_final_chance_rounded_down(total: int, factor: float, chance: int) -> None:
    """C-STG-3."""
    assert hitting.chance((total,), factor) == chance


@given(chance=st.integers(-200, 300), roll=st.integers(1, 100))
def test_a_better_chance_never_turns_a_hit_into_a_miss(chance: int, roll: int) -> None:
    """C-HIT-1."""
    if hitting.succeeds(chance, roll, RULES) == "hit":
        assert hitting.succeeds(chance + 1, roll, RULES) == "hit"
        assert hitting.success_level(chance + 1 - roll, RULES) >= hitting.success_level(chance - roll, RULES)


@given(
    speeds=st.tuples(st.floats(0, 20), st.floats(0, 20), st.floats(0, 40)), angle=st.floats(-360, 360),
    targeting=st.booleans(), rank=st.integers(0, 30), unstable=st.booleans(),
)  # fmt: skip
def test_movement_never_helps_and_targeting_never_hurts(
    speeds: tuple[float, float, float], angle: float, targeting: bool, rank: int, unstable: bool
) -> None:
    """C-HIT-2, C-HIT-4."""
    assert movement(*speeds, angle, targeting, rank, unstable) <= 0
    assert movement(*speeds, angle, True, rank, unstable) >= movement(*speeds, angle, False, rank, unstable)
