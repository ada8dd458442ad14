"""Statements of the walk-through about torch that no listing there shows."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

from tests.warm import run_python

from .conftest import torch_writes

SCRIPT = Path(__file__).with_name("statement_programs.py")
MODEL_SCRIPT = SCRIPT.with_name("model_statement_programs.py")
CHAPTERS = Path(__file__).parents[2] / "docs" / "walk_through"
EXPECTED = {
    "whole number in a global": 4,
    "float in a global": 2,
    "whole number of a module, setting False": 4,
    "whole number of a module, setting True": 2,
    "entries at the limit": 8,
    "warnings at the limit": 1,
    "entries after the limit, another dtype": 8,
    "one dimension changes, then another": [1, 2, 2, 3, 3],
    "both dimensions change": [1, 2, 2],
    "sizes 0 and 1": [1, 2, 3],
    "equal sizes": [1, 1, 2],
    "only the first call is marked": [1, 1],
    "break in a loop: what it calls": [1],
    "own context, one operation before": [0],
    "own context, two operations before": [1],
    "separate, overlapping, the same": [1, 1, 2],
    "whole number as an argument": [1, 2, 2, 2],
    "order of entries": ["0/2", "0/1", "0/0"],
    "order of entries after a hit": ["0/0", "0/2", "0/1"],
}


OF_MODEL = {
    "operations of 1, 2, 4 and 8 layers": [93, 152, 270, 506],
    "graphs after texts of 8, 12, 16 and 20": [1, 2, 2, 2],
    "keys and values without use_cache": {"True": "DynamicCache", "False": "NoneType"},
}
described = pytest.mark.skipif(
    not torch_writes("torch._dynamo.config", "nested_graph_breaks"),
    reason="the walk-through describes torch 2.13",
)


def told_by(script, folder):
    done = run_python([str(script)], cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1])


@pytest.mark.torch
@described
def test_statements_hold(tmp_path):
    assert told_by(SCRIPT, tmp_path) == EXPECTED


@pytest.mark.models
@described
def test_statements_about_the_model_hold(tmp_path):
    if importlib.util.find_spec("transformers") is None:
        pytest.skip("needs transformers")
    assert told_by(MODEL_SCRIPT, tmp_path) == OF_MODEL


def test_comments_name_statements_that_are_run():
    named = set()
    for chapter in CHAPTERS.glob("*.md"):
        text = chapter.read_text(encoding="utf-8")
        for comment in re.findall(
            r"(?s)<!-- Run \(test_statements\.py\): (.*?) -->", text
        ):
            named.update(" ".join(comment.split()).split("; "))
    assert named <= {*EXPECTED, *OF_MODEL}
    assert named
