"""How shots battles end: win, draw, timeout, stalemate, error (CLK-8)."""

from __future__ import annotations

from shootouts import LEVEL, MISS, dice, fight, fighter, gun, hurting

ATTACK = {"do": "attack"}
DEADLY = {"weapons": [hurting(60)]}
DIES = {"Ana/attack": [LEVEL], "Bo/death_test": [MISS]}


def ended(fought):
    return fought.result.outcome, fought.result.winner, fought.result.t


def test_the_last_side_that_can_fight_wins_at_the_instant_of_the_wound() -> None:
    """CLK-8."""
    fought = fight([ATTACK], ana_has=DEADLY, rolls=DIES)
    assert ended(fought) == ("win", "red", 0)
    assert fought.result.reason == "only red can still fight"
    assert fought.events[-1].type == "battle.end"


def test_nobody_is_asked_at_the_instant_that_decides_the_battle() -> None:
    """CLK-8, CLK-5: Ana's snapshot is over before anything else could come."""
    fought = fight([ATTACK], ana_has=DEADLY, rolls=DIES)
    assert fought.asked("Ana") == [(0, ("start",))]


def test_both_sides_out_at_one_instant_is_a_draw() -> None:
    """CLK-8."""
    fought = fight(
        [ATTACK], [ATTACK], ana_has=DEADLY | {"shot": 8}, bo_has=DEADLY,
        rolls=DIES | {"Bo/attack": [LEVEL], "Ana/death_test": [MISS]},
    )  # fmt: skip
    assert ended(fought) == ("draw", None, 0)
    assert fought.result.reason == "no side can still fight"


def test_the_cap_is_a_timeout_and_never_a_win() -> None:
    """CLK-8."""
    assert ended(fight(rules={"max_counts": 7.5})) == ("timeout", None, 7.5)


def test_an_attack_at_the_cap_still_counts() -> None:
    """CLK-8: shot 7, at count 3, is the cap."""
    fought = fight([ATTACK | {"at": 3}], ana_has=DEADLY, rules={"max_counts": 3}, rolls=DIES)
    assert ended(fought) == ("win", "red", 3)


def test_three_sides_fight_until_one_is_left() -> None:
    """CLK-8: Ana puts Bo out at 0, Cid at 3."""
    cid = fighter("Cid", "green", 12)
    orders = [ATTACK | {"target": "Bo"}, ATTACK | {"target": "Cid"}]
    fought = fight(orders, ana_has=DEADLY, others=[cid], rolls={"Ana/attack": [LEVEL] * 2, "Bo/death_test": [MISS], "Cid/death_test": [MISS]})
    assert ended(fought) == ("win", "red", 3)


def test_a_side_whose_last_is_dying_has_lost() -> None:
    """CLK-8, S-WND-2: dying is out of the fight; it need not be dead."""
    fought = fight([ATTACK], ana_has={"weapons": [hurting(31)]}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(-4)]})
    assert ended(fought) == ("win", "red", 0)
    assert not fought.state("Bo")["dead"]


# stalemate

STALE = {"stalemate_counts": 20, "max_counts": 100}


def test_nothing_happening_for_so_long_is_a_stalemate() -> None:
    """CLK-8."""
    assert ended(fight(rules=STALE)) == ("stalemate", None, 20)


def test_misses_of_a_gun_that_needs_no_ammunition_are_no_progress() -> None:
    """CLK-8."""
    fought = fight([ATTACK] * 3, rules=STALE, rolls={"Ana/attack": [MISS] * 3})
    assert ended(fought) == ("stalemate", None, 20)


def test_a_wound_is_progress() -> None:
    """CLK-8: 5 points at 3: 23."""
    fought = fight([ATTACK | {"at": 3}], rules=STALE, rolls={"Ana/attack": [LEVEL]})
    assert ended(fought) == ("stalemate", None, 23)


def test_a_hit_of_no_points_is_no_progress() -> None:
    """CLK-8."""
    fought = fight([ATTACK | {"at": 3}], ana_has={"weapons": [gun(damage=0)]}, rules=STALE, rolls={"Ana/attack": [LEVEL]})
    assert ended(fought) == ("stalemate", None, 20)


