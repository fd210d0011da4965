"""What one order of a script may say in the counts system; whether it is legal now the engine judges in its turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import attrs
import msgspec

from engine.anatomy import HEAD_DETAILS, PARTS
from engine.counts.actions import OPTIONS
from engine.counts.rules import MODES
from engine.registry import reasons
from engine.ruleset import field
from scenarios.locate import Path
from scenarios.mistakes import Mistakes, is_number, listing
from scenarios.node import Node, show
from scenarios.policy import Company
from scenarios.structure import build, fields_of

DO_NAMES: Final = (
    "attack", "couch", "release", "break_off", "recouch", "parry", "press", "retreat", "lock", "unlock", "mode",
    "move", "def", "fire", "reload", "aim", "overbear", "throw", "bind", "rise", "draw", "wait", "hold",
)  # fmt: skip
"""Everything a counts fighter may be told to do (contract, section 4)."""


@attrs.frozen(kw_only=True)
class Order:
    """One order: what, from when, on which reason, and the option's own fields."""

    do: str = field(why="what to do", choices=DO_NAMES)
    at: float | None = field(None, "not before this count", unit="counts", ge=0, le=10_000_000, decimals=3)
    on: str | None = field(None, "only when asked for this reason", choices=reasons("counts"))
    weapon: str | None = field(None, "the weapon it is done with")
    target: str | None = field(None, "the opponent it is done to; of a bind oneself or a friend (C-WND-7)")
    location: str | None = field(None, "the location called", choices=PARTS + HEAD_DETAILS)
    speed_points: int = field(0, "speed points spent on the INIT", unit="counts", ge=0, le=1000)
    hurry: bool = field(False, "while the tool still recovers, at -50")
    mode: str | None = field(None, "the mode to take", choices=MODES)
    set_distance: float | None = field(None, "the distance a mode keeps", unit="feet", ge=0.5, le=1_000_000, decimals=2)
    active: bool = field(True, "whether DEF is to be on")
    to: tuple[float, float] | None = field(None, "the place to move to", unit="feet", ge=-1_000_000, le=1_000_000)
    toward: str | None = field(None, "whom to move toward")
    away: str | None = field(None, "whom to move away from")
    speed: float | None = field(None, "how fast; top speed when absent", unit="ft/ct", ge=0, le=1000)
    distance: float | None = field(None, "where a move stops", unit="feet", ge=0, le=1_000_000, decimals=2)
    bash: bool = field(False, "a run at an opponent goes on to contact (C-KNB-5)")
    over: bool = field(False, "a press goes on past Press 3")
    until: float | None = field(None, "the count to wait for", unit="counts", ge=0, le=10_000_000, decimals=3)


_COMMON: Final = ("do", "at", "on")
_GOALS: Final = ("to", "toward", "away")
_FILLED_IN: Final = ("weapon", "target", "active")
"""What an order may leave out: the script fills it in."""

_FIELDS: Final[Mapping[str, Mapping[str, bool]]] = {
    str(kind.__struct_config__.tag): {field.name: field.required for field in msgspec.structs.fields(kind)}
    for kind in OPTIONS
}
"""What may be done by now, with the fields of each option and whether they are required."""


def check_order(node: Node, path: Path, company: Company, mistakes: Mistakes) -> None:
    """Note what is wrong with one order of a script.

    Args:
        node: the order.
        path: where it stands.
        company: who gives it, and whom and what it may name.
        mistakes: gathers what is wrong.
    """
    build(Order, node, path, mistakes)
    if node.table is None or company.from_log:
        return
    do = node.text("do")
    if do is not None and do in DO_NAMES and do not in _FIELDS:
        found = f"{show(do)}, which is not built yet"
        mistakes.add(node.value["do"], (*path, "do"), f"one of {listing(sorted(_FIELDS))}", found=found)
    elif do is not None and do in _FIELDS:
        _check_keys(node, path, do, mistakes)
    _check_names(node, path, company, mistakes)
    _check_figures(node, path, company.spec, mistakes)


