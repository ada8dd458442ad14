"""Read the lines of a printed graph: its statements, and the comments above.

torch prints the line, `capture.node_origins` the module and the callers, and those only
where they are others than those before.

Nearly every line is one statement, ``name: "type" = expression``.  Parsing thousands of
them is the dear part of reading a graph, so they are recognized by their form, and
Python parses the text with ``pass`` in their place.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Iterable, Iterator, Mapping, NamedTuple, Sequence

from depyf.model.python_text import compiles, parsed
from depyf.torch_text.source_lines import (
    SourceLine,
    one_line,
    place_comment,
    short_file,
)

_LAYERS = 4096  # comments that are read once: those of a model's layers are alike
_TEXTS = 16
_NODE = re.compile(
    r"\s+(?P<name>[^\W\d]\w*)\s*(?::[^=]*)? = (?:torch\.ops\.(?P<operator>[\w.]+)\()?"
)
_CLASS = re.compile(r"\s*class (?P<name>[^\s(]+)")
_MODULE = re.compile(r"\s*# Module: (?P<path>\S+) \((?P<kind>[^)]*)\)$")
MODULE = "# Module: "
CALLERS = "# Called from: "
NO_STACK = "# No stacktrace"
OTHER_RUN = "Not a line of this run: "
# What says that the nodes below it come from no line that is known.
_NO_PLACE = (NO_STACK, f"# {OTHER_RUN}", f"# Backward of forward node: {OTHER_RUN}")
_CALLER = re.compile(r"(?P<file>.+):(?P<line>\d{1,9}) in (?P<function>.+)$")
# What has a semicolon or a sharp elsewhere, in a string perhaps, is not of this form.
_PLAIN = re.compile(
    r"\n +([^\W\d]\w*)(?:: \"([^\"\\\n]*)\")? = "
    r"((?!\w+ = )[^#;\"\\\n]+)(?:;(?: *\w+ =)+ None *)?(?=\n)"
)
# Never what is no number (``007``), or too long for Python to read.
_NUMBER = re.compile(r"(?<!\d)(?:0|[1-9]\d{0,99})(?!\d)")
# Begins with what is searched for: a search through megabytes is fast then.
_CLASS_NAME = re.compile(r"class (?!\w+\s*[(:])[^(\n]*\(")


class Above(NamedTuple):
    """The comments above the nodes of one line.

    Callers are outermost first, their files without folders.  `module` is as torch
    writes it: ``self.layers.0.norm``; `kind` is its class.

    `perhaps` are callers of lines whose function is named like the outermost caller's:
    torch's text does not say whether it is that function, which has no callers, or a
    called one of the same name, such as another module's ``forward``.
    """

    module: str = ""
    callers: tuple[SourceLine, ...] = ()
    place: SourceLine | None = None
    function: str = ""
    kind: str = ""
    perhaps: tuple[SourceLine, ...] = ()


class NodeLine(NamedTuple):
    """The line of a node; `operator` is ``aten.mm.default`` if it calls one."""

    name: str
    operator: str
    above: Above
    nested: bool  # in a graph inside the one that is printed


def class_name(line: str) -> str:
    """Return the graph that begins on a line; empty if none does."""
    found = _CLASS.match(line)
    return found["name"] if found is not None else ""


def node_name(line: str) -> str:
    """Return the node on a line; empty if there is none."""
    found = _NODE.match(line)
    return found["name"] if found is not None else ""


@lru_cache(maxsize=_TEXTS)
def node_lines(text: str) -> tuple[NodeLine, ...]:
    """Return the nodes of a printed graph by line; it need not be Python."""
    return tuple(_node_lines(text))


def _node_lines(text: str) -> Iterator[NodeLine]:
    classes = 0
    for _, line, above in _code_lines(text.split("\n")):
        found = _NODE.match(line)
        if found is not None:
            name, operator = found.groups("")
            yield NodeLine(name, operator, above, classes > 1)
        elif "class " in line and class_name(line):
            classes += 1


@lru_cache(maxsize=_TEXTS)
def node_places(text: str) -> Mapping[str, SourceLine]:
    """Return, for each node of a printed graph, the user's line it comes from."""
    return {
        one.name: one.above.place
        for one in node_lines(text)
        if one.above.place is not None
    }


