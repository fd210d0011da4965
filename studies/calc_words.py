"""What the calcs answer and what their keys mean, in words: for the list, the command and the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from studies.cli_text import value_text
from studies.questions import Calc, Key

Row = dict[str, Any]

_RULES = re.compile(r"^Answer ([A-Z]-[A-Z]+-[0-9]+[^:.;]*[:;] )?")

USUAL = "counts"
"""The system of a calc that names none."""


def system_of(name: str) -> str:
    """Return the rule system of a calc, which its name begins with: ``odds steps-dodge``, ``stage`` (counts)."""
    first, dash, _ = name.removeprefix("odds ").partition("-")
    return first if dash and first in ("shots", "steps") else USUAL


def words_of(calc: Calc) -> str:
    """Return what a calc answers, in a line."""
    first = (calc.answer.__doc__ or "").strip().split("\n")[0].replace("``", "`")
    return _RULES.sub("", first)


def key_row(key: Key) -> Row:
    """Return a key as plain data: its name, what it means and its unit, what it may hold, its default."""
    row: Row = {"key": key.name, "required": key.required, "what": key.why, "allowed": key.allowed}
    return row if key.required or key.default in (None, ()) else {**row, "default": key.default}


def calc_row(name: str, calc: Calc) -> Row:
    """Return a calc as plain data."""
    keys = [key_row(key) for key in calc.keys]
    return {"calc": name, "what": words_of(calc), "keys": keys, "rules": ", ".join(calc.rules)}


def default_text(row: Row) -> str:
    """Return the default of a key as one would write it, empty where it has none."""
    value = row.get("default")
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value_text(value)


def key_line(row: Row) -> str:
    """Return a key in one line: ``[aim=] counts of aim; a number from 0 to 10000``."""
    name = f"{row['key']}=" if row["required"] else f"[{row['key']}=]"
    after = f"; else {default_text(row)}" if "default" in row else ""
    return f"{name}  {row['what']}; {row['allowed']}{after}"


def block(row: Row) -> Iterator[str]:
    """Yield the lines of a calc: its name, what it answers, its keys one a line, and its rules."""
    yield f"{row['calc']}: {row['what']}"
    for key in row["keys"]:
        yield f"  {key_line(key)}"
    yield f"  rules: {row['rules']}"
