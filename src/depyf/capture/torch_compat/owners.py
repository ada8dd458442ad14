"""Find the owner of compiled code, and how torch's modules store their contents.

Of the stack only torch's frames are asked: up to 3.12 asking leaves a copy of all its
locals in a frame, and these hold what they were called with until they return.
"""

from __future__ import annotations

from collections import OrderedDict
from types import CodeType
from typing import Any, Iterator, Mapping

import torch

from depyf.capture.static_look import (
    MISSING,
    cell_contents,
    is_exactly,
)
from depyf.capture.torch_compat.compiling import (
    compiling_local,
    outer_frames,
    torch_locals,
)
from depyf.decompiler.exact_types import is_a

# What `torch.compile` returns, and calls with Dynamo on (`_fn` up to 2.9).
_COMPILED = ("compile_wrapper", "_fn")
_CALLS_MODULE = "_wrapped_call_impl"


def is_module(value: object) -> bool:
    """Return whether an object is a module, whatever it claims itself."""
    return is_a(value, torch.nn.Module)


def called_functions() -> list[object]:
    """Return the compiled callables that are running, innermost first."""
    found = (torch_locals(name, "fn") for name in _COMPILED)
    return [one for many in found for one in many if one is not None]


def calling_modules() -> list[object]:
    """Return the modules that are running, innermost first."""
    return [one for one in torch_locals(_CALLS_MODULE, "self") if is_module(one)]


def module_level_values() -> Iterator[tuple[str, object]]:
    """Yield the globals of the scripts and modules that are executing."""
    for frame in outer_frames():
        if frame.f_code.co_name == "<module>":  # its locals are its globals
            yield from list(frame.f_globals.items())


def compiled_closure() -> dict[str, object]:
    """Return the values of the free variables of the function being compiled."""
    code, cells = compiling_local("code"), compiling_local("closure")
    if not isinstance(code, CodeType) or not isinstance(cells, tuple):
        return {}
    return cell_contents(code, cells)


# --- how modules keep what they hold (2.2-2.15) ---------------------------------------

# Attributes that hold parameters, buffers and modules, as ``__getattr__`` looks.
MODULE_DICTS = ("_parameters", "_buffers", "_modules")
MODULE_GETATTR = vars(torch.nn.Module).get("__getattr__")
MODULE_SETATTR = vars(torch.nn.Module).get("__setattr__")
# Values of these classes ``__setattr__`` may put into one of the dicts.
MODULE_ENTRIES = (torch.Tensor, torch.nn.Module)
# Tensors of these very classes have no methods but torch's own.
PLAIN_TENSORS = (torch.Tensor, torch.nn.Parameter)
# Dicts that find a key as Python does.
SIMPLE_DICTS = (dict, OrderedDict)
_BY_POSITION = ("ModuleList", "Sequential", "ParameterList")
_BY_KEY = ("ModuleDict",)
_METHODS = ("__getitem__", "__len__", "_get_abs_string_index", "_get_item_by_idx")


def _methods(container: type) -> dict[str, object]:
    own = {**vars(container)}
    return {name: own[name] for name in _METHODS if name in own}


# Methods through which ``o[index]`` finds an item, and whether by position or by key.
MODULE_CONTAINERS: tuple[tuple[Mapping[str, object], bool], ...] = tuple(
    (_methods(vars(torch.nn)[name]), name in _BY_POSITION)
    for name in (*_BY_POSITION, *_BY_KEY)
)


def module_entry(own: Mapping[str, object], name: str) -> object:
    """Return a module's entry under a name, or `MISSING`, from its ``__dict__``."""
    for entries in module_dicts(own):
        if name in entries:
            return entries[name]
    return MISSING


def module_dicts(own: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """Yield the dicts in a module's ``__dict__`` that hold its contents."""
    for name in MODULE_DICTS:
        entries: Any = own.get(name)
        if is_exactly(entries, *SIMPLE_DICTS):
            yield entries
