"""Find gotos and labels in a statement tree, and simplify the gotos.

Lists are split at their labels. A goto that leads to another goto is redirected to the
final target. A test that leaves a loop becomes the loop's condition.

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


#: A tail is copied to the jumps that lead to it only if it has at most so many
#: statements.
TAIL_BUDGET = 6

_LOOKED_UP = (VariableKind.GLOBAL, VariableKind.NAME)

Labels = FrozenSet[int]
NOWHERE: Labels = frozenset()


@dataclass
class Context:
    """The labels that a jump at some point in a statement list can reach.

    ``fall`` are the labels reached by falling off the list's end, ``again`` the label
    that ``continue`` reaches, and ``leave`` the labels that ``break`` reaches.
    ``guarded`` is set in a ``try``, ``with`` or handler, where copied code would run
    under other handlers. ``depth`` counts the ``if`` statements around that no jump can
    replace.
    """

    fall: Labels
    again: Labels = NOWHERE
    leave: Labels = NOWHERE
    guarded: bool = False
    depth: int = 0


@dataclass
class Tails:
    """The short ends that jumps may copy, by label, and the evidence.

    ``loops`` are labels to reach by a ``break`` out of a loop that runs once.
    ``is_eager`` is set after other attempts have failed. Then plain ends are removed
    where code that cannot be copied has to follow. Code after a failed loop test may
    become the loop's ``else``.
    """

    known: dict[int, list[tree.Statement]] = field(default_factory=dict)
    evidence: SourceEvidence = NO_EVIDENCE
    loops: Labels = frozenset()
    is_eager: bool = False


def collect(body: list[tree.Statement], tails: Tails) -> None:
    """Record each label whose code is a short end: a short ``return`` or ``raise``."""
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
    """Return whether a tail only returns a constant or a local variable."""
    if len(tail) != 1 or not isinstance(tail[0], tree.ReturnStatement):
        return False
    return tail[0].value is None or is_ready(tail[0].value)


def is_ready(value: Value) -> bool:
    """Return whether a value is a constant or a local, so that reading it runs no code.

    A global counts as work: the lookup may fail, so its handlers matter.
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
    """Yield the targets of jumps at `known` offsets, except in inner loops or `try`."""
    for part in lists(body, tree.bodies_in_line):
        for one in part:
            if isinstance(one, tree.Goto) and any(o in known for o in one.origins):
                yield one.target


def split(body: list[tree.Statement]) -> list[tuple[int | None, list[tree.Statement]]]:
    """Split a list at its labels, and return each part with its label."""
    parts: list[tuple[int | None, list[tree.Statement]]] = [(None, [])]
    for statement in body:
        if isinstance(statement, tree.Label):
            parts.append((statement.target, []))
        else:
            parts[-1][1].append(statement)
    return parts


def join(parts: list[tuple[int | None, list[tree.Statement]]]) -> list[tree.Statement]:
    """Join the parts of a list that `split` returned."""
    result: list[tree.Statement] = []
    for label, statements in parts:
        if label is not None:
            result.append(tree.Label(label))
        result.extend(statements)
    return result


def thread(body: list[tree.Statement], heads: AbstractSet[int]) -> list[tree.Statement]:
    """Redirect a goto whose label is followed only by another goto.

    The labels skipped are removed: control never falls through to a label here. Gotos
    to the head of a loop stay, because they mark the end of a statement.

    Args:
        body: the tree.
        heads: the headers of its loops.
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
    """Turn a test at a loop's beginning that leaves the loop into its condition.

    Args:
        loop: the statement, changed in place if it has no condition yet.
        targets: labels outside the loop.
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
