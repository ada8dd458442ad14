"""Short names for the beginnings of paths that a predicate repeats.

``layers = self.model.layers`` said once, ``layers[i].mlp`` in place of
``self.model.layers[i].mlp`` in each line: what matters in a path is its end.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Container, Iterable, Iterator, NamedTuple, Sequence

if TYPE_CHECKING:
    from depyf.model.guard_facts import GuardFact

_MOST = 12
_FEWEST_CHARACTERS = 120  # saved, for a name to be worth its line
_STEP = r"(?:\.\w+|\[(?:'\w+'|\d+)\])"
_PATH = re.compile(rf"(?<![\w.'\"\])])[^\W\d]\w*{_STEP}+")
_STEPS = re.compile(_STEP)
_LAST = re.compile(r"(?:\.|\[')(?P<name>[^\W\d]\w*)(?:'\])?$")
_CELL = "cell_contents"  # says nothing as a name
_WORD = re.compile(r"[^\W\d]\w*")


def with_aliases(
    facts: Sequence[GuardFact], taken: Container[str]
) -> tuple[list[GuardFact], list[str]]:
    """Return facts with short names, and the assignments that give these names.

    Args:
        facts: of one predicate; their texts are Python.
        taken: names that have a meaning of their own in it.
    """
    found = list(facts)
    lines: list[str] = []
    while len(lines) < _MOST:
        best = _best([fact.text for fact in found], taken)
        if best is None:
            break
        prefix, name = best
        pattern = re.compile(rf"(?<![\w.'\"\])]){re.escape(prefix)}(?!\w)")
        found = [_renamed(fact, pattern, name) for fact in found]
        lines.append(f"{name} = {prefix}")
    return found, lines


def _renamed(fact: GuardFact, pattern: re.Pattern[str], name: str) -> GuardFact:
    parts = (pattern.sub(name, one) for one in (fact.before, fact.subject, fact.after))
    before, subject, after = parts
    if (before, subject, after) == (fact.before, fact.subject, fact.after):
        return fact
    return replace(fact, before=before, subject=subject, after=after)


def _best(texts: Sequence[str], taken: Container[str]) -> tuple[str, str] | None:
    """Return the prefix whose name saves most, with the name; None if none does."""
    single = _single_items(texts)
    counts = Counter(prefix for text in texts for prefix in _prefixes(text, single))
    # A new name must not be a word that is no attribute.
    used: set[str] = set().union(*map(_outer_words, texts))
    best: tuple[int, str, str] | None = None
    for prefix, count in counts.items():
        match = _LAST.search(prefix)
        name = match["name"] if match else ""
        if name in used or name in taken or not _may_be_used(name):
            continue
        if prefix.startswith("torch.") and prefix.count(".") == 1:
            continue  # `torch.float32` is short, and everybody knows it
        saved = count * (len(prefix) - len(name))
        if saved >= _FEWEST_CHARACTERS and (best is None or (saved, prefix) > best[:2]):
            best = saved, prefix, name
    return None if best is None else best[1:]


class _Step(NamedTuple):
    """One step of a path in a text."""

    owner: str
    prefix: str
    is_number: bool
    is_called: bool


@lru_cache(maxsize=8192)  # of thousands of texts a new name changes a few
def _paths(text: str) -> tuple[tuple[_Step, ...], ...]:
    """Return the steps of each path in a text."""
    found = []
    for match in _PATH.finditer(text):
        path, start = match.group(), match.start()
        found.append(
            tuple(
                _Step(
                    path[: step.start()],
                    path[: step.end()],
                    step.group()[1:-1].isdigit(),
                    text.startswith("(", start + step.end()),
                )
                for step in _STEPS.finditer(path)
            )
        )
    return tuple(found)


def _prefixes(text: str, single: Container[str]) -> Iterator[str]:
    """Yield the beginnings of the paths in a text, of at least one step.

    Args:
        text: a condition.
        single: what has one item only that any text is about.
    """
    for path in _paths(text):
        for step in path:
            if step.is_number and step.owner not in single:
                break  # one of a family, which is folded later
            if not step.is_called:
                yield step.prefix


def _single_items(texts: Iterable[str]) -> set[str]:
    """Return what is only ever asked for its item of one number."""
    found: dict[str, set[str]] = {}
    for text in texts:
        for path in _paths(text):
            for step in path:
                if step.is_number:
                    found.setdefault(step.owner, set()).add(step.prefix)
    return {owner for owner, items in found.items() if len(items) == 1}


@lru_cache(maxsize=8192)
def _outer_words(text: str) -> frozenset[str]:
    return frozenset(
        word.group()
        for word in _WORD.finditer(text)
        if text[word.start() - 1 : word.start()] not in {".", "'"}
    )


def _may_be_used(name: str) -> bool:
    says_much = len(name) > 1 and not name.startswith("__") and name != _CELL
    return says_much and not keyword.iskeyword(name) and name not in vars(builtins)
