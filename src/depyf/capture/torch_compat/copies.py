"""Copy tensors so that torch compiles the copies alike, and compare results."""

from __future__ import annotations

import dataclasses
import math
import random
import sys
from typing import Any, Callable, Iterator

import torch
from torch.utils import _pytree as pytree

_MARKS = "_dynamo_"  # prefix of the attributes that `mark_dynamic` sets on a tensor
_PLAIN = (torch.Tensor, torch.nn.Parameter)

Restore = Callable[[], None]


class Copier:
    """Copies tensors; tensors that share memory share it in the copies, too."""

    def __init__(self) -> None:
        self._tensors: dict[int, torch.Tensor] = {}
        self._storages: dict[int, Any] = {}
        self._kept: list[object] = []

    def of_tree(self, tree: Any) -> Any:
        """Return a tree of lists, dicts and so on with copies of its tensors."""
        return pytree.tree_map(self._leaf, tree)

    def _leaf(self, leaf: Any) -> Any:
        if not isinstance(leaf, torch.Tensor):
            return leaf
        if id(leaf) not in self._tensors:
            self._kept.append(leaf)
            self._tensors[id(leaf)] = self._copied(leaf)
        return self._tensors[id(leaf)]

    def _copied(self, tensor: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            new = self._memory_of(tensor)
        if type(tensor) is torch.nn.Parameter:
            new = torch.nn.Parameter(new, requires_grad=tensor.requires_grad)
        elif new.requires_grad != tensor.requires_grad:
            new.requires_grad_(tensor.requires_grad)
            if not tensor.is_leaf:
                new = new.clone()
        for name, value in vars(tensor).items():
            if name.startswith(_MARKS):
                held = set(value) if isinstance(value, set) else value
                setattr(new, name, held)
        return new

    def _memory_of(self, tensor: torch.Tensor) -> torch.Tensor:
        """Return a tensor of equal sizes, strides and contents, without gradient."""
        plain = tensor.detach()
        strided = type(tensor) in _PLAIN and plain.layout is torch.strided
        if not strided or plain.is_conj() or plain.is_neg() or plain.is_inference():
            return plain.clone()
        storage = plain.untyped_storage()
        key = storage._cdata
        if key not in self._storages:
            self._storages[key] = storage.clone()
            self._kept.append(storage)
        new = torch.empty(0, dtype=plain.dtype, device=plain.device)
        offset, sizes = plain.storage_offset(), plain.size()
        return new.set_(self._storages[key], offset, sizes, plain.stride())


def is_tensor(value: object) -> bool:
    """Return whether a value is a tensor."""
    return isinstance(value, torch.Tensor)


def tensors_of(tree: object) -> list[tuple[str, Any]]:
    """Return the tensors of a tree with the path to each, such as ``[0]['x']``."""
    found = pytree.tree_flatten_with_path(tree)[0] if _has_paths() else ()
    return [
        (pytree.keystr(path), leaf)
        for path, leaf in found
        if isinstance(leaf, torch.Tensor)
    ]


def _has_paths() -> bool:
    return hasattr(pytree, "tree_flatten_with_path")


def mark(tensor: Any, dimension: int, function: str) -> None:
    """Mark a dimension with a function of `torch._dynamo`, such as `mark_dynamic`."""
    getattr(torch._dynamo, function)(tensor, dimension)


def kept_tensor(tensor: Any) -> Restore:
    """Return a function that restores a tensor and its gradient."""
    if tensor.is_inference() or _repeats(tensor):
        return lambda: None
    with torch.no_grad():
        contents = tensor.detach().clone()
        grad = tensor.grad if tensor.is_leaf else None
        slope = grad.detach().clone() if grad is not None else None

    def restore() -> None:
        with torch.no_grad():
            _set(tensor, contents)
            if tensor.is_leaf and (grad is not None or tensor.grad is not None):
                tensor.grad = grad
                if grad is not None and slope is not None:
                    _set(grad, slope)

    return restore


def _set(tensor: Any, contents: Any) -> None:
    """Restore a tensor's contents if they changed, without autograd noticing it.

    The tensor's version does not show a change: `batch_norm` changes its statistics
    without a new version (2.13).
    """
    if tensor.shape != contents.shape:
        tensor.data = contents.clone()
    elif not bool((tensor == contents).all()):
        tensor.data.copy_(contents)


def _repeats(tensor: Any) -> bool:
    """Return whether elements share memory, as after `expand`: writing would fail."""
    if tensor.layout is not torch.strided:
        return False
    pairs = zip(tensor.size(), tensor.stride())
    return any(size > 1 and stride == 0 for size, stride in pairs)


def kept_random() -> Restore:
    """Return a function that restores the current state of all random generators."""
    python, own = random.getstate(), torch.get_rng_state()
    cuda = torch.cuda.is_available() and torch.cuda.is_initialized()
    others = torch.cuda.get_rng_state_all() if cuda else []
    numpy: Any = sys.modules.get("numpy.random")
    state = numpy.get_state() if numpy is not None else None

    def restore() -> None:
        random.setstate(python)
        torch.set_rng_state(own)
        if others:
            torch.cuda.set_rng_state_all(others)
        if numpy is not None:
            numpy.set_state(state)

    return restore


# --- differences ----------------------------------------------------------------------


def outputs(tree: Any) -> tuple[list[Any], str]:
    """Return copies of the leaves of a call's result, and its structure."""
    leaves, spec = pytree.tree_flatten(tree)
    kept: list[Any] = []
    structure = str(spec)
    for leaf in leaves:
        if dataclasses.is_dataclass(leaf) and not isinstance(leaf, type):
            fields = {one.name: getattr(leaf, one.name) for one in _fields(leaf)}
            inner, words = outputs(fields)
            kept += inner
            structure += f"\n{type(leaf).__qualname__}: {words}"
        else:
            kept.append(_detached(leaf))
    return kept, structure


def _fields(leaf: Any) -> list[Any]:
    return [one for one in dataclasses.fields(leaf) if hasattr(leaf, one.name)]


def _detached(leaf: Any) -> Any:
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(leaf, numpy.ndarray):
        try:
            return torch.from_numpy(leaf.copy())
        except TypeError:  # an array of strings or objects
            return leaf
    with torch.no_grad():
        return leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf


def kinds(leaf: Any) -> str:
    """Return what must be equal in two results: type, dtype, sizes or value."""
    if isinstance(leaf, torch.Tensor):
        return f"{leaf.dtype} of {tuple(leaf.shape)} on {leaf.device}"
    if isinstance(leaf, (bool, int, str, bytes, type(None))):
        return repr(leaf)
    return type(leaf).__qualname__


def apart_by(first: Any, second: Any) -> tuple[float, float]:
    """Return the largest difference of two results of one kind, and their magnitude.

    Returns:
        Zero if they are equal, where nan equals nan.  Infinity if one is nan and the
        other is not.
    """
    if isinstance(first, float):
        first, second = torch.tensor(first), torch.tensor(second)
    if not isinstance(first, torch.Tensor) or not first.numel():
        return 0.0, 0.0
    if first.layout is not torch.strided:
        first, second = first.to_dense(), second.to_dense()
    if first.is_quantized:
        first, second = first.dequantize(), second.dequantize()
    with torch.no_grad():
        same = (first == second) | (first.isnan() & second.isnan())
        if bool(same.all()):
            return 0.0, 0.0
        wide = torch.complex128 if first.is_complex() else torch.float64
        one, other = first.cpu().to(wide), second.cpu().to(wide)
        off = (one - other).abs()[~same.cpu()]
        size = float(one.abs().nan_to_num(0.0, 0.0, 0.0).max())
        largest = float(off.max())
    return (float("inf") if math.isnan(largest) else largest), size


def all_leaves(tree: Any) -> Iterator[Any]:
    """Yield the leaves of a tree of containers, such as lists, tuples and dicts."""
    yield from pytree.tree_flatten(tree)[0]
