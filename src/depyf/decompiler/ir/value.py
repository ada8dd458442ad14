"""Values: the only node type for expressions and simple statements.

A `Value` is an immutable tree. Its operands are evaluated from left to right, and then
its operation, as in Python. Statements without control flow are values, too (such as
`MicroOp.STORE`).

The lifter creates three-address code. Each operand is a leaf: CONST, NULL, CELL, or
LOAD of a LOCAL, STACK or TEMP variable. Each other result is stored in a new TEMP.
Passes fold the temporaries into trees.
"""

from __future__ import annotations

from functools import lru_cache
from operator import is_
from typing import Callable, Iterator
from weakref import WeakValueDictionary

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.members import Members
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.records import dataclass


class VariableKind(Members):
    """The kind of storage of a variable."""

    LOCAL = "local"  # fast local
    CELL = "cell"  # variable of this function that inner functions share
    FREE = "free"  # variable of an enclosing function
    GLOBAL = "global"
    NAME = "name"  # looked up by name: module and class bodies
    STACK = "stack"  # value stack slot that is used across blocks: "s<depth>"
    TEMP = "temp"  # result of one operation: "t<number>"


_TEMPORARY = (VariableKind.STACK, VariableKind.TEMP)
_VARIABLES: WeakValueDictionary[tuple[VariableKind, str, int], Variable] = (
    WeakValueDictionary()
)


class Variable:
    """A storage location. ``name`` is unique within its kind and scope.

    ``scope`` is 0, except for the variables of an inlined comprehension. These may have
    the same names as variables of the function around it.

    Equal variables are the same object, so that comparing and hashing by identity is
    fast.

    Attributes:
        is_temporary: the variable is a stack slot or a result, not one of the source.
    """

    __slots__ = ("__weakref__", "is_temporary", "kind", "name", "scope")

    kind: VariableKind
    name: str
    scope: int
    is_temporary: bool

    def __new__(  # noqa: PYI034 - no class is derived from it
        cls, kind: VariableKind, name: str, scope: int = 0
    ) -> Variable:
        """Return the only object for these arguments."""
        return _the_variable(kind, name, scope)

    def __repr__(self) -> str:
        return f"Variable({self.kind}, {self.name!r}, {self.scope})"


@lru_cache(maxsize=1 << 14)
def _the_variable(kind: VariableKind, name: str, scope: int) -> Variable:
    key = (kind, name, scope)
    found = _VARIABLES.get(key)
    if found is None:
        found = object.__new__(Variable)
        found.kind, found.name, found.scope = key
        found.is_temporary = kind in _TEMPORARY
        # If two threads create the same variable, both get the first one.
        found = _VARIABLES.setdefault(key, found)
    return found


@lru_cache(maxsize=None)
def temporary(number: int) -> Variable:
    """Return the TEMP variable of a number, which is created once."""
    return Variable(VariableKind.TEMP, f"t{number}")


@dataclass(frozen=True)
class CallShape:
    """How the arguments of a call are passed.

    ``arguments[i]`` says how operand ``i + 1`` is passed: ``None`` by position, ``"*"``
    or ``"**"`` unpacked, any other string as that keyword.
    """

    arguments: tuple[str | None, ...]


@dataclass(frozen=True)
class UnpackShape:
    """The targets of an unpacking in source order, and the index of the starred one."""

    targets: tuple[Variable, ...]
    star: int | None = None


@dataclass(frozen=True)
class ImportName:
    """The module of ``import name``; ``lazy`` for PEP 810."""

    name: str
    lazy: bool = False


