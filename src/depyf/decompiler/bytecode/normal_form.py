"""Reduce instructions to a form without choices that a compiler is free to make.

Line breaks in the source decide where NOPs are and which loads are fused. Tables may
list names and constants in any order. Two code objects with equal normal forms do the
same, step by step.

Validation lifts both sides with the same lifter. A wrong row of the lifter's table
could therefore cancel out: an instruction is misread, printed wrongly, compiled to
another instruction, and misread again. So if one opcode stands for several operations,
the opcode and its argument are compared themselves (`raw_operation`). Both sides are
code of one Python version, so they agree. Opcodes that a compiler may choose freely are
left out.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Callable, Hashable, Iterator, MutableMapping
from weakref import WeakKeyDictionary

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.identity import CALL_FLAGS, UnknownConstantError
from depyf.decompiler.bytecode.opcodes import Arg, argument_kinds, table_of
from depyf.decompiler.exact_types import constant_key

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.behaviour import Version
    from depyf.decompiler.bytecode.disassemble import Instruction

_JUMPS = frozenset({Arg.JUMP_FORWARD, Arg.JUMP_BACKWARD, Arg.JUMP_ABSOLUTE})
#: The bits of an argument that lie below the index of a name.
_BITS = {Arg.NAME: 0, Arg.LOCAL: 0, Arg.FREE: 0}
_BITS.update({Arg.NAME_SHIFT_1: 1, Arg.NAME_SHIFT_2: 3})
_ACTIONS = {"load_fast": "LOAD_FAST", "store_fast": "STORE_FAST"}
# LOAD_FAST_BORROW does the same as LOAD_FAST, only faster.
_PLAIN = {"LOAD_FAST_BORROW": "LOAD_FAST"}
# Names that a class body sets first, and the types of their constants.
_QUALNAME, _LINE = "__qualname__", "__firstlineno__"
_TYPES = {_QUALNAME: str, _LINE: int}
_CONSTANTS = frozenset({"LOAD_CONST", "LOAD_SMALL_INT"})

_known: MutableMapping[CodeUnit, Hashable] = WeakKeyDictionary()


def normal_form(unit: CodeUnit) -> Hashable:
    """Return a key that is equal for two units only if they are the same program.

    The unit's name, qualified names and lines are left out, because a source may name
    the outermost function freely.

    Returns:
        The key; None if a constant cannot be compared.
    """
    try:
        return _head(unit), _body(unit)
    except (UnknownConstantError, RecursionError):
        return None


def is_same(one: CodeUnit, other: CodeUnit) -> bool:
    """Return whether two units are surely the same program, except for their names."""
    form = _kept_normal_form(one)
    return form is not None and form == _kept_normal_form(other)


def _kept_normal_form(unit: CodeUnit) -> Hashable:
    """Return the normal form of a unit, which is computed once."""
    if unit not in _known:
        _known[unit] = normal_form(unit)
    return _known[unit]


def _head(unit: CodeUnit) -> Hashable:
    return (
        unit.argcount,
        unit.posonlyargcount,
        unit.kwonlyargcount,
        unit.flags & CALL_FLAGS,
        unit.parameters,
        frozenset(unit.cellvars),
        unit.freevars,
        unit.docstring,
    )


def _body(unit: CodeUnit) -> Hashable:
    """Return the steps and the exception table, with ranges as step numbers."""
    kinds, fused = argument_kinds(unit.version), _fused(unit.version)
    items = [one for one in unit.instructions if one.opname != "NOP"]
    starts = [one.start for one in items]
    numbers = [0, *accumulate(2 if one.opname in fused else 1 for one in items)]

    def number(offset: object) -> int:
        assert isinstance(offset, int)
        return numbers[bisect_left(starts, offset)]

    places = _places(unit, items)
    steps: list[Hashable] = []
    for one in items:
        kind = kinds.get(one.opname, Arg.NUMBER)
        if one.opname in fused:
            steps += zip(fused[one.opname], _pair(one))
        elif one.offset in places:
            steps.append(("place", places[one.offset]))
        else:
            name = _PLAIN.get(one.opname, one.opname)
            argument = _argument(one, kind, number)
            if kind is Arg.LOCAL and one.argval in unit.freevars:
                # An inlined comprehension may have a local of the same name.
                argument += ((one.arg or 0) < len(unit.varnames),)
            steps.append((name, *argument))
    ranges = [
        (number(one.start), number(one.end), number(one.target), one.depth, one.lasti)
        for one in unit.exceptions
    ]
    return tuple(steps), tuple(ranges)


@lru_cache(maxsize=None)
def _fused(version: Version) -> dict[str, list[str]]:
    """Return the opcodes that each fused instruction combines."""
    return {
        name: [_ACTIONS[str(action)] for action in row.params]
        for name, row in table_of(version).items()
        if row.arg is Arg.LOCAL_PAIR
    }


def _pair(one: Instruction) -> tuple[object, object]:
    if not isinstance(one.argval, tuple):
        raise UnknownConstantError(one.argval)
    first, second = one.argval
    return first, second


def _argument(
    one: Instruction,
    kind: Arg,
    number: Callable[[object], int],
) -> tuple[Hashable, ...]:
    if kind is Arg.CONST:
        return (_constant(one.argval),)
    if kind in _JUMPS:
        return (number(one.argval),)
    bits = _BITS.get(kind)
    if bits is None:
        return (one.arg,)
    return (one.argval, (one.arg or 0) & bits) if bits else (one.argval,)


def _constant(value: object) -> Hashable:
    if not isinstance(value, CodeUnit):
        return constant_key(value)
    form = _kept_normal_form(value)
    if form is None:
        raise UnknownConstantError(value)
    return value.name, form


def _places(unit: CodeUnit, items: list[Instruction]) -> dict[int, Hashable]:
    """Find constants that say where a definition is, not what it does.

    Returns:
        By offset, the part of the constant that is compared: for a qualified name its
            last part.
    """
    found = {
        one.offset: _last_part(one.argval)
        for one, after in zip(items, items[1:])
        if after.opname == "MAKE_FUNCTION" and _is_constant(one, str)
    }
    if not unit.is_optimized:
        known = {_QUALNAME, _LINE} if unit.behaviour.class_knows_line else {_QUALNAME}
        found.update(_places_of_class(items, known))
    return found


def _places_of_class(
    items: list[Instruction], awaited: set[str]
) -> Iterator[tuple[int, Hashable]]:
    """Yield the constants that the compiler stores in ``awaited``, with offsets.

    That is the first store of each name. Later stores belong to the program.
    """
    for one, after in zip(items, items[1:]):
        if after.opname == "STORE_NAME" and after.argval in awaited:
            awaited.remove(str(after.argval))
            if _is_constant(one, _TYPES[str(after.argval)]):
                yield one.offset, _last_part(one.argval)


def _is_constant(one: Instruction, kind: type) -> bool:
    return one.opname in _CONSTANTS and type(one.argval) is kind


def _last_part(value: object) -> Hashable:
    return value.rpartition(".")[2] if isinstance(value, str) else None


# Opcodes whose argument selects the operation.
_WITH_ARGUMENT = frozenset(
    {
        "BINARY_OP",
        "CALL_INTRINSIC_1",
        "CALL_INTRINSIC_2",
        "CONVERT_VALUE",
        "GET_AWAITABLE",
        "LOAD_SPECIAL",
        "MATCH_CLASS",
        "RAISE_VARARGS",
        "UNPACK_EX",
        "UNPACK_SEQUENCE",
    }
)
# Families of opcodes in which each opcode is one operation.
_FAMILIES = ("BINARY_", "INPLACE_", "UNARY_")
_NO_OPERATORS = frozenset({"BINARY_SUBSCR", "BINARY_SLICE", "UNARY_NOT"})
# A test may be negated if the arms of the branch are exchanged. In 3.8 these tests are
# operators of COMPARE_OP.
_WITHOUT_SENSE = {"not in": "in", "is not": "is", "in": "in", "is": "is"}
_TRUSTING = ("LOAD_FAST", "STORE_FAST_LOAD_FAST")
# A BINARY_OP that is a subscription (3.14 and later) may also be written as a slice.
_SUBSCRIPTION = "[]"

# Weak, because a unit holds the constants of a program, which may be tensors.
_TELLING: WeakKeyDictionary[CodeUnit, dict[int, Hashable]] = WeakKeyDictionary()


def raw_operation(code: object, origins: frozenset[int]) -> Hashable:
    """Return opcodes and arguments at ``origins``; None if a compiler may vary them."""
    if not isinstance(code, CodeUnit):
        return None
    telling = _telling_instructions(code)
    if telling.keys().isdisjoint(origins):
        return None
    found = [telling[offset] for offset in sorted(origins) if offset in telling]
    return tuple(found) or None


def _telling_instructions(code: CodeUnit) -> dict[int, Hashable]:
    """Map offsets of instructions to the form in which they are compared."""
    known = _TELLING.get(code)
    if known is None:
        known = _TELLING[code] = _find_telling(code)
    return known


def _find_telling(code: CodeUnit) -> dict[int, Hashable]:
    found: dict[int, Hashable] = {}
    for item in code.instructions:
        if item.opname in _WITH_ARGUMENT:
            if item.opname != "BINARY_OP" or item.argval != _SUBSCRIPTION:
                found[item.offset] = item.opname, item.arg
        elif item.opname == "COMPARE_OP" and item.argval in _WITHOUT_SENSE:
            found[item.offset] = item.opname, _WITHOUT_SENSE[str(item.argval)]
        elif item.opname == "COMPARE_OP":
            # The operator lies above the low bits, which hold hints.
            operator = (item.arg or 0) >> code.behaviour.compare_shift
            found[item.offset] = item.opname, operator
        elif item.opname.startswith(_FAMILIES) and item.opname not in _NO_OPERATORS:
            found[item.offset] = item.opname
    return found


def trusts_compiler(code: object, origins: frozenset[int]) -> bool:
    """Return whether the read of a local at ``origins`` skips the check for binding."""
    if not isinstance(code, CodeUnit) or not code.behaviour.reads_trust_compiler:
        return False
    return any(
        item.opname.startswith(_TRUSTING) and item.opname != "LOAD_FAST_CHECK"
        for item in code.instructions
        if item.offset in origins
    )
