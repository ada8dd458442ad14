"""Trace a value back through the program's source, line by line.

A trace leads from a variable to its assignment or loop, from a call into the called
function, and from a parameter to the calls that pass it.  It also leads through dicts,
attributes, partials and closures.  It ends where the source is ambiguous.
"""

from __future__ import annotations

import ast
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Sequence

from depyf.model.findings.attribute_stores import changed_defaults, stores_of
from depyf.model.findings.callees import Callees
from depyf.model.findings.calls_met import CallsMet
from depyf.model.findings.captured_variables import captured_variable
from depyf.model.findings.constructed_objects import constructed
from depyf.model.findings.expression_parts import (
    PASS_ON,
    any_item,
    binding,
    bound_argument,
    counted,
    default_of,
    default_place,
    ends_of,
    fixed_count,
    given_at,
    item_of,
    items_made,
    looped_over,
    only_name,
    owner_of_items,
    parameter_in,
    read_by_method,
)
from depyf.model.findings.keyed_stores import filled_later, stores_read_by
from depyf.model.findings.object_classes import ClassFinder, is_receiver
from depyf.model.findings.program_index import (
    FUNCTIONS,
    Kind,
    Store,
    every_parameter,
)
from depyf.model.findings.program_text import are_alike, index_of, line_of
from depyf.model.findings.spots import Spot, spot_of_node, spot_of_store
from depyf.model.findings.syntax_parts import constant, index_of_item, last_name
from depyf.torch_text.path_steps import BOUND, CELL, DEFAULT, FIELD, ITEM, Part

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.calls_met import CallMet
    from depyf.model.findings.object_classes import Classes
    from depyf.model.findings.program_index import Function

_DEEPEST = 12  # the most steps of a trace
_Parts = Sequence[Part]
_Lines = Iterator["SourceLine"]


