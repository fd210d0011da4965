"""Active defenses: dodge and parry, one at a time, what they raise (S-DEF-1 to S-DEF-3, S-DEF-5)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, dice, fight, fighter, fists, gun

from engine.errors import AgentError, IllegalOption
from engine.shots.actions import Defend

ATTACK = {"do": "attack"}
DODGE = {"do": "defend", "on": "announced"}


@pytest.mark.parametrize("kind", ["dodge", "parry"])
def test_an_active_defense_costs_a_shot_and_adds_three_against_the_attack_it_answers(kind) -> None:
    """S-DEF-1: declared after the announcement, before the roll: 8 - 1 = 7, 13 + 3 = 16; the difference is a matter of style."""
    fought = fight([ATTACK], [DODGE | {"kind": kind}], rolls={"Ana/attack": [dice(1)]})
    assert fought.counters("Bo") == [(0, 8, 7, "defend")]
    assert fought.figures() == [("Bo", 15, 16, -1)]
    order = [event.type for event in fought.events if event.type in ("announce", "defense", "impact")]
    assert order == ["announce", "defense", "impact", "defense"]
    assert [(mod.rule, mod.value, mod.why) for mod in fought.rolls("attack")[0].mods if mod.rule == "S-DEF-1"] == [("S-DEF-1", 3, f"active {kind}")]


def test_it_holds_until_the_clock_leaves_the_count() -> None:
    """S-DEF-1: up at 0, over at 1: Cid's attack at shot 9 meets plain Dodge."""
    cid = fighter("Cid", "red", 0, [ATTACK], shot=9)
    fought = fight([ATTACK], [DODGE], others=[cid], rolls={"Ana/attack": [MISS], "Cid/attack": [MISS]})
    assert fought.defenses("Bo") == [(0, "dodge", 3, False), (1, "dodge", 3, True)]
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [16, 13]


def test_one_defense_meets_every_attack_of_the_instant() -> None:
    """S-DEF-1: for the rest of the shot: Ana and Cid at shot 10 both meet 16 for one shot paid."""
    cid = fighter("Cid", "red", 0, [ATTACK])
    fought = fight([ATTACK], [DODGE], others=[cid], rolls={"Ana/attack": [MISS], "Cid/attack": [LEVEL]})
    assert sorted(fought.figures()) == [("Bo", 10, 16, -6), ("Bo", 14, 16, -2)]
    assert fought.counters("Bo") == [(0, 8, 7, "defend")]


def test_a_defense_put_up_ahead_meets_attacks_of_the_same_instant() -> None:
    """S-DEF-1: at any time: Bo at his own shot 10 dodges, then holds; Ana's attack of shot 10 meets 16."""
    fought = fight([ATTACK], [{"do": "defend"}], bo_has={"shot": 10}, rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 16, -6)]


def test_a_second_defense_while_the_first_applies_is_paid_again_and_replaces_it() -> None:
    """S-DEF-2: a dodge at his own shot, a parry when attacked: 10 - 1 - 1 = 8, and +3 once."""
    fought = fight([ATTACK], [{"do": "defend"}, DODGE | {"kind": "parry"}], bo_has={"shot": 10}, rolls={"Ana/attack": [MISS]})
    assert fought.counters("Bo") == [(0, 10, 9, "defend"), (0, 9, 8, "defend")]
    assert fought.defenses("Bo")[:3] == [(0, "dodge", 3, False), (0, "dodge", 3, True), (0, "parry", 3, False)]
    assert fought.figures() == [("Bo", 10, 16, -6)]


def test_a_better_kind_replaced_by_a_lesser_one_is_lost() -> None:
    """S-DEF-2, S-DEF-5: Lightning Dodge +5, then a dodge: 3."""
    def answer(request):
        if request.t > 0 or len(player.asked) > 2:
            return None
        return Defend(kind=("lightning_dodge", "dodge")[len(player.asked) - 1])

    player = Player(answer)
    fought = fight(
        [ATTACK], players={"Bo": player}, bo_has={"shot": 10, "schticks": [{"name": "lightning_dodge"}]},
        rolls={"Ana/attack": [MISS]},
    )  # fmt: skip
    assert [(kind, bonus, over) for _, kind, bonus, over in fought.defenses("Bo")][:3] == [
        ("lightning_dodge", 5, False), ("lightning_dodge", 5, True), ("dodge", 3, False),
    ]  # fmt: skip
    assert fought.figures() == [("Bo", 10, 16, -6)]


def test_a_schtick_adds_a_kind_with_its_own_bonus() -> None:
    """S-DEF-5, S-CHR-3: 13 + 5."""
    fought = fight(
        [ATTACK], [DODGE | {"kind": "lightning_dodge"}], bo_has={"schticks": [{"name": "lightning_dodge"}]}, rolls={"Ana/attack": [MISS]}
    )
    assert fought.figures() == [("Bo", 10, 18, -8)]


def test_one_shot_left_is_enough_whatever_the_shot_is() -> None:
    """S-DEF-1: Bo at 1, at shot 10."""
    fought = fight([ATTACK], [DODGE], bo_has={"shot": 1}, rolls={"Ana/attack": [MISS]})
    assert fought.counters("Bo") == [(0, 1, 0, "defend")]
    assert fought.figures() == [("Bo", 10, 16, -6)]


def test_nobody_without_a_shot_left_is_asked() -> None:
    """S-DEF-1: Bo at 1 dodges Ana's first attack; at 0 he is not asked about her second."""
    fought = fight([ATTACK] * 2, [DODGE] * 2, bo_has={"shot": 1}, rolls={"Ana/attack": [MISS] * 2})
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [16, 13]
    assert fought.asked("Bo") == [(0, ("announced",))]


