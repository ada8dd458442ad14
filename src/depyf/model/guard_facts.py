"""What the guards of an entry come to: each fact once, in words a reader can act on.

torch lists guards in the order in which it checks them, one for each look it took.
Here they are facts about what a person can change: first inputs, then Python values,
sizes, parameters, then which objects and types have to be the same, then torch's own
state.  Facts are texts that parse as Python; nothing is dropped but repetitions and
what another fact says (the private marks of a tensor are part of that tensor's fact).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Iterable, Mapping, Sequence

from depyf.model.access_paths import AccessPath, PathNames, path_names, paths_of
from depyf.model.global_state import FUNCTION, GUARD, global_state
from depyf.model.guard_text import identity_check
from depyf.model.python_text import parsed_expression
from depyf.model.tensor_words import device_of, is_contiguous, unusual_keys

if TYPE_CHECKING:
    from depyf.model.events import GuardPart, ShapeSymbol, SourceLine

INPUTS, VALUES, SIZES = "inputs", "Python values", "sizes"
PARAMETERS, OBJECTS = "parameters and buffers", "the same objects and types"
STATE = "torch's own state"
ANY = "..."  # a size that any will do for
ORDER = (INPUTS, VALUES, SIZES, PARAMETERS, OBJECTS, STATE)

_CLASS_REMARK = re.compile(r"type=<class '(?P<name>[^']+)'>")
_CONTAINS = re.compile(
    r"^(?P<negated>not )?___dict_contains\("
    r"(?P<key>'[^']*'|\"[^\"]*\"), (?P<owner>.*)\)$"
)
_SET_CONTAINS = re.compile(
    r"^(?P<negated>not )?set\.__contains__\((?P<owner>.+), (?P<key>[^,()]+)\)$"
)
_MARK = re.compile(r"^hasattr\((?P<subject>.+), '(?P<mark>_dynamo_\w+)'\) == False$")
# What `mark_dynamic` and the like left on an input: no other dimensions than these.
_MARKED = re.compile(
    r"^\(?\(\(?getattr\((?P<subject>.+), '_dynamo_(?P<kind>\w+)_indices', set\(\)\)"
    r"\.issubset\((?P<dimensions>\{[\d, ]*\})\)\)? if hasattr\("
    r"(?P=subject), '_dynamo_(?P=kind)_indices'\) else True\)\)?$"
)
_MISSING = re.compile(r"^hasattr\((?P<subject>.+), (?P<name>'\w+')\) == False$")
TENSOR = re.compile(
    r"^check_tensor\((?P<subject>.+?), (?P<type>\w+), "
    r"DispatchKeySet\((?P<keys>[^)]*)\), (?P<dtype>torch\.\w+), "
    r"device=(?P<device>[^,]+), requires_grad=(?P<grad>\w+), "
    r"size=\[(?P<size>[^\]]*)\], stride=\[(?P<stride>[^\]]*)\]\)$"
)
_ALIASING = re.compile(r"^(?:check_no_aliasing|___check_no_aliasing)\((?P<all>.*)\)$")
_VALUE = re.compile(r" (?:==|!=|is|is not|in|not in|<|<=|>|>=) |^not |^len\(|^\w+\(")
_SIZE = re.compile(r"\.(?:size|stride|storage_offset)\(\)|\bs\d+\b|\bu\d+\b")
_STATE_WORDS = re.compile(
    r"___check_global_state|___check_torch_function_mode_stack|CURRENT_DEVICE"
    r"|saved_tensors_hooks|^torch\.|___check_current_backend"
)
_NUMBERED = re.compile(r"(?<=[\w\]])\[\d+\]")
_ALIAS = re.compile(r"^(?P<left>[^=<>()]+) is (?P<right>[^=<>()]+)$")
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
    """

    category: str
    before: str
    subject: str
    after: str = ""
    user_line: SourceLine | None = None
    identity: str = ""
    remark: str = ""

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
    other: tuple[GuardPart, ...]
    marks: int
    guards: int

    def of(self, category: str) -> list[GuardFact]:
        """Return the facts of one category."""
        return [fact for fact in self.facts if fact.category == category]


