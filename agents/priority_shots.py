"""How priority lists speak about shots: names for cinematic action on a shot counter, and what a line leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from agents.base import orders
from agents.cinema_ground import ahead, fists, flank, shelter, shooters
from agents.cinema_worth import attack_with
from agents.priority_kinds import by_name, number, of_foe, of_tool, shared, truth, word, words
from agents.priority_names import common
from agents.priority_scene import Scene, Tongue
from engine.shots.seen import CONDITIONS

if TYPE_CHECKING:
    from engine.options import Option

CONDITION = words(*CONDITIONS, ordered=True)
_ATTACKS = frozenset({"attack", "throw", "area"})
_WEAPONED = frozenset({"attack", "throw", "area", "draw", "pick_up", "reload"})
_GOALS = ("to", "toward", "away")
_ROLLS = ("initiative", "attack", "death_test", "medicine")
_NEAR = 1.0
"""How near one comes to somebody to strike, meters."""


def _attack(scene: Scene) -> Any:
    """Return the attack the line means, or the one its weapon would make; None when there is none."""
    if scene.do in _ATTACKS:
        return scene.option
    return None if scene.foe is None or scene.tool is None else attack_with(scene.tool, scene.foe.name)


def _chance(scene: Scene) -> float:
    option = _attack(scene)
    return 0.0 if option is None else 100.0 * float(scene.view.chance(option))


def _points(scene: Scene) -> float:
    option = _attack(scene)
    return 0.0 if option is None else float(scene.view.expected_points(option))


def _harm(scene: Scene) -> float:
    """Return the mean Wound Points the line's attack would do to friends."""
    option = _attack(scene)
    if option is None:
        return 0.0
    return float(sum(one.points for one in scene.view.expected(option) if one.side == scene.me.side))


def _cost(scene: Scene) -> float:
    return 0.0 if scene.option is None else float(scene.view.cost(scene.option))


def _mine(view: Any) -> list[Any]:
    """Return the announced attacks at oneself that one may answer."""
    return [attack for attack in view.announced if attack.answerable and attack.at_me]


def _threat(view: Any) -> str | None:
    found = max((attack for attack in view.announced if attack.at_me), key=lambda attack: attack.on().points, default=None)
    return None if found is None else str(found.attacker)


def _coming_points(scene: Scene) -> float:
    return float(sum(attack.on().points for attack in _mine(scene.view)))


def _saved(scene: Scene) -> float:
    """Return the Wound Points that one's best active defense would save from what is announced."""
    mine, me, best = _mine(scene.view), scene.me, 0.0
    before = sum(attack.on().points for attack in mine)
    for kind in me.defenses:
        more = kind.bonus - me.guarded
        if mine and kind.value == "dodge" and more > 0:
            best = max(best, before - sum(attack.on(more=more).points for attack in mine))
    return float(best)


def _worst_chance(scene: Scene) -> float:
    return 100.0 * max((attack.on().chance for attack in _mine(scene.view)), default=0.0)


def _friends_at(view: Any) -> list[str]:
    """Return the friends announced attacks are at, the likeliest to be hurt first."""
    friends = {friend.name for friend in view.friends}
    worth = {name: attack.on(name).points for attack in view.announced for name in attack.targets if name in friends}
    return sorted(worth, key=lambda name: (-worth[name], name))


def _dying(view: Any) -> list[Any]:
    return [one for one in view.fallen if one.side == view.me.side and one.dying]


def _cover(scene: Scene) -> float:
    foes = shooters(scene.view) or scene.look.nearby[:1]
    return sum(float(scene.me.cover_from(foe.position)) for foe in foes) / len(foes) if foes else 0.0


