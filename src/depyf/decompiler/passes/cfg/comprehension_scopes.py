"""Rename the variables of inlined comprehensions (3.12+).

CPython keeps these variables in the slots of variables of the function. It saves the
contents of each slot, and restores them after the comprehension. If the comprehension
raises, a handler restores them. The region of that handler is the comprehension.

A resume function of Dynamo restores the contents that a comprehension had saved, such
as the NULL of an unbound variable. No statement can express that. None is needed in the
straight-line code at the function's beginning, if nothing leads back to it. There,
``0: y = s0; x = NULL; jump 8`` becomes ``0: y = s0; jump 8``.

Example of `comprehension_scopes` (CPython 3.12 to 3.14)::

    def f(a, x):
        return [x for x in a], x

Before::

    block 1 depth 2 in region 0:
        %t2 = build[list]
        %t3 = $s1
        $s1 = %t2
        $s2 = %t3
        jump 2
    block 2 depth 3 in region 0:
        $s3 = next $s2 ? 3 : 4
    block 3 depth 4 in region 0:
        x = $s3
        add[list]($s1, x)
        jump 2
    block 4 depth 4 in region 0:
        jump 5
    region 0: handler 6 depth 2

After::

    block 1 depth 2:
        %t2 = build[list]
        %t3 = $s1
        $s1 = %t2
        $s2 = %t3
        jump 2
    block 2 depth 3:
        $s3 = next $s2 ? 3 : 4
    block 3 depth 4:
        x@1 = $s3
        add[list]($s1, x@1)
        jump 2
    block 4 depth 4:
        jump 5
"""

from __future__ import annotations

from functools import partial

from depyf.decompiler.analysis.accesses import written
from depyf.decompiler.analysis.blocks import dissolve, innermost_first
from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import BasicBlock, Function, Jump, Next, Reraise
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    UnpackShape,
    Value,
    Variable,
    VariableKind,
)
from depyf.records import dataclass

# In CPython 3.12, a captured variable of a comprehension may take the slot of a free
# one.
_CELLS = (VariableKind.CELL, VariableKind.FREE)
_SHARED = (VariableKind.LOCAL, *_CELLS)


def run(function: Function) -> None:
    """Rename the variables of inlined comprehensions, and remove their regions."""
    hidden = regions(function)
    if not hidden:
        return
    cells = _stored_cells(function, hidden)
    for block in function.blocks.values():
        scopes = _scopes_of(function, block, hidden, cells)
        if scopes.regions:
            block.change_nodes(partial(_as_local, scopes))
            block.rename(partial(_scoped, scopes))
    for region_id in innermost_first(function):
        if region_id in hidden:
            dissolve(function, region_id)


def regions(function: Function) -> dict[int, frozenset[str]]:
    """Return the regions that are inlined comprehensions, with the names they hide."""
    saved = {
        node.variable.name
        for statement in function.statements
        for node in statement.walk()
        if node.op is MicroOp.SAVE_LOCAL
    }
    hidden: dict[int, frozenset[str]] = {}
    if not saved:
        return hidden
    for region in function.regions.values():
        names = _restored(function.blocks[region.handler])
        if names and names <= saved:
            hidden[region.id] = names
    return hidden


def _restored(block: BasicBlock) -> frozenset[str]:
    """Return the names that a handler restores; empty if it does anything else."""
    names: set[str] = set()
    if not isinstance(block.terminator, Reraise):
        return frozenset()
    for value in block.body:
        if value.op is MicroOp.ORIGIN:
            continue
        if value.op is not MicroOp.STORE or value.operands[0].operands:
            return frozenset()
        if value.variable.kind in _SHARED:
            names.add(value.variable.name)
        elif not value.variable.is_temporary:
            return frozenset()
    return frozenset(names)


@dataclass(frozen=True)
class _Scopes:
    """The comprehensions and cells that own the names in one block.

    Args:
        regions: maps names to the scope number of the innermost comprehension that owns
            it.
        cells: the names that are cells inside the comprehension. Outside it they may be
            plain locals, and the other way round.
    """

    regions: dict[str, int]
    cells: frozenset[str]


def _scopes_of(
    function: Function,
    block: BasicBlock,
    hidden: dict[int, frozenset[str]],
    cells: set[tuple[int, str]],
) -> _Scopes:
    owners: dict[str, int] = {}
    for region in function.region_chain(block.region):
        for name in hidden.get(region, ()):
            owners.setdefault(name, region)
    found = frozenset(
        name for name, region in owners.items() if (region, name) in cells
    )
    return _Scopes({name: region + 1 for name, region in owners.items()}, found)


