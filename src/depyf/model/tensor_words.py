"""What is worth a word about a tensor: layout, device, dispatch keys."""

from __future__ import annotations

import re
from enum import Enum
from typing import Sequence

_USUAL_KEYS = {"BackendSelect", "ADInplaceOrView"}
_KEY_SET = re.compile(r"DispatchKeySet\((?P<keys>[^()]*)\)")
# What a backend's key begins with where tensors are not dense.
_LAYOUTS = ("SparseCsr", "Sparse", "Quantized", "Mkldnn", "NestedTensor")


class KeyChange(Enum):
    """In what two sets of dispatch keys differ."""

    DEVICE = "device"
    LAYOUT = "layout"
    INFERENCE = "inference mode"
    OTHER = "other keys"


def key_change(text: str) -> KeyChange:
    """Return in what two sets of dispatch keys differ, as torch words that guard.

    >>> key_change("expected DispatchKeySet(CPU, AutogradCPU), actual "
    ...            "DispatchKeySet(CUDA, AutogradCUDA)")
    <KeyChange.DEVICE: 'device'>
    """
    sets = [keys.split(", ") for keys in _KEY_SET.findall(text)]
    if len(sets) != 2 or not all(map(any, sets)):
        return KeyChange.OTHER
    (one, *_), (other, *_) = sets
    if _dense(one) != _dense(other):
        return KeyChange.DEVICE
    if one != other:
        return KeyChange.LAYOUT
    differ = {*sets[0]} ^ {*sets[1]}
    if differ <= {"ADInplaceOrView", f"Autograd{one}"}:
        return KeyChange.INFERENCE
    return KeyChange.OTHER


def other_keys(text: str) -> str:
    """Return the dispatch keys that one of two sets has and the other has not."""
    sets = [{*keys.split(", ")} for keys in _KEY_SET.findall(text)]
    return ", ".join(sorted(sets[0] ^ sets[1])) if len(sets) == 2 else ""


def _dense(backend: str) -> str:
    """Return the backend's key of a tensor that is dense."""
    layout = next((one for one in _LAYOUTS if backend.startswith(one)), "")
    return backend[len(layout) :] if backend != layout else backend


def is_contiguous(dims: Sequence[str], strides: Sequence[str]) -> bool:
    """Return whether strides are those of a tensor in the order of its dimensions.

    Unknown sizes and strides (``None``, symbols) are taken to fit; a dimension of size
    1 may have any.
    """
    expected: int | None = 1
    for dim, stride in zip(reversed(list(dims)), reversed(list(strides))):
        if dim == "1":
            continue
        if stride.isdigit() and (expected is None or int(stride) != expected):
            return False
        if expected is not None and dim.isdigit():
            expected *= int(dim)
        else:
            expected = None
    return True


def device_of(keys: str, index: str) -> str:
    """Return ``cuda:0`` from a tensor's dispatch keys and device index."""
    kind = keys.partition(",")[0].strip().lower() or "cpu"
    return kind if index.strip() == "None" else f"{kind}:{index.strip()}"


def unusual_keys(keys: str) -> str:
    """Return the dispatch keys that say more than device and autograd; "" if none."""
    listed = [key.strip() for key in keys.split(",") if key.strip()]
    backend = listed[0] if listed else ""
    usual = {backend, f"Autograd{backend}", *_USUAL_KEYS}
    if backend and set(listed) == usual:
        return ""
    if backend and set(listed) == {backend, "BackendSelect"}:
        return "inference"
    return ", ".join(key for key in listed if key not in usual)
