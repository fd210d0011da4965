"""Two commits compared: small repositories are made, with packages that offer what a commit is measured by."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.__main__ import invoke
from benchmarks.compare import Row, compare
from benchmarks.compare_trees import checked_out, resolve
from benchmarks.compare_words import data, told
from benchmarks.configurations import Configuration
from engine.errors import InputError

ENGINE = '''
class Event:
    def __init__(self, digest):
        self.digest = digest

class Result:
    winner, t, rolls = None, 1.0, 2
    def __init__(self, outcome):
        self.outcome = outcome

class Battle:
    def __init__(self, scenario, seed, battle, standing, record, sinks):
        self.events = [Event(f"{seed} {scenario.say}")] if record else []
        self.result = Result(scenario.say)
        self.left = 2
    def advance(self):
        self.left -= 1
        return Request() if self.left else None
    def answer(self, request, option):
        assert option == "hold"

class Request:
    combatant = "Ana"
'''
AGENTS = "class Agent:\n    def decide(self, request):\n        return 'hold'\n\ndef make(spec, name, scenario, seed, battle):\n    return Agent()\n"
SCENARIOS = '''
from types import SimpleNamespace

def load(name):
    if name != "duel":
        raise ValueError(f"no scenario {name}")
    return SimpleNamespace(combatants=[SimpleNamespace(name="Ana")], agents={"Ana": None}, say="SAY")

def loads(text):
    scenario = load("duel")
    scenario.say = text[:20]
    return scenario
'''
DUEL = Configuration(name="duel", scenario="duel", battles=3)
OTHER = Configuration(name="other", scenario="other", battles=3)
CROWD = Configuration(name="crowd", crowd=4, counts=1.0, battles=1, long=True)


class Repository:
    """A repository in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str) -> None:
        """Run git in it, as nobody."""
        who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=self.root, check=True, capture_output=True)

    def commit(self, name: str, **texts: str) -> None:
        """Commit packages of these texts and tag the commit."""
        for package, text in texts.items():
            (self.root / package).mkdir(exist_ok=True)
            (self.root / package / "__init__.py").write_text(text, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", f"The commit {name}")
        self.git("tag", name)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with a commit ``one``."""
    (tmp_path / "repository").mkdir()
    made = Repository(tmp_path / "repository")
    made.commit("one", engine=ENGINE, agents=AGENTS, scenarios=SCENARIOS)
    return made


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where temporary folders are made; nothing may be left there."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    yield tmp_path / "temporary"
    assert list((tmp_path / "temporary").iterdir()) == []


def rows_of(repository: Repository, one: str, other: str, *chosen: Configuration) -> list[Row]:
    return compare((one, other), chosen or [DUEL], 2, root=repository.root)[1]


def test_a_commit_against_itself_fights_the_same_battles(repository: Repository) -> None:
    (row,) = rows_of(repository, "one", "one")
    assert row.same
    assert row.ratio is not None
    assert row.ratio.rounds == len(row.a.seconds) == len(row.b.seconds) == 2


def test_other_battles_show_in_the_checksums_and_end_with_code_3(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.commit("two", scenarios=SCENARIOS.replace("SAY", "other"))
    (row,) = rows_of(repository, "one", "two")
    assert row.a.checksum != row.b.checksum
    assert not row.same
    commits = resolve("one", repository.root), resolve("two", repository.root)
    text = told(commits, [row], "no sink")
    assert "DIFFERENT" in text
    assert f"duel: other battles, checksums {row.a.checksum} and {row.b.checksum}" in text
    monkeypatch.setattr("benchmarks.compare.compare", lambda *_: (commits, [row]))
    assert invoke(["compare", "one", "two"]) == 3
    assert "b: two (" in capsys.readouterr().out


def test_a_result_that_differs_without_a_log_is_seen_too(repository: Repository) -> None:
    repository.commit("two", engine=ENGINE.replace("Result(scenario.say)", "Result('lost')"))
    (row,) = rows_of(repository, "one", "two")
    assert row.a.checksum == row.b.checksum
    assert not row.same


def test_a_configuration_that_one_of_them_lacks_is_told_of_and_the_others_are_compared(repository: Repository) -> None:
    repository.commit("two", scenarios=SCENARIOS.replace('name != "duel"', 'name not in ("duel", "other")'))
    lacking, there = rows_of(repository, "one", "two", OTHER, DUEL)
    assert lacking.ratio is None
    assert "no scenario other" in lacking.a.error
    assert there.same
    commits = resolve("one", repository.root), resolve("two", repository.root)
    assert "other: a could not fight it: ValueError: no scenario other" in told(commits, [lacking, there], "no sink")
    assert data(commits, [lacking], "no sink")["configurations"][0]["ratio"] is None


def test_a_made_up_crowd_is_handed_over_as_text(repository: Repository) -> None:
    (row,) = rows_of(repository, "one", "one", CROWD)
    assert row.same


def test_a_commit_that_reaches_for_the_packages_installed_here_is_refused(repository: Repository) -> None:
    repository.git("rm", "-q", "-r", "agents")
    repository.commit("bare")
    with pytest.raises(InputError, match=r"revision 'bare': found no package agents|agents can't be imported"):
        rows_of(repository, "one", "bare")


def test_a_commit_that_can_not_be_imported_is_refused(repository: Repository) -> None:
    repository.commit("broken", engine="raise ValueError('half done')\n")
    with pytest.raises(InputError, match=r"revision 'broken'.*half done"):
        rows_of(repository, "one", "broken")


def test_a_process_that_dies_is_one_error(repository: Repository) -> None:
    repository.commit("dying", agents="import os\n" + AGENTS.replace("return 'hold'", "os._exit(7)"))
    with pytest.raises(InputError, match="revision 'dying': found its process ended"):
        rows_of(repository, "one", "dying")


def test_the_files_here_need_no_commit(repository: Repository) -> None:
    (repository.root / "scenarios" / "__init__.py").write_text(SCENARIOS.replace("SAY", "here"), encoding="utf-8")
    (row,) = rows_of(repository, "one", ".")
    assert not row.same


def test_what_is_not_committed_changes_no_commit(repository: Repository) -> None:
    (repository.root / "scenarios" / "__init__.py").write_text("half done (", encoding="utf-8")
    (row,) = rows_of(repository, "one", "main")
    assert row.same


def test_the_repository_is_as_it_was(repository: Repository) -> None:
    rows_of(repository, "one", "main")
    state = subprocess.run(["git", "worktree", "list"], cwd=repository.root, check=True, capture_output=True, text=True)
    assert len(state.stdout.splitlines()) == 1


def test_an_interrupt_leaves_nothing_behind(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("studies.progress.Progress.advance", interrupted)
    with pytest.raises(KeyboardInterrupt):
        rows_of(repository, "one", "one")


@pytest.mark.parametrize("revision", ["nothing", "", "-x", "main:engine", "one..main"])
def test_an_unknown_revision_is_refused(repository: Repository, revision: str) -> None:
    with pytest.raises(InputError, match="no such commit"):
        resolve(revision, repository.root)


def test_a_folder_that_is_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="git repository"):
        resolve("main", tmp_path)


def test_without_git_there_is_one_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert invoke(["compare", "main", "main~1"]) == 2
    assert capsys.readouterr().err == (
        "error: git: found no such program; allowed: git on the path: two commits can't be compared without it\n"
    )


def test_a_hook_s_repository_is_not_the_one_measured(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    with checked_out(resolve("one", repository.root), repository.root) as tree:
        assert (tree / "engine" / "__init__.py").read_text(encoding="utf-8") == ENGINE


def test_an_unknown_configuration_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["compare", "main", "--configuration", "doel"]) == 2
    assert "configuration 'doel': found no such name; allowed: did you mean 'duel'? " in capsys.readouterr().err


def test_a_log_is_written_where_it_can_be_thrown_away(repository: Repository) -> None:
    record = (
        "from pathlib import Path\n\nclass LogFile:\n    def __init__(self, path):\n        assert Path(path).parent.is_dir()\n"
        "        assert 'couched-compare-' in str(path)\n    def close(self):\n        pass\n"
    )
    (repository.root / "engine" / "record.py").write_text(record, encoding="utf-8")
    (row,) = compare(("one", "."), [DUEL], 2, "JSONL log", repository.root)[1]
    assert row.b.error == ""
    assert len(row.b.seconds) == 2
    assert "engine.record" in row.a.error
