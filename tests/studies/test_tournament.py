"""Tournaments as they are played: what meets what, the same dice on both sides, stopped, killed and resumed, told."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars
import pytest

import studies
from engine import InputError, __version__
from scenarios import load
from studies.arms import Task, document_of, play
from studies.cli import invoke
from studies.intervals import score_interval, wilson
from studies.players import players_of
from studies.stopping import Looks
from studies.tournament_arms import arms_of, grounds_of, reversed_listing
from studies.tournament_result import TournamentResult

ROOT = Path(__file__).parents[2]

THREE_SIDES = """
schema = "couched.scenario/1"
name = "Three sides"
system = "counts"
[[combatants]]
name = "Ana"
side = "red"
template = "soldier"
[[combatants]]
name = "Bo"
side = "blue"
template = "soldier"
position = [9.0, 0.0]
[[combatants]]
name = "Cy"
side = "green"
template = "soldier"
position = [0.0, 9.0]
"""


def small(**more: Any) -> TournamentResult:
    given: dict[str, Any] = {
        "scenarios": "duel",
        "agents": "brawler,fencer,hold",
        "battles": 6,
        "progress": False,
        **more,
    }
    return studies.tournament(given.pop("scenarios"), given.pop("agents"), **given)


@pytest.fixture(scope="module")
def three() -> TournamentResult:
    """Three agents on two scenarios, and each against itself."""
    return small(scenarios=["duel", "mirror"], mirror=True, seed=11)


def test_every_pairing_meets_on_every_scenario_both_ways_round(three: TournamentResult) -> None:
    sides = {"duel": ("blue", "red"), "mirror": ("left", "right")}
    expected = []
    for scenario, (one, other) in sides.items():
        for first, second in (("brawler", "fencer"), ("brawler", "hold"), ("fencer", "hold")):
            expected.append((scenario, {one: first, other: second}))
            expected.append((scenario, {one: second, other: first}))
        expected += [(scenario, {one: agent, other: agent}) for agent in ("brawler", "fencer", "hold")]
    assert [(arm.tags["scenario"], dict(arm.agents)) for arm in three.arms] == expected
    assert three.battles.height == len(expected) * 6
    assert three.battles["battle"].to_list() == [*range(6)] * len(expected)
    assert {*three.battles["seed"]} == {"11"}


def test_an_agent_plays_all_combatants_of_its_side() -> None:
    (ground,) = grounds_of(["three_on_three"], [])
    for arm in arms_of([ground], players_of("spearman,fencer")):
        for spec in arm.scenario.combatants:
            assert arm.scenario.agents[spec.name].policy == arm.agents[spec.side]


def test_the_combatants_of_the_swapped_game_are_listed_the_other_way_round() -> None:
    (ground,) = grounds_of(["three_on_three"], [])
    plain, swapped = arms_of([ground], players_of("spearman,fencer"))
    listing = [spec.name for spec in plain.scenario.combatants]
    assert [spec.name for spec in swapped.scenario.combatants] == listing[::-1]
    assert listing == [spec.name for spec in load("three_on_three").combatants]


@pytest.mark.parametrize("source", ["duel", "three_on_three", "rider_down", "bodyguards", "shootout_in_cover"])
def test_the_listing_order_changes_nothing(source: str) -> None:
    (ground,) = grounds_of([source], [])
    policies = "random,fencer" if ground.scenario.system == "counts" else "random,gunman"
    arm = arms_of([ground], players_of(policies))[1]
    rows = play(Task(0, document_of(arm), 3, 0, 4))
    turned = reversed_listing(arm.scenario)
    assert turned.digest != arm.scenario.digest
    other = arms_of([ground._replace(scenario=reversed_listing(ground.scenario))], players_of(policies))[1]
    assert play(Task(0, document_of(other), 3, 0, 4)) == rows
    assert len({row.t for row in rows}) > 1


def test_the_figures_are_those_of_the_rows(three: TournamentResult) -> None:
    rows = three.battles.rows(named=True)
    for pairing in three.pairings.rows(named=True):
        if pairing["first"] == pairing["second"]:
            continue
        mine, kinds = [], dict.fromkeys(("wins", "losses", "draws", "timeouts", "stalemates", "errors"), 0)
        scores: dict[int, float] = {}
        for row in rows:
            agents = three.arms[row["arm"]].agents
            if three.arms[row["arm"]].tags["scenario"] == pairing["scenario"] and {*agents.values()} == {
                pairing["first"], pairing["second"]
            }:  # fmt: skip
                won = row["outcome"] == "win" and agents[row["winner"]] == pairing["first"]
                kinds["wins" if won else "losses" if row["outcome"] == "win" else f"{row['outcome']}s"] += 1
                score = 1.0 if won else 0.0 if row["outcome"] == "win" else 0.5
                scores[row["battle"]] = scores.get(row["battle"], 0.0) + score / 2
                mine.append(row["t"])
        assert {kind: pairing[kind] for kind in kinds} == kinds
        assert (pairing["battles"], pairing["pairs"]) == (12, 6)
        assert (pairing["win_low"], pairing["win_high"]) == pytest.approx(tuple(wilson(kinds["wins"], 12)))
        assert pairing["score"] == pytest.approx(sum(scores.values()) / 6)
        counts = {score: [*scores.values()].count(score) for score in scores.values()}
        assert (pairing["low"], pairing["high"]) == pytest.approx(tuple(score_interval(counts)))
        assert (pairing["t_minimum"], pairing["t_maximum"]) == (min(mine), max(mine))
        assert pairing["t_median"] == sorted(mine)[5]  # the ceil(12 / 2)-th


def test_ratings_are_anchored_at_mean_0_in_every_scope(three: TournamentResult) -> None:
    ratings = three.ratings
    assert ratings["scope"].unique(maintain_order=True).to_list() == ["all scenarios", "duel", "mirror"]
    for scope in ratings.partition_by("scope"):
        assert scope["elo"].sum() == pytest.approx(0.0, abs=1e-6)
        assert (scope["low"] < scope["elo"]).all()
        assert (scope["elo"] < scope["high"]).all()
    overall = dict(ratings.filter(polars.col("scope") == "all scenarios").select("agent", "elo").iter_rows())
    assert min(overall, key=overall.__getitem__) == "hold"


def test_side_biases_are_of_all_pairings_and_of_every_mirror_match(three: TournamentResult) -> None:
    between = ["all pairings", "brawler itself", "fencer itself", "hold itself"]
    assert three.sides.select("scenario", "between", "side").rows() == [
        (scenario, which, side) for scenario, side in (("duel", "blue"), ("mirror", "left")) for which in between
    ]
    still = three.sides.filter(polars.col("between") == "hold itself")
    assert still["score"].to_list() == [0.5, 0.5]


def test_the_commands_of_the_battles_to_look_at_play_them_again(
    three: TournamentResult, capsys: pytest.CaptureFixture[str]
) -> None:
    table = three.replays_table()
    rows = [dict(zip([column.key for column in table.columns], row, strict=True)) for row in table.rows]
    assert [row["which"] for row in rows] == ["minimum", "lower quartile", "median", "upper quartile", "maximum"] * 2
    for row in rows:
        invoke([*shlex.split(row["command"])[1:], "--json"])
        told = json.loads(capsys.readouterr().out)
        assert (told["t"], told["outcome"], told["winner"]) == (row["t"], row["outcome"], row["winner"])


def test_parameters_make_another_agent(capsys: pytest.CaptureFixture[str]) -> None:
    result = small(agents=["brawler", "brawler[least_chance=90]"], battles=8)
    assert result.agents == ("brawler", "brawler[least_chance=90]")
    assert result.pairings["score"].to_list() != [0.5]
    slow = result.arms[1]
    invoke([*shlex.split(slow.command(0, 3))[1:], "--json"])
    told = json.loads(capsys.readouterr().out)
    row = result.of(1).row(3, named=True)
    assert (told["t"], told["winner"]) == (row["t"], row["winner"])


def test_shots_are_played_too() -> None:
    result = small(scenarios="shots_duel", agents="gunman,martial_artist", battles=4)
    assert result.pairings["battles"].to_list() == [8]
    assert result.errors == 0


def test_values_are_laid_over_every_scenario() -> None:
    result = small(scenarios=["duel", "mirror"], agents="hold,random", battles=2, overrides=["rules.max_counts=50"])
    assert max(result.battles["t"].to_list()) <= 50
    assert all(arm.overrides == ("rules.max_counts=50",) for arm in result.arms)
    assert "--set rules.max_counts=50" in result.facts.command


def test_a_result_says_where_it_comes_from(three: TournamentResult) -> None:
    facts = three.facts
    assert facts.command == "couched tournament duel mirror --agents brawler,fencer,hold --battles 6 --mirror --seed 11"
    assert (facts.kind, facts.seed, facts.start, facts.stop, facts.version) == ("tournament", 11, 0, 6, __version__)
    assert {*three.digests} == {arm.label for arm in three.arms}


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"agents": "brawler"}, "two or more"),
        ({"agents": []}, "--agents"),
        ({"agents": "brawler,gunman"}, "policies for counts"),
        ({"agents": "random,fencer", "scenarios": ["duel", "shots_duel"]}, "--agents on shots_duel"),
        ({"scenarios": []}, "scenarios"),
        ({"scenarios": 5}, "scenarios: found 5"),
        ({"scenarios": [5]}, "scenarios: found 5"),
        ({"scenarios": ["duel", "duel"]}, "duel twice"),
        ({"scenarios": "duell"}, "did you mean duel"),
        ({"battles": 0}, "--battles"),
        ({"battles": 1.5}, "--battles"),
        ({"battles": True}, "--battles"),
        ({"seed": 1.5}, "seed"),
        ({"target_error": 0}, "--target-error"),
        ({"target_error": float("nan")}, "--target-error"),
        ({"target_elo": -1}, "--target-elo"),
        ({"target_error": 0.1, "agents": "brawler", "mirror": True}, "agents that meet"),
        ({"confidence": 1}, "confidence"),
        ({"jobs": 0}, "--jobs"),
        ({"resume": True}, "--resume"),
        ({"overrides": "rules.max_counts=50"}, "overrides"),
        ({"overrides": ["rules.max_cuonts=50"]}, "max_counts"),
    ],
)
def test_what_is_wrong_is_refused_in_one_message_before_anything_is_played(more: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as refused:
        small(**more)
    assert told in str(refused.value)


def test_more_than_two_sides_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "three.toml"
    path.write_text(THREE_SIDES, encoding="utf-8")
    assert invoke(["tournament", str(path), "--agents", "brawler,fencer"]) == 2
    told = capsys.readouterr().err
    assert "scenario three: found 3 sides (blue, green, red); allowed: two" in told


def test_files_of_one_name_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    paths = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        paths.append(tmp_path / name / "same.toml")
        paths[-1].write_text('schema = "couched.scenario/1"\nextends = "duel"\n', encoding="utf-8")
    result = small(scenarios=paths, agents="brawler,hold", battles=1)
    assert result.facts.settings["scenarios"] == [str(path) for path in paths]
    assert small(scenarios=paths[0], agents="brawler,hold", battles=1).facts.settings["scenarios"] == ["same"]


def test_sides_of_any_name_are_played_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.toml"
    odd = '<b>\\"x\\"=[1] \\u202e'
    path.write_text(
        f'schema = "couched.scenario/1"\nextends = "duel"\n[[combatants]]\nname = "Ana"\nside = "{odd}"\n',
        encoding="utf-8",
    )
    words = ["tournament", str(path), "--agents", "brawler,hold", "--battles", "2", "--out", str(tmp_path / "out")]
    assert invoke(words) == 0
    out = capsys.readouterr().out
    assert "\u202e" not in out
    command = next(line.strip() for line in out.splitlines() if line.startswith("  couched run"))
    assert "<b>" not in (tmp_path / "out" / "report.html").read_text(encoding="utf-8").replace("&lt;b>", "")
    bash = subprocess.run(["bash", "-c", f"printf '%s\\0' {command}"], capture_output=True, check=True)
    assert invoke([*bash.stdout.decode().split("\0")[1:-1], "--json"]) == 0


def test_the_tournament_stops_at_the_first_look_at_which_every_share_is_known() -> None:
    result = small(agents="brawler,hold", battles=1000, target_error=0.05)
    looks = Looks(100, 1.5, 1000).counts
    level = 1 - 0.05 / len(looks)
    assert result.level == level
    assert result.decision is not None
    assert result.decision.verdict == "reached"
    assert result.facts.stop == 100
    row = result.pairings.row(0, named=True)
    assert (row["high"] - row["low"]) / 2 <= 0.05
    assert result.decision.statistic == pytest.approx((row["high"] - row["low"]) / 2)
    assert any("known well enough after 100 seeds" in line for line in result.findings())


def test_a_rating_that_is_not_known_well_enough_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "duel", "--agents", "brawler,hold", "--battles", "5", "--target-elo", "1"]
    assert invoke(words) == 0
    assert "The wanted error was not reached in 5 seeds (look 1 of 1)" in capsys.readouterr().out


def test_battles_that_end_in_errors_are_counted_apart_and_give_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = studies.run

    def failing(scenario: Any, seed: int, battle: int, **more: Any) -> Any:
        if battle == 1:
            raise ZeroDivisionError("made up")
        return real(scenario, seed, battle, **more)

    monkeypatch.setattr(sys.modules["studies.run"], "run", failing)
    words = ["tournament", "duel", "--agents", "brawler,hold", "--battles", "3", "--json", "--jobs", "1"]
    assert invoke([*words, "--out", str(tmp_path / "d")]) == 1
    told = json.loads(capsys.readouterr().out)
    (pairing,) = told["pairings"]
    assert (pairing["battles"], pairing["errors"], pairing["pairs"]) == (6, 2, 2)
    assert told["errors"] == 2
    errors = next(table for table in told["tables"] if table["name"] == "errors")
    assert [row["command"].split(" --agents")[0] for row in errors["rows"]] == [
        "couched run duel --seed 0 --battle 1"
    ] * 2


def read(folder: Path) -> dict[str, bytes]:
    names = ("battles.parquet", "results.json", "report.md", "report.html", "tables/ratings.csv", "plots/ratings.svg")
    return {name: (folder / name).read_bytes() for name in names}


def test_the_same_bytes_come_of_any_number_of_processes_and_of_a_killed_study(tmp_path: Path) -> None:
    words = ["tournament", "duel", "mirror", "--agents", "brawler,fencer", "--battles", "40", "--seed", "3"]
    for jobs in (1, 3):
        assert invoke([*words, "--jobs", str(jobs), "--out", str(tmp_path / f"j{jobs}")]) == 0
    assert read(tmp_path / "j1") == read(tmp_path / "j3")
    folder = tmp_path / "killed"
    command = [sys.executable, "-m", "studies", *words, "--jobs", "1", "--out", str(folder)]
    study = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not [*folder.glob("parts/*.parquet")] and study.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    study.send_signal(signal.SIGKILL)
    study.wait()
    assert not (folder / "results.json").exists()
    assert invoke([*words, "--out", str(folder), "--resume"]) == 0
    assert read(folder) == read(tmp_path / "j1")


def test_an_interrupted_tournament_reports_what_was_finished_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    words = ["tournament", "duel", "--agents", "fencer,random", "--battles", "60", "--jobs", "1", "--out", str(folder)]
    study = subprocess.Popen(
        [sys.executable, "-m", "studies", *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUTF8": "1"}, encoding="utf-8",
    )  # fmt: skip
    until = time.monotonic() + 60
    while not [*folder.glob("parts/*.parquet")] and study.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    study.send_signal(signal.SIGINT)
    out, err = study.communicate(timeout=60)
    assert study.returncode == 130
    assert "Partial (interrupted)" in out
    assert "--resume" in err
    assert "Traceback" not in err
    partial = json.loads((folder / "results.json").read_bytes())
    assert partial["facts"]["complete"] is False
    assert 0 < partial["battles"] < 120
    assert invoke([*words, "--resume"]) == 0
    whole = json.loads((folder / "results.json").read_bytes())
    assert (whole["facts"]["complete"], whole["battles"]) == (True, 120)


def test_another_tournament_in_the_same_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "duel", "--battles", "1", "--out", str(tmp_path / "d"), "--agents"]
    assert invoke([*words, "brawler,hold"]) == 0
    capsys.readouterr()
    assert invoke([*words, "brawler,fencer", "--resume"]) == 2
    assert "fencer" in capsys.readouterr().err


def test_every_table_fits_a_terminal_of_80_columns(three: TournamentResult) -> None:
    for table in three.tables():
        lines = [line for line in table.text(80).splitlines() if "couched run" not in line and not line.endswith(":")]
        assert max(map(len, lines)) <= 80, table.name
        headings = [line for line in lines if line.startswith(("pairing ", "scope ", "scenario "))]
        assert len(headings) <= 1, table.name


def test_one_agent_can_meet_itself_for_the_bias_of_sides_alone(tmp_path: Path) -> None:
    result = small(scenarios=["duel", "mirror"], agents="brawler", mirror=True, battles=30)
    assert result.ratings.height == 0
    assert [row[:2] for row in result.sides.iter_rows()] == [("duel", "brawler itself"), ("mirror", "brawler itself")]
    assert [table.name for table in result.tables()] == ["outcomes", "sides", "times", "replays"]
    assert result.write(tmp_path)


def test_a_tournament_in_which_every_battle_fails_is_told_without_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("made up")

    monkeypatch.setattr(sys.modules["studies.run"], "run", failing)
    result = small(battles=3, mirror=True, target_error=0.1)
    assert result.errors == result.battles.height == 9 * 3
    assert result.pairings["score"].to_list() == [None] * 6
    assert result.pairings["errors"].to_list() == [6] * 3 + [3] * 3
    assert result.findings()[0] == "Nobody is rated: no pair of battles is complete."
    assert result.write(tmp_path)


def test_an_interruption_before_the_first_battle_leaves_a_report_of_nothing(tmp_path: Path) -> None:
    result = small(battles=1)
    made: Any = TournamentResult
    empty = made(
        title="t",
        facts=result.facts,
        arms=result.arms,
        battles=result.battles.clear(),
        agents=result.agents,
        level=0.95,
    )
    assert empty.findings() == ["No battle was played."]
    assert empty.plots() == []
    assert next(iter(empty.write(tmp_path))).name == "results.json"
