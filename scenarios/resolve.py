"""From documents to a checked scenario: overrides, templates, rules, combatants, and what they say of one another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from typing import Any

import attrs

from engine.scenario import AgentSpec, Scenario
from scenarios.document import document
from scenarios.locate import Path
from scenarios.merge import map_combatants, merge, merge_roots
from scenarios.mistakes import Mistakes, nearest
from scenarios.node import Node, names_in, show
from scenarios.overrides import Override, apply, parse_overrides
from scenarios.plainly import check_names, check_plainly, check_texts, combatant_nodes, place_of
from scenarios.policy import Company, ParametersOf, agent, default_policy
from scenarios.read import SCHEMA
from scenarios.structure import build, fields_of
from scenarios.systems import PLANNED, SYSTEMS, SystemEntry, entry
from scenarios.unnamed import name_pieces


def resolve(
    chain: Sequence[Node],
    *,
    overrides: Sequence[str],
    policies: Collection[str] | None,
    parameters: ParametersOf | None = None,
    spelled_out: bool = False,
) -> Scenario:
    """Return the scenario that documents laid over one another describe.

    Args:
        chain: the documents, what is extended first.
        overrides: ``path=value`` texts laid over them.
        policies: the agents' policies that may be named; None for any.
        parameters: the numbers a policy takes; None to leave them to the agents.
        spelled_out: it comes from a log: gear tables, templates and ``extends`` are not looked at.

    Raises:
        ScenarioError: with all mistakes at once.
    """
    mistakes = Mistakes()
    place = chain[-1].source.label
    sets = parse_overrides(overrides, mistakes)
    for root in chain:
        _check_schema(root, mistakes)
    system = _system(reduce(merge, chain), mistakes)
    if system is None:
        check_plainly(reduce(merge_roots, chain), policies, mistakes)
        mistakes.check(place)
    assert system is not None, "a missing system is a mistake"
    found = entry(system)
    gear = found.no_gear if spelled_out else found.load_gear()
    root = _laid_together(chain, sets, found, gear, default_policy(system), mistakes)
    scenario = _Resolver(root, system, found, gear, policies, parameters, not spelled_out, mistakes).scenario()
    mistakes.check(place)
    assert scenario is not None, "nothing was wrong, so there is a scenario"
    return scenario


def _check_schema(root: Node, mistakes: Mistakes) -> None:
    schema = root.get("schema")
    if schema is None:
        mistakes.missing(root, ("schema",), show(SCHEMA))
    elif schema.value != SCHEMA:
        mistakes.add(schema, ("schema",), show(SCHEMA))


def _system(root: Node, mistakes: Mistakes) -> str | None:
    """Return the system to read a document by: the one it names, else the one that must be meant; None if none is."""
    node = root.get("system")
    if node is not None and isinstance(node.value, str) and node.value in SYSTEMS:
        return node.value
    if node is None:
        mistakes.missing(root, ("system",), f"one of {', '.join(SYSTEMS)}")
        return _meant(root)
    if isinstance(node.value, str) and node.value in PLANNED:
        found = f"{show(node.value)}, a system that is not built yet"
        mistakes.add(node, ("system",), f"one of {', '.join(SYSTEMS)}", found=found)
        return None
    mistakes.unknown(node, ("system",), SYSTEMS, "one of")
    meant = nearest(str(node.value), [*SYSTEMS, *PLANNED])
    return meant if meant in SYSTEMS else None


def _meant(root: Node) -> str | None:
    """Return the system whose words a document without ``system`` uses; None when it could be more than one."""
    strange = {name: _strange_keys(root, entry(name)) for name in SYSTEMS}
    fewest = min(strange.values())
    likely = [name for name, number in strange.items() if number == fewest]
    return likely[0] if len(likely) == 1 else None


def _strange_keys(root: Node, found: SystemEntry) -> int:
    """Return how many keys of a document's rules and combatants a system does not know."""
    rules, combatants = root.get("rules"), root.get("combatants")
    of_rules = [key for key in (rules.table if rules is not None else None) or () if key not in fields_of(found.rules)]
    known = {*fields_of(found.combatant), "agent", "template"}
    rows = (combatants.array if combatants is not None else None) or ()
    return len(of_rules) + sum(key not in known for node in rows for key in node.table or ())


