"""``couched check``: whether what must hold in every battle holds in a log."""

from __future__ import annotations

import click

from studies.cli_common import common, emit, write


@click.command("check", short_help="Check a log for what must hold in every battle.")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@common
def check_command(logs: tuple[str, ...], as_json: bool) -> int:
    """Check logs for what must hold in every battle: exit code 3 with every violation.

    Times never go back, every action ends once, the states that events tell lead to the final state, HTK are accounted
    for to the point, nobody who is down acts, no roll is unused, causes form a tree, distances agree with places. No
    rule is asked and nothing is run: the log alone is read. One that is cut is checked up to the cut.

    \b
    couched run duel --log duel.jsonl && couched check duel.jsonl
    """
    from engine.record import read_log
    from studies.check import check_log, data, report
    from studies.cli_text import shown

    found = 0
    rows = []
    for path in logs:
        log = read_log(path)
        checker = check_log(log)
        found += checker.found
        rows.append({"log": path, "cut": log.cut, **data(checker)})
        if not as_json:
            cut = f" ({log.cut})" if log.cut else ""
            place = f"{path}: " if len(logs) > 1 else ""
            lines = report(checker)
            write("\n".join(shown(line) for line in [f"{place}{lines[0]}{cut}", *lines[1:]]))
    if as_json:
        emit(rows[0] if len(rows) == 1 else {"logs": rows})
    return 3 if found else 0
