"""Write loops that replace repeated lines."""

from __future__ import annotations

import ast
import re
from typing import Iterable, Mapping, Sequence

from depyf.model.families import Line, Repetition
from depyf.records import dataclass
from depyf.regexes import regex
from depyf.render.fitting import in_rows

WIDTH = 116  # leaves room for a comma and a bracket at the end of a line
_NUMBERS = ("i", "j", "k", "n", "number", "each_number")
_ITEMS = ("it", "each", "one", "each_one")
_NUMBERED = regex(r"(?P<stem>[A-Za-z]\w*)_(?P<number>\d+)")
# `marked` writes `layer_3` with this mark as an item, because repetitions count items.
_MARK = "\x01"
_MARKED = regex(rf"(?P<stem>\w+)_{_MARK}\[$")


@dataclass(frozen=True)
class Names:
    """The names of a function.

    Args:
        used: all names.
        numbered: the names that end in a number, such as ``layer_3``, and are assigned
            once.
    """

    used: frozenset[str]
    numbered: frozenset[str]

    @classmethod
    def of(cls, nodes: Iterable[ast.AST]) -> Names:
        """Return the names in the nodes of a tree."""
        used: set[str] = set()
        written: dict[str, int] = {}
        for node in nodes:
            if isinstance(node, ast.arg):
                used.add(node.arg)
            if isinstance(node, ast.Name):
                used.add(node.id)
                if not isinstance(node.ctx, ast.Load):
                    written[node.id] = written.get(node.id, 0) + 1
        numbered = {
            name
            for name, count in written.items()
            if count == 1 and _NUMBERED.fullmatch(name)
        }
        return cls(frozenset(used), frozenset(numbered))

    def free(self, wanted: Sequence[str]) -> str:
        """Return the first of `wanted` that is unused; empty if all are used."""
        return next((name for name in wanted if name not in self.used), "")


def marked(text: str, names: Names) -> str:
    """Return a statement in which the numbers of names have marks."""

    def change(match: re.Match[str]) -> str:
        if match.group() not in names.numbered:
            return match.group()
        return f"{match['stem']}_{_MARK}[{match['number']}]"

    return re.sub(rf"(?<![\w.'\"]){_NUMBERED.pattern}(?![\w'\"])", change, text)


def argument_loop(one: Repetition, names: Names) -> list[str]:
    """Return a starred loop for repeated arguments; empty if it cannot be written.

    The loop is a list, not a generator: CPython 3.8 evaluates the later arguments
    before it reads a starred generator.
    """
    number, item = names.free(_NUMBERS), names.free(_ITEMS)
    if not number or not item:
        return []
    space = _indentation(one)
    body = [_dedented(_with_names(line, number, {}), space) for line in one.lines]
    counted = f"range({one.count})"
    if len(body) == 1 and "\n" not in body[0]:
        return [f"{space}*[{body[0].rstrip(',')} for {number} in {counted}],"]
    return [
        f"{space}*[",
        f"{space}    {item}",
        f"{space}    for {number} in {counted}",
        f"{space}    for {item} in (",
        *_indented(body, f"{space}        "),
        f"{space}    )",
        f"{space}],",
    ]


def statement_loop(one: Repetition, names: Names) -> list[str]:
    """Return a loop for repeated statements; empty if it cannot be written."""
    number = names.free(_NUMBERS)
    families = _families(one)
    written = _written(one)
    if not number:
        return []
    if written is not None:
        return _assignment(one, written, number) if len(families) == 1 else []
    chosen = _variables(families, names)
    if len(chosen) != len(families):
        return []
    space = _indentation(one)
    lines = [_with_names(line, number, chosen) for line in one.lines]
    counts = any(
        step and not _MARKED.search(part)
        for line in one.lines
        for part, (_start, step) in zip(line.parts, line.numbers)
    )
    head = _head(chosen, one.count, number if counts else "", space)
    body = [_dedented(line, space) for line in lines]
    return [*head, *_indented(body, f"{space}    ")]


def _names(stem: str, start: int, step: int) -> Line:
    """Return ``layer_11, layer_10, ...``: names with consecutive numbers."""
    return Line((f"{stem}_", ""), ((start, step),))


def _families(one: Repetition) -> list[Line]:
    """Return the numbered names that vary between repetitions."""
    found: dict[Line, None] = {}
    for line in one.lines:
        for part, (start, step) in zip(line.parts, line.numbers):
            match = _MARKED.search(part)
            if match and step:
                found[_names(match["stem"], start, step)] = None
    return list(found)


def _written(one: Repetition) -> Line | None:
    """Return the numbered names that a line assigns to; None if there are none."""
    for line in one.lines:
        match = _MARKED.fullmatch(line.parts[0].lstrip())
        if match and len(line.parts) > 1 and line.parts[1].startswith("] = "):
            return _names(match["stem"], *line.numbers[0])
    return None


