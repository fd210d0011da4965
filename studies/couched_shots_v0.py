"""The PettingZoo environment of shots: a duel, or any battle, of shots, decision by decision (docs/environment.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from studies.environments import environment, wrapped

if TYPE_CHECKING:
    from agents.environment import Environment
    from engine import Scenario


def env(scenario: str | Path | Scenario = "shots_duel", **more: Any) -> Any:
    """Return the environment in the library's usual wrappers; arguments as `studies.environments.environment` takes them."""
    return wrapped(raw_env(scenario, **more))


def raw_env(scenario: str | Path | Scenario = "shots_duel", **more: Any) -> Environment:
    """Return the bare environment; arguments as `studies.environments.environment` takes them."""
    return environment("shots", scenario, **more)
