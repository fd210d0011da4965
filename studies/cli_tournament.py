"""``couched tournament``: every pairing of agents on every scenario, sides swapped on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence

import click

from studies.cli_study import StudyOptions, finish, study_options


@click.command(
    "tournament", short_help="Every pairing of agents, sides swapped on the same seeds: ratings with intervals."
)
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO...")
@click.option("--agents", required=True, metavar="A,B,...",
              help="Policies, with parameters where wanted: brawler,brawler[crowd=5],fencer; "
                   "and programs: 'cmd:python3 my.py'.")  # fmt: skip
@click.option("--mirror", is_flag=True, help="Every agent plays itself, too: the bias of sides alone.")
@click.option("--target-elo", type=click.FloatRange(0, min_open=True), metavar="E",
              help="Stop at the first planned look at which every rating is known to E Elo points either way.")  # fmt: skip
@click.option(
    "--set", "overrides", metavar="PATH=VALUE", multiple=True, help="Override in every scenario: rules.ties=init."
)
@study_options(of="every pairing on each side")
def tournament_command(
    scenarios: Sequence[str], agents: str, mirror: bool, target_elo: float | None, overrides: Sequence[str],
    study: StudyOptions, as_json: bool,
) -> int:  # fmt: skip
    """Play every pairing of --agents on every SCENARIO, each seed twice: the sides swapped, the dice the same.

    An agent plays all combatants of one side. Outcomes are counted apart; pairings and ratings come with intervals, and
    the shortest, quartile and longest battles with the commands that play them again.

    \b
    couched tournament duel --agents brawler,fencer,random --battles 200 --out duel-study
    couched tournament duel mirror --agents brawler,fencer --target-error 0.02 --out study
    """
    from studies.tournament import tournament

    result = tournament(
        scenarios, agents, study.battles, target_error=study.target_error, target_elo=target_elo, mirror=mirror,
        overrides=overrides, seed=study.seed, confidence=study.confidence, **study.place,
    )  # fmt: skip
    return finish(result, study.out, as_json)
