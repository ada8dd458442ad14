"""One form of what means the same, for comparing two functions; nothing is printed.

- ``(lambda: a).__closure__``, the only source for a tuple of cells, is that tuple:
  a function that is made and dropped at once cannot be observed.
- ``x.extend(y)`` where x is certainly a list is LIST_EXTEND, and the like for other
  collections: the method of a built-in object is found without any effect.
- A list that grows by one item after the other until it is used is that list, made
  when it is used: CPython builds the arguments of a call in such a list if they are
  more than about thirty, and on the stack if a tool wrote the call; a display of
  three constants or more it makes by extending an empty list. So is a dict with
  constant texts for keys: only the compiler, for annotations, makes one of more than
  fifteen pairs at once.
- Calls of functions that stand for operations, and ``raise`` of the handled exception:
  see `depyf.passes.stand_ins`.
"""

from __future__ import annotations

from typing import Iterable, Mapping, Sequence

from depyf.ir.function import BasicBlock, Function, terminator_values
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import (
    CallShape,
    Constant,
    FunctionParts,
    Value,
    Variable,
    VariableKind,
)
from depyf.passes import slot_constants, stand_ins
from depyf.passes.usage import Usage, read, written

_NO_VARIABLE = Variable(VariableKind.TEMP, "")


def run(function: Function, constants: Mapping[str, object] | None = None) -> Function:
    """Rewrites freshly lifted code in place and returns it.

    Args:
        function: what is to be compared.
        constants: global names of a text that stand for constants.
    """
    stand_ins.run(function, constants or {})
    slot_constants.run(function)
    usage = Usage.of(function)
    for block in function.blocks.values():
        _closure_tuples(block, usage)
    kinds = _Collections(function, usage)
    for block in function.blocks.values():
        _collect_calls(block, kinds, usage)
        _finish_displays(block, usage)
    usage = Usage.of(function)
    for block in function.blocks.values():
        _spread_arguments(block, usage)
    return function


_METHODS = {
    ("list", "extend"): (MicroOp.EXTEND, "list"),
    ("list", "append"): (MicroOp.ADD, "list"),
    ("set", "update"): (MicroOp.EXTEND, "set"),
    ("set", "add"): (MicroOp.ADD, "set"),
}


class _Collections:
    """Tells which variables certainly hold a list, set or dict made here."""

    def __init__(self, function: Function, usage: Usage) -> None:
        self._definitions: dict[Variable, Value] = {
            statement.variable: statement.operands[0]
            for block in function.blocks.values()
            for statement in block.body
            if statement.op is MicroOp.STORE and usage.writes[statement.variable] == 1
        }
        for name in getattr(function.code, "parameters", ()):
            self._definitions.pop(Variable(VariableKind.LOCAL, name), None)

    def kind(self, leaf: Value) -> str | None:
        """``list``, ``set`` or ``dict``; None if that is not certain."""
        is_slice = False
        for _ in range(100):  # a variable may be defined by itself
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

    def _is_slice(self, leaf: Value) -> bool:
        if leaf.op is MicroOp.LOAD:
            leaf = self._definitions.get(leaf.variable, leaf)
        content = leaf.payload.value if isinstance(leaf.payload, Constant) else None
        return leaf.op is MicroOp.SLICE or isinstance(content, slice)


def _collect_calls(block: BasicBlock, kinds: _Collections, usage: Usage) -> None:
    methods: dict[Variable, Value] = {}
    calls: dict[Variable, Value] = {}
    body = []
    for statement in block.body:
        if statement.op is MicroOp.STORE and usage.is_single(statement.variable):
            value = statement.operands[0]
            if value.op is MicroOp.ATTR:
                kind = kinds.kind(value.operands[0])
                if (kind, value.payload) in _METHODS:
                    methods[statement.variable] = value
            elif value.op is MicroOp.CALL and _loaded(value) in methods:
                if len(value.operands) == 2:
                    calls[statement.variable] = value
        body.append(statement)
        if statement.op is MicroOp.EVALUATE and _loaded(statement) in calls:
            call = calls[_loaded(statement)]
            method = methods[_loaded(call)]
            op, kind = _METHODS[
                kinds.kind(method.operands[0]) or "", str(method.payload)
            ]
            operands = (method.operands[0], call.operands[1])
            gone = (_loaded(statement), _loaded(call))
            body = [
                s
                for s in body[:-1]
                if s.op is not MicroOp.STORE or s.variable not in gone
            ]
            body.append(Value(op, operands, kind, call.origins))
    block.body = body


