"""Walls, gates and edges in a battle: where one is stopped, whom one can't see, who goes over (C-MOD-5, C-PER-1, C-FAL-1).

Everybody is stopped 0.01 ft from a wall (``wall_gap``).
"""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from math import hypot, sqrt

import pytest
from duels import ABDOMEN, Fought, Has, Player, fight, fighter, play, struck, sword
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.counts.actions import Attack, Move, Press
from engine.errors import AgentError


def wall(*points: tuple[float, float], **has: object) -> Has:
    return {"name": "wall", "points": [list(point) for point in points]} | has


def walls(*standing: Has) -> Has:
    return {"walls": list(standing)}


def why(fought: Fought, actor: str) -> list[tuple[float, str]]:
    """Return a fighter's changes of velocity: when and why."""
    return [(event.t, event.why) for event in fought.of("move", actor)]


BEHIND = wall((-20, -5), (-20, 5))


# stopped


def test_a_run_to_a_place_behind_a_wall_stops_at_the_wall_and_the_runner_is_asked():
    """CLK-1, C-MOD-6: 19.99 ft at 4 ft/ct are 4.9975 counts."""
    fought = fight([{"do": "move", "to": [-40, 0], "speed": 4}], field=walls(BEHIND))
    assert fought.moves("Ana") == [(0, 0, -4), (4.9975, -19.99, 0)]
    assert why(fought, "Ana") == [(0, "ordered: to a place"), (4.9975, "stopped by wall")]
    assert fought.asked("Ana")[-1] == (4.9975, ("arrived",))


def test_the_moment_is_rounded_up_to_a_tick_but_nobody_gets_through():
    """CLK-1: 19.99 ft at 7 ft/ct are 2.855714... counts: 22,845.71 ticks; the place is exact all the same."""
    fought = fight([{"do": "move", "to": [-40, 0], "speed": 7}], field=walls(BEHIND))
    assert fought.moves("Ana")[1] == (22846 / 8000, -19.99, 0)


def test_at_an_oblique_wall_the_gap_is_across_it():
    """A wall at 45 degrees through (-20, 0): the run along the x axis ends 0.01 times root 2 before it."""
    fought = fight([{"do": "move", "to": [-40, 0], "speed": 4}], field=walls(wall((-25, -5), (-15, 5))))
    assert fought.of("move", "Ana")[1].position == pytest.approx((-20 + 0.01 * sqrt(2), 0), abs=1e-9)


def test_a_wall_is_passed_beside_its_end():
    """C-MOD-6: 5.02 ft up, the end of the wall at 5 ft is out of the way."""
    fought = fight(
        [{"do": "move", "to": [-40, 5.02], "speed": 4}], field=walls(BEHIND), ana_has={"position": [0, 5.02]}
    )
    assert fought.moves("Ana") == [(0, 0, -4), (10, -40, 0)]


def test_a_place_before_a_wall_is_reached():
    fought = fight([{"do": "move", "to": [-19.5, 0], "speed": 4}], field=walls(BEHIND))
    assert why(fought, "Ana")[1] == (4.875, "arrived")


def test_a_gate_that_stands_open_is_no_wall_and_shut_it_is_one():
    run = [{"do": "move", "to": [-40, 0], "speed": 4}]
    assert fight(run, field=walls(BEHIND | {"open": True})).moves("Ana")[1] == (10, -40, 0)
    assert fight(run, field=walls(BEHIND | {"open": False})).moves("Ana")[1] == (4.9975, -19.99, 0)


def test_a_run_at_an_opponent_stops_at_a_rail_between_them():
    """C-STG-5b: the run would end at 5 ft; the rail 20 ft before Bo does not hide it, and stops Ana."""
    fought = fight(
        [{"do": "move", "toward": "Bo", "speed": 4}], distance=40, field=walls(wall((20, -5), (20, 5), sight=False))
    )
    assert fought.moves("Ana") == [(0, 0, 4), (4.9975, 19.99, 0)]


