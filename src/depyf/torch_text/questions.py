"""Kinds of guards, their forms in torch's text, and records of what they check."""

from __future__ import annotations

import ast
from dataclasses import replace
from enum import Enum
from typing import Sequence

from depyf.model.python_text import parsed_expression
from depyf.reading.numbers import is_number
from depyf.records import dataclass
from depyf.torch_text.access_paths import together

_USUAL_KEYS = {"BackendSelect", "ADInplaceOrView"}
_KEY_SET = "DispatchKeySet("
# What a backend's key begins with where tensors are not dense.
_LAYOUTS = ("SparseCsr", "Sparse", "Quantized", "Mkldnn", "NestedTensor")
# torch's names for dtypes in C++.
DTYPES = {
    "Bool": "bool", "Byte": "uint8", "Char": "int8", "Short": "int16", "Int": "int32",
    "Long": "int64", "Half": "float16", "BFloat16": "bfloat16", "Float": "float32",
    "Double": "float64", "ComplexHalf": "complex32", "ComplexFloat": "complex64",
    "ComplexDouble": "complex128",
}  # fmt: skip


class GuardKind(Enum):
    """What a guard checks about a value."""

    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    NONE = "none"
    OBJECT = "object"
    TYPE = "type"
    LENGTH = "length"
    KEY = "key"
    DICT_KEYS = "keys of a dict"
    SIZE = "size"
    STRIDE = "stride"
    RANK = "rank"
    DTYPE = "dtype"
    DEVICE = "device"
    REQUIRES_GRAD = "requires_grad"
    LAYOUT = "layout"
    INFERENCE = "inference mode"
    DISPATCH_KEYS = "dispatch keys"
    CONDITION = "condition"
    ALIAS = "alias"
    VIEW = "view"
    GRAD_MODE = "grad mode"
    SETTING = "setting"
    RACE = "race"
    BACKEND = "backend"
    OTHER = "other"


class Form(Enum):
    """How torch writes a guard, or says that one failed."""

    TENSOR = "a call of check_tensor"
    MISMATCH = "words on a property of a tensor"
    NO_TENSOR = "words on what is no tensor"
    SAME_TYPE = "a type by its address"
    SAME_OBJECT = "an object by its address"
    OTHER_TYPE = "a type that must not be"
    NO_FUNCTION = "words on what is no function"
    MISSING = "an error on the way to a value"
    ATTRIBUTE = "a call of hasattr"
    CONTAINS = "a key of a dict or set"
    MARKED = "the dimensions that a tensor is marked at"
    ALIASING = "tensors that are not the same"
    STATE = "a setting of torch"
    BACKEND = "words on the backend"
    COMPARISON = "a value and another"
    RANGE = "a value between two others"
    NOT = "an empty container"
    WORDS = "anything else"


@dataclass(frozen=True)
class TensorGuard:
    """The properties that ``check_tensor(...)`` checks, as torch writes them.

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
        """Whether the strides follow the order of the dimensions.

        Unknown sizes and strides are taken to fit; a dimension of size 1 may have any.
        """
        expected: int | None = 1
        for dim, stride in zip(reversed(self.size), reversed(self.stride)):
            if dim == "1":
                continue
            if is_number(stride) and (expected is None or int(stride) != expected):
                return False
            if expected is not None and is_number(dim):
                expected *= int(dim)
            else:
                expected = None
        return True

    @property
    def unusual_keys(self) -> str:
        """Dispatch keys beyond device and autograd; "" if none."""
        backend = self.keys[0] if self.keys else ""
        usual = {backend, f"Autograd{backend}", *_USUAL_KEYS}
        if backend and set(self.keys) == usual:
            return ""
        if backend and set(self.keys) == {backend, "BackendSelect"}:
            return "inference"
        return ", ".join(key for key in self.keys if key not in usual)


def kind_of_keys(expected: str, actual: str) -> GuardKind:
    """Return how two printed sets of dispatch keys differ.

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
    """Return the dispatch keys of one set that the other lacks."""
    before, after = _keys(expected), _keys(actual)
    return ", ".join(sorted({*before} ^ {*after})) if before and after else ""


def listed(text: str) -> tuple[str, ...]:
    """Return the items of a list that torch prints."""
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _keys(text: str) -> tuple[str, ...]:
    keys, closed, _ = text[len(_KEY_SET) :].partition(")")
    return listed(keys) if closed and text.startswith(_KEY_SET) else ()


def _dense(backend: str) -> str:
    """Return the backend key of a dense tensor."""
    layout = next((one for one in _LAYOUTS if backend.startswith(one)), "")
    return backend[len(layout) :] if backend != layout else backend


@dataclass(frozen=True)
class Question:
    """What a guard checks.

    Attributes:
        form: how torch writes it.
        kind: of what kind it is.
        subject: the path or expression that leads to what it looks at.
        value: the expression whose value decides, such as ``len(L['d'])``.
        relation: of the value to `expected`: ``==``, ``is not``, ``in``, ``>=``.
        expected: the value that is asked for, as torch writes it.
        actual: the value that was met, where torch tells.
        index: the dimension, for sizes and strides; -1 for others.
        name: what torch calls the check, the property of a tensor or the setting.
        tensor: all that is asked of a tensor.
    """

    form: Form
    kind: GuardKind = GuardKind.OTHER
    subject: str = ""
    value: str = ""
    relation: str = ""
    expected: str = ""
    actual: str = ""
    index: int = -1
    name: str = ""
    tensor: TensorGuard | None = None

    def about(self, paths: Sequence[str]) -> Question:
        """Return the question with these paths put in (see `together`)."""
        tensor = self.tensor
        return Question(
            self.form,
            self.kind,
            together(self.subject, paths),
            together(self.value, paths),
            self.relation,
            together(self.expected, paths),
            together(self.actual, paths),
            self.index,
            together(self.name, paths),
            tensor and replace(tensor, subject=together(tensor.subject, paths)),
        )

    @property
    def excludes_small(self) -> bool:
        """Whether it excludes 0 and 1, for which torch compiles separately."""
        return (self.relation, self.expected) == (">=", "2")

    @property
    def length(self) -> int | None:
        """The required number of items of a container; None for other guards."""
        if self.form == Form.NOT and self.kind == GuardKind.LENGTH:
            return 0
        if self.kind == GuardKind.LENGTH and self.relation in ("==", "is"):
            return int(self.expected) if is_number(self.expected) else None
        if self.expected == "set()":
            return 0
        is_set = self.kind == GuardKind.OTHER and self.expected.startswith("{")
        tree = parsed_expression(self.expected) if is_set else None
        return len(tree.elts) if isinstance(tree, ast.Set) else None
