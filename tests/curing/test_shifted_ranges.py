"""A position that begins a range is passed as a tensor (573)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.shifted_ranges import shifted_ranges
from depyf.torch_text.questions import GuardKind

PROGRAM = """\
import torch


def decode(token, pos):
    where = {range}
    return token + where


for pos in range(9):
    decode(token, pos)
"""


def edited(tmp_path, written):
    path = tmp_path / "main.py"
    path.write_text(PROGRAM.format(range=written))
    files = ProgramFiles(str(tmp_path), str(path), {})
    call = files.tree(str(path)).body[-1].body[0].value
    frame = SimpleNamespace(file=str(path), first_line=4)
    case = SimpleNamespace(
        kind=GuardKind.NUMBER, files=files, finding="finding",
        group=SimpleNamespace(frame=frame, source="pos"),
        argument=lambda: (str(path), call.args[1]),
    )  # fmt: skip
    return [files.edited(one.edits).text(str(path)) for one in shifted_ranges(case)]


@pytest.mark.parametrize(
    ("written", "new"),
    [
        ("torch.arange(pos, pos + 1)", "(pos + torch.arange(1))"),
        ("torch.arange(pos, n + pos, device=d)", "(pos + torch.arange(n, device=d))"),
    ],
)
def test_the_range_is_shifted(tmp_path, written, new):
    [text] = edited(tmp_path, written)
    assert f"    where = {new}\n" in text
    assert "    decode(token, torch.tensor(pos))\n" in text


@pytest.mark.parametrize(
    "written", ["torch.arange(pos)", "torch.arange(pos, 2 * pos)", "pos * 2"]
)
def test_other_uses_stay(tmp_path, written):
    assert edited(tmp_path, written) == []
