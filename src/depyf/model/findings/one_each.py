"""Rules for calls of a few kinds, where one entry for each kind is expected.

Each row says how the calls differ if a guard of this kind fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from depyf.model.findings import conditions
from depyf.model.findings.cleared_gradients import as_zeros
from depyf.model.findings.container_keys import some_keys
from depyf.model.findings.conversions import converted
from depyf.model.findings.lazy_attributes import reset_at
from depyf.model.findings.names import is_called_by_model, joined, place
from depyf.model.findings.rule import Cure, Outcome, Rule
from depyf.model.findings.told_places import (
    for_all_sizes,
    kept_before,
    to_one_dtype,
    to_require_gradients,
    without_inference_mode,
)
from depyf.model.findings.types_met import as_one_type, several_types, with_same_keys
from depyf.model.findings.varying_items import vary_as, varying_items
from depyf.torch_text.environment import setting_name, variable_of
from depyf.torch_text.guard_forms import of_sizes
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import GuardKind, LazyView, lazy_view, other_keys

if TYPE_CHECKING:
    from depyf.model.findings.causes import Cause, Scope
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.findings.rule import Text

SMALL_SIZES = (
    "torch compiles the sizes 0 and 1 separately: the first call with such a size "
    "recompiles"
)
_HOLDS = "`{it.first.condition}` is true in some calls only"
_OTHER_VALUE = "`{it.source}` takes several values ({it.some_values})"
_COPY = "pass copies (`clone()`), if nothing changes them in place"
_COPY_DETACHED = (
    "pass copies without gradients (`detach().clone()`), if results allow: only one of "
    "the two tensors requires gradients"
)
_OTHER_LENGTH = (
    "each length of a container needs an entry, because torch unrolls loops over it; "
    "give a dict the same keys in all calls"
)
_COMPILED_IN = (
    "a Python value is a constant in the compiled code; each value needs an entry of "
    "its own"
)
_TWICE = (
    "two arguments are the same tensor in some calls only; always pass different "
    "tensors (`clone()`), or always the same one"
)
_WITH_GRADIENTS = (
    "tensors come with and without gradients (or from `torch.inference_mode`), and "
    "each kind needs an entry; `detach()` before the call if gradients are not wanted"
)


def of(
    *kinds: GuardKind,
    scope: Scope | None = None,
    also: Callable[[Cause], object] = lambda _cause: True,
) -> Callable[[Cause], bool]:
    """Return a test of causes by the guard's kind, the scope and `also`."""
    return lambda one: (
        one.kind in kinds and scope in {None, one.scope} and bool(also(one))
    )


def difference(group: Group) -> str:
    """Return a sentence on how the calls of a function differ."""
    rows = (NUMBERS, DTYPES, LAYOUTS, SIZES, *ONE_EACH)
    return next(one for one in rows if one.guard(group.first)).sentence(group)


def over_limit(group: Group) -> str:
    """Return a sentence on several values whose kinds exceed the recompile limit."""
    number = len(group.frame.entries)
    kinds = joined(difference(one) for one in (group, *group.others))
    return f"needs more entries than the limit of {number}: {kinds}"


def _row(
    guard: Callable[[Cause], bool],
    what: Text[Group],
    advice: str = "",
    when: Callable[[Group], object] = lambda _group: True,
    note: Text[Group] = "",
    *,
    cure: Callable[[Group], Cure] | None = None,
) -> Rule[Group]:
    return Rule(
        "one-each",
        guard,
        when,
        what,
        note=note,
        outcome=Outcome.ONE_EACH,
        advice=advice,
        cure=cure,
    )


def _met(group: Group) -> str:
    met = [text for one in group.causes for text in (one.expected, one.actual) if text]
    return joined(dict.fromkeys(met))


def _view(cause: Cause) -> LazyView | None:
    """Return the lazy view that a tensor is in some calls only, or None."""
    return lazy_view(cause.expected, cause.actual)


def _said(group: Group) -> str:
    view = _view(group.first)
    return view.said if view is not None else ""


def _resolved(group: Group) -> Cure:
    view = _view(group.first)
    return converted(group, f".{view.resolve}()") if view is not None else Cure()


