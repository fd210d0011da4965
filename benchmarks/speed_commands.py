"""The commands that measure speed: ``speed``, ``ratios``, ``compare``, ``where``."""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.options import (
    ROUNDS,
    json_option,
    keep,
    markdown_option,
    names_option,
    page_option,
    settle,
    show,
    smoke_option,
)
from engine.errors import InputError


@click.command()
@names_option
@click.option("--rounds", type=ROUNDS, help="Interleaved rounds.  [default: each configuration's own]")
@click.option("--check", is_flag=True, help="Only fight and look at the checksums, without timing.")
@click.option("--update", is_flag=True, help="Keep the checksums that come out.")
@markdown_option
@page_option
@json_option
def speed(
    names: tuple[str, ...], rounds: int | None, check: bool, update: bool, markdown: bool, page: Path | None, json_file: Path | None
) -> int:
    """Measure all named configurations against peers doing the same waits, a row each.

    It ends with code 3 when battles came out otherwise than the checksums in the repository say, never by time.
    """
    from benchmarks import speed as them
    from benchmarks.configurations import chosen, configurations
    from studies.bench import machine
    from studies.bench_table import as_markdown, described, laid_out
    from studies.progress import Progress

    which = chosen(names)
    settle(page, "speed")
    if check:
        found = them.fought(which)
    else:
        with Progress("rounds", unit="") as progress:
            progress.stage("", 0, sum(rounds or one.rounds for one in which))
            reports = them.measured(which, rounds, lambda: progress.advance(1))
        rows = [them.HEAD, *map(them.cells, reports.values())]
        foot = f"{described(machine())}."
        show(lambda plain: "\n".join([*(laid_out if plain else as_markdown)(rows), "", foot]), markdown, page, "speed")
        keep(json_file, {"machine": machine(), "configurations": [report.data() for report in reports.values()]})
        found = {name: report.checksum for name, report in reports.items()}
    if update:
        them.update(found, configurations())
    return told_apart(them.differing(found, which, them.expected()), len(which))


def told_apart(lines: list[str], battles: int) -> int:
    """Say which checksums differ; return the exit code."""
    for line in lines:
        click.echo(line, err=True)
    if not lines:
        click.echo(f"checksums: as expected ({battles} configurations)", err=True)
    return 3 if lines else 0


@click.command()
@click.option("--only", "ids", metavar="ID", multiple=True, help="Only PF-1 to PF-8; repeat for several.")
@click.option("--rounds", type=ROUNDS, default=9, show_default=True, help="Interleaved rounds.")
@click.option(
    "--battles", type=click.IntRange(40, 10**8), default=20_000, show_default=True, help="Of PF-5's long study.",
)
@smoke_option
@markdown_option
@page_option
@json_option
def ratios(
    ids: tuple[str, ...], rounds: int, battles: int, smoke: bool, markdown: bool, page: Path | None, json_file: Path | None
) -> int:
    """Measure the ratios PF-1 to PF-8 that couched is to reach, a row each. The whole takes ten minutes or more.

    It ends with code 3 when battles came out otherwise than the checksums in the repository say, never by time.
    """
    from benchmarks import ratios as them
    from benchmarks.configurations import configurations
    from benchmarks.ratios_words import data, told
    from benchmarks.speed import differing, expected

    for name in ids:
        if name not in them.IDS:
            raise InputError(f"--only {name}", "no such ratio", ", ".join(them.IDS))
    settle(page, "ratios")
    every = configurations()
    plan = them.Plan.smoke(every) if smoke else them.Plan.whole(every, rounds, battles)
    found = them.Found()
    rows = []
    for row in them.measured(plan, ids or them.IDS, found):
        rows.append(row)
        click.echo(f"{row.limit.id}: {row.cells()[2]}, {row.limit.state(row.value)}", err=True)
    rows = them.ordered(rows)
    show(lambda plain: told(rows, found, plan, not plain), markdown, page, "ratios")
    keep(json_file, data(rows, found, plan))
    if smoke:
        return 0
    which = [one for one in every if one.name in found.checksums]
    return told_apart(differing(found.checksums, which, expected()), len(which))


@click.command()
@click.argument("rev_a")
@click.argument("rev_b", default=".")
@names_option
@click.option("--rounds", type=ROUNDS, default=9, show_default=True, help="Rounds, each with fresh processes.")
@click.option(
    "--way", type=click.Choice(("no sink", "in memory", "JSONL log")), default="no sink", show_default=True,
    help="How battles are fought.",
)  # fmt: skip
@smoke_option
@json_option
def compare(
    rev_a: str, rev_b: str, names: tuple[str, ...], rounds: int, way: str, smoke: bool, json_file: Path | None
) -> int:
    """Compare the speed of two commits, REV_B over REV_A, on the same battles in interleaved rounds.

    A revision is a commit, branch or tag; . (or none as the second) is the files here, committed or not. It ends with
    code 3 when the two fought different battles.
    """
    from benchmarks.compare import compare as compared
    from benchmarks.compare_words import data, told
    from benchmarks.configurations import chosen

    which = chosen(names)
    if smoke:
        rounds, which = 2, [one.once() for one in which]
    commits, rows = compared((rev_a, rev_b), which, rounds, way)
    click.echo(told(commits, rows, way))
    keep(json_file, data(commits, rows, way))
    return 0 if all(row.same for row in rows if row.ratio is not None) else 3


@click.command()
@names_option
@markdown_option
@page_option
def where(names: tuple[str, ...], markdown: bool, page: Path | None) -> None:
    """Profile battles: where their time goes, by part and by function."""
    from benchmarks import where as it
    from benchmarks.configurations import chosen
    from studies.bench_table import as_markdown

    settle(page, "where")
    found = [it.profiled(one) for one in chosen(names)]
    show(lambda plain: it.told(found) if plain else "\n".join(as_markdown(it.table(found))), markdown, page, "where")