def places_above(lines: Iterable[str]) -> dict[int, Above]:
    """Return, for each line of a printed graph from 1, what the comments above say."""
    return {number: above for number, _, above in _code_lines(lines)}


def _code_lines(lines: Iterable[str]) -> Iterator[tuple[int, str, Above]]:
    """Yield the lines that are not comments."""
    called = False
    now = Above()
    for number, text in enumerate(lines, 1):
        comment = text.lstrip()
        if not comment.startswith("#"):
            yield number, text, now
            called = False
        elif comment.startswith(MODULE):
            own = _MODULE.match(text)
            path, kind = own.groups() if own is not None else ("", "")
            now = now._replace(module=path, kind=kind)
        elif comment.startswith(CALLERS):
            callers = _callers(comment[len(CALLERS) :])
            now = now._replace(callers=callers, perhaps=())
            called = True
        elif comment.startswith(_NO_PLACE):
            now = now._replace(place=None, callers=(), function="", perhaps=())
        else:
            now = _at(now, text, called=called)


def _at(now: Above, text: str, *, called: bool) -> Above:
    found = place_comment(text)
    if found is None:
        return now
    place, function = found.place, found.function
    if not called and now.callers:
        # Callers are printed where they change, and none where there are none: then
        # the line is of the function that calls all others.
        outermost = now.callers[0]
        own = (short_file(place.file), function)
        if own == (outermost.file, outermost.function):
            now = now._replace(callers=(), perhaps=now.callers)
    return now._replace(place=place, function=function)


@lru_cache(maxsize=_LAYERS)
def _callers(text: str) -> tuple[SourceLine, ...]:
    found = (_CALLER.match(one) for one in text.split(" > "))
    return tuple(
        SourceLine(one["file"], int(one["line"]), one["function"])
        for one in found
        if one
    )


# --- statements -----------------------------------------------------------------------


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
    """The text of a graph, with what all of its functions share.

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
        """Return the source of an expression on one line."""
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
    """Return plain statements by line, and the text with ``pass`` instead."""
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


def annotation_of(described: ast.AST | None) -> str:
    """Return the annotation of a value; empty if it has none."""
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
    r"""Return a printed graph as valid Python: torch prints ``class <lambda>``.

    >>> print(parseable("class <lambda>(torch.nn.Module):\n    pass"))
    class GraphModule(torch.nn.Module):
        pass
    """
    if is_python(text):
        return text
    renamed = with_class_names(text)
    if is_python(renamed):
        return renamed
    return "# torch's text of this graph is not Python:\n" + as_comment(text)


def is_python(text: str) -> bool:
    """Return whether the text of a graph compiles.

    A model's layers are alike, so plain statements that differ only in numbers are
    compiled once.  If that finds an error, the whole text is compiled.
    """
    plain: dict[str, None] = {}

    def without(found: re.Match[str]) -> str:
        line = found.group()
        statement = line.lstrip("\n ")
        plain[statement] = None
        return f"{line[: -len(statement)]}pass"

    rest = _PLAIN.sub(without, f"\n{text}\n")
    kinds = dict.fromkeys(_NUMBER.sub("1", "\n ".join(plain)).split("\n "))
    # In a class, where no more is allowed than in the function of a graph.
    together = "class Plain:\n pass\n " + "\n ".join(kinds)
    return (compiles(rest) and compiles(together)) or compiles(text)


def with_class_names(text: str) -> str:
    """Return a printed graph without classes named ``<lambda>`` or the like."""
    return _CLASS_NAME.sub(_with_name, text)


def _with_name(found: re.Match[str]) -> str:
    line = found.string.rfind("\n", 0, found.start()) + 1
    before = found.string[line : found.start()]
    return "class GraphModule(" if not before.strip() else found.group()


def as_comment(text: str) -> str:
    """Return text as lines of comments."""
    lines = text.split("\n")
    together = "".join(lines)
    if one_line(together) != together:
        lines = [one_line(line) for line in lines]
    return "\n".join([f"# {line}".rstrip() for line in lines])
