"""The map of a steps fight as a file draws it: rows, legend, marks, further things (P-LOS-1, P-LOS-4, P-LOS-7, P-MOV-1)."""

from __future__ import annotations

import json

import pytest

from engine.errors import ScenarioError
from scenarios import from_document, loads

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "steps"\n'
TWO = '[[combatants]]\nname = "Ana"\nside = "red"\nmark = "A"\n[[combatants]]\nname = "Bo"\nside = "blue"\nmark = "B"\n'


def drawn(rows, rest='legend = { "#" = "wall", c = "chair", g = "tall_grass" }', people=TWO):
    """Return a scenario: its map begins on line 5, one row a line, and the rest follows."""
    lines = "\n".join(f'    "{row}",' for row in rows)
    return f"{HEAD}[field]\nrows = [\n{lines}\n]\n{rest}\n{people}"


def mistakes(text, *overrides):
    with pytest.raises(ScenarioError) as caught:
        loads(text, label="f.toml", overrides=overrides)
    return caught.value.mistakes


# what it means


def test_a_character_is_a_square_and_the_legend_says_what_stands_there() -> None:
    """P-LOS-4, P-LOS-7."""
    field = loads(drawn(["A.#.", "..cg", "B..."])).field
    assert (field.width, field.height) == (4, 3)
    found = [(thing.symbol, thing.name, thing.position, thing.cover, thing.concealment, thing.passable) for thing in field.objects]
    assert found == [
        ("#", "wall", (2, 0), 100, 0, False), ("c", "chair", (2, 1), 25, 0, True), ("g", "tall_grass", (3, 1), 0, 25, True),
    ]  # fmt: skip


def test_combatants_stand_where_the_map_has_their_mark() -> None:
    scenario = loads(drawn(["...B", "A.#."]))
    assert [spec.position for spec in scenario.combatants] == [(0, 1), (3, 0)]
    assert [spec.mark for spec in scenario.combatants] == ["A", "B"]


def test_a_position_wins_over_a_mark_so_that_an_override_can_move_somebody() -> None:
    scenario = loads(drawn(["...B", "A..."]), overrides=["combatants.Ana.position=[2, 1]"])
    assert scenario.combatants[0].position == (2, 1)


def test_several_may_share_a_square() -> None:
    scenario = loads(f"{HEAD}{TWO}".replace('mark = "A"', "position = [3, 3]").replace('mark = "B"', "position = [3, 3]"))
    assert [spec.position for spec in scenario.combatants] == [(3, 3), (3, 3)]


def test_a_legend_may_override_a_row_of_the_tables_start_from_another_or_tell_of_something_new() -> None:
    legend = 'legend = { a = { name = "desk", health = 9 }, b = { name = "oak", like = "tree", cover = 75 }, c = { name = "net", concealment = 10 } }'
    objects = loads(drawn(["A.abc.B"], legend)).field.objects
    assert [(thing.name, thing.cover, thing.concealment, thing.health) for thing in objects] == [
        ("desk", 50, 0, 9), ("oak", 75, 0, 90), ("net", 0, 10, 0),
    ]  # fmt: skip


def test_a_further_object_shares_its_square_with_what_is_drawn_there() -> None:
    """P-LOS-5: chair and desk together are more than 100 percent or less: both stand, whatever the sum."""
    more = 'legend = { "#" = "wall" }\n[[field.objects]]\nname = "desk"\nposition = [2, 0]\n[[field.objects]]\nname = "desk"\nposition = [3, 0]'
    objects = loads(drawn(["A.#.B"], more)).field.objects
    assert [(thing.name, thing.position, thing.cover) for thing in objects] == [("wall", (2, 0), 100), ("desk", (2, 0), 50), ("desk", (3, 0), 50)]


def test_one_may_stand_on_what_can_be_walked_over() -> None:
    """P-MOV-1."""
    more = 'legend = {}\n[[field.objects]]\nname = "bush"\nposition = [0, 0]'
    assert loads(drawn(["A.B"], more)).combatants[0].position == (0, 0)


