"""Format names in findings: functions, locations, amounts."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING, Iterable, Sequence

from depyf.model.families import spans
from depyf.model.python_text import parsed
from depyf.model.source_places import is_installed, is_of_torch, short_file
from depyf.reading.numbers import is_number
from depyf.regexes import regex
from depyf.torch_text.names import resumed_function

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Frame, Run

_OWN_FRAMES = regex(r"/depyf/(?:cli|workflow|__main__)|^<frozen runpy")


def is_library(file: str) -> bool:
    """Return whether a file belongs to an installed package or to Python itself.

    >>> is_library("/usr/lib/python3/dist-packages/x.py"), is_library("/home/me/x.py")
    (True, False)
    """
    return file.startswith("<") or is_installed(file)


def users_line(stack: Sequence[SourceLine]) -> SourceLine | None:
    """Return the innermost line of a stack (innermost last) that the user wrote."""
    own = [line for line in stack if not is_library(line.file)]
    return own[-1] if own else None


def program_stack(stack: Sequence[SourceLine]) -> list[SourceLine]:
    """Return a stack without the outer frames of depyf and `runpy`."""
    started = [n for n, line in enumerate(stack) if _OWN_FRAMES.search(line.file)]
    return list(stack[started[-1] + 1 :] if started else stack)


def call_line(compilation: Compilation) -> SourceLine | None:
    """Return the user's line that called the compiled function, if it is known.

    For a resume function, this is the line that called the user's function.
    """
    return users_line(outer_lines(compilation))


def is_called_by_library(compilation: Compilation) -> bool:
    """Return whether a library's code calls the function, other than torch's."""
    outer = [one for one in outer_lines(compilation) if not is_of_torch(one.file)]
    return bool(outer) and is_library(outer[-1].file)


def outer_lines(compilation: Compilation) -> list[SourceLine]:
    """Return the lines that led to the call of the user's function, innermost last.

    Of a function that resumes after graph breaks, only the latest line is returned.
    """
    outer: list[SourceLine] = []
    for line in program_stack(compilation.stack):
        resumed = resumed_function(line.function)
        while resumed and outer and resumed in _both_names(outer[-1].function):
            outer.pop()
        outer.append(line)
    return outer[:-1]


def _both_names(function: str) -> tuple[str, str]:
    return function, resumed_function(function)


def is_called_by_model(compilation: Compilation) -> bool:
    """Return whether a library, or the `forward` of a module, called the function."""
    callers = [line for line in compilation.stack[:-1] if not is_of_torch(line.file)]
    if not callers:
        return False
    return is_library(callers[-1].file) or callers[-1].function == "forward"


def is_compiled(run: Run, line: SourceLine) -> bool:
    """Return whether a line is in a function that torch tried to compile."""
    return any(is_in(frame, line) for frame in run.frames)


def is_in(frame: Frame, line: SourceLine) -> bool:
    """Return whether a line is in a function, by its file, name and lines."""
    is_named = (frame.file, frame.co_name) == (line.file, line.function)
    return is_named and may_hold(frame, line)


def may_hold(frame: Frame, line: SourceLine) -> bool:
    """Return whether a line is within the lines of a function, if they are known."""
    if not frame.original_source:
        return True
    last = frame.first_line + frame.original_source.count("\n")
    return frame.first_line <= line.line <= last


def whole_name(run: Run, line: SourceLine | None) -> str:
    """Return the qualified name of the function around a line, as far as known."""
    if line is None:
        return ""
    frames = (one for one in run.frames if is_in(one, line))
    names = [one.qualified_name for one in frames]
    source = run.sources.at(line.file, line.line, line.function)
    names += [source.qualified_name] if source is not None else []
    whole = (one for one in names if one.rpartition(".")[2] == line.function)
    return next(whole, line.function).replace(".<locals>.", ".")


def function_name(run: Run, frame: Frame) -> str:
    """Return the name of the user's function that a frame belongs to."""
    root = run.root_of(frame)
    name = resumed_function(root.owner) or root.owner
    if name.startswith("<"):  # a comprehension or a lambda: with the function around it
        return root.qualified_name.replace(".<locals>.", ".") or name
    return name


def parameters(frame: Frame) -> tuple[str, ...]:
    """Return the parameters of a function as its source names them."""
    tree = parsed(textwrap.dedent(frame.original_source))
    for node in tree.body if tree is not None else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            args = node.args
            named = [*args.posonlyargs, *args.args, *args.kwonlyargs]
            named += [one for one in (args.vararg, args.kwarg) if one is not None]
            return tuple(arg.arg for arg in named)
    return ()


def passed_names(frame: Frame) -> list[str]:
    """Return the parameters that a caller passes: all but `self`."""
    return [one for one in parameters(frame) if one != "self"]


def place(line: SourceLine | None) -> str:
    """Return a location such as ``toy.py:7``; empty for None."""
    return f"{short_file(line.file)}:{line.line}" if line is not None else ""


def seconds(amount: float) -> str:
    """Return a time such as ``1.2 s``; empty if it is shorter than 0.05 s."""
    return f"{amount:.1f} s" if amount >= 0.05 else ""


def joined(words: Iterable[str]) -> str:
    """Join words to a list within a sentence.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    listed = [word for word in words if word]
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"


def some_values(values: Sequence[str], most: int = 4) -> str:
    """Return the distinct values as a text; whole numbers appear as ranges.

    At most `most` values are listed, and the others are counted.
    """
    distinct = list(dict.fromkeys(value for value in values if value))
    if len(distinct) > 1 and all(is_number(value) for value in distinct):
        return spans([int(value) for value in distinct])
    listed = ", ".join(distinct[:most])
    more = len(distinct) - most
    return f"{listed} and {more} more" if more > 0 else listed
