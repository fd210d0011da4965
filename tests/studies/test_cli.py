"""The command line as a whole: exit codes, messages instead of tracebacks, JSON everywhere, help."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import studies.cli
from studies.cli import COMMANDS, couched, invoke
from studies.cli_text import number, shown, sum_text, value_text

LOG = Path(__file__).parent / "logs" / "handmade.jsonl"
ROOT = Path(__file__).parents[2]


def couched_process(*words: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    command = [sys.executable, "-m", "studies", *words]
    return subprocess.run(command, capture_output=True, env=environment, check=False, **more)


def errors_of(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["--version"]) == 0
    assert capsys.readouterr().out.startswith("couched ")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_has_help_with_json(command: str, flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke([command, flag]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"Usage: couched {command}")
    assert "--json" in text or command in ("agent", "golden")


def test_asking_for_the_version_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom studies.cli import invoke\ninvoke(['--version'])\n"
        "heavy = ('rich', 'numpy', 'cattrs', 'structlog', 'scenarios', 'agents')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == b"[]"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rnu", "duel"], "did you mean 'run'?"),
        (["run"], "Missing argument"),
        (["run", "duel", "--seed", "x"], "'x' is not a valid integer"),
        (["run", "duel", "--sede", "1"], "No such option"),
        (["run", "duell"], "duel"),
        (["run", "duel", "--set", "combatants.Ana.htk=many"], "combatants.Ana.htk"),
        (["run", "/"], "/"),
        (["replay", "/no/such.jsonl"], "No such file"),
        (["replay", "/"], "directory"),
        (["explain", str(LOG), "one"], "not a valid integer"),
        (["explain", str(LOG), "400"], "a seq of this log, 0 to 21"),
        (["diff", str(LOG)], "Missing argument"),
        (["list", "waepons"], "did you mean weapons?"),
        (["list", "weapons", "--system", "shosts"], "'shosts'; allowed: did you mean shots? counts, shots, steps"),
        (["list", "materials", "--system", "shots"], "'shots', which has no materials; allowed: counts"),
        (["run", "shots_mirror", "--set", "combatants.Left.agent=brawler"], "which does not play shots"),
        (["schema", "dogs"], "'dogs' is not one of"),
        (["calc"], "either WHAT KEY=VALUE... or --batch FILE"),
        (["calc", "stage", "length=3"], "distance"),
        (["calc", "--batch", "/no/such"], "No such file"),
        (["golden", "check", "/no/such"], "no folder"),
        (["validate"], "Missing argument"),
        (["list", "modes", "--log-level", "loud"], "'loud' is not one of"),
    ],
)  # fmt: skip
def test_wrong_input_is_one_message_and_exit_code_2(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(words) == 2
    assert told in errors_of(capsys)


@pytest.mark.parametrize("words", [["replay", "/no.jsonl", "--json"], ["rnu", "--json"], ["run", "duell", "--json"]])
def test_errors_are_json_too_where_json_is_asked_for(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(words) == 2
    captured = capsys.readouterr()
    data = json.loads(captured.out)
    assert data["error"]["exit_code"] == 2
    assert data["error"]["message"]
    assert captured.err.startswith(("error: ", "Usage: "))


def test_all_mistakes_of_a_scenario_are_in_the_json_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('schema = "couched.scenario/1"\nname = 7\nsystem = "counts"\nnonsense = 1\n')
    assert invoke(["run", str(bad), "--json"]) == 2
    assert len(json.loads(capsys.readouterr().out)["error"]["mistakes"]) >= 2


def test_a_fault_of_couched_itself_is_a_message_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_args: Any, **_more: Any) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("studies.listing.listing", broken)
    assert invoke(["list", "modes"]) == 1
    assert "a fault of couched itself: ZeroDivisionError: oh" in errors_of(capsys)


def test_an_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_args: Any, **_more: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("studies.listing.listing", interrupted)
    assert invoke(["list", "modes"]) == 130
    assert errors_of(capsys).strip() == "interrupted"


def test_main_leaves_with_the_exit_code() -> None:
    with pytest.raises(SystemExit) as left:
        studies.cli.main(["list", "waepons"])
    assert left.value.code == 2


def test_validate_says_every_mistake_of_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('schema = "couched.scenario/1"\nname = 7\nsystem = "counts"\nnonsense = 1\n')
    assert invoke(["validate", "duel", str(bad), "/no/such.toml"]) == 2
    text = capsys.readouterr().out
    assert text.startswith("duel: fine\n")
    assert "nonsense" in text
    assert "/no/such.toml: 1 mistake" in text


WEIGHTS = 'schema = "couched.weights/1"\nsystem = "{}"\nbase = "{}"\n[weights]\nharm = {}\n'


def test_validate_takes_weights_and_says_all_that_is_wrong_with_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fine, bad = tmp_path / "fine.toml", tmp_path / "bad.toml"
    fine.write_text(WEIGHTS.format("counts", "hand", 2))
    bad.write_text(WEIGHTS.format("cuonts", "hnd", '"x"'))
    assert invoke(["validate", str(fine)]) == 0
    assert invoke(["validate", str(bad)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [f"{fine}: fine", f"{bad}: 3 mistakes"]
    assert lines[2].endswith("system: found 'cuonts'; allowed: did you mean 'counts'? one of counts, shots, steps")
    assert "base: found 'hnd'; allowed: did you mean 'hand'?" in lines[3]
    assert "weights, harm: found 'x'; allowed: a number" in lines[4]


@pytest.mark.parametrize("command", ["validate", "run"])
def test_mistakes_in_the_parameters_of_policies_are_told_all_at_once(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'schema = "couched.scenario/1"\nname = "Bad"\nsystem = "counts"\n'
        '[[combatants]]\nname = "Ana"\nside = "red"\nagent = { policy = "archer", keep = -1, poor = "x", foo = 2 }\n'
        '[[combatants]]\nname = "Bo"\nside = "blue"\nposition = [9, 0]\nagent = { policy = "hold", foo = 2 }\n'
    )
    assert invoke([command, str(bad)]) == 2
    captured = capsys.readouterr()
    for place, found in (
        (":7: combatants.Ana.agent.keep", "-1"), (":7: combatants.Ana.agent.poor", '"x"'),
        (":7: combatants.Ana.agent.foo", 'unknown key "foo"'), (":12: combatants.Bo.agent.foo", 'unknown key "foo"'),
    ):  # fmt: skip
        assert f"{place}: found {found}; allowed: " in captured.out + captured.err


def test_validate_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["validate", "duel", "--json"]) == 0
    row = {"scenario": "duel", "ok": True, "mistakes": [], "warnings": []}
    assert json.loads(capsys.readouterr().out) == {"ok": True, "files": [row]}


def test_list_without_a_name_lists_the_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["list"]) == 0
    assert "damage-types" in capsys.readouterr().out


def test_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["list", "modes", "--json"]) == 0
    names = [row["name"] for row in json.loads(capsys.readouterr().out)]
    assert names == ["defensive", "offensive", "static", "locked"]


def test_schemas_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["schema", "log"]) == 0
    assert json.loads(capsys.readouterr().out)["title"].startswith("one line of a couched event log")


def test_calc_answers_in_lines_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["calc", "timeline", "wsd=10"]) == 0
    assert "impact: 10" in capsys.readouterr().out.splitlines()
    assert invoke(["calc", "timeline", "wsd=10", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["commit"], answer["impact"], answer["ready"], answer["couched_again"]) == (5.0, 10.0, 15.0, 20.0)


def test_a_batch_answers_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes(b'{"calc": "stage", "length": 3, "distance": 4}\nnonsense\n{"calc": "st\xffage"}\n')
    assert invoke(["calc", "--batch", str(file)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0]["stage"] == "press_1"
    assert ["refused" in answer for answer in answers] == [False, True, True]


def test_a_batch_reads_standard_input() -> None:
    done = couched_process("calc", "--batch", "-", input=b'{"calc": "stage", "length": 3, "distance": 4}\n')
    assert json.loads(done.stdout)["stage"] == "press_1"


def test_a_refusal_of_the_rules_is_told_with_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["calc", "timeline", "wsd=10", "length=3", "distance=0.5", "--json"]) == 2
    assert "refused" in json.loads(capsys.readouterr().out)


def test_diff_and_explain_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(LOG.read_text().replace('"faces":[42]', '"faces":[43]'))
    assert invoke(["diff", str(LOG), str(other), "--json"]) == 3
    data = json.loads(capsys.readouterr().out)
    assert (data["same"], data["difference"]["index"]) == (False, 9)
    assert invoke(["explain", str(LOG), "12", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chain"][-1]["event"]["seq"] == 12


def test_diff_of_a_log_with_itself_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["diff", str(LOG), str(LOG)]) == 0
    assert capsys.readouterr().out == "identical: 22 lines\n"


def test_a_file_that_is_no_log_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = b'{"seq":0,"t":0,"type":"battle.start","schema":"x/1"}\n'
    for data in (b"", b"\xff\xfe\x00", b"[]\n", b'{"seq": 0}\n', other):
        file = tmp_path / "no.jsonl"
        file.write_bytes(data)
        assert invoke(["replay", str(file)]) == 2
        assert errors_of(capsys).startswith("error: log ")


def test_the_reader_of_the_output_may_leave() -> None:
    command = f"{sys.executable} -m studies list rules --json; echo code $? >&2"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", f"({command}) | true"], capture_output=True, env=environment, check=False)
    assert done.stderr == b"code 0\n"


def test_a_closed_standard_output_is_no_fault() -> None:
    command = f"{sys.executable} -m studies list rules >&-"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_a_message() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "studies", "list", "rules", "--json"], stdout=full, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: standard output: found No space left")
    assert b"Traceback" not in done.stderr


def test_a_locale_without_unicode_spells_out_what_it_can_not_say(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(LOG.read_text().replace('"Bo"', '"Bö 槍"'), encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    told = couched_process("explain", str(log), "12", env=ascii_only)
    assert told.returncode == 0
    assert rb"hits B\xf6 \u69cd in the right chest" in told.stdout
    table = couched_process("list", "modes", env=ascii_only)
    assert (table.returncode, table.stdout.isascii()) == (0, True)
    data = couched_process("explain", str(log), "12", "--json", env=ascii_only)
    assert json.loads(data.stdout)["chain"][-1]["event"]["target"] == "Bö 槍"


def test_a_file_name_that_is_no_text_is_a_message() -> None:
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"studies", b"replay", b"/no/\xff\xfe.jsonl", b"--json"], capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert json.loads(done.stdout)["error"]["kind"] == "LogError"


def test_commands_are_all_importable() -> None:
    for name in COMMANDS:
        command = couched.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.help


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ana", "Ana"),
        ("Bö 槍", "Bö 槍"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202eevil\u2066", "\\u202eevil\\u2066"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
def test_texts_are_shown_without_what_a_terminal_acts_on(text: str, told: str) -> None:
    assert shown(text) == told


def test_numbers_values_and_sums_are_short() -> None:
    assert [number(value) for value in (3, 3.0, 3.75, 3.3333333, 0.0005)] == ["3", "3", "3.75", "3.333", "0.001"]
    assert value_text({"a": [1, None], "b": True}) == "a 1, none, b yes"
    mods = [{"value": -5, "why": "DEF"}, {"value": 10, "rule": "C-DMG-2"}, {"value": -2.5, "why": "rain"}]
    assert sum_text(mods) == "-5 DEF + 10 C-DMG-2 - 2.5 rain"


def test_the_bare_command_prints_its_help_once_with_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["golden"]):
        assert invoke(words) == 2
        told = errors_of(capsys)
        assert told.count("Usage: ") == 1
        assert "error" not in told


def test_a_diff_of_events_alone_says_nothing_of_the_headers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(LOG.read_text().replace('"seed":7', '"seed":8'))
    assert invoke(["diff", str(LOG), str(other)]) == 3
    assert "the headers differ" in capsys.readouterr().out
    assert invoke(["diff", str(LOG), str(other), "--events-only"]) == 0
    assert capsys.readouterr().out == "all events after the header are the same: 22 lines\n"


def test_a_long_message_is_wrapped_under_its_words_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "error: " + "word " * 30
    assert studies.cli.wrapped(text) == text
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    rows = studies.cli.wrapped(text).split("\n")
    assert max(map(len, rows)) <= 60
    assert rows[1].startswith("         word")


def test_messages_about_logs_speak_no_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", "--seed", "7", "-q", "--log", str(tmp_path / "whole.jsonl")]) == 0
    header = (tmp_path / "whole.jsonl").read_text().splitlines()[0]
    for old, new, told in (
        ('"seed":7', '"seed":null', "header, seed: found null; allowed: a whole number"),
        ('"type":"battle.start"', '"type":"it\'s"', "line 1: found type \"it's\"; allowed: battle.start"),
    ):
        file = tmp_path / "log.jsonl"
        file.write_text(header.replace(old, new) + "\n")
        assert invoke(["replay", str(file)]) == 2
        assert told in errors_of(capsys)


def test_a_log_is_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["tell", str(LOG), "--detail", "short", "--seq"]) == 0
    told = capsys.readouterr().out
    assert "    12        14  Ana  hits Bo" in told
    assert told.endswith("Side red wins at count 20: only red can still fight.\n")
    assert invoke(["tell", str(LOG), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["totals"]["Ana"]["hits"], data["lines"][0]["seq"]) == (1, 2)


def test_an_event_is_explained_by_its_count_and_who(capsys: pytest.CaptureFixture[str]) -> None:
    for words, seq in ((["--at", "14", "--who", "Bo"], 13), (["--at", "14", "--who", "Ana"], 12), (["--at", "9"], 8)):
        assert invoke(["explain", str(LOG), *words, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["chain"][-1]["event"]["seq"] == seq
    for words, told in (
        (["--at", "3"], "nothing at count 3; allowed: a count at which something happens, as 4"),
        (["--at", "14", "--who", "Cy"], "--who: found 'Cy'; allowed: one of Ana, Bo"),
        ([], "either SEQ or --at COUNT"),
        (["3", "--at", "14"], "either SEQ or --at COUNT"),
        (["3", "--who", "Ana"], "either SEQ or --at COUNT"),
    ):
        assert invoke(["explain", str(LOG), *words]) == 2
        assert told in errors_of(capsys)


@pytest.mark.parametrize(("words", "key"), [(["steps-miss"], "difficulty="), (["odds", "hit"], "[skill=]")])
def test_a_calc_without_its_keys_shows_what_they_mean(words: list[str], key: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["calc", *words]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{' '.join(words)}: ")
    assert any(line.startswith(f"  {key}  ") for line in told)
    assert invoke(["calc", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["keys"][0]["key"] == key.strip("[]=")


def test_a_calc_that_needs_no_keys_answers_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["calc", "odds", "steps-location"]) == 0
    assert capsys.readouterr().out.startswith("hidden:")


def test_the_list_of_calcs_says_what_keys_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["list", "calcs", "--system", "steps"]) == 0
    told = capsys.readouterr().out
    assert "  difficulty=  what hits the target, were there no covers" in told
    assert "  [dodged=]  the target dodged (P-MOD-2); true or false; else false\n" in told
    assert "stage: " not in told


def test_squares_are_shown_as_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """P-LOS-1."""
    assert invoke(["calc", "steps-los", "from=0,0", "to=2,1"]) == 0
    assert "between: (1, 0), (1, 1)\n" in capsys.readouterr().out


def test_the_modifiers_of_a_calc_are_told_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["attacker_speed=3", "target_speed=0", "relative_speed=3", "angle=90"]
    assert invoke(["calc", "movement", *words]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "modifier: -70", "mods:", "  -40  the attacker moves (C-HIT-2)", "  -30  relative velocity (C-HIT-2)",
    ]  # fmt: skip


def test_no_figure_is_told_with_an_exponent(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["calc", "fall", "height=1000000"]) == 0
    assert "e+" not in capsys.readouterr().out


def test_validate_notes_a_fight_with_one_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is no mistake: one may be at work on it, or want to see who stands where."""
    path = tmp_path / "alone.toml"
    path.write_text(
        'schema = "couched.scenario/1"\nname = "alone"\nsystem = "counts"\n[[combatants]]\nname = "Ana"\nside = "red"\n'
    )
    assert invoke(["validate", str(path)]) == 0
    assert "note: all combatants are on side red" in capsys.readouterr().out
    assert invoke(["validate", "duel"]) == 0
    assert capsys.readouterr().out == "duel: fine\n"
