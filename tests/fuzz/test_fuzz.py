"""Hostile input, a little of it: a fixed slice of what ``python -m benchmarks fuzz`` tries, and every case that was kept."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from itertools import islice
from pathlib import Path

import polars
import pytest

from benchmarks.fuzz import KINDS, cases
from benchmarks.fuzz_cases import Case, Find, Hang, Kind, bounded, checked, fought, refused
from benchmarks.fuzz_external import check_external, look_at_answers, nothing_left
from benchmarks.fuzz_logs import log_of
from benchmarks.fuzz_studies import folder_of, renamed
from engine import InputError
from engine.errors import CouchedError
from studies.parts import parquet

CORPUS = Path(__file__).parent / "corpus"
KEPT = sorted(path for path in CORPUS.rglob("*") if path.is_file() and path.suffix != ".made_from" and path.name != "README.md")

SLICE = {"scenario": 120, "override": 50, "rolls": 40, "orders": 60, "log": 25, "study": 5, "external": 25}
"""How many cases of each kind are tried here."""


@pytest.mark.parametrize("kind", SLICE)
def test_a_slice_of_hostile_input_is_fought_or_refused_in_good_order(kind: str) -> None:
    for number, case in cases(SLICE[kind], 0, kind):
        try:
            checked(KINDS[kind], case)
        except Find as find:
            pytest.fail(f"python -m benchmarks fuzz --kind {kind}, case {number}: {find}")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_case_is_fought_or_refused_in_good_order(path: Path) -> None:
    made_from = path.with_name(f"{path.name}.made_from")
    reference = made_from.read_bytes() if made_from.exists() else None
    checked(KINDS[path.parent.name], Case(path.parent.name, path.read_bytes(), reference))


@pytest.mark.parametrize("kind", sorted(set(SLICE) - {"study"}))
def test_a_number_names_the_same_case_every_time(kind: str) -> None:
    assert list(islice(cases(9, 4, kind), 9)) == list(islice(cases(9, 4, kind), 9))


def test_most_kinds_of_cases_are_both_fought_and_refused() -> None:
    became = {kind: {checked(KINDS[kind], case) for _, case in cases(40, 5, kind)} for kind in ("scenario", "orders")}
    for kind, words in became.items():
        assert words > {"refused"}, kind


def kind_that(error: BaseException) -> Kind:
    def check(_case: Case) -> str:
        raise error

    return Kind("odd", "", lambda _rng: Case("odd", b""), check)


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError(), MemoryError(), SystemExit(1), CouchedError("x"), Hang()])
def test_whatever_is_no_clear_refusal_is_a_find(error: BaseException) -> None:
    with pytest.raises(Find):
        checked(kind_that(error), Case("odd", b""))


def test_a_hang_is_ended_by_its_cpu_time() -> None:
    with pytest.raises(Hang):
        spin()


def spin() -> None:
    with bounded(0.05):
        while True:
            pass


def test_a_refusal_without_words_is_a_find() -> None:
    assert refused(InputError("a", "b", "c")) == "refused"
    with pytest.raises(Find):
        refused(InputError("a\x1b[31m", "b", "c"))


def test_a_changed_value_that_does_not_show_is_a_find() -> None:
    reference = b'extends = "duel"\nschema = "couched.scenario/1"\nname = "a"\n'
    again = reference.replace(b"\n", b" # said anew\n")
    with pytest.raises(Find, match="ignored"):
        checked(KINDS["scenario"], Case("scenario", reference + b"combatants = []\n", again))


def test_a_study_with_other_battles_than_its_own_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    other = {**folder_of("tournament"), "battles.parquet": b""}
    monkeypatch.setattr("benchmarks.fuzz_studies.folder_of", lambda _name: other)
    with pytest.raises(Find, match="other battles"):
        checked(KINDS["study"], Case("study", b'["tournament", {}]'))


def test_a_part_that_bears_the_digest_of_other_battles_is_no_find_but_no_fault_either() -> None:
    folder = folder_of("tournament")
    path = next(path for path in folder if path.startswith("parts/"))
    table = polars.read_parquet(folder[path]).with_columns(reason=polars.lit("forged"))
    data = parquet(table)
    kept = {name: data for name, data in folder.items() if name != path and name != "battles.parquet"}
    kept[renamed(path, data, folder["study.json"])] = data
    payload = json.dumps(["tournament", {name: b64encode(data).decode() for name, data in kept.items()}]).encode()
    assert checked(KINDS["study"], Case("study", payload)) == "forged"


def test_a_battle_that_two_runs_fight_differently_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = iter([([b"a"], None), ([b"b"], None)])
    monkeypatch.setattr("benchmarks.fuzz_cases._once", lambda *_: next(runs))
    with pytest.raises(Find, match="differ"):
        fought(None)


def test_a_log_that_was_written_again_is_not_called_identical() -> None:
    log = log_of("timing_drill")
    assert checked(KINDS["log"], Case("log", log, log)) == "identical"


def external(*moves: list[list[object]], **more: object) -> Case:
    """A duel whose first fighter's program does this."""
    case = {"scenario": "duel", "seed": 1, "through": "api", "on_illegal": "error", "budget": {}, "moves": moves, "last": [], **more}
    return Case("external", json.dumps(case).encode())


def test_a_program_that_answers_well_is_played_and_one_that_does_not_is_not() -> None:
    assert check_external(external([["greet", {}]])) == "played"
    assert check_external(external([["greet", {}]], [["pick", 0, {"note": 3}]])) == "error"
    assert check_external(external([["greet", {}]], [["leave", 3]], on_illegal="forfeit")) == "forfeit"
    assert check_external(external([["greet", {}]], [["breed"]], on_illegal="default_action")) == "default_action"


def test_an_answer_that_is_none_and_was_taken_for_one_is_a_find() -> None:
    with pytest.raises(Find, match="was taken for one"):
        look_at_answers([(">", b"{}"), ("<", b"{}"), (">", b"{}"), ("<", b'{"option": NaN}')], None)


def test_an_answer_that_is_right_and_was_refused_is_a_find() -> None:
    request = b'{"options": [{"id": 0, "do": "hold"}]}'
    with pytest.raises(Find, match="was refused"):
        look_at_answers([(">", b"{}"), ("<", b"{}"), (">", request), ("<", b'{"option": 0}')], "why not")


def test_a_process_that_is_left_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.fuzz_external.MOST_LINGER", 0.1)
    command = [sys.executable, "-I", "-S", "-c", "input(1)", "a-mark-of-a-test"]
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert program.stdout is not None
        assert program.stdout.read(1) == b"1"  # it runs
        with pytest.raises(Find, match="processes are left"), nothing_left("a-mark-of-a-test"):
            pass
    finally:
        program.communicate()


def test_a_file_that_is_left_open_is_a_find(tmp_path: Path) -> None:
    with pytest.raises(Find, match="1 files are left open"), nothing_left("no-process-has-this-mark"):
        file = (tmp_path / "file").open("w")
    file.close()
