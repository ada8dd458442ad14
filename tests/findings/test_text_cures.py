"""What is proposed for a string, by what its line does with it."""

from __future__ import annotations

import pytest

from .traced import told

PROGRAM = """\
def scaled(x, name):
    return {line}


for number in range(12):
    scaled(x, f"layer{number}")
"""


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("x * len(name)", "compute `len(name)` outside of the function, and pass"),
        (
            "x, f'of {name}'",
            "add `name` to the string outside of the compiled function",
        ),
        (
            "x, 'of ' + name",
            "add `name` to the string outside of the compiled function",
        ),
        ("x if name == 'layer0' else -x", "decide by `name` outside of the function"),
        ("TABLE[name] * x", "look up the item for `name` outside of the function"),
        ("name.split('/')[0]", "decide by `name` outside of the function"),
        ("look_up(x, name) * x", "call what needs the string outside of the function"),
    ],
)
def test_the_edit_is_about_what_the_line_does_with_the_string(line, note):
    text = PROGRAM.replace("{line}", line)
    behind = f"# return {line}  # main.py:2 in scaled"
    failed = [f"L['name'] == 'layer{n}'  {behind}" for n in range(9)]
    one = told({"main": text}, "scaled", failed, call='scaled(x, f"layer{number}")')
    assert one.note.startswith(note)


TOWER = """\
class Tower:
    def forward(self, query):
        ids = self.tokens(query)
        return self.table(ids).sum(0)
    def tokens(self, text):
        words = self.words(text)
        return torch.tensor([len(one) for one in words])
    def words(self, text):
        return text.split()


for query in queries:
    tower.forward(query)
"""
GRAPH = """\
class GraphModule(torch.nn.Module):
    def forward(self, x):
         # File: /home/user/main.py:4 in forward, code: return self.table(ids).sum(0)
        y: "f32[4][1]cpu" = torch.exp(x)
"""


def test_the_line_named_is_where_a_tensor_comes_out():
    behind = "# return text.split()  # main.py:9 in words"
    failed = [f"L['query'] == 'query {n}'  {behind}" for n in range(9)]
    one = told(
        {"main": TOWER}, "Tower.forward", failed, call="tower.forward(query)",
        graph=GRAPH,
    )  # fmt: skip
    assert one.note.endswith("`ids = self.tokens(query)` (main.py:3)")


def test_an_item_that_is_stored_back_is_returned():
    text = "def step(x, name):\n    past = KEPT[name]\n    KEPT[name] = x\n"
    text += "    return past + x\n\n\nstep(x, name)\n"
    behind = "# past = KEPT[name]  # main.py:2 in step"
    failed = [f"L['name'] == 'layer {n}'  {behind}" for n in range(9)]
    one = told({"main": text}, "step", failed, call="step(x, name)")
    assert one.note.endswith("; return its new value, and store it outside, too")


def test_an_item_of_another_object_is_not_kept_in_init():
    text = """\
class Layer(Module):
    def forward(self, x):
        context = current()
        return x + context.layers[self.name]


layer.forward(x)
"""
    behind = "# return x + context.layers[self.name]  # main.py:4 in forward"
    failed = [f"L['self'].name == 'layer {n}'  {behind}" for n in range(9)]
    one = told({"main": text}, "Layer.forward", failed, call="layer.forward(x)")
    assert one.note == "look up the item for `self.name` outside of the function, " + (
        "and pass it"
    )


ADAPTERS = """\
class Layer:
    def forward(self, x):
        return x @ self.down[self.active] @ self.up[self.active]

def activate(layer, name):
    layer.active = name

for name in names:
    activate(layer, name)
    layer.forward(x)
"""


def test_an_item_is_to_be_selected_where_its_key_is_set():
    """Torch names the line of a loop over the layers; both items are named (528)."""
    failed = [
        f"L['self'].active == 'a{n}'  # x  # main.py:8 in forward" for n in range(9)
    ]
    one = told({"main": ADAPTERS}, "Layer.forward", failed, call="layer.forward(x)")
    items = "`self.down[self.active]` and `self.up[self.active]` (main.py:3)"
    assert one.note.startswith(f"keep {items} where main.py:6 sets `active`")
    assert one.where.line == 3


SITES = """\
class Net:
    def __init__(self, site):
        self.site = site
        self.norms = ModuleDict({site: LayerNorm(4)})

    def forward(self, x):
        return self.norms[self.site](x)

for name in names:
    Net(name).forward(x)
"""


def test_an_item_is_kept_behind_the_line_that_makes_its_container():
    """A module that is kept twice is saved twice, and so shared by a program (278)."""
    failed = [
        f"L['self'].site == 's{n}'  # x  # main.py:7 in forward" for n in range(9)
    ]
    one = told({"main": SITES}, "Net.forward", failed, call="Net(name).forward(x)")
    assert one.note.startswith("keep `self.norms[self.site]` (main.py:7) behind main")
    assert "main.py:4, in a list" in one.note
