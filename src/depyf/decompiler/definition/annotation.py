"""Move annotations back to the statements that they annotate.

In 3.14 and later, a function ``__annotate__`` evaluates the annotations of a class,
module or function. An annotation under a condition has a number, which is added to the
set ``__conditional_annotations__``. Up to 3.13, annotations are stored in
``__annotations__``.

Example of `of_function` (CPython 3.14 to 3.15)::

    def f(a: int): ...

Before::

    function[f annotate](function[__annotate__])

After::

    function[f annotations](build[dict]('a', global:int))
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Callable, Dict, Optional

from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import If, Simple, Statement
from depyf.decompiler.ir.statement_tree import change_lists, value_of, walk
from depyf.decompiler.ir.value import (
    FunctionParts,
    Value,
    Variable,
    VariableKind,
    const,
)
from depyf.decompiler.passes.deep import rewrite_deep
from depyf.records import dataclass

_FUNCTION_NAMES = ("__annotate__", "__annotate_func__")
_CONDITIONAL = "__conditional_annotations__"

#: The name to annotate if the code shows that there was an annotation, but not of what.
UNNAMED = "_"

#: Returns the graph of a nested code unit after `pipeline.prepare`.
Prepared = Callable[[object], cfg.Function]


@dataclass(frozen=True)
class Annotation:
    """One annotation; ``number`` is its number among the conditional annotations."""

    name: str
    value: Value
    number: int | None = None


_Numbered = Dict[Optional[int], Annotation]


# -- annotations of functions ----------------------------------------------------


def of_function(value: Value, prepared: Prepared) -> Value:
    """Return a FUNCTION value with ``annotate`` turned into ``annotations``."""
    parts = value.payload
    if not isinstance(parts, FunctionParts) or "annotate" not in parts.parts:
        return value
    position = parts.parts.index("annotate")
    inner = value.operands[position].payload
    if not isinstance(inner, FunctionParts):
        return value
    found = read(prepared(inner.code))
    if found is None:
        return value
    pairs: list[Value] = []
    for annotation in found:
        pairs += [const(annotation.name), annotation.value]
    operands = list(value.operands)
    origins = operands[position].all_origins()
    operands[position] = Value(MicroOp.BUILD, tuple(pairs), "dict", origins)
    names = tuple("annotations" if one == "annotate" else one for one in parts.parts)
    payload = FunctionParts(parts.code, names)
    return replace(value, operands=tuple(operands), payload=payload)


# -- reading ``__annotate__`` ----------------------------------------------------


def read(function: cfg.Function) -> list[Annotation] | None:
    """Return the annotations that ``__annotate__`` returns, or None."""
    entry = function.blocks[function.entry]
    start = after_format(function, entry)
    if start is None:
        return None
    found: list[Annotation] = []
    seen = set()
    block = start
    while block.id not in seen:
        seen.add(block.id)
        for statement in block.statements:
            if _makes_dictionary(statement):
                continue
            annotation = _stored(statement, None)
            if annotation is None:
                return None
            found.append(annotation)
        end = block.terminator
        if isinstance(end, cfg.Return):
            return found + _display(end.value)
        if isinstance(end, cfg.Jump):
            block = function.blocks[end.target]
            continue
        if not isinstance(end, cfg.Branch):
            return None
        annotation = _conditional(function, end)
        if annotation is None:
            return None
        found.append(annotation)
        block = function.blocks[end.if_false]
    return None


def after_format(
    function: cfg.Function, entry: cfg.BasicBlock
) -> cfg.BasicBlock | None:
    """Return the block after ``if format > 2: raise NotImplementedError``."""
    end = entry.terminator
    if entry.statements or not isinstance(end, cfg.Branch):
        return None
    refused = function.blocks[end.if_true]
    if end.test.op is not MicroOp.COMPARE or not isinstance(
        refused.terminator, cfg.Raise
    ):
        return None
    return function.blocks[end.if_false]


def _makes_dictionary(statement: Value) -> bool:
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return False
    value = statement.operands[0]
    return value.op is MicroOp.BUILD and not value.operands


def _stored(statement: Value, number: int | None) -> Annotation | None:
    if statement.op is not MicroOp.SET_ITEM:
        return None
    value, _, key = statement.operands
    name = key.constant
    if not isinstance(name, str):
        return None
    return Annotation(name, outside(value), number)


def _display(value: Value) -> list[Annotation]:
    if value.op is not MicroOp.BUILD or value.payload != "dict":
        return []
    names = [key.constant for key in value.operands[::2]]
    return [
        Annotation(name, outside(item))
        for name, item in zip(names, value.operands[1::2])
        if isinstance(name, str)
    ]


def _conditional(function: cfg.Function, branch: cfg.Branch) -> Annotation | None:
    test = branch.test
    if test.op is not MicroOp.CONTAINS or test.payload is not False:
        return None
    number, owner = test.operands
    if owner.op is not MicroOp.LOAD or owner.variable.name != _CONDITIONAL:
        return None
    body = function.blocks[branch.if_true].statements
    found = number.constant
    if len(body) != 1 or not isinstance(found, int):
        return None
    return _stored(body[0], found)


def outside(value: Value) -> Value:
    """Return a value as it is written outside the ``__annotate__`` function."""

    def change(node: Value) -> Value:
        if node.op is MicroOp.LOAD_FROM:
            return Value(MicroOp.LOAD, (), node.payload)
        return replace(node, origins=frozenset())

    return rewrite_deep(value, change)


# -- bodies of classes and modules -----------------------------------------------


def of_body(body: list[Statement], prepared: Prepared) -> list[Statement]:
    """Return a class or module body with its annotations moved to their statements."""
    if _sets_up(body):
        body = _with_any(change_lists(body, _join_eager))
    for statement in sorted(body, key=_is_method):
        unit = _annotate_code(statement)
        found = None if unit is None else read(prepared(unit))
        if found is None:  # it may be a function that a person wrote
            continue
        numbered: _Numbered = {
            one.number: one for one in found if one.number is not None
        }

        kept = [one for one in body if one is not statement and not _makes_set(one)]
        kept = _with_dead(kept, numbered)
        place = partial(_join_conditional, numbered=numbered)
        return change_lists(_join_plain(kept, found), place)
    # If annotations are kept as strings, nothing uses the set.
    return [one for one in body if not _makes_set(one)]


def _with_dead(body: list[Statement], numbered: _Numbered) -> list[Statement]:
    """Restore annotations whose statements the compiler dropped as dead code."""
    result: list[Statement] = []
    pending = sorted(number for number in numbered if number is not None)
    for statement in body:
        found = (_added_number(one) for one in walk([statement]))
        added = {one for one in found if one in numbered and one is not None}
        if added:
            dead = _dead([one for one in pending if one < min(added)], numbered)
            following = numbered[min(added)]
            variable = Variable(VariableKind.NAME, following.name)
            last = result[-1] if result else None
            is_one = _annotated(last, variable, following.value) is not None
            place = len(result) - is_one  # it is part of the next annotation
            result[place:place] = dead
            pending = [one for one in pending if one > min(added) and one not in added]
        result.append(statement)
    return result + _dead(pending, numbered)


def _dead(numbers: list[int], numbered: _Numbered) -> list[Statement]:
    found = [numbered[number] for number in numbers]
    bare: list[Statement] = [
        _bare(Variable(VariableKind.NAME, one.name), one.value) for one in found
    ]
    return [If(const(False), bare)] if bare else []


def stored_name(statement: Statement) -> str | None:
    """Return the name that a statement stores to; None for other statements."""
    stored = value_of(statement, MicroOp.STORE)
    return None if stored is None else stored.variable.name


def _is_method(statement: Statement) -> bool:
    """Return whether a statement defines ``__annotate__`` under that name."""
    return stored_name(statement) == _FUNCTION_NAMES[0]


def _annotate_code(statement: Statement) -> object | None:
    stored = value_of(statement, MicroOp.STORE)
    if stored is None or stored.variable.name not in _FUNCTION_NAMES:
        return None
    parts = stored.operands[0].payload
    if not isinstance(parts, FunctionParts):
        return None
    is_own = getattr(parts.code, "name", "") == "__annotate__"
    return parts.code if is_own else None


def _makes_set(statement: Statement) -> bool:
    return stored_name(statement) == _CONDITIONAL


def _annotated(
    before: Statement | None, variable: Variable, annotation: Value
) -> Simple | None:
    """Return ``x: T = v`` if the statement before is ``x = v``, else None."""
    stored = value_of(before, MicroOp.STORE)
    if stored is None or stored.variable.name != variable.name:
        return None
    if _is_definition(stored.operands[0]):
        return None
    target = Value(MicroOp.TARGET, (), stored.variable)
    operands = (target, annotation, stored.operands[0])
    return Simple(Value(MicroOp.ANNOTATE, operands, None, stored.origins))


def _is_definition(value: Value) -> bool:
    """Return whether a value is printed as a definition or an import."""
    node = value
    while node.op is MicroOp.CALL and len(node.operands) == 2:
        node = node.operands[1]
    if node.op is MicroOp.CALL and node.operands[0].op is MicroOp.BUILD_CLASS:
        return True
    parts = node.payload
    if not isinstance(parts, FunctionParts):
        return value.op in (MicroOp.IMPORT, MicroOp.IMPORT_FROM)
    return getattr(parts.code, "name", "") != "<lambda>"


def _bare(variable: Variable, annotation: Value) -> Simple:
    target = Value(MicroOp.TARGET, (), variable)
    return Simple(Value(MicroOp.ANNOTATE, (target, annotation)))


def _append(result: list[Statement], name: str, annotation: Value) -> None:
    variable = Variable(VariableKind.NAME, name)
    joined = _annotated(result[-1] if result else None, variable, annotation)
    if joined is None:
        result.append(_bare(variable, annotation))
    else:
        result[-1] = joined


def _join_conditional(body: list[Statement], numbered: _Numbered) -> list[Statement]:
    result: list[Statement] = []
    for statement in body:
        found = numbered.get(_added_number(statement))
        if found is None:
            result.append(statement)
        else:
            _append(result, found.name, found.value)
    return result


def _added_number(statement: Statement) -> int | None:
    added = value_of(statement, MicroOp.ADD)
    if added is None:
        return None
    owner, number = added.operands[:2]
    if owner.op is not MicroOp.LOAD or owner.variable.name != _CONDITIONAL:
        return None
    found = number.constant
    return found if isinstance(found, int) else None


def _join_plain(body: list[Statement], found: list[Annotation]) -> list[Statement]:
    """Join unconditional annotations to the first stores that keep their order."""
    position = 0
    for annotation in found:
        if annotation.number is not None:
            for index in range(position, len(body)):
                if any(
                    _added_number(s) == annotation.number for s in walk([body[index]])
                ):
                    position = index + 1
            continue
        variable = Variable(VariableKind.NAME, annotation.name)
        for index in range(position, len(body)):
            joined = _annotated(body[index], variable, annotation.value)
            if joined is not None:
                body[index] = joined
                position = index + 1
                break
        else:
            body.insert(position, _bare(variable, annotation.value))
            position += 1
    return body


def _sets_up(body: list[Statement]) -> bool:
    return any(value_of(one, MicroOp.SETUP_ANNOTATIONS) for one in body)


def _with_any(body: list[Statement]) -> list[Statement]:
    """Add an annotation in dead code to a body that only sets up annotations."""
    if any(value_of(one, MicroOp.ANNOTATE) for one in walk(body)):
        return body
    nothing = _bare(Variable(VariableKind.NAME, UNNAMED), const(...))
    return [*body, If(const(False), [nothing])]


def _join_eager(body: list[Statement]) -> list[Statement]:
    """Turn ``x = 1; __annotations__["x"] = int`` into ``x: int = 1`` (up to 3.13)."""
    result: list[Statement] = []
    for statement in body:
        if value_of(statement, MicroOp.SETUP_ANNOTATIONS):
            continue
        value = value_of(statement, MicroOp.SET_ITEM)
        if value is None:
            result.append(statement)
            continue
        annotation, owner, key = value.operands
        name = key.constant
        is_own = owner.op is MicroOp.LOAD and owner.variable.name == "__annotations__"
        if is_own and isinstance(name, str):
            _append(result, name, annotation)
        else:
            result.append(statement)
    return result
