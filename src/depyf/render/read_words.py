"""Write sentences on parts of a journal that were not read, and on unfinished runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.detail_events import JournalRead
from depyf.model.file_names import JOURNAL
from depyf.model.wording import counted, not_read_words

if TYPE_CHECKING:
    from depyf.model.run import Run


def read_sentences(run: Run) -> list[str]:
    """Return sentences on parts of journals that were not read, and unfinished runs."""
    return [words for one in run.facts.all(JournalRead) for words in sentences_of(one)]


def sentences_of(journal: JournalRead) -> list[str]:
    """Return the sentences about one journal; none if it is whole."""
    found: list[str] = []
    if journal.left:
        words = not_read_words(journal.left, journal.first, f"`{JOURNAL}`")
        read = counted(journal.read, "other line")
        found.append(
            f"{words} What they recorded is missing here; {read} could be read."
        )
    if journal.stopped:
        found.append(
            f"Reading `{JOURNAL}` stopped {journal.stopped}, a limit of depyf. "
            "`depyf report --no-limits` reads the rest."
        )
    if not journal.ended and not journal.stopped:
        found.append(
            f"The run did not end in `{JOURNAL}`: the process was killed, called "
            "`os._exit`, or is still running. This is what it recorded until then; "
            "calls are not counted."
        )
    return found
