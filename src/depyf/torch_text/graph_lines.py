"""Read the lines of a printed graph: its statements, and the comments above them.

torch prints the source line of the nodes below.  `capture.node_origins` adds the module
and the callers, each only where it differs from the one before.

Nearly every line is one statement, ``name: "type" = expression``.  Parsing thousands of
them with Python is slow.  So a pattern reads these plain statements, and Python parses
the text with ``pass`` instead of them.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Mapping, NamedTuple, Sequence

from depyf.model.python_text import compiles, parsed
from depyf.regexes import regex
from depyf.torch_text.source_lines import (
    SourceLine,
    one_line,
    place_comment,
    short_file,
)

if TYPE_CHECKING:
    import re

_LAYERS = 4096  # cached comments: the layers of a model repeat them
_TEXTS = 16
# torch prints two statements on one line for a node that changes a value in place:
# ``x -= 1;  isub = x``, ``x[0] = y;  setitem = x``.
_NODE = regex(
    r"\s+(?:(?P<change>[^\W\d]\w*(?:\[.*?\] =| [-+*/%@&|^<>]{1,2}=) .*?);  )?"
    r"(?P<name>[^\W\d]\w*)\s*(?P<note>:[^=]*)? = "
    r"(?:torch\.ops\.(?P<operator>[\w.]+)\()?"
)
_ITEM = regex(r"\w+\[(?P<position>\d+)\](?! =)")
_RETURN = regex(r"\n        return \((?P<values>.*)\)\s*(?=\n|$)")
_NAMES = regex(r"(?<![\w.])[^\W\d]\w*")
_CLASS = regex(r"\s*class (?P<name>[^\s(]+)")
_MODULE = regex(r"\s*# Module: (?P<path>\S+) \((?P<kind>[^)]*)\)$")
MODULE = "# Module: "
CALLERS = "# Called from: "
NO_STACK = "# No stacktrace"
OTHER_RUN = "Not a line of this run: "
# Comments that say that the source line of the nodes below is unknown.
_NO_PLACE = (NO_STACK, f"# {OTHER_RUN}", f"# Backward of forward node: {OTHER_RUN}")
_CALLER = regex(r"(?P<file>.+):(?P<line>\d{1,9}) in (?P<function>.+)$")
# A plain statement. A line with another semicolon or ``#``, perhaps in a string, does
# not match.
_PLAIN = regex(
    r"\n +([^\W\d]\w*)(?:: \"([^\"\\\n]*)\")? = "
    r"((?!\w+ = )[^#;\"\\\n]+)(?:;(?: *\w+ =)+ None *)?(?=\n)"
)
# A whole number that Python reads: no leading zeros (``007``), and not too long.
_NUMBER = regex(r"(?<!\d)(?:0|[1-9]\d{0,99})(?!\d)")
# Begins with a literal, which makes a search through megabytes fast.
_CLASS_NAME = regex(r"class (?!\w+\s*[(:])[^(\n]*\(")


class Above(NamedTuple):
    """The facts in the comments above the nodes of one source line.

    Attributes:
        module: the path of the module, as torch writes it: ``self.layers.0.norm``.
        callers: the calls that lead to the line, outermost first, with file names
            without folders.
        place: the source line; None if it is unknown.
        function: the function that contains the source line.
        kind: the class of the module.
        perhaps: the callers, if it is uncertain that they apply.
        doubtful: the last line whose function has the file and name of the outermost
            caller.  `perhaps` apply if it is in another module's ``forward``.
    """

    module: str = ""
    callers: tuple[SourceLine, ...] = ()
    place: SourceLine | None = None
    function: str = ""
    kind: str = ""
    perhaps: tuple[SourceLine, ...] = ()
    doubtful: SourceLine | None = None


class NodeLine(NamedTuple):
    """The line of a node; `operator` is the called one, such as ``aten.mm.default``."""

    name: str
    operator: str
    above: Above
    nested: bool  # whether the node belongs to a nested graph
    value: str = ""  # the source after the operator's name, or of the whole value
    annotation: str = ""

    @property
    def takes(self) -> list[str]:
        """The names in the value, in order."""
        return _NAMES.findall(self.value.partition(";")[0])

    @property
    def item(self) -> int | None:
        """The index, if the value is an item of another: ``1`` for ``topk[1]``."""
        found = _ITEM.match(self.value)
        return int(found["position"]) if found is not None else None


def returned_names(text: str) -> list[str]:
    r"""Return the names that a printed graph without nested graphs returns, in order.

    >>> returned_names("class G:\n    def forward(self):\n        return (add, None)")
    ['add', 'None']
    """
    found = [*_RETURN.finditer(text)]
    values = found[-1]["values"] if found else ""
    return [one.strip() for one in values.split(",") if one.strip()]


def class_name(line: str) -> str:
    """Return the name of the graph class that a line begins; empty if none."""
    found = _CLASS.match(line)
    return found["name"] if found is not None else ""


def node_name(line: str) -> str:
    """Return the name of the node on a line; empty if the line has none."""
    found = _NODE.match(line)
    return found["name"] if found is not None else ""


@lru_cache(maxsize=_TEXTS)
def node_lines(text: str) -> tuple[NodeLine, ...]:
    """Return the lines of a printed graph that define nodes; it need not be Python."""
    return tuple(_node_lines(text))


def _node_lines(text: str) -> Iterator[NodeLine]:
    classes = 0
    for _, line, above in _code_lines(text.split("\n")):
        found = _NODE.match(line)
        if found is not None:
            change, name, note, operator = found.groups("")
            value, annotation = change or line[found.end() :], note.strip(': "')
            yield NodeLine(name, operator, above, classes > 1, value, annotation)
        elif "class " in line and class_name(line):
            classes += 1


@lru_cache(maxsize=_TEXTS)
def node_places(text: str) -> Mapping[str, SourceLine]:
    """Map each node of a printed graph to the source line that it comes from."""
    return {
        one.name: one.above.place
        for one in node_lines(text)
        if one.above.place is not None
    }


def places_above(lines: Iterable[str]) -> dict[int, Above]:
    """Map the number of each code line, from 1, to facts in the comments above."""
    return {number: above for number, _, above in _code_lines(lines)}


def _code_lines(lines: Iterable[str]) -> Iterator[tuple[int, str, Above]]:
    """Yield each line that is not a comment: its number, text, and comments above."""
    called = told = False
    now = Above()
    for number, text in enumerate(lines, 1):
        comment = text.lstrip()
        if not comment.startswith("#"):
            yield number, text, now
            called = told = False
        elif comment.startswith(MODULE):
            own = _MODULE.match(text)
            path, kind = own.groups() if own is not None else ("", "")
            now = now._replace(module=path, kind=kind)
            told = True
        elif comment.startswith(CALLERS):
            callers = _callers(comment[len(CALLERS) :])
            now = now._replace(callers=callers, perhaps=())
            called = True
        elif comment.startswith(_NO_PLACE):
            now = now if told else now._replace(module="", kind="")
            now = now._replace(place=None, callers=(), function="", perhaps=())
        else:
            now = _at(now, text, called=called)


def _at(now: Above, text: str, *, called: bool) -> Above:
    found = place_comment(text)
    if found is None:
        return now
    place, function = found.place, found.function
    callers = now.callers or now.perhaps
    if not called and callers:
        # Callers are printed only where they change. A line without callers prints
        # none: it belongs to the function that is the outermost caller of the others.
        own = (short_file(place.file), function)
        if own == (callers[0].file, callers[0].function):
            now = now._replace(callers=(), perhaps=callers, doubtful=place)
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
    """A statement of a graph: an assignment, a change in place, or a ``return``.

    Attributes:
        line: the line in the text, counted from 1.
        target: the assigned name; empty if there is none, or if there are several.
        annotation: torch's annotation of the value, such as ``f32[4, 8][8, 1]cpu``.
        value: the source of the expression, on one line; empty if there is none.
        returns: whether the statement is a ``return``.
        changes: whether `value` is a statement that changes a value in place, such as
            ``x -= 1`` or ``x[0] = y``. `target` is then the changed value's new name.
    """

    line: int
    target: str
    annotation: str
    value: str
    returns: bool = False
    changes: bool = False


class Printed:
    """A parsed graph, for the readers of all its functions.

    Attributes:
        tree: the syntax tree of the text, with `ast.Pass` instead of plain statements.
        above: for each line number, what the comments above the line say.
    """

    def __init__(
        self, lines: Sequence[str], tree: ast.Module, plain: Mapping[int, Statement]
    ) -> None:
        self.tree = tree
        self.above = places_above(lines)
        self._lines = lines
        self._plain = plain

    def statements(self, function: ast.FunctionDef) -> Iterator[Statement]:
        """Yield the statements of one of the graph's functions."""
        change = ""
        for one, after in zip(function.body, [*function.body[1:], None]):
            if _is_change(one, after):
                change = self._text(one)
                continue
            known = self._plain.get(one.lineno)
            found = known if known is not None else self._read(one)
            yield found._replace(value=change, changes=True) if change else found
            change = ""

    def _read(self, one: ast.stmt) -> Statement:
        value = getattr(one, "value", None)
        return Statement(
            one.lineno,
            _target(one),
            annotation_of(one),
            self._text(value) if isinstance(value, ast.expr) else "",
            isinstance(one, ast.Return),
        )

    def _text(self, value: ast.expr | ast.stmt) -> str:
        """Return the source of an expression or statement on one line."""
        first, last = value.lineno, value.end_lineno or value.lineno
        lines = [line.encode() for line in self._lines[first - 1 : last]]
        lines[-1] = lines[-1][: value.end_col_offset]
        lines[0] = lines[0][value.col_offset :]
        return " ".join(b" ".join(lines).decode().split())


