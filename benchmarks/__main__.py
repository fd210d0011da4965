"""Measure all named configurations and print one row each: ``python -m benchmarks [--json FILE]``.

``python -m benchmarks stopping [--smoke]`` simulates the stopping rules of studies instead (`benchmarks.stopping`), ``page``
opens a big replay page in a browser (`benchmarks.page`); ``ladder`` has each agent beat the next weaker one
(`benchmarks.ladder`), ``stalls`` looks for battles that come to a standstill (`benchmarks.stalls`), ``styles`` tells
policies apart by figures (`benchmarks.styles`); ``fuzz [--runs N] [--seed S] [--kind KIND] [--keep FOLDER]`` tries hostile
input (`benchmarks.fuzz`), ``soak [--battles N] [--minutes M]`` plays on and on, in bounded memory (`benchmarks.soak`).

CPU time is taken in interleaved rounds against a bare SimPy skeleton doing the same waits; only ratios of one run
compare. The checksum tells whether two runs fought the same battles: a faster engine with another checksum is another
engine.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

from studies.bench import Report, machine, measure

CONFIGURATIONS = Path(__file__).with_name("configurations.toml")
OTHERS = ("stopping", "ladder", "stalls", "styles")
"""What else can be run; each is a module with ``main``."""

HEAD = ("configuration", "us/battle", "x skeleton", "memory/none", "JSONL/none", "clock events/event", "checksum")


def measured(row: dict[str, Any]) -> tuple[str, Report]:
    """Measure one configuration."""
    return row["name"], measure(row["scenario"], row["battles"], row["rounds"])


def cells(name: str, report: Report) -> tuple[str, ...]:
    """Return a configuration's row of the table."""
    silent = next(timing for timing in report.timings if timing.name == "no sink")
    return (
        name,
        f"{silent.microseconds:.0f}",
        f"{silent.ratio:.1f}",
        f"{report.ratio('in memory', 'no sink'):.2f}",
        f"{report.ratio('JSONL log', 'no sink'):.2f}",
        f"{report.clock_events / report.events:.2f}",
        report.checksum,
    )


def main() -> None:
    """Measure, print, and write JSON when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    kinds = ("speed", "page", "fuzz", "soak", *OTHERS)
    parser.add_argument("what", nargs="?", choices=kinds, default="speed", help="default: speed")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    parser.add_argument("--smoke", action="store_true", help="a few runs only, to see that it works; not for speed")
    parser.add_argument("--system", choices=("counts", "shots", "steps"), help="ladder, stalls, styles: one rule system only")
    parser.add_argument("--battles", type=int, help="ladder, stalls, styles: battles of every cell; soak: of the study")
    parser.add_argument("--runs", type=int, default=10_000, help="fuzz: cases")
    parser.add_argument("--seed", type=int, default=0, help="fuzz: which cases")
    parser.add_argument("--kind", help="fuzz: only cases that go through this door")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="fuzz: where cases that go wrong are written")
    parser.add_argument("--minutes", type=float, help="soak: end sooner, after so many minutes of CPU")
    parser.add_argument("--first-seed", type=int, default=0, help="ladder: the first seed, to play fresh ones; default: 0")
    arguments = parser.parse_args()
    if arguments.first_seed < 0 or (arguments.first_seed and arguments.what != "ladder"):
        parser.error(f"--first-seed {arguments.first_seed}: only the ladder takes it, and it is 0 or more")
    if arguments.what == "fuzz":
        from benchmarks.fuzz import main as fuzz

        sys.exit(fuzz(arguments.runs, arguments.seed, arguments.kind, arguments.keep))
    if arguments.what == "soak":
        from benchmarks.soak import main as soak

        sys.exit(soak(arguments.battles or 100_000, arguments.minutes))
    if arguments.what == "stopping":
        from benchmarks.stopping import main as simulate

        sys.exit(simulate(arguments.smoke, arguments.json))
    if arguments.what == "page":
        from benchmarks.page import main as look

        sys.exit(look(arguments.smoke, arguments.json))
    if arguments.what in OTHERS:
        other = import_module(f"benchmarks.{arguments.what}")
        more = (arguments.first_seed,) if arguments.what == "ladder" else ()
        sys.exit(other.main(arguments.smoke, arguments.json, arguments.system, arguments.battles, *more))
    rows = tomllib.loads(CONFIGURATIONS.read_text(encoding="utf-8"))["configuration"]
    reports = [measured(row) for row in rows]
    table = [HEAD, *(cells(name, report) for name, report in reports)]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEAD))]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if arguments.json is not None:
        data = {"machine": machine(), "configurations": {name: report.rows() for name, report in reports}}
        arguments.json.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
