"""What a scenario, a log or a study's folder holds is data: nothing of it is ever executed, and it names no file outside its folder."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.fuzz_logs import called, log_of
from scenarios import load, path_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "agents", "scenarios", "studies")

EXECUTING_CALLS = {
    "eval", "exec", "compile", "__import__", "os.system", "os.popen", "os.startfile", "os.fork", "os.forkpty",
    "os.execv", "os.execve", "os.execvp", "os.execvpe", "os.execl", "os.execle", "os.execlp", "os.execlpe", "os.spawnv",
    "os.spawnve", "os.spawnl", "os.spawnle", "os.posix_spawn", "os.posix_spawnp", "asyncio.create_subprocess_exec",
    "asyncio.create_subprocess_shell",
}  # fmt: skip
"""Calls that run text as a program; ``re.compile`` is another one."""

EXECUTING_MODULES = {
    "pickle", "cPickle", "cloudpickle", "dill", "joblib", "marshal", "shelve", "yaml", "ruamel", "subprocess", "pty", "codeop",
    "runpy", "ctypes", "cffi", "multiprocessing", "concurrent", "distributed", "dask", "socket", "socketserver",
    "http", "urllib", "xmlrpc", "ftplib", "webbrowser", "importlib", "xml",
}  # fmt: skip
"""Modules that can run what they are given, fetch it, or open a way for others to."""

ALLOWED = {
    ("engine/registry.py", "importlib"): "a system's module, by the table of built systems",
    ("agents/registry.py", "importlib"): "a policy's module, by the table of policies",
    ("agents/environment_views.py", "importlib"): "a built system's looks, by its name",
    ("agents/external_guard.py", "subprocess"): "the guard of external agents, which a user allowed: this interpreter, a text of ours",
    ("agents/external_process.py", "subprocess"): "external agents: the command a user named or allowed; no shell",
    ("agents/external_view.py", "importlib"): "a built system's shape, by its name",
    ("agents/features.py", "importlib"): "a built system's features, by its name",
    ("agents/lookahead_models.py", "importlib"): "a policy's module, by the table of policies",
    ("agents/priority_check.py", "importlib"): "a built system's tongue, by its name",
    ("studies/agent_battles.py", "importlib"): "jsonschema, where it is installed",
    ("studies/agent_drill.py", "importlib"): "whether jsonschema is installed",
    ("agents/orders.py", "importlib"): "a system's dialect, by a table",
    ("scenarios/__init__.py", "importlib"): "the package's own modules, on first use",
    ("scenarios/systems.py", "importlib"): "a system's entry, by a table",
    ("studies/cli.py", "importlib"): "a subcommand's module, by a table",
    ("studies/extras.py", "importlib"): "a library of an extra, by its name in the source",
    ("studies/listing.py", "importlib"): "the rules of a built system",
    ("studies/systems.py", "importlib"): "the rules of a built system",
    ("studies/replay.py", "importlib"): "the options of the system of a scenario that was read, so a built one",
    ("studies/viewer/page.py", "importlib"): "importlib.resources: the package's own files",
    ("studies/cli_view.py", "webbrowser"): "--open: the page just written",
    ("studies/cluster.py", "concurrent"): "the errors of futures",
    ("studies/cluster.py", "distributed"): "--cluster: the scheduler the user names on the command line",
    ("studies/workers.py", "concurrent"): "the errors of processes",
    ("studies/workers.py", "joblib"): "its own worker processes: what is pickled stays between them",
    ("studies/workers.py", "multiprocessing"): "to have the tracker of resources run before signals are held back",
    ("studies/plots_base.py", "xml"): "ElementTree: writing, which escapes; nothing is parsed",
    ("studies/plots_svg.py", "xml"): "ElementTree: pictures that matplotlib drew just before are parsed, nothing else",
    ("studies/report_html.py", "xml"): "ElementTree: writing, which escapes; nothing is parsed",
    ("studies/viewer/study_page.py", "urllib"): "urllib.parse: quoting the name of a file in a link",
}
"""Who may use one of them, and for what; whatever else does must be put here with a reason, and looked at."""


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def dotted(node: ast.expr) -> str:
    """The name a call is made by, as it is written."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, name):
            return f"{dotted(value)}.{name}"
    return ""


