"""Keep one edit if several findings name one line; the others refer to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.edit_tried import KEPT
from depyf.model.findings.tried import UNTRIED

if TYPE_CHECKING:
    from depyf.model.findings.rule import Finding


def one_edit(found: Sequence[Finding], rules: frozenset[str]) -> Iterator[Finding]:
    """Yield the findings; of several at the same line, only one keeps its edit.

    Two edits of one line would contradict each other, and the first may already remove
    what the second is for.  An edit that was tried and kept comes first.

    Args:
        found: the findings, the most severe first.
        rules: the names of the rules whose findings are compared.
    """
    first: dict[tuple[object, ...], Finding] = {}
    for one in sorted(found, key=lambda one: not _is_kept(one)):
        if one.where is not None and one.rule in rules and _is_advised(one):
            first.setdefault(_place(one), one)
    for one in found:
        best = first.get(_place(one))
        if best is None or best is one or one.rule not in rules:
            yield one
            continue
        told = tuple(
            words
            for words in one.trials
            if words not in best.trials and not words.startswith(UNTRIED)
        )
        yield replace(one, edit="", diff="", note=_reference(best), trials=told)


def made_first(found: Sequence[Finding], rule: str) -> Iterator[Finding]:
    """Yield the findings; a break where a value is made refers to the edit for that.

    If `__init__` makes the value, compiled code no longer gets there.

    Args:
        found: the findings.
        rule: the rule of findings whose edit makes a value in `__init__`.
    """
    makers = {
        (one.origin[0].file, one.origin[0].line): one
        for one in found
        if one.rule == rule and one.origin
    }
    for one in found:
        lines = [
            (line.file, line.line)
            for line in (one.led_here, one.led_from, one.where)
            if line is not None
        ]
        best = next((makers[line] for line in lines if line in makers), None)
        if best is None or best is one or not one.met or one.diff:
            yield one
        else:
            note = f"the edit of “`{best.subject}` {best.title}” removes this, too"
            yield replace(one, edit="", note=note)


def _place(one: Finding) -> tuple[object, ...]:
    """Return the line of a finding; two lines of a library are two problems."""
    lines = (line for line in (one.where, one.inner) if line is not None)
    return tuple((line.file, line.line) for line in lines)


def _is_advised(one: Finding) -> bool:
    return bool(one.edit or one.diff or one.note)


def _is_kept(one: Finding) -> bool:
    return bool(one.diff) or any(each.verdict == KEPT for each in one.tried)


def _reference(best: Finding) -> str:
    """Return in words which finding has the edit."""
    return (
        f"first make the edit of “`{best.subject}` {best.title}”, "
        "which is for the same line"
    )
