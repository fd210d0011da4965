"""Writing what a study found: a page, Markdown, tables as CSV, everything as JSON, plots as PNG and SVG."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rich.text import Text

from engine.errors import InputError
from studies.account_render import console_for, told_width
from studies.cli_text import shown
from studies.extras import need
from studies.report_html import page
from studies.report_words import Contents, arms_table, contents_of, standing, studied
from studies.store import Store
from studies.tables import command_text
from studies.tables_render import code, escaped, paragraph, print_table

if TYPE_CHECKING:
    from studies.result import StudyResult

Write = Callable[[str, bytes], Path]


def write_reports(where: Store | str | os.PathLike[str], result: StudyResult) -> list[Path]:
    """Write the reports of a study into its folder.

    ``report.html``, ``report.md``, ``results.json``, ``tables/*.csv``, ``plots/*.png`` and ``*.svg``. Where matplotlib is
    not installed there are no plots, and the page says how to get them: a long study does not fail at its end.

    Args:
        where: the study's open store, or any folder.
        result: what was found; a partial result is reported as one.

    Returns:
        The paths of what was written.

    Raises:
        InputError: the folder can't be written, or two tables or two plots have one name.
    """
    contents = contents_of(result)
    _check_names(contents)
    write = writer(where)
    return [write(name, data) for name, data in _files(result, contents)]


def _files(result: StudyResult, contents: Contents) -> Iterator[tuple[str, bytes]]:
    """Yield every file's name and bytes."""
    yield "results.json", result.to_json(contents).encode()
    for table in contents.tables:
        yield f"tables/{table.name}.csv", table.csv().encode()
    yield "report.md", markdown(result, contents).encode()
    if _can_draw():
        for plot in contents.plots:
            yield f"plots/{plot.name}.svg", plot.svg()
            yield f"plots/{plot.name}.png", plot.png()
    yield "report.html", page(result, contents).encode()


def _can_draw() -> bool:
    try:
        need("matplotlib")
    except InputError:
        return False
    return True


def _check_names(contents: Contents) -> None:
    for what, names in (
        ("tables", [table.name for table in contents.tables]),
        ("plots", [plot.name for plot in contents.plots]),
    ):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InputError(f"{what} of the study", f"more than one {', '.join(twice)}", "names that differ")


def writer(where: Store | str | os.PathLike[str]) -> Write:
    """Return what writes a file of a study's folder whole or not at all.

    Args:
        where: the study's open store, or any folder.
    """
    folder = where.folder if isinstance(where, Store) else Path(where)

    def write(name: str, data: bytes) -> Path:
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(where, Store):
                return where.write(name, data)
            temporary = path.with_name(f".{path.name}.tmp")
            temporary.write_bytes(data)
            os.replace(temporary, path)
        except OSError as error:
            raise InputError(str(path), error.strerror or str(error), "a folder that can be written") from error
        return path

    return write


def markdown(result: StudyResult, contents: Contents | None = None) -> str:
    """Return the report of a study as Markdown, with its plots beside it; ``contents`` as for `page`."""
    contents = contents or contents_of(result)
    lines = [f"# {escaped(result.title)}", "", *(f"{paragraph(text)}\n" for text in standing(result))]
    lines += [f"{paragraph(text)}\n" for text in contents.findings]
    if _can_draw():
        lines += [f"![{escaped(plot.title)}](plots/{plot.name}.svg)\n" for plot in contents.plots]
    lines += [table.markdown() for table in contents.tables]
    lines += ["## What was studied", ""]
    lines += [f"- {escaped(key)}: {escaped(value)}" for key, value in studied(result).items()]
    return "\n".join([*lines, "", *code([command_text(result.facts.command)]), arms_table(result.arms).markdown()])


def print_result(result: StudyResult, stream: IO[str] | None = None, *, brief: bool = False) -> None:
    """Print a study: title, what was found, tables within the width of the terminal (or of ``COLUMNS``), how to make it again."""
    stream = stream or sys.stdout
    width = told_width()
    console = console_for(stream, width)
    soft = not console.is_terminal and width is None
    console.print(Text(shown(result.title), style="bold"), soft_wrap=soft)
    for sentence in standing(result):
        console.print(Text(shown(sentence), style="yellow"), soft_wrap=soft)
    for sentence in result.findings():
        console.print(Text(shown(sentence)), soft_wrap=soft)
    if brief:
        return
    for table in result.tables():
        console.print()
        print_table(table, stream)
    facts = result.facts
    console.print()
    console.print(Text(f"{facts.seeds}; couched {facts.version}", style="dim"), soft_wrap=soft)
    console.print(Text(f"again:  {command_text(facts.command)}", style="dim"), soft_wrap=True)
