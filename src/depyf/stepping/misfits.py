"""Why a call fits no compiled version: the guard that failed, and what came in."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Iterator, Mapping

from depyf.capture import torch_compat
from depyf.model.guard_text import guard_part

if TYPE_CHECKING:
    from depyf.capture.torch_compat import Missed
    from depyf.model.events import GuardPart

_LENGTH = 160
# Types whose `repr` is short, or cut easily, and runs no code of the user's.
_PLAIN = (bool, bytes, complex, float, int, str, type(None))
_COLLECTIONS = (dict, frozenset, list, set, tuple)
# Guards on tensors do not name a source: "tensor 'x' size mismatch at index 0. ...".
_TENSOR = re.compile(r"^tensor '(?P<source>.+?)' ")


def misfits(missed: Missed) -> Iterator[str]:
    """Yield, for each compiled version of a function, why a call cannot use it."""
    for entry in torch_compat.cache_entries(missed.code):
        manager = torch_compat.guards_of_entry(entry)
        if manager is None:
            continue
        check = torch_compat.check_guards(manager, missed.arguments)
        if not check.holds:
            code = getattr(entry, "code", None)
            name = PurePath(getattr(code, "co_filename", "")).stem
            yield f"{name or 'an entry'}: {_failed(check.reason, missed)}"


def _failed(reason: str, missed: Missed) -> str:
    """Return a guard, where the user's program caused it, and the value it got."""
    part = guard_part(reason)
    words = [f"guard failed: {_cut(part.expression or reason)}"]
    if part.user_line is not None:
        file = PurePath(part.user_line.file).name
        words.append(f"({file}:{part.user_line.line})")
    value = _value(part, missed)
    if value:
        words.append(f"-- {value}")
    return " ".join(words)


def _value(part: GuardPart, missed: Missed) -> str:
    """Return ``L['n'] is 4`` for what the guard looks at, empty if that is unknown."""
    source = part.source
    tensor = _TENSOR.match(part.expression)
    if tensor is not None:
        source = tensor["source"]
    if source in missed.arguments:
        return f"{source} is {described(missed.arguments[source])}"
    if not source.startswith(("L[", "G[")):
        return ""
    scope: dict[str, object] = {
        "__builtins__": {},
        "L": missed.arguments,
        "G": missed.namespace,
    }
    try:
        value: object = eval(source, scope)  # subscripts and attributes only
    except Exception:  # the guard could not reach it either
        return f"{source} is missing"
    return f"{source} is {described(value)}"


def described(value: object) -> str:
    """Return a value in a few words, without running code of the user's.

    >>> described(4), described([1, 2])
    ('4', 'a list of length 2')
    """
    if type(value) in _PLAIN:
        return _cut(repr(value))
    if type(value) in _COLLECTIONS:
        length = len(value)  # type: ignore[arg-type]
        return f"a {type(value).__name__} of length {length}"
    return torch_compat.tensor_words(value) or _of_type(value)


def _of_type(value: object) -> str:
    name = getattr(value, "__qualname__", "") if isinstance(value, type) else ""
    if name:
        return f"the class {name}"
    kind = type(value)
    return f"an object of type {kind.__module__}.{kind.__qualname__}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LENGTH else f"{line[:_LENGTH]}..."


def described_arguments(arguments: Mapping[str, object]) -> str:
    """Return the arguments of a call that was never compiled."""
    shown = {k: v for k, v in arguments.items() if not k.startswith("__nested_")}
    return _cut(", ".join(f"{name}: {described(v)}" for name, v in shown.items()))
