"""What to do about a graph break: a table from torch's reason to an edit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable, NamedTuple

from depyf.model.findings import branch_edits, rewriting
from depyf.model.findings.names import function_name, place

if TYPE_CHECKING:
    import ast

    from depyf.model.events import SourceLine
    from depyf.model.findings.graph_breaks import Break

SETTING = re.compile(r"torch\._dynamo\.config\.(?P<name>\w+) = (?P<value>\w+)")
# Computed for values that the branch was there to keep out.
_NOT_EVERYWHERE = re.compile(r"/|\*\*|sqrt|log|pow|reciprocal|acos|asin|div\(|norm")
_AS_PYTHON = re.compile(r"\b(?:bool|int|float)\(|\.(?:item|tolist)\(\)")
# Builtins that do what no graph can.
_OF_SYSTEM = ("open", "input", "exec", "eval", "compile", "breakpoint", "__import__")
# Where the program decides by what is captured then, torch raises an error.
_AT_FIRST = "before the first call; should it then fail to compile, leave this part out"
_ENDLESS = (
    "a loop that ends by a tensor's value cannot be compiled: run it a fixed number of "
    "times, or compile what it calls and not the loop"
)
_NOT_YOURS = (
    "the `if` is in a library: call it with arguments that do not lead there, or "
    "outside of what is compiled"
)
_ON_NUMBER = re.compile(r"jump with SymNodeVariable")
_LOGGER_METHOD = re.compile(r"<Logger [^>]*>\.(?P<name>\w+)")
_BUILTIN = re.compile(r"builtin `(?P<name>\w+)`")
SKIPPED_FUNCTION = re.compile(r"(?:builtin|function) `(?P<name>[^`]+?)\.?`")


class Cure(NamedTuple):
    """What to do about a break: code, and where it belongs."""

    edit: str = ""
    note: str = ""


class Rule(NamedTuple):
    """A row: breaks for which reasons, and the cure."""

    name: str
    reason: re.Pattern[str]
    cure: Callable[[Break], Cure]


def _branch(one: Break) -> Cure:
    if _ON_NUMBER.search(one.event.context):  # `torch.where` takes tensors only
        return Cure("", "`torch.cond`, or decide it outside of what is compiled")
    if one.is_in_library:
        return Cure("", _NOT_YOURS)
    where, source, tree = one.where, one.source, one.tree()
    if where is None or source is None or tree is None:
        return Cure("", "compute both ways and choose with `torch.where`")
    branch = rewriting.branch_at(tree, where.line)
    edit = branch_edits.without_branch(branch, *source) if branch is not None else ""
    if edit:
        return Cure(edit, f"{_in_place_of(branch, where, edit)}{_caveat(edit)}")
    behind = branch_edits.return_behind(tree, branch) if branch is not None else None
    if branch is not None and behind is not None:
        edit = branch_edits.without_returns(branch, behind, *source)
        if edit:
            both = (
                f"in place of the `if` at {place(where)} and of the `return` behind it"
            )
            return Cure(edit, both + _caveat(edit))
    if branch is not None and rewriting.leaves_loop(tree, branch):
        return Cure("", _ENDLESS)
    return Cure(
        "", "compute both ways and choose with `torch.where`, or use `torch.cond`"
    )


def _in_place_of(branch: ast.If | None, where: SourceLine, edit: str) -> str:
    """Return what is replaced: the whole of a branch, or its first line."""
    last = getattr(branch, "end_lineno", None) or where.line
    more = f"-{last}" if last > where.line and not edit.endswith(":") else ""
    return f"in place of the `if` at {place(where)}{more}"


def _caveat(edit: str) -> str:
    """Return what a branch does that is not done, or done otherwise, without it."""
    if "is_compiling()" in edit:
        return ": the compiled run then does not check it"
    if _NOT_EVERYWHERE.search(edit):
        return ", if both ways give finite numbers: its gradient is made of both"
    return ""


def _number(one: Break) -> Cure:
    """A tensor's value as a Python number: to be kept a tensor where it is tested."""
    where, source, tree = one.where, one.source, one.tree()
    setting = Cure("torch._dynamo.config.capture_scalar_outputs = True", _AT_FIRST)
    if where is None or source is None or tree is None:
        return setting
    if one.loses_function and _is_in_open_loop(one):
        return Cure("", _ENDLESS)
    inline = rewriting.branch_at(tree, where.line)
    if inline is not None:
        edit = branch_edits.without_branch(inline, *source)
        if edit:
            return Cure(edit, f"{_in_place_of(inline, where, edit)}{_caveat(edit)}")
    stored = rewriting.stored_at(tree, where.line)
    if not stored & rewriting.tested_names(tree):
        return setting
    branch = rewriting.branch_on(tree, stored)
    kept = re.sub(r"\.item\(\)", "", where.text)
    edit = branch_edits.without_branch(branch, *source) if branch is not None else ""
    if edit and kept != where.text:
        return Cure(f"{kept}; {edit}", "keep it a tensor, and choose without an `if`")
    return Cure(kept if kept != where.text else "", "keep it a tensor; no `if` on it")


