"""Sweeps: every cell on the same dice, compared with the base battle by battle."""

import json
import math
import shlex
from pathlib import Path
from typing import Any

import pytest

from engine.errors import InputError
from scenarios import load
from studies import run, sweep
from studies.arms import Arm, Row
from studies.breakpoints import Breakpoints
from studies.cli import invoke
from studies.parts import frame
from studies.result import Facts
from studies.sweep import EveryCell, value_in, with_ties
from studies.sweep_bias import biases, is_mirror
from studies.sweep_figures import figures_of
from studies.sweep_result import SweepResult
from studies.sweep_worth import worths
from studies.vary import parse_all, parse_vary

DUEL = load("duel")
HTK = "combatants.Ana.htk=10:30:10"


@pytest.fixture(scope="module")
def swept() -> SweepResult:
    return sweep("duel", [HTK, "rules.ties=simultaneous,reach"], battles=12, seed=3, jobs=1, progress=False)


def battle(arm: int, number: int, outcome: str, winner: str | None = None, t: float = 10.0) -> Row:
    return Row(arm, number, outcome, winner, t, "", 0, 0, {}, {})


def test_the_base_and_every_cell_play_the_same_battles_of_one_seed(swept: SweepResult) -> None:
    assert [arm.label for arm in swept.arms] == [
        "base", "htk=10, ties=simultaneous", "htk=10, ties=reach", "htk=20, ties=simultaneous", "htk=20, ties=reach",
        "htk=30, ties=simultaneous", "htk=30, ties=reach",
    ]  # fmt: skip
    for arm in range(7):
        assert swept.of(arm)["battle"].to_list() == list(range(12))
        assert swept.of(arm)["seed"].unique().to_list() == ["3"]


def test_a_cell_that_is_the_base_fights_the_very_same_battles(swept: SweepResult) -> None:
    # A soldier has 30 HTK and ties are simultaneous by default: cell 5 is the scenario as it stands.
    assert swept.arms[5].scenario.digest == swept.arms[0].scenario.digest
    columns = ["battle", "outcome", "winner", "t", "rolls"]
    assert swept.of(5).select(columns).equals(swept.of(0).select(columns))
    assert (swept.figures[5].difference, swept.figures[5].p) == (None, None)
    assert swept.figures[1].difference is not None


def test_cells_have_their_values_and_the_base_those_it_stands_at(swept: SweepResult) -> None:
    cells = swept.cells
    assert cells["combatants.Ana.htk"].to_list() == [30.0, 10.0, 10.0, 20.0, 20.0, 30.0, 30.0]
    assert cells["rules.ties"].to_list()[:3] == ["simultaneous", "simultaneous", "reach"]
    assert cells["wins"].sum() == swept.battles.filter(swept.battles["winner"] == "red").height


def test_the_side_of_the_first_combatant_varied_is_followed(swept: SweepResult) -> None:
    assert swept.side == "red"
    other = sweep("duel", "combatants.Bo.htk=30", battles=1, jobs=1, progress=False)
    assert other.side == "blue"
    assert sweep("duel", "combatants.Bo.htk=30", battles=1, side="red", jobs=1, progress=False).side == "red"
    assert sweep("duel", "rules.ties=reach", battles=1, jobs=1, progress=False).side == "blue"


def test_every_cell_names_battles_that_play_again_as_they_were(swept: SweepResult) -> None:
    assert swept.replays.height == 7 * 5
    for row in swept.replays.filter(swept.replays["number"] == 2).to_dicts():
        words = shlex.split(row["command"])
        settings = [words[place + 1] for place, word in enumerate(words) if word == "--set"]
        assert settings == ["combatants.Ana.htk=10", "rules.ties=reach"]
        seed, number = (int(words[words.index(name) + 1]) for name in ("--seed", "--battle"))
        again = run(load(words[2], overrides=settings), seed, number, on_illegal="forfeit")
        assert (again.outcome, again.winner, again.t) == (row["outcome"], row["winner"], row["t"])


