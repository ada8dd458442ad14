"""The answer of `depyf.check`, and the event that records it."""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import TYPE_CHECKING, Iterable, NamedTuple, Sequence

from depyf.model.events import Event
from depyf.records import dataclass
from depyf.torch_text.access_paths import paths_of
from depyf.torch_text.names import CompileId
from depyf.torch_text.questions import Form, GuardKind

if TYPE_CHECKING:
    from depyf.model.events import Guard, SourceLine
    from depyf.model.run import Compilation, Frame


@dataclass(frozen=True)
class Entry:
    """One cache entry of a function.

    Attributes:
        number: its index among the function's entries; the oldest has 0.
        compile_id: torch's id of its compilation; empty if torch has none.
        file: the name of its file in the dump, without folder; empty if not dumped.
    """

    number: int
    compile_id: str = ""
    file: str = ""


@dataclass(frozen=True)
class Miss:
    """Why a call cannot use one cache entry: the first guard that fails.

    Attributes:
        entry: the entry.
        guard: the guard as torch writes it, but with readable paths.
        asked: the checked expression (``x.size()[0]``); empty if torch names none.
        expected: the value that the entry requires.
        found: the value in this call; empty if it cannot be read.
        unread: why the value cannot be read; empty if it can.
        user_line: the user's line that causes the guard; None if unknown.
        advice: what to change; empty if there is no advice.
        text: the guard as torch writes it.
    """

    entry: Entry
    guard: str
    asked: str = ""
    expected: str = ""
    found: str = ""
    unread: str = ""
    user_line: SourceLine | None = None
    advice: str = ""
    text: str = field(default="", repr=False)


@dataclass(frozen=True)
class Check:
    """The answer of `depyf.check` about a call, printed as a few lines with the reason.

    Attributes:
        function: the function that torch compiles for the call, with file and line.
        hits: whether the call would use compiled code; None if torch cannot tell.
        outcome: ``hit``, ``compile`` (torch would compile first), ``plain`` (the call
            would run as plain Python), ``raise`` (torch would refuse) or ``unknown``.
        entry: the cache entry that the call would use; None if none.
        misses: the entries that do not fit, in the order in which torch tries them.
        reason: why the call does not hit, if not only because of the misses.
        notes: what the answer does not cover.
        text: the answer as it is printed.
    """

    function: str = ""
    hits: bool | None = None
    outcome: str = ""
    entry: Entry | None = None
    misses: tuple[Miss, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    text: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.hits is True

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class CallChecked(Check, Event, kind="call_checked", of_run=True, folded=True):
    """A recorded answer of `depyf.check`, without its text.

    Attributes:
        code_key: the key of the function's code, as in `TransformedCode`.
        co_name, file, first_line: the name and location of that code.
        asked_at: the line that called `depyf.check`.
        generation: the generation of the compile ids in `entry` and `misses`.
        times: how often this answer was given.
        frame: the key of the function's frame in a `Run`; None if it has no frame.
    """

    code_key: str = ""
    co_name: str = ""
    file: str = ""
    first_line: int = 0
    asked_at: SourceLine | None = None
    generation: int = 0
    times: int = 1
    frame: str | None = None


def checked_calls(
    events: Iterable[CallChecked], frames: Sequence[Frame]
) -> tuple[CallChecked, ...]:
    """Return the distinct answers with their numbers and frames, in order."""
    times: Counter[CallChecked] = Counter()
    for event in events:
        times[replace(event, times=1)] += event.times
    by_key = {frame.key: frame.key for frame in frames}
    by_place = {(one.file, one.first_line, one.co_name): one.key for one in frames}

    def frame_of(said: CallChecked) -> str | None:
        place = said.file, said.first_line, said.co_name
        return by_key.get(said.code_key) or by_place.get(place)

    return tuple(
        replace(said, times=number, frame=frame_of(said))
        for said, number in times.items()
    )


def compilation_of(
    frame: Frame | None, entry: Entry | None, generation: int
) -> Compilation | None:
    """Return the compilation that made an entry; None if the run has none.

    The entry is matched by its file, which is unique in the process.  If depyf did not
    change torch's own file name, the compile id decides.
    """
    if frame is None or entry is None:
        return None
    made = [(one, one.entry) for one in frame.compilations if one.entry is not None]
    by_file = (one for one, code in made if entry.file and code.file == entry.file)
    named = CompileId.parse(entry.compile_id, generation)
    by_id = (one for one, _ in made if named and one.id.key == named.key)
    return next(by_file, None) or next(by_id, None)


# --- what a failed guard requires -----------------------------------------------------

BY_ADDRESS = (Form.SAME_OBJECT, Form.SAME_TYPE)


class Asked(NamedTuple):
    """What a failed guard checks and expects, for a `Miss`.

    Attributes:
        expressions: the expressions whose values decide; empty if torch checks its own
            state.
        expected: the required value; empty if torch's own words are best.
        found: the value that torch names; empty if it names none.
        subject: what is checked, if it is not an expression, such as a setting.
    """

    expressions: tuple[str, ...] = ()
    expected: str = ""
    found: str = ""
    subject: str = ""


# What guards of these forms require, in words, because they name no value.
_WORDS = {
    Form.NO_TENSOR: "a tensor",
    Form.MISSING: "a value",
    Form.NO_FUNCTION: "a function",
    Form.OTHER_TYPE: "another type",
    Form.NOT: "nothing in it, or false",
}
_SIGNS = {"==": "", "is": "", "!=": "other than ", "is not": "other than "}


def asked_of(guard: Guard) -> Asked:
    """Return what a guard checks and expects, from its text.

    >>> from depyf.torch_text.guards import read_guard
    >>> asked_of(read_guard("L['n'] == 3"))[:2]
    (("L['n']",), '3')
    """
    asks, paths = guard.asks, paths_of(guard.expression)
    expressions = (asks.value,) if asks.value else ()
    if asks.form in _WORDS:
        found = "nothing there" if asks.form == Form.MISSING else asks.actual
        return Asked(expressions, _WORDS[asks.form], found)
    if asks.form in BY_ADDRESS:
        return Asked(expressions, _by_address(guard))
    if asks.form == Form.MISMATCH:
        subject = "" if asks.value else f"{asks.name} of {asks.subject}"
        prefix = "torch." if asks.kind == GuardKind.DTYPE else ""
        found = f"{prefix}{asks.actual}" if asks.actual else ""
        return Asked(expressions, f"{prefix}{asks.expected}", found, subject)
    if asks.form in {Form.CONTAINS, Form.ATTRIBUTE}:
        return Asked(expressions, str(asks.relation == "in"))
    if asks.form == Form.RANGE:
        return Asked(expressions, asks.expected)
    if asks.form != Form.COMPARISON or not paths:
        return Asked(tuple(dict.fromkeys(path.literal for path in paths)))
    if not paths_of(asks.expected) or not paths_of(asks.value):
        sign = _SIGNS.get(asks.relation, f"{asks.relation} ")
        return Asked(expressions, f"{sign}{asks.expected}")
    if asks.relation == "is":
        return Asked((guard.expression,), "True")
    return Asked((asks.value, asks.expected))


def _by_address(guard: Guard) -> str:
    """Return in words the type or object that an entry requires."""
    name = guard.class_name
    if guard.asks.form == Form.SAME_TYPE:
        return name or "another type"
    of_type = f" (of type {name})" if name else ""
    return f"the very object it was compiled with{of_type}"
