"""A state that is None at first begins with zeros."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

PROGRAM = """
    import torch

    class Cell:
        def __init__(self):
            self.reset()

        def reset(self):
            self.state = None

        def __call__(self, x):
            y, self.state = step(x, self.state)
            return y

    @torch.compile(backend="eager")
    def step(x, state):
        x = x * 2
        if state is not None:
            x = x + 0.5 * state
        return x, x

    cell = Cell()
    for n in range(3):
        print(cell(torch.full((2, 3), float(n))).sum().item())
"""


def cured(folder):
    (folder / "program").mkdir()
    main = folder / "program" / "main.py"
    main.write_text(textwrap.dedent(PROGRAM).lstrip())
    command = [sys.executable, "-m", "depyf", "cure", "--out", str(folder / "out")]
    subprocess.run([*command, str(main)], check=True, capture_output=True)
    return (folder / "out" / "cure.md").read_text()


def test_zeros_have_the_shape_of_the_later_tensor(tmp_path):
    pytest.importorskip("torch")
    text = cured(tmp_path)
    assert "self.state = torch.zeros(2, 3)" in text
    assert "recompiles 1 -> 0" in text
