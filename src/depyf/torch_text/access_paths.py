"""Access paths as torch writes them in guards, and those of modules.

torch names what a guard is about by the way it reaches it:
``L['self']._modules['layers']._modules['0']._parameters['weight']``.  How a person
writes that is told in `path_names`.
"""

from __future__ import annotations

import keyword
import re
from functools import cached_property, lru_cache
from typing import Iterable, NamedTuple, Sequence, Union

from depyf.reading.numbers import is_number
from depyf.records import dataclass

_Key = Union[str, int]
_ROOT = r"\b[LG]\[(?:'[^'\\]*'|\"[^\"\\]*\")\]"
# An attribute in front of a bracket is called, such as .size().
_STEP = re.compile(r"\.[^\W\d]\w*(?![\w(])|\[(?:'[^'\\]*'|\"[^\"\\]*\"|[0-9]+)\]")
# No program's has so many steps; some of the readers call themselves for each.
_MOST_STEPS = 100
PATH = re.compile(f"({_ROOT}(?:{_STEP.pattern}){{0,{_MOST_STEPS}}})")
_LOCAL = re.compile(r"\bL\['([^']+)'\]")
_KNOWN = 1 << 13  # more than a model has guards: they are gone through in turn
_DEFAULTS = {"__defaults__", "__kwdefaults__"}


class Step(NamedTuple):
    """One step of a path: an attribute, or an item under a key or number."""

    is_attribute: bool
    key: _Key


@dataclass(frozen=True)
class AccessPath:
    """The path to a value: a variable (`scope` ``L`` or ``G``) and steps from it."""

    scope: str
    name: str
    steps: tuple[Step, ...] = ()

    @cached_property
    def literal(self) -> str:
        """Return the path as torch writes it."""
        return f"{self.scope}[{self.name!r}]{steps_text(self.steps)}"

    def owner(self, length: int) -> AccessPath:
        """Return the first `length` steps of this path."""
        return AccessPath(self.scope, self.name, self.steps[:length])

    @property
    def default(self) -> _Key | None:
        """Return whose default it leads to: a parameter by number or name."""
        if len(self.steps) < 2 or self.steps[-2].key not in _DEFAULTS:
            return None
        return self.steps[-1].key

    @property
    def is_local(self) -> bool:
        """Return whether it begins at an argument or a free variable."""
        return self.scope == "L"


def steps_text(steps: Iterable[Step]) -> str:
    """Return steps as Python source."""
    return "".join(
        f".{key}" if is_attribute else f"[{key!r}]" for is_attribute, key in steps
    )


def first_path(text: str) -> str:
    """Return the first path in a guard, as written; empty if there is none."""
    found = PATH.search(text)
    return found.group() if found else ""


@lru_cache(maxsize=_KNOWN)
def parsed_path(text: str) -> AccessPath:
    """Return the path that a whole text is, or None."""
    # A root is an item of what is called like its scope.
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
    """A text without its paths: thousands of guards differ only in their paths.

    Attributes:
        form: the text with a stand-in for each path, which is a path, too.
        paths: those that differ, as they are written.
    """

    form: str
    paths: tuple[str, ...]


_STAND_IN = "L['path_"


def apart(text: str) -> Apart:
    """Return a text split into its form and its paths.

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
    """Return the text of a form, or of a part of it, with these paths."""
    if _STAND_IN in form:
        for at, path in enumerate(paths):
            form = form.replace(f"{_STAND_IN}{at}']", path)
    return form


@lru_cache(maxsize=_KNOWN)
def _can_stand_in(path: str) -> bool:
    """Return whether a path is valid Python on one line."""
    keys = (str(step.key) for step in parsed_path(path).steps if step.is_attribute)
    return path.isprintable() and not any(map(keyword.iskeyword, keys))


def bare(text: str) -> str:
    """Return a guard as torch writes it in a reason: locals by their bare names."""
    return _LOCAL.sub(r"\1", text)


def is_stored(path: str) -> bool:
    """Return whether a path leads to a parameter or buffer of a module."""
    return any(part in path for part in ("_parameters[", "_buffers[", "_buffers']"))


# --- paths of modules -----------------------------------------------------------------


def path_text(keys: Iterable[str]) -> str:
    """Return the path through these names.

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
    """Return a path in the form of `path_text`, with each number after a dot.

    >>> dotted_path("model.layers.3.self_attn")
    'model.layers[3].self_attn'
    """
    return path_text(text.split("."))


def module_path(expression: str) -> str:
    """Return a module as the program writes it.

    >>> module_path("L['self']._modules['layers']._modules['0'].norm")
    'self.layers.0.norm'

    A class with a `__getattr__` of its own has its submodules read from its dict.

    >>> module_path("L['self'].__dict__['_modules']['down']._modules['0']")
    'self.down.0'
    """
    path = re.sub(r"^[LG]\['([^']*)'\]", r"\1", expression)
    path = re.sub(r"(?:\.__dict__\['_modules'\]|\._modules)\['([^']*)'\]", r".\1", path)
    return re.sub(r"\['?([^'\[\]]*)'?\]", r".\1", path)
