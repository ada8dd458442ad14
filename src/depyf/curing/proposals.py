"""Propose edits of a program, the most promising first."""

from __future__ import annotations

import ast
import difflib
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Mapping, Sequence

from depyf.curing.answered_names import unanswered
from depyf.curing.borrowed_methods import own_getattr
from depyf.curing.break_edits import kept_out, of_break, settings_of
from depyf.curing.called_before import called_before
from depyf.curing.case import Case
from depyf.curing.checked_dataclasses import plain_dataclass
from depyf.curing.compiled_around import compiled_around
from depyf.curing.compiled_regions import around_breaks, around_guard
from depyf.curing.compiled_rest import compiled_rest
from depyf.curing.computed_properties import computed_properties
from depyf.curing.cond_branches import cond_branches, copied_result
from depyf.curing.context_values import traceable_context
from depyf.curing.double_backward import of_double_backward
from depyf.curing.entered_around import entered_around
from depyf.curing.fake_edits import fake_edits
from depyf.curing.generator_lists import generator_lists
from depyf.curing.higher_order import copied
from depyf.curing.inference_tensors import without_inference_mode
from depyf.curing.inner_parts import compiled_parts, parts_of
from depyf.curing.kept_as_numbers import kept_as_numbers
from depyf.curing.kept_at_init import kept_at_init
from depyf.curing.least_squares import by_pseudo_inverse
from depyf.curing.library_checks import unchecked
from depyf.curing.made_at_init import run_at_init
from depyf.curing.mark_edits import kept_apart, marked
from depyf.curing.noted_after import noted_after_break
from depyf.curing.number_tensors import read_at_once
from depyf.curing.numbers_beside import numbers_beside
from depyf.curing.numpy_numbers import plain_number
from depyf.curing.own_namespaces import own_namespaces
from depyf.curing.passed_down import passed_down
from depyf.curing.plain_indexes import plain_indexes
from depyf.curing.plain_inputs import plain_inputs
from depyf.curing.plain_keys import plain_keys
from depyf.curing.program_files import original_text
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.recompile_edits import of_group
from depyf.curing.run_error_edits import of_run_error
from depyf.curing.shortcuts import shortcuts_of
from depyf.curing.sort_keys import numbers_as_keys
from depyf.curing.submodules import compiled_submodules
from depyf.curing.syntax import replaced
from depyf.curing.to_callers import prepared_outside
from depyf.curing.unpacked_sizes import listed, unpacked_sizes
from depyf.curing.weak_references import weak_references
from depyf.curing.whole_tensors import whole_tensors
from depyf.model.detail_events import ProgramFile
from depyf.model.findings.break_rules import BREAK_RULES
from depyf.model.findings.breaks import breaks
from depyf.model.findings.failure_rules import FAILURE_RULES
from depyf.model.findings.failures import failures
from depyf.model.findings.names import program_stack
from depyf.model.findings.number_for_tensor import as_number
from depyf.model.findings.recompile_groups import groups
from depyf.model.findings.recompile_rules import RECOMPILE_RULES
from depyf.model.findings.rule import aim_of
from depyf.model.findings.run_errors import RUN_ERROR_RULES, run_errors
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.break_words import is_unknown_context
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.failures import Failure
    from depyf.model.findings.rule import Rule, S
    from depyf.model.run import Run

_OF_SETTINGS = ("torch.", "import torch")


def proposals(run: Run, files: ProgramFiles, errors: str = "") -> list[Proposal]:
    """Return edits that may help a program, without duplicates.

    Args:
        run: the recorded run of the program.
        files: the program's files as they were in this run.
        errors: the program's stderr, if it ended with an error.
    """
    known = known_files(run, files)
    found: dict[tuple[object, ...], Proposal] = {}
    for one in (*of_double_backward(errors, files, known), *_all(run, files, known)):
        change = tuple(sorted((e.file, e.first, e.last, e.lines) for e in one.edits))
        first = found.setdefault(change, one)
        aims = tuple(dict.fromkeys((*first.aims, *one.aims)))
        found[change] = replace(first, aims=aims)
    return [one for one in found.values() if not _is_made(one, files)]


def _is_made(proposal: Proposal, files: ProgramFiles) -> bool:
    """Return whether an edit only adds settings that the program has already."""
    return all(
        one.last < one.first
        and {*one.lines} <= {*files.lines(one.file)}
        and all(line.startswith(_OF_SETTINGS) for line in one.lines)
        for one in proposal.edits
    )


