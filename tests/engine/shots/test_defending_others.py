"""Defending another, and stepping between (S-DEF-4)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, bomb, dice, fight, fighter, gun, hurting

from engine.errors import AgentError, IllegalOption
from engine.shots.actions import DefendOther, Interpose

ON_BO = {"do": "attack", "target": "Bo"}
GUARD = {"do": "defend_other", "on": "announced", "target": "Bo"}
STEP = {"do": "interpose", "on": "announced", "target": "Bo"}
DODGE = {"do": "defend", "on": "announced"}


def cid(orders=None, x=12, name="Cid", **has):
    """A friend of Bo's, 2 m behind him, at shot 9."""
    return fighter(name, "blue", x, orders, **({"shot": 9} | has))


def test_defending_another_costs_three_shots_and_gives_it_the_bonus() -> None:
    """S-DEF-4: 9 - 3 = 6; Bo at 13 + 3."""
    fought = fight([ON_BO], others=[cid([GUARD])], rolls={"Ana/attack": [dice(1)]})
    assert fought.counters("Cid") == [(0, 9, 6, "defend other")]
    assert fought.figures() == [("Bo", 15, 16, -1)]
    assert fought.counters("Bo") == []
    assert fought.mods("attack", "Ana")["S-DEF-4"] == 3


@pytest.mark.parametrize("kind", ["parry", "lightning_dodge"])
def test_whatever_defense_is_used_for_another_costs_three(kind) -> None:
    """S-DEF-4, S-DEF-5: Lightning Dodge gives its 5, and costs 3 instead of 1."""
    friend = cid([GUARD | {"kind": kind}], schticks=[{"name": "lightning_dodge"}])
    fought = fight([ON_BO], others=[friend], rolls={"Ana/attack": [MISS]})
    assert fought.counters("Cid") == [(0, 9, 6, "defend other")]
    assert fought.figures() == [("Bo", 10, 13 + (5 if kind == "lightning_dodge" else 3), 10 - 13 - (5 if kind == "lightning_dodge" else 3))]


@pytest.mark.parametrize(("x", "asked"), [(16, True), (16.01, False), (4, True), (3.9, False)])
def test_only_who_stands_within_move_meters_is_asked(x, asked) -> None:
    """S-DEF-4: Move 6, Bo at 10."""
    fought = fight([ON_BO], others=[cid(x=x)], rolls={"Ana/attack": [MISS]})
    assert ((0, ("announced",)) in fought.asked("Cid")) is asked


def test_nobody_defends_an_opponent_or_one_who_is_not_attacked() -> None:
    """S-DEF-4: Ana's friend Dee is not asked; Cid can't defend Eli, whom nobody attacks."""
    seen = []

    def answer(request):
        if "announced" in request.reasons:
            seen.extend(request.legal(option) for option in (DefendOther(target="Eli"), DefendOther(target="Ana"), Interpose(target="Eli")))

    dee = fighter("Dee", "red", 12)
    eli = fighter("Eli", "blue", 12, shot=7)
    fought = fight([ON_BO], others=[cid(), dee, eli], players={"Cid": Player(answer)}, rolls={"Ana/attack": [MISS]})
    assert [why.split(":")[0] for why in seen] == ["S-DEF-4"] * 3
    assert all("announced" not in reasons for _, reasons in fought.asked("Dee"))


def test_one_shot_is_enough() -> None:
    """S-DEF-1, S-DEF-4: 1 - 3 = -2; with none left, nobody asks."""
    fought = fight([ON_BO] * 2, others=[cid([GUARD, GUARD], shot=1)], rolls={"Ana/attack": [MISS] * 2})
    assert fought.counters("Cid") == [(0, 1, -2, "defend other")]
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [16, 13]


def test_ones_own_defense_and_anothers_do_not_add_up() -> None:
    """S-DEF-2: both pay; the better of 3 and 5 counts."""
    friend = cid([GUARD | {"kind": "lightning_dodge"}], schticks=[{"name": "lightning_dodge"}])
    fought = fight([ON_BO], [DODGE], others=[friend], rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 18, -8)]
    assert fought.counters("Bo") == [(0, 8, 7, "defend")]


