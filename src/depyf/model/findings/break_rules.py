"""Rules on graph breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from depyf.model.findings import branch_edits, hinted, rewriting
from depyf.model.findings.backend_errors import BACKEND_ERROR
from depyf.model.findings.cached_properties import CACHED_PROPERTY
from depyf.model.findings.contexts import UNKNOWN_CONTEXT
from depyf.model.findings.detached_items import ITEM, left_a_tensor, stored_as_tensor
from depyf.model.findings.disabled_functions import DISABLED_FUNCTION
from depyf.model.findings.foreign_objects import FOREIGN_OBJECTS
from depyf.model.findings.generators import GENERATOR
from depyf.model.findings.kept_numbers import kept_in
from depyf.model.findings.known_lengths import with_known_length
from depyf.model.findings.logged_calls import LOGGING
from depyf.model.findings.makers import is_size
from depyf.model.findings.masked_stores import MASKED_STORE
from depyf.model.findings.names import joined, place
from depyf.model.findings.number_tensors import NUMBER_TENSOR
from depyf.model.findings.numpy_branches import of_its_kind
from depyf.model.findings.numpy_keys import NUMPY_KEYS
from depyf.model.findings.numpy_numbers import NUMPY_NUMBER
from depyf.model.findings.outside_changes import OUTSIDE_CHANGE
from depyf.model.findings.passed_numbers import (
    counted_by_caller,
    is_only_checked,
    needed_further_in,
    tested_by_caller,
)
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import attribute_uses, needs_number
from depyf.model.findings.rewritten_calls import REWRITTEN_CALL, rewritten_cure
from depyf.model.findings.rule import Cure, Outcome, Rule
from depyf.model.findings.sparse_tensors import SPARSE_TENSOR
from depyf.model.findings.special_breaks import SPECIAL_BREAKS
from depyf.model.findings.subclass_hooks import SUBCLASS_HOOK
from depyf.model.findings.transforms import TRANSFORM
from depyf.model.findings.windows import window_cure
from depyf.model.findings.wrappers import wrapper_cure
from depyf.regexes import regex
from depyf.torch_text.break_words import value_operator
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    import ast

    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break

# Operations that may fail or give NaN for the values that the branch excluded.
_NOT_EVERYWHERE = regex(r"/|\*\*|sqrt|log|pow|reciprocal|acos|asin|div\(|norm")
_AS_PYTHON = regex(r"\b(?:bool|int|float)\(|\.(?:item|tolist)\(\)")
# Builtins that no graph can contain.
_OF_SYSTEM = ("open", "input", "exec", "eval", "compile", "breakpoint", "__import__")
_ENDLESS = (
    "torch cannot compile a loop whose end depends on a tensor's value: run a fixed "
    "number of iterations, or compile only the function in it"
)
_RETURNS_NONE = (
    "decide it outside of the compiled function; or return a tensor in all cases, "
    "without the `if` (such as a mask that hides nothing)"
)
_IS_SIZE = (
    "it is a size there: compute the number before the call and pass it, or get the "
    "size without reading a tensor"
)
_NOT_YOURS = (
    "the `if` is in a library: call the library outside of the compiled function, or "
    "with arguments that avoid the `if`, {}"
)
_IN_CHECKPOINT = (
    "code inside `checkpoint(...)` ({}) must not change anything outside: remove the "
    "line, or return the tensor from the checkpointed function"
)
_STAYS_A_NUMBER = (
    "an `if`, a length, an index or a key{} depends on the value: compute it outside "
    "of the compiled function, or choose with `torch.where`"
)
_KEPT = (
    "keep the value a tensor where `{}` stores it ({}), if no size or index needs the "
    "number; or do this outside of the compiled function"
)
_BY_VALUES = (
    "call `{}` outside of the compiled function, and pass what depends on its result; "
    "or compare with tensors, and choose with `torch.where`"
)
_TESTED = (
    "return a tensor, and choose with `torch.where` at {}: torch cannot branch on it"
)
_CHECKED = "check the value of {} outside of the compiled function: torch cannot branch"
_COUNTS = (
    "the loop at {} needs the number: compute it before the call, and pass it; or loop "
    "over a number that the program already has"
)
WRAPPER = "decorator"
_IN_PLACE = "instead of the `if` at "


def replaced_lines(one: Break, cure: Cure) -> tuple[str, range]:
    """Return the file and lines of the branch that an edit replaces, without the test.

    The range is empty if the edit replaces no branch.
    """
    tree, where = one.tree(), one.where
    is_branch = cure.edit and _IN_PLACE in cure.note
    if tree is None or where is None or not is_branch or cure.edit.endswith(":"):
        return "", range(0)
    branch = rewriting.branch_at(tree, where.line)
    if branch is None:
        return "", range(0)
    return where.file, range(where.line + 1, last_line(branch) + 1)


def _test_word(one: Break) -> str:
    """Return the keyword of the statement that tests the tensor: `if` or `while`."""
    return "while" if one.where and one.where.text.startswith("while ") else "if"


def _branch(one: Break) -> Cure:
    if one.said.on_number:  # `torch.where` takes tensors only
        return Cure("", "use `torch.cond`, or decide it outside of compiled code")
    if one.is_in_library:
        other = hinted.other_option(one) or "if possible"
        found = rewritten_cure(one)
        return found if found.edit else Cure("", _NOT_YOURS.format(other))
    where, source, tree = one.where, one.source, one.tree()
    if where is None or source is None or tree is None:
        return Cure("", "compute both branches and choose with `torch.where`")
    if rewriting.is_loop_test(tree, where.line):
        return Cure("", _ENDLESS)
    branch = rewriting.branch_at(tree, where.line)
    if branch is not None:
        edit = of_its_kind(
            one.run, branch_edits.without_branch(branch, *source), branch
        )
        if edit:
            return _in_place_of(branch, where, edit)
        behind = branch_edits.return_behind(tree, branch)
        edit = branch_edits.without_returns(branch, behind, *source) if behind else ""
        edit = of_its_kind(one.run, edit, branch)
        if edit:
            both = f"{_IN_PLACE}{place(where)} and the `return` after it"
            return Cure(edit, both + _caveat(edit))
        if rewriting.leaves_loop(tree, branch):
            return Cure("", _ENDLESS)
        if rewriting.returns_none(tree):
            return Cure("", _RETURNS_NONE)
    earlier = branch_edits.decided_earlier(tree, branch, where.function)
    if earlier:
        return Cure("", earlier)
    is_one = branch is not None and not branch.orelse
    computed = "the branch always" if is_one else "both branches"
    return Cure(
        "",
        f"compute {computed} and choose with `torch.where`, or decide it outside of "
        "the compiled function",
    )


def _in_place_of(branch: ast.If, where: SourceLine, edit: str) -> Cure:
    """Return the cure with an edit of a branch, and with the lines it replaces."""
    last = getattr(branch, "end_lineno", None) or where.line
    more = f"-{last}" if last > where.line and not edit.endswith(":") else ""
    return Cure(edit, f"{_IN_PLACE}{place(where)}{more}{_caveat(edit)}")


def _caveat(edit: str) -> str:
    """Return in words what an edit changes besides the branch; empty if nothing."""
    if "is_compiling()" in edit:
        return ": compiled calls then skip the check"
    if _NOT_EVERYWHERE.search(edit):
        return ", if both branches give finite numbers: its gradient combines both"
    return ""


def _number(one: Break) -> Cure:
    """Return the cure for a tensor's value that is used as a Python number."""
    where, source, tree = one.where, one.source, one.tree()
    setting = Cure(
        "torch._dynamo.config.capture_scalar_outputs = True", hinted.AT_FIRST
    )
    operator = value_operator(" ".join(one.texts))
    if operator:  # the setting is for items only
        setting = Cure("", _BY_VALUES.format(operator))
    if one.checkpoint is not None:
        return Cure("", _IN_CHECKPOINT.format(place(one.checkpoint)))
    if one.is_in_library:
        return _later_needed(one, one.innermost) or setting
    if where is None or source is None or tree is None:
        return setting
    if one.loses_function and _is_in_open_loop(one):
        return Cure("", _ENDLESS)
    inline = rewriting.branch_at(tree, where.line)
    edit = branch_edits.without_branch(inline, *source) if inline is not None else ""
    if inline is not None and edit:
        return _in_place_of(inline, where, edit)
    stored = rewriting.stored_at(tree, where.line)
    if is_size(tree, stored):
        return Cure("", _IS_SIZE)
    if not stored & rewriting.tested_names(tree):
        other = _later_needed(one, where) or stored_as_tensor(one, where)
        return other or window_cure(one, where) or left_a_tensor(one, where, setting)
    branch = rewriting.branch_on(tree, stored)
    kept = where.text.replace(ITEM, "")
    edit = branch_edits.without_branch(branch, *source) if branch is not None else ""
    if edit and kept != where.text:
        return Cure(f"{kept}; {edit}", "keep it a tensor, and choose without an `if`")
    return Cure(kept if kept != where.text else "", "keep it a tensor; no `if` on it")


