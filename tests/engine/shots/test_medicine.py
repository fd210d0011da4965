"""Medicine: tending the dying, and wounds (S-CHR-1)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, dice, fight, fighter, hurting

from engine.errors import AgentError, IllegalOption
from engine.shots.actions import Bind

ATTACK = {"do": "attack", "target": "Bo"}
TEND = {"do": "bind", "target": "Bo"}


def medic(orders, x=12, name="Cid", **has):
    return fighter(name, "blue", x, orders, **({"shot": 7} | has))


def wounded(points, orders, rolls, medic_has=None, others=(), rules=None, bo=None, bo_has=None):
    """Ana wounds Bo for so many points at count 0; Cid (Medicine 12), at shot 7 and 2 m from him, does what he is told."""
    return fight(
        [ATTACK], bo, ana_has={"weapons": [hurting(points)]}, others=[medic(orders, **(medic_has or {})), *others], rules=rules,
        bo_has={"constitution": 0, "shot": 2} | (bo_has or {}), rolls={"Ana/attack": [LEVEL]} | rolls,
    )  # fmt: skip


def bound(fought):
    return [(event.t, event.actor, event.target, event.bound, event.healed, event.wounds) for event in fought.of("bind")]


def test_treating_wounds_takes_the_outcome_off_the_wound_points() -> None:
    """S-CHR-1 [H]: 12 + 3 against 10: 5 of 20."""
    fought = wounded(20, [TEND], {"Cid/medicine": [dice(3)]})
    assert bound(fought) == [(3, "Cid", "Bo", True, 5, 15)]
    assert fought.counters("Cid") == [(3, 7, 4, "bind")]
    assert fought.state("Bo")["wounds"] == 15


def test_no_more_than_there_are() -> None:
    """S-CHR-1: 3 of 3."""
    assert bound(wounded(3, [TEND], {"Cid/medicine": [dice(3)]})) == [(3, "Cid", "Bo", True, 3, 0)]


def test_treating_that_fails_takes_nothing_and_may_be_tried_again() -> None:
    """S-CHR-1: 12 - 3 against 10; then 12 - 2 is at it: Outcome 0."""
    fought = wounded(20, [TEND, TEND], {"Cid/medicine": [dice(-3), dice(-2)]})
    assert bound(fought) == [(3, "Cid", "Bo", False, 0, 20), (6, "Cid", "Bo", True, 0, 20)]


def test_wounds_are_treated_with_success_once_a_patient() -> None:
    """S-CHR-1."""
    with pytest.raises(AgentError, match=r"S-CHR-1.*treated with success already"):
        wounded(20, [TEND, TEND], {"Cid/medicine": [dice(3)]})


@pytest.mark.parametrize(
    ("points", "has", "why"),
    [
        (1, {"unnamed": True}, "S-WND-3.*Bo is unnamed and out of the fight"),
        (0, {}, "S-CHR-1.*Bo has no Wound Points"),
    ],
)
def test_who_has_nothing_to_tend_is_refused_with_the_reason(points, has, why) -> None:
    """S-CHR-1, S-WND-3."""
    with pytest.raises(AgentError, match=why):
        wounded(points, [TEND], {}, bo_has=has)


def test_one_who_was_saved_is_out_and_nothing_brings_it_back() -> None:
    """S-CHR-1, S-WND-2: dying no longer, and still down."""
    with pytest.raises(AgentError, match=r"S-CHR-1.*not dying, and nothing brings it back"):
        wounded(31, [TEND, TEND], {"Bo/death_test": [dice(-1)], "Cid/medicine": [LEVEL]})


def test_healing_lifts_impairment() -> None:
    """S-WND-1, S-CHR-1: 27 points, 5 off: 22: Bo's roll at count 8 is whole again, and the log says so."""
    fought = wounded(27, [TEND], {"Cid/medicine": [dice(3)], "Bo/attack": [LEVEL]}, bo=[{"do": "attack"}], bo_has={"constitution": 6})
    assert [(event.t, event.value, event.wounds) for event in fought.of("impairment")] == [(0, -1, 27), (3, 0, 22)]
    assert fought.figures("Bo") == [("Ana", 14, 13, 1)]


def test_tending_the_dying_goes_against_what_the_death_test_failed_by() -> None:
    """S-CHR-1 [H]: 5 and 4: 12 - 3 reaches 9: Bo no longer dies; his points stay."""
    fought = wounded(
        31, [TEND], {"Bo/death_test": [dice(-1)], "Cid/medicine": [dice(-3)]}, rules={"dying_minutes": [0.1] * 13, "max_counts": 40}
    )
    (roll,) = fought.rolls("medicine")
    assert (roll.need, roll.margin, roll.result) == (5 + 4 - 12, 0, "success")
    assert bound(fought) == [(3, "Cid", "Bo", True, 0, 31)]
    assert fought.of("death") == []
    assert (fought.state("Bo")["state"], fought.state("Bo")["able"], fought.state("Bo")["dead"]) == ("down", False, False)


def test_the_dying_who_are_not_saved_die() -> None:
    """S-CHR-1, S-WND-2: missed by 1: dead as the third sequence begins."""
    fought = wounded(
        31, [TEND], {"Bo/death_test": [dice(-1)], "Cid/medicine": [dice(-4)]}, rules={"dying_minutes": [0.1] * 13, "max_counts": 25}
    )
    assert bound(fought) == [(3, "Cid", "Bo", False, 0, 31)]
    assert [event.t for event in fought.of("death")] == [20]


