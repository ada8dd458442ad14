"""Recovers ``*args: *Ts`` (PEP 646), which unpacks one value to annotate with.

Example (CPython 3.11 to 3.13)::

    def f(a):
        def g(*args: *a):
            pass
        return g

Before::

    block 0:
        unpack[%t0](a)
        g = function[g annotations](build[tuple]('args', %t0))
        return g

After::

    block 0:
        %t0 = star(a)
        g = function[g annotations](build[tuple]('args', %t0))
        return g
Then ``t`` has one use and is folded. From 3.14 on the dictionary that holds ``t`` is
what ``__annotate__`` returns.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.function import terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import FunctionParts, UnpackShape, Value, Variable, store
from depyf.decompiler.passes.arms import is_load_of

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function

_EVALUATOR = "__annotate__"


def run(function: Function) -> bool:
    """Rewrites every block; True if anything changed."""
    blocks, usage = Usage.news(function, __name__)
    own = getattr(function.code, "name", "") == _EVALUATOR
    changed = False
    for block in blocks:
        for index, statement in enumerate(block.body):
            target = _only_target(statement)
            if target is None or not usage.is_single(target):
                continue
            if _annotates(target, block, index + 1, own):
                star = Value(MicroOp.STAR, statement.operands, None, statement.origins)
                block.body[index] = store(target, star)
                changed = True
    return changed


def _only_target(statement: Value) -> Variable | None:
    shape = statement.payload
    if statement.op is not MicroOp.UNPACK or not isinstance(shape, UnpackShape):
        return None
    if len(shape.targets) != 1 or shape.star is not None:
        return None
    return shape.targets[0] if shape.targets[0].is_temporary else None


def _annotates(target: Variable, block: BasicBlock, start: int, own: bool) -> bool:
    """True if all that is done with ``target`` is to annotate with it."""
    returned = terminator_values(block.terminator)
    if own and any(_holds(value, target) for value in returned):
        return True
    for value in chain(islice(block.body, start, None), returned):
        for node in value.walk():
            parts = node.payload
            if isinstance(parts, FunctionParts) and "annotations" in parts.parts:
                found = node.operands[parts.parts.index("annotations")]
                if _holds(found, target):
                    return True
    return False


def _holds(pairs: Value, target: Variable) -> bool:
    if pairs.op is not MicroOp.BUILD:
        return False
    return any(is_load_of(value, target) for value in pairs.operands[1::2])
