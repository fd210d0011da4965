"""Tuning: it finds what is better, says when it doesn't hold, and comes to the same end however it is played."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import studies
from engine.errors import InputError
from studies.cli import couched
from studies.tune_run import Trial, finalists_of
from studies.tune_search import Search, batch_of, method_of
from studies.tune_space import space_of

ROOT = Path(__file__).parents[2]

SMALL = {"opponents": "hold", "trials": 16, "battles": 2, "held_out_battles": 8, "progress": False, "jobs": 1}
"""A tuning of a second or two against somebody who only stands there."""


IDLE = "hand hold=8"
"""Weights of somebody who would rather hold than do anything else."""


def files(folder: Path) -> dict[str, bytes]:
    """Return what a tuning leaves behind, without parts: those depend on how it was interrupted."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "parts" not in path.parts and path.name != ".lock"
    }


# the search


@pytest.mark.parametrize(("numbers", "goal"), [("least_chance=0:60,crowd=0:6", (50.0, 5.0)), ("least_chance=0:60", (50.0,))])
def test_the_search_finds_the_top_of_a_hill(numbers, goal):
    """A known hill, 1 at its top, falling off by the square of the distance in widths of the bounds."""
    space = space_of("brawler", None, numbers, "counts")
    search = Search(space, 3)

    def height(values):
        return 1 - sum(
            ((value - top) / (number.high - number.low)) ** 2
            for value, top, number in zip(values, goal, space.numbers, strict=True)
        )

    last = []
    for _ in range(15):
        last = search.ask(batch_of(space))
        search.tell([height(values) for values in last])
    assert max(map(height, last)) > 0.99 > height(space.middle)


def test_a_search_told_the_same_asks_for_the_same():
    space = space_of("utility", "hand", "harm,hits,strike", "counts")
    asked = []
    for _ in range(2):
        search = Search(space, 7)
        batches = []
        for _ in range(4):
            batches.append(search.ask(5))
            search.tell([sum(values) for values in batches[-1]])
        asked.append(batches)
    assert asked[0] == asked[1]


def test_the_batch_depends_on_the_numbers_alone():
    """4 and three times the natural logarithm of the numbers, as CMA-ES has it; 8 at least."""
    assert batch_of(space_of("utility", "hand", None, "counts")) == 16
    assert batch_of(space_of("utility", "hand", "harm", "counts")) == 8
    assert method_of(space_of("utility", "hand", "harm", "counts")) == "TPE"
    assert method_of(space_of("utility", "hand", "harm,hits", "counts")) == "CMA-ES"


def test_finalists_are_the_start_the_middle_of_the_later_best_and_the_best_tries():
    space = space_of("brawler", None, "crowd", "counts")

    class Plan:
        rounds = 2

    Plan.space = space
    gains = [0.5, 0.0, 0.1, 0.4, -0.1, 0.3, 0.2, 0.25]
    trials = [Trial(number, number // 4, (float(number),), 0.5, 0.5, gain) for number, gain in enumerate(gains)]
    found = finalists_of(trials, Plan)
    assert [label for label, _ in found] == ["start", "middle", "trial 0", "trial 3", "trial 5"]
    assert found[0][1] == space.middle
    assert found[1][1] == (5.0,)  # the later half is trials 4 to 7; the best quarter of these four is trial 5


# what is tuned


def test_numbers_lie_between_their_bounds_and_the_policys():
    space = space_of("brawler", None, "least_chance=0:60,crowd", "counts")
    assert [(one.name, one.start, one.low, one.high) for one in space.numbers] == [
        ("least_chance", 15.0, 0.0, 60.0),
        ("crowd", 3.0, 0.0, 6.0),
    ]
    assert space.text((33.333333, 99.0)) == "brawler[crowd=6,least_chance=33.3333]"
    assert space.text(space.middle) == "brawler"


def test_weights_that_are_not_tuned_stay_as_the_start_has_them():
    space = space_of("utility", "hand harm=3", "hits", "counts")
    assert space.text((1.25,)) == 'utility[weights="hand harm=3 hits=1.25"]'
    assert space.values((1.25,))["harm"] == 3.0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"policy": "brawlr"}, "did you mean 'brawler'"),
        ({"policy": "hold"}, "a policy with numbers"),
        ({"policy": "brawler", "weights": "hand"}, "--policy utility only"),
        ({"policy": "brawler", "numbers": "crowed"}, "did you mean 'crowd'"),
        ({"policy": "brawler", "numbers": "crowd=5:1"}, "the lower one first"),
        ({"policy": "brawler", "numbers": "crowd=4:6"}, "the start between them"),
        ({"policy": "brawler", "numbers": "crowd=a:b"}, "bounds where wanted"),
        ({"policy": "brawler", "numbers": "crowd,crowd"}, "crowd twice"),
        ({"policy": "gunman"}, "policies for counts"),
        ({"weights": "hnad"}, "did you mean 'hand'"),
        ({"opponents": "nobody"}, "nobody"),
        ({"policy": "brawler", "held_out": "hold"}, "not among the --opponents"),
        ({"policy": "brawler", "trials": 0}, "--trials"),
        ({"policy": "brawler", "seed": 0.5}, "--seed"),
        ({"policy": "brawler", "resume": True}, "--out"),
    ],
)
def test_a_wrong_argument_is_one_clear_error(given, said):
    with pytest.raises(InputError, match=said):
        studies.tune("duel", **{**SMALL, **given})


