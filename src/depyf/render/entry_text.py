"""Write the parts of a ``full_code`` file: guards and transformed code of an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.by_identity import once_each
from depyf.model.entry_guards import frame_guards
from depyf.model.events import ShapeSymbol
from depyf.model.file_names import safe_name
from depyf.model.guard_facts import guard_facts
from depyf.render.guard_predicates import Predicate, predicate_text
from depyf.render.line_comments import line_comments
from depyf.render.source_text import inert, renamed, with_comments

if TYPE_CHECKING:
    from depyf.model.events import TransformedCode
    from depyf.model.run import Compilation, Frame, Run

_MOST_NUMBERS = 16  # numbers of entries in the name of a shared predicate


def guard_name(entry: TransformedCode) -> str:
    """Return the name of the function that checks an entry's guards."""
    return f"__guard_{entry.index}_for_{safe_name(entry.co_name)}"


@once_each
def shared_guards(frame: Frame) -> Sequence[tuple[str, str]]:
    """Return the names and sources of the predicates that a function's entries share.

    The first predicate is the one of all entries, if all have a condition in
    common.
    """
    guards = frame_guards(frame)
    facts = [guards.common] if guards.common else []
    facts += [one.facts for one in guards.shared]
    return [
        (name, predicate_text(Predicate(name, some), guards.variables))
        for name, some in zip(_shared_names(frame), facts)
    ]


@once_each
def _shared_names(frame: Frame) -> Sequence[str]:
    """Return the names of the shared predicates, in the order of `shared_guards`."""
    guards = frame_guards(frame)
    entries = [one.compilation.entry for one in guards.entries]
    first = entries[0] if entries else None
    name = safe_name(first.co_name if first else frame.co_name)
    begin = f"__guards_{first.index if first else 0}_shared"
    named = [f"{begin}_for_{name}"] if guards.common else []
    for group, one in enumerate(guards.shared):
        numbers = [
            f"{entry.index}" for entry in map(entries.__getitem__, one.entries) if entry
        ]
        if len(numbers) > _MOST_NUMBERS:
            numbers[1:-1] = ["to"]
            numbers.append(f"part_{group}")
        named.append(f"{begin}_of_{'_'.join(numbers)}_for_{name}")
    return named


def guard_source(compilation: Compilation, entry: TransformedCode, frame: Frame) -> str:
    """Return the source of a function of ``L`` and ``G`` for an entry's guards."""
    head = f"def {guard_name(entry)}(L, G):"
    if not compilation.guards_known:
        return (
            f"{head}\n    # The guards of this entry are not recorded.\n"
            "    raise NotImplementedError"
        )
    if not compilation.guards:
        return f"{head}\n    return True  # no guards: it always fits"
    guards = frame_guards(frame)
    own = guards.of(compilation)
    if own is None:  # of another frame: torch's numbers restart after a reset
        facts = guard_facts(compilation.guards, compilation.facts.all(ShapeSymbol))
        predicate = Predicate(guard_name(entry), facts.facts, facts.other)
        return predicate_text(predicate, guards.variables)
    shared = _shared_names(frame)
    names = [*shared[: bool(guards.common)]]
    begin = len(names)
    names += [shared[begin + at] for at in guards.groups_of(own)]
    predicate = Predicate(
        guard_name(entry),
        guards.rest(own),
        own.facts.other,
        tuple(f"{name}(L, G)" for name in names),
    )
    return predicate_text(predicate, guards.variables)


def entry_texts(
    compilation: Compilation, entry: TransformedCode, frame: Frame
) -> tuple[str, str]:
    """Return the guards of an entry and its transformed code."""
    guards = guard_source(compilation, entry, frame)
    return guards, transformed_source(compilation, entry, frame)


def transformed_source(
    compilation: Compilation, entry: TransformedCode, frame: Frame
) -> str:
    """Return an entry's transformed code with comments that name the user's lines."""
    text = entry.source.strip("\n")
    text = renamed(text, entry.stem)
    return inert(with_comments(text, line_comments(compilation, entry, frame)))


def quality_words(entry: TransformedCode) -> str:
    """Return words such as ``exact; the view hides 141 of 150 instructions (...)``."""
    words = entry.quality
    if entry.hidden_instructions:
        words += (
            f"; the view hides {entry.hidden_instructions} of "
            f"{entry.total_instructions} instructions (list packing, profiler calls)"
        )
    return words


@once_each
def compiled_functions(run: Run) -> Mapping[str, Sequence[str]]:
    """Map each ``__compiled_fn_N`` to its files in reading order."""
    files: dict[str, list[str]] = {}
    for compilation in run.compilations:
        for one in compilation.parts:
            files.setdefault(one.prefix, []).append(one.file)
    return files
