"""What must hold in every battle is checked in every battle that a test plays to its end with its log kept.

`watch` looks on from the test-suite's start; `tests/conftest.py` fails the test whose battle does not hold. A test that breaks a battle
on purpose takes what was found with `look`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine import Battle
from engine.record import encode
from studies.check import Violation, check

found: list[Violation] = []
"""What did not hold in the battles since the last look."""


def watch() -> None:
    """Check every battle of this process as it ends, from now on."""
    finish = Battle._finish

    def finish_and_check(battle: Battle, *verdict: Any) -> None:
        over = battle.result is not None
        finish(battle, *verdict)
        if not over:
            found.extend(violations(battle))

    Battle._finish = finish_and_check  # type: ignore[method-assign]


def violations(battle: Battle) -> list[Violation]:
    """Return what does not hold in a battle so far; none where it keeps no log, or its document tells of others."""
    named = [row["name"] for row in battle.scenario.document.get("combatants", ())]
    if sorted(named) != sorted(spec.name for spec in battle.scenario.combatants):
        return []
    return check(msgspec.json.decode(encode(event)) for event in battle.events)


def hold(battle: Battle) -> None:
    """Check a battle that is left before its end."""
    if battle.result is None:
        found.extend(violations(battle))


def look() -> list[Violation]:
    """Return what did not hold since the last look, and forget it."""
    seen = found.copy()
    found.clear()
    return seen
