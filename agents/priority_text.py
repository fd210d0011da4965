"""Reading a priority list: lines become statements with their places; nothing is worked out yet.

A line is a comment (``#``), ``system NAME``, ``asks REASON, ...``, ``let NAME = EXPRESSION``, ``when CONDITION:`` before
lines that are indented, or an option: ``OPTION field=value ... if CONDITION``.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

import attrs

MOST_CHARACTERS: Final = 10_000
"""Characters of a list."""

RIDERS: Final = ("wake", "note")
"""Fields that may stand behind the condition, too."""

MOST_LINES: Final = 300
MOST_LINE: Final = 300
"""Characters of a line."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_VALUE = re.compile(r'"[^"]*"|[+-]?[0-9.]+(?![\w.])|[A-Za-z_][\w\-]*')
_RIDER = re.compile(rf"(?:{'|'.join(RIDERS)})=(?!=)")
_LET = re.compile(r"let\s+(?P<name>\S+)\s*=(?!=)\s*(?P<value>.*)")


@attrs.frozen
class Piece:
    """A piece of a line and the column it begins at, from 1."""

    text: str
    column: int


@attrs.frozen
class Value:
    """What a field is set to: ``kind`` is word, text, number or expression (its text then without the brackets)."""

    kind: str
    piece: Piece


@attrs.frozen
class Statement:
    """One line that says something.

    Attributes:
        line: its number, from 1.
        verb: system, asks, let, when, or an option's name.
        rest: what follows, for system, asks, let (its name) and when.
        fields: for an option: what is set, in the order of the line.
        condition: the expression of an option's ``if``, of a ``let`` or a ``when``.
        inside: for an option: the line of the ``when`` it belongs to.
    """

    line: int
    verb: Piece
    rest: Piece | None = None
    fields: tuple[tuple[Piece, Value], ...] = ()
    condition: Piece | None = None
    inside: int | None = None


@attrs.frozen
class Mistake:
    """One thing that is wrong: where, what was found, what is allowed, the nearest name."""

    line: int
    column: int
    found: str
    allowed: str
    near: str = ""

    def told(self, label: str) -> str:
        """Return it as one line, as scenarios tell theirs."""
        place = ":".join([label, *(str(number) for number in (self.line, self.column) if number)])
        hint = f" (did you mean {self.near}?)" if self.near else ""
        return f"{place}: found {self.found}{hint}; allowed: {self.allowed}"


def nearest(name: str, known: object) -> str:
    """Return the known name most like one, or an empty text."""
    found = get_close_matches(name[:60].casefold(), [str(one) for one in known], 1)  # type: ignore[attr-defined]
    return found[0] if found else ""


def shown(found: str, most: int = 40) -> str:
    """Return a piece of a list for a message: in quotes, not too long, nothing in it that a terminal obeys."""
    kept = "".join(sign if sign.isprintable() else "?" for sign in found)
    return f'"{kept}"' if len(kept) <= most else f'"{kept[: most - 3]}..."'


class Reader:
    """Reads one list; what is wrong is gathered in ``mistakes``.

    Attributes:
        too_long: whether nothing was read, because there is too much of it.
    """

    def __init__(self, text: str) -> None:
        self.too_long = True
        self.mistakes: list[Mistake] = []
        self.statements: list[Statement] = []
        self.about = ""
        self._when: int | None = None
        if len(text) > MOST_CHARACTERS:
            self._wrong(0, 0, f"{len(text)} characters", f"at most {MOST_CHARACTERS}")
            return
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\n").split("\n")
        if len(lines) > MOST_LINES:
            self._wrong(0, 0, f"{len(lines)} lines", f"at most {MOST_LINES}")
            return
        self.too_long = False
        for number, line in enumerate(lines, 1):
            self._read(number, line)

    def _wrong(self, line: int, column: int, found: str, allowed: str, near: str = "") -> None:
        self.mistakes.append(Mistake(line, column, found, allowed, near))

    def _read(self, number: int, line: str) -> None:
        line = line.replace("\t", "    ")
        if len(line) > MOST_LINE:
            self._wrong(number, 0, f"a line of {len(line)} characters", f"at most {MOST_LINE}; `let` gives a part a name")
            return
        strange = next((sign for sign in line if not sign.isprintable()), "")
        if strange:
            self._wrong(number, line.index(strange) + 1, f"the character U+{ord(strange):04X}", "signs that can be seen")
            return
        self._comment(line)
        bare = _without_comment(line).rstrip()
        if not bare.strip():
            return
        indent = len(bare) - len(bare.lstrip(" "))
        if not indent:
            self._when = None
        elif self._when is None:
            self._wrong(number, indent + 1, "an indented line", "indented lines only below a `when CONDITION:`")
            return
        self._say(number, bare, indent)

    def _comment(self, line: str) -> None:
        """Keep the first comment: it says what the list does."""
        if not self.about and not self.statements and line.startswith("#"):
            self.about = line.lstrip("#").strip()

    def _say(self, number: int, line: str, indent: int) -> None:
        verb = _NAME.match(line, indent)
        if verb is None:
            self._wrong(number, indent + 1, shown(line[indent:]), "an option, `let`, `when`, `asks`, `system`, or a # comment")
            return
        piece = Piece(verb[0], indent + 1)
        read = {"let": self._let, "when": self._block, "system": self._words, "asks": self._words}.get(verb[0])
        if read is not None and indent:
            self._wrong(number, indent + 1, f"`{verb[0]}` inside a `when`", "options; the rest at the beginning of a line")
        elif read is not None:
            read(number, line, piece)
        else:
            self._option(number, line, piece)

    def _let(self, number: int, line: str, verb: Piece) -> None:
        found = _LET.fullmatch(line)
        name = found["name"] if found else ""
        if found is None or not _NAME.fullmatch(name) or not found["value"]:
            self._wrong(number, 1, shown(line), "let NAME = EXPRESSION, e.g. let far = distance > 12")
            return
        value = Piece(found["value"], found.start("value") + 1)
        self.statements.append(Statement(number, verb, Piece(name, found.start("name") + 1), condition=value))

    def _block(self, number: int, line: str, verb: Piece) -> None:
        inner = line[4:].strip()
        if not inner.endswith(":") or not inner[:-1].strip():
            self._wrong(number, 1, shown(line), "when CONDITION: before indented lines, e.g. when distance < 5:")
            return
        start = len(line) - len(line[4:].lstrip(" "))
        self._when = number
        self.statements.append(Statement(number, verb, condition=Piece(inner[:-1].rstrip(), start + 1)))

    def _words(self, number: int, line: str, verb: Piece) -> None:
        rest = line[len(verb.text) :]
        if not rest.strip():
            allowed = "system NAME" if verb.text == "system" else "asks REASON, REASON, ..."
            self._wrong(number, 1, shown(line), allowed)
            return
        column = len(line) - len(rest.lstrip(" ")) + 1
        self.statements.append(Statement(number, verb, Piece(rest.strip(), column)))

    def _option(self, number: int, line: str, verb: Piece) -> None:
        """Read ``OPTION field=value ... if CONDITION``."""
        fields: list[tuple[Piece, Value]] = []
        at, condition = verb.column - 1 + len(verb.text), None
        while (at := _skip(line, at)) < len(line):
            name = _NAME.match(line, at)
            if condition is None and name is not None and name[0] == "if" and (name.end() == len(line) or line[name.end()] in " (-"):
                start = _skip(line, name.end())
                if start == len(line):
                    self._wrong(number, at + 1, '"if" with nothing after it', "a condition after if")
                    return
                ends = _riders(line, start)
                condition, at = Piece(line[start:ends].rstrip(), start + 1), ends
                continue
            if condition is not None and (name is None or name[0] not in RIDERS):
                self._wrong(number, at + 1, shown(line[at:]), f"after a condition only {' and '.join(RIDERS)}")
                return
            read = self._field(number, line, at, name)
            if read is None:
                return
            field, at = read
            fields.append(field)
        self.statements.append(Statement(number, verb, None, tuple(fields), condition, self._when))

    def _field(
        self, number: int, line: str, at: int, name: re.Match[str] | None
    ) -> tuple[tuple[Piece, Value], int] | None:
        """Return ``name=value`` and where it ends; None when it is none, which is noted."""
        allowed = 'field=value with no spaces around "=", then if CONDITION'
        if name is None or line[name.end() : name.end() + 1] != "=" or line[name.end() : name.end() + 2] == "==":
            self._wrong(number, at + 1, shown(line[at:]), allowed)
            return None
        start = name.end() + 1
        if line[start : start + 1] == "(":
            end = _closing(line, start)
            if end is None:
                self._wrong(number, start + 1, shown(line[start:]), "a bracket that is closed")
                return None
            inner = Piece(line[start + 1 : end], start + 2)
            return (Piece(name[0], at + 1), Value("expression", inner)), end + 1
        value = _VALUE.match(line, start)
        if value is None or (value.end() < len(line) and line[value.end()] != " "):
            self._wrong(number, start + 1, shown(line[start:]), 'a word, a number, a "text", or an expression in brackets')
            return None
        return (Piece(name[0], at + 1), _value(value[0], start + 1)), value.end()


def _riders(line: str, start: int) -> int:
    """Return where the fields behind a condition begin; the line's end when there are none."""
    depth, quote = 0, ""
    for at in range(start, len(line)):
        sign = line[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        elif sign == " " and not depth and _RIDER.match(line, at + 1):
            return at
    return len(line)


def _value(found: str, column: int) -> Value:
    if found.startswith('"'):
        return Value("text", Piece(found[1:-1], column))
    return Value("word" if found[0].isalpha() or found[0] == "_" else "number", Piece(found, column))


def _skip(line: str, at: int) -> int:
    while at < len(line) and line[at] == " ":
        at += 1
    return at


def _without_comment(line: str) -> str:
    """Return a line up to a ``#`` that stands in no quotes."""
    quoted = False
    for at, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted:
            return line[:at]
    return line


def _closing(line: str, start: int) -> int | None:
    """Return where the bracket that opens at a place is closed; None when it is not."""
    depth, quoted = 0, False
    for at in range(start, len(line)):
        sign = line[at]
        if sign == '"':
            quoted = not quoted
        elif not quoted and sign in "()":
            depth += 1 if sign == "(" else -1
            if not depth:
                return at
    return None
