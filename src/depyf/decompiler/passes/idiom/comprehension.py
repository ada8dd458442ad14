"""Recognise comprehensions, inlined (3.12+) or as separate code objects.

A clause is a loop header whose body stores the item and tests conditions. Then it
begins the next clause, or adds to the collection and goes back to its header.

Example (CPython 3.12 to 3.14)::

    def f(a):
        return [x for x in a if x]

Before::

    block 0:
        %t0 = iter(a)
        %t1 = build[list]
        jump 1
    block 1 depth 3:
        %t2 = next %t0 ? 2 : 3
    block 2 depth 4:
        x@1 = %t2
        branch x@1 ? 4 : 1
    block 4 depth 3:
        add[list](%t1, x@1)
        jump 1

After::

    block 0:
        %t1 = comprehension[list: x@1 for target[x@1] in a if x@1]
        jump 3
"""

from __future__ import annotations

from typing import Iterator, Mapping, NamedTuple, Sequence

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.analysis.commute import commute, summarize
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Function, Jump, Next, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Comprehension, Value, Variable, const, store
from depyf.decompiler.passes.arms import FlowFacts
from depyf.decompiler.passes.idiom.comprehension_clauses import Found, Recogniser
from depyf.decompiler.passes.value import displays


def run(function: Function, *, waits: bool = True) -> bool:
    """Replace inlined comprehensions by values; return whether anything changed.

    With ``waits``, a comprehension whose iterable contains another one is left until
    that one is recognised. The iterable becomes part of the payload, and nothing can be
    inlined into it later. The pass runs without ``waits`` when nothing else changes any
    more.
    """
    headers = [b for b in function.blocks.values() if isinstance(b.terminator, Next)]
    if not headers:
        return False
    changed = False
    flow = FlowFacts.of(function)
    unfinished: set[Variable] = set()
    if waits:
        unfinished = _collections(function) | _made_before(function, flow.preds)
    for header in sorted(headers, key=lambda block: -block.id):
        if header.id in function.blocks:
            changed |= _replace(function, header, flow, unfinished)
    return changed


def _collections(function: Function) -> set[Variable]:
    """Return the temporaries to which a loop adds items."""
    return {
        statement.operands[0].variable
        for statement in function.statements
        if statement.op in (MicroOp.ADD, MicroOp.EXTEND)
        and statement.operands[0].loads_temporary
    }


def _made_before(
    function: Function, preds: Mapping[int, Sequence[int]]
) -> set[Variable]:
    """Return the temporaries stored in blocks that will merge with their successor.

    The value of such a temporary may still be inlined.
    """
    return {
        statement.variable
        for block in function.blocks.values()
        if isinstance(block.terminator, Jump)
        and len(preds[block.terminator.target]) == 1
        and block.region == function.blocks[block.terminator.target].region
        for statement in block.body
        if statement.stores_temporary
    }


class _Place(NamedTuple):
    """A loop that becomes a comprehension, and the statements before it.

    Attributes:
        source: the block before the loop.
        build: the index of the statement that creates the empty collection; None if
            nothing uses the collection, so that it is not created.
        begin: the index of the statement that creates the iterator.
        iterable: the value that the loop iterates over.
    """

    source: BasicBlock
    build: int | None
    begin: int
    iterable: Value

    @property
    def collection(self) -> Variable | None:
        """The temporary that the loop adds to, or None."""
        return None if self.build is None else self.source.body[self.build].variable

    @property
    def kind(self) -> str:
        """The kind of collection: ``list``, ``set`` or ``dict``."""
        if self.build is None:
            return "list"
        return str(self.source.body[self.build].operands[0].payload)


