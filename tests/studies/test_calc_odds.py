"""``couched calc odds``: exact probabilities, checked against plain enumeration of every face."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.counts.damage import Dice
from engine.errors import InputError
from studies.calc import calc
from studies.odds_exact import dice_weights
from studies.odds_open import OpenRoll
from studies.questions import Refused

FACES = range(1, 101)


def as_shares(counted: Counter[Any], total: int) -> dict[str, float]:
    return {f"{value:g}": counted[value] / total for value in sorted(counted)}


def test_the_odds_of_the_worked_hit() -> None:
    """C-HIT-1: 70 chopping at Press 2 against DEF 35 is 65: SL 6 on 1..5 only."""
    told = calc("odds hit", skill=70, type="chopping", length=3, distance=3, **{"def": 35})
    assert (told["chance"], told["hit"], told["miss"], told["critical_miss"]) == (65, 0.65, 0.3, 0.05)
    assert told["exact"] == {"hit": "13/20", "miss": "3/10", "critical_miss": "1/20"}
    assert told["sl"] == {"0": 0.1, "1": 0.1, "2": 0.1, "3": 0.1, "4": 0.1, "5": 0.1, "6": 0.05}


def test_a_hopeless_chance_still_hits_on_5_and_a_sure_one_misses_from_96() -> None:
    """C-HIT-1, C-HIT-8."""
    assert calc("odds hit", chance=-30)["exact"]["hit"] == "1/20"
    assert calc("odds hit", chance=500)["exact"] == {"hit": "19/20", "miss": "0", "critical_miss": "1/20"}


def test_the_over_press_halves_the_final_chance_and_its_ends_allow_none() -> None:
    """C-STG-3: 70 at Over 1 is 35."""
    told = calc("odds hit", skill=70, length=3, distance=1.5)
    assert (told["chance"], told["hit_factor"]) == (35, 0.5)
    with pytest.raises(Refused, match="C-STG-3"):
        calc("odds hit", skill=70, length=3, distance=9)


def test_every_situation_is_a_term_with_its_rule() -> None:
    """C-TIM-5, C-HIT-2, C-HIT-6, C-HIT-7: 100 - 50 - 20 + 20 + 20 - 10 called - 40 - 20, and no DEF of the helpless."""
    told = calc(
        "odds hit", skill=100, hurry=True, prone=True, target_prone=True, helpless=True, location="chest",
        target_speed=2, relative_speed=2, angle=90, **{"def": 35},
    )  # fmt: skip
    assert told["chance"] == 0
    assert [mod["value"] for mod in told["mods"]] == [100, -40, -20, -50, -20, 20, 20, -10]


def test_the_htk_of_an_attack_are_those_of_every_roll_and_every_die() -> None:
    """C-DMG-6: 1+2d4 piercing at chance 47 against armor 2 and PAB 1, each of 100 x 16 cases by `calc blow`."""
    lost: Counter[int] = Counter()
    quarter = half = down = 0
    for roll, first, second in product(FACES, range(1, 5), range(1, 5)):
        if roll > 47:
            lost[0] += 1
            continue
        damage = max(0, 1 + first + second - 2)
        got = calc("blow", damage=damage, type="piercing", sl=(47 - roll) // 10, armor=2, pab=1, cap=21, htk=8)
        lost[got["lost"]] += 1
        quarter += got["threatens"] != "none"
        half += got["threatens"] == "major"
        down += got["lost"] >= 8
    told = calc("odds blow", damage="1", type="piercing", chance=47, armor=2, pab=1, htk=8)
    assert told["lost"] == as_shares(lost, 1600)
    assert told["cap"] == 21
    assert told["exact"]["mean_lost"] == str(Fraction(sum(value * ways for value, ways in lost.items()), 1600))
    assert (told["over_quarter"], told["over_half"], told["down"]) == (quarter / 1600, half / 1600, down / 1600)


def test_the_odds_of_a_blow_know_stage_speed_and_success_level() -> None:
    """C-DMG-1a, C-DMG-3: 7+1d1 chopping at Press 2 is 12, at 10 ft/ct 18, less PAB 4."""
    told = calc("odds blow", damage="7+1d1", type="chopping", sl=0, armor=0, pab=4, length=3, distance=3, relative_speed=10)
    assert told["lost"] == {"0": 0.0, "14": 1.0}
    assert told["hit"] == 1.0


def test_no_blow_lands_where_the_stage_allows_no_chance() -> None:
    """C-STG-3: Out, and Over 3, whatever the success level asked for."""
    for distance in (9, 0.7):
        with pytest.raises(Refused, match="C-STG-3"):
            calc("odds blow", damage="7", type="slicing", sl=2, armor=0, pab=0, length=3, distance=distance)


def test_a_blow_is_asked_by_one_of_skill_chance_and_level() -> None:
    with pytest.raises(InputError, match="chance and sl"):
        calc("odds blow", damage="7", type="slicing", armor=0, pab=0, chance=3, sl=3)
    with pytest.raises(InputError, match="exactly one of"):
        calc("odds blow", damage="7", type="slicing", armor=0, pab=0)


def test_more_dice_than_can_be_enumerated_are_refused() -> None:
    with pytest.raises(InputError, match="faces together"):
        calc("odds damage-range", damage="100d1000", type="slicing")


def test_the_parts_of_a_body_have_the_tables_shares() -> None:
    """C-LOC-1, C-LOC-2."""
    told = calc("odds location")
    assert list(told["part"].values()) == [0.1, 0.29, 0.08, 0.04, 0.02, 0.28, 0.03, 0.1, 0.04, 0.02]
    assert list(told["detail"].values()) == [0.3, 0.2, 0.05, 0.1, 0.15, 0.05, 0.1, 0.05]
    assert told["side"] == {"left": 0.5, "right": 0.5}


def test_noticing_has_a_second_chance_at_the_commit() -> None:
    """C-PER-1, C-PER-2: 40%, then 70%; from behind 20%, then 50%."""
    assert calc("odds notice", perception=40)["exact"] == {"windup": "2/5", "commit": "21/50", "noticed": "41/50"}
    assert calc("odds notice", perception=40, rear=True)["exact"]["noticed"] == "3/5"
    assert calc("odds notice", perception=200)["exact"] == {"windup": "1", "commit": "0", "noticed": "1"}


@pytest.mark.parametrize(("preset", "points"), [(False, 0), (True, 0), (False, 2), (True, 1)])
def test_an_init_is_two_dice_less_spd(preset: bool, points: int) -> None:
    """C-INI-1, C-INI-2."""
    share = 0.5 if preset else 1.0
    counted = Counter(
        max(0.0, (first + second) * share - 3 * share - points) for first, second in product(range(1, 7), repeat=2)
    )
    told = calc("odds init", spd=3, preset=preset, speed_points=points)
    assert told["counts"] == as_shares(counted, 36)
    assert told["mean"] == pytest.approx(sum(value * ways for value, ways in counted.items()) / 36)


@pytest.mark.parametrize(("own", "other"), [(50, 50), (75, 30), (10, 60)])
def test_a_contest_gains_a_stage_for_every_full_twenty(own: int, other: int) -> None:
    """C-STG-4."""
    counted: Counter[int] = Counter()
    for mine, theirs in product(FACES, repeat=2):
        ahead = (own - mine) - (other - theirs)
        counted[ahead // 20 if ahead >= 0 else -(-ahead // 20)] += 1
    told = calc("odds contest", a=own, b=other)
    assert told["stages"] == as_shares(counted, 10_000)
    assert told["a_gains"] + told["even"] + told["b_gains"] == pytest.approx(1.0)


def test_a_fall_rolls_its_dice() -> None:
    """C-FAL-1: 9 ft: 6d4, 24% critical."""
    counted = Counter(sum(faces) for faces in product(range(1, 5), repeat=6))
    told = calc("odds fall", height=9)
    assert (told["dice"], told["critical"], told["mean"]) == ("6d4", 0.24, 15.0)
    assert told["damage"] == as_shares(counted, 4**6)


def test_knockback_and_damage_with_their_dice_open() -> None:
    """C-KNB-1, C-DMG-1: 7+2d4 crushing throws half a foot for every 5."""
    counted = Counter((7 + first + second) // 5 * 0.5 for first, second in product(range(1, 5), repeat=2))
    assert calc("odds knockback", damage="7", type="crushing", weight=150)["feet"] == as_shares(counted, 16)
    told = calc("odds damage-range", damage="1d4", type="piercing")
    assert told["damage"] == {"0": 0.5, "1": 0.25, "2": 0.25}


def test_sums_of_dice_are_counted_as_every_throw() -> None:
    """C-DMG-1."""
    assert dice_weights(Dice(9, 3, 6)) == Counter(sum(faces) for faces in product(range(1, 7), repeat=3))


DEEP = 7


def chains() -> dict[int, Fraction]:
    """Every whole chain of at most `DEEP` sixes with its chance."""
    return {6 * sixes + face: Fraction(1, 6 ** (sixes + 1)) for sixes in range(DEEP) for face in range(1, 6)}


def open_rolls() -> dict[int, Fraction]:
    """Every open roll that is not both sixes, up to `DEEP` sixes deep, given that it is not."""
    rolls: dict[int, Fraction] = {}
    for (plus, p), (minus, m) in product(chains().items(), repeat=2):
        if plus < 6 or minus < 6:
            rolls[plus - minus] = rolls.get(plus - minus, Fraction(0)) + p * m * Fraction(36, 35)
    return rolls


LOST = Fraction(3, 6**DEEP)


@pytest.mark.parametrize("least", [-20, -7, -6, -5, 0, 1, 4, 5, 6, 7, 13])
def test_the_open_rolls_tail_is_that_of_the_chains(least: int) -> None:
    """S-ROL-1: the enumeration misses only chains deeper than it goes."""
    exact = OpenRoll(6).at_least(least)
    counted = sum((chance for value, chance in open_rolls().items() if value >= least), Fraction(0))
    assert counted <= exact <= counted + LOST


def test_the_open_roll_favours_neither_side() -> None:
    """S-ROL-1: at least n is as likely as at most -n."""
    roll = OpenRoll(6)
    assert all(roll.at_least(n) == 1 - roll.at_least(1 - n) for n in range(-30, 31))


def test_the_sum_of_all_tails_is_the_tails_of_the_sum() -> None:
    """S-ROL-1: the closed form against 60 terms and the closed form from there."""
    roll = OpenRoll(6)
    assert roll.sum_from(6) == sum((roll.at_least(n) for n in range(6, 66)), Fraction(0)) + roll.sum_from(66)
    assert roll.sum_from(400) < Fraction(1, 6**60)


@pytest.mark.parametrize(("skill", "damage", "armor"), [(14, 10, 2), (14, 4, 9), (9, 12, 0)])
def test_the_wounds_of_a_shot_are_those_of_every_open_roll(skill: int, damage: int, armor: int) -> None:
    """S-ROL-1 to S-ROL-3: one attack in 36 is a wonder, +3 Outcome when it hits, a fumble when it misses."""
    told = calc("odds shots-attack", skill=skill, dodge=13, damage=damage, toughness=6, armor=armor)
    wounds: dict[int, Fraction] = {}
    hits = Fraction(0)
    for rolled, chance in open_rolls().items():
        outcome = skill + rolled - 13
        hits += chance if outcome >= 0 else 0
        for bonus, share in ((0, Fraction(35, 36)), (3, Fraction(1, 36))):
            got = max(0, damage + outcome + bonus - 6 - armor) if outcome >= 0 else 0
            wounds[got] = wounds.get(got, Fraction(0)) + chance * share
    assert told["hit"] == pytest.approx(float(hits), abs=1e-4)
    assert told["fumble"] == pytest.approx(float((1 - hits) / 36), abs=1e-4)
    assert told["mean_wounds"] == pytest.approx(float(sum(n * p for n, p in wounds.items())), abs=1e-3)
    assert all(told["wounds"].get(str(n), 0.0) == pytest.approx(float(p), abs=1e-4) for n, p in wounds.items())


def test_the_list_of_wounds_and_what_lies_beyond_make_a_whole() -> None:
    """S-ROL-3."""
    told = calc("odds shots-attack", skill=14, dodge=13, damage=10, toughness=6, armor=2)
    assert sum(told["wounds"].values()) + told["beyond"]["probability"] == pytest.approx(1.0, abs=1e-12)
    assert told["beyond"]["probability"] < 1e-9


@pytest.mark.parametrize("damage", [2, 8, 20])
def test_the_mean_of_the_wounds_is_that_of_their_list(damage: int) -> None:
    """S-ROL-3: whether armor stops most of it or nothing."""
    told = calc("odds shots-attack", skill=14, dodge=13, damage=damage, toughness=6, armor=2)
    listed = sum(int(wounds) * chance for wounds, chance in told["wounds"].items())
    assert told["mean_wounds"] == pytest.approx(listed, abs=1e-6)


def test_a_check_succeeds_from_the_difficulty_and_on_a_natural_20() -> None:
    """P-CHK-1, P-MOD-2: 15 with an attribute of 5 needs 10..20; no attribute reaches 31 but a 20 hits."""
    assert calc("odds steps-check", attribute=5, step=3)["exact"]["hit"] == "11/20"
    assert calc("odds steps-check", attribute=0, step=7)["exact"]["hit"] == "1/20"
    assert calc("odds steps-check", attribute=5, skill="trained", range="medium")["difficulty"] == 15


def test_a_dodge_makes_the_attack_two_steps_harder_as_often_as_it_succeeds() -> None:
    """P-MOD-2: a dodge of 3 reaches 11 on 8..20; then 23 needs 18..20."""
    told = calc("odds steps-check", attribute=5, step=3, dodge=3)
    hits = sum(
        1
        for dodge, check in product(range(1, 21), repeat=2)
        if check == 20 or check + 5 >= (23 if dodge + 3 >= 11 else 15)
    )
    assert told["exact"]["hit"] == str(Fraction(hits, 400))
    assert calc("odds steps-check", attribute=5, step=3, dodge=3, dodges=1)["dodge"] == 0.45


def test_a_check_needs_a_step_or_an_attack() -> None:
    with pytest.raises(InputError, match="step="):
        calc("odds steps-check", attribute=5)
    with pytest.raises(Refused, match="P-MOV-1"):
        calc("odds steps-difficulty", attribute=5, skill="trained", range="medium", pace="sprinting")
