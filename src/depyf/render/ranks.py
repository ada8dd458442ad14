"""Write the section of ``index.md`` that compares the ranks, and its data file.

Each rank writes ``sequence.json``.  The rank that ends last finds all of them, and
writes the section between two marks of the index in the top folder.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Callable, Iterable, Iterator, Mapping, Sequence

from depyf.model.ranks import Step, first_different_lines, grouped, steps_of
from depyf.model.serialize import record_from_json, record_to_json
from depyf.model.source_places import one_line
from depyf.model.wording import counted, shortened
from depyf.reading.left_out import UnreadableError
from depyf.reading.records import json_object
from depyf.render.fitting import fitted
from depyf.render.markdown import code, file_link, plain
from depyf.render.spans import clock_of, spans_data

if TYPE_CHECKING:
    from depyf.model.ranks import Difference, RankGroup
    from depyf.model.run import Run
    from depyf.model.serialize import Json

BEGIN, END = "<!-- ranks: begin -->", "<!-- ranks: end -->"
# Returns the text of a file in a rank's folder; empty if the file does not exist.
ReadFile = Callable[[int, str], str]
_LONGEST = 100
_LONG_RANGE = 16  # of more ranks, only the first and the last are named


def sequence_json(run: Run) -> str:
    """Return the text of ``sequence.json``: the steps of a rank that are compared."""
    steps = [record_to_json(step) for step in steps_of(run)]
    data = {
        "rank": run.started.rank,
        "world": run.started.world_size,
        "steps": steps,
        "clock": clock_of(run),
        "spans": spans_data(run),
    }
    return json.dumps(data, indent=1) + "\n"


def steps_in(text: str) -> tuple[Step, ...] | None:
    """Return the steps in a ``sequence.json``; None if it is invalid."""
    steps = sequence_in(text).get("steps")
    if not isinstance(steps, list):
        return None
    try:
        return tuple(
            record_from_json(Step, one) for one in steps if isinstance(one, dict)
        )
    except UnreadableError:  # damaged, or from another program
        return None


def sequence_in(text: str) -> Mapping[str, Json]:
    """Return the content of a ``sequence.json``; empty if it is invalid."""
    try:
        return json_object(text)
    except UnreadableError:
        return {}


def folder_of(rank: int) -> str:
    """Return a rank's folder; empty for rank 0, which uses the top folder."""
    return f"rank_{rank}" if rank else ""


def ranks_section(
    sequences: Mapping[int, tuple[Step, ...]], world: int, read: ReadFile
) -> list[str]:
    """Return the lines that compare ranks.

    Args:
        sequences: the steps of each rank that has ended.
        world: the number of ranks.
        read: reads a graph file of a rank.
    """
    groups = grouped(sequences)
    lines = [*_verdict(groups, world), ""]
    for group in groups:
        lines += _group(group, groups[0], read)
    missing = missing_ranks(sequences, world)
    if missing:
        number = counted(sum(last - first + 1 for first, last in missing), "rank")
        named = [text for first, last in missing for text in _in_words(first, last)]
        head = f"- {number} wrote nothing yet, or ended by force: "
        lines.append(fitted(head, named, "and others"))
    return lines


def missing_ranks(known: Iterable[int], world: int) -> list[tuple[int, int]]:
    """Return the first and last rank of each gap: ranks that wrote nothing.

    A damaged file may claim any number of ranks, so no loop runs over all ranks.

    >>> missing_ranks([0, 3], 10**12)
    [(1, 2), (4, 999999999999)]
    """
    edges = [-1, *sorted(known), world]
    rows = ((one + 1, two - 1) for one, two in zip(edges, edges[1:]))
    return [(first, last) for first, last in rows if first <= last]


def ranks_json(sequences: Mapping[int, tuple[Step, ...]]) -> list[Json]:
    """Return the groups of equal ranks as JSON values."""
    return [
        {
            "ranks": list(group.ranks),
            "compilations": len(group.steps),
            "first_difference": (
                record_to_json(group.difference) if group.difference else None
            ),
        }
        for group in grouped(sequences)
    ]


