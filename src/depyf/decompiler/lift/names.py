"""State that the blocks of one function share during lifting."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Sequence

from depyf.decompiler.ir.value import Value, Variable, VariableKind, temporary
from depyf.decompiler.lift.shapes import TUPLES

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.behaviour import Behaviour
    from depyf.decompiler.lift.operations import BlockStack


class LocalRead(NamedTuple):
    """A read of a local, with its position in the block.

    Attributes:
        position: the number of the block's statements that come before it.
        variable: the local.
    """

    position: int
    variable: Variable


class Names:
    """Temporaries and kinds of variables, shared by the blocks of a function.

    Attributes:
        behaviour: facts about the CPython version of the code.
        next_temp: the number of the next temporary.
        may_be_unbound: locals that may be unbound where they are read.
        unbound: locals that some operation unbinds.
        captured: cells that some operation takes as objects.
        lasti_slots: stack slots in which handlers find an instruction index.
        carries_tuples: whether a block knows constant tuples that another block left on
            the stack.
    """

    def __init__(
        self,
        behaviour: Behaviour,
        cells: Sequence[str],
        frees: Sequence[str],
        *,
        may_be_unbound: frozenset[Variable] = frozenset(),
        loose: frozenset[str] = frozenset(),
        fast: Sequence[str] = (),
        carries_tuples: bool = False,
    ) -> None:
        """Start without temporaries.

        Args:
            behaviour: facts about the CPython version of the code.
            cells: the names of the code's cell variables.
            frees: the names of its free variables.
            may_be_unbound: locals that may be unbound where they are read.
            loose: cells of this function that nothing captures, which become locals.
            fast: the names of its locals, which have the first indices.
            carries_tuples: whether a block knows constant tuples that another block
                left on the stack. Blocks are then lifted once for each tuple.
        """
        self.behaviour = behaviour
        self.next_temp: int = 0
        self.may_be_unbound = may_be_unbound
        self.unbound: set[Variable] = set()
        self.captured: set[str] = set()
        self.lasti_slots: set[int] = set()
        self.carries_tuples = carries_tuples
        self._tuples: list[Value] = []
        self._loose = loose
        self._cells = frozenset(cells)
        self._frees = frozenset(frees)
        self._fast = tuple(fast)
        own = set(fast) if behaviour.unified_locals else set()
        first = len(fast) if behaviour.unified_locals else 0
        self._first_free = first + sum(name not in own for name in cells)
        self._block_stacks: dict[BlockStack, int] = {}

    def tuple_letter(self, leaf: Value) -> str | None:
        """Return the shape's character for a constant tuple; None for other leaves."""
        if not self.carries_tuples or not isinstance(leaf.constant, tuple):
            return None
        if leaf not in self._tuples:
            self._tuples.append(leaf)
        return chr(TUPLES + self._tuples.index(leaf))

    def carried_tuple(self, letter: str) -> Value | None:
        """Return the constant tuple that a shape's character stands for, or None."""
        number = ord(letter) - TUPLES
        return self._tuples[number] if 0 <= number < len(self._tuples) else None

    def number_of(self, blocks: BlockStack) -> int:
        """Return the number of a block stack."""
        return self._block_stacks.setdefault(blocks, len(self._block_stacks))

    def block_stack(self, number: int) -> BlockStack:
        """Return the block stack with a number."""
        return list(self._block_stacks)[number]

    def temp(self) -> Variable:
        """Return a new temporary."""
        self.next_temp += 1
        return temporary(self.next_temp - 1)

    def cell(self, name: str, index: int) -> Variable:
        """Return the cell or free variable with a name.

        A class body may have both, with ``nonlocal __class__`` and a method that uses
        ``__class__``.
        """
        free = name in self._frees
        if free and name in self._cells:
            free = index >= self._first_free
        return Variable(VariableKind.FREE if free else VariableKind.CELL, name)

    def place(self, name: str, index: int) -> Variable:
        """Return the variable of a cell; a loose cell is really a local."""
        if name in self._loose:
            return Variable(VariableKind.LOCAL, name)
        return self.cell(name, index)

    def capture(self, name: str, index: int) -> Variable:
        """Return a cell or free variable, and record that its cell is taken."""
        self.captured.add(name)
        return self.cell(name, index)

    def is_cell(self, name: str, index: int) -> bool:
        """Return whether a name is a cell or free variable, except a loose cell.

        An inlined comprehension may have a local with the name of a free variable.
        """
        if name in self._cells:
            return name not in self._loose
        return name in self._frees and index >= len(self._fast)
