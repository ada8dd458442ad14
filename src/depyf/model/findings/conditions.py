"""The conditions of the rules on recompiles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Collection, Iterator

from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol
from depyf.model.findings.causes import Scope
from depyf.model.findings.growth import grows
from depyf.model.findings.tensor_changes import are_without_gradients
from depyf.regexes import regex
from depyf.torch_text.access_paths import is_stored
from depyf.torch_text.break_words import selects_item
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import Form, GuardKind
from depyf.torch_text.shape_guards import fixed_symbol

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Compilation
    from depyf.torch_text.questions import Question

_VALUES_OF_A_SWITCH = 2
_RANGE = regex(r"\brange\(")
DUCK_SIZES = "torch.fx.experimental._config.use_duck_shape = False"
# With this setting, torch's reasons say that a guard is on a parameter.
PARAMETER_SIZES = "torch._dynamo.config.force_parameter_static_shapes = False"
NUMBERED = regex(r"(?<!__closure__)\[\d+\]")  # each cell is another variable
_NESTED = regex(r"[\[.]")
_WORD = regex(r"\w+")
_EVALUATES = regex(r"\b(?:eval|exec|FunctionType)\(")
_FUNCTIONS = {"function", "builtin_function_or_method", "code"}
_OF_ANY = frozenset(
    {
        GuardKind.OBJECT,
        GuardKind.KEY,
        GuardKind.DICT_KEYS,
        GuardKind.LENGTH,
        GuardKind.CONDITION,
        GuardKind.OTHER,
    }
)
MANY = 5  # values; a program usually has fewer kinds of a thing
# Words in the source of a function that may switch gradients on, or ask for them.
_GRADIENTS = ("grad", "backward", "jacobian", "hessian", "jvp", "vjp", "is_leaf")


def is_changed_inside(group: Group) -> bool:
    """Return whether the function itself sets the varying attribute."""
    owner = group.first.literal.rpartition(".")[0]
    return any(target == owner for target, _ in _writes(group))


def written_at(group: Group) -> SourceLine | None:
    """Return the line of the function that sets the varying attribute, or None."""
    return next((line for _, line in _writes(group)), None)


def _writes(group: Group) -> Iterator[tuple[str, SourceLine]]:
    """Yield the owner and line where the function sets an attribute of this name."""
    pattern = re.compile(rf"\.{re.escape(group.attribute)}\b")
    for effect in group.effects:
        for line in effect.user_lines:
            if pattern.search(line.text):
                yield effect.target, line


def is_counter(group: Group) -> bool:
    """Return whether the function itself changes the varying number."""
    first = group.first
    is_attribute = first.scope in {Scope.ATTRIBUTE, Scope.CLASS}
    return first.kind == GuardKind.NUMBER and is_attribute and is_changed_inside(group)


def is_switch(group: Group) -> bool:
    """Return whether a number has at most two values, like a switch or loop count."""
    few = len(group.values) <= _VALUES_OF_A_SWITCH and not group.limit_reached
    return few and (group.first.scope == Scope.ATTRIBUTE or counts_rounds(group.first))


def counts_rounds(cause: Cause) -> bool:
    """Return whether a `range` loop uses an argument, which cannot be a tensor."""
    line = cause.user_line
    is_argument = cause.kind == GuardKind.NUMBER and cause.scope != Scope.ATTRIBUTE
    return is_argument and line is not None and bool(_RANGE.search(line.text))


def is_any_object(group: Group) -> bool:
    """Return whether nearly every call passes a different object."""
    most = 1 if group.limit_reached else MANY - 1
    return len(group.causes) > most and not _is_function(group)


def _is_function(group: Group) -> bool:
    """Return whether the values are different functions, which need an entry each."""
    is_other = group.first.kind in {GuardKind.OBJECT, GuardKind.TYPE}
    is_named = group.first.hint.rpartition("builtins.")[2] in _FUNCTIONS
    return is_other and is_named and len(group.causes) > 1


def is_evaluated(group: Group) -> bool:
    """Return whether the program creates the differing functions from text (`exec`)."""
    is_other = group.first.kind is GuardKind.OBJECT and len(group.causes) > 1
    return is_other and any(_EVALUATES.search(line.text) for line in group.origin)


def is_double_precision(group: Group) -> bool:
    """Return whether a value is float64 in some calls and float32 in others."""
    met = {dtype for one in group.causes for dtype in (one.expected, one.actual)}
    return met == {"float32", "float64"}


def is_unbounded(group: Group) -> bool:
    """Return whether so many values occurred that more are likely to follow."""
    is_any = group.first.kind in _OF_ANY and not _is_function(group)
    return is_any and len(group.compilations) >= MANY


def became_dynamic(group: Group) -> bool:
    """Return whether the last entry accepts any value of the varying number.

    In that entry, each varying number must be a symbol, or a size that its guards leave
    open.  No line may make it a constant again.  If several earlier entries were for
    one value each, the last entry only took another path.
    """
    made = of_any_size(group)
    last = next((one for _, one in reversed(made) if one.entry), None)
    if last is None or group.limit_reached or group.first.kind == GuardKind.TYPE:
        return False
    symbols = {symbol.source for symbol in last.facts.all(ShapeSymbol)}
    varied = {measured(cause) for cause, _ in made}
    is_open = varied <= symbols | set(_free_sizes(last))
    closed = [one for _, one in made if one.entry and any(_made_constant(one, varied))]
    return is_open and last not in closed and len(closed) <= 1


def decides_branch(group: Group) -> bool:
    """Return whether the function branches on the varying number.

    The entries then have guards that compare the number with one value.
    """
    return any(_tests_of(group))


def is_split(group: Group) -> bool:
    """Return whether a recompile followed an entry in which the value is a symbol.

    A branch on the value then has an entry for each outcome.
    """
    taken: set[str] = set()
    every = [pair for one in (group, *group.others) for pair in of_any_size(one)]
    order = {id(one): at for at, one in enumerate(group.frame.compilations)}
    for cause, one in sorted(every, key=lambda pair: order.get(id(pair[1]), 0)):
        if measured(cause) in taken:
            return True
        taken |= {symbol.source for symbol in one.facts.all(ShapeSymbol)}
    return False


def is_first_apart(group: Group) -> bool:
    """Return whether all later entries exclude the first value."""
    every = [tests for tests in _tests_of(group) if tests]
    first = group.first_value
    return bool(every) and all(
        any(name == "Ne" and _is_same(value, first) for name, value in tests)
        for tests in every
    )


def _tests_of(group: Group) -> Iterator[list[tuple[str, str]]]:
    """Yield for each recompile its comparisons of a varying number with one value."""
    paths = {measured(cause) for cause in group.causes}
    for _, one in of_any_size(group):
        symbols = {
            symbol.symbol
            for symbol in one.facts.all(ShapeSymbol)
            if symbol.source in paths
        }
        tests = []
        for guard in one.facts.all(ShapeGuard):
            name, _, rest = guard.expression.partition("(")
            if name in {"Eq", "Ne"} and symbols.intersection(_WORD.findall(rest)):
                value, _, constant = rest[:-1].partition(", ")
                tests.append((name, constant if value in symbols else ""))
        yield tests


def _is_same(one: str, other: str) -> bool:
    """Return whether two strings denote the same number."""
    try:
        return float(one) == float(other)
    except ValueError:
        return False


def are_items_set_free(group: Group) -> bool:
    """Return whether several items of a container differ, and torch lets some vary."""
    paths = {cause.literal for cause in group.causes}
    wanted = {NUMBERED.sub("[]", path) for path in paths}
    symbols = (
        symbol
        for one in group.compilations
        for symbol in one.facts.all(ShapeSymbol)
        if not any(_made_constant(one, {symbol.source}))
    )
    return len(paths) > 1 and any(
        NUMBERED.sub("[]", s.source) in wanted for s in symbols
    )


def of_any_size(group: Group) -> list[tuple[Cause, Compilation]]:
    """Return causes and compilations of recompiles, except for the sizes 0 and 1."""
    pairs = zip(group.causes, group.compilations)
    return [(cause, one) for cause, one in pairs if not is_small(cause)]


def _free_sizes(compilation: Compilation) -> Iterator[str]:
    """Yield the paths of the sizes that an entry's guards leave open."""
    for subject, number, size in _sizes(compilation):
        if size == "None":
            yield f"{subject}.size()[{number}]"