def _later_needed(one: Break, line: SourceLine | None) -> Cure | None:
    """Return what to do if a later line needs the value as a Python number, or None.

    The graph would break at that line with any settings.
    """
    kept, tree = kept_in(one), one.tree_around(line)
    tested = tested_by_caller(one)
    if tested is not None:
        words = _CHECKED if is_only_checked(one, tested) else _TESTED
        return Cure("", words.format(place(tested)))
    counted = counted_by_caller(one)
    if counted is not None:
        return Cure("", _COUNTS.format(place(counted)))
    if kept is not None:
        return Cure("", _KEPT.format(kept.attribute, place(kept.where)))
    if line is None or tree is None:
        return None
    attributes = rewriting.attributes_stored_at(tree, line.line)
    uses = [attribute_uses(one.run, name).needed_at for name in attributes]
    places = dict.fromkeys(place(line) for lines in uses for line in lines)
    stored = rewriting.stored_at(tree, line.line)
    further = needed_further_in(one.run, tree, stored)
    if further is not None:
        places[place(further)] = None
    if not places and not needs_number(one.run, tree, stored):
        return None
    return Cure("", _STAYS_A_NUMBER.format(f" ({joined(places)})" if places else ""))


def _is_in_open_loop(one: Break) -> bool:
    """Return whether the line of a break is in a loop of unknown length."""
    for line in (one.where, one.led_here, one.led_from):
        tree = one.tree_around(line)
        if line is not None and tree is not None:
            if rewriting.in_open_loop(tree, line.line):
                return True
    return False


