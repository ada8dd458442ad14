"""Find the owner of compiled code, and how torch's modules store their contents.

Only local variables of torch's frames are read.  Up to Python 3.12, reading them leaves
a copy of all local variables in a frame.  Torch's frames keep their arguments until
they return anyway.
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

# The functions that `torch.compile` returns; `_fn` up to 2.9.
_COMPILED = ("compile_wrapper", "_fn")
_CALLS_MODULE = "_wrapped_call_impl"


def is_module(value: object) -> bool:
    """Return whether an object's type is a module class, without calling its code."""
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
        if frame.f_code.co_name == "<module>":  # only its globals are read
            yield from list(frame.f_globals.items())


def compiled_closure() -> dict[str, object]:
    """Return the values of the free variables of the function being compiled."""
    code, cells = compiling_local("code"), compiling_local("closure")
    if not isinstance(code, CodeType) or not isinstance(cells, tuple):
        return {}
    return cell_contents(code, cells)


# --- how modules store parameters, buffers and modules (2.2-2.15) ---------------------

# Attributes that hold parameters, buffers and modules, in the order of
# ``__getattr__``.
MODULE_DICTS = ("_parameters", "_buffers", "_modules")
MODULE_GETATTR = vars(torch.nn.Module).get("__getattr__")
MODULE_SETATTR = vars(torch.nn.Module).get("__setattr__")
# ``__setattr__`` may put values of these classes into one of the dicts.
MODULE_ENTRIES = (torch.Tensor, torch.nn.Module)
# Tensors of exactly these classes have only torch's own methods.
PLAIN_TENSORS = (torch.Tensor, torch.nn.Parameter)
# Functions by which Dynamo's code makes a tensor of a Python number (2.4+).
TENSOR_MAKERS = tuple(
    getattr(torch, name) for name in ("_as_tensor_fullprec",) if hasattr(torch, name)
)
# Dicts of exactly these classes look up keys as Python does.
SIMPLE_DICTS = (dict, OrderedDict)
_BY_POSITION = ("ModuleList", "Sequential", "ParameterList")
_BY_KEY = ("ModuleDict",)
_METHODS = ("__getitem__", "__len__", "_get_abs_string_index", "_get_item_by_idx")


def _methods(container: type) -> dict[str, object]:
    own = {**vars(container)}
    return {name: own[name] for name in _METHODS if name in own}


# For each container, the methods that ``o[index]`` uses, and whether the index is a
# position.
MODULE_CONTAINERS: tuple[tuple[Mapping[str, object], bool], ...] = tuple(
    (_methods(vars(torch.nn)[name]), name in _BY_POSITION)
    for name in (*_BY_POSITION, *_BY_KEY)
)


def module_entry(own: Mapping[str, object], name: str) -> object:
    """Return the entry of a name in a module's ``__dict__``, or `MISSING`."""
    for entries in module_dicts(own):
        if name in entries:
            return entries[name]
    return MISSING


def module_dicts(own: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """Yield the dicts of parameters, buffers and modules in a module's ``__dict__``."""
    for name in MODULE_DICTS:
        entries: Any = own.get(name)
        if is_exactly(entries, *SIMPLE_DICTS):
            yield entries
