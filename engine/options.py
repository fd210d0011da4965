"""What agents choose from: the base of every option, and the request that offers them (CLK-5)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec


class Option(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True, gc=False):
    """One thing a combatant may do; a frozen value that prints, compares, hashes and encodes as JSON."""

    rules: ClassVar[tuple[str, ...]] = ()

    @property
    def do(self) -> str:
        """The option's name in orders and logs."""
        return str(self.__struct_config__.tag)

    def fields(self) -> dict[str, Any]:
        """Return the option's own fields that differ from their defaults, by name."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        data.pop("do")
        return data

    def __str__(self) -> str:
        parts = " ".join(f"{key}={value}" for key, value in self.fields().items())
        return f"{self.do} {parts}".strip()
