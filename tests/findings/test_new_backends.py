"""A backend that a loop creates for each module is created once, before the loop."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.new_backends import backend_before
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.new_backends import NEW_BACKEND, new_backend
from depyf.torch_text.questions import GuardKind

PROGRAM = """\
def compile_stages(model, report):
    for stage in model.stages:
        {before}
        stage.compile(backend=reporting({given}), fullgraph=True)
    return model
"""


def case(tmp_path, before="pass", given="report"):
    path = tmp_path / "main.py"
    text = PROGRAM.format(before=before, given=given)
    path.write_text(text)
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, str(path), text)]))
    first = SimpleNamespace(kind=GuardKind.BACKEND, expected="backend")
    group = SimpleNamespace(run=run, first=first)
    files = ProgramFiles(str(tmp_path), str(path), {})
    return SimpleNamespace(
        group=group, kind=first.kind, files=files, finding="finding", path=str(path)
    )


def test_the_backend_is_created_before_the_loop(tmp_path):
    one = case(tmp_path)
    [proposal] = backend_before(one)
    text = one.files.edited(proposal.edits).text(one.path)
    assert "    backend = reporting(report)\n    for stage in" in text
    assert "stage.compile(backend=backend, fullgraph=True)" in text
    assert NEW_BACKEND.where(one.group).line == 4
    assert NEW_BACKEND.cure(one.group).edit == "backend = reporting(report)"


@pytest.mark.parametrize(
    ("before", "given"),
    [("pass", "stage.report"), ("report = stage.report", "report")],
)
def test_what_the_loop_assigns_stays_in_it(tmp_path, before, given):
    one = case(tmp_path, before, given)
    assert list(backend_before(one)) == []
    assert new_backend(one.group).loop is None
    assert "call `torch.compile` once" in NEW_BACKEND.cure(one.group).note


METHOD = """\
class Agent:
    def begin(self{given}):
        self.act = torch.compile(step, backend=backend_for({used}))
"""


@pytest.mark.parametrize(
    ("given", "used", "is_once"),
    [("", "self.options", True), (", options", "options", False)],
    ids=["the same", "a parameter"],
)
def test_a_method_compiles_once_if_nothing_varies(tmp_path, given, used, is_once):
    one = case(tmp_path)
    text = METHOD.format(given=given, used=used)
    (tmp_path / "main.py").write_text(text)
    one.group.run.facts = facts_of([ProgramFile(None, one.path, text)])
    one.files = ProgramFiles(str(tmp_path), one.path, {})
    found = [
        one.files.edited(each.edits).text(one.path) for each in backend_before(one)
    ]
    assert len(found) == is_once
    for edited in found:
        assert (
            'if getattr(self, "act", None) is None:\n            self.act =' in edited
        )
