"""The benchmarks of the repository: ``python -m benchmarks COMMAND``; without a command, `speed`.

Exit codes: 0 fine, 1 and 3 what the command says of itself, 2 input or usage is wrong, 130 interrupted, 143 terminated.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from engine.errors import CouchedError, InputError
from studies.cli_common import hush, settle_streams

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(dir_okay=False, path_type=Path)
SYSTEMS = click.Choice(("counts", "shots", "steps"))
ROUNDS = click.IntRange(2, 1000)
json_option = click.option("--json", "json_file", type=FILE, metavar="FILE", help="Also write all figures to this file.")
markdown_option = click.option("--markdown", is_flag=True, help="Print tables to paste into a page.")
smoke_option = click.option("--smoke", is_flag=True, help="A few runs only, to see that it works.")


def names_option(command: F) -> F:
    """Add ``--configuration``: which of the named configurations."""
    return click.option(
        "--configuration", "names", multiple=True, metavar="NAME",
        help="Only this one of benchmarks/configurations.toml; repeat for several.  [default: all that are not long]",
    )(command)  # fmt: skip


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def benchmarks() -> None:
    """Measure couched: how fast it is, what it holds up to, what its agents are worth."""


@benchmarks.command()
@names_option
@click.option("--rounds", type=ROUNDS, help="Interleaved rounds.  [default: each configuration's own]")
@click.option("--check", is_flag=True, help="Only fight and look at the checksums, without timing.")
@click.option("--update", is_flag=True, help="Keep the checksums that come out.")
@markdown_option
@json_option
def speed(
    names: tuple[str, ...], rounds: int | None, check: bool, update: bool, markdown: bool, json_file: Path | None
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
    if check:
        found = them.fought(which)
    else:
        with Progress("rounds") as progress:
            progress.stage("", 0, sum(rounds or one.rounds for one in which))
            reports = them.measured(which, rounds, lambda: progress.advance(1))
        rows = [them.HEAD, *map(them.cells, reports.values())]
        click.echo("\n".join([*(as_markdown if markdown else laid_out)(rows), "", described(machine())]))
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


@benchmarks.command()
@click.option("--only", "ids", metavar="ID", multiple=True, help="Only PF-1 to PF-8; repeat for several.")
@click.option("--rounds", type=ROUNDS, default=9, show_default=True, help="Interleaved rounds.")
@click.option(
    "--battles", type=click.IntRange(40, 10**8), default=20_000, show_default=True, help="Of PF-5's long study.",
)
@smoke_option
@markdown_option
@json_option
def ratios(
    ids: tuple[str, ...], rounds: int, battles: int, smoke: bool, markdown: bool, json_file: Path | None
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
    every = configurations()
    plan = them.Plan.smoke(every) if smoke else them.Plan.whole(every, rounds, battles)
    found = them.Found()
    rows = []
    for row in them.measured(plan, ids or them.IDS, found):
        rows.append(row)
        click.echo(f"{row.limit.id}: {row.cells()[2]}, {row.limit.state(row.value)}", err=True)
    rows = them.ordered(rows)
    click.echo(told(rows, found, plan, markdown))
    keep(json_file, data(rows, found, plan))
    if smoke:
        return 0
    which = [one for one in every if one.name in found.checksums]
    return told_apart(differing(found.checksums, which, expected()), len(which))


@benchmarks.command()
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


@benchmarks.command()
@names_option
@markdown_option
def where(names: tuple[str, ...], markdown: bool) -> None:
    """Profile battles: where their time goes, by part and by function."""
    from benchmarks import where as it
    from benchmarks.configurations import chosen
    from studies.bench_table import as_markdown

    found = [it.profiled(one) for one in chosen(names)]
    click.echo("\n".join(as_markdown(it.table(found))) if markdown else it.told(found))


@benchmarks.command()
@smoke_option
@json_option
def stopping(smoke: bool, json_file: Path | None) -> int:
    """Simulate the stopping rules of studies where the truth is known."""
    from benchmarks.stopping import main as simulate

    return simulate(smoke, json_file)


@benchmarks.command()
@smoke_option
@json_option
def page(smoke: bool, json_file: Path | None) -> int:
    """Open a big replay page in a browser and move its slider."""
    from benchmarks.page import main as look

    return look(smoke, json_file)


def cells_options(command: F) -> F:
    """Add what the watches over agents share."""
    for option in (
        smoke_option, json_option, click.option("--system", type=SYSTEMS, help="One rule system only."),
        click.option("--battles", type=click.IntRange(min=1), help="Battles of every cell."),
    ):  # fmt: skip
        command = option(command)
    return command


@benchmarks.command()
@cells_options
@click.option("--first-seed", type=click.IntRange(min=0), default=0, show_default=True, help="To play fresh seeds.")
def ladder(smoke: bool, json_file: Path | None, system: str | None, battles: int | None, first_seed: int) -> int:
    """Have each agent beat the next weaker one."""
    from benchmarks.ladder import main as climb

    return climb(smoke, json_file, system, battles, first_seed)


@benchmarks.command()
@cells_options
def stalls(smoke: bool, json_file: Path | None, system: str | None, battles: int | None) -> int:
    """Look for battles that come to a standstill."""
    from benchmarks.stalls import main as look

    return look(smoke, json_file, system, battles)


@benchmarks.command()
@cells_options
def styles(smoke: bool, json_file: Path | None, system: str | None, battles: int | None) -> int:
    """Tell policies apart by figures."""
    from benchmarks.styles import main as tell

    return tell(smoke, json_file, system, battles)


@benchmarks.command()
@click.option("--runs", type=click.IntRange(min=1), default=10_000, show_default=True, help="Cases.")
@click.option("--seed", type=int, default=0, show_default=True, help="Which cases.")
@click.option("--kind", help="Only cases that go through this door.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Where bad cases are kept.")
def fuzz(runs: int, seed: int, kind: str | None, keep: Path | None) -> int:
    """Try hostile input."""
    from benchmarks.fuzz import main as try_all

    return try_all(runs, seed, kind, keep)


@benchmarks.command()
@click.option("--battles", type=click.IntRange(min=1), default=100_000, show_default=True, help="Battles of the study.")
@click.option("--minutes", type=float, help="End sooner, after so many minutes of CPU.")
def soak(battles: int, minutes: float | None) -> int:
    """Play on and on, in bounded memory."""
    from benchmarks.soak import main as play_on

    return play_on(battles, minutes)


def keep(file: Path | None, data: Any) -> None:
    """Write figures to a file, where one is given."""
    if file is not None:
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def invoke(words: list[str]) -> int:
    """Run a command; return its exit code. Every error is one message on standard error."""
    settle_streams()
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words = ["speed", *words]
    try:
        code = benchmarks.main(args=words, prog_name="python -m benchmarks", standalone_mode=False)
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    except BrokenPipeError:
        hush()
        return 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except CouchedError as error:
        click.echo(f"error: {error}", err=True)
        return error.exit_code
    except OSError as error:
        click.echo(f"error: {error.filename or 'file'}: {error.strerror or error}", err=True)
        return 2
    return code if isinstance(code, int) else 0


def main() -> None:
    """Run the command line; an end that is asked for politely cleans up as well."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(invoke(sys.argv[1:]))


if __name__ == "__main__":
    main()
