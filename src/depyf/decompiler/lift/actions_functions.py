"""Actions that make functions.

Parts are kept in the order in which CPython evaluates them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import FunctionParts, Value
from depyf.decompiler.lift.actions import action

if TYPE_CHECKING:
    from depyf.decompiler.lift.stack import BlockLifter

_PARTS = (
    (1, "defaults"),
    (2, "kwdefaults"),
    (4, "annotations"),
    (16, "annotate"),
    (8, "closure"),
)
_ORDER = {name: number for number, (_, name) in enumerate(_PARTS)}
_FLAG = dict(_PARTS)


@action
def function(block: BlockLifter) -> None:
    """All parts at once (to 3.12)."""
    named = block.pop() if block.operation.params[0] == "qualname" else None
    code = _code_constant(block)
    if named is not None:
        _check_name(block, named, code)
    names = tuple(name for flag, name in _PARTS if block.operation.number & flag)
    block.result(
        MicroOp.FUNCTION, block.pop_many(len(names)), FunctionParts(code, names)
    )


#: What Dynamo names the functions that it makes, whatever the name of their code.
_RESUMING = "__resume_at_"


def _check_name(block: BlockLifter, named: Value, code: CodeUnit) -> None:
    """The qualified name (to 3.10) is that of the code; the text has no other."""
    name = named.payload.value if isinstance(named.payload, Constant) else None
    if not isinstance(name, str):
        raise block.fail("the name of a function is no string")
    last = name.rpartition(".")[2]
    if last != code.name and not last.startswith(_RESUMING):
        raise block.fail("a function has not the name of its code")


def _code_constant(block: BlockLifter) -> CodeUnit:
    code = block.pop()
    known = code.payload.value if isinstance(code.payload, Constant) else None
    if not isinstance(known, CodeUnit):
        raise block.fail("what a function is made of is no code")
    return known


@action
def plain_function(block: BlockLifter) -> None:
    """A function whose parts follow (from 3.13)."""
    block.result(MicroOp.FUNCTION, (), FunctionParts(_code_constant(block)))


@action
def function_attribute(block: BlockLifter) -> None:
    """One more part for the function made just before (3.13 and later)."""
    made = block.pop()
    part = block.pop()
    last = block.body.pop() if block.body else None
    if last is None or last.payload != made.payload or not last.operands:
        raise block.fail("the function was not made just before")
    old = last.operands[0]
    name = _FLAG.get(block.operation.number)
    if not isinstance(old.payload, FunctionParts) or name is None:
        raise block.fail("the function was not made just before")
    parts: dict[str, Value] = dict(zip(old.payload.parts, old.operands))
    parts[name] = part
    names = tuple(sorted(parts, key=_ORDER.__getitem__))
    value = Value(
        MicroOp.FUNCTION,
        tuple(parts[name] for name in names),
        FunctionParts(old.payload.code, names),
        old.origins.union(block.origins()),
    )
    block.body.append(Value(MicroOp.STORE, (value,), last.payload, value.origins))
    block.push(Value(MicroOp.LOAD, (), last.payload, made.origins))
