"""Mental weapons take POW instead of HTK (C-DMG-7, C-WND-4a)."""

from __future__ import annotations

import pytest
from duels import CHEST, Player, fight, fighter, sword

from engine.errors import AgentError

ATTACK = [{"do": "attack"}]
BLADE = sword(mental=True)
"""A mental sword: W 10, 7 + 2d4, at most 45."""


def struck(roll=60, faces=(2, 2), bo_has=None, number=1, rolls=None, **more):
    """Ana strikes Bo at 10 (and every 15) with skill 60 and a mental weapon."""
    dice = {"Ana/to_hit": [roll] * number, "Ana/damage": [list(faces)] * number}
    return fight(
        ATTACK * number, ana_has={"weapons": [BLADE]}, bo_has=bo_has, rolls=dice | (rolls or {}), **more
    )


def pools(fought):
    return [(event.t, event.lost, event.pow, event.pow_lost, event.htk_lost) for event in fought.of("wound", "Bo")]


def test_the_damage_takes_pow_and_no_htk():
    """C-DMG-7: 7 + 4 points at SL 0."""
    fought = struck()
    assert pools(fought) == [(10, 0, 11, 11, 0)]
    end = fought.result.combatants["Bo"]
    assert (end["pow"], end["pow_lost"], end["htk_lost"]) == (30, 11, 0)


def test_there_is_no_location_armor_pab_knockback_or_save():
    """C-DMG-7: a light fighter in plate with PAB 9; no roll but to hit and damage is asked for."""
    plate = {"name": "plate", "covers": ["chest", "abdomen", "head"], "protection": {"crushing": 6}, "hits": 200}
    fought = struck(bo_has={"pab": 9, "weight": 100, "armor": [plate], "htk": 12})
    assert pools(fought) == [(10, 0, 11, 11, 0)]
    assert [event.purpose for event in fought.of("roll") if event.purpose not in ("init", "perception")] == ["to_hit", "damage"]
    assert fought.of("wound", "Bo")[0].armor_hits == {}
    assert (fought.of("knockback"), fought.of("effect"), fought.of("stun")) == ([], [], [])


@pytest.mark.parametrize(("roll", "taken"), [(60, 15), (21, 15), (20, 30), (1, 30)])
def test_the_critical_multiplies_it(roll, taken):
    """C-DMG-5: SL 3 x1, SL 4 and 5 x2; with skill 60 and a roll of 1 the success number is 59."""
    assert pools(struck(roll, (4, 4), {"pow": 100}))[0][2] == taken


def test_the_cap_bounds_it():
    """C-DMG-4: with a cap of twice 15, a critical that triples 15 takes 30."""
    skilled = {"weapons": [BLADE], "skills": {"sword": 90}}
    fought = fight(
        ATTACK, ana_has=skilled, bo_has={"pow": 100}, rolls={"Ana/to_hit": [10], "Ana/damage": [[4, 4]]},
        rules={"critical_3": 5, "cap_factor": 2},
    )  # fmt: skip
    assert pools(fought)[0][2] == 30


def test_one_whose_pow_is_gone_is_unconscious():
    """C-WND-4a: 11 three times, of 30 and of 33; of 34 one is left."""
    for pool, state in ((30, "unconscious"), (33, "unconscious"), (34, "standing")):
        fought = struck(number=3, bo_has={"pow": pool})
        assert fought.result.combatants["Bo"]["state"] == state
    fought = struck(number=3)
    assert [(event.t, event.why) for event in fought.of("down", "Bo")] == [(40, "C-WND-4a: 33 of 30 POW lost")]
    assert (fought.result.outcome, fought.result.winner) == ("win", "red")


def test_two_mental_blows_of_an_instant_add_up_and_both_fighters_may_faint():
    """CLK-2, CLK-3."""
    has = {"weapons": [BLADE], "pow": 11}
    rolls = {f"{name}/{what}": [roll] for name in ("Ana", "Bo") for what, roll in (("to_hit", 60), ("damage", [2, 2]))}
    fought = fight(ATTACK, ATTACK, rolls=rolls, ana_has=has, bo_has=has)
    assert fought.result.outcome == "draw"
    cy = fighter("Cy", "red", 10, ATTACK, weapons=[BLADE])
    rolls = {f"{name}/{what}": [roll] for name in ("Ana", "Cy") for what, roll in (("to_hit", 60), ("damage", [2, 2]))}
    fought = fight(ATTACK, rolls=rolls, ana_has={"weapons": [BLADE]}, bo_has={"pow": 22}, others=[cy])
    assert [row[3] for row in pools(fought)] == [11, 22]
    assert fought.of("down", "Bo")[0].t == 10


def test_a_mental_blow_asks_the_struck_fighter():
    """CLK-5: reason `struck`."""
    asked = []
    player = Player(lambda request: asked.append((request.t, request.reasons, request.view.me.pow_lost)), frozenset({"struck"}))
    struck(players={"Bo": player})
    assert asked == [(10, ("struck",), 11)]


def test_no_location_can_be_called_with_it():
    """C-DMG-7."""
    with pytest.raises(AgentError, match="C-DMG-7: sword strikes the mind, no location"):
        fight([{"do": "attack", "location": "head"}], ana_has={"weapons": [BLADE]})


def test_a_mental_missile_strikes_the_mind_too():
    """C-MIS-1, C-DMG-7: loosed at 10 over 20 ft at 10 ft/ct."""
    bolt = BLADE | {"velocity": 10, "short": 20, "medium": 40, "long": 60, "shots": 9}
    fought = fight(
        [{"do": "fire"}], distance=20, ana_has={"weapons": [bolt], "def_on": False},
        rolls={"Ana/to_hit": [60], "Ana/damage": [[2, 2]]},
    )  # fmt: skip
    assert pools(fought) == [(12, 0, 11, 11, 0)]


def test_a_blow_to_body_and_one_to_mind_at_one_instant_are_both_taken():
    """CLK-2."""
    cy = fighter("Cy", "red", 10, ATTACK)
    rolls = {
        "Ana/to_hit": [60], "Ana/damage": [[2, 2]], "Cy/to_hit": [60], "Cy/damage": [[2, 2]], "Cy/location": [CHEST],
        "Bo/health_save": [1],
    }  # fmt: skip
    fought = fight(ATTACK, rolls=rolls, ana_has={"weapons": [BLADE]}, others=[cy])
    end = fought.result.combatants["Bo"]
    assert (end["pow_lost"], end["htk_lost"]) == (11, 11)


def test_lost_pow_is_progress_for_the_stalemate_guard():
    """CLK-8."""
    fought = struck(rules={"stalemate_counts": 20})
    assert (fought.result.outcome, fought.result.t) == ("stalemate", 30)
