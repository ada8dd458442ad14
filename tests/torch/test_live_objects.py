"""Attributes are followed as Python would find them, and no code of the user runs."""

from __future__ import annotations

import abc
import ast
import builtins
import collections
import types

import pytest

pytestmark = pytest.mark.torch
torch = pytest.importorskip("torch")

from depyf.capture import torch_compat  # noqa: E402 - needs torch
from depyf.capture.live_objects import live_objects  # noqa: E402 - needs torch

nn = torch.nn


class Never:
    """Fails the test if any of its code runs."""

    def __getattribute__(self, name):
        raise AssertionError(name)

    __eq__ = __hash__ = __repr__ = __getattribute__


class Plain(nn.Module):
    shared = 3

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.layers = nn.ModuleList([nn.Sequential(nn.Linear(2, 2))])
        self.heads = nn.ModuleDict({"a-b": nn.Linear(2, 2), "c": nn.Linear(2, 2)})
        self.scales = nn.ParameterList([nn.Parameter(torch.ones(2))])
        self.register_buffer("mean", torch.zeros(2))
        self.steps = 0

    @property
    def asked(self):
        raise AssertionError


class Own(Plain):
    """Answers for each of its attributes by itself."""


class WithGetattr(Own):
    def __getattr__(self, name):
        return super().__getattr__(name)


class WithGetattribute(Own):
    def __getattribute__(self, name):
        return super().__getattribute__(name)


class WithSetattr(Own):
    def __setattr__(self, name, value):
        super().__setattr__(name, value)


def with_property():
    """The property comes last: modules refuse a buffer of that name."""

    class WithProperty(Own):
        pass

    module = WithProperty()
    WithProperty.mean = property(lambda self: self._buffers["mean"])
    return module


class Descriptor:
    def __get__(self, one, kind=None):
        raise AssertionError

    def __set__(self, one, value):
        raise AssertionError


class WithDescriptor(nn.Module):
    steps = Descriptor()
    lazy = types.SimpleNamespace()


class OtherList(nn.ModuleList):
    def __getitem__(self, index):
        return super().__getitem__(index)


def place(value, *steps):
    """Follows steps from an object: names, and keys in lists."""
    found = live_objects({"o": value}, {})("local", "o")
    for step in steps:
        is_key = isinstance(step, list)
        found = found.item(step[0]) if is_key else found.attribute(step)
        if found is None:
            return None
    return found


def way(value, *steps):
    """How the way is written."""
    found = place(value, *steps)
    if found is None:
        return None
    texts = (f"[{key!r}]" if is_item else f".{key}" for is_item, key in found.steps)
    return "".join(texts)


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        (["_buffers", ["mean"]], ".mean"),
        (["__dict__", ["_buffers"], ["mean"]], ".mean"),
        (["_modules", ["linear"], "_parameters", ["weight"]], ".linear.weight"),
        (["_modules", ["layers"], "_modules", ["0"]], ".layers[0]"),
        (["layers", "_modules", ["0"], "_modules", ["0"]], ".layers[0][0]"),
        (["heads", "_modules", ["a-b"]], ".heads['a-b']"),
        (["heads", "_modules", ["c"]], ".heads['c']"),
        (["scales", "_parameters", ["0"]], ".scales[0]"),
        (["__dict__", ["steps"]], ".steps"),
        (["shared"], ".shared"),
        (["asked"], None),
        (["missing"], None),
        (["_modules", ["missing"]], None),
    ],
)
def test_a_module_is_followed(steps, text):
    assert way(Plain(), *steps) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Own, ".mean"),
        (WithSetattr, ".mean"),
        (WithGetattr, "._buffers['mean']"),
        (with_property, "._buffers['mean']"),
        (WithGetattribute, None),
    ],
)
def test_what_a_class_has_of_its_own_keeps_the_literal_way(kind, text):
    assert way(kind(), "_buffers", ["mean"]) == text


def test_the_same_name_in_the_dict_of_the_object_comes_first():
    module = Plain()
    module.__dict__["mean"] = 3
    assert way(module, "_buffers", ["mean"]) == "._buffers['mean']"
    module = Plain()
    module._parameters["mean"] = nn.Parameter(torch.ones(1))
    assert way(module, "_buffers", ["mean"]) == "._buffers['mean']"


def test_names_that_cannot_be_written():
    module = nn.Module()
    for name in ("0", "class", "a-b"):
        module._modules[name] = nn.ReLU()
        assert way(module, "_modules", [name]) == f"._modules[{name!r}]"


def test_an_index_only_where_it_is_torchs_own():
    assert way(OtherList([nn.ReLU()]), "_modules", ["0"]) == "._modules['0']"
    reordered = nn.Sequential(collections.OrderedDict(b=nn.ReLU(), a=nn.Tanh()))
    assert way(reordered, "_modules", ["a"]) == ".a"
    gap = nn.ModuleList([nn.ReLU(), nn.Tanh()])
    del gap._modules["0"]
    assert way(gap, "_modules", ["1"]) == "._modules['1']"


def test_no_code_of_a_key_or_value_runs():
    held = {"never": Never(), "a": 1}
    assert way(held, ["a"]) == "['a']"
    assert way(held, ["never"]) == "['never']"
    assert way(held, ["never"], "x") is None
    assert place({3.5: 1, "a": 2}, ["a"]) is None
    assert place({Key(): 1}, ["a"]) is None


