"""``couched compare``: two variants of a scenario, battle by battle on the same dice."""

from __future__ import annotations

from collections.abc import Sequence

import click

from studies.cli_study import StudyOptions, allow_external_option, finish, study_options

_VARIANT = "PATH=VALUE,..."


@click.command("compare", short_help="Two variants of a scenario, paired battle by battle on the same dice.")
@click.argument("scenario")
@click.option("--a", "a", metavar=_VARIANT, multiple=True,
              help="What the first variant overrides: combatants.Ana.htk=40,rules.ties=reach; empty for nothing.")  # fmt: skip
@click.option("--b", "b", metavar=_VARIANT, multiple=True, help="What the second one overrides.")
@click.option("--side", metavar="SIDE", help="Whose wins are compared.  [default: the first side by name]")
@click.option("--set", "overrides", metavar="PATH=VALUE", multiple=True, help="Override in both variants.")
@allow_external_option
@click.option("--meter", metavar="NAME", default="", help="Measures taken of every battle and compared: phases.")
@study_options(of="each variant", sprt=True)
def compare_command(
    scenario: str, a: Sequence[str], b: Sequence[str], side: str | None, overrides: Sequence[str], allow_external: bool,
    meter: str, study: StudyOptions, as_json: bool,
) -> int:  # fmt: skip
    """Play SCENARIO with --a and with --b on the same seeds, and compare them battle by battle.

    The difference of the share SIDE wins comes with its interval, with the battles that come out differently, and with what
    is changed in time. --target-error stops when the difference is known well enough, --sprt when it is decided which of
    two differences in Elo it is: what a scores above b, as if they had met; 20 Elo are 5.75 points of score.

    \b
    couched compare duel --a combatants.Ana.weapons.broadsword.wsd=8 --b "" --battles 400
    couched compare duel --a combatants.Ana.agent=fencer --b combatants.Ana.agent=brawler --side red --sprt 0,20
    """
    from studies.compare import compare

    result = compare(
        scenario, a, b, study.battles, target_error=study.target_error, sprt=study.sprt, side=side, overrides=overrides,
        meter=meter, allow_external=allow_external, seed=study.seed, confidence=study.confidence, **study.place,
    )  # fmt: skip
    return finish(result, study.out, as_json)
