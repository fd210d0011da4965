"""Hostile input, much of it: ``python -m benchmarks fuzz [--runs N] [--seed S] [--keep FOLDER] [--kind KIND]``.

Every case is a right run or one clear error. The cases are drawn from fixed keys, so that a number names a case on every
machine; those that go wrong are written to ``--keep``, to be made small and kept in ``tests/fuzz/corpus``.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.fuzz_cases import Case, Find, Kind, checked
from benchmarks.fuzz_external import EXTERNAL_KINDS
from benchmarks.fuzz_logs import LOG_KINDS
from benchmarks.fuzz_scenarios import SCENARIO_KINDS
from benchmarks.fuzz_studies import STUDY_KINDS

KINDS: dict[str, Kind] = {kind.name: kind for kind in (*SCENARIO_KINDS, *LOG_KINDS, *STUDY_KINDS, *EXTERNAL_KINDS)}

SHARES = {"scenario": 55, "override": 11, "rolls": 6, "orders": 8, "log": 10, "study": 3, "external": 7}
"""How many of a hundred cases go through which door."""


def kind_of(rng: Random) -> str:
    """Return the door of the next case."""
    return rng.choices(list(SHARES), list(SHARES.values()))[0]


def cases(runs: int, seed: int, kind: str | None = None) -> Iterator[tuple[int, Case]]:
    """Yield numbered cases: case number N of a seed is the same in every run."""
    for number in range(runs):
        rng = Random(f"{seed}/{number}")
        yield number, KINDS[kind or kind_of(rng)].make(rng)


def fuzz(runs: int, seed: int, kind: str | None = None, keep: Path | None = None) -> tuple[Counter[str], list[str]]:
    """Run so many cases; return how often they came to what, and the finds, one line each."""
    became: Counter[str] = Counter()
    finds: list[str] = []
    for number, case in cases(runs, seed, kind):
        try:
            became[f"{case.kind}: {checked(KINDS[case.kind], case)}"] += 1
        except Find as find:
            became[f"{case.kind}: FOUND"] += 1
            finds.append(f"seed {seed}, case {number}, {case.kind}: {str(find)[:300]}")
            if keep is not None:
                _keep(keep, case, f"{seed}-{number}", str(find))
    return became, finds


def _keep(folder: Path, case: Case, name: str, find: str) -> None:
    """Write a case that went wrong, and beside it what it was made from."""
    place = folder / case.kind
    place.mkdir(parents=True, exist_ok=True)
    words = re.sub(r"\W+", "_", find)[:40].strip("_").lower()
    path = place / f"{name}_{words}{KINDS[case.kind].suffix}"
    path.write_bytes(case.payload)
    if case.reference is not None:
        path.with_name(f"{path.name}.made_from").write_bytes(case.reference)


def main(runs: int, seed: int, kind: str | None, keep: Path | None) -> int:
    """Run and report; return 3 when something was found."""
    began = time.process_time()
    became, finds = fuzz(runs, seed, kind, keep)
    for name, times in sorted(became.items()):
        print(f"{times:8}  {name}")
    for find in finds:
        print(find, file=sys.stderr)
    print(f"{runs} cases, {len(finds)} finds, {time.process_time() - began:.0f} s of CPU")
    return 3 if finds else 0
