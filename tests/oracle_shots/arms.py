"""A character at the start of a fight, and its hands (S-SEQ-3)."""

from __future__ import annotations

from typing import Any

from oracle_shots.plan import Plan
from oracle_shots.state import One, Weapon


def character(row: dict[str, Any], plan: Plan, rank: int) -> One:
    """Return a character at the start of a fight."""
    weapons = {arm["name"]: Weapon(arm, arm.get("magazine", 0), arm.get("ammunition", 0)) for arm in row["weapons"]}
    one = One(
        row, plan, rank, float(row["position"][0]), float(row["position"][1]), "prone" in row.get("tags", ()),
        row.get("surprised", False), row.get("hidden", False), row.get("fortune", 0), row.get("fu", 0), weapons,
    )  # fmt: skip
    for weapon in weapons.values():
        if row.get("in_hand", True) and 0 < weapon.hands <= one.hands.count(None):
            draw(one, weapon)
    return one


def draw(one: One, weapon: Weapon) -> None:
    """S-SEQ-3: take a weapon into the hands it needs, free ones first; what they held is put away."""
    for hand in sorted((0, 1), key=lambda hand: one.hands[hand] is not None)[: weapon.hands]:
        let_go = one.hands[hand]
        if let_go is not None:
            one.hands = [None if held is let_go else held for held in one.hands]
        one.hands[hand] = weapon
