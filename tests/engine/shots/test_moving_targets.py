"""Moving targets: a handheld weapon must reach at least their Move (S-RNG-3)."""

from __future__ import annotations

import pytest
from shootouts import MISS, bomb, fight, fighter, fists, gun

ATTACK = {"do": "attack"}
FLEET = {"move": 16, "shot": 10}
RUN = {"do": "run", "to": [10.0, 40.0]}


def needs(bo, bo_has=FLEET, **kw):
    """Return what Ana's attacks at shots 10, 7 must reach."""
    fought = fight(
        kw.pop("ana", [ATTACK]), bo, bo_has=bo_has, rolls={"Ana/attack": [MISS] * kw.pop("rolls", 1)}, **kw,
    )
    return [difficulty for _, _, difficulty, _ in fought.figures()]


def test_a_target_on_the_move_is_at_least_as_hard_to_hit_as_its_move() -> None:
    """S-RNG-3: Move 16 above Dodge 13, from the instant it sets out."""
    assert needs([RUN]) == [16]


def test_a_better_defense_counts_instead() -> None:
    """S-RNG-3: Dodge 13 above Move 12."""
    assert needs([RUN], FLEET | {"move": 12}) == [13]


def test_it_is_the_defense_with_all_bonuses_that_is_compared() -> None:
    """S-RNG-3: 13 + 3 + 2 is above 16; 13 + 2 is below it, and the bonus does not add to Move."""
    dodges = [RUN, {"do": "defend", "on": "announced"}]
    assert needs(dodges, FLEET | {"tags": ["brush"]}) == [18]
    assert needs([RUN], FLEET | {"tags": ["brush"]}) == [16]


def test_a_target_that_stands_is_as_hard_to_hit_as_its_dodge() -> None:
    """S-RNG-3."""
    assert needs([]) == [13]


def test_a_target_that_has_arrived_no_longer_moves() -> None:
    """S-RNG-3, S-MOV-1: at count 3 the run is over."""
    assert needs([RUN], ana=[ATTACK] * 2, rolls=2) == [16, 13]


def test_a_target_under_way_is_moving_between_its_shots() -> None:
    """S-RNG-3: Ana attacks at count 1, a third of the way."""
    assert needs([RUN], ana_has={"shot": 9}) == [16]


def test_moving_with_an_attack_counts_too() -> None:
    """S-RNG-3, S-MOV-1."""
    fought = fight(
        [ATTACK], [ATTACK | {"to": [10.0, 5.0]}], bo_has=FLEET, rolls={"Ana/attack": [MISS], "Bo/attack": [MISS]},
    )
    assert fought.figures("Ana") == [("Bo", 10, 16, -6)]


@pytest.mark.parametrize(("arm", "distance"), [(gun(handheld=False), 10), (fists(), 2)])
def test_weapons_that_are_not_aimed_by_hand_do_not_care(arm, distance) -> None:
    """S-RNG-3: a handheld weapon's difficulty; a blow is no shot."""
    assert needs([RUN], ana_has={"weapons": [arm]}, distance=distance) == [13]


def test_an_area_attack_does_not_care_either() -> None:
    """S-RNG-3, S-RNG-4 [R]."""
    assert needs([RUN], ana=[{"do": "area"}], ana_has={"weapons": [bomb(handheld=True)]}) == [13]


def test_the_roll_says_what_move_adds() -> None:
    """Contract 3: 16 - 13."""
    fought = fight([ATTACK], [RUN], bo_has=FLEET, rolls={"Ana/attack": [MISS]})
    assert fought.mods("attack", "Ana") == {"S-ROL-2": 13 - 14, "S-RNG-3": 3}


def test_a_target_that_was_stopped_by_going_down_is_no_target() -> None:
    """CLK-4: Cid's earlier shot ends the run; Ana must choose another."""
    dee = fighter("Dee", "blue", 12, shot=1)
    cid = fighter("Cid", "red", 0, [ATTACK | {"target": "Bo"}], shot=9)
    fought = fight(
        [ATTACK | {"target": "Dee", "at": 2}], [RUN], bo_has=FLEET | {"unnamed": True}, others=[cid, dee],
        rolls={"Cid/attack": [[6, 1, 3]], "Ana/attack": [MISS]},
    )  # fmt: skip
    assert fought.impacts() == [(1, "Cid", "Bo", "hit"), (2, "Ana", "Dee", "miss")]
