"""Write ``full_code_for_*``: a function's guards, transformed code, resume functions.

The file is for reading.  It compiles, and importing it needs no torch and has no
effect: the file only defines functions, without decorators and computed defaults.
"""

from __future__ import annotations

import textwrap
from dataclasses import field
from typing import TYPE_CHECKING, Callable, Sequence, Tuple

from depyf.model.file_names import safe_name
from depyf.model.python_text import compiles
from depyf.model.source_places import one_line
from depyf.records import dataclass
from depyf.render.entry_text import (
    compiled_functions,
    entry_texts,
    guard_name,
    quality_words,
    shared_guards,
)
from depyf.render.entry_words import difference_words
from depyf.render.facts import not_seen, skip_words
from depyf.render.fitting import wrapped
from depyf.render.folded_code import folded
from depyf.render.guard_predicates import WIDTH as COMMENT_WIDTH
from depyf.render.places import captured_functions, captured_place, place
from depyf.render.reason_words import reason_words
from depyf.render.source_text import (
    CLOSURE,
    Signature,
    function_of,
    inert,
    is_function,
    numbered,
    signature,
    within_lines,
)
from depyf.torch_text.graph_lines import as_comment

if TYPE_CHECKING:
    from depyf.model.events import TransformedCode
    from depyf.model.run import Compilation, Frame, Run

_WIDTH = 88
_RESUME = "The resume function as torch made it"
_REST = "It goes on with the rest of the function"  # the function's source is unknown
_MOST_FUNCTIONS = 8
_MOST_AGAIN = 3  # the most in further entries of the same function
# Returns the guards of an entry and its transformed code.
EntryTexts = Callable[["Compilation", "TransformedCode", "Frame"], Tuple[str, str]]


@dataclass
class _Names:
    """The names that the file defines; two resume functions may have the same name."""

    taken: set[str] = field(default_factory=set)

    def take(self, name: str) -> str:
        unique, number = name, 0
        while unique in self.taken:
            number += 1
            unique = f"{name}_{number}"
        self.taken.add(unique)
        return unique


def family(run: Run, root: Frame) -> list[Frame]:
    """Return a function and its resume functions, depth first."""
    order: list[Frame] = []
    waiting = [root]
    while waiting:  # no recursion: a function may have hundreds of graph breaks
        order.append(waiting.pop())
        waiting += reversed(_resumed_by(run, order[-1]))
    return order


def _resumed_by(run: Run, frame: Frame) -> list[Frame]:
    """Return the resume functions of a function, in the order of calls if known."""
    children = {child.key: child for child in run.children.get(frame.key, ())}
    called = (resume.frame for one in frame.compilations for resume in one.resumes)
    keys = dict.fromkeys((*(key for key in called if key in children), *children))
    return [children[key] for key in keys]


def full_code(run: Run, root: Frame, texts_of: EntryTexts = entry_texts) -> str:
    """Return the text of ``full_code_for_{co_name}_{i}.py``.

    Args:
        run: the run.
        root: the frame of the function that the file shows.
        texts_of: returns the guards of an entry and its transformed code.
    """
    frames = family(run, root)
    names = _Names()
    dispatchers = {
        frame.key: names.take(f"transformed_{safe_name(frame.co_name)}")
        for frame in frames
    }
    parts = [_header(run, root, frames), "from __future__ import annotations"]
    predicates: set[str] = set()

    def noted(
        compilation: Compilation, entry: TransformedCode, frame: Frame
    ) -> tuple[str, str]:
        guards, transformed = texts_of(compilation, entry, frame)
        predicates.add(guards)
        return guards, within_lines(folded(transformed))

    for frame in frames:
        parts += _frame_parts(frame, root, dispatchers[frame.key], names, noted)
    parts += _resume_parts(run, frames, dispatchers, names)
    parts += _graph_parts(run, frames, names)
    text = _joined(parts)
    # Skip the predicates: they may hold thousands of guards, each parsed before.
    doubtful = _joined([part for part in parts if part not in predicates])
    return text if compiles(doubtful) else as_comment(text) + "\n"


def _joined(parts: list[str]) -> str:
    return "\n\n\n".join(part.strip("\n") for part in parts) + "\n"


