"""Annotations of attributes and items in a class body, which are not kept.

From 3.14 on the class has a cell for the namespace that they could be read in.

Example (CPython 3.14 to 3.15)::

    class C:
        x.a: int = 1

Before::

    set_attr[a](1, name:x)

After::

    annotate(attr[a](name:x), Ellipsis, 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.definition.annotation import UNNAMED
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import Simple, Statement
from depyf.decompiler.ir.value import Value, const

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit

_NAMESPACE = "__classdict__"
_TARGETS = {MicroOp.SET_ATTR: MicroOp.ATTR, MicroOp.SET_ITEM: MicroOp.ITEM}


def was_one(unit: CodeUnit) -> bool:
    """True for a class with a cell for its namespace that nothing in it asks for.

    Each ``def`` in a class does: it might have annotations.
    """
    return _NAMESPACE in unit.cellvars and not any(
        _NAMESPACE in child.freevars
        or (child.is_optimized and not child.name.startswith("<"))
        for child in unit.children
    )


def run(body: list[Statement]) -> list[Statement]:
    """The body with one annotation; of ``x.a: T`` alone, only ``x`` is left."""
    for index, statement in enumerate(body):
        if not isinstance(statement, Simple):
            continue
        value = statement.value
        if value.op in _TARGETS:
            source, *place = value.operands
            target = Value(_TARGETS[value.op], tuple(place), value.payload)
            operands: tuple[Value, ...] = (target, const(...), source)
        elif value.op is MicroOp.EVALUATE:
            target = Value(MicroOp.ATTR, value.operands, UNNAMED)
            operands = (target, const(...))
        else:
            continue
        made = Simple(Value(MicroOp.ANNOTATE, operands, None, value.origins))
        return [*body[:index], made, *body[index + 1 :]]
    return body
