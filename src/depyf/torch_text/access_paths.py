"""Parse the access paths of guards and modules, as torch writes them.

A guard names a value by its path, such as
``L['self']._modules['layers']._modules['0']._parameters['weight']``.  The module
`path_names` converts such a path to what a person would write.
"""

from __future__ import annotations

import keyword
import re
from functools import cached_property, lru_cache
from typing import Iterable, NamedTuple, Sequence, Union

from depyf.reading.numbers import is_number
from depyf.records import dataclass
from depyf.regexes import regex

_Key = Union[str, int]
_ROOT = r"\b[LG]\[(?:'[^'\\]*'|\"[^\"\\]*\")\]"
# An attribute before a parenthesis is a method call, such as .size(), and not a step.
_STEP = regex(r"\.[^\W\d]\w*(?![\w(])|\[(?:'[^'\\]*'|\"[^\"\\]*\"|[0-9]+)\]")
# More steps than any program's paths have: some readers recurse once for each step.
_MOST_STEPS = 100
_ITEM = regex(r"\[[^\[\]]*\]")
PATH = regex(f"({_ROOT}(?:{_STEP.pattern}){{0,{_MOST_STEPS}}})")
_LOCAL = regex(r"\bL\['([^']+)'\]")
_KNOWN = 1 << 13  # more than the guards of a model, which are read again in turn
# torch reads items of a list's subclass this way, in case it has its own `__getitem__`.
_ITEM_OF_LIST = regex(
    r"\blist\.__getitem__\((?P<list>[^()]+), (?P<index>-?[0-9]{1,9})\)"
)
_DEFAULTS = {"__defaults__", "__kwdefaults__"}


class Step(NamedTuple):
    """One step of a path: an attribute, or an item with a string or number as key."""

    is_attribute: bool
    key: _Key


@dataclass(frozen=True)
class AccessPath:
    """The path to a value: a local (`scope` ``L``) or global (``G``), then steps."""

    scope: str
    name: str
    steps: tuple[Step, ...] = ()

    @cached_property
    def literal(self) -> str:
        """Return the path as torch writes it."""
        return f"{self.scope}[{self.name!r}]{steps_text(self.steps)}"

    def owner(self, length: int) -> AccessPath:
        """Return this path cut off after its first `length` steps."""
        return AccessPath(self.scope, self.name, self.steps[:length])

    @property
    def default(self) -> _Key | None:
        """The number or name of the default at the path's end; None for other paths."""
        if len(self.steps) < 2 or self.steps[-2].key not in _DEFAULTS:
            return None
        return self.steps[-1].key

    @property
    def is_local(self) -> bool:
        """Whether the path begins at an argument or a free variable."""
        return self.scope == "L"


def steps_text(steps: Iterable[Step]) -> str:
    """Return steps as Python source."""
    return "".join(
        f".{key}" if is_attribute else f"[{key!r}]" for is_attribute, key in steps
    )


def first_path(text: str) -> str:
    """Return the first path in a guard, as torch writes it; empty if it has none."""
    found = PATH.search(text)
    return found.group() if found else ""


@lru_cache(maxsize=_KNOWN)
def parsed_path(text: str) -> AccessPath:
    """Parse a text that is one path, such as ``L['x'].a``."""
    # The first step that is found is the item of the scope: ``['x']`` of ``L['x']``.
    (_, name), *steps = map(_step, _STEP.findall(text))
    return AccessPath(text[0], str(name), tuple(steps))


@lru_cache(maxsize=1024)
def _step(text: str) -> Step:
    if text[0] == ".":
        return Step(is_attribute=True, key=text[1:])
    inner = text[1:-1]
    key = int(inner) if is_number(inner) else inner[1:-1]
    return Step(is_attribute=False, key=key)


def paths_of(text: str) -> tuple[AccessPath, ...]:
    """Return the paths in a guard, in order."""
    return tuple(map(parsed_path, PATH.split(text)[1::2]))


class Apart(NamedTuple):
    """A guard split into its form and its paths.

    Thousands of guards differ only in their paths, so their common form is read once.

    Attributes:
        form: the text with each path replaced by a placeholder such as ``L['path_0']``.
        paths: the distinct paths, as torch writes them, in the order of placeholders.
    """

    form: str
    paths: tuple[str, ...]


