"""A list of numbers as long as a size is computed as a tensor."""

from __future__ import annotations

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.whole_tensors import whole_tensors


def edited(folder, expression):
    file = folder / "main.py"
    file.write_text(
        f"import math\nimport torch\ndef f(n, k):\n    return {expression}\n"
    )
    files = ProgramFiles(str(folder), str(file), {})
    return [
        files.edited(one.edits).text(str(file)).rpartition("return ")[2].strip()
        for one in whole_tensors(files, "finding", (str(file),))
    ]


@pytest.mark.parametrize(
    ("written", "whole"),
    [
        (
            "torch.tensor([float(n - 1 - i) for i in range(n)])",
            "((n - 1) - torch.arange(n)).float()",
        ),
        (
            "torch.tensor([-i ** 2 for i in range(1, n, 2)], dtype=torch.float64)",
            "(-(torch.arange(1, n, 2) ** 2)).to(torch.float64)",
        ),
        (
            "torch.as_tensor([math.exp(-i / k) for i in range(n)])",
            "torch.exp(((-torch.arange(n)) / k))",
        ),
    ],
)
def test_a_comprehension_becomes_arange(tmp_path, written, whole):
    torch = pytest.importorskip("torch")
    [new] = edited(tmp_path, written)
    assert new.replace("n - 1 - ", "(n - 1) - ") == whole
    import math

    names = {"torch": torch, "math": math, "n": 7, "k": 3.0}
    was, now = eval(written, names), eval(new, names)
    torch.testing.assert_close(now, was, check_dtype=True)


@pytest.mark.parametrize(
    "written",
    [
        "torch.tensor([i for i in range(5)])",  # no size
        "torch.tensor([i for i in range(n) if i % 2])",
        "torch.tensor([k[i] for i in range(n)])",
        "torch.tensor([i if i < k else 0 for i in range(n)])",
        "torch.tensor([2 ** -i for i in range(n)])",  # fractions
        "torch.tensor([[i] for i in range(n)])",
        "torch.tensor([k for i in range(n)])",
        "torch.tensor([i for i in k])",
        "torch.FloatTensor([i for i in range(n)])",  # arange is of whole numbers
    ],
)
def test_all_else_stays(tmp_path, written):
    assert not edited(tmp_path, written)


@pytest.mark.parametrize(
    ("written", "whole"),
    [
        ("torch.stack(n.split(k, dim=1), dim=1)", "n.unflatten(1, (-1, k))"),
        ("torch.stack(n.split(k))", "n.unflatten(0, (-1, k))"),
        ("torch.stack(n.t().split(2 * k, 1), 1)", "n.t().unflatten(1, (-1, 2 * k))"),
    ],
)
def test_parts_get_a_dimension(tmp_path, written, whole):
    torch = pytest.importorskip("torch")
    [new] = edited(tmp_path, written)
    assert new == whole
    names = {"torch": torch, "n": torch.arange(64).view(8, 8), "k": 2}
    torch.testing.assert_close(eval(new, names), eval(written, names))


@pytest.mark.parametrize(
    "written",
    [
        "torch.stack(n.split(k, dim=1), dim=0)",  # another order
        "torch.stack(n.split([k, k]))",
        "torch.cat(n.split(k))",
        "torch.stack(torch.split(n, k))",
        "torch.stack((n + 1).split(k))",
        "torch.stack(n.split(k, dim=-1), dim=-1)",
    ],
)
def test_other_parts_stay(tmp_path, written):
    assert edited(tmp_path, written) == []
