"""Reads why a function was compiled again: what kind of guard failed, on which value.

torch writes a reason as it writes a guard (``self.steps == 0``) or in words
(``tensor 'x' size mismatch at index 0. expected 4, actual 5``), without telling where
the name in it lives; the guards of the entry that failed know.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Collection

from depyf.model.access_paths import AccessPath, paths_of, readable
from depyf.model.backends import other_backend
from depyf.model.findings.guard_kinds import GuardKind, Scope, kind_of
from depyf.model.guard_facts import condition_text, names_of
from depyf.model.guard_text import guard_part, identity_check
from depyf.model.python_text import parsed_expression

if TYPE_CHECKING:
    from depyf.model.events import RecompileReason, SourceLine
    from depyf.model.run import Compilation, Frame

_MISMATCH = re.compile(
    r"^tensor '(?P<source>.*?)' .*?mismatch(?: at index (?P<index>\d+))?"
    r"(?:\. expected (?P<expected>.*?)(?:, actual (?P<actual>.*))?)?$"
)
_SUBJECT = re.compile(
    r"^(?:type\(|len\(|list\(dict\.keys\(|not )?"
    r"(?P<source>[^\s,()]+(?:\.item\(\))?)"
)
# An attribute that torch finds on the class, as it writes it in one of two ways.
_OF_CLASS = re.compile(
    r"(?:dict\()?type\([^()\s]+\)(?:\.__mro__\[\d+\])?"
    r"(?:\.__dict__\)\['\w+'\]|\.\w+)"
)
# The default of a parameter, by its number or its name.
DEFAULT_OF = re.compile(
    r"\.__(?:defaults__\[(?P<number>\d+)|kwdefaults__\['(?P<name>\w+)')\]$"
)
_NO_FUNCTION = re.compile(r"^\w+: Not a function on (?P<source>.+)\.__\w+__$")
_EQUALS = re.compile(r" (?:==|is) (?P<value>.+)$")
_LENGTH_IS = re.compile(r"^len\(.*\) [!=]= (?P<value>\d+)$")
_STACK = re.compile(r"^(?:\w+\()?_+stack\d+")

_OF_NO_VALUE = {
    GuardKind.GRAD_MODE,
    GuardKind.SETTING,
    GuardKind.RACE,
    GuardKind.BACKEND,
}


@dataclass(frozen=True)
class Cause:
    """Why one entry did not fit, read.

    Attributes:
        kind: of the guard.
        scope: where the value lives.
        source: the value, as people write it.
        literal: the value, as torch writes it; empty if unknown.
        expected: what the entry was made for.
        actual: what was met, where torch tells.
        index: the dimension, for sizes and strides; -1 for others.
        user_line: the line that needs it.
        hint: torch's own advice; for a type, its name.
        text: torch's words.
        condition: the guard that failed, as people write it.
    """

    kind: GuardKind
    scope: Scope
    source: str
    literal: str
    expected: str
    actual: str
    index: int
    user_line: SourceLine | None
    hint: str
    text: str
    condition: str = ""


def cause_of(
    reason: RecompileReason,
    frame: Frame,
    failed: Compilation | None,
    given: Collection[str] = (),
) -> Cause:
    """Return what a reason says.

    Args:
        reason: torch's.
        frame: the function that was compiled again.
        failed: the entry that did not fit, if it is known.
        given: the parameters of the user's function that the frame is a part of.
    """
    part = guard_part(next(iter(reason.text.split("\n")), ""))
    text = part.expression
    mismatch = _MISMATCH.match(text)
    kind = kind_of(text)
    index = -1
    expected = actual = ""
    if mismatch is not None:
        source = mismatch["source"]
        index = int(mismatch["index"] or -1)
        expected, actual = mismatch["expected"] or "", mismatch["actual"] or ""
    else:
        source = _subject(text)
        begin = text.partition(" ")[0]
        source = begin if _OF_CLASS.fullmatch(begin) else source
        value = _EQUALS.search(text)
        length = _LENGTH_IS.match(text)
        value = length or value
        expected = value["value"] if value else ""
        if kind == GuardKind.LENGTH and text.startswith("not "):
            expected = "0"
        expected, actual = other_backend(text) or (expected, actual)
        size = set_size(expected) if kind == GuardKind.OTHER else None
        if size is not None:
            kind, expected = GuardKind.LENGTH, str(size)
    literal = _literal(source, failed)
    path, scope = _path_and_scope(source, literal, frame, failed)
    root = root_name(path)
    if scope == Scope.ARGUMENT and frame.parent is not None and root not in given:
        scope = Scope.INTERMEDIATE  # computed before the graph break
    if kind in _OF_NO_VALUE:
        scope = Scope.STATE
    return Cause(
        kind=kind,
        scope=scope,
        source=path,
        literal=literal,
        expected=expected,
        actual=actual,
        index=index,
        user_line=part.user_line,
        hint=_hint(reason.text) or _class_named(part.remark),
        text=text,
        condition=_condition(text, failed),
    )


def _subject(text: str) -> str:
    """Return the value that a guard looks at, as torch writes it."""
    check = identity_check(text)
    if check is not None:
        return check.subject
    found = _NO_FUNCTION.match(text) or _SUBJECT.match(text)
    return found["source"].rstrip(",") if found else ""


def root_name(path: str) -> str:
    """Return the variable that a path begins at."""
    return re.split(r"[.\[]", path, maxsplit=1)[0]


def set_size(text: str) -> int | None:
    """Return how many items a set has, as Python writes it; None for other texts."""
    if text == "set()":
        return 0
    tree = parsed_expression(text) if text.startswith("{") else None
    return len(tree.elts) if isinstance(tree, ast.Set) else None


def _condition(text: str, failed: Compilation | None) -> str:
    """Return the guard of which torch tells this, as people write it."""
    parts = failed.guards if failed is not None else ()
    for part in parts:
        if text in (part.expression, _stripped(part.expression)):
            return condition_text(part, parts)
    return readable(text)


def _hint(text: str) -> str:
    found = re.search(r"\(?HINT: (?P<hint>.*?)\)?\.?\s*(?:\n|$)", text)
    return found["hint"].strip() if found else ""


def _class_named(remark: str) -> str:
    """Return the name in ``type=<class 'a.B'>``."""
    found = re.search(r"type=<class '(?P<name>[^']+)'>", remark)
    return found["name"] if found else ""


def _stripped(expression: str) -> str:
    """Return a guard as torch writes it in a reason: locals by their bare names."""
    return re.sub(r"\bL\['([^']+)'\]", r"\1", expression)


def _literal(source: str, failed: Compilation | None) -> str:
    """Return the full path of a value named in a reason."""
    if _OF_CLASS.fullmatch(source):
        begins = (
            part.expression[: part.expression.index(" ")]
            for part in (failed.guards if failed else ())
            if _stripped(part.expression).startswith(f"{source} ")
        )
        return next(begins, "")
    if source.startswith(("G[", "L[")):
        found = paths_of(source)
        return found[0].literal if found else ""
    for part in failed.guards if failed else ():
        if source in _stripped(part.expression):
            for path in paths_of(part.expression):
                if _stripped(path.literal) == source:
                    return path.literal
    return ""


def _path_and_scope(
    source: str, literal: str, frame: Frame, failed: Compilation | None
) -> tuple[str, Scope]:
    """Return a value as people write it, and where it lives."""
    if _STACK.match(source):
        return source, Scope.INTERMEDIATE
    if _OF_CLASS.fullmatch(source):
        return readable(literal or source), Scope.CLASS
    paths = paths_of(literal)
    if not paths:
        return _stripped(source), _scope_of_name(source, frame, failed)
    owners = (paths[0].owner(length) for length in range(len(paths[0].steps)))
    names = names_of([*paths, *owners], failed.guards if failed else ())
    return names.in_text(literal), _scope(paths[0], frame, failed)


def _scope(path: AccessPath, frame: Frame, failed: Compilation | None) -> Scope:
    if path.scope == "G":
        return Scope.GLOBAL
    if path.name in free_names(frame, failed):
        return Scope.CLOSURE
    if DEFAULT_OF.search(path.literal):
        return Scope.DEFAULT
    if path.steps and path.name in {receiver(frame), "self"}:
        return Scope.ATTRIBUTE
    return Scope.ARGUMENT


def _scope_of_name(source: str, frame: Frame, failed: Compilation | None) -> Scope:
    root = root_name(source)
    if root in free_names(frame, failed):
        return Scope.CLOSURE
    if root in {receiver(frame), "self"} and root != source:
        return Scope.ATTRIBUTE
    return Scope.ARGUMENT if root.isidentifier() else Scope.UNKNOWN


def free_names(frame: Frame, failed: Compilation | None) -> tuple[str, ...]:
    """Return the names that a function closes over."""
    found: tuple[str, ...] = ()
    if failed is not None and failed.entry is not None:
        found = failed.entry.free_names
    return found or next(
        (c.entry.free_names for c in frame.entries if c.entry is not None), ()
    )


def receiver(frame: Frame) -> str:
    """Return the name of a method's first argument, ``self`` as a rule."""
    found = re.search(r"\bdef\s+\w+\s*\(\s*(\w+)", frame.original_source)
    name = found[1] if found else ""
    return name if name == "self" or "." in frame.qualified_name else ""
