"""How priority lists speak about counts: names for melee on a count clock, and what a line leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import TYPE_CHECKING, Any

from agents.base import closing_speed, orders
from agents.footing import footing
from agents.ground import ground
from agents.priority_kinds import ENDLESS, by_name, number, of_foe, of_tool, shared, truth, word, words
from agents.priority_names import common
from agents.priority_scene import Scene, Tongue
from agents.tools import shields, usable, weapon, weapons
from engine.counts.rules import MODES
from engine.counts.seen import POSTURES
from engine.counts.stages import LABELS

if TYPE_CHECKING:
    from engine.options import Option

_DOING = ("nothing", "attack", "couch", "release", "parry", "press", "retreat", "lock", "unlock", "draw", "rise", "fire",
          "reload", "aim", "overbear", "throw", "bind", "mode", "def", "recouch", "move")  # fmt: skip
_PHASES = ("none", "declared", "windup", "couched", "committed", "working", "up", "landed", "over")
_BLOWS = frozenset({"attack", "release", "fire", "overbear", "throw"})
_COMING = frozenset({"declared", "windup", "committed"})
_THERE = 0.05
"""One has gone a way when so much of it is left, feet."""

_STRAIGHT = 0.98
"""Who goes so straight at something goes there: the cosine of the angle between."""

_BESIDE = 3.0
"""A missile may hit who is so near to its target, feet."""

STAGE = words(*LABELS, ordered=True)
DOING, PHASE, MODE, POSTURE = words(*_DOING), words(*_PHASES), words(*MODES), words(*POSTURES)


def _doing(one: Any) -> str:
    action = one.action
    return action.kind if action is not None and action.kind in _DOING else "nothing"


def _phase(one: Any) -> str:
    action = one.action
    return action.phase if action is not None and action.phase in _PHASES else "none"


def _to_impact(scene: Scene, one: Any) -> float:
    """Return the counts until somebody's blow lands; endless without one that is known."""
    action = None if one is None else one.action
    if action is None or action.kind not in _BLOWS or action.phase not in _COMING:
        return ENDLESS
    return max(0.0, float(action.impact - scene.request.t))


def coming(view: Any) -> Iterator[Any]:
    """Yield the opponents whose blows at one it has noticed, that are still to land."""
    for foe in view.foes:
        action = foe.action
        if action is not None and action.target == view.me.name and action.kind in _BLOWS and action.phase in _COMING:
            yield foe


def _threat(view: Any) -> str | None:
    found = min(coming(view), key=lambda foe: foe.action.impact, default=None)
    return None if found is None else found.name


def _to_threat(scene: Scene) -> float:
    return min((_to_impact(scene, foe) for foe in coming(scene.view)), default=ENDLESS)


def _planned(scene: Scene, earliest: bool) -> float:
    """Return the counts until the line's option would land or be up; endless for what never does."""
    option = scene.option
    plan = None if option is None else scene.view.plan(option, "noticed" in scene.request.reasons)
    if plan is None:
        return ENDLESS
    return float((plan.earliest_impact if earliest else plan.mean_impact) - scene.request.t)


def _chance(scene: Scene) -> float:
    foe, tool = scene.foe, scene.tool
    if foe is None or tool is None:
        return -1000.0
    if scene.do == "fire":
        return float(scene.view.shot_chance(foe.name, tool.name))
    return float(scene.view.chance(foe.name, tool.name))


def _damage(scene: Scene) -> float:
    foe, tool = scene.foe, scene.tool
    return 0.0 if foe is None or tool is None else float(scene.view.expected_damage(foe.name, tool.name))


def _best_distance(scene: Scene) -> float:
    tool, foe = scene.tool, scene.foe
    if tool is None:
        return 0.0
    return float(ground(scene.view.rules).best(tool, None if foe is None else weapon(foe)))


def _friend_beside(scene: Scene) -> bool:
    if scene.foe is None:
        return False
    x, y = scene.foe.position
    return any(hypot(one.position[0] - x, one.position[1] - y) <= _BESIDE for one in scene.view.friends)


