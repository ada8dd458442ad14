"""Find the gotos and labels in a statement tree, and where a list's end leads.

Lists are cut at their labels; gotos to gotos are threaded to the last target; a test
that leaves a loop becomes its condition.

Example of `thread`::

    def f(a, b):
        try:
            a()
        except KeyError:
            for x in b:
                x()
        b()

Before::

    try:
        evaluate(call[](a))
        goto 0
    except:
        %t0 = exception
        if exc_match(%t0, global:KeyError):
            %t1 = iter(b)
            for target[%t2] in %t1:
                x = %t2
                evaluate(call[](x))
                goto 1
            else:
                goto 2
            label 2
            goto 0
        else:
            intrinsic[reraise](%t0)
    label 0
    evaluate(call[](b))
    return None

After::

    try:
        evaluate(call[](a))
        goto 0
    except:
        %t0 = exception
        if exc_match(%t0, global:KeyError):
            %t1 = iter(b)
            for target[%t2] in %t1:
                x = %t2
                evaluate(call[](x))
                goto 1
            else:
                goto 0
        else:
            intrinsic[reraise](%t0)
    label 0
    evaluate(call[](b))
    return None

Example of `take_test` (CPython 3.8 to 3.13)::

    def f(a, b):
        for x in a:
            while True:
                x()
                while b:
                    if b():
                        break
                else:
                    break

Before::

    while true:
        if b:
            if call[](b):
                goto 0
            else:
                goto 1
        else:
            goto 2

After::

    while b:
        if call[](b):
            goto 0
        else:
            goto 1
    else:
        goto 2
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, AbstractSet, Collection, FrozenSet, Iterator

from depyf.decompiler.analysis.jump_threading import path
from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.evidence import NO_EVIDENCE, SourceEvidence
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import change_lists, lists, value_of, walk
from depyf.decompiler.ir.value import VariableKind, inverted
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value


#: A tail that may be copied to where a jump leads to it has at most so many parts.
TAIL_BUDGET = 6

_LOOKED_UP = (VariableKind.GLOBAL, VariableKind.NAME)

Labels = FrozenSet[int]
NOWHERE: Labels = frozenset()


@dataclass
class Context:
    """The targets for leaving a statement list.

    ``fall``: labels reached by falling off its end; ``again``: the label that
    ``continue`` reaches; ``leave``: labels that ``break`` reaches; ``guarded``: in a
    ``try``, ``with`` or handler, where copied code would run under other handlers;
    ``depth``: of the ``if`` statements around that no jump can take the place of.
    """

    fall: Labels
    again: Labels = NOWHERE
    leave: Labels = NOWHERE
    guarded: bool = False
    depth: int = 0


@dataclass
class Tails:
    """Short ends by label, for copying, and the evidence of the source.

    ``loops``: labels to be reached by leaving a loop that runs once; ``is_eager``:
    nothing less has served, so plain ends make way for code that cannot be copied, and
    what follows a failed test of a loop may become its ``else``.
    """

    known: dict[int, list[tree.Statement]] = field(default_factory=dict)
    evidence: SourceEvidence = NO_EVIDENCE
    loops: Labels = frozenset()
    is_eager: bool = False


def collect(body: list[tree.Statement], tails: Tails) -> None:
    """Record all short ends of a tree."""
    for part in lists(body):
        for label, code in split(part):
            if label is not None and _is_short_end(code):
                tails.known[label] = code


def _is_short_end(code: list[tree.Statement]) -> bool:
    return (
        bool(code)
        and len(code) <= TAIL_BUDGET
        and isinstance(code[-1], (tree.ReturnStatement, tree.RaiseStatement))
        and all(
            isinstance(s, (tree.Simple, tree.ReturnStatement, tree.RaiseStatement))
            for s in code
        )
    )


def is_plain(tail: list[tree.Statement]) -> bool:
    """Return whether a tail is a ``return`` of a value that needs no work."""
    if len(tail) != 1 or not isinstance(tail[0], tree.ReturnStatement):
        return False
    return tail[0].value is None or is_ready(tail[0].value)


def is_ready(value: Value) -> bool:
    """Return whether a value needs no work; looking up a name may fail.

    So it counts which handlers are around it.
    """
    if value.op is MicroOp.LOAD:
        return value.variable.kind not in _LOOKED_UP
    return not value.operands


def gotos(body: list[tree.Statement]) -> Iterator[int]:
    """Yield the targets of all gotos in the tree."""
    return (each.target for each in walk(body) if isinstance(each, tree.Goto))


def labels(body: list[tree.Statement]) -> Iterator[int]:
    """Yield all labels in the tree."""
    return (each.target for each in walk(body) if isinstance(each, tree.Label))


def headers(body: list[tree.Statement]) -> Iterator[int]:
    """Yield the headers of all loops in the tree."""
    return (
        each.header for each in walk(body) if isinstance(each, (tree.For, tree.While))
    )


def steps_out(body: list[tree.Statement], known: Collection[int]) -> Iterator[int]:
    """Yield targets of jumps that leave a body, without inner loops and `try`."""
    for part in lists(body, tree.bodies_in_line):
        for one in part:
            if isinstance(one, tree.Goto) and any(o in known for o in one.origins):
                yield one.target


def split(body: list[tree.Statement]) -> list[tuple[int | None, list[tree.Statement]]]:
    """Return the parts of a list, each with the label that begins it."""
    parts: list[tuple[int | None, list[tree.Statement]]] = [(None, [])]
    for statement in body:
        if isinstance(statement, tree.Label):
            parts.append((statement.target, []))
        else:
            parts[-1][1].append(statement)
    return parts


def join(parts: list[tuple[int | None, list[tree.Statement]]]) -> list[tree.Statement]:
    """Return the statement list of labelled parts."""
    result: list[tree.Statement] = []
    for label, statements in parts:
        if label is not None:
            result.append(tree.Label(label))
        result.extend(statements)
    return result


def thread(body: list[tree.Statement], heads: AbstractSet[int]) -> list[tree.Statement]:
    """Redirect gotos to labels with nothing but another goto to its target.

    Control never falls off a statement here, so nothing else gets there. What leads to
    the head of a loop stays: that is a place where a statement ends.

    Args:
        body: the tree.
        heads: headers of its loops.
    """
    onward: dict[int, int] = {}
    for part in lists(body):
        for label, code in split(part):
            only = code[0] if len(code) == 1 else None
            if label is None or not isinstance(only, tree.Goto):
                continue
            if only.target not in heads | {label}:
                onward[label] = only.target
    for jump in walk(body):
        if isinstance(jump, tree.Goto):
            jump.target = path(jump.target, onward.get)[-1]
    return change_lists(
        body, lambda part: join([one for one in split(part) if one[0] not in onward])
    )


def take_test(loop: tree.While, targets: Collection[int]) -> None:
    """Give a loop a condition if it begins with a test that leaves it.

    Args:
        loop: the statement, changed in place if it has no condition yet.
        targets: labels outside of the loop.
    """
    first = next((one for one in loop.body if not is_mark(one)), None)
    if loop.test is not None or loop.orelse or not isinstance(first, tree.If):
        return
    for arm, other, test in (
        (first.orelse, first.then, first.test),
        (first.then, first.orelse, inverted(first.test)),
    ):
        ways = set(gotos(arm))
        if ways and ways <= set(targets) | set(labels(arm)) | set(headers(arm)):
            loop.test, loop.orelse = test, arm
            loop.body = other + loop.body[loop.body.index(first) + 1 :]
            return


def is_mark(statement: tree.Statement) -> bool:
    """Return whether a statement only keeps the offset of an instruction."""
    return value_of(statement, MicroOp.ORIGIN) is not None
