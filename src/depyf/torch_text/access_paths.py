"""Access paths as torch writes them in guards, and as people write them.

torch names what a guard is about by the way it reaches it:
``L['self']._modules['layers']._modules['0']._parameters['weight']``.  A person writes
``self.layers[0].weight``.  Both lead to the same object as long as the class finds
modules, parameters and buffers by attribute, which is what `torch.nn.Module` does for a
name that nothing else bears.  So a path is rewritten only where that is known:

- a number as key becomes an index where the guards say that the owner is one of
  torch's own containers,
- two different paths of one entry never become the same text: both stay literal.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import AbstractSet, Callable, Iterable, Mapping, NamedTuple, Union

from depyf.records import dataclass

_Key = Union[str, int]
_ROOT = re.compile(r"\b(?P<scope>[LG])\[(?P<name>'[^'\\]*'|\"[^\"\\]*\")\]")
# An attribute in front of a bracket is called, such as .size().
_STEP = re.compile(r"\.[^\W\d]\w*(?![\w(])|\[(?:'[^'\\]*'|\"[^\"\\]*\"|[0-9]+)\]")
_PATH = re.compile(f"{_ROOT.pattern}(?:{_STEP.pattern})*")
_LOCAL = re.compile(r"\bL\['([^']+)'\]")
_CLASS_ENTRY = re.compile(
    r"dict\((?P<owner>type\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\.__mro__\[\d+\])?)"
    r"\.__dict__\)\['(?P<name>[^\W\d]\w*)'\]"
)
_CLASS_NAMES = re.compile(
    r"dict\((?P<owner>type\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\.__mro__\[\d+\])?)"
    r"\.__dict__\)"
)
_VALUE_BY_PLACE = re.compile(
    r"dict\.__getitem__\((?P<dict>[^()]+), "
    r"list\(dict\.keys\((?P=dict)\)\)\[(?P<index>\d+)\]\)"
)
_KEY_BY_PLACE = re.compile(
    r"list\(dict\.keys\((?P<dict>[^()]+(?:\(\)[^()]*)?)\)\)\[(?P<index>\d+)\]"
)
# What torch keeps in the globals, with addresses: `__optimizer_1400952_1400946_c6`.
_MADE_NAME = re.compile(r"\b__(?P<name>[a-z]\w*?)(?:_\d{9,})+(?:_c\d+)?\b")
_FROM_NUMPY = "___from_numpy(", "torch.from_numpy("
_KNOWN = 1 << 13  # more than a model has guards: they are gone through in turn
_BUILTINS = re.compile(r"__builtins_dict___\d+")
_MODULE = "__import_"
_DEFAULTS = {"__defaults__", "__kwdefaults__"}
_STORES = {"_modules", "_parameters", "_buffers"}
# Containers of torch whose items are their modules or parameters.
SEQUENCES = frozenset(
    f"torch.nn.modules.container.{name}"
    for name in ("ModuleList", "Sequential", "ParameterList")
)
MAPPINGS = frozenset(
    f"torch.nn.modules.container.{name}" for name in ("ModuleDict", "ParameterDict")
)
# Returns the full name of the class of what a path (literal text) leads to, or "".
ClassOf = Callable[[str], str]


class Step(NamedTuple):
    """One step of a path: an attribute, or an item under a key or number."""

    is_attribute: bool
    key: _Key


@dataclass(frozen=True)
class AccessPath:
    """Where a value is found: a variable (`scope` ``L`` or ``G``) and steps from it."""

    scope: str
    name: str
    steps: tuple[Step, ...] = ()

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """Return the path as torch writes it: its root, with one step, with two, ..."""
        root = f"{self.scope}[{self.name!r}]"
        return tuple(accumulate((root, *map(_step_text, self.steps))))

    @property
    def literal(self) -> str:
        """Return the whole path as torch writes it."""
        return self.literals[-1]

    def owner(self, length: int) -> AccessPath:
        """Return the first `length` steps of this path."""
        return AccessPath(self.scope, self.name, self.steps[:length])

    @property
    def default(self) -> _Key | None:
        """Return of which parameter, by number or name, it leads to the default."""
        if len(self.steps) < 2 or self.steps[-2].key not in _DEFAULTS:
            return None
        return self.steps[-1].key

    @property
    def is_local(self) -> bool:
        """Return whether it begins at an argument or a free variable."""
        return self.scope == "L"


def _step_text(step: Step) -> str:
    return f".{step.key}" if step.is_attribute else f"[{step.key!r}]"


def _text(steps: Iterable[Step]) -> str:
    return "".join(map(_step_text, steps))


@lru_cache(maxsize=_KNOWN)
def path_spans(text: str) -> tuple[tuple[AccessPath, int, int], ...]:
    """Return the paths in a guard, in order, each with where it begins and ends.

    >>> [(path.literal, start) for path, start, _end in path_spans("not L['x'].a.f()")]
    [("L['x'].a", 4)]
    """
    return tuple(
        (_parsed(found.group()), *found.span()) for found in _PATH.finditer(text)
    )


def first_path(text: str) -> str:
    """Return the first path in a guard, as it is written; empty if there is none."""
    found = _PATH.search(text)
    return found.group() if found else ""


@lru_cache(maxsize=_KNOWN)
def _parsed(text: str) -> AccessPath:
    root = _ROOT.match(text)
    assert root is not None
    steps = tuple(_step(one.group()) for one in _STEP.finditer(text, root.end()))
    return AccessPath(root["scope"], root["name"][1:-1], steps)


@lru_cache(maxsize=1024)
def _step(text: str) -> Step:
    if text[0] == ".":
        return Step(is_attribute=True, key=text[1:])
    inner = text[1:-1]
    key = int(inner) if inner.isdigit() else inner[1:-1]
    return Step(is_attribute=False, key=key)


def paths_of(text: str) -> tuple[AccessPath, ...]:
    """Return the paths in a guard, in order."""
    return tuple(path for path, _start, _end in path_spans(text))


def bare(text: str) -> str:
    """Return a guard as torch writes it in a reason: locals by their bare names."""
    return _LOCAL.sub(r"\1", text)


def is_stored(path: str) -> bool:
    """Return whether a path leads to a parameter or buffer of a module."""
    return any(part in path for part in ("_parameters[", "_buffers[", "_buffers']"))


def _unknown(_path: str) -> str:
    return ""


def readable_path(path: AccessPath, class_of: ClassOf = _unknown) -> str:
    """Return a path as people write it, as far as that is known to lead there.

    >>> weight = paths_of("L['self']._modules['fc']._parameters['weight']")[0]
    >>> readable_path(weight)
    'self.fc.weight'
    """
    root, steps = _readable_root(path)
    done = len(path.steps) - len(steps)
    shown: list[Step] = []
    while done < len(path.steps):
        taken, step = _shorter(path, done, class_of)
        shown += [step] if step is not None else path.steps[done : done + 1]
        done += taken
    return root + _text(shown)


def _readable_root(path: AccessPath) -> tuple[str, tuple[Step, ...]]:
    """Return the root as people write it, and the steps that are left."""
    name, steps = path.name, path.steps
    if path.scope == "G" and _BUILTINS.fullmatch(name):
        first = steps[0] if steps else None
        if first is not None and not first.is_attribute and _is_name(first.key):
            return str(first.key), steps[1:]
        return "__builtins__", steps
    if path.scope == "G" and name.startswith(_MODULE):
        module = name[len(_MODULE) :].replace("_dot_", ".")
        if all(map(_is_name, module.split("."))):
            return module, steps
    if _is_name(name):
        return name, steps
    return f"{path.scope}[{name!r}]", steps


def _shorter(path: AccessPath, at: int, class_of: ClassOf) -> tuple[int, Step | None]:
    """Return how many steps from `at` on are one for a person, and that one.

    None where the step stays as it is.
    """
    steps = path.steps[at:]
    inner = 0
    if _is_attribute(steps, 0, {"__dict__"}) and _is_item(steps, 1):
        if steps[1].key not in _STORES or not _is_item(steps, 2):
            key = steps[1].key
            return (2, Step(is_attribute=True, key=key)) if _is_name(key) else (1, None)
        inner = 1
    elif not (_is_attribute(steps, 0, _STORES) and _is_item(steps, 1)):
        return 1, None
    key = steps[inner + 1].key
    kind = class_of(path.literals[at])
    if kind in MAPPINGS:
        return inner + 2, Step(is_attribute=False, key=key)
    if _is_name(key):
        return inner + 2, Step(is_attribute=True, key=key)
    if kind in SEQUENCES and str(key).isdigit():
        return inner + 2, Step(is_attribute=False, key=int(key))
    return 1, None


def _is_attribute(steps: tuple[Step, ...], at: int, names: AbstractSet[str]) -> bool:
    return at < len(steps) and steps[at].is_attribute and steps[at].key in names


def _is_item(steps: tuple[Step, ...], at: int) -> bool:
    return (
        at < len(steps)
        and not steps[at].is_attribute
        and isinstance(steps[at].key, str)
    )


@lru_cache(maxsize=4096)
def _is_name(key: _Key) -> bool:
    return isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key)


@dataclass(frozen=True)
class PathNames:
    """How the paths of one entry are written: literal -> readable, one to one."""

    names: Mapping[str, str]

    def in_text(self, text: str) -> str:
        """Return a guard with its paths as people write them."""
        pieces, position = [], 0
        for path, start, end in path_spans(text):
            literal = path.literal
            pieces += [text[position:start], self.names.get(literal, literal)]
            position = end
        pieces.append(text[position:])
        return class_entries("".join(pieces))


def class_entries(text: str) -> str:
    """Return a text with items of classes and of dicts written as people do.

    >>> class_entries("dict(type(x).__mro__[1].__dict__)['f'].fget")
    'type(x).__mro__[1].f.fget'
    >>> class_entries("dict.__getitem__(d, list(dict.keys(d))[1])")
    '[*d.values()][1]'
    """
    if "__" in text:
        text = _MADE_NAME.sub(r"\g<name>", text).replace(*_FROM_NUMPY)
    if "dict" not in text:
        return text
    text = _CLASS_ENTRY.sub(r"\g<owner>.\g<name>", text)
    text = _CLASS_NAMES.sub(r"vars(\g<owner>)", text)
    text = _VALUE_BY_PLACE.sub(r"[*\g<dict>.values()][\g<index>]", text)
    return _KEY_BY_PLACE.sub(r"[*\g<dict>][\g<index>]", text)


def path_names(paths: Iterable[AccessPath], class_of: ClassOf = _unknown) -> PathNames:
    """Return how to write these paths so that no two of them look the same.

    Args:
        paths: those of one entry.
        class_of: what the guards of the entry say of classes.
    """
    readable: dict[str, str] = {}
    owners: dict[str, set[str]] = {}
    listed = list({path.literal: path for path in paths}.values())
    modules = _module_names(listed)
    for path in listed:
        literal = path.literal
        shown = readable_path(path, class_of)
        module = modules.get(path.name) if path.scope == "G" else None
        if module is not None:
            shown = shown.replace(module[0], module[1], 1)
        readable[literal] = shown
        owners.setdefault(shown, set()).add(_settled(literal))
    return PathNames(
        {
            literal: shown if len(owners[shown]) == 1 else literal
            for literal, shown in readable.items()
        }
    )


def _module_names(paths: Iterable[AccessPath]) -> Mapping[str, tuple[str, str]]:
    """Return for imported modules their full name, and its last part where it is clear.

    torch's own keep their full names.
    """
    roots = {(path.scope, path.name): _readable_root(path)[0] for path in paths}
    taken = Counter(full.rpartition(".")[2] for full in dict.fromkeys(roots.values()))
    return {
        name: (full, full.rpartition(".")[2])
        for (scope, name), full in roots.items()
        if scope == "G" and "." in full and not full.startswith("torch.")
        if taken[full.rpartition(".")[2]] == 1
    }


def _settled(literal: str) -> str:
    """Return a path without what torch writes in two ways.

    ``x.__dict__['_buffers']`` and ``x._buffers`` are one dict.
    """
    text = re.sub(r"\.__dict__\['(_modules|_parameters|_buffers)'\]", r".\1", literal)
    return with_one_builtins(text)


def with_one_builtins(text: str) -> str:
    """Return a text without the number of the builtins, which differs by entry."""
    return _BUILTINS.sub("__builtins_dict__", text)


def readable(text: str) -> str:
    """Return a guard's text with paths as people write them, where no guards are known.

    >>> readable("L['self']._modules['fc'].training == True")
    'self.fc.training == True'
    """
    return path_names(paths_of(text)).in_text(text)


# --- paths of modules -----------------------------------------------------------------


def path_text(keys: Iterable[str]) -> str:
    """Return the path that leads over these names.

    >>> path_text(["model", "layers", "3", "self_attn"])
    'model.layers[3].self_attn'
    >>> path_text(["heads", "a-b"])
    "heads['a-b']"
    """
    text = ""
    for key in keys:
        if key.isdecimal() and str(int(key)) == key:
            text += f"[{key}]"
        elif key.isidentifier():
            text += f".{key}" if text else key
        else:
            text += f"[{key!r}]"
    return text


def dotted_path(text: str) -> str:
    """Return a path whose numbers stand behind dots in the form of `path_text`.

    >>> dotted_path("model.layers.3.self_attn")
    'model.layers[3].self_attn'
    """
    return path_text(text.split("."))


def module_path(expression: str) -> str:
    """Return a module as it is written in the program.

    >>> module_path("L['self']._modules['layers']._modules['0'].norm")
    'self.layers.0.norm'
    """
    path = re.sub(r"^[LG]\['([^']*)'\]", r"\1", expression)
    path = re.sub(r"\._modules\['([^']*)'\]", r".\1", path)
    return re.sub(r"\['?([^'\]]*)'?\]", r".\1", path)
