"""Laying one document over another: tables merge, combatants and what stands on the field by name, other arrays replace."""

from __future__ import annotations

from collections.abc import Callable, Collection

from scenarios.node import Node
from scenarios.unnamed import WORDS


def merge(base: Node, over: Node) -> Node:
    """Return a table with another laid over it; what is no table on both sides is replaced."""
    if base.table is None or over.table is None:
        return over
    merged = dict(base.table)
    for key, node in over.table.items():
        merged[key] = _merge_entry(key, merged[key], node) if key in merged else node
    return over.with_value(merged)


def _merge_entry(key: str, base: Node, over: Node) -> Node:
    """Merge one entry; an agent of another policy replaces the agent with all its parameters."""
    if key == "agent" and over.get("policy") is not None and over.text("policy") != base.text("policy"):
        return over
    return merge(base, over)


def merge_roots(base: Node, over: Node) -> Node:
    """Return a scenario document with another laid over it; combatants and what stands on the field by name."""
    merged = _with_named(merge(base, over), base, over, ("combatants",))
    field, mine, theirs = merged.get("field"), base.get("field"), over.get("field")
    if merged.table is None or field is None or mine is None or theirs is None:
        return merged
    return merged.with_value({**merged.table, "field": _with_named(field, mine, theirs, WORDS)})


def _with_named(merged: Node, base: Node, over: Node, keys: Collection[str]) -> Node:
    """Return a merged table with some arrays of tables merged by name instead of replaced."""
    for key in keys:
        mine, theirs = base.get(key), over.get(key)
        if merged.table is None or mine is None or theirs is None or mine.array is None or theirs.array is None:
            continue
        merged = merged.with_value({**merged.table, key: theirs.with_value(merge_named(mine.array, theirs.array))})
    return merged


def merge_named(base: list[Node], over: list[Node]) -> list[Node]:
    """Return tables merged by name; new names follow the old ones."""
    merged = list(base)
    places = {node.text("name"): index for index, node in enumerate(base) if node.text("name") is not None}
    for node in over:
        index = places.get(node.text("name"))
        if index is None:
            merged.append(node)
        else:
            merged[index] = merge(merged[index], node)
    return merged


def map_combatants(root: Node, change: Callable[[Node], Node]) -> Node:
    """Return a document with every combatant that is a table changed."""
    combatants = root.get("combatants")
    if root.table is None or combatants is None or combatants.array is None:
        return root
    changed = [change(node) if node.table is not None else node for node in combatants.array]
    return root.with_value({**root.table, "combatants": combatants.with_value(changed)})
