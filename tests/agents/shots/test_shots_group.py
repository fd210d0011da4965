"""Group sense in shots: whom friends are about to put out is left to them, who is hurt is finished, the wounded are covered."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from showdown import answer
from standoff import PISTOL, Standoff, one

from agents.cinema_group import Group
from agents.registry import parameters
from engine.shots.actions import Attack


def foe(name: str, condition: str = "unhurt") -> SimpleNamespace:
    return SimpleNamespace(name=name, side="blue", condition=condition, unnamed=False)


def view(*foes: Any, announced: tuple[Any, ...] = ()) -> SimpleNamespace:
    friends = (SimpleNamespace(name="Al", side="red"),)
    return SimpleNamespace(me=SimpleNamespace(side="red"), foes=foes, friends=friends, announced=announced)


def shot(attacker: str, target: str, points: float) -> SimpleNamespace:
    """Return an announced attack that does so many Wound Points on the mean."""
    found = SimpleNamespace(points=points, out=0.0)
    return SimpleNamespace(attacker=attacker, targets=(target,), on=lambda name: found)


def group(seen: Any, **params: float) -> Group:
    made = Group({"finish": 1, "leave": 0, **params})
    made.look(seen)
    return made


def test_as_it_comes_nobody_is_rather_attacked_than_others() -> None:
    found = group(view(foe("Bo", "impaired"), foe("Cy"), announced=(shot("Al", "Bo", 33.0),)))
    assert (found.factor("Bo"), found.factor("Cy")) == (1.0, 1.0)


@pytest.mark.parametrize(("condition", "factor"), [("unhurt", 1.0), ("hurt", 2.0), ("impaired", 4.0), ("badly_impaired", 8.0)])
def test_the_worse_somebody_fares_the_rather_it_is_finished(condition: str, factor: float) -> None:
    """8 in three equal steps."""
    assert group(view(foe("Bo", condition)), finish=8).factor("Bo") == pytest.approx(factor)


def test_what_a_friend_is_likely_to_do_is_taken_off_the_wish() -> None:
    """An unhurt one goes down after about 33 points: 11 are a third, and half of that with half the heed."""
    seen = view(foe("Bo"), foe("Cy"), announced=(shot("Al", "Bo", 11.0),))
    assert group(seen, leave=1).factor("Bo") == pytest.approx(2 / 3)
    assert group(seen, leave=0.5).factor("Bo") == pytest.approx(5 / 6)
    assert group(seen, leave=1).factor("Cy") == 1.0


def test_what_opponents_do_to_one_another_is_left_out_of_account() -> None:
    assert group(view(foe("Bo"), announced=(shot("Cy", "Bo", 33.0),)), leave=1).factor("Bo") == 1.0


def test_nobody_is_let_be_altogether() -> None:
    """There may be nobody else: a little is left."""
    assert group(view(foe("Bo"), announced=(shot("Al", "Bo", 33.0),)), leave=5).factor("Bo") == pytest.approx(0.05)


@pytest.mark.parametrize("policy", ["gunman", "martial_artist", "mob", "bodyguard"])
def test_every_policy_of_shots_takes_the_numbers_and_has_them_off(policy: str) -> None:
    usual = {parameter.name: parameter.default for parameter in parameters(policy)}
    assert (usual["finish"], usual["leave"]) == (1, 0)


@pytest.mark.parametrize(("wounded", "target"), [(0, "Will"), (1, "Al")])
def test_a_bodyguard_may_cover_whoever_fares_worst(wounded: int, target: str) -> None:
    """Will is unarmed and its ward; Al is armed and at 30 Wound Points (S-WND-2); both are shot at, it steps between one."""
    strong = PISTOL | {"damage": 12}
    stage = Standoff(
        one("Ana", "red", 0.0, toughness=9, agent="bodyguard", shot=8),
        one("Will", "red", 2.0, toughness=4, weapons=[], skills={"dodge": 8}, shot=7),
        one("Al", "red", 1.0, toughness=4, shot=7),
        one("Bo", "blue", 14, weapons=[strong], shot=10),
        one("Cy", "blue", 15, weapons=[strong], shot=10),
    )
    stage.fighter("Al").wounds = 30
    stage.until("Ana", "announced", Bo=Attack(target="Will", weapon="pistol"), Cy=Attack(target="Al", weapon="pistol"))
    option = answer(stage, "bodyguard", wounded=wounded)
    assert (option.do, option.target) == ("interpose", target)
