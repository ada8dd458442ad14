"""Actions that call, import, enter contexts and create functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Sequence

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    CallShape,
    FunctionParts,
    ImportName,
    Value,
    Variable,
    VariableKind,
)
from depyf.decompiler.lift.shapes import NULL, SELF_NULL

if TYPE_CHECKING:
    from depyf.decompiler.lift.stack import BlockLifter

Keywords = Sequence[Optional[str]]


def _is_null(leaf: Value) -> bool:
    return leaf.op is MicroOp.NULL


def _push_callable(
    block: BlockLifter, function: Value, *, is_method: bool = False
) -> None:
    """Push a callable and its NULL slot, in the order of the code's CPython."""
    null = SELF_NULL if is_method else NULL
    if is_method:
        block.methods.add(function.variable)
    is_below = block.names.behaviour.null_below_callable
    block.stack.extend((null, function) if is_below else (function, null))


def lift_load_global(block: BlockLifter) -> None:
    """Load a global; the low bit of the argument says whether a call follows."""
    variable = Variable(VariableKind.GLOBAL, block.operation.name)
    found = block.define(MicroOp.LOAD, (), variable)
    if block.operation.number & 1:
        _push_callable(block, found)
    else:
        block.push(found)


def lift_attribute(block: BlockLifter) -> None:
    """Load an attribute."""
    block.result(MicroOp.ATTR, (block.pop(),), block.operation.name)


def lift_method(block: BlockLifter) -> None:
    """Load an attribute to call it."""
    found = block.define(MicroOp.ATTR, (block.pop(),), block.operation.name)
    _push_callable(block, found, is_method=True)


def lift_attribute_or_method(block: BlockLifter) -> None:
    """Load an attribute; the low bit of the argument says whether a call follows."""
    (lift_method if block.operation.number & 1 else lift_attribute)(block)


def lift_super_attribute(block: BlockLifter) -> None:
    """Lift ``super().name``, as a call and an attribute.

    Whether CPython uses this instruction or a plain call depends on the rest of the
    module. So both are lifted as a call.
    """
    is_method, has_arguments = block.operation.number & 1, block.operation.number & 2
    function, *operands = block.pop_many(3)
    if not has_arguments:
        # The values that super() finds itself were loaded only for this instruction.
        for operand in operands:
            block.forget(operand)
        operands = []
    shape = CallShape((None,) * len(operands))
    bound = block.define(MicroOp.CALL, (function, *operands), shape)
    found = block.define(MicroOp.ATTR, (bound,), block.operation.name)
    if is_method:
        _push_callable(block, found, is_method=True)
    else:
        block.push(found)


def lift_special_method(block: BlockLifter) -> None:
    """Load a special method such as ``__enter__`` from the object's type."""
    found = block.define(MicroOp.SPECIAL, (block.pop(),), block.operation.name)
    _push_callable(block, found)


def _call(
    block: BlockLifter, function: Value, arguments: tuple[Value, ...], words: Keywords
) -> None:
    plain: list[str | None] = [None] * (len(arguments) - len(words))
    block.result(MicroOp.CALL, (function, *arguments), CallShape((*plain, *words)))


def _call_with_self(block: BlockLifter, count: int, words: Keywords) -> None:
    """Lift a call whose callable has two slots: the callable, and self or NULL."""
    arguments = block.pop_many(count)
    below, above = block.pop_callable()
    if not (_is_null(above) or _is_null(below)):
        _call(block, below, (above, *arguments), words)
        return
    _call(block, _callable_of(block, below, above), arguments, words)


def _callable_of(block: BlockLifter, below: Value, above: Value) -> Value:
    """Return the callable from its two slots; the other slot must contain NULL.

    CPython does not check this: with the two exchanged, it crashes.
    """
    if block.names.behaviour.null_below_callable:
        below, above = above, below
    if _is_null(below) or not _is_null(above):
        raise block.fail("the callable has no NULL beside it")
    return below


