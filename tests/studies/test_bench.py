"""Speed figures: what is timed fights the right battles, whatever it takes; no test looks at a time."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.errors import InputError
from scenarios import load
from studies import bench, bench_peers, bench_table, bench_ways
from studies.bench import interleaved, machine, measure
from studies.bench_peers import PEERS, longest, peers, same_waits
from studies.bench_ratio import median_ratio
from studies.bench_table import as_markdown, described, laid_out, number, span
from studies.bench_ways import checksum, outcomes, recorded, waits_of, ways
from studies.cli import invoke
from studies.run import run

BATTLES = [[[3, 4], [5]], [], [[7, 0, 1], [2, 2]]]
"""Three battles by hand: 7 ticks long, without anybody, 8 ticks long."""


@pytest.mark.parametrize("name", PEERS)
def test_every_peer_waits_all_fighters_of_a_battle_at_once_and_the_battles_one_by_one(name: str) -> None:
    if name == "salabim":
        pytest.importorskip("salabim")
    assert PEERS[name](BATTLES) == [7, 0, 8]
    assert PEERS[name](BATTLES[::-1]) == [8, 0, 7]


def test_a_peer_that_waits_something_else_is_found_out() -> None:
    def hasty(battles: Sequence[Any]) -> list[float]:
        return [longest(waits) / 2 for waits in battles]

    with pytest.raises(RuntimeError, match="the peer hasty takes"):
        same_waits(BATTLES, {"hasty": hasty})


def test_simpy_is_always_among_the_peers_and_first() -> None:
    assert list(peers(["heap"])) == ["SimPy", "heap"]
    assert next(iter(peers())) == "SimPy"


def test_an_unknown_peer_names_those_there_are() -> None:
    with pytest.raises(InputError, match="peer 'simula': found no such name; allowed: one of SimPy, heap, salabim"):
        peers(["simula"])


def test_a_peer_that_is_not_installed_is_left_out_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_peers, "OPTIONAL", {"salabim": "no_such_package_at_all"})
    assert list(peers()) == ["SimPy", "heap"]
    with pytest.raises(InputError, match="the package no_such_package_at_all"):
        peers(["salabim"])


def test_the_waits_are_those_of_every_declared_action() -> None:
    """Ana waits 1, 2.5 and 0.5 counts, then 2 (that action ends without a blow); Bo waits 3 in all. 8000 ticks a count."""
    blow = SimpleNamespace(type="declare", actor="Ana", t=0.0, begin=1.0, commit=3.5, impact=4.0, ready=None)
    walk = SimpleNamespace(type="declare", actor="Ana", t=4.0, begin=6.0, commit=None, impact=None, ready=None)
    other = SimpleNamespace(type="declare", actor="Bo", t=0.0, begin=0.0, commit=None, impact=None, ready=3.0)
    wound = SimpleNamespace(type="wound", actor="Ana", t=2.0)
    battle: Any = SimpleNamespace(events=[blow, wound, other, walk])
    assert waits_of(battle) == [[8000, 20_000, 4000, 16_000], [0, 24_000]]


def test_the_checksum_is_that_of_the_logs_the_user_gets() -> None:
    scenario = load("duel")
    digests = [run(scenario, seed).log()[-1]["digest"] for seed in range(2)]
    assert checksum(recorded(scenario, 2, "duel")) == hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


def test_all_ways_end_the_battles_as_the_recorded_ones(tmp_path: Path) -> None:
    scenario = load("shots_duel")
    expected = outcomes(battle.result for battle in recorded(scenario, 2, "shots_duel") if battle.result)
    found = ways(scenario, 2, tmp_path)
    assert list(found) == ["no sink", "in memory", "and read", "JSONL log"]
    assert {outcomes(way()) for way in found.values()} == {expected}


def test_a_way_in_which_battles_end_otherwise_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = bench_ways.fight
    monkeypatch.setattr(bench_ways, "fight", lambda scenario, seed, *rest: real(scenario, seed + 1, *rest))
    with pytest.raises(RuntimeError, match="no sink: the battles end otherwise"):
        measure("duel", 2, 2, peer_names=["SimPy"])


def test_a_replay_that_is_not_identical_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        identical = False

    monkeypatch.setattr("studies.replay.replay", lambda _log: Other())
    with pytest.raises(RuntimeError, match="the replay of seed 0 is not identical"):
        measure("duel", 1, 2, peer_names=["SimPy"], with_replay=True)


def test_calls_take_turns_and_every_other_round_goes_the_other_way_round() -> None:
    order: list[str] = []
    calls = {name: (lambda name=name: order.append(name)) for name in "abc"}
    rounds: list[None] = []
    times = interleaved(calls, 3, {"a": 1, "b": 2, "c": 4}, lambda: rounds.append(None))
    assert "".join(order) == "abccbaabc"
    assert [len(own) for own in times.values()] == [len(rounds)] * 3 == [3, 3, 3]


def test_a_report_has_a_row_a_peer_and_a_way_and_the_same_checksum_every_time() -> None:
    one, other = (measure("timing_drill", 2, 2, peer_names=["heap"], with_replay=True) for _ in range(2))
    names = ["SimPy", "heap", "no sink", "in memory", "and read", "JSONL log", "replay"]
    assert [row["configuration"] for row in one.rows()] == names
    assert [row["peer"] for row in one.rows()] == [True, True, False, False, False, False, False]
    assert one.checksum == other.checksum
    assert one.ratio("heap", "heap").value == 1
    assert one.events == sum(len(battle.events) for battle in recorded(load("timing_drill"), 2, "")) / 2


def test_the_machine_is_described_without_its_name() -> None:
    import platform

    assert set(machine()) == {"python", "system", "processor", "processors"}
    assert platform.node() not in str(machine()).split()


def test_a_machine_that_was_busy_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_table, "cores", lambda: 2)
    monkeypatch.setattr("os.getloadavg", lambda: (9.0, 0.0, 0.0))
    assert described(machine()).endswith("), busy: 9 programs at once")
    monkeypatch.setattr("os.getloadavg", lambda: (2.5, 9.0, 9.0))
    assert described(machine()).endswith(")")


def test_tables_stand_in_columns_or_in_markdown() -> None:
    rows = [("a", "bb"), ("ccc", "d")]
    assert laid_out(rows) == ["a    bb", "ccc  d"]
    assert as_markdown(rows) == ["| a | bb |", "|---|---|", "| ccc | d |"]


def test_ratios_have_three_figures_that_count() -> None:
    assert [number(value) for value in (123.4, 12.34, 1.234, 0.1234, 0.01234)] == ["123", "12.3", "1.23", "0.12", "0.012"]
    assert span(median_ratio([1.0] * 9, [2.0] * 9)) == "0.50 to 0.50"
    assert span(median_ratio([1.0] * 2, [2.0] * 2)) == "-"


def bench_of(*words: str) -> Result:
    from studies.cli_bench import bench_command

    return CliRunner().invoke(bench_command, [*words], catch_exceptions=False)


def test_couched_bench_prints_a_table_a_scenario() -> None:
    done = bench_of("duel", "steps_duel", "duel", "--smoke", "--peer", "heap")
    assert done.output.count("3 battles a round, 2 rounds") == 2
    assert "heap (waits)" in done.output
    assert "salabim" not in done.output
    assert "replay" in done.output


def test_couched_bench_as_json_has_the_figures_of_one_scenario_or_of_several() -> None:
    one = json.loads(bench_of("--smoke", "--json", "--peer", "SimPy").output)
    assert one["scenario"] == "duel"
    assert one["machine"] == machine()
    assert {row["configuration"] for row in one["configurations"]} == {"SimPy", "no sink", "in memory", "and read", "JSONL log", "replay"}
    assert one["configurations"][0]["over_skeleton"] == 1
    assert one["configurations"][0]["over_skeleton_interval"] is None, "two rounds are too few"
    several = json.loads(bench_of("duel", "timing_drill", "--smoke", "--json", "--peer", "SimPy").output)
    assert [figures["scenario"] for figures in several["scenarios"]] == ["duel", "timing_drill"]
    assert several["scenarios"][0]["checksum"] == one["checksum"]


def test_short_battles_are_fought_oftener_and_long_ones_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from studies import cli_bench

    assert cli_bench._battles(load("duel"), "duel") == 40
    monkeypatch.setattr(cli_bench, "EVENTS", 10)
    assert cli_bench._battles(load("duel"), "duel") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing_like_it"], "nothing_like_it: found no file and no shipped scenario"),
        (["duel", "nothing_like_it"], "nothing_like_it: found no file and no shipped scenario"),
        (["--peer", "simula"], "peer 'simula': found no such name"),
        (["--rounds", "1"], "1 is not in the range"),
        (["--battles", "0"], "0 is not in the range"),
    ],
)
def test_couched_bench_has_one_clear_error(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["bench", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert "Traceback" not in captured.err


EXTERNAL = """
schema = "couched.scenario/1"
name = "A program"
system = "counts"
[[combatants]]
name = "Ana"
side = "red"
template = "soldier"
position = [0.0, 0.0]
agent = { policy = "external", command = ["touch", "PLACE"] }
[[combatants]]
name = "Bo"
side = "blue"
template = "soldier"
position = [5.0, 0.0]
"""


def test_couched_bench_runs_no_program_a_scenario_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "program.toml"
    file.write_text(EXTERNAL.replace("PLACE", str(tmp_path / "was_run")), encoding="utf-8")
    assert invoke(["bench", str(file), "--smoke"]) == 2
    assert "combatants.Ana.agent: found the external command" in capsys.readouterr().err
    assert not (tmp_path / "was_run").exists()


def test_battles_that_end_in_an_error_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any, **__: Any) -> dict[str, Any]:
        class Failing:
            def decide(self, _request: Any) -> Any:
                raise ValueError("half done")

        return {"Ana": Failing(), "Bo": Failing()}

    monkeypatch.setattr(import_module("studies.run"), "build_agents", failing)
    with pytest.raises(InputError, match=r"duel, seed 0: found an error: .*half done"):
        bench.measure("duel", 1, 2)
