"""A branch of several assignments as `torch.where`: both give the same values."""

from __future__ import annotations

import ast
import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.chosen import both_sides
from depyf.curing.program_files import Edit, ProgramFiles

TORCH = SimpleNamespace(
    where=lambda test, one, other: one if test else other, logical_not=lambda x: not x
)


def edited(folder, source):
    """Return a source, and it without its first branch, or None."""
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    files = ProgramFiles(str(folder), str(file), {})
    tree = files.tree(str(file))
    branch = next(node for node in ast.walk(tree) if isinstance(node, ast.If))
    found = both_sides(files, str(file), branch)
    if found is None:
        return source, None
    indent = " " * branch.col_offset
    lines = tuple(indent + line for line in found.lines)
    edit = Edit(str(file), branch.lineno, found.last, lines)
    return source, files.edited([edit]).text(str(file))


def results(source):
    values = {"torch": TORCH}
    exec(source, values)
    return [values["f"](x) for x in (-2.0, 0.0, 1.0, 7.0)]


@pytest.mark.parametrize(
    "source",
    [
        """
        def f(x):
            y = x
            if x > 0:
                x = x * 2
                y = x + 1
            return x, y
        """,
        """
        def f(x):
            if x > 5:
                x, y = x, 1
                return x
            return x
        """,
        """
        def f(x):
            if x > 0:
                scale = 3 / (x + 1)
                x = x * scale
                x += 1
            return x
        """,
        """
        def f(x):
            if x > 0:
                y = x
                y *= 2
            else:
                y = -x
                y = y - 1
            return y
        """,
        """
        def f(x):
            y = 0.0
            if x > 5:
                y = x
            elif x > 0:
                y = x + 1
                x = x - 1
            else:
                x = x * y
            return x, y
        """,
        """
        def f(x):
            limit = 1
            if x > limit:
                x = x / 2
                return x * limit, None
            return x, None
        """,
        """
        def f(x):
            y = x + 1
            if not x:
                return y
            z = y * 3
            y = z - x
            return y
        """,
    ],
)
def test_values_stay_whichever_side_is_taken(tmp_path, source):
    before, after = edited(tmp_path, source)
    if "x, y = x, 1" in source:  # a tuple is no tensor
        assert after is None
        return
    assert after is not None
    assert not any(isinstance(node, ast.If) for node in ast.walk(ast.parse(after)))
    assert results(after) == results(before)


@pytest.mark.parametrize(
    "statement",
    ["seen.append(x)", "x.add_(1)", "x[0] = 1", "raise ValueError", "del x", "f(x)"],
)
def test_a_side_that_does_more_than_assign_stays(tmp_path, statement):
    source = f"""
        def f(x, seen):
            if x > 0:
                x = x + 1
                {statement}
            return x
    """
    assert edited(tmp_path, source)[1] is None


def test_new_names_are_no_others_of_the_file(tmp_path):
    source = """
        taken = 5
        def f(x):
            x_new = 100.0
            if x > 0:
                x = x + x_new
                x = x * 2
            return x, x_new, taken
    """
    before, after = edited(tmp_path, source)
    assert results(after) == results(before)


def test_what_a_side_reports_is_left_to_runs_without_a_compiler(tmp_path):
    _, after = edited(
        tmp_path,
        """
        def f(x):
            if x > 0 or x < -1:
                print("odd", x)
                x = abs(x)
            return x + 1
        """,
    )
    assert (
        "    if not torch.compiler.is_compiling() and (x > 0 or x < -1):\n"
        '        print("odd", x)\n'
    ) in after
    assert "torch.where(taken" in after
    assert "    if x > 0" not in after
