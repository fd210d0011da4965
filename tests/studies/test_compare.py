"""Comparisons: two variants on the same dice, battle by battle, stopped when it is decided."""

from __future__ import annotations

import hashlib
import json
import math
import shlex
import statistics
from pathlib import Path
from typing import Any

import pytest

from engine import InputError
from scenarios import load
from studies import compare
from studies.cli import invoke
from studies.compare_arms import arms_of, settings_of, side_of

FASTER = "combatants.Ana.weapons.broadsword.wsd=5"
WEAK = "combatants.Bo.htk=12"


# Variants


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", ()),
        ("rules.ties=reach", ("rules.ties=reach",)),
        ("rules.ties=reach, combatants.Ana.htk=40", ("rules.ties=reach", "combatants.Ana.htk=40")),
        ('combatants.Ana.weapons=["broadsword", "spear"],rules.ties=reach',
         ('combatants.Ana.weapons=["broadsword", "spear"]', "rules.ties=reach")),
        ('combatants."Bo, the bold".htk=4,name="a,b"', ('combatants."Bo, the bold".htk=4', 'name="a,b"')),
        ("name=Bo's,rules.ties=reach", ("name=Bo's", "rules.ties=reach")),
        ("name={ a = 1, b = 2 },name='x,y'", ("name={ a = 1, b = 2 }", "name='x,y'")),
    ],
)  # fmt: skip
def test_a_variant_is_cut_at_commas_outside_quotes_and_brackets(text: str, cut: tuple[str, ...]) -> None:
    assert settings_of(text, "--a") == cut
    assert settings_of(cut, "--a") == cut


@pytest.mark.parametrize(
    "text", ["reach", "rules.ties=reach,speed", "rules.ties=reach,", ",rules.ties=reach", "=3", 7, ["x=1", 2]]
)
def test_what_is_no_override_is_refused_with_its_place(text: Any) -> None:
    with pytest.raises(InputError, match=r"^--b: found .*PATH=VALUE"):
        settings_of(text, "--b")


def test_values_for_both_are_laid_under_those_of_each() -> None:
    one, other = arms_of("duel", [WEAK], [], ["combatants.Bo.htk=20", "rules.ties=reach"])
    assert one.scenario.digest == load("duel", overrides=["rules.ties=reach", WEAK]).digest
    assert other.overrides == ("combatants.Bo.htk=20", "rules.ties=reach")
    assert other.scenario.digest == load("duel", overrides=other.overrides).digest


def test_the_first_side_by_name_is_compared_unless_another_is_wanted() -> None:
    arms = arms_of("duel", [WEAK], [])
    assert (side_of(arms, None), side_of(arms, "red")) == ("blue", "red")
    with pytest.raises(InputError, match="--side: found 'green'; allowed: sides: blue, red"):
        side_of(arms, "green")


