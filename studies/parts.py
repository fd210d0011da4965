"""Rows of battles as tables, and the parts of a study on disk: many small Parquet files that only ever grow whole.

A part is named after the SHA-256 of its study and its bytes, so that one that was cut, has a flipped bit or is another
study's is known for it; its battles are played again. When small parts have grown many, they are merged into one: the parts
of a million battles are some dozens of files. A thread writes them, as many rows at once as have come meanwhile: a slow disk
makes larger parts, not a longer wait, and ctrl-C never falls into the middle of one.
"""

from __future__ import annotations

import hashlib
import io
import os
from _thread import interrupt_main
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

import msgspec

from studies.arms import Row
from studies.extras import need

if TYPE_CHECKING:
    import polars

MEASURE = "m:"
"""What the columns of measures begin with."""

MANY = 128
"""Small parts that are merged into one."""

MOST_WAITING = 256
"""Ranges that may wait to be written."""

SUFFIX = ".parquet"

Rows = tuple[int, int, int, Sequence[Row], int]
"""A range of battles: arm, start, stop, its rows, the root seed."""

_DIGITS = 16


class Spans:
    """Which battles of each arm are there, as ranges that neither overlap nor touch."""

    def __init__(self) -> None:
        self._by_arm: dict[int, list[tuple[int, int]]] = {}

    def add(self, arm: int, start: int, stop: int) -> None:
        """Note a range of battles of an arm."""
        joined: list[tuple[int, int]] = []
        for first, last in sorted([*self._by_arm.get(arm, ()), (start, stop)]):
            if joined and first <= joined[-1][1]:
                joined[-1] = joined[-1][0], max(last, joined[-1][1])
            else:
                joined.append((first, last))
        self._by_arm[arm] = joined  # a new list: another thread may be reading the old one

    def done(self, arm: int) -> list[tuple[int, int]]:
        """Return the ranges of an arm that are there, sorted."""
        return list(self._by_arm.get(arm, ()))

    def missing(self, arm: int, start: int, stop: int) -> list[tuple[int, int]]:
        """Return the ranges between two battles that are not there yet."""
        gaps, at = [], start
        for first, last in self._by_arm.get(arm, ()):
            if first >= stop:
                break
            if first > at:
                gaps.append((at, first))
            at = max(at, last)
        if at < stop:
            gaps.append((at, stop))
        return gaps

    def __len__(self) -> int:
        """How many battles are there."""
        return sum(stop - start for spans in self._by_arm.values() for start, stop in spans)


class Parts:
    """The folder of a study's parts.

    Args:
        folder: where they are; it exists.
        study: what tells this study from another one; its parts are known by it.

    Attributes:
        folder: where they are.
        spans: the battles that are there.
        damaged: the names of parts that were found damaged and thrown away.
    """

    def __init__(self, folder: Path, study: bytes = b"") -> None:
        self.folder = folder
        self._study = study
        self.spans = Spans()
        self.damaged: list[str] = []
        self._small: list[Path] = []
        self._merged: list[Path] = []
        self._queue: Queue[Rows | None] = Queue(MOST_WAITING)
        self._height = 0
        self._failure: Exception | None = None
        self._writer: Thread | None = None
        for path in sorted(folder.iterdir(), reverse=True):  # merged ones first
            self._take(path)

    def _take(self, path: Path) -> None:
        """Take a file that was there before into account: keep it, or throw away what is damaged or needless."""
        if path.suffix != SUFFIX:
            path.unlink()  # half a part, of a study that was killed
            return
        held = _checked(path, self._study)
        if held is None:
            self.damaged.append(path.name)
            path.unlink()
            return
        before = len(self.spans)
        for arm, start, stop in spans_of(held):
            self.spans.add(arm, start, stop)
        if len(self.spans) == before:
            path.unlink()  # it is in a merged one: a study was killed before it could be thrown away
        else:
            self._height += held.height
            (self._merged if path.name.startswith("merged-") else self._small).append(path)

    def put(self, arm: int, start: int, stop: int, rows: Sequence[Row], seed: int) -> None:
        """Have a range of battles written.

        Raises:
            OSError: this or an earlier one can't be written; what is there stays.
        """
        self._check()
        if self._writer is None:
            self._writer = Thread(target=self._write_all, name="parts", daemon=True)
            self._writer.start()
        self._queue.put((arm, start, stop, rows, seed))

    def settle(self) -> None:
        """Wait until everything is written.

        Raises:
            OSError: something can't be.
        """
        self._queue.join()
        self._check()

    def close(self) -> None:
        """Write what is waiting, and end."""
        if self._writer is not None:
            self._queue.put(None)
            self._writer.join()
            self._writer = None

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _write_all(self) -> None:
        """Write what comes, in a thread of its own, until it is told to end; after a failure nothing more."""
        going = True
        while going:
            batch = _waiting(self._queue)
            ranges = [item for item in batch if item is not None]
            going = len(ranges) == len(batch)
            try:
                if ranges and self._failure is None:
                    _uninterrupted(partial(self._keep, ranges))
                    if len(self._small) >= MANY:
                        _uninterrupted(self._merge)
            except Exception as error:
                self._failure = error
            for _ in batch:
                self._queue.task_done()

    def _keep(self, ranges: Sequence[Rows]) -> None:
        """Write ranges of battles as one part."""
        table = frame([row for *_, rows, _ in ranges for row in rows], ranges[0][-1])
        arm, start, stop, *_ = ranges[0]
        more = f"-and-{len(ranges) - 1}-more" if len(ranges) > 1 else ""
        self._small.append(self._write(f"{arm:06d}-{start:09d}-{stop:09d}{more}", table))
        self._height += table.height
        for arm, start, stop, *_ in ranges:
            self.spans.add(arm, start, stop)

    def _merge(self) -> None:
        """Write all small parts as one, then throw them away."""
        table = together([need("polars").read_parquet(path, memory_map=False) for path in self._small])
        self._merged.append(self._write(f"merged-{len(self._merged):06d}", table))
        small, self._small = self._small, []
        for path in small:
            path.unlink()

    def _write(self, stem: str, table: polars.DataFrame) -> Path:
        data = parquet(table)
        path = self.folder / f"{stem}-{_digest(self._study + data)}{SUFFIX}"
        write_whole(path, data)
        return path

    def rows(self, most: int | None = None) -> polars.DataFrame:
        """Return the battles that are there, by arm and battle; ``most``: those below an index only.

        Parts are read lazily: what ``most`` leaves out takes no memory.

        Raises:
            OSError: something can't be written.
        """
        self.settle()
        polars = need("polars")
        paths = [*self._merged, *self._small]
        if not paths:
            return frame([], 0)
        lazy = polars.concat([polars.scan_parquet(path) for path in paths], how="diagonal")
        if self._height != len(self.spans):
            lazy = lazy.unique(["arm", "battle"])
        return _ordered(lazy if most is None else lazy.filter(polars.col("battle") < most)).collect()


