"""The first thing that is said of a program with a known problem is its cause.

Over recorded journals, so that every Python tests it without torch; that the edit cures
the program is tested in `test_cures`.
"""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

from depyf.model.build import fold
from depyf.model.findings import findings
from depyf.model.serialize import event_from_json
from depyf.render.index import index_md

from .problems import PROBLEMS

HERE = Path(__file__).parent
ACCEPT = bool(os.environ.get("DEPYF_ACCEPT"))
RECORDED = sorted(path.name.partition(".")[0] for path in HERE.glob("journals/*.gz"))
BY_NAME = {one.name: one for one in PROBLEMS}
WANTED = [name for name in RECORDED if BY_NAME[name].rule]
EXPECTED = [name for name in RECORDED if not BY_NAME[name].rule]


# Where torch does not tell the line that began it: the one that the finding names.
SAID = {
    "checkpointed_state": "return checkpoint(self.block, x, use_reentrant=False)",
    "changed_strides": "y = compiled(images, 0.5, 0.25)",
    "float64_targets": "value = compiled(torch.randn(8), target)",
    "processor_classes": "return x + self.processor(self, x)",
    "frozen_layers": "compiled(torch.randn(2, 8)).sum().backward()",
    "own_context": 'with stage("encoder"):',
    "squeezed_fields": "print(compiled(tidy(torch.ones(shape))).item())",
    "frozen_roles": "found = [compiled(one, torch.ones(2, 3))",
    "thread_count": "y = compiled(torch.randn(4, 64))",
}
# On torch 2.13 nothing is compiled there, so there is no journal.
UNRECORDED = {"library_layers"}


def recorded(name):
    """Return the run of a recorded problem."""
    text = gzip.decompress((HERE / "journals" / f"{name}.jsonl.gz").read_bytes())
    return fold(event_from_json(json.loads(line)) for line in text.splitlines())


def test_every_problem_is_recorded():
    assert sorted(BY_NAME.keys() - UNRECORDED) == RECORDED


@pytest.mark.parametrize("name", RECORDED)
def test_the_index_reads_as_agreed(name):
    """Goldens, looked at by eye; DEPYF_ACCEPT=1 accepts what is there now."""
    text = index_md(recorded(name))
    path = HERE / "goldens" / f"{name}.md.txt"
    if ACCEPT:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WANTED)
def test_the_first_finding_names_the_cause(name):
    first = findings(recorded(name)).findings[0]
    lines = [line for line in (first.where, first.led_here) if line is not None]
    wanted = SAID.get(name, BY_NAME[name].cause)
    assert any(wanted in line.text for line in lines), first


@pytest.mark.parametrize("name", WANTED)
def test_three_findings_stand_at_the_top_and_each_says_what_to_change(name):
    run = recorded(name)
    found = findings(run).findings
    top = index_md(run).split("\n")[:24]
    assert sum(line[:3] in {"1. ", "2. ", "3. "} for line in top) == min(3, len(found))
    assert found[0].edit or found[0].note
    assert all(one.rule for one in found)


PARTS = [
    "Cost", "At", "Value from", "Value from one of", "Because of", "Change", "Tried",
    "Why",
]  # fmt: skip


@pytest.mark.parametrize("name", WANTED)
def test_a_finding_is_a_card_with_its_parts_in_order(name):
    """Title of at most 8 words, the user's name first; each part on its own line."""
    run = recorded(name)
    for one in findings(run).findings:
        assert 1 <= len(one.title.split()) <= 8
        assert 0 <= one.share <= 1
        assert one.why.endswith((".", "!", "?"))
    text = index_md(run).split("\n\n")
    cards = next(part for part in text if part.startswith("1. ")).split("\n")
    assert cards[0].startswith("1. **`")
    met = [line[5:].partition(":")[0] for line in cards if line.startswith("   - ")]
    for position in range(len(met) - 1):
        if met[position] != "Why":  # the next card begins behind it
            assert PARTS.index(met[position]) < PARTS.index(met[position + 1]), met


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_as_it_should_be_is_no_finding(name):
    run = recorded(name)
    told = findings(run)
    assert not told.findings
    assert told.expected or len(run.compilations) == 1


@pytest.mark.parametrize("name", RECORDED)
def test_the_index_is_short_and_shows_no_address(name):
    text = index_md(recorded(name))
    lines = text.split("\n")
    assert len(lines) <= 90
    assert max(map(len, lines)) <= 240
    assert not any(word.isdigit() and len(word) > 11 for word in text.split())


@pytest.mark.parametrize("name", RECORDED)
def test_each_recompile_stands_in_a_finding_or_is_expected(name):
    run = recorded(name)
    found = findings(run)
    told = {
        one for each in (*found.findings, *found.expected) for one in each.compilations
    }
    recompiles = {str(one.id) for one in run.compilations if one.recompile}
    assert recompiles <= told
