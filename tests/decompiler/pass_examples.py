"""The examples in the docstrings of passes: what they say, and what really happens.

A docstring holds source, and what is printed before and after the pass::

    Example (CPython 3.11 to 3.13)::

        def f(a, b): ...

    Before::

        block 0: ...

    After::

        block 0: ...

Blocks and temporaries are numbered as they appear; blocks that stay are left out.

    python -m tests.decompiler.pass_examples          see `main`
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from depyf.decompiler import pipeline
from depyf.decompiler.bytecode.behaviour import NEWEST, OLDEST, RUNNING
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.lift import lift
from depyf.decompiler.pass_manager import Text, observed
from depyf.decompiler.pass_trace import PassTrace, steps

PACKAGE = Path(pipeline.__file__).parent
_HEAD = re.compile(
    r"^Example(?: of `(?P<name>\w+)`)?(?: \(CPython (?P<pythons>[^)]*)\))?::$"
)
_BLOCK_ID = re.compile(
    r"(?P<lead>\bblock |\bjump |\bentry |\bhandler |\bgoto |\blabel | \? | : | -> )"
    r"(?P<id>-?\d+)\b"
)
_WIDTH = 88
SUPPORTED = range(OLDEST[1], NEWEST[1] + 1)
_TEMPORARY = re.compile(r"%(?P<name>\w+)")


@dataclass(frozen=True)
class Example:
    """One example.

    Args:
        module: of the pass.
        name: of its row in the table.
        source: of one function.
        pythons: the first and the last that it holds for; None for all.
        before: what its docstring says stands there before.
        after: and after.
    """

    module: str
    name: str
    source: str
    pythons: tuple[tuple[int, int], tuple[int, int]] | None
    before: str
    after: str

    @property
    def holds_here(self):
        return self.pythons is None or self.pythons[0] <= RUNNING <= self.pythons[1]


def rows():
    """Return the passes by module: each name once."""
    found = {}
    for row in steps():
        run = row.run.func if isinstance(row.run, partial) else row.run
        named = found.setdefault(run.__module__, {})
        named.setdefault(row.name, row)
    return found


def examples():
    """Return the examples of all modules."""
    modules = pkgutil.walk_packages(
        [str(PACKAGE)], f"{PACKAGE.parent.name}.decompiler."
    )
    return [one for module in modules for one in examples_of(module.name)]


def examples_of(module):
    """Return the examples in the docstring of a module."""
    lines = [*(importlib.import_module(module).__doc__ or "").splitlines(), "(end)"]
    return [
        _example(module, lines, index, head)
        for index, head in enumerate(map(_HEAD.match, lines))
        if head
    ]


def _example(module, lines, index, head):
    source, index = _literal(lines, index)
    before, index = _literal(lines, index) if lines[index] == "Before::" else ("", 0)
    after, _ = _literal(lines, index) if lines[index] == "After::" else ("", 0)
    name = head["name"] or next(iter(rows().get(module, {"": None})))
    return Example(module, name, source, _pythons(head["pythons"]), before, after)


def _literal(lines, index):
    """Return the indented text under a line, and where what follows it begins."""
    found = []
    index += 1
    while index < len(lines) and (not lines[index] or lines[index].startswith("    ")):
        found.append(lines[index])
        index += 1
    return textwrap.dedent("\n".join(found)).strip("\n") + "\n", index


def _pythons(text):
    if not text:
        return None
    first, _, last = text.partition(" to ")
    return _version(first), _version(last or first)


def _version(text):
    major, minor = text.split(".")
    return int(major), int(minor)


def happens(name, source):
    """Return what is printed before and after the first run that changes something.

    Args:
        name: of the pass.
        source: of a function; if it changes nothing there, of one inside of it.

    Returns:
        None if the pass changes nothing.
    """
    row = next(row for row in steps() if row.name == name)
    module = CodeUnit.from_code(
        compile(source, "example.py", "exec", dont_inherit=True)
    )
    for unit in list(module.walk())[1:] or [module]:
        trace = PassTrace()
        with observed(trace):
            try:
                _run(lift(unit), row.texts)
            except Exception:
                if not trace.attempts:
                    raise
        for attempt in trace.attempts:
            for earlier, run in zip(attempt.runs, attempt.runs[1:]):
                if run.name == name and run.changed:
                    return _shown(earlier.text, run.text)
    return None


def _run(function, texts):
    if texts & Text.VIEW and not texts & Text.TREES:
        pipeline.apply_view(function)
        return
    pretty = next((one for one in (Text.COLUMNS, Text.CODE) if texts & one), None)
    pipeline.to_statements(function, pretty or Text.MACHINE)


def _shown(before, after):
    both = _renumbered(before + "\0" + after)
    before, after = both.split("\0")
    if not before.startswith("entry "):
        return before, after
    if not after.startswith("entry "):
        return "".join(_chunks(before)), after
    old, new = _chunks(before), _chunks(after)
    return (
        "".join(one for one in old if one not in new) or "(no block)\n",
        "".join(one for one in new if one not in old) or "(no block)\n",
    )


def _renumbered(text):
    blocks, temporaries = {}, {}

    def block(match):
        number = blocks.setdefault(match["id"], len(blocks))
        return f"{match['lead']}{number}"

    def temporary(match):
        return f"%{temporaries.setdefault(match['name'], f't{len(temporaries)}')}"

    return _TEMPORARY.sub(temporary, _BLOCK_ID.sub(block, text))


def _chunks(graph):
    """Return its blocks and its regions; where it is entered is no news."""
    return re.split(r"(?m)^(?=block |region )", graph)[1:]


# -- filling in --------------------------------------------------------------------


def main(arguments):
    """Fill in what happens where nothing is said yet, and for which Pythons it is so.

    Each argument is an interpreter of one version; the first that changes something
    gives the texts. With ``--all``, other examples are filled in anew, too. Without
    arguments, print what happens here, as JSON.
    """
    everything = "--all" in arguments
    arguments = [one for one in arguments if one != "--all"]
    if not arguments:
        print(json.dumps([_happens_here(one) for one in examples()]))
        return
    told = {python: _told_by(python) for python in arguments}
    by_module = {}
    for index, example in enumerate(examples()):
        if example.after and not everything:
            continue
        here = {version: texts[index] for version, texts in told.values()}
        by_module.setdefault(example.module, []).append((example, here))
    for module, found in by_module.items():
        path = PACKAGE.parents[1] / (module.replace(".", "/") + ".py")
        _rewrite(path, found, [version for version, _ in told.values()])


def _happens_here(example):
    try:
        return happens(example.name, example.source)
    except SyntaxError:  # this Python does not have that yet
        return None


def _told_by(python):
    command = "import sys; print(sys.version_info[:2]); "
    command += "from tests.decompiler.pass_examples import main; main([])"
    done = subprocess.run(
        [python, "-c", command], capture_output=True, text=True, check=True
    )
    version, _, texts = done.stdout.partition("\n")
    return ast.literal_eval(version), json.loads(texts)


def _rewrite(path, found, order):
    text = path.read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text), clean=False)
    new = docstring
    for example, here in found:
        new = new.replace(*_replacement(docstring, example, here, order))
    text = text.replace(docstring, new, 1).replace('"""  # noqa: E501\n', '"""\n', 1)
    if any(len(line) > _WIDTH for line in new.splitlines()):
        text = text.replace('"""\n\n', '"""  # noqa: E501\n\n', 1)
    path.write_text(text, encoding="utf-8")


