"""What the policies of the steps system know by heart of a scenario: shots reckoned before, in this battle or an earlier one of it.

Nothing of a battle is in it: a case that comes up (`agents.squares_fire.Case`) holds all that its answer depends on beside
what the scenario fixes. So an answer holds for good, and what is known leads to the same choices as what is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents.base import Setup
    from agents.squares_fire import Best, Case
    from engine.scenario import Scenario

    Cases = dict[tuple[Case, float], Best]

MOST_SCENARIOS = 4
"""Of so many scenarios the cases are kept, those fought last; their battles may take turns."""

_known: list[tuple[Scenario, dict[Any, Cases]]] = []
"""The scenarios themselves, for two that are alike in some respect need not be in all; the latest last."""


def cases_of(setup: Setup, preferences: tuple[float, ...]) -> Cases:
    """Return the best shots of cases that have come up before, for one who plays a combatant with some preferences.

    Args:
        setup: whom one plays, in which scenario.
        preferences: by how much one would rather shoot in each fire mode.
    """
    place = next((place for place, known in enumerate(_known) if known[0] is setup.scenario), None)
    _known.append((setup.scenario, {}) if place is None else _known.pop(place))
    del _known[:-MOST_SCENARIOS]
    return _known[-1][1].setdefault((setup.combatant, preferences), {})
