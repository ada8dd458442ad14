"""Rules on functions that fail to compile."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.by_identity import once_each
from depyf.model.findings import rewriting
from depyf.model.findings.break_rules import BREAK_RULES
from depyf.model.findings.caught_errors import tested_before
from depyf.model.findings.compile_sites import site_of, site_text
from depyf.model.findings.cond_branches import ALIASING_BRANCH, COND_BRANCHES
from depyf.model.findings.hinted import as_hinted, by_hint
from depyf.model.findings.inference_tensors import INFERENCE_MODE
from depyf.model.findings.inside_sizes import INSIDE_SIZE
from depyf.model.findings.library_failures import (
    SUBCLASS_ATTRIBUTE,
    library_call,
    moved_call,
)
from depyf.model.findings.missing_fakes import WHY_FAKE
from depyf.model.findings.names import is_library, joined, place
from depyf.model.findings.numpy_numbers import FAILED_AT_NUMPY_NUMBER
from depyf.model.findings.packed_sizes import (
    PackedNumbers,
    listed_numbers,
    sizes_read,
)
from depyf.model.findings.program_text import file_of, index_of, line_of
from depyf.model.findings.refused_guards import REFUSED_GUARD
from depyf.model.findings.rule import Cure, Outcome, Rule, filled
from depyf.model.findings.syntax_parts import index_of_item
from depyf.torch_text.break_words import error_of_operator, is_of_numpy
from depyf.torch_text.reasons import FailureKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.failures import Failure


_MAYBE = "torch._dynamo.maybe_mark_dynamic"
_PRICE = "a size that the code makes constant then gets an entry of its own"
_WHOLE = "fullgraph=True"
_OUTSIDE = (
    "compute this line outside of the compiled function, and pass its result; depyf "
    "knows no other way"
)
_SIZES = (".shape", ".size(", ".numel(", "len(")


def _unmarked(one: Failure) -> Cure:
    line = one.marked_at
    if line is None:
        return Cure("", _of_all_marks(one))
    before, name, after = line.text.partition("mark_dynamic(")
    # If the program imports `mark_dynamic` by name, the other name is not imported.
    module = "" if before.endswith(".") else "torch._dynamo."
    edit = f"{before}{module}maybe_{name}{after}"
    fixed = one.fixed_at
    file = file_of(one.run, fixed)
    # A test compares the size with a number; elsewhere it must equal another size.
    tested = file and fixed and rewriting.branch_at(index_of(file).tree, fixed.line)
    other = "mark the size that it must equal"
    if tested:
        where = place(fixed)
        other = f"leave the size out of the test and of what it decides at {where}"
    elif one.equal_sizes:
        other = f"mark {joined(f'`{each}`' for each in one.equal_sizes)}, too"
    elif file is not None and fixed is not None and _looks_up(file, fixed):
        other = f"do without the item that the size selects at {place(fixed)}"
    return Cure(edit, f"instead of {place(line)}: {_PRICE}; or {other}")


def _of_all_marks(one: Failure) -> str:
    """Return the advice for several marks, of which each size may be a constant."""
    several = len(one.fixed_sizes) > 1 or len(one.marks) > 1
    what = "the marks" if several else "the mark"
    at = f" at {joined(map(place, one.marks))}" if one.marks else ""
    other = f"`{_MAYBE}` in their place" if several else f"`{_MAYBE}`"
    return f"remove {what}{at}, or use {other}: {_PRICE}"


def _looks_up(file: ProgramFile, line: SourceLine) -> bool:
    """Return whether a line selects an item by a variable, as by the size."""
    return any(
        isinstance(node, ast.Subscript) and isinstance(index_of_item(node), ast.Name)
        for node in ast.walk(index_of(file).tree)
        if getattr(node, "lineno", 0) == line.line
    )


def _why_constant(one: Failure) -> str:
    """Say what makes a marked size a constant."""
    found = one.fixed_sizes
    named, values = joined(f"`{each.size}`" for each in found), {i.value for i in found}
    many = len(found) > 1
    what = found[0].value if len(values) == 1 else "constants"
    verb, them = ("are", "them") if many else ("is", "it")
    why = f"{named} {verb} marked as dynamic, but the code makes {them} {what}"
    if len(one.equal_sizes) == 1:
        why += f", the size of `{one.equal_sizes[0]}`, which has no mark"
    return f"{why}."


def _undecided(one: Failure) -> Cure:
    """Return the cure for an ``if`` that torch cannot decide."""
    branch, test = one.undecided or (None, "")
    line = one.line
    if branch is None or not test:
        return Cure("", "decide it outside of the compiled function")
    if not any(word in test for word in _SIZES):
        # A fallback that is right for all sizes does not exist for a number.
        read = one.read_at
        passed = listed_numbers(one.as_break(), read[0]) if read else None
        if passed is not None:
            return Cure(
                "",
                f"pass `{passed.numbers}` itself at {place(passed.line)}, not a tensor "
                f"of it, and read it as a list at {place(read[0])}",
            )
        what = f"the number that {place(read[0])} reads" if read else "the number"
        return Cure("", f"keep {what} as a Python number, or decide it before the call")
    name = "torch.fx.experimental.symbolic_shapes.guard_or_false"
    return Cure(
        f"if {name}({test}):",
        f"instead of the `if` at {place(line)}, if the code after it is right for "
        "all sizes: a data-dependent size then never takes the branch",
    )


@once_each
def _packed(one: Failure) -> PackedNumbers | None:
    """Return the tensor of sizes from which the program reads the unknown number."""
    met = one.as_break()
    return next(filter(None, (sizes_read(met, line) for line in one.read_at)), None)


def _unpacked(one: Failure) -> Cure:
    packed = _packed(one)
    return Cure() if packed is None else packed.cure


def _fake(one: Failure) -> Cure:
    return one.missing_fake.cure if one.missing_fake is not None else Cure()


def _operator_call(one: Failure) -> SourceLine | None:
    """Return the only line that calls the operator without a fake, or the failure's."""
    fake = one.missing_fake
    return (fake.called_at if fake is not None else None) or one.line


