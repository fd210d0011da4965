"""Called shots: a small part that is exposed, aimed at instead of counting cover; with less cover on top of it (P-LOS-6)."""

from __future__ import annotations

import pytest
from firefights import DODGE, FIRE, Player, fight, one, totals

from engine.steps.actions import Fire


@pytest.mark.parametrize(
    ("location", "steps"),
    [("torso", 0), ("arm", 1), ("leg", 1), ("hand", 2), ("foot", 2), ("head", 2), ("eye", 3)],
)
def test_each_called_part_has_its_steps_and_is_hit_without_a_roll_for_the_place(location: str, steps: int) -> None:
    """P-LOS-6: at short range 11 + 4 for each step."""
    ana = one("Ana", "red", [FIRE | {"location": location}])
    rolls = {"Ana/check": totals(11 + 4 * steps), "Ana/damage": [[3, 4]], "Ana/location": []}
    fought = fight(["A....B"], ana, one("Bo", "blue"), rolls=rolls)
    assert fought.difficulties() == [11 + 4 * steps]
    assert fought.wounds() == [(4, "Bo", location, 7)]


@pytest.mark.parametrize(("check", "result"), [(19, "hit"), (18, "miss: cabinet"), (12, "miss: cabinet"), (11, "miss")])
def test_a_call_takes_the_place_of_three_quarters_of_cover(check: int, result: str) -> None:
    """P-LOS-6, P-CVR-1: behind a cabinet of 75% the head is 2 steps, not 3: 19; a miss above 11, the shot without cover, hits it."""
    ana = one("Ana", "red", [FIRE | {"location": "head"}])
    fought = fight(["A..t.B"], ana, one("Bo", "blue"), rolls={"Ana/check": totals(check)})
    assert fought.steps("P-LOS-5") == [0]
    assert fought.steps("P-LOS-6") == [2]
    assert fought.results() == [result]


@pytest.mark.parametrize(
    ("check", "result"), [(27, "hit"), (26, "miss: desk"), (12, "miss: desk"), (11, "miss")]
)  # fmt: skip
def test_with_less_cover_a_call_comes_on_top(check: int, result: str) -> None:
    """P-LOS-6, P-CVR-1: short 2, half cover 2, head 2: step 6, 27; the desk is hit above 11, without call and cover."""
    ana = one("Ana", "red", [FIRE | {"location": "head"}])
    fought = fight(["A..d.B"], ana, one("Bo", "blue"), rolls={"Ana/check": totals(check)})
    assert (fought.steps("P-LOS-5"), fought.steps("P-LOS-6")) == ([2], [2])
    assert (fought.difficulties(), fought.results()) == ([27], [result])


@pytest.mark.parametrize(("check", "result"), [(27, "hit"), (26, "miss: Cid"), (12, "miss: Cid"), (11, "miss")])
def test_with_somebody_in_the_line_a_call_comes_on_top(check: int, result: str) -> None:
    """P-LOS-6, P-LOS-4: a friend in the way covers half."""
    ana = one("Ana", "red", [FIRE | {"location": "head"}])
    fought = fight(["A..C.B"], ana, one("Bo", "blue"), one("Cid", "red"), rolls={"Ana/check": totals(check)})
    assert (fought.difficulties(), fought.results()) == ([27], [result])


def test_people_and_objects_that_reach_three_quarters_together_are_not_replaced() -> None:
    """P-LOS-6: chair 25, Cid 50: 3 steps, head 2, short 2: step 7, 31. Without Cid: 1 + 2 + 2: 23."""
    ana = one("Ana", "red", [FIRE | {"location": "head"}])
    assert fight(["A.cC.B"], ana, one("Bo", "blue"), one("Cid", "red")).difficulties() == [31]
    assert fight(["A.c..B"], ana, one("Bo", "blue")).difficulties() == [23]


def test_objects_that_reach_three_quarters_together_are_replaced() -> None:
    """P-LOS-6: chair and desk: short 2, head 2: 19; a miss above 15, the chair's step left, hits the desk; above 11 the chair."""
    ana = one("Ana", "red", [FIRE | {"location": "head"}])
    for check, result in ((19, "hit"), (18, "miss: desk"), (16, "miss: desk"), (15, "miss: chair"), (12, "miss: chair"), (11, "miss")):
        fought = fight(["A.cd.B"], ana, one("Bo", "blue"), rolls={"Ana/check": totals(check)})
        assert (fought.difficulties(), fought.results()) == ([19], [result])


