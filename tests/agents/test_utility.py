"""The policy that adds up weighted features: its choice, its weights from sets, changes and files, and what it says."""

from __future__ import annotations

from math import isfinite

import pytest

import agents
import scenarios
from agents import features, utility_weights
from engine import Battle
from engine.errors import InputError, ScenarioError
from engine.registry import SYSTEMS
from engine.scenario import AgentSpec
from scenarios import load, loads
from studies.players import player_of
from studies.run import run

DUELS = {"counts": "duel", "shots": "shots_duel", "steps": "steps_duel"}
"""A fight of one against one in each system."""


def first(system: str, weights: str, **params):
    """Return the first question of a system's duel, and how an adder of some weights answers it."""
    fight = load(DUELS[system])
    request = Battle(fight, seed=3).advance()
    agent = agents.make(AgentSpec("utility", {"weights": weights, **params}), request.combatant, fight)
    return request, agent.decide(request)


# sets


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", ["hand", "tuned"])
def test_the_shipped_sets_have_every_feature_and_only_finite_weights(system, name):
    found = utility_weights.shipped(system, name)
    assert tuple(found) == features.names(system)
    assert all(isfinite(value) for value in found.values())
    path = utility_weights._SHIPPED / system / f"{name}.toml"
    assert all(f"\n{feature} = " in path.read_text() for feature in found)


def test_a_text_names_a_set_and_changes_single_weights():
    hand = utility_weights.shipped("counts", "hand")
    assert utility_weights.read("hand", "counts", "here") == hand
    assert utility_weights.read("hand harm=2.5  hold=-1", "counts", "here") == {**hand, "harm": 2.5, "hold": -1.0}
    assert set(utility_weights.read("none", "shots", "here").values()) == {0.0}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hnad", "did you mean 'hand'"),
        ("hand harn=2", "did you mean 'harm'"),
        ("hand harm=two", "NAME=NUMBER"),
        ("hand harm=nan", "NAME=NUMBER"),
        ("hand harm=1001", "from -1000 to 1000"),
        ("hand harm=1 harm=2", "harm twice"),
        ("harm=2", "a set of weights"),
        ("", "a set of weights"),
        (7, "a set of weights"),
    ],
)
def test_a_wrong_text_is_one_clear_error(text, said):
    with pytest.raises(InputError, match=said):
        utility_weights.read(text, "counts", "here")


def test_weights_of_another_system_are_refused_when_the_agent_is_built(fight):
    with pytest.raises(InputError, match=r"combatants\.Ana\.agent\.weights"):
        agents.make(AgentSpec("utility", {"weights": "hand snapshot=1"}), "Ana", fight)


# the choice


@pytest.mark.parametrize(
    ("system", "weights", "kind"),
    [
        ("counts", "none couch=1", "couch"),
        ("counts", "none press=1 hold=0.9", "press"),
        ("counts", "none press=1 hold=1.1", "hold"),
        ("counts", "none flee=1 strike=0.5", "move"),
        ("shots", "none draw=1 attack=0.5", "draw"),
        ("shots", "none wait=1 draw=0.5", "wait"),
        ("steps", "none aim=1 fire=0.5", "aim"),
        ("steps", "none fire=1 aim=0.5", "fire"),
    ],
)
def test_the_greatest_sum_wins(system, weights, kind):
    _, option = first(system, weights)
    assert option.do == kind


def test_of_sums_alike_the_first_in_the_order_of_candidates_wins():
    request, option = first("counts", "none")
    assert option == features.candidates(request)[0]


def test_a_feature_weighs_by_how_much_there_is_of_it():
    """A shot worth more health a count has more of `rate`: the sum follows it, not the order."""
    request, option = first("steps", "none rate=1")
    rates = {one: features.situation(request).terms(one).get("rate", 0.0) for one in features.candidates(request)}
    assert rates[option] == max(rates.values()) > 0.0


def test_who_holds_asks_to_be_asked_again():
    request, option = first("counts", "none hold=1", pulse=3)
    assert option.do == "hold"
    assert request.wake == request.t + 3


def test_the_note_says_the_best_sums_and_what_they_are_made_of():
    request, _ = first("counts", "none couch=2 press=1 hold=0.5")
    assert request.note.startswith("2 (couch +2); before ")
    assert "1 press" in request.note


def test_with_a_spread_it_draws_among_nearly_as_good_options_the_same_for_the_same_seed():
    def chosen(seed):
        fight = load("duel")
        request = Battle(fight, seed=3).advance()
        return agents.make(AgentSpec("utility", {"weights": "none", "spread": 1}), "Ana", fight, seed).decide(request)

    found = [chosen(seed) for seed in range(12)]
    assert len(set(found)) > 1
    assert found == [chosen(seed) for seed in range(12)]


def test_with_a_small_spread_a_much_better_option_is_always_taken():
    for seed in range(8):
        fight = load("duel")
        request = Battle(fight, seed=3).advance()
        agent = agents.make(AgentSpec("utility", {"weights": "none couch=5", "spread": 0.01}), "Ana", fight, seed)
        assert agent.decide(request).do == "couch"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", ["hand", "tuned"])
def test_it_fights_a_duel_to_its_end_and_the_same_way_again(system, name):
    fight = load(DUELS[system])
    sets = [f"combatants.{spec.name}.agent={{policy='utility', weights='{name}'}}" for spec in fight.combatants]
    one, other = (run(DUELS[system], 11, overrides=sets) for _ in range(2))
    assert one.outcome in ("win", "draw")
    assert one.log() == other.log()


