"""Applies the edit of a finding to the program, as a reader would."""

from __future__ import annotations

import ast
import re
from typing import Any, Mapping


def applied(text: str, finding: Mapping[str, Any]) -> str | None:
    """Return the program with a finding's edit made, None where it takes a person.

    Args:
        text: of the program.
        finding: as ``summary.json`` has it.
    """
    edit, note = finding.get("edit", ""), finding.get("note", "")
    if not edit or "; there `" in note:  # what is passed has no name yet
        return None
    if note.startswith("before the first call") and not re.search(r"mark_\w+\(", edit):
        return text.replace("def main():\n", f"def main():\n    {edit}\n", 1)
    found = re.match(r"instead of the `if` at \S+?:(\d+)", note)
    if found:
        return _branch_replaced(text, int(found[1]), edit)
    if note.startswith("keep it a tensor, and choose"):
        kept, _, chosen = edit.partition("; ")
        lines = text.split("\n")
        number = finding["line"]["line"]
        lines[number - 1] = _indented(lines[number - 1], kept)
        return _branch_replaced("\n".join(lines), number + 1, chosen)
    found = re.match(r"in `__init__`, instead of `(self\.\w+ = )", note)
    if found:
        return re.sub(
            rf"(?m)^(\s+){re.escape(found[1])}.*$", rf"\g<1>{edit}", text, count=1
        )
    found = re.match(r"in the class, after `(\w+ = )", note)
    if found:
        line = rf"(?m)^(\s+)({re.escape(found[1])}.*)$"
        return re.sub(line, rf"\g<1>\g<2>\n\g<1>{edit}", text, count=1)
    found = re.match(r"instead of `(\w+=.+)`, where the function is created", note)
    if found:
        return text.replace(found[1], edit, 1)
    found = re.match(r"before the (?:first )?call at \S+?:(\d+)", note)
    if found:
        lines = text.split("\n")
        number = int(found[1])
        lines.insert(number - 1, _indented(lines[number - 1], edit))
        return "\n".join(lines)
    return None


def _indented(line: str, text: str) -> str:
    return f"{line[: len(line) - len(line.lstrip())]}{text}"


def _branch_replaced(text: str, line: int, edit: str) -> str:
    """Replace the ``if`` at or after a line, or its head only."""
    branches = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.If)]
    branch = min((b for b in branches if b.lineno >= line), key=lambda b: b.lineno)
    lines = text.split("\n")
    head = _indented(lines[branch.lineno - 1], edit)
    rest = lines[branch.lineno : branch.end_lineno] if edit.endswith(":") else []
    return "\n".join(
        [*lines[: branch.lineno - 1], head, *rest, *lines[branch.end_lineno :]]
    )
