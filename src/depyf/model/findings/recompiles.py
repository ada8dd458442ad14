"""Findings on functions that were compiled again: from failed guards to an edit.

Recompiles of one function that failed for the same reason are one group; a table has a
row for each kind of guard and place of the value: when it applies, what it says, and
the edit.  `tests/findings` holds for each row a program that its edit cures.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple, Union

from depyf.model.findings import causes as kinds
from depyf.model.findings.causes import Cause, cause_of, receiver
from depyf.model.findings.finding import Expected, Finding
from depyf.model.findings.names import (
    call_line,
    counted,
    function_name,
    joined,
    parameters,
    place,
    root_of,
    seconds,
    some_values,
)
from depyf.model.source_places import is_of_torch
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Frame, Run

_LIMIT = re.compile(r"recompile limit|cache_size_limit|recompile_limit", re.IGNORECASE)
_MANY = 5  # entries: more than the kinds of a thing that a program has, as a rule
_LOCAL_CLASS = re.compile(r"(?P<function>\w+)\.<locals>\.(?P<name>\w+)$")
_NUMBERED = re.compile(r"\[\d+\]")
_MODULE_INTEGER = "integer attributes of the nn.Module"


@dataclass
class Group:
    """Recompiles of one function that failed on the same value."""

    run: Run
    frame: Frame
    causes: list[Cause] = field(default_factory=list)
    compilations: list[Compilation] = field(default_factory=list)

    @property
    def first(self) -> Cause:
        """Return the first cause."""
        return self.causes[0]

    @property
    def name(self) -> str:
        """Return the user's name for the function."""
        return function_name(self.run, self.frame)

    @property
    def limit_reached(self) -> bool:
        """Return whether torch gave up on the function for too many entries."""
        return any(map(reached_limit, self.compilations))

    @property
    def seconds(self) -> float:
        """Return what compiling again cost."""
        return sum(one.seconds for one in self.compilations)

    @property
    def entries(self) -> int:
        """Return how many entries these recompiles made."""
        return sum(1 for one in self.compilations if one.entry is not None)

    @property
    def attribute(self) -> str:
        """Return the last name in the value's path."""
        return re.split(r"[.\[]", self.first.source)[-1].strip("']\"")

    @property
    def where(self) -> SourceLine | None:
        """Return the line that needs the value."""
        lines = [cause.user_line for cause in self.causes if cause.user_line]
        return lines[0] if lines else None

    @property
    def called_at(self) -> SourceLine | None:
        """Return the user's line that made the last of these calls."""
        return call_line(self.compilations[-1])

    @property
    def values(self) -> list[str]:
        """Return the values that were met, each once."""
        return list(dict.fromkeys(c.expected for c in self.causes if c.expected))


@dataclass(frozen=True)
class Consequence:
    """Recompiles that a graph break brings: its finding tells them."""

    frame: str
    where: SourceLine | None
    what: str
    seconds: float
    times: int


Told = Union[Finding, Expected, Consequence, None]


class Rule(NamedTuple):
    """A row: for which groups, and what it says of them."""

    name: str
    applies: Callable[[Group], bool]
    tell: Callable[[Group], Told]


def reached_limit(compilation: Compilation) -> bool:
    """Return whether torch refused this compilation for too many entries before."""
    if compilation.entry is not None:
        return False
    reasons = [m.fail_reason for m in compilation.metrics]
    reasons += [compilation.skipped.reason] if compilation.skipped else []
    return any(_LIMIT.search(reason) for reason in reasons)


def groups(run: Run) -> Iterator[Group]:
    """Yield the recompiles of each function, those for one reason together."""
    for frame in run.frames:
        entries = {str(one.id): one for one in frame.compilations}
        given = parameters(root_of(run, frame))
        found: dict[tuple[str, str, str], Group] = {}
        for compilation in frame.compilations:
            if not compilation.recompile:
                continue
            reason = compilation.recompile[0]  # of the entry that was tried first
            failed = entries.get(str(reason.failed))
            cause = cause_of(reason, frame, failed, given)
            key = (cause.kind, cause.scope, _NUMBERED.sub("[]", cause.source))
            group = found.setdefault(key, Group(run, frame))
            group.causes.append(cause)
            group.compilations.append(compilation)
        yield from found.values()


