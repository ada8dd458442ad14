"""The source of a node is cut from its file as `ast.get_source_segment` cuts it."""

from __future__ import annotations

import ast

import pytest

from depyf.model.python_text import text_of

TEXTS = {
    "lines": "a = (1 +\n     b.c[0])\nx = f(a,\n  'é\U0001f40d',\n  'last')\n",
    "windows": "a = (1 +\r\n     b)\r\nx = g(\r\n  'ä', a)",
    "form feed": "\fa = [1,\f 2]\nb = a[0]",
    "line separator": "a = 'x\u2028y' + b\nc = (a,\n'\u2028', b)\n",
    "one line": "f('ü', g(1)).h",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_each_node_has_the_text_that_the_library_finds(text):
    tree = ast.parse(text)
    nodes = [one for one in ast.walk(tree) if isinstance(one, (ast.expr, ast.stmt))]
    assert len(nodes) > 4
    for node in nodes:
        assert text_of(node, text) == ast.get_source_segment(text, node)
