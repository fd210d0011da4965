"""Golden timelines: small case files with the log that is expected of each beside it.

A case is a TOML file: ``scenario`` (a shipped name, or a file beside the case), ``seed``, ``battle``, ``set`` (a list
of ``path=value``) and ``rolls`` (a table of scripted rolls). Its log has the same name with ``.jsonl``; it is a log
like any other, without what changes when no battle does: version, digests, and the rules that have their default.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import msgspec

from engine.errors import CouchedError, InputError
from engine.record import read_log
from studies.difference import Difference, comparable, first_difference, report
from studies.run import run
from studies.scripted import check_rolls

if TYPE_CHECKING:
    from engine import Scenario

Json = Mapping[str, Any]

_KEYS: dict[str, tuple[type, str]] = {
    "scenario": (str, "a text"),
    "seed": (int, "a whole number"),
    "battle": (int, "a whole number"),
    "set": (list, 'a list of texts: ["rules.ties=reach"]'),
    "rolls": (dict, 'a table: "Ana/to_hit" = [[42]]'),
}
_SHIPPED_SUFFIX = ".toml"
_SIDES = ("expected", "now")
_ADDED = 'scenario = "{name}"\nseed = 1\nset = ["rules.max_counts=100"]\n'
DEFAULT = Path("tests") / "golden"


@attrs.frozen
class Case:
    """One golden case.

    Attributes:
        path: the case file.
        scenario: a shipped scenario's name, or a file relative to the case.
        seed, battle: as of `couched run`.
        overrides: ``path=value`` texts.
        rolls: scripted rolls, or None.
    """

    path: Path
    scenario: str
    seed: int = 0
    battle: int = 0
    overrides: tuple[str, ...] = ()
    rolls: Json | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.path.stem

    @property
    def log(self) -> Path:
        """Where its expected log stands."""
        return self.path.with_suffix(".jsonl")


@attrs.frozen
class Verdict:
    """What came of one case.

    Attributes:
        name: the case.
        status: ``same``, ``different``, ``missing`` (no expected log), ``new`` (it was written just now), ``stray``
            (a log without a case) or ``error``.
        lines: what differs, for people.
        events: how many events the battle has.
        difference: the first event that differs (a expected, b now), or None.
    """

    name: str
    status: str
    lines: Sequence[str] = ()
    events: int = 0
    difference: Difference | None = None

    def data(self) -> dict[str, Any]:
        """Return it as plain data for ``--json``."""
        return {
            "case": self.name, "status": self.status, "events": self.events, "lines": list(self.lines),
            "difference": self.difference.data() if self.difference else None,
        }  # fmt: skip


def default_folder() -> Path:
    """Return the golden folder of the repository one stands in.

    Raises:
        InputError: there is none here.
    """
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / DEFAULT).is_dir():
            return folder / DEFAULT
    raise InputError("golden", "no folder tests/golden here", "DIR, a folder of golden cases")


def cases_in(folder: Path) -> list[Case]:
    """Return the cases of a folder, by name.

    Raises:
        InputError: no such folder, no case in it, or a case file with a mistake.
    """
    if not folder.is_dir():
        raise InputError(f"golden {folder}", "no folder", "a folder of golden cases (*.toml)")
    cases = [read_case(path) for path in sorted(folder.glob("*.toml"))]
    if not cases:
        raise InputError(f"golden {folder}", "no case", 'case files: scenario = "duel", seed = 1 in a *.toml file')
    return cases


def read_case(path: Path) -> Case:
    """Return the case of a file.

    Raises:
        InputError: it can't be read or says something else than a case may.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(str(path), error.strerror or "no access", "a golden case that can be read") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(str(path), f"no TOML ({error})", "a golden case in TOML") from error
    for key, value in data.items():
        if key not in _KEYS:
            raise InputError(f"{path}, {key}", "an unknown key", ", ".join(_KEYS))
        if type(value) is not _KEYS[key][0]:
            raise InputError(f"{path}, {key}", repr(value)[:60], _KEYS[key][1])
    if "scenario" not in data:
        raise InputError(str(path), "no scenario", 'scenario = "name of a shipped scenario" or a file')
    overrides = tuple(data.get("set", ()))
    if not all(isinstance(text, str) for text in overrides):
        raise InputError(f"{path}, set", repr(list(overrides))[:60], _KEYS["set"][1])
    return Case(path, data["scenario"], data.get("seed", 0), data.get("battle", 0), overrides, data.get("rolls"))


