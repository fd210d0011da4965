"""How priority lists speak about steps: names for ranged fire on a map of squares, and what a line leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from agents.base import orders
from agents.priority_kinds import by_name, number, of_foe, of_tool, shared, truth, word, words
from agents.priority_names import common
from agents.priority_scene import Scene, Tongue
from agents.priority_steps_places import PLACES, place_of, remember, squares_of
from agents.squares_fire import endangers, shots
from engine.steps.damage import CALLS
from engine.steps.grid import FACINGS, facing_toward
from engine.steps.rules import FIRE_MODES, GUARDS, PACES
from engine.steps.seen import CONDITIONS

if TYPE_CHECKING:
    from engine.options import Option

BEST = "best"
CONDITION = words(*CONDITIONS, ordered=True)
PACE = words(*PACES, ordered=True)
MODE, FACING = words(*GUARDS), words(*FACINGS)
DOING = words("nothing", "fire", "aim", "reload", "bring", "face", "mode")
PHASE = words("none", "waiting", "windup", "committed", "working")


def _shot(scene: Scene) -> Any:
    """Return the shot the line means, or a single one with its weapon; None when there is none."""
    if scene.do == "fire":
        return scene.option
    tool, foe = scene.tool, scene.foe
    if tool is None or foe is None:
        return None
    return orders("steps")["fire"](weapon=tool.name, target=foe.name)


def _chance(scene: Scene) -> float:
    shot = _shot(scene)
    return 0.0 if shot is None else 100.0 * float(scene.view.chance(shot))


def _damage(scene: Scene) -> float:
    shot = _shot(scene)
    return 0.0 if shot is None or scene.foe is None else float(scene.view.loss(shot))


def _endangers(scene: Scene) -> bool:
    shot = _shot(scene)
    return shot is not None and scene.foe is not None and endangers(scene.view, shot)


def _target_is_valid(scene: Scene) -> bool:
    tool, foe = scene.tool, scene.foe
    return tool is not None and foe is not None and scene.view.invalid(tool.name, foe.name) is None


def _threats(view: Any) -> list[Any]:
    """Return the committed shots one may still dodge, the likeliest to hit first."""
    found = [one for one in view.threats if one.answerable and not one.declared]
    return sorted(found, key=lambda one: (not one.at_me, -one.chance(), one.id))


def _at_me(scene: Scene) -> list[Any]:
    return [one for one in _threats(scene.view) if one.at_me]


def _dodged(scene: Scene) -> float:
    """Return by how many percent a dodge would lower the best chance to hit it."""
    return 100.0 * max((one.dodge_chance * (one.chance() - one.chance(dodged=True)) for one in _threats(scene.view)), default=0.0)


def _threat(view: Any) -> str | None:
    found = _threats(view)
    return str(found[0].attacker) if found else None


def _to_impact(scene: Scene) -> float:
    action = scene.me.action
    return float("inf") if action is None or action.impact is None else max(0.0, float(action.impact - scene.request.t))


def _target_lost(scene: Scene) -> bool:
    """Return whether what it is firing or aiming at is out of sight or can't be hit any more."""
    action, view = scene.me.action, scene.view
    if action is None or action.target is None or action.phase == "committed":
        return False
    if action.target not in {foe.name for foe in scene.look.nearby}:
        return True
    return action.kind == "fire" and view.invalid(action.weapon, action.target) is not None


def _foe_cover(scene: Scene) -> float:
    return 0.0 if scene.foe is None else float(scene.view.line(scene.foe.name).cover)


def _own_cover(scene: Scene) -> float:
    return 0.0 if scene.foe is None else float(scene.view.cover(scene.me.square, scene.foe.name))


def _spells(scene: Scene) -> float:
    aim, foe = scene.me.aim, scene.foe
    return float(aim.spells) if aim is not None and foe is not None and aim.target == foe.name else 0.0


def _hand(scene: Scene, key: str) -> float:
    hand = scene.me.hand
    return 0.0 if hand is None else float(getattr(hand, key))


