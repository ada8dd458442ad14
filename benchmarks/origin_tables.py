"""Tables of what differs from call to call, and of where it is carried.

In each text ``@@`` marks the line that makes the value; it is taken out when the file
is written. `VALUE` stands for the expression of the aspect, over the number ``i`` of
the call; `GIVEN` for what the maker gives; `USE` for what the compiled function does
with ``v``; `BODY` for what the loop does.
"""

from __future__ import annotations

from typing import NamedTuple


class Aspect(NamedTuple):
    """What differs from call to call.

    Attributes:
        value: expression over the number of the call.
        use: what the compiled function returns, over ``x`` and ``v``.
        kinds: more of the module ``kinds``, which all files import.
    """

    value: str
    use: str
    kinds: str = ""


class Carrier(NamedTuple):
    """How a value comes into the compiled function.

    Attributes:
        model: the module that has the compiled function.
        setup: before the loop.
        stores: forms of the statement that puts the value there; empty for none.
        call: what the call passes.
        parameters: of the functions on the way to it.
        place: where the value is, for statements that change it.
    """

    model: str
    setup: str
    stores: tuple[str, ...]
    call: str
    parameters: str = "x"
    place: str = ""


ASPECTS: dict[str, Aspect] = {
    "int": Aspect("3 + 2 * i", "x * v"),
    "float": Aspect("0.5 + i", "x * v"),
    "str": Aspect('("sum", "mean", "largest")[i]', "x + len(v)"),
    "bool": Aspect("i % 2 == 0", "x if v else -x"),
    "None": Aspect("None if i == 0 else torch.ones(4)", "x if v is None else x * v"),
    "dtype": Aspect(
        "torch.ones(4, dtype=(torch.float32, torch.float64, torch.float16)[i])",
        "x * v.sum()",
    ),
    "size": Aspect("torch.ones(2 + i, 3)", "x * v.sum()"),
    "rank": Aspect("torch.ones((2,) * (1 + i))", "x * v.sum()"),
    "stride": Aspect(
        "torch.ones(3, 5).t() if i else torch.ones(5, 3)", "x * (v + 1).sum()"
    ),
    "requires_grad": Aspect("torch.ones(4, requires_grad=i > 0)", "x * v"),
    "type": Aspect(
        "(kinds.Plain, kinds.Warm, kinds.Cold)[i]()",
        "x * v.factor",
        """
class Plain:
    factor = 1.0
class Warm:
    factor = 2.0
class Cold:
    factor = 3.0
""",
    ),
    "class": Aspect(
        "kinds.fresh(i)",
        "x * v.factor",
        """
def fresh(i):
    class Local: @@
        factor = 2.0
    return Local()
""",
    ),
    "namedtuple": Aspect(
        'kinds.trimmed(("rows", "cells"))',
        "x * v.rows",
        """
from collections import namedtuple
def trimmed(names):
    row = namedtuple("Row", names) @@
    return row(1.0, 2.0)
""",
    ),
    "length": Aspect("[1.0] * (i + 1)", "x * sum(v)"),
    "keys": Aspect('{f"k{n}": 1.0 for n in range(i + 1)}', "x * sum(list(v.values()))"),
    "function": Aspect("lambda t: t * 2", "v(x)"),
    "partial": Aspect("functools.partial(torch.mul, other=2.0 + i)", "v(x)"),
}
OWN_LINE = {"class", "namedtuple"}  # made in the module of their kind

_STEP = """
@torch.compile(backend="eager")
def step({}):
    {}
    return USE
"""
_CONFIG = """
class Inner:
    def __init__(self):
        self.v = None
class Config:
    def __init__(self, v=None):
        self.v = v
        self.inner = Inner()
        self.name = "plain"
    def configure(self, value):
        self.v = value
@dataclasses.dataclass
class Options:
    v: object = None
    name: str = "plain"
"""
_NET = """
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.v = None
        self.options = {"v": None, "rows": 2}
        self.rows = 3
    def configure(self, value):
        self.v = value
    @property
    def level(self):
        return self.v
    @level.setter
    def level(self, value):
        self.v = value
    def put(self, name, value):
        self.options[name] = value
    def forward(self, x):
        v = self.PLACE
        return USE
"""
_GLOBAL = "LEVEL = None\ndef set_level(value):\n    global LEVEL\n    LEVEL = value\n"

