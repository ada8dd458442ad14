"""Find the modules that a method was compiled for, such as ``layers[0..11]``.

Paths that differ only in numbers are folded into one path with ranges.  `unfolded`
returns the original paths.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple

from depyf.model.families import boxes, runs
from depyf.reading.numbers import is_number
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.model.run import Frame

# A part of a path: a name, or brackets around numbers, ranges or a quoted key.
_PART = regex(r"\[(?P<key>'(?:[^'\\]|\\.)*'|[^\]]*)\]|(?P<name>[^.\[]+)")
_NUMBERS = regex(r"\[(\d+(?:\.\.\d+)?(?:, \d+(?:\.\.\d+)?)*)\]\Z")

_MOST_PATHS = 100_000  # that one folded path may cover: no model has so many layers
_GAP = "[]"  # the placeholder for a number


class Instances(NamedTuple):
    """The paths of the modules of one class, for a method of that class.

    An entry may fit several modules.  So `refused` and `others` certainly run as plain
    Python only if torch stopped compiling the method.

    Attributes:
        class_name: the class.
        made: the modules for which torch compiled an entry.
        refused: the modules for which every compilation failed.
        others: the modules for which torch never tried to compile.
    """

    class_name: str
    made: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def instances_of(frame: Frame) -> tuple[Instances, ...]:
    """Return the modules that a frame was compiled for, and the others of their class.

    A compilation of the outermost module, whose path is empty, is left out.
    """
    made: dict[str, dict[str, bool]] = {}
    every: dict[str, dict[str, None]] = {}
    for compilation in frame.compilations:
        known = compilation.instance
        if known is None or not known.path:
            continue
        tried = made.setdefault(known.instance_class, {})
        has_entry = compilation.entry is not None
        tried[known.path] = has_entry or tried.get(known.path, False)
        paths = (path for folded in known.instances for path in unfolded(folded))
        every.setdefault(known.instance_class, {}).update(dict.fromkeys(paths))
    return tuple(
        Instances(
            name,
            tuple(path for path, has_entry in tried.items() if has_entry),
            tuple(path for path, has_entry in tried.items() if not has_entry),
            tuple(path for path in every[name] if path not in tried),
        )
        for name, tried in made.items()
    )


# --- paths, folded --------------------------------------------------------------------


def _parts(path: str) -> tuple[str, ...]:
    """Split a path into its parts; an index keeps its brackets.

    >>> _parts("model.layers[3].self_attn")
    ('model', 'layers', '[3]', 'self_attn')
    """
    return tuple(found.group() for found in _PART.finditer(path))


def _joined(parts: Iterable[str]) -> str:
    text = ""
    for part in parts:
        text += part if part.startswith("[") or not text else f".{part}"
    return text


def folded(paths: Iterable[str]) -> tuple[str, ...]:
    """Fold the paths that differ only in numbers into one path with ranges.

    >>> folded(["layers[0]", "layers[1]", "layers[2].a", "layers[3].a", "norm"])
    ('layers[0..1]', 'layers[2..3].a', 'norm')
    """
    forms: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    for path in dict.fromkeys(paths):
        parts = _parts(path)
        form = tuple(_GAP if _is_number(part) else part for part in parts)
        numbers = tuple(int(part[1:-1]) for part in parts if _is_number(part))
        forms.setdefault(form, []).append(numbers)
    return tuple(
        _filled(form, map(_ranges, box))
        for form, rows in forms.items()
        for box in boxes(rows)
    )


def _is_number(part: str) -> bool:
    return part.startswith("[") and is_number(part[1:-1])


def _filled(form: Iterable[str], ranges: Iterator[str]) -> str:
    return _joined(next(ranges) if part == _GAP else part for part in form)


def _ranges(numbers: Iterable[int]) -> str:
    found = runs(numbers)
    return f"[{', '.join(f'{a}..{b}' if a != b else f'{a}' for a, b in found)}]"


def unfolded(path: str) -> tuple[str, ...]:
    """Return the paths that a path with ranges covers.

    >>> unfolded("layers[0..1, 4].norm")
    ('layers[0].norm', 'layers[1].norm', 'layers[4].norm')
    """
    choices = [_choices(part) for part in _parts(path)]
    return tuple(_joined(parts) for parts in islice(product(*choices), _MOST_PATHS))


def _choices(part: str) -> list[str]:
    numbers = _NUMBERS.match(part)
    found = []
    for piece in numbers[1].split(", ") if numbers else ():
        first, _, last = piece.partition("..")
        if is_number(first) and is_number(last or first):
            every = range(int(first), int(last or first) + 1)
            found += [f"[{number}]" for number in every[:_MOST_PATHS]]
    return found or [part]
