"""Choose with numpy's `where` instead of torch's where a branch is about arrays."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.expression_parts import ends_of
from depyf.model.findings.program_text import index_of, program_files
from depyf.model.findings.rewriting import names_in
from depyf.model.findings.syntax_parts import NUMPY, last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.model.run import Run


def of_its_kind(run: Run, edit: str, branch: ast.If) -> str:
    """Return an edit of a branch with the `where` of the library that computes there.

    Args:
        run: the run.
        edit: the edit, with `torch.where`.
        branch: the branch.
    """
    module = next(_modules(run, branch), "")
    return edit.replace("torch.where(", f"{module}.where(") if module else edit


def _modules(run: Run, branch: ast.If) -> Iterator[str]:
    """Yield numpy's name if the test, or what a called function returns, uses it."""
    yield from sorted(names_in(branch.test) & NUMPY)
    called = {last_name(n.func) for n in ast.walk(branch) if isinstance(n, ast.Call)}
    for file in program_files(run):
        for name in sorted(called):
            for function in index_of(file).functions.get(name, ()):
                for end in ends_of(function):
                    call = end.value
                    used = dotted(call.func) if isinstance(call, ast.Call) else ""
                    if used.partition(".")[0] in NUMPY:
                        yield used.partition(".")[0]
