"""Where time goes: to which part a file belongs, and that what libraries do counts for who called them."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks import where
from benchmarks.__main__ import invoke
from benchmarks.configurations import Configuration
from benchmarks.where import FILES, ROOT, WORDS, part_of, profiled, summed

DUEL = Configuration(name="duel", scenario="duel", battles=2)


@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("engine/clock.py", "clock"), ("engine/shots/seen_tools.py", "view"), ("engine/counts/legality.py", "options"),
        ("engine/steps/rolls.py", "dice"), ("engine/counts/motion.py", "rules"), ("agents/brawler.py", "agents"),
        ("engine/battle.py", "battle"), ("engine/record.py", "log"), ("scenarios/doors.py", "other"),
    ],
)  # fmt: skip
def test_a_file_belongs_to_a_part(file: str, part: str) -> None:
    assert part_of(str(ROOT / file)) == part


def test_simpy_belongs_to_the_clock_and_other_libraries_to_nobody() -> None:
    assert part_of("/site-packages/simpy/core.py") == "clock"
    assert part_of("/site-packages/attr/_make.py") is part_of("~") is None


def test_every_file_that_is_named_is_there() -> None:
    there = {path.stem for path in (ROOT / "engine").rglob("*.py")}
    gone = {name for names in FILES.values() for name in names} - there
    assert gone == set()
    assert set(FILES) <= set(WORDS)


def test_what_libraries_do_counts_for_who_called_them() -> None:
    """Motion takes 1 s, the clock 2 s; round takes 1 s, for motion 0.75 and for an agent 0.25: 4 s in all."""
    motion, clock, agent = (
        (str(ROOT / file), 1, "f") for file in ("engine/counts/motion.py", "engine/clock.py", "agents/melee.py")
    )
    stats: dict[Any, Any] = {
        motion: (1, 1, 1.0, 1.0, {}), clock: (4, 4, 2.0, 2.0, {}),
        ("~", 0, "round"): (9, 9, 1.0, 1.0, {motion: (1, 1, 0.75, 0.75), agent: (1, 1, 0.25, 0.25)}),
    }  # fmt: skip
    found = summed(DUEL, stats, 2)
    assert found.parts == {"clock": 0.5, "rules": 0.4375, "agents": 0.0625}
    assert found.files == {"engine/clock.py": 0.5, "engine/counts/motion.py": 0.4375}
    assert found.functions[0] == ("engine/clock.py:1 f", 0.5, 2.0)


def test_the_parts_of_a_battle_are_the_whole() -> None:
    found = profiled(DUEL)
    assert sum(found.parts.values()) == pytest.approx(1)
    assert {"rules", "clock", "agents", "dice"} <= set(found.parts)
    assert where.table([found])[0] == ["part", "duel"]


def test_the_command_prints_parts_files_and_functions(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["where", "--configuration", "drill"]) == 0
    text = capsys.readouterr().out
    assert "files, drill" in text
    assert "functions, drill" in text
    assert invoke(["where", "--configuration", "drill", "--markdown"]) == 0
    assert capsys.readouterr().out.startswith("| part | drill |")
