"""Looking things up in the state: places, distances, stages, what is in hand. Changes nothing."""

from __future__ import annotations

from math import cos, floor, hypot, pi, sqrt

from engine.counts import terrain
from engine.counts.damage import critical_multiplier
from engine.counts.stages import Stage, effect
from engine.counts.state import Action, Fight, Fighter, Layer, Part, Phase, Tool
from engine.units import Feet

LEGS = frozenset({"upper_leg", "lower_leg", "foot"})
ARMS = frozenset({"upper_arm", "lower_arm", "hand"})
TORSO = frozenset({"chest", "abdomen", "groin"})
SMALL = frozenset({"hand", "foot", "eyes", "nose", "mouth"})
NECK = frozenset({"neck", "throat"})
FACE = frozenset({"eyes", "nose", "mouth"})

FREE_PHASES = frozenset({Phase.DECLARED, Phase.WINDUP, Phase.COUCHED})


def place(fight: Fight, fighter: Fighter) -> tuple[Feet, Feet]:
    """Return where a fighter is now."""
    if not (fighter.vx or fighter.vy):
        return fighter.x, fighter.y
    counts = (fight.clock.now - fighter.moved_at) / fight.per_count
    return fighter.x + fighter.vx * counts, fighter.y + fighter.vy * counts


def has_moved(fight: Fight, fighter: Fighter) -> None:
    """Note that a fighter was put elsewhere before its change of velocity is told of."""
    if fight.crowd is not None:
        fight.crowd.moved((fighter,))


def apart(fight: Fight, one: Fighter, other: Fighter) -> Feet:
    """Return the unrounded distance of two fighters' points on the ground, feet; a difference of height is no part of it."""
    ax, ay = place(fight, one)
    bx, by = place(fight, other)
    dx, dy = bx - ax, by - ay
    return sqrt(dx * dx + dy * dy)


def hundredths(fight: Fight, one: Fighter, other: Fighter) -> int:
    """Return the distance of two fighters in hundredths of a foot, never below the least distance (C-MOD-6).

    On different levels the height between them counts as much as the ground (C-FAL-1).
    """
    ax, ay, bx, by = one.x, one.y, other.x, other.y
    if one.vx or one.vy:
        counts = (fight.clock.now - one.moved_at) / fight.per_count
        ax, ay = ax + one.vx * counts, ay + one.vy * counts
    if other.vx or other.vy:
        counts = (fight.clock.now - other.moved_at) / fight.per_count
        bx, by = bx + other.vx * counts, by + other.vy * counts
    dx, dy, height = bx - ax, by - ay, other.level - one.level
    gap = int((hypot(dx, dy, height) if height else sqrt(dx * dx + dy * dy)) * 100.0 + 0.500001)
    return gap if gap > fight.least else fight.least


def rounded(fight: Fight, dx: Feet, dy: Feet, height: Feet) -> int:
    """Return the length of a way in hundredths of a foot, half up, never below the least distance (C-MOD-6)."""
    gap = int((hypot(dx, dy, height) if height else sqrt(dx * dx + dy * dy)) * 100.0 + 0.500001)
    return gap if gap > fight.least else fight.least


def on_the_ground(one: Fighter, other: Fighter, distance: Feet) -> Feet:
    """Return how far apart on the ground two fighters stand at a distance; 0 when the height alone is as much, feet."""
    height = other.level - one.level
    return sqrt(max(0.0, distance * distance - height * height)) if height else distance


def ends_apart(fight: Fight, one: Fighter, other: Fighter, distance: Feet) -> Feet:
    """Return how far apart on the ground a fighter stops that walks to a distance of another, feet (C-MOD-6, C-STG-2).

    When the height between them alone is more, it stops at the least distance on the ground, right above or below the other.
    """
    if one.level == other.level:
        return distance
    return max(on_the_ground(one, other, distance), fight.rules.least_distance)


