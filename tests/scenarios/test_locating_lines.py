"""Every value of a TOML text is found on its line, however odd the layout."""

from __future__ import annotations

import string
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios import names, path_of
from scenarios.locate import Path, locate


def paths_of(value: Any, path: Path = ()) -> set[Path]:
    """Return the path of every value of a parsed document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path}.union(*(paths_of(item, (*path, key)) for key, item in items))


ODD = '''# a comment with [a.header] and key = 1
first = 1

[table]   # not [this]
text = """
key = 2
[not_a_header]
[[nor_this]]
five quotes at the end \\"""""
after = 3
literal = \'\'\'
x = "
\'\'\'
"quoted key" = 4
'single = quoted' = 5
"esc\\u0061ped" = 6
dotted.inner . "deep.er" = 7
numbers = [
  1,  # one, with ] in a comment
  [2, 3],

  { a = 4, b = [5,
    6] },
  "]", '[', """}
  """,
]

[[list]]
a = 1
[list.sub]
b = 2
[[list.more]]
c = 3
[[list.more]]
c = 4
[[list]]
sub.b = 5
more = [{ c = 6 },
  { c = 7 }]
[  spaced . 'header'  ]
when = 1979-05-27 07:32:00 # a date with a blank
end = true'''

WHERE = {
    ("first",): 2,
    ("table",): 4,
    ("table", "text"): 5,
    ("table", "after"): 10,
    ("table", "literal"): 11,
    ("table", "quoted key"): 14,
    ("table", "single = quoted"): 15,
    ("table", "escaped"): 16,
    ("table", "dotted"): 17,
    ("table", "dotted", "inner", "deep.er"): 17,
    ("table", "numbers"): 18,
    ("table", "numbers", 0): 19,
    ("table", "numbers", 1, 1): 20,
    ("table", "numbers", 2, "a"): 22,
    ("table", "numbers", 2, "b", 1): 23,
    ("table", "numbers", 4): 24,
    ("table", "numbers", 5): 24,
    ("list",): 28,
    ("list", 0): 28,
    ("list", 0, "a"): 29,
    ("list", 0, "sub"): 30,
    ("list", 0, "sub", "b"): 31,
    ("list", 0, "more", 0): 32,
    ("list", 0, "more", 0, "c"): 33,
    ("list", 0, "more", 1, "c"): 35,
    ("list", 1): 36,
    ("list", 1, "sub", "b"): 37,
    ("list", 1, "more", 0, "c"): 38,
    ("list", 1, "more", 1, "c"): 39,
    ("spaced", "header"): 40,
    ("spaced", "header", "when"): 41,
    ("spaced", "header", "end"): 42,
}


@pytest.mark.parametrize(("path", "line"), WHERE.items())
def test_a_value_in_an_odd_layout_is_found_on_its_line(path: Path, line: int) -> None:
    assert locate(ODD)[path] == line


def test_exactly_the_values_of_the_document_are_found() -> None:
    assert set(locate(ODD)) == paths_of(tomllib.loads(ODD))


def test_windows_line_ends_count_as_one_line() -> None:
    assert locate("a = 1\r\n\r\n[b]\r\nc = 2\r\n")["b", "c"] == 4


def test_a_table_named_after_its_child_is_found_at_its_own_header() -> None:
    assert locate("[a.b]\nx = 1\n[a]\ny = 2\n")[("a",)] == 3


@pytest.mark.parametrize("name", names())
def test_every_value_of_a_shipped_scenario_is_found(name: str) -> None:
    text = path_of(name).read_text("utf-8")
    assert set(locate(text)) == paths_of(tomllib.loads(text))


_BARE = string.ascii_letters + string.digits + "_-"
_keys = st.one_of(
    st.text(_BARE, min_size=1, max_size=4),
    st.text("ab.=[]#'{ ", max_size=4).map(lambda text: f'"{text}"'),
)
_scalars = st.sampled_from(
    [
        "1",
        "-0.5e3",
        "true",
        '"a # b = [c"',
        "'x]}'",
        '"""\nk = 1\n[h]\n"""',
        "'''\n\"\n'''",
        '""',
        "1979-05-27",
        '""""q"""',
    ]
)
_blanks = st.sampled_from(["", " ", "\n", " # ] } [x]\n", "\t"])


@st.composite
def arrays(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    items = draw(st.lists(inner, max_size=3))
    return "[" + ",".join(draw(_blanks) + item + draw(_blanks) for item in items) + draw(_blanks) + "]"


@st.composite
def inline_tables(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    keys = draw(st.lists(_keys, max_size=3, unique_by=lambda key: key.strip('"')))
    return "{" + ", ".join(f"{key} = {draw(inner)}" for key in keys) + "}"


_values = st.recursive(_scalars, lambda inner: arrays(inner) | inline_tables(inner), max_leaves=6)


@st.composite
def texts(draw: st.DrawFn) -> str:
    lines: list[str] = []
    for index in range(draw(st.integers(0, 4))):
        head = draw(
            st.sampled_from(
                ["", f"[t{index}.{draw(_keys)}]", "[[many]]", f"[many.s{index}]" if "[[many]]" in lines else ""]
            )
        )
        keys = [f"k{index}{place}.{draw(_keys)}" for place in range(draw(st.integers(0, 3)))]
        lines += [head, *(f"{key} = {draw(_values)}{draw(st.sampled_from(['', ' # k = 1']))}" for key in keys)]
    return "\n".join(lines)


@given(texts())
@settings(max_examples=150, deadline=None)
def test_any_valid_text_is_walked_to_its_end(text: str) -> None:
    assert set(locate(text)) == paths_of(tomllib.loads(text))
