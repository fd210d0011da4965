"""The archer in small battles through the public doors: when it shoots, guards itself, keeps away, and draws a blade."""

from __future__ import annotations

from typing import Any

import pytest

from engine.scenario import Scenario
from scenarios import loads
from studies.run import run

BOW = """
schema = "couched.scenario/1"
name = "range"
system = "counts"
description = "A bow and somebody else."
[[combatants]]
name = "Bow"
side = "bows"
position = [0.0, 0.0]
spd = 12
skills = { longbow = 100, shortsword = 40 }
weapons = ["longbow", "shortsword"]
agent = "archer"
"""


def against(foe: str, more: str = "") -> Scenario:
    """Return a scenario with the bow, one opponent whose lines follow, and further combatants."""
    return loads(f'{BOW}\n[[combatants]]\nname = "Foe"\nside = "foes"\nspd = 12\n{foe}\n{more}')


def decisions(scenario: Scenario, seed: int = 0, actor: str = "Bow") -> list[tuple[float, str, str | None]]:
    """Return an actor's decisions but for holds: when, what, why."""
    found = [line for line in run(scenario, seed, on_illegal="raise").log() if line["type"] == "decision"]
    own = [line for line in found if line["actor"] == actor and line["option"]["do"] != "hold"]
    return [(line["t"], line["option"]["do"], line.get("note")) for line in own]


WALKER = 'position = [150.0, 0.0]\nmvm = 1\nskills = { battle_axe = 70 }\nweapons = ["battle_axe"]\nagent = "brawler"'


def test_it_beats_a_slow_walker_over_150_feet_unreached_in_most_battles():
    unhurt = 0
    for seed in range(40):
        result = run(against(WALKER), seed, on_illegal="raise")
        state = result.result.combatants["Bow"]
        unhurt += result.winner == "bows" and state["htk_lost"] == 0
    assert unhurt >= 25


def test_it_turns_def_off_before_it_shoots_at_one_who_is_far_away():
    """A walker of 1 ft/ct needs 141 counts for 141 ft; the arrow takes 13."""
    assert [what for _, what, _ in decisions(against(WALKER))][:3] == ["mode", "def", "fire"]


def test_it_keeps_def_on_when_somebody_could_be_there_before_the_arrow():
    """One of 8 ft/ct needs 11 counts for 91 ft; the arrow, of W 10 and 2 counts of flight, 12."""
    near = WALKER.replace("150.0", "100.0").replace("mvm = 1", "mvm = 8").replace("brawler", "hold")
    scenario = against(near + '\nmode = "locked"')
    first = decisions(scenario)[:2]
    assert [what for _, what, _ in first] == ["mode", "fire"]


def test_it_turns_def_on_again_when_somebody_comes_near():
    """Every blow that comes to it finds its DEF on, from the first on."""
    for seed in range(10):
        guarded = True
        for line in run(against(WALKER.replace("mvm = 1", "mvm = 4")), seed, on_illegal="raise").log():
            if line["type"] == "def" and line["actor"] == "Bow":
                guarded = line["active"]
            if line["type"] == "impact" and line["actor"] == "Foe" and line.get("distance", 99) < 9:
                assert guarded


def test_it_draws_its_sword_when_it_is_caught_and_fights_with_it():
    runner = WALKER.replace("150.0", "60.0").replace("mvm = 1", "mvm = 8")
    found = decisions(against(runner))
    drawn = next(place for place, (_, what, _) in enumerate(found) if what == "draw")
    assert "near" in str(found[drawn][2])
    assert "fire" not in {what for _, what, _ in found[drawn:]}
    assert {"attack", "couch", "release"} & {what for _, what, _ in found[drawn:]}


def test_it_draws_its_sword_when_it_has_shot_everything():
    target = 'position = [60.0, 0.0]\nhtk = 5000\nweapons = ["club"]\nmode = "locked"\nagent = "hold"'
    weapons = 'weapons = [{ name = "longbow", ammunition = 2 }, "shortsword"]'
    scenario = against(target)
    scenario = loads(BOW.replace('weapons = ["longbow", "shortsword"]', weapons)
                     + f'\n[[combatants]]\nname = "Foe"\nside = "foes"\n{target}\n[rules]\nmax_counts = 200\n')  # fmt: skip
    found = decisions(scenario)
    assert [what for _, what, _ in found].count("fire") == 2
    assert ("draw", "nothing left to shoot") in [(what, why) for _, what, why in found]


