"""Active defenses: what kinds there are, what they cost, raise and ask for (S-DEF-1 to S-DEF-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import attrs

from engine.shots import belongings, lookup, report
from engine.shots.rules import ShotsRules
from engine.shots.state import Action, Fight, Fighter, Tool

Seq = int | None

Refusal = tuple[str, str]

DODGE = "dodge"
DETECT = "detect"
"""The values an active defense may raise: what attacks are rolled against, and noticing who sneaks up (S-DEF-3)."""

CATCH = "catch"


@attrs.frozen
class Kind:
    """One kind of active defense (S-DEF-5).

    Attributes:
        name: what orders call it.
        cost: shots it costs its user; another's defense has a cost of its own (S-DEF-4).
        bonus: points it adds.
        value: the value it raises: ``dodge`` or ``detect``.
        rule: the id of its rule.
        condition: what it asks for, in words; empty when nothing.
        once: it can be used once a sequence.
        why: what it is, in words.
    """

    name: str
    cost: int
    bonus: int
    value: str
    rule: str
    condition: str = ""
    once: bool = False
    why: str = ""


class Defense(NamedTuple):
    """A kind of active defense one could declare now: its cost in shots and what it raises by how much (S-DEF-1, S-DEF-5)."""

    kind: str
    cost: int
    bonus: int
    value: str


@lru_cache(maxsize=64)
def common(rules: ShotsRules) -> Mapping[str, Kind]:
    """Return the kinds everybody has (S-DEF-1, S-DEF-3, S-SEQ-3)."""
    shots, bonus = rules.defense_shots, rules.defense_bonus
    return {
        "dodge": Kind("dodge", shots, bonus, DODGE, "S-DEF-1", why="out of the way of the attack"),
        "parry": Kind("parry", shots, bonus, DODGE, "S-DEF-1", why="turns the attack aside, by the figures of a dodge"),
        CATCH: Kind(
            CATCH, rules.quick_shots, bonus, DODGE, "S-SEQ-3", "against a thrown weapon, with hands free to hold it",
            why="a dodge, and what was thrown and misses ends in its hands",
        ),
        "alert": Kind("alert", shots, rules.detect_bonus, DETECT, "S-DEF-3", why="on guard: detects better who sneaks up"),
    }  # fmt: skip


def kinds(fight: Fight, fighter: Fighter) -> Mapping[str, Kind]:
    """Return the kinds of active defense a character has, by name: everybody's, then those of its schticks (S-DEF-5)."""
    if fighter.kinds is None:
        found = dict(common(fight.rules))
        for schtick in fighter.schticks:
            found.update(schtick.defenses(fight.rules))
        fighter.kinds = found
    return fighter.kinds


def best_first(fight: Fight, fighter: Fighter) -> Sequence[tuple[Kind, Defense]]:
    """Return the kinds of active defense a character has, as it is told of them: the best first, then the cheapest (S-DEF-5)."""
    if fighter.best_first is None:
        found = kinds(fight, fighter).values()
        told = [(kind, Defense(kind.name, cost(fight, fighter, kind, False), kind.bonus, kind.value)) for kind in found]
        fighter.best_first = sorted(told, key=lambda pair: (-pair[1].bonus, pair[1].cost, pair[1].kind))
    return fighter.best_first


def cost(fight: Fight, fighter: Fighter, kind: str | Kind, for_another: bool) -> int:
    """Return the shots an active defense costs, given by name or itself (S-DEF-1, S-DEF-4, S-WND-3)."""
    if for_another:
        return fight.rules.defend_other_shots
    if fighter.spec.unnamed:
        return fight.rules.unnamed_shots
    return kinds(fight, fighter)[kind].cost if isinstance(kind, str) else kind.cost


