"""Movement in a shots fight: spread over its action's shots (S-MOV-1)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, fight, fighter, fists, gun, hurting

from engine.errors import AgentError

ATTACK = {"do": "attack"}
MOVE = {"do": "move", "to": [0.0, 6.0]}


def track(order, until=4, **ana_has):
    """Return where Ana, who moves at count 0, is at every count, as Bo sees her."""
    seen = {}

    def watch(request):
        other = request.view.seen("Ana")
        seen[request.t] = (round(other.position[0], 4), round(other.position[1], 4))
        request.wake = request.t + 1

    fight([order], ana_has=ana_has, bo_has={"shot": 10}, players={"Bo": Player(watch)}, rules={"max_counts": until})
    return [seen[t] for t in range(until + 1)]


def test_move_meters_take_the_three_shots_of_the_action_evenly() -> None:
    """S-MOV-1: 6 m in 3 counts: 2 m a count."""
    assert track(MOVE) == [(0, 0), (0, 2), (0, 4), (0, 6), (0, 6)]


def test_a_run_is_twice_as_far_in_the_same_time() -> None:
    """S-MOV-1: 12 m in 3 counts."""
    assert track({"do": "run", "to": [0.0, 40.0]}) == [(0, 0), (0, 4), (0, 8), (0, 12), (0, 12)]


def test_a_goal_that_is_nearer_is_walked_to_over_all_shots() -> None:
    """S-MOV-1: 3 m in 3 counts."""
    assert track(MOVE | {"to": [0.0, 3.0]}) == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 3)]


def test_a_goal_that_is_farther_is_gone_toward() -> None:
    """S-MOV-1: along (3, 4): 6 m are (3.6, 4.8)."""
    assert track(MOVE | {"to": [30.0, 40.0]})[3] == (3.6, 4.8)


def test_toward_somebody_ends_at_the_distance_named() -> None:
    """S-MOV-1: Bo at 10: 10 - 5; without a distance 6 m."""
    assert track({"do": "move", "toward": "Bo", "distance": 5})[3] == (5, 0)
    assert track({"do": "move", "toward": "Bo"})[3] == (6, 0)


def test_away_from_somebody_is_straight_away() -> None:
    """S-MOV-1."""
    assert track({"do": "move", "away": "Bo"})[3] == (-6, 0)


def test_a_run_costs_three_shots_and_its_length_is_a_rule() -> None:
    """S-MOV-1: fields run_shots and run_factor: 6 x 3 = 18 m over 6 shots."""
    fought = fight([{"do": "run", "to": [0.0, 40.0]}], rules={"run_shots": 6, "run_factor": 3})
    assert fought.counters("Ana") == [(0, 10, 4, "run")]
    assert fought.moves("Ana")[0] == (0, 0, 0, "run")
    assert [(event.t, event.position) for event in fought.of("move", "Ana")] == [(0, (0, 0)), (6, (0, 18))]


def test_movement_goes_with_any_three_shot_action() -> None:
    """S-MOV-1: an attack from where one starts, then the way."""
    fought = fight([ATTACK | {"to": [6.0, 0.0]}], rolls={"Ana/attack": [MISS]})
    assert fought.of("impact")[0].distance == 10
    assert fought.moves("Ana") == [(0, 0, 2, "attack"), (3, 6, 0, "arrived")]


@pytest.mark.parametrize(
    ("order", "has"),
    [
        ({"do": "draw", "weapon": "gun"}, {"in_hand": False}),
        ({"do": "attack", "shots": 2}, {}),
    ],
)
def test_movement_goes_with_nothing_quicker(order, has) -> None:
    """S-MOV-1: 3-shot actions only."""
    with pytest.raises(AgentError, match="S-MOV-1"):
        fight([order | {"to": [0.0, 3.0]}], ana_has=has)


def test_movement_with_a_slow_reload_and_with_picking_up() -> None:
    """S-MOV-1, S-SEQ-3: 3-shot actions, too."""
    arm = gun(feed="rounds", magazine=1, ammunition=1)
    fought = fight([ATTACK, {"do": "reload", "to": [0.0, 6.0]}], ana_has={"weapons": [arm]}, rolls={"Ana/attack": [MISS]})
    assert [(event.t, event.why) for event in fought.of("move", "Ana")] == [(3, "reload"), (6, "arrived")]


def test_one_who_goes_down_stops_where_it_is() -> None:
    """S-MOV-1, CLK-4: on the way from 10 at 2 m a count; out at count 1: 12."""
    cid = fighter("Cid", "blue", 30)
    fought = fight(
        [ATTACK | {"target": "Bo"}], [{"do": "move", "to": [16.0, 0.0]}], ana_has={"shot": 9, "weapons": [hurting(1)]},
        bo_has={"shot": 10, "unnamed": True}, others=[cid], rolls={"Ana/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.moves("Bo") == [(0, 10, 2, "move"), (1, 12, 0, "down")]
    assert fought.state("Bo")["position"] == [12, 0]
    assert fought.state("Bo")["totals"]["meters"] == 2


def test_who_is_put_out_at_the_instant_it_sets_out_does_not_move() -> None:
    """S-MOV-1, CLK-2: both at shot 10."""
    cid = fighter("Cid", "blue", 30)
    fought = fight(
        [ATTACK | {"target": "Bo"}], [{"do": "run", "to": [40.0, 0.0]}], ana_has={"weapons": [hurting(1)]},
        bo_has={"shot": 10, "unnamed": True}, others=[cid], rolls={"Ana/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.state("Bo")["position"] == [10, 0]


def test_a_new_movement_begins_where_the_old_one_had_come_to() -> None:
    """S-MOV-1: a move at shot 1 (count 9); at count 10 of the next sequence, after 2 m, another way."""
    fought = fight([MOVE | {"at": 9}, MOVE | {"to": [6.0, 2.0]}], rules={"max_counts": 15})
    assert [(event.t, event.position, event.velocity) for event in fought.of("move", "Ana")] == [
        (9, (0, 0), (0, 2)), (10, (0, 2), (2, 0)), (13, (6, 2), (0, 0)),
    ]  # fmt: skip
    assert fought.state("Ana")["totals"]["meters"] == 8


def toward(name, do="move", **more):
    return {"do": do, "toward": name} | more


def test_two_who_walk_toward_each_other_meet_and_stop_in_the_middle() -> None:
    """S-MOV-1: 10 m at 2 m a count each: at count 2.5 both are at 5."""
    fought = fight([toward("Bo")], [toward("Ana")], bo_has={"shot": 10})
    assert fought.moves("Ana") == [(0, 0, 2, "move"), (2.5, 5, 0, "near enough")]
    assert fought.moves("Bo") == [(0, 10, -2, "move"), (2.5, 5, 0, "near enough")]
    assert [fought.state(name)["totals"]["meters"] for name in ("Ana", "Bo")] == [5, 5]


def test_two_who_run_at_each_other_both_stop_at_the_distance_they_name() -> None:
    """S-MOV-1: 9 m of way at 3 m a count each (10 m less 1, over 3 counts): 1 m apart at count 1.5."""
    fought = fight([toward("Bo", "run", distance=1)], [toward("Ana", "run", distance=1)], bo_has={"shot": 10})
    assert fought.moves("Ana")[1:] == [(1.5, 4.5, 0, "near enough")]
    assert fought.moves("Bo")[1:] == [(1.5, 5.5, 0, "near enough")]


def test_who_names_the_greater_distance_stops_first_and_the_other_goes_on() -> None:
    """S-MOV-1: Ana 5 m over 3 counts, Bo 9: apart 10 - 14/3 t; 5 m at 15/14 counts, when Ana is at 25/14; 1 m after 4 m more of Bo's."""
    fought = fight([toward("Bo", "run", distance=5)], [toward("Ana", "run", distance=1)], bo_has={"shot": 10})
    (_, ana), (_, bo) = fought.of("move", "Ana"), fought.of("move", "Bo")
    assert (ana.t, bo.t) == pytest.approx((15 / 14, 15 / 14 + 4 / 3), abs=2 / 8000)
    assert (ana.position[0], bo.position[0]) == pytest.approx((25 / 14, 25 / 14 + 1), abs=2e-3)