def _finish_displays(block: BasicBlock, usage: Usage) -> None:
    """``t = []; t.append(a); f(); t.append(b)`` is ``f(); t = [a, b]``."""
    growing: dict[Variable, list[Value]] = {}
    made: dict[Variable, Value] = {}
    reads = usage.reads.copy()
    body: list[Value] = []

    def finish(variables: Iterable[Variable]) -> None:
        for variable in variables:
            if variable in growing:
                value = made[variable].operands[0]
                content = value.with_operands(tuple(growing.pop(variable)))
                body.append(made[variable].with_operands((content,)))

    for statement in block.body:
        begun = _begun_display(statement)
        if begun is not None and usage.writes[statement.variable] == 1:
            finish(map(_loaded_leaf, begun))
            made[statement.variable] = statement
            growing[statement.variable] = begun
            continue
        items = _items_added(statement)
        if items is not None and _loaded(statement) in growing:
            if _loaded(statement) not in map(_loaded_leaf, items):
                finish(map(_loaded_leaf, items))
                growing[_loaded(statement)].extend(items)
                reads[_loaded(statement)] -= 1
                continue
        target, source = _merged_dicts(statement)
        if target in growing and source in growing and reads[source] == 1:
            growing[target].extend(growing.pop(source))
            continue
        changed = written(statement)
        holds = (v for v, items in growing.items() if _read_any(items, changed))
        finish([*read(statement), *holds])
        body.append(statement)
    finish(list(growing))
    block.body = body


def _begun_display(statement: Value) -> list[Value] | None:
    """The items of a display, stored in a temporary, that more may be added to."""
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return None
    value = statement.operands[0]
    if value.op is not MicroOp.BUILD:
        return None
    if value.payload == "dict" and all(map(_is_text, value.operands[::2])):
        return list(value.operands)
    return [] if value.payload == "list" and not value.operands else None


def _items_added(statement: Value) -> list[Value] | None:
    """The items by which a list or dict grows, if adding them has no other effect.

    CPython writes ``[1, 2, 3]`` as a list that is extended by a constant tuple, a tool
    pushes them one by one.
    """
    items = list(statement.operands[1:])
    if statement.op is MicroOp.ADD and statement.payload == "list":
        return items
    if statement.op is MicroOp.ADD and statement.payload == "dict":
        return items if _is_text(items[0]) else None
    return _constants_added(statement)


def _merged_dicts(statement: Value) -> tuple[Variable, Variable]:
    """The dict that takes in another one, and that one."""
    if statement.op is not MicroOp.EXTEND or statement.payload != "dict":
        return _NO_VARIABLE, _NO_VARIABLE
    return _loaded(statement), _loaded_leaf(statement.operands[1])


def _is_text(key: Value) -> bool:
    content = key.payload.value if isinstance(key.payload, Constant) else None
    return key.op is MicroOp.CONST and isinstance(content, str)


def _constants_added(statement: Value) -> list[Value] | None:
    """The items by which a list is extended, if they are those of a constant tuple.

    CPython writes ``[1, 2, 3]`` so, a tool pushes them one by one.
    """
    if statement.op is not MicroOp.EXTEND or statement.payload != "list":
        return None
    leaf = statement.operands[1]
    content = leaf.payload.value if isinstance(leaf.payload, Constant) else None
    if leaf.op is not MicroOp.CONST or type(content) is not tuple:
        return None
    return [Value(MicroOp.CONST, (), Constant(item)) for item in content]


