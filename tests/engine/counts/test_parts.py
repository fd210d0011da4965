"""Parts of the body keep their own damage: injured, crippled, destroyed (C-WND-2). HTK 30."""

from __future__ import annotations

import pytest
from duels import HEAD, LEFT_ARM, MISS, RIGHT_ARM, RIGHT_FOOT, RIGHT_HAND, RIGHT_LEG, fight, fighter, struck, sword

MADE = 50


def stunned(fought):
    return [(event.t, event.until) for event in fought.of("stun", "Bo") if not event.over]


def names(fought):
    return [effect for _, effect, _ in fought.effects("Bo")]


def test_half_of_htk_at_one_part_injures_it():
    """C-WND-2: 14 do not, 15 do; over two blows too, and only at the same part."""
    assert "injured" not in names(struck([14], rolls={"Bo/health_save": [MADE]}))
    assert "injured" in names(struck([15], rolls={"Bo/health_save": [MADE]}))
    assert (25, "injured", "chest") in struck([8, 7], rolls={"Bo/health_save": [MADE]}).effects("Bo")


def test_an_injured_arm_takes_20_from_what_it_does():
    """C-WND-2: Bo's blow at 20 with the injured right arm; with the left injured it is as ever."""
    def answered(at):
        fought = struck([15], at, rolls={"Bo/health_save": [MADE], "Bo/to_hit": [MISS]}, bo_has={"agent": {
            "policy": "script", "orders": [{"do": "attack", "at": 11}],
        }})  # fmt: skip
        return fought.of("impact", "Bo")[0].chance

    assert answered(RIGHT_ARM) == 40
    assert answered(LEFT_ARM) == 60


def test_an_injured_leg_takes_20_from_combat_maneuver():
    """C-WND-2: whatever uses it; PCF 30."""
    fought = struck(
        [15], RIGHT_LEG, rolls={"Bo/health_save": [MADE], "Bo/maneuver": [11]},
        bo_has={"agent": {"policy": "script", "orders": [{"do": "press", "at": 11}]}},
    )  # fmt: skip
    assert [(event.need, event.result) for event in fought.rolls("maneuver", "Bo")] == [(10, "failure")]


def test_an_injured_head_takes_20_from_perception():
    """C-WND-2: Ana's second attack, begun at 15, is rolled for at 40 - 20."""
    fought = struck(
        [15, 1], HEAD, rolls={
            "Ana/head_location": [1, 1], "Bo/health_save": [MADE], "Bo/perception": [100, 100, 21, 100],
        },
        bo_has={"combat_perception": 40},
    )  # fmt: skip
    assert [(event.t, event.need) for event in fought.rolls("perception", "Bo")][2:] == [(15, 20), (20, 20)]


@pytest.mark.parametrize("at", [RIGHT_HAND, RIGHT_FOOT])
def test_hand_and_foot_are_injured_and_crippled_at_half_the_thresholds(at):
    """C-WND-2: 7.5 injures, 15 cripples: as CH major there, a broken limb and a half stun of 8."""
    less = struck([7], at)
    assert "injured" not in names(less)
    hurt = struck([8], at, rolls={"Bo/health_save": [MADE]})
    assert names(hurt) == ["injured"]
    fought = struck([15], at, rolls={"Bo/health_save": [MADE], "Bo/agl_save": [MADE] if at == RIGHT_FOOT else []})
    assert names(fought) == ["injured", "crippled", "disabled"]
    assert stunned(fought) == [(10, 18)]


@pytest.mark.parametrize(("roll", "part"), [(51, "eyes"), (56, "nose"), (81, "mouth")])
def test_eyes_nose_and_mouth_have_half_the_thresholds_too(roll, part):
    """C-WND-2."""
    fought = struck([8], HEAD, rolls={"Ana/head_location": [roll], "Bo/health_save": [MADE]})
    assert fought.effects("Bo") == [(10, "injured", part)]


def test_the_skull_has_whole_thresholds():
    """C-WND-2: 14 at the side of the head injure nothing."""
    assert struck([14], HEAD, rolls={"Ana/head_location": [31], "Bo/health_save": [MADE]}).effects("Bo") == []


def test_twice_htk_at_a_part_destroys_it():
    """C-WND-2: 60 at the neck: decapitation."""
    fought = struck(
        [60], HEAD, rolls={"Ana/head_location": [90], "Bo/health_save": [MADE], "Bo/shock_save": [MADE]},
    )  # fmt: skip
    assert (10, "destroyed", "neck") in fought.effects("Bo")


def test_a_hand_is_destroyed_at_all_of_htk():
    """C-WND-2: half of twice: 30 over two blows; he is down then, not dead."""
    fought = struck(
        [14, 16], RIGHT_HAND, rolls={"Bo/health_save": [MADE] * 2, "Bo/shock_save": [MADE]},
    )  # fmt: skip
    assert (25, "destroyed", "right hand") in fought.effects("Bo")
    assert fought.result.combatants["Bo"]["state"] == "down"


def test_two_blows_of_one_instant_at_one_part_injure_it_together():
    """C-WND-2, CLK-2: 7 and 8 at 10."""
    club = {"weapons": [sword(damage="1d30")]}
    dice = {f"{name}/{what}": [roll] for name in ("Ana", "Cid") for what, roll in (("to_hit", 60), ("location", LEFT_ARM))}
    fought = fight(
        [{"do": "attack"}], ana_has=club, others=[fighter("Cid", "red", 10, [{"do": "attack"}], **club)],
        rolls=dice | {"Ana/damage": [[7]], "Cid/damage": [[8]], "Bo/health_save": [MADE]},
    )  # fmt: skip
    assert fought.effects("Bo") == [(10, "injured", "left upper_arm")]
