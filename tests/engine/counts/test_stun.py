"""Stuns: no actions, no DEF, what was under way is lost, they add up (C-WND-3, C-WND-4, C-TIM-6, CLK-4)."""

from __future__ import annotations

from duels import CHEST, HEAD, MISS, Player, fight, fighter, struck, sword

CLUB = {"weapons": [sword(damage="1d8")]}
STUNS = {"Ana/to_hit": [60], "Ana/location": [CHEST], "Ana/damage": [[8]], "Bo/health_save": [51]}


def stunned(bo=None, bo_has=None, rolls=None, ana=None, **more):
    """Ana stuns Bo at 10 for 8 counts (a paralysis of the chest)."""
    return fight(ana or [{"do": "attack"}], bo, ana_has=CLUB, bo_has=bo_has, rolls=STUNS | (rolls or {}), **more)


def stuns(fought):
    return [(event.t, event.until) for event in fought.of("stun", "Bo") if not event.over]


def test_a_stun_lasts_as_many_counts_as_the_htk_the_blow_cost():
    """C-WND-4: 8 counts from 10; ready at 18."""
    fought = stunned()
    assert [(event.t, event.until, event.over) for event in fought.of("stun", "Bo")] == [(10, 18, False), (18, 18, True)]
    assert fought.asked("Bo") == [(0, ("start",)), (18, ("ready",))]


def test_a_stunned_fighter_is_not_asked_for_anything():
    """C-WND-4: not even at a timer it set itself."""
    asked = []

    def answer(request):
        asked.append(request.t)
        request.wake = 14 if request.t < 14 else None

    stunned(players={"Bo": Player(answer)})
    assert asked == [0, 18]


def test_a_wind_up_is_cancelled_by_a_stun():
    """C-WND-4, CLK-4: Bo, winding up from 8 to 13, never lands."""
    fought = stunned([{"do": "attack", "at": 8}])
    assert [(event.t, event.phase) for event in fought.of("break_off", "Bo")] == [(10, "windup")]
    assert fought.blows() == [(10, "Ana", "hit")]


def test_a_wind_up_that_ends_at_the_very_instant_is_cancelled():
    """CLK-2, CLK-4: APPLY comes before PHASE and COMMIT: winding up from 5 to 10."""
    assert stunned([{"do": "attack", "at": 5}]).line("Bo", "commit", "impact") == []


def test_a_committed_blow_of_a_stunned_fighter_is_lost():
    """CLK-4: committed at 9, due at 14."""
    fought = stunned([{"do": "attack", "at": 4}])
    assert [result for _, who, result in fought.blows() if who == "Bo"] == ["lost"]
    assert fought.line("Bo", "commit") == [(9, "commit")]


def test_a_blow_of_the_same_instant_still_lands():
    """CLK-3, CLK-2: simultaneous: Bo's impact at 10 is resolved with Ana's; his recovery runs on under the stun."""
    fought = stunned([{"do": "attack"}], rolls={"Bo/to_hit": [MISS]})
    assert sorted(fought.blows()) == [(10, "Ana", "hit"), (10, "Bo", "miss")]
    assert fought.line("Bo", "recover", "ready") == [(10, "recover"), (18, "ready")]


def test_recovery_runs_on_under_a_stun_and_the_later_of_the_two_counts():
    """C-TIM-6: Bo's W=14 blow of 0 recovers from 14 to 21; stunned from 16 for 3 counts he is ready at 21, not 19."""
    fought = fight(
        [{"do": "attack", "at": 6}], [{"do": "attack"}], ana_has=CLUB, bo_has={"weapons": [sword(wsd=14)], "htk": 10},
        rolls={
            "Ana/to_hit": [60], "Ana/location": [CHEST], "Ana/damage": [[3]], "Bo/health_save": [51], "Bo/to_hit": [MISS],
        },
    )  # fmt: skip
    assert stuns(fought) == [(16, 19)]
    assert fought.line("Bo", "ready") == [(21, "ready")]
    assert fought.asked("Bo")[-1] == (21, ("ready",))


def test_a_stun_that_outlasts_the_recovery_counts():
    """C-TIM-6: W=8: recovery from 8 to 12, stunned from 10 to 18."""
    fought = stunned([{"do": "attack"}], {"weapons": [sword(wsd=8)]}, {"Bo/to_hit": [MISS]})
    assert fought.line("Bo", "ready") == [(18, "ready")]


def test_stuns_add_up():
    """C-WND-3: 8 counts from 10, and 8 more when struck on the head at 12: until 26."""
    cid = fighter("Cid", "red", 10, [{"do": "attack"}], weapons=[sword(damage="1d8", wsd=12)])
    fought = stunned(
        others=[cid],
        rolls={
            "Cid/to_hit": [60], "Cid/location": [HEAD], "Cid/head_location": [1], "Cid/damage": [[8]],
            "Bo/health_save": [51, 51],
        },
    )  # fmt: skip
    assert stuns(fought) == [(10, 18), (12, 26)]
    assert fought.asked("Bo")[-1] == (26, ("ready",))


def test_of_two_stuns_of_one_instant_the_longest_counts():
    """CLK-2: 8 at the chest and 9 at the head at 10: until 19."""
    cid = fighter("Cid", "red", 10, [{"do": "attack"}], weapons=[sword(damage="1d9")])
    fought = stunned(
        others=[cid],
        rolls={
            "Cid/to_hit": [60], "Cid/location": [HEAD], "Cid/head_location": [1], "Cid/damage": [[9]],
            "Bo/health_save": [51, 51],
        },
    )  # fmt: skip
    assert stuns(fought)[-1] == (10, 19)


def test_a_couch_is_dropped_by_a_stun():
    """C-WND-4, CLK-4: held couched since 5."""
    fought = stunned([{"do": "couch"}])
    assert [(event.t, event.phase) for event in fought.of("break_off", "Bo")] == [(10, "couched")]


def test_a_stun_stops_the_movement_of_a_mode_and_its_end_starts_it_again():
    """C-WND-4, C-MOD-5: Bo, defensive, gives ground from 8 ft; struck at 4 with 8 points at 12 ft he stands until 12."""
    fought = fight(
        [{"do": "attack"}], distance=8, ana_has={"weapons": [sword(damage="1d20", length=8, wsd=5)]},
        bo_has={"mode": "defensive", "set_distance": 20},
        rolls={"Ana/to_hit": [50], "Ana/location": [CHEST], "Ana/damage": [[9]], "Bo/health_save": [51]},
    )  # fmt: skip
    assert stuns(fought) == [(4, 12)]
    assert fought.moves("Bo") == [(0, 8, 1), (4, 12, 0), (12, 12, 1), (20, 20, 0)]


def test_def_is_off_while_stunned_and_on_again_after():
    """C-WND-4, C-HIT-7: Ana's second blow, at 25, meets DEF again."""
    fought = struck([8, 2], rolls={"Ana/to_hit": [35, 35], "Bo/health_save": [51]}, bo_has={"def": 25})
    assert [event.chance for event in fought.of("impact", "Ana")] == [35, 35]
