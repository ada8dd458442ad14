"""Let both functions of `torch.cond` return new tensors of one dtype."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import functions_named, replaced, source_of
from depyf.model.findings.cond_branches import aliasing, branch_names, differing
from depyf.model.findings.program_index import own_nodes

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.failures import Failure


def cond_branches(
    one: Failure, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edits that convert the result of either function."""
    found, line = differing(one), one.line
    if found is None or found.what != "dtype" or line is None:
        return
    names = branch_names(files.tree(line.file), line.line)
    for name, dtype in zip(names, (found.second, found.first)):
        edits = [*_converted(files, known, name, dtype)]
        if edits:
            what = f"`{name}` returns `{dtype}`, as the other branch does"
            yield with_torch(files, finding, what, edits)


def _converted(
    files: ProgramFiles, known: Sequence[str], name: str, dtype: str
) -> Iterator[Edit]:
    """Yield the edits of what the only function with a name returns."""
    last = name.rpartition(".")[2]
    found = [
        (file, one) for file in known for one in functions_named(files.tree(file), last)
    ]
    for file, function in found if len(found) == 1 else ():
        for node in own_nodes(function):
            if isinstance(node, ast.Return) and node.value is not None:
                new = f"({source_of(files.lines(file), node.value)}).to({dtype})"
                yield replaced(files, file, node.value, new)


def copied_result(
    one: Failure, files: ProgramFiles, finding: str
) -> Iterator[Proposal]:
    """Yield the edit that copies what a function returns, which may be its input."""
    found, line = aliasing(one), one.line
    if found is not None and line is not None and files.is_own(line.file):
        node, name = found
        new = f"lambda *inputs: {name}(*inputs).clone()"
        edit = replaced(files, line.file, node, new)
        yield Proposal(finding, f"copy what `{name}` returns", (edit,))
