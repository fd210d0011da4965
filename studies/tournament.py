"""Tournaments: every pairing of agents on every scenario, on the same dice, with the sides swapped.

An agent plays all combatants of one side. Each pairing plays every seed twice: once each way round, the second time with
the combatants listed in reverse as well, which by CLK-6 changes nothing.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from studies.tournament_result import TournamentResult


def tournament(
    scenarios: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    agents: str | Sequence[str],
    battles: int | None = None,
    *,
    target_error: float | None = None,
    target_elo: float | None = None,
    mirror: bool = False,
    overrides: Sequence[str] = (),
    seed: int = 0,
    confidence: float = 0.95,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: bool = True,
) -> TournamentResult:
    """Play every pairing of agents on every scenario.

    Args:
        scenarios: shipped names or files, each with two sides.
        agents: policies, with parameters in brackets where wanted: ``["brawler", "brawler[crowd=5]", "fencer"]``;
            programs too, which are run: ``"cmd:python3 my.py"``.
        battles: seeds; each pairing plays each of them twice, sides swapped. With a stopping rule the most.
        target_error: stop at the first planned look at which every pairing's score share is known to so much either
            way (0.02: two points); None plays all.
        target_elo: the same for every rating, in Elo points.
        mirror: have every agent play itself too, for the bias of sides alone.
        overrides: ``path=value`` texts laid over every scenario.
        seed: the root seed.
        confidence: the level of intervals; with a stopping rule, over all planned looks together.
        out: a folder to keep the battles in as they come; `TournamentResult.write` writes the reports there.
        resume: go on with the tournament that is in the folder.
        jobs: processes; None for one when there is little to play, else one a core.
        cluster: the address of a Dask scheduler to play on instead.
        progress: show how far it is, when standard error is a terminal.

    Returns:
        The result, partial when it was interrupted; data frames ``battles``, ``pairings``, ``ratings``, ``sides``.

    Raises:
        InputError: an argument is wrong, the folder can't be used, or an extra is missing.
    """
    from engine import InputError
    from studies.cli_study import looks_of
    from studies.intervals import check_confidence
    from studies.players import players_of
    from studies.study import Study, run_study
    from studies.tournament_arms import arms_of, grounds_of
    from studies.tournament_figures import meetings_of
    from studies.tournament_result import result_of
    from studies.tournament_stopping import Known

    check_confidence(confidence)
    players = players_of(agents)
    least = 1 if mirror else 2
    if len(players) < least:
        allowed = "two or more, joined by commas" if least == 2 else "one or more"
        raise InputError("--agents", ", ".join(player.text for player in players) or "none", allowed)
    grounds = grounds_of(scenarios, overrides)
    arms = arms_of(grounds, players, overrides, mirror=mirror)
    names = tuple(player.text for player in players)
    stopping: Known | None = None
    looks = looks_of(battles, target_error is not None or target_elo is not None)
    if target_error is not None or target_elo is not None:
        stopping = Known(meetings_of(arms), names, target_error, target_elo, len(looks), confidence)
    where = [ground.name for ground in grounds]
    settings = {
        "scenarios": where, "set": list(overrides), "agents": names, "mirror": mirror, "confidence": confidence,
    }  # fmt: skip
    options = {
        "--battles": looks[-1], "--target-error": target_error, "--target-elo": target_elo, "--mirror": mirror,
        "--confidence": confidence if confidence != 0.95 else None, "--seed": seed,
    }  # fmt: skip
    study = Study(
        kind="tournament", arms=arms, seed=seed, looks=looks, settings=settings, stopping=stopping,
        command=command([ground.source for ground in grounds], names, overrides, options),
    )  # fmt: skip
    played = run_study(study, out=out, resume=resume, jobs=jobs, cluster=cluster, progress=progress)
    return result_of(played, names, confidence if stopping is None else stopping.level)


def command(sources: Sequence[str], agents: Sequence[str], overrides: Sequence[str], options: Mapping[str, Any]) -> str:
    """Return the command line that makes a tournament; where it is played and kept is not part of it."""
    words = ["couched", "tournament", *sources, "--agents", ",".join(agents)]
    for text in overrides:
        words += ["--set", text]
    for name, value in options.items():
        if value is True:
            words.append(name)
        elif value is not None and value is not False:
            words += [name, str(value)]
    return shlex.join(words)
