"""Read which buffers each statement of a generated module reads and writes.

Inductor names the pointers of a fused kernel after what the kernel does with them:
``in_ptr0``, ``out_ptr1``, ``in_out_ptr0``.  The arguments of a call are in this order.
A kernel need not read the old value of an ``in_out_ptr0``: its body tells.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple, Sequence, Tuple

from depyf.model.python_text import parsed
from depyf.torch_text.kernel_module import Access, first_access, heads_of_kernels

if TYPE_CHECKING:
    from depyf.torch_text.kernel_module import KernelModule

_FUNCTIONS = ("call", "partition_")  # the functions that run the kernels
_REINTERPRET = "reinterpret_tensor"
_EMPTY = "empty"


class _Role(NamedTuple):
    """What a kernel does with a buffer; `perhaps_reads` if the body does not tell."""

    reads: bool = False
    perhaps_reads: bool = False
    writes: bool = False


_Roles = Tuple[_Role, ...]


class Buffer(NamedTuple):
    """A mention of a buffer; `size` is its number of elements, if it is constant."""

    name: str
    size: int | None = None


class Step(NamedTuple):
    """A statement that calls a function, gives a buffer another name, or returns.

    Attributes:
        line: the line of the module, counted from 1.
        called: the called function; empty for other statements.
        target: the name that the result gets; empty if there is none.
        arguments: the buffer in each positional argument; an empty name for none.
        out: the buffer that the result is written to, given as ``out=``.
        reads: for a fused kernel, the buffers that it reads before it writes them.
        updates: for a fused kernel, the buffers that it writes and perhaps reads.
        writes: for a fused kernel, all buffers that it writes.
        item: for ``target = source[1]``, the position.
        returns: whether this is a ``return``.
    """

    line: int
    called: str = ""
    target: str = ""
    arguments: tuple[Buffer, ...] = ()
    out: Buffer = Buffer("")
    reads: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    item: int | None = None
    returns: bool = False

    @property
    def is_same(self) -> bool:
        """Whether the target is another name for the first argument."""
        return self.called == _REINTERPRET

    @property
    def is_new(self) -> bool:
        """Whether the target is a new buffer without a value."""
        return self.called.startswith(_EMPTY)


def buffer_steps(module: KernelModule) -> tuple[Step, ...]:
    """Return the statements of a module in order; empty if it is not Python."""
    tree = parsed(module.text)
    if tree is None:
        return ()
    roles = _roles_of_kernels(module)
    functions = sorted(
        (
            one
            for one in ast.walk(tree)
            if isinstance(one, ast.FunctionDef) and one.name.startswith(_FUNCTIONS)
        ),
        key=lambda one: one.lineno,
    )
    return tuple(step for one in functions for step in _steps(one.body, roles))


def _roles_of_kernels(module: KernelModule) -> dict[str, _Roles]:
    """Map each kernel to what it does with each of its parameters."""
    return {
        name: tuple(_role(one, head.body) for one in head.parameters)
        for name, head in heads_of_kernels(module).items()
    }


def _role(name: str, body: str) -> _Role:
    if not name.startswith("in_out_ptr"):
        return _Role(name.startswith("in_ptr"), False, name.startswith("out_ptr"))
    first = first_access(name, body)
    return _Role(first is Access.READ, first is Access.UNKNOWN, writes=True)


def _steps(body: Sequence[ast.stmt], roles: Mapping[str, _Roles]) -> Iterator[Step]:
    for one in body:
        if isinstance(one, (ast.With, ast.If, ast.For)):
            yield from _steps(one.body, roles)
        elif isinstance(one, ast.Return) and isinstance(
            one.value, (ast.Tuple, ast.List)
        ):
            own = tuple(map(_buffer, one.value.elts))
            yield Step(one.lineno, arguments=own, returns=True)
        elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Call):
            yield _called(one.value, "", roles)
        elif isinstance(one, ast.Assign) and len(one.targets) == 1:
            target = one.targets[0]
            if isinstance(target, ast.Name):
                yield _assigned(one, target.id, roles)


def _assigned(one: ast.Assign, target: str, roles: Mapping[str, _Roles]) -> Step:
    value = one.value
    if isinstance(value, ast.Call):
        return _called(value, target, roles)
    if isinstance(value, ast.Name):
        own = (Buffer(value.id),)
        return Step(one.lineno, _REINTERPRET, target, own)
    if isinstance(value, ast.Subscript):
        return Step(
            one.lineno, "", target, (_buffer(value.value),), item=_number(value.slice)
        )
    return Step(one.lineno, "", target)


def _called(value: ast.Call, target: str, roles: Mapping[str, _Roles]) -> Step:
    name = _dotted(value.func)
    name = name[: -len(".run")] if name.endswith(".run") else name
    arguments = tuple(map(_buffer, value.args))
    if name.startswith(_EMPTY):
        arguments = (Buffer("", _size(value.args[0]) if value.args else None),)
    elif name == _REINTERPRET:
        arguments = (_buffer(value),)
    out = [_buffer(one.value) for one in value.keywords if one.arg == "out"]
    own = [*zip(arguments, roles.get(name, ()))]
    return Step(
        value.lineno,
        name,
        target,
        arguments,
        out=out[0] if out else Buffer(""),
        reads=tuple(one.name for one, role in own if role.reads),
        updates=tuple(one.name for one, role in own if role.perhaps_reads),
        writes=tuple(one.name for one, role in own if role.writes),
    )


def _buffer(value: ast.expr) -> Buffer:
    """Return the buffer in an argument: a name, or a name with another shape."""
    if isinstance(value, ast.Name):
        return Buffer(value.id)
    is_same = isinstance(value, ast.Call) and _dotted(value.func) == _REINTERPRET
    if is_same and isinstance(value, ast.Call) and len(value.args) > 1:
        return Buffer(_buffer(value.args[0]).name, _size(value.args[1]))
    return Buffer("")


def _dotted(value: ast.expr) -> str:
    if isinstance(value, ast.Attribute):
        return f"{_dotted(value.value)}.{value.attr}"
    return value.id if isinstance(value, ast.Name) else ""


def _size(shape: ast.expr) -> int | None:
    size = 1
    for one in shape.elts if isinstance(shape, ast.Tuple) else [shape]:
        number = _number(one)
        if number is None:
            return None
        size *= number
    return size


def _number(value: ast.AST) -> int | None:
    value = getattr(value, "value", value)  # Python 3.8 wraps an index
    value = getattr(value, "value", value)
    return value if isinstance(value, int) else None
