"""Recover statements that the compiler splits into several.

These are ``target += value`` with a target whose parts are evaluated once,
``from m import a as b, c``, and ``*args: *Ts`` (PEP 646), which unpacks one value for
the annotation.

Example of `augmented_assignment`::

    def f(a, b):
        a.c += b

Before::

    block 0:
        %t0 = a
        set_attr[c](inplace[+](attr[c](%t0), b), %t0)
        return None

After::

    block 0:
        %t0 = a
        augment[+](attr[c](%t0), b)
        return None

Then ``t`` has one use and is inlined.

Example of `imports`::

    def f():
        from m import a, b as c
        return a, c

Before::

    block 0:
        %t0 = import[m](0, ('a', 'b'))
        a = import_from[a](%t0)
        c = import_from[b](%t0)
        return build[tuple](a, c)

After::

    block 0:
        from_import(import[m](0, ('a', 'b')), target[a], target[c])
        return build[tuple](a, c)

Example of `star_annotations` (CPython 3.11 to 3.13)::

    def f(a):
        def g(*args: *a):
            pass
        return g

Before::

    block 0:
        unpack[%t0](a)
        g = function[g annotations](build[tuple]('args', %t0))
        return g

After::

    block 0:
        %t0 = star(a)
        g = function[g annotations](build[tuple]('args', %t0))
        return g

Then ``t`` has one use and is inlined. From 3.14 on, ``__annotate__`` returns the
dictionary that contains ``t``.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    FunctionParts,
    ImportName,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    store,
)
from depyf.decompiler.passes.bisimulation import Identity, equal_values

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


def augmented_assignment(function: Function) -> bool:
    """Recover ``target += value`` in every block; return whether any changed."""
    changed = False
    for block in function.blocks.values():
        for index, statement in enumerate(block.body):
            augmented = _augment(statement)
            if augmented is not None:
                block.body[index] = augmented
                changed = True
    return changed


def _augment(statement: Value) -> Value | None:
    if statement.op not in (MicroOp.SET_ATTR, MicroOp.SET_ITEM, MicroOp.STORE):
        return None
    result = statement.operands[0]
    if result.op is not MicroOp.INPLACE:
        return None
    old, value = result.operands
    if statement.op is MicroOp.STORE:
        # In a class body, `nonlocal x; x += 1` reads `x` by LOAD_FROM.
        is_read = old.op in (MicroOp.LOAD, MicroOp.LOAD_FROM)
        if not is_read or old.payload != statement.payload:
            return None
        target = Value(MicroOp.TARGET, (), statement.payload, old.origins)
    else:
        wanted = MicroOp.ATTR if statement.op is MicroOp.SET_ATTR else MicroOp.ITEM
        parts = statement.operands[1:]
        if old.op is not wanted or len(old.operands) != len(parts):
            return None
        if old.op is MicroOp.ATTR and old.payload != statement.payload:
            return None
        if not all(_same_leaf(a, b) for a, b in zip(old.operands, parts)):
            return None
        target = old
    origins = statement.origins | result.origins
    return Value(MicroOp.AUGMENT, (target, value), result.payload, origins)


def _same_leaf(one: Value, other: Value) -> bool:
    """Return whether two leaves are certainly equal: constants, locals, slices."""
    unaliased = (VariableKind.LOCAL, VariableKind.TEMP, VariableKind.STACK)
    for node in one.walk():
        if node.op is MicroOp.LOAD and node.variable.kind not in unaliased:
            return False
        if node.op not in (MicroOp.LOAD, MicroOp.CONST, MicroOp.SLICE):
            return False
    return equal_values(one, other, Identity())


def imports(function: Function) -> bool:
    """Recover ``from`` imports in every block; return whether any changed."""
    blocks, usage = Usage.news(function, "imports")
    changed = False
    for block in blocks:
        before = len(block.body)
        block.body = _rewrite(block.body, usage)
        changed |= len(block.body) != before
    return changed


def _rewrite(body: list[Value], usage: Usage) -> list[Value]:
    result: list[Value] = []
    index = 0
    while index < len(body):
        statement = body[index]
        length, replaced = _from_import(body, index, usage)
        result.append(replaced if replaced is not None else statement)
        index += length
    return result


def _from_import(
    body: list[Value], index: int, usage: Usage
) -> tuple[int, Value | None]:
    """Return how many statements an import takes, and the joined statement."""
    first = body[index]
    if not first.stores_temporary:
        return 1, None
    module = first.operands[0]
    if module.op is not MicroOp.IMPORT or not isinstance(module.payload, ImportName):
        return 1, None
    wanted = _imported_names(module.operands[1])
    names: list[tuple[str, Variable]] = []
    origins = first.origins | module.origins
    position = index + 1
    while position < len(body) and len(names) < len(wanted):
        statement = body[position]
        if statement.op is MicroOp.ORIGIN:
            position += 1
            continue
        if statement.op is not MicroOp.STORE:
            break
        value = statement.operands[0]
        if (
            value.op is not MicroOp.IMPORT_FROM
            or value.operands[0].loaded != first.variable
        ):
            break
        names.append((str(value.payload), statement.variable))
        origins |= statement.origins | value.origins
        position += 1
    if tuple(name for name, _ in names) != wanted or usage.reads[first.variable] != len(
        wanted
    ):
        return 1, None
    targets = tuple(Value(MicroOp.TARGET, (), variable) for _, variable in names)
    folded = Value(MicroOp.FROM_IMPORT, (module, *targets), None, origins)
    return position - index, folded


def _imported_names(fromlist: Value) -> tuple[str, ...]:
    content = fromlist.payload.value if isinstance(fromlist.payload, Constant) else ()
    if not isinstance(content, tuple):
        return ("",)  # a plain import has no names
    return tuple(str(item) for item in content)


_EVALUATOR = "__annotate__"


def star_annotations(function: Function) -> bool:
    """Recover ``*args: *Ts`` in every block; return whether any changed."""
    blocks, usage = Usage.news(function, "star_annotations")
    own = getattr(function.code, "name", "") == _EVALUATOR
    changed = False
    for block in blocks:
        for index, statement in enumerate(block.body):
            target = _only_target(statement)
            if target is None or not usage.is_single(target):
                continue
            if _annotates(target, block, index + 1, own):
                star = Value(MicroOp.STAR, statement.operands, None, statement.origins)
                block.body[index] = store(target, star)
                changed = True
    return changed


def _only_target(statement: Value) -> Variable | None:
    shape = statement.payload
    if statement.op is not MicroOp.UNPACK or not isinstance(shape, UnpackShape):
        return None
    if len(shape.targets) != 1 or shape.star is not None:
        return None
    return shape.targets[0] if shape.targets[0].is_temporary else None


def _annotates(target: Variable, block: BasicBlock, start: int, own: bool) -> bool:
    """Return whether ``target`` is only used in an annotation."""
    returned = terminator_values(block.terminator)
    if own and any(_holds(value, target) for value in returned):
        return True
    for value in chain(islice(block.body, start, None), returned):
        for node in value.walk():
            parts = node.payload
            if isinstance(parts, FunctionParts) and "annotations" in parts.parts:
                found = node.operands[parts.parts.index("annotations")]
                if _holds(found, target):
                    return True
    return False


def _holds(pairs: Value, target: Variable) -> bool:
    if pairs.op is not MicroOp.BUILD:
        return False
    return any(value.loaded == target for value in pairs.operands[1::2])
