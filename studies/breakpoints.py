"""Breakpoints: at which value of what is varied one fighter's blow overtakes the other's; computed from the timelines.

The moments come from `studies.timelines`, so they are exact; noise of battles has no part in them. What is varied is
stepped through on the values a scenario may have (a thousandth of a count, a whole point), and between them taken along
straight lines where it runs along them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from engine import InputError, Scenario
from studies.cli_text import number
from studies.timelines import Striker, landings, reach_each_other, striker_of
from studies.vary import Vary, short_names

if TYPE_CHECKING:
    from engine.counts.rules import CountsRules

MOST_BLOWS: Final = 3
"""Blows of either fighter that are looked at."""

STEPS: Final = (Decimal("0.001"), Decimal("0.01"), Decimal("0.1"), Decimal(1))
"""How finely a number can be set, tried in this order."""

_NEAR = Fraction(1, 10**7)
"""Counts within which three moments lie on a line: the engine rounds to a billionth."""

Gaps = dict[tuple[int, int], Fraction]
"""For the n-th blow of the first fighter and the m-th of the second: how much later the first lands, in counts."""


@attrs.frozen
class Flip:
    """A value at which the order of two blows changes.

    Attributes:
        name: what the varied thing is called.
        path: where its value stands.
        at: the value; where the order jumps between two whole points, the upper one.
        step: how finely the value can be set.
        together: whether it can be set to `at`, and the blows then land together.
        first, second: the fighters.
        n, m: which blow of the first, and which of the second.
        below, above: -1 where the first one's lands earlier, 1 where later, 0 where together; None beyond the range.
    """

    name: str
    path: str
    at: Fraction
    step: Fraction
    together: bool
    first: str
    second: str
    n: int
    m: int
    below: int | None
    above: int | None

    @property
    def value(self) -> str:
        """The value in words: as a decimal, with the fraction where that is cut off."""
        text = number(float(self.at))
        return text if Fraction(text) == self.at else f"{self.at} ({text})"

    @property
    def settable(self) -> bool:
        """Whether a scenario may have the value itself."""
        return (self.at / self.step).denominator == 1

    @property
    def sentence(self) -> str:
        """What changes, in words."""
        told = [] if self.below is None else [f"{_WORD[self.below]} {{it}} below that"]
        told += ["with {it} there"] if self.together else []
        beyond = "above" if self.together or not self.settable else "from there on"
        told += [] if self.above is None else [f"{_WORD[self.above]} {{it}} {beyond}"]
        other = f"{self.second}'s {_ordinal(self.m)}"
        places = [part.replace("{it}", "it" if place else other) for place, part in enumerate(told)]
        return f"{self.name} {self.value}: {self.first}'s {_ordinal(self.n)} blow lands {', '.join(places)}"

    @property
    def order(self) -> tuple[str | None, str | None, str | None]:
        """How the first one's blow lands below the value, at it and above it: before, with or after the second one's."""
        below, above = (None if end is None else _WORD[end] for end in (self.below, self.above))
        return below, "with" if self.together else above if self.settable else None, above

    @property
    def brief(self) -> str:
        """What changes, for a plot."""
        ends = [_WORD[end] for end in (self.below, self.above) if end is not None]
        turn = " -> ".join(ends) if len(ends) == 2 else "together"
        return f"{self.value}: {self.first} {self.n} / {self.second} {self.m}: {turn}"


_WORD = {-1: "before", 0: "with", 1: "after"}


def _ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


@attrs.frozen
class Breakpoints:
    """The breakpoints of a sweep.

    Attributes:
        flips: all of them, by what is varied, value and blows.
        assumptions: what they were computed under, in sentences.
        notes: why there are none of something, in sentences.
    """

    flips: tuple[Flip, ...] = ()
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def breakpoints_of(
    source: str, varied: Sequence[Vary], overrides: Sequence[str] = (), couched: Sequence[str] = ()
) -> Breakpoints:
    """Return where the order of blows changes along each number that is varied, the others as in the scenario.

    Args:
        source: a shipped name or a file.
        varied: what is varied.
        overrides: ``path=value`` texts laid over the scenario.
        couched: combatants whose weapon is couched at count 0.

    Raises:
        InputError: the scenario can't be loaded, or there is no such combatant, or it is no fight of counts.
    """
    track = _Track(source, tuple(overrides), frozenset(couched))
    if couched and track.base.system != "counts":
        raise InputError("--couched", f"a fight of {track.base.system}", "it for counts: only there weapons are couched")
    unknown = sorted(track.couched - {str(spec.name) for spec in track.base.combatants})
    if unknown:
        names = ", ".join(str(spec.name) for spec in track.base.combatants)
        raise InputError("--couched", repr(unknown[0]), f"combatants: {names}")
    refused = _refusal(track.base)
    if refused:
        return Breakpoints(notes=(f"No breakpoints: {refused}.",))
    flips: list[Flip] = []
    notes: list[str] = []
    for one, name in zip(varied, short_names(varied), strict=True):
        if one.numbers is None or len(one.values) < 2:
            continue
        found = sorted(_along(track, one, name), key=lambda flip: (flip.at, flip.n + flip.m, flip.n))
        flips += found
        if not found:
            notes.append(
                f"No breakpoints of {name}: no order of the first {MOST_BLOWS} blows changes within its range."
            )
    return Breakpoints(tuple(flips), track.assumptions(), tuple(notes))


def _refusal(base: Scenario) -> str:
    """Return why a scenario has no timelines to compare; empty when it has."""
    from studies.timelines import in_hand

    if base.system != "counts":
        return "they are computed for the counts system"
    if len(base.combatants) != 2 or base.combatants[0].side == base.combatants[1].side:
        return "they are computed for fights of two, one against one"
    bare = [spec.name for spec in base.combatants if in_hand(spec) is None]
    return f"{bare[0]} has no weapon in hand that strikes" if bare else ""


class _Track:
    """The timelines of a scenario's two fighters, at any value of something varied."""

    def __init__(self, source: str, overrides: tuple[str, ...], couched: frozenset[str]) -> None:
        self._source, self._overrides, self.couched = source, overrides, couched
        self.base = self.loaded(())
        self._there = _refusal(self.base) == "" and reach_each_other(self.base)

    def loaded(self, settings: Sequence[str]) -> Scenario:
        """Return the scenario with settings laid over it."""
        import agents
        from scenarios import load

        return load(self._source, overrides=[*self._overrides, *settings], parameters=agents.parameters)

    def strikers(self, scenario: Scenario) -> list[Striker] | None:
        """Return the two fighters; None when one has nothing to strike with."""
        found = [
            striker_of(scenario, place, there=self._there, couched=str(scenario.combatants[place].name) in self.couched)
            for place in (0, 1)
        ]
        return [striker for striker in found if striker is not None] if None not in found else None

    def gaps(self, one: Vary, value: Decimal) -> Gaps | None:
        """Return the gaps between all blows at a value; None where there are none."""
        scenario = self.loaded([one.setting(format(value.normalize(), "f"))])
        strikers = None if _refusal(scenario) else self.strikers(scenario)
        if strikers is None:
            return None
        rules: CountsRules = scenario.rules  # type: ignore[assignment]
        times = [
            landings(striker, spec.spd, rules, MOST_BLOWS, dice=rules.init_dice > 0)
            for striker, spec in zip(strikers, scenario.combatants, strict=True)
        ]
        ours, theirs = times
        if ours is None or theirs is None:
            return None
        blows = range(MOST_BLOWS)
        return {(n + 1, m + 1): ours[n] - theirs[m] for n in blows for m in blows}

    def assumptions(self) -> tuple[str, ...]:
        """Return what the timelines take for granted, in sentences."""
        strikers = self.strikers(self.base) or []
        armed = " and ".join(
            f"{striker.name} with {striker.weapon}{', couched at count 0' if striker.couched else ''}"
            for striker in strikers
        )
        rules: CountsRules = self.base.rules  # type: ignore[assignment]
        init = (
            f"every INIT at its mean ({rules.init_dice}d{rules.init_sides} less SPD, at least 0; pre-set ones "
            f"{number(rules.preset_share)} of it)"
            if rules.init_dice
            else "INIT without dice"
        )
        where = "where they stand at the start" if self._there else "each at its weapon's best distance (X is W)"
        return (
            f"{armed} strike as soon as they are ready, {where}, {init}.",
            "Nobody moves, breaks off, is stunned, parries or spends speed points; what else is varied is as in the base.",
        )