def _assignment(one: Repetition, family: Line, number: str) -> list[str]:
    """Return ``(a_0, a_1, ...) = (f() for _ in range(n))``."""
    line, space = one.lines[0], _indentation(one)
    if len(one.lines) != 1:
        return []
    value = Line((line.parts[1][len("] = ") :], *line.parts[2:]), line.numbers[1:])
    counts = any(step for _start, step in value.numbers)
    text = _dedented(_with_names(value, number, {}), space)
    loop = f"for {number if counts else '_'} in range({one.count})"
    names = filled(family.expanded(one.count), f"{space}    ")
    if "\n" in text or len(f"{space}) = ({text} {loop})") > WIDTH:
        inner = f"{space}    "
        said = [
            f"{space}) = (",
            *_indented([text], inner),
            f"{inner}{loop}",
            f"{space})",
        ]
    else:
        said = [f"{space}) = ({text} {loop})"]
    return [f"{space}(", *names, *said]


def _variables(families: Sequence[Line], names: Names) -> dict[Line, str]:
    """Return each family's loop variable; families without a free name are left out."""
    found: dict[Line, str] = {}
    for family in families:
        stem = family.parts[0][:-1]
        wanted = [stem, f"each_{stem}", f"other_{stem}", f"third_{stem}"]
        name = names.free([one for one in wanted if one not in found.values()])
        if name:
            found[family] = name
    return found


def _head(chosen: Mapping[Line, str], count: int, number: str, space: str) -> list[str]:
    """Return the line or lines that begin a loop."""
    if not chosen:
        return [f"{space}for {number} in range({count}):"]
    listed = [family.expanded(count) for family in chosen]
    targets = ", ".join(chosen.values())
    opened, closed = "(", ")"
    if len(listed) > 1:
        opened, closed = "zip((", "))"
    if number:
        targets = f"({targets})" if len(listed) > 1 else targets
        targets, opened, closed = (
            f"{number}, {targets}",
            f"enumerate({opened}",
            f"{closed})",
        )
    joined = "), (".join(", ".join(one) for one in listed)
    short = f"{space}for {targets} in {opened}{joined}{closed}:"
    if len(short) <= WIDTH:
        return [short]
    lines = [f"{space}for {targets} in {opened}"]
    for index, one in enumerate(listed):
        lines += ([f"{space}), ("] if index else []) + filled(one, f"{space}    ")
    return [*lines, f"{space}{closed}:"]


def _with_names(line: Line, number: str, chosen: Mapping[Line, str]) -> str:
    """Return a line with expressions of `number` for numbers, and with chosen names."""
    pieces = [line.parts[0]]
    for (start, step), part in zip(line.numbers, line.parts[1:]):
        name = _MARKED.search(pieces[-1])
        quoted = pieces[-1][-1:] in {"'", '"'} and part[:1] == pieces[-1][-1:]
        if name:
            stem = name["stem"]
            said = f"{stem}_{start}" if not step else chosen[_names(stem, start, step)]
            pieces[-1] = pieces[-1][: name.start()]
            pieces += [said, part[1:]]
        elif not step:
            pieces += [str(start), part]
        elif quoted:
            pieces[-1] = pieces[-1][:-1]
            pieces += [f"str({_counted(start, step, number)})", part[1:]]
        else:
            pieces += [_counted(start, step, number), part]
    return "".join(pieces)


def _counted(start: int, step: int, name: str) -> str:
    """Return a number as an expression of the loop variable.

    >>> _counted(1, 2, "i"), _counted(0, 1, "i"), _counted(3, 1, "i")
    ('2 * i + 1', 'i', 'i + 3')
    >>> _counted(11, -1, "i"), _counted(23, -2, "i")
    ('11 - i', '23 - 2 * i')
    """
    text = name if abs(step) == 1 else f"{abs(step)} * {name}"
    if step < 0:
        return f"{start} - {text}"
    return f"{text} + {start}" if start else text


def filled(items: Sequence[str], space: str) -> list[str]:
    """Return lines with all items and commas, as few lines as possible."""
    return in_rows(items, lambda row: f"{space}{', '.join(row)},", WIDTH)


def on_one_line(lines: Sequence[str]) -> str:
    """Join a statement's lines into one.

    >>> on_one_line(["    f(", "        a,", "        b,", "    )"])
    '    f(a, b)'
    """
    text = lines[0].rstrip()
    for line in map(str.strip, lines[1:]):
        if line[:1] in tuple(")]}"):
            text = text[:-1] + line if text.endswith(",") else text + line
        else:
            text += line if text[-1:] in tuple("([{.") else f" {line}"
    return text


def _indentation(one: Repetition) -> str:
    text = one.lines[0].parts[0]
    return text[: len(text) - len(text.lstrip())]


def _dedented(text: str, space: str) -> str:
    return "\n".join(
        line[len(space) :] if line.startswith(space) else line
        for line in text.split("\n")
    )


def _indented(texts: Sequence[str], space: str) -> list[str]:
    return [f"{space}{line}" for text in texts for line in text.split("\n")]
