"""What one order of a script may say in the shots system; whether it is legal now the engine judges in its turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import attrs
import msgspec

from engine.registry import reasons
from engine.ruleset import field
from engine.shots.actions import OPTIONS
from engine.shots.costs import SNAPSHOTS, WHOLE
from engine.shots.defenses import common
from engine.shots.legality import FORTUNE_ROLLS
from engine.shots.model import WeaponSpec
from engine.shots.rules import ShotsRules
from engine.shots.schticks import REGISTRY, Schtick
from scenarios.locate import Path
from scenarios.mistakes import Mistakes, is_number
from scenarios.node import Node
from scenarios.policy import Company
from scenarios.shots.timing import check_timing
from scenarios.structure import build, fields_of

_FIELDS: Final[Mapping[str, Mapping[str, bool]]] = {
    str(kind.__struct_config__.tag): {
        "point" if field.name == "at" else field.name: field.required for field in msgspec.structs.fields(kind)
    }
    for kind in OPTIONS
}
"""What may be done, with the fields of each option and whether they are required; in an order ``at`` is a count."""

DO_NAMES: Final = tuple(_FIELDS)
"""Everything a shots character may be told to do (spec, section 8)."""

DEFENSES: Final = tuple(common(ShotsRules()))
"""Active defenses that everybody knows (S-DEF-1, S-DEF-3)."""

TAUGHT: Final = {kind: name for name, schtick in REGISTRY.items() for kind in schtick().defenses(ShotsRules())}
"""Active defenses that a schtick gives, with its name (S-DEF-5)."""


@attrs.frozen(kw_only=True)
class Order:
    """One order: what, from when, on which reason, and the option's own fields."""

    do: str = field(why="what to do", choices=DO_NAMES)
    at: float | None = field(None, "not before this count", unit="counts", ge=0, le=10_000_000, decimals=3)
    on: str | None = field(None, "only when asked for this reason", choices=reasons("shots"))
    weapon: str | None = field(None, "the weapon it is done with")
    target: str | None = field(None, "whom or what it is done to: an opponent or a place to attack, a friend to help")
    point: tuple[float, float] | None = field(None, "the spot an area attack goes to", unit="meters", ge=-1_000_000, le=1_000_000)
    shots: int = field(WHOLE, "3, or 2 or 1 for a snapshot (S-SEQ-5); 0 for a free shot (S-CHR-3)", unit="shots", ge=0, le=WHOLE)
    fortune: bool = field(False, "a Fortune point goes into its roll (S-CHR-1)")
    to: tuple[float, float] | None = field(None, "the place to move to", unit="meters", ge=-1_000_000, le=1_000_000)
    toward: str | None = field(None, "whom to move toward")
    away: str | None = field(None, "whom to move away from")
    distance: float = field(0.0, "how near a movement toward somebody comes", unit="meters", ge=0, le=1_000_000, decimals=2)
    shot: int = field(0, "the shot to wait for", unit="shots", ge=0, le=10_000)
    kind: str = field("dodge", "the active defense", choices=(*DEFENSES, *TAUGHT))
    against: str | None = field(None, "the id of the attack it answers, when there are several")
    roll: str | None = field(None, "the roll a Fortune point is set aside for", choices=FORTUNE_ROLLS)
    active: bool = field(True, "whether the point is set aside or taken back")
    name: str | None = field(None, "the schtick to use", choices=tuple(REGISTRY))


_COMMON: Final = ("do", "at", "on")
_GOALS: Final = ("to", "toward", "away")
_FILLED_IN: Final = ("weapon", "target")
"""What an order may leave out: the script fills it in."""

_FRIENDLY: Final = ("defend_other", "interpose")
"""What is done for a friend."""

_WITH: Final[Mapping[str, tuple[str, Any]]] = {
    "attack": ("a weapon that is not thrown and attacks one target (S-ROL-2)", lambda arm: not arm.thrown and not arm.radius),
    "throw": ("a weapon that is thrown at one target (S-SEQ-3)", lambda arm: arm.thrown and not arm.radius),
    "area": ("a weapon with a radius (S-RNG-4)", lambda arm: arm.radius > 0),
    "reload": ('a weapon with feed = "clip" or "rounds" (S-SEQ-3)', lambda arm: arm.feed != "none"),
    "draw": ("a weapon that takes a hand (S-SEQ-3)", lambda arm: arm.hands > 0),
}
"""The weapons an order can be carried out with: in words, and as a test."""


def check_order(node: Node, path: Path, company: Company, mistakes: Mistakes) -> None:
    """Note what is wrong with one order of a script.

    Args:
        node: the order.
        path: where it stands.
        company: who gives it, and whom and what it may name.
        mistakes: gathers what is wrong.
    """
    build(Order, node, path, mistakes)
    do = node.text("do")
    if do is None or company.from_log or do not in _FIELDS:
        return
    _check_keys(node, path, do, mistakes)
    _check_goals(node, path, do, mistakes)
    _check_target(node, path, do, company, mistakes)
    _check_weapon(node, path, do, company, mistakes)
    if company.spec is not None:
        _check_own(node, path, company.spec, mistakes)
        check_timing(node, path, do, company, mistakes)


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


