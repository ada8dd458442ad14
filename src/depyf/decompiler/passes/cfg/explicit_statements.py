"""Mark the explicit ``return``, ``continue`` and ``break`` statements.

The compiler also adds jumps and ``return None`` itself. But a statement of the source
has its own position. A written jump is below its test, while a jump of an expression
has the line of the test. A copied end of the function has the position of the
instruction before it.

Example (CPython 3.8 to 3.9)::

    def f(a, b):
        for x in a:
            if b(x):
                break
        return 1

Before::

    block 4 depth 1:
        jump 3

After::

    block 4 depth 1:
        jump 3 (explicit)

With these marks, two returns in the source are not joined. Two tests that are each
followed by a ``continue`` do not become one condition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.ir.function import Branch, Jump, Next, Return, successors
from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import SourceEvidence, Span
    from depyf.decompiler.ir.function import Function

#: The widths of statements that are only a jump.
_JUMP_WIDTHS = (len("continue"), len("break"))
#: Maps widths to the statements that return None. A ``break`` in the last loop does so,
#: too.
_RETURNS_BY_WIDTH = {len(text): text for text in ("return", "return None", "break")}


def run(function: Function) -> None:
    """Set `Return.explicit` and `Jump.explicit` for statements of the source.

    The code must still be three-address code.
    """
    preds = preceding_blocks(function)
    # Loops begin with their test if the compiler does not copy the test. Only up to
    # 3.10 is the beginning of a `try` an instruction.
    evidence = function.evidence
    if not function.habits.loop_tests_copied and not evidence.has_columns:
        _keep_heads(function, preds)
    if evidence.lines:
        _mark_returns(function)
        _mark_jumps(function, preds)


def forget_explicit_jumps(function: Function) -> None:
    """Remove the marks of explicit jumps, so that all jumps can be threaded again."""
    for block in function.blocks.values():
        if isinstance(block.terminator, Jump):
            block.terminator.explicit = False


def _mark_jumps(function: Function, preds: dict[int, list[int]]) -> None:
    for block in function.blocks.values():
        end = block.terminator
        if not isinstance(end, Jump) or block.statements or len(preds[block.id]) != 1:
            continue
        test = function.blocks[preds[block.id][0]].terminator
        if isinstance(test, Branch) and _is_statement(function.evidence, end, test):
            end.explicit = True


def _is_statement(evidence: SourceEvidence, jump: Jump, test: Branch) -> bool:
    last = [max(jump.origins, default=-1)]
    if evidence.has_columns:
        place = evidence.span(last)
        if place is None or place.width not in _JUMP_WIDTHS:
            return False
    return evidence.stood_below(last, [*test.test.all_origins(), *test.origins])


def _keep_heads(function: Function, preds: dict[int, list[int]]) -> None:
    """Separate the head of a ``while`` from a ``try`` that is its whole body.

    The body of the ``try`` begins after the head of the loop, which is an empty block.
    """
    for block in function.blocks.values():
        end = block.terminator
        if not isinstance(end, Jump) or block.statements or len(preds[block.id]) < 2:
            continue
        if max(preds[block.id]) < block.id:
            continue  # not a loop
        inner = function.blocks[end.target].region
        around = (None, *function.region_chain(inner))
        if inner is None or inner == block.region or block.region not in around:
            continue
        sources = (function.blocks[source].region for source in preds[block.id])
        # A block between two parts of the region is not a head.
        if not all(inner in function.region_chain(source) for source in sources):
            end.explicit = True


def _mark_returns(function: Function) -> None:
    returns = {
        block.id: block.terminator
        for block in function.blocks.values()
        if isinstance(block.terminator, Return) and block.terminator.is_plain
    }
    if not returns:
        return
    if not function.habits.tails_copied:
        _mark_by_order(function, returns)
    elif function.evidence.has_columns:
        _mark_by_place(function, returns)
    else:
        _mark_by_line(function, returns)


def _mark_by_order(function: Function, returns: dict[int, Return]) -> None:
    """Mark every return except the implicit final one as explicit."""
    last = max(returns)
    if max(returns[last].origins, default=0) == max(function.evidence.lines):
        del returns[last]
    for end in returns.values():
        end.explicit = "return"


def _mark_by_place(function: Function, returns: dict[int, Return]) -> None:
    spans = function.evidence.spans
    others = {spans[o] for o in _operations(function, returns) if o in spans}
    columns = {other.column for other in others}
    for end in returns.values():
        place = function.evidence.span(end.origins[-1:])
        if place is not None and place not in others:
            end.explicit = _return_at(place, columns)


def _return_at(place: Span, columns: set[int]) -> str:
    """Return the form of a ``return``, judged by its position and width."""
    # A `None` does not begin in a column where other code begins; a `pass` does.
    is_value = place.column not in columns and place.column - len("return ") in columns
    if place.width == len("None") and is_value:
        return "return None"
    return _RETURNS_BY_WIDTH.get(place.width or 0, "")


def _mark_by_line(function: Function, returns: dict[int, Return]) -> None:
    evidence = function.evidence
    lines = {*evidence.lines_of(_operations(function, returns))}
    last = max(returns)
    after_loops = {
        block.terminator.exhausted
        for block in function.blocks.values()
        if isinstance(block.terminator, Next)
    }
    for block, end in returns.items():
        line = evidence.line(end.origins)
        # The end of the function may have the line of a statement without code. In a
        # loop, it may be a `break`.
        known = line is not None and line not in lines
        # If it is alone in its arm, it may be a `pass` (3.10).
        is_alone = not function.blocks[block].statements
        known = known and (not is_alone or block in after_loops)
        if known and block < last and not _is_in_loop(function, block):
            end.explicit = "return"


def _operations(function: Function, returns: dict[int, Return]) -> set[int]:
    """Return the instructions that do something, without plain returns."""
    found: set[int] = set()
    for block in function.blocks.values():
        found.update(block.terminator.origins[-1:])
        for value in block.values:
            if value.op is not MicroOp.ORIGIN:
                found.update(max(node.origins) for node in value.walk() if node.origins)
    for end in returns.values():
        found -= {*end.origins, *end.value.all_origins()}
    return found


def _is_in_loop(function: Function, inside: int) -> bool:
    return any(
        target <= inside <= block.id
        for block in function.blocks.values()
        for target in successors(block.terminator)
    )
