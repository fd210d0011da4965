"""Sweeps: one fight at many values of its scenario or its rules, every cell on the same dice.

The scenario as it stands is a cell of its own, the base; every other cell is compared with it battle by battle.
"""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from engine import InputError, Scenario
from studies.arms import Arm, load_typed
from studies.intervals import Interval, check_confidence
from studies.vary import Cell, Vary, grid, one_at_a_time, parse_all, sampled

if TYPE_CHECKING:
    import polars

    from studies.stopping import Decision
    from studies.sweep_result import SweepResult

BASE: Final = "base"
"""What the scenario as it stands is called."""


def sweep(
    scenario: str | os.PathLike[str],
    vary: str | Sequence[str] = (),
    battles: int | None = None,
    *,
    target_error: float | None = None,
    sample: int | None = None,
    worth: bool = False,
    bias: bool = False,
    side: str | None = None,
    couched: Sequence[str] = (),
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
) -> SweepResult:
    """Play a fight at every combination of values, and as it stands, all on the same seeds.

    Args:
        scenario: a shipped name or a file.
        vary: what is varied: ``["combatants.Ana.htk=20:40:5", "rules.ties=simultaneous,reach"]``.
        battles: of every cell; with `target_error` the most.
        target_error: stop at the first planned look at which every cell's share of wins of `side` is known to so much
            either way (0.02: two points).
        sample: play so many cells, spread evenly over the grid, instead of all; with `worth` so many of two changes and more,
            beside one change at a time.
        worth: vary one thing at a time, the others as in the base, and rank what each change is worth; with `sample` tell, too,
            what every two changes add together.
        bias: vary the tie policy as well, unless `vary` does, and tell by how much one side wins more under each.
        side: whose wins are followed; by default the side of the first combatant that `vary` names, else the first side.
        couched: combatants whose weapon is taken to be couched already where breakpoints are computed.
        overrides: ``path=value`` texts laid over every cell, the base too.
        meter: measures taken of every battle, a name of `studies.meters.METERS`; empty for none.
        allow_external: run the programs that the scenario or a value names as agents.
        seed: the root seed.
        confidence: the level of intervals; with `target_error`, over all planned looks together.
        out: a folder to keep the battles in as they come; `SweepResult.write` writes the reports there.
        resume: go on with the sweep that is in the folder.
        jobs: processes; None for one when there is little to play, else one a core.
        cluster: the address of a Dask scheduler to play on instead.
        progress: show how far it is, when standard error is a terminal.

    Returns:
        The result, partial when it was interrupted; data frames ``battles``, ``cells``, ``sides``, ``replays``.

    Raises:
        InputError: an argument is wrong, the folder can't be used, or an extra is missing.
    """
    from studies.breakpoints import breakpoints_of
    from studies.cli_study import looks_of
    from studies.study import Study, run_study
    from studies.sweep_bias import two_sides
    from studies.sweep_result import result_of

    check_confidence(confidence, "--confidence")
    varied = parse_all(with_ties(vary) if bias else vary)
    if worth and bias:
        allowed = "one of them; --worth --vary rules.ties=reach tells what a tie policy is worth"
        raise InputError("--bias", "it together with --worth", allowed)
    cells = cells_of(os.fspath(scenario), varied, overrides, worth, sample, seed)
    arms = arms_of(os.fspath(scenario), varied, cells, overrides, allow_external)
    if bias:
        two_sides(arms[0].scenario)
    followed = _side(arms[0], varied, side)
    looks = looks_of(battles, target_error is not None)
    stopping = None if target_error is None else EveryCell(len(arms), followed, target_error, len(looks), confidence)
    found = breakpoints_of(os.fspath(scenario), varied, overrides, couched)
    settings = {
        "scenario": os.fspath(scenario), "set": list(overrides), "varied": [one.text for one in varied], "sample": sample,
        "worth": worth, "bias": bias, "side": followed, "couched": list(couched), "confidence": confidence,
    }  # fmt: skip
    options = {
        "--battles": battles, "--target-error": target_error, "--sample": sample, "--worth": worth or None, "--bias": bias or None,
        "--side": side, "--allow-external": allow_external or None,
        "--meter": meter or None, "--confidence": confidence if confidence != 0.95 else None, "--seed": seed,
    }  # fmt: skip
    study = Study(
        kind="sweep", arms=arms, seed=seed, looks=looks, settings=settings, stopping=stopping, meter=meter,
        command=_command(os.fspath(scenario), varied, overrides, couched, options),
    )  # fmt: skip
    played = run_study(study, out=out, resume=resume, jobs=jobs, cluster=cluster, progress=progress)
    level = confidence if stopping is None else stopping.level
    return result_of(played, varied, followed, level, found, worth=worth, bias=bias)


def cells_of(
    source: str, varied: Sequence[Vary], overrides: Sequence[str], worth: bool, sample: int | None, seed: int
) -> list[Cell]:
    """Return the cells beside the base.

    Raises:
        InputError: they are too many or too few, or the scenario can't be loaded.
    """
    if not worth:
        return grid(varied) if sample is None else sampled(varied, sample, seed)
    singles = one_at_a_time(varied)
    if sample is None:
        return singles
    from studies.sweep_design import designed

    base = load_typed(source, overrides, {})
    return [*singles, *designed(varied, [value_in(base, one) for one in varied], sample, seed)]


