"""Find attributes that are None until a method makes their value at its first use.

A function that is compiled before has an entry for None, which serves no later call.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.spots import Spot, is_traced
from depyf.model.findings.syntax_parts import last_name, method_of, own_attributes
from depyf.model.python_text import dotted, text_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.program_index import Function, Store
    from depyf.model.findings.recompile_groups import Group

_MAKING = (ast.If, ast.Assign, ast.AnnAssign, ast.Return, ast.With)
_PROPERTIES = {"property", "cached_property"}


class Lazy(NamedTuple):
    """The place where a value is made at its first use.

    Attributes:
        file: the file's path.
        owner: the class with the attribute.
        init: the ``__init__`` of the class, which can make the value instead.
        method: the method that makes the value.
        code: what makes the value there, such as ``self.offsets()``.
    """

    file: str
    owner: ast.ClassDef
    init: Function
    method: Function
    code: str

    @property
    def place(self) -> str:
        """The end of ``__init__``, in words."""
        return f"at the end of `{self.owner.name}.__init__`"


def lazily_made(group: Group) -> Lazy | None:
    """Return where the value that is None at first is made; None if unclear.

    The object itself must have all that the method reads when ``__init__`` ends, and
    nothing may set the attribute to None again.
    """
    made = {(line.file, line.line) for line in group.origin}
    for file in program_files(group.run):
        for store in index_of(file).at(Kind.ATTRIBUTE, group.attribute):
            is_met = (file.file, store.line) in made
            found = _lazy(file, store, group.attribute) if is_met else None
            if found is not None:
                return found
    return None


def reset_at(group: Group) -> SourceLine | None:
    """Return the first line that makes an attribute None, but not in `__init__`."""
    for file in program_files(group.run):
        for store in index_of(file).at(Kind.ATTRIBUTE, group.attribute):
            is_none = (
                isinstance(store.value, ast.Constant) and store.value.value is None
            )
            around = store.function.name if store.function is not None else "__init__"
            if is_none and around != "__init__":
                return line_of(file, store.line)
    return None


@once_each
def lazily_run(one: Break) -> Lazy | None:
    """Return what makes a value at its first use, if the graph breaks in there.

    A line of the stack calls a method of `self` where an attribute is not set yet.
    Torch must not compile ``__init__``, too.
    """
    for line in one.event.user_stack:
        file = file_of(one.run, line)
        if file is None:
            continue
        for name, store in _stored_by(file, line.line):
            found = _lazy(file, store, name)
            if found is not None:
                spot = Spot(file, found.init.lineno, found.init)
                return None if is_traced(one.run, spot) else found
    return None


def _stored_by(file: ProgramFile, line: int) -> Iterator[tuple[str, Store]]:
    """Yield the attributes that a method which a line calls on `self` stores."""
    index = index_of(file)
    for call in index.calls_at(line):
        owner = index.class_around(call)
        method = method_of(owner, last_name(call.func)) if owner else None
        is_own = call.lineno == line and dotted(call.func).startswith("self.")
        if is_own and method is not None:
            for name in own_attributes(method, stored=True):
                every = index.at(Kind.ATTRIBUTE, name)
                yield from ((name, one) for one in every if one.function is method)


def _lazy(file: ProgramFile, store: Store, name: str) -> Lazy | None:
    """Return the place where a statement makes an attribute that is not set yet."""
    owner, method = store.owner_class, store.function
    if owner is None or method is None:
        return None
    init = method_of(owner, "__init__")
    later = index_of(file).at(Kind.ATTRIBUTE, name)
    is_reset = any(
        one.function is not init and one.function is not method
        for one in later
        if one.owner_class is owner
    )
    branch = _branch_of(method, store.node, name)
    branch = branch or _running_branch(file, owner, method, name)
    if init is None or init is method or is_reset or branch is None:
        return None
    code = _code(file, owner, init, method, branch)
    return Lazy(file.file, owner, init, method, code) if code else None


def _running_branch(
    file: ProgramFile, owner: ast.ClassDef, method: Function, name: str
) -> ast.If | None:
    """Return the branch that runs a method while an attribute is not set, or None."""
    call = _call_of(method)
    for one in ast.walk(owner):
        if (
            isinstance(one, ast.If)
            and name in {last_name(part) for part in ast.walk(one.test)}
            and any(call == text_of(part, file.text) for part in one.body)
        ):
            return one
    return None


def _call_of(method: Function) -> str:
    """Return the expression that runs a method of `self`; "" if it takes arguments."""
    args = method.args
    needed = len(args.args) - len(args.defaults) + args.kw_defaults.count(None)
    if not isinstance(method, ast.FunctionDef) or needed != 1:
        return ""
    decorators = [last_name(one) for one in method.decorator_list]
    if not decorators:
        return f"self.{method.name}()"
    return f"self.{method.name}" if set(decorators) <= _PROPERTIES else ""


def _branch_of(method: Function, made: ast.AST, name: str) -> ast.If | None:
    """Return the branch that makes an attribute while it is not set, or None."""
    for one in ast.walk(method):
        if (
            isinstance(one, ast.If)
            and name in {last_name(part) for part in ast.walk(one.test)}
            and any(inner is made for part in one.body for inner in ast.walk(part))
        ):
            return one
    return None


def _code(
    file: ProgramFile,
    owner: ast.ClassDef,
    init: Function,
    method: Function,
    branch: ast.If,
) -> str:
    """Return what ``__init__`` can run to make the value; "" if it may differ there.

    It is a call of the method, if that only makes the value; or else the statement in
    the branch, if it has no variables of the method.
    """
    call = _call_of(method)
    if call and _only_makes(method):
        return call if _has_all(owner, init, method, [method]) else ""
    made = branch.body[0]
    if len(branch.body) > 1 or not isinstance(made, (ast.Assign, ast.AnnAssign)):
        return ""
    local = {
        getattr(one, "id", getattr(one, "arg", ""))
        for one in ast.walk(method)
        if isinstance(one, ast.arg) or isinstance(getattr(one, "ctx", 0), ast.Store)
    } - {"self"}
    used = {one.id for one in ast.walk(made) if isinstance(one, ast.Name)}
    if used & local or not _has_all(owner, init, method, [made]):
        return ""
    text = text_of(made, file.text)
    return "" if "\n" in text else text


def _only_makes(method: Function) -> bool:
    """Return whether a method does nothing but make and return values."""
    statements = (one for one in ast.walk(method) if isinstance(one, ast.stmt))
    return all(
        isinstance(one, _MAKING)
        or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in statements
        if one is not method
    )


def _has_all(
    owner: ast.ClassDef, init: Function, method: Function, parts: Sequence[ast.AST]
) -> bool:
    """Return whether an object has the attributes that some code reads after init.

    Attributes that other methods set, too, may have another value later.  So may the
    device, because the object can be moved to another one.

    Args:
        owner: the class.
        init: its ``__init__``.
        method: the method that makes the value at its first use.
        parts: the code; the methods that it calls are searched, too.
    """
    methods = [one for one in owner.body if isinstance(one, ast.FunctionDef)]
    others = [one for one in methods if one is not init and one is not method]
    changed = {name for one in others for name in own_attributes(one, stored=True)}
    known = {one.name for one in methods} | own_attributes(init, stored=True)
    waiting, seen = list(parts), list(parts)
    while waiting:
        called = own_attributes(waiting.pop())
        found = [one for one in methods if one.name in called and one not in seen]
        waiting, seen = [*waiting, *found], [*seen, *found]
    read = {name for one in seen for name in own_attributes(one)}
    names = {last_name(node) for one in seen for node in ast.walk(one)}
    return read <= known and not read & changed and "device" not in names


def _is_none(cause: Cause) -> bool:
    return cause.kind is GuardKind.NONE


def _what(group: Group) -> str:
    found = lazily_made(group)
    assert found is not None
    return (
        f"is compiled for None in `{group.source}`, and again after "
        f"`{found.owner.name}.{found.method.name}` has made the value"
    )


def _at_init(found: Lazy | None) -> Cure:
    assert found is not None
    note = f"{found.place}, if what it reads stays the same (weights may be loaded)"
    return Cure(found.code, note)


LAZY_ATTRIBUTE: Rule[Group] = Rule(
    "made-at-first-use",
    _is_none,
    lambda group: lazily_made(group) is not None,
    _what,
    cure=lambda group: _at_init(lazily_made(group)),
    title="recompiles once `{it.attribute}` is made",
)
LAZY_BREAK: Rule[Break] = Rule(
    "broken-at-first-use",
    when=lazily_run,
    cure=lambda one: _at_init(lazily_run(one)),
    title="{it.state}: value of a first use",
)
