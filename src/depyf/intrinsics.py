"""Functions for operations that have no Python expression.

A source in the form of a state machine has no ``with`` and no ``except E``. It spells
out the single steps of these statements, and some steps exist in bytecode only. Each
function here does one such step in plain Python. A source that `depyf.decompile`
returns imports the functions that it needs.

The operators that change their left side in place (``iadd``, ``imul``, ...) come from
the module `operator`, and ``exc_info`` comes from `sys`.
"""

from __future__ import annotations

from operator import (
    iadd,
    iand,
    ifloordiv,
    ilshift,
    imatmul,
    imod,
    imul,
    ior,
    ipow,
    irshift,
    isub,
    itruediv,
    ixor,
)
from sys import exc_info
from typing import Callable, Generic, Iterable, Iterator, Mapping, Sized, TypeVar

__all__ = [
    "async_iter",
    "copy_dict_without_keys",
    "entering",
    "exc_info",
    "exception_matches",
    "get_iter",
    "get_len",
    "iadd",
    "iand",
    "ifloordiv",
    "ilshift",
    "imatmul",
    "imod",
    "imul",
    "ior",
    "ipow",
    "irshift",
    "isub",
    "itruediv",
    "ixor",
    "joined",
    "leave_context",
    "leaving",
    "list_to_tuple",
    "match_class",
    "match_keys",
    "match_mapping",
    "match_sequence",
    "merge_keywords",
    "ongoing",
    "special_method",
    "yield_from_iter",
]

T = TypeVar("T")

# Bits of `type.__flags__` in CPython 3.10 and later.
_IS_SEQUENCE = 1 << 5
_IS_MAPPING = 1 << 6
_MATCHES_ITSELF = 1 << 22


def special_method(owner: object, name: str) -> object:
    """Return an object's special method, looked up on its type and bound."""
    function = getattr(type(owner), name)
    bind = getattr(type(function), "__get__", None)
    return function if bind is None else bind(function, owner, type(owner))


def leave_context(
    leave: Callable[..., object], exception: BaseException | None
) -> object:
    """Call ``__exit__`` with an exception, or with three Nones; return its result."""
    if exception is None:
        return leave(None, None, None)
    return leave(type(exception), exception, exception.__traceback__)


def exception_matches(exception: BaseException, kind: object) -> bool:
    """Return whether ``except kind`` catches the exception.

    Raises:
        TypeError: ``kind`` is neither an exception class nor a tuple of them.
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
    """Return the iterator that ``for item in source`` uses."""
    return iter(source)


def get_len(subject: Sized) -> int:
    """Return the length that a sequence pattern compares."""
    return len(subject)


def match_sequence(subject: object) -> bool:
    """Return whether the subject's type can match a sequence pattern."""
    return bool(type(subject).__flags__ & _IS_SEQUENCE)


def match_mapping(subject: object) -> bool:
    """Return whether the subject's type can match a mapping pattern."""
    return bool(type(subject).__flags__ & _IS_MAPPING)


def match_keys(
    subject: Mapping[object, object], keys: tuple[object, ...]
) -> tuple[object, ...] | None:
    """Return the values of a mapping pattern's keys; None if one is missing.

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
    """Return the attributes that a class pattern reads; None if it does not match.

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
    """Return the names of positional sub-patterns, or `subject` as the only value."""
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
    """Return the iterator that ``yield from source`` uses."""
    if type(source).__name__ in ("generator", "coroutine"):
        return source
    return iter(source)  # type: ignore[call-overload]


def async_iter(source: object) -> object:
    """Return the iterator that ``async for`` uses."""
    return special_method(source, "__aiter__")()  # type: ignore[operator]


def copy_dict_without_keys(
    subject: Mapping[object, object], keys: tuple[object, ...]
) -> dict[object, object]:
    """Return a copy without the keys, for the ``**rest`` of a mapping pattern."""
    rest = dict(subject)
    for key in keys:
        del rest[key]
    return rest


def list_to_tuple(items: list[T]) -> tuple[T, ...]:
    """Return the items as a tuple, for a tuple display that was built as a list."""
    return tuple(items)


def merge_keywords(keywords: dict[str, object], more: Mapping[str, object]) -> None:
    """Add the keywords in ``**more`` to the keywords that a call already has.

    Raises:
        TypeError: a keyword occurs in both.
    """
    for name in more.keys():  # noqa: SIM118 - it need not be a dict
        if name in keywords:
            message = f"got multiple values for keyword argument {name!r}"
            raise TypeError(message)
        keywords[name] = more[name]


def joined(*parts: str) -> str:
    """Return the parts of an f-string as one string."""
    return "".join(parts)


class ongoing(Generic[T]):  # noqa: N801 - decompiled sources use it like a function
    """An iterable that continues an iterator created earlier."""

    def __init__(self, iterator: T) -> None:
        """Args: iterator: the iterator to continue."""
        self._iterator = iterator

    def __iter__(self) -> T:
        """Return the iterator unchanged."""
        return self._iterator

    def __aiter__(self) -> T:
        """Return the iterator unchanged."""
        return self._iterator


def entering(awaitable: T) -> T:
    """Return the awaitable unchanged; an ``async with`` awaits it on entry."""
    return awaitable


def leaving(awaitable: T) -> T:
    """Return the awaitable unchanged; an ``async with`` awaits it on exit."""
    return awaitable
