"""Expressions of priority lists, checked before they are ever worked out: names, kinds, depth, and nothing else of Python.

They are written as Python writes them and read by its own parser; `simpleeval` works out what passes here.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias, cast

import attrs

from agents.priority_kinds import NUMBER, TEXT, TRUTH, Kind, Name
from agents.priority_text import Mistake, Piece, nearest, shown

MOST_DEPTH: Final = 24
"""How deep an expression may be nested, the variables it uses counted with their own depth."""

MOST_NUMBER: Final = 1e9

Found: TypeAlias = "tuple[ast.expr, Kind | None]"

_ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_SIGNS = {ast.UAdd, ast.USub}
_EQUAL = {ast.Eq, ast.NotEq}
_ORDER = {ast.Lt, ast.LtE, ast.Gt, ast.GtE}
_AMONG = {ast.In, ast.NotIn}
_TRUTHS = {"true": True, "false": False}
_LANGUAGE = 'numbers, "texts", names, and, or, not, + - * /, comparisons, in ("a", "b"), and functions'


@attrs.frozen(eq=False)
class Expression:
    """An expression that is sound.

    Attributes:
        text: as it was written.
        tree: what is worked out.
        parts: the conditions it joins by ``and``, each with its text: the first that is false tells why it is.
        uses: the names and functions in it.
        depth: how deep it is nested, variables counted.
        constant: its value where it uses no name; else None.
        key: what two expressions that say the same have in common.
    """

    text: str
    tree: ast.expr
    parts: tuple[tuple[str, ast.expr], ...]
    uses: frozenset[str]
    depth: int
    constant: bool | None
    key: str


@attrs.frozen
class Variable:
    """A ``let``: its kind and its expression."""

    kind: Kind
    value: Expression


class Checker:
    """Checks expressions; what is wrong is gathered in ``mistakes``.

    Args:
        names: the names of the rule system.
        mistakes: where mistakes go.
    """

    def __init__(self, names: Mapping[str, Name], mistakes: list[Mistake]) -> None:
        self.names, self.mistakes = names, mistakes
        self.variables: dict[str, Variable | None] = {}
        self._piece, self._line, self._text = Piece("", 0), 0, ""
        self._uses: set[str] = set()
        self.words: set[str] = set()
        """Words that functions were given: reasons a list asks for."""

    def read(self, piece: Piece, line: int, wanted: Kind | None = None) -> tuple[Expression, Kind] | None:
        """Return a sound expression and its kind; None when something is wrong, which is noted.

        Args:
            piece: its text and where that begins.
            line: the line.
            wanted: the kind it must be of; any when None.
        """
        self._piece, self._line, self._text = piece, line, piece.text
        before, self._uses = len(self.mistakes), set()
        tree = self._parsed()
        if tree is None:
            return None
        depth = self._depth(tree)
        if depth > MOST_DEPTH:
            self._wrong(tree, f"an expression nested {depth} deep", f"at most {MOST_DEPTH}; variables count with theirs")
            return None
        checked, kind = self._check(tree)
        if kind is not None and wanted is not None and kind != wanted:
            self._wrong(tree, f"{shown(self._text)}, which is {kind.name}", wanted.name)
        if kind is None or len(self.mistakes) > before:
            return None
        parts = checked.values if isinstance(checked, ast.BoolOp) and isinstance(checked.op, ast.And) else [checked]
        told = tuple((ast.get_source_segment(self._text, part) or self._text, part) for part in parts)
        value = checked.value if isinstance(checked, ast.Constant) and isinstance(checked.value, bool) else None
        return Expression(self._text, checked, told, frozenset(self._uses), depth, value, ast.dump(checked)), kind

    def pair(self, piece: Piece, line: int) -> tuple[float, float] | None:
        """Return a place: two numbers with a comma; None when it is none."""
        self._piece, self._line, self._text = piece, line, piece.text
        tree = self._parsed()
        if tree is None:
            return None
        given = tree.elts if isinstance(tree, ast.Tuple) else []
        numbers = [number for one in given if (number := _constant_number(one)) is not None]
        if len(numbers) != 2 or len(given) != 2:
            self._wrong(tree, shown(f"({piece.text})"), "two numbers: (12, 4)")
            return None
        return numbers[0], numbers[1]

    def _parsed(self) -> ast.expr | None:
        text = self._text
        if "\\" in text:
            self._note(text.index("\\"), '"\\"', _LANGUAGE)
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                tree: ast.expr = ast.parse(text, mode="eval").body
        except SyntaxError as error:
            at = max((error.offset or 1) - 1, 0)
            self._note(min(at, len(text)), shown(text[at:] or text), _LANGUAGE)
            return None
        except (ValueError, RecursionError, MemoryError, Warning):
            self._note(0, shown(text), _LANGUAGE)
            return None
        return tree

    def _depth(self, tree: ast.expr) -> int:
        """Return how deep an expression is nested; no recursion: it may be anything yet."""
        level: list[ast.AST] = [tree]
        depth, most = 0, 0
        while level and depth <= MOST_DEPTH:
            depth += 1
            for node in level:
                variable = self.variables.get(node.id) if isinstance(node, ast.Name) else None
                most = max(most, depth + (variable.value.depth if variable is not None else 0))
            level = [child for node in level for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        return max(most, depth)

    def _note(self, at: int, found: str, allowed: str, near: str = "") -> None:
        self.mistakes.append(Mistake(self._line, self._piece.column + at, found, allowed, near))

    def _wrong(self, node: ast.AST, found: str, allowed: str, near: str = "") -> None:
        self._note(self._at(node), found, allowed, near)

    def _at(self, node: ast.AST) -> int:
        """Return the character a node begins at: the parser counts bytes."""
        return len(self._text.encode()[: getattr(node, "col_offset", 0)].decode(errors="ignore"))

    def _segment(self, node: ast.AST) -> str:
        return shown(ast.get_source_segment(self._text, node) or self._text)

    # what a node is

    def _check(self, node: ast.expr) -> Found:
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.Name():
                return self._name(node)
            case ast.BoolOp():
                node.values = [self._of(value, TRUTH) for value in node.values]
                return node, TRUTH
            case ast.UnaryOp() if isinstance(node.op, ast.Not):
                node.operand = self._of(node.operand, TRUTH)
                return node, TRUTH
            case ast.UnaryOp() if type(node.op) in _SIGNS:
                node.operand = self._of(node.operand, NUMBER)
                return node, NUMBER
            case ast.BinOp() if type(node.op) in _ARITHMETIC:
                node.left, node.right = self._of(node.left, NUMBER), self._of(node.right, NUMBER)
                return node, NUMBER
            case ast.Compare():
                return self._compare(node)
            case ast.Call():
                return self._call(node)
        self._wrong(node, self._segment(node), _LANGUAGE)
        return node, None

    def _of(self, node: ast.expr, wanted: Kind) -> ast.expr:
        """Return a part that must be of a kind."""
        checked, kind = self._check(node)
        if kind is not None and kind != wanted:
            self._wrong(node, f"{self._segment(node)}, which is {kind.name}", wanted.name)
        return checked

    def _constant(self, node: ast.Constant) -> Found:
        value = node.value
        if isinstance(value, bool):
            return node, TRUTH
        if isinstance(value, str):
            return node, TEXT
        if isinstance(value, int | float) and abs(value) <= MOST_NUMBER:
            node.value = float(value)
            return node, NUMBER
        is_number = isinstance(value, int | float)
        self._wrong(node, self._segment(node), f"numbers up to {MOST_NUMBER:g}" if is_number else _LANGUAGE)
        return node, None

    def _name(self, node: ast.Name) -> Found:
        name = node.id
        if name in _TRUTHS:
            return ast.copy_location(ast.Constant(_TRUTHS[name]), node), TRUTH
        self._uses.add(name)
        if name in self.variables:
            variable = self.variables[name]
            return node, None if variable is None else variable.kind
        entry = self.names.get(name)
        if entry is not None and not entry.takes:
            return node, entry.kind
        if entry is not None:
            self._wrong(node, f"{shown(name)} without what it takes", entry.form)
            return node, None
        known = [entry.form for entry in self.names.values()]
        near = nearest(name, [*self.variables, *self.names])
        self._wrong(node, f"the name {shown(name)}", f"the {len(known)} names of `couched list conditions`, and variables", near)
        return node, None

    def _call(self, node: ast.Call) -> Found:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        entry = self.names.get(name)
        if entry is None or not entry.takes:
            functions = [one.name for one in self.names.values() if one.takes]
            forms = ", ".join(one.form for one in self.names.values() if one.takes)
            self._wrong(node, self._segment(node), f"functions: {forms}", nearest(name, functions) if name else "")
            return node, None
        self._uses.add(name)
        least, most = len(entry.takes), 12 if entry.many else len(entry.takes)
        if node.keywords or not least <= len(node.args) <= most or any(isinstance(one, ast.Starred) for one in node.args):
            self._wrong(node, self._segment(node), entry.form)
            return node, None
        takes = [*entry.takes, *[entry.takes[-1]] * (len(node.args) - least)]
        node.args = [self._argument(one, kind) for one, kind in zip(node.args, takes, strict=True)]
        return node, entry.kind

    def _argument(self, node: ast.expr, kind: Kind) -> ast.expr:
        if not kind.words:
            return self._of(node, kind)
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and value in kind.words:
            self.words.add(value)
            return node
        near = nearest(value, kind.words) if isinstance(value, str) else ""
        self._wrong(node, self._segment(node), f"in quotes, {kind.name}", near)
        return node

    # comparisons

    def _compare(self, node: ast.Compare) -> Found:
        sides = [node.left, *node.comparators]
        among = [type(op) in _AMONG for op in node.ops]
        found: list[Found] = []
        for place, side in enumerate(sides):
            listed = place > 0 and among[place - 1] and isinstance(side, ast.Tuple | ast.List)
            found.append((side, None) if listed else self._check(side))
        for place, op in enumerate(node.ops):
            left, right = found[place], found[place + 1]
            if among[place]:
                found[place + 1] = self._among(node, left, sides[place + 1])
            else:
                found[place], found[place + 1] = self._pair(node, left, right, type(op))
        node.left, node.comparators = found[0][0], [one for one, _ in found[1:]]
        return node, TRUTH

    def _pair(self, node: ast.Compare, left: Found, right: Found, op: type[ast.cmpop]) -> tuple[Found, Found]:
        kinds = left[1], right[1]
        if kinds[0] is None or kinds[1] is None:
            return left, right
        if kinds[0].words and _literal(right[0]) is not None:
            right = self._word(right[0], kinds[0]), kinds[0]
        elif kinds[1].words and _literal(left[0]) is not None:
            left = self._word(left[0], kinds[1]), kinds[1]
        one, other = left[1] or NUMBER, right[1] or NUMBER
        if one != other:
            self._wrong(node, f"{self._segment(node)}: {one.name} beside {other.name}", "two values of one kind")
        elif op in _ORDER and one != NUMBER and not one.ordered:
            self._wrong(node, f"{self._segment(node)}: {one.name}", "== and != for what has no order")
        elif op not in _ORDER and op not in _EQUAL:
            self._wrong(node, self._segment(node), _LANGUAGE)
        return left, right

    def _word(self, node: ast.expr, kind: Kind) -> ast.expr:
        word = _literal(node) or ""
        if word not in kind.words:
            self._wrong(node, shown(word), kind.name, nearest(word, kind.words))
            return node
        return ast.copy_location(ast.Constant(kind.value(word)), node)

    def _among(self, node: ast.Compare, left: Found, right: ast.expr) -> Found:
        """Return what something is looked for in: literals in brackets, all of its kind."""
        given = right.elts if isinstance(right, ast.Tuple | ast.List) else None
        if not given:
            self._wrong(node, self._segment(node), 'after in: ("a", "b")')
            return right, None
        values: list[Any] = []
        for one in given:
            checked: ast.expr = one
            kind: Kind | None = None
            if left[1] is not None and left[1].words and _literal(one) is not None:
                checked, kind = self._word(one, left[1]), left[1]
            else:
                checked, kind = self._check(one)
            if left[1] is not None and kind is not None and kind != left[1]:
                self._wrong(one, f"{self._segment(one)}, which is {kind.name}", left[1].name)
            elif kind is not None and not isinstance(checked, ast.Constant):
                self._wrong(one, self._segment(one), "after in: plain numbers and texts")
            values.append(getattr(checked, "value", None))
        return ast.copy_location(ast.Constant(cast("Any", tuple(values))), right), None


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _constant_number(node: ast.expr) -> float | None:
    sign = -1.0 if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else 1.0
    if sign < 0 and isinstance(node, ast.UnaryOp):
        node = node.operand
    value = node.value if isinstance(node, ast.Constant) else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER
    return sign * float(value) if is_number else None  # type: ignore[arg-type]


def used(expressions: Iterable[Expression | None]) -> frozenset[str]:
    """Return the names some expressions use."""
    return frozenset().union(*(one.uses for one in expressions if one is not None))
