"""Hostile input, a little of it: a fixed slice of what ``python -m benchmarks fuzz`` tries, and every case that was kept."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from benchmarks.fuzz import KINDS, cases
from benchmarks.fuzz_cases import Case, Find, Hang, Kind, bounded, checked, fought, refused
from benchmarks.fuzz_logs import log_of
from benchmarks.fuzz_studies import folder_of
from engine import InputError
from engine.errors import CouchedError

CORPUS = Path(__file__).parent / "corpus"
KEPT = sorted(path for path in CORPUS.rglob("*") if path.is_file() and path.suffix != ".made_from" and path.name != "README.md")

SLICE = {"scenario": 120, "override": 50, "rolls": 40, "orders": 60, "log": 25, "study": 5}
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


def test_a_battle_that_two_runs_fight_differently_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = iter([([b"a"], None), ([b"b"], None)])
    monkeypatch.setattr("benchmarks.fuzz_cases._once", lambda *_: next(runs))
    with pytest.raises(Find, match="differ"):
        fought(None)


def test_a_log_that_was_written_again_is_not_called_identical() -> None:
    log = log_of("timing_drill")
    assert checked(KINDS["log"], Case("log", log, log)) == "identical"
