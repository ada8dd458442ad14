"""Build the edits for a varying number that is an attribute or an option."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings import conditions, number_indexes, rewriting
from depyf.model.findings.keyword_tensors import passed_as_tensor
from depyf.model.findings.names import joined, place
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import (
    attribute_uses,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.recompile_cures import (
    INTEGERS_VARY,
    IS_KEY,
    MODULE_INTEGER,
    a_tensor,
)
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import constant
from depyf.model.findings.user_names import reached
from depyf.model.python_text import dotted, parsed_statement, text_of
from depyf.reading.numbers import is_number
from depyf.torch_text.path_steps import FIELD, ITEM

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.object_classes import Classes
    from depyf.model.findings.program_text import Uses
    from depyf.model.findings.recompile_groups import Group

# Bases of classes that are not modules.
_PLAIN = {"object", "ABC", "Generic", "Protocol", "Enum", "NamedTuple", "Mapping"}


def of_option(group: Group) -> Cure:
    """Return the edit that makes an option of a torch optimizer a tensor."""
    value = reached(group.run, group.frame, group.first)
    name = value.key if value is not None else group.attribute
    found = [(line, passed_as_tensor(line.text, name)) for line in group.origin]
    edits = [(line, edit) for line, edit in found if edit]
    # Only the rate may be a tensor, and not with every option.
    if name != "lr" or len(edits) != 1 or "foreach=True" in edits[0][1]:
        return Cure(
            "", f"set `{name}` once, or pass a tensor if the optimizer accepts one"
        )
    line, edit = edits[0]
    return Cure(edit, f"instead of {place(line)}")


def is_option(group: Group) -> bool:
    """Return whether a number is an option of an optimizer, such as `lr`."""
    value = reached(group.run, group.frame, group.first)
    parts = [*value.parts] if value is not None else []
    return (
        bool(parts)
        and parts[-1].kind is ITEM
        and "param_groups" in {str(one.key) for one in parts if one.kind is FIELD}
    )


def _is_plain(group: Group) -> bool:
    """Return whether the object with the number is certainly not a module."""
    value = reached(group.run, group.frame, group.first)
    if value is None or not value.parts or value.parts[-1].kind is not FIELD:
        return False
    finder = tracer_of(program_files(group.run)).finder
    owner: Classes | None = value.classes(finder, len(value.parts) - 1)
    return (
        owner is not None
        and not owner.is_open
        and all(finder.is_own(one) or one in _PLAIN for one in owner.bases)
    )


def as_buffer(group: Group) -> Cure:
    """Return the edit that makes a module's number a buffer, and where it belongs.

    The buffer gets the value from `__init__`, or else that of the first entry.  For an
    object that is not a module, the number becomes a tensor.
    """
    if _is_item(group):
        return _stored_as_tensor(group)
    attribute = group.attribute
    uses = attribute_uses(group.run, attribute)
    if not uses.needed_at and number_indexes.is_key(group):
        return Cure("", IS_KEY)
    if uses.needed_at or uses.set_at:
        is_whole = all(is_number(one.lstrip("-")) for one in group.values)
        if number_indexes.indexing(group) is not None:
            return number_indexes.selected(group)
        if number_indexes.is_key(group):
            return Cure("", IS_KEY)
        if is_whole and MODULE_INTEGER in group.first.hint:
            return Cure(INTEGERS_VARY, "before the first call")
        return Cure("", _kept_a_number(attribute, uses))
    given = _given_by_other(group)
    if given is not None:
        line, owner, value = given
        edit = (
            f'{owner}.register_buffer("{attribute}", torch.tensor({value}), '
            "persistent=False)"
        )
        return a_tensor(group, edit, f"instead of `{line.text}` at {place(line)}")
    where = conditions.written_at(group) if conditions.is_counter(group) else None
    file = where.file if where is not None else group.frame.file
    sources = [
        one.text
        for one in group.run.sources
        if one.file == file and one.qualified_name.endswith(".__init__")
    ]
    start = rewriting.initial_value(sources, attribute)
    note = f"in `__init__`, instead of `self.{attribute} = {start or '...'}`"
    note += "" if start else " (with its value there)"
    value = f"torch.tensor({start or group.first_value})"
    if _is_plain(group):
        return a_tensor(group, f"self.{attribute} = {value}", note)
    edit = f'self.register_buffer("{attribute}", {value}, persistent=False)'
    return a_tensor(group, edit, note)


def _given_by_other(group: Group) -> tuple[SourceLine, str, str] | None:
    """Return the line by which another object gives a module the number at first.

    It comes with the module's name there, and the number: ``layer.seen = 0``.
    """
    found = [
        (line_of(file, store.line), dotted(store.owner), str(constant(store.value)))
        for file in program_files(group.run)
        for store in index_of(file).at(Kind.ATTRIBUTE, group.attribute)
        if isinstance(store.node, ast.Assign) and store.owner is not None
        if type(constant(store.value)) in {int, float}
    ]
    is_other = len(found) == 1 and found[0][1] not in {"", "self"}
    return found[0] if is_other and not _is_plain(group) else None


def _is_item(group: Group) -> bool:
    """Return whether a number is an item of a container that an object has."""
    value = reached(group.run, group.frame, group.first)
    return value is not None and bool(value.parts) and value.parts[-1].kind is ITEM


def _stored_as_tensor(group: Group) -> Cure:
    """Return the edit of the line that stores a number, or where such lines are."""
    found = [(line, as_made_tensor(line.text)) for line in group.origin]
    edits = [(line, edit) for line, edit in found if edit]
    if not edits:
        return a_tensor(group, "", "keep a tensor there, and change it with `fill_`")
    line, edit = edits[0]
    others = joined(place(one) for one, _ in edits[1:])
    also = f", and likewise at {others}" if others else ""
    return a_tensor(group, edit, f"instead of {place(line)}{also}")


def as_made_tensor(statement: str) -> str:
    """Return a statement that stores a number so that it stores a tensor; or "".

    >>> as_made_tensor("layer.scaling[name] = alpha / r")
    'layer.scaling[name] = torch.tensor(alpha / r)'
    """
    node = parsed_statement(statement)
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return ""
    target, value = text_of(node.targets[0], statement), text_of(node.value, statement)
    return f"{target} = torch.tensor({value})"


def of_class(group: Group) -> Cure:
    """Return the edit that makes a class attribute a tensor, if it is set once."""
    name = group.attribute
    uses = attribute_uses(group.run, name)
    if uses.needed_at or uses.set_at:
        return Cure(
            "", _kept_a_number(name, uses).replace("in `__init__`", "in the class")
        )
    note = f"in the class, after `{name} = ...`"
    return a_tensor(group, f"{name} = torch.tensor({name})", note)


def _kept_a_number(attribute: str, uses: Uses) -> str:
    """Return why an attribute cannot be a buffer, and what to do instead."""
    if uses.needed_at:
        places = joined(dict.fromkeys(map(place, uses.needed_at)))
        return (
            f"`{attribute}` must stay a Python number for {places}: set it outside "
            "of the compiled function, or index with a tensor instead"
        )
    places = joined(
        f"{place(line)} `{line.text}`" for line in dict.fromkeys(uses.set_at)
    )
    return f"make `{attribute}` a tensor in `__init__` and at each assignment: {places}"
