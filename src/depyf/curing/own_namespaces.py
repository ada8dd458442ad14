"""Create objects of a class in Python instead of a `types.SimpleNamespace`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import free_name
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import line_after_imports, replaced_together
from depyf.model.findings.namespaces import CLASS, LINES, NAMESPACE, creates_namespace
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def own_namespaces(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit of all calls in the file that create a namespace."""
    line = one.where
    if line is None or not creates_namespace(one) or not files.is_own(line.file):
        return
    tree = files.tree(line.file)
    name = free_name(tree, CLASS)
    calls = [
        (node.func, name)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and last_name(node.func) == NAMESPACE
    ]
    if calls:
        at = line_after_imports(tree)
        lines = ("", "", *(text.replace(CLASS, name) for text in LINES), "")
        added = Edit(line.file, at, at - 1, lines)
        edits = (added, *replaced_together(files, line.file, calls))
        yield Proposal(finding, f"a class of its own instead of `{NAMESPACE}`", edits)
