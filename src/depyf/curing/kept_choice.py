"""Keep an item that a helper selects by a number of the object, such as of its layer.

A layer calls ``store.pull(self.index, x)``, where `pull` only reads an item, as in
``self.tables[index]``.  Each index needs an entry.  If the layer keeps its table, and
passes that, one entry fits all layers.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.curing.blocks import behind
from depyf.curing.call_arguments import argument
from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal, names_kept
from depyf.curing.syntax import class_of, replaced_together
from depyf.model.findings.program_index import FUNCTIONS, Function, parameters_of
from depyf.model.findings.syntax_parts import index_of_item, last_name
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit

_KINDS = {GuardKind.NUMBER, GuardKind.TEXT}


class _Helper(NamedTuple):
    """A method that uses a parameter only to select items of a container of `self`."""

    file: str
    function: Function
    parameter: str
    items: tuple[ast.Subscript, ...]

    @property
    def container(self) -> str:
        """The attribute of the container."""
        return last_name(self.items[0].value)


def kept_choice(case: Case) -> Iterator[Proposal]:
    """Yield the edit of the helpers, their calls, and the `__init__` of the object."""
    key = f"self.{case.group.attribute}"
    if case.kind not in _KINDS or not case.is_attribute:
        return
    reads = [
        (file, node)
        for file in case.known
        for node in ast.walk(case.files.tree(file))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
        if node.attr == case.group.attribute
    ]
    passed = [_passed(case, file, node) for file, node in reads]
    if not reads or None in passed or {dotted(node) for _, node in reads} != {key}:
        return
    owners = {dotted(one[0].func).rpartition(".")[0] for one in passed if one}
    containers = {one[1].container for one in passed if one}
    if (
        len(owners) != 1
        or len(containers) != 1
        or len({file for file, _ in reads}) != 1
    ):
        return
    owner, container = owners.pop(), containers.pop()
    file, name = reads[0][0], f"{key}_{container}"
    made = f"{name} = {owner}.{container}[{key}]"
    helpers = {one[1] for one in passed if one}
    edits = [
        *replaced_together(case.files, file, [(node, name) for _, node in reads]),
        *_in_helpers(case, helpers),
        *_at_init(case, file, made),
    ]
    if edits and are_apart(edits):
        what = f"keep `{owner}.{container}[{key}]`, and pass it instead of `{key}`"
        what += names_kept(one.parameter for one in helpers)
        yield Proposal(case.finding, what, tuple(edits))


def _passed(case: Case, file: str, read: ast.expr) -> tuple[ast.Call, _Helper] | None:
    """Return the call that gets the number and its helper, if all calls get one."""
    for call in ast.walk(case.files.tree(file)):
        if not isinstance(call, ast.Call) or not dotted(call.func).startswith("self."):
            continue
        for helper in _helpers(case, last_name(call.func)):
            if argument(helper.function, call, helper.parameter) is read:
                return call, helper
    return None


def _helpers(case: Case, name: str) -> Iterator[_Helper]:
    """Yield the methods of a name, for each parameter that only selects items."""
    for file in case.known:
        for function in ast.walk(case.files.tree(file)):
            if isinstance(function, FUNCTIONS) and function.name == name:
                for parameter in parameters_of(function)[1:]:
                    items = tuple(_items(function, parameter))
                    if items:
                        yield _Helper(file, function, parameter, items)


def _items(function: Function, parameter: str) -> Iterator[ast.Subscript]:
    """Yield the items of one container of `self`; none if there are other uses."""
    uses = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and node.id == parameter
    ]
    items = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
        if index_of_item(node) in uses and dotted(node.value).startswith("self.")
    ]
    if len(items) == len(uses) and len({dotted(one.value) for one in items}) == 1:
        yield from items


def _in_helpers(case: Case, helpers: set[_Helper]) -> Iterator[Edit]:
    for one in helpers:
        new: list[tuple[ast.expr, str]] = [(item, one.parameter) for item in one.items]
        yield from replaced_together(case.files, one.file, new)


def _at_init(case: Case, file: str, made: str) -> Iterator[Edit]:
    """Yield the edit that keeps the item at the end of the object's `__init__`."""
    tree = case.files.tree(file)
    for node in ast.walk(tree):
        if not isinstance(node, FUNCTIONS) or node.name != "__init__":
            continue
        owner = class_of(tree, node)
        sets = (
            one
            for one in ast.walk(node)
            if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)
        )
        if owner and any(one.attr == case.group.attribute for one in sets):
            yield behind(case.files, file, node.body[-1], made)
