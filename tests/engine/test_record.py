"""Writing logs and reading them back: whole, cut, damaged, or from a later version (contract 3)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import Battle, InputError
from engine.errors import LogError
from engine.record import BLOCK, FLUSH_EVERY, LogFile, configure_logging, encode, parse_log, read_log
from tests.engine.strategies import chaotic, fight, fighter, lines, plain, play


def small(**more: Any) -> Battle:
    """Return a short battle with a name that is hard on encodings."""
    fought = fight(fighter("Ánä '<b>\\", "red", 0), fighter("Bo/#1", "blue", 5), max_counts=12)
    return play(fought, chaotic(fought), **more)


def whole() -> bytes:
    """Return the bytes of a small log."""
    return b"".join(lines(small()))


def changed(data: bytes, line: int, **values: Any) -> bytes:
    """Return a log with fields of one line (from 0) changed or added."""
    rows = data.splitlines(keepends=True)
    rows[line] = msgspec.json.encode(msgspec.json.decode(rows[line]) | values) + b"\n"
    return b"".join(rows)


# writing


def test_a_log_file_grows_under_a_part_name_and_is_renamed_when_closed(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "a.jsonl")
    battle = small(sinks=(log,))
    assert not log.path.exists()
    assert log.part.exists()
    log.close()
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]
    assert log.path.read_bytes() == b"".join(lines(battle))


def test_a_log_file_that_is_discarded_leaves_nothing(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "a.jsonl")
    small(sinks=(log,))
    log.discard()
    assert list(tmp_path.iterdir()) == []


def test_a_discarded_log_leaves_an_older_one_of_its_name_alone(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"older")
    LogFile(tmp_path / "a.jsonl").discard()
    assert (tmp_path / "a.jsonl").read_bytes() == b"older"


def test_the_part_of_an_interrupted_run_is_kept_and_can_be_read(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "a.jsonl")
    battle = small()
    for event, line in list(zip(battle.events, lines(battle), strict=True))[:-1]:
        log.write(event, line)
    log.keep_part()
    assert not log.path.exists()
    found = read_log(log.part)
    assert found.events == plain(battle)[:-1]
    assert found.cut is not None


def test_lines_reach_the_disk_while_the_battle_runs(tmp_path: Path) -> None:
    """A killed run loses at most the last few hundred lines."""
    log = LogFile(tmp_path / "a.jsonl")
    battle = small()
    for _ in range(FLUSH_EVERY):
        log.write(battle.events[1], b"{}\n")
    assert log.part.read_bytes() == b"{}\n" * FLUSH_EVERY
    log.discard()


def test_a_directory_can_not_be_a_log(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a directory"):
        LogFile(tmp_path)


def test_a_log_in_a_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        LogFile(tmp_path / "none" / "a.jsonl")


def test_a_log_under_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="Not a directory"):
        LogFile(tmp_path / "file" / "a.jsonl")


# digests


def test_the_footer_has_the_digest_of_all_lines_before_it() -> None:
    rows = whole().splitlines(keepends=True)
    footer = msgspec.json.decode(rows[-1])
    assert footer["digest"] == hashlib.sha256(b"".join(rows[:-1])).hexdigest()
    assert footer["events"] == len(rows)


def test_the_digest_is_the_same_kept_in_memory_and_passed_on(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "a.jsonl")
    small(sinks=(log,), record=False)
    log.close()
    assert log.path.read_bytes() == whole()


def test_the_header_has_the_digest_of_its_scenario() -> None:
    header = plain(small())[0]
    assert header["digest"] == hashlib.sha256(msgspec.json.encode(header["scenario"], order="sorted")).hexdigest()


def test_every_line_but_the_first_names_an_earlier_one_as_its_cause() -> None:
    events = plain(small())
    assert "cause" not in events[0]
    assert [event["seq"] for event in events] == list(range(len(events)))
    assert all(0 <= event["cause"] < event["seq"] for event in events[1:])


def test_the_rolls_of_the_footer_are_the_rolls_of_the_log() -> None:
    events = plain(small())
    assert events[-1]["rolls"] == sum(event["type"] == "roll" for event in events) > 0


# reading


def test_a_whole_log_is_read_as_it_was_written() -> None:
    data = whole()
    found = parse_log(data)
    assert found.cut is None
    assert b"".join(found.lines) == data
    assert found.header["type"] == "battle.start"
    assert found.end is not None
    assert found.end["outcome"] == "timeout"


def test_a_log_cut_at_any_byte_is_readable_up_to_the_cut_and_says_so() -> None:
    data = whole()
    rows = data.splitlines(keepends=True)
    ends = [sum(map(len, rows[: number + 1])) for number in range(len(rows))]
    for size in range(ends[0], len(data)):
        found = parse_log(data[:size])
        complete = sum(end <= size for end in ends)
        assert found.lines == rows[:complete]
        assert found.cut == (f"cut after line {complete}" if size in ends else f"cut in line {complete + 1}")
        assert found.end is None


def test_a_log_cut_before_its_header_is_whole_is_no_log() -> None:
    data = whole()
    first = data.index(b"\n")
    for size in range(0, first + 1, 97):
        found = "a first line that is cut" if size else "an empty file"
        with pytest.raises(LogError, match=rf"{found}.*battle\.start"):
            parse_log(data[:size])


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"null", b"{\"seq\": 3}", b"\xff\xfe", b"{} {}", b"0" * 5000])
def test_a_damaged_line_in_the_middle_is_an_error_that_names_it(damage: bytes) -> None:
    rows = whole().splitlines(keepends=True)
    rows[3] = damage + b"\n"
    with pytest.raises(LogError, match="line 4"):
        parse_log(b"".join(rows), "a.jsonl")


def test_nesting_without_end_is_damage_and_not_a_crash() -> None:
    rows = whole().splitlines(keepends=True)
    rows[3] = b"[" * 100_000 + b"\n"
    with pytest.raises(LogError, match="line 4"):
        parse_log(b"".join(rows))


def test_swapped_doubled_and_missing_lines_are_errors() -> None:
    rows = whole().splitlines(keepends=True)
    swapped = [*rows[:2], rows[3], rows[2], *rows[4:]]
    doubled = [*rows[:3], rows[2], *rows[3:]]
    missing = rows[:2] + rows[3:]
    for damaged, line in ((swapped, 3), (doubled, 4), (missing, 3)):
        with pytest.raises(LogError, match=f"line {line}: found seq"):
            parse_log(b"".join(damaged))


@pytest.mark.parametrize("field", [{"seq": "3"}, {"seq": 3.0}, {"seq": True}, {"t": "1"}, {"t": None}, {"type": 7}])
def test_a_common_field_of_the_wrong_kind_is_an_error(field: dict[str, Any]) -> None:
    with pytest.raises(LogError, match="line 4"):
        parse_log(changed(whole(), 3, **field))


def test_unknown_types_and_fields_are_kept() -> None:
    """Contract 3: readers must accept them."""
    found = parse_log(changed(whole(), 3, type="weather", rain=[1, {"wet": True}]))
    assert found.events[3]["type"] == "weather"
    assert found.events[3]["rain"] == [1, {"wet": True}]
    assert found.cut is None


def test_another_schema_or_no_header_is_refused() -> None:
    data = whole()
    with pytest.raises(LogError, match=r"couched\.events/2"):
        parse_log(changed(data, 0, schema="couched.events/2"))
    with pytest.raises(LogError, match=r"battle\.start"):
        parse_log(changed(data, 0, schema="other/1"))
    with pytest.raises(LogError, match=r"battle\.start"):
        parse_log(b"".join(data.splitlines(keepends=True)[1:]))


def test_a_log_that_is_not_there_is_a_log_error(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="No such file"):
        read_log(tmp_path / "none.jsonl")
    with pytest.raises(LogError, match="directory"):
        read_log(tmp_path)


def test_an_unknown_log_level_is_refused() -> None:
    with pytest.raises(InputError, match="debug, info, warning or error"):
        configure_logging("loud")


def test_a_battle_kept_in_memory_ends_with_the_digest_of_the_lines_it_would_have_written(tmp_path: Path) -> None:
    """The one is worked out when somebody looks, the other as the lines are written, in blocks."""
    kept, written = small(), LogFile(tmp_path / "a.jsonl")
    small(record=False, sinks=(written,))
    written.close()
    lines = written.path.read_bytes().splitlines(keepends=True)
    assert [encode(event) for event in kept.events] == lines
    assert kept.events[-1].digest == hashlib.sha256(b"".join(lines[:-1])).hexdigest()  # type: ignore[attr-defined]


def test_a_log_file_that_is_left_in_the_middle_holds_all_that_happened_until_then(tmp_path: Path) -> None:
    """Events wait for their block; who is interrupted loses none of them."""
    file = LogFile(tmp_path / "a.jsonl")
    battle = Battle(fight(fighter("Ana", "red", 0), fighter("Bo", "blue", 5)), sinks=(file,))
    battle.advance()
    assert 0 < len(battle.events) < BLOCK
    file.keep_part()
    assert file.part.read_bytes() == b"".join(encode(event) for event in battle.events)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("t", None, 'line 2, t: found nothing in "{'), ("t", "soon", 'line 2, t: found "\\"soon\\""; allowed: the count it happens at, a number'),
        ("seq", None, "line 2, seq: found nothing"), ("seq", 1.0, 'line 2, seq: found "1.0"; allowed: the line\'s number'),
        ("type", None, "line 2, type: found nothing"), ("type", 7, 'line 2, type: found "7"; allowed: the type of the event, a text'),
    ],
)  # fmt: skip
def test_a_line_without_what_every_line_has_is_refused_naming_it(key: str, value: object, told: str) -> None:
    head = {"seq": 0, "t": 0.0, "type": "battle.start", "schema": "couched.events/1"}
    lines = [head, {"seq": 1, "t": 0.0, "type": "move"}, {"seq": 2, "t": 0.0, "type": "move"}]
    lines[1] = {name: found for name, found in {**lines[1], key: value}.items() if found is not None}
    with pytest.raises(LogError) as refused:
        parse_log(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    assert told in str(refused.value)
