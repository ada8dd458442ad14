"""Describe the operation of an expression in a graph's source, without its values.

The layers of a model apply the same operations to other values. `template_of` replaces
the names of values by placeholders, so these expressions become one text, which is
parsed once.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, Collection, Mapping, NamedTuple, Sequence

from depyf.model.python_text import parsed, parsed_expression, text_of
from depyf.regexes import regex
from depyf.torch_text.access_paths import dotted_path

if TYPE_CHECKING:
    import re

SUBSCRIPT = "[]"  # the operation of ``x[0]``
_TEMPLATES = 8192  # cached templates
_WORD = regex(r"(?<![\w.])([^\W\d]\w*)")  # a name, but not of an attribute
_VALUE_BEGINS = "_depyf_value_"  # a name that no program has
_VALUE = _VALUE_BEGINS + "%d_"
_VALUES = regex(rf"\b{_VALUE_BEGINS}(\d+)_\b")
_WRAPPING = regex(r"^(?:torch\.ops\.|torch\._C\._nn\.|torch\.nn\.functional\.)")
_OVERLOAD = regex(r"\.default$")
_SLICE = regex(r"slice\(([^(),]+), ([^(),]+), ([^(),]+)\)")
_TUPLE_INDEX = regex(r"\[\(([^()]*)\)\]")
_GLOBAL = ("G_", "g_")
_SCOPES = ("L_", "l_", *_GLOBAL)
# Parts of torch's names for the parameters and buffers of modules.
PARAMETERS = ("_parameters_", "_buffers_")
_STEP = regex(r"_+(?:modules|parameters|buffers)_+")
_ROOTS = {"self", "args_0"}  # names of the compiled module
_NAME = regex(r"\b[LlGg]_\w+\b")  # the name that torch gives an input
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


class Operation(NamedTuple):
    """The operation of an expression.

    Attributes:
        label: the operation as it is shown, with its constants; `with_values` replaces
            the placeholders in it.
        loads: the numbers of the values that it uses, from left to right.
        name: the bare name of the operation: ``view`` for both ``x.view(4)`` and
            ``torch.ops.aten.view.default(x, [4])``; empty for signs such as ``+``.
        is_value: whether the expression is only the name of a value.
        is_none: whether the expression is ``None``.
    """

    label: str
    loads: tuple[int, ...] = ()
    name: str = ""
    is_value: bool = False
    is_none: bool = False


def template_of(text: str, values: Collection[str]) -> tuple[str, list[str]]:
    """Replace the values in an expression by placeholders; also return their names.

    Args:
        text: the expression, on one line.
        values: the names of values.

    >>> template_of("torch.add(y, x.view(y, dtype = int))", {"x", "y", "dtype"})[1]
    ['y', 'x', 'dtype']
    """
    pieces = _WORD.split(text)
    names: dict[str, str] = {}
    for at in range(1, len(pieces), 2):
        word = pieces[at]
        if word in values:
            number = names.get(word)
            if number is None:
                number = names[word] = _VALUE % len(names)
            pieces[at] = number
    return "".join(pieces), [*names]


def with_values(text: str, names: Sequence[str]) -> str:
    """Return a text with its placeholders replaced by readable names.

    >>> with_values("_depyf_value_0_ + _depyf_value_1_", ["L_x_", "add_1"])
    'x + add_1'
    """
    if _VALUE_BEGINS not in text:
        return text
    return _VALUES.sub(lambda found: readable_name(names[int(found[1])]), text)


@lru_cache(maxsize=_TEMPLATES)
def operation_of(template: str) -> Operation:
    """Return the operation of an expression; the label of an invalid one is its text.

    Args:
        template: the expression with placeholders, from `template_of`.

    >>> operation_of("torch.ops.aten.view.default(_depyf_value_1_, [4])")[:3]
    ('aten.view([4])', (1,), 'view')
    """
    value = parsed_expression(template)
    if value is None:
        named = _VALUES.findall(template)
        return Operation(template, tuple(map(int, named)))
    loads = _loads(value)
    is_name = isinstance(value, ast.Name)
    return Operation(
        _label(value, template),
        loads,
        _operation(value),
        is_value=is_name and bool(loads),
        is_none=_is_none(value),
    )


@lru_cache(maxsize=_TEMPLATES)
def change_of(template: str) -> Operation:
    """Return the operation of a statement that changes a value; it is the first load.

    Args:
        template: the statement with placeholders, from `template_of`.

    >>> change_of("_depyf_value_0_[(Ellipsis, 3)] = _depyf_value_1_")[:3]
    ('_depyf_value_0_[..., 3] = _depyf_value_1_', (0, 1), '')
    """
    tree = parsed(template)
    found = tree.body[0] if tree is not None else None
    sides: tuple[ast.expr, ast.expr]
    if isinstance(found, ast.AugAssign):
        sides, sign = (found.target, found.value), f"{_SIGNS[type(found.op)]}="
    elif isinstance(found, ast.Assign):
        sides, sign = (found.targets[0], found.value), "="
    else:
        return operation_of(template)
    loads = tuple(number for side in sides for number in _loads(side))
    left, right = (_readable(side, template) for side in sides)
    return Operation(f"{left} {sign} {right}", loads)


def readable_name(name: str) -> str:
    """Convert torch's name of a graph input to the path that a person would write.

    >>> readable_name("L_self_modules_layers_modules_0_modules_fc_parameters_weight_")
    'layers[0].fc.weight'
    >>> readable_name("L_x_"), readable_name("add_1")
    ('x', 'add_1')
    >>> readable_name("G_net_modules_fc_parameters_weight_"), readable_name("G_x_")
    ('net.fc.weight', 'G_x_')
    """
    if not name.startswith(_SCOPES) or not name.endswith("_"):
        return name
    path = _STEP.sub(".", name[2:].rstrip("_"))
    if "." not in path:
        # A global variable may have the name of a local one.
        if name.startswith(_GLOBAL):
            return name
        return path.strip("_") or name
    return dotted_path(drawn_path(path))


def owner_of_parameter(name: str) -> str | None:
    """Return the readable path of the module whose parameter or buffer an input is.

    Args:
        name: torch's name of the input.

    Returns:
        The path; empty for the compiled module itself, None for other inputs.

    >>> owner_of_parameter("L_self_modules_up_modules_0_modules_fc_parameters_weight_")
    'up[0].fc'
    >>> owner_of_parameter("L_self_modules_scales_parameters_3_")
    'scales'
    >>> owner_of_parameter("L_self_parameters_w_"), owner_of_parameter("L_x_")
    ('', None)
    """
    path = readable_name(name)
    if path == name or not any(one in name for one in PARAMETERS):
        return None
    return path[: max(path.rfind("."), path.rfind("["), 0)]


def drawn_path(path: str) -> str:
    """Return a path as a graph shows it: without the name of the compiled module.

    >>> drawn_path("self.layers[0].scale"), drawn_path("batch.ids")
    ('layers[0].scale', 'batch.ids')
    """
    root, _, rest = path.partition(".")
    return rest if rest and root in _ROOTS else path


def with_path(label: str, name: str, path: str) -> str:
    """Return a label that names a value by its path.

    >>> with_path("x @ L_scale.T", "L_scale", "layers[0].scale")
    'x @ layers[0].scale.T'
    """
    return _WORD.sub(lambda found: path if found[0] == name else found[0], label)


def _loads(value: ast.AST) -> tuple[int, ...]:
    names: list[str] = []
    _load(value, names)
    found = (_VALUES.fullmatch(name) for name in names)
    return tuple(int(one[1]) for one in found if one is not None)


def _load(value: ast.AST, names: list[str]) -> None:
    """Add the names in an expression, from left to right."""
    while isinstance(value, ast.Attribute):
        value = value.value
    if isinstance(value, ast.Name):
        names.append(value.id)
    else:
        for child in ast.iter_child_nodes(value):
            _load(child, names)


def _label(value: ast.expr, text: str) -> str:
    """Return the operation with its constants; the graph's edges show its values."""
    if isinstance(value, ast.BinOp) and type(value.op) in _SIGNS:
        left, right = (_readable(one, text) for one in (value.left, value.right))
        return f"{left} {_SIGNS[type(value.op)]} {right}"
    if not isinstance(value, ast.Call):
        return _readable(value, text)
    name = _function_name(value.func, text)
    given: Sequence[tuple[str, ast.expr]] = (
        *(("", one) for one in value.args),
        *((f"{one.arg}=", one.value) for one in value.keywords),
    )
    constants = [
        f"{key}{text_of(one, text)}"
        for key, one in given
        if not _is_none(one) and not _loads(one)
    ]
    return f"{name}({', '.join(constants)})" if constants else name


