"""Where a blow lands and how much it does, in a battle (C-LOC-1, C-LOC-2, C-DMG-1 to C-DMG-6)."""

from __future__ import annotations

import pytest
from duels import CHEST, fight, sword

ATTACK = [{"do": "attack"}]
TOUGH = {"htk": 1000}
PLATE = [{"name": "plate", "covers": ["chest"], "protection": {"crushing": 10, "piercing": 4, "slicing": 12}, "hits": 150}]


def landed(roll, head=None, **order):
    dice = {"Ana/to_hit": [30], "Ana/damage": [[1, 1]]}
    if roll is not None:
        dice["Ana/location"] = [roll]
    if head is not None:
        dice["Ana/head_location"] = [head]
    fought = fight([{"do": "attack"} | order], bo_has=TOUGH, rolls=dice)
    return fought.of("impact")[0].location


@pytest.mark.parametrize(
    ("roll", "location"),
    [
        (11, "chest"), (39, "chest"), (40, "right upper_arm"), (41, "left upper_arm"), (47, "left upper_arm"),
        (48, "right lower_arm"), (51, "left lower_arm"), (52, "right hand"), (53, "left hand"), (54, "abdomen"), (81, "abdomen"),
        (82, "groin"), (84, "groin"), (85, "left upper_leg"), (94, "right upper_leg"), (95, "left lower_leg"),
        (98, "right lower_leg"), (99, "left foot"), (100, "right foot"),
    ],
)  # fmt: skip
def test_the_location_roll_names_part_and_side(roll, location):
    """C-LOC-1: even right, odd left."""
    assert landed(roll) == location


@pytest.mark.parametrize(
    ("roll", "detail"),
    [
        (1, "skull"), (30, "skull"), (31, "side"), (50, "side"), (51, "eyes"), (55, "eyes"), (56, "nose"), (65, "nose"),
        (66, "cheeks"), (80, "cheeks"), (81, "mouth"), (85, "mouth"), (86, "neck"), (95, "neck"), (96, "throat"), (100, "throat"),
    ],
)  # fmt: skip
def test_a_blow_to_the_head_takes_a_second_roll(roll, detail):
    """C-LOC-2."""
    assert landed(10, roll) == detail
    assert landed(1, roll) == detail


def test_a_called_location_is_not_rolled_for_but_a_called_head_still_has_details():
    """C-HIT-6, C-LOC-2."""
    assert landed(None, location="abdomen") == "abdomen"
    assert landed(None, 60, location="head") == "nose"


def wound(damage, faces, roll=60, skill=60, distance=5, bo_has=None, bo=None, at=None, pab=0, **weapon):
    """One blow at Bo's chest; the wound it makes."""
    order = {"do": "attack"} | ({} if at is None else {"at": at})
    fought = fight(
        [order], bo, distance, ana_has={"weapons": [sword(damage=damage, **weapon)], "skills": {"sword": skill}},
        bo_has=TOUGH | {"pab": pab} | (bo_has or {}),
        rolls={"Ana/to_hit": [roll], "Ana/location": [CHEST], "Ana/damage": [faces]},
    )  # fmt: skip
    return fought.of("wound")[0]


@pytest.mark.parametrize(
    ("notation", "faces", "damage"), [("7", [1, 4], 12), ("7*", [6, 6], 19), ("7^", [8, 1], 16), ("3+2d10", [10, 9], 22), ("2d6", [1, 1], 2)]
)
def test_damage_is_rolled_as_it_is_written(notation, faces, damage):
    """C-DMG-1."""
    assert wound(notation, faces).damage == damage


def test_type_material_and_magic_are_added():
    """C-DMG-1a, C-DMG-2: 7 + 2 + 4 (slicing) + 1 + 2; the chance takes slicing's -10 and both mods."""
    found = wound(
        "7", [1, 1], 53, wsd=8, type="slicing", includes_type=False, material={"damage": 1, "mod": 1}, magic={"damage": 2, "mod": 2}
    )
    assert found.damage == 16


@pytest.mark.parametrize(("distance", "damage"), [(8, 7), (7, 8), (6, 9), (5, 10), (4, 11), (3, 12), (2, 13), (1.9, 5), (1.4, 2)])
def test_the_stage_changes_the_damage_and_the_over_press_takes_its_share_rounded_down(distance, damage):
    """C-STG-3, C-DMG-1a: 7 + 3 of dice; halves and quarters of 10."""
    assert wound("7", [1, 2], 5, distance=distance).damage == damage


def test_damage_before_the_speed_bonus_is_not_below_0():
    """C-DMG-1a: 2 - 3 at Retreat 3: nothing, and no wound of any cost."""
    assert wound("2d4", [1, 1], 5, distance=8).damage == 0