def refusal(fight: Fight, fighter: Fighter, kind: str | Kind, other: Fighter | None = None) -> Refusal | None:
    """Return why a character can't use a kind of active defense now, or None (S-DEF-1, S-DEF-5).

    At least one shot must be left; the cost may take the counter below 0.

    Args:
        other: whom it would defend; itself when None.
    """
    name = kind.name if isinstance(kind, Kind) else kind
    listed = kinds(fight, fighter)
    found = listed.get(name)
    if found is None:
        return "S-DEF-5", f"it has no defense {name!r}; it has {', '.join(listed)}"
    return ready(fight, fighter) or spent(fight, fighter, found, other)


def spent(fight: Fight, fighter: Fighter, found: Kind, other: Fighter | None = None) -> Refusal | None:
    """Refuse a kind that comes once a sequence and has come, and a catch of what can't be caught (S-DEF-5, S-SEQ-3)."""
    if found.once and fighter.used.get(found.name) == fight.sequence:
        return found.rule, f"{found.name} was used in this sequence already"
    return _catch_refusal(fighter, found, other or fighter) if found.name == CATCH else None


def _catch_refusal(fighter: Fighter, kind: Kind, target: Fighter) -> Refusal | None:
    """Return why a character can't catch what is thrown at somebody, or None (S-SEQ-3)."""
    thrown = [action for action in fighter.responding if action.kind == "throw" and aware(fighter, action)]
    if not thrown:
        return kind.rule, f"{kind.name} is {kind.condition}; nothing is thrown"
    aimed = [action for action in thrown if action.target is target]
    if not aimed:
        return kind.rule, f"{kind.name} is {kind.condition}; what is thrown is not thrown at {target.name}"
    if not any(catchable(fighter, action) for action in aimed):
        return kind.rule, f"{kind.name} is {kind.condition}; its hands are full"
    return None


def ready(fight: Fight, fighter: Fighter) -> Refusal | None:
    """Refuse any active defense to one who is surprised, or has no shot left in this sequence (S-DEF-1)."""
    if fighter.surprised:
        return "S-DEF-1", "it is surprised"
    left = lookup.shot_of(fight, fighter)
    return ("S-DEF-1", f"no shot is left: its counter is at {left}") if left < 1 else None


def aware(fighter: Fighter, action: Action) -> bool:
    """Return whether a character is aware of an attack, and so can defend against it (S-DEF-3)."""
    return not (action.unseen and action.fighter.name in fighter.unaware)


def spend(fight: Fight, fighter: Fighter, kind: str) -> None:
    """Note that a kind of active defense is used in this sequence, for those that come once in it (S-DEF-5)."""
    fighter.used[kind] = fight.sequence


# catching what is thrown


def catchable(fighter: Fighter, action: Action) -> bool:
    """Return whether a character could catch what an announced action throws (S-SEQ-3)."""
    return action.kind == "throw" and action.tool is not None and belongings.free_hands(fighter) >= action.tool.spec.hands


def caught(fight: Fight, fighter: Fighter, action: Action, cause: Seq) -> Fighter | None:
    """Let a throw that missed be caught, when an active defense of its target is a catch (S-SEQ-3).

    What was thrown goes into the catcher's hand: the weapon from where it lies, or one of the several its thrower keeps.

    Args:
        fighter: who was missed; one who stepped between has no active defense against it (S-DEF-4).
        action: the throw.
        cause: the ``seq`` of its miss.

    Returns:
        Who caught it: the target, or who defends it; None when nobody does, and it falls.
    """
    tool = action.tool
    if tool is None or action.target is not fighter:
        return None
    for up in (fighter.defense, *fighter.guards):
        if up is not None and up.kind == CATCH and up.giver.able and catchable(up.giver, action):
            flown = _thrown(fight, tool)
            belongings.adopt(up.giver, flown)
            belongings.into_free_hands(up.giver, flown)
            report.in_hand(fight, up.giver, flown.name, "caught", cause, action.id)
            return up.giver
    return None


def _thrown(fight: Fight, tool: Tool) -> Tool:
    """Return what flew: the weapon itself, or one like it when its thrower has more of them."""
    if tool.owner is not None:
        return Tool(tool.spec, tool.spec.name, None, tool.skill, 0, 0)
    fight.lying = [its for its in fight.lying if its is not tool]
    return tool
