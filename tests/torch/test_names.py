"""Functions are called what their owner calls them, and objects are told apart."""

from __future__ import annotations

import json
import sys

import pytest

from .conftest import HAS_TRACE

pytestmark = pytest.mark.torch

KNOWS_QUALIFIED_NAMES = sys.version_info >= (3, 11)

DECORATED = """
import functools
import torch, depyf

def with_wraps(func):
    @functools.wraps(func)
    def wrapper(self, *args, **kwargs):
        return func(self, *args, **kwargs)
    return wrapper

def without_wraps(func):
    def inner(*args):
        return func(*args)
    return inner

class Base(torch.nn.Module):
    @with_wraps
    def forward(self, x):
        return x + 1

class Heir(Base):
    pass

class Bare(torch.nn.Module):
    @without_wraps
    def forward(self, x):
        return x + 2

class Tools:
    @staticmethod
    def still(x):
        return x + 3

    @classmethod
    def made(cls, x):
        return x + 4

    def called(self, x):
        return x + 5

def free(x):
    return x + 6

@with_wraps
def decorated(x):
    return x + 7

def around():
    def helper(x):
        return x + 8
    def nested(x):
        return helper(x)
    return nested

def with_hook(module):
    def hooked(module, x):
        return type(module).forward(module, x) + 10
    module.forward = functools.partial(hooked, module)
    return module

class Plain(torch.nn.Module):
    def forward(self, x):
        return x + 11

def call(function):
    torch.compile(function, backend="eager")(torch.ones(2))

with depyf.prepare_debug("dump"):
    call(Heir())
    call(Base().forward)
    call(Bare())
    call(with_hook(Plain()))
    call(Tools.still)
    call(Tools.made)
    call(Tools().called)
    call(free)
    call(decorated)
    call(around())
    call(lambda x: x + 9)
    call(functools.partial(lambda x, y: x + y, y=10))
"""


def frames(done):
    """The frames of a run, in order: what each is called, and for whom it was made."""
    return json.loads(done.read("summary.json"))["frames"]


def made_for(frame):
    return [one.get("compiled_for", {}) for one in frame["compilations"]]


@pytest.mark.skipif(not KNOWS_QUALIFIED_NAMES, reason="code has no qualified name")
def test_functions_are_called_what_their_owner_calls_them(run_program):
    done = run_program(DECORATED)
    titles = [frame["title"] for frame in frames(done)]
    decorated = "with_wraps, around Base.forward, decorated"
    assert titles == [
        decorated,
        "Bare.forward, inside without_wraps",
        "Plain.forward, inside with_hook",
        "Tools.still",
        "Tools.made",
        "Tools.called",
        "free",
        "around.<locals>.nested",
        "<lambda>",
        "<lambda>, inside wrap_inline",
    ]
    assert decorated in done.read("index.md")
    assert decorated in done.read("full_code_for_wrapper_0.py")
    wrapped, bare, *_, called = frames(done)[:6]
    assert [one["class"] for one in made_for(wrapped)[:2]] == ["Heir", "Base"]
    assert made_for(bare)[0]["class"] == "Bare"
    assert made_for(called) == [{"class": "Tools"}]


SUPER = """
import torch, depyf

class Base:
    def slots(self, x):
        for number in range(2):
            torch._dynamo.graph_break()
        return x + 1

class Heir(Base):
    def slots(self, x):
        return super().slots(x * 2)

def f(sampler, x):
    return sampler.slots(x) * 3

with depyf.prepare_debug("dump"):
    torch.compile(f, backend="eager")(Heir(), torch.ones(2))
"""


@pytest.mark.skipif(not KNOWS_QUALIFIED_NAMES, reason="code has no qualified name")
def test_a_method_that_super_calls_has_the_name_of_its_class(run_program):
    """Not that of the class of `self`, whose method is another one (532)."""
    titles = [frame["title"] for frame in frames(run_program(SUPER))]
    assert titles[:3] == ["f", "Heir.slots", "Base.slots"]


ONE_DECORATOR = """
import functools
import torch, depyf

def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        out = function(*args, **kwargs)
        torch._dynamo.graph_break()
        return out
    return wrapper

@logged
def scaled(*, x):
    return x * 2

@logged
def moved(module, x):
    return x + 1

class Net(torch.nn.Module):
    @logged
    def other(self, x):
        return x

    @logged
    def forward(self, x):
        return self.other(moved(self, scaled(x=x)))

with depyf.prepare_debug("dump"):
    torch.compile(Net(), backend="eager")(torch.ones(2))
"""


