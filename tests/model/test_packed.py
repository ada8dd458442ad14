"""Packed lines and shared parts: nothing is lost, and a torn line harms no other."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depyf.capture.dump_directory import DumpDirectory
from depyf.capture.journal import JOURNAL, Journal, read_journal
from depyf.model.events import Guard, GuardsReported, Hits, Note, SourceLine
from depyf.model.families import runs
from depyf.model.packed import Table, Unpacker, expanded, packed_line
from depyf.model.serialize import event_to_json
from depyf.torch_text.names import CompileId

LONG = Note(CompileId(0, 1), text="é\u2028 and so on, " * 1000, subject="f")


def test_a_long_line_is_packed_and_comes_back():
    data = event_to_json(LONG)
    line = packed_line(data)
    assert len(line) < 1000
    assert "\n" not in line
    short = json.loads(line)
    assert [short["kind"], short["compile_id"]] == ["note", "0/1"]
    assert Unpacker().unpacked(short) == data


def test_a_short_line_stays_readable():
    line = packed_line(event_to_json(Hits(CompileId(0, 0), hits=3)))
    assert line == '{"kind":"hits","compile_id":"0/0","hits":3}'


@pytest.mark.parametrize("damage", ["", "AAAA", "not base64!", "eJyrBQAAAAEAAQ=="])
def test_a_damaged_line_is_an_error_of_its_own(damage):
    with pytest.raises(ValueError):  # noqa: PT011 - of several parts of the library
        Unpacker().unpacked({"kind": "note", "packed": damage})


def test_a_torn_packed_line_loses_only_itself(tmp_path):
    directory = DumpDirectory(tmp_path / "dump")
    directory.open()
    journal = Journal(directory)
    first, last = Hits(CompileId(0, 0), hits=1), Hits(CompileId(0, 0), hits=2)
    for event in (first, LONG, last):
        journal.record(event)
    path = directory.path / JOURNAL
    assert [*read_journal(path)] == [first, LONG, last]
    lines = path.read_text().splitlines()
    lines[1] = lines[1][:-40] + '"}'
    path.write_text("\n".join(lines))
    assert [*read_journal(path)] == [first, last]


@given(st.lists(st.integers(0, 9)))
def test_ranges_are_the_numbers_in_their_order(numbers):
    found = runs(numbers)
    assert [n for a, b in found for n in range(a, b + 1)] == numbers
    assert all(a[1] + 1 != b[0] for a, b in zip(found, found[1:]))


def test_a_table_holds_each_value_once():
    table = Table()
    values = [{"a": 1}, {"a": True}, {"a": 1}, {"a": 1.0}]
    assert [table.add(value) for value in values] == [0, 1, 0, 2]
    assert table.values == [{"a": 1}, {"a": True}, {"a": 1.0}]


def test_a_summary_of_before_stays_as_it_is():
    old = {"schema": 1, "frames": [{"compilations": [{"guards": [{"a": 1}]}]}]}
    assert expanded(old) == old


_LINES = st.none() | st.builds(SourceLine, st.sampled_from("ab"), st.integers(1, 3))
_PARTS = st.builds(Guard, st.sampled_from("xyz"), st.booleans(), user_line=_LINES)


@given(st.lists(st.lists(_PARTS, max_size=5), max_size=4))
def test_a_summary_expands_to_all_guards_of_all_entries(entries):
    from depyf.model.build import fold
    from depyf.model.events import TransformedCode
    from depyf.model.serialize import record_to_json
    from depyf.render.json import summary, summary_json

    events = []
    for number, parts in enumerate(entries):
        id_ = CompileId(0, number)
        events.append(TransformedCode(id_, co_name="f", code_key="k", index=number))
        events.append(GuardsReported(id_, parts=tuple(parts)))
    whole = expanded(json.loads(summary_json(summary(fold(events)))))
    assert "shared" not in whole
    found = [one for frame in whole["frames"] for one in frame["compilations"]]
    expected = [[record_to_json(part) for part in parts] for parts in entries]
    assert [one.get("guards", []) for one in found] == expected
