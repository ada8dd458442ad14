"""Turn the chain of pattern tests into a ``match`` statement.

Example (CPython 3.10 to 3.15)::

    def f(a):
        match a:
            case [x] if x:
                x()
            case 1:
                a()

Before::

    %t0 = a
    if and(matches[sequence(capture(as 1))](%t0, target[x]), x):
        evaluate(call[](x))
        return None
    else:
        if matches[value(1)](%t0, 1):
            evaluate(call[](a))
            return None
        else:
            return None

After::

    match a:
    case sequence(capture(as x)) if x:
        evaluate(call[](x))
        return None
    case value(1):
        evaluate(call[](a))
        return None
    return None
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Counter

from depyf.decompiler.analysis.usage import count_reads
from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import change_lists, value_of, walk
from depyf.decompiler.ir.value import Value, Variable, load
from depyf.decompiler.passes.idiom.match_build import Skeleton, pattern_of
from depyf.decompiler.passes.tree.tidy import leaves, raises_on
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function

_WILDCARD = tree.Pattern("capture")


def run(body: list[tree.Statement], _function: Function) -> list[tree.Statement]:
    """Turn every chain of pattern tests in the tree into a ``match``."""
    if not any(map(_tested, walk(body))):
        return body
    body = change_lists(body, _matches)
    reads = count_reads(body)
    return change_lists(body, lambda found: _subjects(found, reads))


@dataclass
class _Tested:
    """An ``if`` whose test begins with a pattern."""

    subject: Value
    case: tree.Case
    rest: list[tree.Statement]


def _tested(statement: tree.Statement) -> _Tested | None:
    if not isinstance(statement, tree.If):
        return None
    test, then, rest = statement.test, statement.then, statement.orelse
    if test.is_negation:
        test, then, rest = test.operands[0], rest, then
    guard: Value | None = None
    if test.op is MicroOp.AND:
        test, parts = test.operands[0], test.operands[1:]
        guard = Value(MicroOp.AND, parts) if len(parts) > 1 else parts[0]
    if test.op is not MicroOp.MATCHES or not isinstance(test.payload, Skeleton):
        return None
    pattern = pattern_of(test.payload, test.operands)
    return _Tested(test.operands[0], tree.Case(pattern, guard, then), rest)


def _matches(body: list[tree.Statement]) -> list[tree.Statement]:
    """Return the list with every chain in it rewritten; inner lists are done."""
    result: list[tree.Statement] = []
    for index, statement in enumerate(body):
        found = _tested(statement)
        if found is None:
            result.append(statement)
            continue
        cases = [found.case]
        after = _continue(found.subject, found.rest, cases)
        match = tree.Match(found.subject, cases)
        result.append(match)
        result.extend(_hoisted(match, after[:1] or body[index + 1 : index + 2]))
        result.extend(after)
    return result


def _hoisted(match: tree.Match, after: list[tree.Statement]) -> list[tree.Statement]:
    """Remove a final ``case _`` whose code the source has after the statement.

    In the source, a ``case _`` has a line of its own, which the code shows.
    """
    last = match.cases[-1]
    if not last.is_default:
        return []
    label = after[0].target if after and isinstance(after[0], tree.Label) else -1
    if _goes_to(last.body, label) and len(last.body) == 1:
        match.cases.pop()
        return []
    if value_of(last.body[0], MicroOp.ORIGIN):
        return []
    for case in match.cases[:-1]:
        if not leaves(case.body) or _leads_to(case.body, label):
            return []
    match.cases.pop()
    return last.body


def _goes_to(body: list[tree.Statement], label: int) -> bool:
    return bool(body) and isinstance(body[-1], tree.Goto) and body[-1].target == label


def _leads_to(body: list[tree.Statement], label: int) -> bool:
    return any(isinstance(one, tree.Goto) and one.target == label for one in walk(body))


def _continue(
    subject: Value, rest: list[tree.Statement], cases: list[tree.Case]
) -> list[tree.Statement]:
    """Append the cases in ``rest``, which runs if no earlier case matched.

    Returns:
        The code after the whole statement, which no case before falls through to.
    """
    while rest:
        inner = rest[0]
        if isinstance(inner, tree.Match) and _is_part(inner, subject, rest[1:]):
            _lead_on(inner, rest[1:])
            cases.extend(inner.cases)
            rest = rest[1:]
            continue
        if isinstance(inner, tree.Match) and _same(inner.subject, subject):
            if all(leaves(case.body) for case in cases):
                cases.extend(inner.cases)
                return rest[1:]
        only = [one for one in rest if not isinstance(one, tree.Label)]
        if len(only) == 1 and raises_on(only[0]):
            if all(leaves(case.body, is_handler=True) for case in cases):
                return rest
        captured = _capture(inner, subject)
        following = rest[1] if rest[1:] and not rest[2:] else None
        if captured is None:
            cases.append(tree.Case(_WILDCARD, None, rest))
            return []
        pattern = tree.Pattern("capture", name=captured)
        if not isinstance(following, tree.If) or not following.orelse:
            cases.append(tree.Case(pattern, None, rest[1:]))
            return []
        cases.append(tree.Case(pattern, following.test, following.then))
        rest = following.orelse
    return []


def _is_part(inner: tree.Match, subject: Value, after: list[tree.Statement]) -> bool:
    """Return whether ``inner`` continues the cases, and ``after`` is the rest."""
    if not _same(inner.subject, subject):
        return False
    return (
        not after
        or _is_jump(inner, after)
        or (
            not inner.cases[-1].is_default
            and _label(after) == len(after)
            and all(leaves(case.body) for case in inner.cases)
        )
    )


def _is_jump(inner: tree.Match, after: list[tree.Statement]) -> bool:
    """Return whether the code after ``inner`` is only a jump elsewhere or a reraise."""
    label = after[0] if after and isinstance(after[0], tree.Label) else None
    rest = after if label is None else after[1:]
    if len(rest) != 1 or not (isinstance(rest[0], tree.Goto) or raises_on(rest[0])):
        return False
    ends = {id(case.body[-1]) for case in inner.cases if case.body}
    return label is None or not any(
        isinstance(one, tree.Goto)
        and one.target == label.target
        and id(one) not in ends
        for one in walk([inner])
    )


def _lead_on(inner: tree.Match, after: list[tree.Statement]) -> None:
    """Give each case the jump that follows only the last one."""
    if not _is_jump(inner, after):
        return
    for case in inner.cases:
        if isinstance(after[0], tree.Label) and _goes_to(case.body, after[0].target):
            case.body.pop()
        if not leaves(case.body, is_handler=True):
            case.body.append(replace(after[-1]))


def _same(one: Value, other: Value) -> bool:
    return (
        one.op is MicroOp.LOAD
        and other.op is MicroOp.LOAD
        and one.payload == other.payload
    )


def _capture(statement: tree.Statement, subject: Value) -> Variable | None:
    """Return the variable that captures the subject, or None."""
    value = value_of(statement, MicroOp.STORE)
    if value is None or value.variable.is_temporary:
        return None
    if not _same(value.operands[0], subject):
        return None
    is_temporary = subject.variable.is_temporary
    return value.variable if is_temporary else None


def _subjects(
    body: list[tree.Statement], reads: Counter[Variable]
) -> list[tree.Statement]:
    """Put the subject's expression back, and add cases that only capture it."""
    for index, statement in enumerate(body):
        value = value_of(statement, MicroOp.STORE)
        if value is None or not value.stores_temporary or index + 1 == len(body):
            continue
        found = _from(load(value.variable), body[index + 1 :], reads)
        if found is None:
            continue
        match, rest = found
        match.subject = value.operands[0]
        return [*body[:index], match, *_subjects(rest, reads)]
    return body


