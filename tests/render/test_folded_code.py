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
    "comments": "def f(self, g):\n    r = g(self)\n"
    + "".join(
        f"    self.l[{n}].k = r[0]  # a.py:[3]\n    self.l[{n}].v = r  # b\n"
        for n in range(LAYERS)
    )
    + "    return r\n",
    "new objects": "def f(self, g):\n    r = g(self)\n"
    + "".join(f"    made_{n} = g.new(self)\n" for n in range(LAYERS))
    + "".join(
        f"    made_{n}.k = r[{2 * n + 1}]\n    made_{n}.v = r[{2 * n}]\n"
        for n in reversed(range(LAYERS))
    )
    + "    self.made = made_3\n    return r\n",
    "two families of names": "def f(self, g):\n"
    + "".join(
        f"    a_{n} = g.new(\n        self.l[{n}]\n    )\n" for n in range(LAYERS)
    )
    + "".join(f"    b_{n} = g.old(self)\n" for n in range(LAYERS))
    + "".join(f"    a_{n}.b = b_{LAYERS - 1 - n}\n" for n in range(LAYERS))
    + "    return a_3\n",
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


def test_names_that_are_made_among_the_lines_stay():
    """Read before the loop they would not be there yet."""
    text = "def f(self, g):\n" + "".join(
        f"    made_{n} = g(self)\n    made_{n}.k = g\n" for n in range(LAYERS)
    )
    assert folded(text) == text


def test_a_variable_that_is_written_twice_is_no_name_of_a_family():
    text = "def f(self, g):\n    a_3 = g(self)\n" + "".join(
        f"    a_{n} = g(self)\n" for n in range(LAYERS)
    )
    assert folded(text) == text


def test_a_statement_that_fits_stands_on_one_line():
    text = (
        "def f(g, a):\n    g.set(\n        a,\n        [\n            1,\n"
        "        ],\n    )\n    g.set(  # why\n        a\n    )\n"
    )
    assert folded(text) == (
        "def f(g, a):\n    g.set(a, [1])\n    g.set(  # why\n        a\n    )\n"
    )


def test_a_text_over_lines_stays_as_it_is():
    text = "def f(g):\n" + "".join(
        f'    g.l[{n}].a = """x\n    y"""\n' for n in range(LAYERS)
    )
    assert folded(text) == text


def test_names_of_a_list_stand_on_as_few_lines_as_they_fit():
    names = "".join(f"        name_of_it_{n},\n" for n in range(20))
    short = folded(f"def f(g):\n    g.l = [\n{names}    ]\n")
    assert short.count("\n") == 6
    assert max(map(len, short.split("\n"))) <= 120
