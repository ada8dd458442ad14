"""Evaluate torch's own guards to predict a call, without running the call."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Mapping

from depyf.capture import torch_compat
from depyf.capture.entry_event import guard_parts, resume_codes, shown_co_name
from depyf.capture.entry_source import oldest_first
from depyf.capture.process import ForkSafeLock
from depyf.capture.static_look import MISSING, full_class_name
from depyf.decompiler.exact_types import is_a
from depyf.model.call_check import (
    BY_ADDRESS,
    Asked,
    CallChecked,
    Check,
    Entry,
    Miss,
    asked_of,
)
from depyf.model.events import Guard, Note, SourceLine
from depyf.model.python_text import parsed_expression
from depyf.model.whole_paths import WholePaths
from depyf.torch_text.access_paths import paths_of
from depyf.torch_text.guard_forms import question
from depyf.torch_text.guards import read_guard
from depyf.torch_text.path_names import path_names
from depyf.torch_text.questions import Form

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.context import CaptureContext

_AND = "; "  # joins conditions that torch checks as one guard
_WHOLE_CALL = (
    "the function has graph breaks: what follows them has entries of its own, of which "
    "nothing can be told without running the call"
)
_HOOKS = (
    "hooks that run before the module's `forward` may change its arguments: they did "
    "not run"
)
_BACKENDS = (
    "the entries were made by several backends; ask for what torch.compile returned, "
    "to be told of its own only"
)
_WRAPPER = (
    "this function is a wrapper around a compiled one: ask for the function it wraps"
)
_TOO_OLD = (
    "this torch keeps guards as functions that tell nothing outside of a call (up to "
    "2.3)"
)


def check_call(call: torch_compat.Call) -> Check:
    """Return the predicted outcome of a call, without advice and text."""
    function = _name(call)
    notes = [_HOOKS] if call.hooked else []
    forced = torch_compat.forced_fate(call)
    if forced is not None:
        return _miss_check(function, forced, (), notes)
    entries, existing = torch_compat.entries_of_call(call)
    others = len(existing) - len(entries)
    if others:
        notes.append(f"entries of other backends or regions, of no use here: {others}")
    if call.callback is None and torch_compat.several_backends(entries):
        notes.append(_BACKENDS)
    if call.wraps_compiled and not entries:
        notes.append(_WRAPPER)
    described = {
        id(entry): _entry_of(entry, number)
        for number, entry in enumerate(oldest_first(existing))
    }
    return _CallChecker(call, entries, described, notes).check()


def _miss_check(
    function: str, fate: torch_compat.Fate, misses: tuple[Miss, ...], notes: list[str]
) -> Check:
    return Check(
        function,
        hits=False,
        outcome=fate.outcome,
        misses=misses,
        reason=fate.reason,
        notes=tuple(notes),
    )


def _name(call: torch_compat.Call) -> str:
    """Return a function's name and location: ``Model.forward (model.py:3)``."""
    code = call.code
    name = torch_compat.name_of_call(call)
    place = f"{PurePath(code.co_filename).name}:{code.co_firstlineno}"
    return f"{name} ({place})"


