"""What every report of a study says besides its tables: how far it got, and what was studied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from studies.arms import Arm
from studies.cli_text import plural, value_text
from studies.tables import Column, Table

if TYPE_CHECKING:
    from studies.plots_base import Plot
    from studies.result import Facts, StudyResult


class Contents(NamedTuple):
    """What a report shows, worked out once for all its forms."""

    findings: Sequence[str]
    tables: Sequence[Table]
    plots: Sequence[Plot]


def contents_of(result: StudyResult) -> Contents:
    """Return what the reports of a result show."""
    return Contents(result.findings(), result.tables(), result.plots())


ARM_COLUMNS = (Column("arm"), Column("scenario"), Column("settings"), Column("system"), Column("digest"))


def standing(result: StudyResult) -> list[str]:
    """Return what nobody may overlook, in sentences: that a study is partial, that battles ended in errors."""
    facts, battles = result.facts, result.battles.height
    ended = f" ({facts.ended})" if facts.ended else ""
    said = []
    if not facts.complete:
        left = f"; {plural(facts.left_out, 'battle')} more played, and left out" if facts.left_out else ""
        of = f"everything here is of the {plural(battles, 'battle')} {_which(facts, len(result.arms))}"
        said.append(f"Partial{ended}: {of if battles else 'no battle was finished in every arm'}{left}.")
    if facts.extended:
        before = ", then ".join(map(str, facts.extended))
        said.append(
            f"Extended: {before} battles of every arm were planned at first. Intervals and p hold if that was not done because of "
            "what they said."
        )
    if result.errors:
        said.append(f"{plural(result.errors, 'battle')} of {battles} ended in an error and {_count(result.errors)} for nobody.")
    return said


def _which(facts: Facts, arms: int) -> str:
    """Return which battles a partial report is of."""
    if arms < 2:
        return "played so far"
    return f"that every arm has, the first {facts.stop} of each" if facts.stop > 1 else "that every arm has"


def _count(errors: int) -> str:
    return "counts" if errors == 1 else "count"


def studied(result: StudyResult) -> dict[str, str]:
    """Return what was studied, by what each is called; the command stands apart."""
    facts = result.facts
    ended = f"; {facts.ended}" if facts.ended else ""
    return {
        "study": facts.kind,
        "battles": f"{result.battles.height} played, {'complete' if facts.complete else 'partial'}{ended}",
        "dice": facts.seeds,
        "version": f"couched {facts.version}",
        **{key.replace("_", " "): value_text(value) for key, value in facts.settings.items() if value != []},
    }


def arms_table(arms: Sequence[Arm]) -> Table:
    """Return what was played: every arm with its source, what is set over it, and the digest of what came of it."""
    rows = [
        (arm.label, arm.source, ", ".join(arm.overrides) or None, arm.scenario.system, arm.scenario.digest[:16])
        for arm in arms
    ]
    return Table("arms", "Arms", ARM_COLUMNS, rows, "Digests are the first 16 digits; results.json has them whole.")
