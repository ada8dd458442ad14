"""Programs whose calls are asked about first and made then; run by `test_check.py`.

As a script, it prints a JSON object: for each program one row a call, with what
`depyf.check` said, and what then became of the call.
"""

from __future__ import annotations

import contextlib
import functools
import json
import sys
from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch._dynamo

import depyf

PROGRAMS = {}
ones = torch.ones
ASK = 3


def program(function):
    """A function that yields what to call, its arguments, and the state to be in."""
    PROGRAMS[function.__name__] = function
    return function


def backend(graph, _inputs):
    return graph.forward


compiled = functools.partial(torch.compile, backend=backend)
static = functools.partial(torch.compile, backend=backend, dynamic=False)
LIMIT = 3
FACTOR = 2
TABLE = {"scale": 2}


class Pair(NamedTuple):
    first: int
    second: int


def call(target, *args, inside=contextlib.nullcontext, **kwargs):
    return target, args, kwargs, inside


@program
def sizes():
    f = static(lambda x: x + 1)
    for size in (4, 4, 5, 4, 1, 5, 0):
        yield call(f, ones(size))


@program
def dynamic_sizes():
    def f(x):
        return x * x.shape[0] if x.shape[0] > LIMIT else x - 1

    f = compiled(f)
    for size in (4, 5, 6, 100, 3, 2, 1, 4, 0):
        yield call(f, ones(size))


@program
def sizes_that_must_agree():
    f = compiled(lambda x, y: x + y)
    for a, b in ((4, 4), (5, 5), (6, 6), (6, 1), (1, 6), (7, 7)):
        yield call(f, ones(a), ones(b))


@program
def sizes_that_divide():
    f = compiled(lambda x: x + 1 if x.shape[0] % 2 == 0 else x - 1)
    for size in (4, 6, 8, 7, 9, 10):
        yield call(f, ones(size))


@program
def dtypes():
    f = static(lambda x: x + 1)
    for dtype in (torch.float32, torch.float64, torch.int64, torch.bool, torch.float32):
        yield call(f, ones(4, dtype=dtype))


@program
def ranks_and_strides():
    f = static(lambda x: x + 1)
    for tensor in (ones(4, 5), ones(5, 4).t(), ones(4), ones(4, 5), ones(8, 5)[::2]):
        yield call(f, tensor)


@program
def gradients():
    f = static(lambda x: x * 2)
    yield call(f, ones(4))
    yield call(f, ones(4, requires_grad=True))
    yield call(f, ones(4), inside=torch.no_grad)
    yield call(f, ones(4), inside=torch.inference_mode)
    yield call(f, torch.nn.Parameter(ones(4)))
    yield call(f, ones(4))


@program
def autocast_and_devices():
    f = static(lambda x: x @ x)
    yield call(f, ones(4, 4))
    yield call(f, ones(4, 4), inside=lambda: torch.autocast("cpu", torch.bfloat16))
    yield call(f, ones(4, 4), inside=lambda: torch.device("cpu"))
    yield call(f, ones(4, 4))


@program
def default_dtype():
    @contextlib.contextmanager
    def double():
        torch.set_default_dtype(torch.float64)
        yield
        torch.set_default_dtype(torch.float32)

    f = static(lambda x: x + torch.ones(4))
    yield call(f, ones(4))
    yield call(f, ones(4), inside=double)
    yield call(f, ones(4))


@program
def numbers():
    f = static(lambda x, n: x + n)
    for n in (3, 3, 4, 3.5, True, 3, "4", None):
        if n not in ("4", None):
            yield call(f, ones(4), n)


@program
def dynamic_numbers():
    f = compiled(lambda x, n: x + n)
    for n in (3, 4, 5, 1, 0, -3, 2.5, 3.5):
        yield call(f, ones(4), n)


@program
def texts():
    f = static(lambda x, mode: x + 1 if mode == "add" else x * len(mode))
    for mode in ("add", "mul", "it's", 'say "x"', "a # b", "add"):
        yield call(f, ones(4), mode)


@program
def none_or_tensor():
    f = static(lambda x, bias=None: x * 2 if bias is None else x + bias)
    yield call(f, ones(4))
    yield call(f, ones(4), None)
    yield call(f, ones(4), ones(4))
    yield call(f, ones(4), bias=ones(4))
    yield call(f, ones(4), 3)


@program
def lists():
    f = static(lambda x, n: x + sum(n))
    for n in ([1, 2], [1, 2, 3], [1, 3], (1, 2), [], [1, 2]):
        yield call(f, ones(4), n)


@program
def dicts():
    f = static(lambda x, d: x + sum(d.values()))
    for d in (
        {"a": 1},
        {"a": 2},
        {"b": 1},
        {"a": 1, "b": 2},
        OrderedDict(a=1),
        {"a": 1},
    ):
        yield call(f, ones(4), d)


@program
def keys_that_may_be_there():
    f = static(lambda x, d: x + 1 if "on" in d else x - 1)
    for d in ({"on": 1}, {"on": 2}, {"off": 1}, {"on": 1, "off": 2}, {}, {"on": 3}):
        yield call(f, ones(4), d)


