"""The rule on the two functions of `torch.cond`, whose results must be alike."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.names import joined
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.rule import Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted
from depyf.torch_text.break_words import aliasing_branch, branches_differ

if TYPE_CHECKING:
    from depyf.model.findings.failures import Failure
    from depyf.torch_text.break_words import Branches


def differing(one: Failure) -> Branches | None:
    """Return how the results of the two functions differ, or None."""
    return branches_differ(one.metrics.fail_reason)


def branch_nodes(tree: ast.AST, line: int) -> list[ast.expr]:
    """Return the two functions that a line passes to `cond`; empty if unclear.

    Args:
        tree: the syntax tree of the file.
        line: the number of the line.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node.func) == "cond":
            if node.lineno <= line <= last_line(node):
                found = node.args[1:3]
                return found if len(found) == 2 and all(map(dotted, found)) else []
    return []


def branch_names(tree: ast.AST, line: int) -> list[str]:
    """Return the names of the two functions; empty if unclear."""
    return [dotted(one) for one in branch_nodes(tree, line)]


def aliasing(one: Failure) -> tuple[ast.expr, str] | None:
    """Return the function of `cond` that may return its input, and its source."""
    number = aliasing_branch(one.metrics.fail_reason)
    line, file = one.line, file_of(one.run, one.line)
    nodes = branch_nodes(index_of(file).tree, line.line) if file and line else []
    if number is None or not nodes:
        return None
    return nodes[number], dotted(nodes[number])


def _alias_note(one: Failure) -> str:
    found = aliasing(one)
    name = found[1] if found is not None else ""
    return f"let `{name}` return a copy, such as `x.clone()`, not the input `x` itself"


def _differ(one: Failure) -> str:
    found = differing(one)
    assert found is not None
    return (
        f"branches of `torch.cond` return different {found.what}s, `{found.first}` and "
        f"`{found.second}`"
    )


def _note(one: Failure) -> str:
    found, line, file = differing(one), one.line, file_of(one.run, one.line)
    names = branch_names(index_of(file).tree, line.line) if file and line else []
    both = joined(f"`{name}`" for name in names) or "both branches"
    what = found.what if found is not None else ""
    cast = ", such as by `.to(...)` at the end of one" if what == "dtype" else ""
    return f"let {both} return the same {what}{cast}"


COND_BRANCHES: Rule[Failure] = Rule(
    "cond-branches",
    when=differing,
    what=lambda one: f"fails to compile: the {_differ(one)}",
    note=_note,
    title="fails to compile: branches of `torch.cond`",
    why=lambda one: f"The {_differ(one)}.",
)
ALIASING_BRANCH: Rule[Failure] = Rule(
    "aliasing-branch",
    when=aliasing,
    what="fails to compile: a branch of `torch.cond` may return its input itself",
    note=_alias_note,
    title="fails to compile: branches of `torch.cond`",
    why="A branch of `torch.cond` may return its input itself. Torch needs a new "
    "tensor.",
)
