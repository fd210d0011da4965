"""The tables of the documentation that are read off the code: fields, options, events, agents, commands."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Any

import attrs
import click
import msgspec

import agents
from docs.build_rules import table, value
from docs.rule_words import COUNTS
from engine.counts import model
from engine.counts.actions import OPTIONS
from engine.events import EVENT_TYPES, Event
from scenarios.counts.orders import Order
from scenarios.structure import allowed, fields_of
from studies.cli import COMMANDS, couched
from studies.listing import LISTS, PURPOSES, constants, first_sentence, listing

MARKS = {"source": "S", "ruling": "R", "house": "H"}
"""Where constants of the counts system come from, and the mark of it."""


def scenario_fields(cls: type[Any]) -> Callable[[], str]:
    """Return the table of a class that a scenario file gives: key, what it may hold, default, meaning."""

    def rows() -> str:
        body = [
            (f"`{field.key}`", allowed(field), _default(cls, field.name), field.meta["unit"], field.meta["why"])
            for field in fields_of(cls).values()
        ]
        return table(("key", "may hold", "default", "unit", "what"), body)

    return rows


def _default(cls: type[Any], name: str) -> str:
    default = getattr(attrs.fields(cls), name).default
    if default is attrs.NOTHING:
        return "required"
    if default is None or default in ((), ""):
        return ""
    return "empty" if isinstance(default, attrs.Factory) else f"`{value(default)}`"  # type: ignore[arg-type]


def option_rows() -> str:
    """Return the options an agent may take."""
    body = []
    for kind in OPTIONS:
        fields = [_option_field(field) for field in msgspec.structs.fields(kind)]
        name = str(kind.__struct_config__.tag)
        body.append((f"`{name}`", kind.__name__, ", ".join(fields), ", ".join(kind.rules), first_sentence(kind.__doc__)))
    return table(("do", "class", "fields", "rules", "what"), body)


def _option_field(field: Any) -> str:
    return f"`{field.name}`" if field.required else f"[`{field.name}`]"


def event_rows() -> str:
    """Return the types of event, each with its own fields beside the common ones."""
    body = []
    for kind in EVENT_TYPES:
        own = [field for field in msgspec.structs.fields(kind) if field.name not in Event.__struct_fields__]
        fields = ", ".join(f"`{field.encode_name}`" if field.required else f"[`{field.encode_name}`]" for field in own)
        words = first_sentence(kind.__doc__).replace("``", "`")
        body.append((f"`{kind.__struct_config__.tag}`", words, fields))
    return table(("type", "what", "fields of its own"), body)


REASONS = {
    "start": "the battle begins",
    "ready": "it is free to declare: a tool has recovered, an action is over, an option without duration was taken",
    "couched": "a weapon is held couched now (C-TIM-2)",
    "recovering": "a recovery begins: the moment to ask for a re-couch (C-TIM-3)",
    "noticed": "it noticed an opponent's wind-up or commit (C-PER-1)",
    "commit": "its wind-up ends: the last moment for a free break-off (C-TIM-7); only for agents that name it",
    "struck": "a blow landed on it, and it can act",
    "stage_changed": "its stage against its opponent is another one (C-STG-2)",
    "hold_expired": "a timer it set, by `wait` or by `wake`, has run out",
    "target_down": "whom it fought or aimed at is out of the fight (CLK-4)",
    "contest_won": "it won a contest that an opponent began: it may take the ground, or not (C-STG-4)",
    "arrived": "a movement it ordered is over",
    "disarmed": "it dropped a weapon (C-WND-4)",
    "locked": "its weapon is locked (C-STG-6)",
    "unlocked": "its weapon is free again (C-STG-6)",
    "fallen": "it lies (C-WND-4, C-KNB-2, C-THR-1)",
    "edge": "it is over an edge: a declaration comes before the fall, all else after it (C-FAL-1)",
}
"""What each reason of `engine.system.REASONS` means."""


def reason_rows() -> str:
    """Return the reasons for which agents are asked."""
    return table(("reason", "when"), [(f"`{row['name']}`", REASONS[row["name"]]) for row in listing("reasons")])


def agent_rows() -> str:
    """Return the policies."""
    return table(("policy", "what it does"), [(f"`{name}`", agents.describe(name)) for name in agents.names()])


def parameter_rows() -> str:
    """Return the parameters of the policies."""
    body = [
        (f"`{name}`", f"`{row.name}`", f"`{value(row.default)}`", f"{value(row.ge)} to {value(row.le)}", row.unit, row.why)
        for name in agents.names()
        for row in agents.parameters(name)
    ]
    return table(("policy", "parameter", "default", "bounds", "unit", "what"), body)


def scenario_rows() -> str:
    """Return the shipped scenarios."""
    body = [(f"`{row['name']}`", row["title"], row["combatants"]) for row in listing("scenarios")]
    return table(("name", "title", "combatants"), body)


def template_rows() -> str:
    """Return the names of the gear tables."""
    body = []
    for what in ("templates", "weapons", "armor", "materials"):
        names = ", ".join(f"`{row['name']}`" for row in listing(what))
        body.append((f"`couched list {what}`", names))
    return table(("list", "names"), body)


def list_rows() -> str:
    """Return what `couched list` lists."""
    return table(("WHAT", "what"), [(f"`{name}`", words) for name, (words, _) in LISTS.items()])


def calc_rows() -> str:
    """Return what `couched calc` answers."""
    body = [(f"`{row['calc']}`", f"`{row['keys']}`", row["rules"]) for row in listing("calcs")]
    return table(("WHAT", "keys", "rules"), body)


def purpose_rows() -> str:
    """Return the purposes of rolls."""
    return table(("system", "purposes"), [(f"`{name}`", ", ".join(f"`{row}`" for row in rows)) for name, rows in PURPOSES.items()])


def command_sections() -> str:
    """Return every command with its help: usage, words, options."""
    root = click.Context(couched, info_name="couched", **couched.context_settings)
    parts = []
    for name in COMMANDS:
        command = couched.get_command(root, name)
        assert command is not None
        context = click.Context(command, root, name)
        parts += _command(command, context)
        if isinstance(command, click.Group):
            for inner in command.commands.values():
                parts += _command(inner, click.Context(inner, context, inner.name), "###")
    return "\n\n".join(parts)


def _command(command: click.Command, context: click.Context, level: str = "##") -> list[str]:
    """Return one command; its context has its parents', because click keeps the help option that it sees first."""
    path = context.command_path
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    words = (getdoc(command.callback) or command.help or "").split("\b")
    body = [f"{level} {path}", f"```text\n{usage}\n```", words[0].strip()]
    if len(words) > 1:
        body.append("```sh\n" + words[1].strip() + "\n```")
    options = [_option(option) for option in command.params if isinstance(option, click.Option)]
    return [*body, table(("option", "what"), [row for row in options if row])] if options else body


