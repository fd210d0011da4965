"""Schticks: each hook, and what they do in a fight (S-CHR-3, S-WND-1)."""

from __future__ import annotations

from typing import Any

import pytest
from standoff import FISTS, KNIFE, PISTOL, REVOLVER, SWORD, Standoff, one

from engine.errors import InputError
from engine.options import Hold, Option
from engine.shots import schticks
from engine.shots.actions import (
    Attack,
    Bind,
    Defend,
    Draw,
    Drop,
    Fortune,
    Move,
    Reload,
    Run,
    Schtick,
    Throw,
    Wait,
)
from engine.shots.model import SchtickSpec
from engine.shots.rules import ShotsRules

RULES = ShotsRules()


def made(name: str, picks: int = 1, weapon: str = "") -> schticks.Schtick:
    """Build a schtick."""
    return schticks.build(SchtickSpec(name=name, picks=picks, weapon=weapon))


def ana_and_bo(distance: float = 10.0, bo: dict[str, Any] | None = None, **ana: Any) -> Standoff:
    """Ana's own shot, 10, with Bo a distance away; Bo's is 7."""
    stage = Standoff(one("Ana", "red", **ana), one("Bo", "blue", distance, **({"shot": 7} | (bo or {}))), rolls=ana.pop("rolls", None))
    stage.until("Ana")
    return stage


# the registry


def test_the_shipped_schticks_and_what_each_is_told() -> None:
    """S-CHR-3."""
    assert {name: schticks.parameters(name) for name in schticks.REGISTRY} == {
        "fast_draw": ("picks",), "signature_weapon": ("weapon",), "guts": ("picks",), "stand_and_deliver": (),
        "lightning_dodge": (), "crowd_breaker": (), "iron_skin": ("picks",), "inner_focus": (),
    }  # fmt: skip
    assert all(kind.why and kind.rule in ("S-CHR-3", "S-WND-1") for kind in schticks.REGISTRY.values())


@pytest.mark.parametrize(
    ("name", "picks", "weapon", "part"),
    [
        ("slow_draw", 1, "", "fast_draw"), ("guts", 3, "", "1 to 2"), ("guts", 1, "pistol", "weapon"),
        ("stand_and_deliver", 2, "", "once"), ("signature_weapon", 1, "", "name of a weapon"),
        ("inner_focus", 1, "pistol", "weapon"), ("fast_draw", 0, "", "1 or more"),
    ],
)  # fmt: skip
def test_a_schtick_that_is_told_something_wrong_is_refused_with_what_is_allowed(
    name: str, picks: int, weapon: str, part: str
) -> None:
    """S-CHR-3."""
    with pytest.raises(InputError) as caught:
        made(name, picks, weapon)
    assert part in str(caught.value)


def test_the_parameters_of_an_unknown_schtick_are_refused() -> None:
    """S-CHR-3."""
    with pytest.raises(InputError):
        schticks.parameters("slow_draw")


def test_a_hook_that_a_schtick_is_not_about_changes_nothing() -> None:
    """S-CHR-3: one who has them all but Fast Draw rolls initiative, pays, hits as if it had none."""
    stage = ana_and_bo(schticks=["stand_and_deliver", "lightning_dodge"])
    ana, bo = stage.fighter("Ana"), stage.fighter("Bo")
    pistol = ana.tools["pistol"]
    for schtick in ana.schticks:
        assert schtick.initiative(RULES) == 0
        assert schtick.cost(ana, "attack", pistol, bo, RULES) == 0
        assert schtick.attack(stage.fight, ana, pistol, bo) == 0
        assert schtick.damage(ana, pistol, bo, RULES) == 0
        assert schtick.toughness(ana, pistol, RULES) == 0
        assert schtick.impairment(2, RULES) is None
        assert schtick.refusal(stage.fight, ana, Hold()) is None


# Fast Draw


@pytest.mark.parametrize("picks", [1, 3])
def test_fast_draw_adds_to_initiative(picks: int) -> None:
    """S-CHR-3: +1 a pick; 4 of the die, Speed 6."""
    stage = Standoff(one("Ana", "red", schticks=[{"name": "fast_draw", "picks": picks}]), one("Bo", "blue", 10, shot=7))
    stage.until("Ana")
    assert stage.of("sequence")[0].order == {"Ana": 10 + picks, "Bo": 7}


FORBIDDEN: tuple[Option, ...] = (
    Move(away="Bo"), Run(away="Bo"), Drop(), Attack(target="Bo", weapon="fists"), Throw(target="Bo", weapon="knife"),
    Reload(weapon="pistol"), Bind(target="Ana"),
)  # fmt: skip


def gunslinger(**has: Any) -> Standoff:
    """A Fast Draw at her own first shot, with Bo 1 m away: a wound to tend, a pistol that lacks a round, a knife, a revolver."""
    arms = {"weapons": [PISTOL, KNIFE, REVOLVER, FISTS], "schticks": ["fast_draw"]}
    stage = Standoff(one("Ana", "red", **(arms | has)), one("Bo", "blue", 1, shot=7))
    stage.until("Ana")
    ana = stage.fighter("Ana")
    ana.wounds, ana.tools["pistol"].loaded = 5, 5
    return stage


