"""Actions: what a step does to the symbolic stack. Named by the opcode table.

An action takes the block being lifted; ``block.step`` is the step. This module holds
those that move values, load, store and compute; calls are in `actions_calls`, control
flow and exceptions in `actions_flow`.
"""

from __future__ import annotations

from typing import Callable, Dict, Optional, Tuple, cast

from depyf.bytecode.opcodes import CommonConstant
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import (
    Constant,
    UnpackShape,
    Value,
    VariableKind,
    const,
    load,
)
from depyf.lift.stack import NULL, BlockLifter

Action = Callable[[BlockLifter], None]
ACTIONS: Dict[str, Action] = {}


def action(function: Action) -> Action:
    """Registers an action under its name (a trailing underscore is dropped)."""
    ACTIONS[function.__name__.rstrip("_")] = function
    return function


def name_of(block: BlockLifter) -> str:
    """The name that the step's argument means."""
    name = block.step.argval
    if not isinstance(name, str):
        raise block.fail("the argument names nothing")
    return name


def _op(block: BlockLifter) -> MicroOp:
    return MicroOp(block.step.params[0])


def _count(block: BlockLifter, position: int = 1) -> int:
    return cast("int", block.step.params[position])


# Moving values.


@action
def skip(block: BlockLifter) -> None:
    block.skip()


@action
def origin(block: BlockLifter) -> None:
    block.emit(MicroOp.ORIGIN)


@action
def push_null(block: BlockLifter) -> None:
    block.push(NULL)
    block.skip()


@action
def pop(block: BlockLifter) -> None:
    block.discard()


@action
def drop(block: BlockLifter) -> None:
    block.pop_many(_count(block, 0))
    block.skip()


@action
def end_for(block: BlockLifter) -> None:
    block.pop()
    block.skip()


@action
def copy(block: BlockLifter) -> None:
    _copy(block, block.step.number)


def _copy(block: BlockLifter, depth: int) -> None:
    if not 0 < depth <= len(block.stack):
        raise block.fail("the stack is too short")
    leaf = block.stack[-depth]
    if not _is_temporary(leaf):
        # Both slots hold one evaluation of the source; two equal leaves would not
        # tell that, and a chained comparison is one only because of it.
        leaf = block.stack[-depth] = block.keep(leaf)
    block.push(leaf)
    block.skip()


def _is_temporary(leaf: Value) -> bool:
    if leaf.op is not MicroOp.LOAD:
        return leaf.op in (MicroOp.NULL, MicroOp.PREVIOUS_EXCEPTION)
    return leaf.variable.is_temporary


@action
def duplicate(block: BlockLifter) -> None:
    count = _count(block, 0)
    for _ in range(count):
        _copy(block, count)


@action
def swap(block: BlockLifter) -> None:
    depth, stack = block.step.number, block.stack
    if not 0 < depth <= len(stack):
        raise block.fail("the stack is too short")
    stack[-1], stack[-depth] = stack[-depth], stack[-1]
    block.skip()


@action
def rotate(block: BlockLifter) -> None:
    depth = _count(block, 0) if block.step.params else block.step.number
    if not 0 < depth <= len(block.stack):
        raise block.fail("the stack is too short")
    block.stack.insert(len(block.stack) - depth, block.stack.pop())
    block.skip()


# Loading.


@action
def const_(block: BlockLifter) -> None:
    block.push_leaf(MicroOp.CONST, Constant(block.step.argval))


@action
def common_constant(block: BlockLifter) -> None:
    entry = block.step.argval
    if not isinstance(entry, CommonConstant):
        raise block.fail("unknown common constant")
    if entry.builtin is None:
        block.push_leaf(MicroOp.CONST, Constant(entry.value))
    else:
        block.push_leaf(MicroOp.COMMON_CONSTANT, entry.builtin)


