"""Remove the fast path of 3.14+ for ``any(x for x in y)`` and similar calls.

Example (CPython 3.14)::

    def f(a):
        return any(x for x in a)

Before::

    block 0:
        %t0 = global:any
        branch is[False](%t0, common_constant[any]) ? 1 : 2
    block 1 depth 1:
        %t1 = call[_](function[<genexpr>], iter(a))
        jump 3
    block 3 depth 1:
        %t2 = next %t1 ? 4 : 5
    block 4 depth 2:
        branch %t2 ? 6 : 7
    block 7 depth 1:
        jump 3
    block 6 depth 1:
        %t3 = True
        jump 8
    block 5 depth 2:
        %t3 = False
        jump 9

After::

    block 0:
        %t0 = global:any
        jump 2

Both paths run the same generator, whose code is one constant used twice.
"""

from __future__ import annotations

from depyf.decompiler.ir.function import BasicBlock, Branch, Function, Jump
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import FunctionParts, Value
from depyf.decompiler.passes.cfg.simplify import remove_unreachable

_FOLDED = frozenset({"all", "any", "list", "set", "tuple"})


def run(function: Function) -> bool:
    """Remove the fast path after each such test; return whether there was one."""
    changed = False
    for block in function.blocks.values():
        end = block.terminator
        if not isinstance(end, Branch) or not _asks_for_builtin(end.test):
            continue
        fast, slow = end.if_true, end.if_false
        made = _generator(function.blocks[slow])
        if made is not None and _generator(function.blocks[fast]) is made:
            block.terminator = Jump(slow, end.origins)
            changed = True
    if changed:
        remove_unreachable(function)
    return changed


def _asks_for_builtin(test: Value) -> bool:
    if test.op is not MicroOp.IS or test.payload is not False:
        return False
    known = test.operands[1]
    return known.op is MicroOp.COMMON_CONSTANT and known.payload in _FOLDED


def _generator(block: BasicBlock) -> object | None:
    """Return the code of the generator expression that the block runs, or None."""
    for value in block.values:
        for node in value.walk():
            if isinstance(node.payload, FunctionParts):
                code = node.payload.code
                if getattr(code, "name", "") == "<genexpr>":
                    return code
    return None