def recompile_findings(run: Run) -> Iterator[Finding | Expected | Consequence]:
    """Yield what there is to say of all recompiles of a run."""
    for group in groups(run):
        for rule in RULES:
            if rule.applies(group):
                told = rule.tell(group)
                if told is not None:
                    yield told
                break


# --- sentences -------------------------------------------------------------------------


def _cost(group: Group) -> str:
    """Return ``compiled 5 times more (0.3 s)`` and what the limit came to."""
    words = f"compiled {counted(group.entries, 'more time')}"
    took = seconds(group.seconds)
    words += f", {took}" if took else ""
    if group.limit_reached:
        words += f"; {_after_limit(group)}"
    return words


def _after_limit(group: Group) -> str:
    """Return what runs uncompiled since torch gave up, by name where that is known."""
    made = len(group.frame.entries)
    calls = group.frame.plain_calls
    counted_calls = f", {counted(calls, 'call')} so far" if calls else ""
    return (
        f"at the limit of {made} entries torch gave up: what fits none runs as plain "
        f"Python{counted_calls}"
    )


def _finding(
    rule: str,
    group: Group,
    what: str,
    edit: str = "",
    note: str = "",
    where: SourceLine | None = None,
) -> Finding:
    return Finding(
        rule=rule,
        subject=group.name,
        what=f"{what} ({_cost(group)})",
        where=where or group.where or group.called_at,
        edit=edit,
        note=note,
        hint=group.first.hint,
        seconds=group.seconds,
        times=len(group.compilations),
        weight=_weight(group),
        frames=(group.frame.key,),
        covers=tuple(cause.text for cause in group.causes),
    )


def _weight(group: Group) -> float:
    """Return how grave it is: seconds, more for what goes on, most for what gave up."""
    goes_on = 10 if group.limit_reached or _grows(group) or _is_counter(group) else 1
    factor = goes_on * (1 + len(group.compilations))
    return (group.seconds + 0.1) * factor


# --- rows ------------------------------------------------------------------------------


def _is_changed_inside(group: Group) -> bool:
    """Return whether the function itself writes the attribute."""
    owner = group.first.literal.rpartition(".")[0]
    pattern = re.compile(rf"\.{re.escape(group.attribute)}\b")
    return any(
        effect.target == owner and any(pattern.search(l.text) for l in effect.user_lines)
        for compilation in group.frame.compilations
        for effect in compilation.side_effects
    )


def _writing_line(group: Group) -> SourceLine | None:
    pattern = re.compile(rf"\.{re.escape(group.attribute)}\b")
    for compilation in group.frame.compilations:
        for effect in compilation.side_effects:
            for line in effect.user_lines:
                if pattern.search(line.text):
                    return line
    return None


def _counter(group: Group) -> Told:
    name, start = group.first.source, group.first.expected
    attribute = group.attribute
    return _finding(
        "changed-attribute",
        group,
        f"is compiled at every call: it changes `{name}` itself, and the value is "
        "compiled in",
        f'self.register_buffer("{attribute}", torch.tensor({start}), persistent=False)',
        f"in `__init__`, in place of `self.{attribute} = {start}`",
        _writing_line(group),
    )


def _number_attribute(group: Group) -> Told:
    name = group.first.source
    what = f"needs an entry for each value of `{name}` ({some_values(group.values)})"
    if _MODULE_INTEGER in group.first.hint and "." not in group.first.expected:
        return _finding(
            "varying-attribute",
            group,
            what,
            "torch._dynamo.config.allow_unspec_int_on_nn_module = True",
            "before the first call",
        )
    attribute = group.attribute
    return _finding(
        "varying-attribute",
        group,
        what,
        f'self.register_buffer("{attribute}", torch.tensor({group.first.expected}), '
        "persistent=False)",
        f"in `__init__`, in place of `self.{attribute} = ...`",
    )


def _became_dynamic(group: Group) -> bool:
    """Return whether the last of the entries takes any value."""
    last = next((c for c in reversed(group.compilations) if c.entry), None)
    if last is None or group.limit_reached:
        return False
    known = {symbol.source for symbol in last.symbols}
    return {_measured(cause) for cause in group.causes} <= known and not any(
        guard.reason for guard in last.shape_guards
    )


