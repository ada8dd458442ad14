"""Say which import the code of an edit needs, if its file does not have it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.syntax_parts import is_imported
from depyf.torch_text.source_lines import short_file

if TYPE_CHECKING:
    from depyf.model.findings.rule import Finding
    from depyf.model.run import Run

# Notes of edits that are not for the file of the finding's line.
_ELSEWHERE = ("before the first call",)
# `import torch` alone does not make this module an attribute.
_NOT_IMPORTED = "torch._functorch.config"


def with_import(run: Run, one: Finding) -> Finding:
    """Return a finding; its note tells to import torch where its edit needs that."""
    if one.edit.startswith(_NOT_IMPORTED) and f"import {_NOT_IMPORTED}" not in one.note:
        return replace(one, note=f"{one.note} (with `import {_NOT_IMPORTED}`)")
    file = file_of(run, one.where)
    named = f"{short_file(one.where.file)}:" if one.where is not None else ""
    is_other = ".py:" in one.note and named not in one.note
    is_elsewhere = is_other or any(words in one.note for words in _ELSEWHERE)
    if file is None or "torch." not in one.edit or is_elsewhere:
        return one
    if is_imported(index_of(file).tree, "torch"):
        return one
    return replace(one, note=f"{one.note} (with `import torch`)")
