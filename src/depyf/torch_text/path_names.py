"""Access paths as people write them.

torch writes ``L['self']._modules['layers']._modules['0']._parameters['weight']``, a
person ``self.layers[0].weight``.  Both lead to the same object as long as the class
finds modules, parameters and buffers by attribute, which is what `torch.nn.Module` does
for a name that nothing else bears.  So a path is rewritten only where that is known:

- a number as key becomes an index where the guards say that the owner is one of
  torch's own containers,
- two different paths of one entry never become the same text: both stay literal.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from functools import lru_cache
from typing import (
    AbstractSet,
    Callable,
    Dict,
    Iterable,
    Mapping,
    Match,
    NamedTuple,
    Sequence,
)

from depyf.reading.numbers import is_number
from depyf.records import dataclass
from depyf.torch_text.access_paths import (
    PATH,
    AccessPath,
    Step,
    parsed_path,
    paths_of,
    steps_text,
)
from depyf.torch_text.names import module_of_global

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
_BUILTINS = re.compile(r"__builtins_dict___\d+")
_STORES = {"_modules", "_parameters", "_buffers"}
# Containers of torch whose items are their modules or parameters.
SEQUENCES = frozenset(
    f"torch.nn.modules.container.{name}"
    for name in ("ModuleList", "Sequential", "ParameterList")
)
MAPPINGS = frozenset(
    f"torch.nn.modules.container.{name}" for name in ("ModuleDict", "ParameterDict")
)
_OF_FUNCTION = re.compile(
    r"\.(?P<where>__closure__|__defaults__|__kwdefaults__)"
    r"\[(?:(?P<index>\d+)|'(?P<name>\w+)')\](?:\.cell_contents)?$"
)
_STORE_IN_DICT = re.compile(r"\.__dict__\['(_modules|_parameters|_buffers)'\]")
# A path up to its last attribute, and that with the items that follow it.
_ATTRIBUTE = re.compile(
    r"(.*)(\.[^\W\d]\w*(?:\[(?:'[^'\\]*'|\"[^\"\\]*\"|[0-9]+)\])*)", re.DOTALL
)
# Returns the full name of the class of what a path (literal text) leads to, or "".
ClassOf = Callable[[str], str]


def _unknown(_path: str) -> str:
    return ""


class _Shown(Dict[str, str]):
    """Paths as people write them; common beginnings are converted once.

    Args:
        class_of: what is known of classes.
    """

    def __init__(self, class_of: ClassOf) -> None:
        super().__init__()
        self._class_of = class_of

    def text(self, path: str) -> str:
        """Rewrite one path of torch as people write it."""
        found = self.get(path)
        if found is None:
            found = self[path] = self._made(path)
        return found

    def _made(self, path: str) -> str:
        last = _ATTRIBUTE.fullmatch(path)
        if last is None:
            root, steps = _readable_root(parsed_path(path))
            return root + steps_text(steps)
        owner, end = last.groups()
        kind = self._class_of(owner) if _has_items(end) else ""
        return self.text(owner) + _readable_end(end, kind)


@lru_cache(maxsize=2048)
def _has_items(end: str) -> bool:
    """Return whether a path ends at a dict of torch's containers."""
    return any(f"{store}[" in end or f"'{store}'" in end for store in _STORES)


@lru_cache(maxsize=2048)
def _readable_end(end: str, kind: str) -> str:
    """Return an attribute and its items as people write them.

    Args:
        end: of a path, as torch writes it.
        kind: the full name of the class of its owner.
    """
    steps = parsed_path(f"L['']{end}").steps
    shown: list[Step] = []
    while steps:
        taken, step = _shorter(steps, kind)
        shown.append(steps[0] if step is None else step)
        steps = steps[taken:]
    return steps_text(shown)


def _readable_root(path: AccessPath) -> tuple[str, tuple[Step, ...]]:
    """Return the root as people write it, and the remaining steps."""
    name, steps = path.name, path.steps
    if path.scope == "G" and _BUILTINS.fullmatch(name):
        first = steps[0] if steps else None
        if first is not None and not first.is_attribute and _is_name(first.key):
            return str(first.key), steps[1:]
        return "__builtins__", steps
    module = module_of_global(name) if path.scope == "G" else None
    if module is not None and all(map(_is_name, module.split("."))):
        return module, steps
    if _is_name(name):
        return name, steps
    return f"{path.scope}[{name!r}]", steps


