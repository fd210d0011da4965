"""The rules reference: words by hand, constants from the rule set, and the tests that name each rule.

Makes the pages of `docs/rules`; `python -m docs.build` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from docs.rule_words import CLOCK, COUNTS, LATER, Rule, Section
from docs.rule_words_shots import SHOTS
from docs.rule_words_steps import STEPS
from studies.listing import listing
from studies.systems import Constant, constants, systems

ROOT = Path(__file__).resolve().parents[1]

WORDS: Mapping[str, Sequence[Section]] = {"counts": COUNTS, "shots": SHOTS, "steps": STEPS}
"""System to its rules in words; a system that is not here has none yet."""

LETTERS = {"counts": "C", "shots": "S", "steps": "P"}
"""System to the letter its rules' ids begin with."""

RULE_ID = re.compile(rf"\b(?:[{''.join(LETTERS[system] for system in WORDS)}]-[A-Z]{{3}}|CLK)-[0-9]+[a-z]?\b")
"""An id of a rule that has words."""

MARKS = {"source": "S", "published parent": "P", "ruling": "R", "house": "H"}

HEAD = """<!-- Written by `python -m docs.build` from docs/rule_words.py, the rule set and the tests; edit those. -->

# {title}

{intro}
"""

CLOCK_INTRO = """What holds for every rule system: time, the order inside an instant, decisions, dice, ends. Back to the
[documentation](../README.md); terms are in the [glossary](../glossary.md)."""

COUNTS_INTRO = """Melee by the count, as it is built. Logs, errors and tests cite these ids. A constant is a field of the rule set
that a scenario overrides under `[rules]`; its mark says where it comes from: **S** the rules it is built from say so,
**R** our ruling where they are silent or contradict themselves, **H** a house figure where the definition is missing.
The rules of the clock are [a page of their own](clock.md); terms are in the [glossary](../glossary.md)."""

SHOTS_INTRO = """Cinematic action on a shot counter, as it is built. Logs, errors and tests cite these ids. A constant is a field of
the rule set that a scenario overrides under `[rules]`; its mark says where it comes from: **S** the rules it is built from
say so, **P** their published parent or a later revision, **R** our ruling where they are silent, **H** a house figure. The
rules of the clock are [a page of their own](clock.md); terms are in the [glossary](../glossary.md)."""

STEPS_INTRO = """Ranged fire on a map of squares, difficulty in steps, as it is built. Logs, errors and tests cite these ids. A
constant is a field of the rule set that a scenario overrides under `[rules]`; its mark says where it comes from: **S** the
rules it is built from say so, **R** our ruling where they are silent or contradict themselves, **H** a house figure where
the definition is missing. The rules of the clock are [a page of their own](clock.md); terms are in the
[glossary](../glossary.md)."""

INTROS = {"counts": COUNTS_INTRO, "shots": SHOTS_INTRO, "steps": STEPS_INTRO}
"""System to the words above its rules."""

CALC_INTRO = """Its battles are not built yet; `couched calc` answers single rules of it (`couched list calcs`), by these
constants. Marks: **S** the rules it is built from say so, **P** their published parent or a later revision, **R** our
ruling, **H** a house figure. Back to the [documentation](../README.md)."""

COLUMNS = ("field", "default", "unit", "from", "what")


@cache
def naming_tests() -> Mapping[str, tuple[str, ...]]:
    """Return rule id to the test files that name it, sorted; tests of the documentation itself don't count."""
    named: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith("tests/meta/"):
            for found in RULE_ID.findall(path.read_text(encoding="utf-8")):
                named.setdefault(found, set()).add(place)
    return {rule: tuple(sorted(places)) for rule, places in named.items()}


def pages() -> dict[str, str]:
    """Return the pages by their place under docs."""
    clock = _page("The clock", CLOCK_INTRO, CLOCK, _by_rule("counts", "CLK-"))
    return {"rules/clock.md": clock} | {f"rules/{system}.md": _system(system) for system in LETTERS}


def every() -> dict[str, Rule]:
    """Return all rules that have words by id."""
    sections = (*CLOCK, *(section for words in WORDS.values() for section in words))
    return {rule.id: rule for section in sections for rule in section.rules}


def built() -> dict[str, Rule]:
    """Return those of them that hold in battles: of the clock, and of every system that is built."""
    others = {rule.id for system, words in WORDS.items() if system not in systems() for part in words for rule in part.rules}
    return {name: rule for name, rule in every().items() if name not in others}