def _is_in_open_loop(one: Break) -> bool:
    """Return whether a loop that no number of rounds is known of leads to the line."""
    for line in (one.where, one.led_here):
        tree = one.tree_around(line)
        if line is not None and tree is not None:
            if rewriting.in_open_loop(tree, line.line):
                return True
    return False


def _size(one: Break) -> Cure:
    """A result whose size only the data tell: no setting helps a loop over it."""
    where, tree = one.where, one.tree()
    inner = one.innermost
    if inner is not None and inner is not where:
        where, tree = inner, one.tree_around(inner)
    if where is not None and tree is not None:
        stored = rewriting.stored_at(tree, where.line)
        if stored & rewriting.looped_over(tree):
            return Cure(
                "",
                "its size decides a loop, which torch cannot unroll: compute without "
                "the loop (a mask, `torch.where`), or do not compile this part",
            )
    return _as_hinted(one)


def _logging(one: Break) -> Cure:
    found = _LOGGER_METHOD.search(one.event.context + one.event.text)
    method = found["name"] if found else "info"
    return Cure(
        f"torch._dynamo.config.ignore_logging_functions.add(logging.Logger.{method})",
        "before the first call: compiled calls then log nothing there",
    )


def _builtin(one: Break) -> Cure:
    if re.search(r"\bprint\b", one.event.context + one.event.explanation):
        note = "before the first call: it then prints after the graph"
        text = one.where.text if one.where is not None else ""
        if _AS_PYTHON.search(text):
            note += "; hand it the tensor itself, not its value as a Python number"
        return Cure(
            "torch._dynamo.config.reorderable_logging_functions.add(print)", note
        )
    found = _BUILTIN.search(" ".join((one.event.explanation, *one.event.hints)))
    if found is not None and found["name"] in _OF_SYSTEM:
        return _moved_out(one, found["name"])
    return _as_hinted(one)


def _skipped_function(one: Break) -> Cure:
    found = SKIPPED_FUNCTION.search(one.event.explanation)
    # What Python calls `_warnings.warn` the program calls `warnings.warn`.
    name = found["name"].lstrip("_") if found else ""
    where, tree = one.where, one.tree()
    if name.startswith("<unknown") and where is not None and tree is not None:
        name = rewriting.called_as(tree, where.line, name.rpartition(".")[2]) or name
    return _moved_out(one, name)


def _moved_out(one: Break, name: str) -> Cure:
    function = function_name(one.run, one.frames[0])
    what = f"the call of `{name}`" if name else "this call"
    return Cure("", f"move {what} out of `{function}`, to where that is called")


def _disabled(one: Break) -> Cure:
    """A function that somebody told torch to leave alone."""
    return Cure(
        "",
        "compile what computes (a part such as `self.net.compile()`), not the function "
        "that calls it",
    )


def _own_break(one: Break) -> Cure:
    if one.is_in_library:
        return Cure("", "the library breaks the graph on purpose; nothing to change")
    return Cure("", "remove the call of `torch._dynamo.graph_break()`")


def _as_hinted(one: Break) -> Cure:
    for hint in one.event.hints:
        found = SETTING.search(hint)
        if found is not None:
            data_dependent = found["name"].startswith("capture_")
            note = _AT_FIRST if data_dependent else "before the first call"
            return Cure(found.group(), note)
    general = (
        "This graph break is fundamental",
        "It may be possible",
        "Please",
        "Your code may result in an error",
    )
    specific = [h for h in one.event.hints if not h.startswith(general)]
    return Cure("", " ".join(specific[0].split()) if specific else "")


# The first row whose pattern is found in torch's reason gives the cure.
RULES: tuple[Rule, ...] = (
    Rule(
        "branch-on-tensor",
        re.compile(r"[Dd]ata-dependent (?:branch|jump)|Dynamic control flow"),
        _branch,
    ),
    Rule(
        "tensor-as-number",
        re.compile(r"Tensor\.item|[Dd]ata dependent operator"),
        _number,
    ),
    Rule("data-dependent-size", re.compile(r"[Dd]ynamic shape operator"), _size),
    Rule("logging", re.compile(r"logging\.Logger"), _logging),
    Rule("builtin", re.compile(r"builtin operator|trace builtin"), _builtin),
    Rule(
        "skipped-function",
        re.compile(r"marked as skipped|time function"),
        _skipped_function,
    ),
    Rule(
        "disabled-function",
        re.compile("torch.compiler.disable|skip inlining"),
        _disabled,
    ),
    Rule("own-break", re.compile(r"graph_break\(\)"), _own_break),
    Rule("graph-break", re.compile(""), _as_hinted),
)
