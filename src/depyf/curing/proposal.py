"""An edit to try: what it does, for which finding, and the lines it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Sequence

from depyf.curing.program_files import Edit, ProgramFiles
from depyf.curing.syntax import is_imported, line_after_imports, with_imports
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.edit_tried import Aim


@dataclass(frozen=True)
class Proposal:
    """An edit to try.

    Attributes:
        finding: what it is meant to cure, by function and kind.
        what: what it does, as a noun phrase or imperative.
        edits: lines that change.
        is_sure: whether results stay as they are, whatever the program computes.
        aims: the findings that it is meant for.
        at: the line of the program as it stands where the main edit goes; 0 where an
            earlier edit made that line.
    """

    finding: str
    what: str
    edits: tuple[Edit, ...]
    is_sure: bool = False
    aims: tuple[Aim, ...] = ()
    at: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """A key that equal proposals share even if lines moved."""
        return (self.what, *((one.file, one.lines) for one in self.edits))

    @property
    def place(self) -> tuple[str, int]:
        """The file and first line of its main edit."""
        first = self.edits[0]
        return first.file, first.first


def with_torch(
    files: ProgramFiles,
    finding: str,
    what: str,
    edits: Iterable[Edit],
    imports: Sequence[str] = ("torch",),
    *,
    is_sure: bool = False,
) -> Proposal:
    """Return a proposal; it imports the modules that its new lines need."""
    changed = tuple(edits)
    places = dict.fromkeys(one.file for one in changed if one.lines)
    places = places or {changed[0].file: None}
    extra = [edit for file in places for edit in with_imports(files, file, imports)]
    return Proposal(finding, what, (*changed, *extra), is_sure)


def setting(files: ProgramFiles, finding: str, statement: str) -> Proposal:
    """Return the proposal that adds a statement after the script's imports.

    Args:
        files: the program.
        finding: what it is meant to cure.
        statement: an assignment or call that begins with a module of torch's.
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
