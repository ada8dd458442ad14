"""Write a ``__transformed_code_*`` file: a header, then the function.

The file must be the same in each run of a program, so that breakpoints stay valid.  So
it holds no id, no address, no time, and nothing that is known only later.
"""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize
from typing import TYPE_CHECKING, AbstractSet, Mapping, NamedTuple, Sequence

from depyf.model.source_places import one_line
from depyf.records import dataclass
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.decompiler import Decompiled

_QUALITY = {
    "exact": "exact: checked to do what Dynamo's bytecode does",
    "structured": "structured: checked to do what Dynamo's bytecode does",
    "dispatch": "dispatch: checked, but shown as a state machine",
    "listing": "listing: the instructions as they are; this could not be decompiled",
}
_WORD = regex(r"\w+")
_MOST_NAMES = 10
_OWN_CODE = (ast.AsyncFunctionDef, ast.ClassDef, ast.FunctionDef, ast.Lambda)
# Statements that run and contain no other statements.
_SIMPLE = (
    ast.Assert, ast.Assign, ast.AugAssign, ast.Delete, ast.Expr, ast.Import,
    ast.ImportFrom, ast.Raise, ast.Return,
)  # fmt: skip


class Statements(NamedTuple):
    """The first lines of all statements, and of the statements without a body."""

    all: list[int]
    simple: list[int]


@dataclass(frozen=True)
class TransformedFile:
    """The text of the file, and the position of the decompiled source in it.

    Attributes:
        text: the whole text of the file.
        lines_before: the number of lines before the source.
        statements: the lines in the file at which the function's statements begin.
    """

    text: str
    lines_before: int
    statements: Statements


def transformed_file_text(
    stem: str,
    decompiled: Decompiled,
    *,
    free_names: Sequence[str],
    subject: str,
    remarks: Mapping[int, str],
    variables: AbstractSet[str] | None,
    stack_variables: Mapping[str, str],
    global_names: Mapping[str, str],
) -> TransformedFile:
    """Return the file that shows `decompiled`.

    Args:
        stem: the name of the file without ``.py``, and of the function.
        decompiled: the decompilation, whose source is a ``def``.
        free_names: the free variables of the function.  If there are any, the file
            wraps the function in another one that has these variables.
        subject: the user's function, in words.
        remarks: the comments for lines of the decompiled source.
        variables: the names that the running code stores; None for all in the source.
        stack_variables: the user's variable for each parameter that Dynamo named.
        global_names: the full name of each global that the source shortens.
    """
    lines = [
        f"# What torch.compile runs for {one_line(subject)}.",
        f"# {_QUALITY.get(decompiled.quality.value, decompiled.quality.value)}.",
    ]
    if decompiled.hidden_instructions:
        lines.append(
            f"# It hides {decompiled.hidden_instructions} of "
            f"{decompiled.total_instructions} instructions without effect for the "
            "reader (list packing, profiler calls)."
        )
    lines += [
        f"# Note: {one_line(' '.join(note.split()))}" for note in decompiled.diagnostics
    ]
    if variables is not None:
        lines += _temporaries(decompiled.source, variables)
    lines += [
        f"# {parameter} is what your code calls {name}."
        for parameter, name in stack_variables.items()
    ]
    words = set(_WORD.findall(decompiled.source)) if global_names else set()
    lines += [
        f"# {shown} is the global {name}."
        for shown, name in global_names.items()
        if shown in words
    ]
    lines.append("# Breakpoints set in this file are hit.")
    source = _with_remarks(decompiled.source, remarks).rstrip("\n")
    if free_names:
        lines += ["", f"def __outer_of_{stem}():"]
        lines += [f"    {name} = None  # a free variable" for name in free_names]
        source = textwrap.indent(source, "    ")
        after = [f"    return {stem}", ""]
    else:
        lines.append("")
        after = [""]
    text = "\n".join([*lines, source, *after])
    return TransformedFile(text, len(lines), _statement_lines(text, stem))


def _with_remarks(source: str, remarks: Mapping[int, str]) -> str:
    """Return the source with remarks as comments at line ends."""
    lines = source.split("\n")
    free = _lines_open_to_comments(source)
    for number, remark in remarks.items():
        if number in free and remark:
            lines[number - 1] += f"  # {remark}"
    return "\n".join(lines)


def _lines_open_to_comments(source: str) -> set[int]:
    """Return the lines on which a statement begins and a comment can be added."""
    ends, starts = set(), set()
    begins = True
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type in (tokenize.NEWLINE, tokenize.NL):
                ends.add(token.start[0])
                begins = begins or token.type == tokenize.NEWLINE
            elif begins and token.type not in (tokenize.INDENT, tokenize.DEDENT):
                starts.add(token.start[0])
                begins = token.type == tokenize.COMMENT
    except (tokenize.TokenError, SyntaxError):
        return set()
    return ends & starts


def _temporaries(source: str, variables: AbstractSet[str]) -> list[str]:
    """Return a comment that lists names which are no variables of the running code."""
    try:
        names = {
            node.id: (node.lineno, node.col_offset)
            for node in reversed(list(ast.walk(ast.parse(source))))
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    except SyntaxError:
        return []
    found = sorted(names.keys() - variables, key=lambda name: names[name])
    if not found:
        return []
    shown = ", ".join(found[:_MOST_NAMES])
    if found[_MOST_NAMES:]:
        shown += f" and {len(found) - _MOST_NAMES} more"
    return [f"# Names for values on the stack, which are no variables: {shown}."]


def _statement_lines(text: str, name: str) -> Statements:
    """Return the first lines of the statements of the function `name` in a file."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return Statements([], [])
    waiting: list[ast.AST] = [
        child
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == name
        for child in node.body
    ]
    starts, simple = set(), []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            starts.add(node.lineno)
        if isinstance(node, _SIMPLE):
            simple.append(node.lineno)
        if not isinstance(node, _OWN_CODE):
            waiting.extend(ast.iter_child_nodes(node))
    return Statements(sorted(starts), sorted(simple))