_OWN = shared(
    number("health", "percent", "its share of health that is left", lambda scene: 100.0 * scene.me.health / scene.me.health_max),
    word("condition", CONDITION, "how it fares", lambda scene: scene.me.condition),
    word("mode", MODE, "the Combat Mode it has taken", lambda scene: scene.me.chosen_mode),
    word("pace", PACE, "how fast it moves", lambda scene: scene.me.pace),
    truth("walking", "whether a movement of its own is under way", lambda scene: scene.me.walking is not None),
    truth("may_move", "whether it has not set off or stopped at this moment yet", lambda scene: scene.me.may_move),
    word("facing", FACING, "which way it faces", lambda scene: scene.me.facing),
    word("doing", DOING, "what it does", lambda scene: "nothing" if scene.me.action is None else scene.me.action.kind),
    word("phase", PHASE, "the phase of what it does", lambda scene: "none" if scene.me.action is None else scene.me.action.phase),
    number("time_to_impact", "counts", "until its own shot; endless without one", _to_impact),
    truth("target_lost", "whether what it levels or aims at is out of sight or no valid target", _target_lost),
    number("unseen", "people", "opponents out of sight that can still fight", lambda scene: len(scene.view.unseen)),
    number("lost", "people", "opponents out of sight that it has seen somewhere", lambda scene: len(squares_of(scene).memory.lost(scene.view))),
    number("threats", "shots", "committed shots it may still dodge", lambda scene: len(_threats(scene.view))),
    number("threat_chance", "percent", "the best chance among those at it to hit", lambda scene: 100.0 * max((one.chance() for one in _at_me(scene)), default=0.0)),
    number("dodge_chance", "percent", "the chance that its next dodge succeeds", lambda scene: 100.0 * scene.me.dodge_chance),
    number("dodge_saves", "percent", "by how much a dodge lowers the best chance to hit it", _dodged),
    number("magazine", "rounds", "rounds the weapon in hand holds; 0: it needs none", lambda scene: _hand(scene, "magazine")),
    number("loaded", "rounds", "rounds in the weapon in hand; 0 too when it needs none", lambda scene: _hand(scene, "loaded")),
    number("carried", "rounds", "rounds carried for the weapon in hand", lambda scene: _hand(scene, "carried")),
    truth("empty", "whether the weapon in hand must be reloaded before it fires", lambda scene: scene.me.hand is not None and bool(scene.me.hand.magazine) and not scene.me.hand.loaded),
    truth("armed", "whether it has a weapon in hand", lambda scene: scene.me.hand is not None),
)  # fmt: skip

_LINES = (
    number("chance", "percent", "the chance of the line's shot to hit", _chance),
    number("damage", "health", "what a hit of the line's shot costs the foe on the mean", _damage),
    truth("endangers", "whether the line's shot is likelier to hit a friend in its line", _endangers),
    truth("valid", "whether the foe can be shot at with the line's weapon now", _target_is_valid),
    number("aimed", "spells", "spells of aim it has at the foe", _spells),
    number("cover", "percent", "the cover it has from the foe", _own_cover),
    number("foe_cover", "percent", "the cover that is between it and the foe", _foe_cover),
    word("foe_condition", CONDITION, "how the foe fares", of_foe(lambda foe: foe.condition, "unhurt")),
    word("foe_pace", PACE, "how fast the foe moves", of_foe(lambda foe: foe.pace, "still")),
    word("foe_mode", MODE, "the Combat Mode of the foe that counts now", of_foe(lambda foe: foe.mode, "none")),
    word("foe_doing", DOING, "what the foe does", of_foe(lambda foe: foe.doing or "nothing", "nothing")),
    word("foe_phase", PHASE, "the phase of what the foe does", of_foe(lambda foe: foe.phase or "none", "none")),
    truth("foe_sees_me", "whether the foe has a line of sight to it", of_foe(lambda foe: foe.sees_me, False)),
    truth("foe_armed", "whether the foe has a weapon in hand", of_foe(lambda foe: foe.weapon is not None, False)),
    truth("foe_guards", "whether the foe's Combat Mode guards the side it is on", lambda scene: scene.foe is not None and scene.foe.guards(scene.me.square)),
    truth("blast", "whether the line's weapon has a blast", of_tool(lambda tool: tool.radius > 0, False)),
)  # fmt: skip


def tools(scene: Scene) -> Iterable[Any]:
    """Return the weapons a line may mean, first choice first."""
    me, do, wanted = scene.me, scene.do, scene.weapon
    if wanted.startswith('"'):
        return [tool for tool in me.weapons if tool.name == wanted[1:]]
    if do == "bring":
        found = [tool for tool in me.weapons if not tool.in_hand and (not tool.magazine or tool.loaded or tool.carried)]
        found.sort(key=lambda tool: bool(tool.magazine) and not tool.loaded)
        return found
    return [] if me.hand is None else [me.hand]


