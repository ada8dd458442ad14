"""Loops in code for reading do what the lines did that they stand for."""

from __future__ import annotations

import pytest

from depyf.render.folded_code import folded

LAYERS = 8


def made(text):
    scope = {}
    exec(compile(text, "t", "exec"), scope)
    return scope["f"]


class Holder:
    """Records what is read and written, in order."""

    def __init__(self, told, name):
        vars(self).update(told=told, name=name)

    def __getattr__(self, name):
        self.told.append(("get", f"{self.name}.{name}"))
        return Holder(self.told, f"{self.name}.{name}")

    def __getitem__(self, key):
        self.told.append(("item", f"{self.name}[{key!r}]"))
        return Holder(self.told, f"{self.name}[{key!r}]")

    def __setattr__(self, name, value):
        self.told.append(("set", f"{self.name}.{name}", value.name))

    def __call__(self, *values):
        self.told.append(("call", self.name, [value.name for value in values]))
        return Holder(self.told, "result")


def arguments(*forms):
    listed = [form.format(n=n) for n in range(LAYERS) for form in forms]
    return "".join(f"        {text},\n" for text in listed)


CASES = {
    "arguments": "def f(self, g):\n    return g(\n        self.head,\n"
    + arguments("self.layers[{n}].w", "self.layers[{n}].b")
    + "        self.tail,\n    )\n",
    "keys": "def f(self, g):\n    return g(\n"
    + arguments("self._modules['{n}'].w")
    + "    )\n",
    "statements": "def f(self, g):\n    r = g(self)\n"
    + "".join(f"    self.l[{n}].k = r[{2 * n + 1}]\n" for n in range(LAYERS))
    + "    return r\n",
    "names taken": "def f(self, g, i=0, it=0):\n    j = i\n    return g(\n"
    + arguments("self.layers[{n}].w", "self.layers[{n}].b")
    + "    )\n",
}


@pytest.mark.parametrize("name", CASES)
def test_a_loop_reads_and_writes_the_same_in_the_same_order(name):
    text = CASES[name]
    short = folded(text)
    assert short.count("\n") < text.count("\n") / 1.5
    told = []
    for one in (text, short):
        seen = []
        made(one)(Holder(seen, "self"), Holder(seen, "g"))
        told.append(seen)
    assert told[0] == told[1]


def test_few_lines_stay():
    text = (
        "def f(x):\n    return g(\n        x[0],\n        x[1],\n        x[2],\n    )\n"
    )
    assert folded(text) == text


def test_what_is_no_python_stays():
    assert folded("def f(:") == "def f(:"
