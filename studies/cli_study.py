"""What the commands that play studies share: how much is played, where, on what dice; and how they end.

Exit codes: 0 fine, 1 battles ended in an error, 2 input is wrong, 130 interrupted: what was finished is reported, and with
``--out`` it is on disk and ``--resume`` goes on from it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs
import click

from studies.cli_common import common, emit, write

if TYPE_CHECKING:
    from studies.result import StudyResult

F = TypeVar("F", bound=Callable[..., Any])

BATTLES: Final = 200
"""Battles of every arm when nothing says how many."""

FIRST, GROWTH, MOST = 100, 1.5, 10_000
"""The planned looks of a study with a stopping rule: at 100 battles of every arm, 150, 225, ... and at most 10,000."""


@attrs.frozen
class StudyOptions:
    """What the shared options say.

    Attributes:
        battles: of every arm; None when it was not said.
        target_error: the half width at which to stop, or None.
        sprt: the two hypotheses of a sequential test in Elo, or None.
        confidence: the level of intervals, over all planned looks together.
        jobs: processes, or None.
        cluster: a Dask scheduler's address, or None.
        out: the study's folder, or None.
        resume: go on with what is there.
        seed: the root seed.
    """

    battles: int | None
    target_error: float | None
    sprt: tuple[float, float] | None
    confidence: float
    jobs: int | None
    cluster: str | None
    out: str | None
    resume: bool
    seed: int

    @property
    def place(self) -> dict[str, Any]:
        """Where and how it is played, which changes no result: keywords of the functions of `studies`."""
        return {"out": self.out, "resume": self.resume, "jobs": self.jobs, "cluster": self.cluster}


def _pair(_context: click.Context, _param: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Return two numbers that are joined by a comma."""
    try:
        one, other = map(float, value.split(",")) if value is not None else (0.0, 0.0)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not two numbers like 0,20") from None
    return (one, other) if value is not None else None


allow_external_option = click.option(
    "--allow-external", is_flag=True, help="Run the programs that the scenario names as agents."
)
"""For studies in which the scenario's own agents play."""

_SPRT = click.option("--sprt", callback=_pair, metavar="E0,E1",
                     help="Stop as soon as it is decided between two differences in Elo, e.g. 0,20.")  # fmt: skip


CONFIDENCE = click.option(
    "--confidence", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, metavar="LEVEL", show_default=True,
    help="The level of intervals, over all planned looks together.",
)  # fmt: skip

PLACE = [
    click.option("--jobs", type=click.IntRange(1), metavar="J",
                 help="Processes; results are the same.  [default: one for small work, all cores above]"),
    click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster; results are the same."),
    click.option("--out", metavar="DIR", help="Keep battles as they come, and the reports, in this folder."),
    click.option("--resume", is_flag=True, help="Go on with the study that is in --out."),
]  # fmt: skip
"""Where and how a study is played."""


def place_options(command: F) -> F:
    """Add the options that say where and how a study is played."""
    for option in reversed(PLACE):
        command = option(command)
    return command


def study_options(*, of: str = "every arm", sprt: bool = False) -> Callable[[F], F]:
    """Add the shared options to a command, which takes them together as ``study: StudyOptions``.

    Args:
        of: whose battles ``--battles`` counts.
        sprt: whether a sequential test makes sense.
    """
    options = [
        click.option("--battles", type=click.IntRange(1), metavar="N",
                     help=f"Battles of {of}; with a stopping rule the most.  [default: {BATTLES}; with a rule {MOST}]"),
        click.option("--target-error", type=click.FloatRange(0, min_open=True), metavar="E",
                     help="Stop at the first planned look at which half the width of every interval is at most E: "
                          "0.02 is two points of a share."),
        *([_SPRT] if sprt else []),
        CONFIDENCE,
        click.option("--seed", type=int, default=0, show_default=True, help="The root seed of all random streams."),
        *PLACE,
    ]  # fmt: skip

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def gathered(**given: Any) -> Any:
            found = {name: given.pop(name, None) for name in attrs.fields_dict(StudyOptions)}
            return command(study=StudyOptions(**found), **given)

        wrapped: Any = common(gathered)
        for option in reversed(options):
            wrapped = option(wrapped)
        return wrapped  # type: ignore[no-any-return]

    return decorate


def looks_of(battles: int | None, stopping: bool) -> tuple[int, ...]:
    """Return the planned looks: one at the end without a stopping rule, else `FIRST`, growing by `GROWTH`, up to the most.

    Raises:
        InputError: the number of battles is none.
    """
    from engine import InputError
    from studies.stopping import Looks

    most = battles if battles is not None else MOST if stopping else BATTLES
    if type(most) is not int or most < 1:
        raise InputError("--battles", repr(battles)[:80], "a whole number from 1")
    return Looks(min(FIRST, most), GROWTH, most).counts if stopping else (most,)


def finish(
    result: StudyResult, out: str | None, as_json: bool, more: Mapping[str, Any] | None = None, *, brief: bool = False
) -> int:
    """Write the reports of a study into its folder, print what was found, and return the exit code.

    Args:
        result: what was found, partial when the study was interrupted.
        out: the study's folder, or None.
        as_json: print it as JSON.
        more: further keys of the JSON.
        brief: print no tables.
    """
    from studies.cli_text import shown

    written = [] if out is None else [str(path) for path in result.write(out)]
    if as_json:
        emit({**result.data(), "out": out, **(more or {})})
    else:
        result.print(brief=brief)
        if written:
            write(shown(f"reports:  {out} ({_main(written)})"))
    if not result.facts.complete:
        click.echo(_interrupted(out), err=True)
        return 130
    return 1 if result.errors else 0


def _main(written: list[str]) -> str:
    """Return the names of the reports one opens first."""
    from pathlib import Path

    names = [Path(path).name for path in written]
    return ", ".join(name for name in ("report.html", "report.md", "results.json") if name in names)


def _interrupted(out: str | None) -> str:
    if out is None:
        return "interrupted: nothing is kept without --out"
    return "interrupted: what was finished is kept; the same command with --resume goes on from it"
