"""The bytecode hook: shows what Dynamo made, and points its lines at what is shown.

For every new cache entry the hook writes ``__transformed_code_{i}_for_{name}.py`` and
returns Dynamo's own code with that file's name and lines.  Instructions, constants,
names and exception table stay Dynamo's.
"""

from __future__ import annotations

import inspect
import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, Callable, Dict, Iterator, Mapping, Optional

from depyf.bytecode.line_table import line_ranges, relocate
from depyf.capture import torch_compat
from depyf.capture.attribution import shown_names
from depyf.capture.transformed_file import TransformedFile, transformed_file_text
from depyf.decompiler import Quality, compile_decompiled, decompile_code
from depyf.model.events import LineLink, ResumeLink, TransformedCode
from depyf.model.file_names import transformed_file, transformed_stem

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.context import CaptureContext
    from depyf.decompiler import Decompiled

GRAPH_NAME = "__compiled_fn_"
RESUME_NAME = "__resume_at_"
RESUME_CODE_NAMES = ("torch_dynamo_resume_in_", "resume_in_")
_NO_FILE = "its __transformed_code file is missing; Dynamo's code runs as it is"


class BytecodeSource:
    """Called by torch with every pair of original and new code."""

    def __init__(
        self,
        context: CaptureContext,
        on_entry: Callable[[TransformedCode, CodeType], None],
    ) -> None:
        self._context = context
        self._on_entry = on_entry

    def install(self) -> torch_compat.Restore:
        """Register the hook; return what removes it."""
        return torch_compat.register_bytecode_hook(self._hook)

    def _hook(self, original: CodeType, new: CodeType) -> Optional[CodeType]:
        where = f"showing the transformed code of {original.co_name}"
        return self._context.boundary.call(
            where, _NO_FILE, lambda: self._show(original, new)
        )

    def _show(self, original: CodeType, new: CodeType) -> Optional[CodeType]:
        context = self._context
        rename = shown_names(sorted(set(_all_names(new))))
        recompiled = context.options.run == "recompiled"
        # Names stay torch's where the shown text itself is to run.
        renamed = {} if recompiled else rename
        name = original.co_name
        index = context.attribution.next_number("entry", name)
        stem = transformed_stem(name, index)
        view = not (context.options.plain or recompiled)
        decompiled = decompile_code(new, name=stem, view=view, rename=renamed)
        shown = transformed_file_text(
            stem,
            decompiled,
            free_names=new.co_freevars,
            subject=f"{_qualified_name(original)} "
            f"({original.co_filename}:{original.co_firstlineno})",
        )
        file_name = transformed_file(name, index)
        path = str(context.directory.write(file_name, shown.text))
        event = replace(
            self._event(original, new, decompiled, rename),
            index=index,
            file=file_name,
        )
        context.user_lines.add(path, original.co_filename, _lines(shown, event))
        result: Optional[CodeType] = None
        if recompiled:
            result = _recompiled(new, decompiled, path, shown)
        elif context.options.relocate:
            result = relocated(new, path, decompiled, shown)
        self._on_entry(event, result or new)
        context.record(event)
        return result

    def _event(
        self,
        original: CodeType,
        new: CodeType,
        decompiled: Decompiled,
        rename: Mapping[str, str],
    ) -> TransformedCode:
        source, quality = self._original_source(original)
        names = [rename.get(name, name) for name in _all_names(new)]
        return TransformedCode(
            self._context.compile_id(),
            co_name=original.co_name,
            source=decompiled.source,
            quality=decompiled.quality.value,
            diagnostics=tuple(decompiled.diagnostics),
            hidden_instructions=decompiled.hidden_instructions,
            total_instructions=decompiled.total_instructions,
            qualified_name=_qualified_name(original),
            original_file=original.co_filename,
            original_first_line=original.co_firstlineno,
            original_source=source,
            original_quality=quality,
            code_key=self._context.attribution.code_key(original),
            names={short: long for long, short in rename.items()},
            global_names=tuple(dict.fromkeys(names)),
            graph_calls=tuple(n for n in names if n.startswith(GRAPH_NAME)),
            resumes=tuple(self._resume_links(new, rename)),
            lines=tuple(_line_links(new, decompiled)),
            free_names=tuple(new.co_freevars),
        )

    def _original_source(self, original: CodeType) -> tuple[str, str]:
        """Return the user's own text, or what decompiling a resume function gives."""
        if original.co_name.startswith(RESUME_CODE_NAMES):
            decompiled = decompile_code(original)
            return decompiled.source, decompiled.quality.value
        try:
            return textwrap.dedent(inspect.getsource(original)), ""
        except (OSError, TypeError, IndexError, SyntaxError):
            decompiled = decompile_code(original)
            return decompiled.source, decompiled.quality.value

    def _resume_links(
        self, new: CodeType, rename: Mapping[str, str]
    ) -> Iterator[ResumeLink]:
        namespace = torch_compat.compiled_frame_globals()
        for full_name in new.co_names:
            if not full_name.startswith(RESUME_NAME):
                continue
            code = getattr(namespace.get(full_name), "__code__", None)
            if code is not None:
                yield self._resume_link(
                    rename.get(full_name, full_name), full_name, code
                )
        for constant in new.co_consts:  # with free variables it is made on the spot
            name = getattr(constant, "co_name", "")
            if isinstance(name, str) and name.startswith(RESUME_CODE_NAMES):
                yield self._resume_link(name, name, constant)

    def _resume_link(self, name: str, full_name: str, code: CodeType) -> ResumeLink:
        return ResumeLink(
            name=name,
            full_name=full_name,
            co_name=code.co_name,
            code_key=self._context.attribution.code_key(code),
            file=code.co_filename,
            first_line=code.co_firstlineno,
        )


