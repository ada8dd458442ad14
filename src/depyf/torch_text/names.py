"""Parse torch's names of compilations, graphs, resume functions and globals.

torch names a compilation ``frame/compile``: ``0/1`` is the second compilation of the
first code object.  It adds ``_attempt`` if tracing was restarted.  These ids are not
unique in a process: ``torch._dynamo.reset()`` and strict export start again at 0.  So a
`CompileId` also has a *generation*: the number of such resets so far.
"""

from __future__ import annotations

import builtins
import keyword
import re
from dataclasses import replace
from typing import Callable, Iterable

from depyf.reading.numbers import is_number
from depyf.records import dataclass
from depyf.regexes import regex
from depyf.torch_text.environment import MODE, mode_path

GRAPH_NAME = "__compiled_fn_"
RESUME_NAME = "__resume_at_"
_RESUME_CODE_NAMES = ("torch_dynamo_resume_in_", "resume_in_")
_MISSING = regex(r"'FakeTensor' object has no attribute '(?P<name>\w+)'")
_WRAPPER_ARGUMENT = regex(r"args\[\d+\]|kwargs\['\w+'\]")
# At most 18 digits, because file names are made from ids.
_ID_TEXT = regex(
    r"^(?:(?P<generation>\d{1,18}):)?"
    r"(?:!(?P<autograd>\d{1,18}|None|a)?)?"
    r"(?:/?(?P<frame>\d{1,18})/(?P<compile>\d{1,18}))?"
    r"(?:_(?P<attempt>\d{1,18}))?$"
)
_SETTING = regex(r"(?P<name>torch\.(?:\w+\.)*_?config\.\w+) ?= ?(?P<value>\w+)")
# Torch's hint on `Tensor.backward` leaves out ``config``: as written, it has no effect.
_WITHOUT_CONFIG = regex(r"\btorch\.(_\w+)\.(?=\w+ ?= ?(?:True|False)\b)")
_SET_TO = regex(
    r"(?P<name>torch\.(?:\w+\.)*_?config\.\w+)`? to `?(?P<value>True|False|\d+)\b"
)
_CLASS = regex(r"<class '(?:[\w.]+\.)?(?P<name>\w+)'>|\btype (?P<bare>\w+)$")
_MISSING = regex(
    r"'(?:\w+\.)*(?P<owner>\w+)'(?: object)? has no attribute '(?P<name>\w+)'"
)
_MAKER = regex(r"(?P<function>\w+)\.<locals>")
_UUID = r"[0-9a-f]{8}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{12}"
_STATES = {"torch function mode stack mutation": "torch's stack of function modes"}
_WITH_UUID = regex(rf"\b(?P<short>\w+?)_{_UUID}(?![0-9a-zA-Z])")
# Up to torch 2.2, the name lacks the line after which the function resumes.
_RESUME_OF = regex(
    r"(?:torch_dynamo_)?resume_in_(?P<function>.+?)(?:_at_(?P<line>\d{1,9}))?$"
)
# Globals that torch adds: modules with their path, other objects with their address.
_MODULE = "__import_"
_IMPORTED = regex(r"__import_(?:\w+?_dot_)*(?P<name>\w+)")
_BY_ADDRESS = regex(r"(?:___module_)?(?P<name>\w+?)_\d{9,}_c\d+")
# A value that crosses a graph break, and the step to a part of it.
_STACK = regex(r"\b___stack(?P<number>\d+)\b(?P<step>[.\[]?)")
_OF_TENSORS = regex(r"\b(?:u|zuf)\d{1,9}\b")  # unbacked symbols
_BEGINS_AT_STACK = regex(r"(?:\w+\()?_+stack\d+")


@dataclass(frozen=True)
class CompileId:
    """The id of one attempt at one compilation of one code object.

    `frame` and `compile` are None only for records of compiled autograd that belong to
    no frame.
    """

    frame: int | None
    compile: int | None
    attempt: int = 0
    generation: int = 0
    autograd: int | None = None

    def __str__(self) -> str:
        """Return torch's own text (no generation): ``0/1``, ``0/1_2``, ``!0/3/0``."""
        parts = []
        if self.autograd is not None:
            parts.append(f"!{self.autograd}")
        if self.frame is not None:
            parts.append(f"{self.frame}/{self.compile}")
        text = "/".join(parts)
        return f"{text}_{self.attempt}" if self.attempt else text

    @property
    def key(self) -> str:
        """The id as a text that is unique in a process; `parse` reads it back."""
        return f"{self.generation}:{self}" if self.generation else str(self)

    @property
    def compilation(self) -> CompileId:
        """The id without its attempt: all attempts at a compilation share it."""
        return replace(self, attempt=0)

    @classmethod
    def parse(cls, text: str, generation: int = 0) -> CompileId | None:
        """Parse an id of torch's, or a `key`; return None for other texts.

        >>> CompileId.parse("2/0_1")
        CompileId(frame=2, compile=0, attempt=1, generation=0, autograd=None)
        >>> CompileId.parse("1:!0/12/0").key
        '1:!0/12/0'
        """
        match = _ID_TEXT.match(text.strip())
        if match is None or not any((match["frame"], match["autograd"])):
            return None
        return cls(
            frame=_integer(match["frame"]),
            compile=_integer(match["compile"]),
            attempt=_integer(match["attempt"]) or 0,
            generation=_integer(match["generation"]) or generation,
            autograd=_integer(match["autograd"]),
        )


