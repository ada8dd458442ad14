"""Functions that edits take out of compiled code are counted."""

from __future__ import annotations

import pytest

from depyf.curing.excluded import excluded_functions
from depyf.curing.program_files import ProgramFiles
from depyf.curing.trial import Measure
from depyf.model.edit_tried import changed_counts

PLAIN = """\
import torch

def f(x):
    return x + 1

class A:
    def f(self):
        pass
"""
SKIPPED = "@torch.compiler.disable(recursive=False)"
DYNAMIC = "@torch.compile(dynamic=True)"
COMPILED = PLAIN.replace("def f(x)", "@torch.compile\ndef f(x)")
CALLED = f"{PLAIN}\ng = torch.compile(f)\n"
PART = (
    "def f(x):\n    return part(x)\n\n@torch.compile\ndef part(x):\n    return x + 1\n"
)


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        (PLAIN, PLAIN.replace("def f(x)", "@torch.compiler.disable\ndef f(x)"), 1),
        (
            PLAIN,
            PLAIN.replace("    def f", f"    {SKIPPED}\n    def f"),
            1,
        ),
        # It had the decorator before, or is new.
        (PLAIN.replace("def f(x)", "@torch.compiler.disable\ndef f(x)"), PLAIN, 0),
        (PLAIN, f"{PLAIN}\n@torch.compiler.disable\ndef note():\n    pass\n", 0),
        # Its part is compiled instead of the function.
        (COMPILED, f"import torch\n\n{PART}", 1),
        (CALLED, f"import torch\n\n{PART}", 1),
        # Its caller is compiled, and with it the function.
        (COMPILED, f"{PLAIN}\n@torch.compile\ndef g(x):\n    return f(x)\n", 0),
        (COMPILED, COMPILED.replace("@torch.compile", DYNAMIC), 0),
    ],
)  # fmt: skip
def test_functions_that_an_edit_excludes(tmp_path, before, after, count):
    file = tmp_path / "main.py"
    file.write_text(before, encoding="utf-8")
    files = ProgramFiles(str(tmp_path), str(file), {str(file): after})
    found = excluded_functions(files)
    assert sum(map(len, found.values())) == count
    lines = after.splitlines()
    for plain in found.get(str(file), ()):
        assert plain.name.rpartition(".")[2] in lines[plain.line - 1]


def test_they_count_with_the_functions_that_torch_left_to_python():
    before, after = Measure(plain_functions=2), Measure(excluded=3)
    assert [*changed_counts(before, after)] == [
        "functions as plain Python 2 -> 3 (3 by edits)"
    ]
    same = Measure(excluded=2)
    assert [*changed_counts(before, same)] == [
        "functions as plain Python 2 -> 2 (2 by edits)"
    ]
    assert not [*changed_counts(same, same)]
