"""Measured tables find their block of a page, and nothing else of it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.__main__ import invoke
from benchmarks.pasted import paste
from engine.errors import InputError

ROOT = Path(__file__).resolve().parents[2]
PAGE = "# Speed\n\n<!-- measured: speed -->\n\nold\n\n<!-- end -->\n\n<!-- measured: ratios -->\nstays\n\n<!-- end -->\n\nThe end \\1.\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    return tmp_path / "page.md"


def test_a_block_is_replaced_and_the_rest_stays(page: Path) -> None:
    paste(page, "speed", "| a | \\1 |")
    assert page.read_text(encoding="utf-8") == PAGE.replace("old", "| a | \\1 |")
    paste(page, "speed", "old")
    assert page.read_text(encoding="utf-8") == PAGE


def test_a_page_without_the_block_is_refused_before_anything_is_measured(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="one block <!-- measured: where -->"):
        paste(page, "where", "")
    assert invoke(["where", "--page", str(page)]) == 2
    assert "found no such block" in capsys.readouterr().err


def test_a_page_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["ratios", "--page", str(tmp_path / "none.md")]) == 2
    assert "none.md: found No such file" in capsys.readouterr().err


def test_a_command_fills_its_block(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- measured: where -->\n<!-- end -->\n", encoding="utf-8")
    assert invoke(["where", "--configuration", "drill", "--page", str(page)]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!-- measured: where -->\n\n| part | drill |\n|---|---|\n")


@pytest.mark.parametrize("name", ["ratios", "speed", "where"])
def test_the_page_of_speed_has_the_blocks_that_the_commands_fill(name: str) -> None:
    text = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    block = text.partition(f"<!-- measured: {name} -->\n")[2].partition("<!-- end -->")[0]
    assert block.startswith("\n| ")