@action
def leaf(block: BlockLifter) -> None:
    payload = block.step.params[1] if len(block.step.params) > 1 else None
    block.push_leaf(_op(block), payload)


def _load_fast(block: BlockLifter, name: str) -> None:
    if block.names.is_cell(name):
        # CPython 3.13: LOAD_CLOSURE is written LOAD_FAST.
        block.push_leaf(MicroOp.CELL, block.names.cell(name))
    else:
        block.push_leaf(MicroOp.LOAD, block.names.variable(VariableKind.LOCAL, name))


def _store_fast(block: BlockLifter, name: str) -> None:
    variable = block.names.variable(VariableKind.LOCAL, name)
    value = block.pop()
    block.spill_local(variable)
    block.emit(MicroOp.STORE, (value,), variable)


_FAST = {"load_fast": _load_fast, "store_fast": _store_fast}


@action
def load_fast(block: BlockLifter) -> None:
    _load_fast(block, name_of(block))


@action
def store_fast(block: BlockLifter) -> None:
    _store_fast(block, name_of(block))


@action
def fast_pair(block: BlockLifter) -> None:
    names = cast("Tuple[str, str]", block.step.argval)
    for part, name in zip(block.step.params, names):
        _FAST[cast("str", part)](block, name)


@action
def delete_fast(block: BlockLifter) -> None:
    variable = block.names.variable(VariableKind.LOCAL, name_of(block))
    block.spill_local(variable)
    block.emit(MicroOp.DELETE, (), variable)


@action
def save_local(block: BlockLifter) -> None:
    variable = block.names.variable(VariableKind.LOCAL, name_of(block))
    block.spill_local(variable)
    block.result(MicroOp.SAVE_LOCAL, (), variable)


@action
def make_cell(block: BlockLifter) -> None:
    block.emit(MicroOp.MAKE_CELL, (), block.names.cell(name_of(block)))


@action
def load_cell(block: BlockLifter) -> None:
    block.result(MicroOp.LOAD, (), block.names.cell(name_of(block)))


@action
def load_closure(block: BlockLifter) -> None:
    block.push_leaf(MicroOp.CELL, block.names.cell(name_of(block)))


@action
def store_cell(block: BlockLifter) -> None:
    block.emit(MicroOp.STORE, (block.pop(),), block.names.cell(name_of(block)))


@action
def delete_cell(block: BlockLifter) -> None:
    block.emit(MicroOp.DELETE, (), block.names.cell(name_of(block)))


@action
def load_from(block: BlockLifter) -> None:
    """A free name of a class body: from the namespace first.

    To 3.11 one instruction reads the namespace itself; later it is on the stack.
    """
    name = name_of(block)
    if block.step.params[0] == "cell":
        variable = block.names.cell(name)
    else:
        variable = block.names.variable(VariableKind.GLOBAL, name)
    if block.step.opname == "LOAD_CLASSDEREF":
        block.push_leaf(MicroOp.LOCALS)
    block.result(MicroOp.LOAD_FROM, (block.pop(),), variable)


def _named(block: BlockLifter) -> object:
    kind = VariableKind(block.step.params[0])
    return block.names.variable(kind, name_of(block))


@action
def load_name(block: BlockLifter) -> None:
    block.result(MicroOp.LOAD, (), _named(block))


@action
def store_name(block: BlockLifter) -> None:
    block.emit(MicroOp.STORE, (block.pop(),), _named(block))


@action
def delete_name(block: BlockLifter) -> None:
    block.emit(MicroOp.DELETE, (), _named(block))


# Computing.


@action
def result(block: BlockLifter) -> None:
    _, count, *payload = block.step.params
    operands = block.pop_many(cast("int", count))
    block.result(_op(block), operands, payload[0] if payload else None)


@action
def flagged_result(block: BlockLifter) -> None:
    operands = block.pop_many(_count(block))
    block.result(_op(block), operands, bool(block.step.arg))


