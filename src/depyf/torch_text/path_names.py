"""Convert torch's access paths to what a person would write.

torch writes ``L['self']._modules['layers']._modules['0']._parameters['weight']``, a
person ``self.layers[0].weight``.  Both lead to the same object, because a
`torch.nn.Module` finds its modules, parameters and buffers as attributes.  Two rules
keep the conversion correct:

- A number as key becomes an index only if the guards say that the owner is one of
  torch's own containers.
- If two different paths of an entry would become the same text, both stay as torch
  writes them.
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
from depyf.regexes import regex
from depyf.torch_text.access_paths import (
    PATH,
    AccessPath,
    Step,
    parsed_path,
    paths_of,
    steps_text,
)
from depyf.torch_text.names import module_of_global

_CLASS_ENTRY = regex(
    r"dict\((?P<owner>type\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\.__mro__\[\d+\])?)"
    r"\.__dict__\)\['(?P<name>[^\W\d]\w*)'\]"
)
_CLASS_NAMES = regex(
    r"dict\((?P<owner>type\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\.__mro__\[\d+\])?)"
    r"\.__dict__\)"
)
_VALUE_BY_PLACE = regex(
    r"dict\.__getitem__\((?P<dict>[^()]+), "
    r"list\(dict\.keys\((?P=dict)\)\)\[(?P<index>\d+)\]\)"
)
_KEY_BY_PLACE = regex(
    r"list\(dict\.keys\((?P<dict>[^()]+(?:\(\)[^()]*)?)\)\)\[(?P<index>\d+)\]"
)
# Globals that torch adds for objects, such as `__optimizer_1400952_1400946_c6`.
_MADE_NAME = regex(r"\b__(?P<name>[a-z]\w*?)(?:_\d{9,})+(?:_c\d+)?\b")
_FROM_NUMPY = "___from_numpy(", "torch.from_numpy("
_NO_NAME = regex(r"[^a-zA-Z0-9]+")
_POSITION = regex(r"___normalize_(?:count|range)_iter\((.+)\)")
_BUILTINS = regex(r"__builtins_dict___\d+")
_STORES = {"_modules", "_parameters", "_buffers"}
# torch's containers whose items are their modules or parameters.
SEQUENCES = frozenset(
    f"torch.nn.modules.container.{name}"
    for name in ("ModuleList", "Sequential", "ParameterList")
)
MAPPINGS = frozenset(
    f"torch.nn.modules.container.{name}" for name in ("ModuleDict", "ParameterDict")
)
_OF_FUNCTION = regex(
    r"\.(?P<where>__closure__|__defaults__|__kwdefaults__)"
    r"\[(?:(?P<index>\d+)|'(?P<name>\w+)')\](?:\.cell_contents)?$"
)
_STORE_IN_DICT = regex(r"\.__dict__\['(_modules|_parameters|_buffers)'\]")
# A path before its last attribute, and that attribute with the items that follow it.
_ATTRIBUTE = regex(
    r"(.*)(\.[^\W\d]\w*(?:\[(?:'[^'\\]*'|\"[^\"\\]*\"|[0-9]+)\])*)", re.DOTALL
)
# Returns the full class name of the object at a literal path; empty if unknown.
ClassOf = Callable[[str], str]


def _unknown(_path: str) -> str:
    return ""


class _Shown(Dict[str, str]):
    """A cache of converted paths; common beginnings are converted once.

    Args:
        class_of: returns the class name of the object at a path.
    """

    def __init__(self, class_of: ClassOf) -> None:
        super().__init__()
        self._class_of = class_of

    def text(self, path: str) -> str:
        """Convert one of torch's paths to what a person would write."""
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
    """Return whether the end of a path reads ``_modules`` or the like by key."""
    return any(f"{store}[" in end or f"'{store}'" in end for store in _STORES)


@lru_cache(maxsize=2048)
def _readable_end(end: str, kind: str) -> str:
    """Convert the last attribute of a path, and the items after it.

    Args:
        end: the end of the path, as torch writes it.
        kind: the full class name of the object that has the attribute.
    """
    steps = parsed_path(f"L['']{end}").steps
    shown: list[Step] = []
    while steps:
        taken, step = _shorter(steps, kind)
        shown.append(steps[0] if step is None else step)
        steps = steps[taken:]
    return steps_text(shown)


