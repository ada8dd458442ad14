"""Define a proposal: an edit to try, and the finding that it is meant to cure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Sequence

from depyf.curing.program_files import Edit, ProgramFiles
from depyf.curing.syntax import line_after_imports, with_imports
from depyf.model.findings.names import joined
from depyf.model.findings.syntax_parts import is_imported
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.edit_tried import Aim


@dataclass(frozen=True)
class Proposal:
    """An edit to try.

    Attributes:
        finding: the problem to cure, in words.
        what: a description of the edit, as a noun phrase or imperative.
        edits: the lines that change.
        is_sure: whether the edit changes no results of any program.
        aims: the findings of the report that the edit is meant for.
        at: the line of the main edit in the unedited program; 0 if an earlier edit
            made this line.
    """

    finding: str
    what: str
    edits: tuple[Edit, ...]
    is_sure: bool = False
    aims: tuple[Aim, ...] = ()
    at: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """A key that equal proposals share, even if line numbers changed."""
        return (self.what, *((one.file, one.lines) for one in self.edits))

    @property
    def place(self) -> tuple[str, int]:
        """The file and first line of the main edit."""
        first = self.edits[0]
        return first.file, first.first


def names_kept(parameters: Iterable[str]) -> str:
    """Return words on parameters that get another value under their old name.

    >>> names_kept(["index"])
    '; the parameter `index` keeps its name'
    """
    names = sorted({f"`{one}`" for one in parameters})
    if len(names) == 1:
        return f"; the parameter {names[0]} keeps its name"
    return f"; the parameters {joined(names)} keep their names"


def with_torch(
    files: ProgramFiles,
    finding: str,
    what: str,
    edits: Iterable[Edit],
    imports: Sequence[str] = ("torch",),
    *,
    is_sure: bool = False,
) -> Proposal:
    """Return a proposal that also adds missing imports of modules."""
    changed = tuple(edits)
    places = dict.fromkeys(one.file for one in changed if one.lines)
    places = places or {changed[0].file: None}
    extra = [edit for file in places for edit in with_imports(files, file, imports)]
    return Proposal(finding, what, (*changed, *extra), is_sure)


def setting(files: ProgramFiles, finding: str, statement: str) -> Proposal:
    """Return the proposal that adds a statement after the script's imports.

    Args:
        files: the program's files.
        finding: the problem to cure.
        statement: an assignment or call that begins with a module of torch.
    """
    tree = files.tree(files.main)
    module = _module_of(statement)
    line = line_after_imports(tree)
    is_known = module and is_imported(tree, module)
    lines = [f"import {module}"] if module and not is_known else []
    edit = Edit(files.main, line, line - 1, (*lines, statement))
    what = f"`{statement}` once, after the imports"
    return Proposal(finding, what, (edit,), is_sure=True)


def _module_of(statement: str) -> str:
    """Return the module whose setting a statement changes.

    >>> _module_of("torch.fx.experimental._config.use_duck_shape = False")
    'torch.fx.experimental._config'
    """
    target = statement.partition(" = ")[0].partition("(")[0]
    parts = target.split(".")
    ends = [n for n, part in enumerate(parts) if part in {"config", "_config"}]
    return ".".join(parts[: ends[0] + 1]) if ends else "torch"
