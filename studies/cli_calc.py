"""``couched calc``: single rules answered without a battle."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from studies.cli_common import common, emit, write


@click.command("calc", short_help="Answer one rule without a battle.")
@click.argument("words", metavar="WHAT KEY=VALUE...", nargs=-1)
@click.option("--batch", metavar="FILE", help="Answer a file of JSON lines, one JSON line each; - is standard input.")
@common
def calc_command(words: Sequence[str], batch: str | None, as_json: bool) -> int:
    """Answer one rule; WHAT without keys shows the keys it takes, `couched list calcs` all there are.

    \b
    couched calc steps-miss
    couched calc timeline wsd=10
    couched calc stage length=3 distance=4
    couched calc odds hit chance=65
    couched calc odds shots-attack skill=14 dodge=13 damage=10 toughness=6 armor=2
    """
    if (batch is None) == (not words):
        raise click.UsageError("either WHAT KEY=VALUE... or --batch FILE")
    if batch is not None:
        return _batch(batch)
    return _one(words, as_json)


def _one(words: Sequence[str], as_json: bool) -> int:
    """Answer the words of the command line; a refusal of the rules is an answer with exit code 2."""
    from studies import calc
    from studies.questions import Refused

    if _asks_for_keys(words):
        return _keys(" ".join(words), as_json)
    try:
        answer = calc.command(words)
    except Refused as refused:
        if as_json:
            emit({"refused": refused.why})
        click.echo(f"refused: {refused.why}", err=True)
        return 2
    if as_json:
        emit(answer)
    else:
        for line in answer_lines(answer):
            write(line)
    return 0


def _asks_for_keys(words: Sequence[str]) -> bool:
    """Return whether the words name a calc and no key, and it has no answer without one."""
    from engine.errors import CouchedError
    from studies import calc

    what = " ".join(words)
    if what not in calc.names() or not calc.calc_of(what).keys:
        return False
    try:
        calc.command(words)
    except CouchedError:
        return True
    return False


def _keys(what: str, as_json: bool) -> int:
    """Show what a calc answers and its keys."""
    from studies import calc
    from studies.calc_words import block, calc_row

    row = calc_row(what, calc.calc_of(what))
    if as_json:
        emit(row)
        return 0
    for line in block(row):
        write(line)
    return 0


def answer_lines(answer: dict[str, Any]) -> Iterator[str]:
    """Yield an answer as ``key: value`` lines, its tables one row a line."""
    from studies.cli_text import value_text

    for key, value in answer.items():
        if isinstance(value, dict):
            yield f"{key}:"
            yield from (f"  {line}" for line in _table(value))
        elif isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            yield f"{key}:"
            yield from (f"  {_row(row)}" for row in value)
        elif isinstance(value, list) and value and all(isinstance(one, list) for one in value):
            yield f"{key}: {', '.join(f'({value_text(one)})' for one in value)}"
        else:
            yield f"{key}: {_precise(value) if isinstance(value, float) else value_text(value)}"


_LONG, _THIN = 24, 0.001
"""Rows a table of chances may have before its end is put together, and what that end comes to at most."""


def _table(table: dict[str, Any]) -> Iterator[str]:
    """Yield the rows of a table; the thin end of a long distribution is one row."""
    rows = list(table.items())
    end, rest = len(rows), 0.0
    if end > _LONG and all(isinstance(value, float) and 0.0 <= value <= 1.0 for _, value in rows):
        while end and rest + rows[end - 1][1] < _THIN:
            end -= 1
            rest += rows[end][1]
    yield from (f"{key}: {_precise(value)}" for key, value in rows[:end])
    if end < len(rows):
        yield f"{rows[end][0]} and more: {_precise(rest)} together (--json has each)"


def _row(row: dict[str, Any]) -> str:
    """Return a row of a list: a modifier as ``-40  the attacker moves (C-HIT-2)``, anything else by its fields."""
    if set(row) == {"rule", "value", "why"}:
        return f"{row['value']:+d}  {row['why']} ({row['rule']})"
    return ", ".join(f"{key} {_precise(value)}" for key, value in row.items())


def _precise(value: Any) -> str:
    from studies.cli_text import value_text

    if not isinstance(value, float):
        return value_text(value)
    return str(int(value)) if value == int(value) and abs(value) >= 1e5 else f"{value:.6g}"


def _batch(path: str) -> int:
    from studies import calc

    with _lines(path) as lines:
        for answer in calc.batch(lines):
            write(answer)
    return 0


@contextmanager
def _lines(path: str) -> Iterator[Iterable[str]]:
    """Give the lines of a file or of standard input; bytes that are no UTF-8 spoil their own line only."""
    from engine.errors import InputError

    if path == "-":
        yield (line.decode("utf-8", "replace") for line in sys.stdin.buffer)
        return
    try:
        file = open(path, encoding="utf-8", errors="replace", newline="\n")  # noqa: SIM115
    except OSError as error:
        raise InputError(f"--batch {path}", error.strerror or "no access", "a file of JSON lines") from error
    with file:
        yield file
