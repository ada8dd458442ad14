"""Rewrite displays that are built step by step to one form, for validation only.

CPython builds the arguments of a call in a list if there are more than about thirty.
Code that a tool wrote may have them on the stack. CPython builds a list or set of three
or more constants by extending an empty one. The constants of a set then come as a
frozenset. A dict of more than fifteen pairs is filled pair by pair.

Example (CPython 3.9 to 3.15)::

    def f(a):
        return [1, 2, 3]

Before::

    block 0:
        %t0 = build[list]
        extend[list](%t0, (1, 2, 3))
        return %t0

After::

    block 0:
        %t0 = build[list](1, 2, 3)
        return %t0

Keys that are constant strings are hashed without a call. Hashing any other key may call
code. From the first such key on, nothing else may happen until the dict is complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.ir.value_effects import is_text

if TYPE_CHECKING:
    from depyf.decompiler.analysis.usage import Usage
    from depyf.decompiler.ir.function import BasicBlock

NO_VARIABLE = Variable(VariableKind.TEMP, "")
_TEMPORARY_KINDS = (VariableKind.LOCAL, VariableKind.STACK, VariableKind.TEMP)

_FILLERS = (MicroOp.ADD, MicroOp.EXTEND)


def run(block: BasicBlock, usage: Usage) -> None:
    """Rewrite a block in place; ``usage`` has the counts of the whole function."""
    if any(_begun_display(statement) is not None for statement in block.body):
        _Growth(block, usage).run()


class _Growth:
    """The displays of one block that are not complete yet."""

    def __init__(self, block: BasicBlock, usage: Usage) -> None:
        self._block = block
        self._usage = usage
        self._growing: dict[Variable, list[Value]] = {}
        self._leaves: dict[Variable, set[Variable]] = {}
        self._made: dict[Variable, Value] = {}
        self._reads = usage.reads.copy()
        self._read_here = _variables_in_displays(block)
        #: The dict whose keys are being hashed.
        self._hashing = NO_VARIABLE
        self._body: list[Value] = []

    def run(self) -> None:
        """Rewrite the block."""
        for statement in self._block.body:
            if not self._take(statement):
                self._keep(statement)
        self._finish(list(self._growing))
        self._block.body = self._body

    def _take(self, statement: Value) -> bool:
        """Take a statement into a display if it fills one; return whether it did."""
        begun = _begun_display(statement)
        if begun is not None and self._usage.writes[statement.variable] == 1:
            self._begin(statement, begun)
            return True
        if not self._growing or statement.op not in _FILLERS:
            return False
        pair = _computed_pair(statement)
        items = pair or _items_added(statement)
        if items is not None and loaded(statement) in self._growing:
            if pair:
                self._hash(loaded(statement))
            return self._add(loaded(statement), items)
        target, source = _merged_dicts(statement)
        if target in self._growing and source in self._growing:
            if self._reads[source] == 1:
                self._growing[target].extend(self._growing.pop(source))
                self._leaves[target] |= self._leaves[source]
                return True
        return False

    def _begin(self, statement: Value, items: list[Value]) -> None:
        variable = statement.variable
        self._finish(map(loaded_leaf, items))
        self._made[variable] = statement
        self._growing[variable] = items
        self._leaves[variable] = set(map(loaded_leaf, items))

    def _hash(self, variable: Variable) -> None:
        if self._hashing is not variable:
            self._finish([self._hashing])
        self._hashing = variable

    def _add(self, variable: Variable, items: list[Value]) -> bool:
        if variable in map(loaded_leaf, items):
            return False
        self._finish(map(loaded_leaf, items))
        self._growing[variable].extend(items)
        self._leaves[variable].update(map(loaded_leaf, items))
        self._reads[variable] -= 1
        return True

    def _keep(self, statement: Value) -> None:
        """Keep a statement, after completing the displays that it needs."""
        if not self._growing:
            self._body.append(statement)
            return
        if self._hashing is not NO_VARIABLE and not _is_silent(statement):
            self._finish([self._hashing])
        changed = self._read_here.intersection(written(statement))
        holds = (v for v in self._growing if not changed.isdisjoint(self._leaves[v]))
        self._finish([*read(statement), *(holds if changed else ())])
        self._body.append(statement)

    def _finish(self, variables: Iterable[Variable]) -> None:
        for variable in variables:
            if variable in self._growing:
                made, items = self._made[variable], self._growing.pop(variable)
                value = made.operands[0]
                if value.payload == "set":
                    items = _in_any_order(items)
                content = value.with_operands(tuple(items))
                self._body.append(made.with_operands((content,)))


def _computed_pair(statement: Value) -> list[Value] | None:
    """Return the new key and value of a dict if hashing the key may call code."""
    if statement.op is not MicroOp.ADD or statement.payload != "dict":
        return None
    pair = list(statement.operands[1:])
    return None if is_text(pair[0]) else pair


def _is_silent(statement: Value) -> bool:
    """Return whether a statement only copies a variable or a constant."""
    if statement.op is MicroOp.ORIGIN:
        return True
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return False
    value = statement.operands[0]
    is_leaf = value.op is MicroOp.LOAD and value.variable.kind in _TEMPORARY_KINDS
    return value.op is MicroOp.CONST or (is_leaf and not value.raises)


def _variables_in_displays(block: BasicBlock) -> set[Variable]:
    """Return the variables in displays and in the statements that fill them."""
    found: set[Variable] = set()
    for statement in block.body:
        items = _begun_display(statement) or _items_added(statement) or ()
        found.update(map(loaded_leaf, items))
    return found


def _begun_display(statement: Value) -> list[Value] | None:
    """Return the items of a display in a temporary that may be filled further."""
    if statement.op is not MicroOp.STORE:
        return None
    value = statement.operands[0]
    if value.op is not MicroOp.BUILD or not statement.variable.is_temporary:
        return None
    if value.payload == "dict" and all(map(is_text, value.operands[::2])):
        return list(value.operands)
    if value.payload == "set" and all(map(_is_hashable, value.operands)):
        return list(value.operands)
    return [] if value.payload == "list" and not value.operands else None


def _in_any_order(items: list[Value]) -> list[Value]:
    """Return the constants of a set in a fixed order.

    For three or more, CPython creates a frozenset, which does not keep the order of the
    source.
    """
    content = [item.constant for item in items]
    if len(set(content)) < len(content):
        return items
    return sorted(items, key=lambda item: repr(item.constant))


def _items_added(statement: Value) -> list[Value] | None:
    """Return the items added to a list or dict if adding has no other effect.

    CPython extends a list by a constant tuple to build ``[1, 2, 3]``. Code that a tool
    wrote may push the items one by one.
    """
    if statement.op not in _FILLERS:
        return None
    items = list(statement.operands[1:])
    if statement.op is MicroOp.ADD and statement.payload == "list":
        return items
    if statement.op is MicroOp.ADD and statement.payload == "dict":
        return items if is_text(items[0]) else None
    return _constants_added(statement)


def _merged_dicts(statement: Value) -> tuple[Variable, Variable]:
    """Return the dict that is updated, and the dict with the new items."""
    if statement.op is not MicroOp.EXTEND or statement.payload != "dict":
        return NO_VARIABLE, NO_VARIABLE
    return loaded(statement), loaded_leaf(statement.operands[1])


def _is_hashable(item: Value) -> bool:
    """Return whether a value is a constant that hashes without a call."""
    simple = (str, bytes, int, float, complex, bool, type(None))
    return item.op is MicroOp.CONST and type(item.constant) in simple


def _constants_added(statement: Value) -> list[Value] | None:
    """Return the constants by which a statement extends a list or set, or None.

    CPython builds ``[1, 2, 3]`` in this way.
    """
    if statement.op is not MicroOp.EXTEND or statement.payload not in ("list", "set"):
        return None
    leaf = statement.operands[1]
    content = leaf.constant
    if leaf.op is not MicroOp.CONST or type(content) not in (tuple, frozenset):
        return None
    assert isinstance(content, (tuple, frozenset))
    items = [Value(MicroOp.CONST, (), Constant(item)) for item in content]
    is_set = statement.payload == "set"
    return items if not is_set or all(map(_is_hashable, items)) else None


def loaded(value: Value) -> Variable:
    """Return the variable that the first operand of a value reads."""
    return loaded_leaf(value.operands[0])


def loaded_leaf(leaf: Value) -> Variable:
    """Return the variable that a leaf reads; ``NO_VARIABLE`` for other leaves."""
    if leaf.op is MicroOp.LOAD:
        return leaf.variable
    return NO_VARIABLE
