# ruff: noqa: SIM118 - a probe is no dict: keys() and iteration differ
# ruff: noqa: F821, TRY301 - exception groups exist from 3.11 on only
"""Runs a lifted `Function`: the reference that says what the IR means.

A generator function, whatever the code is: it yields what the code yields and returns
what the code returns; `run_plain` drives it for ordinary functions.
"""

from __future__ import annotations

import importlib
import operator
import types
from typing import TYPE_CHECKING, Any, Callable, Generator, Mapping

from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Jump,
    Next,
    Raise,
    Reraise,
    Return,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit

NULL = type("Null", (), {"__repr__": lambda self: "NULL"})()

_BINARY = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow,
    "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "@": operator.matmul,
}  # fmt: skip
_INPLACE = {
    "+": operator.iadd, "-": operator.isub, "*": operator.imul,
    "/": operator.itruediv, "//": operator.ifloordiv, "%": operator.imod,
    "**": operator.ipow, "<<": operator.ilshift, ">>": operator.irshift,
    "&": operator.iand, "|": operator.ior, "^": operator.ixor,
    "@": operator.imatmul,
}  # fmt: skip
_COMPARE = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_UNARY = {
    "-": operator.neg, "+": operator.pos, "~": operator.invert, "not": operator.not_,
}  # fmt: skip
_CONVERT = {"": lambda x: x, "s": str, "r": repr, "a": ascii}
_GENERATORS = (types.GeneratorType, types.CoroutineType)
_SENT = (MicroOp.YIELD, MicroOp.YIELD_FROM, MicroOp.AWAIT)


