"""An attack from the skill to the Wound Points (S-ROL-2, S-ROL-3)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, fight, fists, gun, play

ATTACK = {"do": "attack"}
ARMOR = {"name": "vest", "armor": 2}


def test_the_worked_attack() -> None:
    """S-ROL-2, S-ROL-3: skill 14, +5/-2, Dodge 13: 17, Outcome 4; damage 10: 14; Toughness 6 and armor 2: 6 points."""
    fought = fight([ATTACK], bo_has={"armor": [ARMOR]}, rolls={"Ana/attack": [[5, 2]]})
    assert fought.figures() == [("Bo", 17, 13, 4)]
    (impact,), (wound,) = fought.of("impact"), fought.of("wound")
    assert (impact.damage, impact.distance, impact.weapon) == (14, 10, "gun")
    assert (wound.by, wound.damage, wound.toughness, wound.armor, wound.points, wound.wounds) == ("Ana", 14, 6, 2, 6, 6)


def test_the_worked_attack_that_ignores_armor() -> None:
    """S-ROL-3: 14 less Toughness 6: 8 points."""
    fought = fight(
        [ATTACK], ana_has={"weapons": [gun(ignores_armor=True)]}, bo_has={"armor": [ARMOR]}, rolls={"Ana/attack": [[5, 2]]}
    )
    assert fought.points("Bo") == [(0, "Bo", 8, 8)]
    assert fought.of("wound")[0].armor == 0


@pytest.mark.parametrize(
    ("faces", "result", "outcome"), [([3, 4], "hit", 0), ([3, 5], "miss", -1), ([4, 3], "hit", 2), ([6, 4, 6, 1], "hit", 10)]
)
def test_at_or_above_the_difficulty_is_a_hit(faces, result, outcome) -> None:
    """S-ROL-2: 14 and the dice against 13; a miss does nothing."""
    fought = fight([ATTACK], rolls={"Ana/attack": [faces]})
    assert fought.impacts() == [(0, "Ana", "Bo", result)]
    assert fought.figures()[0][3] == outcome
    assert fought.points("Bo") == ([(0, "Bo", 4 + outcome, 4 + outcome)] if result == "hit" else [])


def test_the_rolls_modifiers_are_the_difficulty_less_the_attackers_own() -> None:
    """S-ROL-2, contract 3: 13 - 14 = -1, and the dice came 3 + 1 above."""
    fought = fight([ATTACK], rolls={"Ana/attack": [[5, 2]]})
    (roll,) = fought.rolls("attack")
    assert [(mod.rule, mod.value, mod.why) for mod in roll.mods] == [("S-ROL-2", 13, "dodge"), ("S-ROL-2", -14, "guns")]
    assert (roll.need, roll.margin, roll.result) == (-1, 4, "hit")


def test_wound_points_accumulate() -> None:
    """S-ROL-3: 5 and 5."""
    fought = fight([ATTACK] * 2, rolls={"Ana/attack": [LEVEL, LEVEL]})
    assert fought.points("Bo") == [(0, "Bo", 5, 5), (3, "Bo", 5, 10)]


def test_toughness_and_armor_may_leave_nothing() -> None:
    """S-ROL-3: 11 less 6 and 7 is not below 0: a hit of 0 points that leaves no trace."""
    fought = fight([ATTACK], bo_has={"armor": [{"name": "plate", "armor": 7}]}, rolls={"Ana/attack": [LEVEL]})
    assert fought.impacts() == [(0, "Ana", "Bo", "hit")]
    assert fought.points("Bo") == [(0, "Bo", 0, 0)]


def test_pieces_of_armor_add_up() -> None:
    """S-ROL-3, S-CHR-2: 2 and 1."""
    fought = fight(
        [ATTACK], bo_has={"armor": [ARMOR, {"name": "helmet", "armor": 1}]}, rolls={"Ana/attack": [LEVEL]}
    )
    assert fought.points("Bo") == [(0, "Bo", 2, 2)]


def test_hand_to_hand_uses_martial_arts_and_may_add_strength() -> None:
    """S-CHR-1, S-CHR-2: skill 15 against 13, Strength 8 and 2: 10 + 2 less 6."""
    sword = fists(name="sword", damage=2, strength=True, hands=1)
    fought = fight(
        [ATTACK], distance=2, ana_has={"weapons": [sword], "strength": 8, "skills": {"martial_arts": 15}}, rolls={"Ana/attack": [LEVEL]}
    )
    assert fought.figures() == [("Bo", 15, 13, 2)]
    assert fought.points("Bo") == [(0, "Bo", 6, 6)]
    assert [mod.why for mod in fought.rolls("attack")[0].mods] == ["dodge", "martial arts"]


def test_what_is_thrown_uses_throwing() -> None:
    """S-CHR-1, S-SEQ-3: and it lies where its target stands."""
    knife = gun(name="knife", range="short", thrown=True)
    fought = fight([{"do": "throw"}], distance=9, ana_has={"weapons": [knife], "skills": {"throwing": 12}}, rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Bo", 12, 13, -1)]
    assert fought.state("Ana")["in_hand"] == []


def test_an_attribute_stands_in_for_a_skill_one_does_not_have() -> None:
    """S-CHR-1: Agility 9 for guns, Agility 5 for Dodge."""
    plain = [
        {"name": name, "side": side, "position": [x, 0], "speed": shot, "agility": agility, "weapons": [gun()],
         "agent": {"policy": "script", "orders": orders}}
        for name, side, x, shot, agility, orders in (("Ana", "red", 0, 10, 9, [ATTACK]), ("Bo", "blue", 10, 8, 5, []))
    ]  # fmt: skip
    assert play(plain, rolls={"Ana/attack": [LEVEL]}).figures() == [("Bo", 9, 5, 4)]


def test_another_defense_may_stand_in_for_dodge() -> None:
    """S-ROL-2: Bo defends with martial arts 15."""
    fought = fight([ATTACK], bo_has={"defense": "martial_arts", "skills": {"martial_arts": 15}}, rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Bo", 14, 15, -1)]


def test_an_attack_spends_a_loaded_shot_and_an_empty_gun_does_not_shoot() -> None:
    """S-SEQ-3: two shots of a magazine of 2, then reloading of what is carried."""
    arm = gun(feed="clip", magazine=2, ammunition=1)
    fought = fight(
        [ATTACK, ATTACK, {"do": "reload"}, ATTACK], ana_has={"weapons": [arm]}, rolls={"Ana/attack": [MISS] * 3},
    )
    assert [event.t for event in fought.of("declare", "Ana")] == [0, 3, 6, 7]
    assert [(event.loaded, event.left) for event in fought.of("reload")] == [(1, 0)]
    assert fought.state("Ana")["totals"]["ammunition"] == 3


def test_totals_add_up() -> None:
    """Contract 3: three attacks, one of them a snapshot: hit for 5, missed, fumbled."""
    orders = [ATTACK, ATTACK | {"shots": 2}, ATTACK]
    fought = fight(orders, rolls={"Ana/attack": [LEVEL, MISS, [6, 6, 1, 3]]})
    totals = fought.state("Ana")["totals"]
    wanted = {"attacks": 3, "snapshots": 1, "hits": 1, "misses": 2, "fumbles": 1, "shots_spent": 11, "wounds_dealt": 5}
    assert {key: totals[key] for key in wanted} == wanted
    assert fought.state("Bo")["totals"]["wounds_taken"] == 5


def test_reloading_adds_what_is_missing_from_what_is_carried() -> None:
    """S-SEQ-3: one of 3 shots fired, 5 carried: 3 loaded, 4 left."""
    arm = gun(feed="clip", magazine=3, ammunition=5)
    fought = fight([ATTACK, {"do": "reload"}], ana_has={"weapons": [arm]}, rolls={"Ana/attack": [MISS]})
    assert [(event.loaded, event.left) for event in fought.of("reload")] == [(3, 4)]