def test_two_who_defend_one_do_not_add_up() -> None:
    """S-DEF-2: both pay three shots for +3."""
    fought = fight([ON_BO], others=[cid([GUARD]), cid([GUARD], name="Dee", x=8)], rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 16, -6)]
    assert fought.counters("Cid") == fought.counters("Dee") == [(0, 9, 6, "defend other")]


def test_one_defense_of_another_meets_all_attacks_on_it_at_the_instant() -> None:
    """S-DEF-1, S-DEF-4: Ana's and Eve's."""
    eve = fighter("Eve", "red", 0, [ON_BO])
    fought = fight([ON_BO], others=[cid([GUARD]), eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]})
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [16, 16]
    assert len(fought.counters("Cid")) == 1


def test_one_defense_at_a_time_defending_another_ends_ones_own() -> None:
    """S-DEF-2: Cid, attacked by Eve, dodges, then defends Bo: his own dodge is lost, and 9 - 1 - 3 = 5."""
    eve = fighter("Eve", "red", 0, [{"do": "attack", "target": "Cid"}])
    fought = fight(
        [ON_BO], others=[cid([DODGE, GUARD]), eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]}
    )
    assert fought.figures() == [("Bo", 10, 16, -6), ("Cid", 10, 13, -3)]
    assert [(before, after) for _, before, after, _ in fought.counters("Cid")] == [(9, 8), (8, 5)]


def test_ones_own_defense_after_defending_another_ends_that() -> None:
    """S-DEF-2: the other way round."""
    eve = fighter("Eve", "red", 0, [{"do": "attack", "target": "Cid"}])
    fought = fight(
        [ON_BO], others=[cid([GUARD, DODGE]), eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]}
    )
    assert fought.figures() == [("Bo", 10, 13, -3), ("Cid", 10, 16, -6)]


def test_the_bonus_ends_with_the_count() -> None:
    """S-DEF-1, S-DEF-4: Eve's attack at shot 9 meets 13."""
    eve = fighter("Eve", "red", 0, [ON_BO], shot=9)
    fought = fight([ON_BO], others=[cid([GUARD]), eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]})
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [16, 13]


def test_an_unnamed_guard_pays_three_too_and_its_bonus_ends_with_the_count() -> None:
    """S-DEF-4, S-WND-3."""
    fought = fight([ON_BO] * 2, others=[cid([GUARD], unnamed=True)], rolls={"Ana/attack": [MISS] * 2})
    assert fought.counters("Cid") == [(0, 9, 6, "defend other")]
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [16, 13]


# stepping between


