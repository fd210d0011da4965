"""Tables: one model, shown right and safely on terminals, in Markdown, CSV and JSON."""

import csv
import io
import json
import math
import shlex
import shutil
import subprocess
from collections.abc import Iterable
from itertools import pairwise

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from studies.cli_text import shown
from studies.tables import PERCENT, Column, Table, command_text, defused
from studies.tables_render import escaped

HOSTILE = [
    "[red]Ana[/red] :smile:",
    "\x1b[31mred\x1b[0m",
    "two\nlines",
    "a|b",
    "`code` *bold* _it_ ~~gone~~",
    "<script>alert(1)</script>",
    "![x](http://evil.example/x.png)",
    "https://evil.example www.evil.example @someone #12 $x^2$",
    "\u202eright to left",
    "=HYPERLINK(1)",
    "\\",
    "``` ",
    "日本語",
    "&lt;b&gt;",
]


def table_of(names: Iterable[str], **more: str) -> Table:
    """A table of names with a share and a number each."""
    columns = [Column("name"), Column("share", "share"), Column("worth", "number", unit="counts")]
    return Table("names", "Names", columns, [(name, 0.5, -1.5) for name in names], **more)


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        (Column("c", "count"), 1200, "1200"),
        (Column("c", "share"), 0.6412, "64.1%"),
        (Column("c", "share"), 1, "100.0%"),
        (Column("c", "share"), -0.0001, "0.0%"),
        (Column("c", "share", signed=True), 0.05, "+5.0%"),
        (Column("c", "share", digits=0), 0.055, "6%"),
        (Column("c", "number"), 2.5, "2.5"),
        (Column("c", "number", digits=2), 2.5, "2.50"),
        (Column("c", "number"), math.inf, "inf"),
        (Column("c", "number"), math.nan, "-"),
        (Column("c", "number", unit=PERCENT), 0.25, "25.0%"),
        (Column("c", "interval"), (1, 2.25), "1 to 2.25"),
        (Column("c", "interval", unit=PERCENT), (0.301, 0.5426), "30.1 to 54.3%"),
        (Column("c", "interval", unit=PERCENT, signed=True), (-0.02, 0.19), "-2.0 to +19.0%"),
        (Column("c", "interval"), (math.nan, 1.0), "-"),
        (Column("c", "interval"), None, "-"),
        (Column("c"), None, "-"),
    ],
)  # fmt: skip
def test_a_cell_reads_as_its_column_says(column: Column, value: object, text: str) -> None:
    assert column.text(value) == text


def test_a_heading_names_the_unit_but_not_the_percent_sign() -> None:
    assert Column("t", "number", "ends", "counts").heading == "ends (counts)"
    assert Column("share", "number", unit=PERCENT).heading == "share"


def test_text_is_set_left_and_numbers_right() -> None:
    assert table_of(["Ana", "Bo Long"]).text().splitlines() == [
        "Names",
        "",
        "name     share  worth (counts)",
        "──────────────────────────────",
        "Ana      50.0%            -1.5",
        "Bo Long  50.0%            -1.5",
    ]


@pytest.mark.parametrize("width", [44, 60, 80, 120])
def test_a_wide_table_stays_within_the_width_and_loses_nothing(width: int) -> None:
    columns = [Column("name"), *(Column(f"column{place}", "number") for place in range(15))]
    rows = [(name, *(1000 * row + place for place in range(15))) for row, name in enumerate(["Ana", "x" * 50], 1)]
    text = Table("wide", "Wide", columns, rows).text(width)
    assert max(cell_len(line) for line in text.splitlines()) <= width
    words = text.split()
    for column in columns[1:]:
        assert words.count(column.key) == 1
    for row in rows:
        assert all(words.count(str(value)) == 1 for value in row[1:])


def test_a_long_text_is_folded_and_no_number_is_cut() -> None:
    columns = [Column("name"), Column("reason"), Column("battle", "count")]
    reason = "an agent did what it may not do " * 6
    text = Table("errors", "Errors", columns, [("Ana", reason, 123456789)]).text(70)
    assert max(map(len, text.splitlines())) <= 70
    assert "123456789" in text
    assert text.count("agent") == 6


def test_a_command_stands_whole_on_a_line_of_its_own_however_narrow_the_terminal_is() -> None:
    command = "couched run duel --seed 7 --battle 14 --set combatants.Ana.skills.broadsword=85"
    table = Table("replays", "Replays", [Column("arm"), Column("command", "command")], [("longest", command)])
    assert f"  {command}" in table.text(40).splitlines()
    assert f"\n{command}\n" in table.markdown()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_terminal_shows_a_hostile_name_as_text(name: str) -> None:
    text = table_of([name]).text()
    assert shown(name).strip() in text
    assert "\x1b" not in text
    assert len(text.splitlines()) == 5


@given(st.text(max_size=30))
def test_nothing_hidden_reaches_a_terminal_or_markdown(name: str) -> None:
    table = table_of([name])
    for text in (table.text(), table.text(40), table.markdown()):
        assert all(shown(line) == line for line in text.split("\n"))


