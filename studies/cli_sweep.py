"""``couched sweep``: a fight at many values of its scenario or its rules, every cell on the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from studies.cli_study import allow_external_option, finish, study_options

if TYPE_CHECKING:
    from studies.cli_study import StudyOptions


@click.command("sweep", short_help="One fight at many values of its scenario or rules.")
@click.argument("scenario")
@click.option("--vary", "vary", metavar="PATH=VALUES", multiple=True,
              help="What is varied, any path that --set takes: PATH=LOW:HIGH:STEP or PATH=A,B,C; repeat for a grid.")  # fmt: skip
@click.option("--sample", type=click.IntRange(1), metavar="N",
              help="Play N cells, spread evenly over the grid, instead of all; "
                   "with --worth N of two changes and more.")  # fmt: skip
@click.option("--bias", is_flag=True,
              help="Vary the tie policy as well, and tell by how much one side wins more under each.")  # fmt: skip
@click.option("--worth", is_flag=True,
              help="Vary one thing at a time, and rank what each change is worth; "
                   "with --sample what two add together, too.")  # fmt: skip
@click.option(
    "--side", metavar="SIDE", help="Whose wins are followed.  [default: the side of the first combatant varied]"
)
@click.option(
    "--set", "overrides", metavar="PATH=VALUE", multiple=True, help="Override in every cell: combatants.Ana.htk=20."
)
@click.option("--couched", metavar="NAME", multiple=True,
              help="For breakpoints: this combatant's weapon is couched at count 0.")  # fmt: skip
@allow_external_option
@click.option("--meter", metavar="NAME", default="", help="Measures taken of every battle.")
@study_options(of="every cell")
def sweep_command(
    scenario: str, vary: Sequence[str], sample: int | None, worth: bool, bias: bool, side: str | None, overrides: Sequence[str],
    couched: Sequence[str], allow_external: bool, meter: str, study: StudyOptions, as_json: bool,
) -> int:  # fmt: skip
    """Play SCENARIO at every combination of values, and as it stands, all on the same seeds.

    Each cell is compared with the scenario as it stands, battle by battle. In fights of two in the counts system the
    breakpoints are computed too: at which value one fighter's blow overtakes the other's.

    \b
    couched sweep duel --vary combatants.Ana.weapons.broadsword.wsd=4:10:1 --out wsd
    couched sweep mirror --bias --battles 1000
    couched sweep duel --vary combatants.Ana.htk=20:40:5 --vary rules.ties=simultaneous,reach --target-error 0.03
    """
    from studies.sweep import sweep

    result = sweep(
        scenario, vary, study.battles, target_error=study.target_error, sample=sample, worth=worth, bias=bias,
        side=side, couched=couched, overrides=overrides, meter=meter, allow_external=allow_external,
        seed=study.seed, confidence=study.confidence, **study.place,
    )  # fmt: skip
    return finish(result, study.out, as_json)
