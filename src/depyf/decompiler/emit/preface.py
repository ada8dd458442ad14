"""Write comments and definitions for names of objects without a literal.

Functions of `depyf.intrinsics` are imported. Comments at the top of the function say
what other names stand for::

    from depyf.intrinsics import special_method

    def f(x):
        # torch_bfloat16: the object torch.bfloat16
        ...

A standalone source defines the names instead. An object that a module contains is
imported. Other objects are created again: containers, numbers without a literal, and
objects for which `copyreg` gives a call that creates them::

    from torch import bfloat16 as torch_bfloat16
    from torch import device as _device_0_0
    device_0 = _device_0_0("cpu")
"""

from __future__ import annotations

import builtins
import inspect
import struct
from types import CodeType, FunctionType, WrapperDescriptorType
from typing import TYPE_CHECKING, Iterator, Mapping

from depyf.decompiler.emit.literals import FREE, is_literal, scalar_literal
from depyf.decompiler.emit.objects import Path, described, path_of
from depyf.decompiler.emit.pieces import Break, Close, Open, Piece, lay_out
from depyf.decompiler.exact_types import ByType, is_a
from depyf.decompiler.ir import intrinsic_operations
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.emit.settings import EmitSettings

_DEEPEST = 20
_BY_TYPE: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("set((", "))"),
    frozenset: ("frozenset((", "))"),
}
_BRACKETS = ByType(_BY_TYPE)
#: The protocol for `__reduce_ex__`: without a state, the call it returns is enough.
_PROTOCOL = 2
_MADE_ONCE = (CodeType, FunctionType, type)


class UnwrittenObjectError(ValueError):
    """The object has no expression that creates it."""


def definition_of(name: str, value: object) -> list[str]:
    """Return statements that define a name as an object, or as an equal one.

    Args:
        name: the name. Names that begin with it and an underscore are free, too.
        value: the object.

    Raises:
        UnwrittenObjectError: no expression creates the object.
    """
    path = path_of(value)
    if path is not None:
        return list(_imported(name, path))
    statements: list[str] = []
    expression = _Expression(name, statements).of(value, 0)
    return [*statements, f"{name} = {expression}"]


def _imported(name: str, path: Path) -> Iterator[str]:
    first, *rest = path.qualname.split(".")
    if path.module == "builtins":
        yield f"from builtins import {first} as {name}"
    elif first:
        yield f"from {path.module} import {first} as {name}"
    else:
        yield f"import {path.module} as {name}"
    if rest:
        yield f"{name} = {'.'.join([name, *rest])}"


class _Expression:
    """Builds the expression that creates one object.

    Args:
        name: the prefix of the names of imported parts.
        statements: the import statements are added to this list.
    """

    def __init__(self, name: str, statements: list[str]) -> None:
        self._name = name
        self._statements = statements
        self._imported: dict[int, str] = {}

    def of(self, value: object, depth: int) -> str:
        """Return the expression that creates the object or a part of it."""
        if is_literal(value) and type(value) is not tuple:
            literal = scalar_literal(value, FREE, exact_mixed=False)
            if literal is not None:
                return literal[0]
        path = path_of(value)
        if path is not None:
            return self._import(value, path)
        if depth == _DEEPEST or any(is_a(value, kind) for kind in _MADE_ONCE):
            raise UnwrittenObjectError(described(value))
        if type(value) is float:
            return self._unpacked("<d", struct.pack("<d", value), "0")
        if type(value) is complex:
            parts = self.of(value.real, depth + 1), self.of(value.imag, depth + 1)
            return f"complex({', '.join(parts)})"
        if type(value) is slice:
            parts3 = (value.start, value.stop, value.step)
            return f"slice({', '.join(self.of(one, depth + 1) for one in parts3)})"
        return self._container(value, depth) or self._reduced(value, depth)

    def _unpacked(self, form: str, data: bytes, index: str) -> str:
        unpack = self._import(struct.unpack, Path("struct", "unpack"))
        return f"{unpack}({form!r}, {data!r})[{index}]"

    def _container(self, value: object, depth: int) -> str:
        if type(value) is dict:
            pairs = [
                f"{self.of(key, depth + 1)}: {self.of(one, depth + 1)}"
                for key, one in value.items()
            ]
            return "{" + ", ".join(pairs) + "}"
        brackets = _BRACKETS.of(value)
        if brackets is None:
            return ""
        assert isinstance(value, (list, tuple, set, frozenset))
        items = [self.of(one, depth + 1) for one in value]
        if type(value) is set or type(value) is frozenset:
            items.sort()
        comma = "," if len(items) == 1 and type(value) is not list else ""
        return brackets[0] + ", ".join(items) + comma + brackets[1]

    def _reduced(self, value: object, depth: int) -> str:
        """Return the call that creates an object of a type in C, if it has no state."""
        write = inspect.getattr_static(type(value), "__repr__", None)
        if type(write) is not WrapperDescriptorType or write is object.__repr__:
            raise UnwrittenObjectError(described(value))
        try:
            made = value.__reduce_ex__(_PROTOCOL)
        except Exception as error:  # an object may raise any error here
            raise UnwrittenObjectError(described(value)) from error
        is_call = isinstance(made, tuple) and not any(made[2:])
        path = path_of(made[0]) if is_call else None
        if path is None:
            raise UnwrittenObjectError(described(value))
        arguments = ", ".join(self.of(one, depth + 1) for one in made[1])
        return f"{self._import(made[0], path)}({arguments})"

    def _import(self, value: object, path: Path) -> str:
        name = self._imported.get(id(value))
        if name is None:
            name = self._imported[id(value)] = f"_{self._name}_{len(self._imported)}"
            self._statements += _imported(name, path)
        return name


_MODULE = "depyf.intrinsics"


@dataclass(frozen=True)
class Preface:
    """Lines that are printed before the statements of a function.

    Args:
        definitions: lines of code above the function.
        notes: comments at the top of the function.
    """

    definitions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


NO_PREFACE = Preface()


def preface_of(objects: Mapping[str, object], settings: EmitSettings) -> Preface:
    """Return the comments and definitions that explain the names of a source.

    Args:
        objects: maps names to the objects.
        settings: how the source is printed.

    Raises:
        UnwrittenObjectError: a standalone source cannot define one of the names.
    """
    imported: list[str] = []
    definitions: list[str] = []
    notes: list[str] = []
    for name, value in objects.items():
        if vars(builtins).get(name) is value:
            continue  # the name is the builtin's own
        intrinsic = intrinsic_operations.name_of(value)
        if intrinsic:
            is_plain = name == intrinsic
            imported.append(name if is_plain else f"{intrinsic} as {name}")
        elif settings.standalone:
            definitions += definition_of(name, value)
        else:
            notes.append(f"# {name}: {described(value)}")
    return Preface((*_imports(imported, settings), *definitions), tuple(notes))


def _imports(names: list[str], settings: EmitSettings) -> tuple[str, ...]:
    if not names:
        return ()
    pieces: list[Piece] = [f"from {_MODULE} import ", Open("(", hidden=True)]
    for number, name in enumerate(sorted(names)):
        pieces += [",", Break()] if number else []
        pieces.append(name)
    pieces.append(Close(")", comma=True, hidden=True))
    width = settings.line_length - settings.base_indent
    return tuple(lay_out(pieces, 0, width, settings.indentation))