def uses(tree: ast.Module) -> Iterator[str]:
    """The modules and calls of a source that could execute something."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield module.partition(".")[0]
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Call(func=function):
                yield dotted(function)
                if dotted(function).rpartition(".")[2] in ("need", "import_module") and node.args and isinstance(node.args[0], ast.Constant):
                    yield str(node.args[0].value).partition(".")[0]


def found_in(text: str) -> set[str]:
    return {name for name in uses(ast.parse(text)) if name in EXECUTING_CALLS | EXECUTING_MODULES}


def test_nothing_that_executes_is_used_but_where_it_is_allowed() -> None:
    found = {(path.relative_to(ROOT).as_posix(), name) for path in sources() for name in found_in(path.read_text("utf-8"))}
    assert found - set(ALLOWED) == set()


def test_what_is_allowed_is_used() -> None:
    found = {(path.relative_to(ROOT).as_posix(), name) for path in sources() for name in found_in(path.read_text("utf-8"))}
    assert set(ALLOWED) - found == set()


@pytest.mark.parametrize("text", [
    "import pickle", "from yaml import load", "eval(text)", "x = need('dask.distributed')", "import os\nos.system(text)", "from os import system",
    "__import__(name)", "import_module('subprocess')", "import multiprocessing.pool",
])  # fmt: skip
def test_the_search_finds_what_executes(text: str) -> None:
    assert found_in(text)


@given(st.sampled_from(["re.compile('x')", "self.evaluate(x)", "import os\nos.replace(a, b)", "from scenarios.read import parse"]))
def test_the_search_lets_plain_code_be(text: str) -> None:
    assert not found_in(text)


def bombs(marker: Path) -> list[str]:
    """Texts that make a file when somebody executes them as Python, as a shell's line, as YAML or as a template."""
    made = f"open({str(marker)!r}, 'w')"
    return [
        made, f"__import__('os').system('touch {marker}')", f"$(touch {marker})", f"`touch {marker}`", f"; touch {marker} #", f"| touch {marker}",
        f"!!python/object/apply:os.system ['touch {marker}']", f"{{{{ {made} }}}}", f"{{0.__class__.__init__.__globals__}}{made}", f"file://{marker}",
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(10))
def test_no_text_of_a_scenario_is_executed(tmp_path: Path, number: int) -> None:
    marker = tmp_path / "made"
    bomb = json.dumps(bombs(marker)[number])
    text = path_of("timing_drill").read_text("utf-8").replace('name = "Timing drill"', f"name = {bomb}").replace('"Post"', bomb)
    (tmp_path / "bomb.toml").write_text(text, encoding="utf-8")
    scenario, log, page = (str(tmp_path / name) for name in ("bomb.toml", "bomb.jsonl", "bomb.html"))
    assert called(["run", scenario, "--log", log, "--view", page])[0] == 0
    for words in (["replay", log], ["tell", log], ["explain", log, "3"], ["validate", scenario]):
        assert called(words)[0] == 0
    assert not marker.exists()


@pytest.mark.parametrize("number", range(10))
def test_no_text_of_a_log_is_executed(tmp_path: Path, number: int) -> None:
    marker, log = tmp_path / "made", tmp_path / "a.jsonl"
    bomb = bombs(marker)[number]
    events = [json.loads(line) for line in log_of("duel").splitlines()]
    told = [{**event, **({"note": bomb} if event["type"] == "decision" else {"why": bomb})} for event in events]
    log.write_text("".join(json.dumps(event) + "\n" for event in told), encoding="utf-8")
    for words in (["replay", str(log)], ["tell", str(log)], ["explain", str(log), "9"], ["view", str(log)], ["trace", str(log)]):
        assert called(words)[0] in (0, 2, 3)
    assert not marker.exists()


def test_a_command_of_a_scenario_is_not_run_unasked(tmp_path: Path) -> None:
    marker = tmp_path / "made"
    agent = f"combatants.Drill.agent={{policy='external',command=['touch','{marker}']}}"
    code, _, complained = called(["run", "timing_drill", "--set", agent])
    assert code == 2
    assert "external" in complained
    assert not marker.exists()


def test_scenarios_are_toml_whatever_their_name(tmp_path: Path) -> None:
    document = json.dumps(load("timing_drill").document)
    for name in ("a.json", "a.yaml", "a.pickle", "a.toml"):
        (tmp_path / name).write_text(document)
        code, said, _ = called(["validate", str(tmp_path / name)])
        assert code == 2
        assert "TOML" in said
