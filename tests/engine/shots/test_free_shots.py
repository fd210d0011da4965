"""Free shots at those who come closer: the out-of-turn response of Stand and Deliver (S-CHR-3)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, bomb, dice, fight, fighter, fists, gun, hurting

from engine.errors import IllegalOption
from engine.shots.actions import Attack

ATTACK = {"do": "attack"}
FREE = {"do": "attack", "on": "closing"}
COMES = {"do": "move", "toward": "Bo"}
STANDS = {"schticks": [{"name": "stand_and_deliver"}]}


def test_one_who_comes_closer_meets_a_free_shot_at_the_instant_it_sets_out() -> None:
    """S-CHR-3: Ana moves at shot 10; Bo, at shot 8, shoots at 10 m for no shots."""
    fought = fight([COMES], [FREE], bo_has=STANDS, rolls={"Bo/attack": [LEVEL]})
    assert fought.impacts() == [(0, "Bo", "Ana", "hit")]
    assert fought.counters("Bo") == []
    assert fought.of("impact")[0].distance == 10
    assert [event.shots for event in fought.of("announce")] == [0]


def test_it_acts_on_its_own_shot_as_ever() -> None:
    """S-CHR-3, S-SEQ-4: a free shot at 0, the attack at shot 8."""
    fought = fight([COMES], [FREE, ATTACK], bo_has=STANDS, rolls={"Bo/attack": [MISS, MISS]})
    assert fought.declared("Bo") == [(0, "Bo", "attack"), (2, "Bo", "attack")]


def test_one_who_goes_away_or_around_meets_none() -> None:
    """S-CHR-3: closing only: the end of the way must be nearer than its beginning."""
    for order in ({"do": "move", "away": "Bo"}, {"do": "move", "to": [0.0, 6.0]}):
        fought = fight([order], [FREE], bo_has=STANDS, rolls={"Bo/attack": []})
        assert fought.impacts() == []


def test_one_without_the_schtick_is_not_asked() -> None:
    """S-CHR-3."""
    fought = fight([COMES])
    assert fought.asked("Bo") == [(2, ("start",))]


def test_nobody_can_respond_to_a_free_shot() -> None:
    """S-SEQ-4: no response to a response: Ana is not asked, and hit at plain Dodge."""
    fought = fight([COMES, {"do": "defend", "on": "announced"}], [FREE], bo_has=STANDS, rolls={"Bo/attack": [MISS]})
    assert fought.figures() == [("Ana", 10, 13, -3)]
    assert all("announced" not in reasons for _, reasons in fought.asked("Ana"))


def test_a_dodge_put_up_before_setting_out_meets_it() -> None:
    """S-DEF-1, S-CHR-3: at her own shot Ana dodges (9), then moves (6)."""
    fought = fight([{"do": "defend"}, COMES], [FREE], bo_has=STANDS, rolls={"Bo/attack": [MISS]})
    assert fought.figures() == [("Ana", 10, 16, -6)]


def test_one_who_comes_is_a_moving_target() -> None:
    """S-RNG-3: Move 15."""
    fought = fight([COMES], [FREE], ana_has={"move": 15}, bo_has=STANDS, rolls={"Bo/attack": [MISS]})
    assert fought.figures() == [("Ana", 10, 15, -5)]


def test_once_a_shot() -> None:
    """S-CHR-3: Ana and Cid come at shot 10, one free shot; Dee comes at shot 9, another."""
    others = [fighter("Cid", "red", 0, [COMES]), fighter("Dee", "red", 0, [COMES], shot=9)]
    fought = fight([COMES], [FREE, FREE, FREE], bo_has=STANDS, others=others, rolls={"Bo/attack": [MISS, MISS]})
    assert [(t, target) for t, _, target, _ in fought.impacts("Bo")] == [(0, "Ana"), (1, "Dee")]


def test_the_free_shots_of_a_shot_need_no_shots_left() -> None:
    """S-CHR-3, S-SEQ-4: zero-shot responses may be used at any time: Bo has none left."""
    fought = fight([COMES], [FREE], bo_has=STANDS | {"shot": 0}, rolls={"Bo/attack": [MISS]})
    assert fought.impacts() == [(0, "Bo", "Ana", "miss")]


def test_it_can_put_the_attacker_out_before_a_later_shot_but_not_at_the_same_instant() -> None:
    """S-CHR-3 [R], CLK-3: resolved with the other attacks: Ana moves and attacks, and both hit."""
    fought = fight(
        [ATTACK | {"toward": "Bo"}], [{"do": "attack", "on": "closing"}], ana_has={"unnamed": True, "weapons": [hurting(5)]}, bo_has=STANDS,
        rolls={"Ana/attack": [LEVEL], "Bo/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.impacts() == [(0, "Ana", "Bo", "hit"), (0, "Bo", "Ana", "hit")]
    assert (fought.result.outcome, fought.result.winner, fought.state("Ana")["position"]) == ("win", "blue", [0, 0])


def test_under_the_tie_policy_speed_the_free_shot_comes_first() -> None:
    """CLK-3: 0 shots before 3: Ana's attack is lost."""
    fought = fight(
        [ATTACK | {"toward": "Bo"}], [FREE], ana_has={"unnamed": True}, bo_has=STANDS, rules={"ties": "speed"}, rolls={"Bo/attack": [LEVEL]},
    )
    assert fought.impacts() == [(0, "Bo", "Ana", "hit"), (0, "Ana", "Bo", "lost")]