def test_a_map_may_be_given_by_its_size_alone_and_without_any_has_the_usual_one() -> None:
    people = TWO.replace('mark = "A"', "position = [0, 0]").replace('mark = "B"', "position = [9, 2]")
    sized = loads(f"{HEAD}[field]\nwidth = 10\nheight = 3\n{people}").field
    assert (sized.width, sized.height, sized.objects) == (10, 3, ())
    usual = loads(HEAD + people).field
    assert (usual.width, usual.height) == (40, 30)


def test_a_document_spells_the_map_out_and_loads_again_as_the_same_scenario() -> None:
    scenario = loads(drawn(["A.#.", "..cg", "B..."]))
    document = json.loads(json.dumps(scenario.document))
    assert {"width", "height", "objects"} == set(document["field"])
    assert [fighter["position"] for fighter in document["combatants"]] == [[0, 0], [0, 2]]
    again = from_document(document)
    assert (again, again.digest) == (scenario, scenario.digest)


def test_an_old_document_means_what_it_meant_though_the_tables_know_its_things_no_more() -> None:
    document = loads(drawn(["A.c.B"])).document
    [chair] = document["field"]["objects"]
    old = from_document({**document, "field": {**document["field"], "objects": [{**chair, "name": "stool of old", "cover": 30}]}})
    assert [(thing.name, thing.cover) for thing in old.field.objects] == [("stool of old", 30)]
    assert from_document(old.document) == old


def test_a_map_may_be_drawn_anew_over_that_of_a_shipped_scenario() -> None:
    rows = json.dumps(["....................", "...A...........B...."])
    scenario = loads(f'schema = "couched.scenario/1"\nextends = "steps_duel"\n[field]\nrows = {rows}\n')
    assert scenario.field.height == 2
    assert [spec.position for spec in scenario.combatants] == [(3, 1), (15, 1)]


# what is wrong with it

MAPS = [
    (["A.B.", "...", "...."], {}, "f.toml:7: field.rows[1]: found 3 characters", "4 characters, as 2 of 3 rows have"),
    (["A.B", "..x", "x.."], {}, 'f.toml:7: field.rows[1]: found "x" in column 2 of row 1 (counted from 0), 2 times in all', "A B"),
    (["A.", ""], {}, 'f.toml:7: field.rows[1]: found ""', "a text of 1 to 500 characters"),
    (["A.B", "A.."], {}, 'f.toml:13: combatants.Ana.mark: found "A", which the map has 2 times: [0, 0] and [0, 1]', "once on the map"),
    (["A.."], {}, 'f.toml:16: combatants.Bo.mark: found "B", which the map has nowhere', "a mark that is on the map"),
    (["A.B"], {"legend": '{ A = "wall" }'}, 'combatants.Ana.mark: found "A", a symbol of the legend', "none of the legend"),
    (["A.B"], {"legend": '{ "##" = "wall" }'}, 'field.legend."##": found key "##"', "one character"),
    (["A.B"], {"legend": '{ "." = "wall" }'}, 'field.legend.".": found key "."', "open floor"),
    (["A.B"], {"legend": '{ c = "chairr" }'}, 'f.toml:8: field.legend.c: found "chairr" (did you mean chair?)', "an object's name"),
    (["A.B"], {"legend": "{ c = 3 }"}, "field.legend.c: found 3", "an object's name or a table"),
    (["A.B"], {"legend": '{ c = { name = "chairr" } }'}, 'field.legend.c.name: found "chairr" (did you mean chair?)', "cover or concealment"),
    (["A.B"], {"legend": "{ c = { health = 3 } }"}, "field.legend.c: found {health = 3}, without a name", "a table with cover"),
    (["A.B"], {"legend": '{ c = { name = "chair", cover = 101 } }'}, "field.legend.c.cover: found 101", "up to 100"),
    (["A.B"], {"legend": '{ c = { name = "chair", cver = 1 } }'}, 'field.legend.c.cver: found unknown key "cver"', "(did you mean cover?)"),
    (["A.B"], {"legend": '{ c = { like = "chairr" } }'}, 'field.legend.c.like: found "chairr" (did you mean chair?)', "an object's name"),
    (["A.B"], {"legend": "3"}, "field.legend: found 3", "a table: each key a character"),
    (["A.B"], {"width": "4"}, "field.width: found 4", "3, as the rows have it, or no width beside rows"),
    (["A.B"], {"height": "2"}, "field.height: found 2", "1, as the rows have it"),
    (["A.B"], {"hight": "1"}, 'field.hight: found unknown key "hight"', "(did you mean height?)"),
    (["A.B"], {"objects": "3"}, "field.objects: found 3", "an array of tables"),
    (["A.B"], {"objects": "[3]"}, "field.objects[0]: found 3", "a table with a name and a position"),
    (["A.B"], {"objects": '[{ name = "desk" }]'}, "field.objects[0].position: found nothing", "an array of 2"),
    (["A.B"], {"objects": '[{ name = "desk", position = [3, 0] }]'}, "field.objects[0].position: found [3, 0]", "the map has 3 x 1 squares"),
    (["A.B"], {"objects": '[{ name = "desk", position = [1.0, 0] }]'}, "field.objects[0].position[0]: found 1.0", "a whole number"),
    (["A.B"], {"objects": '[{ name = "desk", position = [1, 0], symbol = ".." }]'}, 'field.objects[0].symbol: found ".."', "one character"),
    (["A.B"], {"objects": '[{ name = "wall", position = [0, 0] }]'}, 'combatants.Ana.mark: found [0, 0], where "wall" stands', "(P-MOV-1)"),
    (["A.B"], {"objects": "[{ name = 3, position = [1, 0] }]"}, "field.objects[0].name: found 3", "a text of 1 to 200"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "more", "found", "part"), MAPS)