class _CallChecker:
    """Checks whether a call fits the entries of a function, in torch's order."""

    def __init__(
        self,
        call: torch_compat.Call,
        entries: list[object],
        described: Mapping[int, Entry],
        notes: list[str],
    ) -> None:
        self._call, self._function, self._entries = call, _name(call), entries
        self._described, self._notes = described, notes

    def check(self) -> Check:
        misses: list[Miss] = []
        for entry in self._entries:
            manager = torch_compat.guards_of_entry(entry)
            if manager is None:
                misses.append(self._gone(entry))
                continue
            if not torch_compat.can_be_asked(manager):
                return Check(self._function, None, "unknown", reason=_TOO_OLD, notes=())
            verdict = torch_compat.check_guards(manager, self._call.arguments)
            if verdict.holds:
                return self._hit(entry, misses)
            misses.append(self._miss(entry, manager, verdict))
        fate = torch_compat.fate_of_miss(self._call, self._entries)
        return _miss_check(self._function, fate, tuple(misses), self._notes)

    def _hit(self, entry: object, misses: list[Miss]) -> Check:
        code: CodeType = entry.code  # type: ignore[attr-defined]
        breaks = any(resume_codes(code, self._call.namespace))
        return Check(
            self._function,
            hits=True,
            outcome="hit",
            entry=self._described[id(entry)],
            misses=tuple(misses),
            notes=(*self._notes, *([_WHOLE_CALL] if breaks else [])),
        )

    def _gone(self, entry: object) -> Miss:
        why = torch_compat.why_invalid(entry)
        words = f"torch gave this entry up{f': {why}' if why else ''}"
        return Miss(self._described[id(entry)], guard=words)

    def _miss(
        self, entry: object, manager: object, verdict: torch_compat.GuardCheck
    ) -> Miss:
        part = self._failed(verdict)
        asked = self._of_torch(part, manager) or asked_of(part)
        texts = " ".join((part.expression, asked.subject, *asked.expressions))
        names = path_names(paths_of(texts), self._class)
        expressions = asked.expressions if asked.expected else ()
        found, unread = self._values(asked)
        return Miss(
            self._described[id(entry)],
            guard=names.in_text(_without_addresses(part.expression)),
            asked=names.in_text(asked.subject or ", ".join(expressions)),
            expected=_tensor_type(part, manager) or asked.expected,
            found=names.in_text(found),
            unread=unread,
            user_line=_user_line(part, verdict, manager),
            text=part.text,
        )

    def _failed(self, verdict: torch_compat.GuardCheck) -> Guard:
        """Return the condition that failed, if torch checks several as one guard."""
        parts = [read_guard(text) for text in verdict.parts]
        if len(parts) > 1:
            false = [p for p in parts if self._known(p.expression) is False]
            parts = false or [read_guard(_AND.join(p.expression for p in parts))]
        return parts[0] if parts else read_guard(verdict.reason)

    def _value(self, expression: str) -> object:
        tree = parsed_expression(expression)
        if tree is None:
            raise torch_compat.UnreadableError("it is not an expression")
        return torch_compat.value_of(tree, self._call.arguments, self._call.namespace)

    def _known(self, expression: str) -> object:
        """Return the value of an expression, or `MISSING` if it cannot be read."""
        try:
            return self._value(expression)
        except (torch_compat.MissingError, torch_compat.UnreadableError):
            return MISSING

    def _values(self, asked: Asked) -> tuple[str, str]:
        """Return the checked values as text, and why they cannot be read, if so."""
        values: list[str] = []
        for expression in asked.expressions:
            try:
                value = _value_text(expression, self._value(expression))
            except torch_compat.MissingError:
                value = "nothing there"
            except torch_compat.UnreadableError as error:
                return asked.found, "" if asked.found else str(error)
            is_one = len(asked.expressions) == 1
            values.append(value if is_one else f"{expression} is {value}")
        return ", ".join(values) or asked.found, ""

    def _of_torch(self, guard: Guard, manager: object) -> Asked | None:
        """Return the state of torch that a guard checks; None for other guards."""
        asks = guard.asks
        if asks.form == Form.STATE and asks.name.startswith("___check_torch_function"):
            now, before = torch_compat.function_modes(), "as when it was compiled"
            return Asked((), before, now, subject="TorchFunctionModes")
        if asks.form == Form.STATE and guard.expression != asks.name:
            setting = asks.name.split()[0]
            now = torch_compat.global_state(setting)
            before = {"on": "off", "off": "on"}.get(now, "as when it was compiled")
            return Asked((), before, now, setting)
        if asks.form == Form.ALIASING:
            return self._alias(manager)
        return None

    def _alias(self, manager: object) -> Asked | None:
        """Return which two tensors are the same although they must differ."""
        seen: dict[int, str] = {}
        for source in torch_compat.never_aliased(manager):
            value = self._known(source)
            other = seen.setdefault(id(value), source)
            if other != source and value is not MISSING:
                return Asked((f"{other} is {source}",), "False")
        return None

    def _class(self, literal: str) -> str:
        value = self._known(literal)
        return "" if value is MISSING else full_class_name(type(value))


