"""Snapshots: attacks of 2 shots or 1 (S-SEQ-5)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, bomb, fight, fighter, fists, gun

from engine.errors import AgentError, IllegalOption
from engine.shots.actions import Attack

TWO, ONE = {"do": "attack", "shots": 2}, {"do": "attack", "shots": 1}


@pytest.mark.parametrize(("shots", "worse"), [(3, 0), (2, -2), (1, -5)])
def test_an_attack_of_fewer_shots_is_worse_and_the_next_action_comes_sooner(shots, worse) -> None:
    """S-SEQ-5: skill 14, dice 0, Dodge 13: 14, 12 or 9."""
    fought = fight([{"do": "attack", "shots": shots}], rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Bo", 14 + worse, 13, 1 + worse)]
    assert fought.counters("Ana") == [(0, 10, 10 - shots, "attack")]
    assert fought.mods("attack", "Ana").get("S-SEQ-5", 0) == -worse
    assert (shots, ("ready",)) in fought.asked("Ana")


def test_ten_snapshots_of_one_shot_fill_a_sequence() -> None:
    """S-SEQ-5, S-SEQ-2: shots 10 to 1, one a count."""
    fought = fight([ONE] * 11, rolls={"Ana/attack": [MISS] * 10})
    assert [event.t for event in fought.of("declare", "Ana")] == list(range(10))
    assert fought.state("Ana")["totals"]["snapshots"] == 10


@pytest.mark.parametrize(
    ("weapon", "order", "distance"),
    [
        (fists(), {"do": "attack", "shots": 2}, 2),
        (gun(range="short", thrown=True), {"do": "throw", "shots": 2}, 9),
        (bomb(), {"do": "area", "shots": 2}, 10),
    ],
)
def test_every_kind_of_attack_can_be_a_snapshot(weapon, order, distance) -> None:
    """S-SEQ-5."""
    fought = fight([order], distance=distance, ana_has={"weapons": [weapon]}, rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Bo", 12, 13, -1)]
    assert fought.counters("Ana") == [(0, 10, 8, order["do"])]


@pytest.mark.parametrize("shots", [4, -1, 0])
def test_no_attack_takes_another_number_of_shots(shots) -> None:
    """S-SEQ-5: 0 would be a free shot, which a schtick gives."""
    with pytest.raises(IllegalOption, match="S-SEQ-5"):
        fight(players={"Ana": Player(lambda request: Attack(target="Bo", weapon="gun", shots=shots))})


def test_no_movement_goes_with_a_snapshot() -> None:
    """S-SEQ-5, S-MOV-1: movement goes with 3-shot actions."""
    with pytest.raises(AgentError, match="S-MOV-1"):
        fight([TWO | {"toward": "Bo"}])


def test_an_unnamed_character_makes_no_snapshots() -> None:
    """S-WND-3."""
    hasty = Player(lambda request: Attack(target="Bo", weapon="gun", shots=2))
    with pytest.raises(IllegalOption, match="S-WND-3"):
        fight(ana_has={"unnamed": True}, players={"Ana": hasty})


def test_one_who_defends_another_may_make_a_snapshot() -> None:
    """S-SEQ-5, S-DEF-4: Cid shoots for 2 and steps between at shot 10, and shoots for 2 at shot 5."""
    cid = fighter("Cid", "blue", 12, [TWO, {"do": "interpose", "on": "announced"}, TWO], shot=10)
    fought = fight([{"do": "attack", "target": "Bo"}], others=[cid], rolls={"Ana/attack": [MISS], "Cid/attack": [MISS] * 2})
    assert fought.counters("Cid")[:3] == [(0, 10, 8, "attack"), (0, 8, 5, "interpose"), (5, 5, 3, "attack")]


def test_snapshot_penalties_are_rules() -> None:
    """S-SEQ-5: fields snapshot_2 and snapshot_1."""
    fought = fight([TWO, ONE], rules={"snapshot_2": -1, "snapshot_1": -3}, rolls={"Ana/attack": [LEVEL, LEVEL]})
    assert [total for _, total, _, _ in fought.figures()] == [13, 11]
