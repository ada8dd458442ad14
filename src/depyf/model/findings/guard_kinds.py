"""Kinds of guards, by torch's words, and the places where what they look at lives."""

from __future__ import annotations

import re
from enum import Enum

from depyf.model.guard_text import identity_check
from depyf.model.tensor_words import KeyChange, key_change


class GuardKind(Enum):
    """What a guard asks of a value."""

    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    NONE = "none"
    OBJECT = "object"
    TYPE = "type"
    LENGTH = "length"
    KEY = "key"
    DICT_KEYS = "keys of a dict"
    SIZE = "size"
    STRIDE = "stride"
    RANK = "rank"
    DTYPE = "dtype"
    DEVICE = "device"
    REQUIRES_GRAD = "requires_grad"
    LAYOUT = "layout"
    INFERENCE = "inference mode"
    DISPATCH_KEYS = "dispatch keys"
    CONDITION = "condition"
    ALIAS = "alias"
    VIEW = "view"
    GRAD_MODE = "grad mode"
    SETTING = "setting"
    RACE = "race"
    BACKEND = "backend"
    OTHER = "other"


class Scope(Enum):
    """Where the value that a guard looks at lives."""

    ARGUMENT = "argument"
    ATTRIBUTE = "attribute"
    GLOBAL = "global"
    CLOSURE = "closure"
    CLASS = "class attribute"
    DEFAULT = "default"
    INTERMEDIATE = "intermediate"
    STATE = "state"
    UNKNOWN = "unknown"


# The first row whose pattern is found in torch's words names the kind.
_ROWS: tuple[tuple[str, GuardKind], ...] = (
    (r"^Unexpected recompilation", GuardKind.RACE),
    (r"^BACKEND_MATCH", GuardKind.BACKEND),
    (
        r"'NoneType' object has no attribute '(?:size|stride|storage_offset)'",
        GuardKind.VIEW,
    ),
    (r"grad_mode|inference_mode", GuardKind.GRAD_MODE),
    (
        r"GLOBAL_STATE|___check_global_state|torch_function_mode|CURRENT_DEVICE",
        GuardKind.SETTING,
    ),
    (r"^tensor .* size mismatch", GuardKind.SIZE),
    (r"^tensor .* stride mismatch", GuardKind.STRIDE),
    (r"^tensor .* rank mismatch", GuardKind.RANK),
    (r"^tensor .* dtype mismatch", GuardKind.DTYPE),
    (r"^tensor .* device (?:index )?mismatch", GuardKind.DEVICE),
    (r"^tensor .* requires_grad mismatch", GuardKind.REQUIRES_GRAD),
    (r"^tensor .* dispatch key set mismatch", GuardKind.DISPATCH_KEYS),
    (r"^\w+: Not a function on ", GuardKind.TYPE),
    (r"^list\(dict\.keys\(", GuardKind.DICT_KEYS),
    (r"^(?:not )?set\.__contains__\(", GuardKind.KEY),
    (r"Duplicate tensors|no_aliasing|overlapping", GuardKind.ALIAS),
    (r"^type\(\S+\)(?: |$)|expected type", GuardKind.TYPE),
    (r"___dict_contains|^(?:not )?hasattr\(| (?:not )?in ", GuardKind.KEY),
    (r"^len\(|LENGTH|^not [\w\[]", GuardKind.LENGTH),
    (r"\.(?:size|stride)\(\)\[|\bMod\(|\bs\d+\b", GuardKind.CONDITION),
    (r" is (?:not )?None$|== None$", GuardKind.NONE),
    (r" (?:==|is) (?:True|False)$", GuardKind.FLAG),
    (r" == -?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf|nan)$", GuardKind.NUMBER),
    (r" == (?:'|\")", GuardKind.TEXT),
    (r" is ", GuardKind.OBJECT),
    (r" (?:<|<=|>|>=|!=) ", GuardKind.CONDITION),
)

_OF_KEYS = {
    KeyChange.DEVICE: GuardKind.DEVICE,
    KeyChange.LAYOUT: GuardKind.LAYOUT,
    KeyChange.INFERENCE: GuardKind.INFERENCE,
    KeyChange.OTHER: GuardKind.DISPATCH_KEYS,
}


def kind_of(text: str) -> GuardKind:
    """Return of what kind the guard is that torch writes, or tells of, so.

    >>> kind_of("self.steps == 0")
    <GuardKind.NUMBER: 'number'>
    """
    check = identity_check(text)
    if check is not None:
        return GuardKind.TYPE if check.of_type else GuardKind.OBJECT
    kind = next(
        (kind for pattern, kind in _ROWS if re.search(pattern, text)), GuardKind.OTHER
    )
    return _OF_KEYS[key_change(text)] if kind == GuardKind.DISPATCH_KEYS else kind
