"""Parse torch's messages on graph breaks, recompiles and unused CUDA graphs.

The messages say why a graph broke, why no cache entry fitted, or why a function got no
further entries.  They also say why CUDA graphs were not used, or too many recorded.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import takewhile
from typing import NamedTuple, Sequence

from depyf.reading.left_out import UnreadableError
from depyf.reading.records import json_value
from depyf.records import dataclass
from depyf.regexes import regex
from depyf.torch_text.names import settings_in

_FIELDS = {
    "Graph Break Reason:": "reason",
    "Reason:": "reason",
    "Explanation:": "explanation",
    "Hint:": "hint",
    "Developer debug context:": "context",
    "User code traceback:": "traceback",
}
_INNER_TRACEBACK = ("Traceback (most recent call last):", "NoneType: None")
_LINK = regex(r"For more details about this graph break.*?(\S+)$")
_PLACE = regex(r"^Graph break in user code at (?P<file>.+):(?P<line>\d{1,9})$")
_SECOND = "*** While handling this graph break, another graph break occurred:"
# How the hints begin that torch gives with graph breaks of any kind.
_GENERAL_HINTS = (
    "This graph break is fundamental",
    "It may be possible",
    "Please",
    "Your code may result in an error",
    "This is likely to be a Dynamo bug",
    "Dynamo has detected that tracing the code will result in an error",
    "Ensure the input tensor to `tolist()`",  # converting to int changes the numbers
)
_LOOP = regex(r"for/while loop")
_ON_NUMBER = regex(r"jump with SymNodeVariable")
_LOGGER_METHOD = regex(r"<Logger [^>]*>\.(?P<name>\w+)")
_TARGET = regex(r"target: <[\w-]+(?: function)? (?P<name>[\w.]+)")
_BUILTIN = regex(r"builtin `(?P<name>\w+)`")
_FUNCTION = regex(r"(?:builtin|function) `(?P<name>[^`]+?)\.?`")
_OBJECT = regex(r"^<function (?P<name>\S+) at 0x[0-9a-f]+>$")
_PRINT = regex(r"\bprint\b")


@dataclass(frozen=True)
class PrintedBreak:
    """The parts of torch's message on a graph break, or of the error for one.

    Attributes:
        reason: the reason, on one line.
        explanation: torch's explanation, on several lines.
        summary: the first paragraph of the explanation, on one line.
        hints: torch's hints, each on one line.
        context: the context that torch prints for its own developers.
        link: the address of torch's page on this break.
        place: the file and line, if torch prints them apart from the stack.
        stack: the lines of the user's stack.
        skipped: why the whole frame runs as plain Python, if it does.
    """

    reason: str = ""
    explanation: str = ""
    summary: str = ""
    hints: tuple[str, ...] = ()
    context: str = ""
    link: str = ""
    place: tuple[str, int] | None = None
    stack: tuple[str, ...] = ()
    skipped: str = ""


def printed_break(text: str) -> PrintedBreak:
    r"""Split torch's message on a graph break into its parts.

    >>> found = printed_break("Reason: no\n  Explanation: It is.\n  Hint: Do\n    it.")
    >>> found.reason, found.summary, found.hints
    ('no', 'It is.', ('Do it.',))
    """
    body, skipped = _split_second(text)
    fields: dict[str, list[str]] = {}
    hints: list[str] = []
    current, link = "", ""
    place = None
    for line in body.splitlines():
        if line.startswith(_INNER_TRACEBACK):
            break  # the stack inside torch; the rest repeats the hints and the reason
        stripped = line.strip()
        found = _PLACE.match(stripped)
        if found is not None:
            place = found["file"], int(found["line"])
            continue
        found = _LINK.search(stripped)
        if found is not None:
            link, current = found.group(1), ""
            continue
        label = next((mark for mark in _FIELDS if stripped.startswith(mark)), "")
        if label:
            current = _FIELDS[label]
            stripped = stripped[len(label) :].strip()
            if current == "hint":
                hints.append(stripped)
                continue
        if current == "hint":
            hints[-1] = f"{hints[-1]} {stripped}".strip()
        elif current and (stripped or current == "explanation"):
            fields.setdefault(current, []).append(stripped)
    explanation = fields.get("explanation", [])
    paragraph = takewhile(bool, explanation)
    return PrintedBreak(
        reason=_reason(fields.get("reason", [])),
        explanation="\n".join(filter(None, explanation)),
        summary=" ".join(paragraph),
        hints=tuple(hints),
        context="\n".join(fields.get("context", [])),
        link=link,
        place=place,
        stack=tuple(fields.get("traceback", [])),
        skipped=skipped,
    )


def _split_second(text: str) -> tuple[str, str]:
    """Cut the second graph break out of a text; return the rest and its explanation.

    If torch cannot resume after a break, it reports a second break between the first
    one and the stack. The whole frame then runs as plain Python.
    """
    before, mark, after = text.partition(_SECOND)
    if not mark:
        return text, ""
    second, stack_mark, stack = after.partition("User code traceback:")
    words = [line.strip() for line in second.lstrip("* \n").splitlines()]
    title = next((line for line in words if line), "")
    given = [line for line in words if line.startswith("Explanation:")]
    explanation = given[0][len("Explanation:") :].strip() if given else ""
    return before + stack_mark + stack, explanation or title


def _reason(lines: list[str]) -> str:
    """Join the lines of a reason, without an introductory line.

    If torch breaks in the middle of an instruction, the reason follows the line
    ``Encountered graph break when attempting to trace CALL: ...:``.
    """
    leads_up = len(lines) > 1 and lines[0].endswith(":")
    return " ".join(lines[1:] if leads_up else lines)


class BreakKind(Enum):
    """The kind of a graph break: the first one whose pattern is in torch's reason."""

    BRANCH = r"[Dd]ata-dependent (?:branch|jump)|Dynamic control flow"
    NUMBER = r"Tensor\.item|[Dd]ata dependent operator"  # it reads a tensor's value
    SIZE = r"[Dd]ynamic shape operator"  # the output size depends on the data
    LOGGING = r"logging\.Logger"
    BUILTIN = r"builtin operator|trace builtin"
    SKIPPED = r"marked as skipped|time function"  # torch does not trace the function
    DISABLED = r"torch.compiler.disable|skip inlining"  # the user disabled tracing
    OWN = r"graph_break\(\)"
    UNMADE = r"[Rr]econstruction failure"  # the resume function cannot get a value
    NO_TENSOR = r"returned non-Tensor"  # no graph can contain such a result
    BACKEND = r"[Bb]ackend compiler (?:exception|failed)"
    OTHER = r""


