"""Decide whether one part of the graph copies another, except for temporaries."""

from __future__ import annotations

from dataclasses import field
from typing import Iterator, Sequence, Tuple

from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    Comprehension,
    FunctionParts,
    UnpackShape,
    Value,
    Variable,
)
from depyf.records import dataclass

ProgramPoint = Tuple[int, int]

_INTERPRETER_STATE = (MicroOp.EXCEPTION, MicroOp.LASTI, MicroOp.PREVIOUS_EXCEPTION)


@dataclass
class Renaming:
    """A one-to-one correspondence between temporaries.

    Variables of two inlined comprehensions also correspond, if they have the same name.
    """

    there: dict[Variable, Variable] = field(default_factory=dict)
    back: dict[Variable, Variable] = field(default_factory=dict)

    def pair(self, one: Variable, other: Variable) -> bool:
        """Pair two variables if possible; return whether they correspond."""
        if one.scope and other.scope:
            if (one.kind, one.name) != (other.kind, other.name):
                return False
        elif not (one.is_temporary and other.is_temporary):
            return one == other
        known, known_back = self.there.get(one), self.back.get(other)
        if known is None and known_back is None:
            self.there[one], self.back[other] = other, one
            return True
        return known == other and known_back == one


class Identity(Renaming):
    """A correspondence in which each temporary corresponds only to itself."""

    def pair(self, one: Variable, other: Variable) -> bool:
        """Return whether the two are the same variable."""
        return one == other


def equal_values(one: Value, other: Value, names: Renaming) -> bool:
    """Return whether the trees are equal except for the names of temporaries."""
    return differing_leaves((one,), (other,), names) == []


def differing_leaves(
    ones: Sequence[Value], others: Sequence[Value], names: Renaming
) -> list[tuple[Value, Value]] | None:
    """Return the leaves in which trees differ; None if they differ elsewhere.

    Args:
        ones: some trees.
        others: the trees to compare them with, as many.
        names: the temporaries that correspond; new pairs are added.
    """
    differing: list[tuple[Value, Value]] = []
    pending = list(zip(ones, others))
    while pending:
        a, b = pending.pop()
        if not equal_operations(a, b, names):
            if a.operands or b.operands:
                return None
            differing.append((a, b))
        pending.extend(zip(a.operands, b.operands))
    return differing


def equal_operations(one: Value, other: Value, names: Renaming) -> bool:
    """Return whether two values have the same operation, with equally many operands."""
    return (
        one.op is other.op
        and len(one.operands) == len(other.operands)
        and _equal_payloads(one.payload, other.payload, names)
    )


def _equal_payloads(one: object, other: object, names: Renaming) -> bool:
    if isinstance(one, Variable) and isinstance(other, Variable):
        return names.pair(one, other)
    if isinstance(one, UnpackShape) and isinstance(other, UnpackShape):
        return (
            one.star == other.star
            and len(one.targets) == len(other.targets)
            and all(names.pair(a, b) for a, b in zip(one.targets, other.targets))
        )
    if isinstance(one, Comprehension) and isinstance(other, Comprehension):
        return _equal_comprehensions(one, other, names)
    if isinstance(one, FunctionParts) and isinstance(other, FunctionParts):
        return one.parts == other.parts and one.code == other.code
    return one == other


def _equal_comprehensions(
    one: Comprehension, other: Comprehension, names: Renaming
) -> bool:
    if one.kind != other.kind or len(one.clauses) != len(other.clauses):
        return False
    pairs = list(zip(one.item, other.item))
    for a, b in zip(one.clauses, other.clauses):
        if a.is_async != b.is_async or len(a.conditions) != len(b.conditions):
            return False
        pairs += [(a.iterable, b.iterable), (a.target, b.target)]
        pairs += list(zip(a.conditions, b.conditions))
    return all(equal_values(a, b, names) for a, b in pairs)


def equal_terminators(
    one: cfg.Terminator, other: cfg.Terminator, names: Renaming
) -> bool:
    """Return whether two blocks end in the same way, whatever their targets."""
    if type(one) is not type(other):
        return False
    if isinstance(one, cfg.EnterTry) and isinstance(other, cfg.EnterTry):
        return one.kind == other.kind
    values = cfg.terminator_values(one), cfg.terminator_values(other)
    bound = _bound(one), _bound(other)
    if any(len(ours) != len(theirs) for ours, theirs in (values, bound)):
        return False
    return all(equal_values(a, b, names) for a, b in zip(*values)) and all(
        names.pair(a, b) for a, b in zip(*bound)
    )


def _bound(end: cfg.Terminator) -> tuple[Variable, ...]:
    """Return the variables that a terminator stores before its first successor."""
    if isinstance(end, cfg.Next):
        return (end.item,)
    if isinstance(end, cfg.EnterWith) and end.target is not None:
        return (end.target,)
    return ()


