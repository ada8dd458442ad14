"""Keep one edit if several findings name one line; the others refer to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterable, Iterator, Sequence

from depyf.model.edit_tried import KEPT
from depyf.model.findings.library_options import SUCH_AS
from depyf.model.findings.tried import OF_EDIT, UNTRIED

if TYPE_CHECKING:
    from depyf.model.edit_tried import EditTried
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


def one_option(found: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings; if several advise the same option, the first has the advice.

    The option chooses the code of a library.  Other code may avoid all of its breaks.
    """
    first: dict[str, Finding] = {}
    for one in found:
        _, is_option, option = one.note.partition(SUCH_AS)
        best = first.setdefault(option, one) if is_option else one
        if best is one:
            yield one
            continue
        name = option.partition(" than ")[0]
        words = f"first make the change of {_quoted(best)}"
        yield replace(one, note=f"{words}: another {name} may avoid this, too")


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
            yield replace(one, edit="", note=_removes(best))


def removed_too(found: Sequence[Finding], rules: frozenset[str]) -> Iterator[Finding]:
    """Yield the findings; the other graph breaks that a kept edit removes refer to it.

    Args:
        found: the findings.
        rules: the names of the rules for graph breaks.
    """
    best = next((one for one in found if any(map(_leaves_no_break, one.tried))), None)
    for one in found:
        is_own = best is None or one is best or _is_kept(one) or one.rule not in rules
        if best is None or is_own or one.note == _reference(best):
            yield one
        else:
            told = tuple(each for each in one.trials if not each.startswith(OF_EDIT))
            yield replace(one, edit="", note=_removes(best), trials=told)


def _leaves_no_break(one: EditTried) -> bool:
    """Return whether an edit was kept and alone removed all graph breaks of a run."""
    before, after = one.before, one.after
    if before is None or after is None or one.verdict != KEPT or one.earlier:
        return False
    return before.graph_breaks > after.graph_breaks == 0


def _place(one: Finding) -> tuple[object, ...]:
    """Return the line of a finding; two lines of a library are two problems."""
    lines = (line for line in (one.where, one.inner) if line is not None)
    return tuple((line.file, line.line) for line in lines)


def _is_advised(one: Finding) -> bool:
    return bool(one.edit or one.diff or one.note)


def _is_kept(one: Finding) -> bool:
    return bool(one.diff) or any(each.verdict == KEPT for each in one.tried)


def _removes(best: Finding) -> str:
    return f"the edit of {_quoted(best)} removes this, too"


def _reference(best: Finding) -> str:
    """Return in words which finding has the edit."""
    return f"first make the edit of {_quoted(best)}, which is for the same line"


def _quoted(one: Finding) -> str:
    return f"“`{one.subject}` {one.title}”"
