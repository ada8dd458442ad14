"""Moves code into the arm of a statement that jumps to it.

Before -> after::

    if a: goto 1 else: goto 2          if a: goto 1 else: ...; goto 1
    2: ...; goto 1
"""

from __future__ import annotations

from depyf.ir.statement import For, If, Label, Statement, Try, While, bodies
from depyf.structure.jumps import gotos, headers, labels
from depyf.structure.labels import join, split
from depyf.structure.tails import Context, Tails, is_plain


def sink(body: list[Statement], context: Context, tails: Tails) -> list[Statement]:
    """Moves labelled code into the arm of the statement before that leads to it.

    Only where that statement also jumps elsewhere in a way that neither falling
    through to the label nor ``continue``, ``break`` or a copied tail can serve.
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
                or _is_in_the_way(before[-1], parts[index], later, context, tails)
            )
        ):
            del parts[index]
            index = 1
        else:
            index += 1
    return join(parts)


def _needs_sinking(
    statement: Statement,
    part: tuple[int | None, list[Statement]],
    later: list[tuple[int | None, list[Statement]]],
    context: Context,
    tails: Tails,
) -> bool:
    label, onward = part[0], set(gotos(part[1]))
    targets = set(gotos([statement]))
    if label not in targets:
        return False
    targets -= {label, *labels([statement]), *headers([statement])}
    if not isinstance(statement, (For, While)):
        targets -= context.again | context.leave
    if not all(is_plain(tails.known.get(target, [])) for target in targets):
        return True
    if not targets:
        return False
    ahead = {
        following
        for following, code in later
        # Short ends come last behind a `try`, to be copied, if they are no join.
        if not (isinstance(statement, Try) and not statement.star and is_plain(code))
        or following in onward
    } | context.fall
    return bool(targets & ahead)


def _is_in_the_way(
    statement: Statement,
    part: tuple[int | None, list[Statement]],
    later: list[tuple[int | None, list[Statement]]],
    context: Context,
    tails: Tails,
) -> bool:
    """True for a plain end that only keeps a statement from falling on.

    It is copied to where jumps lead to it; nothing else of the statement can be.
    """
    if not isinstance(statement, Try) or not is_plain(part[1]):
        return False
    following = later[0][0] if later else None
    onward = context.fall if following is None else frozenset({following})
    reached = onward & set(gotos([statement]))
    return any(not is_plain(tails.known.get(one, [])) for one in reached)


def _is_target(
    label: int, parts: list[tuple[int | None, list[Statement]]], but: int
) -> bool:
    """True if another statement than the last of part ``but`` jumps to the label.

    The labelled code itself may: it is a loop then, and moves as a whole.
    """
    return any(
        label in gotos(statements if index != but else statements[:-1])
        for index, (own, statements) in enumerate(parts)
        if own != label
    )


def _place(statement: Statement, label: int, code: list[Statement]) -> bool:
    """Puts ``label: code`` where only it is reached; False if there is no place."""
    slots = [inner for inner in bodies(statement) if label in gotos(inner)]
    if len(slots) != 1:
        return False
    slot = slots[0]
    if isinstance(statement, If) or (
        isinstance(statement, (For, While)) and slot is statement.orelse
    ):
        pass
    elif isinstance(statement, Try) and not statement.finalbody:
        if slot is not statement.body or statement.orelse:
            return slot is statement.orelse and _append(slot, label, code)
        slot = statement.orelse
    else:
        return False
    return _append(slot, label, code)


def _append(slot: list[Statement], label: int, code: list[Statement]) -> bool:
    slot.append(Label(label))
    slot.extend(code)
    return True
