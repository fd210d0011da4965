"""Rules that meet: what one does to another in the same fight."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, bomb, dice, fight, fighter, gun, hurting

from engine.errors import AgentError
from engine.shots.actions import Attack, Defend, DefendOther, Interpose

ATTACK = {"do": "attack"}
ON_BO = ATTACK | {"target": "Bo"}
DODGE = {"do": "defend", "on": "announced"}
STEP = {"do": "interpose", "on": "announced", "target": "Bo"}
GUARD = {"do": "defend_other", "on": "announced", "target": "Bo"}


def cid(orders=None, x=12, side="blue", name="Cid", **has):
    return fighter(name, side, x, orders, **({"shot": 9} | has))


# surprise, hiding


@pytest.mark.parametrize(("order", "target", "difficulty"), [(GUARD, "Bo", 16), (STEP, "Cid", 13)])
def test_a_friend_may_stand_up_for_one_who_is_surprised(order, target, difficulty) -> None:
    """S-DEF-1, S-DEF-4: Bo himself can do nothing."""
    fought = fight([ON_BO], bo_has={"surprised": True}, others=[cid([order])], rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [(target, 10, difficulty, 10 - difficulty)]


def test_one_who_is_surprised_stands_up_for_nobody() -> None:
    """S-DEF-1, S-DEF-4."""
    fought = fight([ON_BO], others=[cid([STEP], surprised=True)], rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 13, -3)]


def test_a_hidden_friend_who_steps_between_shows_itself() -> None:
    """S-DEF-3, S-DEF-4: at count 3 Ana can attack Cid, whom she did not see at 0."""
    told = []

    def answer(request):
        option = Attack(target="Cid", weapon="gun")
        told.append((request.t, request.legal(option)))
        return Attack(target="Bo", weapon="gun") if request.t == 0 else None

    fight(others=[cid([STEP], hidden=True)], players={"Ana": Player(answer)}, rolls={"Ana/attack": [MISS]})
    assert told[:2] == [(0, "S-DEF-3: Cid is not in sight"), (3, None)]


def test_one_who_hides_comes_closer_unnoticed() -> None:
    """S-DEF-3, S-CHR-3: no free shot at what is not seen."""
    fought = fight(
        [{"do": "move", "toward": "Bo"}], [{"do": "attack", "on": "closing"}], ana_has={"hidden": True},
        bo_has={"schticks": [{"name": "stand_and_deliver"}]},
    )  # fmt: skip
    assert fought.asked("Bo") == [(2, ("start",))]


def test_a_blast_from_hiding_is_detected_by_each_for_itself() -> None:
    """S-DEF-3, S-RNG-4: Bo detects Ana and dodges, Cid does not."""
    fought = fight(
        [{"do": "area", "point": [11.0, 0.0]}], [DODGE], ana_has={"hidden": True, "weapons": [bomb()]}, others=[cid([DODGE])],
        rolls={"Ana/attack": [MISS], "Bo/perception": [dice(0)], "Cid/perception": [dice(-1)]},
    )  # fmt: skip
    assert [(target, difficulty) for target, _, difficulty, _ in fought.figures()] == [("Cid", 13), ("Bo", 17)]


def test_one_who_is_unaware_of_the_hidden_attacker_can_not_step_into_that_attack_but_into_another() -> None:
    """S-DEF-3, S-DEF-4: Cid detects neither; he may step into Eve's, which is no secret."""
    eve = fighter("Eve", "red", 0, [ON_BO])
    fought = fight(
        [ON_BO], ana_has={"hidden": True}, others=[cid([STEP]), eve],
        rolls={"Ana/attack": [MISS], "Eve/attack": [MISS], "Bo/perception": [dice(-1)], "Cid/perception": [dice(-1)]},
    )  # fmt: skip
    assert sorted((event.actor, event.target) for event in fought.of("impact")) == [("Ana", "Bo"), ("Eve", "Cid")]


# responses that pile up


