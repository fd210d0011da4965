"""The rule set of the counts system: every constant with its rule id, unit and source on its line.

``S`` the source says so, ``R`` a ruling where the source is silent or contradicts itself, ``H`` a house figure.
"""

from __future__ import annotations

import attrs

from engine.ruleset import ClockRules, constant, nested

DAMAGE_TYPES = ("slicing", "chopping", "crushing", "piercing", "ripping", "energy", "projectile", "explosive")
LEVELS = ("basic", "advanced", "design")
MODES = ("defensive", "offensive", "static", "locked")


@attrs.frozen(kw_only=True)
class DamageType:
    """One damage type's figures (C-DMG-2): damage points, hit percent, WSD counts, PAB share, knockback unit."""

    damage: int = constant(0, "C-DMG-2", "points", "S", "added to the rolled damage", ge=-100, le=100)
    mod: int = constant(0, "C-DMG-2", "percent", "S", "added to the chance to hit", ge=-200, le=200)
    wsd: float = constant(0.0, "C-DMG-2", "counts", "S", "added to the weapon speed", ge=-100, le=100)
    pab_share: float = constant(1.0, "C-DMG-2", "share", "S", "the part of PAB that works against it", ge=0, le=1)
    knockback_unit: int = constant(0, "C-DMG-2", "points", "S", "damage for half a foot of knockback; 0: none", ge=0, le=10_000)
    shock_factor: int = constant(1, "C-WND-3", "factor", "S", "counts so often for system shock after its minor effect", ge=1, le=100)
    sl_shift: int = constant(0, "C-DMG-5", "levels", "S", "reads the critical table so much higher", ge=0, le=10)


@attrs.frozen(kw_only=True)
class DamageTypes:
    """The eight damage types by name."""

    slicing: DamageType = nested(lambda: DamageType(damage=4, mod=-10, wsd=2.0, pab_share=0.75, knockback_unit=15), "C-DMG-2", "S", "a drawn edge")
    chopping: DamageType = nested(lambda: DamageType(damage=2, mod=10, wsd=4.0, knockback_unit=10), "C-DMG-2", "S", "a driven wedge")
    crushing: DamageType = nested(lambda: DamageType(damage=0, mod=15, wsd=2.0, knockback_unit=5), "C-DMG-2", "S", "a blunt mass")
    piercing: DamageType = nested(lambda: DamageType(damage=-2, mod=-10, wsd=-4.0, pab_share=0.5, knockback_unit=15, sl_shift=1), "C-DMG-2", "S", "a driven point")
    ripping: DamageType = nested(lambda: DamageType(damage=4, mod=-15, wsd=0.0, knockback_unit=10), "C-DMG-2", "S", "hooks and claws")
    energy: DamageType = nested(lambda: DamageType(damage=5, mod=10, wsd=-5.0, pab_share=0.5), "C-DMG-2", "S", "heat and lightning")
    projectile: DamageType = nested(lambda: DamageType(damage=4, mod=0, wsd=-4.0, pab_share=0.0, knockback_unit=5, shock_factor=2), "C-DMG-2", "R", "bullets and shell fragments; the source also says 10 for the knockback unit")
    explosive: DamageType = nested(lambda: DamageType(pab_share=0.25, knockback_unit=2, shock_factor=3), "C-DMG-2", "S", "blast, decompression, falls; damage is irregular")


