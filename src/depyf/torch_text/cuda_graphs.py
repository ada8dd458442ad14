"""Why CUDA graphs were not used, or too many recorded, as torch logs it."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

_NOT_USED = re.compile(r"^(?:(?:skipping|disabling) cudagraphs due to )+")
_FOUND = re.compile(r"[.,]?\s*Found from\s*:?\s*")
_SIZES = re.compile(r"observed (?P<number>\d+) distinct sizes")
_ONE_EACH = "dynamic shapes"


class Complaint(NamedTuple):
    """What torch logs.

    Attributes:
        cause: without what all causes begin with.
        stack: of the line that it is about, as text; empty where torch names none.
        sizes: how many graphs were recorded, one for each size, if that is it.
    """

    cause: str
    stack: str = ""
    sizes: int = 0


def complaint(message: str) -> Complaint | None:
    """Return what a message says, None if it does not tell that something is amiss.

    >>> complaint("skipping cudagraphs due to cpu device (arg1_1)")
    Complaint(cause='cpu device (arg1_1)', stack='', sizes=0)
    """
    sizes = _SIZES.search(message)
    if sizes is not None:
        return Complaint(_ONE_EACH, sizes=int(sizes["number"]))
    words = _NOT_USED.sub("", message)
    if words == message:
        return None
    cause, *stack = _FOUND.split(words, maxsplit=1)
    return Complaint(cause.strip(), "".join(stack))


class Obstacle(Enum):
    """What CUDA graphs cannot do; its value is how torch's cause begins."""

    WRITES = r"mutated inputs|input .*mutat"
    CPU = r"cpu device"
    OPERATOR = r"incompatible op"
    SIZES = rf"{_ONE_EACH}$"
    OTHER = r""


def obstacle(cause: str) -> Obstacle:
    """Return what a cause is.

    >>> obstacle("incompatible op aten.nonzero.default").name
    'OPERATOR'
    """
    return next(one for one in Obstacle if re.match(one.value, cause))


def operator_in(cause: str) -> str:
    """Return the operator that a cause names last."""
    return cause.rpartition(" ")[2]
