"""What is expected and could have been avoided: the edit, applied, saves it."""

from __future__ import annotations

import re

import pytest

from .run import run_text

pytestmark = pytest.mark.torch

PROGRAM = """\
import torch


def function({parameters}):
    return {result}


def main():
    torch.manual_seed(0)
    compiled = torch.compile(function, backend="eager")
    for n in (4, 5, 6):
        {values}
        compiled({arguments})


main()
"""
PROGRAMS = {
    "size": PROGRAM.format(
        parameters="x", result="x * 2", values="x = torch.randn(n, 3)", arguments="x"
    ),
    "sizes that belong together": PROGRAM.format(
        parameters="x, y",
        result="x @ y if x.shape[0] < 100 else x",
        values="x, y = torch.randn(n, n), torch.randn(n, 2)",
        arguments="x, y",
    ),
    "sizes that the caller calls otherwise": PROGRAM.format(
        parameters="rows, columns",
        result="rows @ columns.T",
        values="x, y = torch.randn(n, 3), torch.randn(n, 3)",
        arguments="x, columns=y",
    ),
    "number": PROGRAM.format(
        parameters="x, n", result="x * n", values="x = torch.ones(3)", arguments="x, n"
    ),
    "real number": PROGRAM.format(
        parameters="x, scale",
        result="x * scale",
        values="x, scale = torch.ones(3), n / 10",
        arguments="x, scale",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_compilation_is_enough_with_the_edit(name, tmp_path):
    text = PROGRAMS[name]
    before = run_text("program", tmp_path / "before", text)
    (told,) = before.summary["expected"]
    assert before.figures().entries == 2
    assert "Avoid the recompile" in before.index
    if told["seconds"] > 0.1:  # less is no cost that the index names
        assert f"Cost: {told['seconds']:.1f}".rstrip("0") in before.index
    after = run_text("program", tmp_path / "after", applied(text, told))
    assert after.figures().entries == 1
    assert after.summary["expected"] == []


def applied(text, told):
    """Return the program with the edit made, as a reader would."""
    if "dynamic=True" in told["edit"]:
        return text.replace('"eager")', '"eager", dynamic=True)')
    found = re.match(r"before the first call at program\.py:(\d+)", told["note"])
    assert found is not None, told
    lines = text.split("\n")
    lines.insert(int(found[1]) - 1, f"        {told['edit']}")
    return "\n".join(lines)
