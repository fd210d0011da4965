"""Tending, impairment, Death Tests, and who is out of the fight (S-CHR-1, S-WND-1 to S-WND-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle_shots.figures import impairment, time_to_live
from oracle_shots.state import One

if TYPE_CHECKING:
    from oracle_shots.fight import Fight


def tend(fight: Fight) -> None:
    """S-CHR-1: Medicine against 5 and the failure of a dying one, or 10 for wounds, which it treats once."""
    tending, fight.tending = fight.tending, []
    results = []
    for one, patient in sorted(tending, key=lambda pair: pair[0].rank):
        need = 5 + patient.failed_by if patient.dies_in else 10
        total, wonder = fight.open(one, "medicine", one.skill("medicine"))
        results.append((one, patient, total - need, wonder, patient.dies_in > 0))
    for one, patient, margin, wonder, dying in results:
        healed, before = 0, fight.impaired(patient)
        if margin >= 0 and dying:
            patient.dies_in = 0
        elif margin >= 0 and not patient.tended:
            healed = min(margin + (3 if wonder else 0), patient.wounds)
            patient.wounds, patient.tended = patient.wounds - healed, True
        fight.tell("bind", one.name, patient.name, margin >= 0, healed, patient.wounds)
        note_impairment(fight, patient, before)
        if wonder and margin < 0:
            fight.pay(one, 3)


def note_impairment(fight: Fight, one: One, before: int) -> None:
    if fight.impaired(one) != before:
        fight.tell("impairment", one.name, fight.impaired(one))


def suffer(fight: Fight, one: One, points: int) -> None:
    """S-WND-1 to S-WND-3: the Wound Points of an instant; ``wounds`` has them already."""
    if one.unnamed:
        put_out(fight, one, None)
        return
    before = one.wounds - points
    note_impairment(fight, one, impairment(before, one.picks("guts")))
    if one.wounds > 30 and (before > 30 or fight.rules["crossing_tests"]):
        total, _ = fight.open(one, "death_test", one.row["constitution"])
        failed = one.wounds - 30 - total
        if failed > 0:
            one.failed_by = failed
            live = time_to_live(failed, fight.rules["sequence_seconds"])
            one.dead, one.dies_in = live is None, 0 if live is None else fight.number + live
            if live is None:
                fight.tell("death", one.name)
            put_out(fight, one, live)


def put_out(fight: Fight, one: One, live: int | None) -> None:
    """Out of the fight: it stops, and defends nobody."""
    if one.course is not None:
        one.x, one.y = fight.at(one)
        one.course, one.changed = None, fight.t
        fight.told_move(one)
    one.out = True
    fight.end_defense(one)
    fight.tell("down", one.name, live)
