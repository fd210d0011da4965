"""Damage (C-DMG-1 to C-DMG-6)."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.counts import damage as harm
from engine.counts.damage import Dice
from engine.counts.rules import DAMAGE_TYPES, CountsRules, DamageType
from engine.errors import InputError

RULES = CountsRules()
TYPES = RULES.types
KINDS = st.sampled_from(DAMAGE_TYPES).map(lambda name: getattr(TYPES, name))
POINTS = st.integers(0, 60)


def blow(damage: int, kind: DamageType, sl: int, armor: int, pab: int, cap: int | None = None) -> harm.Blow:
    return harm.resolve_blow(damage, kind, sl, armor, pab, cap, RULES)


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("7", Dice(7, 2, 4)), ("7*", Dice(7, 2, 6)), ("7^", Dice(7, 2, 8)), ("3+2d10", Dice(3, 2, 10)),
        ("2d6", Dice(0, 2, 6)), ("0", Dice(0, 2, 4)), ("0+1d1", Dice(0, 1, 1)),
    ],
)  # fmt: skip
def test_the_sources_notation_reads(text: str, dice: Dice) -> None:
    """C-DMG-1."""
    assert harm.parse_damage(text) == dice


@pytest.mark.parametrize(
    "text",
    ["", "7**", "-1", "7 ", "d6", "2d", "0d6", "2d0", "1.5", "7*+2", "3+", "٣", "2D6", "101d6", "2d1001", "10001"],
)
def test_any_other_text_is_refused_in_words(text: str) -> None:
    """C-DMG-1."""
    with pytest.raises(InputError, match=r"C-DMG-1"):
        harm.parse_damage(text)


@given(constant=st.integers(0, 10_000), number=st.integers(1, 100), sides=st.integers(1, 1000))
def test_dice_read_back_what_they_print(constant: int, number: int, sides: int) -> None:
    """C-DMG-1."""
    dice = Dice(constant, number, sides)
    assert harm.parse_damage(str(dice)) == dice


@pytest.mark.parametrize(
    ("name", "damage", "mod", "wsd", "share", "unit"),
    [
        ("slicing", 4, -10, 2, 0.75, 15), ("chopping", 2, 10, 4, 1, 10), ("crushing", 0, 15, 2, 1, 5),
        ("piercing", -2, -10, -4, 0.5, 15), ("ripping", 4, -15, 0, 1, 10), ("energy", 5, 10, -5, 0.5, 0),
        ("projectile", 4, 0, -4, 0, 5), ("explosive", 0, 0, 0, 0.25, 2),
    ],
)  # fmt: skip
def test_the_damage_types_have_the_sources_figures(
    name: str, damage: int, mod: int, wsd: float, share: float, unit: int
) -> None:
    """C-DMG-2."""
    kind = getattr(TYPES, name)
    assert (kind.damage, kind.mod, kind.wsd, kind.pab_share, kind.knockback_unit) == (damage, mod, wsd, share, unit)


def test_the_order_before_armor() -> None:
    """C-DMG-1a: 11 rolled + 4 + 1 + 2 = 18; at 10 ft/ct x1.5 = 27; halved at Over 1 = 13; capped at 12."""

    def before(speed: float, factor: float, cap: int) -> int:
        return harm.damage_before_armor(11, 4, 1, 2, speed, factor, cap, RULES)

    assert [before(0.0, 1.0, 99), before(10.0, 1.0, 99), before(10.0, 0.5, 99), before(10.0, 0.5, 12)] == [
        18,
        27,
        13,
        12,
    ]


def test_modifiers_never_bring_the_damage_below_0() -> None:
    """C-DMG-1a."""
    assert harm.damage_before_armor(2, -2, 0, -3, 15.0, 1.0, 99, RULES) == 0


@pytest.mark.parametrize(
    ("speed", "damage"), [(4.0, 7), (5.0, 7), (9.99, 7), (10.0, 10), (14.9, 10), (15.0, 14), (20.0, 17)]
)
def test_every_full_five_feet_above_five_add_half_the_roll(speed: float, damage: int) -> None:
    """C-DMG-3: 10 ft/ct x1.5, 15 x2, rounded down."""
    assert harm.damage_before_armor(7, 0, 0, 0, speed, 1.0, 99, RULES) == damage


def test_the_cap_is_three_times_the_best_result_with_material_and_magic() -> None:
    """C-DMG-4: 7* slicing: 7 + 4 + 12 = 23; with 2 of material and 1 of magic 26 x 3."""
    dice = harm.parse_damage("7*")
    assert harm.best(dice, TYPES.slicing.damage) == 23
    assert harm.cap(dice, TYPES.slicing.damage, 0, 0, RULES) == 69
    assert harm.cap(dice, TYPES.slicing.damage, 2, 1, RULES) == 78


def test_the_cap_bounds_the_htk_lost_again() -> None:
    """C-DMG-4: 23 crushing at SL 6 without armor or PAB would cost 69."""
    got = blow(23, TYPES.crushing, 6, 0, 0, cap=40)
    assert (got.lost, got.edged, got.leaked) == (40, 40, 0)


@pytest.mark.parametrize(
    ("sl", "plain", "piercing"), [(0, 1, 1), (2, 1, 1), (3, 1, 2), (4, 2, 2), (5, 2, 3), (6, 3, 3), (12, 3, 3)]
)
def test_the_critical_multiplier_and_its_piercing_reading(sl: int, plain: int, piercing: int) -> None:
    """C-DMG-5."""
    assert harm.critical_multiplier(sl, TYPES.slicing.sl_shift, RULES) == plain
    assert harm.critical_multiplier(sl, TYPES.piercing.sl_shift, RULES) == piercing


def test_the_sources_example_of_a_crushing_blow() -> None:
    """C-DMG-6: 23 crushing, SL 6, A 10, PAB 6: 13 through, 10 of them concussive, 3 x 3 = 9, 1 PAB left: 8 lost."""
    got = blow(23, TYPES.crushing, 6, 10, 6)
    assert got == harm.Blow(
        lost=8, concussive=10, leaked=0, through=13, critical=3, pab_left=1, knockback_damage=23, edged=8
    )


def test_concussion_that_pab_cannot_stop_is_lost_without_secondary_effects() -> None:
    """C-DMG-6: 30 crushing, A 10, PAB 2: PAB stops 4 of 10 concussive, 6 get through, and 10 x 1: 16 lost."""
    got = blow(30, TYPES.crushing, 0, 10, 2)
    assert (got.lost, got.concussive, got.leaked, got.edged, got.pab_left) == (16, 10, 6, 10, 0)


@pytest.mark.parametrize(
    ("damage", "kind", "sl", "armor", "pab", "lost", "concussive", "left"),
    [
        (23, "piercing", 1, 4, 5, 14, 4, 3),
        (9, "slicing", 0, 12, 4, 0, 0, 4),
        (12, "projectile", 4, 3, 6, 12, 3, 4),
        (10, "chopping", 0, 0, 4, 6, 0, 4),
    ],
)
def test_more_worked_blows(
    damage: int, kind: str, sl: int, armor: int, pab: int, lost: int, concussive: int, left: int
) -> None:
    """C-DMG-6."""
    got = blow(damage, getattr(TYPES, kind), sl, armor, pab)
    assert (got.lost, got.concussive, got.pab_left) == (lost, concussive, left)


def test_knockback_reads_the_damage_before_armor_and_the_critical_only_when_told() -> None:
    """C-DMG-6, C-KNB-1: field knockback_includes_critical."""
    rules = attrs.evolve(RULES, knockback_includes_critical=True)
    assert harm.resolve_blow(23, TYPES.crushing, 6, 10, 6, None, rules).knockback_damage == 69
    assert blow(23, TYPES.crushing, 6, 10, 6).knockback_damage == 23


@given(damage=POINTS, kind=KINDS, sl=st.integers(0, 12), armor=POINTS, pab=st.integers(0, 20), cap=POINTS)
def test_a_blow_never_costs_more_than_its_cap_nor_its_multiplied_damage(
    damage: int, kind: DamageType, sl: int, armor: int, pab: int, cap: int
) -> None:
    """C-DMG-4, C-DMG-6."""
    got = blow(damage, kind, sl, armor, pab, cap)
    assert 0 <= got.lost <= min(cap, damage * got.critical)
    assert got.edged + got.leaked == got.lost
    assert min(got) >= 0


@given(damage=POINTS, kind=KINDS, sl=st.integers(0, 12), armor=POINTS, pab=st.integers(0, 20))
def test_a_blow_splits_into_stopped_concussive_and_edged_points(
    damage: int, kind: DamageType, sl: int, armor: int, pab: int
) -> None:
    """C-DMG-6."""
    got = blow(damage, kind, sl, armor, pab)
    assert got.through == max(0, damage - armor)
    assert got.concussive <= min(armor, got.through)
    assert got.pab_left <= pab
    assert got.leaked <= got.concussive


@given(damage=POINTS, kind=KINDS, sl=st.integers(0, 12), armor=POINTS, pab=st.integers(0, 20))
def test_more_damage_or_a_better_hit_never_costs_less(
    damage: int, kind: DamageType, sl: int, armor: int, pab: int
) -> None:
    """C-DMG-5, C-DMG-6."""
    here = blow(damage, kind, sl, armor, pab).lost
    assert blow(damage, kind, sl + 1, armor, pab).lost >= here
    assert blow(damage, kind, sl, armor, pab + 1).lost <= here