def test_one_who_stands_at_a_wall_may_go_along_it_and_away():
    orders = [
        {"do": "move", "to": [-40, 0], "speed": 4}, {"do": "move", "to": [-19.99, 4], "speed": 4, "at": 6},
        {"do": "move", "to": [0, 4], "speed": 4, "at": 9},
    ]  # fmt: skip
    fought = fight(orders, field=walls(BEHIND))
    assert why(fought, "Ana")[1:] == [
        (4.9975, "stopped by wall"), (6, "ordered: to a place"), (7, "arrived"), (9, "ordered: to a place"),
        (13.9975, "arrived"),
    ]  # fmt: skip


@pytest.mark.parametrize("order", [{"to": [-40, 0]}, {"to": [-20.5, 3]}, {"away": "Bo"}])
def test_one_who_stands_at_a_wall_can_not_be_ordered_into_it(order: Has):
    """C-MOD-6: else an agent could run against it every tick."""
    with pytest.raises(AgentError, match="a wall stands in the way"):
        fight([{"do": "move", "speed": 4} | order], distance=40, ana_has={"position": [-19.99, 0]}, field=walls(BEHIND))


# modes


def test_a_mode_stopped_by_a_wall_does_not_chatter():
    """C-MOD-3, C-MOD-5: Ana wants 5 ft of 20; the rail stops it at 9.99 after 9.99 counts; one INIT, two moves, no more."""
    fought = fight(
        distance=20, ana_has={"mode": "offensive"}, field=walls(wall((10, -5), (10, 5), sight=False)),
    )  # fmt: skip
    assert fought.moves("Ana") == [(0, 0, 1), (9.99, 9.99, 0)]
    assert len(fought.inits("Ana")) == 1


def test_two_who_want_to_be_near_on_either_side_of_a_wall_settle():
    """C-MOD-5: from 20 ft each stops once at its own side of a wall 4 ft thick, and neither's stop sets the other off."""
    close = {"mode": "offensive", "set_distance": 0.5}
    thick = wall((9, -5), (9, 5), (13, 5), (13, -5), (9, -5))
    fought = fight(distance=20, ana_has=close, bo_has=close, field=walls(thick))
    assert fought.moves("Ana") == [(0, 0, 1), (8.99, 8.99, 0)]
    assert fought.moves("Bo") == [(0, 20, -1), (6.99, 13.01, 0)]
    assert len(fought.inits("Ana")) == len(fought.inits("Bo")) == 1


def test_one_with_its_back_to_a_wall_gives_no_more_ground():
    """C-MOD-2: Ana, defensive at 5 ft, goes back before Bo and stands at the wall from 2 ft on."""
    fought = fight(
        bo=[{"do": "mode", "mode": "offensive", "set_distance": 3}], ana_has={"mode": "defensive"},
        field=walls(wall((-2, -5), (-2, 5))),
    )  # fmt: skip
    assert fought.moves("Ana")[-1] == (pytest.approx(2, abs=0.03), -1.99, 0)
    assert len(fought.inits("Ana")) == 1


def test_a_mode_kept_back_by_a_wall_goes_on_at_the_moment_the_way_is_free():
    """C-MOD-5: Bo runs up behind the rail at 4 ft/ct; Ana stands before it.

    Ana is at (9.99, 0) from 9.99 on. At 20 Bo goes from (20, 0) to (0, 40): its way leaves the rail's line, and with it
    Ana's way to Bo no longer leads into the rail, when Bo is at x 9.99. That is 10.01 of 20 ft across, 22.38 along.
    """
    fought = fight(
        bo=[{"do": "move", "to": [0, 40], "speed": 4, "at": 20}], distance=20, ana_has={"mode": "offensive"},
        field=walls(wall((10, -5), (10, 5), sight=False)),
    )  # fmt: skip
    moment = 20 + 10.01 * sqrt(5) / 4
    assert fought.moves("Ana")[:2] == [(0, 0, 1), (9.99, 9.99, 0)]
    assert fought.of("move", "Ana")[2].t == pytest.approx(moment, abs=0.001)
    assert fought.of("move", "Ana")[2].why == "offensive mode"


# contests


