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
from depyf.torch_text.break_words import branches_differ

if TYPE_CHECKING:
    from depyf.model.findings.failures import Failure
    from depyf.torch_text.break_words import Branches


def differing(one: Failure) -> Branches | None:
    """Return how the results of the two functions differ, or None."""
    return branches_differ(one.metrics.fail_reason)


def branch_names(tree: ast.AST, line: int) -> list[str]:
    """Return the two functions that a line passes to `cond`; empty if unclear.

    Args:
        tree: the syntax tree of the file.
        line: the number of the line.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node.func) == "cond":
            if node.lineno <= line <= last_line(node):
                names = [dotted(one) for one in node.args[1:3]]
                return names if len(names) == 2 and all(names) else []
    return []


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