def _check_goals(node: Node, path: Path, do: str, mistakes: Mistakes) -> None:
    """Note a movement with two goals or none, a distance without one, and an area attack at two spots or none."""
    goals = [key for key in _GOALS if node.get(key) is not None]
    if len(goals) > 1:
        mistakes.add(node, path, "one of to, toward and away", found=f"{_a(do)} with {' and '.join(goals)}")
    elif do in ("move", "run") and not goals:
        mistakes.add(node, path, "one of to, toward and away", found=f"a {do} with no goal")
    distance = node.get("distance")
    if distance is not None and "distance" in _FIELDS[do] and "toward" not in goals:
        mistakes.add(distance, (*path, "distance"), "a distance beside toward: how near it comes")
    if do == "area" and node.get("point") is not None and node.get("target") is not None:
        mistakes.add(node, path, "one of point and target", found="an area with point and target")


def _a(do: str) -> str:
    """Return an order's name with its article."""
    return f"{'an' if do[:1] in 'ai' else 'a'} {do}"


def _check_target(node: Node, path: Path, do: str, company: Company, mistakes: Mistakes) -> None:
    """Note names nobody has, those of friends where an opponent is meant, and of opponents where a friend is."""
    others = [name for name in company.sides if name != company.me]
    friends = [name for name in others if company.sides[name] == company.sides.get(company.me)]
    foes = [name for name in others if name not in friends]
    target = node.get("target")
    if do == "bind":
        _known(target, (*path, "target"), [company.me, *friends], "its own name or a friend's:", mistakes)
    elif do in _FRIENDLY:
        _known(target, (*path, "target"), friends, "a friend's name:", mistakes)
    else:
        structures = [] if do == "area" else [name for name, place in company.places.items() if _stands(place)]
        what = "an opponent's name, or a structure's:" if structures else "an opponent's name:"
        _known(target, (*path, "target"), [*foes, *structures], what, mistakes)
    for key in ("toward", "away"):
        _known(node.get(key), (*path, key), others, "another combatant's name:", mistakes)


def _stands(place: Node) -> bool:
    """Return whether a place is a structure that can be shot to pieces (S-WND-4)."""
    toughness = place.get("toughness")
    return toughness is not None and is_number(toughness.value) and toughness.value > 0


def _check_weapon(node: Node, path: Path, do: str, company: Company, mistakes: Mistakes) -> None:
    """Note weapons that are not there, and own ones that the order can't be carried out with."""
    weapon = node.get("weapon")
    what = "a weapon of the fight:" if do == "pick_up" else "one of its weapons, or one it can pick up:"
    _known(weapon, (*path, "weapon"), company.all_weapons, what, mistakes)
    own: dict[str, WeaponSpec] = {arm.name: arm for arm in company.spec.weapons} if company.spec is not None else {}
    arm = own.get(str(weapon.value)) if weapon is not None else None
    if weapon is None or arm is None or do not in _WITH:
        return
    words, fits = _WITH[do]
    if not fits(arm):
        mistakes.add(weapon, (*path, "weapon"), words)


def _check_own(node: Node, path: Path, spec: Any, mistakes: Mistakes) -> None:
    """Note schticks and defenses the character has not learned, and Fortune it does not have (S-CHR-3, S-CHR-1)."""
    own = [schtick.name for schtick in spec.schticks]
    _known(node.get("name"), (*path, "name"), own, "one of its schticks:", mistakes)
    name = node.text("name")
    if name is not None and name in own and REGISTRY[name].use_refusal is Schtick.use_refusal:
        mistakes.add(node.value["name"], (*path, "name"), f"a schtick that is called on; {name} is always on (S-CHR-3)")
    learned = [kind for kind, schtick in TAUGHT.items() if schtick in own]
    _known(node.get("kind"), (*path, "kind"), (*DEFENSES, *learned), "a defense it knows:", mistakes)
    fortune = node.get("fortune") or node.get("roll")
    if fortune is not None and fortune.value is not False and not spec.fortune:
        mistakes.add(fortune, path, "no Fortune: it has none (S-CHR-1)", found=f"Fortune in {_a(node.text('do') or '')}")
    shots = node.get("shots")
    if spec.unnamed and shots is not None and shots.value in SNAPSHOTS:
        mistakes.add(shots, (*path, "shots"), "no snapshot: an unnamed character takes whole actions only (S-WND-3)")


def _known(node: Node | None, path: Path, names: Collection[str], what: str, mistakes: Mistakes) -> None:
    if node is not None and isinstance(node.value, str) and node.value not in names:
        mistakes.unknown(node, path, names, what)
