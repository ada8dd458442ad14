"""Large functions are decompiled whole: no recursion error, no lower quality."""

from __future__ import annotations

import gc

import pytest

from depyf.decompiler import decompile_code


def function(lines):
    body = "".join(f"    {line}\n" for line in lines)
    namespace = {}
    exec(f"def f(a, b, c):\n{body}", namespace)
    return namespace["f"].__code__


def elif_chain(size):
    lines = ["if a == -1:", "    b(c)"]
    for number in range(size):
        lines += [f"elif a == {number}:", f"    b(c, {number})"]
    return [*lines, "return c"]


LARGE = {
    "straight": [f"x{i % 50} = a.m{i % 9}(b, {i})" for i in range(1_000)],
    "choices": [f"if a.b{i}: c({i})" for i in range(1_200)],
    "elif": elif_chain(1_200),
    "display": [f"return {{{', '.join(f'{i}: a' for i in range(3_000))}}}"],
    "ifs": [
        *(" " * i + f"if a.b{i}:" for i in range(90)),
        " " * 90 + "c()",
        *(" " * i + f"b({i})" for i in reversed(range(90))),
    ],
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_function_is_exact(name):
    result = decompile_code(function(LARGE[name]))
    assert (str(result.quality), result.diagnostics) == ("exact", ())


def test_the_programs_collector_is_left_alone_but_for_large_functions(monkeypatch):
    asked = []
    monkeypatch.setattr(gc, "disable", lambda: asked.append("disable"))
    monkeypatch.setattr(gc, "enable", lambda: asked.append("enable"))
    decompile_code(compile("a = b\n", "", "exec"))
    assert asked == []
    decompile_code(compile("f(a, b)\n" * 4000, "", "exec"))
    assert asked == ["disable", "enable"]
