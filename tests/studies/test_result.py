"""Results of studies: outcomes counted apart, the battles worth replaying, and what they are of."""

import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.errors import InputError
from scenarios import load
from studies.arms import Arm, Row
from studies.parts import frame
from studies.reports import write_reports
from studies.result import Facts, StudyResult
from studies.study import Study, run_study
from studies.tables import Column, Table

DUEL = load("duel")


def battle(
    number: int, outcome: str, t: float, winner: str | None = None, arm: int = 0, reason: str = "only one can fight"
) -> Row:
    return Row(arm, number, outcome, winner, t, reason, 0, 0, {}, {})


ROWS = [
    battle(0, "win", 50.0, "red"), battle(1, "win", 10.0, "blue"), battle(2, "draw", 30.0), battle(3, "timeout", 4800.0),
    battle(4, "stalemate", 1300.0), battle(5, "win", 20.0, "red"), battle(6, "error", 0.0, reason="AgentError: <it> broke"),
    battle(7, "win", 40.0, "red"),
]  # fmt: skip
"""Seven battles with a time, one without: red wins three, blue one."""


def result_of(rows: Sequence[Row] = ROWS, arms: Sequence[Arm] | None = None, **facts: Any) -> StudyResult:
    told = {"kind": "compare", "seed": 7, "start": 0, "stop": 8, "version": "1.2.3", "command": "couched compare duel", **facts}
    return StudyResult("One duel", Facts(**told), arms or [Arm("duel", DUEL, "duel")], frame(rows, 7))


def test_outcomes_are_counted_apart_for_every_side() -> None:
    table = result_of().outcomes_table()
    blue, red = ({c.key: cell for c, cell in zip(table.columns, row, strict=True)} for row in table.rows)
    assert [red[key] for key in ("side", "battles", "wins", "losses", "draws", "timeouts", "stalemates", "errors")] == [
        "red", 8, 3, 1, 1, 1, 1, 1,
    ]  # fmt: skip
    assert [blue[key] for key in ("side", "wins", "losses")] == ["blue", 1, 3]
    assert red["win_share"] == 3 / 7
    # Wilson's interval of 3 of 7, by hand: middle (3/7 + 1.96^2/14) / (1 + 1.96^2/7), half the root of the rest.
    assert red["interval"] == pytest.approx((0.1582, 0.7495), abs=1e-4)


def test_battles_to_look_at_are_the_ends_and_the_quartiles_of_times() -> None:
    # Times in order: 10 20 30 40 50 1300 4800; the ceil(7 q)-th are the 1st, 2nd, 4th, 6th and 7th. The error has none.
    table = result_of().replays_table()
    found = [dict(zip([column.key for column in table.columns], row, strict=True)) for row in table.rows]
    assert [(row["which"], row["t"], row["battle"]) for row in found] == [
        ("minimum", 10, 1), ("lower quartile", 20, 5), ("median", 40, 7), ("upper quartile", 1300, 4), ("maximum", 4800, 3),
    ]  # fmt: skip
    assert all(row["command"].startswith(f"couched run duel --seed 7 --battle {row['battle']}") for row in found)


def test_errors_are_told_with_their_reason_and_their_command() -> None:
    result = result_of()
    assert result.errors == 1
    (row,) = result.errors_table().rows
    assert row[:3] == ("duel", "AgentError: <it> broke", 6)
    assert row[3].startswith("couched run duel --seed 7 --battle 6")
    assert "errors" in [table.name for table in result.tables()]
    assert "errors" not in [table.name for table in result_of(ROWS[:6]).tables()]


def test_many_arms_share_one_list_of_battles_to_look_at() -> None:
    arms = [Arm(f"cell {number}", DUEL, "duel") for number in range(13)]
    rows = [battle(0, "win", 10.0 + number, "red", arm=number) for number in range(13)]
    table = result_of(rows, arms).replays_table()
    assert [row[0] for row in table.rows] == ["cell 0", "cell 3", "cell 6", "cell 9", "cell 12"]
    assert result_of(rows, arms).plots() == []


def test_a_result_without_battles_has_tables_and_no_plots() -> None:
    result = result_of([], stop=0)
    assert result.plots() == []
    assert result.replays_table().rows == ()
    assert result.outcomes_table().rows[0][2] == 0
    assert result.facts.seeds == "seed 7, no battles"
    assert "-" in result.outcomes_table().text()


def test_json_is_strict_and_says_what_was_studied() -> None:
    data = json.loads(result_of(complete=False, settings={"target": math.inf}).to_json(), parse_constant=pytest.fail)
    assert data["schema"] == "couched.results/1"
    assert data["arms"][0]["digest"] == DUEL.digest
    assert data["facts"]["command"] == "couched compare duel"
    assert data["facts"]["complete"] is False
    assert (data["battles"], data["errors"]) == (8, 1)
    assert [table["name"] for table in data["tables"]] == ["outcomes", "replays", "errors"]


def test_a_result_knows_the_study_it_is_of() -> None:
    played = run_study(Study(kind="compare", arms=[Arm("duel", DUEL, "duel")], seed=3, looks=[2, 4], command="couched compare"), jobs=1)
    facts = Facts.of(played)
    assert facts.seeds == "seed 3, battles 0 to 3 of every arm"
    assert (facts.kind, facts.command, facts.complete) == ("compare", "couched compare", True)
    assert facts.ended == "all planned battles, 4 of every arm"


def test_print_says_that_a_study_is_partial() -> None:
    stream = io.StringIO()
    result_of(complete=False, ended="interrupted").print(stream)
    lines = stream.getvalue().splitlines()
    assert lines[:3] == [
        "One duel",
        "Partial (interrupted): everything here is of the 8 battles played so far.",
        "1 battle of 8 ended in an error and counts for nobody.",
    ]
    assert lines[-1] == "again:  couched compare duel"


@attrs.frozen(eq=False)
class Extended(StudyResult):
    """A result of a kind of study, as those are made."""

    more: int = 0

    def tables(self) -> list[Table]:
        return [Table("outcomes", "Twice", [Column("more", "count")], [(self.more,)]), *super().tables()]


def test_two_tables_of_one_name_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    base = result_of()
    result = Extended(base.title, base.facts, base.arms, base.battles, more=2)
    with pytest.raises(InputError, match="more than one outcomes"):
        write_reports(tmp_path, result)
    assert list(tmp_path.iterdir()) == []
