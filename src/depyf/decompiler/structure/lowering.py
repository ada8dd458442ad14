"""Replace operations that have no Python syntax by calls of intrinsics.

Example of `spelt_out`::

    def f(a):
        try:
            a()
        except KeyError:
            a.b()

Before::

    %t0 = exception

After::

    %t0 = item(call[](<built-in function exc_info>), 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

from depyf import intrinsics
from depyf.decompiler.analysis.handlers import StructureError
from depyf.decompiler.ir import intrinsic_operations
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import change_lists, value_of, values, walk
from depyf.decompiler.ir.value import (
    CallShape,
    FunctionParts,
    UnpackShape,
    Value,
    Variable,
    const,
    load,
    nodes,
    rewrite,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.statement import Statement

_HIDDEN = (MicroOp.EXC_PUSH, MicroOp.EXC_POP, MicroOp.ORIGIN)
_LEAVES = (MicroOp.LASTI, MicroOp.PREVIOUS_EXCEPTION)
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
_MAKE_ITERATORS = (
    intrinsics.yield_from_iter,
    intrinsics.get_iter,
    intrinsics.async_iter,
)


def marked(value: Value, origins: Iterable[int]) -> Value:
    """Return a value with added origins: the instructions that consume the value."""
    marked = value.origins | frozenset(origins)
    return Value(value.op, value.operands, value.payload, marked)


def is_hidden(value: Value) -> bool:
    """Return whether a statement is not printed, because other statements imply it."""
    return value.op in _HIDDEN or (
        value.op is MicroOp.STORE and value.operands[0].op in _LEAVES
    )


def call_of(function: object, *arguments: Value) -> Value:
    """Return a call of a function that is a constant."""
    shape = CallShape((None,) * len(arguments))
    return Value(MicroOp.CALL, (const(function), *arguments), shape)


def statements_of(value: Value) -> list[Value]:
    """Return the statements for a value; a call's `**` arguments are merged one by one.

    Raises:
        StructureError: no intrinsic expresses one of its operations.
    """
    built = value.operands[0] if value.op is MicroOp.STORE else value
    if built is value or built.op is not MicroOp.BUILD or built.payload != "dict":
        return [spelt_out(value)]
    parts = list(built.operands)
    stars = [part for part in parts if part.op is MicroOp.DOUBLE_STAR]
    pairs = parts[: len(parts) - len(stars)]
    is_of_call = bool(stars) and all(star.payload == "call" for star in stars)
    if not is_of_call or parts != [*pairs, *stars]:
        return [spelt_out(value)]
    made = value.with_operands((built.with_operands(tuple(pairs)),))
    merged = [
        call_of(intrinsics.merge_keywords, load(value.variable), star.operands[0])
        for star in stars
    ]
    calls = [Value(MicroOp.EVALUATE, (call,), None, built.origins) for call in merged]
    return [spelt_out(one) for one in (made, *calls)]


def spelt_out(value: Value) -> Value:
    """Return a value with intrinsics called for operations without Python syntax.

    Raises:
        StructureError: no intrinsic expresses one of its operations.
    """
    shape = value.payload
    if value.op is MicroOp.EXC_GROUP_MATCH and isinstance(shape, UnpackShape):
        raise StructureError("an exception group is split outside `except*`")
    if _has_augmented_form(value):
        inner = value.operands[0]
        operands = tuple(rewrite(one, _spelt_out_node) for one in inner.operands)
        return value.with_operands((inner.with_operands(operands),))
    return rewrite(value, _spelt_out_node)


def _has_augmented_form(value: Value) -> bool:
    """Return whether a store can be written as ``name += ...``."""
    if value.op is not MicroOp.STORE or value.operands[0].op is not MicroOp.INPLACE:
        return False
    left, right = value.operands[0].operands
    if left.loaded == value.payload:
        return True
    reads = (node for node in nodes(right) if node.op is MicroOp.LOAD)
    return all(node.variable != value.variable for node in reads)


def _spelt_out_node(node: Value) -> Value:
    if node.op is MicroOp.EXCEPTION:
        found = call_of(intrinsic_operations.HANDLED)
        return Value(MicroOp.ITEM, (found, const(1)), None, node.origins)
    if node.op is MicroOp.AWAIT:
        for mark, payload in intrinsic_operations.AWAITED.items():
            if node.payload == payload:
                return node.with_operands((call_of(mark, *node.operands),))
        return node
    if node.op is MicroOp.JOIN and all(
        part.op in (MicroOp.FORMAT, MicroOp.CONST) for part in node.operands
    ):
        return node
    if node.op is MicroOp.YIELD_FROM or _is_comprehension(node):
        return _with_own_iterator(node)
    function = intrinsic_operations.function_for(node.op, node.payload)
    if function is None:
        return node
    arguments = list(node.operands)
    if node.op in intrinsic_operations.WITH_PAYLOAD:
        arguments.append(const(node.payload))
    call = call_of(function, *arguments)
    return Value(call.op, call.operands, call.payload, node.origins)


def _is_comprehension(node: Value) -> bool:
    """Return whether a call runs a comprehension, which takes one argument."""
    parts = node.operands[0].payload if node.op is MicroOp.CALL else None
    if not isinstance(parts, FunctionParts):
        return False
    return getattr(parts.code, "name", "") in _COMPREHENSIONS


def _with_own_iterator(node: Value) -> Value:
    """Return a node without the ``iter`` call that its syntax implies."""
    *others, last = node.operands
    if last.op is not MicroOp.CALL:
        return node
    for function in _MAKE_ITERATORS:
        if last.operands[0] == const(function):
            op, _ = intrinsic_operations.OPERATIONS[function]
            made = Value(op, last.operands[1:], None, last.origins)
            return node.with_operands((*others, made))
    return node


def without_unread(body: list[Statement]) -> list[Statement]:
    """Remove from a tree all stores of the handled exception that nothing reads."""
    read = {
        node.variable
        for statement in walk(body)
        for value in values(statement)
        for node in nodes(value)
        if node.op is MicroOp.LOAD
    }

    def kept(statements: list[Statement]) -> list[Statement]:
        return [one for one in statements if not _is_unread(one, read)]

    return change_lists(body, kept)


def _is_unread(statement: Statement, read: set[Variable]) -> bool:
    value = value_of(statement, MicroOp.STORE)
    if value is None:
        return False
    source = value.operands[0]
    return (
        value.variable.is_temporary
        and value.variable not in read
        and (not source.operands or _is_handled(source))
    )


def _is_handled(value: Value) -> bool:
    return (
        value.op is MicroOp.ITEM
        and value.operands[0].op is MicroOp.CALL
        and value.operands[0].operands[0] == const(intrinsic_operations.HANDLED)
    )