CARRIERS: dict[str, Carrier] = {
    "argument": Carrier(
        _STEP.format("x, v", "x = x + 1"), "", ("",), "x, GIVEN", "x, given"
    ),
    "keywords": Carrier(
        _STEP.format("x, v", "x = x + 1")
        + "_inner = step\ndef step(x, **options):\n    return _inner(x, **options)\n",
        "",
        ("",),
        "x, v=GIVEN",
        "x, **options",
    ),
    "attribute": Carrier(
        _NET.replace("PLACE", "v"),
        'net = model.Net()\nstep = torch.compile(net, backend="eager")',
        (
            "net.v = GIVEN",
            'setattr(net, "v", GIVEN)',
            "net.configure(GIVEN)",
            "net.level = GIVEN",
            "net.__dict__.update(v=GIVEN)",
            'vars(net)["v"] = GIVEN',
        ),
        "x",
        place="net.v",
    ),
    "own dict": Carrier(
        _NET.replace("PLACE", 'options["v"]'),
        'net = model.Net()\nstep = torch.compile(net, backend="eager")',
        (
            'net.options["v"] = GIVEN',
            "net.options.update(v=GIVEN)",
            'net.put("v", GIVEN)',
            'kept = net.options\nkept["v"] = GIVEN',
        ),
        "x",
        place='net.options["v"]',
    ),
    "object": Carrier(
        _CONFIG + _STEP.format("x, config", "v = config.v"),
        "config = model.Config()",
        (
            "config.v = GIVEN",
            'setattr(config, "v", GIVEN)',
            "config.configure(GIVEN)",
            "config.__dict__.update(v=GIVEN)",
            "config = model.Config(GIVEN)",
            "config = model.Config(v=GIVEN)",
        ),
        "x, config",
        "x, config",
        "config.v",
    ),
    "dataclass": Carrier(
        _CONFIG + _STEP.format("x, config", "v = config.v"),
        "config = model.Options()",
        (
            "config.v = GIVEN",
            "config = model.Options(v=GIVEN)",
            "config = model.Options(GIVEN)",
            "config = dataclasses.replace(config, v=GIVEN)",
        ),
        "x, config",
        "x, config",
        "config.v",
    ),
    "nested": Carrier(
        _CONFIG + _STEP.format("x, config", "v = config.inner.v"),
        "config = model.Config()",
        ("config.inner.v = GIVEN", "inner = config.inner\ninner.v = GIVEN"),
        "x, config",
        "x, config",
        "config.inner.v",
    ),
    "dict": Carrier(
        _STEP.format("x, state", 'v = state["v"]'),
        'state = {"v": None, "rows": 2}\nstates = {"first": state}',
        (
            'state["v"] = GIVEN',
            "state.update(v=GIVEN)",
            'state.update({"v": GIVEN})',
            'own = state\nown["v"] = GIVEN',
            'state = states["first"]\nstate["v"] = GIVEN',
            'state = {"v": GIVEN}',
            "state = dict(state, v=GIVEN)",
            'state = {**state, "v": GIVEN}',
            'state.pop("v", None)\nstate.setdefault("v", GIVEN)',
        ),
        "x, state",
        "x, state",
        'state["v"]',
    ),
    "list": Carrier(
        _STEP.format("x, items", "v = items[1]"),
        "items = [0.5, None]",
        (
            "items[1] = GIVEN",
            "items = [0.5, GIVEN]",
            "items.pop()\nitems.append(GIVEN)",
            "items[:] = [0.5, GIVEN]",
        ),
        "x, items",
        "x, items",
        "items[1]",
    ),
    "global": Carrier(
        _GLOBAL + _STEP.format("x", "v = LEVEL"),
        "",
        (
            "model.set_level(GIVEN)",
            "model.LEVEL = GIVEN",
            'setattr(model, "LEVEL", GIVEN)',
            "vars(model).update(LEVEL=GIVEN)",
        ),
        "x",
        place="model.LEVEL",
    ),
    "module": Carrier(
        "import config\n" + _STEP.format("x", "v = config.v"),
        "",
        ("config.v = GIVEN", 'setattr(config, "v", GIVEN)'),
        "x",
        place="config.v",
    ),
    "closure": Carrier(
        "def build(v):\n"
        "    def inner(x):\n"
        "        return USE\n"
        '    return torch.compile(inner, backend="eager")\n'
        "def shared():\n"
        "    v = None\n"
        "    def change(value):\n"
        "        nonlocal v\n"
        "        v = value\n"
        "    def inner(x):\n"
        "        return USE\n"
        '    return torch.compile(inner, backend="eager"), change\n',
        "step, change = model.shared()",
        ("step = model.build(GIVEN)", "change(GIVEN)"),
        "x",
    ),
    "default": Carrier(
        "def plain(x, v=None):\n"
        "    return USE\n"
        'step = torch.compile(plain, backend="eager")\n'
        "def build(value):\n"
        "    def inner(x, v=value):\n"
        "        return USE\n"
        '    return torch.compile(inner, backend="eager")\n',
        "",
        ("step = model.build(GIVEN)", "model.plain.__defaults__ = (GIVEN,)"),
        "x",
    ),
    "contextvar": Carrier(
        'LEVEL = contextvars.ContextVar("level", default=None)\n'
        + _STEP.format("x", "v = LEVEL.get()"),
        "",
        ("model.LEVEL.set(GIVEN)",),
        "x",
    ),
}