class Frame:
    """Variables and handled exceptions of one run."""

    def __init__(
        self,
        function: Function,
        codes: Mapping[int, types.CodeType],
        namespace: dict[str, Any],
        arguments: Mapping[str, Any],
        closure: Mapping[str, Any],
    ) -> None:
        self.function = function
        self.unit: CodeUnit = function.code
        self.codes = codes
        self.globals = namespace
        self.values: dict[Variable, Any] = {}
        self.cells: dict[str, Any] = dict(closure)
        self.handled: list[BaseException] = []
        self.depths: dict[int, int] = {}
        self.delivered: BaseException | None = None
        for name in self.unit.cellvars:
            self.cells[name] = types.CellType()
        for name, value in arguments.items():
            if name in self.unit.cellvars:
                self.cells[name].cell_contents = value
            else:
                self.values[Variable(VariableKind.LOCAL, name)] = value

    # Variables.

    def read(self, variable: Variable) -> Any:
        kind, name = variable.kind, variable.name
        if kind in (VariableKind.CELL, VariableKind.FREE):
            try:
                return self.cells[name].cell_contents
            except ValueError:
                raise NameError(name) from None
        if kind is VariableKind.GLOBAL:
            if name in self.globals:
                return self.globals[name]
            try:
                return self.globals["__builtins__"][name]
            except KeyError:
                raise NameError(name) from None
        unbound = self.values.get(variable, NULL) is NULL
        if unbound and kind is VariableKind.LOCAL:
            raise UnboundLocalError(name)
        if variable not in self.values:
            raise AssertionError(f"{variable} is read before it is stored")
        return self.values[variable]

    def write(self, variable: Variable, value: Any) -> None:
        if variable.kind in (VariableKind.CELL, VariableKind.FREE):
            self.cells[variable.name].cell_contents = value
        elif variable.kind is VariableKind.GLOBAL:
            self.globals[variable.name] = value
        elif variable.kind is VariableKind.LOCAL and isinstance(value, types.CellType):
            self.cells[variable.name] = value
        else:
            self.values[variable] = value

    def delete(self, variable: Variable) -> None:
        self.read(variable)
        if variable.kind in (VariableKind.CELL, VariableKind.FREE):
            del self.cells[variable.name].cell_contents
        elif variable.kind is VariableKind.GLOBAL:
            del self.globals[variable.name]
        else:
            del self.values[variable]

    # Values.

    def eval(self, value: Value) -> Any:
        operands = [self.eval(operand) for operand in value.operands]
        return _EVAL[value.op](self, value.payload, *operands)

    def call(self, shape: Any, function: Any, *arguments: Any) -> Any:
        plain: list[Any] = []
        words: dict[str, Any] = {}
        pairs = list(zip(shape.arguments, arguments))
        if self.unit.version < (3, 9):
            # CPython 3.8: CALL_FUNCTION_EX looks at the keywords first.
            pairs.sort(key=lambda pair: pair[0] != "**")
        for kind, argument in pairs:
            if kind is None:
                plain.append(argument)
            elif kind == "*":
                plain.extend(argument)
            elif kind == "**":
                words.update({key: argument[key] for key in argument.keys()})
            else:
                words[kind] = argument
        return function(*plain, **words)

    def save_local(self, variable: Variable) -> Any:
        if variable.name in self.cells:
            return self.cells[variable.name]
        return self.values.pop(variable, NULL)

    def make_function(self, parts: Any, *operands: Any) -> Any:
        found = dict(zip(parts.parts, operands))
        code = self.codes[id(parts.code)]
        made = types.FunctionType(
            code,
            self.globals,
            code.co_name,
            found.get("defaults"),
            found.get("closure"),
        )
        made.__kwdefaults__ = found.get("kwdefaults")
        return made

    def import_(self, payload: Any, level: Any, fromlist: Any) -> Any:
        return __import__(payload.name, self.globals, None, fromlist or (), level)

    def import_from(self, name: str, module: Any) -> Any:
        try:
            return getattr(module, name)
        except AttributeError:
            return importlib.import_module(f"{module.__name__}.{name}")

    def build(self, kind: str, *items: Any) -> Any:
        if kind == "dict":
            return dict(zip(items[::2], items[1::2]))
        return {"tuple": tuple, "list": list, "set": set}[kind](items)

    def extend(self, kind: str, collection: Any, source: Any) -> None:
        if kind == "list":
            collection.extend(source)
        elif kind == "call":
            for key in source.keys():
                if key in collection:
                    raise TypeError(f"multiple values for {key}")
                collection[key] = source[key]
        else:
            collection.update(source)

    def add(self, kind: str, collection: Any, *items: Any) -> None:
        if kind == "dict":
            collection[items[0]] = items[1]
        else:
            getattr(collection, "append" if kind == "list" else "add")(*items)

    def unpack(self, shape: Any, source: Any) -> None:
        names = [f"v{number}" for number in range(len(shape.targets))]
        if shape.star is not None:
            names[shape.star] = "*" + names[shape.star]
        space: dict[str, Any] = {"source": source}
        exec(", ".join(names) + ("," if names else "[]") + " = source", space)
        for number, target in enumerate(shape.targets):
            self.write(target, space[f"v{number}"])

    def exc_match(self, _payload: object, error: Any, kinds: Any) -> bool:
        try:
            raise error
        except kinds:
            return True
        except BaseException as other:
            if other is not error:
                raise
            return False

    def group_match(self, shape: Any, group: Any, kinds: Any) -> None:
        if group is None:
            rest, match = None, None
        elif isinstance(group, kinds):
            rest, match = None, group
            if not isinstance(group, BaseExceptionGroup):
                match = ExceptionGroup("", [group])
        elif isinstance(group, BaseExceptionGroup):
            match, rest = group.split(kinds)
        else:
            rest, match = group, None
        for target, found in zip(shape.targets, (rest, match)):
            self.write(target, found)
        if match is not None:
            # CPython: what matched is the handled exception in the clause.
            self.handled[-1] = match

    def match_class(self, count: int, subject: Any, kind: Any, names: Any) -> Any:
        if not isinstance(subject, kind):
            return None
        match_args = getattr(kind, "__match_args__", ())
        if count and not match_args:
            return (subject,)
        found = (*match_args[:count], *names)
        if not all(hasattr(subject, name) for name in found):
            return None
        return tuple(getattr(subject, name) for name in found)

    def match_keys(self, _payload: object, subject: Any, keys: Any) -> Any:
        if not all(key in subject for key in keys):
            return None
        return tuple(subject[key] for key in keys)

    def intrinsic(self, name: str, *operands: Any) -> Any:
        if name == "list_to_tuple":
            return tuple(operands[0])
        if name == "prep_reraise_star":
            return _prep_reraise(*operands)
        raise NotImplementedError(name)

    def evaluate(self, *_: object) -> None:
        return None

    def statement(self, value: Value) -> None:
        """Runs a statement that is no STORE of something yielded."""
        self.eval(value)

    # Control.

    def enter(self, block: BasicBlock) -> None:
        """Notes how many exceptions were handled when each region was entered."""
        chain = set(self.function.region_chain(block.region))
        self.depths = {
            region: self.depths.get(region, len(self.handled)) for region in chain
        }

    def dispatch(self, block: BasicBlock, error: BaseException) -> int:
        if block.region is None:
            raise error
        self.delivered = error
        del self.handled[self.depths[block.region] :]
        return self.function.regions[block.region].handler

    def leave(self, terminator: Any) -> int:
        """Returns the next block of a terminator that does not leave the function."""
        if isinstance(terminator, Jump):
            return terminator.target
        if isinstance(terminator, Branch):
            chosen = self.eval(terminator.test)
            return terminator.if_true if chosen else terminator.if_false
        if isinstance(terminator, Next):
            try:
                item = next(self.eval(terminator.iterator))
            except StopIteration:
                return terminator.exhausted
            self.write(terminator.item, item)
            return terminator.body
        if isinstance(terminator, Reraise):
            raise self.eval(terminator.exception)
        assert isinstance(terminator, Raise)
        if terminator.exception is None:
            if not self.handled:
                raise RuntimeError("No active exception to reraise")
            raise self.handled[-1]
        error = self.eval(terminator.exception)
        if terminator.cause is not None:
            raise error from self.eval(terminator.cause)
        raise error


