"""Move labelled code to a point that jumps can reach.

The code goes into the only arm that jumps to it. Otherwise the jumps are enclosed in a
loop that runs once, so that ``break`` reaches the code after it from any depth of
tests. The head and the end of such a loop need no instruction.

Example of `sink`::

    def f(a, b):
        for x in a:
            for y in b:
                break
            else:
                b(x)

Before::

    x = %t0
    %t1 = iter(b)
    for target[%t2] in %t1:
        y = %t2
        goto 0
    else:
        goto 1
    label 1
    evaluate(call[_](b, x))
    goto 0

After::

    x = %t0
    %t1 = iter(b)
    for target[%t2] in %t1:
        y = %t2
        goto 0
    else:
        goto 1
        label 1
        evaluate(call[_](b, x))
        goto 0

Example of `enclose` (CPython 3.12 to 3.15)::

    def f(a, b):
        try:
            a()
        finally:
            with b as c:
                b(c)
            d = b

Before::

    %t0 = exception
    with b as target[%t1]:
        c = %t1
        evaluate(call[_](b, c))
        goto 0
    goto 1
    label 1
    d = b
    intrinsic[reraise](%t0)
    label 0
    d = b
    intrinsic[reraise](%t0)

After::

    while true:
        %t0 = exception
        with b as target[%t1]:
            c = %t1
            evaluate(call[_](b, c))
            goto 0
        goto 1
        label 1
        d = b
        intrinsic[reraise](%t0)
        goto 0
    label 0
    d = b
    intrinsic[reraise](%t0)
"""

from __future__ import annotations

from typing import Collection

from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import value_of, walk
from depyf.decompiler.structure.jumps import (
    Context,
    Tails,
    gotos,
    headers,
    is_mark,
    is_plain,
    join,
    labels,
    split,
    take_test,
)


def sink(
    body: list[tree.Statement], context: Context, tails: Tails
) -> list[tree.Statement]:
    """Move labelled code into the arm of the preceding statement that jumps to it.

    This is done only if that statement has another jump that needs the position of the
    label. Such a jump can use neither ``continue``, ``break`` nor a copied tail.
    """
    parts = split(body)
    index = 1
    while index < len(parts):
        label, code = parts[index]
        before, later = parts[index - 1][1], parts[index + 1 :]
        if (
            before
            and label is not None
            and _needs_sinking(before[-1], parts[index], later, context, tails)
            and (
                (
                    not _is_target(label, parts, index - 1)
                    and _place(before[-1], label, code)
                )
                or _moved_out_of_the_way(parts, index, context, tails)
                or (
                    tails.is_eager
                    and not _is_target(label, parts, index - 1)
                    and _has_else(before[-1], label)
                    and _place(before[-1], label, code)
                )
            )
        ):
            del parts[index]
            index = 1
        else:
            index += 1
    return join(parts)


def _needs_sinking(
    statement: tree.Statement,
    part: tuple[int | None, list[tree.Statement]],
    later: list[tuple[int | None, list[tree.Statement]]],
    context: Context,
    tails: Tails,
) -> bool:
    label, onward = part[0], set(gotos(part[1]))
    targets = set(gotos([statement]))
    if label not in targets:
        return False
    targets -= {label, *labels([statement]), *headers([statement])}
    if not isinstance(statement, (tree.For, tree.While)):
        targets -= context.again | context.leave
    if not all(is_plain(tails.known.get(target, [])) for target in targets):
        return True
    if not targets:
        return False
    ahead = {
        following
        for following, code in later
        # A short end after a `try` comes last, to be copied, unless several paths join
        # there.
        if not (
            isinstance(statement, tree.Try) and not statement.star and is_plain(code)
        )
        or following in onward
    } | context.fall
    return bool(targets & ahead)


