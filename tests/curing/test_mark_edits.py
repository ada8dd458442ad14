"""Marks at any argument, `dynamic=None`, submodules apart: the edited sources."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.mark_edits import kept_apart, marked
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.torch_text.questions import Form, GuardKind, Question

FUNCTION = "def f(x, batch):\n    return x\n"


def tried(edits, folder, source, value="x", kind=GuardKind.SIZE, **group):
    """Return the edited sources by what is tried; `# here` marks the calls."""
    sizes = group.pop("sizes", ("3", "4"))
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    calls = [
        SourceLine(str(file), number, "<module>", line.strip())
        for number, line in enumerate(source.split("\n"), 1)
        if "# here" in line
    ]
    inner = SourceLine(str(file), 1, "f", "return x")
    frame = SimpleNamespace(
        co_name="f",
        original_source=FUNCTION,
        compilations=[SimpleNamespace(stack=(one, inner)) for one in calls],
        entries=[],
    )
    cause = SimpleNamespace(
        index=0, kind=kind, source=value, expected=sizes[0], actual=sizes[1],
        guard=SimpleNamespace(asks=Question(Form.WORDS)),
    )  # fmt: skip
    known = SimpleNamespace(
        source=value, first=cause, causes=[cause], frame=frame, limit_reached=False,
        called_at=calls[-1] if calls else None, run=SimpleNamespace(frames=[]),
        compilations=[None],
    )  # fmt: skip
    vars(known).update(group)
    files = ProgramFiles(str(folder), str(file), {})
    found = edits(known, files, "finding", [str(file)])
    return {one.what: files.edited(one.edits).text(str(file)) for one in found}


HEAD = "import torch\ndef f(x, batch): ...\n"


@pytest.mark.parametrize(
    ("value", "call", "wanted"),
    [
        (
            "x",
            "print(float(f(load(3), 1)))  # here",
            "x_input = load(3)\n"
            "torch._dynamo.maybe_mark_dynamic(x_input, 0)\n"
            "print(float(f(x_input, 1)))  # here",
        ),
        (
            "x",
            "f(1, batch=2) + f(batch=2, x=load(3))  # here",
            "x_input = load(3)\n"
            "torch._dynamo.maybe_mark_dynamic(x_input, 0)\n"
            "f(1, batch=2) + f(batch=2, x=x_input)  # here",
        ),
        (
            "batch['ids'][0]",
            "loss = f(1, batch=data)  # here",
            "torch._dynamo.maybe_mark_dynamic(data['ids'][0], 0)\n"
            "loss = f(1, batch=data)  # here",
        ),
        (
            "x",
            "if ready:\n    y = f(x=rows[1], batch=2)  # here",
            "if ready:\n"
            "    x_input = rows[1]\n"
            "    torch._dynamo.maybe_mark_dynamic(x_input, 0)\n"
            "    y = f(x=x_input, batch=2)  # here",
        ),
        ("x", "f(data, 2)  # here", None),
        ("x", "all(f(row.float(), 2) for row in rows)  # here", None),
        ("x.sum()", "f(load(3), 1)  # here", None),
    ],
)
def test_a_size_is_marked_where_its_argument_is_passed(tmp_path, value, call, wanted):
    """Plain names are marked by `recompile_edits`; a loop's own variables cannot be."""
    found = tried(marked, tmp_path, f"{HEAD}{call}\n", value)
    assert list(found.values()) == ([f"{HEAD}{wanted}\n"] if wanted else [])


def test_the_call_is_told_by_the_name_of_what_is_compiled(tmp_path):
    source = f"{HEAD}g = torch.compile(f)\nprint(g(load(3), 1), other(2, 3))  # here\n"
    [text] = tried(marked, tmp_path, source).values()
    assert "x_input = load(3)" in text
    assert "g(x_input, 1), other(2, 3)" in text


def test_all_calls_are_marked_at_once(tmp_path):
    source = f"{HEAD}f(load(3), 1)  # here\nf(load(4), 1)  # here\n"
    [text] = tried(marked, tmp_path, source).values()
    assert text.count("maybe_mark_dynamic(x_input, 0)") == 2


@pytest.mark.parametrize(
    "source",
    [
        "g = torch.compile(f, dynamic=False)\n",
        'OPTIONS = {"dynamic": False}\n',
        'OPTIONS["dynamic"] = False\n',
        "OPTIONS = dict(dynamic=False)\n",
    ],
)
def test_dynamic_false_is_taken_back_wherever_it_is_written(tmp_path, source):
    found = tried(marked, tmp_path, source, kind=GuardKind.NUMBER)
    assert list(found.values()) == [
        source.replace("False", "True"),
        source.replace("False", "None"),
    ]


def test_a_size_of_one_is_taken_as_any_other(tmp_path):
    """With `dynamic=True`, too, torch compiles the sizes 0 and 1 on their own."""
    source = f"{HEAD}rows = f(data, 2)  # here\n"
    found = tried(marked, tmp_path, source, sizes=("5", "1"))
    mark = "torch._dynamo.decorators.mark_unbacked(data, 0)\n"
    assert source.replace("rows", f"{mark}rows") in found.values()


def test_a_size_of_one_of_a_new_tensor_is_taken_as_any_other(tmp_path):
    """The tensor gets a name before the call (540)."""
    source = f"{HEAD}rows = f(torch.tensor(lists), 2)  # here\n"
    found = tried(marked, tmp_path, source, sizes=("5", "1"))
    wanted = (
        f"{HEAD}x_input = torch.tensor(lists)\n"
        "torch._dynamo.decorators.mark_unbacked(x_input, 0)\n"
        "rows = f(x_input, 2)  # here\n"
    )
    assert wanted in found.values()


def test_a_tensor_inside_of_an_argument_is_marked_itself(tmp_path):
    """Not the container, which has no sizes (514)."""
    source = f"{HEAD}f(data, steps)  # here\n"
    value = "batch[1].ids"
    found = tried(marked, tmp_path, source, value=value, sizes=("5", "1"))
    marks = [text.split("\n")[2] for text in found.values()]
    assert "torch._dynamo.decorators.mark_unbacked(steps[1].ids, 0)" in marks
    assert all("steps[1].ids, 0)" in mark for mark in marks)


def test_automatic_dynamic_shapes_are_switched_on_again(tmp_path):
    source = "torch._dynamo.config.automatic_dynamic_shapes = False\n"
    [text] = tried(marked, tmp_path, source).values()
    assert text == source.replace("False", "True")


NET = """
import torch
class Block(torch.nn.Module):
    def forward(self, x):
        return x
class Net(torch.nn.Module):
    def __init__(self):
        self.blocks = torch.nn.ModuleList([Block() for _ in range(3)])
"""


def test_a_submodule_is_compiled_apart_and_left_out_last(tmp_path):
    found = tried(
        kept_apart, tmp_path, NET, "self.blocks[0].scale", GuardKind.NUMBER,
        limit_reached=True,
    )  # fmt: skip
    region, left_out = found.values()
    decorated = "    @torch.compiler.{}\n    def forward(self, x):"
    assert decorated.format("nested_compile_region") in region
    assert decorated.format("disable") in left_out


@pytest.mark.parametrize("value", ["self.scale", "x", "blocks.scale"])
def test_what_is_no_submodule_stays(tmp_path, value):
    found = tried(kept_apart, tmp_path, NET, value, limit_reached=True)
    assert found == {}


def test_few_recompiles_are_no_reason_to_leave_a_submodule_out(tmp_path):
    assert tried(kept_apart, tmp_path, NET, "self.blocks[0].scale") == {}
