"""The odds of the shots system: exact figures by hand, against an enumeration, and against the view's own tables."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from engine.errors import InputError
from engine.shots import odds as tables
from engine.shots.rules import ShotsRules
from studies.calc import calc
from studies.cli_calc import answer_lines
from studies.odds_open import Attack, OpenRoll
from studies.questions import Refused

RULES = ShotsRules()
GUN = {"skill": 14, "dodge": 13, "damage": 10, "toughness": 6, "armor": 2}
DEEP = 9


def attack(**more: Any) -> dict[str, Any]:
    return calc("odds shots-attack", **GUN, **more)


def fractions(told: dict[str, Any]) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in told["exact"].items()}


@cache
def open_rolls() -> dict[int, Fraction]:
    """Return the open roll by plain enumeration of both chains, deep enough for the places compared."""
    chain: dict[int, Fraction] = {}
    for sixes in range(DEEP):
        for face in range(1, 6):
            chain[6 * sixes + face] = Fraction(1, 6 ** (sixes + 1))
    rolls: dict[int, Fraction] = {}
    for (plus, p), (minus, m) in product(chain.items(), repeat=2):
        if not (plus > 5 and minus > 5):
            rolls[plus - minus] = rolls.get(plus - minus, Fraction(0)) + p * m * Fraction(36, 35)
    return rolls


def test_the_chance_to_hit_is_counted_by_hand() -> None:
    """S-ROL-1, S-ROL-2: -1 is needed. Of 25 low pairs 19 reach it, of 10 with a six the 5 that add it: 24 of 35."""
    told = fractions(attack())
    assert told["hit"] == Fraction(24, 35)
    assert told["fumble"] == Fraction(11, 35) / 36
    assert told["wonder_hit"] == Fraction(24, 35) / 36


def test_the_outcomes_and_what_lies_beyond_are_all_hits() -> None:
    """S-ROL-2: an Outcome of 0 is -1 on the dice, 4 of 35, and no wonder, for a wonder gains 3."""
    told = attack()
    assert told["outcomes"]["0"] == pytest.approx(4 / 35 * 35 / 36)
    assert sum(told["outcomes"].values()) + told["outcomes_beyond"]["probability"] == pytest.approx(24 / 35, abs=1e-12)
    assert told["outcomes_beyond"]["probability"] < 1e-9


def test_the_mean_outcome_of_a_hit_is_that_of_the_list() -> None:
    """S-ROL-2."""
    told = attack()
    listed = sum(int(outcome) * chance for outcome, chance in told["outcomes"].items()) / told["hit"]
    assert told["mean_outcome"] == pytest.approx(listed, abs=1e-6)


@pytest.mark.parametrize("points", [1, 2, 5, 9, 30])
def test_at_least_so_many_wound_points_are_those_of_the_list(points: int) -> None:
    """S-ROL-3: a hit does Outcome + 2 here."""
    told = attack(points=points)
    listed = sum(chance for wounds, chance in told["wounds"].items() if int(wounds) >= points)
    assert told["at_least_points"] == pytest.approx(listed, abs=1e-8)


def test_a_wound_needs_more_than_what_is_soaked() -> None:
    """S-ROL-3: damage 4 against 8: Outcome 5 is needed, 4 on the dice: +5 -1, and six and more (7 or above) less 1, 2 or 3,
    5 of 6 times less 4, 4 of 6 less 5: 5.5 of 35. A wonder needs Outcome 2, 1 on the dice: 10 + 5 of 35."""
    told = fractions(calc("odds shots-attack", **{**GUN, "damage": 4}))
    assert told["wounded"] == Fraction(11, 70) * Fraction(35, 36) + Fraction(15, 35) * Fraction(1, 36)


@pytest.mark.parametrize(("shots", "need"), [(3, -1), (2, 1), (1, 4)])
def test_a_snapshot_is_harder(shots: int, need: int) -> None:
    """S-SEQ-5: 2 shots -2, 1 shot -5."""
    assert fractions(attack(shots=shots))["hit"] == OpenRoll(6).at_least(need)


def test_a_modifier_is_added_to_the_roll() -> None:
    """S-RNG-1: -2 for 20 m of a normal weapon."""
    assert attack(mod=-2)["exact"] == attack(shots=2)["exact"]


@pytest.mark.parametrize(("skill", "damage"), [(14, 10), (9, 12), (14, 4)])
def test_a_fortune_point_adds_a_closed_die(skill: int, damage: int) -> None:
    """S-CHR-1: every face of the die is one of six attacks with that much more skill."""
    values = {**GUN, "damage": damage}
    told = fractions(calc("odds shots-attack", **{**values, "skill": skill}, fortune=True))
    plain = [fractions(calc("odds shots-attack", **{**values, "skill": skill + face})) for face in range(1, 7)]
    for name in ("hit", "fumble", "mean_wounds", "wounded"):
        assert told[name] == sum((one[name] for one in plain), Fraction(0)) / 6
    assert told["mean_outcome"] == sum((one["mean_outcome"] * one["hit"] for one in plain), Fraction(0)) / 6 / told["hit"]


@pytest.mark.parametrize("extra", [(0, 1), (1, 6)])
@pytest.mark.parametrize("need", [-20, -6, -1, 0, 3, 6, 13, 25])
def test_the_tables_of_the_view_agree_with_the_exact_fractions(need: int, extra: tuple[int, int]) -> None:
    """S-ROL-1: two computations of one distribution, of the chance, the mean Wound Points and the chance of any."""
    roll = OpenRoll(6, dict.fromkeys(range(1, 7), 1) if extra[0] else {0: 1})
    assert tables.at_least(need, 6, extra) == pytest.approx(float(roll.at_least(need)), abs=1e-11)
    for soaked in (-3, 0, 4):
        exact = Attack(need, 3, soaked, roll)
        assert tables.points(need, soaked, 6, 3, extra) == pytest.approx(float(exact.mean_wounds()), abs=1e-8)
        assert tables.wounding(need, soaked, 6, 3, extra) == pytest.approx(float(exact.wounds(1)), abs=1e-11)


def test_one_roll_hits_every_target_it_reaches() -> None:
    """S-RNG-4: 13 + 3 against 12, 13 and 16: -4, -3 and 0 are needed: 31, 29.5 and 20 of 35."""
    told = calc("odds shots-area", skill=13, dodges=[12, 12, 14], dense=True, targets=12)
    roll = OpenRoll(6)
    chances = [roll.at_least(need) for need in (-4, -3, 0)]
    assert chances[0] == Fraction(31, 35)
    assert told["chances"] == [float(chance) for chance in chances]
    assert told["exact"]["mean_hits"] == str(sum(chances))
    assert told["hits"] == pytest.approx(
        {"0": float(1 - chances[0]), "1": float(chances[0] - chances[1]), "2": float(chances[1] - chances[2]),
         "3": float(chances[2])}
    )  # fmt: skip


def test_the_first_shot_is_a_die_and_speed() -> None:
    """S-SEQ-1, S-SEQ-3: 9 to 14; 9 gives actions at 9, 6, 3; 10 to 12 a fourth; 13 and 14 a fifth."""
    told = calc("odds shots-initiative", speed=8)
    assert told["shots"] == {str(shot): 1 / 6 for shot in range(9, 15)}
    assert told["actions"] == pytest.approx({"3": 1 / 6, "4": 3 / 6, "5": 2 / 6})
    assert told["exact"] == {"mean": "23/2", "mean_actions": "25/6"}


def test_a_point_of_speed_comes_first_more_often() -> None:
    """S-SEQ-1: of 36 pairs of dice 21 are no lower, 5 are one lower."""
    told = fractions(calc("odds shots-initiative", speed=8, against=7))
    assert (told["first"], told["together"], told["later"]) == (Fraction(21, 36), Fraction(5, 36), Fraction(10, 36))


def test_a_death_test_is_rolled_with_the_impairment_of_its_wounds() -> None:
    """S-WND-2, S-WND-1: Constitution 6 less 2 against 6: 2 on the dice, 6 low pairs and 5 with a six of 35.
    Failed by 14 is -12 or less: 5/9 of one of 35."""
    told = calc("odds shots-death-test", constitution=6, wounds=36)
    assert fractions(told) == {"lives": Fraction(11, 35), "dying": Fraction(24, 35) - Fraction(1, 63), "dead": Fraction(1, 63)}
    assert (told["need"], told["impairment"]) == (2, -2)


def test_the_bands_of_a_failed_death_test_are_those_of_every_open_roll() -> None:
    """S-WND-2."""
    told = calc("odds shots-death-test", constitution=6, wounds=36)
    assert [band["minutes"] for band in told["bands"]] == [360, 240, 150, 90, 60, 40, 25, 15, 10, 6, 4, 2.5, 1.5]
    for band in told["bands"]:
        assert band["probability"] == pytest.approx(float(open_rolls()[2 - band["failed_by"]]), abs=1e-6)
    assert sum(band["probability"] for band in told["bands"]) == pytest.approx(told["dying"])


def test_guts_and_fortune_help_to_live() -> None:
    """S-WND-1, S-CHR-1: Guts once takes the impairment away; a Fortune point adds a die."""
    roll = OpenRoll(6)
    asked = {"constitution": 6, "wounds": 36}
    assert fractions(calc("odds shots-death-test", guts=1, **asked))["lives"] == roll.at_least(0)
    helped = sum((roll.at_least(2 - face) for face in range(1, 7)), Fraction(0)) / 6
    assert fractions(calc("odds shots-death-test", fortune=True, **asked))["lives"] == helped


def test_nobody_is_asked_for_a_death_test_at_30_wound_points() -> None:
    """S-WND-2: past 30."""
    with pytest.raises(Refused, match="S-WND-2"):
        calc("odds shots-death-test", constitution=6, wounds=30)
    assert calc("odds shots-death-test", constitution=6, wounds=31)["need"] == 1 - 6 + 2


def test_medicine_on_the_dying_is_the_harder_the_worse_they_failed() -> None:
    """S-CHR-1: 8 against 5 + 4 needs 1: 10 low pairs and 5 with a six, 15 of 35."""
    told = calc("odds shots-medicine", skill=8, failed_by=4)
    assert (told["difficulty"], fractions(told)["success"]) == (9, Fraction(15, 35))
    assert "healed" not in told


def test_medicine_on_wounds_heals_its_outcome_and_never_more_than_there_is() -> None:
    """S-CHR-1, S-ROL-1: 11 against 10 needs -1, 24 of 35. 3 points are all there are: Outcome 3, or any wonder. Less is
    Outcome 0 (-1 on the dice, 4 of 35), 1 (0, 5 of 35) and 2 (1, 4 of 35) without a wonder."""
    told = calc("odds shots-medicine", skill=11, wounds=3)
    plain = Fraction(35, 36)
    one, two = plain * Fraction(5, 35), plain * Fraction(4, 35)
    three = Fraction(24, 35) - plain * Fraction(13, 35)
    assert told["healed"] == pytest.approx(
        {"0": float(Fraction(11, 35) + plain * Fraction(4, 35)), "1": float(one), "2": float(two), "3": float(three)}
    )
    assert fractions(told)["mean_healed"] == one + 2 * two + 3 * three


@pytest.mark.parametrize("values", [{}, {"failed_by": 1, "wounds": 3}])
def test_medicine_is_for_the_dying_or_for_wounds(values: dict[str, int]) -> None:
    with pytest.raises(InputError, match="exactly one of failed_by="):
        calc("odds shots-medicine", skill=8, **values)


def test_a_structure_is_easy_to_hit_and_takes_its_hits() -> None:
    """S-WND-4: 10 against 5 needs -5, 19 of 21; 12 against 10: 10, 9, 8, 7, 6 are five hits."""
    told = calc("odds shots-structure", skill=10, damage=12, toughness=10)
    assert fractions(told)["hit"] == Fraction(19, 21)
    assert fractions(told)["mean_attacks"] == 5 * Fraction(21, 19)
    assert (told["toughness"], told["destroyed"], told["hits"]) == (9, False, 5)


def test_a_weapon_too_weak_never_destroys_a_structure() -> None:
    """S-WND-4."""
    told = calc("odds shots-structure", skill=10, damage=10, toughness=10)
    assert told["hits"] is None
    assert "mean_attacks" not in told


def test_the_terminal_shows_the_thin_end_of_a_long_list_as_one_row() -> None:
    lines = list(answer_lines(attack()))
    assert len(lines) < 80
    assert sum("and more" in line for line in lines) == 2
