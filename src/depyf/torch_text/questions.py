"""The kinds of guards, the forms in which torch writes them, and what they check."""

from __future__ import annotations

import ast
from dataclasses import replace
from enum import Enum
from typing import Iterable, NamedTuple, Sequence

from depyf.model.python_text import parsed_expression
from depyf.reading.numbers import is_number
from depyf.records import dataclass
from depyf.torch_text.access_paths import together

_USUAL_KEYS = {"BackendSelect", "ADInplaceOrView"}
_KEY_SET = "DispatchKeySet("
# The prefixes in the dispatch keys of tensors that are not dense, as in SparseCPU.
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


class LazyView(NamedTuple):
    """A view whose elements torch only computes when an operator reads them.

    Attributes:
        said: what it is, in words.
        resolve: the method that makes a tensor with these elements.
        makers: the methods and functions that return such a view.
    """

    said: str
    resolve: str
    makers: frozenset[str]


_LAZY_VIEWS = {
    "Conjugate": LazyView(
        "conjugated", "resolve_conj", frozenset({"conj", "mH", "H", "adjoint"})
    ),
    "Negative": LazyView("negated", "resolve_neg", frozenset({"imag", "_neg_view"})),
}


class Form(Enum):
    """The form in which torch writes a guard or a guard failure."""

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
        type: the name of the tensor's class.
        keys: the dispatch keys of the tensor.
        dtype: such as ``torch.float32``.
        index: the number of the device, ``None`` if the device has no number.
        requires_grad: whether the tensor requires a gradient.
        size: the size of each dimension, ``None`` where any size passes.
        stride: the stride of each dimension, ``None`` where any stride passes.
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
        """The device, such as ``cuda:0``, from the dispatch keys and the number."""
        kind = self.keys[0].lower() if self.keys else "cpu"
        return kind if self.index == "None" else f"{kind}:{self.index}"

    @property
    def is_contiguous(self) -> bool:
        """Whether the strides are those of a contiguous tensor.

        Unknown sizes and strides count as matching. A dimension of size 1 may have any
        stride.
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
        """The unusual dispatch keys, or ``inference``, or empty if all are usual."""
        backend = self.keys[0] if self.keys else ""
        usual = {backend, f"Autograd{backend}", *_USUAL_KEYS}
        if backend and set(self.keys) == usual:
            return ""
        if backend and set(self.keys) == {backend, "BackendSelect"}:
            return "inference"
        return ", ".join(key for key in self.keys if key not in usual)


def kind_of_keys(expected: str, actual: str) -> GuardKind:
    """Return the kind of guard that fails between two printed sets of dispatch keys.

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
    """Return the dispatch keys that only one of two printed sets has."""
    before, after = _keys(expected), _keys(actual)
    return ", ".join(sorted({*before} ^ {*after})) if before and after else ""


def lazy_view(expected: str, actual: str) -> LazyView | None:
    """Return what differs between two printed sets of dispatch keys, if only a view.

    >>> lazy_view("DispatchKeySet(CPU)", "DispatchKeySet(CPU, Conjugate)").resolve
    'resolve_conj'
    """
    return _LAZY_VIEWS.get(other_keys(expected, actual))


def lazy_makers(forms: Iterable[str]) -> frozenset[str]:
    """Return the methods that return a lazy view with one of these dispatch keys."""
    text = " ".join(forms)
    return frozenset(
        one
        for key, view in _LAZY_VIEWS.items()
        for one in (view.makers if key in text else ())
    )


def listed(text: str) -> tuple[str, ...]:
    """Return the items of a printed list, split at commas."""
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _keys(text: str) -> tuple[str, ...]:
    keys, closed, _ = text[len(_KEY_SET) :].partition(")")
    return listed(keys) if closed and text.startswith(_KEY_SET) else ()


def _dense(backend: str) -> str:
    """Return a backend's dispatch key without its layout: ``CPU`` for ``SparseCPU``."""
    layout = next((one for one in _LAYOUTS if backend.startswith(one)), "")
    return backend[len(layout) :] if backend != layout else backend


@dataclass(frozen=True)
class Question:
    """What a guard checks.

    Attributes:
        form: the form in which torch writes the guard.
        kind: the kind of property that is checked.
        subject: the path or expression of the checked object.
        value: the expression whose value decides, such as ``len(L['d'])``.
        relation: the operator between the value and `expected`: ``==``, ``is not``,
            ``in``, ``>=``.
        expected: the required value, as torch writes it.
        actual: the value that failed the guard, if torch writes it.
        index: the dimension of a size or stride; -1 for other guards.
        name: torch's name of the check, the tensor property or the setting.
        tensor: the checked properties, for the form `Form.TENSOR`; otherwise None.
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
        """Return the question with `paths` instead of placeholders; see `together`."""
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
        """Whether the guard excludes 0 and 1, for which torch compiles separately."""
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
