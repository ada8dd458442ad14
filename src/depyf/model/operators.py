"""The operators in the printed text of a graph, and what each takes."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from depyf.model.graph_places import Above
from depyf.model.module_paths import dotted_path
from depyf.model.printed_graph import first_function, printed_of, type_words
from depyf.model.source_places import short_file

if TYPE_CHECKING:
    from depyf.model.printed_graph import Printed

# How torch writes the way to a tensor of the program as a name.
_PARAMETER = re.compile(r"_(?:parameters|buffers)_")
_STEP = re.compile(r"_+(?:modules|parameters|buffers)_+")
_WRAPPING = re.compile(r"^(?:torch\.ops\.|torch\._C\._nn\.|torch\.nn\.functional\.)")
_ROOTS = {"self", "args_0"}  # names of the module that is compiled
_NAME = re.compile(r"\b[Ll]_\w+\b")  # of an input, as torch writes it
_SLICE = re.compile(r"slice\(([^(),]+), ([^(),]+), ([^(),]+)\)")
_TUPLE_INDEX = re.compile(r"\[\(([^()]*)\)\]")
_OVERLOAD = re.compile(r"\.default$")
_SIGNS: Mapping[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}

SUBSCRIPT = "[]"  # the operation of ``x[0]``
NOWHERE = Above()


class Operator(NamedTuple):
    """A node of a graph; a tuple, of which many are made quickly.

    Attributes:
        name: of the value it makes.
        kind: ``input``, ``operator``, ``output`` or ``more``.
        label: what is done.
        type: dtype and shape, empty where the text has none.
        arguments: the names of the values it takes, but for parameters.
        parameters: those it takes, with their shapes.
        module: the module it runs in, as people write it.
        text: the statement, and the program's line it comes from.
        line: of the statement, from 1, in the text without empty lines around it.
        annotation: what torch says of the value: ``f32[4, 8][8, 1]cpu``.
        operation: the bare name of what is done: ``view`` for both ``x.view(4)`` and
            ``torch.ops.aten.view.default(x, [4])``; empty for signs.
        at: what the comments above say.
        home: as `at.module`, where it is drawn if elsewhere: in a nested graph.
        body: of that the last step which is no module.
    """

    name: str
    kind: str
    label: str
    type: str = ""
    arguments: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    module: str = ""
    text: str = ""
    line: int = 0
    annotation: str = ""
    operation: str = ""
    at: Above = NOWHERE
    home: str = ""
    body: str = ""


def operators_of(text: str) -> list[Operator]:
    r"""Return the nodes of a printed graph in its order; none where it is no Python.

    >>> text = "class G(M):\n def forward(self, x):\n  y = x + 1\n  return (y,)"
    >>> [(one.kind, one.label, one.arguments) for one in operators_of(text)]
    [('input', 'x', ()), ('operator', 'x + 1', ('x',)), ('output', 'return', ('y',))]
    """
    printed = printed_of(text)
    function = first_function(printed.tree) if printed is not None else None
    if printed is None or function is None:
        return []
    return list(Reader(printed, function).operators())


class Reader:
    """Reads the nodes of one of the functions in a graph's text."""

    def __init__(self, printed: Printed, function: ast.FunctionDef) -> None:
        self._lines = printed.lines
        self._function = function
        self._same: dict[str, str] = {}  # names for one value
        self._above = printed.above
        arguments = {one.arg: one for one in function.args.args if one.arg != "self"}
        self._described: dict[str, ast.arg | ast.AnnAssign | ast.Name] = {**arguments}
        self._given = [*self._unpacked()] or [*arguments]

    def given(self, name: str) -> tuple[str, ...]:
        """Return the values that the call of a node is given, repeated ones too."""
        for one in self._function.body:
            value = getattr(one, "value", None)
            if _target(one) == name and isinstance(value, ast.Call):
                names: list[str] = []
                _load(value, names)
                return tuple(self._same.get(each, each) for each in names)
        return ()

    def placeholders(self) -> tuple[str, ...]:
        """Return the names of all arguments in their order."""
        return tuple(self._given)

    def operators(self) -> Iterator[Operator]:
        """Yield the nodes in their order."""
        made = [*self._inputs(), *self._statements()]
        uses: dict[str, int] = {}
        for one in made:
            for name in one.arguments:
                uses[name] = uses.get(name, 0) + 1
        inside = {
            one.name: one
            for one in made
            if one.kind == "input"
            and uses.get(one.name, 0) == 1
            and _PARAMETER.search(one.name)
        }
        used_by_output = {
            n for one in made if one.kind == "output" for n in one.arguments
        }
        inside = {n: one for n, one in inside.items() if n not in used_by_output}
        for one in made:
            if one.name not in inside:
                yield _with_parameters(one, inside)

    def _inputs(self) -> Iterator[Operator]:
        for name in self._given:
            described = self._described.get(name)
            annotation = _annotation(described)
            kind = type_words(annotation)
            text = f"{name}: {kind}" if kind else name
            yield Operator(
                name,
                "input",
                readable_name(name),
                kind,
                text=text,
                line=getattr(described, "lineno", 0),
                annotation=annotation,
            )

    def _unpacked(self) -> Iterator[str]:
        """Yield the inputs that stand in lists, which a line of the graph unpacks."""
        for one in self._function.body:
            if isinstance(one, ast.AnnAssign) and one.value is None:
                self._described[_target(one)] = one
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Tuple):
                if isinstance(one.value, ast.Call) and not _is_operation(one.value):
                    for target in one.targets[0].elts:
                        if isinstance(target, ast.Name):
                            self._described.setdefault(target.id, target)
                            yield target.id

    def _statements(self) -> Iterator[Operator]:
        known = set(self._given)
        for statement in self._function.body:
            value = getattr(statement, "value", None)
            if isinstance(statement, ast.Return) and value is not None:
                names = self._names(value, known)
                yield Operator(
                    "return",
                    "output",
                    "return",
                    arguments=names,
                    line=statement.lineno,
                )
                return
            target = _target(statement)
            if not target or value is None or _is_none(value):
                continue  # ``x = None`` only frees what it held
            if isinstance(value, ast.Name) and value.id in known:
                self._same[target] = self._same.get(value.id, value.id)
                known.add(target)
                continue
            names = self._names(value, known)
            known.add(target)
            above = self._above.get(statement.lineno, NOWHERE)
            line = _place_text(above)
            annotation = _annotation(statement)
            yield Operator(
                target,
                "operator",
                self._label(value, known),
                type_words(annotation),
                names,
                module=_module(above.module),
                text=f"{target} = {self._text(value)}" + (f"\n{line}" if line else ""),
                line=statement.lineno,
                annotation=annotation,
                operation=_operation(value),
                at=above,
            )

    def _names(self, value: ast.AST, known: set[str]) -> tuple[str, ...]:
        loaded: list[str] = []
        _load(value, loaded)
        found = (
            self._same.get(name, name)
            for name in loaded
            if name in known and name != "self"
        )
        return tuple(dict.fromkeys(found))

    def _is_value(self, one: ast.expr, known: set[str]) -> bool:
        """Return whether an argument is a value of the graph, or is made of some."""
        if isinstance(one, ast.Name):
            return one.id in known and one.id != "self"
        return not isinstance(one, ast.Constant) and bool(self._names(one, known))

    def _text(self, value: ast.expr) -> str:
        """Return the text of an expression on one line."""
        first, last = value.lineno, value.end_lineno or value.lineno
        if first == last and self._lines[first - 1].isascii():
            return self._lines[first - 1][value.col_offset : value.end_col_offset]
        lines = [line.encode() for line in self._lines[first - 1 : last]]
        lines[-1] = lines[-1][: value.end_col_offset]
        lines[0] = lines[0][value.col_offset :]
        return " ".join(b" ".join(lines).decode().split())

    def _label(self, value: ast.expr, known: set[str]) -> str:
        """Return what is done, with constants; values are told by the edges."""
        if isinstance(value, ast.BinOp) and type(value.op) in _SIGNS:
            left, right = map(self._with_readable_names, (value.left, value.right))
            return f"{left} {_SIGNS[type(value.op)]} {right}"
        if not isinstance(value, ast.Call):
            return self._with_readable_names(value)
        name = self._function_name(value.func, known)
        given = [*value.args, *(one.value for one in value.keywords)]
        keys = [""] * len(value.args) + [f"{one.arg}=" for one in value.keywords]
        constants = [
            f"{key}{self._text(one)}"
            for key, one in zip(keys, given)
            if not _is_none(one) and not self._is_value(one, known)
        ]
        return f"{name}({', '.join(constants)})" if constants else name

    def _function_name(self, function: ast.expr, known: set[str]) -> str:
        if isinstance(function, ast.Attribute) and self._names(function.value, known):
            return f".{function.attr}"
        name = _WRAPPING.sub("", self._text(function))
        return _OVERLOAD.sub("", name)

    def _with_readable_names(self, value: ast.expr) -> str:
        text = _without_slices(self._text(value))
        return _NAME.sub(lambda found: self._readable(found.group()), text)

    def _readable(self, name: str) -> str:
        return readable_name(self._same.get(name, name))


