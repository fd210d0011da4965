"""``couched calc``: strict questions, answers by the contract's names, refusals and mistakes in words."""

import json
from typing import Any

import pytest

from engine.errors import InputError
from studies.calc import answer, batch, calc, command, from_words, names
from studies.questions import Refused


def mistake(what: str, **values: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        calc(what, **values)
    return caught.value


def test_a_timeline_of_each_level_of_play() -> None:
    """C-TIM-6: without the recovery phase a fighter is ready at the impact count."""
    assert calc("timeline", wsd=10)["ready"] == 15.0
    assert calc("timeline", wsd=10, level="basic")["ready"] == 10.0
    assert calc("timeline", wsd=10, level="advanced")["ready"] == 10.0


def test_stages_answer_with_modifiers_or_with_factors() -> None:
    """C-STG-3."""
    press = calc("stage", length=3, distance=4)
    assert press == {"stage": "press_1", "possible": True, "hit": 10, "damage": 1, "wsd": -1.0}
    over = calc("stage", length=3, distance=1)
    assert over == {
        "stage": "over_2", "possible": True, "hit_factor": 0.25, "damage_factor": 0.25, "wsd_factor": 1.5,
    }  # fmt: skip
    assert calc("stage", length=3, distance=9)["possible"] is False
    assert calc("stage", length=3, distance=0.5)["possible"] is False


def test_movement_cites_the_rule_of_every_modifier() -> None:
    """C-HIT-2: the terms that are not 0."""
    told = calc("movement", attacker_speed=0, target_speed=3, relative_speed=3, angle=30)
    assert told["mods"] == [
        {"rule": "C-HIT-2", "value": -40, "why": "the target moves"},
        {"rule": "C-HIT-2", "value": -18, "why": "relative velocity"},
    ]


@pytest.mark.parametrize(("htk", "threat"), [(17, "minor"), (16, "minor"), (15, "major"), (32, "none"), (31, "minor")])
def test_a_blow_against_known_htk_says_what_it_threatens(htk: int, threat: str) -> None:
    """C-WND-1: 8 lost is more than half of 15, more than a quarter of 31, and exactly half of 16, a quarter of 32."""
    assert calc("blow", damage=23, type="crushing", sl=6, armor=10, pab=6, htk=htk)["threatens"] == threat


def test_concussion_that_got_through_threatens_nothing() -> None:
    """C-DMG-6: of 16 lost only 10 are more than concussion."""
    assert calc("blow", damage=30, type="crushing", sl=0, armor=10, pab=2, htk=20)["threatens"] == "minor"


def test_a_blow_can_be_capped() -> None:
    """C-DMG-4."""
    assert calc("blow", damage=23, type="crushing", sl=6, armor=0, pab=0, cap=40)["lost"] == 40


def test_the_damage_of_one_die_with_a_negative_type_is_not_below_0() -> None:
    """C-DMG-1a: 1d4 - 2 is 0, 0, 1 or 2."""
    told = calc("damage-range", damage="1d4", type="piercing")
    assert told == {"min": 0, "max": 2, "cap": 6, "mean": 0.75}


def test_a_wonder_is_asked_with_the_dice_after_its_re_roll() -> None:
    """S-ROL-1."""
    attack = {"skill": 14, "dodge": 13, "damage": 10, "toughness": 6, "armor": 2}
    assert calc("shots-attack", dice=[[5], [2]], wonder=True, **attack)["outcome"] == 7
    assert calc("shots-attack", dice=[[1], [5]], wonder=True, **attack)["fumble"] is True
    assert calc("shots-attack", dice=[[6, 5], [6, 2]], **attack) == calc("shots-attack", dice=[[5], [2]], wonder=True, **attack)
    assert "S-ROL-1" in mistake("shots-attack", dice=[[6], [2]], **attack).allowed


def test_an_aimed_shot_has_had_one_spell_of_aim_unless_told() -> None:
    """P-FIR-1."""
    assert calc("steps-difficulty", skill="trained", range="medium", fire="aimed")["step"] == 2
    assert calc("steps-difficulty", skill="trained", range="medium", fire="aimed", aim=8)["step"] == 1


def test_what_the_rules_forbid_is_refused_with_the_rule() -> None:
    """C-TIM-8, S-RNG-1, P-LOS-5."""
    with pytest.raises(Refused, match="C-TIM-8"):
        calc("timeline", wsd=10, length=3, distance=0.7)
    with pytest.raises(Refused, match="S-RNG-1: a normal weapon shoots no farther than 150 m"):
        calc("shots-range", **{"class": "long", "distance": 151})
    with pytest.raises(Refused, match="P-LOS-5"):
        calc("steps-difficulty", skill="trained", range="medium", cover=100)


@pytest.mark.parametrize(
    ("what", "near"), [("timline", "timeline"), ("damage_range", "damage-range"), ("odds blw", "odds blow")]
)
def test_an_unknown_calc_names_the_nearest(what: str, near: str) -> None:
    assert f"did you mean {near}?" in mistake(what).allowed


def test_an_unknown_key_names_the_nearest() -> None:
    error = mistake("stage", length=3, distnce=4)
    assert (error.place, error.found) == ("calc stage", 'unknown key "distnce"')
    assert error.allowed.startswith("did you mean distance?")


def test_a_missing_key_says_what_it_wants() -> None:
    assert mistake("stage", length=3).found == "no distance"
    assert mistake("timeline", wsd=10, length=3).found == "no distance"


@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("stage", {"length": "3", "distance": 4}),
        ("stage", {"length": True, "distance": 4}),
        ("stage", {"length": float("nan"), "distance": 4}),
        ("stage", {"length": 3, "distance": float("inf")}),
        ("stage", {"length": 3.125, "distance": 4}),
        ("stage", {"length": 3, "distance": -1}),
        ("timeline", {"wsd": 0}),
        ("timeline", {"wsd": 10.0005}),
        ("timeline", {"wsd": 10, "couched": 1}),
        ("location", {"roll": 0}),
        ("location", {"roll": 101}),
        ("location", {"roll": 7.0}),
        ("blow", {"damage": 7.9, "type": "slicing", "sl": 0}),
        ("blow", {"damage": 10**400, "type": "slicing", "sl": 0}),
        ("blow", {"damage": 7, "type": "Slicing", "sl": 0}),
        ("damage-range", {"damage": 7, "type": "slicing"}),
        ("damage-range", {"damage": "seven", "type": "slicing"}),
        ("shots-attack", {"skill": 1, "dodge": 1, "damage": 1, "toughness": 1, "dice": [[True], [2]]}),
    ],
)
def test_nothing_is_coerced_and_nothing_out_of_bounds_is_taken(what: str, values: dict[str, Any]) -> None:
    assert len(str(mistake(what, **values))) < 400


