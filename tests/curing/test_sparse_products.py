"""A product with a sparse matrix becomes one of dense tensors, with the same result."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.sparse_products import sparse_product
from depyf.curing.spot import Spot
from depyf.model.events import SourceLine

PROGRAM = """\
import torch

class Spread:
    def __init__(self, matrix):
        self.matrix = matrix{later}

    def forward(self, x):
        return {product}
"""


def edited(folder, product, later="", reason="Attempted to wrap sparse Tensor"):
    file = folder / "main.py"
    text = PROGRAM.format(product=product, later=later)
    file.write_text(text)
    files = ProgramFiles(str(folder), str(file), {})
    number = 1 + next(n for n, one in enumerate(text.split("\n")) if "return" in one)
    line = SourceLine(str(file), number, "forward")
    one = SimpleNamespace(event=SimpleNamespace(reason=reason, text=""))
    found = sparse_product(Spot(files, one, line, is_inner=True, finding="f"))
    return [files.edited(one.edits).text(str(file)) for one in found]


@pytest.mark.parametrize(
    "product", ["self.matrix @ x", "torch.sparse.mm(self.matrix, x)"]
)
def test_the_result_is_the_same(tmp_path, product):
    torch = pytest.importorskip("torch")
    [text] = edited(tmp_path, product)
    names = {}
    exec(compile(text, "main.py", "exec"), names)
    dense = torch.tensor([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])
    x = torch.arange(6.0).view(3, 2)
    kept = names["Spread"](dense.to_sparse())
    kept.matrix = None  # compiled code does not read it
    assert torch.equal(kept.forward(x), dense @ x)


@pytest.mark.parametrize(
    "changed",
    [
        {"product": "x @ self.matrix"},
        {"product": "self.matrix @ x", "later": "\n        self.matrix = 2 * matrix"},
        {"product": "self.matrix @ x", "reason": "Unsupported Tensor.item() call"},
    ],
    ids=["second factor", "stored twice", "another break"],
)
def test_nothing_is_tried_for_other_products(tmp_path, changed):
    assert edited(tmp_path, **changed) == []


MADE = """\
import torch

def spread(rows, columns, starts, values, x):
    many = 2
    matrix = {made}
    return matrix @ x
"""


@pytest.mark.parametrize(
    "made",
    [
        "torch.sparse_coo_tensor(torch.stack([rows, columns]), values, (many, 3))",
        "torch.sparse_csr_tensor(starts, columns, values, (many, 3))",
    ],
)
def test_a_matrix_that_the_function_makes_is_not_made(tmp_path, made):
    torch = pytest.importorskip("torch")
    file = tmp_path / "main.py"
    file.write_text(MADE.format(made=made))
    files = ProgramFiles(str(tmp_path), str(file), {})
    event = SimpleNamespace(reason="Sparse tensor creation not supported", text="")
    line = SourceLine(str(file), 5, "spread")
    spot = Spot(files, SimpleNamespace(event=event), line, is_inner=True, finding="f")
    [one] = sparse_product(spot)
    text = files.edited(one.edits).text(str(file))
    assert "sparse" not in text
    names = {}
    exec(text, names)
    parts = [torch.tensor(one) for one in ([0, 1, 1], [1, 0, 2], [0, 1, 3])]
    x = torch.arange(6.0).view(3, 2)
    found = names["spread"](*parts, torch.tensor([2.0, 1.0, 3.0]), x)
    assert torch.equal(found, torch.tensor([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]) @ x)


def test_a_matrix_that_is_used_twice_stays(tmp_path):
    text = MADE.format(made="torch.sparse_csr_tensor(starts, columns, values, (2, 3))")
    file = tmp_path / "main.py"
    file.write_text(text.replace("@ x", "@ x, matrix"))
    files = ProgramFiles(str(tmp_path), str(file), {})
    event = SimpleNamespace(reason="Sparse tensor creation not supported", text="")
    line = SourceLine(str(file), 5, "spread")
    spot = Spot(files, SimpleNamespace(event=event), line, is_inner=True, finding="f")
    assert not list(sparse_product(spot))