def _verdict(groups: Iterable[RankGroup], world: int) -> list[str]:
    found = list(groups)
    known = sum(len(group.ranks) for group in found)
    if len(found) == 1 and known == world:
        return [f"All {world} ranks compiled the same; the first stands for all."]
    if len(found) == 1:
        return [f"{known} of {world} ranks are known, and compiled the same."]
    return [f"**The ranks did not compile the same**: there are {len(found)} groups."]


def _group(group: RankGroup, first: RankGroup, read: ReadFile) -> list[str]:
    folders = [folder_of(rank) for rank in group.ranks]
    links = [file_link(f"{folder}/index.md") for folder in folders if folder]
    line = f"- {_ranks(group.ranks)}: {counted(len(group.steps), 'compilation')}"
    lines = [f"{line} · {', '.join(links)}" if links else line]
    if group.difference is not None:
        lines += _difference(group.difference, group, first, read)
    return lines


def _difference(
    difference: Difference, group: RankGroup, first: RankGroup, read: ReadFile
) -> list[str]:
    one, two = difference.first, difference.other
    mine, theirs = f"rank {group.ranks[0]}", f"rank {first.ranks[0]}"
    number = difference.position + 1
    head = f"  - first difference from {theirs}, at compilation {number}: "
    if one is None and two is not None:
        return [f"{head}{mine} also compiles {_named(two)}"]
    if two is None and one is not None:
        return [f"{head}{mine} does not compile {_named(one)}"]
    if one is None or two is None:
        return []
    if (one.id, one.function) != (two.id, two.function):
        return [f"{head}{mine} compiles {_named(two)}, {theirs} {_named(one)}"]
    if one.captured != two.captured:
        lines = [f"{head}{_named(two)} captured another graph"]
        return [*lines, *_graph_lines(one, two, group.ranks[0], first.ranks[0], read)]
    if one.outcome != two.outcome:
        what = f"{plain(two.outcome)} on {mine}, {plain(one.outcome)} on {theirs}"
        return [f"{head}{_named(two)} is {what}"]
    breaks = [_breaks(step) for step in (two, one)]
    return [
        f"{head}{_named(two)} breaks {breaks[0]} on {mine}, {breaks[1]} on {theirs}"
    ]


def _graph_lines(
    one: Step, two: Step, mine: int, theirs: int, read: ReadFile
) -> list[str]:
    _, lines = different_lines(one, two, theirs, mine, read)
    ranks = (theirs, mine)
    return [f"    - rank {at}: {_line_text(line)}" for at, line in zip(ranks, lines)]


def different_lines(
    one: Step, two: Step, theirs: int, mine: int, read: ReadFile
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the first two graph files that differ, and their first different lines.

    Both are empty if no graphs differ.
    """
    for files in zip(one.graphs, two.graphs):
        lines = first_different_lines(read(theirs, files[0]), read(mine, files[1]))
        if lines is not None:
            return files, lines
    return (), ()


def _line_text(line: str) -> str:
    return code(shortened(one_line(line), _LONGEST)) if line else "nothing more"


def _named(step: Step) -> str:
    return f"{plain(step.id)} {code(step.function)}"


def _breaks(step: Step) -> str:
    if not step.breaks:
        return "nowhere"
    return plain("; ".join(shortened(text, _LONGEST) for text in step.breaks))


def _ranks(ranks: Iterable[int]) -> str:
    numbers = list(ranks)
    word = "rank" if len(numbers) == 1 else "ranks"
    return f"{word} {', '.join(_with_ranges(numbers))}"


def _with_ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Yield numbers as words; many consecutive numbers become ``first to last``."""
    at = 0
    while at < len(numbers):
        last = at
        while numbers[last + 1 : last + 2] == [numbers[last] + 1]:
            last += 1
        yield from _in_words(numbers[at], numbers[last])
        at = last + 1


def _in_words(first: int, last: int) -> Iterable[str]:
    """Return the words for consecutive numbers."""
    if last - first >= _LONG_RANGE:
        return [f"{first} to {last}"]
    return map(str, range(first, last + 1))