def _prep_reraise(original: BaseException, raised: list[Any]) -> Any:
    left = [error for error in raised if error is not None]
    if not left:
        return None
    if len(left) == 1 and left[0] is original:
        return original
    if not isinstance(original, BaseExceptionGroup):
        return left[0]
    own = [e for e in left if isinstance(e, BaseExceptionGroup) and e is not original]
    if len(left) == 1 and own:
        return own[0]
    return ExceptionGroup("", left)


def _with_exception(self: Frame, _payload: object, leave: Any, error: Any) -> Any:
    return leave(type(error), error, error.__traceback__)


def _cell(self: Frame, variable: Variable) -> Any:
    return self.cells[variable.name]


def _make_cell(self: Frame, variable: Variable) -> None:
    self.cells[variable.name] = types.CellType()


def _special(self: Frame, name: str, owner: Any) -> Any:
    method = getattr(type(owner), name, None)
    if method is None:
        raise AttributeError(name)
    return types.MethodType(method, owner)


def _store(self: Frame, variable: Variable, value: Any) -> None:
    self.write(variable, value)


_EVAL: dict[MicroOp, Callable[..., Any]] = {
    MicroOp.CONST: lambda f, p: p.value,
    MicroOp.LOAD: Frame.read,
    MicroOp.NULL: lambda f, p: NULL,
    MicroOp.EXCEPTION: lambda f, p: f.delivered,
    MicroOp.LASTI: lambda f, p: -1,
    MicroOp.PREVIOUS_EXCEPTION: lambda f, p: NULL,
    MicroOp.CELL: _cell,
    MicroOp.SAVE_LOCAL: Frame.save_local,
    MicroOp.COMMON_CONSTANT: lambda f, p: f.globals["__builtins__"][p],
    MicroOp.BUILD_CLASS: lambda f, p: f.globals["__builtins__"]["__build_class__"],
    MicroOp.ATTR: lambda f, p, x: getattr(x, p),
    MicroOp.ITEM: lambda f, p, x, i: x[i],
    MicroOp.SLICE: lambda f, p, *parts: slice(*parts),
    MicroOp.UNARY: lambda f, p, x: _UNARY[p](x),
    MicroOp.TRUTH: lambda f, p, x: bool(x),
    MicroOp.BINARY: lambda f, p, a, b: _BINARY[p](a, b),
    MicroOp.INPLACE: lambda f, p, a, b: _INPLACE[p](a, b),
    MicroOp.COMPARE: lambda f, p, a, b: _COMPARE[p](a, b),
    MicroOp.IS: lambda f, p, a, b: (a is b) is not p,
    MicroOp.CONTAINS: lambda f, p, a, b: (a in b) is not p,
    MicroOp.BUILD: Frame.build,
    MicroOp.JOIN: lambda f, p, *parts: "".join(parts),
    MicroOp.FORMAT: lambda f, p, x, spec="": format(_CONVERT[p](x), spec),
    MicroOp.CALL: Frame.call,
    MicroOp.FUNCTION: Frame.make_function,
    MicroOp.IMPORT: Frame.import_,
    MicroOp.IMPORT_FROM: Frame.import_from,
    MicroOp.ITER: lambda f, p, x: iter(x),
    MicroOp.YIELD_ITER: lambda f, p, x: x if isinstance(x, _GENERATORS) else iter(x),
    MicroOp.AITER: lambda f, p, x: type(x).__aiter__(x),
    MicroOp.SPECIAL: _special,
    MicroOp.WITH_EXCEPTION: _with_exception,
    MicroOp.EXC_MATCH: Frame.exc_match,
    MicroOp.LENGTH: lambda f, p, x: len(x),
    MicroOp.MATCH_SEQUENCE: lambda f, p, x: isinstance(x, (list, tuple, range)),
    MicroOp.MATCH_MAPPING: lambda f, p, x: isinstance(x, dict),
    MicroOp.MATCH_KEYS: Frame.match_keys,
    MicroOp.MATCH_CLASS: Frame.match_class,
    MicroOp.INTRINSIC: Frame.intrinsic,
    MicroOp.STORE: _store,
    MicroOp.DELETE: Frame.delete,
    MicroOp.SET_ATTR: lambda f, p, v, x: setattr(x, p, v),
    MicroOp.DEL_ATTR: lambda f, p, x: delattr(x, p),
    MicroOp.SET_ITEM: lambda f, p, v, x, i: operator.setitem(x, i, v),
    MicroOp.DEL_ITEM: lambda f, p, x, i: operator.delitem(x, i),
    MicroOp.UNPACK: Frame.unpack,
    MicroOp.EXC_GROUP_MATCH: Frame.group_match,
    MicroOp.EXTEND: Frame.extend,
    MicroOp.ADD: Frame.add,
    MicroOp.EVALUATE: Frame.evaluate,
    MicroOp.EXC_PUSH: lambda f, p, error: f.handled.append(error),
    MicroOp.EXC_POP: lambda f, p: f.handled.pop(),
    MicroOp.MAKE_CELL: _make_cell,
    MicroOp.ORIGIN: Frame.evaluate,
}


