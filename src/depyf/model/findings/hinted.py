"""Build the advice for breaks of which only torch's hint says what to do."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.detail_events import OptionValues
from depyf.model.findings.break_ways import calls_library
from depyf.model.findings.caught_errors import caught_at, tested_before
from depyf.model.findings.checked_dataclasses import without_checks
from depyf.model.findings.computed_inside import is_computed_inside
from depyf.model.findings.library_options import SUCH_AS, chosen_option
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_index import last_line
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import NUMPY, last_name
from depyf.model.python_text import dotted, parsed
from depyf.model.source_places import path_in_packages
from depyf.torch_text.break_words import (
    avoided_call,
    avoids_builtin,
    avoids_class,
    creates_with_gradients,
    is_deep_copy,
    is_of_generator,
    is_of_new_object,
    is_of_no_tensor,
    is_without_help,
    sets_requires_grad,
    words_in,
)

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.library_options import Option
    from depyf.model.run import Run

# torch raises an error if the program branches on a value that is captured then.
AT_FIRST = (
    "before the first call; if compiling then fails, keep this code out of the "
    "compiled function"
)
_COPIES = (
    "make a new object instead of `copy.deepcopy`: copy its containers with "
    "`list(...)` or `dict(...)`, and the tensors that change with `clone()`"
)
_KEEPING = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)
# Functions whose result is the same during a process.
_OF_PROCESS = {
    "get_num_threads", "cpu_count", "device_count", "get_device_capability",
    "get_device_name", "gethostname", "machine", "python_version",
}  # fmt: skip
_OF_NUMBERS = {"manual_seed", "manual_seed_all", "set_num_threads", "sleep"}
_BETWEEN = (
    "make it between two compiled functions, or use operations that torch compiles"
)
_NEW_OBJECT = (
    "create the object that the line uses before the first call, such as in `__init__`"
)
_NEW_LEAF = (
    "leave out `requires_grad=True` there, if no gradient of this tensor is needed; or "
    "create the tensor before the call, and pass it"
)
_OF_LIBRARY = (
    "the line is in a library: call it outside of the compiled function, or with "
    "options that do not reach {}, {}"
)
_MAY_NEED = "a value may need other hardware, types or packages"
_IN_GENERATOR = (
    "cure the graph break inside of this generator first: torch cannot resume in it"
)
_HINT = "torch's hint, not tried: "
_OTHER_OBJECT = (
    "an argument there may be another object than in plain Python, as the error says: "
    "create it with another function"
)


def as_hinted(one: Break) -> Cure:
    """Return what `by_hint` returns, or else how to leave the line out."""
    found = by_hint(one)
    # What a library calls is no advice for the program.
    is_inner = avoids_builtin(one.said.hint) and one.is_in_library
    if (found.edit or found.note) and not is_inner:
        return found
    if one.is_in_library:
        return Cure("", of_library(one))
    name = _called(one)
    found = moved_out(one, name) if name else Cure()
    if found.note and name.partition(".")[0] in NUMPY:
        return Cure("", f"{found.note}; or compute it with functions of torch")
    return found


def of_library(one: Break) -> str:
    """Return what to do about a line in a library."""
    return _OF_LIBRARY.format(one.inner_place, other_option(one) or "if there are any")


def other_option(one: Break) -> str:
    """Return words on the program's option that chose a library's code; "" if none."""
    found = chosen_option(one)
    if found is None:
        return ""
    other = f"`{found.name}` than `{found.value!r}` at {place(found.line)}"
    return f"{SUCH_AS}{other}{_values(found, one.run)}"


def _values(option: Option, run: Run) -> str:
    """Return the option's other values in parentheses, or where to look for them."""
    read = option.reader
    if read is None:
        return ""
    for one in run.facts.all(OptionValues):
        if (one.line, one.file[-len(read.file) :]) == (read.line, read.file):
            others = [f"`{value!r}`" for value in one.values if value != option.value]
            listed = f"{path_in_packages(one.file)}:{one.listed} lists {joined(others)}"
            return f" ({listed}; {_MAY_NEED})"
    # A table of the values may be some lines away.
    where = f"{path_in_packages(read.file)}:{read.line}"
    return f" (its values: see the code around {where})"


def without_loop(one: Break) -> str:
    """Return what to do about a loop of unknown length."""
    if one.is_in_library:
        return of_library(one)
    return (
        "compute without the loop over this result (a mask, `torch.where`), or do not "
        "compile this part: torch cannot unroll a loop of unknown length"
    )


def by_hint(one: Break) -> Cure:
    """Return the setting that torch names, or what its hint says.

    Torch's hint to avoid a method of a plain object is no advice: the object can only
    be used outside of compiled code.
    """
    setting = one.said.setting
    if setting is not None:
        return Cure(setting.statement, _when_to_set(setting.statement))
    if is_of_generator(one.said.hint):
        return Cure("", _IN_GENERATOR)
    plain = without_checks(one)
    if plain.edit:
        return plain
    hint = one.said.hint
    method = avoided_call(hint, " ".join(one.texts))
    if is_of_new_object(one.event.reason):
        return Cure("", _NEW_OBJECT)
    if creates_with_gradients(one.event.reason):
        return Cure("", _NEW_LEAF)
    if method or is_of_no_tensor(one.event.reason):
        name = calls_library(one) or method
        return moved_out(one, name, is_of_tensors=avoids_class(hint))
    if sets_requires_grad(one.event.reason) and not one.is_in_library:
        # A function that sets it in a loop usually does nothing else.
        return moved_out(one, "" if one.led_here is None else one.function)
    if is_deep_copy(hint):
        return Cure("", _COPIES)
    if one.said.error and (not hint or is_without_help(hint)):
        handler = caught_at(one.run, one.event.user_stack)
        return tested_before(handler) if handler else Cure("", _OTHER_OBJECT)
    if not hint or is_without_help(hint):
        return Cure()
    return Cure("", f"{_HINT}{hint.rstrip('.')}")


