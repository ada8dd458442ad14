"""Move temporaries with one use into the expression that uses them.

Example::

    def f(a):
        x = g(a) + 1
        return x

Before::

    block 0:
        %t0 = global:g
        %t1 = call[_](%t0, a)
        %t2 = binary[+](%t1, 1)
        x = %t2
        return x

After::

    block 0:
        x = binary[+](call[_](global:g, a), 1)
        return x

The algorithm is forward substitution of definitions with one use, as in ILInlining of
ILSpy. A definition moves into a later statement only if it commutes with everything
between its old and its new position (`analysis.commute`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Iterable

from depyf.decompiler.analysis.accesses import keep_accesses, read_temporaries
from depyf.decompiler.analysis.commute import Summary, commute, keep_summary, summarize
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import FunctionParts, Value, Variable
from depyf.decompiler.ir.value_effects import is_text

#: The number of statements that a definition may move over. Statements that only keep
#: an offset do not count: from 3.11 on, a parameter over several lines leaves some.
_WINDOW = 16

#: The most pairs of a dict that CPython builds at once (3.10 and later).
_MOST_PAIRS = 15

#: For these operations, the operand is evaluated first as a whole.
_ON_ONE_VALUE = (MicroOp.STORE, MicroOp.EVALUATE)

#: Maps operations to the index from which their operands are evaluated only sometimes.
_CONDITIONAL_FROM = {
    MicroOp.AND: 1,
    MicroOp.OR: 1,
    MicroOp.CONDITIONAL: 1,
    MicroOp.CHAIN: 2,
}


def run(function: cfg.Function) -> bool:
    """Inline temporaries with one use everywhere; return whether anything changed."""
    blocks, usage = Usage.news(function, __name__)
    changed = False
    for block in blocks:
        changed |= inline_block(block, usage)
    return changed


def inline_block(block: cfg.BasicBlock, usage: Usage) -> bool:
    """Inline within one block; ``usage`` has the counts of the whole function."""
    before = len(block.body)
    out: list[Value] = []
    slices: dict[Variable, Value] = {}
    for statement in block.body:
        found = _with_slices(statement, slices, usage) if slices else statement
        out.append(_absorb(out, found, usage))
        if statement.op is MicroOp.STORE and statement.operands[0].op is MicroOp.SLICE:
            slices[statement.variable] = statement.operands[0]
    if not isinstance(block.terminator, cfg.Next):
        values = cfg.terminator_values(block.terminator)
        if values:
            tail = Value(MicroOp.BUILD, tuple(values), "tuple")
            absorbed = _absorb(out, tail, usage)
            cfg.set_terminator_values(block.terminator, absorbed.operands)
    out = [value for value in out if not _is_dead(value, usage)]
    block.body = out
    return len(out) != before


def _with_slices(
    statement: Value, slices: dict[Variable, Value], usage: Usage
) -> Value:
    """Move slices of constants to their reads, at any distance.

    Only a subscription can express a slice.
    """
    for variable in _single(read_temporaries(statement), usage).intersection(slices):
        made = slices[variable]
        if any(part.op is not MicroOp.CONST for part in made.operands):
            continue
        replaced = substitute(statement, variable, made)
        if replaced is not None:
            usage.reads[variable] -= 1
            statement = replaced
    return statement


def _is_dead(statement: Value, usage: Usage) -> bool:
    if not statement.stores_temporary:
        return False
    if usage.reads[statement.variable]:
        return False
    value = statement.operands[0]
    if summarize(value).acts:
        return False
    usage.add_statement(statement, -1)
    return True


def evaluate_unread(function: cfg.Function) -> None:
    """Drop unread temporaries, but keep the evaluation of their values."""
    usage = Usage.of(function)
    for block in function.blocks.values():
        for index, statement in enumerate(block.body):
            if statement.stores_temporary:
                if not usage.reads[statement.variable]:
                    block.body[index] = Value(
                        MicroOp.EVALUATE, statement.operands, None, statement.origins
                    )


def _absorb(out: list[Value], statement: Value, usage: Usage) -> Value:
    """Move definitions at the end of ``out`` into ``statement``."""
    temporaries = read_temporaries(statement)
    if not temporaries or not out:
        return statement
    wanted = _single(temporaries, usage)
    refused: set[Variable] = set()
    if wanted:
        statement = _absorb_operands(out, statement, wanted, refused, usage)
    while len(wanted) > len(refused):
        found = _find_definition(out, wanted - refused)
        if found is None:
            break
        index, variable = found
        definition = out[index].operands[0]
        replaced = substitute(
            statement, variable, definition, dicts_filled=usage.dicts_filled
        )
        if replaced is None:
            refused.add(variable)
            continue
        refused.clear()
        keep_accesses(replaced, statement, {variable: out[index]})
        _take(out, index, wanted, usage)
        statement = replaced
    return statement


def _take(out: list[Value], index: int, wanted: set[Variable], usage: Usage) -> None:
    """Remove a definition, and add the temporaries that it reads to ``wanted``."""
    definition = out.pop(index)
    variable = definition.variable
    wanted.remove(variable)
    temporaries = read_temporaries(definition)
    if temporaries:
        wanted |= _single(temporaries, usage)
    usage.writes[variable] -= 1
    usage.reads[variable] -= 1


def _absorb_operands(
    out: list[Value],
    statement: Value,
    wanted: set[Variable],
    refused: set[Variable],
    usage: Usage,
) -> Value:
    """Move definitions into operands, while the last one belongs to an operand.

    That is nearly always so, because operands are evaluated in order. All definitions
    are then moved at once, which is faster than one by one.
    """
    node = statement
    if node.op in _ON_ONE_VALUE and node.operands[0].operands:
        node = node.operands[0]
    operands: list[Value] = []
    place = len(node.operands)
    taken: dict[Variable, Value] = {}
    index = len(out)
    while index and wanted:
        index -= 1
        definition = out[index]
        if definition.op is MicroOp.ORIGIN:
            continue
        variable = definition.payload
        if definition.op is not MicroOp.STORE or variable not in wanted:
            break
        assert isinstance(variable, Variable)
        operands = operands or [*node.operands]
        place = _place_below(place, variable, operands)
        if place < 0:
            break
        value = definition.operands[0]
        summary = summarize(value)
        if place or value.op is MicroOp.FUNCTION:
            path = _path_to(node, variable, value, summary)
        else:  # nothing is evaluated before it
            path = [0]
        if path is None or (usage.dicts_filled and _hashes_before(node, path, summary)):
            refused.add(variable)
            break
        operands[place] = value
        taken[variable] = definition
        _take(out, index, wanted, usage)
    if not taken:
        return statement
    made = Value(node.op, tuple(operands), node.payload, node.origins, node.raises)
    if node is not statement:
        own = statement.payload, statement.origins, statement.raises
        made = Value(statement.op, (made,), *own)
    keep_accesses(made, statement, taken)
    return made


def _place_below(place: int, variable: Variable, operands: list[Value]) -> int:
    """Return the index of a variable's last read before ``place``; -1 if none."""
    while place:
        place -= 1
        if operands[place].payload is variable and operands[place].op is MicroOp.LOAD:
            return place
    return -1