_OWN = shared(
    number("shot", "shots", "the shots it has left in this sequence", lambda scene: scene.me.shot),
    number("sequence", "sequences", "the number of the sequence, from 1", lambda scene: scene.view.sequence),
    truth("turn", "whether it may act at this moment", lambda scene: scene.me.turn),
    number("wounds", "points", "its Wound Points", lambda scene: scene.me.wounds),
    number("health", "percent", "what it can still take of the points from which Death Tests begin", lambda scene: 100 * max(0.0, 1 - scene.me.wounds / scene.view.rules.death_from)),
    number("impairment", "points", "what Wound Points add to its rolls: 0 or less", lambda scene: scene.me.impairment),
    number("fortune", "points", "Fortune points it has left and not set aside", lambda scene: scene.me.fortune - len(scene.me.fortune_for)),
    number("fu", "points", "Fu points it has left", lambda scene: scene.me.fu),
    word("condition", CONDITION, "how it fares", lambda scene: scene.me.condition),
    truth("prone", "whether it lies", lambda scene: scene.me.prone),
    truth("moving", "whether it is on the move", lambda scene: scene.me.moving),
    truth("surprised", "whether it can't defend actively yet", lambda scene: scene.me.surprised),
    truth("hidden", "whether opponents have not seen it yet", lambda scene: scene.me.hidden),
    number("guarded", "points", "what active defenses that are up add to its defense", lambda scene: scene.me.guarded),
    number("cover", "points", "the Dodge that cover gives it now, on the mean, against those who shoot", _cover),
    truth("cover_near", "whether there is better cover to go to (`to=cover`)", lambda scene: shelter(scene.view, shooters(scene.view)) is not None),
    number("shooters", "people", "the nearest opponents, four at most, that can shoot from where they are", lambda scene: len(shooters(scene.view))),
    number("threats", "attacks", "announced attacks at it that it may answer", lambda scene: len(_mine(scene.view))),
    number("threat_chance", "percent", "the best chance among them to hit it", _worst_chance),
    number("threat_points", "points", "the mean Wound Points of all of them", _coming_points),
    number("saved", "points", "the mean Wound Points its best active defense would save from them", _saved),
    number("friends_threatened", "people", "friends that announced attacks are at", lambda scene: len(_friends_at(scene.view))),
    number("closing", "people", "opponents that set out to come closer, for a free shot", lambda scene: len(scene.view.closing)),
    number("dying_friends", "people", "fallen friends that die unless somebody tends them", lambda scene: len(_dying(scene.view))),
    number("weapons", "weapons", "what it holds, fists and feet left out", lambda scene: sum(1 for tool in scene.me.weapons if tool.hands)),
    number("lying", "weapons", "weapons on the ground", lambda scene: len(scene.view.lying)),
)  # fmt: skip

_LINES = (
    number("chance", "percent", "the chance of the line's attack to hit", _chance),
    number("damage", "points", "the mean Wound Points the line's attack would do, misses counted", _points),
    number("harm", "points", "the mean Wound Points the line's attack would do to friends", _harm),
    number("cost", "shots", "the shots the line's option costs", _cost),
    number("foe_shot", "shots", "the shots the foe has left in this sequence", of_foe(lambda foe: foe.shot, 0.0)),
    number("foe_defense", "points", "what an attack hand to hand on the foe must reach", of_foe(lambda foe: foe.defense, 0.0)),
    number("foe_toughness", "points", "the foe's Toughness with its armor", of_foe(lambda foe: foe.toughness + foe.armor, 0.0)),
    number("foe_cover", "points", "the Dodge the foe gains by cover against it", of_foe(lambda foe: foe.cover, 0.0)),
    word("foe_condition", CONDITION, "how the foe fares", of_foe(lambda foe: foe.condition, "unhurt")),
    truth("foe_unnamed", "whether the foe is an unnamed character", of_foe(lambda foe: foe.unnamed, False)),
    truth("foe_prone", "whether the foe lies", of_foe(lambda foe: foe.prone, False)),
    truth("foe_moving", "whether the foe is on the move", of_foe(lambda foe: foe.moving, False)),
    truth("foe_shoots", "whether the foe holds something that shoots or is thrown", of_foe(lambda foe: not fists(foe), False)),
    number("reach", "meters", "how far the line's weapon reaches", of_tool(lambda tool: tool.reach, 0.0)),
    number("base_range", "meters", "within it the line's weapon has no penalty", of_tool(lambda tool: tool.base, 0.0)),
    number("loaded", "shots", "shots before the line's weapon must be reloaded", of_tool(lambda tool: tool.loaded, 0.0)),
    number("carried", "shots", "shots carried for the line's weapon beside the loaded ones", of_tool(lambda tool: tool.carried, 0.0)),
    number("magazine", "shots", "shots the line's weapon holds; 0: it needs none", of_tool(lambda tool: tool.magazine, 0.0)),
    truth("ready", "whether the line's weapon needs no loading", of_tool(lambda tool: tool.ready, False)),
    truth("melee", "whether the line's weapon strikes hand to hand", of_tool(lambda tool: tool.melee, False)),
    number("value", "points", "its attack value with the line's weapon", of_tool(lambda tool: tool.value, 0.0)),
)  # fmt: skip


def tools(scene: Scene) -> Iterable[Any]:
    """Return the weapons a line may mean, first choice first."""
    me, do, wanted = scene.me, scene.do, scene.weapon
    if do == "pick_up":
        found = list(scene.view.lying)
        return [tool for tool in found if tool.name == wanted[1:]] if wanted.startswith('"') else found
    if wanted.startswith('"'):
        return [tool for tool in me.kit if tool.name == wanted[1:]]
    match do:
        case "draw":
            found = [tool for tool in me.kit if not tool.in_hand]
        case "reload":
            found = [tool for tool in me.weapons if tool.magazine and tool.carried and tool.loaded < tool.magazine]
        case "throw":
            found = [tool for tool in me.weapons if tool.thrown and not tool.area]
        case "area":
            found = [tool for tool in me.weapons if tool.area]
        case _:
            found = [tool for tool in me.weapons if not tool.thrown and not tool.area and tool.ready]
    if do == "draw":
        found.sort(key=lambda tool: (tool.melee, not tool.ready))
    elif len(found) > 1 and scene.foe is not None and wanted != "in_hand":
        name = scene.foe.name
        found.sort(key=lambda tool: -scene.view.expected_points(attack_with(tool, name)) if tool.ready else 1.0)
    return found


