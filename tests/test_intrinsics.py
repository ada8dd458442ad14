"""Functions of `depyf.intrinsics` do what the statements do that they stand for."""

from __future__ import annotations

import asyncio
import collections
import sys

import pytest

from depyf import intrinsics

pytestmark = pytest.mark.every_python


def outcome(work, *arguments):
    try:
        return work(*arguments)
    except Exception as error:
        return type(error)


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


class Lengthy:
    length = -1

    def __len__(self):
        return self.length


SUBJECTS = [
    1, "ab", b"ab", [1, 2], (1,), {}, {"a": 1}, {"a": 1, "b": 2}, set(), None, True,
    Point(1, 2), collections.deque([1]), collections.OrderedDict(a=3), range(2),
    collections.UserDict(a=1), collections.UserList([1]), object(), Lengthy(),
]  # fmt: skip


def _kind(value):
    """Addresses differ between the processes that run the tests."""
    return type(value).__name__


needs_match = pytest.mark.skipif(sys.version_info < (3, 10), reason="match statement")


def statement(pattern, answer):
    """The function that matches its argument against a pattern."""
    namespace = {"Point": Point, "collections": collections}
    exec(
        "def f(s):\n    match s:\n"
        f"        case {pattern}:\n            return {answer}\n",
        namespace,
    )
    return namespace["f"]


@needs_match
@pytest.mark.parametrize("subject", SUBJECTS, ids=_kind)
def test_patterns_match_as_the_functions_say(subject):
    sequence, mapping = statement("[*_]", "True"), statement("{}", "True")
    assert bool(sequence(subject)) == intrinsics.match_sequence(subject)
    assert bool(mapping(subject)) == intrinsics.match_mapping(subject)
    if intrinsics.match_mapping(subject):
        keys = statement("{'a': x, **rest}", "(x,), rest")(subject)
        found = intrinsics.match_keys(subject, ("a",))
        assert (keys and keys[0]) == found
        if found:
            rest = intrinsics.copy_dict_without_keys(subject, ("a",))
            assert rest == keys[1]


CLASSES = [
    ("Point(x, y)", Point, (), 2, "(x, y)"),
    ("Point(x, y=y)", Point, ("y",), 1, "(x, y)"),
    ("Point(x, x=y)", Point, ("x",), 1, "(x, y)"),
    ("Point(x, y, z)", Point, (), 3, "(x, y, z)"),
    ("Point(z=x)", Point, ("z",), 0, "(x,)"),
    ("int(x)", int, (), 1, "(x,)"),
    ("int(x, y)", int, (), 2, "(x, y)"),
    ("object(x)", object, (), 1, "(x,)"),
    ("dict(x)", dict, (), 1, "(x,)"),
    ("collections(x)", collections, (), 1, "(x,)"),
]


@needs_match
@pytest.mark.parametrize("case", CLASSES, ids=lambda case: case[0])
@pytest.mark.parametrize("subject", SUBJECTS, ids=_kind)
def test_a_class_matches_as_the_function_says(subject, case):
    pattern, kind, names, count, answer = case
    expected = outcome(statement(pattern, answer), subject)
    assert outcome(intrinsics.match_class, subject, kind, names, count) == expected


@pytest.mark.parametrize("kind", [KeyError, (ValueError, KeyError), LookupError, 1, ()])
@pytest.mark.parametrize("raised", [KeyError, ValueError, IndexError])
def test_an_exception_is_taken_as_a_clause_takes_it(kind, raised):
    def clause():
        try:
            raise raised
        except kind:
            return True

    expected = outcome(clause)
    found = outcome(intrinsics.exception_matches, raised(), kind)
    assert found == (expected if expected in (True, TypeError) else False)


class Context:
    """Looked up on the type, whatever the instance says."""

    def __init__(self, swallows):
        self.swallows = swallows
        self.log = []
        self.__enter__ = self.__exit__ = None

    def __enter__(self):
        self.log.append("enter")
        return self

    def __exit__(self, *state):
        self.log.append([part and type(part) for part in state])
        return self.swallows


@pytest.mark.parametrize("swallows", [False, True])
@pytest.mark.parametrize("fails", [False, True])
def test_a_context_is_entered_and_left_as_with_does(swallows, fails):
    one, other = Context(swallows), Context(swallows)

    def statement():
        with one:
            if fails:
                {}["missing"]

    def spelt():
        leave = intrinsics.special_method(other, "__exit__")
        intrinsics.special_method(other, "__enter__")()
        try:
            if fails:
                {}["missing"]
        except KeyError as error:
            if not intrinsics.leave_context(leave, error):
                raise
        else:
            intrinsics.leave_context(leave, None)

    assert outcome(statement) == outcome(spelt)
    assert one.log == other.log


def test_no_context_manager_is_no_context_manager():
    assert outcome(intrinsics.special_method, 1, "__enter__") is AttributeError


@pytest.mark.parametrize("subject", [[1], "ab", 1, Lengthy(), {}, range(2)], ids=_kind)
def test_iterators_and_lengths_are_those_of_the_builtins(subject):
    made = outcome(intrinsics.get_iter, subject)
    expected = outcome(lambda: [one for one in subject])  # noqa: C416
    assert (made if isinstance(made, type) else list(made)) == expected
    assert outcome(intrinsics.get_len, subject) == outcome(len, subject)


def test_delegation_takes_generators_as_they_are():
    generator = (one for one in [1])
    assert intrinsics.yield_from_iter(generator) is generator
    assert list(intrinsics.yield_from_iter([1, 2])) == [1, 2]
    assert outcome(intrinsics.yield_from_iter, 1) is TypeError


def test_a_loop_goes_on_with_an_iterator():
    iterator = iter([1, 2, 3])
    next(iterator)
    assert list(intrinsics.ongoing(iterator)) == [2, 3]


async def _values():
    for value in (1, 2):
        yield value


async def _collected():
    found = [value async for value in intrinsics.async_iter(_values())]
    found += [value async for value in intrinsics.ongoing(_values())]
    return found, await intrinsics.entering(_one()), await intrinsics.leaving(_one())


async def _one():
    return 1


def test_asynchronous_ones_do_the_same():
    assert asyncio.run(_collected()) == ([1, 2, 1, 2], 1, 1)


def test_keywords_are_merged_as_a_call_does():
    def call(more):
        return dict(a=1, **more)

    def spelt(more):
        keywords = {"a": 1}
        intrinsics.merge_keywords(keywords, more)
        return keywords

    for more in ({"b": 2}, {"a": 2}, collections.UserDict(c=3)):
        assert outcome(call, more) == outcome(spelt, more)


def test_texts_and_tuples_are_put_together():
    assert intrinsics.joined("a", "", "b") == "ab"
    assert intrinsics.list_to_tuple([1, 2]) == (1, 2)


def test_in_place_operators_change_their_left_side():
    for name in sorted(intrinsics.__all__):
        operator = getattr(intrinsics, name)
        if name[0] == "i" and getattr(operator, "__module__", "") == "_operator":
            assert operator.__doc__
    items = [1]
    assert intrinsics.iadd(items, [2]) is items


def test_the_handled_exception_is_known():
    try:
        {}["missing"]
    except KeyError as error:
        found = error, intrinsics.exc_info()[1]
    assert found[0] is found[1]


@pytest.mark.parametrize("name", intrinsics.__all__)
def test_each_says_what_it_does(name):
    assert getattr(intrinsics, name).__doc__
