"""Tuning: the numbers of a policy made better over battles, and put to the test on battles and opponents they never met."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from studies.tournament_arms import Ground
    from studies.tune_plan import Plan
    from studies.tune_result import TuneResult

TRIALS, BATTLES, FINAL = 320, 8, 200
"""Values tried, battles of each in every match, and held-out battles, when nothing says how many."""

_MOST = 100_000


def tune(
    scenarios: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    policy: str = "utility",
    *,
    opponents: str | Sequence[str],
    held_out: str | Sequence[str] = (),
    weights: str | None = None,
    numbers: str | Sequence[str] | None = None,
    trials: int = TRIALS,
    battles: int = BATTLES,
    held_out_battles: int = FINAL,
    overrides: Sequence[str] = (),
    seed: int = 0,
    confidence: float = 0.95,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    jobs: int | None = None,
    progress: bool = True,
) -> TuneResult:
    """Look for better numbers of a policy: weights of `utility`, numeric parameters of any other.

    Args:
        scenarios: shipped names or files of one rule system, each with two sides.
        policy: the agent to begin with, parameters in brackets where wanted: ``"brawler[crowd=5]"``.
        opponents: whom it is tuned against, each both ways round on the same seeds.
        held_out: whom it meets at the end only.
        weights: of `utility`: the set to begin with.
        numbers: what is tuned, with bounds where wanted: ``"harm,hits=0:3"``; None for all numbers the policy has.
        trials: how many values are tried, in batches whose size depends on the numbers alone.
        battles: battles of a value in every match; each batch has battles of its own.
        held_out_battles: battles at the end in every match, which nothing was chosen by.
        overrides: ``path=value`` texts laid over every scenario.
        seed: the root seed of battles and search.
        confidence: the level of intervals.
        out: a folder to keep the battles in as they come; `TuneResult.write` writes weights and reports there.
        resume: go on with the tuning that is in the folder.
        jobs: processes; None for one when there is little to play, else one a core. The result is the same.
        progress: show how far it is, when standard error is a terminal.

    Returns:
        The result, partial when it was interrupted: best numbers, data frames ``history`` and ``battles``, comparisons.

    Raises:
        InputError: an argument is wrong, the folder can't be used, or an extra is missing.
    """
    from engine import InputError
    from studies.extras import need
    from studies.intervals import check_confidence
    from studies.players import players_of
    from studies.tournament_arms import check_players, grounds_of
    from studies.tune_plan import Plan
    from studies.tune_search import batch_of
    from studies.tune_space import space_of

    for extra in ("polars", "optuna", "cmaes"):
        need(extra)
    check_confidence(confidence)
    for name, value in (("--trials", trials), ("--battles", battles), ("--held-out-battles", held_out_battles)):
        if type(value) is not int or not 1 <= value <= _MOST:
            raise InputError(name, repr(value)[:80], f"a whole number from 1 to {_MOST}")
    if type(seed) is not int:
        raise InputError("--seed", repr(seed)[:80], "a whole number")
    grounds = grounds_of(scenarios, overrides)
    system = _system(grounds)
    space = space_of(policy, weights, numbers, system)
    trained = players_of(opponents, "--opponents")
    strangers = players_of(held_out, "--held-out") if held_out else ()
    met = next((one.text for one in strangers if one.numbers() in {other.numbers() for other in trained}), None)
    if met is not None:
        raise InputError("--held-out", met, "agents that are not among the --opponents")
    for ground in grounds:
        check_players(ground, [space.start, *trained, *strangers])
    plan = Plan(
        space, tuple(grounds), trained, strangers, trials, battles, held_out_battles, batch_of(space), seed, tuple(overrides)
    )  # fmt: skip
    return _run(plan, _command(plan, numbers, confidence), confidence, out, resume, jobs, progress)


def _system(grounds: Sequence[Ground]) -> str:
    """Return the rule system of scenarios.

    Raises:
        InputError: they have several.
    """
    from engine import InputError

    systems = sorted({ground.scenario.system for ground in grounds})
    if len(systems) > 1:
        raise InputError("scenarios", f"of {' and '.join(systems)}", "those of one rule system: numbers are of one")
    return systems[0]


def _run(
    plan: Plan, command: str, confidence: float, out: Any, resume: bool, jobs: int | None, progress: bool
) -> TuneResult:
    """Play a plan, keep what is played, and return what came of it."""
    from engine import InputError, __version__
    from studies.progress import Progress
    from studies.store import Keeper, Memory, Store
    from studies.study import interruptible
    from studies.tune_result import result_of
    from studies.tune_run import Tuning
    from studies.tune_search import versions
    from studies.workers import processes

    processes(0, jobs)
    if resume and out is None:
        raise InputError("--resume", "no folder", "it with --out, the folder of the study to go on with")
    manifest: Mapping[str, Any] = {
        "kind": "tune", "version": __version__, "seed": plan.seed, "settings": plan.settings(),
        "optimizer": versions(), "digests": {ground.name: ground.scenario.digest for ground in plan.grounds}, "command": command,
    }  # fmt: skip
    documents = [ground.scenario.document for ground in plan.grounds]
    with interruptible(), Progress("tune", progress) as bar:
        keeper: Keeper = Memory() if out is None else Store(out, manifest, resume, documents)
        try:
            tuning = Tuning(plan, keeper, bar, jobs)
            complete = False
            try:
                tuning.to_the_end()
                complete = True
                keeper.finish(keeper.rows())
            except KeyboardInterrupt:
                pass
            return result_of(plan, tuning.result(complete), command, confidence)
        finally:
            keeper.close()


def _command(plan: Plan, numbers: Any, confidence: float) -> str:
    """Return the command line that makes a tuning; where it is played and kept is not part of it."""
    words = ["couched", "tune", *(ground.source for ground in plan.grounds), "--policy", plan.space.start.text]
    words += ["--opponents", ",".join(player.text for player in plan.opponents)]
    if plan.held_out:
        words += ["--held-out", ",".join(player.text for player in plan.held_out)]
    if numbers is not None:
        words += ["--numbers", numbers if isinstance(numbers, str) else ",".join(numbers)]
    for text in plan.overrides:
        words += ["--set", text]
    words += ["--trials", str(plan.trials), "--battles", str(plan.battles), "--held-out-battles", str(plan.final)]
    words += ["--confidence", str(confidence)] if confidence != 0.95 else []
    return shlex.join([*words, "--seed", str(plan.seed)])
