"""One model of a table for every place it is shown: terminal, plain text, Markdown, HTML, CSV and JSON.

A cell holds a value, never its text: shares are 0 to 1, intervals are pairs; the kind of its column says how it is put
into words. Names are texts everywhere and are interpreted nowhere: not as markup, not as Markdown, not as a formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, isnan
from typing import IO, Any, Literal

import attrs

from studies.cli_text import number, shown

Kind = Literal["text", "count", "share", "interval", "number", "p", "command"]

KINDS: tuple[Kind, ...] = ("text", "count", "share", "interval", "number", "p", "command")
"""What a column can hold: a text or None; a whole number; 0 to 1; (low, high); any number; the p of a test; a command line."""

LEAST_P = 0.0001
"""A p below it is shown as being below it."""

PERCENT = "%"
"""The unit of a number or an interval that is held as 0 to 1 and shown in percent."""

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""What tables and plots may be called: their files are named so."""

_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")


@attrs.frozen
class Column:
    """One column.

    Attributes:
        key: its name in CSV and JSON.
        kind: one of `KINDS`.
        title: its heading; the key when empty.
        unit: of its numbers, shown in the heading; `PERCENT`: held as 0 to 1, shown in percent.
        digits: decimals at most; None: one for percent, three for others.
        signed: write a plus before what is above zero: differences.
    """

    key: str
    kind: Kind = attrs.field(default="text", validator=attrs.validators.in_(KINDS))
    title: str = ""
    unit: str = ""
    digits: int | None = None
    signed: bool = False

    @property
    def heading(self) -> str:
        """What stands above it."""
        title = self.title or self.key
        return f"{title} ({self.unit})" if self.unit and self.unit != PERCENT else title

    @property
    def right(self) -> bool:
        """Whether it is set to the right, as numbers are."""
        return self.kind not in ("text", "command")

    def text(self, value: Any) -> str:
        """Return a cell in words; ``-`` where there is nothing."""
        match self.kind:
            case _ if value is None:
                return "-"
            case "text" | "command":
                return str(value)
            case "interval":
                return self._span(*value)
            case "share":
                return self._number(value, percent=True)
            case "p":
                return "-" if isnan(value) else f"< {LEAST_P}" if value < LEAST_P else f"{value:.4f}"
            case _:
                return self._number(value, percent=self.unit == PERCENT)

    def _span(self, low: float, high: float) -> str:
        percent = self.unit == PERCENT
        ends = [self._number(end, percent=percent).removesuffix("%") for end in (low, high)]
        return "-" if "-" in ends else f"{ends[0]} to {ends[1]}{'%' if percent else ''}"

    def _number(self, value: float, *, percent: bool) -> str:
        if isnan(value):
            return "-"
        sign = "+" if self.signed and value > 0 else ""
        if not isfinite(value):
            return f"{sign}{value}"
        if percent:
            digits = 1 if self.digits is None else self.digits
            return f"{sign}{_tidy(f'{100 * value:.{digits}f}')}%"
        if self.digits is None:
            return f"{sign}{_tidy(number(value))}"
        return f"{sign}{_tidy(f'{value:.{self.digits}f}')}"


def _tidy(text: str) -> str:
    """Return a number without the sign of a zero that is none."""
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def _columns(columns: Iterable[Column]) -> tuple[Column, ...]:
    return tuple(columns)


def _frozen(rows: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(row) for row in rows)


