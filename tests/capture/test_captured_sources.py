"""The source of captured functions, found by file and line."""

from __future__ import annotations

import importlib.util
import linecache
import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")  # the folder of capture imports it

from depyf.capture.captured_sources import CapturedSources, source_around

TEXT = '''\
import functools


def deco(f):
    return f


class Outer:
    """def not_one(): of these."""

    class Inner:
        @deco
        @functools.lru_cache(None)
        def method(
            self, x
        ):
            def nested(y):
                return y + 1

            text = """
def fake():
"""
            return nested(x)

        async def later(self):
            return [n for n in range(3)]

    made = lambda self: 1


value = 1
'''


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(TEXT)
    return str(path)


def line_of(part):
    return TEXT[: TEXT.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("part", "name", "expected"),
    [
        ("return nested", "method", "Outer.Inner.method"),
        ("self, x", "method", "Outer.Inner.method"),
        ("return y", "nested", "Outer.Inner.method.<locals>.nested"),
        ("return y", "", "Outer.Inner.method.<locals>.nested"),
        ("for n in", "<listcomp>", "Outer.Inner.later"),
        ("return f", "deco", "deco"),
    ],
)
def test_the_function_around_a_line_is_found(file, part, name, expected):
    found = source_around(file, line_of(part), name)
    assert found.qualified_name == expected
    lines = TEXT.splitlines()
    assert lines[found.first_line - 1].strip() == found.text.splitlines()[0]
    assert found.first_line <= line_of(part) <= found.last_line
    compile(found.text, "text", "exec")
    assert not found.changed


def test_decorators_are_part_of_it(file):
    found = source_around(file, line_of("return nested"), "method")
    assert found.text.startswith("@deco\n@functools")
    assert found.first_line == line_of("@deco")


@pytest.mark.parametrize("line", [0, line_of("value = 1"), 999])
def test_what_is_in_no_function_has_no_source(file, line):
    assert source_around(file, line, "") is None


def test_each_function_is_told_once_and_none_of_a_library(file):
    told = []
    sources = CapturedSources(told.append, lambda name: "torch" in name)
    text = "\n".join(
        f"    # File: {name}:{line_of(part)} in method, code: x"
        for part in ("return nested", "self, x")
        for name in (file, f"/x/torch/{file}")
    )
    sources.read(text)
    sources.read(text)
    assert [one.qualified_name for one in told] == ["Outer.Inner.method"]


def load(path):
    spec = importlib.util.spec_from_file_location("module", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["module"] = module
    spec.loader.exec_module(module)


def test_what_is_told_already_is_not_told_for_a_lambda_in_it(file):
    told = []
    sources = CapturedSources(told.append, lambda _name: False)
    for name in ("nested", "<lambda>", "nested"):
        sources.read(f"    # File: {file}:{line_of('return y')} in {name}, code: x")
        sources.read(f"    # File: {file}:{line_of('def nested')} in {name}, code: x")
    assert [one.qualified_name for one in told] == [
        "Outer.Inner.method.<locals>.nested"
    ]


def test_a_file_that_was_edited_since_its_import_is_noticed(file, monkeypatch):
    monkeypatch.delitem(sys.modules, "module", raising=False)
    load(file)
    assert not source_around(file, line_of("return f"), "deco").changed
    Path(file).write_text("# new\n" + TEXT)
    os.utime(file, (1, 1))
    # Seen by its time, as the old text is known; and by the line, if it is not.
    assert source_around(file, line_of("return f"), "deco").changed
    linecache.checkcache(file)
    found = source_around(file, line_of("return f") + 1, "deco")
    assert found.text.startswith("def deco")
    assert found.changed
    del sys.modules["module"]
