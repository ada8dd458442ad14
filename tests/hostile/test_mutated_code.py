"""No code object and no compiled file makes depyf crash, hang or fail without words.

A sample; `nox -s mutants` decompiles 5,000 of each kind on every CPython found.
"""

from __future__ import annotations

import dis
import os
import subprocess
import sys
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path

import pytest

from depyf.cli.decompile import print_decompiled
from depyf.decompiler import decompile_code
from depyf.errors import DecompilationError

from .mutated_code import measure

pytestmark = pytest.mark.every_python
SAMPLE = 25


def function(a):
    return a + 1


@pytest.mark.parametrize("is_file", [False, True])
def test_a_sample_of_mutants_gives_a_text_or_an_error_each(is_file):
    found = measure(SAMPLE, 300, is_file)
    assert sum(found["outcomes"].values()) == SAMPLE
    assert found["failures"] == []


# What it prints is written before Python may crash on what it made.
COUNTED = """
import os, random
from tests.hostile.mutated_code import mutated, originals
chooser = random.Random(1)
code = next(one for one in originals() if len(one.co_code) > 100)
made = [one for one in (mutated(code, chooser) for _ in range(50)) if one is not None]
print(len(made), sum(one.co_names != code.co_names for one in made), flush=True)
print(sum(one.co_code != code.co_code for one in made), flush=True)
os._exit(0)
"""


def test_the_sample_tells_something():
    """In a child: reading changed bytecode, Python may write beyond its end."""
    root = Path(__file__).resolve().parents[2]
    paths = [str(root), str(root / "src")]
    done = subprocess.run(
        [sys.executable, "-c", COUNTED],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    counted = [int(one) for one in done.stdout.split()]
    if done.returncode < 0 and len(counted) < 3:
        pytest.skip("this Python crashes on one of them")
    assert counted[0] > 40, done.stderr
    assert counted[1] > 1
    assert counted[2] > 3


@pytest.mark.parametrize("name", ["co_argcount", "co_kwonlyargcount"])
def test_arguments_without_names_are_refused(name):
    """A file may claim two thousand million: no list of so many is made."""
    try:
        code = function.__code__.replace(**{name: 2**31 - 1})
    except (ValueError, SystemError):
        pytest.skip("this Python refuses it itself")
    with pytest.raises(DecompilationError, match="damaged"):
        decompile_code(code)


def test_a_number_of_thousands_of_digits_is_written():
    code = function.__code__.replace(
        co_consts=tuple(1 << 20_000 if one == 1 else one for one in (None, 1))
    )
    assert "Exceeds" not in "".join(decompile_code(code).diagnostics)


def test_no_parameter_is_called_as_nothing_may_be():
    code = function.__code__.replace(co_varnames=("__debug__",))
    compile(decompile_code(code).source, "<made>", "exec")


def test_code_that_ends_in_the_middle_of_a_call_is_listed():
    def call(a):
        return a.b()

    for code in (call.__code__, compile("a.b(1)", "<given>", "exec")):
        # Only between instructions: what Python caches for one has to be whole.
        for end in [one.offset for one in dis.get_instructions(code)][1:]:
            part = code.replace(co_code=code.co_code[:end])
            compile(decompile_code(part).source, "<made>", "exec")


def test_a_file_of_odd_names_is_decompiled(tmp_path, capsys):
    code = compile("def f(a): return a", "<given>", "exec")
    inner = next(one for one in code.co_consts if hasattr(one, "co_name"))
    odd = inner.replace(co_name="\ud800", co_varnames=("\x00",))
    consts = tuple(odd if one is inner else one for one in code.co_consts)
    data = dumps(code.replace(co_consts=consts))
    (tmp_path / "x.pyc").write_bytes(MAGIC_NUMBER + bytes(12) + data)
    assert print_decompiled(str(tmp_path / "x.pyc")) == 0
    compile(capsys.readouterr().out, "<made>", "exec")