def _replacement(docstring, example, here, order):
    shown = next((here[one] for one in order if here[one]), None)
    name = f" of `{example.name}`" if _is_named(docstring, example) else ""
    same = sorted(one for one in here if here[one] == shown)
    first = same[0]
    while same and (first[0], first[1] + same.index(same[-1])) != same[-1]:
        same.pop()
    pythons = ""
    if len(same) < len(SUPPORTED):
        ends = dict.fromkeys(f"{one[0]}.{one[1]}" for one in (same[0], same[-1]))
        pythons = f" (CPython {' to '.join(ends)})"
    old = re.search(_span(example.source), docstring)[0]
    before, after = shown or ("(nothing)\n", "(nothing)\n")
    parts = [f"Example{name}{pythons}::", example.source, "Before::", before]
    parts += ["After::", after]
    lines = [
        part if part.endswith("::") else textwrap.indent(part.rstrip("\n"), "    ")
        for part in parts
    ]
    more_follows = "\n" if old.endswith("\n\n") else ""
    return old, "\n\n".join(lines) + "\n" + more_follows


def _is_named(docstring, example):
    return f"Example of `{example.name}`" in docstring


def _span(source):
    literal = r"\n\n(?:(?:    [^\n]*)?\n)*"
    text = re.escape(textwrap.indent(source.rstrip("\n"), "    "))
    return rf"Example[^\n]*::\n\n{text}\n(?:\nBefore::{literal})?(?:After::{literal})?"


if __name__ == "__main__":
    main(sys.argv[1:])
