"""``couched calc`` and its odds on throws, charges, overbears and missile ranges, worked by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.errors import InputError
from studies.calc import calc, command
from studies.questions import Refused

BOW = {"short": 20, "medium": 40, "long": 60}


def save(what: str = "knockback-save", **values: Any) -> dict[str, Any]:
    return calc(what, **({"agl": 50, "location": "abdomen", "feet": 2, "mvm": 8} | values))


@pytest.mark.parametrize(
    ("distance", "band", "modifier"),
    [(0, "short", 0), (20, "short", 0), (20.004, "short", 0), (20.01, "medium", -20), (40, "medium", -20),
     (41, "long", -40), (60, "long", -40)],
)  # fmt: skip
def test_a_border_belongs_to_the_nearer_range_band(distance: float, band: str, modifier: int) -> None:
    """C-MIS-1, C-MOD-6: distances are rounded to 0.01 ft first."""
    assert calc("missile-range", distance=distance, **BOW) == {"band": band, "modifier": modifier}


def test_nothing_is_shot_beyond_long_range() -> None:
    """C-MIS-1."""
    with pytest.raises(Refused, match=r"C-MIS-1: 60\.01 ft"):
        calc("missile-range", distance=60.01, **BOW)


def test_ranges_rise() -> None:
    """C-MIS-1."""
    with pytest.raises(InputError, match="rising order"):
        calc("missile-range", short=20, medium=10, long=60, distance=5)


@pytest.mark.parametrize(("weight", "closing", "bash"), [(150, 4, 12), (140, 2.5, 7), (150, 2, 0), (1000, 6.7, 134)])
def test_a_bash_is_a_fiftieth_of_the_weight_times_the_closing_speed(weight: float, closing: float, bash: int) -> None:
    """C-KNB-5: rounded down; no faster than 2 ft/ct is none."""
    assert calc("bash", weight=weight, closing=closing) == {"bash": bash}


@pytest.mark.parametrize(
    ("location", "modifier"),
    [("hand", 25), ("lower_arm", 25), ("upper_arm", 10), ("abdomen", 0), ("groin", 0), ("chest", -10), ("upper_leg", -10),
     ("head", -25), ("lower_leg", -25), ("foot", -25)],
)  # fmt: skip
def test_the_struck_location_counts_on_the_save(location: str, modifier: int) -> None:
    """C-KNB-3, C-KNB-2a."""
    assert save(location=location)["save"] == 50 + modifier


def test_one_that_moves_saves_a_category_worse_and_by_its_speed() -> None:
    """C-KNB-3, C-KNB-2: chest counts as head, -25; 3 full ft/ct, -15; 4 ft stay within 8."""
    told = save(location="chest", speed=3.9)
    assert (told["category"], told["save"], told["second_save"], told["doubled_second_save"]) == ("head", 10, None, None)
    assert save(location="chest", moving=True)["save"] == 25
    assert save(location="chest", speed=1)["save"] == 35


def test_holds_on_the_legs_add_up() -> None:
    """C-KNB-3: two at -25, one at -50."""
    assert save(agl=150, upper_leg_holds=2, lower_leg_holds=1)["save"] == 50


def test_each_foot_beyond_mvm_costs_10_on_the_second_save() -> None:
    """C-KNB-2: 5.5 ft against 4 are 1 full foot beyond; doubled, 11, 7."""
    told = save(feet=5.5, mvm=4)
    assert told == {
        "save": 50, "second_save": 40, "doubled_feet": 11, "doubled_second_save": -20, "category": "abdomen",
    }  # fmt: skip


def test_a_foot_asks_for_no_save() -> None:
    """C-KNB-2: more than 1 ft."""
    told = save(feet=1, mvm=0)
    assert (told["save"], told["second_save"], told["doubled_feet"], told["doubled_second_save"]) == (None, None, 1, None)
    assert save("odds knockback-save", feet=1, mvm=0)["exact"]["falls"] == "0"


def test_the_odds_of_a_throw() -> None:
    """C-KNB-2, C-KNB-2a: 2 ft, MVM 2. 50: 2 ft, stands. 45 fail: 4 ft, 2 beyond, save 30: 70 % fall. 5 fall at once."""
    told = save("odds knockback-save", mvm=2)
    falls = Fraction(45, 100) * Fraction(70, 100) + Fraction(5, 100)
    assert told["exact"] == {"stands": str(1 - falls), "falls": str(falls), "doubled": "1/2", "mean": "3"}
    assert told["feet"] == {"2": 0.5, "4": 0.5}


def test_nobody_is_so_agile_that_a_critical_miss_can_not_throw_it_down() -> None:
    """C-KNB-2a."""
    assert save("odds knockback-save", agl=500)["exact"]["falls"] == "1/20"
    assert save("odds knockback-save", agl=0, lower_leg_holds=1)["exact"]["doubled"] == "1"


def test_a_fall_with_its_saves() -> None:
    """C-FAL-1: 1 ft is v = 4, 2d4, 8 %: 2 (1 way of 16) is 2, saved 1, saved and rolled 0; criticals twice that."""
    told = calc("odds fall", height=1, agl=50, falling=20)
    zero = Fraction(1, 16) * Fraction(1, 2) * Fraction(1, 5) + Fraction(2, 16) * Fraction(1, 2) * Fraction(1, 5)
    assert told["suffered"]["0"] == pytest.approx(float(zero))
    most = Fraction(1, 16) * Fraction(1, 2) * Fraction(4, 5) * Fraction(8, 100)
    assert told["suffered"]["16"] == pytest.approx(float(most))
    assert sum(told["suffered"].values()) == pytest.approx(1)
    assert (told["critical"], told["mean"], told["dice"]) == (0.08, 5.0, "2d4")


def test_a_fall_without_saves_is_answered_as_before() -> None:
    """C-FAL-1."""
    assert set(calc("odds fall", height=9)) == {"critical", "mean", "dice", "damage", "exact"}


def test_an_agility_of_500_fails_its_save_on_96_and_more() -> None:
    """C-FAL-1, C-KNB-2a: 8 is a whole 8 (1 of 16), a halved 8 that was critical, or a whole 4 (3 of 16) that was."""
    told = calc("odds fall", height=1, agl=500)
    ways = (1 / 16 * 0.05 * 0.92, 1 / 16 * 0.95 * 0.08, 3 / 16 * 0.05 * 0.08)
    assert told["suffered"]["8"] == pytest.approx(sum(ways))


def test_an_overbear_is_ovb_against_def() -> None:
    """C-THR-1: reach 1 ft, so its best distance is 3; at 2 it presses by one stage."""
    assert calc("overbear", ovb=40, **{"def": 30}) == {"chance": 10}
    assert calc("overbear", ovb=40, distance=2, mod=20, **{"def": 30}) == {"chance": 40}
    with pytest.raises(Refused, match="C-STG-3"):
        calc("overbear", ovb=40, distance=7, **{"def": 30})


def test_the_odds_of_an_overbear_have_the_floor_and_the_critical_misses_of_a_hit_roll() -> None:
    """C-THR-1, C-HIT-1, C-HIT-8."""
    told = calc("odds overbear", ovb=0, **{"def": 30})
    assert told["exact"] == {"hit": "1/20", "miss": "9/10", "critical_miss": "1/20"}
    assert command(["odds", "overbear", "ovb=65", "def=0"])["hit"] == 0.65
