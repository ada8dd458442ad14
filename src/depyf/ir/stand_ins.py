"""Functions that a text calls for operations that have no source form.

A state machine (`depyf.structure.dispatch`) has no ``with`` and no ``except E``: what
these statements do inside is spelt out, and some of it only bytecode can say. Each
function here does one such operation; the text gets it as a named constant, and where
texts are compared the call is the operation itself (`depyf.passes.stand_ins`).
"""

from __future__ import annotations

import operator
import sys
from typing import (
    Callable,
    Generic,
    Iterable,
    Iterator,
    Mapping,
    Sized,
    TypeVar,
    cast,
)

from depyf.ir.micro_op import MicroOp

T = TypeVar("T")

# Flags of types, as CPython 3.10 and later have them.
_IS_SEQUENCE = 1 << 5
_IS_MAPPING = 1 << 6
_MATCHES_ITSELF = 1 << 22


def special_method(owner: object, name: str) -> object:
    """The method of a context manager: looked up on its type, bound to it."""
    function = getattr(type(owner), name)
    bind = getattr(type(function), "__get__", None)
    return function if bind is None else bind(function, owner, type(owner))


def leave_context(
    leave: Callable[..., object], exception: BaseException | None
) -> object:
    """What a context manager answers when an exception leaves its body."""
    if exception is None:
        return leave(None, None, None)
    return leave(type(exception), exception, exception.__traceback__)