def test_differences_are_paired_and_controlled_over_all_cells() -> None:
    # Against the base, cell 1 wins 6 battles more and loses none: exact McNemar 2 (1/2)^6 = 1/32; cell 2 wins one and loses
    # one: p 1. Holm: 2/32 and 1. A share of draws is none of wins; the error is left out of the pairs.
    base = ["loss"] * 6 + ["win", "loss", "draw", "win"]
    one = ["win"] * 6 + ["win", "loss", "draw", "error"]
    two = ["loss"] * 6 + ["draw", "win", "draw", "win"]
    rows = [
        battle(arm, number, "win" if how in ("win", "loss") else how, {"win": "red", "loss": "blue"}.get(how))
        for arm, course in enumerate((base, one, two))
        for number, how in enumerate(course)
    ]
    arms = [
        Arm(name, load("duel", overrides=[f"combatants.Ana.htk={htk}"]), "duel")
        for name, htk in (("base", 30), ("one", 40), ("two", 20))
    ]
    found = figures_of(frame(rows, 0), arms, "red", 0.95)
    assert found[0].difference is None
    first, second = found[1].difference, found[2].difference
    assert first is not None
    assert second is not None
    assert (first.n, first.left_out, first.better, first.worse) == (9, 1, 6, 0)
    assert first.p == pytest.approx(1 / 32)
    assert first.value == pytest.approx(6 / 9)
    assert (second.n, second.better, second.worse, second.value) == (10, 1, 1, 0.0)
    assert found[1].p == pytest.approx(2 / 32)
    assert found[2].p == 1.0
    assert not found[1].differs(0.95)
    assert found[1].differs(0.9)
    assert (found[1].counts.wins, found[1].counts.draws, found[1].counts.errors) == (7, 1, 1)
    assert found[1].share == pytest.approx(7 / 9)


def test_times_are_those_of_real_battles() -> None:
    rows = [battle(0, number, "draw", t=t) for number, t in enumerate([50.0, 10.0, 40.0, 20.0])]
    (found,) = figures_of(frame(rows, 0), [Arm("base", DUEL, "duel")], "red", 0.95)
    names = ("minimum", "lower quartile", "median", "upper quartile", "maximum")
    assert [found.time(name) for name in names] == [10.0, 10.0, 20.0, 40.0, 50.0]


def test_a_target_error_waits_for_the_cell_that_is_known_least() -> None:
    # 100 battles: 50 wins of 100 are known to about 9.6 points (Wilson, 95%), none of 100 to 1.9.
    rows = [battle(0, number, "win", "red" if number % 2 else "blue") for number in range(100)]
    rows += [battle(1, number, "win", "blue") for number in range(100)]
    table = frame(rows, 0)
    assert EveryCell(2, "red", 0.09, 2, 0.9).level == pytest.approx(0.95)
    assert EveryCell(2, "red", 0.09, 2, 0.9).decide(table, [100]) is None
    last = EveryCell(2, "red", 0.09, 2, 0.9).decide(table, [50, 100])
    assert last is not None
    assert last.verdict == "not reached"
    reached = EveryCell(2, "red", 0.1, 2, 0.9).decide(table, [100])
    assert reached is not None
    assert (reached.verdict, reached.value) == ("reached", 0.5)


def test_a_value_is_read_where_it_stands() -> None:
    assert value_in(DUEL, parse_vary("combatants.Ana.weapons.broadsword.length=1")) == "3"
    assert value_in(DUEL, parse_vary("rules.types.chopping.wsd=1")) == "4"
    assert value_in(DUEL, parse_vary("rules.level=basic")) == "design"
    assert value_in(DUEL, parse_vary("combatants.Ana.agent=fencer")) is None
    assert value_in(DUEL, parse_vary("combatants.Nobody.htk=3")) is None


def test_plots_suit_what_is_varied(swept: SweepResult) -> None:
    names = [plot.name for plot in swept.plots()]
    assert names == ["shares", "ends", "map", "map-differences", "map-ends", "outcomes", "times"]
    texts = sweep("duel", "rules.ties=simultaneous,reach", battles=2, jobs=1, progress=False)
    assert [plot.name for plot in texts.plots()] == ["differences", "outcomes", "times"]
    three = [HTK, "combatants.Bo.htk=20,30", "combatants.Bo.spd=3,4"]
    many = sweep("duel", three, battles=1, sample=3, jobs=1, progress=False)
    assert [plot.name for plot in many.plots()] == ["differences", "outcomes", "times"]


