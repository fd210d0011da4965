"""Simulate whole comparisons: how often `couched compare` calls one of two equal variants better, through the code that runs it.

Battles are made up, with known chances; everything else is the real thing: the study with its looks (`studies.study`), the
stopping rules (`studies.compare.stopping_of`), the figures and the verdict (`studies.compare_result`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from studies.arms import Arm, Row, Task
from studies.cli_study import looks_of
from studies.compare import stopping_of
from studies.compare_result import result_of
from studies.paired import generator
from studies.study import Study, run_study

if TYPE_CHECKING:
    from studies.compare_result import CompareResult

MOST = 1500
"""The most battles of a simulated comparison."""

SHARED = 0.7
"""The part of the battles whose dice are the same in both variants."""

CONFIDENCE = 0.95


class Case(NamedTuple):
    """What is simulated.

    Attributes:
        rule: what the rows call it.
        options: ``target_error``, ``sprt``.
        battles: of each variant, at most.
        one, other: the chances that the side wins a decided battle with a, and with b.
        shared: the part of the battles whose dice are the same in both.
    """

    rule: str
    options: dict[str, Any]
    battles: int
    one: float
    other: float
    shared: float

    @property
    def truth(self) -> str:
        """What is true, in words."""
        return f"{self.one:g} against {self.other:g}"

    @property
    def dice(self) -> str:
        """How the dice hang together, in words."""
        return f"{self.shared:.0%} same" if self.shared else "anew"


RULES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("compare", {}, 200),
    ("compare target 0.08", {"target_error": 0.08}, MOST),
    ("compare sprt 0,40", {"sprt": (0.0, 40.0)}, MOST),
)


def cases() -> Iterator[Case]:
    """Yield the cases: equal variants under every rule, and a difference that should be found."""
    for rule, options, battles in RULES:
        for chance in (0.5, 0.9):
            for shared in (0.0, SHARED):
                yield Case(rule, options, battles, chance, chance, shared)
        yield Case(rule, options, battles, 0.6, 0.45, SHARED)


class Made:
    """Plays made-up battles: a twentieth has no winner."""

    def __init__(self, case: Case, key: str) -> None:
        rng = generator(key)
        shared = rng.random(case.battles) < case.shared
        common, own = rng.random(case.battles), rng.random((2, case.battles))
        self._dice = [[c if s else o for c, o, s in zip(common, arm, shared, strict=True)] for arm in own]
        self._chances = case.one, case.other

    def __call__(self, task: Task) -> list[Row]:
        """Play a range."""
        return [self._row(task.arm, battle) for battle in range(task.start, task.stop)]

    def _row(self, arm: int, battle: int) -> Row:
        at = self._dice[arm][battle]
        outcome, winner = ("timeout", None) if at > 0.95 else ("win", "red" if at < 0.95 * self._chances[arm] else "blue")
        return Row(arm, battle, outcome, winner, 10.0 + 50 * at, "", 0, 0, {}, {})


def compared(case: Case, number: int, arms: list[Arm]) -> CompareResult:
    """Return one simulated comparison."""
    looks = looks_of(case.battles, bool(case.options))
    given = {"target_error": None, "sprt": None, **case.options}
    stopping = stopping_of(given["target_error"], given["sprt"], looks, CONFIDENCE, "red")
    study = Study(
        kind="compare", arms=arms, seed=number, looks=looks, settings={"scenario": "made up", "confidence": CONFIDENCE},
        stopping=stopping,
    )  # fmt: skip
    played = run_study(study, jobs=1, progress=False, player=Made(case, f"compare {case} {number}"))
    return result_of(played, "red", CONFIDENCE)


def arms_of() -> list[Arm]:
    """Return two arms; nothing of them is played."""
    from scenarios import load

    scenario = load("mirror")
    return [Arm(label, scenario, "mirror", tags={"settings": []}) for label in ("a", "b")]


class Counts(NamedTuple):
    """What came of the simulated comparisons of a case.

    Attributes:
        better: called a better, b better, or neither.
        missed: the interval of the difference misses the truth.
        verdicts: of the stopping rule, by name.
        battles: the mean of the battles of each variant.
    """

    better: dict[str | None, int]
    missed: int
    verdicts: dict[str, int]
    battles: float


def counted(case: Case, runs: int) -> Counts:
    """Simulate a case so often."""
    arms = arms_of()
    better: dict[str | None, int] = {"a": 0, "b": 0, None: 0}
    verdicts: dict[str, int] = {}
    missed = total = 0
    truth = 0.95 * (case.one - case.other)
    for number in range(runs):
        found = compared(case, number, arms)
        better[found.better] += 1
        missed += not found.wins.difference.interval.holds(truth)
        total += found.facts.stop
        if found.decision is not None:
            verdicts[found.decision.verdict] = verdicts.get(found.decision.verdict, 0) + 1
    return Counts(better, missed, verdicts, total / runs)
