"""A graph from a cache names lines of this program, or none."""

from __future__ import annotations

from depyf.capture.user_lines import with_own_places
from depyf.model.kernel_origins import own_places
from depyf.torch_text.graph_lines import node_places
from depyf.torch_text.source_lines import SourceLine

CAPTURED = """\
class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[2][1]cpu"):
        # File: /a/new.py:5 in f, code: y = x.sin()
        y: "f32[2][1]cpu" = L_x_.sin()

        # File: /a/new.py:7 in f, code: return y + 1
        add: "f32[2][1]cpu" = y + 1
        # File: /a/new.py:9 in f, code: return y + 1
        add_1: "f32[2][1]cpu" = y + 1
"""
LOWERED = """\
class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "f32[2][1]cpu"):
        # {before}File: {file}:{line} in f, code: {code}
        sin: "f32[2][1]cpu" = torch.ops.aten.sin.default(arg0_1)
"""


def mended(file, line, code, *, text="", before=""):
    lowered = LOWERED.format(before=before, file=file, line=line, code=code)
    found = with_own_places(lowered, CAPTURED, lambda _file, _line: text)
    assert len(found.split("\n")) == len(lowered.split("\n"))
    return found


def test_a_place_of_this_run_stays():
    found = mended("/a/new.py", 5, "y = x.sin()")
    assert node_places(found)["sin"] == SourceLine("/a/new.py", 5, text="y = x.sin()")


def test_the_same_code_of_another_program_is_found_in_this_one():
    found = mended("/b/old.py", 3, "y = x.sin()", before="Backward of forward node: ")
    assert "        # Backward of forward node: File: /a/new.py:5 in f" in found
    assert node_places(found)["sin"] == SourceLine("/a/new.py", 5, text="y = x.sin()")


def test_an_edited_program_has_its_new_lines():
    found = mended("/a/new.py", 4, "y = x.sin()", text="import torch")
    assert node_places(found)["sin"].line == 5


def test_what_is_not_found_or_found_twice_is_no_place():
    for code in ("y = x.cos()", "return y + 1"):
        found = mended("/b/old.py", 3, code)
        assert node_places(found) == {}
        assert f"# Not a line of this run: /b/old.py:3 in f, code: {code}" in found


def test_below_what_is_no_place_there_is_none_though_one_stood_before():
    for before in ("", "Backward of forward node: "):
        found = mended("/b/old.py", 3, "y = x.cos()", before=before)
        second = found.split("\n", 2)[2].replace("sin:", "cos:")
        assert node_places(f"{CAPTURED}\n{second}").keys() == {"y", "add", "add_1"}


def test_a_line_that_is_there_stays_though_nothing_captured_names_it():
    found = mended("/a/new.py", 20, "z = x.tan()", text="    z = x.tan()\n")
    assert node_places(found)["sin"].line == 20


def test_places_that_torch_recorded_are_held_against_the_captured_graph():
    captured = node_places(CAPTURED)
    ours = SourceLine("/a/new.py", 5, text="y = x.sin()")
    others = SourceLine("/b/old.py", 3, text="y = x.sin()")
    unknown = SourceLine("/b/old.py", 4, text="y = x.cos()")
    assert list(own_places([ours, unknown], captured)) == [ours]
    assert list(own_places([others], captured)) == [ours]
    assert list(own_places([others], {})) == [others]
