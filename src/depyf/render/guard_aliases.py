"""Find short names for paths that a predicate repeats.

With ``layers = self.model.layers`` at the top, each line has ``layers[i].mlp`` instead
of ``self.model.layers[i].mlp``.  So a reader sees the end of the path, which matters.
"""

from __future__ import annotations

import builtins
import keyword
import re
from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from typing import (
    TYPE_CHECKING,
    Container,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Sequence,
)

from depyf.regexes import Regex, regex

if TYPE_CHECKING:
    from depyf.model.guard_fact import GuardFact

_MOST = 12
_FEWEST_CHARACTERS = 120  # characters that a name must save to be worth its line
_STEP = r"(?:\.\w+|\[(?:'\w+'|\d+)\])"
_PATH = regex(rf"(?<![\w.'\"\])])[^\W\d]\w*{_STEP}+")
_STEPS = regex(_STEP)
_LAST = regex(r"(?:\.|\[')(?P<name>[^\W\d]\w*)(?:'\])?$")
_CELL = "cell_contents"  # a name that would say nothing
_ITEM = regex(r"\[(\d+)\]")
_WORD = regex(r"[^\W\d]\w*")


def with_aliases(
    facts: Sequence[GuardFact], taken: Container[str]
) -> tuple[list[GuardFact], list[str]]:
    """Return facts with short names, and the assignments of these names.

    Args:
        facts: the facts of one predicate; their texts are Python.
        taken: names that already have a meaning in the predicate.
    """
    uses = _Uses([fact.text for fact in facts])
    aliases: list[_Alias] = []
    while len(aliases) < _MOST:
        best = uses.best(taken)
        if best is None:
            break
        uses.rename(best)
        aliases.append(best)
    lines = [f"{one.name} = {one.prefix}" for one in aliases]
    return [_renamed(fact, aliases) for fact in facts] if lines else [*facts], lines


class _Alias(NamedTuple):
    """A short name for a path's beginning: `layers` for `self.model.layers`."""

    name: str
    prefix: str
    pattern: Regex

    def within(self, text: str) -> str:
        """Replace the beginning of paths in a text by the short name."""
        return self.pattern.sub(self.name, text) if self.prefix in text else text


def _renamed(fact: GuardFact, aliases: Sequence[_Alias]) -> GuardFact:
    parts = text = f"{fact.before}\0{fact.subject}\0{fact.after}"
    for one in aliases:
        text = one.within(text)
    if text == parts:
        return fact
    before, subject, after = text.split("\0")
    return replace(fact, before=before, subject=subject, after=after)


