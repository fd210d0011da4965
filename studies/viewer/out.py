"""Writing a page or a trace: whole or not at all, and over nothing that it was made from."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from engine.errors import InputError


def save(path: Path, data: bytes, place: str) -> None:
    """Write a file in one go: a reader never sees half of it.

    Args:
        path: the file, as `studies.cli_run.writable` looked it over.
        data: what it holds.
        place: the option that named it, for messages.

    Raises:
        InputError: the folder or the disk takes it not.
    """
    part = ""
    try:
        handle, part = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, _mode(path))
        os.replace(part, path)
    except OSError as error:
        if part:
            with suppress(OSError):
                os.unlink(part)
        raise InputError(place, error.strerror or "no access", "a file that can be written") from error


def folder_for(path: Path, place: str) -> Path:
    """Make a folder unless it is there already.

    Raises:
        InputError: it can't be made, or is no folder.
    """
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(place, f"{path.name}: {error.strerror or 'no access'}", "a folder for its replays beside it") from error
    return path


def _mode(path: Path) -> int:
    """Return the permissions a file has, or a new one gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
