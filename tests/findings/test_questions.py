"""Ten questions for each example, answered from ``index.md`` alone.

Over recorded journals (``python -m tests.findings.record NAME``).  An answer is text
that a reader finds in one line of the index, so a regular expression on a line.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import lru_cache
from pathlib import Path

import pytest

from depyf.model.build import fold
from depyf.model.serialize import event_from_json
from depyf.render.index import index_md

HERE = Path(__file__).parent
# The mixture of experts is cut into 17 functions, with 46 entries.
MOST_LINES = {"llama": 150, "blocks": 60, "counter": 75, "experts": 310}

QUESTIONS = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))


def example(name):
    """Return the run of a recorded example."""
    packed = (HERE / "journals" / "examples" / f"{name}.jsonl.gz").read_bytes()
    events = gzip.decompress(packed).splitlines()
    return fold(event_from_json(json.loads(line)) for line in events)


@lru_cache(maxsize=None)
def index(name):
    """Return the index of a recorded example."""
    return index_md(example(name))


@pytest.mark.parametrize(
    ("name", "question"),
    [(name, question) for name, asked in QUESTIONS.items() for question in asked],
)
def test_the_index_answers(name, question):
    answer = QUESTIONS[name][question]
    # A wrapped line is one to a reader.
    text = re.sub(r"\n\s+(?![-\d])", " ", index(name))
    assert re.search(answer, text, re.MULTILINE), index(name)


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_ten_questions_each(name):
    assert len(QUESTIONS[name]) == 10


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_the_index_is_of_a_size_to_read(name):
    lines = index(name).splitlines()
    assert len(lines) <= MOST_LINES.get(name, 150)
    assert max(map(len, lines)) <= 240
