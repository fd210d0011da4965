"""What a scenario must keep to whatever its rule system: the root's keys and texts, names, sides, policies."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from engine.ruleset import ClockRules
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, named_path, show
from scenarios.policy import check_policy
from scenarios.structure import NAME_ALLOWED, fields_of, is_name, read
from scenarios.unnamed import WORDS

MOST_COMBATANTS: Final = 5000
MOST_DESCRIPTION: Final = 10_000
ROOT_KEYS: Final = ("schema", "name", "system", "description", "extends", "rules", "field", "combatants")


def check_plainly(root: Node, policies: Collection[str] | None, mistakes: Mistakes) -> None:
    """Check what no system has a say in: the root's keys and texts, the clock's rules, names, sides and policies."""
    check_texts(root, mistakes)
    rules = root.get("rules")
    known = fields_of(ClockRules)
    for key, node in ((rules.table or {}) if rules is not None else {}).items():
        if key in known:
            read(known[key], node, ("rules", key), mistakes)
    if rules is not None and rules.table is None:
        mistakes.add(rules, ("rules",), "a table")
    check_names(root, mistakes)
    for path, node in combatant_nodes(root, mistakes):
        _check_plain_combatant(node, path, policies, mistakes)


def _check_plain_combatant(node: Node, path: Path, policies: Collection[str] | None, mistakes: Mistakes) -> None:
    if node.table is None:
        mistakes.add(node, path, "a table")
        return
    for key in ("name", "side"):
        item = node.get(key)
        if item is None and node.get("template") is None:
            mistakes.missing(node, (*path, key), NAME_ALLOWED)
        elif item is not None and not is_name(item.value):
            mistakes.add(item, (*path, key), NAME_ALLOWED)
    agent = node.get("agent")
    if policies is not None and agent is not None:
        check_policy(agent, (*path, "agent"), policies, mistakes)


def check_texts(root: Node, mistakes: Mistakes) -> None:
    """Check the keys of the root, its name and its description."""
    for key, node in (root.table or {}).items():
        if key not in ROOT_KEYS:
            mistakes.unknown_key(node, (key,), ROOT_KEYS)
    name, words = root.get("name"), root.get("description")
    if name is None:
        mistakes.missing(root, ("name",), NAME_ALLOWED)
    elif not is_name(name.value):
        mistakes.add(name, ("name",), NAME_ALLOWED)
    if words is not None and not (isinstance(words.value, str) and len(words.value) <= MOST_DESCRIPTION):
        mistakes.add(words, ("description",), f"a text of at most {MOST_DESCRIPTION} characters")


def check_names(root: Node, mistakes: Mistakes) -> None:
    """Note two combatants, walls, edges or places of one name: before merging makes them one, and after all overrides."""
    _check_names_in(root.get("combatants"), ("combatants",), mistakes)
    field = root.get("field")
    for key in WORDS:
        _check_names_in(field.get(key) if field is not None else None, ("field", key), mistakes)


def _check_names_in(items: Node | None, path: Path, mistakes: Mistakes) -> None:
    rows = [node for node in (items.array or () if items is not None else ()) if node.text("name") is not None]
    seen = set()
    for node in sorted(rows, key=_is_renamed):
        name = node.text("name")
        if name in seen:
            mistakes.add(node.value["name"], (*path, name or "?", "name"), "each name once", found=f"a second {show(name)}")
        seen.add(name)


def _is_renamed(node: Node) -> bool:
    """Return whether a combatant's name comes from an override, which is then to blame."""
    return bool(node.value["name"].source.label.startswith("--set "))


def combatant_nodes(root: Node, mistakes: Mistakes) -> Iterator[tuple[Path, Node]]:
    """Yield the combatants of a document with their paths; their number is checked."""
    node = root.get("combatants")
    allowed = f"an array of 1 to {MOST_COMBATANTS} tables, [[combatants]]"
    if node is None:
        mistakes.missing(root, ("combatants",), allowed)
    elif not node.array:
        mistakes.add(node, ("combatants",), allowed)
    elif len(node.array) > MOST_COMBATANTS:
        mistakes.add(node, ("combatants",), allowed, found=f"{len(node.array)} combatants")
    else:
        for index, item in enumerate(node.array):
            yield named_path(("combatants",), index, item), item


def place_of(node: Node) -> Path:
    return ("combatants", node.text("name") or "?")