def test_it_reloads_after_each_shot():
    found = [what for _, what, _ in decisions(against(WALKER)) if what in ("fire", "reload")]
    assert found[:4] == ["fire", "reload", "fire", "reload"]


CROWD = """
[[combatants]]
name = "Friend {number}"
side = "bows"
position = [{x}, {y}]
skills = {{ spear = 40 }}
weapons = ["spear"]
agent = "fencer"
"""


@pytest.mark.parametrize("part", range(10))
def test_no_arrow_ever_strikes_a_friend(part):
    """Two hundred seeds, twenty a part: three friends in front fight whom the archer shoots at."""
    friends = "".join(CROWD.format(number=n, x=30.0 + n, y=6.0 * n + 6.0) for n in range(3))
    friends += '[[combatants]]\nname = "Second"\nside = "foes"\nposition = [80.0, -40.0]\nmvm = 1\nhtk = 60\nagent = "brawler"\n'
    runner = 'skills = { battle_axe = 60 }\nweapons = ["battle_axe"]\nhtk = 60\nmvm = 6\nagent = "brawler"'
    scenario = against(f"position = [90.0, 0.0]\n{runner}", friends)
    shots = 0
    for seed in range(20 * part, 20 * part + 20):
        for line in run(scenario, seed, on_illegal="raise").log():
            shots += line["type"] == "loose"
            if line["type"] == "wound" and line["actor"].startswith("Friend"):
                assert line["by"] != "Bow"
    assert shots > 0


def test_it_steps_aside_when_a_friend_is_in_the_way():
    friend = CROWD.format(number=1, x=20.0, y=0.0).replace('"fencer"', '"hold"') + 'mode = "locked"'
    target = 'position = [60.0, 0.0]\nhtk = 500\nweapons = ["club"]\nmode = "locked"\nagent = "hold"'
    found = decisions(against(target, friend + "\n[rules]\nmax_counts = 60\n"))
    whats = [what for _, what, _ in found]
    assert ("move", "a friend is in the way: steps aside") in [(what, why) for _, what, why in found]
    assert whats.index("move") < whats.index("fire")


def test_it_aims_at_one_who_crosses_when_its_targeting_perception_is_worth_the_time():
    """Across the line at 4 ft/ct: -40 and -40; halved, 40 percent are won."""
    crossing = 'position = [40.0, 100.0]\nvelocity = [4, 0]\nhtk = 500\nweapons = ["club"]\nagent = "hold"\n[rules]\nmax_counts = 12\n'
    keen = loads(BOW.replace("spd = 12", "spd = 12\ntargeting_perception = 90")
                 + f'\n[[combatants]]\nname = "Foe"\nside = "foes"\n{crossing}')  # fmt: skip
    assert "aim" in [what for _, what, _ in decisions(keen)]
    assert "aim" not in [what for _, what, _ in decisions(against(crossing))]


def test_it_goes_on_standing_targets_without_aiming():
    target = 'position = [60.0, 0.0]\nhtk = 500\nweapons = ["club"]\nmode = "locked"\nagent = "hold"\n[rules]\nmax_counts = 60\n'
    keen = loads(BOW.replace("spd = 12", "spd = 12\ntargeting_perception = 90")
                 + f'\n[[combatants]]\nname = "Foe"\nside = "foes"\n{target}')  # fmt: skip
    assert "aim" not in [what for _, what, _ in decisions(keen)]


def test_it_keeps_its_last_javelin_when_that_is_its_only_blade():
    thrower = BOW.replace('weapons = ["longbow", "shortsword"]', 'weapons = ["javelin"]').replace("longbow", "javelin")
    target = 'position = [18.0, 0.0]\nhtk = 5000\nweapons = ["club"]\nmode = "locked"\nagent = "hold"\n[rules]\nmax_counts = 200\n'
    found = decisions(loads(thrower + f'\n[[combatants]]\nname = "Foe"\nside = "foes"\n{target}'))
    whats: list[Any] = [what for _, what, _ in found]
    assert whats.count("fire") == 2
    assert "attack" in whats[whats.index("fire") :]
