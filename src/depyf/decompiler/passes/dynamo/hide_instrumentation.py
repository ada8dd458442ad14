"""Hide the profiler calls that Dynamo puts around every graph call (torch 2.8+).

Example (CPython 3.11 to 3.15)::

    def f(a):
        tmp_3 = __import_torch_dot_autograd_dot_profiler._is_profiler_enabled
        tmp_2 = __import_torch_dot__dynamo_dot_utils
        tmp_1 = None
        if tmp_3:
            tmp_1 = tmp_2.record_pregraph_bytecode_enter()
        if tmp_1 is not None:
            tmp_2.record_pregraph_bytecode_exit(tmp_1)
        return a

Before::

    block 0:
        %t0 = global:__import_torch_dot_autograd_dot_profiler
        %t1 = attr[_is_profiler_enabled](%t0)
        tmp_3 = %t1
        %t2 = global:__import_torch_dot__dynamo_dot_utils
        tmp_2 = %t2
        tmp_1 = None
        branch tmp_3 ? 1 : 2
    block 1:
        %t3 = attr[record_pregraph_bytecode_enter](tmp_2)
        %t4 = call[](%t3)
        tmp_1 = %t4
        jump 2
    block 4:
        %t5 = attr[record_pregraph_bytecode_exit](tmp_2)
        %t6 = call[_](%t5, tmp_1)
        evaluate(%t6)
        jump 3

After::

    block 0:
        jump 2
    block 4:
        jump 3

Torch 2.8 to 2.14 makes these calls without a test. Side conditions: only these
statements read the variables that they define, and an arm that is left out only
records.
"""

from __future__ import annotations

from dataclasses import field
from typing import Iterator, Tuple

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.passes.cfg import simplify
from depyf.records import dataclass

_CALLS = ("record_pregraph_bytecode_enter", "record_pregraph_bytecode_exit")
_FLAG = "_is_profiler_enabled"
_MODULES = (
    "__import_torch_dot__dynamo_dot_utils",
    "__import_torch_dot_autograd_dot_profiler",
)
#: The prefix of the locals that Dynamo creates.
_LOCAL_PREFIX = "tmp_"

_Place = Tuple[int, int]  # block, index in its body


def run(function: cfg.Function) -> bool:
    """Remove the calls if nothing depends on them; return whether any were removed."""
    found = _Instrumentation(function)
    found.spread()
    if not found.calls or not found.is_isolated():
        return False
    for block in function.blocks.values():
        end = block.terminator
        if isinstance(end, cfg.Branch) and found.is_own(end.test):
            block.terminator = cfg.Jump(found.quiet_arm(block), end.origins)
        block.body = [
            statement
            for index, statement in enumerate(block.body)
            if (block.id, index) not in found.hidden
        ]
    simplify.remove_unreachable(function)
    return True


