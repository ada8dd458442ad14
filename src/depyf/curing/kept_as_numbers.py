"""Keep numbers as numbers, where a module keeps them as tensors."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import behind, instead
from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced
from depyf.model.findings.number_buffers import number_buffers

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.number_buffers import NumberBuffer


def kept_as_numbers(
    one: Break, files: ProgramFiles, finding: str
) -> Iterator[Proposal]:
    """Yield the edit that keeps the numbers that functions around a break read."""
    found = [each for each in number_buffers(one) if files.is_own(each.line.file)]
    edits = [edit for each in found for edit in _edits(files, each)]
    if edits and are_apart(edits):
        names = ", ".join(f"`self.{each.name}`" for each in found)
        yield Proposal(finding, f"keep {names} as numbers", tuple(edits))


def _edits(files: ProgramFiles, one: NumberBuffer) -> Iterator[Edit]:
    """Yield the edits that keep a number.

    If a state dict contains the tensor, the number is kept beside it, and read instead
    of it.
    """
    file = one.line.file
    if not one.is_saved:
        yield instead(files, file, one.node, one.as_number)
        return
    yield behind(files, file, one.node, one.as_number)
    for node in ast.walk(files.tree(file)):
        if isinstance(node, ast.ClassDef) and node.name == one.owner:
            for read in _reads(node, one.name):
                yield replaced(files, file, read, f"self.{one.kept_name}")


def _reads(owner: ast.ClassDef, name: str) -> Iterator[ast.Attribute]:
    """Yield where methods other than ``__init__`` read an attribute of `self`."""
    methods = [one for one in owner.body if isinstance(one, ast.FunctionDef)]
    for method in methods:
        for node in ast.walk(method) if method.name != "__init__" else ():
            if isinstance(node, ast.Attribute) and node.attr == name:
                if isinstance(node.value, ast.Name) and node.value.id == "self":
                    yield node
