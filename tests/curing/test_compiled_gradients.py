"""Where only an energy is compiled, the function with its gradient is, instead.

Protects: what is computed stays the same, and options of `torch.compile` keep their
meaning where they move to another place.
"""

from __future__ import annotations

import pytest

from depyf.curing.double_backward import of_double_backward
from depyf.curing.program_files import ProgramFiles

ERROR = (
    "RuntimeError: torch.compile with aot_autograd does not currently support double "
    "backward"
)
FIELD = """\
import torch

class Field(torch.nn.Module):
    def __init__(self, net, backend, on=True):
        super().__init__()
        {compiled}

    def forward(self, pos, z):
        {leaf}
        energy = self.net(pos, z)
        {taken}
        return {returned}
"""
PARTS = {
    "compiled": "self.net = torch.compile(net, backend=backend)",
    "leaf": "pos = pos.detach().requires_grad_(True)",
    "taken": "grad, = torch.autograd.grad(energy.sum(), pos, create_graph=True)",
    "returned": "energy, -grad",
}


def edited(folder, text, errors=ERROR):
    file = folder / "main.py"
    file.write_text(text)
    files = ProgramFiles(str(folder), str(file), {})
    found = of_double_backward(errors, files, (str(file),))
    compiled = [one for one in found if "with its gradient" in one.what]
    return [files.edited(one.edits).text(str(file)) for one in compiled]


def of_field(folder, **parts):
    return edited(folder, FIELD.format(**{**PARTS, **parts}))


def test_the_method_with_the_gradient_is_compiled_where_its_object_is_made(tmp_path):
    [text] = of_field(tmp_path)
    assert text.partition("super().__init__()\n")[2] == (
        """\
        self.net = net
        self.forward = torch.compile(self.forward, backend=backend)

    def forward(self, pos, z):
        pos = pos.detach()
        def differentiated(pos):
            energy = self.net(pos, z)
            return energy.sum(), energy
        grad, energy = torch.func.grad(differentiated, has_aux=True)(pos)
        return energy, -grad
"""
    )


def test_what_is_compiled_only_by_choice_stays_a_choice(tmp_path):
    chosen = "self.net = torch.compile(net, backend=backend) if on else net"
    [text] = of_field(tmp_path, compiled=chosen)
    assert (
        "        self.net = net\n"
        "        if on:\n"
        "            self.forward = torch.compile(self.forward, backend=backend)\n"
    ) in text


@pytest.mark.parametrize(
    ("taken", "returned", "wanted"),
    [
        (
            "grad = torch.autograd.grad(energy, pos, create_graph=True)[0]",
            "-grad",
            "            return energy\n"
            "        grad = torch.func.grad(differentiated)(pos)\n",
        ),
        (
            "scale = 2.0\n"
            "        (g,) = torch.autograd.grad(energy, pos, create_graph=True)",
            "g * scale + energy",
            "            scale = 2.0\n"
            "            return energy, (energy, scale)\n"
            "        g, (energy, scale) = torch.func.grad("
            "differentiated, has_aux=True)(pos)\n",
        ),
    ],
    ids=["only the gradient", "two values"],
)
def test_what_is_read_later_comes_out_of_the_new_function(
    tmp_path, taken, returned, wanted
):
    [text] = of_field(tmp_path, taken=taken, returned=returned)
    assert wanted in text


def test_constant_options_move_to_a_decorator(tmp_path):
    compiled = 'self.net = torch.compile(net, backend="aot_eager")'
    [text] = of_field(tmp_path, compiled=compiled)
    assert "self.net = net\n" in text
    assert '    @torch.compile(backend="aot_eager")\n    def forward(self' in text


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("taken", "grad, h = torch.autograd.grad(energy, (pos, z), create_graph=True)"),
        ("taken", "grad, = torch.autograd.grad(energy, pos, z, create_graph=True)"),
        ("taken", "self.seen = 1\n        grad, = torch.autograd.grad(energy, pos, create_graph=True)"),  # noqa: E501
        ("taken", "pos = pos + 1\n        grad, = torch.autograd.grad(energy, pos, create_graph=True)"),  # noqa: E501
        ("compiled", "self.net = keep(torch.compile(net, backend=backend))"),
    ],
    ids=["two", "weighted", "keeps something", "another variable", "unclear"],
)  # fmt: skip
def test_other_gradients_are_left_alone(tmp_path, part, text):
    assert not of_field(tmp_path, **{part: text})


def test_without_that_error_nothing_is_tried(tmp_path):
    assert not edited(tmp_path, FIELD.format(**PARTS), "RuntimeError: other")