@program
def sets():
    f = static(lambda x, d: x + 1 if "on" in d else x - 1)
    for d in ({"on"}, {"off"}, {"on", "off"}, set(), frozenset({"on"}), {"on"}):
        yield call(f, ones(4), d)


@program
def tensors_in_containers():
    f = static(lambda xs, d: xs[0] + xs[1] + d["x"])
    yield call(f, [ones(4), ones(4)], {"x": ones(4)})
    yield call(f, [ones(4), ones(1)], {"x": ones(4)})
    yield call(f, (ones(4), ones(4)), {"x": ones(4)})
    yield call(f, [ones(4), ones(4)], {"x": ones(1)})


@program
def named_tuples_and_dataclasses():
    @dataclass
    class Settings:
        scale: float = 2.0
        sizes: tuple = (1, 2)

    f = static(lambda x, pair, settings: x * pair.first * settings.scale)
    yield call(f, ones(4), Pair(1, 2), Settings())
    yield call(f, ones(4), Pair(1, 3), Settings())
    yield call(f, ones(4), Pair(2, 3), Settings())
    yield call(f, ones(4), Pair(2, 3), Settings(3.0))
    yield call(f, ones(4), Pair(1, 2), Settings())


class Holder:
    def __init__(self, value):
        self.value = value
        self.items = [value]


class Computed:
    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value

    items = (1,)


class Slotted:
    __slots__ = ("items", "value")

    def __init__(self, value):
        self.value, self.items = value, [1]


@program
def attributes():
    f = static(lambda x, a: x + a.value + a.items[0])
    for a in (Holder(1), Holder(2), Computed(1), Computed(2), Slotted(1), Slotted(2)):
        yield call(f, ones(4), a)
    yield call(f, ones(4), Holder(1))


@program
def functions_as_arguments():
    f = static(lambda x, g: g(x) + 1)
    for g in (torch.sin, torch.cos, lambda x: x + 1, torch.sin, torch.nn.ReLU()):
        yield call(f, ones(4), g)


@program
def globals_that_change():
    f = static(lambda x: x * FACTOR + TABLE["scale"])
    scope = globals()
    yield call(f, ones(4))
    scope["FACTOR"] = 3
    yield call(f, ones(4))
    TABLE["scale"] = 3
    yield call(f, ones(4))
    scope["FACTOR"] = 2
    TABLE["scale"] = 2
    yield call(f, ones(4))


@program
def closures():
    k = 2

    def inner(x):
        return x * k

    def f(x, y):
        def add():
            return x + y

        return inner(add()) + k

    f = static(f)
    yield call(f, ones(4), ones(4))
    k = 3
    yield call(f, ones(4), ones(4))
    k = ones(1)
    yield call(f, ones(4), ones(4))
    k = 2
    yield call(f, ones(4), ones(4))


@program
def all_kinds_of_parameters():
    def f(a, /, b, c=1, *rest, scale=2, **options):
        total = a + b * c * scale
        for one in rest:
            total = total + one
        return total * options.get("last", 1)

    f = static(f)
    yield call(f, ones(4), ones(4))
    yield call(f, ones(4), b=ones(4))
    yield call(f, ones(4), ones(4), 1)
    yield call(f, ones(4), ones(4), 1, 5)
    yield call(f, ones(4), ones(4), scale=2)
    yield call(f, ones(4), ones(4), scale=3)
    yield call(f, ones(4), ones(4), last=3)
    yield call(f, ones(4), ones(4), a=3)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Linear(4, 4) for _ in range(2)])
        self.drop = torch.nn.Dropout()
        self.scale = 2
        self.options = {"bias": True}
        self.register_buffer("mean", ones(4))

    def forward(self, x, *, mask=None):
        for layer in self.layers:
            x = layer(x) * self.scale
        if self.options["bias"]:
            x = x + self.mean
        return self.drop(x) if mask is None else self.drop(x) * mask


def changes_of(model, target):
    x = ones(2, 4)
    yield call(target, x)
    yield call(target, x)
    model.eval()
    yield call(target, x)
    model.scale = 3
    yield call(target, x)
    model.scale = 2
    yield call(target, x, mask=x)
    model.options["bias"] = False
    yield call(target, x)
    model.layers.append(torch.nn.Linear(4, 4))
    yield call(target, x)
    model.mean = ones(1)
    model.options["bias"] = True
    yield call(target, x)
    model.train()
    yield call(target, x, mask=None)


class Classed(torch.nn.Module):
    __slots__ = ("held",)
    scale = 2

    def forward(self, x):
        return x * self.scale


@program
def class_attributes():
    f = compiled(Classed())
    for scale in (2, 2, 3, 2):
        Classed.scale = scale
        yield call(f, ones(4))


@program
def compiled_module():
    model = Model()
    yield from changes_of(model, static(model))


@program
def module_that_compiles_itself():
    model = Model()
    model.compile(backend=backend, dynamic=False)
    yield from changes_of(model, model)


@program
def compiled_forward():
    model = Model()
    model.forward = static(model.forward)
    yield from changes_of(model, model)


