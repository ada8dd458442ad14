"""Graph breaks, each place once, with all compilations that met it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Iterable, Tuple

from depyf.model.findings import rewriting
from depyf.model.findings.names import is_library, program_stack, users_line
from depyf.model.source_places import is_of_torch

if TYPE_CHECKING:
    import ast

    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.run import Compilation, Frame, Run

    _Met = Tuple[Frame, Compilation, GraphBreak]


@dataclass(frozen=True)
class Break:
    """A graph break at one place, with all compilations that met it.

    Functions that it loses to plain Python stand before those that it `cut`.
    """

    run: Run
    event: GraphBreak
    frames: tuple[Frame, ...]
    compilations: tuple[Compilation, ...]
    cut: tuple[Frame, ...] = ()

    @property
    def innermost(self) -> SourceLine | None:
        """Return the line that broke, whoever wrote it."""
        return self.event.user_stack[-1] if self.event.user_stack else None

    @property
    def where(self) -> SourceLine | None:
        """Return the user's innermost line."""
        return users_line(program_stack(self.event.user_stack)) or self.innermost

    @property
    def led_here(self) -> SourceLine | None:
        """Return the line of the compiled function that led to the user's line."""
        stack = program_stack(self.event.user_stack)
        where = self.where
        names = {frame.co_name for frame in self.frames}
        if where not in stack:
            return None
        for line in reversed(stack[: stack.index(where)]):
            same_place = any(
                frame.file == line.file and line.function in names
                for frame in self.frames
            )
            is_other = (line.file, line.line) != (where.file, where.line)
            if same_place and is_other and not is_of_torch(line.file):
                return line
        return None

    @property
    def is_in_library(self) -> bool:
        """Return whether the line that broke is not the user's."""
        inner = self.innermost
        return inner is not None and is_library(inner.file)

    @property
    def loses_function(self) -> bool:
        """Return whether the whole function runs as plain Python because of it."""
        return any(one.entry is None for one in self.compilations)

    @property
    def source(self) -> tuple[str, int] | None:
        """Return text and first line of the function around the user's line."""
        return self._source_around(self.where)

    def _source_around(self, where: SourceLine | None) -> tuple[str, int] | None:
        for frame in self.run.frames:
            if where and frame.file == where.file and frame.co_name == where.function:
                if frame.original_source:
                    return frame.original_source, frame.first_line
        for text in self.run.sources:
            if where and text.file == where.file:
                if text.first_line <= where.line <= text.last_line:
                    return text.text, text.first_line
        return None

    def tree(self) -> ast.AST | None:
        """Return the function around the user's line, parsed."""
        return self.tree_around(self.where)

    def tree_around(self, where: SourceLine | None) -> ast.AST | None:
        """Return the function around a line, parsed."""
        source = self._source_around(where)
        if where is None or source is None:
            return None
        return rewriting.function_at(*source, where.line)


def breaks(run: Run) -> list[Break]:
    """Return the graph breaks of a run, each place once."""
    found: dict[tuple[object, ...], list[_Met]] = {}
    for frame in run.frames:
        for compilation in frame.compilations:
            for event in compilation.breaks:
                inner = event.user_stack[-1] if event.user_stack else None
                key = (
                    (event.reason, inner.file, inner.line)
                    if inner
                    else (event.reason, frame.key)
                )
                found.setdefault(key, []).append((frame, compilation, event))
    for items in found.values():
        items.sort(key=lambda item: item[1].entry is not None)
    return [
        Break(
            run,
            items[0][2],
            _frames(items),
            tuple(compilation for _, compilation, _ in items),
            _frames(item for item in items if item[1].entry is not None),
        )
        for items in found.values()
    ]


def _frames(items: Iterable[_Met]) -> tuple[Frame, ...]:
    return tuple({frame.key: frame for frame, _, _ in items}.values())
