"""Combat Modes: which arcs are guarded, when, and what guards nothing (P-MOD-1, P-LOS-2)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import DODGE, FIRE, Fought, Player, fight, one, totals

from engine.steps.actions import Fire

ROW = ["B....A..."]
"""Ana is due east of Bo."""


def shot_at(bo: dict[str, Any], rows: list[str] = ROW, ana: Any = None, dodge: bool = True, **rolls: Any) -> Fought:
    """Ana shoots at Bo, once and not well; Bo has a good die for a dodge where he is to make one."""
    dice = {"Ana/check": totals(9)} | ({"Bo/dodge": [20]} if dodge else {"Bo/dodge": []}) | rolls
    return fight(rows, one("Ana", "red", ana or [FIRE]), bo, rolls=dice)


ARCS = {"e": "front", "ne": "front", "se": "front", "n": "flank", "nw": "flank", "s": "flank", "sw": "flank", "w": "rear"}
GUARDED = {"forward": {"front"}, "guarded": {"front", "flank"}, "full": {"front", "flank", "rear"}, "none": set[str]()}


@pytest.mark.parametrize("mode", GUARDED)
@pytest.mark.parametrize("facing", ARCS)
def test_one_dodges_only_what_comes_from_an_arc_its_mode_guards(mode: str, facing: str) -> None:
    """P-MOD-1: forward the front, guarded the flanks, too, full all round, none nothing; borders are the forward arc's."""
    guards = ARCS[facing] in GUARDED[mode]
    fought = shot_at(one("Bo", "blue", [DODGE], mode=mode, facing=facing), dodge=guards)
    assert fought.steps("P-MOD-2") == [2 if guards else 0]
    assert [event.success for event in fought.of("dodge", "Bo")] == ([None, True] if guards else [])


@pytest.mark.parametrize(("mode", "rule"), [("full", "P-MOD-1"), ("guarded", None), ("forward", None), ("none", None)])
def test_only_who_guards_all_round_may_not_attack(mode: str, rule: str | None) -> None:
    """P-MOD-1."""
    refused: list[str | None] = []
    player = Player(lambda request: refused.append(request.legal(Fire(weapon="rifle", target="Bo"))))  # type: ignore[func-returns-value]
    fight(ROW, one("Ana", "red", mode=mode), one("Bo", "blue"), players={"Ana": player})
    assert (refused[0] or "None").split(":")[0] == str(rule)


def test_a_mode_counts_from_when_it_is_taken() -> None:
    """P-MOD-1, P-FIR-2: a count after it is chosen: at 1, in time for the commit at 2; at 3 it is too late."""
    away = {"facing": "w"}
    full = {"do": "mode", "mode": "full"}
    assert shot_at(one("Bo", "blue", [full, DODGE], **away)).steps("P-MOD-2") == [2]
    late = shot_at(one("Bo", "blue", [full | {"at": 2}, DODGE], **away), dodge=False)
    assert [(event.t, event.mode) for event in late.of("mode", "Bo")] == [(3, "full")]
    assert late.steps("P-MOD-2") == [0]


def test_who_gives_up_guarding_after_it_declared_a_dodge_does_not_dodge() -> None:
    """P-MOD-1: declared at the commit, checked at the impact: at 3 Bo's mode is none; it costs nothing either."""
    bo = one("Bo", "blue", [DODGE, {"do": "mode", "mode": "none"}, FIRE | {"at": 4}])
    fought = shot_at(bo, dodge=False, **{"Bo/check": totals(9)})
    assert fought.steps("P-MOD-2", "Ana") == [0]
    assert fought.declared("Bo")[-1] == ("fire", 4, 6, 8, 8)


def test_who_turns_its_back_after_it_declared_a_dodge_does_not_dodge() -> None:
    """P-MOD-1, P-LOS-2: facing west at 3."""
    fought = shot_at(one("Bo", "blue", [DODGE, {"do": "face", "facing": "w"}]), dodge=False)
    assert fought.times("face", "Bo") == [3]
    assert fought.steps("P-MOD-2") == [0]


def test_an_attacker_who_has_got_behind_one_by_the_impact_is_not_dodged() -> None:
    """P-MOD-1: at 2 Ana, jogging, commits exactly on the border of the flank, 135 degrees off; at 4 she is in the rear."""
    rows = ["....A.....", ".....B...."]
    ana = [{"do": "move", "pace": "jogging", "path": [[5, 0], [6, 0]]}, FIRE | {"target": "Bo"}]
    fought = shot_at(one("Bo", "blue", [DODGE], facing="sw", mode="guarded"), rows=rows, ana=ana, dodge=False)
    assert fought.times("step", "Ana") == [2, 4]
    assert [event.declared for event in fought.of("dodge")] == [True]
    assert fought.steps("P-MOD-2") == [0]


def test_who_reloads_guards_nothing_whatever_its_mode() -> None:
    """P-MOD-1: busy. Bo shoots at 4 and reloads until 16; Ana's shot, committed at 12, can't be dodged."""
    bo = one("Bo", "blue", [FIRE, {"do": "reload"}, DODGE], mode="guarded")
    fought = shot_at(bo, ana=[FIRE | {"at": 10}], dodge=False, **{"Bo/check": totals(9)})
    assert "noticed" not in {reason for _, reasons in fought.asked("Bo") for reason in reasons}
    assert fought.steps("P-MOD-2", "Ana") == [0]


def test_who_begins_to_reload_after_it_declared_a_dodge_does_not_dodge() -> None:
    """P-MOD-1: Ana's shot is committed at 5, Bo says he dodges, and reloads at once: at 7 he is busy."""
    bo = one("Bo", "blue", [FIRE, DODGE, {"do": "reload"}])
    fought = shot_at(bo, ana=[FIRE | {"at": 3}], dodge=False, **{"Bo/check": totals(9)})
    assert [(event.t, event.declared) for event in fought.of("dodge", "Bo")] == [(5, True)]
    assert fought.declared("Bo")[-1] == ("reload", 5, None, None, 17)
    assert fought.times("reload", "Bo") == [17]


def test_who_aims_levels_or_runs_can_dodge_and_who_sprints_can_not() -> None:
    """P-MOD-1: sprinting is busy."""
    for pace, dodges in (("running", True), ("sprinting", False)):
        rows = ["B....................A"]
        bo = one("Bo", "blue", [{"do": "move", "pace": pace, "to": [12, 0]}, DODGE])
        fought = shot_at(bo, rows=rows, dodge=dodges)
        assert fought.steps("P-MOD-2") == [2 if dodges else 0]
    for order in ({"do": "aim"}, FIRE):
        bo = one("Bo", "blue", [order, DODGE])
        fought = shot_at(bo, **{"Bo/check": totals(9)} if order is FIRE else {})
        assert fought.steps("P-MOD-2", "Ana") == [2]


def test_who_runs_looks_where_it_goes_and_does_not_guard_behind() -> None:
    """P-MOD-1, P-LOS-2: Bo runs west, away from Ana."""
    rows = [".........B....A"]
    fought = shot_at(one("Bo", "blue", [{"do": "move", "pace": "running", "to": [0, 0]}, DODGE]), rows=rows, dodge=False)
    assert fought.steps("P-MOD-2") == [0]
