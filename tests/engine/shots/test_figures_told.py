"""Every figure of the log says what it is made of: costs, damage, Toughness (contract 3, S-CHR-3)."""

from __future__ import annotations

from standoff import FISTS, PISTOL, Standoff, one

from engine.options import Hold
from engine.shots.actions import Attack, Draw


def told_terms(mods) -> list[tuple[str, float, str]]:
    return [(mod.rule, mod.value, mod.why) for mod in mods]


def test_the_log_says_which_schtick_made_an_attack_cheaper() -> None:
    """S-CHR-3, S-SEQ-3: 3 shots less 1 by Crowd Breaker."""
    mook = one("Mook", "blue", 10, unnamed=True)
    stage = Standoff(one("Ana", "red", schticks=["crowd_breaker"]), mook, rolls={"Ana/attack": [[1, 5]], "Mook/initiative": [[1]] * 5})
    stage.until("Ana", "start")
    stage.answer(Attack(target="Mook", weapon="pistol"))
    stage.until("Ana", "ready")
    (paid,) = stage.of("counter")
    assert (paid.before - paid.after, told_terms(paid.mods)) == (2, [("S-SEQ-3", 3, "attack"), ("S-CHR-3", -1, "Crowd Breaker")])


def test_a_draw_that_costs_nothing_is_in_the_log_with_its_reason() -> None:
    """S-CHR-3: 1 shot less 1 by Fast Draw; with two picks it is never less than nothing."""
    for picks, more in ((1, []), (2, [("S-SEQ-3", 1, "never less")])):
        ana = one("Ana", "red", schticks=[{"name": "fast_draw", "picks": picks}], in_hand=False)
        stage = Standoff(ana, one("Bo", "blue", 10, shot=7))
        stage.until("Ana", "start")
        stage.answer(Draw(weapon="pistol"))
        stage.until("Ana", "ready")
        (paid,) = stage.of("counter")
        assert paid.before == paid.after
        assert told_terms(paid.mods) == [("S-SEQ-3", 1, "draw"), ("S-CHR-3", -picks, "Fast Draw"), *more]


def test_an_action_at_its_plain_cost_has_no_terms() -> None:
    """S-SEQ-3."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=7), rolls={"Ana/attack": [[1, 5]]})
    stage.until("Bo", "start", Ana=Attack(target="Bo", weapon="pistol"))
    assert [event.mods for event in stage.of("counter")] == [[]]


def test_the_log_says_what_the_damage_of_a_hit_is_made_of() -> None:
    """S-ROL-3, S-CHR-2, S-CHR-3: a pistol of 9 and 3 by Signature Weapon; fists of 6 and Strength 5; an Outcome of 1."""
    for weapon, terms in (
        ("pistol", [("S-ROL-3", 9, "Damage Value of pistol"), ("S-CHR-3", 3, "Signature Weapon")]),
        ("fists", [("S-ROL-3", 6, "Damage Value of fists"), ("S-CHR-2", 5, "Strength")]),
    ):
        arms = [PISTOL, FISTS | {"strength": True}]
        ana = one("Ana", "red", weapons=arms, strength=5, schticks=[{"name": "signature_weapon", "weapon": "pistol"}])
        stage = Standoff(ana, one("Bo", "blue", 1, shot=7), rolls={"Ana/attack": [[3, 3]]})
        stage.until("Bo", "announced", Ana=Attack(target="Bo", weapon=weapon))
        stage.answer(Hold())
        stage.until("Bo", "start")
        (hit,) = stage.of("impact")
        assert told_terms(hit.damage_mods) == [*terms, ("S-ROL-2", 1, "Outcome")]
        assert hit.damage == sum(mod.value for mod in hit.damage_mods)


def test_the_log_says_what_toughness_a_schtick_adds() -> None:
    """S-CHR-3: 6 and 2 by Iron Skin against fists; against a pistol there is nothing to tell."""
    for weapon, terms in (("fists", [("S-ROL-3", 6, "Toughness"), ("S-CHR-3", 2, "Iron Skin")]), ("pistol", [])):
        stage = Standoff(
            one("Ana", "red"), one("Bo", "blue", 1, shot=7, toughness=6, schticks=["iron_skin"]), rolls={"Ana/attack": [[3, 3]]},
        )  # fmt: skip
        stage.until("Bo", "announced", Ana=Attack(target="Bo", weapon=weapon))
        stage.answer(Hold())
        stage.until("Bo", "start")
        assert [told_terms(event.toughness_mods) for event in stage.of("wound")] == [terms]