def _when_to_set(statement: str) -> str:
    """Return when to run the statement of a setting, and what else it needs."""
    if ".capture_" in statement:
        return AT_FIRST
    if ".compiled_autograd" in statement:
        return (
            "before the first call; a function that is compiled, too, must then call "
            "`backward()`"
        )
    return "before the first call"


def _called(one: Break) -> str:
    """Return the function on the broken line that torch's texts name; "" if none.

    Functions of libraries are left out: the program calls other functions.
    """
    line, tree = one.where, one.tree()
    if line is None or tree is None or one.is_in_library:
        return ""
    words = words_in(" ".join(one.texts))
    names = (
        dotted(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.lineno <= line.line <= last_line(node)
    )
    return next((name for name in names if name.rpartition(".")[2] in words), "")


def hinted_title(one: Break) -> str:
    """Return the title, with the method that torch's hint names."""
    method = avoided_call(one.said.hint, " ".join(one.texts))
    name = calls_library(one) or method
    what = f"call of `{name}`" if method else "code torch cannot capture"
    if one.said.error and not method:
        what = "failed operation"
    if is_of_new_object(one.event.reason):
        what = "object that it creates"
    if sets_requires_grad(one.event.reason):
        what = "change of `requires_grad`"
    if creates_with_gradients(one.event.reason):
        what = "tensor created with `requires_grad=True`"
    if is_deep_copy(one.said.hint):
        what = "`copy.deepcopy` of a tensor"
    return f"{one.state}: {what}"


def moved_out(one: Break, name: str, *, is_of_tensors: bool = True) -> Cure:
    """Return the advice to make a call outside of compiled code, and where.

    Args:
        one: the graph break.
        name: the function that is called; empty if unknown.
        is_of_tensors: whether the call may get tensors that compiled code computes.
    """
    if name.rpartition(".")[2] in _OF_PROCESS:
        return Cure(
            "", f"call `{name}` once, at the top of the module, and use its result"
        )
    last = name.rpartition(".")[2]
    owner = name.rpartition(".")[0] if last.startswith("__") else ""
    name = name if _is_written(one, owner or name) else ""
    is_of_tensors = is_of_tensors and last not in _OF_NUMBERS
    what = f"the call of `{name}`" if name else "this call"
    if is_of_tensors and is_computed_inside(one, name):
        return Cure("", f"{what} gets what compiled code computes: {_BETWEEN}")
    if name and _is_entered(one, name):
        what = f"the `with` of `{name}`, and all code that runs in it,"
    sets = sets_requires_grad(one.event.reason)
    is_store = not name and _stores_outside(one)
    what = "this line" if is_store else what
    is_used = _is_used(one) and not sets and not is_store
    result = f", and pass {_result(one, name)}" if is_used else ""
    outside = one.called_from
    if not outside:
        return Cure("", f"move {what} out of the compiled code{result}")
    if len(outside) > 1:
        places = joined(place(line) for line in outside)
        return Cure(
            "", f"move {what} out of the compiled code, before {places}{result}"
        )
    [only] = outside
    text = f" `{only.text}`" if only.text else ""
    where = f"{'before' if sets else 'next to'} {place(only)}{text}"
    return Cure("", f"move {what} out of the compiled code, {where}{result}")


def _result(one: Break, name: str) -> str:
    """Return in words what to pass instead of a call inside compiled code.

    A Python number that is another in each call is a constant of an entry.
    """
    is_random = "random" in name.split(".")
    if one.said.in_loop:
        return "its results" + (" as one tensor" if is_random else "")
    return "its result" + (" as a tensor" if is_random else "")


def _is_written(one: Break, name: str) -> bool:
    """Return whether the file of a break contains a function's or its owner's name.

    Torch also names functions that only its own code calls, such as `getitem`.
    """
    tree, names = one.tree(), set(name.split("."))
    if tree is None or name == one.function:
        return True
    return any(last_name(node) in names for node in ast.walk(tree))


def _is_entered(one: Break, name: str) -> bool:
    """Return whether the line is a ``with`` that enters the result of a call."""
    line, tree, last = one.where, one.tree(), name.rpartition(".")[2]
    number = line.line if line is not None else 0
    return any(
        last_name(getattr(item.context_expr, "func", item.context_expr)) == last
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, (ast.With, ast.AsyncWith)) and node.lineno == number
        for item in node.items
    )


def _is_used(one: Break) -> bool:
    """Return whether the line of a break keeps or returns what its call returns."""
    tree = parsed(one.where.text) if one.where is not None else None
    return any(isinstance(node, _KEEPING) for node in (tree.body if tree else ()))


def _stores_outside(one: Break) -> bool:
    """Return whether the line only stores in an attribute or item of an object.

    Reading and writing such an object breaks the graph, so its value cannot be passed.
    """
    tree = parsed(one.where.text) if one.where is not None else None
    for node in tree.body if tree else ():
        targets = [*getattr(node, "targets", ()), getattr(node, "target", None)]
        if any(isinstance(each, (ast.Attribute, ast.Subscript)) for each in targets):
            return not any(isinstance(each, ast.Name) for each in targets)
    return False
