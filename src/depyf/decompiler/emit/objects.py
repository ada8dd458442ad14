"""Name and describe objects that have no literal.

Code may contain any object: Dynamo puts classes, dtypes and context managers among the
constants. Such objects are not called, compared or hashed here. ``repr`` is called only
if its type implements it in C and the object contains no others.
"""

from __future__ import annotations

import ast
import enum
import gc
import inspect
import re
import sys
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Callable, Iterable, Iterator, NamedTuple

from depyf.decompiler.emit.literals import FREE, is_literal, scalar_literal
from depyf.decompiler.exact_types import is_a
from depyf.regexes import regex

_LONGEST_NAME = 40
_LONGEST_DESCRIPTION = 60
_DEEPEST = 3
_ADDRESS = regex(r" at 0x[0-9a-fA-F]+")
_CONTAINERS = (tuple, list, dict, set, frozenset)


class Path(NamedTuple):
    """The path of an object: a module and the dotted name in it."""

    module: str
    qualname: str

    def __str__(self) -> str:
        return f"{self.module}.{self.qualname}" if self.qualname else self.module


def path_of(value: object) -> Path | None:
    """Return a path that leads to exactly this object, or None.

    Only modules that are already imported are searched, and nothing in them is called.
    """
    said = _said_path(value)
    if said is not None:
        for path in (*_shorter(said), said):
            if _at(path) is value:
                return path
    if _is_container(value):
        return None
    return _path_by_class(value) or _path_by_module(value)


def _said_path(value: object) -> Path | None:
    """Return the path that an object reports itself, if it is of a known kind."""
    if is_a(value, ModuleType):
        name = vars(value).get("__name__")
        return Path(name, "") if isinstance(name, str) else None
    if is_a(value, type):
        return _class_path(value)
    if is_a(value, enum.Enum):
        return _below(_class_path(type(value)), value.__dict__.get("_name_"))
    if is_a(value, FunctionType) or is_a(value, BuiltinFunctionType):
        module: object = getattr(value, "__module__", None)
        if isinstance(module, str):
            return Path(module, value.__qualname__)
        owner = getattr(value, "__self__", None)
        kind = _class_path(owner if is_a(owner, type) else type(owner))
        return kind and Path(kind.module, value.__name__)
    if is_a(value, MethodDescriptorType) or is_a(value, WrapperDescriptorType):
        return _below(_class_path(value.__objclass__), value.__name__)
    return None


def _class_path(kind: type) -> Path | None:
    """Return the path that a class reports, without calling its metaclass."""
    module = type.__dict__["__module__"].__get__(kind)
    qualname = type.__dict__["__qualname__"].__get__(kind)
    return Path(module, qualname) if isinstance(module, str) else None


def _below(owner: Path | None, name: object) -> Path | None:
    if owner is None or not isinstance(name, str):
        return None
    return Path(owner.module, f"{owner.qualname}.{name}")


def _shorter(path: Path) -> Iterator[Path]:
    """Yield shorter paths at which outer packages may have the same object.

    For example, ``torch.autocast`` is defined in ``torch.amp.autocast_mode``.
    """
    parts = path.module.split(".")
    for length in range(1, len(parts)):
        yield Path(".".join(parts[:length]), path.qualname)
    last = path.qualname.rpartition(".")[2]
    yield Path(path.module, last.lstrip("_"))


def _path_by_class(value: object) -> Path | None:
    """Return the path of an object that is an attribute of its class, or None.

    An example is a member of an enumeration in C.
    """
    kind = type(value)
    for name, one in list(type.__dict__["__dict__"].__get__(kind).items()):
        if one is value and isinstance(name, str):
            owner = path_of(kind)
            return _below(owner, name)
    return None


def _path_by_module(value: object) -> Path | None:
    """Return the path of an object in its type's module, or in a package around it.

    If the object has several names, the longest is the clearest: ``float32`` rather
    than ``float``.
    """
    owner = _class_path(type(value))
    name = "" if owner is None else owner.module
    while name:
        module = sys.modules.get(name)
        members = list(vars(module).items()) if isinstance(module, ModuleType) else []
        found = [key for key, one in members if one is value]
        if found:
            found.sort(key=lambda key: (key.startswith("_"), -len(key), key))
            return Path(name, found[0])
        name = name.rpartition(".")[0]
    return None


def _at(path: Path) -> object:
    """Return the object at a path, or None."""
    found: object = sys.modules.get(path.module)
    if not is_a(found, ModuleType):
        return None
    for name in filter(None, path.qualname.split(".")):
        if not name.isidentifier():
            return None
        if is_a(found, enum.EnumMeta) and name in found.__members__:
            found = found.__members__[name]
        else:
            found = inspect.getattr_static(found, name, None)
    return found


# -- names -------------------------------------------------------------------------


def stem_of(value: object) -> tuple[str, bool]:
    """Return the stem of an object's name, and whether it needs no number."""
    path = path_of(value)
    if path is not None:
        parts = re.sub(r"[\W_]+", "_", str(path)).strip("_").split("_")
        while len(parts) > 1 and len("_".join(parts)) > _LONGEST_NAME:
            del parts[0]
        return "_".join(parts), True
    name = _own_name(value)
    kind = (
        _word(value) or re.sub(r"\W+", "_", type(value).__name__).strip("_") or "object"
    )
    return (f"{kind}_{name}", True) if name else (kind, False)