def _waiting(queue: Queue[Rows | None]) -> list[Rows | None]:
    """Return all that waits; at least one."""
    batch = [queue.get()]
    with suppress(Empty):
        while True:
            batch.append(queue.get_nowait())
    return batch


def _uninterrupted(step: Callable[[], None]) -> None:
    """Do something whole: polars may hand ctrl-C to the thread it works in; it goes to the main one instead."""
    while True:
        try:
            return step()
        except KeyboardInterrupt:
            interrupt_main()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, even if the machine fails.

    Raises:
        OSError: it can't be written; what was there before still is.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Have the names in a folder survive a failure of the machine, where its file system can."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def _checked(path: Path, study: bytes) -> polars.DataFrame | None:
    """Return which battles a part holds; None when it is not what was written, or not of this study."""
    library = need("polars")
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if not path.stem.endswith(f"-{_digest(study + data)}"):
        return None
    fixed = frame([], 0).schema
    try:
        schema = library.read_parquet_schema(io.BytesIO(data))
        if any(schema.get(name) != kind for name, kind in fixed.items()):
            return None
        found: polars.DataFrame = library.read_parquet(io.BytesIO(data), columns=["arm", "battle"])
    except library.exceptions.PolarsError:  # somebody named it so
        return None
    return found


def spans_of(table: polars.DataFrame) -> Iterator[tuple[int, int, int]]:
    """Yield the ranges of battles of a table: arm, start, stop."""
    arm, start, stop = -1, 0, 0
    for one, battle in table.select("arm", "battle").unique().sort("arm", "battle").iter_rows():
        if one == arm and battle == stop:
            stop += 1
            continue
        if arm >= 0:
            yield arm, start, stop
        arm, start, stop = one, battle, battle + 1
    if arm >= 0:
        yield arm, start, stop


def frame(rows: Iterable[Row], seed: int) -> polars.DataFrame:
    """Return battles as a table: one row a battle, one column a measure."""
    polars = need("polars")
    rows = list(rows)
    columns: dict[str, Any] = {
        "arm": polars.Series([row.arm for row in rows], dtype=polars.Int32),
        "battle": polars.Series([row.battle for row in rows], dtype=polars.Int64),
        "seed": polars.Series([str(seed)] * len(rows), dtype=polars.String),
        "outcome": polars.Series([row.outcome for row in rows], dtype=polars.String),
        "winner": polars.Series([row.winner for row in rows], dtype=polars.String),
        "t": polars.Series([float(row.t) for row in rows], dtype=polars.Float64),
        "reason": polars.Series([_sayable(row.reason) for row in rows], dtype=polars.String),
        "rolls": polars.Series([row.rolls for row in rows], dtype=polars.Int64),
        "clock_events": polars.Series([row.clock_events for row in rows], dtype=polars.Int64),
        "able": polars.Series([_json(row.able) for row in rows], dtype=polars.String),
    }
    for name in sorted({name for row in rows for name in row.measures}):
        columns[MEASURE + name] = polars.Series([row.measures.get(name) for row in rows], dtype=polars.Float64)
    return polars.DataFrame(columns)  # type: ignore[no-any-return]


def _sayable(text: str) -> str:
    """Return a text that can be stored: an agent's error may hold half a character."""
    return text.encode("utf-8", "backslashreplace").decode()


def _json(data: Mapping[str, int]) -> str:
    return msgspec.json.encode(data, order="sorted").decode()


def together(tables: Sequence[polars.DataFrame]) -> polars.DataFrame:
    """Return tables as one, by arm and battle."""
    if not tables:
        return frame([], 0)
    lazy: polars.LazyFrame = need("polars").concat([table.lazy() for table in tables], how="diagonal")
    return _ordered(lazy).collect()


def _ordered(lazy: polars.LazyFrame) -> polars.LazyFrame:
    """Return a table by arm and battle, its measures by name."""
    names = lazy.collect_schema().names()
    fixed = [name for name in names if not name.startswith(MEASURE)]
    measures = sorted(name for name in names if name.startswith(MEASURE))
    return lazy.select(*fixed, *measures).sort("arm", "battle")


def parquet(table: polars.DataFrame) -> bytes:
    """Return a table as the bytes of a Parquet file; they depend on its values alone."""
    buffer = io.BytesIO()
    whole = table.rechunk()
    whole.write_parquet(buffer, compression="zstd", compression_level=3, statistics=False, row_group_size=1 << 20)
    return buffer.getvalue()
