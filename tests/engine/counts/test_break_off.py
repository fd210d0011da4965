"""Breaking off, and several declarations at one instant (C-TIM-7, C-INI-1a, CLK-2)."""

from __future__ import annotations

import pytest
from duels import HIT, MISS, fight

from engine.errors import AgentError


def test_breaking_off_while_winding_up_is_free_and_costs_no_init():
    """C-TIM-7: dropped at 3, declared anew at 3 with INIT 0, lands at 13."""
    fought = fight([{"do": "attack"}, {"do": "break_off", "at": 3}, {"do": "attack"}], rolls={"Ana/to_hit": [MISS]})
    (dropped,) = fought.of("break_off")
    assert (dropped.t, dropped.phase, dropped.free, dropped.action) == (3, "windup", True, "Ana#1")
    assert fought.line("Ana", "windup", "break_off", "commit", "impact", "ready") == [
        (0, "windup"), (3, "break_off"), (3, "windup"), (8, "commit"), (13, "impact"), (18, "ready"),
    ]  # fmt: skip
    assert fought.asked("Ana")[:3] == [(0, ("start",)), (3, ("hold_expired",)), (3, ("ready",))]


def test_breaking_off_at_the_end_of_the_wind_up_is_still_free():
    """C-TIM-7, CLK-2: the commit count itself is the last moment for a free break-off."""
    fought = fight([{"do": "attack"}, {"do": "break_off", "at": 5}])
    assert [(event.t, event.free) for event in fought.of("break_off")] == [(5, True)]
    assert fought.line("Ana", "commit", "impact") == []


def test_an_agent_that_asks_for_it_is_asked_at_the_commit():
    """C-TIM-7, CLK-5: reason commit."""
    fought = fight([{"do": "attack"}, {"do": "break_off", "on": "commit"}])
    assert [(event.t, event.phase, event.free) for event in fought.of("break_off")] == [(5, "windup", True)]
    assert (5, ("commit",)) in fought.asked("Ana")


def test_breaking_off_once_committed_is_the_same_as_having_missed():
    """C-TIM-7: the motion runs to its impact count, hits nothing, rolls nothing, and recovery follows."""
    fought = fight([{"do": "attack"}, {"do": "break_off", "at": 7}], rolls={"Ana/to_hit": []})
    assert [(event.t, event.phase, event.free) for event in fought.of("break_off")] == [(7, "committed", False)]
    assert fought.line("Ana", "commit", "break_off", "impact", "recover", "ready") == [
        (5, "commit"), (7, "break_off"), (10, "impact"), (10, "recover"), (15, "ready"),
    ]  # fmt: skip
    assert fought.blows() == [(10, "Ana", "broken_off")]


def test_a_tick_after_the_commit_breaking_off_is_no_longer_free():
    """C-TIM-7."""
    fought = fight([{"do": "attack"}, {"do": "break_off", "at": 5.001}])
    assert [event.free for event in fought.of("break_off")] == [False]
    assert fought.blows() == [(10, "Ana", "broken_off")]


def test_a_break_off_at_the_impact_count_comes_too_late():
    """CLK-4, C-TIM-7: at 10 there is nothing left to drop."""
    with pytest.raises(AgentError, match="not legal at count 10"):
        fight([{"do": "attack"}, {"do": "break_off", "at": 10}], rolls={"Ana/to_hit": [MISS]})


def test_a_declaration_is_dropped_for_nothing_during_its_init():
    """C-INI-1a, C-TIM-7: INIT 9 from 0; dropped at 4; the next INIT is fresh (2-3, not below 0)."""
    fought = fight(
        [{"do": "attack"}, {"do": "break_off", "at": 4}, {"do": "attack"}], ana_has={"spd": 3},
        rolls={"Ana/init": [[6, 6], [1, 1]], "Ana/to_hit": [MISS]},
    )  # fmt: skip
    assert [(event.t, event.phase, event.free) for event in fought.of("break_off")] == [(4, "declared", True)]
    assert fought.inits("Ana") == [(0, 9, False), (4, 0, False)]
    assert fought.blows() == [(14, "Ana", "miss")]