def test_breakpoints_are_listed_and_marked() -> None:
    found = sweep("duel", "combatants.Ana.weapons.broadsword.wsd=3:10:1", battles=2, jobs=1, progress=False)
    (table,) = [table for table in found.tables() if table.name == "breakpoints"]
    path = "combatants.Ana.weapons.broadsword.wsd"
    assert (path, 4.0, "4", "Ana 1", "Bo 1", "before", "with", "after") in table.rows
    # 2.5 (w + 4) = 32 and half of the mean of 2d6 less 3: (4 + 1/36)/2; no scenario can have that w exactly.
    assert (path, 1729 / 180, "1729/180", "Ana 2", "Bo 3", "before", None, "after") in table.rows
    assert "every INIT at its mean" in table.note
    assert b"Ana 1 / Bo 1: before" in found.plots()[0].svg()
    assert found.data()["breakpoints"][0]["at"] == "4"


def test_a_sample_plays_some_cells_and_says_which() -> None:
    found = sweep("duel", [HTK, "combatants.Bo.htk=20:40:1"], battles=1, sample=5, jobs=1, progress=False)
    assert len(found.arms) == 6
    assert found.facts.settings["sample"] == 5
    assert "--sample 5" in found.facts.command


def test_worth_changes_one_thing_at_a_time_and_ranks_what_it_does() -> None:
    vary = ["combatants.Ana.htk=10,30", "rules.ties=reach", "combatants.Ana.weapons.broadsword.length=4"]
    found = sweep("duel", vary, battles=10, worth=True, jobs=1, progress=False)
    assert [arm.label for arm in found.arms] == ["base", "htk=10", "htk=30", "ties=reach", "length=4"]
    assert [len(arm.overrides) for arm in found.arms] == [0, 1, 1, 1, 1]
    changes = {(change.path.split(".")[-1], change.after): change for change in worths(found)}
    assert set(changes) == {("htk", 10.0), ("ties", "reach"), ("length", 4.0)}  # 30 HTK is the base: no change
    wins = [found.tally(arm, "red").wins for arm in range(5)]
    assert changes["htk", 10.0].difference == pytest.approx((wins[1] - wins[0]) / 10)
    lasts = [sum(found.of(arm)["t"]) / 10 for arm in range(5)]
    assert changes["length", 4.0].longer == pytest.approx(lasts[4] - lasts[0])
    assert changes["length", 4.0].before == 3.0
    sizes = [abs(change.difference) for change in worths(found)]
    assert sizes == sorted(sizes, reverse=True)
    assert found.plots()[0].name == "differences"
    assert found.tables()[0].name == "worth"
    assert "--worth" in found.facts.command.split()


def test_bias_tells_by_how_much_a_side_wins_more_under_each_tie_policy() -> None:
    found = sweep("mirror", battles=10, bias=True, jobs=1, progress=False)
    assert [arm.label for arm in found.arms[1:]] == [
        f"ties={policy}" for policy in ("simultaneous", "reach", "speed", "seeded")
    ]
    assert is_mirror(found.arms[0].scenario)
    assert not is_mirror(DUEL)
    for bias in biases(found):
        left, right = (found.tally(bias.arm, side).wins for side in ("left", "right"))
        assert bias.wins == (left, right)
        assert bias.undecided == 10 - left - right
        assert bias.difference == pytest.approx((left - right) / 10)
        assert bias.low < bias.difference < bias.high
    assert found.tables()[0].name == "bias"
    assert with_ties(["rules.ties=reach"]) == ["rules.ties=reach"]
    assert len(with_ties("combatants.Ana.htk=20")) == 2


def test_a_side_that_always_wins_is_a_bias() -> None:
    # 20 of 20 decided battles: sign test 2 (1/2)^20 = 1/2^19, for one cell alone.
    arms: Any = tuple(Arm(name, DUEL, "duel", tags={"values": [None]}) for name in ("base", "ties=reach"))
    rows = [battle(arm, number, "win", "blue") for arm in (0, 1) for number in range(20)]
    facts = Facts("sweep", 0, 0, 20, "1", "couched sweep duel")
    found = SweepResult(
        "one", facts, arms, frame(rows, 0), parse_all(["rules.ties=reach"]), "blue", 0.95, Breakpoints(), bias=True
    )
    (bias,) = biases(found)
    assert (bias.wins, bias.difference) == ((20, 0), 1.0)
    assert bias.p == pytest.approx(0.5**19)
    assert bias.low > 0.5


