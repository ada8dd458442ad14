"""The statements of a graph's text, read without parsing those that are all alike.

Nearly every line of a graph is one statement, ``name: "type" = expression``.  Parsing
thousands of them is the dear part of reading a graph, so they are recognized by their
form, and Python parses the text with ``pass`` in their place.
"""

from __future__ import annotations

import ast
import re
from typing import Iterator, Mapping, NamedTuple, Sequence

from depyf.model.python_text import compiles, parsed
from depyf.torch_text.graph_lines import places_above
from depyf.torch_text.source_lines import one_line

# What has a semicolon or a sharp elsewhere, in a string perhaps, is not of this form.
_PLAIN = re.compile(
    r"\n +([^\W\d]\w*)(?:: \"([^\"\\\n]*)\")? = "
    r"((?!\w+ = )[^#;\"\\\n]+)(?:;(?: *\w+ =)+ None *)?(?=\n)"
)
# Begins with what is searched for: a search through megabytes is fast then.
_CLASS_NAME = re.compile(r"class (?!\w+\s*[(:])[^(\n]*\(")


class Statement(NamedTuple):
    """A statement of a graph that gives a name to a value.

    Attributes:
        line: in the text, from 1.
        target: the name; empty where there is none, or several.
        annotation: what torch says of the value.
        value: the text of the expression, on one line; empty if there is none.
        returns: whether it is ``return`` and not an assignment.
    """

    line: int
    target: str
    annotation: str
    value: str
    returns: bool = False


class Printed:
    """The text of a graph with what is the same for all functions in it.

    Attributes:
        tree: of the text, with `ast.Pass` for plain statements.
        above: what the comments above each line say, by its number.
    """

    def __init__(
        self, lines: Sequence[str], tree: ast.Module, plain: Mapping[int, Statement]
    ) -> None:
        self.tree = tree
        self.above = places_above(lines)
        self._lines = lines
        self._plain = plain

    def statements(self, function: ast.FunctionDef) -> Iterator[Statement]:
        """Yield the statements of a function of the graph."""
        for one in function.body:
            known = self._plain.get(one.lineno)
            yield known if known is not None else self._read(one)

    def _read(self, one: ast.stmt) -> Statement:
        value = getattr(one, "value", None)
        return Statement(
            one.lineno,
            _target(one),
            annotation_of(one),
            self._text(value) if isinstance(value, ast.expr) else "",
            isinstance(one, ast.Return),
        )

    def _text(self, value: ast.expr) -> str:
        """Return the text of an expression on one line."""
        first, last = value.lineno, value.end_lineno or value.lineno
        lines = [line.encode() for line in self._lines[first - 1 : last]]
        lines[-1] = lines[-1][: value.end_col_offset]
        lines[0] = lines[0][value.col_offset :]
        return " ".join(b" ".join(lines).decode().split())


def printed_of(text: str) -> Printed | None:
    """Return the printed text of a graph, or None where it is no Python."""
    source = text.strip("\n")
    plain, rest = _plain_statements(source)
    tree = parsed(with_class_names(rest))
    if tree is None:  # a line within brackets may look like a statement
        plain, tree = {}, parsed(with_class_names(source))
    return Printed(source.split("\n"), tree, plain) if tree is not None else None


def beginning(text: str) -> str:
    """Return the text of a graph up to its first plain statement."""
    first = _PLAIN.search(text)
    return text if first is None else text[: first.end()]


def _plain_statements(source: str) -> tuple[dict[int, Statement], str]:
    """Return plain statements by line, and the text with ``pass`` in their place."""
    plain: dict[int, Statement] = {}
    rest: list[str] = []
    end, line = 0, 1
    for found in _PLAIN.finditer(f"{source}\n"):
        start = found.start(1)
        line += source.count("\n", end, start)
        rest.append(source[end:start])
        end = found.end()
        target, annotation, value = found.groups("")
        plain[line] = Statement(line, target, annotation, value.rstrip())
    return plain, "pass".join([*rest, source[end:]])


def first_function(tree: ast.AST) -> ast.FunctionDef | None:
    """Return the function of a graph; those of nested ones come after it."""
    found = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef))
    return next(found, None)


def annotation_of(described: ast.AST | None) -> str:
    """Return what torch says of a value; empty where it says nothing."""
    found = getattr(described, "annotation", None)
    text = found.value if isinstance(found, ast.Constant) else ""
    return text if isinstance(text, str) else ""


def _target(statement: ast.stmt) -> str:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    return names[0] if names else ""


def parseable(text: str) -> str:
    r"""Return a printed graph so that it parses: torch prints ``class <lambda>``.

    >>> print(parseable("class <lambda>(torch.nn.Module):\n    pass"))
    class GraphModule(torch.nn.Module):
        pass
    """
    if compiles(text):
        return text
    renamed = with_class_names(text)
    if compiles(renamed):
        return renamed
    return "# torch's text of this graph is not Python:\n" + as_comment(text)


def with_class_names(text: str) -> str:
    """Return a printed graph in which no class is called ``<lambda>`` or the like."""
    return _CLASS_NAME.sub(_with_name, text)


def _with_name(found: re.Match[str]) -> str:
    line = found.string.rfind("\n", 0, found.start()) + 1
    before = found.string[line : found.start()]
    return "class GraphModule(" if not before.strip() else found.group()


def as_comment(text: str) -> str:
    """Return text as lines of comments."""
    lines = (one_line(line) for line in text.split("\n"))
    return "\n".join(f"# {line}".rstrip() for line in lines)