def readings(scene: Scene, fields: dict[str, Any]) -> Iterator[Option]:
    """Yield the options a line can mean, first choice first."""
    do, kind, view, me = scene.do, orders("steps")[scene.do], scene.view, scene.me
    if do in ("fire", "aim", "reload", "bring"):
        yield from _handled(scene, kind, fields)
    elif do == "dodge":
        yield from (kind(against=one.id) for one in _threats(view))
    elif do == "face":
        if "facing" not in fields:
            square = scene.foe.square if scene.foe is not None else next(iter(place_of(scene, "lost")), None)
            if square is None or square == me.square:
                return
            fields["facing"] = FACINGS[facing_toward(me.square, square)]
        yield kind(**fields)
    elif do == "move" and fields["pace"] != "still":
        square = fields.get("to", "foe")
        goals = [square] if isinstance(square, tuple) else place_of(scene, square, fields["pace"])
        fields.pop("to", None)
        yield from (kind(**fields, to=goal) for goal in goals)
    else:
        yield kind(**fields)


def _handled(scene: Scene, kind: type[Option], fields: dict[str, Any]) -> Iterator[Option]:
    """Yield what is done with a weapon: the one the line means, at the line's foe where it needs one."""
    do = scene.do
    if do in ("fire", "aim") and "at" not in fields:
        if scene.foe is None:
            return
        fields["target"] = scene.foe.name
    if do == "fire" and fields.get("mode") == BEST:
        yield from _best(scene, fields)
        return
    if do == "fire" and fields.get("at") == "lost":
        lost = place_of(scene, "lost")
        yield from (kind(**{**fields, "at": square}, weapon=tool.name) for square in lost for tool in scene.look.tongue.tools(scene))
        return
    yield from (kind(**fields, weapon=tool.name) for tool in scene.look.tongue.tools(scene))


def _best(scene: Scene, fields: dict[str, Any]) -> Iterator[Option]:
    """Yield the shots at the line's foe with its weapon as they are worth most a count: modes, calls and sweeps among them."""
    names = {tool.name for tool in scene.look.tongue.tools(scene)}
    found = [
        shot for shot in shots(scene.view, False)
        if shot.option.target == fields.get("target") and shot.option.weapon in names and not shot.aims and shot.rate > 0
    ]  # fmt: skip
    found.sort(key=lambda shot: -shot.rate)
    yield from (shot.option for shot in found[:4])


def vain(view: Any, option: Option) -> bool:
    """Return whether an option would change nothing: a mode or a facing one has, a way one is on, a stop of one who stands."""
    me = view.me
    match option.do:
        case "mode":
            return bool(getattr(option, "mode", None) == me.chosen_mode)
        case "face":
            return bool(getattr(option, "facing", None) == me.facing)
        case "move" | "cover":
            pace, goal = getattr(option, "pace", None), getattr(option, "to", None)
            if pace == "still":
                return me.walking is None
            if option.do == "cover":
                threat = getattr(option, "threat", None)
                goal = view.covered_square(threat)
            walks = me.walking is not None and me.walking.goal == goal and me.walking.pace == pace
            return goal == me.square or walks
    return False


def rank(foe: Any) -> float:
    """Return how badly off somebody looks."""
    return float(CONDITIONS.index(foe.condition))


TONGUE = Tongue(
    names=by_name((*common("steps", "squares"), *_OWN, *_LINES)),
    words={
        "fire.mode": (*FIRE_MODES, BEST), "mode.mode": GUARDS, "pace": PACES, "location": tuple(CALLS), "facing": FACINGS, "sweep": FACINGS,
    },
    places={"move.to": PLACES, "fire.at": ("lost",)},
    needs={"mode": ("mode",), "move": ("pace",), "cover": ("pace",), "wait": ("until",)},
    hides=frozenset({"path", "against"}),
    people=frozenset({"threat"}),
    friends={},
    rank=rank,
    tools=tools,
    readings=readings,
    idle=lambda view: view.me.action is None,
    waits=lambda view: view.me.action is None,
    pause=3.0,
    riders=frozenset({"move", "cover"}),
    vain=vain,
    threat=_threat,
    remember=remember,
)  # fmt: skip