def _sizes(compilation: Compilation) -> Iterator[tuple[str, int, str]]:
    """Yield the sizes in an entry's guards: tensor, dimension, size."""
    for guard in compilation.guards:
        tensor = guard.asks.tensor
        for number, size in enumerate(tensor.size if tensor is not None else ()):
            yield guard.asks.subject, number, size


def varying_sizes(group: Group) -> list[tuple[str, int]]:
    """Return the input sizes that differ between entries: tensor and dimension."""
    sizes: dict[tuple[str, int], set[str]] = {}
    for entry in group.frame.entries:
        for subject, number, size in _sizes(entry):
            if not is_stored(subject):
                sizes.setdefault((readable(subject), number), set()).add(size)
    return [key for key, met in sizes.items() if len(met) > 1]


def measured(cause: Cause) -> str:
    """Return the path of the varying number, as torch writes it."""
    if cause.kind == GuardKind.SIZE:
        return f"{cause.literal}.size()[{cause.index}]"
    return cause.literal


def holds_numbers(group: Group) -> bool:
    """Return whether the items of a container are tensors or numbers."""
    return holds_python_numbers(group) or any(
        one.form is Form.TENSOR for one in _asked_of_items(group)
    )


def holds_python_numbers(group: Group) -> bool:
    """Return whether the items of a container are Python numbers."""
    return any(one.kind is GuardKind.NUMBER for one in _asked_of_items(group))


def holds_containers(group: Group) -> bool:
    """Return whether the items of a container are lists, tuples or dicts."""
    return any(one.kind is GuardKind.LENGTH for one in _asked_of_items(group))