def readings(scene: Scene, fields: dict[str, Any]) -> Iterator[Option]:
    """Yield the options a line can mean, first choice first."""
    do, kind = scene.do, orders("shots")[scene.do]
    if not _set_goal(scene, fields):
        return
    for key in ("shots", "shot"):
        if key in fields:
            fields[key] = int(fields[key])
    if "distance" in fields:
        fields["distance"] = round(fields["distance"], 2)
    if do in _ATTACKS:
        if "closing" in scene.request.reasons and do == "attack" and "shots" not in fields:
            coming = [foe.name for foe in scene.view.closing]
            yield from (kind(**fields, shots=0, target=name, weapon=tool.name) for name in coming[:1] for tool in scene.look.tongue.tools(scene))
        if scene.foe is None:
            return
        fields["target"] = scene.foe.name
    if do in _WEAPONED:
        yield from (kind(**fields, weapon=tool.name) for tool in scene.look.tongue.tools(scene))
    elif do in _PEOPLE:
        yield from (kind(**fields, target=name) for name in _friends(scene))
    elif do == "defend" and "kind" not in fields:
        yield from (kind(kind=one.kind) for one in scene.me.defenses if one.value == "dodge")
    elif do == "wait" and "shot" not in fields:
        yield kind(shot=max(1, scene.view.shot - 1))
    else:
        yield kind(**fields)


def _set_goal(scene: Scene, fields: dict[str, Any]) -> bool:
    """Put the place a line goes to in place of its word; a move or run without a goal goes to the foe. False: there is none."""
    view, word = scene.view, fields.get("to")
    if word == "cover":
        fields["to"] = shelter(view, shooters(view) or scene.look.nearby[:4])
    elif word == "flank":
        fields["to"] = None if scene.foe is None else flank(view, scene.foe)
    elif word == "ahead":
        fields["to"] = None if scene.foe is None else ahead(view, scene.foe, False)
    if isinstance(word, str) and fields["to"] is None:
        return False
    if scene.do in ("move", "run") and not any(key in fields for key in _GOALS):
        if scene.foe is None:
            return False
        fields["toward"] = scene.foe.name
    if "toward" in fields:
        fields.setdefault("distance", _NEAR)
    return True


_PEOPLE = frozenset({"bind", "defend_other", "interpose"})


def _friends(scene: Scene) -> list[str]:
    """Return whom a line for friends means, first choice first."""
    view, who = scene.view, scene.patient
    if scene.do != "bind":
        found = _friends_at(view)
        return found if who in ("", "friend") else [name for name in found if name == who]
    if who == "self":
        return [scene.me.name]
    friends = [one.name for one in (*_dying(view), *view.friends) if one.dying or one.hurt]
    if who == "friend":
        return friends
    return [who] if who else [*([scene.me.name] if scene.me.hurt else []), *friends]


def vain(view: Any, option: Option) -> bool:
    """Return whether an option would change nothing: a way of no length."""
    if option.do not in ("move", "run"):
        return False
    place, name = getattr(option, "to", None), getattr(option, "toward", None)
    if place is not None:
        return bool(abs(place[0] - view.me.position[0]) + abs(place[1] - view.me.position[1]) < 0.5)
    near = next((foe.distance for foe in view.foes if foe.name == name), None)
    return near is not None and near <= getattr(option, "distance", 0.0) + 0.01


def rank(foe: Any) -> float:
    """Return how badly off somebody looks."""
    return float(CONDITIONS.index(foe.condition))


TONGUE = Tongue(
    names=by_name((*common("shots", "meters"), *_OWN, *_LINES)),
    words={"roll": _ROLLS},
    places={f"{do}.to": ("cover", "flank", "ahead") for do in ("move", "run", "attack", "throw", "area", "draw", "reload", "pick_up", "bind")},
    needs={"fortune": ("roll",), "schtick": ("name",)},
    hides=frozenset({"against", "at"}),
    people=frozenset({"toward", "away"}),
    friends={"bind": ("self", "friend"), "defend_other": ("friend",), "interpose": ("friend",)},
    rank=rank,
    tools=tools,
    readings=readings,
    idle=lambda view: bool(view.me.turn),
    waits=lambda view: bool(view.me.turn),
    pause=1.0,
    riders=frozenset(),
    vain=vain,
    threat=_threat,
)
