"""`depyf.records.dataclass` makes what that of the library does."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from depyf.records import _dataclass

BOTH = pytest.mark.parametrize("dataclass", [dataclasses.dataclass, _dataclass])


class Plain:
    """Fields of each kind."""

    number: int
    words: tuple = ()
    items: list = dataclasses.field(default_factory=list, repr=False)
    note: str = dataclasses.field(default="", compare=False)


def made(dataclass, base=Plain, **options):
    """Return a dataclass like `base`."""
    names = {"__annotations__": base.__annotations__, "__doc__": "Fields."}
    values = {
        name: one
        for name, one in vars(base).items()
        if name in names["__annotations__"]
    }
    fresh = {
        name: dataclasses.field(
            default=one.default,
            default_factory=one.default_factory,
            repr=one.repr,
            compare=one.compare,
        )
        if isinstance(one, dataclasses.Field)
        else one
        for name, one in values.items()
    }
    return dataclass(**options)(type("Made", (), {**names, **fresh}))


@BOTH
def test_equal_are_those_of_one_class_with_equal_fields(dataclass):
    one, other = made(dataclass), made(dataclass)
    assert one(1, (2,)) == one(1, (2,), note="left out")
    assert one(1, (2,)) != one(1, (3,))
    assert one(1) != other(1)
    assert one(1).__eq__(1) is NotImplemented


@BOTH
def test_what_is_frozen_is_hashed_by_its_fields(dataclass):
    frozen = made(dataclass, frozen=True)
    same = frozen(1, ("a",), (), "x"), frozen(1, ("a",), (), "y")
    assert len(set(same)) == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(made(dataclass)(1))
    by_identity = made(dataclass, eq=False)
    assert len({by_identity(1), by_identity(1)}) == 2


@BOTH
def test_what_a_class_says_itself_stays(dataclass):
    @dataclass(frozen=True)
    class Own:
        number: int

        def __repr__(self):
            return "own"

        def __eq__(self, other):
            return True

        def __hash__(self):
            return 7

    assert repr(Own(1)) == "own"
    assert Own(1) == 2
    assert hash(Own(1)) == 7


@BOTH
def test_it_is_shown_as_it_is_made(dataclass):
    @dataclass
    class Node:
        name: str
        next: object = None
        hidden: int = dataclasses.field(default=0, repr=False)

    node = Node("a")
    node.next = node
    prefix = "test_it_is_shown_as_it_is_made.<locals>."
    assert repr(node) == f"{prefix}Node(name='a', next=...)"


@BOTH
def test_the_library_takes_it_for_one(dataclass):
    frozen = made(dataclass, frozen=True)
    changed = dataclasses.replace(frozen(1), words=(2,))
    assert (changed.number, changed.words) == (1, (2,))
    assert [field.name for field in dataclasses.fields(frozen)] == [
        *Plain.__annotations__
    ]
    assert dataclasses.is_dataclass(frozen)


def test_it_goes_through_pickle():
    from depyf.torch_text.source_lines import SourceLine

    line = SourceLine("a.py", 3)
    assert pickle.loads(pickle.dumps(line)) == line
