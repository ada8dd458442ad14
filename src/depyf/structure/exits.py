"""Turns gotos into fall-through, ``continue``, ``break``, and copies of short ends.

The order of preference is that of this file: nothing at all, ``continue``,
``break``, the code moved into the one arm that jumps to it, a copy of a short tail.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import FrozenSet

from depyf.analysis.handlers import StructureError
from depyf.ir.recursion import Steps, complete
from depyf.ir.statement import (
    Break,
    Continue,
    For,
    Goto,
    If,
    Label,
    Match,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
    Try,
    While,
    With,
    bodies,
)
from depyf.ir.statement_tree import change_lists
from depyf.structure.jumps import gotos, headers, labels, steps_out
from depyf.structure.labels import join, split, thread

#: Levels of indentation that Python's tokenizer accepts.
DEEPEST = 100

#: A tail that may be copied to where a jump leads to it has at most so many parts.
TAIL_BUDGET = 6

Labels = FrozenSet[int]
_NOWHERE: Labels = frozenset()


@dataclass
class _Context:
    """What leaving a statement list may mean.

    ``fall``: labels reached by falling off its end; ``again``: the label that
    ``continue`` reaches; ``leave``: labels that ``break`` reaches; ``guarded``: in a
    ``try``, ``with`` or handler, where copied code would run under other handlers;
    ``depth``: of the ``if`` statements around that no jump can take the place of.
    """

    fall: Labels
    again: Labels = _NOWHERE
    leave: Labels = _NOWHERE
    guarded: bool = False
    depth: int = 0


@dataclass
class _Tails:
    """Short ends by label, for copying; jumps that nobody wrote."""

    known: dict[int, list[Statement]] = field(default_factory=dict)
    unwritten: Labels = frozenset()
    written: Labels = frozenset()


def resolve(
    body: list[Statement],
    unwritten: Labels = frozenset(),
    written: Labels = frozenset(),
) -> list[Statement]:
    """The tree without `Goto` and `Label`.

    Args:
        body: the tree.
        unwritten: offsets of jumps that only lead from one part of a statement to its
            end, where that is known.
        written: offsets of jumps that are a statement for certain.

    Raises:
        StructureError: a jump has no form in Python's statements.
    """
    body = thread(body, set(headers(body)))
    tails = _Tails(unwritten=unwritten, written=written)
    _collect_tails(body, tails)
    result = complete(_resolve_list(body, _Context(_NOWHERE), tails))
    return drop_labels(result)


def drop_labels(body: list[Statement]) -> list[Statement]:
    """The tree without labels."""
    return change_lists(body, _without_labels)


def _without_labels(body: list[Statement]) -> list[Statement]:
    return [statement for statement in body if not isinstance(statement, Label)]


# --- moving code into the arm that jumps to it ----------------------------------


def _sink(body: list[Statement], context: _Context, tails: _Tails) -> list[Statement]:
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
            and not _is_target(label, parts, index - 1)
            and _place(before[-1], label, code)
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
    context: _Context,
    tails: _Tails,
) -> bool:
    label, onward = part[0], set(gotos(part[1]))
    targets = set(gotos([statement]))
    if label not in targets:
        return False
    targets -= {label, *labels([statement]), *headers([statement])}
    if not isinstance(statement, (For, While)):
        targets -= context.again | context.leave
    if not all(_is_plain(tails.known.get(target, [])) for target in targets):
        return True
    if not targets:
        return False
    ahead = {
        following
        for following, code in later
        # Short ends come last behind a `try`, to be copied, if they are no join.
        if not (isinstance(statement, Try) and not statement.star and _is_plain(code))
        or following in onward
    } | context.fall
    return bool(targets & ahead)


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


# --- resolving -------------------------------------------------------------------


def _collect_tails(body: list[Statement], tails: _Tails) -> None:
    pending = [body]
    while pending:
        statements = pending.pop()
        for label, code in split(statements):
            if label is not None and _is_short_end(code):
                tails.known[label] = code
        for statement in statements:
            pending.extend(bodies(statement))


def _is_short_end(code: list[Statement]) -> bool:
    return (
        bool(code)
        and len(code) <= TAIL_BUDGET
        and isinstance(code[-1], (ReturnStatement, RaiseStatement))
        and all(isinstance(s, (Simple, ReturnStatement, RaiseStatement)) for s in code)
    )


def _resolve_list(
    body: list[Statement], context: _Context, tails: _Tails
) -> Steps[list[Statement]]:
    body = _with_ways_out(_sink(body, context, tails), context, tails)
    falls = _falls(body, context.fall)
    result: list[Statement] = []
    for statement, fall in zip(body, falls):
        inner = replace(context, fall=fall)
        result.extend((yield _resolve(statement, inner, tails)))
    return result


def _with_ways_out(
    body: list[Statement], context: _Context, tails: _Tails
) -> list[Statement]:
    """Puts a jump after a loop that is left for a place further away.

    Control never falls off a statement here, it always jumps; so the jump changes
    nothing, but now ``break`` reaches it.
    """
    falls = _falls(body, context.fall)
    result: list[Statement] = []
    for statement, fall in zip(body, falls):
        result.append(statement)
        if isinstance(statement, Try):
            result.extend(_way_out_of_try(statement, fall, context, tails))
        if not isinstance(statement, (For, While)):
            continue
        inside = set(labels([statement])) | set(headers([statement])) | fall
        away = [
            target
            for target in gotos([statement])
            if target not in inside and not _is_plain(tails.known.get(target, []))
        ]
        reached = [t for t in away if t in context.again | context.leave]
        needed = fall & set(gotos(statement.body))
        # From `else` there is still `continue`.
        needed |= (fall - context.again) & set(gotos(statement.orelse))
        if reached and not needed:
            result.append(Goto(reached[0]))
    return result


def _way_out_of_try(
    statement: Try, fall: Labels, context: _Context, tails: _Tails
) -> list[Statement]:
    """The ``continue`` at the end of a body goes behind the handlers, if none needs it.

    There it is not in the body: what it leads to was not meant to be tried.
    """
    if tails.unwritten:
        return _step_out_of_try(statement, fall, context, tails)
    last = statement.body[-1] if statement.body else None
    if not isinstance(last, Goto) or last.target not in context.again - fall:
        return []
    handlers = [part for handler in statement.handlers for part in handler.body]
    if set(gotos(handlers)) & (fall | {last.target}):
        return []
    return [Goto(last.target, last.origins)]


def _step_out_of_try(
    statement: Try, fall: Labels, context: _Context, tails: _Tails
) -> list[Statement]:
    """The same where it is known which jumps are in the body."""
    ways = set(steps_out(statement.body, tails.unwritten))
    handlers = [part for handler in statement.handlers for part in handler.body]
    if len(ways) != 1 or statement.orelse or statement.finalbody:
        return []
    if not ways <= (context.again | context.leave) - fall:
        return []
    (way,) = ways
    # In a `try ... finally` it would come between: that is one statement with this.
    if context.guarded or set(steps_out(handlers, tails.unwritten)) - ways:
        statement.orelse = [Goto(way)]
        return []
    return [] if set(gotos(handlers)) & (fall - context.again) else [Goto(way)]


def _falls(body: list[Statement], last: Labels) -> list[Labels]:
    """What is reached by falling off each statement: labels before any code."""
    falls: list[Labels] = []
    current = last
    for statement in reversed(body):
        falls.append(current)
        if isinstance(statement, Label):
            current |= {statement.target}
        elif isinstance(statement, Goto):
            current = frozenset({statement.target}) | (
                current if statement.target in current else _NOWHERE
            )
        else:
            current = _NOWHERE
    return falls[::-1]


def _resolve(
    statement: Statement, context: _Context, tails: _Tails
) -> Steps[list[Statement]]:
    if isinstance(statement, Goto):
        return _jump(statement, context, tails)
    if isinstance(statement, If):
        inner = _inside_if(statement, context, tails)
        statement.then = yield _resolve_list(statement.then, inner, tails)
        statement.orelse = yield _resolve_list(statement.orelse, context, tails)
    elif isinstance(statement, (While, For)):
        yield _resolve_loop(statement, context, tails)
    elif isinstance(statement, Try):
        yield _resolve_try(statement, context, tails)
    elif isinstance(statement, Match):
        for case in statement.cases:
            case.body = yield _resolve_list(case.body, context, tails)
    elif isinstance(statement, With):
        inner = replace(context, guarded=True)
        statement.body = yield _resolve_list(statement.body, inner, tails)
    return [statement]


def _inside_if(statement: If, context: _Context, tails: _Tails) -> _Context:
    """What surrounds the code of an ``if``; gives up where no text is that deep."""
    other = statement.orelse[0] if len(statement.orelse) == 1 else None
    if not isinstance(other, Goto) or other.target in tails.known:
        return context
    if other.target not in context.fall - context.again - context.leave:
        return context
    if context.depth == DEEPEST:
        message = "tests are nested deeper than text can be"
        raise StructureError(message)
    return replace(context, depth=context.depth + 1)


def _resolve_loop(
    statement: Statement, context: _Context, tails: _Tails
) -> Steps[None]:
    assert isinstance(statement, (While, For))
    header = frozenset({statement.header})
    inner = replace(context, fall=header, again=header, leave=context.fall)
    statement.body = yield _resolve_list(statement.body, inner, tails)
    statement.orelse = yield _resolve_list(statement.orelse, context, tails)


def _resolve_try(statement: Try, context: _Context, tails: _Tails) -> Steps[None]:
    context = replace(context, guarded=True)
    body_context = context
    if statement.orelse:
        first = statement.orelse[0]
        fall = _NOWHERE
        if isinstance(first, (Label, Goto)):
            fall = frozenset({first.target})
        body_context = replace(context, fall=fall)
    statement.body = yield _resolve_list(statement.body, body_context, tails)
    statement.orelse = yield _resolve_list(statement.orelse, context, tails)
    for handler in statement.handlers:
        handler.body = yield _resolve_list(handler.body, context, tails)
    statement.finalbody = yield _resolve_list(statement.finalbody, context, tails)


def _is_plain(tail: list[Statement]) -> bool:
    """True for a ``return`` of what is there already."""
    if len(tail) != 1 or not isinstance(tail[0], ReturnStatement):
        return False
    value = tail[0].value
    return value is None or not value.operands


def _jump(statement: Goto, context: _Context, tails: _Tails) -> list[Statement]:
    target = statement.target
    if target in context.again and not tails.written.isdisjoint(statement.origins):
        return [Continue(statement.origins, "continue")]
    if target in context.fall:
        return []
    if target in context.again:
        return [Continue(statement.origins)]
    if target in context.leave:
        return [Break(statement.origins)]
    tail = tails.known.get(target)
    if tail is not None and (not context.guarded or _is_plain(tail)):
        return [replace(part) for part in tail]
    message = f"a jump to offset {target} leads across statements"
    raise StructureError(message)
