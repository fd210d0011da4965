"""Comparing logs: the first event that differs, and what led to it on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import msgspec

from engine.record import ReadLog
from studies.account import sentence
from studies.account_story import Story
from studies.cli_text import value_text

Json = Mapping[str, Any]

_MOST_CAUSES = 12
_MOST_FIELDS = 12
_MOST_TEXT = 200


@attrs.frozen
class Difference:
    """The first event that differs between two logs.

    Attributes:
        index: its place in both logs, from 0.
        a, b: the event on each side; None where that log has ended.
        fields: what differs between the two, as ``field: a against b``.
        common: sentences of the causes both sides share, the earliest first.
        led_a, led_b: sentences of the causes only one side has.
    """

    index: int
    a: Json | None
    b: Json | None
    fields: Sequence[str]
    common: Sequence[str]
    led_a: Sequence[str]
    led_b: Sequence[str]

    def data(self) -> dict[str, Any]:
        """Return it as plain data for ``--json``."""
        return attrs.asdict(self)


def canonical(event: Json) -> bytes:
    """Return an event's content in one fixed spelling; 5 and 5.0 stay different."""
    return msgspec.json.encode(event, order="sorted")


def header_differences(a: Json, b: Json) -> list[str]:
    """Return what differs between two headers, one ``path: a against b`` a line."""
    skipped = {"digest"} if a.get("scenario") != b.get("scenario") else set()
    left, right = ({key: value for key, value in side.items() if key not in skipped} for side in (a, b))
    return list(_differences("", left, right))


def _differences(path: str, a: Any, b: Any) -> Iterator[str]:
    """Walk two JSON values; combatants and other named things are matched by name."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        for key in [*a, *(key for key in b if key not in a)]:
            yield from _differences(f"{path}.{key}" if path else str(key), a.get(key, _ABSENT), b.get(key, _ABSENT))
        return
    named_a, named_b = _by_name(a), _by_name(b)
    if named_a is not None and named_b is not None and list(named_a) != list(named_b):
        yield from _differences(path, named_a, named_b)
        if list(named_a) != list(named_b) and set(named_a) == set(named_b):
            yield f"{path}: listed as {', '.join(named_a)} against {', '.join(named_b)}"
        return
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (one, other) in enumerate(zip(a, b, strict=True)):
            name = one.get("name") if isinstance(one, Mapping) else None
            yield from _differences(f"{path}.{name if name is not None else index}", one, other)
        return
    if msgspec.json.encode(_plain(a)) != msgspec.json.encode(_plain(b)):
        yield f"{path}: {_said(a)} against {_said(b)}"


class _Absent:
    """Stands for a key one side does not have."""


_ABSENT = _Absent()


def _plain(value: Any) -> Any:
    return "\x00absent" if value is _ABSENT else value


def _said(value: Any) -> str:
    if value is _ABSENT:
        return "absent"
    if isinstance(value, Mapping) and isinstance(value.get("name"), str):
        return str(value["name"])
    text = value_text(value)
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 3] + "..."


def _by_name(value: Any) -> dict[str, Any] | None:
    """Return a list of named things by name, or None when it is no such list."""
    if not isinstance(value, list):
        return None
    named = {row["name"]: row for row in value if isinstance(row, Mapping) and isinstance(row.get("name"), str)}
    return named if len(named) == len(value) else None


def first_difference(a: Sequence[Json], b: Sequence[Json], start: int = 1) -> Difference | None:
    """Return the first event from ``start`` on (0 is the header) that differs, or None.

    The digest in ``battle.end`` is left out: it repeats what the lines before it and the header say.
    """
    for index in range(start, max(len(a), len(b))):
        one = a[index] if index < len(a) else None
        other = b[index] if index < len(b) else None
        if one is None or other is None or canonical(comparable(one)) != canonical(comparable(other)):
            return _described(index, one, other, Story(a), Story(b))
    return None


def comparable(event: Json) -> Json:
    """Return what counts of an event: a header without its version, an end without its digest."""
    match event.get("type"):
        case "battle.end":
            return {key: value for key, value in event.items() if key != "digest"}
        case "battle.start":
            return {key: value for key, value in event.items() if key != "version"}
        case _:
            return event


def _described(index: int, a: Json | None, b: Json | None, story_a: Story, story_b: Story) -> Difference:
    led_a, led_b = _led(a, story_a), _led(b, story_b)
    shared = 0
    while shared < min(len(led_a), len(led_b)) and led_a[shared] == led_b[shared]:
        shared += 1
    fields = list(_differences("", a, b)) if a is not None and b is not None else []
    return Difference(index, a, b, fields, led_a[:shared][-_MOST_CAUSES:], led_a[shared:], led_b[shared:])


def _led(event: Json | None, story: Story) -> list[str]:
    """Return the sentences of what led to an event, the earliest first; the event itself is left out."""
    return [] if event is None else [sentence(link, story) for link in story.chain(event)[:-1]]


def report(difference: Difference, a: Sequence[Json], b: Sequence[Json], names: tuple[str, str]) -> list[str]:
    """Return a difference in lines for people; ``names`` are what the two sides are called."""
    lines = [f"first difference at seq {difference.index}:"]
    for name, event, events in ((names[0], difference.a, a), (names[1], difference.b, b)):
        nothing = f"nothing more: it ends after {len(events)} events"
        lines.append(f"  {name}: {nothing if event is None else sentence(event, Story(events))}")
    lines += [f"    {field}" for field in difference.fields[:_MOST_FIELDS]]
    if len(difference.fields) > _MOST_FIELDS:
        lines.append(f"    and {len(difference.fields) - _MOST_FIELDS} more")
    if difference.common:
        lines += ["  what led to it on both sides:", *(f"    {text}" for text in difference.common)]
    for name, led in ((names[0], difference.led_a), (names[1], difference.led_b)):
        if led:
            lines += [f"  what led to it only in {name}:", *(f"    {text}" for text in led)]
    return lines


@attrs.frozen
class Comparison:
    """Two logs compared.

    Attributes:
        a, b: the logs.
        header: what differs between the headers, in words.
        difference: the first event after the header that differs, or None.
        same: whether the logs count as the same.
    """

    a: ReadLog
    b: ReadLog
    header: Sequence[str]
    difference: Difference | None
    same: bool
    events_only: bool = False

    def data(self) -> dict[str, Any]:
        """Return it as plain data for ``--json``."""
        return {
            "same": self.same, "header": list(self.header), "cut": [self.a.cut, self.b.cut],
            "difference": self.difference.data() if self.difference else None,
        }  # fmt: skip

    def report(self) -> list[str]:
        """Return it in lines for people."""
        names = (self.a.path, self.b.path) if self.a.path != self.b.path else ("first", "second")
        logs = zip(names, (self.a, self.b), strict=True)
        lines = [f"{name} is not complete: {log.cut}" for name, log in logs if log.cut]
        if self.header and not self.events_only:
            lines += ["the headers differ:", *(f"  {line}" for line in self.header)]
        if self.difference is not None:
            return lines + report(self.difference, self.a.events, self.b.events, names)
        same = "all events after the header are the same" if self.header else "identical"
        return [*lines, f"{same}: {len(self.a.events)} lines"]


def compare(a: ReadLog, b: ReadLog, events_only: bool = False) -> Comparison:
    """Compare two logs.

    Args:
        a, b: the logs.
        events_only: headers that differ (another seed, name or version) don't make the logs differ.
    """
    header = header_differences(a.header, b.header)
    difference = first_difference(a.events, b.events)
    return Comparison(a, b, header, difference, difference is None and (events_only or not header), events_only)
