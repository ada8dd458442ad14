"""Read from torch's reason why a function was recompiled: the guard, and its value.

torch writes a reason as a guard (``self.steps == 0``) or in words (``tensor 'x' size
mismatch at index 0. expected 4, actual 5``).  The reason does not say whether a name is
local or global; the guards of the failed entry do.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Collection

from depyf.model.guard_facts import condition_text, names_of
from depyf.model.source_places import is_of_torch
from depyf.records import dataclass
from depyf.torch_text.access_paths import AccessPath, bare, paths_of
from depyf.torch_text.guard_forms import of_sizes
from depyf.torch_text.guards import hint_in
from depyf.torch_text.names import begins_at_stack
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import Form, GuardKind
from depyf.torch_text.spoken_numbers import solved, spoken_number

if TYPE_CHECKING:
    from depyf.model.events import RecompileReason, SourceLine
    from depyf.model.run import Compilation, Frame
    from depyf.torch_text.guards import Guard

OF_NO_VALUE = {
    GuardKind.GRAD_MODE,
    GuardKind.SETTING,
    GuardKind.RACE,
    GuardKind.BACKEND,
}


class Scope(Enum):
    """The scope of the value that a guard checks."""

    ARGUMENT = "argument"
    ATTRIBUTE = "attribute"
    GLOBAL = "global"
    CLOSURE = "closure"
    CLASS = "class attribute"
    DEFAULT = "default"
    INTERMEDIATE = "intermediate"
    STATE = "state"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Cause:
    """Why one entry did not fit a call, as read from torch's reason.

    Attributes:
        kind: the kind of the failed guard.
        scope: the scope of the value.
        source: the readable path of the value.
        literal: the path of the value, as torch writes it; empty if unknown.
        guard: the failed guard, as torch writes it, or torch's words for the failure.
        expected: the value that the entry was compiled for.
        actual: the value of the call, if torch names it.
        index: the dimension, for sizes and strides; -1 for other guards.
        user_line: the user's line that causes the guard.
        hint: torch's own advice; for a type, its name.
        condition: the failed guard in readable Python.
    """

    kind: GuardKind
    scope: Scope
    source: str
    literal: str
    guard: Guard
    expected: str = ""
    actual: str = ""
    index: int = -1
    user_line: SourceLine | None = None
    hint: str = ""
    condition: str = ""


def cause_of(
    reason: RecompileReason,
    frame: Frame,
    failed: Compilation | None,
    given: Collection[str] = (),
) -> Cause:
    """Read the cause of a recompile from torch's reason.

    Args:
        reason: torch's reason.
        frame: the frame that was recompiled.
        failed: the entry that did not fit, if it is known.
        given: the parameters of the user's function that the frame belongs to.
    """
    cause = cause_of_guard(reason.guard)
    literal = _literal(cause.source, failed)
    path, scope = _path_and_scope(cause.source, literal, frame, failed)
    if scope == Scope.ARGUMENT and frame.parent is not None:
        if root_name(path) not in given:
            scope = Scope.INTERMEDIATE  # computed before the graph break
    if cause.kind in OF_NO_VALUE:
        scope = Scope.STATE
    condition = _condition(cause.guard, failed)
    if not path and cause.kind is GuardKind.NUMBER:
        path, scope = _computed(condition), Scope.UNKNOWN
    return replace(
        cause,
        scope=scope,
        source=path,
        literal=literal,
        hint=hint_in(reason.text) or cause.hint,
        condition=condition,
    )


def _computed(condition: str) -> str:
    """Return the expression of the computed number in a condition.

    >>> _computed("(1.0 + ((-1)*self.drop.p)) == 0.98")
    '1 - self.drop.p'
    """
    return spoken_number(condition.partition(" == ")[0].strip())


def cause_of_guard(guard: Guard) -> Cause:
    """Read the cause from a failed guard alone, without the scope of its value."""
    asks, kind = guard.asks, guard.asks.kind
    expected = asks.expected if asks.relation in {"==", "is", ""} else ""
    if asks.length is not None:
        kind, expected = GuardKind.LENGTH, str(asks.length)
    return Cause(
        kind=kind,
        scope=Scope.UNKNOWN,
        source=asks.subject,
        literal=asks.subject,
        guard=guard,
        expected=expected,
        actual=asks.actual,
        index=asks.index,
        user_line=guard.user_line,
        hint=guard.class_name,
    )


def root_name(path: str) -> str:
    """Return the variable that a path begins at."""
    return re.split(r"[.\[]", path, maxsplit=1)[0]


def _condition(named: Guard, failed: Compilation | None) -> str:
    """Return the guard that torch names, in readable Python."""
    guards, text, asks = failed.guards if failed else (), named.expression, named.asks
    for guard in guards:
        if text in (guard.expression, bare(guard.expression)):
            return solved(condition_text(guard, guards))
    if asks.form == Form.CONTAINS:  # torch reports that looking up the key failed
        return f"{asks.expected} {asks.relation} {readable(asks.subject)}"
    return solved(readable(text))


def _literal(subject: str, failed: Compilation | None) -> str:
    """Return torch's full path of a value that a reason names; empty for a size."""
    if of_sizes(subject):
        return ""
    if subject.startswith(("G[", "L[")):
        found = paths_of(subject)
        return found[0].literal if found else ""
    subjects = (one.asks.subject for one in (failed.guards if failed else ()))
    return next((one for one in subjects if one and bare(one) == subject), "")


