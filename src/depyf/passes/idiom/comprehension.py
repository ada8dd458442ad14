"""Recognises comprehensions, inlined (3.12+) or in code of their own.

A clause is a loop header whose body stores the item, tests conditions, and then
either begins the next clause or adds to the collection, and goes back.

Before::

    0: l = []; i = iter(y)                      -> 1
    1: next i -> 2, 9
    2: x = item; branch x > 1 -> 3, 1
    3: ADD list l, x                            -> 1

After::

    0: l = [x for x in y if x > 1]              -> 9
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Iterator

from depyf.ir.function import BasicBlock, Branch, Function, Jump, Next, Return
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import (
    Comprehension,
    ComprehensionFor,
    Constant,
    Value,
    Variable,
    VariableKind,
    const,
    inverted,
    load,
    store,
)
from depyf.passes.arms import Shape, is_load_of, statements
from depyf.passes.commute import commute, summarize
from depyf.passes.usage import Usage, written
from depyf.passes.value import displays
from depyf.passes.value.simultaneous import as_store


@dataclass
class Found:
    """A recognised nest of clauses."""

    clauses: list[ComprehensionFor]
    item: tuple[Value, ...]
    blocks: set[int]
    exhausted: int


class Recogniser:
    """Finds clause nests in one function.

    Args:
        function: the graph.
        collection: the variable that is added to; None looks for ``yield``.
        kind: ``list``, ``set``, ``dict`` or ``generator``.
        is_called: the function is a comprehension of its own.
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
        """The clauses that begin at loop header ``header_id``."""
        header = self._function.blocks[header_id]
        end = header.terminator
        if not isinstance(end, Next) or statements(header):
            return None
        blocks = {header_id, end.body}
        body = self._function.blocks[end.body]
        rest = statements(body)
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
            rest = statements(current)
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
        """What the innermost block of a clause does: add an item, or loop again."""
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
        if start.op is not MicroOp.STORE or not is_load_of(
            end.iterator, start.variable
        ):
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
        """True if only a comprehension can have this loop, whatever it adds."""
        targets = [v for clause in clauses for v in written(clause.target)]
        is_own = bool(targets) and all(variable.scope for variable in targets)
        return self._is_called or is_own

    def _without_item(self, clauses: list[ComprehensionFor], header: int) -> Found:
        """A condition that is never true: CPython leaves out what it guards.

        What it guarded made the free variables such, if nothing else did.
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
        """``(*x for x in y)`` yields the items of x without naming them."""
        header = self._function.blocks[header_id]
        end = header.terminator
        if self._collection is not None or not isinstance(end, Next):
            return None
        body = self._function.blocks[end.body]
        item = self._item(statements(body))
        if item is None or not is_load_of(item[0], end.item):
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
        if not statement.operands or not is_load_of(
            statement.operands[0], self._collection
        ):
            return None
        if statement.op is MicroOp.ADD:
            return statement.operands[1:]
        if statement.op is MicroOp.EXTEND:
            star = MicroOp.DOUBLE_STAR if self._kind == "dict" else MicroOp.STAR
            return (Value(star, statement.operands[1:]),)
        return None


@dataclass
class _Clause:
    """A clause whose conditions are being collected."""

    target: Value
    iterable: Value
    is_async: bool = False
    conditions: list[Value] = field(default_factory=list)

    def finished(self) -> ComprehensionFor:
        return ComprehensionFor(
            self.target, self.iterable, tuple(self.conditions), self.is_async
        )


#: Variables that a comprehension owns; storing to others is an expression in it.
_OWNED = (VariableKind.LOCAL, VariableKind.CELL)


def _single_clauses(rest: list[Value]) -> tuple[list[_Clause], list[Value]]:
    """``y = e`` in the middle of a comprehension was written ``for y in [e]``."""
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
    """The clause's target and the statements after it is stored."""
    stored = as_store(rest[0])
    if stored is not None and is_load_of(stored[0], item):
        return stored[1], rest[1:]
    return None, rest


def run(function: Function) -> bool:
    """Replaces inlined comprehensions by values; True if anything changed."""
    headers = [b for b in function.blocks.values() if isinstance(b.terminator, Next)]
    if not headers:
        return False
    changed = False
    around = Shape.of(function)
    for header in sorted(headers, key=lambda block: -block.id):
        if header.id in function.blocks:
            changed |= _replace(function, header, around)
    return changed