class Key:
    def __hash__(self):
        return hash("a")

    def __eq__(self, other):
        raise AssertionError


def test_slots_and_lists_and_subclasses_of_them():
    class Slots:
        __slots__ = ("n", "unset")

    one = Slots()
    one.n = [1, (2, 3)]
    assert way(one, "n", [1], [0]) == ".n[1][0]"
    assert way(one, "n", [2]) is None
    assert way(one, "unset") is None

    class Rows(list):
        def __getitem__(self, index):
            raise AssertionError

    assert way(Rows([1]), [0]) is None


@pytest.mark.parametrize(
    ("make", "name", "expected"),
    [
        (Plain, "steps", True),
        (Plain, "mean", False),  # it would go into the buffers
        (Plain, "linear", False),
        (Plain, "asked", False),
        (Plain, "shared", True),
        (Plain, "a-b", False),
        (WithSetattr, "steps", False),
        (WithDescriptor, "steps", False),
        (WithDescriptor, "lazy", True),
        (Descriptor, "n", True),
        (object, "n", False),  # it has no dict
    ],
)
def test_setting_an_attribute_does_no_more_than_that(make, name, expected):
    assert place(make()).stores(name, None) is expected


def test_parameters_and_modules_go_elsewhere():
    module = Plain()
    given = place({"p": nn.Parameter(torch.ones(1)), "n": 3, "m": nn.ReLU()})
    assert not place(module).stores("new", given.item("p"))
    assert not place(module).stores("new", given.item("m"))
    assert place(module).stores("new", given.item("n"))


def test_kinds():
    given = [[], {}, torch.ones(1), nn.Parameter(torch.ones(1)), 3]
    kinds = [place(given, [index]).kind for index in range(5)]
    assert kinds == ["list", "dict", "tensor", "tensor", ""]
    assert place({}, "update").kind == "dict.update"

    class Other(torch.Tensor):
        pass

    assert place(torch.ones(1).as_subclass(Other)).kind == ""


def test_new_objects():
    class Quiet:
        pass

    class Loud:
        def __new__(cls):
            raise AssertionError

    assert place(Quiet, "__new__").kind == "new object"
    assert place(Loud, "__new__") is None


def made(kind):
    """The place of what ``kind.__new__(kind)`` gives."""
    places = live_objects({}, {"C": kind})
    of_class = places("global", "C")
    return of_class.attribute("__new__").result(of_class)


def test_what_a_new_object_lets_be_set():
    class Quiet(abc.ABC):  # noqa: B024
        shared = property(lambda self: Never())

    class Loud(Quiet):
        def __setattr__(self, name, value):
            raise AssertionError

    class Slots:
        __slots__ = ("a",)

    new = made(Quiet)
    assert (new.kind, new.is_reached) == ("new instance", False)
    assert new.stores("free", None)
    assert not new.stores("shared", None)
    assert new.attribute("free") is None
    assert not made(Loud).stores("free", None)
    assert not made(Slots).stores("a", None)


def test_the_class_of_a_new_object_and_its_bases():
    class Own(collections.OrderedDict):
        def __setitem__(self, key, value):
            raise AssertionError

    of_class = live_objects({}, {"__builtins__": builtins})("global", "type")
    own = of_class.result(made(Own))
    bases = own.attribute("__mro__")
    assert own.value is Own
    assert bases.item(1).attribute("__setitem__").kind == "unbound dict"
    assert own.attribute("__setitem__") is None
    assert bases.item(2).attribute("clear").kind == "unbound dict"


def test_a_metaclass_that_answers_itself_is_not_asked():
    class Meta(type):
        def __getattribute__(cls, name):
            raise AssertionError

        def __eq__(cls, other):
            raise AssertionError

        __hash__ = type.__hash__

    class Odd(metaclass=Meta):
        pass

    place = live_objects({}, {"C": Odd})("global", "C")
    assert place.attribute("__new__") is None
    assert place.attribute("__mro__") is None


def test_what_a_name_means_that_is_no_global():
    assert live_objects({}, {"__builtins__": {"type": 3}})("global", "type") is None
    assert live_objects({}, {})("global", "type") is None


def test_variables_that_are_not_there():
    assert live_objects({}, {"g": 1})("local", "g") is None
    assert live_objects({}, {"g": 1})("global", "g").steps == ()


class OwnDict:
    @property
    def __dict__(self):
        raise AssertionError


class Asked(type):
    def __eq__(cls, other):
        raise AssertionError

    __hash__ = type.__hash__


class OfAsked(metaclass=Asked):
    pass


@pytest.mark.parametrize("kind", [Never, OwnDict, OfAsked])
def test_no_code_of_a_value_runs_where_it_is_told(kind):
    value, step = kind(), ast.parse("L['x'].step", mode="eval").body
    words = f"an object of type {kind.__module__}.{kind.__qualname__}"
    assert torch_compat.described(value) == words
    assert torch_compat.described_items([value]) == "a list of length 1"
    with pytest.raises(torch_compat.MissingError):
        torch_compat.value_of(step, {"x": value}, {})