def timeline(case: Case) -> list[Json]:
    """Run a case and return its events as a golden log holds them.

    Raises:
        CouchedError: the battle can't be set up, or its scripted rolls don't fit.
    """
    from scenarios import load

    is_file = case.scenario.endswith(_SHIPPED_SUFFIX)
    scenario = load(case.path.parent / case.scenario if is_file else case.scenario, overrides=list(case.overrides))
    rolls = check_rolls(case.rolls, scenario, f"{case.path}, rolls") if case.rolls is not None else None
    header, *events = run(scenario, case.seed, case.battle, rolls=rolls).log()
    return [_lasting(header, scenario), *map(comparable, events)]


def _lasting(header: Json, scenario: Scenario) -> Json:
    """Return a header without its version, its digest, and the rules that have their default."""
    from scenarios.document import plain

    document = dict(header["scenario"])
    document["rules"] = _changed_rules(document["rules"], plain(type(scenario.rules)()))
    kept = {key: value for key, value in header.items() if key not in ("version", "digest")}
    return {**kept, "scenario": document}


def _changed_rules(rules: Json, defaults: Json) -> dict[str, Any]:
    """Return the rules that differ from their defaults, tables of rules likewise."""
    changed: dict[str, Any] = {}
    for key, value in rules.items():
        default = defaults.get(key)
        if isinstance(value, Mapping) and isinstance(default, Mapping):
            if inner := _changed_rules(value, default):
                changed[key] = inner
        elif value != default:
            changed[key] = value
    return changed


def encoded(events: Sequence[Json]) -> bytes:
    """Return events as the bytes of a golden log."""
    return b"".join(msgspec.json.encode(event) + b"\n" for event in events)


def check(folder: Path) -> list[Verdict]:
    """Run every case of a folder and compare with its expected log."""
    cases = cases_in(folder)
    return [check_case(case) for case in cases] + _strays(folder, cases)


def check_case(case: Case) -> Verdict:
    """Run one case and compare with its expected log."""
    try:
        now = timeline(case)
        if not case.log.exists():
            return Verdict(case.name, "missing", [f"no {case.log.name}: `couched golden update` writes it"], len(now))
        return _compared(case, now)
    except CouchedError as error:
        return Verdict(case.name, "error", str(error).split("\n"))


def _compared(case: Case, now: list[Json]) -> Verdict:
    expected = read_log(case.log)
    if b"".join(expected.lines) == encoded(now) and not expected.cut:
        return Verdict(case.name, "same", events=len(now))
    difference = first_difference(expected.events, now, start=0)
    if difference is None:
        return Verdict(case.name, "different", ["the same events, spelled differently"], len(now))
    lines = [_changed(expected.events, now), *report(difference, expected.events, now, _SIDES)]
    later = first_difference(expected.events, now) if difference.index == 0 else None
    if later is not None:
        lines += ["after the header:", *report(later, expected.events, now, _SIDES)]
    return Verdict(case.name, "different", lines, len(now), difference)


def _changed(before: Sequence[Json], now: Sequence[Json]) -> str:
    """Return in a line how much two timelines differ, and in which types of event."""
    from collections import Counter

    counts = [Counter(str(event.get("type")) for event in events) for events in (before, now)]
    kinds = sorted(set(counts[0]) | set(counts[1]))
    moved = [f"{kind} {counts[0][kind]} -> {counts[1][kind]}" for kind in kinds if counts[0][kind] != counts[1][kind]]
    types = f" ({', '.join(moved)})" if moved else ""
    return f"{len(before)} events before, {len(now)} now{types}"


def _strays(folder: Path, cases: Sequence[Case]) -> list[Verdict]:
    logs = {case.log.name for case in cases}
    names = sorted(path.name for path in folder.glob("*.jsonl") if path.name not in logs)
    return [Verdict(name, "stray", ["a log without a case: remove it, or write the case"]) for name in names]


def update(folder: Path) -> list[Verdict]:
    """Write the expected log of every case whose timeline is new or has changed; the others stay untouched.

    Returns:
        One verdict a case, as `check` gives it, from before the writing; a missing log is ``new``.
    """
    cases = cases_in(folder)
    return [_updated(case) for case in cases] + _strays(folder, cases)


def _updated(case: Case) -> Verdict:
    verdict = check_case(case)
    if verdict.status in ("different", "missing"):
        _write(case.log, encoded(timeline(case)))
    if verdict.status == "missing":
        return attrs.evolve(verdict, status="new", lines=[f"{verdict.events} events"])
    return verdict


def add_shipped(folder: Path) -> list[str]:
    """Write a case for every shipped scenario that no case of a folder runs; return their names."""
    import scenarios

    folder.mkdir(parents=True, exist_ok=True)
    known = {read_case(path).scenario for path in folder.glob("*.toml")}
    missing = [name for name in scenarios.names() if name not in known]
    for name in missing:
        _write(folder / f"{name.replace('/', '_')}.toml", _ADDED.format(name=name).encode())
    return missing


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    os.replace(part, path)