def _shorter(steps: tuple[Step, ...], kind: str) -> tuple[int, Step | None]:
    """Return how many of these steps people write as one, and that step.

    None where the step stays as it is.
    """
    inner = 0
    if _is_attribute(steps, {"__dict__"}) and _is_item(steps, 1):
        if steps[1].key not in _STORES or not _is_item(steps, 2):
            key = steps[1].key
            return (2, Step(is_attribute=True, key=key)) if _is_name(key) else (1, None)
        inner = 1
    elif not (_is_attribute(steps, _STORES) and _is_item(steps, 1)):
        return 1, None
    key = steps[inner + 1].key
    if kind in MAPPINGS:
        return inner + 2, Step(is_attribute=False, key=key)
    if _is_name(key):
        return inner + 2, Step(is_attribute=True, key=key)
    if kind in SEQUENCES and is_number(str(key)):
        return inner + 2, Step(is_attribute=False, key=int(key))
    return 1, None


def _is_attribute(steps: Sequence[Step], names: AbstractSet[str]) -> bool:
    return bool(steps) and steps[0].is_attribute and steps[0].key in names


def _is_item(steps: tuple[Step, ...], at: int) -> bool:
    return (
        at < len(steps)
        and not steps[at].is_attribute
        and isinstance(steps[at].key, str)
    )


@lru_cache(maxsize=4096)
def _is_name(key: object) -> bool:
    return isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key)


@dataclass(frozen=True)
class PathNames:
    """The readable names of one entry's paths: literal to readable, one to one."""

    names: Mapping[str, str]

    def in_text(self, text: str) -> str:
        """Return a guard with readable paths."""
        return class_entries(PATH.sub(self._shown, text))

    def of(self, path: AccessPath) -> str:
        """Return a path as people write it."""
        literal = path.literal
        return class_entries(self.names.get(literal, literal))

    def _shown(self, found: Match[str]) -> str:
        literal = parsed_path(found.group()).literal
        return self.names.get(literal, literal)


def class_entries(text: str) -> str:
    """Return a text with items of class and object dicts as people write them.

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
    """Return names for these paths, no two of which are equal.

    Args:
        paths: those of one entry.
        class_of: what the guards of the entry say of classes.
    """
    shown_of: dict[str, str] = {}
    whole: dict[str, str] = {}
    unclear: set[str] = set()
    listed = list({path.literal: path for path in paths}.values())
    modules = _module_names(listed)
    known = _Shown(class_of)
    for path in listed:
        literal = path.literal
        shown = known.text(literal)
        module = modules.get(path.name) if path.scope == "G" else None
        if module is not None:
            shown = shown.replace(module[0], module[1], 1)
        shown_of[literal] = shown
        settled = _settled(literal)
        if whole.setdefault(shown, settled) != settled:
            unclear.add(shown)
    return PathNames(
        {
            literal: literal if shown in unclear else shown
            for literal, shown in shown_of.items()
        }
    )


def _module_names(paths: Iterable[AccessPath]) -> Mapping[str, tuple[str, str]]:
    """Return the full names of imported modules, and clear last parts.

    torch's own keep their full names.
    """
    last = {(path.scope, path.name): path for path in paths}
    roots = {key: _readable_root(path)[0] for key, path in last.items()}
    taken = Counter(full.rpartition(".")[2] for full in dict.fromkeys(roots.values()))
    return {
        name: (full, full.rpartition(".")[2])
        for (scope, name), full in roots.items()
        if scope == "G" and "." in full and not full.startswith("torch.")
        if taken[full.rpartition(".")[2]] == 1
    }


def _settled(literal: str) -> str:
    """Return a path without what torch writes in two forms.

    ``x.__dict__['_buffers']`` and ``x._buffers`` are one dict.
    """
    if "__" not in literal:
        return literal
    return with_one_builtins(_STORE_IN_DICT.sub(r".\1", literal))


def with_one_builtins(text: str) -> str:
    """Return a text without the number of the builtins, which varies by entry."""
    if "__builtins" not in text:
        return text
    return _BUILTINS.sub("__builtins_dict__", text)


def readable(text: str) -> str:
    """Return a guard's text with readable paths, if no guards are known.

    >>> readable("L['self']._modules['fc'].training == True")
    'self.fc.training == True'
    """
    return path_names(paths_of(text)).in_text(text)


class Held(NamedTuple):
    """Where a function holds a value: a closure cell or a default, and which one."""

    where: str
    key: int | str


def held_by_function(path: str) -> Held | None:
    """Return the default or cell of a function at which a path ends.

    >>> held_by_function("self.act.__closure__[1].cell_contents")
    Held(where='__closure__', key=1)
    """
    found = _OF_FUNCTION.search(path)
    if found is None:
        return None
    index = found["index"]
    return Held(found["where"], int(index) if index else found["name"])