def test_won_ground_ends_at_a_wall():
    """C-STG-4, C-STG-5: three stages back are 3 ft; 1.99 ft behind Ana is the wall."""
    fought = fight(
        [{"do": "retreat"}], ana_has={"skills": {"sword": 60, "combat_maneuver": 70}},
        rolls={"Ana/maneuver": [10], "Bo/maneuver": [30]}, field=walls(wall((-2, -5), (-2, 5))),
    )  # fmt: skip
    (contest,) = fought.of("retreat")
    assert (contest.stages, contest.ground, contest.until) == (3, 1.99, 1.99)
    assert fought.moves("Ana") == [(0, 0, -1), (1.99, -1.99, 0)]


def test_an_unlock_fails_when_no_ground_is_left_to_step_out():
    """C-STG-6: 8 ft of pike are locked below 2 ft; from 1 ft the step back is 1 ft, and the wall is 0.5 ft behind."""
    orders = [{"do": "unlock"}]
    has = {"weapons": [sword(length=8)], "skills": {"sword": 60, "combat_maneuver": 70}}
    rolls = {"Ana/unlock": [10]}
    free = fight(orders, distance=1, ana_has=has, rolls=rolls)
    held = fight(orders, distance=1, ana_has=has, rolls=rolls, field=walls(wall((-0.5, -5), (-0.5, 5))))
    assert [(event.locked, event.why) for event in free.of("unlock")] == [(False, "unlocked")]
    assert [(event.locked, event.why) for event in held.of("unlock")] == [(True, "no ground to step out")]
    assert held.moves("Ana") == []


# sight

BETWEEN = wall((2.5, -5), (2.5, 5))


def test_a_blow_through_a_wall_is_out_of_reach():
    """C-PER-1: it may be declared, as against who is Out, and hits nothing; over a low rail it hits."""
    hit = {"Ana/to_hit": [50], "Ana/location": [20]}
    (blow,) = fight([{"do": "attack"}], field=walls(BETWEEN)).of("impact")
    assert (blow.t, blow.result, blow.why) == (10, "out_of_reach", "behind a wall")
    (blow,) = fight([{"do": "attack"}], rolls=hit, field=walls(BETWEEN | {"sight": False})).of("impact")
    assert blow.result == "hit"
    (blow,) = fight([{"do": "attack"}], rolls=hit, field=walls(BETWEEN | {"open": True})).of("impact")
    assert blow.result == "hit"


def test_nobody_notices_through_a_wall():
    """C-PER-1: a perception of 100 sees what there is to see."""
    for standing, seen in ((walls(BETWEEN), 0), (None, 1)):
        fought = fight([{"do": "attack"}], bo_has={"combat_perception": 100}, field=standing)
        assert len(fought.rolls("perception", "Bo")) == seen


@pytest.mark.parametrize("do", ["press", "retreat"])
def test_nobody_contests_ground_through_a_wall(do: str):
    """C-PER-1, C-STG-4."""
    with pytest.raises(AgentError, match="C-PER-1"):
        fight([{"do": do}], field=walls(BETWEEN))


def test_a_move_toward_one_behind_a_wall_is_no_press():
    """C-STG-5b: who is hidden is not engaged; the move stops at the wall."""
    fought = fight([{"do": "move", "toward": "Bo", "speed": 1, "distance": 0.5}], field=walls(BETWEEN))
    assert fought.of("press") == []


def test_no_weapon_locks_through_a_wall():
    """C-STG-6."""
    spear = {"weapons": [sword(length=8)]}
    assert fight(distance=1, ana_has=spear, field=walls(wall((0.5, -5), (0.5, 5)))).of("lock") == []
    assert len(fight(distance=1, ana_has=spear).of("lock")) == 1


def test_the_nearest_in_sight_is_the_opponent_at_first():
    """C-MOD-6: Bo at 5 ft is hidden, Cy at 8 ft is not."""
    seen = []

    def answer(request):
        view = request.view
        seen.append((view.me.target, [(foe.name, foe.in_sight) for foe in view.foes], view.chance("Bo", "sword")))

    cy = fighter("Cy", "blue", 0, position=[0, 8])
    fight(players={"Ana": Player(answer, frozenset({"start"}))}, others=[cy], field=walls(BETWEEN))
    assert seen == [("Cy", [("Cy", True), ("Bo", False)], -1000)]