class _Uses:
    """The number of texts that use each beginning of a path.

    Texts that differ only in item numbers count as one form.  A path that goes
    through such a number gets no name, because these texts are folded later.

    Args:
        texts: the texts of conditions.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        forms = _Forms(texts)
        self._single = forms.single_items()
        self._words: Counter[str] = Counter()  # words that are no attribute
        self._prefixes: Counter[str] = Counter()
        self._texts: Counter[str] = Counter()
        self._read: dict[str, tuple[frozenset[str], tuple[tuple[_Step, ...], ...]]] = {}
        for text, count in forms.texts():
            self._add(text, count)

    def rename(self, alias: _Alias) -> None:
        """Replace the beginning of paths by its alias in all texts."""
        self._single = set(map(alias.within, self._single))
        for text, count in [*self._texts.items()]:
            if alias.prefix in text:
                self._add(text, -count)
                self._add(alias.within(text), count)

    def _add(self, text: str, count: int) -> None:
        self._texts[text] += count
        if not self._texts[text]:
            del self._texts[text]
        if text not in self._read:
            self._read[text] = _outer_words(text), _paths(text)
        words, paths = self._read[text]
        for word in words:
            self._words[word] += count
        for path in paths:
            for step in path:
                if step.is_number and step.owner not in self._single:
                    break
                if not step.is_called:
                    self._prefixes[step.prefix] += count

    def best(self, taken: Container[str]) -> _Alias | None:
        """Return the alias that saves most characters; None if none saves enough.

        Args:
            taken: names that the alias must not have.
        """
        best: tuple[int, str, str] | None = None
        for prefix, count in self._prefixes.items():
            if count * len(prefix) < _FEWEST_CHARACTERS:
                continue
            match = _LAST.search(prefix)
            name = match["name"] if match else ""
            # The name must not occur in the texts other than as an attribute.
            if self._words[name] or name in taken or not _may_be_used(name):
                continue
            if prefix.startswith("torch.") and prefix.count(".") == 1:
                continue  # `torch.float32` is short and well known
            saved = count * (len(prefix) - len(name))
            if saved >= _FEWEST_CHARACTERS and (
                best is None or (saved, prefix) > best[:2]
            ):
                best = saved, prefix, name
        if best is None:
            return None
        _, prefix, name = best
        pattern = re.compile(rf"(?<![\w.'\"\])]){re.escape(prefix)}(?!\w)")
        return _Alias(name, prefix, pattern)


class _Forms:
    """Texts grouped by form: the text without its item numbers.

    Args:
        texts: the texts of conditions.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts: Counter[tuple[str, ...]] = Counter()
        self._numbers: dict[tuple[str, ...], list[set[str]]] = {}
        for text in texts:
            pieces = _ITEM.split(text)
            form, numbers = tuple(pieces[::2]), pieces[1::2]
            self._counts[form] += 1
            known = self._numbers.setdefault(form, [set() for _ in numbers])
            for those, number in zip(known, numbers):
                those.add(number)

    def texts(self) -> Iterator[tuple[str, int]]:
        """Yield each form's text and count; an item number that varies becomes 0."""
        for form, count in self._counts.items():
            columns = self._numbers[form]
            fillings = (min(one) if len(one) == 1 else "0" for one in columns)
            text = form[0]
            for number, piece in zip(fillings, form[1:]):
                text += f"[{number}]{piece}"
            yield text, count

    def single_items(self) -> set[str]:
        """Return the containers from which the texts read only one item.

        Items of containers that are behind varying numbers do not count.
        """
        read = [
            (_paths("[0]".join(form)), self._numbers[form]) for form in self._counts
        ]
        single: dict[str, str] = {}
        while True:
            items: dict[str, set[str]] = {}
            for paths, columns in read:
                _gather(paths, columns, single, items)
            found = {owner: min(own) for owner, own in items.items() if len(own) == 1}
            if found == single:
                return set(single)
            single = found


def _gather(
    paths: Sequence[Sequence[_Step]],
    columns: Sequence[set[str]],
    single: Mapping[str, str],
    items: dict[str, set[str]],
) -> None:
    """Gather the item numbers in the paths of a form."""
    for path in paths:
        owner = path[0].owner
        for step in path:
            end = step.prefix[len(step.owner) :]
            if step.is_number:
                items.setdefault(owner, set()).update(columns[step.number])
                if owner not in single:
                    break
                end = f"[{single[owner]}]"
            owner += end


class _Step(NamedTuple):
    """One step of a path in a text; `number` is how many item numbers precede it."""

    owner: str
    prefix: str
    is_number: bool
    is_called: bool
    number: int


def _paths(text: str) -> tuple[tuple[_Step, ...], ...]:
    """Return the steps of each path in a text."""
    found = []
    items = [item.start() for item in _ITEM.finditer(text)]
    for match in _PATH.finditer(text):
        path, start = match.group(), match.start()
        found.append(
            tuple(
                _Step(
                    path[: step.start()],
                    path[: step.end()],
                    step.group()[1:-1].isdecimal(),
                    text.startswith("(", start + step.end()),
                    bisect_left(items, start + step.start()),
                )
                for step in _STEPS.finditer(path)
            )
        )
    return tuple(found)


def _outer_words(text: str) -> frozenset[str]:
    return frozenset(
        word.group()
        for word in _WORD.finditer(text)
        if text[word.start() - 1 : word.start()] not in {".", "'"}
    )


def _may_be_used(name: str) -> bool:
    says_much = len(name) > 1 and not name.startswith("__") and name != _CELL
    return says_much and not keyword.iskeyword(name) and name not in vars(builtins)
