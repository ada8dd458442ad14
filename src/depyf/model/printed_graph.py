"""The text of a graph as torch prints it: made to parse, and what tensors it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from depyf.model.python_text import compiles
from depyf.model.source_places import one_line

# torch's abbreviations in annotations such as "f32[10, s77][s77, 1]cuda:0".
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
# Begins with the colon, for which a search through megabytes is fast.
_TYPE = re.compile(
    r':\s*"(?P<dtype>[a-z]\w*)\[(?P<shape>[^\]"]*)\]'
    r'(?:\[(?P<stride>[^\]"]*)\])?(?P<device>[a-z]\w*(?::\d+)?)?[^"]*"'
)
_ANNOTATION = re.compile(r"([a-z]\w*)\[([^\]]*)\]")
_NAME_AT_END = re.compile(r"(?<!\w)[^\W\d]\w*\Z")
_LONGEST_NAME = 1000
# Begins with what is searched for, as above.
_CLASS_NAME = re.compile(r"class (?!\w+\s*[(:])[^(\n]*\(")


@dataclass(frozen=True)
class Tensor:
    """What a graph's text says of one tensor; stride and device may be empty."""

    name: str
    dtype: str
    shape: str
    stride: str
    device: str


def tensors(text: str) -> tuple[Tensor, ...]:
    """Return the tensors of a printed graph, each once, in order of appearance.

    >>> tensors('x: "f32[s77, 4][4, 1]cpu" = l_a_ / add')[0].shape
    '[s77, 4]'
    """
    found: dict[str, Tensor] = {}
    for match in _TYPE.finditer(text):
        before = text[max(0, match.start() - _LONGEST_NAME) : match.start()]
        word = _NAME_AT_END.search((before.rsplit(None, 1) or [""])[-1])
        if word is None or word.group() in found:
            continue
        dtype, shape, stride, device = match.groups()
        found[word.group()] = Tensor(
            name=word.group(),
            dtype=DTYPES.get(dtype, dtype),
            shape=f"[{shape}]",
            stride=f"[{stride}]" if stride is not None else "",
            device=device or "",
        )
    return tuple(found.values())


@lru_cache(maxsize=4096)  # a model has thousands of tensors and few types
def type_words(annotation: str) -> str:
    """Return dtype and shape of what torch says of a value; empty where it has none.

    >>> type_words("f32[4, 8][8, 1]cuda:0"), type_words("Sym(s77)")
    ('float32 [4, 8]', '')
    """
    found = _ANNOTATION.match(annotation)
    if found is None:
        return ""
    dtype, shape = found.groups()
    return f"{DTYPES.get(dtype, dtype)} [{shape}]"


def parseable(text: str) -> str:
    r"""Return a printed graph so that it parses: torch prints ``class <lambda>``.

    >>> print(parseable("class <lambda>(torch.nn.Module):\n    pass"))
    class GraphModule(torch.nn.Module):
        pass
    """
    if compiles(text):
        return text
    renamed = with_class_names(text)
    if compiles(renamed):
        return renamed
    return "# torch's text of this graph is not Python:\n" + as_comment(text)


def with_class_names(text: str) -> str:
    """Return a printed graph in which no class is called ``<lambda>`` or the like."""
    return _CLASS_NAME.sub(_with_name, text)


def _with_name(found: re.Match[str]) -> str:
    line = found.string.rfind("\n", 0, found.start()) + 1
    before = found.string[line : found.start()]
    return "class GraphModule(" if not before.strip() else found.group()


def as_comment(text: str) -> str:
    """Return text as lines of comments."""
    lines = (one_line(line) for line in text.split("\n"))
    return "\n".join(f"# {line}".rstrip() for line in lines)
