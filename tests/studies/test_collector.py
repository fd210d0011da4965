"""How often processes of couched's own look for garbage that holds itself."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from studies.cli import main
from studies.collector import THRESHOLDS


def test_the_command_has_the_collector_look_seldomer_than_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []
    monkeypatch.setattr(gc, "set_threshold", lambda *numbers: asked.append(numbers))
    with pytest.raises(SystemExit):
        main(["--version"])
    assert asked == [THRESHOLDS]
    assert all(seldom >= usual for seldom, usual in zip(THRESHOLDS, (700, 10, 10), strict=True))


def test_who_imports_couched_keeps_its_own_collector() -> None:
    words = "import gc; before = gc.get_threshold(); import engine, agents, scenarios, studies; assert gc.get_threshold() == before"
    assert subprocess.run([sys.executable, "-c", words], check=False).returncode == 0
