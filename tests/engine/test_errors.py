"""Errors keep their fields and their text through SimPy, pickling and copying."""

from __future__ import annotations

import copy
import inspect
import pickle

import pytest
import simpy

from engine import errors
from engine.errors import (
    AgentError,
    CouchedError,
    GuardTripped,
    IllegalOption,
    InputError,
    LogError,
    ScenarioError,
    ScriptedRollError,
    UsageError,
)

SAMPLES = [
    CouchedError("any text"),
    InputError("file.toml:3", "'7'", "a number"),
    ScenarioError("file.toml", ["file.toml:3: one", "file.toml:4: two"]),
    ScriptedRollError("stream 'Ana/to_hit'", "[101]", "1 face from 1 to 100"),
    LogError("log 'x'", "nothing", "a log"),
    IllegalOption("Ana", "attack target=Bo", "C-TIM-7", "busy", ["hold", "break_off"]),
    GuardTripped("more than 10 events at one tick", 8000, "Ana", "Ana#1", "CLK-8"),
    AgentError("Ana", "it raised"),
    UsageError("answer for Ana", "that request is not open"),
]


def tree() -> set[type]:
    """Return every error class of the engine."""
    return {item for _, item in inspect.getmembers(errors, inspect.isclass) if issubclass(item, CouchedError)}


def test_every_class_of_the_tree_has_a_sample_here() -> None:
    assert {type(sample) for sample in SAMPLES} == tree()


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_is_rebuilt_from_its_args(error: CouchedError) -> None:
    """SimPy rebuilds an unhandled exception as ``type(e)(*e.args)``."""
    for again in (type(error)(*error.args), pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)
        assert again.args == error.args


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_raised_in_a_process_comes_out_of_simpy_whole(error: CouchedError) -> None:
    def fails(environment: simpy.Environment) -> simpy.events.ProcessGenerator:
        yield environment.timeout(1)
        raise error

    environment = simpy.Environment()
    environment.process(fails(environment))
    with pytest.raises(type(error)) as caught:
        environment.run()
    assert str(caught.value) == str(error)
    assert vars(caught.value) == vars(error)


def test_errors_of_what_a_user_handed_over_end_with_code_2_and_all_others_with_1() -> None:
    codes = {cls.__name__: cls.exit_code for cls in tree()}
    of_input = {cls.__name__ for cls in tree() if issubclass(cls, InputError)}
    assert of_input == {"InputError", "ScenarioError", "ScriptedRollError", "LogError"}
    assert {name for name, code in codes.items() if code == 2} == of_input
    assert set(codes.values()) == {1, 2}


def test_an_illegal_option_says_who_what_which_rule_and_what_was_legal() -> None:
    text = str(IllegalOption("Ana", "attack target=Bo", "C-TIM-7", "busy", ["hold", "break_off"]))
    for part in ("Ana", "attack target=Bo", "C-TIM-7", "busy", "hold, break_off"):
        assert part in text
    assert "legal now: nothing" in str(IllegalOption("Ana", "x", "CLK-5", "why", []))


def test_a_guard_says_who_and_with_which_action_it_met_last() -> None:
    assert str(GuardTripped("too much", 8000, "Ana", "Ana#1", "CLK-8")) == "CLK-8: too much at tick 8000, last Ana with Ana#1"
    assert str(GuardTripped("too much", 8000, "Ana", "", "CLK-8")).endswith("last Ana with no action")
    assert str(GuardTripped("too much", 8000, "", "", "CLK-8")) == "CLK-8: too much at tick 8000"


def test_a_scenario_error_prints_one_line_for_each_mistake() -> None:
    error = ScenarioError("file.toml", ["first", "second"])
    assert str(error) == "first\nsecond"
    assert error.mistakes == ("first", "second")