def _function_name(function: ast.expr, text: str) -> str:
    if isinstance(function, ast.Attribute) and _loads(function.value):
        return f".{function.attr}"
    name = _WRAPPING.sub("", text_of(function, text))
    return _OVERLOAD.sub("", name)


def _readable(value: ast.expr, text: str) -> str:
    source = _without_slices(text_of(value, text))
    return _NAME.sub(lambda found: readable_name(found.group()), source)


def _is_none(value: ast.AST) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _operation(value: ast.expr) -> str:
    """Return the bare name of the operation."""
    if isinstance(value, ast.Subscript):
        return SUBSCRIPT
    names: list[str] = []
    part = value.func if isinstance(value, ast.Call) else value
    while isinstance(part, ast.Attribute):
        names.append(part.attr)
        part = part.value
    # In torch.ops.aten.view.default, the last name is the overload.
    return names[1] if names[3:4] == ["ops"] else names[0] if names else ""


def _without_slices(text: str) -> str:
    """Return an expression with its slices in Python's usual form.

    >>> _without_slices("x[(Ellipsis, slice(None, 4, None))]")
    'x[..., :4]'
    """

    def part(found: re.Match[str]) -> str:
        start, stop, step = (each if each != "None" else "" for each in found.groups())
        return f"{start}:{stop}" + (f":{step}" if step else "")

    if "slice(" not in text and "Ellipsis" not in text:
        return text
    return _TUPLE_INDEX.sub(r"[\1]", _SLICE.sub(part, text).replace("Ellipsis", "..."))
