"""Record the error that ended a program while compiled code ran."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.capture import torch_compat
from depyf.model.detail_events import ProgramError

if TYPE_CHECKING:
    from depyf.model.events import SourceLine

_LONGEST = 2000  # characters of an error's text


def program_error(
    error: BaseException,
    line_of: Callable[[str, int, str], SourceLine],
    directory: Path,
) -> ProgramError | None:
    """Return the event of an error that was raised in compiled code.

    Nothing of the program runs for this: a class with a `__str__` of its own is left
    out, and no variables of frames are read.

    Args:
        error: the exception that left the program.
        line_of: returns a source line by file, number and function.
        directory: the directory with the files of transformed code.

    Returns:
        The event; None if the error was raised elsewhere.
    """
    places = list(_places(error))
    own = [n for n, (file, *_) in enumerate(places) if torch_compat.is_program(file)]
    inner = places[own[-1] + 1 :] if own else []
    last = Path(places[own[-1]][0]) if own else Path()
    code = last.name if last.parent == directory else ""
    if not code and not any(
        torch_compat.runs_compiled_code(file) for file, *_ in inner
    ):
        return None
    given = error.args[0] if error.args else ""
    is_plain = type(error).__str__ is BaseException.__str__ and type(given) is str
    return ProgramError(
        None,
        error=type(error).__name__,
        text=given[:_LONGEST] if is_plain else "",
        user_stack=tuple(
            line_of(*places[n]) for n in own if Path(places[n][0]).parent != directory
        ),
        code=code,
    )


def _places(error: BaseException) -> Iterator[tuple[str, int, str]]:
    """Yield file, line and function of an error's frames, the outermost first."""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        yield code.co_filename, trace.tb_lineno, code.co_name
        trace = trace.tb_next
