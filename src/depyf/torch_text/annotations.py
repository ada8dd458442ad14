"""Parse torch's annotations of values: ``f32[4, s77][s77, 1]cuda:0``, ``Sym(s77)``.

This module also evaluates sizes such as ``2*s27 - 2`` or ``Max(1, s27 - 1)`` for known
symbols.
"""

from __future__ import annotations

import ast
import operator
from functools import lru_cache
from typing import TYPE_CHECKING, Callable, Iterator, Mapping, NamedTuple, Sequence

from depyf.model.python_text import parsed_expression
from depyf.regexes import regex

if TYPE_CHECKING:
    import re

_ANNOTATIONS = 4096  # a model has thousands of tensors and few types
# torch's abbreviations of dtypes.
DTYPES = {
    "f64": "float64",
    "f32": "float32",
    "f16": "float16",
    "bf16": "bfloat16",
    "f8e4m3fn": "float8_e4m3fn",
    "f8e5m2": "float8_e5m2",
    "f8e4m3fnuz": "float8_e4m3fnuz",
    "f8e5m2fnuz": "float8_e5m2fnuz",
    "f8e8m0fnu": "float8_e8m0fnu",
    "f4e2m1fnx2": "float4_e2m1fn_x2",
    "c32": "complex32",
    "c64": "complex64",
    "c128": "complex128",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "b8": "bool",
}
_TENSOR = (
    r'(?P<dtype>[a-z]\w*)\[(?P<shape>[^\]"]*)\]'
    r'(?:\[(?P<stride>[^\]"]*)\])?(?P<device>[a-z]\w*(?::\d+)?)?'
)
_TYPE = regex(_TENSOR)
# Begins with a literal colon, which makes a search through megabytes fast.
_ANNOTATED = regex(r':\s*"')
_NAME_AT_END = regex(r"(?<!\w)[^\W\d]\w*\Z")
_LONGEST_NAME = 1000
# The annotation of a value in graphs that torch up to 2.3 prints, without strides.
_OLD = r'(?:\s*:\s*(?:"[^"]*"|[\w.]+(?:\[[^\]]*\])?))?'
_OLD_NODE = regex(rf"^(?P<head>\s+(?P<name>[^\W\d]\w*)){_OLD}(?= = )")
_OLD_INPUT = regex(rf"(?<=[(,] )(?P<head>(?P<name>[^\W\d]\w*)){_OLD}(?=[,)])")
_DEVICE = regex(r"\b(cuda|xpu|hpu|mtia|npu):\d+\b")
_NUMBER = "Sym("  # a number that the caller passes
_BITS = regex(r"\d+")  # the bits, in each of torch's short names: ``b8`` is bool


class TensorType(NamedTuple):
    """A parsed annotation of a tensor.

    If torch does not print them, `stride` is None and `device` is empty.
    """

    short_dtype: str
    shape: str
    stride: str | None
    device: str

    @property
    def dtype(self) -> str:
        """The full name of the dtype."""
        return DTYPES.get(self.short_dtype, self.short_dtype)


@lru_cache(maxsize=_ANNOTATIONS)
def tensor_type(annotation: str) -> TensorType | None:
    """Parse the annotation of a tensor; return None for those of other values."""
    found = _TYPE.match(annotation)
    return None if found is None else _type_of(found)


def _type_of(found: re.Match[str]) -> TensorType:
    device = found["device"] or ""
    return TensorType(found["dtype"], found["shape"], found["stride"], device)


def type_words(annotation: str) -> str:
    """Return the dtype and shape in an annotation; empty if it has none.

    >>> type_words("f32[4, 8][8, 1]cuda:0"), type_words("Sym(s77)")
    ('float32 [4, 8]', '')
    """
    known = tensor_type(annotation)
    return "" if known is None else f"{known.dtype} [{known.shape}]"


def short_type(annotation: str) -> str:
    """Return an annotation without strides and device.

    >>> short_type("f32[4, 8][8, 1]cuda:0"), short_type("Sym(s77)")
    ('f32[4, 8]', 'Sym(s77)')
    """
    known = tensor_type(annotation)
    if known is not None:
        return f"{known.short_dtype}[{known.shape}]"
    is_number = annotation.startswith(_NUMBER) and annotation.endswith(")")
    return annotation if is_number else ""


def elements_of(annotation: str) -> int | None:
    """Return the number of elements of a tensor; None if it is unknown.

    >>> elements_of("f32[4, 8][8, 1]cpu"), elements_of("f32[s77, 8][8, 1]cpu")
    (32, None)
    """
    known = tensor_type(annotation)
    shape = None if known is None else evaluated(known.shape, {})
    elements = 1
    for size in shape or ():
        elements *= size
    return None if shape is None else elements


