"""What `depyf report` says of a journal that is damaged or ends early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.detail_events import JournalRead
from depyf.model.file_names import JOURNAL
from depyf.model.wording import counted

if TYPE_CHECKING:
    from depyf.model.run import Run


def read_sentences(run: Run) -> list[str]:
    """Return what was not read of the journal, and whether the run ended."""
    return [words for one in run.facts.all(JournalRead) for words in sentences_of(one)]


def sentences_of(journal: JournalRead) -> list[str]:
    """Return the sentences about one journal; none where all is well."""
    found: list[str] = []
    left = sum(journal.left.values())
    if left:
        whole = f"{left:,} of {counted(left + journal.read, 'line')}"
        why = ", ".join(_reason(journal, reason) for reason in journal.left)
        were = "was" if left == 1 else "were"
        found.append(
            f"{whole} of `{JOURNAL}` {were} not read: {why}. What they recorded is "
            "missing here."
        )
    if journal.stopped:
        found.append(
            f"Reading `{JOURNAL}` stopped {journal.stopped}, a limit of depyf. "
            "`depyf report --no-limits` reads the rest."
        )
    if not journal.ended:
        found.append(
            f"The run did not end in `{JOURNAL}`: the process was killed, called "
            "`os._exit`, or is still running. This is what it recorded until then; "
            "calls are not counted."
        )
    return found


def _reason(journal: JournalRead, reason: str) -> str:
    return f"{reason} ({journal.left[reason]:,}, first line {journal.first[reason]:,})"