@pytest.mark.parametrize(("speed", "damage"), [(9, 10), (10, 15), (14, 15), (15, 20), (20, 25)])
def test_every_full_5_feet_of_speed_above_5_add_half_the_damage(speed, damage):
    """C-DMG-3: 7 + 4 - 1 (Retreat 1, at 6 ft) = 10; 10 ft/ct: x1.5, 15: x2."""
    runs = [{"do": "move", "toward": "Ana", "speed": speed}]
    assert wound("7", [2, 2], 5, distance=6 + 10 * speed, bo=runs, at=5, bo_has={"mvm": speed}).damage == damage


def test_damage_is_capped_at_three_times_the_best_by_the_book():
    """C-DMG-4: at 60 ft/ct 10 x 6.5 = 65, cap (7 + 8) x 3 = 45."""
    runs = [{"do": "move", "toward": "Ana", "speed": 60}]
    assert wound("7", [2, 2], 5, distance=606, bo=runs, at=5, bo_has={"mvm": 60}).damage == 45


def test_the_cap_bounds_the_htk_lost_again():
    """C-DMG-4: 10 points x 3 + the speed of 15 ft/ct (20) x 3 = 60 lost, at most 45."""
    runs = [{"do": "move", "toward": "Ana", "speed": 15}]
    found = wound("7", [2, 2], 5, 200, distance=156, bo=runs, at=5, bo_has={"mvm": 15})
    assert (found.damage, found.critical, found.lost) == (20, 3, 45)


@pytest.mark.parametrize(("roll", "critical"), [(60, 1), (21, 1), (20, 2), (1, 2)])
def test_a_blow_counts_twice_from_sl_4(roll, critical):
    """C-DMG-5: chance 60: 39 is SL 3, 40 is SL 4, 59 SL 5."""
    assert wound("7", [1, 1], roll).critical == critical


@pytest.mark.parametrize(("roll", "critical"), [(61, 2), (60, 3)])
def test_a_blow_counts_three_times_from_sl_6(roll, critical):
    """C-DMG-5: chance 120: 59 is SL 5, 60 SL 6."""
    assert wound("7", [1, 1], roll, 120).critical == critical


@pytest.mark.parametrize(("roll", "critical"), [(31, 1), (30, 2), (11, 2), (10, 3)])
def test_piercing_reads_the_table_one_level_higher(roll, critical):
    """C-DMG-5: SL 2 -> x1, 3 -> x2, 4 -> x2, 5 -> x3."""
    assert wound("7", [1, 1], roll, type="piercing").critical == critical


@pytest.mark.parametrize(
    ("kind", "damage", "roll", "armor", "pab", "lost"),
    [
        ("crushing", 23, 60, 10, 6, 8),
        ("piercing", 23, 110, 4, 5, 14),
        ("slicing", 9, 120, 12, 4, 0),
        ("chopping", 10, 120, 0, 4, 6),
        ("projectile", 12, 80, 3, 6, 12),
        ("crushing", 30, 120, 10, 2, 16),
    ],
)  # fmt: skip
def test_a_blow_goes_through_armor_pab_and_critical_in_that_order(kind, damage, roll, armor, pab, lost):
    """C-DMG-6: the source's worked blow and five more; chance 120, so that 60 is SL 6, 80 SL 4, 110 SL 1, 120 is no face."""
    plate = [{"name": "plate", "covers": ["chest"], "protection": {kind: armor}, "hits": 150}]
    chance = 120 if roll < 96 else 60
    roll = roll if roll < 96 else roll - 60
    found = wound("1d30", [damage], roll, chance, pab=pab, bo_has={"armor": plate}, type=kind)
    assert (found.damage, found.armor, found.lost) == (damage, armor, lost)


def test_the_log_tells_the_chain_of_a_blow_link_by_link():
    """C-DMG-6: 23 crushing, SL 6, A 10, PAB 6: 13 through, 10 concussive, x3, 1 PAB left, 8 lost."""
    found = wound("1d30", [23], 60, 120, pab=6, bo_has={"armor": PLATE, "htk": 100})
    assert (found.through, found.concussive, found.critical, found.pab_left, found.lost) == (13, 10, 3, 1, 8)
    assert (found.htk, found.htk_lost, found.part_damage) == (100, 8, 8)


def test_concussion_that_pab_can_not_stop_costs_htk_but_does_not_wound_the_part():
    """C-DMG-6: 30 crushing, A 10, PAB 2: 16 lost, of which 6 are concussive."""
    found = wound("1d30", [30], pab=2, bo_has={"armor": PLATE, "htk": 100})
    assert (found.lost, found.htk_lost, found.part_damage) == (16, 16, 10)


def test_concussion_alone_has_no_secondary_effects():
    """C-DMG-6: of 16 lost only 10 count for C-WND-1: no more than a quarter of 40, so no save is rolled."""
    fought = fight(
        ATTACK, ana_has={"weapons": [sword(damage="1d30")]}, bo_has={"htk": 40, "pab": 2, "armor": PLATE},
        rolls={"Ana/to_hit": [60], "Ana/location": [CHEST], "Ana/damage": [[30]], "Bo/health_save": []},
    )  # fmt: skip
    assert fought.of("wound")[0].lost == 16
