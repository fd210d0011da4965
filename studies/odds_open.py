"""Exact odds of the open roll of the shots system, its endless chains in closed form (S-ROL-1, S-ROL-2, S-ROL-3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

PLAIN: Mapping[int, int] = {0: 1}
"""No dice beside the open roll's own two."""


class OpenRoll:
    """The open roll's distribution: two dice whose highest face is re-rolled and added, one less the other (S-ROL-1).

    Both first dice highest are re-rolled, so what counts is the roll given that they are not both; how often that
    happened at least once is `wonder`.

    Args:
        sides: faces of the positive and the negative die.
        added: the sums of further closed dice by their number of ways: a Fortune point's (S-CHR-1).
    """

    def __init__(self, sides: int, added: Mapping[int, int] = PLAIN) -> None:
        self.sides = sides
        self.wonder = Fraction(1, sides * sides)
        self.added = added
        self.flat = sides + max(added)
        """The least value from which on only the positive chain decides: where `sum_from` holds."""

    def chain(self, least: int) -> Fraction:
        """Return the chance that one whole chain comes to at least so much."""
        if least <= 1:
            return Fraction(1)
        again, rest = divmod(least - 1, self.sides)
        return Fraction(self.sides - rest, self.sides ** (again + 1))

    def chain_sum(self, least: int) -> Fraction:
        """Return the sum of `chain` over all values from ``least`` (1 or more) up."""
        again, rest = divmod(least - 1, self.sides)
        open_faces = self.sides - rest
        here = Fraction(open_faces * (open_faces + 1), 2 * self.sides ** (again + 1))
        return here + Fraction(self.sides + 1, 2 * (self.sides - 1) * self.sides**again)

    def at_least(self, least: int) -> Fraction:
        """Return the chance that the roll comes to at least so much."""
        ways = sum(self.added.values())
        return sum((self._bare(least - more) * way for more, way in self.added.items()), Fraction(0)) / ways

    def exactly(self, value: int) -> Fraction:
        """Return the chance that the roll comes to just so much."""
        return self.at_least(value) - self.at_least(value + 1)

    def sum_from(self, least: int) -> Fraction:
        """Return the sum of `at_least` over all values from ``least`` up, where that is `flat` or more."""
        ways = sum(self.added.values())
        return sum((self._bare_sum(least - more) * way for more, way in self.added.items()), Fraction(0)) / ways

    def _bare(self, least: int) -> Fraction:
        """Return the chance that the two chains alone come to at least so much."""
        low = range(1, self.sides)
        both_low = sum(1 for plus in low for minus in low if plus - minus >= least)
        plus_open = sum((self.chain(least - self.sides + minus) for minus in low), Fraction(0))
        minus_open = sum((1 - self.chain(plus - self.sides - least + 1) for plus in low), Fraction(0))
        return (both_low + plus_open + minus_open) / (self.sides**2 - 1)

    def _bare_sum(self, least: int) -> Fraction:
        """Return the sum of `_bare` over all values from ``least`` up, where that is the die's faces or more."""
        open_sums = (self.chain_sum(least - self.sides + minus) for minus in range(1, self.sides))
        return sum(open_sums, Fraction(0)) / (self.sides**2 - 1)


class Attack(NamedTuple):
    """An attack of the shots system with its dice left open: what it must roll, and what an Outcome does.

    Attributes:
        need: the least open roll that hits.
        bonus: Outcome gained when a hit was a wonder (S-ROL-1).
        soaked: Toughness and armor less Damage Value: Outcomes up to here do no wound.
        roll: the open roll.
    """

    need: int
    bonus: int
    soaked: int
    roll: OpenRoll

    def hit(self) -> Fraction:
        """Return the chance to hit."""
        return self.roll.at_least(self.need)

    def outcome(self, least: int) -> Fraction:
        """Return the chance of a hit with at least this Outcome, 0 or more."""
        plain = self.roll.at_least(self.need + least)
        lifted = self.roll.at_least(self.need + max(0, least - self.bonus))
        return plain * (1 - self.roll.wonder) + lifted * self.roll.wonder

    def outcome_sum(self, low: int) -> Fraction:
        """Return the sum of `outcome` over all Outcomes from ``low`` (0 or more) up, its tail in closed form."""
        closed = max(low, self.bonus, self.roll.flat + self.bonus - self.need)
        near = sum((self.outcome(least) for least in range(low, closed)), Fraction(0))
        start = self.need + closed
        plain, lifted = self.roll.sum_from(start), self.roll.sum_from(start - self.bonus)
        return near + plain * (1 - self.roll.wonder) + lifted * self.roll.wonder

    def mean_outcome(self) -> Fraction:
        """Return the mean Outcome of a hit; 0 where nothing hits."""
        hits = self.hit()
        return self.outcome_sum(1) / hits if hits else Fraction(0)

    def wounds(self, least: int) -> Fraction:
        """Return the chance of at least so many Wound Points, 1 or more."""
        return self.outcome(max(0, least + self.soaked))

    def mean_wounds(self) -> Fraction:
        """Return the mean of the Wound Points, misses counted as none: the sum of `wounds` from 1 up."""
        return max(0, -self.soaked) * self.hit() + self.outcome_sum(max(1, 1 + self.soaked))