def test_words_are_read_by_the_kind_of_their_key() -> None:
    assert from_words("timeline", ["wsd=10", "couched=true"]) == {"wsd": 10, "couched": True}
    assert from_words("damage-range", ["damage=7", "type=slicing"])["damage"] == "7"
    assert from_words("shots-attack", ["dice=+6+6+1/-4"])["dice"] == [[6, 6, 1], [4]]
    assert from_words("shots-attack", ["dice=[[5],[2]]"])["dice"] == [[5], [2]]
    assert from_words("timeline", ["closing=2.5"])["closing"] == 2.5


@pytest.mark.parametrize(
    "words",
    [
        [], ["stage"], ["stage", "length"], ["stage", "length=3", "length=3", "distance=4"], ["stage", "=3"],
        ["timeline", "wsd=1_0"], ["timeline", "wsd=nan"], ["timeline", "wsd=٣"], ["timeline", "wsd="],
        ["timeline", "wsd=10", "couched=yes"], ["odds"], ["odds", "wsd=3"],
        ["shots-attack", "skill=1", "dodge=1", "damage=1", "toughness=1", "dice=[[5]"],
    ],
)  # fmt: skip
def test_words_that_make_no_question_are_a_mistake_in_words(words: list[str]) -> None:
    with pytest.raises(InputError):
        command(words)


def test_the_words_of_a_command_line_are_answered() -> None:
    """C-STG-2."""
    assert command(["stage", "length=3", "distance=4"])["stage"] == "press_1"
    assert command(["odds", "hit", "chance=65"])["hit"] == 0.65


def test_a_batch_keeps_its_order_over_refusals_and_broken_lines() -> None:
    lines = [
        '{"calc": "stage", "length": 3, "distance": 4}', "", "{", "[1]",
        '{"calc": "stage", "length": NaN, "distance": 4}',
        '{"calc": "stage", "length": 3, "length": 3, "distance": 4}', '{"length": 3}', "[" * 100_000,
        '{"calc": "timeline", "wsd": 10, "length": 3, "distance": 0.7}', '{"calc": "fall", "height": 9}\n',
    ]  # fmt: skip
    told = [json.loads(line) for line in batch(lines)]
    assert told[0]["stage"] == "press_1"
    for number in range(2, 9):
        assert told[number - 1]["refused"].startswith(f"line {number}: ")
    assert told[8] == {"refused": "C-TIM-8: no blow can be declared at Over 3"}
    assert told[9]["velocity"] == 12.0


def test_odds_can_be_asked_in_a_batch_by_either_name() -> None:
    line = {"calc": "odds", "of": "hit", "chance": 65}
    assert answer(line) == answer({"calc": "odds hit", "chance": 65})


def test_every_calc_cites_its_rules_and_explains_its_keys() -> None:
    from studies.calc import calc_of

    for name in names():
        known = calc_of(name)
        assert known.rules
        assert all(key.why and key.allowed for key in known.keys)


@pytest.mark.parametrize("missing", ["armor", "pab"])
def test_a_blow_must_be_told_armor_and_pab(missing: str) -> None:
    values = {"damage": 23, "type": "crushing", "sl": 6, "armor": 1, "pab": 1}
    del values[missing]
    with pytest.raises(InputError, match=f"no {missing}"):
        calc("blow", **values)
    with pytest.raises(InputError, match=f"no {missing}"):
        calc("odds blow", **{**values, "damage": "7"})
