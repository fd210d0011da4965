"""How shots battles end: win, draw, timeout, stalemate, and forfeits in the middle of a pass (CLK-8, CLK-5)."""

from __future__ import annotations

from itertools import pairwise

from shootouts import LEVEL, MISS, Fought, dice, fight, fighter, gun, hurting, scenario_of

from engine import Battle
from engine.options import Hold
from engine.shots.actions import Attack, Defend, DefendOther, Interpose, Move

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


# forfeits


class Driven:
    """A battle driven by hand: each takes what ``choose`` says, or is made to forfeit."""

    def __init__(self, combatants, rolls, choose, rules=None):
        self.battle = Battle(scenario_of(combatants, rules), 0, rolls=rolls)
        self.asked = []
        while request := self.battle.advance():
            self.asked.append((request.t, request.combatant, request.reasons))
            assert len(self.asked) < 200
            chosen = choose(request)
            if chosen == "forfeit":
                self.battle.forfeit(request.combatant, "it does not answer")
            else:
                self.battle.answer(request, chosen or Hold())
        self.fought = Fought(self.battle)


def three(**has):
    return [
        fighter("Ana", "red", 0), fighter("Bo", "blue", 10, **({"shot": 8} | has)), fighter("Cid", "blue", 12, shot=8),
    ]  # fmt: skip


def shoot(target):
    return Attack(target=target, weapon="gun")


def test_one_who_forfeits_at_its_own_shot_is_out_and_the_battle_goes_on() -> None:
    """CLK-5: asked once, out; the others are called at shot 8."""
    driven = Driven(
        [*three(), fighter("Dee", "red", 0, shot=5)], {}, lambda request: "forfeit" if request.combatant == "Ana" else None
    )
    assert [entry for entry in driven.asked if entry[1] == "Ana"] == [(0, "Ana", ("start",))]
    assert [who for _, who, _ in driven.asked] == ["Ana", "Bo", "Cid", "Dee"]
    assert driven.fought.state("Ana")["state"] == "forfeit"


def test_the_last_of_a_side_that_forfeits_loses_at_once() -> None:
    """CLK-5, CLK-8."""
    driven = Driven(three(), {}, lambda request: "forfeit" if request.combatant == "Ana" else None)
    assert ended(driven.fought) == ("win", "blue", 0)


def test_the_attack_on_one_who_forfeits_instead_of_responding_finds_no_target() -> None:
    """CLK-5, CLK-4: Ana's attack is announced; Bo gives up; nothing is rolled."""
    def choose(request):
        if request.combatant == "Ana":
            return shoot("Bo") if request.t == 0 else None
        return "forfeit" if request.combatant == "Bo" else None

    driven = Driven(three(), {"Ana/attack": []}, choose)
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "no_target")]
    assert driven.fought.result.outcome == "timeout"


def test_the_attack_of_one_who_forfeits_in_a_response_is_lost() -> None:
    """CLK-5, CLK-4: Ana and Bo attack at shot 10; Ana gives up when Bo's attack is announced: hers is lost, his has no target."""
    def choose(request):
        if "announced" in request.reasons:
            return "forfeit" if request.combatant == "Ana" else None
        return {"Ana": shoot("Bo"), "Bo": shoot("Ana")}.get(request.combatant) if request.t == 0 else None

    driven = Driven([*three(shot=10), fighter("Dee", "red", 0, shot=1)], {"Ana/attack": [], "Bo/attack": []}, choose)
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "lost"), (0, "Bo", "Ana", "no_target")]


def test_others_answers_of_the_pass_still_count_when_one_forfeits() -> None:
    """CLK-5: Bo forfeits, Cid, asked in the same pass, defends him in vain; Ana's second target is Cid."""
    def choose(request):
        if request.combatant == "Ana":
            return {0: shoot("Bo"), 3: shoot("Cid")}.get(request.t)
        if "announced" in request.reasons:
            return "forfeit" if request.combatant == "Bo" else Defend()
        return None

    driven = Driven(three(), {"Ana/attack": [MISS]}, choose)
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "no_target"), (3, "Ana", "Cid", "miss")]
    assert [difficulty for _, _, difficulty, _ in driven.fought.figures()] == [16]


