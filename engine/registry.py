"""The rule systems by name; a system is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from engine.errors import InputError
from engine.system import System

SYSTEMS = {"counts": "engine.counts"}


def system(name: str) -> System:
    """Return a rule system.

    Raises:
        InputError: no system of that name is built in.
    """
    if name not in SYSTEMS:
        raise InputError("system", repr(name), " or ".join(sorted(SYSTEMS)))
    return cast(System, import_module(SYSTEMS[name]).SYSTEM)
