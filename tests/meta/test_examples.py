"""The examples of the documentation: Python that runs, scenarios that load, agents with parameters they have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import agents
import scenarios
from agents.utility_weights import of_file

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "agents" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(language: str) -> list[tuple[str, str]]:
    """Every fenced block of a language: its page and its text."""
    return [
        (page.relative_to(ROOT).as_posix(), block)
        for page in PAGES
        for block in re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ]


def test_the_readme_and_the_agents_page_have_examples_in_python() -> None:
    assert {page for page, _ in blocks("python")} >= {"README.md", "agents/README.md"}


@pytest.mark.parametrize(("page", "code"), blocks("python"), ids=[page for page, _ in blocks("python")])
def test_python_examples_run_and_say_something(
    page: str, code: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, page, "exec"), {"__name__": "example"})
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(("page", "text"), blocks("toml"), ids=[page for page, _ in blocks("toml")])
def test_scenarios_and_weights_of_the_documentation_load(page: str, text: str, tmp_path: Path) -> None:
    if "couched.weights/" in text:
        (tmp_path / "weights.toml").write_text(text, encoding="utf-8")
        assert any(of_file(tmp_path / "weights.toml", "counts", "weights.toml").values()), page
    else:
        assert scenarios.loads(text).combatants, page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_parameters_that_a_page_sets_exist(page: Path) -> None:
    for policy, key in re.findall(r'policy = "(\w+)", (\w+) = ', page.read_text(encoding="utf-8")):
        if policy != "script" and (policy, key) != ("external", "command"):
            assert key in {parameter.name for parameter in agents.parameters(policy)}, f"{policy} has no {key}"