def test_a_mistake_in_a_map_is_named_with_line_path_found_and_allowed(rows, more, found, part) -> None:
    hits = [line for line in mistakes(drawn(rows, "\n".join(f"{key} = {value}" for key, value in more.items()))) if found in line]
    assert len(hits) == 1
    assert part in hits[0]


@pytest.mark.parametrize("rows", ["[]", "3", "[3]", '"..."', str(["."] * 501), f'["{"." * 501}"]', '["\\u0007"]'])
def test_rows_that_are_no_texts_of_a_maps_size_are_refused_and_nothing_is_said_of_marks(rows) -> None:
    [line] = mistakes(f"{HEAD}[field]\nrows = {rows}\n{TWO}")
    assert line.startswith("f.toml:5: field.rows")
    assert "1 to 500" in line


@pytest.mark.parametrize(
    ("char", "words"),
    [
        ("\\u0007", "a control character, U+0007"), ("\\t", "a control character, U+0009"),
        ("\\u200b", "an invisible character, U+200B"), ("\\u00a0", "an invisible character, U+00A0"),
    ],
)  # fmt: skip
def test_a_row_with_a_character_that_nobody_sees_is_told_so(char: str, words: str) -> None:
    [line] = mistakes(f'{HEAD}[field]\nrows = ["A.{char}B"]\n{TWO}')
    assert f"found {words}, in column 2 (counted from 0); allowed: a text of 1 to 500 characters that can be seen" in line


def test_a_mark_or_a_key_of_the_legend_that_nobody_sees_is_told_so() -> None:
    said = mistakes(drawn(["A.B"], 'legend = { "\\u200b" = "wall" }', TWO.replace('mark = "B"', 'mark = "\\u200b"')))
    assert sum("one character that can be seen" in line for line in said) == 2