def test_a_blow_lands_on_one_who_has_come_out_of_hiding():
    """C-TIM-8: declared at 0 while Bo is behind the wall's end; at 10 Bo stands in the open, 5 ft away."""
    short = wall((2.5, -1), (2.5, 0.1))
    fought = fight(
        [{"do": "attack"}], [{"do": "move", "to": [4, 3], "speed": 1}], rolls={"Ana/to_hit": [1], "Ana/location": [20]},
        field=walls(short),
    )  # fmt: skip
    assert fought.blows() == [(10, "Ana", "hit")]


# edges

CLIFF = {"name": "cliff", "start": [-20, 5], "end": [-20, -5], "drop": 9}
"""From north to south: the drop is on its right hand, to the west."""
SOFT = {"rules": {"fall_speed_step": 100.0}}
"""A fall on something soft: no dice."""


def test_one_who_walks_over_an_edge_falls():
    """C-FAL-1: the edge is crossed at 20 ft, 5 counts at 4 ft/ct; the fighter is 0.01 ft beyond it."""
    fought = fight([{"do": "move", "to": [-40, 0], "speed": 4}], field={"edges": [CLIFF]}, **SOFT)
    (edge,) = fought.of("edge")
    assert (edge.t, edge.actor, edge.name, edge.drop) == (5, "Ana", "cliff", 9)
    assert fought.of("move", "Ana")[1].position == pytest.approx((-20.01, 0))
    (fall,) = fought.of("fall")
    assert (fall.height, fall.velocity) == (9, 12)


def test_an_edge_is_a_wall_from_below():
    """C-FAL-1: with the low side on Ana's own, the same walk ends at its foot."""
    turned = CLIFF | {"start": [-20, -5], "end": [-20, 5]}
    fought = fight([{"do": "move", "to": [-40, 0], "speed": 4}], field={"edges": [turned]})
    assert why(fought, "Ana")[1] == (4.9975, "stopped by cliff")
    assert fought.of("edge") == []


def test_one_who_fell_can_not_walk_up_again():
    """C-FAL-1: over at 5, down at 6.5 (12 ft/ct at 8 ft/ct a count), on its feet at 14.5: no way back east."""
    orders = [
        {"do": "move", "to": [-40, 0], "speed": 4}, {"do": "rise", "at": 6.5}, {"do": "move", "to": [0, 0], "speed": 4, "at": 40},
    ]  # fmt: skip
    with pytest.raises(AgentError, match="at count 40: C-MOD-6: a wall stands in the way"):
        fight(orders, field={"edges": [CLIFF]}, **SOFT)


def test_a_mode_that_advances_stops_before_an_edge_and_one_that_gives_ground_goes_over():
    """C-MOD-2, C-FAL-1: Ana looks where it goes, 0.01 ft before the edge; backward it does not."""
    edge = {"name": "brink", "start": [2, -5], "end": [2, 5], "drop": 9}
    fought = fight(distance=20, ana_has={"mode": "offensive"}, field={"edges": [edge]})
    assert fought.moves("Ana") == [(0, 0, 1), (1.99, 1.99, 0)]
    assert fought.of("edge") == []
    behind = {"name": "brink", "start": [-1, 5], "end": [-1, -5], "drop": 9}
    fought = fight(distance=3, ana_has={"mode": "defensive"}, field={"edges": [behind]}, **SOFT)
    assert [(event.t, event.actor) for event in fought.of("edge")] == [(1, "Ana")]


def test_height_counts_for_reach():
    """C-STG-2, C-FAL-1: 3 ft on the ground and 4 ft of height are 5 ft; 12 ft of height are out of any sword's reach."""
    def stage(level: float) -> str:
        return fight(distance=3, ana_has={"level": level}).of("stage", "Ana")[0].to

    assert [stage(level) for level in (0, 4, 12)] == ["press_2", "optimal", "out"]


def test_stages_change_along_the_way_at_the_right_moments_with_height():
    """C-STG-2: 4 ft up, Out (9 ft) begins where the ground is root of 81 - 16 ft apart: from 5 ft, 8.06 - 5 counts."""
    fought = fight(
        [{"do": "move", "to": [-10, 0], "speed": 1}], distance=3, ana_has={"level": 4}, bo_has={"weapons": []}
    )  # fmt: skip
    out = [t for t, to in fought.stages("Ana") if to == "out"]
    assert out == [pytest.approx(sqrt(8.995**2 - 16) - 3, abs=0.001)]


