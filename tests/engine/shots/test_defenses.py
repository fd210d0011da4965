"""The kinds of active defense: costs, bonuses, conditions, catching what is thrown (S-DEF-1 to S-DEF-5, S-SEQ-3)."""

from __future__ import annotations

from typing import Any

import pytest
from standoff import FISTS, KNIFE, PISTOL, SWORD, Standoff, one

from engine.options import Hold
from engine.shots import defenses
from engine.shots.actions import Attack, Defend, DefendOther, Interpose, Throw, Wait
from engine.shots.rules import ShotsRules
from engine.shots.state import Action

STAB = Attack(target="Bo", weapon="fists")
THROW = Throw(target="Bo", weapon="knife")


def thrown_at_bo(faces: tuple[int, int] = (1, 5), ana: Any = THROW, bo_has: dict[str, Any] | None = None, **kwargs: Any) -> Standoff:
    """Bo is asked about Ana's knife, thrown with 14 against his Dodge of 13; the open roll is 1 - 5 unless told otherwise."""
    others = kwargs.pop("others", ())
    stage = Standoff(
        one("Ana", "red", weapons=[KNIFE, PISTOL, FISTS], **kwargs),
        one("Bo", "blue", 1, **({"shot": 7, "weapons": [SWORD, FISTS]} | (bo_has or {}))),
        *others, rolls={"Ana/attack": [faces]},
    )  # fmt: skip
    stage.until("Bo", "announced", Ana=ana)
    return stage


# the kinds


def test_dodge_and_parry_add_three_a_catch_too_and_being_alert_adds_to_detecting() -> None:
    """S-DEF-1, S-DEF-3, S-SEQ-3: 1 shot each; each with its value and rule (S-DEF-5)."""
    found = {kind.name: (kind.cost, kind.bonus, kind.value, kind.rule) for kind in defenses.common(ShotsRules()).values()}
    assert found == {
        "dodge": (1, 3, "dodge", "S-DEF-1"), "parry": (1, 3, "dodge", "S-DEF-1"), "catch": (1, 3, "dodge", "S-SEQ-3"),
        "alert": (1, 3, "detect", "S-DEF-3"),
    }  # fmt: skip


def test_a_schtick_adds_a_kind_of_its_own_to_who_has_it() -> None:
    """S-DEF-5, S-CHR-3: Lightning Dodge, +5 for 1 shot."""
    stage = Standoff(one("Ana", "red", schticks=["lightning_dodge"]), one("Bo", "blue", 10, shot=9))
    stage.until("Ana")
    kind = defenses.kinds(stage.fight, stage.fighter("Ana"))["lightning_dodge"]
    assert (kind.cost, kind.bonus, kind.value, kind.rule) == (1, 5, "dodge", "S-CHR-3")
    assert "lightning_dodge" not in defenses.kinds(stage.fight, stage.fighter("Bo"))
    assert stage.refused(Defend(kind="lightning_dodge")) is None
    stage.until("Bo", Ana=Wait(shot=1))
    assert stage.refused(Defend(kind="lightning_dodge")) == "S-DEF-5"


def test_a_kind_costs_the_same_by_name_and_by_itself_but_another_and_the_unnamed_pay_their_own_price() -> None:
    """S-DEF-1: 1; S-DEF-4: 3 for another, whatever is used; S-WND-3: 3 for the unnamed."""
    stage = Standoff(one("Ana", "red", schticks=["lightning_dodge"]), one("Bo", "blue", 10, unnamed=True))
    fight, ana, bo = stage.fight, stage.fighter("Ana"), stage.fighter("Bo")
    for kind in defenses.kinds(fight, ana).values():
        assert [defenses.cost(fight, ana, given, False) for given in (kind, kind.name)] == [1, 1]
        assert defenses.cost(fight, ana, kind, True) == 3
    assert defenses.cost(fight, bo, "dodge", False) == 3


# when one may


def test_one_defends_at_any_time_while_a_shot_is_left() -> None:
    """S-DEF-1: as a response, at one's own shot, and when asked for anything else; the cost may lead below 0."""
    stage = thrown_at_bo(ana=STAB)
    assert stage.refused(Defend()) is None
    bo = stage.fighter("Bo")
    bo.counter = 1
    assert [stage.refused(Defend(kind=kind)) for kind in ("dodge", "parry", "alert")] == [None] * 3
    bo.counter = 0
    assert [stage.refused(Defend(kind=kind)) for kind in ("dodge", "parry", "alert")] == ["S-DEF-1"] * 3
    assert stage.refused(Hold()) is None
    own = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=9))
    own.until("Ana")
    assert own.refused(Defend(kind="parry")) is None
    assert own.refused(Defend(kind="duck")) == "S-DEF-5"


