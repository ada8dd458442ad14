"""Make or set an attribute in `__init__` that a method makes or sets later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before, behind
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import body_of
from depyf.model.findings.lazy_attributes import lazily_made, lazily_run
from depyf.model.findings.missing_attributes import missing_attribute
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break

_KINDS = {GuardKind.NONE, GuardKind.TYPE}


def made_at_init(case: Case) -> Iterator[Proposal]:
    """Yield the edit that makes the value, so that it is never None in a call."""
    found = lazily_made(case.group) if case.kind in _KINDS else None
    if found is not None and case.files.is_own(found.file):
        end = found.init.body[-1]
        edit = behind(case.files, found.file, end, found.code)
        yield Proposal(case.finding, f"`{found.code}` {found.place}", (edit,))


def run_at_init(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that makes a value early, if making it breaks the graph."""
    found = lazily_run(one)
    if found is not None and files.is_own(found.file):
        edit = behind(files, found.file, found.init.body[-1], found.code)
        yield Proposal(finding, f"`{found.code}` {found.place}", (edit,))


def set_at_init(case: Case) -> Iterator[Proposal]:
    """Yield the edit that sets an attribute that some objects of a class lack."""
    found = missing_attribute(case.group)
    if found is not None and found.statement and case.files.is_own(found.file.file):
        first = body_of(found.init)[0]
        is_super = last_name(getattr(getattr(first, "value", None), "func", first))
        place = behind if is_super == "__init__" else before
        edit = place(case.files, found.file.file, first, found.statement)
        yield Proposal(case.finding, f"`{found.statement}` {found.place}", (edit,))
