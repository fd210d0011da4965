"""``couched validate``, ``list`` and ``schema``: what can be looked up or checked without a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from studies.cli_common import common, emit, write


@click.command("validate", short_help="Check scenario files, priority lists and weights and say every mistake.")
@click.argument("scenarios", metavar="SCENARIO...", nargs=-1, required=True)
@click.option("--set", "overrides", metavar="PATH=VALUE", multiple=True, help="Override a value, as in `couched run`.")
@common
def validate_command(scenarios: Sequence[str], overrides: Sequence[str], as_json: bool) -> int:
    """Check files and say every mistake of every one (exit code 2 if there is one).

    Scenarios, priority lists (.txt), and weights, which say so in their schema.
    """
    from studies.cli_text import plural, shown

    rows = [_checked(name, overrides) for name in scenarios]
    wrong = sum(not row["ok"] for row in rows)
    if as_json:
        emit({"ok": not wrong, "files": rows})
        return 2 if wrong else 0
    for row in rows:
        state = "fine" if row["ok"] else plural(len(row["mistakes"]), "mistake")
        write(shown(f"{row['scenario']}: {state}"))
        for mistake in row["mistakes"]:
            write(f"  {shown(mistake)}")
        for warning in row["warnings"]:
            write(f"  note: {shown(warning)}")
    return 2 if wrong else 0


def _checked(name: str, overrides: Sequence[str]) -> dict[str, Any]:
    """Return what is wrong with one file; an agent of a scenario that can't be built is a mistake too."""
    from pathlib import Path

    import agents
    from agents.priority_file import SUFFIX, of_file
    from agents.utility_file import text_of_file
    from agents.utility_weights import is_of_weights
    from engine.errors import CouchedError, ScenarioError
    from scenarios import load
    from studies.run import build_agents, close_agents

    mistakes: list[str] = []
    warnings: list[str] = []
    try:
        if name.endswith(SUFFIX):
            of_file(name)
            return {"scenario": name, "ok": True, "mistakes": [], "warnings": []}
        if is_of_weights(Path(name)):
            text_of_file(Path(name), name, name)
            return {"scenario": name, "ok": True, "mistakes": [], "warnings": []}
        scenario = load(name, overrides=list(overrides), parameters=agents.parameters)
        close_agents(build_agents(scenario, 0, 0, {}, allow_external=True))
        sides = sorted({spec.side for spec in scenario.combatants})
        if len(sides) == 1:
            warnings = [f"all combatants are on side {sides[0]}: the battle is over as it begins"]
    except ScenarioError as error:
        mistakes = list(error.mistakes)
    except CouchedError as error:
        mistakes = [str(error)]
    return {"scenario": name, "ok": not mistakes, "mistakes": mistakes, "warnings": warnings}


@click.command("list", short_help="List scenarios, weapons, agents, rules, options, ...")
@click.argument("what", required=False)
@click.option("--system", metavar="NAME", help="The rule system.  [default: all for scenarios, agents and calcs, else counts]")
@common
def list_command(what: str | None, system: str | None, as_json: bool) -> int:
    """List what has a name: scenarios, weapons, armor, agents, rules, options, ...

    Without WHAT, list what can be listed.
    """
    from studies.listing import LISTS, listing, usual

    known = [{"list": name, "what": about} for name, (about, _) in LISTS.items()]
    rows = known if what is None else listing(what, system)
    if as_json:
        emit(rows)
        return 0
    if what == "calcs":
        _print_calcs(rows)
        return 0
    import sys

    from studies.account_render import console_for
    from studies.listing_render import print_rows

    print_rows(rows, console_for(sys.stdout), {} if what is None else usual(what, system))
    return 0


def _print_calcs(rows: Sequence[dict[str, Any]]) -> None:
    """Print calcs as blocks, an empty line between two."""
    from studies.calc_words import block

    for number, row in enumerate(rows):
        for line in [""] * bool(number) + [*block(row)]:
            write(line)


@click.command("schema", short_help="Print the JSON Schema of scenarios, logs or agents.")
@click.argument("what", type=click.Choice(["scenario", "log", "agent"]))
@common
def schema_command(what: str, as_json: bool) -> int:
    """Print the JSON Schema of scenario files, of a line of a log, or of the lines of an external agent."""
    from studies.listing_schemas import SCHEMAS

    emit(SCHEMAS[what]())
    return 0
