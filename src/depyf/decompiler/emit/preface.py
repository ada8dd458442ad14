"""Write comments and definitions for names of objects without a literal.

Functions of `depyf.intrinsics` are imported; what any other name stands for is said in
a comment, at the top of the function::

    from depyf.intrinsics import special_method

    def f(x):
        # torch_bfloat16: the object torch.bfloat16
        ...

A text that has to find its objects by itself defines the names instead. What a module
holds is imported. What is made of literals and of such objects is made anew:
containers, numbers that no literal has, and what says itself, as `copyreg` has it, how
it is made of these::

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
#: How `copyreg` is asked: without state of its own, an object is what it is made of.
_PROTOCOL = 2
_MADE_ONCE = (CodeType, FunctionType, type)


class UnwrittenObjectError(ValueError):
    """The object has no expression."""


def definition_of(name: str, value: object) -> list[str]:
    """Return statements that define a name as an object, or as its equal.

    Args:
        name: the name; those that begin with it and an underscore are free, too.
        value: the object.

    Raises:
        UnwrittenObjectError: it cannot be written.
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
    """Builds the expression of one object.

    Args:
        name: how names of what it is made of begin.
        statements: gets their imports.
    """

    def __init__(self, name: str, statements: list[str]) -> None:
        self._name = name
        self._statements = statements
        self._imported: dict[int, str] = {}

    def of(self, value: object, depth: int) -> str:
        """Return the expression of the object or of a part of it."""
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
        """Return the call that creates an object of C code, if it has no state."""
        write = inspect.getattr_static(type(value), "__repr__", None)
        if type(write) is not WrapperDescriptorType or write is object.__repr__:
            raise UnwrittenObjectError(described(value))
        try:
            made = value.__reduce_ex__(_PROTOCOL)
        except Exception as error:  # what is not made to be copied says so its own way
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
    """Lines before the statements of a source.

    Args:
        definitions: lines of code above it.
        notes: comments at its top.
    """

    definitions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


NO_PREFACE = Preface()


def preface_of(objects: Mapping[str, object], settings: EmitSettings) -> Preface:
    """Return the comments and definitions that explain the names of a source.

    Args:
        objects: what the names stand for.
        settings: how the text is printed.

    Raises:
        UnwrittenObjectError: a standalone text cannot define one of the names.
    """
    imported: list[str] = []
    definitions: list[str] = []
    notes: list[str] = []
    for name, value in objects.items():
        if vars(builtins).get(name) is value:
            continue  # it is known by that name
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
