"""One form of what means the same, for comparing two functions; nothing is printed.

- ``(lambda: a).__closure__``, the only source for a tuple of cells, is that tuple:
  a function that is made and dropped at once cannot be observed.
- ``x.extend(y)`` where x is certainly a list is LIST_EXTEND, and the like for other
  collections: the method of a built-in object is found without any effect.
- A list that grows by one item after the other until it is used is that list, made
  when it is used: CPython builds the arguments of a call in such a list if they are
  more than about thirty, and on the stack if a tool wrote the call; a display of
  three constants or more it makes by extending an empty list (and sets of constants
  with a frozenset, which has no order). So is a dict with
  constant texts for keys: only the compiler, for annotations, makes one of more than
  fifteen pairs at once.
- A cell that no function shares is a local: see `depyf.passes.uncaptured_cells`.
- Calls of functions that stand for operations, and ``raise`` of the handled exception:
  see `depyf.passes.intrinsic_calls`.
"""

from __future__ import annotations

from typing import Collection, Iterable, Sequence

from depyf.ir.constant import Constant
from depyf.ir.function import BasicBlock, Function, terminator_values
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import CallShape, FunctionParts, Value, Variable, VariableKind, load
from depyf.passes import intrinsic_calls, slot_constants, uncaptured_cells
from depyf.passes.collections_made import METHODS, Collections
from depyf.passes.inlining import is_text
from depyf.passes.usage import Usage, read, written

_NO_VARIABLE = Variable(VariableKind.TEMP, "")
_PRIVATE = (VariableKind.LOCAL, VariableKind.STACK, VariableKind.TEMP)


def run(function: Function, cells: Collection[str] = ()) -> Function:
    """Rewrites freshly lifted code in place and returns it.

    Args:
        function: what is to be compared.
        cells: names of the variables that it may share with inner functions.
    """
    intrinsic_calls.run(function)
    slot_constants.run(function)
    usage = Usage.of(function)
    for block in function.blocks.values():
        _closure_tuples(block, usage)
    kinds = Collections(function, usage)
    for block in function.blocks.values():
        _take_closures(block, kinds, usage)
        _collect_calls(block, kinds, usage)
        _finish_displays(block, usage)
    usage = Usage.of(function)
    for block in function.blocks.values():
        _spread_arguments(block, usage)
    uncaptured_cells.run(function, Usage.of(function), cells)
    return function


def _take_closures(block: BasicBlock, kinds: Collections, usage: Usage) -> None:
    """``t = (cell,); l = [t]; c = l[0]; FUNCTION(closure c)`` takes t itself."""
    dropped: set[Variable] = set()
    for index, statement in enumerate(block.body):
        value = statement.operands[0] if statement.operands else statement
        if not isinstance(value.payload, FunctionParts):
            continue
        operands = list(value.operands)
        for place, part in enumerate(value.payload.parts):
            leaf = operands[place]
            if part != "closure" or leaf.op is not MicroOp.LOAD:
                continue
            source = kinds.tuple_behind(leaf)
            if source not in (None, leaf.variable) and usage.is_single(leaf.variable):
                assert source is not None
                operands[place] = load(source)
                dropped.add(leaf.variable)
        made = value.with_operands(tuple(operands))
        if made is not value:
            others = statement.operands[1:]
            block.body[index] = statement.with_operands((made, *others))
    if dropped:
        _drop_unread(block, dropped)


