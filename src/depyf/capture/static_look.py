"""Read objects of the program without running any of their code.

depyf reads classes and instances through the slots of `type` and `object`, in the order
in which Python would.  So no code in the program's classes can run.
"""

from __future__ import annotations

import functools
from types import (
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
)
from typing import TYPE_CHECKING, Any, Iterator, Mapping, NamedTuple

from depyf.decompiler.exact_types import is_a

if TYPE_CHECKING:
    from types import CellType

MISSING = object()
_MRO = vars(type)["__mro__"]
_CLASS_DICT = vars(type)["__dict__"]
_QUALNAME = vars(type)["__qualname__"]
_MODULE = vars(type)["__module__"]
_DICT_SLOTS = (GetSetDescriptorType, MemberDescriptorType)
_MOST = 100  # objects
_UNDER = ("__wrapped__", "_torchdynamo_orig_callable")


# --- classes --------------------------------------------------------------------------


def is_exactly(value: object, *kinds: type) -> bool:
    """Return whether an object has exactly one of these types, not a subclass."""
    own = type(value)
    for kind in kinds:  # noqa: SIM110 - half the time of `any`
        if own is kind:
            return True
    return False


def mro_of(kind: type) -> tuple[type, ...]:
    """Return a class and the classes that it inherits from."""
    found: tuple[type, ...] = _MRO.__get__(kind)
    return found


def class_attributes(kind: type) -> Mapping[str, object]:
    """Return the attributes that a class itself defines."""
    found: Mapping[str, object] = _CLASS_DICT.__get__(kind)
    return found


def class_name(kind: type) -> str:
    """Return the qualified name of a class."""
    return str(_QUALNAME.__get__(kind))


def full_class_name(kind: type) -> str:
    """Return the name of a class, with its module unless the module is `builtins`."""
    module = _MODULE.__get__(kind)
    return class_name(kind) if module == "builtins" else f"{module}.{class_name(kind)}"


def class_names(kind: type) -> list[str]:
    """Return the bare names of a class and its bases, without `object`."""
    names = (class_name(one) for one in mro_of(kind) if one is not object)
    return [name.rpartition(".")[2] for name in names]


# --- attributes -----------------------------------------------------------------------


class Found(NamedTuple):
    """An attribute as it is stored: no descriptor was called."""

    value: Any
    of_class: bool = False


class StaticLook:
    """Finds attributes, and caches the attributes of classes.

    The cache is valid as long as no class changes, such as during one compilation.
    """

    def __init__(self) -> None:
        # Keys are ids, because a metaclass may define `==`; the class keeps its id.
        self._known: dict[tuple[int, str], tuple[type, Any]] = {}

    def attribute(self, value: object, name: str) -> Found:
        """Return the attribute that Python finds before ``__getattr__``, if any."""
        kind = type(value)
        if is_a(value, type):
            found = self.on_class(value, name)
            on_meta = found is MISSING
            return Found(self.on_class(kind, name) if on_meta else found, of_class=True)
        of_class = self.on_class(kind, name)
        if of_class is MISSING or not self.is_data(of_class):
            own = self.instance_dict(value)
            if own is not None and name in own:
                return Found(own[name])
        return Found(of_class, of_class=True)

    def instance_dict(self, value: object) -> dict[str, object] | None:
        """Return the ordinary ``__dict__`` of an instance; None if it has none."""
        return _dict_behind(self.on_class(type(value), "__dict__"), value)

    def on_class(self, kind: type, name: str) -> Any:
        """Return an attribute of a class or its bases, or `MISSING`."""
        key = (id(kind), name)
        known = self._known.get(key)
        if known is None:
            defined = (class_attributes(one) for one in mro_of(kind))
            found = next((one[name] for one in defined if name in one), MISSING)
            known = self._known[key] = (kind, found)
        return known[1]

    def is_data(self, found: object) -> bool:
        """Return whether a class attribute takes precedence over the instance's."""
        return self.is_bound(found, "__set__", "__delete__")

    def is_bound(self, found: object, *methods: str) -> bool:
        """Return whether a class attribute is a descriptor with one of the methods."""
        kind = type(found)
        return any(self.on_class(kind, name) is not MISSING for name in methods)


def has_instance_dict(kind: type) -> bool:
    """Return whether instances of a class have an ordinary ``__dict__``."""
    return is_exactly(_dict_slot(kind), *_DICT_SLOTS)


def instance_attributes(value: object) -> dict[str, object]:
    """Return the attributes in an instance's ``__dict__``; empty if it has none."""
    return _dict_behind(_dict_slot(type(value)), value) or {}


def _dict_slot(kind: type) -> Any:
    defined = map(class_attributes, mro_of(kind))
    return next((one["__dict__"] for one in defined if "__dict__" in one), MISSING)


def _dict_behind(slot: Any, value: object) -> dict[str, object] | None:
    if not is_exactly(slot, *_DICT_SLOTS):  # missing, or a property of the program
        return None
    found = slot.__get__(value)
    return found if type(found) is dict else None


# --- functions ------------------------------------------------------------------------


def functions_under(value: object) -> Iterator[FunctionType]:
    """Yield the Python functions that a callable wraps, the outermost first.

    Follows methods, partials, properties, ``__wrapped__`` and closures.
    """
    waiting: list[Any] = [value]
    seen: set[int] = set()
    while waiting and len(seen) < _MOST:
        current = waiting.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        kind = type(current)
        if kind is FunctionType:
            yield current
            noted = current.__dict__
            waiting += [noted[name] for name in _UNDER if name in noted]
            waiting += closure_of(current).values()
        elif is_exactly(current, MethodType, staticmethod, classmethod):
            waiting.append(current.__func__)
        elif kind is property:
            waiting.append(current.fget)
        elif kind is functools.partial:
            waiting.append(current.func)


def function_of_code(value: object, code: CodeType) -> FunctionType | None:
    """Return the function inside a callable that has exactly this code object."""
    functions = functions_under(value)
    return next((one for one in functions if one.__code__ is code), None)


def closure_of(function: FunctionType) -> dict[str, object]:
    """Return the values of a function's free variables; empty cells are left out."""
    return cell_contents(function.__code__, function.__closure__)


def cell_contents(
    code: CodeType, cells: tuple[CellType, ...] | None
) -> dict[str, object]:
    """Return the values in the cells of a code object's free variables, by name."""
    found = {}
    for name, cell in zip(code.co_freevars, cells or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # the cell is empty
            continue
    return found
