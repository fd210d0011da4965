"""The names that conditions may use in every rule system; `names` gives all of one, for lists and documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.priority_kinds import ENDLESS, NUMBER, TEXT, TRUTH, Name, number, of_foe, shared, text, truth, words
from engine.registry import reasons

if TYPE_CHECKING:
    from agents.priority_scene import Scene


def _asked(scene: Scene, reason: str) -> bool:
    return reason in scene.request.reasons


def _has(scene: Scene, weapon: str) -> bool:
    kit = getattr(scene.me, "kit", None)
    return any(tool.name == weapon for tool in (kit if kit is not None else scene.me.weapons))


def _in_hand(scene: Scene, weapon: str) -> bool:
    return any(tool.name == weapon and tool.in_hand for tool in scene.me.weapons)


def _within(scene: Scene, distance: float) -> float:
    return float(sum(1 for foe in scene.look.nearby if foe.distance <= distance))


def _since(scene: Scene) -> float:
    return float(scene.request.t - scene.look.memory.seen_at)


def common(system: str, length: str) -> tuple[Name, ...]:
    """Return the names every rule system has.

    Args:
        system: the rule system.
        length: what distances are in.
    """
    why = words(*reasons(system))
    return (
        *shared(
            number("t", "counts", "the moment, from the beginning of the battle", lambda scene: scene.request.t),
            Name("asked", TRUTH, "", "whether it is asked for this reason (`couched list reasons`)", _asked, (why,)),
            number("foes", "people", "opponents it sees that can still fight", lambda scene: len(scene.look.nearby)),
            number("friends", "people", "friends that can still fight, itself left out", lambda scene: len(scene.view.friends)),
            Name("foes_within", NUMBER, "people", f"opponents it sees that are no farther than so many {length}", _within, (NUMBER,)),
            number("unseen_for", "counts", "how long it has seen no opponent; 0 while it sees one", _since),
            truth("idle", "whether it has nothing under way", lambda scene: scene.look.tongue.idle(scene.view)),
            Name("has", TRUTH, "", "whether it has a weapon of this name, in hand or not", _has, (TEXT,)),
            Name("in_hand", TRUTH, "", "whether a weapon of this name is in hand", _in_hand, (TEXT,)),
            Name("min", NUMBER, "", "the least of some numbers", lambda scene, *args: min(args), (NUMBER, NUMBER), many=True),
            Name("max", NUMBER, "", "the greatest of some numbers", lambda scene, *args: max(args), (NUMBER, NUMBER), many=True),
            Name("abs", NUMBER, "", "a number without its sign", lambda scene, value: abs(value), (NUMBER,)),
        ),
        number("distance", length, "how far the foe is; endless without one", of_foe(lambda foe: foe.distance, ENDLESS)),
        text("foe", "the foe's name; empty without one", of_foe(lambda foe: foe.name, "")),
        text("weapon", "the name of the weapon the line means; empty without one", _weapon),
    )  # fmt: skip


def _weapon(scene: Scene) -> Any:
    return "" if scene.tool is None else scene.tool.name


def names(system: str) -> tuple[Name, ...]:
    """Return the names conditions may use in a rule system, sorted.

    Raises:
        InputError: there is no such rule system.
    """
    from agents.priority_check import tongue_of

    reasons(system)
    found = tongue_of(system).names
    return tuple([found[name] for name in sorted(found)])
