"""Turn gotos into fall-through, ``continue``, ``break`` or copied short ends.

There are five forms, and the first one that works is used. A goto may need no
statement, or become ``continue`` or ``break``. Otherwise its target code moves into the
only arm that jumps there, or a short tail is copied.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.decompiler.analysis.handlers import StructureError
from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.evidence import NO_EVIDENCE
from depyf.decompiler.ir.statement_tree import Steps, change_lists, complete
from depyf.decompiler.structure.jumps import (
    NOWHERE,
    Context,
    Labels,
    Tails,
    collect,
    gotos,
    headers,
    is_plain,
    labels,
    steps_out,
    take_test,
    thread,
)
from depyf.decompiler.structure.sinking import enclose, sink

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import SourceEvidence

#: The most levels of indentation that Python's tokenizer accepts.
DEEPEST = 100


class JumpError(StructureError):
    """No Python statement can express a jump.

    Attributes:
        target: the label that the jump leads to.
    """

    def __init__(self, target: int) -> None:
        super().__init__(f"a jump to offset {target} leads across statements")
        self.target = target


def resolve(
    body: list[tree.Statement],
    evidence: SourceEvidence = NO_EVIDENCE,
    loops: Labels = frozenset(),
    *,
    is_eager: bool = False,
) -> list[tree.Statement]:
    """Return the tree with every `Goto` and `Label` replaced by Python statements.

    Args:
        body: the tree.
        evidence: tells jumps that the source contains from jumps that the compiler
            added.
        loops: labels to reach by a ``break`` out of a loop that runs once.
        is_eager: also use forms that are tried only when no other works; see
            `structure.jumps.Tails`.

    Raises:
        JumpError: no Python statement can express a jump.
        StructureError: the statements are nested too deep.
    """
    body = thread(body, set(headers(body)))
    tails = Tails({}, evidence, loops, is_eager)
    collect(body, tails)
    result = complete(_resolve_list(body, Context(NOWHERE), tails))
    return change_lists(
        result, lambda part: [one for one in part if not isinstance(one, tree.Label)]
    )


# --- resolving -------------------------------------------------------------------


def _resolve_list(
    body: list[tree.Statement], context: Context, tails: Tails
) -> Steps[list[tree.Statement]]:
    body = enclose(body, sorted(tails.loops))
    body = _with_ways_out(sink(body, context, tails), context, tails)
    falls = _falls(body, context.fall)
    result: list[tree.Statement] = []
    for statement, fall in zip(body, falls):
        inner = context if fall == context.fall else replace(context, fall=fall)
        result.extend((yield _resolve(statement, inner, tails)))
    return result


def _with_ways_out(
    body: list[tree.Statement], context: Context, tails: Tails
) -> list[tree.Statement]:
    """Add a goto after a loop if jumps in it lead farther than to the loop's end.

    Here every path ends with a jump, so nothing runs the added goto by falling through.
    It lets a ``break`` in the loop reach the distant target.
    """
    falls = _falls(body, context.fall)
    result: list[tree.Statement] = []
    for statement, fall in zip(body, falls):
        result.append(statement)
        if isinstance(statement, tree.Try):
            result.extend(_way_out_of_try(statement, fall, context, tails))
        if not isinstance(statement, (tree.For, tree.While)):
            continue
        reached = [
            target
            for target in _left_for(statement, fall, tails)
            if target in context.again | context.leave
        ]
        if reached and _is_needed(statement, fall, context):
            may_be_copied = reached[0] in tails.known and not tails.is_eager
            if may_be_copied or not isinstance(statement, tree.While):
                continue
            take_test(statement, context.again | context.leave)
        if reached and not _is_needed(statement, fall, context):
            result.append(tree.Goto(reached[0]))
    return result


def _left_for(
    statement: tree.For | tree.While, fall: Labels, tails: Tails
) -> list[int]:
    """Return the targets of jumps that leave a loop and need an explicit form.

    Excluded are the labels reached by falling off the loop, and short plain returns.
    """
    inside = set(labels([statement])) | set(headers([statement])) | fall
    return [
        target
        for target in gotos([statement])
        if target not in inside and not is_plain(tails.known.get(target, []))
    ]


def _is_needed(
    statement: tree.For | tree.While, fall: Labels, context: Context
) -> bool:
    """Return whether jumps in a loop need ``break`` to reach the code after it."""
    needed = fall & set(gotos(statement.body))
    # From the loop's `else`, `continue` still works.
    needed |= (fall - context.again) & set(gotos(statement.orelse))
    return bool(needed)


def _way_out_of_try(
    statement: tree.Try, fall: Labels, context: Context, tails: Tails
) -> list[tree.Statement]:
    """Move a ``continue`` from the end of a `try` body to after the handlers.

    There it is no longer protected. The handlers must not fall through to it.
    """
    if tails.evidence.steps_out:
        return _step_out_of_try(statement, fall, context, tails)
    last = statement.body[-1] if statement.body else None
    if not isinstance(last, tree.Goto) or last.target not in context.again - fall:
        return []
    handlers = [part for handler in statement.handlers for part in handler.body]
    if set(gotos(handlers)) & (fall | {last.target}):
        return []
    return [tree.Goto(last.target, last.origins)]


def _step_out_of_try(
    statement: tree.Try, fall: Labels, context: Context, tails: Tails
) -> list[tree.Statement]:
    """Move a jump out of a ``try`` body, if evidence says which jumps leave it."""
    ways = set(steps_out(statement.body, tails.evidence.steps_out))
    handlers = [part for handler in statement.handlers for part in handler.body]
    if len(ways) != 1 or statement.orelse or statement.finalbody:
        return []
    if not ways <= (context.again | context.leave) - fall:
        return []
    (way,) = ways
    # After a `try` inside a `try ... finally`, the jump would separate two parts of one
    # statement.
    if context.guarded or set(steps_out(handlers, tails.evidence.steps_out)) - ways:
        statement.orelse = [tree.Goto(way)]
        return []
    return [] if set(gotos(handlers)) & (fall - context.again) else [tree.Goto(way)]


def _falls(body: list[tree.Statement], last: Labels) -> list[Labels]:
    """Return for each statement the labels that are reached by falling off its end."""
    falls: list[Labels] = []
    current = last
    for statement in reversed(body):
        falls.append(current)
        if isinstance(statement, tree.Label):
            current |= {statement.target}
        elif isinstance(statement, tree.Goto):
            current = frozenset({statement.target}) | (
                current if statement.target in current else NOWHERE
            )
        else:
            current = NOWHERE
    return falls[::-1]


def _resolve(
    statement: tree.Statement, context: Context, tails: Tails
) -> Steps[list[tree.Statement]]:
    if isinstance(statement, tree.Goto):
        return _jump(statement, context, tails)
    if isinstance(statement, tree.If):
        inner = _inside_if(statement, context, tails)
        statement.then = yield _resolve_list(statement.then, inner, tails)
        statement.orelse = yield _resolve_list(statement.orelse, context, tails)
    elif isinstance(statement, (tree.While, tree.For)):
        header = frozenset({statement.header})
        inner = replace(context, fall=header, again=header, leave=context.fall)
        statement.body = yield _resolve_list(statement.body, inner, tails)
        statement.orelse = yield _resolve_list(statement.orelse, context, tails)
    elif isinstance(statement, tree.Try):
        yield _resolve_try(statement, context, tails)
    elif isinstance(statement, tree.Match):
        for case in statement.cases:
            case.body = yield _resolve_list(case.body, context, tails)
    elif isinstance(statement, tree.With):
        inner = replace(context, guarded=True)
        statement.body = yield _resolve_list(statement.body, inner, tails)
    return [statement]


def _inside_if(statement: tree.If, context: Context, tails: Tails) -> Context:
    """Return the context for an ``if``'s first arm.

    Raises:
        StructureError: the ``if`` statements are nested too deep.
    """
    other = statement.orelse[0] if len(statement.orelse) == 1 else None
    if not isinstance(other, tree.Goto) or other.target in tails.known:
        return context
    if other.target not in context.fall - context.again - context.leave:
        return context
    if context.depth == DEEPEST:
        raise StructureError("tests are nested deeper than Python allows")
    return replace(context, depth=context.depth + 1)


def _resolve_try(statement: tree.Try, context: Context, tails: Tails) -> Steps[None]:
    context = replace(context, guarded=True)
    body_context = context
    if statement.orelse:
        first = statement.orelse[0]
        fall = NOWHERE
        if isinstance(first, (tree.Label, tree.Goto)):
            fall = frozenset({first.target})
        body_context = replace(context, fall=fall)
    statement.body = yield _resolve_list(statement.body, body_context, tails)
    statement.orelse = yield _resolve_list(statement.orelse, context, tails)
    for handler in statement.handlers:
        handler.body = yield _resolve_list(handler.body, context, tails)
    # At the end of `finally` the exception is raised again, so every other way out
    # needs a jump.
    last = replace(context, fall=NOWHERE)
    statement.finalbody = yield _resolve_list(statement.finalbody, last, tails)


def _jump(statement: tree.Goto, context: Context, tails: Tails) -> list[tree.Statement]:
    target = statement.target
    is_written = not tails.evidence.explicit_jumps.isdisjoint(statement.origins)
    if target in context.again and is_written:
        return [tree.Continue(statement.origins, "continue")]
    if target in context.fall:
        return []
    if target in context.again:
        return [tree.Continue(statement.origins)]
    if target in context.leave:
        return [tree.Break(statement.origins)]
    tail = tails.known.get(target)
    if tail is not None and (not context.guarded or is_plain(tail)):
        return [replace(part) for part in tail]
    raise JumpError(target)