def lift_call(block: BlockLifter) -> None:
    """Lift a call (3.11 and later)."""
    words, block.keywords = block.keywords, ()
    _call_with_self(block, block.operation.number, words)


def lift_keyword_names(block: BlockLifter) -> None:
    """Set the keywords of the next call's last arguments."""
    names = block.operation.argval
    if not isinstance(names, tuple) or not all(isinstance(n, str) for n in names):
        raise block.fail("the keyword names are not names")
    block.keywords = names
    block.skip()


def lift_call_keywords(block: BlockLifter) -> None:
    """Lift a call whose keyword names are on the stack (3.13 and later)."""
    words = block.operation.tuple_in(block.pop())
    _call_with_self(block, block.operation.number, words)


def lift_call_function(block: BlockLifter) -> None:
    """Lift a call (up to 3.10)."""
    arguments = block.pop_many(block.operation.number)
    _call(block, block.pop(), arguments, ())


def lift_call_method(block: BlockLifter) -> None:
    """Lift a call of a method (up to 3.10)."""
    _call_with_self(block, block.operation.number, ())


def lift_call_function_keywords(block: BlockLifter) -> None:
    """Lift a call with keywords (up to 3.10)."""
    words = block.operation.tuple_in(block.pop())
    arguments = block.pop_many(block.operation.number)
    _call(block, block.pop(), arguments, words)


def _star_arguments(block: BlockLifter) -> tuple[tuple[Value, ...], Keywords]:
    if block.operation.number & 1:
        return block.pop_many(2), ("*", "**")
    return block.pop_many(1), ("*",)


def lift_call_star_plain(block: BlockLifter) -> None:
    """Lift ``f(*a, **k)`` up to 3.10."""
    arguments, words = _star_arguments(block)
    _call(block, block.pop(), arguments, words)


def lift_call_star(block: BlockLifter) -> None:
    """Lift ``f(*a, **k)`` of 3.11 to 3.13."""
    arguments, words = _star_arguments(block)
    function = _callable_of(block, *block.pop_many(2))
    _call(block, function, arguments, words)


def lift_call_star_full(block: BlockLifter) -> None:
    """Lift ``f(*a, **k)`` of 3.14 and later: the slot for keywords may be NULL."""
    below, above, positional, keywords = block.pop_many(4)
    function = _callable_of(block, below, above)
    if _is_null(keywords):
        _call(block, function, (positional,), ("*",))
    else:
        _call(block, function, (positional, keywords), ("*", "**"))


# Intrinsics and imports.


def lift_intrinsic(block: BlockLifter) -> None:
    """Call an intrinsic function of the interpreter, given by its number."""
    names = block.operation.params[0]
    operands = block.pop_many(block.operation.params[1])
    if block.operation.number >= len(names):
        raise block.fail("unknown intrinsic")
    name = names[block.operation.number]
    if name == "async_gen_wrap":  # checked in `conventions`
        block.push(operands[0])
        block.skip()
    elif name == "unary_positive":
        block.result(MicroOp.UNARY, operands, "+")
    elif name == "import_star":
        block.emit(MicroOp.IMPORT_STAR, operands)
        block.push_leaf(MicroOp.CONST, Constant(None))
    else:
        block.result(MicroOp.INTRINSIC, operands, name)


def lift_print_expression(block: BlockLifter) -> None:
    """Print a result, as interactive code does."""
    block.result(MicroOp.INTRINSIC, (block.pop(),), "print")
    block.discard()


def lift_import_name(block: BlockLifter) -> None:
    """Import a module."""
    block.result(MicroOp.IMPORT, block.pop_many(2), ImportName(block.operation.name))


#: The value of the two bits below the name's index for a lazy import (3.15, PEP 810).
_LAZY = 1


def lift_import_name_packed(block: BlockLifter) -> None:
    """Import a module, lazily if the argument says so (3.15 and later)."""
    name = ImportName(block.operation.name, block.operation.number & 3 == _LAZY)
    block.result(MicroOp.IMPORT, block.pop_many(2), name)


# Contexts, iteration, generators.