def test_an_unnamed_one_with_a_single_shot_left_may_defend_though_it_costs_three() -> None:
    """S-WND-3, S-DEF-1: at least 1 shot left is enough."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 1, unnamed=True, weapons=[FISTS]), rolls={"Bo/initiative": [[1]] * 5})
    stage.until("Bo", "announced", Ana=STAB)
    bo = stage.fighter("Bo")
    bo.counter = 1
    stage.answer(Defend())
    stage.until("Ana")
    assert next((event.before, event.after) for event in stage.of("counter", "Bo")) == (1, -2)


def test_the_surprised_can_not_defend_before_their_own_first_shot() -> None:
    """S-DEF-1: Bo is not asked about Ana's attack at 10; at his own shot, 9, he has not acted yet; after it he may."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 1, shot=9, surprised=True))
    stage.until("Bo", Ana=STAB)
    assert stage.request is not None
    assert (stage.request.t, stage.request.reasons) == (1.0, ("start",))
    assert [stage.refused(Defend(kind=kind)) for kind in ("dodge", "parry", "alert")] == ["S-DEF-1"] * 3
    assert "defend" not in stage.kinds()
    stage.answer(Attack(target="Ana", weapon="fists"))
    stage.until("Bo", "announced", Ana=STAB)
    assert stage.refused(Defend()) is None


def test_an_attack_one_is_unaware_of_can_not_be_defended_against() -> None:
    """S-DEF-3: Bo's detect of 5 (Perception) less 20, on dice of 1 - 5, does not see Ana sneak up with a stealth of 25."""
    stage = Standoff(
        one("Ana", "red", hidden=True, skills={"stealth": 25, "martial_arts": 14, "dodge": 13}), one("Bo", "blue", 1, shot=7),
        rolls={"Bo/perception": [[1, 5]]},
    )  # fmt: skip
    stage.until("Bo", "start", Ana=STAB)
    assert len(stage.of("impact", "Ana")) == 1
    assert stage.of("decision", "Bo") == []


def test_one_is_unaware_only_of_a_hidden_attack_of_one_it_has_not_detected() -> None:
    """S-DEF-3."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 1))
    bo, ana = stage.fighter("Bo"), stage.fighter("Ana")
    hidden, open_ = (Action("Ana#1", ana, STAB, "attack", 0, 3, target=bo, unseen=unseen) for unseen in (True, False))
    assert [defenses.aware(bo, hidden), defenses.aware(bo, open_)] == [True, True]
    bo.unaware = {"Ana"}
    assert [defenses.aware(bo, hidden), defenses.aware(bo, open_)] == [False, True]


def test_a_defense_that_comes_once_a_sequence_comes_again_in_the_next() -> None:
    """S-DEF-5, S-CHR-3: Lightning Dodge."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 1, shot=9, schticks=["lightning_dodge"]))
    stage.until("Bo", "announced", Ana=STAB)
    stage.answer(Defend(kind="lightning_dodge"))
    stage.until("Bo", "announced", Ana=STAB)
    assert stage.refused(Defend(kind="lightning_dodge")) == "S-CHR-3"
    assert stage.refused(Defend()) is None
    while stage.fight.sequence < 2:
        stage.answer(Hold())
        stage.until("Bo")
    assert stage.refused(Defend(kind="lightning_dodge")) is None


# catching


def test_a_throw_that_misses_is_caught_and_is_the_catchers_now() -> None:
    """S-SEQ-3: 14 + 1 - 5 = 10 against 13 + 3; Bo has a hand free beside his sword."""
    stage = thrown_at_bo()
    assert stage.refused(Defend(kind="catch")) is None
    stage.answer(Defend(kind="catch"))
    stage.until("Bo", "ready")
    ana, bo = stage.fighter("Ana"), stage.fighter("Bo")
    assert [event.result for event in stage.of("impact")] == ["miss"]
    assert sorted(tool.name for tool in bo.hands if tool is not None) == ["knife", "sword"]
    assert "knife" in bo.tools
    assert "knife" not in ana.tools
    assert stage.fight.lying == []
    assert bo.tools["knife"].owner is bo
    assert stage.refused(Throw(target="Ana", weapon="knife")) is None


def test_what_leaves_the_hand_by_a_throw_and_comes_into_it_by_a_catch_is_told() -> None:
    """Contract 3, S-SEQ-3: what is in hand can be rebuilt from the log alone."""
    stage = thrown_at_bo()
    stage.answer(Defend(kind="catch"))
    stage.until("Bo", "ready")
    told = [(event.actor, event.what, event.weapon, sorted(event.in_hand)) for event in stage.of("draw")]
    assert told == [("Ana", "thrown", "knife", ["pistol"]), ("Bo", "caught", "knife", ["knife", "sword"])]
    miss = stage.of("impact")[0]
    assert [event.cause for event in stage.of("draw")] == [stage.of("announce")[0].seq, miss.seq]


def test_a_throw_that_misses_for_another_reason_is_not_caught_but_lies_there() -> None:
    """S-SEQ-3: Bo dodges."""
    stage = thrown_at_bo()
    stage.answer(Defend())
    stage.until("Bo", "ready")
    assert [(tool.name, tool.place) for tool in stage.fight.lying] == [("knife", (1.0, 0.0))]
    assert "knife" not in stage.fighter("Bo").tools


