"""The figures and tables of comparisons, of battles that are told."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import pytest

from studies.arms import Row
from studies.compare import stopping_of
from studies.compare_arms import arms_of, settings_of
from studies.compare_figures import End, Pair, crossed, discordant, median_difference, pairs_of, scores_of
from studies.compare_result import CompareResult, result_of
from studies.parts import frame
from studies.study import Look, Played, Study

FASTER = "combatants.Ana.weapons.broadsword.wsd=5"

Ending = tuple[str, str | None, float]


def rows_of(arm: int, ends: Sequence[Ending]) -> list[Row]:
    return [Row(arm, at, outcome, winner, t, "told", 0, 0, {}, {}) for at, (outcome, winner, t) in enumerate(ends)]


A_ENDS: list[Ending] = [
    ("win", "red", 10.0), ("win", "red", 20.0), ("win", "red", 30.0), ("win", "blue", 40.0), ("draw", None, 50.0),
    ("error", None, 0.0), ("win", "red", 60.0),
]  # fmt: skip
B_ENDS: list[Ending] = [
    ("win", "red", 10.0), ("win", "blue", 25.0), ("timeout", None, 90.0), ("win", "red", 35.0), ("win", "blue", 50.0),
    ("win", "red", 5.0), ("win", "red", 70.0),
]  # fmt: skip
"""Seven battles, one an error with a. Red wins 4 and 3 of the other six; only with a: 1 and 2, only with b: 3."""


def told(a: Sequence[Ending] = A_ENDS, b: Sequence[Ending] = B_ENDS) -> CompareResult:
    """The result of battles that are told."""
    arms = arms_of("duel", settings_of(FASTER, "--a"), ())
    settings = {"scenario": "duel", "a": [FASTER], "b": [], "side": "red", "confidence": 0.95}
    study = Study(
        kind="compare", arms=arms, seed=3, looks=[len(a) or 1], settings=settings, command="couched compare duel"
    )
    table = frame([*rows_of(0, a), *rows_of(1, b)], 3)
    return result_of(Played(study=study, rows=table, looks=(Look(len(a), None),), complete=True), "red", 0.95)


def column(result: CompareResult, name: str, key: str) -> list[Any]:
    table = next(table for table in result.tables() if table.name == name)
    at = [column.key for column in table.columns].index(key)
    return [row[at] for row in table.rows]


def test_battles_are_paired_by_their_index() -> None:
    rows = [*rows_of(0, A_ENDS[:3]), *rows_of(1, B_ENDS[1:2])]
    assert pairs_of(frame(rows, 0)) == [Pair(0, End("win", "red", 10.0), End("win", "blue", 25.0))]


def test_wins_are_compared_over_the_battles_without_errors() -> None:
    result = told()
    a, b, found = result.wins
    assert (a, b) == (4 / 6, 3 / 6)
    assert (found.n, found.better, found.worse, found.left_out) == (6, 2, 1, 1)
    assert found.value == pytest.approx(1 / 6)
    assert found.low < 1 / 6 < found.high
    # Three discordant battles, two of one kind: all splits of three are as likely or less but for none; p is 1.
    assert result.p == 1.0


def test_undecided_battles_count_nothing_in_wins_and_half_in_the_score() -> None:
    pairs = told().matched
    assert scores_of(pairs, "red", undecided=False)[1] == [1, 0, 0, 1, 0, 1, 1]
    assert scores_of(pairs, "red", undecided=True)[1] == [1, 0, 0.5, 1, 0, 1, 1]
    assert math.isnan(scores_of(pairs, "red", undecided=True)[0][5])
    # a: 4 wins and a draw of 6; b: 3 wins and a timeout of 6.
    assert (told().score.a, told().score.b) == (4.5 / 6, 3.5 / 6)


def test_every_outcome_of_both_is_counted_apart() -> None:
    assert crossed(told().matched, "red") == {
        ("won", "won"): 2, ("won", "lost"): 1, ("won", "timeout"): 1, ("lost", "won"): 1, ("draw", "lost"): 1,
        ("error", "won"): 1,
    }  # fmt: skip
    table = told().crossed_table()
    assert [column.key for column in table.columns] == ["a", "won", "lost", "timeout"]
    assert table.rows == (("won", 2, 1, 1), ("lost", 1, 0, 0), ("draw", 0, 1, 0), ("error", 1, 0, 0))
    outcomes = told().outcomes_table()
    assert [row[:7] for row in outcomes.rows] == [("a", 4, 1, 1, 0, 0, 1), ("b", 4, 2, 0, 1, 0, 0)]


def test_times_are_compared_battle_by_battle_without_errors() -> None:
    mean, median = told().times
    # Without the error: a 10 20 30 40 50 60, b 10 25 90 35 50 70.
    assert mean.a == 35
    assert mean.b == pytest.approx(280 / 6)
    assert mean.difference.value == pytest.approx(-70 / 6)
    assert (median.a, median.b, median.difference.value) == (30, 35, -5)
    assert mean.difference.n == median.difference.n == 6


def test_the_interval_of_a_difference_of_medians_is_that_of_all_resamples() -> None:
    # Two pairs, resampled whole: (0, 0) twice with chance 1/4, (10, 2) twice 1/4, else one of both. Of two the median is
    # the lower one, so the difference of medians is 0 with chance 3/4, else 8: the 2.5% and 97.5% points are the ends.
    found = median_difference([0.0, 10.0], [0.0, 2.0], 0.95, "test")
    assert found == (0.0, 0.0, 8.0, 2, "percentile")
    turned = median_difference([0.0, 2.0], [0.0, 10.0], 0.95, "test")
    assert turned == (0.0, -8.0, 0.0, 2, "percentile")


def test_a_median_of_nothing_of_one_and_of_equals_has_no_resamples() -> None:
    assert median_difference([], [], 0.95, "x")[1:] == (-math.inf, math.inf, 0, "none")
    assert median_difference([3.0], [1.0], 0.95, "x") == (2.0, -math.inf, math.inf, 1, "none")
    assert median_difference([3.0, 5.0], [3.0, 5.0], 0.95, "x") == (0.0, 0.0, 0.0, 2, "constant")


def test_the_first_battles_that_come_out_differently_are_played_again_in_both_variants() -> None:
    result = told()
    assert [[pair.battle for pair in pairs] for pairs in discordant(result.matched, "red")] == [[1, 2], [3]]
    assert column(result, "discordant", "which") == [
        "1: won only with a", "1: won only with a", "2: won only with a", "2: won only with a",
        "3: won only with b", "3: won only with b",
    ]  # fmt: skip
    commands = column(result, "discordant", "command")
    assert commands[0] == f"couched run duel --seed 3 --battle 1 --set {FASTER} --on-illegal forfeit"
    assert commands[1] == "couched run duel --seed 3 --battle 1 --on-illegal forfeit"


def test_the_shortest_quartiles_and_longest_of_each_variant_are_named() -> None:
    assert column(told(), "replays", "arm") == ["a"] * 5 + ["b"] * 5
    # a: 10 20 30 40 50 60 are the battles 0 1 2 3 4 6; the 1st, 2nd, 3rd, 5th and 6th of six.
    assert column(told(), "replays", "battle")[:5] == [0, 1, 2, 4, 6]


def test_nobody_is_called_better_unless_the_exact_test_says_so() -> None:
    red: Ending = ("win", "red", 9.0)
    blue: Ending = ("win", "blue", 9.0)
    result = told([red] * 26 + [blue] * 34, [red] * 25 + [blue] + [red] * 7 + [blue] * 27)
    # One battle won only with a, seven only with b: two sides of (1 + 8) / 2^8.
    assert result.p == pytest.approx(2 * 9 / 256)
    assert result.wins.difference.high < 0
    assert result.findings()[0] == (
        "Side red wins 43.3% with a and 53.3% with b, -10.0 points (95% interval -20.9 to -1.0; p 0.0703): no difference is "
        "shown; 1 battle won only with a, 7 only with b."
    )
    clear = told([red] * 25 + [blue] * 35, [red] * 25 + [red] * 7 + [blue] * 28)
    assert clear.p == pytest.approx(2 / 128)
    assert "p 0.0156): b is better for it" in clear.findings()[0]


def test_a_comparison_of_errors_alone_says_so() -> None:
    result = told([("error", None, 0.0)] * 3, [("win", "red", 4.0)] * 3)
    assert result.findings() == ["Nothing can be compared: in every battle one variant or both ended in an error."]
    assert result.differences["difference"].to_list() == [None] * 4
    assert result.errors == 3
    assert json.loads(result.to_json(), parse_constant=pytest.fail)["p"] == 1.0


def test_nothing_played_is_told() -> None:
    result = told([], [])
    assert result.findings() == ["No battle was played with both variants."]
    assert result.plots() == []
    assert result.tables() == []


def test_an_error_counts_for_no_rule() -> None:
    table = frame([*rows_of(0, A_ENDS), *rows_of(1, B_ENDS)], 0)
    wins, met = stopping_of(0.1, None, [7], 0.95, "red"), stopping_of(None, (0, 20), [7], 0.95, "red")
    assert wins is not None
    assert met is not None
    differences, scores = wins.scores(table), met.scores(table)
    assert [*differences[:5], differences[6]] == [0, 1, 1, -1, 0, 0]
    # Red's score with a, and one less its score with b, halved: (1, 0), (1, 1), (1, .5), (0, 0), (.5, 1), error, (1, 0).
    assert [*scores[:5], scores[6]] == [0.5, 1, 0.75, 0, 0.75, 0.5]
    assert math.isnan(differences[5])
    assert math.isnan(scores[5])


def test_its_tables_fit_a_terminal_of_80_columns() -> None:
    for table in told().tables():
        kept = [line for line in table.text(80).splitlines() if "couched run" not in line]
        assert max(map(len, kept)) <= 80
        assert table.text(80).count("─" * 20 + "\n") <= 1  # one block: nothing is cut in two
