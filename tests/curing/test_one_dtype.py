"""Integers of two dtypes get the wider one where the program makes them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.one_dtype import one_dtype
from depyf.curing.program_files import ProgramFiles
from depyf.torch_text.questions import GuardKind

PROGRAM = """import numpy as np
fields = {"count": np.zeros(4, dtype=np.int32), "other": np.zeros(4, dtype=np.int32)}
state = State(count=torch.ones(4, dtype=torch.int32))
"""


def edited(folder, *met):
    """Return the changed lines; empty if there is no proposal."""
    file = folder / "main.py"
    file.write_text(PROGRAM)
    group = SimpleNamespace(
        first=SimpleNamespace(kind=GuardKind.DTYPE),
        causes=[SimpleNamespace(expected=met[0], actual=met[1])],
        attribute="count",
    )
    files = ProgramFiles(str(folder), str(file), {})
    found = list(one_dtype(Case(files, group, "finding", (str(file),))))
    new = [files.edited(one.edits).text(str(file)).split("\n") for one in found]
    return [line for text in new for line in text if line not in PROGRAM.split("\n")]


def test_only_values_of_the_name_change(tmp_path):
    assert edited(tmp_path, "int64", "int32") == [
        'fields = {"count": np.zeros(4, dtype=np.int64), '
        '"other": np.zeros(4, dtype=np.int32)}',
        "state = State(count=torch.ones(4, dtype=torch.int64))",
    ]


@pytest.mark.parametrize("met", [("float32", "int32"), ("int32", "int32")])
def test_other_dtypes_stay(tmp_path, met):
    assert edited(tmp_path, *met) == []
