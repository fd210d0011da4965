"""The agent that looks ahead: what it imagines, when it leaves its base's answer, and that its draws are its own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from agents import make
from agents.lookahead import PARAMETERS
from agents.lookahead_futures import Trial, best, halve
from agents.lookahead_models import SLOW, choices, usual
from agents.lookahead_options import Candidate, candidates
from agents.lookahead_suits import QUIET, SUITS, filled_in
from agents.lookahead_value import STANDS, WHOLE, value
from agents.parameters import numbers
from engine import AgentSpec, Battle, InputError, Request
from engine.counts.actions import Attack, BreakOff, Hold, Parry
from scenarios import load
from studies.run import RunResult, run
from tests.engine.strategies import fight, fighter

SMALL = {"rollouts": 8, "candidates": 3, "horizon": 30}


def played(name: str, seed: int = 1, rivals: str = "brawler", **params: Any) -> RunResult:
    """Return a battle of the first combatant's lookahead against others of one policy."""
    scenario = load(name, overrides=["rules.max_counts=40"])
    agents = {spec.name: AgentSpec(rivals) for spec in scenario.combatants}
    agents[scenario.combatants[0].name] = AgentSpec("lookahead", {**SMALL, **params})
    return run(attrs.evolve(scenario, agents=agents), seed, on_illegal="raise")


def decisions(result: RunResult, actor: str) -> list[tuple[float, str, str]]:
    """Return moment, option and note of a combatant's decisions."""
    told = [line for line in result.log() if line["type"] == "decision" and line["actor"] == actor]
    return [(line["t"], line["option"]["do"], line.get("note") or "") for line in told]


# what it does


def test_it_does_something_where_its_base_would_stand_and_be_struck() -> None:
    """Who only holds against a brawler within reach loses; to keep it at a distance, or to strike, is worth more."""
    done = decisions(played("duel", base="hold"), "Ana")
    option, note = next((option, note) for _, option, note in done if "on its base" in note)
    assert option != "hold"
    assert note.startswith(f"imagines {option} ")
    assert "of 8, +" in note
    assert "on its base; hold " in note


def test_without_a_budget_it_does_what_its_base_does() -> None:
    """It is asked more often than its base, and holds then; every blow is the same."""
    one, other = played("duel", budget=0, base="brawler"), None
    scenario = load("duel", overrides=["rules.max_counts=40"])
    agents = {spec.name: AgentSpec("brawler") for spec in scenario.combatants}
    other = run(attrs.evolve(scenario, agents=agents), 1)
    assert blows(one) == blows(other)


def test_imagining_moves_nobodys_dice() -> None:
    """One that never believes what it imagines fights as its base does."""
    imagining, idle = played("duel", sure=100, least=100, base="brawler"), played("duel", budget=0, base="brawler")
    assert any(note.startswith("imagines") for _, _, note in decisions(imagining, "Ana"))
    assert blows(imagining) == blows(idle)


def blows(result: RunResult) -> list[tuple[Any, ...]]:
    return [(line["t"], line["actor"], line["result"]) for line in result.log() if line["type"] == "impact"]


@pytest.mark.parametrize("name", ["duel", "shots_mirror", "steps_duel"])
def test_the_same_seed_is_the_same_battle_in_every_system(name: str) -> None:
    one, other = played(name, rivals="random", horizon=10), played(name, rivals="random", horizon=10)
    assert one.log() == other.log()
    assert any(note.startswith("imagines") for _, _, note in decisions(one, one.scenario.combatants[0].name))


def test_its_branch_imagines_other_futures() -> None:
    notes = [first_note(number) for number in (None, 1, 1, 2)]
    assert notes[1] == notes[2]
    assert len({notes[0], notes[1], notes[3]}) > 1


def first_note(branch: int | None) -> str:
    """Return what Ana says when she first imagines something, on a numbered branch of her streams."""
    battle, player = Battle(load("duel"), 1), lookahead(load("duel"))
    if branch is not None:
        player.branch(branch)
    while True:
        request = asked(battle)
        option = player.decide(request) if request.combatant == "Ana" else Hold()
        if isinstance(request.note, str) and request.note.startswith("imagines"):
            return request.note
        battle.answer(request, option)


def lookahead(scenario: Any, **params: Any) -> Any:
    return make(AgentSpec("lookahead", {**SMALL, **params}), "Ana", scenario)


def asked(battle: Battle) -> Request:
    request = battle.advance()
    assert request is not None
    return request


def test_a_base_that_can_not_play_the_system_is_refused_with_those_that_can() -> None:
    with pytest.raises(InputError, match=r"combatants.Ana.agent.base.*policies for counts: .*brawler.*usual"):
        lookahead(load("duel"), base="gunman")


