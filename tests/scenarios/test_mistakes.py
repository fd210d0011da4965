"""Each kind of mistake is reported with its line, its path, what was found and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import ScenarioError
from scenarios import load, loads

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "counts"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\n'
BO = '[[combatants]]\nname = "Bo"\nside = "blue"\nposition = [5, 0]\n'


def mistakes(text: str, *overrides: str) -> tuple[str, ...]:
    """Return the mistakes of a text that has some."""
    with pytest.raises(ScenarioError) as caught:
        loads(text, label="f.toml", overrides=overrides)
    return caught.value.mistakes


def ana(line: str) -> str:
    """Return a scenario whose line 7 is one line of Ana's table."""
    return f"{HEAD}{ANA}{line}\n{BO}"


def rules(lines: str) -> str:
    """Return a scenario whose rules begin on line 5."""
    return f"{HEAD}[rules]\n{lines}\n{ANA}{BO}"


ONE_LINE = [
    (rules('level = "desing"'), 'f.toml:5: rules.level: found "desing"', "design (did you mean design?)"),
    (rules("max_count = 5"), 'f.toml:5: rules.max_count: found unknown key "max_count"', "(did you mean max_counts?)"),
    (rules("max_counts = 0"), "f.toml:5: rules.max_counts: found 0", "above 0 up to 10000000"),
    (rules("max_counts = 12.3456"), "f.toml:5: rules.max_counts: found 12.3456", "at most 3 decimals"),
    (rules("types.slicing.wsd = 1.0005"), "f.toml:5: rules.types.slicing.wsd: found 1.0005", "at most 3 decimals"),
    (rules("types.slicng.wsd = 1"), "f.toml:5: rules.types.slicng: found unknown key", "(did you mean slicing?)"),
    (
        rules("\n[rules.types.slicing]\n\ndamage = 7.0"),
        "f.toml:8: rules.types.slicing.damage: found 7.0",
        "a whole number",
    ),
    (rules("types = 3"), "f.toml:5: rules.types: found 3", "a table"),
    (ana('stream = "Bo"'), 'combatants.Bo.stream: found "Bo", the stream key of Ana too', "each stream key once"),
    (
        ana("position = [5.3, 0.39]"),
        "f.toml:11: combatants.Bo.position: found [5.0, 0.0], 0.49 ft from Ana",
        "0.5 ft or more",
    ),
    (HEAD, "f.toml:1: combatants: found nothing", "1 to 5000 tables"),
    (f"{HEAD}combatants = []", "f.toml:4: combatants: found []", "1 to 5000 tables"),
    (f"{HEAD}combatants = [3]", "f.toml:4: combatants[0]: found 3", "a table"),
    (f"{HEAD}{ANA}{BO}{ANA}", 'f.toml:12: combatants.Ana.name: found a second "Ana"', "each name once"),
    (f'{HEAD}[[combatants]]\nname = "A"\n', "f.toml:4: combatants.A.side: found nothing", "a text of 1 to 200"),
    (f'{HEAD}[[combatants]]\nside = "A"\n', "f.toml:4: combatants[0].name: found nothing", "a text of 1 to 200"),
    (f'{HEAD}[[combatants]]\nside = "A"\nname = 3\n', "f.toml:6: combatants[0].name: found 3", "a text of 1 to 200"),
    (f'{HEAD}[[combatants]]\nside = "A"\nname = ""\n', 'f.toml:6: combatants[0].name: found ""', "a text of 1 to 200"),
    (f"colour = 1\n{HEAD}{ANA}", 'f.toml:1: colour: found unknown key "colour"', "keys combatants, description"),
    (f"{HEAD}description = 1\n{ANA}", "f.toml:4: description: found 1", "at most 10000 characters"),
    (f"{HEAD}rules = 1\n{ANA}", "f.toml:4: rules: found 1", "a table"),
    (HEAD.replace("counts", "counst") + ANA, 'f.toml:3: system: found "counst"', "(did you mean counts?)"),
    (HEAD.replace("counts", "chess") + ANA, 'f.toml:3: system: found "chess"', "one of counts, shots, steps"),
    (
        HEAD.replace("scenario/1", "scenario/2") + ANA,
        'f.toml:1: schema: found "couched.scenario/2"',
        '"couched.scenario/1"',
    ),
    (ANA + BO, "f.toml:1: schema: found nothing", '"couched.scenario/1"'),
]


@pytest.mark.parametrize(("text", "start", "part"), ONE_LINE)
def test_a_mistake_is_named_with_place_found_and_allowed(text: str, start: str, part: str) -> None:
    hits = [line for line in mistakes(text) if start in line]
    assert len(hits) == 1
    assert part in hits[0]


def test_all_mistakes_of_a_file_are_reported_at_once_in_the_order_of_its_lines() -> None:
    text = (
        f'{HEAD}[rules]\nlevel = "x"\n{ANA}htk = "7"\nhkt = 1\nskills = {{ swrd = 1 }}\n'
        'weapons = ["spaer", { name = "spear", wsd = 0, damage = "x", type = "y", length = -1 }]\n'
        'armor = ["x"]\nagent = "x"\n'
    )
    lines = mistakes(text)
    assert [int(line.split(":")[1]) for line in lines] == [5, 9, 10, 11, 12, 12, 12, 12, 12, 13, 14]