def _collect_calls(block: BasicBlock, kinds: Collections, usage: Usage) -> None:
    methods: dict[Variable, Value] = {}
    calls: dict[Variable, Value] = {}
    body = []
    for statement in block.body:
        if statement.op is MicroOp.STORE and usage.is_single(statement.variable):
            value = statement.operands[0]
            if value.op is MicroOp.ATTR:
                kind = kinds.kind(value.operands[0])
                if (kind, value.payload) in METHODS:
                    methods[statement.variable] = value
            elif value.op is MicroOp.CALL and _loaded(value) in methods:
                method = methods[_loaded(value)]
                if len(value.operands) == 2 and kinds.has_operation(
                    method.operands[0], method.payload, value.operands[1]
                ):
                    calls[statement.variable] = value
        body.append(statement)
        if statement.op is MicroOp.EVALUATE and _loaded(statement) in calls:
            call = calls[_loaded(statement)]
            method = methods[_loaded(call)]
            op, kind = METHODS[
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
    leaves: dict[Variable, set[Variable]] = {}
    made: dict[Variable, Value] = {}
    reads = usage.reads.copy()
    read_here = _variables_in_displays(block)
    hashing = _NO_VARIABLE
    body: list[Value] = []

    def finish(variables: Iterable[Variable]) -> None:
        for variable in variables:
            if variable in growing:
                value, items = made[variable].operands[0], growing.pop(variable)
                if value.payload == "set":
                    items = _in_any_order(items)
                content = value.with_operands(tuple(items))
                body.append(made[variable].with_operands((content,)))

    for statement in block.body:
        pair = _computed_pair(statement)
        if pair and _loaded(statement) in growing:
            # The key is hashed now: nothing else may happen until all of them are.
            if hashing is not _loaded(statement):
                finish([hashing])
            hashing = _loaded(statement)
        begun = _begun_display(statement)
        is_silent = begun is not None or _is_silent(statement)
        target, source = _merged_dicts(statement)
        merges = target in growing and source in growing and reads[source] == 1
        items = pair or _items_added(statement)
        adds = items is not None and _loaded(statement) in growing
        if not is_silent and not adds and not (merges and target is hashing):
            finish([hashing])
        if begun is not None and usage.writes[statement.variable] == 1:
            finish(map(_loaded_leaf, begun))
            made[statement.variable] = statement
            growing[statement.variable] = begun
            leaves[statement.variable] = set(map(_loaded_leaf, begun))
            continue
        if items is not None and adds:
            if _loaded(statement) not in map(_loaded_leaf, items):
                finish(map(_loaded_leaf, items))
                growing[_loaded(statement)].extend(items)
                leaves[_loaded(statement)].update(map(_loaded_leaf, items))
                reads[_loaded(statement)] -= 1
                continue
        if merges:
            growing[target].extend(growing.pop(source))
            leaves[target] |= leaves[source]
            continue
        changed = read_here.intersection(written(statement))
        holds = (v for v in growing if not changed.isdisjoint(leaves[v]))
        finish([*read(statement), *(holds if changed else ())])
        body.append(statement)
    finish(list(growing))
    block.body = body


def _computed_pair(statement: Value) -> list[Value] | None:
    """The key and value that a dict gets, if hashing the key may call something."""
    if statement.op is not MicroOp.ADD or statement.payload != "dict":
        return None
    pair = list(statement.operands[1:])
    return None if is_text(pair[0]) else pair


def _is_silent(statement: Value) -> bool:
    """True for what only puts a variable or a constant elsewhere."""
    if statement.op is MicroOp.ORIGIN:
        return True
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return False
    value = statement.operands[0]
    is_leaf = value.op is MicroOp.LOAD and value.variable.kind in _PRIVATE
    return value.op is MicroOp.CONST or (is_leaf and not value.raises)


def _variables_in_displays(block: BasicBlock) -> set[Variable]:
    """What displays and calls that fill them are made of."""
    found: set[Variable] = set()
    for statement in block.body:
        items = _begun_display(statement) or _items_added(statement) or ()
        found.update(map(_loaded_leaf, items))
    return found


def _begun_display(statement: Value) -> list[Value] | None:
    """The items of a display, stored in a temporary, that more may be added to."""
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return None
    value = statement.operands[0]
    if value.op is not MicroOp.BUILD:
        return None
    if value.payload == "dict" and all(map(is_text, value.operands[::2])):
        return list(value.operands)
    if value.payload == "set" and all(map(_is_hashable, value.operands)):
        return list(value.operands)
    return [] if value.payload == "list" and not value.operands else None


def _in_any_order(items: list[Value]) -> list[Value]:
    """The constants of a set, in one order; of those that are equal, it has the first.

    CPython makes a frozenset of three or more, whatever order they were written in.
    """
    content = [_content(item) for item in items]
    if len(set(content)) < len(content):
        return items
    return sorted(items, key=lambda item: repr(_content(item)))


def _items_added(statement: Value) -> list[Value] | None:
    """The items by which a list or dict grows, if adding them has no other effect.

    CPython writes ``[1, 2, 3]`` as a list that is extended by a constant tuple, a tool
    pushes them one by one.
    """
    items = list(statement.operands[1:])
    if statement.op is MicroOp.ADD and statement.payload == "list":
        return items
    if statement.op is MicroOp.ADD and statement.payload == "dict":
        return items if is_text(items[0]) else None
    return _constants_added(statement)


def _merged_dicts(statement: Value) -> tuple[Variable, Variable]:
    """The dict that takes in another one, and that one."""
    if statement.op is not MicroOp.EXTEND or statement.payload != "dict":
        return _NO_VARIABLE, _NO_VARIABLE
    return _loaded(statement), _loaded_leaf(statement.operands[1])


def _is_hashable(item: Value) -> bool:
    """True for a constant that may be in a set, and hashes itself without a call."""
    simple = (str, bytes, int, float, complex, bool, type(None))
    return item.op is MicroOp.CONST and type(_content(item)) in simple


def _content(item: Value) -> object:
    return item.payload.value if isinstance(item.payload, Constant) else None


def _constants_added(statement: Value) -> list[Value] | None:
    """The items by which a list or set is extended, if they are those of a constant.

    CPython writes ``[1, 2, 3]`` so, a tool pushes them one by one.
    """
    if statement.op is not MicroOp.EXTEND or statement.payload not in ("list", "set"):
        return None
    leaf = statement.operands[1]
    content = _content(leaf)
    if leaf.op is not MicroOp.CONST or type(content) not in (tuple, frozenset):
        return None
    assert isinstance(content, (tuple, frozenset))
    items = [Value(MicroOp.CONST, (), Constant(item)) for item in content]
    is_set = statement.payload == "set"
    return items if not is_set or all(map(_is_hashable, items)) else None


def _spread_arguments(block: BasicBlock, usage: Usage) -> None:
    """``t = [a, b]; t = tuple(t); f(*t, c)`` is ``f(a, b, c)``: the list is unseen."""
    made: dict[Variable, Value] = {}
    held: set[Variable] = set()
    dropped: set[Variable] = set()
    for index, before in enumerate(block.body):
        statement = block.body[index] = _without_empty_star(before)
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
        changed = held.intersection(written(statement))
        if changed:
            made = {
                v: one
                for v, one in made.items()
                if not _read_any(one.operands, changed)
            }
        if statement.op is MicroOp.STORE and _is_used_once(statement.variable, usage):
            if _is_intrinsic(value, "list_to_tuple"):
                source = _loaded_leaf(value.operands[0])
                if source in made:
                    made[statement.variable] = made[source]
                    dropped.add(source)
            elif _loaded_leaf(value) in made:
                made[statement.variable] = made[_loaded_leaf(value)]
            elif _is_display(value):
                made[statement.variable] = value
                held.update(map(_loaded_leaf, value.operands))
    _drop_unread(block, dropped)


def _without_empty_star(statement: Value) -> Value:
    """``f(*(), **k)`` is ``f(**k)``; only the compiler tells them apart (3.8)."""
    call = statement.operands[0] if statement.operands else statement
    shape = call.payload
    if call.op is not MicroOp.CALL or not isinstance(shape, CallShape):
        return statement
    if shape.arguments[:1] != ("*",) or call.operands[1].payload != Constant(()):
        return statement
    function, _, *others = call.operands
    rest = CallShape(shape.arguments[1:])
    made = Value(MicroOp.CALL, (function, *others), rest, call.origins)
    return statement.with_operands((made, *statement.operands[1:]))


def _is_used_once(variable: Variable, usage: Usage) -> bool:
    """True for a slot of the stack, and for what a text keeps such a value in."""
    return usage.is_single(variable) or (
        variable.kind is VariableKind.LOCAL
        and usage.writes[variable] == usage.reads[variable] == 1
    )


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


def _read_any(items: Sequence[Value], variables: Collection[Variable]) -> bool:
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
