"""Battles in which a program plays, for tests of external agents."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import Scenario
from scenarios import from_document, load
from studies.run import RunResult, run

STRANGE = str(Path(__file__).resolve().parent / "strange_programs.py")
PATIENT = {"start_seconds": 600, "answer_seconds": 600, "battle_seconds": 600}
"""A budget that no test runs out of, however busy the machine is."""


OVERRIDES = ["combatants.Ana.htk=3", "combatants.Ana.armor=[]"]
"""Whoever plays Ana and only holds is beaten soon."""


def duel(command: Sequence[str], **params: Any) -> Scenario:
    """The duel, Ana played by a program."""
    return played_by({"Ana": {"policy": "external", "command": list(command), **PATIENT, **params}})


def played_by(agents: Mapping[str, Any], name: str = "duel") -> Scenario:
    document = json.loads(json.dumps(load(name, overrides=OVERRIDES if name == "duel" else []).document))
    for combatant in document["combatants"]:
        combatant["agent"] = agents.get(combatant["name"], combatant["agent"])
    return from_document(document)


def strange(*words: str, **params: Any) -> Scenario:
    return duel([sys.executable, STRANGE, *words], **params)


def fought(scenario: Scenario, **more: Any) -> RunResult:
    return run(scenario, 7, allow_external=True, **more)
