"""Small programs as people write them: how many have the text that they should have.

``python -m tests.fuzz.natural COUNT [FIRST_SEED]`` prints, for bodies of functions and
of classes, how many texts are of which quality; of those that are exact, the ones with
a temporary are counted apart: nobody wrote it. The seeds of what is not plain follow.

Unlike those of `programs`, these are not run, so they need not make sense: they are
short, use each construct in plain places, and have no dead code on purpose.
"""

from __future__ import annotations

import collections
import json
import platform
import random
import re
import sys
import types
import warnings
from typing import Counter, Iterator, Sequence

from depyf.decompiler import Quality, decompile_code

INDENT = "    "
NAMES = "abcdefg"
PLAIN = "plain"
TEMPORARY = "temporary"
_TEMPORARY = re.compile(r"\btmp_\d")
_HOLE = re.compile(r"\{(\w+)\}")

#: What stands for a hole, by its name; ``n`` is a name, ``i`` a new number.
FORMS = {
    "e": (
        "{n}", "{n}", "{i}", "{n}.{n}", "{n}({e})", "{n}({n}, {n}={e})", "{n}[{e}]",
        "{e} + {n}", "({e}, {n})", "[{e}, *{n}]", "({e} if {c} else {n})",
        "({n} and {e})", "({n} or {e})", "[{n} for x in {n} if {c}]", "not {n}",
        "{n}[{e} : {n}]", "(lambda x: {e})", "({n} < {e} < {n})", 'f"{{n}} {{n}!r}"',
    ),
    "c": (
        "{n}", "not {n}", "{n} > {e}", "{n} is None", "{n} and {n}", "{n} or {n}({n})",
        "{n} in {e}", "{n} < {n} <= {n}", "({n} := {n}()) and {n}",
        "any({n}(x) for x in {n})",
    ),
    "p": (
        "{i}", "{n}.{n}", "{i} | {i}", "[x]", "[x, *_]", "{n}()", "{n}(x, y=z)",
        '{"k": x}', "[{n}.{n}, _] if {c}", "{n}() as x", "_",
    ),
    "s": (
        "{n}({e})", "{n} = {e}", "{n}.{n} = {e}", "{n}[{e}] = {n}", "{n} += {e}",
        "{n}.{n} -= {n}", "x, y = {e}, {e}", "x, *y = {e}", "assert {c}, {n}",
        "x = y = {e}", "{n}.{n}({e})", "del {n}.{n}", "{c}",
    ),
}  # fmt: skip

#: Compound statements: a header for each body. After ``match`` bodies are indented.
COMPOUND = (
    ("if {c}:",), ("if {c}:",), ("if {c}:", "else:"), ("if {c}:", "elif {c}:", "else:"),
    ("for {n} in {e}:",), ("for {n} in {n}:", "else:"), ("while {c}:",),
    ("while True:",),
    ("try:", "except {n}:"), ("try:", "except {n} as e:", "else:"),
    ("try:", "finally:"), ("try:", "except {n}:", "finally:"),
    ("with {n} as {n}:",), ("with {n}({e}), {n}:",),
)  # fmt: skip
MATCH = (
    ("match {n}:", "case {p}:"), ("match {n}:", "case {p}:", "case {p}:"),
    ("match {n}:", "case {p}:", "case {p}:", "case _:"),
)  # fmt: skip


class Writer:
    """Writes one body."""

    def __init__(self, seed: int, *, returns: bool) -> None:
        self._random = random.Random(seed)
        self._numbers = iter(range(10, 10_000))
        self._returns = returns
        has_match = sys.version_info >= (3, 10)
        self._compound = COMPOUND + MATCH if has_match else COMPOUND

    def body(self, depth: int, *, loop: bool = False, ends: bool = True) -> list[str]:
        """The lines of one to three statements.

        Args:
            depth: how deep compound statements may be.
            loop: ``break`` and ``continue`` mean something.
            ends: it may end with a jump.
        """
        lines: list[str] = []
        for _ in range(self._random.choice((1, 1, 2, 3))):
            if depth and self._random.random() < 0.6:
                lines += self._statement(depth, loop, ends)
            else:
                lines.append(self._filled("{s}", 2))
        jumps = ["return {e}", "return"] * self._returns + ["raise {n}"]
        jumps += ["break", "continue"] * loop
        if ends and self._random.random() < 0.3:
            lines.append(self._filled(self._random.choice(jumps), 1))
        return lines

    def _statement(self, depth: int, loop: bool, ends: bool) -> Iterator[str]:
        headers: Sequence[str] = self._random.choice(self._compound)
        indent = ""
        if headers[0].startswith("match"):
            yield self._filled(headers[0], 1)
            indent, headers = INDENT, headers[1:]
        for header in headers:
            inner = loop or header.startswith(("for", "while"))
            is_final = header == "finally:"
            yield indent + self._filled(header, 1)
            if indent and self._random.random() < 0.2:
                yield indent + INDENT + "pass"
                continue
            for line in self.body(
                depth - 1, loop=inner and not is_final, ends=ends and not is_final
            ):
                yield indent + INDENT + line

    def _filled(self, template: str, depth: int) -> str:
        return _HOLE.sub(lambda hole: self._form(hole.group(1), depth), template)

    def _form(self, hole: str, depth: int) -> str:
        if hole == "i":
            return str(next(self._numbers))
        if hole == "n" or (depth == 0 and hole == "e"):
            return self._random.choice(NAMES)
        return self._filled(self._random.choice(FORMS[hole]), max(depth - 1, 0))


def program(seed: int, kind: str, depth: int = 2) -> str:
    """The source of one program.

    Args:
        seed: of its random choices.
        kind: ``function`` or ``class``.
        depth: how deep its compound statements may be.
    """
    is_function = kind == "function"
    lines = Writer(seed, returns=is_function).body(depth, ends=is_function)
    head = "def subject(a, b, c):" if is_function else "class Subject:"
    return "\n".join([head, *(INDENT + line for line in lines), ""])


def quality(source: str) -> str:
    """The quality of the text of a program; `PLAIN` if it is as good as can be.

    Raises:
        SyntaxError: it is no program of this Python.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = compile(source, "<natural>", "exec", 0, dont_inherit=True)
    (code,) = (c for c in module.co_consts if isinstance(c, types.CodeType))
    result = decompile_code(code)
    if result.quality is not Quality.EXACT:
        return result.quality.value
    return TEMPORARY if _TEMPORARY.search(result.source) else PLAIN


def run(seeds: Sequence[int], kind: str) -> tuple[Counter[str], dict[int, str]]:
    """The programs by quality, and that of those that are not plain, by seed."""
    counts: Counter[str] = collections.Counter()
    others: dict[int, str] = {}
    for seed in seeds:
        try:
            found = quality(program(seed, kind))
        except SyntaxError:
            continue  # `break` in a `match` that nothing is around, and the like
        counts[found] += 1
        if found != PLAIN:
            others[seed] = found
    return counts, others


def main() -> None:
    """The command."""
    count, first = int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 0
    for kind in ("function", "class"):
        counts, others = run(range(first, first + count), kind)
        print(platform.python_version(), kind, json.dumps(counts), others)


if __name__ == "__main__":
    main()
