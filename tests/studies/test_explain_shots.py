"""Explaining shots battles: the chain of causes, the rolls with their rules, the figures; logs of any content."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from studies.account import tell
from studies.account_render import text_of
from studies.explain import explain, report

LOG = Path(__file__).parent / "logs" / "shots.jsonl"
EVENTS: list[dict[str, Any]] = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]


def seq_of(kind: str, number: int = 0) -> int:
    return int([event for event in EVENTS if event["type"] == kind][number]["seq"])


def explained(seq: int) -> list[str]:
    return [line.strip() for line in report(explain(EVENTS, seq))]


def test_a_wound_is_explained_from_the_shot_on_with_roll_defense_and_figures() -> None:
    """S-ROL-2, S-ROL-3, S-DEF-1."""
    told = explained(seq_of("wound"))
    for line in (
        "+10  dodge (S-ROL-2)", "+3  dodge (S-DEF-1)", "-14  guns (S-ROL-2)",
        "+17  total of the attack (S-ROL-2)", "-13  what it had to reach (S-ROL-2)", "+10  Damage Value (S-ROL-3)",
        "+14  damage (S-ROL-3)", "-6  Toughness (S-ROL-3)", "-2  armor (S-ROL-3)",
    ):  # fmt: skip
        assert line in told
    assert any("Bo defends by dodge" in line for line in told)
    assert any(line.startswith("-> seq 5, count 0: shot 14: Ana acts") for line in told)
    assert any("defense_bonus = 3 points" in line for line in told)


def test_a_wonder_is_a_step_of_its_outcome() -> None:
    """S-ROL-1."""
    assert "+3  both first dice at their highest (S-ROL-1)" in explained(seq_of("impact", -2))


def test_a_sequence_is_explained_by_everyones_initiative() -> None:
    """S-SEQ-1, S-CHR-3."""
    told = explained(seq_of("sequence"))
    for line in ("+7  Speed (S-SEQ-1)", "+1  Fast Draw (S-CHR-3)", "+8  Speed (S-SEQ-1)", "+6  Speed (S-SEQ-1)"):
        assert line in told


def test_of_sequences_that_led_to_each_other_the_last_is_told() -> None:
    """S-SEQ-1: the chain for programs has them all."""
    later = {"t": 14.0, "type": "sequence", "top": 9, "order": {"Ana": 9}}
    log = [*EVENTS[:-1], *({**later, "seq": 1000 + number, "number": number, "cause": cause} for number, cause in ((2, 4), (3, 1002)))]
    explanation = explain(log, 1003)
    assert [link.event["seq"] for link in explanation.links] == [0, 4, 1002, 1003]
    told = [line.strip() for line in report(explanation) if "seq " in line]
    assert told == ["because seq 0, count 0: battle starts, seed 7, battle 0", "-> seq 1003, count 14: sequence 3, from shot 9: 9 Ana"]


def test_going_down_is_explained_by_the_death_test_and_fortune_by_its_die() -> None:
    """S-WND-2, S-WND-1, S-CHR-1."""
    told = explained(seq_of("down", -1))
    for line in ("+6  Wound Points past 30 (S-WND-2)", "-7  Constitution (S-WND-2)", "+2  impairment (S-WND-1)"):
        assert line in told
    assert any("spends a Fortune point on attack: +2" in line for line in explained(seq_of("impact", 2)))


def test_schticks_are_steps_of_damage_and_of_toughness() -> None:
    """S-CHR-3, S-CHR-2: 9 + 3 + 1; 8 + 2."""
    rows = [("S-ROL-3", 9, "Damage Value of pistol"), ("S-CHR-3", 3, "Signature Weapon"), ("S-ROL-2", 1, "Outcome")]
    tough = [("S-ROL-3", 8, "Toughness"), ("S-CHR-3", 2, "Iron Skin")]
    mods, toughness = ([{"rule": rule, "value": value, "why": why} for rule, value, why in terms] for terms in (rows, tough))
    log = [
        EVENTS[0],
        {"seq": 1, "t": 1.0, "type": "impact", "actor": "Ana", "action": "Ana#9", "cause": 0, "result": "hit", "target": "Bo",
         "total": 14, "difficulty": 13, "outcome": 1, "damage": 13, "damage_mods": mods},
        {"seq": 2, "t": 1.0, "type": "wound", "actor": "Bo", "action": "Ana#9", "cause": 1, "by": "Ana", "damage": 13, "toughness": 10,
         "armor": 0, "points": 3, "wounds": 3, "toughness_mods": toughness},
    ]  # fmt: skip
    told = [line.strip() for line in report(explain(log, 2))]
    for line in ("+9  Damage Value of pistol (S-ROL-3)", "+3  Signature Weapon (S-CHR-3)", "+13  damage: with the Outcome (S-ROL-3)",
                 "-8  Toughness (S-ROL-3)", "-2  Iron Skin (S-CHR-3)"):  # fmt: skip
        assert line in told


def test_a_hit_on_a_structure_is_explained_without_an_outcome() -> None:
    """S-WND-4: 9 damage against 11 does nothing."""
    log = [
        EVENTS[0],
        {"seq": 1, "t": 1.0, "type": "impact", "actor": "Ana", "action": "Ana#9", "cause": 0, "result": "hit", "target": "crate",
         "total": 25, "difficulty": 5, "damage": 9, "damage_mods": [{"rule": "S-ROL-3", "value": 9, "why": "Damage Value of pistol"}]},
        {"seq": 2, "t": 1.0, "type": "structure", "actor": "Ana", "action": "Ana#9", "cause": 1, "name": "crate", "damage": 9,
         "against": 11, "toughness": 11, "destroyed": False, "effect": "none"},
    ]  # fmt: skip
    told = [line.strip() for line in report(explain(log, 2))]
    for line in ("+9  Damage Value of pistol (S-ROL-3)", "+9  damage (S-ROL-3)", "+9  damage, without the Outcome (S-WND-4)",
                 "-11  Toughness it met (S-WND-4)"):  # fmt: skip
        assert line in told
    assert not any("Outcome:" in line for line in told)


def test_a_target_of_an_area_attack_is_explained_by_its_own_terms_and_by_who_took_the_worst() -> None:
    """S-RNG-4: the second of two: 10 + 3 + 1; the first took the worst of it."""
    mods = [{"rule": "S-ROL-2", "value": 10, "why": "dodge"}, {"rule": "S-DEF-1", "value": 3, "why": "active dodge"},
            {"rule": "S-RNG-4", "value": 1, "why": "as target 2 of 2"}]  # fmt: skip
    area = {"t": 1.0, "action": "Ana#9"}
    log = [
        EVENTS[0],
        {**area, "seq": 1, "type": "announce", "actor": "Ana", "cause": 0, "weapon": "bomb", "targets": ["Bo", "Thug 1"], "shots": 3, "at": [1, 2]},
        {**area, "seq": 2, "type": "volunteer", "actor": "Thug 1", "cause": 1, "against": "Ana#9"},
        {**area, "seq": 3, "type": "roll", "actor": "Ana", "cause": 2, "purpose": "attack", "dice": "open d6", "faces": [3, 3],
         "result": "hit", "mods": [], "need": 0, "margin": 0},
        {**area, "seq": 4, "type": "impact", "actor": "Ana", "cause": 3, "result": "miss", "target": "Bo", "weapon": "bomb",
         "distance": 2.0, "total": 12, "difficulty": 14, "outcome": -2, "mods": mods},
    ]  # fmt: skip
    told = [line.strip() for line in report(explain(log, 4))]
    for line in ("+12  total of the attack (S-ROL-2)", "-10  dodge (S-ROL-2)", "-3  active dodge (S-DEF-1)", "-1  as target 2 of 2 (S-RNG-4)"):
        assert line in told
    assert "-14  what it had to reach (S-ROL-2)" not in told
    assert any(line.endswith("Thug 1 takes the worst of the attack") for line in told)


# strange logs


values = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=5) | st.lists(st.integers(), max_size=2)


@st.composite
def strange_logs(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return the handmade log with some fields set to anything."""
    log = copy.deepcopy(EVENTS)
    for _ in range(draw(st.integers(1, 4))):
        event = draw(st.sampled_from(log))
        event[draw(st.sampled_from([key for key in [*event, "cause", "actor"] if key not in ("seq", "t", "type")]))] = draw(values)
    return log


@settings(max_examples=40)
@given(strange_logs(), st.sampled_from(["short", "normal", "full"]), st.integers(0, len(EVENTS) - 1))
def test_any_log_can_be_told_and_explained(log: list[dict[str, Any]], detail: str, seq: int) -> None:
    assert not any(ord(char) < 32 for char in text_of(tell(log, detail)).replace("\n", ""))
    assert report(explain(log, seq))