def test_one_asked_about_two_attacks_on_others_answers_with_one_dodge_of_its_own() -> None:
    """S-SEQ-4: a dodge of Cid's answers what he was asked about: he is not asked again."""
    eager = Player(lambda request: Defend() if "announced" in request.reasons else None)
    fought = fight([ON_BO], others=[cid()], players={"Cid": eager}, rolls={"Ana/attack": [MISS]})
    assert [entry for entry in eager.asked if entry[0] == 0] == [(0, ("announced",))]
    assert fought.counters("Cid") == [(0, 9, 8, "defend")]


def test_a_dodge_leaves_attacks_on_a_friend_to_be_answered() -> None:
    """S-SEQ-4, S-DEF-2: Eve's on Cid, Ana's on Bo: dodge first; stepping between ends the dodge: both reach him at 13."""
    eve = fighter("Eve", "red", 0, [ATTACK | {"target": "Cid"}])
    fought = fight([ON_BO], others=[cid([DODGE, STEP]), eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]})
    assert fought.figures() == [("Cid", 10, 13, -3), ("Cid", 10, 13, -3)]
    assert [(before, after) for _, before, after, _ in fought.counters("Cid")] == [(9, 8), (8, 5)]


def test_the_three_shots_of_an_instant_of_trouble_can_use_up_a_whole_sequence() -> None:
    """S-SEQ-3, S-DEF-4: Cid at 4 acts, guards and is spent: 4 - 3 - 3 = -2: his dodge at Eve's is refused, he is not asked."""
    eve = fighter("Eve", "red", 0, [ATTACK | {"target": "Cid"}], shot=3)
    friend = cid([ATTACK | {"target": "Ana"}, GUARD, DODGE], shot=4)
    fought = fight(
        [ON_BO], ana_has={"shot": 4}, bo_has={"shot": 1}, others=[friend, eve], rules={"max_counts": 3},
        rolls={"Ana/attack": [MISS], "Eve/attack": [MISS], "Cid/attack": [MISS]},
    )  # fmt: skip
    assert fought.counters("Cid") == [(0, 4, 1, "attack"), (0, 1, -2, "defend other")]
    assert fought.figures("Eve") == [("Cid", 10, 13, -3)]


def test_a_chain_of_friends_can_not_step_between_for_one_who_stepped_between() -> None:
    """S-SEQ-4, S-DEF-4: no response to a response: Dee, near Cid and too far from Bo, is not asked."""
    dee = cid([STEP], name="Dee", x=17)
    fought = fight([ON_BO], others=[cid([STEP]), dee], rolls={"Ana/attack": [MISS]})
    assert [target for target, *_ in fought.figures()] == ["Cid"]
    assert fought.counters("Dee") == []


def test_no_legal_answer_outlives_the_instant() -> None:
    """S-DEF-4: at his own shot, when nothing is announced, there is nothing to step into."""
    told = []

    def answer(request):
        if "start" in request.reasons:
            told.extend(request.legal(option) for option in (DefendOther(target="Bo"), Interpose(target="Bo")))

    fight([ON_BO], others=[cid()], players={"Cid": Player(answer)}, rolls={"Ana/attack": [MISS]})
    assert [why.split(":")[0] for why in told] == ["S-DEF-4", "S-DEF-4"]


# ends of things


def test_a_medic_comes_too_late_at_the_instant_of_the_death() -> None:
    """S-WND-2, S-CHR-1: Bo dies as the third sequence begins, at 20; Cid's shot of that count finds him dead."""
    with pytest.raises(AgentError, match="S-WND-2: Bo is dead"):
        fight(
            [ON_BO], ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0},
            others=[cid([{"do": "bind", "target": "Bo", "at": 20}], shot=10)], rules={"dying_minutes": [0.1], "max_counts": 25},
            rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(2)]},
        )  # fmt: skip


def test_one_who_holds_to_the_last_shot_can_still_dodge_then_and_not_act() -> None:
    """S-SEQ-2, S-DEF-1: at shot 1 one shot is left: 0."""
    fought = fight([ATTACK | {"at": 9}], [DODGE, ATTACK | {"at": 10}], rolls={"Ana/attack": [MISS]})
    assert fought.counters("Bo") == [(9, 1, 0, "defend")]