def short_name(name: str) -> str:
    """Return `name` without the uuid that torch appends to generated names.

    >>> short_name("__compiled_fn_1_f7d7e5b6_02db_46da_b157_4ed9208bf4dd")
    '__compiled_fn_1'
    >>> short_name("__resume_at_102_2")
    '__resume_at_102_2'
    """
    return _WITH_UUID.sub(lambda match: match["short"], name)


def _integer(text: str | None) -> int | None:
    return int(text) if text and is_number(text) else None


def is_graph_name(name: str) -> bool:
    """Return whether a name is ``__compiled_fn_N``, with or without a uuid."""
    short = short_name(name)
    return short.startswith(GRAPH_NAME) and short[len(GRAPH_NAME) :].isdecimal()


def is_resume(co_name: str) -> bool:
    """Return whether the name of a code object is that of a resume function."""
    return co_name.startswith(_RESUME_CODE_NAMES)


def resumed_function(co_name: str) -> str:
    """Return the function that a resume function continues; empty if it is none.

    >>> resumed_function("torch_dynamo_resume_in_toy_at_9"), resumed_function("toy")
    ('toy', '')
    """
    found = _RESUME_OF.match(co_name)
    return found["function"] if found else ""


def resumed_line(co_name: str) -> int:
    """Return the line after which a resume function starts; 0 if unknown.

    >>> resumed_line("torch_dynamo_resume_in_toy_at_9")
    9
    """
    found = _RESUME_OF.match(co_name)
    return int(found["line"] or 0) if found else 0


def readable_global(name: str) -> str:
    """Return a global's name without torch's prefix and suffix.

    The name stays as it is if the rest is a keyword or a builtin.

    >>> readable_global("__import_transformers_dot_cache_utils")
    'cache_utils'
    """
    short = short_name(name)
    for pattern in (_IMPORTED, _BY_ADDRESS):
        match = pattern.fullmatch(short)
        if match is not None:
            last = match["name"].rpartition("_dot_")[2]
            is_free = not keyword.iskeyword(last) and last not in vars(builtins)
            return last if last.isidentifier() and is_free else short
    return short


def module_of_global(name: str) -> str | None:
    """Return the module that a global of torch's holds; None for other globals.

    >>> module_of_global("__import_transformers_dot_cache_utils")
    'transformers.cache_utils'
    """
    if not name.startswith(_MODULE):
        return None
    return name[len(_MODULE) :].replace("_dot_", ".")


def begins_at_stack(path: str) -> bool:
    """Return whether a path begins at a value that crosses a graph break."""
    return _BEGINS_AT_STACK.match(path) is not None


def numbers_of_tensors(text: str) -> frozenset[str]:
    """Return the unbacked symbols in a text: sizes and numbers read from tensors.

    >>> sorted(numbers_of_tensors("Eq(u0, s77): pending {zuf1}"))
    ['u0', 'zuf1']
    """
    return frozenset(_OF_TENSORS.findall(text))


def is_made_inside(source: str) -> bool:
    """Return whether a size's source is a tensor that compiled code creates."""
    return source.startswith("<ephemeral:")


def is_stack_value(name: str) -> bool:
    """Return whether a variable holds a value that crosses a graph break."""
    return _STACK.fullmatch(name) is not None


def stack_value(number: int) -> str:
    """Return torch's name of a value that crosses a graph break."""
    return f"___stack{number}"


def stack_value_in(path: str) -> str:
    """Return the value that crosses a graph break in a path; empty if there is none.

    >>> stack_value_in("___stack2[1]"), stack_value_in("x")
    ('___stack2', '')
    """
    found = _STACK.search(path)
    return stack_value(int(found["number"])) if found is not None else ""


def with_stack_values(text: str, name_of: Callable[[int], str]) -> str:
    """Return a text with new names for the values that cross a graph break.

    Args:
        text: a text with names such as ``___stack0``.
        name_of: returns the name for the number of a value.
    """

    def named(found: re.Match[str]) -> str:
        name = name_of(int(found["number"]))
        return f"({name}){found['step']}" if found["step"] else name

    return _STACK.sub(named, text)


