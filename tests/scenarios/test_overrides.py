"""``--set path=value`` reaches every value by name, and says so when it does not."""

from __future__ import annotations

import pytest

from engine.errors import ScenarioError
from engine.scenario import Scenario
from scenarios import from_document, load, loads

TEXT = """
schema = "couched.scenario/1"
name = "Test"
system = "counts"
[[combatants]]
name = "Ana"
side = "red"
template = "soldier"
weapons = ["broadsword", { name = "spear", wsd = 11 }]
[[combatants]]
name = "A.b c"
side = "blue"
position = [5, 0]
agent = { policy = "fencer", bold = 1 }
"""


def after(*overrides: str) -> Scenario:
    return loads(TEXT, overrides=overrides)


def refused(*overrides: str) -> tuple[str, ...]:
    with pytest.raises(ScenarioError) as caught:
        loads(TEXT, overrides=overrides)
    return caught.value.mistakes


def test_a_combatant_is_addressed_by_name() -> None:
    assert after("combatants.Ana.htk=41").combatants[0].htk == 41


@pytest.mark.parametrize("path", ['combatants."A.b c".htk', "combatants.'A.b c'.htk", ' combatants . "A.b c" . htk '])
def test_an_odd_name_is_quoted(path: str) -> None:
    assert after(f"{path} = 41").combatants[1].htk == 41


def test_a_plain_name_may_hold_blanks_accents_and_apostrophes() -> None:
    text = TEXT.replace("A.b c", "Zoë O'Hara")
    assert loads(text, overrides=["combatants.Zoë O'Hara.htk=41"]).combatants[1].htk == 41


def test_one_skill_changes_and_the_others_stay() -> None:
    before, changed = after().combatants[0].skills, after("combatants.Ana.skills.broadsword=81").combatants[0].skills
    assert changed == {**before, "broadsword": 81}


def test_a_weapon_given_by_bare_name_becomes_that_gear_overridden() -> None:
    before, changed = (
        after().combatants[0].weapons[0],
        after("combatants.Ana.weapons.broadsword.wsd=9").combatants[0].weapons[0],
    )
    assert (before.wsd, changed.wsd) == (6.0, 9.0)
    assert (changed.damage, changed.length) == (before.damage, before.length)


def test_a_weapon_given_as_a_table_keeps_its_other_fields() -> None:
    assert after("combatants.Ana.weapons.spear.length=6.5").combatants[0].weapons[1].wsd == 11.0


def test_a_templates_weapon_and_armor_can_be_reached() -> None:
    text = TEXT.replace('weapons = ["broadsword", { name = "spear", wsd = 11 }]', "")
    changed = loads(
        text, overrides=["combatants.Ana.weapons.broadsword.wsd=9", "combatants.Ana.armor.mail_shirt.hits=7"]
    )
    assert (changed.combatants[0].weapons[0].wsd, changed.combatants[0].armor[0].hits) == (9.0, 7.0)


def test_another_template_is_taken_before_the_rest_is_laid_over_it() -> None:
    changed = after("combatants.Ana.skills.sword=12", "combatants.Ana.template=veteran").combatants[0]
    assert (changed.htk, changed.skills["sword"]) == (34, 12)


def test_a_bare_word_is_a_text() -> None:
    scenario = after("rules.level=basic", "name=Another name", "combatants.Ana.agent=hold")
    assert (scenario.rules.level, scenario.name, scenario.agents["Ana"].policy) == ("basic", "Another name", "hold")  # type: ignore[attr-defined]


def test_values_are_toml() -> None:
    scenario = after('name="7"', "combatants.Ana.position=[1.5, -2]", "combatants.Ana.def_on=false")
    assert (scenario.name, scenario.combatants[0].position, scenario.combatants[0].def_on) == ("7", (1.5, -2.0), False)


def test_a_nested_rule_is_reached() -> None:
    assert after("rules.types.slicing.damage=6").rules.types.slicing.damage == 6  # type: ignore[attr-defined]


def test_an_array_without_names_is_addressed_by_place() -> None:
    assert after('combatants."A.b c".position.0=7').combatants[1].position == (7.0, 0.0)


