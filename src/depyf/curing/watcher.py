"""Watch a running program to find the lines that made the values which guards check.

`Watcher` runs in the child process of `depyf cure`, without torch.compile.  At each
call of a function that torch recompiled, it reads the values that guards checked.  For
each form of a value, such as a shape, it records the lines that made the value.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
import weakref
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable, Collection, Mapping, Sequence, Tuple

from depyf.capture.torch_compat import asked_of, tell_of_tensors
from depyf.curing.held_values import HeldValues
from depyf.curing.noted_stores import CHANGED, STORED
from depyf.model.findings.syntax_parts import index_of_item
from depyf.model.findings.user_names import only_path
from depyf.records import dataclass
from depyf.torch_text.names import module_of_global

if TYPE_CHECKING:
    from types import CodeType, FrameType

_MOST_FORMS = 40  # the most forms of one value
_MOST_KEPT = 20_000  # the most objects that are kept alive
_LONGEST = 60  # characters of a value
_LONGEST_HISTORY = 12  # lines that led to a tensor
_CALLERS = 3  # lines that led to where a value was made
_Lines = Tuple[Tuple[str, int], ...]  # files and lines, the innermost first


# Properties that a result may have from its input, and a property that must be equal
# for this. With other sizes strides differ, and indices need no gradients.
_HANDED_ON = {
    "shape": "shape",
    "stride": "shape",
    "requires_grad": "dtype",
    "dtype": "dtype",
    "device": "device",
    "type": "type",
}


_NO_GRADIENT = "requires_grad=False"


@dataclass(frozen=True)
class _Made:
    """A tensor, its properties, and the lines that gave it each property.

    `history` has the lines of the operations that led to the tensor, the last first.
    """

    tensor: weakref.ref[Any]
    form: Mapping[str, str]
    lines: Mapping[str, _Lines]
    history: tuple[_Lines, ...]


@dataclass(frozen=True)
class Watched:
    """A value to watch.

    Attributes:
        file: the file of the function whose guards check the value.
        first_line: the line at which the function begins, with its decorators.
        value: an expression of ``L``, the arguments, and ``G``, the globals.
        aspect: the property that guards check: ``shape``, ``stride``, ``dtype``,
            ``requires_grad``, ``length``, ``type`` or ``value``.
    """

    file: str
    first_line: int
    value: str
    aspect: str


class Watcher:
    """Watches values, and remembers the lines that made them.

    Args:
        watched: the values.
        is_own: returns whether a file belongs to the program; only lines of such files
            are reported.
    """

    def __init__(
        self, watched: Collection[Watched], is_own: Callable[[str], bool]
    ) -> None:
        self._watched = [(one, *_compiled(one.value)) for one in watched]
        self._places = {(one.file, one.first_line) for one in watched}
        self._is_own = lru_cache(maxsize=None)(is_own)
        self._codes: dict[CodeType, tuple[int, ...]] = {}
        self._tensors: dict[int, _Made] = {}
        self._stores: dict[tuple[int, object], _Lines] = {}
        self._changes: dict[int, _Lines] = {}
        self._born: dict[int, tuple[weakref.ref[Any], _Lines]] = {}
        self._kept: list[object] = []
        self._held = HeldValues()
        self._seen: list[dict[str, _Form]] = [{} for _ in watched]

    def start(self) -> None:
        """Start watching, until the process ends."""
        setattr(builtins, STORED, self._stored)
        setattr(builtins, CHANGED, self._changed)
        tell_of_tensors(self._made)
        sys.setprofile(self._called)

    def stop(self) -> list[list[dict[str, Any]]]:
        """Stop watching; return each watched property's values as JSON records."""
        sys.setprofile(None)
        return [_records([*each.values()]) for each in self._seen]

    # --- lines that make values -------------------------------------------------------

    def _made(self, tensor: object, source: object) -> None:
        """Note the lines that gave a tensor each property.

        A property that equals the one of `source`, from which the tensor was computed,
        keeps the line of `source`: ``x / 2`` has its layout from ``x``.  Only that a
        tensor needs no gradient has no earlier line.
        """
        known, form = self._known(tensor), asked_of(tensor)
        if form is None or (known is not None and known.form == form):
            return  # changed in place: the line that made it stays
        line = self._line(_caller())
        if not line:
            return
        before = self._known(source)
        lines = dict.fromkeys((*form, "value"), line)
        history: tuple[_Lines, ...] = (line,)
        if before is not None:
            history = tuple(dict.fromkeys((line, *before.history)))[:_LONGEST_HISTORY]
            for aspect, other in _HANDED_ON.items():
                if form[aspect] == _NO_GRADIENT:
                    continue  # each operation decides this anew, by its parameters
                if all(before.form[one] == form[one] for one in (aspect, other)):
                    lines[aspect] = before.lines[aspect]
        self._tensors[id(tensor)] = _Made(weakref.ref(tensor), form, lines, history)

    def _known(self, tensor: object) -> _Made | None:
        """Return the record of a tensor; None if there is none."""
        known = self._tensors.get(id(tensor))
        return known if known is not None and known.tensor() is tensor else None

    def _stored(self, owner: object, key: object) -> None:
        line = self._line(_caller())
        with suppress(TypeError):  # a key that cannot be hashed
            self._keep(owner)
            self._stores[id(owner), key] = line
            self._held.refresh()

    def _changed(self, container: object) -> None:
        if isinstance(container, (list, dict, set)) or hasattr(container, "maxlen"):
            self._keep(container)
            self._changes[id(container)] = self._line(_caller())

    def _keep(self, one: object) -> None:
        """Keep an object alive, so that no other object gets its id."""
        if id(one) not in self._changes and len(self._kept) < _MOST_KEPT:
            self._kept.append(one)

    def _begun(self, one: object, frame: FrameType) -> None:
        """Note the line that creates an object, whose class may set its attributes."""
        known = self._born.get(id(one))
        if known is None or known[0]() is not one:
            with suppress(TypeError):  # an object without weak references
                self._born[id(one)] = weakref.ref(one), self._line(frame.f_back)

    def _line(self, frame: FrameType | None) -> _Lines:
        """Return the program's lines around a frame, the innermost first."""
        found: list[tuple[str, int]] = []
        while frame is not None and len(found) < _CALLERS:
            if self._is_own(frame.f_code.co_filename):
                found.append((frame.f_code.co_filename, frame.f_lineno))
            frame = frame.f_back
        return tuple(found)

    # --- calls of watched functions ---------------------------------------------------

    def _called(self, frame: FrameType, event: str, _argument: object) -> None:
        if event in {"call", "return"} and self._enters_library(frame):
            self._compare(frame, event)
        if event != "call":
            return
        code = frame.f_code
        if code.co_name == "__init__" and code.co_varnames:
            self._begun(frame.f_locals.get(code.co_varnames[0]), frame)
        wanted = self._codes.get(code)
        if wanted is None:
            wanted = self._codes[code] = self._wanted(code)
        for index in wanted:
            self._look(index, frame)

    def _enters_library(self, frame: FrameType) -> bool:
        """Return whether a line of the program calls a function of a library."""
        caller = frame.f_back
        return (
            caller is not None
            and self._is_own(caller.f_code.co_filename)
            and not self._is_own(frame.f_code.co_filename)
        )

    def _compare(self, frame: FrameType, event: str) -> None:
        """Note the values that a library call stored, when it returns."""
        self._note_changes(self._line(frame) if event == "return" else ())

    def _note_changes(self, line: _Lines) -> None:
        """Note a line, or () if unknown, for all changes since the last check."""
        for owner, key in self._held.changed():
            self._keep(owner)
            self._stores[id(owner), key] = line

    def _wanted(self, code: CodeType) -> tuple[int, ...]:
        place = code.co_filename, code.co_firstlineno
        if place not in self._places:
            return ()
        return tuple(
            index
            for index, (one, *_) in enumerate(self._watched)
            if (one.file, one.first_line) == place
        )

    def _look(self, index: int, frame: FrameType) -> None:
        one, whole, owner, key = self._watched[index]
        names = {"L": frame.f_locals, "G": _Globals(frame.f_globals)}
        try:
            value = eval(whole, names)
            holder = eval(owner, names) if owner is not None else None
        except Exception:  # the path does not exist in this call, or an object raises
            return
        self._note_changes(())
        form = _form_of(value, one.aspect)
        forms = self._seen[index]
        if form not in forms and len(forms) >= _MOST_FORMS:
            return
        if isinstance(holder, _Globals):
            holder = holder.space
        line = self._origin(value, one.aspect, holder, key)
        is_store = line is not None
        line = line if is_store else self._born_at(holder)
        if line is None:  # only an argument may be created by the call itself
            is_passed = owner is None or _is_made_by_call(frame, holder)
            line = self._line(frame.f_back) if is_passed else ()
        if owner is not None:
            self._held.hold(holder, key)
        made = self._known(value)
        found = forms.setdefault(form, _Form(form, {}, made.history if made else ()))
        found.count(line, is_store=is_store)

    def _origin(
        self, value: object, aspect: str, holder: object, key: object
    ) -> _Lines | None:
        known = self._known(value)
        if known is not None:
            return known.lines.get(aspect, known.lines["value"])
        changed = self._changes.get(id(value))
        if changed is not None:
            return changed
        if holder is None:
            return None
        return self._stores.get((id(holder), key))

    def _born_at(self, holder: object) -> _Lines | None:
        """Return the lines that created the object which holds a value."""
        born = self._born.get(id(holder))
        return born[1] if born is not None and born[0]() is holder else None


