"""Read one guard as torch prints it: expression, source, the user's line.

``L['a'] is True   # return x if a else y  # me/x.py:11 in f`` before,
``Guard("L['a'] is True", python=True, source="L['a']", user_line=...)`` after.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Mapping

from depyf.model.python_text import parsed_expression
from depyf.reading.left_out import UnreadableError
from depyf.reading.records import json_object
from depyf.records import dataclass
from depyf.torch_text.access_paths import (
    Apart,
    apart,
    first_path,
    parsed_path,
    paths_of,
    together,
)
from depyf.torch_text.guard_forms import asked
from depyf.torch_text.source_lines import SourceLine

if TYPE_CHECKING:
    from depyf.torch_text.access_paths import AccessPath
    from depyf.torch_text.questions import Question


@dataclass(frozen=True)
class Guard:
    """One condition of an entry.

    `expression` is torch's text without its trailing comment; `python` tells whether it
    parses as a Python expression.  `remark` is what torch wrote behind the expression
    that is not Python (``against {...}``).  `source` is what it is about (``L['a']``),
    `kind` torch's type of guard (``TENSOR_MATCH``), both empty where unknown.
    """

    expression: str
    python: bool
    remark: str = ""
    source: str = ""
    kind: str = ""
    user_line: SourceLine | None = None

    @cached_property
    def apart(self) -> Apart:
        """The expression split into its form and its paths."""
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
        """The class that torch names after a guard on a type or an object."""
        found = _CLASS.search(self.remark) if self.remark else None
        return found["name"] if found else ""

    @property
    def settings(self) -> str:
        """The torch settings under which an entry was made, as keyword arguments.

        torch guards all of them with one look, and prints what it compares them with as
        JSON.  Those that programs change are named always, the rest where they are
        unusual; empty where torch prints none.
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
        """The guard with torch's comment."""
        return f"{self.expression} {self.remark}".strip()


_CLASS = re.compile(r"type=<(?:class|enum) '(?P<name>[^']+)'>")
_HINT = re.compile(r"\(?HINT: (?P<hint>.*?)\)?\.?\s*(?:\n|$)")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_NEW_LINE = re.compile(r"[\n\r\f\v]")
# One cause: "USER SOURCE LINE  # FILE:LINE in FUNCTION (what torch adds)".
_CAUSE = re.compile(
    r"(?:^|\band )(?:(?P<text>.*?)  # )?"
    r"(?P<file>(?:[^\s#]|(?<=\S) (?=\S))+?):(?P<line>\d{1,9})"
    r"(?: in (?P<function>[\w<>.]+))?"
    r"(?P<note> \((?:[^()]|\([^()]*\))*\))?\s*(?=$|and )"
)
_FIRST_USE = "user code shown is first use"
# What can be in a guard in any number without making it another kind of text: a
# string of plain words, and a number.
_PLAIN_STRING = re.compile(r"'[A-Za-z0-9_ .]*'")
_PLAIN_NUMBER = re.compile(r"\b(?:0|[1-9][0-9]{0,17})\b")
_KNOWN_SHAPES = 2048
_KNOWN_CAUSES = 64
_KNOWN_GUARDS = 1 << 13  # entries of one function have most in common
# The inner nodes of the tree are managers: their names are no capitals.
_LEAF = re.compile(r"^[| ]*\+- (?P<kind>[A-Z][A-Z0-9_]*): (?P<text>.*)$")
# What torch appends to an expression for the reader: it is not Python.
_REMARK = re.compile(
    r"\s*(?P<remark>(?:,? type=<|\(HINT: |HINT: |against \{).*)$", re.DOTALL
)


@lru_cache(maxsize=_KNOWN_GUARDS)
def read_guard(text: str, kind: str = "") -> Guard:
    """Return one guard or reason to recompile; it accepts any text."""
    expression, separator, comment = text.strip().partition("  # ")
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
    if together(read.remark, paths) == read.remark:  # all paths are the expression's
        vars(guard)["apart"] = Apart(read.expression, paths)
    return guard


@lru_cache(maxsize=_KNOWN_SHAPES)
def _read(text: str) -> Guard:
    """Return the guard before the comment."""
    found = _REMARK.search(text)
    if found is not None and is_expression(text[: found.start()]):
        text, remark = text[: found.start()], found["remark"].lstrip(", ")
        return Guard(text, python=True, remark=remark, source=first_path(text))
    # Where it looks like a remark, it is part of a string.
    return Guard(text, is_expression(text), source=first_path(text))


def without_addresses(text: str) -> str:
    """Return a guard without the addresses in what torch prints of objects."""
    return _ADDRESS.sub("", text)


def hint_in(text: str) -> str:
    """Return torch's own advice in a reason to recompile."""
    found = _HINT.search(text)
    return found["hint"].strip() if found else ""


def guards_of_leaves(leaves: Iterable[str]) -> tuple[Guard, ...]:
    """Return the guards of texts of the form ``KIND: TEXT``."""
    found = (leaf.partition(": ") for leaf in leaves)
    return tuple(read_guard(text, kind) for kind, _, text in found)


def guards_of_tree(tree: str) -> tuple[Guard, ...]:
    """Return the guards that torch prints as a tree, in the order of its lines."""
    found = map(_LEAF.match, tree.splitlines())
    return tuple(read_guard(leaf["text"], leaf["kind"]) for leaf in found if leaf)


def is_expression(text: str) -> bool:
    """Return whether `text` is one Python expression on one line, without a comment."""
    words = _PLAIN_STRING.sub("''", text)
    return _is_expression(_PLAIN_NUMBER.sub("1", words))


@lru_cache(maxsize=_KNOWN_SHAPES)
def _is_expression(text: str) -> bool:
    return not _NEW_LINE.search(text) and parsed_expression(text) is not None


@lru_cache(maxsize=_KNOWN_CAUSES)
def _cause(text: str) -> SourceLine | None:
    """Return the line that torch's comment names as the cause of a guard.

    It is ``USER SOURCE LINE  # FILE:LINE in FUNCTION``; the source line may lack, and
    may hold the separator itself.  A guard of several causes names them all, joined by
    ``and``: the first that is a line's own doing is taken, rather than torch's
    specialization of the sizes 0 and 1.
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
# c10::ScalarType; these, and float32, are what `torch.set_default_dtype` takes.
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
