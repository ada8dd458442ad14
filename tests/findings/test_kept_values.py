"""Values that are kept: cached tensors, gradients that are cleared, items of a dict."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.zeroed_gradients import zeroed_gradients
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.told_places import for_all_sizes, kept_before
from depyf.torch_text.questions import GuardKind

from .traced import lines, told

LIBRARY = """\
class Library:
    def make(self, name):
        out = torch.zeros(3)
        out[0] = len(name)
        return out

    def features(self, name):
        if name not in self._tables:
            self._tables[name] = self.make(name)
        return self._tables[name]


def energy(x, y):
    return x * y


def score(library, names):
    parts = [library.features(one) for one in names]
    return compiled(*parts)


compiled = torch.compile(energy)
score(Library(), names)
"""


def test_of_a_tensor_that_is_passed_twice_the_cache_is_named():
    """Not the lines that fill the tensor: what it contains makes no difference."""
    one = told(
        {"main": LIBRARY}, "energy", "L['x'] is L['y']", call="return compiled(*parts)"
    )
    assert "the same object in some calls only" in one.what
    assert lines(one)[-1] == "return self._tables[name]"
    assert "out[0] = len(name)" not in lines(one)
    assert one.note.startswith("pass copies")


@pytest.mark.parametrize("needs", [True, False])
def test_copies_of_a_tensor_with_gradients_may_differ_in_them(needs):
    """A clone requires gradients as the first call's tensor does (121)."""
    guard = (
        "TENSOR_MATCH: check_tensor(L['{}'], Tensor, DispatchKeySet(CPU), "
        "torch.float32, device=None, requires_grad={}, size=[3], stride=[1])"
    )
    one = told(
        {"main": LIBRARY}, "energy", "L['x'] is L['y']", call="return compiled(*parts)",
        guards=[guard.format("x", True), guard.format("y", not needs)],
    )  # fmt: skip
    assert ("detach()" in one.note) == needs


STEP = """\
import torch


def update(params):
    for p in params:
        if p.grad is not None:
            p.sub_(p.grad)


def clear(params, optimizer):
{clear}


compiled = torch.compile(update)
compiled(params)
"""
ASSIGNED = "    for p in params:\n        p.grad = None"


@pytest.mark.parametrize(
    ("clear", "line"),
    [
        (ASSIGNED, "p.grad = None"),
        ("    optimizer.zero_grad()", "optimizer.zero_grad()"),
    ],
)
def test_the_line_that_clears_a_gradient_is_named(clear, line):
    one = told(
        {"main": STEP.format(clear=clear)}, "update", "L['params'][0].grad is None",
        call="compiled(params)",
    )  # fmt: skip
    assert lines(one) == [line]
    assert one.note.startswith("clear gradients to zeros, if they give the same result")
    assert " at main.py:1" in one.note


def test_gradients_that_are_zeros_already_are_left_alone():
    text = STEP.format(clear="    optimizer.zero_grad(set_to_none=False)")
    failed = "L['params'][0].grad is None"
    assert told({"main": text}, "update", failed, call="compiled(params)").note == ""


@pytest.mark.parametrize(
    ("clear", "new"),
    [
        (ASSIGNED, "        if p.grad is not None:\n            p.grad.zero_()\n"),
        ("    optimizer.zero_grad()", "    optimizer.zero_grad(set_to_none=False)\n"),
        (
            "    optimizer.zero_grad(set_to_none=True)",
            "    optimizer.zero_grad(set_to_none=False)\n",
        ),
    ],
)
def test_the_edit_keeps_gradients_of_zero(tmp_path, clear, new):
    path, text = tmp_path / "a.py", STEP.format(clear=clear)
    path.write_text(text)
    group = SimpleNamespace(
        first=SimpleNamespace(kind=GuardKind.NONE), source="params[0].grad",
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, str(path), text)])),
    )  # fmt: skip
    files = ProgramFiles(str(tmp_path), str(path), {})
    case = SimpleNamespace(group=group, files=files, finding="finding")
    [proposal] = zeroed_gradients(case)
    assert new in files.edited(proposal.edits).text(str(path))


@pytest.mark.parametrize("reset", ["", "cache.tables.clear()", "cache.tables.pop(0)"])
def test_an_item_that_compiled_code_stores_is_stored_before(reset):
    effect = SimpleNamespace(
        target="L['self'].tables", user_lines=(SourceLine("/a/grid.py", 15),)
    )
    group = SimpleNamespace(
        first=SimpleNamespace(literal="L['self'].tables"), effects=[effect],
        attribute="tables",
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, "/a/b.py", reset)])),
    )  # fmt: skip
    note = "store the key before the first call, as grid.py:15 does"
    assert kept_before(group) == ("" if reset else note)  # the program resets it (676)
    group.first.literal = "L['self'].others"
    assert kept_before(group) == ""


WRAPPED = """\
class Model:
    def __init__(self):
        self.layers = nn.ModuleList()
        self.layers.extend([Attention(), Gate()])


class Remat:
    def __init__(self, module):
        self.module = module

    def forward(self, x):
        return self.module(x)


def prepare(layers):
    for index, layer in enumerate(layers):
        layers[index] = Remat(layer)


model = Model()
prepare(model.layers)
"""


def test_the_line_that_fills_a_container_is_named_with_the_empty_one():
    one = told(
        {"main": WRAPPED}, "Remat.forward", "___check_type_id(L['self'].module, 7)",
        types=[("L['self'].module", "main.Attention")],
    )  # fmt: skip
    assert "self.layers.extend([Attention(), Gate()])" in lines(one)


PADDED = """\
def align(x, size):
    extra = x.shape[-1] % size
    if {test}:
        x = pad(x, ({amount}, 0))
    return x
"""


@pytest.mark.parametrize(
    ("test", "amount", "also"),
    [
        ("extra", "size - extra", ", with `(size - extra) % size` instead of"),
        ("extra > 2", "extra", ", if no result changes"),
    ],
)
def test_a_padding_to_a_multiple_takes_the_remainder_once_more(test, amount, also):
    """Without the `if` alone, sizes that fit would be padded by a whole block."""
    text = PADDED.format(test=test, amount=amount)
    group = SimpleNamespace(
        first=SimpleNamespace(user_line=SourceLine("a.py", 3)),
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", text)])),
    )
    note = "compute it for all sizes, without the `if` at a.py:3"
    assert for_all_sizes(group).startswith(f"{note}{also}")