class Setting(NamedTuple):
    """A setting that torch advises: the statement that sets it, and the whole hint."""

    statement: str
    hint: str


@dataclass(frozen=True)
class BreakReason:
    """The cause of a graph break, parsed from torch's message.

    Attributes:
        kind: the kind of the break.
        function: the called function at the break, by torch's name for it: a builtin, a
            logger's method, or a function that is not traced.
        on_number: whether a branch tests a size or number instead of a tensor.
        error: the message of the error that broke the graph, if one did.
        setting: the setting that torch advises.
        hint: the first of torch's hints that is specific to this break.
        in_loop: whether the whole function runs as plain Python, because the break is
            in a loop.
    """

    kind: BreakKind
    function: str = ""
    on_number: bool = False
    error: str = ""
    setting: Setting | None = None
    hint: str = ""
    in_loop: bool = False


def break_reason(
    reason: str,
    *,
    explanation: str = "",
    hints: Sequence[str] = (),
    context: str = "",
    text: str = "",
    skipped: str = "",
) -> BreakReason:
    """Derive the cause of a graph break from the parts of its `PrintedBreak`.

    >>> break_reason("Unsupported Tensor.item() call").kind.name
    'NUMBER'
    """
    kind = next(kind for kind in BreakKind if re.search(kind.value, reason))
    settings = (Setting(it, hint) for hint in hints for it in settings_in([hint]))
    return BreakReason(
        kind,
        function=_function(kind, explanation, hints, context, text),
        on_number=bool(_ON_NUMBER.search(context)),
        error=_error(reason, context),
        setting=next(settings, None),
        hint=" ".join(next(filter(is_specific, hints), "").split()),
        in_loop=bool(_LOOP.search(skipped)),
    )


def _error(reason: str, context: str) -> str:
    """Return the message of the error that broke the graph; "" if none did."""
    raised = context.partition("raised exception ")[2]
    if "Error" in reason.partition(" ")[0][1:]:
        raised = context.rpartition(">: ")[2] or context
    return " ".join(raised.split())


def _function(
    kind: BreakKind, explanation: str, hints: Sequence[str], context: str, text: str
) -> str:
    if kind is BreakKind.BUILTIN and _PRINT.search(context + explanation):
        return "print"
    found = {
        BreakKind.LOGGING: _LOGGER_METHOD.search(context + text),
        BreakKind.BUILTIN: _BUILTIN.search(" ".join((explanation, *hints))),
        BreakKind.NO_TENSOR: _TARGET.search(context),
    }.get(kind, _FUNCTION.search(explanation))
    unknown = "info" if kind is BreakKind.LOGGING else ""
    name = found["name"] if found is not None else unknown
    return _OBJECT.sub(r"\g<name>", name)