def _unanswered(one: Failure) -> Cure:
    found = one.answers
    lines = " ".join(map(str.strip, found.lines)) if found is not None else ""
    return Cure(lines, "as the first lines of `__getattr__`")


def _answering_line(one: Failure) -> SourceLine | None:
    found = one.answers
    return found and line_of(found.file, found.function.lineno)


def _as_one_graph(one: Failure) -> Cure:
    """Return the cure of the graph break that is an error with ``fullgraph=True``."""
    return _or_outside(one, _rule_of_break(one).cure_of(one.as_break()))


def _or_outside(one: Failure, found: Cure) -> Cure:
    """Return a cure; if there is none, the advice to leave the line out."""
    is_own = one.line is not None and not is_library(one.line.file)
    return Cure("", _OUTSIDE) if is_own and not (found.edit or found.note) else found


def _title_of_break(one: Failure) -> str:
    """Return the title of the break, about a function that has no graph at all."""
    title = _rule_of_break(one).title_of(one.as_break())
    return f"fails to compile: {title.partition(': ')[2] or 'graph break'}"


def _why_not_one_graph(one: Failure) -> str:
    found = one.as_break()
    why = filled(_rule_of_break(one).why, found)
    if why:
        return f"{_one_graph(one)}. {why}"
    reason = found.reason.rstrip(".")
    return f"{_one_graph(one)}: {reason}."


def _one_graph(one: Failure) -> str:
    """Say that a graph break is an error, and which option makes it one."""
    site = site_of(one.run, [one.compilation])
    if site is None or _WHOLE not in site_text(site):
        return "It must be one graph, and torch breaks it"
    return f"`{_WHOLE}` at {place(site.line)} allows no graph break"


def _where_not_one_graph(one: Failure) -> SourceLine | None:
    where = _rule_of_break(one).where
    return where(one.as_break()) if where else one.line


def _rule_of_break(one: Failure) -> Rule[Break]:
    met = one.as_break()
    rules = (rule for rule in BREAK_RULES if rule.outcome is Outcome.FINDING)
    return next(rule for rule in rules if rule.applies(met))


def _hinted(one: Failure) -> Cure:
    """Return what torch hints, or else what helps for a library's call."""
    met = one.as_break()
    is_hinted = any(by_hint(met))
    is_moved = library_call(one) and not is_hinted
    return _or_outside(one, moved_call(one) if is_moved else as_hinted(met))