@dataclass(frozen=True)
class FunctionParts:
    """A nested function. ``parts[i]`` is the name of operand ``i``.

    The parts are, in order of evaluation: ``defaults`` (tuple), ``kwdefaults`` (dict),
    ``annotations`` (dict or flat tuple), ``annotate`` (function), ``closure`` (tuple of
    CELL values), ``type_params``. ``code`` is the nested `bytecode.code_unit.CodeUnit`;
    this layer does not read it.
    """

    code: object
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, init=False)
class Value:
    """An operation and its operands; `MicroOp` lists them for each operation.

    Args:
        op: the operation.
        operands: the values that it works on, in order of evaluation.
        payload: hashable data that is not a value, such as a name, an operator or a
            shape.
        origins: the offsets of the instructions that it came from.
        raises: whether it is a LOAD of a LOCAL that may be unbound. Values that differ
            only in this are equal: of two copies of some code, only one may know that a
            local is bound.
    """

    op: MicroOp
    operands: tuple[Value, ...] = ()
    payload: object = None
    origins: frozenset[int] = frozenset()
    raises: bool = False

    def __init__(
        self,
        op: MicroOp,
        operands: tuple[Value, ...] = (),
        payload: object = None,
        origins: frozenset[int] = frozenset(),
        raises: bool = False,
    ) -> None:
        # The `__init__` that `dataclass` writes for a frozen class takes three times as
        # long.
        fields = self.__dict__
        fields["op"] = op
        fields["operands"] = operands
        fields["payload"] = payload
        fields["origins"] = origins
        fields["raises"] = raises

    def __eq__(self, other: object) -> bool:
        """Compare trees without recursion: a tree may be thousands of levels deep."""
        if not isinstance(other, Value):
            return NotImplemented
        pending = [(self, other)]
        while pending:
            one, two = pending.pop()
            if one is two:
                continue
            if (
                hash(one) != hash(two)
                or one.op is not two.op
                or len(one.operands) != len(two.operands)
                or one.payload != two.payload
                or one.origins != two.origins
            ):
                return False
            pending.extend(zip(one.operands, two.operands))
        return True

    def __hash__(self) -> int:
        kept: int | None = self.__dict__.get("_hash")
        if kept is None:
            for node in unvisited(self, "_hash"):
                below = tuple(map(hash, node.operands))
                own = (node.op, below, node.payload, node.origins)
                node.__dict__["_hash"] = hash(own)
            kept = self.__dict__["_hash"]
        return kept

    def with_origins(self, origins: frozenset[int]) -> Value:
        """Return this value with other origins."""
        return Value(self.op, self.operands, self.payload, origins, self.raises)

    def with_operands(self, operands: tuple[Value, ...]) -> Value:
        """Return this value with other operands; itself if they are the same."""
        same = len(operands) == len(self.operands)
        if same and all(map(is_, operands, self.operands)):
            return self
        return Value(self.op, operands, self.payload, self.origins, self.raises)

    def walk(self) -> Iterator[Value]:
        """Return all nodes in order of evaluation, this value last."""
        if not self.operands:
            return iter((self,))
        # Collected from the end: each node, then its operands, the last one first.
        found = [self]
        stack = [*self.operands]
        while stack:
            node = stack.pop()
            found.append(node)
            if node.operands:
                stack += node.operands
        return reversed(found)

    def all_origins(self) -> frozenset[int]:
        """Return the offsets of this node and of all nodes below it."""
        if not self.operands:
            return self.origins
        return frozenset().union(*(node.origins for node in self.walk()))

    @property
    def constant(self) -> object:
        """The object that a CONST holds; None for other values."""
        return self.payload.value if isinstance(self.payload, Constant) else None

    @property
    def variable(self) -> Variable:
        """The variable in the payload of an operation on a variable.

        Raises:
            TypeError: the payload is not a variable.
        """
        payload = self.payload
        if payload.__class__ is not Variable:
            raise TypeError(f"{self.op.value} has no variable")
        return payload

    @property
    def loaded(self) -> Variable | None:
        """The variable that a LOAD reads; None for any other value."""
        if self.op is not MicroOp.LOAD or not isinstance(self.payload, Variable):
            return None
        return self.payload

    @property
    def stores_temporary(self) -> bool:
        """Whether it is ``t = e``, the definition of a temporary."""
        if self.op is not MicroOp.STORE or not isinstance(self.payload, Variable):
            return False
        return self.payload.is_temporary

    @property
    def loads_temporary(self) -> bool:
        """Whether it reads a temporary."""
        if self.op is not MicroOp.LOAD or not isinstance(self.payload, Variable):
            return False
        return self.payload.is_temporary

    @property
    def is_negation(self) -> bool:
        """Whether it is ``not e``."""
        return self.op is MicroOp.UNARY and self.payload == "not"


