"""The map of a steps fight, drawn as text: one character a square, a legend, and further things by their squares (P-LOS-4)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from engine.steps.model import MOST_SQUARES, FieldSpec, ObjectSpec, PlacedSpec
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, show
from scenarios.shapes import Json, table_of
from scenarios.steps.gear import Gear
from scenarios.steps.kit import LIKE
from scenarios.steps.objects import OBJECT_NEEDS, Square, again, figures_of, placed, standing, thing
from scenarios.structure import build, is_name

FLOOR: Final = "."
"""The character of an open square."""

PLACE: Final[Path] = ("field",)


@attrs.frozen
class Drawing:
    """A map as it was read.

    Attributes:
        spec: what is known of it; of the default size where it has mistakes.
        symbols: the characters of the legend.
        others: the squares of every character that is neither floor nor in the legend, row by row.
        rows: the drawn rows; None for a map without.
        readable: whether its size and all rows could be read.
    """

    spec: FieldSpec = attrs.field(factory=FieldSpec)
    symbols: frozenset[str] = frozenset()
    others: Mapping[str, Sequence[Square]] = attrs.field(factory=dict)
    rows: Node | None = None
    readable: bool = True


def draw(node: Node | None, gear: Gear, mistakes: Mistakes) -> Drawing:
    """Return the map of ``[field]``; without one the default size and nothing on it.

    Args:
        node: the table, or None.
        gear: the gear tables names are looked up in.
        mistakes: gathers what is wrong.
    """
    if node is None:
        return Drawing()
    drawn, legend = node.get("rows"), _legend(node.get("legend"), gear, mistakes)
    rows = _rows(drawn, mistakes) if drawn is not None else None
    if drawn is None and node.get("legend") is not None:
        mistakes.add(node.value["legend"], (*PLACE, "legend"), "a legend beside rows: it explains them")
    sized = _sized(node, rows, mistakes)
    spec = sized or FieldSpec()
    objects: list[PlacedSpec] = []
    others: dict[str, list[Square]] = {}
    for symbol, square in _squares(rows or ()):
        known = legend.get(symbol)
        if known is not None:
            objects.append(standing(known, symbol, square))
        elif symbol not in legend:
            others.setdefault(symbol, []).append(square)
    objects += _further(node.get("objects"), spec, gear, mistakes)
    spec = attrs.evolve(spec, objects=tuple(objects))
    return Drawing(spec, frozenset(legend), others, drawn, sized is not None and (drawn is None or rows is not None))


def _sized(node: Node, rows: Sequence[str] | None, mistakes: Mistakes) -> FieldSpec | None:
    """Return a map of its size with nothing on it yet; None where that has a mistake."""
    given = {"objects": ()} | (_size(node, rows, mistakes) if rows else {})
    table = {key: item for key, item in (node.table or {}).items() if key not in ("objects", "rows", "legend")}
    bare = node if node.table is None else node.with_value(table)
    return build(FieldSpec, bare, PLACE, mistakes, given=given)


def _squares(rows: Sequence[str]) -> list[tuple[str, Square]]:
    """Return every character that is no floor, with its square, row by row."""
    return [(char, (x, y)) for y, row in enumerate(rows) for x, char in enumerate(row) if char != FLOOR]


def _rows(node: Node, mistakes: Mistakes) -> list[str] | None:
    """Return the rows, also when some are too long or short (which is noted); None when they are no texts."""
    path = (*PLACE, "rows")
    allowed = f"an array of 1 to {MOST_SQUARES} texts of one length, a character a square"
    if not node.array or len(node.array) > MOST_SQUARES:
        found = f"{len(node.array)} rows" if node.array is not None else None
        mistakes.add(node, path, allowed, found=found)
        return None
    wrong = [index for index, item in enumerate(node.array) if not _is_row(item.value)]
    for index in wrong:
        item = node.array[index]
        mistakes.add(item, (*path, index), f"a text of 1 to {MOST_SQUARES} characters that can be seen", found=_unseen(item.value))
    if wrong:
        return None
    rows = [str(item.value) for item in node.array]
    usual, number = Counter(map(len, rows)).most_common(1)[0]
    for index, row in enumerate(rows):
        if len(row) != usual:
            others = f"{number} of {len(rows)} rows" if number > 1 else "the first"
            mistakes.add(node.array[index], (*path, index), f"{usual} characters, as {others} have", found=f"{len(row)} characters")
    return rows


def _is_row(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= MOST_SQUARES and all(map(str.isprintable, value))


def _unseen(row: Any) -> str | None:
    """Return where a row has a character that nobody can see; None when it has none."""
    text = row if isinstance(row, str) else ""
    place = next((x for x, char in enumerate(text) if not char.isprintable()), None)
    if place is None:
        return None
    kind = "a control" if unicodedata.category(text[place]) == "Cc" else "an invisible"
    return f"{kind} character, U+{ord(text[place]):04X}, in column {place} (counted from 0)"


def _size(node: Node, rows: Sequence[str], mistakes: Mistakes) -> dict[str, int]:
    """Return the size that rows give a map; a width or height that says otherwise is noted."""
    usual = Counter(map(len, rows)).most_common(1)[0][0]
    size = {"width": usual, "height": len(rows)}
    for key, length in size.items():
        item = node.get(key)
        if item is not None and item.value != length:
            mistakes.add(item, (*PLACE, key), f"{length}, as the rows have it, or no {key} beside rows")
    return size


def _legend(node: Node | None, gear: Gear, mistakes: Mistakes) -> dict[str, ObjectSpec | None]:
    """Return what every symbol stands for; None for one whose meaning has a mistake."""
    path = (*PLACE, "legend")
    if node is None:
        return {}
    if node.table is None:
        mistakes.add(node, path, "a table: each key a character, each value an object's name or a table")
        return {}
    for key, item in node.table.items():
        if not is_symbol(key):
            allowed = f"one character that can be seen, not {FLOOR}, which is open floor"
            mistakes.add(item, (*path, key), allowed, found=f"key {show(key)}")
    return {key: thing(item, (*path, key), gear, mistakes) for key, item in node.table.items()}


def is_symbol(text: Any) -> bool:
    """Return whether a text can stand for something on a map."""
    return is_name(text) and len(text) == 1 and text != FLOOR and text.isprintable()


def _further(node: Node | None, spec: FieldSpec, gear: Gear, mistakes: Mistakes) -> list[PlacedSpec]:
    """Return the things of ``[[field.objects]]``; those off the map are noted."""
    path = (*PLACE, "objects")
    if node is None:
        return []
    if node.array is None:
        mistakes.add(node, path, "an array of tables, [[field.objects]]")
        return []
    found: list[PlacedSpec] = []
    alike: dict[Any, PlacedSpec] = {}
    for index, item in enumerate(node.array):
        made = again(item, alike) or placed(item, (*path, index), gear, mistakes)
        if made is None:
            continue
        alike[figures_of(item)] = made
        found.append(made)
        if not is_on(made.position, spec):
            mistakes.add(item.value["position"], (*path, index, "position"), squares_of(spec))
        if made.symbol and not is_symbol(made.symbol):
            allowed = f"one character that can be seen, not {FLOOR}, or an empty text"
            mistakes.add(item.value["symbol"], (*path, index, "symbol"), allowed)
    return found


def is_on(square: Square, spec: FieldSpec) -> bool:
    """Return whether a square is on a map."""
    return 0 <= square[0] < spec.width and 0 <= square[1] < spec.height


def squares_of(spec: FieldSpec) -> str:
    """Return in words which squares a map has."""
    last = f"[{spec.width - 1}, {spec.height - 1}]"
    return f"[column, row] from [0, 0] to {last}: the map has {spec.width} x {spec.height} squares"


def finish_field(shape: Json, gear: Gear) -> None:
    """Let the JSON Schema of the map take rows, a legend, and things that start from the rows of the gear tables."""
    known = {"enum": sorted(gear.objects)}
    like = {LIKE: {**known, "description": "start from this object's row, under another name"}}
    kind = shape["properties"]["objects"]["items"]
    kind["properties"] |= like
    starts = [{"properties": {"name": known}, "required": ["name"]}, *({"required": [key]} for key in (LIKE, *OBJECT_NEEDS))]
    kind |= {"required": ["position"], "anyOf": starts}
    meaning = table_of(ObjectSpec)
    meaning["properties"] |= like
    meaning["anyOf"] = starts
    row = {"type": "string", "minLength": 1, "maxLength": MOST_SQUARES}
    shape["properties"] |= {
        "rows": {
            "type": "array", "items": row, "minItems": 1, "maxItems": MOST_SQUARES,
            "description": f"the map as text, a character a square; {FLOOR} is open floor",
        },
        "legend": {
            "type": "object", "additionalProperties": {"anyOf": [known, meaning]},
            "propertyNames": {"pattern": "^[^.]$"},
            "description": "what each character of the rows stands for",
        },
    }  # fmt: skip
