"""Functions are compiled without a wrapper that only calls them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.unwrapped import unwrapped

PROGRAM = """\
import functools, torch

def scoped(fn):
    @functools.wraps(fn)
    def inner(*args):
        {body}
    return inner

steps = [torch.compile(one, backend="eager") for one in STAGES]
"""


def edited(folder, body):
    file = folder / "main.py"
    file.write_text(PROGRAM.format(body=body))
    files = ProgramFiles(str(folder), str(file), {})
    frame = SimpleNamespace(file=str(file), first_line=4)
    case = SimpleNamespace(
        files=files, known=(str(file),), group=SimpleNamespace(frame=frame), finding="f"
    )
    found = [files.edited(one.edits).text(str(file)) for one in unwrapped(case)]
    return [text.split("\n")[8] for text in found]


def test_the_wrapped_functions_are_compiled(tmp_path):
    assert edited(tmp_path, "return fn(*args)") == [
        'steps = [torch.compile(getattr(one, "__wrapped__", one), backend="eager") '
        "for one in STAGES]"
    ]


@pytest.mark.parametrize("body", ["return fn(*args) + 1", "count(); return fn(*args)"])
def test_a_wrapper_that_does_more_stays(tmp_path, body):
    assert edited(tmp_path, body) == []
