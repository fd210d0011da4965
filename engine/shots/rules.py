"""The rule set of the shots system: every constant with its rule id, unit and source on its line.

``S`` the source says so, ``P`` its published parent or later revision, ``R`` a ruling, ``H`` a house figure.
"""



from __future__ import annotations

import attrs

from engine.ruleset import ClockRules, constant

RANGE_CLASSES = ("short", "normal", "long")


@attrs.frozen(kw_only=True)
class ShotsRules(ClockRules):
    """The shots rule set; a scenario overrides any field by name under ``[rules]``."""

    # 1 sequence and shots
    initiative_dice: int = constant(1, "S-SEQ-1", "dice", "P", "dice of an initiative roll; sixes are not re-rolled", ge=0, le=100)
    initiative_sides: int = constant(6, "S-SEQ-1", "faces", "P", "faces of an initiative die", ge=1, le=1000)
    shot_counts: float = constant(1.0, "S-SEQ-2", "counts", "R", "one shot on the clock", gt=0, le=1000)
    action_shots: int = constant(3, "S-SEQ-3", "shots", "S", "most actions: attack, throw, pick up, reload a revolver", ge=1, le=100)
    quick_shots: int = constant(1, "S-SEQ-3", "shots", "S", "quick actions: draw, parry, dodge, catch, reload a clip", ge=0, le=100)
    snapshot_2: int = constant(-2, "S-SEQ-5", "points", "H", "a snapshot of 2 shots", ge=-100, le=0)
    snapshot_1: int = constant(-5, "S-SEQ-5", "points", "H", "a snapshot of 1 shot", ge=-100, le=0)

    # 2 rolls
    die: int = constant(6, "S-ROL-1", "faces", "P", "faces of the positive and the negative die; the highest is re-rolled and added", ge=2, le=1000)
    fumble_shots: int = constant(3, "S-ROL-1", "shots", "H", "lost by a fumble: both first dice at their highest, and a miss", ge=0, le=100)
    wonder_outcome: int = constant(3, "S-ROL-1", "points", "H", "gained by the Outcome: both first dice at their highest, and a hit", ge=0, le=100)

    # 3 wounds
    impaired_1: int = constant(25, "S-WND-1", "Wound Points", "P", "impairment of 1 from here on", ge=1, le=10_000)
    impaired_2: int = constant(30, "S-WND-1", "Wound Points", "P", "impairment of 2 from here on", ge=1, le=10_000)
    death_from: int = constant(30, "S-WND-2", "Wound Points", "P", "every further wound past this asks for a Death Test", ge=0, le=10_000)
    dead_by: int = constant(14, "S-WND-2", "points", "P", "a Death Test failed by this much kills at once", ge=1, le=1000)
    structure_factor: int = constant(2, "S-WND-4", "factor", "P", "damage of so often its Toughness destroys a structure", ge=1, le=100)

    # 4 defending
    defense_shots: int = constant(1, "S-DEF-1", "shots", "S", "cost of an active defense", ge=0, le=100)
    defense_bonus: int = constant(3, "S-DEF-1", "points", "S", "Dodge gained by an active defense", ge=0, le=100)
    defend_other_shots: int = constant(3, "S-DEF-4", "shots", "S", "cost of defending another, or of interposing", ge=0, le=100)

    # 5 ranged fire
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