def _stage(scene: Scene) -> str:
    return "out" if scene.foe is None or scene.tool is None else scene.view.stage(scene.foe.name, scene.tool.name)


def _way(scene: Scene) -> tuple[float, float] | None:
    """Return the next corner on the way round what stands between the fighter and its foe; None when nothing does."""
    if scene.foe is None:
        return None
    setup = scene.look.memory.setup
    ground_ = footing(setup.scenario.field, scene.view.rules)
    if ground_ is None or ground_.is_clear(scene.me.position, scene.foe.position):
        return None
    return ground_.way(scene.me.position, scene.foe.position)


def _blocked(scene: Scene) -> bool:
    return _way(scene) is not None


def _recovery(scene: Scene) -> float:
    tool = scene.tool
    return 0.0 if tool is None else max(0.0, float(tool.recovered_at - scene.request.t))


_OWN = shared(
    number("htk", "HTK", "hits to kill it has left", lambda scene: scene.me.htk - scene.me.htk_lost),
    number("health", "percent", "its share of HTK that is left", lambda scene: 100 * (1 - scene.me.htk_lost / scene.me.htk)),
    number("bleeding", "HTK a minute", "what it loses by bleeding", lambda scene: scene.me.bleeding),
    truth("hurt", "whether it has a wound to bind", lambda scene: scene.me.hurt),
    truth("stunned", "whether it is stunned", lambda scene: scene.me.stunned),
    truth("prone", "whether it lies", lambda scene: scene.me.prone),
    truth("moving", "whether it moves", lambda scene: any(scene.me.velocity)),
    truth("mounted", "whether a mount or platform carries it; `move speed=0` gets off", lambda scene: scene.me.mounted),
    truth("def_on", "whether its DEF is on", lambda scene: scene.me.def_on),
    number("speed", "ft/ct", "its top speed now", lambda scene: scene.me.mvm),
    number("speed_points", "points", "speed points it has left", lambda scene: scene.me.speed_points),
    number("set_distance", "feet", "the distance its mode keeps", lambda scene: scene.me.set_distance),
    word("mode", MODE, "its background movement", lambda scene: scene.me.mode),
    word("doing", DOING, "what it does", lambda scene: _doing(scene.me)),
    word("phase", PHASE, "the phase of what it does", lambda scene: _phase(scene.me)),
    number("time_to_impact", "counts", "until its own blow lands; endless without one", lambda scene: _to_impact(scene, scene.me)),
    number("threats", "blows", "blows at it that it has noticed and that are still to land", lambda scene: sum(1 for _ in coming(scene.view))),
    number("time_to_threat", "counts", "until the first of these lands; endless without one", _to_threat),
    number("hurt_friends", "people", "friends with wounds to bind", lambda scene: sum(1 for one in scene.view.friends if one.hurt)),
    truth("holds_bow", "whether it holds something that sends missiles and is not thrown itself", lambda scene: any(tool.missile and not tool.thrown for tool in scene.me.weapons)),
    number("weapons", "weapons", "what it holds, shields among it", lambda scene: len(scene.me.weapons)),
)  # fmt: skip

