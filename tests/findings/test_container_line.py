"""An item that a library uses as a key has the line that needs its container."""

from __future__ import annotations

import pytest

from .traced import told

PROGRAM = """\
class Block:
    def forward(self, x):
        for name in self.active:
            x = x + self.layers[name](x)
        return x


class Net:
    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


run = torch.compile(net)
run(x)
"""
BLOCK = "L['self']._modules['blocks']._modules['0']"
IN_LIBRARY = (
    "  # return self._modules[key]  # nn/modules/container.py:555 in __getitem__"
)
LOOP = "  # for name in self.active:  # /home/user/main.py:3 in forward"


@pytest.mark.parametrize(
    ("container", "line"),
    [
        ("active", "for name in self.active:"),
        ("others", "for block in self.blocks:"),
    ],
)
def test_the_line_of_the_container(container, line):
    failed = [f"{BLOCK}.active[0] == 'a{n}'{IN_LIBRARY}" for n in range(6)]
    one = told(
        {"main": PROGRAM}, "Net.forward", failed, call="run(x)", times=5,
        guards=[f"LENGTH_CHECK: len({BLOCK}.{container}) == 1{LOOP}"],
    )  # fmt: skip
    assert one.where.text == line
