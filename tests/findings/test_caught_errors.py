"""An error that the program catches ends a compilation all the same."""

from __future__ import annotations

import ast
import textwrap

import pytest

from depyf.model.findings.caught_errors import handler_around

PROGRAM = """
def f(rows):
    try:
        try:
            return stack(rows)  # 5
        except {inner}:
            return None
    except {outer}:
        return pad(rows)  # 9
"""


def around(line, inner="KeyError", outer="RuntimeError"):
    text = PROGRAM.format(inner=inner, outer=outer)
    found = handler_around(ast.parse(textwrap.dedent(text)), line)
    return found and found[1].lineno


@pytest.mark.parametrize(
    ("line", "kinds", "handler"),
    [
        (5, {}, 8),
        (5, {"inner": "Exception"}, 6),
        (5, {"inner": "(KeyError, RuntimeError) as e"}, 6),
        (5, {"outer": "IndexError"}, None),
        (9, {}, None),
    ],
)
def test_the_innermost_handler_that_catches_it(line, kinds, handler):
    assert around(line, **kinds) == handler
