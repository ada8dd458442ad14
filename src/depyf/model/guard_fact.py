"""Turn one guard into a fact: a category, and a condition in readable Python."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, Iterable, Mapping, Sequence

from depyf.records import dataclass
from depyf.regexes import regex
from depyf.torch_text.access_paths import is_stored, paths_of, with_symbol
from depyf.torch_text.guard_forms import of_sizes
from depyf.torch_text.guards import is_expression
from depyf.torch_text.path_names import with_one_builtins
from depyf.torch_text.questions import Form, GuardKind

if TYPE_CHECKING:
    from depyf.model.events import Guard, ShapeSymbol, SourceLine
    from depyf.torch_text.access_paths import AccessPath
    from depyf.torch_text.path_names import PathNames
    from depyf.torch_text.questions import Question, TensorGuard

INPUTS, VALUES, SIZES = "inputs", "Python values", "sizes"
PARAMETERS, OBJECTS = "parameters and buffers", "the same objects and types"
STATE = "torch's own state"
FUNCTION = "global_state_is("
ANY = "..."  # written for a dimension of any size
ORDER = (INPUTS, VALUES, SIZES, PARAMETERS, OBJECTS, STATE)

_NUMBERED = regex(r"(?<=[\w\]])\[\d+\]")
# Attributes that lead to objects which a program does not change while it runs.
_INTERNAL = {
    "__code__", "__defaults__", "__closure__", "_modules", "_parameters", "_buffers",
}  # fmt: skip
_DICT = ".__dict__"
_IMPORTED = "__import__('torch')"


@dataclass(frozen=True)
class GuardFact:
    """The condition of a guard as Python source: ``before + subject + after``.

    Attributes:
        category: one of `ORDER`.
        before: the text before the subject.
        subject: the readable path that the condition is about; the whole condition if
            it is about several paths or none.
        after: the text after the subject.
        user_line: the user's line that causes the guard.
        identity: a text that is equal for two entries only if their guards are equal.
        remark: torch's text after the guard that is not Python.
        python: whether the condition parses as Python.
        tensor: the checked properties, if the guard is on a tensor.
    """

    category: str
    before: str
    subject: str
    after: str = ""
    user_line: SourceLine | None = None
    identity: str = ""
    remark: str = ""
    python: bool = True
    tensor: TensorGuard | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        """The condition as Python source."""
        return f"{self.before}{self.subject}{self.after}"


def fact_identity(part: Guard) -> str:
    """Return the `GuardFact.identity` of a guard that is not on torch's settings."""
    return with_one_builtins(part.expression)


class FactMaker:
    """Creates the facts of an entry's guards.

    Most guards differ from an earlier one only in the path, so its wording is reused.

    Args:
        names: the readable names of the entry's paths.
        classes: the full names of all classes that the guards name.
        symbols: the dynamic sizes of the entry.
    """

    def __init__(
        self,
        names: PathNames,
        classes: Iterable[str],
        symbols: Sequence[ShapeSymbol] = (),
    ) -> None:
        self._names, self._short = names, _short_names(classes)
        self._sizes = _size_names(symbols, names)
        self._alike: dict[object, tuple[GuardFact, str]] = {}

    def fact(self, part: Guard) -> GuardFact:
        """Return the fact of a guard."""
        form, paths = part.apart
        if len(paths) != 1 or (self._sizes and _may_name_sizes(part)):
            return self._made(part)
        (path,) = part.paths[:1]
        shown = self._names.of(path)
        key = form, part.remark, _looks(path, shown)
        if key not in self._alike:
            first = self._made(part)
            if first.subject.count(_stem(shown)) != 1:
                return first
            self._alike[key] = first, first.subject.replace(_stem(shown), _PLACE)
        first, subject = self._alike[key]
        return GuardFact(
            first.category,
            first.before,
            subject.replace(_PLACE, _stem(shown)),
            first.after,
            part.user_line,
            fact_identity(part),
            first.remark,
            first.python,
            part.asks.tensor if first.tensor else None,
        )

    def _made(self, part: Guard) -> GuardFact:
        found = _fact(part, self._names, self._short, self._sizes)
        return found if is_expression(found.text) else replace(found, python=False)


