"""Measured tables on pages: a block between ``<!-- measured: NAME -->`` and ``<!-- end -->`` is what a command printed last."""

from __future__ import annotations

import re
from pathlib import Path

from engine.errors import InputError


def check(page: Path, name: str) -> None:
    """Refuse a page without the block, before minutes are spent on measuring.

    Raises:
        InputError: there is no such block, or no such page.
    """
    if len(_block(name).findall(_read(page))) != 1:
        raise InputError(f"--page {page}", "no such block", f"a page with one block <!-- measured: {name} --> ... <!-- end -->")


def paste(page: Path, name: str, text: str) -> None:
    """Put a text into its block of a page.

    Raises:
        InputError: as `check`.
    """
    check(page, name)
    new = _block(name).sub(lambda found: f"{found[1]}\n{text}\n\n{found[2]}", _read(page))
    page.write_text(new, encoding="utf-8")


def _block(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- measured: {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)


def _read(page: Path) -> str:
    try:
        return page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"--page {page}", getattr(error, "strerror", None) or "no text", "a page in Markdown") from error
