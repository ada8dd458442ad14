"""What the guards of an entry come to: each fact once, in words a reader can act on.

torch lists guards in the order in which it checks them, one for each look it took.
Here they are facts about what a person can change: first inputs, then Python values,
sizes, parameters, then which objects and types have to be the same, then torch's own
state.  Facts are texts that parse as Python; nothing is dropped but repetitions and
what another fact says (the private marks of a tensor are part of that tensor's fact).
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING, Iterable, Mapping, Sequence

from depyf.records import dataclass
from depyf.torch_text.access_paths import (
    AccessPath,
    PathNames,
    is_stored,
    path_names,
    paths_of,
    with_one_builtins,
)
from depyf.torch_text.guard_forms import of_sizes
from depyf.torch_text.guards import is_expression, read_guard
from depyf.torch_text.questions import Form, GuardKind

if TYPE_CHECKING:
    from depyf.model.events import Guard, ShapeSymbol, SourceLine
    from depyf.torch_text.questions import Question, TensorGuard

INPUTS, VALUES, SIZES = "inputs", "Python values", "sizes"
PARAMETERS, OBJECTS = "parameters and buffers", "the same objects and types"
STATE = "torch's own state"
FUNCTION = "global_state_is("
ANY = "..."  # a size that any will do for
ORDER = (INPUTS, VALUES, SIZES, PARAMETERS, OBJECTS, STATE)

_NUMBERED = re.compile(r"(?<=[\w\]])\[\d+\]")
# Attributes that lead to what a program does not change while it runs.
_INTERNAL = {
    "__code__", "__defaults__", "__closure__", "_modules", "_parameters", "_buffers",
}  # fmt: skip
_CONSTANTS = {"None", "True", "False", "..."}


@dataclass(frozen=True)
class GuardFact:
    """One condition as Python text: ``before + subject + after``.

    Attributes:
        category: one of `ORDER`.
        before: the text in front of its subject.
        subject: the path that it is about, as people write it; where it is about
            several or none, the whole condition.
        after: the text behind the subject.
        user_line: the line that needs it.
        identity: equal for two entries only where they demand the very same.
        remark: what torch adds that is not Python.
        tensor: what is asked of a tensor.
    """

    category: str
    before: str
    subject: str
    after: str = ""
    user_line: SourceLine | None = None
    identity: str = ""
    remark: str = ""
    tensor: TensorGuard | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        """Return the condition."""
        return f"{self.before}{self.subject}{self.after}"


@dataclass(frozen=True)
class GuardFacts:
    """The facts of one entry, in the order of `ORDER`.

    Attributes:
        facts: those that are Python.
        other: what torch does not print as Python.
        marks: how many private marks of torch's no tensor of these may bear.
        guards: how many guards torch counts.
    """

    facts: tuple[GuardFact, ...]
    other: tuple[Guard, ...]
    marks: int
    guards: int

    def of(self, category: str) -> list[GuardFact]:
        """Return the facts of one category."""
        return [fact for fact in self.facts if fact.category == category]


def guard_facts(
    parts: Sequence[Guard], symbols: Sequence[ShapeSymbol] = ()
) -> GuardFacts:
    """Return what the guards of one entry come to.

    Args:
        parts: its guards, in torch's order.
        symbols: its dynamic sizes.
    """
    python = [part for part in parts if part.python]
    other = tuple(part for part in parts if not part.python)
    paths = [path for part in python for path in paths_of(part.expression)]
    names = names_of(paths, python)
    short = _short_names(classes_of(python).values())
    sizes = _size_names(symbols, names)
    tensors = {part.asks.tensor.subject for part in python if part.asks.tensor}
    facts: dict[str, GuardFact] = {}
    marks: set[str] = set()
    for part in python:
        asks = part.asks
        if _is_mark(asks) and asks.subject in tensors:
            marks.add(asks.expected)
            continue
        fact = _fact(part, names, short, sizes)
        facts.setdefault(fact.identity, fact)
    ordered = sorted(facts.values(), key=lambda fact: ORDER.index(fact.category))
    return GuardFacts(tuple(ordered), other, len(marks), len(parts))


def condition_text(part: Guard, parts: Sequence[Guard] = ()) -> str:
    """Return one guard as a person would write it.

    Args:
        part: the guard.
        parts: all guards of its entry, which tell the classes of things.
    """
    names = names_of(paths_of(part.expression), parts)
    return _fact(
        part, names, _short_names(classes_of([part, *parts]).values()), ()
    ).text


def names_of(paths: Iterable[AccessPath], parts: Sequence[Guard]) -> PathNames:
    """Return how to write paths of an entry whose guards are these."""
    classes = classes_of(parts)
    return path_names(paths, lambda path: classes.get(path, ""))


def _is_mark(asks: Question) -> bool:
    """Return whether a guard is that a tensor bears none of torch's private marks."""
    is_absent = asks.form == Form.ATTRIBUTE and asks.relation == "not in"
    return is_absent and asks.expected.startswith("'_dynamo_")