def test_the_first_declaration_of_an_instant_may_have_no_init_and_a_further_one_waits_at_least_a_count():
    """CLK-2: Bo declares at 0, notices Ana's wind-up at 0, drops his own and declares again: INIT 1."""
    fought = fight(
        [{"do": "attack"}], [{"do": "attack"}, {"do": "break_off", "on": "noticed"}, {"do": "attack"}],
        rolls={"Bo/perception": [1], "Ana/perception": [100] * 3, "Ana/to_hit": [MISS], "Bo/to_hit": [MISS]},
        bo_has={"combat_perception": 50},
    )  # fmt: skip
    assert [counts for _, counts, _ in fought.inits("Bo")] == [0, 1]
    assert fought.line("Bo", "windup", "break_off", "commit", "impact") == [
        (0, "windup"), (0, "break_off"), (1, "windup"), (6, "commit"), (11, "impact"),
    ]  # fmt: skip


def test_the_least_init_of_a_further_declaration_is_a_rule():
    """CLK-2: field init_floor."""
    fought = fight(
        [{"do": "attack"}], [{"do": "attack"}, {"do": "break_off", "on": "noticed"}, {"do": "attack"}],
        rolls={"Bo/perception": [1], "Ana/to_hit": [MISS], "Bo/to_hit": [MISS]}, rules={"init_floor": 2.5},
        bo_has={"combat_perception": 50},
    )  # fmt: skip
    assert [counts for _, counts, _ in fought.inits("Bo")] == [0, 2.5]


def test_a_break_off_and_a_declaration_at_a_later_instant_is_that_instants_first():
    """CLK-2: dropped at 3 and declared at 3: the first declaration there, INIT 0."""
    fought = fight([{"do": "attack"}, {"do": "break_off", "at": 3}, {"do": "attack"}], rolls={"Ana/to_hit": [MISS]})
    assert [counts for _, counts, _ in fought.inits("Ana")] == [0, 0]


def test_a_commit_at_the_tick_of_my_own_commit_can_not_be_answered_with_a_free_break_off():
    """CLK-2: both commit at 5; Bo notices Ana's commit then, and his own is no longer free to drop."""
    fought = fight(
        [{"do": "attack"}], [{"do": "attack"}, {"do": "break_off", "on": "noticed"}],
        rolls={"Bo/perception": [100, 1], "Ana/to_hit": [MISS], "Bo/to_hit": []}, rules={"notice_commit": 30},
    )  # fmt: skip
    assert [(event.t, event.actor, event.free) for event in fought.of("break_off")] == [(5, "Bo", False)]
    assert (10, "Bo", "broken_off") in fought.blows()


def test_a_wind_up_begun_at_the_tick_of_my_own_commit_can_not_be_answered_with_a_free_break_off():
    """CLK-2: Bo commits at 5, when Ana begins to wind up."""
    fought = fight(
        [{"do": "attack", "at": 5}], [{"do": "attack"}, {"do": "break_off", "on": "noticed"}],
        rolls={"Bo/perception": [1], "Ana/to_hit": [MISS], "Bo/to_hit": []}, bo_has={"combat_perception": 40},
    )  # fmt: skip
    assert [(event.t, event.actor, event.free) for event in fought.of("break_off")] == [(5, "Bo", False)]


def test_a_blow_that_is_noticed_in_time_can_be_met_by_dropping_ones_own():
    """C-TIM-7, C-PER-1: Bo, noticing at 3, drops a wind-up that would have ended at 5 and is struck all the same."""
    fought = fight(
        [{"do": "attack", "at": 3}], [{"do": "attack"}, {"do": "break_off", "on": "noticed"}],
        rolls={"Bo/perception": [1], "Ana/to_hit": [HIT], "Ana/location": [60], "Ana/damage": [[1, 1]],
               "Bo/health_save": [1]},
        bo_has={"combat_perception": 1},
    )  # fmt: skip
    assert [(event.t, event.actor, event.free) for event in fought.of("break_off")] == [(3, "Bo", True)]
    assert fought.blows() == [(13, "Ana", "hit")]
