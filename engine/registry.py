"""The rule systems by name; a system is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from engine.errors import InputError
from engine.options import Option
from engine.system import REASONS, System

SYSTEMS = {"counts": "engine.counts", "shots": "engine.shots", "steps": "engine.steps"}


def system(name: str) -> System:
    """Return a rule system.

    Raises:
        InputError: no system of that name is built in.
    """
    return cast(System, import_module(_package(name)).SYSTEM)


def options(name: str) -> tuple[type[Option], ...]:
    """Return the options of a rule system, in its own order.

    Raises:
        InputError: no system of that name is built in.
    """
    return cast("tuple[type[Option], ...]", import_module(f"{_package(name)}.actions").OPTIONS)


def reasons(name: str) -> tuple[str, ...]:
    """Return the reasons for which a rule system asks, in the order of `engine.system.REASONS`.

    Raises:
        InputError: no system of that name is built in.
    """
    known = system(name).reasons
    return tuple([reason for reason in REASONS if reason in known])


def _package(name: str) -> str:
    if name not in SYSTEMS:
        raise InputError("system", repr(name), " or ".join(sorted(SYSTEMS)))
    return SYSTEMS[name]
