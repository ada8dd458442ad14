"""Find the owner of compiled code: the name by which the program's author knows it.

A code object has only the name under which it was written.  For a function that a
decorator returns, this is the name of the decorator's inner function.  The function
object has the right name.  It is found in the class of the object on which it is
called, or in the argument of `torch.compile`.
"""

from __future__ import annotations

from types import CodeType, FunctionType, MethodType
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from depyf.capture import torch_compat
from depyf.capture.static_look import (
    cell_contents,
    class_attributes,
    class_name,
    closure_of,
    function_of_code,
    functions_under,
    instance_attributes,
    is_exactly,
    mro_of,
)
from depyf.decompiler.exact_types import is_a
from depyf.model.detail_events import CompiledFor
from depyf.model.instances import folded
from depyf.torch_text.access_paths import path_text
from depyf.torch_text.names import is_resume

if TYPE_CHECKING:
    from depyf.torch_text.names import CompileId

_LOCALS = ".<locals>"
_VARARGS = 0x04  # inspect.CO_VARARGS


class _Found(NamedTuple):
    """A function with the compiled code, and facts on where it was found."""

    function: FunctionType
    receiver: object = None  # the object on which the function is called
    is_method: bool = False
    written: str = ""  # the name in the class that leads to the function
    is_replaced: bool = False  # whether only this object has the function
    is_overridden: bool = False  # whether a subclass has another one of this name


def compiled_for(compile_id: CompileId | None) -> CompiledFor | None:
    """Return the owner of the code being compiled; for trace handlers and hooks.

    Return None if only the code object's own name is known.
    """
    code = torch_compat.compiled_code()
    if code is None:
        return None
    variables = torch_compat.compiled_frame_locals()
    closure = torch_compat.compiled_closure()
    receivers = [*_receivers(code, variables, closure)]
    found = _with_closure(_functions(code, receivers, closure), closure)
    owner, decorator = ("", "") if found is None else _names(found, code)
    receiver = _receiver(code, found, receivers)
    if receiver is None:
        known = CompiledFor(compile_id, owner=owner, decorator=decorator)
        return known if owner else None
    place = places_of(receiver)
    return CompiledFor(
        compile_id,
        owner=owner,
        decorator=decorator,
        instance_class=class_name(type(receiver)),
        path=place.path,
        is_root=place.is_root,
        instances=place.instances,
    )


def _receivers(
    code: CodeType, variables: Mapping[str, object], closure: Mapping[str, object]
) -> Iterator[object]:
    """Yield the objects on which the frame may be called, the likeliest first."""
    names = code.co_varnames
    if code.co_argcount and names[0] in variables:
        yield variables[names[0]]
    elif code.co_flags & _VARARGS:
        rest = variables.get(names[code.co_argcount + code.co_kwonlyargcount])
        if type(rest) is tuple and rest:
            yield rest[0]
    for held in (variables, closure):
        if "self" in held:
            yield held["self"]


def _with_closure(
    every: Iterator[_Found], closure: Mapping[str, object]
) -> _Found | None:
    """Return the first function with these values in its closure, or else the first.

    All functions that a decorator returns have the same code.
    """
    first = None
    for one in every:
        held = closure_of(one[0])
        if held.keys() == closure.keys() and all(
            value is closure[name] for name, value in held.items()
        ):
            return one
        first = first or one
    return first


def _functions(
    code: CodeType, receivers: list[object], closure: Mapping[str, object]
) -> Iterator[_Found]:
    """Yield the functions with this code, the most certain first."""
    for receiver in receivers:
        yield from _in_class(receiver, code)
    for called in torch_compat.called_functions():
        function = function_of_code(called, code)
        if function is not None:
            bound = called.__self__ if type(called) is MethodType else None
            yield _Found(function, bound, bound is not None)
    same_name = torch_compat.compiled_frame_globals().get(code.co_name)
    function = function_of_code(same_name, code)
    if function is not None:
        yield _Found(function)
    for held in closure.values():  # a function that a decorator wraps
        if type(held) is FunctionType:
            decorated = held.__globals__.get(held.__name__)
            function = function_of_code(decorated, code)
            if function is not None:
                yield _Found(function)


def _in_class(receiver: object, code: CodeType) -> Iterator[_Found]:
    known: set[str] = set()
    for kind in mro_of(type(receiver)):
        attributes = class_attributes(kind)
        first = [name for name in (code.co_name, "forward") if name in attributes]
        for name in (*first, *attributes):
            function = function_of_code(attributes[name], code)
            if function is not None:
                written = f"{class_name(kind)}.{name}"
                yield _Found(
                    function, receiver, True, written, is_overridden=name in known
                )
        known.update(attributes)
    if torch_compat.is_module(receiver):  # the method may be replaced for this object
        own = instance_attributes(receiver).get("forward")
        function = function_of_code(own, code)
        if function is not None:
            written = f"{class_name(type(receiver))}.forward"
            yield _Found(function, receiver, True, written, is_replaced=True)