def _path_and_scope(
    source: str, literal: str, frame: Frame, failed: Compilation | None
) -> tuple[str, Scope]:
    """Return the readable path of a value, and its scope."""
    if begins_at_stack(source):
        return source, Scope.INTERMEDIATE
    if source.startswith(("type(", "dict(type(")):  # an attribute of the class
        return readable(literal or source), Scope.CLASS
    paths = paths_of(literal)
    if not paths:
        return bare(source), _scope_of_name(source, frame, failed)
    owners = (paths[0].owner(length) for length in range(len(paths[0].steps)))
    names = names_of([*paths, *owners], failed.guards if failed else ())
    return names.in_text(literal), _scope(paths[0], frame, failed)


def with_path(
    cause: Cause, literal: str, frame: Frame, failed: Compilation | None
) -> Cause:
    """Return a cause for another value, by torch's path of the value."""
    source, scope = _path_and_scope(literal, literal, frame, failed)
    return replace(cause, source=source, literal=literal, scope=scope)


def _scope(path: AccessPath, frame: Frame, failed: Compilation | None) -> Scope:
    if path.scope == "G":
        return Scope.GLOBAL
    if path.name in free_names(frame, failed):
        return _scope_of_captured(frame, is_whole=not path.steps)
    if path.default is not None:
        return Scope.DEFAULT
    if path.steps and path.name in {receiver(frame), "self"}:
        return Scope.ATTRIBUTE
    return Scope.ARGUMENT


def _scope_of_name(source: str, frame: Frame, failed: Compilation | None) -> Scope:
    root = root_name(source)
    if root in free_names(frame, failed):
        return _scope_of_captured(frame, is_whole=root == source)
    if root in {receiver(frame), "self"} and root != source:
        return Scope.ATTRIBUTE
    return Scope.ARGUMENT if root.isidentifier() else Scope.UNKNOWN


def _scope_of_captured(frame: Frame, *, is_whole: bool) -> Scope:
    """Return the scope of what a function captures, or of a part of it.

    Torch's wrapper around a module of torch captures the module.
    """
    is_module = is_of_torch(frame.file) and not is_whole
    return Scope.ATTRIBUTE if is_module else Scope.CLOSURE


def free_names(frame: Frame, failed: Compilation | None) -> tuple[str, ...]:
    """Return the names of the variables that a function captures."""
    found: tuple[str, ...] = ()
    if failed is not None and failed.entry is not None:
        found = failed.entry.free_names
    return found or next(
        (c.entry.free_names for c in frame.entries if c.entry is not None), ()
    )


def receiver(frame: Frame) -> str:
    """Return the name of a method's first parameter, usually ``self``."""
    found = re.search(r"\bdef\s+\w+\s*\(\s*(\w+)", frame.original_source)
    name = found[1] if found else ""
    return name if name == "self" or "." in frame.qualified_name else ""


def is_of_inference(cause: Cause) -> bool:
    """Return whether a tensor was created in inference mode in some calls only."""
    keys = f"{cause.expected} {cause.actual} {cause.guard.text}"
    return cause.kind is GuardKind.INFERENCE or (
        cause.kind is GuardKind.DISPATCH_KEYS and "ADInplaceOrView" in keys
    )