_LINES = (
    number("foe_reach", "feet", "the optimal distance of the longest weapon the foe holds", of_foe(lambda foe: foe.reach, 0.0)),
    word("foe_doing", DOING, "what the foe does, if it was noticed", of_foe(_doing, "nothing")),
    word("foe_phase", PHASE, "the phase of what the foe does, if it was noticed", of_foe(_phase, "none")),
    word("foe_posture", POSTURE, "what anyone can see of the foe", of_foe(lambda foe: foe.posture, "down")),
    truth("foe_hurt", "whether the foe has a wound that shows", of_foe(lambda foe: foe.hurt, False)),
    truth("foe_stunned", "whether the foe is stunned", of_foe(lambda foe: foe.stunned, False)),
    truth("foe_prone", "whether the foe lies", of_foe(lambda foe: foe.prone, False)),
    truth("foe_armed", "whether the foe holds anything", of_foe(lambda foe: bool(foe.weapons), False)),
    truth("in_sight", "whether no wall hides the foe", of_foe(lambda foe: foe.in_sight, False)),
    number("closing", "ft/ct", "how fast the two come closer; below 0 when they part", lambda scene: 0.0 if scene.foe is None else closing_speed(scene.me, scene.foe)),
    number("time_to_foe_impact", "counts", "until the foe's noticed blow lands, at whomever; endless without one", lambda scene: _to_impact(scene, scene.foe)),
    word("stage", STAGE, "its stage against the foe with the line's weapon", _stage),
    word("foe_stage", STAGE, "the foe's stage against it", lambda scene: "out" if scene.foe is None else scene.view.stage_of(scene.foe.name)),
    number("reach", "feet", "the optimal distance of the line's weapon", of_tool(lambda tool: tool.optimal, 0.0)),
    number("best_distance", "feet", "where the line's weapon gains most over the foe's", _best_distance),
    number("chance", "percent", "the chance to hit the foe now with the line's weapon; -1000 where there is none", _chance),
    number("damage", "points", "the mean damage of such a hit, before armor", _damage),
    number("lands_in", "counts", "until the line's blow, shot, couch or parry would land or be up; endless for others", lambda scene: _planned(scene, False)),
    number("lands_earliest", "counts", "the same with the best INIT", lambda scene: _planned(scene, True)),
    number("recovery", "counts", "until the line's weapon has recovered; 0 when it has", _recovery),
    truth("locked", "whether the line's weapon is locked", of_tool(lambda tool: tool.locked, False)),
    truth("shoots", "whether the line's weapon sends missiles", of_tool(lambda tool: tool.missile, False)),
    number("skill", "percent", "its skill with the line's weapon", of_tool(lambda tool: tool.skill, 0.0)),
    number("loaded", "shots", "shots before the line's weapon must be reloaded", of_tool(lambda tool: tool.loaded, 0.0)),
    number("ammunition", "shots", "shots left for the line's weapon", of_tool(lambda tool: tool.ammunition, 0.0)),
    truth("blocked", "whether a wall or an edge is on the straight way to the foe (`move to=round`)", _blocked),
    truth("friend_beside_foe", "whether a friend is within 3 ft of the foe: missiles may stray", _friend_beside),
)  # fmt: skip


def tools(scene: Scene) -> Iterable[Any]:
    """Return the weapons a line may mean, first choice first."""
    me, do, wanted = scene.me, scene.do, scene.weapon
    if wanted.startswith('"'):
        return [tool for tool in me.kit if tool.name == wanted[1:]]
    match do:
        case "draw":
            found = [tool for tool in me.kit if not tool.in_hand]
        case "parry":
            found = list(shields(me))
        case "fire" | "reload" | "aim":
            found = [tool for tool in me.weapons if tool.missile]
        case "unlock":
            found = [tool for tool in weapons(me) if tool.locked]
        case "recouch":
            found = [tool for tool in me.weapons if tool.recovered_at > scene.request.t]
        case _:
            found = usable(me)
    if do == "release" and me.action is not None:
        found = [tool for tool in me.weapons if tool.name == me.action.weapon]
    if wanted == "best" and scene.foe is not None and len(found) > 1:
        found.sort(key=lambda tool: -_worth(scene, tool))
    return found


def _worth(scene: Scene, tool: Any) -> float:
    view, name = scene.view, scene.foe.name
    chance = view.shot_chance(name, tool.name) if scene.do == "fire" else view.chance(name, tool.name)
    return max(0.0, float(chance)) * float(view.expected_damage(name, tool.name)) / max(1.0, float(tool.w))


_ARMED = frozenset({"attack", "couch", "parry", "draw", "fire", "reload"})
_AIMED = frozenset({"attack", "release", "press", "retreat", "lock", "fire", "aim", "overbear", "throw"})
_GOALS = ("to", "toward", "away")
ROUND = "round"


