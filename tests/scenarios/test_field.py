"""What stands on the field: `[field]` with walls and edges, addressed by name, strict as everything else."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.counts.model import EdgeSpec, FieldSpec, WallSpec
from engine.errors import ScenarioError
from engine.scenario import Scenario
from scenarios import from_document, load, loads, schema

HEAD = """
schema = "couched.scenario/1"
name = "Test"
system = "counts"
"""
FIELD = """
[field]
walls = [
  { name = "north wall", points = [[-10, 10], [10, 10]] },
  { name = "gate", points = [[10, 10], [14, 10]], open = true },
]
[[field.edges]]
name = "cliff"
start = [0, -20]
end = [40, -20]
drop = 9
"""
FIGHTERS = """
[[combatants]]
name = "Ana"
side = "red"
[[combatants]]
name = "Bo"
side = "blue"
position = [5, 0]
"""
TEXT = HEAD + FIELD + FIGHTERS


def mistakes(text: str, *overrides: str) -> tuple[str, ...]:
    with pytest.raises(ScenarioError) as caught:
        loads(text, overrides=overrides)
    return caught.value.mistakes


def field(*overrides: str) -> FieldSpec:
    found = loads(TEXT, overrides=overrides).field
    assert isinstance(found, FieldSpec)
    return found


def with_walls(walls: str) -> str:
    return f"{HEAD}[field]\nwalls = [{walls}]\n{FIGHTERS}"


def test_a_field_holds_walls_and_edges() -> None:
    assert field() == FieldSpec(
        walls=(
            WallSpec(name="north wall", points=((-10.0, 10.0), (10.0, 10.0))),
            WallSpec(name="gate", points=((10.0, 10.0), (14.0, 10.0)), open=True),
        ),
        edges=(EdgeSpec(name="cliff", start=(0.0, -20.0), end=(40.0, -20.0), drop=9.0),),
    )


def test_without_a_field_there_is_none_and_the_document_says_nothing() -> None:
    scenario = loads(HEAD + FIGHTERS)
    assert scenario.field is None
    assert "field" not in scenario.document


def test_the_document_of_a_field_gives_an_equal_scenario() -> None:
    one = loads(TEXT)
    two = from_document(json.loads(json.dumps(one.document)))
    assert two.field == one.field
    assert two.digest == one.digest


def test_a_field_changes_the_digest() -> None:
    assert loads(TEXT).digest != loads(TEXT, overrides=["field.walls.gate.open=false"]).digest


def test_walls_and_edges_are_addressed_by_name() -> None:
    changed = field("field.walls.gate.open=false", 'field.walls."north wall".sight=false', "field.edges.cliff.drop=4.5")
    assert [wall.open for wall in changed.walls] == [False, False]
    assert [wall.sight for wall in changed.walls] == [False, True]
    assert changed.edges[0].drop == 4.5


def test_a_wall_that_is_not_there_is_named_with_the_nearest() -> None:
    (found,) = mistakes(TEXT, "field.walls.gte.open=true")
    assert "field.walls.gte" in found
    assert "did you mean gate?" in found


def test_a_file_that_extends_another_changes_its_walls_by_name(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(TEXT, "utf-8")
    (tmp_path / "over.toml").write_text(
        'schema = "couched.scenario/1"\nextends = "base.toml"\n[field]\n'
        'walls = [{ name = "gate", open = false }, { name = "shed", points = [[30, 1], [31, 1]] }]\n', "utf-8"
    )  # fmt: skip
    found: Scenario = load(tmp_path / "over.toml")
    assert [(wall.name, wall.open) for wall in found.field.walls] == [("north wall", False), ("gate", False), ("shed", False)]
    assert found.field.walls[1].points == ((10.0, 10.0), (14.0, 10.0))
    assert found.field.edges == loads(TEXT).field.edges


@pytest.mark.parametrize(
    ("walls", "path", "words"),
    [
        ("3", "field.walls[0]", "a table"),
        ('{ name = "w" }', "field.walls.w.points", "found nothing"),
        ('{ name = "w", points = [[0, 9]] }', "field.walls.w.points", "two corners or more"),
        ('{ name = "w", points = [[0, 9], [0, 9]] }', "field.walls.w.points[1]", "another place"),
        ('{ name = "w", points = [[0, 9], [1, 9, 1]] }', "field.walls.w.points[1]", "an array of 2"),
        ('{ name = "w", points = [[0, 9], [1, "9"]] }', "field.walls.w.points[1][1]", "number"),
        ('{ name = "w", points = [[0, 9], [1, nan]] }', "field.walls.w.points[1][1]", "number"),
        ('{ name = "w", points = [[0, 9], [1, 9]], open = 1 }', "field.walls.w.open", "true or false"),
        ('{ name = "w", points = [[0, 9], [1, 9]], opne = true }', "field.walls.w.opne", "did you mean open?"),
        ('{ name = "w", points = [[0, 9], [1, 9]] }, { name = "w", points = [[0, 8], [1, 8]] }', "field.walls.w.name",
         "each name once"),
        ('{ name = "w", points = [[5, -3], [5, 3]] }', "combatants.Bo.position", "on w"),
    ],
)  # fmt: skip
def test_every_mistake_is_reported_with_its_place(walls: str, path: str, words: str) -> None:
    found = mistakes(with_walls(walls))
    assert any(path in line and words in line for line in found), found


def test_an_open_gate_may_be_stood_in() -> None:
    assert loads(with_walls('{ name = "w", points = [[5, -3], [5, 3]], open = true }')).field.walls[0].open


def test_an_edge_needs_length_and_a_drop() -> None:
    found = mistakes(f"{HEAD}[[field.edges]]\nname = 'e'\nstart = [1, 1]\nend = [1, 1]\ndrop = 3\n{FIGHTERS}")
    assert any("field.edges.e.end" in line for line in found)
    found = mistakes(f"{HEAD}[[field.edges]]\nname = 'e'\nstart = [1, 1]\nend = [2, 1]\ndrop = 0\n{FIGHTERS}")
    assert any("field.edges.e.drop" in line for line in found)


def test_a_field_of_too_many_pieces_is_refused() -> None:
    points = ", ".join(f"[{x}, 9]" for x in range(1002))
    assert any("at most 1000" in line for line in mistakes(with_walls(f"{{ points = [{points}] }}")))


def test_unknown_keys_of_the_field_are_errors() -> None:
    (found,) = mistakes(f"{HEAD}[field]\nwals = []\n{FIGHTERS}")
    assert "did you mean walls?" in found


def test_the_schema_takes_a_field_and_refuses_a_bad_one() -> None:
    check = Draft202012Validator(schema())
    document = tomllib.loads(TEXT)
    assert check.is_valid(document)
    assert check.is_valid(json.loads(json.dumps(loads(TEXT).document)))
    for path, value in (("open", 1), ("points", [[0]]), ("pionts", [])):
        document = tomllib.loads(TEXT)
        document["field"]["walls"][0][path] = value
        assert not check.is_valid(document)


UNNAMED = "{ points = [[-10, 10], [10, 10]] }"


def names_of(walls: str, *overrides: str) -> list[str]:
    return [wall.name for wall in loads(with_walls(walls), overrides=overrides).field.walls]


def test_walls_without_a_name_are_called_by_their_order() -> None:
    assert names_of(f"{UNNAMED}, {UNNAMED}, {UNNAMED}") == ["wall", "wall 2", "wall 3"]


def test_edges_without_a_name_are_called_by_their_order() -> None:
    edge = "[[field.edges]]\nstart = [0, -20]\nend = [40, -20]\ndrop = 9\n"
    assert [edge.name for edge in loads(HEAD + edge + edge + FIGHTERS).field.edges] == ["edge", "edge 2"]


def test_a_default_name_is_none_that_the_file_uses() -> None:
    given = '{ name = "wall 2", points = [[0, 20], [10, 20]] }'
    assert names_of(f"{UNNAMED}, {UNNAMED}, {given}") == ["wall", "wall 3", "wall 2"]


def test_a_new_name_may_be_one_that_stood_for_none() -> None:
    gate = '{ name = "gate", points = [[0, 20], [10, 20]] }'
    assert names_of(f"{UNNAMED}, {gate}", "field.walls.gate.name=wall") == ["wall 2", "wall"]


@pytest.mark.parametrize("address", ["1", '"wall 2"'])
def test_an_unnamed_wall_is_addressed_by_its_place_and_by_its_default_name(address: str) -> None:
    walls = loads(with_walls(f"{UNNAMED}, {UNNAMED}"), overrides=[f"field.walls.{address}.open=true"]).field.walls
    assert [wall.open for wall in walls] == [False, True]


def test_an_unnamed_wall_beside_a_named_one_is_addressed_by_its_default_name() -> None:
    gate = '{ name = "gate", points = [[0, 20], [10, 20]] }'
    walls = loads(with_walls(f"{UNNAMED}, {gate}"), overrides=["field.walls.wall.open=true"]).field.walls
    assert [wall.open for wall in walls] == [True, False]


def test_the_document_of_unnamed_walls_gives_an_equal_scenario() -> None:
    one = loads(with_walls(f"{UNNAMED}, {UNNAMED}"))
    two = from_document(json.loads(json.dumps(one.document)))
    assert (two.field, two.digest) == (one.field, one.digest)


def test_walls_of_the_default_names_once_more_are_a_mistake() -> None:
    gate = '{ name = "wall", points = [[0, 20], [10, 20]] }'
    assert any('a second "wall"' in line for line in mistakes(with_walls(f"{gate}, {gate}")))


def test_unnamed_walls_that_an_override_puts_in_have_names_too() -> None:
    assert names_of(UNNAMED, f"field.walls=[{UNNAMED}, {UNNAMED}]") == ["wall", "wall 2"]