def _single(variables: Iterable[Variable], usage: Usage) -> set[Variable]:
    """Return the temporaries that are written once and read once."""
    writes, reads = usage.writes, usage.reads
    return {one for one in variables if writes[one] == 1 and reads[one] == 1}


def _find_definition(
    out: list[Value], wanted: set[Variable]
) -> tuple[int, Variable] | None:
    """Return the last wanted definition that commutes with the statements after it."""
    passed, last = 0, len(out) - 1
    for index in range(last, -1, -1):
        candidate = out[index]
        if candidate.op is MicroOp.ORIGIN:
            continue
        passed += 1
        if passed == _WINDOW:
            break
        if candidate.op is MicroOp.STORE and candidate.payload in wanted:
            if index == last or _can_follow(candidate, out[index + 1 :]):
                return index, candidate.variable
    return None


def _can_follow(statement: Value, others: list[Value]) -> bool:
    """Return whether a statement can move after the others."""
    summary = summarize(statement)
    return all(commute(summary, summarize(one)) for one in others)


def substitute(
    tree: Value, variable: Variable, value: Value, *, dicts_filled: bool = False
) -> Value | None:
    """Return ``tree`` with its only read of ``variable`` replaced by ``value``.

    None if something evaluated before the read does not commute with ``value``. Also
    None if the read happens only sometimes, and evaluating ``value`` can be observed.
    """
    summary = summarize(value)
    path = _path_to(tree, variable, value, summary)
    if path is None:
        return None
    if dicts_filled and _hashes_before(tree, path, summary):
        return None
    return _replace_at(tree, path, variable, value)


