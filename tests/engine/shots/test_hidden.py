"""Being sneaked up on: who hides, who notices, what an alert character gains (S-DEF-3)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, dice, fight, fighter, hurting

from engine.shots.actions import Attack

ATTACK = {"do": "attack"}
DODGE = {"do": "defend", "on": "announced"}
HIDDEN = {"hidden": True}


def test_who_detects_a_hidden_attacker_can_defend() -> None:
    """S-DEF-3: detect 10 against stealth 10: 0 is enough."""
    fought = fight([ATTACK], [DODGE], ana_has=HIDDEN, rolls={"Bo/perception": [dice(0)], "Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 16, -6)]
    assert [(event.actor, event.of, event.noticed) for event in fought.of("notice")] == [("Bo", "Ana", "noticed")]


def test_who_does_not_detect_it_is_not_asked() -> None:
    """S-DEF-3: -1 is not enough."""
    fought = fight([ATTACK], [DODGE], ana_has=HIDDEN, rolls={"Bo/perception": [dice(-1)], "Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 13, -3)]
    assert fought.asked("Bo") == [(2, ("start",))]
    assert [event.noticed for event in fought.of("notice")] == ["not noticed"]


def test_the_detection_roll_is_made_of_detect_and_stealth() -> None:
    """S-DEF-3: 12 against 11."""
    fought = fight(
        [ATTACK], ana_has=HIDDEN | {"skills": {"stealth": 11}}, bo_has={"skills": {"detect": 12}},
        rolls={"Bo/perception": [dice(0)], "Ana/attack": [MISS]},
    )  # fmt: skip
    (roll,) = fought.rolls("perception")
    assert (roll.need, roll.margin, roll.result) == (-1, 1, "detected")


def test_a_wary_character_gains_three_to_detect() -> None:
    """S-DEF-3 [P]: -3 is enough."""
    fought = fight([ATTACK], [DODGE], ana_has=HIDDEN, bo_has={"wary": True}, rolls={"Bo/perception": [dice(-3)], "Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 16, -6)]
    assert fought.mods("perception", "Bo") == {"S-DEF-3": 10 - 10 - 3}


def test_an_alert_defense_up_at_the_instant_adds_to_detect() -> None:
    """S-DEF-3: Bo at his own shot 10 is alert for a shot; Ana's attack of that shot is detected at -3."""
    fought = fight(
        [ATTACK], [{"do": "defend", "kind": "alert"}, DODGE], ana_has=HIDDEN, bo_has={"shot": 10},
        rolls={"Bo/perception": [dice(-3)], "Ana/attack": [MISS]},
    )  # fmt: skip
    assert fought.rolls("perception")[0].result == "detected"
    assert fought.counters("Bo") == [(0, 10, 9, "defend"), (0, 9, 8, "defend")]


def test_an_alert_defense_given_up_for_a_dodge_leaves_detection_as_it_was_rolled() -> None:
    """S-DEF-2, S-DEF-3: alert (9), detected, then dodged: +3 against the attack."""
    fought = fight(
        [ATTACK], [{"do": "defend", "kind": "alert"}, DODGE], ana_has=HIDDEN, bo_has={"shot": 10},
        rolls={"Bo/perception": [dice(-3)], "Ana/attack": [MISS]},
    )  # fmt: skip
    assert fought.figures() == [("Bo", 10, 16, -6)]


def test_once_it_has_attacked_everybody_knows_it() -> None:
    """S-DEF-3: no roll for the second attack."""
    fought = fight([ATTACK] * 2, [DODGE], ana_has=HIDDEN, rolls={"Bo/perception": [dice(-1)], "Ana/attack": [MISS] * 2})
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [13, 16]


def test_a_hidden_opponent_can_not_be_attacked_before_it_attacks() -> None:
    """S-DEF-3: it is not in sight; afterwards it is."""
    told = []

    def answer(request):
        told.append((request.t, request.legal(Attack(target="Ana", weapon="gun")), [foe.name for foe in request.view.foes]))

    fight(
        [{"do": "attack", "at": 3}], ana_has=HIDDEN, players={"Bo": Player(answer)}, rules={"max_counts": 10},
        rolls={"Bo/perception": [dice(-1)], "Ana/attack": [MISS]}, bo_has={"shot": 10},
    )  # fmt: skip
    assert told == [(0, "S-DEF-3: Ana is not in sight", []), (10, None, ["Ana"])]


def test_each_who_could_respond_rolls_for_itself() -> None:
    """S-DEF-3, S-DEF-4: Bo does not detect Ana, his friend Cid does, and steps between."""
    cid = fighter("Cid", "blue", 12, [{"do": "interpose", "on": "announced"}], shot=8)
    fought = fight(
        [ATTACK], [DODGE], ana_has=HIDDEN, others=[cid],
        rolls={"Bo/perception": [dice(-1)], "Cid/perception": [dice(0)], "Ana/attack": [MISS]},
    )  # fmt: skip
    assert [target for target, *_ in fought.figures()] == ["Cid"]


def test_who_can_not_respond_does_not_roll() -> None:
    """S-DEF-3: surprised, or without a shot left, or too far away to help."""
    others = [fighter("Cid", "blue", 40, shot=8), fighter("Dee", "blue", 12, shot=8, surprised=True)]
    fought = fight(
        [{"do": "attack", "target": "Bo"}], ana_has=HIDDEN, bo_has={"shot": 0}, others=others,
        rolls={"Ana/attack": [MISS], "Bo/perception": [], "Cid/perception": [], "Dee/perception": []},
    )  # fmt: skip
    assert fought.impacts() == [(0, "Ana", "Bo", "miss")]


def test_impairment_counts_for_detecting() -> None:
    """S-WND-1: all rolls: with 25 points 0 is not enough."""
    eve = fighter("Eve", "red", 0, [{"do": "attack", "target": "Bo"}], weapons=[hurting(25)])
    fought = fight(
        [ATTACK | {"at": 3}], ana_has=HIDDEN, others=[eve],
        rolls={"Eve/attack": [LEVEL], "Bo/perception": [dice(0)], "Ana/attack": [MISS]},
    )  # fmt: skip
    assert fought.rolls("perception")[0].result == "not detected"


@pytest.mark.parametrize(("attacks", "noticed"), [("Ana", 0), ("Eve", 1)])
def test_one_is_unaware_only_of_the_attack_it_did_not_detect(attacks, noticed) -> None:
    """S-DEF-3: Ana is hidden, Eve is not: Bo, attacked by both, may dodge because of Eve, and the dodge meets both."""
    eve = fighter("Eve", "red", 0, [ATTACK] if attacks == "Eve" else [])
    fought = fight(
        [ATTACK], [DODGE], ana_has=HIDDEN, others=[eve],
        rolls={"Bo/perception": [dice(-1)], "Ana/attack": [MISS]} | ({"Eve/attack": [MISS]} if attacks == "Eve" else {}),
    )  # fmt: skip
    assert fought.took("Bo") == [(0, "defend")] * noticed
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [16 if noticed else 13] * (1 + noticed)
