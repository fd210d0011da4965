"""Fuzzing logs: cut, flipped, reordered, foreign and edited ones, through every command that reads one."""

from __future__ import annotations

import hashlib
import json
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import category

from benchmarks.fuzz_cases import Case, Find, Kind
from benchmarks.fuzz_texts import spoilt_bytes, spoilt_text, spoilt_tree

FOUGHT = (
    "timing_drill", "duel", "bridge", "mind_duel", "shots_drill", "shots_duel", "grenade_in_a_crowd", "steps_drill",
    "steps_duel", "breach",
)  # fmt: skip
"""The scenarios whose logs are spoilt."""

_FOREIGN: tuple[dict[str, Any], ...] = (
    {"schema": "couched.events/2"}, {"version": "99.0"}, {"rolls": {}}, {"asks": {"Ana": ["x"]}}, {"branches": [{}]},
    {"branches": [{"after": 1, "number": 1}]}, {"orders": {"Nobody": "hold"}}, {"seed": 2**70}, {"battle": -1},
)  # fmt: skip
"""What headers are given that others would write, or nobody."""

FAULT = "a fault of couched itself"
"""What the command line says of an error that is none of the user's."""


@cache
def log_of(name: str) -> bytes:
    """Return the log of a shipped scenario's first battle."""
    from engine.record import encode
    from studies.run import run

    return b"".join(encode(event) for event in run(name, 1).events)


def make_log(rng: Random) -> Case:
    """Make a log that something happened to."""
    log = log_of(rng.choice(FOUGHT))
    lines = log.splitlines(keepends=True)
    match rng.randrange(7):
        case 0:
            spoilt = spoilt_bytes(rng, log, rng.randrange(1, 3))
        case 1:
            spoilt = spoilt_text(rng, log.decode(), rng.randrange(1, 3)).encode("utf-8", "surrogatepass")
        case 2:
            spoilt = b"".join(_reordered(rng, lines))
        case 3:
            spoilt = b"".join(numbered(_edited(rng, _reordered(rng, lines))))
        case 4:
            spoilt = _header(rng, lines)
        case _:
            spoilt = b"".join(_edited(rng, lines, rng.randrange(1, 3)))
    return Case("log", signed(spoilt) if rng.random() < 0.4 else spoilt, log)


def _reordered(rng: Random, lines: list[bytes]) -> list[bytes]:
    """Return lines with some exchanged, left out, doubled, or taken from another log."""
    found = list(lines)
    for _ in range(rng.randrange(1, 3)):
        one, other = rng.randrange(len(found)), rng.randrange(len(found))
        match rng.randrange(4):
            case 0:
                found[one], found[other] = found[other], found[one]
            case 1 if len(found) > 1:
                del found[one]
            case 2:
                found.insert(other, found[one])
            case _:
                found[one] = rng.choice(log_of(rng.choice(FOUGHT)).splitlines(keepends=True))
    return found


def _edited(rng: Random, lines: list[bytes], times: int = 1) -> list[bytes]:
    """Return lines with values of some events changed; still JSON."""
    found = list(lines)
    for _ in range(times):
        at = rng.choice((0, len(found) - 1, *(rng.randrange(len(found)) for _ in range(4))))
        found[at] = _dumped(spoilt_tree(rng, json.loads(found[at]), rng.randrange(1, 3)))
    return found


def _header(rng: Random, lines: list[bytes]) -> bytes:
    """Return a log whose header alone is of another version, or lacks or changes what the battle is opened with."""
    head = json.loads(lines[0])
    key = rng.choice(sorted(head))
    match rng.randrange(3):
        case 0:
            del head[key]
        case 1:
            head |= rng.choice(_FOREIGN)
        case _:
            head = spoilt_tree(rng, head, rng.randrange(1, 4))
    return b"".join([_dumped(head), *lines[1:]])


def _dumped(data: Any) -> bytes:
    return json.dumps(data).encode("utf-8", "surrogatepass") + b"\n"


def numbered(lines: list[bytes]) -> list[bytes]:
    """Return events numbered anew, so that their order alone does not tell."""
    found = []
    for seq, line in enumerate(lines):
        event = json.loads(line)
        found.append(_dumped({**event, "seq": seq} if isinstance(event, dict) else event))
    return found