def _stored_cells(
    function: Function, hidden: dict[int, frozenset[str]]
) -> set[tuple[int, str]]:
    """Return the names that a comprehension stores in a cell, with its region."""
    found: set[tuple[int, str]] = set()
    for block in function.blocks.values():
        stored = [
            variable
            for value in block.body
            for variable in written(value)
            if variable.kind in _CELLS
        ]
        for variable in stored:
            for region in function.region_chain(block.region):
                if variable.name in hidden.get(region, ()):
                    found.add((region, variable.name))
                    break
    return found


def _scoped(scopes: _Scopes, variable: Variable) -> Variable:
    if variable.kind in _SHARED and variable.name in scopes.regions:
        scope = scopes.regions[variable.name]
        return Variable(variable.kind, variable.name, scope)
    return variable


def _as_local(scopes: _Scopes, node: Value) -> Value:
    """Replace a cell by a local of the comprehension, if the name has no cell here."""
    if node.op is not MicroOp.CELL:
        return node
    name = node.variable.name
    if name not in scopes.regions or name in scopes.cells:
        return node
    local = Variable(VariableKind.LOCAL, name, scopes.regions[name])
    return Value(MicroOp.LOAD, (), local, node.origins)


def drop_saves(function: Function) -> None:
    """Remove saves and restores of values, and copies of saved values.

    Each use of a stack slot must have its own variable by now.
    """
    carriers = _carriers(function)
    for block in function.blocks.values():
        block.body = [value for value in block.body if not _belongs(value, carriers)]


def _belongs(value: Value, carriers: set[Variable]) -> bool:
    if value.op is MicroOp.MAKE_CELL:
        return True
    if value.op is MicroOp.EVALUATE:
        return _carried(value.operands[0], carriers)
    if value.op is not MicroOp.STORE:
        return False
    return value.variable in carriers or _carried(value.operands[0], carriers)


def _carried(value: Value, carriers: set[Variable]) -> bool:
    return value.op is MicroOp.SAVE_LOCAL or (value.loaded in carriers)


def _carriers(function: Function) -> set[Variable]:
    """Return the temporaries that only contain saved values."""
    definitions: dict[Variable, list[Value]] = {}
    for block in function.blocks.values():
        if isinstance(block.terminator, Next):
            definitions.setdefault(block.terminator.item, []).append(
                Value(MicroOp.NULL)
            )
        for value in block.body:
            if value.stores_temporary:
                definitions.setdefault(value.variable, []).append(value.operands[0])
            elif isinstance(value.payload, UnpackShape):
                for target in value.payload.targets:
                    definitions.setdefault(target, []).append(Value(MicroOp.NULL))
    found = set(definitions)
    shrinking = True
    while shrinking:
        kept = {
            variable
            for variable in found
            if all(_carried(value, found) for value in definitions[variable])
        }
        shrinking = len(kept) < len(found)
        found = kept
    return found


def give_names(function: Function) -> None:
    """Turn the remaining variables of comprehensions into temporaries.

    A comprehension that stays a loop shares these variables with no other code.
    """
    fresh: dict[Variable, Variable] = {}

    for block in function.blocks.values():
        block.rename(partial(_own_name, function, fresh))


def _own_name(
    function: Function, fresh: dict[Variable, Variable], variable: Variable
) -> Variable:
    if not variable.scope or variable.kind is not VariableKind.LOCAL:
        return variable
    if variable not in fresh:
        fresh[variable] = function.fresh()
    return fresh[variable]


def unbound_stores(function: Function) -> bool:
    """Remove stores that leave a variable unbound; return whether there were any."""
    if not any(map(_unbinds, function.blocks[function.entry].body)):
        return False
    # A graph created by hand has no code object.
    bound = set(getattr(function.code, "parameters", ()))
    preds = predecessors(flow_graph(function, exceptions=True))
    block, changed = function.blocks[function.entry], False
    while len(preds[block.id]) == (block.id != function.entry):
        changed |= _without_unbinding(block, bound)
        if not isinstance(block.terminator, Jump):
            break
        block = function.blocks[block.terminator.target]
    return changed


def _unbinds(statement: Value) -> bool:
    return (
        statement.op is MicroOp.STORE
        and statement.variable.kind is VariableKind.LOCAL
        and statement.operands[0].op is MicroOp.NULL
    )


def _without_unbinding(block: BasicBlock, bound: set[str]) -> bool:
    """Remove stores that leave a variable unbound; add other names to ``bound``."""
    kept = []
    for statement in block.body:
        if _unbinds(statement) and statement.variable.name not in bound:
            continue
        if statement.op is MicroOp.STORE:
            bound.add(statement.variable.name)
        kept.append(statement)
    changed = len(kept) < len(block.body)
    block.body = kept
    return changed