def _replace(
    function: Function, header: BasicBlock, flow: FlowFacts, unfinished: set[Variable]
) -> bool:
    """Replace a loop by a value if it is a comprehension; return whether it is."""
    end = header.terminator
    assert isinstance(end, Next)
    if end.iterator.op is not MicroOp.LOAD:
        return False
    changed = False
    for source_id in flow.preds[header.id]:
        source = function.blocks[source_id]
        # Inlined now, because later passes do not inline into the payload.
        changed |= displays.inline_block(function, source, flow.usage)
        for place in _places(source, end.iterator.variable, flow.usage):
            if not unfinished.isdisjoint(read(place.iterable)):
                continue
            found = _nest_at(function, header, place, flow)
            if found is not None:
                _rewrite(function, place, found)
                flow.update()
                return True
    return changed


def _nest_at(
    function: Function, header: BasicBlock, place: _Place, flow: FlowFacts
) -> Found | None:
    """Return the clauses of a loop that only adds items, if nothing interferes."""
    recogniser = Recogniser(function, place.collection, place.kind)
    found = recogniser.nest(header.id, place.iterable)
    if found is None or not _closed(found, flow.preds, header.id, place.source.id):
        return None
    # A loop that adds nothing is a `for`, unless its condition is always false.
    if place.build is None and not _is_empty_nest(found):
        return None
    return found


def _rewrite(function: Function, place: _Place, found: Found) -> None:
    """Store the comprehension where the later of collection and iterator was made."""
    body = place.source.body
    origins = body[place.begin].all_origins()
    origins = origins.union(
        *(_origins(function.blocks[block]) for block in found.blocks)
    )
    payload = Comprehension(place.kind, found.item, tuple(found.clauses))
    value = Value(MicroOp.COMPREHENSION, (), payload, origins)
    for block in found.blocks:
        del function.blocks[block]
    collection = place.collection
    made = Value(MicroOp.EVALUATE, (value,), None, value.origins)
    if collection is not None and Usage.of(function).reads[collection]:
        made = store(collection, value)
    first, last = place.begin, place.begin
    if place.build is not None:
        first, last = sorted((place.begin, place.build))
    body[last] = made
    if first != last:
        del body[first]
    place.source.terminator = Jump(found.exhausted)


def _origins(block: BasicBlock) -> frozenset[int]:
    """Return the offsets of all instructions of a block."""
    parts = block.values
    own = frozenset(block.terminator.origins)
    return own.union(*(value.all_origins() for value in parts))


def _is_empty_nest(found: Found) -> bool:
    """Return whether the loop never adds an item."""
    return found.clauses[-1].conditions[-1:] == (const(False),)


def _closed(
    found: Found, preds: dict[int, list[int]], header: int, source: int
) -> bool:
    """Return whether only ``source`` leads to the loop, at its header."""
    allowed = found.blocks | {source}
    return all(
        set(preds[block]) <= (allowed if block == header else found.blocks)
        for block in found.blocks
    )


def _places(block: BasicBlock, iterator: Variable, usage: Usage) -> Iterator[_Place]:
    """Yield pairs of an empty collection and the iterator in a block, nearest first.

    The comprehension is evaluated at the later of the two, and the code between them
    must allow that. The last item is for a collection that nothing uses, and that is
    therefore not created.
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
            yield _Place(block, index, begin, value.operands[0])
    if begin == len(block.body) - 1:
        yield _Place(block, None, begin, value.operands[0])


def _is_empty(statement: Value) -> bool:
    """Return whether a statement creates an empty collection, as ``t = []``."""
    if not statement.stores_temporary:
        return False
    value = statement.operands[0]
    return (
        value.op is MicroOp.BUILD
        and not value.operands
        and value.payload in ("list", "set", "dict")
    )


def of_code_object(function: Function) -> tuple[str, Found] | None:
    """Return the comprehension that a whole function is, with ``.0`` as iterable.

    Such functions are ``<listcomp>``, ``<setcomp>`` and ``<dictcomp>`` of 3.8 to 3.11,
    and ``<genexpr>`` of all versions.
    """
    entry = function.blocks[function.entry]
    if not isinstance(entry.terminator, Jump) and not isinstance(
        entry.terminator, Next
    ):
        return None
    body = entry.statements
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
    if block.statements or not isinstance(end, Return):
        return False
    if collection is None:
        return end.value.payload == Constant(None)
    return end.value.loaded == collection