def common_suffixes(one: cfg.BasicBlock, other: cfg.BasicBlock) -> Iterator[int]:
    """Yield each length of a common end of two blocks: 0, 1, 2, ...

    Yield nothing if the terminators differ.
    """
    names = Renaming()
    if not equal_terminators(one.terminator, other.terminator, names):
        return
    yield 0
    for count, (a, b) in enumerate(zip(reversed(one.body), reversed(other.body)), 1):
        if not equal_values(a, b, names):
            return
        yield count


class CopyMatcher:
    """Compares a handler's body with a possible copy of it, step by step.

    The copy ends where the handler reraises its exception. The points at which the copy
    goes on are its continuations.
    """

    def __init__(self, function: cfg.Function, exception: Variable | None) -> None:
        """Args: exception: the variable that the handler reraises, or None."""
        self._function = function
        self._exception = exception
        self._names = Renaming()
        self._assumed: set[tuple[ProgramPoint, ProgramPoint]] = set()
        self.continuations: list[ProgramPoint] = []
        self.copied: set[int] = set()

    def match(self, handler: int, copy: int) -> bool:
        """Return whether the code at ``copy`` begins with a copy of ``handler``."""
        return self.match_places((handler, 0), (copy, 0))

    def match_places(self, one: ProgramPoint, other: ProgramPoint) -> bool:
        """Compare code at two points; return whether the second copies the first."""
        pending = [(one, other)]
        while pending:
            pair = pending.pop()
            if pair in self._assumed:
                continue
            self._assumed.add(pair)
            more = self._step(*pair)
            if more is None:
                return False
            pending.extend(more)
        return True

    def _step(
        self, one: ProgramPoint, other: ProgramPoint
    ) -> list[tuple[ProgramPoint, ProgramPoint]] | None:
        """Compare two points up to the next branch; return pairs to compare next."""
        blocks = self._function.blocks
        seen: set[tuple[ProgramPoint, ProgramPoint]] = set()
        while True:
            one = self._forward(one)
            end = blocks[one[0]].terminator
            other = self._forward(other)
            if one[1] == len(blocks[one[0]].body) and self._ends(end):
                self.continuations.append(other)
                return []
            if one == other:
                return []
            if (one, other) in seen:
                return None
            seen.add((one, other))
            self.copied.add(other[0])
            left, right = blocks[one[0]], blocks[other[0]]
            if _pops(left, one) and not _pops(right, other):
                one = (one[0], one[1] + 1)  # an early exit from the handler
                continue
            at_end = one[1] == len(left.body), other[1] == len(right.body)
            if at_end == (False, False):
                a, b = left.body[one[1]], right.body[other[1]]
                if not equal_values(a, b, self._names):
                    return None
                one, other = (one[0], one[1] + 1), (other[0], other[1] + 1)
            elif at_end == (True, True):
                return self._ends_match(left.terminator, right.terminator)
            else:
                return None

    def _ends(self, end: cfg.Terminator) -> bool:
        return (
            self._exception is not None
            and isinstance(end, cfg.Reraise)
            and end.exception.payload == self._exception
        )

    def _forward(self, place: ProgramPoint) -> ProgramPoint:
        """Skip jumps, and statements that only keep interpreter state."""
        blocks = self._function.blocks
        seen: set[ProgramPoint] = set()
        while place not in seen:
            seen.add(place)
            block = blocks[place[0]]
            if place[1] < len(block.body):
                if not self._is_silent(block.body[place[1]]):
                    return place
                place = (place[0], place[1] + 1)
            elif isinstance(block.terminator, cfg.Jump):
                place = (block.terminator.target, 0)
            else:
                return place
        return place

    def _ends_match(
        self, one: cfg.Terminator, other: cfg.Terminator
    ) -> list[tuple[ProgramPoint, ProgramPoint]] | None:
        # A jump is left here only in a loop of empty blocks.
        if isinstance(one, cfg.Jump) or not equal_terminators(one, other, self._names):
            return None
        pairs = zip(cfg.successors(one), cfg.successors(other))
        return [((a, 0), (b, 0)) for a, b in pairs]

    def _is_silent(self, value: Value) -> bool:
        """Return whether a statement only keeps the interpreter's state.

        The EXC_PUSH of the handler itself is such state. Those of handlers inside its
        body are compared.
        """
        if value.op is MicroOp.ORIGIN:
            return True
        if value.op is MicroOp.EXC_PUSH:
            handled = value.operands[0].payload
            return self._exception is not None and handled == self._exception
        return value.stores_temporary and value.operands[0].op in _INTERPRETER_STATE


def _pops(block: cfg.BasicBlock, place: ProgramPoint) -> bool:
    index = place[1]
    return index < len(block.body) and block.body[index].op is MicroOp.EXC_POP
