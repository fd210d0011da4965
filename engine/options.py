"""What agents choose from: the base of every option, and the one that every system has (CLK-5)."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import msgspec


class _Tag:
    """Gives a class its tag when it is first asked for, and puts it in its own place: from then on it is a plain attribute."""

    def __get__(self, option: object, kind: Any) -> str:
        kind.do = tag = str(kind.__struct_config__.tag)
        return tag


class Option(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True, gc=False):
    """One thing a combatant may do; a frozen value that prints, compares, hashes and encodes as JSON.

    Attributes:
        rules: the ids of the rules it stands on.
        do: the option's name in orders and logs.
    """

    rules: ClassVar[tuple[str, ...]] = ()
    do: ClassVar[str] = _Tag()  # type: ignore[assignment]

    def __init_subclass__(cls, **given: Any) -> None:
        """Have a class look for its own tag, not for that of the class it is made from."""
        super().__init_subclass__(**given)
        cls.do = _Tag()  # type: ignore[assignment]

    def fields(self) -> dict[str, Any]:
        """Return the option's own fields that differ from their defaults, by name."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        data.pop("do")
        return data

    def settled(self) -> Option:
        """Return the option with whole numbers where numbers with decimals are meant turned into those.

        So it is logged, and replayed, the same however its maker wrote a number.
        """
        names = _decimals(type(self))
        if not names:
            return self
        changes: dict[str, Any] = {}
        for name in names:
            value = getattr(self, name)
            if type(value) is int:
                changes[name] = float(value)
            elif isinstance(value, tuple | list):
                changes[name] = tuple(float(item) for item in value)
        return msgspec.structs.replace(self, **changes) if changes else self

    def is_sound(self) -> bool:
        """Return whether every field holds what its type says and a log can hold; agents may make options of anything."""
        try:
            msgspec.json.decode(msgspec.json.encode(self), type=type(self))
            self.settled()
        except (TypeError, ValueError, OverflowError, RecursionError):
            return False
        return True

    def __str__(self) -> str:
        try:
            parts = " ".join(f"{key}={value}" for key, value in self.fields().items())
        except (TypeError, ValueError, OverflowError, RecursionError):
            parts = "with fields of a wrong kind"
        return f"{self.do} {parts}".strip()


class Hold(Option, frozen=True, kw_only=True, tag="hold"):
    """Go on with what is under way (CLK-5)."""

    rules: ClassVar[tuple[str, ...]] = ("CLK-5",)


@cache
def _decimals(kind: type[Option]) -> tuple[str, ...]:
    """Return the fields of an option class that hold numbers with decimals, or places."""
    return tuple([field.name for field in msgspec.structs.fields(kind) if "float" in str(field.type)])
