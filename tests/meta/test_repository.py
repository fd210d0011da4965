"""The repository as a whole: the README's commands, sizes of files, and nothing of the machine it was written on."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from studies.cli import COMMANDS, couched

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "agents", "scenarios", "studies", "docs", "benchmarks")
MOST_LINES = 400
BINARY = {".png", ".gz", ".zst", ".parquet"}

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def files() -> Iterator[Path]:
    """Every file of the repository that is not made by a tool."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not _is_made(name)]
        yield from (Path(folder) / name for name in names if name != ".git")


def _is_made(name: str) -> bool:
    return (name.startswith(".") and name != ".ci") or name in ("__pycache__", "build", "dist") or name.endswith(".egg-info")


def quick_start() -> list[str]:
    section = README.partition("\n## Quick start\n")[2].partition("\n## ")[0]
    return [line for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL) for line in block.splitlines()]


def couched_commands(text: str) -> Iterator[list[str]]:
    """The `couched ...` commands of a page: in inline code, in shell blocks, after the virtual environment's bin."""
    inline = re.findall(r"`(couched [^`]+)`", text)
    blocks = [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in re.split(r"\n|&&", block)]
    for line in [*inline, *(block.strip().removeprefix(".venv/bin/") for block in blocks)]:
        if line.startswith("couched "):
            yield shlex.split(line)[1:]


def test_the_quick_start_is_two_commands_that_each_set_everything_up() -> None:
    commands = quick_start()
    assert len(commands) == 2
    for command in commands:
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
        assert all(part.strip().startswith((".venv/bin/", "python3 ")) for part in command.split("&&"))


def test_the_programs_of_the_quick_start_are_installed_by_it() -> None:
    needed = {name.partition(" ")[0] for command in quick_start() for name in re.findall(r"\.venv/bin/(\S+ ?)", command)}
    dev = {re.split(r"[<>=\[]", row)[0] for row in PROJECT["project"]["optional-dependencies"]["dev"]}
    assert needed <= {"pip", *PROJECT["project"]["scripts"]} | dev


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/determinism.md", "docs/scenarios.md", "docs/log.md"])
def test_the_commands_and_options_of_a_page_exist(page: str) -> None:
    for words in couched_commands((ROOT / page).read_text(encoding="utf-8")):
        command: click.Command | None = couched.get_command(click.Context(couched), words[0])
        assert command is not None, words
        if isinstance(command, click.Group):
            command = command.commands[words[1]]
        known = {name for param in command.params for name in param.opts} | {"--help", "-h"}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known, words


def test_the_readme_lists_every_command() -> None:
    table = README.partition("\n## Commands\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `couched (\w+)", table, re.MULTILINE)) == set(COMMANDS)


def test_the_readme_maps_every_folder() -> None:
    table = README.partition("\n## Where things are\n")[2].partition("\n## ")[0]
    there = {path.name for path in ROOT.iterdir() if path.is_dir() and not _is_made(path.name) and path.name != ".ci"}
    holding = {name for name in there if any(path.is_file() for path in (ROOT / name).rglob("*.*"))}
    assert holding <= set(re.findall(r"^\| `(\w+)/", table, re.MULTILINE))


@pytest.mark.parametrize(
    "path", [path for path in files() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in PACKAGES],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)  # fmt: skip
def test_a_file_is_not_too_long_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < MOST_LINES


def test_no_file_names_a_place_of_the_machine_it_was_written_on() -> None:
    places = ["work", "root", "home/[a-z]", "Users/[a-z]", "tmp/[a-z]", "opt/[a-z]"]
    machine = re.compile("(?<![\\w.~}*])/(?:" + "|".join(places) + ")(?:/|\\b)")
    named = {}
    for path in files():
        if path.suffix not in BINARY and path != Path(__file__).resolve():
            found = machine.search(path.read_text(encoding="utf-8", errors="replace"))
            if found:
                named[path.relative_to(ROOT).as_posix()] = found[0]
    assert named == {}


def test_no_requirement_names_a_host_or_a_file() -> None:
    rows = [*PROJECT["project"]["dependencies"]]
    rows += [row for extra in PROJECT["project"]["optional-dependencies"].values() for row in extra]
    assert [row for row in rows if "@" in row or "://" in row] == []


def test_the_project_is_never_uploaded() -> None:
    assert "Private :: Do Not Upload" in PROJECT["project"]["classifiers"]


def test_ci_is_a_program() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
