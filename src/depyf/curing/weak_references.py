"""Keep a weak reference that a property calls, instead of a weak proxy."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import class_of, replaced_together, source_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.break_words import is_weak_proxy

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.breaks import Break


def weak_references(
    one: Break, files: ProgramFiles, finding: str, known: tuple[str, ...]
) -> Iterator[Proposal]:
    """Yield the edit of each class that keeps one proxy in an attribute."""
    if not is_weak_proxy(" ".join(one.texts)):
        return
    for file in known:
        stores = [*_stores(files.tree(file))]
        for node, target, call in stores:
            if [each[1].attr for each in stores].count(target.attr) == 1:
                edits = _edits(files, file, node, target, call)
                what = f"a property that calls a weak reference as `{target.attr}`"
                if edits:
                    yield Proposal(finding, what, tuple(edits))


def _stores(tree: ast.AST) -> Iterator[tuple[ast.Assign, ast.Attribute, ast.Call]]:
    """Yield the statements ``self.name = weakref.proxy(...)`` of a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, call = node.targets[0], node.value
            if isinstance(target, ast.Attribute) and isinstance(call, ast.Call):
                if (
                    last_name(target.value) == "self"
                    and last_name(call.func) == "proxy"
                ):
                    yield node, target, call


def _edits(
    files: ProgramFiles,
    file: str,
    node: ast.Assign,
    target: ast.Attribute,
    call: ast.Call,
) -> list[Edit]:
    lines, tree = files.lines(file), files.tree(file)
    method, made = function_at(tree, node.lineno), source_of(lines, call.func)
    if method is None or class_of(tree, method) is None:
        return []
    if not made.endswith("weakref.proxy"):  # `ref` may not be imported
        return []
    kept, name = f"self._{target.attr}_reference", target.attr
    new = made.replace("proxy", "ref")
    return [
        before(files, file, method, "@property", f"def {name}(self):",
               f"    return {kept}()", ""),
        *replaced_together(files, file, [(target, kept), (call.func, new)]),
    ]  # fmt: skip