def _keys(group: Group) -> str:
    first = group.first
    return other_keys(first.expected, first.actual) or "that torch looks at"


NUMBERS = _row(of(GuardKind.NUMBER), _OTHER_VALUE, when=conditions.is_switch)
DTYPES = _row(
    of(GuardKind.DTYPE),
    lambda group: f"`{group.source}` comes in several dtypes ({_met(group)})",
    "each dtype needs an entry of its own; convert before the call",
    note=to_one_dtype,
)


def _as_copies(group: Group) -> str:
    """Return what to do about two values that are the same tensor in some calls."""
    paths = {group.source, readable(group.first.expected)}
    tensors = (g.asks.tensor for one in group.frame.entries for g in one.guards)
    needed = {
        each.requires_grad
        for each in tensors
        if each and readable(each.subject) in paths
    }
    return _COPY_DETACHED if len(needed) > 1 else _COPY


def _of_none(group: Group) -> str:
    """Return how to avoid None in a value that the function may set itself.

    If other values of it fail guards, too, the function sets it again.
    """
    parts = tuple(f"{group.source}{mark}" for mark in ".[")
    if any(one.source.startswith(parts) for one in group.others):
        return ""
    if not conditions.is_changed_inside(group):
        return as_zeros(group)
    reset = reset_at(group)
    if reset is not None:
        return f"set it again after {place(reset)} made it None, before the next call"
    named = varying_items(group)
    what = f"each of {named}" if named else "it"
    return f"set {what} before the first call, as the function itself does"


def _of_flag(group: Group) -> str:
    return vary_as(group, "True in some calls and False in others")


