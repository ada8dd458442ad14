"""Find the kernels and the kernel calls in a Python module that Inductor generated."""

from __future__ import annotations

import enum
import re
from functools import cached_property, lru_cache
from typing import Iterator, NamedTuple, Sequence

from depyf.records import dataclass
from depyf.regexes import regex
from depyf.torch_text.source_lines import SourceLine

_MODULES = 16
# A statement that compiles a kernel: "k = async_compile.triton('k', ...".
_MADE = regex(r"(?P<name>[^\W\d]\w*) = async_compile\.(?P<kind>\w+)\(")
_LANGUAGES = {"cpp_pybinding": "cpp"}
# The comment above a kernel that the user wrote.
_WRITTEN = regex(r"# Original path: (?P<file>.+):(?P<line>\d{1,9})$")
# A statement that calls a kernel: "  buf1 = extern_kernels.mm(a, b)", "  k.run(a)".
_CALL = regex(r"\s+(?:\w+ = )?(?P<name>[^\W\d][\w.]*?)(?P<run>\.run)?\(")
# The lines above a call: "# ... Source Nodes: [linear, h], ...", other comments, the
# stream.
_SOURCE_NODES = regex(
    r"\s*#.*?(?P<sorted>Topologically Sorted )?Source Nodes: \[(?P<nodes>[^\]]*)\]"
)
_WORD = regex(r"[^\W\d]\w*")
_NAME = regex(r"\w+")
_STREAM = regex(r"\s*stream\d+ = ")
# The comment above a call that names its provenance record, if Inductor keeps one.
_RECORD = regex(r"\s*# \[Provenance debug handles\] (?P<record>\S+)$")
_BACKWARD = regex(r"# AOT ID: \[['\"]\d+_backward['\"]")
# The name of a fused kernel, such as "triton_poi_fused_add_relu_0".
_FUSED = regex(r"^\w*?_?fused_(?P<operations>\w+?)_\d+$")
# The head of a kernel: "void kernel(const float* in_ptr0," or "def name(in_ptr0,".
_HEAD = regex(r"(?:\bkernel|\ndef \w+)\((?P<parameters>[^()]*)\)")
_PARAMETER = regex(r"(\w+)\s*(?::[^,]*)?$")
_MAKES_KERNELS = "async_compile = "
_TRITON = "@triton.jit"
_QUOTES = "'''"
# What a body does with memory: names it again, loads from it, stores to it.
_SAME = regex(r"\bauto (?P<other>\w+) = (?P<name>\w+);")
_LOADS = regex(r"(?:\w*load\w*|transpose_mxn<[^;\n]*>)\($")
_STORES = regex(r"\.?store\($")
_ELEMENT = regex(r"\[.*\] = ")


class MadeKernel(NamedTuple):
    """A kernel in a generated module.

    Attributes:
        name: the kernel's name.
        language: such as ``triton`` or ``cpp``.
        line: the line of the module that compiles it, counted from 1.
        written: the location in the user's program, if the user wrote the kernel.
    """

    name: str
    language: str
    line: int
    written: SourceLine | None


class KernelCall(NamedTuple):
    """A statement of a generated module that calls a kernel or another function.

    Attributes:
        name: the called function, without ``.run``.
        line: the line of the module, counted from 1.
        runs: whether the call is to ``.run``.
        nodes: the nodes of the captured graph that the comment above names; None if no
            comment names them.
        ends: whether the call ends on the line on which it begins.
        record: the name of the call's provenance record; empty if there is none.
        in_order: whether the named nodes are in the order of their graph.
        arguments: the source of the arguments, up to the end of the line.
    """

    name: str
    line: int
    runs: bool
    nodes: tuple[str, ...] | None
    ends: bool
    record: str = ""
    in_order: bool = False
    arguments: str = ""

    @property
    def names(self) -> set[str]:
        """The names in the arguments, those of keywords included."""
        return {*_WORD.findall(self.arguments)}