def test_how_much_leaves_a_small_part_only_is_a_rule() -> None:
    """P-LOS-6: ``small_part`` of 50 percent: behind a desk the call's 2 steps replace the cover's."""
    ana = one("Ana", "red", [FIRE | {"location": "head"}])
    assert fight(["A..d.B"], ana, one("Bo", "blue"), rules={"small_part": 50}).steps("P-LOS-5") == [0]


@pytest.mark.parametrize(
    ("thing", "exposed"),
    [
        ("c", {"torso", "arm", "leg", "hand", "foot", "head", "eye"}),  # a quarter hides one arm
        ("d", {"torso", "arm", "hand", "head", "eye"}),  # half hides the legs
        ("t", {"arm", "hand", "head", "eye"}),  # three quarters leave the head and an arm
        ("#", set()),
    ],
)  # fmt: skip
def test_only_what_the_cover_leaves_exposed_can_be_called(thing: str, exposed: set[str]) -> None:
    """P-LOS-6, P-DMG-1."""
    legal: set[str] = set()

    def answer(request: object) -> None:
        for location in ("torso", "arm", "leg", "hand", "foot", "head", "eye"):
            if request.legal(Fire(weapon="rifle", target="Bo", location=location)) is None:  # type: ignore[attr-defined]
                legal.add(location)

    fight([f"A..{thing}.B"], one("Ana", "red"), one("Bo", "blue"), players={"Ana": Player(answer, frozenset({"start"}))})
    assert legal == exposed


def test_a_part_that_is_covered_by_the_time_of_the_impact_is_out_of_reach() -> None:
    """P-LOS-6: Bo's leg is called in the open; at count 4 he is behind the desk."""
    ana = one("Ana", "red", [FIRE | {"location": "leg"}])
    bo = one("Bo", "blue", [{"do": "move", "pace": "walking", "to": [4, 1]}])
    (impact,) = fight(["A...B", "..d.."], ana, bo).of("impact")
    assert (impact.result, impact.rule) == ("out_of_reach", "P-LOS-6")


def test_a_called_shot_takes_dodge_concealment_and_aim_as_any_other() -> None:
    """P-LOS-6, P-CHK-2: short 2, dodged 2, head 2, smoke 2, a spell -1: step 7, 31."""
    ana = one("Ana", "red", [{"do": "aim"}, FIRE | {"mode": "aimed", "location": "head"}])
    bo = one("Bo", "blue", [DODGE])
    fought = fight(["A..s.B"], ana, bo, rolls={"Ana/check": totals(9), "Bo/dodge": [6]})
    assert fought.difficulties() == [31]
    assert fought.chain() == [
        ("P-CHK-3", 2), ("P-CHK-3", 0), ("P-MOD-2", 2), ("P-LOS-5", 0), ("P-LOS-6", 2), ("P-LOS-7", 2), ("P-FIR-1", 0),
        ("P-FIR-1", -1), ("P-MOV-1", 0),
    ]  # fmt: skip


def test_armor_of_the_called_part_stops_damage() -> None:
    """P-LOS-6, P-DMG-1: a helmet of 6 leaves 1 of 7; for the eye, too, the head's armor counts."""
    helmet = [{"name": "helmet", "covers": ["head"], "stops": 6}]
    for location in ("head", "eye"):
        ana = one("Ana", "red", [FIRE | {"location": location}])
        rolls = {"Ana/check": totals(23), "Ana/damage": [[3, 4]]}
        fought = fight(["A....B"], ana, one("Bo", "blue", armor=helmet), rolls=rolls)
        assert fought.wounds() == [(4, "Bo", location, 1)]


@pytest.mark.parametrize(
    ("location", "part", "other"),
    [
        ("torso", "chest", "abdomen"), ("arm", "upper_arm", "lower_arm"), ("leg", "upper_leg", "lower_leg"),
        ("hand", "hand", "lower_arm"), ("foot", "foot", "lower_leg"), ("head", "head", "chest"), ("eye", "head", "chest"),
    ],
)  # fmt: skip
def test_what_is_called_is_hit_where_it_first_means(location: str, part: str, other: str) -> None:
    """P-LOS-6 [R]: armor of 6 there leaves 1 of 7; armor of 100 beside it stops nothing."""
    armor = [{"name": "plate", "covers": [part], "stops": 6}, {"name": "much", "covers": [other], "stops": 100}]
    ana = one("Ana", "red", [FIRE | {"location": location}])
    rolls = {"Ana/check": totals(23), "Ana/damage": [[3, 4]]}
    fought = fight(["A....B"], ana, one("Bo", "blue", armor=armor), rolls=rolls)
    assert fought.wounds() == [(4, "Bo", location, 1)]
