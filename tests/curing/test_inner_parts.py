"""The parts of a function are compiled in place of the whole."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.inner_parts import compiled_parts
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine

ENCODER = """
import torch
class Layer(torch.nn.Module):
    def forward(self, x):
        return self.fc(x)
class Encoder(torch.nn.Module):
    def __init__(self):
        self.layers = torch.nn.ModuleList(Layer() for _ in range(3))
    def scaled(self, x):
        return x * 2  # in scaled
    def forward(self, x, keep):
        for layer, kept in zip(self.layers, keep):
            if kept:
                x = layer(x)
        return centered(self.scaled(x))
def centered(x):
    return x - x.mean()
def unused(x):
    return x + 1
net = torch.compile(Encoder(), backend="eager", fullgraph=True)
"""


def parts(folder, source, name, met=""):
    file = folder / "main.py"
    file.write_text(source)
    lines = source.split("\n")
    first = [n for n, one in enumerate(lines, 1) if f"def {name}(" in one][-1]
    frame = SimpleNamespace(file=str(file), first_line=first, co_name=name)
    at = [
        SourceLine(str(file), n) for n, one in enumerate(lines, 1) if met and met in one
    ]
    files = ProgramFiles(str(folder), str(file), {})
    found = compiled_parts(frame, at, files, "finding", [str(file)])
    return [(one.what, files.edited(one.edits).text(str(file))) for one in found]


def test_what_the_function_calls_is_compiled_as_the_whole_was(tmp_path):
    [(what, text)] = parts(tmp_path, ENCODER, "forward")
    start = '@torch.compile(backend="eager")'  # a part may break the graph
    assert f"    {start}\n    def scaled" in text
    assert f"{start}\ndef centered" in text
    assert f"    {start}\n    def forward(self, x):" in text
    skip = "@torch.compiler.disable(recursive=False)"
    assert f"    {skip}\n    def forward(self, x, keep)" in text
    assert text.count(start) == 3
    assert "`Layer.forward`" in what
    assert "instead of `Encoder.forward`" in what


def test_a_part_that_the_problem_is_met_in_stays(tmp_path):
    [(what, text)] = parts(tmp_path, ENCODER, "forward", met="# in scaled")
    assert "`Encoder.scaled`" not in what
    assert "    def scaled" in text.replace("@torch.compile", "")


def test_where_all_parts_hold_the_problem_their_parts_are_compiled(tmp_path):
    source = textwrap.dedent("""
    import torch
    def simulate(x):
        return integrate(x)
    def integrate(x):
        for k in range(int(x.sum())):  # met
            x = stepped(x)
        return x
    def stepped(x):
        return x * 2
    run = torch.compile(simulate, backend="eager")
    """)
    [(what, text)] = parts(tmp_path, source, "simulate", met="# met")
    assert what == "compile `stepped` instead of `simulate`"
    assert '@torch.compile(backend="eager")\ndef stepped' in text


@pytest.mark.parametrize("name", ["centered", "unused"])
def test_a_function_without_parts_stays(tmp_path, name):
    assert parts(tmp_path, ENCODER, name) == []


def test_a_decorator_is_taken_off_the_whole(tmp_path):
    source = textwrap.dedent("""
    import torch
    @torch.compile
    def whole(x):
        return part(x)
    def part(x):
        return x.sin()
    """)
    [(_, text)] = parts(tmp_path, source, "whole")
    assert "\ndef whole(x)" in text
    assert "@torch.compile\ndef part(x)" in text
    assert text.count("@torch.compile") == 1


def test_a_part_that_is_compiled_already_gets_no_second_decorator(tmp_path):
    compiled = ENCODER.replace("def centered", "@torch.compile\ndef centered")
    [(_, text)] = parts(tmp_path, compiled, "forward")
    assert "@torch.compile\ndef centered" in text
    assert text.count("@torch.compile(") == 2
