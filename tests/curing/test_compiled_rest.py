"""A compiled function that begins with a call torch cannot compile."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.compiled_rest import prepared_argument
from depyf.curing.program_files import ProgramFiles
from depyf.model.findings.causes import Scope
from depyf.torch_text.questions import GuardKind
from tests.curing.test_break_edits import tried

SKIPPED = "Attempted to call function marked as skipped"


def edited(folder, source):
    """Return the edited source in which what follows is a function of its own."""
    found = tried(folder, source, "# here", SKIPPED)
    return next(
        (
            text
            for what, text in found.items()
            if "_compiled_" in text and "around" not in what
        ),
        None,
    )


def results(source):
    values = {"__name__": "program"}
    exec(source.replace("import torch", "from unittest.mock import Mock"), values)
    return [values["f"](x) for x in (-2.0, 1.0, 7.0)]


TORCH = """
import types
def disable(f=None, recursive=True):
    return f or (lambda g: g)
compiler = types.SimpleNamespace(disable=disable)
torch = types.SimpleNamespace(compiler=compiler, compile=lambda f: f)
"""


@pytest.mark.parametrize(
    "statements",
    [
        "x = helper(x, n)  # here",
        "y = x\n    x = helper(y, n)  # here",
        "z = 2 * helper(x, n) + x  # here\n    x = z",
        "z = abs(x)\n    x = z + helper(x, n=n)  # here",
        "return helper(x, n) + n  # here",
    ],
)
def test_the_rest_gives_the_same(tmp_path, statements):
    end = "" if "return" in statements else "\n    y = x * n\n    return y, x"
    source = f"""
def f(x, n=3):
    {statements}{end}


def helper(x, n):
    return x * n + 1  # here
"""
    after = edited(tmp_path, TORCH + source)
    assert "@torch.compiler.disable(recursive=False)\ndef f(" in after
    assert "@torch.compiler.disable\ndef helper(" in after
    assert results(after) == results(TORCH + source)


def test_a_variable_of_a_comprehension_is_not_passed(tmp_path):
    source = """
def f(x):
    parts = [h * w for h, w in [(x, 2), (1, x)]]  # here
    y = x + 1
    return sum(h * y for h in parts)
"""
    after = edited(tmp_path, TORCH + source)
    assert "def _compiled_f(parts, x):" in after
    assert results(after) == results(TORCH + source)


@pytest.mark.parametrize(
    ("decorator", "first", "called"),
    [
        ("", "me, ", "me._compiled_f"),
        ("@classmethod", "cls, ", "cls._compiled_f"),
        ("@staticmethod", "", "C._compiled_f"),
    ],
)
def test_the_new_function_is_called_through_its_class(
    tmp_path, decorator, first, called
):
    source = f"""
class C:
    {decorator}
    def f({first}x):
        y = helper(x)  # here
        return y * x + 1


def helper(x):
    return x * 2  # here


f = C().f
"""
    after = edited(tmp_path, TORCH + source)
    assert f"return {called}(x, y)" in after
    assert after.count(decorator) >= 2
    assert results(after) == results(TORCH + source)


def test_a_decorator_goes_with_what_is_compiled(tmp_path):
    source = """
@torch.compile
def f(x):
    x = helper(x)  # here
    return x + 1


def helper(x):
    return x * 2  # here
"""
    after = edited(tmp_path, TORCH + source)
    assert "@torch.compile\ndef _compiled_f(x):\n    return x + 1" in after
    assert results(after) == results(TORCH + source)


@pytest.mark.parametrize(
    "statements",
    [
        "if x:\n        x = helper(x)  # here\n    return x",
        "y = abs(x)\n    x = helper(y)  # here\n    return x",
        "y = abs(x)\n    x = x + 1\n    x = 1 + helper(x)  # here\n    return x",
        "x = helper(x)  # here\n    yield x",
        "return x and helper(x)  # here",
    ],
)
def test_what_is_in_the_middle_stays(tmp_path, statements):
    source = f"def f(x):\n    {statements}\n\ndef helper(x):\n    return x  # here\n"
    assert edited(tmp_path, source) is None


def prepared(folder, body, kind=GuardKind.TEXT):
    """Return the program that computes outside what needs the argument `text`."""
    source = (
        f"import torch\ndef f(text, x):\n    {body}\ndef ids(text):\n    return 1\n"
    )
    file = folder / "main.py"
    file.write_text(source)
    files = ProgramFiles(str(folder), str(file), {})
    frame = SimpleNamespace(file=str(file), first_line=2, co_name="f")
    first = SimpleNamespace(kind=kind, scope=Scope.ARGUMENT)
    group = SimpleNamespace(first=first, source="text", frame=frame)
    found = prepared_argument(Case(files, group, "finding", (str(file),)))
    return [files.edited(one.edits).text(str(file)) for one in found]


def test_what_needs_a_text_runs_before_what_is_compiled(tmp_path):
    [text] = prepared(tmp_path, "return x * ids(text)")
    assert "    prepared = ids(text)\n    return _compiled_f(prepared, x)" in text or (
        "    prepared = ids(text)\n    return _compiled_f(x, prepared)" in text
    )
    assert "@torch.compiler.disable\ndef ids(text)" in text
    assert "    return x * prepared" in text


@pytest.mark.parametrize(
    "body",
    [
        "return x * ids(text) + len(text)",  # it would be guarded still
        "x = x + 1\n    return ids(text, x)",  # it needs what is computed before
        "return x",
    ],
)
def test_a_text_that_is_needed_inside_stays(tmp_path, body):
    assert prepared(tmp_path, body) == []
    assert prepared(tmp_path, "return x * ids(text)", GuardKind.SIZE) == []


def test_a_model_is_not_left_uncompiled(tmp_path):
    """Of what torch compiles, little would be left."""
    source = (
        TORCH
        + """
def f(net, x):
    y = net(x)  # here
    return abs(y) + 1


class Net:
    def forward(self, x):
        return {}  # here
"""
    )
    other = tmp_path / "other"
    other.mkdir()
    assert edited(tmp_path, source.format("self.layers(x)")) is None
    assert edited(other, source.format("load(x)")) is not None


def test_a_function_is_split_once(tmp_path):
    source = (
        TORCH
        + """
@torch.compiler.disable(recursive=False)
def f(x, n):
    y = helper(x)  # here
    return g(y) + 1


def helper(x):
    return load(x)  # here
"""
    )
    assert edited(tmp_path, source) is None
