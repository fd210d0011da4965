"""What a priority list says of its decisions: the line that fired, and why those before it did not."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from agents.priority_kinds import Kind

if TYPE_CHECKING:
    from agents.priority_check import Rule
    from agents.priority_expr import Expression
    from agents.priority_scene import Scene

MOST: Final = 1200
"""Characters of a note; what is beyond is cut off."""

_WHY: Final = 80
"""Characters of why one line was passed over."""


@attrs.frozen
class Passed:
    """A line that was passed over: by its condition (in a scene), or for a reason in words."""

    line: int
    why: str = ""
    condition: Expression | None = None
    scene: Scene | None = None

    def told(self) -> str:
        """Return it in words."""
        why = self.why
        if self.condition is not None and self.scene is not None:
            why = _failing(self.condition, self.scene)
        return f"{self.line}: {why if len(why) <= _WHY else why[: _WHY - 3] + '...'}"


@attrs.frozen
class Note:
    """What is said of one decision; put into words only when somebody asks for it.

    All it needs was worked out when the decision was made, so it says the same whenever it is asked.
    """

    fired: Rule | None
    passed: Sequence[Passed]
    why: str = ""

    def __call__(self) -> str:
        """Return the note."""
        head = f"line {self.fired.line}" if self.fired is not None else self.why or "no line holds"
        note = f" ({self.fired.note})" if self.fired is not None and self.fired.note else ""
        text = head + note
        for place, passed in enumerate(self.passed):
            more = f"; {'not ' if not place else ''}{passed.told()}"
            if len(text) + len(more) > MOST - 5:
                return f"{text}; ..."
            text += more
        return text


def _failing(condition: Expression, scene: Scene) -> str:
    """Return the first part of a condition that is false, with what its names were."""
    judge = scene.look.judge
    for text, part in condition.parts:
        if len(condition.parts) == 1 or not judge.part(text, part, scene):
            return _valued(text, part, scene)
    return condition.text


def _valued(text: str, part: ast.expr, scene: Scene) -> str:
    """Return a text with the value behind each name: ``chance 12 >= 30``."""
    names = sorted({node for node in ast.walk(part) if isinstance(node, ast.Name)}, key=lambda node: -node.col_offset)
    raw, start = text.encode(), getattr(part, "col_offset", 0)
    for node in names:
        value = scene.known(node.id)
        kind = _kind(scene, node.id)
        if value is None or kind is None:
            continue
        end = node.col_offset - start + len(node.id.encode())
        if 0 < end <= len(raw):
            raw = raw[:end] + f" {kind.shown(value)}".encode() + raw[end:]
    return raw.decode(errors="replace")


def _kind(scene: Scene, name: str) -> Kind | None:
    variable = scene.look.lets.get(name)
    if variable is not None:
        return variable.kind
    entry = scene.look.tongue.names.get(name)
    return None if entry is None or entry.takes else entry.kind
