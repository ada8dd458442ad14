"""Calls that torch cannot compile, and the calls of torch with the same result."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.findings.rewritten_calls import rewritten

DRAWN = "Tensor.random_ op"
SORTED = "sort with non-constant keys"


def changed(line, reason):
    """Return the line with the call rewritten, and whether its type stays."""
    tree = ast.parse(line)
    is_test = reason in {"all", "any"}
    met = SimpleNamespace(
        texts=(reason,), is_in_library=is_test, function=reason,
        said=SimpleNamespace(function=f"_bisect.{reason}"),
    )  # fmt: skip
    found = rewritten(met, tree, 1, lambda node: ast.get_source_segment(line, node))
    if not found:
        return None
    one = found[0]
    return line.replace(ast.get_source_segment(line, one.call), one.new), one.is_same


@pytest.mark.parametrize(
    ("line", "reason", "new"),
    [
        (
            "y = torch.empty(n, dtype=torch.long).random_(0, k)",
            DRAWN,
            ("y = torch.randint(0, k, n, dtype=torch.long)", True),
        ),
        (
            "return bisect.bisect_right(self.bounds, 8 * size)",
            "bisect_right",
            ("return sum(item <= 8 * size for item in self.bounds)", True),
        ),
        (
            "at = bisect_left(edges, x)",
            "bisect_left",
            ("at = sum(item < x for item in edges)", True),
        ),
        ("at = bisect.bisect(edges, x, 1)", "bisect", None),
        ("at = bisect.bisect(edges, item)", "bisect", None),
        (
            "return not all(flags)",
            "all",
            ("return ~torch.stack(flags).all()", False),
        ),
        (
            "bad = any(g.isnan().any() for g in grads)",
            "any",
            ("bad = torch.stack([g.isnan().any() for g in grads]).any()", False),
        ),
        (
            "y = sorted(range(n), key=lambda i: cost[i])[:3]",
            SORTED,
            ("y = torch.argsort(cost, stable=True)[:3]", False),
        ),
        (
            "y = sorted(range(n), key=lambda i: -cost[i])",
            SORTED,
            ("y = torch.argsort(cost, stable=True, descending=True)", False),
        ),
        (
            "y = sorted(range(len(a)), key=lambda i: a.b[i], reverse=True)",
            SORTED,
            ("y = torch.argsort(a.b, stable=True, descending=True)", False),
        ),
        (
            "y = max(range(n), key=lambda i: cost[i])",
            SORTED,
            ("y = torch.argmax(cost)", False),
        ),
    ],
)
def test_the_call_of_torch(line, reason, new):
    assert changed(line, reason) == new


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("y = x.random_(0, k)", DRAWN),  # others may have the tensor, too
        ("y = torch.empty(n).random_(0, k)", DRAWN),  # whole numbers as floats
        ("y = torch.empty(n, dtype=torch.long).random_()", DRAWN),
        ("y = torch.empty(n, dtype=torch.long).random_(0, k)", SORTED),
        ("y = sorted(rows, key=lambda i: cost[i])", SORTED),
        ("y = sorted(range(2, n), key=lambda i: cost[i])", SORTED),
        ("y = sorted(range(n), key=cost.get)", SORTED),
        ("y = sorted(range(n), key=lambda i: -1 * i)", SORTED),
        ("y = min(range(n), key=lambda i: -cost[i])", SORTED),
        ("y = sorted(range(n), key=lambda i: cost[i])", DRAWN),
    ],
)
def test_other_calls_stay(line, reason):
    assert changed(line, reason) is None


def test_the_same_numbers_are_drawn():
    torch = pytest.importorskip("torch")
    line = "torch.empty((4, 3), dtype=torch.long).random_(2, 90)"
    new, _ = changed(line, DRAWN)
    values = []
    for text in (line, new):
        torch.manual_seed(0)
        values.append(eval(text, {"torch": torch}))
    assert values[0].tolist() == values[1].tolist()


def test_the_positions_are_in_the_same_order():
    torch = pytest.importorskip("torch")
    cost = torch.tensor([3.0, 1.0, 2.0, 1.0])
    for line in (
        "sorted(range(4), key=lambda i: cost[i])",
        "sorted(range(4), key=lambda i: cost[i], reverse=True)",
        "sorted(range(4), key=lambda i: -cost[i])",
        "min(range(4), key=lambda i: cost[i])",
    ):
        new, _ = changed(line, SORTED)
        before, after = (eval(t, {"torch": torch, "cost": cost}) for t in (line, new))
        assert before == after.tolist()
