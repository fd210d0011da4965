"""The files of a tuning beside its reports: the numbers found, and everything that was tried."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from studies.parts import parquet
from studies.reports import writer
from studies.tune_space import WEIGHED

if TYPE_CHECKING:
    import os

    from studies.store import Store
    from studies.tune_result import TuneResult

_LINE = 110


def write_all(where: Store | str | os.PathLike[str], result: TuneResult) -> list[Path]:
    """Write ``weights.toml`` (or ``agent.toml``), ``history.parquet`` and ``history.csv`` into a folder; return their paths.

    Raises:
        InputError: the folder can't be written.
    """
    write = writer(where)
    history = result.history
    files = {"history.parquet": parquet(history), "history.csv": history.write_csv().encode()}
    if result.facts.complete:
        weighed = result.space.start.policy == WEIGHED
        files["weights.toml" if weighed else "agent.toml"] = (weights_file(result) if weighed else agent_file(result)).encode()
    return [write(name, data) for name, data in files.items()]


def header(result: TuneResult) -> list[str]:
    """Return where the numbers come from, as lines of comments: what was found, then the command."""
    told = [*result.findings()[:4], f"Made by: {result.facts.command}"]
    return [f"# {line}" for text in told for line in _lines(text)]


def weights_file(result: TuneResult) -> str:
    """Return the best weights as a file that ``weights = "..."`` can name."""
    from agents.features import described
    from agents.utility_weights import SCHEMA, figure

    best = result.best
    width = max(len(f"{name} = {figure(value)}") for name, value in best.items()) + 2
    rows = [f"{f'{one.name} = {figure(best[one.name])}':{width}}# {one.why}" for one in described(result.space.system)]
    head = [*header(result), f'schema = "{SCHEMA}"', f'system = "{result.space.system}"', "", "[weights]"]
    return "\n".join([*head, *rows, ""])


def agent_file(result: TuneResult) -> str:
    """Return the best numbers as a scenario's ``agent``, defaults left out."""
    import json

    best, start = result.best, result.space.start
    told = {**start.params, **{name: best[name] for name in best if best[name] != result.space.whole[name]}}
    rows = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in told.items()]
    return "\n".join([*header(result), "[agent]", f'policy = "{start.policy}"', *rows, ""])


def _lines(text: str) -> list[str]:
    """Return a text in lines of comments; words are never parted."""
    import textwrap

    shown = "".join(char if char.isprintable() else " " for char in text)
    return textwrap.wrap(shown, _LINE, break_long_words=False, break_on_hyphens=False) or [""]
