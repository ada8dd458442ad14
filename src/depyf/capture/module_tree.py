"""Where a module is inside those that are being called."""

from __future__ import annotations

from typing import Iterator, NamedTuple

from depyf.capture import torch_compat
from depyf.capture.static_look import instance_attributes
from depyf.decompiler.exact_types import is_a
from depyf.model.module_paths import folded, path_text

_MOST_MODULES = 20_000
_MOST_GLOBALS = 2_000
_MOST_ITEMS = 2_000
_PLAIN = (list, tuple, dict)
_WRAPPED = "_orig_mod"  # what `torch.compile(module)` holds, as nobody wrote it


class ModulePlace(NamedTuple):
    """Where a module is: in which one of its class it is called on."""

    path: str = ""
    is_root: bool = False
    instances: tuple[str, ...] = ()


def places_of(module: object) -> ModulePlace:
    """Return where an object is in the outermost module that is called and holds it.

    Else in the modules and lists of modules that are globals of the program.
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
    """Return where a module is in another one, None if it is not."""
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
    """Yield a module and all in it, in the order of `named_modules`, each once."""
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
    """Return the modules that a module holds."""
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
    """Return where a module is in a list, tuple or dict of modules."""
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