def test_one_parameter_of_an_agent_changes() -> None:
    params = after('combatants."A.b c".agent.bold=3', "combatants.Ana.agent.bold=4").agents
    assert (params["A.b c"].policy, params["A.b c"].params) == ("fencer", {"bold": 3})
    assert (params["Ana"].policy, params["Ana"].params) == ("brawler", {"bold": 4})


def test_an_agent_given_by_bare_name_takes_parameters() -> None:
    agent = after("combatants.Ana.agent=fencer", "combatants.Ana.agent.bold=4").agents["Ana"]
    assert (agent.policy, agent.params) == ("fencer", {"bold": 4})


def test_a_skill_with_a_field_of_its_own_is_reached_either_way() -> None:
    one = after("combatants.Ana.skills.combat_perception=77", "combatants.Ana.skills.combat_maneuver.rank=5")
    other = after("combatants.Ana.combat_perception=77", "combatants.Ana.combat_maneuver_rank=5")
    assert one == other
    assert one.combatants[0].combat_perception == 77


def test_later_overrides_win() -> None:
    assert after("combatants.Ana.htk=41", "combatants.Ana.htk=42").combatants[0].htk == 42


def test_a_resolved_document_takes_overrides_too() -> None:
    changed = from_document(after().document, overrides=["combatants.Ana.weapons.broadsword.wsd=9"])
    assert changed == after("combatants.Ana.weapons.broadsword.wsd=9")


def test_a_shipped_scenario_takes_overrides() -> None:
    assert load("duel", overrides=["combatants.Ana.skills.broadsword=80"]).combatants[0].skills["broadsword"] == 80


REFUSED = [
    ("combatants.Anna.htk=3", 'combatants.Anna: found "Anna"', "(did you mean Ana?)"),
    ("combatants.Ana.weapons.spaer.wsd=3", 'combatants.Ana.weapons.spaer: found "spaer"', "(did you mean spear?)"),
    ("combatants.Ana.hkt=3", 'combatants.Ana.hkt: found unknown key "hkt"', "(did you mean htk?)"),
    ("combatants.Ana.htk=7.5", "combatants.Ana.htk: found 7.5", "a whole number"),
    ("combatants.Ana.htk=07", 'combatants.Ana.htk: found "07"', "a whole number"),
    ('combatants.Ana.htk="7"', 'combatants.Ana.htk: found "7"', "a whole number"),
    ("combatants.Ana.htk=nan", "combatants.Ana.htk: found nan", "a whole number"),
    ("combatants.Ana.htk.x=3", "combatants.Ana.htk: found {", "a whole number"),
    ('combatants."A.b c".position.5=3', 'combatants."A.b c".position.5: found "5"', "a place from 0 to 1"),
    ("combatants.Ana.skills.swrod=3", "combatants.Ana.skills.swrod: found unknown key", "(did you mean sword?)"),
    ("rules.levl=basic", 'rules.levl: found unknown key "levl"', "(did you mean level?)"),
    ("colour=1", 'colour: found unknown key "colour"', "keys combatants"),
]  # fmt: skip


@pytest.mark.parametrize("override", ["extends=duel", 'schema="couched.scenario/1"', "system=counts", "system.x=1", " extends = 3"])
def test_what_decides_how_a_file_is_read_can_not_be_laid_over_it(override: str) -> None:
    [line] = refused(override)
    key = override.strip().partition("=")[0].partition(".")[0].strip()
    assert line.startswith(f"--set {key}: found ")
    assert line.endswith("allowed: any value but schema, system, extends: these stand in the file")


def test_a_combatant_renamed_to_the_name_of_another_is_refused_where_it_is_renamed() -> None:
    [line] = refused('combatants."A.b c".name=Ana')
    assert line == (
        '--set combatants."A.b c".name=Ana: combatants.Ana.name: found a second "Ana"; allowed: each name once'
    )


def test_the_first_combatant_renamed_to_the_name_of_the_second_is_the_one_refused() -> None:
    assert [line.partition(": ")[0] for line in refused("combatants.Ana.name='A.b c'")] == [
        "--set combatants.Ana.name='A.b c'"
    ]