def _moved_out_of_the_way(
    parts: list[tuple[int | None, list[tree.Statement]]],
    index: int,
    context: Context,
    tails: Tails,
) -> bool:
    """Drop code that keeps a statement from falling through, if jumps can express it.

    A plain return is copied to the jumps that lead to it. A jump to the loop's head or
    out of the loop replaces the jumps to it. Other code cannot be dropped.
    """
    statement = parts[index - 1][1][-1]
    label, code = parts[index]
    following = parts[index + 1][0] if index + 1 < len(parts) else None
    onward = context.fall if following is None else frozenset({following})
    # Inside these statements code cannot be copied, because other handlers would cover
    # it.
    guarded = [statement]
    if not context.guarded:
        guarded = [
            one for one in walk(guarded) if isinstance(one, (tree.Try, tree.With))
        ]
    reached = onward & set(gotos(guarded))
    never_copied: frozenset[int] = frozenset()
    if tails.is_eager:
        never_copied = onward & set(gotos([statement])) - set(tails.known)
    if not never_copied and all(is_plain(tails.known.get(o, [])) for o in reached):
        return False
    if is_plain(code):
        return True
    if len(code) != 1 or not isinstance(code[0], tree.Goto) or label is None:
        return False
    target = code[0].target
    if target not in context.again | context.leave or _is_target(
        label, parts, index - 1
    ):
        return False
    for one in walk([statement]):
        if isinstance(one, tree.Goto) and one.target == label:
            one.target = target
    return True


def _is_target(
    label: int, parts: list[tuple[int | None, list[tree.Statement]]], but: int
) -> bool:
    """Return whether a jump to the label is outside ``parts[but]``'s last statement.

    The labelled code itself may jump to it. Then the code is a loop, and moves as a
    whole.
    """
    return any(
        label in gotos(statements if index != but else statements[:-1])
        for index, (own, statements) in enumerate(parts)
        if own != label
    )


def _place(statement: tree.Statement, label: int, code: list[tree.Statement]) -> bool:
    """Move labelled code into the only arm that jumps to it; False if there is none."""
    slots = [inner for inner in tree.bodies(statement) if label in gotos(inner)]
    if len(slots) != 1:
        return False
    slot = slots[0]
    if isinstance(statement, tree.If) or (
        isinstance(statement, (tree.For, tree.While)) and slot is statement.orelse
    ):
        pass
    elif isinstance(statement, tree.Try) and not statement.finalbody:
        if slot is not statement.body or statement.orelse:
            return slot is statement.orelse and _append(slot, label, code)
        slot = statement.orelse
    else:
        return False
    return _append(slot, label, code)


def _has_else(loop: tree.Statement, label: int) -> bool:
    """Turn a loop's test into its condition, if only one jump leads to the label."""
    if not isinstance(loop, tree.While) or list(gotos([loop])).count(label) != 1:
        return False
    take_test(loop, [label])
    return bool(loop.orelse)


def _append(slot: list[tree.Statement], label: int, code: list[tree.Statement]) -> bool:
    slot.append(tree.Label(label))
    slot.extend(code)
    return True


#: The header of a loop whose head is the target of no jump.
_NO_HEADER = -1


def enclose(
    body: list[tree.Statement], targets: Collection[int]
) -> list[tree.Statement]:
    """Enclose forward jumps to these labels in loops that run once.

    Args:
        body: a list of statements and labels. Every path ends with a jump, so control
            never falls off a statement.
        targets: labels, which may also belong to other lists.
    """
    for target in targets:
        if tree.Label(target) in body:
            body = _enclosed(body, target)
    return body


def _enclosed(body: list[tree.Statement], target: int) -> list[tree.Statement]:
    end = body.index(tree.Label(target))
    jumping = [
        index
        for index, one in enumerate(body[:end])
        if not isinstance(one, tree.Goto) and target in gotos([one])
    ]
    if not jumping:
        return body
    start = _start(body, jumping[0], end)
    return [*body[:start], _loop(body[start:end], target), *body[end:]]


def _start(body: list[tree.Statement], start: int, end: int) -> int:
    """Move the start back, until nothing before the loop belongs inside it."""
    while start > 0:
        inside = set(labels(body[start:end]))
        entered = [i for i in range(start) if inside & set(gotos([body[i]]))]
        if entered:
            start = entered[0]
        elif _is_part(body[start - 1]):
            start -= 1
        else:
            break
    return start


def _is_part(statement: tree.Statement) -> bool:
    """Return whether a statement stores a temporary value, such as an iterator."""
    value = value_of(statement, MicroOp.STORE)
    return value is not None and value.variable.is_temporary


def _loop(part: list[tree.Statement], target: int) -> tree.While:
    written = [one for one in part if not is_mark(one)]
    only = written[0] if len(written) == 1 else None
    if isinstance(only, tree.If) and only.orelse == [tree.Goto(target)]:
        return tree.While(only.test, only.then, only.orelse, _NO_HEADER)
    return tree.While(None, [*part, tree.Goto(target)], header=_NO_HEADER)