@dataclass
class _Instrumentation:
    """The statements that call the profiler, and values that nothing else uses.

    Attributes:
        function: the graph.
        own: the variables that only the recording uses.
        hidden: the positions of the statements to leave out.
        calls: the positions at which the attributes of recording calls are loaded.
    """

    function: cfg.Function
    own: set[Variable] = field(default_factory=set)
    hidden: set[_Place] = field(default_factory=set)
    calls: set[_Place] = field(default_factory=set)
    _stored: dict[Variable, list[Value]] = field(default_factory=dict)
    _reads: dict[Variable, list[_Place]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place, statement in self.statements():
            if statement.op is MicroOp.STORE:
                value = statement.operands[0]
                self._stored.setdefault(statement.variable, []).append(value)
            for variable in read(statement):
                self._reads.setdefault(variable, []).append(place)

    def statements(self) -> Iterator[tuple[_Place, Value]]:
        """Yield all statements with their positions."""
        for block in self.function.blocks.values():
            for index, statement in enumerate(block.body):
                yield (block.id, index), statement

    def spread(self) -> None:
        """Mark everything that depends on the recording attributes."""
        changed = True
        while changed:
            changed = False
            for place, statement in self.statements():
                if place not in self.hidden and (
                    self._follows(place, statement) or self._serves(statement)
                ):
                    self.hidden.add(place)
                    self.own.update(written(statement))
                    changed = True

    def is_own(self, value: Value) -> bool:
        """Return whether a value reads a variable of the profiler's recording."""
        return value.loaded in self.own

    def _follows(self, place: _Place, statement: Value) -> bool:
        """Return whether a statement loads or uses a recording attribute."""
        if statement.op is MicroOp.DELETE:
            return statement.variable in self.own
        if statement.op is MicroOp.EVALUATE:
            return self.is_own(statement.operands[0])
        if statement.op is not MicroOp.STORE:
            return False
        value = statement.operands[0]
        if value.op is MicroOp.ATTR and value.payload in (*_CALLS, _FLAG):
            if value.payload in _CALLS:
                self.calls.add(place)
            return True
        if value.op in (MicroOp.CALL, MicroOp.IS):
            return self.is_own(value.operands[0])
        return self.is_own(value)

    def _serves(self, statement: Value) -> bool:
        """Return whether a statement stores a module or None for hidden reads only."""
        if statement.op is not MicroOp.STORE or not _is_made(statement.variable):
            return False
        value = statement.operands[0]
        is_module = value.op is MicroOp.LOAD and value.variable.name in _MODULES
        kept = is_module or value.op is MicroOp.CONST or self._is_module(value)
        return kept and self._only_hidden_reads(statement.variable)

    def _is_module(self, value: Value) -> bool:
        if not value.loads_temporary:
            return False
        sources = self._stored.get(value.variable, [])
        return len(sources) == 1 and (
            sources[0].op is MicroOp.LOAD and sources[0].variable.name in _MODULES
        )

    def _only_hidden_reads(self, variable: Variable) -> bool:
        places = self._reads.get(variable, [])
        if not all(place in self.hidden for place in places):
            return False
        reads = bool(places)
        for block in self.function.blocks.values():
            for value in cfg.terminator_values(block.terminator):
                if variable in read(value):
                    if not isinstance(block.terminator, cfg.Branch):
                        return False
                    reads = True
        return reads

    def is_isolated(self) -> bool:
        """Return whether no remaining statement reads a removed variable."""
        for place, statement in self.statements():
            if place not in self.hidden and self.own.intersection(read(statement)):
                return False
        for block in self.function.blocks.values():
            for value in cfg.terminator_values(block.terminator):
                if not self.own.intersection(read(value)):
                    continue
                if not isinstance(block.terminator, cfg.Branch) or (
                    self.quiet_arm(block) < 0
                ):
                    return False
        return True

    def quiet_arm(self, block: cfg.BasicBlock) -> int:
        """Return the arm of a test that does not record; -1 if it is not certain."""
        end = block.terminator
        assert isinstance(end, cfg.Branch)
        for recording, other in (
            (end.if_true, end.if_false),
            (end.if_false, end.if_true),
        ):
            if self._only_records(recording) and not self._records(other):
                return other
        return -1

    def _records(self, block: int) -> bool:
        return any(place[0] == block for place in self.calls)

    def _only_records(self, block_id: int) -> bool:
        block = self.function.blocks[block_id]
        return (
            self._records(block_id)
            and isinstance(block.terminator, cfg.Jump)
            and all(
                (block_id, index) in self.hidden or _is_leaf_move(statement)
                for index, statement in enumerate(block.body)
            )
        )


def _is_made(variable: Variable) -> bool:
    return variable.is_temporary or (
        variable.kind is VariableKind.LOCAL and variable.name.startswith(_LOCAL_PREFIX)
    )


def _is_leaf_move(statement: Value) -> bool:
    """Return whether a statement only stores a leaf in a temporary."""
    if statement.op is MicroOp.ORIGIN:
        return True
    return statement.stores_temporary and not statement.operands[0].operands
