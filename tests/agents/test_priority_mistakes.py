"""Priority lists with mistakes: each is told with line, column, what was found, what is allowed, and the nearest name."""

from __future__ import annotations

import pytest

from agents.priority_check import program
from agents.priority_text import MOST_CHARACTERS, MOST_LINE, MOST_LINES
from engine.errors import ScenarioError


def mistakes(text: str, system: str | None = None) -> list[str]:
    """Return what is said of a list."""
    with pytest.raises(ScenarioError) as refused:
        program(text, "my.txt", system)
    return list(refused.value.mistakes)


@pytest.mark.parametrize(
    ("line", "place", "told"),
    [
        ("atack", "2:1", 'found the option "atack" (did you mean attack?)'),
        ("fire mode=burst", "2:6", 'found the field "mode"'),
        ("attack wepon=spear", "2:8", 'found the field "wepon" (did you mean weapon?)'),
        ("attack hurry=perhaps", "2:14", 'found "perhaps"; allowed: true or false'),
        ("attack speed_points=1.5", "2:21", 'found "1.5"; allowed: a whole number'),
        ("attack speed_points=(stage)", "2:22", "which is one of out"),
        ("attack speed_points=1 speed_points=2", "2:23", "found speed_points twice"),
        ("attack target=Bo", "2:15", "or a name in quotes"),
        ("attack target=nearst", "2:15", "(did you mean nearest?)"),
        ("attack weapon=5", "2:15", "a weapon's name"),
        ("move toward=weekest", "2:13", "(did you mean weakest?)"),
        ("move to=(1, 2, 3)", "2:10", "two numbers"),
        ("move to=nowhere", "2:9", "round, or a place"),
        ("mode", "2:1", "found mode without mode"),
        ("mode mode=defensiv", "2:11", "(did you mean defensive?)"),
        ("attack wake=soon", "2:13", "counts from now"),
        ("attack wake=(stage)", "2:14", "allowed: a number"),
        (f'attack note="{"x" * 101}"', "2:13", "at most 100 characters"),
        ("attack weapon = spear", "2:8", 'no spaces around "="'),
        ("attack weapon=(spear", "2:15", "a bracket that is closed"),
        ('attack weapon="spear', "2:15", 'a "text"'),
        ("attack if", "2:8", "a condition after if"),
        ("attack if stunned weapon=spear", "2:19", "found"),
        ("attack if t > 1  note=x  weapon=spear", "2:26", "after a condition only wake and note"),
        ("attack if distnce > 3", "2:11", 'found the name "distnce" (did you mean distance?)'),
        ("attack if distance", "2:11", "which is a number; allowed: true or false"),
        ("attack if stunned > 3", "2:11", "true or false beside a number"),
        ('attack if distance > "far"', "2:11", "a number beside a text"),
        ('attack if mode > "static"', "2:11", "== and != for what has no order"),
        ('attack if stage >= "press1"', "2:20", '"press1" (did you mean press_1?)'),
        ('attack if stage in ("out", "inn")', "2:28", '"inn"'),
        ("attack if stage in 5", "2:11", "after in"),
        ("attack if distance in (1, t)", "2:27", "plain numbers and texts"),
        ('attack if asked("noticd")', "2:17", "(did you mean noticed?)"),
        ("attack if asked(stage)", "2:17", "in quotes"),
        ("attack if asked", "2:11", "allowed: asked(word)"),
        ("attack if aksed('noticed')", "2:11", "(did you mean asked?)"),
        ("attack if min(1) > 0", "2:11", "min(number, number, ...)"),
        ("attack if abs(1, 2) > 0", "2:11", "abs(number)"),
        ("attack if abs(number=1) > 0", "2:11", "abs(number)"),
        ("attack if min(*t) > 0", "2:11", "found"),
        ("attack if not distance", "2:15", "allowed: true or false"),
        ("attack if distance + stunned > 1", "2:22", "allowed: a number"),
        ("attack if 9**9**9 > 1", "2:11", "found"),
        ("attack if 1 << 60 > 1", "2:11", "found"),
        ("attack if 12345678901234567890 > 1", "2:11", "numbers up to 1e+09"),
        ("attack if 1j > 1", "2:11", "found"),
        ("attack if t.real > 1", "2:11", 'found "t.real"'),
        ("attack if ().__class__", "2:11", "found"),
        ("attack if __import__('os')", "2:11", "found"),
        ("attack if (lambda: t)() > 1", "2:11", "found"),
        ("attack if [t for t in (1, 2)]", "2:11", "found"),
        ("attack if f'{t}' == 'x'", "2:11", "found"),
        ("attack if t[0] > 1", "2:11", "found"),
        ("attack if (t := 5) > 1", "2:12", 'found "t := 5"'),
        ("attack if None", "2:11", "found"),
        ("attack if b'x' == b'x'", "2:11", "found"),
        ("attack if foe == '\\x41'", "2:19", "found"),
        ("attack if distance >", "2:11", 'found "distance >"'),
        ("attack if false", "2:11", "a condition that is never true"),
        ("when false:\n    attack", "2:6", "a condition that is never true"),
        ("when distance < 5:", "2:1", "a `when` without lines"),
        ("when distance < 5", "2:1", "when CONDITION:"),
        ("when :", "2:1", "when CONDITION:"),
        ("    attack", "2:5", "indented lines only below"),
        ("when t > 1:\n    hold\n    let x = 5", "4:5", "`let` inside a `when`"),
        ("let distance = 5", "2:5", "a name of the rule system"),
        ("let x = 1\nlet x = 2", "3:5", "a variable already"),
        ("let x = y\nlet y = 1", "2:9", 'the name "y"'),
        ("let 5 = t", "2:1", "let NAME = EXPRESSION"),
        ("let x =", "2:1", "let NAME = EXPRESSION"),
        ("let x = t\nattack if x", "3:11", "which is a number"),
        ("asks start, redy", "2:13", 'the reason "redy" (did you mean ready?)'),
        ("asks start\nasks ready", "3:1", 'a second `asks`'),
        ("system counts", "2:1", "a second `system`"),
        ("hold\nattack", "3:1", "never reached; allowed: no line below line 2"),
        ("hold if true\nattack", "3:1", "never reached"),
        ("attack if t > 1\nattack   if t>1", "3:1", "a line that says what line 2 says"),
        ("attack\nattack note=again", "3:1", "a line that says what line 2 says"),
        ("attack\nattack if chance > 10", "3:1", "line 2 says; allowed: a line that can fire where line 2 does not"),
        ("attack if t > 1\nattack if t > 1 and stunned note=x", "3:1", "line 2 says"),
        ("attack if t > 1\nwhen stunned:\n    attack if t > 1", "4:5", "line 2 says"),
        ("when t > 1:\n    attack\n    attack if stunned", "4:5", "line 3 says"),
        ("attack if 1 > 2", "2:11", "a condition that is never true"),
        ("when 2 in (1, 3):\n    attack", "2:6", "a condition that is never true"),
        ("hold if 2 > 1\nattack", "3:1", "no line below line 2, which always fires"),
        ("bind target=nearest", "2:13", 'found "nearest"; allowed: self, friend, or a name in quotes'),
        ("attack target=self", "2:15", 'found "self"; allowed: nearest, current'),
        ("# no lines at all", "my.txt", "a list without options"),
        ("attack if t > 1 \u0007", "2:17", "U+0007"),
        ("attack if " + "t > 1 and " * 40 + "t > 1", "2", f"at most {MOST_LINE}"),
        ("attack if " + "(" * 250 + "t", "2:", "found"),
        ("attack if " + "not " * 60 + "stunned", "2:11", "nested"),
        ("attack if " + "-" * 200 + "t > 1", "2:11", "nested"),
        ("?", "2:1", "an option, `let`"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(line: str, place: str, told: str) -> None:
    found = mistakes(f"system counts\n{line}\n")
    first = found[0]
    assert first.startswith(f"my.txt:{place}" if place != "my.txt" else "my.txt: ")
    assert told in first
    assert "; allowed: " in first


def test_all_mistakes_are_told_at_once_by_line() -> None:
    found = mistakes('system counts\natack\nattack if distnce > 1 and stge == "out"\nmode\nhold\nhold\n')
    assert [line.split(": ")[0] for line in found] == ["my.txt:2:1", "my.txt:3:11", "my.txt:3:27", "my.txt:4:1", "my.txt:6:1"]


def test_a_list_must_say_what_it_is_for() -> None:
    assert mistakes("attack")[0].startswith("my.txt: found no `system`")
    assert "(did you mean counts?)" in mistakes("system count\nattack")[0]
    assert "found a list for shots; allowed: a list for counts" in mistakes("system shots\nattack", "counts")[0]


def test_a_list_may_not_be_endless() -> None:
    assert f"at most {MOST_CHARACTERS}" in mistakes("system counts\n" + "#" * MOST_CHARACTERS)[0]
    assert f"at most {MOST_LINES}" in mistakes("system counts\n" + "\n" * MOST_LINES)[0]


def test_of_a_list_that_is_too_long_nothing_else_is_said() -> None:
    assert mistakes("system counts\n" + "attack\n" * MOST_LINES) == [f"my.txt: found {MOST_LINES + 1} lines; allowed: at most {MOST_LINES}"]
    longest = "system counts\n" + "\n" * (MOST_LINES - 2) + "attack\n"
    assert len(program(longest, "my.txt").rules) == 1


@pytest.mark.parametrize(
    "lines",
    [
        "attack if t > 1\nattack", "when stunned:\n    attack\nattack", "attack weapon=best\nattack",
        "attack if t > 1 and stunned\nattack if t > 1", "attack if t > 1 or stunned\nattack if t > 1",
    ],
)  # fmt: skip
def test_a_line_that_may_fire_where_the_one_before_does_not_is_no_mistake(lines: str) -> None:
    assert len(program(f"system counts\n{lines}", "my.txt").rules) == 2


def test_variables_count_with_their_own_depth() -> None:
    lets = "".join(f"let v{number} = v{number - 1} + 1\n" for number in range(1, 60))
    assert any("nested" in line for line in mistakes(f"system counts\nlet v0 = t + 1\n{lets}attack if v59 > 1\n"))


def test_columns_count_characters_and_not_bytes() -> None:
    assert mistakes('system counts\nattack if foe == "Åsa" and distnce > 1')[0].startswith("my.txt:2:28: ")


@pytest.mark.parametrize("sign", ["\u202e", "\x00", "\x1b", "\u2028"])
def test_signs_that_can_not_be_seen_are_refused_and_never_repeated(sign: str) -> None:
    found = mistakes(f"system counts\nattack note={sign}x\n")
    assert sign not in "".join(found)