def _option(option: click.Option) -> tuple[str, str]:
    if isinstance(option.type, click.Choice):
        kind = "|".join(map(str, option.type.choices))
    elif isinstance(option.type, click.IntRange):
        kind = "INTEGER"
    else:
        kind = option.metavar or option.type.name.upper()
    given = "" if option.is_flag else f" {kind}"
    default = option.default
    plain = isinstance(default, str | int | float) and not isinstance(default, bool) and option.show_default
    after = f" Default: `{default}`." if plain else ""
    return f"`{'`, `'.join(option.opts)}{given}`", (option.help or "").strip() + after


def source_rows() -> str:
    """Return, for each section of the rules, how many of its constants come from where."""
    rows = constants("counts")
    body = []
    for section in COUNTS:
        ids = [rule.id for rule in section.rules]
        marks = [row.source for row in rows if row.rule in ids]
        figures = [str(marks.count(source)) for source in MARKS]
        body.append((section.title, ", ".join(ids), *figures))
    return table(("section", "rules", *MARKS.values()), body)


TABLES: dict[str, Callable[[], str]] = {
    "combatants": scenario_fields(model.CombatantSpec),
    "weapons": scenario_fields(model.WeaponSpec),
    "adjustments": scenario_fields(model.Adjustment),
    "armor": scenario_fields(model.ArmorSpec),
    "walls": scenario_fields(model.WallSpec),
    "edges": scenario_fields(model.EdgeSpec),
    "orders": scenario_fields(Order),
    "options": option_rows,
    "events": event_rows,
    "reasons": reason_rows,
    "agents": agent_rows,
    "parameters": parameter_rows,
    "scenarios": scenario_rows,
    "gear": template_rows,
    "lists": list_rows,
    "calcs": calc_rows,
    "purposes": purpose_rows,
    "commands": command_sections,
    "sources": source_rows,
}
"""Every table by the name that a page calls it."""
