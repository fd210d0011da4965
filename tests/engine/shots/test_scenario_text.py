"""Fights written as people write them: TOML text with templates, gear, places and scripts, dice scripted."""

from __future__ import annotations

from shootouts import Fought

import agents
import scenarios
from engine import Battle

HEAD = """
schema = "couched.scenario/1"
name = "A text"
system = "shots"
"""


def play(text, rolls, overrides=()):
    scenario = scenarios.loads(HEAD + text, overrides=overrides)
    players = {one.name: agents.make(scenario.agents[one.name], one.name, scenario, 0, 0) for one in scenario.combatants}
    battle = Battle(scenario, 0, rolls=rolls, standing={name: player.standing for name, player in players.items()})
    while request := battle.advance():
        battle.answer(request, players[request.combatant].decide(request))
    return Fought(battle)


STREET = """
[rules]
max_counts = 9
[[field.places]]
name = "crate"
position = [20, 0]
tags = ["flimsy"]
[[combatants]]
name = "Ana"
side = "red"
template = "gunman"
agent = { policy = "script", orders = [{ do = "attack", weapon = "pistol", target = "Bo" }, { do = "attack" }] }
[[combatants]]
name = "Bo"
side = "blue"
template = "thug"
position = [20, 0]
agent = { policy = "script", orders = [{ do = "defend", on = "announced" }, { do = "attack" }] }
"""


def test_a_gunman_against_a_thug_behind_a_crate() -> None:
    """S-SEQ-1, S-ROL-2, S-ROL-3, S-RNG-1, S-RNG-2, S-WND-3: 4 + 7 = 11 and 3 + 5 = 8.

    Guns 14, +3, -2 at 20 m: 15; Dodge 8, 2 behind flimsy cover, 3 for the defense he pays 3 for: 13. Outcome 2;
    pistol 9 and 2 less Toughness 5: 6 points, and a thug is out.
    """
    rolls = {"Ana/initiative": [[4]], "Bo/initiative": [[3]], "Ana/attack": [[5, 2]]}
    fought = play(STREET, rolls)
    assert fought.of("sequence")[0].order == {"Ana": 11, "Bo": 8}
    assert fought.counters("Bo") == [(0, 8, 5, "defend")]
    assert fought.figures() == [("Bo", 15, 13, 2)]
    assert fought.points() == [(0, "Bo", 6, 6)]
    assert (fought.result.outcome, fought.result.winner, fought.result.t) == ("win", "red", 0)


def test_the_thug_who_is_missed_shoots_back_and_is_still_on_his_guard_until_then() -> None:
    """S-WND-3, S-SEQ-2: his counter of 8 less 3 is met at count 11 - 5 = 6.

    Guns 8, +4, -2: 10 against Dodge 13.
    """
    rolls = {"Ana/initiative": [[4]], "Bo/initiative": [[3]], "Ana/attack": [[1, 4], [1, 4]], "Bo/attack": [[5, 1]]}
    fought = play(STREET, rolls)
    assert fought.impacts() == [(0, "Ana", "Bo", "miss"), (3, "Ana", "Bo", "miss"), (6, "Bo", "Ana", "miss")]
    assert fought.figures() == [("Bo", 9, 13, -4), ("Bo", 9, 13, -4), ("Ana", 10, 13, -3)]


def test_figures_laid_over_from_outside() -> None:
    """S-ROL-3, contract 1: Bo's Toughness 12 turns 11 damage to nothing; he shoots back at 6."""
    rolls = {"Ana/initiative": [[4]], "Bo/initiative": [[3]], "Ana/attack": [[5, 2], [1, 4]], "Bo/attack": [[1, 1]]}
    fought = play(STREET, rolls, ["combatants.Bo.toughness=12"])
    assert fought.points("Bo") == [(0, "Bo", 0, 0)]
    assert fought.state("Bo")["able"]


BLADES = """
[rules]
max_counts = 9
initiative_dice = 0
ties = "reach"
[[combatants]]
name = "Ana"
side = "red"
strength = 8
speed = 9
skills = { martial_arts = 14, dodge = 13 }
weapons = ["spear"]
agent = { policy = "script", orders = [{ do = "attack" }] }
[[combatants]]
name = "Bo"
side = "blue"
strength = 9
speed = 9
position = [2, 0]
skills = { martial_arts = 14, dodge = 13 }
weapons = ["knife"]
armor = ["leather_jacket", "vest"]
agent = { policy = "script", orders = [{ do = "attack" }] }
"""


def test_a_spear_before_a_knife_under_reach() -> None:
    """CLK-3, S-CHR-2, S-ROL-3: 2 m of spear first: 8 + 2 + 1 less 6 and 1 and 3: 1; then the knife: 9 + 1 + 1 less 6: 5."""
    fought = play(BLADES, {"Ana/attack": [[3, 3]], "Bo/attack": [[3, 3]]})
    assert fought.points() == [(0, "Bo", 1, 1), (0, "Ana", 5, 5)]


GRENADE = """
[rules]
max_counts = 9
initiative_dice = 0
[field]
dense = true
[[combatants]]
name = "Ana"
side = "red"
template = "demolitionist"
agent = { policy = "script", orders = [{ do = "area", weapon = "grenade", point = [12, 0] }] }
in_hand = true
weapons = ["grenade"]
speed = 9
"""


def test_a_grenade_among_ten_bystanders() -> None:
    """S-RNG-4, S-RNG-1, S-WND-3: throwing 14, 12 m: -2, ten packed: +3, dice -6: 9; Dodge 7, 8, 9 are hit, 14 + less Toughness 4."""
    crowd = "".join(
        f'[[combatants]]\nname = "B{place}"\nside = "blue"\ntemplate = "bystander"\nposition = [12, {place - 5}]\n' for place in range(10)
    )
    fought = play(GRENADE + crowd, {"Ana/attack": [[1, 6, 1]]})
    assert fought.figures()[:4] == [("B0", 9, 7, 2), ("B1", 9, 8, 1), ("B2", 9, 9, 0), ("B3", 9, 10, -1)]
    assert [(actor, points) for _, actor, points, _ in fought.points()] == [("B0", 12), ("B1", 11), ("B2", 10)]
    assert [actor for _, actor in fought.downs()] == ["B0", "B1", "B2"]