def printed_of(text: str) -> Printed | None:
    """Parse the text of a printed graph; return None if it is not Python."""
    source = text.strip("\n")
    plain, rest = _plain_statements(source)
    tree = parsed(with_class_names(rest))
    if tree is None:  # a line within brackets may look like a statement
        plain, tree = {}, parsed(with_class_names(source))
    return Printed(source.split("\n"), tree, plain) if tree is not None else None


def beginning(text: str) -> str:
    """Return the text of a graph up to and including its first plain statement."""
    first = _PLAIN.search(text)
    return text if first is None else text[: first.end()]


def _plain_statements(source: str) -> tuple[dict[int, Statement], str]:
    """Return the plain statements by line, and the text with ``pass`` for each."""
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


def _is_change(statement: ast.stmt, after: ast.stmt | None) -> bool:
    """Return whether a statement changes a value to which the next one gives a name."""
    changed: ast.expr | None = None
    if isinstance(statement, ast.AugAssign):
        changed = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        item = statement.targets[0]
        changed = item.value if isinstance(item, ast.Subscript) else None
    if after is None or not isinstance(changed, ast.Name) or not _target(after):
        return False
    named = getattr(after, "value", None)
    return isinstance(named, ast.Name) and named.id == changed.id


def _target(statement: ast.stmt) -> str:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    return names[0] if names else ""


