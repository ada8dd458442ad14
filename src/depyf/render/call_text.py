"""The answer of `depyf.check` as text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.advice import advice_on
from depyf.render.places import user_place

if TYPE_CHECKING:
    from depyf.model.call_check import Check, Entry, Miss


def with_text(check: Check) -> Check:
    """Return an answer with advice for each miss, and its text."""
    advised = replace(check, misses=tuple(map(_with_advice, check.misses)))
    return replace(advised, text="\n".join(_lines(advised)))


def _with_advice(miss: Miss) -> Miss:
    line = miss.user_line.text if miss.user_line is not None else ""
    return replace(miss, advice=advice_on(miss.text, line))


def _lines(check: Check) -> Iterator[str]:
    yield f"{check.function}: {_verdict(check)}"
    previous = ""
    for miss in check.misses:
        yield f"  {_entry(miss.entry)} does not fit: {_difference(miss)}"
        if check.entry is not None:
            continue  # what to change is no question
        if _says_more(miss):
            yield f"    guard: {miss.guard}"
        if miss.unread:
            yield f"    the value is not told: {miss.unread}"
        where = user_place(miss.user_line)
        if where:
            yield f"    needed by {where}"
        if miss.advice and miss.advice != previous:
            yield f"    to change: {miss.advice}"
        previous = miss.advice
    for note in check.notes:
        yield f"  note: {note}"


def _says_more(miss: Miss) -> bool:
    """Return whether torch's words say what the difference does not."""
    written = {f"{miss.asked} {sign} {miss.expected}" for sign in ("==", "is")}
    return bool(miss.expected) and miss.guard not in written


def _verdict(check: Check) -> str:
    if check.entry is not None:
        return f"the call would use {_entry(check.entry)}"
    if check.outcome == "compile":
        if not check.misses:
            return "nothing is compiled yet: the call would compile"
        return f"{_none_fits(check)}: the call would compile another"
    if check.outcome == "plain":
        return f"{_none_fits(check)}the call would run as plain Python: {check.reason}"
    if check.outcome == "raise":
        return f"{_none_fits(check)}torch would raise: {check.reason}"
    if check.hits is None:
        return f"torch cannot tell: {check.reason}"
    return f"the call would use no compiled version: {check.reason}"


def _none_fits(check: Check) -> str:
    """Return ``none of 2 entries fits``, nothing where there are no entries."""
    number = len(check.misses)
    if not number:
        return ""
    words = (
        "the one entry does not fit"
        if number == 1
        else f"none of {number} entries fits"
    )
    return words if check.outcome == "compile" else f"{words}: "


def _entry(entry: Entry) -> str:
    details = ", ".join(text for text in (entry.compile_id, entry.file) if text)
    return f"entry {entry.number}" + (f" ({details})" if details else "")


def _difference(miss: Miss) -> str:
    found = f", found {miss.found}" if miss.found else ""
    if not miss.expected:
        return f"{miss.guard}{found}"
    subject = f"{miss.asked}: " if miss.asked else ""
    return f"{subject}expected {miss.expected}{found}"
