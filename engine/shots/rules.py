"""The rule set of the shots system: every constant with its rule id, unit and source on its line.

``S`` the source says so, ``P`` its published parent or later revision, ``R`` a ruling, ``H`` a house figure.
"""

from __future__ import annotations

import attrs

from engine.ruleset import ClockRules, constant, nested

RANGE_CLASSES = ("short", "normal", "long")


def _cover(percent: int, example: str) -> int:
    value: int = constant(percent, "S-RNG-2", "percent of cover", "S", example, ge=0, le=100)
    return value


def _concealment(percent: int, example: str) -> int:
    value: int = constant(percent, "S-RNG-2", "percent of concealment", "S", example, ge=0, le=100)
    return value


@attrs.frozen(kw_only=True)
class CoverTags:
    """What a terrain tag gives of cover; the tags are the field names (S-RNG-2)."""

    prone: int = _cover(25, "being prone at range")
    flimsy: int = _cover(25, "behind flimsy cover")
    wall: int = _cover(50, "behind a wall")
    tree: int = _cover(50, "behind a tree")
    car_door: int = _cover(50, "behind a car door")
    corner: int = _cover(75, "behind a corner")
    door_post: int = _cover(75, "behind a door post")
    gun_port: int = _cover(90, "at a gun port")
    murder_hole: int = _cover(90, "at a murder hole")


@attrs.frozen(kw_only=True)
class ConcealmentTags:
    """What a terrain tag gives of concealment; the tags are the field names (S-RNG-2)."""

    high_grass: int = _concealment(50, "in high grass")
    brush: int = _concealment(50, "in brush")
    darkness: int = _concealment(50, "in darkness")
    camouflage: int = _concealment(75, "camouflaged")
    woods: int = _concealment(75, "in woods")
    hay: int = _concealment(90, "inside a bale of hay")


