"""Which facts of an entry a call does not meet: torch's words for the guard tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable, Sequence

from depyf.model.global_state import FUNCTION, GUARD
from depyf.model.guard_facts import TENSOR, fact_identity
from depyf.model.guard_text import guard_part

if TYPE_CHECKING:
    from depyf.model.events import GuardPart
    from depyf.model.guard_facts import GuardFact

_AND = "; "  # between conditions that are checked as one
# What torch says of a tensor that does not fit; its guard reads otherwise.
_OF_TENSOR = re.compile(
    r"^(?:tensor|expected type of) '(?P<source>.+?)' (?:[\w ]+ mismatch|to be a tensor)"
)
_REMARK = re.compile(r" (?:type=<|\(?HINT: |against \{)")  # torch's, behind a guard
_STATE, _ALIASING = "GLOBAL_STATE changed: ", "Duplicate tensor"

Holds = Callable[["GuardFact"], bool]


def failed_facts(facts: Sequence[GuardFact], text: str) -> list[GuardFact]:
    """Return the facts that a guard is among, none where its words do not tell.

    Args:
        facts: those of an entry.
        text: the guard that fails, or torch's words for how, as in `Miss.text`.
    """
    is_failed = _reader(text)
    return [fact for fact in facts if is_failed(fact)]


def is_failed_part(part: GuardPart, text: str) -> bool:
    """Return whether a guard is the one that these words are about."""
    return part.expression in _guards(text)


def _reader(text: str) -> Holds:
    tensor = _OF_TENSOR.match(text)
    if tensor is not None:
        return lambda fact: _subject(fact) == tensor["source"]
    if text.startswith(_STATE):
        return lambda fact: fact.identity.startswith((FUNCTION, GUARD))
    if text.startswith(_ALIASING):
        return lambda fact: fact.subject.startswith("no_aliasing(")
    wanted = {fact_identity(guard_part(one)) for one in _guards(text)}
    return lambda fact: fact.identity in wanted


def _guards(text: str) -> list[str]:
    bare = [text, _REMARK.split(text)[0]]
    return [*bare, *(part for one in bare for part in one.split(_AND))]


def _subject(fact: GuardFact) -> str:
    found = TENSOR.match(fact.identity)
    return found["subject"] if found is not None else ""
