"""Recognise the clauses of a comprehension.

A loop header begins a clause. Its body stores the item and tests conditions. Then it
begins the next clause, or adds to the collection and goes back to the header.

For example, these blocks have the clause ``for x in y if x > 1`` and the item ``x``::

    1: next i -> 2, 9
    2: x = item; branch x > 1 -> 3, 1
    3: ADD list l, x                            -> 1
"""

from __future__ import annotations

from dataclasses import field, replace

from depyf.decompiler.analysis.accesses import written
from depyf.decompiler.ir.function import BasicBlock, Branch, Function, Jump, Next
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    ComprehensionFor,
    Value,
    Variable,
    VariableKind,
    const,
    inverted,
    load,
)
from depyf.decompiler.passes.value.simultaneous import as_store
from depyf.records import dataclass


@dataclass
class Found:
    """The recognised clauses of one comprehension."""

    clauses: list[ComprehensionFor]
    item: tuple[Value, ...]
    blocks: set[int]
    exhausted: int


class Recogniser:
    """Finds nested clauses in one function.

    Args:
        function: the graph.
        collection: the variable that the loop adds to; None if it yields items.
        kind: ``list``, ``set``, ``dict`` or ``generator``.
        is_called: whether the whole function is the comprehension.
    """

    def __init__(
        self,
        function: Function,
        collection: Variable | None,
        kind: str,
        *,
        is_called: bool = False,
    ) -> None:
        self._function = function
        self._collection = collection
        self._kind = kind
        self._is_called = is_called

    def nest(self, header_id: int, iterable: Value) -> Found | None:
        """Return the clauses that begin at loop header ``header_id``, or None."""
        header = self._function.blocks[header_id]
        end = header.terminator
        if not isinstance(end, Next) or header.statements:
            return None
        blocks = {header_id, end.body}
        body = self._function.blocks[end.body]
        rest = body.statements
        if not rest:
            return None
        target, rest = _target(rest, end.item)
        if target is None:
            return None
        current = body
        made = [_Clause(target, iterable, end.is_async)]
        while True:
            singles, rest = _single_clauses(rest)
            made += singles
            if rest or not isinstance(current.terminator, Branch):
                break
            branch = current.terminator
            if branch.if_false == header_id:
                made[-1].conditions.append(branch.test)
                following = branch.if_true
            elif branch.if_true == header_id:
                made[-1].conditions.append(inverted(branch.test))
                following = branch.if_false
            else:
                return None
            if following in blocks:
                return None
            blocks.add(following)
            current = self._function.blocks[following]
            rest = current.statements
        clauses = [clause.finished() for clause in made]
        found = self._inner(clauses, current, rest, header_id)
        if found is None:
            return None
        found.blocks |= blocks
        found.exhausted = end.exhausted
        return found

    def _inner(
        self,
        clauses: list[ComprehensionFor],
        current: BasicBlock,
        rest: list[Value],
        header: int,
    ) -> Found | None:
        """Return the content of a clause's last block: an item, or another loop."""
        if not isinstance(current.terminator, Jump):
            return None
        goal = current.terminator.target
        if goal == header:
            if not rest and self._is_certain(clauses):
                return self._without_item(clauses, header)
            item = self._item(rest)
            return None if item is None else Found(clauses, item, set(), header)
        end = self._function.blocks[goal].terminator
        if len(rest) != 1 or not isinstance(end, Next):
            return None
        start = rest[0]
        if start.op is not MicroOp.STORE or end.iterator.loaded != start.variable:
            return None
        source = start.operands[0]
        if source.op not in (MicroOp.ITER, MicroOp.AITER):
            return None
        inner = self._unpacked(goal, source.operands[0])
        if inner is None:
            inner = self.nest(goal, source.operands[0])
        if inner is None or inner.exhausted != header:
            return None
        return Found([*clauses, *inner.clauses], inner.item, inner.blocks, header)

    def _is_certain(self, clauses: list[ComprehensionFor]) -> bool:
        """Return whether only a comprehension can have this loop."""
        targets = [v for clause in clauses for v in written(clause.target)]
        is_own = bool(targets) and all(variable.scope for variable in targets)
        return self._is_called or is_own

    def _without_item(self, clauses: list[ComprehensionFor], header: int) -> Found:
        """Add a condition that is always false, and an item.

        CPython has dropped the real item as unreachable. A tuple of all free variables
        replaces it, because the item may have been their only use.
        """
        last = clauses[-1]
        never = replace(last, conditions=(*last.conditions, const(False)))
        item = const(None)
        if self._is_called:
            names = getattr(self._function.code, "freevars", ())
            free = [load(Variable(VariableKind.FREE, name)) for name in names]
            item = Value(MicroOp.BUILD, tuple(free), "tuple") if free else item
        items = (item,) * (2 if self._kind == "dict" else 1)
        return Found([*clauses[:-1], never], items, set(), header)

    def _unpacked(self, header_id: int, iterable: Value) -> Found | None:
        """Recognise ``(*x for x in y)``, which yields items without naming them."""
        header = self._function.blocks[header_id]
        end = header.terminator
        if self._collection is not None or not isinstance(end, Next):
            return None
        body = self._function.blocks[end.body]
        item = self._item(body.statements)
        if item is None or item[0].loaded != end.item:
            return None
        if body.terminator != Jump(header_id, body.terminator.origins):
            return None
        star = Value(MicroOp.STAR, (iterable,))
        return Found([], (star,), {header_id, end.body}, end.exhausted)

    def _item(self, rest: list[Value]) -> tuple[Value, ...] | None:
        if len(rest) != 1:
            return None
        statement = rest[0]
        if self._collection is None:
            value = statement.operands[0] if statement.operands else None
            if statement.op is MicroOp.EVALUATE and value is not None:
                if value.op is MicroOp.YIELD:
                    return value.operands
            return None
        if not statement.operands or statement.operands[0].loaded != self._collection:
            return None
        if statement.op is MicroOp.ADD:
            return statement.operands[1:]
        if statement.op is MicroOp.EXTEND:
            star = MicroOp.DOUBLE_STAR if self._kind == "dict" else MicroOp.STAR
            return (Value(star, statement.operands[1:]),)
        return None


@dataclass
class _Clause:
    """A clause whose conditions are still being collected."""

    target: Value
    iterable: Value
    is_async: bool = False
    conditions: list[Value] = field(default_factory=list)

    def finished(self) -> ComprehensionFor:
        return ComprehensionFor(
            self.target, self.iterable, tuple(self.conditions), self.is_async
        )


#: Variables that a comprehension owns. A store to another is a `:=` inside it.
_OWNED = (VariableKind.LOCAL, VariableKind.CELL)


def _single_clauses(rest: list[Value]) -> tuple[list[_Clause], list[Value]]:
    """Read ``y = e`` inside a comprehension as the clause ``for y in [e]``."""
    clauses: list[_Clause] = []
    for index, statement in enumerate(rest):
        stored = as_store(statement)
        if stored is None:
            return clauses, rest[index:]
        value, target = stored
        if target.op is MicroOp.TARGET and target.variable.kind not in _OWNED:
            return clauses, rest[index:]
        clauses.append(_Clause(target, Value(MicroOp.BUILD, (value,), "list")))
    return clauses, []


def _target(rest: list[Value], item: Variable) -> tuple[Value | None, list[Value]]:
    """Return the clause's target, and the statements after its store."""
    stored = as_store(rest[0])
    if stored is not None and stored[0].loaded == item:
        return stored[1], rest[1:]
    return None, rest