def readable_name(name: str) -> str:
    """Return the way to a tensor that torch wrote as a name, as people write it.

    >>> readable_name("L_self_modules_layers_modules_0_modules_fc_parameters_weight_")
    'layers[0].fc.weight'
    >>> readable_name("L_x_"), readable_name("add_1")
    ('x', 'add_1')
    """
    if not name.startswith(("L_", "l_")) or not name.endswith("_"):
        return name
    path = _STEP.sub(".", name[2:].rstrip("_"))
    if "." not in path:
        return path.strip("_") or name
    root, _, rest = path.partition(".")
    return dotted_path(rest if root in _ROOTS else path)


def _with_parameters(one: Operator, inside: Mapping[str, Operator]) -> Operator:
    mine = [inside[name] for name in one.arguments if name in inside]
    if not mine:
        return one
    texts = []
    for parameter in mine:
        last = parameter.label.rpartition(".")[2]
        texts.append(f"{last} {parameter.type.partition(' ')[2]}")
    rest = tuple(name for name in one.arguments if name not in inside)
    return one._replace(arguments=rest, parameters=(", ".join(texts),))


def _target(statement: ast.stmt) -> str:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    return names[0] if names else ""


def _is_operation(call: ast.Call) -> bool:
    """Return whether a call is one of torch, and not one that unpacks inputs."""
    root: ast.expr = call.func
    while isinstance(root, ast.Attribute):
        root = root.value
    return not (isinstance(root, ast.Name) and root.id == "fx_pytree")


