"""An item is selected where its key is set, so that compiled code has no key (528)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.curing.selected_items import selected_item
from depyf.torch_text.questions import GuardKind

PROGRAM = """class Layer:
    def __init__(self):
        self.down, self.up = {}, {}
        self.active = None
    def forward(self, x):
        return x @ self.down[self.active] @ self.up[self.active]
def activate(layers, name):
    for layer in layers:
        layer.active = name
"""


def edited(folder, program=PROGRAM, kind=GuardKind.TEXT):
    """Return the edited program; None if there is no proposal."""
    file = folder / "main.py"
    file.write_text(program)
    group = SimpleNamespace(
        source="self.layers[0].active",
        attribute="active",
        first=SimpleNamespace(kind=kind),
    )
    files = ProgramFiles(str(folder), str(file), {})
    for found in selected_item(Case(files, group, "finding", (str(file),))):
        return files.edited(found.edits).text(str(file))
    return None


def test_the_items_are_kept_where_the_key_is_set(tmp_path):
    after = edited(tmp_path)
    assert "return x @ self.active_down @ self.active_up\n" in after
    values = {}
    exec(after.replace(" @ ", " + "), values)
    layer = values["Layer"]()
    layer.down.update(a=1, b=2)
    layer.up.update(a=10, b=20)
    for name, wanted in (("a", 111), ("b", 122)):
        values["activate"]([layer], name)
        assert layer.forward(100) == wanted


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@ self.up[self.active]", "+ len(self.active)"),  # another use
        ("@ self.up[self.active]", "@ TABLE[self.active]"),  # another object's item
        ("@ self.up[self.active]", "@ self.up[\n            self.active]"),
        ("layer.active = name", "pass"),  # it is not set
    ],
)
def test_other_keys_stay(tmp_path, old, new):
    assert old in PROGRAM
    assert edited(tmp_path, PROGRAM.replace(old, new)) is None


def test_only_for_strings_and_numbers(tmp_path):
    assert edited(tmp_path, kind=GuardKind.OBJECT) is None
