"""Where the time of battles goes: ``python -m benchmarks where [--configuration NAME]...``, by part and by function.

It counts with the interpreter's profiler, which makes small functions look dearer than they are: shares of it say where to
look, and `compare` says what was gained. What the interpreter and its libraries do counts for the part that asked for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from time import process_time
from typing import Any

import attrs

from benchmarks.configurations import Configuration
from studies.bench_table import laid_out
from studies.bench_ways import fight

ROOT = Path(__file__).resolve().parents[1]
SYSTEMS = ("counts", "shots", "steps")

Function = tuple[str, int, str]
"""File, line and name, as the profiler gives them."""

WORDS = {
    "agents": "agents: what they weigh and choose", "view": "what agents see", "options": "options: listing, checking, taking up",
    "log": "events, the log", "clock": "the clock, the ladder, SimPy", "dice": "dice", "rules": "rules",
    "battle": "driving battles, requests", "other": "other",
}  # fmt: skip
"""Parts, in words."""

FILES = {
    "view": ("view", "seen", "seen_tools", "seen_attacks", "seen_threats", "sight"),
    "options": ("options", "actions", "legality", "permits", "refusals", "offers", "requests", "replies", "aims"),
    "log": ("events", "events_base", "events_field", "events_shots", "events_steps", "record", "report"),
    "clock": ("clock",), "dice": ("dice", "rolls"), "battle": ("battle", "system", "registry", "scenario"),
}  # fmt: skip
"""Part to files of the engine that belong to it; all others are rules."""


@attrs.frozen
class Where:
    """Where the time of a configuration goes.

    Attributes:
        name: of the configuration.
        parts: shares of the time, by part, the greatest first.
        files: shares of the dearest source files.
        functions: of each of the dearest functions: its name, its share, its calls a battle.
    """

    name: str
    parts: Mapping[str, float]
    files: Mapping[str, float]
    functions: Sequence[tuple[str, float, float]]


def part_of(file: str) -> str | None:
    """Return the part a source file belongs to; None for the interpreter and its libraries."""
    path = Path(file)
    if "simpy" in path.parts:
        return "clock"
    if not path.is_relative_to(ROOT):
        return None
    package, name = path.relative_to(ROOT).parts[0], path.stem
    if package != "engine":
        return "agents" if package == "agents" else "other"
    return next((part for part, names in FILES.items() if name in names), "rules")


def profiled(configuration: Configuration, most: int = 12) -> Where:
    """Profile the battles of a configuration, without a sink.

    Args:
        configuration: what is fought.
        most: how many functions are told.
    """
    scenario = configuration.load()
    fight(scenario, 0, 0, False)
    profile = Profile(process_time)
    profile.enable()
    for seed in range(configuration.battles):
        fight(scenario, seed, 0, False)
    profile.disable()
    stats: dict[Function, Any] = Stats(profile).stats  # type: ignore[attr-defined]
    return summed(configuration, stats, most)


def summed(configuration: Configuration, stats: Mapping[Function, Any], most: int) -> Where:
    """Return what a profile says: own time by part, libraries counted for who called them, and the dearest functions."""
    files: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, callers) in stats.items():
        if part_of(file) is not None:
            files[file] += own
            continue
        for (caller, _, _), (_, _, its, _) in callers.items():
            files[caller] += its
    parts: Counter[str] = Counter()
    for file, own in files.items():
        parts[part_of(file) or "other"] += own
    total = sum(parts.values()) or 1.0
    dear = sorted(stats.items(), key=lambda row: (-row[1][2], row[0]))[:most]
    functions = [(_named(function), row[2] / total, row[1] / configuration.battles) for function, row in dear]
    dearest = {_place(file): own / total for file, own in files.most_common(most)}
    return Where(configuration.name, {part: own / total for part, own in parts.most_common()}, dearest, functions)


def _named(function: Function) -> str:
    file, line, name = function
    if Path(file).is_relative_to(ROOT):
        return f"{_place(file)}:{line} {name}"
    return name if file == "~" else f"{_place(file)} {name}"


def _place(file: str) -> str:
    path = Path(file)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def table(found: Sequence[Where]) -> list[list[str]]:
    """Return the shares of parts as rows, a column a configuration."""
    parts = [part for part in WORDS if any(part in where.parts for where in found)]
    parts.sort(key=lambda part: -sum(where.parts.get(part, 0.0) for where in found))
    rows = [[WORDS[part], *(f"{where.parts.get(part, 0.0):.0%}" for where in found)] for part in parts]
    return [["part", *(where.name for where in found)], *rows]


def told(found: Sequence[Where]) -> str:
    """Return the tables for a terminal."""
    lines = laid_out(table(found))
    for where in found:
        files = [(f"{share:.1%}", file) for file, share in where.files.items()]
        functions = [(f"{share:.1%}", f"{calls:.0f}", name) for name, share, calls in where.functions]
        lines += ["", *laid_out([("share", f"files, {where.name}"), *files])]
        lines += ["", *laid_out([("share", "calls/battle", f"functions, {where.name}"), *functions])]
    return "\n".join(lines)
