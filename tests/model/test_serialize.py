"""The journal's JSON: nothing is lost on the way out and back."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from depyf.model import detail_events, edit_tried, events, value_seen
from depyf.model.call_check import Entry, Miss
from depyf.model.events import Guard, RawAttachment, SourceLine
from depyf.model.serialize import EVENT_TYPES, decoder, event_from_json, event_to_json
from depyf.torch_text.names import CompileId

# A value of each field type that differs from every default.
SAMPLES = {
    "str": "text",
    "str | None": "f#0",
    "int": 7,
    "float": 1.5,
    "bool": True,
    "bool | None": False,
    "Entry | None": Entry(1, "0/1", "__transformed_code_1_for_f.py"),
    "tuple[Miss, ...]": (
        Miss(Entry(0), "n == 3", "n", "3", "4", "", SourceLine("a.py", 1), "do", "L"),
    ),
    "CompileId | None": CompileId(1, 2, 3),
    "SourceLine | None": SourceLine("a.py", 3, "f", "x = 1"),
    "tuple[str, ...]": ("a", "b"),
    "tuple[int, ...]": (1, 2),
    "tuple[SourceLine, ...]": (SourceLine("a.py", 3), SourceLine("b.py", 4)),
    "tuple[Guard, ...]": (
        Guard("x", True, user_line=SourceLine("a.py", 1)),
        Guard("y z", False),
    ),
    "tuple[LineLink, ...]": (events.LineLink(2, (5, 6)),),
    "tuple[ResumeLink, ...]": (events.ResumeLink("__resume_at_2_1", "g"),),
    "tuple[RecompileReason, ...]": (events.RecompileReason("t", CompileId(0, 0)),),
    "tuple[SideEffect, ...]": (
        detail_events.SideEffect("L['a']", "list", (SourceLine("a.py", 1),)),
    ),
    "tuple[KernelOrigin, ...]": (
        detail_events.KernelOrigin("k:1", ("add",), (SourceLine("a.py", 1),)),
    ),
    "tuple[SeenForm, ...]": (
        value_seen.SeenForm("[4, 10]", 3, (SourceLine("a.py", 1),)),
    ),
    "tuple[PlainFunction, ...]": (edit_tried.PlainFunction("A.f", 3),),
    "tuple[EditPart, ...]": (edit_tried.EditPart("set it", "no effect"),),
    "Aim | None": edit_tried.Aim("varying-argument", "f", "n", "a.py", 3),
    "RunFigures | None": edit_tried.RunFigures(1, 0.5, 2, 3, 4, 5, 6),
    "Mapping[str, str]": {"a": "b"},
    "Mapping[str, int]": {"a": 1},
    "Mapping[str, float]": {"a": 1.5},
}


@pytest.mark.parametrize("kind", sorted(EVENT_TYPES))
def test_every_field_of_every_event_survives_the_journal(kind):
    event_type = EVENT_TYPES[kind]
    values = {field.name: SAMPLES[field.type] for field in fields(event_type)}
    event = event_type(**values)
    line = json.dumps(event_to_json(event))
    assert event_from_json(json.loads(line)) == event


@pytest.mark.parametrize("kind", sorted(EVENT_TYPES))
def test_a_bare_event_survives_the_journal(kind):
    event = EVENT_TYPES[kind](compile_id=None)
    assert event_from_json(event_to_json(event)) == event


def test_false_is_kept_where_true_is_the_default():
    event = events.Metrics(None, made_entry=False)
    assert event_from_json(event_to_json(event)) == event


def test_every_field_type_has_a_decoder():
    for event_type in EVENT_TYPES.values():
        for field in fields(event_type):
            assert callable(decoder(field.type)), (event_type, field.name)


def test_a_type_that_is_no_record_is_an_error():
    with pytest.raises(LookupError, match="Nowhere"):
        decoder("tuple[Nowhere, ...]")


def test_an_event_of_a_newer_version_is_kept_raw():
    event = event_from_json({"kind": "quantum", "compile_id": "0/1", "spin": "up"})
    assert isinstance(event, RawAttachment)
    assert event.compile_id == CompileId(0, 1)
    assert '"spin": "up"' in event.text


def test_a_field_of_a_newer_version_is_dropped():
    event = event_from_json({"kind": "hits", "compile_id": "0/1", "hits": 3, "new": 1})
    assert event == events.Hits(CompileId(0, 1), 3)


def test_lone_surrogates_and_foreign_types_do_not_break_a_line():
    class Text(str):
        __slots__ = ()

    event = events.Note(None, text=Text("\ud800"), subject="")
    assert json.loads(json.dumps(event_to_json(event)))["text"] == "\ud800"