def test_each_mistake_is_one_line_even_when_the_file_holds_line_breaks_in_keys_and_texts() -> None:
    lines = mistakes(ana('"a\\nb" = 1\nmode = "x\\u2028y\\nz"'))
    assert len(lines) == 2
    assert all(len(line.splitlines()) == 1 for line in lines)


SYNTAX = [
    ("\n\na = [1,\n2", "f.toml:4: found no valid TOML: Unclosed array"),
    ("a = 1\na = 2", "f.toml:2: found no valid TOML: Cannot overwrite a value"),
    ("a = 1\n\nb == 2\n", "f.toml:3: found no valid TOML: Invalid value"),
    (f"a = 1\nb = {'9' * 5000}\nc = 3", "f.toml:2: found no valid TOML"),
    ('a = "\x00"', "f.toml:1: found no valid TOML: Illegal character '\\x00'"),
    (f"a = {'[' * 300}{']' * 300}", "f.toml: found tables and arrays nested more than 32 deep"),
    (f"a = {'[' * 100_000}", "f.toml: found tables and arrays nested more than 32 deep"),
    (f"a{'.a' * 200_000} = 1", "f.toml: found tables and arrays nested more than 32 deep"),
    (f"# {'x' * (1 << 20)}", "f.toml: found more than 1048576 bytes"),
    ("a = '\ud800'", "f.toml: found half a surrogate pair"),
]


@pytest.mark.parametrize(("text", "start"), SYNTAX, ids=[start for _, start in SYNTAX])
def test_a_text_that_is_no_toml_or_too_large_is_refused_with_its_line(text: str, start: str) -> None:
    [line] = mistakes(text)
    assert line.startswith(start)


def test_a_file_with_a_byte_that_is_no_utf8_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(b'schema = "couched.scenario/1"\nname = "Zo\xeb"\n')
    with pytest.raises(ScenarioError, match=r"latin\.toml:2: found a byte that is no UTF-8 \(0xeb\)"):
        load(file)


def test_a_file_above_one_mebibyte_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "big.toml"
    file.write_bytes(b"#" * ((1 << 20) + 1))
    with pytest.raises(ScenarioError, match="a file of 1048577 bytes; allowed: a file of at most 1048576"):
        load(file)


@pytest.mark.parametrize("name", ["nowhere.toml", "a\0b", "x" * 5000 + ".toml", "x" * 5000])
def test_a_file_that_is_not_there_is_an_input_error(name: str) -> None:
    with pytest.raises(ScenarioError):
        load(name)


def test_a_folder_is_no_scenario(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="no ordinary file"):
        load(tmp_path)


def test_a_misspelled_shipped_scenario_names_the_nearest() -> None:
    with pytest.raises(ScenarioError, match=r"duell: found no file and no shipped scenario.*did you mean duel\?"):
        load("duell")


def test_five_thousand_combatants_are_allowed_and_one_more_is_not() -> None:
    rows = [f'[[combatants]]\nname = "{index}"\nside = "a"\n' for index in range(5001)]
    assert len(loads(HEAD + "".join(rows[:5000])).combatants) == 5000
    assert "found 5001 combatants; allowed: an array of 1 to 5000" in mistakes(HEAD + "".join(rows))[0]


BAD = f'{ANA}htk = 7.5\n{BO}sde = "x"\n[[combatants]]\nname = "Bo"\nagent = "brawlr"\n[rules]\nmax_counts = 0\n'


@pytest.mark.parametrize("system", ['system = "count"', ""])
def test_a_system_that_must_be_meant_is_read_on_with_for_the_other_mistakes(system: str) -> None:
    found = mistakes(f'schema = "couched.scenario/1"\nname = "Test"\n{system}\n{BAD}')
    for part in ("system: found", "htk: found 7.5", "sde: found unknown key", 'a second "Bo"', "agent: found", "max_counts"):
        assert sum(part in line for line in found) == 1, part


@pytest.mark.parametrize("system", ["chess", "go"])
def test_without_a_system_what_none_has_a_say_in_is_checked_all_the_same(system: str) -> None:
    found = mistakes(f'schema = "couched.scenario/1"\nname = 3\nsystem = "{system}"\ncolour = 1\n{BAD}')
    for part in ("system: found", "name: found 3", "colour", 'a second "Bo"', "agent: found", "max_counts", "Bo.side: found nothing"):
        assert sum(part in line for line in found) == 1, part
    assert not any("htk" in line for line in found)


def test_the_nearest_name_stands_before_a_long_list_and_after_a_short_one() -> None:
    [long] = mistakes(ana('weapons = ["spaer"]'))
    assert 'found "spaer" (did you mean spear?); allowed: a weapon' in long
    [short] = mistakes(ana('mode = "statik"'))
    assert short.endswith("(did you mean static?)")


def test_bounds_of_whole_numbers_say_nothing_of_decimals() -> None:
    [line] = mistakes(ana('spd = "3"'))
    assert line.endswith("allowed: a whole number from -100 up to 100")
