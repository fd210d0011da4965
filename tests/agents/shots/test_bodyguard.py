"""The bodyguard's decisions: whom it protects, how it does, how far it goes, whom it tends."""

from __future__ import annotations

from typing import Any

from showdown import answer, battle, played, who
from standoff import FISTS, PISTOL, Has, Standoff, one

from engine.options import Hold
from engine.shots.actions import Attack

WARD: Has = {"toughness": 4, "weapons": [], "skills": {"dodge": 8}}
STRONG = PISTOL | {"damage": 12}


def guard(name: str = "Ana", x: float = 0.0, **has: Any) -> Has:
    return one(name, "red", x, **({"toughness": 9, "agent": "bodyguard", "shot": 8} | has))


def ward(name: str = "Will", x: float = 2.0, **has: Any) -> Has:
    return one(name, "red", x, **({"shot": 7} | WARD | has))


def killer(name: str = "Bo", **has: Any) -> Has:
    return one(name, "blue", 14, **({"weapons": [STRONG], "shot": 10} | has))


def under_fire(*others: Has, asked: str = "Ana", bo: Has | None = None, **targets: str) -> Standoff:
    """Killers attack: Will, unless told otherwise by name; a guard is asked."""
    stage = Standoff(*(others or (guard(), ward())), bo or killer())
    shots = {"Bo": Attack(target="Will", weapon="pistol")}
    shots |= {name: Attack(target=target, weapon="pistol") for name, target in targets.items()}
    stage.until(asked, "announced", **shots)
    return stage


def test_a_tough_guard_steps_between_its_ward_and_a_shot() -> None:
    """S-DEF-4."""
    option = answer(under_fire(), "bodyguard")
    assert (option.do, option.target, option.against) == ("interpose", "Will", "Bo#1")


def test_a_frail_guard_gives_its_ward_an_active_defense_instead() -> None:
    """S-DEF-4: a guard with Dodge 3 and Toughness 0 would be worse off by more than twice what +3 saves its ward."""
    frail = guard(toughness=0, skills={"dodge": 3, "guns": 14, "martial_arts": 10})
    option = answer(under_fire(frail, ward(skills={"dodge": 13})), "bodyguard")
    assert (option.do, option.target) == ("defend_other", "Will")


def test_without_devotion_it_only_looks_after_itself() -> None:
    assert answer(under_fire(), "bodyguard", devotion=0) == Hold()


def test_it_defends_itself_when_it_is_the_target() -> None:
    """S-DEF-1."""
    option = answer(under_fire(guard(toughness=5), ward(), Bo="Ana"), "bodyguard")
    assert (option.do, option.kind) == ("defend", "dodge")


def test_out_of_reach_of_its_ward_it_can_do_nothing_for_it() -> None:
    """S-DEF-4: within Move, which is 6."""
    stage = under_fire(guard(), ward(x=-5.0), bo=killer())
    assert answer(stage, "bodyguard").do == "interpose"
    stage.fighter("Will").x = -6.5
    assert answer(stage, "bodyguard") == Hold()


def test_of_two_guards_one_answers_one_attack() -> None:
    """The nearer one; the other keeps its shots."""
    team = (guard("Ana", 0.0), guard("Art", 1.0), ward())
    assert answer(under_fire(*team), "bodyguard") == Hold()
    assert answer(under_fire(*team, asked="Art"), "bodyguard").do == "interpose"


def test_two_guards_share_two_attacks() -> None:
    team = (guard("Ana", 0.0), guard("Art", 1.0), ward(), killer("Cy"))
    against = {
        answer(under_fire(*team, asked=name, Cy="Will"), "bodyguard").against for name in ("Ana", "Art")
    }  # fmt: skip
    assert against == {"Bo#1", "Cy#1"}


def test_its_ward_is_the_unarmed_friend_before_the_tough_and_the_armed() -> None:
    stage = under_fire(guard(), ward(), one("Al", "red", 1.0, shot=7, toughness=2), Bo="Al")
    assert answer(stage, "bodyguard") == Hold()
    assert answer(under_fire(guard(), ward(), one("Al", "red", 1.0, shot=7, toughness=2)), "bodyguard").target == "Will"


def test_it_shoots_back_at_its_own_shot() -> None:
    stage = Standoff(guard(shot=10), ward(), killer(shot=8))
    stage.until("Ana", "start")
    option = answer(stage, "bodyguard")
    assert (option.do, option.target, option.toward) == ("attack", "Bo", None)


def test_it_goes_back_to_its_ward_as_it_shoots() -> None:
    stage = Standoff(guard(x=10.0, shot=10), ward(), killer(shot=8))
    stage.until("Ana", "start")
    option = answer(stage, "bodyguard")
    assert (option.do, option.toward) == ("attack", "Will")


def test_it_does_not_run_after_foes_that_are_far_from_its_ward() -> None:
    stage = Standoff(guard(shot=10, weapons=[FISTS]), ward(), killer(shot=8))
    stage.until("Ana", "start")
    assert answer(stage, "bodyguard") == Hold()
    assert answer(stage, "bodyguard", leash=10).do == "run"


def test_it_goes_after_foes_when_nothing_came_of_waiting() -> None:
    """No stalemate while the others only hold, far away."""
    scenario = battle(
        who("Ana", "red", "bodyguard", 0.0), who("Will", "red", "hold", 1.0, weapons=[]), who("Bo", "blue", "hold", 300.0)
    )
    assert [played(scenario, seed).winner for seed in range(5)] == ["red"] * 5


def test_it_goes_to_a_dying_friend_and_tends_it_when_no_foe_is_near() -> None:
    """S-WND-2, S-CHR-1."""
    stage = Standoff(guard(shot=10), one("Al", "red", 8, shot=7), one("Bo", "blue", 200, shot=8, weapons=[FISTS]))
    al = stage.fighter("Al")
    al.out, al.dies_in = "dying", 30
    stage.until("Ana", "start")
    option = answer(stage, "bodyguard")
    assert (option.do, option.toward) == ("run", "Al")
    al.x = 1.5
    option = answer(stage, "bodyguard")
    assert (option.do, option.target) == ("bind", "Al")


def test_under_fire_it_shoots_back_before_it_tends() -> None:
    stage = Standoff(guard(shot=10), one("Al", "red", 1.5, shot=7), killer(shot=8))
    al = stage.fighter("Al")
    al.out, al.dies_in = "dying", 30
    stage.until("Ana", "start")
    assert answer(stage, "bodyguard").do == "attack"


def lasts(agent: Any) -> float:
    """Return for how many counts on the mean a ward lives between two guards under the fire of two."""
    scenario = battle(
        who("Ana", "red", agent, 0.0, 1.0, toughness=8), who("Art", "red", agent, 0.0, -1.0, toughness=8),
        who("Will", "red", "hold", 1.0, weapons=[], toughness=4, skills={"dodge": 9}),
        who("Bo", "blue", "gunman", 16.0, 3.0), who("Cy", "blue", "gunman", 16.0, -3.0),
    )  # fmt: skip
    total = 0.0
    for seed in range(12):
        result = played(scenario, seed)
        fell = [line["t"] for line in result.log() if line["type"] == "down" and line["actor"] == "Will"]
        total += fell[0] if fell else result.t
    return total / 12


def test_a_ward_lives_longer_with_bodyguards_than_with_gunmen() -> None:
    """Seeds 0-11."""
    assert lasts("bodyguard") > 1.15 * lasts("gunman")