def distance(fight: Fight, one: Fighter, other: Fighter) -> Feet:
    """Return the distance of two fighters, feet, rounded to 0.01 (C-MOD-6)."""
    return hundredths(fight, one, other) / 100


def stage_with(fight: Fight, tool: Tool, other: Fighter) -> Stage:
    """Return the stage of a tool's owner against another fighter with that tool (C-STG-2)."""
    return tool.table.at(hundredths(fight, tool.owner, other))


def possible(fight: Fight, stage: Stage) -> bool:
    """Return whether a blow has a chance at a stage (C-STG-3)."""
    return effect(stage, fight.rules).possible


def out_distance(one: Fighter, other: Fighter) -> Feet:
    """Return the distance at which two fighters are disengaged: Out for both (C-STG-5b)."""
    mine, its = one.primary, other.primary
    reach = mine.table.out if mine is not None else 0.0
    return its.table.out if its is not None and its.table.out > reach else reach


def engaged(fight: Fight, one: Fighter, other: Fighter) -> bool:
    """Return whether two fighters stand within either one's Out distance, and nothing hides them (C-STG-5b)."""
    return hundredths(fight, one, other) < round(out_distance(one, other) * 100) and (
        fight.terrain is None or sees(fight, one, other)
    )


def top_speed(fight: Fight, fighter: Fighter) -> float:
    """Return a fighter's MVM now: shields in hand and losses taken off, halved by a useless leg (C-ARM-4, C-WND-3, C-WND-4)."""
    speed = max(0.0, fighter.mvm + shield_mvm(fighter) - fighter.mvm_lost)
    return speed * fight.rules.lame_share if lame(fighter) else speed


def shield_mvm(fighter: Fighter) -> float:
    """Return what the shields in hand add to MVM (C-ARM-4)."""
    return sum([tool.spec.mvm for tool in fighter.held if tool.spec.shield])


def shield_agl(fighter: Fighter) -> int:
    """Return what the shields in hand add to AGL saves (C-ARM-4)."""
    return sum([tool.spec.agl for tool in fighter.held if tool.spec.shield])


def guard(fighter: Fighter) -> int:
    """Return a fighter's DEF with what the shields in hand add to it (C-HIT-1, C-ARM-4)."""
    guard = fighter.defence
    for tool in fighter.held:
        if tool.spec.shield:
            guard += tool.spec.defence
    return guard


def sees(fight: Fight, fighter: Fighter, other: Fighter) -> bool:
    """Return whether a fighter has another in sight: no wall that hides stands between (C-PER-1, C-MIS-1)."""
    if fight.terrain is None:
        return True
    return open_line(fight, place(fight, fighter), place(fight, other))


def open_line(fight: Fight, start: tuple[Feet, Feet], end: tuple[Feet, Feet]) -> bool:
    """Return whether nothing that hides or stops a missile stands between two places (C-MIS-1)."""
    return fight.terrain is None or not terrain.is_hidden(fight.terrain, start, end)


def lame(fighter: Fighter) -> bool:
    """Return whether a leg or foot is useless (C-WND-4)."""
    parts = fighter.parts
    return bool(parts) and any(part.useless for part in parts.values() if part.name.split(" ")[-1] in LEGS)


def pool(fight: Fight, fighter: Fighter) -> int:
    """Return a fighter's speed points; the pool refills on the clock (C-INI-2)."""
    epoch = fight.clock.now // fight.ticks(fight.rules.speed_point_refill)
    return fighter.spec.combat_maneuver_rank if epoch != fighter.pool_epoch else fighter.pool


def closing(fight: Fight, fighter: Fighter, target: Fighter) -> float:
    """Return how fast a target closes on a fighter by its own motion, ft/ct (C-TIM-8)."""
    if not (target.vx or target.vy) or (target.motion is not None and target.motion.carried):
        return 0.0
    ax, ay = place(fight, fighter)
    bx, by = place(fight, target)
    dx, dy = ax - bx, ay - by
    size = hypot(dx, dy)
    return (target.vx * dx + target.vy * dy) / size if size else 0.0


