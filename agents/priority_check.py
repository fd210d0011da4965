"""A priority list made ready: every statement checked against its rule system, all mistakes at once."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import attrs

from agents.base import orders as options_by_name
from agents.priority_expr import Checker, Expression, Variable
from agents.priority_fields import Fields, fields_of
from agents.priority_kinds import TRUTH
from agents.priority_scene import Judge
from agents.priority_text import RIDERS, Mistake, Piece, Reader, Statement, Value, nearest, shown
from engine.errors import ScenarioError
from engine.registry import SYSTEMS, reasons

if TYPE_CHECKING:
    from agents.priority_scene import Tongue
    from engine.options import Option

ALWAYS: Final = ("hold",)
"""Options that are always legal: what follows one without a condition is never reached."""

_EVERY_LINE = ("target", "wake", "note")


@attrs.frozen(eq=False)
class Rule:
    """One line that may fire.

    Attributes:
        line: its number.
        do: the option's name.
        option: its type.
        set: the option's fields: values, or expressions that give them.
        target, is_name: the word or the name for the foe the line means.
        weapon: the word or the name for its weapon; empty when it is silent.
        condition: when it may fire; None for always.
        inside: the ``when`` it belongs to, and the line of that.
        wake: in how many counts to ask again; None for not.
        note: what the log says with it.
    """

    line: int
    do: str
    option: type[Option]
    set: Mapping[str, Any]
    target: str
    is_name: bool
    weapon: str
    condition: Expression | None
    inside: tuple[int, Expression] | None
    wake: Expression | None
    note: str


@attrs.frozen(eq=False)
class Program:
    """A list that is sound.

    Attributes:
        system: the rule system it is for.
        about: its first comment.
        asks: the reasons it wants to be asked for; None for all but ``commit``.
        lets: its variables.
        rules: its lines, the first choice first.
    """

    system: str
    about: str
    asks: frozenset[str] | None
    lets: Mapping[str, Variable]
    rules: tuple[Rule, ...]


@cache
def tongue_of(system: str) -> Tongue:
    """Return how lists speak about a rule system."""
    found: Tongue = import_module(f"agents.priority_{system}").TONGUE
    return found


@lru_cache(maxsize=256)
def program(text: str, label: str, system: str | None = None) -> Program:
    """Return a list that is sound.

    Args:
        text: the list.
        label: what messages call it.
        system: the rule system it must be for; the one it names when None.

    Raises:
        ScenarioError: with all its mistakes, each with line and column.
    """
    reader = Reader(text)
    mistakes = list(reader.mistakes)
    named = None if reader.too_long else _system(reader.statements, system, mistakes)
    found = _Maker(reader, named, mistakes).program() if named is not None else None
    if mistakes or found is None:
        mistakes.sort(key=lambda one: (one.line, one.column))
        raise ScenarioError(label, list(dict.fromkeys(one.told(label) for one in mistakes)))
    return found


def _system(statements: Sequence[Statement], wanted: str | None, mistakes: list[Mistake]) -> str | None:
    """Return the rule system a list is for; None when it names none there is."""
    named = [one for one in statements if one.verb.text == "system"]
    mistakes += [Mistake(more.line, 1, "a second `system`", "one") for more in named[1:]]
    if not named or named[0].rest is None:
        mistakes.append(Mistake(0, 0, "no `system`", f"a line `system NAME`: {', '.join(SYSTEMS)}"))
        return wanted
    found = named[0].rest
    if found.text not in SYSTEMS:
        near = nearest(found.text, SYSTEMS)
        mistakes.append(Mistake(named[0].line, found.column, shown(found.text), f"one of {', '.join(SYSTEMS)}", near))
        return wanted
    if wanted is not None and found.text != wanted:
        mistakes.append(Mistake(named[0].line, found.column, f"a list for {found.text}", f"a list for {wanted}"))
        return None
    return found.text


class _Maker:
    """Turns statements into rules; what is wrong is gathered."""

    def __init__(self, reader: Reader, system: str, mistakes: list[Mistake]) -> None:
        self._reader, self._system, self._mistakes = reader, system, mistakes
        self._tongue = tongue_of(system)
        self._checker = Checker(self._tongue.names, mistakes)
        self._fields = Fields(self._tongue, self._checker, mistakes)
        self._options = options_by_name(system)
        self._blocks: dict[int, Expression | None] = {}
        self._rules: list[Rule] = []
        self._asks: frozenset[str] | None = None
        self._ended: int | None = None
        self._judge = Judge({})
        self._seen: dict[tuple[Any, ...], list[tuple[frozenset[str], int]]] = {}
        self._empty: dict[int, Statement] = {}

    def program(self) -> Program:
        for statement in self._reader.statements:
            match statement.verb.text:
                case "system":
                    pass
                case "let":
                    self._let(statement)
                case "asks":
                    self._ask(statement)
                case "when":
                    self._when(statement)
                case _:
                    self._line(statement)
        for line, block in self._empty.items():
            self._wrong(line, block.verb.column, "a `when` without lines", "indented lines below it")
        if not self._rules and not self._mistakes:
            self._wrong(0, 0, "a list without options", "lines like: attack if distance < 5")
        if self._asks is None and "commit" in self._checker.words:
            self._asks = frozenset(reasons(self._system))
        lets = {name: one for name, one in self._checker.variables.items() if one is not None}
        return Program(self._system, self._reader.about, self._asks, lets, tuple(self._rules))

    def _wrong(self, line: int, column: int, found: str, allowed: str, near: str = "") -> None:
        self._mistakes.append(Mistake(line, column, found, allowed, near))

    # statements

    def _let(self, statement: Statement) -> None:
        name, value = statement.rest, statement.condition
        assert name is not None, "the reader saw to it"
        assert value is not None, "the reader saw to it"
        taken = name.text in self._tongue.names or name.text in ("true", "false", "not", "and", "or", "in", "if", "is")
        if taken or name.text in self._checker.variables:
            what = "a name of the rule system" if taken else "a variable already"
            self._wrong(statement.line, name.column, f"{shown(name.text)}, which is {what}", "a name of its own")
        found = self._checker.read(value, statement.line)
        self._checker.variables.setdefault(name.text, None if found is None else Variable(found[1], found[0]))

    def _ask(self, statement: Statement) -> None:
        known, rest = reasons(self._system), statement.rest
        assert rest is not None, "the reader saw to it"
        if self._asks is not None:
            self._wrong(statement.line, 1, "a second `asks`", "one")
        at, found = rest.column, []
        for part in rest.text.split(","):
            name = part.strip()
            if name in known:
                found.append(name)
            else:
                column = at + len(part) - len(part.lstrip())
                self._wrong(statement.line, column, f"the reason {shown(name)}", ", ".join(known), nearest(name, known))
            at += len(part) + 1
        self._asks = frozenset(found)

    def _when(self, statement: Statement) -> None:
        assert statement.condition is not None, "the reader saw to it"
        found = self._checker.read(statement.condition, statement.line, TRUTH)
        self._blocks[statement.line] = None if found is None else self._worked_out(found[0])
        self._empty[statement.line] = statement
        self._never(statement, self._blocks[statement.line])

    def _worked_out(self, condition: Expression) -> Expression:
        """Return a condition with the value it always has, where it uses no name."""
        if condition.uses or condition.constant is not None:
            return condition
        nothing: Any = {}
        return attrs.evolve(condition, constant=bool(self._judge.value(condition, nothing)))

    def _never(self, statement: Statement, condition: Expression | None) -> None:
        if condition is not None and condition.constant is False and statement.condition is not None:
            self._wrong(statement.line, statement.condition.column, "a condition that is never true", "one that can be")

    def _line(self, statement: Statement) -> None:
        if statement.inside is not None:
            self._empty.pop(statement.inside, None)
        condition, sound = None, True
        if statement.condition is not None:
            found = self._checker.read(statement.condition, statement.line, TRUTH)
            condition, sound = (None, False) if found is None else (self._worked_out(found[0]), True)
            self._never(statement, condition)
        option = self._options.get(statement.verb.text)
        if option is None:
            known = [*self._options, "let", "when", "asks", "system"]
            self._wrong(
                statement.line, statement.verb.column, f"the option {shown(statement.verb.text)}",
                f"options of {self._system}: {', '.join(self._options)}", nearest(statement.verb.text, known),
            )  # fmt: skip
            return
        rule = self._rule(statement, option, condition)
        if sound and rule is not None:
            self._reached(statement, rule)
            self._rules.append(rule)

    def _reached(self, statement: Statement, rule: Rule) -> None:
        """Note a line that is never reached: below one that always fires, or one that fires whenever this one could."""
        if self._ended is not None:
            allowed = f"no line below line {self._ended}, which always fires"
            self._wrong(rule.line, statement.verb.column, "a line that is never reached", allowed)
            return
        said = tuple(sorted((name.text, value.kind, value.piece.text) for name, value in statement.fields if name.text not in RIDERS))
        before, conditions = self._seen.setdefault((rule.do, said), []), _conditions(rule)
        first = next((line for needed, line in before if needed <= conditions), None)
        if first is not None:
            allowed = f"a line that can fire where line {first} does not"
            self._wrong(rule.line, statement.verb.column, f"a line that says what line {first} says", allowed)
        before.append((conditions, rule.line))
        if rule.do in ALWAYS and not conditions:
            self._ended = rule.line

    # options

    def _rule(self, statement: Statement, option: type[Option], condition: Expression | None) -> Rule | None:
        do, line, before = statement.verb.text, statement.line, len(self._mistakes)
        known = {name: kind for name, kind in fields_of(option).items() if name not in self._tongue.hides}
        values: dict[str, Any] = {}
        given: dict[str, tuple[Piece, Value]] = {}
        for name, value in statement.fields:
            if name.text in given:
                self._wrong(line, name.column, f"{name.text} twice", "each field once")
            elif name.text not in known and name.text not in _EVERY_LINE:
                listed = [*known, *(one for one in _EVERY_LINE if one not in known)]
                self._wrong(line, name.column, f"the field {shown(name.text)}", f"fields of {do}: {', '.join(listed)}", nearest(name.text, listed))
            given.setdefault(name.text, (name, value))
        for key, (_, value) in given.items():
            if key in known and key not in ("target", "weapon"):
                values[key] = self._fields.value(do, key, known[key], value, line)
        for key in self._tongue.needs.get(do, ()):
            if key not in given:
                self._wrong(line, statement.verb.column, f"{do} without {key}", f"{do} {key}={self._fields.example(do, key)}")
        target, is_name = self._fields.target(do, given.get("target"), line)
        weapon = self._fields.weapon(given.get("weapon"), line) if "weapon" in known else ""
        wake = self._fields.wake(given.get("wake"), line)
        note = self._fields.note(given.get("note"), line)
        block = self._blocks.get(statement.inside) if statement.inside is not None else None
        inside = None if block is None or statement.inside is None else (statement.inside, block)
        if len(self._mistakes) > before:
            return None
        return Rule(line, do, option, values, target, is_name, weapon, condition, inside, wake, note)


def _conditions(rule: Rule) -> frozenset[str]:
    """Return all that must hold for a line to fire, its ``when`` included; what always holds is left out."""
    found = [one for one in (rule.condition, rule.inside and rule.inside[1]) if one is not None and one.constant is not True]
    return frozenset(ast.dump(part) for one in found for _, part in one.parts)
