"""A tensor as a guard of torch's asks for it: dtype, sizes, layout, dispatch keys."""

from __future__ import annotations

import re
from dataclasses import dataclass

from depyf.torch_text.guard_kinds import GuardKind

_USUAL_KEYS = {"BackendSelect", "ADInplaceOrView"}
_KEY_SET = re.compile(r"DispatchKeySet\((?P<keys>[^()]*)\)")
# What a backend's key begins with where tensors are not dense.
_LAYOUTS = ("SparseCsr", "Sparse", "Quantized", "Mkldnn", "NestedTensor")
# torch's names for dtypes in C++.
DTYPES = {
    "Bool": "bool", "Byte": "uint8", "Char": "int8", "Short": "int16", "Int": "int32",
    "Long": "int64", "Half": "float16", "BFloat16": "bfloat16", "Float": "float32",
    "Double": "float64", "ComplexHalf": "complex32", "ComplexFloat": "complex64",
    "ComplexDouble": "complex128",
}  # fmt: skip


@dataclass(frozen=True)
class TensorGuard:
    """What ``check_tensor(...)`` asks of a tensor, as torch writes it.

    Attributes:
        subject: the path to the tensor.
        type: the name of its class.
        keys: its dispatch keys.
        dtype: ``torch.float32``, for example.
        index: the number of its device, ``None`` where it has none.
        requires_grad: whether it needs a gradient.
        size: a number for each dimension, ``None`` where any will do.
        stride: a number for each dimension, ``None`` where any will do.
    """

    subject: str
    type: str
    keys: tuple[str, ...]
    dtype: str
    index: str
    requires_grad: bool
    size: tuple[str, ...]
    stride: tuple[str, ...]

    @property
    def device(self) -> str:
        """Return ``cuda:0``, from dispatch keys and number."""
        kind = self.keys[0].lower() if self.keys else "cpu"
        return kind if self.index == "None" else f"{kind}:{self.index}"

    @property
    def is_contiguous(self) -> bool:
        """Return whether the strides are those of the order of the dimensions.

        Unknown sizes and strides are taken to fit; a dimension of size 1 may have any.
        """
        expected: int | None = 1
        for dim, stride in zip(reversed(self.size), reversed(self.stride)):
            if dim == "1":
                continue
            if stride.isdigit() and (expected is None or int(stride) != expected):
                return False
            if expected is not None and dim.isdigit():
                expected *= int(dim)
            else:
                expected = None
        return True

    @property
    def unusual_keys(self) -> str:
        """Return the keys that say more than device and autograd; "" if none."""
        backend = self.keys[0] if self.keys else ""
        usual = {backend, f"Autograd{backend}", *_USUAL_KEYS}
        if backend and set(self.keys) == usual:
            return ""
        if backend and set(self.keys) == {backend, "BackendSelect"}:
            return "inference"
        return ", ".join(key for key in self.keys if key not in usual)


def kind_of_keys(expected: str, actual: str) -> GuardKind:
    """Return in what two sets of dispatch keys differ, as torch prints them.

    >>> kind_of_keys("DispatchKeySet(CPU, AutogradCPU)",
    ...              "DispatchKeySet(CUDA, AutogradCUDA)")
    <GuardKind.DEVICE: 'device'>
    """
    before, after = _keys(expected), _keys(actual)
    if not before or not after:
        return GuardKind.DISPATCH_KEYS
    one, other = before[0], after[0]
    if _dense(one) != _dense(other):
        return GuardKind.DEVICE
    if one != other:
        return GuardKind.LAYOUT
    if {*before} ^ {*after} <= {"ADInplaceOrView", f"Autograd{one}"}:
        return GuardKind.INFERENCE
    return GuardKind.DISPATCH_KEYS


def other_keys(expected: str, actual: str) -> str:
    """Return the dispatch keys that one of two sets has and the other has not."""
    before, after = _keys(expected), _keys(actual)
    return ", ".join(sorted({*before} ^ {*after})) if before and after else ""


def listed(text: str) -> tuple[str, ...]:
    """Return the items of a list that torch prints."""
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _keys(text: str) -> tuple[str, ...]:
    found = _KEY_SET.match(text)
    return listed(found["keys"]) if found else ()


def _dense(backend: str) -> str:
    """Return the backend's key of a tensor that is dense."""
    layout = next((one for one in _LAYOUTS if backend.startswith(one)), "")
    return backend[len(layout) :] if backend != layout else backend
