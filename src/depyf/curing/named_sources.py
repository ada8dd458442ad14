"""Let torch treat a size or number as a symbol from its first compilation.

torch first compiles a size or whole number as a constant. It makes it a symbol after it
has met another value.  The setting ``torch.compiler.config.dynamic_sources`` lists the
values that are symbols at once: arguments, attributes, globals, and also values after a
graph break, which no mark of the program reaches.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence, Tuple

from depyf.curing.proposal import Proposal, setting
from depyf.curing.syntax import replaced
from depyf.model.findings.recompile_groups import groups
from depyf.model.python_text import dotted
from depyf.reading.numbers import is_number
from depyf.torch_text.names import can_be_listed
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Frame

_SETTING = "torch.compiler.config.dynamic_sources"
_KINDS = {GuardKind.SIZE, GuardKind.NUMBER}
_NUMBER = -1  # the dimension of what is no tensor
_ANY = "None"  # a size that an entry leaves open
_Key = Tuple[str, int]


def named_sources(case: Case) -> Iterator[Proposal]:
    """Yield the setting that lists what varied in all functions, by torch's names."""
    if case.kind not in _KINDS:
        return
    varied = [one for one in groups(case.group.run) if one.first.kind in _KINDS]
    frames = list({id(one.frame): one.frame for one in varied}.values())
    found = [
        (name, index)
        for name, index in dict.fromkeys(
            [*(key for one in varied for key in _failed(one)), *_varying(frames)]
        )
        if can_be_listed(name)
    ]
    exact = (name if index < 0 else f"{name}:{index}" for name, index in found)
    # Before torch took dimensions, an entry with one matched nothing.
    whole = (name for name, _ in found)
    for names in dict.fromkeys(tuple(dict.fromkeys(each)) for each in (exact, whole)):
        if names:
            yield from _proposed(case, names)


def _failed(group: Group) -> Iterator[_Key]:
    """Yield torch's name of a value that failed a guard, with each dimension."""
    if group.first.kind is GuardKind.SIZE:
        indexes = sorted({one.index for one in group.causes if one.index >= 0})
        yield from ((group.first.literal, index) for index in indexes)
    elif all(map(_is_whole, group.values)):
        yield group.first.literal, _NUMBER


def _varying(frames: Sequence[Frame]) -> Iterator[_Key]:
    """Yield the sizes and numbers that differ between entries of the functions."""
    met: dict[_Key, set[str]] = {}
    for guard in (
        one for frame in frames for entry in frame.entries for one in entry.guards
    ):
        asks = guard.asks
        if asks.tensor is not None:
            for index, size in enumerate(asks.tensor.size):
                met.setdefault((asks.tensor.subject, index), set()).add(size)
        elif asks.kind is GuardKind.NUMBER and asks.relation == "==":
            met.setdefault((asks.subject, _NUMBER), set()).add(asks.expected)
    for key, values in met.items():
        if len(values) > 1 and all(map(_is_whole, values - {_ANY})):
            yield key


def _is_whole(value: str) -> bool:
    return is_number(value[1:] if value.startswith("-") else value)


def _proposed(case: Case, names: tuple[str, ...]) -> Iterator[Proposal]:
    """Yield the proposal that adds names to the setting; none if it has them."""
    files = case.files
    for node in ast.walk(files.tree(files.main)):
        if isinstance(node, ast.Assign) and dotted(node.targets[0]) == _SETTING:
            value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                listed = value.value.split(",")
                new = _text(tuple(dict.fromkeys([*listed, *names])))
                if set(names) - set(listed):
                    edit = replaced(files, files.main, value, new)
                    what = f"`{_SETTING} = {new}`"
                    yield Proposal(case.finding, what, (edit,), is_sure=True)
                return
    yield setting(files, case.finding, f"{_SETTING} = {_text(names)}")


def _text(names: tuple[str, ...]) -> str:
    r"""Return names as the source of one string.

    >>> print(_text(("L['x']:0", "L['n']")))
    "L['x']:0,L['n']"
    """
    text = ",".join(names)
    return f'"{text}"' if "\\" not in text and '"' not in text else repr(text)
