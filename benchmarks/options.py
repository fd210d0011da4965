"""What the commands of the benchmarks share: their options, and where figures go."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from benchmarks import pasted

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(dir_okay=False, path_type=Path)
SYSTEMS = click.Choice(("counts", "shots", "steps"))
ROUNDS = click.IntRange(2, 1000)


def _has_folder(_context: click.Context, _option: click.Parameter, file: Path | None) -> Path | None:
    """Refuse a file in a folder there is none of before anything is measured."""
    if file is not None and not file.parent.is_dir():
        raise click.BadParameter(f"{str(file)!r}: there is no folder {str(file.parent)!r} to write it to")
    return file


json_option = click.option(
    "--json", "json_file", type=FILE, callback=_has_folder, metavar="FILE", help="Also write all figures to this file."
)
markdown_option = click.option("--markdown", is_flag=True, help="Print tables to paste into a page.")
page_option = click.option(
    "--page", type=FILE, metavar="FILE", help="Put the tables into their block of this page, like docs/performance.md."
)
smoke_option = click.option("--smoke", is_flag=True, help="A few runs only, to see that it works.")


def names_option(command: F) -> F:
    """Add ``--configuration``: which of the named configurations."""
    return click.option(
        "--configuration", "names", multiple=True, metavar="NAME",
        help="Only this one of benchmarks/configurations.toml; repeat for several.  [default: all that are not long]",
    )(command)  # fmt: skip


def cells_options(command: F) -> F:
    """Add what the watches over agents share."""
    for option in (
        smoke_option, json_option, click.option("--system", type=SYSTEMS, help="One rule system only."),
        click.option("--battles", type=click.IntRange(min=1), help="Battles of every cell."),
    ):  # fmt: skip
        command = option(command)
    return command


def settle(page: Path | None, name: str) -> None:
    """Look whether a page has the block that is to be filled."""
    if page is not None:
        pasted.check(page, name)


def show(text: Callable[[bool], str], markdown: bool, page: Path | None, name: str) -> None:
    """Print a text, plain or as Markdown, and put it into its block of a page where one is given."""
    click.echo(text(not markdown))
    if page is not None:
        pasted.paste(page, name, text(False))


def keep(file: Path | None, data: Any) -> None:
    """Write figures to a file, where one is given."""
    if file is not None:
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