def test_everybody_may_be_a_model_but_who_waits_for_a_program_imagines_or_takes_orders() -> None:
    assert not SLOW & set(choices())
    assert {"usual", "brawler", "gunman", "rifleman"} <= set(choices())


def test_the_usual_policy_goes_by_what_a_fighter_carries() -> None:
    for spec in load("archers_against_shields").combatants:
        shoots = any(weapon.velocity for weapon in spec.weapons)
        assert usual("counts", spec) == ("archer" if shoots else "brawler")
    assert {usual("shots", spec) for spec in load("hero_against_thirty").combatants} >= {"mob"}


# candidates


def request_of(noticed: bool = False) -> Request:
    """Return the first request of a fighter within reach of another."""
    battle = Battle(fight(fighter("Ana", "red", 0.0), fighter("Bo", "blue", 5.0)), 1)
    return asked(battle)


def test_the_bases_answer_is_the_first_candidate_and_no_option_is_there_twice() -> None:
    found = candidates(request_of(), "counts", [Candidate(Hold()), Candidate(Hold())], 6)
    assert found[0].option == Hold()
    assert len({one.option for one in found}) == len(found) == 6
    assert {one.option.do for one in found} >= {"attack", "hold"}


def test_there_are_no_more_candidates_than_asked_for() -> None:
    strike = Candidate(Attack(target="Bo", weapon="broadsword"))
    assert candidates(request_of(), "counts", [Candidate(Hold()), strike], 1) == [Candidate(Hold())]


def test_every_candidate_is_legal() -> None:
    request = request_of()
    for one in candidates(request, "counts", [Candidate(Hold())], 40):
        assert request.legal(one.option) is None


def shots_request(*sets: str, wounds: int = 0) -> Request:
    """Return the first request of a gunman of the mirror match on its own shot, so many Wound Points and Fortune on it."""
    for seed in range(1, 30):
        scenario = load("shots_mirror", overrides=list(sets))
        battle = Battle(scenario, seed)
        players = {spec.name: make(AgentSpec("gunman"), spec.name, scenario) for spec in scenario.combatants}
        while (request := battle.advance()) is not None:
            me = request.view.me
            if me.turn and me.wounds >= wounds and me.fortune and not me.fortune_for:
                return request
            battle.answer(request, players[request.combatant].decide(request))
    raise AssertionError("nobody was wounded so")


def fortunes(request: Request) -> list[str]:
    found = candidates(request, "shots", [Candidate(Hold())], 40)
    return [one.option.roll for one in found if one.option.do == "fortune"]  # type: ignore[attr-defined]


def test_fortune_for_initiative_is_imagined_and_for_a_death_test_only_when_one_is_near() -> None:
    """At 33 Wound Points of 30 that ask for a Death Test, here 3 of 0."""
    assert fortunes(shots_request()) == ["initiative"]
    assert fortunes(shots_request("rules.death_from=0", wounds=3)) == ["death_test", "initiative"]


# what suits a rule system


@pytest.mark.parametrize("system", ["counts", "shots", "steps"])
def test_numbers_left_open_are_those_that_suit_the_system_and_given_ones_stay(system: str) -> None:
    usual = parameters_of()
    assert filled_in(usual, system) == SUITS[system]
    given = {"horizon": 7.0, "budget": 0.0}
    assert filled_in({**usual, **given}, system) == {**SUITS[system], **given}


def parameters_of(**params: Any) -> dict[str, Any]:
    return numbers(params, PARAMETERS, "agent")


def test_a_number_may_be_left_open_by_minus_one_and_by_no_other_number_below_its_bounds() -> None:
    assert parameters_of(horizon=-1) == parameters_of()
    with pytest.raises(InputError, match=r"agent\.horizon.*from 1 to 10000, or -1 for what suits the rule system"):
        parameters_of(horizon=-2)


def test_the_words_of_a_parameter_tell_what_suits_each_system() -> None:
    why = next(row.why for row in PARAMETERS if row.name == "horizon")
    assert all(f"{SUITS[system]['horizon']} in {system}" in why for system in SUITS)


def seen(**shown: Any) -> SimpleNamespace:
    """Return a view that shows nothing but this."""
    nothing = {"foes": (), "threats": (), "announced": (), "me": SimpleNamespace(action=None)}
    return SimpleNamespace(**{**nothing, **shown})


THREAT, DODGED, PAST = (
    SimpleNamespace(answerable=answerable, declared=declared)
    for answerable, declared in ((True, False), (True, True), (False, False))
)
BUSY = SimpleNamespace(action="fire")


