"""Find what a user should change, the most severe first, and what is expected."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence

from depyf.model.by_identity import once_each
from depyf.model.edit_tried import KEPT, EditTried
from depyf.model.findings.avoided_elsewhere import with_elsewhere
from depyf.model.findings.borrowed_methods import BORROWED_METHOD
from depyf.model.findings.break_results import of_breaks, unclaimed
from depyf.model.findings.break_rules import BREAK_RULES, WRAPPER
from depyf.model.findings.breaks import breaks
from depyf.model.findings.brought import (
    OF_ARGUMENTS,
    alone_because_of,
    broken_by,
    left_over,
)
from depyf.model.findings.causes import Scope
from depyf.model.findings.class_statements import class_made
from depyf.model.findings.companions import companions, companions_said
from depyf.model.findings.conditions import is_parameter
from depyf.model.findings.costs import COST_RULES, costs
from depyf.model.findings.cuda_graphs import CUDA_GRAPH_RULES, cuda_graph_uses
from depyf.model.findings.edited_lines import with_known_edits
from depyf.model.findings.entry_limits import given_up
from depyf.model.findings.failure_rules import FAILURE_RULES
from depyf.model.findings.failures import failures
from depyf.model.findings.followed_edits import with_next_edits
from depyf.model.findings.generators import GENERATOR
from depyf.model.findings.growth import GROWING
from depyf.model.findings.lazy_attributes import LAZY_ATTRIBUTE
from depyf.model.findings.names import function_name, joined, place
from depyf.model.findings.needed_imports import with_import
from depyf.model.findings.number_buffers import NUMBER_BUFFER
from depyf.model.findings.one_line import made_first, one_edit, one_option, removed_too
from depyf.model.findings.open_sizes import cheaper_option
from depyf.model.findings.other_sizes import other_sizes
from depyf.model.findings.packed_sizes import PACKED_SIZES
from depyf.model.findings.recompile_groups import groups
from depyf.model.findings.recompile_rules import (
    PARAMETER_RULE,
    RECOMPILE_RULES,
)
from depyf.model.findings.refused_calls import REFUSED_CALLS, refused_calls
from depyf.model.findings.rule import (
    EACH,
    Consequence,
    Expected,
    Finding,
    Findings,
    Rule,
    first_result,
)
from depyf.model.findings.run_errors import RUN_ERROR_RULES, run_errors
from depyf.model.findings.tried import seconds_saved, settled

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.findings.rule import Result
    from depyf.model.run import Compilation, Frame, Run

_NEXT = 0.99  # just behind

__all__ = ["RULES", "Expected", "Finding", "Findings", "findings"]

# The first rule that applies to a subject gives its result.
RULES: tuple[Rule[Any], ...] = (
    *RECOMPILE_RULES,
    *BREAK_RULES,
    *FAILURE_RULES,
    *COST_RULES,
    *CUDA_GRAPH_RULES,
    *RUN_ERROR_RULES,
    *REFUSED_CALLS,
)


@once_each
def findings(run: Run) -> Findings:
    """Return the findings of a run, and the expected events.

    Findings are sorted by the seconds that a tried edit saves, then by severity.
    """
    recompiles = [*groups(run)]
    results = _of_recompiles(run, recompiles)
    consequences = [one for one in results if isinstance(one, Consequence)]
    results += of_breaks(run, consequences)
    results += unclaimed(consequences, results)
    results += _of_refused_calls(run, recompiles, results)
    results += [first_result(FAILURE_RULES, one) for one in failures(run)]
    results += [first_result(COST_RULES, one) for one in costs(run)]
    results += [first_result(CUDA_GRAPH_RULES, one) for one in cuda_graph_uses(run)]
    results += [first_result(RUN_ERROR_RULES, one) for one in run_errors(run)]
    found = [one for one in results if isinstance(one, Finding)]
    expected = [one for one in results if isinstance(one, Expected)]
    found.sort(key=lambda one: (-seconds_saved(one), -one.weight))
    every = run.facts.all(EditTried)
    merged = (with_import(run, one) for one in _merged(found))
    advice = [settled(one, every) for one in merged]
    by_line = [*one_option(one_edit(advice, _OF_BREAKS))]
    referring = [*made_first(by_line, LAZY_ATTRIBUTE.name)]
    advised = [*with_known_edits(run, removed_too(referring, _OF_BREAKS))]
    rest = [settled(one, every) for one in _summed(expected)]
    told = tuple(with_next_edits(run, advised, rest))
    return Findings(told, tuple(with_elsewhere(recompiles, rest, told)))


def _of_refused_calls(
    run: Run, recompiles: Sequence[Group], found: Sequence[Result]
) -> Iterator[Result]:
    """Yield the findings on refused calls, next to that of the heaviest graph break."""
    heaviest = max((one.weight for one in found if isinstance(one, Finding)), default=0)
    for one in refused_calls(run, left_over(run), recompiles):
        result = first_result(REFUSED_CALLS, one)
        if isinstance(result, Finding):
            yield replace(result, weight=_NEXT * heaviest)


def _of_recompiles(run: Run, recompiles: Sequence[Group]) -> list[Result]:
    """Return the results about all recompiles of a run.

    A graph break may leave a function to be compiled on its own.  The finding of the
    break then reports the recompiles of that function.
    """
    results: list[Result] = []
    left = left_over(run)
    for key, line in left.items():
        frame = run.frame(key)
        if frame is not None and len(frame.entries) > 1:
            results.append(_compiled_alone(run, frame, line))
    failed = {one.frame.key for one in failures(run)}
    told = [
        group
        for group in recompiles
        if group.frame.key not in left
        # A compilation that failed has its own finding.
        and (group.entries or group.limit_reached or group.frame.key not in failed)
    ]
    every = breaks(run)
    return [*_once_each([*results, *(_of_group(group, every) for group in told)])]


def _of_group(group: Group, every: Sequence[Break]) -> Result:
    found = first_result(RECOMPILE_RULES, group)
    ids = _ids(group.compilations)
    if isinstance(found, Consequence):
        event = broken_by(group)
        reason = event.reason if event is not None else ""
        return replace(found, reason=reason, compilations=ids)
    for one in every:
        if one.wrapper is not None and one.wrapper.holds(found.where):
            words = f"torch compiles the code after it again for {group.said}"
            return Consequence(
                one.innermost,
                words,
                group.seconds,
                len(group.compilations),
                reason=one.event.reason,
                subject=group.name,
                frames=(group.frame.key,),
                compilations=ids,
            )
    because_of = alone_because_of(group, every)
    if because_of is not None and (
        isinstance(found, Expected) or _goes_with(because_of, group, found.rule)
    ):
        left = _compiled_alone(group.run, group.frame, because_of.innermost)
        return replace(left, reason=because_of.event.reason)
    if isinstance(found, Expected) and found.what.endswith(EACH):
        is_repeated = len(set(group.lengths)) < len(group.lengths)
        other = ", and so do other values" if is_repeated else ""
        is_alone = not group.others and not is_repeated
        sizes, alike = other_sizes(group), len(companions(group))
        sizes += f", and {alike} more such values" if alike else ""
        case = "combination" if sizes else "case"
        end = EACH if is_alone and not sizes else f"{other}: each entry fits one {case}"
        what = f"{found.what[: -len(EACH)]}{sizes}{end}"
        found = replace(found, what=what)
    elif isinstance(found, Finding) and companions(group):
        found = replace(found, why=f"{found.why} {companions_said(group)}")
    if isinstance(found, Expected) and all(one.verdict != KEPT for one in found.tried):
        found = replace(found, cheaper=cheaper_option(group))
    return replace(found, compilations=ids)


def _goes_with(one: Break, group: Group, rule: str) -> bool:
    """Return whether recompiles of a function end when it is not compiled alone.

    In one graph, each parameter has its own sizes, and what an argument is needs no
    guard.  A class statement at the break makes the class that differs.
    """
    new, first = group.new_class, group.first
    is_of_parameter = rule == PARAMETER_RULE or is_parameter(group)
    is_inside = first.scope is Scope.ARGUMENT and first.kind in OF_ARGUMENTS
    is_class = new is not None and new.name == class_made(one)
    return is_of_parameter or is_inside or is_class


def _compiled_alone(
    run: Run, frame: Frame, because_of: SourceLine | None
) -> Consequence:
    """Return all entries of a function as a consequence of a graph break.

    Those of the code after its own breaks count, too.
    """
    whole = [one for one in run.frames if run.root_of(one) is run.root_of(frame)]
    again = (each for one in whole for each in one.compilations if each.recompile)
    entries = [entry for one in whole for entry in one.entries]
    return Consequence(
        because_of,
        "",
        sum(one.seconds for one in entries),
        len(entries),
        left=function_name(run, frame),
        limit=given_up(frame),
        subject=frame.owner,
        frames=tuple(one.key for one in whole),
        compilations=_ids(again),
    )


def _once_each(results: Sequence[Result]) -> Iterator[Result]:
    """Yield results; of those of a function that is compiled alone, only the first."""
    told: set[tuple[str, ...]] = set()
    for one in results:
        if isinstance(one, Consequence) and one.left:
            if one.frames in told:
                continue
            told.add(one.frames)
        yield one


def _ids(compilations: Iterable[Compilation]) -> tuple[str, ...]:
    return tuple(str(one.id) for one in compilations)


def _summed(expected: Sequence[Expected]) -> Iterator[Expected]:
    """Yield the distinct expected events, with their total costs.

    A function and its resume functions have the same name, and often the same cause.
    """
    alike: dict[Expected, list[Expected]] = {}
    for one in expected:
        key = replace(
            one, seconds=0.0, frames=(), tried=(), where=None, compilations=()
        )
        alike.setdefault(key, []).append(one)
    for one, group in alike.items():
        frames = dict.fromkeys(key for each in group for key in each.frames)
        spent = sum(each.seconds for each in group)
        tried = dict.fromkeys(each for other in group for each in other.tried)
        where = next((each.where for each in group if each.where), None)
        yield replace(
            one,
            seconds=spent,
            frames=tuple(frames),
            tried=tuple(tried),
            where=where,
            compilations=tuple(one for each in group for one in each.compilations),
        )


_SETTING = "torch._dynamo.config."
_OF_ONE_PLACE = {
    WRAPPER, NUMBER_BUFFER.name, PACKED_SIZES.name, BORROWED_METHOD.name
}  # fmt: skip
_OF_BREAKS = frozenset(rule.name for rule in BREAK_RULES)
_OF_RECOMPILES = frozenset(rule.name for rule in RECOMPILE_RULES)


def _causes(found: Sequence[Finding]) -> Iterator[object]:
    """Yield a key for each finding; findings with the same key have the same cure.

    By default, they share the rule, the function, and the edit or line.  Findings of
    different functions also share a key in these cases:

    - code in another place, such as a decorator's wrapper: the same edit there;
    - containers that grow together: the same recompiles;
    - graph breaks: the same line that breaks; for calls of generators, which must move
      together, the same function;
    - recompiles with an edit of a setting: the same value;
    - recompiles with advice in words: the same last line that created the value.
    """
    at_line: dict[object, object] = {}
    for one in found:
        key: object = (one.rule, one.subject, one.edit or one.where)
        if one.rule in _OF_ONE_PLACE:
            key = (one.rule, one.note)
        elif one.rule == GROWING:
            # One that gave no entry belongs to the value that failed only.
            key = (one.rule, one.subject, one.compilations[:1])
        elif one.rule == GENERATOR.name and one.where is not None:
            key = (one.rule, one.where.file, one.where.function)
        elif one.rule in _OF_BREAKS and one.where is not None:
            line = one.rule, one.where.file, one.where.line
            key = at_line.setdefault(line, key)
        elif one.rule in _OF_RECOMPILES:
            is_setting = one.edit.startswith(_SETTING)
            if one.origin and not one.edit:
                key = (one.rule, one.origin[-1], one.note, one.why)
            elif is_setting and one.origin:
                key = (one.rule, one.origin[-1], one.edit)
            elif is_setting and one.where is not None:
                key = (one.rule, one.where.file, one.where.line, one.edit)
        yield key


def _merged(found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings; those with the same key are merged."""
    groups: dict[object, list[Finding]] = {}
    for key, one in zip(_causes(found), found):
        groups.setdefault(key, []).append(one)
    for group in groups.values():
        first = group[0]
        if len(group) == 1:
            yield first
            continue
        also = "; ".join(filter(None, [first.also, *_elsewhere(group)]))
        apart = [*_disjoint(group)]
        share = sum(one.share for one in apart)
        ids = dict.fromkeys(each for one in group for each in one.compilations)
        yield replace(
            first,
            what=f"{first.what}; {also}" if also else first.what,
            also=also,
            # Breaks may share functions that are compiled because of them.
            seconds=sum(one.seconds for one in apart) / max(share, 1.0),
            share=min(share, 1.0),
            times=sum(one.times for one in group),
            recompiles=sum(one.recompiles for one in apart),
            met=sum(one.met for one in group),
            frames=tuple(dict.fromkeys(key for one in group for key in one.frames)),
            tried=tuple(dict.fromkeys(each for one in group for each in one.tried)),
            compilations=tuple(ids),
        )


def _elsewhere(group: Sequence[Finding]) -> Iterator[str]:
    """Describe in words the lines and functions of merged findings except the first."""
    first, *rest = group
    places = [place(one.where) for one in rest if one.where != first.where]
    if places:
        what = "the same for what grows at" if first.rule == GROWING else "the same at"
        yield f"{what} {joined(dict.fromkeys(places))}"
    names = [f"`{one.subject}`" for one in rest if one.subject != first.subject]
    if names:
        does = "recompiles" if first.rule in _OF_RECOMPILES else "breaks"
        yield f"it also {does} {joined(dict.fromkeys(names))}"


def _disjoint(group: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings without shared costs, so that their costs can be added.

    The code after the first break of a function includes the code after its second.
    A recompile belongs to one group, but containers that grow together share theirs.
    """
    of_breaks = group[0].rule in _OF_BREAKS
    seen: set[str] = set()
    for one in sorted(group, key=lambda one: -one.seconds) if of_breaks else group:
        shared = {one.subject, *one.frames} if of_breaks else set(one.compilations)
        if not seen & shared:
            yield one
        seen |= shared
