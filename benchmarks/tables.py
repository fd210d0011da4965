"""Tables of texts: laid out in columns, or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def laid_out(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines whose columns stand under each other; the first row is the head."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def as_markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as the lines of a Markdown table; the first row is the head."""
    head, *body = ["| " + " | ".join(row) + " |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *body]
