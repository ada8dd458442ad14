"""Rules on failed compilations whose cause is a library's code or a tensor subclass."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import is_library, place
from depyf.model.findings.program_text import file_of, index_of, line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name, method_of
from depyf.model.python_text import dotted
from depyf.torch_text.names import missing_on_tensor

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.failures import Failure


class _Answering(NamedTuple):
    """A tensor subclass whose ``__getattr__`` would answer, and the asked name."""

    owner: str
    line: SourceLine
    name: str


def answering_subclass(one: Failure) -> _Answering | None:
    """Return the tensor subclass that has the attribute in eager mode, or None."""
    name = missing_on_tensor(one.metrics.fail_reason)
    for file in program_files(one.run) if name else ():
        for found in index_of(file).classes.values():
            for owner in found:
                method = method_of(owner, "__getattr__")
                if method is not None and "Tensor" in map(last_name, owner.bases):
                    return _Answering(owner.name, line_of(file, method.lineno), name)
    return None


def _asked(one: Failure) -> str:
    found = answering_subclass(one)
    assert found is not None
    return f"`{found.owner}.__getattr__` ({place(found.line)})"


def library_call(one: Failure) -> str:
    """Return the user's call of a library in which compiling failed; "" if unclear."""
    line, failed = one.line, one.metrics.fail_line
    file = file_of(one.run, line)
    if file is None or line is None or failed is None or not is_library(failed.file):
        return ""
    calls = [call for call in index_of(file).calls_at(line.line) if dotted(call.func)]
    inner = {id(part) for call in calls for part in ast.walk(call) if part is not call}
    outer = [call for call in calls if id(call) not in inner]
    return dotted(outer[0].func) if len(outer) == 1 else ""


def moved_call(one: Failure) -> Cure:
    """Return the advice to make a library's call outside of compiled code."""
    return Cure(
        "",
        f"move the call of `{library_call(one)}` out of the compiled function, and "
        "pass its result",
    )


SUBCLASS_ATTRIBUTE: Rule[Failure] = Rule(
    "subclass-attribute",
    when=answering_subclass,
    what="fails to compile, because torch does not trace `__getattr__` of a tensor",
    note=lambda one: f"read it without {_asked(one)}: by an index, or by a function",
    title="fails to compile: `__getattr__` of a tensor",
    why=lambda one: f"Torch does not trace {_asked(one)}, which answers in eager mode.",
)
