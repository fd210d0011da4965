"""What if: a recorded battle, one decision taken another way, and how it goes on from there.

Up to the decision everything is as it was recorded: the dice, the answers, and the agents, which are built anew and
asked all that they were asked, so that they remember what they remembered. From there on they play by themselves. The
heavy imports stand inside the functions: this module is imported with the package.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from engine.options import Option
    from engine.record import ReadLog, Sink
    from studies.fork_futures import FuturesResult
    from studies.fork_result import ForkResult, Question
    from studies.fork_spot import Spot
    from studies.run import OnIllegal

MOST_BATTLES = 1_000_000


def fork(
    log: ReadLog | str | Path,
    who: str,
    do: Option | Mapping[str, Any] | str,
    *,
    at: float | None = None,
    seq: int | None = None,
    wake: bool = False,
    battles: int = 1,
    future: int = 0,
    on_illegal: OnIllegal | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    confidence: float = 0.95,
    sink: Sink | None = None,
    progress: bool = False,
) -> ForkResult | FuturesResult:
    """Take another option at one decision of a recorded battle, and go on with the scenario's agents.

    Args:
        log: a whole log of this version, or the file of one.
        who: whose decision.
        do: the option: a value, its fields as logs hold them, or a text as the command line takes it. A target or a
            weapon that is left out is filled in as a script fills it in.
        at: the first decision of ``who`` at or after this count.
        seq: in place of ``at``: the number of the decision in the log.
        wake: when ``who`` is not asked at that count, ask it then: its decision before sets a timer. Its agent is not
            asked that question.
        battles: 1: one battle, on the same dice. More: so many futures, numbered from 1, each played with both
            options; from the decision on all dice are drawn anew from (seed, battle, number of the future).
        future: one of these futures alone, as one battle.
        on_illegal: what an agent's failure does, as in `studies.run`; None: what the log shows, else ``error``.
        jobs: processes for several battles; one for small work and all cores above when None.
        cluster: the address of a Dask scheduler to play several battles on instead.
        out: a folder to keep several battles in as they come; `FuturesResult.write` writes the reports there.
        resume: go on with the futures that are in the folder, or to more of them.
        confidence: the level of intervals.
        sink: where each event of the branch goes, for one battle.
        progress: show how many of several battles are played, on standard error when that is a terminal.

    Returns:
        A `studies.fork_result.ForkResult` of one battle, or a `studies.fork_futures.FuturesResult` of several, partial when
        it was interrupted.

    Raises:
        InputError: the log is cut, of another version, or does not replay; its agents can't be built anew; there is no
            such combatant, decision or option, or the option was not legal there.
    """
    from studies.fork_course import Course, past
    from studies.fork_futures import play_futures
    from studies.fork_option import legal_option, read_option
    from studies.fork_result import Question
    from studies.fork_spot import find_spot

    _check_numbers(at, seq, battles, future, wake)
    if battles == 1 and (out is not None or resume or cluster is not None):
        place = "--out" if out is not None else "--resume" if resume else "--cluster"
        raise InputError(place, "it with one battle", "it with --battles 2 or more; --log keeps one battle")
    recorded = _sound(log)
    spot, notes = find_spot(recorded, who, at, seq, wake)
    header = recorded.header
    system, names = str(header["system"]), [str(spec["name"]) for spec in header["scenario"]["combatants"]]
    asked = read_option(do, system)
    survey = Course(recorded, spot, record=False)
    try:
        request = survey.lead()
        option = legal_option(asked, request, system, names)
        answered, reasons, legal = survey.battle.answered, request.reasons, [str(one) for one in request.options]
    finally:
        survey.close()
    kept, dropped = past(recorded, answered)
    notes += _notes(recorded, survey, spot, option, dropped)
    question = Question(recorded.path, spot, reasons, option, tuple(legal), answered, at, seq, tuple(notes), header)
    faults = on_illegal or _faults(recorded)
    if battles > 1:
        where = {"out": out, "resume": resume, "jobs": jobs, "cluster": cluster, "progress": progress}
        words = [] if on_illegal is None else ["--on-illegal", on_illegal]
        return play_futures(kept, question, battles, faults, confidence, where, words)
    return _one(kept, question, _branches(kept, answered, future), future, faults, sink)


def _check_numbers(at: Any, seq: Any, battles: Any, future: Any, wake: bool) -> None:
    if (at is None) == (seq is None):
        raise InputError("--at, --seq", "both" if seq is not None else "neither", "one of them")
    if wake and at is None:
        raise InputError("--wake", "no --at", "--at COUNT --wake")
    if seq is not None and type(seq) is not int:
        raise InputError("--seq", repr(seq), "a whole number")
    if type(battles) is not int or not 1 <= battles <= MOST_BATTLES:
        raise InputError("--battles", repr(battles), f"a whole number from 1 to {MOST_BATTLES}")
    if type(future) is not int or not 0 <= future <= MOST_BATTLES:
        raise InputError("--future", repr(future), f"a whole number from 1 to {MOST_BATTLES}")
    if future and battles > 1:
        raise InputError("--future", f"--battles {battles} too", "one of them")


def _sound(log: ReadLog | str | Path) -> ReadLog:
    """Return a log that is whole, of this version, and replays."""
    import engine
    from engine.errors import LogError
    from engine.record import ReadLog, read_log
    from studies.replay import replay

    found = log if isinstance(log, ReadLog) else read_log(log)
    place = f"log {found.path!r}"
    if found.header.get("version") != engine.__version__:
        version = f"a log of couched {found.header.get('version')}"
        raise LogError(place, version, f"one of this version, {engine.__version__}: play the battle again with it")
    if found.cut:
        raise LogError(place, f"a log that is not complete ({found.cut})", "a whole log")
    again = replay(found)
    if not again.identical:
        where = f"from seq {again.difference.index} on" if again.difference else "; ".join(again.notes)
        raise LogError(place, f"a log that does not replay ({where})", f"one that does: couched replay {found.path}")
    return found


def _faults(log: ReadLog) -> OnIllegal:
    """Return what was done in a log about agents that failed."""
    from studies.fork_course import FAULT
    from studies.replay import forfeits_of

    if forfeits_of(log.events):
        return "forfeit"
    made_good = any(str(event.get("note")).startswith(FAULT) for event in log.events if event["type"] == "decision")
    return "default_action" if made_good else "error"


def _notes(log: ReadLog, survey: Any, spot: Spot, option: Option, dropped: int) -> list[str]:
    """Return what is worth saying before a fork is believed."""
    from studies.cli_text import number, plural
    from studies.replay import option_of

    notes = []
    for name, strayed in sorted(survey.strayed.items()):
        times = f"{plural(strayed.times, 'time')} before the fork, first at {number(strayed.first)}"
        notes.append(f"the scenario's agent of {name} answers otherwise than the log {times}: another agent played it there")
    if spot.recorded is not None and option_of(str(log.header["system"]), spot.recorded) == option:
        notes.append("the option is the one that was taken")
    if dropped:
        notes.append("the dice of the log branch after the fork; here they don't")
    return notes


def _branches(log: ReadLog, answered: int, future: int) -> list[Any]:
    """Return how the dice go on: the same, those of a future, or the same with scripted rolls let off."""
    from engine.events import Branch
    from studies.replay import branches_of

    scripted = log.header.get("rolls") and not any(branch.number for branch in branches_of(log.header))
    return [Branch(after=answered, number=future)] if future or scripted else []


def play_on(
    log: ReadLog, spot: Spot, option: Option | None, branches: Sequence[Any], future: int, on_illegal: OnIllegal,
    sink: Sink | None = None, record: bool = True,
) -> Any:  # fmt: skip
    """Play one battle to its end; without an option, with the one that was taken (a hold for one that was not asked)."""
    from studies.fork_course import INSTEAD, Course
    from studies.replay import option_of
    from studies.run import default_option

    course = Course(log, spot, branches, sink=sink, record=record)
    try:
        request = course.lead()
        system = str(log.header["system"])
        taken = option_of(system, spot.recorded) if spot.recorded is not None else default_option(request)
        if spot.recorded is None:
            course.take(option or taken, None if option is None else f"{INSTEAD}no decision")
        elif option is None or option == taken:
            course.take(taken, spot.recorded.get("note"))
        else:
            course.take(option, f"{INSTEAD}{taken}")
        return course.go_on(future, on_illegal)
    finally:
        course.close()


def _one(
    log: ReadLog, question: Question, branches: Sequence[Any], future: int, on_illegal: OnIllegal, sink: Sink | None
) -> ForkResult:
    from studies.difference import first_difference
    from studies.fork_result import ForkResult, ending, future_of

    spot = question.spot
    branch = play_on(log, spot, question.option, branches, future, on_illegal, sink)
    events = branch.log()
    if future:
        original = play_on(log, spot, None, branches, future, on_illegal)
        before, was = original.log(), future_of(future, original)
    else:
        before = log.events
        was = ending(log.events[-1])
    start = next((place for place, event in enumerate(events) if event["t"] >= spot.t and place), len(events))
    difference = first_difference(before, events, start)
    return ForkResult(question, future, was, future_of(future, branch), difference, before, events)