@attrs.frozen(kw_only=True)
class KnockbackSaves:
    """What the struck location adds to a save against knockback, best to worst; motion shifts down the row (C-KNB-3)."""

    lower_arm: int = constant(25, "C-KNB-3", "percent", "S", "a blow on lower arm or hand", ge=-1000, le=1000)
    upper_arm: int = constant(10, "C-KNB-3", "percent", "S", "a blow on the upper arm", ge=-1000, le=1000)
    abdomen: int = constant(0, "C-KNB-3", "percent", "S", "a blow on abdomen or groin", ge=-1000, le=1000)
    chest: int = constant(-10, "C-KNB-3", "percent", "S", "a blow on chest or upper leg", ge=-1000, le=1000)
    head: int = constant(-25, "C-KNB-3", "percent", "S", "a blow on the head, or the leg from the knee down", ge=-1000, le=1000)
    worse: int = constant(-50, "C-KNB-3", "percent", "S", "one category worse than the worst location", ge=-1000, le=1000)
    worst: int = constant(-100, "C-KNB-3", "percent", "S", "two categories worse", ge=-1000, le=1000)
    moving_shift: int = constant(1, "C-KNB-3", "categories", "S", "worse when the target moves", ge=0, le=6)
    upper_leg_hold: int = constant(-25, "C-KNB-3", "percent", "S", "each hold on an upper leg", ge=-1000, le=0)
    lower_leg_hold: int = constant(-50, "C-KNB-3", "percent", "S", "each hold on a lower leg", ge=-1000, le=0)


