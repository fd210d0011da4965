"""The options that are offered: legal all, in an order of their own, every kind within reach (CLK-5, section 8)."""

from __future__ import annotations

import pytest
from standoff import FISTS, GRENADE, KNIFE, PISTOL, REVOLVER, SWORD, Has, Standoff, one

from engine.options import Option
from engine.shots import legality, offers
from engine.shots.actions import OPTIONS, Area, Attack, Defend, Move, Throw
from engine.shots.state import Tool


def crowded() -> Standoff:
    """Ana, who has everything, at her own shot: foes and friends around, some hurt, a structure, a sword on the ground."""
    arms = [REVOLVER, KNIFE, PISTOL, GRENADE, FISTS]
    stage = Standoff(
        one("Ana", "red", weapons=arms, fortune=1, fu=1, schticks=["inner_focus", "lightning_dodge"]),
        one("Abe", "red", 1, shot=8), one("Bea", "blue", 20, shot=7), one("Bo", "blue", 10, shot=7),
        one("Cat", "blue", -10, shot=7), one("Cy", "blue", -1, shot=7),
        places=[{"name": "door", "position": [2.0, 2.0], "tags": ["corner"], "toughness": 9}],
    )  # fmt: skip
    stage.until("Ana")
    fight, ana = stage.fight, stage.fighter("Ana")
    ana.wounds, ana.tools["revolver"].loaded = 3, 5
    sword = Tool(ana.tools["fists"].spec, "sword", None, "martial_arts", 0, 0, (1.0, 1.0))
    fight.lying.append(sword)
    return stage


def offered(stage: Standoff, name: str = "Ana") -> list[Option]:
    """Return what is offered to somebody now."""
    return list(offers.options(stage.fight, stage.fighter(name)))


def test_whatever_is_offered_is_legal_and_offered_once() -> None:
    """CLK-5."""
    stage = crowded()
    found = offered(stage)
    assert [legality.refusal(stage.fight, stage.fighter("Ana"), option) for option in found] == [None] * len(found)
    assert len(set(found)) == len(found)


def test_attacks_come_by_weapon_the_nearest_foe_first_whole_actions_before_snapshots() -> None:
    """CLK-5; Bo and Cat are equally far: the stream key decides; structures last."""
    stage = crowded()
    attacks = [option for option in offered(stage) if isinstance(option, Attack | Throw) and option.weapon == "revolver"]
    foes = ["Cy", "Bo", "Cat", "Bea"]
    expected = [("revolver", foe, shots) for foe in foes for shots in (3, 2, 1)] + [("revolver", "door", 3)]
    assert [(option.weapon, option.target, option.shots) for option in attacks] == expected
    assert offered(stage)[0] == Attack(target="Cy", weapon="revolver")


def test_what_is_offered_depends_on_neither_listing_nor_creation() -> None:
    """CLK-2: the same characters listed backwards."""
    characters = [one("Ana", "red"), one("Abe", "red", 1), one("Bo", "blue", 10), one("Cat", "blue", -10)]
    lists = []
    for order in (characters, characters[::-1]):
        stage = Standoff(*order)
        stage.until("Ana")
        lists.append(offered(stage))
    assert lists[0] == lists[1]


def test_every_kind_of_option_is_offered_somewhere() -> None:
    """Section 8: to her who has everything, to who lies, and to who responds to a shot and to a blast."""
    kinds = {option.do for option in offered(crowded())}
    lying = Standoff(one("Ana", "red", tags=["prone"]), one("Bo", "blue", 10, shot=7))
    lying.until("Ana")
    kinds |= lying.kinds()
    bomber = Standoff(one("Ana", "red", weapons=[GRENADE]), one("Bo", "blue", 10, shot=7))
    bomber.until("Ana")
    kinds |= bomber.kinds()
    arms = [KNIFE, GRENADE, PISTOL]
    for order in (Throw(target="Bo", weapon="knife"), Area(target="Bo", weapon="grenade")):
        stage = Standoff(
            one("Ana", "red", weapons=arms), one("Bo", "blue", 10, shot=7, weapons=[FISTS]), one("Cy", "blue", 12, shot=8),
        )  # fmt: skip
        stage.until("Cy", "announced", Ana=order)
        kinds |= stage.kinds()
    assert kinds == {kind.__struct_config__.tag for kind in OPTIONS}


@pytest.mark.parametrize(
    ("has", "first"),
    [
        ({"weapons": [PISTOL, SWORD]}, "attack"), ({"weapons": [SWORD, FISTS]}, "move"),
        ({"weapons": [PISTOL], "in_hand": False}, "move"), ({"weapons": [KNIFE]}, "throw"), ({"weapons": [GRENADE]}, "area"),
    ],
)  # fmt: skip
def test_the_first_offer_gets_on_with_the_fight(has: Has, first: str) -> None:
    """CLK-5: at 10 m."""
    stage = Standoff(one("Ana", "red", **has), one("Bo", "blue", 10, shot=7))
    stage.until("Ana")
    assert offered(stage)[0].do == first


def test_a_move_toward_a_foe_ends_within_reach_of_the_hand() -> None:
    """S-MOV-1."""
    stage = Standoff(one("Ana", "red", weapons=[FISTS]), one("Bo", "blue", 7, shot=1 + 6))
    stage.until("Ana")
    assert Move(toward="Bo", distance=2.0) in offered(stage)
    stage.answer(Move(toward="Bo", distance=2.0))
    stage.until("Ana", "ready")
    assert offered(stage)[0] == Attack(target="Bo", weapon="fists")


def test_an_unnamed_character_is_offered_no_snapshots() -> None:
    """S-WND-3."""
    stage = Standoff(one("Ana", "red", unnamed=True), one("Bo", "blue", 10, shot=7), rolls={"Ana/initiative": [[6]] * 5})
    stage.until("Ana")
    assert [option.shots for option in offered(stage) if isinstance(option, Attack)] == [3]


def test_a_defense_that_is_up_is_not_offered_again_though_it_may_be_paid_again() -> None:
    """S-DEF-2."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=7))
    stage.until("Ana")
    assert Defend() in offered(stage)
    stage.answer(Defend())
    stage.until("Ana")
    assert (stage.request.t, Defend() in offered(stage)) == (0.0, False)  # type: ignore[union-attr]
    assert Defend(kind="parry") in offered(stage)
    assert stage.refused(Defend()) is None