def _system(system: str) -> str:
    """Return the page of a system: its rules, or its constants alone while its battles are not built."""
    if system not in systems():
        return _figures(system)
    return _page(f"The {system} system", INTROS[system], WORDS[system], _by_rule(system, f"{LETTERS[system]}-"))


def _figures(system: str) -> str:
    """Return the page of a system of which only single rules are answered: its constants."""
    rows = [(row.rule, *_constant(row)) for row in constants(system) if not row.rule.startswith("CLK-")]
    head = HEAD.format(title=f"The {system} system", intro=CALC_INTRO)
    return f"{head}\n{table(('rule', *COLUMNS), sorted(rows, key=_by_id))}\n"


def _by_id(row: Sequence[str]) -> tuple[str, int]:
    kind, _, number = row[0].rpartition("-")
    return kind, int(re.match(r"[0-9]*", number)[0] or 0)  # type: ignore[index]


def _by_rule(system: str, prefix: str) -> dict[str, list[Constant]]:
    found: dict[str, list[Constant]] = {}
    for constant in constants(system):
        if constant.rule.startswith(prefix) and not constant.field.startswith("types."):
            found.setdefault(constant.rule, []).append(constant)
    return found


def _page(title: str, intro: str, sections: Sequence[Section], by_rule: Mapping[str, Sequence[Constant]]) -> str:
    parts = [HEAD.format(title=title, intro=intro)]
    for section in sections:
        if len(sections) > 1:
            parts.append(f"## {section.title}\n")
        if section.words:
            parts.append(f"{section.words}\n")
        parts += [_rule(rule, by_rule.get(rule.id, ())) for rule in section.rules]
    return "\n".join(parts)


def _rule(rule: Rule, rows: Sequence[Constant]) -> str:
    state = "" if rule.state == "built" else f" *({rule.state})*"
    lines = [f"### {rule.id} {rule.title}{state}", "", rule.words, ""]
    if rows:
        lines += [table(COLUMNS, map(_constant, rows)), ""]
    if rule.id in OF_THEIR_OWN:
        lines += [OF_THEIR_OWN[rule.id](), ""]
    tests = naming_tests().get(rule.id, ())
    if tests:
        lines += ["Tests: " + ", ".join(f"[{Path(place).stem}](../../{place})" for place in tests), ""]
    elif rule.state != LATER:
        lines += ["Tests: none names it yet.", ""]
    return "\n".join(lines)


def _constant(row: Constant) -> tuple[str, ...]:
    return f"`{row.field}`", f"`{value(row.default)}`", row.unit, MARKS[row.source], row.why


def _damage_types() -> str:
    """Return the figures of the damage types, a row each, and what the columns are."""
    rows: dict[str, dict[str, Constant]] = {}
    for constant in constants("counts"):
        if constant.field.startswith("types."):
            _, kind, field = constant.field.split(".")
            rows.setdefault(kind, {})[field] = constant
    columns = next(iter(rows.values()))
    body = [(f"`{kind}`", *(value(cell.default) for cell in cells.values())) for kind, cells in rows.items()]
    meaning = [(f"`types.<type>.{name}`", cell.rule, cell.unit, cell.why) for name, cell in columns.items()]
    figures = table(("type", *columns), body)
    return figures + "\n\n" + table(("field", "rule", "unit", "what"), meaning)


def _defenses() -> str:
    """Return the kinds of active defense: cost, bonus, what they raise, condition (S-DEF-5)."""
    words = ("raises", "rule", "of", "condition", "what")
    rows = [
        (f"`{row['name']}`", str(row["cost"]), f"+{row['bonus']}", *(row[key] for key in words))
        for row in listing("defenses", "shots")
    ]
    return table(("kind", "shots", "bonus", "raises", "rule", "who has it", "condition", "what"), rows)


def _schticks() -> str:
    """Return what each schtick does, by the default constants (S-CHR-3)."""
    rows = [(f"`{row['name']}`", row["keys"], row["rule"], row["what"]) for row in listing("schticks", "shots")]
    return table(("name", "keys", "rule", "what it does"), rows)


OF_THEIR_OWN: Mapping[str, Callable[[], str]] = {"C-DMG-2": _damage_types, "S-DEF-5": _defenses, "S-CHR-3": _schticks}
"""Rules with a table of their own below their constants."""


def value(content: Any) -> str:
    """Return a value as a scenario file writes it, whole numbers without a point."""
    match content:
        case bool():
            return str(content).lower()
        case float():
            return str(int(content)) if content.is_integer() else repr(content)
        case tuple():
            return f"[{', '.join(map(value, content))}]"
        case _:
            return str(content)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)