def test_stepping_between_redirects_the_attack_without_any_bonus() -> None:
    """S-DEF-4: Cid (Dodge 12, Toughness 5) takes it: 14 - 12 = 2, 10 + 2 - 5 = 7 points, for 3 shots."""
    friend = cid([STEP], skills={"dodge": 12}, toughness=5)
    fought = fight([ON_BO], others=[friend], rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Cid", 14, 12, 2)]
    assert fought.points() == [(0, "Cid", 7, 7)]
    assert fought.counters("Cid") == [(0, 9, 6, "interpose")]
    assert [(event.actor, event.target, event.against) for event in fought.of("interpose")] == [("Cid", "Bo", "Ana#1")]


def test_who_stepped_between_walks_to_the_target_over_its_three_shots() -> None:
    """S-DEF-4, S-MOV-1: from 12 to 10 in 3 counts."""
    fought = fight([ON_BO], others=[cid([STEP])], rolls={"Ana/attack": [MISS]})
    assert fought.moves("Cid") == [(0, 12, -0.6667, "interpose"), (3, 10, 0, "arrived")]


def test_the_attack_meets_who_stepped_between_at_the_targets_distance() -> None:
    """S-DEF-4, S-RNG-1: Bo at 20 m (-2); Cid, at 18, takes it there."""
    fought = fight([ON_BO], others=[cid([STEP], x=18)], distance=20, rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Cid", 12, 13, -1)]
    assert fought.of("impact")[0].distance == 20


def test_neither_cover_nor_a_defense_helps_who_steps_between() -> None:
    """S-DEF-4: Cid behind a wall of 50%, with a dodge up against Eve."""
    eve = fighter("Eve", "red", 0, [{"do": "attack", "target": "Cid"}])
    friend = cid([DODGE, STEP], tags=["wall"])
    fought = fight([ON_BO], others=[friend, eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]})
    assert sorted(fought.figures()) == [("Cid", 10, 13, -3), ("Cid", 10, 13 + 4, -7)]


def test_the_targets_own_dodge_is_no_use_to_who_steps_between() -> None:
    """S-DEF-4: Bo dodges (paid), Cid takes it at plain 13."""
    fought = fight([ON_BO], [DODGE], others=[cid([STEP])], rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Cid", 10, 13, -3)]
    assert fought.counters("Bo") == [(0, 8, 7, "defend")]


def test_of_several_between_the_nearest_to_the_target_takes_it() -> None:
    """S-DEF-4 [R]: Dee at 1 m, Cid at 2 m; both pay."""
    fought = fight([ON_BO], others=[cid([STEP]), cid([STEP], name="Dee", x=9)], rolls={"Ana/attack": [MISS]})
    assert [target for target, *_ in fought.figures()] == ["Dee"]
    assert fought.counters("Cid") == fought.counters("Dee") == [(0, 9, 6, "interpose")]


@pytest.mark.parametrize(("streams", "takes"), [(("a", "b"), "Cid"), (("b", "a"), "Dee")])
def test_at_one_distance_the_first_by_stream_key_takes_it(streams, takes) -> None:
    """S-DEF-4 [R], CLK-2."""
    others = [cid([STEP], stream=streams[0]), cid([STEP], name="Dee", x=8, stream=streams[1])]
    fought = fight([ON_BO], others=others, rolls={"Ana/attack": [MISS]})
    assert [target for target, *_ in fought.figures()] == [takes]


def test_stepping_into_two_attacks_of_one_instant_is_paid_twice() -> None:
    """S-DEF-4, S-SEQ-4: 9 - 3 - 3 = 3; both hits are summed: 5 and 5."""
    eve = fighter("Eve", "red", 0, [ON_BO])
    fought = fight([ON_BO], others=[cid([STEP] * 2), eve], rolls={"Ana/attack": [LEVEL], "Eve/attack": [LEVEL]})
    assert fought.counters("Cid") == [(0, 9, 6, "interpose"), (0, 6, 3, "interpose")]
    assert [target for target, *_ in fought.figures()] == ["Cid", "Cid"]
    assert fought.points() == [(0, "Cid", 5, 5), (0, "Cid", 5, 10)]


def test_who_has_spent_its_last_shot_on_one_attack_can_not_step_into_the_next() -> None:
    """S-DEF-4: 3 - 3 = 0: Eve's attack reaches Bo."""
    eve = fighter("Eve", "red", 0, [ON_BO])
    fought = fight([ON_BO], others=[cid([STEP] * 2, shot=3), eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]})
    assert [target for target, *_ in fought.figures()] == ["Cid", "Bo"]


def test_the_attack_one_steps_into_may_be_named() -> None:
    """S-DEF-4: against Eve's, and Ana's reaches Bo."""
    eve = fighter("Eve", "red", 0, [ON_BO])
    fought = fight(
        [ON_BO], others=[cid([STEP | {"against": "Eve#1"}]), eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]},
    )
    assert sorted((event.actor, event.target) for event in fought.of("impact")) == [("Ana", "Bo"), ("Eve", "Cid")]


def test_bo_may_step_between_for_cid_while_cid_steps_between_for_bo() -> None:
    """S-DEF-4, S-SEQ-4: Ana attacks Bo and Eve attacks Cid; they change places, and nobody answers an answer."""
    eve = fighter("Eve", "red", 0, [{"do": "attack", "target": "Cid"}])
    fought = fight(
        [ON_BO], [STEP | {"target": "Cid"}], others=[cid([STEP]), eve], rolls={"Ana/attack": [MISS], "Eve/attack": [MISS]},
    )
    assert sorted((event.actor, event.target) for event in fought.of("impact")) == [("Ana", "Cid"), ("Eve", "Bo")]
    assert fought.counters("Bo") == [(0, 8, 5, "interpose")]


