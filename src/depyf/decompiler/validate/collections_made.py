"""Find the kind of collection that a variable certainly contains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.analysis.traversal import (
    flow_graph,
    predecessors,
    reverse_postorder,
)
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind

if TYPE_CHECKING:
    from depyf.decompiler.analysis.usage import Usage
    from depyf.decompiler.ir.function import BasicBlock, Function

#: Maps the kind of a collection and the name of a method to an operation that does the
#: same.
METHODS = {
    ("list", "extend"): (MicroOp.EXTEND, "list"),
    ("list", "append"): (MicroOp.ADD, "list"),
    ("set", "update"): (MicroOp.EXTEND, "set"),
    ("set", "add"): (MicroOp.ADD, "set"),
    ("dict", "update"): (MicroOp.EXTEND, "dict"),
}


class Collections:
    """The variables that certainly contain a list, set or dict created here."""

    def __init__(self, function: Function, usage: Usage) -> None:
        self._definitions: dict[Variable, Value] = {}
        graph = flow_graph(function, exceptions=True)
        preds = predecessors(graph)
        handlers = {region.handler for region in function.regions.values()}
        after: dict[int, dict[Variable, Value]] = {}
        for block_id in reverse_postorder(graph, function.entry):
            sources = preds[block_id]
            goes_on = len(sources) == 1 and block_id not in (*handlers, function.entry)
            unseen = after.get(sources[0], {}) if goes_on else {}
            block = function.blocks[block_id]
            after[block_id] = self._read(block, usage, dict(unseen))
        for name in getattr(function.code, "parameters", ()):
            self._definitions.pop(Variable(VariableKind.LOCAL, name), None)

    def _read(
        self, block: BasicBlock, usage: Usage, unseen: dict[Variable, Value]
    ) -> dict[Variable, Value]:
        """Record the definitions of a block's variables.

        If a list was created here and no other code can have changed it, reading an
        item gives the value that it was created from.

        Args:
            block: the block.
            usage: how often variables are written.
            unseen: such unchanged lists before the block; changed in place.

        Returns:
            The unchanged lists after the block.
        """
        for statement in block.body:
            value = statement.operands[0] if statement.operands else statement
            item = _item_of(value, unseen)
            made = value if value.payload in ("list", "tuple") else None
            if value.op is MicroOp.LOAD:  # a copy; the old name is not read again
                made = unseen.get(value.variable)
            if item is None and unseen:
                for variable in read(statement):
                    unseen.pop(variable, None)
            if statement.op is MicroOp.STORE and usage.writes[statement.variable] == 1:
                self._definitions[statement.variable] = item or value
                if made is not None and made.op is MicroOp.BUILD:
                    unseen[statement.variable] = made
        for value in terminator_values(block.terminator):
            for variable in read(value):
                unseen.pop(variable, None)
        return unseen

    def kind(self, leaf: Value) -> str | None:
        """Return ``list``, ``set`` or ``dict``; None if it is not certain."""
        is_slice = False
        for _ in range(100):  # a definition may be circular
            if leaf.op is MicroOp.LOAD:
                found = self._definitions.get(leaf.variable)
                if found is None:
                    return None
                leaf = found
            elif leaf.op is MicroOp.ITEM and self._is_slice(leaf.operands[1]):
                leaf, is_slice = leaf.operands[0], True
            else:
                break
        if leaf.op is MicroOp.BUILD and leaf.payload in ("list", "set", "dict"):
            return str(leaf.payload) if leaf.payload == "list" or not is_slice else None
        return None

    def tuple_behind(self, leaf: Value) -> Variable | None:
        """Follow copies back to the temporary with the original tuple, or None."""
        for _ in range(100):  # a definition may be circular
            found = self._definitions.get(leaf.variable)
            if found is None or found.op is not MicroOp.LOAD:
                break
            leaf = found
        is_tuple = found is not None and found.payload == "tuple"
        return leaf.variable if is_tuple and leaf.variable.is_temporary else None

    def has_operation(self, owner: Value, method: object, argument: Value) -> bool:
        """Return whether an operation of the interpreter does the same as a method.

        The argument of ``dict.update`` must be a dict, because the method also accepts
        pairs.
        """
        kind = self.kind(owner)
        is_update = kind == "dict" and self.kind(argument) != "dict"
        return (kind, method) in METHODS and not is_update

    def _is_slice(self, leaf: Value) -> bool:
        if leaf.op is MicroOp.LOAD:
            leaf = self._definitions.get(leaf.variable, leaf)
        return leaf.op is MicroOp.SLICE or isinstance(leaf.constant, slice)


def _item_of(value: Value, unseen: Mapping[Variable, Value]) -> Value | None:
    """Return the item of a display that an index reads; None if it is not certain."""
    if value.op is not MicroOp.ITEM or value.operands[0].op is not MicroOp.LOAD:
        return None
    made = unseen.get(value.operands[0].variable)
    index = value.operands[1].payload
    if made is None or not isinstance(index, Constant):
        return None
    if any(part.op is MicroOp.STAR for part in made.operands):
        return None
    size = len(made.operands)
    known = type(index.value) is int and -size <= index.value < size
    return made.operands[index.value] if known else None  # type: ignore[call-overload]
