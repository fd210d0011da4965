"""The doors of the package: a file, a text or a log's document becomes a checked scenario."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from pathlib import Path as FilePath
from typing import Any

import msgspec

from engine.errors import InputError
from engine.scenario import Scenario
from scenarios.mistakes import fail
from scenarios.node import Source, depth_of, node_of
from scenarios.policy import POLICIES, ParametersOf
from scenarios.read import LIBRARY, MOST_DEPTH, extend, parse, read_chain, shipped
from scenarios.resolve import resolve
from scenarios.systems import PLANNED, SYSTEMS


def load(
    name_or_path: str | FilePath,
    *,
    overrides: Sequence[str] = (),
    policies: Collection[str] = POLICIES,
    parameters: ParametersOf | None = None,
) -> Scenario:
    """Return a scenario, checked and complete.

    Args:
        name_or_path: the name of a shipped scenario, or a TOML file.
        overrides: ``path=value`` texts as of ``--set``: ``combatants.Ana.skills.broadsword=80``.
        policies: the policies an agent may name.
        parameters: gives the numbers a policy takes by its name, as ``agents.parameters`` does; without it the
            agents find such mistakes themselves, when they are built.

    Raises:
        ScenarioError: the file can't be read or has mistakes; all of them, each with file, line and path.
        InputError: an argument is of a wrong kind.
    """
    if not isinstance(name_or_path, str | PathLike) or not str(name_or_path).strip():
        raise InputError("scenario", repr(name_or_path)[:80], "a file, or the name of a shipped scenario")
    _check_overrides(overrides)
    return resolve(read_chain(name_or_path), overrides=overrides, policies=policies, parameters=parameters)


def loads(
    text: str,
    *,
    label: str = "scenario",
    overrides: Sequence[str] = (),
    policies: Collection[str] = POLICIES,
    parameters: ParametersOf | None = None,
) -> Scenario:
    """Return the scenario of a TOML text; it may extend shipped scenarios only.

    Args:
        text: the TOML text.
        label: what messages call it, as they would a file.
        overrides: as for ``load``.
        policies: as for ``load``.
        parameters: as for ``load``.

    Raises:
        ScenarioError: with all mistakes.
    """
    if not isinstance(text, str):
        raise InputError("scenario", repr(text)[:80], "a TOML text")
    _check_overrides(overrides)
    return resolve(extend(parse(text, label), None, ()), overrides=overrides, policies=policies, parameters=parameters)


def _check_overrides(overrides: Any) -> None:
    """Refuse overrides that are no list of texts: a single text would be read letter by letter.

    Raises:
        InputError: they are not.
    """
    is_list = isinstance(overrides, Collection) and not isinstance(overrides, str | bytes | Mapping)
    if not is_list or not all(isinstance(text, str) for text in overrides):
        allowed = 'a list of path=value texts: ["combatants.Ana.htk=40"]'
        raise InputError("overrides", repr(overrides)[:80], allowed)


def from_document(
    document: Mapping[str, Any],
    *,
    label: str = "document",
    overrides: Sequence[str] = (),
    policies: Collection[str] | None = None,
) -> Scenario:
    """Return the scenario of a resolved document, as ``Scenario.document`` and a log's header hold it.

    Gear tables and templates are not looked at: what the document does not spell out is a mistake, so that an old
    log means today what it meant then.

    Args:
        document: plain data.
        label: what messages call it, as they would a file.
        overrides: as for ``load``.
        policies: as for ``load``; any by default: a log replays without its agents.

    Raises:
        ScenarioError: with all mistakes.
    """
    source = Source(label)
    _check_overrides(overrides)
    if not isinstance(document, Mapping) or depth_of(document) > MOST_DEPTH:
        raise fail(source, 0, "no resolved scenario", f"a table nested at most {MOST_DEPTH} deep")
    try:
        msgspec.json.encode(document)
    except (TypeError, ValueError, OverflowError) as error:
        raise fail(source, 0, f"what no log can hold ({error})", "plain JSON data") from None
    root = node_of(document, source)
    if root.get("extends") is not None:
        raise fail(source, 0, "extends", "a resolved scenario, which extends nothing")
    return resolve([root], overrides=overrides, policies=policies, spelled_out=True)


def names(system: str | None = None) -> tuple[str, ...]:
    """Return the names of the shipped scenarios, of one system or of all.

    Raises:
        InputError: there is no such system.
    """
    if system is not None and system not in (*SYSTEMS, *PLANNED):
        raise InputError("system", repr(system), ", ".join(SYSTEMS))
    return tuple(sorted(shipped(system)))


def path_of(name: str) -> FilePath:
    """Return the file of a shipped scenario.

    Raises:
        InputError: there is none of that name.
    """
    files = shipped()
    if name not in files:
        raise InputError(str(LIBRARY.name), repr(name), ", ".join(files))
    return files[name]