def test_one_who_sets_off_later_meets_who_is_on_the_way() -> None:
    """S-MOV-1: Ana at 3 m a count from 0 (10 m less 1 in 3); Bo at count 2 from 10 at 1 m a count (4 m less 1 in 3): 4 m at 4 m a count."""
    fought = fight([toward("Bo", "run", distance=1)], [toward("Ana", distance=1)])
    assert fought.moves("Ana")[1:] == [(2.75, 8.25, 0, "near enough")]
    assert fought.moves("Bo") == [(2, 10, -1, "move"), (2.75, 9.25, 0, "near enough")]


def test_one_who_comes_by_ends_a_way_toward_it() -> None:
    """S-MOV-1: Bo passes Ana on its way to the left at 4 m a count; Ana goes toward it at 2: 10 m less 1 at 6 m a count."""
    fought = fight([toward("Bo", distance=1)], [{"do": "run", "to": [-20.0, 0.0]}], bo_has={"shot": 10})
    assert fought.moves("Ana") == [(0, 0, 2, "move"), (1.5, 3, 0, "near enough")]
    assert fought.moves("Bo") == [(0, 10, -4, "run"), (3, -2, 0, "arrived")]


def test_who_goes_toward_one_that_goes_away_ends_where_it_meant_to() -> None:
    """S-MOV-1: 6 m in 3 counts, whatever Bo does meanwhile."""
    fought = fight([toward("Bo", distance=1)], [{"do": "run", "to": [40.0, 0.0]}], bo_has={"shot": 10})
    assert fought.moves("Ana") == [(0, 0, 2, "move"), (3, 6, 0, "arrived")]


