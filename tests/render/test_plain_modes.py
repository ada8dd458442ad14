"""The page knows what runs as plain Python in the other gradient mode."""

from __future__ import annotations

import pytest

from depyf.model.findings.rule import Finding, Findings
from depyf.render import plain_modes as module
from depyf.render.page_data import page_parts
from depyf.render.plain_modes import plain_modes
from depyf.render.run_texts import RunTexts
from tests.findings.test_refused_calls import run_of

from .schema import errors
from .test_page_schema import SCHEMA


def test_a_refused_call_of_the_model_leads_to_its_finding(monkeypatch):
    run = run_of()
    own, frames = {"subject": "Net.forward"}, (run.frames[1].key,)
    found = Findings((Finding(), Finding(rule="refused-call", frames=frames, **own)))
    monkeypatch.setattr(module, "findings", lambda _run: found)
    base = page_parts(RunTexts(run))["base"]
    told = {"frame": "f1", "name": "Net.forward", "is_root": True, "finding": 1}
    assert base["plain_modes"] == [told]
    assert [*errors(SCHEMA["$defs"]["PlainMode"], told)] == []


def test_of_a_part_of_the_model_it_is_no_whole_call_and_no_finding():
    told = {"frame": "f1", "name": "Net.forward", "is_root": False}
    assert plain_modes(run_of(is_root=False)) == [told]


@pytest.mark.parametrize(
    "other", [{"reason": "L['n'] == 3"}, {"failed": "no attribute"}]
)
def test_another_refusal_is_no_mode(other):
    run = run_of(**other)
    assert plain_modes(run) == []
    assert "plain_modes" not in page_parts(RunTexts(run))["base"]
