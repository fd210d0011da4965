"""The example of the agents' page runs as it stands there."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "agents/README.md"


def test_the_example_of_the_page_runs_to_a_decision(capsys):
    code = PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
    assert capsys.readouterr().out.strip() in ("win", "draw")