def known_files(run: Run, files: ProgramFiles) -> tuple[str, ...]:
    """Return the program's files that a run names or imports, the script first."""
    named = [files.main]
    for frame in run.frames:
        named.append(frame.file)
        for compilation in frame.compilations:
            named += [line.file for line in compilation.stack]
            for event in compilation.breaks:
                named += [line.file for line in event.user_stack]
            for guard in compilation.guards:
                named += [guard.user_line.file] if guard.user_line else []
    named += [one.file for one in run.sources]
    named += [one.file for one in run.facts.all(ProgramFile)]
    return tuple(file for file in dict.fromkeys(named) if files.is_own(file))


def _all(run: Run, files: ProgramFiles, known: tuple[str, ...]) -> Iterator[Proposal]:
    met = {one.where for one in breaks(run)}
    failed = sorted(failures(run), key=lambda one: one.line in met)
    # A failure on the line of a graph break comes from the break.
    later = [one for one in failed if one.line in met]
    for failure in failed[: len(failed) - len(later)]:
        yield from _of_failure(failure, files, known)
    for error in run_errors(run):
        found = of_run_error(error, files)
        yield from aimed(found, RUN_ERROR_RULES, error, files)
    for one in in_order(breaks(run)):
        yield from _of_break(one, files, known)
    for failure in later:
        yield from _of_failure(failure, files, known)
    yield from _of_recompiles(run, files, known)


def in_order(found: Sequence[Break]) -> Sequence[Break]:
    """Return graph breaks in the order to cure them: first where a function is lost.

    A backend fails on the line of a graph break because of the break.
    """
    lost = {one.where for one in found if one.loses_function}
    places = list(dict.fromkeys(one.where for one in found))

    def key(one: Break) -> tuple[bool, int, bool]:
        is_of_backend = one.said.kind is BreakKind.BACKEND
        return one.where not in lost, places.index(one.where), is_of_backend

    return sorted(found, key=key)


def _of_failure(
    failure: Failure, files: ProgramFiles, known: tuple[str, ...]
) -> Iterator[Proposal]:
    name = f"{failure.name} fails to compile"
    met = failure.as_break()
    found = [
        *unanswered(failure, files, name),
        *cond_branches(failure, files, name, known),
        *kept_as_numbers(met, files, name),
        *numbers_beside(met, files, name),
        *run_at_init(met, files, name),
        *plain_number(met, files, name),
        *unchecked(met, files, name),
        *_of_objects(met, files, name, known),
        *plain_dataclass(met, files, name),
        *listed(failure, files, name),
        *read_at_once(met, files, name),
        *without_inference_mode(failure, files, name),
        *fake_edits(met, files, name, known),
        *of_break(met, files, name),
        *settings_of(met, files, name),
        *by_pseudo_inverse(met, files, name, known),
        *plain_inputs(met, files, name),
        *plain_keys(met, files, name, known),
        *copied(met, files, name, known),
        *copied_result(failure, files, name),
        *compiled_around(met, files, name, known),
        *prepared_outside(met, files, name, known),
        *called_before(met, files, name, known),
        *entered_around(met, files, name, known),
        *kept_at_init(met, files, name),
        *passed_down(met, files, name),
        *compiled_rest(met, files, name, known),
        *kept_out(met, files, name),
        *_parts_of_failed(failure, files, name, known),
    ]
    if failure.fixed_size is not None:
        whole = whole_tensors(files, name, known)
        short = shortcuts_of(failure.compilation, files, name)
        found = [*short, *whole, *_unmarked(files, known, name), *found]
    yield from aimed(found, FAILURE_RULES, failure, files)


def _of_objects(
    one: Break, files: ProgramFiles, name: str, known: tuple[str, ...]
) -> Iterator[Proposal]:
    """Yield edits of objects that torch cannot trace."""
    yield from own_getattr(one, files, name)
    yield from numbers_as_keys(one, files, name)
    yield from own_namespaces(one, files, name)
    yield from weak_references(one, files, name, known)
    yield from plain_indexes(one, files, name)
    yield from generator_lists(one, files, name, known)
    yield from computed_properties(one, files, name, known)


def _of_break(
    one: Break, files: ProgramFiles, known: tuple[str, ...]
) -> Iterator[Proposal]:
    name = f"{one.name}: graph break at {one.place}"
    noted = list(noted_after_break(one, files, name, known))
    # These breaks are a lock, or code that the program excludes on purpose.
    is_kept = one.said.kind is BreakKind.DISABLED or is_unknown_context(
        " ".join(one.texts)
    )
    settings = list(settings_of(one, files, name))
    found = [
        *kept_as_numbers(one, files, name),
        *numbers_beside(one, files, name),
        *run_at_init(one, files, name),
        *plain_number(one, files, name),
        *unchecked(one, files, name),
        *_of_objects(one, files, name, known),
        *plain_dataclass(one, files, name),
        *unpacked_sizes(one, files, name),
        *fake_edits(one, files, name, known),
        *(settings if one.said.function == "print" else ()),
        *traceable_context(one, files, name, known),
        *(noted if is_kept else ()),
        *of_break(one, files, name),
        *noted,
        *settings,
        *read_at_once(one, files, name),
        *by_pseudo_inverse(one, files, name, known),
        *plain_inputs(one, files, name),
        *plain_keys(one, files, name, known),
        *copied(one, files, name, known),
        *compiled_around(one, files, name, known),
        *prepared_outside(one, files, name, known),
        *called_before(one, files, name, known),
        *entered_around(one, files, name, known),
        *kept_at_init(one, files, name),
        *passed_down(one, files, name),
        *compiled_rest(one, files, name, known),
        *around_breaks(one, files, name, known),
    ]
    yield from aimed(found, BREAK_RULES, one, files)


