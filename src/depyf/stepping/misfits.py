"""Why a call fits no compiled version: the guard that failed, and what came in."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Iterator, Mapping

from depyf.capture import torch_compat
from depyf.model.guard_text import guard_part
from depyf.model.python_text import parsed_expression

if TYPE_CHECKING:
    from depyf.capture.torch_compat import Missed
    from depyf.model.events import GuardPart

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
    words = [f"guard failed: {torch_compat.cut(part.expression or reason)}"]
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
        return f"{source} is {torch_compat.described(missed.arguments[source])}"
    tree = parsed_expression(source)
    if tree is None or not source.startswith(("L[", "G[")):
        return ""
    try:
        value = torch_compat.value_of(tree, missed.arguments, missed.namespace)
    except torch_compat.MissingError:
        return f"{source} is missing"
    except torch_compat.UnreadableError:  # it would run code of the program's
        return ""
    return f"{source} is {torch_compat.described(value)}"


def described_arguments(arguments: Mapping[str, object]) -> str:
    """Return the arguments of a call that was never compiled."""
    shown = {k: v for k, v in arguments.items() if not k.startswith("__nested_")}
    return torch_compat.cut(
        ", ".join(f"{name}: {torch_compat.described(v)}" for name, v in shown.items())
    )