def _spread_arguments(block: BasicBlock, usage: Usage) -> None:
    """``t = [a, b]; t = tuple(t); f(*t, c)`` is ``f(a, b, c)``: the list is unseen."""
    made: dict[Variable, Value] = {}
    dropped: set[Variable] = set()
    for index, statement in enumerate(block.body):
        value = statement.operands[0] if statement.operands else statement
        shape = value.payload
        unpacks = isinstance(shape, CallShape) and shape.arguments[:1] == ("*",)
        if value.op is MicroOp.CALL and unpacks:
            assert isinstance(shape, CallShape)
            source = _loaded_leaf(value.operands[1])
            packed = made.get(source)
            if packed is not None:
                first = (None,) * len(packed.operands)
                shape = CallShape((*first, *shape.arguments[1:]))
                function, _, *others = value.operands
                operands = (function, *packed.operands, *others)
                call = Value(MicroOp.CALL, operands, shape, value.origins)
                block.body[index] = statement.with_operands((call,))
                dropped.add(source)
        changed = written(statement)
        made = {
            v: one for v, one in made.items() if not _read_any(one.operands, changed)
        }
        if statement.op is MicroOp.STORE and usage.is_single(statement.variable):
            if _is_intrinsic(value, "list_to_tuple"):
                source = _loaded_leaf(value.operands[0])
                if source in made:
                    made[statement.variable] = made[source]
                    dropped.add(source)
            elif _is_display(value):
                made[statement.variable] = value
    _drop_unread(block, dropped)


def _drop_unread(block: BasicBlock, candidates: set[Variable]) -> None:
    """Leaves out the stores to variables that nothing reads any more."""
    while True:
        values = [*block.body, *terminator_values(block.terminator)]
        needed = {variable for value in values for variable in read(value)}
        kept = [
            statement
            for statement in block.body
            if statement.op is not MicroOp.STORE
            or statement.variable not in candidates
            or statement.variable in needed
        ]
        if len(kept) == len(block.body):
            return
        block.body = kept


def _is_intrinsic(value: Value, name: str) -> bool:
    return value.op is MicroOp.INTRINSIC and value.payload == name


def _is_display(value: Value) -> bool:
    return (
        value.op is MicroOp.BUILD
        and value.payload in ("list", "tuple")
        and not any(operand.op is MicroOp.STAR for operand in value.operands)
    )


def _read_any(items: Sequence[Value], variables: Sequence[Variable]) -> bool:
    return any(_loaded_leaf(item) in variables for item in items)


def _closure_tuples(block: BasicBlock, usage: Usage) -> None:
    """``f = FUNCTION(closure t); c = f.__closure__`` is ``c = t``, ``c[i]`` a cell."""
    made: dict[Variable, Value] = {}
    position = 0
    while position < len(block.body):
        statement = block.body[position]
        position += 1
        if statement.op is not MicroOp.STORE:
            continue
        value = statement.operands[0]
        made[statement.variable] = value
        source = made.get(_loaded(value)) if value.operands else None
        if source is None:
            continue
        if (
            value.op is MicroOp.ATTR
            and value.payload == "__closure__"
            and isinstance(source.payload, FunctionParts)
            and source.payload.parts == ("closure",)
            and usage.is_single(value.operands[0].variable)
        ):
            closure = source.operands[0]
            block.body[position - 1] = statement.with_operands((closure,))
            made[statement.variable] = made.get(_loaded_leaf(closure), closure)
            dropped = value.operands[0].variable
            block.body = [s for s in block.body if s.payload != dropped]
            position -= 1
        elif value.op is MicroOp.ITEM and source.op is MicroOp.BUILD:
            index = value.operands[1].payload
            content = index.value if isinstance(index, Constant) else None
            if (
                isinstance(content, int)
                and 0 <= content < len(source.operands)
                and source.payload == "tuple"
                and all(operand.op is MicroOp.CELL for operand in source.operands)
            ):
                cell = source.operands[content]
                block.body[position - 1] = statement.with_operands((cell,))


def _loaded(value: Value) -> Variable:
    return _loaded_leaf(value.operands[0])


def _loaded_leaf(leaf: Value) -> Variable:
    """The variable that a leaf reads; one that nothing defines for other leaves."""
    if leaf.op is MicroOp.LOAD:
        return leaf.variable
    return _NO_VARIABLE
