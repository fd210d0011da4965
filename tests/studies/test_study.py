"""A study as a whole: look by look, stopped when decided, the same bytes however it was played, killed and resumed."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars
import pytest
from strange_players import made_up, raising, telling

from engine import InputError, __version__
from scenarios import load
from studies.arms import Arm, Row, Task, with_agents
from studies.cli import invoke
from studies.report_words import standing
from studies.result import StudyResult, parts_of
from studies.stopping import Decision, Looks, TargetError
from studies.study import Scored, Study, run_study

ROOT = Path(__file__).parents[2]


def two_arms(**more: Any) -> Study:
    arms = [Arm("a", load("mirror"), "mirror"), Arm("b", load("shots_mirror"), "shots_mirror", tags={"cell": 1})]
    return Study(**{"kind": "test", "arms": arms, "seed": 3, "looks": [5, 12, 20], "command": "couched test", **more})


class Says:
    """A rule that decides at one look."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.asked: list[tuple[int, tuple[int, ...]]] = []

    def plain(self) -> Mapping[str, Any]:
        return {"at": self.at}

    def decide(self, table: polars.DataFrame, looks: Sequence[int]) -> Any:
        self.asked.append((table.height, tuple(looks)))
        return "enough" if looks[-1] == self.at else None


def digest(folder: Path) -> str:
    return hashlib.sha256((folder / "battles.parquet").read_bytes()).hexdigest()


def test_every_arm_plays_the_same_battles_on_the_same_seed() -> None:
    done = run_study(two_arms())
    assert done.complete
    assert done.rows.select("arm", "battle", "seed").rows() == [(arm, at, "3") for arm in (0, 1) for at in range(20)]
    assert [(look.battles, look.decision) for look in done.looks] == [(5, None), (12, None), (20, None)]
    assert (done.battles, done.decision, done.folder) == (20, None, None)


def test_a_study_knows_where_it_comes_from() -> None:
    study = two_arms(looks=[2])
    assert run_study(study).facts == {
        "kind": "test", "version": __version__, "seed": 3, "battles": [0, 2], "complete": True,
        "scenarios": {"a": load("mirror").digest, "b": load("shots_mirror").digest}, "command": "couched test",
    }  # fmt: skip


def test_the_manifest_says_what_is_studied(tmp_path: Path) -> None:
    run_study(two_arms(looks=[2], settings={"x": 1}, stopping=Says(2)), out=tmp_path)
    assert json.loads((tmp_path / "study.json").read_bytes()) == {
        "schema": "couched.study/1", "kind": "test", "version": __version__, "seed": 3, "looks": [2], "meter": "",
        "settings": {"x": 1}, "stopping": {"at": 2}, "command": "couched test",
        "arms": [
            {"label": "a", "digest": load("mirror").digest, "source": "mirror", "overrides": [], "agents": {}, "tags": {}},
            {"label": "b", "digest": load("shots_mirror").digest, "source": "shots_mirror", "overrides": [], "agents": {},
             "tags": {"cell": 1}},
        ],
    }  # fmt: skip
    documents = [json.loads(line) for line in (tmp_path / "scenarios.jsonl").read_bytes().splitlines()]
    assert documents == [load("mirror").document, load("shots_mirror").document]


def test_a_rule_is_asked_at_the_planned_looks_only_and_ends_the_study() -> None:
    rule = Says(12)
    done = run_study(two_arms(stopping=rule))
    assert rule.asked == [(10, (5,)), (24, (5, 12))]
    assert (done.battles, done.decision, done.complete) == (12, "enough", True)
    assert done.rows["battle"].max() == 11


def test_a_rule_of_stopping_decides_on_scores() -> None:
    rule = TargetError(0.4, Looks(5, 2.0, 20))

    def scores(table: polars.DataFrame) -> list[float]:
        return [float(winner == "red") for winner in table.filter(polars.col("arm") == 0)["winner"]]

    study = two_arms(looks=rule.looks.counts, stopping=Scored(rule, scores))
    done = run_study(study, player=made_up)
    assert isinstance(done.decision, Decision)
    assert done.decision == rule.decide([float(at % 3 == 0) for at in range(20)])
    assert done.battles == done.decision.battles < 20
    assert study.manifest()["stopping"]["rule"] == "TargetError"
    assert study.manifest()["stopping"]["error"] == 0.4


def test_a_study_that_stopped_early_stops_at_the_same_look_when_resumed(tmp_path: Path) -> None:
    run_study(two_arms(stopping=Says(12)), out=tmp_path)
    before = digest(tmp_path)
    again = run_study(two_arms(stopping=Says(12)), out=tmp_path, resume=True, player=raising)
    assert (again.battles, again.decision, digest(tmp_path)) == (12, "enough", before)