def test_one_who_waits_for_a_shot_and_is_brought_below_it_acts_on_what_is_left() -> None:
    """S-SEQ-4, S-ROL-1: Ana shoots and fumbles to 4; waiting for 2; dodging twice in between: 0."""
    fought = fight(
        [ATTACK, {"do": "wait", "shot": 2}, DODGE, DODGE, ATTACK], [ATTACK | {"shots": 1, "at": 7}, ATTACK],
        bo_has={"shot": 10}, rolls={"Ana/attack": [[6, 6, 1, 3]], "Bo/attack": [MISS, MISS]},
    )  # fmt: skip
    assert fought.counters("Ana") == [
        (0, 10, 7, "attack"), (0, 7, 4, "fumble"), (6, 4, 2, "waits"), (7, 2, 1, "defend"), (8, 1, 0, "defend"),
    ]  # fmt: skip


def test_guts_taken_twice_helps_the_death_test() -> None:
    """S-WND-1, S-WND-2: 31 points: 1 - 6 - 2: the dice must reach -7."""
    fought = fight(
        [ATTACK], ana_has={"weapons": [hurting(31)]}, bo_has={"schticks": [{"name": "guts", "picks": 2}]},
        rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(-7)]},
    )  # fmt: skip
    assert fought.rolls("death_test")[0].need == -7
    assert fought.state("Bo")["able"]


def test_all_that_can_make_one_hard_to_hit_together() -> None:
    """S-ROL-2, S-DEF-1, S-RNG-1, S-RNG-2, S-SEQ-5, S-WND-1: 13 + 3 + 4 against 14 - 2 - 4 - 1."""
    cid_first = fighter("Cid", "blue", 44, [ATTACK | {"target": "Ana"}], shot=11, weapons=[hurting(25)])
    fought = fight(
        [ON_BO | {"shots": 2}], [DODGE], distance=45, bo_has={"tags": ["wall"]}, others=[cid_first],
        rolls={"Cid/attack": [dice(4)], "Ana/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.figures("Ana") == [("Bo", 7, 20, -13)]
    assert fought.mods("attack", "Ana") == {
        "S-ROL-2": -1, "S-DEF-1": 3, "S-RNG-2": 4, "S-SEQ-5": 2, "S-RNG-1": 4, "S-WND-1": 1,
    }  # fmt: skip


def test_a_weapon_thrown_at_the_same_instant_by_two_lies_where_their_targets_stood() -> None:
    """S-SEQ-3, CLK-2: both let fly, both hands are empty, and each lies at the other's feet."""
    knife = gun(name="knife", range="short", thrown=True)
    fought = fight(
        [{"do": "throw"}, {"do": "pick_up", "at": 3}], [{"do": "throw"}, {"do": "pick_up", "at": 3}], distance=9,
        ana_has={"weapons": [knife]}, bo_has={"weapons": [knife], "shot": 10}, rolls={"Ana/attack": [MISS], "Bo/attack": [MISS]},
    )  # fmt: skip
    told = [(event.actor, event.what, event.in_hand) for event in fought.of("draw")]
    assert told[:2] == [("Ana", "thrown", []), ("Bo", "thrown", [])]
    assert told[2:] == [("Ana", "picked_up", ["knife"]), ("Bo", "picked_up", ["knife"])]
    assert fought.state("Ana")["in_hand"] == fought.state("Bo")["in_hand"] == ["knife"]


def test_of_two_who_grasp_at_one_weapon_the_nearest_gets_it() -> None:
    """S-SEQ-3, CLK-2: Bo's knife lies at Ana's feet; Eve grasps at it from 1 m: both pay."""
    knife = gun(name="knife", range="short", thrown=True)
    grasp = {"do": "pick_up", "weapon": "knife", "at": 3}
    fought = fight(
        [grasp], [{"do": "throw", "target": "Ana"}], distance=9, bo_has={"weapons": [knife], "shot": 10},
        others=[fighter("Eve", "red", -1, [grasp])], rolls={"Bo/attack": [MISS]},
    )  # fmt: skip
    told = [(event.t, event.actor, event.what) for event in fought.of("draw")]
    assert told == [(0, "Bo", "thrown"), (3, "Ana", "picked_up")]
    assert fought.counters("Eve") == [(3, 7, 4, "pick up")]