def _measured(cause: Cause) -> str:
    """Return the number that varies, as torch writes it."""
    if cause.kind == kinds.SIZE:
        return f"{cause.literal}.size()[{cause.index}]"
    return cause.literal


def _now_dynamic(group: Group) -> Told:
    what = f"`{group.first.source}`"
    if group.first.kind == kinds.SIZE:
        dimensions = sorted({cause.index for cause in group.causes})
        word = "dimension" if len(dimensions) == 1 else "dimensions"
        what += f" has other sizes at {word} {joined(map(str, dimensions))}"
    else:
        what += " has another value"
    made = next(c for c in reversed(group.compilations) if c.entry)
    number = made.entry.index if made.entry else 0
    return Expected(
        group.name,
        f"{what}: torch made entry {number} for any, no more to come",
        (group.frame.key,),
    )


def _number_argument(group: Group) -> Told:
    name = group.first.source
    return _finding(
        "varying-argument",
        group,
        f"needs an entry for each value of `{name}` ({some_values(group.values)})",
        f"{name} = torch.tensor({name})",
        f"before the call at {place(group.called_at)}" if group.called_at else
        "before the call",
    )


def _number_global(group: Group) -> Told:
    name = group.first.source
    return _finding(
        "varying-global",
        group,
        f"needs an entry for each value of the global `{name}` "
        f"({some_values(group.values)})",
        f"{name} = torch.tensor({group.first.expected})",
        "where it is set, and a tensor each time it changes",
    )


def _number_closure(group: Group) -> Told:
    name = group.first.source
    return _finding(
        "varying-closure",
        group,
        f"needs an entry for each value of `{name}`, which it closes over "
        f"({some_values(group.values)})",
        f"{name} = torch.tensor({name})",
        "where the function is made",
    )


