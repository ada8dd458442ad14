"""Find the nodes that each fused kernel computes, from the buffers of its module.

A name of a fused kernel also lists operations that only contributed to its arguments.
The buffers are exact.  The graph's inputs keep their names in the generated module, a
library call computes one node and reads others, and the module returns what the graph
returns.  So the node in most buffers is known.  A kernel computes the nodes between the
buffers that it reads and those that it writes.

Some buffers are passed from one fused kernel to another only.  Their node is known if
one node alone fits: with it, the second kernel needs all that it reads and no more.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Iterable, Mapping, NamedTuple, Sequence

from depyf.torch_text.buffer_steps import buffer_steps

if TYPE_CHECKING:
    from depyf.torch_text.buffer_steps import Step
    from depyf.torch_text.kernel_module import KernelModule

_LARGEST = 300  # nodes of a kernel; Inductor fuses fewer
_MOST_TRIED = 200  # combinations of nodes that buffers of one kernel may have
SEEDS = "inductor_seeds"  # Inductor computes all seeds with one call
CONVOLUTION = "convolution"
COPY_TO = "copy_"  # the operation that copies a result to an input of the graph
_NAMES_OF_REDUCTIONS = "sum mean amax amin max min var_mean argmax argmin prod"
_REDUCTIONS = frozenset(_NAMES_OF_REDUCTIONS.split())


class GraphValues(NamedTuple):
    """A lowered graph, without its views.

    Attributes:
        takes: the values that each node is computed from; views are left out.
        inputs: the tensors that the graph gets.
        elsewhere: the nodes that library functions and operators compute.
        outputs: the values that the graph returns, in order; empty for other results.
        items: the nodes that are an item of another node's result: by both.
        kinds: the operation of each node.
        sizes: the number of elements of each value, if it is known.
    """

    takes: Mapping[str, Sequence[str]]
    inputs: frozenset[str]
    elsewhere: frozenset[str]
    outputs: Sequence[str]
    items: Mapping[tuple[str, int], str]
    kinds: Mapping[str, str]
    sizes: Mapping[str, int]


class _Launch(NamedTuple):
    """A call of a fused kernel, and the numbers of the values it reads and writes.

    A kernel may use memory that it updates without reading the old value: `updates`.
    """

    line: int
    reads: tuple[int, ...]
    updates: tuple[int, ...]
    writes: tuple[int, ...]


class Computed(NamedTuple):
    """What the buffers of a launch tell.

    Attributes:
        nodes: the nodes that it computes, and the inputs that it copies; empty if the
            buffers do not identify every node.
        readers: the calls that read its copies of inputs.
        reads: the nodes in the buffers that it surely reads.
        perhaps: the nodes in memory that it overwrites, and perhaps reads before.
        is_whole: whether it can read no other node.
    """

    nodes: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()
    reads: frozenset[str] = frozenset()
    perhaps: frozenset[str] = frozenset()
    is_whole: bool = False


def nodes_by_buffers(
    module: KernelModule, graph: GraphValues, calls: Mapping[int, str]
) -> dict[int, Computed]:
    """Map the line of each launch to what its buffers tell.

    Args:
        module: the generated module.
        graph: the graph that it was generated from.
        calls: the node of each call of a library function or operator, by line.
    """
    steps = buffer_steps(module)
    values = _Values(graph, calls)
    for step in steps:
        values.follow(step)
    values.copied_to_inputs()
    while sum(map(values.infer, values.launches)):
        pass
    for launch in values.launches:
        values.doubt(launch)
    order = {name: at for at, name in enumerate(graph.takes)}
    found: dict[int, Computed] = {}
    for launch in values.launches:
        inside = sorted(values.computed(launch), key=order.__getitem__)
        copied = values.copied(launch)
        is_known = bool(inside) or values.only_copies(launch)
        readers = sorted(values.readers(launch), key=order.__getitem__)
        found[launch.line] = values.read_by(launch)._replace(
            nodes=(*inside, *copied) if is_known else (),
            readers=(*readers,) if is_known else (),
        )
    return found


class _Values:
    """The values in a module's buffers: each write of a buffer makes a new value."""

    def __init__(self, graph: GraphValues, calls: Mapping[int, str]) -> None:
        self._graph = graph
        self._calls = calls
        self._users: dict[str, int] = {}
        for takes in graph.takes.values():
            for one in {*takes}:
                self._users[one] = self._users.get(one, 0) + 1
        self.launches: list[_Launch] = []
        self._nodes: dict[int, str] = {}  # from the number of a value
        self._sizes: dict[int, int] = {}
        self._read: set[int] = set()
        self._takers: dict[int, str] = {}  # from a value to a call that reads it
        self._held: dict[str, int] = {}  # from the name of the memory of a buffer
        self._memory: dict[str, str] = {}  # from a name to the first of the same memory
        self._elements: dict[str, int] = {}  # of a name
        self._makers: dict[int, _Launch] = {}  # the launch that writes a value
        self._parts: set[int] = set()  # values of which a step wrote only a part
        self._count = 0
        for one in graph.inputs:
            self._new([one], one)

    def _new(self, buffers: Sequence[str], node: str = "") -> int:
        """Assign a number to the value that a step writes to buffers of one memory."""
        self._count += 1
        memory = self._memory.get(buffers[0], buffers[0])
        self._held[memory] = self._count
        whole = self._elements.get(memory)
        written = [self._elements.get(one) for one in buffers]
        elements = sum(one or 0 for one in written)
        if whole is not None and None not in written and elements < whole:
            self._parts.add(self._count)
        elif node:
            self._nodes[self._count] = node
        if whole is not None:
            self._sizes[self._count] = whole
        return self._count

    def _name(self, value: int, node: str) -> None:
        if value not in self._parts:
            self._nodes.setdefault(value, node)

    def _value(self, buffer: str) -> int | None:
        """Return the value in a buffer; None if no step wrote it."""
        return self._held.get(self._memory.get(buffer, buffer))

    def follow(self, step: Step) -> None:
        """Record the effect of one statement on the values in buffers."""
        if step.returns:
            self._returned(step)
        elif step.is_new:
            self._sized(step.target, step.arguments[0].size)
        elif step.is_same:
            same = step.arguments[0].name
            self._memory[step.target] = self._memory.get(same, same)
            self._sized(step.target, step.arguments[0].size)
        elif step.item is not None:
            whole = self._nodes.get(self._value(step.arguments[0].name) or 0, "")
            self._new([step.target], self._graph.items.get((whole, step.item), ""))
        elif step.writes or step.reads:
            self._launched(step)
        elif step.called:
            self._called(step)

    def _sized(self, buffer: str, size: int | None) -> None:
        if size is not None:
            self._elements[buffer] = size

    def _launched(self, step: Step) -> None:
        reads = tuple(map(self._read_from, step.reads))
        held = [self._value(one) for one in step.updates]
        updates = tuple(one for one in held if one is not None)
        memories: dict[str, list[str]] = {}
        for name in step.writes:
            memories.setdefault(self._memory.get(name, name), []).append(name)
        writes = tuple(map(self._new, memories.values()))
        self._read.update(reads)
        self.launches.append(_Launch(step.line, reads, updates, writes))
        self._makers.update(dict.fromkeys(writes, self.launches[-1]))

    def _read_from(self, buffer: str) -> int:
        held = self._value(buffer)
        if held is not None:
            return held
        is_constant = self._graph.takes.get(buffer) == []
        return self._new([buffer], buffer if is_constant else "")

    def _seeds(self, step: Step) -> str:
        """Return the node of a call that draws random seeds; empty for others."""
        if "randint" not in step.called:
            return ""
        kinds = self._graph.kinds.items()
        found = [name for name, kind in kinds if kind == SEEDS]
        return found[0] if len(found) == 1 else ""

    def _called(self, step: Step) -> None:
        node = self._calls.get(step.line, "") or self._seeds(step)
        held = [self._value(one.name) for one in step.arguments]
        own = [one for one in held if one is not None]
        self._read.update(own)
        takes = self._graph.takes.get(node, ())
        if self._graph.kinds.get(node) == CONVOLUTION:
            takes = takes[: len(own)]  # Inductor may add the bias in a kernel
        self._takers.update(dict.fromkeys(own if node else (), node))
        known = [self._nodes.get(one) for one in own]
        fits = all(one in (None, take) for one, take in zip(known, takes))
        if len(own) == len(takes) and fits:
            for value, take in zip(own, takes):
                self._name(value, take)
        target = step.out.name or step.target
        if target:
            self._sized(target, step.out.size)
            self._new([target], node)

    def _returned(self, step: Step) -> None:
        outputs = self._graph.outputs
        for at, one in enumerate(step.arguments):
            held = self._value(one.name)
            if held is not None:
                self._read.add(held)
                if len(outputs) == len(step.arguments) and outputs[at]:
                    self._name(held, outputs[at])

    def copied_to_inputs(self) -> None:
        """Name the last values of the inputs that the graph copies results to."""
        for name, kind in self._graph.kinds.items():
            target, *rest = self._graph.takes[name] if kind == COPY_TO else ("",)
            held = self._value(target)
            if target in self._graph.inputs and rest and held is not None:
                self._read.add(held)
                self._name(held, name)

    def computed(self, launch: _Launch) -> set[str]:
        """Return the nodes that a launch computes; empty if that is uncertain."""
        starts = self._starts(launch)
        if starts is None or not self.read_by(launch).is_whole:
            return set()
        read, needed = self._known(launch)
        inside, met, missing = self._between(starts, read)
        return set() if missing or not met >= needed else inside

    def copied(self, launch: _Launch) -> list[str]:
        """Return the inputs that a launch copies: a call wants other strides."""
        return [one for one in self._starts(launch) or () if one in self._graph.inputs]

    def only_copies(self, launch: _Launch) -> bool:
        """Return whether a launch copies all inputs that it reads, and does no more."""
        starts = self._starts(launch)
        read = {self._nodes.get(one, "") for one in launch.reads}
        is_copy = starts is not None and read == {*starts}
        return is_copy and read <= self._graph.inputs

    def read_by(self, launch: _Launch) -> Computed:
        """Return what a launch reads, without what it computes."""
        reads, updates = (
            frozenset(self._nodes[one] for one in own if one in self._nodes)
            for own in (launch.reads, launch.updates)
        )
        every = (*launch.reads, *launch.updates)
        is_whole = all(one in self._nodes for one in every)
        return Computed((), (), reads, updates, is_whole)

    def readers(self, launch: _Launch) -> set[str]:
        """Return the nodes of the calls that read the copies that a launch writes."""
        inputs = self._graph.inputs
        copies = (one for one in launch.writes if self._nodes.get(one, "") in inputs)
        return {self._takers[one] for one in copies if one in self._takers}

    def _known(self, launch: _Launch) -> tuple[frozenset[str], frozenset[str]]:
        """Return the known nodes that a launch may read, and those it surely reads."""
        known = self.read_by(launch)
        return known.reads | known.perhaps, known.reads

    def doubt(self, launch: _Launch) -> None:
        """Count all values that a launch may read as read, if its nodes are unclear."""
        if not self.computed(launch):
            self._read.update(launch.updates)

    def _starts(self, launch: _Launch) -> list[str] | None:
        """Return the nodes of written values that are read later; None if unknown."""
        used = [one for one in launch.writes if one in self._read]
        known = [self._nodes.get(one, "") for one in used]
        return known if known and all(known) else None

    def _between(
        self, starts: Iterable[str], read: frozenset[str]
    ) -> tuple[set[str], set[str], set[str]]:
        """Collect the nodes that compute `starts` from `read`.

        Returns:
            These nodes, the members of `read` that they use, and missing values: those
            that inputs or library functions provide and that are not in `read`.
        """
        inside: set[str] = set()
        met: set[str] = set()
        missing: set[str] = set()
        left = [*starts]
        while left:
            one = left.pop()
            if one in read:
                met.add(one)
            elif one in self._graph.inputs or one in self._graph.elsewhere:
                missing.add(one)
            elif one not in inside:
                inside.add(one)
                takes = self._graph.takes.get(one, ())
                is_copy = self._graph.kinds.get(one) == COPY_TO
                left += takes[1:] if is_copy else takes
        return inside, met, missing

    def infer(self, launch: _Launch) -> bool:
        """Name the unknown values that a launch reads, if only one choice fits."""
        starts = self._starts(launch)
        unknown = [one for one in dict.fromkeys(launch.reads) if one not in self._nodes]
        perhaps = [one for one in launch.updates if one not in self._nodes]
        if starts is None or not (unknown or perhaps):
            return False
        read, needed = self._known(launch)
        inside, _, missing = self._between(starts, read)
        is_needed = bool(missing) or not perhaps
        if not is_needed or len(inside) > _LARGEST:
            return False
        for wanted in ([*unknown, *perhaps], unknown):
            able = [self._able(one, inside, starts) for one in wanted]
            fitting = [
                one
                for one in islice(product(*able), _MOST_TRIED)
                if len({*one}) == len(wanted) and self._fits(starts, read, needed, one)
            ]
            if wanted and len({frozenset(one) for one in fitting}) == 1:
                self._nodes.update(zip(wanted, fitting[0]))
                self._read.update(wanted)
                return True
        return False

    def _able(self, value: int, inside: set[str], starts: Sequence[str]) -> list[str]:
        """Return the nodes that an unknown value may be: those its kernel can compute.

        Inductor stores what is used twice, and the results of reductions.
        """
        size, maker = self._sizes.get(value), self._makers.get(value)
        if maker is None:
            return []
        read, _ = self._known(maker)
        is_read = all(one in self._nodes for one in (*maker.reads, *maker.updates))
        return [
            one
            for one in inside
            if one not in starts
            and (size is None or self._graph.sizes.get(one) in (None, size))
            and (
                self._users.get(one, 0) > 1 or self._graph.kinds.get(one) in _REDUCTIONS
            )
            and not (is_read and self._between([one], read)[2])
        ]

    def _fits(
        self,
        starts: Sequence[str],
        read: frozenset[str],
        needed: frozenset[str],
        chosen: Sequence[str],
    ) -> bool:
        _, met, missing = self._between(starts, read.union(chosen))
        return not missing and met >= needed.union(chosen)