@attrs.frozen(kw_only=True, cache_hash=True)
class CountsRules(ClockRules):
    """The counts rule set; a scenario overrides any field by name under ``[rules]``."""

    level: str = constant("design", "C-TIM-6", "level", "S", "whether recovery is a phase (design) or only compared", choices=LEVELS)
    simple_retreat: bool = constant(False, "C-STG-7", "switch", "R", "retreats by one roll under PCF instead of a contest")

    # 2 the attack and its clock
    windup_share: float = constant(0.5, "C-TIM-1", "share of X", "S", "wind-up; the rest to the impact is committed", gt=0, le=0.999)
    couched_windup_share: float = constant(0.25, "C-TIM-2", "share of X", "R", "wind-up of a strike from held couched", ge=0, le=10)
    couched_commit_share: float = constant(0.5, "C-TIM-2", "share of X", "S", "committed part of a strike from held couched", gt=0, le=10)
    recovery_share: float = constant(0.5, "C-TIM-4", "share of X or WSD", "S", "recovery: the longer of the two", ge=0, le=10)
    recouch_share: float = constant(1.0, "C-TIM-4", "share of X or WSD", "R", "from the impact back to couched: the longer of the two", ge=0, le=10)
    hurry_modifier: int = constant(-50, "C-TIM-5", "percent", "S", "an action that finishes while its tool still recovers", ge=-1000, le=0)
    closing_speed: float = constant(2.0, "C-TIM-8", "ft/ct", "S", "a target closing faster than this is struck at the closing share", ge=0, le=1000)
    closing_share: float = constant(0.5, "C-TIM-8", "share of WSD", "S", "X against a closing target, rounded up to a whole count", gt=0, le=1)
    least_share: float = constant(0.5, "C-TIM-8", "share of WSD", "S", "stages never make X less than this", gt=0, le=1)
    least_wsd: float = constant(1.0, "C-TIM-8", "counts", "R", "neither W nor X is ever less", gt=0, le=1000)

    # 3 INIT
    init_dice: int = constant(2, "C-INI-1", "dice", "H", "dice of an INIT roll", ge=0, le=100)
    init_sides: int = constant(6, "C-INI-1", "faces", "H", "faces of an INIT die", ge=1, le=1000)
    preset_share: float = constant(0.5, "C-INI-1", "share", "S", "a pre-set INIT: this share of the dice and of SPD, unrounded", ge=0, le=1)
    speed_point_counts: float = constant(1.0, "C-INI-2", "counts", "S", "what one speed point takes off an INIT", ge=0, le=100)
    speed_point_refill: float = constant(240.0, "C-INI-2", "counts", "H", "the pool of speed points refills this often", gt=0, le=1_000_000)

    # 4 noticing
    notice_commit: int = constant(30, "C-PER-1", "percent", "S", "added to the roll to notice a commit", ge=-1000, le=1000)
    notice_rear: int = constant(-20, "C-PER-2", "percent", "H", "an enemy outside the front", ge=-1000, le=0)
    front_degrees: float = constant(180.0, "C-PER-2", "degrees", "S", "the front of a fighter, centred on its facing", ge=0, le=360)

    # 5 modes
    mode_extra: float = constant(2.0, "C-MOD-1", "feet", "S", "default set distance: weapon length and this", ge=0, le=1000)
    mode_speed: float = constant(1.0, "C-MOD-3", "ft/ct", "S", "speed of background movement", gt=0, le=1000)
    mode_tolerance: float = constant(0.01, "C-MOD-5", "feet", "R", "a mode fires beyond the set distance by more than this", ge=0, le=100)
    steer_degrees: float = constant(5.0, "C-MOD-5", "degrees", "R", "a mover lays its course anew when the bearing has turned so far", gt=0, le=90)
    least_distance: float = constant(0.5, "C-MOD-6", "feet", "R", "nobody comes closer than this", ge=0.01, le=100)
    wall_gap: float = constant(0.01, "C-MOD-6", "feet", "R", "nobody comes closer to a wall than this, and who goes over an edge stands so far beyond", ge=0.001, le=10)

    # 6 presses, retreats, stages, locks
    optimal_extra: float = constant(2.0, "C-STG-1", "feet", "S", "optimal distance: weapon length and this", ge=0, le=1000)
    stage_unit: float = constant(1.0, "C-STG-1", "feet", "S", "one stage for a weapon up to the long length", gt=0, le=100)
    stage_unit_long: float = constant(1.5, "C-STG-1", "feet", "S", "one stage for a longer weapon", gt=0, le=100)
    long_length: float = constant(6.0, "C-STG-1", "feet", "S", "weapons longer than this use the long unit", ge=0, le=1000)
    stage_hit: int = constant(10, "C-STG-3", "percent", "S", "to hit, for each stage of press or retreat", ge=0, le=1000)
    stage_damage: int = constant(1, "C-STG-3", "points", "S", "damage, for each stage of press or retreat", ge=0, le=100)
    stage_wsd: float = constant(1.0, "C-STG-3", "counts", "S", "WSD, for each stage of press or retreat", ge=0, le=100)
    over1_factor: float = constant(0.5, "C-STG-3", "share", "S", "chance and damage at Over 1", ge=0, le=1)
    over2_factor: float = constant(0.25, "C-STG-3", "share", "S", "chance and damage at Over 2", ge=0, le=1)
    over2_wsd: float = constant(1.5, "C-STG-3", "share of WSD", "S", "WSD at Over 2", gt=0, le=100)
    contest_step: int = constant(20, "C-STG-4", "percent", "S", "one stage for every full step of difference", ge=1, le=1000)
    maneuver_speed: float = constant(1.0, "C-STG-5", "ft/ct", "R", "how fast gained ground is walked", gt=0, le=1000)
    maneuver_least: float = constant(1.0, "C-STG-5", "counts", "R", "a press or retreat lasts at least this", gt=0, le=1000)
    lock_counts: float = constant(1.0, "C-STG-6", "counts", "R", "a lock or unlock takes this after its INIT", gt=0, le=1000)
    simple_retreat_share: float = constant(0.5, "C-STG-7", "share of MVM", "S", "ground of a simple retreat that succeeds", ge=0, le=100)

    # 7 to hit
    critical_from: int = constant(96, "C-HIT-1", "roll", "H", "natural rolls from here on miss, critically", ge=2, le=101)
    hit_floor: int = constant(5, "C-HIT-8", "roll", "H", "natural rolls up to here hit at SL 0", ge=0, le=100)
    sl_step: int = constant(10, "C-HIT-1", "percent", "H", "success number for each success level", ge=1, le=1000)
    unskilled: int = constant(0, "C-HIT-1", "percent", "R", "skill with a weapon one has no skill in", ge=-100, le=1000)
    moving_speed: float = constant(1.0, "C-HIT-3", "ft/ct", "S", "faster than this is moving", ge=0, le=1000)
    attacker_moving: int = constant(-40, "C-HIT-2", "percent", "S", "the attacker moves", ge=-1000, le=0)
    target_moving: int = constant(-40, "C-HIT-2", "percent", "S", "the target moves", ge=-1000, le=0)
    velocity_step: int = constant(-10, "C-HIT-2", "percent", "S", "for every full ft/ct of relative velocity", ge=-1000, le=0)
    angle_limit: float = constant(45.0, "C-HIT-2", "degrees", "S", "up to here only a share of the velocity counts", ge=0, le=90)
    angle_percent: float = constant(2.0, "C-HIT-2", "percent a degree", "S", "the share, for each degree", ge=0, le=100)
    targeting_share: float = constant(0.5, "C-HIT-4", "share", "S", "target-based movement left after Targeting Perception", ge=0, le=1)
    unstable_platform: int = constant(-40, "C-HIT-4", "percent", "S", "the attacker stands on something unsteady", ge=-1000, le=0)
    shoot_while_move: int = constant(3, "C-HIT-2", "percent a rank", "S", "given back to a missile shooter that moves", ge=0, le=100)
    shoot_while_move_most: int = constant(40, "C-HIT-2", "percent", "S", "the most that is given back", ge=0, le=1000)
    def_on_missile: int = constant(-30, "C-HIT-5", "percent", "S", "to fire with DEF on", ge=-1000, le=0)
    short_length: float = constant(2.0, "C-HIT-6", "feet", "R", "hand weapons up to here count as short", ge=0, le=100)
    called_low_near: int = constant(-10, "C-HIT-6", "percent", "S", "fist or short weapon at an upper leg; foot at the chest", ge=-1000, le=0)
    called_low_far: int = constant(-25, "C-HIT-6", "percent", "S", "fist or short weapon at a lower leg or foot; foot at the head", ge=-1000, le=0)
    called_small: int = constant(-20, "C-HIT-6", "percent", "H", "any other call of head, hand or foot", ge=-1000, le=0)
    called_other: int = constant(-10, "C-HIT-6", "percent", "H", "any other called location", ge=-1000, le=0)
    prone_attacker: int = constant(-20, "C-HIT-7", "percent", "H", "the attacker lies", ge=-1000, le=0)
    prone_target: int = constant(20, "C-HIT-7", "percent", "H", "the target lies", ge=0, le=1000)
    helpless_target: int = constant(20, "C-HIT-7", "percent", "H", "the target is stunned or unconscious", ge=0, le=1000)

    # 9 damage
    types: DamageTypes = nested(DamageTypes, "C-DMG-2", "S", "the eight damage types")
    speed_bonus_step: float = constant(5.0, "C-DMG-3", "ft/ct", "S", "every full step of relative speed above the first", gt=0, le=1000)
    speed_bonus_share: float = constant(0.5, "C-DMG-3", "share", "S", "of the rolled damage, added for each such step", ge=0, le=100)
    cap_factor: int = constant(3, "C-DMG-4", "factor", "S", "damage and HTK lost are at most the best by-the-book result so often", ge=1, le=100)
    critical_2: int = constant(4, "C-DMG-5", "SL", "H", "success level from which a blow counts twice", ge=1, le=100)
    critical_3: int = constant(6, "C-DMG-5", "SL", "H", "success level from which a blow counts three times", ge=1, le=100)
    concussive_per_pab: int = constant(2, "C-DMG-6", "points", "S", "concussive points one PAB stops", ge=1, le=100)

    # 10 what a wound does
    minor_share: float = constant(0.25, "C-WND-1", "share of HTK", "S", "a blow that costs more threatens the minor effect", gt=0, le=100)
    major_share: float = constant(0.5, "C-WND-1", "share of HTK", "S", "a blow that costs more threatens the major effect", gt=0, le=100)
    second_save_share: float = constant(0.5, "C-WND-1", "share of health", "R", "the save that spares the minor effect after a major", ge=0, le=1)
    injured_share: float = constant(0.5, "C-WND-2", "share of HTK", "S", "damage at one part that injures it", gt=0, le=100)
    crippled_share: float = constant(1.0, "C-WND-2", "share of HTK", "S", "damage at one part that cripples it", gt=0, le=100)
    destroyed_share: float = constant(2.0, "C-WND-2", "share of HTK", "S", "damage at one part that destroys it", gt=0, le=100)
    small_part_share: float = constant(0.5, "C-WND-2", "share", "H", "of these thresholds for hand, foot, eyes, nose and mouth", gt=0, le=1)
    injured_modifier: int = constant(-20, "C-WND-2", "percent", "H", "on whatever uses an injured part", ge=-1000, le=0)
    bleed_minor: int = constant(1, "C-WND-3", "HTK a minute", "S", "bleeding of a minor slicing or ripping effect and of a major piercing one", ge=0, le=1000)
    bleed_major: int = constant(2, "C-WND-3", "HTK a minute", "S", "bleeding of a major shock", ge=0, le=1000)
    minute: float = constant(240.0, "C-WND-7", "counts", "S", "a minute", gt=0, le=1_000_000)
    shock_mvm: float = constant(4.0, "C-WND-3", "ft/ct", "S", "MVM lost to a shock of abdomen or groin", ge=0, le=1000)
    disabled_mvm: float = constant(8.0, "C-WND-3", "ft/ct", "S", "MVM lost to a disabled abdomen", ge=0, le=1000)
    half_stun_share: float = constant(0.5, "C-WND-3", "share", "S", "of a whole stun, rounded up to a count", ge=0, le=1)
    overbear_bonus: int = constant(20, "C-WND-3", "percent", "S", "overbear of a major ripping effect", ge=-1000, le=1000)
    stun_per_htk: float = constant(1.0, "C-WND-4", "counts a HTK", "H", "stun for each HTK the blow cost", ge=0, le=1000)
    lame_share: float = constant(0.5, "C-WND-4", "share of MVM", "H", "left with a useless leg or foot", ge=0, le=1)
    shock_share: float = constant(0.9, "C-WND-5", "share of HTK", "H", "shock total from which every wound asks for a save", gt=0, le=100)
    shock_share_groin: float = constant(0.75, "C-WND-5", "share of HTK", "S", "the same after a disabled groin", gt=0, le=100)
    down_share: float = constant(1.0, "C-WND-6", "share of HTK", "R", "HTK lost that puts a fighter out of the fight", gt=0, le=100)
    dead_share: float = constant(2.0, "C-WND-6", "share of HTK", "R", "HTK lost that kills", gt=0, le=100)
    bind_counts: float = constant(40.0, "C-WND-7", "counts", "H", "binding one bleeding wound", gt=0, le=100_000)
    bind_reach: float = constant(3.0, "C-WND-7", "feet", "R", "how near a friend must be to be bound", ge=0.5, le=1000)

    # 11 armor and shields
    wear_stopped: float = constant(0.5, "C-ARM-2", "hits a point", "S", "wear by points that do not go through", ge=0, le=100)
    wear_through: float = constant(2.0, "C-ARM-2", "hits a point", "S", "wear by points that go through", ge=0, le=100)
    load_free: float = constant(50.0, "C-ARM-3", "pounds", "H", "encumbrance that costs nothing", ge=0, le=10_000)
    load_step: float = constant(25.0, "C-ARM-3", "pounds", "H", "every full step above costs 1 MVM", gt=0, le=10_000)
    parry_share: float = constant(0.5, "C-ARM-6", "share of WSD", "H", "a weapon's parry comes up, and recovers, in this", ge=0, le=10)
    shield_parry_share: float = constant(0.25, "C-ARM-6", "share of WSD", "H", "the same for a shield", ge=0, le=10)

    # 12 knockback, falls
    knockback_feet: float = constant(0.5, "C-KNB-1", "feet a unit", "S", "knockback for each unit of damage", ge=0, le=100)
    knockback_weight: float = constant(150.0, "C-KNB-1", "pounds", "S", "the weight that changes nothing", gt=0, le=100_000)
    knockback_weight_step: float = constant(25.0, "C-KNB-1", "pounds", "S", "a foot less or more for every full step", gt=0, le=100_000)
    knockback_includes_critical: bool = constant(False, "C-KNB-1", "switch", "R", "whether the critical multiplier counts for knockback")
    knockback_saved: float = constant(1.0, "C-KNB-2", "feet", "S", "farther than this asks for an AGL save", ge=0, le=1000)
    knockback_factor: float = constant(2.0, "C-KNB-2", "factor", "S", "how much farther a failed save throws", ge=1, le=100)
    knockback_speed: int = constant(-5, "C-KNB-2", "percent a ft/ct", "S", "on the saves, for every full ft/ct the target moves", ge=-1000, le=0)
    knockback_beyond: int = constant(-10, "C-KNB-2", "percent a foot", "S", "on the second save, for every foot beyond MVM", ge=-1000, le=0)
    knockback_saves: KnockbackSaves = nested(KnockbackSaves, "C-KNB-3", "S", "what location and motion do to the saves")
    knockback_counts: float = constant(1.0, "C-KNB-4", "counts", "R", "a throw is a motion of so long", gt=0, le=100)
    bash_weight: float = constant(50.0, "C-KNB-5", "pounds", "H", "a bash: weight over this, times the closing speed", gt=0, le=100_000)
    fall_speed_step: float = constant(2.0, "C-FAL-1", "ft/ct a die", "S", "one die for each full step of velocity", gt=0, le=1000)
    fall_critical_factor: int = constant(2, "C-FAL-1", "factor", "H", "what a critical fall multiplies", ge=1, le=100)
    fall_acceleration: float = constant(8.0, "C-FAL-1", "ft/ct per ct", "S", "acceleration of a fall", gt=0, le=1000)
    fall_die: int = constant(4, "C-FAL-1", "faces", "S", "the die of a fall's damage, one for each full 2 ft/ct", ge=1, le=1000)
    fall_save_divisor: int = constant(2, "C-FAL-1", "divisor", "S", "what an AGL save, and a falling roll, each divide the damage by", ge=1, le=100)
    fall_critical: float = constant(2.0, "C-FAL-1", "percent a ft/ct", "S", "chance of a critical fall", ge=0, le=100)
    rise_counts: float = constant(8.0, "C-THR-1", "counts", "H", "getting up", gt=0, le=1000)
    overbear_wsd: float = constant(8.0, "C-THR-1", "counts", "R", "speed of an overbear or throw", gt=0, le=1000)
    overbear_length: float = constant(1.0, "C-THR-1", "feet", "R", "reach of an overbear or throw", ge=0, le=100)
    draw_counts: float = constant(8.0, "C-THR-1", "counts", "H", "drawing or changing a weapon", gt=0, le=1000)

    # 13 missiles
    range_medium: int = constant(-20, "C-MIS-1", "percent", "H", "beyond short range", ge=-1000, le=0)
    range_long: int = constant(-40, "C-MIS-1", "percent", "H", "beyond medium range", ge=-1000, le=0)
    bystander_feet: float = constant(3.0, "C-MIS-1", "feet", "H", "friends so near the line of fire may be struck", ge=0, le=1000)
    aim_counts: float = constant(4.0, "C-HIT-4", "counts", "R", "following a target for Targeting Perception", gt=0, le=1000)