def _value_text(expression: str, value: object) -> str:
    if expression.startswith("type(") and is_a(value, type):
        return full_class_name(value)
    return torch_compat.described_items(value)


def _entry_of(entry: object, number: int) -> Entry:
    code = getattr(entry, "code", None)
    file = PurePath(getattr(code, "co_filename", "")).name
    dumped = file if file.startswith("__transformed_code_") else ""
    return Entry(number, torch_compat.entry_name(entry), dumped)


def _without_addresses(guard: str) -> str:
    """Return a guard's text without the ids of objects.

    >>> _without_addresses("___check_obj_id(L['f'], 139683982879136)")
    "___check_obj_id(L['f'])"
    """
    asked = ((text, question(text)) for text in guard.split(_AND))
    return _AND.join(
        f"{asks.name}({asks.subject})" if asks.form in BY_ADDRESS else text
        for text, asks in asked
    )


def _user_line(
    part: Guard, verdict: torch_compat.GuardCheck, manager: object
) -> SourceLine | None:
    """Return the user's line that needs a guard, with its full path if known."""
    line = part.user_line or _line_of_source(part, manager)
    if verdict.stack and len(verdict.parts) == 1:
        frame = verdict.stack[-1]
        same = line is not None and line.line == frame.lineno
        text = line.text if line is not None and same else (frame.line or "")
        return SourceLine(frame.filename, frame.lineno or 0, frame.name, text)
    return line


def _tensor_type(part: Guard, manager: object) -> str:
    """Return the expected tensor type, if torch's message does not name it."""
    if part.asks.form != Form.NO_TENSOR:
        return ""
    tensors = (other.asks.tensor for other in guard_parts(manager))
    found = (one.type for one in tensors if one and one.subject == part.asks.subject)
    return next((f"a {name}" for name in found), "")


def _line_of_source(part: Guard, manager: object) -> SourceLine | None:
    """Return the user's line of another guard on the same value; None if unknown."""
    if not part.source:
        return None
    lines = (
        other.user_line
        for other in guard_parts(manager)
        if other.source == part.source and other.user_line is not None
    )
    return next(lines, None)


_MOST = 500  # distinct answers: a program may check each of its calls


class CheckLog:
    """Records distinct answers of `depyf.check`, and at the end how often each came."""

    def __init__(self, context: CaptureContext) -> None:
        self._context = context
        self._again: dict[CallChecked, int] = {}
        self._left_out = 0
        self._lock = ForkSafeLock()

    def note(self, code: CodeType, check: Check) -> None:
        """Record an answer about a call of the function with this code."""
        event = self._event(code, check)
        with self._lock:
            if event in self._again:
                self._again[event] += 1
                return
            if len(self._again) >= _MOST:
                self._left_out += 1
                return
            self._again[event] = 0
        self._context.record(event)

    def report(self) -> None:
        """Record how often answers were repeated."""
        with self._lock:
            again, self._again = self._again, {}
            left_out, self._left_out = self._left_out, 0
        for event, times in again.items():
            if times:
                self._context.record(replace(event, times=times))
        if left_out:
            text = (
                f"{left_out} more answers of depyf.check: only the first {_MOST} that "
                "differ are told"
            )
            self._context.record(Note(None, text=text))

    def _event(self, code: CodeType, check: Check) -> CallChecked:
        attribution, caller = self._context.attribution, torch_compat.program_caller()
        misses = tuple(self._miss(miss, code) for miss in check.misses)
        return CallChecked(
            compile_id=None,
            **vars(replace(check, misses=misses, text="")),
            code_key=attribution.code_key(code),
            co_name=shown_co_name(code),
            file=code.co_filename,
            first_line=code.co_firstlineno,
            asked_at=self._context.user_lines.source_line(*caller) if caller else None,
            generation=attribution.generation,
        )

    def _miss(self, miss: Miss, code: CodeType) -> Miss:
        line = miss.user_line
        if line is None or not line.file:
            return miss
        line = WholePaths([code.co_filename]).line(line)
        known = self._context.user_lines.source_line(
            line.file, line.line, line.function, line.text
        )
        return replace(miss, user_line=known)
