"""Turn values into steps, silent ones and events."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Callable, Hashable, Mapping

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import Effect, MicroOp
from depyf.decompiler.ir.value import FunctionParts, Value, Variable, VariableKind
from depyf.decompiler.ir.value_effects import own_effects
from depyf.decompiler.validate.steps import (
    EXCEPTION_SLOT,
    FIRST_TEMPORARY_SLOT,
    PREVIOUS_EXCEPTION_SLOT,
    Kind,
    Operand,
    Step,
    is_named,
)
from depyf.decompiler.validate.value_numbers import (
    BOOLEAN,
    FLAGS_OF_KIND,
    UNBOUND,
    ValueNumber,
    constant_number,
)
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function

_TEMPORARY_KINDS = frozenset({VariableKind.STACK, VariableKind.TEMP})
# Leaves that have one value in the whole function.
_FIXED_LEAVES: dict[MicroOp, Operand] = {
    MicroOp.NULL: UNBOUND,
    MicroOp.EXCEPTION: EXCEPTION_SLOT,
    MicroOp.PREVIOUS_EXCEPTION: PREVIOUS_EXCEPTION_SLOT,
    MicroOp.LASTI: ("common", "lasti"),
    MicroOp.BUILD_CLASS: ("build_class",),
    MicroOp.LOCALS: ("locals",),
}
# Results that have no identity and are computed without any effect.
_PURE_HEADS = {
    MicroOp.SLICE: "slice",
    MicroOp.JOIN: "join",
    MicroOp.TEMPLATE: "template",
    MicroOp.STAR: "star",
    MicroOp.DOUBLE_STAR: "double_star",
}
# Operations that are silent if enough is known about their operands.
_CONDITIONAL_EVENTS = {
    MicroOp.COMPARE: Kind.COMPARE,
    MicroOp.ITER: Kind.ITERATE,
    MicroOp.AITER: Kind.ITERATE,
    MicroOp.ATTR: Kind.ATTRIBUTE,
    MicroOp.BINARY: Kind.BINARY,
}
_BOOLEAN_RESULTS = frozenset(
    {
        MicroOp.EXC_MATCH,
        MicroOp.MATCH_SEQUENCE,
        MicroOp.MATCH_MAPPING,
    }
)
# These operations are ordered, but never raise.
_NEVER_RAISE = frozenset(
    {
        MicroOp.EXC_PUSH,
        MicroOp.EXC_POP,
        MicroOp.MAKE_CELL,
        MicroOp.CELL,
        MicroOp.MATCH_SEQUENCE,
        MicroOp.MATCH_MAPPING,
    }
)
_NOT_SUPPORTED = frozenset(
    {
        MicroOp.AND,
        MicroOp.OR,
        MicroOp.CONDITIONAL,
        MicroOp.CHAIN,
        MicroOp.WALRUS,
        MicroOp.COMPREHENSION,
        MicroOp.ASSIGN,
        MicroOp.AUGMENT,
        MicroOp.TARGET,
        MicroOp.ANNOTATE,
        MicroOp.DEFINE,
    }
)
# Maps names that the compiler stores in a class body to the types of their constants.
# Such a constant depends on line numbers, or on the name of the function around, which
# a shown source may choose.
COMPILER_NAMES: dict[str, type] = {
    "__firstlineno__": int,
    "__static_attributes__": tuple,
    "__qualname__": str,
}


class UnsupportedError(Exception):
    """The function contains an operation that the lifter never creates."""


class SlotNames:
    """The numbers of named locals, shared by both sides.

    Args:
        renamed: maps names of one side to names of the other side.
    """

    def __init__(self, renamed: Mapping[str, str]) -> None:
        self._renamed = renamed
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """Return the slot of a named local."""
        name = self._renamed.get(name, name)
        return self._numbers.setdefault(name, len(self._numbers) + 1)

    def name(self, number: int) -> str:
        """Return the name of a slot."""
        return next(name for name, found in self._numbers.items() if found == number)

    @property
    def numbers(self) -> list[int]:
        """All slots of named locals."""
        return list(self._numbers.values())


@dataclass(frozen=True)
class SideOptions:
    """The options of one side.

    Args:
        names: the slots of named locals, shared with the other side.
        temporaries: returns whether a local only carries values.
        rename: maps global names to the names of the other side.
    """

    names: SlotNames
    temporaries: Callable[[str], bool]
    rename: Mapping[str, str]


class ValueSteps:
    """Creates the steps that compute values, in order of evaluation."""

    def __init__(self, function: Function, options: SideOptions) -> None:
        self._function = function
        self._options = options
        self._slots: dict[Variable, int] = {}
        self._next_temporary = FIRST_TEMPORARY_SLOT
        self._steps: list[Step] = []
        self._constants: dict[Constant, ValueNumber] = {}
        self._remakes_cells = any(
            statement.op is MicroOp.MAKE_CELL for statement in function.statements
        )

    def slot(self, variable: Variable) -> int:
        """Return the slot of a LOCAL, STACK or TEMP variable."""
        found = self._slots.get(variable)
        if found is None:
            is_temporary = (
                variable.kind in _TEMPORARY_KINDS
                or self._options.temporaries(variable.name)
            )
            if is_temporary:
                found = self._temporary()
            else:
                found = self._options.names.number(variable.name)
            self._slots[variable] = found
        return found

    def _temporary(self) -> int:
        self._next_temporary -= 1
        return self._next_temporary + 1

    # Values

    def _operand(self, value: Value, into: int = 0) -> Operand:
        """Return the operand for ``value``, after adding the steps that compute it.

        Args:
            value: the value.
            into: the slot for the result if it must be computed.
        """
        op = value.op
        if op is MicroOp.CONST:
            return self._constant(value)
        if op in _FIXED_LEAVES:
            return _FIXED_LEAVES[op]
        if op is MicroOp.COMMON_CONSTANT:
            # The object itself, which a name in the source would also stand for.
            return constant_number(getattr(builtins, str(value.payload)))
        if op is MicroOp.LOAD:
            return self._load(value, into)
        if op is MicroOp.CELL and not self._remakes_cells:
            # A variable has one cell, unless a comprehension creates another.
            return ("cell", value.variable.name)
        target = into or self._temporary()
        if op is MicroOp.SAVE_LOCAL:
            slot = self.slot(value.variable)
            self._add(Kind.MOVE, (target,), (slot,))
            self._add(Kind.UNBIND, (slot,), ())
            return target
        self._compute(value, target)
        return target

    def _constant(self, value: Value) -> Operand:
        constant = value.payload
        assert isinstance(constant, Constant)
        return constant_number(constant.value)

    def _load(self, value: Value, into: int) -> Operand:
        variable = value.variable
        if self._is_location(variable):
            slot = self.slot(variable)
            if variable.kind is VariableKind.LOCAL:
                self._check(variable, slot, value.origins)
            return slot
        target = into or self._temporary()
        label = ("load", variable.kind, self._global_name(variable))
        self._add(
            Kind.EVENT,
            (target,),
            (),
            label=label,
            raises=True,
            origins=value.origins,
        )
        return target

    def _compute(self, value: Value, target: int) -> None:
        op = value.op
        if op is MicroOp.TRUTH or (op is MicroOp.UNARY and value.payload == "not"):
            self._truth(value, target, negated=op is MicroOp.UNARY)
        elif op is MicroOp.IS:
            operands = self._operands(value)
            self._add(Kind.IDENTITY, (target,), operands)
            if value.payload:
                self._add(Kind.NOT, (target,), (target,))
        elif op is MicroOp.CONTAINS:
            self._contains(value, target)
        elif op in _CONDITIONAL_EVENTS:
            self._event(value, (target,), kind=_CONDITIONAL_EVENTS[op])
        elif op in _PURE_HEADS:
            head = _PURE_HEADS[op]
            self._add(Kind.PURE, (target,), self._operands(value), label=head)
        elif op is MicroOp.INTERPOLATION:
            head = f"interpolation {value.payload}"
            self._add(Kind.PURE, (target,), self._operands(value), label=head)
        elif op is MicroOp.BUILD:
            self._build(value, target)
        elif op is MicroOp.FUNCTION:
            parts = value.payload
            assert isinstance(parts, FunctionParts)
            operands = self._operands(value)
            self._add(Kind.NEW, (target,), operands, label=parts)
        else:
            flags = BOOLEAN if op in _BOOLEAN_RESULTS else 0
            self._event(value, (target,), flags=flags)

    def _build(self, value: Value, target: int) -> None:
        """Add the steps of a display; hashing keys and unpacking are events."""
        kind = value.payload
        stars = any(
            item.op in (MicroOp.STAR, MicroOp.DOUBLE_STAR) for item in value.operands
        )
        hashed: tuple[Value, ...] = ()
        if kind == "dict":
            hashed = value.operands[::2]
        elif kind == "set":
            hashed = value.operands
        if stars or any(item.op is not MicroOp.CONST for item in hashed):
            flags = FLAGS_OF_KIND.get(kind, 0)
            how = Kind.EVENT if stars else Kind.DISPLAY
            self._event(value, (target,), kind=how, raises=True, flags=flags)
        elif kind == "tuple":
            self._add(Kind.PURE, (target,), self._operands(value), label="tuple")
        else:
            operands = self._operands(value)
            flags = FLAGS_OF_KIND.get(kind, 0)
            self._add(Kind.NEW, (target,), operands, label=kind, flags=flags)

    def _truth(self, value: Value, target: int, *, negated: bool) -> None:
        (operand,) = self._operands(value)
        self._add(
            Kind.TRUTH,
            (target,),
            (operand,),
            label="truth",
            raises=True,
            flags=BOOLEAN,
            origins=value.origins,
        )
        if negated:
            self._add(Kind.NOT, (target,), (target,))

    def _contains(self, value: Value, target: int) -> None:
        """Add the steps of ``in``; ``a not in b`` is treated as ``not a in b``."""
        positive = (MicroOp.CONTAINS, False)
        self._event(value, (target,), positive, flags=BOOLEAN)
        if value.payload:
            self._add(Kind.NOT, (target,), (target,))

    def _operands(self, value: Value) -> tuple[Operand, ...]:
        return tuple(self._operand(item) for item in value.operands)

    def _event(
        self,
        value: Value,
        targets: tuple[int, ...],
        label: Hashable = None,
        *,
        kind: Kind = Kind.EVENT,
        flags: int = 0,
        raises: bool = False,
    ) -> None:
        if value.op in _NOT_SUPPORTED:
            raise UnsupportedError(f"{value.op.value} is no lifted operation")
        operands = self._operands(value)
        if not raises and value.op not in _NEVER_RAISE:
            raises = bool(own_effects(value) & Effect.RAISES)
        self._add(
            kind,
            targets,
            operands,
            label=(value.op, value.payload) if label is None else label,
            raises=raises,
            flags=flags,
            origins=value.origins,
        )

    def _check(self, variable: Variable, slot: int, origins: frozenset[int]) -> None:
        # A temporary of the shown source may have any name.
        label = ("check", variable.name if is_named(slot) else None)
        self._add(Kind.CHECK, (), (slot,), label=label, raises=True, origins=origins)

    # Helpers

    def _add(
        self,
        kind: Kind,
        targets: tuple[int, ...],
        operands: tuple[Operand, ...],
        *,
        label: Hashable = None,
        raises: bool = False,
        flags: int = 0,
        origins: frozenset[int] = frozenset(),
    ) -> None:
        self._steps.append(
            Step(kind, targets, operands, label, raises, flags=flags, origins=origins)
        )

    def _is_location(self, variable: Variable) -> bool:
        return variable.kind in _TEMPORARY_KINDS or variable.kind is VariableKind.LOCAL

    def _global_name(self, variable: Variable) -> str:
        if variable.kind in (VariableKind.GLOBAL, VariableKind.NAME):
            return self._options.rename.get(variable.name, variable.name)
        return variable.name
