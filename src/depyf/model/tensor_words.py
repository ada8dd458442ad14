"""What is worth a word about a tensor: layout, device, dispatch keys."""

from __future__ import annotations

from typing import Sequence

_USUAL_KEYS = {"BackendSelect", "ADInplaceOrView"}


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