def lift_enter(block: BlockLifter) -> None:
    """Look up the enter and exit methods, then enter the context."""
    enter_name, exit_name = block.operation.params
    manager = block.pop()
    leave = block.define(MicroOp.SPECIAL, (manager,), exit_name)
    start = block.define(MicroOp.SPECIAL, (manager,), enter_name)
    block.push(leave)
    block.result(MicroOp.CALL, (start,), CallShape(()))


#: The argument of GET_ITER for ``yield from`` (3.15).
_YIELD_FROM = 3
#: The parameter that contains the iterable of a generator expression.
_OUTERMOST = ".0"


def lift_iter_two_slots(block: BlockLifter) -> None:
    """Push an iterator, and above it NULL, which 3.15 keeps for an index."""
    source = block.pop()
    if block.operation.number == _YIELD_FROM:
        block.result(MicroOp.YIELD_ITER, (source,))
    elif _is_outermost(block, source):
        block.push(source)
        block.skip()
    else:
        block.result(MicroOp.ITER, (source,))
    block.push(NULL)


def _is_outermost(block: BlockLifter, source: Value) -> bool:
    """Return whether a value is the outermost iterable of a generator expression.

    From 3.15 on, the generator expression calls iter itself; before, its caller does.
    In the graph it is always the parameter alone.
    """
    return (
        block.names.behaviour.generator_expression_iterates
        and source.op is MicroOp.LOAD
        and source.variable.name == _OUTERMOST
    )


def lift_aiter(block: BlockLifter) -> None:
    """Lift ``aiter(x)``."""
    source = block.pop()
    if _is_outermost(block, source):
        block.push(source)
        block.skip()
    else:
        block.result(MicroOp.AITER, (source,))


def lift_await(block: BlockLifter) -> None:
    """Lift ``await x``."""
    block.result(MicroOp.AWAIT, (block.pop(),), block.operation.params[0])


def lift_yield_from(block: BlockLifter) -> None:
    """Lift ``yield from x``."""
    if block.stack and _is_null(block.stack[-1]):
        block.pop()
    block.result(MicroOp.YIELD_FROM, (block.pop(),))


#: The parts of a function, in the order in which CPython evaluates them.
_PARTS = (
    (1, "defaults"),
    (2, "kwdefaults"),
    (4, "annotations"),
    (16, "annotate"),
    (8, "closure"),
)
_ORDER = {name: number for number, (_, name) in enumerate(_PARTS)}
_FLAG = dict(_PARTS)


def lift_function(block: BlockLifter) -> None:
    """Create a function with all its parts at once (up to 3.12)."""
    named = block.pop() if block.operation.params[0] == "qualname" else None
    code = _code_constant(block)
    if named is not None:
        _check_name(block, named, code)
    names = tuple(name for flag, name in _PARTS if block.operation.number & flag)
    block.result(
        MicroOp.FUNCTION, block.pop_many(len(names)), FunctionParts(code, names)
    )


#: The prefix of the names that Dynamo gives to functions, whatever their code is named.
_RESUMING = "__resume_at_"


def _check_name(block: BlockLifter, named: Value, code: CodeUnit) -> None:
    """Check that a function's name (up to 3.10) is the name of its code."""
    name = named.constant
    if not isinstance(name, str):
        raise block.fail("the name of a function is not a string")
    last = name.rpartition(".")[2]
    if last != code.name and not last.startswith(_RESUMING):
        raise block.fail("the name of a function differs from the name of its code")


def _code_constant(block: BlockLifter) -> CodeUnit:
    known = block.pop().constant
    if not isinstance(known, CodeUnit):
        raise block.fail("a function is created from an object that is not code")
    return known


def lift_plain_function(block: BlockLifter) -> None:
    """Create a function; later instructions add its other parts (3.13 and later)."""
    block.result(MicroOp.FUNCTION, (), FunctionParts(_code_constant(block)))


def lift_function_attribute(block: BlockLifter) -> None:
    """Add one part to the function created just before (3.13 and later)."""
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
