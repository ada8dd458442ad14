"""Describe a value in a few words, without running the program's code."""

from __future__ import annotations

import enum
import types
from typing import Any, Callable, Mapping

import torch

from depyf.capture.static_look import (
    class_name,
    full_class_name,
    instance_attributes,
    is_exactly,
)
from depyf.capture.torch_compat.compiling import unseen
from depyf.capture.torch_compat.graphs import tensor_words
from depyf.decompiler.exact_types import is_a

_LENGTH = 160
# Types whose `repr` is short, or can be cut, and runs no code of the user.
PLAIN = (bool, bytes, complex, float, int, str, type(None))
COLLECTIONS = (dict, frozenset, list, set, tuple)
# Types that torch implements in C: their `repr` runs no code of the user.
TORCH_WORDS = (torch.dtype, torch.device, torch.layout, torch.memory_format)


def described(value: object) -> str:
    """Describe a value in a few words, without running the user's code.

    >>> described(4), described([1, 2])
    ('4', 'a list of length 2')
    """
    if is_plain(value):
        return cut(repr(value))
    if is_exactly(value, *COLLECTIONS):
        length = len(value)  # type: ignore[arg-type]
        return f"a {type(value).__name__} of length {length}"
    return unseen(tensor_words)(value) or _of_type(value)


def is_plain(value: object) -> bool:
    """Return whether `repr` and comparison of a value run no code of the program."""
    return is_exactly(value, *PLAIN) or issubclass(type(value), TORCH_WORDS)


def _of_type(value: Any) -> str:
    if is_a(value, type):
        return f"the class {class_name(value)}"
    if is_exactly(value, types.FunctionType, types.BuiltinFunctionType):
        return f"the function {value.__qualname__}"
    if type(value) is types.CodeType:
        return f"the code of {value.co_name}"
    kind = full_class_name(type(value))
    if is_a(value, enum.Enum):
        name = instance_attributes(value).get("_name_")
        if type(name) is str:
            return f"{kind}.{name}"
    return f"an object of type {kind}"


def cut(text: str) -> str:
    """Return a text on one line, cut after `_LENGTH` characters."""
    line = " ".join(text.split())
    return line if len(line) <= _LENGTH else f"{line[:_LENGTH]}..."


def described_items(value: object) -> str:
    """Describe a value; a container with few and plain items is shown with its items.

    >>> described_items({"b", "a"}), described_items([1, [2]])
    ("{'a', 'b'}", 'a list of length 2')
    """
    if not is_exactly(value, *_BRACKETS):
        return described(value)
    items: list[Any] = list(value)  # type: ignore[call-overload]
    if not all(is_exactly(item, *PLAIN) for item in items):
        return described(value)
    items = [repr(item) for item in items]
    if is_exactly(value, set, frozenset):  # their order differs between runs
        items.sort()
    shown = _BRACKETS[type(value)].format(", ".join(items))
    return shown if len(shown) <= _LENGTH and items else described(value)


_BRACKETS: Mapping[type, str] = {
    frozenset: "frozenset({{{}}})",
    list: "[{}]",
    set: "{{{}}}",
    tuple: "({})",
}


def global_state(name: str) -> str:
    """Return the state of one of torch's settings; empty if unknown."""
    if name == "default_dtype":
        return str(torch.get_default_dtype())
    begin, end = _AUTOCAST
    try:
        if name.startswith(begin) and name.endswith(end):
            return _ON[torch.is_autocast_enabled(name[len(begin) : -len(end)])]
        setting = _GLOBAL_SETTINGS.get(name)
        return "" if setting is None else _ON[setting()]
    except (RuntimeError, TypeError):  # a device this torch does not know (up to 2.3)
        return ""


_AUTOCAST = ("autocast(", ")_enabled")  # before and after the name of a device
_ON = ("off", "on")
_GLOBAL_SETTINGS: Mapping[str, Callable[[], bool]] = {
    "grad_mode": torch.is_grad_enabled,
    "deterministic_algorithms": torch.are_deterministic_algorithms_enabled,
}


def function_modes() -> str:
    """Return the types of the active `TorchFunctionMode`s, outermost first."""
    found: Any = getattr(torch.overrides, "_get_current_function_mode_stack", tuple)
    stack: tuple[object, ...] = tuple(found())
    return ", ".join(full_class_name(type(mode)) for mode in stack) or "no mode"