class _Globals:
    """A function's globals, plus the modules that torch names itself."""

    def __init__(self, space: Mapping[str, Any]) -> None:
        self.space = space

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - whatever it is
        if name in self.space:
            return self.space[name]
        module = module_of_global(name)
        if module is None:
            raise KeyError(name)
        return sys.modules[module]


def _caller() -> FrameType:
    """Return the frame of the caller's caller."""
    return sys._getframe(2)  # noqa: SLF001 - no public name


def _is_made_by_call(frame: FrameType, holder: object) -> bool:
    """Return whether an object is the value of ``*args`` or ``**kwargs``."""
    code = frame.f_code
    first = code.co_argcount + code.co_kwonlyargcount
    count = sum(bool(code.co_flags & flag) for flag in _SPREAD)
    names = code.co_varnames[first : first + count]
    return any(frame.f_locals.get(name) is holder for name in names)


_SPREAD = (inspect.CO_VARARGS, inspect.CO_VARKEYWORDS)


@dataclass
class _Form:
    """One form of a value, and how often each line made it.

    `history` has the lines that led to the first such value, the last first.
    """

    form: str
    lines: dict[tuple[_Lines, bool], int]
    history: tuple[_Lines, ...] = ()

    def count(self, line: _Lines, *, is_store: bool) -> None:
        """Count a line; `is_store` is True if the line made or set the value."""
        made = line, is_store
        self.lines[made] = self.lines.get(made, 0) + 1

    def record(self) -> dict[str, Any]:
        made, is_store = max(self.lines, key=lambda one: self.lines[one])
        return {
            "form": self.form,
            "calls": sum(self.lines.values()),
            "lines": [list(one) for one in made],
            "is_store": is_store,
        }


