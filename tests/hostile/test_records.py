"""Lines of strangers are bounded before they are read; what is left out is counted."""

from __future__ import annotations

import sys
import zlib

import pytest

from depyf.reading import records
from depyf.reading.left_out import LeftOut, UnreadableError, Why
from depyf.reading.limits import LIMITS, NO_LIMITS, Limits
from depyf.reading.records import (
    check_lists,
    json_object,
    lines_of,
    objects_of,
    unzipped,
)

SMALL = Limits(
    line_bytes=20, unpacked_bytes=10, nesting=3, records=2, file_bytes=10_000
)


def read(path, data, limits=LIMITS):
    path.write_bytes(data)
    left_out = LeftOut()
    return [*objects_of(path, left_out, limits)], left_out


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"a": "\xff"}', Why.ENCODING),
        (b"{", Why.JSON),
        (b"\x00", Why.JSON),
        (b"[1]", Why.OBJECT),
        (b"null", Why.OBJECT),
        (b'{"a": Infinity}', Why.NUMBER),
        (b'{"a": NaN}', Why.NUMBER),
        (b'{"a": ' + b"9" * 5_000 + b"}", Why.NUMBER),
        (b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", Why.NESTING),
        (b"[" * 200_000, Why.NESTING),
    ],
)
def test_what_no_record_is_is_counted_with_its_line(tmp_path, line, why):
    found, left_out = read(tmp_path / "a", b'{"b": 1}\n' + line + b'\n{"c": 2}\n')
    assert found == [(1, {"b": 1}), (3, {"c": 2})]
    assert left_out.counts == {why: 1}
    assert left_out.first == {why: 2}
    assert left_out.lines == 1


def test_a_long_line_is_skipped_to_its_end(tmp_path):
    data = b'{"a": 1}\n' + b"x" * 5_000 + b'\n{"c": 2}'
    found, left_out = read(tmp_path / "a", data, SMALL)
    assert found == [(1, {"a": 1}), (3, {"c": 2})]
    assert left_out.counts == {Why.LONG: 1}


def test_a_line_as_long_as_the_limit_is_read(tmp_path):
    line = b'{"a": "%s"}' % (b"x" * 11)
    found, left_out = read(tmp_path / "a", line + b"\n" + line, SMALL)
    assert len(found) == 2
    assert not left_out


def test_reading_stops_at_the_limit_of_records_and_says_so(tmp_path):
    found, left_out = read(tmp_path / "a", b"{}\n" * 3, SMALL)
    assert len(found) == 2
    assert left_out.stopped == "after 2 records"
    assert not read(tmp_path / "a", b"{}\n" * 2, SMALL)[1]


def test_an_endless_line_is_not_read_to_its_end(tmp_path):
    path = tmp_path / "a"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)  # a hole: it takes no room
    left_out = LeftOut()
    assert [*lines_of(path, left_out, SMALL)] == []
    assert left_out.stopped == "after 10,000 bytes"


def test_brackets_in_strings_are_no_nesting():
    text = r'{"a": "%s\\", "b": ["\"[", 1]}' % ("[{" * 200)
    assert json_object(text)["b"] == ['"[', 1]


def test_nesting_is_measured_beside_strings():
    deep = '{"a": "]]]", "b": [[["\\"]"]]]}'
    assert json_object(deep)["b"] == [[['"]']]]
    with pytest.raises(UnreadableError):
        json_object(deep, SMALL)


def test_what_is_packed_is_bounded_when_it_is_unpacked():
    assert unzipped(zlib.compress(b"x" * 10), 10) == b"x" * 10
    assert len(unzipped(zlib.compress(b"x" * 11))) == 11
    with pytest.raises(UnreadableError) as raised:
        unzipped(zlib.compress(b"x" * 11), 10)
    assert raised.value.why is Why.UNPACKED


@pytest.mark.parametrize("data", [b"", b"abc", zlib.compress(b"x" * 9)[:-3]])
def test_damaged_packed_data_is_told(data):
    with pytest.raises(UnreadableError) as raised:
        unzipped(data)
    assert raised.value.why is Why.PACKED


def test_without_limits_only_nesting_is_bounded(tmp_path):
    found, left_out = read(tmp_path / "a", b'{"a": "%s"}' % (b"x" * 99), NO_LIMITS)
    assert len(found) == 1
    assert not left_out


def test_a_list_of_too_many_items_is_no_record():
    with pytest.raises(UnreadableError) as raised:
        check_lists({"leaves": ["a"] * 4}, Limits(text_lines=3))
    assert raised.value.why is Why.ITEMS


@pytest.mark.parametrize("unit", ['{"":0}', "[]", '","', r'"\\"', "[[[0]]]", "1"])
def test_values_are_counted_before_they_are_objects_in_memory(unit, monkeypatch):
    """A packed line of 400 kB took 8 GB."""
    monkeypatch.setattr(records, "_CHUNK", 7)  # strings and escapes go across its ends
    text = f'{{"a": [{",".join([unit] * 40)}]}}'
    values = text.count("0") + text.count("[") + text.count('"') // 2  # about as many
    assert json_object(text, Limits(values=3 * values + 200))
    with pytest.raises(UnreadableError) as raised:
        json_object(text, Limits(values=30))
    assert raised.value.why is Why.VALUES


def test_commas_and_brackets_in_strings_are_no_values(monkeypatch):
    for size in (3, 4, 5, 1 << 20):
        monkeypatch.setattr(records, "_CHUNK", size)
        text = r'{"a": "%s\\", "b": "\"[", "c": 1}' % (",[{" * 99)
        assert json_object(text, Limits(values=4))


def test_nesting_is_bounded_where_the_program_has_raised_the_limit_of_calls():
    """Python's decoder would end the process."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        for text in ("[" * 200_000, '{"a": ' * 200_000):
            with pytest.raises(UnreadableError) as raised:
                json_object(text)
            assert raised.value.why is Why.NESTING
        text = r'{"a": "%s\\", "b": ["\"[", 1]}' % ("[{" * 200)
        assert json_object(text)["b"] == ['"[', 1]
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.parametrize("opening", ['{"a": ', "["])
def test_nesting_is_bounded_exactly(opening):
    closing = "}" if opening[0] == "{" else "]"
    for depth in (98, 99, 100, 101):
        inner = f"{opening * depth}1{closing * depth}"
        text = f'{{"b": {inner}, "c": "{"[" * 101}"}}'
        if depth < 100:
            assert json_object(text)
        else:
            with pytest.raises(UnreadableError):
                json_object(text)
