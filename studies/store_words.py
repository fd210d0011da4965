"""What differs between the study in a folder and the one that is asked for, in the words of the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

OPTIONS = {
    "scenario": "the scenario", "scenarios": "the scenarios", "set": "--set", "agents": "--agents", "mirror": "--mirror",
    "a": "--a", "b": "--b", "varied": "--vary", "sample": "--sample", "worth": "--worth", "bias": "--bias",
    "side": "the side followed (--side)", "couched": "--couched", "confidence": "--confidence",
    "log": "the log", "who": "--who", "at": "--at", "seq": "--seq", "do": "--do", "wake": "--wake", "on_illegal": "--on-illegal",
    "policy": "--policy", "numbers": "--numbers", "opponents": "--opponents", "held_out": "--held-out", "trials": "--trials",
    "battles": "--battles", "held_out_battles": "--held-out-battles", "overrides": "--set",
}  # fmt: skip
"""What the settings of studies are called where they are typed."""

PLAYED = frozenset({"scenario", "scenarios", "set", "agents", "mirror", "a", "b", "varied", "sample", "worth", "bias"})
"""Settings that make other arms: where one differs, nothing more is said of the arms."""

_TEXT = 80


def told(there: Mapping[str, Any], here: Mapping[str, Any], documents: Sequence[tuple[Any, Any]]) -> list[str]:
    """Return what two manifests say differently, the most telling first; empty when nothing does.

    Args:
        there: the manifest in the folder.
        here: the one that is asked for.
        documents: the resolved scenarios of both, arm by arm, as far as they are known.
    """
    if there.get("kind") != here.get("kind"):
        one, other = (_KINDS.get(str(kind), str(kind)) for kind in (there.get("kind"), here.get("kind")))
        return [f"a {one}, not a {other}"]
    ours, theirs = _settings(there), _settings(here)
    changed = [key for key in dict.fromkeys([*ours, *theirs]) if ours.get(key) != theirs.get(key)]
    found = [_was(OPTIONS.get(key, key.replace("_", " ")), ours.get(key), theirs.get(key)) for key in changed]
    found += _rules(there.get("stopping"), here.get("stopping"))
    found += [_was(name, there.get(key), here.get(key)) for key, name in _PLAIN.items() if there.get(key) != here.get(key)]
    if bool(there.get("stopping")) == bool(here.get("stopping")):
        found += _battles(there.get("looks"), here.get("looks"))
    if not PLAYED & {*changed}:
        found += _arms(there.get("arms") or [], here.get("arms") or [], documents)
    return found or list(differences(there, here, ""))


_KINDS = {"compare": "comparison"}
_PLAIN = {"seed": "--seed", "meter": "--meter", "schema": "the form of the folder", "version": "the version of couched"}


def _settings(manifest: Mapping[str, Any]) -> Mapping[str, Any]:
    found = manifest.get("settings")
    return found if isinstance(found, Mapping) else {}


def _rules(there: Any, here: Any) -> list[str]:
    """Return what the stopping rules say differently, by the options they come from."""
    ours, theirs = (_options(rule if isinstance(rule, Mapping) else {}) for rule in (there, here))
    names = dict.fromkeys([*ours, *theirs])
    return [_was(name, ours.get(name), theirs.get(name)) for name in names if ours.get(name) != theirs.get(name)]


def _options(rule: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that make a stopping rule."""
    if "elo0" in rule:
        bounds = (rule["elo0"], rule.get("elo1", 0))
        return {"--sprt": ",".join(f"{elo:g}" if isinstance(elo, int | float) else value_text(elo) for elo in bounds)}
    return {"--target-error": rule.get("error"), "--target-elo": rule.get("elo")}


def _battles(there: Any, here: Any) -> list[str]:
    one, other = (looks[-1] if isinstance(looks, list) and looks else None for looks in (there, here))
    return [_was("--battles", one, other)] if one != other else []


def _arms(there: Sequence[Any], here: Sequence[Any], documents: Sequence[tuple[Any, Any]]) -> list[str]:
    """Return what the arms differ in: values of their scenarios, where these are known."""
    labels, others = (_of_arms(arms, "label") for arms in (there, here))
    if labels != others:
        return [_was("the arms", labels, others)]
    if _of_arms(there, "digest") == _of_arms(here, "digest"):
        return []
    found = (text for one, other in documents for text in differences(one, other, ""))
    return [f"in the scenario {text}" for text in dict.fromkeys(found)] or ["the scenario has another digest"]


def _of_arms(arms: Any, key: str) -> list[Any]:
    """Return a value of every arm; None of what is no arm, in a manifest that somebody changed."""
    return [arm.get(key) if isinstance(arm, Mapping) else None for arm in arms] if isinstance(arms, list | tuple) else []


def _was(name: str, there: Any, here: Any) -> str:
    one, other = value_text(there), value_text(here)
    return f"{name} was {one}, is {other}"


def value_text(value: Any) -> str:
    """Return the value of a setting as it is typed, shortened."""
    match value:
        case None | False | "" | []:
            return "not given"
        case True:
            return "given"
        case str():
            text = value
        case list():
            text = ", ".join(map(str, value))
        case _:
            text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _TEXT else f"{text[: _TEXT - 3]}..."


def differences(there: Any, here: Any, path: str) -> Iterator[str]:
    """Yield what two plain values say differently, each with its path; of lists of named things by name."""
    if isinstance(there, Mapping) and isinstance(here, Mapping):
        for key in sorted({*there, *here}):
            if path or key not in ("command", "extended"):
                yield from differences(there.get(key), here.get(key), f"{path}.{key}" if path else key)
    elif isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        for index, (one, other) in enumerate(zip(there, here, strict=True)):
            name = one.get("name") if isinstance(one, Mapping) and isinstance(other, Mapping) else None
            yield from differences(one, other, f"{path}.{name}" if name and name == other.get("name") else f"{path}[{index}]")
    elif there != here:
        yield f"{path} was {_shown(there)}, is {_shown(here)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