def cells_of(markdown: str) -> tuple[list[str], set[str]]:
    """The texts of a Markdown table's cells as a reader sees them, with the kinds of everything inside."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    cells = [token for before, token in pairwise(tokens) if before.type == "td_open"]
    kinds = {child.type for cell in cells for child in cell.children}
    return ["".join(child.content for child in cell.children) for cell in cells], kinds


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_shows_a_hostile_name_as_text(name: str) -> None:
    cells, kinds = cells_of(table_of([name]).markdown())
    assert cells == [shown(name).strip(), "50.0%", "-1.5"]
    assert kinds <= {"text", "text_special"}


@given(st.text(max_size=30))
def test_markdown_has_one_row_and_three_cells_whatever_the_name(name: str) -> None:
    cells, _ = cells_of(table_of([name]).markdown())
    assert cells == [shown(name).strip(), "50.0%", "-1.5"]


def test_markdown_breaks_mentions_and_links_that_github_would_make() -> None:
    assert escaped("@ana https://a.example www.a.example") == "\\@ana https\\://a.example www\\.a.example"


def test_a_fence_in_a_command_does_not_end_the_block() -> None:
    table = Table("replays", "Replays", [Column("command", "command")], [("couched run '```'",)])
    tokens = MarkdownIt("commonmark").parse(table.markdown())
    assert [token.content for token in tokens if token.type == "fence"] == ["# \ncouched run '```'\n"]


def test_a_note_that_begins_like_a_list_is_a_paragraph() -> None:
    for note in ("- not a list", "1. not a list", "+ not a list", "=== no heading"):
        tokens = MarkdownIt("commonmark").parse(table_of([], note=note).markdown())
        assert not {"bullet_list_open", "ordered_list_open"} & {token.type for token in tokens}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1 dagger", "@SUM(A1)", "  =1", "＝1"])
def test_csv_lets_no_text_begin_like_a_formula(name: str) -> None:
    rows = list(csv.reader(io.StringIO(table_of([name]).csv())))
    assert rows[1][0] == "'" + shown(name)


def test_csv_quotes_texts_so_that_no_separator_opens_a_cell() -> None:
    line = table_of(["a;=cmd()\t=x"]).csv().splitlines()[1]
    assert line == '"a;=cmd()\\t=x",0.5,-1.5'


@given(st.text(max_size=30))
def test_csv_keeps_every_name_and_leaves_numbers_bare(name: str) -> None:
    rows = list(csv.reader(io.StringIO(table_of([name]).csv()), quoting=csv.QUOTE_NONNUMERIC))
    assert rows == [["name", "share", "worth"], [defused(name), 0.5, -1.5]]
    assert rows[1][0].removeprefix("'") == shown(name) or rows[1][0] == shown(name)
    assert not rows[1][0].lstrip().startswith(("=", "+", "-", "@"))


def test_polars_reads_numbers_as_numbers_and_what_is_unknown_as_null() -> None:
    columns = [Column("name"), Column("share", "share"), Column("span", "interval")]
    rows = [("Ana", 0.25, (0.125, 0.5)), ("Bo", math.nan, None)]
    frame = polars.read_csv(io.StringIO(Table("names", "Names", columns, rows).csv()))
    assert frame.to_dict(as_series=False) == {
        "name": ["Ana", "Bo"], "share": [0.25, None], "span_low": [0.125, None], "span_high": [0.5, None],
    }  # fmt: skip


def test_json_has_the_values_themselves_and_null_for_what_is_not_a_number() -> None:
    columns = [Column("name"), Column("share", "share"), Column("span", "interval", unit=PERCENT)]
    table = Table("names", "Names", columns, [("=1\x1b", 0.1 + 0.2, (0.1, math.inf)), (None, math.nan, None)])
    data = json.loads(json.dumps(table.data(), allow_nan=False))
    assert data["rows"] == [
        {"name": "=1\x1b", "share": 0.1 + 0.2, "span": [0.1, "inf"]}, {"name": None, "share": None, "span": None},
    ]  # fmt: skip
    assert data["columns"][2] == {"key": "span", "kind": "interval", "unit": "%"}


def test_a_command_without_hidden_characters_stays_as_it_is() -> None:
    assert command_text("couched run 'my fight' --seed 7") == "couched run 'my fight' --seed 7"


@pytest.mark.skipif(shutil.which("bash") is None, reason="reads the words with bash")
@pytest.mark.parametrize("word", ["two\nlines", "\x1b[31m", "it's \\ \u202e \x07", "日本語 \u2028", "\udcff.toml"])
def test_a_shell_reads_the_words_of_a_command_with_hidden_characters(word: str) -> None:
    command = command_text(shlex.join(["printf", "%s", word]))
    assert shown(command) == command
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"})
    assert done.stdout == word.encode("utf-8", "surrogateescape")


def test_a_row_of_the_wrong_length_and_a_name_for_no_file_are_refused() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells in 3 columns"):
        Table("names", "Names", table_of([]).columns, [("Ana",)])
    with pytest.raises(ValueError, match="small letters"):
        Table("../names", "Names", [], [])


def test_rows_by_name_leave_out_what_they_do_not_know() -> None:
    table = Table.of("names", "Names", table_of([]).columns, [{"name": "Ana", "other": 1}])
    assert table.rows == (("Ana", None, None),)


def test_what_is_printed_to_no_terminal_is_as_wide_as_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("t", "T", (Column("name"), *(Column(f"column{n}", "number") for n in range(12))), [("x", *range(12))], "word " * 40)
    wide = io.StringIO()
    table.print(wide)
    assert max(map(len, wide.getvalue().splitlines())) > 150
    monkeypatch.setenv("COLUMNS", "70")
    narrow = io.StringIO()
    table.print(narrow)
    assert max(map(len, narrow.getvalue().splitlines())) <= 70
    for nonsense in ("", "0", "-3", "many", "\u0663"):
        monkeypatch.setenv("COLUMNS", nonsense)
        again = io.StringIO()
        table.print(again)
        assert again.getvalue() == wide.getvalue()


@pytest.mark.parametrize(("p", "text"), [(0.0, "< 0.0001"), (0.00009, "< 0.0001"), (0.0001, "0.0001"), (0.04, "0.0400"), (1.0, "1.0000")])
def test_a_p_too_small_for_its_digits_is_told_as_below_them(p: float, text: str) -> None:
    assert Column("p", "p").text(p) == text
    assert Column("p", "p").right
