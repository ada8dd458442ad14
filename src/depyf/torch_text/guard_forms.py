"""Parse guards and guard failures by a table of the forms in which torch writes them.

torch writes a guard as code (``L['n'] == 3``).  It writes a failure as that code or in
words (``tensor 'x' size mismatch at index 0. expected 3, actual 4``).  Both become a
`Question`.  A text that fits no row, and is no comparison, becomes a question of the
kind `GuardKind.OTHER` without further fields.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Match, Pattern

from depyf.model.python_text import dotted, parsed_expression, text_of
from depyf.regexes import regex
from depyf.torch_text.access_paths import Apart, apart
from depyf.torch_text.questions import (
    DTYPES,
    Form,
    GuardKind,
    Question,
    TensorGuard,
    kind_of_keys,
    listed,
)

_KNOWN = 1 << 11


def question(text: str) -> Question:
    """Parse what a guard checks, from any form in which torch writes guards.

    >>> found = question("L['n'] == 3")
    >>> found.kind, found.subject, found.relation, found.expected
    (<GuardKind.NUMBER: 'number'>, "L['n']", '==', '3')

    Args:
        text: the guard, without the remark that torch may add.
    """
    return asked(apart(text))


def asked(guard: Apart) -> Question:
    """Return what a guard checks, from its form and its paths."""
    return _asked(guard.form).about(guard.paths)


@lru_cache(maxsize=_KNOWN)
def _asked(text: str) -> Question:
    """Parse a guard, or a form with placeholders that many guards have in common."""
    for form, kind, pattern in _ROWS:
        found = pattern.fullmatch(text)
        if found is not None:
            read = _READERS.get(form)
            return _fields(form, kind, found) if read is None else read(found)
    return _comparison(text) or Question(Form.WORDS)


def _fields(form: Form, kind: GuardKind, found: Match[str]) -> Question:
    """Build the question from the named groups of a pattern."""
    groups = {"subject": "", **found.groupdict(default="")}
    negated = groups.pop("negated", None)
    if negated is not None:
        groups["relation"] = "not in" if negated else "in"
    value = _VALUES.get(form, "{subject}").format(**groups)
    return Question(form, kind, value=value, **groups)  # type: ignore[arg-type]


def _tensor(found: Match[str]) -> Question:
    tensor = TensorGuard(
        found["subject"],
        found["type"],
        listed(found["keys"]),
        found["dtype"],
        found["index"],
        found["requires_grad"] == "True",
        listed(found["size"]),
        listed(found["stride"]),
    )
    return Question(Form.TENSOR, subject=tensor.subject, tensor=tensor)


# For torch's name of a tensor property: the kind of guard, and the code that reads it.
_PROPERTIES = {
    "size": (GuardKind.SIZE, ".size()[{}]"),
    "stride": (GuardKind.STRIDE, ".stride()[{}]"),
    "rank": (GuardKind.RANK, ".dim()"),
    "dtype": (GuardKind.DTYPE, ".dtype"),
    "device": (GuardKind.DEVICE, ".device"),
    "device index": (GuardKind.DEVICE, ".device"),
    "requires_grad": (GuardKind.REQUIRES_GRAD, ".requires_grad"),
    "dispatch key set": (GuardKind.DISPATCH_KEYS, ""),
}


def _mismatch(found: Match[str]) -> Question:
    subject, name = found["subject"], found["name"]
    expected, actual = found["expected"] or "", found["actual"] or ""
    kind, end = _PROPERTIES.get(name, (GuardKind.OTHER, ""))
    if kind == GuardKind.DISPATCH_KEYS:
        kind = kind_of_keys(expected, actual)
    elif kind == GuardKind.DTYPE:
        expected, actual = (DTYPES.get(one, one) for one in (expected, actual))
    elif kind == GuardKind.REQUIRES_GRAD:
        expected = str(expected.endswith("1"))
    index = int(found["index"] or -1)
    value = f"{subject}{end.format(index)}" if end else ""
    return Question(
        Form.MISMATCH, kind, subject, value, "==", expected, actual, index, name
    )


_BACKEND = regex(
    r"compiler=(?P<quote>['\"])(?P<compiler>.+?)(?P=quote)(?:, dynamic=|\))"
    r"|_TorchCompile(?P<own>\w+)Wrapper"
    r"|(?:[\w.<>]+\.)?(?P<function>\w+|<lambda>)(?: defined at| \(id=)"
)


# A function in the text of a partial, with its address.
_FUNCTION_AT = regex(
    r"<(?:function|bound method|built-in function|class) '?"
    r"(?:[\w.<>]+\.)?(\w+|<lambda>)'?(?: at 0x[0-9a-f]+| of .*?)?>"
)


def _backends(found: Match[str]) -> Question:
    expected, actual = (_backend(found[one] or "") for one in ("expected", "actual"))
    return Question(Form.BACKEND, GuardKind.BACKEND, expected=expected, actual=actual)


def _backend(text: str) -> str:
    """Return a backend's name as it is passed to `torch.compile`."""
    found = _BACKEND.search(text)
    if found is None:
        return text
    compiler = _FUNCTION_AT.sub(r"\1", found["compiler"] or "")
    return (found["own"] or "").lower() or compiler or found["function"]