def test_a_side_that_only_one_variant_has_is_none() -> None:
    arms = arms_of("duel", ["combatants.Bo.side=green"], [])
    assert side_of(arms, None) == "red"
    with pytest.raises(InputError, match="--side: found 'blue'; allowed: sides: red"):
        side_of(arms, "blue")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "--a and --b: found no value for either"),
        ({"a": "rules.tiess=reach"}, "did you mean ties"),
        ({"a": WEAK, "battles": 0}, "--battles"),
        ({"a": WEAK, "meter": "phrases"}, "meter: found 'phrases'"),
        ({"a": WEAK, "target_error": 0}, "--target-error: found 0"),
        ({"a": WEAK, "target_error": math.nan}, "--target-error: found nan"),
        ({"a": WEAK, "target_error": "0.1"}, "--target-error: found '0.1'"),
        ({"a": WEAK, "sprt": (20, 0)}, "--sprt: found 20 and 0"),
        ({"a": WEAK, "sprt": (0, math.nan)}, "--sprt: found 0 and nan"),
        ({"a": WEAK, "sprt": (0,)}, "--sprt"),
        ({"a": WEAK, "sprt": (0, 20), "target_error": 0.1}, "--sprt: found it together with --target-error"),
        ({"a": WEAK, "sprt": (0, 20), "confidence": 0.5}, "--confidence: found 0.5; allowed: with --sprt"),
        ({"a": WEAK, "confidence": 1}, "--confidence"),
        ({"a": "combatants.Ana.agent=brawlre"}, "brawler"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_played(given: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        compare("duel", **given, out=tmp_path / "none")
    assert not (tmp_path / "none").exists()


# Played


def test_two_variants_that_touch_no_dice_differ_nowhere() -> None:
    result = compare("duel", "name=Another", battles=60, side="red")
    assert len({*result.digests.values()}) == 2
    assert result.wins.difference.value == 0.0
    assert result.wins.difference.discordant == 0
    assert all(pair.a == pair.b for pair in result.matched)
    assert result.p == 1.0
    assert [found.difference[:3] for found in result.times] == [(0.0, 0.0, 0.0)] * 2
    assert result.findings()[1] == "Every battle ended in the same way, at the same count, with a and with b."


@pytest.mark.parametrize("swapped", [False, True])
def test_a_real_difference_is_found_and_points_the_right_way(swapped: bool) -> None:
    a, b = ("", WEAK) if swapped else (WEAK, "")
    result = compare("duel", a, b, battles=80, side="red")
    found = result.wins.difference
    assert (found.high < 0) if swapped else (found.low > 0)
    assert result.p < 0.001
    assert result.findings()[0].count(f"{'b' if swapped else 'a'} is better for it") == 1


def test_swapping_the_variants_turns_every_difference_round() -> None:
    one, other = compare("duel", WEAK, battles=30), compare("duel", "", WEAK, battles=30)
    for row, turned in zip(one.differences.iter_rows(named=True), other.differences.iter_rows(named=True), strict=True):
        assert (row["a"], row["b"]) == (turned["b"], turned["a"])
        assert (row["difference"], row["low"], row["high"]) == pytest.approx(
            (-turned["difference"], -turned["high"], -turned["low"])
        )


def test_the_frames_have_every_battle_and_every_figure() -> None:
    result = compare("shots_duel", "rules.ties=speed", battles=5)
    assert result.battles.height == 10
    assert result.pairs["battle"].to_list() == [0, 1, 2, 3, 4]
    assert result.pairs.columns == ["battle", "a", "b", "a_winner", "b_winner", "a_t", "b_t"]
    assert result.differences["figure"].to_list() == ["wins", "score", "mean_t", "median_t"]
    assert result.differences["a"][2] == pytest.approx(statistics.fmean(result.pairs["a_t"]))


def test_the_command_of_a_comparison_makes_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    result = compare(
        "duel", ['combatants.Ana.weapons=["broadsword"]', FASTER], "name=x", 4, side="red", overrides=["rules.ties=reach"],
        seed=5, sprt=(-10, 12.5), confidence=0.9,
    )  # fmt: skip
    assert invoke([*shlex.split(result.facts.command)[1:], "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["facts"] == json.loads(result.to_json())["facts"]
    assert data["differences"] == json.loads(result.to_json())["differences"]


def test_the_command_of_a_discordant_battle_plays_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    result = compare("duel", WEAK, battles=12, side="red")
    table = result.discordant_table()
    assert table.rows
    for _, _, outcome, winner, t, command in table.rows[:2]:
        invoke([*shlex.split(command)[1:], "--json"])
        data = json.loads(capsys.readouterr().out)
        assert (data["outcome"], data["winner"], data["t"]) == (outcome, winner, t)


def test_measures_are_compared_battle_by_battle() -> None:
    result = compare("duel", "combatants.Ana.weapons.broadsword.wsd=9", battles=20, meter="phases", side="red")
    ana = result.measures.filter(result.measures["measure"] == "Ana: winding").row(0, named=True)
    table = result.battles.select("arm", "m:Ana: winding")
    means = [
        statistics.fmean(values) for values in (table.filter(table["arm"] == arm)["m:Ana: winding"] for arm in (0, 1))
    ]
    assert [ana["a"], ana["b"]] == pytest.approx(means)
    assert ana["difference"] == pytest.approx(means[0] - means[1])
    assert ana["low"] < ana["difference"] < ana["high"]
    assert ana["n"] == 20
    assert "measures" in [shown.name for shown in result.tables()]


def test_variants_that_play_alike_measure_alike() -> None:
    result = compare("duel", "name=Another", battles=5, meter="phases")
    assert result.measures.height > 10
    assert set(result.measures["difference"]) == {0.0}


# Stopping


def test_a_difference_that_is_known_well_enough_ends_it_at_a_planned_look() -> None:
    result = compare("duel", "name=Another", target_error=0.1, side="red")
    assert result.decision is not None
    assert (result.decision.verdict, result.decision.battles, result.decision.look) == ("reached", 100, 1)
    assert result.level == 1 - 0.05 / 13
    assert result.findings()[1].startswith(
        "The difference is known well enough after 100 battles of each (look 1 of 13)"
    )


def test_a_sequential_test_finds_a_real_difference() -> None:
    result = compare("duel", WEAK, battles=150, sprt=(0, 40), side="red")
    assert result.decision is not None
    assert (result.decision.verdict, result.decision.battles, result.decision.looks) == ("elo1", 100, 2)
    # 40 Elo: a score of 1 / (1 + 10^-0.1) = 0.55731 as if they had met, so 11.5 points between the variants.
    assert (
        "decided after 100 battles of each (look 1 of 2): +40 Elo (+11.5 points of score) rather than 0 Elo"
        in result.findings()[1]
    )


def test_a_sequential_test_says_undecided_at_the_most() -> None:
    result = compare("duel", "name=Another", battles=3, sprt=(-1, 1), side="red")
    assert result.decision is not None
    assert (result.decision.verdict, result.decision.battles) == ("undecided", 3)
    assert result.facts.ended == "all planned battles, 3 of every arm, without a decision"
    assert result.findings()[1].startswith("Sequential test undecided after 3 battles of each (look 1 of 1)")


def test_variants_that_play_alike_are_not_taken_for_better() -> None:
    result = compare("duel", "name=Another", battles=150, sprt=(0, 40))
    assert result.decision is not None
    assert result.decision.verdict == "elo0"


def test_p_allows_for_every_planned_look() -> None:
    result = compare("duel", WEAK, battles=150, target_error=0.5, side="red")
    assert result.looks == 2
    assert result.p == pytest.approx(2 * result.wins.difference.p)


# Commands, folders, workers


def digests(folder: Path) -> dict[str, str]:
    names = [path for path in sorted(folder.rglob("*")) if path.is_file() and "parts" not in path.parts]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in names}


def test_every_number_of_workers_and_resuming_give_the_same_bytes(tmp_path: Path) -> None:
    for jobs in (1, 2):
        compare("duel", WEAK, battles=12, jobs=jobs, out=tmp_path / str(jobs)).write(tmp_path / str(jobs))
    once = digests(tmp_path / "1")
    assert digests(tmp_path / "2") == once
    assert {"battles.parquet", "report.html", "report.md", "results.json", "tables/difference.csv"} <= once.keys()
    assert {"plots/wins.png", "plots/durations.svg"} <= once.keys()
    compare("duel", WEAK, battles=12, out=tmp_path / "1", resume=True).write(tmp_path / "1")
    assert digests(tmp_path / "1") == once


def test_another_comparison_in_the_same_folder_is_refused_naming_what_differs(tmp_path: Path) -> None:
    compare("duel", WEAK, battles=2, out=tmp_path)
    with pytest.raises(InputError, match="side"):
        compare("duel", WEAK, battles=2, side="red", out=tmp_path, resume=True)


def test_the_command_prints_the_difference_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        invoke(["compare", "duel", "--a", f"{WEAK},rules.ties=reach", "--b", "", "--battles", "10", "--side", "red"])
        == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"duel: {WEAK}, rules.ties=reach (a) against the scenario as it stands (b)"
    assert lines[1].startswith("Side red wins ")
    assert "Battles won by side red" in lines


def test_json_has_the_answer_and_where_to_look(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "duel", "--a", WEAK, "--battles", "10", "--side", "red", "--target-error", "0.9", "--json"]
    assert invoke(words) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["schema"], data["side"], data["decision"]["verdict"]) == ("couched.results/1", "red", "reached")
    only = data["only_a"]
    assert only["battles"] >= len(only["first"])
    assert data["differences"][0]["figure"] == "wins"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--a", "rules.ties"],
        ["--a", WEAK, "--sprt", "1"],
        ["--a", WEAK, "--side", "green"],
        ["--a", WEAK, "--resume"],
    ],
)
def test_wrong_input_ends_with_2_and_one_message(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["compare", "duel", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("error: ") == 1


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["--a", "combatants.Ana.htk=x"], "--a combatants.Ana.htk=x: "),
        (["--b", "combatants.Zed.htk=3"], "--b combatants.Zed.htk=3: "),
        (["--a", "combatants.Ana.htk=3", "--set", "combatants.Bo.htk=x"], "--set combatants.Bo.htk=x: "),
        (["--a", "system=shots"], "--a system=shots: "),
    ],
)
def test_a_wrong_value_is_told_of_the_option_it_was_typed_for(
    words: list[str], place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["compare", "duel", *words]) == 2
    assert capsys.readouterr().err.startswith(f"error: {place}")
