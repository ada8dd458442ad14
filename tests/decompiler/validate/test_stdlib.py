"""The standard library is accepted against itself printed again by `ast.unparse`."""

from __future__ import annotations

import ast
import importlib.util
import sys
import warnings
from pathlib import Path

import pytest

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.lift import lift
from depyf.decompiler.validate import validate

pytestmark = pytest.mark.skipif(sys.version_info < (3, 9), reason="needs ast.unparse")

# One module of each kind of code: many branches, handlers, generators, coroutines,
# classes, context managers, comprehensions, f-strings, long displays.
MODULES = (
    "argparse asyncio.streams asyncio.tasks collections contextlib csv dataclasses "
    "enum functools heapq inspect json.decoder pickle shutil subprocess tarfile "
    "typing zipfile"
)


@pytest.mark.parametrize("name", MODULES.split())
def test_module_equals_itself_printed_again(name):
    spec = importlib.util.find_spec(name)
    source = Path(spec.origin).read_text(encoding="utf-8")
    tree = ast.parse(source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        codes = [compile(text, name, "exec") for text in (tree, ast.unparse(tree))]
    original, again = (CodeUnit.from_code(code) for code in codes)
    verdict = validate(lift(original), lift(again), lift=lift)
    assert verdict.equivalent, verdict


def test_other_docstring_is_seen():
    one, other = (
        lift(CodeUnit.from_code(compile(f'def f():\n "{text}"\n', "", "exec")))
        for text in ("this", "that")
    )
    assert "docstring" in validate(one, other, lift=lift).reason


def test_a_parameter_that_no_source_can_name_may_have_any_name():
    source = "def f(a):\n return (i.x for i in a)\n"
    (outer,) = CodeUnit.from_code(compile(source, "", "exec")).children
    (inner,) = outer.children
    text = "def g(items):\n for i in items:\n  yield i.x\n"
    (shown,) = CodeUnit.from_code(compile(text, "", "exec")).children
    verdict = validate(
        lift(inner), lift(shown), lift=lift, temporaries=lambda name: name != "i"
    )
    assert verdict.equivalent, verdict