# The expression whose value the guard checks, where it is not the subject itself.
_VALUES = {
    Form.NO_TENSOR: "type({subject})",
    Form.SAME_TYPE: "type({subject})",
    Form.OTHER_TYPE: "type({subject})",
    Form.ATTRIBUTE: "hasattr({subject}, {expected})",
    Form.CONTAINS: "{expected} in {subject}",
}
_READERS = {Form.TENSOR: _tensor, Form.MISMATCH: _mismatch, Form.BACKEND: _backends}
_PARTS = {
    "SUBJECT": r"(?P<subject>.+?)",
    "SOURCE": r"(?P<subject>[LG]\[.+)",
    "ARGUMENT": r"(?P<subject>(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+)",
    "ADDRESS": r"\d+(?:, [^()]*)?",  # a later torch may pass more arguments
    "KEY": r"(?P<expected>'[^']*'|\"[^\"]*\"|[^,()]+)",
    "ATTRIBUTE": r"(?P<expected>'\w+')",
    "EXPECTED": r"(?P<expected>.*?)",
    "ACTUAL": r"(?P<actual>.*?)",
    "NOT ": r"(?P<negated>not )?",
}
_GONE = "Cache line invalidated because "
# The first row whose pattern fits reads the guard. A row has the form, the kind, and
# torch's text; names of `_PARTS` in it stand for patterns.
_TABLE = (
    (
        Form.TENSOR,
        GuardKind.OTHER,
        r"check_tensor\(SUBJECT, (?P<type>\w+), DispatchKeySet\((?P<keys>[^)]*)\), "
        r"(?P<dtype>torch\.\w+), device=(?P<index>[^,]+), "
        r"requires_grad=(?P<requires_grad>\w+), size=\[(?P<size>[^\]]*)\], "
        r"stride=\[(?P<stride>[^\]]*)\]\)",
    ),
    (
        Form.SAME_TYPE,
        GuardKind.TYPE,  # or a fake object that stands for one of the type
        r"(?P<name>___check_(?:type_id|fake_script_type))\(SUBJECT, ADDRESS\)",
    ),
    (
        Form.SAME_OBJECT,
        GuardKind.OBJECT,
        r"(?P<name>___check_obj_id)\(SUBJECT, ADDRESS\)",
    ),
    (Form.SAME_OBJECT, GuardKind.OBJECT, r"(?P<name>id)\(ARGUMENT\) == \d+"),
    (
        Form.MISMATCH,
        GuardKind.OTHER,
        r"tensor 'SUBJECT' (?P<name>[\w ]+?) mismatch(?: at index (?P<index>\d+))?"
        r"(?:\. expected EXPECTED(?:, actual ACTUAL)?)?(?:\. [A-Z].*)?",
    ),
    (
        Form.NO_TENSOR,
        GuardKind.NONE,
        r"expected type of 'SUBJECT' to be a tensor type, '? ?but found "
        r"<class '(?P<name>NoneType)'>",
    ),
    (
        Form.NO_TENSOR,
        GuardKind.TYPE,
        r"expected type of 'SUBJECT' to be a tensor type, '? ?but found "
        r"(?:<(?:class|enum) ')?ACTUAL'?>?",
    ),
    (Form.WORDS, GuardKind.RACE, r"Unexpected recompilation.*"),
    (
        Form.BACKEND,
        GuardKind.BACKEND,
        r"BACKEND_MATCH\b(?:.*?Cached backend: EXPECTED\. "
        r"New backend: ACTUAL\. If this)?.*",
    ),
    (
        Form.WORDS,
        GuardKind.VIEW,
        r".*'NoneType' object has no attribute '(?:size|stride|storage_offset)'.*",
    ),
    (
        Form.STATE,
        GuardKind.GRAD_MODE,
        r"GLOBAL_STATE changed: (?P<name>.*\b(?:grad_mode|inference_mode)\b.*)",
    ),
    (Form.STATE, GuardKind.SETTING, r"GLOBAL_STATE changed: (?P<name>.*)"),
    (
        Form.STATE,
        GuardKind.SETTING,
        r"(?P<name>___check_(?:global_state|torch_function_mode_stack|current_backend)"
        r".*|[\w.]*\bCURRENT_DEVICE\b.*|[\w.]*\btop_saved_tensors_hooks\b.*)",
    ),
    (Form.NO_FUNCTION, GuardKind.TYPE, r"\w+: Not a function on SUBJECT\.__\w+__"),
    (Form.OTHER_TYPE, GuardKind.OTHER, r"TYPE_MISMATCH\(SUBJECT\)"),
    # torch dropped the entry with the object or class that it was compiled for.
    (Form.OTHER_TYPE, GuardKind.TYPE, rf"{_GONE}type\(SUBJECT\) got deallocated"),
    (Form.SAME_OBJECT, GuardKind.OBJECT, rf"{_GONE}SUBJECT got deallocated"),
    (Form.MISSING, GuardKind.OTHER, r"\w+Error(?: on)? SOURCE"),
    (Form.CONTAINS, GuardKind.KEY, r"NOT KeyError on SUBJECT\[KEY\]"),
    (
        Form.ATTRIBUTE,
        GuardKind.KEY,
        r"hasattr\(SUBJECT, ATTRIBUTE\)(?P<negated> == False)?",
    ),
    (Form.ATTRIBUTE, GuardKind.KEY, r"NOT hasattr\(SUBJECT, ATTRIBUTE\)"),
    (Form.CONTAINS, GuardKind.KEY, r"NOT ___dict_contains\(KEY, SUBJECT\)"),
    (Form.CONTAINS, GuardKind.KEY, r"NOT set\.__contains__\(SUBJECT, KEY\)"),
    # `mark_dynamic` and the like mark dimensions of an input: only these may be marked.
    (
        Form.MARKED,
        GuardKind.KEY,
        r"\(?\(\(?getattr\(SUBJECT, '_dynamo_(?P<name>\w+)_indices', set\(\)\)"
        r"\.issubset\((?P<expected>\{[\d, ]*\})\)\)? if hasattr\("
        r"(?P=subject), '_dynamo_(?P=name)_indices'\) else True\)\)?",
    ),
    (Form.ALIASING, GuardKind.ALIAS, r"(?:___)?check_no_aliasing\(EXPECTED\)"),
    (Form.ALIASING, GuardKind.ALIAS, r"Duplicate tensors?\b.*|.*overlapping.*"),
    (Form.WORDS, GuardKind.LENGTH, r"\w*LENGTH.*"),
)