def unvisited(value: Value, mark: str) -> Iterator[Value]:
    """Yield the nodes that lack the attribute ``mark``, operands first.

    The caller must set the attribute on every node that it gets. Trees are immutable,
    so results that are computed from a tree can be stored on its nodes.
    """
    stack = [value]
    while stack:
        node = stack[-1]
        pending = [child for child in node.operands if mark not in child.__dict__]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        if mark not in node.__dict__:
            yield node


def rewrite(value: Value, change: Callable[[Value], Value]) -> Value:
    """Return the tree with ``change`` applied to every node, operands first."""
    if not value.operands:
        return change(value)
    done: list[Value] = []
    for node in value.walk():
        if not node.operands:
            done.append(change(node))
            continue
        first = len(done) - len(node.operands)
        operands = done[first:]
        del done[first:]
        is_same = all(map(is_, operands, node.operands))
        done.append(change(node if is_same else node.with_operands(tuple(operands))))
    return done[0]


#: Prefix of a star's payload if the display unpacks it only when all its items are
#: there (3.8). Otherwise each star is unpacked at its position.
LATE = "late "


def load(variable: Variable) -> Value:
    """Return a read of ``variable``."""
    return Value(MicroOp.LOAD, (), variable)


def store(variable: Variable, value: Value) -> Value:
    """Return the statement ``variable = value``."""
    return Value(MicroOp.STORE, (value,), variable, value.origins)


def const(value: object) -> Value:
    """Return a constant."""
    return Value(MicroOp.CONST, (), Constant(value))


@dataclass(frozen=True)
class ComprehensionFor:
    """``for target in iterable if conditions``: one clause of a comprehension."""

    target: Value
    iterable: Value
    conditions: tuple[Value, ...] = ()
    is_async: bool = False


@dataclass(frozen=True)
class Comprehension:
    """The payload of `MicroOp.COMPREHENSION`.

    ``kind`` is ``list``, ``set``, ``dict`` or ``generator``. ``item`` is the element,
    with ``STAR`` or ``DOUBLE_STAR`` for PEP 798; for a dict it is key and value. The
    iterable of the first clause is evaluated together with the comprehension. The
    printer needs only the payload.
    """

    kind: str
    item: tuple[Value, ...]
    clauses: tuple[ComprehensionFor, ...]


def comprehension_values(comprehension: Comprehension) -> Iterator[Value]:
    """Yield the values that a comprehension consists of, clauses first."""
    for clause in comprehension.clauses:
        yield clause.iterable
        yield clause.target
        yield from clause.conditions
    yield from comprehension.item


def nodes(value: Value) -> Iterator[Value]:
    """Return every node of the tree, also inside comprehensions."""
    # This is not a generator, because few of the many trees contain a comprehension.
    if not value.operands and value.op is not MicroOp.COMPREHENSION:
        return iter((value,))
    found: list[Value] = []
    for node in value.walk():
        found.append(node)
        if node.op is MicroOp.COMPREHENSION:
            assert isinstance(node.payload, Comprehension)
            for part in comprehension_values(node.payload):
                found += nodes(part)
    return iter(found)


def with_variables(node: Value, name: Callable[[Variable], Variable]) -> Value:
    """Return the node with each variable replaced by the result of ``name``."""
    payload = node.payload
    new: object = payload
    if isinstance(payload, Variable):
        new = name(payload)
    elif isinstance(payload, UnpackShape):
        new = UnpackShape(tuple(map(name, payload.targets)), payload.star)
    if new == payload:
        return node
    return Value(node.op, node.operands, new, node.origins, node.raises)


def inverted(value: Value) -> Value:
    """Return ``not value``, or the operand if the value is already a ``not``.

    The form in which a test is printed is chosen later, when the whole test is known.
    """
    if value.is_negation:
        return value.operands[0]
    return Value(MicroOp.UNARY, (value,), "not", value.origins)
