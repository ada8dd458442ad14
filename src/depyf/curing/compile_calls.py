"""Find the calls of `torch.compile` in a program, and edit their options."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.compile_sites import compile_sites, with_dynamic
from depyf.model.findings.static_option import not_dynamic
from depyf.model.findings.syntax_parts import constants_named, last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.compile_sites import CompileSite

_MOST = 3


class CompileCall(NamedTuple):
    """A call of `torch.compile`, or the decorator ``@torch.compile`` without a call."""

    file: str
    site: CompileSite

    @property
    def node(self) -> ast.expr:
        """The node of the call of `torch.compile`, or of the decorator."""
        return self.site.node


def compile_calls(files: ProgramFiles, known: Sequence[str]) -> list[CompileCall]:
    """Return the program's calls of `torch.compile`, in the order of its files."""
    return [
        CompileCall(file, site)
        for file in known
        for site in compile_sites(files.tree(file))
    ]


def keywords_of(lines: Sequence[str], node: ast.expr) -> str:
    """Return the source of the options of a call of `torch.compile`, or of none.

    Args:
        lines: the lines of the file.
        node: the call, or a decorator without a call.
    """
    given = node.keywords if isinstance(node, ast.Call) else []
    return ", ".join(
        f"{f'{one.arg}=' if one.arg else '**'}{source_of(lines, one.value)}"
        for one in given
    )


def calls_for(
    files: ProgramFiles, known: Sequence[str], function: str
) -> tuple[list[CompileCall], bool]:
    """Return the calls that compile a function, and whether they name it.

    If none names it, these are all but decorators, which compile their own function.
    """
    every = compile_calls(files, known)
    named = [one for one in every if function in one.site.of]
    return named or [one for one in every if not one.site.is_decorator], bool(named)


def made_dynamic(
    files: ProgramFiles, known: Sequence[str], finding: str, function: str
) -> Iterator[Proposal]:
    """Yield edits that compile a function, or else everything, with ``dynamic=True``.

    Args:
        files: the program.
        known: its files.
        finding: what it is meant to cure.
        function: name of the function; where no call names it, each call is tried.
    """
    yield from _in_tables(files, known, finding)
    every, is_named = calls_for(files, known, function)
    if is_named:
        edits = tuple(edit for one in every for edit in _edit(files, one))
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
    """Yield edits that replace ``dynamic=False`` in dicts of options by True."""
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

    With each come the names of the functions that its call compiles.
    """
    for one in compile_calls(files, known):
        for name in one.site.assigned:
            yield name, one.site.of


def options_of(files: ProgramFiles, known: Sequence[str]) -> str | None:
    """Return the program's options of `torch.compile` as source: ``(backend="eager")``.

    With `fullgraph`, no break would be allowed, so it is left out.  None if a decorator
    cannot have the options, as they are no constants.
    """
    found = [option_texts(files, known, one) for one in compile_calls(files, known)]
    return next(filter(None, found), None if None in found else "")


def option_texts(
    files: ProgramFiles, known: Sequence[str], one: CompileCall
) -> str | None:
    """Return the options of a call as arguments of a decorator, without `fullgraph`.

    An option that is a variable is the constant that the program gives the variable
    everywhere; None if there are several, or none.
    """
    given = []
    for option in getattr(one.node, "keywords", ()):
        if option.arg == "fullgraph":
            continue
        value = _constant_text(files, known, one.file, option.value)
        if option.arg is None or not value:
            return None
        given.append(f"{option.arg}={value}")
    return f"({', '.join(given)})" if given else ""


def _constant_text(
    files: ProgramFiles, known: Sequence[str], file: str, value: ast.expr
) -> str:
    """Return the source of a constant, or of a variable's only constant."""
    if isinstance(value, ast.Constant):
        return source_of(files.lines(file), value)
    name = last_name(value)
    texts = {
        repr(one)
        for where in known
        for one in constants_named(files.tree(where), name)
        if isinstance(one, (str, bool))
    }
    return texts.pop() if len(texts) == 1 else ""


def _edit(files: ProgramFiles, one: CompileCall) -> Iterator[Edit]:
    lines = files.lines(one.file)
    found = with_dynamic(one.node, lambda part: source_of(lines, part))
    if found is not None:
        yield replaced(files, one.file, *found)