class Tracer:
    """Traces values through the files of a program.

    Args:
        files: all files of the program.
    """

    def __init__(self, files: Sequence[ProgramFile]) -> None:
        self.files = files
        self.finder = ClassFinder(map(index_of, files))
        self.callees = Callees(files, self.finder)
        self._calls = CallsMet(files, self.finder, self.callees)
        # The expressions that gave the value itself, not a container of it.
        self.visited: list[tuple[ast.expr, Spot]] = []

    def along(self, stacks: Iterable[Sequence[SourceLine]]) -> Tracer:
        """Return a tracer that prefers the calls on some stacks.

        If some of a function's calls are on these stacks, it follows only those.
        """
        found = copy(self)
        found.visited = []
        found._calls = self._calls.along(stacks)  # noqa: SLF001 - its own copy
        return found

    def of_store(
        self, file: ProgramFile, store: Store, parts: _Parts = (), depth: int = 0
    ) -> _Lines:
        """Yield the line of a store, then the lines that created the stored value."""
        yield line_of(file, store.line)
        if store.value is not None:
            spot = spot_of_store(file, store)
            yield from self.follow(store.value, spot, parts, depth)

    def follow(
        self, node: ast.expr, spot: Spot, parts: _Parts = (), depth: int = 0
    ) -> _Lines:
        """Yield the lines that created a value, the nearest first.

        Args:
            node: the expression of the value, or of an object that contains it.
            spot: the position of the expression.
            parts: the path from the object to the value; empty for the value itself.
            depth: the number of steps so far.
        """
        if depth > _DEEPEST:
            return
        if parts:
            inner = self._taken_out(node, spot, parts)
            if inner is not None:
                value, rest, there = inner
                if value.lineno != spot.line or there.file is not spot.file:
                    yield line_of(there.file, value.lineno)
                    there = there._replace(line=value.lineno)
                yield from self.follow(value, there, rest, depth + 1)
                return
            kept = self._kept_under(node, spot, parts[0])
            for file, store in kept:
                yield from self.of_store(file, store, parts[1:], depth + 1)
            if kept:
                return
        else:
            self.visited.append((node, spot))
        if isinstance(node, ast.Name):
            yield from self._of_name(node.id, spot, parts, depth)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node, spot, parts, depth)
        elif isinstance(node, ast.Subscript):
            yield from self._of_item(node, spot, parts, depth)
        elif isinstance(node, ast.Attribute):
            yield from self._of_attribute(node, spot, parts, depth)
        elif isinstance(node, (ast.Lambda, *FUNCTIONS)):
            return
        elif not parts:
            number = counted(node)
            name = only_name(node) if number is None else number
            if name is not None:
                yield from self.follow(name, spot, (), depth + 1)

    # --- objects that contain the value -----------------------------------------------

    def _taken_out(
        self, node: ast.expr, spot: Spot, parts: _Parts
    ) -> tuple[ast.expr, _Parts, Spot] | None:
        """Return the expression of a part of a value: ``rate`` of ``{"lr": rate}``.

        It comes with the remaining path and its spot. None if it is not written there.
        """
        (kind, key), rest = parts[0], parts[1:]
        value: ast.expr | None = None
        if kind is ITEM:
            value = item_of(node, key)
        elif kind is FIELD and isinstance(node, ast.Call):
            value = constructed(self.files, self.finder, node, str(key))
        elif kind is BOUND and isinstance(node, ast.Call):
            is_partial = last_name(node.func) in {"partial", "partialmethod"}
            value = bound_argument(node, key) if is_partial else None
        elif kind is CELL and isinstance(node, ast.Lambda):
            name = captured_variable(spot.file, node, key)
            value = ast.copy_location(ast.Name(name, ast.Load()), node)
            return (value, rest, spot) if name else None
        return None if value is None else (value, rest, spot)

    def _kept_under(
        self, node: ast.expr, spot: Spot, part: Part
    ) -> list[tuple[ProgramFile, Store]]:
        """Return the stores of an item in a container that is a variable."""
        if part.kind is not ITEM or not isinstance(node, ast.Name):
            return []
        read = any_item(node, ast.Constant(part.key))  # type: ignore[arg-type]
        return stores_read_by(self.files, spot.file, read, spot.function)

    # --- names ------------------------------------------------------------------------

    def _of_name(self, name: str, spot: Spot, parts: _Parts, depth: int) -> _Lines:
        index = index_of(spot.file)
        function: Function | None = spot.function
        while True:
            found = binding(index, name, function, spot.line)
            if found is not None:
                yield from self._of_binding(found, spot.file, parts, depth)
                return
            if function is None:
                return
            if name in every_parameter(function):
                yield from self._of_parameter(function, name, spot, parts, depth)
                return
            function = index.function_around(function)

    def _of_binding(
        self, store: Store, file: ProgramFile, parts: _Parts, depth: int
    ) -> _Lines:
        if store.kind is Kind.DEFINITION:
            yield from self.of_definition(file, store, parts, depth)
            return
        yield line_of(file, store.line)
        if store.value is None:
            return
        spot = spot_of_store(file, store)
        parts = [*(Part(ITEM, item) for item in store.items), *parts]
        if store.kind not in {Kind.LOOP, Kind.EACH}:
            yield from self.follow(store.value, spot, parts, depth + 1)
            return
        yield from self._of_items(store.value, spot, parts, depth)

    def _of_items(
        self, node: ast.expr, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        """Yield the lines that created the items that a loop iterates over."""
        passed = looped_over(node, parts)
        if passed is not None:
            yield from self._of_items(passed[0], spot, passed[1], depth)
            return
        read = any_item(node)
        kept = stores_read_by(self.files, spot.file, read, spot.function)
        given = self.callees.iterated(node, spot)
        owner = owner_of_items(node)
        for file, store in kept:
            yield from self.of_store(file, store, parts, depth + 1)
        if given and not kept:
            yield from self._of_ends(given, parts, depth)
        elif not kept and owner is not None:
            yield from self._of_items(owner, spot, parts, depth)
        elif not kept:
            # Follow the iterated object itself, and the loaders that make its items.
            first = len(self.visited)
            yield from self.follow(node, spot, (), depth + 1)
            seen = self.visited[first:]
            for loader in seen:
                yield from self._of_ends(self.callees.batches(*loader), parts, depth)
            for made, there in seen:
                for item in items_made(made):
                    yield from self.follow(item, there, parts, depth + 1)
            for line, added in filled_later(self.files, seen):
                yield line
                yield from self.follow(*added, parts, depth + 1) if added else ()

    def of_definition(
        self, file: ProgramFile, store: Store, parts: _Parts, depth: int = 0
    ) -> _Lines:
        """Yield a function's definition, then the lines of its default or cell."""
        node = store.node
        (kind, key), rest = parts[0] if parts else (FIELD, ""), parts[1:]
        changed = changed_defaults(self.files, store) if kind is DEFAULT else []
        for where, one in changed:
            part = Part(ITEM, default_place(node, key))
            yield from self.of_store(where, one, [part, *rest], depth + 1)
        if not changed and kind is not CELL:  # a cell is filled before the function
            yield line_of(file, store.line)
        if changed or not isinstance(node, FUNCTIONS):
            return
        spot = spot_of_store(file, store)
        name = captured_variable(file, node, key) if kind is CELL else ""
        if name:
            yield from self._of_name(name, spot, rest, depth + 1)
        default = default_of(node, key) if kind is DEFAULT else None
        if default is not None:
            yield from self.follow(default, spot, rest, depth + 1)

    def _of_parameter(
        self, function: Function, name: str, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        """Yield the calls that pass a parameter; for a single call, trace the value."""
        passed = []
        for file, call, is_bound in self.on_the_way(function, spot.file):
            known = parameter_in(function, name, parts, is_bound=is_bound)
            count = fixed_count(function, is_bound=is_bound)
            value = given_at(call, *known[:2], count) if known is not None else None
            if known is not None and value is not None:
                yield line_of(file, call.lineno)
                passed.append((value, spot_of_node(file, value), known[2]))
        if are_alike([(value, there.file) for value, there, _ in passed]):
            yield from self.follow(*passed[0], depth + 1)

    def on_the_way(self, function: Function, file: ProgramFile) -> list[CallMet]:
        """Return the calls of a function on recorded stacks; if none, all calls."""
        return self._calls.of(function, file)

    # --- calls and attributes ---------------------------------------------------------

    def _of_call(self, node: ast.Call, spot: Spot, parts: _Parts, depth: int) -> _Lines:
        read, number = read_by_method(node), counted(node)
        if read is not None:
            kept = stores_read_by(self.files, spot.file, read, spot.function)
            for file, store in kept:
                yield from self.of_store(file, store, parts, depth + 1)
            if kept:
                return
        if number is not None and not parts:
            yield from self.follow(number, spot, (), depth + 1)
            return
        if last_name(node.func) == "next" and node.args:
            yield from self._of_items(node.args[0], spot, parts, depth)
            return
        if last_name(node.func) in PASS_ON and node.args:
            yield from self.follow(node.args[0], spot, parts, depth + 1)
            return
        called = self.callees.of(node, spot)
        if last_name(node.func) == "__enter__" and not called:
            # The value of `with` is the one that the generator yields.
            context = node.func.value if isinstance(node.func, ast.Attribute) else node
            called = self.callees.of(context, spot)
        yield from self._of_ends(called, parts, depth)

    def _of_ends(
        self,
        functions: Sequence[tuple[ProgramFile, Function]],
        parts: _Parts,
        depth: int,
    ) -> _Lines:
        """Yield the lines that return a value; for a single line, trace the value."""
        ends = [(file, f, end) for file, f in functions for end in ends_of(f)]
        made = [one for one in ends if not isinstance(one[2].value, ast.Constant)]
        ends = made or ends
        if parts and parts[0].kind is BOUND:
            # Only a call, such as of `partial`, binds an argument.
            ends = [one for one in ends if isinstance(one[2].value, ast.Call)] or ends
        for file, _, end in ends:
            # A plain `return result` only passes on a value that another line created.
            if not (len(ends) == 1 and isinstance(end.value, ast.Name)):
                yield line_of(file, end.lineno)
        values = [(one.value, file) for file, _, one in ends if one.value is not None]
        if len(values) == len(ends) and are_alike(values):
            there = spot_of_node(values[0][1], values[0][0])
            yield from self.follow(values[0][0], there, parts, depth + 1)

    def _of_item(
        self, node: ast.Subscript, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        key = constant(index_of_item(node))
        kept = stores_read_by(self.files, spot.file, node, spot.function)
        own = self._gives_items(node, spot) if not kept else []
        if kept:
            for file, store in kept:
                yield from self.of_store(file, store, parts, depth + 1)
        elif own:
            yield from self._of_ends(own, parts, depth)
        elif key is None:  # `x[None]` only adds a dimension
            yield from self.follow(node.value, spot, parts, depth + 1)
        elif key != "" or parts:
            # `rows[alive]` creates a value, `batch["rows"]` reads one from a container.
            step = Part(ITEM, key)
            yield from self.follow(node.value, spot, [step, *parts], depth + 1)

    def _gives_items(
        self, node: ast.Subscript, spot: Spot
    ) -> list[tuple[ProgramFile, Function]]:
        """Return the program's `__getitem__` that an index expression calls."""
        owner = self.finder.of(index_of(spot.file), node.value, spot.store(node.value))
        return self.callees.methods(owner, "__getitem__") if owner is not None else []

    def _of_attribute(
        self, node: ast.Attribute, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        at = spot.store(node)
        index = index_of(spot.file)
        wanted = self.finder.of(index, node.value, at)
        if wanted is not None:
            chosen = self.stores_of(node.attr, wanted)
            for file, store in chosen:
                yield from self.of_store(file, store, parts, depth + 1)
            if not chosen:
                read = self.callees.methods(wanted, node.attr)
                yield from self._of_ends(read, parts, depth)
            if chosen or read:
                return
        if isinstance(node.value, ast.Name) and is_receiver(at, node.value.id):
            return
        field = Part(FIELD, node.attr)
        yield from self.follow(node.value, spot, [field, *parts], depth + 1)

    def stores_of(
        self, name: str, wanted: Classes | None, path: Sequence[str] = ()
    ) -> list[tuple[ProgramFile, Store]]:
        """Return the stores of an attribute on objects of these classes."""
        return stores_of(self.files, self.finder, name, wanted, path)


@lru_cache(maxsize=4)
def tracer_of(files: tuple[ProgramFile, ...]) -> Tracer:
    """Return the tracer for the files of a run; it is created once per run."""
    return Tracer(files)