def signed(log: bytes) -> bytes:
    """Return a log whose last line has the digest of the lines before it: an edit that hides itself."""
    *lines, last = log.splitlines(keepends=True) or [b""]
    try:
        end = json.loads(last)
    except ValueError:
        return log
    if not isinstance(end, dict) or "digest" not in end:
        return log
    return b"".join([*lines, _dumped({**end, "digest": hashlib.sha256(b"".join(lines)).hexdigest()})])


def called(words: list[str]) -> tuple[int, str, str]:
    """Call the command line in this process; return its exit code, what it said and what it complained of.

    Raises:
        Find: it met a fault of its own, or printed a sign that controls a terminal.
    """
    from studies.cli import invoke

    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = invoke(words)
    said, complained = (stream.buffer.getvalue().decode() for stream in (out, err))
    what = f"couched {' '.join(words)}: "
    if FAULT in complained:
        raise Find(what + complained[:300])
    if any(category(sign) == "Cc" and sign not in "\n\t" for sign in said + complained):
        raise Find(what + "a control character on the terminal")
    if code == 2 and not (said + complained).strip():
        raise Find(what + "exit code 2 without a word")
    return code, said, complained


def check_log(case: Case) -> str:
    """Read a log by every command; one that says what its battle did not is never called identical."""
    with TemporaryDirectory() as folder:
        path, other, out = (str(Path(folder) / name) for name in ("a.jsonl", "b.jsonl", "out"))
        Path(path).write_bytes(case.payload)
        Path(other).write_bytes(case.reference or case.payload)
        code, said, _ = called(["replay", path])
        became = {0: "identical", 2: "refused", 3: "not identical"}.get(code)
        if became is None:
            raise Find(f"replay ends with code {code}: {said[:200]}")
        if case.reference is not None:
            _honest(case, code, said)
        for words, codes in _readers(case, path, other, out):
            found, text, _ = called(words)
            if found not in codes:
                raise Find(f"{words[0]} ends with code {found}: {text[:200]}")
    return became


def _readers(case: Case, path: str, other: str, out: str) -> list[tuple[list[str], tuple[int, ...]]]:
    """Return two of the commands that read logs, and the codes they may end with; the log itself chooses."""
    rng = Random(hashlib.sha256(case.payload).digest())
    events = [json.loads(line) for line in log_lines(case.reference or b"")]
    decisions = [event for event in events if event["type"] == "decision"] or [{"actor": "Ana", "seq": 1}]
    asked = rng.choice(decisions)
    seq = str(rng.randrange(len(events) + 2))
    fine = (0, 2)
    readers: list[tuple[list[str], tuple[int, ...]]] = [
        (["diff", path, other], (0, 2, 3)),
        (["diff", other, path, "--events-only"], (0, 2, 3)),
        (["explain", path, seq], fine),
        (["explain", path, "--at", str(asked.get("t", 0)), "--who", asked["actor"]], fine),
        (["tell", path, "--detail", rng.choice(("short", "full")), "--seq"], fine),
        (["tell", path, "--json"], fine),
        (["view", path, "-o", out], fine),
        (["trace", path, "-o", out], fine),
        (["fork", path, "--seq", str(asked["seq"]), "--who", asked["actor"], "--do", rng.choice(("hold", "{}"))], (0, 1, 2)),
    ]
    return rng.sample(readers, 2)


def log_lines(log: bytes) -> list[bytes]:
    """Return the lines of a log, without their ends."""
    return log.splitlines()


def _honest(case: Case, code: int, said: str) -> None:
    """Find a replay that calls a log identical which is neither the one that was recorded nor its beginning."""
    if code != 0:
        return
    spoilt, log = log_lines(case.payload), log_lines(case.reference or b"")
    cut = "up to the cut" in said
    same = spoilt == log if not cut else spoilt[:-1] == log[: len(spoilt) - 1]
    if not same and not _another_battle(spoilt[0], log[0]):
        raise Find(f"a log that was changed is called {said.strip()!r}")


def _another_battle(head: bytes, before: bytes) -> bool:
    """Tell whether the header itself is another one: the log of another battle may well be cut where it begins."""
    return bool(json.loads(head) != json.loads(before))


LOG_KINDS = (Kind("log", ".jsonl", make_log, check_log),)
