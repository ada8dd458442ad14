"""Actions that compute, compare, build, format and match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.intrinsic_operations import conversion_intrinsic, conversion_of
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value, VariableKind, const, load

if TYPE_CHECKING:
    from depyf.decompiler.lift.stack import BlockLifter

# Results.


def lift_result(block: BlockLifter) -> None:
    """Pop the operands of an operation, and push its result."""
    _, count, *payload = block.operation.params
    operands = block.pop_many(count)
    block.result(block.operation.micro_op, operands, payload[0] if payload else None)


def lift_flagged_result(block: BlockLifter) -> None:
    """Pop operands, and push the result; the argument says whether to negate it."""
    if block.operation.number > 1:
        raise block.fail("the argument must be 0 or 1")
    operands = block.pop_many(block.operation.params[1])
    block.result(block.operation.micro_op, operands, bool(block.operation.arg))


def lift_counted_result(block: BlockLifter) -> None:
    """Pop as many operands as the argument says, and push the operation's result."""
    block.result(block.operation.micro_op, block.pop_many(block.operation.number))


def lift_join_text(block: BlockLifter) -> None:
    """Join formatted values and constant strings; joining them cannot fail."""
    parts = block.pop_many(block.operation.number)
    for part in parts:
        if isinstance(part.payload, Constant):
            if type(part.payload.value) is not str:
                raise block.fail("a joined value is not a string")
    block.result(MicroOp.JOIN, parts)


def lift_keep_result(block: BlockLifter) -> None:
    """Push the result of an operation, and keep its operands on the stack."""
    count = block.operation.params[1]
    operands = tuple(block.peek(depth) for depth in range(count, 0, -1))
    block.result(block.operation.micro_op, operands, block.operation.argval)


def lift_statement(block: BlockLifter) -> None:
    """Emit a statement, and pop its operands."""
    operands = block.pop_many(block.operation.params[1])
    block.emit(block.operation.micro_op, operands, block.operation.argval)


def lift_binary_op(block: BlockLifter) -> None:
    """Lift arithmetic, plain or in place, and subscripts."""
    operator = block.operation.name
    operands = block.pop_many(2)
    if operator == "[]":
        block.result(MicroOp.ITEM, operands)
    elif operator.endswith("="):
        block.result(MicroOp.INPLACE, operands, operator[:-1])
    else:
        block.result(MicroOp.BINARY, operands, operator)


_OLD_COMPARISONS: dict[str, tuple[MicroOp, object]] = {
    "in": (MicroOp.CONTAINS, False),
    "not in": (MicroOp.CONTAINS, True),
    "is": (MicroOp.IS, False),
    "is not": (MicroOp.IS, True),
    "exception match": (MicroOp.EXC_MATCH, None),
}


def lift_compare(block: BlockLifter) -> None:
    """Compare values; in 3.8 also by identity, membership and exception match."""
    sign = block.operation.name
    op, payload = _OLD_COMPARISONS.get(sign, (MicroOp.COMPARE, sign))
    block.result(op, block.pop_many(2), payload)
    if (
        block.operation.params
        and block.operation.number & _BOOL_FLAG
        and not _tests_next(block)
    ):
        block.result(MicroOp.TRUTH, (block.pop(),))


#: The bit in a 3.13 argument that converts the result to bool, for a branch.
_BOOL_FLAG = 16


def _tests_next(block: BlockLifter) -> bool:
    """Return whether the next operation itself tests its operand's truth."""
    following = block.following
    if following is None:
        return False
    return following.action == "branch" or following.params == ("unary", 1, "not")


def lift_truth(block: BlockLifter) -> None:
    """Convert the top to bool, unless the next operation tests its truth itself."""
    if _tests_next(block):
        block.skip()
    else:
        block.result(MicroOp.TRUTH, (block.pop(),))


def lift_load_slice(block: BlockLifter) -> None:
    """Lift ``x[a:b]``."""
    lower, upper = block.pop_many(2)
    index = block.define(MicroOp.SLICE, (lower, upper))
    block.result(MicroOp.ITEM, (block.pop(), index))


def lift_store_slice(block: BlockLifter) -> None:
    """Lift ``x[a:b] = v``."""
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
        # An item that is dropped later is an unused target, not a statement.
        block.mark_consumed(item)
        block.push(item)


def lift_unpack(block: BlockLifter) -> None:
    """Lift ``a, b = x``."""
    _unpack(block, block.operation.number)


def lift_unpack_star(block: BlockLifter) -> None:
    """Lift ``a, *b, c = x``."""
    before, after = block.operation.number & 0xFF, block.operation.number >> 8
    _unpack(block, before + 1 + after, before)


def lift_build(block: BlockLifter) -> None:
    """Lift a display of a tuple, list or set."""
    operands = block.pop_many(block.operation.number)
    block.result(MicroOp.BUILD, operands, block.operation.params[0])