_STAND_IN = "L['path_"


def apart(text: str) -> Apart:
    """Split a text into its form and its paths.

    >>> apart("len(L['x'].a) == 3")
    Apart(form="len(L['path_0']) == 3", paths=("L['x'].a",))
    """
    pieces = PATH.split(text)
    paths = tuple(dict.fromkeys(pieces[1::2]))
    if _STAND_IN in text or not all(map(_can_stand_in, paths)):
        return Apart(text, ())
    number = {path: f"{_STAND_IN}{at}']" for at, path in enumerate(paths)}
    pieces[1::2] = map(number.__getitem__, pieces[1::2])
    return Apart("".join(pieces), paths)


def together(form: str, paths: Sequence[str]) -> str:
    """Replace the placeholders in a form, or in a part of a form, by paths."""
    if _STAND_IN in form:
        for at, path in enumerate(paths):
            form = form.replace(f"{_STAND_IN}{at}']", path)
    return form


@lru_cache(maxsize=_KNOWN)
def _can_stand_in(path: str) -> bool:
    """Return whether a placeholder may replace a path: it is Python, on one line."""
    keys = (str(step.key) for step in parsed_path(path).steps if step.is_attribute)
    return path.isprintable() and not any(map(keyword.iskeyword, keys))


@lru_cache(maxsize=_KNOWN)
def bare(text: str) -> str:
    """Return a guard with ``L['x']`` replaced by ``x``, as in recompile reasons."""
    return _LOCAL.sub(r"\1", text)


def with_plain_items(text: str) -> str:
    """Return a guard or path with the items of a list's subclass in brackets.

    >>> with_plain_items("list.__getitem__(L['steps'], 1).lr == 0.5")
    "L['steps'][1].lr == 0.5"
    """
    found = 1 if "list.__getitem__(" in text else 0
    while found:  # a list may be an item of another one
        text, found = _ITEM_OF_LIST.subn(r"\g<list>[\g<index>]", text)
    return text


def without_keys(path: str) -> str:
    """Return a path without its keys, which is the same for all layers of a model.

    >>> without_keys("L['self']._modules['3'].step")
    'L[]._modules[].step'
    """
    return _ITEM.sub("[]", path)


def with_symbol(text: str, path: str, symbol: str) -> str:
    """Return a condition with a symbol instead of the path of a size or number.

    >>> with_symbol("x.stride()[0] == 2*stride", "stride", "s7")
    'x.stride()[0] == 2*s7'
    """
    return re.sub(rf"(?<![\w.'\"\])]){re.escape(path)}(?!\w)", symbol, text)


def is_stored(path: str) -> bool:
    """Return whether a path leads to a parameter or buffer of a module."""
    return any(part in path for part in ("_parameters[", "_buffers[", "_buffers']"))


# --- paths of modules -----------------------------------------------------------------


def path_text(keys: Iterable[str]) -> str:
    """Return the path that these keys lead along, as Python source.

    >>> path_text(["model", "layers", "3", "self_attn"])
    'model.layers[3].self_attn'
    >>> path_text(["heads", "a-b"])
    "heads['a-b']"
    """
    text = ""
    for key in keys:
        if is_number(key) and str(int(key)) == key:
            text += f"[{key}]"
        elif key.isidentifier():
            text += f".{key}" if text else key
        else:
            text += f"[{key!r}]"
    return text


def dotted_path(text: str) -> str:
    """Convert a path with dotted numbers, as in a state dict, to Python source.

    >>> dotted_path("model.layers.3.self_attn")
    'model.layers[3].self_attn'
    """
    return path_text(text.split("."))


def module_path(expression: str) -> str:
    """Return the dotted path of a module, as PyTorch names submodules.

    >>> module_path("L['self']._modules['layers']._modules['0'].norm")
    'self.layers.0.norm'

    If a class defines `__getattr__`, torch reads its submodules from ``__dict__``.

    >>> module_path("L['self'].__dict__['_modules']['down']._modules['0']")
    'self.down.0'
    """
    path = re.sub(r"^[LG]\['([^']*)'\]", r"\1", expression)
    path = re.sub(r"(?:\.__dict__\['_modules'\]|\._modules)\['([^']*)'\]", r".\1", path)
    return re.sub(r"\['?([^'\[\]]*)'?\]", r".\1", path)