@attrs.frozen(kw_only=True, cache_hash=True)
class ShotsRules(ClockRules):
    """The shots rule set; a scenario overrides any field by name under ``[rules]``."""

    # 1 sequence and shots
    initiative_dice: int = constant(1, "S-SEQ-1", "dice", "P", "dice of an initiative roll; sixes are not re-rolled", ge=0, le=100)
    initiative_sides: int = constant(6, "S-SEQ-1", "faces", "P", "faces of an initiative die", ge=1, le=1000)
    sequence_seconds: float = constant(3.0, "S-SEQ-1", "seconds", "P", "about how long a sequence is; turns minutes of dying into sequences", gt=0, le=100_000)
    shot_counts: float = constant(1.0, "S-SEQ-2", "counts", "R", "one shot on the clock", gt=0, le=1000)
    action_shots: int = constant(3, "S-SEQ-3", "shots", "S", "most actions: attack, throw, pick up, reload a revolver", ge=1, le=100)
    quick_shots: int = constant(1, "S-SEQ-3", "shots", "S", "quick actions: draw, parry, dodge, catch, reload a clip", ge=0, le=100)
    snapshot_2: int = constant(-2, "S-SEQ-5", "points", "H", "a snapshot of 2 shots", ge=-100, le=0)
    snapshot_1: int = constant(-5, "S-SEQ-5", "points", "H", "a snapshot of 1 shot", ge=-100, le=0)

    # 2 rolls
    die: int = constant(6, "S-ROL-1", "faces", "P", "faces of the positive and the negative die; the highest is re-rolled and added", ge=2, le=1000)
    fumble_shots: int = constant(3, "S-ROL-1", "shots", "H", "lost by a fumble: both first dice at their highest, and a miss", ge=0, le=100)
    wonder_outcome: int = constant(3, "S-ROL-1", "points", "H", "gained by the Outcome: both first dice at their highest, and a hit", ge=0, le=100)

    fortune_dice: int = constant(1, "S-CHR-1", "dice", "P", "closed dice a Fortune point adds to one roll", ge=0, le=100)
    fortune_sides: int = constant(6, "S-CHR-1", "faces", "P", "faces of such a die", ge=1, le=1000)

    # 3 wounds
    impaired_1: int = constant(25, "S-WND-1", "Wound Points", "P", "impairment of 1 from here on", ge=1, le=10_000)
    impaired_2: int = constant(30, "S-WND-1", "Wound Points", "P", "impairment of 2 from here on", ge=1, le=10_000)
    death_from: int = constant(30, "S-WND-2", "Wound Points", "P", "every further wound past this asks for a Death Test", ge=0, le=10_000)
    crossing_tests: bool = constant(True, "S-WND-2", "yes or no", "R", "the wound that leads past it asks for one, too")
    dying_minutes: tuple[float, ...] = constant(
        (360.0, 240.0, 150.0, 90.0, 60.0, 40.0, 25.0, 15.0, 10.0, 6.0, 4.0, 2.5, 1.5), "S-WND-2", "minutes", "P",
        "time to live after a Death Test failed by 1, 2, 3, ...", ge=0, le=1_000_000,
    )  # fmt: skip
    dead_by: int = constant(14, "S-WND-2", "points", "P", "a Death Test failed by this much kills at once", ge=1, le=1000)
    structure_factor: int = constant(2, "S-WND-4", "factor", "P", "damage of so often its Toughness destroys a structure", ge=1, le=100)

    structure_difficulty: int = constant(5, "S-WND-4", "points", "H", "what an attack on a structure must reach; its Outcome does not add", ge=-100, le=100)
    unnamed_shots: int = constant(3, "S-WND-3", "shots", "P", "cost of an active defense of an unnamed character", ge=0, le=100)
    medicine_dying: int = constant(5, "S-CHR-1", "points", "H", "difficulty of tending one who is dying, beside what its Death Test failed by", ge=-100, le=100)
    medicine_wounds: int = constant(10, "S-CHR-1", "points", "H", "difficulty of treating wounds; the Outcome comes off the Wound Points; one successful treatment a patient, a failed try may be repeated", ge=-100, le=100)

    # 4 defending
    defense_shots: int = constant(1, "S-DEF-1", "shots", "S", "cost of an active defense", ge=0, le=100)
    defense_bonus: int = constant(3, "S-DEF-1", "points", "S", "Dodge gained by an active defense", ge=0, le=100)
    defend_other_shots: int = constant(3, "S-DEF-4", "shots", "S", "cost of defending another, or of interposing", ge=0, le=100)

    detect_bonus: int = constant(3, "S-DEF-3", "points", "P", "to Perception of a wary character being sneaked up on", ge=0, le=100)
    lightning_bonus: int = constant(5, "S-CHR-3", "points", "H", "Dodge gained by a Lightning Dodge", ge=0, le=100)
    lightning_shots: int = constant(1, "S-CHR-3", "shots", "H", "cost of a Lightning Dodge", ge=0, le=100)

    # 5 ranged fire
    cover_tags: CoverTags = nested(CoverTags, "S-RNG-2", "S", "cover of the terrain tags")
    concealment_tags: ConcealmentTags = nested(ConcealmentTags, "S-RNG-2", "S", "concealment of the terrain tags")
    range_step: int = constant(-2, "S-RNG-1", "points", "S", "for every full base range", ge=-100, le=0)
    short_base: float = constant(10.0, "S-RNG-1", "meters", "S", "base range of short weapons", gt=0, le=1_000_000)
    short_max: float = constant(30.0, "S-RNG-1", "meters", "S", "farthest shot of short weapons", gt=0, le=1_000_000)
    normal_base: float = constant(20.0, "S-RNG-1", "meters", "S", "base range of normal weapons", gt=0, le=1_000_000)
    normal_max: float = constant(150.0, "S-RNG-1", "meters", "S", "farthest shot of normal weapons", gt=0, le=1_000_000)
    long_base: float = constant(100.0, "S-RNG-1", "meters", "S", "base range of long weapons, standing still", gt=0, le=1_000_000)
    long_max: float = constant(1000.0, "S-RNG-1", "meters", "S", "farthest shot of long weapons, standing still", gt=0, le=1_000_000)
    cover_25: int = constant(2, "S-RNG-2", "points", "S", "Dodge behind a quarter of cover", ge=0, le=100)
    cover_50: int = constant(4, "S-RNG-2", "points", "S", "Dodge behind half cover", ge=0, le=100)
    cover_75: int = constant(6, "S-RNG-2", "points", "S", "Dodge behind three quarters of cover", ge=0, le=100)
    cover_90: int = constant(8, "S-RNG-2", "points", "S", "Dodge behind nine tenths of cover", ge=0, le=100)
    concealment_50: int = constant(2, "S-RNG-2", "points", "S", "Dodge when half concealed", ge=0, le=100)
    concealment_75: int = constant(4, "S-RNG-2", "points", "S", "Dodge when three quarters concealed", ge=0, le=100)
    concealment_90: int = constant(6, "S-RNG-2", "points", "S", "Dodge when nine tenths concealed", ge=0, le=100)
    area_step: int = constant(1, "S-RNG-4", "points", "S", "Dodge gained by each next target of an area attack", ge=0, le=100)
    density_bonus: int = constant(3, "S-RNG-4", "points", "S", "to an area attack for every full group of packed targets", ge=0, le=100)
    density_targets: int = constant(10, "S-RNG-4", "targets", "R", "such a group", ge=1, le=10_000)

    # 6 movement
    run_factor: float = constant(2.0, "S-MOV-1", "factor", "S", "times Move, as an action of its own", gt=0, le=100)
    run_shots: int = constant(3, "S-MOV-1", "shots", "R", "cost of such a run", ge=1, le=100)
    melee_reach: float = constant(2.0, "S-MOV-1", "meters", "H", "how near hand to hand, tending and catching need it", gt=0, le=1000)

    # 7 schticks
    fast_draw_initiative: int = constant(1, "S-CHR-3", "points", "S", "Fast Draw: initiative a pick", ge=0, le=100)
    fast_draw_shots: int = constant(1, "S-CHR-3", "shots", "S", "Fast Draw: shots less to draw, a pick", ge=0, le=100)
    signature_damage: int = constant(3, "S-CHR-3", "points", "S", "Signature Weapon: damage with it", ge=0, le=100)
    guts_points: int = constant(1, "S-WND-1", "points", "P", "Guts taken twice: gained at each step of impairment", ge=0, le=100)
    crowd_shots: int = constant(1, "S-CHR-3", "shots", "H", "Crowd Breaker: shots less for an attack on an unnamed one", ge=0, le=100)
    iron_toughness: int = constant(2, "S-CHR-3", "points", "H", "Iron Skin: Toughness against hand to hand, a pick", ge=0, le=100)
    focus_attack: int = constant(2, "S-CHR-3", "points", "H", "Inner Focus: to attacks for the rest of the sequence", ge=0, le=100)
    focus_fu: int = constant(1, "S-CHR-3", "Fu points", "H", "Inner Focus: its price", ge=0, le=100)