def _own_name(value: object) -> str:
    """Return the name of a function, class or code object, or an empty string."""
    name = ""
    if is_a(value, CodeType):
        name = value.co_name
    elif is_a(value, FunctionType) or is_a(value, BuiltinFunctionType):
        name = value.__name__
    elif is_a(value, type):
        name = type.__dict__["__name__"].__get__(value)
    return re.sub(r"\W+", "_", name).strip("_")


# -- descriptions ------------------------------------------------------------------


def described(value: object) -> str:
    """Return a description of an object in a few words on one line."""
    path = path_of(value)
    kind = _word(value)
    if path is not None:
        return f"the {kind or 'object'} {path}"
    if is_a(value, CodeType):
        file = value.co_filename.replace("\\", "/").rpartition("/")[2]
        return f"the code object {value.co_name} ({file}:{value.co_firstlineno})"
    if kind and _own_name(value):
        return f"the {kind} {_own_name(value)}, which no module holds"
    owner = _class_path(type(value))
    shown = _shown(value, 0)
    text = f"an object of the class {owner}" if owner else "an object"
    if owner is not None and owner.module == "builtins":
        text = f"{'an' if owner.qualname[0] in 'aeiou' else 'a'} {owner.qualname}"
    return f"{text}: {shown}" if shown else text


def _is_container(value: object) -> bool:
    return any(is_a(value, kind) for kind in _CONTAINERS)


def _word(value: object) -> str:
    """Return the word for objects of a common kind, such as "class"; else empty."""
    return next((word for one, word in _WORDS if issubclass(type(value), one)), "")


_WORDS: tuple[tuple[type, str], ...] = (
    (ModuleType, "module"),
    (type, "class"),
    (FunctionType, "function"),
    (BuiltinFunctionType, "function"),
    (CodeType, "code"),
)


def _shown(value: object, depth: int) -> str:
    """Return the value or path of an object as a string, running none of its code."""
    if is_literal(value) and not is_a(value, tuple):
        literal = scalar_literal(value, FREE, exact_mixed=True)
        return _shortened(literal[0]) if literal is not None else ""
    if _is_container(value):
        return _shortened(_items_shown(value, depth))
    path = path_of(value)
    if path is not None:
        return str(path)
    return _shortened(_ADDRESS.sub("", _said(value)))


def constructed(value: object) -> str:
    """Return the call that creates an equal object; empty if there is none.

    The ``repr`` of a type in C may be such a call, such as
    ``torch.device(type='cpu')``. Mutable objects and objects that equal only themselves
    have no such call.
    """
    kind = type(value)
    own_hash = inspect.getattr_static(kind, "__hash__", None)
    if type(own_hash) is not WrapperDescriptorType or own_hash is object.__hash__:
        return ""
    owner, text = path_of(kind), _said(value)
    name = type.__dict__["__name__"].__get__(kind)
    if owner is None or not text.startswith(f"{name}("):
        return ""
    try:
        call = ast.parse(text, mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return ""
        for part in [*call.args, *(keyword.value for keyword in call.keywords)]:
            ast.literal_eval(part)
    except (SyntaxError, ValueError):
        return ""
    return f"{owner}{text[len(name) :]}"


def _said(value: object) -> str:
    """Return the ``repr`` of an object implemented in C that contains no others."""
    if gc.is_tracked(value):
        return ""  # it may contain others, whose `repr` would be called
    write = inspect.getattr_static(type(value), "__repr__", None)
    if type(write) is not WrapperDescriptorType or write is object.__repr__:
        return ""
    return _text(write, value)


def _items_shown(value: object, depth: int) -> str:
    """Return the items of a container as a string; empty for most subclasses."""
    if depth == _DEEPEST:
        return "..."

    def shown(items: Iterable[object]) -> list[str]:
        return [_shown(one, depth + 1) or "?" for one in items]

    if type(value) is dict:
        pairs = zip(shown(value), shown(value.values()))
        return "{" + ", ".join(f"{key}: {one}" for key, one in pairs) + "}"
    if type(value) is list:
        return "[" + ", ".join(shown(value)) + "]"
    if type(value) is set or type(value) is frozenset:
        return "{" + ", ".join(sorted(shown(value))) + "}"
    if is_a(value, tuple):
        # Read the items even if a subclass overrides iteration.
        texts = shown(tuple.__iter__(value))
        return "(" + ", ".join(texts) + ("," if len(texts) == 1 else "") + ")"
    return ""


def _text(write: Callable[[object], str], value: object) -> str:
    """Return the ``repr`` of an object implemented in C; empty if it raises."""
    try:
        return str(write(value))
    except Exception:  # code of the program may run at the end of a chain of calls
        return ""


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    if len(text) <= _LONGEST_DESCRIPTION:
        return text
    return text[: _LONGEST_DESCRIPTION - 3] + "..."
