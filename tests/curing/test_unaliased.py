"""What is passed for two arguments is cloned for one of them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.curing.unaliased import unaliased
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind


def edited(folder, call, kind=GuardKind.ALIAS):
    file = folder / "main.py"
    file.write_text(f"def run(x, old):\n    return {call}\n")
    files = ProgramFiles(str(folder), str(file), {})
    group = SimpleNamespace(
        source="frame",
        called_at=SourceLine(str(file), 2),
        first=SimpleNamespace(kind=kind, expected="L['background']"),
        frame=SimpleNamespace(
            co_name="step", original_source="def step(frame, background): ..."
        ),
        run=SimpleNamespace(frames=()),
    )
    case = Case(files, group, "finding", (str(file),))
    return [files.edited(one.edits).text(str(file)) for one in unaliased(case)]


@pytest.mark.parametrize(
    ("call", "clones"),
    [
        ("step(x, x)", "step(x, x.clone())"),
        ("step(x, x if old is None else old)", "step(x, x.clone() if old is None"),
        ("step(x, background=old or x)", "step(x, background=old or x.clone())"),
        ("step(old or x, x)", "step(old or x.clone(), x)"),
    ],
)
def test_the_branch_that_gives_the_same_is_cloned(tmp_path, call, clones):
    [text] = edited(tmp_path, call)
    assert clones in text


@pytest.mark.parametrize("call", ["step(x, old)", "step(x, f(x))", "step(x, [x])"])
def test_what_is_not_the_same_name_is_left(tmp_path, call):
    assert not edited(tmp_path, call)


def test_other_guards_are_left(tmp_path):
    assert not edited(tmp_path, "step(x, x)", kind=GuardKind.DTYPE)
