"""The tables of the documentation that are read off the code: reasons, agents, lists, commands, and what systems have."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Any

import click

import agents
from agents import environment_views, features, utility_weights
from docs.build_rules import table, value
from docs.build_systems import tables
from studies.calc_words import default_text
from studies.cli import COMMANDS, couched
from studies.listing import LISTS, listing
from studies.systems import PURPOSES

REASONS = {
    "start": "the battle begins",
    "ready": "it is free to declare: a tool has recovered, an action is over, an option without duration was taken",
    "couched": "a weapon is held couched now (C-TIM-2)",
    "recovering": "a recovery begins: the moment to ask for a re-couch (C-TIM-3)",
    "noticed": "it noticed an opponent's wind-up or commit (C-PER-1); in steps, a shot it may dodge is committed (P-MOD-2)",
    "commit": "its wind-up ends: the last moment for a free break-off (C-TIM-7, P-FIR-2); only for agents that name it",
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
    "announced": "an attack on it, or on someone it can defend, is announced and not yet rolled (S-DEF-1)",
    "sighted": "an opponent comes into sight (P-LOS-1)",
    "closing": "an opponent sets out to come closer, and it has a free shot at it (S-CHR-3)",
}
"""What each reason of `engine.system.REASONS` means."""


def reason_rows() -> str:
    """Return the reasons for which agents are asked."""
    body = [(f"`{row['name']}`", row["systems"], REASONS[row["name"]]) for row in listing("reasons")]
    return table(("reason", "in", "when"), body)


def agent_rows() -> str:
    """Return the policies."""
    body = [(f"`{name}`", ", ".join(agents.systems(name)), agents.describe(name)) for name in agents.names()]
    return table(("policy", "plays", "what it does"), body)


def parameter_rows() -> str:
    """Return the parameters of the policies."""
    body = [
        (f"`{name}`", f"`{row.name}`", f"`{value(row.default)}`", row.span, row.unit, row.why)
        for name in agents.names()
        for row in agents.parameters(name)
    ]
    return table(("policy", "parameter", "default", "bounds", "unit", "what"), body)


def features_of(system: str) -> Callable[[], str]:
    """Return what gives the features of a rule system's options, with their shipped weights."""

    def rows() -> str:
        sets = {name: utility_weights.shipped(system, name) for name in utility_weights.sets(system)}
        body = [
            (f"`{one.name}`", one.why, one.unit, "" if one.unit == "yes" else f"{one.scale:g}",
             *(utility_weights.figure(found[one.name]) for found in sets.values()))
            for one in features.described(system)
        ]  # fmt: skip
        return table(("feature", "what it says", "unit", "scale", *(f"`{name}`" for name in sets)), body)

    return rows


def looks_of(system: str) -> Callable[[], str]:
    """Return what gives what a learner is told of a view of a rule system."""

    def rows() -> str:
        here = environment_views.looks(system)
        parts = (("itself", "", here.ME), ("an opponent", "foe1_", here.FOE), ("a friend", "friend1_", here.FRIEND))
        body = [
            (whose, f"`{mark}{one.name}`", one.why, one.unit, "" if one.unit == "yes" else f"{one.scale:g}")
            for whose, mark, part in parts
            for one in part
        ]
        return table(("of", "name", "what it says", "unit", "scale"), body)

    return rows


def conditions_of(system: str) -> Callable[[], str]:
    """Return what gives the names that conditions of priority lists may use in a rule system."""

    def rows() -> str:
        listed = listing("conditions", system)
        body = [(f"`{row['name']}`", row["unit"] or row["kind"].removeprefix("one of "), row["what"]) for row in listed]
        return table(("name", "unit, or what it may be", "what it says"), body)

    return rows


def priority_lists() -> str:
    """Return the priority lists that are shipped."""
    body = [(f"`{row['list']}`", row["system"], row["what"]) for row in listing("lists")]
    return table(("list", "for", "how it fights"), body)


def list_rows() -> str:
    """Return what `couched list` lists."""
    return table(("WHAT", "what"), [(f"`{name}`", words) for name, (words, _) in LISTS.items()])


def calc_rows() -> str:
    """Return what `couched calc` answers."""
    body = [(f"`{row['calc']}`", row["what"], row["rules"]) for row in listing("calcs")]
    return table(("WHAT", "what", "rules"), body)


def calc_keys() -> str:
    """Return every calc with its keys: what each means, its unit, what it may hold."""
    parts = []
    for row in listing("calcs"):
        parts += [f"## {row['calc']}", f"{_started(row['what'])} ({row['rules']})"]
        body = [
            (f"`{key['key']}=`" if key["required"] else f"`[{key['key']}=]`", key["what"], key["allowed"], _default(key))
            for key in row["keys"]
        ]
        parts.append(table(("key", "what", "may hold", "if absent"), body) if body else "It takes no keys.")
    return "\n\n".join(parts)


def _started(words: str) -> str:
    """Return words as a sentence begins."""
    return words[:1].upper() + words[1:]


def _default(key: dict[str, Any]) -> str:
    return f"`{default_text(key)}`" if "default" in key else ""


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


TABLES: dict[str, Callable[[], str]] = {
    "reasons": reason_rows,
    "agents": agent_rows,
    "parameters": parameter_rows,
    "lists": list_rows,
    "priority-lists": priority_lists,
    "features-counts": features_of("counts"),
    "features-shots": features_of("shots"),
    "features-steps": features_of("steps"),
    "looks-counts": looks_of("counts"),
    "looks-shots": looks_of("shots"),
    "looks-steps": looks_of("steps"),
    "conditions-counts": conditions_of("counts"),
    "conditions-shots": conditions_of("shots"),
    "conditions-steps": conditions_of("steps"),
    "calcs": calc_rows,
    "calc-keys": calc_keys,
    "purposes": purpose_rows,
    "commands": command_sections,
    **tables(),
}
"""Every table by the name that a page calls it."""