def _replace(function: Function, header: BasicBlock, around: Shape) -> bool:
    end = header.terminator
    assert isinstance(end, Next)
    if end.iterator.op is not MicroOp.LOAD:
        return False
    changed, before, usage = False, around.before, around.usage
    for source_id in before[header.id]:
        source = function.blocks[source_id]
        # The printer finds the iterable in the payload, out of reach for inlining.
        changed |= displays.inline_block(function, source, usage)
        for made, begun, iterable in _start(source, end.iterator.variable, usage):
            collection, kind = None, "list"
            if made is not None:
                collection = source.body[made].variable
                kind = str(source.body[made].operands[0].payload)
            found = Recogniser(function, collection, kind).nest(header.id, iterable)
            if found is None or not _closed(found, before, header.id, source_id):
                continue
            if made is None and not _is_empty_nest(found):
                continue
            payload = Comprehension(kind, found.item, tuple(found.clauses))
            value = Value(MicroOp.COMPREHENSION, (), payload)
            for block in found.blocks:
                del function.blocks[block]
            is_read = collection is not None and Usage.of(function).reads[collection]
            source.body[begun if made is None else max(made, begun)] = (
                store(collection, value)
                if collection is not None and is_read
                else Value(MicroOp.EVALUATE, (value,), None, value.origins)
            )
            if made is not None:
                del source.body[min(made, begun)]
            source.terminator = Jump(found.exhausted)
            around.update()
            return True
    return changed


def _is_empty_nest(found: Found) -> bool:
    """True if nothing is ever added."""
    return found.clauses[-1].conditions[-1:] == (const(False),)


def _closed(
    found: Found, before: dict[int, list[int]], header: int, source: int
) -> bool:
    """True if the nest is entered at its header from ``source`` alone."""
    allowed = found.blocks | {source}
    return all(
        set(before[block]) <= (allowed if block == header else found.blocks)
        for block in found.blocks
    )


def _start(
    block: BasicBlock, iterator: Variable, usage: Usage
) -> Iterator[tuple[int | None, int, Value]]:
    """Places where an empty collection is made, of the iterator, and the iterable.

    Nearest first; nothing between the two is in the way of the comprehension, which
    is evaluated at the later one. The last answer is for a collection that nobody
    uses, and that is not made any more.
    """
    begin = None
    for index, statement in enumerate(block.body):
        if statement.op is MicroOp.STORE and statement.payload == iterator:
            begin = index
    if begin is None or usage.writes[iterator] != 1:
        return
    value = block.body[begin].operands[0]
    if value.op not in (MicroOp.ITER, MicroOp.AITER):
        return
    for index in range(len(block.body) - 1, -1, -1):
        statement = block.body[index]
        if not _is_empty(statement) or usage.writes[statement.variable] != 1:
            continue
        first, last = sorted((begin, index))
        moved = summarize(block.body[first])
        between = block.body[first + 1 : last]
        if all(commute(moved, summarize(other)) for other in between):
            yield index, begin, value.operands[0]
    if begin == len(block.body) - 1:
        yield None, begin, value.operands[0]


def _is_empty(statement: Value) -> bool:
    """True for ``t = []`` and the like."""
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return False
    value = statement.operands[0]
    return (
        value.op is MicroOp.BUILD
        and not value.operands
        and value.payload in ("list", "set", "dict")
    )


def called(function: Function) -> tuple[str, Found] | None:
    """The comprehension that the whole function is (its ``.0`` is the iterable).

    For ``<listcomp>`` and the like of 3.8-3.11, and ``<genexpr>`` of all versions.
    """
    entry = function.blocks[function.entry]
    if not isinstance(entry.terminator, Jump) and not isinstance(
        entry.terminator, Next
    ):
        return None
    body = statements(entry)
    header = entry.id if isinstance(entry.terminator, Next) else -1
    if isinstance(entry.terminator, Jump):
        header = entry.terminator.target
    end = function.blocks[header].terminator
    if not isinstance(end, Next):
        return None
    iterable = end.iterator
    kind, collection = "generator", None
    if body and body[0].op is MicroOp.STORE and header != entry.id:
        value = body[0].operands[0]
        if value.op is MicroOp.BUILD and not value.operands:
            kind, collection = str(value.payload), body[0].variable
    recogniser = Recogniser(function, collection, kind, is_called=True)
    found = recogniser.nest(header, iterable)
    if found is None or not _returns(function, found.exhausted, collection):
        return None
    return kind, found


def _returns(function: Function, block_id: int, collection: Variable | None) -> bool:
    block = function.blocks[block_id]
    end = block.terminator
    if statements(block) or not isinstance(end, Return):
        return False
    if collection is None:
        return end.value.payload == Constant(None)
    return is_load_of(end.value, collection)
