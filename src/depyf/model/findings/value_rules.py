"""What is said of values that differ from call to call, and the edit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from depyf.model.findings import rewriting
from depyf.model.findings.advice import SET_ONCE, UNROLLED
from depyf.model.findings.causes import Scope
from depyf.model.findings.conditions import fixed_by, local_class, of_any_size
from depyf.model.findings.dynamic import dynamic_at_first
from depyf.model.findings.finding import Expected
from depyf.model.findings.names import joined, some_values
from depyf.model.findings.recompile_groups import Consequence
from depyf.model.findings.sentences import (
    before_call,
    changed_inside,
    cost,
    each_value,
    finding,
    instances,
)
from depyf.torch_text.guard_kinds import GuardKind
from depyf.torch_text.tensors import other_keys

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group, RuleResult

_CANNOT_BE_SET = re.compile(r"\[-?\d+\]$|\.__\w+__|\(")
_MODULE_INTEGER = "integer attributes of the nn.Module"


def counter(group: Group) -> RuleResult:
    """A number that the function itself changes at each call."""
    where = _writing_line(group)
    return finding(
        group,
        changed_inside(group),
        *_as_buffer(group, where),
        where=where,
    )


def _as_buffer(group: Group, where: SourceLine | None) -> tuple[str, str]:
    """Return the edit that makes a number of a module a buffer, and where it belongs.

    With what `__init__` gives it; else with what the first entry was made for.
    """
    attribute = group.attribute
    file = where.file if where is not None else group.frame.file
    sources = [
        one.text
        for one in group.run.sources
        if one.file == file and one.qualified_name.endswith(".__init__")
    ]
    start = rewriting.initial_value(sources, attribute)
    value_there = start or "..."
    value = start or group.first_value
    edit = f'self.register_buffer("{attribute}", torch.tensor({value}), '
    note = f"in `__init__`, in place of `self.{attribute} = {value_there}`"
    note += "" if start else " (with the value that it has there)"
    return f"{edit}persistent=False)", note


def _writing_line(group: Group) -> SourceLine | None:
    pattern = re.compile(rf"\.{re.escape(group.attribute)}\b")
    for effect in group.effects:
        for line in effect.user_lines:
            if pattern.search(line.text):
                return line
    return None


def number_attribute(group: Group) -> RuleResult:
    """A number of an object that differs between objects or calls."""
    name = group.first.source
    modules = instances(group.frame)
    where = f", as its {len(modules)} instances differ" if len(modules) > 1 else ""
    what = f"needs an entry for each value of `{name}`{where}"
    what += f" ({some_values(group.values)})"
    if _MODULE_INTEGER in group.first.hint and "." not in group.first.expected:
        return finding(
            group,
            what,
            "torch._dynamo.config.allow_unspec_int_on_nn_module = True",
            "before the first call",
        )
    return finding(group, what, *_as_buffer(group, None))


def now_dynamic(group: Group) -> RuleResult:
    """A number that torch made dynamic when it changed."""
    what = f"`{group.first.source}`"
    if group.first.kind == GuardKind.SIZE:
        dimensions = sorted({cause.index for cause in group.causes})
        word = "dimension" if len(dimensions) == 1 else "dimensions"
        what += f" has other sizes at {word} {joined(map(str, dimensions))}"
    else:
        what += " has another value"
    made = next(c for _, c in reversed(of_any_size(group)) if c.entry)
    number = made.entry.index if made.entry else 0
    return Expected(
        group.name,
        f"{what}: torch made entry {number} for all that its guards allow",
        (group.frame.key,),
        *dynamic_at_first(group),
        group.seconds,
    )


def number_argument(group: Group) -> RuleResult:
    """A number among the arguments that stays compiled in."""
    return finding(group, each_value(group), *_as_tensor(group))


def number_of_steps(group: Group) -> RuleResult:
    """A number among the arguments that a loop counts by."""
    return finding(
        group,
        each_value(group),
        "",
        UNROLLED,
    )


def _as_tensor(group: Group) -> tuple[str, str]:
    """Return the edit that makes an argument, or a part of one, a tensor.

    A part of a tuple, or of what is called, cannot be set: it has to be made so.
    """
    name = group.first.source
    if _CANNOT_BE_SET.search(name):
        return f"torch.tensor({name})", f"in place of `{name}`, where that is made"
    return f"{name} = torch.tensor({name})", before_call(group)


def number_fixed(group: Group) -> RuleResult:
    """A number that a line of the function makes a constant."""
    line = fixed_by(group)
    return finding(
        group,
        f"{each_value(group)}, which its line makes a constant",
        "",
        "what is called there takes constants only: compute with tensors in its place, "
        "or give it few different values",
        where=line,
    )


def number_global(group: Group) -> RuleResult:
    """A number in a global, which torch never makes dynamic."""
    name = group.first.source
    return finding(
        group,
        f"needs an entry for each value of the global `{name}` "
        f"({some_values(group.values)})",
        f"{name} = torch.tensor({group.first.expected})",
        "where it is set, and a tensor each time it changes",
    )


def number_closure(group: Group) -> RuleResult:
    """A number that a function closes over."""
    name = group.first.source
    return finding(
        group,
        f"needs an entry for each value of `{name}`, which it closes over "
        f"({some_values(group.values)})",
        f"{name} = torch.tensor({name})",
        "where the function is made",
    )


def intermediate(group: Group) -> RuleResult:
    """What crosses a graph break varies: the break is what there is to act on."""
    line = _broken_line(group)
    text = f"`{line.text}`" if line is not None and line.text else "the graph break"
    is_size = group.first.kind in {GuardKind.SIZE, GuardKind.CONDITION}
    each = "size" if is_size else "value"
    return Consequence(
        group.frame.parent or "",
        line,
        f"what comes after it is compiled again for another {each} that {text} gives "
        f"({cost(group)})",
        group.seconds,
        len(group.compilations),
    )


def _broken_line(group: Group) -> SourceLine | None:
    """Return the line at whose graph break a resume function begins."""
    parent = group.run.frame(group.frame.parent)
    for compilation in parent.compilations if parent is not None else ():
        if any(resume.frame == group.frame.key for resume in compilation.resumes):
            for event in compilation.breaks:
                if event.user_stack:
                    return event.user_stack[-1]
    return None


def text(group: Group) -> RuleResult:
    """A string that is compiled in."""
    name = group.first.source
    if group.first.scope == Scope.ATTRIBUTE:
        return finding(
            group,
            each_value(group, 2),
            "",
            f"in `__init__`, keep what is looked up by `{name}`, not the text itself",
        )
    return finding(
        group,
        each_value(group, 2),
        "",
        f"decide by `{name}` outside of the function, and hand in what was decided",
    )


def setting(group: Group) -> RuleResult:
    """A setting of torch's that changes between calls."""
    name = group.first.text.rpartition(": ")[2]
    return finding(
        group,
        f"needs an entry for each value of torch's setting `{name}`",
        "",
        SET_ONCE,
    )


