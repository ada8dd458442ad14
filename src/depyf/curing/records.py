"""Write the tried edits into the dumps of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.capture.journal import JOURNAL
from depyf.curing.excluded import excluded_functions
from depyf.curing.verdicts import Verdict
from depyf.model.edit_tried import EditedLines, EditTried
from depyf.model.packed import packed_line
from depyf.model.serialize import event_to_json
from depyf.reading.held_folder import HeldFolder

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.curing.attempts import Attempt
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.trial import Measure
    from depyf.model.edit_tried import RunFigures
    from depyf.model.events import Event


def record(found: Sequence[Event], dump: Path) -> bool:
    """Append events to the journal of a dump.

    Args:
        found: the events, such as those of `events`.
        dump: the folder of the dump.

    Returns:
        Whether something was written; a dump without a journal stays as it is.

    Raises:
        OSError: the journal cannot be written.
    """
    folder = HeldFolder(dump)
    lines = [packed_line(event_to_json(one)) for one in found]
    if not lines or not folder.is_file(JOURNAL):
        return False
    # The last line may be incomplete, if the program was stopped.
    text = "\n" + "".join(f"{line}\n" for line in lines)
    folder.append(JOURNAL, text.encode("utf-8"), folder.identity(JOURNAL))
    return True


def edited_lines(files: ProgramFiles) -> Iterator[EditedLines]:
    """Yield an event for each edited file of a program."""
    plain = excluded_functions(files)
    for file, lines in files.new_lines().items():
        functions, diff = tuple(plain.get(file, ())), files.file_patch(file)
        yield EditedLines(None, file=file, lines=lines, plain=functions, diff=diff)


def events(attempts: tuple[Attempt, ...]) -> Iterator[EditTried]:
    """Yield an event for each finding of each edit, or one event without a finding.

    An edit that could not be made says nothing on a finding.
    """
    earlier = 0
    for one in attempts:
        is_told = one.verdict is not Verdict.NOT_APPLICABLE
        file, line = one.place
        for aim in (one.steps[0].aims if is_told else ()) or (None,):
            yield EditTried(
                None,
                aim=aim,
                verdict=one.verdict.value,
                what=one.what,
                file=file,
                line=line,
                lines=tuple(
                    line
                    for step in one.steps
                    for edit in step.edits
                    for line in edit.lines
                ),
                diff=one.patch,
                why=one.why,
                earlier=earlier,
                before=_figures(one.before),
                after=_figures(one.after),
                parts=one.parts,
            )
        earlier += one.verdict is Verdict.KEPT


def _figures(measure: Measure | None) -> RunFigures | None:
    if measure is None or measure.exit_code is None:
        return None
    return measure.recorded()
