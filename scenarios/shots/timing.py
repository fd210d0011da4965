"""Orders of a shots script that can be legal at no time, as they would come when nothing of the kind may be done."""

from __future__ import annotations

from typing import Any, Final

from engine.shots.costs import FREE, SNAPSHOTS
from engine.shots.legality import ANY_TIME
from engine.shots.schticks import REGISTRY
from scenarios.locate import Path
from scenarios.mistakes import Mistakes, listing
from scenarios.node import Node, show
from scenarios.policy import Company

GIVERS: Final = tuple(name for name, schtick in REGISTRY.items() if schtick.free_shots)
"""Schticks that give free shots; nobody else is asked about those that come closer (S-CHR-3)."""

_ANSWERING: Final = ("announced", "closing")
_OWN_SHOT: Final = ("start", "ready")
_TO_OTHERS: Final = ("defend_other", "interpose", "volunteer")
"""What answers an attack that is announced, and nothing else (S-DEF-4, S-RNG-4)."""

_GOALS: Final = ("to", "toward", "away")


def check_timing(node: Node, path: Path, do: str, company: Company, mistakes: Mistakes) -> None:
    """Note what an order can never do when its reason comes, and shots and movements that never go together.

    Args:
        node: the order.
        path: where it stands.
        do: what it orders, a known option.
        company: whose order it is; its fighter was read without mistakes.
        mistakes: gathers what is wrong.
    """
    gives = any(schtick.name in GIVERS for schtick in company.spec.schticks)
    _check_reason(node, path, do, gives, mistakes)
    _check_free_shot(node, path, do, gives, company.spec, mistakes)
    _check_movement(node, path, do, company, mistakes)
    shot = node.get("shot")
    if do == "wait" and shot is not None and shot.value == 0 and shot.value is not False:
        mistakes.add(shot, (*path, "shot"), "1 or more: below that no shot is called (S-SEQ-4)")


def _check_reason(node: Node, path: Path, do: str, gives: bool, mistakes: Mistakes) -> None:
    """Note a reason the character is never asked for, or at which the order is never legal (S-SEQ-2, S-DEF-4)."""
    on = node.get("on")
    if on is None:
        return
    free = do == "attack" and gives and _shots(node) in (None, FREE)
    if on.value == "closing" and not gives:
        allowed = f"closing only with {' or '.join(GIVERS)}: nobody else is asked about those that come closer (S-CHR-3)"
        mistakes.add(on, (*path, "on"), allowed)
    elif on.value in _ANSWERING and do not in ANY_TIME and not free:
        beside = ", attack as a free shot" if gives else ""
        allowed = f"an answer to others: {listing(sorted(ANY_TIME))}{beside} (S-SEQ-2)"
        mistakes.add(on, (*path, "on"), allowed, found=f"{show(do)} on {on.value}")
    elif on.value in _OWN_SHOT and do in _TO_OTHERS:
        allowed = "announced: it answers an attack that is announced (S-DEF-4)"
        mistakes.add(on, (*path, "on"), allowed, found=f"{show(do)} on {on.value}")


def _shots(node: Node) -> Any:
    shots = node.get("shots")
    return None if shots is None else shots.value


def _check_free_shot(node: Node, path: Path, do: str, gives: bool, spec: Any, mistakes: Mistakes) -> None:
    """Note a free shot of one who has none, or that could never be taken so (S-CHR-3)."""
    shots = node.get("shots")
    if shots is None or type(shots.value) is not int or shots.value != FREE:
        return
    melee = [arm.name for arm in spec.weapons if arm.range == "melee"]
    if do != "attack":
        mistakes.add(shots, (*path, "shots"), "3, 2 or 1: only an attack can be a free shot (S-CHR-3)")
    elif spec.unnamed:
        mistakes.add(shots, (*path, "shots"), "3: an unnamed character takes whole actions only (S-WND-3)")
    elif not gives:
        mistakes.add(shots, (*path, "shots"), f"3, 2 or 1; 0, a free shot, only with {' or '.join(GIVERS)} (S-CHR-3)")
    elif node.text("on") in _OWN_SHOT:
        mistakes.add(shots, (*path, "shots"), "3, 2 or 1 on its own shot: a free shot answers one who comes closer (S-CHR-3)")
    elif node.text("weapon") in melee:
        mistakes.add(node.value["weapon"], (*path, "weapon"), "a weapon that shoots, for a free shot (S-CHR-3)")
    elif any(node.get(key) is not None for key in _GOALS):
        mistakes.add(node, path, "no movement with a free shot (S-MOV-1)", found="a free shot with a movement")


def _check_movement(node: Node, path: Path, do: str, company: Company, mistakes: Mistakes) -> None:
    """Note a movement of one who has no Move, and one beside what is quicker than a whole action (S-MOV-1, S-SEQ-5)."""
    goal = next((key for key in _GOALS if node.get(key) is not None), None)
    rules, spec = company.rules, company.spec
    if goal is None:
        return
    if spec.move <= 0:
        mistakes.add(node.value[goal], (*path, goal), "no movement: its move is 0 (S-MOV-1)")
    elif rules is not None and not spec.unnamed and (quick := _quick(node, do, rules)) is not None:
        what, shots = quick
        if shots < rules.action_shots:
            allowed = f"a movement only with an action of {rules.action_shots} shots or more (S-MOV-1)"
            mistakes.add(node.value[goal], (*path, goal), allowed, found=f"a movement with {what} ({shots})")


def _quick(node: Node, do: str, rules: Any) -> tuple[str, int] | None:
    """Return what an order is that may be too quick for a movement, and its shots; None for whole actions."""
    if do == "draw":
        return "a draw", rules.quick_shots
    shots = node.get("shots")
    if do in ("attack", "throw", "area") and shots is not None and shots.value in SNAPSHOTS and type(shots.value) is int:
        return "a snapshot", shots.value
    return None