def test_defending_every_attack_of_a_sequence() -> None:
    """S-DEF-1, S-SEQ-3: attacks at 0, 3, 6, 9: 8, 7, 6, then at shot 1 at most 1: 1 - 1 = 0."""
    fought = fight([ATTACK] * 4, [DODGE] * 4, bo_has={"shot": 8}, rolls={"Ana/attack": [MISS] * 4})
    assert [(t, before, after) for t, before, after, _ in fought.counters("Bo")] == [(0, 8, 7), (3, 7, 6), (6, 4, 3), (9, 1, 0)]


def test_who_is_surprised_can_not_defend() -> None:
    """S-DEF-1: not asked, and not legal."""
    fought = fight([ATTACK], [DODGE], bo_has={"surprised": True}, rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 13, -3)]
    assert all("announced" not in reasons for _, reasons in fought.asked("Bo"))


def test_surprise_ends_with_ones_own_first_action() -> None:
    """S-DEF-1: missed at 0 without a defense; drops prone at shot 8, and dodges from then on."""
    fought = fight(
        [ATTACK] * 2, [{"do": "drop", "at": 2}, DODGE], bo_has={"surprised": True}, rolls={"Ana/attack": [MISS] * 2}
    )
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [13, 13 + 2 + 3]


def test_who_is_surprised_can_not_defend_at_its_own_shot_ahead_of_an_action() -> None:
    """S-DEF-1."""
    with pytest.raises(AgentError, match="S-DEF-1: it is surprised"):
        fight(bo=[{"do": "defend"}], bo_has={"surprised": True})


def test_a_defense_also_meets_blows_hand_to_hand() -> None:
    """S-DEF-1."""
    fought = fight([ATTACK], [DODGE | {"kind": "parry"}], distance=2, ana_has={"weapons": [fists()]}, rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 16, -6)]


def test_a_defense_raises_another_skill_that_one_defends_with() -> None:
    """S-DEF-3, S-ROL-2: martial arts 15 and 3."""
    fought = fight([ATTACK], [DODGE], bo_has={"defense": "martial_arts", "skills": {"martial_arts": 15}}, rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 18, -8)]


def test_being_alert_raises_no_dodge() -> None:
    """S-DEF-3: the kind ``alert`` is for noticing."""
    fought = fight([ATTACK], [DODGE | {"kind": "alert"}], rolls={"Ana/attack": [MISS]})
    assert fought.figures() == [("Bo", 10, 13, -3)]
    assert fought.counters("Bo") == [(0, 8, 7, "defend")]


def test_a_kind_one_does_not_have_is_refused() -> None:
    """S-DEF-5."""
    def answer(request):
        return Defend(kind="lightning_dodge") if "announced" in request.reasons else None

    with pytest.raises(IllegalOption, match="S-DEF-5"):
        fight([ATTACK], players={"Bo": Player(answer)}, rolls={"Ana/attack": [MISS]})


def test_defending_puts_nobody_out_of_its_own_action_later() -> None:
    """S-DEF-1, S-SEQ-3: 8 - 1 = 7: Bo acts at shot 7, a count later than he would have."""
    fought = fight([ATTACK], [DODGE, ATTACK], rolls={"Ana/attack": [MISS], "Bo/attack": [MISS]})
    assert fought.declared("Bo") == [(3, "Bo", "attack")]


def test_a_defense_at_the_shot_before_ones_own_delays_it_by_a_count() -> None:
    """S-DEF-1: Bo at 9, attacked at shot 10, acts at shot 8."""
    fought = fight([ATTACK], [DODGE, ATTACK], bo_has={"shot": 9}, rolls={"Ana/attack": [MISS], "Bo/attack": [MISS]})
    assert fought.declared("Bo") == [(2, "Bo", "attack")]


def test_a_defense_is_dropped_by_one_who_goes_down() -> None:
    """S-DEF-1: hit through the dodge; it ends at once."""
    fought = fight(
        [ATTACK], [DODGE], ana_has={"weapons": [gun(damage=60)]}, rolls={"Ana/attack": [dice(4)], "Bo/death_test": [MISS]}
    )
    assert fought.defenses("Bo") == [(0, "dodge", 3, False), (0, "dodge", 3, True)]


def test_an_agent_that_does_not_ask_for_attacks_lets_them_pass() -> None:
    """CLK-5: it is not asked, and defends nothing."""
    blind = Player(lambda request: None, asks=frozenset({"start", "ready"}))
    fought = fight([ATTACK], players={"Bo": blind}, rolls={"Ana/attack": [MISS]})
    assert blind.asked == [(2, ("start",))]
    assert fought.figures() == [("Bo", 10, 13, -3)]


@pytest.mark.parametrize(("field", "value", "counter", "difficulty"), [("defense_shots", 2, 6, 16), ("defense_bonus", 1, 7, 14)])
def test_price_and_bonus_are_rules(field, value, counter, difficulty) -> None:
    """S-DEF-1."""
    fought = fight([ATTACK], [DODGE], rules={field: value}, rolls={"Ana/attack": [MISS]})
    assert fought.counters("Bo") == [(0, 8, counter, "defend")]
    assert fought.figures()[0][2] == difficulty


def test_a_defense_of_a_later_sequence_ends_with_its_count_too() -> None:
    """S-DEF-1, S-SEQ-2: up at count 10, over at 11, where Cid's attack meets 13."""
    cid = fighter("Cid", "red", 0, [ATTACK | {"at": 11}], shot=9)
    fought = fight(
        [ATTACK | {"at": 10}], [DODGE], others=[cid], rules={"max_counts": 12}, rolls={"Ana/attack": [MISS], "Cid/attack": [MISS]}
    )
    assert fought.defenses("Bo") == [(10, "dodge", 3, False), (11, "dodge", 3, True)]
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [16, 13]
