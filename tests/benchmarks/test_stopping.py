"""The benchmark of the stopping rules: its table, its verdicts and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest

from benchmarks import comparing, stopping


def row(wrong: int, promised: float | None) -> stopping.Row:
    return stopping.Row("rule", "truth", "anew", 1000, wrong, promised, 900 - wrong, 123.4)


def test_a_promise_is_broken_where_chance_can_not_explain_the_wrong_runs() -> None:
    assert row(60, 0.05).kept  # 1.45 standard errors
    assert not row(90, 0.05).kept  # 5.8
    assert row(900, None).kept
    assert row(90, 0.05).cells() == ("rule", "truth", "anew", "9.0%", "5.0%", "81.0%", "10.0%", "123", "BROKEN")


@pytest.mark.parametrize(("mean", "drawn"), [(0.5, 0.1), (0.3, 0.1), (0.98, 0.04), (1.0, 0.0)])
def test_simulated_battles_have_the_mean_and_the_draws_they_are_meant_to_have(mean: float, drawn: float) -> None:
    scores = stopping.battles_of(mean, 0.1, (numpy.arange(10000) + 0.5) / 10000)
    assert scores.mean() == pytest.approx(mean, abs=1e-4)
    assert (scores == 0.5).mean() == pytest.approx(drawn, abs=1e-4)


@pytest.mark.parametrize(("dice", "ratio"), [("anew", 0.5), ("same", 1.0), ("against", 0.0)])
def test_the_dice_of_a_pair_hang_together_as_they_say(dice: str, ratio: float) -> None:
    pairs = stopping.pairs_of(0.5, dice, (1, 20000), numpy.random.default_rng(0), draws=0.0)
    assert pairs.var() / 0.25 == pytest.approx(ratio, abs=0.03)


def test_the_rows_of_targets_are_the_same_every_time() -> None:
    assert list(stopping.targets(3)) == list(stopping.targets(3))


def test_the_benchmark_prints_a_row_for_every_truth_and_writes_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stopping, "SMOKE_RUNS", 3)
    assert stopping.main(True, tmp_path / "figures.json") == 0
    lines = capsys.readouterr().out.splitlines()
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert lines[0].split()[:3] == ["rule", "truth", "dice"]
    assert figures["runs"] == 3
    assert len(lines) - 1 == len(figures["rows"]) == 15 + 8 + 9 + 1 + 5 * (2 + 2 + 3)


def test_a_broken_promise_ends_with_code_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "targets", lambda _runs: [row(90, 0.05)])
    for part in ("sequential", "differences", "peeking"):
        monkeypatch.setattr(stopping, part, lambda _runs: [])
    assert stopping.main(True, None) == 3


def test_a_simulated_comparison_is_a_real_one_and_knows_which_variant_is_better() -> None:
    case = comparing.Case("compare", {}, 400, 0.9, 0.3, 0.5)
    found = comparing.compared(case, 1, comparing.arms_of())
    assert (found.better, found.facts.stop, found.kind) == ("a", 400, "compare")
    assert found.wins.difference.interval.holds(0.95 * 0.6)
    turned = comparing.compared(case._replace(one=0.3, other=0.9), 1, comparing.arms_of())
    assert turned.better == "b"
    same = comparing.compared(case._replace(other=0.9, shared=1.0), 1, comparing.arms_of())
    assert (same.better, same.wins.difference.value, same.p) == (None, 0.0, 1.0)


def test_a_simulated_comparison_stops_by_its_rule() -> None:
    case = comparing.Case("sprt", {"sprt": (0.0, 40.0)}, 1500, 0.9, 0.3, 0.0)
    found = comparing.compared(case, 1, comparing.arms_of())
    assert found.decision is not None
    assert (found.decision.verdict, found.facts.stop) == ("elo1", 100)
    counts = comparing.counted(case, 2)
    assert (counts.verdicts, counts.better, counts.battles) == ({"elo1": 2}, {"a": 2, "b": 0, None: 0}, 100)
