"""Return the event for a cache entry, with its decompiled and original source."""

from __future__ import annotations

import inspect
import textwrap
from types import CodeType
from typing import TYPE_CHECKING, Iterator, Mapping

from depyf.capture import torch_compat
from depyf.capture.attribution import shown_names
from depyf.capture.source_text import BEGINS_FUNCTION, source_at
from depyf.decompiler import decompile_code
from depyf.decompiler.bytecode.line_table import line_ranges
from depyf.decompiler.bytecode.name_uses import stack_variables
from depyf.model.events import GuardsReported, LineLink, ResumeLink, TransformedCode
from depyf.model.file_names import transformed_stem
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import GRAPH_NAME, RESUME_NAME, is_resume

if TYPE_CHECKING:
    from depyf.capture.attribution import Attribution
    from depyf.decompiler import Decompiled
    from depyf.decompiler.known_objects import KnownObjects
    from depyf.model.events import Guard
    from depyf.torch_text.names import CompileId


def shown_entry(
    compile_id: CompileId | None,
    original: CodeType,
    new: CodeType,
    namespace: Mapping[str, object],
    attribution: Attribution,
    *,
    view: bool = True,
    rename: bool = True,
    known_objects: KnownObjects | None = None,
) -> tuple[TransformedCode, Decompiled]:
    """Decompile an entry; return its event without a file name, and the decompilation.

    Args:
        compile_id: the compilation that made the entry.
        original: the code of the user's function.
        new: the code that Dynamo made of it.
        namespace: the globals in which the code runs.
        attribution: counts entries and names code objects.
        view: whether to leave out instructions that do not matter to readers.
        rename: whether to show torch's long names in short form.
        known_objects: looks up the values of the frame's variables, if they are known.
    """
    short = shown_names(sorted(set(all_names(new))), literal=not view)
    co_name = shown_co_name(original)
    index = attribution.next_number("entry", co_name)
    decompiled = decompile_code(
        new,
        name=transformed_stem(co_name, index),
        view=view,
        rename=short if rename else None,
        parameter_names=_resume_parameters(new, namespace) if view else None,
        known_objects=known_objects,
    )
    names = (short.get(name, name) for name in all_names(new))
    resumes = tuple(
        ResumeLink(
            name=short.get(name, name),
            full_name=name,
            co_name=shown_co_name(code),
            code_key=attribution.code_key(code),
            file=code.co_filename,
            first_line=code.co_firstlineno,
        )
        for name, code in resume_codes(new, namespace)
    )
    event = TransformedCode(
        compile_id,
        co_name=co_name,
        index=index,
        source=decompiled.source,
        quality=decompiled.quality.value,
        diagnostics=tuple(decompiled.diagnostics),
        hidden_instructions=decompiled.hidden_instructions,
        total_instructions=decompiled.total_instructions,
        qualified_name=qualified_name(original),
        original_file=original.co_filename,
        original_first_line=original.co_firstlineno,
        original_source=_original_source(original),
        code_key=attribution.code_key(original),
        names={shown: name for name, shown in short.items()},
        graph_calls=tuple(name for name in names if name.startswith(GRAPH_NAME)),
        resumes=resumes,
        lines=tuple(_line_links(new, decompiled)),
        free_names=tuple(new.co_freevars),
    )
    return event, decompiled


def all_names(code: CodeType) -> Iterator[str]:
    """Yield the names in `co_names` of a code object and of all nested code objects."""
    waiting = [code]
    while waiting:
        current = waiting.pop()
        yield from current.co_names
        waiting += [item for item in current.co_consts if isinstance(item, CodeType)]


