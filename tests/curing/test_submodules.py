"""Modules whose submodules are compiled instead of them."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.curing.submodules import compiled_submodules

PROGRAM = """
    import torch
    class Layer(torch.nn.Module):
        def __init__(self, block):
            super().__init__()
            self.block = block
            self.head = Head()
        def helper(self, x):
            return x
        def forward(self, inputs):
            hidden, *rest = inputs
            {body}
            return (hidden, *rest)
    for layer in layers:
        {site}
"""


def compiled(folder, body, site="layer.compile(backend=backend)", name="forward"):
    """Return the lines that compile, after the edit; None if there is none."""
    file = folder / "main.py"
    file.write_text(textwrap.dedent(PROGRAM.format(body=body, site=site)).lstrip())
    files = ProgramFiles(str(folder), str(file), {})
    line = files.lines(str(file)).index("    def forward(self, inputs):") + 1
    frame = SimpleNamespace(co_name=name, file=str(file), first_line=line)
    case = Case(files, SimpleNamespace(frame=frame), "finding", (str(file),))
    for one in compiled_submodules(case):
        text = files.edited(one.edits).text(str(file))
        return text.partition("for layer in layers:\n")[2].split("\n")[:-1]
    return None


def test_the_submodule_that_forward_calls(tmp_path):
    found = compiled(tmp_path, "hidden = self.block(self.helper(hidden))")
    assert found == ["    layer.block.compile(backend=backend)"]


def test_two_of_them(tmp_path):
    found = compiled(
        tmp_path, "hidden = self.head(self.block(hidden))", "self.net.compile()"
    )
    assert found == [
        "    self.net.head.compile()",
        "    self.net.block.compile()",
    ]


@pytest.mark.parametrize(
    ("body", "site"),
    [
        ("hidden = hidden * 2", "layer.compile()"),  # it calls none
        ("hidden = self.block(hidden)", "torch.compile(layer)"),
        ("hidden = self.block(hidden)", "re.compile(layer)"),
        ("hidden = self.block(hidden)", "fast = layer.compile()"),
    ],
)
def test_other_sites_stay(tmp_path, body, site):
    assert compiled(tmp_path, body, site) is None


def test_another_function_is_no_module(tmp_path):
    assert compiled(tmp_path, "hidden = self.block(hidden)", name="step") is None
