"""Propose edits of the fake implementation of a program's custom operator."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import indent_of
from depyf.model.findings.fake_functions import is_operator, operator_of
from depyf.model.findings.fake_signatures import parameters_text, takes_other
from depyf.model.findings.program_index import first_line, last_line, parameters_of
from depyf.model.findings.rewriting import names_in
from depyf.model.findings.syntax_parts import constant, last_name
from depyf.model.python_text import is_literal

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


class _Operator(NamedTuple):
    """A custom operator of the program, and its fake, if there is one.

    Attributes:
        file: the file of the implementation.
        name: the operator's own name.
        real: the implementation.
        fake: the fake implementation; None if a decorator registers none.
        register: the decorator that registers a fake.
        behind: the statement after which a fake can be registered.
    """

    file: str
    name: str
    real: ast.FunctionDef
    fake: ast.FunctionDef | None
    register: str
    behind: ast.stmt


def fake_edits(
    one: Break, files: ProgramFiles, finding: str, known: tuple[str, ...]
) -> Iterator[Proposal]:
    """Yield edits that make a fake agree with its operator.

    Args:
        one: the break or failure; its message or its stack names the operator.
        files: the program's files.
        finding: the problem to cure.
        known: the paths of the program's files.
    """
    words = " ".join((*one.texts, one.event.text, *_lines(one, files)))
    every = list(_operators(files, known))
    named = [operator for operator in every if operator.name in words]
    for operator in named or (every if "fake" in words else []):
        fake = operator.fake
        if fake is not None:
            yield from _same_parameters(files, finding, operator, fake)
            yield from _same_result(files, finding, operator, fake)
        else:
            yield from _missing(files, finding, operator)


def _lines(one: Break, files: ProgramFiles) -> Iterator[str]:
    """Yield the source of the program's lines on the stack of a break."""
    for line in one.event.user_stack:
        if files.is_own(line.file) and 0 < line.line <= len(files.lines(line.file)):
            yield files.lines(line.file)[line.line - 1]


def _operators(files: ProgramFiles, known: tuple[str, ...]) -> Iterator[_Operator]:
    for file in known:
        functions = [
            node
            for node in ast.walk(files.tree(file))
            if isinstance(node, ast.FunctionDef)
        ]
        fakes = {
            operator_of(decorator): one
            for one in functions
            for decorator in one.decorator_list
        }
        for real in functions:
            name = real.name
            if is_operator(real):
                register = f"{name}.register_fake"
                yield _Operator(file, name, real, fakes.get(name), register, real)
        for space, name, real, behind in _implemented(files.tree(file), functions):
            register = f'torch.library.register_fake("{space}::{name}")'
            yield _Operator(file, name, real, fakes.get(name), register, behind)