def _resume_parameters(
    new: CodeType, namespace: Mapping[str, object]
) -> dict[str, tuple[str, ...]]:
    """Return the parameter names of the resume functions that transformed code calls.

    A parameter whose value goes directly into a variable of the user gets its name.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name, code in resume_codes(new, namespace):
        variables = stack_variables(code)
        own = code.co_varnames[: code.co_argcount]
        found[name] = tuple(variables.get(one, one) for one in own)
    return found


def shown_co_name(code: CodeType) -> str:
    """Return a function's name; the name of a resume function includes its line.

    Files are named after it.  The name ``resume_in_toy`` of torch 2.2 becomes the one
    that later versions use.
    """
    name = code.co_name
    if name.startswith("resume_in_") and torch_compat.resume_names_lack_line():
        return f"torch_dynamo_{name}_at_{code.co_firstlineno}"
    return name


def qualified_name(code: CodeType) -> str:
    """Return ``Class.method`` if Python knows it (3.11+), otherwise the bare name."""
    name = getattr(code, "co_qualname", shown_co_name(code))
    return name if isinstance(name, str) else shown_co_name(code)


def resume_codes(
    new: CodeType, namespace: Mapping[str, object]
) -> Iterator[tuple[str, CodeType]]:
    """Yield name and code of each resume function that transformed code may call."""
    for name in new.co_names:
        if name.startswith(RESUME_NAME):
            code = _resume_code(namespace.get(name))
            if code is not None:
                yield name, code
    for constant in new.co_consts:  # one with free variables is made at its call
        name = constant.co_name if isinstance(constant, CodeType) else ""
        if is_resume(name):
            yield name, constant


def _resume_code(function: object) -> CodeType | None:
    """Return the code of a resume function that a global name holds.

    If the resume function has free variables, the global is a function that makes it
    and holds its code in a closure.
    """
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType) or is_resume(code.co_name):
        return code if isinstance(code, CodeType) else None
    for cell in getattr(function, "__closure__", None) or ():
        held = getattr(cell, "cell_contents", None)
        if isinstance(held, CodeType) and is_resume(held.co_name):
            return held
    return code


def _original_source(original: CodeType) -> str:
    """Return the user's own source if it can be read, else the decompiled source."""
    if not is_resume(original.co_name):
        # `inspect` first searches all modules, which is slow if there are thousands.
        file = original.co_filename
        text = source_at(file, original.co_firstlineno)
        if BEGINS_FUNCTION.match(text):
            return text
        try:
            if text or not (file.startswith("<") and file.endswith(">")):
                return textwrap.dedent(inspect.getsource(original))
        except (OSError, TypeError, IndexError, SyntaxError):
            pass
    return decompile_code(original).source


def _line_links(code: CodeType, decompiled: Decompiled) -> Iterator[LineLink]:
    """Yield, for each line of the decompiled source, the user's lines behind it."""
    user_line: dict[int, int] = {}
    for start, end, line in line_ranges(code):
        if line is not None:
            user_line.update(dict.fromkeys(range(start, end, 2), line))
    user_lines: dict[int, set[int]] = {}
    for span in decompiled.line_map.spans:  # a call may have hundreds of lines
        lines = set(filter(None, map(user_line.get, span.origins)))
        for number in range(span.first, span.last + 1) if lines else ():
            user_lines.setdefault(number, set()).update(lines)
    for number, found in sorted(user_lines.items()):
        yield LineLink(number, tuple(sorted(found)))


def guard_parts(manager: object) -> tuple[Guard, ...]:
    """Return the parsed guards of an entry in the order in which torch checks them."""
    leaves = torch_compat.guard_leaves(manager)
    return tuple(read_guard(leaf.text, leaf.kind) for leaf in leaves)


def guards_being_built(compile_id: CompileId, tree: str) -> GuardsReported:
    """Return an event with the guards that torch is reporting now.

    Call this function while torch emits the record with the text of the guard tree.
    The text is kept if the tree itself cannot be reached.
    """
    manager = torch_compat.guards_being_built()
    if manager is None:
        return GuardsReported(compile_id, tree=tree)
    return guards_of(compile_id, manager)


def guards_of(compile_id: CompileId, manager: object) -> GuardsReported:
    """Return an event with the unparsed guards of an entry."""
    leaves = torch_compat.guard_leaves(manager)
    texts = tuple(f"{leaf.kind}: {leaf.text}" for leaf in leaves)
    return GuardsReported(compile_id, leaves=texts)
