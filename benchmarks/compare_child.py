"""What a commit under comparison runs: fights battles as it is told on standard input, and answers with times and digests.

Run as ``python -P compare_child.py TREE SCRATCH``, with the tree of that commit first on the path and a folder for logs.
It imports the commit's public doors only (`scenarios.load`, `agents.make`, `engine.Battle`), nothing of the commit that
compares, so that old commits can be measured by it. A line in is a task, a line out its answer, both JSON; it ends when its
input does.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import sys
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

PACKAGES = ("engine", "agents", "scenarios")


def fight(scenario: Any, seed: int, record: bool, sinks: Any = ()) -> Any:
    """Fight one battle with the scenario's own agents; return it."""
    from agents import make
    from engine import Battle

    agents = {one.name: make(scenario.agents[one.name], one.name, scenario, seed, 0) for one in scenario.combatants}
    standing = {name: agent.standing for name, agent in agents.items() if hasattr(agent, "standing")}
    battle = Battle(scenario, seed, 0, standing=standing, record=record, sinks=sinks)
    while request := battle.advance():
        battle.answer(request, agents[request.combatant].decide(request))
    return battle


def logged(scenario: Any, seed: int) -> Any:
    """Fight one battle with its whole log written."""
    from engine.record import LogFile

    sink = LogFile(Path(sys.argv[2]) / f"{os.getpid()}.jsonl")
    battle = fight(scenario, seed, False, (sink,))
    sink.close()
    return battle


WAYS = {
    "no sink": lambda scenario, seed: fight(scenario, seed, False),
    "in memory": lambda scenario, seed: fight(scenario, seed, True),
    "JSONL log": logged,
}
"""How a battle is fought."""


@cache
def load(name: str, text: str | None) -> Any:
    """Return a scenario, a shipped one or one of this text, loaded once as a study loads it."""
    import scenarios

    return scenarios.load(name) if text is None else scenarios.loads(text)


def checksum(scenario: Any, battles: int) -> str:
    """Return a digest of the logs of all battles, as `studies.bench` does."""
    whole = hashlib.sha256()
    for seed in range(battles):
        whole.update(str(fight(scenario, seed, True).events[-1].digest).encode())
    return whole.hexdigest()[:16]


def done(task: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a task: ``seconds`` of CPU, ``outcomes`` (a digest of the results), ``checksum`` if asked for."""
    scenario, battles, way = load(task["scenario"], task["text"]), task["battles"], WAYS[task["way"]]
    found = checksum(scenario, battles) if task["checksum"] else None
    if found is None and task["warm"]:
        way(scenario, 0)  # what is imported, compiled or kept at the first battle belongs to no round
    gc.collect()
    began = process_time()
    results = [way(scenario, seed).result for seed in range(battles)]
    seconds = process_time() - began
    outcomes = hashlib.sha256()
    for result in results:
        outcomes.update(repr((result.outcome, result.winner, result.t, result.rolls)).encode())
    return {"seconds": seconds, "outcomes": outcomes.hexdigest()[:16], "checksum": found}


def foreign(tree: Path) -> str | None:
    """Return what is wrong with the packages one would import: missing, or from elsewhere than the tree."""
    from importlib import import_module

    for name in PACKAGES:
        try:
            found = Path(str(import_module(name).__file__)).resolve()
        except Exception as error:
            return f"the package {name} can't be imported ({type(error).__name__}: {error})"
        if not found.is_relative_to(tree):
            return f"no package {name}"
    return None


def main() -> None:
    """Answer tasks until there are no more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # what the battles print is no answer
    wrong = foreign(Path(sys.argv[1]).resolve())
    print(json.dumps({"wrong": wrong}), file=answers, flush=True)
    for line in sys.stdin:
        try:
            answer = done(json.loads(line))
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
