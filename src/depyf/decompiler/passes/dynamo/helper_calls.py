"""Find the effects of calls that Dynamo adds: helpers, and methods of plain containers.

In the following, ``utils`` is the global ``__import_torch_dot__dynamo_dot_utils``::

    utils.object_setattr_ignore_descriptor(o, "n", v)    o.n = v
    utils.object_delattr_ignore_descriptor(o, "n")       del o.n
    utils.call_size(x, 0)                                x.size(0)

The statement on the right is shown for an attribute only if it runs no code of the
class: no property or other data descriptor of that name, no ``__setattr__``. The method
call is shown only if the tensor's class is torch's own.

Methods of plain lists and dicts that the code has just created run no user code. If the
keys of such a dict are constants, they are known until other code runs. A loop over
``d.items()`` then gives tuples of a constant and a value.
"""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING, AbstractSet, Mapping

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value, Variable
from depyf.decompiler.passes.dynamo.places import (
    ANYTHING,
    INDEX,
    ITEM,
    Knowledge,
    Read,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Next
    from depyf.decompiler.known_objects import KnownPlace

_UTILS = "__import_torch_dot__dynamo_dot_utils"
_SET = "object_setattr_ignore_descriptor"
_DELETE = "object_delattr_ignore_descriptor"
_MEASURES: Mapping[str, str] = {
    "call_size": "size",
    "call_stride": "stride",
    "call_storage_offset": "storage_offset",
}
#: Maps methods without arguments to the marks of reads that they change.
_CLEARERS: Mapping[str, AbstractSet[object]] = {
    "dict.clear": frozenset({ITEM}),
    "list.clear": frozenset({INDEX}),
    "deque.clear": frozenset({INDEX}),
}
#: Maps methods with a plain collection as argument to the marks of reads that they
#: change.
_FILLERS: Mapping[str, AbstractSet[object]] = {
    "dict.update": frozenset({ITEM}),
    "list.extend": frozenset({INDEX}),
    "deque.extend": frozenset({INDEX}),
}


class Made:
    """The plain lists and dicts that the code has created, by variable."""

    def __init__(self) -> None:
        self._containers: set[Variable] = set()
        self._with_known_keys: set[Variable] = set()
        self._pairs: set[Variable] = set()  # d.items(), its iterator and its tuples
        self._keys: set[Variable] = set()

    def __contains__(self, variable: object) -> bool:
        return variable in self._containers

    def add(self, variable: Variable, value: Value) -> None:
        """Record that a variable contains a display, or a collection created from one.

        Args:
            variable: the variable that is written.
            value: a BUILD, or the CALL of a plain class.
        """
        self._containers.add(variable)
        parts = value.operands[1:] if value.op is MicroOp.CALL else (value,)
        if parts and all(map(_has_known_keys, parts)):
            self._with_known_keys.add(variable)

    def result(self, variable: Variable, call: Value, callee: Read) -> None:
        """Record the result of a method of a plain collection."""
        method = callee.origin
        self._containers.add(variable)
        if method.op is not MicroOp.ATTR or method.payload != "items":
            return
        owner = method.operands[0]
        known = owner.loaded in self._with_known_keys
        if known and len(call.operands) == 1:
            self._pairs.add(variable)

    def iterator(self, variable: Variable, value: Value) -> bool:
        """Record ``iter(d.items())``; return False for any other iterable."""
        source = value.operands[0]
        if source.loaded not in self._pairs:
            return False
        self._pairs.add(variable)
        return True

    def iterates(self, end: Next) -> bool:
        """Record the item of a loop over pairs; return False for any other loop."""
        iterator = end.iterator
        if iterator.loaded not in self._pairs:
            return False
        self._pairs.add(end.item)
        return True

    def unpacks(self, statement: Value) -> bool:
        """Record the key in ``key, value = pair``; return False for anything else."""
        source, shape = statement.operands[0], statement.payload
        if source.loaded not in self._pairs:
            return False
        targets: tuple[Variable, ...] = getattr(shape, "targets", ())
        self._keys.update(targets[:1])
        return True

    def copies(self, variable: Variable, value: Value) -> None:
        """Record that a variable copies a key."""
        if value.loaded in self._keys:
            self._keys.add(variable)

    def is_key(self, value: Value) -> bool:
        """Return whether a value is a constant, or a variable with a dict key in it."""
        if value.op is MicroOp.LOAD:
            return value.variable in self._keys
        return value.op is MicroOp.CONST

    def forget(self) -> None:
        """Forget the contents of containers after code that may have changed them."""
        self._with_known_keys.clear()
        self._pairs.clear()


def _has_known_keys(value: Value) -> bool:
    if value.op is not MicroOp.BUILD or value.payload != "dict":
        return False
    return all(key.op is MicroOp.CONST for key in value.operands[::2])


def _helper(call: Value, operands: tuple[Read, ...]) -> str:
    """Return the name of the helper that is called, or an empty string."""
    callee = operands[0].origin
    if callee.op is not MicroOp.ATTR or callee.operands[0].op is not MicroOp.LOAD:
        return ""
    if callee.operands[0].variable.name != _UTILS:
        return ""
    shape = call.payload
    if not isinstance(shape, CallShape) or any(shape.arguments):
        return ""
    return str(callee.payload)


def sets_attribute(
    call: Value, operands: tuple[Read, ...]
) -> AbstractSet[object] | None:
    """Return the attribute that a call sets or deletes, as marks, or None."""
    wanted = {_SET: 3, _DELETE: 2}.get(_helper(call, operands))
    if wanted is None or len(call.operands) != wanted + 1:
        return None
    name = call.operands[2].constant
    if not isinstance(name, str):
        return None
    if _kind(operands[1]) == "new instance":
        return frozenset({ANYTHING})  # no known path leads to it
    return frozenset({name, ANYTHING})


def as_statement(
    call: Value, operands: tuple[Read, ...], outputs: AbstractSet[Variable]
) -> Value | None:
    """Return the statement to show for a helper call; None if the two may differ."""
    owner, name = operands[1].object, call.operands[2].constant
    if owner is None or not isinstance(name, str) or not _is_name(name):
        return None
    if len(call.operands) == 3:
        if not owner.stores(name, None):
            return None
        return Value(MicroOp.DEL_ATTR, (call.operands[1],), name, _origins(call))
    value = operands[3]
    is_new = value.may_be_made_here or value.origin.op is MicroOp.CONST
    is_output = (
        value.origin.op is MicroOp.ITEM and value.origin.operands[0].loaded in outputs
    )
    if not (is_new or is_output) and value.object is None:
        return None
    if not owner.stores(name, value.object):
        return None
    parts = (call.operands[3], call.operands[1])
    return Value(MicroOp.SET_ATTR, parts, name, _origins(call))


def measured(
    call: Value, operands: tuple[Read, ...], marks: frozenset[object]
) -> Read | None:
    """Return the property of a tensor that a call reads, or None."""
    method = _MEASURES.get(_helper(call, operands))
    if method is None or len(operands) < 2:
        return None
    place, shape = operands[1].object, call.payload
    if place is not None and place.kind == "tensor" and isinstance(shape, CallShape):
        bound = Value(MicroOp.ATTR, (call.operands[1],), method)
        shorter = CallShape(shape.arguments[1:])
        parts = (bound, *call.operands[2:])
        call = Value(MicroOp.CALL, parts, shorter, _origins(call))
    return Read(call, marks | {ANYTHING})


def changed_by_call(
    call: Value, operands: tuple[Read, ...], made: Made
) -> AbstractSet[object] | None:
    """Return the marks that a method of a plain container changes; None if unknown."""
    place, callee = operands[0].object, call.operands[0]
    if callee.op is MicroOp.ATTR and _is_plain(Read(callee.operands[0]), made):
        is_plain = all(_is_plain(one, made) for one in operands[1:])
        return frozenset() if is_plain else None
    if place is None or not isinstance(call.payload, CallShape):
        return None
    if _is_of_new_object(call, operands, made):
        return frozenset({ANYTHING})
    if not call.payload.arguments:
        found = _CLEARERS.get(place.kind)
    elif call.payload.arguments == (None,) and _is_plain(operands[1], made):
        found = _FILLERS.get(place.kind)
    else:
        found = None
    return None if found is None else found | {ANYTHING}


def makes_container(call: Value, operands: tuple[Read, ...]) -> bool:
    """Return whether a call creates a container, as ``deque([], maxlen=None)`` does."""
    return (
        call.op is MicroOp.CALL
        and _kind(operands[0]) == "new container"
        and all(one.value.op in (MicroOp.BUILD, MicroOp.CONST) for one in operands[1:])
    )


def result(call: Value, operands: tuple[Read, ...]) -> KnownPlace | None:
    """Return the result of a call that runs no code: a new object, or its class."""
    place, shape = operands[0].object, call.payload
    if place is None or not isinstance(shape, CallShape) or shape.arguments != (None,):
        return None
    argument = operands[1].object
    return None if argument is None else place.result(argument)


def _is_of_new_object(call: Value, operands: tuple[Read, ...], made: Made) -> bool:
    """Return whether ``dict.__setitem__(o, "key", x)`` sets an item of a new ``o``."""
    if _kind(operands[0]) != "unbound dict" or len(operands) < 2:
        return False
    is_new = _kind(operands[1]) == "new instance"
    return is_new and all(made.is_key(key) for key in call.operands[2:3])


def changed_by(
    statement: Value, operands: tuple[Read, ...], known: Knowledge
) -> AbstractSet[object] | None:
    """Return the marks that a statement (not a STORE) changes; None means anything."""
    if statement.op is MicroOp.EVALUATE:
        return None if operands[0].value.op is MicroOp.CALL else frozenset()
    if statement.op is MicroOp.SET_ITEM:
        owner, index = operands[1], operands[2].value
        if _kind(owner) == "list" and _is_slice(index):
            return frozenset({INDEX, ANYTHING})
    if statement.op is MicroOp.SET_ATTR:
        place, value = operands[1].place, operands[0]
        is_simple = value.value.op is MicroOp.CONST or value.place is not None
        name = str(statement.payload)
        if place is not None and is_simple and place.stores(name, value.place):
            return frozenset({name, ANYTHING})
    if statement.op is MicroOp.DELETE:
        return frozenset({statement.variable, statement.variable.name, ANYTHING})
    return None


def _is_slice(index: Value) -> bool:
    """Return whether an index is ``[:]``, which is a constant from 3.14 on."""
    return index.op is MicroOp.SLICE or isinstance(index.constant, slice)


def _kind(one: Read) -> str:
    return one.object.kind if one.object is not None else ""


def _is_plain(one: Read, made: Made) -> bool:
    """Return whether a value is a list or dict that the code has just created."""
    value = one.value
    return value.op is MicroOp.BUILD or (value.loaded in made)


def _is_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _origins(call: Value) -> frozenset[int]:
    """Return the origins of a call, of its callee, and of its attribute name."""
    own = call.origins | call.operands[0].all_origins()
    return own | call.operands[2].all_origins() if len(call.operands) > 2 else own