def guard_facts(
    parts: Sequence[GuardPart], symbols: Sequence[ShapeSymbol] = ()
) -> GuardFacts:
    """Return what the guards of one entry come to.

    Args:
        parts: its guards, in torch's order.
        symbols: its dynamic sizes.
    """
    python = [part for part in parts if part.python]
    other = tuple(part for part in parts if not part.python)
    classes = classes_of(python)
    paths = [path for part in python for path in paths_of(part.expression)]
    names = path_names(paths, lambda path: classes.get(path, ""))
    short = _short_names(classes.values())
    sizes = _size_names(symbols, names)
    tensors = {found["subject"] for found in map(_tensor, python) if found}
    facts: dict[str, GuardFact] = {}
    marks: set[str] = set()
    for part in python:
        mark = _MARK.match(part.expression)
        if mark is not None and mark["subject"] in tensors:
            marks.add(mark["mark"])
            continue
        fact = _fact(part, names, short, sizes)
        facts.setdefault(fact.identity, fact)
    ordered = sorted(facts.values(), key=lambda fact: ORDER.index(fact.category))
    return GuardFacts(tuple(ordered), other, len(marks), len(parts))


def condition_text(part: GuardPart, parts: Sequence[GuardPart] = ()) -> str:
    """Return one guard as a person would write it.

    Args:
        part: the guard.
        parts: all guards of its entry, which tell the classes of things.
    """
    names = names_of(paths_of(part.expression), parts)
    return _fact(
        part, names, _short_names(classes_of([part, *parts]).values()), ()
    ).text


def names_of(paths: Iterable[AccessPath], parts: Sequence[GuardPart]) -> PathNames:
    """Return how to write paths of an entry whose guards are these."""
    classes = classes_of(parts)
    return path_names(paths, lambda path: classes.get(path, ""))


def _tensor(part: GuardPart) -> re.Match[str] | None:
    return TENSOR.match(part.expression)


def classes_of(parts: Sequence[GuardPart]) -> Mapping[str, str]:
    """Return for literal paths the full name of the class of what they lead to."""
    found: dict[str, str] = {}
    for part in parts:
        named = _CLASS_REMARK.search(part.remark)
        check = identity_check(part.expression)
        if named is None or check is None:
            continue
        if check.of_type:
            found.setdefault(check.subject, named["name"])
        elif check.subject.endswith(".__class__"):
            path = check.subject[: -len(".__class__")]
            found.setdefault(path, named["name"])
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
    part: GuardPart,
    names: PathNames,
    short: Mapping[str, str],
    sizes: Sequence[tuple[str, str]],
) -> GuardFact:
    tensor = _tensor(part)
    if tensor is not None:
        return _tensor_fact(part, tensor, names, sizes)
    state = global_state(part.remark) if part.expression == GUARD else ""
    if state:
        identity = f"{FUNCTION}{part.remark}"  # holds what is not worth a word, too
        return GuardFact(STATE, FUNCTION, "", f"{state})", part.user_line, identity)
    before, subject, after = _condition(part, names, short)
    text = f"{before}{subject}{after}"
    if _SIZE.search(text):
        for shown, symbol in sizes:
            text = text.replace(shown, symbol)
        before, subject, after = "", text, ""
    remark = "" if _CLASS_REMARK.search(part.remark) else part.remark
    return GuardFact(
        category=_category(part, text),
        before=before,
        subject=subject,
        after=after,
        user_line=part.user_line,
        identity=fact_identity(part),
        remark=remark,
    )


def fact_identity(part: GuardPart) -> str:
    """Return what `GuardFact.identity` of a guard is, but for torch's own state."""
    return re.sub(r"__builtins_dict___\d+", "__builtins_dict__", part.expression)


