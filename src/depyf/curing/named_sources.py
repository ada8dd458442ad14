"""Set `dynamic_sources`, so that sizes and numbers are dynamic from the first entry.

The first entry is for one size or whole number.  Torch makes it a symbol only when it
meets another value.  ``torch.compiler.config.dynamic_sources`` names values that are
symbols in the first entry already.  They may be arguments, attributes, globals, and
values after a graph break, which no mark reaches.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal, setting
from depyf.curing.syntax import replaced
from depyf.model.findings.recompile_groups import groups
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.model.findings.recompile_groups import Group

_SETTING = "torch.compiler.config.dynamic_sources"
_KINDS = {GuardKind.SIZE, GuardKind.NUMBER}


def named_sources(case: Case) -> Iterator[Proposal]:
    """Yield the setting that names the values that varied, in all functions."""
    if case.kind not in _KINDS:
        return
    found = [one for group in groups(case.group.run) for one in _sources(group)]
    exact = (name if index < 0 else f"{name}:{index}" for name, index in found)
    # In torch versions without dimensions in the list, a name with one matches nothing.
    whole = (name for name, _ in found)
    for names in dict.fromkeys(tuple(dict.fromkeys(each)) for each in (exact, whole)):
        if names:
            yield _proposal(case, names)


def _sources(group: Group) -> Iterator[tuple[str, int]]:
    """Yield torch's name of a value with the size's dimension, or -1 for a number."""
    name, kind = group.first.literal, group.first.kind
    if not _can_be_listed(name):
        return
    if kind is GuardKind.SIZE:
        indexes = sorted({one.index for one in group.causes if one.index >= 0})
        yield from ((name, index) for index in indexes)
    elif kind is GuardKind.NUMBER and all(map(_is_whole, group.values)):
        yield name, -1


def _is_whole(value: str) -> bool:
    return value.lstrip("-").isdigit()


def _can_be_listed(name: str) -> bool:
    """Return whether a name can be in the list, which torch splits into patterns.

    >>> _can_be_listed("L['x']"), _can_be_listed("L['a, b']"), _can_be_listed("")
    (True, False, False)
    """
    if not name or any(one in name for one in ", \n"):
        return False
    try:
        re.compile(name)
    except re.error:
        return False
    return True


def _proposal(case: Case, names: tuple[str, ...]) -> Proposal:
    """Return the proposal that adds names to the setting."""
    files = case.files
    for node in ast.walk(files.tree(files.main)):
        if isinstance(node, ast.Assign) and dotted(node.targets[0]) == _SETTING:
            value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                every = dict.fromkeys([*value.value.split(","), *names])
                new = _text(tuple(every))
                edit = replaced(files, files.main, value, new)
                what = f"`{_SETTING} = {new}`"
                return Proposal(case.finding, what, (edit,), is_sure=True)
    return setting(files, case.finding, f"{_SETTING} = {_text(names)}")


def _text(names: tuple[str, ...]) -> str:
    r"""Return names as the source of one string literal.

    >>> print(_text(("L['x']:0", "L['n']")))
    "L['x']:0,L['n']"
    """
    text = ",".join(names)
    return f'"{text}"' if "\\" not in text and '"' not in text else repr(text)
