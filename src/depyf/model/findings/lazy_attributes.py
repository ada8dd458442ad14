"""Find attributes that are None until a method makes their value at its first use.

A function that is compiled before has an entry for None, which serves no later call.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple, Sequence

from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name, method_of, own_attributes
from depyf.model.python_text import text_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.program_index import Function
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
    name = group.attribute
    for file in program_files(group.run):
        stores = index_of(file).at(Kind.ATTRIBUTE, name)
        for store in stores:
            owner, method = store.owner_class, store.function
            if (file.file, store.line) not in made or owner is None or method is None:
                continue
            init = method_of(owner, "__init__")
            later = [one for one in stores if one.owner_class is owner]
            is_reset = any(
                one.function is not init and one.function is not method for one in later
            )
            branch = _branch_of(method, store.node, name)
            if init is None or init is method or is_reset or branch is None:
                continue
            code = _code(file, owner, init, method, branch)
            if code:
                return Lazy(file.file, owner, init, method, code)
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


def _cure(group: Group) -> Cure:
    found = lazily_made(group)
    assert found is not None
    note = f"{found.place}, if what it reads stays the same (weights may be loaded)"
    return Cure(found.code, note)


LAZY_ATTRIBUTE: Rule[Group] = Rule(
    "made-at-first-use",
    _is_none,
    lambda group: lazily_made(group) is not None,
    _what,
    cure=_cure,
    title="recompiles once `{it.attribute}` is made",
)
