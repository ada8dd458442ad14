"""What a training graph keeps for its backward: read off the two printed graphs.

The arguments of the backward graph, but for the gradients handed to it, are what the
forward saved; their names are those of the forward's nodes.  So this holds for every
torch, for cached graphs and for logs, and costs nothing while compiling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.by_identity import ById
from depyf.model.events import ShapeSymbol
from depyf.model.size_expressions import evaluated, first_sizes
from depyf.model.source_places import node_places
from depyf.model.stages import BACKWARD, CAPTURED, FORWARD

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Graph
    from depyf.model.source_places import SourcePlace

_HEAD = re.compile(
    r"def forward\(\s*self,?(?P<arguments>.*?)\)(?: -> [^\n]*?)?:\s*$",
    re.MULTILINE | re.DOTALL,
)
_ARGUMENT = re.compile(
    r"(?P<name>[^\W\d]\w*)\s*(?::\s*(?P<type>\"[^\"]*\"|'[^']*'|[^,=#\n]*))?"
)
_TENSOR = re.compile(
    r"^(?P<dtype>[a-z]+\d*\w*)\[(?P<shape>[^\]]*)\](?:\[(?P<stride>[^\]]*)\])?"
)
# What returns memory of its first argument: ``Tensor(a)`` in the signatures of
# native_functions.yaml, and `_unsafe_view`, of which they do not say so.  One that is
# missing here counts as a tensor of its own.
_VIEW = re.compile(
    r"^[ \t]+(?P<name>[^\W\d]\w*)\s*(?::[^=\n]*)? = torch\.ops\.aten\."
    r"(?:alias|as_strided|detach|diagonal|expand|permute|select|slice|squeeze|t"
    r"|transpose|unsqueeze|view|_unsafe_view)\.\w+\((?P<base>[^\W\d]\w*)",
    re.MULTILINE,
)
_BITS = re.compile(r"\d+")  # in all of torch's short names: ``b8`` is bool
_INPUT = re.compile(r"^primals_(?P<number>\d+)$")
_NOT_SAVED = ("tangents_", "bwd_rng_state_", "bwd_seed_", "bwd_base_offset_")


@dataclass(frozen=True)
class SavedTensor:
    """One value that lives from the forward to the backward.

    `type` as torch writes it (``f32[10][1]cpu``).  `bytes` is None where it depends on
    a size of no known value; with dynamic sizes it is that of the first call.
    `argument` is set for what the graph was given, or a view of it: that lives anyway.
    `base` is the tensor whose memory it is, its own name if that is no view.
    """

    name: str
    type: str
    bytes: int | None
    place: SourcePlace | None = None
    argument: str = ""
    base: str = ""


@dataclass(frozen=True)
class Saved:
    """What one graph saves; `index` counts those of one prefix."""

    prefix: str
    tensors: tuple[SavedTensor, ...]
    index: int = 0

    @property
    def own_bytes(self) -> int:
        """Return the bytes that live only because of the backward."""
        sizes: dict[str, int] = {}
        for one in self.own:
            sizes[one.base] = max(sizes.get(one.base, 0), one.bytes or 0)
        return sum(sizes.values())

    @property
    def own(self) -> tuple[SavedTensor, ...]:
        """Return the tensors that live only because of the backward."""
        return tuple(one for one in self.tensors if not one.argument)


def saved_for_backward(compilation: Compilation) -> tuple[Saved, ...]:
    """Return what each training graph of a compilation saves, largest first."""
    return _saved_by(ById(compilation))


@lru_cache(maxsize=64)
def _saved_by(by_id: ById[Compilation]) -> tuple[Saved, ...]:
    compilation = by_id.one
    sizes = first_sizes(compilation.facts.all(ShapeSymbol))
    found = []
    forwards = _by_place(compilation.graphs, FORWARD)
    captured = _by_place(compilation.graphs, CAPTURED)
    for place, backward in _by_place(compilation.graphs, BACKWARD).items():
        forward = forwards.get(place)
        if forward is not None:
            given = captured.get(place)
            tensors = _saved(forward, backward, given, sizes)
            found.append(Saved(backward.prefix, tuple(tensors), backward.index))
    return tuple(found)


def _by_place(graphs: Sequence[Graph], stage: str) -> dict[tuple[str, int], Graph]:
    return {
        (one.prefix, one.index): one
        for one in graphs
        if one.stage == stage and one.text
    }


def _saved(
    forward: Graph,
    backward: Graph,
    captured: Graph | None,
    sizes: Mapping[str, int],
) -> list[SavedTensor]:
    places = node_places(forward.text)
    given = arguments(forward.text)
    views = {found["name"]: found["base"] for found in _VIEW.finditer(forward.text)}
    names = list(arguments(captured.text)) if captured is not None else []
    tensors = []
    for name, type_ in arguments(backward.text).items():
        if name.startswith(_NOT_SAVED) or _TENSOR.match(type_) is None:
            continue
        base = name
        while base in views:
            base = views[base]
        argument = _argument(base, names, len(given)) if base in given else ""
        size = bytes_of(type_, sizes)
        tensors.append(SavedTensor(name, type_, size, places.get(name), argument, base))
    # What may be of any size comes first, not last.
    return sorted(
        tensors,
        key=lambda one: (bool(one.argument), one.bytes is not None, -(one.bytes or 0)),
    )


def _argument(name: str, captured: Sequence[str], count: int) -> str:
    """Return what the user's frame calls an argument of the forward graph.

    AOTAutograd numbers them in the order of the captured graph's.
    """
    found = _INPUT.match(name)
    if found is None or len(captured) != count:
        return name
    number = int(found["number"]) - 1
    return captured[number] if number < len(captured) else name


def arguments(text: str) -> dict[str, str]:
    """Return the arguments of a printed graph with their types.

    >>> arguments('  def forward(self, x: "f32[2][1]cpu", s77: "Sym(s77)"):')
    {'x': 'f32[2][1]cpu', 's77': 'Sym(s77)'}
    """
    head = _HEAD.search(text)
    if head is None:
        return {}
    lines = (line.partition("#")[0] for line in head["arguments"].split("\n"))
    found = _ARGUMENT.finditer(" ".join(lines))
    return {one["name"]: (one["type"] or "").strip().strip("\"'") for one in found}


def bytes_of(type_: str, sizes: Mapping[str, int] | None = None) -> int | None:
    """Return the bytes of a tensor of this type; None if one of its sizes is unknown.

    Counted by strides, as an expanded tensor shares its memory.

    >>> bytes_of("f32[4, 8][8, 1]cpu"), bytes_of("i64[4, 8][0, 0]cpu")
    (128, 8)
    >>> bytes_of("f32[s77, 8][8, 1]cpu"), bytes_of("f32[s77, 8][8, 1]cpu", {"s77": 2})
    (None, 64)
    """
    found = _TENSOR.match(type_)
    if found is None:
        return None
    shape = evaluated(found["shape"], sizes or {})
    if shape is None:
        return None
    stride = evaluated(found["stride"], sizes or {}) if found["stride"] else None
    elements = 1
    if stride is not None and len(stride) == len(shape):
        elements += sum((size - 1) * step for size, step in zip(shape, stride))
    else:
        for size in shape:
            elements *= size
    if 0 in shape:
        return 0
    bits = _BITS.search(found["dtype"])
    return None if bits is None else elements * int(bits.group()) // 8