class _Point(NamedTuple):
    """The gaps at one value."""

    at: Decimal
    gaps: Gaps | None


def _along(track: _Track, one: Vary, name: str) -> Iterator[Flip]:
    """Yield the flips along one number."""
    values = sorted(Decimal(value) for value in one.values)
    step = _step(track, one, values)
    first, second = (str(spec.name) for spec in track.base.combatants)
    points = [_Point(value, track.gaps(one, value)) for value in values]
    refined: list[_Point] = [points[0]]
    for low, high in pairwise(points):
        refined += _refined(track, one, low, high, step)
    for n in range(1, MOST_BLOWS + 1):
        for m in range(1, MOST_BLOWS + 1):
            line = [(Fraction(point.at), None if point.gaps is None else point.gaps[n, m]) for point in refined]
            for at, together, below, above in flips_of(line, Fraction(step)):
                yield Flip(name, one.path, at, Fraction(step), together, first, second, n, m, below, above)


def _step(track: _Track, one: Vary, values: Sequence[Decimal]) -> Decimal:
    """Return how finely a number can be set: the finest step the scenario takes."""
    for step in STEPS[:-1]:
        for value in (values[0] + step, values[0] - step):
            try:
                track.loaded([one.setting(format(value.normalize(), "f"))])
            except InputError:
                continue
            return step
    return STEPS[-1]


