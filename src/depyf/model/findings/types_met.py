"""Name the types that a value has in the entries of a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.names import joined
from depyf.model.findings.program_text import index_of, program_files
from depyf.model.findings.syntax_parts import last_name
from depyf.model.guard_facts import classes_of

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_NAMED = 3
_MODULE = {"Module", "LightningModule"}
_DICTS = {"dict", "OrderedDict", "defaultdict"}
_PLAIN, _PARAMETER = "Tensor", "Parameter"


def several_types(group: Group) -> str:
    """Say that a value has several types, and which, if the entries tell."""
    words = f"`{group.source}` has several types"
    met = [*_tensor_types(group), *_other_types(group)]
    more = [f"{len(met) - _NAMED} more"] if len(met) > _NAMED else []
    return f"{words} ({joined([*met[:_NAMED], *more])})" if len(met) > 1 else words


def as_one_type(group: Group) -> str:
    """Return what to do so that a value has one type; empty if nothing is known."""
    name, met = group.source, _tensor_types(group)
    if not met and _holds_modules(group):
        return (
            f"compile each `{name}` instead of the module that holds it: each class "
            "then has entries of its own"
        )
    if _PLAIN not in met or len(met) != 2 or _other_types(group):
        return ""
    if _PARAMETER in met:
        return f"pass `{name}.clone()` where it is a parameter"
    return f"pass `{name}.as_subclass(torch.Tensor)` in all calls"


def _holds_modules(group: Group) -> bool:
    """Return whether the value is a module that another one holds in `self.name`.

    All its types must be classes of the program that inherit from a module.
    """
    files = program_files(group.run)
    owner, _, name = group.source.rpartition(".")
    met = _other_types(group)
    if owner != "self" or not name.isidentifier() or len(met) < 2:
        return False
    bases = [
        {last_name(base) for base in node.bases}
        for kind in met
        for file in files
        for node in index_of(file).classes.get(kind, ())
    ]
    return len(bases) == len(met) and all(_MODULE & one for one in bases)


def with_same_keys(group: Group) -> str:
    """Return what to do about a dict whose length differs; empty for other objects."""
    met = set(_other_types(group))
    is_dict = bool(met) and met <= _DICTS
    return f"give `{group.source}` the same keys in all calls" if is_dict else ""


def _tensor_types(group: Group) -> list[str]:
    """Return the types that entries require of a tensor, without their modules."""
    asked = (guard.asks.tensor for one in group.frame.entries for guard in one.guards)
    types = (
        one.type
        for one in asked
        if one is not None and one.subject == group.first.literal
    )
    return list(dict.fromkeys(types))


def _other_types(group: Group) -> list[str]:
    found = (classes_of(one.guards) for one in group.frame.entries)
    every = [one[group.first.literal] for one in found if group.first.literal in one]
    names = dict.fromkeys(one.rpartition(".")[2] for one in every)
    tensors = _tensor_types(group)
    return [one for one in names if one not in tensors]
