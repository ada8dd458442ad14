"""Describe pending reads, and the statements that would change their result.

A read gets an attribute, an item or a variable, or creates a new object from such
values. It has no effect. So it can move if nothing in between changes what it reads.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, AbstractSet, Mapping, Sequence

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, const, load
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.known_objects import KnownObjects, KnownPlace


@dataclass(frozen=True)
class View:
    """Facts for the passes of a view, stored in `Function.view`.

    Args:
        objects: returns the object that a variable holds when the code begins.
        parameter_names: maps the global name of a resume function to its parameters.
    """

    objects: KnownObjects | None = None
    parameter_names: Mapping[str, Sequence[str]] = field(default_factory=dict)


_NOTHING = View()


def view_of(function: Function) -> View:
    """Return the view facts of a function; empty if it has none."""
    return function.view if isinstance(function.view, View) else _NOTHING


#: Marks for effects that change a read. Names and variables are marks, too.
ITEM, INDEX, ANYTHING, CALL = "[key]", "[number]", "anything", "a call"

_ROOTS = {
    VariableKind.LOCAL: "local",
    VariableKind.FREE: "free",
    VariableKind.CELL: "local",
    VariableKind.GLOBAL: "global",
}


@dataclass(frozen=True)
class Read:
    """The read that a variable stands for.

    Attributes:
        value: the tree that is shown where the variable is read.
        marks: the effects that must not happen before the read.
        place: the object that the read gives, if it is known.
        is_new: whether it creates an object, and so can be evaluated only once.
        held: for a read of a variable that stays, the read stored in that variable.
    """

    value: Value
    marks: frozenset[object] = frozenset()
    place: KnownPlace | None = None
    is_new: bool = False
    held: Read | None = None

    @property
    def object(self) -> KnownPlace | None:
        """The object that is read; for a variable that stays, the object in it."""
        return self.held.place if self.held is not None else self.place

    @property
    def origin(self) -> Value:
        """The value that is read; for a variable that stays, the value in it."""
        return self.held.value if self.held is not None else self.value

    @property
    def may_be_made_here(self) -> bool:
        """Whether it gives a new object, or reads a variable that may contain one."""
        return self.is_new or (self.held is not None and self.held.is_new)

    @property
    def may_repeat(self) -> bool:
        """Whether each evaluation gives the same object, so that it may be repeated."""
        return not self.is_new and ANYTHING not in self.marks


@dataclass
class Knowledge:
    """Facts about objects, valid until an effect changes them.

    Args:
        objects: returns the object that a variable holds when the code begins.
        written: the variables that the code writes.
    """

    objects: KnownObjects | None
    written: frozenset[Variable] = frozenset()
    _stale: set[object] = field(default_factory=set)

    def changed(self, marks: AbstractSet[object]) -> None:
        """Record an effect: facts that it may change are no longer known."""
        self._stale |= marks

    @property
    def is_lost(self) -> bool:
        """Whether a call may have changed anything, classes included."""
        return CALL in self._stale

    def root(self, variable: Variable) -> KnownPlace | None:
        """Return the object in a variable, or None if it is not known."""
        kind = _ROOTS.get(variable.kind)
        if self.objects is None or kind is None or CALL in self._stale:
            return None
        if variable in self.written or variable in self._stale:
            return None
        return self.objects(kind, variable.name)

    def attribute(self, place: KnownPlace | None, name: str) -> KnownPlace | None:
        """Return the attribute of a known object, or None if it is not certain."""
        if place is None or name in self._stale or CALL in self._stale:
            return None
        return place.attribute(name)

    def item(self, place: KnownPlace | None, key: object) -> KnownPlace | None:
        """Return the item of a known object, or None if it is not certain."""
        if place is None or self._stale.intersection((ITEM, CALL, key)):
            return None
        if type(key) is int and INDEX in self._stale:
            return None
        return place.item(key)


@dataclass
class Facts:
    """Facts that are true in all blocks.

    Attributes:
        outputs: variables with lists of graph outputs of which only items are read.
        named: variables that get a meaningful name.
        own: Dynamo's variables that are written once.
        unread: those of them that nothing reads.
        held: the reads stored in those of them that stay.
    """

    outputs: AbstractSet[Variable]
    named: AbstractSet[Variable]
    own: AbstractSet[Variable]
    unread: AbstractSet[Variable]
    held: dict[Variable, Read] = field(default_factory=dict)


def attribute(owner: Read, name: str, value: Value, known: Knowledge) -> Read:
    """Return the read of ``owner.name``; ``value`` is its ATTR."""
    place = known.attribute(owner.object, name)
    marks = owner.marks | {name, ANYTHING if place is None else CALL}
    return _at(place, owner, value, marks)


def item(owner: Read, key: object, value: Value, known: Knowledge) -> Read:
    """Return the read of ``owner[key]``; ``value`` is its ITEM."""
    place = known.item(owner.object, key)
    marks = {ITEM, key, ANYTHING if place is None else CALL}
    if type(key) is int:
        marks.add(INDEX)
    return _at(place, owner, value, owner.marks | marks)


def _at(
    place: KnownPlace | None, owner: Read, value: Value, marks: frozenset[object]
) -> Read:
    if place is None:
        return Read(value, marks)
    if owner.place is None or not place.is_reached:
        return Read(value, marks, place)
    names = frozenset(key for _, key in place.steps)
    return Read(_as_written(place, value), marks | names, place)


def _as_written(place: KnownPlace, value: Value) -> Value:
    """Return the path to an object, with the origins of the code that reads it."""
    found = load(_root_of(value))
    for is_item, key in place.steps:
        if is_item:
            found = Value(MicroOp.ITEM, (found, const(key)))
        else:
            found = Value(MicroOp.ATTR, (found,), key)
    return found.with_origins(value.all_origins())


def _root_of(value: Value) -> Variable:
    while value.operands:
        value = value.operands[0]
    return value.variable


def with_origins(statement: Value, origins: frozenset[int]) -> Value:
    """Return a statement with more origins."""
    if not origins:
        return statement
    if statement.op is not MicroOp.STORE:
        return statement.with_origins(statement.origins | origins)
    value = statement.operands[0]
    shown = value.with_origins(value.origins | origins)
    return statement.with_operands((shown,))


def without_origins(node: Value) -> Value:
    """Return a node without origins."""
    return node.with_origins(frozenset()) if node.origins else node
