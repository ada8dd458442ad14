"""Locate functions, statements, calls and imports in a file."""

from __future__ import annotations

import ast
from typing import Iterator, Sequence

from depyf.curing.program_files import Edit, ProgramFiles
from depyf.model.findings.program_index import FUNCTIONS, Function, last_line
from depyf.model.findings.syntax_parts import is_imported
from depyf.model.python_text import dotted, is_literal

# Expressions that bind more tightly than ``and`` and ``or``.
_TIGHT = (ast.Compare, ast.Call, ast.Name, ast.Attribute, ast.Subscript, ast.BinOp)
# Expressions whose variables do not exist before the statement around them.
_OWN_VARIABLES = (
    ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def functions_named(tree: ast.AST, name: str) -> Iterator[Function]:
    """Yield the functions in a file that have a name."""
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and node.name == name:
            yield node


def class_of(tree: ast.AST, function: Function) -> ast.ClassDef | None:
    """Return the class whose body holds a function; None if there is none."""
    for one in ast.walk(tree):
        if isinstance(one, ast.ClassDef) and function in one.body:
            return one
    return None


def called_on(tree: ast.AST, function: Function) -> tuple[str, list[str]]:
    """Return how a function calls another one of its class, and what it passes first.

    Returns:
        The prefix of the name in a call, and the names of the parameters that both
        functions have first; "" and an empty list outside of classes.
    """
    owner = class_of(tree, function)
    if owner is None:
        return "", []
    kinds = {dotted(one) for one in function.decorator_list}
    if "staticmethod" in kinds:
        return f"{owner.name}.", []
    given = [*getattr(function.args, "posonlyargs", ()), *function.args.args]
    return (f"{given[0].arg}.", [given[0].arg]) if given else ("", [])


def attributes_set_later(tree: ast.AST) -> set[str]:
    """Return the names of attributes that a file sets or deletes outside `__init__`."""
    early = {
        id(node) for one in functions_named(tree, "__init__") for node in ast.walk(one)
    }
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        if id(node) not in early
    }


def body_of(function: Function) -> list[ast.stmt]:
    """Return the statements of a function without its docstring."""
    is_text = ast.get_docstring(function, clean=False) is not None
    return function.body[is_text:]


def statement_at(tree: ast.AST, line: int) -> ast.stmt | None:
    """Return the innermost statement on a line; for a compound one, on its head."""
    found: ast.stmt | None = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= _head_end(node):
            if found is None or node.lineno >= found.lineno:
                found = node
    return found


def _head_end(statement: ast.stmt) -> int:
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
        return max(statement.lineno, body[0].lineno - 1)
    return last_line(statement)


def calls_at(tree: ast.AST, line: int) -> Iterator[ast.Call]:
    """Yield the calls on a line, outermost first."""
    statement = statement_at(tree, line)
    for node in ast.walk(statement) if statement is not None else ():
        if isinstance(node, ast.Call) and node.lineno <= line <= last_line(node):
            yield node


def source_of(lines: Sequence[str], node: ast.AST) -> str:
    """Return the source of an expression, which may have several lines."""
    first, last = getattr(node, "lineno", 1), last_line(node)
    start = getattr(node, "col_offset", 0)
    end = getattr(node, "end_col_offset", 0) or 0
    chosen = [line.encode() for line in lines[first - 1 : last]]
    if not chosen:
        return ""
    chosen[-1] = chosen[-1][:end]
    chosen[0] = chosen[0][start:]
    return "\n".join(part.decode(errors="replace") for part in chosen)


def operand_of(lines: Sequence[str], node: ast.expr) -> str:
    """Return the source of a test as an operand of ``and`` or ``or``."""
    source = source_of(lines, node)
    return source if isinstance(node, _TIGHT) else f"({source})"


def replaced(files: ProgramFiles, file: str, node: ast.AST, new: str) -> Edit:
    """Return the edit that replaces an expression by new source."""
    lines = files.lines(file)
    first, last = getattr(node, "lineno", 1), last_line(node)
    start = getattr(node, "col_offset", 0)
    end = getattr(node, "end_col_offset", 0) or 0
    head = lines[first - 1].encode()[:start].decode(errors="replace")
    tail = lines[last - 1].encode()[end:].decode(errors="replace")
    return Edit(file, first, last, tuple(f"{head}{new}{tail}".split("\n")))


def replaced_together(
    files: ProgramFiles, file: str, new: Sequence[tuple[ast.expr, str]]
) -> list[Edit]:
    """Return the edits that replace expressions, of which a line may have several.

    Each expression must be on one line.
    """
    by_line: dict[int, list[tuple[ast.expr, str]]] = {}
    for node, text in new:
        by_line.setdefault(node.lineno, []).append((node, text))
    edits = []
    for number, pairs in by_line.items():
        line = files.lines(file)[number - 1].encode()
        for node, text in sorted(pairs, key=lambda pair: -pair[0].col_offset):
            line = line[: node.col_offset] + text.encode() + line[node.end_col_offset :]
        edits.append(Edit(file, number, number, (line.decode(errors="replace"),)))
    return edits


def indent_of(line: str) -> str:
    """Return the blanks at the beginning of a line."""
    return line[: len(line) - len(line.lstrip())]


def line_after_imports(tree: ast.Module) -> int:
    """Return the line after the imports at the beginning of a file.

    Up to three other statements between imports, such as settings of the environment,
    count as imports.
    """
    last, since = 0, 0
    for node in tree.body:
        is_docstring = last == 0 and is_literal(node)
        if is_docstring or isinstance(node, (ast.Import, ast.ImportFrom)):
            last, since = last_line(node), 0
            continue
        since += 1
        if since > 3:
            break
    return last + 1


def with_imports(files: ProgramFiles, file: str, names: Sequence[str]) -> list[Edit]:
    """Return the edits that add missing imports of modules to a file."""
    tree = files.tree(file)
    missing = [name for name in names if not is_imported(tree, name)]
    if not missing:
        return []
    line = line_after_imports(tree)
    lines = [f"import {name}" for name in missing]
    has_imports = any(
        isinstance(one, (ast.Import, ast.ImportFrom)) for one in tree.body
    )
    following = files.lines(file)[line - 1 : line]
    if not has_imports and following and following[0].strip():
        lines += ["", ""]
    return [Edit(file, line, line - 1, tuple(lines))]


def has_own_variables(statement: ast.stmt, node: ast.expr) -> bool:
    """Return whether an expression may use variables of a lambda or comprehension."""
    holders = (one for one in ast.walk(statement) if isinstance(one, _OWN_VARIABLES))
    return any(node is inner for one in holders for inner in ast.walk(one))
