"""Keep the numbers of a table beside the tensor, if compiled code reads its items.

A module sets the tensor once, in `__init__`.  So its numbers are known there, and an
item of a list is a constant in compiled code.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.curing.blocks import behind, free_name
from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import class_of, functions_named, replaced, source_of
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import (
    index_of_item,
    last_name,
    own_attributes,
)

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.breaks import Break

_READS = {"item", "tolist"}


class _Read(NamedTuple):
    """A call that reads an item of a tensor, as in ``self.table[i].item()``."""

    call: ast.Call
    item: ast.Subscript
    name: str


def numbers_beside(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit for each tensor whose items a function on the stack reads."""
    seen: set[tuple[str, str]] = set()
    for line in reversed(program_stack(one.event.user_stack)):
        if not files.is_own(line.file):
            continue
        tree = files.tree(line.file)
        function = function_at(tree, line.line)
        owner = class_of(tree, function) if function is not None else None
        for read in _reads(function) if function is not None and owner else ():
            if owner is not None and (line.file, read.name) not in seen:
                seen.add((line.file, read.name))
                edits = [*_edits(files, line.file, owner, read.name)]
                if edits and are_apart(edits):
                    what = f"read the numbers of `self.{read.name}` from a list"
                    yield Proposal(finding, what, tuple(edits))


def _reads(node: ast.AST) -> Iterator[_Read]:
    """Yield the calls that read an item of a tensor that an attribute holds."""
    for call in ast.walk(node):
        if not isinstance(call, ast.Call) or last_name(call.func) not in _READS:
            continue
        item = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(item, ast.Subscript) and isinstance(item.value, ast.Attribute):
            if getattr(item.value.value, "id", "") == "self" and not call.args:
                yield _Read(call, item, item.value.attr)


def _edits(
    files: ProgramFiles, file: str, owner: ast.ClassDef, name: str
) -> Iterator[Edit]:
    """Yield the edits of a class; none if other code may set the tensor."""
    inits = [*functions_named(owner, "__init__")]
    methods = [one for one in owner.body if one not in inits]
    made = [one for init in inits for one in init.body if _makes(one, name)]
    if len(made) != 1 or any(
        name in own_attributes(one, stored=True) for one in methods
    ):
        return
    numbers = free_name(files.tree(file), f"_{name.strip('_')}_numbers")
    yield behind(files, file, made[0], f"self.{numbers} = self.{name}.tolist()")
    lines = files.lines(file)
    for read in (each for one in methods for each in _reads(one) if each.name == name):
        index = index_of_item(read.item)
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        items = "".join(f"[{source_of(lines, part)}]" for part in parts)
        yield replaced(files, file, read.call, f"self.{numbers}{items}")


def _makes(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement sets an attribute, or registers it as a buffer."""
    if name in own_attributes(statement, stored=True):
        return True
    call = getattr(statement, "value", None)
    is_buffer = isinstance(call, ast.Call) and last_name(call.func) == "register_buffer"
    first = call.args[0] if isinstance(call, ast.Call) and call.args else None
    return is_buffer and getattr(first, "value", "") == name
