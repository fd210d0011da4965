"""Area attacks: one roll for all, the most vulnerable first (S-RNG-4)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, bomb, dice, fight, fighter, gun, hurting, play

from engine.errors import AgentError
from engine.shots.actions import Defend, Volunteer

AREA = {"do": "area"}
BOMBER = {"weapons": [bomb()]}
SPOT = {"do": "area", "point": [10.0, 0.0]}


def crowd(dodges, **has):
    """One of blue for each Dodge, all within 5 m of (10, 0); their names go by their place in the list."""
    return [
        fighter(f"T{place:02}", "blue", 10 + place * 0.2, shot=8, skills={"dodge": dodge}, **has)
        for place, dodge in enumerate(dodges)
    ]


def blast(dodges, faces, field=None, others=(), order=SPOT, ana=None, rules=None, **has):
    ana = fighter("Ana", "red", 0, [order], **(BOMBER | (ana or {})))
    return play([ana, *crowd(dodges, **has), *others], rules, {"Ana/attack": [faces]}, field=field)


def test_the_worked_example_of_twelve_targets() -> None:
    """S-RNG-4: total 16, 19 with density; Dodges 12, 12, 14 and nine of 15: 12, 13, 16, then 18, 19, 20 and up."""
    fought = blast([14, 12, 15, 12, *[15] * 8], dice(2), field={"dense": True})
    assert fought.figures() == [
        ("T01", 19, 12, 7), ("T03", 19, 13, 6), ("T00", 19, 16, 3), ("T02", 19, 18, 1), ("T04", 19, 19, 0),
        *[(f"T{place:02}", 19, 15 + place, 4 - place) for place in range(5, 12)],
    ]  # fmt: skip
    assert [result for *_, result in fought.impacts()] == ["hit"] * 5 + ["miss"] * 7
    assert fought.mods("attack", "Ana") == {"S-ROL-2": 12 - 14, "S-RNG-4": -3}


def test_one_roll_is_made_for_all() -> None:
    """S-RNG-4: and one counter is paid."""
    fought = blast([13, 13, 13], LEVEL)
    assert len(fought.rolls("attack")) == 1
    assert fought.figures() == [("T00", 14, 13, 1), ("T01", 14, 14, 0), ("T02", 14, 15, -1)]
    assert fought.counters("Ana") == [(0, 10, 7, "area")]


def test_each_is_wounded_by_its_own_outcome() -> None:
    """S-RNG-4, S-ROL-3: 10 + 7 - 6 and 10 + 6 - 6."""
    fought = blast([12, 12], dice(5))
    assert fought.points() == [(0, "T00", 11, 11), (0, "T01", 10, 10)]


@pytest.mark.parametrize(("number", "bonus"), [(9, 0), (10, 3), (19, 3), (20, 6)])
def test_packed_targets_make_it_easier_by_three_a_full_ten(number, bonus) -> None:
    """S-RNG-4 [R]."""
    fought = blast([13] * number, LEVEL, field={"dense": True})
    assert fought.figures()[0] == ("T00", 14 + bonus, 13, 1 + bonus)


def test_targets_are_packed_only_where_the_scenario_says_so() -> None:
    """S-RNG-4: ten in the open."""
    assert blast([13] * 10, LEVEL).figures()[0] == ("T00", 14, 13, 1)


def test_everyone_within_the_radius_is_a_target_and_nobody_beyond() -> None:
    """S-RNG-4: 5 m around (10, 0): a friend at (5, 0), too; not one at 5.01 m."""
    others = [fighter("Friend", "red", 5, shot=1), fighter("Out", "blue", 15.01, shot=1), fighter("In", "blue", 15, shot=1)]
    fought = blast([13], dice(10), others=others)
    assert sorted(target for target, *_ in fought.figures()) == ["Friend", "In", "T00"]
    assert {event.actor for event in fought.of("wound")} == {"Friend", "In", "T00"}


def test_the_attacker_is_caught_in_its_own_blast() -> None:
    """S-RNG-4: Ana stands 4 m from the point."""
    fought = blast([13], dice(10), order={"do": "area", "point": [4.0, 0.0]}, ana={"weapons": [bomb(radius=7)]})
    assert sorted(target for target, *_ in fought.figures()) == ["Ana", "T00"]


def test_at_equal_defense_the_first_by_stream_key_comes_first() -> None:
    """S-RNG-4 [R], CLK-2."""
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), fighter("Bo", "blue", 10, stream="z"), fighter("Cid", "blue", 10, stream="a")]
    fought = play(combatants, rolls={"Ana/attack": [LEVEL]})
    assert [target for target, *_ in fought.figures()] == ["Cid", "Bo"]


def test_cover_and_active_defense_decide_who_is_most_vulnerable() -> None:
    """S-RNG-4: T00 dodges (13 + 3), T01 stands behind a wall (13 + 4), T02 in the open: 13, 16 + 1, 17 + 2."""
    def dodge(request):
        return Defend() if "announced" in request.reasons else None

    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), *crowd([13, 13, 13])]
    combatants[2]["tags"] = ["wall"]
    fought = play(combatants, rolls={"Ana/attack": [LEVEL]}, players={"T00": Player(dodge)})
    assert [(target, difficulty) for target, _, difficulty, _ in fought.figures()] == [("T02", 13), ("T00", 17), ("T01", 19)]


# volunteers


def volunteer(*names):
    return {name: Player(lambda request: Volunteer() if "announced" in request.reasons else None) for name in names}


def test_a_volunteer_is_the_most_vulnerable_whatever_its_defense() -> None:
    """S-RNG-4: its side chooses: T02 with Dodge 15 first at 15, then 12 + 1 and 13 + 2."""
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), *crowd([12, 13, 15])]
    fought = play(combatants, rolls={"Ana/attack": [LEVEL]}, players=volunteer("T02"))
    assert fought.figures() == [("T02", 14, 15, -1), ("T00", 14, 13, 1), ("T01", 14, 15, -1)]
    assert [(event.actor, event.against) for event in fought.of("volunteer")] == [("T02", "Ana#1")]
    assert fought.counters("T02") == []


def test_of_several_volunteers_the_lowest_defense_comes_first() -> None:
    """S-RNG-4 [R]."""
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), *crowd([12, 15, 14])]
    fought = play(combatants, rolls={"Ana/attack": [LEVEL]}, players=volunteer("T01", "T02"))
    assert [(target, difficulty) for target, _, difficulty, _ in fought.figures()] == [("T02", 14), ("T01", 16), ("T00", 14)]


def test_one_without_a_shot_left_may_volunteer() -> None:
    """S-RNG-4, S-SEQ-4: it costs nothing."""
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), *crowd([12, 13])]
    combatants[2]["speed"] = 0
    fought = play(combatants, rolls={"Ana/attack": [LEVEL]}, players=volunteer("T01"))
    assert [target for target, *_ in fought.figures()] == ["T01", "T00"]


def test_who_volunteers_may_not_defend_against_the_same_attack() -> None:
    """S-SEQ-4: one response to each action: asked once."""
    player = volunteer("T01")["T01"]
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), *crowd([12, 13])]
    play(combatants, rolls={"Ana/attack": [LEVEL]}, players={"T01": player})
    assert [reasons for t, reasons in player.asked if t == 0] == [("announced",)]


def test_a_single_attack_has_no_volunteers() -> None:
    """S-RNG-4."""
    with pytest.raises(AgentError, match="S-RNG-4"):
        fight([{"do": "attack"}], [{"do": "volunteer", "on": "announced"}], rolls={"Ana/attack": [MISS]})


# where it goes


def test_an_area_attack_goes_off_at_a_point_at_an_opponent_or_at_a_place() -> None:
    """S-RNG-4."""
    field = {"places": [{"name": "gate", "position": [9, 3], "toughness": 50}]}
    for order in (SPOT, {"do": "area", "target": "T00"}):
        (announced,) = blast([13], MISS, order=order, field=field).of("announce")
        assert announced.at == (10, 0)
    ana = Player(lambda request: request.options and next(one for one in request.options if getattr(one, "target", "") == "gate"))
    fought = play(
        [fighter("Ana", "red", 0, **BOMBER), *crowd([13])], {"max_counts": 1}, {"Ana/attack": [MISS]}, {"Ana": ana}, field
    )
    assert fought.of("announce")[0].at == (9, 3)


def test_where_nobody_is_nothing_is_rolled_and_the_round_is_gone() -> None:
    """S-RNG-4: 20 m beside everyone."""
    arm = bomb(feed="rounds", magazine=1, ammunition=2)
    fought = play(
        [fighter("Ana", "red", 0, [{"do": "area", "point": [10.0, 20.0]}], weapons=[arm]), *crowd([13])], rolls={"Ana/attack": []}
    )
    assert fought.impacts() == [(0, "Ana", None, "no_target")]
    assert fought.state("Ana")["totals"]["ammunition"] == 1


def test_the_range_is_that_of_the_point() -> None:
    """S-RNG-4, S-RNG-1: 40 m: -4, and who stands nearer is hit as hard."""
    fought = blast([], LEVEL, order={"do": "area", "point": [40.0, 0.0]}, others=[fighter("Near", "blue", 36), fighter("Far", "blue", 44)])
    assert [total for _, total, _, _ in fought.figures()] == [10, 10]


def test_beyond_the_farthest_shot_it_is_refused() -> None:
    """S-RNG-1."""
    with pytest.raises(AgentError, match="S-RNG-1"):
        blast([13], LEVEL, order={"do": "area", "point": [151.0, 0.0]})


def test_who_sets_out_at_the_same_instant_is_still_where_it_was() -> None:
    """S-RNG-4, CLK-2, S-MOV-1: T00 begins to run out of the blast, and is in it."""
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), fighter("Bo", "blue", 14.9, [{"do": "run", "to": [40.0, 0.0]}])]
    fought = play(combatants, rolls={"Ana/attack": [LEVEL]})
    assert fought.impacts() == [(0, "Ana", "Bo", "hit")]


def test_who_runs_through_the_blast_is_caught_where_it_is_at_that_moment() -> None:
    """S-RNG-4, S-MOV-1: from 2 to 14 at 4 m a count: at count 1, when Ana throws, at 6: within 5 m of (10, 0)."""
    run = [{"do": "run", "to": [14.0, 0.0]}]
    combatants = [fighter("Ana", "red", 0, [SPOT], shot=9, **BOMBER), fighter("Bo", "blue", 2, run)]
    assert [target for target, *_ in play(combatants, rolls={"Ana/attack": [LEVEL]}).figures()] == ["Bo"]
    early = [fighter("Ana", "red", 0, [SPOT], **BOMBER), fighter("Bo", "blue", 2, run)]
    assert play(early, rolls={"Ana/attack": []}).impacts() == [(0, "Ana", None, "no_target")]


def test_a_grenade_is_gone_when_it_has_been_thrown_and_lies_nowhere() -> None:
    """S-SEQ-3, S-RNG-4: one in hand and one carried: two throws, then nothing."""
    grenade = bomb(name="grenade", range="short", thrown=True, ammunition=1)
    fought = play(
        [fighter("Ana", "red", 0, [SPOT, SPOT], weapons=[grenade]), *crowd([13])], rolls={"Ana/attack": [MISS, MISS]}
    )
    assert fought.declared("Ana") == [(0, "Ana", "area"), (3, "Ana", "area")]
    assert fought.state("Ana")["in_hand"] == []


# out of the ordinary


def test_a_wonder_adds_to_every_outcome_that_hits() -> None:
    """S-ROL-1, S-RNG-4: 14 against 13 and 14: Outcomes 1 + 3 and 0 + 3; a miss stays one."""
    fought = blast([13, 13, 13], [6, 6, 2, 2])
    assert [(target, outcome) for target, _, _, outcome in fought.figures()] == [("T00", 4), ("T01", 3), ("T02", -1)]
    assert fought.counters("Ana") == [(0, 10, 7, "area")]


def test_a_wonder_that_hits_nobody_is_a_fumble() -> None:
    """S-ROL-1, S-RNG-4: 12 against 13, 14: 10 - 3 - 3."""
    fought = blast([13, 13], [6, 6, 1, 3])
    assert fought.counters("Ana") == [(0, 10, 7, "area"), (0, 7, 4, "fumble")]


def test_one_who_is_out_is_no_target() -> None:
    """S-RNG-4: out of the fight, out of the reckoning: the next ones are not a step harder."""
    first = {"do": "attack", "target": "T00", "weapon": "gun"}
    ana = fighter("Ana", "red", 0, [first, SPOT | {"weapon": "bomb"}], weapons=[hurting(1), bomb()])
    fought = play([ana, *crowd([13, 13], unnamed=True)], rolls={"Ana/attack": [LEVEL, MISS]})
    assert fought.figures()[1:] == [("T01", 10, 13, -3)]


def test_two_blasts_of_one_instant_are_summed_and_each_has_its_own_roll() -> None:
    """CLK-2, S-RNG-4."""
    cid = fighter("Cid", "red", 0, [SPOT], **BOMBER)
    ana = fighter("Ana", "red", 0, [SPOT], **BOMBER)
    fought = play([ana, cid, *crowd([13])], rolls={"Ana/attack": [LEVEL], "Cid/attack": [dice(1)]})
    assert fought.points() == [(0, "T00", 5, 5), (0, "T00", 6, 11)]


def test_an_ordinary_weapon_attacks_no_area() -> None:
    """S-RNG-4."""
    with pytest.raises(AgentError, match="S-RNG-4"):
        play([fighter("Ana", "red", 0, [SPOT], weapons=[gun()]), *crowd([13])])


def test_the_roll_is_told_against_the_target_that_is_easiest_to_hit() -> None:
    """S-RNG-4, contract 3: a volunteer at 15, the next at 12 + 1: the roll says hit, and names what made it 13."""
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), *crowd([12, 15])]
    fought = play(combatants, rolls={"Ana/attack": [[6, 6, 2, 2]]}, players=volunteer("T01"))
    (roll,) = fought.rolls("attack")
    assert (roll.need, roll.margin, roll.result) == (13 - 14, 1, "hit")
    assert fought.mods("attack", "Ana") == {"S-ROL-2": 12 - 14, "S-RNG-4": 1}
    assert fought.figures() == [("T01", 14, 15, -1), ("T00", 14, 13, 4)]
    assert fought.counters("Ana") == [(0, 10, 7, "area")]


def test_every_target_has_its_own_terms_of_what_the_attack_had_to_reach() -> None:
    """S-RNG-4, S-RNG-2, S-DEF-1: T00 12, with 4 behind a wall; T01 13 and a dodge of 3: 15 for T02, 16 + 1, 16 + 2."""
    ground = {"places": [{"name": "corner", "position": [11, 0], "radius": 0.2, "tags": ["wall"]}]}
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), *crowd([12, 13, 15])]
    combatants[1] |= {"position": [11, 0]}
    dodging = Player(lambda request: Defend() if "announced" in request.reasons else None)
    fought = play(combatants, rolls={"Ana/attack": [LEVEL]}, players={"T01": dodging}, field=ground)
    told = {event.target: [(mod.value, mod.rule) for mod in event.mods] for event in fought.of("impact")}
    assert told == {
        "T02": [(15, "S-ROL-2")],
        "T00": [(12, "S-ROL-2"), (4, "S-RNG-2"), (1, "S-RNG-4")],
        "T01": [(13, "S-ROL-2"), (3, "S-DEF-1"), (2, "S-RNG-4")],
    }
    assert all(sum(mod.value for mod in event.mods) == event.difficulty for event in fought.of("impact"))


def test_one_target_alone_has_its_terms_in_the_roll() -> None:
    """S-ROL-2, contract 3: nothing is told twice."""
    assert fight([{"do": "attack"}], rolls={"Ana/attack": [MISS]}).of("impact")[0].mods == []


def test_who_volunteers_is_a_cause_of_what_comes_of_the_attack() -> None:
    """S-RNG-4, contract 3: from each impact back to who chose the order."""
    combatants = [fighter("Ana", "red", 0, [SPOT], **BOMBER), *crowd([12, 13])]
    fought = play(combatants, rolls={"Ana/attack": [LEVEL]}, players=volunteer("T01"))
    (stepped,) = fought.of("volunteer")
    (roll,) = fought.rolls("attack")
    assert roll.cause == stepped.seq
    assert {event.cause for event in fought.of("impact")} == {roll.seq}