def classes_of(parts: Sequence[Guard]) -> Mapping[str, str]:
    """Return for literal paths the full name of the class of what they lead to."""
    found: dict[str, str] = {}
    for part in parts:
        if not part.class_name:
            continue
        asks = part.asks
        if asks.form == Form.SAME_TYPE:
            found.setdefault(asks.subject, part.class_name)
        elif asks.form == Form.SAME_OBJECT and asks.subject.endswith(".__class__"):
            found.setdefault(asks.subject[: -len(".__class__")], part.class_name)
    return found


def _short_names(names: Iterable[str]) -> Mapping[str, str]:
    """Return the last part of class names, the whole where two share it."""
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
    """Return the sizes that have a symbol, as the guards show them, longest first.

    Those of numbered objects keep their paths: they repeat, and fold.
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
        identity = f"{FUNCTION}{part.remark}"  # holds what is not worth a word, too
        return GuardFact(
            STATE, FUNCTION, "", f"{part.settings})", part.user_line, identity
        )
    before, subject, after = _condition(part, names, short)
    text = f"{before}{subject}{after}"
    if of_sizes(part.expression):
        for shown, symbol in sizes:
            text = text.replace(shown, symbol)
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


def fact_identity(part: Guard) -> str:
    """Return what `GuardFact.identity` of a guard is, but for torch's own state."""
    return with_one_builtins(part.expression)


def _condition(
    part: Guard, names: PathNames, short: Mapping[str, str]
) -> tuple[str, str, str]:
    """Return a condition around its subject, in Python that a person would write."""
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
        if subject.endswith(".__dict__"):
            subject = subject[: -len(".__dict__")]
            return f"{asks.expected} {asks.relation} vars(", subject, ")"
        return f"{asks.expected} {asks.relation} ", subject, ""
    if asks.form == Form.ALIASING and asks.expected:
        return "", f"no_aliasing({names.in_text(asks.expected)})", ""
    if _is_alias(asks):
        left, right = names.in_text(asks.value), names.in_text(asks.expected)
        if left == right:
            return "", part.expression, ""  # one object, reached in two ways
        return f"{left} is ", right, ""
    return _around(part.expression, names)


def _is_alias(asks: Question) -> bool:
    """Return whether a guard is that two paths lead to one object."""
    is_same = asks.relation == "is" and "type(" not in asks.value
    return is_same and bool(paths_of(asks.value) and paths_of(asks.expected))


def _around(text: str, names: PathNames) -> tuple[str, str, str]:
    """Return a text around the one path in it, or nothing around the whole."""
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
    """Return where a reader looks for a condition."""
    asks, paths = part.asks, paths_of(part.expression)
    is_state = asks.form == Form.STATE or text.startswith("torch.")
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
    is_key = asks.kind == GuardKind.DICT_KEYS or text.startswith("[*")
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
    """Return whether a path leads through what a program never changes in a run."""
    return any(step.key in _INTERNAL for step in path.steps)


def is_python(text: str) -> bool:
    """Return whether a fact parses."""
    return is_expression(text)


# --- which facts a call does not meet -------------------------------------------------

_OF_STATE = (FUNCTION, "___check_global_state()")
_AND = "; "  # between conditions that are checked as one


def failed_facts(facts: Sequence[GuardFact], text: str) -> list[GuardFact]:
    """Return the facts that a guard is among, none where its words do not tell.

    Args:
        facts: those of an entry.
        text: the guard that fails, or torch's words for how, as in `Miss.text`.
    """
    failed = read_guard(text)
    asks = failed.asks
    if asks.form in {Form.MISMATCH, Form.NO_TENSOR}:
        return [f for f in facts if f.tensor and f.tensor.subject == asks.subject]
    if asks.form == Form.STATE:
        return [fact for fact in facts if fact.identity.startswith(_OF_STATE)]
    if asks.form == Form.ALIASING and not asks.expected:
        return [fact for fact in facts if fact.subject.startswith("no_aliasing(")]
    wanted = {fact_identity(read_guard(one)) for one in _conditions(text)}
    return [fact for fact in facts if fact.identity in wanted]


def is_failed(guard: Guard, text: str) -> bool:
    """Return whether a guard is the one that these words are about."""
    return guard.expression in _conditions(text)


def _conditions(text: str) -> list[str]:
    whole = [text, read_guard(text).expression]
    return [*whole, *(part for one in whole for part in one.split(_AND))]