# thrown


LIGHT = {"weight": 150, "htk": 1000}
"""23 crushing throw 150 lb 2 ft (C-KNB-1), in one count from count 10 on; the save against going farther is made."""


def test_one_thrown_against_a_wall_is_stopped_there_and_hits_it_at_its_velocity():
    """C-KNB-4: the wall stands 1 ft behind Bo: 0.99 ft at 2 ft/ct."""
    fought = struck([23], ABDOMEN, rolls={"Bo/agl_save": [50]}, bo_has=LIGHT, field=walls(wall((6, -5), (6, 5))), **SOFT)
    assert fought.moves("Bo") == [(10, 5, 2), (10.495, 5.99, 0)]
    assert [(event.t, event.what, event.velocity) for event in fought.of("collision")] == [(10.495, "wall", 2)]


def test_a_throw_that_ends_before_the_wall_hits_nothing():
    fought = struck([23], ABDOMEN, rolls={"Bo/agl_save": [50]}, bo_has=LIGHT, field=walls(wall((7.5, -5), (7.5, 5))), **SOFT)
    assert fought.moves("Bo") == [(10, 5, 2), (11, 7, 0)]
    assert fought.of("collision") == []


def test_one_thrown_over_an_edge_falls():
    """C-FAL-1: the edge is 1 ft behind Bo: over it at 10.5, 9 ft down at 12 (v = 12 at 8 ft/ct a count)."""
    edge = {"name": "brink", "start": [6, -5], "end": [6, 5], "drop": 9}
    fought = struck([23], ABDOMEN, rolls={"Bo/agl_save": [50]}, bo_has=LIGHT, field={"edges": [edge]}, **SOFT)
    assert [(event.t, event.actor, event.name) for event in fought.of("edge")] == [(10.5, "Bo", "brink")]
    assert [(event.t, event.height) for event in fought.of("fall", "Bo")] == [(12, 9)]
    assert fought.stages("Ana")[-1] == (12, "out")


# fairness and tightness


ROOM = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (1.0, 9.0), (0.0, 2.0), (-1.0, 9.0), (-9.0, 9.0), (-9.0, -9.0)]


def inside(x: float, y: float) -> bool:
    odd = False
    for (ax, ay), (bx, by) in pairwise(ROOM):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


places = st.tuples(st.integers(-30, 30), st.integers(-30, 30)).map(lambda place: (float(place[0]), float(place[1])))
courses = st.lists(st.tuples(places, st.sampled_from([0.7, 3.0, 333.0, 999.0])), min_size=1, max_size=8)


@settings(max_examples=40)
@given(courses, st.sampled_from(["offensive", "defensive", "static", "locked"]))
def test_nobody_ever_gets_out_of_a_closed_room(walk, mode: str):
    """CLK-1: orders at odd moments and any speed, a mode at work between them; every logged place is inside."""
    left = list(walk)

    def answer(request):
        request.wake = request.t + 1.37
        if not left:
            return None
        place, speed = left.pop()
        order = Move(to=place, speed=speed)
        return order if request.legal(order) is None else None

    ana = fighter("Ana", "red", -5, mode=mode, mvm=999)
    bo = fighter("Bo", "blue", 5, mode="static", set_distance=11)
    fought = play([ana, bo], {"max_counts": 20}, players={"Ana": Player(answer)}, field=walls(wall(*ROOM)))
    for event in fought.of("move"):
        assert inside(*event.position), event
    for end in fought.of("battle.end")[0].combatants.values():
        assert inside(*end["position"])


def turned(combatants: list[Has], field: Has) -> tuple[list[Has], Has]:
    """Return everything turned half about the origin."""
    combatants, field = deepcopy(combatants), deepcopy(field)
    for one in combatants:
        one["position"] = [-part + 0.0 for part in one["position"]]
        for order in one["agent"]["orders"]:
            if "to" in order:
                order["to"] = [-part + 0.0 for part in order["to"]]
    for standing in field["walls"]:
        standing["points"] = [[-x + 0.0, -y + 0.0] for x, y in standing["points"]]
    for edge in field["edges"]:
        for end in ("start", "end"):
            edge[end] = [-part + 0.0 for part in edge[end]]
    return combatants, field


