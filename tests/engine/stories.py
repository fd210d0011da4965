"""A log as a story, and what must hold in every one, whatever the rule system: times, causes, rolls.

A check takes a `Story` and yields a sentence for each thing that does not add up; none is good.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from scenarios import from_document

Line = dict[str, Any]
Faults = Iterator[str]


@attrs.frozen
class Story:
    """A log as plain lines, with its header, its footer and its combatants' specifications."""

    lines: list[Line]
    specs: dict[str, Any] = attrs.field(init=False)

    @specs.default
    def _specs(self) -> dict[str, Any]:
        return {spec.name: spec for spec in from_document(self.header["scenario"]).combatants}

    @property
    def header(self) -> Line:
        """The first line."""
        return self.lines[0]

    @property
    def footer(self) -> Line:
        """The last line."""
        return self.lines[-1]

    def of(self, *kinds: str) -> list[Line]:
        """Return the lines of some types."""
        return [line for line in self.lines if line["type"] in kinds]


def times_never_go_back(story: Story) -> Faults:
    """CLK-1: lines are numbered one by one, and no line is earlier than the one before."""
    for number, line in enumerate(story.lines):
        if line["seq"] != number:
            yield f"line {number} has seq {line['seq']}"
        if number and line["t"] < story.lines[number - 1]["t"]:
            yield f"line {number} at {line['t']} is before {story.lines[number - 1]['t']}"


def causes_form_a_tree(story: Story) -> Faults:
    """Contract 6: every line but the header has one cause, which is earlier."""
    for line in story.lines:
        cause = line.get("cause")
        if (cause is None) is not (line["seq"] == 0):
            yield f"line {line['seq']} has cause {cause}"
        elif cause is not None and not 0 <= cause < line["seq"]:
            yield f"line {line['seq']} comes of {cause}"


def every_roll_is_logged_once(story: Story) -> Faults:
    """CLK-7: the footer counts the rolls of the dice."""
    rolls = story.of("roll")
    if len(rolls) != story.footer["rolls"]:
        yield f"{len(rolls)} rolls in the log, {story.footer['rolls']} of dice"
    for roll in rolls:
        if "mods" in roll and "need" in roll and abs(sum(mod["value"] for mod in roll["mods"]) - roll["need"]) > 1e-6:
            yield f"roll {roll['seq']} needs {roll['need']}, its modifiers say otherwise"