@pytest.mark.parametrize(
    ("system", "shown", "quiet"),
    [
        ("steps", {}, True),
        ("steps", {"foes": ("Bo",)}, False),
        ("steps", {"foes": ("Bo",), "me": BUSY}, True),
        ("steps", {"threats": (THREAT,), "me": BUSY}, False),
        ("steps", {"threats": (DODGED, PAST)}, True),
        ("shots", {}, True),
        ("shots", {"foes": ("Bo",)}, False),
        ("shots", {"announced": ("Bo#1",)}, False),
        ("counts", {}, False),
    ],
)
def test_nothing_is_imagined_where_little_hangs_on_an_answer(system: str, shown: dict[str, Any], quiet: bool) -> None:
    assert QUIET[system](seen(**shown)) is quiet


def test_it_takes_its_bases_answer_while_nobody_is_in_sight() -> None:
    """On the mirrored map of steps the teams wait behind walls at first."""
    scenario = load("steps_mirror")
    battle, name = Battle(scenario, 1), scenario.combatants[0].name
    request = asked(battle)
    while request.combatant != name:
        battle.answer(request, Hold())
        request = asked(battle)
    assert not request.view.foes
    one, other = (make(AgentSpec(policy), name, scenario) for policy in ("lookahead", "rifleman"))
    assert one.decide(request) == other.decide(request)
    assert not str(request.note).startswith("imagines")


# what a future is worth


class Imagined:
    """An imagined battle that stands as told."""

    def __init__(self, left: dict[str, tuple[str, int]], winner: str | None = None) -> None:
        self.result = None if winner is None else attrs.make_class("R", ["outcome", "winner"])("win", winner)
        self._left = left

    def summary(self) -> dict[str, dict[str, Any]]:
        return {
            name: {"side": side, "able": left > 0, "htk": 20, "htk_lost": 20 - left, "pow": 20, "pow_lost": 0}
            for name, (side, left) in self._left.items()
        }


def worth(left: dict[str, tuple[str, int]], winner: str | None = None) -> float:
    return value(Imagined(left, winner), "red", "counts")  # type: ignore[arg-type]


def test_victory_unhurt_is_worth_one_and_defeat_by_an_unhurt_foe_nothing() -> None:
    assert worth({"Ana": ("red", 20), "Bo": ("blue", 0)}, "red") == pytest.approx(1.0)
    assert worth({"Ana": ("red", 0), "Bo": ("blue", 20)}, "blue") == pytest.approx(0.0)


def test_a_victory_is_worth_more_the_less_it_cost() -> None:
    hurt = worth({"Ana": ("red", 10), "Bo": ("blue", 0)}, "red")
    assert hurt == pytest.approx(1 - WHOLE + WHOLE * (STANDS + (1 - STANDS) / 2))


def test_an_open_fight_of_equals_is_worth_a_half_and_two_against_one_four_fifths_of_what_is_open() -> None:
    """Lanchester's square law: 2 to 1 is 4 to 1."""
    assert worth({"Ana": ("red", 20), "Bo": ("blue", 20)}) == pytest.approx(0.5)
    two = worth({"Ana": ("red", 20), "Cy": ("red", 20), "Bo": ("blue", 20)})
    assert two == pytest.approx(WHOLE + (1 - 2 * WHOLE) * 0.8)


# how candidates are compared


class Told:
    """Futures whose worth is told beforehand, by candidate; the first takes one answer, the others so many each."""

    def __init__(self, worth: dict[str, list[float]], cost: int = 1) -> None:
        self.worth, self.cost, self.answers = worth, cost, 0

    def extend(self, trial: Trial, number: int) -> None:
        row = self.worth[trial.candidate.option.do]
        self.answers += (number - len(trial.values)) * (self.cost if self.answers else 1)
        trial.values = [row[index % len(row)] for index in range(number)]


HOLD, PARRY, DROP = (Candidate(option) for option in (Hold(), Parry(weapon="sword"), BreakOff()))


def halved(worth: dict[str, list[float]], rollouts: int = 32, most: int = 10_000) -> list[Trial]:
    trials = [Trial(candidate) for candidate in (HOLD, PARRY, DROP)]
    return halve(Told(worth), trials, rollouts, most)  # type: ignore[arg-type]


def test_what_is_never_better_than_the_base_is_dropped_after_the_first_round() -> None:
    last = halved({"hold": [0.5], "parry": [0.5], "break_off": [0.4]})
    assert [trial.candidate for trial in last] == [HOLD]
    assert len(last[0].values) == 8


