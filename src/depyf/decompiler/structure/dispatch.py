"""Write any control flow as a state machine: the tier without structure.

It is for jumps that no statement can express, such as a jump into a loop or a ``try``
statement. Each block becomes one arm. The arms of a protected region are inside a
``try``. The arms of its handler are in a loop inside the ``except`` clause, so that the
same exception is being handled (`structure.contexts`).

Example (CPython 3.10 to 3.13)::

    def f(a):
        while a:
            a()

Before::

    block 0:
        branch a ? 1 : 2
    block 1:
        evaluate(call[](a))
        branch a ? 1 : 3
    block 3:
        return None
    block 2:
        return None

After::

    %t0 = 0
    while true:
        if compare[==](%t0, 0):
            if a:
                %t0 = 1
            else:
                return None
        else:
            evaluate(call[](a))
            if a:
                %t0 = 1
            else:
                return None
"""

from __future__ import annotations

import copy
from dataclasses import field
from functools import partial
from typing import Callable, Iterable, List, Tuple

from depyf import intrinsics
from depyf.decompiler.analysis.handlers import StructureError
from depyf.decompiler.analysis.traversal import flow_graph, reverse_postorder
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, const, load, store
from depyf.decompiler.structure.contexts import (
    Context,
    Contexts,
    State,
    find_contexts,
    pushed_at,
)
from depyf.decompiler.structure.lowering import (
    call_of,
    is_hidden,
    marked,
    spelt_out,
    statements_of,
    without_unread,
)
from depyf.records import dataclass

_STATE = Variable(VariableKind.TEMP, "state")
#: An arm that only one other arm leads to is put inside it, up to this depth.
_INLINE_DEPTH = 6
#: With more arms than this, the arm is found by binary search.
_CHAIN = 8


def dispatch(function: cfg.Function) -> list[tree.Statement]:
    """Return the function as one loop that runs one block in each iteration.

    Args:
        function: the graph; an EXC_POP must be the last value of its block.

    Raises:
        StructureError: no ``try`` statement handles exceptions in this way.
    """
    _bring_pushes_forward(function)
    machine = _Machine(function, find_contexts(function))
    return without_unread(machine.statements())


def _bring_pushes_forward(function: cfg.Function) -> None:
    """Make each handler begin with its EXC_PUSH, by copying the block with it."""
    for region in function.regions.values():
        block = function.blocks[region.handler]
        while pushed_at(block) is None and isinstance(block.terminator, cfg.Jump):
            following = function.blocks[block.terminator.target]
            if pushed_at(following) is None:
                break
            block.body = [*block.body, *following.body]
            block.terminator = copy.copy(following.terminator)


# -- arms --------------------------------------------------------------------------


#: The first number of an arm, the number after its last, and a function that returns
#: it.
_Choice = Tuple[int, int, Callable[[], List[tree.Statement]]]


@dataclass
class _Layout:
    """The numbers of the states; the states of one context have successive numbers.

    ``spans`` gives the first number of a context with all contexts inside it, and the
    number after the last. ``own`` are the states of a context itself, ``tries`` the
    contexts of the ``try`` statements directly inside it.
    """

    numbers: dict[State, int] = field(default_factory=dict)
    own: dict[Context, list[State]] = field(default_factory=dict)
    tries: dict[Context, list[Context]] = field(default_factory=dict)
    spans: dict[Context, tuple[int, int]] = field(default_factory=dict)