def test_it_finds_its_way_round_a_wall():
    """Two in the ruins, walls between them: who goes straight at the other stands there for ever."""
    fight = load("skirmish_in_ruins")
    sets = [f"combatants.{spec.name}.agent={{policy='utility', weights='hand'}}" for spec in fight.combatants]
    assert run("skirmish_in_ruins", 4, overrides=sets).outcome == "win"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("skirmish_in_ruins", {"way_round", "blocked"}), ("cliff_edge", {"brink"}), ("sniper_alley", {"to_lead", "to_lead_late"})],
)
def test_what_features_cannot_tell_by_themselves_the_agent_tells_them(name, wanted):
    fight = load(name)
    spec = AgentSpec("utility", {"weights": "hand"})
    players = {who: agents.make(spec, who, fight, 1) for who in fight.agents}
    battle = Battle(fight, seed=1, standing={who: player.standing for who, player in players.items()}, record=False)
    came_up = set()
    for _ in range(400):
        request = battle.advance()
        if request is None or wanted <= came_up:
            break
        option = players[request.combatant].decide(request)
        for each in features.candidates(request):
            came_up |= set(features.situation(request).terms(each))
        battle.answer(request, option)
    assert wanted <= came_up


# files and scenarios

FILE = """
schema = "couched.weights/1"
system = "counts"
base = "hand"

[weights]
harm = 2.5  # it likes to hurt
"""


@pytest.fixture
def scenario(tmp_path):
    text = scenarios.path_of("duel").read_text()
    path = tmp_path / "fight.toml"
    path.write_text(text)

    def loaded(agent: str):
        return load(path, overrides=[], parameters=agents.parameters) if not agent else _with(path, text, agent)

    return loaded


def _with(path, text, agent):
    head, _, rest = text.partition("[[combatants]]")
    path.write_text(f"{head}[[combatants]]\nagent = {agent}{_without_agent(rest)}")
    return load(path, parameters=agents.parameters)


def _without_agent(rest):
    first_one, mark, others = rest.partition("[[combatants]]")
    kept = [line for line in first_one.splitlines(keepends=True) if not line.startswith("agent")]
    return "".join(kept) + mark + others


def test_the_numbers_of_a_file_stand_in_the_scenario_so_that_logs_and_digests_hold_them(scenario, tmp_path):
    (tmp_path / "mine.toml").write_text(FILE)
    found = scenario('{ policy = "utility", weights = "mine.toml" }')
    spec = found.agents["Ana"]
    hand = utility_weights.shipped("counts", "hand")
    assert utility_weights.read(spec.params["numbers"], "counts", "x") == {**hand, "harm": 2.5}
    assert found.document["combatants"][0]["agent"]["numbers"] == spec.params["numbers"]
    (tmp_path / "mine.toml").write_text(FILE.replace("2.5", "2.25"))
    assert scenario('{ policy = "utility", weights = "mine.toml" }').digest != found.digest
    (tmp_path / "mine.toml").unlink()
    agent = agents.make(spec, "Ana", found)
    assert agent.weights["harm"] == 2.5


def test_changes_behind_a_file_change_its_weights(scenario, tmp_path):
    (tmp_path / "mine.toml").write_text(FILE)
    spec = scenario('{ policy = "utility", weights = "mine.toml harm=7 hold=1" }').agents["Ana"]
    found = utility_weights.read(spec.params["numbers"], "counts", "x")
    assert (found["harm"], found["hold"]) == (7.0, 1.0)


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ('"nobody.toml"', "nobody.toml"),
        ('"../mine.toml"', "in the scenario's folder"),
        ('"hnad"', "hand"),
        ('"hand harn=1"', "harn"),
        ("7", "weights"),
    ],
)
def test_a_scenario_that_names_no_weights_says_so(scenario, tmp_path, weights, said):
    (tmp_path / "mine.toml").write_text(FILE)
    with pytest.raises(ScenarioError, match=said):
        scenario(f'{{ policy = "utility", weights = {weights} }}')


def test_all_mistakes_of_a_file_are_told_at_once(scenario, tmp_path):
    bad = FILE.replace("counts", "shots").replace("harm = 2.5", 'harm = "much"\nharn = 1')
    (tmp_path / "mine.toml").write_text(bad)
    with pytest.raises(ScenarioError) as caught:
        scenario('{ policy = "utility", weights = "mine.toml" }')
    told = str(caught.value)
    assert '"counts"' in told
    assert "'much'" in told
    assert "harn" in told


def test_commands_name_weights_sets_with_changes_and_files(tmp_path, monkeypatch):
    player = player_of('utility[weights="hand harm=2", spread=0.1]')
    assert player.spec == {"policy": "utility", "weights": "hand harm=2", "spread": 0.1}
    assert player_of(player.text) == player
    (tmp_path / "mine.toml").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    held = player_of("utility[weights=mine.toml]")
    assert "harm=2.5" in held.spec_for("counts", "--agents")["numbers"]
    with pytest.raises(InputError):
        held.spec_for("shots", "--agents")
    with pytest.raises(InputError, match="did you mean 'hand'"):
        player_of("utility[weights=hnad]")


def test_a_scenario_may_hold_the_numbers_themselves():
    text = scenarios.path_of("duel").read_text()
    found = loads(_as(text, '{ policy = "utility", weights = "mine", numbers = "none couch=1" }'), parameters=None)
    agent = agents.make(AgentSpec("utility", {"numbers": "none couch=1"}), "Ana", found)
    assert agent.weights == {"couch": 1.0}


def _as(text, agent):
    head, _, rest = text.partition("[[combatants]]")
    return f"{head}[[combatants]]\nagent = {agent}{_without_agent(rest)}"