@action
def counted_result(block: BlockLifter) -> None:
    block.result(_op(block), block.pop_many(block.step.number))


@action
def keep_result(block: BlockLifter) -> None:
    """Computes from the values on top and leaves them there."""
    count = _count(block)
    operands = tuple(block.peek(depth) for depth in range(count, 0, -1))
    block.result(_op(block), operands, block.step.argval)


@action
def statement(block: BlockLifter) -> None:
    operands = block.pop_many(_count(block))
    block.emit(_op(block), operands, block.step.argval)


@action
def binary_op(block: BlockLifter) -> None:
    operator = cast("str", block.step.argval)
    operands = block.pop_many(2)
    if operator == "[]":
        block.result(MicroOp.ITEM, operands)
    elif operator.endswith("="):
        block.result(MicroOp.INPLACE, operands, operator[:-1])
    else:
        block.result(MicroOp.BINARY, operands, operator)


_OLD_COMPARISONS: Dict[object, Tuple[MicroOp, object]] = {
    "in": (MicroOp.CONTAINS, False),
    "not in": (MicroOp.CONTAINS, True),
    "is": (MicroOp.IS, False),
    "is not": (MicroOp.IS, True),
    "exception match": (MicroOp.EXC_MATCH, None),
}


@action
def compare(block: BlockLifter) -> None:
    sign = block.step.argval
    op, payload = _OLD_COMPARISONS.get(sign, (MicroOp.COMPARE, sign))
    block.result(op, block.pop_many(2), payload)
    if block.step.params and block.step.number & _BOOL_FLAG and not _tests_next(block):
        block.result(MicroOp.TRUTH, (block.pop(),))


#: CPython 3.13: the argument asks for a bool, since a branch follows.
_BOOL_FLAG = 16


def _tests_next(block: BlockLifter) -> bool:
    """True if the next step tests the truth of its operand itself."""
    following = block.following
    if following is None:
        return False
    return following.action == "branch" or following.params == ("unary", 1, "not")


@action
def truth(block: BlockLifter) -> None:
    if _tests_next(block):
        block.skip()
    else:
        block.result(MicroOp.TRUTH, (block.pop(),))


@action
def load_slice(block: BlockLifter) -> None:
    lower, upper = block.pop_many(2)
    index = block.define(MicroOp.SLICE, (lower, upper))
    block.result(MicroOp.ITEM, (block.pop(), index))


@action
def store_slice(block: BlockLifter) -> None:
    lower, upper = block.pop_many(2)
    index = block.define(MicroOp.SLICE, (lower, upper))
    value, container = block.pop_many(2)
    block.emit(MicroOp.SET_ITEM, (value, container, index))


def _unpack(block: BlockLifter, count: int, shape_star: int = -1) -> None:
    source = block.pop()
    targets = tuple(block.names.temp() for _ in range(count))
    star = None if shape_star < 0 else shape_star
    block.emit(MicroOp.UNPACK, (source,), UnpackShape(targets, star))
    for target in reversed(targets):
        item = load(target)
        # A dropped item is a target that is stored again at once, not a statement.
        block.mark_consumed(item)
        block.push(item)


@action
def unpack(block: BlockLifter) -> None:
    _unpack(block, block.step.number)


@action
def unpack_star(block: BlockLifter) -> None:
    before, after = block.step.number & 0xFF, block.step.number >> 8
    _unpack(block, before + 1 + after, before)


@action
def build(block: BlockLifter) -> None:
    operands = block.pop_many(block.step.number)
    block.result(MicroOp.BUILD, operands, block.step.params[0])


@action
def build_map(block: BlockLifter) -> None:
    block.result(MicroOp.BUILD, block.pop_many(2 * block.step.number), "dict")


@action
def build_const_key_map(block: BlockLifter) -> None:
    keys = constant_tuple(block, block.pop())
    items = block.pop_many(block.step.number)
    pairs = [part for key, item in zip(keys, items) for part in (const(key), item)]
    block.result(MicroOp.BUILD, tuple(pairs), "dict")