def exception_matches(exception: BaseException, kind: object) -> bool:
    """Whether ``except kind`` takes the exception.

    Raises:
        TypeError: ``kind`` is no class of exceptions, nor a tuple of such.
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for one in kinds:
        if not (isinstance(one, type) and issubclass(one, BaseException)):
            message = (
                "catching classes that do not inherit from BaseException is not allowed"
            )
            raise TypeError(message)
    return any(one in type(exception).__mro__ for one in kinds)


def get_iter(source: Iterable[T]) -> Iterator[T]:
    """What ``for`` asks for items."""
    return iter(source)


def get_len(subject: Sized) -> int:
    """The length that a pattern asks for."""
    return len(subject)


def match_sequence(subject: object) -> bool:
    """Whether a sequence pattern may match: a property of the type."""
    return bool(type(subject).__flags__ & _IS_SEQUENCE)


def match_mapping(subject: object) -> bool:
    """Whether a mapping pattern may match: a property of the type."""
    return bool(type(subject).__flags__ & _IS_MAPPING)


def match_keys(
    subject: Mapping[object, object], keys: tuple[object, ...]
) -> tuple[object, ...] | None:
    """The values of a mapping pattern's keys; None if one is missing.

    Raises:
        ValueError: a key occurs twice.
    """
    missing = object()
    seen: set[object] = set()
    found: list[object] = []
    for key in keys:
        if key in seen:
            message = f"mapping pattern checks duplicate key ({key!r})"
            raise ValueError(message)
        seen.add(key)
        value = subject.get(key, missing)
        if value is missing:
            return None
        found.append(value)
    return tuple(found)


def match_class(
    subject: object, kind: object, names: tuple[str, ...], positional: int
) -> tuple[object, ...] | None:
    """The attributes of a class pattern; None if it does not match.

    Raises:
        TypeError: ``kind`` cannot be matched with these sub-patterns.
    """
    if not isinstance(kind, type):
        message = "called match pattern must be a class"
        raise TypeError(message)
    if not isinstance(subject, kind):
        return None
    given, found = _positional(subject, kind, positional)
    seen = set(given)
    for name in (*given, *names):
        if name in names and name in seen:
            message = f"{kind.__name__}() got multiple sub-patterns for attribute"
            raise TypeError(f"{message} {name!r}")
        if name in names:
            seen.add(name)
        if not hasattr(subject, name):
            return None
        found.append(getattr(subject, name))
    return tuple(found)


def _positional(
    subject: object, kind: type, count: int
) -> tuple[tuple[str, ...], list[object]]:
    """Names of the attributes that positional sub-patterns mean."""
    if not count:
        return (), []
    names = getattr(kind, "__match_args__", None)
    if names is None and kind.__flags__ & _MATCHES_ITSELF:
        accepted = 1
    else:
        accepted = len(names or ())
    if count > accepted:
        message = f"{kind.__name__}() accepts {accepted} positional sub-patterns"
        raise TypeError(f"{message} ({count} given)")
    return ((), [subject]) if names is None else (tuple(names[:count]), [])


def yield_from_iter(source: object) -> object:
    """What ``yield from source`` asks for values."""
    if type(source).__name__ in ("generator", "coroutine"):
        return source
    return iter(source)  # type: ignore[call-overload]


def async_iter(source: object) -> object:
    """What ``async for`` asks for values."""
    return special_method(source, "__aiter__")()  # type: ignore[operator]


def copy_dict_without_keys(
    subject: Mapping[object, object], keys: tuple[object, ...]
) -> dict[object, object]:
    """What ``**rest`` of a mapping pattern gets."""
    rest = dict(subject)
    for key in keys:
        del rest[key]
    return rest


def list_to_tuple(items: list[T]) -> tuple[T, ...]:
    """The items of a display that was made as a list."""
    return tuple(items)


def merge_keywords(keywords: dict[str, object], more: Mapping[str, object]) -> None:
    """Adds what ``**more`` passes to the keywords that a call already has.

    Raises:
        TypeError: one of them is there twice.
    """
    for name in more.keys():  # noqa: SIM118 - it need not be a dict
        if name in keywords:
            message = f"got multiple values for keyword argument {name!r}"
            raise TypeError(message)
        keywords[name] = more[name]


def joined(*parts: str) -> str:
    """The parts of an f-string as one text."""
    return "".join(parts)


class ongoing(Generic[T]):  # noqa: N801 - the text uses it like a function
    """Lets a loop go on with an iterator that was made before."""

    def __init__(self, iterator: T) -> None:
        """Args: iterator: what gives the values."""
        self._iterator = iterator

    def __iter__(self) -> T:
        """The iterator as it is."""
        return self._iterator

    def __aiter__(self) -> T:
        """The iterator as it is."""
        return self._iterator


def entering(awaitable: T) -> T:
    """Marks what an ``async with`` awaits on its way in."""
    return awaitable


def leaving(awaitable: T) -> T:
    """Marks what an ``async with`` awaits on its way out."""
    return awaitable


#: Gives the handled exception as its second item.
HANDLED = sys.exc_info

#: Calls of these are operations, with the payload given; those in `WITH_PAYLOAD` have
#: theirs in the last argument.
OPERATIONS: Mapping[object, tuple[MicroOp, str | None]] = cast(
    "Mapping[object, tuple[MicroOp, str | None]]",
    {
        get_iter: (MicroOp.ITER, None),
        get_len: (MicroOp.LENGTH, None),
        match_sequence: (MicroOp.MATCH_SEQUENCE, None),
        match_mapping: (MicroOp.MATCH_MAPPING, None),
        match_keys: (MicroOp.MATCH_KEYS, None),
        match_class: (MicroOp.MATCH_CLASS, None),
        special_method: (MicroOp.SPECIAL, None),
        leave_context: (MicroOp.WITH_EXCEPTION, None),
        exception_matches: (MicroOp.EXC_MATCH, None),
        yield_from_iter: (MicroOp.YIELD_ITER, None),
        async_iter: (MicroOp.AITER, None),
        joined: (MicroOp.JOIN, None),
        copy_dict_without_keys: (MicroOp.INTRINSIC, "copy_dict_without_keys"),
        list_to_tuple: (MicroOp.INTRINSIC, "list_to_tuple"),
        operator.iadd: (MicroOp.INPLACE, "+"),
        operator.isub: (MicroOp.INPLACE, "-"),
        operator.imul: (MicroOp.INPLACE, "*"),
        operator.imatmul: (MicroOp.INPLACE, "@"),
        operator.itruediv: (MicroOp.INPLACE, "/"),
        operator.ifloordiv: (MicroOp.INPLACE, "//"),
        operator.imod: (MicroOp.INPLACE, "%"),
        operator.ipow: (MicroOp.INPLACE, "**"),
        operator.ilshift: (MicroOp.INPLACE, "<<"),
        operator.irshift: (MicroOp.INPLACE, ">>"),
        operator.iand: (MicroOp.INPLACE, "&"),
        operator.ior: (MicroOp.INPLACE, "|"),
        operator.ixor: (MicroOp.INPLACE, "^"),
    },
)
WITH_PAYLOAD = frozenset({MicroOp.SPECIAL, MicroOp.MATCH_CLASS})
_FUNCTIONS = {found: function for function, found in OPERATIONS.items()}


def function_for(op: MicroOp, payload: object) -> object | None:
    """The function that stands for an operation, None if it needs none."""
    named = op in (MicroOp.INTRINSIC, MicroOp.INPLACE)
    said = payload if named and isinstance(payload, str) else None
    return _FUNCTIONS.get((op, said))


#: Marks around the operand of AWAIT -> its payload.
AWAITED: Mapping[object, int] = cast("Mapping[object, int]", {entering: 1, leaving: 2})
