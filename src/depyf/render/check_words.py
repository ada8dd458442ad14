"""Put the answers of `depyf.check` into words: to print, for the index, and as data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator

from depyf.model.call_check import compilation_of
from depyf.model.findings.recompile_rules import advice_on
from depyf.model.serialize import record_to_json
from depyf.model.source_places import one_line
from depyf.model.wording import counted, shortened
from depyf.reading.shown_text import visible, visible_line
from depyf.render.places import place, user_place

if TYPE_CHECKING:
    from depyf.model.call_check import CallChecked, Check, Entry, Miss
    from depyf.model.run import Frame, Run
    from depyf.model.serialize import Json

_MOST_SENTENCES, _MOST_MISSES = 3, 2
_LONGEST = 60  # characters of a value
# The words for each outcome of a call; the reason follows them.
_VERDICTS = {
    "compile": "would compile again",
    "plain": "would run as plain Python",
    "raise": "torch would raise",
    "unknown": "torch cannot tell",
}
_FIRST = "would compile: nothing is compiled yet"


# --- to print ------------------------------------------------------------------------


def with_text(check: Check) -> Check:
    """Return the answer with its text, and with advice for each miss."""
    advised = replace(check, misses=tuple(map(_with_advice, check.misses)))
    return replace(advised, text=visible("\n".join(_printed(advised))))


def _with_advice(miss: Miss) -> Miss:
    line = miss.user_line.text if miss.user_line is not None else ""
    return replace(miss, advice=advice_on(miss.text, line))


def _printed(check: Check) -> Iterator[str]:
    yield f"{visible_line(check.function)}: {_verdict(check)}"
    previous = ""
    for miss in check.misses:
        yield f"  {_entry_name(miss.entry)} does not fit: {_difference(miss)}"
        if check.entry is not None:
            continue  # another entry fits, so no advice is needed
        if _says_more(miss):
            yield f"    guard: {miss.guard}"
        if miss.unread:
            yield f"    the value is unknown: {miss.unread}"
        where = user_place(miss.user_line)
        if where:
            yield f"    needed by {where}"
        if miss.advice and miss.advice != previous:
            yield f"    to change: {miss.advice}"
        previous = miss.advice
    for note in check.notes:
        yield f"  note: {note}"


def _says_more(miss: Miss) -> bool:
    """Return whether torch's guard tells more than ``asked == expected``."""
    written = {f"{miss.asked} {sign} {miss.expected}" for sign in ("==", "is")}
    return bool(miss.expected) and miss.guard not in written


def _verdict(check: Check) -> str:
    if check.entry is not None:
        return f"the call would use {_entry_name(check.entry)}"
    if check.outcome == "compile":
        if not check.misses:
            return "nothing is compiled yet: the call would compile"
        return f"{_none_fits(check)}: the call would compile a new entry"
    if check.outcome == "plain":
        return f"{_none_fits(check)}the call would run as plain Python: {check.reason}"
    if check.outcome == "raise":
        return f"{_none_fits(check)}torch would raise: {check.reason}"
    if check.hits is None:
        return f"torch cannot tell: {check.reason}"
    return f"the call would use no compiled version: {check.reason}"


def _none_fits(check: Check) -> str:
    """Return ``none of 2 entries fits``; empty if there are no entries."""
    number = len(check.misses)
    if not number:
        return ""
    words = (
        "the one entry does not fit"
        if number == 1
        else f"none of {number} entries fits"
    )
    return words if check.outcome == "compile" else f"{words}: "


def _entry_name(entry: Entry) -> str:
    details = ", ".join(text for text in (entry.compile_id, entry.file) if text)
    return f"entry {entry.number}" + (f" ({details})" if details else "")


def _difference(miss: Miss) -> str:
    found = f", found {miss.found}" if miss.found else ""
    if not miss.expected:
        return f"{miss.guard}{found}"
    subject = f"{miss.asked}: " if miss.asked else ""
    return f"{subject}expected {miss.expected}{found}"


# --- in the index --------------------------------------------------------------------


def check_sentences(run: Run, key: str | None) -> list[str]:
    """Return sentences about the checked calls of a function.

    If there are many, calls that do not fit an entry have precedence.

    Args:
        run: the run.
        key: the key of the function's frame; None for functions without a frame.
    """
    checks = run.checks_of(key)
    frame = run.frame(key)
    refused_first = sorted(checks, key=lambda one: not _is_refused(one))
    told = refused_first[:_MOST_SENTENCES]
    words = [_sentence(frame, one) for one in checks if one in told]
    more = len(checks) - len(words)
    if more > 0:
        answers = counted(more, "more answer")
        words.append(f"{answers} of `depyf.check`, in summary.json")
    return words


