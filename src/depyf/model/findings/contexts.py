"""Build the edit for a `with` block that torch cannot enter, or that is a timer."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.names import place, program_stack
from depyf.model.findings.program_text import file_of, function_of, index_of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.model.findings.wrappers import IS_COMPILING
from depyf.model.python_text import text_of
from depyf.torch_text.break_words import is_unknown_context, reads_clock

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Run

_ENTERS = {"__enter__", "__exit__"}


def timer_cure(one: Break) -> Cure:
    """Return the edit for a break in a timer that a `with` starts."""
    return _skipped(one, timed_at(one))


def is_at_clock(one: Break) -> bool:
    """Return whether a break is at a function that reads the time."""
    return reads_clock(
        f"{one.event.reason} {one.event.explanation} {one.said.function}"
    )


def timed_at(one: Break) -> SourceLine | None:
    """Return the line with the `with` that reads a clock; None if there is none.

    The clock is read in `__enter__` or `__exit__`, or in a function that
    `contextlib.contextmanager` decorates.
    """
    stack = program_stack(one.event.user_stack)
    if not is_at_clock(one) or len(stack) < 2:
        return None
    function = function_of(one.run, stack[-1])
    enters = function is not None and (
        function.name in _ENTERS
        or any(last_name(each) == "contextmanager" for each in function.decorator_list)
    )
    return stack[-2] if enters and _with_at(one.run, stack[-2]) else None


def _with_at(run: Run, where: SourceLine | None) -> ast.With | None:
    """Return the `with` statement on a line; None if there is none."""
    file = file_of(run, where)
    for node in ast.walk(index_of(file).tree) if file is not None else ():
        if isinstance(node, ast.With) and where and node.lineno == where.line:
            return node
    return None


def _skipped(one: Break, where: SourceLine | None) -> Cure:
    """Return the edit that makes compiled code skip a `with`."""
    node, file = _with_at(one.run, where), file_of(one.run, where)
    if node is None or file is None or where is None:
        return Cure("", one.said.hint)
    [item] = node.items[:1]
    context = text_of(item.context_expr, file.text)
    is_of_torch = context.startswith("torch.")
    if len(node.items) > 1 or item.optional_vars is not None or is_of_torch:
        return Cure("", f"enter `{context}` outside of the compiled function")
    edit = f"with nullcontext() if {IS_COMPILING} else {context}:"
    note = f"instead of {place(where)}, if compiled code need not enter it"
    return Cure(edit, f"{note} (`from contextlib import nullcontext`)")


TIMER: Rule[Break] = Rule(
    "timer",
    when=timed_at,
    cure=timer_cure,
    where=timed_at,
    title="{it.state}: a timer",
)
UNKNOWN_CONTEXT: Rule[Break] = Rule(
    "unknown-context",
    when=lambda one: is_unknown_context(" ".join(one.texts)),
    cure=lambda one: _skipped(one, one.where),
    title="{it.state}: context manager",
)
