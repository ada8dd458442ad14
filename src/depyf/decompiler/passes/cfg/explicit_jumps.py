"""Keeps apart tests behind which somebody wrote ``continue`` or ``break``.

Both are jumps, which nothing tells from those of an expression once they lead where
the jump leads. Then two statements look like one condition.

Before::

    1: branch a -> 2, 3    2: jump 9    3: branch b -> 4, 5    4: jump 9

After (``continue`` is on a line of its own)::

    1: branch a -> 2, 3    2: jump 9 (written)    3: ...

so that this does not become ``if a or b: continue``.
"""

from __future__ import annotations

from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import BasicBlock, Branch, Function, Jump
from depyf.decompiler.passes.arms import statements

#: How wide the statements are that are nothing but a jump.
_WIDTHS = (len("continue"), len("break"))


def run(function: Function) -> None:
    """Sets `Jump.written` of jumps that have a statement of their own."""
    preds = predecessors(flow_graph(function))
    # Loops begin with their test, if the compiler does not copy it; and only to 3.10
    # is the beginning of a `try` an instruction.
    if not function.habits.loop_tests_copied and not function.evidence.spans:
        _keep_heads(function, preds)
    if not function.evidence.lines:
        return
    for block in function.blocks.values():
        end = block.terminator
        if not isinstance(end, Jump) or statements(block):
            continue
        if len(preds[block.id]) != 1:
            continue
        test = function.blocks[preds[block.id][0]].terminator
        if isinstance(test, Branch) and _is_statement(function, block, test):
            end.explicit = True


def _keep_heads(function: Function, preds: dict[int, list[int]]) -> None:
    """Keeps apart ``while`` and the ``try`` that is all of its body.

    What is tried begins behind the head of the loop, where nothing is done.
    """
    for block in function.blocks.values():
        end = block.terminator
        if not isinstance(end, Jump) or statements(block) or len(preds[block.id]) < 2:
            continue
        if max(preds[block.id]) < block.id:
            continue  # no loop
        inner = function.blocks[end.target].region
        around = (None, *function.region_chain(inner))
        if inner is None or inner == block.region or block.region not in around:
            continue
        sources = (function.blocks[source].region for source in preds[block.id])
        # What is only left for a moment is no head: nothing stands there.
        if not all(inner in function.region_chain(source) for source in sources):
            end.explicit = True


def forget(function: Function) -> None:
    """Lets all jumps be threaded again."""
    for block in function.blocks.values():
        if isinstance(block.terminator, Jump):
            block.terminator.explicit = False


def _is_statement(function: Function, block: BasicBlock, test: Branch) -> bool:
    assert isinstance(block.terminator, Jump)
    offset = max(block.terminator.origins, default=-1)
    if function.evidence.spans:
        place = function.evidence.spans.get(offset)
        if place is None or place.line != place.end_line:
            return False
        if place.end_column - place.column not in _WIDTHS:
            return False
    line = function.evidence.lines.get(offset)
    tested = [*test.test.all_origins(), *test.origins]
    lines = [function.evidence.lines[o] for o in tested if o in function.evidence.lines]
    return line is not None and bool(lines) and line > max(lines)
