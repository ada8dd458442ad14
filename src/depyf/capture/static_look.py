"""Looking at objects of the program without running any of its code.

No attribute is asked for that a class of the program could answer itself: classes and
instances are read through the slots of `type` and `object`.
"""

from __future__ import annotations

import functools
from types import CodeType, FunctionType, GetSetDescriptorType, MethodType
from typing import TYPE_CHECKING, Iterator, Mapping

if TYPE_CHECKING:
    from types import CellType

_MRO = vars(type)["__mro__"]
_CLASS_DICT = vars(type)["__dict__"]
_QUALNAME = vars(type)["__qualname__"]
_MOST = 100  # objects
_UNDER = ("__wrapped__", "_torchdynamo_orig_callable")


def mro_of(kind: type) -> tuple[type, ...]:
    """Return a class and those it inherits from."""
    found: tuple[type, ...] = _MRO.__get__(kind)
    return found


def classes_of(value: object) -> tuple[type, ...]:
    """Return the class of an object and those it inherits from."""
    return mro_of(type(value))


def class_attributes(kind: type) -> Mapping[str, object]:
    """Return what a class itself defines."""
    found: Mapping[str, object] = _CLASS_DICT.__get__(kind)
    return found


def class_name(kind: type) -> str:
    """Return the qualified name of a class."""
    return str(_QUALNAME.__get__(kind))


def class_names(kind: type) -> list[str]:
    """Return the bare names of a class and those it inherits from, but for `object`."""
    names = (class_name(one) for one in mro_of(kind) if one is not object)
    return [name.rpartition(".")[2] for name in names]


def instance_attributes(value: object) -> dict[str, object]:
    """Return the dict of an instance, empty where it has none of its own."""
    for kind in classes_of(value):
        slot = class_attributes(kind).get("__dict__")
        if slot is not None:
            if type(slot) is not GetSetDescriptorType:
                return {}  # a property of the program
            found = slot.__get__(value)
            return found if type(found) is dict else {}
    return {}


def functions_under(value: object, most: int = _MOST) -> Iterator[FunctionType]:
    """Yield the Python functions that a callable leads to, the outermost first.

    Through methods, partials, what decorators note (``__wrapped__``) and closures.
    """
    waiting = [value]
    seen: set[int] = set()
    while waiting and len(seen) < most:
        current = waiting.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        kind = type(current)
        if kind is FunctionType:
            yield current  # type: ignore[misc]  # as the test says
            noted = current.__dict__
            waiting += [noted[name] for name in _UNDER if name in noted]
            waiting += held_in(current.__closure__ or ())  # type: ignore[attr-defined]
        elif kind in (MethodType, staticmethod, classmethod):
            waiting.append(current.__func__)  # type: ignore[attr-defined]
        elif kind is property:
            waiting.append(current.fget)  # type: ignore[attr-defined]
        elif kind is functools.partial:
            waiting.append(current.func)  # type: ignore[attr-defined]


def held_in(cells: tuple[CellType, ...]) -> list[object]:
    """Return what is in the cells of a closure."""
    found = []
    for cell in cells:
        try:
            found.append(cell.cell_contents)
        except ValueError:  # not filled yet
            continue
    return found


def function_of_code(value: object, code: CodeType) -> FunctionType | None:
    """Return the function with this very code that a callable leads to."""
    for function in functions_under(value):
        if function.__code__ is code:
            return function
    return None