def test_one_who_is_put_out_by_an_earlier_attack_of_the_instant_is_no_longer_between() -> None:
    """S-DEF-4, CLK-3: by speed Eve's snapshot of 1 shot takes Cid first; Ana's reaches Bo."""
    eve = fighter("Eve", "red", 0, [{"do": "attack", "target": "Cid", "shots": 1}], weapons=[hurting(1)])
    friend = cid([STEP], unnamed=True)
    fought = fight(
        [ON_BO], others=[friend, eve], rules={"ties": "speed"}, rolls={"Ana/attack": [MISS], "Eve/attack": [dice(5)]},
    )
    assert fought.impacts() == [(0, "Eve", "Cid", "hit"), (0, "Ana", "Bo", "miss")]


def test_nobody_steps_into_an_area_attack() -> None:
    """S-DEF-4, S-RNG-4."""
    with pytest.raises(AgentError, match="S-DEF-4"):
        fight(
            [{"do": "area", "target": "Bo"}], ana_has={"weapons": [bomb(radius=1)]}, others=[cid([STEP])], rolls={"Ana/attack": [MISS]}
        )


def test_a_friend_in_a_blast_can_be_given_a_bonus() -> None:
    """S-DEF-4, S-RNG-4: Cid, outside it, defends Bo: 16."""
    fought = fight(
        [{"do": "area", "target": "Bo"}], ana_has={"weapons": [bomb(radius=1)]}, others=[cid([GUARD])], rolls={"Ana/attack": [MISS]}
    )
    assert fought.figures() == [("Bo", 10, 16, -6)]


def test_who_lies_can_not_step_between() -> None:
    """S-DEF-4, S-MOV-1."""
    def answer(request):
        return Interpose(target="Bo") if "announced" in request.reasons else None

    with pytest.raises(IllegalOption, match="S-DEF-4"):
        fight([ON_BO], others=[cid(tags=["prone"])], players={"Cid": Player(answer)}, rolls={"Ana/attack": [MISS]})


def test_one_who_steps_between_on_its_way_somewhere_turns_round() -> None:
    """S-MOV-1, S-DEF-4: Cid walks off at 2 m a count at shot 10; at shot 8 (count 2) he is at 16 and turns to Bo."""
    friend = cid([{"do": "move", "to": [30.0, 0.0]}, STEP], shot=10)
    eve = fighter("Eve", "red", 0, [ON_BO], shot=8)
    fought = fight(others=[friend, eve], rolls={"Eve/attack": [MISS]})
    assert fought.moves("Cid") == [(0, 12, 2, "move"), (2, 16, -2, "interpose"), (5, 10, 0, "arrived")]
    assert fought.counters("Cid") == [(0, 10, 7, "move"), (2, 7, 4, "interpose")]
    assert fought.state("Cid")["totals"]["meters"] == pytest.approx(4 + 6)


def test_one_who_steps_between_is_a_moving_target() -> None:
    """S-RNG-3, S-DEF-4: Dodge 5, Move 9: at least 9."""
    fought = fight([ON_BO], others=[cid([STEP], skills={"dodge": 5}, move=9)], rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Cid", 10, 9, 1)]


def test_the_attacker_may_be_stepped_in_front_of_at_the_same_instant() -> None:
    """S-SEQ-2, S-DEF-4: Cid attacks at shot 10, then steps between: 10 - 3 - 3 = 4."""
    fought = fight(
        [ON_BO], others=[cid([{"do": "attack", "target": "Ana"}, STEP], shot=10)], rolls={"Ana/attack": [MISS], "Cid/attack": [MISS]}
    )
    assert fought.counters("Cid") == [(0, 10, 7, "attack"), (0, 7, 4, "interpose")]


def test_a_shooter_that_steps_between_no_longer_stands_still() -> None:
    """S-RNG-1, CLK-4: Cid's rifle reaches 200 m only from a stand; stepping between at that instant, it does not reach."""
    far = fighter("Far", "red", 212, shot=1)
    friend = cid([{"do": "attack", "target": "Far"}, STEP], shot=10, weapons=[gun(range="long")])
    fought = fight([ON_BO], others=[friend, far], rolls={"Ana/attack": [MISS]})
    assert (0, "Cid", "Far", "out_of_reach") in fought.impacts()
