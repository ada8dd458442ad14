"""Find writes and reads of temporaries (TEMP and STACK variables)."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Callable, Iterator, List, Optional, Tuple
from typing import Counter as CounterType

from depyf.decompiler.analysis.accesses import read, writes_and_reads
from depyf.decompiler.ir.function import (
    BasicBlock,
    Function,
    Jump,
    Next,
    terminator_values,
)
from depyf.decompiler.ir.statement_tree import values, walk
from depyf.decompiler.ir.value import Value, Variable
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.statement import Statement


@dataclass
class Usage:
    """How often each variable is written and read in a function.

    ``dicts_filled``: the compiler of the function fills a long dict pair by pair.
    """

    writes: defaultdict[Variable, int] = field(
        default_factory=partial(defaultdict, int)
    )
    reads: defaultdict[Variable, int] = field(default_factory=partial(defaultdict, int))
    dicts_filled: bool = False

    @classmethod
    def of(cls, function: Function) -> Usage:
        """Count the reads and writes in all blocks; count only changed blocks again."""
        found = _counted(function).copy()
        found.dicts_filled = function.habits.dicts_filled
        return found

    @classmethod
    def news(cls, function: Function, asker: str) -> tuple[list[BasicBlock], Usage]:
        """Return the blocks that changed since a pass last called this, and the counts.

        Args:
            function: the graph.
            asker: the name of the pass.

        Returns:
            The changed blocks; at the first call, all blocks.
            A block also counts as changed if the number of reads or writes of a
            temporary in it has changed. The second item are the counts over all blocks,
            which are empty if no block is returned.
        """
        counted = _kept(function)
        if not (counted.is_watched and counted.is_current):
            counted.update(function)
        blocks = counted.news(function, asker)
        found = counted.copy() if blocks else cls()
        found.dicts_filled = function.habits.dicts_filled
        return blocks, found

    def add_statement(self, statement: Value, sign: int = 1) -> None:
        """Add the counts of one tree, or subtract them with ``sign`` -1."""
        writes, reads, _ = writes_and_reads(statement)
        for variable in writes:
            self.writes[variable] += sign
        for variable in reads:
            self.reads[variable] += sign

    def is_single(self, variable: Variable) -> bool:
        """Return whether a variable is a temporary written once and read once."""
        return (
            variable.is_temporary
            and self.writes[variable] == 1
            and self.reads[variable] == 1
        )


def _kept(function: Function) -> _Counted:
    counted = function.analyses.get("usage")
    if not isinstance(counted, _Counted):
        counted = function.analyses["usage"] = _Counted()
    return counted


def _counted(function: Function) -> _Counted:
    counted = _kept(function)
    counted.update(function)
    return counted


@contextmanager
def watched(function: Function) -> Iterator[Callable[[], None]]:
    """Let `Usage.news` skip its search for changes while none is reported.

    One pass after the other calls it, and most of them change nothing.

    Yields:
        A function to call after each change of the graph.
    """
    counted = _kept(function)

    def changed() -> None:
        counted.is_current = False

    changed()
    counted.is_watched = True
    try:
        yield changed
    finally:
        counted.is_watched = False


#: The counted parts of a block: its values, the variable for a loop's items, and the
#: type of its terminator.
_Content = Tuple[List[Value], Optional[Variable], type]


def _content(block: BasicBlock) -> _Content:
    end = block.terminator
    if end.__class__ is Jump:
        return [*block.body], None, Jump
    item = end.item if isinstance(end, Next) else None
    return [*block.body, *terminator_values(end)], item, type(end)


_NOTHING: _Content = ([], None, type(None))


def _difference(before: _Content, after: _Content) -> tuple[_Content, _Content]:
    """Return two contents of a block without the value objects that both contain."""
    if not before[0]:
        return before, after
    old, new = {id(one) for one in before[0]}, {id(one) for one in after[0]}
    if len(old) < len(before[0]) or len(new) < len(after[0]):
        return before, after  # a value occurs twice
    gone = [one for one in before[0] if id(one) not in new]
    come = [one for one in after[0] if id(one) not in old]
    return (gone, *before[1:]), (come, *after[1:])


@dataclass
class _Counted:
    """The usage of a function at the last count, and the counted statements.

    Passes need the counts again and again, while most blocks do not change. An
    unchanged block is recognised by its values, which are still the same objects.

    Attributes:
        usage: the counts.
        blocks: the counted content of each block.
        clock: the number of the last change.
        changed: maps blocks to the number of the last change that concerns them.
        mentions: maps temporaries to the blocks in which they occur, or occurred after
            the first call of `news`.
        asked: maps passes to the clock at their last call of `news`.
        is_watched: whether `watched` is running, inside which each change is reported.
        is_current: whether no change was reported since the last count.
    """

    usage: Usage = field(default_factory=Usage)
    blocks: dict[int, _Content] = field(default_factory=dict)
    clock: int = 0
    changed: dict[int, int] = field(default_factory=dict)
    mentions: defaultdict[Variable, set[int]] = field(
        default_factory=partial(defaultdict, set)
    )
    asked: dict[str, int] = field(default_factory=dict)
    is_watched: bool = False
    is_current: bool = False

    def copy(self) -> Usage:
        """Return a copy of the counts, which a pass may change."""
        return Usage(self.usage.writes.copy(), self.usage.reads.copy())

    def news(self, function: Function, asker: str) -> list[BasicBlock]:
        """Return the blocks that changed since a pass last called `Usage.news`."""
        if not self.asked:
            for block_id, content in self.blocks.items():
                self._mention(block_id, content)
        last = self.asked.get(asker, 0)
        self.asked[asker] = self.clock
        if last == self.clock:
            return []
        changed = self.changed
        return [one for one in function.blocks.values() if changed[one.id] > last]

    def update(self, function: Function) -> None:
        """Update the counts of blocks that have changed."""
        writes: defaultdict[Variable, int] = defaultdict(int)
        reads: defaultdict[Variable, int] = defaultdict(int)
        known = self.blocks
        changed = [*(known.keys() - function.blocks.keys())]
        for block_id in changed:
            _add(known.pop(block_id), -1, writes, reads)
        for block in function.blocks.values():
            content = _content(block)
            before = known.get(block.id, _NOTHING)
            if content == before:
                continue
            gone, come = _difference(before, content)
            _add(gone, -1, writes, reads)
            _add(come, 1, writes, reads)
            if self.asked:
                self._mention(block.id, come)
            known[block.id] = content
            changed.append(block.id)
        if changed:
            self._note(changed, writes, reads)
        self.is_current = True

    def _mention(self, block_id: int, content: _Content) -> None:
        """Record which temporaries occur in a block."""
        values, item, _ = content
        mentions = self.mentions
        if item is not None and item.is_temporary:
            mentions[item].add(block_id)
        for value in values:
            writes, _, temporaries = writes_and_reads(value)
            for variable in temporaries:
                mentions[variable].add(block_id)
            for variable in writes:
                if variable.is_temporary:
                    mentions[variable].add(block_id)

    def _note(
        self,
        changed: list[int],
        writes: dict[Variable, int],
        reads: dict[Variable, int],
    ) -> None:
        """Update the counts, and mark the blocks that the changed counts concern."""
        self.clock += 1
        noticed = set(changed)
        for counts, changes in (
            (self.usage.writes, writes),
            (self.usage.reads, reads),
        ):
            if not counts:  # at the first count there are no mentions
                counts.update(changes)
                continue
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
) -> None:
    """Add the counts of a block's content, or subtract them with ``sign`` -1."""
    values, item, _ = content
    for value in values:
        written_here, read_here, _ = writes_and_reads(value)
        for variable in written_here:
            writes[variable] += sign
        for variable in read_here:
            reads[variable] += sign
    if item is not None:
        writes[item] += sign


def count_reads(body: list[Statement]) -> CounterType[Variable]:
    """Return how often each variable is read in a statement tree."""
    found: list[Variable] = []
    for statement in walk(body):
        for value in values(statement):
            found += read(value)
    return Counter(found)