def _refined(track: _Track, one: Vary, low: _Point, high: _Point, step: Decimal) -> Iterator[_Point]:
    """Yield points up to ``high``, close enough that the gaps run along straight lines between them, or as close as can be."""
    width = high.at - low.at
    if width <= step:
        yield high
        return
    steps = int(width / step)
    inner = [low.at + step * (steps * quarter // 4) for quarter in (1, 2, 3) if steps * quarter // 4]
    middle = [_Point(at, track.gaps(one, at)) for at in sorted({*inner})]
    row = [low, *middle, high]
    if _straight(row):
        yield high
        return
    for left, right in pairwise(row):
        yield from _refined(track, one, left, right, step)


def _straight(row: Sequence[_Point]) -> bool:
    """Return whether all gaps of a row of points run along straight lines, and none is missing."""
    if any((point.gaps is None) != (row[0].gaps is None) for point in row):
        return False
    if row[0].gaps is None:
        return True
    low, high = row[0], row[-1]
    width = Fraction(high.at - low.at)
    for point in row[1:-1]:
        share = Fraction(point.at - low.at) / width
        for pair, gap in (point.gaps or {}).items():
            assert low.gaps is not None
            assert high.gaps is not None
            if abs(low.gaps[pair] + share * (high.gaps[pair] - low.gaps[pair]) - gap) > _NEAR:
                return False
    return True


def flips_of(
    line: Sequence[tuple[Fraction, Fraction | None]], step: Fraction
) -> Iterator[tuple[Fraction, bool, int | None, int | None]]:
    """Yield where the sign of a gap changes along a line of points.

    Yields:
        The value, whether it can be set and the gap is 0 there, the signs below and above.

    Args:
        line: value and gap, values ascending; None where there is no gap. Between two points farther apart than a step the
            gap runs straight.
        step: how finely the value can be set.
    """
    signs = [None if gap is None else _sign(gap) for _, gap in line]
    for place, (sign, (at, gap)) in enumerate(zip(signs, line, strict=True)):
        before = signs[place - 1] if place else None
        after = signs[place + 1] if place + 1 < len(line) else None
        if sign == 0 and not (before == 0 and after == 0):
            yield at, True, before, after
        if sign and after and sign != after:
            (high, beyond) = line[place + 1]
            assert gap is not None
            assert beyond is not None
            yield _crossing(at, gap, high, beyond, step)


def _crossing(
    low: Fraction, gap: Fraction, high: Fraction, beyond: Fraction, step: Fraction
) -> tuple[Fraction, bool, int | None, int | None]:
    """Return the flip between two points on either side of it."""
    root = low - gap * (high - low) / (beyond - gap)
    tidy = root.limit_denominator(10_000)
    at = tidy if abs(tidy - root) < _NEAR else root
    whole = step >= 1 and at.denominator != 1
    return high if whole else at, not whole and (at / step).denominator == 1, _sign(gap), _sign(beyond)


def _sign(gap: Fraction) -> int:
    return 0 if abs(gap) < _NEAR else 1 if gap > 0 else -1
