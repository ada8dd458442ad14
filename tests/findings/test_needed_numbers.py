"""A value read from a tensor that a later line needs as a Python number.

Protects: torch's setting that captures such values is not advised where it cannot help.
"""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.program_text import needs_number

EMPTY = SimpleNamespace(facts=facts_of([]))
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
    assert needs_number(EMPTY, ast.parse(NEEDED[name]), {"n"})


@pytest.mark.parametrize("name", FREE)
def test_a_line_takes_what_torch_captures(name):
    assert not needs_number(EMPTY, ast.parse(FREE[name]), {"n"})


@pytest.mark.parametrize(
    ("made", "is_needed"),
    [("{}", True), ("dict(x=1)", True), ("torch.zeros(3)", False), ("load()", False)],
)
def test_a_key_of_a_dict_in_an_attribute_is_a_python_number(made, is_needed):
    text = f"class T:\n    def __init__(self):\n        self.rows = {made}\n"
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "t.py", text)]))
    function = ast.parse("def f(self, x):\n return [self.rows[s] for s in x]")
    assert needs_number(run, function, {"s"}) is is_needed