@attrs.frozen
class Table:
    """A table of a study.

    Attributes:
        name: what its files are called: letters, digits, ``-`` and ``_``.
        title: what it shows, for people.
        columns: what its columns hold.
        rows: one value a column each.
        note: a sentence below it: what the numbers mean.
    """

    name: str = attrs.field()
    title: str
    columns: Sequence[Column] = attrs.field(converter=_columns)
    rows: Sequence[Sequence[Any]] = attrs.field(converter=_frozen)
    note: str = ""

    @name.validator
    def _check_name(self, _: Any, name: str) -> None:
        if not NAME.fullmatch(name):
            raise ValueError(f"a table's name is small letters, digits, - and _; not {name!r}")

    @rows.validator
    def _check_rows(self, _: Any, rows: Sequence[Sequence[Any]]) -> None:
        for row in rows:
            if len(row) != len(self.columns):
                raise ValueError(f"table {self.name}: a row of {len(row)} cells in {len(self.columns)} columns: {row!r}")

    @classmethod
    def of(cls, name: str, title: str, columns: Sequence[Column], rows: Sequence[Mapping[str, Any]], note: str = "") -> Table:
        """Return a table of rows that name their cells by column; what a row leaves out is empty."""
        return cls(name, title, columns, [[row.get(column.key) for column in columns] for row in rows], note)

    def texts(self) -> list[list[str]]:
        """Return every cell in words, safe to print."""
        return [[safe(column, value) for column, value in zip(self.columns, row, strict=True)] for row in self.rows]

    def print(self, stream: IO[str] | None = None) -> None:
        """Print it, within the width of a terminal."""
        from studies.tables_render import print_table

        print_table(self, stream)

    def text(self, width: int | None = None) -> str:
        """Return it as plain text, as wide as it needs or within a width."""
        from studies.tables_render import plain

        return plain(self, width)

    def markdown(self) -> str:
        """Return it as a Markdown table, commands in a block below it."""
        from studies.tables_render import markdown

        return markdown(self)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from studies.report_html import table_fragment

        return table_fragment(self)

    def csv(self) -> str:
        """Return it as CSV: numbers bare, texts quoted and defused; an interval is two columns."""
        lines = [[_csv_text(key) for column in self.columns for key in _keys(column)]]
        for row in self.rows:
            cells = zip(self.columns, row, strict=True)
            lines.append([cell for column, value in cells for cell in _csv_cells(column, value)])
        return "".join(f"{','.join(line)}\n" for line in lines)

    def data(self) -> dict[str, Any]:
        """Return it as plain data for JSON; what is not a number (NaN) is null."""
        return {
            "name": self.name, "title": self.title, "note": self.note,
            "columns": [{"key": column.key, "kind": column.kind, "unit": column.unit} for column in self.columns],
            "rows": [
                {column.key: _plain(value) for column, value in zip(self.columns, row, strict=True)} for row in self.rows
            ],
        }  # fmt: skip


def safe(column: Column, value: Any) -> str:
    """Return a cell in words without anything a terminal could act on; a command still runs as it is shown."""
    text = column.text(value)
    return command_text(text) if column.kind == "command" else shown(text)


def command_text(command: str) -> str:
    """Return a command line without hidden characters that a shell reads as the same words."""
    import shlex

    if shown(command) == command:
        return command
    try:
        words = shlex.split(command)
    except ValueError:
        return shown(command)
    return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    import shlex

    if shown(word) == word:
        return shlex.quote(word)
    return "$'" + "".join(_ansi_c(char) for char in word) + "'"


def _ansi_c(char: str) -> str:
    """Return a character as bash reads it between ``$'`` and ``'``."""
    if char in "\\'":
        return f"\\{char}"
    if shown(char) == char:
        return char
    try:
        return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return shown(char)


def defused(text: str) -> str:
    """Return a text that a spreadsheet takes for a text: one that begins like a formula gets an apostrophe before it."""
    text = shown(text)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def _keys(column: Column) -> tuple[str, ...]:
    return (f"{column.key}_low", f"{column.key}_high") if column.kind == "interval" else (column.key,)


def _csv_cells(column: Column, value: Any) -> list[str]:
    if column.kind == "interval":
        return [_csv_number(end) for end in ((None, None) if value is None else value)]
    if column.right:
        return [_csv_number(value)]
    return [_csv_text(command_text(str(value)) if column.kind == "command" else str(value)) if value is not None else ""]


def _csv_text(text: str) -> str:
    """Return a text for CSV: always quoted, so that no other separator opens a cell (the csv module can't leave out nulls)."""
    return '"' + defused(text).replace('"', '""') + '"'


def _csv_number(value: float | None) -> str:
    """Return a number for CSV; one that is none is an empty cell."""
    return "" if value is None or isnan(value) else repr(float(value) if isinstance(value, float) else int(value))


def _plain(value: Any) -> Any:
    """Return a cell for JSON."""
    match value:
        case tuple() | list():
            return [_plain(part) for part in value]
        case bool() | int() | None:
            return value
        case float():
            return value if isfinite(value) else None if isnan(value) else str(value)
        case _:
            return str(value)
