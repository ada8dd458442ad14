"""Findings on CUDA graphs that were asked for and are not used, or are too many."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple

from depyf.model.detail_events import CudaGraphs
from depyf.model.findings.finding import Finding
from depyf.model.findings.names import function_name
from depyf.model.python_text import parsed, text_of
from depyf.model.stages import CAPTURED
from depyf.model.wording import shortened
from depyf.torch_text.graph_lines import node_places

if TYPE_CHECKING:
    from depyf.model.run import Frame, Run

_WEIGHT = 1.5  # whoever asks for CUDA graphs asks for speed
_LONGEST = 120
_WITHOUT = "runs without CUDA graphs, which were asked for"
_PARTITION = "torch._inductor.config.graph_partition = True"


class Cure(NamedTuple):
    """What happens, as a sentence about the function, and what to change."""

    what: str
    edit: str
    note: str


class Rule(NamedTuple):
    """A row: `cause` is looked for in torch's words, `cure` tells what to do."""

    name: str
    cause: re.Pattern[str]
    cure: Callable[[CudaGraphs], Cure]


def cuda_graph_findings(run: Run) -> Iterator[Finding]:
    """Yield what there is to say of each cause."""
    said_last = {
        (one.compile_id, one.at, one.cause): one for one in run.facts.all(CudaGraphs)
    }
    for said in said_last.values():
        rule = next(rule for rule in RULES if rule.cause.search(said.cause))
        frame = _frame_of(run, said)
        cure = rule.cure(said)
        yield Finding(
            rule=rule.name,
            subject=function_name(run, frame) if frame is not None else "this program",
            what=cure.what,
            where=said.at,
            edit=cure.edit,
            note=cure.note,
            times=max(said.sizes, 1),
            weight=_WEIGHT,
            frames=(frame.key,) if frame is not None else (),
        )


def _frame_of(run: Run, said: CudaGraphs) -> Frame | None:
    """Return the function that was compiled, by torch's id or by the line it names."""
    for frame in run.frames:
        for compilation in frame.compilations:
            if said.compile_id is not None:
                if compilation.id.key == said.compile_id.key:
                    return frame
                continue
            for graph in compilation.graphs:
                if graph.stage != CAPTURED or said.at is None:
                    continue
                places = node_places(graph.text).values()
                if (said.at.file, said.at.line) in {place[:2] for place in places}:
                    return frame
    return None


def _written(said: CudaGraphs) -> Cure:
    """A tensor that is written into and has no address of its own."""
    what = f"{_WITHOUT}: it writes into an input"
    tensor = written_tensor(said.at.text) if said.at is not None else ""
    if not tensor:
        return Cure(what, "", "make what is written a buffer of a module, or return it")
    owner, _, name = tensor.rpartition(".")
    if not owner:
        place = f"in a module, whose `self.{name}` is then written"
    elif owner == "self":
        place = f"in `__init__`, in place of `{tensor}`"
    else:
        place = f"where it is made, `{owner}` being an `nn.Module`"
    edit = f'{owner or "self"}.register_buffer("{name}", {tensor})'
    return Cure(what, edit, f"{place}: a buffer keeps its address")


def written_tensor(line: str) -> str:
    """Return the tensor that a line writes into, empty if it is not seen there.

    >>> written_tensor("self.cache[:, at] = key")
    'self.cache'
    """
    text = line.strip()
    tree = parsed(text)
    statement = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if not isinstance(target, ast.Subscript):  # a name is bound, nothing written
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


def _on_cpu(_said: CudaGraphs) -> Cure:
    return Cure(
        f"{_WITHOUT}: a tensor of it is on the CPU",
        _PARTITION,
        "before the first call, or move the tensor to the GPU: only what is on the CPU "
        "then runs outside (torch 2.7 or later)",
    )


def _operator(said: CudaGraphs) -> Cure:
    name = said.cause.rpartition(" ")[2]
    return Cure(
        f"{_WITHOUT}: none can hold `{name}`",
        _PARTITION,
        "before the first call: only that operator then runs outside (torch 2.7 or "
        "later)",
    )


def _sizes(said: CudaGraphs) -> Cure:
    return Cure(
        f"records a CUDA graph for each size that it is called with ({said.sizes} when "
        "torch warned)",
        "torch._inductor.config.triton.cudagraph_skip_dynamic_graphs = True",
        "before the first call; or pad what it is given to a few sizes",
    )


def _other(said: CudaGraphs) -> Cure:
    cause = shortened(" ".join(said.cause.split()), _LONGEST)
    return Cure(f"{_WITHOUT}: {cause}", "", "")


RULES: tuple[Rule, ...] = (
    Rule(
        "cuda-graph-writes", re.compile(r"^(?:mutated inputs|input .*mutat)"), _written
    ),
    Rule("cuda-graph-cpu", re.compile("^cpu device"), _on_cpu),
    Rule("cuda-graph-operator", re.compile("^incompatible op"), _operator),
    Rule("cuda-graph-sizes", re.compile("^dynamic shapes$"), _sizes),
    Rule("cuda-graph", re.compile(""), _other),
)
