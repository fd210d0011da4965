"""Schticks of a character: which there are, and what each may be told (S-CHR-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.shots import schticks as engine
from engine.shots.model import SchtickSpec
from engine.shots.schticks import REGISTRY
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, name_of, named_path, names_in, show
from scenarios.shots.kit import has_name
from scenarios.structure import BAD, build


def schticks(node: Node, path: Path, mistakes: Mistakes) -> Any:
    """Return the schticks of an array of names and tables, or ``BAD``; one about a weapon may stand for each of several."""
    if node.array is None:
        mistakes.add(node, path, "an array of names and tables")
        return BAD
    made: list[SchtickSpec | None] = []
    seen: set[tuple[str | None, str]] = set()
    for index, item in enumerate(node.array):
        where = named_path(path, index, item)
        key = (name_of(item), item.text("weapon") or "")
        if key[0] is not None and key in seen:
            mistakes.add(item, where, "each schtick once; picks says how often it was taken", found=f"a second {show(key[0])}")
        seen.add(key)
        made.append(_schtick(item, where, mistakes))
    return BAD if None in made else tuple(made)


def _schtick(node: Node, path: Path, mistakes: Mistakes) -> SchtickSpec | None:
    if isinstance(node.value, str):
        node = node.with_value({"name": node})
    if not has_name(node, path, mistakes, "a schtick's name or a table"):
        return None
    if node.text("name") not in REGISTRY:
        mistakes.unknown(node.value["name"], (*path, "name"), REGISTRY, "a schtick's name:")
        return None
    spec = build(SchtickSpec, node, path, mistakes)
    wrong = engine.mistakes(spec) if spec is not None else ()
    for key, found, allowed in wrong:
        item = node.get(key)
        what = found if item is None else show(item.plain())
        mistakes.add(item or node, (*path, key), f"{allowed} (S-CHR-3)", found=what)
    return None if wrong else spec


def check_weapons(specs: Sequence[SchtickSpec], combatant: Node, path: Path, mistakes: Mistakes) -> None:
    """Note schticks about a weapon the character does not have.

    Args:
        specs: its schticks as they were read.
        combatant: its table.
        path: where it stands.
        mistakes: gathers what is wrong.
    """
    own = names_in(combatant.get("weapons"))
    rows = combatant.get("schticks")
    for index, (spec, item) in enumerate(zip(specs, (rows.array or ()) if rows is not None else (), strict=True)):
        if spec.weapon and spec.weapon not in own:
            where = (*named_path((*path, "schticks"), index, item), "weapon")
            mistakes.unknown(item.get("weapon") or item, where, own, "one of its weapons:")