def _intermediate(group: Group) -> Told:
    """What crosses a graph break varies: the break is what there is to act on."""
    line = _broken_line(group)
    text = f"`{line.text}`" if line is not None and line.text else "the graph break"
    each = "size" if group.first.kind in {kinds.SIZE, kinds.CONDITION} else "value"
    return Consequence(
        group.frame.parent or "",
        line,
        f"what comes after it is compiled again for another {each} of {text} "
        f"({_cost(group)})",
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


def _text(group: Group) -> Told:
    if len(group.compilations) < 2:
        return _one_each(group)
    name = group.first.source
    if group.first.scope == kinds.ATTRIBUTE:
        return _finding(
            "varying-text",
            group,
            f"needs an entry for each value of `{name}` "
            f"({some_values(group.values, 2)})",
            "",
            f"in `__init__`, keep what is looked up by `{name}`, not the text itself",
        )
    return _finding(
        "varying-text",
        group,
        f"needs an entry for each value of `{name}` ({some_values(group.values, 2)})",
        "",
        f"decide by `{name}` outside of the function, and hand in what was decided",
    )


def _dtype(group: Group) -> Told:
    """float64 beside float32 is nearly always numpy's, or a Python list's, by mistake."""
    cause = group.first
    if {cause.expected, cause.actual} != {"Float", "Double"}:
        return _one_each(group)
    return _finding(
        "double-precision",
        group,
        f"is compiled for `{cause.source}` in float32 and once more in float64, as numpy "
        "makes it",
        f"{cause.source} = {cause.source}.float()",
        f"before the call{_at(group.called_at)}",
    )


def _one_each(group: Group) -> Told:
    name = group.first.source
    about = {
        kinds.NONE: f"`{name}` is None in some calls and given in others",
        kinds.FLAG: f"`{name}` is True in some calls and False in others",
        kinds.DTYPE: f"`{name}` comes with another dtype ({_both(group)})",
        kinds.DEVICE: f"`{name}` comes on another device",
        kinds.RANK: f"`{name}` comes with another number of dimensions ({_both(group)})",
        kinds.GRAD: f"`{name}` comes with and without requires_grad",
        kinds.KEYS: f"`{name}` comes in inference mode and outside of it",
        kinds.GRAD_MODE: "it is called with gradients on and with gradients off",
        kinds.TEXT: f"`{name}` has another value ({some_values(group.values)})",
        kinds.TYPE: f"`{name}` is of another type",
        kinds.OBJECT: f"`{name}` is another object",
        kinds.LENGTH: f"`{name}` has another length",
        kinds.NUMBER: f"`{name}` has another value ({some_values(group.values)})",
        kinds.CONDITION: f"`{group.first.text}` holds in some calls only",
        kinds.ALIAS: "the same tensor is passed for two arguments in some calls only",
        kinds.KEY: f"`{group.first.text}` holds in some calls only",
    }.get(group.first.kind, f"`{group.first.text}` holds in some calls only")
    entries = counted(len(group.compilations) + 1, "entry", "entries")
    return Expected(
        group.name, f"{about}: {entries}, no more to come", (group.frame.key,)
    )


def _both(group: Group) -> str:
    return " and ".join(text for text in (group.first.expected, group.first.actual) if text)


def _zero_or_one(group: Group) -> bool:
    sizes = {"0", "1"}
    return group.first.kind == kinds.SIZE and all(
        cause.expected in sizes or cause.actual in sizes for cause in group.causes
    )


def _small_sizes(group: Group) -> Told:
    return Expected(
        group.name,
        f"`{group.first.source}` has size 0 or 1 in some calls: torch compiles these on "
        "their own",
        (group.frame.key,),
    )


def _fixed_by(group: Group) -> SourceLine | None:
    """Return the line that made the size a constant in a later entry."""
    for compilation in group.compilations:
        for guard in compilation.shape_guards:
            if guard.reason and guard.user_line is not None:
                return guard.user_line
    return None


def _size_fixed(group: Group) -> Told:
    line = _fixed_by(group)
    sizes = [c.expected for c in group.causes] + [group.causes[-1].actual]
    text = f" `{line.text}`" if line is not None and line.text else ""
    advice = next(
        words for pattern, words in _FIXED if pattern.search(line.text if line else "")
    )
    return _finding(
        "size-made-static",
        group,
        f"needs an entry for each size of `{group.first.source}` "
        f"(dimension {group.first.index}: {some_values(sizes)}): its line{text} "
        "makes the size a constant",
        "",
        advice,
        line,
    )


# How a line makes a size a constant, and what keeps it a size.
_FIXED = (
    (
        re.compile(r"\bfor\b.*\brange\("),
        "torch unrolls this loop for each size: pad to few sizes before the call, or "
        "compile what the loop calls and not the loop",
    ),
    (
        re.compile(r"\bin\b|\[\w+\]\s*="),
        "a size that is looked up is a constant: make the value each time, or make one "
        "table in `__init__` and take `table[:size]`",
    ),
    (
        re.compile(r"\]\s*\*|\*\s*\[|\[.*\bfor\b.*\]"),
        "a list has a fixed length: make a tensor in its place, such as "
        "`x.new_full((size,), value)`",
    ),
    (
        re.compile(""),
        "keep the size a size there: tensor operations in place of `int()`, lists, keys "
        "and tests for equality",
    ),
)


def _size_varies(group: Group) -> Told:
    cause = group.first
    sizes = [one.expected for one in group.causes] + [group.causes[-1].actual]
    return _finding(
        "varying-size",
        group,
        f"was compiled for each size of `{cause.source}` "
        f"(dimension {cause.index}: {some_values(sizes)})",
        f"torch._dynamo.mark_dynamic({cause.source}, {cause.index})",
        f"before the first call{_at(group.called_at)}",
    )


def _at(line: SourceLine | None) -> str:
    return f" at {place(line)}" if line is not None else ""


def _parameter_sizes(group: Group) -> Told:
    return _finding(
        "parameter-sizes",
        group,
        f"is compiled for each size of `{group.first.source}`, whose sizes torch "
        "compiles in",
        "torch._dynamo.config.force_parameter_static_shapes = False",
        "before the first call; or compile one module for each size",
    )


def _strides(group: Group) -> Told:
    name = group.first.source
    return _finding(
        "varying-strides",
        group,
        f"needs an entry for each layout of `{name}` in memory (strides differ at "
        f"dimension {group.first.index})",
        f"{name} = {name}.contiguous()",
        f"before the call{_at(group.called_at)}",
    )


def _grows(group: Group) -> bool:
    lengths = [c.expected for c in group.causes]
    numbers = [int(length) for length in lengths if length.isdigit()]
    return len(numbers) > 1 and numbers == sorted(numbers) and numbers[0] < numbers[-1]


def _growing(group: Group) -> Told:
    name = group.first.source
    return _finding(
        "growing-container",
        group,
        f"is compiled at every call: `{name}` grows ({some_values(group.values)} items) "
        "and its length is compiled in",
        "",
        f"keep `{name}` out of the compiled function, or a tensor of fixed size in its "
        "place",
    )


def _objects(group: Group) -> Told:
    name = group.first.source
    if group.first.kind != kinds.TYPE:
        if not group.limit_reached and len(group.causes) < _MANY:
            return _one_each(group)
        return _finding(
            "varying-object",
            group,
            f"needs an entry for each object that `{name}` is",
            "",
            f"make what `{name}` is once, and pass the same object",
        )
    made = _LOCAL_CLASS.search(group.first.hint)
    if made is None:
        return _one_each(group)
    return _finding(
        "class-made-anew",
        group,
        f"needs an entry for each class that `{name}` is of, and "
        f"`{made['function']}` makes a new class `{made['name']}` at each call",
        f"class {made['name']}:",
        f"at the top of the module, not inside `{made['function']}`",
    )


def _shared_wrapper(group: Group) -> Told:
    return _finding(
        "shared-wrapper",
        group,
        "is torch's own, and what was compiled through it shares its entries",
        "",
        "call the compiled modules in one function and compile that",
    )


def _is_wrapped(group: Group) -> bool:
    return is_of_torch(group.frame.file) and re.search(r"\bfn\b", group.first.text) is not None


def _kind(*wanted: str) -> Callable[[Group], bool]:
    return lambda group: group.first.kind in wanted


def _scoped(kind: str, scope: str) -> Callable[[Group], bool]:
    return lambda group: group.first.kind == kind and group.first.scope == scope


def _is_counter(group: Group) -> bool:
    return _scoped(kinds.NUMBER, kinds.ATTRIBUTE)(group) and _is_changed_inside(group)


def _is_parameter_size(group: Group) -> bool:
    literal = group.first.literal
    return group.first.kind == kinds.SIZE and (
        "_parameters[" in literal or "_buffers[" in literal
    )


# The first row that applies to a group speaks for it.
RULES: tuple[Rule, ...] = (
    Rule("shared-wrapper", _is_wrapped, _shared_wrapper),
    Rule("varying-result", lambda g: g.first.scope == kinds.INTERMEDIATE, _intermediate),
    Rule("now-dynamic", _became_dynamic, _now_dynamic),
    Rule("changed-attribute", _is_counter, _counter),
    Rule("varying-attribute", _scoped(kinds.NUMBER, kinds.ATTRIBUTE), _number_attribute),
    Rule("varying-global", _scoped(kinds.NUMBER, kinds.GLOBAL), _number_global),
    Rule("varying-closure", _scoped(kinds.NUMBER, kinds.CLOSURE), _number_closure),
    Rule("varying-argument", _kind(kinds.NUMBER), _number_argument),
    Rule("varying-text", _kind(kinds.TEXT), _text),
    Rule("growing-container", lambda g: _kind(kinds.LENGTH)(g) and _grows(g), _growing),
    Rule("size-made-static", lambda g: _kind(kinds.SIZE)(g) and bool(_fixed_by(g)), _size_fixed),
    Rule("parameter-sizes", _is_parameter_size, _parameter_sizes),
    Rule("small-sizes", _zero_or_one, _small_sizes),
    Rule("varying-size", _kind(kinds.SIZE), _size_varies),
    Rule("double-precision", _kind(kinds.DTYPE), _dtype),
    Rule("varying-strides", _kind(kinds.STRIDE), _strides),
    Rule("varying-object", lambda g: _kind(kinds.OBJECT, kinds.TYPE)(g) and len(g.causes) > 1, _objects),
    Rule("one-each", lambda _group: True, _one_each),
)  # fmt: skip