def settings_in(texts: Iterable[str]) -> list[str]:
    """Return the settings that torch's texts advise, as distinct assignments.

    If a text names both the current and the advised value, the advised value is used.

    >>> settings_in(["(to avoid this, set torch._dynamo.config.specialize_int=False)"])
    ['torch._dynamo.config.specialize_int = False']
    >>> now = "a call with torch._inductor.config.x=False"
    >>> settings_in([now, "Change `torch._inductor.config.x` to `True`"])
    ['torch._inductor.config.x = True']
    >>> settings_in(["allow it with `torch._inductor.config.x = True`"])
    ['torch._inductor.config.x = True']
    >>> settings_in(["Set torch._dynamo.trace_autograd_ops=True"])
    ['torch._dynamo.config.trace_autograd_ops = True']
    """
    known = [_WITHOUT_CONFIG.sub(r"torch.\1.config.", text) for text in texts]
    advised = {
        one["name"]: one["value"] for text in known for one in _SET_TO.finditer(text)
    }
    for one in (one for text in known for one in _SETTING.finditer(text)):
        advised.setdefault(one["name"], one["value"])
    return [f"{name} = {value}" for name, value in advised.items()]


def is_number_for_tensor(texts: Iterable[str]) -> bool:
    """Return whether a number came where an entry requires a tensor.

    >>> is_number_for_tensor(["to be a tensor type, ' but found <class 'float'>"])
    True
    """
    met = [text for text in texts if "to be a tensor type" in text]
    return bool(met) and set(classes_in(met)) <= {"int", "float", "bool"}


def missing_attribute(error: str) -> tuple[str, str]:
    """Return the class and attribute that an `AttributeError` names; else empty.

    >>> missing_attribute("type object 'Field' has no attribute '__tensor_flatten__'")
    ('Field', '__tensor_flatten__')
    """
    found = _MISSING.search(error)
    return (found["owner"], found["name"]) if found else ("", "")


def makers_in(texts: Iterable[str]) -> list[str]:
    """Return the functions whose local objects these texts name, sorted by name.

    >>> makers_in(["type(L['act']) is make_act.<locals>.Act"])
    ['make_act']
    """
    found = (one for text in texts for one in _MAKER.finditer(text))
    return sorted({one["function"] for one in found})


def classes_in(texts: Iterable[str]) -> list[str]:
    """Return the classes that guards on types name, without modules, sorted by name.

    >>> classes_in(["___check_type_id(m, 7) type=<class 'cut.Trimmed'>", "type Cut"])
    ['Cut', 'Trimmed']
    """
    found = (
        one["name"] or one["bare"] for text in texts for one in _CLASS.finditer(text)
    )
    return sorted(set(found))


def is_aliasing(text: str) -> bool:
    """Return whether an operator's error is about a result that aliases an input."""
    return "alias" in text


def can_be_listed(name: str) -> bool:
    """Return whether `dynamic_sources` can list a source.

    torch splits that setting at commas, removes blanks, and compiles each part as a
    pattern.

    >>> can_be_listed("L['x']"), can_be_listed("L['a, b']"), can_be_listed("")
    (True, False, False)
    """
    if not name or any(one in name for one in ", \n"):
        return False
    try:
        re.compile(name)
    except re.error:
        return False
    return True


def missing_on_tensor(text: str) -> str:
    """Return the attribute that a tensor does not have while torch compiles; or "".

    >>> missing_on_tensor("'FakeTensor' object has no attribute 'x'")
    'x'
    """
    found = _MISSING.search(text)
    return found["name"] if found is not None else ""


def numbers_in(line: str) -> list[str]:
    """Return the whole numbers in a line of source.

    >>> numbers_in("x = y.view(4, -1)[:, 32]")
    ['4', '1', '32']
    """
    return re.findall(r"\b\d+\b", line)


def context_class(function: str) -> str:
    """Return torch's class of ``ctx`` for a class of `torch.autograd.Function`.

    >>> context_class("ATan")
    'ATanBackward'
    """
    return f"{function}Backward"


def argument_of_wrapper(path: str) -> str:
    """Return the argument that a path begins with, in a wrapper with ``*args``.

    >>> argument_of_wrapper("args[0]['x']"), argument_of_wrapper("kwargs['y'].z")
    ('args[0]', "kwargs['y']")
    >>> argument_of_wrapper("self.args[0]")
    ''
    """
    found = _WRAPPER_ARGUMENT.match(path)
    return found[0] if found is not None else ""


def state_named(target: str) -> str:
    """Return a short name of torch's own state that a side effect changes, or "".

    >>> state_named("torch function mode stack mutation")
    "torch's stack of function modes"
    """
    return _STATES.get(target, "") or (MODE if mode_path(target) == "" else "")
