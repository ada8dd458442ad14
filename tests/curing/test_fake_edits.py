"""A fake of a custom operator agrees with the operator."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

from depyf.curing.fake_edits import fake_edits
from depyf.curing.program_files import ProgramFiles

OPERATOR = """
import torch

@torch.library.custom_op("own::scaled", mutates_args=())
def scaled(x: torch.Tensor, by: float, n: int = 2) -> torch.Tensor:
    "Scale."
    out = x.new_zeros(n, x.shape[1])
    return out + by
"""
FAKE = """

@scaled.register_fake
def _(x, by{n}):
    return torch.empty_like(x)
"""


def edited(folder, source, text="fake tensors of scaled"):
    file = folder / "main.py"
    file.write_text(source)
    files = ProgramFiles(str(folder), str(file), {})
    event = SimpleNamespace(text=text, user_stack=())
    found = fake_edits(SimpleNamespace(texts=(), event=event), files, "f", (str(file),))
    return [files.edited(one.edits).text(str(file)) for one in found]


def test_parameters_and_defaults_are_those_of_the_operator(tmp_path):
    for given in ("", ", n"):
        first = edited(tmp_path, OPERATOR + FAKE.format(n=given))[0]
        assert "def _(x, by, n=2):\n    return torch.empty_like(x)" in first


def test_the_result_is_computed_as_the_operator_does(tmp_path):
    [text] = edited(tmp_path, OPERATOR + FAKE.format(n=", n=2"))
    body = "    out = x.new_zeros(n, x.shape[1])\n    return out + by\n"
    assert text.endswith(f"def _(x, by, n=2):\n{body}")


def test_a_fake_that_lacks_is_registered(tmp_path):
    [text] = edited(tmp_path, OPERATOR)
    assert textwrap.dedent("""
        @scaled.register_fake
        def _(x, by, n=2):
            out = x.new_zeros(n, x.shape[1])
    """) in text  # fmt: skip


def test_other_breaks_change_no_fake(tmp_path):
    assert edited(tmp_path, OPERATOR + FAKE.format(n=""), "a print") == []


def test_a_fake_only_creates_what_a_loop_fills(tmp_path):
    """A loop over values cannot run on tensors without data."""
    source = """
import torch

@torch.library.custom_op("own::assign", mutates_args=())
def assign(iou: torch.Tensor, least: float) -> torch.Tensor:
    rows, columns = iou.shape
    found = torch.full((rows,), -1, dtype=torch.long)
    for row in range(rows):
        best = int(iou[row].argmax())
        if iou[row, best] > least:
            found[row] = best
    return found
"""
    texts = edited(tmp_path, source, "no fake impl of assign")
    assert textwrap.dedent("""
        @assign.register_fake
        def _(iou, least):
            rows, columns = iou.shape
            found = torch.full((rows,), -1, dtype=torch.long)
            return found
    """) in texts[1]  # fmt: skip
    assert "best = int(" in texts[0].partition("register_fake")[2]


LIBRARY = """
import torch

lib = torch.library.Library("serve", "DEF")
lib.define("gemm(Tensor x, Tensor w) -> Tensor")
lib.define("norm(Tensor x) -> Tensor")


def gemm(x, w):
    return x @ w.t()


lib.impl("norm", norm, "CPU")
lib.impl("gemm", gemm, "CPU")
"""


def test_an_operator_of_a_library_object_gets_a_fake(tmp_path):
    [text] = edited(tmp_path, LIBRARY, "unsupported operator: serve.gemm.default")
    assert text == LIBRARY + textwrap.dedent("""

        @torch.library.register_fake("serve::gemm")
        def _(x, w):
            return x @ w.t()
    """)
