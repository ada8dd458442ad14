"""An error that compiled code raises at run time is a finding, with torch's setting."""

from __future__ import annotations

from pathlib import Path

import pytest

from depyf.torch_text.source_lines import SourceLine

torch = pytest.importorskip("torch")
from depyf.capture.program_error import program_error  # noqa: E402 - needs torch

pytestmark = pytest.mark.torch

PROGRAM = """
import sys
import torch
import depyf

def energy(x):
    return (x @ x.T).exp().tanh().sum()

def forces(x, keeps):
    return torch.autograd.grad(compiled(x), x, retain_graph=keeps)

compiled = torch.compile(energy, backend="aot_eager")
x = torch.ones(3, 3, requires_grad=True)
with depyf.prepare_debug("dump"):
    forces(x, False)
    forces(x, True)
"""


def test_the_finding_names_the_line_and_the_setting(run_program):
    pytest.importorskip("torch", minversion="2.6")  # older ones donate no buffers
    done = run_program(PROGRAM, expect=1)
    index = done.read("index.md")
    assert "; the run ended with `RuntimeError`." in index
    assert "ends with RuntimeError in compiled code**" in index
    assert "- At: program.py:10 `return torch.autograd.grad(" in index
    assert "`torch._functorch.config.donated_buffer = False`" in index


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("len(3)", "; the run ended with `TypeError`."),  # compiled code is outside
        ("raise SystemExit(0)", ". No changes recommended."),
        ("", ". No changes recommended."),
    ],
)
def test_the_opening_names_the_error_that_ended_the_run(run_program, end, words):
    program = f"""
import torch
import depyf

f = torch.compile(lambda x: x + 1, backend="eager")
with depyf.prepare_debug("dump"):
    f(torch.ones(2))
    {end}
"""
    done = run_program(program, expect=1 if "TypeError" in words else 0)
    assert words in done.read("index.md").splitlines()[1]


class LoudError(RuntimeError):
    """Its text must not be asked for: that would run code of the program."""

    def __str__(self):
        raise AssertionError


def raised(error, file):
    """Return an error whose innermost frame is in a file."""
    try:
        exec(
            compile("def raises():\n    raise error\nraises()", file, "exec"),
            {"error": error},
        )
    except RuntimeError as caught:
        return caught
    return None


@pytest.mark.parametrize(
    ("folder", "is_told"),
    [("_functorch", True), ("_inductor", True), ("nn", False)],
)
def test_only_errors_of_compiled_code_are_told(folder, is_told):
    file = torch.__file__.replace("__init__.py", f"{folder}/x.py")
    error = raised(RuntimeError("no"), file)
    found = program_error(error, SourceLine, Path("dump"))
    assert bool(found) is is_told
    assert not found or (found.text, found.error) == ("no", "RuntimeError")


def test_no_method_of_the_exception_is_called():
    file = torch.__file__.replace("__init__.py", "_functorch/x.py")
    found = program_error(raised(LoudError("no"), file), SourceLine, Path("dump"))
    assert (found.text, found.error) == ("", "LoudError")


def test_an_error_of_the_program_is_not_told():
    error = raised(RuntimeError("no"), __file__)
    assert program_error(error, SourceLine, Path("dump")) is None


def test_an_error_of_transformed_code_names_its_file(tmp_path):
    error = raised(RuntimeError("no"), str(tmp_path / "__transformed_code_0_for_f.py"))
    found = program_error(error, SourceLine, tmp_path)
    assert found.code == "__transformed_code_0_for_f.py"
    assert [one.function for one in found.user_stack] == ["raised"]