def bytes_of(annotation: str, sizes: Mapping[str, int] | None = None) -> int | None:
    """Return the bytes of a value's memory; None if they are unknown.

    The strides decide, because the elements of an expanded tensor share memory.  A
    number has 0 bytes.

    >>> bytes_of("f32[4, 8][8, 1]cpu"), bytes_of("i64[4, 8][0, 0]cpu")
    (128, 8)
    >>> bytes_of("f32[s77, 8][8, 1]cpu"), bytes_of("f32[s77, 8][8, 1]cpu", {"s77": 2})
    (None, 64)
    """
    if annotation.startswith(_NUMBER):
        return 0
    known = tensor_type(annotation)
    shape = None if known is None else evaluated(known.shape, sizes or {})
    if known is None or shape is None:
        return None
    stride = evaluated(known.stride, sizes or {}) if known.stride else None
    elements = 1
    if stride is not None and len(stride) == len(shape):
        elements += sum((size - 1) * step for size, step in zip(shape, stride))
    else:
        for size in shape:
            elements *= size
    if 0 in shape:
        return 0
    bits = _BITS.search(known.short_dtype)
    return None if bits is None else elements * int(bits.group()) // 8


def named_tensors(text: str) -> Iterator[tuple[str, TensorType]]:
    """Yield the name and type of each tensor of a printed graph, in order.

    >>> [*named_tensors('x: "f32[s77, 4][4, 1]cpu" = l_a_ / add')][0][1].shape
    's77, 4'
    """
    seen: set[str] = set()
    before, *annotated = _ANNOTATED.split(text)
    for rest in annotated:
        annotation, quote, _ = rest.partition('"')
        known = tensor_type(annotation) if quote else None
        word = before[-_LONGEST_NAME:].rpartition(" ")[2]
        before = rest
        if known is None:
            continue
        if not word.isidentifier():
            at_end = _NAME_AT_END.search(word)
            word = "" if at_end is None else at_end.group()
        if word and word not in seen:
            seen.add(word)
            yield word, known


def without_device_numbers(text: str) -> str:
    """Return a text without device numbers, so that the texts of ranks can be equal."""
    return _DEVICE.sub(r"\1", text)


def with_annotations(text: str, known: Mapping[str, str]) -> str:
    """Return a printed graph with the given annotations of its values.

    ``abs_1: f32[10] = ...`` becomes ``abs_1: "f32[10][1]cpu" = ...``.

    Args:
        text: a graph, as torch up to 2.3 prints it.
        known: the annotations, by the names of the values.
    """

    def described(found: re.Match[str]) -> str:
        annotation = known.get(found["name"])
        return f'{found["head"]}: "{annotation}"' if annotation else found.group()

    def line_of(line: str) -> str:
        is_head = line.lstrip().startswith("def forward(")
        return (_OLD_INPUT if is_head else _OLD_NODE).sub(described, line)

    return "\n".join(map(line_of, text.split("\n")))


# --- sizes ----------------------------------------------------------------------------

_OPERATORS: Mapping[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.floordiv,  # sizes are whole, and torch prints both
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
# Functions in sizes, as sympy prints them.
_FUNCTIONS: Mapping[str, Callable[..., int]] = {
    "Max": max,
    "Min": min,
    "Mod": operator.mod,
    "PythonMod": operator.mod,
    "FloorDiv": operator.floordiv,
    "CleanDiv": operator.floordiv,
    "CeilDiv": lambda a, b: -(-a // b),
    "floor": int,
    "TruncToInt": int,
    "Abs": abs,
}
_LARGEST_POWER = 64
_LARGEST = 1 << 64


def evaluated(text: str, sizes: Mapping[str, int]) -> list[int] | None:
    """Return the values of size expressions; None if any of them is unknown.

    Args:
        text: the expressions, separated by commas.  They may have numbers, symbols,
            arithmetic and the functions that torch prints.
        sizes: the values of the symbols.

    >>> evaluated("2*s0 - 2, Max(1, s0)", {"s0": 5})
    [8, 5]
    >>> evaluated("4, u0 + 1", {})
    """
    listed = _listed(text)
    if listed is None:
        return None
    try:
        return [_value(item, sizes) for item in listed]
    except (ValueError, KeyError, TypeError, ArithmeticError):
        return None


@lru_cache(maxsize=_ANNOTATIONS)
def _listed(text: str) -> Sequence[ast.expr] | None:
    listed = parsed_expression(f"[{text.strip()}]")
    return listed.elts if isinstance(listed, ast.List) else None


def _value(node: ast.expr, sizes: Mapping[str, int]) -> int:
    """Return the value of a size; raise an error if it is unknown."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return sizes[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, sizes)
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left, sizes), _value(node.right, sizes)
        if isinstance(node.op, ast.Pow) and not 0 <= right <= _LARGEST_POWER:
            raise ValueError(right)
        value = _OPERATORS[type(node.op)](left, right)
        if abs(value) > _LARGEST:  # nested powers would fill the memory
            raise ValueError(value.bit_length())
        return value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        given = [_value(argument, sizes) for argument in node.args]
        return _FUNCTIONS[node.func.id](*given)
    raise ValueError(node)
