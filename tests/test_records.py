"""depyf's dataclasses behave as the standard library's do, and nothing else is used."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from typing import ClassVar

import pytest

from depyf.records import dataclass

DECORATORS = [dataclasses.dataclass, dataclass]


def definitions(decorator):
    """One class of each kind that there is, made by a decorator."""

    @decorator(frozen=True)
    class Empty:
        """Nothing to keep."""

    @decorator(frozen=True)
    class Leaf:
        """One field; a mark that is none."""

        kind: ClassVar[str] = "leaf"
        value: object

    @decorator(frozen=True)
    class Node(Leaf):
        """More fields than its base; some with defaults."""

        inner: tuple[object, ...] = ()
        place: object = field(default=None, repr=False, compare=False)
        made: list = field(default_factory=list)

    @decorator
    class Changing:
        """May change, and has no hash."""

        number: int
        seen: set = field(default_factory=set)
        double: int = field(init=False)
        known: list = field(init=False, default_factory=lambda: [1])

        def __post_init__(self):
            self.double = 2 * self.number

    @decorator(frozen=True)
    class OwnEquality:  # noqa: PLW1641 - the decorator adds the hash
        """Says itself what is equal."""

        name: str

        def __eq__(self, other):
            return isinstance(other, OwnEquality)

    @decorator(frozen=True)
    class OwnHash:
        """Says itself what its hash and its text are."""

        name: str

        def __hash__(self):
            return 7

        def __repr__(self):
            return "own"

    @decorator(frozen=True, eq=False)
    class ByIdentity:
        """Is equal to itself only."""

        name: str

    @decorator(frozen=True, init=False)
    class OwnInit:
        """Makes itself."""

        name: str

        def __init__(self):
            object.__setattr__(self, "name", "given")

    return [
        Empty,
        Leaf,
        Node,
        Changing,
        OwnEquality,
        OwnHash,
        ByIdentity,
        OwnInit,
    ]


ARGUMENTS = [
    (),
    (1,),
    (float("nan"),),
    ("a", (1, 2)),
    (1, (), "place"),
    (1, (), "elsewhere"),
    (1, (), None, [3]),
    (1, 2, 3, 4, 5),
]


def described(function, *arguments):
    """What a call gives, or the kind of error that it ends in."""
    try:
        result = function(*arguments)
    except Exception as error:
        return type(error)
    return result


def observed(cls):
    """Everything that can be seen from outside of a class and of what it makes."""
    yield str(inspect.signature(cls)), getattr(cls, "__match_args__", None)
    made = [described(cls, *arguments) for arguments in ARGUMENTS]
    for one in made:
        if isinstance(one, type):
            yield one
            continue
        yield repr(one), vars(one), vars(copy.deepcopy(one)).keys()
        yield hash_is_consistent(one, made)
        yield described(setattr, one, "name", "other")
        yield described(delattr, one, "value")
        yield [one == other for other in made], [one != other for other in made]
        replaced = described(lambda one=one: dataclasses.replace(one, value=9))
        yield replaced if isinstance(replaced, type) else repr(replaced)
        yield dataclasses.asdict(one)


def hash_is_consistent(one, made):
    """Whether it has a hash, and which of the others have the same."""
    found = described(hash, one)
    return (
        found
        if isinstance(found, type)
        else [described(hash, o) == found for o in made]
    )


@pytest.mark.parametrize("number", range(8))
def test_a_record_is_what_the_standard_dataclass_is(number):
    standard, own = (definitions(decorator)[number] for decorator in DECORATORS)
    for theirs, ours in zip(observed(standard), observed(own)):
        assert repr(ours) == repr(theirs)


def test_a_record_that_contains_itself_has_a_text():
    texts = []
    for decorator in DECORATORS:
        changing = definitions(decorator)[3](1)
        changing.known.append(changing)
        texts.append(repr(changing))
    assert texts[0] == texts[1]


@dataclass(frozen=True)
class Pickled:
    """At module level, where pickle finds it."""

    name: str
    parts: tuple[int, ...] = ()


def test_a_record_can_be_pickled():
    one = Pickled("a", (1, 2))
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_field_without_default_behind_one_with_a_default_is_refused():
    with pytest.raises((TypeError, SyntaxError)):

        @dataclass
        class Wrong:
            """Cannot be."""

            first: int = 1
            second: int
