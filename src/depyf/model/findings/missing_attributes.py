"""Find attributes that some objects of a class have, and others lack.

``getattr(self, "names", None)`` reads such an attribute.  A guard then asks whether an
object has it, although the compiled function computes the same without it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import constant, method_of
from depyf.model.python_text import text_of
from depyf.torch_text.questions import Form, GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.recompile_groups import Group

_ASKING = ("hasattr", "delattr")


class Missing(NamedTuple):
    """A class whose objects do not all have an attribute.

    Attributes:
        name: the attribute.
        file: the file of the class.
        owner: the class.
        init: its ``__init__``, which does not always set the attribute.
        lines: the lines that set it.
        default: the source of the value that readers get without it; "" if they ask by
            `hasattr`, or get several.
    """

    name: str
    file: ProgramFile
    owner: ast.ClassDef
    init: Function
    lines: tuple[SourceLine, ...]
    default: str

    @property
    def statement(self) -> str:
        """The statement that gives each object the attribute; "" if there is none."""
        return f"self.{self.name} = {self.default}" if self.default else ""

    @property
    def place(self) -> str:
        """The beginning of ``__init__``, in words."""
        return f"at the beginning of `{self.owner.name}.__init__`"


def missing_attribute(group: Group) -> Missing | None:
    """Return the class whose objects lack the attribute of a guard; None if unclear."""
    name = _asked(group.first)
    if not name:
        return None
    files = program_files(group.run)
    stores = [
        (file, one) for file in files for one in index_of(file).at(Kind.ATTRIBUTE, name)
    ]
    owners = {id(one.owner_class): one.owner_class for _, one in stores}
    if len(owners) != 1:
        return None
    owner, file = next(iter(owners.values())), stores[0][0]
    init = method_of(owner, "__init__") if owner is not None else None
    if owner is None or init is None or any(one.node in init.body for _, one in stores):
        return None
    lines = tuple(line_of(where, one.line) for where, one in stores)
    return Missing(name, file, owner, init, lines, _default(files, name))


def _asked(cause: Cause) -> str:
    """Return the name in ``hasattr(x, name)``; "" for other guards."""
    asks = cause.guard.asks
    return asks.expected.strip("'\"") if asks.form is Form.ATTRIBUTE else ""


def _default(files: Sequence[ProgramFile], name: str) -> str:
    """Return the one literal that every read of an attribute has as default; or ""."""
    defaults = {
        text_of(call.args[2], file.text) if _has_literal(call) else ""
        for file, call in _calls(files, "getattr", name)
    }
    asks = (one for how in _ASKING for one in _calls(files, how, name))
    return defaults.pop() if len(defaults) == 1 and not any(asks) else ""


def _has_literal(call: ast.Call) -> bool:
    """Return whether a call of `getattr` has a literal as default."""
    given = call.args[2:]
    return bool(given) and not any(
        isinstance(one, (ast.Name, ast.Call)) for one in ast.walk(given[0])
    )


def _calls(
    files: Sequence[ProgramFile], how: str, name: str
) -> Iterator[tuple[ProgramFile, ast.Call]]:
    """Yield the calls such as ``getattr(x, name)``."""
    for file in files:
        for call in index_of(file).calls.get(how, ()):
            if len(call.args) > 1 and constant(call.args[1]) == name:
                yield file, call


def _cure(group: Group) -> Cure:
    found = missing_attribute(group)
    assert found is not None
    if found.statement:
        return Cure(found.statement, found.place)
    note = f"set `{found.name}` {found.place}, and test its value instead of `hasattr`"
    return Cure("", note)


def _what(group: Group) -> str:
    found = missing_attribute(group)
    assert found is not None
    return (
        f"needs an entry for objects of `{found.owner.name}` that have "
        f"`{found.name}`, and one for those without"
    )


MISSING_ATTRIBUTE: Rule[Group] = Rule(
    "missing-attribute",
    lambda cause: cause.kind is GuardKind.KEY,
    lambda group: missing_attribute(group) is not None,
    _what,
    cure=_cure,
    title="recompiles where objects lack an attribute",
)
