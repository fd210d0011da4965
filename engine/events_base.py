"""What every event record of the log has, and the version of the log's schema."""

from __future__ import annotations

import msgspec

SCHEMA = "couched.events/1"

Place = tuple[float, float]


class Mod(msgspec.Struct, gc=False):
    """One modifier of a roll: the rule it comes from, its value, and why, in words."""

    rule: str
    value: float
    why: str


class Event(msgspec.Struct, gc=False, kw_only=True, omit_defaults=True, tag_field="type"):
    """What every line of the log has: its number, its moment in counts, who, which action, and what led to it."""

    seq: int
    t: float
    actor: str | None = None
    action: str | None = None
    cause: int | None = None

    @property
    def type(self) -> str:
        """The line's ``type``."""
        return str(self.__struct_config__.tag)
