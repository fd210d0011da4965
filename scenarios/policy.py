"""Which policy plays a combatant: policies by name, their parameters as free data, script orders checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import attrs

from engine.errors import InputError, ScenarioError
from engine.scenario import AgentSpec
from scenarios.locate import Path
from scenarios.mistakes import Mistakes, listing, nearest
from scenarios.node import Node, show, show_path
from scenarios.structure import is_name

EVERYWHERE: Final = ("hold", "script", "random", "priority", "utility", "lookahead", "external")
"""Policies that play every system."""

OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "counts": ("brawler", "fencer", "counter_fighter", "archer", "spearman", "rider"),
    "shots": ("gunman", "martial_artist", "bodyguard", "mob"),
    "steps": ("rifleman", "rusher", "flanker", "suppressor"),
}
"""Policies of one system alone; the first plays whoever names none."""

POLICIES: Final = (*EVERYWHERE, *(name for names in OWN.values() for name in names))
"""The policies a scenario may name unless the caller knows more; of these each can play some systems only."""

_BESIDE: Final[Mapping[str, tuple[str, ...]]] = {"external": ("command",)}
"""What policies have beside numbers and names, checked here."""

_WHOLE = range(-(2**63), 2**63)
_TEXT_LENGTH: Final = 10_000


class Parameter(Protocol):
    """One number or name a policy takes; ``agents.parameters`` gives them."""

    @property
    def name(self) -> str:
        """What the scenario calls it."""

    @property
    def allowed(self) -> str:
        """In words what it may be."""

    def fits(self, value: Any) -> bool:
        """Return whether a value is allowed."""

    def nearest(self, value: Any) -> str:
        """Return the allowed name most like a value, or an empty text."""


def playing(system: str) -> tuple[str, ...]:
    """Return the policies that can play a system."""
    return *EVERYWHERE, *OWN.get(system, ())


def default_policy(system: str) -> str:
    """Return the policy that plays a combatant without ``agent``."""
    return next(iter(OWN.get(system, EVERYWHERE)))


ParametersOf: TypeAlias = Callable[[str], Sequence[Parameter]]
"""Gives the numbers and names a policy takes by its name."""


@attrs.frozen(kw_only=True)
class Company:
    """What an order may name.

    Attributes:
        system: the rule system.
        policies: known policies; None when any will do.
        parameters: the numbers a policy takes; None to leave them to the agents.
        check_order: the system's check of one order.
        me: the fighter's own name.
        spec: the fighter as it was read; None when something is wrong with it.
        sides: all combatants, with their sides.
        own: the fighter's own weapons.
        all_weapons: every weapon of the fight: a fallen one can be picked up.
        places: what stands on the field under a name of its own, as tables: some can be attacked.
        field: the field as it was read; None for an empty one, or when something is wrong with it.
        from_log: the orders come from a log, which may hold some that were refused in their turn.
        rules: the rule set of the fight; None when something is wrong with it.
    """

    system: str
    policies: Collection[str] | None
    parameters: ParametersOf | None
    check_order: Callable[[Node, Path, Company, Mistakes], None]
    me: str
    spec: Any
    sides: Mapping[str, str]
    own: Collection[str]
    all_weapons: Collection[str]
    places: Mapping[str, Node]
    field: Any
    from_log: bool
    rules: Any = None


def agent(node: Node | None, path: Path, company: Company, mistakes: Mistakes) -> AgentSpec:
    """Return the agent a combatant's ``agent`` names: a policy, or a table of a policy and its parameters."""
    usual = AgentSpec(default_policy(company.system))
    policy = None if node is None else check_policy(node, path, company.policies, mistakes, company.system)
    if node is None or policy is None:
        return usual
    table = node.table if node.table is not None else {"policy": node}
    params = {key: item for key, item in table.items() if key != "policy"}
    if policy == "script":
        _script(node, params, path, company, mistakes)
    if policy == "external":
        _command(node, params.get("command"), (*path, "command"), mistakes)
    if policy != "script" and company.parameters is not None:
        _numbers(params, path, company.parameters(policy), _BESIDE.get(policy, ()), mistakes)
    for key, item in params.items():
        _plain(item, (*path, key), mistakes)
    given = {key: item.plain() for key, item in params.items()}
    if policy != "script" and company.parameters is not None:
        given = _held(given, node, path, company, company.parameters(policy), mistakes)
    return AgentSpec(policy, given)


def _held(
    given: dict[str, Any], node: Node, path: Path, company: Company, known: Sequence[Any], mistakes: Mistakes
) -> dict[str, Any]:
    """Return parameters with what the files they name hold, so that nothing depends on these once the scenario is read."""
    for parameter in known:
        if not hasattr(parameter, "hold"):
            continue
        named = node.get(parameter.name) if node.table is not None else None
        source = (named or node).source
        try:
            given = parameter.hold(given, company.system, show_path(path), source.folder, source.confined)
        except ScenarioError as error:
            mistakes.told(named or node, error.mistakes)
        except InputError as error:
            mistakes.add(named or node, (*path, parameter.name), error.allowed, found=error.found)
    return given


def check_policy(
    node: Node, path: Path, policies: Collection[str] | None, mistakes: Mistakes, system: str | None = None
) -> str | None:
    """Return the policy an ``agent`` names; None when that is none, or can't play the system, which is noted.

    Args:
        node: the ``agent``.
        path: where it stands.
        policies: known policies; None when any will do.
        mistakes: gathers what is wrong.
        system: the rule system; None when it isn't known.
    """
    known = _able(policies or POLICIES, system)
    policy = node.get("policy") if node.table is not None else node
    if policy is None:
        mistakes.missing(node, (*path, "policy"), f"one of {listing(_offered(known))}")
        return None
    name = policy.value
    if isinstance(name, str) and (is_name(name) if policies is None else name in known):
        return name
    where = path if policy is node else (*path, "policy")
    if isinstance(name, str) and name in (policies or ()):
        _strange(policy, where, known, system, mistakes)
    else:
        mistakes.unknown(policy, where, _offered(known), "a policy's name:")
    return None


def _able(policies: Collection[str], system: str | None) -> Collection[str]:
    """Return policies without those that are known to play other systems only."""
    others = () if system is None else {*POLICIES} - {*playing(system)}
    return [name for name in policies if name not in others]


def _offered(policies: Collection[str]) -> list[str]:
    """Return policies as messages offer them: sorted."""
    return sorted(policies)


def _strange(policy: Node, path: Path, known: Collection[str], system: str | None, mistakes: Mistakes) -> None:
    """Note a policy of another system, with the nearest one of this."""
    found = f"{show(policy.value)}, which does not play {system}"
    near = nearest(policy.value, _offered(known))
    mistakes.add(policy, path, f"a policy's name: {listing(_offered(known))}", found=found, near=near)


def _numbers(
    params: Mapping[str, Node], path: Path, known: Sequence[Parameter], beside: Collection[str], mistakes: Mistakes
) -> None:
    """Note parameters the policy doesn't take, and those that are out of their bounds; what it has beside them is not looked at."""
    by_name = {parameter.name: parameter for parameter in known}
    for key, item in params.items():
        if key in beside:
            continue
        if key not in by_name:
            mistakes.unknown_key(item, (*path, key), ("policy", *beside, *by_name))
        elif not by_name[key].fits(item.plain()):
            mistakes.add(item, (*path, key), by_name[key].allowed, near=by_name[key].nearest(item.plain()))


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
            company.check_order(order, (*path, "orders", index), company, mistakes)
