"""The rule set of the steps system: every constant with its rule id, unit and source on its line.

``S`` the source says so, ``R`` a ruling where the source is silent or contradicts itself, ``H`` a house figure.
"""

from __future__ import annotations

import attrs

from engine.ruleset import ClockRules, constant

SKILLS = ("untrained", "novice", "trained", "expert", "master")
BANDS = ("point_blank", "short", "medium", "long", "extreme")
PACES = ("still", "walking", "jogging", "running", "sprinting")
FIRE_MODES = ("single", "aimed", "burst", "auto")
GUARDS = ("forward", "guarded", "full", "none")
"""The Combat Modes: which arcs a combatant guards (P-MOD-1)."""

COVERED = ("head", "torso", "right arm", "left arm", "right leg", "left leg")
"""The parts of a body that cover hides, each with all its locations (P-DMG-1)."""


@attrs.frozen(kw_only=True)
class StepsRules(ClockRules):
    """The steps rule set; a scenario overrides any field by name under ``[rules]``."""

    # 1 the check
    check_die: int = constant(20, "P-CHK-1", "faces", "H", "the die of every check", ge=2, le=1000)
    ladder_base: int = constant(3, "P-CHK-1", "difficulty", "S", "the difficulty of step 0", ge=-1000, le=1000)
    ladder_step: int = constant(4, "P-CHK-1", "difficulty", "S", "between neighbouring steps", ge=1, le=100)
    skill_untrained: int = constant(2, "P-CHK-3", "steps", "H", "an untrained shooter", ge=-100, le=100)
    skill_novice: int = constant(1, "P-CHK-3", "steps", "H", "a novice", ge=-100, le=100)
    skill_trained: int = constant(0, "P-CHK-3", "steps", "H", "a trained shooter", ge=-100, le=100)
    skill_expert: int = constant(-1, "P-CHK-3", "steps", "H", "an expert", ge=-100, le=100)
    skill_master: int = constant(-2, "P-CHK-3", "steps", "H", "a master", ge=-100, le=100)
    band_point_blank: int = constant(1, "P-CHK-3", "steps", "H", "point blank range", ge=-100, le=100)
    band_short: int = constant(2, "P-CHK-3", "steps", "H", "short range", ge=-100, le=100)
    band_medium: int = constant(3, "P-CHK-3", "steps", "H", "medium range", ge=-100, le=100)
    band_long: int = constant(4, "P-CHK-3", "steps", "H", "long range", ge=-100, le=100)
    band_extreme: int = constant(5, "P-CHK-3", "steps", "H", "extreme range", ge=-100, le=100)

    # 2 grid, facing, line of sight
    front_degrees: float = constant(45.0, "P-LOS-2", "degrees", "R", "the front reaches so far to either side", ge=0, le=180)
    flank_degrees: float = constant(135.0, "P-LOS-2", "degrees", "R", "the flanks reach so far, the rear is beyond", ge=0, le=180)
    indirect_steps: int = constant(2, "P-LOS-3", "steps", "H", "in-direct fire", ge=-100, le=100)
    scatter_points: int = constant(4, "P-LOS-3", "points", "H", "of failure scatter in-direct fire by one square", ge=1, le=1000)
    cover_enough: int = constant(25, "P-LOS-4", "percent", "R", "cover that makes a square worth taking cover on", ge=1, le=1000)
    cover_search: int = constant(20, "P-LOS-4", "squares", "R", "how far to look for such a square", ge=1, le=500)
    bystander_cover: int = constant(50, "P-LOS-4", "percent", "S", "cover a character in the way gives", ge=0, le=1000)
    crowd_cover: int = constant(100, "P-LOS-4", "percent", "R", "cover two or more characters in the way give", ge=0, le=1000)
    row_25: int = constant(1, "P-LOS-5", "steps", "S", "a quarter of cover or concealment", ge=0, le=100)
    row_50: int = constant(2, "P-LOS-5", "steps", "S", "half cover or concealment", ge=0, le=100)
    row_75: int = constant(3, "P-LOS-5", "steps", "S", "three quarters of cover or concealment", ge=0, le=100)
    concealment_100: int = constant(4, "P-LOS-7", "steps", "S", "full concealment; full cover is no valid target", ge=0, le=100)
    aim_torso: int = constant(0, "P-LOS-6", "steps", "H", "an aimed shot at the torso", ge=-100, le=100)
    aim_limb: int = constant(1, "P-LOS-6", "steps", "H", "an aimed shot at an arm or a leg", ge=-100, le=100)
    aim_end: int = constant(2, "P-LOS-6", "steps", "H", "an aimed shot at a hand or a foot", ge=-100, le=100)
    aim_head: int = constant(2, "P-LOS-6", "steps", "H", "an aimed shot at the head", ge=-100, le=100)
    aim_eye: int = constant(3, "P-LOS-6", "steps", "H", "an aimed shot at an eye", ge=-100, le=100)
    small_part: int = constant(75, "P-LOS-6", "percent", "R", "of objects leave only a small part exposed: a call replaces cover", ge=0, le=100)

    # 3 dodging
    dodge_step: int = constant(2, "P-MOD-2", "step", "H", "the step of a dodge check", ge=-100, le=100)
    dodge_again: int = constant(1, "P-MOD-2", "steps", "H", "harder for each dodge since the last own action", ge=0, le=100)
    dodge_counts: float = constant(1.0, "P-MOD-2", "counts", "H", "what a dodge costs", ge=0, le=1000)
    dodged_steps: int = constant(2, "P-MOD-2", "steps", "S", "an attack on a target that dodged", ge=0, le=100)
    sure_hit: int = constant(20, "P-MOD-2", "roll", "H", "a natural roll from here on hits any valid target", ge=2, le=1001)

    # 5 movement and fire
    pace_still: int = constant(0, "P-MOV-1", "steps", "S", "the shooter stands", ge=0, le=100)
    pace_walking: int = constant(0, "P-MOV-1", "steps", "S", "the shooter walks", ge=0, le=100)
    pace_jogging: int = constant(1, "P-MOV-1", "steps", "S", "the shooter jogs", ge=0, le=100)
    pace_running: int = constant(2, "P-MOV-1", "steps", "S", "the shooter runs; sprinting, it can't shoot", ge=0, le=100)
    speed_walking: float = constant(0.25, "P-MOV-1", "squares a count", "H", "walking", gt=0, le=1000)
    speed_jogging: float = constant(0.5, "P-MOV-1", "squares a count", "H", "jogging", gt=0, le=1000)
    speed_running: float = constant(1.0, "P-MOV-1", "squares a count", "H", "running", gt=0, le=1000)
    speed_sprinting: float = constant(1.5, "P-MOV-1", "squares a count", "H", "sprinting", gt=0, le=1000)
    square_meters: float = constant(1.5, "P-MOV-1", "meters", "H", "a square", gt=0, le=1000)
    fire_single: int = constant(0, "P-FIR-1", "steps", "H", "single fire", ge=-100, le=100)
    fire_burst: int = constant(1, "P-FIR-1", "steps", "H", "a burst", ge=-100, le=100)
    fire_auto: int = constant(2, "P-FIR-1", "steps", "H", "full auto", ge=-100, le=100)
    aim_step: int = constant(-1, "P-FIR-1", "steps", "H", "for each spell of aim", ge=-100, le=0)
    aim_counts: float = constant(4.0, "P-FIR-1", "counts", "H", "a spell of aim", gt=0, le=1000)
    aim_most: int = constant(2, "P-FIR-1", "spells", "H", "the most that count", ge=0, le=100)
    burst_rounds: int = constant(3, "P-FIR-1", "rounds", "H", "a burst", ge=1, le=1000)
    burst_dice: int = constant(1, "P-FIR-1", "dice", "H", "of damage more for a burst", ge=0, le=100)
    auto_rounds: int = constant(10, "P-FIR-1", "rounds", "H", "full auto", ge=1, le=1000)
    auto_squares: int = constant(3, "P-FIR-1", "squares", "H", "neighbouring squares full auto sweeps", ge=1, le=100)
    level_counts: float = constant(2.0, "P-FIR-2", "counts", "H", "levelling a weapon: the wind-up of a shot", ge=0, le=1000)
    squeeze_counts: float = constant(2.0, "P-FIR-2", "counts", "H", "squeezing: the committed part of a shot", gt=0, le=1000)
    burst_counts: float = constant(4.0, "P-FIR-2", "counts", "H", "a whole burst", gt=0, le=1000)
    auto_counts: float = constant(8.0, "P-FIR-2", "counts", "H", "a whole full-auto attack", gt=0, le=1000)
    reload_counts: float = constant(12.0, "P-FIR-2", "counts", "H", "reloading", gt=0, le=1000)
    change_counts: float = constant(1.0, "P-FIR-2", "counts", "H", "changing mode or facing", gt=0, le=1000)
    bring_counts: float = constant(1.0, "P-FIR-2", "counts", "R", "changing to another weapon", gt=0, le=1000)

    # 6 damage
    hides_25: tuple[str, ...] = constant(("left arm",), "P-DMG-1", "parts", "S", "hidden by a quarter of cover", choices=COVERED)
    hides_50: tuple[str, ...] = constant(("right leg", "left leg"), "P-DMG-1", "parts", "S", "hidden by half cover", choices=COVERED)
    hides_75: tuple[str, ...] = constant(
        ("right leg", "left leg", "left arm", "torso"), "P-DMG-1", "parts", "S", "hidden by three quarters of cover", choices=COVERED
    )  # fmt: skip
    dead_factor: float = constant(1.0, "P-DMG-1", "times health", "H", "so far below 0 is dead", ge=0, le=1000)