def test_the_dying_can_be_tended_again_and_in_a_later_sequence() -> None:
    """S-CHR-1: fails at 3 and 6, works at 13, shot 7 of the second sequence."""
    orders = [TEND, TEND, TEND | {"at": 13}]
    fought = wounded(
        31, orders, {"Bo/death_test": [dice(-1)], "Cid/medicine": [MISS, MISS, dice(0)]}, rules={"dying_minutes": [0.1] * 13, "max_counts": 25}
    )
    assert [entry[0] for entry in bound(fought)] == [3, 6, 13]
    assert fought.of("death") == []


def test_one_who_was_saved_can_not_be_tended_further_nor_fights() -> None:
    """S-CHR-1, S-WND-2."""
    with pytest.raises(AgentError, match="S-CHR-1"):
        wounded(31, [TEND, TEND], {"Bo/death_test": [dice(-1)], "Cid/medicine": [dice(0)]})


def test_the_dead_are_beyond_medicine() -> None:
    """S-WND-2."""
    with pytest.raises(AgentError, match="S-WND-2"):
        wounded(31, [TEND], {"Bo/death_test": [dice(-11)]})


def test_tending_needs_to_be_within_reach() -> None:
    """S-CHR-1 [H]: 2 m."""
    with pytest.raises(AgentError, match="S-CHR-1"):
        wounded(20, [TEND], {}, {"position": [12.01, 0]})


def test_walking_up_to_a_patient_first() -> None:
    """S-CHR-1, S-MOV-1: 6 of the 8 m at shot 7, tended at shot 4 from 2 m."""
    fought = wounded(20, [{"do": "move", "toward": "Bo", "distance": 2}, TEND], {"Cid/medicine": [dice(3)]}, {"position": [18, 0]})
    assert bound(fought) == [(6, "Cid", "Bo", True, 5, 15)]


def test_tending_oneself() -> None:
    """S-CHR-1: at shot 2, count 8."""
    fought = wounded(20, [], {"Bo/medicine": [dice(0)]}, bo=[{"do": "bind"}])
    assert bound(fought) == [(8, "Bo", "Bo", True, 2, 18)]


def test_nobody_tends_an_opponent() -> None:
    """CLK-5."""
    def answer(request):
        return Bind(target="Bo")

    with pytest.raises(IllegalOption, match="another side"):
        fight(distance=2, players={"Ana": Player(answer)})


def test_of_two_who_treat_one_patient_at_one_instant_the_first_by_stream_key_heals() -> None:
    """CLK-2, S-CHR-1: both roll against the same patient: Cid's 5 count, Dee's 6 do not."""
    dee = medic([TEND], name="Dee", x=8)
    fought = wounded(20, [TEND], {"Cid/medicine": [dice(3)], "Dee/medicine": [dice(4)]}, others=[dee])
    assert bound(fought) == [(3, "Cid", "Bo", True, 5, 15), (3, "Dee", "Bo", True, 0, 15)]


def test_two_who_tend_the_dying_need_one_success() -> None:
    """CLK-2, S-CHR-1: Cid fails, Dee does not."""
    dee = medic([TEND], name="Dee", x=8)
    fought = wounded(31, [TEND], {"Bo/death_test": [dice(-1)], "Cid/medicine": [MISS], "Dee/medicine": [dice(0)]}, others=[dee])
    assert [entry[1:4] for entry in bound(fought)] == [("Cid", "Bo", False), ("Dee", "Bo", True)]
    assert fought.state("Bo")["state"] == "down"


def test_a_wonder_heals_three_more_and_a_fumble_loses_three_shots() -> None:
    """S-ROL-1, S-CHR-1: 12 + 0 against 10: 2 + 3; 12 - 3 fails."""
    fought = wounded(20, [TEND], {"Cid/medicine": [[6, 6, 2, 2]]})
    assert bound(fought) == [(3, "Cid", "Bo", True, 5, 15)]
    fumbled = wounded(20, [TEND], {"Cid/medicine": [[6, 6, 1, 4]]})
    assert fumbled.counters("Cid") == [(3, 7, 4, "bind"), (3, 4, 1, "fumble")]


def test_impairment_and_fortune_count() -> None:
    """S-WND-1, S-CHR-1: Bo, 25 points, tends himself: 12 - 1 + 4 + 0 against 10."""
    fought = wounded(25, [], {"Bo/fortune": [4], "Bo/medicine": [dice(0)]}, bo=[{"do": "bind", "fortune": True}], bo_has={"fortune": 1})
    assert fought.mods("medicine", "Bo") == {"S-CHR-1": 10 - 12 - 4, "S-WND-1": 1}
    assert bound(fought) == [(8, "Bo", "Bo", True, 5, 20)]


def test_wounds_taken_at_the_instant_of_the_treatment_come_after_it() -> None:
    """CLK-2: Cid treats Bo at count 3 (20 to 15), and Ana's second hit of that count adds 20: 35: one Death Test against 5."""
    fought = fight(
        [ATTACK, ATTACK], ana_has={"weapons": [hurting(20)]}, others=[medic([TEND])], bo_has={"shot": 2, "constitution": 6},
        rolls={"Ana/attack": [LEVEL, LEVEL], "Cid/medicine": [dice(3)], "Bo/death_test": [dice(5)]},
    )  # fmt: skip
    assert [wounds for *_, wounds in fought.points("Bo")] == [20, 35]
    assert fought.rolls("death_test")[0].need == 5 - 6 + 2
