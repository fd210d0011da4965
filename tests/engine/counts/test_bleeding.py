"""Bleeding on the clock (C-WND-7): one HTK per 240/n counts, what is under way carries over."""

from __future__ import annotations

from duels import CHEST, LEFT_ARM, MISS, fight, fighter, struck, sword

LONG = {"max_counts": 700}


def drops(fought):
    return [(event.t, event.htk_lost) for event in fought.of("bleed", "Bo") if event.lost]


def test_a_htk_a_minute_is_lost_every_240_counts():
    """C-WND-7: wounded at 10: 250 and 490."""
    fought = struck([8], kind="slicing", rolls={"Bo/health_save": [51]}, rules=LONG)
    assert drops(fought) == [(250, 9), (490, 10)]


def test_two_htk_a_minute_are_lost_every_120_counts():
    """C-WND-7: a slicing major at 10."""
    fought = struck([16], LEFT_ARM, "slicing", {"Bo/health_save": [51], "Bo/minor_save": [25]}, rules={"max_counts": 300})
    assert drops(fought) == [(130, 17), (250, 18)]


def test_three_htk_a_minute_are_lost_every_80_counts():
    """C-WND-7: major and minor: 2 + 1."""
    fought = struck([16], LEFT_ARM, "slicing", {"Bo/health_save": [51], "Bo/minor_save": [26]}, rules={"max_counts": 200})
    assert drops(fought) == [(90, 17), (170, 18)]


def test_the_part_of_a_htk_already_run_carries_over_when_the_rate_changes():
    """C-WND-7: 15 of 240 counts run at 25; the other 225 at twice the rate: 112.5, then every 120."""
    fought = struck([8, 8], kind="slicing", rolls={"Bo/health_save": [51] * 2}, rules={"max_counts": 300})
    assert drops(fought) == [(137.5, 17), (257.5, 18)]


def test_a_change_of_rate_late_in_a_drop_keeps_nearly_all_of_it():
    """C-WND-7: wounded at 10 and at 210 (200 of 240 run): 20 more counts at rate 2."""
    tool = sword(damage="1d8", type="slicing")
    fought = fight(
        [{"do": "attack"}, {"do": "attack", "at": 200}], ana_has={"weapons": [tool]}, rules={"max_counts": 300},
        rolls={
            "Ana/to_hit": [60, 60], "Ana/location": [CHEST, CHEST], "Ana/damage": [[8], [8]], "Bo/health_save": [51, 51],
        },
    )  # fmt: skip
    assert drops(fought) == [(230, 17)]


def test_bleeding_puts_a_fighter_down_on_the_clock():
    """C-WND-7, C-WND-6: 3 of 4 HTK lost at 10, the fourth at 130."""
    fought = struck(
        [3], LEFT_ARM, "slicing", {"Bo/health_save": [51], "Bo/minor_save": [25]}, {"htk": 4}, rules={"max_counts": 300}
    )
    assert drops(fought) == [(130, 4)]
    assert fought.line("Bo", "down") == [(130, "down")]
    assert (fought.result.outcome, fought.result.winner, fought.result.t) == ("win", "red", 130)


def test_bleeding_costs_no_action():
    """C-WND-7: Bo's attack under way at 250 lands as planned."""
    fought = struck(
        [8], kind="slicing", rolls={"Bo/health_save": [51], "Bo/to_hit": [MISS]}, rules=LONG,
        bo_has={"agent": {"policy": "script", "orders": [{"do": "attack", "at": 245}]}},
    )  # fmt: skip
    assert drops(fought)[0] == (250, 9)
    assert fought.blows()[1:] == [(255, "Bo", "miss")]


def test_a_drop_and_a_blow_of_one_instant_both_count():
    """C-WND-7, CLK-2: Cid's blow lands with the drop at 250: 8 + 1 + 2."""
    fought = struck_again()
    assert drops(fought)[0][0] == 250
    assert [event.t for event in fought.of("wound", "Bo")] == [10, 250]
    assert fought.result.combatants["Bo"]["htk_lost"] == 11


def test_a_rate_that_changes_at_a_drop_starts_a_new_htk():
    """C-WND-7: the drop at 250 falls, the second wound of 250 doubles the rate: next at 370."""
    cid = fighter("Cid", "red", 10, [{"do": "attack", "at": 240}], weapons=[sword(damage="1d8", type="slicing")])
    fought = fight(
        [{"do": "attack"}], others=[cid], ana_has={"weapons": [sword(damage="1d8", type="slicing")]},
        rules={"max_counts": 400},
        rolls={
            "Ana/to_hit": [60], "Ana/location": [CHEST], "Ana/damage": [[8]], "Bo/health_save": [51, 51],
            "Cid/to_hit": [60], "Cid/location": [CHEST], "Cid/damage": [[8]],
        },
    )  # fmt: skip
    assert [t for t, _ in drops(fought)] == [250, 370]
    assert drops(fought)[-1] == (370, 18)


def struck_again():
    cid = fighter("Cid", "red", 10, [{"do": "attack", "at": 240}], weapons=[sword(damage="1d8")])
    return fight(
        [{"do": "attack"}], others=[cid], ana_has={"weapons": [sword(damage="1d8", type="slicing")]},
        rules={"max_counts": 260},
        rolls={
            "Ana/to_hit": [60], "Ana/location": [CHEST], "Ana/damage": [[8]], "Bo/health_save": [51],
            "Cid/to_hit": [60], "Cid/location": [CHEST], "Cid/damage": [[2]],
        },
    )  # fmt: skip


def test_no_stalemate_is_called_while_someone_bleeds():
    """C-WND-7, CLK-8: 300 counts without a blow, but bleeding is under way."""
    fought = struck([8], kind="slicing", rolls={"Bo/health_save": [51]}, rules=LONG | {"stalemate_counts": 100})
    assert fought.result.outcome == "timeout"
