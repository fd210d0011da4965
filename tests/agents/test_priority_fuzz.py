"""Any text at all: a list loads, or it is refused with its mistakes; nothing else ever happens, and nothing hangs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from priority_battles import fight, first, looked, player

from agents.priority_check import program
from agents.priority_file import of_system, text_of
from agents.priority_names import names
from engine.errors import ScenarioError
from engine.options import Option
from engine.registry import SYSTEMS, options
from scenarios import path_of

PIECES = st.sampled_from((
    "system counts", "system shots", "attack", "fire", "move", "mode mode=static", "hold", "when t > 1:", "    attack", "let x = t",
    " if ", "x", "t", "distance", "stage", '"out"', '"', "(", ")", "=", "==", ">", " and ", " or ", "not ", "in (", ",", "5", "1e9",
    "-", "/ 0", "# note", " wake=", " note=", "target=weakest", "weapon=best", "asked('start')", "min(", ":", "\n", "\n", "\n", "\t",
    "\\", "é", "ﬁ", "\u202e", "\0", "0x", "9**9", "_", "lambda:", "[t]", "t.t", "asks start", "toward=nearest", "to=(1, 2)", "if",
))  # fmt: skip


def checked(text: str) -> None:
    """Load a list; it must be refused in the one way there is, or say the same when it is asked again."""
    told: tuple[str, ...] = ("my.txt: it is sound",)
    rules: tuple[object, ...] = ()
    try:
        rules = program(text, "my.txt").rules
    except ScenarioError as refused:
        told = refused.mistakes
    assert told
    assert all(line.startswith("my.txt") and len(line) < 2000 for line in told)
    assert bool(rules) == (told == ("my.txt: it is sound",))


@given(st.text(max_size=200))
def test_any_text_is_a_list_or_refused(text: str) -> None:
    checked(text)
    checked(f"system counts\n{text}")
    checked(f"system steps\nfire if {text}")


@given(st.lists(PIECES, max_size=30))
def test_any_pieces_are_a_list_or_refused(pieces: list[str]) -> None:
    checked("system counts\n" + "".join(pieces))


@given(st.data())
def test_a_shipped_list_with_a_piece_changed_is_a_list_or_refused(data: st.DataObject) -> None:
    system = data.draw(st.sampled_from(tuple(SYSTEMS)))
    text = text_of(data.draw(st.sampled_from(of_system(system))))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    checked(text[:start] + data.draw(PIECES) + text[end:])


DUEL = fight(path_of("duel").read_text(encoding="utf-8"), seed=7)
ASKED = first(DUEL, "Ana")
NUMBERS = [entry.name for entry in names("counts") if entry.kind.name == "a number" and not entry.takes]


def sums(depth: int) -> st.SearchStrategy[str]:
    """Return expressions that are numbers."""
    leaf = st.one_of(st.sampled_from(NUMBERS), st.integers(-1000, 1000).map(str), st.sampled_from(("1e9", "0", "0.001")))
    if not depth:
        return leaf
    inner = sums(depth - 1)
    return st.one_of(
        leaf,
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*/"), inner),
        st.builds("min({}, {})".format, inner, inner),
        st.builds("-{}".format, inner),
    )


@given(sums(3), st.sampled_from(("<", ">", "==", "!=", "<=", ">=")), sums(3))
def test_any_sound_condition_is_true_or_false(left: str, sign: str, right: str) -> None:
    condition = f"{left} {sign} {right}"
    if len(condition) < 250:
        assert looked(DUEL, ASKED, condition, "attack") in ("true", "false")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_option_can_be_named_by_a_list(system: str) -> None:
    from agents.priority_check import tongue_of

    needed = {"mode": {"counts": "static", "steps": "full"}.get(system, ""), "until": "(t + 1)", "pace": "walking", "roll": "attack", "name": '"fast_draw"'}
    scenario = fight(path_of({"counts": "duel", "shots": "shots_duel", "steps": "steps_duel"}[system]).read_text(encoding="utf-8"))
    who = next(iter(scenario.scenario.agents))
    request = first(scenario, who)
    for option in options(system):
        do = str(option.__struct_config__.tag)
        fields = " ".join(f"{name}={needed[name]}" for name in tongue_of(system).needs.get(do, ()))
        answer = player(scenario.scenario, who, f"{do} {fields}".strip()).decide(request)
        assert isinstance(answer, Option)
        assert request.legal(answer) is None