def relocated(
    code: CodeType, path: str, decompiled: Decompiled, shown: TransformedFile
) -> CodeType:
    """Return Dynamo's code with the lines of the file that shows it."""
    line_of_offset = decompiled.line_map.line_of_offset

    def line_in_file(offset: int) -> int:
        line = line_of_offset(offset)
        return line + shown.lines_before if line >= 1 else line

    return relocate(code, path, line_in_file, shown.lines_before + 1)


def _recompiled(
    code: CodeType, decompiled: Decompiled, path: str, shown: TransformedFile
) -> Optional[CodeType]:
    """Return the compiled shown text, if it is proven equal and stands alone."""
    if decompiled.quality is Quality.LISTING or decompiled.globals:
        return None
    compiled = compile_decompiled(decompiled, code)
    first_line = compiled.co_firstlineno + shown.lines_before
    return compiled.replace(
        co_filename=path, co_firstlineno=first_line, co_name=code.co_name
    )


def _all_names(code: CodeType) -> Iterator[str]:
    waiting = [code]
    while waiting:
        current = waiting.pop()
        yield from current.co_names
        waiting += [item for item in current.co_consts if inspect.iscode(item)]


def _qualified_name(code: CodeType) -> str:
    name = getattr(code, "co_qualname", code.co_name)
    return name if isinstance(name, str) else code.co_name


def _line_links(code: CodeType, decompiled: Decompiled) -> Iterator[LineLink]:
    """Yield which lines of the user's program each shown line stands for."""
    user_line: Dict[int, int] = {}
    for start, end, line in line_ranges(code):
        if line is not None:
            user_line.update(dict.fromkeys(range(start, end, 2), line))
    for number in range(1, decompiled.source.count("\n") + 2):
        offsets = decompiled.line_map.offsets_of_line(number)
        lines = sorted({user_line[o] for o in offsets if o in user_line})
        if lines:
            yield LineLink(number, tuple(lines))


def _lines(shown: TransformedFile, event: TransformedCode) -> Dict[int, int]:
    return {
        link.line + shown.lines_before: link.user_lines[-1] for link in event.lines
    }