@pytest.mark.parametrize("jobs", [2, 7])
def test_the_bytes_do_not_depend_on_workers(jobs: int, tmp_path: Path) -> None:
    run_study(two_arms(), out=tmp_path / "one", jobs=1)
    run_study(two_arms(), out=tmp_path / "many", jobs=jobs)
    assert digest(tmp_path / "many") == digest(tmp_path / "one")


@pytest.mark.parametrize("chunk", [1, 3, 1000])
def test_the_bytes_do_not_depend_on_chunks(chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_study(two_arms(), out=tmp_path / "one")
    monkeypatch.setattr("studies.study.chunk_of", lambda _battles, _workers: chunk)
    run_study(two_arms(), out=tmp_path / "other")
    assert digest(tmp_path / "other") == digest(tmp_path / "one")


def test_memory_and_folder_give_the_same_rows(tmp_path: Path) -> None:
    assert run_study(two_arms()).rows.equals(run_study(two_arms(), out=tmp_path).rows)
    assert run_study(two_arms()).rows.equals(polars.read_parquet(tmp_path / "battles.parquet"))


def test_resuming_plays_what_is_missing_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "told"
    monkeypatch.setenv("COUCHED_TEST_TOLD", str(told))
    study = two_arms(looks=[6])
    run_study(study, out=tmp_path / "out", player=telling)
    before = digest(tmp_path / "out")
    path = min((tmp_path / "out/parts").iterdir())
    lost = polars.read_parquet(path).select("arm", "battle").rows()
    path.write_bytes(path.read_bytes()[:-1] + b"\0")
    told.write_text("")
    again = run_study(study, out=tmp_path / "out", resume=True, player=telling)
    assert list(again.damaged) == [path.name]
    played = [tuple(map(int, line.split())) for line in told.read_text().splitlines()]
    assert sorted((arm, at) for arm, start, stop in played for at in range(start, stop)) == sorted(lost)
    assert digest(tmp_path / "out") == before


def test_resuming_another_study_is_refused_naming_what_differs(tmp_path: Path) -> None:
    run_study(two_arms(), out=tmp_path, player=made_up)
    with pytest.raises(InputError, match=r"another study: --battles was 20, is 30; allowed"):
        run_study(two_arms(looks=[5, 12, 30]), out=tmp_path, resume=True)
    other = [Arm("a", load("mirror", overrides=["rules.max_counts=77"]), "mirror"), two_arms().arms[1]]
    with pytest.raises(InputError, match=r"in the scenario rules\.max_counts was .*, is 77.0; allowed"):
        run_study(two_arms(arms=other), out=tmp_path, resume=True)
    with pytest.raises(InputError, match="a study that was begun"):
        run_study(two_arms(), out=tmp_path)


def test_a_study_of_so_many_battles_goes_on_to_more_and_says_so(tmp_path: Path) -> None:
    run_study(two_arms(looks=[6]), out=tmp_path / "more", player=made_up)
    more = run_study(two_arms(looks=[9]), out=tmp_path / "more", resume=True, player=made_up)
    whole = run_study(two_arms(looks=[9]), out=tmp_path / "whole", player=made_up)
    assert more.rows.equals(whole.rows)
    assert (tmp_path / "more" / "battles.parquet").read_bytes() == (tmp_path / "whole" / "battles.parquet").read_bytes()
    assert (more.extended, whole.extended) == ((6,), ())
    assert "6 battles of every arm were planned at first" in standing(StudyResult(**parts_of("", more)))[0]
    again = run_study(two_arms(looks=[9]), out=tmp_path / "more", resume=True, player=made_up)
    assert (again.extended, again.rows.equals(whole.rows)) == ((6,), True)
    with pytest.raises(InputError, match="--battles was 9, is 6; allowed: --battles 9 or more"):
        run_study(two_arms(looks=[6]), out=tmp_path / "more", resume=True, player=made_up)


def test_a_study_with_a_rule_to_stop_by_goes_on_to_no_more(tmp_path: Path) -> None:
    def ruled(most: int) -> Study:
        looks = Looks(4, 1.5, most)
        return two_arms(looks=looks.counts, stopping=Scored(TargetError(0.01, looks), lambda table: [0.5] * table.height))

    run_study(ruled(8), out=tmp_path, player=made_up)
    with pytest.raises(InputError, match=r"--battles was 8, is 12; allowed: .*with the looks of its stopping rule as they were planned"):
        run_study(ruled(12), out=tmp_path, resume=True, player=made_up)


KILLED = """
import sys
from scenarios import load
from strange_players import slow
from studies.arms import Arm
from studies.study import Study, run_study
arms = [Arm("a", load("mirror"), "mirror"), Arm("b", load("duel"), "duel")]
study = Study(kind="test", arms=arms, seed=3, looks=[10, 60])
done = run_study(study, out=sys.argv[1], resume=True, jobs=int(sys.argv[2]), player=slow)
print(done.complete, done.rows.height)
"""


def begun(folder: Path, jobs: int, **more: Any) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]), **more.pop("env", {})}
    command = [sys.executable, "-c", KILLED, str(folder), str(jobs)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def wait_for_parts(folder: Path, process: subprocess.Popen[bytes], count: int) -> None:
    """Wait until a study has written so many parts, or has ended."""
    while process.poll() is None and len(list((folder / "parts").glob("*.parquet"))) < count:
        time.sleep(0.005)


def ended(process: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_study_killed_again_and_again_comes_to_the_same_bytes(jobs: int, tmp_path: Path) -> None:
    whole, folder, moments = tmp_path / "whole", tmp_path / "killed", random.Random(jobs)
    assert ended(begun(whole, 1, env={"PYTHONHASHSEED": "1"}))[:2] == (0, b"True 120\n")
    kills = 0
    for count in (0, 1, moments.randrange(2, 4), moments.randrange(4, 6)):
        process = begun(folder, jobs, env={"PYTHONHASHSEED": "2"})
        wait_for_parts(folder, process, count)
        time.sleep(moments.random() / 10)
        process.kill()
        kills += ended(process)[0] == -signal.SIGKILL
    assert kills >= 3
    assert ended(begun(folder, jobs, env={"PYTHONHASHSEED": "3"}))[:2] == (0, b"True 120\n")
    assert digest(folder) == digest(whole)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_study_ends_cleanly_with_what_it_has(number: signal.Signals, jobs: int, tmp_path: Path) -> None:
    process = begun(tmp_path, jobs, start_new_session=True)
    wait_for_parts(tmp_path, process, 2)
    if number is signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal sends it: to the workers too
    else:
        process.send_signal(number)
    code, out, err = ended(process)
    assert (code, err) == (0, b"")
    complete, height = out.split()
    assert complete == b"False"
    kept = sum(polars.read_parquet(path, columns=["arm"]).height for path in (tmp_path / "parts").glob("*.parquet"))
    assert 0 <= int(height) <= kept < 120
    assert not (tmp_path / "battles.parquet").exists()
    shown = polars.read_parquet(tmp_path / "battles-so-far.parquet")
    assert shown.select("arm", "battle").rows() == [(arm, battle) for arm in (0, 1) for battle in range(int(height) // 2)]
    code, out, _ = ended(begun(tmp_path, jobs))
    assert (code, out) == (0, b"True 120\n")
    assert not (tmp_path / "battles-so-far.parquet").exists()


def test_an_interrupted_study_has_what_was_finished() -> None:
    def interrupted(task: Task) -> list[Row]:
        if (task.arm, task.start) == (1, 1):
            raise KeyboardInterrupt
        return made_up(task)

    done = run_study(two_arms(looks=[20]), jobs=1, player=interrupted)
    assert (done.complete, done.looks, done.battles, done.left_out) == (False, (), 1, 4)
    assert done.rows.select("arm", "battle").rows() == [(0, 0), (1, 0)]
    assert done.facts["complete"] is False


def test_the_signals_are_as_before_after_a_study() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    run_study(two_arms(looks=[2]), player=made_up)
    assert [signal.getsignal(number) for number in numbers] == before


def test_a_study_in_another_thread_plays_too() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run_study, two_arms(looks=[2]), player=made_up).result().complete


@pytest.mark.parametrize(("source", "seed"), [("duel", 4), ("shots_duel", 5), ("mirror", -3)])
def test_the_command_of_a_battle_plays_it_again(source: str, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    resolved = load(source)
    overrides = ("rules.max_counts=2000",)
    sides = dict.fromkeys(sorted({str(spec.side) for spec in resolved.combatants})[:1], "random")
    scenario = with_agents(load(source, overrides=overrides), sides)
    done = run_study(Study(kind="test", arms=[Arm("a", scenario, source, overrides, sides)], seed=seed, looks=[4]))
    outcomes = []
    for row in done.rows.iter_rows(named=True):
        words = shlex.split(done.command(row["arm"], row["battle"]))
        assert words[0] == "couched"
        invoke([*words[1:], "--json"])
        told = json.loads(capsys.readouterr().out)
        assert (told["outcome"], told["winner"], told["t"]) == (row["outcome"], row["winner"], row["t"])
        assert (told["reason"], told["rolls"]) == (row["reason"], row["rolls"])
        outcomes.append(told["t"])
    assert len({*outcomes}) > 1


def test_a_battle_whose_agent_fails_is_played_again_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    orders = 'combatants.Ana.agent={policy = "script", orders = [{at = 0, do = "release", target = "Bo"}]}'
    arm = Arm("a", load("duel", overrides=[orders]), "duel", (orders,))
    done = run_study(Study(kind="test", arms=[arm], seed=1, looks=[1]))
    (row,) = done.rows.iter_rows(named=True)
    assert (row["outcome"], row["winner"]) == ("win", "blue")
    assert invoke([*shlex.split(done.command(0, 0))[1:], "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["winner"], told["t"], told["forfeits"]) == ("win", "blue", row["t"], ["Ana"])


def test_battles_that_failed_come_with_the_command_that_repeats_them() -> None:
    def failing(task: Task) -> list[Row]:
        return [
            row._replace(outcome="error", reason="broke") if (row.arm, row.battle) == (1, 2) else row for row in made_up(task)
        ]

    found = run_study(two_arms(looks=[4]), player=failing).errors()
    assert found.rows() == [(1, 2, "broke", "couched run shots_mirror --seed 3 --battle 2 --on-illegal forfeit")]
    none = run_study(two_arms(looks=[2]), player=made_up).errors()
    assert (none.height, none.columns) == (0, ["arm", "battle", "reason", "command"])


def test_names_in_commands_are_quoted() -> None:
    arm = Arm("a", load("duel"), "my duel.toml", ("combatants.'A b'.htk=3",), {"red ones": "hold"})
    assert shlex.split(arm.command(-1, 2)) == [
        "couched", "run", "my duel.toml", "--seed", "-1", "--battle", "2", "--set", "combatants.'A b'.htk=3",
        "--agents", "red ones=hold", "--on-illegal", "forfeit",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"looks": []}, "battles"), ({"looks": [0]}, "battles"), ({"looks": [5, 5]}, "battles"), ({"looks": [5, 4]}, "battles"),
        ({"looks": [2.0]}, "battles"), ({"looks": [True]}, "battles"), ({"seed": "3"}, "seed"), ({"seed": 1.5}, "seed"),
        ({"arms": []}, "arms: found none"), ({"meter": "none_such"}, "meter: found 'none_such'"),
        ({"arms": [Arm("a", load("duel"), "duel")] * 2}, "arms: found 'a' twice"),
    ],
)  # fmt: skip
def test_a_study_that_is_none_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        two_arms(**changes)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"jobs": 0}, "--jobs: found 0"), ({"resume": True}, "--resume: found no folder"),
        ({"jobs": 2, "cluster": "tcp://127.0.0.1:1"}, "--cluster: found it together with --jobs"),
    ],
)  # fmt: skip
def test_arguments_that_make_no_sense_are_refused(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        run_study(two_arms(), **arguments)


def test_a_full_disk_ends_a_study_and_what_is_there_is_gone_on_with(tmp_path: Path) -> None:
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))\n"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    script = code + KILLED.replace("print", "import engine; print").replace("[10, 60]", "[1, 60]")
    command = [sys.executable, "-c", script, str(tmp_path), "1"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert b"InputError" in done.stderr
    assert b"found File too large; allowed: a folder that can be written, with room" in done.stderr
    assert not list(tmp_path.rglob("*.tmp"))


def test_nothing_is_shown_where_there_is_no_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    run_study(two_arms(looks=[2]), player=made_up)
    assert capfd.readouterr() == ("", "")


def test_a_terminal_is_shown_how_far_it_is(tmp_path: Path) -> None:
    mine, its = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]), "TERM": "xterm", "COLUMNS": "120"}
    command = [sys.executable, "-c", KILLED, str(tmp_path), "1"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=its)
    os.close(its)
    shown = b""
    while True:
        try:
            piece = os.read(mine, 4096)
        except OSError:  # its side is closed
            break
        if not piece:
            break
        shown += piece
    os.close(mine)
    out, _ = process.communicate(timeout=60)
    assert out == b"True 120\n"
    text = shown.decode(errors="replace")
    assert "test, look 1 of 2" in text
    assert "test, look 2 of 2" in text
    assert "/120" in text
    assert "battles/s" in text
