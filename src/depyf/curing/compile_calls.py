"""Find the calls of `torch.compile` in a program, and edit their options."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.static_option import not_dynamic
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles

_NAMES = {"torch.compile", "compile"}
_MOST = 3


class CompileCall(NamedTuple):
    """A call of `torch.compile`, or that function as a decorator without a call."""

    file: str
    node: ast.expr


def compile_calls(files: ProgramFiles, known: Sequence[str]) -> list[CompileCall]:
    """Return the program's calls of `torch.compile`, in the order of its files."""
    return [
        CompileCall(file, node) for file in known for node in _nodes(files.tree(file))
    ]


def _nodes(tree: ast.Module) -> Iterator[ast.expr]:
    bare = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "torch"
        and any(alias.name == "compile" for alias in node.names)
        for node in ast.walk(tree)
    )
    wanted = _NAMES if bare else {"torch.compile"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = dotted(node.func)
            is_method = name.endswith(".compile") and not name.startswith(
                ("re.", "torch.")
            )
            if name in wanted or (is_method and _has_option(node)):
                yield node
        for decorator in getattr(node, "decorator_list", ()):
            if dotted(decorator) in wanted:
                yield decorator


def _has_option(node: ast.Call) -> bool:
    """Return whether all arguments of a call are options of `Module.compile`."""
    options = {"backend", "mode", "fullgraph", "dynamic", "options"}
    return not node.args and all(one.arg in options for one in node.keywords)


def made_dynamic(
    files: ProgramFiles, known: Sequence[str], finding: str, function: str
) -> Iterator[Proposal]:
    """Yield ``dynamic=True`` for one function, and for all compiled functions.

    Args:
        files: the program.
        known: its files.
        finding: what it is meant to cure.
        function: name of the function; where no call names it, each call is tried.
    """
    yield from _in_tables(files, known, finding)
    every = compile_calls(files, known)
    # A decorator compiles its own function only.
    every = [
        one
        for one in every
        if function in (names := list(compiled_names(files, one)))
        or not (names and is_decorator(files, one))
    ]
    named = [one for one in every if function in compiled_names(files, one)]
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
    """Yield ``dynamic=True`` for tables of options with ``dynamic`` set to False."""
    for file in known:
        for node, value in not_dynamic(files.tree(file)):
            is_dict = isinstance(node, ast.Call) and dotted(node.func) == "dict"
            if is_dict or isinstance(node, ast.Dict):
                edit = replaced(files, file, value, "True")
                what = "`dynamic=True` in the options of `torch.compile`"
                yield Proposal(finding, what, (edit,), is_sure=True)


def compiled_names(files: ProgramFiles, one: CompileCall) -> Iterator[str]:
    """Yield the names of the function that a call or decorator compiles."""
    if isinstance(one.node, ast.Call) and one.node.args:
        yield dotted(one.node.args[0]).rpartition(".")[2]
    for node in ast.walk(files.tree(one.file)):
        if one.node in getattr(node, "decorator_list", ()):
            yield getattr(node, "name", "")


def is_decorator(files: ProgramFiles, one: CompileCall) -> bool:
    """Return whether what compiles is the decorator of a function."""
    return any(
        one.node in getattr(node, "decorator_list", ())
        for node in ast.walk(files.tree(one.file))
    )


def assigned_names(
    files: ProgramFiles, known: Sequence[str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the names to which results of `torch.compile` are assigned.

    With each come the names of the functions that its call compiles.
    """
    compiled = {id(one.node): one for one in compile_calls(files, known)}
    for file in known:
        for node in ast.walk(files.tree(file)):
            if isinstance(node, ast.Assign) and id(node.value) in compiled:
                of = list(compiled_names(files, compiled[id(node.value)]))
                for target in node.targets:
                    yield dotted(target).rpartition(".")[2], of


def options_of(files: ProgramFiles, known: Sequence[str]) -> str:
    """Return how the program compiles, as arguments: ``(backend="eager")``.

    Only what is written as a constant; with `fullgraph`, no break would be allowed.
    """
    found = (option_texts(files, one) for one in compile_calls(files, known))
    return next(filter(None, found), "")


def option_texts(files: ProgramFiles, one: CompileCall) -> str:
    """Return the constant options of a call as arguments, without `fullgraph`."""
    given = [
        f"{option.arg}={source_of(files.lines(one.file), option.value)}"
        for option in getattr(one.node, "keywords", ())
        if option.arg not in {None, "fullgraph"}
        if isinstance(option.value, ast.Constant)
    ]
    return f"({', '.join(given)})" if given else ""


def _edit(files: ProgramFiles, one: CompileCall) -> Iterator[Edit]:
    node, lines = one.node, files.lines(one.file)
    if not isinstance(node, ast.Call):
        yield replaced(files, one.file, node, f"{source_of(lines, node)}(dynamic=True)")
        return
    for option in node.keywords:
        if option.arg == "dynamic":
            if source_of(lines, option.value) != "True":
                yield replaced(files, one.file, option.value, "True")
            return
    for option in node.keywords:
        if option.arg is None:  # the dict may have `dynamic`, and twice is an error
            options = f'{{**{source_of(lines, option.value)}, "dynamic": True}}'
            yield replaced(files, one.file, option.value, options)
            return
    source = source_of(lines, node).rstrip()
    inner = source[:-1].rstrip()
    comma = "" if inner.endswith(("(", ",")) else ","
    blank = "" if inner.endswith("(") else " "
    yield replaced(files, one.file, node, f"{inner}{comma}{blank}dynamic=True)")
