"""Rules on requested CUDA graphs that are not used, and on too many CUDA graphs."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.model.detail_events import CudaGraphs
from depyf.model.findings.rule import Cure, Finding, Rule, Subject
from depyf.model.python_text import parsed_statement, text_of
from depyf.model.source_places import by_file
from depyf.model.stages import CAPTURED
from depyf.model.wording import shortened
from depyf.records import dataclass
from depyf.torch_text.graph_lines import node_places
from depyf.torch_text.reasons import Obstacle, obstacle, operator_in

if TYPE_CHECKING:
    from depyf.model.run import Frame, Run

_LONGEST = 120
_WITHOUT = "runs without the CUDA graphs that the program asks for"
_PARTITION = "torch._inductor.config.graph_partition = True"


@dataclass(frozen=True, eq=False)
class CudaGraphUse(Subject):
    """The last report of one obstacle to CUDA graphs, and its function if known."""

    said: CudaGraphs

    @property
    def name(self) -> str:
        """The user's name for the function, or words for the whole program."""
        return super().name if self.frames else "this program"

    @property
    def obstacle(self) -> Obstacle:
        """The obstacle to CUDA graphs."""
        return obstacle(self.said.cause)

    @property
    def cause(self) -> str:
        """Torch's words for the cause."""
        return shortened(" ".join(self.said.cause.split()), _LONGEST)

    @property
    def operator(self) -> str:
        """The operator that a CUDA graph cannot contain."""
        return operator_in(self.said.cause)

    def finding(self, _cure: Cure) -> Finding:
        """Return a finding with a high weight, because CUDA graphs are for speed."""
        return Finding(where=self.said.at, times=max(self.said.sizes, 1), weight=1.5)


def cuda_graph_uses(run: Run) -> Iterator[CudaGraphUse]:
    """Yield the last report on each obstacle to CUDA graphs."""
    said_last = {
        (one.compile_id, one.at, one.cause): one for one in run.facts.all(CudaGraphs)
    }
    for said in said_last.values():
        frame = _frame_of(run, said)
        yield CudaGraphUse(run, () if frame is None else (frame,), said)


def _frame_of(run: Run, said: CudaGraphs) -> Frame | None:
    """Return the frame of a report, by torch's compile id or the line that it names."""
    for frame in run.frames:
        for compilation in frame.compilations:
            if said.compile_id is not None:
                if compilation.id.key == said.compile_id.key:
                    return frame
                continue
            for graph in compilation.graphs:
                if graph.stage != CAPTURED or said.at is None:
                    continue
                places = by_file(node_places(graph.text).values())
                if said.at.line in places.get(said.at.file, ()):
                    return frame
    return None


def _as_buffer(one: CudaGraphUse) -> Cure:
    """Return the edit that makes the written tensor a buffer with a fixed address."""
    tensor = written_tensor(one.said.at.text) if one.said.at is not None else ""
    if not tensor:
        return Cure(
            "", "make the tensor it writes to a buffer of a module, or return it"
        )
    owner, _, name = tensor.rpartition(".")
    if not owner:
        place = f"in a module, whose `self.{name}` the function then writes to"
    elif owner == "self":
        place = f"in `__init__`, instead of `{tensor}`"
    else:
        place = f"where it is created, with `{owner}` as an `nn.Module`"
    edit = f'{owner or "self"}.register_buffer("{name}", {tensor})'
    return Cure(edit, f"{place}: a buffer keeps its address")


def written_tensor(line: str) -> str:
    """Return the tensor that a line writes into; empty if the line shows none.

    >>> written_tensor("self.cache[:, at] = key")
    'self.cache'
    """
    text = line.strip()
    statement = parsed_statement(text)
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if not isinstance(target, ast.Subscript):  # only binds a name
            target = None
    elif isinstance(statement, ast.AugAssign):
        target = statement.target
    if target is None and isinstance(statement, (ast.Expr, ast.Assign)):
        call = statement.value
        method = call.func if isinstance(call, ast.Call) else None
        if isinstance(method, ast.Attribute) and re.search("[^_]_$", method.attr):
            target = method.value
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, (ast.Name, ast.Attribute)):
        return text_of(target, text)
    return ""


def _is(kind: Obstacle) -> Callable[[CudaGraphUse], bool]:
    return lambda one: one.obstacle is kind


CUDA_GRAPH_RULES: tuple[Rule[CudaGraphUse], ...] = (
    Rule(
        "cuda-graph-writes",
        when=_is(Obstacle.WRITES),
        what=f"{_WITHOUT}: it writes to an input",
        cure=_as_buffer,
        title="has no CUDA graphs: input is overwritten",
    ),
    Rule(
        "cuda-graph-cpu",
        when=_is(Obstacle.CPU),
        what=f"{_WITHOUT}: one of its tensors is on the CPU",
        edit=_PARTITION,
        note="before the first call, or move the tensor to the GPU: only the CPU part "
        "then runs outside (torch 2.7 or later)",
        title="has no CUDA graphs: tensor on CPU",
    ),
    Rule(
        "cuda-graph-operator",
        when=_is(Obstacle.OPERATOR),
        what=f"{_WITHOUT}: a CUDA graph cannot contain `{{it.operator}}`",
        edit=_PARTITION,
        note="before the first call: only that operator then runs outside (torch 2.7 "
        "or later)",
        title="has no CUDA graphs: `{it.operator}` not supported",
    ),
    Rule(
        "cuda-graph-sizes",
        when=_is(Obstacle.SIZES),
        what="records a CUDA graph for each input size ({it.said.sizes} when torch "
        "warned)",
        edit="torch._inductor.config.triton.cudagraph_skip_dynamic_graphs = True",
        note="before the first call; or pad its inputs to a few sizes",
        title="records a CUDA graph for each size",
    ),
    Rule(
        "cuda-graph",
        what=f"{_WITHOUT}: {{it.cause}}",
        title="has no CUDA graphs",
    ),
)
