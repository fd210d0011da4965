"""Tables of speed figures: laid out in columns for a terminal, as Markdown for a page, and the words of a ratio."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from studies.bench_ratio import Ratio
from studies.workers import cores

Cells = Sequence[Sequence[str]]


def laid_out(rows: Cells) -> list[str]:
    """Return rows as lines whose columns stand under each other; the first row is the head."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def as_markdown(rows: Cells) -> list[str]:
    """Return rows as the lines of a Markdown table; the first row is the head."""
    head, *body = ["| " + " | ".join(row) + " |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *body]


def span(ratio: Ratio) -> str:
    """Return the interval of a ratio in words."""
    return f"{number(ratio.interval.low)} to {number(ratio.interval.high)}" if ratio.known else "-"


def number(value: float) -> str:
    """Return a ratio with three figures that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def described(machine: dict[str, Any]) -> str:
    """Return what the figures were taken on, in words; and whether it was busy with something else."""
    return f"{machine['python']}, {machine['system']}, {machine['processors']} processors ({machine['processor']}){busy()}"


def busy() -> str:
    """Return how many programs the processors had to run in the last minute, in words, where those were too many."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return f", busy: {load:.0f} programs at once" if load > cores() + 1 else ""
