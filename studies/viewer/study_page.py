"""The page of a study: its report, with links that open the replays of the battles it names.

The battles are played again from what the study's folder holds - the arms' resolved scenarios, the seed, the index - so
that nothing else is needed; the replays lie in a folder beside the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import attrs
import msgspec

from engine.errors import CouchedError, InputError
from engine.record import Sink
from studies.arms import ON_ILLEGAL

TABLES: Final = ("replays", "errors")
"""Tables of a report whose rows name battles, and so have commands."""

_RULES: Final = """.couched dd > a.replay { display: inline-block; margin: .3rem 0 0; color: var(--accent); }"""

_ALLOWED: Final = "the folder of a study, as --out of tournament, sweep or compare leaves it"


@attrs.frozen
class Named:
    """A battle that a report names: the arm's place, the index, and the command the report gives for it."""

    arm: int
    battle: int
    command: str

    @property
    def file(self) -> str:
        """The name of its replay's file."""
        return f"arm{self.arm}-battle{self.battle}.html"


class StudyFolder:
    """A study's folder, read.

    Raises:
        InputError: it is none, or what it holds can't be read.
    """

    def __init__(self, folder: Path) -> None:
        self.place = f"study {str(folder)!r}"
        self._folder = folder
        self.manifest: Mapping[str, Any] = self._read(folder / "study.json")
        if str(self.manifest.get("schema")).split("/")[0] != "couched.study":
            raise InputError(self.place, f"schema {self.manifest.get('schema')!r} in study.json", "couched.study/1")
        if not (folder / "report.html").exists():
            allowed = "a study whose reports are written: one that is over, or that was interrupted on the command line"
            raise InputError(self.place, "no report.html", allowed)
        if not isinstance(self.manifest.get("arms"), list):
            raise InputError(self.place, f"arms {self.manifest.get('arms')!r} in study.json", "a list of arms")
        self.results: Mapping[str, Any] = self._read(folder / "results.json")
        self.report = self._text(folder / "report.html")
        if "</html>" not in self.report:
            raise InputError(self.place, "report.html, which is cut", _ALLOWED)
        self._documents = self._text(folder / "scenarios.jsonl").splitlines()

    def _read(self, path: Path) -> Mapping[str, Any]:
        try:
            found = msgspec.json.decode(self._text(path))
        except (msgspec.DecodeError, RecursionError) as error:
            raise InputError(self.place, f"{path.name}, which is no JSON: {error}", _ALLOWED) from error
        if not isinstance(found, dict):
            raise InputError(self.place, f"{path.name}, which is no JSON object", _ALLOWED)
        return found

    def _text(self, path: Path) -> str:
        try:
            return path.read_text("utf-8")
        except OSError as error:
            raise InputError(self.place, f"{path.name}: {error.strerror or 'no access'}", _ALLOWED) from error
        except UnicodeDecodeError as error:
            raise InputError(self.place, f"{path.name}, which is no text", _ALLOWED) from error

    def own_files(self) -> tuple[str, ...]:
        """Return what a page must not be written over: the study's files, but for pages made before."""
        return tuple(str(path) for path in self._folder.iterdir() if path.suffix != ".html" or path.name == "report.html")

    def named(self) -> list[Named]:
        """Return the battles the report names, each once, in its order."""
        labels = {str(arm.get("label")): place for place, arm in enumerate(_rows(self.manifest.get("arms")))}
        found: dict[Named, None] = {}
        for table in _rows(self.results.get("tables")):
            for row in _rows(table.get("rows")) if table.get("name") in TABLES else ():
                arm, battle, command = labels.get(str(row.get("arm"))), row.get("battle"), row.get("command")
                if arm is not None and type(battle) is int and battle >= 0 and isinstance(command, str):
                    found[Named(arm, battle, command)] = None
        return list(found)

    def replay(self, named: Named) -> str | None:
        """Return the replay page of a battle; None for one of agents outside the program, which are not run for a page.

        Raises:
            InputError: the arm's scenario can't be read.
        """
        from scenarios import from_document
        from studies.run import run
        from studies.viewer.pictures import Pictures

        if named.arm >= len(self._documents):
            found = f"scenarios.jsonl with {len(self._documents)} lines"
            raise InputError(self.place, found, f"line {named.arm + 1}, the scenario of an arm")
        try:
            document = msgspec.json.decode(self._documents[named.arm])
            scenario = from_document(document)
        except (msgspec.DecodeError, RecursionError, CouchedError) as error:
            raise InputError(self.place, f"scenarios.jsonl, line {named.arm + 1}: {error}", "the scenario of an arm") from error
        if scenario.digest != list(_rows(self.manifest.get("arms")))[named.arm].get("digest"):
            found = f"scenarios.jsonl, line {named.arm + 1}: another scenario than the study was played with"
            raise InputError(self.place, found, "the scenario of an arm, with the digest study.json has of it")
        if any(spec.policy == "external" for spec in scenario.agents.values()):
            return None
        seed = self.manifest.get("seed")
        if type(seed) is not int:
            raise InputError(self.place, f"seed {seed!r} in study.json", "a whole number")
        pictures = Pictures(f"{scenario.name}, seed {seed}, battle {named.battle}", None, None)
        sink: Sink = pictures
        run(scenario, seed, named.battle, record=False, sink=sink, on_illegal=ON_ILLEGAL)
        return pictures.page()


def study_page(study: StudyFolder, folder: str, there: Mapping[Named, bool]) -> str:
    """Return the report of a study with links to replays.

    Args:
        study: the study.
        folder: the replays' folder as the page names it.
        there: the battles that have a replay.
    """
    page = study.report
    for named, written in there.items():
        if not written:
            continue
        code = f"<code>{escape(named.command, quote=False)}</code>"
        link = f'<a class="replay" href="{quote(folder)}/{quote(named.file)}">open the replay</a>'
        page = page.replace(code, code + link, 1)
    return page.replace("</style>", f"{_RULES}</style>", 1)


def _rows(value: Any) -> Iterator[Mapping[str, Any]]:
    yield from (row for row in value if isinstance(row, Mapping)) if isinstance(value, list) else ()
