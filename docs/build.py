"""Writes what the documentation shows of the code: whole pages, tables, and the real output of commands.

`python -m docs.build` rewrites what has changed, `python -m docs.build --check` only says what would change (exit code 1).
In a page, an HTML comment says what the block after it holds:

- `<!-- table: NAME -->` up to `<!-- end -->`: a table of `docs/build_tables.py`;
- `<!-- shows: couched ... -->`: the next fenced block is that command's output; `| head N` keeps its first N lines;
- `<!-- prints -->`: the next Python block is run, and the fenced block after it is what it prints.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from docs import build_rules
from docs.build_tables import TABLES

ROOT = Path(__file__).resolve().parents[1]

TABLE = re.compile(r"(<!-- table: (?P<name>[a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
SHOWS = re.compile(r"(<!-- shows: (?P<command>couched [^\n]+?)(?: \| head (?P<head>\d+))? -->\n```text\n).*?(```\n)", re.DOTALL)
PRINTS = re.compile(r"(<!-- prints -->\n```python\n(?P<code>.*?)```\n\n```text\n).*?(```\n)", re.DOTALL)

READ = ("README.md", "CONTRIBUTING.md", "agents/README.md", "engine/README.md", "engine/*/README.md", "docs/*.md")
"""Pages whose blocks are kept up to date; those of `build_rules` are written whole."""


def output(words: list[str]) -> str:
    """Return what a Python command prints in the root of the repository.

    Raises:
        RuntimeError: it failed; the text is its standard error.
    """
    environment = {**{key: value for key, value in os.environ.items() if key != "COLUMNS"}, "PYTHONUTF8": "1"}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(words)}: {done.stderr}")
    return done.stdout


@cache
def couched(command: str) -> str:
    """Return what a `couched ...` command prints."""
    return output(["-m", "studies", *shlex.split(command)[1:]])


def _table(found: re.Match[str]) -> str:
    return f"{found[1]}{TABLES[found['name']]()}\n{found[3]}"


def _shows(found: re.Match[str]) -> str:
    lines = couched(found["command"]).splitlines()
    if found["head"]:
        lines = [*lines[: int(found["head"])], "..."]
    return found[1] + "".join(f"{line.rstrip()}\n" for line in lines) + found[4]


def _prints(found: re.Match[str]) -> str:
    return found[1] + output(["-c", found["code"]]) + found[3]


BLOCKS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (TABLE, _table),
    (SHOWS, _shows),
    (PRINTS, _prints),
)


def refreshed(text: str) -> str:
    """Return a page with all its blocks as they are now."""
    for pattern, write in BLOCKS:
        text = pattern.sub(write, text)
    return text


def pages() -> dict[Path, str]:
    """Return every page that is written, or partly written, as it should be now."""
    found = {ROOT / "docs" / place: text for place, text in build_rules.pages().items()}
    for pattern in READ:
        for path in sorted(ROOT.glob(pattern)):
            found[path] = refreshed(path.read_text(encoding="utf-8"))
    return found


def stale() -> list[Path]:
    """Return the pages that are not as they should be."""
    return [path for path, text in pages().items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def main(words: list[str]) -> int:
    """Rewrite the pages, or say which ones would change."""
    if words not in ([], ["--check"]):
        print("usage: python -m docs.build [--check]", file=sys.stderr)
        return 2
    changed = stale()
    for path in changed:
        print(path.relative_to(ROOT).as_posix())
    if words:
        return 1 if changed else 0
    now = pages()
    for path in changed:
        path.parent.mkdir(exist_ok=True)
        path.write_text(now[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
