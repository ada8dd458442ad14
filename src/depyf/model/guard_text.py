"""Reads one guard as torch prints it: expression, source, the user's line.

``L['a'] is True   # return x if a else y  # me/x.py:11 in f`` before,
``GuardPart("L['a'] is True", python=True, source="L['a']", user_line=...)`` after.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache

from depyf.model.events import GuardPart, GuardsReported, SourceLine
from depyf.model.python_text import parsed_expression, text_of

_NEW_LINE = re.compile(r"[\n\r\f\v]")
# One cause: "USER SOURCE LINE  # FILE:LINE in FUNCTION (what torch adds)".
_CAUSE = re.compile(
    r"(?:^|\band )(?:(?P<text>.*?)  # )?"
    r"(?P<file>(?:[^\s#]|(?<=\S) (?=\S))+?):(?P<line>\d+)"
    r"(?: in (?P<function>[\w<>.]+))?"
    r"(?P<note> \((?:[^()]|\([^()]*\))*\))?\s*(?=$|and )"
)
_FIRST_USE = "user code shown is first use"
_SOURCE = re.compile(r"[LG]\[(?:'[^']*'|\"[^\"]*\")\](?:\.\w+|\[[^\[\]]*\])*")
# What can be in a guard in any number without making it another kind of text: a
# string of plain words, and a number.
_PLAIN_STRING = re.compile(r"'[A-Za-z0-9_ .]*'")
_PLAIN_NUMBER = re.compile(r"\b[1-9][0-9]{1,17}\b")
_KNOWN_SHAPES = 512
_KNOWN_CAUSES = 64
_KNOWN_CHECKS = 1 << 13  # more than a model has guards: they are gone through in turn
_CHECK_OBJECT, _ID = "___check_obj_id", "id"
# The second also takes a stand-in for an object of the type.
_CHECK_TYPE = ("___check_type_id", "___check_fake_script_type")
# The inner nodes of the tree are managers: their names are no capitals.
_LEAF = re.compile(r"^[| ]*\+- (?P<kind>[A-Z][A-Z0-9_]*): (?P<text>.*)$")
# What torch appends to an expression for the reader: it is not Python.
_REMARK = re.compile(
    r"\s*(?P<remark>(?:, type=<|\(HINT: |HINT: |against \{).*)$", re.DOTALL
)


@dataclass(frozen=True)
class IdentityCheck:
    """A guard that an object, or the type of one, is the very one that it was.

    Attributes:
        function: what torch calls for it: ``___check_obj_id``, for example.
        subject: the expression whose value is looked at.
        address: of the object that it has to be.
        of_type: whether it is the type of the value that has to be the same.
    """

    function: str
    subject: str
    address: int
    of_type: bool


@lru_cache(maxsize=_KNOWN_CHECKS)
def identity_check(text: str) -> IdentityCheck | None:
    """Return what a guard by identity looks at, None for guards of other kinds.

    torch writes it in three ways.  The subject is the first argument, whatever else a
    later torch hands over.

    >>> identity_check("___check_type_id(L['a'], 94808293072000)").subject
    "L['a']"
    >>> identity_check("id(L['a']) == 94808293072000").subject
    "L['a']"

    Args:
        text: the expression, without what torch writes behind it.
    """
    if not text.startswith((*_CHECK_TYPE, _CHECK_OBJECT, _ID)):
        return None  # not parsed: nearly all guards end here
    tree = parsed_expression(text)
    call, address = tree, None
    if isinstance(tree, ast.Compare) and isinstance(tree.ops[0], ast.Eq):
        call, address = tree.left, tree.comparators[0]
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    function, arguments = call.func.id, call.args
    if (
        function in {*_CHECK_TYPE, _CHECK_OBJECT}
        and call is tree
        and len(arguments) > 1
    ):
        address = arguments[1]
    elif function != _ID or len(arguments) != 1:
        return None
    number = address.value if isinstance(address, ast.Constant) else None
    if not isinstance(number, int):
        return None
    subject = text_of(arguments[0], text)
    return IdentityCheck(function, subject, number, of_type=function in _CHECK_TYPE)


def guard_part(text: str, kind: str = "") -> GuardPart:
    """Return the parts of one guard; never raises, whatever torch printed."""
    expression, user_line = _split_comment(text.strip())
    remark = ""
    found = _REMARK.search(expression)
    is_python = found is not None and is_expression(expression[: found.start()])
    if found is not None and is_python:
        expression, remark = expression[: found.start()], found["remark"]
    else:  # where it looks like a remark, it is part of a string
        is_python = is_expression(expression)
    source = _SOURCE.search(expression)
    return GuardPart(
        expression=expression,
        python=is_python,
        remark=remark.lstrip(", "),
        source=source.group() if source else "",
        kind=kind,
        user_line=user_line,
    )


def guards_reported(event: GuardsReported) -> tuple[GuardPart, ...]:
    """Return the guards of an entry, in the order in which torch checks them."""
    if event.parts:
        return event.parts
    found = (leaf.partition(": ") for leaf in event.leaves)
    parts = tuple(guard_part(text, kind) for kind, _, text in found)
    return parts or guards_of_tree(event.tree)


def guards_of_tree(tree: str) -> tuple[GuardPart, ...]:
    """Return the guards that torch prints as a tree, in the order of its lines."""
    found = map(_LEAF.match, tree.splitlines())
    return tuple(guard_part(leaf["text"], leaf["kind"]) for leaf in found if leaf)


def is_expression(text: str) -> bool:
    """Return whether `text` is one Python expression on one line, without a comment."""
    words = _PLAIN_STRING.sub("''", text)
    return _is_expression(_PLAIN_NUMBER.sub("1", words))


@lru_cache(maxsize=_KNOWN_SHAPES)
def _is_expression(text: str) -> bool:
    return not _NEW_LINE.search(text) and parsed_expression(text) is not None


def _split_comment(text: str) -> tuple[str, SourceLine | None]:
    """Split ``EXPRESSION  # USER SOURCE LINE  # FILE:LINE in FUNCTION``.

    The source line may lack, and may hold the separator itself.  A guard of several
    causes names them all, joined by ``and``: the first that is a line's own doing is
    taken, rather than torch's specialization of the sizes 0 and 1.
    """
    expression, separator, rest = text.partition("  # ")
    if not separator:
        return text, None
    return expression.strip(), _cause(rest)


@lru_cache(maxsize=_KNOWN_CAUSES)
def _cause(text: str) -> SourceLine | None:
    """Return the line that a comment of torch's names as the cause of a guard."""
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