def test_the_first_action_of_a_fast_draw_must_draw_or_shoot() -> None:
    """S-CHR-3."""
    stage = gunslinger()
    assert [stage.refused(option) for option in FORBIDDEN] == ["S-CHR-3"] * len(FORBIDDEN)
    legal = [Attack(target="Bo", weapon="pistol"), Attack(target="Bo", weapon="pistol", shots=1), Draw(weapon="revolver")]
    assert [stage.refused(option) for option in legal] == [None] * 3
    assert [stage.refused(option) for option in (Hold(), Wait(shot=3), Defend())] == [None] * 3


def test_after_its_first_action_a_fast_draw_does_what_it_likes_until_the_next_sequence() -> None:
    """S-CHR-3."""
    stage = gunslinger()
    stage.answer(Attack(target="Bo", weapon="pistol", shots=1))
    stage.until("Ana", "ready")
    assert stage.refused(Move(away="Bo")) is None
    stage.answer(Hold())
    stage.until("Ana", "ready")
    assert stage.fight.sequence == 2
    assert stage.refused(Move(away="Bo")) == "S-CHR-3"


def test_a_defense_is_no_first_action() -> None:
    """S-CHR-3, S-DEF-1: Ana parried before her first shot."""
    stage = Standoff(one("Ana", "red", shot=8, schticks=["fast_draw"]), one("Bo", "blue", 1, shot=10))
    stage.until("Ana", "announced", Bo=Attack(target="Ana", weapon="fists"))
    stage.answer(Defend(kind="parry"))
    stage.until("Ana", "start")
    assert stage.refused(Move(away="Bo")) == "S-CHR-3"


def test_a_fast_draw_that_can_neither_draw_nor_shoot_is_free() -> None:
    """S-CHR-3 [R]: nothing in the kit, an empty gun, or nobody in range."""
    assert ana_and_bo(weapons=[FISTS], schticks=["fast_draw"]).refused(Move(away="Bo")) is None
    assert ana_and_bo(151.0, weapons=[PISTOL], schticks=["fast_draw"]).refused(Move(toward="Bo")) is None
    stage = ana_and_bo(weapons=[PISTOL], schticks=["fast_draw"])
    assert stage.refused(Move(away="Bo")) == "S-CHR-3"
    stage.fighter("Ana").tools["pistol"].loaded = 0
    assert stage.refused(Move(away="Bo")) is None


# damage, Toughness, impairment


def test_a_signature_weapon_does_three_more_in_its_owners_hands_only() -> None:
    """S-CHR-3: 14 + 3 - 3 against 13 is an Outcome of 1; 9 + 1 + 3 = 13 with the pistol, 10 with the revolver."""
    spec = [{"name": "signature_weapon", "weapon": "pistol"}]
    for gun, damage in (("pistol", 13), ("revolver", 10)):
        stage = Standoff(
            one("Ana", "red", weapons=[PISTOL, REVOLVER], schticks=spec), one("Bo", "blue", 10, shot=7),
            rolls={"Ana/attack": [[3, 3]]},
        )  # fmt: skip
        stage.until("Bo", Ana=Attack(target="Bo", weapon=gun))
        stage.answer(Hold())
        stage.until("Bo", "start")
        assert [event.damage for event in stage.of("impact")] == [damage]


def test_iron_skin_helps_against_what_strikes_hand_to_hand() -> None:
    """S-CHR-3 [H]: Toughness +2 a pick: 6 + 4 against fists, 6 against a pistol."""
    for weapon, toughness in (("fists", 10), ("pistol", 6)):
        stage = Standoff(
            one("Ana", "red"), one("Bo", "blue", 1, shot=7, toughness=6, schticks=[{"name": "iron_skin", "picks": 2}]),
            rolls={"Ana/attack": [[3, 3]]},
        )  # fmt: skip
        stage.until("Bo", "announced", Ana=Attack(target="Bo", weapon=weapon))
        stage.answer(Hold())
        stage.until("Bo", "start")
        assert [event.toughness for event in stage.of("wound")] == [toughness]


@pytest.mark.parametrize(
    ("wounds", "plain", "once", "twice"), [(24, 0, 0, 0), (25, -1, 0, 1), (29, -1, 0, 1), (30, -2, 0, 2)]
)
def test_guts_takes_impairment_away_and_taken_twice_makes_it_a_gain(wounds: int, plain: int, once: int, twice: int) -> None:
    """S-WND-1: -1 at 25, -2 at 30; Guts: none; taken twice: +1, +2."""
    from engine.shots import lookup

    found = []
    for has in ([], ["guts"], [{"name": "guts", "picks": 2}]):
        stage = ana_and_bo(schticks=has)
        ana = stage.fighter("Ana")
        ana.wounds = wounds
        found.append(lookup.impairment(ana, stage.fight.rules))
    assert found == [plain, once, twice]