def _asked_of_items(group: Group) -> Iterator[Question]:
    """Yield what guards ask of the items of the group's container."""
    owner = group.first.literal
    for guard in (guard for one in group.frame.entries for guard in one.guards):
        subject = guard.asks.subject
        is_item = owner and subject.startswith(f"{owner}[")
        if is_item and _NESTED.search(subject[len(owner) + 1 :]) is None:
            yield guard.asks


def are_many_kinds(group: Group) -> bool:
    """Return whether several values, each of few kinds, reach the recompile limit."""
    few = [*dict.fromkeys(group.values)]
    # A value that each call changes needs an entry for each call, whatever the limit.
    goes_on = any(grows(one) or is_counter(one) for one in group.others)
    is_reached = group.limit_reached and bool(group.others) and not goes_on
    return is_reached and len(few) < MANY


def selects_items(group: Group) -> bool:
    """Return whether a number that varies several times is an index of a list."""
    is_repeated = len(group.causes) > 1 and group.asked_at is not None
    return is_repeated and any(map(selects_item, group.texts))


def is_parameter(group: Group) -> bool:
    """Return whether a parameter is passed for the argument, according to torch."""
    return PARAMETER_SIZES in group.reasons


def is_parameter_of_two_sizes(group: Group) -> bool:
    """Return whether a parameter, or what is used with one, has two sizes."""
    of_parameter = (
        is_parameter(group)
        or is_of_module(group.first)
        or (fixed_by(group) is not None and bool(parameter_beside(group)))
    )
    return of_parameter and len(group.causes) == 1 and not group.limit_reached


def is_of_module(cause: Cause) -> bool:
    """Return whether the value is a parameter or a buffer of a module."""
    return is_stored(cause.literal)


def parameter_beside(group: Group, *, of_module: bool = False) -> str:
    """Return the parameter that has all failed sizes; empty if there is none.

    In compiled code, the sizes of parameters are constants, and so are other sizes that
    must equal them.

    Args:
        group: the recompiles for the size of a tensor.
        of_module: whether to search the parameters of modules instead of inputs.
    """
    met: dict[str, set[str]] = {}
    for entry in group.frame.entries:
        for guard in entry.guards:
            tensor = guard.asks.tensor
            if tensor is None or tensor.type != "Parameter":
                continue
            if is_stored(guard.asks.subject) is of_module:
                met.setdefault(readable(guard.asks.subject), set()).update(tensor.size)
    # One equal size may be a coincidence; the parameter must have each of them.
    failed = {one.expected for one in group.causes}
    found = (name for name, sizes in met.items() if failed <= sizes)
    return next((name for name in found if name != group.source), "")


def needs_no_gradients(group: Group) -> bool:
    """Return whether no gradient can reach an argument: they are off, and stay off."""
    return (
        group.first.scope is Scope.ARGUMENT
        and are_without_gradients(group.frame.entries)
        and not any(
            word in one.text for one in group.run.sources for word in _GRADIENTS
        )
    )


def met_equal_sizes(group: Group) -> bool:
    """Return whether torch used one number for two sizes, which then differ."""
    return DUCK_SIZES in group.first.guard.text + group.reasons


def is_small(cause: Cause) -> bool:
    """Return whether a size is 0 or 1, for which torch compiles separately."""
    sizes = {"0", "1"}
    is_size = cause.kind == GuardKind.SIZE
    return is_size and (cause.expected in sizes or cause.actual in sizes)


def is_small_bound(cause: Cause) -> bool:
    """Return whether a guard excludes the sizes 0 and 1."""
    return cause.guard.asks.excludes_small


def fixed_by(group: Group) -> SourceLine | None:
    """Return the line that made the size or number constant in a later entry, or None.

    Lines that made only other numbers constant are left out.  A number without a
    symbol, or a size of a module's tensor, is a constant from the start.
    """
    for cause, compilation in zip(group.causes, group.compilations):
        is_told = cause.kind is GuardKind.NUMBER and compilation.facts.all(ShapeSymbol)
        is_known = is_of_module(cause) or is_told
        if is_known and not _symbols(compilation, {cause.literal}):
            continue
        for guard in _made_constant(compilation, {cause.literal}):
            if guard.line is not None:
                return guard.line
    return None


def _made_constant(
    compilation: Compilation, sources: Collection[str]
) -> Iterator[ShapeGuard]:
    """Yield the guards that made one of these sizes or numbers a constant."""
    own = _symbols(compilation, sources)
    for guard in compilation.facts.all(ShapeGuard):
        is_said = guard.reason and (
            not own or own & set(_WORD.findall(guard.expression))
        )
        if is_said or fixed_symbol(guard.expression) in own:
            yield guard


def _symbols(compilation: Compilation, sources: Collection[str]) -> set[str]:
    """Return the symbols of these sizes or numbers."""
    known = compilation.facts.all(ShapeSymbol)
    return {one.symbol for one in known if one.source in sources}