def test_the_better_half_is_played_to_the_end() -> None:
    last = halved({"hold": [0.5, 0.4], "parry": [0.9, 0.8], "break_off": [0.6, 0.5]})
    assert [trial.candidate for trial in last] == [HOLD, PARRY]
    assert [len(trial.values) for trial in last] == [32, 32]


def test_no_round_begins_that_can_not_be_paid_for() -> None:
    """Three candidates of eight futures are 24; a second round of two more would be 16."""
    last = halved({"hold": [0.5], "parry": [0.9], "break_off": [0.6]}, most=39)
    assert [len(trial.values) for trial in last] == [8, 8, 8]
    last = halved({"hold": [0.5], "parry": [0.9], "break_off": [0.6]}, most=40)
    assert [len(trial.values) for trial in last] == [16, 16]


def test_candidates_that_can_not_be_paid_for_are_dropped_the_last_first() -> None:
    last = halved({"hold": [0.5], "parry": [0.9], "break_off": [0.99]}, most=23)
    assert [trial.candidate for trial in last] == [HOLD, PARRY]


def test_where_nothing_can_be_paid_for_the_bases_answer_stands() -> None:
    assert [trial.candidate for trial in halved({"hold": [0.5], "parry": [0.9], "break_off": [0.6]}, most=15)] == [HOLD]


def extended(worth: list[list[float]], rollouts: int, most: int, cost: int = 1) -> tuple[list[Trial], Told]:
    """Return the trials of as many candidates, and what played them; all futures after the first take so many answers."""
    options = (Hold(), Parry(weapon="sword"), BreakOff(), Attack(target="Bo", weapon="sword"))
    trials = [Trial(Candidate(option)) for option, _ in zip(options, worth, strict=False)]
    futures = Told({trial.candidate.option.do: row for trial, row in zip(trials, worth, strict=True)}, cost)
    return halve(futures, trials, rollouts, most), futures  # type: ignore[arg-type]


def test_the_first_round_leaves_half_of_what_may_be_spent_to_the_best() -> None:
    """60 for three candidates are 10 each in the first round; 30 are left, 10 more for two; then 40 more would be too many."""
    last, _ = extended([[0.5], [0.9], [0.6]], rollouts=64, most=60)
    assert [len(trial.values) for trial in last] == [20, 20]


def test_where_a_round_can_not_be_paid_for_the_worst_are_dropped_and_the_best_plays_on() -> None:
    """After 4 x 8 two are left: 3 x 8 more would be 56, 2 x 8 are 48."""
    last, futures = extended([[0.5], [0.9], [0.6], [0.8]], rollouts=32, most=50)
    assert [trial.candidate.option.do for trial in last] == ["hold", "parry"]
    assert [len(trial.values) for trial in last] == [16, 16]
    assert futures.answers == 48


def test_a_round_ends_when_futures_take_more_than_the_first_did() -> None:
    """One answer for the first, ten for each of seven more are 71; eight more of 71 / 8 each are past 100."""
    last, futures = extended([[0.5], [0.9], [0.6]], rollouts=32, most=100, cost=10)
    assert [trial.candidate.option for trial in last] == [Hold()]
    assert futures.answers == 71


def test_a_lead_is_counted_future_by_future() -> None:
    """Gains of 0.1, 0.3, 0.1, 0.3: mean 0.2, variance 0.04/3, standard error of the mean 0.0577."""
    base, other = Trial(HOLD, [0.1, 0.2, 0.3, 0.4]), Trial(PARRY, [0.2, 0.5, 0.4, 0.7])
    lead, error = other.lead(base)
    assert lead == pytest.approx(0.2)
    assert error == pytest.approx((0.04 / 3 / 4) ** 0.5)


@pytest.mark.parametrize(("sure", "least", "chosen"), [(2, 0.02, PARRY), (4, 0.02, HOLD), (2, 0.3, HOLD)])
def test_only_a_convincing_lead_takes_another_answer_than_the_bases(sure: float, least: float, chosen: Candidate) -> None:
    """The lead is 0.2, 3.46 standard errors."""
    trials = [Trial(HOLD, [0.1, 0.2, 0.3, 0.4]), Trial(PARRY, [0.2, 0.5, 0.4, 0.7])]
    assert best(trials, sure, least).candidate is chosen


def test_a_lead_of_too_few_futures_does_not_count() -> None:
    trials = [Trial(HOLD, [0.1, 0.2, 0.3, 0.4]), Trial(PARRY, [0.2, 0.5, 0.4, 0.7])]
    assert best(trials, 2, 0.02, enough=4).candidate is PARRY
    assert best(trials, 2, 0.02, enough=5).candidate is HOLD