def parseable(text: str) -> str:
    r"""Return a printed graph as Python: rename invalid classes, or comment it out.

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

    For speed, plain statements that differ only in numbers are compiled once, because
    the layers of a model repeat them.  If that fails, the whole text is compiled.
    """
    plain: dict[str, None] = {}

    def without(found: re.Match[str]) -> str:
        line = found.group()
        statement = line.lstrip("\n ")
        plain[statement] = None
        return f"{line[: -len(statement)]}pass"

    rest = _PLAIN.sub(without, f"\n{text}\n")
    kinds = dict.fromkeys(_NUMBER.sub("1", "\n ".join(plain)).split("\n "))
    # A class body allows no statement that the function of a graph does not allow.
    together = "class Plain:\n pass\n " + "\n ".join(kinds)
    return (compiles(rest) and compiles(together)) or compiles(text)


def with_class_names(text: str) -> str:
    """Return a printed graph with class names such as ``<lambda>`` replaced."""
    return _CLASS_NAME.sub(_with_name, text)


def _with_name(found: re.Match[str]) -> str:
    line = found.string.rfind("\n", 0, found.start()) + 1
    before = found.string[line : found.start()]
    return "class GraphModule(" if not before.strip() else found.group()


def as_comment(text: str) -> str:
    """Return a text with ``#`` before each line."""
    lines = text.split("\n")
    together = "".join(lines)
    if one_line(together) != together:
        lines = [one_line(line) for line in lines]
    return "\n".join([f"# {line}".rstrip() for line in lines])
