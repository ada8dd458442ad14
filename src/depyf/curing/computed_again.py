"""Compute a value in each call, if a compiled function caches it in a dict.

Torch guards on the keys of a dict.  A cache that the compiled function fills costs an
entry for each key, but saves only a computation that torch would fuse.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import free_name, is_alone, shifted
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import indent_of, replaced, source_of
from depyf.model.findings.program_index import FUNCTIONS, Function, last_line
from depyf.model.findings.syntax_parts import index_of_item, last_name
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles

_KINDS = {GuardKind.KEY, GuardKind.DICT_KEYS, GuardKind.LENGTH}
_EMPTY = {"dict", "OrderedDict", "defaultdict", "WeakValueDictionary"}


class _Memo(NamedTuple):
    """A value that a function caches: ``if k not in kept: kept[k] = value``.

    Attributes:
        test: the `if` statement that looks for the key.
        store: the assignment to the key.
        reads: the later expressions that read the key.
        is_inside: whether the assignment is inside the `if` statement.  Otherwise it
            comes after ``if k in kept: return kept[k]``.
    """

    test: ast.If
    store: ast.Assign
    reads: Sequence[ast.Subscript]
    is_inside: bool


def computed_again(case: Case) -> Iterator[Proposal]:
    """Yield the edit that computes a value instead of reading it from a dict."""
    if case.kind not in _KINDS:
        return
    name, files = case.group.source.rpartition(".")[2], case.files
    for file in case.known:
        for function in ast.walk(files.tree(file)):
            if not isinstance(function, FUNCTIONS):
                continue
            if not _is_own(files, case.known, function, name):
                continue
            memo, asked = _memo(function, name), _asked(function, name)
            edits = list(_edits(files, file, memo)) if memo is not None else []
            if asked is not None:
                edits = list(_without_question(files, file, asked))
            if edits and are_apart(edits):
                what = f"do not cache values in `{name}`; compute them in each call"
                yield Proposal(case.finding, what, tuple(edits))


def _memo(function: ast.AST, name: str) -> _Memo | None:
    """Return the value that a function caches in a dict, if it caches exactly one."""
    nodes = [*ast.walk(function)]
    items = [
        one
        for one in nodes
        if isinstance(one, ast.Subscript) and last_name(one.value) == name
    ]
    stores = [
        one for one in nodes if isinstance(one, ast.Assign) and one.targets[0] in items
    ]
    tests = [one for one in nodes if isinstance(one, ast.If) and _asks(one, name)]
    if len(stores) != 1 or len(tests) != 1 or len(stores[0].targets) != 1:
        return None
    [store], [test] = stores, tests
    reads = [one for one in items if one is not store.targets[0]]
    key = ast.dump(test.test.left)  # type: ignore[attr-defined]
    others = [one for one in nodes if last_name(one) == name]
    if any(ast.dump(index_of_item(one)) != key for one in items):
        return None
    if len(others) != len(items) + 1 or test.orelse:
        return None  # other code uses the dict
    if isinstance(test.test.ops[0], ast.NotIn):  # type: ignore[attr-defined]
        is_last = test.body[-1] is store
        behind = all(one.lineno > last_line(test) for one in reads)
        return _Memo(test, store, reads, is_inside=True) if is_last and behind else None
    known, later = test.body[0], [one for one in reads if one.lineno > store.lineno]
    is_return = isinstance(known, ast.Return) and known.value in reads
    if not is_return or len(test.body) != 1 or len(later) != len(reads) - 1:
        return None
    return _Memo(test, store, later, is_inside=False)


class _Asked(NamedTuple):
    """A value that a function asks for: ``x = kept.get(k)``, then ``if x is None:``.

    Attributes:
        question: the first of the two statements.
        test: the `if` statement.
        store: the assignment in it, to the variable and the key.
    """

    question: ast.Assign
    test: ast.If
    store: ast.Assign


def _asked(function: ast.AST, name: str) -> _Asked | None:
    """Return the only value that a function asks a dict for; None if there are more."""
    nodes = [*ast.walk(function)]
    if len([one for one in nodes if last_name(one) == name]) != 2:
        return None  # the dict is asked once and filled once
    for block in (getattr(one, "body", None) for one in nodes):
        for question, test in zip(block, block[1:]) if isinstance(block, list) else ():
            if isinstance(question, ast.Assign) and isinstance(test, ast.If):
                store = test.body[-1]
                if isinstance(store, ast.Assign):
                    found = _Asked(question, test, store)
                    if _is_asked(found, name):
                        return found
    return None


def _is_asked(one: _Asked, name: str) -> bool:
    """Return whether the same key is asked for and filled, and the same variable."""
    call, variable = one.question.value, dotted(one.question.targets[0])
    if not isinstance(call, ast.Call) or last_name(call.func) != "get":
        return False
    stored = [each for each in one.store.targets if isinstance(each, ast.Subscript)]
    others = [each for each in one.store.targets if each not in stored]
    return (
        bool(variable)
        and _is_none(one.test, variable)
        and [last_name(each.value) for each in stored] == [name]
        and [*map(dotted, others)] == [variable]
        and [ast.dump(each) for each in call.args[:1]]
        == [ast.dump(index_of_item(each)) for each in stored]
    )


def _is_none(statement: ast.If, variable: str) -> bool:
    """Return whether an `if` without `else` asks whether a variable is None."""
    test = statement.test
    return (
        not statement.orelse
        and isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.Is)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value is None
        and dotted(test.left) == variable
    )


def _without_question(files: ProgramFiles, file: str, asked: _Asked) -> Iterator[Edit]:
    """Yield the edits that compute the value always."""
    question, test, store = asked
    lines = files.lines(file)
    value = source_of(lines, store.value)
    variable = source_of(lines, question.targets[0])
    if "\n" in value or not all(is_alone(files, file, [one]) for one in asked):
        return
    before = shifted(files, file, test.body[:-1], -1) if test.body[1:] else ()
    start = indent_of(lines[test.lineno - 1])
    yield Edit(file, question.lineno, last_line(question), ())
    computed = f"{start}{variable} = {value}"
    yield Edit(file, test.lineno, last_line(test), (*before, computed))


def _asks(statement: ast.If, name: str) -> bool:
    test = statement.test
    return (
        isinstance(test, ast.Compare)
        and len(test.ops) == 1
        and isinstance(test.ops[0], (ast.In, ast.NotIn))
        and last_name(test.comparators[0]) == name
    )


def _is_own(
    files: ProgramFiles, known: Sequence[str], function: Function, name: str
) -> bool:
    """Return whether other code only creates or clears the dict."""
    inside = {id(node) for node in ast.walk(function)}
    for file in known:
        tree = files.tree(file)
        empty = {id(one) for node in ast.walk(tree) for one in _emptied(node)}
        for node in ast.walk(tree):
            is_use = isinstance(node, (ast.Name, ast.Attribute))
            if is_use and last_name(node) == name and id(node) not in inside | empty:
                return False
    return True


def _emptied(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the containers that a statement creates or clears."""
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        value = node.value
        is_empty = isinstance(value, ast.Dict) and not value.keys
        if isinstance(value, ast.Call):
            is_empty = last_name(value.func) in _EMPTY
        if is_empty:
            yield from node.targets if isinstance(node, ast.Assign) else [node.target]
    elif isinstance(node, ast.Attribute) and node.attr == "clear":
        yield node.value


def _edits(files: ProgramFiles, file: str, memo: _Memo) -> Iterator[Edit]:
    test, store, lines = memo.test, memo.store, files.lines(file)
    target = source_of(lines, store.targets[0])
    if not is_alone(files, file, [test]) or not is_alone(files, file, [store]):
        return
    if "\n" in target:
        return
    is_named = isinstance(store.value, ast.Name)
    name = free_name(files.tree(file), "computed")
    name = store.value.id if isinstance(store.value, ast.Name) else name
    first, *rest = shifted(files, file, [store], -1 if memo.is_inside else 0)
    start = indent_of(first)
    computed = (
        () if is_named else (f"{start}{name}{first[len(start + target) :]}", *rest)
    )
    if memo.is_inside:
        before = test.body[:-1]
        head = shifted(files, file, before, -1) if before else ()
        yield Edit(file, test.lineno, last_line(test), (*head, *computed))
    else:
        yield Edit(file, test.lineno, last_line(test), ())
        yield Edit(file, store.lineno, last_line(store), computed)
    for one in memo.reads:
        yield replaced(files, file, one, name)
