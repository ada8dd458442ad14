"""What is said of numbers that an object holds, by what the object is."""

from __future__ import annotations

import pytest

from .traced import told

OPTIMIZER = """\
import torch
class SGD:
    def step(self):
        return self.param_groups[0]["lr"]


optimizer = SGD(parameters, {options})
for _ in range(3):
    optimizer.step()
"""
RATES = [f"L['self'].param_groups[0]['lr'] == 0.{n}" for n in range(1, 6)]


def rate(options):
    files = {"main": OPTIMIZER.replace("{options}", options)}
    return told(files, "SGD.step", RATES, call="optimizer.step()")


def test_the_rate_of_an_optimizer_becomes_a_tensor_where_that_is_created():
    """It is no module: it has no buffers, and no attribute of that name."""
    one = rate("lr=0.1, momentum=0.9")
    assert one.edit == "optimizer = SGD(parameters, lr=torch.tensor(0.1), momentum=0.9)"
    assert one.note == "instead of main.py:7"


@pytest.mark.parametrize("options", ["lr=0.1, foreach=True", "lr=options.rate", "0.1"])
def test_no_code_where_a_tensor_may_not_be_passed_or_the_number_is_not_there(options):
    one = rate(options)
    assert not one.edit
    assert one.note == "set `lr` once, or pass a tensor if the optimizer accepts one"


COUNTER = """\
{base}

class Counter{bases}:
    def __init__(self):
        self.scale = 0.5

    def run(self, x):
        return x * self.scale


counter = Counter()
counter.run(x)
"""


@pytest.mark.parametrize(
    ("base", "bases", "edit"),
    [
        ("", "", "self.scale = torch.tensor(0.5)"),
        ("class Base:\n    pass\n", "(Base)", "self.scale = torch.tensor(0.5)"),
        ("from torch.nn import Module", "(Module)", "self.register_buffer("),
        ("from library import Layer", "(Layer)", "self.register_buffer("),
    ],
)
def test_only_a_module_gets_a_buffer(base, bases, edit):
    text = COUNTER.replace("{base}", base).replace("{bases}", bases)
    failed = [f"L['self'].scale == {n}.5" for n in range(5)]
    one = told({"main": text}, "Counter.run", failed, call="counter.run(x)")
    assert one.rule == "varying-attribute"
    assert one.edit.startswith(edit)


ROUTER = """\
class Router:
    jitter = 0.0


class Block:
    def forward(self, x):
        return x * self.router.jitter


for epoch in range(5):
    Router.jitter = epoch / 5
    block.forward(x)
"""


def test_what_a_class_has_is_named_by_the_class():
    failed = [f"type(L['self'].router).jitter == 0.{n}" for n in range(1, 6)]
    types = [("L['self'].router", "main.Router")]
    call = "block.forward(x)"
    one = told({"main": ROUTER}, "Block.forward", failed, types, call)
    assert "`Router.jitter`" in one.title
    assert "type(" not in f"{one.title} {one.why} {one.what}"


LAYERS = """\
import torch

class Linear:
    def __init__(self, alpha):
        self.scaling = {}
        self.scaling["default"] = alpha / 2

    def forward(self, x):
        return x * self.scaling["default"]

def swap(layer, alpha):
    layer.scaling["default"] = alpha / 4
"""


def test_an_item_that_an_object_holds_is_stored_as_a_tensor():
    """An attribute of that name, or a buffer, would not be what the line reads."""
    values = [f"L['self'].scaling['default'] == {n}.0" for n in range(1, 6)]
    one = told({"main": LAYERS}, "Linear.forward", values)
    assert one.edit == 'self.scaling["default"] = torch.tensor(alpha / 2)'
    assert one.note == "instead of main.py:6, and likewise at main.py:12"


def test_an_index_of_a_list_is_passed_as_the_item():
    """torch makes such a number dynamic, and compiles again for each item."""
    text = "def pick(items, t):\n    return items[t % 4]\n\npick(items, t)\n"
    behind = "  # return items[t % 4]  # main.py:2 in pick"
    of_list = "(_dynamo/variables/lists.py:174 in getitem_const)"
    failed = [f"L['t'] == {n}{behind} {of_list}" for n in (0, 1, 2)]
    one = told({"main": text}, "pick", failed, call="pick(items, t)")
    assert one.rule == "selecting-number"
    assert one.note == "pass the item that main.py:2 selects, instead of `t`"


HOOKED = """\
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x * self.seen


class Watch:
    def __init__(self, model):
        for layer in model.modules():
            layer.seen = 0

    def observe(self, layer, args):
        layer.seen += 1


net.forward(x)
"""


def test_a_number_that_another_object_gives_a_module_becomes_its_buffer_there():
    """`self` in that line is no module (560)."""
    failed = [f"L['self'].seen == {n}" for n in range(5)]
    one = told({"main": HOOKED}, "Net.forward", failed, call="net.forward(x)")
    assert one.edit.startswith('layer.register_buffer("seen", torch.tensor(0)')
    assert "instead of `layer.seen = 0` at main.py:12" in one.note
