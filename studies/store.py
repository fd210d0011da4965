"""Where a study keeps what it has played: a folder that survives being killed at any moment, or memory alone.

``study.json`` says what is studied and ``scenarios.jsonl`` holds the arms' resolved scenarios, one a line; parts come as
battles are played (`studies.parts`); ``battles.parquet`` holds all of them in order once the study is over. The bytes of
that file depend on nothing but the study: not on workers, chunks, interruptions or resuming.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from engine.errors import InputError
from studies.arms import Row
from studies.cli_common import clean
from studies.extras import need
from studies.parts import MANY, Parts, Spans, frame, parquet, together, write_whole
from studies.store_words import told

if TYPE_CHECKING:
    import polars

SCHEMA = "couched.study/1"

UNCOMPARED = frozenset({"command", "extended"})
"""What a manifest may say differently when a study is resumed: how it was called, and at how many battles it once ended."""

WHOLE, PARTIAL = "battles.parquet", "battles-so-far.parquet"
"""The battles of a study that has come to its end, and those its report is of when it was cut short."""

_OURS = frozenset({".lock", "parts", "scenarios.jsonl"})
"""What may be in a folder whose study was killed before it had begun."""

_MOST_TOLD = 5
_SHOWN = 80


class Keeper(Protocol):
    """What keeps the rows of a study."""

    @property
    def spans(self) -> Spans:
        """The battles that are there."""

    def put(self, arm: int, start: int, stop: int, rows: Sequence[Row], seed: int) -> None:
        """Keep the rows of a range of battles."""

    def rows(self, most: int | None = None) -> polars.DataFrame:
        """Return the battles that are there, by arm and battle; ``most``: those below an index only."""

    def finish(self, table: polars.DataFrame) -> None:
        """Keep all battles as the study's result."""

    def cut_short(self, table: polars.DataFrame) -> None:
        """Keep the battles that the report of a study that was cut short is of."""

    def close(self) -> None:
        """Let go of what is held."""


class Memory:
    """Keeps the rows of a study nowhere else."""

    def __init__(self) -> None:
        self.spans = Spans()
        self._tables: list[polars.DataFrame] = []
        self._small: list[polars.DataFrame] = []

    def put(self, arm: int, start: int, stop: int, rows: Sequence[Row], seed: int) -> None:
        """Keep the rows of a range of battles."""
        self._small.append(frame(rows, seed))
        self.spans.add(arm, start, stop)
        if len(self._small) >= MANY:
            self._tables.append(together(self._small))
            self._small = []

    def rows(self, most: int | None = None) -> polars.DataFrame:
        """Return the battles that are there, by arm and battle; ``most``: those below an index only."""
        table = together([*self._tables, *self._small])
        return table if most is None else table.filter(table["battle"] < most)

    def finish(self, table: polars.DataFrame) -> None:
        """Do nothing: whoever asked has the table."""

    def cut_short(self, table: polars.DataFrame) -> None:
        """Do nothing: whoever asked has the table."""

    def close(self) -> None:
        """Do nothing."""