def _laid_together(
    chain: Sequence[Node], sets: Sequence[Override], found: SystemEntry, gear: Any, policy: str, mistakes: Mistakes
) -> Node:
    """Merge the documents, lay early overrides over them, expand templates, lay the other overrides over that."""

    def lift(node: Node) -> Node:
        return found.lift(node, mistakes, place_of(node))

    def lift_again(node: Node) -> Node:
        return found.lift(node, mistakes, place_of(node), replace=True)

    def expand(node: Node) -> Node:
        return _expanded(node, gear.templates, lift, mistakes)

    for root in chain:
        check_names(root, mistakes)
    root = reduce(merge_roots, [map_combatants(root, lift) for root in chain])
    root = apply(name_pieces(root), sets, mistakes, early=True, policy=policy)
    root = map_combatants(root, expand)
    root = name_pieces(apply(root, sets, mistakes, early=False, policy=policy))
    check_names(root, mistakes)
    return map_combatants(root, lift_again)


def _expanded(node: Node, templates: Any, lift: Any, mistakes: Mistakes) -> Node:
    """Return a combatant laid over the template it names."""
    template = node.get("template")
    if template is None:
        return node
    if not isinstance(template.value, str) or template.value not in templates:
        mistakes.unknown(template, (*place_of(node), "template"), templates, "a template's name:")
        return node
    rest = node.with_value({key: item for key, item in (node.table or {}).items() if key != "template"})
    return merge(lift(templates[template.value]), rest)


@attrs.frozen
class _Resolver:
    """One merged document on its way to a scenario."""

    root: Node
    system: str
    entry: SystemEntry
    gear: Any
    policies: Collection[str] | None
    parameters: ParametersOf | None
    names_matter: bool
    mistakes: Mistakes

    def scenario(self) -> Scenario | None:
        """Return the scenario; None when something was wrong."""
        check_texts(self.root, self.mistakes)
        rules = self._rules()
        nodes = list(combatant_nodes(self.root, self.mistakes))
        specs: Sequence[Any] = [
            self.entry.read(node, path, self.gear, self.mistakes, names=self.names_matter) for path, node in nodes
        ]
        field, specs = self.entry.settle(self.root.get("field"), self._field(), self.gear, nodes, specs, self.mistakes)
        agents = self._agents(nodes, specs, field, rules)
        self._check_streams(nodes, specs)
        self.entry.check_company(nodes, specs, rules, self.mistakes)
        if rules is not None and field is not None:
            self.entry.check_places(field, nodes, specs, rules, self.mistakes)
        if self.mistakes or rules is None:
            return None
        return self._made(rules, specs, agents, field)

    def _made(self, rules: Any, specs: Sequence[Any], agents: dict[str, AgentSpec], field: Any) -> Scenario:
        name, words = self.root.text("name") or "", self.root.text("description")
        return Scenario(
            name=name, system=self.system, rules=rules, combatants=tuple(specs), agents=agents, field=field,
            document=document(name, self.system, words, rules, specs, agents, field),
        )  # fmt: skip

    def _rules(self) -> Any:
        node, defaults = self.root.get("rules"), self.entry.rules()
        return defaults if node is None else build(self.entry.rules, node, ("rules",), self.mistakes, base=defaults)

    def _field(self) -> Any:
        """Return what stands on the field; None for an empty one, or when something was wrong."""
        node = self.root.get("field")
        if node is not None and self.entry.field is None:
            self.mistakes.add(node, ("field",), f"no field: {self.system} has nothing that stands on one")
            return None
        return None if node is None else self.entry.read_field(node, ("field",), self.mistakes)

    def _agents(self, nodes: Sequence[tuple[Path, Node]], specs: Sequence[Any], ground: Any, rules: Any) -> dict[str, AgentSpec]:
        sides = {node.text("name") or "": node.text("side") or "" for _, node in nodes}
        arms = [names_in(node.get("weapons")) for _, node in nodes]
        everywhere = set().union(*arms)
        field = self.root.get("field")
        rows = field.get("places") if field is not None else None
        places = {node.text("name") or "": node for node in (rows.array or () if rows is not None else ())}
        agents = {}
        for (path, node), own, spec in zip(nodes, arms, specs, strict=True):
            company = Company(
                system=self.system, policies=self.policies, parameters=self.parameters, check_order=self.entry.check_order,
                me=node.text("name") or "", spec=spec, sides=sides, own=own, all_weapons=everywhere, places=places,
                field=ground, from_log=not self.names_matter, rules=rules,
            )  # fmt: skip
            agents[node.text("name") or ""] = agent(node.get("agent"), (*path, "agent"), company, self.mistakes)
        return agents

    def _check_streams(self, nodes: Sequence[tuple[Path, Node]], specs: Sequence[Any]) -> None:
        """Note combatants that would draw from one stream (CLK-7)."""
        owners: dict[str, str] = {}
        for (path, node), spec in zip(nodes, specs, strict=True):
            if spec is None:
                continue
            owner = owners.setdefault(spec.stream, spec.name)
            if owner != spec.name:
                found = f"{show(spec.stream)}, the stream key of {owner} too"
                self.mistakes.add(node.get("stream") or node, (*path, "stream"), "each stream key once", found=found)