def _decides_loop(one: Break) -> bool:
    """Return whether a loop iterates over the result of the line that broke."""
    line = one.innermost
    tree = one.tree_around(line)
    if line is None or tree is None:
        return False
    return bool(rewriting.stored_at(tree, line.line) & rewriting.looped_over(tree))


def _print(one: Break) -> Cure:
    note = "before the first call: the output then appears after the graph has run"
    if one.where is not None and _AS_PYTHON.search(one.where.text):
        note += "; pass the tensor itself, not its value as a Python number"
    return Cure("torch._dynamo.config.reorderable_logging_functions.add(print)", note)


def _skipped_function(one: Break) -> Cure:
    # The program writes `warnings.warn` for the function `_warnings.warn`.
    name = one.said.function.lstrip("_")
    where, tree = one.where, one.tree()
    if where is not None and tree is not None:
        name = rewriting.called_as(tree, where.line, name.rpartition(".")[2]) or name
    return hinted.moved_out(one, name)


def _is(
    kind: BreakKind, condition: Callable[[Break], bool] = lambda _one: True
) -> Callable[[Break], bool]:
    return lambda one: one.said.kind is kind and condition(one)


def _fits_no_graph(one: Break) -> bool:
    if one.said.kind is BreakKind.NO_TENSOR:
        return bool(one.said.function)
    return one.said.kind is BreakKind.BUILTIN and one.said.function in _OF_SYSTEM


BREAK_RULES: tuple[Rule[Break], ...] = (
    Rule(
        "compiled-alone",
        when=lambda one: one.compiled_alone,
        what="torch compiles `{it.compiled_alone}`, called at {it.place}, separately: "
        "it does so with this function",
        outcome=Outcome.EXPECTED,
    ),
    Rule(
        "torchs-own-break",
        when=lambda one: one.is_torchs_own,
        what="torch breaks the graph itself in `{it.function}` ({it.inner_place}), on "
        "purpose",
        outcome=Outcome.EXPECTED,
    ),
    Rule(
        WRAPPER,
        when=lambda one: one.wrapper,
        cure=wrapper_cure,
        title="{it.state}: code of the decorator `{it.wrapper.decorator}`",
    ),
    *SPECIAL_BREAKS,
    Rule(
        "branch-on-tensor",
        when=_is(BreakKind.BRANCH),
        cure=_branch,
        title=lambda one: f"{one.state}: `{_test_word(one)}` on a tensor",
    ),
    Rule(
        "tensor-as-number",
        when=_is(BreakKind.NUMBER),
        cure=_number,
        title="{it.state}: tensor made a number",
    ),
    Rule(
        "data-dependent-size",
        when=_is(BreakKind.SIZE, _decides_loop),
        note=hinted.without_loop,
        title="{it.state}: data-dependent size",
    ),
    MASKED_STORE,
    Rule(
        "data-dependent-size",
        when=_is(BreakKind.SIZE),
        cure=with_known_length,
        title="{it.state}: data-dependent size",
    ),
    LOGGING,
    NUMBER_TENSOR,
    Rule(
        "builtin",
        when=_is(BreakKind.BUILTIN, lambda one: one.said.function == "print"),
        cure=_print,
        title="{it.state}: call of `{it.said.function}`",
    ),
    Rule(
        "builtin",
        when=_fits_no_graph,
        cure=lambda one: hinted.moved_out(one, one.said.function),
        title="{it.state}: call of `{it.said.function}`",
    ),
    Rule(
        "builtin",
        when=_is(BreakKind.BUILTIN),
        cure=hinted.as_hinted,
        title="{it.state}: call of `{it.said.function}`",
    ),
    REWRITTEN_CALL,
    Rule(
        "skipped-function",
        when=_is(BreakKind.SKIPPED),
        cure=_skipped_function,
        title="{it.state}: function that torch skips",
    ),
    DISABLED_FUNCTION,
    Rule(
        "own-break",
        when=_is(BreakKind.OWN),
        note=lambda one: (
            "the library breaks the graph on purpose; nothing to change"
            if one.is_in_library
            else "remove the call of `torch._dynamo.graph_break()`"
        ),
        title="{it.state}: call of `graph_break()`",
    ),
    CACHED_PROPERTY,
    UNKNOWN_CONTEXT,
    GENERATOR,
    NUMPY_KEYS,
    NUMPY_NUMBER,
    SPARSE_TENSOR,
    SUBCLASS_HOOK,
    OUTSIDE_CHANGE,
    TRANSFORM,
    BACKEND_ERROR,
    *FOREIGN_OBJECTS,
    Rule("graph-break", cure=hinted.as_hinted, title=hinted.hinted_title),
)
