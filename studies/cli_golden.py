"""``couched golden check`` and ``couched golden update``: the regression timelines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from studies.cli_common import common, emit, write

if TYPE_CHECKING:
    from studies.golden import Verdict


@click.group("golden", short_help="Check or update the golden timelines.")
def golden_command() -> None:
    """Golden timelines: battles whose every event is known.

    DIR is a folder of cases; without it, tests/golden of the repository one stands in.
    """


@golden_command.command("check")
@click.argument("folder", metavar="[DIR]", required=False)
@common
def check_command(folder: str | None, as_json: bool) -> int:
    """Run every case and compare it with its log (exit code 3 when one differs)."""
    from studies.golden import check, default_folder

    verdicts = check(Path(folder) if folder is not None else default_folder())
    bad = [verdict for verdict in verdicts if verdict.status != "same"]
    if as_json:
        emit({"ok": not bad, "cases": [verdict.data() for verdict in verdicts]})
    else:
        _tell(verdicts, f"{len(verdicts) - len(bad)} of {len(verdicts)} the same")
    return 3 if bad else 0


@golden_command.command("update")
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--add", is_flag=True, help="First write a case for every shipped scenario that has none.")
@common
def update_command(folder: str | None, add: bool, as_json: bool) -> int:
    """Write the log of every case that is new or has changed, and say what changed (exit code 2 when one can't run)."""
    from studies.golden import add_shipped, default_folder, update

    place = Path(folder) if folder is not None else default_folder()
    added = add_shipped(place) if add else []
    verdicts = update(place)
    written = [verdict.name for verdict in verdicts if verdict.status in ("different", "new")]
    if as_json:
        emit({"added": added, "written": written, "cases": [verdict.data() for verdict in verdicts]})
    else:
        _tell(verdicts, f"{len(written)} of {len(verdicts)} written")
    return 2 if any(verdict.status == "error" for verdict in verdicts) else 0


def _tell(verdicts: Sequence[Verdict], summary: str) -> None:
    from studies.cli_text import shown

    for verdict in verdicts:
        if verdict.status != "same":
            write(shown(f"{verdict.name}: {verdict.status}"))
            for line in verdict.lines:
                write(f"  {shown(line)}")
    write(summary)