LAYOUTS = _row(
    of(GuardKind.STRIDE),
    "`{it.source}` comes in two memory layouts from its caller",
    when=lambda group: (
        len(group.causes) == 1 and is_called_by_model(group.compilations[0])
    ),
)
SIZES = _row(
    of(GuardKind.SIZE),
    "`{it.source}` has several sizes at dimension {it.first.index} ({it.some_sizes})",
)
ONE_EACH: tuple[Rule[Group], ...] = (
    _row(
        lambda cause: bool(variable_of(cause.guard.expression)),
        lambda group: (
            "the environment variable "
            f"`{variable_of(group.first.guard.expression)}` differs"
        ),
        "the function reads an environment variable; each value needs an entry; read "
        "it once outside of the function, and pass the result",
    ),
    _row(
        of(GuardKind.NONE),
        lambda group: vary_as(group, "None in some calls and set in others"),
        "an argument or attribute is None in some calls and not in others; each needs "
        "an entry of its own",
        note=_of_none,
    ),
    _row(
        of(GuardKind.FLAG, also=lambda cause: cause.source.endswith(".training")),
        _of_flag,
        "the module is used in training and in evaluation mode; each needs an entry",
    ),
    _row(
        of(GuardKind.FLAG),
        _of_flag,
        _COMPILED_IN,
    ),
    _row(
        of(GuardKind.DEVICE),
        "`{it.source}` comes on several devices",
        "each device needs an entry of its own; move tensors before the call",
    ),
    _row(
        of(GuardKind.RANK),
        lambda group: f"`{group.source}` comes with {_met(group)} dimensions",
        "tensors with another number of dimensions need an entry of their own; bring "
        "them to one form (`unsqueeze`, `view`) before the call",
    ),
    _row(
        of(GuardKind.REQUIRES_GRAD),
        "`{it.source}` comes with and without requires_grad",
        _WITH_GRADIENTS,
        note=to_require_gradients,
    ),
    _row(
        of(GuardKind.LAYOUT),
        lambda group: f"`{group.source}` comes dense and not dense ({_keys(group)})",
        "dense and sparse (or quantized, nested) tensors need an entry of their own; "
        "convert before the call (`to_dense()`), so that one entry fits all",
    ),
    _row(
        of(GuardKind.INFERENCE),
        "`{it.source}` was made or is used in inference mode in some calls only",
        _WITH_GRADIENTS,
        note=without_inference_mode,
    ),
    _row(
        of(GuardKind.DISPATCH_KEYS, also=_view),
        lambda group: (
            f"`{group.source}` is {_said(group)} in some calls only, as a view that "
            "torch computes later"
        ),
        "the tensor is a conjugated or negated view in some calls only; call "
        "`resolve_conj()` or `resolve_neg()` before the call, so that one entry fits "
        "all",
        cure=_resolved,
    ),
    _row(
        of(GuardKind.DISPATCH_KEYS),
        lambda group: (
            f"`{group.source}` comes with and without the dispatch keys {_keys(group)}"
        ),
        "each kind of tensor (conjugated, of a subclass, in a transform) needs an "
        "entry; make them plain before the call (`resolve_conj()`, `clone()`), if "
        "results allow",
    ),
    _row(
        of(GuardKind.GRAD_MODE),
        "it runs with and without gradients",
        "it is called with gradients on and off, and each needs an entry of its own; "
        "call it always inside, or always outside, of `torch.no_grad()`",
    ),
    _row(
        of(GuardKind.SETTING),
        lambda group: (
            f"torch's setting `{setting_name(group.first.guard.expression)}` differs"
        ),
        note="use the same settings in all calls, if they need not differ",
    ),
    _row(of(GuardKind.TEXT), _OTHER_VALUE, _COMPILED_IN),
    _row(
        of(GuardKind.TYPE),
        several_types,
        "objects of several types are passed, and each type needs an entry of its own",
        note=as_one_type,
    ),
    _row(
        of(GuardKind.OBJECT),
        "`{it.source}` is a different object in some calls",
        "another object needs an entry of its own; create it once and use the same one",
    ),
    _row(
        of(GuardKind.DICT_KEYS),
        lambda group: f"the keys of `{group.source}` differ ({some_keys(group)})",
        note="give `{it.source}` the same keys in all calls",
    ),
    _row(
        of(GuardKind.KEY),
        _HOLDS,
        "a key or member exists in some calls and not in others; each case needs an "
        "entry of its own",
        note=kept_before,
    ),
    _row(
        of(GuardKind.LENGTH, also=lambda cause: cause.expected == "0"),
        "the length of `{it.source}` differs",
        "a container is empty in some calls and filled in others; each case needs an "
        "entry of its own",
    ),
    _row(
        of(GuardKind.LENGTH),
        "the length of `{it.source}` differs",
        _OTHER_LENGTH,
        note=with_same_keys,
    ),
    _row(
        of(GuardKind.ALIAS, also=lambda cause: cause.guard.asks.relation == "is"),
        lambda group: (
            f"`{group.source}` and `{readable(group.first.expected)}` are the same "
            "object in some calls only"
        ),
        _TWICE,
        note=_as_copies,
    ),
    _row(
        of(GuardKind.ALIAS),
        "the same tensor is passed for two arguments in some calls only",
        _TWICE,
    ),
    _row(
        of(GuardKind.VIEW),
        "an input is a view of another tensor in some calls only",
    ),
    _row(
        of(GuardKind.BACKEND),
        lambda group: f"it is compiled with several backends ({_met(group)})",
        "the function is compiled with another backend, or with another object of that "
        "backend; create the backend once, and call `torch.compile` once for the "
        "function",
    ),
    _row(
        of(GuardKind.RACE),
        _HOLDS,
        "the guards of the entry hold now: another thread compiled at the same time, "
        "or a value changed; call the function once before threads start",
    ),
    _row(
        of(GuardKind.CONDITION, also=conditions.is_small_bound),
        _HOLDS,
        SMALL_SIZES,
    ),
    _row(
        of(
            GuardKind.CONDITION,
            also=lambda cause: of_sizes(cause.guard.expression),
        ),
        _HOLDS,
        "the named line tests a size; the result is a constant in the compiled code",
        note=for_all_sizes,
    ),
    _row(
        of(GuardKind.OTHER, also=lambda cause: cause.expected.startswith("torch.")),
        _HOLDS,
        "each dtype, device or layout needs an entry of its own; pass the same one, or "
        "convert before the call",
    ),
    _row(lambda _cause: True, _HOLDS),
)
