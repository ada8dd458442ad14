"""Where temporaries (TEMP and STACK variables) are written and read."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, List, Optional, Tuple
from typing import Counter as CounterType

from depyf.decompiler.ir.function import BasicBlock, Function, Next, terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import values, walk
from depyf.decompiler.ir.value import (
    Comprehension,
    UnpackShape,
    Value,
    Variable,
    comprehension_values,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.statement import Statement

_WRITERS = frozenset(
    {
        MicroOp.STORE,
        MicroOp.DELETE,
        MicroOp.TARGET,
        MicroOp.WALRUS,
        MicroOp.SAVE_LOCAL,
        MicroOp.DEFINE,
    }
)
_READERS = frozenset({MicroOp.LOAD, MicroOp.SAVE_LOCAL})
_MAY_WRITE = _WRITERS | {MicroOp.UNPACK, MicroOp.EXC_GROUP_MATCH}


def own_writes(node: Value) -> tuple[Variable, ...]:
    """Variables that the operation itself writes, without its operands."""
    if node.op in _WRITERS:
        return (node.variable,)
    if isinstance(node.payload, UnpackShape):
        return node.payload.targets
    return ()


def own_reads(node: Value) -> tuple[Variable, ...]:
    """Variables that the operation itself reads, without its operands."""
    return (node.variable,) if node.op in _READERS else ()


def written(statement: Value) -> tuple[Variable, ...]:
    """Variables that the root of ``statement`` and targets inside it write."""
    return _accesses(statement)[0]


def read(statement: Value) -> tuple[Variable, ...]:
    """Variables that the tree reads, once for each read."""
    return _accesses(statement)[1]


def read_temporaries(statement: Value) -> tuple[Variable, ...]:
    """The temporaries among what the tree reads."""
    return _accesses(statement)[2]


_Accesses = Tuple[Tuple[Variable, ...], Tuple[Variable, ...], Tuple[Variable, ...]]


def _accesses(statement: Value) -> _Accesses:
    """Writes and reads of the tree, kept on its root, as trees are immutable."""
    kept: _Accesses | None = statement.__dict__.get("_accesses")
    if kept is None:
        writes: list[Variable] = []
        reads: list[Variable] = []
        for node in statement.walk():
            if node.op in _READERS:
                reads.append(node.variable)
            elif isinstance(node.payload, Comprehension):
                for part in comprehension_values(node.payload):
                    more_writes, more_reads, _ = _accesses(part)
                    writes += more_writes
                    reads += more_reads
            if node.op in _MAY_WRITE:
                writes += own_writes(node)
        temporaries = tuple(one for one in reads if one.is_temporary)
        kept = (tuple(writes), tuple(reads), temporaries)
        statement.__dict__["_accesses"] = kept
    return kept


def keep_accesses(new: Value, old: Value, definition: Value) -> None:
    """Notes what a tree reads and writes that took in a definition.

    Sums of hundreds of terms take in one after the other.

    Args:
        new: the tree.
        old: it, with one read of the temporary that ``definition`` stores.
        definition: a STORE.
    """
    writes, reads, temporaries = _accesses(old)
    more_writes, more_reads, more_temporaries = _accesses(definition)
    variable = definition.variable
    own = more_writes.index(variable)
    new.__dict__["_accesses"] = (
        writes + more_writes[:own] + more_writes[own + 1 :],
        _replaced(reads, variable, more_reads),
        _replaced(temporaries, variable, more_temporaries),
    )


def _replaced(
    variables: tuple[Variable, ...], one: Variable, others: tuple[Variable, ...]
) -> tuple[Variable, ...]:
    place = variables.index(one)
    return variables[:place] + others + variables[place + 1 :]


@dataclass
class Usage:
    """How often each variable is written and read in a function.

    ``dicts_filled``: its compiler fills a long dict pair by pair.
    """

    writes: defaultdict[Variable, int] = field(
        default_factory=partial(defaultdict, int)
    )
    reads: defaultdict[Variable, int] = field(default_factory=partial(defaultdict, int))
    dicts_filled: bool = False

    @classmethod
    def of(cls, function: Function) -> Usage:
        """Counts over all blocks; those that did not change are not counted again."""
        found = _counted(function).copy()
        found.dicts_filled = function.habits.dicts_filled
        return found

    @classmethod
    def news(cls, function: Function, asker: str) -> tuple[list[BasicBlock], Usage]:
        """The blocks that are news for a pass which looks at one block at a time.

        Args:
            function: the graph.
            asker: the name of the pass.

        Returns:
            The blocks in which something changed since the pass asked last: a value, or
            how often a temporary that they mention is read or written. At first, all.
            Then the counts over all blocks (empty, if there is no such block).
        """
        counted = _counted(function)
        blocks = counted.news(function, asker)
        found = counted.copy() if blocks else cls()
        found.dicts_filled = function.habits.dicts_filled
        return blocks, found

    def add_statement(self, statement: Value, sign: int = 1) -> None:
        """Adds (or with ``sign`` -1 removes) the counts of one tree."""
        writes, reads, _ = _accesses(statement)
        for variable in writes:
            self.writes[variable] += sign
        for variable in reads:
            self.reads[variable] += sign

    def is_single(self, variable: Variable) -> bool:
        """True for a temporary written once and read once."""
        return (
            variable.is_temporary
            and self.writes[variable] == 1
            and self.reads[variable] == 1
        )


def _counted(function: Function) -> _Counted:
    counted = function.analyses.get("usage")
    if not isinstance(counted, _Counted):
        counted = function.analyses["usage"] = _Counted()
    counted.update(function)
    return counted


#: What is counted of a block: its values, the variable that it is a loop over, and how
#: it ends.
_Content = Tuple[List[Value], Optional[Variable], type]


def _content(block: BasicBlock) -> _Content:
    end = block.terminator
    item = end.item if isinstance(end, Next) else None
    return [*block.body, *terminator_values(end)], item, type(end)


_NOTHING: _Content = ([], None, type(None))


def _difference(before: _Content, after: _Content) -> tuple[_Content, _Content]:
    """Both without the values that are the same objects in them."""
    old, new = {id(one) for one in before[0]}, {id(one) for one in after[0]}
    if len(old) < len(before[0]) or len(new) < len(after[0]):
        return before, after  # something is there twice
    gone = [one for one in before[0] if id(one) not in new]
    come = [one for one in after[0] if id(one) not in old]
    return (gone, *before[1:]), (come, *after[1:])


@dataclass
class _Counted:
    """The usage of a function as it was counted last, and what was counted.

    Passes ask for it again and again while most blocks stay as they are; that they
    do is seen from their values, which are the same objects then.

    Attributes:
        usage: the counts.
        blocks: what was counted, by block.
        clock: number of the last change.
        changed: by block, the number of the last change that it may notice.
        mentions: blocks that a temporary occurs in, or did.
        asked: by pass, the clock when it asked last.
    """

    usage: Usage = field(default_factory=Usage)
    blocks: dict[int, _Content] = field(default_factory=dict)
    clock: int = 0
    changed: dict[int, int] = field(default_factory=dict)
    mentions: defaultdict[Variable, set[int]] = field(
        default_factory=partial(defaultdict, set)
    )
    asked: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Usage:
        """The counts, for a pass to change."""
        return Usage(self.usage.writes.copy(), self.usage.reads.copy())

    def news(self, function: Function, asker: str) -> list[BasicBlock]:
        """See `Usage.news`."""
        last = self.asked.get(asker, 0)
        self.asked[asker] = self.clock
        if last == self.clock:
            return []
        changed = self.changed
        return [one for one in function.blocks.values() if changed[one.id] > last]

    def update(self, function: Function) -> None:
        """Counts what changed since."""
        writes: defaultdict[Variable, int] = defaultdict(int)
        reads: defaultdict[Variable, int] = defaultdict(int)
        changed = [*(self.blocks.keys() - function.blocks.keys())]
        for block_id in changed:
            _add(self.blocks.pop(block_id), -1, writes, reads)
        for block in function.blocks.values():
            content = _content(block)
            before = self.blocks.get(block.id, _NOTHING)
            if content == before:
                continue
            gone, come = _difference(before, content)
            _add(gone, -1, writes, reads)
            for variable in _add(come, 1, writes, reads):
                self.mentions[variable].add(block.id)
            self.blocks[block.id] = content
            changed.append(block.id)
        if changed:
            self._note(changed, writes, reads)

    def _note(
        self,
        changed: list[int],
        writes: dict[Variable, int],
        reads: dict[Variable, int],
    ) -> None:
        """Adds to the counts, and dates the blocks that may notice."""
        self.clock += 1
        noticed = set(changed)
        for counts, changes in (
            (self.usage.writes, writes),
            (self.usage.reads, reads),
        ):
            for variable, difference in changes.items():
                if difference:
                    counts[variable] += difference
                    noticed |= self.mentions.get(variable, _NOWHERE)
        self.changed.update(dict.fromkeys(noticed, self.clock))


_NOWHERE: frozenset[int] = frozenset()


def _add(
    content: _Content,
    sign: int,
    writes: dict[Variable, int],
    reads: dict[Variable, int],
) -> list[Variable]:
    """Adds (or with ``sign`` -1 removes) counts; returns the temporaries counted."""
    values, item, _ = content
    found: list[Variable] = []
    for value in values:
        written_here, read_here, _ = _accesses(value)
        for variable in written_here:
            writes[variable] += sign
        for variable in read_here:
            reads[variable] += sign
        found += written_here
        found += read_here
    if item is not None:
        writes[item] += sign
        found.append(item)
    return [variable for variable in found if variable.is_temporary]


def count_reads(body: list[Statement]) -> CounterType[Variable]:
    """How often each variable is read in a statement tree."""
    counter: CounterType[Variable] = Counter()
    for statement in walk(body):
        for value in values(statement):
            counter.update(read(value))
    return counter