class Store:
    """The folder of one study, locked while it is open; use it in a ``with`` statement.

    Args:
        folder: where it is; made when it does not exist.
        manifest: plain data that says what is studied: kind, settings, arms with their digests, seed, version, command.
        resume: go on with a study that is there already, with more battles where it has no rule to stop by; in a new folder one
            begins.
        documents: the arms' resolved scenarios, in their order.

    Attributes:
        damaged: the names of parts that were damaged, and thrown away: their battles are played again.
        extended: the numbers of battles of every arm at which it was to end before it was extended.

    Raises:
        InputError: the folder can't be used, another study runs in it, or what it holds is another study.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        manifest: Mapping[str, Any],
        resume: bool = False,
        documents: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.folder = Path(folder)
        self.place = f"--out {str(self.folder)!r}"
        self._parts: Parts | None = None
        self.extended: tuple[int, ...] = ()
        self._lock = self._locked()
        try:
            self._settle(_plain({"schema": SCHEMA, **manifest}), documents, resume)
            self._parts = Parts(self.folder / "parts", identity(manifest))
        except OSError as error:
            self.close()
            raise self._refused(error) from error
        except BaseException:
            self.close()
            raise

    @property
    def spans(self) -> Spans:
        """The battles that are there."""
        return self._there.spans

    @property
    def damaged(self) -> Sequence[str]:
        """The names of parts that were damaged."""
        return self._there.damaged

    @property
    def _there(self) -> Parts:
        assert self._parts is not None
        return self._parts

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is waiting, and let go of the folder."""
        if self._parts is not None:
            self._parts.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _refused(self, error: OSError, name: str = "") -> InputError:
        place = f"{self.place}: {name}" if name else self.place
        return InputError(place, error.strerror or str(error), "a folder that can be written, with room")

    def _locked(self) -> int:
        """Lock the folder against other studies; the lock goes with the process, however it ends."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        except (OSError, ValueError) as error:
            refusal = error if isinstance(error, OSError) else OSError(str(error))
            raise self._refused(refusal) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            raise InputError(self.place, "another study that is running", "a folder of its own for each study") from error
        return lock

    def _settle(self, manifest: Any, documents: Sequence[Mapping[str, Any]], resume: bool) -> None:
        """Begin a study in an empty folder, or go on with the very one that is there."""
        path, parts = self.folder / "study.json", self.folder / "parts"
        names = {entry.name for entry in self.folder.iterdir()}
        if not path.exists():
            others = sorted(name for name in names - _OURS if not name.endswith(".tmp"))
            if others or (parts.is_dir() and any(parts.iterdir())):
                found = f"files of something else: {', '.join(others[:_MOST_TOLD]) or 'parts'}"
                raise InputError(self.place, found, "an empty or a new folder")
            self._begin(path, parts, manifest, documents)
            return
        if not resume:
            raise InputError(self.place, "a study that was begun", "--resume to go on with it, or another folder")
        self._compare(path, manifest, documents)
        parts.mkdir(exist_ok=True)

    def _begin(self, path: Path, parts: Path, manifest: Any, documents: Sequence[Mapping[str, Any]]) -> None:
        """Write what is studied; the manifest last, which makes it a study."""
        parts.mkdir(exist_ok=True)
        lines = [msgspec.json.encode(document, order="sorted") + b"\n" for document in documents]
        write_whole(self.folder / "scenarios.jsonl", b"".join(lines))
        _write_manifest(path, manifest)

    def _compare(self, path: Path, manifest: Any, documents: Sequence[Mapping[str, Any]]) -> None:
        """Go on with the study that was begun, as it was planned or with more battles; refuse another, naming what differs."""
        there = self._manifest(path)
        extended = there.get("extended") or []
        if not isinstance(extended, list) or not all(type(battles) is int for battles in extended):
            raise InputError(f"{self.place}: study.json", f"extended: {extended!r}"[:_SHOWN], "numbers of battles")
        self.extended = tuple(extended)
        if _same(there, manifest):
            return
        before, after = _plan(there), _plan(manifest)
        if before and after and _same({**there, "looks": None}, {**manifest, "looks": None}):
            if after < before:
                allowed = f"--battles {before} or more: battles that were played are not left out again"
                raise InputError(self.place, f"another study: --battles was {before}, is {after}", allowed)
            self._extend(path, manifest, before)
            return
        differs = told(there, manifest, self._scenarios(documents))
        more = f"; and {len(differs) - _MOST_TOLD} more" if len(differs) > _MOST_TOLD else ""
        found = f"another study: {'; '.join(differs[:_MOST_TOLD])}{more}"
        planned = there.get("stopping") and all(text.startswith("--battles ") for text in differs)
        why = ", with the looks of its stopping rule as they were planned" if planned else ""
        raise InputError(self.place, found, f"the study that was begun there{why}, or another folder")

    def _extend(self, path: Path, manifest: Any, before: int) -> None:
        """Make it a study of more battles, which says so."""
        self.extended = (*self.extended, before)
        (self.folder / WHOLE).unlink(missing_ok=True)
        _write_manifest(path, {**manifest, "extended": list(self.extended)})

    def _scenarios(self, documents: Sequence[Mapping[str, Any]]) -> list[tuple[Any, Any]]:
        """Return the arms' scenarios as they were and as they are; none when they can't be read."""
        try:
            lines = (self.folder / "scenarios.jsonl").read_bytes().splitlines()
            there = [json.loads(line) for line in lines]
        except (OSError, ValueError):
            return []
        return list(zip(there, map(_plain, documents), strict=False))

    def _manifest(self, path: Path) -> Mapping[str, Any]:
        try:
            found = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            found = error
        if not isinstance(found, dict):
            why = f" ({found})" if isinstance(found, Exception) else ""
            raise InputError(f"{self.place}: study.json", f"no manifest that can be read{why}", "the one of a study")
        return found

    def put(self, arm: int, start: int, stop: int, rows: Sequence[Row], seed: int) -> None:
        """Have the rows of a range of battles written.

        Raises:
            InputError: there is no room, for these or earlier ones.
        """
        with self._room("parts"):
            self._there.put(arm, start, stop, rows, seed)

    def rows(self, most: int | None = None) -> polars.DataFrame:
        """Return the battles that are there, by arm and battle; ``most``: those below an index only.

        Raises:
            InputError: there was no room for some.
        """
        with self._room("parts"):
            return self._there.rows(most)

    def finish(self, table: polars.DataFrame) -> None:
        """Write all battles in one file, in order.

        Raises:
            InputError: there is no room.
        """
        self.write(WHOLE, parquet(table))
        (self.folder / PARTIAL).unlink(missing_ok=True)

    def cut_short(self, table: polars.DataFrame) -> None:
        """Write the battles that the report is of; `finish` throws the file away.

        Raises:
            InputError: there is no room.
        """
        self.write(PARTIAL, parquet(table))

    def write(self, name: str, data: bytes | str) -> Path:
        """Write a report of the study into its folder; return its path.

        Raises:
            InputError: there is no room.
        """
        path = self.folder / name
        with self._room(name):
            write_whole(path, data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data)
        return path

    @contextmanager
    def _room(self, name: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._refused(error, name) from error
        except (need("polars").exceptions.PolarsError, need("polars").exceptions.PanicException) as error:
            raise InputError(f"{self.place}: {name}", f"what can't be read ({error})", "the files the study wrote") from error


def _plain(data: Any) -> Any:
    """Return data as it comes back from a JSON file."""
    return json.loads(msgspec.json.encode(clean(msgspec.to_builtins(data))))


def _same(there: Mapping[str, Any], here: Mapping[str, Any]) -> bool:
    """Tell whether two manifests are of one study."""
    one, other = ({key: value for key, value in data.items() if key not in UNCOMPARED} for data in (there, here))
    return one == other


def identity(manifest: Mapping[str, Any]) -> bytes:
    """Return what makes the battles of a study: all that is studied, but not how many of them."""
    plain = _plain(manifest)
    arms = [arm["digest"] for arm in plain.get("arms") or []]
    told = [plain.get(key) for key in ("kind", "version", "seed", "meter", "settings")]
    return msgspec.json.encode([told, arms], order="sorted")


def _plan(manifest: Mapping[str, Any]) -> int | None:
    """Return the battles of a study that has no rule to stop by and one look, at its end; None of another."""
    looks = manifest.get("looks")
    plain = manifest.get("stopping") is None and isinstance(looks, list) and len(looks) == 1 and type(looks[0]) is int
    return looks[0] if plain and looks else None


def _write_manifest(path: Path, manifest: Any) -> None:
    write_whole(path, msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