@program
def decorated_forward():
    class Decorated(Model):
        forward = static(Model.forward)

    model = Decorated()
    yield from changes_of(model, model)


@program
def modules_of_torch():
    relu, linear = static(torch.nn.ReLU()), static(torch.nn.Linear(4, 4))
    other = torch.nn.Linear(4, 4)
    other.compile(backend=backend)
    for size in (4, 4, 2):
        yield call(relu, ones(size))
        yield call(linear, ones(size, 4))
        yield call(other, ones(size, 4))


@program
def two_instances():
    one, other = Model(), Model()
    first, second = static(one), static(other)
    for target in (first, second, first):
        yield call(target, ones(2, 4))
    other.scale = 5
    for target in (first, second, first):
        yield call(target, ones(2, 4))


@program
def methods_and_callables():
    class Worker:
        def __init__(self, n):
            self.n = n

        def work(self, x):
            return x + self.n

        @static
        def decorated(self, x):
            return x * self.n

        def __call__(self, x):
            return x - self.n

    one, other = Worker(1), Worker(2)
    work, called = static(one.work), static(one)
    for target in (work, one.decorated, other.decorated, called, work, one.decorated):
        yield call(target, ones(4))
    one.n = 3
    for target in (work, one.decorated, called):
        yield call(target, ones(4))
    yield call(functools.partial(one.decorated), ones(4))


@program
def two_backends():
    def f(x):
        return x + 1

    def second(graph, inputs):
        return backend(graph, inputs)

    one, other = static(f), torch.compile(f, backend=second, dynamic=False)
    for target in (one, other, one):
        yield call(target, ones(4))
    yield call(one, ones(5))
    yield call(other, ones(5))


@program
def graph_breaks():
    def f(x):
        y = x * 2
        torch._dynamo.graph_break()
        return y + 1

    f = static(f)
    for size in (4, 4, 5):
        yield call(f, ones(size))


@program
def limit_of_entries():
    f = static(lambda x: x + 1)
    for size in range(2, 13):
        yield call(f, ones(size))
    yield call(f, ones(3))
    yield call(f, ones(20))


@program
def counter():
    class Counting(torch.nn.Module):
        steps = 0

        def forward(self, x):
            self.steps += 1
            return x + self.steps

    model = static(Counting())
    for _ in range(4):
        yield call(model, ones(4))


@program
def aliases():
    def f(x, y):
        x.add_(1)
        return x + y

    f = static(f)
    x = ones(4)
    yield call(f, x, ones(4))
    yield call(f, x, x)
    yield call(f, ones(4), ones(4))


@program
def cured_by_dynamic():
    f = compiled(lambda x: x + 1, dynamic=True)
    for size in (4, 5, 6, 1):
        yield call(f, ones(size))


@program
def disabled_and_stances():
    f = static(lambda x: x + 1)
    yield call(f, ones(4))
    yield call(torch.compiler.disable(lambda x: x + 1), ones(4))
    if hasattr(torch.compiler, "set_stance"):
        for stance in ("force_eager", "eager_on_recompile", "default"):
            for size in (4, 5):
                inside = functools.partial(torch.compiler.set_stance, stance)
                yield call(f, ones(size), inside=inside)


@program
def what_torch_leaves_alone():
    def generator(x):
        yield x + 1

    yield call(static(generator), ones(4))
    yield call(static(torch.nn.functional.relu), ones(4))


# --- running them --------------------------------------------------------------------


def entries(code):
    found = torch._dynamo.eval_frame._debug_get_cache_entry_list(code)
    return [str(entry.compile_id) for entry in found]


def code_behind(target, args, kwargs):
    from depyf.capture import torch_compat

    return torch_compat.call_of(target, args, kwargs).code


def run(name, *, ask):
    """What was said of each call of a program, and what became of it."""
    torch._dynamo.reset()
    # Names of entries count up in a process; they are told from here on.
    for target, args, kwargs, inside in PROGRAMS[name]():
        code = code_behind(target, args, kwargs)
        with inside():
            told = None
            before = entries(code)
            for _ in range(ASK if ask else 0):
                told = depyf.check(target, *args, **kwargs)
            untouched = entries(code) == before
            error = ""
            try:
                target(*args, **kwargs)
            except Exception as raised:
                error = type(raised).__name__
            after = entries(code)
        row = {
            "new": len(after) - len(before),
            "used": after[0] if after else "",
            "error": error,
            "untouched": untouched,
        }
        if told is not None:
            entry = told.entry.compile_id if told.entry else ""
            row.update(
                hits=told.hits,
                outcome=told.outcome,
                entry=entry,
                text=str(told),
                misses=[
                    {
                        "guard": miss.guard,
                        "asked": miss.asked,
                        "expected": miss.expected,
                        "found": miss.found,
                        "unread": miss.unread,
                    }
                    for miss in told.misses
                ],
            )
        yield row


if __name__ == "__main__":
    names = sys.argv[1:] or list(PROGRAMS)
    result = {
        name: {
            "asked": list(run(name, ask=True)),
            "not asked": list(run(name, ask=False)),
        }
        for name in names
    }
    print(json.dumps(result))