def _statement(frame: Frame, value: Value) -> Generator[Any, Any, None]:
    inner = value.operands[0] if value.operands else None
    if value.op is MicroOp.STORE and inner is not None and inner.op in _SENT:
        operand = frame.eval(inner.operands[0])
        if inner.op is MicroOp.YIELD:
            sent = yield operand
        elif inner.op is MicroOp.YIELD_FROM:
            sent = yield from operand
        else:
            sent = yield from operand.__await__()
        frame.write(value.variable, sent)
    else:
        frame.eval(value)


def _terminate(frame: Frame, terminator: Any) -> Generator[Any, Any, int]:
    if isinstance(terminator, Next) and terminator.is_async:
        step = type(frame.eval(terminator.iterator)).__anext__
        try:
            item = yield from step(frame.eval(terminator.iterator)).__await__()
        except StopAsyncIteration:
            return terminator.exhausted
        frame.write(terminator.item, item)
        return terminator.body
    return frame.leave(terminator)


def interpret(frame: Frame) -> Generator[Any, Any, Any]:
    """Runs a frame from its entry."""
    current = frame.function.entry
    while True:
        block = frame.function.blocks[current]
        frame.enter(block)
        try:
            for value in block.body:
                yield from _statement(frame, value)
            if isinstance(block.terminator, Return):
                return frame.eval(block.terminator.value)
            current = yield from _terminate(frame, block.terminator)
        except BaseException as error:
            current = frame.dispatch(block, error)


def run_plain(frame: Frame) -> Any:
    """Runs a frame that yields nothing; returns its result."""
    generator = interpret(frame)
    try:
        next(generator)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("a plain function yielded")
