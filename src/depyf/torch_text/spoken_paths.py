"""Describe in words the paths that lead through internals of torch or Python.

torch writes ``fn.__self__.lr``; a person says "`lr` of the object behind `fn`".  A path
that a program would contain stays as it is.
"""

from __future__ import annotations

from typing import Callable, Mapping, NamedTuple, Sequence

from depyf.reading.numbers import is_number
from depyf.records import dataclass

_OPEN, _CLOSE = "([", ")]"
_HOOKS = {
    "_forward_hooks": "forward hook",
    "_forward_pre_hooks": "forward pre-hook",
    "_backward_hooks": "backward hook",
    "_backward_pre_hooks": "backward pre-hook",
}
_STORES = {"_modules": "submodule", "_parameters": "parameter", "_buffers": "buffer"}
_GUARD_ON = 'guard on "'


@dataclass(frozen=True)
class Known:
    """Facts about a path that its text lacks, but its description in words needs.

    Attributes:
        cell: the name of the captured variable on the path.
        defaults: the names of the parameters with a default, by their number among
            those, for the function on the path.
        hook: the name of the function that torch calls as a hook.
        partials: the paths that lead to a `functools.partial`.
    """

    cell: str = ""
    defaults: Mapping[int, str] | None = None
    hook: str = ""
    partials: frozenset[str] = frozenset()


class _Said(NamedTuple):
    """A value in words: its code, and words for the object to which the value belongs.

    For example, ``_Said(".lr", "the object behind `fn`")``.  The code begins with a dot
    if it is an attribute of that object.
    """

    code: str
    words: str = ""

    @property
    def text(self) -> str:
        code = self.code.lstrip(".")
        if not code:
            return self.words
        if not self.words:
            return f"`{code}`"
        link = "" if self.words.startswith("in ") else "of "
        return f"`{code}` {link}{self.words}"


def captured_name(hint: str) -> str:
    """Return the closure variable that torch's remark on a guard names.

    >>> captured_name('guard on "scale", type float')
    'scale'
    """
    _, found, rest = hint.partition(_GUARD_ON)
    name = rest.partition('"')[0] if found else ""
    return name if name.isidentifier() else ""


def hook_kind(path: str) -> str:
    """Return the kind of the hook that a path leads through; empty if there is none.

    >>> hook_kind("self.fc._forward_hooks[0].scale"), hook_kind("self.fc")
    ('forward_hook', '')
    """
    steps = steps_of(path) or []
    names = [step[2:-1] for step in steps if step[1:] in _HOOKS]
    return names[-1] if names else ""


def steps_of(path: str) -> list[str] | None:
    """Split a path into its root and its steps; return None for other texts.

    >>> steps_of("self.body[0]._hooks[[*x.y][0]].lr")
    ['self', '.body', '[0]', '._hooks', '[[*x.y][0]]', '.lr']
    >>> steps_of("1.0 / s") is None
    True
    """
    root = _root_length(path)
    found, at = [path[:root]], root
    while root and at < len(path):
        end = at + 1
        if path[at] == ".":
            while end < len(path) and (path[end].isalnum() or path[end] == "_"):
                end += 1
        elif path[at] == "[":
            end = _closed(path, at)
        if end <= at + 1:
            return None
        found.append(path[at:end])
        at = end
    return found if root else None


def _root_length(path: str) -> int:
    """Return the length of a path's root: a variable, ``type(x)`` or ``G['x']``."""
    end = 0
    while end < len(path) and (path[end].isalnum() or path[end] == "_"):
        end += 1
    if path[:end] in {"type", "G", "L"} and end < len(path) and path[end] in _OPEN:
        return _closed(path, end)
    return end if path[:end].isidentifier() else 0


