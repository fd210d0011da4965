"""Plots: the same bytes in every process, names as texts, and in the drawing what was counted."""

import hashlib
import math
import os
import re
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest

from studies.plots import (
    Breakpoint,
    Curve,
    Plot,
    forest,
    heat_map,
    outcome_bars,
    paired_differences,
    share_curves,
    time_histogram,
)
from studies.plots_style import SERIES, brief
from studies.tables import PERCENT

ROOT = Path(__file__).parents[2]
HOSTILE = "</text><script>$x^2$ \x1b[31m\n%&\"'\u202e"


def plots(name: str = "Ana") -> dict[str, Plot]:
    """One plot of every kind."""
    made = [
        outcome_bars("bars", name, [(name, {"win": 5, "loss": 2, "draw": 1, "timeout": 1, "stalemate": 1, "error": 2})], (name, "b")),
        share_curves(
            "curves", name, name, [Curve(name, [1, 2, 3], [0.1, None, 0.9], [0, None, 0.8], [0.2, None, 1])],
            [Breakpoint(1.5, name), Breakpoint(2.5, "second"), Breakpoint(99, "outside")],
        ),
        heat_map("heat", name, name, [7, 7.5, name], name, [40, 50], [[0.1, 0.5, None], [math.nan, 1, 0]]),
        heat_map("times", name, "x", [1, 2], "y", [1], [[3.25, 1234.5]], unit="counts", middle=None),
        forest("ratings", name, [(name, 120, 90, 150), ("b", -5, -math.inf, 40), ("c", math.nan, math.nan, math.nan)], name),
        paired_differences("few", name, [-1, 0, 0, 1, math.nan], (0.1, -0.1, 0.3), name, (name, "b")),
        paired_differences("many", name, [0.0, *(value / 7 - 3 for value in range(60))], (1.2, 0.7, 1.9), name, ("a", name)),
        time_histogram("histogram", name, {name: [1, 2, 3.5, 200, math.nan], "none": []}, name),
    ]  # fmt: skip
    return {plot.name: plot for plot in made}


KINDS = sorted(plots())


def digests() -> str:
    """The digests of every file that the plots make."""
    made = plots(HOSTILE).values()
    return "\n".join(hashlib.sha256(data).hexdigest() for plot in made for data in (plot.png(), plot.svg(), inline(plot)))


def inline(plot: Plot) -> bytes:
    return ElementTree.tostring(plot.inline())


def texts_of(plot: Plot) -> list[str]:
    """The texts that an SVG file shows."""
    root = ElementTree.fromstring(plot.svg())
    return ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_process_draws_the_same_bytes_whatever_its_hash_seed() -> None:
    here = digests()
    code = (
        "import importlib.util as u, sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        f"spec = u.spec_from_file_location('drawn', {__file__!r})\n"
        "drawn = u.module_from_spec(spec); spec.loader.exec_module(drawn); print(drawn.digests())"
    )
    other = {"PYTHONHASHSEED": "77", "SOURCE_DATE_EPOCH": "77", "MPLBACKEND": "svg", "TZ": "Asia/Tokyo"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **other}
    )
    assert done.stdout.strip() == here


@pytest.mark.parametrize("kind", KINDS)
def test_a_users_own_settings_of_matplotlib_change_nothing(kind: str) -> None:
    plot = plots()[kind]
    before = plot.png(), plot.svg(), inline(plot)
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "path", "savefig.dpi": 10, "lines.linewidth": 9}):
        assert (plot.png(), plot.svg(), inline(plot)) == before
        assert matplotlib.rcParams["font.size"] == 30


@pytest.mark.parametrize("kind", KINDS)
def test_files_carry_no_date_and_no_program(kind: str) -> None:
    plot = plots()[kind]
    data = plot.png()
    chunks, at = [], 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        chunks.append(data[at + 4 : at + 8])
        at += length + 12
    assert set(chunks) == {b"IHDR", b"pHYs", b"IDAT", b"IEND"}
    assert not re.search(rb"date|creator|matplotlib v|20\d\d-\d\d", plot.svg(), re.IGNORECASE)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_name_is_a_text_and_nothing_else(kind: str) -> None:
    plot = plots(HOSTILE)[kind]
    root = ElementTree.fromstring(plot.svg())
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "script" not in tags
    assert any(text.startswith("</text><script>$x^2$ \\x1b") for text in texts_of(plot))


@pytest.mark.parametrize("kind", KINDS)
def test_a_drawing_for_a_page_refers_to_itself_alone_and_has_no_colours_of_paper(kind: str) -> None:
    root = plots()[kind].inline()
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(made.startswith(f"{kind}-") for made in ids)
    values = [value for element in root.iter() for value in element.attrib.values()]
    referred = [found for value in values for found in re.findall(r"url\(#([^)]*)\)", value)]
    referred += [element.get("href")[1:] for element in root.iter("use")]
    assert referred
    assert set(referred) <= set(ids)
    text = ElementTree.tostring(root, "unicode")
    assert not re.search(r"https?:|#0102|<style|#ffffff; *stroke", text)
    assert "currentColor" in text
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Ana"


