"""Whose code is being compiled: what torch's own frames on the stack hold.

Only torch's frames are asked: up to 3.12 asking leaves a copy of all its locals in a
frame, and these hold what they were called with until they return.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Iterator, Mapping

import torch

from depyf.capture.torch_compat.compiling import compiling_local, is_torch, outer_frames
from depyf.decompiler.exact_types import is_a

# What `torch.compile` returns, and calls with Dynamo on (`_fn` up to 2.9).
_COMPILED = ("compile_wrapper", "_fn")
_CALLS_MODULE = "_wrapped_call_impl"


def is_module(value: object) -> bool:
    """Return whether an object is a module, whatever it says itself."""
    return is_a(value, torch.nn.Module)


def called_functions() -> list[object]:
    """Return what `torch.compile` was given and is called now, innermost first."""
    found = (_local(name, "fn") for name in _COMPILED)
    return [one for many in found for one in many if one is not None]


def calling_modules() -> list[object]:
    """Return the modules that are being called, innermost first."""
    found = _local(_CALLS_MODULE, "self")
    return [module for module in found if is_module(module)]


def module_level_values() -> Iterator[tuple[str, object]]:
    """Yield the globals of the scripts and modules that are being executed."""
    for frame in outer_frames():
        if frame.f_code.co_name == "<module>":  # its locals are its globals
            yield from list(frame.f_globals.items())


def compiled_closure() -> dict[str, object]:
    """Return what the free variables of the function being compiled hold."""
    code, cells = compiling_local("code"), compiling_local("closure")
    names = getattr(code, "co_freevars", ())
    found = {}
    for name, cell in zip(names, cells if isinstance(cells, tuple) else ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not filled yet
            continue
    return found


def _local(function: str, name: str) -> list[object]:
    return [
        frame.f_locals.get(name)
        for frame in outer_frames()
        if frame.f_code.co_name == function and is_torch(frame.f_code.co_filename)
    ]


_BY_POSITION = ("ModuleList", "Sequential", "ParameterList")
_BY_KEY = ("ModuleDict",)
_METHODS = ("__getitem__", "__len__", "_get_abs_string_index", "_get_item_by_idx")


@dataclass(frozen=True)
class ModuleLayout:
    """What torch's own module classes are made of.

    Attributes:
        dicts: attributes that hold parameters, buffers and modules, in the order in
            which ``__getattr__`` looks into them.
        get_attribute: `Module.__getattr__`.
        set_attribute: `Module.__setattr__`.
        special: classes of values that ``__setattr__`` may put into one of the dicts.
        tensors: classes whose methods are torch's own.
        containers: methods through which ``o[index]`` finds an item, by name, and
            whether it does so by position.
    """

    dicts: tuple[str, ...]
    get_attribute: object
    set_attribute: object
    special: tuple[type, ...]
    tensors: tuple[type, ...]
    containers: tuple[tuple[Mapping[str, object], bool], ...]


@lru_cache(maxsize=1)
def module_layout() -> ModuleLayout:
    """Return what is true of this torch's modules (2.2-2.15)."""
    nn = torch.nn
    return ModuleLayout(
        dicts=("_parameters", "_buffers", "_modules"),
        get_attribute=vars(nn.Module).get("__getattr__"),
        set_attribute=vars(nn.Module).get("__setattr__"),
        special=(torch.Tensor, nn.Module),
        tensors=(torch.Tensor, nn.Parameter),
        containers=tuple(
            (_methods(vars(nn)[name]), name in _BY_POSITION)
            for name in (*_BY_POSITION, *_BY_KEY)
        ),
    )


def _methods(container: type) -> dict[str, object]:
    own = {**vars(container)}
    return {name: own[name] for name in _METHODS if name in own}
