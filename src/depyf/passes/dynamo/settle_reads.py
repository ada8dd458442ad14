"""Puts what Dynamo reads beside what needs it, as people would write it.

Before::

    t0 = __compiled_fn_1
    modules = self._modules
    t1 = modules["layers"]._modules["0"]._parameters["weight"]
    graph_out_0 = t0(t1)
    t2 = normalize
    t3 = graph_out_0[0]
    t4 = utils.object_setattr_ignore_descriptor
    t4(self, "steps", 1)
    y = t2(t3, 1e-06)

After::

    graph_out_0 = __compiled_fn_1(self.layers[0].weight)
    self.steps = 1
    y = normalize(graph_out_0[0], 1e-06)

Side conditions. A read is moved to where its value is used, and only

- past other reads;
- past a graph, an attribute that is set, a list or dict that is filled, if the objects
  on its way are known and it reads no attribute of that name, no item of a list, no
  item of a dict: a graph computes with tensors and sets no attribute;
- past any call, if it is a constant, a local variable, or an output of a graph whose
  list nothing else holds;
- twice, if the objects on its way are known: then no code of the user runs for it.

How a way is written, and which attributes are set without running code, is told by
`depyf.known_objects`. After a call of anything else nothing is known any more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, AbstractSet

from depyf.ir.function import (
    Branch,
    Return,
    set_terminator_values,
    terminator_values,
)
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import (
    CallShape,
    Value,
    Variable,
    VariableKind,
    rewrite,
)
from depyf.passes.dynamo import helper_calls, places, three_addresses, variables
from depyf.passes.dynamo.places import (
    ANYTHING,
    CALL,
    Facts,
    Knowledge,
    Read,
    with_origins,
    without_origins,
)
from depyf.passes.usage import Usage, read

if TYPE_CHECKING:
    from depyf.ir.function import BasicBlock, Function
    from depyf.known_objects import KnownObjects

_OF_DYNAMO = ("__compiled_fn_", "__resume_at_", "__import_torch_dot_")
_NEW = (MicroOp.BUILD, MicroOp.SLICE)
_STARS = (MicroOp.STAR, MicroOp.DOUBLE_STAR)
_FILLERS = (MicroOp.EXTEND, MicroOp.ADD)
_ANY = frozenset({ANYTHING, CALL})


def run(
    function: Function,
    objects: KnownObjects | None = None,
    named: AbstractSet[Variable] = frozenset(),
) -> None:
    """Moves reads to their use in each block of code that Dynamo made.

    Args:
        function: the graph, changed in place.
        objects: what the variables hold when it begins.
        named: variables that are to stay, as they have a name that says something.
    """
    names = getattr(function.code, "names", ())
    if not any(name.startswith(_OF_DYNAMO) for name in names):
        return
    usage = Usage.of(function)
    parameters = getattr(function.code, "parameters", ())
    own = {
        variable
        for variable, count in usage.writes.items()
        if count == 1 and variables.is_own(variable, parameters)
    }
    facts = Facts(
        outputs=variables.graph_outputs(function, usage),
        named=named,
        own=own,
        unread={one for one in own if not usage.reads[one]},
    )
    for block in function.blocks.values():
        is_first = block.id == function.entry
        known = Knowledge(objects if is_first else None, frozenset(usage.writes))
        movable = variables.movable(block, usage, own)
        _Mover(block, movable, known, facts, is_first=is_first).run()
        three_addresses.run(function, block)
    _drop_unread(function, facts)


def _drop_unread(function: Function, facts: Facts) -> None:
    """Leaves out reads that no statement needs any more, now that it says more."""
    reads = Usage.of(function).reads
    unread = {
        variable
        for variable, held in facts.held.items()
        if held.may_repeat and not reads[variable]
    }
    if unread:
        for block in function.blocks.values():
            block.body = [
                one
                for one in block.body
                if one.op is not MicroOp.STORE or one.variable not in unread
            ]


class _Mover:
    """Goes through one block; what waits for its use is kept in order."""

    def __init__(
        self,
        block: BasicBlock,
        movable: AbstractSet[Variable],
        known: Knowledge,
        facts: Facts,
        *,
        is_first: bool,
    ) -> None:
        self._block = block
        self._movable = movable
        self._known = known
        self._facts = facts
        self._out: list[Value] = []
        self._left: dict[Variable, int] = {}
        for statement in [*block.body, *terminator_values(block.terminator)]:
            for variable in read(statement):
                self._left[variable] = self._left.get(variable, 0) + 1
        self._waiting: dict[Variable, Read] = {}
        self._numbers: dict[Variable, int] = {}
        self._by_mark: dict[object, dict[Variable, None]] = {}
        self._loose: list[Variable] = []  # their origins are on no statement yet
        self._made: set[Variable] = set()  # hold new plain lists and dicts
        self._dropped: set[Variable] = set()
        self._is_past_graph = not is_first

    def run(self) -> None:
        """Rewrites the block."""
        for statement in self._block.body:
            self._statement(statement)
        end = self._block.terminator
        values = terminator_values(end)
        if isinstance(end, (Branch, Return)):
            values = tuple(self._placed(value) for value in values)
            set_terminator_values(end, values)
        self._flush(sorted(self._waiting, key=self._numbers.__getitem__))
        self._block.body = self._out

    # Statements.

    def _statement(self, statement: Value) -> None:
        if statement.op is MicroOp.ORIGIN:
            self._out.append(statement)
        elif statement.op is MicroOp.STORE:
            self._store(statement)
        elif statement.op is MicroOp.EVALUATE and self._drops(statement):
            return
        else:
            if statement.op in _FILLERS:
                self._flush(
                    [one for one in read(statement)[:1] if one in self._waiting]
                )
            operands = tuple(map(self._operand, statement.operands))
            marks = helper_calls.changed_by(statement, operands, self._known)
            placed = statement.with_operands(tuple(one.value for one in operands))
            self._emit(placed, _ANY if marks is None else marks)

    def _store(self, statement: Value) -> None:
        variable, value = statement.variable, statement.operands[0]
        if not value.operands:
            operands: tuple[Read, ...] = (self._operand(value),)
            found: Read | None = operands[0]
            placed = operands[0].value
        else:
            operands = tuple(map(self._operand, value.operands))
            placed = value.with_operands(tuple(one.value for one in operands))
            found = self._read(placed, operands)
        if value.op is MicroOp.CALL and self._helper(statement, placed, operands):
            return
        if found is not None and self._is_unread(variable, found):
            return
        if found is not None and self._may_wait(variable, found):
            self._wait(variable, found)
            return
        if found is not None:
            placed = found.value
            if variable in self._facts.own:
                self._facts.held[variable] = found
        marks = self._changed_by(placed, operands, found)
        if placed.op is MicroOp.BUILD or helper_calls.makes_container(placed, operands):
            self._made.add(variable)
        if not variable.is_temporary and variable.kind is not VariableKind.LOCAL:
            marks = marks | {variable.name, ANYTHING}
        self._emit(statement.with_operands((placed,)), marks | {variable})

    def _changed_by(
        self, value: Value, operands: tuple[Read, ...], found: Read | None
    ) -> AbstractSet[object]:
        """What evaluating a value changes."""
        if found is not None or not (value.operands or value.op is MicroOp.IMPORT):
            return frozenset()
        if value.op is MicroOp.CALL:
            if _is_graph(value):
                self._is_past_graph = True
                return frozenset({ANYTHING})
            marks = helper_calls.changed_by_call(value, operands, self._made)
            if marks is not None:
                return marks
        return _ANY

    def _helper(
        self, statement: Value, call: Value, operands: tuple[Read, ...]
    ) -> bool:
        """Writes a call of a helper of Dynamo's as the statement that it stands for."""
        variable = statement.variable
        marks = helper_calls.sets_attribute(call, operands)
        if marks is None:
            return False
        said = None
        if variable in self._movable and self._left.get(variable) == 1:
            said = helper_calls.as_statement(call, operands, self._facts.outputs)
        if said is None:
            self._emit(statement.with_operands((call,)), marks | {variable})
        else:
            self._dropped.add(variable)
            self._emit(said, marks)
        return True

    def _drops(self, statement: Value) -> bool:
        """True for ``t`` where t is the result of what is a statement now."""
        operand = statement.operands[0]
        if operand.op is not MicroOp.LOAD or operand.variable not in self._dropped:
            return False
        origins = statement.all_origins()
        self._out[-1] = with_origins(self._out[-1], origins)
        return True

    # Reads.

    def _read(self, value: Value, operands: tuple[Read, ...]) -> Read | None:
        """What a value on these operands reads; None if it does more."""
        marks = frozenset().union(*(one.marks for one in operands))
        if value.op is MicroOp.ATTR:
            if value.operands[0].op is MicroOp.LOAD:
                if value.operands[0].variable in self._made:
                    return Read(value, marks, is_new=True)
            return self._settled(
                places.attribute(operands[0], str(value.payload), value, self._known)
            )
        if variables.is_item(value):
            owner = value.operands[0]
            if owner.op is MicroOp.LOAD and owner.variable in self._facts.outputs:
                return Read(value)
            key = places.constant_of(value.operands[1])
            return self._settled(places.item(operands[0], key, value, self._known))
        if value.op in _NEW and not any(o.op in _STARS for o in value.operands):
            return Read(value, marks, is_new=True)
        if value.op is MicroOp.CALL and isinstance(value.payload, CallShape):
            return helper_calls.measured(value, operands, marks)
        return None

    def _settled(self, found: Read) -> Read | None:
        """Behind the first graph there may be attributes that run code."""
        return None if found.place is None and self._is_past_graph else found

    def _operand(self, operand: Value) -> Read:
        if operand.op is MicroOp.CONST:
            return Read(operand)
        if operand.op is not MicroOp.LOAD:
            return Read(self._placed(operand), frozenset({ANYTHING}))
        variable = operand.variable
        waiting = self._waiting.get(variable)
        if waiting is not None:
            return self._taken(variable, waiting)
        marks: set[object] = {variable}
        if not variable.is_temporary and variable.kind is not VariableKind.LOCAL:
            marks |= {variable.name, CALL}
        if operand.raises:
            marks.add(ANYTHING)
        held = self._facts.held.get(variable)
        return Read(operand, frozenset(marks), self._known.root(variable), held=held)

    def _placed(self, value: Value) -> Value:
        """A tree with what waits for it."""
        if self._waiting.keys().isdisjoint(read(value)):
            return value

        def change(node: Value) -> Value:
            if node.op is MicroOp.LOAD and node.variable in self._waiting:
                return self._operand(node).value
            return node

        return rewrite(value, change)

    def _taken(self, variable: Variable, waiting: Read) -> Read:
        self._left[variable] -= 1
        if self._left[variable]:
            again = replace(waiting, value=rewrite(waiting.value, without_origins))
            self._waiting[variable] = again
        else:
            self._forget(variable)
        return waiting

    # Waiting.

    def _may_wait(self, variable: Variable, found: Read) -> bool:
        if variable not in self._movable:
            return False
        if variable in self._facts.named and found.value.operands:
            return False
        return self._left[variable] == 1 or found.may_repeat

    def _is_unread(self, variable: Variable, found: Read) -> bool:
        """True for a variable of Dynamo's in which nothing is looked for again."""
        return variable in self._facts.unread and found.may_repeat

    def _wait(self, variable: Variable, found: Read) -> None:
        self._waiting[variable] = found
        self._numbers[variable] = len(self._numbers)
        self._loose.append(variable)
        for mark in found.marks:
            self._by_mark.setdefault(mark, {})[variable] = None

    def _forget(self, variable: Variable) -> None:
        for mark in self._waiting.pop(variable).marks:
            del self._by_mark[mark][variable]

    def _emit(self, statement: Value, marks: AbstractSet[object]) -> None:
        """Adds a statement behind the reads that it would change."""
        touched = {
            variable for mark in marks for variable in self._by_mark.get(mark, ())
        }
        self._flush(sorted(touched, key=self._numbers.__getitem__))
        self._append(statement)
        self._known.changed(marks - {ANYTHING})

    def _flush(self, touched: list[Variable]) -> None:
        for variable in touched:
            waiting = self._waiting[variable]
            self._forget(variable)
            self._facts.held[variable] = waiting
            if waiting.value.op is MicroOp.BUILD:
                self._made.add(variable)
            self._append(Value(MicroOp.STORE, (waiting.value,), variable))

    def _append(self, statement: Value) -> None:
        """Adds a statement, with the origins of those that wait on behind it.

        What runs does so in the old order: a debugger's line does not jump back.
        """
        origins: set[int] = set()
        for variable in self._loose:
            waiting = self._waiting.get(variable)
            if waiting is not None:
                origins |= waiting.value.all_origins()
                value = rewrite(waiting.value, without_origins)
                self._waiting[variable] = replace(waiting, value=value)
        self._loose.clear()
        self._out.append(with_origins(statement, frozenset(origins)))


def _is_graph(call: Value) -> bool:
    callee = call.operands[0]
    return callee.op is MicroOp.LOAD and callee.variable.name.startswith(_OF_DYNAMO[0])