FAILURE_RULES: tuple[Rule[Failure], ...] = (
    Rule(
        "marked-size-fixed",
        when=lambda one: one.fixed_size,
        what="fails to compile: `{it.fixed_size.size}` is marked as dynamic, but the "
        "code makes it {it.fixed_size.value}",
        cure=_unmarked,
        where=lambda one: one.marked_at or one.line,
        title="fails to compile: marked size is constant",
        why=_why_constant,
    ),
    INSIDE_SIZE,
    Rule(
        "no-fake-implementation",
        when=lambda one: one.missing_fake,
        what="fails to compile: the operator `{it.missing_fake.name}` has no fake "
        "implementation, which tells torch the shape of its result",
        cure=_fake,
        where=_operator_call,
        title="fails to compile: no fake implementation",
        why=WHY_FAKE,
    ),
    Rule(
        "undecided-test",
        when=lambda one: one.undecided,
        what="fails to compile: torch cannot decide this `if` while it compiles, "
        "because the size or number is known only at run time",
        cure=_undecided,
        title="fails to compile: `if` on unknown size",
        why="Torch cannot decide this `if` while it compiles. The test needs a size or "
        "number that is known only at run time.",
    ),
    Rule(
        "undecided-loop",
        when=lambda one: one.is_open_loop,
        what="fails to compile: how often this loop runs depends on a tensor's value",
        note="compute without the loop, such as with a mask; or keep it out of the "
        "compiled function",
        title="fails to compile: loop of unknown length",
        why="Torch has to unroll the loop, but its length is known only at run time.",
    ),
    Rule(
        "sizes-as-tensor",
        when=lambda one: one.is_undecided and _packed(one),
        what="fails to compile, because torch needs a number that the program reads "
        "from a tensor of sizes",
        cure=_unpacked,
        title="fails to compile: sizes read from a tensor",
    ),
    Rule(
        "undecided-number",
        when=lambda one: one.is_undecided,
        what="fails to compile: it needs a number that depends on a tensor's value",
        note="use operations that need no number or truth value of a tensor; or "
        "compute this line outside of the compiled function, and pass its result",
        title="fails to compile: number from a tensor",
        why="Torch needs a number while it compiles. It is known only at run time.",
    ),
    Rule(
        "answered-names",
        when=lambda one: one.answers,
        what="fails to compile, because `{it.answers.owner}.__getattr__` answers any "
        "name",
        cure=_unanswered,
        where=_answering_line,
        title="fails to compile: `__getattr__` answers any name",
        why="Torch asks the object for `{it.answers.name}`. `__getattr__` answers, "
        "although the class has no such method.",
    ),
    Rule(
        "compile-failed",
        when=lambda one: one.kind is FailureKind.ONE_GRAPH,
        what="fails to compile, because it must be one graph: {it.reason}",
        cure=_as_one_graph,
        where=_where_not_one_graph,
        title=_title_of_break,
        why=_why_not_one_graph,
    ),
    Rule(
        "numpy-number",
        when=lambda one: is_of_numpy(error_of_operator(one.metrics.fail_reason)),
        what="fails to compile at a numpy function on numbers: {it.reason}",
        note="use Python's own function on numbers, such as those of `math`",
        title="fails to compile: numpy function on numbers",
        why="Torch makes an array of the number that the numpy function returns. "
        "{it.reason}",
    ),
    FAILED_AT_NUMPY_NUMBER,
    INFERENCE_MODE,
    SUBCLASS_ATTRIBUTE,
    COND_BRANCHES,
    ALIASING_BRANCH,
    REFUSED_GUARD,
    Rule(
        "caught-error",
        when=lambda one: error_of_operator(one.metrics.fail_reason) and one.caught,
        what="fails to compile at an operation whose error the program catches: "
        "{it.reason}",
        cure=lambda one: tested_before(one.caught) if one.caught else Cure(),
        title="fails to compile: error that the program catches",
        why="The operation fails while torch compiles, which ends the compilation: "
        "{it.reason}",
    ),
    Rule(
        "compile-failed",
        what="fails to compile, with {it.metrics.fail_type}: {it.reason}",
        cure=_hinted,
        title="fails to compile",
        why="Torch raises {it.metrics.fail_type}: {it.reason}",
    ),
)
