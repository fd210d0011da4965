"""Fuzzing the folders of studies: cut, flipped, foreign and missing files, through ``--resume`` and ``view``."""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.fuzz_cases import Case, Find, Kind, refused
from benchmarks.fuzz_logs import called
from benchmarks.fuzz_texts import spoilt_bytes, spoilt_tree

if TYPE_CHECKING:
    from studies.result import StudyResult

Files = dict[str, bytes]
"""A folder's files by their path in it."""

STUDIES = ("tournament", "compare")
"""The studies whose folders are spoilt."""


def study(name: str, folder: Path, seed: int = 1, resume: bool = False) -> StudyResult:
    """Play a small study, or go on with it."""
    from studies.compare import compare
    from studies.tournament import tournament

    if name == "tournament":
        return tournament("duel_basic", "brawler,random", 3, seed=seed, out=folder, resume=resume, jobs=1, progress=False)
    return compare("timing_drill", "combatants.Drill.htk=60", "", 3, seed=seed, out=folder, resume=resume, jobs=1, progress=False)


_STRANGE = ("parts/x.parquet", "parts/a.tmp", "odd", "parts/000000-000000000-000000003-0000000000000000.parquet")
"""Files that nobody wrote for a study."""


@cache
def folder_of(name: str, seed: int = 1) -> Files:
    """Return the folder that a study leaves, with its reports."""
    with TemporaryDirectory() as place:
        folder = Path(place) / "study"
        study(name, folder, seed).write(folder)
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if _is_read(path)}


def _is_read(path: Path) -> bool:
    """Tell whether couched reads a file of a study again: not its tables and pictures."""
    return path.is_file() and path.parent.name not in ("tables", "plots") and path.name != ".lock"


def make_study(rng: Random) -> Case:
    """Make a study's folder that something happened to."""
    name = rng.choice(STUDIES)
    files = dict(folder_of(name))
    if rng.random() < 0.6:  # as it is before its end
        files = {path: data for path, data in files.items() if path == "study.json" or path.startswith(("parts/", "scenarios"))}
    for _ in range(rng.randrange(1, 3)):
        _spoil(rng, name, files)
    kept = {path: b64encode(data).decode() for path, data in files.items()}
    return Case("study", json.dumps([name, kept]).encode())


def _spoil(rng: Random, name: str, files: Files) -> None:
    path = rng.choice(sorted(files))
    match rng.randrange(7):
        case 0:
            del files[path]
        case 1:
            files[path] = spoilt_bytes(rng, files[path], rng.randrange(1, 4))
        case 2 if path.endswith(".json") and path in folder_of(name):
            files[path] = json.dumps(spoilt_tree(rng, json.loads(folder_of(name)[path]), rng.randrange(1, 3))).encode()
        case 2 if path.endswith(".parquet") and path.startswith("parts/"):
            spoilt = spoilt_bytes(rng, files.pop(path))
            files[renamed(path, spoilt, folder_of(name)["study.json"])] = spoilt
        case 3:
            other = folder_of(name, 2) if rng.random() < 0.7 else folder_of(next(one for one in STUDIES if one != name))
            found = rng.choice(sorted(other))
            files[found] = other[found]
        case 4:
            files[rng.choice(_STRANGE)] = rng.randbytes(9)
        case 5:
            other_path = rng.choice(sorted(files))
            files[path], files[other_path] = files[other_path], files[path]
        case _:
            lines = files[path].splitlines(keepends=True)
            rng.shuffle(lines)
            files[path] = b"".join(lines)


def renamed(path: str, data: bytes, manifest: bytes) -> str:
    """Return what a part of such bytes would be called in a study: a change that hides itself."""
    from studies.store import identity

    stem, _, _ = path.removesuffix(".parquet").rpartition("-")
    return f"{stem}-{hashlib.sha256(identity(json.loads(manifest)) + data).hexdigest()[:16]}.parquet"


def check_study(case: Case) -> str:
    """Make a study's page and go on with it; one that comes to its end has the battles it would have had."""
    from engine.errors import CouchedError

    name, kept = json.loads(case.payload)
    with TemporaryDirectory() as place:
        folder = Path(place) / "study"
        _written(folder, kept)
        if "results.json" in kept:
            code, said, complained = called(["view", str(folder), "-o", str(Path(place) / "page.html")])
            if code not in (0, 2):
                raise Find(f"view ends with code {code}: {said[:200]} {complained[:200]}")
        try:
            study(name, folder, resume=True)
        except CouchedError as error:
            return refused(error)
        if (folder / "battles.parquet").read_bytes() != folder_of(name)["battles.parquet"]:
            if _is_forged(name, kept):
                return "forged"
            raise Find("a study that was gone on with has other battles than it would have had")
    return "whole"


def _is_forged(name: str, kept: dict[str, str]) -> bool:
    """Tell whether a part that this study never had bears the digest of its bytes: only playing it again would tell."""
    parts = [path for path in kept if path.endswith(".parquet") and path.startswith("parts/") and path not in folder_of(name)]
    return any(path == renamed(path, b64decode(kept[path]), folder_of(name)["study.json"]) for path in parts)


def _written(folder: Path, kept: dict[str, str]) -> None:
    for path, data in kept.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(b64decode(data))
    folder.mkdir(exist_ok=True)


STUDY_KINDS = (Kind("study", ".json", make_study, check_study),)
