"""Following a moving target with Targeting Perception, unstable platforms, calls of high and low (C-HIT-4, C-HIT-6)."""

from __future__ import annotations

import pytest
from duels import MISS, Player, fight, fighter, sword

from engine.counts.actions import Aim, Fire
from engine.errors import AgentError

TOUGH = {"htk": 1000, "health": 100}
BOW = sword(name="bow", wsd=8, hands=2, reload=6, shots=5, velocity=100, short=900, medium=900, long=900)
HUNTER = {"weapons": [BOW], "def_on": False, "targeting_perception": 50}
ACROSS = [{"do": "move", "to": [300, 900], "speed": 3}]
"""Bo, at (300, 0), runs at 3 ft/ct, nearly at a right angle to the line from Ana at (0, 0)."""


def hunt(ana, bo=None, rolls=None, ana_has=None, distance=300.0, **more):
    """Ana with a bow, skill 60, targeting perception 50."""
    return fight(ana, bo, distance, rolls=rolls, ana_has=HUNTER | (ana_has or {}), bo_has=TOUGH, **more)


def moving(fought, number=0):
    """Return the terms for movement of one of Ana's shots, as they stand in the log."""
    return [mod.value for mod in fought.rolls("to_hit", "Ana")[number].mods if mod.rule == "C-HIT-2"]


def aims(fought):
    return [(event.t, event.target, event.success) for event in fought.of("aim", "Ana")]


AIM_AND_FIRE = [{"do": "aim"}, {"do": "fire"}]


def test_aiming_takes_four_counts_and_a_roll_under_targeting_perception():
    """C-HIT-4: made at 50, failed at 51; then the shot begins at once."""
    for roll, made in ((50, True), (51, False)):
        fought = hunt(AIM_AND_FIRE, rolls={"Ana/targeting": [roll], "Ana/to_hit": [MISS]})
        assert aims(fought)[0] == (4, "Bo", made)
        assert [event.t for event in fought.of("loose", "Ana")] == [12]
        assert fought.rolls("targeting", "Ana")[0].need == 50


def test_a_successful_aim_halves_the_target_based_modifiers_of_a_shot():
    """C-HIT-4, C-HIT-2: nearly straight across at 3 ft/ct, above 45 degrees: -40 - 30 become -20 - 15."""
    plain = hunt([{"do": "fire"}], ACROSS, rolls={"Ana/to_hit": [MISS]})
    assert moving(plain) == [-40, -30]
    aimed = hunt(AIM_AND_FIRE, ACROSS, rolls={"Ana/targeting": [50], "Ana/to_hit": [MISS]})
    assert moving(aimed) == [-20, -15]


def test_a_failed_aim_halves_nothing():
    """C-HIT-4."""
    fought = hunt(AIM_AND_FIRE, ACROSS, rolls={"Ana/targeting": [51], "Ana/to_hit": [MISS]})
    assert moving(fought) == [-40, -30]


def test_aiming_halves_nothing_of_the_shooters_own_movement():
    """C-HIT-4: she runs at 2 ft/ct: -40 stay, the velocity's -20 across become -10."""
    orders = [{"do": "move", "to": [0, 400], "speed": 2}, *AIM_AND_FIRE]
    fought = hunt(orders, rolls={"Ana/targeting": [50], "Ana/to_hit": [MISS]})
    assert moving(fought) == [-40, -10]


def test_an_aim_serves_one_shot():
    """C-HIT-4: the next one is loosed without it."""
    fought = hunt([*AIM_AND_FIRE, {"do": "fire"}], ACROSS, rolls={"Ana/targeting": [50], "Ana/to_hit": [MISS, MISS]})
    assert [moving(fought, number) for number in (0, 1)] == [[-20, -15], [-40, -30]]


def test_an_aim_serves_a_blow_in_melee_too():
    """C-HIT-4: Bo passes at 1.5 ft/ct, at 6 he is 9 ft up: 58% of -10 at 29 degrees are -5, halved -2; -40 become -20."""
    weapon = sword(wsd=2, length=6)
    orders = [{"do": "aim"}, {"do": "attack", "at": 4}]
    fought = fight(
        orders, [{"do": "move", "to": [5, 400], "speed": 1.5}], 5, rolls={"Ana/targeting": [50], "Ana/to_hit": [MISS]},
        ana_has={"weapons": [weapon], "targeting_perception": 50}, bo_has=TOUGH | {"mode": "locked"},
    )  # fmt: skip
    assert moving(fought) == [-20, -2]


@pytest.mark.parametrize(
    "between",
    [[{"do": "attack", "target": "Cy", "weapon": "bow"}], [{"do": "parry", "weapon": "bow"}, {"do": "break_off", "at": 6}]],
)
def test_another_declaration_loses_the_aim(between):
    """C-HIT-4: a blow at somebody else, a parry."""
    rolls = {"Ana/targeting": [50], "Ana/to_hit": [MISS] * (2 if between[0]["do"] == "attack" else 1)}
    orders = [{"do": "aim", "target": "Bo"}, *between, {"do": "fire", "target": "Bo", "at": 30}]
    fought = hunt(orders, ACROSS, rolls=rolls, others=[fighter("Cy", "blue", 5, **TOUGH)])
    assert aims(fought) == [(4, "Bo", True), (4, "Bo", False)]
    assert moving(fought, -1) == [-40, -30]


