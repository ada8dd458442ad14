"""Advise how to give a container one length in all calls."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings import conditions, growth
from depyf.model.findings.causes import Scope
from depyf.model.findings.container_keys import has_keys
from depyf.model.findings.extended_containers import length_in
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import parsed
from depyf.torch_text.path_names import readable

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_CACHES = {"cache", "lru_cache"}


def one_length_of_varying(group: Group) -> str:
    """Return what to do with a container that comes with many lengths."""
    if has_keys(group):
        return "pass the same keys in all calls"
    if conditions.holds_python_numbers(group) or not _sizes_of_items(group):
        return of_one_length(group)
    if _have_one_size(group):
        return f"pass one tensor instead, such as `torch.stack({group.source})`"
    return f"pass the items of `{group.source}` as one tensor, padded to one size"


def _have_one_size(group: Group) -> bool:
    """Return whether no entry has guards on tensors of different sizes as items."""
    return all(len(sizes) <= 1 for sizes in _sizes_of_items(group))


def _sizes_of_items(group: Group) -> list[set[tuple[str, ...]]]:
    """Return the sizes of the items that are tensors, for each entry that has some."""
    form = f"{group.first.literal}["
    every = (
        {it.size for one in entry.guards if (it := one.asks.tensor)
         if it.subject.startswith(form)}
        for entry in group.frame.entries
    )  # fmt: skip
    return [sizes for sizes in every if sizes]


def of_one_length(group: Group) -> str:
    """Return what to do with a container whose length is a constant."""
    if group.first.scope is Scope.ARGUMENT and conditions.holds_python_numbers(group):
        line = group.asked_at
        is_loop = line is not None and line.text.startswith("for ")
        return (
            f"pass one tensor of fixed size instead of `{group.source}`"
            f"{f', and use it without the loop at {place(line)}' if is_loop else ''}: "
            "torch compiles in the length of a list, and its numbers"
        )
    if group.first.scope is Scope.ARGUMENT and conditions.holds_containers(group):
        line = group.asked_at
        where = f" at {place(line)}" if line is not None else ""
        return (
            f"compute before the call what the function makes of `{group.source}`"
            f"{where}, and pass that as one tensor"
        )
    if growth.is_filled_inside(group):
        cached = _cached(group)
        if cached:
            return (
                f"call `{cached}` outside of the compiled function, and pass the "
                "result: torch traces a cached function, whatever the cache holds"
            )
        if _is_by_key(group):
            return (
                f"keep `{group.source}` out of the compiled function; items that this "
                "code reads, look up before the call, and pass them"
            )
        return (
            f"keep `{group.source}` out of the compiled function; if that code reads "
            "the items, use one tensor of fixed size, and mask unwritten items"
        )
    if group.first.scope is Scope.ARGUMENT:
        every = [f"`{one}`" for one in _with_such_lengths(group)]
        what = "the same keys" if has_keys(group) else "equally many items"
        return (
            f"pass {what} in {joined(every)} in each call, such as zeros that the "
            "function masks; or one tensor of fixed size"
        )
    if conditions.holds_numbers(group):
        return (
            f"keep `{group.source}` out of the compiled function, or use a tensor of "
            "fixed size instead"
        )
    return (
        f"fill `{group.source}` before the first call, or keep it out of the "
        "compiled function"
    )


def _is_by_key(group: Group) -> bool:
    """Return whether the program stores the items under keys, as in a dict."""
    trees = filter(None, (parsed(line.text) for line in growth.filled_at(group)))
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return any(
        (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store))
        or (isinstance(node, ast.Call) and last_name(node.func) == "setdefault")
        for node in nodes
    )


def _cached(group: Group) -> str:
    """Return the name of a function with a cache that adds the items; "" if none."""
    for line in growth.filled_at(group):
        file = file_of(group.run, line)
        function = index_of(file).function_at(line.line) if file is not None else None
        for decorator in function.decorator_list if function is not None else ():
            made = decorator.func if isinstance(decorator, ast.Call) else decorator
            if function is not None and last_name(made) in _CACHES:
                return function.name
    return ""


def _with_such_lengths(group: Group) -> list[str]:
    """Return the container, and others that have as many items in each entry."""
    entries = group.frame.entries
    own = [length_in(one, group.first.literal) for one in entries]
    others = dict.fromkeys(
        guard.asks.subject
        for entry in entries
        for guard in entry.guards
        if guard.asks.length is not None
    )
    equal = (
        readable(path)
        for path in others
        if [length_in(one, path) for one in entries] == own
    )
    return [*dict.fromkeys([group.source, *equal])]