def _records(forms: Sequence[_Form]) -> list[dict[str, Any]]:
    """Return the forms of a value, each with the lines that made it.

    If the same line made all forms, it does not explain the difference.  Then a form
    gets the last line in its history that no other form has.
    """
    records = [form.record() for form in forms]
    made_at = {tuple(map(tuple, one["lines"][:1])) for one in records}
    if len(made_at) == 1:
        for form, record in zip(forms, records):
            others = [one for one in forms if one is not form]
            shared = {lines[0] for one in others for lines in one.history}
            own = [lines for lines in form.history if lines[0] not in shared]
            record["lines"] = [list(one) for one in own[0]] if own else record["lines"]
    return records


def _compiled(value: str) -> tuple[Any, Any, object]:
    """Return code that reads a value, code that reads its owner, and its key there."""
    tree = ast.parse(only_path(value) or value, mode="eval").body
    owner: ast.expr | None = None
    key: object = None
    if isinstance(tree, ast.Attribute):
        owner, key = tree.value, tree.attr
    elif isinstance(tree, ast.Subscript):
        inner = index_of_item(tree)
        if isinstance(inner, ast.Constant):
            owner, key = tree.value, inner.value
    whole = compile(value, "<watched>", "eval")
    if owner is None or (isinstance(owner, ast.Name) and owner.id == "L"):
        return whole, None, None
    return whole, compile(ast.Expression(owner), "<watched>", "eval"), key


def _form_of(value: object, aspect: str) -> str:
    """Return the form of a value: the property that a guard checks, as text."""
    tensor = asked_of(value)
    if tensor is not None:
        return tensor.get(aspect) or f"{tensor['dtype']} {tensor['shape']}"
    if aspect == "length":
        with suppress(Exception):  # the program's own class may raise
            return f"length {len(value)}"  # type: ignore[arg-type]
    if value is None or type(value) in {int, float, bool, complex, str, bytes}:
        shown = repr(value)
        return shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "..."
    return type(value).__qualname__
