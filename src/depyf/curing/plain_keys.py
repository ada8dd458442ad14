"""Make keys Python numbers, where a program takes them from a numpy array."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.numpy_keys import NUMPY_KEYS
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.breaks import Break

_NO_ARRAYS = {"range", "enumerate", "zip", "sorted", "list", "tuple", "items", "keys"}


def plain_keys(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edits that convert an array before its items become keys."""
    if not NUMPY_KEYS.applies(one):
        return
    for file in known:
        for node in ast.walk(files.tree(file)):
            if isinstance(node, (ast.DictComp, ast.SetComp)):
                for edit in _converted(files, file, node):
                    source = source_of(files.lines(file), node.generators[0].iter)
                    what = f"`{source}.tolist()`, whose items are Python numbers"
                    yield Proposal(finding, what, (edit,))


def _converted(
    files: ProgramFiles, file: str, node: ast.DictComp | ast.SetComp
) -> Iterator[Edit]:
    """Yield the edit of the array from which a comprehension takes its keys."""
    [loop, *others] = node.generators
    key = node.key if isinstance(node, ast.DictComp) else node.elt
    if others or last_name(key) != last_name(loop.target):
        return
    if isinstance(loop.iter, ast.Call) and last_name(loop.iter.func) not in _NO_ARRAYS:
        source = source_of(files.lines(file), loop.iter)
        yield replaced(files, file, loop.iter, f"{source}.tolist()")
