"""Fortune points (S-CHR-1)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, dice, fight, hurting

from engine.errors import AgentError
from engine.shots.actions import Attack, Fortune

ATTACK = {"do": "attack"}
WITH = ATTACK | {"fortune": True}
LUCKY = {"fortune": 2}


def test_a_point_declared_with_an_attack_adds_a_closed_die() -> None:
    """S-CHR-1 [P]: 14 + 0 + 6: the six is not rolled again."""
    fought = fight([WITH], ana_has=LUCKY, rolls={"Ana/fortune": [6], "Ana/attack": [LEVEL]})
    assert fought.figures() == [("Bo", 20, 13, 7)]
    assert fought.mods("attack", "Ana") == {"S-ROL-2": -1, "S-CHR-1": -6}
    assert fought.state("Ana")["fortune"] == 1
    assert [(event.roll, event.what, event.left) for event in fought.of("fortune")] == [("attack", "spent", 1)]


def test_a_point_is_spent_whatever_comes_of_the_roll() -> None:
    """S-CHR-1."""
    fought = fight([WITH], ana_has=LUCKY, rolls={"Ana/fortune": [1], "Ana/attack": [MISS]})
    assert (fought.impacts(), fought.state("Ana")["fortune"]) == ([(0, "Ana", "Bo", "miss")], 1)


def test_without_a_point_none_can_be_declared() -> None:
    """S-CHR-1: two attacks with it, one point."""
    with pytest.raises(AgentError, match="S-CHR-1"):
        fight([WITH, WITH], ana_has={"fortune": 1}, rolls={"Ana/fortune": [1], "Ana/attack": [MISS]})


def test_a_point_set_aside_goes_into_the_next_roll_of_its_purpose() -> None:
    """S-CHR-1: the first attack, not the second."""
    fought = fight(
        [{"do": "fortune", "roll": "attack"}, ATTACK, ATTACK], ana_has=LUCKY, rolls={"Ana/fortune": [4], "Ana/attack": [LEVEL, LEVEL]}
    )
    assert [total for _, total, _, _ in fought.figures()] == [18, 14]
    assert [event.what for event in fought.of("fortune")] == ["set_aside", "spent"]


def test_a_point_set_aside_for_initiative_goes_into_the_next_sequence() -> None:
    """S-CHR-1, S-SEQ-1: 10 + 5."""
    fought = fight(
        [{"do": "fortune", "roll": "initiative"}], ana_has=LUCKY, rules={"max_counts": 10}, rolls={"Ana/fortune": [5]}
    )
    assert [event.order["Ana"] for event in fought.of("sequence")] == [10, 15]


def test_a_point_set_aside_in_answer_to_an_attack_helps_the_death_test_it_brings() -> None:
    """S-CHR-1, S-WND-2: 31 points: 1 - 6 + 2 = -3, and 4 more: the dice must reach -7."""
    fought = fight(
        [ATTACK], [{"do": "fortune", "roll": "death_test", "on": "announced"}], ana_has={"weapons": [hurting(31)]}, bo_has=LUCKY,
        rolls={"Ana/attack": [LEVEL], "Bo/fortune": [4], "Bo/death_test": [dice(-7)]},
    )  # fmt: skip
    (test,) = fought.rolls("death_test")
    assert (test.need, test.margin, test.result) == (-7, 0, "lives")


def test_a_point_set_aside_can_be_taken_back() -> None:
    """S-CHR-1: at a later instant (CLK-2)."""
    orders = [{"do": "fortune", "roll": "attack"}, {"do": "fortune", "roll": "attack", "active": False, "at": 3}, ATTACK]
    fought = fight(orders, ana_has=LUCKY, rolls={"Ana/attack": [LEVEL]})
    assert [event.what for event in fought.of("fortune")] == ["set_aside", "taken_back"]
    assert (fought.figures()[0][1], fought.state("Ana")["fortune"]) == (14, 2)


def test_points_set_aside_are_not_free_for_others() -> None:
    """S-CHR-1: one point, set aside for initiative: none for the attack, nor for another purpose."""
    told = []

    def answer(request):
        if request.t == 0 and not told:
            told.append(None)
            return Fortune(roll="initiative")
        if request.t == 0:
            told.append(request.legal(Attack(target="Bo", weapon="gun", fortune=True)))
            told.append(request.legal(Fortune(roll="medicine")))
        return None

    fight(ana_has={"fortune": 1}, players={"Ana": Player(answer)})
    assert [why.split(":")[0] for why in told[1:]] == ["S-CHR-1", "S-CHR-1"]


def test_a_point_declared_does_not_use_one_that_is_set_aside_too() -> None:
    """S-CHR-1: set aside for attacks and declared with one: a die each time it is rolled, one at a time."""
    fought = fight(
        [{"do": "fortune", "roll": "attack"}, WITH, ATTACK], ana_has=LUCKY, rolls={"Ana/fortune": [1, 2], "Ana/attack": [LEVEL, LEVEL]}
    )
    assert [total for _, total, _, _ in fought.figures()] == [15, 16]
    assert fought.state("Ana")["fortune"] == 0


def test_a_wonder_stays_one_with_fortune() -> None:
    """S-ROL-1, S-CHR-1: 6 6 1 3 is -2, and 1: 13 against 13 is a hit: Outcome 0 + 3."""
    fought = fight([WITH], ana_has=LUCKY, rolls={"Ana/fortune": [1], "Ana/attack": [[6, 6, 1, 3]]})
    assert fought.figures() == [("Bo", 13, 13, 3)]


def test_fortune_dice_are_rules() -> None:
    """S-CHR-1: fields fortune_dice and fortune_sides."""
    fought = fight([WITH], ana_has=LUCKY, rules={"fortune_dice": 2, "fortune_sides": 4}, rolls={"Ana/fortune": [[4, 3]], "Ana/attack": [LEVEL]})
    assert fought.figures()[0][1] == 21


def test_a_point_declared_with_an_attack_is_not_free_while_that_is_announced() -> None:
    """S-CHR-1: Bo's only point is in his own attack of the instant: none for a Death Test in answer to Ana's."""
    told = []

    def answer(request):
        if "announced" in request.reasons:
            told.append(request.legal(Fortune(roll="death_test")))
            return None
        return Attack(target="Ana", weapon="gun", fortune=True) if request.t == 0 else None

    fight(
        [ATTACK], bo_has={"shot": 10, "fortune": 1}, players={"Bo": Player(answer)},
        rolls={"Ana/attack": [MISS], "Bo/attack": [LEVEL], "Bo/fortune": [1]},
    )  # fmt: skip
    assert [why.split(":")[0] for why in told] == ["S-CHR-1"]
