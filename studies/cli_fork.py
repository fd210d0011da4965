"""``couched fork``: one decision of a recorded battle taken another way."""

from __future__ import annotations

import sys
from io import StringIO
from typing import TYPE_CHECKING

import click

from studies.cli_common import common, emit, write
from studies.cli_study import CONFIDENCE, finish, place_options
from studies.run import ON_ILLEGAL

if TYPE_CHECKING:
    from studies.fork_result import ForkResult
    from studies.run import OnIllegal

_PAGE = 160
"""The width of two accounts side by side where there is no terminal."""


@click.command("fork", short_help="What if: replay to a decision, take another option, go on.")
@click.argument("log")
@click.option("--at", type=float, metavar="COUNT", help="The first decision of --who at or after this count.")
@click.option("--seq", type=int, metavar="N", help="In place of --at: the decision's number in the log.")
@click.option("--who", required=True, metavar="NAME", help="Whose decision.")
@click.option("--do", "do", required=True, metavar="OPTION",
              help="What to do instead: do=attack,target=Bo,weapon=spear, break_off, or a JSON object.")  # fmt: skip
@click.option("--wake", is_flag=True, help="Ask --who at exactly that count, though nothing else asks it then.")
@click.option("--battles", type=click.IntRange(1), default=1, show_default=True, metavar="N",
              help="Futures: with 2 or more the dice from the decision on are drawn anew in each.")  # fmt: skip
@click.option("--future", type=click.IntRange(1), metavar="N", help="Play this one of the futures, as one battle.")
@click.option("--log", "log_path", metavar="FILE", help="Write the branch's event log (one battle).")
@click.option("--detail", type=click.Choice(["short", "normal", "full"]), default="normal", show_default=True,
              help="How much of both battles is told (one battle).")  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="Only the answer.")
@click.option("--on-illegal", type=click.Choice(ON_ILLEGAL),
              help="What becomes of an agent that fails.  [default: what the log shows, else error]")  # fmt: skip
@CONFIDENCE
@place_options
@common
def fork_command(
    log: str, at: float | None, seq: int | None, who: str, do: str, wake: bool, battles: int, future: int | None,
    log_path: str | None, detail: str, quiet: bool, on_illegal: OnIllegal | None, confidence: float, jobs: int | None,
    cluster: str | None, out: str | None, resume: bool, as_json: bool,
) -> int:  # fmt: skip
    """Replay LOG to a decision of --who, take another option there, and go on with the scenario's agents.

    With one battle the same dice go on, and both battles are told side by side from there. With --battles the
    futures of both options are compared on the same dice, future by future, as a study that --out keeps and --resume
    goes on with.

    \b
    couched run duel --seed 1 --log duel.jsonl
    couched fork duel.jsonl --at 14 --who Bo --do retreat
    couched fork duel.jsonl --at 14 --who Bo --do do=retreat,target=Ana --battles 200
    """
    from studies.cli_run import open_log
    from studies.fork import fork
    from studies.fork_result import ForkResult

    if log_path is not None and battles > 1:
        raise click.UsageError("--log writes one battle: leave out --battles, or name a future with --future")
    sink = open_log(log_path, (log,)) if log_path is not None else None
    try:
        result = fork(
            log, who, do, at=at, seq=seq, wake=wake, battles=battles, future=future or 0, on_illegal=on_illegal,
            jobs=jobs, cluster=cluster, out=out, resume=resume, confidence=confidence, sink=sink, progress=True,
        )  # fmt: skip
        if sink is not None:
            sink.close()
    except BaseException:
        if sink is not None:
            sink.discard()
        raise
    if not isinstance(result, ForkResult):
        return finish(result, out, as_json, brief=quiet)
    if as_json:
        emit({**result.data(), "log_written": log_path})
    else:
        _say(result, detail, quiet)
    return 1 if result.errors else 0


def _head(result: ForkResult) -> None:
    from studies.cli_text import shown

    write(shown(result.question.title))
    for note in result.question.notes:
        write(shown(f"note: {note}"))


def _say(result: ForkResult, detail: str, quiet: bool) -> None:
    """Print one battle beside the other."""
    from studies.cli_text import shown

    _head(result)
    if not quiet:
        write()
        write("\n".join(shown(line) for line in result.difference_lines()) or "no event differs")
        _print_course(result, detail)
    write()
    for line in result.findings():
        write(shown(line))


def _print_course(result: ForkResult, detail: str) -> None:
    """Print both accounts side by side, within the terminal, or within a page where there is none."""
    from rich.console import Console

    from studies.account_render import table_of

    told = result.course_table(detail)
    if not told.rows:
        return
    width = Console(file=sys.stdout).width if sys.stdout.isatty() else _PAGE
    console = Console(file=StringIO(), width=width, color_system=None, markup=False, highlight=False, emoji=False)
    rows = [["" if cell == "-" else cell for cell in row] for row in told.texts()]
    with console.capture() as captured:
        console.print(table_of([column.heading for column in told.columns], rows, [True, False, False]))
    write()
    write(f"{told.title}:")
    write("\n".join(line.rstrip() for line in captured.get().splitlines()))