def test_outcomes_stand_apart_with_their_shares_and_names() -> None:
    plot = outcome_bars("bars", "Outcomes", [("a", {"win": 6, "loss": 2, "draw": 2}), ("b", {"stalemate": 5, "timeout": 15})], ("red", "blue"))
    texts = texts_of(plot)
    for text in ("60%", "20%", "75%", "25%", "red", "blue", "draw", "timeout", "stalemate"):
        assert text in texts
    assert "error" not in texts
    assert texts.count("20%") >= 2
    assert any("20 battles" in text for text in texts)


def test_an_outcome_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="not won"):
        outcome_bars("bars", "Outcomes", [("a", {"won": 6})])


def test_cells_of_a_heat_map_have_their_values_written_in_them() -> None:
    texts = texts_of(heat_map("heat", "Heat", "x", [1, 2], "y", [1, 2], [[0.126, 0.5], [None, 1]]))
    for text in ("13", "50", "100", "-"):
        assert text in texts
    times = texts_of(heat_map("heat", "Heat", "x", [1, 2], "y", [1], [[3.256, 12.34]], unit="counts", middle=None))
    assert "3.3" in times
    assert "12.3" in times


def test_a_heat_map_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="2 rows of 1 cells"):
        heat_map("heat", "Heat", "x", [1], "y", [1, 2], [[0.1]])
    with pytest.raises(ValueError, match="no cells"):
        heat_map("heat", "Heat", "x", [], "y", [], [])


def test_breakpoints_inside_the_plot_are_named_and_others_are_not() -> None:
    texts = texts_of(plots()["curves"])
    assert "second" in texts
    assert "outside" not in texts


def test_quartiles_are_times_of_real_battles() -> None:
    # The ceil(n / 4)-th, ceil(n / 2)-th and ceil(3 n / 4)-th of seven times: the 2nd, the 4th and the 6th.
    texts = texts_of(time_histogram("times", "Times", {"a": [70, 10, 20, 30, 40, 50, 60]}))
    assert "7 battles; quartiles 20, 40, 60" in texts


def test_an_estimate_that_is_not_decided_is_drawn_hollow() -> None:
    plot = forest("f", "F", [("decided", 5, 1, 9), ("open", 1, -3, 5), ("worse", -4, -6, -2)], "x")
    svg = plot.svg().decode()
    fills = re.findall(r"<use [^>]*style=\"fill: (#\w+); stroke: #\w+; stroke-width: 1.6", svg)
    assert fills == [SERIES[0], "#ffffff", SERIES[1]]


def test_differences_are_counted_by_value_where_there_are_few_values() -> None:
    svg = ElementTree.fromstring(plots()["few"].svg())
    styles = [element.get("style", "") for element in svg.iter("{http://www.w3.org/2000/svg}path")]
    bars = [re.search(r"fill: (#\w+)", style)[1] for style in styles if "stroke-width: 0.8; stroke-linejoin: miter" in style and "fill: #" in style]
    assert bars == [SERIES[1], "#9aa1a9", SERIES[0]]


def test_an_empty_study_can_be_drawn() -> None:
    for plot in (
        outcome_bars("bars", "Outcomes", []), share_curves("curves", "Curves", "x", []),
        forest("ratings", "Ratings", [], "Elo"), paired_differences("paired", "Paired", [], (math.nan,) * 3, "x", ("a", "b")),
        time_histogram("times", "Times", {}), outcome_bars("none", "Outcomes", [("a", {})]),
    ):  # fmt: skip
        assert plot.png().startswith(b"\x89PNG")
        assert plot.svg().startswith(b"<?xml")


def test_a_percent_unit_reaches_the_axis() -> None:
    texts = texts_of(forest("worth", "Worth", [("a", 0.05, 0.01, 0.09)], "share of wins", unit=PERCENT, signed=True))
    assert "+5.0%" in texts


def test_long_names_are_cut_and_wide_letters_count_twice() -> None:
    assert brief("x" * 26) == "x" * 26
    assert brief("x" * 27) == "x" * 25 + "…"
    assert brief("日" * 14) == "日" * 12 + "…"
    assert brief(7.5) == "7.5"


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(ValueError, match="small letters"):
        time_histogram("../times", "Times", {})


def test_a_name_that_begins_with_an_underscore_is_in_the_legend() -> None:
    bars = outcome_bars("bars", "Outcomes", [("a", {"win": 1, "loss": 1})], ("_red", "__blue"))
    assert {"_red", "__blue"} <= set(texts_of(bars))
    assert "_curve" in texts_of(share_curves("curves", "Curves", "x", [Curve("_curve", [1, 2], [0, 1])]))


def test_a_plot_called_none_has_the_same_bytes_twice() -> None:
    # A salt of "none" is no salt to matplotlib: every drawing would have random ids.
    plot = outcome_bars("none", "Outcomes", [("a", {"timeout": 1})])
    assert plot.svg() == plot.svg()