def _pattern(text: str) -> Pattern[str]:
    for name, part in _PARTS.items():
        text = text.replace(name, part)
    return re.compile(text, re.DOTALL)


_ROWS = tuple((form, kind, _pattern(text)) for form, kind, text in _TABLE)
# Most comparisons have this simple form, which needs no parser.
_PLAIN = regex(
    r"(?P<subject>\w+(?:\.\w+|\['?\w+'?\])*) (?P<relation>==|is|is not) "
    r"(?P<expected>None|True|False|-?\d+(?:\.\d+)?|'[\w .]*')"
)


# --- comparisons ----------------------------------------------------------------------

_OF_SIZE = regex(r"\.(?:size|stride|storage_offset)\(\)|\bMod\(|(?<![\w.'\"])[su]\d+\b")
_KEY_OF = regex(r"^list\(dict\.keys\((?P<dict>.+)\)\)\[\d+\]$")
_OF_FUNCTION = {"len": GuardKind.LENGTH, "type": GuardKind.TYPE}
_RELATIONS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.NotEq: "!=",
    ast.Eq: "==", ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_EQUAL = ("==", "is")
_NUMBER = regex(r"-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf|nan)$")


def of_sizes(text: str) -> bool:
    """Return whether a condition is about sizes, strides or their symbols."""
    return _OF_SIZE.search(text) is not None


