"""Build the edits against recompiles, and say where they belong."""

from __future__ import annotations

import ast
import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.findings import conditions, rewriting
from depyf.model.findings.causes import root_name
from depyf.model.findings.compile_sites import dynamic_text, site_of
from depyf.model.findings.keyword_tensors import keyword_as_tensor
from depyf.model.findings.named_there import before_call, in_call, is_named_at_call
from depyf.model.findings.names import is_compiled, joined, passed_names, place
from depyf.model.findings.new_values import other_constants
from depyf.model.findings.number_needs import SCALE, UNROLLED, number_needed_at
from depyf.model.findings.rule import Cure
from depyf.model.findings.static_option import static_option
from depyf.model.findings.syntax_parts import index_of_item, last_name
from depyf.model.findings.user_names import reached
from depyf.model.python_text import parsed, parsed_statement, text_of
from depyf.regexes import regex
from depyf.torch_text.access_paths import paths_of
from depyf.torch_text.environment import mode_path
from depyf.torch_text.questions import GuardKind
from depyf.torch_text.spoken_paths import is_internal, steps_of

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

# A part of torch's advice on integers of modules, and the setting that it names.
MODULE_INTEGER = "integer attributes of the nn.Module"
INTEGERS_VARY = "torch._dynamo.config.allow_unspec_int_on_nn_module = True"
_ONLY_CONSTANTS = (
    "the function called there accepts only constants: compute with tensors instead, "
    "or use few different values"
)
_IN_TEST = (
    "its line compares the number, or decides by it: compute with tensors instead, or "
    "use few different values"
)
_NEW_MODE = (
    "enter a new mode for each call, if its numbers may begin again; or count outside "
    "of compiled code"
)
_CUTS = (
    "if a slice there has this length: use all items and a mask, such as "
    "`torch.arange(size) < n`; or few different lengths"
)
IS_KEY = (
    "it is a key or an index there: look the item up before the call, and pass the "
    "item (a number as a tensor)"
)
_CHOOSES = (
    "it chooses what is called there: make the choice before the call, and pass the "
    "module or function instead"
)
_MOST_MARKS = 4  # the most sizes that one edit marks
_STATIC = regex(r"""(?P<before>\bdynamic['"]?\s*[=:]\s*)False\b""")
_NAME = regex(r"[^\W\d][\w.]*$")
_COMPILED_IN = regex(r"\b(?:inf|nan)\b")
_COUNTS = regex(r"\bfor\b.*\brange\(")
_CANNOT_BE_SET = regex(r"\[-?\d+\]$|\.__\w+__|\(")
# Patterns of lines that make a size a constant, and the advice that keeps it dynamic.
_FIXED = (
    (
        r"\bfor\b.*(?:\brange|\.unbind)\(",
        "torch unrolls this loop for each size: pad to a few sizes before the call, or "
        "compile only the function that the loop calls",
    ),
    (
        r"\.(?:tensor_)?split\(|\.chunk\(|\.unbind\(",
        "the number of parts is a constant: use one tensor with a dimension for the "
        "parts, such as `x.unflatten(1, (-1, size))`",
    ),
    (
        r"\bin\b|\[\w+\]\s*=",
        "a size used as a key is a constant: compute the value each time, or create "
        "one table in `__init__` and take `table[:size]`",
    ),
    (
        r"\]\s*\*|\*\s*\[|\[.*\bfor\b.*\]",
        "a list has a fixed length: create a tensor instead, such as "
        "`x.new_full((size,), value)`",
    ),
    (
        r"\bint\(|==|\[\s*\]|\{",
        "keep the size symbolic there: use tensor operations instead of `int()`, "
        "lists, keys and tests for equality",
    ),
)


def more_entries(group: Group) -> Cure:
    """Return the edit that raises the recompile limit, so that each kind fits."""
    limit = 4 * max(len(group.frame.entries), 8)
    edit = f"torch._dynamo.config.recompile_limit = {limit}"
    return Cure(edit, "before the first call: torch then compiles each kind once")


def class_once(group: Group) -> Cure:
    """Return the edit that creates a class once instead of in each call."""
    new = group.new_class
    if new is None:
        return Cure()
    if new.uses_function:
        return Cure(
            "",
            f"keep what `{new.function}` returns for equal arguments, for example with "
            f"`functools.lru_cache`: `{new.name}` uses variables of it",
        )
    once = f"at the top of the module, not inside `{new.function}`"
    if new.is_statement:
        return Cure(f"class {new.name}:", once)
    return Cure("", f"create `{new.name}` {once}; or keep its classes in a dict")


# --- numbers --------------------------------------------------------------------------


