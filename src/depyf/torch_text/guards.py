"""Parse a guard as torch prints it: its expression, its source, the user's line.

``L['a'] is True   # return x if a else y  # me/x.py:11 in f`` becomes
``Guard("L['a'] is True", python=True, source="L['a']", user_line=...)``.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Mapping

from depyf.model.python_text import parsed_expression
from depyf.reading.left_out import UnreadableError
from depyf.reading.records import json_object
from depyf.records import dataclass
from depyf.regexes import regex
from depyf.torch_text.access_paths import (
    Apart,
    apart,
    first_path,
    parsed_path,
    paths_of,
    together,
    with_plain_items,
)
from depyf.torch_text.guard_forms import asked
from depyf.torch_text.source_lines import SourceLine

if TYPE_CHECKING:
    from depyf.torch_text.access_paths import AccessPath
    from depyf.torch_text.questions import Question


@dataclass(frozen=True)
class Guard:
    """One guard of a cache entry.

    Attributes:
        expression: torch's text, without the remark and the comment after it.
        python: whether the expression parses as Python.
        remark: torch's text after the expression that is not Python, such as
            ``against {...}``.
        source: the path of the checked value (``L['a']``); empty if unknown.
        kind: torch's type of guard (``TENSOR_MATCH``); empty if unknown.
        user_line: the line of the program that caused the guard, if torch names it.
    """

    expression: str
    python: bool
    remark: str = ""
    source: str = ""
    kind: str = ""
    user_line: SourceLine | None = None

    @cached_property
    def apart(self) -> Apart:
        """The expression, split into its form and its paths."""
        return apart(self.expression)

    @cached_property
    def paths(self) -> tuple[AccessPath, ...]:
        """The paths in the expression, in order of first occurrence."""
        return tuple(map(parsed_path, self.apart.paths)) or paths_of(self.expression)

    @cached_property
    def asks(self) -> Question:
        """What the guard checks."""
        return asked(self.apart)

    @cached_property
    def class_name(self) -> str:
        """The class that torch's remark names; empty if it names none."""
        found = _CLASS.search(self.remark) if self.remark else None
        return found["name"] if found else ""

    @property
    def settings(self) -> str:
        """The torch settings that this guard requires, written as keyword arguments.

        One guard checks all settings, and torch prints the required values as JSON.
        Settings that programs change often are always named, the others only if they
        are unusual.  Empty if torch prints no settings.
        """
        if not self.remark.startswith(_AGAINST):
            return ""
        try:
            found = json_object(self.remark[len(_AGAINST) :])
        except UnreadableError:
            return ""
        return ", ".join(_settings(found))

    @property
    def text(self) -> str:
        """The expression with torch's remark."""
        return f"{self.expression} {self.remark}".strip()


_CLASS = regex(r"type=<(?:class|enum) '(?P<name>[^']+)'>")
_HINT = regex(r"\(?HINT: (?P<hint>.*?)\)?\.?\s*(?:\n|$)")
_ADDRESS = regex(r" at 0x[0-9a-f]+")
_NEW_LINE = regex(r"[\n\r\f\v]")
# One cause: "USER SOURCE LINE  # FILE:LINE in FUNCTION (what torch adds)".
_CAUSE = regex(
    r"(?:^|\band )(?:(?P<text>.*?)  # )?"
    r"(?P<file>(?:[^\s#]|(?<=\S) (?=\S))+?):(?P<line>\d{1,9})"
    r"(?: in (?P<function>[\w<>.]+))?"
    r"(?P<note> \((?:[^()]|\([^()]*\))*\))?\s*(?=$|and )"
)
_FIRST_USE = "user code shown is first use"
# The parts of a guard that do not matter for whether it parses as Python: strings of
# plain words, and numbers.
_PLAIN_STRING = regex(r"'[A-Za-z0-9_ .]*'")
_PLAIN_NUMBER = regex(r"\b(?:0|[1-9][0-9]{0,17})\b")
_KNOWN_SHAPES = 2048
_KNOWN_CAUSES = 64
_KNOWN_GUARDS = 1 << 13  # the entries of a function have most guards in common
# A leaf of the guard tree. The inner nodes are managers, without a name in capitals.
_LEAF = regex(r"^[| ]*\+- (?P<kind>[A-Z][A-Z0-9_]*): (?P<text>.*)$")
# A remark, which torch appends to an expression for the reader. It is not Python.
# torch's check has an address in its name, and the compile id of its entry.
SAME_METADATA = "same_metadata"
_METADATA = regex(r"___check_metadata_\d+_c(\d+/\d+)")
_REMARK = regex(
    r"\s*(?P<remark>(?:,? type=<|\(HINT: |HINT: |against \{).*)$", re.DOTALL
)


