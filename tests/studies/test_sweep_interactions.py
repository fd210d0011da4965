"""What changes add together: the design, the linear model, and how often it is wrong where the truth is known."""

import json
from pathlib import Path
from typing import Any

import numpy
import pytest

from engine.errors import InputError
from studies import sweep
from studies.paired import generator
from studies.sweep_design import designed, matrix_of, pairs_of, read, terms_of
from studies.sweep_interactions import coefficients, effects_of, estimated
from studies.vary import one_at_a_time, parse_all

VARIED = parse_all(["a.x=2,10", "a.y=5", "a.z=one,two"])
BASES = ("6", "3", "one")
PATHS = [one.path for one in VARIED]


def cells(count: int = 9, seed: int = 0) -> list[list[Any]]:
    chosen = [(None,) * 3, *(cell.values for cell in [*one_at_a_time(VARIED), *designed(VARIED, BASES, count, seed)])]
    return [
        [read(one, base if value is None else value) for one, base, value in zip(VARIED, BASES, values, strict=True)]
        for values in chosen
    ]


def test_numbers_are_one_change_and_texts_one_each_as_far_as_they_differ_from_the_base() -> None:
    terms = terms_of(VARIED, [6.0, 3.0, "one"])
    assert [tuple(term) for term in terms] == [(0, 6.0, 10.0), (1, 3.0, 5.0), (2, "one", "two")]
    assert [terms[0].of(value) for value in (6.0, 10.0, 2.0, 8.0)] == [0.0, 1.0, -1.0, 0.5]
    assert [terms[2].of(value) for value in ("one", "two")] == [0.0, 1.0]
    assert pairs_of(terms) == [(0, 1), (0, 2), (1, 2)]


def test_the_design_has_two_changes_or_more_in_every_cell_none_twice_and_all_when_there_are_no_more() -> None:
    # Two values of x, one of y and one of z other than the base's: 3 x 2 x 2 = 12 cells, less the base and 4 single changes.
    every = designed(VARIED, BASES, 100, 0)
    assert len(every) == 7
    assert len({cell.label for cell in every}) == 7
    assert all(sum(value is not None for value in cell.values) >= 2 for cell in every)
    assert designed(VARIED, BASES, 5, 1) == designed(VARIED, BASES, 5, 1)
    assert {cell.label for cell in designed(VARIED, BASES, 5, 1)} < {cell.label for cell in every}


def test_a_design_that_can_not_tell_interactions_apart_is_refused() -> None:
    with pytest.raises(InputError, match="--sample: found 1, too few to tell 3 interactions apart; allowed: more"):
        designed(VARIED, BASES, 1, 0)
    with pytest.raises(InputError, match="for two --vary at least"):
        designed(VARIED[:1], BASES[:1], 4, 0)
    with pytest.raises(InputError, match="for two --vary at least"):
        designed(parse_all(["a.x=6", "a.y=5"]), ("6", "3"), 4, 0)


def test_coefficients_of_figures_without_noise_are_those_they_were_made_of() -> None:
    rows = cells()
    matrix = matrix_of(terms_of(VARIED, rows[0]), rows)
    truth = numpy.array([[0.4, 0.5], [0.1, 0.0], [0.05, -0.1], [-0.2, 0.3], [0.07, 0.0], [0.0, 0.02], [0.03, -0.04]])
    numpy.testing.assert_allclose(coefficients(matrix, matrix @ truth), truth, atol=1e-12)


def played(truth: list[float], seeds: int, key: str) -> tuple[Any, Any, Any, Any]:
    """Return terms, matrix, who won and when, of battles whose chances are linear and whose cells share their dice."""
    rows = cells()
    terms = terms_of(VARIED, rows[0])
    matrix = matrix_of(terms, rows)
    rng = generator(key)
    shared, own = rng.random(seeds), rng.random((len(rows), seeds))
    dice = numpy.where(rng.random((len(rows), seeds)) < 0.7, shared, own)
    wins = (dice < (matrix @ numpy.array(truth))[:, None]).astype(float)
    times = 30.0 + 20 * shared + 4 * own + (matrix @ numpy.array([0, 1, 2, 3, 0, 0, 5.0]))[:, None]
    return terms, matrix, wins, times