def test_numbers_are_tuned_in_one_rule_system():
    with pytest.raises(InputError, match="of counts and shots"):
        studies.tune(["duel", "shots_duel"], "utility", **SMALL)


# playing


def test_a_start_that_never_strikes_is_led_to_strike():
    """Weights that prize a hold above every blow lose to a brawler; a hold worth less than a blow wins now and then."""
    result = studies.tune("duel", weights=IDLE, numbers="hold=-10:10", **{**SMALL, "opponents": "brawler"})
    assert result.best["hold"] < 2
    assert result.found
    assert result.comparison("trained").best > result.comparison("trained").start
    assert result.comparison("duel").best > 0.5


def test_where_nothing_is_better_the_start_stays_and_it_says_so():
    """How far a lone brawler would go to tend a friend changes nothing: it has none."""
    result = studies.tune("duel", "brawler", numbers="tend", **SMALL)
    assert not result.found
    assert result.findings()[0].startswith("Nothing better than the start was found")
    assert result.best["tend"] == 30.0
    assert {trial.gain for trial in result.trials} == {0.0}


def test_battles_of_the_end_are_none_of_the_search(tmp_path):
    import polars

    studies.tune("duel", weights=IDLE, numbers="hold=-10:10", out=tmp_path / "t", **{**SMALL, "opponents": "brawler"})
    table = polars.read_parquet(tmp_path / "t" / "battles.parquet")
    searched, final, held = (
        set(table.filter(polars.col("battle").is_between(low, high))["battle"].to_list())
        for low, high in ((0, 499_999), (500_000, 999_999), (1_000_000, 2_000_000))
    )
    assert searched == set(range(4))  # two rounds of two battles
    assert final == set(range(500_000, 500_004))
    assert held == set(range(1_000_000, 1_000_008))


def test_the_result_is_the_same_on_one_process_and_on_two(tmp_path):
    given = {**SMALL, "opponents": "brawler", "trials": 16}
    made = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        result = studies.tune("duel", numbers="strike,press_gain", weights="hand", out=folder, **{**given, "jobs": jobs})
        result.write(folder)
        made.append(files(folder))
    assert made[0] == made[1]
    assert {"weights.toml", "history.parquet", "history.csv", "results.json", "report.md", "battles.parquet"} <= set(made[0])


COMMAND = [
    "tune", "duel", "--weights", "hand", "--numbers", "strike,press_gain", "--opponents", "brawler", "--trials", "16",
    "--battles", "3", "--held-out-battles", "8", "--jobs", "1",
]  # fmt: skip


def begin(folder: Path) -> subprocess.Popen[bytes]:
    """Begin a tuning in a process of its own."""
    words = [sys.executable, "-m", "studies", *COMMAND, "--out", str(folder)]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def under_way(folder: Path, process: subprocess.Popen[bytes], parts: int) -> None:
    """Wait until so many parts are there."""
    while process.poll() is None and sum(1 for _ in folder.glob("parts/*.parquet")) < parts:
        time.sleep(0.02)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_one_that_was_killed_or_interrupted_goes_on_to_the_same_bytes(tmp_path, how):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert begin(whole).wait() == 0
    process = begin(cut)
    under_way(cut, process, 3)
    os.kill(process.pid, how)
    assert process.wait() == (130 if how == signal.SIGINT else -signal.SIGKILL)
    assert not (cut / "battles.parquet").exists()
    again = CliRunner().invoke(couched, [*COMMAND, "--out", str(cut), "--resume"])
    assert again.exit_code == 0, again.output
    assert files(cut) == files(whole)


def test_a_folder_of_other_settings_is_refused_and_what_differs_named(tmp_path):
    folder = tmp_path / "t"
    studies.tune("duel", "brawler", numbers="tend", out=folder, **SMALL)
    with pytest.raises(InputError, match="was begun"):
        studies.tune("duel", "brawler", numbers="tend", out=folder, **SMALL)
    with pytest.raises(InputError, match="--trials was 16, is 24"):
        studies.tune("duel", "brawler", numbers="tend", out=folder, resume=True, **{**SMALL, "trials": 24})


def test_the_weights_found_can_be_named_by_a_scenario_and_tell_where_they_come_from(tmp_path):
    from agents.utility_file import text_of_file
    from agents.utility_weights import read

    folder = tmp_path / "t"
    result = studies.tune("duel", weights=IDLE, numbers="hold=-10:10,harm", out=folder, **{**SMALL, "opponents": "brawler"})
    result.write(folder)
    path = folder / "weights.toml"
    assert read(text_of_file(path, "x", "x"), "counts", "x") == pytest.approx(result.best)
    assert "# Made by: couched tune duel" in path.read_text()


def test_json_holds_the_numbers_and_the_comparisons():
    done = CliRunner().invoke(
        couched, ["tune", "duel", "--weights", IDLE, "--numbers", "hold=-10:10", "--opponents", "brawler", "--held-out", "fencer",
                  "--trials", "8", "--battles", "2", "--held-out-battles", "6", "--jobs", "1", "--json"]
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["best"]["hold"] < 2
    assert {one["kind"] for one in data["comparisons"]} == {"trained", "held_out", "duel"}
    assert isinstance(data["holds"], bool)