def _condition(
    part: GuardPart, names: PathNames, short: Mapping[str, str]
) -> tuple[str, str, str]:
    """Return a condition around its subject, in Python that a person would write."""
    text = part.expression
    check = identity_check(text)
    named = _CLASS_REMARK.search(part.remark)
    if check is not None and check.of_type and named is not None:
        name = short.get(named["name"], named["name"])
        return "type(", names.in_text(check.subject), f") is {name}"
    if check is not None:
        return "same_object(", names.in_text(check.subject), ")"
    marked = _MARKED.match(text)
    if marked is not None:
        subject = names.in_text(marked["subject"])
        return f"{marked['kind']}_marks(", subject, f") <= {marked['dimensions']}"
    missing = _MISSING.match(text)
    if missing is not None:
        subject = names.in_text(missing["subject"])
        return "not hasattr(", subject, f", {missing['name']})"
    held = _SET_CONTAINS.match(text)
    if held is not None:
        word = "not in" if held["negated"] else "in"
        return f"{held['key']} {word} ", names.in_text(held["owner"]), ""
    contains = _CONTAINS.match(text)
    if contains is not None:
        word = "not in" if contains["negated"] else "in"
        owner = names.in_text(contains["owner"])
        if owner.endswith(".__dict__"):
            return f"{contains['key']} {word} vars(", owner[: -len(".__dict__")], ")"
        return f"{contains['key']} {word} ", owner, ""
    aliasing = _ALIASING.match(text)
    if aliasing is not None:
        return "", f"no_aliasing({names.in_text(aliasing['all'])})", ""
    alias = _ALIAS.match(names.in_text(text))
    if alias is not None and alias["left"] == alias["right"]:
        return "", text, ""  # one object, reached in two ways
    if alias is not None and alias["right"].strip() not in _CONSTANTS:
        return f"{alias['left']} is ", alias["right"], ""
    return _around(text, names)


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
    part: GuardPart,
    found: re.Match[str],
    names: PathNames,
    sizes: Sequence[tuple[str, str]],
) -> GuardFact:
    subject = names.in_text(found["subject"])
    dims = [dim.strip() for dim in found["size"].split(",") if dim.strip()]
    strides = [dim.strip() for dim in found["stride"].split(",") if dim.strip()]
    known = dict(sizes)
    for number, dim in enumerate(dims):
        if dim == "None":
            dims[number] = known.get(f"{subject}.size()[{number}]", ANY)
    words = [found["dtype"], f"[{', '.join(dims)}]"]
    if not is_contiguous(dims, strides):
        words.append(f"stride=[{', '.join(strides)}]")
    device = device_of(found["keys"], found["device"])
    if device != "cpu":
        words.append(f"device={device!r}")
    if found["grad"] == "True":
        words.append("requires_grad=True")
    if found["type"] not in {"Tensor", "Parameter"}:
        words.append(f"type={found['type']}")
    keys = unusual_keys(found["keys"])
    if keys:
        words.append(f"keys={keys!r}")
    is_parameter = found["type"] == "Parameter" or _is_stored(found["subject"])
    return GuardFact(
        category=PARAMETERS if is_parameter else INPUTS,
        before="is_tensor(",
        subject=subject,
        after=f", {', '.join(words)})",
        user_line=part.user_line,
        identity=fact_identity(part),
    )


def _is_stored(path: str) -> bool:
    return "_parameters[" in path or "_buffers[" in path or "_buffers']" in path


def _category(part: GuardPart, text: str) -> str:
    """Return where a reader looks for a condition."""
    paths = paths_of(part.expression)
    if _STATE_WORDS.search(text) and not any(path.scope == "L" for path in paths):
        return STATE
    if text.startswith(("no_aliasing(", "overlapping(")):
        return OBJECTS
    if _SIZE.search(text) or _MARKED.match(part.expression):
        return SIZES
    if paths and all(map(_is_of_torch, paths)):
        return STATE
    if "type(" in text or text.startswith("same_object(") or " vars(" in text:
        return OBJECTS
    if text.startswith(("hasattr(", "not hasattr(", "[*", "list(dict.keys(")):
        return OBJECTS
    alias = _ALIAS.match(text)
    if alias is not None and alias["right"].strip() not in _CONSTANTS:
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
    return parsed_expression(text) is not None
