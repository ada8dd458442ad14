"""Find the lists of numbers that a varying number indexes, and make tensors of them.

Torch compiles an index of a list as a constant.  An index of a tensor may vary.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from depyf.model.findings.names import place
from depyf.model.findings.program_index import Kind, index_of_text
from depyf.model.findings.program_text import (
    index_of,
    line_of,
    needs_number,
    program_files,
)
from depyf.model.findings.rewriting import stored_at
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import (
    constant,
    indexes_of,
    is_imported,
    last_name,
)
from depyf.model.python_text import parsed_statement, text_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.program_index import Store
    from depyf.model.findings.recompile_groups import Group

_LISTS = (ast.List, ast.ListComp, ast.Tuple)
_MAKE_LISTS = {"list", "sorted", "tuple"}
_HOLDING = {Kind.ATTRIBUTE, Kind.NAME, Kind.KEYWORD, Kind.FIELD}


class ListStore(NamedTuple):
    """A place that stores a list of numbers.

    Attributes:
        name: the attribute or variable that holds the list.
        file: the path of the file.
        node: the expression of the list.
        tensor: the source of a tensor with the same numbers.
    """

    name: str
    file: str
    node: ast.expr
    tensor: str


class ListIndex(NamedTuple):
    """What indexes a list.

    Attributes:
        key: the attribute or variable that the index depends on.
        source: the index, as the program writes it.
    """

    key: str
    source: str


def list_index(group: Group) -> ListIndex:
    """Return what indexes a list where a number failed a guard.

    A size may be a part of the index: ``frames % 8``.  Then torch requires a condition
    on the size.
    """
    if group.first.kind is GuardKind.NUMBER or group.asked_at is None:
        return ListIndex(group.attribute, group.source)
    text = group.asked_at.text
    statement = parsed_statement(text)
    for node in ast.walk(statement) if statement is not None else ():
        for index in indexes_of(node) if isinstance(node, ast.Subscript) else ():
            names = [one.id for one in ast.walk(index) if isinstance(one, ast.Name)]
            if names:
                return ListIndex(names[0], text_of(index, text))
    return ListIndex(group.attribute, group.source)


def lists_indexed(texts: Mapping[str, str], key: str) -> list[ListStore]:
    """Return where a program stores the lists that an attribute or variable indexes.

    Args:
        texts: the text of each file of the program, by path.
        key: the name of the index, as ``step`` for ``self.scales[self.step]``.

    Returns:
        All stores of these lists; none if one of them stores something else.
    """
    names = {
        last_name(node.value)
        for text in texts.values()
        for node in _indexing(index_of_text(text).tree, key)
    }
    found: list[ListStore] = []
    for file, text in texts.items():
        for name in names:
            for store in index_of_text(text).stores.get(name, ()):
                made = _made(store, text)
                if made is None:
                    return []
                if made and store.value is not None:
                    found.append(ListStore(name, file, store.value, made))
    return found


def _indexing(tree: ast.AST, key: str) -> Iterator[ast.Subscript]:
    """Yield the reads of items whose index depends on an attribute or variable."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            parts = (part for one in indexes_of(node) for part in ast.walk(one))
            if any(last_name(part) == key for part in parts):
                yield node


def _made(store: Store, text: str) -> str | None:
    """Return the source of a tensor; "" for an empty value, None if unknown."""
    value = store.value
    if store.kind is Kind.FIELD and value is None:  # only the type of the field
        return ""
    if store.kind not in _HOLDING or value is None or store.items:
        return None
    if isinstance(value, ast.Constant) and constant(value) is None:
        return ""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        is_list = value.func.attr == "tolist" and not value.args
        return text_of(value.func.value, text) if is_list else None
    if not _is_list(value):
        return None
    is_empty = not getattr(value, "elts", [value])
    return "" if is_empty else f"torch.tensor({text_of(value, text)})"


def _is_list(node: ast.expr) -> bool:
    """Return whether an expression is a new list or tuple: ``x.tolist() + [0.0]``."""
    if isinstance(node, ast.BinOp):
        sides = node.left, node.right
        return isinstance(node.op, (ast.Add, ast.Mult)) and any(map(_is_list, sides))
    if isinstance(node, ast.Call):
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr == "tolist"
        is_made = isinstance(node.func, ast.Name) and node.func.id in _MAKE_LISTS
        return is_method or is_made
    return isinstance(node, _LISTS)


def _need_number(group: Group) -> bool:
    """Return whether a function needs an item of the list as a Python number."""
    for file in program_files(group.run):
        index = index_of(file)
        for node in _indexing(index.tree, list_index(group).key):
            function = index.function_around(node)
            stored = stored_at(index.tree, node.lineno)
            if function is None or needs_number(group.run, function, stored):
                return True
    return False


def kept_as_tensor(group: Group) -> Cure:
    """Return the edit of the line that makes a list, or words if it is not known."""
    files = {one.file: one for one in program_files(group.run)}
    texts = {file: one.text for file, one in files.items()}
    stores = lists_indexed(texts, list_index(group).key)
    if len(stores) == 1 and not _need_number(group):
        [store] = stores
        line = line_of(files[store.file], store.node.lineno)
        old = text_of(store.node, texts[store.file])
        if line.text.count(old) == 1:
            edit = line.text.replace(old, store.tensor)
            is_ready = is_imported(index_of(files[store.file]).tree, "torch")
            also = "" if is_ready else " (with `import torch`)"
            return Cure(edit, f"at {place(line)}{also}: an index of a tensor may vary")
    return Cure(
        "",
        f"pass the item that {place(group.asked_at)} selects, instead of "
        f"`{list_index(group).source}`",
    )
