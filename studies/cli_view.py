"""``couched view`` and ``couched trace``: a log as a page to look at, and as a trace for Perfetto."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from studies.cli_common import common, emit, write


@click.command("view", short_help="Make a page of a log or a study: timeline, map, curves, events.")
@click.argument("source", metavar="LOG|STUDY_DIR")
@click.option("-o", "--out", "out", metavar="FILE", help="The page.  [default: beside the log, with .html]")
@click.option("--open", "opened", is_flag=True, help="Open it in the browser.")
@common
def view_command(source: str, out: str | None, opened: bool, as_json: bool) -> int:
    """Make one self-contained page of a log, or the page of a study: it opens from disk, in any browser, without a network.

    \b
    couched run duel --log duel.jsonl
    couched view duel.jsonl -o duel.html
    couched view results/duel -o study.html

    Of a study's folder the page is its report, with links to replays of the battles it names; they are written beside it.
    """
    target, told = _study(Path(source), out) if Path(source).is_dir() else _log(source, out)
    if as_json:
        emit(told)
    else:
        write(told_text(target, told))
    if opened:
        _open(target)
    return 0


def _log(source: str, out: str | None) -> tuple[Path, dict[str, Any]]:
    """Write the page of a log; return where, and what there is to say of it."""
    from engine.record import read_log
    from studies.cli_run import writable
    from studies.viewer import page_of
    from studies.viewer.out import save

    target = writable("--out", out or _beside(source, ".html"), (source,))
    log = read_log(source)
    page = page_of(log).encode()
    save(target, page, f"--out {target}")
    return target, {"page": str(target), "bytes": len(page), "events": len(log.events), "cut": log.cut}


def _study(source: Path, out: str | None) -> tuple[Path, dict[str, Any]]:
    """Write the page of a study and the replays it links to; return where, and what there is to say of it."""
    from studies.cli_run import writable
    from studies.progress import Progress
    from studies.viewer.out import folder_for, save
    from studies.viewer.study_page import StudyFolder, study_page

    study = StudyFolder(source)
    target = writable("--out", out or f"{source.resolve()!s}.html", study.own_files())
    named = study.named()
    folder = target.with_name(f"{target.stem}_replays")
    there = {}
    with Progress("replays") as progress:
        progress.stage("", 0, len(named))
        for one in named:
            replay = study.replay(one)
            if replay is not None:
                save(folder_for(folder, f"--out {target}") / one.file, replay.encode(), f"--out {target}")
            there[one] = replay is not None
            progress.advance(1)
    page = study_page(study, folder.name, there).encode()
    save(target, page, f"--out {target}")
    replays = {"folder": str(folder), "replays": sum(there.values()), "without": len(named) - sum(there.values())}
    return target, {"page": str(target), "bytes": len(page), **replays}


def told_text(target: Path, told: Mapping[str, Any]) -> str:
    """Return in a sentence what was written."""
    from studies.cli_text import plural, shown

    if "events" in told:
        cut = f", {told['cut']}" if told["cut"] else ""
        return shown(f"{target}: {told['events']} events{cut}; open it in a browser")
    without = f"; {told['without']} of agents outside the program are left out" if told["without"] else ""
    return shown(f"{target}: {plural(told['replays'], 'replay')} in {told['folder']}{without}; open it in a browser")


@click.command("trace", short_help="Make a trace of a log for Perfetto or chrome://tracing.")
@click.argument("log")
@click.option("-o", "--out", "out", metavar="FILE", help="The trace.  [default: beside the log, with .trace.json]")
@common
def trace_command(log: str, out: str | None, as_json: bool) -> int:
    """Make a trace of a log: one count is a millisecond, a fighter is a track, arrows lead from blows to wounds.

    \b
    couched trace duel.jsonl -o duel.trace.json
    """
    import msgspec

    from engine.record import read_log
    from studies.cli_run import writable
    from studies.cli_text import shown
    from studies.viewer.out import save
    from studies.viewer.trace import trace_of

    target = writable("--out", out or _beside(log, ".trace.json"), (log,))
    recorded = read_log(log)
    trace = trace_of(recorded)
    data = msgspec.json.encode(trace)
    save(target, data, f"--out {target}")
    if as_json:
        emit({"trace": str(target), "bytes": len(data), "rows": len(trace["traceEvents"]), "cut": recorded.cut})
    else:
        write(shown(f"{target}: {len(trace['traceEvents'])} rows; open it in Perfetto (ui.perfetto.dev) or chrome://tracing"))
    return 0


def _beside(source: str, suffix: str) -> str:
    """Return the file beside a log that its page or trace goes to when none is named."""
    path = Path(source)
    return str(path.with_name((path.name.removesuffix(".jsonl") or path.name) + suffix))


def _open(page: Path) -> None:
    import webbrowser

    if not webbrowser.open(page.resolve().as_uri()):
        click.echo("no browser could be started; open the page yourself", err=True)