def is_specific(hint: str) -> bool:
    """Return whether a hint is specific; torch gives general hints with any break."""
    return not hint.startswith(_GENERAL_HINTS)


# --- recompiles -----------------------------------------------------------------------

LIMIT_ERROR = "FailOnRecompileLimitHit"
_LIMITS = ("recompile limit", "recompile_limit", "cache_size_limit")


def reason_texts(text: str) -> list[str]:
    """Return the recompile reasons in a text, which is one reason or a JSON list."""
    if text.lstrip().startswith("["):
        try:
            found = json_value(text)
        except UnreadableError:
            return [text]
        return [str(item) for item in found] if isinstance(found, list) else [text]
    return [text]


def failed_guards(text: str) -> list[str]:
    """Return the guard failures that torch's error message lists."""
    _, _, after = text.partition("guard failure(s):")
    lines = (line.strip() for line in after.split("\n"))
    return [line[1:].strip() for line in lines if line.startswith("-")]


class FailureKind(Enum):
    """Why a function was not compiled."""

    LIMIT = "it has as many entries as may be"
    ONE_GRAPH = "it has a graph break, which is an error here"
    OTHER = "other"


def failure_kind(error: str, text: str) -> FailureKind:
    """Classify an error of torch's as a FailureKind.

    >>> failure_kind("", "torch._dynamo hit config.recompile_limit (8)").name
    'LIMIT'

    Args:
        error: the name of the error's class; empty if it is unknown.
        text: the error's message.
    """
    if error == LIMIT_ERROR or any(limit in text.lower() for limit in _LIMITS):
        return FailureKind.LIMIT
    return FailureKind.ONE_GRAPH if error == "Unsupported" else FailureKind.OTHER


_CONSTRAINT = regex(
    r"You marked (?P<size>\S+) as dynamic but your code specialized it to be a "
    r"constant \((?P<value>[^)]*)\)"
)


def inner_reason(text: str) -> str:
    """Return the first line of the error in a function passed to an operator.

    Such operators are, for example, ``cond`` and ``scan``.
    """
    return text.partition("Got graph break/error:")[2].strip().partition("\n")[0]


class FixedSize(NamedTuple):
    """A size that is marked as dynamic, and the constant that the code makes it."""

    size: str
    value: str


def fixed_sizes(text: str) -> list[FixedSize]:
    """Return the sizes that an error names as marked dynamic; none for other errors."""
    found = _CONSTRAINT.finditer(text)
    return list(dict.fromkeys(FixedSize(one["size"], one["value"]) for one in found))


# --- CUDA graphs ----------------------------------------------------------------------

_NOT_USED = regex(r"^(?:(?:skipping|disabling) cudagraphs due to )+")
_FOUND = regex(r"[.,]?\s*Found from\s*:?\s*")
_SIZES = regex(r"observed (?P<number>\d+) distinct sizes")
_ONE_EACH = "dynamic shapes"


class Complaint(NamedTuple):
    """A problem with CUDA graphs that torch logs.

    Attributes:
        cause: the cause, without the words that all such messages begin with.
        stack: the printed stack of the line that causes it; empty if there is none.
        sizes: the number of distinct sizes, each with a graph of its own, if that is
            the problem; otherwise 0.
    """

    cause: str
    stack: str = ""
    sizes: int = 0


def complaint(message: str) -> Complaint | None:
    """Parse a message about CUDA graphs; return None if it reports no problem.

    >>> complaint("skipping cudagraphs due to cpu device (arg1_1)")
    Complaint(cause='cpu device (arg1_1)', stack='', sizes=0)
    """
    sizes = _SIZES.search(message)
    if sizes is not None:
        return Complaint(_ONE_EACH, sizes=int(sizes["number"]))
    words = _NOT_USED.sub("", message)
    if words == message:
        return None
    cause, *stack = _FOUND.split(words, maxsplit=1)
    return Complaint(cause.strip(), "".join(stack))


class Obstacle(Enum):
    """An obstacle to CUDA graphs; the value is a pattern for torch's cause."""

    WRITES = r"mutated inputs|input .*mutat"
    CPU = r"cpu device"
    OPERATOR = r"incompatible op"
    SIZES = rf"{_ONE_EACH}$"
    OTHER = r""


def obstacle(cause: str) -> Obstacle:
    """Classify the cause in torch's message as an Obstacle.

    >>> obstacle("incompatible op aten.nonzero.default").name
    'OPERATOR'
    """
    return next(one for one in Obstacle if re.match(one.value, cause))


def operator_in(cause: str) -> str:
    """Return the last operator that a message names."""
    return cause.rpartition(" ")[2]
