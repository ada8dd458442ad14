"""Values: the one node type of expressions and simple statements.

A `Value` is an immutable tree. Its operands are evaluated left to right, then its
own operation happens; so the order of evaluation is the order of the operands, as
in Python. Statements without control flow are values, too (`MicroOp.STORE`, ...).

The lifter makes three-address form: every operand is a leaf (CONST, NULL, LOAD of
a LOCAL, STACK or TEMP variable, CELL, ...) and every other result is stored in a
fresh TEMP. Passes fold the temporaries back into trees.
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
    CELL = "cell"  # own variable that an inner function shares
    FREE = "free"  # variable of an enclosing function
    GLOBAL = "global"
    NAME = "name"  # looked up by name: module and class bodies
    STACK = "stack"  # value stack slot that lives across blocks; name "s<depth>"
    TEMP = "temp"  # result of one operation; name "t<number>"


_TEMPORARY = (VariableKind.STACK, VariableKind.TEMP)
_VARIABLES: WeakValueDictionary[tuple[VariableKind, str, int], Variable] = (
    WeakValueDictionary()
)


class Variable:
    """A storage location. ``name`` is unique within its kind and scope.

    ``scope`` is not 0 for the variables of an inlined comprehension, which share
    names with the function around it.

    There is one object for each, so they are compared and hashed by identity: nothing
    is asked more often.

    Attributes:
        is_temporary: no source wrote it (stack slots, results).
    """

    __slots__ = ("__weakref__", "is_temporary", "kind", "name", "scope")

    kind: VariableKind
    name: str
    scope: int
    is_temporary: bool

    def __new__(  # noqa: PYI034 - no class is derived from it
        cls, kind: VariableKind, name: str, scope: int = 0
    ) -> Variable:
        """Return the one object for these arguments."""
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
        # Of two threads that make the same one, both get that of the first.
        found = _VARIABLES.setdefault(key, found)
    return found


@lru_cache(maxsize=None)
def temporary(number: int) -> Variable:
    """Return the cached TEMP variable of a number."""
    return Variable(VariableKind.TEMP, f"t{number}")


@dataclass(frozen=True)
class CallShape:
    """How the arguments of a call are passed.

    ``arguments[i]`` belongs to operand ``i + 1``: ``None`` positional, ``"*"`` and
    ``"**"`` unpacked, anything else a keyword.
    """

    arguments: tuple[str | None, ...]


@dataclass(frozen=True)
class UnpackShape:
    """Targets of an unpacking: variables in source order, index of the starred one."""

    targets: tuple[Variable, ...]
    star: int | None = None


@dataclass(frozen=True)
class ImportName:
    """``import name``; ``lazy`` for PEP 810."""

    name: str
    lazy: bool = False


@dataclass(frozen=True)
class FunctionParts:
    """A nested function. ``parts[i]`` names operand ``i``.

    Names of parts, in order of evaluation: ``defaults`` (tuple), ``kwdefaults``
    (dict), ``annotations`` (dict or flat tuple), ``annotate`` (function),
    ``closure`` (tuple of CELL values), ``type_params``.
    ``code`` is the child's code unit (`bytecode.code_unit.CodeUnit`), opaque
    to this layer.
    """

    code: object
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, init=False)
class Value:
    """One operation on operands; see `MicroOp` for what each kind carries.

    Args:
        op: the operation.
        operands: values it works on, in order of evaluation.
        payload: what is not a value (name, operator, shape), hashable.
        origins: offsets of the instructions it came from.
        raises: a LOAD of a LOCAL that may be unbound. Equality leaves it out: of two
            copies of some code one may know that a local is bound.
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
        # What `dataclass` writes for frozen ones takes three times as long.
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
        """Returns this value with other origins."""
        return Value(self.op, self.operands, self.payload, origins, self.raises)

    def with_operands(self, operands: tuple[Value, ...]) -> Value:
        """Returns this value on other operands (itself if they are the same)."""
        same = len(operands) == len(self.operands)
        if same and all(map(is_, operands, self.operands)):
            return self
        return Value(self.op, operands, self.payload, self.origins, self.raises)

    def walk(self) -> Iterator[Value]:
        """Return all nodes in order of evaluation, itself last."""
        if not self.operands:
            return iter((self,))
        # From the end: each node, then its operands, the last one first.
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
        """Return the constant of a CONST; None for other values."""
        return self.payload.value if isinstance(self.payload, Constant) else None

    @property
    def variable(self) -> Variable:
        """The payload of an operation on a variable.

        Raises:
            TypeError: the payload is no variable.
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
        """True for ``t = e``, the definition of a temporary."""
        if self.op is not MicroOp.STORE or not isinstance(self.payload, Variable):
            return False
        return self.payload.is_temporary

    @property
    def loads_temporary(self) -> bool:
        """True for a read of a temporary."""
        if self.op is not MicroOp.LOAD or not isinstance(self.payload, Variable):
            return False
        return self.payload.is_temporary

    @property
    def is_negation(self) -> bool:
        """True for ``not e``."""
        return self.op is MicroOp.UNARY and self.payload == "not"


def unvisited(value: Value, mark: str) -> Iterator[Value]:
    """Yields the nodes that lack the attribute ``mark``, operands first.

    The caller sets it on every node that it gets: what is computed from a tree is
    kept on the tree, which is immutable.
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
    """Returns the tree with ``change`` applied to every node, operands first."""
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


#: The payload of a star begins so where the display unpacks it when all its items are
#: there (3.8); elsewhere each is unpacked in its place.
LATE = "late "


def load(variable: Variable) -> Value:
    """A read of ``variable``."""
    return Value(MicroOp.LOAD, (), variable)


def store(variable: Variable, value: Value) -> Value:
    """The statement ``variable = value``."""
    return Value(MicroOp.STORE, (value,), variable, value.origins)


def const(value: object) -> Value:
    """A constant."""
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
    """Payload of `MicroOp.COMPREHENSION`.

    ``kind`` is ``list``, ``set``, ``dict`` or ``generator``; ``item`` is the element
    (``STAR``/``DOUBLE_STAR`` for PEP 798), for a dict (key, value) as two items.
    The iterable of the first clause is evaluated when the comprehension is; the
    printer finds everything in the payload.
    """

    kind: str
    item: tuple[Value, ...]
    clauses: tuple[ComprehensionFor, ...]


def comprehension_values(comprehension: Comprehension) -> Iterator[Value]:
    """Yields the values a comprehension is made of, clauses first."""
    for clause in comprehension.clauses:
        yield clause.iterable
        yield clause.target
        yield from clause.conditions
    yield from comprehension.item


def nodes(value: Value) -> Iterator[Value]:
    """Every node of the tree, inside of comprehensions, too."""
    # No generator: there are many trees, and few of them hold a comprehension.
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
    """Return the node with each variable renamed to what ``name`` gives for it."""
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

    Which form a test is printed in is decided later, when all of it is known.
    """
    if value.is_negation:
        return value.operands[0]
    return Value(MicroOp.UNARY, (value,), "not", value.origins)
