"""Edits are made from the user's text, and say what they leave out."""

from __future__ import annotations

import ast
import textwrap

import pytest

from depyf.model.findings import branch_edits, rewriting
from depyf.model.findings.break_rules import _caveat


def edit(body):
    """Return the statement for the one branch of a function with this body."""
    source = "def f(x, y, limit, flag):\n" + textwrap.indent(
        textwrap.dedent(body), "    "
    )
    tree = ast.parse(source)
    (branch,) = (node for node in ast.walk(tree) if isinstance(node, ast.If))
    return branch_edits.without_branch(branch, source, 1)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("if x.sum() > 0:\n    x = -x\n", "x = torch.where(x.sum() > 0, -x, x)"),
        (
            "if x.min() < 0 and x.max() > 0:\n    x = -x\n",
            "x = torch.where((x.min() < 0) & (x.max() > 0), -x, x)",
        ),
        (
            "if x.min() < 0 or not x.max() > 0:\n    x = -x\n",
            "x = torch.where((x.min() < 0) | (~(x.max() > 0)), -x, x)",
        ),
        (
            "if x.isinf().any() or x.isnan().any():\n    x = x * 0\n",
            "x = torch.where((x.isinf().any()) | (x.isnan().any()), x * 0, x)",
        ),
        (
            "if x.sum().item() > limit:\n    x = x * 0\n",
            "x = torch.where(x.sum() > limit, x * 0, x)",
        ),
        (
            "if x.sum() < limit.best:\n    limit.best = float(x.sum())\n",
            "limit.best = torch.where(x.sum() < limit.best, x.sum(), limit.best)",
        ),
        (
            "if x.sum() > 0:\n    return x\nelse:\n    return y\n",
            "return torch.where(x.sum() > 0, x, y)",
        ),
    ],
)
def test_a_branch_is_a_choice_between_tensors(body, wanted):
    assert edit(body) == wanted


@pytest.mark.parametrize(
    "body",
    [
        # `flag` may be a Python bool, for which `&` is another thing.
        "if flag and x.sum() > 0:\n    x = -x\n",
        # `0 < x < 1` asks for the truth of its first half.
        "if 0 < x.sum() < 1:\n    x = -x\n",
        "if x.sum() > 0:\n    x = -x\n    y = y + 1\n",
        # On more than one line: an edit has one.
        "if x.sum() > 0:\n    x += torch.ones(\n        3\n    )\n",
        "if x.sum(\n    0\n) > 0:\n    print(x)\n",
        "if x.sum() > 0:\n    y = int(x.sum())\n",  # rounded
        # No tensors: what `torch.where` would choose between.
        "if x.sum() > 0:\n    return x, y\nelse:\n    return y, x\n",
        "if x.sum() > 0:\n    x = None\n",
        "if x.sum() > 0:\n    x = 'positive'\nelse:\n    x = 'negative'\n",
    ],
)
def test_what_may_be_no_tensor_is_left_to_a_person(body):
    assert edit(body) == ""


def test_what_an_edit_leaves_out_is_said():
    check = edit("if x.isnan().any():\n    raise ValueError\n")
    assert check.startswith("if not torch.compiler.is_compiling() and ")
    assert "skip the check" in _caveat(check)
    divides = edit("if x.norm() > limit:\n    x = x * (limit / x.norm())\n")
    assert "gradient" in _caveat(divides)
    assert _caveat(edit("if x.sum() > 0:\n    x = -x\n")) == ""


def test_a_loop_that_ends_by_a_value_is_known():
    source = "for _ in range(9):\n    y = x\n    if (y - x).max() < 1:\n        {}\n"
    for statement, leaves in (("break", True), ("return y", True), ("y = -x", False)):
        text = "def f(x):\n" + textwrap.indent(source.format(statement), "    ")
        tree = ast.parse(text)
        (branch,) = (node for node in ast.walk(tree) if isinstance(node, ast.If))
        assert rewriting.leaves_loop(tree, branch) is leaves


def test_an_attribute_begins_with_what_init_gives_it():
    init = "    def __init__(self, start):\n        self.steps: int = start + 1\n"
    assert rewriting.initial_value([init], "steps") == "start + 1"
    assert rewriting.initial_value([init], "other") == ""
    twice = "def __init__(self, a):\n    self.n = 0\n    if a:\n        self.n = a\n"
    assert rewriting.initial_value([twice], "n") == ""


@pytest.mark.parametrize(
    ("loop", "is_open"),
    [
        ("while x.numel() > 0:\n    x = x[1:]\n", True),
        ("while limit > 0:\n    x = x[1:]\n    limit -= 1\n", False),
        ("for limit in range(3):\n    x = x[1:]\n", False),
    ],
)
def test_a_loop_over_numbers_ends_for_certain(loop, is_open):
    tree = ast.parse(loop)
    assert rewriting.in_open_loop(tree, 2) == is_open
    assert not rewriting.in_open_loop(tree, 9)


@pytest.mark.parametrize(
    ("line", "there"),
    [
        ("y = model(images, 0.5)", ""),
        ("y = model(batch['a'], 0.5)", "batch['a']"),
        ("y = model(*batch)", ""),
        ("y = outer(model(batch[0]), 2)", ""),  # which of the calls is not known
        ("for x in model(", ""),
    ],
)
def test_an_argument_is_named_as_it_is_passed(line, there):
    assert rewriting.passed_as(line, "images", 0) == there


@pytest.mark.parametrize(
    ("behind", "wanted"),
    [
        ("return y\n", "return torch.where(x.sum() > 0, -x, y)"),
        ("return y, x\n", ""),
        ("y = y + 1\nreturn y\n", None),
    ],
)
def test_a_return_behind_a_branch_that_returns_is_its_other_way(behind, wanted):
    body = f"if x.sum() > 0:\n    return -x\n{behind}"
    source = "def f(x, y):\n" + textwrap.indent(body, "    ")
    tree = ast.parse(source)
    (branch,) = (node for node in ast.walk(tree) if isinstance(node, ast.If))
    found = branch_edits.return_behind(tree, branch)
    assert (found is None) == (wanted is None)
    if found is not None:
        assert branch_edits.without_returns(branch, found, source, 1) == wanted
