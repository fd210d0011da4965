"""Where a study keeps what it has played: a folder that survives being killed at any moment.

``study.json`` says what is studied; ``parts/*.parquet`` come as battles are played, each written under another name
first; ``battles.parquet`` holds all of them in order once the study is over. The bytes of that file depend on nothing but the
study: not on workers, chunks, interruptions or resuming.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engine.errors import InputError
from studies.arms import Row

if TYPE_CHECKING:
    import polars

SCHEMA = "couched.study/1"

UNCOMPARED = frozenset({"command"})
"""What a manifest may say differently when a study is resumed: how it was called."""

MEASURE = "m:"
"""What the columns of measures begin with."""


class Store:
    """The folder of one study, locked while it is open; use it in a ``with`` statement.

    Args:
        folder: where it is; made when it does not exist.
        manifest: plain data that says what is studied: kind, settings, arms with their digests, seed, version, command.
        resume: go on with a study that is there already.

    Raises:
        InputError: the folder can't be used, another study runs in it, or what it holds is another study.
    """

    def __init__(self, folder: str | os.PathLike[str], manifest: Mapping[str, Any], resume: bool = False) -> None:
        self.folder = Path(folder)
        self.place = f"--out {str(self.folder)!r}"
        self.parts = self.folder / "parts"
        self.damaged: list[str] = []
        self._prepare()
        self._lock = self._locked()
        try:
            self._settle(msgspec.to_builtins({"schema": SCHEMA, **manifest}), resume)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _prepare(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(self.place, error.strerror or str(error), "a folder that can be written") from error

    def _locked(self) -> int:
        """Lock the folder against other studies; the lock goes with the process, however it ends."""
        try:
            lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise InputError(self.place, error.strerror or str(error), "a folder that can be written") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            raise InputError(self.place, "another study that is running", "a folder of its own for each study") from error
        return lock

    def _settle(self, manifest: Mapping[str, Any], resume: bool) -> None:
        """Begin a study in an empty folder, or go on with the very one that is there."""
        path = self.folder / "study.json"
        others = sorted(entry.name for entry in self.folder.iterdir() if entry.name != ".lock")
        if not others:
            self.parts.mkdir()
            self._write(path, msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
            return
        if not path.exists():
            raise InputError(self.place, f"files of something else: {', '.join(others[:5])}", "an empty or a new folder")
        if not resume:
            raise InputError(self.place, "a study that was begun", "--resume to go on with it, or another folder")
        differs = list(_differences(self._manifest(path), manifest, ""))
        if differs:
            found = f"another study: {'; '.join(differs[:5])}"
            raise InputError(self.place, found, "the study that was begun there, or another folder")
        self.parts.mkdir(exist_ok=True)
        self._look_through()

    def _manifest(self, path: Path) -> Any:
        try:
            return json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise InputError(f"{self.place}: study.json", f"no manifest that can be read ({error})", "the one of a study") from error

    def _look_through(self) -> None:
        """Set aside parts that can't be read: their battles are played again."""
        import polars

        for path in sorted(self.parts.iterdir()):
            if path.suffix != ".parquet" or _range_of(path) is None:
                path.unlink()
                continue
            try:
                height = polars.read_parquet(path, columns=["battle"]).height
            except (OSError, polars.exceptions.PolarsError):
                height = -1
            _, start, stop = _range_of(path) or (0, 0, 0)
            if height != stop - start:
                self.damaged.append(path.name)
                path.unlink()

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file so that it is there whole or not at all, even if the machine fails."""
        temporary = path.with_name(f".{path.name}.tmp")
        try:
            with open(temporary, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError as error:
            raise InputError(f"{self.place}: {path.name}", error.strerror or str(error), "room to write") from error

    def done(self, arm: int) -> list[tuple[int, int]]:
        """Return the ranges of battles of an arm that are there, sorted, joined where they touch."""
        found = [span for path in self.parts.glob(f"{arm:06d}-*.parquet") if (span := _range_of(path)) is not None]
        joined: list[tuple[int, int]] = []
        for _, start, stop in sorted(found):
            if joined and start <= joined[-1][1]:
                joined[-1] = joined[-1][0], max(stop, joined[-1][1])
            else:
                joined.append((start, stop))
        return joined

    def missing(self, arm: int, start: int, stop: int) -> list[tuple[int, int]]:
        """Return the ranges between two battles that are not there yet."""
        gaps, at = [], start
        for first, last in self.done(arm):
            if first >= stop:
                break
            if first > at:
                gaps.append((at, min(first, stop)))
            at = max(at, last)
        if at < stop:
            gaps.append((at, stop))
        return gaps

    def put(self, arm: int, start: int, stop: int, rows: Sequence[Row], seed: int) -> None:
        """Keep the rows of a range of battles."""
        self._write(self.parts / f"{arm:06d}-{start:09d}-{stop:09d}.parquet", _parquet(frame(rows, seed)))

    def rows(self, most: int | None = None) -> polars.DataFrame:
        """Return all battles that are there, by arm and battle; ``most``: those below an index only."""
        import polars

        frames = [polars.read_parquet(path) for path in sorted(self.parts.glob("*.parquet"))]
        if not frames:
            return frame([], 0)
        table = polars.concat(frames, how="diagonal").unique(["arm", "battle"]).sort("arm", "battle")
        fixed = [name for name in table.columns if not name.startswith(MEASURE)]
        table = table.select([*fixed, *sorted(set(table.columns) - set(fixed))])
        return table if most is None else table.filter(polars.col("battle") < most)

    def finish(self, table: polars.DataFrame) -> None:
        """Write all battles in one file, in order."""
        self._write(self.folder / "battles.parquet", _parquet(table))

    def write(self, name: str, data: bytes | str) -> Path:
        """Write a report of the study into its folder; return its path."""
        path = self.folder / name
        self._write(path, data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data)
        return path


def frame(rows: Iterable[Row], seed: int) -> polars.DataFrame:
    """Return battles as a table: one row a battle, one column a measure."""
    import polars

    rows = list(rows)
    names = sorted({name for row in rows for name in row.measures})
    columns: dict[str, Any] = {
        "arm": polars.Series([row.arm for row in rows], dtype=polars.Int32),
        "battle": polars.Series([row.battle for row in rows], dtype=polars.Int64),
        "seed": polars.Series([str(seed)] * len(rows), dtype=polars.String),
        "outcome": polars.Series([row.outcome for row in rows], dtype=polars.String),
        "winner": polars.Series([row.winner for row in rows], dtype=polars.String),
        "t": polars.Series([row.t for row in rows], dtype=polars.Float64),
        "reason": polars.Series([row.reason for row in rows], dtype=polars.String),
        "rolls": polars.Series([row.rolls for row in rows], dtype=polars.Int64),
        "clock_events": polars.Series([row.clock_events for row in rows], dtype=polars.Int64),
        "able": polars.Series([_json(row.able) for row in rows], dtype=polars.String),
    }
    for name in names:
        columns[MEASURE + name] = polars.Series([row.measures.get(name) for row in rows], dtype=polars.Float64)
    return polars.DataFrame(columns)


def _json(data: Mapping[str, int]) -> str:
    return msgspec.json.encode(data, order="sorted").decode()


def _parquet(table: polars.DataFrame) -> bytes:
    """Return a table as the bytes of a Parquet file."""
    import io

    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", compression_level=3, statistics=False, row_group_size=1 << 20)
    return buffer.getvalue()


def _range_of(path: Path) -> tuple[int, int, int] | None:
    """Return arm, start and stop of a part by its name."""
    parts = path.stem.split("-")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    return int(parts[0]), int(parts[1]), int(parts[2])


def _differences(there: Any, here: Any, path: str) -> Iterable[str]:
    """Yield what two manifests say differently, each with its path."""
    if isinstance(there, Mapping) and isinstance(here, Mapping):
        for key in sorted({*there, *here}):
            if path or key not in UNCOMPARED:
                where = f"{path}.{key}" if path else key
                yield from _differences(there.get(key), here.get(key), where)
    elif isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        for index, (one, other) in enumerate(zip(there, here, strict=True)):
            yield from _differences(one, other, f"{path}[{index}]")
    elif there != here:
        yield f"{path} was {_shown(there)}, is {_shown(here)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
