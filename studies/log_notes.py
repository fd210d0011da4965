"""What is worth a note about a log before anything is said of its battle."""

from __future__ import annotations

import hashlib

from engine.record import ReadLog

WRONG_DIGEST = "digest: the one in battle.end does not fit the lines before it"


def digest_notes(log: ReadLog) -> list[str]:
    """Return a note when the digest at the end of a log does not fit the lines before it: somebody edited it."""
    if log.end is None:
        return []
    fits = hashlib.sha256(b"".join(log.lines[:-1])).hexdigest() == log.end.get("digest")
    return [] if fits else [WRONG_DIGEST]
