"""Decompiled code passes the tests that its original passes: a sample.

`compare.py` runs all of them (``nox -s execution``).
"""

from __future__ import annotations

import pytest

from tests.execution import compare

pytestmark = pytest.mark.every_python

pytest.importorskip("test.test_json")

RARE = pytest.mark.rare(reason="the same libraries, function by function")

#: What is decompiled, and the tests that run it; they are decompiled, too.
SAMPLES = {
    "libraries": (["json", "textwrap", "shlex"], ["test.test_json", "test.test_shlex"]),
    "language": (
        ["contextlib", "functools"],
        ["test.test_with", "test.test_generators", "test.test_named_expressions"],
    ),
}


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("language", False),
        ("libraries", True),
        pytest.param("libraries", False, marks=RARE),
    ],
)
def test_tests_end_on_decompiled_code_as_on_the_original(name, whole, tmp_path):
    modules, tests = SAMPLES[name]
    made = compare.make_twins(tmp_path, [*modules, *tests], whole=whole)
    counts = made["counts"]
    assert counts["exact"] >= 0.9 * sum(counts.values()), made
    for module in compare.present(tests):
        count, different = compare.compare(module, tmp_path)
        assert count["tests"] >= 10
        assert not different


def test_twins_are_what_runs(tmp_path):
    made = compare.make_twins(tmp_path, ["textwrap"])
    assert made["counts"]["exact"] >= 5
    plain, twin = (
        compare.run_python("-c", SHOW, cache=cache).splitlines()
        for cache in (None, tmp_path)
    )
    assert plain[0] == twin[0]  # the name and the first line
    assert plain[1] != twin[1]  # the places of instructions


SHOW = """
import textwrap
codes = [
    value.__code__
    for value in vars(textwrap.TextWrapper).values()
    if hasattr(value, "__code__")
]
print([(code.co_name, code.co_firstlineno, code.co_filename) for code in codes])
print([getattr(code, "co_linetable", None) or code.co_lnotab for code in codes])
"""
