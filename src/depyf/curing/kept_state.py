"""Save and restore the objects that a call of a function may change.

These are tensors, lists, dicts, sets and attributes of objects.  The search begins at
the arguments, the object of a method, the closure, and the globals that the code names.
Other changes by a call are not restored.
"""

from __future__ import annotations

import functools
import sys
import types
from collections import OrderedDict, defaultdict
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator

from depyf.capture.torch_compat import copies, is_library, is_module
from depyf.model.source_places import is_installed

if TYPE_CHECKING:
    from types import CodeType

Restore = Callable[[], None]

_ENDS = (
    type, types.ModuleType, types.CodeType, types.BuiltinFunctionType, str, bytes,
    int, float, complex, bool, type(None),
)  # fmt: skip
_DICTS = (dict, OrderedDict, defaultdict)
_OPTIMIZERS = "torch.optim."
_MOST_OBJECTS = 100_000


class KeptState:
    """The current state of all objects that can be reached from some roots."""

    def __init__(self, roots: Iterable[object]) -> None:
        self._seen: set[int] = set()
        self._alive: list[object] = []
        self._restores: list[Restore] = [copies.kept_random()]
        waiting: list[object] = [*roots]
        while waiting and len(self._alive) < _MOST_OBJECTS:
            waiting += self._keep(waiting.pop())

    def restore(self) -> None:
        """Restore the state of all these objects."""
        for one in self._restores:
            one()

    def _keep(self, value: Any) -> list[Any]:  # noqa: ANN401 - any object
        """Record how to restore one object; return the objects that it holds."""
        if isinstance(value, _ENDS) or id(value) in self._seen:
            return []
        self._seen.add(id(value))
        self._alive.append(value)
        if copies.is_tensor(value):
            self._restores.append(copies.kept_tensor(value))
            return []
        if isinstance(value, types.MethodType):
            return [value.__self__, value.__func__]
        if isinstance(value, functools.partial):
            return [value.func, value.args, value.keywords]
        if isinstance(value, types.FunctionType):
            return self._of_function(value)
        return [*self._items(value), *self._attributes(value)]

    def _items(self, value: Any) -> list[Any]:  # noqa: ANN401 - likewise
        if isinstance(value, (tuple, frozenset)):
            return list(value)
        if type(value) is list:
            self._restores.append(_list_restore(value, list(value)))
            return list(value)
        if type(value) is set:
            self._restores.append(_set_restore(value, set(value)))
            return list(value)
        if type(value) in _DICTS:
            self._restores.append(_dict_restore(value, dict(value)))
            return list(value.values())
        return []

    def _attributes(self, value: object) -> list[Any]:
        own = getattr(value, "__dict__", None)
        if type(own) is not dict or id(own) in self._seen or _is_shared(value):
            return []
        self._seen.add(id(own))
        self._restores.append(_dict_restore(own, dict(own)))
        return [*own.values(), *_methods(type(value))]

    def _of_function(self, function: types.FunctionType) -> list[Any]:
        """Keep the values of a function's closure and of the globals that it names.

        Functions of installed packages are left out, because other code uses them, too.
        """
        file = function.__code__.co_filename
        if is_library(file) or is_installed(file):
            return []
        found: list[Any] = []
        for cell in function.__closure__ or ():
            try:
                held = cell.cell_contents
            except ValueError:  # the cell is empty
                continue
            self._restores.append(_cell_restore(cell, held))
            found.append(held)
        namespace = function.__globals__
        names = [name for name in names_of(function.__code__) if name in namespace]
        bound = {name: namespace[name] for name in names}
        self._restores.append(_names_restore(namespace, bound))
        return [*found, *bound.values(), *(function.__defaults__ or ())]


def names_of(code: CodeType) -> Iterator[str]:
    """Yield the names in `co_names` of a code object and of all nested ones."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_of(constant)


def _methods(owner: type) -> Iterator[types.FunctionType]:
    """Yield the functions of a class and its bases: a call may change their globals."""
    for one in owner.__mro__:
        yield from (f for f in vars(one).values() if isinstance(f, types.FunctionType))


def _is_shared(value: object) -> bool:
    """Return whether an object's class belongs to Python's library or to torch.

    Other code uses such objects, too, such as loggers, so they are not restored.
    """
    module = type(value).__module__
    if is_module(value) or module.startswith(_OPTIMIZERS):
        return False
    if module == "__main__":
        return False
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is None or is_library(file)


def _list_restore(value: list[Any], before: list[Any]) -> Restore:
    def restore() -> None:
        if len(value) != len(before) or any(a is not b for a, b in zip(value, before)):
            value[:] = before

    return restore


def _set_restore(value: set[Any], before: set[Any]) -> Restore:
    def restore() -> None:
        if value != before:
            value.clear()
            value.update(before)

    return restore


def _dict_restore(value: dict[Any, Any], before: dict[Any, Any]) -> Restore:
    def restore() -> None:
        same = len(value) == len(before) and all(
            key in value and value[key] is held for key, held in before.items()
        )
        if not same:
            value.clear()
            value.update(before)

    return restore


def _cell_restore(cell: types.CellType, held: object) -> Restore:
    def restore() -> None:
        if cell.cell_contents is not held:
            cell.cell_contents = held

    return restore


def _names_restore(namespace: dict[str, Any], bound: dict[str, Any]) -> Restore:
    def restore() -> None:
        for name, value in bound.items():
            if namespace.get(name) is not value:
                namespace[name] = value

    return restore