def _comparison(text: str) -> Question | None:
    """Read a comparison, ``not PATH``, or a condition on sizes; None for other texts.

    If only the right side is a variable, the sides are swapped: ``3 < n`` is ``n > 3``.
    """
    plain = _PLAIN.fullmatch(text)
    if plain is not None:
        subject, relation, expected = plain.groups()
        kind = _kind(text, relation, expected)
        return Question(Form.COMPARISON, kind, subject, subject, relation, expected)
    tree = parsed_expression(text)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
        is_call = isinstance(tree.operand, ast.Call)
        kind = GuardKind.CONDITION if is_call else GuardKind.LENGTH
        subject = text_of(tree.operand, text)
        return Question(Form.NOT, kind, subject, subject)
    if not isinstance(tree, ast.Compare) or len(tree.ops) > 2:
        is_condition = tree is not None and of_sizes(text)
        return Question(Form.WORDS, GuardKind.CONDITION) if is_condition else None
    relations = [_RELATIONS[type(one)] for one in tree.ops]
    low, *rest = (text_of(node, text) for node in (tree.left, *tree.comparators))
    if len(rest) == 2:
        first = _TURNED.get(relations[0], relations[0])
        expected = f"{first} {low} and {relations[1]} {rest[1]}"
        kind = GuardKind.CONDITION
        return Question(Form.RANGE, kind, rest[0], rest[0], expected=expected)
    node, value, relation, expected = tree.left, low, relations[0], rest[0]
    if not _varies(node) and _varies(tree.comparators[0]):
        node, value, expected = tree.comparators[0], expected, value
        relation = _TURNED.get(relation, relation)
    subject, known = _looked_at(node, value)
    if relation == "is" and known is None and _are_paths(tree.left, *tree.comparators):
        known = GuardKind.ALIAS
    if relation == "!=" and known == GuardKind.LENGTH:
        relation = "=="  # torch writes the failed check of a dict's length with `!=`
    kind = _kind(text, relation, expected) if known is None else known
    return Question(Form.COMPARISON, kind, subject, value, relation, expected)


def _looked_at(node: ast.expr, value: str) -> tuple[str, GuardKind | None]:
    """Return the subject and kind of ``len(x)``, ``type(x)`` or a dict's key.

    For other values, the kind is None.
    """
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
        kind = _OF_FUNCTION.get(node.func.id)
        if kind is not None:
            return value[len(node.func.id) + 1 : -1], kind
    key = _KEY_OF.match(value)
    return (key["dict"], GuardKind.DICT_KEYS) if key is not None else (value, None)


def _are_paths(*nodes: ast.expr) -> bool:
    """Return whether all expressions are paths to values, such as ``L['a'].b``."""
    return all(
        isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
        and not dotted(node).startswith("torch.")
        for node in nodes
    )


def _varies(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Name) for one in ast.walk(node))


def _kind(text: str, relation: str, expected: str) -> GuardKind:
    """Classify a comparison as a GuardKind."""
    if relation in {"in", "not in"}:
        return GuardKind.KEY
    if of_sizes(text):
        return GuardKind.CONDITION
    if expected == "None" and relation != "!=":
        return GuardKind.NONE
    if expected in {"True", "False"} and relation in _EQUAL:
        return GuardKind.FLAG
    if relation == "==":
        if expected.startswith(("'", '"')):
            return GuardKind.TEXT
        return GuardKind.NUMBER if _NUMBER.match(expected) else GuardKind.OTHER
    return GuardKind.OBJECT if relation in {"is", "is not"} else GuardKind.CONDITION
