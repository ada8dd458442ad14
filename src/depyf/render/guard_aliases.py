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
from typing import TYPE_CHECKING, Container, Iterable, NamedTuple, Sequence

if TYPE_CHECKING:
    from depyf.model.guard_fact import GuardFact

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
    uses = _Uses(fact.text for fact in found)
    lines: list[str] = []
    while len(lines) < _MOST:
        best = uses.best(taken)
        if best is None:
            break
        prefix, name = best
        pattern = re.compile(rf"(?<![\w.'\"\])]){re.escape(prefix)}(?!\w)")
        for number, fact in enumerate(found):
            if prefix in fact.text:
                found[number] = _renamed(fact, pattern, name)
                uses.replace(fact.text, found[number].text)
        lines.append(f"{name} = {prefix}")
    return found, lines


def _renamed(fact: GuardFact, pattern: re.Pattern[str], name: str) -> GuardFact:
    parts = (pattern.sub(name, one) for one in (fact.before, fact.subject, fact.after))
    before, subject, after = parts
    return replace(fact, before=before, subject=subject, after=after)


class _Uses:
    """How often texts use the beginnings of paths, kept up while some of them change.

    Args:
        texts: conditions.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = Counter(texts)
        # Of what is asked for items of a number: how often for each.
        self._items: dict[str, Counter[str]] = {}
        self._words: Counter[str] = Counter()  # those that are no attribute
        for text, count in self._texts.items():
            self._count_words(text, count)
        self._single = self._single_items()
        self._prefixes: Counter[str] = Counter()
        self._count_all_prefixes()

    def replace(self, old: str, new: str) -> None:
        """Take one of the texts for another."""
        for text, count in ((old, -1), (new, 1)):
            self._texts[text] += count
            self._count_words(text, count)
            self._count_prefixes(text, count)

    def best(self, taken: Container[str]) -> tuple[str, str] | None:
        """Return the prefix whose name saves most, with the name; None if none does.

        Args:
            taken: what is no name for it.
        """
        single = self._single_items()
        if single != self._single:
            self._single = single
            self._count_all_prefixes()
        best: tuple[int, str, str] | None = None
        for prefix, count in self._prefixes.items():
            if count * len(prefix) < _FEWEST_CHARACTERS:
                continue
            match = _LAST.search(prefix)
            name = match["name"] if match else ""
            # A new name must not be a word that is no attribute.
            if self._words[name] or name in taken or not _may_be_used(name):
                continue
            if prefix.startswith("torch.") and prefix.count(".") == 1:
                continue  # `torch.float32` is short, and everybody knows it
            saved = count * (len(prefix) - len(name))
            if saved >= _FEWEST_CHARACTERS and (
                best is None or (saved, prefix) > best[:2]
            ):
                best = saved, prefix, name
        return None if best is None else best[1:]

    def _single_items(self) -> set[str]:
        """Return what is only ever asked for its item of one number."""
        return {
            owner
            for owner, items in self._items.items()
            if sum(count > 0 for count in items.values()) == 1
        }

    def _count_words(self, text: str, count: int) -> None:
        for word in _outer_words(text):
            self._words[word] += count
        for path in _paths(text):
            for step in path:
                if step.is_number:
                    items = self._items.setdefault(step.owner, Counter())
                    items[step.prefix] += count

    def _count_all_prefixes(self) -> None:
        self._prefixes = Counter()
        for text, count in self._texts.items():
            self._count_prefixes(text, count)

    def _count_prefixes(self, text: str, count: int) -> None:
        """Count the beginnings of the paths in a text, of at least one step."""
        for path in _paths(text):
            for step in path:
                if step.is_number and step.owner not in self._single:
                    break  # one of a family, which is folded later
                if not step.is_called:
                    self._prefixes[step.prefix] += count


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
