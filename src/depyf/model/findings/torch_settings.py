"""The rule on settings of torch that change between calls."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import parsed, text_of
from depyf.torch_text.environment import (
    FUNCTION_MODES,
    setting_kind,
    setting_name,
)
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_SET_ONCE = "set it once, before the first call"
_ONE_SIDE = (
    "call it always inside, or always outside, of the `with`; instead of `with "
    "torch.device(...)`, pass `device=` where tensors are created"
)
_DEFAULT_DTYPE = "default_dtype"


def _guard(group: Group) -> str:
    return group.first.guard.expression


def _note(group: Group) -> str:
    """Return where to set it: tensors that exist do not follow a default dtype."""
    if FUNCTION_MODES in _guard(group):
        return _ONE_SIDE
    if setting_name(_guard(group)) != _DEFAULT_DTYPE:
        return _set_once(group)
    where = f" after {place(group.origin[0])}" if len(group.origin) == 1 else ""
    return f"set it back{where}; or pass `dtype=` there, and do not set it"


def _set_once(group: Group) -> str:
    """Return which call that sets it to leave out, if exactly one is known."""
    name = setting_name(_guard(group)).partition("`")[0]  # one call may set two
    lines = [line for line in group.origin if f"set_{name}(" in line.text]
    if len(lines) == 1 and len(group.origin) > 1:
        return f"do not set it for each call, at {place(lines[0])}; {_SET_ONCE}"
    calls = {call for line in group.origin for call in _fixed_calls(line.text, name)}
    others = [one for one in lines if not any(_fixed_calls(one.text, name))]
    if len(calls) == 1 and len(lines) == 2 and len(others) == 1:
        return (
            f"leave out the call at {place(others[0])}, so that `{calls.pop()}` holds "
            "for all calls"
        )
    if len(calls) == 1:
        return (
            f"call `{calls.pop()}` once, before the first call, if all calls may use it"
        )
    return _SET_ONCE


def _fixed_calls(text: str, name: str) -> Iterator[str]:
    """Yield the calls on a line that set a setting to constants."""
    tree = parsed(text)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Call) and name in last_name(node.func):
            given = [*node.args, *(one.value for one in node.keywords)]
            if given and all(isinstance(one, ast.Constant) for one in given):
                yield text_of(node, text)


TORCH_SETTING: Rule[Group] = Rule(
    "torch-setting",
    of(GuardKind.SETTING),
    lambda group: "autocast" not in _guard(group),
    lambda group: f"needs an entry for each {setting_kind(_guard(group))}",
    note=_note,
    advice=f"a global setting of torch changed between the calls; {_SET_ONCE}",
    title=lambda group: (
        "recompiles when function modes change"
        if FUNCTION_MODES in _guard(group)
        else "recompiles when a torch setting changes"
    ),
)