def test_a_map_turned_about_gives_the_log_turned_about():
    """CLK-6 (3): to the last bit: an oblique wall, a spike, a cliff."""
    combatants = [
        fighter("Ana", "red", 0, [
            {"do": "move", "to": [-13, 7], "speed": 3}, {"do": "move", "to": [-14, -8], "at": 9},
            {"do": "move", "to": [-30, 2], "at": 16},
        ]),
        fighter("Bo", "blue", 30, [{"do": "move", "to": [3, 17], "speed": 5.3}], mode="offensive"),
    ]
    field = {"walls": [wall((-12, 1), (-9, 9), (4, 9.5), (4.5, 3))], "edges": [CLIFF]}
    one = play(combatants, SOFT["rules"], field=field)
    two = play(*turned(combatants, field)[:1], SOFT["rules"], field=turned(combatants, field)[1])
    first = [(event.t, event.actor, event.why, event.position, event.velocity) for event in one.of("move")]
    second = [
        (event.t, event.actor, event.why, (-event.position[0], -event.position[1]), (-event.velocity[0], -event.velocity[1]))
        for event in two.of("move")
    ]
    assert len(first) > 4
    assert {"stopped by wall", "over cliff"} <= {line[2] for line in first}
    assert first == second


def test_the_listing_of_walls_changes_nothing():
    pieces = [wall((-20, -5), (-20, 5), name="a"), wall((-20, 5), (-30, 5), name="b")]
    run = [{"do": "move", "to": [-40, 10], "speed": 4}]
    one, two = fight(run, field=walls(*pieces)), fight(run, field=walls(*pieces[::-1]))
    assert why(one, "Ana") == why(two, "Ana")


def test_a_contest_and_a_blow_are_as_ever_when_walls_stand_elsewhere():
    """Far walls change no line of a fight but its header."""
    def lines(field: Has | None) -> list[str]:
        return [str(event) for event in fight([{"do": "attack"}], [{"do": "attack"}], field=field).events[1:-1]]

    assert lines(walls(wall((500, 0), (500, 9)))) == lines(None)


def test_hypotenuse_of_the_gap_is_kept_at_corners():
    """C-MOD-6: into a corner of two walls Ana stays 0.01 ft from both."""
    corner = wall((-20, -5), (-20, 5), (-10, 5))
    fought = fight([{"do": "move", "to": [-20, 5], "speed": 4}], field=walls(corner))
    x, y = fought.of("move", "Ana")[-1].position
    assert min(x + 20, 5 - y) == pytest.approx(0.01)
    assert hypot(x + 20, y - 5) >= 0.01


@pytest.mark.parametrize("option", [Press(target="Bo"), Attack(target="Bo", weapon="sword")])
def test_what_is_offered_is_what_is_legal(option):
    """C-PER-1: no press at one who is hidden among the options; a blow may wait for it."""
    found = []

    def answer(request):
        found.append(option in request.options)

    fight(players={"Ana": Player(answer, frozenset({"start"}))}, field=walls(BETWEEN))
    assert found == [isinstance(option, Attack)]


def test_a_run_to_a_place_does_not_end_at_the_reach_of_one_behind_a_wall():
    """C-STG-5b, C-PER-1: hidden within his optimal distance, Bo does not stop her; she runs her 3 ft and arrives once."""
    wall = {"points": [[1, -2], [1, 2]]}
    fought = fight([{"do": "move", "to": [0, 3], "speed": 2}], distance=2, field={"walls": [wall]})
    assert fought.moves("Ana") == [(0, 0, 0), (1.5, 0, 0)]
    assert fought.result.combatants["Ana"]["position"] == [0, 3]


def test_a_run_at_one_who_is_as_near_as_it_goes_is_refused():
    """C-STG-5b: at 9.5 ft, out of both reaches, a run that ends at 10 ft has nowhere to go."""
    with pytest.raises(AgentError, match="as near to Bo as that run goes"):
        fight([{"do": "move", "toward": "Bo", "distance": 10}], distance=9.5)
