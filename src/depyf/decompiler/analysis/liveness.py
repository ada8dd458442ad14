"""Compute live variables, and webs of definitions and uses that belong together.

Only the unaliased variables are considered: LOCAL, STACK and TEMP. Inside a protected
region, every point that may raise has an edge to the region's handler.

Liveness is described in "Compilers", section 9.2.5, and webs in S. S. Muchnick,
"Advanced Compiler Design and Implementation", section 16.3.3.
"""

from __future__ import annotations

from typing import Collection, FrozenSet, Iterable, Iterator, NamedTuple

from depyf.decompiler.analysis.accesses import (
    UNALIASED_KINDS,
    Access,
    accesses,
    may_raise,
    next_definition,
    terminator_may_raise,
    terminator_reads,
    writes_and_reads,
)
from depyf.decompiler.analysis.traversal import flow_graph, postorder
from depyf.decompiler.ir.function import (
    BasicBlock,
    Function,
    successors,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.records import dataclass

VariableSet = FrozenSet[Variable]


class Liveness:
    """The unaliased variables that may be read before they are written again.

    Attributes:
        live_in: the variables live at the start of each block.
        live_out: the variables live after each block's terminator on some edge.
    """

    def __init__(self, function: Function) -> None:
        """Solve the data-flow equations for all blocks, reachable or not."""
        self._function = function
        self.live_in: dict[int, VariableSet] = dict.fromkeys(
            function.blocks, frozenset()
        )
        self.live_out: dict[int, VariableSet] = dict(self.live_in)
        graph = flow_graph(function, exceptions=True)
        order = postorder(graph, [function.entry, *function.blocks])
        changed = True
        while changed:
            changed = False
            for block_id in order:
                block = function.blocks[block_id]
                self.live_out[block_id] = self._after(block)
                *_, (before, _) = self._backwards(block)
                if before != self.live_in[block_id]:
                    self.live_in[block_id] = frozenset(before)
                    changed = True

    def before(self, block_id: int) -> list[VariableSet]:
        """Return the variables live before each statement and the terminator.

        The variables live after statement ``i`` are ``before(block)[i + 1]``.
        """
        block = self._function.blocks[block_id]
        points: list[VariableSet] = []
        for live, behind in self._backwards(block):
            if behind:
                points[-1] |= behind
            points.append(frozenset(live))
        return points[::-1]

    def _backwards(
        self, block: BasicBlock
    ) -> Iterator[tuple[set[Variable], VariableSet]]:
        """Yield the live variables before the terminator, then before each statement.

        The first item is always the same set, changed for each statement, last
        statement first. The second item are variables that are also live directly after
        the statement, because the handler may read them.
        """
        handler = self._handler_live(block)
        live = set(self.live_out[block.id])
        live.update(terminator_reads(block.terminator))
        if terminator_may_raise(block.terminator):
            live |= handler
        yield live, frozenset()
        for value in reversed(block.body):
            # An unpacking stores its targets one by one. If storing the second raises,
            # the handler sees the first.
            raises = bool(handler) and may_raise(value)
            for access in reversed(accesses(value)):
                if access.is_write:
                    live.discard(access.variable)
                else:
                    live.add(access.variable)
            if raises:
                live |= handler
            is_seen = raises and value.op is not MicroOp.STORE
            yield live, handler if is_seen else frozenset()

    def _after(self, block: BasicBlock) -> VariableSet:
        live: set[Variable] = set()
        for target in successors(block.terminator):
            defined = next_definition(block, target)
            live |= self.live_in[target] - {defined}
        return frozenset(live)

    def _handler_live(self, block: BasicBlock) -> VariableSet:
        if block.region is None:
            return frozenset()
        return self.live_in[self._function.regions[block.region].handler]


class Point(NamedTuple):
    """A statement, identified by its index; the body's length means the terminator.

    `ENTRY` stands for the definition that every variable has on entry: the value of a
    parameter, or "unbound".
    """

    block: int
    position: int


ENTRY = Point(-1, -1)


@dataclass(frozen=True)
class Web:
    """Definitions and uses of one variable that must have the same name.

    A statement may define one web and use another one of the same variable, such as
    ``x = x + 1``. A ``del`` is a use and a definition ("unbound").
    """

    variable: Variable
    definitions: frozenset[Point]
    uses: frozenset[Point]


class ReachingDefinitions:
    """The definitions that each use of an unaliased variable may read.

    Attributes:
        definitions: the points of definition; the index is the position in bit sets.
        reach_in: the bit set of definitions that reach the start of each block.
    """

    def __init__(
        self,
        function: Function,
        kinds: Collection[VariableKind] = UNALIASED_KINDS,
    ) -> None:
        """Solve the data-flow equations for the blocks reachable from the entry.

        Args:
            function: the graph.
            kinds: the kinds of unaliased variables to analyse.
        """
        self._function = function
        self._kinds = kinds
        self._graph = flow_graph(function, exceptions=True)
        order = postorder(self._graph, [function.entry])[::-1]
        self.definitions: list[tuple[Variable, Point]] = []
        self._of_variable: dict[Variable, int] = {}
        self._numbers: dict[tuple[Variable, Point], int] = {}
        self._accesses = {number: self._accesses_of(number) for number in order}
        self._collect(order)
        self._silent = _silent_regions(function) if function.regions else set()
        self.reach_in: dict[int, int] = dict.fromkeys(order, 0)
        self.reach_in[function.entry] = sum(
            1 << self._numbers[variable, ENTRY] for variable in self._of_variable
        )
        if self.definitions:
            self._solve(order)

    def webs(self) -> list[Web]:
        """Return all webs, by first appearance of the variable, then by definition."""
        groups = _Groups(len(self.definitions))
        uses: list[tuple[Point, int]] = []
        for block_id in self.reach_in if self.definitions else ():
            for point, variable, state in self._uses(block_id):
                bits = list(_bits(state & self._of_variable[variable]))
                groups.join(bits)
                uses.extend((point, bit) for bit in bits[:1])
        points: dict[int, set[Point]] = {}
        for point, bit in uses:
            points.setdefault(groups.root(bit), set()).add(point)
        members: dict[int, list[int]] = {}
        for bit in range(len(self.definitions)):
            members.setdefault(groups.root(bit), []).append(bit)
        webs = []
        for root, bits in members.items():
            places = frozenset(self.definitions[bit][1] for bit in bits)
            found = frozenset(points.get(root, ()))
            if places != {ENTRY} or found:
                webs.append(Web(self.definitions[root][0], places, found))
        return webs

    def _accesses_of(self, block_id: int) -> list[tuple[int, Access]]:
        """Return a block's accesses to variables of `self._kinds`, with positions."""
        kinds = self._kinds
        found: list[tuple[int, Access]] = []
        for index, value in enumerate(self._function.blocks[block_id].body):
            if _mentions(value, kinds):
                found += [
                    (index, access)
                    for access in accesses(value)
                    if access.variable.kind in kinds
                ]
        return found

    def _collect(self, order: Iterable[int]) -> None:
        for block_id in order:
            block = self._function.blocks[block_id]
            for index, access in self._accesses[block_id]:
                self._add(access.variable, ENTRY)
                if access.is_write:
                    self._add(access.variable, Point(block_id, index))
            end = block.terminator
            for variable in terminator_reads(end):
                self._add(variable, ENTRY)
            for target in successors(end):
                defined = next_definition(block, target)
                if defined is not None:
                    self._add(defined, ENTRY)
                    self._add(defined, Point(block_id, len(block.body)))

    def _add(self, variable: Variable, point: Point) -> None:
        if variable.kind not in self._kinds or (variable, point) in self._numbers:
            return
        number = len(self.definitions)
        self.definitions.append((variable, point))
        self._numbers[variable, point] = number
        self._of_variable[variable] = self._of_variable.get(variable, 0) | 1 << number

    def _solve(self, order: list[int]) -> None:
        changed = True
        while changed:
            changed = False
            for block_id in order:
                block = self._function.blocks[block_id]
                state, raised = self._through(block)
                for target in successors(block.terminator):
                    after = state
                    defined = next_definition(block, target)
                    if defined is not None:
                        point = Point(block_id, len(block.body))
                        after = self._define(after, defined, point)
                    changed |= self._flow(target, after)
                if block.region is not None:
                    handler = self._function.regions[block.region].handler
                    changed |= self._flow(handler, raised)

    def _flow(self, target: int, state: int) -> bool:
        before = self.reach_in[target]
        self.reach_in[target] = before | state
        return self.reach_in[target] != before

    def _define(self, state: int, variable: Variable, point: Point) -> int:
        if variable.kind not in self._kinds:
            return state
        state &= ~self._of_variable[variable]
        return state | 1 << self._numbers[variable, point]

    def _through(self, block: BasicBlock) -> tuple[int, int]:
        """Return the definitions at the block's end, and at points that may raise."""
        state = self.reach_in[block.id]
        if block.region is None:
            for index, access in self._accesses[block.id]:
                if access.is_write:
                    state = self._define(state, access.variable, Point(block.id, index))
            return state, 0
        raised = state if block.region in self._silent else 0
        for index, value in enumerate(block.body):
            raises = may_raise(value)
            raised |= state if raises else 0
            for access in accesses(value):
                if access.is_write and access.variable.kind in self._kinds:
                    point = Point(block.id, index)
                    state = self._define(state, access.variable, point)
            if raises and value.op is not MicroOp.STORE:
                raised |= state
        if terminator_may_raise(block.terminator):
            raised |= state
        return state, raised

    def _uses(self, block_id: int) -> Iterable[tuple[Point, Variable, int]]:
        block = self._function.blocks[block_id]
        state = self.reach_in[block_id]
        for index, access in self._accesses[block_id]:
            point = Point(block_id, index)
            if access.is_write:
                state = self._define(state, access.variable, point)
            else:
                yield point, access.variable, state
        for variable in terminator_reads(block.terminator):
            if variable.kind in self._kinds:
                yield Point(block_id, len(block.body)), variable, state


def _mentions(value: Value, kinds: Collection[VariableKind]) -> bool:
    """Return whether a value accesses a variable of these kinds."""
    writes, reads, _ = writes_and_reads(value)
    for variables in (writes, reads):
        for one in variables:
            if one.kind in kinds:
                return True
    return False


def _silent_regions(function: Function) -> set[int | None]:
    """Return the regions in which nothing may raise, although they have handlers."""
    silent: set[int | None] = set(function.regions)
    for block in function.blocks.values():
        if block.region in silent and (
            any(map(may_raise, block.body)) or terminator_may_raise(block.terminator)
        ):
            silent.remove(block.region)
    return silent


class _Groups:
    """Union-find over numbers; the root of a group is its smallest number."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def root(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def join(self, numbers: list[int]) -> None:
        roots = {self.root(number) for number in numbers}
        if roots:
            first = min(roots)
            for root in roots:
                self._parent[root] = first


def _bits(state: int) -> Iterable[int]:
    while state:
        lowest = state & -state
        yield lowest.bit_length() - 1
        state ^= lowest


def split_webs(
    function: Function, kinds: Collection[VariableKind] = UNALIASED_KINDS
) -> list[Web]:
    """Return the webs of all variables of these kinds."""
    return ReachingDefinitions(function, kinds).webs()


def undefined_reads(function: Function) -> list[tuple[Variable, Point]]:
    """Return reads of stack slots or temporaries that some path reaches undefined.

    In a valid function there are none: the lifter and every pass define such a variable
    on all paths to its uses. Variables that a test binds with ``:=`` are left out,
    because the data flow sees no definitions in tests.
    """
    in_tests = {
        access.variable
        for block in function.blocks.values()
        for value in terminator_values(block.terminator)
        for access in accesses(value)
        if access.is_write
    }
    return [
        (web.variable, point)
        for web in split_webs(function)
        if web.variable.is_temporary and ENTRY in web.definitions
        if web.variable not in in_tests
        for point in sorted(web.uses)
    ]
