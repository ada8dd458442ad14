"""Kinds of guards: what they ask of a value, and how torch writes them."""

from __future__ import annotations

from enum import Enum


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


class Form(Enum):
    """How torch writes a guard, or tells how one failed."""

    TENSOR = "a call of check_tensor"
    MISMATCH = "words on a property of a tensor"
    NO_TENSOR = "words on what is no tensor"
    SAME_TYPE = "a type by its address"
    SAME_OBJECT = "an object by its address"
    OTHER_TYPE = "a type that must not be"
    NO_FUNCTION = "words on what is no function"
    MISSING = "an error on the way to a value"
    ATTRIBUTE = "a call of hasattr"
    CONTAINS = "a key of a dict or set"
    MARKED = "the dimensions that a tensor is marked at"
    ALIASING = "tensors that are not the same"
    STATE = "a setting of torch"
    BACKEND = "words on the backend"
    COMPARISON = "a value and another"
    RANGE = "a value between two others"
    NOT = "an empty container"
    WORDS = "anything else"
