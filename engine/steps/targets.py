"""Whom a shot goes at: one combatant, or all on the squares that full auto sweeps (P-FIR-1)."""

from __future__ import annotations

from engine.steps import grid, lookup
from engine.steps.state import Action, Fight, Fighter, Square


def of(fight: Fight, action: Action) -> list[Fighter]:
    """Return whom a direct shot is rolled against: its target, then who stands on the other squares it sweeps.

    In-direct fire is aimed at a square: at nobody.
    """
    if action.target is None or is_indirect(action):
        return []
    option = action.option
    if option.mode != "auto":  # type: ignore[attr-defined]
        return [action.target]
    rest = [
        other for square in swept(fight, action) for other in lookup.at(fight, square)
        if other is not action.target and other is not action.fighter
    ]  # fmt: skip
    return [action.target, *rest]


def swept(fight: Fight, action: Action) -> tuple[Square, ...]:
    """Return the squares full auto sweeps: from the target's on, in a row (P-FIR-1)."""
    assert action.target is not None
    sweep = action.option.sweep  # type: ignore[attr-defined]
    length = fight.rules.auto_squares if sweep is not None else 1
    facing = grid.FACINGS.index(sweep) if sweep is not None else 0
    return grid.line_of(action.target.square, facing, length)


def is_indirect(action: Action) -> bool:
    """Return whether a shot is in-direct fire (P-LOS-3)."""
    return bool(action.option.indirect)  # type: ignore[attr-defined]
