"""The folder of a study: what is in it survives being killed, damage is seen, another study is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars
import pytest
from strange_players import made_up

from engine import InputError
from studies import parts, store
from studies.arms import Row, Task
from studies.parts import Parts, Spans, frame, parquet, write_whole
from studies.store import Memory, Store

MANIFEST: dict[str, Any] = {
    "kind": "test", "seed": 7, "settings": {"battles": 10}, "arms": [{"label": "a", "digest": "d1"}], "command": "couched test",
}  # fmt: skip
DOCUMENTS = [{"name": "Fight", "combatants": [{"name": "Ana", "htk": 30}]}]


def rows_of(arm: int, start: int, stop: int) -> list[Row]:
    return made_up(Task(arm, b"", 7, start, stop))


def opened(folder: Path, *, resume: bool = False, **changes: Any) -> Store:
    return Store(folder, {**MANIFEST, **changes}, resume, DOCUMENTS)


def filled(folder: Path, *ranges: tuple[int, int, int]) -> None:
    """Have a study in a folder with some ranges of battles, one part each."""
    with opened(folder) as store:
        for arm, start, stop in ranges:
            store.put(arm, start, stop, rows_of(arm, start, stop), 7)
            store.rows()


def refusal(folder: Path, **changes: Any) -> str:
    with pytest.raises(InputError) as caught:
        opened(folder, resume=True, **changes)
    assert caught.value.exit_code == 2
    return str(caught.value)


def battles(table: polars.DataFrame) -> list[tuple[int, int]]:
    return table.select("arm", "battle").rows()


def test_ranges_that_touch_are_one_and_gaps_are_found() -> None:
    spans = Spans()
    for start, stop in ((10, 20), (0, 5), (20, 25), (5, 7)):
        spans.add(3, start, stop)
    assert spans.done(3) == [(0, 7), (10, 25)]
    assert len(spans) == 22
    assert spans.missing(3, 0, 30) == [(7, 10), (25, 30)]
    assert spans.missing(3, 2, 6) == []
    assert spans.missing(3, 8, 9) == [(8, 9)]
    assert spans.missing(0, 4, 6) == [(4, 6)]


def test_a_new_study_says_what_it_is(tmp_path: Path) -> None:
    with opened(tmp_path / "deep" / "new"):
        manifest = json.loads((tmp_path / "deep/new/study.json").read_bytes())
    assert manifest == {"schema": "couched.study/1", **MANIFEST}
    lines = (tmp_path / "deep/new/scenarios.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == DOCUMENTS


def test_rows_come_back_by_arm_and_battle_whatever_the_order_they_came_in(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for arm, start, stop in ((1, 4, 6), (0, 2, 3), (1, 0, 4), (0, 0, 2)):
            store.put(arm, start, stop, rows_of(arm, start, stop), 7)
        table = store.rows()
        assert battles(table) == [(0, 0), (0, 1), (0, 2), *((1, battle) for battle in range(6))]
        assert battles(store.rows(2)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert table.columns == [
        "arm", "battle", "seed", "outcome", "winner", "t", "reason", "rolls", "clock_events", "able", "m:waiting:Ana",
    ]  # fmt: skip
    assert table.row(3, named=True) == {
        "arm": 1, "battle": 0, "seed": "7", "outcome": "draw", "winner": None, "t": 0.0, "reason": "reason 0", "rolls": 0,
        "clock_events": 0, "able": '{"blue":1,"red":0}', "m:waiting:Ana": 0.0,
    }  # fmt: skip


def test_memory_keeps_the_same_rows_as_a_folder(tmp_path: Path) -> None:
    memory = Memory()
    with opened(tmp_path) as store:
        for start in range(0, 2 * parts.MANY, 2):
            for keeper in (memory, store):
                keeper.put(0, start, start + 2, rows_of(0, start, start + 2), 7)
        assert memory.rows().equals(store.rows())
        assert memory.rows(5).equals(store.rows(5))
        assert memory.spans.done(0) == store.spans.done(0) == [(0, 2 * parts.MANY)]


def test_many_parts_become_one_and_their_bytes_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MANY", 4)
    filled(tmp_path, *((0, at, at + 3) for at in range(0, 30, 3)))
    names = sorted(path.name for path in (tmp_path / "parts").iterdir())
    assert [name.startswith("merged-") for name in names] == [False, False, True, True]
    with opened(tmp_path, resume=True) as store:
        assert battles(store.rows()) == [(0, battle) for battle in range(30)]
        assert store.damaged == []


def test_parts_that_were_merged_but_not_yet_thrown_away_count_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MANY", 4)
    monkeypatch.setattr(Path, "unlink", lambda *_args, **_more: None)  # killed between the two
    filled(tmp_path, *((0, at, at + 3) for at in range(0, 12, 3)))
    monkeypatch.undo()
    assert len(list((tmp_path / "parts").iterdir())) == 5
    with opened(tmp_path, resume=True) as store:
        assert battles(store.rows()) == [(0, battle) for battle in range(12)]
    assert len(list((tmp_path / "parts").iterdir())) == 1


def test_what_waits_to_be_written_goes_into_one_part(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    kept = Parts(folder)
    kept._keep([(0, 0, 2, rows_of(0, 0, 2), 7), (1, 5, 6, rows_of(1, 5, 6), 7)])
    assert [path.name.rpartition("-")[0] for path in folder.iterdir()] == ["000000-000000000-000000002-and-1-more"]
    assert battles(Parts(folder).rows()) == [(0, 0), (0, 1), (1, 5)]


@pytest.mark.parametrize("how", ["flipped", "cut", "emptied", "renamed"])
def test_a_damaged_part_is_thrown_away_and_named(how: str, tmp_path: Path) -> None:
    filled(tmp_path, (0, 0, 3), (0, 3, 6))
    path = sorted((tmp_path / "parts").iterdir())[0]
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    match how:
        case "flipped":
            path.write_bytes(data)
        case "cut":
            path.write_bytes(path.read_bytes()[:-40])
        case "emptied":
            path.write_bytes(b"")
        case "renamed":
            path = path.rename(path.with_name("something.parquet"))
    with opened(tmp_path, resume=True) as store:
        assert store.damaged == [path.name]
        assert store.spans.missing(0, 0, 6) == [(0, 3)]
        assert battles(store.rows()) == [(0, 3), (0, 4), (0, 5)]
    assert not path.exists()


def test_every_flipped_bit_of_a_part_is_seen(tmp_path: Path) -> None:
    filled(tmp_path, (0, 0, 3))
    (path,) = (tmp_path / "parts").iterdir()
    data, study = path.read_bytes(), store.identity(MANIFEST)
    assert parts._checked(path, study) is not None
    for at in range(0, 8 * len(data), 97):
        broken = bytearray(data)
        broken[at // 8] ^= 1 << at % 8
        path.write_bytes(broken)
        assert parts._checked(path, study) is None, at
    path.write_bytes(data)
    assert parts._checked(path, study) is not None


def test_half_a_part_is_forgotten(tmp_path: Path) -> None:
    filled(tmp_path, (0, 0, 3))
    left = tmp_path / "parts" / ".000000-000000003-000000006-0123456789abcdef.parquet.tmp"
    left.write_bytes(b"PAR1")
    with opened(tmp_path, resume=True) as store:
        assert store.spans.done(0) == [(0, 3)]
        assert store.damaged == []
    assert not left.exists()


def test_a_study_is_gone_on_with_only_when_asked(tmp_path: Path) -> None:
    filled(tmp_path, (0, 0, 3))
    with pytest.raises(InputError, match="a study that was begun; allowed: --resume"):
        opened(tmp_path)
    with opened(tmp_path, resume=True, command="another way to call it") as store:
        assert store.spans.done(0) == [(0, 3)]
    assert json.loads((tmp_path / "study.json").read_bytes())["command"] == "couched test"


def test_resuming_where_nothing_is_begins_a_study(tmp_path: Path) -> None:
    with opened(tmp_path / "new", resume=True) as store:
        assert len(store.spans) == 0
    assert (tmp_path / "new" / "study.json").exists()


@pytest.mark.parametrize("left", [(), (".lock",), (".lock", "scenarios.jsonl", ".study.json.tmp"), (".scenarios.jsonl.tmp",)])
def test_a_study_that_was_killed_before_it_began_begins_again(left: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    for name in left:
        (tmp_path / name).write_bytes(b"half")
    with opened(tmp_path):
        pass
    assert json.loads((tmp_path / "study.json").read_bytes())["kind"] == "test"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 8}, "--seed was 7, is 8"),
        ({"settings": {"battles": 20}}, "--battles was 10, is 20"),
        ({"settings": {}}, "--battles was 10, is not given"),
        ({"settings": {"battles": 10, "agents": ["a", "b"]}}, "--agents was not given, is a, b"),
        ({"settings": {"battles": 10, "worth": True}}, "--worth was not given, is given"),
        ({"settings": {"battles": 10, "a": ["x=1", "y=2"]}, "seed": 8}, "--a was not given, is x=1, y=2; --seed was 7, is 8"),
        ({"stopping": {"rule": "EveryCell", "error": 0.02}}, "--target-error was not given, is 0.02"),
        ({"stopping": {"rule": "Sprt", "elo0": 0.0, "elo1": 20.0}}, "--sprt was not given, is 0,20"),
        ({"meter": "phases"}, "--meter was not given, is phases"),
        ({"version": "9"}, "the version of couched was not given, is 9"),
        ({"kind": "sweep"}, "a test, not a sweep"),
        ({"arms": [{"label": "b", "digest": "d1"}]}, "the arms was a, is b"),
        ({"arms": []}, "the arms was a, is not given"),
        ({"seed": 8, "kind": "x"}, "a test, not a x"),
        ({"arms": [{"label": "a", "digest": "d2"}]}, "the scenario has another digest"),
    ],
)  # fmt: skip
def test_another_study_is_refused_naming_what_differs(changes: dict[str, Any], told: str, tmp_path: Path) -> None:
    filled(tmp_path)
    before = (tmp_path / "study.json").read_bytes()
    message = refusal(tmp_path, **changes)
    assert f"found another study: {told}; allowed: the study that was begun there" in message
    assert (tmp_path / "study.json").read_bytes() == before


def test_another_scenario_is_refused_naming_the_value(tmp_path: Path) -> None:
    filled(tmp_path)
    other = [{"name": "Fight", "combatants": [{"name": "Ana", "htk": 40}]}]
    with pytest.raises(InputError, match=r"another study: in the scenario combatants\.Ana\.htk was 30, is 40; allowed"):
        Store(tmp_path, {**MANIFEST, "arms": [{"label": "a", "digest": "d2"}]}, True, other)


def test_many_differences_are_counted(tmp_path: Path) -> None:
    with opened(tmp_path, settings={str(number): 0 for number in range(9)}):
        pass
    assert "; and 4 more; allowed" in refusal(tmp_path, settings={str(number): 1 for number in range(9)})


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "[" * 100_000, "\xff"])
def test_a_manifest_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / "study.json").write_text(text, encoding="latin-1")
    assert "study.json: found no manifest that can be read" in refusal(tmp_path)


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    assert "found files of something else: thesis.txt; allowed: an empty or a new folder" in refusal(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"thesis.txt", ".lock"}


def test_parts_without_a_manifest_are_something_else(tmp_path: Path) -> None:
    filled(tmp_path, (0, 0, 3))
    (tmp_path / "study.json").unlink()
    assert "found files of something else: parts" in refusal(tmp_path)
    assert len(list((tmp_path / "parts").iterdir())) == 1


def test_two_studies_in_one_folder_are_refused(tmp_path: Path) -> None:
    with opened(tmp_path):
        assert "found another study that is running" in refusal(tmp_path)
    with opened(tmp_path, resume=True):
        pass


def test_the_lock_goes_with_a_process_that_is_killed(tmp_path: Path) -> None:
    code = (
        "import os, sys; from studies.store import Store\n"
        f"Store({str(tmp_path)!r}, {MANIFEST!r}, False, {DOCUMENTS!r}); os.kill(os.getpid(), 9)"
    )
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == -9
    with opened(tmp_path, resume=True):
        pass


@pytest.mark.parametrize("where", ["file", "file/under", "\0", "x" * 300])
def test_a_folder_that_can_not_be_is_refused(where: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "allowed: a folder that can be written" in refusal(tmp_path / where)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "Permission denied" in refusal(tmp_path)


def test_when_there_is_no_room_what_is_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = opened(tmp_path)
    store.put(0, 0, 3, rows_of(0, 0, 3), 7)
    store.rows()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    store.put(0, 3, 6, rows_of(0, 3, 6), 7)
    with pytest.raises(InputError, match="parts: found No space left on device; allowed: a folder that can be written, with room"):
        store.rows()
    with pytest.raises(InputError, match="No space"):
        store.put(0, 6, 9, rows_of(0, 6, 9), 7)
    with pytest.raises(InputError, match=r"battles\.parquet: found No space"):
        store.finish(frame([], 7))
    store.close()
    assert len(list((tmp_path / "parts").iterdir())) == 1
    monkeypatch.undo()
    with opened(tmp_path, resume=True) as again:
        assert battles(again.rows()) == [(0, 0), (0, 1), (0, 2)]
    assert not (tmp_path / "battles.parquet").exists()


def test_a_part_is_written_whole_though_ctrl_c_falls_into_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = parts.parquet
    calls: list[int] = []

    def put_and_wait(store: Store) -> None:
        store.put(0, 0, 3, rows_of(0, 0, 3), 7)
        for _ in range(1000):
            time.sleep(0.01)

    def interrupted(table: polars.DataFrame) -> bytes:
        calls.append(table.height)
        if len(calls) == 1:
            raise KeyboardInterrupt  # as polars does when a signal comes while it works
        return written(table)

    monkeypatch.setattr(parts, "parquet", interrupted)
    with opened(tmp_path) as store:
        with pytest.raises(KeyboardInterrupt):
            put_and_wait(store)
        assert battles(store.rows()) == [(0, 0), (0, 1), (0, 2)]
    assert calls == [3, 3]


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"before")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"after")
    assert path.read_bytes() == b"before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_the_bytes_of_a_table_depend_on_its_values_alone() -> None:
    rows = rows_of(0, 0, 3000)
    whole = parquet(frame(rows, 7))
    pieces = polars.concat([frame(rows[at : at + 7], 7) for at in range(0, 3000, 7)], rechunk=False)
    assert pieces.n_chunks() > 1
    assert parquet(pieces) == whole
    backwards = polars.concat([frame(rows[at : at + 500], 7) for at in range(2500, -1, -500)]).sort("battle")
    assert parquet(backwards) == whole
    assert polars.read_parquet(whole).equals(frame(rows, 7))


def test_the_bytes_of_a_table_do_not_depend_on_threads(tmp_path: Path) -> None:
    code = (
        "import sys; from studies.parts import frame, parquet; from strange_players import made_up; from studies.arms import Task\n"
        "sys.stdout.buffer.write(parquet(frame(made_up(Task(0, b'', 7, 0, 3000)), 7)))"
    )
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root), str(root / "tests")])

    def written(threads: str, seed: str) -> bytes:
        environment = {**os.environ, "PYTHONPATH": path, "POLARS_MAX_THREADS": threads, "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True).stdout

    assert written("1", "1") == written("5", "2") == parquet(frame(rows_of(0, 0, 3000), 7))


def test_a_reason_with_half_a_character_is_spelled_out() -> None:
    row = Row(0, 0, "error", None, 0.0, "agent said \ud800", 0, 0, {}, {})
    assert frame([row], 7)["reason"].to_list() == ["agent said \\ud800"]


def test_measures_some_battles_lack_are_empty_and_stand_by_name(tmp_path: Path) -> None:
    lacking = [row._replace(measures={}) for row in rows_of(0, 0, 1)]
    more = [row._replace(measures={"b": 1.0, "a": 2.0}) for row in rows_of(0, 1, 2)]
    with opened(tmp_path) as store:
        for start, rows in ((0, lacking), (1, more)):
            store.put(0, start, start + 1, rows, 7)
            store.rows()
        table = store.rows()
    assert table.columns[-2:] == ["m:a", "m:b"]
    assert table.select("m:a", "m:b").rows() == [(None, None), (2.0, 1.0)]
