"""A tuning in sentences: what was found, and plainly where it does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studies.cli_text import plural
from studies.tune_run import START

if TYPE_CHECKING:
    from studies.tune_figures import Comparison
    from studies.tune_result import TuneResult


def findings_of(result: TuneResult) -> list[str]:
    """Return what a tuning found, the answer first."""
    told = [_answer(result)]
    told += [_held(one, result.level) for kind in ("trained", "held_out") if (one := result.comparison(kind)) is not None]
    if (duel := result.comparison("duel")) is not None:
        told.append(_duel(duel, result.level))
    if result.found and not result.plan.held_out:
        told.append("No opponent was held out: what it gains against those it never met is not known (--held-out).")
    return [*told, _search(result), *([f"To play it: --agents '{result.agent}'"] if result.found and _is_short(result) else [])]


def _answer(result: TuneResult) -> str:
    plan = result.plan
    what = "weights" if result.space.start.policy == "utility" else "numbers"
    if not result.facts.complete:
        return f"Interrupted after {len(result.trials)} of {plan.trials} values: nothing is chosen yet."
    if not result.found:
        return f"Nothing better than the start was found: its {what} stay as they are."
    if result.holds:
        return f"The {what} found are better than the start's, with significance, on battles they were not tuned on."
    falls = [one for kind in ("trained", "held_out") if (one := result.comparison(kind)) is not None and one.difference.low <= 0]
    where = " and ".join("those it was tuned against" if one.kind == "trained" else "those it never met" for one in falls)
    return f"The gain does not hold: on new battles it is not certain against {where or 'anyone'}."


def _held(one: Comparison, level: float) -> str:
    met = "Against" if one.kind == "trained" else "Against those it never met,"
    found = one.difference
    verdict = "" if found.low > 0 else "; the gain does not hold" if found.high > 0 else "; it is worse there"
    return (
        f"{met} {one.against} the best scores {one.best:.1%}, the start {one.start:.1%}: {100 * found.value:+.1f} points "
        f"({level:.0%}: {100 * found.low:+.1f} to {100 * found.high:+.1f}, {plural(found.n, 'seed')}){verdict}."
    )


def _duel(one: Comparison, level: float) -> str:
    low, high = (0.5 + end / 2 for end in one.difference.interval)
    better = "beats" if low > 0.5 else "loses to" if high < 0.5 else "is neither better nor worse than"
    return f"Against the start itself it scores {one.best:.1%} ({level:.0%}: {low:.1%} to {high:.1%}): it {better} it."


def _search(result: TuneResult) -> str:
    plan = result.plan
    numbers = plural(len(result.space.numbers), "number")
    rounds = plural(len({one.round for one in result.trials}), "round")
    said = f"{plural(len(result.trials), 'value')} of {numbers} were tried in {rounds} of {plan.batch}"
    chosen = max(result.finalists, key=lambda one: one.gain).label if result.finalists else ""
    return f"{said}{f'; of the finalists {chosen} was best' if chosen and chosen != START else ''}."


def _is_short(result: TuneResult) -> bool:
    return len(result.agent) <= 200
