"""Comparisons: two variants of one scenario, on the same dice, battle by battle.

What is compared is one battle with another on the same seed and index; by CLK-7 a value that is changed in one place moves
no other stream, so most of what is luck falls out of the difference.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from engine.errors import InputError

if TYPE_CHECKING:
    from studies.compare_result import CompareResult
    from studies.stopping import Rule
    from studies.study import Scored

T = TypeVar("T")


def compare(
    scenario: str | os.PathLike[str],
    a: str | Sequence[str] = (),
    b: str | Sequence[str] = (),
    battles: int | None = None,
    *,
    target_error: float | None = None,
    sprt: tuple[float, float] | None = None,
    side: str | None = None,
    overrides: Sequence[str] = (),
    meter: str = "",
    allow_external: bool = False,
    seed: int = 0,
    confidence: float = 0.95,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: bool = True,
) -> CompareResult:
    """Play two variants of a scenario on the same seeds and compare them battle by battle.

    Args:
        scenario: a shipped name or a file.
        a, b: the variants: ``path=value`` texts, joined by commas or as a list; none for the scenario as it stands.
        battles: of each variant; with a stopping rule the most.
        target_error: stop at the first planned look at which the difference of win shares is known to so much either way
            (0.02: two points).
        sprt: stop as soon as it is decided between two differences in Elo, the first below the second: what a scores
            above b, as if they had met. 20 Elo are 5.75 points of score. Both wrong decisions have a chance of about
            ``1 - confidence``.
        side: whose wins are compared; by default the first side by name.
        overrides: ``path=value`` texts laid over both.
        meter: measures taken of every battle, a name of `studies.meters.METERS`; empty for none.
        allow_external: run the programs that a variant names as agents.
        seed: the root seed.
        confidence: the level of intervals; with a stopping rule, over all planned looks together.
        out: a folder to keep the battles in as they come; `CompareResult.write` writes the reports there.
        resume: go on with the comparison that is in the folder.
        jobs: processes; None for one when there is little to play, else one a core.
        cluster: the address of a Dask scheduler to play on instead.
        progress: show how far it is, when standard error is a terminal.

    Returns:
        The result, partial when it was interrupted; data frames ``battles``, ``pairs``, ``differences``, ``measures``.

    Raises:
        InputError: an argument is wrong, the folder can't be used, or an extra is missing.
    """
    from studies.cli_study import looks_of
    from studies.compare_arms import arms_of, settings_of, side_of
    from studies.compare_result import result_of
    from studies.intervals import check_confidence
    from studies.study import Study, run_study

    check_confidence(confidence, "--confidence")
    one, other = settings_of(a, "--a"), settings_of(b, "--b")
    source = os.fspath(scenario)
    arms = arms_of(source, one, other, overrides, allow_external)
    followed = side_of(arms, side)
    looks = looks_of(battles, target_error is not None or sprt is not None)
    stopping = stopping_of(target_error, sprt, looks, confidence, followed)
    options = {
        "--side": side, "--battles": looks[-1], "--target-error": target_error,
        "--sprt": None if sprt is None else ",".join(f"{value:g}" for value in sprt),
        "--allow-external": allow_external or None,
        "--meter": meter or None, "--confidence": confidence if confidence != 0.95 else None, "--seed": seed,
    }  # fmt: skip
    settings = {
        "scenario": source, "set": list(overrides), "a": list(one), "b": list(other), "side": followed, "confidence": confidence,
    }  # fmt: skip
    study = Study(
        kind="compare", arms=arms, seed=seed, looks=looks, settings=settings, stopping=stopping, meter=meter,
        command=command(source, one, other, overrides, options),
    )  # fmt: skip
    played = run_study(study, out=out, resume=resume, jobs=jobs, cluster=cluster, progress=progress)
    return result_of(played, followed, confidence)


def stopping_of(
    target_error: float | None, sprt: Any, looks: Sequence[int], confidence: float, side: str
) -> Scored | None:
    """Return what may end a comparison before its last battle, or None.

    Raises:
        InputError: both rules at once, or numbers that make no rule.
    """
    from studies.cli_study import GROWTH
    from studies.compare_figures import meeting_scores, win_differences
    from studies.sprt import Sprt
    from studies.stopping import Looks, TargetError
    from studies.study import Scored

    rule: Rule
    if target_error is None and sprt is None:
        return None
    if target_error is not None and sprt is not None:
        raise InputError("--sprt", "it together with --target-error", "one of them")
    planned = Looks(looks[0], GROWTH, looks[-1])
    if target_error is not None:
        if type(target_error) not in (int, float):
            raise InputError("--target-error", repr(target_error)[:80], "a number above 0")
        rule = _told("--target-error", lambda: TargetError(target_error, planned, confidence, (-1.0, 1.0)))
        return Scored(rule, lambda table: win_differences(table, side))
    _two_numbers(sprt)
    if confidence <= 0.5:
        raise InputError("--confidence", repr(confidence), "with --sprt a number above 0.5")
    wrong = round(1 - confidence, 12)
    rule = _told("--sprt", lambda: Sprt(sprt[0], sprt[1], planned, wrong, wrong))
    return Scored(rule, lambda table: meeting_scores(table, side))


def _two_numbers(given: Any) -> None:
    """Refuse what can't be the two differences of a sequential test."""
    pair = list(given) if isinstance(given, list | tuple) else []
    if len(pair) != 2 or any(type(value) not in (int, float) for value in pair):
        raise InputError("--sprt", repr(given)[:80], "two numbers from -2000 to 2000, the first below the second")


def _told(place: str, make: Callable[[], T]) -> T:
    """Return what is made; an error names the option it comes from."""
    try:
        return make()
    except InputError as error:
        raise InputError(place, error.found, error.allowed) from error


def command(
    source: str, a: Sequence[str], b: Sequence[str], overrides: Sequence[str], options: Mapping[str, Any]
) -> str:
    """Return the command line that makes a comparison; where it is played and kept is not part of it."""
    words = ["couched", "compare", source]
    for name, texts in (("--a", a), ("--b", b), ("--set", overrides)):
        for text in texts:
            words += [name, text]
    for name, value in options.items():
        if value is not None:
            words += [name] if value is True else [name, str(value)]
    return shlex.join(words)
