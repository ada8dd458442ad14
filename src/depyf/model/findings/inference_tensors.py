"""The rule on inference mode inside of compiled code, at which backends fail."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.names import joined, place, program_stack
from depyf.model.findings.program_text import file_of, index_of, line_of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.break_words import is_of_inference_tensor

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.failures import Failure

_INFERENCE = "inference_mode"
NO_GRAD = "torch.no_grad"


class InferenceCall(NamedTuple):
    """A call of ``torch.inference_mode`` in or above a function of compiled code.

    Attributes:
        line: its line.
        node: the call.
    """

    line: SourceLine
    node: ast.Call


def inference_calls(one: Failure) -> list[InferenceCall]:
    """Return the calls for which a backend fails; empty for other failures."""
    if not is_of_inference_tensor(one.metrics.fail_reason):
        return []
    found = (each for line in program_stack(one.stack) for each in _calls_at(one, line))
    return list({(each.line.file, each.line.line): each for each in found}.values())


def _calls_at(one: Failure, line: SourceLine) -> Iterator[InferenceCall]:
    """Yield the calls in the function around a line, and in its decorators."""
    file = file_of(one.run, line)
    function = index_of(file).function_at(line.line) if file is not None else None
    for node in ast.walk(function) if function is not None else ():
        if file is not None and isinstance(node, ast.Call) and not node.args:
            if last_name(node.func) == _INFERENCE and not node.keywords:
                yield InferenceCall(line_of(file, node.lineno), node)


def _cure(one: Failure) -> Cure:
    places = joined(place(call.line) for call in inference_calls(one))
    return Cure(f"{NO_GRAD}()", f"instead of `torch.{_INFERENCE}()` at {places}")


INFERENCE_MODE: Rule[Failure] = Rule(
    "inference-mode",
    when=inference_calls,
    what="fails to compile: a function in it switches inference mode on",
    cure=_cure,
    where=lambda one: inference_calls(one)[0].line,
    title="fails to compile: inference mode inside",
    why="The backend fails at code that switches inference mode on: {it.reason}",
)
