"""The small learner of the examples: the same seed learns the same, and what it learns is worth something."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

_AT = Path(__file__).resolve().parents[2] / "examples" / "learn.py"


@pytest.fixture(scope="module")
def learn():
    """The example, as a module."""
    spec = importlib.util.spec_from_file_location("learn_example", _AT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sides(learn):
    """A duel that is soon over, an environment for each side, broken off where it is not."""
    return learn.environments("counts", "duel", shaping=1.0, max_cycles=60)


def test_the_same_seed_learns_the_same_weights_and_another_one_others(learn, sides):
    few = {"batches": 2, "batch": 4}
    once = learn.learn(sides, 3, **few)
    assert (once == learn.learn(sides, 3, **few)).all()
    assert (once == learn.learn(learn.environments("counts", "duel", shaping=1.0, max_cycles=60), 3, **few)).all()
    assert (once != learn.learn(sides, 4, **few)).any()


def test_it_learns_to_win_more_of_battles_it_never_met(learn, sides):
    weights = learn.learn(sides, 0, batches=8, batch=10)
    before, after = learn.trial(sides, np.zeros_like(weights), 60), learn.trial(sides, weights, 60)
    better, worse = (after > before).sum(), (after < before).sum()
    assert better > worse
    assert learn.chance_of_luck(better, worse) < 0.05


@pytest.mark.parametrize(("words", "code"), [(["--help"], 0), (["countz"], 2), (["counts", "duel", "more"], 2)])
def test_a_command_line_that_names_no_system_is_told_what_may_be(learn, capsys, words, code):
    with pytest.raises(SystemExit) as ended:
        learn.asked(words)
    assert ended.value.code == code
    assert capsys.readouterr().err == "usage: python examples/learn.py [counts|shots|steps] [SCENARIO]\n"
    assert learn.asked(["steps", "breach"]) == ["steps", "breach"]


def test_each_side_is_played_against_random(learn, sides):
    assert [env.possible_agents for env in sides] == [["Bo"], ["Ana"]]  # blue's, then red's
    assert [dict(env.unwrapped.sides) for env in sides] == [{"Bo": "blue"}, {"Ana": "red"}]


def test_what_came_after_a_decision_is_all_that_was_paid_until_the_end(learn):
    env = learn.environments("counts", "duel")[0]
    info, told = learn.play(env, 1, np.zeros(len(env.unwrapped.option_features)), np.random.default_rng(0))
    paid = {None: 0.0, "blue": 1.0, "red": -1.0}[info["winner"]]
    assert paid
    assert told
    assert all(after == paid for _, after in told)  # without shaping only the end pays


def test_a_score_is_the_slope_of_the_logarithm_of_a_chance(learn):
    """With two options of features (1, 0) and (0, 1) and weights (w, 0) the chance of the first is 1 / (1 + exp(-w))."""
    for weight in (-1.0, 0.0, 2.0):
        env = Once()
        _, [(score, after)] = learn.play(env, 0, np.array([weight, 0.0]), FirstAlways())
        chance = 1 / (1 + np.exp(-weight))
        assert score == pytest.approx([1 - chance, chance - 1])
        assert after == 2.5


class FirstAlways:
    """A source of chance that always falls on the first slot."""

    def random(self):
        return 0.0


class Once:
    """An environment with one agent, one decision between two options, and 2.5 for it."""

    def __init__(self):
        self.unwrapped, self.agents, self.over = self, ["a"], False

    def reset(self, seed):
        self.agents = ["a"]

    def agent_iter(self):
        while self.agents:
            yield "a"

    def split(self, observation):
        return None, observation

    def last(self):
        return {"observation": np.eye(2), "action_mask": np.ones(2)}, 2.5 if self.over else 0.0, self.over, False, {}

    def step(self, slot):
        if self.over:
            self.agents = []
        else:
            assert slot == 0
            self.over = True


def test_the_sign_test_is_exact(learn):
    assert learn.chance_of_luck(5, 0) == 2 / 32  # two in two to the fifth
    assert learn.chance_of_luck(3, 1) == pytest.approx(10 / 16)  # 2 (4 + 1) / 16
    assert learn.chance_of_luck(2, 2) == 1.0
    assert learn.chance_of_luck(0, 0) == 1.0
