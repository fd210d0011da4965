"""Five hundred worked answers, one JSON line each; ``expect`` null is a refusal by the rules."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from studies.calc import answer, batch

LINES = (Path(__file__).parent / "vectors" / "calc.jsonl").read_text(encoding="utf-8").splitlines()


def is_equal(got: Any, expected: Any) -> bool:
    """Return whether a value is the expected one: floats to a billionth, all else exactly and of the same type."""
    if isinstance(expected, float):
        return isinstance(got, float) and math.isclose(got, expected, rel_tol=1e-9, abs_tol=1e-9)
    return type(got) is type(expected) and got == expected


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["calc"])
def test_the_worked_answer_comes_out(line: str) -> None:
    question = json.loads(line)
    expected = question["expect"]
    told = answer(question)
    if expected is None:
        assert list(told) == ["refused"]
        assert told["refused"]
    else:
        assert {key: told.get(key) for key in expected if not is_equal(told.get(key), expected[key])} == {}


def test_the_batch_answers_all_of_them_in_order() -> None:
    assert [json.loads(line) for line in batch(LINES)] == [answer(json.loads(line)) for line in LINES]


def test_every_calc_of_the_contract_is_among_them() -> None:
    assert {json.loads(line)["calc"] for line in LINES} == {
        "timeline", "stage", "movement", "blow", "knockback", "fall", "location", "damage-range", "shots-attack",
        "shots-range", "steps-difficulty",
    }  # fmt: skip