def facing(fight: Fight, fighter: Fighter) -> tuple[float, float]:
    """Return where a fighter faces: toward the target it chose, else as it was set."""
    if fighter.foe_fixed and fighter.foe is not None:
        ax, ay = place(fight, fighter)
        bx, by = place(fight, fighter.foe)
        return bx - ax, by - ay
    return fighter.fx, fighter.fy


def in_front(fight: Fight, fighter: Fighter, other: Fighter) -> bool:
    """Return whether another stands within a fighter's front (C-PER-2, C-HIT-9)."""
    if fighter.foe_fixed and fighter.foe is other:
        return True
    fx, fy = facing(fight, fighter)
    ax, ay = place(fight, fighter)
    bx, by = place(fight, other)
    dx, dy = bx - ax, by - ay
    along = fx * dx + fy * dy
    size = hypot(fx, fy) * hypot(dx, dy)
    if size == 0.0:
        return True
    half = fight.rules.front_degrees / 2.0
    return along >= -1e-9 * size if half == 90.0 else along / size >= cos(half * pi / 180.0) - 1e-9


def acts(fight: Fight, fighter: Fighter) -> bool:
    """Return whether a fighter can act: able, not stunned, and not falling from a height (C-FAL-1)."""
    if fighter.out is not None or fighter.stunned:
        return False
    return fighter.motion is None or fighter.motion.kind != "fall"


def carried(fighter: Fighter) -> bool:
    """Return whether a fighter can't move by itself: thrown back, falling, or on the brink of it (C-KNB-4, C-FAL-1)."""
    return fighter.brink is not None or (fighter.motion is not None and fighter.motion.carried)


def is_free(action: Action | None) -> bool:
    """Return whether a fighter with this action under way may declare: none, or a held couch."""
    return action is None or action.phase == Phase.COUCHED


def defends(fight: Fight, target: Fighter, attacker: Fighter, action: Action | None) -> bool:
    """Return whether a target's DEF counts against an attack: on, aware and able (C-HIT-1, C-HIT-9)."""
    if not target.def_on or not acts(fight, target):
        return False
    return (action is not None and target in action.noticed_by) or in_front(fight, target, attacker)


def undefended(fight: Fight, target: Fighter, attacker: Fighter, action: Action | None) -> str:
    """Return in words why a target's DEF does not count against an attack; an empty text when it does (C-HIT-9)."""
    if defends(fight, target, attacker, action):
        return ""
    if not acts(fight, target):
        return "stunned" if target.out is None else "out of the fight"
    return "not aware of the attacker" if target.def_on else "off"


def injured(fighter: Fighter, names: frozenset[str], side: str | None = None) -> bool:
    """Return whether a fighter has an injured part among some, on one side or any (C-WND-2)."""
    for part in fighter.parts.values():
        words = part.name.split(" ")
        if part.injured and words[-1] in names and (side is None or words[0] == side):
            return True
    return False


def tool_sides(fighter: Fighter, tool: Tool) -> tuple[str, ...]:
    """Return the sides of the hands that hold a tool."""
    return tuple([side for side, hold in zip(("right", "left"), fighter.hands, strict=True) if hold is tool])


def hand_works(fighter: Fighter, index: int) -> bool:
    """Return whether a hand (0 right, 1 left) can hold something: no useless part of that arm (C-WND-4)."""
    side = ("right", "left")[index]
    for part in fighter.parts.values():
        words = part.name.split(" ")
        if part.useless and words[0] == side and words[-1] in ARMS:
            return False
    return True


def arm_injured(fighter: Fighter, tool: Tool) -> bool:
    """Return whether an arm or hand that holds a tool is injured (C-WND-2)."""
    return bool(fighter.parts) and any(injured(fighter, ARMS, side) for side in tool_sides(fighter, tool))


def part_of(fighter: Fighter, name: str) -> Part:
    """Return a fighter's part by name, made when it is first hurt."""
    part = fighter.parts.get(name)
    if part is None:
        part = fighter.parts[name] = Part(name)
    return part


