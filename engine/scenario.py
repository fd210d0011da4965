"""A resolved scenario as the engine takes it; `scenarios.load` makes one from a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import msgspec

from engine.ruleset import ClockRules


@attrs.frozen
class AgentSpec:
    """Which policy plays a combatant, and the policy's own parameters."""

    policy: str
    params: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class Scenario:
    """One fight, checked and complete.

    Attributes:
        name: what people call it.
        system: ``counts``, ``shots`` or ``steps``.
        rules: the system's rule set with the scenario's overrides.
        combatants: the system's combatant specs, in listing order (which no result depends on).
        agents: combatant name to the agent that plays it.
        field: what stands on the field, in the system's own class; None for an empty one.
        document: the whole resolved scenario as plain data, as the log's header carries it; loading it again
            gives an equal scenario.
    """

    name: str
    system: str
    rules: ClockRules
    combatants: Sequence[Any]
    agents: Mapping[str, AgentSpec]
    document: Mapping[str, Any]
    field: Any = None

    @property
    def digest(self) -> str:
        """The SHA-256 of the resolved document, keys sorted."""
        return hashlib.sha256(msgspec.json.encode(self.document, order="sorted")).hexdigest()
