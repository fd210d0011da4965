"""The odds of the steps system, against plain enumeration of every face and by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine import Battle
from engine.errors import InputError
from engine.options import Hold
from engine.scenario import Scenario
from engine.steps.actions import Dodge, Fire
from engine.steps.model import CombatantSpec, FieldSpec, PlacedSpec, WeaponSpec
from engine.steps.rules import StepsRules
from studies.calc import calc
from studies.cli_calc import answer_lines
from studies.questions import Refused

SHOT: dict[str, Any] = {"shooting": 5, "skill": "trained", "range": "medium"}
D20 = range(1, 21)


def shot(**more: Any) -> dict[str, Any]:
    return calc("odds steps-difficulty", **SHOT, **more)


def test_the_shooters_attribute_is_added_and_a_natural_20_hits() -> None:
    """P-CHK-1, P-MOD-2: 15 needs 10 of d20; dodged and half covered 31 is out of reach but for the 20."""
    assert shot()["exact"]["hit"] == "11/20"
    told = shot(cover=50, dodged=True)
    assert (told["difficulty"], told["exact"]["hit"], told["natural"]) == (31, "1/20", 0.05)


def test_a_miss_hits_each_cover_as_often_as_every_face_says() -> None:
    """P-CVR-1: 15 with a desk and a chair: 27. Attribute 5: a total of 25 or less; the 20 hits. 20 to 24 the desk, 16 to 19 the chair."""
    told = shot(covers=[25, 50])
    assert told["in_the_way"] == [
        {"place": 1, "percent": 25, "hit": 4 / 20}, {"place": 2, "percent": 50, "hit": 5 / 20},
    ]  # fmt: skip
    assert (told["hit"], told["stray"]) == (1 / 20, 10 / 20)


def test_with_dodges_open_the_chances_are_those_of_all_three_dice() -> None:
    """P-CVR-1, P-MOD-2, P-MOD-3: the target dodges with 5 (6..20 reach 11), a bystander with 2 (9..20); 23, dodged 31."""
    found: Counter[str] = Counter()
    for dodge, aside, face in product(D20, repeat=3):
        need = 31 if dodge >= 6 else 23
        above = 23 if aside >= 9 else 15
        total = face + 10
        result = "hit" if total >= need or face == 20 else "cover" if total > above else "stray"
        found[result] += 1
    told = calc(
        "odds steps-difficulty", shooting=10, skill="trained", range="medium", covers=[50], dodge=5, bystander=1, bystander_dodge=2
    )
    assert told["exact"]["hit"] == str(Fraction(found["hit"], 8000))
    assert told["in_the_way"][0]["hit"] == pytest.approx(found["cover"] / 8000)
    assert told["stray"] == pytest.approx(found["stray"] / 8000)


def test_aim_does_not_make_what_is_in_the_way_easier_to_hit() -> None:
    """P-CVR-1, P-FIR-1: two spells: 15 - 8 + 8 = 15; the cover is hit above 15 without the aim: never, for 15 hits the target."""
    told = shot(covers=[50], fire="aimed", aim=8)
    assert (told["difficulty"], told["in_the_way"][0]["hit"]) == (15, 0)


def test_the_health_an_attack_costs_is_that_of_every_pair_of_dice() -> None:
    """P-DMG-1: 2d6 less 4 of armor, a hit in 11 of 20."""
    told = shot(damage="2d6", armor=4, health=6)
    losses = [max(0, one + other - 4) for one, other in product(range(1, 7), repeat=2)]
    hit = Fraction(11, 20)
    assert told["exact"]["mean_lost"] == str(hit * Fraction(sum(losses), 36))
    assert told["lost"]["0"] == pytest.approx(float(1 - hit + hit * Fraction(losses.count(0), 36)))
    assert told["exact"]["down"] == str(hit * Fraction(sum(lost >= 6 for lost in losses), 36))


def test_who_loses_twice_its_health_at_once_is_dead() -> None:
    """P-DMG-1: health 3, dead at -3: 6 or more of 1d6."""
    told = shot(damage="1d6", health=3)
    assert told["exact"]["down"] == str(Fraction(11, 20) * Fraction(4, 6))
    assert told["exact"]["dead"] == str(Fraction(11, 20) * Fraction(1, 6))


def test_the_hits_to_put_one_down_are_counted_to_the_end() -> None:
    """P-DMG-1: health 2 by 1d2: half the time at once, else with the second hit."""
    told = shot(damage="1d2", health=2)
    assert told["hits"] == {"1": 0.5, "2": 0.5}
    assert (told["mean_hits"], told["mean_attacks"]) == (1.5, pytest.approx(1.5 * 20 / 11))


def test_armor_that_stops_half_of_all_hits_doubles_them() -> None:
    """P-DMG-1: 1d2 against 1: nothing or 1; one of health 1 needs 2 hits on average, and each number of them half as often."""
    told = shot(damage="1d2", armor=1, health=1)
    assert told["mean_hits"] == 2
    assert [told["hits"][str(number)] for number in (1, 2, 3)] == [1 / 2, 1 / 4, 1 / 8]


def test_hits_that_hardly_ever_hurt_are_listed_up_to_an_end() -> None:
    """P-DMG-1: of 2d6 against 11 only the 12 costs anything: 1 of 36, so 36 hits on average; after 100 a share of (35/36)^100 is left."""
    told = shot(damage="2d6", armor=11, health=1)
    assert told["mean_hits"] == pytest.approx(36)
    assert (len(told["hits"]), told["hits_beyond"]["from"]) == (100, 101)
    assert told["hits_beyond"]["probability"] == pytest.approx((35 / 36) ** 100)


def test_armor_that_stops_everything_keeps_one_up() -> None:
    """P-DMG-1."""
    told = shot(damage="1d6", armor=6, health=1)
    assert told["hits"] is None
    assert "mean_hits" not in told


def test_a_burst_adds_a_die() -> None:
    """P-FIR-1: a step harder, and 2d6 for 1d6."""
    told = shot(damage="1d6", fire="burst")
    assert max(int(lost) for lost in told["lost"]) == 12
    assert told["difficulty"] == 19


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"cover": 25, "covers": [25]}, "cover and covers"),
        ({"dodged": True, "dodge": 5}, "dodged and dodge"),
        ({"step": 3, "covers": [25]}, "step and covers"),
        ({"covers": [25], "bystander": 1}, "no bystander_dodge"),
        ({"covers": [25], "bystander": 2, "bystander_dodge": 5}, "calc odds steps-difficulty, bystander"),
        ({"attribute": 5}, "shooting and attribute"),
        ({"damage": "six"}, "damage"),
        ({"damage": "100d200"}, "100d200"),
    ],
)
def test_a_question_that_says_a_thing_twice_or_halfway_is_refused(more: dict[str, Any], what: str) -> None:
    with pytest.raises(InputError, match=what):
        shot(**more)


def test_full_cover_has_no_odds() -> None:
    """P-LOS-5."""
    with pytest.raises(Refused, match="P-LOS-5"):
        shot(covers=[50, 50])


def test_every_further_dodge_is_a_step_harder() -> None:
    """P-MOD-2: 11, 15, 19 with an attribute of 5: 6, 10, 14 of d20."""
    told = calc("odds steps-dodge", dodge=5, times=3)
    assert [row["difficulty"] for row in told["times"]] == [11, 15, 19]
    assert told["exact"] == {"dodge": "3/4", "mean": str(Fraction(15 + 11 + 7, 20)), "never": str(Fraction(5 * 9 * 13, 8000))}
    assert calc("odds steps-dodge", dodge=5, dodges=2)["exact"]["dodge"] == "7/20"


def test_the_natural_20_saves_no_dodge() -> None:
    """P-MOD-2: it hits; it is no rule of dodges: 47 after nine dodges is out of reach of 5."""
    assert calc("odds steps-dodge", dodge=5, dodges=9)["exact"]["dodge"] == "0"


def test_hidden_parts_are_not_hit() -> None:
    """P-DMG-1: half cover hides the legs; of the faces that are left each is as likely as before."""
    free, half = calc("odds steps-location"), calc("odds steps-location", cover=60)
    assert half["hidden"] == ["right leg", "left leg"]
    left = 1 - free["part"]["right leg"] - free["part"]["left leg"]
    assert half["part"] == pytest.approx({part: free["part"][part] / left for part in half["part"]})
    assert sum(half["part"].values()) == pytest.approx(1)


def test_in_direct_fire_is_off_by_a_square_for_every_four_points() -> None:
    """P-LOS-3: 15 + 8 = 23, attribute 5: 18 hits. 14..17 are a square off, 10..13 two, 6..9 three, 2..5 four, 1 five."""
    told = calc("odds steps-indirect", shooting=5, skill="trained", range="medium", radius=2)
    assert told["difficulty"] == 23
    assert told["squares_off"] == {"0": 3 / 20, "1": 4 / 20, "2": 4 / 20, "3": 4 / 20, "4": 4 / 20, "5": 1 / 20}
    assert told["exact"]["reached"] == str(Fraction(3 + 4 + 2, 20))  # two squares off diagonally are 2.83, out of it


# the same rules in battle


RIFLE = WeaponSpec(name="rifle", damage="1d6")
COVERS = {"chair": 25, "desk": 50}


def shot_in_battle(face: int, dodge: int | None) -> tuple[Any, ...]:
    """Return result, difficulty and what was hit instead of one shot at medium range past a chair and a desk.

    Args:
        face: of the check.
        dodge: of the target's dodge check; None when it does not try.
    """
    people = (
        CombatantSpec(name="A", side="red", position=(0, 0), weapons=(RIFLE,), skills={"rifle": "trained"}),
        CombatantSpec(name="B", side="blue", position=(10, 0)),
    )
    objects = tuple([PlacedSpec(name=name, cover=cover, position=(x, 0)) for x, (name, cover) in enumerate(COVERS.items(), 3)])
    scenario = Scenario(
        name="one shot", system="steps", rules=StepsRules(max_counts=4.5), combatants=people, agents={}, document={},
        field=FieldSpec(width=11, height=1, objects=objects),
    )  # fmt: skip
    rolls = {"A/check": [[face]]} | ({} if dodge is None else {"B/dodge": [[dodge]]})
    battle = Battle(scenario, rolls=rolls)
    while (request := battle.advance()) is not None:
        shoots = request.combatant == "A" and request.reasons == ("start",)
        dodges = dodge is not None and request.combatant == "B" and request.reasons == ("noticed",)
        option = Fire(weapon="rifle", target="B") if shoots else Dodge(against=None) if dodges else Hold()
        battle.answer(request, option)
    impact: Any = next(event for event in battle.events if event.type == "impact")
    return impact.result, impact.difficulty, impact.struck


@pytest.mark.parametrize("dodge", [None, 6, 5])
def test_every_face_does_in_battle_what_the_calcs_say(dodge: int | None) -> None:
    """P-CHK-1, P-CVR-1, P-MOD-2: of 20 faces each; from 6 on a dodge of attribute 5 reaches 11; the odds of one that always, or never, does."""
    covers, places, dodged = list(COVERS.values()), list(COVERS), dodge == 6
    found: Counter[str] = Counter()
    for face in D20:
        result, difficulty, struck = shot_in_battle(face, dodge)
        found[struck or result] += 1
        told = calc("steps-miss", difficulty=15, covers=covers, total=face + 5, harder=2 if dodged else 0)
        assert difficulty == told["difficulty"]
        if face < 20:
            assert struck == (places[told["place"] - 1] if told["hits"] == "cover" else None)
            assert (result == "hit") == (told["hits"] == "target")
    odds = shot(covers=covers, dodge=30 if dodged else -10)
    chances = {"hit": odds["hit"], "miss": odds["stray"], **{places[row["place"] - 1]: row["hit"] for row in odds["in_the_way"]}}
    assert {name: found[name] / 20 for name in chances} == pytest.approx(chances)


def test_chances_that_are_all_thin_are_shown_in_one_row() -> None:
    lines = list(answer_lines(shot(damage="10d100", armor=900, health=1000)))
    assert sum("and more" in line for line in lines) == 2


@pytest.mark.parametrize("fire", ["burst", "auto"])
def test_only_single_and_aimed_fire_go_in_direct(fire: str) -> None:
    """P-LOS-3 [R]."""
    with pytest.raises(Refused, match="P-LOS-3"):
        calc("odds steps-indirect", shooting=5, skill="trained", range="medium", fire=fire)