def _is_refused(check: CallChecked) -> bool:
    return check.outcome != "hit" and bool(check.misses)


def _sentence(frame: Frame | None, check: CallChecked) -> str:
    line = check.asked_at
    where = f" at {place(line.file, line.line)}" if line is not None else ""
    times = f" ({check.times} times)" if check.times > 1 else ""
    about = f" of {check.function}" if frame is None else ""
    return f"`depyf.check`{about}{where}{times}: {verdict(frame, check)}"


def verdict(frame: Frame | None, check: CallChecked) -> str:
    """Return the outcome in words: ``would hit entry 1``, or why no entry fits."""
    if check.outcome == "hit" and check.entry is not None:
        return f"would hit {_name(frame, check, check.entry)}"
    if check.outcome == "compile" and not check.misses:
        return _FIRST
    words = _VERDICTS.get(check.outcome, check.outcome)
    if check.reason:
        return f"{words}: {one_line(check.reason)}"
    refusals = [
        f"{_name(frame, check, miss.entry)} does not fit: {refusal(miss)}{_line(miss)}"
        for miss in check.misses[:_MOST_MISSES]
    ]
    more = len(check.misses) - len(refusals)
    if more > 0:
        refusals.append(f"{counted(more, 'more entry', 'more entries')} as well")
    return f"{words}: {'; '.join(refusals)}" if refusals else words


def refusal(miss: Miss) -> str:
    """Return why an entry does not fit, such as ```x.size()[0]` is 4, expected 8``."""
    if miss.asked and miss.expected:
        asked, expected = _short(miss.asked), _short(miss.expected)
        if not miss.found:
            return f"`{asked}` must be {expected}"
        return f"`{asked}` is {_short(miss.found)}, expected {expected}"
    found = f", found {_short(miss.found)}" if miss.found else ""
    return f"`{_short(miss.guard)}` does not hold{found}"


def _line(miss: Miss) -> str:
    line = miss.user_line
    return f" ({place(line.file, line.line)})" if line and line.file else ""


def _short(text: str) -> str:
    return shortened(one_line(text), _LONGEST).replace("`", "'")


def _name(frame: Frame | None, check: CallChecked, entry: Entry) -> str:
    """Return the entry's name in the report; its number if the run does not have it."""
    made = compilation_of(frame, entry, check.generation)
    known = made.entry if made is not None else None
    return f"entry {entry.number if known is None else known.index}"


# --- for programs ---------------------------------------------------------------------


def checks_json(run: Run, key: str | None) -> list[Json]:
    """Return the checked calls of a function as data; see `check_sentences`."""
    frame = run.frame(key)
    return [_check(frame, one) for one in run.checks_of(key)]


def _check(frame: Frame | None, check: CallChecked) -> Json:
    data: dict[str, Json] = {
        "outcome": check.outcome,
        "words": verdict(frame, check),
        "times": check.times,
    }
    if frame is None:
        data["function"] = check.function
    if check.asked_at is not None:
        data["asked_at"] = record_to_json(check.asked_at)
    if check.entry is not None:
        data["entry"] = _entry(frame, check, check.entry)
    misses: list[Json] = [_miss(frame, check, miss) for miss in check.misses]
    more: dict[str, Json] = {
        "misses": misses,
        "reason": check.reason,
        "notes": [*check.notes],
    }
    return {**data, **{name: value for name, value in more.items() if value}}


def _miss(frame: Frame | None, check: CallChecked, miss: Miss) -> Json:
    data = record_to_json(miss)
    data["entry"] = _entry(frame, check, miss.entry)
    data["words"] = refusal(miss)
    return data


def _entry(frame: Frame | None, check: CallChecked, entry: Entry) -> Json:
    """Return an entry's name and id, and its compilation's index if the run has it."""
    data: dict[str, Json] = {"name": _name(frame, check, entry)}
    if entry.compile_id:
        data["id"] = entry.compile_id
    made = compilation_of(frame, entry, check.generation)
    if frame is not None and made is not None:
        numbered = enumerate(frame.compilations)
        data["compilation"] = next(at for at, one in numbered if one is made)
    return data