def _computed_outside(group: Group) -> Cure | None:
    """Return the advice if a line needs the number as a Python number, or None."""
    line = number_needed_at(group)
    if line is None:
        return None
    if group.source.endswith("]") and "split(" in line.text:
        return Cure(
            "",
            f"{place(line)} splits by this list: instead, pass a tensor with the index "
            "of the part of each row, such as for `index_add`",
        )
    if SCALE in line.text:
        return Cure(
            "",
            f"pass `size=` instead of `{SCALE}=` at {place(line)}, and compute this "
            "size before the call: torch lets sizes vary",
        )
    return Cure(
        "",
        f"compute outside of the compiled function what needs `{group.source}`, and "
        f"pass the result: {place(line)} needs a Python number",
    )


def a_tensor(group: Group, edit: str, note: str) -> Cure:
    """Return a cure that makes a number a tensor, or advice if it cannot be one."""
    return _computed_outside(group) or Cure(edit, note)


def of_closure(group: Group) -> Cure:
    """Return the edit that makes a variable of a closure a tensor."""
    name = group.source
    return a_tensor(
        group, f"{name} = torch.tensor({name})", "where the function is created"
    )


def of_global(group: Group) -> Cure:
    """Return the edit that makes a global a tensor, or advice for an item of a dict."""
    name, value = group.source, group.first.expected
    holder = name.partition("[*")[2].partition(".values")[0]
    if holder:
        return Cure(
            "",
            f"change `{holder}` outside of the compiled function, or use tensors as "
            "its values",
        )
    note = f"where it is set; assign a tensor each time it changes{_new_tensor(group)}"
    return a_tensor(group, f"{name} = torch.tensor({value})", note)


def _new_tensor(group: Group) -> str:
    """Return the statement to write instead of ``x += 1``; "" for other lines.

    On a tensor, that statement changes the tensor which others may have kept.
    """
    line = group.asked_at
    node = parsed_statement(line.text) if line is not None else None
    if line is None or not isinstance(node, ast.AugAssign):
        return ""
    target, value = text_of(node.target, line.text), text_of(node.value, line.text)
    sign = line.text[len(target) :].split("=")[0].strip()
    return f": `{target} = {target} {sign} {value}`, not `{line.text}`"


def as_tensor(group: Group) -> Cure:
    """Return the edit that makes an argument, or a part of it, a tensor.

    A part that cannot be set, such as an item of a tuple, must be created as a tensor.
    """
    name = group.source
    outside = _computed_outside(group)
    if outside is not None:
        return outside
    if ".keywords[" in name:
        made = keyword_as_tensor(group)
        if made is not None:
            return made
    if mode_path(name) is not None:
        return Cure("", _NEW_MODE)
    if steps_of(name) is None:
        return Cure("", f"use a tensor for the value that `{name}` is computed from")
    if is_internal(name):
        return Cure("", f"make `{name}` a tensor where it is set")
    if _CANNOT_BE_SET.search(name):
        return Cure(
            f"torch.tensor({name})", f"instead of `{name}`, where it is created"
        )
    if not is_named_at_call(group):
        return Cure("", f"pass a tensor for `{name}` {in_call(group)}")
    return Cure(f"{name} = torch.tensor({name})", before_call(group))


def default_as_tensor(group: Group) -> Cure:
    """Return the edit that makes a parameter's default a tensor."""
    outside = _computed_outside(group)
    if outside is not None:
        return outside
    found = changed_default(group)
    if found is None:
        return Cure("", "make that default a tensor, where the function is created")
    note = f"instead of `{found.before}`, where the function is created"
    return Cure(found.after, note)


def changed_default(group: Group) -> rewriting.Default | None:
    """Return the varying default of a function that is defined repeatedly, or None."""
    wanted, line = paths_of(group.first.literal)[0].default, group.needed_by
    if wanted is None or line is None:
        return None
    around = [
        one.text
        for one in group.run.sources
        if PurePath(one.file).name == PurePath(line.file).name  # torch cuts off paths
        and one.first_line <= line.line <= one.last_line
    ]
    return rewriting.default_as_tensor([*around, line.text], wanted)


def kept_a_number(group: Group) -> Cure:
    """Return advice for a line that turns a varying number into a constant."""
    line = conditions.fixed_by(group)
    if line is not None and _COUNTS.search(line.text):
        return Cure("", UNROLLED)
    value = reached(group.run, group.frame, group.first)
    tree = parsed(line.text) if line is not None else None
    name = str(value.parts[-1].key) if value and value.parts else group.first.source
    names = {name, value.root} if value else {name}
    nodes = [*ast.walk(tree)] if tree is not None else []
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    for node in nodes:
        if isinstance(node, ast.Subscript) and last_name(index_of_item(node)) in names:
            return Cure("", _CHOOSES if node in called else IS_KEY)
    bounds = [one.upper for one in nodes if isinstance(one, ast.Slice)]
    is_cut = any(isinstance(one, ast.Name) for one in bounds)
    if is_cut:
        return Cure("", _CUTS)
    return Cure("", _ONLY_CONSTANTS if called else _IN_TEST)


# --- sizes ----------------------------------------------------------------------------