def _of_recompiles(
    run: Run, files: ProgramFiles, known: tuple[str, ...]
) -> Iterator[Proposal]:
    """Yield the edits for recompiles, and last those that compile less."""
    recompiled = sorted(groups(run), key=lambda one: -len(one.compilations))
    for edits in (of_group, marked, kept_apart):
        for group in recompiled:
            name = group.problem
            saving = edits(as_number(group), files, name, known)
            yield from aimed(saving, RECOMPILE_RULES, group, files)
    for one in breaks(run):
        name = f"{one.name}: graph break at {one.place}"
        for frame in one.frames:
            stack = program_stack(one.event.user_stack)
            parts = compiled_parts(frame, stack, files, name, known)
            yield from aimed(parts, BREAK_RULES, one, files)
    for group in recompiled:
        name = group.problem
        case = Case(files, as_number(group), name, known)
        last = (*compiled_submodules(case), *around_guard(case), *parts_of(case))
        yield from aimed(last, RECOMPILE_RULES, group, files)


def _parts_of_failed(
    failure: Failure, files: ProgramFiles, finding: str, known: tuple[str, ...]
) -> Iterator[Proposal]:
    """Yield the edit that compiles the functions that a failed function calls."""
    line = failure.metrics.fail_line
    met = [line, *failure.origin] if line is not None else failure.origin
    yield from compiled_parts(failure.frame, met, files, finding, known)


def _unmarked(
    files: ProgramFiles, known: tuple[str, ...], finding: str
) -> Iterator[Proposal]:
    """Yield edits that make strict marks of sizes optional: each mark, and all."""
    edits = [
        replaced(files, file, node.func, "torch._dynamo.maybe_mark_dynamic")
        for file in known
        for node in ast.walk(files.tree(file))
        if isinstance(node, ast.Call) and last_name(node.func) == "mark_dynamic"
    ]
    what = "`maybe_mark_dynamic` instead of `mark_dynamic`"
    for each in ([one] for one in edits):
        yield with_torch(files, finding, what, each, is_sure=True)
    if len(edits) > 1:
        yield with_torch(files, finding, f"{what} everywhere", edits, is_sure=True)


# --- findings ------------------------------------------------------------------------


def aimed(
    found: Iterable[Proposal], rules: Sequence[Rule[S]], subject: S, files: ProgramFiles
) -> Iterator[Proposal]:
    """Yield each proposal with the finding that it is meant for.

    Args:
        found: the proposals for one subject.
        rules: the rules of findings for such subjects.
        subject: the break, failure or group of recompiles to cure.
        files: the program with the edits made so far.
    """
    aim = aim_of(rules, subject)
    line = line_before_edits(files, aim.file, aim.line) if aim.line else 0
    # The findings of the first run do not contain a line that an earlier edit made.
    aims = (replace(aim, line=line),) if line or not aim.line else ()
    for one in found:
        yield replace(one, aims=aims, at=_shown_line(files, *one.place))


def _shown_line(files: ProgramFiles, file: str, line: int) -> int:
    """Return the line on disk that names an edit; 0 if an earlier edit made it.

    A reader who follows the name of a blank line, such as the one behind the imports,
    sees nothing.  The line above it says where the edit goes.
    """
    known = files.lines(file)
    while 1 < line <= len(known) + 1 and not "".join(known[line - 1 : line]).strip():
        line -= 1
    return line_before_edits(files, file, line)


def line_before_edits(files: ProgramFiles, file: str, line: int) -> int:
    """Return a line's number on disk; 0 if an edit made the line."""
    text = files.texts.get(file)
    if text is None:
        return line
    return _numbers(original_text(file), text).get(line, 0)


@lru_cache(maxsize=64)
def _numbers(before: str, after: str) -> Mapping[int, int]:
    """Return the line numbers before edits, by the line numbers after them."""
    lines = before.splitlines(), after.splitlines()
    blocks = difflib.SequenceMatcher(None, *lines, autojunk=False).get_matching_blocks()
    return {
        one.b + offset + 1: one.a + offset + 1
        for one in blocks
        for offset in range(one.size)
    }