@pytest.mark.parametrize(
    "overrides",
    [
        ("combatants.Ana.name=Zoe", "combatants.Ana.htk=41"),
        ("combatants.Ana.htk=41", "combatants.Ana.name=Zoe"),
        ("combatants.Ana.name=Zoe", "combatants.Zoe.htk=41"),
        ("combatants.Zoe.htk=41", "combatants.Ana.name=Zoe"),
    ],
)
def test_a_renamed_combatant_is_addressed_by_either_name_in_any_order(overrides: tuple[str, ...]) -> None:
    ana = after(*overrides).combatants[0]
    assert (ana.name, ana.htk, ana.stream) == ("Zoe", 41, "Zoe")


def test_two_combatants_swap_their_names() -> None:
    swapped = after("combatants.Ana.name='A.b c'", 'combatants."A.b c".name=Ana', "combatants.Ana.htk=41")
    assert [(spec.name, spec.htk, spec.side) for spec in swapped.combatants] == [("A.b c", 41, "red"), ("Ana", 30, "blue")]


def test_a_renamed_combatant_keeps_its_template_and_its_agent() -> None:
    plain, renamed = after(), after("combatants.'A.b c'.name=Bo", "combatants.Bo.agent.bold=2")
    assert renamed.combatants[0] == plain.combatants[0]
    assert renamed.agents["Bo"].params == {"bold": 2}


def test_a_renamed_weapon_is_addressed_by_either_name() -> None:
    kit = after("combatants.Ana.weapons.spear.name=pike", "combatants.Ana.weapons.spear.wsd=5").combatants[0].weapons
    assert [(weapon.name, weapon.wsd) for weapon in kit] == [("broadsword", after().combatants[0].weapons[0].wsd), ("pike", 5)]


@pytest.mark.parametrize(
    ("override", "found"),
    [
        ("combatants.Ana.stream='A.b c'", '"A.b c", the stream key of Ana too'),
        ("combatants.Ana.position=[5, 0]", "0 ft from Ana of side red"),
        ("combatants.Ana.watch=['Bo']", '"Bo"'),
        ("combatants.Ana.agent={policy='script',orders=[{do='attack',target='Bo'}]}", '"Bo"'),
    ],
)
def test_what_combatants_say_of_one_another_is_checked_after_all_overrides(override: str, found: str) -> None:
    assert found in " ".join(refused(override))


def test_orders_that_name_a_combatant_renamed_from_outside_are_refused() -> None:
    assert "found \"Ana\"; allowed: an opponent's name: Zoe" in " ".join(
        refused("combatants.Ana.name=Zoe", "combatants.'A.b c'.agent={policy='script',orders=[{do='attack',target='Ana'}]}")
    )


@pytest.mark.parametrize(("override", "found", "part"), REFUSED)
def test_an_override_that_does_not_fit_is_its_own_place(override: str, found: str, part: str) -> None:
    [line] = refused(override)
    assert line.startswith(f"--set {override}: {found}")
    assert part in line


@pytest.mark.parametrize(
    "override",
    ["", "htk", "=3", ".=3", "a..b=3", "a.=3", '"a=3', '"\\x"=1', "a" + ".a" * 40 + "=1", "name=\udcff", "a]b"],
)
def test_what_is_no_path_and_value_is_refused(override: str) -> None:
    assert "path=value" in refused(override)[0]


def test_a_value_can_not_smuggle_in_other_keys() -> None:
    assert "no control characters" in refused('name=1\nsystem = "steps"')[0]


def test_all_overrides_that_are_wrong_are_reported_at_once() -> None:
    assert len(refused("combatants.Anna.htk=3", "rules.levl=1", "nonsense")) == 3


def test_walls_that_an_override_gives_are_called_by_their_order_in_the_next_one() -> None:
    scenario = after("field.walls=[{points=[[0,9],[1,9]]},{points=[[0,8],[1,8]]}]", 'field.walls."wall 2".open=true', "field.walls.wall.name=fence")
    assert [(wall.name, wall.open) for wall in scenario.field.walls] == [("fence", False), ("wall", True)]