def readings(scene: Scene, fields: dict[str, Any]) -> Iterator[Option]:
    """Yield the options a line can mean, first choice first."""
    do, kind = scene.do, orders("counts")[scene.do]
    for key in ("set_distance", "distance"):
        if key in fields:
            fields[key] = round(fields[key], 2)
    if "speed_points" in fields:
        fields["speed_points"] = max(0, min(int(fields["speed_points"]), scene.me.speed_points))
    if do in _AIMED or (do == "couch" and scene.foe is not None):
        if scene.foe is None:
            return
        fields["target"] = scene.foe.name
    if fields.get("to") == ROUND:
        fields["to"] = _way(scene)
        if fields["to"] is None:
            return
    if do == "move" and fields.get("speed") != 0 and not any(key in fields for key in _GOALS):
        if scene.foe is None:
            return
        fields["toward"] = scene.foe.name
    if do == "bind":
        yield from (kind(target=name) for name in _patients(scene))
    elif do in _ARMED:
        yield from (kind(**fields, weapon=tool.name) for tool in scene.look.tongue.tools(scene))
    elif do == "recouch" and scene.tool is not None:
        yield kind(weapon=scene.tool.name)
    elif do == "def":
        yield kind(**{"active": True, **fields})
    else:
        yield kind(**fields)


def _patients(scene: Scene) -> list[Any]:
    """Return whom a line would bind: oneself first, then friends, the nearest first; or the one it names."""
    who = scene.patient
    if who in ("", "self"):
        found: list[Any] = [None]
        return found if who else [None, *[one.name for one in scene.view.friends if one.hurt]]
    if who == "friend":
        return [one.name for one in scene.view.friends if one.hurt]
    return [who]


def vain(view: Any, option: Option) -> bool:
    """Return whether an option would change nothing: a mode one has, a way one has gone, a stop of one who stands."""
    me = view.me
    if option.do == "mode":
        keeps = getattr(option, "set_distance", None)
        return getattr(option, "mode", None) == me.mode and keeps in (None, me.set_distance)
    if option.do == "def":
        return bool(getattr(option, "active", None) == me.def_on)
    return option.do == "move" and _moves_so(view, option)


def _moves_so(view: Any, option: Any) -> bool:
    """Return whether a movement is under way already, over, or a stop of one who stands."""
    me, sign = view.me, 1.0
    if option.speed == 0:
        return not any(me.velocity)
    if option.to is not None:
        goal = option.to
    else:
        goal, sign = view.seen(option.toward or option.away).position, 1.0 if option.toward else -1.0
    dx, dy = sign * (goal[0] - me.position[0]), sign * (goal[1] - me.position[1])
    size, pace = hypot(dx, dy), hypot(*me.velocity)
    if option.to is not None and size <= _THERE:
        return True
    if option.distance is not None and sign * size <= sign * option.distance + _THERE:
        return True
    wanted = me.mvm if option.speed is None else option.speed
    along = dx * me.velocity[0] + dy * me.velocity[1]
    return pace >= wanted - _THERE and along >= _STRAIGHT * size * pace and not option.bash


def rank(foe: Any) -> float:
    """Return how badly off somebody looks."""
    return float(4 * foe.stunned + 2 * foe.prone + foe.hurt)


TONGUE = Tongue(
    names=by_name((*common("counts", "feet"), *_OWN, *_LINES)),
    words={"mode": MODES},
    places={"move.to": (ROUND,)},
    needs={"mode": ("mode",), "wait": ("until",)},
    hides=frozenset(),
    people=frozenset({"toward", "away"}),
    friends={"bind": ("self", "friend")},
    rank=rank,
    tools=tools,
    readings=readings,
    idle=lambda view: view.me.action is None,
    waits=lambda view: view.me.action is None or view.me.action.phase in ("couched", "up"),
    pause=3.0,
    riders=frozenset({"mode", "def", "move"}),
    vain=vain,
    threat=_threat,
)