def kept_a_size(group: Group) -> Cure:
    """Return advice for a line that makes a varying size a constant; empty if none.

    Other lines use the size with a tensor whose sizes are constants.
    """
    line = conditions.fixed_by(group)
    text = line.text if line else ""
    found = (words for pattern, words in _FIXED if re.search(pattern, text))
    return Cure("", next(found, ""))


def as_dynamic(group: Group) -> Cure:
    """Return the edit that makes sizes dynamic, if torch never made them dynamic."""
    sizes = _marked(group)
    if not sizes:
        edit = "torch._dynamo.config.assume_static_by_default = False"
        return Cure(edit, "before the first call")
    # All varying sizes: marking one is an error if it must equal an unmarked one.
    return _marks("mark_dynamic", group, sizes, _names_there(group, sizes))


def not_static(group: Group) -> Cure:
    """Return the edit of the ``dynamic=False`` that keeps sizes constant."""
    line = static_option(group)
    text = line.text if line is not None else ""
    edit = _STATIC.sub(r"\g<before>True", text)
    at = f" at {place(line)}" if line is not None else ""
    if edit == text:
        return Cure("", f"let `dynamic` be True or None{at}")
    return Cure(edit, f"instead of `dynamic=False`{at}")


def dynamic_at_first(group: Group) -> Cure:
    """Return the edit that makes the first entry as general as the later one.

    There is none if calls differ in more than these values, or if the function branches
    on the value.  There is also none if torch makes the first value a constant anyway.
    """
    if (
        not all(map(conditions.became_dynamic, _of_other_sizes(group)))
        or conditions.is_split(group)
        or _COMPILED_IN.search(group.first_value)
        or _differs_otherwise(group)
    ):
        return Cure()
    kinds = {one.first.kind for one in (group, *_of_other_sizes(group))}
    if GuardKind.SIZE not in kinds and conditions.decides_branch(group):
        return Cure()
    is_size = kinds == {GuardKind.SIZE} and group.frame.parent is None
    sizes = _marked(group) if is_size else []
    there = _names_there(group, sizes)
    if there:
        # `mark_dynamic` would be an error if the code restricts the sizes.
        return _marks("maybe_mark_dynamic", group, sizes, there)
    return compiled_dynamic(group)


def _of_other_sizes(group: Group) -> list[Group]:
    """Return the other groups, without those for sizes that need an entry anyway."""
    return [
        one for one in group.others if not all(map(conditions.is_small, one.causes))
    ]


def _differs_otherwise(group: Group) -> bool:
    """Return whether every later entry may also require a different constant."""
    first, *_ = group.frame.entries or (None,)
    later = [one for one in group.compilations if one.entry is not None]
    return bool(first and later) and all(
        other_constants(first, one) for one in later if first is not None
    )


def compiled_dynamic(group: Group) -> Cure:
    """Return the edit that adds ``dynamic=True`` where the function is compiled."""
    words = "for all sizes and numbers of the function"
    site = site_of(group.run, group.frame.compilations)
    if site is None:
        return Cure("torch.compile(..., dynamic=True)", words)
    edit = dynamic_text(site)
    return Cure(edit, f"at {place(site.line)}, {words}") if edit else Cure()


def _marked(group: Group) -> list[tuple[str, int]]:
    """Return the sizes to mark as dynamic; empty if compiled code makes the call."""
    called_at, cause = group.called_at, group.first
    sizes = [
        *dict.fromkeys([(cause.source, cause.index), *conditions.varying_sizes(group)])
    ]
    is_inside = called_at is not None and is_compiled(group.run, called_at)
    return [] if is_inside or len(sizes) > _MOST_MARKS else sizes


def _marks(
    mark: str, group: Group, sizes: Sequence[tuple[str, int]], there: Mapping[str, str]
) -> Cure:
    """Return the edit that marks sizes, with the names of the tensors at the call."""
    line = group.called_at
    edit = "; ".join(
        f"torch._dynamo.{mark}({there.get(name, name)}, {index})"
        for name, index in sizes
    )
    if not there or line is None:
        note = before_call(group, "first ")
        if is_named_at_call(group):
            return Cure(edit, note)
        names = joined(f"`{name}` ({index})" for name, index in sizes)
        return Cure("", f"mark these dimensions as dynamic, {note}: {names}")
    return Cure(edit, f"before the first call at {place(line)}")


def _names_there(group: Group, sizes: Sequence[tuple[str, int]]) -> dict[str, str]:
    """Map parameters to their names at the call; empty if one has no name there."""
    if group.called_at is None:
        return {}
    passed = passed_names(group.frame)
    inside = rewriting.own_names(group.called_at.text)
    there: dict[str, str] = {}
    for name, _ in sizes:
        found = (
            rewriting.argument(group.called_at.text, name, passed.index(name))
            if name in passed
            else None
        )
        if found is None or not _NAME.match(found) or root_name(found) in inside:
            return {}
        there[name] = found
    return there
