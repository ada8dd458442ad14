"""Read torch's messages on why a graph broke or a function was compiled again.

Graph breaks, with their parts and their kinds; why entries did not fit, or no more were
made; why CUDA graphs were not used, or too many recorded.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import takewhile
from typing import NamedTuple, Sequence

from depyf.reading.left_out import UnreadableError
from depyf.reading.records import json_value
from depyf.records import dataclass
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
_LINK = re.compile(r"For more details about this graph break.*?(\S+)$")
_PLACE = re.compile(r"^Graph break in user code at (?P<file>.+):(?P<line>\d{1,9})$")
_SECOND = "*** While handling this graph break, another graph break occurred:"
# Hints that torch gives with breaks of any kind.
_GENERAL_HINTS = (
    "This graph break is fundamental",
    "It may be possible",
    "Please",
    "Your code may result in an error",
    "This is likely to be a Dynamo bug",
    "Dynamo has detected that tracing the code will result in an error",
    "Ensure the input tensor to `tolist()`",  # whole numbers would be others
)
_LOOP = re.compile(r"for/while loop")
_ON_NUMBER = re.compile(r"jump with SymNodeVariable")
_LOGGER_METHOD = re.compile(r"<Logger [^>]*>\.(?P<name>\w+)")
_BUILTIN = re.compile(r"builtin `(?P<name>\w+)`")
_FUNCTION = re.compile(r"(?:builtin|function) `(?P<name>[^`]+?)\.?`")
_OBJECT = re.compile(r"^<function (?P<name>\S+) at 0x[0-9a-f]+>$")
_PRINT = re.compile(r"\bprint\b")


@dataclass(frozen=True)
class PrintedBreak:
    """The parts of a graph break, or of an error that is one.

    Attributes:
        reason: in one line.
        explanation: torch's, in several lines.
        summary: the first paragraph of that, in one line.
        hints: each in one line.
        context: of Dynamo, for its developers.
        link: to torch's page on this break.
        place: file and line, where torch prints them apart from the stack.
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
    r"""Return the parts of a graph break.

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
            break  # how torch came to say so; it repeats hints and reason
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
    """Return the text without the break that this one caused, and its explanation.

    Where torch cannot resume after a break it reports that as a second one, between
    the first and the stack: the frame is then skipped as a whole.
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
    """Join the lines of a reason, without introductory lines.

    ``Encountered graph break when attempting to trace CALL: ...:`` comes before the
    reason proper where torch was in the middle of an instruction.
    """
    leads_up = len(lines) > 1 and lines[0].endswith(":")
    return " ".join(lines[1:] if leads_up else lines)


class BreakKind(Enum):
    """The cause of a graph break; the first pattern found in the reason decides."""

    BRANCH = r"[Dd]ata-dependent (?:branch|jump)|Dynamic control flow"
    NUMBER = r"Tensor\.item|[Dd]ata dependent operator"  # a tensor's value
    SIZE = r"[Dd]ynamic shape operator"  # one that only the data tell
    LOGGING = r"logging\.Logger"
    BUILTIN = r"builtin operator|trace builtin"
    SKIPPED = r"marked as skipped|time function"  # a function that is not traced
    DISABLED = r"torch.compiler.disable|skip inlining"  # as torch was told
    OWN = r"graph_break\(\)"
    UNMADE = r"[Rr]econstruction failure"  # a value that the code behind cannot get
    OTHER = r""


class Setting(NamedTuple):
    """A setting that torch advises: the statement, and the whole hint."""

    statement: str
    hint: str