def _readable_root(path: AccessPath) -> tuple[str, tuple[Step, ...]]:
    """Return the root as a person would write it, and the remaining steps."""
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
    """Return how many of torch's steps a person writes as one step, and that step.

    The step is None if the first step stays as it is.
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
    """The readable names of one entry's paths: each path has a different name.

    Attributes:
        names: the readable name of each path, by the path as torch writes it.
    """

    names: Mapping[str, str]

    def in_text(self, text: str) -> str:
        """Return a guard with readable paths."""
        return class_entries(PATH.sub(self._shown, text))

    def of(self, path: AccessPath) -> str:
        """Return the readable name of a path."""
        literal = path.literal
        return class_entries(self.names.get(literal, literal))

    def _shown(self, found: Match[str]) -> str:
        literal = parsed_path(found.group()).literal
        return self.names.get(literal, literal)


def class_entries(text: str) -> str:
    """Return a text with items of ``__dict__`` and dict positions in readable form.

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


def as_array(path: str) -> str:
    """Return the path by which torch's guards name a number of numpy as a tensor.

    >>> as_array("L['ratio']")
    "___from_numpy(L['ratio'])"
    """
    return f"{_FROM_NUMPY[0]}{path})"


def of_iterator(path: str) -> str:
    """Return the path to an iterator whose position a guard checks; "" if it is none.

    >>> of_iterator("___normalize_count_iter(packets.serial)")
    'packets.serial'
    """
    found = _POSITION.fullmatch(path)
    return found.group(1) if found else ""


def input_name(path: str) -> str:
    """Return the name of a captured graph's input for the value at a path.

    >>> input_name("L['batch'].ids"), input_name("L['self']._parameters['w']")
    ('L_batch_ids', 'L_self_parameters_w_')
    """
    return _NO_NAME.sub("_", path)


def of_array(path: str) -> str:
    """Return the path of a number of numpy without the wrapper; "" for other paths.

    >>> of_array("___from_numpy(L['ratio'])"), of_array("torch.from_numpy(ratio)")
    ("L['ratio']", 'ratio')
    """
    begins = next((one for one in _FROM_NUMPY if path.startswith(one)), "")
    return path[len(begins) : -1] if begins and path.endswith(")") else ""


def path_names(paths: Iterable[AccessPath], class_of: ClassOf = _unknown) -> PathNames:
    """Return readable names for paths; different paths get different names.

    Args:
        paths: the paths of one entry.
        class_of: returns the class name of the object at a path, from the entry's
            guards.
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
    """Map globals of imported modules to the module's full name and its last part.

    Only modules with a unique last part are included, and none of torch's own.
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
    """Return a path in a normal form, because torch writes some paths in two forms.

    For example, ``x.__dict__['_buffers']`` and ``x._buffers`` are the same dict.
    """
    if "__" not in literal:
        return literal
    return with_one_builtins(_STORE_IN_DICT.sub(r".\1", literal))


def with_one_builtins(text: str) -> str:
    """Return a text without the number in torch's name of the builtins.

    The number differs between the entries of a function.
    """
    if "__builtins" not in text:
        return text
    return _BUILTINS.sub("__builtins_dict__", text)


def has_stores(path: str) -> bool:
    """Return whether a path leads through the dictionaries of a module.

    >>> has_stores("self._modules['fc'].active"), has_stores("self.fc.active")
    (True, False)
    """
    return any(f".{store}[" in path for store in _STORES)


def readable(text: str) -> str:
    """Return a guard with readable paths, without knowing the other guards.

    >>> readable("L['self']._modules['fc'].training == True")
    'self.fc.training == True'
    """
    return path_names(paths_of(text)).in_text(text)


class Held(NamedTuple):
    """The closure cell or default in which a function holds a value.

    Attributes:
        where: ``__closure__``, ``__defaults__`` or ``__kwdefaults__``.
        key: the number of the cell or default, or the name of the parameter.
    """

    where: str
    key: int | str


def held_by_function(path: str) -> Held | None:
    """Return the closure cell or default at which a path ends; None for other paths.

    >>> held_by_function("self.act.__closure__[1].cell_contents")
    Held(where='__closure__', key=1)
    """
    found = _OF_FUNCTION.search(path)
    if found is None:
        return None
    index = found["index"]
    return Held(found["where"], int(index) if index else found["name"])