def _check_keys(node: Node, path: Path, do: str, mistakes: Mistakes) -> None:
    """Note keys that only other orders have, and what an order can't do without."""
    fields = _FIELDS[do]
    known = (*_COMMON, *fields)
    for key, item in (node.table or {}).items():
        if key not in known and key in fields_of(Order):
            mistakes.unknown_key(item, (*path, key), known)
    slips = any(key not in fields_of(Order) for key in node.value)
    for key, required in fields.items():
        if required and not slips and key not in _FILLED_IN and node.get(key) is None:
            mistakes.missing(node, (*path, key), f"a {do} with {key}")
    goals = [key for key in _GOALS if node.get(key) is not None]
    speed = node.get("speed")
    stops = speed is not None and speed.value == 0
    if do == "move" and (len(goals) > 1 or not (goals or stops)):
        found = f"a move with {' and '.join(goals) or 'no goal'}"
        mistakes.add(node, path, "one of to, toward and away, or speed = 0 alone to stop", found=found)


def _check_names(node: Node, path: Path, company: Company, mistakes: Mistakes) -> None:
    """Note names nobody has, those of friends where an opponent is meant, and of opponents where a friend is."""
    others = [name for name in company.sides if name != company.me]
    foes = [name for name in others if company.sides[name] != company.sides.get(company.me)]
    if node.text("do") == "bind":
        friends = [name for name in company.sides if name not in foes]
        _known(node.get("target"), (*path, "target"), friends, "its own name or a friend's:", mistakes)
    else:
        _known(node.get("target"), (*path, "target"), foes, "an opponent's name:", mistakes)
    for key in ("toward", "away"):
        _known(node.get(key), (*path, key), others, "another combatant's name:", mistakes)
    arms = company.all_weapons if node.text("do") == "draw" else company.own
    _known(node.get("weapon"), (*path, "weapon"), arms, "one of its weapons:", mistakes)


def _known(node: Node | None, path: Path, names: Collection[str], what: str, mistakes: Mistakes) -> None:
    if node is not None and isinstance(node.value, str) and node.value not in names:
        mistakes.unknown(node, path, names, what)


def _check_figures(node: Node, path: Path, spec: Any, mistakes: Mistakes) -> None:
    """Note figures no fighter of this kind can ever reach, and a wait that is over before it begins."""
    if spec is not None:
        _at_most(node.get("speed"), (*path, "speed"), spec.mvm, "MVM", mistakes)
        rank = spec.combat_maneuver_rank
        points = node.get("speed_points")
        if points is not None and isinstance(points.value, int):
            _at_most(points, (*path, "speed_points"), rank, "its Combat Maneuver rank", mistakes)
        _check_missiles(node, path, spec, mistakes)
    at, until = node.get("at"), node.get("until")
    if until is not None and is_number(until.value) and until.value == 0:
        mistakes.add(until, (*path, "until"), "a count that lies ahead, more than 0")
    if at is None or until is None or not (is_number(at.value) and is_number(until.value)):
        return
    if until.value <= at.value:
        mistakes.add(until, (*path, "until"), f"a count after at, {show(at.value)}")


def _check_missiles(node: Node, path: Path, spec: Any, mistakes: Mistakes) -> None:
    """Note shots from what sends no missiles, reloads of what is thrown, and aims without the skill (C-MIS-1, C-HIT-4)."""
    do, weapon = node.text("do"), node.get("weapon")
    arm = next((arm for arm in spec.weapons if weapon is not None and arm.name == weapon.value), None)
    if do == "aim" and spec.targeting_perception <= 0:
        found = "an aim without targeting_perception"
        mistakes.add(node, path, "an aim of one who has targeting_perception (C-HIT-4)", found=found)
    if weapon is None or arm is None or do not in ("fire", "reload"):
        return
    if arm.velocity <= 0:
        mistakes.add(weapon, (*path, "weapon"), "a weapon that sends missiles (C-MIS-1)")
    elif do == "reload" and arm.reload == 0 and arm.shots == 1:
        mistakes.add(weapon, (*path, "weapon"), "a weapon that is loaded; what is thrown is drawn anew (C-MIS-1)")


def _at_most(node: Node | None, path: Path, most: float, what: str, mistakes: Mistakes) -> None:
    if node is not None and is_number(node.value) and node.value > most:
        mistakes.add(node, path, f"at most {what}, {most:.12g}")
