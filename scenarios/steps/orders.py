"""What one order of a script may say in the steps system; whether it is legal now the engine judges in its turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import attrs
import msgspec

from engine.registry import reasons
from engine.ruleset import field
from engine.steps.actions import OPTIONS
from engine.steps.damage import CALLS
from engine.steps.grid import FACINGS
from engine.steps.model import MOST_SQUARES
from engine.steps.rules import FIRE_MODES, GUARDS, PACES
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node
from scenarios.policy import Company
from scenarios.steps.field import is_on, squares_of
from scenarios.steps.kit import IN_DIRECT_MODES
from scenarios.steps.objects import Square, square_of
from scenarios.structure import build, fields_of

_FIELDS: Final[Mapping[str, Mapping[str, bool]]] = {
    str(kind.__struct_config__.tag): {
        "point" if field.name == "at" else field.name: field.required for field in msgspec.structs.fields(kind)
    }
    for kind in OPTIONS
}
"""What may be done, with the fields of each option and whether they are required; in an order ``at`` is a count."""

DO_NAMES: Final = tuple(_FIELDS)
"""Everything a steps combatant may be told to do (spec, section 6)."""


@attrs.frozen(kw_only=True)
class Order:
    """One order: what, from when, on which reason, and the option's own fields."""

    do: str = field(why="what to do", choices=DO_NAMES)
    at: float | None = field(None, "not before this count", unit="counts", ge=0, le=10_000_000, decimals=3)
    on: str | None = field(None, "only when asked for this reason", choices=reasons("steps"))
    weapon: str | None = field(None, "the weapon it is done with")
    target: str | None = field(None, "the opponent it is done to")
    mode: str | None = field(None, "the fire mode of a fire, or the Combat Mode to take", choices=(*FIRE_MODES, *GUARDS))
    location: str | None = field(None, "the called location", choices=tuple(CALLS))
    sweep: str | None = field(None, "the facing along which full auto goes on", choices=FACINGS)
    indirect: bool = field(False, "fired in-direct, without line of sight (P-LOS-3)")
    point: tuple[int, int] | None = field(None, "the square in-direct fire goes to", unit="squares", ge=0, le=MOST_SQUARES)
    facing: str | None = field(None, "which way to turn", choices=FACINGS)
    pace: str | None = field(None, "how fast to move", choices=PACES)
    to: tuple[int, int] | None = field(None, "the square to move to, by the shortest way", unit="squares", ge=0, le=MOST_SQUARES)
    path: tuple[tuple[int, int], ...] | None = field(None, "the squares to move along", unit="squares", ge=0, le=MOST_SQUARES)
    threat: str | None = field(None, "the opponent to be covered from; all that are seen when absent")
    against: str | None = field(None, "the id of the attack it answers, when there are several")
    until: float | None = field(None, "the count to wait for", unit="counts", ge=0, le=1_000_000, decimals=3)


_COMMON: Final = ("do", "at", "on")
_FILLED_IN: Final = ("weapon", "target")
"""What an order may leave out: the script fills it in."""

_MODES: Final = {"fire": FIRE_MODES, "mode": GUARDS}
"""What ``mode`` may be, by order."""


def check_order(node: Node, path: Path, company: Company, mistakes: Mistakes) -> None:
    """Note what is wrong with one order of a script.

    Args:
        node: the order.
        path: where it stands.
        company: who gives it, whom and what it may name, and the map.
        mistakes: gathers what is wrong.
    """
    build(Order, node, path, mistakes)
    do = node.text("do")
    if do is None or company.from_log or do not in _FIELDS:
        return
    _check_keys(node, path, do, mistakes)
    _check_words(node, path, do, mistakes)
    _check_names(node, path, company, mistakes)
    _check_squares(node, path, company.field, mistakes)
    if do in ("move", "cover"):
        _check_goals(node, path, do, mistakes)
    if do == "fire":
        _check_fire(node, path, mistakes)
    _check_weapon(node, path, do, company, mistakes)


def _check_keys(node: Node, path: Path, do: str, mistakes: Mistakes) -> None:
    """Note keys that only other orders have, and what an order can't do without."""
    fields, known = _FIELDS[do], (*_COMMON, *_FIELDS[do])
    for key, item in (node.table or {}).items():
        if key not in known and key in fields_of(Order):
            mistakes.unknown_key(item, (*path, key), known)
    slips = any(key not in fields_of(Order) for key in node.value)
    for key, required in fields.items():
        if required and not slips and key not in _FILLED_IN and node.get(key) is None:
            mistakes.missing(node, (*path, key), f"a {do} with {key}")


def _check_words(node: Node, path: Path, do: str, mistakes: Mistakes) -> None:
    """Note a fire mode where a Combat Mode is meant, and the other way round."""
    mode = node.get("mode")
    if do in _MODES and mode is not None and mode.value in (*FIRE_MODES, *GUARDS):
        _known(mode, (*path, "mode"), _MODES[do], "one of", mistakes)


