"""Move the reads that Dynamo adds next to their uses.

Example::

    def f(self, a):
        graph_out_0 = __compiled_fn_1(a, self._modules["layer"]._parameters["weight"])
        return graph_out_0[0]

Before::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = attr[_modules](self)
        %t2 = item(%t1, 'layer')
        %t3 = attr[_parameters](%t2)
        %t4 = item(%t3, 'weight')
        %t5 = call[_,_](%t0, a, %t4)
        graph_out_0 = %t5
        %t6 = item(graph_out_0, 0)
        return %t6

After::

    block 0:
        %t7 = global:__compiled_fn_1
        %t8 = attr[_modules](self)
        %t9 = item(%t8, 'layer')
        %t10 = attr[_parameters](%t9)
        %t11 = item(%t10, 'weight')
        %t5 = call[_,_](%t7, a, %t11)
        graph_out_0 = %t5
        %t12 = item(graph_out_0, 0)
        return %t12

Side conditions: a read moves to the use of its value, and only

- past other reads;
- past a graph, a store to an attribute, or the filling of a list or dict, if the
  objects on its path are known. The read must use no attribute of that name, or no item
  of a list or dict. A graph computes with tensors and sets no attribute;
- past any call, if it is a constant, a local variable, or an output of a graph whose
  list nothing else contains;
- to several uses, if the objects on its path are known. Then it runs no user code.

`known_objects` says how a path is written, and which stores to attributes run no code.
After a call of any other code, nothing is known any more.
"""

from __future__ import annotations

from typing import AbstractSet, Sequence

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.passes.dynamo import helper_calls, name_arguments, variables
from depyf.decompiler.passes.dynamo.helper_calls import Made
from depyf.decompiler.passes.dynamo.places import (
    ANYTHING,
    CALL,
    Facts,
    Knowledge,
    Read,
    view_of,
    with_origins,
)
from depyf.decompiler.passes.dynamo.reads import Reader, Waiting
from depyf.decompiler.passes.dynamo.trunk import Stretch, parts

_OF_DYNAMO = ("__compiled_fn_", "__resume_at_", "__import_torch_dot_")
_FILLERS = (MicroOp.EXTEND, MicroOp.ADD)
_ANY = frozenset({ANYTHING, CALL})


def run(function: cfg.Function) -> None:
    """Move reads to their uses in each block of Dynamo's code.

    A temporary that is named after a parameter of a resume function stays.
    """
    view = view_of(function)
    objects = view.objects
    named = name_arguments.chosen(function, view.parameter_names).keys()
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
    variables.drop_copies(function, own - named)
    usage = Usage.of(function)
    facts = Facts(
        outputs=variables.graph_outputs(function, usage),
        named=named,
        own=own,
        unread={one for one in own if not usage.reads[one]},
    )
    for number, part in enumerate(parts(function)):
        is_first = number == 0
        known = Knowledge(objects if is_first else None, frozenset(usage.writes))
        movable = variables.movable([one.block for one in part], usage, own)
        _Mover(part, movable, known, facts, is_first=is_first).run()
    for block in function.blocks.values():
        variables.three_addresses(function, block)
    variables.drop_unread(function, facts)


