"""Compiled code takes a branch for all sizes that only computes a variable anew."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.taken_branches import taken_branches
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind


def edited(folder, program):
    """Return the edited program; None if there is no proposal."""
    file = folder / "main.py"
    file.write_text(program)
    lines = program.split("\n")
    at = next(n for n, line in enumerate(lines, 1) if line.endswith("# here"))
    first = SimpleNamespace(user_line=SourceLine(str(file), at))
    files = ProgramFiles(str(folder), str(file), {})
    case = SimpleNamespace(
        kind=GuardKind.CONDITION, files=files, finding="finding",
        group=SimpleNamespace(first=first),
    )  # fmt: skip
    for found in taken_branches(case):
        return files.edited(found.edits).text(str(file))
    return None


@pytest.mark.parametrize(
    ("test", "value", "new"),
    [
        ("extra", "pad(x, (size - extra, 0))", "pad(x, ((size - extra) % size, 0))"),
        (
            "n % size",
            "pad(x, (0, size - n % size))",
            "pad(x, (0, (size - n % size) % size))",
        ),
        ("rows > 0 or cols > 0", "pad(x, (0, cols, 0, rows))", None),
    ],
    ids=["a remainder", "a remainder in place", "no remainder"],
)
def test_the_branch_is_taken_for_all_sizes(tmp_path, test, value, new):
    program = (
        f"def f(x, n):\n    if {test}:  # here\n        x = {value}\n    return x\n"
    )
    text = edited(tmp_path, program)
    inner = f"({test})" if " or " in test else test
    assert f"    if torch.compiler.is_compiling() or {inner}:  # here\n" in text
    assert f"        x = {new or value}\n" in text
    assert "import torch" in text


@pytest.mark.parametrize(
    "program",
    [
        "def f(x, n):\n    if n == 4:  # here\n        return x\n    return x + 1\n",
        "def f(x, n):\n    if n == 4:  # here\n        x = g(x)\n    else:\n"
        "        x = h(x)\n    return x\n",
        "def f(x, n):\n    if n == 4:  # here\n        log(x)\n    return x\n",
        "def f(x, n):\n    return x.view(n, 4)  # here\n",
    ],
    ids=["returns", "has another side", "does something else", "no branch"],
)
def test_other_branches_stay(tmp_path, program):
    assert edited(tmp_path, program) is None