def many_kinds(group: Group) -> RuleResult:
    """More kinds than torch makes entries for: each is a program of its own."""
    number = len(group.frame.entries)
    return finding(
        group,
        f"needs more entries than the limit of {number}: "
        + joined(_kinds(one) for one in (group, *group.others)),
        f"torch._dynamo.config.recompile_limit = {4 * max(number, 8)}",
        "before the first call: each kind is then compiled once",
    )


def many_conditions(group: Group) -> RuleResult:
    """Something differs at nearly every call, for which there is no better word."""
    return finding(
        group,
        f"is compiled again and again: {_kinds(group)}",
        "",
        "let it be the same in all calls; what each entry differs in is told below",
    )


def one_each(group: Group) -> RuleResult:
    """One entry for each of few kinds: as expected."""
    what = f"{_kinds(group)}: one entry for each"
    return Expected(group.name, what, (group.frame.key,))


def _kinds(group: Group) -> str:
    """Return in what calls differ."""
    name, condition = group.first.source, group.first.condition
    values = some_values(group.values)
    return {
        GuardKind.NONE: f"`{name}` is None in some calls and given in others",
        GuardKind.FLAG: f"`{name}` is True in some calls and False in others",
        GuardKind.DTYPE: f"`{name}` comes with another dtype ({_met(group)})",
        GuardKind.DEVICE: f"`{name}` comes on another device",
        GuardKind.RANK: f"`{name}` comes with {_met(group)} dimensions",
        GuardKind.REQUIRES_GRAD: f"`{name}` comes with and without requires_grad",
        GuardKind.LAYOUT: f"`{name}` comes dense and not dense ({_met_keys(group)})",
        GuardKind.INFERENCE: f"`{name}` comes in inference mode and outside of it",
        GuardKind.DISPATCH_KEYS: f"`{name}` comes with and without the dispatch keys "
        f"{_met_keys(group)}",
        GuardKind.GRAD_MODE: "it is called with gradients on and with gradients off",
        GuardKind.SETTING: f"torch's settings differ ({condition})",
        GuardKind.TEXT: f"`{name}` has another value ({values})",
        GuardKind.NUMBER: f"`{name}` has another value ({values})",
        GuardKind.TYPE: f"`{name}` is of another type",
        GuardKind.OBJECT: f"`{name}` is another object",
        GuardKind.DICT_KEYS: f"`{name}` has other keys "
        f"({some_values(group.values, 2)})",
        GuardKind.LENGTH: f"`{name}` has another length",
        GuardKind.ALIAS: "the same tensor is passed for two arguments in some calls "
        "only",
        GuardKind.VIEW: "an input is a view of another tensor in some calls only",
        GuardKind.BACKEND: f"it is compiled with several backends ({_met(group)})",
        GuardKind.STRIDE: f"`{name}` lies in memory in two layouts, as its caller "
        "makes it",
    }.get(group.first.kind, f"`{condition}` holds in some calls only")


