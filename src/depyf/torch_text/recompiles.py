"""Why torch compiled a function again, or refused to, as it prints that."""

from __future__ import annotations

import json
import re
from enum import Enum

_LIMIT = re.compile(r"recompile limit|cache_size_limit|recompile_limit", re.IGNORECASE)


def reason_texts(text: str) -> list[str]:
    """Return why existing entries did not fit: bare text, or a JSON list of texts."""
    if text.lstrip().startswith("["):
        try:
            return [str(item) for item in json.loads(text)]
        except ValueError:
            return [text]
    return [text]


def failed_guards(text: str) -> list[str]:
    """Return why entries did not fit, from an error of torch's that is about this."""
    _, _, after = text.partition("guard failure(s):")
    lines = (line.strip() for line in after.split("\n"))
    return [line[1:].strip() for line in lines if line.startswith("-")]


class FailureKind(Enum):
    """Why a function was not compiled."""

    LIMIT = "it has as many entries as may be"
    ONE_GRAPH = "it has a graph break, which is an error here"
    OTHER = "other"


def failure_kind(error: str, text: str) -> FailureKind:
    """Return what an error of torch's says.

    >>> failure_kind("", "torch._dynamo hit config.recompile_limit (8)").name
    'LIMIT'

    Args:
        error: name of its class; empty where it is not known.
        text: its message.
    """
    if _LIMIT.search(text):
        return FailureKind.LIMIT
    return FailureKind.ONE_GRAPH if error == "Unsupported" else FailureKind.OTHER
