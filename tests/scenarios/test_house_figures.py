"""The house figures of armor and shields, set against what the rules ask of them by hand (C-ARM-4, C-ARM-5)."""

from __future__ import annotations

import pytest

from engine.counts.rules import DAMAGE_TYPES
from scenarios.counts.gear import gear

BODY = {"chest", "abdomen"}


@pytest.mark.parametrize(
    ("build", "material"),
    [("leather_wood", "heavy_leather"), ("wood", "studded_leather"), ("metal_wood", "splint"), ("metal", "iron_plate")],
)
@pytest.mark.parametrize("size", ["buckler", "small_shield", "medium_shield", "large_shield", "tower_shield"])
def test_a_shield_protects_as_the_armor_it_is_built_like_and_has_no_length(size: str, build: str, material: str) -> None:
    shield = gear().weapons[f"{size}_{build}"]
    assert shield.protection == gear().materials[material].protection
    assert shield.length == 0.0
    assert shield.shield


def test_the_protection_table_has_nine_materials_and_eight_types_within_its_range() -> None:
    table = {name: material.protection for name, material in gear().materials.items()}
    assert len(table) >= 9
    for row in table.values():
        assert set(row) == set(DAMAGE_TYPES)
        assert all(0 <= points <= 6 for points in row.values())


@pytest.mark.parametrize("name", sorted(gear().materials))
def test_a_body_piece_of_any_material_takes_150_hits_or_more(name: str) -> None:
    assert len(BODY) * gear().materials[name].points >= 150
