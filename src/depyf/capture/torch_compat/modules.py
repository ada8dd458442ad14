"""How `torch.nn.Module` and its containers keep what they hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Mapping

import torch

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
