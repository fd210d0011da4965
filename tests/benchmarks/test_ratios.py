"""The ratios to be reached: how they are judged, and that all of them are measured; no test looks at a time."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from benchmarks import ratios, ratios_battles, ratios_child, ratios_processes
from benchmarks.__main__ import invoke
from benchmarks.configurations import configurations
from benchmarks.ratios import LIMITS, Found, Limit, Plan, Row, measured, ordered
from benchmarks.ratios_words import SMOKE, data, told
from studies.bench_ratio import median_ratio

PLAN = attrs.evolve(
    Plan.smoke(configurations()), duel=attrs.evolve(configurations()[0], battles=1), battles=40,
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "state"), [(3.5, "aim reached"), (3.51, "reached"), (6.0, "reached"), (6.01, "NOT REACHED")]
)
def test_less_is_better_up_to_the_bounds(value: float, state: str) -> None:
    assert Limit("PF-1", "", 6, 3.5).state(value) == state


@pytest.mark.parametrize(("value", "state"), [(1.9, "aim reached"), (1.8, "reached"), (1.75, "reached"), (1.7, "NOT REACHED")])
def test_where_more_is_better_the_bounds_turn_round(value: float, state: str) -> None:
    assert LIMITS["workers"].state(value) == state


def test_all_eight_are_there() -> None:
    assert tuple(f"PF-{number}" for number in range(1, 9)) == ratios.IDS


def test_a_bound_is_worse_than_its_aim() -> None:
    assert all((limit.least < limit.aim) == limit.more for limit in LIMITS.values())


def test_the_battles_show_a_row_for_each_ratio_and_their_checksums() -> None:
    found = Found()
    rows = list(measured(PLAN, ["PF-1", "PF-2", "PF-3", "PF-7", "PF-8"], found))
    keys = ["skeleton", "memory", "log", "crowd", "big crowd", "polling", "replay"]
    assert [row.limit for row in ordered(rows)] == [LIMITS[key] for key in keys]
    assert set(found.checksums) == {"duel", "200 fighters", "2000 fighters"}
    assert found.duel is not None
    assert all(row.value > 0 for row in rows)


def test_only_what_is_asked_for_is_told() -> None:
    assert {row.limit.id for row in measured(PLAN, ["PF-7"], Found())} == {"PF-7"}


def test_a_crowd_that_ends_otherwise_without_a_log_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter("abcdefgh")
    monkeypatch.setattr(ratios_battles, "outcomes", lambda _results: next(answers))
    with pytest.raises(RuntimeError, match="duel: the battles end otherwise without a log"):
        list(measured(PLAN, ["PF-3"], Found()))


def test_workers_are_timed_on_the_same_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    """400 more battles take 2 s of CPU, so 12 s take 2,400. Three rounds: 8, 9 and 10 s on one worker, 5 on two: 1.8 times as fast."""
    asked: list[tuple[Any, ...]] = []
    seconds = iter([3.0, 9.0, 8.0, 5.0, 5.0, 9.0, 10.0, 5.0])

    def answer(*words: Any) -> dict[str, Any]:
        asked.append(words)
        return {"seconds": next(seconds), "cpu": 1.0 + words[2] / 200, "rows": "same"}

    monkeypatch.setattr(ratios_processes, "answer", answer)
    (row,) = measured(attrs.evolve(PLAN, rounds=3, seconds=12.0), ["PF-4"], Found())
    assert row.value == pytest.approx(1.8)
    assert asked == [("study", jobs, battles) for jobs, battles in
                     [(1, 200), (1, 600), (1, 2400), (2, 2400), (2, 2400), (1, 2400), (1, 2400), (2, 2400)]]  # fmt: skip


def test_workers_with_other_results_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratios_processes, "answer", lambda _what, jobs, _battles: {"seconds": 1.0, "rows": str(jobs)})
    with pytest.raises(RuntimeError, match="other results on 2 workers"):
        list(measured(PLAN, ["PF-4"], Found()))


def test_a_study_has_the_same_rows_on_one_worker_and_on_two() -> None:
    one, two = (ratios_processes.answer("study", jobs, 40) for jobs in (1, 2))
    assert one["rows"] == two["rows"]


def test_memory_is_that_of_processes_of_their_own() -> None:
    rows = list(measured(PLAN, ["PF-5"], Found()))
    assert [row.limit for row in rows] == [LIMITS["big memory"], LIMITS["growth"]]
    assert 5 < rows[0].value < 2000, "megabytes of an interpreter with the engine"
    assert rows[1].value >= 0


def test_the_peak_is_what_was_in_memory_at_once() -> None:
    before = ratios_child.peak()
    block = bytearray(before + 50_000_000)
    block[::4096] = b"x" * len(block[::4096])
    assert ratios_child.peak() > before + 40_000_000


def test_starting_up_is_measured_against_what_couched_stands_on() -> None:
    (row,) = measured(PLAN, ["PF-6"], Found())
    assert row.value > 0.5
    assert " ms over " in row.note


def test_a_process_that_fails_says_why() -> None:
    with pytest.raises(RuntimeError, match=r"ended with code 1: .*half done"):
        ratios_processes.ended([sys.executable, "-c", "raise SystemExit('half done')"])


def rows() -> list[Row]:
    return [Row.of("skeleton", median_ratio([9.0] * 9, [1.0] * 9), "9 waits"), Row(LIMITS["big memory"], 250.0)]


def test_the_table_says_where_each_stands() -> None:
    text = told(rows(), Found(), attrs.evolve(PLAN, is_smoke=False), markdown=True)
    lines = text.splitlines()
    assert lines[2] == (
        "| PF-1 | a duel without sink, over SimPy doing the same waits (CPU) | 9.00 | 9.00 to 9.00 | <= 6 | <= 3.5 | NOT REACHED |"
    )
    assert lines[3] == "| PF-5 | peak memory of a battle of 2,000 without sink | 250 MB | - | <= 400 MB | <= 200 MB | reached |"
    assert "- PF-1: 9 waits" in lines


def test_smoke_says_that_its_figures_tell_nothing() -> None:
    assert told(rows(), Found(), PLAN, markdown=False).startswith(SMOKE)
    assert data(rows(), Found(), PLAN)["smoke"]


def test_ratios_end_with_code_3_where_battles_came_out_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(_plan: Plan, _ids: Any, found: Found) -> list[Row]:
        found.checksums["duel"] = "0123456789abcdef"
        return rows()

    monkeypatch.setattr(ratios, "measured", made)
    assert invoke(["ratios"]) == 3
    assert "duel: other battles, checksum 0123456789abcdef" in capsys.readouterr().err


def test_ratios_that_are_not_reached_are_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(ratios, "measured", lambda *_: rows())
    assert invoke(["ratios", "--json", str(tmp_path / "figures.json")]) == 0
    assert "NOT REACHED" in capsys.readouterr().out
    assert json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))["ratios"][0]["state"] == "NOT REACHED"


def test_an_unknown_ratio_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["ratios", "--only", "PF-9"]) == 2
    assert "--only PF-9: found no such ratio; allowed: PF-1, PF-2" in capsys.readouterr().err