@lru_cache(maxsize=_KNOWN_GUARDS)
def read_guard(text: str, kind: str = "") -> Guard:
    """Parse a guard or a recompile reason; any text is accepted.

    Args:
        text: the guard, as torch prints it.
        kind: torch's type of guard; empty if unknown.
    """
    text = _METADATA.sub(rf"{SAME_METADATA}('\1')", with_plain_items(text.strip()))
    expression, separator, comment = text.partition("  # ")
    form, paths = apart(expression.strip() if separator else expression)
    read = _read(form)
    guard = Guard(
        expression=together(read.expression, paths),
        python=read.python,
        remark=together(read.remark, paths),
        source=together(read.source, paths),
        kind=kind,
        user_line=_cause(comment) if separator else None,
    )
    if together(read.remark, paths) == read.remark:  # the remark has no paths
        vars(guard)["apart"] = Apart(read.expression, paths)
    return guard


def is_of_metadata(guard: str) -> bool:
    """Return whether a guard compares the metadata of a tensor subclass.

    >>> is_of_metadata(read_guard("___check_metadata_1405_c0/2").expression)
    True
    """
    return guard.startswith(f"{SAME_METADATA}(")


@lru_cache(maxsize=_KNOWN_SHAPES)
def _read(text: str) -> Guard:
    """Parse the text of a guard before its comment."""
    found = _REMARK.search(text)
    if found is not None and is_expression(text[: found.start()]):
        text, remark = text[: found.start()], found["remark"].lstrip(", ")
        return Guard(text, python=True, remark=remark, source=first_path(text))
    # Otherwise, what looks like a remark is part of a string.
    return Guard(text, is_expression(text), source=first_path(text))


def without_addresses(text: str) -> str:
    """Return a guard without the addresses of objects, such as ``at 0x7f3a``."""
    return _ADDRESS.sub("", text)


def hint_in(text: str) -> str:
    """Return the text of torch's ``HINT`` in a recompile reason; empty if none."""
    found = _HINT.search(text)
    return found["hint"].strip() if found else ""


def guards_of_leaves(leaves: Iterable[str]) -> tuple[Guard, ...]:
    """Parse guards that are written as ``KIND: TEXT``."""
    found = (leaf.partition(": ") for leaf in leaves)
    return tuple(read_guard(text, kind) for kind, _, text in found)


def guards_of_tree(tree: str) -> tuple[Guard, ...]:
    """Parse the guards in a printed guard tree, in the order of its lines."""
    found = map(_LEAF.match, tree.splitlines())
    return tuple(read_guard(leaf["text"], leaf["kind"]) for leaf in found if leaf)


def is_expression(text: str) -> bool:
    """Return whether `text` is a Python expression on one line, without a comment."""
    words = _PLAIN_STRING.sub("''", text)
    return _is_expression(_PLAIN_NUMBER.sub("1", words))


@lru_cache(maxsize=_KNOWN_SHAPES)
def _is_expression(text: str) -> bool:
    return not _NEW_LINE.search(text) and parsed_expression(text) is not None


@lru_cache(maxsize=_KNOWN_CAUSES)
def _cause(text: str) -> SourceLine | None:
    """Return the line that torch's comment names as the cause of a guard.

    The comment is ``USER SOURCE LINE  # FILE:LINE in FUNCTION``.  The source line may
    be missing, and may contain ``#`` itself.  Several causes are joined by ``and``.
    The first cause counts that is not torch's specialization of the sizes 0 and 1.
    """
    causes = list(_CAUSE.finditer(text))
    own = [cause for cause in causes if _FIRST_USE not in (cause["note"] or "")]
    cause = next(iter(own or causes), None)
    if cause is None:
        return None
    return SourceLine(
        file=cause["file"].strip(),
        line=int(cause["line"]),
        function=cause["function"] or "",
        text=(cause["text"] or "").strip(),
    )


# --- torch's settings -----------------------------------------------------------------

_AGAINST = "against "
# at::autocast::_AUTOCAST_SUPPORTED_DEVICES, in its order.
_DEVICES = (
    "cpu",
    "cuda",
    "mtia",
    "maia",
    "xpu",
    "ipu",
    "hpu",
    "xla",
    "privateuse1",
    "mps",
)
# Numbers of c10::ScalarType, for the dtypes of `torch.set_default_dtype` but float32.
_DTYPES = {5: "torch.float16", 7: "torch.float64", 15: "torch.bfloat16"}
_FLOAT32 = 6
_ALWAYS = ("grad_mode", "num_threads")
_USUALLY_ON = ("torch_function",)
_TOLD_APART = ("autocast_state", "default_dtype", *_ALWAYS)


def _settings(found: Mapping[str, object]) -> Iterator[str]:
    yield from (f"{name}={found[name]!r}" for name in _ALWAYS if name in found)
    autocast = found.get("autocast_state")
    enabled = autocast.get("enabled") if isinstance(autocast, dict) else None
    devices = [
        _DEVICES[number] if number < len(_DEVICES) else str(number)
        for number, is_on in enumerate(enabled if isinstance(enabled, list) else ())
        if is_on
    ]
    if devices:
        yield f"autocast={devices!r}"
    dtype = found.get("default_dtype", _FLOAT32)
    if isinstance(dtype, int) and dtype != _FLOAT32:
        yield f"default_dtype={_DTYPES.get(dtype, dtype)}"
    for name, value in found.items():
        if name not in _TOLD_APART and bool(value) != (name in _USUALLY_ON):
            yield f"{name}={value!r}"
