"""Rule constants and scenario values: how one is declared, and the clock's own constants shared by all systems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs


def constant(
    default: Any,
    rule: str,
    unit: str,
    source: str,
    why: str,
    *,
    ge: float | None = None,
    le: float | None = None,
    gt: float | None = None,
    choices: tuple[str, ...] | None = None,
) -> Any:
    """Declare one constant of a rule set.

    Args:
        default: the value the rules give.
        rule: the id of the rule it belongs to, e.g. ``"C-TIM-1"``.
        unit: counts, feet, percent, points, share, ...
        source: ``S`` source, ``P`` published parent, ``R`` ruling, ``H`` house.
        why: what it is, in plain words.
        ge, le, gt: bounds a scenario must keep.
        choices: the texts allowed, where it is a text.
    """
    meta = {
        "rule": rule, "unit": unit, "source": source, "why": why,
        "ge": ge, "le": le, "gt": gt, "choices": choices,
    }  # fmt: skip
    return attrs.field(default=default, metadata=meta)


def nested(factory: Callable[[], Any], rule: str, source: str, why: str) -> Any:
    """Declare a group of constants that has a class of its own (a table)."""
    meta = {"rule": rule, "unit": "table", "source": source, "why": why}
    return attrs.field(factory=factory, metadata=meta)


def field(
    default: Any = attrs.NOTHING,
    why: str = "",
    *,
    factory: Any = None,
    unit: str = "",
    ge: float | None = None,
    le: float | None = None,
    gt: float | None = None,
    choices: tuple[str, ...] | None = None,
    decimals: int | None = None,
    key: str | None = None,
) -> Any:
    """Declare one field of a scenario value with what it may hold; the loader and the JSON Schema read it.

    Args:
        default: the value when the file is silent; required without one.
        why: what it is, in plain words.
        factory: makes the default, for mappings.
        unit: feet, counts, percent, ...
        ge, le, gt: bounds.
        choices: texts allowed.
        decimals: most decimals a number may have (durations 3, lengths 2).
        key: what the file calls it, where Python can't (``def``).
    """
    meta = {
        "why": why, "unit": unit, "ge": ge, "le": le, "gt": gt, "choices": choices, "decimals": decimals, "key": key,
    }  # fmt: skip
    if factory is not None:
        return attrs.field(factory=factory, metadata=meta)
    return attrs.field(default=default, metadata=meta)


TIES = ("simultaneous", "reach", "speed", "seeded")


@attrs.frozen(kw_only=True)
class ClockRules:
    """The constants of the clock, the same fields in every system (CLK-1 to CLK-8)."""

    ties: str = constant("simultaneous", "CLK-3", "policy", "R", "who resolves first among blows of one instant", choices=TIES)
    max_counts: float = constant(4800.0, "CLK-8", "counts", "R", "the time cap: outcome timeout", gt=0, le=10_000_000)
    stalemate_counts: float = constant(1200.0, "CLK-8", "counts", "R", "this long without progress is a stalemate", gt=0, le=10_000_000)
    init_floor: float = constant(1.0, "CLK-2", "counts", "R", "least INIT of a further declaration at one instant", gt=0, le=1000)
    time_scale: int = constant(1, "CLK-6", "factor", "R", "multiplies the ticks of a count; changes nothing else", ge=1, le=1000)
    guard_actions: int = constant(1000, "CLK-8", "actions", "R", "more declarations at one tick end the battle as an error", ge=1, le=1_000_000)
    guard_events: int = constant(10_000, "CLK-8", "events", "R", "more events at one tick end the battle as an error", ge=1, le=10_000_000)
    max_events: int = constant(5_000_000, "CLK-8", "events", "R", "the event budget of a battle", ge=1, le=1_000_000_000)
