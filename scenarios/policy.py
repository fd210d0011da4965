"""Which policy plays a combatant: policies by name, their parameters as free data, script orders checked."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import attrs

from engine.scenario import AgentSpec
from scenarios.locate import Path
from scenarios.mistakes import Mistakes, listing
from scenarios.node import Node
from scenarios.structure import build, is_name

POLICIES: Final = (
    "hold", "script", "random", "brawler", "fencer", "archer", "spearman", "rider", "external"
)  # fmt: skip
"""The policies a scenario may name unless the caller knows more."""

DEFAULT_POLICY: Final = "brawler"

_WHOLE = range(-(2**63), 2**63)
_TEXT_LENGTH: Final = 10_000


@attrs.frozen(kw_only=True)
class Company:
    """What an order may name.

    Attributes:
        policies: known policies; None when any will do.
        order: the system's order class.
        names: all combatants.
        own: the fighter's own weapons.
        all_weapons: every weapon of the fight: a fallen one can be picked up.
    """

    policies: Collection[str] | None
    order: type
    names: Collection[str]
    own: Collection[str]
    all_weapons: Collection[str]


def agent(node: Node | None, path: Path, company: Company, mistakes: Mistakes) -> AgentSpec:
    """Return the agent a combatant's ``agent`` names: a policy, or a table of a policy and its parameters."""
    if node is None:
        return AgentSpec(DEFAULT_POLICY)
    table = node.table if node.table is not None else {"policy": node}
    policy = table.get("policy")
    if policy is None:
        mistakes.missing(node, (*path, "policy"), f"one of {listing(sorted(company.policies or POLICIES))}")
        return AgentSpec(DEFAULT_POLICY)
    if not _is_policy(policy.value, company):
        where = path if policy is node else (*path, "policy")
        mistakes.unknown(policy, where, company.policies or POLICIES, "a policy's name:")
        return AgentSpec(DEFAULT_POLICY)
    params = {key: item for key, item in table.items() if key != "policy"}
    if policy.value == "script":
        _script(node, params, path, company, mistakes)
    if policy.value == "external":
        _command(node, params.get("command"), (*path, "command"), mistakes)
    for key, item in params.items():
        _plain(item, (*path, key), mistakes)
    return AgentSpec(policy.value, {key: item.plain() for key, item in params.items()})


def _is_policy(value: Any, company: Company) -> bool:
    return isinstance(value, str) and (is_name(value) if company.policies is None else value in company.policies)


def _plain(node: Node, path: Path, mistakes: Mistakes) -> None:
    """Note parameters that no log could carry: dates, numbers that are none or too large."""
    if node.table is not None:
        for key, item in node.table.items():
            _plain(item, (*path, key), mistakes)
    elif node.array is not None:
        for index, item in enumerate(node.array):
            _plain(item, (*path, index), mistakes)
    elif not _is_plain(node.value):
        mistakes.add(node, path, "texts, true and false, finite numbers, whole numbers of 64 bits, arrays and tables")


def _is_plain(value: Any) -> bool:
    match value:
        case bool():
            return True
        case str():
            return len(value) <= _TEXT_LENGTH
        case int():
            return value in _WHOLE
        case float():
            return value - value == 0
        case _:
            return False


def _command(node: Node, command: Node | None, path: Path, mistakes: Mistakes) -> None:
    """Check the command of an external agent; it is run only when the user allows it."""
    allowed = "the program and its arguments: an array of texts, at least one"
    if command is None:
        mistakes.missing(node, path, allowed)
    elif not command.array or not all(isinstance(item.value, str) and item.value for item in command.array):
        mistakes.add(command, path, allowed)


def _script(node: Node, params: dict[str, Node], path: Path, company: Company, mistakes: Mistakes) -> None:
    """Check the orders of a script."""
    for key, item in params.items():
        if key != "orders":
            mistakes.unknown_key(item, (*path, key), ("policy", "orders"))
    orders = params.get("orders")
    if orders is None:
        mistakes.missing(node, (*path, "orders"), "an array of tables, each with do")
    elif orders.array is None:
        mistakes.add(orders, (*path, "orders"), "an array of tables, each with do")
    else:
        for index, order in enumerate(orders.array):
            _order(order, (*path, "orders", index), company, mistakes)


def _order(node: Node, path: Path, company: Company, mistakes: Mistakes) -> None:
    build(company.order, node, path, mistakes)
    for key in ("target", "toward", "away"):
        _known(node.get(key), (*path, key), company.names, "a combatant's name:", mistakes)
    arms = company.all_weapons if node.text("do") == "draw" else company.own
    _known(node.get("weapon"), (*path, "weapon"), arms, "one of its weapons:", mistakes)


def _known(node: Node | None, path: Path, names: Collection[str], what: str, mistakes: Mistakes) -> None:
    if node is not None and isinstance(node.value, str) and node.value not in names:
        mistakes.unknown(node, path, names, what)
