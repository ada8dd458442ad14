"""Compile a function that takes a gradient instead of what it differentiates.

Compiled code does not support double backward, so a loss of forces fails where only the
energy is compiled.  `torch.func.grad` takes the gradient inside the compiled function,
whose graph then has one backward, that of the loss.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import (
    before,
    block_of,
    instead,
    is_alone,
    loaded_names,
    shifted,
    stored_names,
)
from depyf.curing.compile_calls import compile_calls, keywords_of
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import class_of, replaced, source_of, statement_at
from depyf.model.findings.double_gradients import double_gradients
from depyf.model.findings.program_index import first_line, last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.compile_calls import CompileCall
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.program_index import Function

_INNER = "differentiated"  # the name of the new function
_OPTIONS = {"create_graph", "retain_graph"}


class _Gradient(NamedTuple):
    """Statements that compute a value, and the one that takes its gradient.

    Attributes:
        file: the file.
        function: the function around the statements.
        made: the statements from the call to the gradient.
        taken: the statement that takes the gradient.
        call: the call of `torch.autograd.grad`.
        name: the variable that gets the gradient.
    """

    file: str
    function: Function
    made: Sequence[ast.stmt]
    taken: ast.stmt
    call: ast.Call
    name: str


def compiled_gradients(
    files: ProgramFiles, known: Sequence[str], finding: str
) -> Iterator[Proposal]:
    """Yield the edits that compile a function with the gradient that it takes.

    Args:
        files: the program's files.
        known: the paths of these files.
        finding: the problem to cure.
    """
    for one in _gradients(files, known):
        taken = [_with_function(files, one), *_without_leaf(files, one)]
        for site in compile_calls(files, known):
            moved = _moved(files, site, one)
            if moved and are_apart([*taken, *moved]):
                what = f"compile `{one.function.name}` with its gradient"
                yield with_torch(files, finding, what, [*taken, *moved])


def _gradients(files: ProgramFiles, known: Sequence[str]) -> Iterator[_Gradient]:
    """Yield the gradients of a value that statements just before them compute."""
    for file in known:
        tree = files.tree(file)
        for one in double_gradients(files.text(file)):
            taken, first = statement_at(tree, one.taken), statement_at(tree, one.made)
            if not isinstance(taken, ast.Assign) or first is None:
                continue
            block = block_of(tree, taken)
            if first not in block or not is_alone(files, file, [taken]):
                continue
            made = block[block.index(first) : block.index(taken)]
            function = function_at(tree, taken.lineno)
            found = _gradient_of(taken)
            if function is None or found is None or not all(map(_is_plain, made)):
                continue
            call, name = found
            if last_name(call.args[1]) not in stored_names(made):
                yield _Gradient(file, function, made, taken, call, name)


def _gradient_of(statement: ast.Assign) -> tuple[ast.Call, str] | None:
    """Return the call that takes one gradient by one variable, and the variable's name.

    The statement is ``g, = grad(y, x, ...)`` or ``g = grad(y, x, ...)[0]``.
    """
    target, value = statement.targets[0], statement.value
    if isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) == 1:
        target = target.elts[0]
    elif isinstance(value, ast.Subscript):
        value = value.value
    else:
        return None
    if not isinstance(value, ast.Call) or not isinstance(target, ast.Name):
        return None
    is_plain = (
        len(statement.targets) == 1
        and len(value.args) == 2
        and isinstance(value.args[1], ast.Name)
        and all(one.arg in _OPTIONS for one in value.keywords)
    )
    return (value, target.id) if is_plain else None


def _is_plain(statement: ast.stmt) -> bool:
    """Return whether a statement only assigns local variables."""
    return isinstance(statement, ast.Assign) and all(
        isinstance(one, (ast.Name, ast.Tuple)) for one in statement.targets
    )


# --- the gradient ---------------------------------------------------------------------


def _with_function(files: ProgramFiles, one: _Gradient) -> Edit:
    """Return the edit that takes the gradient of a new function."""
    lines = files.lines(one.file)
    value, by = (source_of(lines, node) for node in one.call.args)
    names = sorted(stored_names(one.made) & _used_behind(one))
    kept = names[0] if len(names) == 1 else f"({', '.join(names)})"
    given = f"{value}, {kept}" if names else value
    taken = f"{one.name}, {kept}" if names else one.name
    option = ", has_aux=True" if names else ""
    first = one.made[0]
    indent = " " * first.col_offset
    new = (
        f"{indent}def {_INNER}({by}):",
        *shifted(files, one.file, one.made, 1),
        f"{indent}    return {given}",
        f"{indent}{taken} = torch.func.grad({_INNER}{option})({by})",
    )
    return Edit(one.file, first_line(first), last_line(one.taken), new)


def _without_leaf(files: ProgramFiles, one: _Gradient) -> Iterator[Edit]:
    """Yield the edit of ``x = x.detach().requires_grad_()`` before the gradient by `x`.

    `torch.func.grad` needs no such leaf, and compiled code cannot make one.
    """
    by = last_name(one.call.args[1])
    for node in block_of(files.tree(one.file), one.taken):
        made = node.value if isinstance(node, ast.Assign) else None
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute):
            is_before = node.lineno < one.made[0].lineno
            is_leaf = made.func.attr == "requires_grad_"
            if is_before and is_leaf and stored_names([node]) == {by}:
                source = source_of(files.lines(one.file), made.func.value)
                yield replaced(files, one.file, made, source)


def _used_behind(one: _Gradient) -> set[str]:
    """Return the variables that the function reads behind the gradient."""
    end = last_line(one.taken)
    return loaded_names(
        [
            node
            for node in ast.walk(one.function)
            if isinstance(node, ast.Name) and node.lineno > end
        ]
    )


# --- what is compiled -----------------------------------------------------------------


def _moved(files: ProgramFiles, site: CompileCall, one: _Gradient) -> list[Edit]:
    """Return the edits that compile the gradient's function instead of another one."""
    node, lines = site.node, files.lines(site.file)
    options = keywords_of(lines, node)
    if site.site.is_decorator:
        if "self" in options or not _has_literals(node):
            return []
        removed = Edit(site.file, node.lineno, last_line(node), ())
        return [removed, _decorated(files, one, options)]
    if not isinstance(node, ast.Call) or not node.args:
        return []
    function = source_of(lines, node.args[0])
    if _has_literals(node):
        plain = replaced(files, site.file, node, function)
        return [plain, _decorated(files, one, options)]
    return _moved_in_class(files, site, one, function, options)


