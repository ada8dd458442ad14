"""Walk statement trees, and change them in place.

An ``elif`` chain may be nested deeper than Python's stack allows. So a recursive
function is written as a generator. It yields each call that it wants to make, and gets
the result. `complete` runs the generator.

>>> def depth(tree):
...     found = [0]
...     for inner in tree:
...         found.append((yield depth(inner)))
...     return 1 + max(found)
>>> complete(depth([[], [[]]]))
3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Generator, Iterator, TypeVar

from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import ImportName, nodes

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value, Variable

#: The attributes of a statement that contain a value, in source order.
_VALUE_FIELDS: dict[type, tuple[str, ...]] = {
    tree.Simple: ("value",),
    tree.If: ("test",),
    tree.While: ("test",),
    tree.For: ("target", "iterable"),
    tree.Match: ("subject",),
    tree.ReturnStatement: ("value",),
    tree.RaiseStatement: ("exception", "cause"),
    tree.Assert: ("test", "message"),
}

#: The same for the types of statements that have one value at most.
_ONE_VALUE: dict[type, str] = {
    kind: names[0]
    for kind, names in _VALUE_FIELDS.items()
    if len(names) == 1 and kind is not tree.Match
}


def walk(body: list[tree.Statement]) -> Iterator[tree.Statement]:
    """Yield all statements of the tree, each before those inside it."""
    pending = body[::-1]
    while pending:
        statement = pending.pop()
        yield statement
        if type(statement) in tree.WITH_BODIES:
            for inner in reversed(tree.bodies(statement)):
                pending += reversed(inner)


def breaks_loop(body: list[tree.Statement]) -> bool:
    """Return whether a ``break`` in the list leaves the loop around it."""
    return any(
        isinstance(statement, tree.Break)
        for part in lists(body, tree.bodies_in_loop)
        for statement in part
    )


def lists(
    body: list[tree.Statement],
    inner: Callable[[tree.Statement], tree.Bodies] = tree.bodies,
) -> Iterator[list[tree.Statement]]:
    """Yield the list and the lists inside it, outer before inner.

    Args:
        body: the list.
        inner: returns the inner lists of a statement that are yielded.
    """
    pending = [body]
    for part in pending:
        yield part
        for statement in reversed(part):
            if type(statement) in tree.WITH_BODIES:
                pending += reversed(inner(statement))


def value_of(statement: tree.Statement | None, op: MicroOp) -> Value | None:
    """Return the value of a simple statement with this operation; None for others."""
    if isinstance(statement, tree.Simple) and statement.value.op is op:
        return statement.value
    return None


def values(statement: tree.Statement) -> list[Value]:
    """Return the values of ``statement`` itself, without those of inner statements."""
    name = _ONE_VALUE.get(type(statement))
    if name is not None:  # most statements
        value = getattr(statement, name)
        return [] if value is None else [value]
    found = [getattr(owner, name) for owner, name in _slots(statement)]
    if isinstance(statement, tree.Match):
        for pattern in _patterns(statement):
            found += [pattern.value, *pattern.keys]
    return [value for value in found if value is not None]


def bound_names(statement: tree.Statement) -> list[Variable]:
    """Return the variables that ``statement`` binds itself, outside its values."""
    if isinstance(statement, tree.Try):
        found = [handler.name for handler in statement.handlers]
    elif isinstance(statement, tree.Match):
        found = [pattern.name for pattern in _patterns(statement)]
    else:
        return []
    return [variable for variable in found if variable is not None]


def offsets(body: list[tree.Statement]) -> list[int]:
    """Return the offsets of a tree's code, without the implicit end of the function."""
    return [offset for statement in walk(body) for offset in own_offsets(statement)]


def own_offsets(statement: tree.Statement) -> list[int]:
    """Return the offsets of a statement without its inner statements."""
    if isinstance(statement, tree.ReturnStatement) and not _has_place(statement):
        return []
    found = list(getattr(statement, "origins", ()))
    for value in values(statement):
        found.extend(value.all_origins())
    return found


def _has_place(end: tree.ReturnStatement) -> bool:
    """Return False for the implicit end of a function, which has no own position."""
    value = end.value
    if value is None or end.explicit:
        return bool(end.explicit)
    return value.op is not MicroOp.CONST or value.payload != Constant(None)


def declared_names(statement: tree.Statement) -> tuple[str, ...]:
    """Return the names of a ``global`` or ``nonlocal`` statement."""
    return statement.names if isinstance(statement, tree.Declare) else ()


def change_lists(
    body: list[tree.Statement],
    change: Callable[[list[tree.Statement]], list[tree.Statement]],
) -> list[tree.Statement]:
    """Apply ``change`` to every statement list, inner lists first."""
    if tree.WITH_BODIES.isdisjoint(map(type, body)):
        return change(body)
    for part in [*lists(body)][:0:-1]:
        part[:] = change(part)
    return change(body)


def map_values(body: list[tree.Statement], change: Callable[[Value], Value]) -> None:
    """Replace every value of the tree by the result of ``change``, in place.

    The values in patterns are not changed: they are constants and dotted names.
    """
    for statement in walk(body):
        name = _ONE_VALUE.get(type(statement))
        if name is not None:
            value = getattr(statement, name)
            if value is not None:
                setattr(statement, name, change(value))
            continue
        for owner, name in _slots(statement):
            value = getattr(owner, name)
            if value is not None:
                setattr(owner, name, change(value))


def _slots(statement: tree.Statement) -> Iterator[tuple[object, str]]:
    """Yield the fields that contain a value or None, as object and attribute."""
    for name in _VALUE_FIELDS.get(type(statement), ()):
        yield statement, name
    if isinstance(statement, tree.Try):
        for handler in statement.handlers:
            yield handler, "type"
    elif isinstance(statement, tree.With):
        for item in statement.items:
            yield item, "context"
            yield item, "target"
    elif isinstance(statement, tree.Match):
        for case in statement.cases:
            yield case, "guard"


def _patterns(statement: tree.Match) -> Iterator[tree.Pattern]:
    """Yield the patterns of a ``match``, outer before inner."""
    pending = [case.pattern for case in reversed(statement.cases)]
    while pending:
        pattern = pending.pop()
        yield pattern
        pending.extend(reversed(pattern.patterns))


def imports_future(statement: tree.Statement) -> bool:
    """Return whether a statement is ``from __future__ import ...``."""
    return any(
        isinstance(node.payload, ImportName) and node.payload.name == "__future__"
        for value in values(statement)
        for node in nodes(value)
    )


Result = TypeVar("Result")

#: A running call. It yields the calls that it makes, and gets their results.
Steps = Generator[Any, Any, Result]


def complete(steps: Steps[Result]) -> Result:
    """Run a generator and the generators that it yields; return the result."""
    stack: list[Steps[Any]] = [steps]
    result: Any = None
    while stack:
        try:
            inner = stack[-1].send(result)
        except StopIteration as end:
            stack.pop()
            result = end.value
        else:
            stack.append(inner)
            result = None
    found: Result = result
    return found