def _header(run: Run, root: Frame, frames: list[Frame]) -> str:
    started = run.started
    lines = [
        f"{root.title}  ({root.file}:{root.first_line})",
        f"as torch.compile runs it: torch {started.torch_version or '?'}, "
        f"Python {started.python_version or '?'}, depyf {started.depyf_version or '?'}",
        "",
        "For reading: importing this file does nothing.  What runs are the",
        "__transformed_code_* files; breakpoints belong there.",
        "",
        "Quality of the decompiled code (exact and structured are checked against the",
        "bytecode):",
    ]
    shown: dict[str, str] = {}
    for frame in frames:
        for compilation in frame.entries:
            entry = compilation.entry
            if entry is None:
                continue
            lines.append(f"  {entry.stem}: {quality_words(entry)}")
            lines += [f"    {text}" for text in entry.diagnostics]
            shown.update(entry.names)
    changed = {short: full for short, full in shown.items() if short != full}
    if changed:
        lines += ["", "Short names in this file, and what torch calls them:"]
        lines += [f"  {short} = {full}" for short, full in changed.items()]
    return _wrapped_comment(lines)


def _frame_parts(
    frame: Frame, root: Frame, dispatcher: str, names: _Names, texts_of: EntryTexts
) -> list[str]:
    parts = [_banner(frame, root)]
    shared = shared_guards(frame)
    if shared:
        names.taken.update(name for name, _text in shared)
        about = f"Guards that several of the {len(frame.entries)} entries share."
        parts += [as_comment(about), *(text for _name, text in shared)]
    for compilation in frame.entries:
        entry = compilation.entry
        if entry is not None:
            names.taken.update((guard_name(entry), entry.stem))
            parts.append(_entry_note(compilation, frame))
            parts += texts_of(compilation, entry, frame)
    original = inert(frame.original_source) if frame.original_source else ""
    function = function_of(original)
    call = ""
    if function is not None:
        own = names.take(function.name)
        if own != function.name:
            original = inert(frame.original_source, own)
        # A function with nonlocal names is wrapped in a function that owns them.
        call = f"{own}()" if own.startswith(CLOSURE) else own
    parts.append(_dispatch(frame, dispatcher, call))
    if original:
        note = "The original" if frame is root else _RESUME
        if frame is not root and not is_function(frame.original_source):
            note = _REST
            original = as_comment(numbered(frame.original_source, frame.first_line))
        parts.append(f"{as_comment(f'{note}, {_where(frame)}:')}\n{original}")
    return parts


def _where(frame: Frame) -> str:
    return place(frame.file, frame.first_line)


def _banner(frame: Frame, root: Frame) -> str:
    rule = "-" * (_WIDTH - 2)
    title = f"{frame.title}  ({_where(frame)})"
    if frame is not root:
        starts = [captured_place(c, frame) for c in frame.entries]
        captured = next((text for text in starts if text), "")
        goes_on = f", goes on at {captured}" if captured else ""
        title = f"{frame.co_name}: after the graph break at {_where(frame)}{goes_on}"
    return f"# {rule}\n{_wrapped_comment([title])}\n# {rule}"


def _entry_note(compilation: Compilation, frame: Frame) -> str:
    entry = compilation.entry
    known = str(compilation.id)
    about = f"compile id {known}" if known else "compile id not recorded"
    lines = [f"Entry {entry.index if entry else '?'}, {about}."]
    if compilation.recompile:
        nearest = compilation.recompile[0]
        words = reason_words(nearest, frame)
        lines.append(f"Compiled because entry {nearest.failed or '?'} failed: {words}")
        difference = difference_words(frame, compilation)
        lines += [f"It is {difference.replace('`', '')}"] if difference else []
    first = next((one.id for one in frame.entries), None)
    most = _MOST_FUNCTIONS if compilation.id == first else _MOST_AGAIN
    captured = captured_functions(compilation, frame, most=most)
    if captured:
        lines.append(f"Captured: {captured}")
    return _wrapped_comment(lines)


def _wrapped_comment(lines: Sequence[str]) -> str:
    """Return lines as a comment whose lines are at most `COMMENT_WIDTH` wide."""
    room = COMMENT_WIDTH - len("# ")
    return as_comment(
        "\n".join(
            part for line in lines for part in wrapped(one_line(line), "  ", room)
        )
    )