def _moved_in_class(
    files: ProgramFiles,
    site: CompileCall,
    one: _Gradient,
    function: str,
    options: str,
) -> list[Edit]:
    """Return the edits that compile a method where its object is made.

    The options are variables there, such as the fields of a configuration.
    """
    tree, lines = files.tree(site.file), files.lines(site.file)
    statement = statement_at(tree, site.node.lineno)
    if not isinstance(statement, ast.Assign) or site.file != one.file:
        return []
    around = function_at(tree, statement.lineno)
    owner = class_of(tree, one.function)
    if around is None or owner is None or around not in owner.body:
        return []
    value, target = statement.value, source_of(lines, statement.targets[0])
    itself = f"{around.args.args[0].arg}.{one.function.name}"
    compiled = f"{itself} = torch.compile({itself}{options and ', '}{options})"
    if value is site.node:
        new = [f"{target} = {function}", compiled]
    elif isinstance(value, ast.IfExp) and value.body is site.node:
        test = source_of(lines, value.test)
        new = [f"{target} = {function}", f"if {test}:", f"    {compiled}"]
    else:
        return []
    return [instead(files, site.file, statement, *new)]


def _has_literals(node: ast.expr) -> bool:
    """Return whether all options of a site are written out, so that they can move."""
    given = node.keywords if isinstance(node, ast.Call) else []
    return all(one.arg and isinstance(one.value, ast.Constant) for one in given)


def _decorated(files: ProgramFiles, one: _Gradient, options: str) -> Edit:
    """Return the edit that decorates the function that takes the gradient."""
    decorator = f"@torch.compile({options})" if options else "@torch.compile"
    return before(files, one.file, one.function, decorator)