def _path_to(
    tree: Value, variable: Variable, value: Value, summary: Summary
) -> list[int] | None:
    path: list[int] = []
    node = tree
    while node.payload is not variable or node.op is not MicroOp.LOAD:
        step = None
        is_augment = node.op is MicroOp.AUGMENT
        asks = bool(summary.writes) or is_augment
        for index, operand in enumerate(node.operands):
            part = operand.__dict__.get("_summary") or summarize(operand)
            if variable in part.reads:
                step = index
                break
            # Most arguments of a large call are variables, for which the first checks
            # are enough.
            if part.acts or asks:
                if not commute(summarize(_evaluated(node, operand)), summary):
                    return None
        if step is None or (step == 0 and _is_called_function(node, value)):
            return None
        is_conditional = step >= _CONDITIONAL_FROM.get(node.op, len(node.operands))
        if is_conditional and summary.acts:
            return None
        path.append(step)
        node = node.operands[step]
    return path


def _hashes_before(node: Value, path: list[int], summary: Summary) -> bool:
    """Return whether a display would hash keys before ``value`` is evaluated.

    The compiler fills a long dict pair by pair. A tool may create it at once.
    """
    if not summary.acts:
        return False
    for step in path:
        is_long = len(node.operands) > 2 * _MOST_PAIRS
        if is_long and node.op is MicroOp.BUILD and node.payload == "dict":
            if not all(map(is_text, node.operands[:step:2])):
                return True
        node = node.operands[step]
    return False


def _is_called_function(node: Value, value: Value) -> bool:
    """Return whether ``node`` calls the function ``value`` where it is created.

    A ``def`` cannot be part of an expression, except as a decorated one. Only lambdas
    and comprehensions are called at once.
    """
    return node.op is MicroOp.CALL and is_definition(value)


def is_definition(value: Value) -> bool:
    """Return whether only a ``def`` can create this function."""
    if value.op is not MicroOp.FUNCTION:
        return False
    if not isinstance(value.payload, FunctionParts):
        return False
    return not str(getattr(value.payload.code, "name", "<")).startswith("<")


def _evaluated(node: Value, operand: Value) -> Value:
    """Return an operand as it is evaluated first: ``x += y`` begins with ``x``."""
    if node.op is MicroOp.AUGMENT and operand.op is MicroOp.TARGET:
        return replace(operand, op=MicroOp.LOAD)
    return operand


def _replace_at(
    tree: Value, path: list[int], variable: Variable, value: Value
) -> Value:
    if not path:
        return value
    spine = [tree]
    for step in path[:-1]:
        spine.append(spine[-1].operands[step])
    inserted = summarize(value)
    new = value
    for node, step in zip(reversed(spine), reversed(path)):
        operands = (*node.operands[:step], new, *node.operands[step + 1 :])
        new = node.with_operands(operands)
        # Computed from the parts, because a call may take in hundreds of arguments one
        # by one.
        keep_summary(new, summarize(node).without_reads({variable}, (inserted,)))
    return new
