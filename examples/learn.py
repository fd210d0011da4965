#!/usr/bin/env python3
"""A small learner: policy gradients on the features of options, in the PettingZoo environments of couched.

    pip install -e '.[rl]'
    python examples/learn.py              # counts; or shots, or steps, or any scenario of theirs: counts three_on_three

It plays both sides of a scenario against the policy `random`, half of the battles each, and chooses among its options by
chances: the softmax of their features times its weights. After every batch it takes a step toward weights under which what
was followed by more reward than usual is more likely (REINFORCE). At last it plays battles that it never met, before and
after, and says how sure it is that wins and losses are no luck.
"""

import sys
import time
from importlib import import_module
from math import comb

import numpy as np

SYSTEMS = "counts", "shots", "steps"

OPPONENT = "random"
BATCHES, BATCH, RATE = 40, 16, 0.15
"""So many steps of learning, of so many battles each; how far weights move in one."""

TESTED, TEST_SEED = 400, 1_000_000
"""So many battles it is tested on, and the seed they begin at: far away from those it learns from."""


def environments(system, scenario=None, **more):
    """Return the environment of each side of a scenario; whoever is not on it is played by the opponent."""
    made = import_module(f"studies.couched_{system}_v0")
    named = {} if scenario is None else {"scenario": scenario}
    combatants = made.raw_env(**named).scenario.combatants
    sides = sorted({one.side for one in combatants})
    others = [{other: OPPONENT for other in sides if other != side} for side in sides]
    return [made.env(policies=policies, **named, **more) for policies in others]


def play(env, seed, weights, rng):
    """Play one battle; return its last info, and for each decision its score and the reward that came after it.

    The score is the gradient of the logarithm of the chance of what was chosen.
    """
    env.reset(seed=seed)
    scores = {agent: [] for agent in env.agents}
    rewards = {agent: [] for agent in env.agents}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        if scores[agent]:
            rewards[agent].append(reward)
        if terminated or truncated:
            env.step(None)
            continue
        _, rows = env.unwrapped.split(seen["observation"])
        rows = rows[: np.count_nonzero(seen["action_mask"])]  # the slots with an option come first
        sums = rows @ weights
        chances = np.exp(sums - sums.max())
        chances /= chances.sum()
        slot = min(int(np.searchsorted(chances.cumsum(), rng.random())), len(chances) - 1)
        scores[agent].append(rows[slot] - chances @ rows)
        env.step(slot)
    after = {agent: np.cumsum(rewards[agent][::-1])[::-1] for agent in scores}
    return info, [pair for agent in scores for pair in zip(scores[agent], after[agent], strict=True)]


def learn(envs, seed=0, batches=BATCHES, batch=BATCH, rate=RATE):
    """Return weights learned in ``batches`` times ``batch`` battles, half of them on each side; the same seed gives the same."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(len(envs[0].unwrapped.option_features))
    slope, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(batches):
        told = []
        for battle in range(step * batch, (step + 1) * batch):
            told += play(envs[battle % len(envs)], seed + battle, weights, rng)[1]
        scores, after = np.array([score for score, _ in told]), np.array([reward for _, reward in told])
        gradient = (after - after.mean()) / (after.std() + 1e-6) @ scores / len(told)
        slope, spread = 0.9 * slope + 0.1 * gradient, 0.99 * spread + 0.01 * gradient**2  # the optimizer Adam
        corrected = slope / (1 - 0.9 ** (step + 1)), spread / (1 - 0.99 ** (step + 1))
        weights = weights + rate * corrected[0] / (np.sqrt(corrected[1]) + 1e-8)
    return weights


def trial(envs, weights, battles=TESTED, seed=TEST_SEED):
    """Return 1 for each battle won, -1 for each lost, else 0: battles of new seeds, each seed once on every side."""
    rng = np.random.default_rng(seed)
    ends = []
    for number in range(battles):
        env = envs[number % len(envs)]
        winner = play(env, seed + number // len(envs), weights, rng)[0]["winner"]
        ends.append(0 if winner is None else 1 if winner in env.unwrapped.sides.values() else -1)
    return np.array(ends)


def chance_of_luck(wins, losses):
    """Return how likely so uneven wins and losses are among equals: the exact sign test, two-sided."""
    most, all_of_them = int(max(wins, losses)), int(wins + losses)
    return min(1.0, 2 * sum(comb(all_of_them, many) for many in range(most, all_of_them + 1)) / 2**all_of_them)


def main(system="counts", scenario=None):
    """Learn, then tell what came of it."""
    envs = environments(system, scenario, shaping=1.0)
    names = envs[0].unwrapped.option_features
    begun = time.process_time()
    weights = learn(envs)
    print(f"{BATCHES * BATCH} battles against {OPPONENT} in {time.process_time() - begun:.0f} s of CPU")
    before, after = trial(envs, np.zeros_like(weights)), trial(envs, weights)
    for called, ends in (("before", before), ("after", after)):
        wins, losses, others = ((ends == end).sum() for end in (1, -1, 0))
        print(f"{called}: {wins} won, {losses} lost, {others} neither; p = {chance_of_luck(wins, losses):.2g}")
    better, worse = (after > before).sum(), (after < before).sum()
    print(f"the same battles came out better {better} times, worse {worse} times; p = {chance_of_luck(better, worse):.2g}")
    order = np.argsort(-np.abs(weights))[:12]
    print("what it learned:", ", ".join(f"{names[place]} {weights[place]:+.2f}" for place in order))


def asked(words):
    """Return the system and the scenario that a command line names, if any; what is wrong ends the program, code 2."""
    if len(words) > 2 or not {*words[:1]} <= {*SYSTEMS}:
        print(f"usage: python examples/learn.py [{'|'.join(SYSTEMS)}] [SCENARIO]", file=sys.stderr)
        raise SystemExit(0 if words[:1] in (["-h"], ["--help"]) else 2)
    return words


if __name__ == "__main__":
    from engine import InputError

    try:
        main(*asked(sys.argv[1:]))
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
