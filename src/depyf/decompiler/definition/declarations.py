"""Find the declarations that a body needs: ``global``, ``nonlocal``, or a bare name.

If a body stores a name that it does not own, the name was declared. A global that is
only read also needs a declaration if the name would mean something else there. This
happens in a class body, or inside a function that has a variable of that name.
"""

from __future__ import annotations

from typing import Callable, Collection, Iterable, Iterator

from depyf.decompiler.analysis.accesses import own_writes, written
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.function import Function, Next
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import Declare, If, Simple, Statement
from depyf.decompiler.ir.statement_tree import bound_names, values, walk
from depyf.decompiler.ir.value import (
    FunctionParts,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    const,
    nodes,
    store,
)
from depyf.decompiler.passes import slots
from depyf.decompiler.passes.cfg import comprehension_scopes, simplify

Lift = Callable[[CodeUnit], Function]

_EXPRESSIONS = ("<lambda>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
_COMPILER_OWNED = {
    "__class__",
    "__classdict__",
    "__conditional_annotations__",
}
_OWN = (VariableKind.LOCAL, VariableKind.CELL)
_STORES = frozenset({MicroOp.STORE, MicroOp.DELETE})
_ACCESSES = _STORES | {MicroOp.LOAD}


class Declarations:
    """Finds the declarations of a code unit and of its nested units.

    Args:
        root: the outermost unit.
        lift: returns the control-flow graph of a code unit.
    """

    def __init__(self, root: CodeUnit, lift: Lift) -> None:
        self._lift = lift
        self._parents: dict[int, CodeUnit] = {}
        self._owned: dict[int, frozenset[str]] = {}
        for unit in root.walk():
            for child in unit.children:
                self._parents[id(child)] = unit

    def of(self, unit: CodeUnit, function: Function) -> list[Statement]:
        """Return the declarations with which the body of ``unit`` must begin."""
        if unit.name in _EXPRESSIONS and id(unit) in self._parents:
            return []  # the outermost function is printed as `def`
        scoped = function
        if _saves_locals(function):
            scoped = _with_scopes(self._lift(unit))
        found = {
            "global": set(_globals(unit, function)),
            "nonlocal": _stored_free(scoped),
        }
        if unit.is_optimized:
            found["global"] |= self._hidden(unit, function)
            # A variable that `:=` binds in a comprehension is declared outside of it.
            shared = self._expression_stores(unit) & set(unit.freevars)
            found["nonlocal"] |= shared
            found["global"] |= self._expression_stores(unit, VariableKind.GLOBAL)
        found["nonlocal"] |= unused_free(unit, function)
        declared: list[Statement] = [
            Declare(keyword, tuple(sorted(names)))
            for keyword, names in found.items()
            if names
        ]
        declared += self._names_without_store(unit, scoped)
        return declared + _unbound(unit, scoped, self._expression_stores(unit))

    def _names_without_store(
        self, unit: CodeUnit, function: Function
    ) -> list[Statement]:
        """Return statements that keep names in a class body apart from outer variables.

        A class body looks up such a name itself because it also stores to it. The store
        was unreachable, so the compiler has dropped it.
        """
        if unit.is_optimized:
            return []
        around = self._around(unit)
        names = _reads(function, VariableKind.NAME) if around else set()
        names -= bound(function)
        found = [
            Simple(store(Variable(VariableKind.NAME, name), const(None)))
            for name in sorted(names)
            if any(self._owns(outer, name) for outer in around)
        ]
        return [If(const(False), list(found))] if found else []

    def _hidden(self, unit: CodeUnit, function: Function) -> set[str]:
        """Return globals whose names are also variables of an outer function."""
        around = self._around(unit)
        if not around:
            return set()
        own = set(unit.varnames) | set(unit.cellvars) | set(unit.freevars)
        names = _reads(function) | {
            name
            for child in unit.children
            if child.name in _EXPRESSIONS
            for name in self._expression_reads(child)
        }
        return {
            name
            for name in names - own
            if any(self._owns(outer, name) for outer in around)
        }

    def _expression_reads(self, unit: CodeUnit) -> Iterator[str]:
        yield from _reads(self._lift(unit))
        for child in unit.children:
            if child.name in _EXPRESSIONS:
                yield from self._expression_reads(child)

    def _expression_stores(
        self, unit: CodeUnit, kind: VariableKind = VariableKind.FREE
    ) -> set[str]:
        """Return the unit's variables that ``:=`` binds in comprehensions inside it."""
        found: set[str] = set()
        for child in unit.children:
            if child.name in _EXPRESSIONS:
                for block in self._lift(child).blocks.values():
                    for statement in block.body:
                        stored = written(statement)
                        found.update(v.name for v in stored if v.kind is kind)
                found |= self._expression_stores(child, kind)
        return found

    def _around(self, unit: CodeUnit) -> list[CodeUnit]:
        """Return the functions around a unit, innermost first."""
        found = []
        outer = self._parents.get(id(unit))
        while outer is not None:
            if outer.is_optimized:
                found.append(outer)
            outer = self._parents.get(id(outer))
        return found

    def _owns(self, unit: CodeUnit, name: str) -> bool:
        if name not in unit.varnames and name not in unit.cellvars:
            return name in unit.freevars
        if name in unit.parameters:
            return True
        known = self._owned.get(id(unit))
        if known is None:
            known = self._owned[id(unit)] = _stored(self._lift(unit))
        return name in known


def _unbound(
    unit: CodeUnit, function: Function, elsewhere: set[str]
) -> list[Statement]:
    """Return ``x: None`` for own variables that nothing binds, to make them local.

    Dynamo passes the cells of variables that a later part of the function binds. The
    statement that binds a variable may also have been dropped as unreachable.
    ``elsewhere`` are the names that ``:=`` in a comprehension binds.
    """
    if not unit.is_optimized:
        return []
    unbound = {*unit.varnames, *unit.cellvars} - elsewhere - set(unit.parameters)
    unbound -= bound(function)
    if not unbound:
        return []
    used = {
        node.variable.name
        for node in function.nodes
        if node.op in (MicroOp.LOAD, MicroOp.CELL)
        and node.variable.kind in _OWN
        and not node.variable.scope
    }
    return _made_local(used & unbound)


def _made_local(names: Iterable[str]) -> list[Statement]:
    targets = (
        Value(MicroOp.TARGET, (), Variable(VariableKind.LOCAL, name))
        for name in sorted(names)
    )
    return [
        Simple(Value(MicroOp.ANNOTATE, (target, const(None)))) for target in targets
    ]


def lost(
    unit: CodeUnit, before: Collection[str], body: list[Statement]
) -> list[Statement]:
    """Return ``x: None`` for variables that the source reads but no longer binds.

    The source leaves out handlers of code that cannot raise. Up to 3.9 the compiler
    keeps them.

    Args:
        unit: the code unit.
        before: the names that `bound` found in the lifted graph.
        body: the statements of the source.
    """
    if not unit.is_optimized:
        return []
    if not {*before}.difference(unit.parameters):
        return []
    read: set[str] = set()
    others: set[str] = set()
    for statement in walk(body):
        others.update(variable.name for variable in bound_names(statement))
        for value in values(statement):
            for node in nodes(value):
                payload = node.payload
                if isinstance(payload, Variable):
                    is_read = node.op is MicroOp.LOAD and payload.kind in _OWN
                    (read if is_read else others).add(payload.name)
                elif isinstance(payload, UnpackShape):
                    others.update(variable.name for variable in own_writes(node))
    return _made_local((read - others - set(unit.parameters)) & set(before))


def _stored_free(function: Function) -> set[str]:
    """Return the variables of outer functions that this function stores to."""
    return {
        statement.variable.name
        for statement in function.statements
        if statement.op in _STORES
        and statement.variable.kind is VariableKind.FREE
        and not statement.variable.scope
    }


def bound(function: Function) -> set[str]:
    """Return the variables that the function stores to, without temporaries."""
    found: set[str] = set()
    for block in function.blocks.values():
        if isinstance(block.terminator, Next):
            if not block.terminator.item.is_temporary:
                found.add(block.terminator.item.name)
        for statement in block.body:
            for variable in written(statement):
                if not variable.is_temporary and not variable.scope:
                    found.add(variable.name)
    return found


def _saves_locals(function: Function) -> bool:
    return any(
        statement.op is MicroOp.STORE and statement.operands[0].op is MicroOp.SAVE_LOCAL
        for statement in function.statements
    )


def unused_free(unit: CodeUnit, function: Function) -> set[str]:
    """Return free variables that only a ``nonlocal`` declaration explains."""
    if not unit.freevars:
        return set()
    used: set[str] = set()
    passed_on: set[str] = set()  # to nested functions
    for value in function.values:
        for node in nodes(value):
            payload = node.payload
            if isinstance(payload, Variable):
                # An inlined comprehension may have a local of the same name.
                if payload.kind is not VariableKind.LOCAL:
                    used.add(payload.name)
            elif isinstance(payload, FunctionParts):
                passed_on.update(getattr(payload.code, "freevars", ()))
    # Only a use of `super` makes a function share `__class__`.
    implied = _COMPILER_OWNED - (set() if "super" in used else {"__class__"})
    unused = set(unit.freevars) - used - passed_on - implied
    return {name for name in unused if name.isidentifier()}


def _reads(function: Function, kind: VariableKind = VariableKind.GLOBAL) -> set[str]:
    return {
        node.variable.name
        for node in function.nodes
        if node.op is MicroOp.LOAD and node.variable.kind is kind
    }


def _stored(function: Function) -> frozenset[str]:
    """Return own variables that are stored outside of inlined comprehensions."""
    return frozenset(
        variable.name
        for statement in _with_scopes(function).statements
        for variable in written(statement)
        if variable.kind in _OWN and not variable.scope
    )


def _with_scopes(function: Function) -> Function:
    """Rename variables of inlined comprehensions, so that they differ from others."""
    comprehension_scopes.run(function)
    simplify.remove_unreachable(function)
    slots.rename_webs(function)
    comprehension_scopes.drop_saves(function)
    return function


def _globals(unit: CodeUnit, function: Function) -> Iterator[str]:
    """Yield the names for which the body needs a ``global`` declaration."""
    if unit.is_optimized:
        yield from _stored_globals(function)
        return
    # In classes and modules, only comprehensions use globals without a declaration.
    inside = comprehension_scopes.regions(function)
    for block in function.blocks.values():
        if any(region in inside for region in function.region_chain(block.region)):
            continue
        for node in (node for value in block.values for node in nodes(value)):
            if node.op in _ACCESSES and node.variable.kind is VariableKind.GLOBAL:
                yield node.variable.name


def _stored_globals(function: Function) -> Iterator[str]:
    for one in function.statements:
        if one.op in _STORES and one.variable.kind is VariableKind.GLOBAL:
            yield one.variable.name