def _met_keys(group: Group) -> str:
    first = group.first
    return other_keys(first.expected, first.actual) or "that torch looks at"


def _met(group: Group) -> str:
    met = [text for one in group.causes for text in (one.expected, one.actual) if text]
    return joined(dict.fromkeys(met))


def lengths(group: Group) -> RuleResult:
    """A list of another length in most calls: each is a program of its own."""
    name = group.first.source
    return finding(
        group,
        f"needs an entry for each length of `{name}` ({_lengths(group)} items)",
        "",
        f"hand in one tensor, such as `torch.stack({name})`, in its place",
    )


def dict_keys(group: Group) -> RuleResult:
    """A dict with other keys in most calls."""
    name = group.first.source
    return finding(
        group,
        f"needs an entry for each set of keys of `{name}` "
        f"({some_values(group.values, 2)})",
        "",
        f"hand in `list({name}.values())` in its place, or the same keys in all calls",
    )


def growing(group: Group) -> RuleResult:
    """A list or dict that grows, whose length is compiled in."""
    name = group.first.source
    return finding(
        group,
        f"is compiled at every call: `{name}` grows ({_lengths(group)} items) and its "
        "length is compiled in",
        "",
        f"keep `{name}` out of the compiled function, or a tensor of fixed size in its "
        "place",
    )


def _lengths(group: Group) -> str:
    known = [str(length) for length in group.lengths]
    return some_values(known if len(set(known)) > 1 else group.values)


def objects(group: Group) -> RuleResult:
    """An object that is another one nearly each time."""
    name = group.first.source
    return finding(
        group,
        f"needs an entry for each object that `{name}` is",
        "",
        f"make what `{name}` is once, and pass the same object",
    )


def class_made_anew(group: Group) -> RuleResult:
    """A value whose class a function makes at each call."""
    made = local_class(group)
    assert made is not None  # else another row speaks for it
    return finding(
        group,
        f"needs an entry for each class that `{group.first.source}` is of, and "
        f"`{made['function']}` makes a new class `{made['name']}` at each call",
        f"class {made['name']}:",
        f"at the top of the module, not inside `{made['function']}`",
    )


def shared_wrapper(group: Group) -> RuleResult:
    """Several compiled things that share a wrapper of torch's."""
    return finding(
        group,
        "is torch's own, and what was compiled through it shares its entries",
        "",
        "call the compiled modules in one function and compile that",
    )