def test_an_interaction_that_is_there_is_found_and_one_that_is_not_is_not() -> None:
    # Share of wins: +10 points of x and y together; length: +5 counts of y and z together; nothing else interacts.
    terms, matrix, wins, times = played([0.4, 0.05, 0.1, -0.1, 0.1, 0.0, 0.0], 4000, "found")
    found = {(e.first.place, e.second.place): e for e in effects_of(terms, matrix, wins, times, 0.95, PATHS) if e.second}
    xy, xz, yz = found[0, 1], found[0, 2], found[1, 2]
    assert xy.wins.low < 0.1 < xy.wins.high
    assert (xy.wins_p or 0) < 0.001
    assert yz.longer.low < 5 < yz.longer.high
    assert (yz.longer_p or 0) < 0.001
    assert all(p is not None and p > 0.05 for p in (xz.wins_p, xz.longer_p, yz.wins_p, xy.longer_p))


def test_false_alarms_of_all_interactions_together_are_as_rare_as_promised_and_intervals_hold() -> None:
    # 300 studies without any interaction; alarms at 5% are binomial(300, 0.05): more than 26 come once in 1000.
    alarms, missed, runs = 0, 0, 300
    for run in range(runs):
        _, matrix, wins, times = played([0.4, 0.05, 0.1, -0.1, 0.0, 0.0, 0.0], 60, f"null {run}")
        times = times - (matrix @ numpy.array([0, 0, 0, 0, 0, 0, 5.0]))[:, None]
        seeds = [coefficients(matrix, figures)[k].tolist() for figures in (wins, times) for k in (4, 5, 6)]
        ps = [estimated(one, 0.95, f"{run}")[1] for one in seeds]
        alarms += min(ps) * 6 <= 0.05  # Holm's first step
        low, high = estimated(coefficients(matrix, wins)[4].tolist(), 0.95, f"interval {run}")[0].interval
        missed += not low <= 0 <= high
    assert alarms <= 26
    assert missed <= 31  # a bootstrap of 60 seeds may miss a little more than 5%: 31 are binomial(300, 0.065)'s 99.7%


@pytest.fixture(scope="module")
def options() -> dict[str, Any]:
    vary = ["combatants.Ana.htk=10,40", "combatants.Ana.skills.broadsword=90", "rules.ties=reach"]
    return {"vary": vary, "battles": 12, "worth": True, "sample": 6, "seed": 1, "jobs": 1, "progress": False}


def test_a_sweep_tells_single_changes_and_what_they_add_together(options: dict[str, Any], tmp_path: Path) -> None:
    found = sweep("duel", **options)
    singles = [arm for arm in range(len(found.arms)) if found.changes(arm) == 1]
    assert (len(singles), len(found.arms)) == (4, 11)
    assert [table.name for table in found.tables()][:3] == ["worth", "interactions", "cells"]
    assert len(found.tables()[0].rows) == 4
    assert len(found.tables()[1].rows) == 3
    assert "interactions" in [plot.name for plot in found.plots()]
    assert any("3 interactions of two changes" in sentence for sentence in found.findings())
    found.write(tmp_path)
    assert {"together.parquet", "tables", "report.html"} <= {path.name for path in tmp_path.iterdir()}
    assert (tmp_path / "tables" / "interactions.csv").exists()
    data = json.loads((tmp_path / "results.json").read_text())
    assert [row["second"] is None for row in data["together"]] == [True] * 3 + [False] * 3
    assert found.together_frame["seeds"].to_list() == [12] * 6


def test_what_the_base_does_alone_is_what_the_cells_do(options: dict[str, Any]) -> None:
    found = sweep("duel", **{**options, "battles": 5})
    wins = [found.tally(arm, "red").wins / 5 for arm in range(len(found.arms))]
    rows = [[found.value(arm, place) for place in range(3)] for arm in range(len(found.arms))]
    fitted = numpy.linalg.lstsq(matrix_of(terms_of(found.varied, rows[0]), rows), numpy.array(wins), rcond=None)[0]
    numpy.testing.assert_allclose([effect.wins.value for effect in found.effects], fitted[1:], atol=1e-9)
