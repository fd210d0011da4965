"""Where a fighter would like to stand: distances that follow from the weapons anyone can see (C-STG-1 to 3)."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.counts.stages import Stage, StageTable, effect, hundredths, stage_table
from engine.counts.timing import effective_x

if TYPE_CHECKING:
    from engine.counts.rules import CountsRules
    from engine.units import Count, Feet

_ASSUMED_CHANCE, _ASSUMED_DAMAGE = 50, 10.0
"""What a blow at optimal distance is taken to be worth, where nothing better is known: percent and points."""

_UNARMED = 5.0
"""The damage a count of an opponent that shows no weapon."""

_INIT = 2.0
"""Counts a declaration is taken to wait."""

_SLIPS = (0.0, 1.0, 2.0)
"""Feet an opponent may come closer before the INIT of a mode is over: a distance must be good there too."""

_STEP = 0.5
"""How far beyond a border one stands in an open-ended stage, feet."""


Pair = tuple[float, float, float, float]
"""Two weapons: length and speed W of one's own, length and W of the opponent's."""

_ALIKE = 0.02
"""Distances whose worth differs by less are alike: then the own optimal distance decides."""

_AHEAD = 4
"""How many stages of ground one looks ahead."""


@lru_cache(maxsize=32)
def ground(rules: CountsRules) -> Ground:
    """Return the distances under a rule set; one object serves all battles, its answers depend on nothing else."""
    return Ground(rules)


class Ground:
    """Distances under one rule set.

    Args:
        rules: the scenario's rule set.
    """

    def __init__(self, rules: CountsRules) -> None:
        self._rules = rules
        self._tables: dict[Feet, StageTable] = {}
        self._nearest: dict[Feet, Feet] = {}
        self._best: dict[Pair, Feet] = {}
        self._pays: dict[tuple[Pair, int, int], float] = {}

    def table(self, length: Feet) -> StageTable:
        """Return the stages of a weapon length."""
        found = self._tables.get(length)
        if found is None:
            found = self._tables[length] = stage_table(length, self._rules)
        return found

    def nearest(self, length: Feet) -> Feet:
        """Return the closest distance at which a weapon fights at its best: Press 3."""
        found = self._nearest.get(length)
        if found is None:
            found = self._nearest[length] = max(self.table(length).press_3, self._rules.least_distance)
        return found

    def stage(self, length: Feet, distance: Feet) -> Stage:
        """Return the stage of a weapon length at a distance."""
        return self.table(length).at(hundredths(distance))

    def rate(self, length: Feet, w: Count, distance: Feet) -> float:
        """Return the damage a count that a weapon is worth at a distance, an ordinary fighter behind it.

        Args:
            length: the weapon's length, feet.
            w: its speed W, counts.
            distance: feet.
        """
        stage = self.stage(length, distance)
        change = effect(stage, self._rules)
        x = effective_x(w, stage, 0.0, self._rules)
        if x is None or not change.possible:
            return 0.0
        chance = max((_ASSUMED_CHANCE + change.hit) * change.hit_factor, self._rules.hit_floor)
        damage = max((_ASSUMED_DAMAGE + change.damage) * change.damage_factor, 0.0)
        return chance * damage / (x + max(x, w) * self._rules.recovery_share + _INIT)

    def best(self, mine: Any, theirs: Any | None) -> Feet:
        """Return the distance at which a weapon gains most on another, even if that one comes a little closer.

        Args:
            mine: the tool one fights with (``length``, ``w``).
            theirs: the tool the opponent shows, or None for empty hands.

        Returns:
            Feet, rounded to 0.01; of equals, the one nearest to one's own optimal distance.
        """
        if theirs is None:
            return self.nearest(mine.length)
        key: Pair = (mine.length, mine.w, theirs.length, theirs.w)
        found = self._best.get(key)
        if found is None:
            found = self._best[key] = self._search(*key)
        return found

    def pays(self, mine: Any, theirs: Any | None, distance: Feet, direction: int) -> float:
        """Return what the best of the next few stages adds to one's part of all the damage done (-1..1).

        Args:
            mine: the tool one fights with.
            theirs: the tool the opponent shows, or None.
            distance: where both stand, feet.
            direction: -1 to come closer, 1 to go back.
        """
        foe = (theirs.length, theirs.w) if theirs is not None else (0.0, 0.0)
        key: Pair = (mine.length, mine.w, *foe)
        place = hundredths(distance)
        found = self._pays.get((key, place, direction))
        if found is None:
            unit, nearest = self.table(mine.length).unit, self.nearest(mine.length)
            places = [max(distance + direction * unit * stages, nearest) for stages in range(1, _AHEAD + 1)]
            here = self._part(key, distance)
            found = max([(self._part(key, there) - here) / stages for stages, there in enumerate(places, 1)])
            self._pays[key, place, direction] = found
        return found

    def _part(self, key: Pair, distance: Feet) -> float:
        """Return one's part of the damage two weapons do at a distance, 0..1."""
        mine = self.rate(key[0], key[1], distance)
        theirs = self.rate(key[2], key[3], distance) if key[3] else _UNARMED
        return mine / (mine + theirs) if mine + theirs else 0.5

    def _search(self, length: Feet, w: Count, foe_length: Feet, foe_w: Count) -> Feet:
        optimal, key = self.table(length).optimal, (length, w, foe_length, foe_w)

        def worth(distance: Feet) -> tuple[float, float]:
            places = [max(distance - slip, self._rules.least_distance) for slip in _SLIPS]
            return round(min([self._part(key, place) for place in places]) / _ALIKE), -abs(distance - optimal)

        return max(self._places(length, foe_length), key=worth)

    def _places(self, length: Feet, foe_length: Feet) -> list[Feet]:
        """Return one distance for each pair of stages two weapons can stand at: the middle of where it holds."""
        tables = (self.table(length), self.table(foe_length))
        least = round(self._rules.least_distance * 100)
        borders = {least}
        for table in tables:
            spans = [table.span(stage) for stage in Stage]
            borders.update(span[0] for span in spans if span is not None and span[0] > least)
        ordered = sorted(borders)
        middles = [(low + high) // 2 for low, high in pairwise(ordered)]
        places = [*middles, ordered[0], ordered[-1] + round(_STEP * 100)]
        return [place / 100 for place in places] + [table.optimal for table in tables if table.optimal * 100 >= least]