def lift_build_map(block: BlockLifter) -> None:
    """Lift a dict display."""
    block.result(MicroOp.BUILD, block.pop_many(2 * block.operation.number), "dict")


def lift_build_const_key_map(block: BlockLifter) -> None:
    """Lift a dict display whose keys are constants."""
    keys = block.operation.tuple_in(block.pop())
    items = block.pop_many(block.operation.number)
    pairs = [part for key, item in zip(keys, items) for part in (const(key), item)]
    block.result(MicroOp.BUILD, tuple(pairs), "dict")


def lift_extend(block: BlockLifter) -> None:
    """Add all items of one collection to another, deeper in the stack."""
    source = block.pop()
    collection = block.peek(block.operation.number)
    block.emit(MicroOp.EXTEND, (collection, source), block.operation.params[0])


def lift_add(block: BlockLifter) -> None:
    """Add one item to a collection deeper in the stack."""
    items = block.pop_many(block.operation.params[1])
    collection = block.peek(block.operation.number)
    block.emit(MicroOp.ADD, (collection, *items), block.operation.params[0])


#: By the kind of BUILD_*_UNPACK, the collection to start with and the kind of EXTEND.
_UNPACKED = {
    "tuple": ("list", "list"),
    "list": ("list", "list"),
    "set": ("set", "set"),
    "map": ("dict", "dict"),
    "map_call": ("dict", "call"),
}


def lift_build_unpack(block: BlockLifter) -> None:
    """Lift ``[*a, *b]`` of 3.8 in the form of later CPython versions."""
    kind = block.operation.params[0]
    start, extends = _UNPACKED[kind]
    sources = block.pop_many(block.operation.number)
    collection = block.define(MicroOp.BUILD, (), start)
    for source in sources:
        block.emit(MicroOp.EXTEND, (collection, source), extends)
    if kind == "tuple":
        block.result(MicroOp.INTRINSIC, (collection,), "list_to_tuple")
    else:
        block.push(collection)


_CONVERSIONS = ("", "s", "r", "a")


def lift_format_value(block: BlockLifter) -> None:
    """Format a field of an f-string (up to 3.12)."""
    operands = block.pop_many(2 if block.operation.number & 4 else 1)
    block.result(MicroOp.FORMAT, operands, _CONVERSIONS[block.operation.number & 3])


def lift_convert(block: BlockLifter) -> None:
    """Convert a field, as by ``!r``; `lift_format` folds it into the FORMAT."""
    name = conversion_intrinsic(_CONVERSIONS[block.operation.number & 3])
    block.result(MicroOp.INTRINSIC, (block.pop(),), name)


def lift_format(block: BlockLifter) -> None:
    """Format a field of an f-string (3.13 and later)."""
    operands = block.pop_many(block.operation.params[0])
    conversion = ""
    found = _definition(block, operands[0])
    if found is not None:
        converted = block.body[found].operands[0]
        conversion = conversion_of(converted)
        if conversion:
            operands = (converted.operands[0], *operands[1:])
            del block.body[found]
    block.result(MicroOp.FORMAT, operands, conversion)


def _definition(block: BlockLifter, leaf: Value) -> int | None:
    """Return the index of the last statement that stores the leaf's TEMP, or None."""
    for index in range(len(block.body) - 1, -1, -1):
        each = block.body[index]
        if each.op is MicroOp.STORE and each.payload == leaf.payload:
            return index if each.variable.kind is VariableKind.TEMP else None
    return None


def lift_interpolation(block: BlockLifter) -> None:
    """Lift a field of a t-string."""
    operands = block.pop_many(3 if block.operation.number & 1 else 2)
    conversion = _CONVERSIONS[block.operation.number >> 2 & 3]
    block.result(MicroOp.INTERPOLATION, operands, conversion)


def lift_match_class(block: BlockLifter) -> None:
    """Match a class pattern."""
    block.result(MicroOp.MATCH_CLASS, block.pop_many(3), block.operation.number)


def _push_success(block: BlockLifter) -> None:
    """Push the flag that 3.10 computes besides the values of a match."""
    values = block.peek(1)
    block.result(MicroOp.IS, (values, const(None)), True)


def lift_match_class_flagged(block: BlockLifter) -> None:
    """Match a class pattern in 3.10."""
    lift_match_class(block)
    _push_success(block)


def lift_match_keys_flagged(block: BlockLifter) -> None:
    """Match the keys of a mapping pattern in 3.10."""
    operands = (block.peek(2), block.peek(1))
    block.result(MicroOp.MATCH_KEYS, operands)
    _push_success(block)


def lift_copy_dict_without_keys(block: BlockLifter) -> None:
    """Lift ``**rest`` of a mapping pattern in 3.10."""
    operands = (block.peek(2), block.pop())
    block.result(MicroOp.INTRINSIC, operands, "copy_dict_without_keys")