def _from(
    subject: Value, body: list[tree.Statement], reads: Counter[Variable]
) -> tuple[tree.Match, list[tree.Statement]] | None:
    """Return the statement for a subject that is defined just before ``body``."""
    cases: list[tree.Case] = []
    rest, missing = body, reads[subject.variable]
    matches = 0
    while missing and rest:
        first = rest[0]
        if isinstance(first, tree.Match) and _same(first.subject, subject):
            cases += first.cases
            matches += 1
            missing -= 1
            rest = rest[1:]
            continue
        pattern = _WILDCARD
        captured = _capture(first, subject)
        if captured is not None:
            missing -= 1
            pattern, rest = tree.Pattern("capture", name=captured), rest[1:]
            if not missing:
                label = _label(rest)
                cases.append(tree.Case(pattern, None, rest[:label]))
                rest = rest[label:]
                break
        guard = rest[0] if rest else None
        if not isinstance(guard, tree.If) or count_reads(guard.then)[subject.variable]:
            return None
        cases.append(tree.Case(pattern, guard.test, guard.then))
        after = rest[1:]
        if guard.orelse and after and not (_label(after) == 0 or leaves(guard.then)):
            return None
        if guard.orelse:
            rest = [*guard.orelse, *after]
        elif leaves(guard.then):
            rest = after
        else:
            return None
    if missing or not matches:
        return None
    match = tree.Match(subject, cases)
    if cases[-1].is_default:
        hoisted = _hoisted(match, rest[:1])
        rest = [*hoisted, *rest]
    return match, rest


def _label(body: list[tree.Statement]) -> int:
    """Return the index of the first label; the length of the list without one."""
    for index, statement in enumerate(body):
        if isinstance(statement, tree.Label):
            return index
    return len(body)
