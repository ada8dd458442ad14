"""What several files of a dump show, made once: they are the dear part of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.render.files_text import file_texts
from depyf.render.full_code import full_code
from depyf.render.json import summary

if TYPE_CHECKING:
    from depyf.model.run import Frame, Run
    from depyf.model.serialize import Json


class RunTexts:
    """The texts of one run, each made when it is first asked for."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._full_code: dict[str, str] = {}
        self._files: dict[str, str] | None = None
        self._summary: dict[str, Json] | None = None

    def full_code(self, root: Frame) -> str:
        """Return the text of a function's ``full_code_for_*`` file."""
        if root.key not in self._full_code:
            self._full_code[root.key] = full_code(self.run, root)
        return self._full_code[root.key]

    def files(self) -> dict[str, str]:
        """Return the texts of graph and kernel files by name."""
        if self._files is None:
            self._files = dict(file_texts(self.run))
        return self._files

    def summary(self) -> dict[str, Json]:
        """Return the run as JSON values, not to be changed."""
        if self._summary is None:
            self._summary = summary(self.run)
        return self._summary
