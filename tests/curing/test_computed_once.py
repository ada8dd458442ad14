"""What a method computes from a number of its object is kept as a tensor."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.computed_once import computed_once
from depyf.curing.program_files import ProgramFiles
from depyf.torch_text.questions import GuardKind

LAYER = """
    import math

    class Layer{base}:
        def __init__(self, depth):
            self.depth = depth
            self.width = 4

        def forward(self, x):
            return x * math.sqrt(self.depth + self.width){more}
"""


def edited(folder, more="", base="", kind=GuardKind.NUMBER):
    source = textwrap.dedent(LAYER.format(more=more, base=base)).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    files = ProgramFiles(str(folder), str(file), {})
    first = SimpleNamespace(kind=kind)
    group = SimpleNamespace(source="self.depth", attribute="depth", first=first)
    case = Case(files, group, "finding", (str(file),))
    return [files.edited(one.edits).text(str(file)) for one in computed_once(case)]


def test_the_largest_fixed_expression_is_computed_in_init(tmp_path):
    [text] = edited(tmp_path)
    assert "return x * self.depth_tensor" in text
    kept = (
        "        self.depth_tensor = torch.tensor(math.sqrt(self.depth + self.width))"
    )
    assert f"self.width = 4\n{kept}\n" in text


def test_a_module_keeps_a_buffer(tmp_path):
    [text] = edited(tmp_path, base="(nn.Module)")
    assert 'self.register_buffer("depth_tensor", torch.tensor(math.' in text


def test_each_expression_has_a_name(tmp_path):
    more = "\n\n        def other(self, x):\n            return x / abs(self.depth)"
    [text] = edited(tmp_path, more=more)
    assert "return x * self.depth_tensor\n" in text
    assert "return x / self.depth_tensor_2" in text
    assert "self.depth_tensor_2 = torch.tensor(abs(self.depth))" in text


@pytest.mark.parametrize(
    "more",
    [
        "\n\n    def grow(self):\n        self.depth += 1",
        "\n\n    def other(self):\n        self.width = 5",
    ],
)
def test_a_number_that_changes_later_is_not_kept(tmp_path, more):
    """Nor is what depends on another one that changes."""
    more = textwrap.indent(more, "    ")
    every = edited(tmp_path, more=more)
    assert not any("math.sqrt(self.depth + self.width))" in one for one in every)


def test_a_number_as_it_stands_needs_no_other(tmp_path):
    source = LAYER.replace("math.sqrt(self.depth + self.width)", "self.depth")
    file = tmp_path / "main.py"
    file.write_text(textwrap.dedent(source.format(more="", base="")).lstrip())
    files = ProgramFiles(str(tmp_path), str(file), {})
    first = SimpleNamespace(kind=GuardKind.NUMBER)
    group = SimpleNamespace(source="self.depth", attribute="depth", first=first)
    assert not list(computed_once(Case(files, group, "finding", (str(file),))))


def test_other_guards_are_left(tmp_path):
    assert not edited(tmp_path, kind=GuardKind.SIZE)
