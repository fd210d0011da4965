"""Explaining one event: the chain of its causes, every modifier with its rule, and what those rules say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import attrs

from engine.errors import InputError
from studies.account import sentence
from studies.account_story import Story
from studies.account_tellers import LONG_NOTE
from studies.cli_text import number, value_text
from studies.explain_steps import reasons_of
from studies.systems import Constant, constants

Json = Mapping[str, Any]

_RULE = re.compile(r"\b(?:CLK|[A-Z]-[A-Z]{3})-\d+[a-z]?\b")
_WORD = re.compile(r"\w+")


@attrs.frozen
class Link:
    """One event of the chain: the event, its sentence, and the modifiers it carries."""

    event: Json
    text: str
    mods: Sequence[Json]


@attrs.frozen
class Explanation:
    """Why an event happened.

    Attributes:
        links: its causes from the first of the log, the event itself last.
        rules: the rule ids met on the way, each with the constants it has in this battle.
    """

    links: Sequence[Link]
    rules: Mapping[str, Sequence[Constant]]

    def data(self) -> dict[str, Any]:
        """Return it as plain data for ``--json``."""
        return {
            "chain": [{"event": link.event, "text": link.text, "mods": list(link.mods)} for link in self.links],
            "rules": {rule: [attrs.asdict(row) for row in rows] for rule, rows in self.rules.items()},
        }


def explain(events: Sequence[Json], seq: int) -> Explanation:
    """Explain one event of a log.

    Args:
        events: the log's events.
        seq: the number of the event.

    Raises:
        InputError: the log has no such event.
    """
    story = Story(events)
    event = story.by_seq.get(seq)
    if event is None:
        raise InputError("SEQ", str(seq), f"a seq of this log, {events[0]['seq']} to {events[-1]['seq']}")
    links = [Link(link, sentence(link, story), mods_of(link, story)) for link in links_of(event, story)]
    system, changed = str(story.header.get("system")), story.scenario.get("rules")
    known = constants(system, changed if isinstance(changed, Mapping) else {})
    met = {word for link in links for word in _WORD.findall(f"{link.text} {value_text(link.mods)}")}
    known = [row for row in known if _matters(row, met)]
    ids = dict.fromkeys(rule for link in links for rule in _link_ids(link))
    return Explanation(links, {rule: [row for row in known if row.rule == rule] for rule in ids})


_WORTH = (
    "death", "down", "wound", "structure", "impact", "fall", "knockback", "parry", "press", "retreat", "break_off", "interpose",
    "defense", "sequence", "declare",
)  # fmt: skip
"""Types of event people ask about, first what they would ask about first."""


def find(events: Sequence[Json], at: float, who: str | None = None) -> int:
    """Return the seq of the event of a count that most asks for an explanation.

    Args:
        events: the log's events.
        at: the count.
        who: whom it is about; anybody when None.

    Raises:
        InputError: nothing happened then to that combatant.
    """
    there = [event for event in events if event.get("t") == at and who in (None, event.get("actor"))]
    if not there:
        times = sorted({float(event.get("t", 0)) for event in events if who in (None, event.get("actor"))})
        if not times:
            names = sorted({str(event["actor"]) for event in events if event.get("actor")})
            raise InputError("--who", repr(who), f"one of {', '.join(names)}")
        near = min(times, key=lambda t: abs(t - at))
        raise InputError("--at", f"nothing at count {number(at)}", f"a count at which something happens, as {number(near)}")
    for kind in _WORTH:
        for event in there:
            if event.get("type") == kind:
                return int(event["seq"])
    return int(there[-1]["seq"])


def _matters(row: Constant, met: set[str]) -> bool:
    """Whether a constant has to do with the events: of a table of damage types or terrain tags only those met do."""
    table, *inner = row.field.split(".")
    return not inner or table not in _TABLES or inner[0] in met


_TABLES = frozenset({"types", "cover_tags", "concealment_tags"})


def _link_ids(link: Link) -> Iterator[str]:
    yield from rule_ids(link.event)
    yield from (str(mod["rule"]) for mod in link.mods)


def links_of(event: Json, story: Story) -> list[Json]:
    """Return an event's chain of causes, with what else decided the event before it where the chain leaves it out."""
    chain, reasons = story.chain(event), reasons_of(story.system)
    met = {link["seq"] for link in chain}
    found = [story.roll(event, purpose, by) for purpose, by in reasons.decided_by.get(str(event.get("type")), ())]
    now = [link for link in chain if link.get("t") == event.get("t")]
    found += [beside for link in now for beside in reasons.beside(link, event, story)]
    extra = {link["seq"]: link for link in found if link is not None and link["seq"] not in met}
    return sorted([*chain, *extra.values()], key=lambda link: int(link["seq"]))


def mods_of(event: Json, story: Story) -> list[Json]:
    """Return the modifiers of an event; those of a hit or a wound are the steps of its figures."""
    steps = reasons_of(story.system).steps.get(str(event.get("type")))
    if steps is not None:
        return list(steps(event))
    mods = event.get("mods")
    return [mod for mod in mods if isinstance(mod, Mapping)] if isinstance(mods, list) else []


def rule_ids(event: Json) -> Iterator[str]:
    """Yield every rule id an event names: its own, those of its modifiers, and those in its reasons."""
    for key in ("rule", "rules", "mods", "why", "reason"):
        yield from _RULE.findall(value_text(event[key])) if key in event else ()


def report(explanation: Explanation) -> list[str]:
    """Return an explanation in lines for people."""
    lines = []
    for depth, link in enumerate(_without_rows(explanation.links)):
        lines.append(f"{'  ' * min(depth, 8)}{'because ' if depth == 0 else '-> '}{link.text}")
        lines += [f"{'  ' * min(depth, 8)}     {_modifier(mod)}" for mod in link.mods]
        lines += [f"{'  ' * min(depth, 8)}     {part}" for part in _whole_note(link.event)]
    if explanation.rules:
        lines += ["", "rules:"]
    for rule, rows in explanation.rules.items():
        lines.append(f"  {rule}" + ("" if rows else ": has no constants"))
        lines += [f"    {row.field} = {value_text(row.value)} {row.unit} [{row.source}]: {row.why}" for row in rows]
    return lines


def _whole_note(event: Json) -> list[str]:
    """Return a decision's note by its parts, where the sentence tells only the beginning of it."""
    note = str(event.get("note") or "") if event.get("type") == "decision" else ""
    return note.split("; ") if len(note) > LONG_NOTE else []


def _without_rows(links: Sequence[Link]) -> Iterator[Link]:
    """Yield the links that are worth a line: of a row of sequences, each the cause of the next, the last."""
    for link, following in zip_longest(links, links[1:]):
        row = following is not None and following.event.get("cause") == link.event["seq"]
        if not (row and link.event.get("type") == following.event.get("type") == "sequence"):
            yield link


def _modifier(mod: Json) -> str:
    value = mod.get("value", 0)
    sign = "+" if isinstance(value, int | float) and value >= 0 else ""
    return f"{sign}{number(value) if isinstance(value, int | float) else value}  {mod.get('why')} ({mod.get('rule')})"
