"""Write sentences on the parts of a TORCH_TRACE log that were not read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Iterable, Iterator

from depyf.model.wording import counted, not_read_words

if TYPE_CHECKING:
    from depyf.reading.left_out import LeftOut
    from depyf.reading.sources import Sources

_MOST_REASONS = 5
_OTHERS = "other reasons"
_LONGEST_NAME = 200


class BrokenRecords:
    """Counts the records that could not be read, by reason."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, int] = {}

    def add(self, reason: str, line: int) -> None:
        """Count a record.

        Args:
            reason: what is wrong with the record; see `trace_fields.trouble`.
            line: the line at which the record begins.
        """
        self._counts[reason] += 1
        self._first.setdefault(reason, line)

    def sentences(self) -> Iterator[str]:
        """Yield a sentence on how many records were not read and why, if any."""
        if self._counts:
            most = self._counts.most_common(_MOST_REASONS)
            rest = sum(self._counts.values()) - sum(count for _, count in most)
            counts = {**dict(most), **({_OTHERS: rest} if rest else {})}
            first = {_OTHERS: self._first_other(most), **self._first}
            yield not_read_words(counts, first, "the log", "record")

    def _first_other(self, most: Iterable[tuple[str, int]]) -> int:
        others = self._first.keys() - dict(most).keys()
        return min((self._first[reason] for reason in others), default=0)


def sentences_of(left_out: LeftOut) -> Iterator[str]:
    """Yield sentences on how many lines were not read and why, if any."""
    if left_out.lines:
        counts = {why.value: number for why, number in left_out.counts.items()}
        first = {why.value: number for why, number in left_out.first.items()}
        yield (
            f"{not_read_words(counts, first, 'the log')} "
            "What follows such a line, up to the next record, was not read either."
        )
    if left_out.stopped:
        yield (
            f"The log was not read to its end: depyf stopped {left_out.stopped}. "
            "Functions that were compiled later are not in this report."
        )


def sentences_of_sources(sources: Sources) -> Iterator[str]:
    """Yield sentences on source files that were not read, and on the remedy."""
    for files, why in (
        (sources.outside, _outside(sources)),
        (sources.unreadable, "Check that they are there and are text."),
    ):
        if files:
            such = ":" if len(files) == 1 else ", such as"
            yield (
                f"The source of {counted(len(files), 'file')} was not read{such} "
                f"`{_shown(next(iter(files)))}`. {why}"
            )


def _outside(sources: Sources) -> str:
    if sources.has_roots:
        return "No directory that `--source-root` names holds them."
    return (
        "A log may come from a stranger, so depyf reads no file that it names. To "
        "see source, name the directory of your program: "
        "`depyf report --source-root DIR LOG`."
    )


def _shown(name: str) -> str:
    return ascii(name[:_LONGEST_NAME])[1:-1].replace("`", "'")
