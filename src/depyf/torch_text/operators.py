"""Read the operators of a printed graph, and the values that each of them takes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Collection, Iterator, Mapping, NamedTuple, Sequence

from depyf.torch_text.annotations import type_words
from depyf.torch_text.expressions import (
    PARAMETERS,
    Operation,
    change_of,
    operation_of,
    readable_name,
    template_of,
    with_values,
)
from depyf.torch_text.graph_lines import Above, annotation_of

if TYPE_CHECKING:
    from depyf.torch_text.graph_lines import Printed, Statement

_UNPACKS = "fx_pytree"  # the module whose functions unpack nested inputs
_SELF = "self."
_IN_OPERATOR, _EXPECTED = "Error in op: torch.ops.", "expected size "
NOWHERE = Above()


class Operator(NamedTuple):
    """A node of a graph; a tuple, because creating many tuples is fast.

    Attributes:
        name: the name of the node's value.
        kind: ``input``, ``operator`` or ``output``.
        label: the operation as it is shown.
        type: the dtype and shape; empty if the text does not name them.
        arguments: the names of the values that it takes, without those in `parameters`.
        first: the first value that it takes, which may be a parameter.
        parameters: the parameters and buffers that only this node takes, with shapes.
        code: the statement.
        line: the line of the statement, counted from 1, in the text without leading
            empty lines.
        annotation: torch's annotation of the value, such as ``f32[4, 8][8, 1]cpu``.
        operation: the bare name of the operation: ``view`` for both ``x.view(4)`` and
            ``torch.ops.aten.view.default(x, [4])``; empty for signs such as ``+``.
        changes: whether the node changes `first` in place.
        at: what the comments above the statement say.
        home: the path under which the node is drawn, for nodes that have or belong to
            nested graphs.  Others are drawn under `at.module`, and `home` is empty.
        body: the last step of `home` that is not a module, such as ``true_graph``.
        own_inputs: the names of the inputs in `parameters`.
    """

    name: str
    kind: str
    label: str
    type: str = ""
    arguments: tuple[str, ...] = ()
    first: str = ""
    parameters: tuple[str, ...] = ()
    code: str = ""
    line: int = 0
    annotation: str = ""
    operation: str = ""
    changes: bool = False
    at: Above = NOWHERE
    home: str = ""
    body: str = ""
    own_inputs: tuple[str, ...] = ()

    @property
    def attribute(self) -> str:
        """The graph's attribute, if the node only reads one; otherwise empty."""
        is_path = self.label.replace(".", "_").isidentifier()
        is_own = is_path and self.label.startswith(_SELF)
        return self.label[len(_SELF) :] if is_own else ""


