"""A dataclass of pydantic that compiled code creates becomes a plain one (546)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.checked_dataclasses import plain_dataclass
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.checked_dataclasses import without_checks

PROGRAM = """from pydantic.dataclasses import dataclass

{decorator}
class State:
    hidden: object
"""
REASON = "Pydantic dataclass constructor"


def met(path, decorator, reason=REASON, context="<class 'schema.State'>"):
    path.write_text(PROGRAM.format(decorator=decorator))
    file = ProgramFile(None, str(path), path.read_text())
    event = SimpleNamespace(reason=reason, context=context)
    return SimpleNamespace(run=SimpleNamespace(facts=facts_of([file])), event=event)


@pytest.mark.parametrize(
    ("decorator", "new"),
    [
        ("@dataclass", "@dataclasses.dataclass"),
        ("@dataclass(config=CONFIG)", "@dataclasses.dataclass"),
        (
            "@dataclass(config=CONFIG, frozen=True)",
            "@dataclasses.dataclass(frozen=True)",
        ),
    ],
)
def test_the_decorator_is_that_of_the_standard_library(tmp_path, decorator, new):
    path = tmp_path / "schema.py"
    one = met(path, decorator)
    assert without_checks(one).edit == new
    files = ProgramFiles(str(tmp_path), str(path), {})
    [proposal] = plain_dataclass(one, files, "finding")
    text = files.edited(proposal.edits).text(str(path))
    assert f"{new}\nclass State:" in text
    assert "import dataclasses\n" in text


@pytest.mark.parametrize(
    "other", [{"reason": "Unsupported method call"}, {"context": "<class 'a.Other'>"}]
)
def test_other_breaks_and_classes_keep_theirs(tmp_path, other):
    assert not without_checks(met(tmp_path / "schema.py", "@dataclass", **other)).edit
