"""A value read from a tensor that a later line needs as a Python number.

Protects: torch's setting that captures such values is not advised where it cannot help.
"""

from __future__ import annotations

import ast

import pytest

from depyf.model.findings.program_text import needs_number

NEEDED = {
    "test": "if n > 2: pass",
    "test on an item": "for row in n:\n    for one in row:\n        if one: pass",
    "key that is set": "seen = {}\nfor one in n:\n    seen[one] = 1",
    "key that is read": "seen = dict()\nseen.get(n, 0)",
    "key that is looked for": "seen = set()\nknown = n in seen",
    "index of a list": "names = [1, 2]\nname = names[n]",
    "items in a comprehension": "table = [1]\nfound = [table[one] for one in n]",
}
FREE = {
    "arithmetic": "y = x * n",
    "index of a tensor": "y = x[n]",
    "slice": "y = x[:n]",
    "another list's items": "rows = {}\nfor one in other:\n    rows[one] = n",
    "method of another object": "y = x.get(n)",
    "kept": "kept = []\nkept.append(n)",
}


@pytest.mark.parametrize("name", NEEDED)
def test_a_line_needs_a_number(name):
    assert needs_number(ast.parse(NEEDED[name]), {"n"})


@pytest.mark.parametrize("name", FREE)
def test_a_line_takes_what_torch_captures(name):
    assert not needs_number(ast.parse(FREE[name]), {"n"})
