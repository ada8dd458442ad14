"""Describe the sizes and numbers that an entry leaves open, one line for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol
from depyf.model.families import Family, fold
from depyf.model.guard_facts import names_of
from depyf.regexes import regex
from depyf.render.entry_words import stack_named
from depyf.render.fitting import WIDTH, fitted
from depyf.torch_text.access_paths import paths_of

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame
    from depyf.torch_text.path_names import PathNames

_ROOM = 40  # characters for text in front, such as indentation
_MANY_PATHS, _FEW = 6, 2
_SIZE = ".size()["
# `self.layers[0].bn.num_batches_tracked.item()`
_ATTRIBUTE = regex(r"\.(?P<name>\w+(?:\.item\(\))?)$")


class _Sizes(NamedTuple):
    """Symbols whose paths have one form: their common attribute, words and number."""

    attribute: str
    words: str
    symbols: int


@once_each  # each entry is compared with all entries before it
def size_lines(compilation: Compilation, frame: Frame) -> Sequence[str]:
    """Return a line for each kind of size or number, such as those that may vary."""
    symbols = compilation.facts.all(ShapeSymbol)
    paths = (p for s in symbols for p in paths_of(s.source))
    names = names_of(paths, compilation.guards if symbols else ())
    fixed = [s for s in symbols if s.source and s.symbol in _constants(compilation)]
    sizes = [s for s in symbols if _SIZE in s.source and s not in fixed]
    numbers = [s for s in symbols if s.source and s not in [*sizes, *fixed]]
    unknown = [s for s in symbols if not s.source]
    lines = []
    for what, found in (
        ("sizes that may vary", sizes),
        ("numbers that may vary", numbers),
        ("made a constant", fixed),
    ):
        if found:
            shown = [stack_named(words, frame) for words in _words(found, names)]
            lines.append(_line(f"{what}: ", shown))
    if unknown:
        shown = [f"`{symbol.symbol}`" for symbol in unknown]
        lines.append(_line("known only when it runs: ", shown))
    return lines


def _constants(compilation: Compilation) -> set[str]:
    """Return the symbols that the traced code made constants, such as ``zf3``."""
    made = (one for one in compilation.facts.all(ShapeGuard) if one.reason)
    return {one.expression.partition(" == ")[0] for one in made}


def _line(head: str, shown: Sequence[str]) -> str:
    return fitted(head, shown, "{} more", WIDTH - _ROOM)


def _words(found: Sequence[ShapeSymbol], names: PathNames) -> list[str]:
    """Return symbols with their meaning; paths that differ in numbers are folded."""
    by_path = {names.in_text(symbol.source): symbol for symbol in found}
    sizes = [_sizes_of(family, by_path) for family in _families(by_path)]
    if len(sizes) <= _MANY_PATHS:
        return [one.words for one in sizes]
    return list(_by_attribute(sizes))


def _families(paths: Iterable[str]) -> Iterator[Family]:
    """Yield families of paths; each member of a small family is its own family."""
    for family in fold(paths):
        if family.size > _FEW:
            yield family
        else:
            yield from (Family((member,)) for member in family.members())


def _sizes_of(family: Family, by_path: dict[str, ShapeSymbol]) -> _Sizes:
    members = family.members()
    symbol = by_path[members[0]]
    values = list(dict.fromkeys(by_path[one].value for one in members))
    first = f", {values[0]} at first" if len(values) == 1 and values[0] else ""
    if len(members) == 1:
        words = f"`{symbol.symbol}` = `{family.ranges}`{first}{_bounds(symbol)}"
    else:
        words = f"`{family.ranges}` ({len(members)} values{first})"
    attribute = _ATTRIBUTE.search(family.pattern)
    name = attribute.group("name") if attribute else ""
    return _Sizes(name, words, len(members))


def _by_attribute(sizes: Sequence[_Sizes]) -> Iterator[str]:
    """Yield words; an attribute of many objects is one item with their number."""
    alike: dict[object, list[_Sizes]] = {}
    for position, one in enumerate(sizes):
        alike.setdefault(one.attribute or position, []).append(one)
    for group in alike.values():
        if len(group) > _FEW:
            count = sum(one.symbols for one in group)
            yield f"`{group[0].attribute}` of {count} objects"
        else:
            yield from (one.words for one in group)


def _bounds(symbol: ShapeSymbol) -> str:
    bounds = symbol.value_range.replace("int_oo", "∞").replace("oo", "∞")
    if not bounds or bounds in {"[2, ∞]", "[-∞, ∞]", "[0, ∞]"}:
        return ""
    return f", in `{bounds}`"