class _Machine:
    def __init__(self, function: cfg.Function, contexts: Contexts) -> None:
        self._function = function
        self._contexts = contexts
        self._inlined = self._inlined_states()
        self._layout = self._laid_out()

    def statements(self) -> list[tree.Statement]:
        """Return the statements of the whole state machine."""
        entry = self._contexts.entry
        if self._layout.numbers.keys() == {entry} and not self._comes_again(entry):
            return self._arm(entry)
        return [self._set(entry), tree.While(None, self._chain(()))]

    def _inlined_states(self) -> set[State]:
        """Return states whose only predecessor has the same context."""
        contexts = self._contexts
        found: dict[State, list[State]] = {}
        for state, after in contexts.after.items():
            for target in after.values():
                found.setdefault(target, []).append(state)
        entries = {contexts.entry, *contexts.handlers.values()}
        inlined: set[State] = set()
        depths: dict[State, int] = {}
        for state in contexts.states:
            before = found.get(state, [])
            if len(before) != 1 or state in entries or before[0] == state:
                continue
            end = self._function.blocks[before[0][0]].terminator
            same = before[0][1] == state[1] and not isinstance(end, cfg.Next)
            depth = depths.get(before[0], 0) + 1
            if same and depth <= _INLINE_DEPTH:
                depths[state] = depth
                inlined.add(state)
        return inlined

    def _laid_out(self) -> _Layout:
        layout = _Layout()
        graph = flow_graph(self._function, exceptions=True)
        order = reverse_postorder(graph, self._function.entry)
        rank = {block: number for number, block in enumerate(order)}
        for state in sorted(self._contexts.states, key=lambda s: rank[s[0]]):
            context = state[1]
            if state not in self._inlined:
                layout.own.setdefault(context, []).append(state)
            for end in range(len(context), 0, -1):
                around, inside = context[: end - 1], context[:end]
                siblings = layout.tries.setdefault(around, [])
                if inside[-1][0] == "try" and inside not in siblings:
                    siblings.append(inside)
        self._number(layout, (), 0)
        return layout

    def _number(self, layout: _Layout, context: Context, start: int) -> int:
        number = start
        for state in layout.own.get(context, ()):
            layout.numbers[state] = number
            number += 1
        for inside in layout.tries.get(context, ()):
            number = self._number(layout, inside, number)
        layout.spans[context] = (start, number)
        # Handlers come after the `try`s, because only handlers lead to them.
        for inside in layout.tries.get(context, ()):
            number = self._number(layout, _handler_of(inside), number)
        return number

    def _set(self, target: State, origins: Iterable[int] = ()) -> tree.Statement:
        number = const(self._layout.numbers[target])
        value = Value(number.op, (), number.payload, frozenset(origins))
        return tree.Simple(store(_STATE, value))

    def _go(self, state: State, target: int) -> list[tree.Statement]:
        after = self._contexts.after[state][target]
        if after in self._inlined:
            return self._arm(after)
        return [self._set(after)]

    # Contexts

    def _chain(self, context: Context) -> list[tree.Statement]:
        """Return the `if` chain that selects the current state's arm in a context."""
        layout = self._layout
        arms: list[_Choice] = []
        for state in layout.own.get(context, ()):
            number = layout.numbers[state]
            arms.append((number, number + 1, partial(self._arm, state)))
        arms += [
            (*layout.spans[inside], partial(self._try, inside))
            for inside in layout.tries.get(context, ())
        ]
        return self._choice(arms)

    def _choice(self, arms: list[_Choice]) -> list[tree.Statement]:
        if len(arms) > _CHAIN:
            half = len(arms) // 2
            test = self._compared("<", arms[half][0])
            return [tree.If(test, self._choice(arms[:half]), self._choice(arms[half:]))]
        chain: list[tree.Statement] = []
        for first, end, make in reversed(arms):
            if not chain:
                chain = make()
            elif end == first + 1:
                chain = [tree.If(self._compared("==", first), make(), chain)]
            else:
                chain = [tree.If(self._compared("<", end), make(), chain)]
        return chain

    def _compared(self, operator: str, number: int) -> Value:
        operands = (load(_STATE), const(number))
        return Value(MicroOp.COMPARE, operands, operator)

    def _try(self, context: Context) -> list[tree.Statement]:
        body = self._chain(context)
        entry = self._contexts.handlers.get(context)
        if context not in self._contexts.handlers:
            return body  # nothing inside the context can raise
        if entry is None:
            region = self._function.regions[context[-1][1]]
            clause = self._clean_up(self._function.blocks[region.handler])
        else:
            clause = self._clause(_handler_of(context), entry)
        return [tree.Try(body, [tree.Handler(None, None, clause)])]

    def _clause(self, context: Context, entry: State) -> list[tree.Statement]:
        layout = self._layout
        tries = layout.tries.get(context, [])
        first, end = layout.spans[context]
        if entry[1] == context and end == first + 1 and not tries:
            if not self._comes_again(entry):
                return self._arm(entry)
        links = ((MicroOp.COMPARE, "<="), (MicroOp.COMPARE, "<"))
        operands = (const(first), load(_STATE), const(end))
        inside = Value(MicroOp.CHAIN, operands, links)
        return [self._set(entry), tree.While(inside, self._chain(context))]

    def _comes_again(self, state: State) -> bool:
        return any(state in after.values() for after in self._contexts.after.values())

    def _clean_up(self, block: cfg.BasicBlock) -> list[tree.Statement]:
        kept = [value for value in block.body if not is_hidden(value)]
        own = [value for value in kept if not value.variable.is_temporary]
        return [*(tree.Simple(value) for value in own), tree.RaiseStatement()]

    # Blocks

    def _arm(self, state: State) -> list[tree.Statement]:
        block = self._function.blocks[state[0]]
        end = block.terminator
        arm: list[tree.Statement] = [
            tree.Simple(one)
            for value in block.body
            if not is_hidden(value)
            for one in statements_of(value)
        ]
        if isinstance(end, cfg.Jump):
            arm += self._go(state, end.target)
        elif isinstance(end, cfg.Branch):
            then, orelse = (self._go(state, target) for target in cfg.successors(end))
            arm.append(tree.If(spelt_out(marked(end.test, end.origins)), then, orelse))
        elif isinstance(end, cfg.Next):
            arm.append(self._iteration(state, end))
        elif isinstance(end, cfg.Return):
            value = spelt_out(marked(end.value, end.origins))
            arm.append(tree.ReturnStatement(value))
        elif isinstance(end, cfg.Raise):
            exception = None if end.exception is None else spelt_out(end.exception)
            cause = None if end.cause is None else spelt_out(end.cause)
            arm.append(tree.RaiseStatement(exception, cause, end.origins))
        elif isinstance(end, cfg.Reraise):
            arm.append(tree.RaiseStatement(origins=end.origins))
        else:
            raise StructureError(f"no arm for {type(end).__name__}")
        return arm

    def _iteration(self, state: State, end: cfg.Next) -> tree.Statement:
        target = Value(MicroOp.TARGET, (), end.item)
        iterator = spelt_out(marked(end.iterator, end.origins))
        iterator = call_of(intrinsics.ongoing, iterator)
        body = [*self._go(state, end.body), tree.Break()]
        after = self._go(state, end.exhausted)
        return tree.For(target, iterator, body, after, end.is_async)


def _handler_of(context: Context) -> Context:
    return (*context[:-1], ("handler", context[-1][1]))
