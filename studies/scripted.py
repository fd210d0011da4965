"""Reading scripted rolls: strictly, every stream a combatant of the scenario and a purpose of its system."""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.errors import InputError, ScriptedRollError
from studies.systems import PURPOSES

if TYPE_CHECKING:
    from engine import Scenario

Rolls = dict[str, list[list[int]]]


def read_rolls(path: str, scenario: Scenario) -> Rolls:
    """Return the rolls of a JSON file, checked against the scenario.

    Raises:
        InputError: the file can't be read or is no JSON.
        ScriptedRollError: an unknown combatant or purpose, or something that is no list of rolls.
    """
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file, object_pairs_hook=partial(_unique, place=f"rolls {path}"))
    except OSError as error:
        raise InputError(f"rolls {path}", error.strerror or "no access", "a JSON file that can be read") from error
    except UnicodeDecodeError as error:
        raise InputError(f"rolls {path}", f"a byte that is no UTF-8 at {error.start}", "UTF-8 text") from error
    except json.JSONDecodeError as error:
        place = f"rolls {path}, line {error.lineno}, column {error.colno}"
        raise InputError(place, error.msg, 'a JSON object: {"Ana/to_hit": [[42]]}') from error
    except RecursionError as error:
        raise InputError(f"rolls {path}", "too many levels", 'a JSON object: {"Ana/to_hit": [[42]]}') from error
    return check_rolls(data, scenario, f"rolls {path}")


def _unique(pairs: list[tuple[str, Any]], place: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ScriptedRollError(place, f"{key!r} twice", "every stream once")
        data[key] = value
    return data


def check_rolls(data: Any, scenario: Scenario, place: str = "rolls") -> Rolls:
    """Return scripted rolls after checking every stream name, roll and face.

    Args:
        data: ``"combatant/purpose"`` to a list of rolls, each a list of faces.
        scenario: what is fought.
        place: where the rolls come from, for messages.

    Raises:
        ScriptedRollError: the first thing that is wrong.
    """
    if not isinstance(data, Mapping):
        raise ScriptedRollError(place, json_text(data), 'a JSON object: {"Ana/to_hit": [[42]]}')
    names = [str(spec.name) for spec in scenario.combatants]
    for key, rolls in data.items():
        _check_stream(key, names, PURPOSES[scenario.system], place)
        _check_stream_rolls(rolls, f"{place}, {key!r}")
    return {key: [list(roll) for roll in rolls] for key, rolls in data.items()}


def _check_stream(key: str, names: list[str], purposes: tuple[str, ...], place: str) -> None:
    name, slash, purpose = key.rpartition("/")
    if not slash:
        raise ScriptedRollError(place, repr(key), "combatant/purpose, e.g. Ana/to_hit")
    if name not in names:
        found = f"{key!r}: no combatant {name!r}{_near(name, names)}"
        raise ScriptedRollError(place, found, f"one of {', '.join(names)}")
    if purpose not in purposes:
        found = f"{key!r}: no purpose {purpose!r}{_near(purpose, purposes)}"
        raise ScriptedRollError(place, found, f"one of {', '.join(purposes)}")


def _near(word: str, known: list[str] | tuple[str, ...]) -> str:
    near = get_close_matches(word, known, 1)
    return f": did you mean {near[0]}?" if near else ""


def _check_stream_rolls(rolls: Any, place: str) -> None:
    if not isinstance(rolls, list | tuple):
        raise ScriptedRollError(place, json_text(rolls), "a list of rolls, each a list of faces: [[42], [7]]")
    for index, roll in enumerate(rolls, 1):
        if not isinstance(roll, list | tuple) or not roll:
            raise ScriptedRollError(f"{place}, roll {index}", json_text(roll), "a list of faces: [42]")
        for face in roll:
            if type(face) is not int or not 1 <= face <= 1_000_000:
                raise ScriptedRollError(f"{place}, roll {index}", f"the face {json_text(face)}", "whole numbers from 1")


def json_text(value: Any, most: int = 60) -> str:
    """Return a value as JSON writes it, cut to so many characters."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= most else text[: most - 3] + "..."