# Stand and Deliver


def test_a_free_shot_comes_once_a_shot_and_costs_nothing() -> None:
    """S-CHR-3: Bo and Bea close in at 10; Ana, at 9, shoots at one; at 7 they come on and she shoots again."""
    stage = Standoff(
        one("Ana", "red", shot=9, schticks=["stand_and_deliver"]), one("Bea", "blue", 21), one("Bo", "blue", 20),
        rolls={"Ana/attack": [[1, 5], [1, 5]]},
    )  # fmt: skip
    come = {"Bo": Move(toward="Ana"), "Bea": Move(toward="Ana")}
    stage.until("Ana", "closing", **come)
    assert stage.request is not None
    assert [option.target for option in stage.request.options if isinstance(option, Attack)] == ["Bo", "Bea"]
    stage.answer(Attack(target="Bo", weapon="pistol", shots=0))
    assert stage.until("Ana", None, **come).t == 1.0
    assert stage.fighter("Ana").counter == 9
    stage.answer(Wait(shot=1))
    assert stage.until("Ana", "closing", **come).t == 3.0
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=0)) is None
    stage.answer(Attack(target="Bo", weapon="pistol", shots=0))
    stage.until("Ana")
    assert [event.t for event in stage.of("impact", "Ana")] == [0.0, 3.0]


def test_a_second_free_shot_waits_until_the_clock_has_left_the_shot() -> None:
    """S-CHR-3: once per shot."""
    stage = Standoff(one("Ana", "red", shot=9, schticks=["stand_and_deliver"]), one("Bo", "blue", 20))
    stage.until("Ana", "closing", Bo=Move(toward="Ana"))
    ana = stage.fighter("Ana")
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=0)) is None
    ana.schticks[0].free_shot_taken(stage.fight, ana)
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=0)) == "S-CHR-3"
    stage.fight.clock.now += stage.fight.per_shot
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=0)) is None


# Inner Focus


def test_inner_focus_adds_two_to_attacks_for_the_rest_of_the_sequence() -> None:
    """S-CHR-3 [H]: 14 + 2 + 1 - 5 = 12 with it; 10 in the next sequence, without."""
    stage = Standoff(
        one("Ana", "red", fu=1, schticks=["inner_focus"]), one("Bo", "blue", 1, shot=7), rolls={"Ana/attack": [[1, 5]] * 2},
    )  # fmt: skip
    stage.until("Ana")
    stage.answer(Schtick(name="inner_focus"))
    request = stage.until("Ana")
    assert (request.t, stage.fighter("Ana").fu, stage.fighter("Ana").counter) == (0.0, 0, 10)
    assert [(event.name, event.left) for event in stage.of("schtick")] == [("inner_focus", 0)]
    assert stage.refused(Schtick(name="inner_focus")) == "S-CHR-3"
    stage.answer(Attack(target="Bo", weapon="pistol"))
    stage.until("Ana", "ready")
    while stage.fight.sequence < 2:
        stage.answer(Hold())
        stage.until("Ana")
    stage.answer(Attack(target="Bo", weapon="pistol"))
    stage.until("Ana", "ready")
    assert [event.total for event in stage.of("impact")] == [12, 10]


def test_inner_focus_needs_its_fu_and_comes_once_a_sequence() -> None:
    """S-CHR-3 [H]: 1 Fu point."""
    stage = ana_and_bo(fu=2, schticks=["inner_focus"])
    stage.answer(Schtick(name="inner_focus"))
    stage.until("Ana")
    stage.answer(Wait(shot=5))
    stage.until("Ana", "ready")
    assert stage.refused(Schtick(name="inner_focus")) == "S-CHR-3"
    stage.answer(Hold())
    stage.until("Ana", "ready")
    assert stage.fight.sequence == 2
    assert stage.refused(Schtick(name="inner_focus")) is None
    stage.fighter("Ana").fu = 0
    assert stage.refused(Schtick(name="inner_focus")) == "S-CHR-3"


def test_what_costs_no_shot_is_never_a_first_action() -> None:
    """S-CHR-3, S-SEQ-4: a Fast Draw sets Fortune aside and focuses before it draws."""
    stage = gunslinger(fortune=1, fu=1, schticks=["fast_draw", "inner_focus"])
    assert [stage.refused(option) for option in (Fortune(roll="attack"), Schtick(name="inner_focus"))] == [None, None]
    stage.answer(Fortune(roll="attack"))
    stage.until("Ana")
    assert stage.refused(Move(away="Bo")) == "S-CHR-3"


def test_a_sword_is_no_gun() -> None:
    """S-CHR-3: Fast Draw must draw or shoot, not slash."""
    stage = ana_and_bo(1.0, weapons=[SWORD, PISTOL], schticks=["fast_draw"])
    assert stage.refused(Attack(target="Bo", weapon="sword")) == "S-CHR-3"
    assert stage.refused(Attack(target="Bo", weapon="pistol")) is None
