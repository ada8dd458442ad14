"""A number in brackets is a constant under any setting; `select` keeps a symbol."""

from __future__ import annotations

import pytest

from tests.findings.traced import told

HINT = (
    "(HINT: torch.compile considers integer attributes of the nn.Module to be static)"
)
PROGRAM = """\
import torch


class Cache(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.size = 0
        self.register_buffer("k", torch.zeros(2, 8))

    def forward(self, k):
        {line}
        return self.k * self.size

    def reset(self):
        self.size = 0
        self.size += 1
"""


def change(line):
    return advice(line).edit + advice(line).note


def advice(line):
    tensor = (
        "TENSOR_MATCH: check_tensor(L['self']._buffers['k'], Tensor, "
        "DispatchKeySet(CPU), torch.float32, device=None, requires_grad=False, "
        "size=[2, 8], stride=[8, 1])"
    )
    failed = [
        f"L['self'].size == {number}  # {line}  # main.py:11 in forward {HINT}"
        for number in range(3, 8)
    ]
    return told(
        {"main": PROGRAM.format(line=line)}, "Cache.forward", failed, guards=[tensor]
    )


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("self.k[:, self.size] = k", "self.k.select(1, self.size)[...] = k"),
        ("self.k[self.size] += 1", "self.k.select(0, self.size)[...] += 1"),
        ("k = k + self.k[self.size - 1]", "k = k + self.k.select(0, self.size - 1)"),
        ("k = self.k[..., self.size, :]", "k = self.k.select(-2, self.size)"),
        ("k = self.k[2:, self.size]", "k = self.k.select(1, self.size)[2:]"),
        ("k = self.k[0, self.size] * k", "k = self.k.select(1, self.size)[0] * k"),
    ],
)
def test_a_tensor_is_read_by_select(line, wanted):
    one = advice(line)
    assert one.edit == wanted
    assert "allow_unspec_int_on_nn_module" in one.note


@pytest.mark.parametrize(
    "line",
    [
        "k = self.names[self.size] * k",
        "k = self.k[0][self.size] + self.k[self.size]",
        "k = self.k[self.size, k]",
        "k = self.k[None, self.size]",
        "k = self.k[self.size, self.size]",
        "k = self.k[self.size] + sum(self.k[i] for i in range(self.size))",
    ],
)
def test_no_code_for_what_may_be_no_tensor_or_has_several_indexes(line):
    assert "select" not in advice(line).edit


@pytest.mark.parametrize("line", ["k = self.k[:, : self.size]", "k = k * self.size"])
def test_slices_and_computations_may_have_symbols(line):
    text = change(line)
    assert "select" not in text
    assert "allow_unspec_int" in text


LAYERS = """\
import torch


class Layer(torch.nn.Module):
    def __init__(self, index):
        super().__init__()
        self.index = index

    def forward(self, x, cache):
        return x + cache.get(self.index)


class Cache:
    def get(self, at):
        return self.rows[at]


cache = Cache()
layer.forward(x, cache)
"""


def test_an_index_of_a_list_in_a_helper_is_no_setting():
    behind = f"# return self.rows[at]  # main.py:14 in get {HINT}"
    failed = [f"L['self'].index == {number}  {behind}" for number in range(8)]
    one = told(
        {"main": LAYERS}, "Layer.forward", failed, call="layer.forward(x, cache)",
        types=[("L['cache'].rows", "list")],
    )  # fmt: skip
    assert one.edit == ""
    assert one.note.startswith("it is a key or an index there")


def test_the_line_of_a_library_is_not_where_the_program_needs_it():
    text = LAYERS.replace("cache.get(self.index)", "self.norms[self.index](x)")
    behind = f"# return self._modules[key]  # container.py:555 in __getitem__ {HINT}"
    failed = [f"L['self'].index == {number}  {behind}" for number in range(8)]
    one = told({"main": text}, "Layer.forward", failed, call="layer.forward(x, cache)")
    assert one.where.text == "return x + self.norms[self.index](x)"