def constant_tuple(block: BlockLifter, names: Value) -> Tuple[object, ...]:
    """The tuple that a constant leaf holds."""
    found = names.payload.value if isinstance(names.payload, Constant) else None
    if not isinstance(found, tuple):
        raise block.fail("a constant tuple is missing")
    return found


@action
def extend(block: BlockLifter) -> None:
    source = block.pop()
    collection = block.peek(block.step.number)
    block.emit(MicroOp.EXTEND, (collection, source), block.step.params[0])


@action
def add(block: BlockLifter) -> None:
    items = block.pop_many(_count(block))
    collection = block.peek(block.step.number)
    block.emit(MicroOp.ADD, (collection, *items), block.step.params[0])


@action
def build_unpack(block: BlockLifter) -> None:
    """``[*a, *b]`` of 3.8: one operation over several collections."""
    kind = cast("str", block.step.params[0])
    star = MicroOp.DOUBLE_STAR if kind.startswith("map") else MicroOp.STAR
    kind = "dict" if kind.startswith("map") else kind
    operands = block.pop_many(block.step.number)
    items = tuple(Value(star, (operand,)) for operand in operands)
    block.result(MicroOp.BUILD, items, kind)


_CONVERSIONS = ("", "s", "r", "a")


@action
def format_value(block: BlockLifter) -> None:
    operands = block.pop_many(2 if block.step.number & 4 else 1)
    block.result(MicroOp.FORMAT, operands, _CONVERSIONS[block.step.number & 3])


_CONVERT = "convert_"


@action
def convert(block: BlockLifter) -> None:
    """``!r``: folded into the FORMAT that follows, see `format_`."""
    name = _CONVERT + _CONVERSIONS[block.step.number & 3]
    block.result(MicroOp.INTRINSIC, (block.pop(),), name)


@action
def format_(block: BlockLifter) -> None:
    operands = block.pop_many(_count(block, 0))
    conversion = ""
    found = _definition(block, operands[0])
    if found is not None:
        converted = block.body[found].operands[0]
        name = converted.payload
        if isinstance(name, str) and name.startswith(_CONVERT):
            conversion = name[len(_CONVERT) :]
            operands = (converted.operands[0], *operands[1:])
            del block.body[found]
    block.result(MicroOp.FORMAT, operands, conversion)


def _definition(block: BlockLifter, leaf: Value) -> Optional[int]:
    """Where in this block a TEMP is stored."""
    for index in range(len(block.body) - 1, -1, -1):
        each = block.body[index]
        if each.op is MicroOp.STORE and each.payload == leaf.payload:
            return index if each.variable.kind is VariableKind.TEMP else None
    return None


@action
def interpolation(block: BlockLifter) -> None:
    operands = block.pop_many(3 if block.step.number & 1 else 2)
    conversion = _CONVERSIONS[block.step.number >> 2]
    block.result(MicroOp.INTERPOLATION, operands, conversion)


@action
def match_class(block: BlockLifter) -> None:
    block.result(MicroOp.MATCH_CLASS, block.pop_many(3), block.step.number)


def _push_success(block: BlockLifter) -> None:
    """Pushes the flag that 3.10 computes beside the values of a match."""
    values = block.peek(1)
    block.result(MicroOp.IS, (values, const(None)), True)


@action
def match_class_flagged(block: BlockLifter) -> None:
    match_class(block)
    _push_success(block)


@action
def match_keys_flagged(block: BlockLifter) -> None:
    operands = (block.peek(2), block.peek(1))
    block.result(MicroOp.MATCH_KEYS, operands)
    _push_success(block)


@action
def copy_dict_without_keys(block: BlockLifter) -> None:
    operands = (block.peek(2), block.pop())
    block.result(MicroOp.INTRINSIC, operands, "copy_dict_without_keys")