def test_ammunition_spent_is_progress() -> None:
    """CLK-8: a miss at 3 of a loaded gun."""
    arm = gun(feed="clip", magazine=1)
    fought = fight([ATTACK | {"at": 3}], ana_has={"weapons": [arm]}, rules=STALE, rolls={"Ana/attack": [MISS]})
    assert ended(fought) == ("stalemate", None, 23)


def test_something_thrown_is_progress() -> None:
    """CLK-8: it is gone from the hand."""
    knife = gun(name="knife", range="short", thrown=True)
    fought = fight([{"do": "throw", "at": 3}], ana_has={"weapons": [knife]}, rules=STALE, rolls={"Ana/attack": [MISS]})
    assert ended(fought) == ("stalemate", None, 23)


def test_a_structure_worn_down_is_progress() -> None:
    """CLK-8, S-WND-4."""
    field = {"places": [{"name": "door", "position": [10, 0], "toughness": 9}]}
    fought = fight([ATTACK | {"at": 3, "target": "door"}], rules=STALE, field=field, rolls={"Ana/attack": [LEVEL]})
    assert ended(fought) == ("stalemate", None, 23)


def test_coming_nearer_than_ever_is_progress_until_it_ends() -> None:
    """CLK-8: a move from 0 to 3: the least distance is reached at 3."""
    fought = fight([{"do": "move", "toward": "Bo"}], rules=STALE)
    assert ended(fought) == ("stalemate", None, 23)


def test_going_away_and_coming_back_no_nearer_is_no_progress() -> None:
    """CLK-8: away and back over the same 6 m."""
    fought = fight([{"do": "move", "away": "Bo"}, {"do": "move", "toward": "Bo"}], rules=STALE)
    assert ended(fought) == ("stalemate", None, 20)


def test_passing_by_is_progress_at_the_nearest_moment() -> None:
    """CLK-8: from (0, 0) straight along y past Bo at (2, 3): run of 12 m in 3 counts: nearest after 3 m, at 0.75."""
    fought = fight(
        [{"do": "run", "to": [0.0, 12.0]}], ana_has={"position": [0, 0]}, bo_has={"position": [2, 3]}, rules=STALE,
    )
    assert ended(fought) == ("stalemate", None, 20.75)


def test_somebody_dying_holds_a_stalemate_off() -> None:
    """CLK-8, S-WND-2: Bo lives 60 sequences of 3 seconds more; the cap comes first."""
    dee = fighter("Dee", "blue", 500)
    fought = fight(
        [ATTACK | {"target": "Bo"}], ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0}, others=[dee],
        rules=STALE | {"dying_minutes": [3]}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(2)]},
    )  # fmt: skip
    assert ended(fought) == ("timeout", None, 100)


def test_the_time_of_a_stalemate_counts_from_the_death_of_the_dying() -> None:
    """CLK-8, S-WND-2: Bo dies as the fourth sequence begins, at 30: 50."""
    dee = fighter("Dee", "blue", 500)
    fought = fight(
        [ATTACK | {"target": "Bo"}], ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0}, others=[dee],
        rules=STALE | {"dying_minutes": [0.15]}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(2)]},
    )  # fmt: skip
    assert [event.t for event in fought.of("death")] == [30]
    assert ended(fought) == ("stalemate", None, 50)


def test_a_guard_ends_a_battle_of_too_many_actions_at_one_tick_as_an_error() -> None:
    """CLK-8: three declarations at count 0 where two are allowed; the error names who, what and the rule."""
    others = [fighter("Cid", "red", 0, [ATTACK]), fighter("Dee", "red", 0, [ATTACK])]
    fought = fight([ATTACK], others=others, rules={"guard_actions": 2})
    assert ended(fought) == ("error", None, 0)
    assert fought.result.reason.startswith("CLK-8: more than 2 actions at one tick at count 0, last Dee with Dee#1")
