"""Move a number from the metadata of a tensor subclass to its tensors."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import replaced_together
from depyf.model.findings.metadata_guards import own_guard
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of
from depyf.model.findings.subclass_metadata import metadata_of
from depyf.model.findings.syntax_parts import constant, index_of_item, method_of
from depyf.model.python_text import dotted, text_of

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit
    from depyf.model.findings.subclass_metadata import Metadata

_LISTS = (ast.List, ast.Tuple)


def among_tensors(case: Case) -> Iterator[Proposal]:
    """Yield the edits that make an attribute a tensor, for each one in the metadata."""
    found = metadata_of(case.group)
    if found is None or not case.files.is_own(found.file.file):
        return
    guard = own_guard(case.group, found)
    method = method_of(found.owner, "__tensor_flatten__")
    if guard is not None and method is not None:
        edit = before(case.files, found.file.file, method, *guard.lines, "")
        what = (
            f"compare the metadata of `{found.owner.name}` without what it never uses"
        )
        yield Proposal(case.finding, what, (edit,))
    given = found.given.elts if isinstance(found.given, _LISTS) else []
    for number, node in enumerate(given):
        owner, _, name = dotted(node).rpartition(".")
        if owner == "self":
            edits = _edits(case, found, number, name)
            if edits:
                what = f"`{name}` is one of the tensors of `{found.owner.name}`"
                yield with_torch(case.files, case.finding, what, edits)


def _edits(case: Case, found: Metadata, number: int, name: str) -> list[Edit]:
    """Return the edits for one item of the metadata; none if its use is unclear."""
    read = _reads(found, number, name)
    given, names = found.given, found.names
    if read is None or not isinstance(names, _LISTS) or not isinstance(given, _LISTS):
        return []
    text, file = found.file.text, found.file.file
    kept = [text_of(one, text) for at, one in enumerate(given.elts) if at != number]
    every = [*(text_of(one, text) for one in names.elts), f'"{name}"']
    new = {
        names: f"[{', '.join(every)}]",
        given: f"({', '.join(kept)},)" if kept else "None",
        **read,
        **{
            one.value: f"torch.as_tensor({text_of(one.value, text)})"
            for one in index_of(found.file).at(Kind.ATTRIBUTE, name)
            if one.owner_class is found.owner and one.value is not None
        },
    }
    if any(node.lineno != node.end_lineno for node in new):
        return []
    return replaced_together(case.files, file, list(new.items()))


def _reads(found: Metadata, number: int, name: str) -> dict[ast.expr, str] | None:
    """Return the new code of each read of the metadata; None if a read is unclear."""
    method = method_of(found.owner, "__tensor_unflatten__")
    if method is None or len(method.args.args) < 2:
        return None
    inner, metadata = (one.arg for one in method.args.args[:2])
    uses = sum(getattr(node, "id", "") == metadata for node in ast.walk(method))
    new: dict[ast.expr, str] = {}
    for node in ast.walk(method):
        if isinstance(node, ast.Subscript) and dotted(node.value) == metadata:
            at = constant(index_of_item(node))
            if type(at) is int and at >= 0:
                moved = f"{metadata}[{at - (at > number)}]"
                new[node] = f'{inner}["{name}"]' if at == number else moved
    return new if len(new) == uses else None
