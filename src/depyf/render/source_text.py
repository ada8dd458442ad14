"""Edit Python source for display: rename a function, add comments, make it inert.

Each edit is checked by parsing.  If it would change or break the code, the text stays
as it was or becomes a comment.  So generated files always parse.
"""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize
from typing import Mapping, Sequence, Union

from depyf.model.python_text import compiles, parsed
from depyf.model.source_places import one_line
from depyf.records import dataclass
from depyf.regexes import regex
from depyf.render.fitting import in_rows
from depyf.torch_text.graph_lines import as_comment

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
CLOSURE = "__closure_of_"  # prefix of a function that owns nonlocal names
_COMMENT_COLUMN = 60
_LONGEST_LINE = 120
_NAMES_A_LINE = 88  # characters
_DEFINED = regex(r"(\bdef\s+)\w+")
_NONLOCAL = regex(r"(?P<space> *)nonlocal (?P<names>\w+(?:, \w+)*)")

_GOES_ON = regex(r"\"\"\"|'''|\\\n|[fFtT][rR]?['\"]")


@dataclass(frozen=True)
class Signature:
    """A function's parameters: in its head, in a call that passes them on, as names."""

    parameters: str
    forward: str
    names: tuple[str, ...]


def function_of(text: str) -> _Function | None:
    """Return the function that `text` consists of; None if it is anything else."""
    tree = parsed(text)
    if tree is None:
        return None
    found = [
        node
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    return found[0] if len(found) == 1 == len(tree.body) else None


def is_function(text: str) -> bool:
    """Return whether a text is one function, not lines from inside a function."""
    return function_of(textwrap.dedent(text)) is not None


def numbered(text: str, first: int) -> str:
    r"""Return the text with line numbers in front of its lines.

    >>> numbered("a\nb\n", 9)
    ' 9  a\n10  b'
    """
    lines = text.rstrip().split("\n")
    width = len(str(first + len(lines) - 1))
    return "\n".join(f"{n:{width}}  {line}" for n, line in enumerate(lines, first))


def signature(text: str) -> Signature:
    """Return the signature of the function that `text` defines.

    >>> signature("def f(a, *, b): pass").forward
    'a, b=b'
    """
    function = function_of(text)
    if function is None:
        return Signature("*args, **kwargs", "*args, **kwargs", ("args", "kwargs"))
    args = function.args
    positional = [arg.arg for arg in (*args.posonlyargs, *args.args)]
    heads = list(positional)
    if args.posonlyargs:
        heads.insert(len(args.posonlyargs), "/")
    forward = list(positional)
    names = list(positional)
    if args.vararg is not None:
        heads.append(f"*{args.vararg.arg}")
        forward.append(f"*{args.vararg.arg}")
        names.append(args.vararg.arg)
    elif args.kwonlyargs:
        heads.append("*")
    for arg in args.kwonlyargs:
        heads.append(arg.arg)
        forward.append(f"{arg.arg}={arg.arg}")
        names.append(arg.arg)
    if args.kwarg is not None:
        heads.append(f"**{args.kwarg.arg}")
        forward.append(f"**{args.kwarg.arg}")
        names.append(args.kwarg.arg)
    return Signature(", ".join(heads), ", ".join(forward), tuple(names))


def renamed(text: str, name: str) -> str:
    """Return `text` with its function renamed to `name`."""
    function = function_of(text)
    if function is None or function.name == name:
        return text
    lines = text.split("\n")
    head = lines[function.lineno - 1]
    lines[function.lineno - 1] = _DEFINED.sub(rf"\g<1>{name}", head, count=1)
    changed = "\n".join(lines)
    return changed if function_of(changed) is not None else text


def with_comments(text: str, comments: Mapping[int, str]) -> str:
    """Return `text` with aligned comments at the ends of lines, which count from 1.

    A comment that would be inside a string or after a backslash is left out.
    """
    if not comments:
        return text
    lines = text.split("\n")
    widths = [len(lines[n - 1]) for n in comments if 0 < n <= len(lines)]
    column = min(max([*widths, 0]), _COMMENT_COLUMN)
    tree = parsed(text)
    if tree is None:
        return text
    # If no string or statement continues after its line, each comment is safe.
    is_sure = not _GOES_ON.search(text) and "".join(comments.values()).isprintable()
    wanted = "" if is_sure else ast.dump(tree)

    def added(numbers: Sequence[int]) -> bool:
        """Add these comments if the code stays the same."""
        before = [lines[number - 1] for number in numbers]
        for number, head in zip(numbers, before):
            words = one_line(comments[number])
            lines[number - 1] = f"{head.ljust(column)}  # {words}"
        if is_sure or _code(lines) == wanted:
            return True
        for number, head in zip(numbers, before):
            lines[number - 1] = head
        return False

    # Nearly always all comments can be added, so check all at once first.
    waiting = [sorted(number for number in comments if 0 < number <= len(lines))]
    while waiting:
        numbers = waiting.pop()
        if numbers and not added(numbers) and len(numbers) > 1:
            half = len(numbers) // 2
            waiting += [numbers[:half], numbers[half:]]
    return "\n".join(lines)


def _code(lines: list[str]) -> str | None:
    """Return the syntax tree of the lines as text; None if they do not parse."""
    tree = parsed("\n".join(lines))
    return None if tree is None else ast.dump(tree)


def inert(text: str, name: str = "") -> str:
    r"""Return the user's function, changed so that its definition needs no names.

    Decorators become comments, and defaults that are not literals become ``...``.  A
    text that is no function, such as a part of a statement with a lambda, becomes a
    comment.

    >>> print(inert("@torch.compile\ndef f(a, b=torch.float32): return a"))
    # @torch.compile
    def f(a, b=...): return a
    """
    text = textwrap.dedent(text).strip("\n")
    function = function_of(text)
    if function is None:
        return as_comment(text)
    lines = text.split("\n")
    head = function.lineno - 1  # the line of "def": decorators come before it
    body = _without_defaults("\n".join(lines[head:]))
    if name:
        body = renamed(body, name)
    result = "\n".join([*(as_comment(line) for line in lines[:head]), body])
    if compiles(result):
        return result
    wrapped = _in_closure(result)
    return wrapped if compiles(wrapped) else as_comment(text)


def _without_defaults(text: str) -> str:
    function = function_of(text)
    if function is None:
        return text
    defaults = [node for node in function.args.defaults if not _is_plain(node)]
    defaults += [
        node for node in function.args.kw_defaults if node and not _is_plain(node)
    ]
    data = text.encode()
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    for node in sorted(defaults, key=lambda n: (n.lineno, n.col_offset), reverse=True):
        if node.end_lineno is None or node.end_col_offset is None:
            continue
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        data = data[:start] + b"..." + data[end:]
    changed = data.decode()
    return changed if function_of(changed) is not None else text


def _is_plain(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _in_closure(text: str) -> str:
    """Return `text` inside a function that owns the text's nonlocal names."""
    names: dict[str, None] = {}
    # "nonlocal" at the top level parses, but does not compile.
    tree = parsed(text) if "nonlocal" in text else None
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Nonlocal):
            names.update(dict.fromkeys(node.names))
    function = function_of(text)
    if not names or function is None:
        return text
    rows = in_rows(names, " = ".join, _NAMES_A_LINE)
    owned = "\n".join(f"    {row} = None" for row in rows)
    return (
        f"def {CLOSURE}{function.name}():\n"
        f"    # Owned by the function around it:\n{owned}\n\n"
        f"{textwrap.indent(text, '    ')}\n    return {function.name}"
    )


def within_lines(text: str) -> str:
    """Return code whose comments and `nonlocal` statements make no line too long.

    A comment moves above its line.  A `nonlocal` statement of many names becomes
    several statements.
    """
    given = text.split("\n")
    if max(map(len, given)) <= _LONGEST_LINE:
        return text
    columns = _comment_columns(text)
    lines = [
        part
        for number, line in enumerate(given, 1)
        for part in _comment_above(line, columns.get(number, 0))
    ]
    short = "\n".join(part for line in lines for part in _in_rows(line))
    return short if compiles(short) else "\n".join(lines)


def _comment_columns(text: str) -> dict[int, int]:
    """Return the column of each line's comment; lines count from 1."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return {}
    return dict(one.start for one in tokens if one.type == tokenize.COMMENT)


def _comment_above(line: str, column: int) -> list[str]:
    """Return a line with its comment near or above it; column 0 means no comment."""
    code, words = line[:column].rstrip(), line[column:]
    if len(line) <= _LONGEST_LINE or not code:
        return [line]
    near = f"{code}  {words}"  # not aligned with other comments
    if len(near) <= _LONGEST_LINE:
        return [near]
    return [f"{line[: len(line) - len(line.lstrip())]}{words}", code]


def _in_rows(line: str) -> list[str]:
    found = _NONLOCAL.fullmatch(line)
    if len(line) <= _LONGEST_LINE or found is None:
        return [line]
    rows = in_rows(found["names"].split(", "), " = ".join, _NAMES_A_LINE)
    return [f"{found['space']}nonlocal {row.replace(' = ', ', ')}" for row in rows]