def _implemented(
    tree: ast.Module, functions: Sequence[ast.FunctionDef]
) -> Iterator[tuple[str, str, ast.FunctionDef, ast.stmt]]:
    """Yield the operators that a file implements with `impl` of a library object.

    With each come its namespace, its function, and the statement that registers it.
    """
    spaces = [
        constant(node.args[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and last_name(node.func) == "Library"
        and node.args
    ]
    named = {one.name: one for one in functions}
    for statement in tree.body:
        call = getattr(statement, "value", None)
        if not isinstance(call, ast.Call) or last_name(call.func) != "impl":
            continue
        name, real = ([*call.args, None, None])[:2]
        function = named.get(last_name(real)) if real is not None else None
        if function is not None and len(set(spaces)) == 1:
            yield str(spaces[0]), str(constant(name)), function, statement


def _same_parameters(
    files: ProgramFiles, finding: str, operator: _Operator, fake: ast.FunctionDef
) -> Iterator[Proposal]:
    """Yield the edit that gives a fake its operator's parameters and defaults."""
    lines, real = files.lines(operator.file), operator.real
    is_part = set(parameters_of(fake)) <= set(parameters_of(real))
    if not takes_other(real, fake) or not is_part:
        return
    given = ", ".join(parameters_text(real.args, "\n".join(lines)))
    indent = indent_of(lines[fake.lineno - 1])
    edit = Edit(
        operator.file, fake.lineno, _end_of_head(fake),
        (f"{indent}def {fake.name}({given}):",),
    )  # fmt: skip
    what = f"the fake of `{real.name}` takes the same parameters as the operator"
    yield Proposal(finding, what, (edit,), is_sure=True)


def _same_result(
    files: ProgramFiles, finding: str, operator: _Operator, fake: ast.FunctionDef
) -> Iterator[Proposal]:
    """Yield the edits that make a fake compute its result as the operator does.

    This works because torch's operations also run on fake tensors.
    """
    if len(parameters_of(fake)) != len(parameters_of(operator.real)):
        return
    lines = files.lines(operator.file)
    given = ", ".join(parameters_text(operator.real.args, "\n".join(lines)))
    indent = indent_of(lines[fake.lineno - 1])
    for body, how in _bodies(operator):
        new = (
            f"{indent}def {fake.name}({given}):",
            *_text(files, operator, body, indent),
        )
        edit = Edit(operator.file, fake.lineno, last_line(fake), new)
        what = f"the fake of `{operator.real.name}` {how}"
        yield Proposal(finding, what, (edit,), is_sure=True)


def _missing(
    files: ProgramFiles, finding: str, operator: _Operator
) -> Iterator[Proposal]:
    """Yield the edit that registers a fake with the body of the operator."""
    lines, real = files.lines(operator.file), operator.real
    indent = indent_of(lines[real.lineno - 1])
    given = ", ".join(parameters_text(real.args, "\n".join(lines)))
    at = last_line(operator.behind) + 1
    head = ("", "", f"{indent}@{operator.register}", f"{indent}def _({given}):")
    for body, how in _bodies(operator):
        edit = Edit(
            operator.file, at, at - 1, (*head, *_text(files, operator, body, indent))
        )
        what = f"register a fake of `{operator.name}` (`register_fake`), which {how}"
        yield Proposal(finding, what, (edit,), is_sure=True)


def _bodies(operator: _Operator) -> Iterator[tuple[list[ast.stmt], str]]:
    """Yield bodies for a fake, each with words that say what it does.

    The first has all statements of the operator. The second has no statements that only
    write into the result. Those do not change its type or shape, and may read values
    that a fake tensor does not have.
    """
    body = operator.real.body
    rest = body[1:] if len(body) > 1 and is_literal(body[0]) else body
    yield rest, "computes its result as the operator"
    creating = _creating(rest)
    if creating and len(creating) < len(rest):
        yield creating, "only creates its result as the operator"


def _creating(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the statements that create the result; [] if `body` ends with no `return`.

    Loops, tests and writes into a tensor are left out.
    """
    if not isinstance(body[-1], ast.Return) or body[-1].value is None:
        return []
    last = body[-1]
    kept: list[ast.stmt] = [last]
    needed = names_in(last)
    for statement in reversed(body[:-1]):
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            kept.append(statement)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            stored = {
                part.id
                for part in ast.walk(statement)
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            }
            if stored & needed:
                kept.append(statement)
                if not isinstance(statement, ast.AugAssign):
                    needed -= stored
                needed |= names_in(statement) - stored
    return kept[::-1]


def _text(
    files: ProgramFiles, operator: _Operator, body: Sequence[ast.stmt], indent: str
) -> Iterator[str]:
    """Yield the lines of an operator's statements, for a function with this indent."""
    lines = files.lines(operator.file)
    own = len(indent_of(lines[operator.real.lineno - 1]))
    for statement in body:
        for line in lines[first_line(statement) - 1 : last_line(statement)]:
            yield indent + line[own:] if line.strip() else line


def _end_of_head(function: ast.FunctionDef) -> int:
    """Return the last line of ``def ...:``, if the body begins on a line of its own."""
    return max(function.lineno, function.body[0].lineno - 1)