def test_a_throw_that_hits_is_not_caught() -> None:
    """S-SEQ-3: 14 + 5 - 1 = 18 against 16."""
    stage = thrown_at_bo((5, 1))
    stage.answer(Defend(kind="catch"))
    stage.until("Bo")
    assert [event.result for event in stage.of("impact")] == ["hit"]
    assert "knife" not in stage.fighter("Bo").tools


def test_only_what_is_thrown_at_one_is_caught_and_only_with_a_hand_free() -> None:
    """S-SEQ-3."""
    assert thrown_at_bo(ana=STAB).refused(Defend(kind="catch")) == "S-SEQ-3"
    both = thrown_at_bo(bo_has={"weapons": [SWORD, PISTOL, FISTS]})
    assert both.refused(Defend(kind="catch")) == "S-SEQ-3"
    own = Standoff(one("Ana", "red", weapons=[FISTS]), one("Bo", "blue", 10, shot=9))
    own.until("Ana")
    assert own.refused(Defend(kind="catch")) == "S-SEQ-3"


def test_a_catch_is_refused_with_what_is_in_its_way() -> None:
    """S-SEQ-3: nothing is thrown, it is thrown at somebody else, or no hand is free."""

    def why(stage: Standoff) -> str:
        assert stage.request is not None
        return stage.request.legal(Defend(kind="catch")) or ""

    assert why(thrown_at_bo(ana=STAB)).endswith("nothing is thrown")
    assert why(thrown_at_bo(bo_has={"weapons": [SWORD, PISTOL, FISTS]})).endswith("its hands are full")
    other = thrown_at_bo(others=[one("Cy", "blue", 2, shot=8, weapons=[FISTS])], bo_has={"shot": 7})
    other.until("Cy", "announced", Bo=Hold())
    assert why(other).endswith("not thrown at Cy")


def test_one_of_several_that_is_caught_leaves_the_thrower_the_others() -> None:
    """S-SEQ-3: Ana has two more knives; Bo's own is called knife, too."""
    stage = Standoff(
        one("Ana", "red", weapons=[KNIFE | {"ammunition": 2}, FISTS]), one("Bo", "blue", 1, shot=7, weapons=[KNIFE, FISTS]),
        rolls={"Ana/attack": [[1, 5]]},
    )  # fmt: skip
    stage.until("Bo", "announced", Ana=THROW)
    stage.answer(Defend(kind="catch"))
    stage.until("Bo", "ready")
    ana, bo = stage.fighter("Ana"), stage.fighter("Bo")
    assert ana.tools["knife"].carried == 1
    assert [tool.name for tool in bo.hands if tool is not None] == ["knife", "knife 2"]
    assert (bo.tools["knife 2"].owner, bo.tools["knife 2"].carried) == (bo, 0)
    assert bo.tools["knife 2"] is not ana.tools["knife"]


def test_a_friend_who_catches_what_is_thrown_at_another_holds_it() -> None:
    """S-DEF-4, S-SEQ-3: the various defenses serve for another, for 3 shots."""
    stage = thrown_at_bo(others=[one("Cy", "blue", 2, shot=8, weapons=[FISTS])], bo_has={"shot": 7})
    stage.until("Cy", "announced", Bo=Hold())
    assert stage.refused(Defend(kind="catch")) == "S-SEQ-3"
    stage.answer(DefendOther(target="Bo", kind="catch"))
    stage.until("Cy")
    assert "knife" in stage.fighter("Cy").tools
    assert "knife" not in stage.fighter("Bo").tools


def test_who_steps_between_catches_nothing() -> None:
    """S-DEF-4: to interpose voids the defense."""
    stage = thrown_at_bo(others=[one("Cy", "blue", 2, shot=8, weapons=[FISTS])], bo_has={"shot": 7})
    cy = stage.fighter("Cy")
    stage.until("Cy", "announced", Bo=Defend(kind="catch"))
    stage.answer(Interpose(target="Bo"))
    stage.until("Cy")
    assert "knife" not in cy.tools
    assert "knife" not in stage.fighter("Bo").tools


@pytest.mark.parametrize(("kind", "detects"), [("alert", True), ("parry", False)])
def test_being_alert_helps_to_detect_who_sneaks_up(kind: str, detects: bool) -> None:
    """S-DEF-3: at one count Bo defends and Ana attacks; a detect of 5, dice of 5 - 2, a stealth of 10: 8, or 11 with +3."""
    stage = Standoff(
        one("Ana", "red", hidden=True, skills={"stealth": 10, "martial_arts": 14, "dodge": 13}), one("Bo", "blue", 1),
        rolls={"Bo/perception": [[5, 2]]},
    )  # fmt: skip
    stage.until("Bo", Ana=STAB)
    stage.answer(Defend(kind=kind))
    stage.until("Ana")
    (roll,) = [event for event in stage.of("roll", "Bo") if event.purpose == "perception"]
    assert roll.result == ("detected" if detects else "not detected")
    assert any("announced" in event.reason for event in stage.of("decision", "Bo")) is detects
