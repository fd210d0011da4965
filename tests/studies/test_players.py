"""Agents as commands name them: a policy with parameters, or one message that says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

import agents
from agents.parameters import Choice
from engine import InputError
from scenarios import load
from studies.arms import with_agents
from studies.cli_run import sides_of
from studies.players import named, player_of, players_of, split


def test_a_policy_alone_stands_for_its_usual_numbers() -> None:
    player = player_of("brawler")
    assert (player.policy, dict(player.params), player.text) == ("brawler", {}, "brawler")
    assert dict(player.numbers()[1]) == {row.name: row.default for row in agents.parameters("brawler")}


def test_parameters_stand_in_brackets_and_are_told_by_name() -> None:
    player = player_of(" brawler[ run = 9.5 , crowd=5.0 ] ")
    assert player.spec == {"policy": "brawler", "run": 9.5, "crowd": 5}
    assert player.text == "brawler[crowd=5,run=9.5]"
    assert player_of(player.text) == player


def test_commas_inside_brackets_part_no_agents() -> None:
    assert split("brawler[crowd=5,run=9], fencer,hold") == ["brawler[crowd=5,run=9]", "fencer", "hold"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "found ''"),
        (7, "found 7"),
        (None, "found None"),
        ("brawler]", "found 'brawler]'"),
        ("brawler[crowd=5", "found"),
        ("brawler[crowd=5]x", "found"),
        ("brawlr", "did you mean 'brawler'"),
        ("script", "found 'script'"),
        ("external", "found 'external'"),
        ("brawler[crwd=5]", "did you mean 'crowd'"),
        ("priority[lst=x]", "priority.lst: found 'lst'; allowed: did you mean 'list'? parameters: list"),
        ("brawler[crowd]", "parameter=number"),
        ("brawler[crowd=]", "parameter=number"),
        ("brawler[=5]", "parameter=number"),
        ("brawler[crowd=five]", "parameter=number"),
        ("brawler[crowd=true]", "parameter=number"),
        ("brawler[crowd=NaN]", "parameter=number"),
        ('brawler[crowd="5"]', "parameter=number"),
        ("brawler[crowd=-1]", "a number of feet from 0"),
        ("brawler[crowd=1e999]", "parameter=number"),
        ("brawler[crowd=5,crowd=6]", "crowd twice"),
        ("brawler[crowd=5,]", "parameter=number"),
    ],
)
def test_what_is_no_agent_is_refused_in_one_message(text: Any, told: str) -> None:
    with pytest.raises(InputError) as refused:
        player_of(text)
    assert told in str(refused.value)
    assert str(refused.value).startswith("--agents")


def test_empty_brackets_are_no_parameters() -> None:
    assert player_of("hold[]") == player_of("hold")


@pytest.mark.parametrize("texts", ["brawler,brawler", ["hold", "hold[]"], "brawler,brawler[crowd=3]"])
def test_two_agents_that_play_alike_are_refused(texts: Any) -> None:
    assert dict(player_of("brawler").numbers()[1])["crowd"] == 3
    with pytest.raises(InputError, match="agents that differ"):
        players_of(texts)


@pytest.mark.parametrize("texts", [5, None, [5]])
def test_what_is_no_list_of_agents_is_refused(texts: Any) -> None:
    with pytest.raises(InputError, match="--agents"):
        players_of(texts)


def test_policies_that_need_more_than_numbers_are_not_named() -> None:
    assert not {"script", "external"} & {*named()}
    assert "gunman" in named("shots")
    assert "gunman" not in named("counts")


def test_a_side_is_played_with_parameters() -> None:
    changed = with_agents(load("duel"), {"blue": "brawler[crowd=5]"})
    assert changed.agents["Bo"].params == {"crowd": 5}
    assert changed.agents["Ana"].params == load("duel").agents["Ana"].params


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("red=brawler[crowd=5,run=9]", {"red": "brawler[crowd=5,run=9]"}),
        ("a=b=hold", {"a=b": "hold"}),
        ("a[1]=hold", {"a[1]": "hold"}),
        ("a[x=1]=brawler[crowd=5]", {"a[x=1]": "brawler[crowd=5]"}),
    ],
)
def test_sides_of_any_name_are_told_from_their_agents(text: str, found: dict[str, str]) -> None:
    assert sides_of([text]) == found


@pytest.fixture
def chooser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give ``hold`` a parameter that is a name out of a list."""
    base = Choice("base", "fencer", "whose options it takes", ("fencer", "brawler", "two words"))
    monkeypatch.setattr(agents, "parameters", lambda name: (base,))


@pytest.mark.usefixtures("chooser")
@pytest.mark.parametrize(
    ("text", "value", "told"),
    [
        ("hold[base=brawler]", "brawler", "hold[base=brawler]"),
        ('hold[ base = "fencer" ]', "fencer", "hold[base=fencer]"),
        ("hold[base=two words]", "two words", 'hold[base="two words"]'),
        ('hold[base="two words"]', "two words", 'hold[base="two words"]'),
    ],
)
def test_a_parameter_may_be_a_name_with_quotes_or_without(text: str, value: str, told: str) -> None:
    player = player_of(text)
    assert (player.spec, player.text) == ({"policy": "hold", "base": value}, told)
    assert player_of(player.text) == player


@pytest.mark.usefixtures("chooser")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hold[base=fencr]", "--agents hold.base: found 'fencr'; allowed: did you mean 'fencer'? one of fencer, brawler"),
        ("hold[base=]", "found ''"),
        ("hold[base=5]", "found '5'"),
        ('hold[base="fencer]', "one of fencer, brawler"),
    ],
)
def test_a_name_that_is_not_on_the_list_is_told_with_the_nearest(text: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        player_of(text)
    assert told in str(refused.value)


@pytest.mark.usefixtures("chooser")
def test_an_agent_with_its_usual_name_plays_like_one_that_says_nothing() -> None:
    with pytest.raises(InputError, match="play alike"):
        players_of("hold,hold[base=fencer]")
    assert [player.text for player in players_of("hold,hold[base=brawler]")] == ["hold", "hold[base=brawler]"]