def test_nothing_is_measured_by_a_map_that_could_not_be_read() -> None:
    bo = TWO.replace('mark = "B"', "position = [300, 2]")
    people = f'{bo}agent = {{ policy = "script", orders = [{{ do = "move", pace = "walking", to = [300, 3] }}] }}'
    [line] = mistakes(f"{HEAD}[field]\nwidth = 400\nrows = 3\n{people}")
    assert line.startswith("f.toml:6: field.rows: found 3")


def test_a_legend_without_rows_explains_nothing() -> None:
    people = TWO.replace('mark = "A"', "position = [0, 0]").replace('mark = "B"', "position = [9, 2]")
    [line] = mistakes(f'{HEAD}[field]\nlegend = {{ c = "chair" }}\n{people}')
    assert line.startswith('f.toml:5: field.legend: found {c = "chair"}; allowed: a legend beside rows')


def test_a_field_that_is_no_table_is_refused() -> None:
    assert any(line == "f.toml:4: field: found 3; allowed: a table" for line in mistakes(f"{HEAD}field = 3\n{TWO}"))


@pytest.mark.parametrize("size", ["width = 0", "width = 501", "height = 1.5", 'height = "x"'])
def test_a_size_that_no_map_has_is_refused(size) -> None:
    hits = [line for line in mistakes(f"{HEAD}[field]\n{size}\n{TWO}") if line.startswith("f.toml:5: field.")]
    assert len(hits) == 1


# where somebody stands

PLACES = [
    ('mark = "A"', 'mark = "AB"', 'mark: found "AB"', "one character"),
    ('mark = "A"', 'mark = "."', 'mark: found "."', "one character that can be seen, not ."),
    ('mark = "A"', 'mark = "B"', 'mark: found "B", the mark of Ana too', "each mark once"),
    ('mark = "A"', 'mark = ""', "position: found nothing", "position = [column, row], or a mark"),
    ('mark = "A"', "", "position: found nothing", "position = [column, row], or a mark"),
    ('mark = "A"', "mark = 3", "mark: found 3", "a text"),
    ('mark = "A"', "position = [4, 0]", "position: found [4, 0]", "from [0, 0] to [3, 1]: the map has 4 x 2 squares"),
    ('mark = "A"', "position = [-1, 0]", "position[0]: found -1", "from 0"),
    ('mark = "A"', "position = [1]", "position: found [1]", "an array of 2"),
    ('mark = "A"', "position = [1.5, 0]", "position[0]: found 1.5", "a whole number"),
    ('mark = "A"', "position = [2, 1]", 'position: found [2, 1], where "wall" stands', "nobody can walk over (P-MOV-1)"),
]


@pytest.mark.parametrize(("mark", "instead", "found", "part"), PLACES)
def test_a_combatant_with_no_square_to_stand_on_is_named(mark, instead, found, part) -> None:
    text = drawn(["A..B", "..#."]).replace(mark, instead, 1)
    hits = [line for line in mistakes(text) if f"combatants.Ana.{found}" in line or f"combatants.Bo.{found}" in line]
    assert len(hits) == 1
    assert part in hits[0]


def test_an_override_that_puts_somebody_into_a_wall_is_to_blame() -> None:
    [line] = mistakes(drawn(["A..B", "..#."]), "combatants.Bo.position=[2, 1]")
    assert line.startswith('--set combatants.Bo.position=[2, 1]: combatants.Bo.position: found [2, 1], where "wall" stands')


def test_all_mistakes_of_a_map_and_of_those_on_it_come_at_once_by_line() -> None:
    people = TWO.replace('mark = "A"', "position = [9, 9]") + 'weapons = ["pistool"]\n'
    found = [line.split(": ")[:2] for line in mistakes(drawn(["..x", ".."], 'legend = { c = "chairr" }', people))]
    assert found == [
        ["f.toml:6", "field.rows[0]"],
        ["f.toml:7", "field.rows[1]"],
        ["f.toml:9", "field.legend.c"],
        ["f.toml:13", "combatants.Ana.position"],
        ["f.toml:17", "combatants.Bo.mark"],
        ["f.toml:18", "combatants.Bo.weapons.pistool"],
    ]
