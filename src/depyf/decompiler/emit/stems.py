"""Derive names of temporaries from the values stored in them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Mapping

from depyf.decompiler.emit.function_text import TypeAlias
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import values, walk
from depyf.decompiler.ir.value import FunctionParts, Value
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.decompiler.emit.function_text import ChildSource
    from depyf.decompiler.ir.statement import Statement

_GRAPH_FUNCTION = regex(r"__compiled_fn_\d+")

# The borders between words, as in some|Class and HTTP|Server.
_WORD_BORDER = regex(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_STEMS: Mapping[MicroOp, str] = {
    MicroOp.ITER: "iterator",
    MicroOp.AITER: "iterator",
    MicroOp.EXCEPTION: "exception",
    MicroOp.PREVIOUS_EXCEPTION: "exception",
    MicroOp.SAVE_LOCAL: "saved",
    MicroOp.SPECIAL: "method",
}


def made_once(body: list[Statement]) -> set[str]:
    """Return names ``new_x`` for objects that are the only new instance of a class."""
    found = Counter(
        _name_of_new(value.operands[0])
        for statement in walk(body)
        for value in values(statement)
        if value.op is MicroOp.STORE and value.variable.is_temporary
    )
    return {name for name, count in found.items() if name and count == 1}


def stem_of_value(value: Value, children: ChildSource) -> tuple[str, bool]:
    """Return a stem for a temporary's name, and whether it can do without a number."""
    if value.op is MicroOp.FUNCTION and isinstance(value.payload, FunctionParts):
        text = children(value.payload.code)
        if text.kind is CodeKind.FUNCTION:
            return text.name, True
        return "function", False
    if value.op is MicroOp.CALL:
        function = value.operands[0]
        if function.op is MicroOp.BUILD_CLASS:
            return "class", False
        if function.op is MicroOp.LOAD and _GRAPH_FUNCTION.match(
            function.variable.name
        ):
            return "graph_out", False
        made = _name_of_new(value)
        if made:
            return made, False
    if value.op in (MicroOp.IMPORT, MicroOp.IMPORT_FROM):
        return "module", False
    if isinstance(value.payload, TypeAlias):
        return "alias", False
    return _STEMS.get(value.op, "tmp"), False


def _name_of_new(value: Value) -> str:
    """Return ``new_some_class`` for ``a.SomeClass.__new__(...)``, else empty."""
    function = value.operands[0] if value.op is MicroOp.CALL else None
    if function is None or function.op is not MicroOp.ATTR:
        return ""
    if function.payload != "__new__":
        return ""
    owner = function.operands[0]
    name = ""
    if owner.op is MicroOp.ATTR:
        name = str(owner.payload)
    elif owner.op is MicroOp.LOAD and not owner.variable.is_temporary:
        name = owner.variable.name
    elif owner.op is MicroOp.ITEM and isinstance(owner.operands[1].payload, Constant):
        name = str(owner.operands[1].payload.value)
    name = _WORD_BORDER.sub("_", name).lower().strip("_")
    return f"new_{name}" if name.isidentifier() else ""
