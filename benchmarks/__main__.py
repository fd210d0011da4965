"""The benchmarks of the repository: ``python -m benchmarks COMMAND``; without a command, `speed`.

Exit codes: 0 fine, 1 and 3 what the command says of itself, 2 input or usage is wrong, 130 interrupted, 143 terminated.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import click

from benchmarks import speed_commands
from benchmarks.options import cells_options, json_option, smoke_option
from engine.errors import CouchedError
from studies.cli_common import hush, settle_streams
from studies.collector import look_seldom


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def benchmarks() -> None:
    """Measure couched: how fast it is, what it holds up to, what its agents are worth."""


for _command in (speed_commands.speed, speed_commands.ratios, speed_commands.compare, speed_commands.where):
    benchmarks.add_command(_command)


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
@click.option("--minutes", type=click.FloatRange(0.0, 100_000.0, min_open=True), help="End sooner, after so many minutes of CPU.")
@click.option("--scenario", default="duel", show_default=True, help="What is fought.")
@click.option("--set", "overrides", multiple=True, metavar="PATH=VALUE",
              help="Override in it: rules.max_counts=10 for short battles.")  # fmt: skip
def soak(battles: int, minutes: float | None, scenario: str, overrides: tuple[str, ...]) -> int:
    """Play on and on, in bounded memory."""
    from benchmarks.soak import main as play_on
    from scenarios import load

    if minutes is not None and minutes != minutes:
        raise click.BadParameter("nan is no number of minutes", param_hint="'--minutes'")
    return play_on(load(scenario, overrides=overrides), battles, minutes)


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
    look_seldom()
    sys.exit(invoke(sys.argv[1:]))


if __name__ == "__main__":
    main()
