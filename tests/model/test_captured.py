"""What a graph captured, by function and module."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.build import fold
from depyf.model.captured import CapturedPlace, captured_places
from depyf.model.detail_events import CompiledFor, ModuleClasses, SourceText
from depyf.model.events import GraphReported, TransformedCode
from depyf.render.places import captured_briefly, captured_functions, captured_place
from depyf.torch_text.names import CompileId

ID = CompileId(0, 0)
NET, HELP = "/home/me/net.py", "/home/me/helpers.py"
LIBRARY = "/usr/lib/python3.11/site-packages/lib/mod.py"
TORCH = "/usr/lib/python3.11/site-packages/torch/nn/functional.py"
SOURCE = """\
def forward(self, x):
    x = self.norm(x)
    return self.lin(x) * 2
"""


def graph(*nodes):
    """Return a graph as capture writes it; each node is place, function, module."""
    lines = ["class GraphModule(torch.nn.Module):", "    def forward(self, x):"]
    before = None
    for number, (file, line, function, module) in enumerate(nodes):
        if module != before:
            name = module or "none but the one that is compiled"
            lines += ["", f"        # Module: {name}"]
            before = module
        lines.append(f"        # File: {file}:{line} in {function}, code: x = 1")
        lines.append(f'        n{number}: "f32[2]" = torch.add(1, {number})')
    return "\n".join([*lines, "        return (n0,)", ""])


def compilation(*nodes, events=()):
    run = fold(
        [
            TransformedCode(
                ID,
                co_name="forward",
                qualified_name="Net.forward",
                original_file=NET,
                code_key="forward#0",
            ),
            GraphReported(
                ID, stage="Captured_Graph", text=graph(*nodes), compiled_fn="f_1"
            ),
            *events,
        ]
    )
    (frame,) = run.frames
    return frame.compilations[0], frame


BLOCKS = [
    (NET, 11 + line, "forward", f"self.layers.{n}{part}")
    for n in range(3)
    for line, part in ((0, ".norm (LayerNorm)"), (1, ".lin (Linear)"), (1, " (Heir)"))
]


def test_a_line_belongs_to_the_module_whose_method_holds_it():
    kinds = {f"self.layers.{n}": "Heir Block Module" for n in range(3)}
    found, frame = compilation(
        *BLOCKS,
        events=[
            SourceText(None, NET, 10, "Block.forward", SOURCE),
            ModuleClasses(ID, classes=kinds),
        ],
    )
    place = CapturedPlace(NET, (11, 12), "Block.forward", ("layers[0..2]",), 9, 10)
    assert captured_places(found, NET) == (place,)
    text = "net.py:11-12 Block.forward (layers[0..2])"
    assert captured_functions(found, frame) == text


def test_a_line_that_only_changes_a_value_in_place_is_captured():
    found, _ = compilation((NET, 11, "forward", ""), (NET, 12, "forward", ""))
    (one,) = found.graphs
    change = "x[(slice(None), 0)] = 1;  setitem = x;  setitem = None"
    text = one.text.replace('n1: "f32[2]" = torch.add(1, 1)', change)
    assert text != one.text
    (place,) = captured_places(replace(found, graphs=(replace(one, text=text),)), NET)
    assert (place.lines, place.nodes) == ((11, 12), 2)


def test_without_sources_the_innermost_modules_are_named():
    found, _ = compilation(*BLOCKS)
    (place,) = captured_places(found, NET)
    assert place.function == "forward"
    assert place.modules == (
        "layers[0..2].norm",
        "layers[0..2].lin",
        "layers[0..2]",
    )


def test_lines_of_the_compiled_method_are_in_no_module():
    source = SourceText(None, NET, 1, "Base.forward", "def forward(self, x):\n  pass\n")
    made = CompiledFor(ID, owner="Base.forward", instance_class="f.<locals>.Net")
    node = (NET, 2, "forward", "self.lm_head (Linear)")
    found, _ = compilation(node, events=[source, made])
    assert captured_places(found, NET)[0].modules == ()


def test_the_users_own_files_stand_first_by_what_they_captured():
    nodes = [
        (TORCH, 5, "relu", ""),
        *[(LIBRARY, 7, "f", "")] * 5,
        ("/home/me/a.py", 3, "a", ""),
        *[(HELP, 2, "h", "")] * 2,
        (NET, 9, "forward", ""),
    ]
    found, frame = compilation(*nodes)
    assert [(one.file, one.nodes) for one in captured_places(found, NET)] == [
        (NET, 1),
        (HELP, 2),
        ("/home/me/a.py", 1),
        (LIBRARY, 5),
        (TORCH, 1),
    ]
    shown = "net.py:9, helpers.py:2, a.py:3"
    assert captured_place(found, frame) == f"{shown} and 2 more files"
    words = "net.py:9 forward; helpers.py:2 h"
    assert captured_functions(found, frame, most=2) == f"{words} and 3 more functions"
    assert captured_places(found, NET, prefix="other") == ()


def test_the_source_that_is_nearest_wins():
    outer = SourceText(None, NET, 1, "outer", "def outer():\n" + "    x\n" * 9)
    inner = SourceText(None, NET, 4, "outer.<locals>.inner", "def inner():\n    x\n")
    found, _ = compilation(
        (NET, 5, "inner", ""), (NET, 8, "outer", ""), events=[outer, inner]
    )
    names = [one.function for one in captured_places(found, NET)]
    assert sorted(names) == ["outer", "outer.<locals>.inner"]


def test_modules_are_named_from_the_variable_that_holds_them():
    nodes = [(NET, 12, "forward", f"{root} (Linear)") for root in ("net", "models.0")]
    found, _ = compilation(*nodes)
    assert captured_places(found, NET)[0].modules == ("net", "models[0]")


def test_the_module_that_a_wrapper_is_called_with_is_the_root():
    made = CompiledFor(ID, owner="Net.forward", instance_class="a.Net")
    nodes = [(NET, 12, "forward", f"args.0.layers.{n} (Linear)") for n in range(2)]
    found, _ = compilation(*nodes, events=[made])
    assert captured_places(found, NET)[0].modules == ("layers[0..1]",)


def test_beside_a_call_the_first_file_is_named_however_long():
    nodes = [(NET, line, "forward", "") for line in range(11, 99, 3)]
    found, frame = compilation(*nodes, (HELP, 2, "h", ""))
    words = captured_briefly(found, frame, "f_1", 20)
    assert words == "30 lines of net.py and 1 more file"
