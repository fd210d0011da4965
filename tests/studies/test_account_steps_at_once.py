"""What a steps account says where much happens at one moment: several targets of one shot, dodges beside actions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scenarios import load
from studies.account import tell
from studies.account_steps_totals import totals_of
from studies.explain import explain, report
from studies.run import run

LOG = Path(__file__).parent / "logs" / "steps.jsonl"
HEADER: dict[str, Any] = json.loads(LOG.read_text(encoding="utf-8").splitlines()[0])


def log_of(*events: dict[str, Any], **rules: Any) -> list[dict[str, Any]]:
    """Return a log of these after the header of the handmade one, numbered from 1."""
    header = HEADER | {"scenario": HEADER["scenario"] | {"rules": rules}}
    return [header, *({"seq": place, "t": 0.0, "cause": 0, **event} for place, event in enumerate(events, 1))]


def roll(purpose: str, face: int, cause: int, **more: Any) -> dict[str, Any]:
    return {"type": "roll", "purpose": purpose, "dice": "1d20", "faces": [face], "result": "-", "mods": [], "cause": cause, **more}


# several targets of one shot

AUTO: dict[str, Any] = {"t": 8.0, "actor": "Ana", "action": "Ana#1"}
FULL_AUTO = log_of(
    {"type": "fired", "weapon": "rifle", "mode": "auto", "rounds": 10, "left": 20, **AUTO},
    {**AUTO, **roll("dodge", 17, 1, actor="Bo")},
    {**AUTO, "type": "dodge", "actor": "Bo", "against": "Ana#1", "declared": False, "success": True, "cause": 2},
    {"type": "chain", "target": "Bo", "links": [], "steps": 6, "difficulty": 27, "cause": 1, **AUTO},
    {**AUTO, **roll("check", 17, 4)},
    {"type": "impact", "result": "hit", "target": "Bo", "weapon": "rifle", "difficulty": 27, "total": 22, **AUTO, "cause": 5},
    {**AUTO, **roll("location", 70, 6), "result": "left leg"},
    {**AUTO, **roll("damage", 3, 6), "dice": "1d6"},
    {"type": "chain", "target": "Cy", "links": [], "steps": 4, "difficulty": 19, "cause": 1, **AUTO},
    {**AUTO, **roll("check", 12, 9)},
    {"type": "impact", "result": "hit", "target": "Cy", "weapon": "rifle", "difficulty": 19, "total": 17, **AUTO, "cause": 10},
    {**AUTO, **roll("location", 71, 11), "result": "left leg"},
    {**AUTO, **roll("damage", 5, 11), "dice": "1d6"},
    {**AUTO, "type": "wound", "actor": "Bo", "by": "Ana", "location": "left leg", "damage": 3, "armor": 0, "lost": 3, "health": 17, "cause": 8},
    {**AUTO, "type": "wound", "actor": "Cy", "by": "Ana", "location": "left leg", "damage": 5, "armor": 0, "lost": 5, "health": 15, "cause": 13},
)  # fmt: skip


def test_each_target_of_full_auto_is_told_with_its_own_check_and_its_own_dice() -> None:
    """P-FIR-1: 17 and 5 against Bo, 12 and 5 against Cy; the damage of each."""
    told = {line.seq: line.text for line in tell(FULL_AUTO, "full").lines}
    for seq, total, check in ((6, "22 against 27", "rolled 17 + 5"), (11, "17 against 19", "rolled 12 + 5")):
        assert total in told[seq]
        assert told[seq].endswith(check)
    assert told[14].endswith("(1d6: 3)")
    assert told[15].endswith("(1d6: 5)")


def test_each_target_of_full_auto_is_told_with_its_own_difficulty() -> None:
    """P-CHK-2."""
    told = {line.seq: line.text for line in tell(FULL_AUTO, "full").lines}
    assert ("step 6" in told[6], "step 4" in told[11]) == (True, True)


@pytest.mark.parametrize(
    ("seq", "belongs", "other"),
    [(6, "rolled 17", "rolled 12"), (11, "rolled 12", "rolled 17"), (11, "shoots at Cy", "Bo dodges"), (6, "Bo dodges", "shoots at Cy"),
     (14, "rolled 70", "rolled 71"), (15, "rolled 71", "rolled 70"), (15, "hits Cy", "hits Bo")],
)  # fmt: skip
def test_a_target_of_full_auto_is_explained_by_what_is_its_own(seq: int, belongs: str, other: str) -> None:
    """P-FIR-1, P-MOD-2, P-DMG-1."""
    told = " ".join(report(explain(FULL_AUTO, seq)))
    assert belongs in told
    assert other not in told


def test_the_check_in_the_words_is_always_the_one_that_led_to_the_impact() -> None:
    """P-FIR-1: the suppressing gunner sweeps several squares again and again."""
    log = run(load("suppression", overrides=["rules.max_counts=60"]), 1, record=True).log()
    told = {line.seq: line.text for line in tell(log, "full").lines}
    checks = [event for event in log if event["type"] == "impact" and event.get("total") is not None]
    assert checks
    for event in checks:
        assert f"rolled {log[event['cause']]['faces'][0]} + " in told[event["seq"]]


# what dodges cost


def dodge(t: float, cause: int = 0) -> dict[str, Any]:
    return {"type": "dodge", "t": t, "actor": "Bo", "against": "Ana#1", "declared": False, "success": True, "cause": cause}


def spent(*events: dict[str, Any], end: float = 9.0, **rules: Any) -> dict[str, float]:
    """Return what Bo spent its counts on, without what it spent none on."""
    counts = totals_of(log_of(*events, {"type": "battle.end", "t": end, "actor": None}, **rules))["Bo"].counts
    return {kind: value for kind, value in counts.items() if value}


def bo(kind: str, t: float, **more: Any) -> dict[str, Any]:
    return {"type": kind, "t": t, "actor": "Bo", "action": "Bo#1", **more}


def test_a_dodge_beside_an_action_is_counted_apart_from_it() -> None:
    """P-MOD-2: levels from 1, dodges at 2, so commits at 4 instead of 3 and shoots at 6."""
    shot = bo("level", 1.0), dodge(2.0), bo("commit", 4.0), bo("fired", 6.0, rounds=1)
    assert spent(*shot) == {"levelling": 2, "squeezing": 2, "dodging": 1}


def test_a_dodge_of_an_idle_one_takes_its_count_before_what_follows() -> None:
    """P-MOD-2: dodges at 2, levels from 3."""
    shot = dodge(2.0), bo("level", 3.0), bo("commit", 5.0), bo("fired", 7.0, rounds=1)
    assert spent(*shot) == {"levelling": 2, "squeezing": 2, "dodging": 1}


def test_a_dodge_at_the_very_count_of_ones_own_shot_comes_after_it() -> None:
    """P-MOD-2: what is due at that very instant is not put off."""
    shot = bo("level", 0.0), bo("commit", 2.0), dodge(4.0), bo("fired", 4.0, rounds=1)
    assert spent(*shot) == {"levelling": 2, "squeezing": 2, "dodging": 1}


def test_several_dodges_add_up_and_cost_what_the_rules_say() -> None:
    """P-MOD-2: twice two counts from 2 on."""
    assert spent(dodge(2.0), dodge(2.0), dodge_counts=2) == {"dodging": 4}


@pytest.mark.parametrize("last", [{"type": "down", "t": 2.5, "actor": "Bo", "health": 0, "why": "P-DMG-1: down"}, {"type": "step", "t": 2.5}])
def test_what_one_never_came_to_is_not_spent(last: dict[str, Any]) -> None:
    """P-MOD-2, CLK-4: half the count of a dodge is left when it goes down, or the battle ends."""
    assert spent(bo("level", 1.0), dodge(2.0), last, end=2.5) == {"levelling": 1, "dodging": 0.5}


@pytest.mark.parametrize("scenario", ["steps_duel", "street_ambush", "bystanders"])
def test_nobody_spends_more_counts_than_there_are(scenario: str) -> None:
    log = run(load(scenario), 3, record=True).log()
    totals = totals_of(log)
    for its in totals.values():
        assert sum(value for kind, value in its.counts.items() if kind != "moving") <= log[-1]["t"] + 1e-6
    assert sum(its.counts["dodging"] for its in totals.values()) > 0
