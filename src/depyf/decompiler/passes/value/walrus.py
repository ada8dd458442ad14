"""Recover ``(name := value)`` inside an expression.

Example (CPython 3.11 to 3.15)::

    def f(a):
        if (x := a()) is not None:
            return x

Before::

    block 0:
        %t0 = call[](a)
        x = %t0
        branch is[False](%t0, None) ? 1 : 2

After::

    block 0:
        branch is[False](walrus[x](call[](a)), None) ? 1 : 2

A value that is used in other blocks is an operand of ``and``, ``or`` or a conditional
expression there. Then ``t = (x := f())`` stays in this block.
"""

from __future__ import annotations

from depyf.decompiler.analysis.commute import EMPTY, commute, summarize
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value
from depyf.decompiler.passes.inlining import substitute


def run(function: cfg.Function) -> bool:
    """Recover ``:=`` in every block; return whether anything changed."""
    blocks, usage = Usage.news(function, __name__)
    changed = False
    for block in blocks:
        if not any(map(_stores_named, block.body)):
            continue  # most blocks
        index = len(block.body) - 2
        while index >= 0:
            changed |= _rewrite(block, index, usage)
            index -= 1
        changed |= _rewrite_end(block, usage)
    return changed


def _rewrite(block: cfg.BasicBlock, index: int, usage: Usage) -> bool:
    """Fold ``t = e; x = t; use(t)`` at ``index``; return whether it was possible."""
    kept = _kept_reads(block, index)
    if index + len(kept) + 1 >= len(block.body):
        return False
    first, second = block.body[index], block.body[index + len(kept) + 1]
    if not _is_named(first, second) or usage.writes[first.variable] != 1:
        return False
    reads = usage.reads[first.variable]
    origins = first.origins | second.origins
    named = Value(MicroOp.WALRUS, first.operands, second.payload, origins)
    if reads > 2 and _is_named(first, *block.body[index + len(kept) + 2 :][:1]):
        # Another name for the same value: `use(y := (x := e))`.
        block.body[index : index + len(kept) + 2] = [
            *kept,
            first.with_operands((named,)),
        ]
        usage.reads[first.variable] -= 1
        return True
    if reads != 2:
        return False
    block.body[index : index + len(kept) + 1] = [*kept, first]
    index += len(kept)
    following = index + 2
    while following < len(block.body) and block.body[following].op is MicroOp.ORIGIN:
        following += 1
    if following < len(block.body):
        replaced = substitute(
            block.body[following],
            first.variable,
            named,
            dicts_filled=usage.dicts_filled,
        )
        if replaced is None:
            return False
        block.body[following] = replaced
    elif not _into_terminator(block, first, named, usage):
        return False
    del block.body[index : index + 2]
    usage.reads[first.variable] = usage.writes[first.variable] = 0
    return True


def _kept_reads(block: cfg.BasicBlock, index: int) -> list[Value]:
    """Return reads of the old ``x`` between ``t = e`` and ``x = t``.

    These reads happened before ``e``. They are only stored now, because ``x`` is about
    to change.
    """
    found: list[Value] = []
    for position in range(index + 1, len(block.body)):  # without a copy of the body
        statement = block.body[position]
        if not statement.stores_temporary:
            return found
        if statement.operands[0].op is not MicroOp.LOAD:
            return []
        if not commute(summarize(block.body[index]), summarize(statement)):
            return []
        found.append(statement)
    return []


def _rewrite_end(block: cfg.BasicBlock, usage: Usage) -> bool:
    """Fold ``t = e; x = t`` before a jump, or before a branch that tests ``t``.

    Between them may be statements that only keep other values for later blocks.
    """
    end = block.terminator
    if not isinstance(end, (cfg.Branch, cfg.Jump)):
        return False
    kept = EMPTY
    for index in range(len(block.body) - 2, -1, -1):
        first, second = block.body[index : index + 2]
        if _is_named(first, second):
            break
        if not second.stores_temporary:
            return False
        kept = kept.union(summarize(second))
    else:
        return False
    variable = first.variable
    tested = isinstance(end, cfg.Branch) and end.test.loaded == variable
    if isinstance(end, cfg.Branch) != tested or usage.reads[variable] <= 1 + tested:
        return False
    origins = first.origins | second.origins
    named = Value(MicroOp.WALRUS, first.operands, second.payload, origins)
    made = first.with_operands((named,))
    if not commute(summarize(made), kept):
        return False
    block.body[index:] = [*block.body[index + 2 :], made]
    usage.reads[variable] -= 1
    return True


def _stores_named(statement: Value) -> bool:
    """Return whether a statement stores a temporary in a named variable: ``x = t``."""
    if statement.op is not MicroOp.STORE or statement.variable.is_temporary:
        return False
    return statement.operands[0].loads_temporary


def _is_named(first: Value, second: Value | None = None) -> bool:
    """Return whether two statements are ``t = e; x = t``."""
    return (
        second is not None
        and first.op is MicroOp.STORE
        and second.op is MicroOp.STORE
        and first.variable.is_temporary
        and not second.variable.is_temporary
        and second.operands[0].loaded == first.variable
    )


def _into_terminator(
    block: cfg.BasicBlock, first: Value, named: Value, usage: Usage
) -> bool:
    if isinstance(block.terminator, cfg.Next):
        return False
    values = cfg.terminator_values(block.terminator)
    whole: Value | None = substitute(
        Value(MicroOp.BUILD, tuple(values), "tuple"),
        first.variable,
        named,
        dicts_filled=usage.dicts_filled,
    )
    if whole is None:
        return False
    cfg.set_terminator_values(block.terminator, whole.operands)
    return True