def part_name(part: str, side: str, detail: str | None) -> str:
    """Return the key a location keeps its damage under (C-WND-2).

    Limbs keep theirs by side; the head by skull, neck and the small parts of the face; the torso by part.
    """
    if part == "head":
        if detail in NECK:
            return "neck"
        return detail if detail in FACE else "head"
    return part if part in TORSO else f"{side} {part}"


def layers_at(fighter: Fighter, part: str, detail: str | None) -> list[Layer]:
    """Return the layers of armor over a location, outermost last as they were listed (C-ARM-1)."""
    return [layer for layer in fighter.layers if part in layer.covers or (detail is not None and detail in layer.covers)]


def protection(layer: Layer, kind: str, level: str) -> int:
    """Return what a layer stops of a damage type, as worn as it is (C-ARM-2)."""
    whole = layer.protection.get(kind, 0)
    if level == "basic":
        return whole if layer.left > 0 else 0
    return floor(whole * layer.left / layer.hits + 1e-9)


def mean_damage(fight: Fight, tool: Tool, stage: Stage, sl: int) -> float:
    """Return the mean damage before armor of a hit at a stage, times its critical (points)."""
    dice, change = tool.damage, effect(stage, fight.rules)
    rolled = dice.constant + dice.number * (dice.sides + 1) / 2 + tool.damage_add + change.damage
    return max(0.0, rolled) * change.damage_factor * critical_multiplier(sl, tool.kind.sl_shift, fight.rules)




def opponents(fight: Fight, fighter: Fighter) -> list[Fighter]:
    """Return the opponents that can still fight, by stream key."""
    return [other for other in fight.fighters if other.out is None and other.side != fighter.side]


def is_decided(fight: Fight) -> bool:
    """Return whether at most one side has anybody who can still fight (CLK-8)."""
    side = None
    for fighter in fight.fighters:
        if fighter.out is None:
            if side is None:
                side = fighter.side
            elif fighter.side != side:
                return False
    return True


def opponents_about(fight: Fight, *friends: Fighter) -> list[Fighter]:
    """Return the opponents that can still fight and may be engaged with one of some friends, by stream key."""
    return opponents(fight, friends[0]) if fight.crowd is None else fight.crowd.opponents_about(friends)


def is_pinned(fight: Fight, fighter: Fighter) -> bool:
    """Return whether a fighter is engaged with any opponent that can still fight (C-STG-5b)."""
    return any(engaged(fight, fighter, other) for other in opponents_about(fight, fighter))


def nearest(fight: Fight, fighter: Fighter) -> Fighter | None:
    """Return the nearest able opponent in sight, else the nearest; equal distances go by stream key, never by listing order."""
    if fight.crowd is not None:
        return fight.crowd.nearest(fighter)
    return closest(fight, fighter, opponents(fight, fighter))[0]


def closest(fight: Fight, fighter: Fighter, foes: list[Fighter]) -> tuple[Fighter | None, int, bool]:
    """Return who of some is nearest among those in sight, else among all: who, its distance in hundredths, whether in sight."""
    x, y = place(fight, fighter)
    best, gap, rank, seen, limit = None, 0, 0, False, 0.0
    for other in foes:
        if seen:  # whoever is farther on the ground alone need not be measured
            ox, oy = (other.x, other.y) if not (other.vx or other.vy) else place(fight, other)
            dx, dy = ox - x, oy - y
            if dx * dx + dy * dy > limit:
                continue
        far = hundredths(fight, fighter, other)
        nearer = best is None or far < gap or (far == gap and other.rank < rank)
        if seen and not nearer:
            continue
        sight = fight.terrain is None or sees(fight, fighter, other)
        if nearer if sight == seen else sight:
            best, gap, rank, seen = other, far, other.rank, sight
            limit = (far + 1) * (far + 1) * 1e-4
    return best, gap, seen