def _may_name_sizes(part: Guard) -> bool:
    """Return whether the wording of a guard may contain symbols for sizes."""
    tensor = part.asks.tensor
    return of_sizes(part.apart.form) if tensor is None else "None" in tensor.size


_PLACE = "\0"  # the placeholder for the path in a wording


def _stem(shown: str) -> str:
    """Return a path without a final ``__dict__``."""
    return shown[: -len(_DICT)] if shown.endswith(_DICT) else shown


def _looks(path: AccessPath, shown: str) -> tuple[object, ...]:
    """Return the properties of a path that decide the wording of a fact."""
    return (
        path.is_local,
        _is_of_torch(path),
        _is_internal(path),
        is_stored(path.literal),
        shown.endswith(_DICT),
        shown.startswith("torch."),
        any(word in shown for word in ("__code__", "__defaults__", " ")),
    )


def _short_names(names: Iterable[str]) -> Mapping[str, str]:
    """Return the last part of each class name; the full name if two share it."""
    owners: dict[str, set[str]] = {}
    for name in names:
        owners.setdefault(name.rpartition(".")[2], set()).add(name)
    return {
        name: short if len(full) == 1 and short.isidentifier() else name
        for short, full in owners.items()
        for name in full
    }


def _size_names(
    symbols: Sequence[ShapeSymbol], names: PathNames
) -> Sequence[tuple[str, str]]:
    """Return the readable paths of sizes with their symbols, the longest path first.

    Sizes of numbered objects, such as ``layers[0]``, are left out: their guards fold
    only if they keep the paths.
    """
    found = {names.in_text(one.source): one.symbol for one in symbols if one.source}
    plain = {
        shown: name for shown, name in found.items() if not _NUMBERED.search(shown)
    }
    return sorted(plain.items(), key=lambda pair: -len(pair[0]))


def _fact(
    part: Guard,
    names: PathNames,
    short: Mapping[str, str],
    sizes: Sequence[tuple[str, str]],
) -> GuardFact:
    asks = part.asks
    if asks.tensor is not None:
        return _tensor_fact(part, asks.tensor, names, sizes)
    if asks.form == Form.STATE and part.settings:
        identity = f"{FUNCTION}{part.remark}"  # includes the settings left out above
        return GuardFact(
            STATE, FUNCTION, "", f"{part.settings})", part.user_line, identity
        )
    before, subject, after = _condition(part, names, short)
    text = f"{before}{subject}{after}"
    if of_sizes(part.expression):
        for shown, symbol in sizes:
            text = with_symbol(text, shown, symbol)
        before, subject, after = "", text, ""
    return GuardFact(
        category=_category(part, text),
        before=before,
        subject=subject,
        after=after,
        user_line=part.user_line,
        identity=fact_identity(part),
        remark="" if part.class_name else part.remark,
    )


def _condition(
    part: Guard, names: PathNames, short: Mapping[str, str]
) -> tuple[str, str, str]:
    """Return a readable condition in three parts: its subject, and the text around."""
    asks = part.asks
    subject = names.in_text(asks.subject)
    if asks.form == Form.SAME_TYPE and part.class_name:
        return "type(", subject, f") is {short.get(part.class_name, part.class_name)}"
    if asks.form in {Form.SAME_TYPE, Form.SAME_OBJECT}:
        return "same_object(", subject, ")"
    if asks.form == Form.MARKED:
        return f"{asks.name}_marks(", subject, f") <= {asks.expected}"
    if asks.form == Form.ATTRIBUTE and asks.relation == "not in":
        return "not hasattr(", subject, f", {asks.expected})"
    if asks.form == Form.CONTAINS:
        if subject.endswith(_DICT):
            subject = _stem(subject)
            return f"{asks.expected} {asks.relation} vars(", subject, ")"
        return f"{asks.expected} {asks.relation} ", subject, ""
    if asks.form == Form.ALIASING and asks.expected:
        return "", f"no_aliasing({names.in_text(asks.expected)})", ""
    if _is_alias(asks):
        left, right = names.in_text(asks.value), names.in_text(asks.expected)
        if left == right:
            return "", part.expression, ""  # two paths with the same readable name
        return f"{left} is ", right, ""
    return _around(part.expression, names)


