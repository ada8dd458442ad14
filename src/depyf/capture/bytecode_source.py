"""Decompile Dynamo's code in a bytecode hook, and give it the lines of the dumped file.

For each new cache entry, the hook writes ``__transformed_code_{i}_for_{name}.py``.  It
returns Dynamo's own code with this file's name and lines.  Instructions, constants,
names and the exception table stay as Dynamo wrote them.
"""

from __future__ import annotations

import linecache
from dataclasses import replace
from typing import TYPE_CHECKING, Callable

from depyf.capture import torch_compat
from depyf.capture.code_files import pickled_code
from depyf.capture.entry_event import qualified_name, shown_entry
from depyf.capture.live_objects import live_objects
from depyf.capture.transformed_file import TransformedFile, transformed_file_text
from depyf.decompiler import compile_decompiled, decompile_code
from depyf.decompiler.bytecode.line_order import settled_lines, start_of_body
from depyf.decompiler.bytecode.name_uses import stack_variables, stored_names
from depyf.decompiler.bytecode.rewriting import relocate, with_room_for_locals
from depyf.errors import DecompilationError
from depyf.model.events import SourceLine
from depyf.model.file_names import transformed_file
from depyf.model.source_places import remark
from depyf.torch_text.names import GRAPH_NAME, short_name

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.context import CaptureContext
    from depyf.decompiler import Decompiled
    from depyf.decompiler.known_objects import KnownObjects
    from depyf.model.events import TransformedCode
    from depyf.torch_text.names import CompileId

_NO_FILE = "its __transformed_code file is missing; Dynamo's code runs as it is"


class BytecodeSource:
    """The bytecode hook: torch calls it with each entry's original and new code."""

    def __init__(
        self,
        context: CaptureContext,
        on_entry: Callable[[TransformedCode, CodeType, CodeType], None],
        graph_places: Callable[[CompileId | None], list[SourceLine]],
    ) -> None:
        self._context = context
        self._on_entry = on_entry
        self._graph_places = graph_places

    def install(self) -> torch_compat.Restore:
        """Register the hook; return a function that removes it."""
        return torch_compat.register_bytecode_hook(self._hook)

    def _hook(self, original: CodeType, new: CodeType) -> CodeType | None:
        where = f"showing the transformed code of {original.co_name}"
        return self._context.boundary.call(
            where, _NO_FILE, lambda: self._show(original, new)
        )

    def _show(self, original: CodeType, new: CodeType) -> CodeType | None:
        context, options = self._context, self._context.options
        recompiled = options.run == "recompiled"
        is_view = not (options.plain or recompiled)
        event, decompiled = shown_entry(
            context.compile_id(),
            original,
            new,
            torch_compat.compiled_frame_globals(),
            context.attribution,
            view=is_view,
            # If the decompiled source itself will run, it keeps torch's names.
            rename=not recompiled,
            known_objects=_known_objects() if is_view else None,
        )
        event = replace(event, file=transformed_file(event.co_name, event.index))
        context.name_owner(event.compile_id)  # if no trace reported its beginning
        title = context.title(event.compile_id) or qualified_name(original)
        file = transformed_file_text(
            decompiled.name,
            decompiled,
            free_names=new.co_freevars,
            subject=f"{title} ({original.co_filename}:{original.co_firstlineno})",
            remarks=_remarks(event, self._graph_places(event.compile_id)),
            variables=None if recompiled else stored_names(new),
            stack_variables={} if options.plain else stack_variables(original),
            global_names={} if recompiled else _under_other_names(event),
        )
        path = str(context.directory.write(event.file, file.text))
        if options.log_bytecode:
            self._log_bytecode(event.file, original, new, decompiled.name)
        context.user_lines.add(path, original.co_filename, _user_lines(file, event))
        result: CodeType | None = None
        if recompiled:
            result = _recompiled(new, decompiled, path, file)
        if result is None and options.relocate:
            result = relocated(new, path, decompiled, file)
        context.record(event)
        self._on_entry(event, original, result or new)
        return result

    def _log_bytecode(
        self, file_name: str, original: CodeType, new: CodeType, shown_name: str
    ) -> None:
        codes: dict[str, Callable[[], CodeType]] = {
            "original_bytecode": lambda: original,
            "transformed_bytecode": lambda: new,
            # The shown source may be a view, which must not run.
            "decompiled_and_compiled_back_bytecode": lambda: compile_decompiled(
                decompile_code(new, name=shown_name), new
            ),
        }
        for suffix, make in codes.items():
            name = f"{file_name}.{suffix}"
            self._context.boundary.call(
                f"writing {name}",
                "this file is missing",
                lambda name=name, make=make: self._context.directory.write_bytes(  # type: ignore[misc]
                    name, pickled_code(make())
                ),
            )


def _known_objects() -> KnownObjects:
    """Return a function that looks up the variables of the frame being compiled."""
    return live_objects(
        torch_compat.compiled_frame_locals(), torch_compat.compiled_frame_globals()
    )


def relocated(
    code: CodeType, path: str, decompiled: Decompiled, file: TransformedFile
) -> CodeType:
    """Return Dynamo's code with the name and the lines of the file that shows it."""
    line_map = decompiled.line_map
    body = start_of_body(code)

    def line_in_file(offset: int) -> int:
        line = line_map.header if offset < body else line_map.line_of_offset(offset)
        return line + file.lines_before if line >= 1 else line

    lines = settled_lines(code, line_in_file, *file.statements)
    return relocate(code, path, lines, line_map.header + file.lines_before)


def _recompiled(
    code: CodeType, decompiled: Decompiled, path: str, file: TransformedFile
) -> CodeType | None:
    """Compile the decompiled source; return None if it is not proved equivalent."""
    try:
        compiled = compile_decompiled(decompiled, code)
    except DecompilationError:
        return None  # Dynamo's own code runs; the file says why its source is not exact
    first_line = compiled.co_firstlineno + file.lines_before
    return with_room_for_locals(compiled, code.co_nlocals).replace(
        co_filename=path, co_firstlineno=first_line, co_name=code.co_name
    )


def _user_lines(file: TransformedFile, event: TransformedCode) -> dict[int, int]:
    return {link.line + file.lines_before: link.user_lines[-1] for link in event.lines}


def _under_other_names(event: TransformedCode) -> dict[str, str]:
    """Map short names to torch's names, unless they differ only by torch's uuid."""
    names = event.names.items()
    return {short: long for short, long in names if short != short_name(long)}


def _remarks(event: TransformedCode, captured: list[SourceLine]) -> dict[int, str]:
    """Return remarks with the user's lines, to show beside lines of the source.

    The line of the ``def`` is left out: all instructions that Dynamo adds have it.
    """
    text = event.source.split("\n")
    found: dict[int, str] = {}
    for link in event.lines:
        if captured and GRAPH_NAME in text[link.line - 1]:
            found[link.line] = remark(captured)
            continue
        file = event.original_file
        places = [
            SourceLine(file, line, text=linecache.getline(file, line))
            for line in link.user_lines
            if line != event.original_first_line
        ]
        full = remark(places)
        again = full in found.values()  # show the code of a line only once
        found[link.line] = (
            remark(replace(p, text="") for p in places) if again else full
        )
    return found