def _dispatch(frame: Frame, name: str, original: str) -> str:
    """Return a function that shows torch's cache look-up as `if` statements."""
    shape = _signature(frame)
    values = [f'"{argument}": {argument}' for argument in shape.names]
    parameters = shape.parameters.split(", ") if shape.parameters else []
    arguments = shape.forward.split(", ") if shape.forward else []
    lines = _spread(f"def {name}(", parameters, "):")
    if frame.entries:
        lines += _spread("    __local_dict = {", values, "}")
        lines.append("    __global_dict = globals()")
    if len(frame.entries) > 1:
        lines.append("    # torch first tries the entry that was hit last.")
    for compilation in frame.entries:
        entry = compilation.entry
        if entry is not None:
            call = f"{guard_name(entry)}(__local_dict, __global_dict)"
            lines.append(f"    if {call}:")
            lines += _spread(f"        return {entry.stem}(", arguments, ")")
    skipped = next((c for c in frame.compilations if c.skipped), None)
    if skipped is not None:
        reason = one_line(skip_words(skipped))
        remark = f"torch gave up on this function: {reason}"
        lines += [f"    # {part}" for part in wrapped(remark, "  ", COMMENT_WIDTH - 6)]
    else:
        lines.append("    # No entry fits: compile again, or run the original.")
    lines += _spread(f"    return {original}(", arguments, ")") if original else []
    lines += [] if original else ["    ..."]
    text = "\n".join(lines)
    return text if compiles(text) else f"{as_comment(text)}\n"


def _spread(head: str, items: Sequence[str], tail: str) -> list[str]:
    """Return a display or call, on several lines if it is too long for one."""
    line = f"{head}{', '.join(items)}{tail}"
    if len(line) <= COMMENT_WIDTH:
        return [line]
    indent = " " * (len(head) - len(head.lstrip()))
    body = textwrap.wrap(", ".join(items), COMMENT_WIDTH - len(indent) - 5)
    return [head, *(f"{indent}    {part}" for part in body), f"{indent}{tail}"]


def _signature(frame: Frame) -> Signature:
    """Return a frame's parameters, from its source or its transformed code."""
    sources = [frame.original_source]
    sources += [c.entry.source for c in frame.entries if c.entry is not None]
    for source in sources:
        text = textwrap.dedent(source)
        if function_of(text) is not None:
            return signature(text)
    return signature("")


def _resume_parts(
    run: Run, frames: list[Frame], dispatchers: dict[str, str], names: _Names
) -> list[str]:
    """Write functions under the global names by which code calls resume functions."""
    parts = []
    for frame in frames:
        for compilation in frame.entries:
            for resume in compilation.resumes:
                if not resume.name.isidentifier() or resume.name in names.taken:
                    continue
                names.taken.add(resume.name)
                target = dispatchers.get(resume.frame or "")
                child = run.frame(resume.frame)
                if target and child:
                    body = f"    return {target}(*args)"
                else:
                    body = f"    # {one_line(resume.co_name)}: {not_seen(run)}.\n"
                    body += "    raise NotImplementedError"
                parts.append(f"def {resume.name}(*args):\n{body}")
    if parts:
        parts.insert(
            0, as_comment("The names under which resume functions are called.")
        )
    return parts


def _graph_parts(run: Run, frames: list[Frame], names: _Names) -> list[str]:
    """Write functions under the names by which code calls graphs."""
    used = dict.fromkeys(
        prefix for frame in frames for c in frame.entries for prefix in c.prefixes
    )
    files = compiled_functions(run)
    parts = []
    for prefix in used:
        if not prefix.isidentifier() or prefix in names.taken:
            continue
        names.taken.add(prefix)
        found = ", ".join(files.get(prefix, [])) or "none, see index.md for the reason"
        head = textwrap.fill(
            f"Its files: {found}",
            COMMENT_WIDTH,
            initial_indent="    # ",
            subsequent_indent="    #   ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        parts.append(f"def {prefix}(*args):\n{head}\n    raise NotImplementedError")
    if parts:
        parts.insert(0, as_comment("The graphs that the code above calls."))
    return parts