def files(folder: Path) -> dict[str, bytes]:
    kept = [path for path in folder.rglob("*") if path.is_file() and "parts" not in path.parts and path.name != ".lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


def test_the_command_writes_the_same_bytes_whatever_plays_it_and_when(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sweep", "duel", "--vary", "combatants.Ana.htk=20,30", "--battles", "6", "--seed", "5"]
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    assert invoke([*words, "--out", one, "--jobs", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["battles"], data["side"], data["out"]) == (18, "red", one)
    assert [cell["combatants.Ana.htk"] for cell in data["cells"]] == [30.0, 20.0, 30.0]
    assert invoke([*words, "--out", two, "--jobs", "2"]) == 0
    told = capsys.readouterr().out
    assert "Side red wins" in told
    assert files(Path(one)) == files(Path(two))
    before = files(Path(one))
    assert invoke([*words, "--out", one]) == 2
    assert "--resume" in capsys.readouterr().err
    assert invoke([*words, "--out", one, "--resume", "--json"]) == 0
    assert files(Path(one)) == before
    capsys.readouterr()
    assert invoke([*words, "--vary", "rules.ties=reach", "--out", one, "--resume"]) == 2
    assert "another study" in capsys.readouterr().err


def test_the_command_of_a_sweep_makes_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    vary = ["combatants.Ana.htk=20,30", "rules.ties='reach',seeded"]
    found = sweep(
        "duel", vary, battles=2, side="blue", overrides=["combatants.Bo.htk=25"], seed=4, jobs=1, progress=False
    )
    words = shlex.split(found.facts.command)
    assert words[:2] == ["couched", "sweep"]
    assert invoke([*words[1:], "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["cells"], again["arms"]) == (found.cells.to_dicts(), json.loads(found.to_json())["arms"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--vary", "combatants.Anna.htk=1,2"], "did you mean Ana?"),
        (["--vary", "combatants.Ana.htk=1.5,2"], "a whole number"),
        (["--vary", "rules.ties=reech"], "reach"),
        (["--vary", "combatants.Ana.htk=1:2"], "LOW:HIGH:STEP"),
        (["--vary", "system=shots"], "system"),
        (["--vary", "combatants.Ana.htk=1,2", "--side", "green"], "sides: blue, red"),
        (["--vary", "combatants.Ana.htk=1,2", "--couched", "Bob"], "combatants: Ana, Bo"),
        (["--vary", "combatants.Ana.htk=1,2", "--meter", "heat"], "meter"),
        (["--vary", "combatants.Ana.htk=1,2", "--sample", "6000"], "--sample"),
        (["--vary", "combatants.Ana.htk=1,2", "--resume"], "--out"),
        ([], "--vary"),
        (["--worth", "--sample", "2", "--vary", "combatants.Ana.htk=1,2"], "--worth --sample"),
        (["--vary", "combatants.Ana.htk=x,y"], "error: --vary combatants.Ana.htk=x,y: "),
        (["--vary", "combatants.Ana.htk=1,2", "--set", "combatants.Bo.htk=x"], "error: --set combatants.Bo.htk=x: "),
        (["--worth", "--bias", "--vary", "combatants.Ana.htk=1,2"], "--bias"),
    ],
)
def test_what_is_wrong_is_one_message_and_exit_code_2(words: list[str], said: str, capsys: Any) -> None:
    assert invoke(["sweep", "duel", *words, "--battles", "1", "--jobs", "1"]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_arguments_of_the_function_are_checked() -> None:
    with pytest.raises(InputError, match="--target-error"):
        sweep("duel", HTK, target_error=math.nan)
    with pytest.raises(InputError, match="--battles"):
        sweep("duel", HTK, battles=0)
    with pytest.raises(InputError, match="--confidence"):
        sweep("duel", HTK, confidence=1.0)