def with_ties(vary: str | Sequence[str]) -> list[str]:
    """Return what is varied with every tie policy, unless it varies these already."""
    from studies.sweep_bias import VARY

    texts = [vary] if isinstance(vary, str) else list(vary)
    named = any(one.keys == ("rules", "ties") for one in (parse_all(texts) if texts else ()))
    return texts if named else [*texts, VARY]


def _command(
    source: str, varied: Sequence[Vary], overrides: Sequence[str], couched: Sequence[str], options: Mapping[str, Any]
) -> str:
    """Return the command line that makes a sweep; where it is played and kept is not part of it."""
    words = ["couched", "sweep", source]
    for name, texts in (("--vary", [one.text for one in varied]), ("--set", overrides), ("--couched", couched)):
        for text in texts:
            words += [name, text]
    for name, value in options.items():
        if value is not None:
            words += [name] if value is True else [name, str(value)]
    return shlex.join(words)


def arms_of(
    source: str, varied: Sequence[Vary], cells: Sequence[Cell], overrides: Sequence[str] = (), allowed: bool = False
) -> list[Arm]:
    """Return what is played: the scenario as it stands, then every cell.

    Raises:
        InputError: the scenario can't be loaded, a value is refused there, or a program it names is not allowed.
    """
    from studies.run import refuse_commands

    typed = {one.setting(value): f"--vary {one.text}" for one in varied for value in one.values}

    def loaded(settings: Sequence[str]) -> Scenario:
        found = load_typed(source, [*overrides, *settings], typed)
        refuse_commands(found, allowed)
        return found

    base = loaded(())
    for one in varied:  # each value by itself first, so that one that is wrong is told once
        for value in one.values:
            loaded([one.setting(value)])
    tags = {"values": [value_in(base, one) for one in varied]}
    arms = [Arm(BASE, base, source, tuple(overrides), tags=tags, allowed=allowed)]
    for cell in cells:
        settings = [one.setting(value) for one, value in zip(varied, cell.values, strict=True) if value is not None]
        scenario = loaded(settings)
        values = [
            value_in(base, one) if value is None else value for one, value in zip(varied, cell.values, strict=True)
        ]
        arms.append(Arm(cell.label, scenario, source, (*overrides, *settings), tags={"values": values}, allowed=allowed))
    return arms


def value_in(scenario: Scenario, one: Vary) -> str | None:
    """Return the value that something varied has in a scenario, as a text; None where it has none."""
    found: Any = scenario.document
    for key in one.keys:
        if isinstance(found, list | tuple):
            named = [item for item in found if isinstance(item, Mapping) and item.get("name") == key]
            found = named[0] if named else None
        else:
            found = found.get(key) if isinstance(found, Mapping) else None
    if isinstance(found, float) and found == int(found):
        return str(int(found))
    return str(found) if isinstance(found, str | int | float) and not isinstance(found, bool) else None


def _side(base: Arm, varied: Sequence[Vary], wanted: str | None) -> str:
    """Return the side whose wins are followed.

    Raises:
        InputError: there is no such side.
    """
    if wanted is not None:
        if wanted not in base.sides:
            raise InputError("--side", repr(wanted), f"sides: {', '.join(base.sides)}")
        return wanted
    sides = {str(spec.name): str(spec.side) for spec in base.scenario.combatants}
    named = (one.keys[1] for one in varied if len(one.keys) > 1 and one.keys[0] == "combatants")
    return next((sides[name] for name in named if name in sides), base.sides[0])


@attrs.frozen
class EveryCell:
    """Stop at the first planned look at which every cell's share of wins is known well enough.

    Every interval has the level ``1 - (1 - confidence) / looks`` (Bonferroni), as in `studies.stopping.TargetError`.

    Attributes:
        arms: how many cells there are, the base included.
        side: whose wins.
        error: the half width wanted.
        looks: how many looks are planned.
        confidence: the level over all looks together.
    """

    arms: int
    side: str
    error: float
    looks: int
    confidence: float

    def __attrs_post_init__(self) -> None:
        if not (type(self.error) in (int, float) and 0 < self.error < math.inf):
            raise InputError("--target-error", repr(self.error)[:80], "a number above 0")

    @property
    def level(self) -> float:
        """The level of the intervals of a single look."""
        return 1 - (1 - self.confidence) / self.looks

    def plain(self) -> Mapping[str, Any]:
        """Return the rule as plain data."""
        return {"rule": "EveryCell", **attrs.asdict(self), "level": self.level}

    def decide(self, table: polars.DataFrame, looks: Sequence[int]) -> Decision | None:
        """Return what falls at a look: ``reached``, at the last one perhaps ``not reached``, or None."""
        from studies.stopping import Decision

        value, worst = max(self._shares(table), key=lambda found: found[1].half)
        reached = worst.half <= self.error
        if not reached and len(looks) < self.looks:
            return None
        return Decision(
            "reached" if reached else "not reached", looks[-1], len(looks), self.looks, value, worst,
            self.confidence, self.level, worst.half, (0.0, self.error),
        )  # fmt: skip

    def _shares(self, table: polars.DataFrame) -> Iterator[tuple[float, Interval]]:
        from studies.statistics import tally

        for arm in range(self.arms):
            part = table.filter(table["arm"] == arm)
            counts = tally(part["outcome"].to_list(), part["winner"].to_list(), self.side)
            yield counts.wins / counts.scored if counts.scored else math.nan, counts.win_interval(self.level)
