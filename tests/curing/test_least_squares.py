"""`torch.linalg.lstsq` becomes the pseudo-inverse, where code reads the solution."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.least_squares import by_pseudo_inverse
from depyf.curing.program_files import ProgramFiles

MESSAGE = "Operator `aten.linalg_lstsq.default`'s output shape depends on input data."


def edited(folder, line, message=MESSAGE):
    file = folder / "main.py"
    file.write_text(f"import torch\n{line}\n")
    files = ProgramFiles(str(folder), str(file), {})
    found = by_pseudo_inverse(
        SimpleNamespace(texts=(message,)), files, "f", [str(file)]
    )
    return [files.edited(one.edits).text(str(file)).split("\n")[1] for one in found]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (
            "x = torch.linalg.lstsq(a.mT, b).solution",
            "x = (torch.linalg.pinv(a.mT) @ b)",
        ),
        ("x = torch.linalg.lstsq(a, b)[0]", "x = (torch.linalg.pinv(a) @ b)"),
        (
            'SOLVERS = {"ls": torch.linalg.lstsq}',
            'SOLVERS = {"ls": (lambda a, b, **_: (torch.linalg.pinv(a) @ b,))}',
        ),
    ],
)
def test_each_use_is_replaced(tmp_path, line, wanted):
    assert edited(tmp_path, line) == [wanted]


def test_other_operators_stay(tmp_path):
    line = "x = torch.linalg.lstsq(a, b)[0]"
    assert edited(tmp_path, line, "Operator `aten.nonzero.default`") == []