@pytest.mark.skipif(not KNOWS_QUALIFIED_NAMES, reason="code has no qualified name")
def test_each_entry_of_a_decorator_names_the_function_inside(run_program):
    """All functions that it returns have one code; their closures differ."""
    done = run_program(ONE_DECORATOR)
    index = done.read("index.md")
    names = ["Net.forward", "scaled", "moved", "Net.other"]
    title = "around `Net.forward, scaled, moved and 1 more`"
    assert "[`logged`](full_code_for_wrapper_0.py), " + title in index
    assert all(f" · for `{name}` · exact" in index for name in names)


BLOCKS = """
import torch, depyf

class Block(torch.nn.Module):
    def __init__(self, idx):
        super().__init__()
        self.idx = idx
        self.inner = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.inner(x) * self.idx

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = torch.nn.ModuleDict({
            "first": torch.nn.ModuleList(Block(n) for n in range(3)),
            "a-b": torch.nn.ModuleList(Block(n + 3) for n in range(2)),
        })
        self.last = torch.compile(Block(9), backend="eager")

    def forward(self, x):
        for stage in self.stages.values():
            for block in stage:
                x = block(x)
        return self.last(x)

def run():
    net = Net()
    for stage in net.stages.values():
        for block in stage:
            block.compile(backend="eager")
    net(torch.ones(2, 2))

torch._dynamo.config.cache_size_limit = 4
with depyf.prepare_debug("dump"):
    run()
"""


@pytest.mark.skipif(not HAS_TRACE, reason="this torch has no structured trace")
def test_instances_are_told_apart_and_the_refused_one_is_named(run_program):
    done = run_program(BLOCKS)
    (frame,) = frames(done)
    everything = ["stages.first[0..2]", "stages['a-b'][0..1]", "last"]
    assert made_for(frame) == [
        {"class": "Block", "path": path, "instances": everything}
        for path in (
            "stages.first[0]",
            "stages.first[1]",
            "stages.first[2]",
            "stages['a-b'][0]",
            "stages['a-b'][1]",
        )
    ]
    assert ["entry" in one for one in frame["compilations"]] == [True] * 4 + [False]


GLOBAL_LIST = """
import torch, depyf

class Block(torch.nn.Module):
    def forward(self, x):
        return x * 2

blocks = [Block(), Block()]
for block in blocks:
    block.forward = torch.compile(block.forward, backend="eager")
del block
with depyf.prepare_debug("dump"):
    for number in range(2):
        blocks[number].forward(torch.ones(number + 2))
"""


def test_modules_in_a_list_of_the_program_are_found_there(run_program):
    done = run_program(GLOBAL_LIST)
    (frame,) = frames(done)
    assert frame["title"] == ("Block.forward" if KNOWS_QUALIFIED_NAMES else "forward")
    assert made_for(frame)[0] == {
        "class": "Block",
        "path": "blocks[0]",
        "instances": ["blocks[0..1]"],
    }


WATCHFUL = """
import gc, sys, weakref
import torch, depyf
from contextlib import nullcontext

asked = []

class Meta(type):
    def __getattribute__(cls, name):
        asked.append(("class", name))
        return super().__getattribute__(name)

class Holder(metaclass=Meta):
    def __getattribute__(self, name):
        asked.append(("holder", name))
        return super().__getattribute__(name)

    def __eq__(self, other):
        asked.append(("holder", "=="))
        return False

    __hash__ = None

    def method(self, x):
        return x + 1

class Net(torch.nn.Module):
    def forward(self, x):
        return x + 1

holder, net = Holder(), Net()
net.child = torch.compile(Net(), backend="eager")
watched = weakref.ref(net)
method = torch.compile(Holder.__dict__["method"], backend="eager")
torch.compile(lambda x: x, backend="eager")(torch.ones(1))
with depyf.prepare_debug("dump") if "dump" in sys.argv else nullcontext():
    asked.clear()
    method(holder, torch.ones(2))
    print(asked)
    net.child(torch.ones(2))
del net
torch._dynamo.reset()
gc.collect()
print(watched() is None)
"""


def test_nothing_of_the_program_is_asked_or_kept(run_program):
    without = run_program(WATCHFUL)
    done = run_program(WATCHFUL, "dump")
    assert done.stdout == without.stdout
    assert done.stdout.splitlines()[-1] == "True"
    assert made_for(frames(done)[0]) == [{"class": "Holder"}]