@dataclass(frozen=True)
class KernelModule:
    """The kernels and calls of a module that Inductor generated.

    `is_one_kernel` is true if the module defines one Triton kernel and calls none.
    Inductor loads such a module for each kernel of a graph, and for each variant that
    autotuning tries.  The module that calls the kernels contains the source of all the
    used kernels as well.
    """

    text: str
    kernels: tuple[MadeKernel, ...]
    calls: tuple[KernelCall, ...]
    backward: bool
    is_one_kernel: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the module's kernels."""
        return tuple(one.name for one in self.kernels)

    @property
    def language(self) -> str:
        """The language of the kernels; ``mixed`` if several, empty without kernels."""
        languages = {one.language for one in self.kernels}
        return "mixed" if len(languages) > 1 else next(iter(languages), "")

    def lines_of(self, name: str) -> list[int]:
        """Return the lines, counted from 1, that define or call a kernel.

        If none is found, because the calls are C++, return the lines that name it.
        """
        found = self._own_lines.get(name)
        if found is not None:
            return found
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        lines = enumerate(self.text.split("\n"), 1)
        return [number for number, line in lines if word.search(line)]

    @cached_property
    def _own_lines(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        made = ((one.name, one.line) for one in self.kernels)
        called = ((one.name, one.line) for one in self.calls if one.ends)
        for name, line in (*made, *called):
            found.setdefault(name, []).append(line)
        return found

    def mentions(self, record: str) -> bool:
        """Return whether the text names the provenance record ``kernel:number``."""
        return re.search(rf"\b{re.escape(record)}(?!\d)", self.text) is not None


@lru_cache(maxsize=_MODULES)
def kernel_module(text: str) -> KernelModule:
    """Parse the source of a generated module; any text is accepted."""
    lines = text.split("\n")
    python = [*_python(lines)]
    makes_kernels = any(line.startswith(_MAKES_KERNELS) for line in lines)
    return KernelModule(
        text,
        tuple(_kernels(python)),
        tuple(_calls(python)),
        any(map(_BACKWARD.match, lines)),
        _TRITON in text and not makes_kernels,
    )


def fused_operations(name: str) -> str:
    """Return the fused operations in a kernel's name; empty if the name has none.

    >>> fused_operations("triton_poi_fused_add_relu_0")
    'add_relu'
    """
    found = _FUSED.match(name)
    return found["operations"] if found is not None else ""


class Access(enum.Enum):
    """What a kernel does first with the memory of a buffer."""

    READ = enum.auto()
    WRITE = enum.auto()
    UNKNOWN = enum.auto()


class KernelHead(NamedTuple):
    """The names of a kernel's parameters, in order, and the source below them."""

    parameters: tuple[str, ...]
    body: str


def heads_of_kernels(module: KernelModule) -> dict[str, KernelHead]:
    """Map each kernel to its parameters and its body."""
    lines = module.text.split("\n")
    starts = [one.line for one in module.kernels]
    found: dict[str, KernelHead] = {}
    for made, end in zip(module.kernels, [*starts[1:], len(lines) + 1]):
        text = "\n".join(lines[made.line - 1 : end - 1])
        head = _HEAD.search(text)
        if head is not None:
            each = map(_PARAMETER.search, map(str.strip, head["parameters"].split(",")))
            names = tuple(one[1] if one is not None else "" for one in each)
            body = text[head.end() :].partition(_QUOTES)[0]
            found[made.name] = KernelHead(names, body)
    return found


def first_access(name: str, body: str) -> Access:
    """Return what a kernel does first with a buffer, in C++ or Triton.

    >>> first_access("in_out_ptr0", "auto tmp0 = in_out_ptr0[x0];")
    <Access.READ: 1>
    >>> first_access("in_out_ptr0", "tl.store(in_out_ptr0 + (x0), tmp1)")
    <Access.WRITE: 2>

    Args:
        name: the name of the buffer's parameter.
        body: the source of the kernel, below its head.
    """
    for line, start, end in _mentions(name, body):
        before, after = line[:start], line[end:]
        if _STORES.search(before) or (not before.strip() and _ELEMENT.match(after)):
            return Access.WRITE
        if _LOADS.search(before) or (" = " in before and after.startswith("[")):
            return Access.READ
        return Access.UNKNOWN
    return Access.UNKNOWN


def _mentions(name: str, body: str) -> Iterator[tuple[str, int, int]]:
    """Yield the lines with the buffer, and where, without those that rename it."""
    names = {name}
    for line in body.split("\n"):
        same = _SAME.search(line)
        if same is not None and same["name"] in names:
            names.add(same["other"])
            continue
        for word in _NAME.finditer(line):
            if word[0] in names:
                yield line, word.start(), word.end()


def _python(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines outside of triple-quoted kernel sources."""
    inside = False
    for number, line in enumerate(lines, 1):
        if not inside:
            yield number, line
        inside ^= line.count(_QUOTES) % 2 == 1


def _kernels(lines: Sequence[tuple[int, str]]) -> Iterator[MadeKernel]:
    written = None
    for number, line in lines:
        made = _MADE.match(line)
        if made is not None:
            language = _LANGUAGES.get(made["kind"], made["kind"])
            yield MadeKernel(made["name"], language, number, written)
        found = _WRITTEN.match(line)
        place = None if found is None else (found["file"], int(found["line"]))
        written = None if place is None else SourceLine(*place)


def _calls(lines: Sequence[tuple[int, str]]) -> Iterator[KernelCall]:
    nodes: tuple[str, ...] | None = None
    record, in_order = "", False
    for number, line in lines:
        named = _SOURCE_NODES.match(line)
        told = _RECORD.match(line)
        if told is not None:
            record = told["record"]
        elif named is not None:
            names = (name.strip() for name in named["nodes"].split(","))
            nodes = tuple(name for name in names if name)
            in_order = named["sorted"] is not None
        elif not line.lstrip().startswith("#") and not _STREAM.match(line):
            found = _CALL.match(line)
            if found is not None:
                runs, ends = found["run"] is not None, line.endswith(")")
                rest = line[found.end() :]
                yield KernelCall(
                    found["name"], number, runs, nodes, ends, record, in_order, rest
                )
            nodes, record, in_order = None, "", False