@dataclass(frozen=True)
class BreakReason:
    """The parsed words of a graph break.

    Attributes:
        kind: of the break.
        function: what is called where it broke, by torch's name for it: the builtin,
            the method of a logger, the function that is not traced.
        on_number: whether a branch asks for a size or number, not for a tensor.
        error: what an error said, where one broke the graph.
        setting: what torch advises to set.
        hint: torch's first advice that it does not give for all breaks.
        in_loop: whether it lost the whole function, as it stands in a loop.
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
    """Parse the parts of a graph break; see `PrintedBreak`.

    >>> break_reason("Unsupported Tensor.item() call").kind.name
    'NUMBER'
    """
    kind = next(kind for kind in BreakKind if re.search(kind.value, reason))
    settings = (Setting(it, hint) for hint in hints for it in settings_in([hint]))
    is_error = "Error" in reason.partition(" ")[0][1:]
    return BreakReason(
        kind,
        function=_function(kind, explanation, hints, context, text),
        on_number=bool(_ON_NUMBER.search(context)),
        error=" ".join((context.rpartition(">: ")[2] or context).split())
        if is_error
        else "",
        setting=next(settings, None),
        hint=" ".join(next(filter(is_specific, hints), "").split()),
        in_loop=bool(_LOOP.search(skipped)),
    )


def _function(
    kind: BreakKind, explanation: str, hints: Sequence[str], context: str, text: str
) -> str:
    if kind is BreakKind.BUILTIN and _PRINT.search(context + explanation):
        return "print"
    found = {
        BreakKind.LOGGING: _LOGGER_METHOD.search(context + text),
        BreakKind.BUILTIN: _BUILTIN.search(" ".join((explanation, *hints))),
    }.get(kind, _FUNCTION.search(explanation))
    unknown = "info" if kind is BreakKind.LOGGING else ""
    name = found["name"] if found is not None else unknown
    return _OBJECT.sub(r"\g<name>", name)


def is_specific(hint: str) -> bool:
    """Return whether a hint is specific to this break, not to its kind."""
    return not hint.startswith(_GENERAL_HINTS)


# --- recompiles -----------------------------------------------------------------------

LIMIT_ERROR = "FailOnRecompileLimitHit"
_LIMITS = ("recompile limit", "recompile_limit", "cache_size_limit")


def reason_texts(text: str) -> list[str]:
    """Return why entries did not fit: bare text, or a JSON list of texts."""
    if text.lstrip().startswith("["):
        try:
            found = json_value(text)
        except UnreadableError:
            return [text]
        return [str(item) for item in found] if isinstance(found, list) else [text]
    return [text]


def failed_guards(text: str) -> list[str]:
    """Return why entries did not fit, from torch's error about it."""
    _, _, after = text.partition("guard failure(s):")
    lines = (line.strip() for line in after.split("\n"))
    return [line[1:].strip() for line in lines if line.startswith("-")]


class FailureKind(Enum):
    """Why a function was not compiled."""

    LIMIT = "it has as many entries as may be"
    ONE_GRAPH = "it has a graph break, which is an error here"
    OTHER = "other"


def failure_kind(error: str, text: str) -> FailureKind:
    """Classify an error of torch's.

    >>> failure_kind("", "torch._dynamo hit config.recompile_limit (8)").name
    'LIMIT'

    Args:
        error: name of its class; empty where it is not known.
        text: its message.
    """
    if error == LIMIT_ERROR or any(limit in text.lower() for limit in _LIMITS):
        return FailureKind.LIMIT
    return FailureKind.ONE_GRAPH if error == "Unsupported" else FailureKind.OTHER


_CONSTRAINT = re.compile(
    r"You marked (?P<size>\S+) as dynamic but your code specialized it to be a "
    r"constant \((?P<value>[^)]*)\)"
)
_NO_FAKE = re.compile(r"no fake impl registered for <CustomOpDef\((?P<name>[\w:.]+)\)>")


def inner_reason(text: str) -> str:
    """Return the error inside an operator that takes functions."""
    return text.partition("Got graph break/error:")[2].strip().partition("\n")[0]


class FixedSize(NamedTuple):
    """A size that is marked as dynamic and that the code makes constant."""

    size: str
    value: str


def fixed_size(text: str) -> FixedSize | None:
    """Return the marked size of an error; None for other errors."""
    found = _CONSTRAINT.search(text)
    return FixedSize(found["size"], found["value"]) if found else None


def operator_without_fake(text: str) -> str:
    """Return the full name of a custom operator without a fake implementation."""
    found = _NO_FAKE.search(text)
    return found["name"] if found else ""


# --- CUDA graphs ----------------------------------------------------------------------

_NOT_USED = re.compile(r"^(?:(?:skipping|disabling) cudagraphs due to )+")
_FOUND = re.compile(r"[.,]?\s*Found from\s*:?\s*")
_SIZES = re.compile(r"observed (?P<number>\d+) distinct sizes")
_ONE_EACH = "dynamic shapes"


class Complaint(NamedTuple):
    """A message that torch logs.

    Attributes:
        cause: without what all causes begin with.
        stack: of the line that it is about, as text; empty where torch names none.
        sizes: how many graphs were recorded, one for each size, if that is it.
    """

    cause: str
    stack: str = ""
    sizes: int = 0


def complaint(message: str) -> Complaint | None:
    """Return the complaint in a message; None if it reports no problem.

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
    """What CUDA graphs cannot do; its value begins torch's message."""

    WRITES = r"mutated inputs|input .*mutat"
    CPU = r"cpu device"
    OPERATOR = r"incompatible op"
    SIZES = rf"{_ONE_EACH}$"
    OTHER = r""


def obstacle(cause: str) -> Obstacle:
    """Return the obstacle in torch's message.

    >>> obstacle("incompatible op aten.nonzero.default").name
    'OPERATOR'
    """
    return next(one for one in Obstacle if re.match(one.value, cause))


def operator_in(cause: str) -> str:
    """Return the last operator that a message names."""
    return cause.rpartition(" ")[2]