def _check_names(node: Node, path: Path, company: Company, mistakes: Mistakes) -> None:
    """Note names nobody has, and those of friends where an opponent is meant."""
    mine = company.sides.get(company.me)
    foes = [name for name, side in company.sides.items() if side != mine]
    for key in ("target", "threat"):
        _known(node.get(key), (*path, key), foes, "an opponent's name:", mistakes)


def _check_squares(node: Node, path: Path, ground: Any, mistakes: Mistakes) -> None:
    """Note squares off the map, and steps of a path that are none to a neighbour (P-MOV-1)."""
    steps = node.get("path")
    items = [((*path, key), item) for key in ("to", "point") if (item := node.get(key)) is not None]
    items += [((*path, "path", index), item) for index, item in enumerate((steps.array or ()) if steps is not None else ())]
    before: Square | None = None
    for place, item in items:
        square = square_of(item)
        if square is None:
            before = None
            continue
        if ground is not None and not is_on(square, ground):
            mistakes.add(item, place, squares_of(ground))
        if place[-2] == "path" and before is not None and max(abs(square[0] - before[0]), abs(square[1] - before[1])) != 1:
            mistakes.add(item, place, f"a square beside the one before, {list(before)} (P-MOV-1)")
        before = square if place[-2] == "path" else None


def _check_goals(node: Node, path: Path, do: str, mistakes: Mistakes) -> None:
    """Note a movement with two goals or none, and one that is none (P-MOV-1)."""
    goals = [key for key in ("to", "path") if node.get(key) is not None]
    still = node.text("pace") == "still"
    if do == "cover":
        if still:
            mistakes.add(node.value["pace"], (*path, "pace"), "a pace at which one gets there, not still (P-MOV-1)")
    elif still and goals:
        mistakes.add(node, path, "pace still alone: who stops goes nowhere (P-MOV-1)", found=f"a move with {' and '.join(goals)}")
    elif not still and len(goals) != 1:
        mistakes.add(node, path, "one of to and path", found=f"a move with {' and '.join(goals) or 'no goal'}")
    steps = node.get("path")
    if steps is not None and steps.array == []:
        mistakes.add(steps, (*path, "path"), "at least one square")


def _check_fire(node: Node, path: Path, mistakes: Mistakes) -> None:
    """Note variations of a shot that don't go together (P-FIR-1, P-LOS-3, P-LOS-6)."""
    mode = node.text("mode") or "single"
    aimable = " or ".join(IN_DIRECT_MODES)
    for key in ("location", "indirect"):
        item = node.get(key)
        if item is not None and item.value not in (False, None) and mode in FIRE_MODES and mode not in IN_DIRECT_MODES:
            mistakes.add(item, (*path, key), f"{key} beside mode {aimable} (P-LOS-3, P-LOS-6)", found=f"{key} beside {mode} fire")
    sweep, point, location = node.get("sweep"), node.get("point"), node.get("location")
    indirect = node.get("indirect") is not None and node.value["indirect"].value is True
    if sweep is not None and mode != "auto":
        mistakes.add(sweep, (*path, "sweep"), 'sweep beside mode = "auto" (P-FIR-1)', found=f"sweep beside {mode} fire")
    if point is not None and not indirect:
        mistakes.add(point, (*path, "point"), "point beside indirect = true: a direct shot has a target (P-LOS-3)")
    if point is not None and node.get("target") is not None:
        mistakes.add(node, path, "one of point and target", found="a fire with point and target")
    if location is not None and indirect:
        mistakes.add(location, (*path, "location"), "no location: in-direct fire calls none (P-LOS-6)")


def _check_weapon(node: Node, path: Path, do: str, company: Company, mistakes: Mistakes) -> None:
    """Note weapons it does not have, and orders that its weapons can't carry out (P-FIR-1, P-FIR-2, P-LOS-3)."""
    weapon = node.get("weapon")
    _known(weapon, (*path, "weapon"), company.own, "one of its weapons:", mistakes)
    arms = company.spec.weapons if company.spec is not None else ()
    arm = next((one for one in arms if weapon is not None and one.name == weapon.value), None)
    if weapon is None or arm is None:
        return
    place = (*path, "weapon")
    if do == "aim" and "aimed" not in arm.modes:
        mistakes.add(weapon, place, "a weapon with the fire mode aimed (P-FIR-1)")
    if do == "reload" and not arm.magazine:
        mistakes.add(weapon, place, "a weapon with a magazine (P-FIR-2)")
    if do != "fire":
        return
    mode, indirect = node.get("mode"), node.get("indirect")
    wanted = "single" if mode is None else mode.value
    if wanted in FIRE_MODES and wanted not in arm.modes:
        _known(mode or weapon.with_value("single"), (*path, "mode"), arm.modes, f"a fire mode of {arm.name}:", mistakes)
    if indirect is not None and indirect.value is True and not arm.indirect:
        mistakes.add(weapon, place, "a weapon that can be fired in-direct (P-LOS-3)")


def _known(node: Node | None, path: Path, names: Collection[str], what: str, mistakes: Mistakes) -> None:
    if node is not None and isinstance(node.value, str) and node.value not in names:
        mistakes.unknown(node, path, names, what)
