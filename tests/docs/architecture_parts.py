"""The parts of `docs/architecture.md` and others that are generated.

python -m tests.docs.architecture_parts      writes them (CPython 3.11)
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from depyf.decompiler import decompile_code
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.pass_manager import Structurer, observed
from depyf.decompiler.pass_trace import LIFT, PassTrace, steps
from tests.architecture.source_tree import all_modules
from tests.architecture.test_layers import COMMON, MAY_IMPORT
from tests.docs.api_reference import api_capture, api_compiled, api_decompile
from tests.docs.command_reference import commands
from tests.docs.schema_reference import (
    SUMMARY,
    page_fields,
    summary_fields,
    summary_text,
)

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = (
    DOCS / "api.md",
    DOCS / "architecture.md",
    DOCS / "modules.md",
    DOCS / "commands.md",
    DOCS / "data.md",
    ROOT / "CONTRIBUTING.md",
)
WALK = """\
def first_below(items, limit):
    for item in items:
        if item and item < limit:
            return item
"""
_MARKED = re.compile(r"(?s)(<!-- generated: (\w+) -->\n).*?(<!-- end -->\n)")


def with_parts(text, parts):
    """Return a page with its generated parts made anew; others stay."""
    return _MARKED.sub(
        lambda found: (
            found[1] + parts[found[2]]() + found[3] if found[2] in parts else found[0]
        ),
        text,
    )


def rooms():
    """Return the table of who may import whom."""
    common = ", ".join(f"`{one}`" for one in sorted(COMMON))
    lines = [
        f"Every module may import from its own room, and {common}.\n",
        "| Room | may import |",
        "|---|---|",
    ]
    for room, others in MAY_IMPORT.items():
        named = ", ".join(f"`{one}`" for one in sorted(others)) or "nothing"
        lines.append(f"| `{room}` | {named} |")
    return "\n".join(lines) + "\n"


def modules():
    """Return the list of all modules with their first lines, each room in one piece."""
    lines, room = [], None
    by_room = sorted(all_modules(), key=lambda one: Path(one.relative).parent.parts)
    for module in by_room:
        first = (ast.get_docstring(module.tree) or "").partition("\n")[0]
        here = str(Path(module.relative).parent)
        if here != room:
            room = here
            title = "src/depyf" if here == "." else f"src/depyf/{here}"
            lines += ["", f"## {title}", "", "| Module | What it holds |", "|---|---|"]
        name = Path(module.relative).name
        lines.append(f"| `{name}` | {first} |".replace("``", "`"))
    return "\n".join(lines).lstrip("\n") + "\n"


def walk():
    """Return one function on its way through all stages."""
    code = compile(WALK, "example.py", "exec", dont_inherit=True).co_consts[0]
    unit = CodeUnit.from_code(code)
    trace = PassTrace()
    with observed(trace):
        result = decompile_code(code)
    (attempt,) = trace.last_attempts()
    structurer = {row.name for row in steps() if isinstance(row, Structurer)}
    position = next(i for i, run in enumerate(attempt.runs) if run.name in structurer)
    graph, tree = attempt.runs[:position], attempt.runs[position:]
    lines = [
        f"{one.offset:>4} {one.opname} {_argument(one)}" for one in unit.instructions
    ]
    return "".join(
        [
            _stage("The source", "python notest", WALK),
            _stage(
                "`bytecode`: a `CodeUnit`", "text", "\n".join(map(str.rstrip, lines))
            ),
            _stage("`lift`: a `Function`", "text", attempt.after(LIFT)),
            _changes("`passes` over the graph", graph[1:]),
            _stage("The graph behind them", "text", graph[-1].text),
            _stage("`structure`: a tree", "text", tree[0].text),
            _changes("`passes.tree` over the tree", tree[1:]),
            _stage("The tree behind them", "text", tree[-1].text),
            _stage(
                "`emit`: text, each line with its instructions",
                "text",
                _lines(result, unit),
            ),
            f"**`checking`**: compiled again, the same bytecode: `{result.quality}`.\n",
        ]
    )


def _argument(one):
    if one.arg is None:
        return ""
    return getattr(one.argval, "name", None) or str(one.argval)


def _lines(result, unit):
    """Return the text with the offsets of the instructions that each line shows."""
    offsets = {}
    for one in unit.instructions:
        line = result.line_map.line_of_offset(one.offset)
        offsets.setdefault(line, []).append(str(one.offset))
    return "\n".join(
        f"{line:<40} # {', '.join(offsets.get(number, []))}".rstrip(" #")
        for number, line in enumerate(result.source.splitlines(), start=1)
    )


def _stage(title, language, text):
    return f"**{title}**\n\n```{language}\n{text.rstrip()}\n```\n\n"


def _changes(title, runs):
    rows = [f"- `{run.name}`: {run.establishes}" for run in runs if run.changed]
    unchanged = len(
        {run.name for run in runs} - {run.name for run in runs if run.changed}
    )
    rows.append(f"- and {unchanged} passes that found nothing to do")
    return f"**{title}**\n\n" + "\n".join(rows) + "\n\n"


# Where tests are selected by their markers: a name, a file, the text before.
SELECTIONS = {
    "`make test`": ("Makefile", "\ntest:", r'-m "([^"]+)"'),
    "`make test-all`": ("Makefile", "\ntest-all:", "()"),
    "CI on 3.11": (".ci/run", "CI=true", r"-m '([^']+)'"),
    "CI on 3.8 and 3.15": (".ci/on-python", "in\n", r'selection="([^"]+)"'),
    "CI on the other Pythons": (".ci/on-python", "version=", r'selection="([^"]+)"'),
    "`nox -s tests`": ("noxfile.py", "WITHOUT_TORCH", r'"([^"]+)"'),
}


def markers():
    """Return each marker of `pyproject.toml` with what it says."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"(?s)\nmarkers = \[\n(.*?)\n\]", text)[1]
    return dict(re.findall(r'"(\w+)[^:"]*: ([^"]+)"', listed))


def selections():
    """Return the table of what runs where: a row for each marker."""
    chosen = {}
    for name, (file, before, pattern) in SELECTIONS.items():
        text = (ROOT / file).read_text(encoding="utf-8").partition(before)[2]
        chosen[name] = re.search(pattern, text)[1] or "True"
    lines = [
        f"| Marker | {' | '.join(chosen)} |",
        "|---|" + "---|" * len(chosen),
    ]
    known = {"no marker": "", **markers()}
    for marker, meaning in known.items():
        has = {one: one == marker for one in known}
        cells = ["yes" if eval(one, {}, has) else "" for one in chosen.values()]
        title = f"`{marker}`: {meaning}" if meaning else marker
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


PARTS = {
    "rooms": rooms,
    "walk": walk,
    "modules": modules,
    "selections": selections,
    "commands": commands,
    "api_capture": api_capture,
    "api_compiled": api_compiled,
    "api_decompile": api_decompile,
    "summary_fields": summary_fields,
    "page_fields": page_fields,
}


def main():
    """Write all parts."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(with_parts(text, PARTS), encoding="utf-8")
    SUMMARY.write_text(summary_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