def _is_none(value: ast.AST) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _place_text(above: Above) -> str:
    """Return the program's line, for a reader."""
    if above.place is None:
        return ""
    code = f": {above.place.code}" if above.place.code else ""
    return f"{short_file(above.place.file)}:{above.place.line}{code}"


def _load(value: ast.AST, names: list[str]) -> None:
    """Add the names in an expression, as they are written from left to right."""
    # One function for all kinds, and no generator: graphs have thousands of lines.
    while isinstance(value, ast.Attribute):
        value = value.value
    if isinstance(value, ast.Name):
        names.append(value.id)
    elif isinstance(value, ast.Call):
        _load(value.func, names)
        for argument in value.args:
            _load(argument, names)
        for keyword in value.keywords:
            _load(keyword.value, names)
    elif not isinstance(value, ast.Constant):
        for child in ast.iter_child_nodes(value):
            _load(child, names)


def _annotation(described: ast.AST | None) -> str:
    found = getattr(described, "annotation", None)
    text = found.value if isinstance(found, ast.Constant) else ""
    return text if isinstance(text, str) else ""


def _operation(value: ast.expr) -> str:
    """Return the bare name of what is done."""
    if isinstance(value, ast.Subscript):
        return SUBSCRIPT
    names: list[str] = []
    part = value.func if isinstance(value, ast.Call) else value
    while isinstance(part, ast.Attribute):
        names.append(part.attr)
        part = part.value
    # torch.ops.aten.view.default: the last is the overload.
    return names[1] if names[3:4] == ["ops"] else names[0] if names else ""


@lru_cache(maxsize=4096)
def _module(path: str) -> str:
    """Return the path of a module in the one that is compiled."""
    for root in ("self", "args.0"):
        if path == root or path.startswith(f"{root}."):
            path = path[len(root) + 1 :]
            break
    return dotted_path(path) if path else ""


def _without_slices(text: str) -> str:
    """Return an expression with the parts between brackets as people write them.

    >>> _without_slices("x[(Ellipsis, slice(None, 4, None))]")
    'x[..., :4]'
    """

    def part(found: re.Match[str]) -> str:
        start, stop, step = (each if each != "None" else "" for each in found.groups())
        return f"{start}:{stop}" + (f":{step}" if step else "")

    if "slice(" not in text and "Ellipsis" not in text:
        return text
    return _TUPLE_INDEX.sub(r"[\1]", _SLICE.sub(part, text).replace("Ellipsis", "..."))