class Reader:
    """Reads the nodes of one function of a printed graph."""

    def __init__(self, printed: Printed, function: ast.FunctionDef) -> None:
        self._statements = [*printed.statements(function)]
        self._same: dict[str, str] = {}  # names for one value
        returns = (one for one in function.body if isinstance(one, ast.Return))
        self._result = next((one.value for one in returns), None)
        self._above = printed.above
        self._annotations: dict[str, str] = {}
        arguments = {one.arg: one for one in function.args.args if one.arg != "self"}
        self._described: dict[str, ast.AST] = {**arguments}
        self._given = [*self._unpacked(function)] or [*arguments]

    def given(self, name: str) -> tuple[str, ...]:
        """Return the values that a node's call takes, in order, with repetitions."""
        known = {*self._given, *(one.target for one in self._statements)}
        for one in self._statements:
            if one.target == name:
                operation, names = _operation(one, known)
                loads = (names[at] for at in operation.loads)
                return tuple(self._same.get(each, each) for each in loads)
        return ()

    def inputs(self) -> dict[str, str]:
        """Return the annotation of each input, by name, in order."""
        return {name: annotation_of(self._described.get(name)) for name in self._given}

    def returned(self) -> tuple[str, ...]:
        """Return the name of each returned value, in order; empty for one without."""
        # Not the text of the statement: torch writes comments between the values.
        elements = getattr(self._result, "elts", ())
        names = (getattr(one, "id", "") for one in elements)
        return tuple(self._same.get(name, name) for name in names)

    def unknown(self) -> tuple[str, ...]:
        """Return the expressions whose values are not assigned to one name."""
        return tuple(
            one.value
            for one in self._statements
            if one.value
            and not (one.target or one.returns or one.value.startswith(f"{_UNPACKS}."))
        )

    def operators(self) -> Iterator[Operator]:
        """Yield the nodes in order."""
        made = [*self._inputs(), *self._operators()]
        uses: dict[str, int] = {}
        for one in made:
            for name in one.arguments:
                uses[name] = uses.get(name, 0) + 1
        inside = {
            one.name: one
            for one in made
            if one.kind == "input"
            and uses.get(one.name, 0) == 1
            and any(part in one.name for part in PARAMETERS)
        }
        used_by_output = {
            n for one in made if one.kind == "output" for n in one.arguments
        }
        inside = {n: one for n, one in inside.items() if n not in used_by_output}
        for one in made:
            if one.name not in inside:
                yield _with_parameters(one, inside)

    def _inputs(self) -> Iterator[Operator]:
        for name, annotation in self.inputs().items():
            kind = type_words(annotation)
            text = f"{name}: {kind}" if kind else name
            yield Operator(
                name,
                "input",
                readable_name(name),
                kind,
                code=text,
                line=getattr(self._described.get(name), "lineno", 0),
                annotation=annotation,
            )

    def _unpacked(self, function: ast.FunctionDef) -> Iterator[str]:
        """Yield the names of inputs that a line of the graph unpacks from lists."""
        for one in function.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                if one.value is None:
                    self._described[one.target.id] = one
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Tuple):
                if _unpacks(one.value):
                    for target in one.targets[0].elts:
                        if isinstance(target, ast.Name):
                            self._described.setdefault(target.id, target)
                            yield target.id

    def _operators(self) -> Iterator[Operator]:
        known = {*self._given} - {"self"}
        self._annotations = self.inputs()
        for one in self._statements:
            if not one.value or not (one.target or one.returns):
                continue
            operation, names = _operation(one, known)
            names = [self._same.get(name, name) for name in names]
            takes = tuple(dict.fromkeys([names[at] for at in operation.loads]))
            if one.returns:
                yield Operator("return", "output", "return", "", takes, line=one.line)
                return
            if operation.is_none:
                continue  # ``x = None`` only frees the previous value of ``x``
            known.add(one.target)
            if operation.is_value:
                self._same[one.target] = takes[0]
                continue
            yield self._operator(one, operation, names, takes)

    def _operator(
        self,
        statement: Statement,
        operation: Operation,
        names: Sequence[str],
        takes: tuple[str, ...],
    ) -> Operator:
        first = takes[0] if takes else ""
        # torch prints no annotation for ``x[0] = y``: the value is ``x``.
        of_changed = self._annotations.get(first, "") if statement.changes else ""
        annotation = statement.annotation or of_changed
        self._annotations[statement.target] = annotation
        return Operator(
            statement.target,
            "operator",
            with_values(operation.label, names),
            type_words(annotation),
            takes,
            first,
            code=f"{statement.target} = {statement.value}",
            line=statement.line,
            annotation=annotation,
            operation=operation.name,
            changes=bool(first) and (statement.changes or _is_in_place(operation.name)),
            at=self._above.get(statement.line, NOWHERE),
        )


def _operation(
    statement: Statement, values: Collection[str]
) -> tuple[Operation, list[str]]:
    template, names = template_of(statement.value, values)
    return (change_of if statement.changes else operation_of)(template), names


def _is_in_place(operation: str) -> bool:
    """Return whether an operation such as ``add_`` changes its first value."""
    return operation.endswith("_") and not operation.endswith("__")


def _with_parameters(one: Operator, inside: Mapping[str, Operator]) -> Operator:
    mine = [inside[name] for name in one.arguments if name in inside]
    if not mine:
        return one
    texts = []
    for parameter in mine:
        last = parameter.label.rpartition(".")[2]
        texts.append(f"{last} {parameter.type.partition(' ')[2]}")
    rest = tuple(name for name in one.arguments if name not in inside)
    own = tuple(parameter.name for parameter in mine)
    return one._replace(arguments=rest, parameters=(", ".join(texts),), own_inputs=own)


def _unpacks(value: ast.expr) -> bool:
    """Return whether an expression unpacks inputs from lists."""
    root = value.func if isinstance(value, ast.Call) else value
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(root, ast.Name) and root.id == _UNPACKS


def is_of_fake_tensors(text: str) -> bool:
    """Return whether an error says that an operation failed on fake tensors."""
    return "fake tensor" in text


def is_double_backward(text: str) -> bool:
    """Return whether an error says that compiled code has no double backward."""
    return "does not currently support double backward" in text


def is_gradient_in_transform(text: str) -> bool:
    """Return whether an error says that a transform met a compiled backward."""
    return "compiled backward function within vmap" in text


def operator_with_other_strides(text: str) -> str:
    r"""Return the operator that compiled code found to return other sizes or strides.

    >>> operator_with_other_strides(
    ...     "expected size 4==4, stride 8==2 at dim=1\nError in op: torch.ops.aten.f.x"
    ... )
    'aten.f.x'
    """
    _, found, rest = text.partition(_IN_OPERATOR)
    is_of_strides = text.startswith(_EXPECTED)
    return rest.partition("\n")[0].strip() if found and is_of_strides else ""
