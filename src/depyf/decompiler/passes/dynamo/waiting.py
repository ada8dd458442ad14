"""The reads that wait for their use, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, AbstractSet, Iterable

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.ir.value import rewrite
from depyf.decompiler.passes.dynamo.places import without_origins

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value, Variable
    from depyf.decompiler.passes.dynamo.places import Read


class Waiting:
    """Reads by the variable that holds them, until its last use.

    Args:
        statements: those in which the variables are used, each once.
    """

    def __init__(self, statements: Iterable[Value]) -> None:
        self._left: dict[Variable, int] = {}
        for statement in statements:
            for variable in read(statement):
                self._left[variable] = self._left.get(variable, 0) + 1
        self._reads: dict[Variable, Read] = {}
        self._numbers: dict[Variable, int] = {}
        self._by_mark: dict[object, dict[Variable, None]] = {}
        self._loose: list[Variable] = []  # their origins are on no statement yet

    def uses_left(self, variable: Variable) -> int:
        """How often a variable is still read."""
        return self._left.get(variable, 0)

    def get(self, variable: Variable) -> Read | None:
        """The read that waits in a variable."""
        return self._reads.get(variable)

    def are_in(self, value: Value) -> bool:
        """True if the tree reads a variable that waits."""
        return not self._reads.keys().isdisjoint(read(value))

    def add(self, variable: Variable, found: Read) -> None:
        """Lets a read wait."""
        self._reads[variable] = found
        self._numbers[variable] = len(self._numbers)
        self._loose.append(variable)
        for mark in found.marks:
            self._by_mark.setdefault(mark, {})[variable] = None

    def use(self, variable: Variable) -> Read:
        """The read for one of its uses; the first has its origins."""
        found = self._reads[variable]
        self._left[variable] -= 1
        if self._left[variable]:
            value = rewrite(found.value, without_origins)
            self._reads[variable] = replace(found, value=value)
        else:
            self.remove(variable)
        return found

    def remove(self, variable: Variable) -> Read:
        """The read, which waits no more."""
        found = self._reads.pop(variable)
        for mark in found.marks:
            del self._by_mark[mark][variable]
        return found

    def touched(self, marks: AbstractSet[object]) -> list[Variable]:
        """The variables whose reads an effect may change, in order."""
        return self.ordered(
            {variable for mark in marks for variable in self._by_mark.get(mark, ())}
        )

    def ordered(self, variables: Iterable[Variable]) -> list[Variable]:
        """Those of the variables that wait, in order."""
        waiting = {one for one in variables if one in self._reads}
        return sorted(waiting, key=self._numbers.__getitem__)

    def all(self) -> list[Variable]:
        """All variables that wait, in order."""
        return self.ordered(self._reads)

    def loose_origins(self) -> frozenset[int]:
        """Takes the origins from the reads that came since this was last asked.

        They go to the next statement: what runs does so in the old order, and a
        debugger's line does not jump back.
        """
        origins: set[int] = set()
        for variable in self._loose:
            found = self._reads.get(variable)
            if found is not None:
                origins |= found.value.all_origins()
                value = rewrite(found.value, without_origins)
                self._reads[variable] = replace(found, value=value)
        self._loose.clear()
        return frozenset(origins)
