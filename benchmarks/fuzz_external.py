"""Fuzzing the answers of external agents: spoilt, cut, huge, foreign, doubled, late ones, and programs that break down.

A case is a battle of a shipped scenario in which `benchmarks.fuzz_program` plays the first fighter and does what the case
says. Every battle comes to its end, by `--on-illegal` where the program fails; its log replays and keeps the invariants; of
the program no process and no open file is left.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from unicodedata import category

from benchmarks.fuzz_answers import SHORT, hasty, make_external, shipped
from benchmarks.fuzz_cases import Case, Enough, Find, Kind, Lines, bounded
from benchmarks.fuzz_logs import called

PROGRAM = Path(__file__).with_name("fuzz_program.py")

PATIENT = {"start_seconds": 100, "answer_seconds": 100, "battle_seconds": 100}
"""A budget that only a program which hangs runs out of."""

MOST_WAIT = 60.0
"""Seconds of wall time after which a case hangs."""

MOST_LINGER = 10.0
"""Seconds that a process may take to be gone after it was killed: on a busy machine."""

MOST_WORDS = 6000
"""Characters of a reason."""

TIMED = ("sleep", "close", "complain", "breed", "die", "leave")
"""Acts whose outcome may depend on how fast the machine is: two runs of one need not be the same."""

_numbers = count()



def check_external(case: Case) -> str:
    """Fight the battle, in one of the ways that programs are run; look at its end, its log and what is left of the program."""
    from agents import external_pool

    data = json.loads(case.payload)
    mark = f"couched-fuzz-{os.getpid()}-{next(_numbers)}"
    command = [sys.executable, "-I", "-S", str(PROGRAM), json.dumps({key: data[key] for key in ("moves", "last")}), mark]
    budget = {**PATIENT, **hasty(data["moves"]), **data["budget"]}
    try:
        with bounded(MOST_WAIT, wall=True), nothing_left(mark):
            try:
                return _WAYS[data["through"]](data, command, budget)
            finally:
                external_pool.end_all()
    finally:
        _put_away(mark)


def _battle(data: dict[str, Any], command: list[str], budget: dict[str, float]) -> str:
    first = _fought(data, command, budget)
    timed = any(act[0] in TIMED for move in [*data["moves"], data["last"]] for act in move)
    steady = not timed and not data["budget"] and not hasty(data["moves"])
    if steady and first[0] != (again := _fought(data, command, budget))[0]:
        raise Find(f"two battles of one program differ: {first[1]}, {again[1]}")
    return first[1]


def _fought(data: dict[str, Any], command: list[str], budget: dict[str, float]) -> tuple[list[bytes], str]:
    """Fight once; return the lines of the log and what became of the program."""
    from agents.base import Setup
    from agents.external import External, checked
    from studies.run import run

    document = json.loads(json.dumps(shipped(data["scenario"]).document))
    played = document["combatants"][0]
    played["agent"] = {"policy": "external", "command": command, **budget}
    from scenarios import from_document

    scenario = from_document(document)
    name, sink, passed = played["name"], Lines(2000), []
    agent = External(
        Setup(name, scenario, checked(scenario.agents[name].params, "fuzz"), data["seed"]),
        tap=lambda way, line, _took: passed.append((way, line)),
    )
    try:
        done = run(scenario, data["seed"], agents={name: agent}, on_illegal=data["on_illegal"], sink=sink, record=False)
    except Enough:
        return sink.lines, "looked at long enough"
    finally:
        agent.close()
    _look_at_end(done, name, agent.fault, data["on_illegal"])
    look_at_answers(passed, agent.fault)
    _look_at_log(sink.lines)
    return sink.lines, "played" if agent.fault is None and done.outcome != "error" and not done.faults else data["on_illegal"]


def _look_at_end(done: Any, name: str, fault: str | None, on_illegal: str) -> None:
    """Find a fault that does not come to what the runner was told, or whose words are no message."""
    for text in (done.reason, *done.faults.values(), fault or ""):
        if " raised " in text or "Traceback" in text or len(text) > MOST_WORDS or any(category(sign) == "Cc" for sign in text):
            raise Find(f"a fault that is no message: {text[:300]!r} ({len(text)} characters)")
    if fault is not None and on_illegal == "error" and (done.outcome != "error" or fault not in done.reason):
        raise Find(f"a program failed ({fault[:100]}) and the battle ended with {done.outcome}: {done.reason[:100]}")
    if fault is not None and on_illegal == "forfeit" and name not in done.faults:
        raise Find(f"a program failed ({fault[:100]}) and did not forfeit")
    if on_illegal != "error" and done.outcome == "error":
        raise Find(f"a battle ended in an error for {on_illegal}: {done.reason[:200]}")
    if done.outcome == "error" and name not in done.reason:
        raise Find(f"an error that names nobody: {done.reason[:200]}")


def look_at_answers(passed: list[tuple[str, bytes]], fault: str | None) -> None:
    """Find an answer that was believed and is none, or refused and is right."""
    answers = [line for way, line in passed if way == "<"][1:]
    believed = answers if fault is None else answers[:-1]
    for line in believed:
        if not _is_answer(line):
            raise Find(f"what is no answer was taken for one: {line[:200]!r}")
    asked = [line for way, line in passed if way == ">"]
    is_last = bool(answers) and passed[-1][0] == "<" and len(answers) == len(asked) - 1
    if fault is not None and is_last and _is_plain(answers[-1], asked[-1]):
        raise Find(f"a right answer was refused: {answers[-1][:100]!r}: {fault[:200]}")


def _is_answer(line: bytes) -> bool:
    """Tell whether a line could be an answer at all: a JSON object with an option, read by another reader."""
    try:
        data = json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and isinstance(data.get("option"), int | dict) and not isinstance(data["option"], bool)


def _refuse(word: str) -> Any:
    raise ValueError(word)


def _is_plain(line: bytes, request: bytes) -> bool:
    """Tell whether an answer is nothing but the id of a listed option."""
    if not _is_answer(line):
        return False
    data = json.loads(line)
    return set(data) == {"option"} and isinstance(data["option"], int) and 0 <= data["option"] < len(json.loads(request)["options"])


def _look_at_log(lines: list[bytes]) -> None:
    """Find a log that does not replay or breaks an invariant."""
    from engine.record import parse_log
    from studies.check import check_log
    from studies.replay import replay

    log = parse_log(b"".join(lines))
    found = replay(log)
    if not found.identical:
        raise Find(f"the battle does not replay: {found.difference or found.notes}")
    if (violations := check_log(log).violations) != []:
        raise Find(f"the battle breaks an invariant: {violations[0]}")


def _by_run(data: dict[str, Any], command: list[str], budget: dict[str, float]) -> str:
    """Fight by ``couched run``."""
    inside = ",".join(f"{name}={value}" for name, value in budget.items())
    scenario = shipped(data["scenario"])
    side = scenario.combatants[0].side
    words = ["run", data["scenario"], "--set", SHORT[scenario.system], "--seed", str(data["seed"]), "--json"]
    agents = f"{side}=cmd[{inside}]:{shlex.join(command)}"
    code, said, complained = called([*words, "--on-illegal", data["on_illegal"], "--agents", agents])
    if code not in (0, 1):
        raise Find(f"run ends with code {code}: {said[:200]} {complained[:300]}")
    outcome = json.loads(said)["outcome"]
    if (code == 1) != (outcome == "error"):
        raise Find(f"run ends with code {code} and outcome {outcome}")
    return "by run"


def _by_lines(data: dict[str, Any], command: list[str], _budget: dict[str, float]) -> str:
    """Look on by ``couched agent lines``; its budget is the usual one."""
    code, said, complained = called(["agent", "lines", "--scenario", data["scenario"], *command])
    if code not in (0, 1) or not said.strip():
        raise Find(f"agent lines ends with code {code}: {said[:200]} {complained[:300]}")
    return "by lines"


_WAYS = {"api": _battle, "run": _by_run, "lines": _by_lines}


# what is left of it

@contextmanager
def nothing_left(mark: str) -> Iterator[None]:
    """Find processes and open files that a case leaves behind."""
    _guarded()
    before = _files()
    yield
    until = time.monotonic() + MOST_LINGER
    while (left := _marked(mark)) and time.monotonic() < until:
        time.sleep(0.01)
    if left:
        raise Find(f"processes are left: {left}")
    if (after := _files()) != before:
        raise Find(f"{after - before} files are left open")


@cache
def _guarded() -> None:
    """Have the guard of programs stand before files are counted: it stays to the end."""
    from agents.external_process import Program

    Program([sys.executable, "-I", "-S", "-c", ""]).close()


def _files() -> int:
    """Return how many files this process has open; none are counted where the system does not tell."""
    place = Path("/proc/self/fd")
    return len(list(place.iterdir())) if place.exists() else 0


def _marked(mark: str) -> list[int]:
    """Return the processes with a mark among their arguments, where the system tells."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if mark.encode() in words:
            found.append(int(place.name))
    return found


def _put_away(mark: str) -> None:
    """End what a case left behind, so that it is found once."""
    for number in _marked(mark):
        os.kill(number, 9)


EXTERNAL_KINDS = (Kind("external", ".json", make_external, check_external),)