def test_breaking_off_the_shot_keeps_the_aim_for_the_next_one():
    """C-HIT-4: it was no blow yet, and the next declaration is a shot at the same target."""
    orders = [*AIM_AND_FIRE, {"do": "break_off", "at": 6}, {"do": "fire"}]
    fought = hunt(orders, ACROSS, rolls={"Ana/targeting": [50], "Ana/to_hit": [MISS]})
    assert moving(fought) == [-20, -15]


def test_a_stun_loses_the_aim():
    """C-HIT-4, C-WND-4: struck in the chest at 10 for more than half of her HTK."""
    cy = fighter("Cy", "blue", 5, [{"do": "attack", "target": "Ana"}], weapons=[sword(damage="1d1000", type="piercing")])
    rolls = {
        "Ana/targeting": [50], "Cy/to_hit": [60], "Cy/location": [20], "Cy/damage": [[60]], "Ana/health_save": [90],
        "Ana/minor_save": [1], "Ana/to_hit": [MISS],
    }  # fmt: skip
    orders = [{"do": "aim", "target": "Bo"}, {"do": "fire", "target": "Bo", "at": 80}]
    fought = hunt(orders, ACROSS, rolls=rolls, ana_has={"htk": 100, "health": 50, "agl": 100}, others=[cy])
    assert aims(fought) == [(4, "Bo", True), (10, "Bo", False)]
    assert moving(fought) == [-40, -30], "at 300 ft and 264 ft up he still crosses at 49 degrees"


def test_aiming_is_broken_off_freely_and_ends_when_its_target_is_down():
    """C-TIM-7, CLK-4: Cy fells Bo at 3, and Ana is asked anew."""
    fought = hunt([{"do": "aim"}, {"do": "break_off", "at": 2}], rolls={})
    assert aims(fought) == []
    cy = fighter("Cy", "red", 305, [{"do": "attack"}], weapons=[sword(wsd=3, damage="1d1000")])
    rolls = {"Cy/to_hit": [60], "Cy/location": [20], "Cy/damage": [[1000]], "Bo/health_save": [1], "Bo/shock_save": [1]}
    fought = hunt([{"do": "aim"}], rolls=rolls, others=[cy, fighter("Di", "blue", 900)])
    assert aims(fought) == []
    assert [(event.t, event.why) for event in fought.of("break_off", "Ana")] == [(3, "target down")]


def test_who_has_no_targeting_perception_can_not_aim():
    """C-HIT-4."""
    with pytest.raises(AgentError, match="C-HIT-4: it has no Targeting Perception"):
        hunt([{"do": "aim"}], ana_has={"targeting_perception": 0}, rolls={})


def test_one_who_follows_a_target_already_need_not_aim_again():
    """C-HIT-4."""
    with pytest.raises(AgentError, match="C-HIT-4: it follows Bo already"):
        hunt([{"do": "aim"}, {"do": "aim"}], rolls={"Ana/targeting": [1]})


def test_the_chance_an_archer_sees_is_halved_by_its_aim_too():
    """CLK-5: 60 - 70, and 60 - 35 once it follows him."""
    seen = {}

    def ana(request):
        if "start" in request.reasons:
            return Aim(target="Bo")
        if seen:
            return None
        seen.update(aimed_at=request.view.me.aimed_at, chance=request.view.shot_chance("Bo", "bow"))
        return Fire(target="Bo", weapon="bow")

    player = Player(ana, frozenset({"start", "ready"}))
    hunt(None, ACROSS, rolls={"Ana/targeting": [50], "Ana/to_hit": [MISS]}, players={"Ana": player})
    assert seen == {"aimed_at": "Bo", "chance": 25}


def test_an_unstable_platform_costs_forty_in_every_blow_and_shot():
    """C-HIT-4."""
    shot = hunt([{"do": "fire"}], rolls={"Ana/to_hit": [MISS]}, ana_has={"unstable": True})
    assert shot.mods("to_hit", "Ana")["C-HIT-4"] == -40
    blow = fight([{"do": "attack"}], rolls={"Ana/to_hit": [MISS]}, ana_has={"unstable": True})
    assert blow.mods("to_hit", "Ana")["C-HIT-4"] == -40


@pytest.mark.parametrize(
    ("foot", "length", "where", "modifier"),
    [
        (True, 1, "chest", -10), (True, 1, "head", -25), (True, 1, "eyes", -25), (True, 1, "upper_leg", -10), (True, 1, "foot", -20),
        (False, 2, "upper_leg", -10), (False, 2, "lower_leg", -25), (False, 2, "foot", -25), (False, 2, "chest", -10),
        (False, 2, "head", -20), (False, 2.01, "lower_leg", -10), (False, 2.01, "foot", -20),
    ],
)  # fmt: skip
def test_a_foot_calls_high_hard_and_a_hand_low(foot, length, where, modifier):
    """C-HIT-6: as the blow is rolled, with the weapon's field `foot`."""
    weapon = sword(length=length, foot=foot)
    fought = fight(
        [{"do": "attack", "location": where}], distance=length + 2, ana_has={"weapons": [weapon]},
        rolls={"Ana/to_hit": [MISS]},
    )  # fmt: skip
    assert fought.mods("to_hit", "Ana")["C-HIT-6"] == modifier