def test_a_meeting_that_no_longer_comes_is_forgotten() -> None:
    """S-MOV-1: Ana and Bo would meet at count 2.5; Bo is out at count 1, at 8: Ana goes on to 6."""
    cid, dag = fighter("Cid", "blue", 30), fighter("Dag", "red", 0, [ATTACK | {"target": "Bo"}], shot=9, weapons=[hurting(1)])
    fought = fight(
        [toward("Bo")], [toward("Ana")], bo_has={"shot": 10, "unnamed": True}, others=[cid, dag], rolls={"Dag/attack": [LEVEL]}
    )
    assert fought.moves("Bo")[1:] == [(1, 8, 0, "down")]
    assert fought.moves("Ana") == [(0, 0, 2, "move"), (3, 6, 0, "arrived")]


def test_hand_to_hand_after_closing_in() -> None:
    """S-MOV-1, S-SEQ-3: a run of 8 m of the 10 over 3 counts, then the blow at count 3."""
    fought = fight(
        [{"do": "run", "toward": "Bo", "distance": 2}, ATTACK], ana_has={"weapons": [fists()]}, rolls={"Ana/attack": [LEVEL]}
    )
    assert fought.impacts() == [(3, "Ana", "Bo", "hit")]
    assert fought.of("impact")[0].distance == 2


def test_a_movement_that_outlasts_a_sequence_goes_on() -> None:
    """S-MOV-1, S-SEQ-1: from count 9 to 12, over the new sequence at 10."""
    fought = fight([MOVE | {"at": 9}], rules={"max_counts": 12})
    assert [event.t for event in fought.of("move", "Ana")] == [9, 12]


@pytest.mark.parametrize(
    ("order", "has", "why"),
    [
        (MOVE, {"tags": ["prone"]}, "it must rise first"),
        (MOVE, {"move": 0}, "its Move is 0"),
        (MOVE | {"to": [0.0, 0.0]}, {}, "it is there already"),
        ({"do": "move", "toward": "Bo", "distance": 10}, {}, "as near to Bo"),
    ],
)
def test_movements_that_can_not_be(order, has, why) -> None:
    """S-MOV-1."""
    with pytest.raises(AgentError, match=why):
        fight([order], ana_has=has)


def test_shots_of_another_length_make_the_way_longer_in_time() -> None:
    """S-MOV-1, S-SEQ-2: 3 shots of 2 counts: 1 m a count."""
    fought = fight([MOVE | {"to": [6.0, 0.0]}], rules={"shot_counts": 2})
    assert fought.moves("Ana") == [(0, 0, 1, "move"), (6, 6, 0, "arrived")]


def test_somebody_may_stand_where_another_does() -> None:
    """S-MOV-1: no collisions: Ana walks up to Bo, and 6 m away from the very place, to where she came from."""
    orders = [{"do": "run", "toward": "Bo"}, {"do": "move", "away": "Bo"}]
    fought = fight(orders, distance=4)
    assert fought.state("Ana")["position"] == [-2, 0]


@pytest.mark.parametrize(
    ("order", "end"),
    [
        ({"do": "move", "to": [8.0, 9.0]}, [8, 9]),
        ({"do": "move", "toward": "Bo"}, [8, 9]),
        ({"do": "move", "toward": "Bo", "distance": 2.5}, [6.5, 7]),
        ({"do": "run", "away": "Bo"}, [5 - 7.2, 5 - 9.6]),
    ],
)
def test_ways_that_begin_elsewhere_than_in_the_middle_of_the_field(order, end) -> None:
    """S-MOV-1: from (5, 5) to Bo at (8, 9), 5 m along (3, 4); away 12 m along it."""
    fought = fight([order], ana_has={"position": [5, 5]}, bo_has={"position": [8, 9]})
    assert fought.state("Ana")["position"] == pytest.approx(end)
