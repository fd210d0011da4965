"""Enumerations whose members are as quick to name as any class attribute."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

E = TypeVar("E", bound=type[Enum])


def quick(enumeration: E) -> E:
    """Put the members themselves into an enumeration's class, for hot code (a class decorator).

    Python 3.11 finds a member through a descriptor written in Python, which takes longer than a call; later versions do
    what this does. A member must not be named like another one's attribute.
    """
    for member in enumeration:
        type.__setattr__(enumeration, member.name, member)
    return enumeration