def test_a_dodge_and_a_free_shot_in_answer_to_one_who_attacks_as_it_comes() -> None:
    """S-SEQ-4: an attack is one action, the coming closer another thing: Bo dodges and shoots."""
    fought = fight(
        [ATTACK | {"toward": "Bo"}], [{"do": "defend", "on": "announced"}, FREE], bo_has=STANDS,
        rolls={"Ana/attack": [MISS], "Bo/attack": [MISS]},
    )  # fmt: skip
    assert fought.took("Bo") == [(0, "defend"), (0, "attack")]
    assert fought.figures("Ana") == [("Bo", 10, 16, -6)]


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        (Attack(target="Ana", weapon="fists", shots=0), "S-CHR-3"),
        (Attack(target="Cid", weapon="gun", shots=0), "S-CHR-3"),
        (Attack(target="Ana", weapon="gun", shots=0, toward="Ana"), "S-MOV-1"),
        (Attack(target="Ana", weapon="gun", shots=3), "S-SEQ-2"),
        (Attack(target="Ana", weapon="bomb", shots=0), "S-RNG-4"),
    ],
)
def test_what_is_no_free_shot(option, rule) -> None:
    """S-CHR-3: a shot, at one who comes closer, from where one stands, and free."""
    def answer(request):
        return option if "closing" in request.reasons else None

    arms = {"weapons": [gun(), bomb(), fists()]}
    with pytest.raises(IllegalOption, match=rule):
        fight([COMES], bo_has=STANDS | arms, others=[fighter("Cid", "red", 0)], players={"Bo": Player(answer)})


def test_the_last_round_is_not_shot_twice_at_one_instant() -> None:
    """S-SEQ-3: Bo attacks Cid at shot 10 with his only round; there is none left for Ana, who comes closer."""
    told = []

    def answer(request):
        free = Attack(target="Ana", weapon="gun", shots=0)
        if "closing" in request.reasons:
            told.append(request.legal(free))
        return Attack(target="Cid", weapon="gun") if request.reasons == ("start",) else None

    fought = fight(
        [COMES], bo_has=STANDS | {"shot": 10, "weapons": [gun(feed="clip", magazine=1, ammunition=5)]},
        others=[fighter("Cid", "red", 0, shot=1)], players={"Bo": Player(answer)}, rolls={"Bo/attack": [MISS]},
    )  # fmt: skip
    assert [why.split(":")[0] for why in told] == ["S-SEQ-3"]
    assert fought.state("Bo")["totals"]["ammunition"] == 1


def test_two_who_stand_and_deliver_each_have_a_shot() -> None:
    """S-CHR-3: Bo and Cid at Ana; their points are summed."""
    cid = fighter("Cid", "blue", 12, [FREE], shot=5, **STANDS)
    fought = fight([COMES], [FREE], bo_has=STANDS, others=[cid], rolls={"Bo/attack": [LEVEL], "Cid/attack": [dice(1)]})
    assert fought.points("Ana") == [(0, "Ana", 5, 5), (0, "Ana", 6, 11)]


def test_a_run_and_a_movement_with_a_reload_are_closing_too() -> None:
    """S-CHR-3: any movement that ends nearer."""
    arm = gun(feed="rounds", magazine=2, ammunition=2)
    for order in ({"do": "run", "toward": "Bo"}, {"do": "attack", "toward": "Bo", "target": "Bo"}):
        rolls = {"Bo/attack": [MISS]} | ({"Ana/attack": [MISS]} if order["do"] == "attack" else {})
        fought = fight([order], [FREE], ana_has={"weapons": [arm]}, bo_has=STANDS, rolls=rolls)
        assert (0, "Bo", "Ana", "miss") in fought.impacts()


def test_one_who_ends_as_far_away_as_it_began_meets_none() -> None:
    """S-CHR-3: from (0, -3) to (0, 3), past Bo at (10, 0)."""
    fought = fight([{"do": "move", "to": [0.0, 3.0]}], [FREE], ana_has={"position": [0, -3]}, bo_has=STANDS)
    assert fought.impacts() == []