class _Mover:
    """Moves reads through blocks that run one after the other."""

    def __init__(
        self,
        stretches: Sequence[Stretch],
        movable: AbstractSet[Variable],
        known: Knowledge,
        facts: Facts,
        *,
        is_first: bool,
    ) -> None:
        self._stretches = stretches
        self._movable = movable
        self._known = known
        self._facts = facts
        self._out: list[Value] = []
        self._waiting = Waiting(
            statement
            for stretch in stretches
            for block in (stretch.block, *stretch.loop)
            for statement in block.values
        )
        self._made = Made()
        self._dropped: set[Variable] = set()
        self._reads = Reader(
            self._waiting, self._made, known, facts, is_past_graph=not is_first
        )

    def run(self) -> None:
        """Rewrite the blocks, except the loops between them."""
        for stretch in self._stretches:
            block, self._out = stretch.block, []
            for statement in block.body:
                self._statement(statement)
            if stretch.loop:
                self._pass(stretch.loop)
            end = block.terminator
            values = cfg.terminator_values(end)
            if isinstance(end, (cfg.Branch, cfg.Return)):
                values = tuple(self._reads.placed(value) for value in values)
                cfg.set_terminator_values(end, values)
            if stretch is self._stretches[-1]:
                self._flush(self._waiting.all())
            elif self._out:
                loose = self._waiting.loose_origins()
                self._out[-1] = with_origins(self._out[-1], loose)
            block.body = self._out

    def _pass(self, loop: tuple[cfg.BasicBlock, ...]) -> None:
        """Write reads that a loop uses or changes before the loop."""
        end = loop[0].terminator
        assert isinstance(end, cfg.Next)
        statements = [one for block in loop for one in block.body]
        ends = [
            one for block in loop for one in cfg.terminator_values(block.terminator)
        ]
        inside = {one for value in [*statements, *ends] for one in read(value)}
        iterator = self._taken_back(end)
        self._flush(self._waiting.ordered(inside))
        marks: AbstractSet[object] = {end.item}
        changed = None
        while changed != marks:  # new effects may change what is known about others
            changed = marks
            marks = marks | self._effects(end, statements)
            self._known.changed(marks - {ANYTHING})
        if any(isinstance(block.terminator, cfg.Branch) for block in loop):
            marks = marks | _ANY  # a test may run code
        self._settle(marks)
        self._out += iterator

    def _taken_back(self, end: cfg.Next) -> list[Value]:
        """Take ``iter(d.items())`` back from the end of the written statements.

        Reads are then written before it, because no statement may stand between it and
        its loop.
        """
        last = self._out[-1] if self._out else None
        if last is None or last.op is not MicroOp.STORE:
            return []
        is_iterator = last.operands[0].op is MicroOp.ITER
        if not is_iterator or last.variable is not end.iterator.variable:
            return []
        return [self._out.pop()] if self._made.iterates(end) else []

    def _effects(self, end: cfg.Next, statements: list[Value]) -> AbstractSet[object]:
        marks = frozenset() if self._made.iterates(end) else _ANY
        return marks.union(*map(self._effect, statements))

    def _effect(self, statement: Value) -> AbstractSet[object]:
        """Return the changes that a kept statement makes, as marks."""
        if statement.op is MicroOp.ORIGIN:
            return frozenset()
        targets = frozenset(written(statement))
        if statement.op is MicroOp.UNPACK:
            return targets if self._made.unpacks(statement) else targets | _ANY
        value = statement.operands[0] if statement.operands else statement
        operands = tuple(map(self._reads.operand, value.operands or statement.operands))
        if statement.op is not MicroOp.STORE:
            marks = helper_calls.changed_by(statement, operands, self._known)
            return targets | (_ANY if marks is None else marks)
        variable = statement.variable
        if not value.operands:
            self._made.copies(variable, value)
            found: Read | None = operands[0]
        else:
            found = self._reads.read(value, operands)
        if found is not None:
            self._hold(variable, found)
        return targets | self._changed_by(variable, value, operands, found)

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
                self._flush(self._waiting.ordered(read(statement)[:1]))
            operands = tuple(map(self._reads.operand, statement.operands))
            marks = helper_calls.changed_by(statement, operands, self._known)
            placed = statement.with_operands(tuple(one.value for one in operands))
            self._emit(placed, _ANY if marks is None else marks)

    def _store(self, statement: Value) -> None:
        variable, value = statement.variable, statement.operands[0]
        if not value.operands:
            operands: tuple[Read, ...] = (self._reads.operand(value),)
            found: Read | None = operands[0]
            placed = operands[0].value
        else:
            operands = tuple(map(self._reads.operand, value.operands))
            placed = value.with_operands(tuple(one.value for one in operands))
            found = self._reads.read(placed, operands)
        if value.op is MicroOp.CALL and self._helper(statement, placed, operands):
            return
        if found is not None and self._is_unread(variable, found):
            return
        if found is not None and self._may_wait(variable, found):
            self._waiting.add(variable, found)
            return
        if found is not None:
            placed = found.value
            self._hold(variable, found)
        marks = self._changed_by(variable, placed, operands, found)
        if not variable.is_temporary and variable.kind is not VariableKind.LOCAL:
            marks = marks | {variable.name, ANYTHING}
        self._emit(statement.with_operands((placed,)), marks | {variable})

    def _changed_by(
        self,
        variable: Variable,
        value: Value,
        operands: tuple[Read, ...],
        found: Read | None,
    ) -> AbstractSet[object]:
        """Return the changes that evaluating a stored value makes, as marks."""
        if value.op is MicroOp.BUILD or helper_calls.makes_container(value, operands):
            self._made.add(variable, value)
            return (
                frozenset() if found is not None or value.op is MicroOp.CALL else _ANY
            )
        if found is not None or not (value.operands or value.op is MicroOp.IMPORT):
            return frozenset()
        if value.op is MicroOp.ITER and self._made.iterator(variable, value):
            return frozenset()
        if value.op is not MicroOp.CALL:
            return _ANY
        if _is_graph(value):
            self._reads.is_past_graph = True
            return frozenset({ANYTHING})
        place = helper_calls.result(value, operands)
        if place is not None:
            self._hold(variable, Read(value, place=place, is_new=True))
            return frozenset()
        marks = helper_calls.changed_by_call(value, operands, self._made)
        if marks is not None and not marks:
            self._made.result(variable, value, operands[0])
        return _ANY if marks is None else marks

    def _helper(
        self, statement: Value, call: Value, operands: tuple[Read, ...]
    ) -> bool:
        """Write a call of a Dynamo helper as the statement to show for it."""
        variable = statement.variable
        marks = helper_calls.sets_attribute(call, operands)
        if marks is None:
            return False
        said = None
        is_dropped = self._waiting.uses_left(variable) == 1
        if variable in self._movable and is_dropped and not self._known.is_lost:
            said = helper_calls.as_statement(call, operands, self._facts.outputs)
        if said is None:
            self._emit(statement.with_operands((call,)), marks | {variable})
        else:
            self._dropped.add(variable)
            self._emit(said, marks)
        return True

    def _drops(self, statement: Value) -> bool:
        """Return whether a statement drops the result of a replaced helper call."""
        operand = statement.operands[0]
        if operand.loaded not in self._dropped:
            return False
        origins = statement.all_origins()
        self._out[-1] = with_origins(self._out[-1], origins)
        return True

    # Pending reads.

    def _hold(self, variable: Variable, found: Read) -> None:
        """Record which read a variable stores, if it is a Dynamo variable."""
        if variable in self._facts.own:
            self._facts.held[variable] = found.held or found

    def _may_wait(self, variable: Variable, found: Read) -> bool:
        if variable not in self._movable:
            return False
        if variable in self._facts.named and found.value.operands:
            return False
        return self._waiting.uses_left(variable) == 1 or found.may_repeat

    def _is_unread(self, variable: Variable, found: Read) -> bool:
        """Return whether a read is stored in a Dynamo variable that nothing reads."""
        return variable in self._facts.unread and found.may_repeat

    def _emit(self, statement: Value, marks: AbstractSet[object]) -> None:
        """Write a statement after the pending reads that it would change."""
        self._flush(self._waiting.touched(marks))
        self._append(statement)
        self._settle(marks)

    def _settle(self, marks: AbstractSet[object]) -> None:
        """Write pending reads that an effect would change, and record the effect."""
        self._flush(self._waiting.touched(marks))
        self._known.changed(marks - {ANYTHING})
        if CALL in marks:
            self._made.forget()

    def _flush(self, touched: list[Variable]) -> None:
        for variable in touched:
            waiting = self._waiting.remove(variable)
            self._hold(variable, waiting)
            if waiting.value.op is MicroOp.BUILD:
                self._made.add(variable, waiting.value)
            self._append(Value(MicroOp.STORE, (waiting.value,), variable))

    def _append(self, statement: Value) -> None:
        loose = self._waiting.loose_origins()
        self._out.append(with_origins(statement, loose))


def _is_graph(call: Value) -> bool:
    callee = call.operands[0]
    return callee.op is MicroOp.LOAD and callee.variable.name.startswith(_OF_DYNAMO[0])
