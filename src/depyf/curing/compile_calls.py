"""Find the calls of `torch.compile` in a program, and edit their options."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.compile_sites import compile_sites, with_dynamic
from depyf.model.findings.static_option import not_dynamic
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.compile_sites import CompileSite

_MOST = 3


class CompileCall(NamedTuple):
    """A use of `torch.compile`: a call, or a decorator without parentheses."""

    file: str
    site: CompileSite

    @property
    def node(self) -> ast.expr:
        """The call, or the decorator."""
        return self.site.node


def compile_calls(files: ProgramFiles, known: Sequence[str]) -> list[CompileCall]:
    """Return the uses of `torch.compile` in a program, in the order of its files."""
    return [
        CompileCall(file, site)
        for file in known
        for site in compile_sites(files.tree(file))
    ]


def made_dynamic(
    files: ProgramFiles, known: Sequence[str], finding: str, function: str
) -> Iterator[Proposal]:
    """Yield edits that add ``dynamic=True`` for a function, or for all functions.

    Args:
        files: the program's files.
        known: the paths of these files.
        finding: the problem to cure.
        function: the name of the function.  If no use of `torch.compile` names it, each
            use is tried.
    """
    yield from _in_tables(files, known, finding)
    every = compile_calls(files, known)
    # A decorator compiles only its own function.
    every = [
        one for one in every if function in one.site.of or not one.site.is_decorator
    ]
    named = [one for one in every if function in one.site.of]
    if named:
        edits = tuple(edit for one in named for edit in _edit(files, one))
        if edits:
            what = f"compile `{function}` with `dynamic=True`"
            yield Proposal(finding, what, edits, is_sure=True)
        return
    found = [(one, edit) for one in every for edit in _edit(files, one)]
    for _, edit in found[:_MOST]:
        what = "compile with `dynamic=True`"
        yield Proposal(finding, what, (edit,), is_sure=True)
    edits = tuple(edit for _, edit in found)
    if len(edits) > 1 and are_apart(edits):
        what = "compile everything with `dynamic=True`"
        yield Proposal(finding, what, edits, is_sure=True)


def _in_tables(
    files: ProgramFiles, known: Sequence[str], finding: str
) -> Iterator[Proposal]:
    """Yield edits that set ``dynamic`` to True in dicts of options."""
    for file in known:
        for node, value in not_dynamic(files.tree(file)):
            is_dict = isinstance(node, ast.Call) and dotted(node.func) == "dict"
            if is_dict or isinstance(node, ast.Dict):
                edit = replaced(files, file, value, "True")
                what = "`dynamic=True` in the options of `torch.compile`"
                yield Proposal(finding, what, (edit,), is_sure=True)


def assigned_names(
    files: ProgramFiles, known: Sequence[str]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the names to which results of `torch.compile` are assigned.

    Each name comes with the names of the functions that the call compiles.
    """
    for one in compile_calls(files, known):
        for name in one.site.assigned:
            yield name, one.site.of


def options_of(files: ProgramFiles, known: Sequence[str]) -> str:
    """Return the program's options of `torch.compile`, such as ``(backend="eager")``.

    Only options with constant values are returned.  `fullgraph` is left out, because it
    would allow no graph break.
    """
    found = (option_texts(files, one) for one in compile_calls(files, known))
    return next(filter(None, found), "")


def option_texts(files: ProgramFiles, one: CompileCall) -> str:
    """Return the constant options of a call in parentheses, without `fullgraph`."""
    given = [
        f"{option.arg}={source_of(files.lines(one.file), option.value)}"
        for option in getattr(one.node, "keywords", ())
        if option.arg not in {None, "fullgraph"}
        if isinstance(option.value, ast.Constant)
    ]
    return f"({', '.join(given)})" if given else ""


def _edit(files: ProgramFiles, one: CompileCall) -> Iterator[Edit]:
    lines = files.lines(one.file)
    found = with_dynamic(one.node, lambda part: source_of(lines, part))
    if found is not None:
        yield replaced(files, one.file, *found)
