"""Call `requires_grad_` on a copy of a tensor that other code uses, too.

``x.requires_grad_()`` changes the tensor itself.  So the next call with this tensor
compiles an entry for a tensor that requires gradients.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import instead, is_alone
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import constant, last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit, ProgramFiles

_SWITCH = "requires_grad_"
_KEPT = (ast.Name, ast.Attribute, ast.Subscript)  # other expressions create a tensor


def own_leaves(case: Case) -> Iterator[Proposal]:
    """Yield the edits that call `requires_grad_` on a copy.

    `clone` is differentiable, so no gradient stops at the copy.
    """
    if case.kind is not GuardKind.REQUIRES_GRAD:
        return
    files = case.files
    read = {name for file in case.known for name in _gradients_of(files.tree(file))}
    for file in case.known:
        for node in ast.walk(files.tree(file)):
            found = _switched(node)
            if found is None or last_name(found) in read:
                continue
            edit = _copied(files, file, node, found)
            if edit is not None:
                source = source_of(files.lines(file), found)
                what = f"switch gradients on for a copy of `{source}`"
                yield Proposal(case.finding, what, (edit,))


def _gradients_of(tree: ast.Module) -> Iterator[str]:
    """Yield the names of tensors whose ``.grad`` a file reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "grad":
            yield last_name(node.value)


def _switched(node: ast.AST) -> ast.expr | None:
    """Return the tensor on which a statement calls `requires_grad_`, if it does."""
    value = node.value if isinstance(node, (ast.Assign, ast.Expr)) else None
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return None
    given: Sequence[ast.expr] = [*value.args, *(one.value for one in value.keywords)]
    is_on = all(constant(one) is True for one in given) and len(given) <= 1
    is_switch = value.func.attr == _SWITCH and is_on
    return (
        value.func.value if is_switch and isinstance(value.func.value, _KEPT) else None
    )


def _copied(
    files: ProgramFiles, file: str, node: ast.AST, tensor: ast.expr
) -> Edit | None:
    source = source_of(files.lines(file), tensor)
    if "\n" in source:
        return None
    if isinstance(node, ast.Assign):
        is_local = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        return replaced(files, file, tensor, f"{source}.clone()") if is_local else None
    is_variable = isinstance(tensor, ast.Name) and function_at(
        files.tree(file), tensor.lineno
    )
    if not is_variable or not isinstance(node, ast.stmt):
        return None
    if not is_alone(files, file, [node]):
        return None
    return instead(files, file, node, f"{source} = {source}.clone().{_SWITCH}()")