def _names(found: _Found, code: CodeType) -> tuple[str, str]:
    """Return the names of a function and its decorator; empty if the code has them."""
    function, written = found.function, found.written
    own = function.__qualname__
    inner = getattr(code, "co_qualname", "")  # 3.11 and later
    if not inner:
        decorated = "__wrapped__" in function.__dict__
        return own, code.co_name if decorated else ""
    if own != inner:
        return own, inner.partition(_LOCALS)[0]
    held = cell_contents(code, function.__closure__).values()
    holds = [one for one in held if is_exactly(one, FunctionType, MethodType)]
    wraps = bool(holds) or found.is_replaced
    if written and wraps and _LOCALS in inner and written != own:
        return written, inner.rpartition(_LOCALS)[0].rpartition(f"{_LOCALS}.")[2]
    wrapped = function.__dict__.get("__wrapped__")
    if wrapped is not None:  # the wrapped callable has no name that a wrapper takes
        inside = next(functions_under(wrapped), None)
        name = class_name(type(wrapped)) if inside is None else inside.__qualname__
        return name, inner.partition(_LOCALS)[0]
    # If `super()` called it, the class of `self` has another one of this name.
    return (written, "") if found.is_overridden else ("", "")


def _receiver(
    code: CodeType, found: _Found | None, receivers: list[object]
) -> object | None:
    if found is not None and found.is_method:
        return found.receiver
    is_continued = is_resume(code.co_name)
    named = [one for one in receivers if torch_compat.is_module(one)]
    takes_self = code.co_varnames[:1] == ("self",) or "self" in code.co_freevars
    return named[0] if named and (is_continued or takes_self) else None


_MOST_MODULES = 20_000
_MOST_GLOBALS = 2_000
_MOST_ITEMS = 2_000
_PLAIN = (list, tuple, dict)
_WRAPPED = "_orig_mod"  # torch.compile(module) adds this step; users do not write it


class ModulePlace(NamedTuple):
    """The path of a module, and the paths of all modules of its class."""

    path: str = ""
    is_root: bool = False
    instances: tuple[str, ...] = ()


def places_of(module: object) -> ModulePlace:
    """Return the path of a module in the outermost running module that holds it.

    If there is none, search the modules, and lists and dicts of modules, that are
    globals of the program.
    """
    calling = torch_compat.calling_modules()
    for root in reversed(calling):
        found = _inside(root, module)
        if found is not None:
            return found
    for name, value in _globals():
        if torch_compat.is_module(value):
            found = _inside(value, module)
            if found is not None:
                return found
        elif type(value) in _PLAIN:
            found = _among(name, value, module)  # type: ignore[arg-type]  # as tested
            if found is not None:
                return found
    return ModulePlace()


def _globals() -> Iterator[tuple[str, object]]:
    for number, pair in enumerate(torch_compat.module_level_values()):
        if number >= _MOST_GLOBALS:
            return
        yield pair


def _inside(root: object, module: object) -> ModulePlace | None:
    """Return the path of a module inside `root`; None if it is not inside."""
    own: tuple[str, ...] | None = None
    same: list[str] = []
    kind = type(module)
    for keys, found in _modules(root):
        if found is module and own is None:
            own = keys
        if type(found) is kind:
            same.append(path_text(keys))
    if own is None:
        return None
    instances = folded(path for path in same if path)
    return ModulePlace(path_text(own), not own, instances if own else ())


def _modules(root: object) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield a module and all modules in it once, in the order of `named_modules`."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), root)]
    seen: set[int] = set()
    while waiting and len(seen) < _MOST_MODULES:
        keys, module = waiting.pop()
        if id(module) in seen or not torch_compat.is_module(module):
            continue
        seen.add(id(module))
        yield keys, module
        children = _children(module)
        for name, child in reversed(children):
            inner = keys if name == _WRAPPED else (*keys, name)
            waiting.append((inner, child))


def _children(module: object) -> list[tuple[str, object]]:
    """Return the direct submodules of a module, with names."""
    known = instance_attributes(module).get("_modules")
    if not is_a(known, dict):
        return []
    pairs = list(dict.items(known))
    return [(name, child) for name, child in pairs if type(name) is str]


def _among(
    name: str,
    value: list[object] | tuple[object, ...] | dict[object, object],
    module: object,
) -> ModulePlace | None:
    """Return the path of a module in a list, tuple or dict; None if it is not in it."""
    items: list[tuple[object, object]]
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    if len(items) > _MOST_ITEMS or not any(one is module for _, one in items):
        return None
    kind = type(module)
    paths = [
        (path_text((name, str(key))), one)
        for key, one in items
        if type(one) is kind and type(key) in (int, str)
    ]
    own = next((path for path, one in paths if one is module), "")
    return ModulePlace(own, is_root=False, instances=folded(path for path, _ in paths))
