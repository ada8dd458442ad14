"""The published schema of `summary.json` is complete, and true of recorded runs."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from depyf.model.detail_events import Annotation, DdpPiece, ShapeGuard
from depyf.model.edit_tried import RunFigures
from depyf.model.events import (
    CacheLookup,
    Failure,
    GraphBreak,
    Metrics,
    ShapeSymbol,
    SourceLine,
)
from depyf.model.ranks import Step
from depyf.render.json import SUMMARY_SCHEMA, summary
from depyf.render.ranks import ranks_json
from tests.docs.schema_reference import PAGE, SUMMARY, summary_text
from tests.findings.test_recorded import recorded as problem

from .journal import nasty_run, recorded
from .schema import errors

SCHEMA = json.loads(SUMMARY.read_text(encoding="utf-8"))
RUNS = {
    "toy": lambda: recorded("toy_training"),
    "nasty": nasty_run,
    "best_value": lambda: problem("best_value"),
}
RECORDS = {
    "Annotation": Annotation,
    "CacheLookup": CacheLookup,
    "DdpPiece": DdpPiece,
    "Failure": Failure,
    "GraphBreak": GraphBreak,
    "Metrics": Metrics,
    "RunFigures": RunFigures,
    "ShapeGuard": ShapeGuard,
    "SourceLine": SourceLine,
    "Symbol": ShapeSymbol,
}


def test_the_schema_is_taken_out_of_the_pages():
    assert SUMMARY.read_text(encoding="utf-8") == summary_text(), (
        "run: python -m tests.docs.architecture_parts"
    )
    assert SCHEMA["properties"]["schema"]["const"] == SUMMARY_SCHEMA


@pytest.mark.parametrize("name", RUNS)
def test_summaries_are_as_the_schema_says(name):
    data = json.loads(json.dumps(summary(RUNS[name]())))
    assert list(errors(SCHEMA, data)) == []


def test_groups_of_ranks_are_as_the_schema_says():
    one = Step("0/0", "f (a.py:1)", "compiled", (), ("d0",), ("g0.py",))
    groups = json.loads(json.dumps(ranks_json({0: (one,), 1: (one, one)})))
    assert len(groups) == 2
    assert list(errors(SCHEMA["properties"]["ranks"], groups, SCHEMA)) == []


@pytest.mark.parametrize("name", RECORDS)
def test_the_schema_has_all_fields_of_a_record(name):
    names = {one.name for one in fields(RECORDS[name])} - {"compile_id"}
    assert SCHEMA["$defs"][name]["properties"].keys() == names


def test_every_field_is_described():
    described = {"": PAGE, **PAGE["$defs"]}
    missing = [
        f"{name}.{field}"
        for name, one in described.items()
        for field, told in one["properties"].items()
        if not told.get("description")
    ]
    assert missing == []
    assert all(one.get("description") for one in PAGE["$defs"].values())