def _is_alias(asks: Question) -> bool:
    """Return whether a guard checks that two paths lead to one object."""
    is_same = asks.relation == "is" and "type(" not in asks.value
    return is_same and bool(paths_of(asks.value) and paths_of(asks.expected))


def _around(text: str, names: PathNames) -> tuple[str, str, str]:
    """Return a text split around its only path; not split if it has several paths."""
    paths = list(dict.fromkeys(path.literal for path in paths_of(text)))
    shown = names.in_text(text)
    if len(paths) == 1 and text.count(paths[0]) == 1:
        subject = names.in_text(paths[0])
        before, found, after = shown.partition(subject)
        if found and "type(" not in before:
            return before, subject, after
    return "", shown, ""


def _tensor_fact(
    part: Guard,
    tensor: TensorGuard,
    names: PathNames,
    sizes: Sequence[tuple[str, str]],
) -> GuardFact:
    subject, known = names.in_text(tensor.subject), dict(sizes)
    dims = [
        known.get(f"{subject}.size()[{number}]", ANY) if dim == "None" else dim
        for number, dim in enumerate(tensor.size)
    ]
    words = [tensor.dtype, f"[{', '.join(dims)}]"]
    if not tensor.is_contiguous:
        words.append(f"stride=[{', '.join(tensor.stride)}]")
    if tensor.device != "cpu":
        words.append(f"device={tensor.device!r}")
    if tensor.requires_grad:
        words.append("requires_grad=True")
    if tensor.type not in {"Tensor", "Parameter"}:
        words.append(f"type={tensor.type}")
    if tensor.unusual_keys:
        words.append(f"keys={tensor.unusual_keys!r}")
    is_parameter = tensor.type == "Parameter" or is_stored(tensor.subject)
    return GuardFact(
        category=PARAMETERS if is_parameter else INPUTS,
        before="is_tensor(",
        subject=subject,
        after=f", {', '.join(words)})",
        user_line=part.user_line,
        identity=fact_identity(part),
        tensor=tensor,
    )


def _category(part: Guard, text: str) -> str:
    """Return the category of a guard whose readable condition is `text`."""
    asks, paths = part.asks, part.paths
    is_state = asks.form == Form.STATE or text.startswith("torch.")
    is_state = is_state or _IMPORTED in text  # a registry of torch's, such as pytree's
    if is_state and not any(path.is_local for path in paths):
        return STATE
    if asks.kind == GuardKind.ALIAS:
        return OBJECTS
    if of_sizes(part.expression) or asks.form == Form.MARKED:
        return SIZES
    if paths and all(map(_is_of_torch, paths)):
        return STATE
    if "type(" in text or text.startswith("same_object(") or " vars(" in text:
        return OBJECTS
    is_key = text.startswith("[*") and ".values()][" not in text
    is_key = is_key or asks.kind == GuardKind.DICT_KEYS
    if is_key or asks.form == Form.ATTRIBUTE or _is_alias(asks):
        return OBJECTS
    if any(_is_internal(path) for path in paths) and " in " in f" {text} ":
        return OBJECTS
    return OBJECTS if "__code__" in text or "__defaults__" in text else VALUES


def _is_of_torch(path: AccessPath) -> bool:
    if path.scope != "G":
        return False
    return path.name.startswith(("__import_torch", "__builtins_dict__"))


def _is_internal(path: AccessPath) -> bool:
    """Return whether a path leads through objects that a program never changes."""
    return any(step.key in _INTERNAL for step in path.steps)
