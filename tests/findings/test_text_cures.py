"""What is proposed for a string, by what its line does with it."""

from __future__ import annotations

import pytest

from .traced import told

PROGRAM = """\
def scaled(x, name):
    return {line}


for number in range(12):
    scaled(x, f"layer{number}")
"""


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("x * len(name)", "compute `len(name)` outside of the function, and pass"),
        (
            "x, f'of {name}'",
            "add `name` to the string outside of the compiled function",
        ),
        (
            "x, 'of ' + name",
            "add `name` to the string outside of the compiled function",
        ),
        ("x if name == 'layer0' else -x", "decide by `name` outside of the function"),
        ("TABLE[name] * x", "look up the item for `name` outside of the function"),
        ("name.split('/')[0]", "decide by `name` outside of the function"),
        ("look_up(x, name) * x", "call what needs the string outside of the function"),
    ],
)
def test_the_edit_is_about_what_the_line_does_with_the_string(line, note):
    text = PROGRAM.replace("{line}", line)
    behind = f"# return {line}  # main.py:2 in scaled"
    failed = [f"L['name'] == 'layer{n}'  {behind}" for n in range(9)]
    one = told({"main": text}, "scaled", failed, call='scaled(x, f"layer{number}")')
    assert one.note.startswith(note)
