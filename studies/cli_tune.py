"""``couched tune``: the numbers of a policy made better, and put to the test on what they never met."""

from __future__ import annotations

from collections.abc import Sequence

import click

from studies.cli_common import common
from studies.cli_study import finish
from studies.tune import BATTLES, FINAL, TRIALS


@click.command("tune", short_help="Better numbers for a policy, tested on seeds and opponents they never met.")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO...")
@click.option("--policy", default="utility", show_default=True, metavar="POLICY",
              help="What is tuned: the weights of utility, the numbers of any other policy; where it begins in brackets.")
@click.option("--weights", metavar="SET", help="Of utility: the weights to begin with, a set or a file.  [default: tuned]")
@click.option("--numbers", metavar="NAME,...",
              help="Tune these only, between bounds where wanted: harm,hits=0:3.  [default: all numbers the policy has]")
@click.option("--opponents", required=True, metavar="A,B,...", help="Whom it is tuned against, each on both sides.")
@click.option("--held-out", default="", metavar="C,D,...", help="Whom it meets only at the end.")
@click.option("--trials", type=click.IntRange(1), default=TRIALS, show_default=True, metavar="N",
              help="Values tried, in batches whose size depends on how many numbers there are.")
@click.option("--battles", type=click.IntRange(1), default=BATTLES, show_default=True, metavar="N",
              help="Battles of a value on every scenario, against every opponent, on each side.")
@click.option("--held-out-battles", type=click.IntRange(1), default=FINAL, show_default=True, metavar="N",
              help="Battles at the end, counted alike; nothing is chosen by them.")
@click.option("--set", "overrides", metavar="PATH=VALUE", multiple=True, help="Override in every scenario: rules.ties=init.")
@click.option("--confidence", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, metavar="LEVEL",
              show_default=True, help="The level of intervals.")
@click.option("--seed", type=int, default=0, show_default=True, help="The root seed of battles and search.")
@click.option("--jobs", type=click.IntRange(1), metavar="J",
              help="Processes; results are the same.  [default: one for small work, all cores above]")
@click.option("--out", metavar="DIR", help="Keep battles as they come, the numbers found and the reports in this folder.")
@click.option("--resume", is_flag=True, help="Go on with the tuning that is in --out.")
@common
def tune_command(
    scenarios: Sequence[str], policy: str, weights: str | None, numbers: str | None, opponents: str, held_out: str, trials: int,
    battles: int, held_out_battles: int, overrides: Sequence[str], confidence: float, seed: int, jobs: int | None,
    out: str | None, resume: bool, as_json: bool,
) -> int:  # fmt: skip
    """Look for better numbers of --policy on every SCENARIO against --opponents, then say whether they hold.

    Every round tries a batch of values beside the start, on battles of its own. The likeliest are compared once more, and the
    best meets the start, the opponents and those --held-out on battles nothing was chosen by. Written into --out:
    weights.toml (agent.toml for other policies), history.parquet, report.html.

    \b
    couched tune duel --weights hand --opponents brawler,fencer --held-out spearman --out tuned
    couched tune duel --policy brawler --numbers least_chance=0:60 --opponents fencer --trials 60
    """
    from studies.tune import tune

    result = tune(
        scenarios, policy, opponents=opponents, held_out=held_out, weights=weights, numbers=numbers, trials=trials,
        battles=battles, held_out_battles=held_out_battles, overrides=overrides, seed=seed, confidence=confidence, out=out,
        resume=resume, jobs=jobs,
    )  # fmt: skip
    return finish(result, out, as_json)
