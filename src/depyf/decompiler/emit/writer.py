"""Write a function, class or module, and record what each line shows."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.decompiler.emit.compound import BlockWriter
from depyf.decompiler.emit.definitions import (
    Definition,
    defined,
    definition_of,
    head_items,
)
from depyf.decompiler.emit.expressions import expand_items
from depyf.decompiler.emit.function_text import ChildSource
from depyf.decompiler.emit.line_map import LineMap, LineSpan, merged_spans
from depyf.decompiler.emit.literals import QuoteRule, docstring_literal
from depyf.decompiler.emit.names import Names, NameTable
from depyf.decompiler.emit.pieces import Mark, lay_out
from depyf.decompiler.emit.preface import NO_PREFACE, Preface, preface_of
from depyf.decompiler.emit.scope import Item, Operand, Scope
from depyf.decompiler.emit.simple import simple_lines
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import imports_future
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.emit.function_text import ChildSource, FunctionText
    from depyf.decompiler.emit.settings import EmitSettings
    from depyf.decompiler.ir.value import Value


@dataclass(frozen=True)
class Written:
    """The printed source of a code unit.

    Args:
        source: the source, ending in a newline.
        globals: maps names to the constants that are not literals.
        line_map: the line map of the outermost code, with those of nested code.
        legal_names: maps names in the source to the names that they stand for, which
            source cannot contain.
    """

    source: str
    globals: Mapping[str, object]
    line_map: LineMap
    legal_names: Mapping[str, str] = field(default_factory=dict)


class _Record:
    """The line map of one code unit, while it is being written."""

    def __init__(self, code: object, header: int) -> None:
        self.code = code
        self.header = header
        self.spans: list[LineSpan] = []
        self.children: list[_Record] = []

    def line_map(self) -> LineMap:
        children = tuple((child.code, child.line_map()) for child in self.children)
        return LineMap(self.header, merged_spans(self.spans), children)


class Writer(BlockWriter):
    """Collects the lines of a source; used by `write`."""

    def __init__(
        self, settings: EmitSettings, current: list[object], preface: Preface
    ) -> None:
        self.settings = settings
        self._current = current
        self._preface = preface
        self.lines: list[str] = []
        self._records: dict[int, _Record] = {}
        self._pending: list[Mark] = []
        self._open: list[_Record] = []
        self._blank = False
        self._defined: int | None = None
        self._header = 0

    # -- lines -------------------------------------------------------------------

    def line(self, depth: int, items: Sequence[Item]) -> None:
        """Write one statement or header, and record the instructions that it shows."""
        pieces = expand_items(list(items))
        step = self.settings.indentation
        indent = self.settings.base_indent + depth * step
        laid_out = lay_out(pieces, indent, self.settings.line_length, step)
        if self._defined is not None and depth <= self._defined:
            self.blank()
        self._defined = None
        first = self._append("\n".join(laid_out))
        marks = [piece for piece in pieces if isinstance(piece, Mark)]
        self._record(first, len(self.lines), self._pending + marks)
        self._pending = []

    def _append(self, text: str) -> int:
        """Add lines, and return the number of the first one."""
        if self._blank:
            self.lines.append("")
            self._blank = False
        first = len(self.lines) + 1
        self.lines.extend(text.split("\n"))
        return first

    def _record(self, first: int, last: int, marks: Sequence[Mark]) -> None:
        for mark in marks:
            if mark.origins:
                record = self._record_of(mark.owner, first)
                leaves = mark.origins if mark.is_leaf else frozenset()
                record.spans.append(LineSpan(first, last, mark.origins, leaves))

    def _record_of(self, code: object, header: int) -> _Record:
        """Return the record of a code unit, which begins at ``header`` if it is new."""
        record = self._records.get(id(code))
        if record is None:
            record = _Record(code, header)
            self._records[id(code)] = record
            if self._open:
                self._open[-1].children.append(record)
        return record

    @property
    def written(self) -> int:
        """The number of lines written so far."""
        return len(self.lines)

    def blank(self) -> None:
        """Leave a line empty before the next one."""
        self._blank = bool(self.lines)

    def hold(self, mark: Mark) -> None:
        """Keep instructions that print nothing, to record them for the next line."""
        self._pending.append(mark)

    # -- code units --------------------------------------------------------------

    def definition(
        self, scope: Scope, depth: int, name: str, found: Definition
    ) -> LineMap:
        """Write a function or class with its decorators, and return its line map."""
        if self.lines and len(self.lines) != self._header:
            self.blank()
        for decorator in found.decorators:
            self.line(depth, ["@", Operand(scope, decorator)])
        start = len(self.lines) + 1 + self._blank
        self.line(depth, head_items(scope, name, found))
        self._header = len(self.lines)
        record = self._record_of(found.text.code, start)
        self.code(scope.inside(found.text), depth + 1, found.text, record)
        self._defined = depth
        return record.line_map()

    def root(self, scope: Scope, text: FunctionText) -> LineMap:
        """Write the whole source, and return its line map."""
        if text.kind is CodeKind.MODULE:
            return self.module(scope, text)
        self._lines_of(self._preface.definitions, 0)
        return self.definition(scope, 0, text.name, Definition(text))

    def module(self, scope: Scope, text: FunctionText) -> LineMap:
        """Write the body of a module, and return its line map."""
        record = self._record_of(text.code, 1)
        self.code(scope.inside(text), 0, text, record)
        return record.line_map()

    def code(
        self, scope: Scope, depth: int, text: FunctionText, record: _Record
    ) -> None:
        """Write the body of a code unit, and complete its line map."""
        self._open.append(record)
        self._current.append(text.code)
        self.body(scope, depth, text)
        self._current.pop()
        self._open.pop()
        # Instructions after the last statement belong to the last line.
        last = len(self.lines)
        own = [mark for mark in self._pending if mark.owner is text.code]
        self._record(last, last, own)
        self._pending = [mark for mark in self._pending if mark not in own]

    def body(self, scope: Scope, depth: int, text: FunctionText) -> None:
        """Write the docstring and the statements."""
        preface, self._preface = self._preface, NO_PREFACE
        is_module = text.kind is CodeKind.MODULE
        if not is_module:
            self._lines_of(preface.notes, depth)
        if text.docstring is not None:
            self._docstring(depth, text.docstring)
            if text.kind is CodeKind.CLASS and text.body:
                self.blank()
        body = text.body
        if is_module and (preface.notes or preface.definitions):
            first = next(
                (n for n, one in enumerate(body) if not imports_future(one)), len(body)
            )
            for statement in body[:first]:
                self.statement(scope, depth, statement)
            body = body[first:]
            self._lines_of((*preface.definitions, *preface.notes), depth)
        if body or text.docstring is None:
            self.block(scope, depth, body)

    def _lines_of(self, lines: Sequence[str], depth: int) -> None:
        """Write lines that show no instruction."""
        indent = " " * (self.settings.base_indent + depth * self.settings.indentation)
        for line in lines:
            self._append(indent + line)

    def _docstring(self, depth: int, docstring: str) -> None:
        indent = " " * (self.settings.base_indent + depth * self.settings.indentation)
        literal = docstring_literal(docstring)
        first, *rest = literal.split("\n")
        # If only blanks follow the first line, the compiler keeps them all.
        has_margin = any(line.strip(" ") for line in docstring.split("\n")[1:])
        if self.settings.strips_docstrings and has_margin:
            rest = [indent + line if line else line for line in rest]
        literal = "\n".join([first, *rest])
        self._append(indent + literal)

    # -- statements --------------------------------------------------------------

    def simple(self, scope: Scope, depth: int, value: Value) -> bool:
        """Write a statement value; return whether it was a definition."""
        found: Definition | None = None
        if value.op is MicroOp.DEFINE:
            found = defined(scope, value)
        elif value.op is MicroOp.STORE:
            found = definition_of(scope, value.operands[0])
        if found is not None:
            name = scope.names.variable(value.variable)
            self.hold(scope.mark(value))
            self.definition(scope, depth, name, found)
            return True
        lines = simple_lines(scope, value)
        if not lines:
            self.hold(scope.mark(value))
        for items in lines:
            self.line(depth, items)
        return False


def write(
    text: FunctionText,
    settings: EmitSettings,
    children: ChildSource,
    current: list[object] | None = None,
) -> Written:
    """Return the source of a whole ``def`` or ``class``, or of a module.

    Args:
        text: the function to print; an outermost lambda or comprehension is printed as
            a function.
        settings: how the source is printed.
        children: returns the FunctionText of nested code.
        current: the list to which the code units being written are added. After an
            error, the last one is the unit that the error comes from.

    Raises:
        EmitError: the tree contains something that no source can express.
    """
    working = [] if current is None else current
    written = _written(text, settings, children, working, NO_PREFACE)
    if not written.globals:
        return written
    # The names have to be explained above the statements that use them.
    preface = preface_of(written.globals, settings)
    return _written(text, settings, children, working, preface)


def _written(
    text: FunctionText,
    settings: EmitSettings,
    children: ChildSource,
    current: list[object],
    preface: Preface,
) -> Written:
    table = NameTable(settings)
    table.reserve(text, children)
    names = Names(table, None)
    rule = QuoteRule((), settings.nested_quotes)
    outer = Scope(None, names, children, settings, rule, expand_items)
    writer = Writer(settings, current, preface)
    line_map = writer.root(outer, text)
    source = "\n".join(writer.lines) + "\n"
    return Written(source, dict(table.globals), line_map, dict(table.legal_names))
