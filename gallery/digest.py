"""What a call computed: as one number, equal only if every bit is, and as sums."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import TYPE_CHECKING, Any, Iterator, Mapping

import torch

if TYPE_CHECKING:
    from torch import Tensor

_PLAIN = (int, float, complex, bool, str, bytes, type(None), torch.dtype, torch.Size)


def digest(value: object) -> str:
    """Returns a digest of all tensors and plain values in a value, in their order."""
    found = hashlib.sha256()
    for leaf in leaves(value):
        if isinstance(leaf, torch.Tensor):
            tensor = dense(leaf.detach())
            found.update(f"{tensor.dtype} {tuple(tensor.shape)}".encode())
            found.update(tensor.reshape(-1).view(torch.uint8).numpy().tobytes())
        else:
            found.update(repr(leaf).encode())
    return found.hexdigest()


def sums(value: object) -> list[float]:
    """Returns the sum of the absolute numbers of each tensor in a value, in its order.

    Rounding may change these, a cure of `depyf cure` is allowed a little.
    """
    tensors = [leaf for leaf in leaves(value) if isinstance(leaf, torch.Tensor)]
    return [dense(one.detach()).abs().double().sum().item() for one in tensors]


def dense(tensor: Tensor) -> Tensor:
    """Returns the numbers of a tensor as they are read, in one piece of memory."""
    if tensor.layout != torch.strided:
        tensor = tensor.to_dense()
    return tensor.resolve_conj().resolve_neg().contiguous()


def leaves(value: object, depth: int = 8) -> Iterator[object]:
    """Yields tensors and plain values; what an object holds in its attributes, too.

    A cache of keys and values is such an object, and so is what some libraries return.
    """
    if isinstance(value, (torch.Tensor, *_PLAIN)):
        yield value
    elif depth:
        for item in _items(value):
            yield from leaves(item, depth - 1)


def _items(value: object) -> list[Any]:
    if isinstance(value, Mapping):
        return [part for pair in value.items() for part in pair]
    if isinstance(value, (list, tuple)):
        return list(value)
    if dataclasses.is_dataclass(value):
        return [getattr(value, field.name) for field in dataclasses.fields(value)]
    if isinstance(value, (torch.nn.Module, type)) or callable(value):
        return []
    return list(getattr(value, "__dict__", {}).values())


def differentiated(out: object) -> Tensor:
    """Returns what training differentiates: the loss, or the sum of what is floating.

    Raises:
        ValueError: nothing in it depends on a parameter.
    """
    loss = getattr(out, "loss", None)
    if isinstance(loss, torch.Tensor) and loss.requires_grad:
        return loss.sum()
    parts = [
        (leaf.abs() if leaf.is_complex() else leaf).sum()
        for leaf in leaves(out)
        if isinstance(leaf, torch.Tensor) and leaf.requires_grad
    ]
    if not parts:
        message = "nothing in the output can be differentiated"
        raise ValueError(message)
    return torch.stack(parts).sum() if len(parts) > 1 else parts[0]