def _closed(text: str, at: int) -> int:
    """Return the index after the bracket that closes the one at `at`; 0 if none."""
    depth, quote = 0, ""
    for place in range(at, len(text)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            depth += (sign in _OPEN) - (sign in _CLOSE)
            if not depth:
                return place + 1
    return 0


def is_internal(path: str) -> bool:
    """Return whether a path leads through internals that programs do not name."""
    steps = steps_of(path)
    return steps is not None and spoken(path) != f"`{path}`"


def spoken(path: str, known: Known | None = None) -> str:
    """Return a path in words, with code in backticks.

    >>> spoken("self.drop.p"), spoken("fn.__self__.lr")
    ('`self.drop.p`', '`lr` of the object behind `fn`')

    Args:
        path: the readable path, from `path_names`.
        known: additional facts about the path.
    """
    steps, known = steps_of(path), known or Known()
    if steps is None:
        return f"`{path}`"
    said, at = _root(steps[0]), 1
    while at < len(steps):
        taken, said = _next(said, steps[at:], "".join(steps[:at]), known)
        at += taken
    return said.text


def _root(root: str) -> _Said:
    if root[:1] in {"G", "L"} and root[1:2] == "[":
        name = root[2:-1].strip("'\"")
        return _Said("", f"the {'global' if root[0] == 'G' else 'variable'} `{name}`")
    return _Said(root)


def _next(
    said: _Said, steps: Sequence[str], before: str, known: Known
) -> tuple[int, _Said]:
    """Return how many steps are described together, and the value at their end."""
    name, item = steps[0][1:], _key(steps[1]) if len(steps) > 1 else ""
    is_attribute = steps[0][0] == "."
    if name == "__mro__" and item:
        return 2, _Said("", f"a base class of `{before}`")
    if is_attribute and item and name in _WITH_ITEM:
        return _WITH_ITEM[name](said, steps, item, known)
    if is_attribute and name in _ALONE:
        return 1, _Said("", _ALONE[name].format(said.text))
    if before in known.partials and is_attribute:
        if name == "keywords" and item:
            return 2, _Said(item, f"the partial {said.text}")
        if name == "args" and item:
            words = f"positional argument {int(item) + 1} of the partial {said.text}"
            return 2, _Said("", words)
        if name == "func":
            return 1, _Said("", f"the function of the partial {said.text}")
    return 1, _Said(said.code + steps[0], said.words)


def _key(step: str) -> str:
    """Return the key in the brackets of a step, without quotes."""
    return step[1:-1].strip("'\"") if step[0] == "[" else ""


_Taken = Callable[[_Said, Sequence[str], str, Known], "tuple[int, _Said]"]


_OF_CLOSURE, _INSIDE = "a value in the closure of ", "a value in a closure inside "


def _cell(
    said: _Said, steps: Sequence[str], _item: str, known: Known
) -> tuple[int, _Said]:
    taken = 3 if len(steps) > 2 and steps[2] == ".cell_contents" else 2
    closure = f"in the closure of {said.text}"
    for words in (_OF_CLOSURE, _INSIDE):
        if said.text.startswith(words):  # the variable of an inner function
            closure = f"in a closure inside {said.text[len(words) :]}"
    is_last = not any(step == ".__closure__" for step in steps[taken:])
    if known.cell and is_last:
        return taken, _Said(known.cell, closure)
    return taken, _Said("", f"a value {closure}")


def _default(
    said: _Said, _steps: Sequence[str], item: str, known: Known
) -> tuple[int, _Said]:
    name = item if not is_number(item) else (known.defaults or {}).get(int(item), "")
    which = f"the default `{name}`" if name else "a default"
    return 2, _Said("", f"{which} of {said.text}")


def _hook(
    said: _Said, steps: Sequence[str], _item: str, known: Known
) -> tuple[int, _Said]:
    name = f" `{known.hook}`" if known.hook else ""
    return 2, _Said("", f"the {_HOOKS[steps[0][1:]]}{name} on {said.text}")


def _stored(
    said: _Said, steps: Sequence[str], item: str, _known: Known
) -> tuple[int, _Said]:
    if item.isidentifier() and not said.words:
        return 2, _Said(f"{said.code}.{item}")
    if is_number(item) and not said.words:
        return 2, _Said(f"{said.code}[{item}]")
    return 2, _Said("", f"the {_STORES[steps[0][1:]]} `{item}` of {said.text}")


_ALONE: Mapping[str, str] = {
    "__self__": "the object behind {0}",
    "__func__": "the function of {0}",
    "__wrapped__": "the function wrapped in {0}",
    "__code__": "the code of {0}",
    "__class__": "the class of {0}",
    "__closure__": "the closure of {0}",
    "__defaults__": "the defaults of {0}",
    "__kwdefaults__": "the defaults of {0}",
    "__dict__": "the attributes of {0}",
    "_forward_hooks": "the forward hooks on {0}",
    "_forward_pre_hooks": "the forward pre-hooks on {0}",
    "_backward_hooks": "the backward hooks on {0}",
    "_backward_pre_hooks": "the backward pre-hooks on {0}",
    "_modules": "the submodules of {0}",
    "_parameters": "the parameters of {0}",
    "_buffers": "the buffers of {0}",
}
_WITH_ITEM: Mapping[str, _Taken] = {
    "__closure__": _cell,
    "__defaults__": _default,
    "__kwdefaults__": _default,
    **dict.fromkeys(_HOOKS, _hook),
    **dict.fromkeys(_STORES, _stored),
}
