"""What each schtick does, in words with the constants of a rule set (S-CHR-3)."""

from __future__ import annotations

from engine.shots.rules import ShotsRules


def words(rules: ShotsRules) -> dict[str, str]:
    """Return every schtick in two or three sentences, by name."""
    return {
        "fast_draw": (
            f"+{rules.fast_draw_initiative} to initiative a pick, and drawing costs {_shots(rules.fast_draw_shots)} less a "
            "pick, down to none. In return the first action of every sequence must be a draw or a shot, if it could do either."
        ),
        "signature_weapon": f"+{rules.signature_damage} to damage with the one weapon that `weapon` names.",
        "guts": (
            "Impairment by Wound Points changes nothing. Taken twice it spurs on: "
            f"+{rules.guts_points} to all rolls for every step of impairment."
        ),
        "stand_and_deliver": (
            "Asked for `closing` when an opponent sets out to come closer, it may answer with an attack of `shots` 0: a free "
            "shot, out of turn. One such shot until the clock leaves the count."
        ),
        "lightning_dodge": (
            f"One more kind of active defense, `lightning_dodge`: +{rules.lightning_bonus} to Dodge for "
            f"{_shots(rules.lightning_shots)}, once a sequence."
        ),
        "crowd_breaker": (
            f"An attack or a throw at an unnamed character costs {_shots(rules.crowd_shots)} less, but no less than a quick action "
            f"({rules.quick_shots})."
        ),
        "iron_skin": (
            f"+{rules.iron_toughness} to Toughness a pick against what strikes hand to hand: fists, feet, blades. "
            "Shots, throws and blasts are taken as by anybody."
        ),
        "inner_focus": (
            f"Called on by the option `schtick`, for no shots and {rules.focus_fu} Fu: +{rules.focus_attack} to attacks until the "
            "sequence ends. Once a sequence."
        ),
    }


def _shots(number: int) -> str:
    return f"{number} shot" if number == 1 else f"{number} shots"