def test_one_who_stepped_between_and_then_forfeits_is_no_longer_there() -> None:
    """CLK-5, S-DEF-4: Cid steps between against Ana's attack on Bo, then gives up at Eve's; both reach Bo."""
    count = {"Cid": 0}

    def choose(request):
        if request.combatant in ("Ana", "Eve"):
            return shoot("Bo") if request.t == 0 else None
        if request.combatant == "Cid" and "announced" in request.reasons:
            count["Cid"] += 1
            return Interpose(target="Bo", against="Ana#1") if count["Cid"] == 1 else "forfeit"
        return None

    driven = Driven([*three(), fighter("Eve", "red", 0)], {"Ana/attack": [MISS], "Eve/attack": [MISS]}, choose)
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "miss"), (0, "Eve", "Bo", "miss")]


def test_a_defense_given_by_one_who_forfeits_is_gone() -> None:
    """CLK-5, S-DEF-4: Cid defends Bo, then gives up at Eve's attack on himself: Bo at 13."""
    count = {"Cid": 0}

    def choose(request):
        if request.combatant in ("Ana", "Eve"):
            return shoot({"Ana": "Bo", "Eve": "Cid"}[request.combatant]) if request.t == 0 else None
        if request.combatant == "Cid" and "announced" in request.reasons:
            count["Cid"] += 1
            return DefendOther(target="Bo") if count["Cid"] == 1 else "forfeit"
        return None

    driven = Driven([*three(), fighter("Eve", "red", 0)], {"Ana/attack": [MISS], "Eve/attack": []}, choose)
    assert driven.fought.figures() == [("Bo", 10, 13, -3)]
    assert (0, "Eve", "Cid", "no_target") in driven.fought.impacts()


def test_everybody_forfeiting_is_a_draw() -> None:
    """CLK-5, CLK-8: all stand on shot 10."""
    combatants = [fighter("Ana", "red", 0), fighter("Bo", "blue", 10)]
    driven = Driven(combatants, {}, lambda request: "forfeit")
    assert ended(driven.fought) == ("draw", None, 0)


def test_one_who_forfeits_while_walking_stops_where_it_is() -> None:
    """CLK-5, S-MOV-1: Bo, on his way at 2 m a count, gives up at Ana's attack of shot 8: 14 m."""
    def choose(request):
        if request.combatant == "Bo":
            return "forfeit" if "announced" in request.reasons else Move(to=(16.0, 0.0))
        if request.combatant == "Ana":
            if request.t == 0:
                request.wake = 2
            return shoot("Bo") if request.t == 2 else None
        return None

    driven = Driven(three(shot=10), {}, choose)
    assert driven.fought.moves("Bo") == [(0, 10, 2, "move"), (2, 14, 0, "down")]
    assert driven.fought.state("Bo")["totals"]["meters"] == 4


def test_the_log_of_a_forfeit_has_no_gaps() -> None:
    """Contract 3: seq counts up by one, and causes lie before."""
    driven = Driven(three(), {}, lambda request: "forfeit" if request.combatant == "Bo" else None)
    events = driven.fought.events
    assert all(after.seq == before.seq + 1 for before, after in pairwise(events))
    assert all(event.cause is None or event.cause < event.seq for event in events)


def test_a_guard_ends_a_battle_of_too_many_actions_at_one_tick_as_an_error() -> None:
    """CLK-8: three declarations at count 0 where two are allowed; the error names who, what and the rule."""
    others = [fighter("Cid", "red", 0, [ATTACK]), fighter("Dee", "red", 0, [ATTACK])]
    fought = fight([ATTACK], others=others, rules={"guard_actions": 2})
    assert ended(fought) == ("error", None, 0)
    assert fought.result.reason.startswith("CLK-8: more than 2 actions at one tick at count 0, last Dee with Dee#1")
